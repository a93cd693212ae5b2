"""The posterior of a difference: its density with the region of practical equivalence, or the triangle of chances."""

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from bakeoff.core.answers.figure_data import PosteriorDensity, PosteriorFigureData, PosteriorShares
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Posterior
from bakeoff.render.figures.key import WIDTH, KeyEntry, amount, draw_key, draw_title, key_height
from bakeoff.render.figures.labels import SMALL, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    counted_text,
    decimals_of,
    interval_text,
    level_text,
    unit_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEIGHT = sqrt(3) / 2  # of a triangle with sides of one
MIDDLE: dict[str, Any] = {"marker": "D", "markersize": 5, "fillstyle": "none"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PosteriorData:
    """What the figure shows, before anything is drawn."""

    picture: PosteriorFigureData
    title: str
    label: str
    worse: str  # in words, with its probability
    equivalent: str
    better: str
    corners: tuple[str, str, str]  # who is better at each corner: a, neither, b
    estimate: str
    points: tuple[tuple[float, float], ...] = ()  # draws as points of the triangle


def posterior_data(comparison: Comparison, pair: Pair, picture: PosteriorFigureData) -> PosteriorData:
    """Return the probabilities in words, and draws as points of a triangle."""
    posterior = picture.posterior
    a, b = shorten(printable_name(pair.a), 20), shorten(printable_name(pair.b), 20)
    unit = unit_text(comparison.evidence.measure.unit)
    margin = amount(posterior.margin, unit)
    digits = decimals_of(posterior.estimate)
    interval = posterior.estimate.interval
    likeliest = " likeliest" if isinstance(picture, PosteriorShares) else ""
    return PosteriorData(
        picture=picture,
        title=_posterior_verdict(posterior, a, b),
        label=f"mean advantage of {b}{' in' + unit if unit else ''}",
        worse=f"{a} better by more than {margin}{likeliest}: {_posterior_chance(posterior.worse, posterior)}",
        equivalent=f"less than {margin} apart{likeliest}: {_posterior_chance(posterior.equivalent, posterior)}",
        better=f"{b} better by more than {margin}{likeliest}: {_posterior_chance(posterior.better, posterior)}",
        corners=(shorten(a, 16), "practically equal", shorten(b, 16)),
        estimate=f"{posterior.estimate.of} {counted_text(posterior.estimate.value, digits, unit)}, "
        f"{level_text(interval.level)} credible interval {interval_text(interval, digits)}",
        points=_posterior_points(picture.shares) if isinstance(picture, PosteriorShares) else (),
    )


def posterior_size(data: PosteriorData) -> tuple[float, float]:
    """Return the inches of the density or the triangle, and the key."""
    key = key_height([data.worse, data.equivalent, data.better, data.estimate])
    return WIDTH, (2.2 if isinstance(data.picture, PosteriorDensity) else 2.9) + key


def draw_posterior(data: PosteriorData, ax: "Axes") -> "Axes":
    """Draw the density of the advantage, or the draws of the three chances."""
    if isinstance(data.picture, PosteriorDensity):
        _draw_density(data, data.picture, ax)
    else:
        _draw_triangle(data, ax)
    draw_title(data.title, ax)
    return ax


def _draw_density(data: PosteriorData, picture: PosteriorDensity, ax: "Axes") -> None:
    at, density, margin = picture.at, picture.density, picture.posterior.margin
    top = float(density.max())
    for inside, colour in (
        (at <= -margin, WORSE),
        ((at >= -margin) & (at <= margin), QUIET),
        (at >= margin, BETTER),
    ):
        ax.fill_between(at, density, where=inside, color=colour, alpha=0.45, linewidth=0, interpolate=True)
    ax.axvspan(-margin, margin, color=RULE, alpha=0.35, linewidth=0, zorder=0)
    ax.plot(at, density, color=INK, linewidth=1.0)
    estimate = picture.posterior.estimate
    ax.plot([estimate.interval.low, estimate.interval.high], [-0.05 * top] * 2, color=INK, linewidth=2.0)
    ax.plot([estimate.value], [-0.05 * top], marker="D", color=INK, markersize=4)
    ax.set_xlim(float(at[0]), float(at[-1]))
    ax.set_ylim(-0.1 * top, 1.06 * top)
    ax.yaxis.set_visible(False)
    ax.spines["left"].set_visible(False)
    draw_key(_posterior_entries(data), ax, label=data.label)


def _draw_triangle(data: PosteriorData, ax: "Axes") -> None:
    ax.set_axis_off()
    ax.set_aspect("equal")
    centre = (0.5, HEIGHT / 3)
    for end in ((0.5, 0.0), (0.25, HEIGHT / 2), (0.75, HEIGHT / 2)):
        ax.plot([centre[0], end[0]], [centre[1], end[1]], color=QUIET, linewidth=0.7, linestyle=(0, (4, 3)))
    across, up = zip(*data.points, strict=True)
    ax.scatter(
        across, up, s=2.2, c=_posterior_colours(data), alpha=0.35, linewidth=0, rasterized=True, zorder=2
    )
    ax.plot([0, 1, 0.5, 0], [0, 0, HEIGHT, 0], color=INK, linewidth=0.9, zorder=3)
    middle = sum(across) / len(across), sum(up) / len(up)
    ax.plot(*[[x] for x in middle], color=INK, zorder=4, **MIDDLE)
    left, top, right = data.corners
    ax.text(0, -0.03, f"{left}\nbetter", ha="left", va="top", color=WORSE, fontsize=SMALL)
    ax.text(1, -0.03, f"{right}\nbetter", ha="right", va="top", color=BETTER, fontsize=SMALL)
    ax.text(0.5, HEIGHT + 0.045, top, ha="center", va="bottom", color=INK, fontsize=SMALL)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(-0.16, HEIGHT + 0.12)
    draw_key(_posterior_entries(data), ax)


def _posterior_entries(data: PosteriorData) -> list[KeyEntry]:
    look = {"marker": "s", "markersize": 6}
    entries = [
        KeyEntry("point", {**look, "color": BETTER}, data.better),
        KeyEntry("point", {**look, "color": QUIET}, data.equivalent),
        KeyEntry("point", {**look, "color": WORSE}, data.worse),
    ]
    if isinstance(data.picture, PosteriorDensity):
        entries.append(KeyEntry("line", {"linewidth": 2.0, "marker": "D", "markersize": 4}, data.estimate))
    else:
        entries.append(KeyEntry("point", MIDDLE, f"middle of {len(data.points):,} draws; {data.estimate}"))
    return entries


def _posterior_points(shares: Floats) -> tuple[tuple[float, float], ...]:
    """Return draws as points: worse is the left corner, better the right one, equal the top."""
    across, up = shares[:, 2] + shares[:, 1] / 2, shares[:, 1] * HEIGHT
    return tuple(zip(across.tolist(), up.tolist(), strict=True))


def _posterior_colours(data: PosteriorData) -> list[str]:
    shares = data.picture.shares if isinstance(data.picture, PosteriorShares) else ()
    return [(WORSE, QUIET, BETTER)[int(row.argmax())] for row in shares]


def _posterior_verdict(posterior: Posterior, a: str, b: str) -> str:
    chances = {
        f"{a} is better than {b}": posterior.worse,
        f"{a} and {b} are practically equal": posterior.equivalent,
        f"{b} is better than {a}": posterior.better,
    }
    words, chance = max(chances.items(), key=lambda item: item[1])
    return f"{words} with probability {_posterior_chance(chance, posterior)}"


def _posterior_chance(chance: float, posterior: Posterior) -> str:
    """Return a probability with three digits; simulated ones are never certain."""
    if chance in (0.0, 1.0) and posterior.monte_carlo_error is None:
        return f"{chance:.0f}"
    if chance > 0.9995:
        return "above .999"
    return "below .001" if chance < 0.0005 else f"{chance:.3f}".removeprefix("0")
