"""Judge what a text prints in place of scores: a summary of differences, or two intervals."""

from math import hypot, inf
from typing import Any

from bakeoff.core.answers.printed_summaries import DifferenceSummary, SummaryTest, TwoIntervals, ValueAndReach
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Alternative, Interval, TestResult
from bakeoff.inference.judge import judge
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.paired.paired_t import DfRule, critical_t, paired_t_of_summary
from bakeoff.procedures.resampled.corrected_t import corrected_t_of_summary


def judge_summary(summary: DifferenceSummary, settings: Settings, *, df_rule: DfRule = "n-1") -> SummaryTest:
    """Judge a summary by the corrected t-test over folds, and by the paired t-test over datasets.

    `df_rule` is of the paired t-test alone: "k-2" follows the lecture.
    """
    usual = "corrected-t" if summary.over_folds else "paired-t"
    key = settings.test or usual
    if key not in {"paired-t", usual}:
        raise UsageError(
            f"{key} cannot judge a mean and a spread: it needs the differences themselves",
            where=f"--test {key}",
            fix=f"use --test {usual}, or give the scores",
            code="BO061",
        )
    result = _run_test(key, summary, settings, df_rule)
    other = _run_test("paired-t", summary, settings, df_rule) if key != "paired-t" else None
    return SummaryTest(
        summary=summary,
        result=result,
        verdict=judge(result.estimate.interval, p_value=result.p_value, margin=settings.margin),
        margin=settings.margin,
        forced=key != usual,
        plain=other,
        right=_run_test("paired-t", summary, settings, "n-1") if df_rule == "k-2" else None,
    )


def _run_test(key: str, summary: DifferenceSummary, settings: Settings, df_rule: DfRule) -> TestResult:
    arguments: dict[str, Any] = {"level": settings.level, "alternative": settings.alternative}
    arguments |= {"mean": summary.mean, "sd": summary.sd, "n": summary.n}
    if key == "paired-t":
        return paired_t_of_summary(df_rule=df_rule, **arguments)
    ratio = settings.test_train_ratio or 1 / (summary.n - 1)
    return corrected_t_of_summary(test_train_ratio=ratio, **arguments)


def judge_intervals(a: ValueAndReach, b: ValueAndReach, *, level: float) -> TwoIntervals:
    """Return what two intervals of this level say of the difference, if they are independent."""
    reach = hypot(a.reach, b.reach)
    difference = b.value - a.value
    z = critical_t(inf, level=level) * difference / reach
    interval = Interval(low=difference - reach, high=difference + reach, level=level)
    p_value = t_p_value(z, inf, Alternative.TWO_SIDED)
    return TwoIntervals(
        a=a,
        b=b,
        difference=difference,
        interval=interval,
        z=z,
        p_value=p_value,
        verdict=judge(interval, p_value=p_value, margin=0.0),
        differ_from=reach,
        apart_from=a.reach + b.reach,
    )
