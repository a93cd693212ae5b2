"""`mlflow:EXPERIMENT`: where an experiment of MLflow lies, its runs, and the tables that they have logged."""

import csv
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import unquote, urlsplit

from bakeoff.core.errors import InputError, UsageError
from bakeoff.core.words import did_you_mean, quote_text, write_list
from bakeoff.inputs.logs.databases import open_database, select
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.json_values import as_number, as_text
from bakeoff.inputs.logs.mlflow_server import TrackingServer

PREFIX = "mlflow:"
ADDRESS = "MLFLOW_TRACKING_URI"
TABLES = (".csv", ".tsv", ".parquet", ".json", ".jsonl")
FINISHED = ("3", "FINISHED")


@dataclass(slots=True, kw_only=True)
class LoggedRun:
    """One run: its name, where its artifacts lie, and everything that a table of runs says of it."""

    key: str
    name: str
    status: str
    artifacts: Path | None
    started: float = 0.0
    folder: Path | None = None  # where tags are files
    server: TrackingServer | None = None  # where they are asked for over HTTP
    root: str = ""  # where the server says that its artifacts lie
    about: dict[str, str] = field(default_factory=dict)  # params.NAME, tags.NAME, metrics.NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """The finished and unfinished runs of one experiment."""

    name: str
    key: str
    where: str
    runs: tuple[LoggedRun, ...]


def find_experiment(address: str, environment: Mapping[str, str] | None = None) -> tuple[Experiment, str]:
    """Return the experiment that `mlflow:NAME` or `mlflow:NAME#ARTIFACT` means, and the artifact that is named."""
    name, _, artifact = address.removeprefix(PREFIX).partition("#")
    tracking = (os.environ if environment is None else environment).get(ADDRESS, "").strip() or "mlruns"
    if urlsplit(tracking).scheme in ("http", "https"):
        return _ask_server(tracking, name, environment), artifact
    found = dict(_list_experiments(tracking))
    if name not in found:
        raise _no_experiment_error(name, list(found), tracking)
    return found[name], artifact


def _no_experiment_error(name: str, found: list[str], tracking: str) -> InputError:
    return InputError(
        f"there is no experiment {quote_text(name)}{did_you_mean(name, found)}",
        where=f"MLflow at {tracking}",
        fix=f"name one of {write_list(found, most=10)}" if found else f"say where runs are kept: {ADDRESS}",
        code="BO680",
    )


def _ask_server(tracking: str, name: str, environment: Mapping[str, str] | None) -> Experiment:
    """Return an experiment of a tracking server."""
    server = TrackingServer.of(tracking, environment)
    found = dict(server.list_experiments())
    if name not in found:
        raise _no_experiment_error(name, list(found), tracking)
    runs = _in_order(_run_of_server(server, each) for each in server.list_runs(found[name]))
    return Experiment(name=name, key=found[name], where=tracking, runs=runs)


def _run_of_server(server: TrackingServer, plain: Mapping[str, Any]) -> LoggedRun:
    about, data = plain.get("info", {}), plain.get("data", {})
    key = as_text(about.get("run_id") or about.get("run_uuid") or "")
    run = LoggedRun(
        key=key,
        name=as_text(about.get("run_name") or key),
        status=as_text(about.get("status", "")),
        artifacts=None,
        started=as_number(as_text(about.get("start_time", ""))),
        server=server,
        root=as_text(about.get("artifact_uri", "")),
    )
    for kind in ("tags", "params", "metrics"):
        for each in data.get(kind, []):
            run.about[f"{kind}.{each['key']}"] = as_text(each.get("value", ""))
    return run


