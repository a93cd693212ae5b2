"""Figures whose data need mathematics: numbers from inference, words from rendering, and why there may be none."""

from bakeoff.core.answers.figure_data import PowerAxis
from bakeoff.core.comparison import Comparison, Pair, without_ledger_verdicts
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Posterior
from bakeoff.inference.figure_data.densities import (
    T_TESTS,
    find_posterior,
    find_t_test,
    posterior_figure_data,
    t_figure_data,
)
from bakeoff.inference.figure_data.fragility_curves import fragility_figure_data
from bakeoff.inference.figure_data.power_curves import pair_power_figure_data, pair_power_objection
from bakeoff.inference.reanalysis.removal_search import REMOVAL_TESTS
from bakeoff.pitfalls import fragility
from bakeoff.render.figures.curves.cost_curve import CostDifferenceData, cost_curve_data, cost_difference_data
from bakeoff.render.figures.curves.gains import gains_data, lift_data
from bakeoff.render.figures.curves.lines import CurvesData
from bakeoff.render.figures.curves.precision_recall import precision_recall_data
from bakeoff.render.figures.curves.reliability import ReliabilityData, reliability_data
from bakeoff.render.figures.curves.roc import roc_data
from bakeoff.render.figures.fragility import FragilityData, fragility_data
from bakeoff.render.figures.posterior import PosteriorData, posterior_data
from bakeoff.render.figures.power import PowerData, power_data
from bakeoff.render.figures.t_distribution import TDistributionData, t_distribution_data
from bakeoff.render.figures.trade_off import TradeOffData, trade_off_data

FEWEST = 4  # datasets of a fragility curve


def t_distribution_figure_of(comparison: Comparison, pair: Pair) -> TDistributionData:
    """Return the t-test of a pair as a picture."""
    result = find_t_test(comparison, pair)
    if result is None:
        raise _no_figure_error("t-distribution", pair, pair_t_test_objection(comparison, pair))
    return t_distribution_data(comparison, pair, t_figure_data(result, level=comparison.settings.level))


def t_test_objection(comparison: Comparison) -> str | None:
    """Say why no t-test was made."""
    if any(test.result.procedure in T_TESTS for test in comparison.tests):
        return None
    reasons = [o.reason for o in comparison.objections if o.test in ("paired-t", "corrected-t")]
    return f"no t-test was made of it: {'; '.join(dict.fromkeys(reasons)) or 'none suits the design'}"


def pair_t_test_objection(comparison: Comparison, pair: Pair) -> str | None:
    """Say why a pair has no t-test."""
    return "no t-test was made of it" if find_t_test(comparison, pair) is None else None


def posterior_figure_of(comparison: Comparison, pair: Pair) -> PosteriorData:
    """Return the posterior of a pair as a picture."""
    posterior = find_posterior(comparison, pair)
    why = pair_posterior_objection(comparison, pair)
    if posterior is None or why is not None:
        raise _no_figure_error("posterior", pair, why)
    return posterior_data(comparison, pair, posterior_figure_data(comparison, pair, posterior))


def posterior_objection(comparison: Comparison) -> str | None:
    """Say why there is no posterior with a region of practical equivalence."""
    first = comparison.pairs[0].result
    if isinstance(first, Posterior) and first.region:
        return f"{first.procedure} judges all pairs by one model, and no picture of that is drawn"
    if comparison.settings.margin == 0:
        return "without a margin there is no region of practical equivalence"
    has = any(isinstance(test.result, Posterior) for test in comparison.tests)
    return None if has else "no Bayesian test suits the design"


def pair_posterior_objection(comparison: Comparison, pair: Pair) -> str | None:
    """Say why a pair has no posterior to draw."""
    posterior = find_posterior(comparison, pair)
    if posterior is None:
        return "it has no posterior"
    return "the two never differ" if posterior.steps.get("scale") == 0 else None


def power_figure_of(comparison: Comparison, pair: Pair) -> PowerData:
    """Return how many datasets or examples the difference of a pair needs, as a picture."""
    return _power_data(comparison, pair, PowerAxis.NUMBER)


def power_by_difference_figure_of(comparison: Comparison, pair: Pair) -> PowerData:
    """Return which differences so many datasets or examples show, as a picture."""
    return _power_data(comparison, pair, PowerAxis.DIFFERENCE)


def power_objection(comparison: Comparison) -> str | None:
    """Say why power has nothing to go by."""
    reasons = [pair_power_objection(comparison, pair) for pair in comparison.pairs]
    return None if None in reasons else reasons[0]


