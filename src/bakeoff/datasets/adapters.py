"""What scikit-learn wants: a transformer that makes every dataset fit for every classifier."""

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin

from bakeoff.core.arrays import Floats
from bakeoff.core.datasets import Dataset

if TYPE_CHECKING:
    from bakeoff.core.arrays import Bools

MOST_LEVELS = 50  # of one column; rarer levels share one indicator
RARE = 2  # a level seen fewer times in training shares that indicator too


class VaryingColumns(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Keeps the columns that vary in training; the first one where none does.

    A column that is wholly missing, or constant, in the training part of a fold teaches nothing there. It goes in
    that fold only.
    """

    def fit(self, X: Floats, y: object = None) -> "VaryingColumns":  # noqa: N803 - scikit-learn's name
        """Note which columns vary."""
        del y
        table = np.asarray(X)
        varying = (table != table[:1]).any(axis=0)
        if not varying.any():
            varying[:1] = True
        self.kept_: Bools = varying
        self.n_features_in_ = table.shape[1]
        return self

    def transform(self, X: Floats) -> Floats:  # noqa: N803
        """Return the columns that varied in training."""
        return np.asarray(X)[:, self.kept_]


def make_preprocessing(dataset: Dataset, *, gaps: bool = False) -> Any:  # noqa: ANN401 - scikit-learn is untyped
    """Return an unfitted transformer of `dataset.matrix()[0]` to a table that every classifier takes.

    `gaps` says that values will be missing which are not missing in the dataset.

    Numbers: missing ones become the median, with an indicator of where they were missing, then all are scaled to
    mean 0 and variance 1. Categories: missing is a level of its own; one indicator for each level, one for all rare
    levels; levels first met in testing count as rare. What does not vary in training is dropped. To be fitted inside
    the fold, on training rows only.
    """
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import Pipeline

    kinds = dataset.matrix_kinds()
    if not (gaps or kinds.any() or any(column.missing.any() for column in dataset.features)):
        return Pipeline(
            [("varying", VaryingColumns()), ("scale", _make_scaler())]
        )  # nothing to fill or encode
    parts: list[tuple[str, Any, list[int]]] = []
    if not kinds.all():
        parts.append(("numeric", _make_numeric(), np.flatnonzero(~kinds).tolist()))
    if kinds.any():
        parts.append(("categorical", _make_categorical(), np.flatnonzero(kinds).tolist()))
    columns = ColumnTransformer(parts, sparse_threshold=0.0)
    return Pipeline([("columns", columns), ("varying", VaryingColumns())])


def _make_numeric() -> Any:  # noqa: ANN401
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline

    fill = SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)
    return Pipeline([("fill", fill), ("scale", _make_scaler())])


def _make_scaler() -> Any:  # noqa: ANN401
    from sklearn.preprocessing import StandardScaler

    return StandardScaler()


def _make_categorical() -> Any:  # noqa: ANN401
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import OneHotEncoder

    fill = SimpleImputer(strategy="constant", fill_value=-1.0, keep_empty_features=True)
    levels = OneHotEncoder(
        handle_unknown="infrequent_if_exist",
        min_frequency=RARE,
        max_categories=MOST_LEVELS,
        sparse_output=False,
    )
    return Pipeline([("fill", fill), ("levels", levels)])
