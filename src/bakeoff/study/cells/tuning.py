"""Tuning: a configuration is chosen inside the training set, refitted on all of it, and every attempt is recorded."""

import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import Task
from bakeoff.core.errors import RunError
from bakeoff.core.outcomes import Trial
from bakeoff.core.words import write_count
from bakeoff.study.cells.estimators import MODEL, pipeline_parameter
from bakeoff.study.cells.weights import weight_argument
from bakeoff.study.specification.specification import ClassifierSpec, Range, Search, Tuning

HELD_OUT = 0.3  # of the training set, where one split decides
SCORERS = {  # what scikit-learn calls our metrics, where it is not the same
    "mcc": "matthews_corrcoef",
    "log_loss": "neg_log_loss",
    "error_rate": "accuracy",
    "brier": "neg_brier_score",
    "roc_auc": "roc_auc_ovr",
    "subset_accuracy": "accuracy",
    "rmse": "neg_root_mean_squared_error",
    "mse": "neg_mean_squared_error",
    "mae": "neg_mean_absolute_error",
    "medae": "neg_median_absolute_error",
    "mape": "neg_mean_absolute_percentage_error",
}
FUNCTIONS: Mapping[str, tuple[str, dict[str, Any]]] = {  # of metrics that scikit-learn has no scorer for
    "kappa": ("cohen_kappa_score", {}),
    "quadratic_kappa": ("cohen_kappa_score", {"weights": "quadratic"}),
    "rank_mae": ("mean_absolute_error", {"greater_is_better": False}),
    "hamming_loss": ("hamming_loss", {"greater_is_better": False}),
}
ALL_ROWS = slice(None)


