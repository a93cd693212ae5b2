"""Student's t if the null holds: the acceptance region, the observed t, and the tails that are the p-value."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core.answers.figure_data import TFigureData
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Alternative, significance
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.labels import SMALL, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    counted_text,
    decimals_for,
    level_text,
    number_text,
    p_text,
    unit_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class TDistributionData:
    """What the figure shows, before anything is drawn."""

    picture: TFigureData
    title: str
    label: str
    score_label: str  # of the upper axis: the same in units of the score; empty where the two never differ
    acceptance: str
    rejection: str
    tails: str
    observed: str
    rejected: tuple[tuple[float, float], ...]  # intervals of t, within the axis
    beyond: tuple[tuple[float, float], ...]  # as far out as the observed t, within the axis


def t_distribution_data(comparison: Comparison, pair: Pair, picture: TFigureData) -> TDistributionData:
    """Return the regions and words of one pair's t-test."""
    a, b = shorten(printable_name(pair.a), 22), shorten(printable_name(pair.b), 22)
    alone = " by this test alone" if len(comparison.pairs) > 1 else ""
    verdict = "rejected" if picture.p_value < significance(picture.level) else "not rejected"
    unit = unit_text(comparison.evidence.measure.unit)
    digits = decimals_for(picture.critical * picture.standard_error)
    low, high = _t_distribution_acceptance(picture)
    scaled = (low * picture.standard_error, high * picture.standard_error)
    share = level_text(significance(picture.level))
    return TDistributionData(
        picture=picture,
        title=f"{b} over {a}: “no difference” is {verdict} at {level_text(picture.level)}{alone}",
        label=f"t if nothing differs, {picture.df:g} degree{'' if picture.df == 1 else 's'} of freedom",
        score_label=f"mean advantage of {b}{' in' + unit if unit else ''}"
        if picture.standard_error > 0
        else "",
        acceptance=f"acceptance region: t {_t_distribution_range(low, high, 2)}"
        + (
            f", advantage {_t_distribution_range(*scaled, digits)}{unit}"
            if picture.standard_error > 0
            else ""
        ),
        rejection=f"rejection region: {share} of all t",
        tails=f"as far out as the observed t: {p_text(picture.p_value)}",
        observed=f"observed t = {number_text(picture.t, 2)}, mean advantage {counted_text(picture.mean, digits, unit)}",
        rejected=_t_distribution_regions(picture, picture.critical),
        beyond=_t_distribution_tails(picture),
    )


def t_distribution_size(data: TDistributionData) -> tuple[float, float]:
    """Return the inches of the curve, its two axes and its key."""
    return WIDTH, 2.5 + key_height([data.acceptance, data.rejection, data.tails, data.observed])


def draw_t_distribution(data: TDistributionData, ax: "Axes") -> "Axes":
    """Draw the density with its regions and the observed t."""
    at, density = data.picture.at, data.picture.density
    ax.fill_between(at, density, color=RULE, alpha=0.55, linewidth=0)
    for low, high in data.rejected:
        _fill(ax, at, density, (low, high), facecolor=WORSE, alpha=0.75, linewidth=0)
    for low, high in data.beyond:
        _fill(ax, at, density, (low, high), facecolor="none", edgecolor=BETTER, hatch="/////", linewidth=0)
    ax.plot(at, density, color=INK, linewidth=1.0)
    _draw_observed(data, ax)
    ax.set_xlim(float(at[0]), float(at[-1]))
    ax.set_ylim(0, float(density.max()) * 1.08)
    ax.yaxis.set_visible(False)
    ax.spines["left"].set_visible(False)
    _draw_score_axis(data, ax)
    draw_title(data.title, ax)
    draw_key(_t_distribution_entries(data), ax, label=data.label)
    return ax


