"""BO101: how many datasets a verdict hangs on, and which.

Leaving out a few datasets can turn "undecided" into a claim and a claim into "undecided". The finding names a
smallest set of datasets that does so. It is evidence of fragility, not proof of a bad claim: the detail says
how often a comparison without any true difference holds out as long, or can be turned as easily.
"""

from bakeoff.audit.fragility import confirmed, fragility_of, rate_without_a_difference
from bakeoff.audit.wording import p_words
from bakeoff.core.audits import Fragility
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import TestResult, Verdict
from bakeoff.core.words import listed, p_figures
from bakeoff.inference.rejudge import Judged
from bakeoff.inference.removable import TESTS
from bakeoff.procedures.fragility import Flip, smallest_flip

CODE = "BO101"
FEW = 2  # a claim that hangs on so many datasets or fewer is called fragile
EASY = 0.2  # the share of datasets up to which it is worth saying that leaving them out would decide
NAMES = {
    "paired-t": "paired t-test",
    "wilcoxon": "signed-rank test",
    "sign": "sign test",
    "sign-flip": "sign-flip test",
}


def dataset_choice(comparison: Comparison) -> tuple[Finding, ...]:
    """Return a finding if a few datasets decide about the verdict on a single pair, or how many a claim can spare.

    The question is put to the test that carries the verdict, and for an undecided verdict to the paired
    t-test as well, which is what a reader would have tried next. A test of another kind than those over
    datasets (paired t, signed rank, sign, sign flips) is not asked.
    """
    (pair,) = comparison.pairs
    result = pair.result
    if not isinstance(result, TestResult) or result.procedure not in TESTS or not pair.advantages.any():
        return ()
    if pair.verdict is Verdict.EQUIVALENT:
        return ()
    found = fragility_of(comparison, pair)
    if found is None:
        return ()
    told = [_finding(pair, result, found)] if _is_worth_telling(pair, found.flips_with) else []
    return (*told, *_by_another_test(comparison, pair, result, found))


def _is_worth_telling(pair: Pair, count: int | None) -> bool:
    if count is None:
        return False
    return pair.verdict is not Verdict.UNDECIDED or count <= max(1, EASY * len(pair.units))


def _finding(pair: Pair, result: TestResult, found: Fragility) -> Finding:
    decided, count = pair.verdict is not Verdict.UNDECIDED, found.flips_with or 0
    fragile = count <= (FEW if decided else 1)
    what = (
        f"without {_without(pair, found)} {_says(found.test, pair, found.becomes)} ({_moved(result, found)})."
    )
    at_most = "" if found.exact else "at most "
    robust = f"It takes {at_most}{count} of the {found.datasets} datasets to undo the verdict: {what}"
    return Finding(
        code=CODE,
        severity=Severity.WARNING if fragile else Severity.NOTE,
        message=robust if decided and not fragile else f"The choice of datasets decides: {what}",
        detail={
            "a": pair.a,
            "b": pair.b,
            "test": found.test,
            "carries_the_verdict": True,
            "verdict": found.verdict.value,
            "becomes": None if found.becomes is None else found.becomes.value,
            "flips_with": count,
            "removing": list(found.removing),
            "exact": found.exact,
            "searched": {
                "by": found.searched.by,
                "every_up_to": found.searched.every_up_to,
                "judged": found.searched.judged,
            },
            "statistic": [result.statistic, found.statistic_after],
            "p_value": [found.p_value, found.p_value_after],
            "as_often_without_a_difference": found.as_often_without_a_difference,
        },
    )


def _by_another_test(
    comparison: Comparison, pair: Pair, result: TestResult, found: Fragility
) -> tuple[Finding, ...]:
    """Return what the paired t-test would say after a removal, where it is turned by fewer than the test in use."""
    if pair.verdict is not Verdict.UNDECIDED or result.procedure == "paired-t":
        return ()
    flip = smallest_flip(
        pair.advantages, test="paired-t", level=comparison.settings.level, alternative=result.alternative
    )
    if (
        flip is None
        or flip.before.verdict is not pair.verdict
        or not _is_worth_telling(pair, len(flip.removed))
    ):
        return ()
    still = confirmed(comparison, pair, flip)
    then = confirmed(comparison, pair, flip, test=flip.test)
    if (
        still is None
        or still.verdict is not pair.verdict
        or then is None
        or then.verdict is not flip.after.verdict
    ):
        return ()
    if found.flips_with is not None and found.flips_with <= len(flip.removed):
        return ()
    return (_other_finding(pair, result, flip, still),)


def _other_finding(pair: Pair, result: TestResult, flip: Flip, still: Judged) -> Finding:
    names = [pair.units[i] for i in flip.removed]
    p_still = 1.0 if still.p_value is None else still.p_value
    return Finding(
        code=CODE,
        severity=Severity.WARNING if len(names) == 1 else Severity.NOTE,
        message=f"Another test on fewer datasets would decide: without {listed(names, most=3)} "
        f"{_says(flip.test, pair, flip.after.verdict)} (t {_signed(flip.before.statistic)} → "
        f"{_signed(flip.after.statistic)}); the {NAMES[result.procedure]}, which carries the verdict, stays "
        f"undecided ({p_words(p_still)}).",
        detail={
            "a": pair.a,
            "b": pair.b,
            "test": flip.test,
            "carries_the_verdict": False,
            "verdict": flip.before.verdict.value,
            "becomes": flip.after.verdict.value,
            "flips_with": len(names),
            "removing": names,
            "exact": flip.exact,
            "statistic": [flip.before.statistic, flip.after.statistic],
            "p_value": [flip.before.p_value, flip.after.p_value],
            "p_value_of_the_test_in_use": still.p_value,
            "as_often_without_a_difference": rate_without_a_difference(pair, flip),
        },
    )


def _says(test: str, pair: Pair, verdict: Verdict | None) -> str:
    word = f"calls {pair.b} {verdict}" if verdict in (Verdict.BETTER, Verdict.WORSE) else f"is {verdict}"
    if verdict is Verdict.EQUIVALENT:
        word = "calls the two equivalent"
    return f"the {NAMES[test]} {word}"


def _without(pair: Pair, found: Fragility) -> str:
    place = {name: i for i, name in enumerate(pair.units)}
    values = [pair.advantages[place[name]] for name in found.removing if name in place]
    if found.test == "sign" and found.searched.by == "proof":  # which of them is all the same to this test
        of, kind = (pair.wins, "wins") if all(v > 0 for v in values) else (pair.losses, "losses")
        return f"any {len(found.removing)} of the {of} {kind} of {pair.b}"
    return listed(list(found.removing), most=3)


def _moved(result: TestResult, found: Fragility) -> str:
    if found.test == "paired-t" and found.statistic_after is not None:
        return f"t {_signed(result.statistic)} → {_signed(found.statistic_after)}"
    return f"{p_words(found.p_value or 0.0)} → {p_figures(found.p_value_after or 0.0)}"


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
