"""The audit that is part of every comparison: what a reader should know before quoting the verdict."""

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding


def comparison_findings(comparison: Comparison) -> tuple[Finding, ...]:
    """Return the findings of every pitfall that concerns this comparison."""
    return ()
