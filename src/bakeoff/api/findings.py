"""Every finding that a comparison can come with: who looks for it, in the order in which findings are shown.

Where a project has a ledger, `LOOK_FINDERS` of `project.look_findings` follow: they speak of the comparison as one of
several looks at its data. What the user mutes is taken out last (`project.muting`). An audit has the checklist of
`pitfalls.checklist` besides; figures that are written to files add what `deliveries.missing_letters` finds.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bakeoff.api.study.stored import find_departures_from_plan
from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.inference.findings.pipeline import FINDERS as OF_EVIDENCE_AND_TESTS
from bakeoff.inference.findings.pipeline import Finder, list_reading_findings
from bakeoff.pitfalls.every_comparison import PITFALLS

if TYPE_CHECKING:
    from bakeoff.inference.items.bench import ItemBench


def find_about_items(comparison: Comparison, bench: "ItemBench") -> Iterable[Finding]:
    """Yield what is to be known of items, their tasks and their missing answers."""
    # tables of scores do not wait for it
    from bakeoff.inference.items.findings import item_findings

    return item_findings(comparison, bench)


FINDERS: tuple[Finder, ...] = (*OF_EVIDENCE_AND_TESTS, find_departures_from_plan, *PITFALLS)
ITEM_FINDERS: tuple[Finder, ...] = (list_reading_findings, find_about_items, *PITFALLS)
