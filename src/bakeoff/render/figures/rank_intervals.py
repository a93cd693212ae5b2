"""How firm the ranking is: each mean rank with its interval, and how often the classifier would come first."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison
from bakeoff.core.results import Interval
from bakeoff.core.words import write_count
from bakeoff.render.figures.labels import LINE, SMALL, TEXT, fold, labels_of, widest
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, TIPPED
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 34
ROW = 0.19
AXIS = 2.4  # inches


@dataclass(frozen=True, slots=True, kw_only=True)
class RankIntervalsData:
    """What the figure shows; classifiers are in order of rank, best first."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    ranks: tuple[float, ...]
    intervals: tuple[Interval, ...]
    first: tuple[float, ...]  # share of draws of the datasets in which each ranks first
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each point."""
        rows = zip(self.names, self.ranks, self.intervals, self.first, strict=True)
        return tuple(
            f"{n}: {r:.2f} ({i.low:.2f} to {i.high:.2f}), {_first_share_text(f)}" for n, r, i, f in rows
        )


def rank_intervals_objection(comparison: Comparison) -> str | None:
    """Return why ranks have no intervals here, or None."""
    if len(comparison.ranking) < 3:
        return "the ranks of two classifiers say no more than their wins and losses"
    if comparison.design.datasets < 2:
        return "mean ranks are over datasets, and here is one"
    if any(s.rank_interval is None or s.best is None for s in comparison.ranking):
        return "fewer than two datasets have a score of every classifier"
    return None


def rank_intervals_data(comparison: Comparison) -> RankIntervalsData:
    """Return mean ranks, their intervals and the shares of first places."""
    standings = [s for s in comparison.ranking if s.rank_interval is not None]
    level = level_text(comparison.settings.level)
    return RankIntervalsData(
        names=tuple(printable_name(s.classifier) for s in standings),
        labels=labels_of([s.classifier for s in standings], COLUMNS),
        ranks=tuple(float(s.mean_rank or 0.0) for s in standings),
        intervals=tuple(s.rank_interval for s in standings if s.rank_interval is not None),
        first=tuple(float(s.best or 0.0) for s in standings),
        note=f"Mean rank over {_ranked_on_text(comparison)} with its {level} interval, each by itself, over datasets"
        " drawn again; at the right the share of draws in which the classifier ranks first. Overlap of two"
        " intervals is no test of the pair.",
    )


def _ranked_on_text(comparison: Comparison) -> str:
    number = comparison.ranking[0].ranked_on or comparison.design.datasets
    every = "" if number == comparison.design.datasets else ", those with a score of every classifier,"
    return f"{write_count(number, 'dataset')}{every}"


def rank_intervals_size(data: RankIntervalsData) -> tuple[float, float]:
    """Return the inches that the rows need."""
    lines = fold(data.note, within=AXIS + 0.5)
    return widest(data.labels, TEXT) + AXIS + 0.95, 0.6 + ROW * len(data.ranks) + LINE * len(lines)


def draw_rank_intervals(data: RankIntervalsData, ax: "Axes") -> "Axes":
    """Draw a row for each classifier, best at the top."""
    rows = list(range(len(data.ranks)))
    ax.hlines(
        rows, [i.low for i in data.intervals], [i.high for i in data.intervals], color=BETTER, linewidth=1.6
    )
    ax.plot(data.ranks, rows, "o", color=INK, markersize=4, linestyle="none", gid=TIPPED)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_yticks(rows, list(data.labels), fontsize=TEXT)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=RULE, linewidth=0.4)
    ax.set_axisbelow(True)
    for row, share in zip(rows, data.first, strict=True):
        ax.text(
            1.02,
            row,
            _first_share_text(share),
            transform=ax.get_yaxis_transform(),
            va="center",
            fontsize=SMALL,
            color=QUIET,
        )
    ax.set_xlabel("mean rank (1 = best)")
    ax.set_title("\n".join(fold(data.note, within=AXIS + 0.5)), fontsize=SMALL, color=QUIET)
    return ax


def _first_share_text(share: float) -> str:
    """Return a share in percent that is 0 or 100 only where it is."""
    if 0 < share < 0.005:
        return "first < 1 %"
    return "first > 99 %" if 0.995 < share < 1 else f"first {share:.0%}".replace("%", " %")
