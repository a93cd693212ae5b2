"""Figures whose data need mathematics: numbers from inference, words from rendering, and why there may be none."""

from bakeoff.audit import fragility
from bakeoff.core.comparison import Comparison, Pair, by_itself
from bakeoff.core.errors import UsageError
from bakeoff.core.pictures import Against
from bakeoff.core.results import Posterior
from bakeoff.inference.fragility_pictures import fragility_picture
from bakeoff.inference.pictures import T_TESTS, posterior_of, posterior_picture, t_picture, t_test_of
from bakeoff.inference.power_pictures import no_power_of, pair_power_picture
from bakeoff.inference.removable import TESTS
from bakeoff.render.figures.fragility import FragilityData, fragility_data
from bakeoff.render.figures.posterior import PosteriorData, posterior_data
from bakeoff.render.figures.power import PowerData, power_data
from bakeoff.render.figures.t_distribution import TDistributionData, t_distribution_data

FEWEST = 4  # datasets of a fragility curve


def t_distribution_of(comparison: Comparison, pair: Pair) -> TDistributionData:
    """Return the t-test of a pair as a picture."""
    result = t_test_of(comparison, pair)
    if result is None:
        raise _nothing("t-distribution", pair, no_t_test_of(comparison, pair))
    return t_distribution_data(comparison, pair, t_picture(result, level=comparison.settings.level))


def no_t_test(comparison: Comparison) -> str | None:
    """Say why no t-test was made."""
    if any(test.result.procedure in T_TESTS for test in comparison.tests):
        return None
    reasons = [o.reason for o in comparison.objections if o.test in ("paired-t", "corrected-t")]
    return f"no t-test was made of it: {'; '.join(dict.fromkeys(reasons)) or 'none suits the design'}"


def no_t_test_of(comparison: Comparison, pair: Pair) -> str | None:
    """Say why a pair has no t-test."""
    return "no t-test was made of it" if t_test_of(comparison, pair) is None else None


def posterior_figure_of(comparison: Comparison, pair: Pair) -> PosteriorData:
    """Return the posterior of a pair as a picture."""
    posterior = posterior_of(comparison, pair)
    why = no_posterior_of(comparison, pair)
    if posterior is None or why is not None:
        raise _nothing("posterior", pair, why)
    return posterior_data(comparison, pair, posterior_picture(comparison, pair, posterior))


def no_posterior(comparison: Comparison) -> str | None:
    """Say why there is no posterior with a region of practical equivalence."""
    first = comparison.pairs[0].result
    if isinstance(first, Posterior) and first.region:
        return f"{first.procedure} judges all pairs by one model, and no picture of that is drawn"
    if comparison.settings.margin == 0:
        return "without a margin there is no region of practical equivalence"
    has = any(isinstance(test.result, Posterior) for test in comparison.tests)
    return None if has else "no Bayesian test suits the design"


def no_posterior_of(comparison: Comparison, pair: Pair) -> str | None:
    """Say why a pair has no posterior to draw."""
    posterior = posterior_of(comparison, pair)
    if posterior is None:
        return "it has no posterior"
    return "the two never differ" if posterior.steps.get("scale") == 0 else None


def power_of(comparison: Comparison, pair: Pair) -> PowerData:
    """Return how many datasets or examples the difference of a pair needs, as a picture."""
    return _power(comparison, pair, Against.NUMBER)


def power_by_difference_of(comparison: Comparison, pair: Pair) -> PowerData:
    """Return which differences so many datasets or examples show, as a picture."""
    return _power(comparison, pair, Against.DIFFERENCE)


def no_power(comparison: Comparison) -> str | None:
    """Say why power has nothing to go by."""
    reasons = [no_power_of(comparison, pair) for pair in comparison.pairs]
    return None if None in reasons else reasons[0]


def fragility_of(comparison: Comparison, pair: Pair) -> FragilityData:
    """Return how the verdict of a pair moves as datasets are left out."""
    comparison = by_itself(comparison)
    pair = next(p for p in comparison.pairs if (p.a, p.b) == (pair.a, pair.b))
    why = no_fragility_of(comparison, pair)
    found = fragility.fragility_of(comparison, pair) if why is None else None
    picture = None if found is None else fragility_picture(comparison, pair, found)
    if picture is None:
        raise _nothing("fragility", pair, why)
    return fragility_data(pair, picture)


def no_fragility(comparison: Comparison) -> str | None:
    """Say why no datasets can be left out."""
    if comparison.design.datasets < FEWEST:
        return f"it takes {FEWEST} datasets or more to leave some out"
    if comparison.settings.test not in TESTS:
        return f"it is drawn for verdicts by {', '.join(TESTS)}, and this one rests on {comparison.settings.test}"
    if comparison.settings.margin or comparison.settings.only_if:
        return "the verdict rests on more than p: a margin, or a test that comes first"
    return None if any(_varies(pair) for pair in comparison.pairs) else "the differences do not vary"


def no_fragility_of(comparison: Comparison, pair: Pair) -> str | None:
    """Say why no datasets of a pair can be left out."""
    if len(pair.units) < FEWEST:
        return f"it shares fewer than {FEWEST} datasets"
    return None if _varies(pair) else "its differences do not vary"


def _power(comparison: Comparison, pair: Pair, against: Against) -> PowerData:
    picture = pair_power_picture(comparison, pair, against)
    if picture is None:
        raise _nothing("power", pair, no_power_of(comparison, pair))
    return power_data(picture, unit=comparison.evidence.measure.unit)


def _varies(pair: Pair) -> bool:
    values = pair.advantages
    return bool(values.size > 1 and values.min() != values.max())


def _nothing(figure: str, pair: Pair, why: str | None) -> UsageError:
    return UsageError(
        f"the pair {pair.a!r}, {pair.b!r} has no figure {figure!r}: {why or 'its test has no answer'}",
        where="plot",
        fix="draw another pair, or another figure",
        code="BO401",
    )
