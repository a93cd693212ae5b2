"""The plan of a reading: the grid and the options that it amounts to, with reasons, doubts and other readings."""

from dataclasses import dataclass, field, replace

from bakeoff.core.errors import ReadingError
from bakeoff.core.findings import Finding
from bakeoff.core.readings import Alternative, Doubt, Shape, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Grid

SAID_ASIDE = "it was said to be left aside"


@dataclass(slots=True, kw_only=True)
class Plan:
    """How a grid is about to be read."""

    grid: Grid
    options: ReadOptions
    shape: Shape
    aside: dict[str, str] = field(default_factory=dict)  # column: why
    reasons: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    alternatives: list[Alternative] = field(default_factory=list)
    is_by_measure: bool = False  # columns are named by a classifier and a measure
    resamples: frozenset[str] = frozenset()  # columns that are resamples, by the names they have in the file

    def doubt(self, message: str, *, weight: Weight = Weight.SLIGHT) -> None:
        """Add a doubt."""
        self.doubts.append(Doubt(weight=weight, message=message))

    def offer(self, meaning: str, *options: str) -> None:
        """Add another reading with the options that ask for it."""
        self.alternatives.append(offer(self.grid, meaning, *options))

    def say(self, finding: Finding) -> None:
        """Add a finding to the grid."""
        self.grid = self.grid.with_findings(finding)

    def set_aside(self, columns: dict[str, str]) -> None:
        """Leave columns aside, each for a reason."""
        if not columns:
            return
        self.aside |= columns
        self.options = replace(
            self.options, leave_aside=tuple(dict.fromkeys([*self.options.leave_aside, *columns]))
        )


def offer(grid: Grid, meaning: str, *options: str) -> Alternative:
    """Return another reading of a grid with the options that ask for it."""
    return Alternative(meaning=meaning, options=options, source=source_of(grid))


def source_of(grid: Grid) -> str:
    """Return what to type for the evidence on a command line."""
    if grid.name:
        return grid.source
    return "-" if grid.source == "standard input" else "FILE"


def refuse_ambiguous(plan: Plan) -> None:
    """Raise the error of a table that can be read in several ways, where a doubt is serious."""
    serious = [d for d in plan.doubts if d.weight is Weight.SERIOUS]
    if not serious:
        return
    seen = "; ".join(d.message for d in serious[:4])
    more = f"; and {len(serious) - 4} more doubts" if len(serious) > 4 else ""
    raise ReadingError(
        f"this table can be read in more than one way: {seen}{more}",
        where=plan.grid.source,
        fix="say which is meant:",
        code="BO560",
        doubts=tuple(plan.doubts),
        alternatives=tuple(plan.alternatives),
    )


def refuse_shape(plan: Plan, shape: Shape, what: str, fix: str) -> ReadingError:
    """Return the error of a table that holds no comparison."""
    return ReadingError(
        what,
        where=plan.grid.source,
        fix=fix,
        code="BO561",
        doubts=(Doubt(weight=Weight.SERIOUS, message=f"it looks like a {shape}"), *plan.doubts),
        alternatives=tuple(plan.alternatives),
    )


def name_list(names: list[str], *, most: int = 4) -> str:
    """Return names in quotes, with commas."""
    return join_with_commas(map(quote_text, names), most=most)
