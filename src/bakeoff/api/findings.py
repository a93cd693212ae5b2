"""Every finding that a comparison can come with: who looks for it, in the order in which findings are shown.

Where a project has a ledger, `LOOK_FINDERS` of `project.look_findings` follow: they speak of the comparison as one of
several looks at its data. What the user mutes is taken out last (`project.muting`). An audit has the checklist of
`pitfalls.checklist` besides; figures that are written to files add what `deliveries.missing_letters` finds.
"""

from bakeoff.api.study.stored import find_departures_from_plan
from bakeoff.inference.findings.pipeline import FINDERS as OF_EVIDENCE_AND_TESTS
from bakeoff.inference.findings.pipeline import Finder
from bakeoff.pitfalls.every_comparison import PITFALLS

FINDERS: tuple[Finder, ...] = (*OF_EVIDENCE_AND_TESTS, find_departures_from_plan, *PITFALLS)
