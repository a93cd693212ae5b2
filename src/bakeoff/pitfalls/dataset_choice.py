"""BO101: how many datasets a verdict hangs on, and which; BO175 where that could not be looked into."""

from collections.abc import Iterator, Sequence

from bakeoff.core.answers.audit import Fragility
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import TestResult, Verdict
from bakeoff.core.words import write_count, write_list, write_p_value
from bakeoff.inference.reanalysis.rejudge import PairVerdict
from bakeoff.inference.reanalysis.removal_search import REMOVAL_TESTS
from bakeoff.pitfalls.family_fragility import main_claims
from bakeoff.pitfalls.fragility import (
    confirm_removal,
    has_fragility,
    measure_fragility,
    rate_without_a_difference,
)
from bakeoff.pitfalls.wording import join_clauses, write_p_clause
from bakeoff.procedures.fragility.verdict_changes import Flip, smallest_flip

CODE = "BO101"
FEW = 2  # a claim that hangs on so many datasets or fewer is called fragile
EASY = 0.2  # the share of datasets up to which it is worth saying that leaving them out would decide
TEST_NAMES = {
    "paired-t": "paired t-test",
    "wilcoxon": "signed-rank test",
    "sign": "sign test",
    "sign-flip": "sign-flip test",
}


def find_dataset_choice(comparison: Comparison) -> tuple[Finding, ...]:
    """Return a finding if a few datasets decide about the verdict on a single pair, or how many a claim can spare.

    The question is put to the test that carries the verdict, and for an undecided verdict to the paired
    t-test as well, which is what a reader would have tried next. A test of another kind than those over
    datasets (paired t, signed rank, sign, sign flips) is not asked.
    """
    (pair,) = comparison.pairs
    result = pair.result
    if (
        not isinstance(result, TestResult)
        or result.procedure not in REMOVAL_TESTS
        or not pair.advantages.any()
    ):
        return ()
    if pair.verdict is Verdict.EQUIVALENT:
        return ()
    fragility = measure_fragility(comparison, pair)
    if fragility is None:
        return ()
    findings = (
        [_choice_finding(pair, result, fragility)] if _is_worth_a_finding(pair, fragility.flips_with) else []
    )
    return (*findings, *_find_by_another_test(comparison, pair, result, fragility))


def _is_worth_a_finding(pair: Pair, count: int | None) -> bool:
    if count is None:
        return False
    return pair.verdict is not Verdict.UNDECIDED or count <= max(1, EASY * len(pair.units))


def _choice_finding(pair: Pair, result: TestResult, fragility: Fragility) -> Finding:
    is_decided, count = pair.verdict is not Verdict.UNDECIDED, fragility.flips_with or 0
    fragile = count <= (FEW if is_decided else 1)
    what = (
        f"without {_write_removed(pair, fragility)} "
        f"{_write_verdict(fragility.test, pair, fragility.becomes)} ({_write_movement(result, fragility)})."
    )
    at_most = "" if fragility.exact else "at most "
    robust = f"It takes {at_most}{count} of the {fragility.datasets} datasets to undo the verdict: {what}"
    return Finding(
        code=CODE,
        severity=Severity.WARNING if fragile else Severity.NOTE,
        message=robust if is_decided and not fragile else f"The choice of datasets decides: {what}",
        detail={
            "a": pair.a,
            "b": pair.b,
            "test": fragility.test,
            "carries_the_verdict": True,
            "verdict": fragility.verdict.value,
            "becomes": None if fragility.becomes is None else fragility.becomes.value,
            "flips_with": count,
            "removing": list(fragility.removing),
            "exact": fragility.exact,
            "searched": {
                "by": fragility.searched.by,
                "every_up_to": fragility.searched.every_up_to,
                "judged": fragility.searched.judged,
            },
            "statistic": [result.statistic, fragility.statistic_after],
            "p_value": [fragility.p_value, fragility.p_value_after],
            "as_often_without_a_difference": fragility.as_often_without_a_difference,
        },
    )


def _find_by_another_test(
    comparison: Comparison, pair: Pair, result: TestResult, fragility: Fragility
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
        or not _is_worth_a_finding(pair, len(flip.removed))
    ):
        return ()
    still = confirm_removal(comparison, pair, flip)
    then = confirm_removal(comparison, pair, flip, test=flip.test)
    if (
        still is None
        or still.verdict is not pair.verdict
        or then is None
        or then.verdict is not flip.after.verdict
    ):
        return ()
    if fragility.flips_with is not None and fragility.flips_with <= len(flip.removed):
        return ()
    return (_other_test_finding(pair, result, flip, still),)


