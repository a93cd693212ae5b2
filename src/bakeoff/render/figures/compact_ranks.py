"""The critical-difference diagram for one column of a paper: a row for each classifier, upright bars for groups."""

from math import ceil, floor
from typing import TYPE_CHECKING

from bakeoff.core.results import Verdict
from bakeoff.render.figures.critical_difference import COLOURS, CriticalDifferenceData, pack_rows
from bakeoff.render.figures.labels import LINE, SMALL, fold, inches, shorten, widest
from bakeoff.render.figures.style import INK, QUIET, RULE, TIPPED
from bakeoff.render.names import width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 3.4  # inches: one column of most papers
ROW = 0.155
HEAD = 0.26
RANK = 0.42  # inches of the column of ranks
BAR = 0.1  # inches from one group's bar to the next, at most
MOST_OF_BARS = 1.3  # inches that all bars together take
MOST_SHARED_LETTERS = 12  # letters of a shared beginning that stay before what tells names apart


def compact_ranks_size(data: CriticalDifferenceData) -> tuple[float, float]:
    """Return the inches that the rows need; always as wide as a column."""
    return WIDTH, HEAD + ROW * len(data.ranks) + 0.1 + LINE * len(_compact_rank_lines(data)) + 0.06


def draw_compact_ranks(data: CriticalDifferenceData, ax: "Axes") -> "Axes":
    """Draw a row for each classifier, best at the top, with the bars of its groups at the right."""
    height = compact_ranks_size(data)[1]
    ax.set_axis_off()
    ax.set_xlim(0, WIDTH)
    ax.set_ylim(height, 0)
    ax.text(RANK - 0.07, HEAD - 0.11, "rank", ha="right", va="center", fontsize=SMALL, color=QUIET)
    ax.plot([0.03, WIDTH - 0.06], [HEAD - 0.02] * 2, color=RULE, linewidth=0.6)
    labels = _compact_rank_labels(data)
    for i, rank in enumerate(data.ranks):
        y = HEAD + ROW * (i + 0.5)
        ax.text(RANK - 0.07, y, f"{rank:.2f}", ha="right", va="center", fontsize=SMALL, color=QUIET)
        ax.text(
            RANK, y, labels[i], ha="left", va="center", fontsize=SMALL, color=_compact_rank_colour(data, i)
        )
        if data.baseline is not None:
            ax.text(
                WIDTH - 0.1,
                y,
                _verdict_word(data, i),
                ha="right",
                va="center",
                fontsize=SMALL,
                color=_compact_rank_colour(data, i),
            )
    _draw_strip(data, RANK + widest(labels, SMALL) + 0.15, WIDTH - 0.25 - _right_margin(data), ax)
    columns = _compact_rank_columns(data)
    for group, column in zip(data.groups, columns, strict=True):
        _draw_group(group, WIDTH - 0.12 - _row_pitch(data) * (max(columns) - column), ax)
    for i, text in enumerate(_compact_rank_lines(data)):
        foot = HEAD + ROW * len(data.ranks) + 0.1
        ax.text(0.03, foot + LINE * i, text, fontsize=SMALL, color=QUIET, va="top")
    return ax


def _draw_strip(data: CriticalDifferenceData, left: float, right: float, ax: "Axes") -> None:
    """Draw the mean ranks as dots, where the names leave room."""
    if right - left < 0.6:
        return
    low, high = floor(min(data.ranks)), max(ceil(max(data.ranks)), floor(min(data.ranks)) + 1)
    for rank in (low, high):
        x = left + (right - left) * (rank - low) / (high - low)
        ax.plot([x, x], [HEAD, HEAD + ROW * len(data.ranks)], color=RULE, linewidth=0.6, zorder=0)
        ax.text(x, HEAD - 0.11, f"{rank}", ha="center", va="center", fontsize=SMALL, color=QUIET)
    for i, mean in enumerate(data.ranks):
        x, y = left + (right - left) * (mean - low) / (high - low), HEAD + ROW * (i + 0.5)
        ax.plot([left, x], [y, y], color=RULE, linewidth=0.6, zorder=0)
        ax.plot(x, y, "o", color=_compact_rank_colour(data, i), markersize=3.2, gid=f"{TIPPED}-{i}")


