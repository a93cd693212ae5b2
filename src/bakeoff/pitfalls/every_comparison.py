"""The pitfalls that every comparison is checked for: what a reader should know before quoting the verdict."""

from collections.abc import Iterable

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Unit
from bakeoff.core.results import Verdict

MOST_UNITS = 2_000  # datasets beyond which nobody asks which of them decide


def find_too_few_for_pairs(comparison: Comparison) -> Iterable[Finding]:
    """Return whether any test could decide so few datasets, where several pairs are judged."""
    if len(comparison.pairs) == 1 or not _is_over_datasets(comparison):
        return ()
    from bakeoff.pitfalls.resolution import find_too_few_datasets

    return find_too_few_datasets(comparison.pairs, level=comparison.settings.level)


def find_choice_of_datasets(comparison: Comparison) -> Iterable[Finding]:
    """Return which datasets decide the verdict on the only pair."""
    if len(comparison.pairs) != 1 or not _is_over_datasets(comparison):
        return ()
    from bakeoff.pitfalls.dataset_choice import find_dataset_choice  # many pairs do not wait for it

    return find_dataset_choice(comparison)


def find_resolution_of_pair(comparison: Comparison) -> Iterable[Finding]:
    """Return what so many datasets could have shown of the only pair."""
    if len(comparison.pairs) != 1 or not _is_over_datasets(comparison):
        return ()
    if comparison.pairs[0].verdict is not Verdict.UNDECIDED:
        return ()
    from bakeoff.pitfalls.resolution import find_resolution  # decided pairs do not wait for it

    settings = comparison.settings
    unit = "points" if comparison.evidence.measure.unit is Unit.PERCENT else ""
    return find_resolution(comparison.pairs[0], level=settings.level, margin=settings.margin, unit=unit)


def _is_over_datasets(comparison: Comparison) -> bool:
    return 2 <= comparison.design.datasets <= MOST_UNITS


PITFALLS = (find_too_few_for_pairs, find_choice_of_datasets, find_resolution_of_pair)
