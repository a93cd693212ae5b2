"""Weights of rows: under which name an estimator takes them, and what cannot be done with them."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import UsageError
from bakeoff.core.words import write_list
from bakeoff.study.cells.estimators import make_estimator
from bakeoff.study.specification.specification import Search, Specification


def weight_argument(model: Any) -> str:  # noqa: ANN401
    """Return under which name `fit` of an estimator takes the weights of rows; in a pipeline, its last step's."""
    from sklearn.pipeline import Pipeline

    if not isinstance(model, Pipeline):
        return "sample_weight"
    name, last = model.steps[-1]
    return f"{name}__{weight_argument(last)}"


def takes_weights(model: Any) -> bool:  # noqa: ANN401
    """Say whether an estimator, or the last step of a pipeline, can be trained by weights of rows."""
    from sklearn.pipeline import Pipeline
    from sklearn.utils.validation import has_fit_parameter

    while isinstance(model, Pipeline):
        model = model.steps[-1][1]
    return bool(has_fit_parameter(model, "sample_weight"))


def require_weights(spec: Specification, datasets: Sequence[Dataset]) -> None:
    """Refuse what cannot be trained or tuned by weights, where a dataset has some."""
    weighted = [dataset.name for dataset in datasets if dataset.weights is not None]
    if weighted:
        _require_weights_taken(spec, weighted)
        _require_weighable_search(spec, weighted)


def _require_weights_taken(spec: Specification, weighted: Sequence[str]) -> None:
    """Refuse classifiers that cannot be trained by the weights that some datasets have, and are not said not to."""
    unable = [c.name for c in spec.classifiers if c.sample_weights and not takes_weights(make_estimator(c))]
    if unable:
        raise UsageError(
            f"{write_list([repr(name) for name in unable], most=5)} {'takes' if len(unable) == 1 else 'take'} no "
            f"sample weights in fit, and {write_list([repr(name) for name in weighted], most=3)} "
            f"{'has' if len(weighted) == 1 else 'have'} some",
            where="classifiers",
            fix="leave them out, or say sample_weights = false for them: trained without weights, scored with them",
            code="BO945",
        )


def _require_weighable_search(spec: Specification, weighted: Sequence[str]) -> None:
    """Refuse a halving search on datasets with weights: it would choose by unweighted scores."""
    halved = [c.name for c in spec.classifiers if c.search and spec.tuning_of(c).search is Search.HALVING]
    if halved:
        raise UsageError(
            f"{write_list([repr(name) for name in halved], most=5)}: a halving search does not weigh what it scores, "
            f"and {write_list([repr(name) for name in weighted], most=3)} "
            f"{'has' if len(weighted) == 1 else 'have'} weights",
            where="tuning",
            fix='use search = "grid", "random" or "optuna"',
            code="BO948",
        )
