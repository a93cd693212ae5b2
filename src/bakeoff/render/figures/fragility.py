"""The fragility curve: how a test moves as datasets are left out, and how few of them change the verdict."""

from dataclasses import dataclass
from math import ceil, log10
from typing import TYPE_CHECKING

from bakeoff.core.answers.figure_data import FragilityFigureData, Removal
from bakeoff.core.comparison import Pair
from bakeoff.core.results import Alternative, Verdict, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.labels import SMALL, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, TIPPED, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import number_text, p_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEEPEST = 8.0  # decades of p that are told apart
NAMES = {
    "paired-t": "paired t-test",
    "wilcoxon": "signed-rank test",
    "sign": "sign test",
    "sign-flip": "sign-flip test",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FragilityData:
    """What the figure shows, before anything is drawn. Heights are decades of p: upwards where b is ahead."""

    picture: FragilityFigureData
    b: str
    title: str
    label: str
    height_label: str
    without_losses: tuple[tuple[int, float], ...]
    without_wins: tuple[tuple[int, float], ...]
    thresholds: tuple[float, ...]
    flip: tuple[int, float] | None
    losses: str
    wins: str
    line: str
    turning: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each mark: of both curves, and of the smallest set that crosses the line."""
        curves = (*self.picture.without_losses, *self.picture.without_wins)
        return (
            *(_fragility_tip(removal) for removal in curves),
            *((self.turning,) if self.flip is not None else ()),
        )


def fragility_data(pair: Pair, picture: FragilityFigureData) -> FragilityData:
    """Return the two curves as heights, and the smallest set that changes the verdict in words."""
    a, b = shorten(printable_name(pair.a), 20), shorten(printable_name(pair.b), 20)
    edge = -log10(significance(picture.level))
    sides = {Alternative.GREATER: (edge,), Alternative.LESS: (-edge,), Alternative.TWO_SIDED: (edge, -edge)}
    return FragilityData(
        picture=picture,
        b=b,
        title=_fragility_title(picture, a, b),
        label=f"datasets left out, of {picture.datasets:,}",
        height_label=f"{_adjustment_words(picture)}p of the {NAMES[picture.test]}",
        without_losses=tuple((r.removed, _fragility_height(r)) for r in picture.without_losses),
        without_wins=tuple((r.removed, _fragility_height(r)) for r in picture.without_wins),
        thresholds=sides[picture.alternative],
        flip=None if picture.after is None else (picture.after.removed, _fragility_height(picture.after)),
        losses=f"without the datasets that speak most against {b}",
        wins=f"without those that speak most for {b}",
        line=f"p = {_edge_text(picture.level)}: beyond, a difference is claimed",
        turning=_turning_words(picture),
    )


def fragility_size(data: FragilityData) -> tuple[float, float]:
    """Return the inches of the curves and their key."""
    return WIDTH, 2.5 + key_height([data.losses, data.wins, data.line, data.turning])


def draw_fragility(data: FragilityData, ax: "Axes") -> "Axes":
    """Draw the two curves, the line of the level, and the smallest set that crosses it."""
    ax.axhline(0, color=QUIET, linewidth=0.5)
    for edge in data.thresholds:
        ax.axhline(edge, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)))
    curves = ((data.without_losses, BETTER, "o", 4.2), (data.without_wins, WORSE, "s", 2.6))
    for curve, colour, mark, size in curves:
        counts, heights = zip(*curve, strict=True)
        ax.plot(counts, heights, color=colour, linewidth=1.2, zorder=3)
        ax.plot(counts, heights, mark, color=colour, markersize=size, zorder=4, gid=f"{TIPPED}-{mark}")
    if data.flip is not None:
        style = {"marker": "D", "color": INK, "markersize": 6, "fillstyle": "none", "linestyle": "none"}
        ax.plot(*[[x] for x in data.flip], zorder=5, gid=f"{TIPPED}-flip", **style)  # type: ignore[arg-type]
    _label_heights(data, ax)
    draw_title(data.title, ax)
    draw_key(_fragility_entries(data), ax, label=data.label)
    return ax


def _label_heights(data: FragilityData, ax: "Axes") -> None:
    """Write p-values at decades, on both sides of one."""
    from matplotlib.ticker import MaxNLocator

    heights = [h for _, h in (*data.without_losses, *data.without_wins)] + list(data.thresholds)
    low, high = min(*heights, 0.0), max(*heights, 0.0)
    room = 0.12 * (high - low) + 0.1  # for the words at both ends
    ax.set_ylim(low - room, high + room)
    deepest = max(1, ceil(max(abs(low), abs(high))))
    step = max(1, ceil(deepest / 4))
    ticks = [s * d for d in range(0, deepest + 1, step) for s in ((1, -1) if d else (1,))]
    taken = sorted(t for t in ticks if low - room <= t <= high + room)
    ax.set_yticks(taken, [_decade(abs(t)) for t in taken])
    ax.set_ylabel(data.height_label)
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    for y, words, va in ((0.99, f"{data.b} ahead ↑", "top"), (0.01, f"{data.b} behind ↓", "bottom")):
        ax.text(0.99, y, words, transform=ax.transAxes, ha="right", va=va, fontsize=SMALL, color=QUIET)


def _fragility_entries(data: FragilityData) -> list[KeyEntry]:
    entries = [
        KeyEntry("line", {"color": BETTER, "marker": "o", "markersize": 4.2}, data.losses),
        KeyEntry("line", {"color": WORSE, "marker": "s", "markersize": 2.6}, data.wins),
        KeyEntry("line", {"color": QUIET, "linewidth": 0.8, "linestyle": (0, (4, 3))}, data.line),
    ]
    mark = {"marker": "D", "markersize": 6, "fillstyle": "none"} if data.flip else {"marker": ""}
    return [*entries, KeyEntry("point", mark, data.turning)]


def _fragility_tip(removal: Removal) -> str:
    left_out = write_count(removal.removed, "dataset") if removal.removed else "nothing"
    return f"{left_out} left out: {p_text(removal.p_value)}, {removal.verdict}"


def _fragility_height(removal: Removal) -> float:
    decades = min(DEEPEST, -log10(max(removal.p_value, 1e-300)))
    return decades if removal.statistic >= 0 else -decades


def _adjustment_words(picture: FragilityFigureData) -> str:
    return "" if picture.adjustment == "none" else f"{picture.adjustment}-adjusted "


def _edge_text(level: float) -> str:
    """Return the significance level as a p-value is written.

    >>> _edge_text(0.95), _edge_text(1 - 0.05 / 3)
    ('.05', '.0167')
    """
    return f"{significance(level):.3g}".removeprefix("0")


def _decade(decades: int) -> str:
    return "1" if decades == 0 else f".{'0' * (decades - 1)}1" if decades <= 3 else f"1e−{decades}"


def _fragility_title(picture: FragilityFigureData, a: str, b: str) -> str:
    before, after = picture.without_losses[0], picture.after
    if after is None:
        none = "no loss of datasets" if picture.exact else "no loss of datasets that was tried"
        return f"{b} over {a}: {none} changes the verdict of the {NAMES[picture.test]}, {before.verdict}"
    at_most = "" if picture.exact else "at most "
    return (
        f"{b} over {a}: {before.verdict}; without {at_most}{write_count(after.removed, 'dataset')} "
        f"{_verdict_after(after)}"
    )


def _verdict_after(after: Removal) -> str:
    return "undecided" if after.verdict is Verdict.UNDECIDED else str(after.verdict)


def _turning_words(picture: FragilityFigureData) -> str:
    before, after = picture.without_losses[0], picture.after
    if after is None:
        tried = "" if picture.exact else " that was tried"
        return f"no choice of datasets to leave out{tried} changes the verdict"
    moved = (
        f"t {number_text(before.statistic, 2)} → {number_text(after.statistic, 2)}"
        if picture.test == "paired-t" and picture.adjustment == "none"
        else f"{p_text(before.p_value)} → {p_text(after.p_value).removeprefix('p ').removeprefix('= ')}"
    )
    return (
        f"without {write_list([shorten(printable_name(name), 24) for name in picture.flip], most=3)}: {moved}"
    )
