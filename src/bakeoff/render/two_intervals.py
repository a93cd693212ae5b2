"""Two intervals side by side, and how overlapping intervals may be read."""

from typing import Any

from bakeoff.core.results import Verdict
from bakeoff.core.two_intervals import TwoIntervals, ValueAndReach
from bakeoff.core.version import __version__
from bakeoff.render.json import SCHEMA
from bakeoff.render.names import fitted, shown, width
from bakeoff.render.numbers import level_text, p_text, plain, plain_number
from bakeoff.render.screen import Line, Span, line, quiet, wrapped

_WIDE = 48  # letters of the picture


def intervals_sentence(made: TwoIntervals) -> str:
    """Return what the two intervals say, in one paragraph."""
    level = level_text(made.interval.level)
    return (
        f"{_headline(made)} Advantage of {shown(made.b.name)}: {plain_number(made.difference)} ({level} interval "
        f"{plain_number(made.interval.low)} to {plain_number(made.interval.high)}), {p_text(made.p_value)} by z, if "
        "the two were measured independently and a higher value is better."
    )


def intervals_lines(made: TwoIntervals, *, columns: int) -> list[Line]:
    """Return the two intervals as the slide draws them, the difference, and how to read an overlap."""
    label = max(width(shown(made.a.name)), width(shown(made.b.name)))
    low = min(made.a.value - made.a.reach, made.b.value - made.b.reach)
    high = max(made.a.value + made.a.reach, made.b.value + made.b.reach)
    level = level_text(made.interval.level)
    return [
        [],
        *wrapped(Span("  "), _headline(made), width=columns, indent=2),
        [],
        *(_drawn(each, label, low, high) for each in (made.a, made.b)),
        [],
        line(
            f"  the difference   {plain_number(made.difference)} ± {plain_number(made.differ_from)} ({level})   "
            f"z = {plain(made.z, 3)}   {p_text(made.p_value)}"
        ),
        *quiet(_how_to_read(made), columns),
        [],
    ]


def intervals_dict(made: TwoIntervals) -> dict[str, Any]:
    """Return what two intervals say as the JSON of a comparison."""
    result = {
        "test": "z",
        "statistic": made.z,
        "df": None,
        "p_value": made.p_value,
        "p_adjusted": None,
        "estimate": {
            "of": "difference of two independent values",
            "value": made.difference,
            "low": made.interval.low,
            "high": made.interval.high,
            "level": made.interval.level,
        },
        "steps": {"differ_from": made.differ_from, "apart_from": made.apart_from},
    }
    pair = {"a": made.a.name, "b": made.b.name, **result}
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {"kind": "summary", "source": f"{_text(made.a)} and {_text(made.b)}",
                     "classifiers": [made.a.name, made.b.name], "datasets": 1, "metric": "score",
                     "higher_is_better": True},
        "design": "two-classifiers-independent-test-sets",
        "settings": {"level": made.interval.level, "margin": 0.0, "alternative": "two-sided", "test": "z"},
        "omnibus": None,
        "pairs": [{**pair, "wins": None, "draws": None, "losses": None, "verdict": str(made.verdict)}],
        "tests": [pair],
        "objections": [],
        "findings": [],
        "ranking": [],
        "summary": intervals_sentence(made),
    }  # fmt: skip


def _headline(made: TwoIntervals) -> str:
    a, b = shown(made.a.name), shown(made.b.name)
    both = f"{_text(made.a)} and {_text(made.b)}"
    if made.verdict is Verdict.UNDECIDED:
        return f"Undecided: {both} do not show that {b} differs from {a}."
    return f"{b} is {made.verdict} than {a}, if {both} were measured independently."


def _how_to_read(made: TwoIntervals) -> str:
    differ, apart = plain_number(made.differ_from), plain_number(made.apart_from)
    return (
        f"The errors of two independent values add as squares: with these, values that are more than {differ} "
        f"apart are shown to differ, while the intervals overlap until they are {apart} apart. So intervals that do "
        "not overlap show a difference, and intervals that do overlap do not show that there is none. Where both were "
        "measured on the same datasets, folds or examples neither rule holds: compare the differences."
    )


def _drawn(each: ValueAndReach, label: int, low: float, high: float) -> Line:
    def at(value: float) -> int:
        return round((value - low) / (high - low) * (_WIDE - 1))

    start, middle, end = at(each.value - each.reach), at(each.value), at(each.value + each.reach)
    bar = "".join("●" if i == middle else "─" if start <= i <= end else " " for i in range(_WIDE))
    return line(f"  {fitted(each.name, label)}  {bar}  {_text(each)}")


def _text(each: ValueAndReach) -> str:
    return f"{plain_number(each.value)} ± {plain_number(each.reach)}"
