"""Densities of Student's t beside the normal distribution, and the tails beyond a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING

from bakeoff.core.arrays import Floats
from bakeoff.render.answers.critical_values import TailArea
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.style import BETTER, INK, QUIET, WORSE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOOKS = (
    {"color": WORSE, "linewidth": 1.6},
    {"color": BETTER, "linewidth": 1.6},
    {"color": INK, "linewidth": 1.2, "linestyle": "--"},
    {"color": QUIET, "linewidth": 1.2, "linestyle": ":"},
    {"color": WORSE, "linewidth": 1.0, "linestyle": "-."},
    {"color": BETTER, "linewidth": 1.0, "linestyle": "-."},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DensitiesData:
    """What the figure shows, before anything is drawn."""

    title: str
    at: Floats
    curves: tuple[tuple[str, Floats], ...]
    beyond: float | None  # the tails of the first curve are shaded from here on
    tails: str


def densities_data(at: Floats, by_df: Mapping[float, Floats], area: TailArea | None) -> DensitiesData:
    """Return the curves, their names, and what lies beyond the value."""
    curves = tuple((_density_name(df), density) for df, density in by_df.items())
    tails = "" if area is None else f"beyond ±{abs(area.value):g}: {area.two_tailed:.4f}"
    return DensitiesData(
        title=_density_title(by_df),
        at=at,
        curves=curves,
        beyond=None if area is None else abs(area.value),
        tails=tails,
    )


def densities_size(data: DensitiesData) -> tuple[float, float]:
    """Return the inches of the curves and their key."""
    return WIDTH, 2.5 + key_height(_density_words(data))


def draw_densities(data: DensitiesData, ax: "Axes") -> "Axes":
    """Draw the curves, and shade the tails of the first."""
    for (_, density), look in zip(data.curves, LOOKS, strict=False):
        ax.plot(data.at, density, **look)  # type: ignore[arg-type]
    if data.beyond is not None:
        for inside in (data.at <= -data.beyond, data.at >= data.beyond):
            ax.fill_between(data.at[inside], data.curves[0][1][inside], color=WORSE, alpha=0.45, linewidth=0)
    ax.set_xlim(float(data.at[0]), float(data.at[-1]))
    ax.set_ylim(bottom=0)
    ax.yaxis.set_visible(False)
    ax.spines["left"].set_visible(False)
    draw_title(data.title, ax)
    draw_key(_density_entries(data), ax, label="t" if "Student" in data.title else "z")
    return ax


def _density_title(by_df: Mapping[float, Floats]) -> str:
    if len(by_df) == 1:
        return _density_name(next(iter(by_df)))
    return "Student's t and the normal distribution" if any(map(isinf, by_df)) else "Student's t distribution"


def _density_name(df: float) -> str:
    if isinf(df):
        return "normal distribution"
    return f"Student's t, {df:g} degree{'' if df == 1 else 's'} of freedom"


def _density_words(data: DensitiesData) -> list[str]:
    return [*(name for name, _ in data.curves), *([data.tails] if data.tails else [])]


def _density_entries(data: DensitiesData) -> list[KeyEntry]:
    lines = [KeyEntry("line", dict(look), name) for (name, _), look in zip(data.curves, LOOKS, strict=False)]
    area = [KeyEntry("area", {"facecolor": WORSE, "alpha": 0.45}, data.tails)] if data.tails else []
    return [*lines, *area]
