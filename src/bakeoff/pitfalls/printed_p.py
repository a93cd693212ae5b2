"""BO119: of which test a printed p-value is.

The usual slips each give a p-value of their own: an unpaired test, one side, n − 2 degrees of freedom, a normal
approximation.
"""

from collections.abc import Iterator
from decimal import Decimal
from math import sqrt

from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative
from bakeoff.core.words import write_list
from bakeoff.pitfalls.wrong_test import approximate_signed_rank_p, welch_t
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.base.quick_tests import quick_paired_t, quick_sign, quick_wilcoxon

VALID_TESTS = ("paired t-test", "signed-rank test", "sign test")


def find_test_of_printed_p(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    """Yield which tests of this pair give the p-value that was printed, to as many digits as it has."""
    if context.claim is None or len(comparison.pairs) > 1 or comparison.design.datasets < 3:
        return
    pair = comparison.pairs[0]
    known = _p_values_by_test(pair)
    digits = max(0, -int(Decimal(context.claim).as_tuple().exponent))
    printed = float(context.claim)
    same = [name for name, p in known.items() if abs(p - printed) <= 0.5000001 * 10.0**-digits]
    right = [name for name in same if name in VALID_TESTS]
    if right:
        answer, severity = f"is that of the {write_list(right)}", Severity.NOTE
    elif same:
        answer, severity = f"is that of {write_list(same)}, which may not speak here", Severity.WARNING
    else:
        answer, severity = "is that of no test that we know for such a table", Severity.WARNING
    yield Finding(
        code="BO119",
        severity=severity,
        message=f"The printed p = {context.claim} {answer}. The paired t-test gives "
        f"{_write_answer(known.get(VALID_TESTS[0]))}, the "
        f"signed-rank test {_write_answer(known.get(VALID_TESTS[1]))}.",
        detail={"a": pair.a, "b": pair.b, "printed": context.claim, "matches": same, "p_values": known},
    )


def _write_answer(p: float | None) -> str:
    return "no answer" if p is None else f"{p:.4f}"


def _p_values_by_test(pair: Pair) -> dict[str, float]:
    z, both = pair.advantages, Alternative.TWO_SIDED
    p_values: dict[str, float] = {}
    t = quick_paired_t(z, both)
    if t is not None:
        p_values[VALID_TESTS[0]] = t[1]
        p_values["a one-sided paired t-test"] = t[1] / 2
        p_values["a paired t-test with n − 2 degrees of freedom"] = t_p_value(t[0], max(1, z.size - 2), both)
    welch = welch_t(pair.a_scores, pair.b_scores)
    if welch is not None:
        p_values["Welch's unpaired t-test"] = welch[1]
        p_values["Student's unpaired t-test"] = t_p_value(welch[0], 2 * z.size - 2, both)
    for name, quick in ((VALID_TESTS[1], quick_wilcoxon), (VALID_TESTS[2], quick_sign)):
        answer = quick(z, both)
        if answer is not None:
            p_values[name] = answer[1]
            p_values[f"a one-sided {name}"] = answer[1] / 2
    about = approximate_signed_rank_p(z, both)
    if about is not None:
        p_values["the signed-rank test by its normal approximation"] = about
    wins, losses = int((z > 0).sum()), int((z < 0).sum())
    if wins + losses:
        p_values["the sign test by its normal approximation"] = _normal_sign_p(wins, losses)
    return p_values


def _normal_sign_p(wins: int, losses: int) -> float:
    from bakeoff.procedures.base.distributions import normal_p_value

    return normal_p_value((wins - losses) / sqrt(wins + losses), Alternative.TWO_SIDED)
