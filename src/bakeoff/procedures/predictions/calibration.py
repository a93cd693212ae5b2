"""Calibration of probabilities: the reliability curve, the parts of the Brier score, and two classifiers compared."""

from dataclasses import dataclass, replace
from math import pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.predictions.losses import paired_losses

BINS = 10
MOST_DRAWS, FEWEST_DRAWS = 1000, 200  # of a band
CHANCE_DRAWS = 40  # of what chance alone does
FEWEST_EVENTS = 10  # examples of either outcome for a test
_WORK = 4_000_000  # examples drawn for a band, all draws together
_AT_ONCE = 100_000  # probabilities whose curves are computed at once
_EDGE = 1e-6  # probabilities nearer to 0 or 1 have the log odds of this one

NULL = (
    "both classifiers are equally well calibrated: monotone recalibration would lower both Brier scores alike"
)
ASSUMPTIONS = (
    "the examples (or clusters) are independent draws",
    "the probability of the event rises with the probability that is given",
)


class BrierParts(NamedTuple):
    """The Brier score of one event: score = miscalibration - discrimination + uncertainty."""

    score: float
    miscalibration: float  # what monotone recalibration would take off
    discrimination: float  # what the recalibrated probabilities gain over the base rate
    uncertainty: float  # the score of the base rate


class CalibrationError(NamedTuple):
    """The expected calibration error over bins, and what it would be on these examples without any miscalibration."""

    value: float
    if_calibrated: float
    bins: int


@dataclass(frozen=True, slots=True)
class ReliabilityCurve:
    """How often the event happens, against the probability that is given, at each of the probabilities given."""

    given: Floats  # ascending, each once
    happens: Floats  # never falling
    examples: Ints  # that each probability was given to


class ConsistencyBand(NamedTuple):
    """Where the curve of a calibrated classifier lies, at each of the probabilities given."""

    low: Floats
    high: Floats
    level: float
    draws: int


def reliability_curve(probabilities: Floats, happened: Bools) -> ReliabilityCurve:
    """Return the reliability curve by isotonic regression of what happened on the probabilities.

    Unlike bins it depends on no choice of the user: probabilities are pooled exactly where the frequencies would fall
    (Dimitriadis, Gneiting and Jordan 2021).

    References
    ----------
    dimitriadis2021

    Examples
    --------
    >>> curve = reliability_curve(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, True, False, True]))
    >>> curve.given.tolist(), curve.happens.tolist(), curve.examples.tolist()
    ([0.1, 0.4, 0.9], [0.0, 0.5, 1.0], [1, 2, 1])
    """
    checked = _check_event(probabilities, happened)
    given, place, count = np.unique(checked, return_inverse=True, return_counts=True)
    rates = np.bincount(place, weights=happened) / count
    return ReliabilityCurve(given, _pool_adjacent(rates, count), count)


def decompose_brier(probabilities: Floats, happened: Bools) -> BrierParts:
    """Return the Brier score of one event with its parts by isotonic recalibration; none of them is negative.

    References
    ----------
    dimitriadis2021

    Examples
    --------
    >>> parts = decompose_brier(np.array([0.2, 0.2, 0.6, 0.6]), np.array([False, False, True, True]))
    >>> [round(part, 3) for part in parts]
    [0.1, 0.1, 0.25, 0.25]
    """
    curve = reliability_curve(probabilities, happened)
    score = float(np.mean((probabilities - happened) ** 2))
    recalibrated = float(np.mean((_recalibrate(curve, probabilities) - happened) ** 2))
    rate = float(np.mean(happened))
    uncertainty = rate * (1 - rate)
    return BrierParts(
        score, max(0.0, score - recalibrated), max(0.0, uncertainty - recalibrated), uncertainty
    )


def calibration_error(probabilities: Floats, happened: Bools, *, bins: int = BINS) -> CalibrationError:
    """Return the expected calibration error: the mean distance of frequency and mean probability over bins.

    The bins have as many examples each, as far as equal probabilities, which stay together, allow (Nixon et al. 2019).
    A calibrated classifier has an error above zero as well, by chance: `if_calibrated` is what is to be expected of one
    with these probabilities, by the normal distribution of each bin's frequency.

    References
    ----------
    nixon2019, brocker2012

    Examples
    --------
    >>> error = calibration_error(np.array([0.2, 0.2, 0.6, 0.6]), np.array([False, False, True, True]), bins=2)
    >>> round(error.value, 3), round(error.if_calibrated, 3)
    (0.3, 0.251)
    """
    checked = _check_event(probabilities, happened)
    bin_of = _equal_bins(checked, bins)
    count = np.bincount(bin_of)
    gaps = np.abs(np.bincount(bin_of, weights=checked - happened))
    spread = np.sqrt(np.bincount(bin_of, weights=checked * (1 - checked)))
    return CalibrationError(
        float(gaps.sum() / checked.size),
        float(spread.sum() * sqrt(2 / pi) / checked.size),
        int((count > 0).sum()),
    )


