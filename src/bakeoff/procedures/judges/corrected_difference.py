"""The difference between two models as people would score it, from a judge's scores of all items and labels of some."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import stats

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_finite, check_level

LEAST_LABELS = 10
_PSEUDO = (
    2  # residuals of the size of one flip, so that labels that all agree prove nothing beyond their number
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedDifference:
    """One advantage, seen three ways: by labels alone, by the judge alone, and by the judge corrected by labels."""

    corrected: Estimate
    gold_only: Estimate
    judge_only: Estimate
    judge_bias: Estimate  # by how much the judge overrates b against a, where there are labels
    p_value: float  # of the corrected difference
    weight: float  # what the judge counts, 0 to 1: little where it does not go with the labels
    labels: int
    items: int
    df: float
    groups: int | None  # with labels, where items are in groups
    correlation: (
        float | None
    )  # of the judge's and the labelled difference, over items; None where one does not vary
    method: str


@check_arguments
def corrected_difference(
    judged: Floats,
    gold: Floats,
    *,
    item_groups: Ints | None = None,
    strata: Ints | None = None,
    level: float = 0.95,
    reach: float = 1.0,
) -> CorrectedDifference:
    """Return the mean advantage of b over a that labels of all items would show.

    The judge's mean over the items without labels, corrected by its error on those with; the judge counts as
    much as it helps (PPI++), never less than nothing nor more than all. Labels must have been drawn at random: from all
    items, or within `strata` from each at a rate of its own. If they were chosen in another way, no formula helps.

    Intervals are Student's with n − 2 degrees of freedom for n labels, and two further residuals of the size of one
    flip, for labels are few and mostly agree: without them intervals at 20 to 50 labels are too short.

    Parameters
    ----------
    judged
        Of every item: the judge's score of b less that of a.
    gold
        The same by people; NaN where there is no label.
    item_groups
        Of every item: its group, where items depend on each other (documents, conversations).
    strata
        Of every item: the stratum that labels were drawn in, where rates differ.
    level
        Of the intervals.
    reach
        The size of one flip: the largest difference that one item can show.

    References
    ----------
    angelopoulos2023

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.choice([-1.0, 0.0, 1.0], p=[0.1, 0.7, 0.2], size=1000)
    >>> judged = np.where(rng.random(1000) < 0.9, truth, 0.0)
    >>> gold = np.where(np.arange(1000) < 50, truth, np.nan)
    >>> found = corrected_difference(judged, gold)
    >>> round(found.corrected.value, 2), round(found.gold_only.value, 2), round(float(truth.mean()), 2)
    (0.11, 0.12, 0.12)
    """
    check_level(level)
    check_finite(np.nan_to_num(gold, nan=0.0, posinf=np.inf, neginf=-np.inf), "gold")
    check_finite(np.array([reach]), "reach")
    labelled = np.isfinite(gold)
    _check_labels(judged, gold, labelled)
    if strata is not None:
        answer = _estimate_over_strata(judged, gold, labelled, strata, reach)
    elif item_groups is not None:
        answer = _estimate_over_groups(judged, gold, labelled, item_groups, reach)
    else:
        answer = _estimate_from_items(judged, gold, labelled, reach)
    own = None if item_groups is None else np.unique(item_groups, return_inverse=True)[1].reshape(-1)
    drawn = None if strata is None else np.unique(strata, return_inverse=True)[1].reshape(-1)
    return _describe_correction(judged, gold, labelled, answer, _Sample(own, drawn), level, reach)


class _Sample(NamedTuple):
    """How items hang together, and how labels were drawn."""

    group: Ints | None  # of every item
    stratum: Ints | None


class _Answer(NamedTuple):
    value: float
    error: float
    df: float
    weight: float
    method: str


def _estimate_from_items(judged: Floats, gold: Floats, labelled: Bools, reach: float) -> _Answer:
    g, f, rest = gold[labelled], judged[labelled], judged[~labelled]
    n = g.size
    weight = _weigh_judge(g, f, judged, rest.size)
    residuals = g - weight * f
    value = residuals.mean() + (weight * rest.mean() if rest.size else weight * f.mean())
    spread = _corrected_difference_spread(residuals, _PSEUDO, weight, reach)
    variance = spread * (n - 1) / (n - 2) / n
    if rest.size:
        variance += weight**2 * judged.var() / rest.size
    return _Answer(
        float(value), float(np.sqrt(variance)), n - 2, weight, "labels drawn at random from all items"
    )


def _estimate_over_groups(
    judged: Floats, gold: Floats, labelled: Bools, groups: Ints, reach: float
) -> _Answer:
    """Return the answer with errors over groups, never less than of independent items: few groups vary by chance."""
    g, f, rest = gold[labelled], judged[labelled], judged[~labelled]
    n = g.size
    weight = _weigh_judge(g, f, judged, rest.size)
    value = (g - weight * f).mean() + weight * (rest.mean() if rest.size else f.mean())
    influence = np.zeros(judged.size)
    influence[labelled] = (g - g.mean() - weight * (f - f.mean())) / n
    if rest.size:
        influence[~labelled] = weight * (rest - rest.mean()) / rest.size
    place = np.unique(groups, return_inverse=True)[1].reshape(-1)
    sums = np.bincount(place, influence)
    count = int(np.unique(place[labelled]).size)
    if count < 3:
        raise ProcedureError(
            f"the labels are of {count} groups: nothing is known of how groups vary",
            where="groups",
            fix="label items of more groups",
            code="BO051",
        )
    error = float(np.sqrt(count / (count - 1) * (sums**2).sum()))
    error = max(error, _estimate_from_items(judged, gold, labelled, reach).error)
    return _Answer(
        float(value), error, count - 1, weight, f"errors summed over groups, {count} of them labelled"
    )


def _estimate_over_strata(
    judged: Floats, gold: Floats, labelled: Bools, strata: Ints, reach: float
) -> _Answer:
    """Return the sum over strata of what each shows, by its share of all items."""
    codes, place = np.unique(strata, return_inverse=True)
    place = place.reshape(-1)
    shares = np.bincount(place) / judged.size
    counts = np.bincount(place[labelled], minlength=codes.size)
    if counts.min() < 2:
        raise ProcedureError(
            "a stratum has fewer than two labels, so that its part of the difference is unknown",
            where="strata",
            fix="label two items or more of each stratum, or draw labels from all items alike",
            code="BO051",
        )
    weight = _weigh_judge(gold[labelled], judged[labelled], judged, int((~labelled).sum()))
    means, parts = np.empty(codes.size), np.empty(codes.size)
    for stratum in range(codes.size):
        inside = place == stratum
        g, f = gold[inside & labelled], judged[inside & labelled]
        residuals = g - weight * f
        means[stratum] = residuals.mean() + weight * judged[inside].mean()
        spread = _corrected_difference_spread(residuals, _PSEUDO / codes.size, weight, reach)
        parts[stratum] = shares[stratum] ** 2 * spread / g.size
    value = float(shares @ means)
    between = float(shares @ (means - value) ** 2) / judged.size
    df = float(parts.sum() ** 2 / (parts**2 / (counts - 1)).sum())
    error = float(np.sqrt(parts.sum() + between))
    return _Answer(value, error, df, weight, f"labels drawn at random within {codes.size} strata")


def _corrected_difference_spread(residuals: Floats, pseudo: float, weight: float, reach: float) -> float:
    """Return the variance of residuals, with further ones of half a flip or more where that makes it larger."""
    squares, n = float(((residuals - residuals.mean()) ** 2).sum()), residuals.size
    flip = (max(1 - weight, 0.5) * reach) ** 2
    return max(squares / (n - 1), (squares + pseudo * flip) / (n - 1 + pseudo))


def _weigh_judge(g: Floats, f: Floats, judged: Floats, rest: int) -> float:
    """Return what the judge counts: its slope on the labels, cut to 0 to 1."""
    spread = judged.var()
    if spread == 0 or rest == 0:
        return 0.0
    shared = float(((g - g.mean()) * (f - f.mean())).sum() / (g.size - 1))
    return float(np.clip(shared / ((1 + g.size / rest) * spread), 0.0, 1.0))


def _describe_correction(
    judged: Floats,
    gold: Floats,
    labelled: Bools,
    answer: _Answer,
    sample: _Sample,
    level: float,
    reach: float,
) -> CorrectedDifference:
    g, f = gold[labelled], judged[labelled]
    t = answer.value / answer.error if answer.error > 0 else 0.0
    alike = (
        reach * (1 - significance(level) ** (1 / g.size)),
        level,
    )  # no more of them differ, or it would show
    return CorrectedDifference(
        corrected=_corrected_difference_estimate(
            "advantage, corrected", answer.value, answer.error, answer.df, level
        ),
        gold_only=_widen_for_few_labels(
            _mean_of_labels("advantage by the labels alone", g, labelled, sample, level), *alike
        ),
        judge_only=_corrected_difference_mean("advantage by the judge alone", judged, sample.group, level),
        judge_bias=_widen_for_few_labels(
            _mean_of_labels("what the judge overrates b by", f - g, labelled, sample, level), *alike
        ),
        p_value=float(2 * stats.t.sf(abs(t), answer.df)),
        weight=answer.weight,
        labels=g.size,
        items=judged.size,
        df=answer.df,
        groups=None if sample.group is None else int(np.unique(sample.group[labelled]).size),
        correlation=float(np.corrcoef(g, f)[0, 1]) if g.std() > 0 and f.std() > 0 else None,
        method=answer.method,
    )


def _mean_of_labels(of: str, values: Floats, labelled: Bools, sample: _Sample, level: float) -> Estimate:
    """Return the mean over all items that labelled ones show: by strata where they were drawn within them."""
    if sample.stratum is None:
        return _corrected_difference_mean(
            of, values, None if sample.group is None else sample.group[labelled], level
        )
    place = sample.stratum[labelled]
    shares = np.bincount(sample.stratum) / sample.stratum.size
    counts = np.bincount(place, minlength=shares.size)
    means = np.bincount(place, values, shares.size) / counts
    spreads = np.bincount(place, (values - means[place]) ** 2, shares.size) / (counts - 1)
    parts = shares**2 * spreads / counts
    total, mean = float(parts.sum()), float(shares @ means)
    df = float(total**2 / (parts**2 / (counts - 1)).sum()) if total > 0 else values.size - 1.0
    between = float(shares @ (means - mean) ** 2) / sample.stratum.size  # the items are a sample themselves
    return _corrected_difference_estimate(of, mean, float(np.sqrt(total + between)), df, level)


def _widen_for_few_labels(estimate: Estimate, least: float, level: float) -> Estimate:
    """Return an estimate whose labels are all alike with the interval that their number alone allows."""
    if estimate.interval.high > estimate.interval.low:
        return estimate
    interval = Interval(low=estimate.value - least, high=estimate.value + least, level=level)
    return Estimate(of=estimate.of, value=estimate.value, interval=interval)


def _corrected_difference_mean(of: str, values: Floats, groups: Ints | None, level: float) -> Estimate:
    mean = float(values.mean())
    parts = (values - mean) / values.size
    if groups is not None:
        place = np.unique(groups, return_inverse=True)[1].reshape(-1)
        parts = np.asarray(np.bincount(place, parts), dtype=np.float64)
    error = float(np.sqrt(parts.size / (parts.size - 1) * (parts**2).sum()))
    return _corrected_difference_estimate(of, mean, error, parts.size - 1, level)


def _corrected_difference_estimate(of: str, value: float, error: float, df: float, level: float) -> Estimate:
    arm = float(stats.t.isf(significance(level) / 2, df)) * error
    return Estimate(of=of, value=value, interval=Interval(low=value - arm, high=value + arm, level=level))


def _check_labels(judged: Floats, gold: Floats, labelled: Bools) -> None:
    if judged.shape != gold.shape or judged.ndim != 1 or not np.isfinite(judged).all():
        raise ProcedureError(
            "the judge's difference of every item is needed, and the labelled one of some",
            where=f"judged, of shape {judged.shape}, gold, of shape {gold.shape}",
            fix="leave out items that the judge did not score",
            code="BO052",
        )
    if labelled.sum() < LEAST_LABELS:
        raise ProcedureError(
            f"{int(labelled.sum())} labels are too few to correct a judge by",
            where="gold",
            fix=f"label {LEAST_LABELS} items or more, drawn at random; 50 are a good start",
            code="BO051",
        )
