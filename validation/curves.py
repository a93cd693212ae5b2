"""Bands of curves and thresholds chosen by cross-fitting: how often they hold, and how often a test is wrong.

python -m validation.curves --trials 400 --out docs/validity/curves.json

Scores are normal: of negative examples with mean 0, of positive ones with the mean and standard deviation named, so
that the best cost at every operating point is known. A run that was stopped goes on where it stopped.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import numpy as np
from scipy.special import ndtr, ndtri

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.cost_curves import OPERATING_POINTS, cross_fitted
from bakeoff.procedures.cross_fitting import chosen_threshold, cross_fitted_decisions, stratified_parts
from bakeoff.procedures.losses import paired_losses
from bakeoff.procedures.roc import roc_curve
from bakeoff.procedures.roc_bands import roc_region

Rates = dict[str, float]
Shape = tuple[float, float]  # mean and standard deviation of the positives' scores
SIZES = ((50, 50), (200, 200), (20, 180), (50, 950), (10, 10))
PAIRS: tuple[tuple[Shape, Shape], ...] = (
    ((1.0, 1.0), (1.0, 1.0)),
    ((1.0, 1.0), (1.5, 2.0)),
    ((2.5, 1.0), (2.5, 1.0)),
)
CORRELATION = 0.5  # between the scores of a and b for the same example
_THRESHOLDS = np.linspace(-8, 14, 4001)
_RATES = np.arange(1, 200) / 200


def draw(rng: np.random.Generator, m: int, n: int, shapes: tuple[Shape, ...]) -> np.ndarray:
    """Return scores of m positive and then n negative examples, a column for each classifier."""
    common = sqrt(CORRELATION) * rng.standard_normal((m + n, 1))
    z = common + sqrt(1 - CORRELATION) * rng.standard_normal((m + n, len(shapes)))
    z[:m] = z[:m] * [s for _, s in shapes] + [d for d, _ in shapes]
    return z


def least_costs(shape: Shape, points: np.ndarray) -> np.ndarray:
    """Return the least normalised expected cost in the population."""
    mean, spread = shape
    caught, alarms = ndtr((mean - _THRESHOLDS) / spread), ndtr(-_THRESHOLDS)
    return (points[:, None] * (1 - caught) + (1 - points[:, None]) * alarms).min(axis=1)


def cost_bands(m: int, n: int, pair: tuple[Shape, Shape], *, trials: int) -> Rates:
    """Return how often the bands of a difference and of a cost hold everywhere, and what the envelope flatters by."""
    positive = np.arange(m + n) < m
    a, b = (least_costs(shape, OPERATING_POINTS) for shape in pair)
    held, rejected, own, width, gaps = 0, 0, 0, 0.0, np.zeros((2, OPERATING_POINTS.size))
    for i in range(trials):
        rng = np.random.default_rng([m, n, i])
        found = cross_fitted(draw(rng, m, n, pair), positive, rng=rng)
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


def roc_bands(m: int, n: int, shape: Shape, *, trials: int) -> Rates:
    """Return how often the bands of the ROC curve, of precision and of gains hold everywhere."""
    positive = np.arange(m + n) < m
    height = ndtr((shape[0] + ndtri(_RATES)) / shape[1])
    share = m / (m + n)
    alarms = ndtr((shape[1] * ndtri(_RATES)) - shape[0])  # at which the true curve has the recall _RATES
    precision = share * _RATES / (share * _RATES + (1 - share) * alarms)
    depth = share * _RATES + (1 - share) * alarms
    held = np.zeros(3)
    for i in range(trials):
        rng = np.random.default_rng([m, n, i])
        region = roc_region(roc_curve(draw(rng, m, n, (shape,))[:, 0], positive=positive))
        for j, (limits, truth) in enumerate(
            (
                (region.roc_band(_RATES), height),
                (region.precision_band(_RATES), precision),
                (region.gains_band(depth), _RATES),
            )
        ):
            held[j] += bool(((limits[0] <= truth + 1e-12) & (truth <= limits[1] + 1e-12)).all())
    return dict(zip(("roc holds", "precision holds", "gains hold"), (held / trials).tolist(), strict=True))


def chosen(m: int, n: int, shape: Shape, miss: float, *, trials: int) -> Rates:
    """Return how often a test at 5 % finds a difference between two alike classifiers, at chosen thresholds."""
    positive = np.arange(m + n) < m
    gains = np.where(positive, miss, -1.0)
    wrong = {"cross-fitted, with the choice": 0, "cross-fitted, without": 0, "chosen on the test set": 0}
    flattery = 0.0
    for i in range(trials):
        rng = np.random.default_rng([m, n, i])
        scores = draw(rng, m, n, (shape, shape))
        parts = stratified_parts(positive, rng=rng, tie_break=np.arange(m + n))
        elsewhere, here = np.empty((m + n, 2)), np.empty((m + n, 2))
        for j in (0, 1):
            decided = cross_fitted_decisions(scores[:, j], gains, parts=parts).mean(axis=0)
            elsewhere[:, j] = np.where(positive, miss * (1 - decided), decided)
            said = scores[:, j] >= chosen_threshold(scores[:, j], gains)
            here[:, j] = np.where(positive, miss * ~said, said)
        noise = 0.5 * float(((elsewhere.mean(axis=0) - here.mean(axis=0)) ** 2).sum())
        rates = (
            _p_value(elsewhere, noise),
            _p_value(elsewhere, 0.0),
            _p_value(here, 0.0),
        )
        for name, p in zip(wrong, rates, strict=True):
            wrong[name] += p < 0.05
        flattery += float((elsewhere.mean(axis=0) - here.mean(axis=0)).mean()) / float(elsewhere.mean())
    return {name: count / trials for name, count in wrong.items()} | {
        "flattery of the test set": flattery / trials
    }


def _p_value(losses: np.ndarray, noise: float) -> float:
    try:
        return paired_losses(losses, choice_variance=noise).p_value
    except ProcedureError:  # the same decisions for every example
        return 1.0


def tasks(*, trials: int) -> Iterator[tuple[str, Callable[[], Rates]]]:
    """Yield the name and the work of every cell."""
    for m, n in SIZES:
        for shape in ((1.0, 1.0), (2.5, 1.0)):
            for miss in (1.0, 5.0):
                name = f"chosen thresholds, {m} and {n}, positives {shape}, a miss costs {miss:g}"
                yield name, lambda m=m, n=n, s=shape, c=miss: chosen(m, n, s, c, trials=trials)
    for m, n in (*SIZES, (500, 500), (20, 5000)):
        for shape in ((1.0, 1.0), (2.5, 1.0)):
            name = f"roc, {m} and {n}, positives {shape}"
            yield name, lambda m=m, n=n, s=shape: roc_bands(m, n, s, trials=trials)
    for pair in PAIRS:
        for m, n in (*SIZES, (1000, 1000)):
            name = f"costs, {m} and {n}, positives {pair[0]} and {pair[1]}"
            yield name, lambda m=m, n=n, p=pair: cost_bands(m, n, p, trials=trials // 2)


def main() -> None:
    """Write the rates, cell by cell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path("docs/validity/curves.json"))
    options = parser.parse_args()
    found = json.loads(options.out.read_text()) if options.out.exists() else {}
    if found.get("trials") != options.trials:
        found = {"trials": options.trials}
    for name, work in tasks(trials=options.trials):
        if name not in found:
            found[name] = work()
            options.out.write_text(json.dumps(found, indent=1) + "\n")
            print(name, found[name], flush=True)


if __name__ == "__main__":
    main()