def consistency_band(
    probabilities: Floats, *, rng: np.random.Generator, level: float = 0.95
) -> ConsistencyBand:
    """Return where the curve of a calibrated classifier with these probabilities lies, at each of them by itself.

    Outcomes are drawn from the probabilities themselves and their curves computed as the observed one is.

    References
    ----------
    dimitriadis2021, brocker2007
    """
    given, count = np.unique(_check_event(probabilities, probabilities > 0), return_counts=True)
    draws = int(min(MOST_DRAWS, max(FEWEST_DRAWS, _WORK // probabilities.size)))
    curves = _pool_each(rng.binomial(count, given, (draws, count.size)) / count, count)
    low, high = np.quantile(curves, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ConsistencyBand(np.minimum(low, given), np.maximum(high, given), level, draws)


def miscalibration_losses(probabilities: Floats, happened: Bools) -> Floats:
    """Return by how much isotonic recalibration lowers the squared error of each example; their mean is miscalibration.

    Examples
    --------
    >>> miscalibration_losses(np.array([0.2, 0.6]), np.array([False, True])).round(2).tolist()
    [0.04, 0.16]
    """
    curve = reliability_curve(probabilities, happened)
    losses: Floats = (probabilities - happened) ** 2 - (_recalibrate(curve, probabilities) - happened) ** 2
    return losses


def chance_miscalibration(probabilities: Floats, *, rng: np.random.Generator) -> float:
    """Return the miscalibration that a calibrated classifier with these probabilities shows on average, by chance."""
    given, count = np.unique(_check_event(probabilities, probabilities > 0), return_counts=True)
    return _mean_gain(given, count, rng)


def chance_gain(probabilities: Floats, happened: Bools, *, rng: np.random.Generator) -> float:
    """Return what isotonic recalibration gains by chance, on outcomes as frequent as those of this classifier.

    A classifier that is not calibrated meets other frequencies than the probabilities it gives. Outcomes are drawn from
    a logistic regression on its log odds (Cox 1958), which is near the identity where it is calibrated.

    References
    ----------
    cox1958

    Examples
    --------
    >>> happened = np.array([False, True, True, True])
    >>> chance_gain(np.array([0.2, 0.2, 0.6, 0.6]), happened, rng=np.random.default_rng(0)) > 0
    True
    """
    checked = _check_event(probabilities, happened)
    given, place, count = np.unique(checked, return_inverse=True, return_counts=True)
    return _mean_gain(
        _fit_log_odds(given, np.bincount(place, weights=happened).astype(np.float64), count), count, rng
    )


def _mean_gain(chances: Floats, count: Ints, rng: np.random.Generator) -> float:
    """Return how much nearer isotonic curves are to outcomes than the chances they were drawn from, on average."""
    examples = int(count.sum())
    draws = int(min(CHANCE_DRAWS, max(CHANCE_DRAWS // 4, _WORK // examples)))
    rates = rng.binomial(count, chances, (draws, count.size)) / count
    gains = (chances - rates) ** 2 - (_pool_each(rates, count) - rates) ** 2
    return float((gains @ count).mean() / examples)


def _fit_log_odds(given: Floats, events: Floats, count: Ints) -> Floats:
    """Return the chances by a logistic regression on log odds; a prior that weighs one example keeps it finite."""
    from scipy.optimize import minimize
    from scipy.special import expit, logit

    odds = logit(np.clip(given, _EDGE, 1 - _EDGE))

    def lack_of_fit(line: Floats) -> tuple[float, Floats]:
        at = line[0] + line[1] * odds
        away = line - (0.0, 1.0)
        excess = count * expit(at) - events
        value = float((count * np.logaddexp(0, at) - events * at).sum() + away @ away / 2)
        return value, np.array([excess.sum(), excess @ odds]) + away

    shift, slope = minimize(lack_of_fit, np.array([0.0, 1.0]), jac=True, method="BFGS").x
    chances: Floats = expit(shift + slope * odds)
    return chances


def paired_calibration(
    probabilities: Floats,
    happened: NDArray[np.bool_],
    *,
    rng: np.random.Generator,
    clusters: NDArray[np.generic] | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test that two classifiers are equally well calibrated on the same examples.

    The advantage of b is a's miscalibration less b's, each beyond what recalibration gains by chance: Student's t over
    what it gains on each example. Where both are calibrated the test hardly ever rejects; where their miscalibrations
    are equal and above zero, at about its level (docs/validity/calibration.md). Ten examples of either outcome are
    needed.

    Parameters
    ----------
    probabilities
        Examples × 2: the probability of the event by a and by b.
    happened
        Of each example, for a and for b: whether the event came about. Examples × 2; both columns are alike where the
        event is a class, and differ where it is that the classifier is right.
    rng
        For what recalibration gains by chance.
    clusters
        Of each example: what it shares with others (patient, document).

    References
    ----------
    dimitriadis2021, cox1958, student1908

    Examples
    --------
    >>> happened = np.array([True, True, False, True, False, False] * 20)
    >>> sure = np.array([0.99, 0.99, 0.9, 0.9, 0.1, 0.01] * 20)
    >>> modest = np.array([0.9, 0.9, 0.5, 0.5, 0.1, 0.1] * 20)
    >>> both = np.column_stack([happened, happened])
    >>> result = paired_calibration(np.column_stack([sure, modest]), both, rng=np.random.default_rng(0))
    >>> round(result.estimate.value, 2), result.p_value < 0.05
    (0.05, True)
    """
    require_events(happened)
    return compare_miscalibration(
        excess_losses(probabilities, happened, rng=rng),
        clusters=clusters,
        level=level,
        alternative=alternative,
    )


def excess_losses(probabilities: Floats, happened: NDArray[np.bool_], *, rng: np.random.Generator) -> Floats:
    """Return what recalibration gains on each example beyond what it gains by chance; examples × classifiers."""
    columns = [
        miscalibration_losses(own, happened[:, i]) - chance_gain(own, happened[:, i], rng=rng)
        for i, own in enumerate(probabilities.T)
    ]
    return np.column_stack(columns)


def require_events(happened: NDArray[np.bool_]) -> None:
    """Refuse a test where the event came about, or failed to, too seldom to tell calibration from chance."""
    fewest = int(min(happened.sum(axis=0).min(), (~happened).sum(axis=0).min()))
    if fewest < FEWEST_EVENTS:
        raise ProcedureError(
            f"a test of calibration needs {FEWEST_EVENTS} examples of either outcome; one has {fewest}",
            where="happened",
            fix="give more examples, or look at the reliability diagram without a test",
            code="BO051",
        )


def compare_miscalibration(
    losses: Floats,
    *,
    clusters: NDArray[np.generic] | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test that two classifiers are equally well calibrated, by what recalibration gains on each example beyond chance.

    `losses` are examples × 2: `excess_losses` of a and of b.
    """
    result = paired_losses(losses, clusters=clusters, level=level, alternative=alternative)
    return replace(
        result,
        procedure="paired-calibration",
        null=NULL,
        assumptions=ASSUMPTIONS,
        citation="dimitriadis2021",
        estimate=Estimate(
            of="difference in miscalibration", value=result.estimate.value, interval=result.estimate.interval
        ),
    )


def _recalibrate(curve: ReliabilityCurve, probabilities: Floats) -> Floats:
    values: Floats = curve.happens[np.searchsorted(curve.given, probabilities)]
    return values


def _pool_adjacent(rates: Floats, count: Ints) -> Floats:
    """Return the isotonic regression of rates, by pooling neighbours that fall."""
    curve: Floats = _pool_apart(rates[None, :], count)[0]
    return curve


def _pool_each(rates: Floats, count: Ints) -> Floats:
    """Return the isotonic regression of each row, many at once: rows that are set apart are not pooled."""
    at_once = max(1, _AT_ONCE // count.size)
    curves = [_pool_apart(rates[start : start + at_once], count) for start in range(0, len(rates), at_once)]
    together: Floats = np.concatenate(curves)
    return together


def _pool_apart(rates: Floats, count: Ints) -> Floats:
    from scipy.optimize import isotonic_regression  # what needs no curve does not wait for it

    apart = 2.0 * np.arange(len(rates))[:, None]
    steps = isotonic_regression((rates + apart).ravel(), weights=np.tile(count, len(rates))).x
    curves: Floats = np.clip(steps.reshape(rates.shape) - apart, 0.0, 1.0)
    return curves


def _equal_bins(probabilities: Floats, bins: int) -> Ints:
    """Return the bin of each example: as many in each, equal probabilities together."""
    order = np.argsort(probabilities, kind="stable")
    first = np.searchsorted(probabilities[order], probabilities)  # the place of the first that is equal
    bin_of: Ints = first * min(bins, probabilities.size) // probabilities.size
    return bin_of


def _check_event(probabilities: Floats, happened: NDArray[np.generic]) -> Floats:
    given = np.asarray(probabilities, dtype=np.float64)
    fits = given.ndim == 1 and given.size > 0 and given.shape == happened.shape
    if not fits or not ((given >= 0) & (given <= 1)).all():
        raise ProcedureError(
            f"probabilities of shape {given.shape} for {happened.shape} examples must lie between 0 and 1",
            where="probabilities",
            fix="give the probability of the event for each example; turn scores into probabilities first",
            code="BO052",
        )
    return given
