"""What scikit-learn wants: a transformer that makes every dataset fit for every classifier."""

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin

from bakeoff.core.arrays import Floats
from bakeoff.core.datasets import Dataset, FeatureColumn, NumericColumn, TextColumn

if TYPE_CHECKING:
    from bakeoff.core.arrays import Bools

MOST_LEVELS = 50  # of one column; rarer levels share one indicator
MOST_WORDS = 1000  # of one column of texts: those that most training rows have
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
    mean 0 and variance 1. Texts: the weights (tf-idf) of the words that most training rows have. Categories: missing
    is a level of its own; one indicator for each level, one for all rare levels; levels first met in testing count as
    rare. What does not vary in training is dropped. To be fitted inside the fold, on training rows only.
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
    texts = np.array([isinstance(column, TextColumn) for column in dataset.features], dtype=np.bool_)
    if (kinds & ~texts).any():
        parts.append(("categorical", _make_categorical(), np.flatnonzero(kinds & ~texts).tolist()))
    parts += [
        (f"text {dataset.features[j].name}", _make_words(dataset.features[j]), [j])
        for j in np.flatnonzero(texts).tolist()
    ]
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


class TextOfCodes(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Returns the texts that a column of codes stands for; no text where the code is missing."""

    def __init__(self, levels: tuple[str, ...]) -> None:
        self.levels = levels

    def fit(self, X: Floats, y: object = None) -> "TextOfCodes":  # noqa: N803 - scikit-learn's name
        """Learn nothing."""
        del y
        self.n_features_in_ = np.asarray(X).shape[1]
        return self

    def transform(self, X: Floats) -> list[str]:  # noqa: N803
        """Return the text of each row."""
        return [find_text(self.levels, code) for code in np.asarray(X)[:, 0].tolist()]


def find_text(levels: tuple[str, ...], code: float) -> str:
    """Return the text of a code; nothing where it is missing."""
    return "" if code != code else levels[int(code)]


class NamedColumns(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Returns the columns of a dataset as a frame: numbers as numbers, categories and texts as text."""

    def __init__(self, columns: tuple[tuple[str, tuple[str, ...] | None], ...]) -> None:
        self.columns = columns  # of each its name, and its levels where it has some

    def fit(self, X: Floats, y: object = None) -> "NamedColumns":  # noqa: N803
        """Learn nothing."""
        del y
        self.n_features_in_ = np.asarray(X).shape[1]
        return self

    def transform(self, X: Floats) -> Any:  # noqa: ANN401, N803 - a frame
        """Return the frame."""
        import pandas as pd

        table = np.asarray(X)
        return pd.DataFrame(
            {
                name: table[:, j] if levels is None else [find_text(levels, c) for c in table[:, j].tolist()]
                for j, (name, levels) in enumerate(self.columns)
            }
        )


def make_frame_maker(dataset: Dataset) -> NamedColumns:
    """Return the transformer of `dataset.matrix()[0]` to a frame with its columns by name."""
    return NamedColumns(
        tuple((c.name, None if isinstance(c, NumericColumn) else c.levels) for c in dataset.features)
    )


def _make_words(column: FeatureColumn) -> Any:  # noqa: ANN401
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import Pipeline

    levels = () if isinstance(column, NumericColumn) else column.levels
    return Pipeline([("texts", TextOfCodes(levels)), ("words", TfidfVectorizer(max_features=MOST_WORDS))])


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