Splits = list[tuple[Ints, Ints]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """A training set, and what splits inside it must keep apart because those around it do."""

    features: Floats
    target: NDArray[Any]  # as a model is taught it
    strata: Ints  # what splits may keep in proportion
    task: Task = Task.CLASSES
    is_stratified: bool = True
    groups: Ints | None = None  # rows of one group stay on one side
    times: Floats | None = None  # later rows are judged by earlier ones
    weights: Floats | None = None  # how much each row counts
    is_fitted_by_weight: bool = True  # False: the model does not take weights; its scores do

    def fit(self, model: Any, rows: "Ints | slice" = ALL_ROWS) -> Any:  # noqa: ANN401 - any estimator
        """Return the model fitted on some of the rows, with their weights where there are any."""
        weights = self.weights if self.is_fitted_by_weight else None
        weighing = {} if weights is None else {weight_argument(model): weights[rows]}
        return model.fit(self.features[rows], self.target[rows], **weighing)


def tune_model(
    model: Any,  # noqa: ANN401 - any estimator
    spec: ClassifierSpec,
    tuning: Tuning,
    *,
    metric: str,
    training: Training,
    seed: int,
) -> tuple[Any, tuple[Trial, ...]]:
    """Return the model fitted on the training set with the best configuration found inside it, and every trial."""
    if tuning.search is Search.NONE or not spec.search:
        return training.fit(model), ()
    splits = make_inner_splits(tuning, training, seed)
    scorer = find_scorer(metric)
    if tuning.search is Search.OPTUNA:
        from bakeoff.study.cells.optuna_search import search_with_optuna

        return search_with_optuna(
            model, spec, tuning, scorer=scorer, splits=splits, training=training, seed=seed
        )
    if training.weights is not None:
        return _search_by_weight(
            model, spec, tuning, scorer=scorer, splits=splits, training=training, seed=seed
        )
    search = _make_search(model, spec, tuning, scorer=scorer, splits=splits, seed=seed)
    search.fit(training.features, training.target)
    return search.best_estimator_, _list_trials(search)


def _search_by_weight(
    model: Any,  # noqa: ANN401
    spec: ClassifierSpec,
    tuning: Tuning,
    *,
    scorer: Any,  # noqa: ANN401
    splits: Splits,
    training: Training,
    seed: int,
) -> tuple[Any, tuple[Trial, ...]]:
    """Search as scikit-learn's grid and random searches do, which do not weigh what they score by."""
    from sklearn.base import clone
    from sklearn.model_selection import ParameterGrid, ParameterSampler

    space = _make_space(model, spec)
    if tuning.search is Search.RANDOM:
        configurations = list(ParameterSampler(space, tuning.trials, random_state=seed))
    else:
        configurations = list(ParameterGrid(space))
    means = [
        mean_inner_score(clone(model).set_params(**each), scorer, splits, training) for each in configurations
    ]
    if not np.isfinite(means).any():
        raise ValueError(f"all {len(means)} configurations failed")
    best = int(np.nanargmax(means))
    trials = tuple(
        Trial(
            number=i,
            parameters=trial_text(each),
            score=None if np.isnan(mean) else mean,
            chosen=i == best,
        )
        for i, (each, mean) in enumerate(zip(configurations, means, strict=True))
    )
    return training.fit(clone(model).set_params(**configurations[best])), trials


def mean_inner_score(model: Any, scorer: Any, splits: Splits, training: Training) -> float:  # noqa: ANN401
    """Return the mean score of a configuration over the inner splits; NaN where it fails in one of them."""
    from sklearn.base import clone

    weights = training.weights
    scores = []
    for train, test in splits:
        weighing = {} if weights is None else {"sample_weight": weights[test]}
        try:
            fitted = training.fit(clone(model), train)
            scores.append(scorer(fitted, training.features[test], training.target[test], **weighing))
        except Exception as error:
            warnings.warn(f"a configuration failed: {type(error).__name__}: {error}", stacklevel=2)
            return float("nan")
    return float(np.mean(scores))


def find_scorer(metric: str) -> Any:  # noqa: ANN401
    """Return scikit-learn's scorer of a metric, greater is better."""
    from sklearn import metrics
    from sklearn.metrics import get_scorer, make_scorer

    if metric in FUNCTIONS:
        name, options = FUNCTIONS[metric]
        return make_scorer(getattr(metrics, name), **options)
    return get_scorer(SCORERS.get(metric, metric))


def make_inner_splits(tuning: Tuning, training: Training, seed: int) -> Splits:
    """Return the splits inside the training set: folds, or one into T1 and T2; of the kind of those around it.

    Groups stay together and the past judges the future where they do so outside: a configuration that is chosen by
    rows that it has half seen would be the one that remembers best.
    """
    _require_enough(tuning, training)
    if training.times is not None:
        return _split_by_time(tuning, training.times, training.groups)
    splitter = _make_splitter(tuning, training, seed)
    rows = np.zeros(training.strata.size)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # a class smaller than the folds is no matter of the estimator
        return list(splitter.split(rows, training.strata, training.groups))


def _require_enough(tuning: Tuning, training: Training) -> None:
    groups = training.groups
    have, what = (
        (training.strata.size, "training rows") if groups is None else (np.unique(groups).size, "groups")
    )
    least = max(2, tuning.folds) + (training.times is not None and tuning.folds > 1)
    if have < least:
        raise RunError(
            f"{have} {what} cannot be tuned on {write_count(tuning.folds, 'fold')}",
            where="tuning",
            fix="use fewer folds in [tuning]",
            code="BO474",
        )


def _make_splitter(tuning: Tuning, training: Training, seed: int) -> Any:  # noqa: ANN401 - scikit-learn is untyped
    from sklearn import model_selection as ms

    counts = np.bincount(training.strata)
    if tuning.folds == 1:
        kind = (
            ms.StratifiedShuffleSplit
            if counts[counts > 0].min() > 1 and training.is_stratified
            else ms.ShuffleSplit
        )
        kind = kind if training.groups is None else ms.GroupShuffleSplit
        return kind(1, test_size=HELD_OUT, random_state=seed)
    stratified = training.is_stratified and counts.max() >= tuning.folds
    if training.groups is not None and not stratified:
        return ms.GroupKFold(tuning.folds)
    kind = ms.StratifiedKFold if stratified else ms.KFold
    kind = kind if training.groups is None else ms.StratifiedGroupKFold
    return kind(tuning.folds, shuffle=True, random_state=seed)


def _split_by_time(tuning: Tuning, times: Floats, groups: Ints | None) -> Splits:
    """Return splits that test later rows than they train on; without rows of a group that is tested."""
    from sklearn.model_selection import TimeSeriesSplit

    order = np.argsort(times, kind="stable")
    if tuning.folds == 1:
        cut = min(max(1, round((1 - HELD_OUT) * order.size)), order.size - 1)
        splits = [(order[:cut], order[cut:])]
    else:
        splits = [(order[train], order[test]) for train, test in TimeSeriesSplit(tuning.folds).split(order)]
    if groups is None:
        return splits
    return [(train[~np.isin(groups[train], groups[test])], test) for train, test in splits]


def _make_search(
    model: Any,  # noqa: ANN401
    spec: ClassifierSpec,
    tuning: Tuning,
    *,
    scorer: Any,  # noqa: ANN401
    splits: Splits,
    seed: int,
) -> Any:  # noqa: ANN401
    from sklearn import model_selection as ms

    options = {
        "scoring": scorer,
        "cv": splits,
        "refit": True,
        "n_jobs": 1,
    }
    space = _make_space(model, spec)
    if tuning.search is Search.GRID:
        return ms.GridSearchCV(model, space, **options)
    if tuning.search is Search.HALVING:
        from sklearn.experimental import enable_halving_search_cv  # noqa: F401 - it switches the search on

        return ms.HalvingGridSearchCV(model, space, random_state=seed, **options)
    return ms.RandomizedSearchCV(model, space, n_iter=tuning.trials, random_state=seed, **options)


def _make_space(model: Any, spec: ClassifierSpec) -> dict[str, Any]:  # noqa: ANN401
    return {pipeline_parameter(model, name): _search_space(values) for name, values in spec.search.items()}


def _search_space(values: Any) -> Any:  # noqa: ANN401 - what the searches of scikit-learn take
    if not isinstance(values, Range):
        return list(values)
    from scipy.stats import loguniform, randint, uniform

    if values.integer and values.log:
        return _LogIntegers(int(values.low), int(values.high))
    if values.integer:
        return randint(int(values.low), int(values.high) + 1)
    return (
        loguniform(values.low, values.high) if values.log else uniform(values.low, values.high - values.low)
    )


class _LogIntegers:
    """Whole numbers, each factor of two as likely as the next."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def rvs(self, random_state: Any = None) -> int:  # noqa: ANN401 - as scipy's distributions take it
        """Draw one number."""
        from scipy.stats import loguniform

        return int(loguniform(self.low, self.high + 1).rvs(random_state=random_state))


def _list_trials(search: Any) -> tuple[Trial, ...]:  # noqa: ANN401
    tried = search.cv_results_
    return tuple(
        Trial(
            number=i,
            parameters=trial_text(parameters),
            score=None if np.isnan(score) else float(score),
            chosen=bool(i == search.best_index_),  # not one of numpy's: a database would keep its bytes
        )
        for i, (parameters, score) in enumerate(zip(tried["params"], tried["mean_test_score"], strict=True))
    )


def trial_text(parameters: Any) -> str:  # noqa: ANN401
    """Return a configuration as JSON, without the prefix of the pipeline."""
    plain = {name.removeprefix(f"{MODEL}__"): _plain_value(value) for name, value in parameters.items()}
    return json.dumps(plain, sort_keys=True, default=str)


def _plain_value(value: Any) -> Any:  # noqa: ANN401
    return value.item() if isinstance(value, np.generic) else value
