"""The pictures of a comment on a pull request: GitHub shows no file of an artifact there, so they are letters.

The report that the comment points to has the figures themselves. (A chart of Mermaid, which GitHub would draw, lets
every bar begin at the lowest value: a loss would look like the smallest gain.)
"""

from collections.abc import Sequence
from math import inf

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.render.names import fit_name, printable_name
from bakeoff.render.numbers import decimals_of, signed_text

WIDTH = 49  # letters of the axis
MOST_PAIRS = 6
MOST_BARS = 12
MOST_LETTERS = 24  # of a name beside a bar
HALF = 16  # letters of the longest bar


def draw_intervals(comparison: Comparison) -> str:
    """Return every advantage with its interval on one axis, with zero and the margin."""
    pairs, margin = comparison.pairs[:MOST_PAIRS], comparison.settings.margin
    ends = [end for pair in pairs for end in _finite_ends(pair)]
    low, high = min([0.0, -margin, *ends]), max([0.0, *ends])
    if high == low:
        return ""
    labels = [_pull_request_picture_label(pair) for pair in pairs]
    wide = max(map(len, labels))
    rows = [
        f"{label:<{wide}}  {_pull_request_picture_line(pair, low, high, margin)}"
        for label, pair in zip(labels, pairs, strict=True)
    ]
    digits = decimals_of(pairs[0].result.estimate)
    marks = [(low, signed_text(low, digits)), (0.0, "0"), (high, signed_text(high, digits))]
    rows.append(f"{'':<{wide}}  {_pull_request_picture_axis(marks, low, high)}")
    rows += [f"{'':<{wide}}  ╎ the margin"] if margin > 0 else []
    more = len(comparison.pairs) - len(pairs)
    rows += [f"… and {more} more"] if more > 0 else []
    return "```text\n" + "\n".join(row.rstrip() for row in rows) + "\n```"


def _finite_ends(pair: Pair) -> list[float]:
    estimate = pair.result.estimate
    ends = (estimate.interval.low, estimate.interval.high, estimate.value)
    return [end for end in ends if abs(end) != inf]


def _pull_request_picture_label(pair: Pair) -> str:
    return (
        fit_name(f"{printable_name(pair.b)} against {printable_name(pair.a)}", 40).rstrip().replace("`", "'")
    )


def _pull_request_picture_place(value: float, low: float, high: float) -> int:
    return round((min(max(value, low), high) - low) / (high - low) * (WIDTH - 1))


def _pull_request_picture_line(pair: Pair, low: float, high: float, margin: float) -> str:
    estimate, row = pair.result.estimate, [" "] * WIDTH
    interval = estimate.interval
    if margin > 0:
        row[_pull_request_picture_place(-margin, low, high)] = "╎"
    row[_pull_request_picture_place(0.0, low, high)] = "│"
    first, last = (
        _pull_request_picture_place(interval.low, low, high),
        _pull_request_picture_place(interval.high, low, high),
    )
    for place in range(first, last + 1):
        row[place] = "┼" if row[place] == "│" else "─"
    row[first] = "‹" if interval.low == -inf else "├"
    row[last] = "─" if interval.high == inf else "┤"
    row[_pull_request_picture_place(estimate.value, low, high)] = "●"
    return "".join(row) + ("›" if interval.high == inf else "")


def _pull_request_picture_axis(marks: Sequence[tuple[float, str]], low: float, high: float) -> str:
    row = [" "] * (WIDTH + 8)
    for value, text in sorted(
        marks, key=lambda mark: mark[0] != 0
    ):  # zero first; what would touch it is left out
        start = max(0, _pull_request_picture_place(value, low, high) - len(text) // 2)
        around = row[max(0, start - 1) : start + len(text) + 1]
        if all(letter == " " for letter in around):
            row[start : start + len(text)] = text
    return "".join(row).rstrip()


def draw_bars(names: Sequence[str], values: Sequence[float], texts: Sequence[str]) -> str:
    """Return bars to the left and the right of zero, with their values; nothing where there is one, or too many.

    >>> print(draw_bars(["iris", "wine"], [0.02, -0.01], ["+0.02", "−0.01"]))
    ```text
    iris            │■■■■■■■■■■■■■■■■  +0.02
    wine  ■■■■■■■■  │                  −0.01
    ```
    """
    if not 2 <= len(names) <= MOST_BARS or not any(values):
        return ""
    labels = [fit_name(printable_name(name), MOST_LETTERS).rstrip().replace("`", "'") for name in names]
    wide, longest = max(map(len, labels)), max(map(abs, values))
    left, right = (max([0, *(round(HALF * sign * v / longest) for v in values)]) for sign in (-1, 1))
    rows = []
    for label, value, text in zip(labels, values, texts, strict=True):
        bar = "■" * round(HALF * abs(value) / longest)
        sides = (bar.rjust(left), " " * right) if value < 0 else (" " * left, bar.ljust(right))
        rows.append(f"{label:<{wide}}  {sides[0]}  │{sides[1]}  {text}")
    return "```text\n" + "\n".join(rows) + "\n```"
