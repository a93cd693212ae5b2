"""Thresholds that are never judged on the examples they were chosen on: parts, choices on the others, decisions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.curves.roc import monotone_best

PARTS = 10
REPEATS = 5  # odd, so that decisions have a majority


class ScoreLevels(NamedTuple):
    """Examples by ascending score, sorted once: whatever is summed over them comes in this order."""

    order: Ints
    starts: Ints  # first place of every distinct score
    level: Ints  # of each example: which distinct score it has


def levels_of(scores: Floats) -> ScoreLevels:
    """Return the examples by ascending score, and which of them tie."""
    order = np.argsort(scores, kind="stable")
    values = scores[order]
    new = np.append([True], values[1:] != values[:-1])
    level = np.empty(scores.size, dtype=np.int64)
    level[order] = np.cumsum(new) - 1
    return ScoreLevels(order, np.flatnonzero(new), level)


def stratified_parts(
    positive: Bools,
    *,
    rng: np.random.Generator,
    scores: Floats,
    clusters: NDArray[np.generic] | None = None,
    parts: int = PARTS,
    repeats: int = REPEATS,
) -> Ints:
    """Return the part of every example, repeats × examples: each part with its share of either class.

    Clusters stay together. There are fewer parts where a class (or the clusters) would not reach. `scores`,
    a row for each example, put the examples in an order of their own, so that the order in which they came does not
    matter: examples that are alike in class and scores may stand for each other.
    """
    code = None if clusters is None else np.unique(clusters, return_inverse=True)[1]
    units = min(int(positive.sum()), int((~positive).sum()))
    if code is not None:
        units = min(units, int(code.max()) + 1)
    if units < 2:
        raise ProcedureError(
            "thresholds are chosen on one part of the examples and judged on another, which takes two examples of "
            "each class (or two clusters)",
            where="positive, clusters",
            fix="test on more examples, or say the threshold",
            code="BO051",
        )
    count = min(parts, units)
    if code is not None:
        return np.stack([_cluster_parts(positive, code, count, rng) for _ in range(repeats)])
    order = _order_by_scores(positive, scores)
    return np.stack([_example_parts(positive, order, count, rng) for _ in range(repeats)])


def _order_by_scores(positive: Bools, scores: Floats) -> Ints:
    """Return the examples by class and scores, in an order that is the same when classifiers change their places.

    What stays the same comes first; where it ties, the classifiers are asked in an order of their own, by what each
    has on all examples. Those that have the same may stand for each other.
    """
    places = np.stack([np.unique(column, return_inverse=True)[1] for column in scores.T], axis=1)
    alike = (places**2).sum(axis=1)
    own = [np.stack([positive, alike, column]) for column in places.T]
    content = [rows[:, np.lexsort(rows)].tobytes() for rows in own]
    by_content = sorted(range(len(own)), key=content.__getitem__)
    return np.lexsort((*places.T[by_content], alike, positive))


def _example_parts(positive: Bools, order: Ints, count: int, rng: np.random.Generator) -> Ints:
    negatives = int((~positive).sum())
    mixed = np.concatenate([rng.permutation(negatives), negatives + rng.permutation(order.size - negatives)])
    part = np.empty(order.size, dtype=np.int64)
    part[order[mixed]] = np.arange(order.size) % count
    return part


def _cluster_parts(positive: Bools, code: Ints, count: int, rng: np.random.Generator) -> Ints:
    mixed = rng.permutation(int(code.max()) + 1)
    held = np.bincount(code, weights=positive)[mixed]
    dealt = mixed[np.argsort(held, kind="stable")]
    part = np.empty(mixed.size, dtype=np.int64)
    part[dealt] = np.arange(mixed.size) % count
    return part[code]


def cross_fit_decisions(scores: Floats, gains: Floats, *, parts: Ints) -> Bools:
    """Return for each repeat and example whether it is called positive, by a threshold chosen on the other parts.

    Parameters
    ----------
    scores
        Of one classifier.
    gains
        What calling each example positive saves, against calling it negative; negative where it costs more.
    parts
        Repeats × examples, such as `stratified_parts` gives, or the folds of a cross-validation.

    Examples
    --------
    >>> scores, parts = np.array([0.1, 0.2, 0.7, 0.8]), np.array([[0, 1, 0, 1]])
    >>> cross_fit_decisions(scores, np.array([-1.0, -1, 5, 5]), parts=parts).tolist()
    [[False, False, False, True]]
    """
    ranked = levels_of(scores)
    decided = np.empty(parts.shape, dtype=bool)
    for row, part in enumerate(parts):
        for k in np.unique(part):
            held = part == k
            decided[row, held] = ranked.level[held] >= _best_level(ranked, np.where(held, 0.0, gains))
    return decided


def cross_fit_by_rule(scores: Floats, positive: Bools, *, rule: str, parts: Ints) -> Bools:
    """Return for each repeat and example whether it is called positive, by the best threshold on the other parts.

    `rule` is accuracy, youden or f1: what is to be highest there.

    Examples
    --------
    >>> scores, positive = np.array([0.1, 0.2, 0.7, 0.8]), np.array([False, True, False, True])
    >>> cross_fit_by_rule(scores, positive, rule="f1", parts=np.array([[0, 1, 1, 0]])).tolist()
    [[False, False, False, True]]
    """
    ranked = levels_of(scores)
    decided = np.empty(parts.shape, dtype=bool)
    for row, part in enumerate(parts):
        for k in np.unique(part):
            held = part == k
            decided[row, held] = ranked.level[held] >= _best_level_by_rule(ranked, positive, ~held, rule)
    return decided


def choose_by_rule(scores: Floats, positive: Bools, *, rule: str) -> float:
    """Return the lowest score that is called positive, by the best threshold on these very examples; infinite: none."""
    ranked = levels_of(scores)
    best = _best_level_by_rule(ranked, positive, np.ones(scores.size, dtype=bool), rule)
    return float(scores[ranked.order[ranked.starts[best]]]) if best < ranked.starts.size else float("inf")


def _best_level_by_rule(ranked: ScoreLevels, positive: Bools, kept: Bools, rule: str) -> int:
    """Return the level from which on examples are called positive; of equals the highest."""
    true, false = (
        np.append(0, np.cumsum(np.add.reduceat(counted, ranked.starts, dtype=np.int64)[::-1]))
        for counted in ((kept & positive)[ranked.order], (kept & ~positive)[ranked.order])
    )
    values = _RULE_VALUES[rule](true, false)
    return int(ranked.starts.size - np.argmax(values >= values.max() - 1e-12))


def _accuracy_values(true: Ints, false: Ints) -> Floats:
    return (true - false) / max(1, int(true[-1] + false[-1]))


def _youden_values(true: Ints, false: Ints) -> Floats:
    return true / max(1, int(true[-1])) - false / max(1, int(false[-1]))


def _f1_values(true: Ints, false: Ints) -> Floats:
    values: Floats = 2 * true / np.maximum(1, true + false + true[-1])
    return values


_RULE_VALUES = {"accuracy": _accuracy_values, "youden": _youden_values, "f1": _f1_values}


def choose_threshold(scores: Floats, gains: Floats) -> float:
    """Return the lowest score that is called positive, to gain most on these very examples; infinite: none."""
    ranked = levels_of(scores)
    best = _best_level(ranked, gains)
    return float(scores[ranked.order[ranked.starts[best]]]) if best < ranked.starts.size else float("inf")


def _best_level(ranked: ScoreLevels, gains: Floats) -> int:
    """Return the level from which on examples are called positive; of equals the highest."""
    by_level = np.add.reduceat(gains[ranked.order], ranked.starts)
    through = np.append(0.0, np.cumsum(by_level[::-1]))  # of the highest so many levels
    noise = 1e-12 * float(np.abs(by_level).sum())
    return int(by_level.size - np.argmax(through >= through.max() - noise))


def switches(scores: Floats, positive: Bools, *, probability_costs: Floats, parts: Ints) -> NDArray[np.int16]:
    """Return for each repeat and example the first operating point at which it is called positive.

    The thresholds of an example's part are those with the least cost on the other parts, one for each operating
    point, in ascending order; as missing a positive costs more they fall, so that one number tells all decisions.
    It is the number of operating points where the example is never called positive.
    """
    ranked = levels_of(scores)
    sorted_positive = positive[ranked.order]
    first_points = np.empty(parts.shape, dtype=np.int16)
    for row, part in enumerate(parts):
        sorted_part = part[ranked.order]
        for k in np.unique(part):
            level = _levels_by_cost(ranked, sorted_positive, sorted_part != k, probability_costs)
            held = np.flatnonzero(part == k)
            # Called positive where the threshold's level is at most the example's; levels fall along the grid.
            first_points[row, held] = level.size - np.searchsorted(
                level[::-1], ranked.level[held], side="right"
            )
    return first_points


def _levels_by_cost(ranked: ScoreLevels, positive: Bools, kept: Bools, probability_costs: Floats) -> Ints:
    """Return the level from which on examples are called positive, for each operating point."""
    true, false = (
        np.append(0, np.cumsum(np.add.reduceat(counted, ranked.starts, dtype=np.int64)[::-1]))
        for counted in (kept & positive, kept & ~positive)
    )
    # A level that no kept example has is not chosen: of equals the first, that is the highest, is.
    best = monotone_best(true / max(1, true[-1]), false / max(1, false[-1]), probability_costs)
    return ranked.starts.size - best
