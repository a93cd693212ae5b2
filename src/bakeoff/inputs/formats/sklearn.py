"""What scikit-learn hands back: results of cross_validate, and the cv_results_ of searches."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.scores.observations import different_splits_error
from bakeoff.inputs.table.grid import Column, Grid

Record = Mapping[object, object]

_SPLIT = re.compile(r"split(\d{1,9})_test_(.+)")
_NOT_SCORES = frozenset({"fit_time", "score_time", "estimator", "indices"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossValidation:
    """What cross_validate said about one classifier on one dataset."""

    dataset: str
    classifier: str
    scores: Mapping[str, Floats]  # by metric
    n_train: tuple[int, ...] | None = None
    n_test: tuple[int, ...] | None = None
    splits: str | None = None  # a digest of the row indices, where they were kept
    settings: int = 1  # how many settings the scores are the best of


def is_cross_validation(data: object) -> bool:
    """Say whether `data` looks like the result of cross_validate."""
    return (
        isinstance(data, Mapping) and any(str(k).startswith("test_") for k in data) and "fit_time" in data
    ) or (
        isinstance(data, Mapping) and bool(data) and all(str(k).startswith(("test_", "train_")) for k in data)
    )


def is_search_result(data: object) -> bool:
    """Say whether `data` looks like cv_results_."""
    return isinstance(data, Mapping) and any(_SPLIT.fullmatch(str(k)) for k in data) and "params" in data


def find_cross_validations(data: Record) -> list[CrossValidation]:
    """Return the outcomes in {classifier: result} or {dataset: {classifier: result}}; none if it is neither."""
    if is_cross_validation(data):
        return [_read_cross_validation("dataset", "classifier", data)]
    if all(_is_result(v) for v in data.values()):
        return [_read_cross_validation("dataset", str(name), v) for name, v in data.items()]
    if all(isinstance(v, Mapping) and v and all(map(_is_result, v.values())) for v in data.values()):
        return [
            _read_cross_validation(str(dataset), str(name), value)
            for dataset, by_name in data.items()
            for name, value in by_name.items()  # type: ignore[attr-defined]
        ]
    return []


def _is_result(value: object) -> bool:
    return (
        is_cross_validation(value)
        or is_search_result(value)
        or is_search_result(getattr(value, "cv_results_", None))
    )


def _read_cross_validation(dataset: str, classifier: str, result: object) -> CrossValidation:
    results: Any = getattr(result, "cv_results_", result)
    if is_search_result(results):
        return _read_best_setting(dataset, classifier, results)
    scores = {
        str(k).removeprefix("test_"): np.asarray(v, dtype=np.float64).ravel()
        for k, v in results.items()
        if str(k).startswith("test_") and k not in _NOT_SCORES
    }
    indices = results.get("indices")
    if not isinstance(indices, Mapping) or not {"train", "test"} <= set(indices):
        return CrossValidation(dataset=dataset, classifier=classifier, scores=scores)
    return CrossValidation(
        dataset=dataset,
        classifier=classifier,
        scores=scores,
        n_train=tuple(len(fold) for fold in indices["train"]),
        n_test=tuple(len(fold) for fold in indices["test"]),
        splits=_digest_folds(indices["test"]),
    )


def _digest_folds(folds: Iterable[object]) -> str:
    content = sha256()
    for fold in folds:
        content.update(np.asarray(fold, dtype=np.int64).tobytes() + b"|")
    return content.hexdigest()


def _read_best_setting(dataset: str, classifier: str, result: Record) -> CrossValidation:
    by_metric = _split_scores(result)
    first = next(iter(by_metric.values()))
    rank = next((np.asarray(v) for k, v in result.items() if str(k).startswith("rank_test_")), None)
    best = (
        int(np.argmin(rank))
        if rank is not None
        else int(np.argmax(np.nan_to_num(first.mean(axis=1), nan=-np.inf)))
    )
    scores = {metric: values[best] for metric, values in by_metric.items()}
    return CrossValidation(dataset=dataset, classifier=classifier, scores=scores, settings=len(first))


def _split_scores(result: Record) -> dict[str, Floats]:
    """Return settings × splits for each metric."""
    by_metric: dict[str, dict[int, NDArray[np.float64]]] = {}
    for key, values in result.items():
        if match := _SPLIT.fullmatch(str(key)):
            by_metric.setdefault(match[2], {})[int(match[1])] = np.asarray(values, dtype=np.float64)
    return {m: np.column_stack([splits[i] for i in sorted(splits)]) for m, splits in by_metric.items()}


def make_long_grid(outcomes: list[CrossValidation], *, source: str) -> Grid:
    """Return the grid of outcomes: a row for each dataset, classifier and fold, a column for each metric."""
    _refuse_different_splits(outcomes, source=source)
    metrics = list(dict.fromkeys(metric for outcome in outcomes for metric in outcome.scores))
    sizes = [max((len(s) for s in o.scores.values()), default=0) for o in outcomes]
    pairs = list(zip(outcomes, sizes, strict=True))
    columns = [
        _make_column("dataset", [o.dataset for o, n in pairs for _ in range(n)]),
        _make_column("classifier", [o.classifier for o, n in pairs for _ in range(n)]),
        _make_column("fold", [str(i) for _, n in pairs for i in range(n)]),
    ]
    for metric in metrics:
        columns.append(
            _make_column(metric, np.concatenate([_pad_scores(o.scores.get(metric), n) for o, n in pairs]))
        )
    if all(o.n_train and o.n_test for o in outcomes):
        columns.append(_make_column("n_train", [str(v) for o, _ in pairs for v in o.n_train or ()]))
        columns.append(_make_column("n_test", [str(v) for o, _ in pairs for v in o.n_test or ()]))
    grid = Grid(columns=tuple(columns), lines=range(1, sum(sizes) + 1), source=source, word="fold", header=0)
    return grid.with_findings(*_selection_findings(outcomes))


def _make_column(name: str, cells: list[str] | Floats) -> Column:
    return Column(name=name, cells=cells, position=0)


def _pad_scores(scores: Floats | None, n: int) -> Floats:
    padded = np.full(n, np.nan)
    if scores is not None:
        padded[: scores.size] = scores
    return padded


def _refuse_different_splits(outcomes: list[CrossValidation], *, source: str) -> None:
    first_of_dataset: dict[str, CrossValidation] = {}
    for outcome in outcomes:
        other = first_of_dataset.setdefault(outcome.dataset, outcome)
        if outcome.splits and other.splits and outcome.splits != other.splits:
            raise different_splits_error(other.classifier, outcome.classifier, source)


def _selection_findings(outcomes: list[CrossValidation]) -> tuple[Finding, ...]:
    settings = {o.classifier: o.settings for o in outcomes if o.settings > 1}
    if not settings:
        return ()
    some = join_with_commas(
        f"{quote_text(name)} (of {write_count(n, 'setting')})" for name, n in settings.items()
    )
    message = (
        f"each score is that of the best setting, chosen on the same folds, and so is flattering: {some}; "
        "cross-validate the whole search to allow for the choice"
    )
    return (Finding(code="BO313", severity=Severity.WARNING, message=message, detail={"settings": settings}),)


def read_search(result: Record, *, source: str) -> Grid:
    """Return the grid of one cv_results_: every setting of the search is a classifier of its own."""
    settings: Iterable[object] = result["params"]  # type: ignore[assignment]
    params = [p if isinstance(p, Mapping) else {"params": p} for p in settings]
    names = name_settings([{str(k): str(v) for k, v in p.items()} for p in params])
    by_metric = _split_scores(result)
    outcomes = [
        CrossValidation(dataset="dataset", classifier=name, scores={m: s[i] for m, s in by_metric.items()})
        for i, name in enumerate(names)
    ]
    return make_long_grid(outcomes, source=source)


def name_settings(settings: list[dict[str, str]]) -> list[str]:
    """Name each setting by the parameters in which it differs from others.

    >>> name_settings([{"C": "1", "kernel": "rbf"}, {"C": "10", "kernel": "rbf"}])
    ['C=1', 'C=10']
    """
    keys = list(dict.fromkeys(k for s in settings for k in s))
    varying = [k for k in keys if len({s.get(k) for s in settings}) > 1]
    names = [", ".join(f"{k}={s[k]}" for k in varying if k in s) for s in settings]
    if len(set(names)) < len(names) or not all(names):
        names = [f"setting {i + 1}" + (f": {n}" if n else "") for i, n in enumerate(names)]
    return names


def is_search_table(grid: Grid) -> bool:
    """Say whether a grid is cv_results_ saved as a table."""
    return any(_SPLIT.fullmatch(c.name) for c in grid.columns) and any(
        c.name == "params" or c.name.startswith("param_") for c in grid.columns
    )


def unfold_search(grid: Grid) -> Grid:
    """Return cv_results_ saved as a table as a row for each setting and split."""
    parameters = {
        c.name.removeprefix("param_"): c.text() for c in grid.columns if c.name.startswith("param_")
    }
    whole = next((c.text() for c in grid.columns if c.name == "params"), None)
    if parameters:
        settings = [dict(zip(parameters, row, strict=True)) for row in zip(*parameters.values(), strict=True)]
    else:
        settings = [{"params": text} for text in whole or []]
    names = name_settings(settings)
    splits = {c.name: m for c in grid.columns if (m := _SPLIT.fullmatch(c.name))}
    metrics = list(dict.fromkeys(m[2] for m in splits.values()))
    folds = sorted({int(m[1]) for m in splits.values()})
    cells = {(int(m[1]), m[2]): c.text() for c in grid.columns if (m := splits.get(c.name))}
    columns = [
        Column(name="classifier", cells=[n for n in names for _ in folds], position=0),
        Column(name="fold", cells=[str(f) for _ in names for f in folds], position=0),
    ]
    blank = [""] * grid.height
    for metric in metrics:
        texts = [cells.get((f, metric), blank)[i] for i in range(grid.height) for f in folds]
        columns.append(Column(name=metric, cells=texts, position=0))
    return Grid(
        columns=tuple(columns),
        lines=np.repeat(np.asarray(grid.lines), len(folds)).tolist(),
        source=grid.source,
        name=grid.name,
        word=grid.word,
        findings=grid.findings,
    )
