"""`bakeoff.compare` with estimators: a small study of them on X and y, cross-validated on the same folds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.words import quote_text, write_count

WHERE = "bakeoff.compare"
CALL = "bakeoff.compare({'tree': DecisionTreeClassifier(), 'bayes': GaussianNB()}, X, y)"


def name_estimators(evidence: object, data: object, y: object) -> dict[str, Any] | None:
    """Return estimators by their names, where they are what is to be compared; None where it is something else."""
    is_alone = data is None and not isinstance(evidence, Mapping)  # a search, perhaps: read as one
    if y is None and (is_alone or not _holds_estimators(evidence)):
        return None
    if not isinstance(evidence, Mapping):
        raise _unfit_error(
            f"estimators are compared by their names, and this is {_kind_of(evidence)}",
            "give a dict of name to estimator",
        )
    if len(evidence) < 2:
        raise _unfit_error(
            f"{write_count(len(evidence), 'estimator')} cannot be compared", "give two estimators or more"
        )
    for name, one in evidence.items():
        if isinstance(one, type):
            raise _unfit_error(
                f"{str(name)!r} is the class {one.__name__}, not one of it", f"give {one.__name__}()"
            )
        if not _is_estimator(one):
            raise _unfit_error(f"{str(name)!r} has no fit and predict: {_kind_of(one)}", "give estimators")
    if data is None or (y is None and not isinstance(data, Mapping)):
        raise _unfit_error(
            f"estimators are compared on data, and {'no X and y were' if data is None else 'no y was'} given",
            "give X and y after them, or a dict of name to (X, y) for several datasets",
        )
    return {str(name): one for name, one in evidence.items()}


def run_estimators(
    estimators: Mapping[str, Any], data: object, y: object, *, metric: str | None, seed: int
) -> Scores:
    """Return the scores of estimators on the same folds: of one dataset 50 × 2, of several 10 folds of each."""
    from bakeoff.api.study.study import Study

    datasets = _name_datasets(data, y)
    study = Study(
        estimators,
        datasets,
        name="estimators",
        seed=seed,
        **({} if metric is None else {"metrics": [metric]}),
    )
    with TemporaryDirectory() as folder:
        results = study.run(Path(folder, "study.db"))
        if results.failures:
            first = results.failures[0]
            raise _unfit_error(
                f"{first.cell.classifier!r} failed on fold {first.cell.fold + 1} of "
                f"{quote_text(first.cell.dataset)}: {first.message}",
                "mend the estimator, or prepare X in a Pipeline",
            )
        scores = results.scores(metric)
    # Whoever gives X and y chose no datasets: that no reason was given for the choice says nothing.
    findings = tuple(f for f in scores.findings if f.code != "BO234" or len(datasets) > 1)
    folds = "10 folds of each dataset" if len(datasets) > 1 else "50 × 2 folds"
    source = f"{write_count(len(estimators), 'estimator')}, {folds}"
    return replace(scores, stored=None, findings=findings, source=source)


def _name_datasets(data: object, y: object) -> dict[str, Any]:
    if y is not None:
        _require_same_length(data, y)
        return {"data": (data, y)}
    named = dict(data) if isinstance(data, Mapping) else {}
    for name, table in named.items():
        if not isinstance(table, Sequence) or isinstance(table, str) or len(table) != 2:
            raise _unfit_error(f"dataset {str(name)!r} is no pair (X, y)", "give a dict of name to (X, y)")
        _require_same_length(*table)
    return named


def _require_same_length(data: Any, y: Any) -> None:  # noqa: ANN401 - whatever a user gives
    try:
        rows, labels = (each.shape[0] if hasattr(each, "shape") else len(each) for each in (data, y))
    except (TypeError, IndexError):
        raise _unfit_error(
            f"X and y have a row for each example; these are {_kind_of(data)} and {_kind_of(y)}",
            "give arrays, lists or dataframes",
        ) from None
    if rows != labels:
        raise _unfit_error(f"X has {rows:,} rows and y {labels:,}", "give one class for each row")
    _require_classes(np.asarray(y))


def _require_classes(y: NDArray[np.generic]) -> None:
    distinct = np.unique(y.astype(str))
    are_whole = y.dtype.kind != "f" or bool((y.astype(np.float64) % 1 == 0).all())
    if y.ndim == 1 and are_whole and 2 * distinct.size <= y.size:
        return
    raise _unfit_error(
        f"y holds numbers or names that hardly repeat ({distinct.size:,} among {y.size:,}), not classes"
        if y.ndim == 1
        else f"y has {y.ndim} dimensions",
        "give the class of each example; errors of regressions are compared as scores by dataset",
    )


def _holds_estimators(evidence: object) -> bool:
    values = evidence.values() if isinstance(evidence, Mapping) else [evidence]
    return any(_is_estimator(one) and not hasattr(one, "cv_results_") for one in values)


def _is_estimator(one: object) -> bool:
    return callable(getattr(one, "fit", None)) and callable(getattr(one, "predict", None))


def _kind_of(one: object) -> str:
    return type(one).__name__


def _unfit_error(what: str, fix: str) -> UsageError:
    return UsageError(what, where=WHERE, fix=f"{fix}: {CALL}", code="BO663")