def fragility_figure_of(comparison: Comparison, pair: Pair) -> FragilityData:
    """Return how the verdict of a pair moves as datasets are left out."""
    comparison = without_ledger_verdicts(comparison)
    pair = next(p for p in comparison.pairs if (p.a, p.b) == (pair.a, pair.b))
    why = pair_fragility_objection(comparison, pair)
    record = fragility.measure_fragility(comparison, pair) if why is None else None
    picture = None if record is None else fragility_figure_data(comparison, pair, record)
    if picture is None:
        raise _no_figure_error("fragility", pair, why)
    return fragility_data(pair, picture)


def fragility_objection(comparison: Comparison) -> str | None:
    """Say why no datasets can be left out."""
    if comparison.design.datasets < FEWEST:
        return f"it takes {FEWEST} datasets or more to leave some out"
    if comparison.settings.test not in REMOVAL_TESTS:
        return (
            f"it is drawn for verdicts by {', '.join(REMOVAL_TESTS)}, and this one rests on "
            f"{comparison.settings.test}"
        )
    if comparison.settings.margin or comparison.settings.only_if:
        return "the verdict rests on more than p: a margin, or a test that comes first"
    return None if any(_is_varying(pair) for pair in comparison.pairs) else "the differences do not vary"


def pair_fragility_objection(comparison: Comparison, pair: Pair) -> str | None:
    """Say why no datasets of a pair can be left out."""
    if len(pair.units) < FEWEST:
        return f"it shares fewer than {FEWEST} datasets"
    return None if _is_varying(pair) else "its differences do not vary"


def _power_data(comparison: Comparison, pair: Pair, against: PowerAxis) -> PowerData:
    picture = pair_power_figure_data(comparison, pair, against)
    if picture is None:
        raise _no_figure_error("power", pair, pair_power_objection(comparison, pair))
    return power_data(picture, unit=comparison.evidence.measure.unit)


def _is_varying(pair: Pair) -> bool:
    values = pair.advantages
    return bool(values.size > 1 and values.min() != values.max())


def _no_figure_error(figure: str, pair: Pair, why: str | None) -> UsageError:
    return UsageError(
        f"the pair {pair.a!r}, {pair.b!r} has no figure {figure!r}: {why or 'its test has no answer'}",
        where="plot",
        fix="draw another pair, or another figure",
        code="BO401",
    )


def roc_figure_of(comparison: Comparison) -> CurvesData:
    """Return the ROC curves of a comparison."""
    from bakeoff.inference.costs.operating_points import roc_curves

    return roc_data(roc_curves(comparison))


def precision_recall_figure_of(comparison: Comparison) -> CurvesData:
    """Return precision against recall."""
    from bakeoff.inference.costs.operating_points import precision_recall_curves

    return precision_recall_data(precision_recall_curves(comparison))


def gains_figure_of(comparison: Comparison) -> CurvesData:
    """Return the cumulative gains."""
    from bakeoff.inference.costs.operating_points import gains_curves

    return gains_data(gains_curves(comparison))


def lift_figure_of(comparison: Comparison) -> CurvesData:
    """Return the lift."""
    from bakeoff.inference.costs.operating_points import lift_curves

    return lift_data(lift_curves(comparison))


def cost_curve_figure_of(comparison: Comparison) -> CurvesData:
    """Return the cost curves."""
    from bakeoff.inference.costs.operating_points import cost_curves

    return cost_curve_data(cost_curves(comparison))


def cost_difference_figure_of(comparison: Comparison, pair: Pair) -> CostDifferenceData:
    """Return the difference of two cost curves."""
    from bakeoff.inference.costs.operating_points import find_cost_difference

    return cost_difference_data(*find_cost_difference(comparison, pair))


def curves_figure_objection(comparison: Comparison) -> str | None:
    """Say why there are no curves over operating points."""
    from bakeoff.inference.costs.operating_points import curves_objection

    return curves_objection(comparison)


def cost_curves_figure_objection(comparison: Comparison) -> str | None:
    """Say why there are no cost curves."""
    from bakeoff.inference.costs.operating_points import cost_curves_objection

    return cost_curves_objection(comparison)


def trade_off_figure_of(comparison: Comparison, *, place: int = 0) -> TradeOffData:
    """Return the score against one of the further measures."""
    return trade_off_data(comparison.beside[place].trade_off)


def trade_off_objection(comparison: Comparison, *, place: int = 0) -> str | None:
    """Say why there is no further measure to draw the score against."""
    if len(comparison.beside) > place:
        return None
    return "it needs a further measure: --beside latency" + (f", {place + 1} of them" if place else "")


def reliability_figure_of(comparison: Comparison) -> ReliabilityData:
    """Return the reliability diagram."""
    from bakeoff.inference.pairs.reliability import reliability_curves

    return reliability_data(reliability_curves(comparison))


def reliability_figure_objection(comparison: Comparison) -> str | None:
    """Say why there is no reliability diagram."""
    from bakeoff.inference.pairs.reliability import reliability_objection

    return reliability_objection(comparison)
