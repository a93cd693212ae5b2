"""BO114 to BO118: what another test would have said, and why it may not speak.

Folds taken as independent, an unpaired test of paired scores, a side chosen after looking, a normal approximation with
few pairs, an omnibus test as a gate: each is named where it would change the verdict, or where it was used.
"""

from collections.abc import Iterator
from math import fsum, sqrt

import numpy as np

from bakeoff.core.arrays import Floats, advantage
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.pitfalls.wording import write_p_clause
from bakeoff.procedures.base.distributions import normal_p_value, t_p_value
from bakeoff.procedures.base.quick_tests import quick_paired_t

FEW = 25  # pairs up to which tables of the exact signed-rank test are usual


def find_folds_as_independent(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO114: a t-test that takes every fold as an experiment of its own would claim what the verdict does not."""
    evidence = comparison.evidence
    if len(comparison.pairs) > 1 or not isinstance(evidence, Scores) or evidence.resamples is None:
        return
    pair, alpha = comparison.pairs[0], significance(comparison.settings.level)
    a, b = (evidence.classifiers.index(name) for name in (pair.a, pair.b))
    table = evidence.resamples.values
    z = advantage(table[:, a], table[:, b], higher_is_better=evidence.measure.higher_is_better)
    naive = quick_paired_t(z[~np.isnan(z)], Alternative.TWO_SIDED)
    if naive is None or pair.verdict is not Verdict.UNDECIDED or naive[1] >= alpha:
        return
    why = (
        "the training sets of folds overlap"
        if comparison.design.datasets == 1
        else "folds of a dataset go together"
    )
    yield Finding(
        code="BO114",
        severity=Severity.WARNING,
        message=f"A t-test that takes the {write_count(int(z.size), 'fold')} as independent would claim a difference "
        f"(t {naive[0]:.2f}, {write_p_clause(naive[1])}): {why}, so that their number proves nothing. The "
        "verdict allows "
        "for it.",
        detail={"a": pair.a, "b": pair.b, "folds": int(z.size), "t": naive[0], "p_value": naive[1]},
    )


def find_unpaired_test(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO115: an unpaired t-test gives another answer than the paired one."""
    if len(comparison.pairs) > 1 or comparison.design.datasets < 3 or comparison.design.on_examples:
        return
    pair, alpha = comparison.pairs[0], significance(comparison.settings.level)
    paired = quick_paired_t(pair.advantages, Alternative.TWO_SIDED)
    welch = welch_t(pair.a_scores, pair.b_scores)
    if paired is None or welch is None or (paired[1] < alpha) == (welch[1] < alpha):
        return
    says, not_ = ("no difference", "") if paired[1] < alpha else ("a difference", "not ")
    yield Finding(
        code="BO115",
        severity=Severity.NOTE,
        message=f"An unpaired t-test would see {says} ({write_p_clause(welch[1])}) where the paired one does {not_}"
        f"({write_p_clause(paired[1])}): it takes the datasets' own difficulty for noise. If a paper used it "
        "on such a table, "
        "its p-value answers another question.".replace("does (", "sees one ("),
        detail={"a": pair.a, "b": pair.b, "p_unpaired": welch[1], "p_paired": paired[1]},
    )


def welch_t(a: Floats, b: Floats) -> tuple[float, float] | None:
    """Return t and two-sided p of Welch's unpaired test that b is on the level of a."""
    n = a.size
    if n < 2:
        return None
    means = [fsum(x) / n for x in (a, b)]
    parts = [fsum((x - m) ** 2) / (n - 1) / n for x, m in zip((a, b), means, strict=True)]
    error = sum(parts)
    if error == 0:
        return None
    t = (means[1] - means[0]) / sqrt(error)
    df = error**2 / (sum(p * p for p in parts) / (n - 1))
    return t, t_p_value(t, df, Alternative.TWO_SIDED)


def find_one_sided_test(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO116: a one-sided test without which there is no claim, or that would make one."""
    alpha = significance(comparison.settings.level)
    for pair in comparison.pairs:
        result = pair.result
        if not isinstance(result, TestResult) or pair.p_adjusted not in (None, result.p_value):
            continue
        if result.alternative is not Alternative.TWO_SIDED and result.p_value < alpha <= 2 * result.p_value:
            yield _sides_finding(
                pair,
                f"The claim rests on a one-sided test ({write_p_clause(result.p_value)}; two-sided "
                f"{write_p_clause(2 * result.p_value)}): it stands only if the side was said before the scores "
                "were seen.",
                Severity.WARNING,
            )
        elif result.alternative is Alternative.TWO_SIDED and alpha <= result.p_value < 2 * alpha:
            yield _sides_finding(
                pair,
                f"A one-sided test would call this decided ({write_p_clause(result.p_value / 2)}): not now, "
                "after the scores "
                "were seen; with a side chosen by looking its error rate is twice what it says.",
                Severity.NOTE,
            )


def _sides_finding(pair: Pair, message: str, severity: Severity) -> Finding:
    p_value = pair.result.p_value if isinstance(pair.result, TestResult) else None
    detail = {"a": pair.a, "b": pair.b, "p_value": p_value}
    return Finding(code="BO116", severity=severity, message=message, detail=detail)


def find_normal_approximation(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO117: the normal approximation of the signed-rank test decides otherwise than the exact test."""
    alpha = significance(comparison.settings.level)
    for test in comparison.tests:
        exact = test.result
        if not isinstance(exact, TestResult) or exact.procedure != "wilcoxon" or len(comparison.pairs) > 1:
            continue
        z = comparison.pairs[0].advantages
        about = approximate_signed_rank_p(z, exact.alternative)
        if about is None or z.size > FEW or (about < alpha) == (exact.p_value < alpha):
            continue
        yield Finding(
            code="BO117",
            severity=Severity.NOTE,
            message=f"With {z.size} datasets the normal approximation of the signed-rank test gives "
            f"{write_p_clause(about)}, "
            f"the exact test {write_p_clause(exact.p_value)}: they fall on different sides of the level. "
            "Tables and programs "
            "that approximate would tell another verdict.",
            detail={"a": test.a, "b": test.b, "p_approximate": about, "p_exact": exact.p_value},
        )


def approximate_signed_rank_p(z: Floats, alternative: Alternative) -> float | None:
    """Return the signed-rank p-value by the normal approximation, zeros dropped, without continuity correction."""
    nonzero = z[z != 0]
    if not nonzero.size:
        return None
    _, group, size = np.unique(np.abs(nonzero), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(size) - (size - 1) / 2)[group]
    return normal_p_value(float(ranks @ np.sign(nonzero)) / sqrt(float((ranks**2).sum())), alternative)


def find_omnibus_gate(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO118: an omnibus test that was made a gate and hides pairs, or that contradicts the pairs."""
    alpha = significance(comparison.settings.level)
    if len(comparison.pairs) < 2 or not comparison.omnibus:
        return
    decided_pairs = [p for p in comparison.pairs if p.is_claim]
    first = comparison.omnibus[0]
    by_key = {o.procedure: o for o in comparison.omnibus}
    omnibus = by_key.get(str(comparison.settings.only_if))
    if omnibus is not None and omnibus.p_value >= alpha:
        alone = [p for p in comparison.pairs if isinstance(p.result, TestResult) and p.result.p_value < alpha]
        yield _gate_finding(
            f"{omnibus.procedure} was made a gate and does not reject ({write_p_clause(omnibus.p_value)}): no "
            "pair can be called "
            f"different, though {write_count(len(alone), 'pair')} would be by themselves. Tests that allow for "
            "the number "
            "of pairs need no gate; it only costs power.",
            omnibus.procedure,
            omnibus.p_value,
            Severity.WARNING,
        )
    elif omnibus is None and decided_pairs and first.p_value >= alpha:
        names = write_list([f"{p.b} against {p.a}" for p in decided_pairs], most=2)
        yield _gate_finding(
            f"{first.procedure} over all classifiers does not reject ({write_p_clause(first.p_value)}), and {names} is "
            "decided all the same: the two ask different questions, and the pairs' own test allows for their number.",
            first.procedure,
            first.p_value,
            Severity.NOTE,
        )


def _gate_finding(message: str, test: str, p_value: float, severity: Severity) -> Finding:
    return Finding(
        code="BO118", severity=severity, message=message, detail={"test": test, "p_value": p_value}
    )