def _list_experiments(tracking: str) -> Iterator[tuple[str, Experiment]]:
    parts = urlsplit(tracking)
    if parts.scheme in ("", "file") or (os.name == "nt" and len(parts.scheme) == 1):
        yield from _experiments_of_folder(Path(unquote(parts.path) if parts.scheme == "file" else tracking))
    elif parts.scheme == "sqlite":
        yield from _experiments_of_database(Path(unquote(tracking.removeprefix("sqlite:///"))))
    else:
        raise UsageError(
            f"runs that are kept at {parts.scheme}:// are not read",
            where=f"{ADDRESS}={tracking}",
            fix="copy them: mlflow.search_runs(experiment_names=[…]).to_csv('runs.csv'), and compare runs.csv",
            code="BO680",
        )


def _experiments_of_folder(folder: Path) -> Iterator[tuple[str, Experiment]]:
    for meta in sorted(folder.glob("*/meta.yaml")):
        about = _read_plain_yaml(meta)
        if about.get("lifecycle_stage", "active") != "active" or "name" not in about:
            continue
        runs = tuple(_run_of_folder(path.parent) for path in sorted(meta.parent.glob("*/meta.yaml")))
        active = _in_order(run for run in runs if run is not None)
        yield (
            about["name"],
            Experiment(name=about["name"], key=meta.parent.name, where=str(meta.parent), runs=active),
        )


