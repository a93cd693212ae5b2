"""BO194: a verdict over datasets by ranks, medians or wins that the mean advantage does not bear out."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Interval, Verdict
from bakeoff.core.words import write_count, write_list, write_signed

MOST = 4  # pairs that are told


def mean_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield the pairs whose mean advantage goes the other way, or beyond the margin that they are equivalent within."""
    if comparison.design.datasets < 2 or comparison.design.on_examples:
        return
    margin = comparison.settings.margin
    contradictions = [
        (pair, words) for pair in comparison.pairs if (words := _mean_against_verdict(pair, margin))
    ]
    if not contradictions:
        return
    of = contradictions[0][0].result.estimate.of
    yield Finding(
        code="BO194",
        severity=Severity.WARNING,
        message=f"The verdict is about the {of}, and the mean advantage does not bear it out: "
        f"{write_list([words for _, words in contradictions], most=MOST)}. A few datasets move a mean much and "
        "ranks little: look at them before relying on either.",
        detail={"of": of, "pairs": [_mean_detail(pair) for pair, _ in contradictions]},
    )


def _mean_against_verdict(pair: Pair, margin: float) -> str:
    """Return what the mean says against the verdict, and on which dataset it is worst; nothing where it agrees."""
    estimate = pair.result.estimate
    if pair.population is None or not estimate.of.endswith("advantage") or estimate.of.startswith("mean"):
        return ""
    mean = float(np.mean(pair.advantages))
    pair_words = f"{pair.b} against {pair.a} {pair.verdict}"
    if pair.verdict is Verdict.EQUIVALENT:
        return _beyond_margin_text(
            pair, pair.population.mean.interval, margin, f"{pair_words}, mean {write_signed(mean)}"
        )
    side = {Verdict.BETTER: 1.0, Verdict.WORSE: -1.0}.get(pair.verdict, 0.0)
    if side * mean >= 0:
        return ""
    worst = int(np.argmin(side * pair.advantages))
    most = f"most of all {pair.units[worst]}, {write_signed(pair.advantages[worst])}"
    return f"{pair_words}, mean {write_signed(mean)} ({most})"


def _beyond_margin_text(pair: Pair, interval: Interval, margin: float, words: str) -> str:
    """Return that the interval of the mean goes beyond the margin; nothing where it does not."""
    if -margin < interval.low and interval.high < margin:
        return ""
    out = int((np.abs(pair.advantages) >= margin).sum())
    worst = int(np.argmax(np.abs(pair.advantages)))
    level = f"{100 * interval.level:.10g} %"
    return (
        f"{words} ({level} interval {write_signed(interval.low)} to {write_signed(interval.high)}), and "
        f"{margin:g} or more on {write_count(out, 'dataset')} (most of all {pair.units[worst]}, "
        f"{write_signed(pair.advantages[worst])})"
    )


def _mean_detail(pair: Pair) -> dict[str, object]:
    mean = float(np.mean(pair.advantages))
    return {"a": pair.a, "b": pair.b, "verdict": str(pair.verdict), "mean": mean}
