"""MLflow: an experiment as evidence, and the verdict logged back to its runs."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.logs.experiments import (
    common_artifact,
    find_experiment,
    gather_artifacts,
    write_run_table,
)
from bakeoff.inputs.options import ReadOptions


def read_experiment(address: str, options: ReadOptions) -> Scores | Predictions | ItemEvidence:
    """Return what the runs of an experiment have logged: their tables of items or predictions, else their metrics."""
    from bakeoff.api.logs import logged_evidence
    from bakeoff.inputs.evidence import read_evidence

    experiment, named = find_experiment(address)
    artifact = common_artifact(experiment, named)
    with TemporaryDirectory() as folder:
        if artifact is None:
            table = Path(folder, "runs.csv")
            # A folder tells courses of a training from results; a database only has the last value of each.
            place = experiment.where if Path(experiment.where).is_dir() else table
            write_run_table(experiment, table)
            source: object = str(place)
        else:
            source = gather_artifacts(experiment, artifact, Path(folder))
        evidence = logged_evidence(source, options) or read_evidence(source, options=options)
    return replace(evidence, source=address, read_with=options.said)


def log_back(comparison: Comparison, address: str) -> list[str]:
    """Write the verdict to every run of the experiment: tags, and the comparison as an artifact; return their names."""
    from bakeoff.render.json.comparison import comparison_dict
    from bakeoff.render.sentences import summary

    folders = require_run_folders(address)
    tags = {"bakeoff.summary": summary(comparison), "bakeoff.verdicts": _verdicts(comparison)}
    if comparison.gate is not None:
        tags["bakeoff.gate"] = f"{comparison.gate.kind}: {comparison.gate.outcome}"
    document = json.dumps(comparison_dict(comparison), allow_nan=False, indent=1) + "\n"
    for folder in folders:
        (folder / "tags").mkdir(exist_ok=True)
        for name, text in tags.items():
            (folder / "tags" / name).write_text(text, encoding="utf-8")
        (folder / "artifacts" / "bakeoff").mkdir(parents=True, exist_ok=True)
        (folder / "artifacts" / "bakeoff" / "comparison.json").write_text(document, encoding="utf-8")
    return [folder.name for folder in folders]


def require_run_folders(address: str) -> list[Path]:
    """Return the folders of an experiment's runs, or refuse one that is kept in another way."""
    experiment, _ = find_experiment(address)
    folders = [run.folder for run in experiment.runs if run.folder is not None]
    if not folders:
        raise UsageError(
            "the verdict is logged back where runs are folders; this experiment is kept in a database",
            where=f"--log-back, {address}",
            fix="write --export comparison.json, and log it: mlflow.log_artifact('comparison.json')",
            code="BO682",
        )
    return folders


def _verdicts(comparison: Comparison) -> str:
    return "; ".join(f"{pair.b} against {pair.a}: {pair.verdict}" for pair in comparison.pairs)