def _right_margin(data: CriticalDifferenceData) -> float:
    """Return the inches of the bars, or of the words that a baseline calls for."""
    if data.baseline is None:
        return _row_pitch(data) * len(set(_compact_rank_columns(data)))
    return widest([_verdict_word(data, i) for i in range(len(data.ranks))], SMALL)


def _draw_group(group: tuple[int, ...], x: float, ax: "Axes") -> None:
    """Draw one bar: solid along neighbours that belong, dotted past those that do not."""
    members = set(group)
    for i in range(group[0], group[-1]):
        inside = {i, i + 1} <= members
        ends = [HEAD + ROW * (i + 0.5 - 0.35 * inside), HEAD + ROW * (i + 1.5 + 0.35 * inside)]
        style = (0, (1, 1.5)) if not inside else "-"
        ax.plot(
            [x, x], ends, color=INK, linewidth=2.2 if inside else 0.8, linestyle=style, solid_capstyle="butt"
        )
    ax.plot([x] * len(group), [HEAD + ROW * (i + 0.5) for i in group], "o", color=INK, markersize=2.6)


def _compact_rank_labels(data: CriticalDifferenceData) -> tuple[str, ...]:
    """Return labels that leave room for the bars or the words at the right, no two of them alike."""
    room = WIDTH - RANK - 0.3 - _right_margin(data)
    labels = [_shorten_to(room, name) for name in data.names]
    for alike in {label for label in labels if labels.count(label) > 1}:
        places = [i for i, label in enumerate(labels) if label == alike]
        start = max(0, _shared_prefix_length([data.names[i] for i in places]) - MOST_SHARED_LETTERS)
        for i in places:  # what they share at the beginning makes room for what tells them apart
            labels[i] = _shorten_to(room, f"…{data.names[i][start:]}", at_end=True)
    if len(set(labels)) == len(set(data.names)):
        return tuple(labels)
    return tuple(_shorten_to(room, name, number=f" ({i + 1})") for i, name in enumerate(data.names))


def _shared_prefix_length(names: list[str]) -> int:
    """Return how many letters names have in common at their beginning."""
    return next((i for i, letters in enumerate(zip(*names, strict=False)) if len(set(letters)) > 1), 0)


def _shorten_to(room: float, name: str, *, number: str = "", at_end: bool = False) -> str:
    """Return a name cut to so many inches, in the middle or at its end, with a number after it."""
    columns, label = width(name), name
    while inches(f"{label}{number}", SMALL) > room and columns > 8:
        columns -= 1
        label = f"{name[: columns - 1]}…" if at_end else shorten(name, columns)
    return f"{label}{number}"


def _row_pitch(data: CriticalDifferenceData) -> float:
    return min(BAR, MOST_OF_BARS / max(1, len(set(_compact_rank_columns(data)))))


def _compact_rank_columns(data: CriticalDifferenceData) -> tuple[int, ...]:
    """Return a column for each group's bar; bars that lie above each other share one."""
    return pack_rows([(group[0], group[-1]) for group in data.groups], gap=2)


def _verdict_word(data: CriticalDifferenceData, i: int) -> str:
    return "baseline" if i == data.baseline else str(data.verdicts[i] or "")


def _compact_rank_colour(data: CriticalDifferenceData, i: int) -> str:
    return COLOURS.get(data.verdicts[i] or Verdict.UNDECIDED, INK)


def _compact_rank_lines(data: CriticalDifferenceData) -> list[str]:
    difference = data.critical_difference
    text = "" if difference is None else f" Critical difference of mean ranks: {difference:.2f}."
    statement = data.statement.replace("Filled: shown", "Better, worse: shown").replace(
        "hollow:", "undecided:"
    )
    return fold(f"Mean ranks, best at the top. {statement}{text}", within=WIDTH - 0.3)
