"""Two classifiers on one test set: tests on the examples that exactly one of them gets right."""

from types import MappingProxyType
from typing import NamedTuple

from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import binomial_sf, normal_sf
from bakeoff.procedures.base.example_flips import FourCounts, mcnemar_z, score_interval
from bakeoff.procedures.base.intervals import p_from_tails

NULL = "both classifiers are right equally often on examples like these"
ASSUMPTIONS = (
    "the examples are independent draws from the population that the claim is about",
    "neither classifier was trained or tuned on them",
    "both classifiers are taken as given: nothing is said of other training sets",
)


@check_arguments
def binomial(
    counts: FourCounts, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
) -> TestResult:
    """Test exactly whether b is right more often than a, by the examples that only one gets right.

    Null: of the examples that exactly one of the two gets right, each is as likely to be b's as a's.

    Assumes independent examples that neither was trained on. The size never exceeds 1 - level, and is
    mostly well below it: `mcnemar_midp` is as safe in practice and has more power.

    The interval is Tango's with McNemar's continuity correction, moved at zero, where need be, to agree
    with the exact p-value.

    Parameters
    ----------
    counts
        What both, only b, only a and neither get right.
    level, alternative
        Of the interval and the test.

    References
    ----------
    salzberg1997, tango1998

    Examples
    --------
    >>> counts = FourCounts(both_right=0, mends=35, breaks=15, both_wrong=0)
    >>> round(binomial(counts, alternative=Alternative.GREATER).p_value, 6)
    0.0033
    """
    check_level(level)
    greater, less = _exact_tail(counts), _exact_tail(counts.swap())
    test = _Test("binomial", greater, less, continuity=True, method="exact", citation="salzberg1997")
    return _mcnemar_result(counts, test, float(counts.mends), None, level, alternative)


@check_arguments
def mcnemar_midp(
    counts: FourCounts, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
) -> TestResult:
    """Test whether b is right more often than a, counting the observed split by half: the default.

    Null: of the examples that exactly one of the two gets right, each is as likely to be b's as a's.

    Assumes independent examples that neither was trained on. Not exact in theory; by exact enumeration
    its size stays below .05 for every number of examples and rate of discordance tried, with the power of
    the uncorrected chi-squared test, which does exceed it. With dependent examples use the clustered test.

    The interval is Tango's score interval, which covers near its level everywhere, moved at zero, where
    need be, to agree with the p-value.

    Parameters
    ----------
    counts
        What both, only b, only a and neither get right.
    level, alternative
        Of the interval and the test.

    References
    ----------
    fagerland2013, tango1998

    Examples
    --------
    >>> counts = FourCounts(both_right=59, mends=6, breaks=16, both_wrong=80)
    >>> round(mcnemar_midp(counts).p_value, 6)
    0.03469
    """
    check_level(level)
    greater, less = _midp_tail(counts), _midp_tail(counts.swap())
    test = _Test("mcnemar-midp", greater, less, continuity=False, method="mid-p", citation="fagerland2013")
    return _mcnemar_result(counts, test, float(counts.mends), None, level, alternative)


@check_arguments
def mcnemar(
    counts: FourCounts,
    *,
    continuity: bool = True,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b is right more often than a by McNemar's chi-squared.

    Null: both classifiers are right equally often.

    Assumes independent examples that neither was trained on, and enough discordant ones for the normal
    approximation (some 25). Without continuity correction the size can exceed 1 - level a little
    (`mcnemar_uncorrected`); with it the test is about as cautious as the exact one. `mcnemar_midp` is better
    than either.

    The interval is Tango's score interval, with the same correction: it inverts this very test.

    Parameters
    ----------
    counts
        What both, only b, only a and neither get right.
    continuity
        Whether to bring the difference of the two counts nearer to zero by one.
    level, alternative
        Of the interval and the test.

    References
    ----------
    mcnemar1947, edwards1948, tango1998

    Examples
    --------
    >>> round(mcnemar(FourCounts(both_right=0, mends=35, breaks=15, both_wrong=0)).statistic, 2)
    7.22
    """
    check_level(level)
    greater, less = (
        mcnemar_z(counts, continuity=continuity),
        mcnemar_z(counts.swap(), continuity=continuity),
    )
    test = _Test(
        "mcnemar" if continuity else "mcnemar-uncorrected",
        normal_sf(greater) if counts.discordant else 1.0,
        normal_sf(less) if counts.discordant else 1.0,
        continuity=continuity,
        method="chi-squared" + (", continuity corrected" if continuity else ""),
        citation="mcnemar1947",
    )
    apart = max(0, abs(counts.mends - counts.breaks) - (1 if continuity else 0))
    return _mcnemar_result(counts, test, apart * apart / max(1, counts.discordant), 1.0, level, alternative)


@check_arguments
def mcnemar_uncorrected(
    counts: FourCounts, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
) -> TestResult:
    """Test whether b is right more often than a by McNemar's chi-squared as he gave it, without correction.

    Null: both classifiers are right equally often.

    Assumes independent examples that neither was trained on, and enough discordant ones for the normal
    approximation (some 25). By exact enumeration its size exceeds .05 a little, up to .054; `mcnemar_midp` has
    the same power and does not.

    The interval is Tango's score interval: it inverts this very test.

    Parameters
    ----------
    counts
        What both, only b, only a and neither get right.
    level, alternative
        Of the interval and the test.

    References
    ----------
    mcnemar1947, tango1998

    Examples
    --------
    >>> mcnemar_uncorrected(FourCounts(both_right=0, mends=35, breaks=15, both_wrong=0)).statistic
    8.0
    """
    return mcnemar(counts, continuity=False, level=level, alternative=alternative)


def midp_value(counts: FourCounts, alternative: Alternative) -> float:
    """Return the p-value of `mcnemar_midp` alone."""
    return p_from_tails(_midp_tail(counts), _midp_tail(counts.swap()), alternative)


class _Test(NamedTuple):
    key: str
    greater: float  # the chance of as many mends or more
    less: float
    continuity: bool
    method: str
    citation: str


def _exact_tail(counts: FourCounts) -> float:
    return binomial_sf(counts.mends, counts.discordant)


def _midp_tail(counts: FourCounts) -> float:
    if counts.discordant == 0:
        return 1.0
    more = binomial_sf(counts.mends + 1, counts.discordant)
    return (binomial_sf(counts.mends, counts.discordant) + more) / 2


def _mcnemar_result(
    counts: FourCounts,
    test: _Test,
    statistic: float,
    df: float | None,
    level: float,
    alternative: Alternative,
) -> TestResult:
    p_value = p_from_tails(test.greater, test.less, alternative)
    return TestResult(
        procedure=test.key,
        null=NULL,
        alternative=alternative,
        statistic=statistic,
        df=df,
        p_value=p_value,
        estimate=Estimate(
            of="difference in accuracy",
            value=counts.difference,
            interval=score_interval(
                counts,
                (test.greater, test.less),
                continuity=test.continuity,
                level=level,
                alternative=alternative,
            ),
        ),
        n=counts.total,
        method=test.method,
        assumptions=ASSUMPTIONS,
        citation=test.citation,
        steps=MappingProxyType(
            {
                "both_right": float(counts.both_right),
                "mends": float(counts.mends),
                "breaks": float(counts.breaks),
                "both_wrong": float(counts.both_wrong),
                "discordant": float(counts.discordant),
                "n": float(counts.total),
            }
        ),
    )