def _other_test_finding(pair: Pair, result: TestResult, flip: Flip, still: PairVerdict) -> Finding:
    names = [pair.units[i] for i in flip.removed]
    p_still = 1.0 if still.p_value is None else still.p_value
    return Finding(
        code=CODE,
        severity=Severity.WARNING if len(names) == 1 else Severity.NOTE,
        message=f"Another test on fewer datasets would decide: without {write_list(names, most=3)} "
        f"{_write_verdict(flip.test, pair, flip.after.verdict)} (t {_write_signed(flip.before.statistic)} → "
        f"{_write_signed(flip.after.statistic)}); the {TEST_NAMES[result.procedure]}, which carries the verdict, stays "
        f"undecided ({write_p_clause(p_still)}).",
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


def _write_verdict(test: str, pair: Pair, verdict: Verdict | None) -> str:
    word = f"calls {pair.b} {verdict}" if verdict is not None and verdict.is_claim else f"is {verdict}"
    if verdict is Verdict.EQUIVALENT:
        word = "calls the two equivalent"
    return f"the {TEST_NAMES[test]} {word}"


def _write_removed(pair: Pair, fragility: Fragility) -> str:
    place = {name: i for i, name in enumerate(pair.units)}
    values = [pair.advantages[place[name]] for name in fragility.removing if name in place]
    if (
        fragility.test == "sign" and fragility.searched.by == "proof"
    ):  # which of them is all the same to this test
        of, kind = (pair.wins, "wins") if all(v > 0 for v in values) else (pair.losses, "losses")
        return f"any {len(fragility.removing)} of the {of} {kind} of {pair.b}"
    return write_list(list(fragility.removing), most=3)


def _write_movement(result: TestResult, fragility: Fragility) -> str:
    if fragility.test == "paired-t" and fragility.statistic_after is not None:
        return f"t {_write_signed(result.statistic)} → {_write_signed(fragility.statistic_after)}"
    return f"{write_p_clause(fragility.p_value or 0.0)} → {write_p_value(fragility.p_value_after or 0.0)}"


def _write_signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def find_family_choice(comparison: Comparison, fragility: Sequence[Fragility]) -> Iterator[Finding]:
    """Yield the verdicts on the main pairs of a family that the loss of one or two datasets changes."""
    if len(comparison.pairs) < 2 or not has_fragility(comparison):
        return
    yield from _find_unsearched(comparison, len(fragility))
    fragile = [f for f in fragility if f.flips_with is not None and f.flips_with <= FEW]
    if not fragile:
        return
    decided_ones = [f for f in fragile if f.verdict is not Verdict.UNDECIDED]
    texts = [
        f"{f.b} against {f.a} is {f.becomes}, not {f.verdict}, without "
        f"{write_list(f.removing, most=2)}{_write_p_change(f)}"
        for f in (*decided_ones, *(f for f in fragile if f not in decided_ones))
    ]
    yield Finding(
        code=CODE,
        severity=Severity.WARNING if decided_ones else Severity.NOTE,
        message=f"By {comparison.settings.test} the choice of datasets decides about {len(fragile)} of the "
        f"{len(fragility)} main pairs: {join_clauses(texts, most=3)}.",
        detail={
            "test": comparison.settings.test,
            "adjust": comparison.settings.adjust,
            "pairs": [
                {
                    "a": f.a,
                    "b": f.b,
                    "verdict": f.verdict.value,
                    "becomes": None if f.becomes is None else f.becomes.value,
                    "flips_with": f.flips_with,
                    "removing": list(f.removing),
                    "exact": f.exact,
                    "p_value": [f.p_value, f.p_value_after],
                }
                for f in fragile
            ],
        },
    )


def _write_p_change(f: Fragility) -> str:
    if f.p_value is None or f.p_value_after is None:
        return ""
    return f" ({write_p_clause(f.p_value)} → {write_p_value(f.p_value_after)})"


def _find_unsearched(comparison: Comparison, searched: int) -> Iterator[Finding]:
    """Yield that the main pairs were not all looked into, where judging the table again takes too long."""
    main = len(main_claims(comparison))
    if searched == main:
        return
    of = "none" if searched == 0 else f"{searched}"
    yield Finding(
        code="BO175",
        severity=Severity.NOTE,
        message="How many datasets must be removed to change a verdict was searched for "
        f"{of} of the {main} main pairs: judging "
        f"{write_count(len(comparison.pairs), 'pair')} on {write_count(comparison.design.datasets, 'dataset')} "
        "again by "
        f"{comparison.settings.test} takes too long for more. Compare fewer classifiers to have more of them searched.",
        detail={"main_pairs": main, "searched": searched, "pairs": len(comparison.pairs)},
    )
