"""Which ranks are real: confidence sets for the ranks of many entries on the same units (items, groups, datasets).

All pairs are tested at once, by the largest of their statistics; the best rank of an entry is 1 more than the number of
entries proved better, its worst rank the number of entries less those proved worse. "Pairs" are pairs of columns.
"""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_finite, check_level

Singles = NDArray[np.float32]
DRAWS = 2000
LEAST_DRAWS = 100
_ENUMERATED = 11  # units of which all 2^(units − 1) flips are taken
_NOISE = 1e-9  # of the largest: columns that differ by less are the same
_CHUNK = 4_000_000  # numbers held at once
_TIED = np.float32(1 + 2e-5)  # single precision: what differs by less is a tie


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSets:
    """The ranks that each entry may have, 1 for the best; simultaneous ones hold for all entries together."""

    best: Ints
    worst: Ints
    best_marginal: Ints  # of one entry that was named beforehand
    worst_marginal: Ints
    better: Bools  # entries × entries: the row is proved better than the column, all pairs together
    critical: float  # what the largest statistic of all pairs exceeds by chance with probability 1 − level
    level: float
    draws: int
    units: int

    @property
    def may_be_first(self) -> Bools:
        """Of each entry: whether nobody is proved better, all entries together."""
        first: Bools = self.best == 1
        return first


@check_arguments
def rank_sets(
    parts: Floats, *, rng: np.random.Generator, level: float = 0.95, draws: int = DRAWS
) -> RankSets:
    """Return the ranks that each entry may have, from what each unit adds to the entries' scores.

    Null of a pair: both entries have the same expected score. Every unit's differences change sign together, for all
    pairs alike, which keeps how pairs hang together; a pair is separated if its statistic exceeds the
    largest one of the pairs still in question in all but 1 − level of the flips, step by step. Its statistic is
    the sum of its differences by the root of their sum of squares: McNemar's where units are right or wrong.

    Assumes that units are independent draws. Exact, whatever the number of units, where differences are symmetric under
    the null; for sets of ranks of clustered items give the sums of each cluster as `parts`.

    Parameters
    ----------
    parts
        Units × entries: what each unit adds to the score of each entry, higher is better; complete. Of a mean over
        items: scores by the number of items, summed within clusters.
    rng
        Draws the flips where there are too many to take all.
    level
        Of the sets: simultaneous ones hold for all entries together, marginal ones for one entry.
    draws
        How many flips are drawn.

    References
    ----------
    mogstad2024, westfall1993

    Examples
    --------
    >>> items = np.array([[1, 1, 0]] * 12 + [[1, 0, 1]] * 3 + [[1, 1, 1]] * 30, dtype=float)
    >>> found = rank_sets(items / len(items), rng=np.random.default_rng(1))
    >>> found.best.tolist(), found.worst.tolist()
    ([1, 1, 3], [2, 2, 3])
    """
    check_level(level)
    _check_parts(parts, draws)
    signs = _draw_signs(len(parts), draws, rng)
    # What all entries share has no part in differences, and would cost digits.
    own = parts - parts.mean(axis=1, keepdims=True)
    own /= np.abs(own).max(initial=0.0) or 1.0
    drawn = np.ascontiguousarray((signs @ own.astype(np.float32)).T)
    taken = len(signs) if len(parts) <= _ENUMERATED else len(signs) + 1  # the observed signs are one flip
    place = _rank_set_place(taken, level)
    if len(parts) <= _ENUMERATED and place == taken - 1:
        # The observed signs are among the flips: nothing exceeds the largest of all.
        return _separate_nothing(own, drawn, level)
    return _find_sets(
        own.sum(axis=0),
        _sums_of_squares(own),
        drawn,
        place=place,
        level=level,
        units=len(parts),
    )


