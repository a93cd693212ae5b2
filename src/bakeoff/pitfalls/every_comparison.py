"""The pitfalls that every comparison is checked for: what a reader should know before quoting the verdict."""

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Unit
from bakeoff.pitfalls.dataset_choice import find_dataset_choice
from bakeoff.pitfalls.resolution import find_resolution, find_too_few_datasets

MOST_UNITS = 2_000  # beyond so many datasets nobody asks which of them decide


def collect_comparison_pitfalls(comparison: Comparison) -> tuple[Finding, ...]:
    """Return the findings of every pitfall that concerns this comparison over datasets."""
    design, settings = comparison.design, comparison.settings
    if design.datasets < 2 or design.datasets > MOST_UNITS:
        return ()
    if len(comparison.pairs) != 1:
        return find_too_few_datasets(comparison.pairs, level=settings.level)
    pair = comparison.pairs[0]
    unit = "points" if comparison.evidence.measure.unit is Unit.PERCENT else ""
    return (
        *find_dataset_choice(comparison),
        *find_resolution(pair, level=settings.level, margin=settings.margin, unit=unit),
    )