def _draw_observed(data: TDistributionData, ax: "Axes") -> None:
    t, reach = data.picture.t, float(data.picture.at[-1])
    top = float(data.picture.density.max())
    if abs(t) <= reach:
        ax.plot([t, t], [0, top], color=BETTER, linewidth=1.4)
        return
    side = 1 if t > 0 else -1
    ax.annotate(
        f"t = {number_text(t, 1)}",
        (side * reach, 0.55 * top),
        xytext=(side * 0.62 * reach, 0.55 * top),
        arrowprops={"arrowstyle": "-|>", "color": BETTER, "linewidth": 1.4},
        color=BETTER,
        fontsize=SMALL,
        ha="right" if side > 0 else "left",
        va="center",
    )


def _draw_score_axis(data: TDistributionData, ax: "Axes") -> None:
    error = data.picture.standard_error
    if not data.score_label:
        return
    from matplotlib.ticker import MaxNLocator

    scales: Any = (lambda t: t * error, lambda d: d / error)
    upper = ax.secondary_xaxis("top", functions=scales)
    upper.set_xlabel(data.score_label, fontsize=SMALL, color=QUIET)
    upper.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    upper.tick_params(labelsize=SMALL, color=QUIET)
    upper.spines["top"].set_visible(True)


def _t_distribution_entries(data: TDistributionData) -> list[KeyEntry]:
    return [
        KeyEntry("line", {"color": BETTER, "linewidth": 1.4}, data.observed),
        KeyEntry("area", {"facecolor": "white", "edgecolor": BETTER, "hatch": "/////"}, data.tails),
        KeyEntry("area", {"facecolor": RULE, "alpha": 0.55}, data.acceptance),
        KeyEntry("area", {"facecolor": WORSE, "alpha": 0.75}, data.rejection),
    ]


def _fill(ax: "Axes", at: Floats, density: Floats, ends: tuple[float, float], **look: object) -> None:
    inside = [(float(x), float(y)) for x, y in zip(at, density, strict=True) if ends[0] < x < ends[1]]
    edges = [_t_distribution_height(at, density, end) for end in ends]
    xs = [ends[0], *(x for x, _ in inside), ends[1]]
    ys = [edges[0], *(y for _, y in inside), edges[1]]
    ax.fill_between(xs, ys, **look)  # type: ignore[arg-type]


def _t_distribution_height(at: Floats, density: Floats, where: float) -> float:
    """Return the height of a drawn curve between two of its points."""
    right = min(max(int(at.searchsorted(where)), 1), at.size - 1)
    share = (where - at[right - 1]) / (at[right] - at[right - 1])
    return float(density[right - 1] + share * (density[right] - density[right - 1]))


def _t_distribution_acceptance(picture: TFigureData) -> tuple[float, float]:
    low = float("-inf") if picture.alternative is Alternative.GREATER else -picture.critical
    high = float("inf") if picture.alternative is Alternative.LESS else picture.critical
    return low, high


def _t_distribution_range(low: float, high: float, digits: int) -> str:
    if low == float("-inf"):
        return f"up to {number_text(high, digits)}"
    if high == float("inf"):
        return f"from {number_text(low, digits)} on"
    return f"from {number_text(low, digits)} to {number_text(high, digits)}"


def _t_distribution_regions(picture: TFigureData, critical: float) -> tuple[tuple[float, float], ...]:
    reach = float(picture.at[-1])
    left, right = (-reach, -critical), (critical, reach)
    sides = {
        Alternative.LESS: (left,),
        Alternative.GREATER: (right,),
        Alternative.TWO_SIDED: (left, right),
    }[picture.alternative]
    return sides if critical < reach else ()


def _t_distribution_tails(picture: TFigureData) -> tuple[tuple[float, float], ...]:
    reach, t = float(picture.at[-1]), picture.t
    match picture.alternative:
        case Alternative.TWO_SIDED:
            return ((-reach, -abs(t)), (abs(t), reach)) if abs(t) < reach else ()
        case Alternative.GREATER:
            return ((max(t, -reach), reach),) if t < reach else ()
        case Alternative.LESS:
            return ((-reach, min(t, reach)),) if t > -reach else ()