@check_arguments
def rank_sets_from_covariance(
    estimates: Floats,
    covariance: Floats,
    *,
    units: int,
    rng: np.random.Generator,
    level: float = 0.95,
    draws: int = DRAWS,
) -> RankSets:
    """Return the ranks that each entry may have, from estimates that are normal with this covariance.

    As `rank_sets`, where an estimate is no sum over units: strengths from battles. Statistics are differences by
    their standard errors, drawn towards zero as few units demand: t/√((u − 1)/u + t²/u) for u units.

    Parameters
    ----------
    estimates, covariance
        Of the entries, higher is better.
    units
        How many independent units are behind the covariance: prompts, annotators or battles.
    rng, level, draws
        As for `rank_sets`.

    References
    ----------
    mogstad2024

    Examples
    --------
    >>> found = rank_sets_from_covariance(np.array([2.0, 1.9, 0.0]), np.eye(3) / 50, units=200,
    ...                                   rng=np.random.default_rng(1))
    >>> found.best.tolist(), found.worst.tolist()
    ([1, 1, 3], [2, 2, 3])
    """
    check_level(level)
    check_finite(estimates, "estimates")
    if covariance.shape != (estimates.size, estimates.size) or units < 2 or not np.isfinite(covariance).all():
        raise ProcedureError(
            f"the covariance of {estimates.size} estimates has so many rows and columns, and two units or more",
            where=f"covariance, of shape {covariance.shape}, {units} units",
            fix="give the covariance of all estimates",
            code="BO052",
        )
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    drawn = (root @ rng.standard_normal((estimates.size, max(draws, LEAST_DRAWS)))).astype(np.float32)
    own = np.diag(covariance)
    variances = own[:, None] + own - covariance - covariance.T
    centred = np.where(variances > _NOISE * np.abs(own).max(initial=0.0), variances, 0.0)
    gaps = estimates[:, None] - estimates
    squares = np.where(centred > 0, centred * (units - 1) / units + gaps**2 / units, 0.0)
    place = _rank_set_place(drawn.shape[1] + 1, level)
    return _find_sets(estimates, squares, drawn, place=place, level=level, units=units, scale=centred)


def _rank_set_place(taken: int, level: float) -> int:
    """Return which of the sorted largest statistics is critical: at most 1 − level of those taken exceed it."""
    return ceil((1 - significance(level)) * taken) - 1


def _separate_nothing(own: Floats, drawn: Singles, level: float) -> RankSets:
    """Return sets of all ranks: units so few that no pair can be separated."""
    units, count = own.shape
    critical = 0.0
    sizes = (own**2).sum(axis=0)
    for entry in range(count - 1):
        squares = ((own[:, entry + 1 :] - own[:, entry, None]) ** 2).sum(axis=0)
        squares[squares <= _NOISE * np.maximum(sizes[entry + 1 :], sizes[entry])] = 0.0
        gaps = np.abs(drawn[entry + 1 :] - drawn[entry]).max(axis=1)
        critical = max(critical, float((gaps * _inverse_roots(squares)).max()))
    first, last = np.ones(count, dtype=np.int64), np.full(count, count, dtype=np.int64)
    return RankSets(
        best=first,
        worst=last,
        best_marginal=first,
        worst_marginal=last,
        better=np.zeros((count, count), dtype=bool),
        critical=critical,
        level=level,
        draws=drawn.shape[1],
        units=units,
    )


def _find_sets(
    scores: Floats,
    squares: Floats,
    drawn: Singles,
    *,
    place: int,
    level: float,
    units: int,
    scale: Floats | None = None,
) -> RankSets:
    """Return both kinds of sets; `squares` are what observed differences are measured in, `scale` drawn ones."""
    gaps = scores[:, None] - scores
    observed = np.abs(gaps) * _inverse_roots(squares)
    inverse = _inverse_roots(squares if scale is None else scale)
    upwards = gaps > 0
    place = min(place, drawn.shape[1] - 1)
    separated, critical = _separate_all(observed.astype(np.float32), inverse, drawn, place)
    alone = _separate_each(observed.astype(np.float32), inverse, drawn, place)
    count = len(scores)
    return RankSets(
        best=1 + (separated & upwards.T).sum(axis=1),
        worst=count - (separated & upwards).sum(axis=1),
        best_marginal=1 + (alone & upwards.T).sum(axis=1),
        worst_marginal=count - (alone & upwards).sum(axis=1),
        better=separated & upwards,
        critical=critical,
        level=level,
        draws=drawn.shape[1],
        units=units,
    )


