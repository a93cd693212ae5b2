"""BO119: of which test a printed p-value is.

The usual slips each give a p-value of their own: an unpaired test, one side, n − 2 degrees of freedom, a normal
approximation.
"""

from collections.abc import Iterator
from decimal import Decimal
from math import sqrt

from bakeoff.audit.wrong_test import rank_approximation, welch_t
from bakeoff.core.audits import Told
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative
from bakeoff.core.words import listed
from bakeoff.procedures.distributions import t_p_value
from bakeoff.procedures.quick_tests import quick_paired_t, quick_sign, quick_wilcoxon

LICENSED = ("paired t-test", "signed-rank test", "sign test")


def printed_p(comparison: Comparison, told: Told) -> Iterator[Finding]:
    """Yield which tests of this pair give the p-value that was printed, to as many digits as it has."""
    if told.claim is None or len(comparison.pairs) > 1 or comparison.design.datasets < 3:
        return
    pair = comparison.pairs[0]
    known = _p_values(pair)
    digits = max(0, -int(Decimal(told.claim).as_tuple().exponent))
    wanted = float(told.claim)
    same = [name for name, p in known.items() if abs(p - wanted) <= 0.5000001 * 10.0**-digits]
    right = [name for name in same if name in LICENSED]
    if right:
        said, severity = f"is that of the {listed(right)}", Severity.NOTE
    elif same:
        said, severity = f"is that of {listed(same)}, which may not speak here", Severity.WARNING
    else:
        said, severity = "is that of no test that we know for such a table", Severity.WARNING
    yield Finding(
        code="BO119",
        severity=severity,
        message=f"The printed p = {told.claim} {said}. The paired t-test gives {_answer(known.get(LICENSED[0]))}, the "
        f"signed-rank test {_answer(known.get(LICENSED[1]))}.",
        detail={"a": pair.a, "b": pair.b, "printed": told.claim, "matches": same, "p_values": known},
    )


def _answer(p: float | None) -> str:
    return "no answer" if p is None else f"{p:.4f}"


def _p_values(pair: Pair) -> dict[str, float]:
    z, both = pair.advantages, Alternative.TWO_SIDED
    found: dict[str, float] = {}
    t = quick_paired_t(z, both)
    if t is not None:
        found[LICENSED[0]] = t[1]
        found["a one-sided paired t-test"] = t[1] / 2
        found["a paired t-test with n − 2 degrees of freedom"] = t_p_value(t[0], max(1, z.size - 2), both)
    welch = welch_t(pair.a_scores, pair.b_scores)
    if welch is not None:
        found["Welch's unpaired t-test"] = welch[1]
        found["Student's unpaired t-test"] = t_p_value(welch[0], 2 * z.size - 2, both)
    for name, quick in ((LICENSED[1], quick_wilcoxon), (LICENSED[2], quick_sign)):
        answer = quick(z, both)
        if answer is not None:
            found[name] = answer[1]
            found[f"a one-sided {name}"] = answer[1] / 2
    about = rank_approximation(z, both)
    if about is not None:
        found["the signed-rank test by its normal approximation"] = about
    wins, losses = int((z > 0).sum()), int((z < 0).sum())
    if wins + losses:
        found["the sign test by its normal approximation"] = _normal_sign(wins, losses)
    return found


def _normal_sign(wins: int, losses: int) -> float:
    from bakeoff.procedures.distributions import normal_p_value

    return normal_p_value((wins - losses) / sqrt(wins + losses), Alternative.TWO_SIDED)
