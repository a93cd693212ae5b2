"""A class with hardly any examples behind a comparison over resamples of one dataset."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bakeoff.core.comparison import Comparison
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count

RARE = 10  # examples: with fewer in the rarest class the finding comes
LEAST_HELD = 0.94  # of trials: intervals that held the truth so often, within chance, need no finding
MEASURED = "docs/validity/halves.md"
# How often 95 % intervals held the truth on samples of two large datasets, 4 to 9 of whose examples were of the rarest
# class on average: least and most over pairs of learners, by test, repeats and folds.
HELD: Mapping[tuple[str, int, int], tuple[float, float]] = {
    ("corrected-t", 10, 10): (0.500, 0.967),
    ("guarded-t", 10, 10): (0.565, 0.983),
    ("corrected-t", 50, 2): (0.360, 0.995),
    ("half-cv", 50, 10): (0.953, 1.000),
    ("halves-t", 50, 10): (0.630, 1.000),
}
RECOMMENDED = ("half-cv", 50, 10)


class _Rare(NamedTuple):
    dataset: str
    examples: int
    trained_on: int


def rare_class_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO195 where a study of one dataset has few examples of a class, and its test was not seen to hold then."""
    rare = _find_rare_class(comparison)
    test, design = comparison.settings.test or "", comparison.design
    held = HELD.get((test, design.repeats, design.folds))
    if rare is None or (held is not None and held[0] >= LEAST_HELD):
        return
    decided = any(pair.verdict is not Verdict.UNDECIDED for pair in comparison.pairs)
    yield Finding(
        code="BO195",
        severity=Severity.WARNING if decided else Severity.NOTE,
        message=f"The rarest class of {rare.dataset} has {write_count(rare.examples, 'example')}, so that a training "
        f"set has about {rare.trained_on} of them. {_say_measured(comparison, held)}",
        detail={
            "measured": MEASURED,
            "rarest_class": rare.examples,
            "in_a_training_set": rare.trained_on,
            "held": None if held is None else list(held),
            "held_by_half_cv": list(HELD[RECOMMENDED]),
        },
    )


def _find_rare_class(comparison: Comparison) -> _Rare | None:
    stored, design = getattr(comparison.evidence, "stored", None), comparison.design
    if not isinstance(stored, StoredStudy) or not design.of_resamples:
        return None
    from bakeoff.core.datasets import Task  # most comparisons are of no stored study and do not wait for it

    if stored.plan.get("task", Task.CLASSES) != Task.CLASSES:
        return None
    (name,) = comparison.evidence.datasets
    content = stored.plan.get("contents", {}).get(name, {})
    examples, rows = content.get("smallest_class", RARE), content.get("rows", 0)
    if examples >= RARE or not rows:
        return None
    return _Rare(name, examples, round(examples * design.train_size / rows))


def _say_measured(comparison: Comparison, held: tuple[float, float] | None) -> str:
    test, design = comparison.settings.test or "", comparison.design
    samples = (
        "On samples of real data, 4 to 9 of whose examples were of the rare class on average, 95 % intervals"
    )
    recommended = _write_span(HELD[RECOMMENDED])
    if held is None:
        untried = f"{test} over this resampling was not tried"
        return f"{samples} of half-cv held the truth in {recommended} of trials; {untried}."
    plan = "folds inside halves" if design.halvings else f"{design.repeats} × {design.folds} folds"
    return (
        f"{samples} of {test} over {plan} held the truth in {_write_span(held)} of trials, and those of "
        f"half-cv in {recommended}."
    )


def _write_span(held: tuple[float, float]) -> str:
    low, high = (f"{share:.3f}".removeprefix("0") for share in held)
    return f"{low} to {high}"
