"""BO101: a verdict that would be another without a few of the datasets.

Leaving out a few datasets can turn "undecided" into a claim and a claim into "undecided". The finding names a
smallest set of datasets that does so. It is evidence of fragility, not proof of a bad claim: the detail says
how often a comparison without any true difference holds out as long, or can be turned as easily.
"""

from bakeoff.audit.wording import p_words
from bakeoff.core.comparison import Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative, TestResult, Verdict
from bakeoff.core.words import listed, p_figures
from bakeoff.inference.removable import TESTS, level_of
from bakeoff.procedures.fragility import Flip, smallest_flip
from bakeoff.procedures.power import DatasetTest
from bakeoff.procedures.robustness import as_easily_turned, as_robust

CODE = "BO101"
FEW = 2  # a claim that hangs on so many datasets or fewer is called fragile
EASY = 0.2  # the share of datasets up to which it is worth saying that leaving them out would decide
NAMES = {
    "paired-t": "paired t-test",
    "wilcoxon": "signed-rank test",
    "sign": "sign test",
    "sign-flip": "sign-flip test",
}


def dataset_choice(pair: Pair) -> tuple[Finding, ...]:
    """Return a finding if a few datasets decide about the verdict of a pair, or how many a claim can spare.

    The question is put to the test that carries the verdict, and for an undecided verdict to the paired
    t-test as well, which is what a reader would have tried next. A test of another kind than those over
    datasets (paired t, signed rank, sign, sign flips) is not asked.
    """
    result = pair.result
    if not isinstance(result, TestResult) or result.procedure not in TESTS or not pair.advantages.any():
        return ()
    carrying = _flip(pair, result, TESTS[result.procedure])
    flips = [] if carrying is None else [carrying]
    if pair.verdict is Verdict.UNDECIDED and result.procedure != "paired-t":
        other = _flip(pair, result, "paired-t")
        if other is not None and (carrying is None or len(other.removed) < len(carrying.removed)):
            flips.append(other)
    return tuple(_finding(pair, flip) for flip in flips if _is_worth_telling(flip, pair))


def _flip(pair: Pair, result: TestResult, test: DatasetTest) -> Flip | None:
    """Return the smallest flip of a test that agrees with the verdict as it stands."""
    level = level_of(pair, result)
    flip = smallest_flip(pair.advantages, test=test, level=level, alternative=result.alternative)
    return flip if flip is not None and flip.before.verdict is pair.verdict else None


def _is_worth_telling(flip: Flip, pair: Pair) -> bool:
    return pair.verdict is not Verdict.UNDECIDED or len(flip.removed) <= max(1, EASY * len(pair.units))


def _finding(pair: Pair, flip: Flip) -> Finding:
    decided = pair.verdict is not Verdict.UNDECIDED
    fragile = len(flip.removed) <= (FEW if decided else 1)
    return Finding(
        code=CODE,
        severity=Severity.WARNING if fragile else Severity.NOTE,
        message=_message(pair, flip, robust=decided and not fragile),
        detail=_detail(pair, flip),
    )


def _message(pair: Pair, flip: Flip, *, robust: bool) -> str:
    becomes = (
        f"calls {pair.b} {flip.after.verdict}"
        if flip.after.verdict is not Verdict.UNDECIDED
        else "is undecided"
    )
    what = f"without {_without(pair, flip)} the {NAMES[flip.test]} {becomes} ({_moved(flip)})."
    if not robust:
        return f"The choice of datasets decides: {what}"
    at_most = "" if flip.exact else "at most "
    return (
        f"It takes {at_most}{len(flip.removed)} of the {len(pair.units)} datasets to undo the verdict: {what}"
    )


def _without(pair: Pair, flip: Flip) -> str:
    if flip.test == "sign":  # which of them is all the same to this test
        wins = all(pair.advantages[i] > 0 for i in flip.removed)
        of, kind = (pair.wins, "wins") if wins else (pair.losses, "losses")
        return f"any {len(flip.removed)} of the {of} {kind} of {pair.b}"
    return listed([pair.units[i] for i in flip.removed], most=3)


def _moved(flip: Flip) -> str:
    if flip.test == "paired-t":
        return f"t {_signed(flip.before.statistic)} → {_signed(flip.after.statistic)}"
    return f"{p_words(flip.before.p_value)} → {p_figures(flip.after.p_value)}"


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _detail(pair: Pair, flip: Flip) -> dict[str, object]:
    return {
        "a": pair.a,
        "b": pair.b,
        "test": flip.test,
        "verdict": flip.before.verdict.value,
        "becomes": flip.after.verdict.value,
        "flips_with": len(flip.removed),
        "removing": [pair.units[i] for i in flip.removed],
        "exact": flip.exact,
        "statistic": [flip.before.statistic, flip.after.statistic],
        "p_value": [flip.before.p_value, flip.after.p_value],
        "as_often_without_a_difference": rate_without_a_difference(pair, flip),
    }


def rate_without_a_difference(pair: Pair, flip: Flip) -> float | None:
    """Return how often a verdict about nothing is as robust, or as easily turned; None where it was not measured."""
    if not _is_tabulated(pair):
        return None
    n = len(pair.units) - (pair.draws if flip.test == "sign" else 0)
    decided = pair.verdict is not Verdict.UNDECIDED
    return (as_robust if decided else as_easily_turned)(n, len(flip.removed), flip.test)


def _is_tabulated(pair: Pair) -> bool:
    """Say whether the rates by chance apply: they are for two-sided tests of one pair at 95 %."""
    result = pair.result
    if not isinstance(result, TestResult) or result.alternative is not Alternative.TWO_SIDED:
        return False
    return pair.p_adjusted in (None, result.p_value) and result.estimate.interval.level == 0.95
