"""Flips: what b mends and breaks of a's answers on one test set, as a table of four fields."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison, Flips, Pair
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count
from bakeoff.render.figures.labels import LINE, SMALL, fold, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, TIPPED, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.sentences import advantage_text, strength_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 22
WIDTH = 3.4
LEFT, TOP, WIDE, HIGH = 0.75, 0.55, 1.25, 0.8  # inches: the corner of the table, and a field of it


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipsData:
    """What the figure shows, before anything is drawn."""

    a: str
    b: str
    flips: Flips
    examples: int | None  # None where only the flips are known
    verdict: Verdict
    difference: str  # with its interval and the strength of the evidence
    agreement: str
    noun: str = "example"

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each field, row by row."""
        a, b, flips = self.a, self.b, self.flips
        labels = (
            ("both are right", flips.both_right),
            (f"{a} is right, {b} wrong", flips.breaks),
            (f"{a} is wrong, {b} right", flips.mends),
            ("both are wrong", flips.both_wrong),
        )
        return tuple(f"{words}: {_count_text(count, self.examples, self.noun)}" for words, count in labels)


def flips_objection(comparison: Comparison) -> str | None:
    """Return why there are no flips, or None."""
    if any(pair.flips is not None for pair in comparison.pairs):
        return None
    return "flips are of single test examples, and none are known here"


def flips_data(comparison: Comparison, pair: Pair) -> FlipsData:
    """Return the four counts of one pair with the difference that they make."""
    flips = pair.flips
    if flips is None:
        raise ValueError("the objection lets only pairs with flips pass")
    known = flips.both_right is not None and flips.both_wrong is not None
    examples = (
        flips.mends + flips.breaks + (flips.both_right or 0) + (flips.both_wrong or 0) if known else None
    )
    share = "" if flips.agreement is None else f"{flips.agreement:.1%}".replace("%", " %")
    agreed = f"They predict the same class on {share}" if share else ""
    kappa = "" if flips.kappa is None else f" (kappa {flips.kappa:.2f})".replace("-", "−")
    estimate = pair.result.estimate
    return FlipsData(
        a=printable_name(pair.a),
        b=printable_name(pair.b),
        flips=flips,
        examples=examples,
        noun="item" if comparison.design.of_items else "example",
        verdict=pair.verdict,
        difference=f"{estimate.of[:1].upper()}{estimate.of[1:]}: {advantage_text(estimate, comparison)}, "
        f"{strength_text(pair)} by {pair.result.procedure}. Verdict: {pair.verdict}.",
        agreement=f"{agreed}{kappa}." if agreed else "",
    )


def flips_size(data: FlipsData) -> tuple[float, float]:
    """Return the inches of the table and the lines below it."""
    return WIDTH, TOP + 2 * HIGH + 0.2 + LINE * len(_flip_lines(data))


def draw_flips(data: FlipsData, ax: "Axes") -> "Axes":
    """Draw the four fields, each as strong in colour as its share of the examples."""
    ax.set_axis_off()
    ax.set_xlim(0, WIDTH)
    ax.set_ylim(flips_size(data)[1], 0)
    a, b = shorten(data.a, COLUMNS), shorten(data.b, COLUMNS)
    fields = (
        (0, 0, "both right", data.flips.both_right, QUIET),
        (0, 1, f"{shorten(data.b, 12)} breaks", data.flips.breaks, WORSE),
        (1, 0, f"{shorten(data.b, 12)} mends", data.flips.mends, BETTER),
        (1, 1, "both wrong", data.flips.both_wrong, QUIET),
    )
    for row, column, word, count, colour in fields:
        _draw_field((row, column), word, count, colour, data, ax)
    for i, word in enumerate(("right", "wrong")):
        ax.text(LEFT + WIDE * (i + 0.5), TOP - 0.06, word, ha="center", va="bottom", fontsize=SMALL)
        ax.text(LEFT - 0.06, TOP + HIGH * (i + 0.5), word, ha="right", va="center", fontsize=SMALL)
    ax.text(LEFT + WIDE, TOP - 0.26, b, ha="center", va="bottom")
    ax.text(0.16, TOP + HIGH, a, ha="center", va="center", rotation=90)
    for i, text in enumerate(_flip_lines(data)):
        ax.text(0.05, TOP + 2 * HIGH + 0.12 + LINE * i, text, fontsize=SMALL, va="top")
    return ax


def _draw_field(
    place: tuple[int, int], word: str, count: int | None, colour: str, data: FlipsData, ax: "Axes"
) -> None:
    from matplotlib.patches import Rectangle

    row, column = place
    corner = LEFT + WIDE * column, TOP + HIGH * row
    of = data.examples if data.examples is not None else data.flips.mends + data.flips.breaks
    share = 0.0 if count is None or not of else count / of
    strength = 0.18 + 0.3 * share if colour == QUIET else 0.25 + 0.45 * share
    field = Rectangle(corner, WIDE, HIGH, facecolor=colour, alpha=strength, edgecolor="white", linewidth=0)
    field.set_gid(f"{TIPPED}-{row}-{column}")
    ax.add_patch(field)
    ax.add_patch(Rectangle(corner, WIDE, HIGH, fill=False, edgecolor=RULE, linewidth=0.6))
    x, y = corner[0] + WIDE / 2, corner[1]
    ax.text(x, y + 0.18, word, ha="center", va="center", fontsize=SMALL, color=INK)
    ax.text(
        x, y + 0.42, "–" if count is None else f"{count:,}", ha="center", va="center", fontsize=13, color=INK
    )
    text = (
        "not given" if count is None else "" if data.examples is None else _flip_percent(count, data.examples)
    )
    ax.text(x, y + 0.65, text, ha="center", va="center", fontsize=SMALL, color=INK)


def _count_text(count: int | None, of: int | None, noun: str = "example") -> str:
    """Return a count in words, as a share where it is known of how many.

    >>> _count_text(10, 80), _count_text(10, None), _count_text(None, None)
    ('10 of 80 examples, 12.5 %', '10 examples', 'not given')
    """
    if count is None:
        return "not given"
    return (
        write_count(count, noun)
        if not of
        else f"{count:,} of {write_count(of, noun)}, {_flip_percent(count, of)}"
    )


def _flip_percent(count: int, of: int) -> str:
    return f"{count / of:.1%}".replace("%", " %") if of else ""


def _flip_lines(data: FlipsData) -> list[str]:
    lines = fold(data.difference, within=WIDTH - 0.3)
    return [*lines, *(fold(data.agreement, within=WIDTH - 0.3) if data.agreement else [])]
