"""Bands of curves and thresholds chosen by cross-fitting: how often they hold, and how often a test is wrong.

    python -m validation.curves --out docs/validity/curves.json

Scores are normal: of negative examples with mean 0, of positive ones with the mean and standard deviation named, so
that the best cost at every operating point is known. With ties they are rounded to halves. In groups a fifth of their
variance is shared by five examples on average, to the good of a or of b. Scores that are not normal: skewed
(exponential), heavy-tailed (Student's t with 3 degrees of freedom), or of two kinds, where half of the positives look
like negatives and the others lie twice as far off. A run that was stopped goes on where it stopped.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import sqrt

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.curves.cost_curves import OPERATING_POINTS, cross_fit_cost_curves
from bakeoff.procedures.curves.cross_fitting import choose_threshold, cross_fit_decisions, stratified_parts
from bakeoff.procedures.curves.roc import roc_curve
from bakeoff.procedures.curves.roc_bands import roc_region
from bakeoff.procedures.predictions.losses import paired_losses
from validation.cells import Work, measure_missing, options_of
from validation.chosen_folds import SCORED, on_other_folds

Rates = dict[str, float]
Shape = tuple[float, float]  # mean and standard deviation of the positives' scores
SIZES = ((50, 50), (200, 200), (20, 180), (50, 950), (10, 10))
PAIRS: tuple[tuple[Shape, Shape], ...] = (
    ((1.0, 1.0), (1.0, 1.0)),
    ((1.0, 1.0), (1.5, 2.0)),
    ((2.5, 1.0), (2.5, 1.0)),
)
SHAPES: tuple[Shape, ...] = ((1.0, 1.0), (2.5, 1.0))
CORRELATION = 0.5  # between the scores of a and b for the same example
GROUP, LEAN = 5, 0.2  # examples in a group on average, and the share of variance that they have in common
HALVES = np.arange(-8, 14, 0.5) + 0.25  # between scores that are rounded to halves
_THRESHOLDS = np.linspace(-8, 14, 4001)
# Scores that are not normal: the quantile function of negatives' scores, and its inverse.
NOT_NORMAL = {
    "skewed": (lambda u: -np.log1p(-u) - 1, lambda x: -np.expm1(-np.maximum(x + 1, 0))),
    "heavy-tailed": (partial(stdtrit, 3), partial(stdtr, 3)),
    "two kinds": (ndtri, ndtr),
}
_RATES = np.arange(1, 200) / 200


def draw(
    rng: np.random.Generator, m: int, n: int, shapes: tuple[Shape, ...], *, groups: np.ndarray | None = None
) -> np.ndarray:
    """Return scores of m positive and then n negative examples, a column for each classifier."""
    common = sqrt(CORRELATION) * rng.standard_normal((m + n, 1))
    z = common + sqrt(1 - CORRELATION) * rng.standard_normal((m + n, len(shapes)))
    if groups is not None:
        lean = rng.standard_normal(int(groups.max()) + 1)[groups, None] * [1.0, -1.0]
        z = sqrt(1 - LEAN) * z + sqrt(LEAN) * lean
    z[:m] = z[:m] * [s for _, s in shapes] + [d for d, _ in shapes]
    return z


def draw_otherwise(
    rng: np.random.Generator, m: int, n: int, shapes: tuple[Shape, ...], kind: str
) -> np.ndarray:
    """Return scores that are not normal; for the same example those of a and b are as correlated as normal ones."""
    standard = draw(rng, m, n, ((0.0, 1.0),) * len(shapes))
    z = NOT_NORMAL[kind][0](np.clip(ndtr(standard), 1e-12, 1 - 1e-12))
    far = 2.0 * (np.arange(m) % 2)[:, None] if kind == "two kinds" else 1.0
    z[:m] = z[:m] * [s for _, s in shapes] + far * np.array([d for d, _ in shapes])
    return z


def drawn(
    rng: np.random.Generator, m: int, n: int, pair: tuple[Shape, Shape], kind: str
) -> tuple[np.ndarray, np.ndarray | None]:
    """Return scores of two classifiers, plain, with ties, in groups or not normal, and the groups."""
    if kind in NOT_NORMAL:
        return draw_otherwise(rng, m, n, pair, kind), None
    groups = rng.integers(max(2, (m + n) // GROUP), size=m + n) if kind == "groups" else None
    scores = draw(
        rng, m, n, pair, groups=None if groups is None else np.unique(groups, return_inverse=True)[1]
    )
    return (np.round(2 * scores) / 2 if kind == "ties" else scores), groups


def least_costs(shape: Shape, points: np.ndarray, thresholds: np.ndarray = _THRESHOLDS) -> np.ndarray:
    """Return the least normalised expected cost in the population."""
    mean, spread = shape
    caught, alarms = ndtr((mean - thresholds) / spread), ndtr(-thresholds)
    return (points[:, None] * (1 - caught) + (1 - points[:, None]) * alarms).min(axis=1)


def cost_bands(m: int, n: int, pair: tuple[Shape, Shape], *, trials: int, kind: str = "") -> Rates:
    """Return how often the bands of a difference and of a cost hold everywhere, and what the envelope flatters by."""
    positive = np.arange(m + n) < m
    thresholds = HALVES if kind == "ties" else _THRESHOLDS
    a, b = (least_costs(shape, OPERATING_POINTS, thresholds) for shape in pair)
    held, rejected, own, width, gaps = 0, 0, 0, 0.0, np.zeros((2, OPERATING_POINTS.size))
    for i in range(trials):
        rng = np.random.default_rng([m, n, i])
        scores, groups = drawn(rng, m, n, pair, kind)
        found = cross_fit_cost_curves(scores, positive, rng=rng, clusters=groups)
        band, single = found.difference_band(0, 1, rng=rng), found.cost_band(0, rng=rng)
        held += bool(((band.low <= a - b) & (a - b <= band.high)).all())
        own += bool(((single.low <= a) & (a <= single.high)).all())
        rejected += band.p_value < 0.05
        width += float((band.high - band.low)[OPERATING_POINTS == 0.5][0])
        gaps += found.envelopes[0] - a, found.costs(0) - a
    envelope, mean = gaps[:, OPERATING_POINTS == 0.5].ravel() / trials
    return {
        "trials": trials,
        "difference holds": held / trials,
        "cost holds": own / trials,
        "rejected": rejected / trials,
        "width at .5": width / trials,
        "bias of the envelope at .5": float(envelope),
        "bias of the estimate at .5": float(mean),
    }


def roc_bands(m: int, n: int, shape: Shape, *, trials: int, kind: str = "") -> Rates:
    """Return how often the bands of the ROC curve, of precision and of gains hold everywhere."""
    positive = np.arange(m + n) < m
    places = true_curves(m / (m + n), shape, kind)
    held = np.zeros(3)
    for i in range(trials):
        rng = np.random.default_rng([m, n, i])
        if kind in NOT_NORMAL:
            scores = draw_otherwise(rng, m, n, (shape,), kind)[:, 0]
        else:
            scores = draw(rng, m, n, (shape,))[:, 0]
            scores = np.round(2 * scores) / 2 if kind == "ties" else scores
        region = roc_region(roc_curve(scores, positive=positive))
        bands = (region.roc_band, region.precision_band, region.gains_band)
        for k, (band, (at, truth)) in enumerate(zip(bands, places, strict=True)):
            low, high = band(at)
            held[k] += bool(((low <= truth + 1e-12) & (truth <= high + 1e-12)).all())
    shares = dict(zip(("roc holds", "precision holds", "gains hold"), (held / trials).tolist(), strict=True))
    return shares | {"trials": trials}


def true_curves(share: float, shape: Shape, kind: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return where the curves are looked at, and what they are there in the population; with ties, at its corners."""
    mean, spread = shape
    if kind == "ties":
        rates, heights = ndtr(-HALVES), ndtr((mean - HALVES) / spread)
        seen = (rates > 1e-3) & (heights < 1 - 1e-3)
        rates = alarms = rates[seen]
        heights = recalls = heights[seen]
    elif kind in NOT_NORMAL:
        rates, heights = _RATES, caught_at(_RATES, shape, kind)
        fine = np.concatenate([np.geomspace(1e-9, 1e-3, 4000), np.linspace(1e-3, 1 - 1e-9, 40_000)[1:]])
        recalls = _RATES
        alarms = np.interp(recalls, caught_at(fine, shape, kind), fine)
    else:
        rates, heights = _RATES, ndtr((mean + ndtri(_RATES)) / spread)
        recalls, alarms = (
            _RATES,
            ndtr(spread * ndtri(_RATES) - mean),
        )  # at which the true curve has these recalls
    depth = share * recalls + (1 - share) * alarms
    return [(rates, heights), (recalls, share * recalls / depth), (depth, recalls)]


