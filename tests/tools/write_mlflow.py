"""Log ten runs with MLflow into a database and a folder; called by written_today.py in an environment that has it."""

import os
import sys
from pathlib import Path

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
import mlflow

folder = Path(sys.argv[1])
folder.mkdir()
for address in (f"sqlite:///{folder}/mlflow.db", f"file:{folder}/mlruns"):
    mlflow.set_tracking_uri(address)
    mlflow.set_experiment("bake")
    for model, base in (("rf", 0.8), ("svm", 0.83)):
        for fold in range(5):
            with mlflow.start_run(run_name=f"{model}-{fold}"):
                mlflow.log_params({"model": model, "fold": fold, "lr": 0.1})
                mlflow.log_metric("accuracy", base + 0.01 * ((fold * 3 + len(model)) % 4))
                mlflow.log_metric("val/loss", 0.5)
    mlflow.search_runs(experiment_names=["bake"]).to_csv(folder / "runs.csv", index=False)
