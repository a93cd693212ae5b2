"""Subgroups: the advantage in all examples and in each subgroup, with intervals and adjusted p-values."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Estimate, Verdict
from bakeoff.core.words import write_count
from bakeoff.render.cautions import interaction_text
from bakeoff.render.figures.forest import ForestRow, draw_forest_row, reach_of
from bakeoff.render.figures.labels import LINE, SMALL, fold, inches, labels_of, shorten
from bakeoff.render.figures.style import QUIET, RULE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import decimals_of, interval_text, level_text, p_text, signed_text, unit_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 60
COLUMNS = 28
WIDTH = 4.8  # inches
ROW = 0.2
ALL = "all examples"


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupsData:
    """What the figure shows, before anything is drawn; all examples first, then the subgroups by their advantage."""

    rows: tuple[ForestRow, ...]
    labels: tuple[str, ...]
    p_texts: tuple[str, ...]
    axis: str
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each row: of its line, and of its point, which lie above all the lines."""
        each = tuple(map(_subgroup_tip, self.rows))
        return each + each


def subgroups_objection(comparison: Comparison) -> str | None:
    """Return why there is nothing by subgroup, or None."""
    if any(len(pair.by_subgroup) > 1 for pair in comparison.pairs):
        return None
    return "it needs two subgroups or more that could be judged: --subgroup-column names them"


def pair_subgroups_objection(comparison: Comparison, pair: Pair) -> str | None:
    """Return why a pair has nothing by subgroup, or None."""
    return None if len(pair.by_subgroup) > 1 else "fewer than two of its subgroups could be judged"


def subgroups_data(comparison: Comparison, pair: Pair) -> SubgroupsData:
    """Return the rows of one pair with their labels and p-values."""
    parts = sorted(pair.by_subgroup, key=lambda s: (-s.result.estimate.value, s.subgroup))[:MOST_ROWS]
    total = comparison.design.examples
    names = labels_of([ALL, *(s.subgroup for s in parts)], COLUMNS)
    sizes = [total, *(s.examples for s in parts)]
    estimates = [pair.result.estimate, *(s.result.estimate for s in parts)]
    verdicts = [pair.verdict, *(s.verdict for s in parts)]
    unit = unit_text(comparison.evidence.measure.unit)
    a, b = shorten(printable_name(pair.a), COLUMNS), shorten(printable_name(pair.b), COLUMNS)
    measure = printable_name(comparison.evidence.measure.name)
    return SubgroupsData(
        rows=tuple(map(_build_row, names, estimates, verdicts)),
        labels=tuple(f"{name}  (n = {size:,})" for name, size in zip(names, sizes, strict=True)),
        p_texts=(
            "" if pair.p_value is None else p_text(pair.p_value),
            *(p_text(s.p_adjusted) for s in parts),
        ),
        axis=f"advantage of {b} over {a}\n({measure}{',' + unit if unit else ''})",
        note=_subgroups_note(comparison, pair),
    )


def subgroups_size(data: SubgroupsData) -> tuple[float, float]:
    """Return the inches that the rows need."""
    return WIDTH, 0.9 + ROW * len(data.rows) + LINE * len(_note_lines(data))


def draw_subgroups(data: SubgroupsData, ax: "Axes") -> "Axes":
    """Draw all examples above a rule, the subgroups below it, and the p-value at the end of each row."""
    reach = reach_of(data.rows)
    ax.axvline(0, color=QUIET, linewidth=0.8, zorder=0)
    for y, row in enumerate(data.rows):
        draw_forest_row(row, y, reach, ax, small=False)
    ax.axhline(0.5, color=RULE, linewidth=0.6)
    for y, text in enumerate(data.p_texts):
        ax.annotate(
            text, (1, y), xycoords=("axes fraction", "data"), xytext=(4, 0), textcoords="offset points",
            ha="left", va="center", fontsize=SMALL, annotation_clip=False,
        )  # fmt: skip
    ax.set_yticks(range(len(data.labels)), list(data.labels))
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(data.rows) - 0.4, -0.6)
    ax.set_xlim(*reach)
    ax.locator_params(axis="x", nbins=5)
    ax.set_xlabel(data.axis)
    ax.set_title("\n".join(_note_lines(data)), fontsize=SMALL, color=QUIET)
    return ax


def _build_row(name: str, estimate: Estimate, verdict: Verdict) -> ForestRow:
    return ForestRow(name=name, estimate=estimate.value, interval=estimate.interval, verdict=verdict)


def _subgroup_tip(row: ForestRow) -> str:
    digits = decimals_of(Estimate(of="advantage", value=row.estimate, interval=row.interval))
    return f"{row.name}: {signed_text(row.estimate, digits)} ({interval_text(row.interval, digits)})"


def _subgroups_note(comparison: Comparison, pair: Pair) -> str:
    level = level_text(comparison.settings.level)
    left = len(pair.by_subgroup) - MOST_ROWS
    more = f" {left:,} more subgroups are not drawn." if left > 0 else ""
    judged = sum(len(p.by_subgroup) for p in comparison.pairs)
    return (
        f"{interaction_text(pair)} Simultaneous {level} intervals; p adjusted over {write_count(judged, 'verdict')} by "
        f"Holm's method; filled where decided.{more}"
    ).strip()


def _note_lines(data: SubgroupsData) -> list[str]:
    room = max(inches(label, SMALL) for label in data.labels)
    return fold(data.note, within=WIDTH - min(2.0, room) - 0.5)