def caught_at(rates: np.ndarray, shape: Shape, kind: str) -> np.ndarray:
    """Return the share of positives above the thresholds that so many negatives pass, of scores that are not normal."""
    mean, spread = shape
    quantile, share_below = NOT_NORMAL[kind]
    thresholds = quantile(1 - rates)
    if kind == "two kinds":
        shares = [1 - share_below((thresholds - far * mean) / spread) for far in (0.0, 2.0)]
        return sum(shares) / 2
    return 1 - share_below((thresholds - mean) / spread)


def chosen(m: int, n: int, shape: Shape, miss: float, *, trials: int, kind: str = "") -> Rates:
    """Return how often a test at 5 % finds a difference between two alike classifiers, at chosen thresholds."""
    positive = np.arange(m + n) < m
    gains = np.where(positive, miss, -1.0)
    wrong = {"cross-fitted, with the choice": 0, "cross-fitted, without": 0, "chosen on the test set": 0}
    flattery = 0.0
    for i in range(trials):
        rng = np.random.default_rng([m, n, i])
        scores, groups = drawn(rng, m, n, (shape, shape), kind)
        parts = stratified_parts(positive, rng=rng, scores=np.arange(m + n)[:, None], clusters=groups)
        elsewhere, here = np.empty((m + n, 2)), np.empty((m + n, 2))
        for j in (0, 1):
            decided = cross_fit_decisions(scores[:, j], gains, parts=parts).mean(axis=0)
            elsewhere[:, j] = np.where(positive, miss * (1 - decided), decided)
            said = scores[:, j] >= choose_threshold(scores[:, j], gains)
            here[:, j] = np.where(positive, miss * ~said, said)
        noise = 0.5 * float(((elsewhere.mean(axis=0) - here.mean(axis=0)) ** 2).sum())
        rates = (
            _p_value(elsewhere, noise, groups),
            _p_value(elsewhere, 0.0, groups),
            _p_value(here, 0.0, groups),
        )
        for name, p in zip(wrong, rates, strict=True):
            wrong[name] += p < 0.05
        flattery += float((elsewhere.mean(axis=0) - here.mean(axis=0)).mean()) / float(elsewhere.mean())
    return {name: count / trials for name, count in wrong.items()} | {
        "flattery of the test set": flattery / trials,
        "trials": trials,
    }


