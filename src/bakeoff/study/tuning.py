"""Tuning: a configuration is chosen inside the training set, refitted on all of it, and every attempt is recorded."""

import json
from typing import Any

import numpy as np

from bakeoff.core.errors import RunError
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.outcomes import Trial
from bakeoff.study.estimators import MODEL, parameter
from bakeoff.study.specification import ClassifierSpec, Range, Search, Tuning

SCORERS = {  # what scikit-learn calls our metrics, where it is not the same
    "mcc": "matthews_corrcoef",
    "log_loss": "neg_log_loss",
    "error_rate": "accuracy",
    "brier": "neg_brier_score",
    "roc_auc": "roc_auc_ovr",
}


def tuned(
    model: Any,  # noqa: ANN401 - any estimator
    spec: ClassifierSpec,
    tuning: Tuning,
    *,
    metric: str,
    features: Floats,
    target: Ints,
    seed: int,
) -> tuple[Any, tuple[Trial, ...]]:
    """Return the model fitted on the training set with the best configuration found inside it, and every trial."""
    if tuning.search is Search.NONE or not spec.search:
        return model.fit(features, target), ()
    if tuning.search is Search.OPTUNA:
        from bakeoff.study.optuna_search import searched

        return searched(
            model, spec, tuning, scorer=scorer_of(metric), cv=inner_splits(tuning, target, seed), features=features,
            target=target, seed=seed,
        )  # fmt: skip
    search = _search(model, spec, tuning, metric=metric, target=target, seed=seed)
    search.fit(features, target)
    return search.best_estimator_, _trials(search)


def scorer_of(metric: str) -> Any:  # noqa: ANN401
    """Return scikit-learn's scorer of a metric, greater is better."""
    from sklearn.metrics import cohen_kappa_score, get_scorer, make_scorer

    if metric == "kappa":
        return make_scorer(cohen_kappa_score)
    return get_scorer(SCORERS.get(metric, metric))


def inner_splits(tuning: Tuning, target: Ints, seed: int) -> Any:  # noqa: ANN401
    """Return the splits of the training set: folds, or one into T1 and T2; stratified where the classes allow it."""
    from sklearn import model_selection as ms

    counts = np.bincount(target)
    smallest = counts[counts > 0].min()
    if tuning.folds == 1:
        kind = ms.StratifiedShuffleSplit if smallest > 1 else ms.ShuffleSplit
        return kind(1, test_size=0.3, random_state=seed)
    if target.size < tuning.folds:
        raise RunError(
            f"{target.size} training rows cannot be tuned on {tuning.folds} folds",
            where="tuning",
            fix="use fewer folds in [tuning]",
            code="BO474",
        )
    kind = ms.StratifiedKFold if counts.max() >= tuning.folds else ms.KFold
    return kind(tuning.folds, shuffle=True, random_state=seed)


def _search(model: Any, spec: ClassifierSpec, tuning: Tuning, *, metric: str, target: Ints, seed: int) -> Any:  # noqa: ANN401
    from sklearn import model_selection as ms

    options = {
        "scoring": scorer_of(metric),
        "cv": inner_splits(tuning, target, seed),
        "refit": True,
        "n_jobs": 1,
    }
    space = {parameter(model, name): _space(values) for name, values in spec.search.items()}
    if tuning.search is Search.GRID:
        return ms.GridSearchCV(model, space, **options)
    if tuning.search is Search.HALVING:
        from sklearn.experimental import enable_halving_search_cv  # noqa: F401 - it switches the search on

        return ms.HalvingGridSearchCV(model, space, random_state=seed, **options)
    return ms.RandomizedSearchCV(model, space, n_iter=tuning.trials, random_state=seed, **options)


def _space(values: Any) -> Any:  # noqa: ANN401 - what the searches of scikit-learn take
    if not isinstance(values, Range):
        return list(values)
    from scipy.stats import loguniform, randint, uniform

    if values.integer:
        return randint(int(values.low), int(values.high) + 1)
    return (
        loguniform(values.low, values.high) if values.log else uniform(values.low, values.high - values.low)
    )


def _trials(search: Any) -> tuple[Trial, ...]:  # noqa: ANN401
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
    plain = {name.removeprefix(f"{MODEL}__"): _plain(value) for name, value in parameters.items()}
    return json.dumps(plain, sort_keys=True, default=str)


def _plain(value: Any) -> Any:  # noqa: ANN401
    return value.item() if isinstance(value, np.generic) else value
