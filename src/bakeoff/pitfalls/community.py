"""BO111 and BO112: many groups on the same public data, and what a replication on new data would need."""

from collections.abc import Iterator
from math import fsum, sqrt

from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import TestResult, significance
from bakeoff.core.words import write_count
from bakeoff.inference.choose import default_test_over_datasets
from bakeoff.pitfalls.wording import write_short
from bakeoff.procedures.many.multiplicity import multiplicity
from bakeoff.procedures.planning.dataset_power import (
    Question,
    count_datasets_needed,
    has_power,
    rounding_step,
)
from bakeoff.procedures.planning.mcnemar_power import examples_needed_approximately

POWER = 0.8
STRICT_LEVEL = 0.99  # the other usual level that flukes are counted at


def find_flukes_among_groups(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    """Yield BO111: how many of so many groups find something by chance."""
    if context.groups is None:
        return
    usual, strict = (
        multiplicity(context.groups, level=at) for at in (comparison.settings.level, STRICT_LEVEL)
    )
    alpha = significance(usual.level)
    yield Finding(
        code="BO111",
        severity=Severity.WARNING if any(p.is_claim for p in comparison.pairs) else Severity.NOTE,
        message=f"If {write_count(context.groups, 'group')} compare classifiers that do not differ on the same "
        "public data, "
        f"{write_short(usual.expected_false_positives)} of them can expect p < {write_short(alpha)} and "
        f"{write_short(strict.expected_false_positives)} p < .01; only those may be published. Repeat the claim on new "
        "datasets, not on another partition of these.",
        detail={
            "groups": context.groups,
            "level": usual.level,
            "expected_flukes": usual.expected_false_positives,
            "expected_flukes_at_1_percent": strict.expected_false_positives,
            "at_least_one": usual.at_least_one,
        },
    )


def find_replication_size(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO112: how much new data finds a difference of this size, or of half, 4 times in 5."""
    claims = [p for p in comparison.pairs if p.is_claim and isinstance(p.result, TestResult)]
    if len(comparison.pairs) > 1 or not claims:
        return
    pair, level = claims[0], comparison.settings.level
    if comparison.design.of_items:
        return  # bakeoff plan answers in items and attempts
    if comparison.design.groups:
        return  # groups are what would have to be new: their number does not follow from flips of examples
    if comparison.design.on_examples:
        yield from _replicate_on_examples(pair, level)
    elif comparison.design.datasets > 1:
        yield from _replicate_on_datasets(pair, comparison, level)


def _replicate_on_datasets(pair: Pair, comparison: Comparison, level: float) -> Iterator[Finding]:
    z, n = pair.advantages, len(pair.units)
    if z.size < 2 or z.min() == z.max():
        return
    mean = fsum(z) / n
    sd = sqrt(fsum((z - mean) ** 2) / (n - 1))
    if mean == 0:
        return
    test = pair.result.procedure
    question = Question(level=level, power=POWER, step=rounding_step(z))
    full, half = (
        count_datasets_needed(
            lambda n: test if has_power(test) else default_test_over_datasets(n, level=level),
            share * mean,
            sd,
            question=question,
        )
        for share in (1.0, 0.5)
    )
    unit = " points" if comparison.evidence.measure.unit is Unit.PERCENT else ""
    yield _replication_finding(pair, abs(mean), (full, half), "dataset", unit, sd=sd)


def _replicate_on_examples(pair: Pair, level: float) -> Iterator[Finding]:
    flips = pair.flips
    if flips is None or flips.both_right is None or flips.both_wrong is None or flips.mends == flips.breaks:
        return
    total = flips.mends + flips.breaks + flips.both_right + flips.both_wrong
    gap, discordance = abs(flips.mends - flips.breaks) / total, (flips.mends + flips.breaks) / total
    full, half = (
        examples_needed_approximately(share * gap, discordance, level=level, power=POWER)
        for share in (1.0, 0.5)
    )
    yield _replication_finding(pair, gap, (full, half), "test example", "", discordance=discordance)


def _replication_finding(
    pair: Pair, difference: float, needed: tuple[int, int], noun: str, unit: str, **numbers: float
) -> Finding:
    full, half = needed
    return Finding(
        code="BO112",
        severity=Severity.NOTE,
        message=f"A replication needs new data: {write_count(full, f'new {noun}')} detect a true difference of "
        f"{write_short(difference)}{unit} in 80 % of cases, {half:,} one of half that size. A difference that was "
        "found tends to be larger than the true one, because smaller ones are found less often.",
        detail={
            "a": pair.a,
            "b": pair.b,
            "difference": difference,
            "power": POWER,
            "needed": full,
            "needed_for_half": half,
            "unit": noun,
            **numbers,
        },
    )
