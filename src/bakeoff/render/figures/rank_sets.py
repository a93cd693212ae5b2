"""The ranks that each entry may have, as bars: who may be first, and who can be told apart."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bakeoff.core.answers.leaderboard import Leaderboard
from bakeoff.core.words import write_count
from bakeoff.render.figures.labels import LINE, SMALL, TEXT, fold, labels_of, widest
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE
from bakeoff.render.numbers import level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 34
ROW = 0.19
AXIS = 3.6  # inches
MOST = 150  # rows


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSetsData:
    """What the figure shows, the best first."""

    labels: tuple[str, ...]
    ranks: tuple[int, ...]
    sets: tuple[tuple[int, int], ...]
    marginal: tuple[tuple[int, int], ...]
    first: tuple[bool, ...]
    note: str


def rank_sets_data(board: Leaderboard) -> RankSetsData:
    """Return the ranks of the first entries of a board."""
    shown = board.entries[:MOST]
    hidden = len(board.entries) - len(shown)
    rest = f" {write_count(hidden, 'further entry')} not shown." if hidden else ""
    over = f", on {write_count(board.units, board.unit)}" if board.units else ""
    return RankSetsData(
        labels=labels_of([entry.name for entry in shown], COLUMNS),
        ranks=tuple(entry.rank for entry in shown),
        sets=tuple(entry.rank_set for entry in shown),
        marginal=tuple(entry.rank_set_marginal for entry in shown),
        first=tuple(entry.tied_for_best for entry in shown),
        note=f"Ranks that each entry may have, all entries together at {level_text(board.level)} (thick: the entry by "
        f"itself){over}; blue: may be first.{rest}",
    )


def rank_sets_size(data: RankSetsData) -> tuple[float, float]:
    """Return the inches that the rows need."""
    lines = fold(data.note, within=AXIS)
    return widest(data.labels, TEXT) + AXIS + 0.4, 0.6 + ROW * len(data.ranks) + LINE * len(lines)


def draw_rank_sets(data: RankSetsData, ax: "Axes") -> "Axes":
    """Draw a row for each entry, best at the top."""
    from matplotlib.ticker import MaxNLocator

    rows = list(range(len(data.ranks)))
    colours = [BETTER if first else QUIET for first in data.first]
    for sets, size, alpha in ((data.sets, 2.2, 0.55), (data.marginal, 4.5, 1.0)):
        low, high = [s[0] - 0.25 for s in sets], [s[1] + 0.25 for s in sets]
        ax.hlines(rows, low, high, color=colours, linewidth=size, alpha=alpha)
    ax.plot(data.ranks, rows, "|", color=INK, markersize=6, linestyle="none")
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_yticks(rows, list(data.labels), fontsize=TEXT)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=RULE, linewidth=0.4)
    ax.set_axisbelow(True)
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))  # there is no rank 1.5
    ax.set_xlabel("rank (1 = best)")
    ax.set_title("\n".join(fold(data.note, within=AXIS)), fontsize=SMALL, color=QUIET)
    return ax


class _Drawing(NamedTuple):
    draw: "Callable[[RankSetsData, Axes], Axes]"
    size: Callable[[RankSetsData], tuple[float, float]]


RANK_SETS = _Drawing(draw_rank_sets, rank_sets_size)
