"""One study of real classifiers on real datasets, run in five ways: every export has the same bytes.

    python -m benchmarks.same_everywhere FOLDER [--postgresql URL] [--rows 100] [--datasets 20]

FOLDER has tables (CSV, packed or not, the target last) and a types.json that says which columns are categories. A few
rows and columns are drawn of each, so that a cell takes milliseconds: thirteen classifiers, six of them tuned, two
folds twice. The ways: one process, two, Dask, Ray, and two workers on one PostgreSQL store (URL: an empty database).
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pandas as pd

MOST_COLUMNS = 12
LEAST_MEMBERS = 8  # of a class that is kept: two in every training set of an inner fold

STUDY = """
name = "everywhere"
datasets = ["data/"]
metrics = ["accuracy", "balanced_accuracy"]
seed = 3

[resampling]
folds = 2
repeats = 2

[tuning]
search = "grid"
folds = 2

[classifiers.tree]
estimator = "DecisionTreeClassifier"
search = { max_depth = [2, 6] }

[classifiers.extra]
estimator = "ExtraTreeClassifier"
search = { max_depth = [2, 6] }

[classifiers.logistic]
estimator = "LogisticRegression"
parameters = { max_iter = 200 }

[classifiers.ridge]
estimator = "RidgeClassifier"
search = { alpha = [0.1, 10.0] }

[classifiers.svm]
estimator = "SVC"
search = { C = { low = 0.1, high = 10, log = true } }
tuning = { search = "random", trials = 2 }

[classifiers.neighbours]
estimator = "KNeighborsClassifier"
search = { n_neighbors = [1, 5] }

[classifiers.centroid]
estimator = "NearestCentroid"

[classifiers.bayes]
estimator = "GaussianNB"

[classifiers.discriminant]
estimator = "LinearDiscriminantAnalysis"

[classifiers.forest]
estimator = "RandomForestClassifier"
parameters = { n_estimators = 5 }

[classifiers.bagging]
estimator = "BaggingClassifier"
parameters = { n_estimators = 5, estimator = { classifier = "tree" } }

[classifiers.boosting]
estimator = "HistGradientBoostingClassifier"
parameters = { max_iter = 10 }
search = { max_leaf_nodes = { low = 4, high = 32, integer = true, log = true } }
tuning = { search = "optuna", trials = 2 }

[classifiers.network]
estimator = "MLPClassifier"
parameters = { max_iter = 30, hidden_layer_sizes = [10] }
"""


def main() -> int:
    """Run the study in every way, and say whether all exports agree."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--postgresql", metavar="URL")
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--datasets", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        here = Path(place)
        count = write_study(options.folder, here, rows=options.rows, most=options.datasets)
        sys.stdout.write(f"{count} datasets, {STUDY.count('[classifiers.')} classifiers\n")
        digests = {}
        for way, run in _list_ways(options.postgresql).items():
            started = time.perf_counter()
            run(here, way)
            content = (here / f"{way}.csv").read_bytes()
            digests[way] = sha256(content).hexdigest()
            lines = content.count(b"\n") - 1
            took = time.perf_counter() - started
            sys.stdout.write(f"{way:<12} {lines:,} scores  {digests[way][:16]}  {took:.0f} s\n")
            sys.stdout.flush()
    is_same = len(set(digests.values())) == 1
    sys.stdout.write("the same bytes everywhere\n" if is_same else "NOT the same everywhere\n")
    return 0 if is_same else 1


def write_study(source: Path, folder: Path, *, rows: int, most: int) -> int:
    """Write a small part of each dataset and the study file; return how many datasets there are."""
    types = json.loads((source / "types.json").read_text(encoding="utf-8"))
    (folder / "data").mkdir()
    kept = {}
    for name, entry in sorted(types.items()):
        small = None if len(kept) == most else _draw_part(source, name, entry, rows)
        if small is not None:
            small.to_csv(folder / "data" / f"{name}.csv", index=False)
            columns = {c: kind for c, kind in entry["columns"].items() if c in small.columns}
            kept[name] = {"target": entry["target"], "columns": columns}
    (folder / "data" / "types.json").write_text(json.dumps(kept), encoding="utf-8")
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    return len(kept)


def _draw_part(source: Path, name: str, entry: dict[str, object], rows: int) -> "pd.DataFrame | None":
    """Return some rows and columns; None where fewer than two classes have members enough."""
    (file,) = [each for each in source.iterdir() if each.name.split(".")[0] == name and ".csv" in each.name]
    table = pd.read_csv(file, dtype=str, keep_default_na=False)
    target = str(entry["target"])
    table = table[[*[c for c in table.columns if c != target][:MOST_COLUMNS], target]]
    part = table.sample(min(rows, len(table)), random_state=1).drop_duplicates()
    sizes = part[target].value_counts()
    part = part[part[target].isin(sizes[sizes >= LEAST_MEMBERS].index)]
    return part if part[target].nunique() >= 2 else None


Way = Callable[[Path, str], None]


def _list_ways(postgresql: str | None) -> dict[str, Way]:
    ways: dict[str, Way] = {
        "one": lambda here, way: _run(here, way, "--jobs", "1"),
        "two": lambda here, way: _run(here, way, "--jobs", "2"),
        "dask": _run_on_dask,
        "ray": lambda here, way: _run(here, way, "--engine", "ray"),
    }
    if postgresql is not None:
        ways["postgresql"] = lambda here, way: _run_workers(here, way, postgresql)
    return ways


def _run(here: Path, way: str, *options: str, store: str | None = None) -> None:
    store = store or f"sqlite:///{here}/{way}.db"
    _finish(_start(here, "--store", store, "--export", f"{way}.csv", "--quiet", *options))


def _run_on_dask(here: Path, way: str) -> None:
    from dask.distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address.removeprefix("tcp://")
        _run(here, way, "--engine", "dask", "--scheduler", address)


def _run_workers(here: Path, way: str, url: str) -> None:
    """Run two workers side by side on one database, as two jobs of a cluster would."""
    for worker in [_start(here, "--store", url, "--worker") for _ in range(2)]:
        _finish(worker)
    _run(here, way, store=url)


def _start(here: Path, *options: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bakeoff", "run", "study.toml", *options]
    return subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _finish(process: "subprocess.Popen[str]") -> None:
    said, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"exit code {process.returncode}: {said}")


if __name__ == "__main__":
    sys.exit(main())
