"""The interval of an accuracy against the size of the test set: what more records would buy."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.figure_data import IntervalFigureData
from bakeoff.core.results import Interval
from bakeoff.core.words import write_count
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.labels import shorten
from bakeoff.render.figures.style import BAND, BETTER, INK, QUIET
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import decimals_for, level_text, number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalByNData:
    """What the figure shows, before anything is drawn."""

    picture: IntervalFigureData
    title: str
    own: str
    others: str
    label: str = "records in the test set"


def interval_by_n_data(picture: IntervalFigureData) -> IntervalByNData:
    """Return the words of the figure of one classifier."""
    own = picture.own.interval
    digits = max(3, min(4, decimals_for(own.high - own.low)))
    whose = "" if picture.classifier is None else f" of {shorten(printable_name(picture.classifier), 24)}"
    first, last = picture.table[0], picture.table[-1]
    return IntervalByNData(
        picture=picture,
        title=f"Accuracy{whose}: {picture.rate:.{digits}f}, {level_text(picture.level)} interval "
        f"{_interval_by_n_range(own, digits)}",
        own=f"{write_count(picture.own.total, 'record')}: {_interval_by_n_range(own, digits)}",
        others=f"the same rate on {write_count(first.total, 'record')}: {_interval_by_n_range(first.interval, 3)}; "
        f"on {last.total:,}: {_interval_by_n_range(last.interval, 3)}",
    )


def interval_by_n_size(data: IntervalByNData) -> tuple[float, float]:
    """Return the inches of the band and its key."""
    return WIDTH, 2.3 + key_height([data.own, data.others])


def draw_interval_by_n(data: IntervalByNData, ax: "Axes") -> "Axes":
    """Draw the band, the intervals of the table, and the one at hand."""
    picture = data.picture
    ax.set_xscale("log")
    ax.fill_between(picture.at, picture.low, picture.high, color=BAND, alpha=0.25, linewidth=0)
    ax.axhline(picture.rate, color=QUIET, linewidth=0.8)
    for row in picture.table:
        ax.plot([row.total] * 2, [row.interval.low, row.interval.high], color=BETTER, linewidth=1.0, zorder=3)
        ax.plot([row.total], [picture.rate], marker="o", color=BETTER, markersize=3, zorder=3)
    own = picture.own
    ax.plot([own.total] * 2, [own.interval.low, own.interval.high], color=INK, linewidth=2.4, zorder=4)
    ax.plot([own.total], [picture.rate], marker="D", color=INK, markersize=5, zorder=5)
    low, high = (
        min(float(picture.low.min()), own.interval.low),
        max(float(picture.high.max()), own.interval.high),
    )
    ax.set_ylim(max(-0.02, low - 0.03), min(1.02, high + 0.03))
    ax.set_xlim(float(picture.at[0]) / (1.15 if own.total < 10 else 1), float(picture.at[-1]))
    ax.set_ylabel("accuracy")
    _label_sizes(ax)
    draw_title(data.title, ax)
    draw_key(_interval_by_n_entries(data), ax, label=data.label)
    return ax


def _label_sizes(ax: "Axes") -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    ax.xaxis.set_major_locator(LogLocator(subs=(1.0,), numticks=12))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:,.0f}" if n < 1e6 else f"{n / 1e6:g}M"))
    ax.xaxis.set_minor_locator(NullLocator())


def _interval_by_n_entries(data: IntervalByNData) -> list[KeyEntry]:
    own = {"linewidth": 2.4, "marker": "D", "markersize": 5}
    other = {"color": BETTER, "linewidth": 1.0, "marker": "o", "markersize": 3}
    return [KeyEntry("line", own, data.own), KeyEntry("line", other, data.others)]


def _interval_by_n_range(interval: Interval, digits: int) -> str:
    return f"{number_text(interval.low, digits)} to {number_text(interval.high, digits)}"