def _read_plain_yaml(path: Path) -> dict[str, str]:
    """Return the plain fields of a small YAML file that MLflow wrote."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return {
        key: value.strip().strip("'\"")
        for key, value in re.findall(r"^(\w+):[ \t]*(.*)$", text, re.MULTILINE)
    }


def _run_of_folder(folder: Path) -> LoggedRun | None:
    about = _read_plain_yaml(folder / "meta.yaml")
    if "run_id" not in about or about.get("lifecycle_stage", "active") != "active":
        return None
    run = LoggedRun(
        key=folder.name,
        name=about.get("run_name", "") or folder.name,
        status="FINISHED" if about.get("status") in FINISHED else "FAILED",
        artifacts=folder / "artifacts",
        started=as_number(about.get("start_time", "")),
        folder=folder,
    )
    for kind in ("tags", "params"):
        for path in sorted((folder / kind).rglob("*")):
            if path.is_file() and not path.is_symlink():
                name = path.relative_to(folder / kind).as_posix()
                run.about[f"{kind}.{name}"] = path.read_text(encoding="utf-8", errors="replace").strip()
    return run


def _experiments_of_database(path: Path) -> Iterator[tuple[str, Experiment]]:
    if not path.is_file():
        raise InputError("there is no such database", where=str(path), fix=f"mend {ADDRESS}", code="BO680")
    with open_database(LogFile(path=path)) as connection:
        names = select(connection, "experiments", ("experiment_id", "name", "lifecycle_stage"))
        columns = (
            "run_uuid",
            "name",
            "status",
            "lifecycle_stage",
            "artifact_uri",
            "start_time",
            "experiment_id",
        )
        runs = {
            as_text(key): (
                as_text(owner),
                LoggedRun(
                    key=as_text(key),
                    name=as_text(name) or as_text(key),
                    status=as_text(status),
                    artifacts=_local_folder(as_text(place)),
                    started=as_number(started),
                ),
            )
            for key, name, status, stage, place, started, owner in select(connection, "runs", columns)
            if stage == "active"
        }
        for table, kind in (("tags", "tags"), ("params", "params"), ("latest_metrics", "metrics")):
            for key, name, value in select(connection, table, ("run_uuid", "key", "value")):
                if as_text(key) in runs:
                    runs[as_text(key)][1].about[f"{kind}.{as_text(name)}"] = as_text(value)
    for number, name, stage in names:
        if stage == "active":
            own = _in_order(run for owner, run in runs.values() if owner == as_text(number))
            yield (
                as_text(name),
                Experiment(name=as_text(name), key=as_text(number), where=str(path), runs=own),
            )


def _in_order(runs: Iterable[LoggedRun]) -> tuple[LoggedRun, ...]:
    """Return runs as they were started: the first is what others are compared with."""
    return tuple(sorted(runs, key=lambda run: (run.started if isfinite(run.started) else 0.0, run.key)))


def _local_folder(address: str) -> Path | None:
    parts = urlsplit(address)
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    return Path(address) if parts.scheme == "" and address else None


def common_artifact(experiment: Experiment, named: str) -> str | None:
    """Return the table that every finished run has logged: the one that is named, or the only one; else None."""
    finished = [run for run in experiment.runs if run.status in FINISHED]
    listed = [set(_tables_of(run)) for run in finished]
    common = sorted(set.intersection(*listed)) if len(listed) > 1 else []
    if named and named not in common:
        raise InputError(
            f"not every finished run has an artifact {quote_text(named)}",
            where=f"MLflow, experiment {quote_text(experiment.name)}",
            fix=f"name one that all have: {write_list(common)}" if common else "log it with every run",
            code="BO680",
        )
    if named or len(common) < 2:
        return named or (common[0] if common else None)
    raise InputError(
        f"every run has logged {len(common)} tables, and any may be meant: {write_list(common)}",
        where=f"MLflow, experiment {quote_text(experiment.name)}",
        fix=f"say which: {PREFIX}{experiment.name}#{common[0]}",
        code="BO680",
    )


def _tables_of(run: LoggedRun) -> dict[str, str]:
    """Return the tables that a run has logged: name to path, on this machine or on the server."""
    if run.server is not None:
        paths = run.server.list_artifacts(run.key)
    elif run.artifacts is None or not run.artifacts.is_dir():
        return {}
    else:
        inside = (p for p in sorted(run.artifacts.rglob("*")) if p.is_file() and not p.is_symlink())
        paths = [str(p) for p in inside]
    tables = [PurePath(path) for path in paths]
    return {
        p.name: str(p)
        for p in reversed(tables)
        if p.suffix.lower() in TABLES and "bakeoff" not in p.parts[-2:-1]
    }


def _table_of(run: LoggedRun, artifact: str, folder: Path) -> Path:
    """Return a table of a run as a file; one of a server is fetched into the folder."""
    path = _tables_of(run)[artifact]
    if run.server is None:
        return Path(path)
    target = folder / "fetched" / run.key / PurePath(artifact).name
    run.server.fetch_artifact(run.key, run.root, path, target)
    return target


def gather_artifacts(experiment: Experiment, artifact: str, folder: Path) -> list[str]:
    """Copy the table of each finished run into a folder, named after the run, and return the paths."""
    paths: list[str] = []
    finished = [run for run in experiment.runs if run.status in FINISHED]
    names = [run.name for run in finished]
    for run in finished:
        own = run.name if names.count(run.name) == 1 else f"{run.name}-{run.key[:8]}"
        source = _table_of(run, artifact, folder)
        target = folder / f"{re.sub(r'[^0-9A-Za-z_-]+', '-', own)}{source.suffix}"
        split = _split_table(source)
        if split is None:
            shutil.copyfile(source, target)
        else:
            target = target.with_suffix(".csv")
            _write_rows(target, *split)
        paths.append(str(target))
    return paths


def _split_table(path: Path) -> tuple[list[str], list[list[object]]] | None:
    """Return the columns and rows of a table that MLflow logged as JSON; None where it is anything else."""
    if path.suffix.lower() != ".json":
        return None
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        columns, rows = document["columns"], document["data"]
    except (ValueError, KeyError, TypeError):
        return None
    return [str(column) for column in columns], list(rows)


def _write_rows(path: Path, columns: list[str], rows: list[list[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([columns, *rows])


def write_run_table(experiment: Experiment, path: Path) -> None:
    """Write the runs as the table that `search_runs` returns."""
    columns = list(dict.fromkeys(key for run in experiment.runs for key in run.about))
    rows: list[list[object]] = [
        [r.key, experiment.key, r.status, *(r.about.get(c, "") for c in columns)] for r in experiment.runs
    ]
    _write_rows(path, ["run_id", "experiment_id", "status", *columns], rows)
