"""Power: how surely a difference is found, against the number of datasets or examples, or against the difference."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.figure_data import PowerAxis, PowerFigureData
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative
from bakeoff.render.figures.key import WIDTH, KeyEntry, amount, draw_key, draw_title, key_height
from bakeoff.render.figures.style import BETTER, INK, QUIET, WORSE
from bakeoff.render.numbers import level_text, unit_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOGARITHMIC_FROM = 150  # an axis of numbers that goes further is logarithmic


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerData:
    """What the figure shows, before anything is drawn."""

    picture: PowerFigureData
    title: str
    label: str
    curve: str
    here: str
    wanted: str
    logarithmic: bool

    @property
    def marked(self) -> float:
        """Where on the horizontal axis the design at hand stands."""
        by_number = self.picture.against is PowerAxis.NUMBER
        return float(self.picture.number) if by_number else self.picture.difference

    @property
    def reached(self) -> tuple[float, ...]:
        """Where the wanted power is reached, if that is within the picture."""
        at, where = self.picture.at, self.picture.reached_at
        return (where,) if where is not None and float(at[0]) <= where <= float(at[-1]) else ()


def power_data(picture: PowerFigureData, *, unit: Unit = Unit.PLAIN) -> PowerData:
    """Return the words of a power curve; `unit` is that of the differences."""
    points = unit_text(unit)
    difference, number = amount(picture.difference, points), f"{picture.number:,} {picture.units}"
    by_number = picture.against is PowerAxis.NUMBER
    sides = "two-sided" if picture.alternative is Alternative.TWO_SIDED else "one-sided"
    spread = (
        f"differences with a standard deviation of {amount(picture.spread, points)}"
        if picture.units == "datasets"
        else f"{picture.spread:.3g} of examples that one alone gets right"
    )
    return PowerData(
        picture=picture,
        title=f"What {number} can show"
        if not by_number
        else f"How many {picture.units} show a difference of {difference}",
        label=picture.units if by_number else f"true difference{points and ' in' + points}",
        curve=f"{picture.test}, {sides}, {level_text(picture.level)}, {spread}",
        here=f"{number}, if the true difference is {difference}: found with chance {_power_chance(picture.power_here)}",
        wanted=_wanted_words(picture, points),
        logarithmic=by_number and float(picture.at[-1]) > LOGARITHMIC_FROM,
    )


def power_size(data: PowerData) -> tuple[float, float]:
    """Return the inches of the curve and its key."""
    return WIDTH, 2.4 + key_height([data.curve, data.here, data.wanted])


def draw_power(data: PowerData, ax: "Axes") -> "Axes":
    """Draw the curve, where the design stands, and from where on the wanted power is reached."""
    picture = data.picture
    if data.logarithmic:
        ax.set_xscale("log")
    low, high = float(picture.at[0]), float(picture.at[-1])
    ax.axhline(picture.wanted, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)))
    ax.plot(picture.at, picture.power, color=BETTER, linewidth=1.5)
    ax.plot([data.marked, data.marked], [0, picture.power_here], color=INK, linewidth=0.8)
    ax.plot(
        [data.marked], [picture.power_here], marker="o", color=INK, markersize=4.5, zorder=4, clip_on=False
    )
    for where in data.reached:
        ax.plot([where], [picture.wanted], marker="D", color=WORSE, markersize=4, zorder=3)
    ax.set_xlim(low if data.logarithmic else 0, high)
    ax.set_ylim(0, 1.03)
    ax.set_ylabel("chance of finding it")
    _label_numbers(data, ax)
    draw_title(data.title, ax)
    draw_key(_power_entries(data), ax, label=data.label)
    return ax


def _label_numbers(data: PowerData, ax: "Axes") -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    if data.picture.against is PowerAxis.DIFFERENCE:
        ax.xaxis.set_major_locator(MaxNLocator(5))
        return
    ax.xaxis.set_major_formatter(FuncFormatter(lambda n, _: _short_count(n)))
    if not data.logarithmic:
        ax.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        return
    decades = float(data.picture.at[-1]) / float(data.picture.at[0])
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 3.0) if decades < 1_000 else (1.0,), numticks=8))
    ax.xaxis.set_minor_locator(NullLocator())


def _power_entries(data: PowerData) -> list[KeyEntry]:
    look = {"color": QUIET, "linewidth": 0.8, "linestyle": (0, (4, 3))}
    if data.reached:
        look |= {"marker": "D", "markersize": 4, "markerfacecolor": WORSE, "markeredgecolor": WORSE}
    return [
        KeyEntry("line", {"color": BETTER, "linewidth": 1.5}, data.curve),
        KeyEntry("point", {"marker": "o", "markersize": 4.5}, data.here),
        KeyEntry("line", look, data.wanted),
    ]


def _wanted_words(picture: PowerFigureData, points: str) -> str:
    chance = f"chance {picture.wanted:g}"
    if picture.reached_at is None:
        return f"{chance} is not reached by any possible difference"
    if picture.against is PowerAxis.NUMBER:
        return f"{chance} from {picture.reached_at:,.0f} {picture.units} on"
    return f"{chance} from a difference of {amount(picture.reached_at, points)} on"


def _power_chance(power: float) -> str:
    """Return a chance with two digits, never rounded to impossible or certain.

    >>> _power_chance(0.857), _power_chance(0.9999), _power_chance(0.0)
    ('0.86', 'above 0.99', 'below 0.01')
    """
    if power < 0.005:
        return "below 0.01"
    return f"{power:.2f}" if power < 0.995 else "above 0.99"


def _short_count(number: float) -> str:
    """Return a count as ticks show it.

    >>> _short_count(300), _short_count(30_000), _short_count(3_000_000)
    ('300', '30k', '3M')
    """
    if number >= 1_000_000:
        return f"{number / 1_000_000:g}M"
    return f"{number / 1_000:g}k" if number >= 10_000 else f"{number:,.0f}"
