"""The audit that is part of every comparison: what a reader should know before quoting the verdict."""

from bakeoff.audit.dataset_choice import dataset_choice
from bakeoff.audit.resolution import resolution, too_few_for_any
from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Unit

MOST_UNITS = 2_000  # beyond so many datasets nobody asks which of them decide


def comparison_findings(comparison: Comparison) -> tuple[Finding, ...]:
    """Return the findings of every pitfall that concerns this comparison over datasets."""
    design, settings = comparison.design, comparison.settings
    if design.datasets < 2 or design.datasets > MOST_UNITS:
        return ()
    if len(comparison.pairs) != 1:
        return too_few_for_any(comparison.pairs, level=settings.level)
    pair = comparison.pairs[0]
    unit = "points" if comparison.evidence.measure.unit is Unit.PERCENT else ""
    return (
        *dataset_choice(comparison),
        *resolution(pair, level=settings.level, margin=settings.margin, unit=unit),
    )
