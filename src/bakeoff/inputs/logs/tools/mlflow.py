"""MLflow: runs in mlruns/, in an SQLite database, or in an exported table; paired by what the user has logged."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import nan
from pathlib import Path

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import lower_is_better
from bakeoff.core.words import write_count
from bakeoff.inputs.logs.databases import open_database, select, tables_of
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import as_number, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import rows_of
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions

_MODEL = ("model", "classifier", "estimator", "algorithm", "learner", "model_name", "model_type", "clf")
_DATASET = ("dataset", "data", "task", "dataset_name", "benchmark")
_FOLD = ("fold", "cv_fold", "split", "repeat", "seed", "random_state", "trial")
_TRAINING = re.compile(r"train|^loss$|^epoch|learning_rate|^lr$|^system/|_time$|duration|^step")
_FINISHED = ("3", "FINISHED")


@dataclass(slots=True)
class TrackedRun:
    """One run: what was logged as parameters and tags, and the metrics that have one value."""

    key: str = ""
    name: str = ""
    is_finished: bool = True
    about: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, float] = field(default_factory=dict)
    curves: set[str] = field(default_factory=set)
    parent: str = ""  # the key of the run that it is nested in


def is_run(peek: Peek) -> bool:
    """Say whether a meta.yaml describes a run."""
    return (
        peek.file.name == "meta.yaml"
        and not peek.file.member
        and "run_id:" in peek.text
        and "status:" in peek.text
    )


def is_database(peek: Peek) -> bool:
    """Say whether a database is that of a tracking server."""
    return {"experiments", "runs", "latest_metrics", "params", "tags"} <= tables_of(peek)


def is_table(peek: Peek) -> bool:
    """Say whether a table is what search_runs returns."""
    return any(name.startswith("metrics.") for name in peek.header)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the metrics of runs that finished, by model, dataset and fold."""
    runs: list[TrackedRun] = []
    for peek in parts.get("run", ()):
        runs += _read_folder(peek)
    for peek in parts.get("database", ()):
        runs += _read_database(peek)
    for peek in parts.get("table", ()):
        runs += _read_table(peek)
    source = next(peek.file.label for found in parts.values() for peek in found)
    parents = {run.parent for run in runs}  # they hold means of those nested in them
    return rows_of_runs([run for run in runs if run.key not in parents or not run.key], source=source)


def rows_of_runs(runs: list[TrackedRun], *, source: str) -> Harvest:
    """Return a row for each run and metric; refuse runs that do not say what they are of."""
    model = _logged_key(runs, _MODEL)
    fold = _logged_key(runs, _FOLD, model=model)
    data = _logged_key(runs, _DATASET)
    if model is None or (fold is None and data is None):
        raise _not_named(runs, model, source)
    # In one order, whatever the store has: scores before losses.
    every = {m for run in runs for m in run.metrics if not _TRAINING.search(m.casefold())}
    names = sorted(every, key=lambda name: (lower_is_better(name), name))
    curves = {name for run in runs for name in run.curves}
    rows = [
        ScoreRow(
            run.about.get(data, "dataset") if data else "dataset",
            run.about[model],
            name,
            run.metrics.get(name, nan) if run.is_finished else nan,
            run.about.get(fold, "") if fold else "",
            not lower_is_better(name),
        )
        for run in runs
        if model in run.about
        for name in names
        if name not in curves
    ]
    return Harvest(rows=rows, findings=_run_findings(runs, curves))


def _logged_key(runs: list[TrackedRun], names: Iterable[str], *, model: str | None = None) -> str | None:
    """Return the first of the names that runs have logged; of folds one that varies within a model."""
    for name in names:
        values = defaultdict(set)
        for run in runs:
            if name in run.about:
                values[run.about.get(model, "") if model else ""].add(run.about[name])
        if values and (model is None or any(len(found) > 1 for found in values.values())):
            return name
    return None


def _not_named(runs: list[TrackedRun], model: str | None, source: str) -> InputError:
    lacks = "which model it is of" if model is None else "which fold, seed or dataset pairs it with others"
    some = join_with_commas(dict.fromkeys(name for run in runs for name in run.about))
    return InputError(
        f"{write_count(len(runs), 'run')} were logged, but nothing says of a run {lacks}; parameters and tags: "
        f"{some or 'none'}",
        where=source,
        fix="log model and fold (or seed, dataset) with every run: mlflow.log_params({'model': …, 'fold': …})",
        code="BO548",
    )