def _separate_all(observed: Singles, inverse: Singles, drawn: Singles, place: int) -> tuple[Bools, float]:
    """Return which pairs differ when all are judged together, step by step, and the first critical value."""
    open_pairs = np.triu(inverse > 0, 1)
    separated = np.zeros(observed.shape, dtype=bool)
    first = None
    while open_pairs.any():
        critical = np.partition(_rank_set_largest(open_pairs, inverse, drawn), place)[place]
        first = float(critical) if first is None else first
        new = open_pairs & (observed > critical * _TIED)
        if not new.any():
            break
        separated |= new
        open_pairs &= ~new
    return separated | separated.T, first or 0.0


def _rank_set_largest(open_pairs: Bools, inverse: Singles, drawn: Singles) -> Singles:
    """Return of each draw the largest statistic over the pairs in question."""
    largest = np.zeros(drawn.shape[1], dtype=np.float32)
    for entry in np.flatnonzero(open_pairs.any(axis=1)):
        others = np.flatnonzero(open_pairs[entry])
        for some in np.array_split(others, ceil(others.size * drawn.shape[1] / _CHUNK)):
            gaps = np.abs(drawn[some] - drawn[entry])
            gaps *= inverse[entry, some, None]
            np.maximum(largest, gaps.max(axis=0), out=largest)
    return largest


def _separate_each(observed: Singles, inverse: Singles, drawn: Singles, place: int) -> Bools:
    """Return of each entry (row) from whom it differs when only its own pairs are judged, step by step."""
    separated = np.zeros(observed.shape, dtype=bool)
    for entry in range(len(observed)):
        others = np.flatnonzero(inverse[entry])
        gaps = np.abs(drawn[others] - drawn[entry])
        gaps *= inverse[entry, others, None]
        own = observed[entry, others]
        while others.size:
            new = own > np.partition(gaps.max(axis=0), place)[place] * _TIED
            if not new.any():
                break
            separated[entry, others[new]] = True
            others, gaps, own = others[~new], gaps[~new], own[~new]
    return separated


def _sums_of_squares(parts: Floats) -> Floats:
    """Return of each pair of entries the sum of squares of its differences; 0 where both are the same."""
    products = parts.T @ parts
    own = np.diag(products)
    squares: Floats = own[:, None] + own - 2 * products
    same = squares <= _NOISE * np.maximum(own[:, None], own)
    squares[same] = 0.0
    return squares


def _inverse_roots(squares: Floats) -> Singles:
    roots = np.sqrt(squares)
    return np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0).astype(np.float32)


def _draw_signs(units: int, draws: int, rng: np.random.Generator) -> Singles:
    """Return flips × units of signs: all of them of few units (a flip and its opposite are one), otherwise random."""
    if units <= _ENUMERATED:
        bits = (np.arange(2 ** (units - 1))[:, None] >> np.arange(units)) & 1
        return (1 - 2 * bits).astype(np.float32)
    return (1 - 2 * rng.integers(0, 2, size=(draws, units), dtype=np.int8)).astype(np.float32)


def _check_parts(parts: Floats, draws: int) -> None:
    if parts.ndim != 2 or parts.shape[1] < 2 or not np.isfinite(parts).all():
        raise ProcedureError(
            f"ranks are of two entries or more, with a number of each unit; these are of shape {parts.shape}",
            where="parts",
            fix="leave out units that an entry lacks",
            code="BO052",
        )
    if len(parts) < 2:
        raise ProcedureError(
            "ranks need two units or more: of one, nothing is known of how results vary",
            where="parts",
            fix="give scores of single items or datasets",
            code="BO051",
        )
    if draws < LEAST_DRAWS:
        raise ProcedureError(
            f"{draws} flips are too few for a level",
            where="draws",
            fix="draw 2,000",
            code="BO053",
        )
