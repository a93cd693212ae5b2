"""MLflow: an experiment as evidence, and the verdict logged back to its runs."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.logs.experiments import (
    FINISHED,
    LoggedRun,
    common_artifact,
    find_experiment,
    gather_artifacts,
    write_run_table,
)
from bakeoff.inputs.logs.mlflow_server import PROXIED
from bakeoff.inputs.options import ReadOptions

ARTIFACT = "bakeoff/comparison.json"


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
    """Write the verdict to every finished run: tags, and the comparison as an artifact; return their names."""
    from bakeoff.render.json.comparison import comparison_dict
    from bakeoff.render.sentences import summary

    runs = require_writable_runs(address)
    tags = {"bakeoff.summary": summary(comparison), "bakeoff.verdicts": _verdicts_tag(comparison)}
    if comparison.gate is not None:
        tags["bakeoff.gate"] = f"{comparison.gate.kind}: {comparison.gate.outcome}"
    document = (json.dumps(comparison_dict(comparison), allow_nan=False, indent=1) + "\n").encode("utf-8")
    for run in runs:
        if run.server is None:
            _write_to_folder(run, tags, document)
        else:
            for name, text in tags.items():
                run.server.set_tag(run.key, name, text)
            run.server.write_artifact(run.root, ARTIFACT, document)
    return [run.key for run in runs]


def _write_to_folder(run: LoggedRun, tags: Mapping[str, str], document: bytes) -> None:
    if run.folder is None:
        raise TypeError(run)
    (run.folder / "tags").mkdir(exist_ok=True)
    for name, text in tags.items():
        (run.folder / "tags" / name).write_text(text, encoding="utf-8")
    target = run.folder / "artifacts" / ARTIFACT
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(document)


def require_writable_runs(address: str) -> tuple[LoggedRun, ...]:
    """Return an experiment's finished runs, or refuse where nothing can be logged back to them."""
    experiment, _ = find_experiment(address)
    runs = tuple(run for run in experiment.runs if run.status in FINISHED)
    if runs and all(run.folder is not None or run.root.startswith(PROXIED) for run in runs):
        return runs
    what = (
        "this server does not take artifacts itself (their place begins with another word than mlflow-artifacts:)"
        if any(run.server is not None for run in runs)
        else "this experiment is kept in a database"
    )
    raise UsageError(
        f"the verdict is logged back where runs are folders, or to a server that keeps artifacts; {what}",
        where=f"--log-back, {address}",
        fix="write --export comparison.json, and log it: mlflow.log_artifact('comparison.json')",
        code="BO682",
    )


def _verdicts_tag(comparison: Comparison) -> str:
    return "; ".join(f"{pair.b} against {pair.a}: {pair.verdict}" for pair in comparison.pairs)