def _run_findings(runs: list[TrackedRun], curves: set[str]) -> list[Finding]:
    said = []
    failed = [run.name for run in runs if not run.is_finished]
    if failed:
        message = (
            f"{write_count(len(failed), 'run')} did not finish, and what they logged is not used: "
            f"{join_with_commas(failed)}"
        )
        said.append(
            Finding(code="BO385", severity=Severity.WARNING, message=message, detail={"runs": tuple(failed)})
        )
    if curves:
        message = (
            "metrics with several steps are courses of a training, and left aside: "
            f"{join_with_commas(sorted(curves))}"
        )
        said.append(Finding(code="BO389", severity=Severity.NOTE, message=message))
    return said


def _read_folder(peek: Peek) -> list[TrackedRun]:
    about = dict(re.findall(r"^(\w+):[ \t]*(.*)$", peek.text, re.MULTILINE))
    if about.get("lifecycle_stage", "active").strip("'\"") != "active":
        return []
    folder = peek.file.path.parent
    run = TrackedRun(key=folder.name, name=about.get("run_name", "").strip("'\""))
    run.is_finished = about.get("status", "").strip("'\"") in _FINISHED
    for kind in ("tags", "params"):
        for name, text in _small_files(folder / kind):
            if not name.startswith("mlflow."):
                run.about[name] = text.strip()
            run.parent = text.strip() if name == "mlflow.parentRunId" else run.parent
    for name, text in _small_files(folder / "metrics"):
        values = [line.split() for line in text.splitlines() if line.strip()]
        if len(values) > 1:
            run.curves.add(name)
        elif values and len(values[0]) >= 2:
            run.metrics[name] = as_number(values[0][1])
    return [run]


def _small_files(folder: Path) -> Iterable[tuple[str, str]]:
    """Yield what stands in the files below a folder; names with a slash are folders of their own."""
    if folder.is_dir():
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and path.stat().st_size < 1_000_000:
                yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8", errors="replace")


def _read_database(peek: Peek) -> list[TrackedRun]:
    with open_database(peek.file) as connection:
        runs = {
            key: TrackedRun(key=as_text(key), name=as_text(name), is_finished=as_text(status) in _FINISHED)
            for key, name, status, stage in select(
                connection, "runs", ("run_uuid", "name", "status", "lifecycle_stage")
            )
            if stage == "active"
        }
        for table in ("tags", "params"):
            for key, name, value in select(connection, table, ("run_uuid", "key", "value")):
                if key in runs and name == "mlflow.parentRunId":
                    runs[key].parent = as_text(value)
                elif key in runs and not as_text(name).startswith("mlflow."):
                    runs[key].about[as_text(name)] = as_text(value)
        _add_metrics(runs, select(connection, "metrics", ("run_uuid", "key", "value", "step", "is_nan")))
    return list(runs.values())


def _add_metrics(runs: dict[object, TrackedRun], rows: Iterable[tuple[object, ...]]) -> None:
    steps: dict[tuple[object, str], set[object]] = defaultdict(set)
    for key, name, value, step, is_nan in rows:
        if key in runs:
            runs[key].metrics[as_text(name)] = nan if is_nan else as_number(value)
            steps[key, as_text(name)].add(step)
    for (key, metric), seen in steps.items():
        if len(seen) > 1:
            runs[key].curves.add(metric)


def _read_table(peek: Peek) -> list[TrackedRun]:
    runs = []
    for row in rows_of(peek):
        about = {k.partition(".")[2]: v for k, v in row.items() if k.startswith(("params.", "tags.")) and v}
        metrics = {
            k.removeprefix("metrics."): as_number(v) for k, v in row.items() if k.startswith("metrics.") and v
        }
        run = TrackedRun(
            key=row["run_id"], name=row["run_id"], is_finished=row["status"] in _FINISHED, metrics=metrics
        )
        run.about = {k: v for k, v in about.items() if not k.startswith("mlflow.")}
        run.parent = about.get("mlflow.parentRunId", "")
        runs.append(run)
    return runs
