"""Labels of figures: cut in the middle where they are long, never to the same text, and measured in inches."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from bakeoff.core.comparison import Comparison
from bakeoff.core.results import Posterior
from bakeoff.core.words import write_count
from bakeoff.render.names import printable_name, width
from bakeoff.render.numbers import level_text
from bakeoff.render.sentences import units_of

SMALL = 7.0  # points
TEXT = 8.0
LINE = 0.145  # inches from one line of small text to the next


def shorten(name: str, columns: int) -> str:
    """Return a name of at most so many columns: beginning and end stay, since variants often differ at the end.

    >>> shorten("forest", 12), shorten("GradientBoosting(depth=3)", 12)
    ('forest', 'Gradie…th=3)')
    """
    if width(name) <= columns:
        return name
    tail = _take_columns(name[::-1], (columns - 1) // 2)[::-1]
    return f"{_take_columns(name, columns - 1 - width(tail))}…{tail}"


def labels_of(names: Sequence[str], columns: int) -> tuple[str, ...]:
    """Return labels of about so many columns: wider ones where two names would look the same.

    >>> labels_of(["forest, depth 3, wide leaf", "forest, depth 4, wide leaf"], 12)
    ('forest, depth 3, wide leaf', 'forest, depth 4, wide leaf')
    """
    texts = [printable_name(name) for name in names]
    widest = max(map(width, texts), default=0)
    while columns < widest:
        labels = tuple(shorten(text, columns) for text in texts)
        if len(set(labels)) == len(set(texts)):
            return labels
        columns += 2
    return tuple(texts)


def inches(text: str, points: float) -> float:
    """Return how wide a line of text is when drawn at so many points."""
    # On screens letters are moved to whole pixels: a little more than their widths add up to.
    return 1.04 * points / 72 * sum(map(_label_ems, text))


@cache
def _label_ems(letter: str) -> float:
    """Return how wide a letter is, in sizes of the font; letters of other fonts are guessed amply."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    if ord(letter) > 0x2000 and letter not in "…−–→·":
        return width(letter) * 0.66
    font = FontProperties(family="DejaVu Sans", size=100)
    # Between two others, so that a space counts too.
    wide, rest = (
        text_to_path.get_text_width_height_descent(t, font, ismath=False)[0] for t in (f"x{letter}x", "xx")
    )
    return float(wide - rest) / 100


def widest(texts: Sequence[str], points: float) -> float:
    """Return the inches of the widest of some texts."""
    return max((inches(text, points) for text in texts), default=0.0)


def fold(text: str, *, within: float, points: float = SMALL) -> list[str]:
    """Return a text as lines of at most so many inches, broken between words."""
    lines: list[str] = []
    for word in text.replace(" %", "\u00a0%").split(" ") if text else ():
        if lines and inches(f"{lines[-1]} {word}", points) <= within:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def judgement_label(comparison: Comparison) -> str:
    """Return test, level and number of units: 'max-t, 95 %, 14 datasets'."""
    result = comparison.pairs[0].result
    level = level_text(comparison.settings.level)
    sure = f"probability {level}" if isinstance(result, Posterior) else level
    several = len(comparison.pairs) > 1 and comparison.settings.adjust not in (None, "none", result.procedure)
    adjusted = f" adjusted by {comparison.settings.adjust}" if several else ""
    return f"{result.procedure}{adjusted}, {sure}, {units_of(comparison.design)}"


def left_out_note(count: int, why: str) -> str:
    """Return a sentence about datasets that a figure leaves out, or nothing."""
    return (
        f" {write_count(count, 'dataset')} {'is' if count == 1 else 'are'} left out: {why}." if count else ""
    )


def _take_columns(text: str, columns: int) -> str:
    reached = accumulate(map(width, text))
    return text[: sum(columns_so_far <= columns for columns_so_far in reached)]
