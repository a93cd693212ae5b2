"""What tests over folds of one dataset were measured to do, design by design, and verdicts that hang on stability."""

import re
from collections.abc import Iterator, Mapping

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.design import Design
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import TestResult, Verdict, significance
from bakeoff.core.words import write_list, write_p_value
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.resampled.guarded_t import guarded_t, instability

KEPT_UP_TO = 0.06  # the largest rate at 5 % that chance may bring where the level is kept
UNEQUAL = (
    1.25  # the largest training set over the smallest: beyond it, as in a time series, nothing was measured
)
MEASURED = "docs/validity/one_dataset.md"

# Learners whose models change with a few examples, by the names that people and libraries give them.
UNSTABLE = re.compile(
    r"(?<![a-z])(1[- _]?nn|k[- _]?nn|ib[1k]|nearest[- _]?neighbou?rs?|kneighbors(classifier)?|(decision[- _]?)?stumps?"
    r"|(one|1)[- _]?r(ule)?|(decision|extra)[- _]?tree(s|classifier)?|cart|c4\.?5|j48|id3|rpart|ripper|jrip|part"
    r"|rules?)(?![a-z])",
    re.IGNORECASE,
)
LEARNERS = ("naive Bayes", "nearest neighbours", "stumps")
# Share of true nulls that were rejected at 5 %, for each of the learners, with 100 examples: by repeats and folds.
OVER_FOLDS: Mapping[tuple[str, int, int], tuple[float, float, float]] = {
    ("corrected-t", 1, 5): (0.015, 0.041, 0.055),
    ("corrected-t", 1, 10): (0.016, 0.041, 0.070),
    ("corrected-t", 5, 2): (0.023, 0.036, 0.049),
    ("corrected-t", 3, 5): (0.023, 0.076, 0.109),
    ("corrected-t", 5, 5): (0.027, 0.085, 0.133),
    ("corrected-t", 10, 5): (0.034, 0.094, 0.144),
    ("corrected-t", 3, 10): (0.024, 0.081, 0.127),
    ("corrected-t", 5, 10): (0.029, 0.092, 0.148),
    ("corrected-t", 10, 10): (0.036, 0.114, 0.166),
    ("corrected-t", 50, 2): (0.013, 0.030, 0.055),
    ("guarded-t", 10, 10): (0.013, 0.043, 0.059),
    ("t-5x2cv", 5, 2): (0.064, 0.110, 0.108),
    ("f-5x2cv", 5, 2): (0.070, 0.118, 0.114),
}
# The same over random splits of 300 examples: by their number, and by test size over training size.
OVER_SPLITS: Mapping[tuple[int, float], tuple[float, float, float]] = {
    (15, 1 / 9): (0.062, 0.092, 0.109),
    (30, 1 / 2): (0.051, 0.091, 0.063),
}


