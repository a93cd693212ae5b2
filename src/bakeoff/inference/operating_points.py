"""For which operating points a is preferable, b is, or neither is decided."""

from itertools import groupby

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.curves import CostDifference, OperatingPoints, Region
from bakeoff.inference.curves import TwoClasses, cost_curves_objection, cross_fitted_of, two_classes
from bakeoff.procedures.cost_curves import CostBand, CrossFitted


def operating_points(comparison: Comparison) -> OperatingPoints | None:
    """Return where which classifier of every pair is preferable; None where predictions do not support it.

    The band of a pair holds at all operating points at once; with several pairs each band takes its part of the error,
    so that all hold together.
    """
    if cost_curves_objection(comparison) is not None:
        return None
    view = two_classes(comparison)
    fitted = cross_fitted_of(view, seed=comparison.settings.seed)
    return OperatingPoints(
        negative=view.names[0],
        positive=view.names[1],
        share=view.share,
        operating_point=view.operating_point,
        level=comparison.settings.level,
        differences=tuple(_difference(comparison, view, fitted, pair) for pair in comparison.pairs),
    )


def cost_difference(comparison: Comparison, pair: Pair) -> tuple[OperatingPoints, CostDifference]:
    """Return the operating points of a comparison, and what they say of one pair."""
    found = comparison.operating_points or operating_points(comparison)
    if found is None:
        raise ValueError("ask cost_curves_objection first")
    return found, next(d for d in found.differences if (d.a, d.b) == (pair.a, pair.b))


def _difference(comparison: Comparison, view: TwoClasses, fitted: CrossFitted, pair: Pair) -> CostDifference:
    settings, names = comparison.settings, view.classifiers
    level = 1 - (1 - settings.level) / len(comparison.pairs)
    band = fitted.difference_band(
        names.index(pair.a), names.index(pair.b), rng=np.random.default_rng(settings.seed), level=level
    )
    preferable = [
        pair.b if low > 0 else pair.a if high < 0 else None
        for low, high in zip(band.low.tolist(), band.high.tolist(), strict=True)
    ]
    return CostDifference(
        a=pair.a,
        b=pair.b,
        probability_costs=band.probability_costs,
        advantage=band.values,
        low=band.low,
        high=band.high,
        level=band.level,
        p_value=band.p_value,
        regions=_regions(band, preferable),
        here=_at(view.operating_point, band, preferable),
    )


def _regions(band: CostBand, preferable: list[str | None]) -> tuple[Region, ...]:
    points = zip(band.probability_costs.tolist(), preferable, strict=True)
    runs = [(name, [x for x, _ in run]) for name, run in groupby(points, key=lambda point: point[1])]
    return tuple(Region(low=xs[0], high=xs[-1], preferable=name) for name, xs in runs)


def _at(point: float | None, band: CostBand, preferable: list[str | None]) -> str | None:
    """Return who is preferable at one operating point: decided only where both neighbours on the grid agree."""
    if point is None:
        return None
    right = int(np.searchsorted(band.probability_costs, point))
    around = {preferable[min(max(i, 0), len(preferable) - 1)] for i in (right - 1, right)}
    return around.pop() if len(around) == 1 else None