def _p_value(losses: np.ndarray, noise: float, groups: np.ndarray | None) -> float:
    try:
        return paired_losses(losses, choice_variance=noise, clusters=groups).p_value
    except ProcedureError:  # the same decisions for every example
        return 1.0


def cells(*, trials: int) -> Iterator[Work]:
    """Yield every cell; the costly ones come last."""
    for (m, n), shape, miss in product(SIZES, SHAPES, (1.0, 5.0)):
        name = f"chosen thresholds, {m} and {n}, positives {shape}, a miss costs {miss:g}"
        yield Work(name, partial(chosen, m, n, shape, miss, trials=trials))
    for (m, n), shape in product((*SIZES, (500, 500), (20, 5000)), SHAPES):
        yield Work(f"roc, {m} and {n}, positives {shape}", partial(roc_bands, m, n, shape, trials=trials))
    yield from _tied_or_grouped(trials=trials)
    yield from _not_normal(trials=trials)
    for pair, (m, n) in product(PAIRS, (*SIZES, (1000, 1000))):
        name = f"costs, {m} and {n}, positives {pair[0]} and {pair[1]}"
        yield Work(name, partial(cost_bands, m, n, pair, trials=trials // 2))
    for kind, (m, n) in product(("ties", "groups"), SIZES[:3]):
        name = f"costs, {m} and {n}, positives {PAIRS[0][0]} and {PAIRS[0][1]}, {kind}"
        yield Work(name, partial(cost_bands, m, n, PAIRS[0], trials=trials // 4, kind=kind))


def _tied_or_grouped(*, trials: int) -> Iterator[Work]:
    """Yield thresholds and ROC curves with ties and with groups: few, to see whether anything changes."""
    shape = SHAPES[0]
    for kind, (m, n) in product(("ties", "groups"), SIZES[:3]):
        name = f"chosen thresholds, {m} and {n}, positives {shape}, a miss costs 1, {kind}"
        yield Work(name, partial(chosen, m, n, shape, 1.0, trials=trials, kind=kind))
    for m, n in SIZES[:3]:
        name = f"roc, {m} and {n}, positives {shape}, ties"
        yield Work(name, partial(roc_bands, m, n, shape, trials=trials, kind="ties"))


def _not_normal(*, trials: int) -> Iterator[Work]:
    """Yield thresholds and ROC curves of scores that are not normal, and thresholds that are chosen on other folds."""
    shape = SHAPES[0]
    for kind, (m, n), miss in product(NOT_NORMAL, SIZES[:3], (1.0, 5.0)):
        name = f"chosen thresholds, {m} and {n}, positives {shape}, a miss costs {miss:g}, {kind}"
        yield Work(name, partial(chosen, m, n, shape, miss, trials=trials, kind=kind))
    for kind, (m, n) in product(NOT_NORMAL, SIZES[:3]):
        name = f"roc, {m} and {n}, positives {shape}, {kind}"
        yield Work(name, partial(roc_bands, m, n, shape, trials=trials, kind=kind))
    for learner, examples, miss in product(SCORED, (100, 300), (1.0, 5.0)):
        name = f"other folds, {learner}, {examples} examples, a miss costs {miss:g}"
        yield Work(name, partial(on_other_folds, learner, examples, miss, trials=2 * trials))


def main() -> None:
    """Measure every cell that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/curves.json", trials=1000).parse_args()
    measure_missing(list(cells(trials=options.trials)), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