def fold_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO132, what this very test and design were measured to do, and BO193 where repeats show that it matters."""
    if (
        comparison.settings.test in ("corrected-t", "guarded-t", "t-5x2cv", "f-5x2cv")
        and comparison.design.datasets == 1
    ):
        yield from _find_liberal_test(comparison)
        yield from _find_unstable_verdicts(comparison)


def _find_liberal_test(comparison: Comparison) -> Iterator[Finding]:
    any_decided = any(p.verdict is not Verdict.UNDECIDED for p in comparison.pairs)
    named = [name for name in comparison.evidence.classifiers if UNSTABLE.search(name)]
    if not (named or any_decided):
        return
    test, plan, rates = measured_rates(comparison.settings.test or "", comparison.design)
    if rates is None:
        message = (
            f"How often {test} rejects true nulls over {plan} was not measured; over some designs it was too often "
            "for unstable learners"
        )
    else:
        each = [f"{_write_rate(rate)} for {name}" for name, rate in zip(LEARNERS, rates, strict=True)]
        message = f"Over {plan} {test} rejected true nulls at 5 % with a frequency of {write_list(each)}"
    liberal = rates is None or max(rates) > KEPT_UP_TO
    yield Finding(
        code="BO132",
        severity=Severity.WARNING if named and any_decided and liberal else Severity.NOTE,
        message=f"{message}: {_say_advice(named, liberal=liberal)}",
        detail={
            "measured": MEASURED,
            "design": plan,
            "rates": None if rates is None else dict(zip(LEARNERS, rates, strict=True)),
            "unstable": named,
        },
    )


def _say_advice(named: list[str], *, liberal: bool) -> str:
    are = (
        f"{write_list(named, most=4)} {'is' if len(named) == 1 else 'are'} unstable by name" if named else ""
    )
    if not liberal:
        return f"it kept its level there{'' if not named else ', and ' + are}."
    if named:
        return f"{are}. Take the p-value with reserve, and ask for more than one dataset."
    return "if your learners are unstable, ask for more than one dataset."


def measured_rates(test: str, design: Design) -> tuple[str, str, tuple[float, ...] | None]:
    """Return the test, the plan of resampling in words, and what was measured of them; None: nothing was."""
    fewest, most = design.train_range
    if most > UNEQUAL * fewest:
        return test, f"training sets of {fewest:,} to {most:,} examples", None
    ratio, folds, repeats = design.test_train_ratio or 0.0, design.folds, design.repeats
    in_folds = folds > 1 and design.resamples == repeats * folds and 0.8 < ratio * (folds - 1) < 1.25
    if in_folds:
        rates: tuple[float, ...] | None = OVER_FOLDS.get((test, repeats, folds))
        plan = f"{folds} folds" if repeats == 1 else f"{repeats} × {folds} folds"
        size = 100
    else:
        near = [key for key in OVER_SPLITS if key[0] == design.resamples and 0.8 < ratio / key[1] < 1.25]
        rates = OVER_SPLITS[near[0]] if near and test == "corrected-t" else None
        plan = f"{design.resamples} splits" + (f" with {_write_held_out(ratio)} held out" if ratio else "")
        size = 300
    return test, plan + (f" of {size} examples" if rates else ""), rates


def _write_held_out(ratio: float) -> str:
    return f"{100 * ratio / (1 + ratio):.0f} %"


def _write_rate(rate: float) -> str:
    return f"{rate:.3f}".removeprefix("0")


def _find_unstable_verdicts(comparison: Comparison) -> Iterator[Finding]:
    """Yield the verdicts that a variance allowing for what repeats show of instability does not share."""
    guarded = _guard_p_values(comparison)
    if not guarded:
        return
    alpha = significance(comparison.settings.level)
    p_adjusted = _adjust_p_values([p for _, _, p in guarded], comparison)
    shaken = [
        (pair, index, p)
        for (pair, index, _), p in zip(guarded, p_adjusted, strict=True)
        if pair.is_claim and p >= alpha
    ]
    if not shaken:
        return
    phrases = [
        f"{pair.b} against {pair.a} (instability {index:.2g}, p = {write_p_value(p)})"
        for pair, index, p in shaken
    ]
    yield Finding(
        code="BO193",
        severity=Severity.WARNING,
        message="New splits of the same examples changed the advantage enough to put the verdict in doubt: with the "
        f"variance times 1 + 4 × instability it would be undecided for {write_list(phrases, most=3)}. Such "
        "doubt met 54 to "
        "88 % of wrong verdicts, and 40 to 70 % of right ones; more datasets, or a larger one, would settle it.",
        detail={
            "measured": MEASURED,
            "pairs": [{"a": pair.a, "b": pair.b, "instability": index, "p": p} for pair, index, p in shaken],
        },
    )


def _guard_p_values(comparison: Comparison) -> list[tuple[Pair, float, float]]:
    """Return every pair with its instability and its guarded p-value; none where folds were not repeated."""
    design, folds = comparison.design, comparison.evidence
    if comparison.settings.test != "corrected-t" or min(design.repeats, design.folds - 1) < 2:
        return []
    if not isinstance(folds, Scores) or folds.resamples is None:
        return []
    guarded = []
    for pair in comparison.pairs:
        if not isinstance(pair.result, TestResult) or len(pair.advantages) != design.repeats * design.folds:
            return []
        repeated = pair.advantages.reshape(design.repeats, design.folds)
        guarded.append((pair, instability(repeated), _guarded_p_value(pair.result, repeated, design)))
    return guarded


def _adjust_p_values(p_values: list[float], comparison: Comparison) -> list[float]:
    if len(p_values) < 2:
        return p_values
    method = Adjustment(comparison.settings.adjust or "holm")
    p_adjusted = adjust(np.array(p_values), method, classifiers=comparison.design.classifiers)
    return [float(p) for p in p_adjusted]


def _guarded_p_value(result: TestResult, repeated: Floats, design: Design) -> float:
    return guarded_t(
        repeated.ravel(),
        repeats=len(repeated),
        test_train_ratio=design.test_train_ratio or 0.0,
        alternative=result.alternative,
    ).p_value
