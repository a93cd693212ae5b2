"""Factors of datasets and classifiers: an analysis of variance with datasets as plots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.checks import check_complete
from bakeoff.procedures.base.distributions import f_sf


@dataclass(frozen=True, slots=True)
class Effect:
    """One line of the analysis of variance."""

    factor: str
    sum_of_squares: float
    df: int
    f: float | None  # None where no degrees of freedom, or no deviations, are left
    p_value: float | None
    residual_df: int  # of the deviations it is held against


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPlot:
    """Properties of datasets judged between datasets; the classifier and its interplay with them within."""

    properties: tuple[Effect, ...]
    classifiers: tuple[Effect, ...]  # the classifier, or each part that its differences were taken apart into
    interplays: tuple[Effect, ...]  # of these with each property
    between_df: int
    within_df: int


def split_plot(
    scores: Floats,
    *,
    properties: Mapping[str, Sequence[object]],
    contrasts: Mapping[str, Floats] | None = None,
) -> SplitPlot:
    """Return what properties of datasets, the classifier, and their interplay contribute to the scores.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Complete.
    properties : mapping
        Name of each property to its level on every dataset. Additive between properties.
    contrasts : mapping, optional
        Name to an array with a row for each classifier: orthonormal columns, orthogonal to those of the others and to
        the mean, which take the differences of the classifiers apart. Without it they are one factor.

    Notes
    -----
    Null of each line: the factor makes no difference to the mean score. A property differs between datasets, so it is
    held against the deviations of whole datasets; the classifiers share datasets, so they are held against deviations
    within, and parts of their differences against the deviations of the same part. Each property is adjusted for all
    others (type II), which changes nothing where every combination is there equally often. Assumes independent
    datasets, additive effects of the properties, roughly normal deviations, and differences of any two classifiers
    that vary equally. Source: `fisher1935`.

    Examples
    --------
    >>> scores = np.array([[0.9, 0.8], [0.88, 0.8], [0.8, 0.6], [0.82, 0.6]])
    >>> made = split_plot(scores, properties={"noise": [0, 0, 1, 1]})
    >>> made.classifiers[0].df, made.between_df, made.within_df, round(made.interplays[0].f, 1)
    (1, 2, 2, 72.0)
    """
    values = check_complete(scores)
    n, k = values.shape
    columns = {name: _dummy_columns(levels, n) for name, levels in properties.items()}
    everything = np.column_stack([np.ones(n), *columns.values()])
    rank = int(np.linalg.matrix_rank(everything))
    means = values.mean(axis=1, keepdims=True)
    within = values - means
    parts = {"classifier": _helmert_columns(k)} if contrasts is None else contrasts
    between_df, within_df = n - rank, (k - 1) * (n - rank)
    noise = 1e-20 * float(np.abs(values).max()) ** 2 * values.size
    between_rest = _drop_rounding(k * _split_plot_residual(everything, means), noise)
    rests = {
        part: _drop_rounding(_split_plot_residual(everything, within @ basis), noise)
        for part, basis in parts.items()
    }

    def line(factor: str, squares: float, df: int, rest: float, rest_df: int) -> Effect:
        squares = _drop_rounding(squares, noise)
        if df == 0 or rest_df == 0 or rest == 0.0:
            return Effect(factor, squares, df, None, None, rest_df)
        f = squares / df / (rest / rest_df)
        return Effect(factor, squares, df, f, f_sf(f, df, rest_df), rest_df)

    main, interplays = [], []
    for name in columns:
        others = np.column_stack([np.ones(n), *(c for other, c in columns.items() if other != name)])
        df = rank - int(np.linalg.matrix_rank(others))
        gain = k * (_split_plot_residual(others, means) - _split_plot_residual(everything, means))
        main.append(line(name, gain, df, between_rest, between_df))
        for part, basis in parts.items():
            projected, size = within @ basis, basis.shape[1]
            gain = _split_plot_residual(others, projected) - _split_plot_residual(everything, projected)
            interplays.append(line(f"{part} × {name}", gain, size * df, rests[part], size * between_df))
    classifiers = [
        line(
            part,
            n * float(((within @ basis).mean(axis=0) ** 2).sum()),
            basis.shape[1],
            rests[part],
            basis.shape[1] * between_df,
        )
        for part, basis in parts.items()
    ]
    return SplitPlot(
        properties=tuple(main),
        classifiers=tuple(classifiers),
        interplays=tuple(interplays),
        between_df=between_df,
        within_df=within_df,
    )


def _helmert_columns(k: int) -> Floats:
    """Return orthonormal columns that span all differences of so many classifiers (Helmert's)."""
    basis = np.zeros((k, k - 1))
    for j in range(k - 1):
        basis[: j + 1, j] = 1.0
        basis[j + 1, j] = -(j + 1.0)
    columns: Floats = basis / np.sqrt((basis**2).sum(axis=0))
    return columns


def _dummy_columns(levels: Sequence[object], n: int) -> Floats:
    if len(levels) != n:
        raise ProcedureError(
            f"{len(levels)} levels for {n} datasets",
            where="properties",
            fix="give one level of every property for each dataset",
            code="BO052",
        )
    names = list(dict.fromkeys(levels))
    return np.array([[float(level == name) for name in names[1:]] for level in levels]).reshape(n, -1)


def _split_plot_residual(design: Floats, responses: Floats) -> float:
    fitted = design @ np.linalg.lstsq(design, responses, rcond=None)[0]
    return float(((responses - fitted) ** 2).sum())


def _drop_rounding(squares: float, noise: float) -> float:
    """Return a sum of squares, or zero where it is nothing but rounding."""
    return squares if squares > noise else 0.0
