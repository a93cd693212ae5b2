"""Run two classifiers of aeon and evaluate them with tsml-eval; called by written_today.py where both are installed."""

import json
import sys
import warnings
from pathlib import Path

from aeon.classification import DummyClassifier
from aeon.classification.distance_based import KNeighborsTimeSeriesClassifier
from aeon.testing.data_generation import make_example_3d_numpy
from tsml_eval.evaluation import evaluate_classifiers_by_problem
from tsml_eval.experiments import run_classification_experiment

warnings.simplefilter("ignore")  # two classifiers are too few for its figures
folder = Path(sys.argv[1])
classifiers = {"1NN": KNeighborsTimeSeriesClassifier(distance="euclidean"), "Dummy": DummyClassifier()}
datasets = [f"Data{i}" for i in range(3)]
for d, name in enumerate(datasets):
    for resample in range(2):
        train = make_example_3d_numpy(n_cases=20, n_timepoints=20, random_state=10 * d + resample)
        test = make_example_3d_numpy(n_cases=15, n_timepoints=20, random_state=100 + 10 * d + resample)
        for called, classifier in classifiers.items():
            run_classification_experiment(
                *train,
                *test,
                classifier,
                str(folder / "results"),
                dataset_name=name,
                classifier_name=called,
                resample_id=resample,
            )
evaluate_classifiers_by_problem(
    str(folder / "results"), list(classifiers), datasets, str(folder), resamples=2, eval_name="evaluation"
)
table = (folder / "evaluation" / "Accuracy" / "accuracy_mean.csv").read_text().splitlines()
rows = [[float(cell) for cell in line.split(",")[1:]] for line in table[1:]]
means = [round(sum(column) / len(column), 9) for column in zip(*rows, strict=True)]
(folder / "expected").write_text(json.dumps(dict(zip(table[0].split(",")[1:], means, strict=True))))
