"""The numbers behind single figures: Student's t, posteriors, power, and intervals by size."""

from math import log, pi

import numpy as np
from scipy import special

from bakeoff.core.answers.estimates import AccuracyEstimate, SizedInterval
from bakeoff.core.answers.figure_data import (
    IntervalFigureData,
    PosteriorDensity,
    PosteriorFigureData,
    PosteriorShares,
    TFigureData,
)
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Posterior, TestResult
from bakeoff.inference.bench.bench import ScoreBench
from bakeoff.procedures.base.distributions import t_quantile
from bakeoff.procedures.bayes.bayes_hierarchical import hierarchical_shares
from bakeoff.procedures.bayes.bayes_sign import sign_shares
from bakeoff.procedures.bayes.bayes_signed_rank import signed_rank_shares
from bakeoff.procedures.predictions.proportions import TEXTBOOK_SIZES, ProportionMethod, intervals_by_size

T_TESTS = ("paired-t", "corrected-t")
POSTERIORS = (
    "bayes-correlated-t",
    "bayes-hierarchical",
    "bayes-signed-rank",
    "bayes-sign",
)  # preferred first
POINTS = 401  # of a curve
DRAWS = 2_000  # of a cloud: more are not seen
CHAIN_DRAWS = 20_000  # as many as the hierarchical test itself takes, so that both speak of the same draws
MOST_BEYOND = 1.8  # how far an observed t may stretch the axis


def find_t_test(comparison: Comparison, pair: Pair) -> TestResult | None:
    """Return what a t-test says of the pair, where one was licensed."""
    for key in T_TESTS:
        for test in comparison.tests:
            if test.result.procedure == key and (test.a, test.b) == (pair.a, pair.b):
                return test.result if isinstance(test.result, TestResult) else None
    return None


def find_posterior(comparison: Comparison, pair: Pair) -> Posterior | None:
    """Return the posterior of the pair: the one that carries the verdict, or the preferred one."""
    if isinstance(pair.result, Posterior):
        return pair.result
    posteriors = {
        test.result.procedure: test.result
        for test in comparison.tests
        if isinstance(test.result, Posterior) and (test.a, test.b) == (pair.a, pair.b)
    }
    return next((posteriors[key] for key in POSTERIORS if key in posteriors), None)


def t_figure_data(result: TestResult, *, level: float) -> TFigureData:
    """Return the t density under the null of a paired or corrected t-test, as wide as the observed t needs."""
    df, critical = float(result.steps["df"]), result.steps["critical"]
    reach = max(4.5, 1.5 * critical)
    if abs(result.statistic) <= MOST_BEYOND * reach:
        reach = max(reach, 1.12 * abs(result.statistic))
    at = np.linspace(-reach, reach, POINTS)
    return TFigureData(
        procedure=result.procedure,
        t=result.statistic,
        df=df,
        mean=result.estimate.value,
        standard_error=result.steps["se"],
        critical=critical,
        level=level,
        alternative=result.alternative,
        p_value=result.p_value,
        at=at,
        density=_t_density(at, df),
    )


def posterior_figure_data(comparison: Comparison, pair: Pair, posterior: Posterior) -> PosteriorFigureData:
    """Return the density of the mean advantage, or draws of the three chances on a further dataset."""
    if posterior.procedure == "bayes-correlated-t":
        return _posterior_density(posterior)
    rng = np.random.default_rng(comparison.settings.seed)
    if posterior.procedure == "bayes-sign":
        shares = sign_shares(pair.advantages, margin=posterior.margin, rng=rng, draws=DRAWS)
    elif posterior.procedure == "bayes-signed-rank":
        shares = signed_rank_shares(pair.advantages, margin=posterior.margin, rng=rng, draws=DRAWS)
    else:
        shares = _draw_hierarchical(comparison, pair, posterior.margin, rng)
    return PosteriorShares(posterior=posterior, shares=shares)


def interval_figure_data(one: AccuracyEstimate, *, level: float) -> IntervalFigureData:
    """Return Wilson's interval of the same success rate on test sets of ten to several thousand records."""
    sizes = np.unique(
        np.geomspace(min(10.0, max(1.0, one.total)), max(6_000.0, 1.5 * one.total), 200).round()
    )
    band = [interval for _, interval in intervals_by_size(one.accuracy, sizes=sizes.tolist(), level=level)]
    table = intervals_by_size(one.accuracy, sizes=TEXTBOOK_SIZES, level=level)
    return IntervalFigureData(
        rate=one.accuracy,
        level=level,
        method=ProportionMethod.WILSON.value,
        at=sizes,
        low=np.array([interval.low for interval in band]),
        high=np.array([interval.high for interval in band]),
        table=tuple(SizedInterval(total=n, interval=interval) for n, interval in table),
        own=SizedInterval(total=round(one.total), interval=one.intervals[0].interval),
        classifier=one.classifier,
    )


def _t_density(at: Floats, df: float) -> Floats:
    """Return the density of Student's t; in logarithms, so that a thousand degrees of freedom do not overflow."""
    scale = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - log(df * pi) / 2
    density: Floats = np.exp(scale - (df + 1) / 2 * np.log1p(at**2 / df))
    return density


def _posterior_density(posterior: Posterior) -> PosteriorDensity:
    centre, scale, df = posterior.estimate.value, posterior.steps["scale"], posterior.steps["df"]
    reach = max(-t_quantile(0.0005, df) * scale, 1.3 * posterior.margin - abs(centre))
    low, high = min(centre - reach, -1.3 * posterior.margin), max(centre + reach, 1.3 * posterior.margin)
    # The ends of the region of equivalence are points of the curve, so that areas meet there.
    at = np.unique(np.append(np.linspace(low, high, POINTS), [-posterior.margin, posterior.margin]))
    return PosteriorDensity(posterior=posterior, at=at, density=_t_density((at - centre) / scale, df) / scale)


def _draw_hierarchical(comparison: Comparison, pair: Pair, margin: float, rng: np.random.Generator) -> Floats:
    evidence, ratio = comparison.evidence, comparison.design.test_train_ratio
    if not isinstance(evidence, Scores) or ratio is None:
        raise ValueError("the hierarchical test is licensed for resampled scores with a known ratio only")
    index = evidence.classifiers.index(pair.a), evidence.classifiers.index(pair.b)
    bench = ScoreBench(
        evidence=evidence, design=comparison.design, settings=comparison.settings, pairs=(index,)
    )
    shares = hierarchical_shares(
        bench.resampled_differences(index), test_train_ratio=ratio, margin=margin, rng=rng, draws=CHAIN_DRAWS
    )
    thinned: Floats = shares[:: -(-len(shares) // DRAWS)]
    return thinned
