"""Further measures beside the score: a row for each classifier, who is on the front, and JSON."""

from collections.abc import Sequence
from math import isclose, isfinite
from typing import Any

from bakeoff.core.answers.figure_data import MeasuredClassifier, TradePoint
from bakeoff.core.answers.further_measures import FurtherMeasure
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_alike, write_count, write_list
from bakeoff.render.findings import json_number
from bakeoff.render.lines import Line, Span, align_rows, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name

MOST_ROWS = 12
MOST_ALIKE = 1000  # times the smallest value that the largest may be, for the same decimals
UNKNOWN = "–"
LABEL = 24


def further_measure_lines(found: FurtherMeasure, columns: int) -> list[Line]:
    """Return who is on the front, and a row for each classifier by both measures."""
    points = sort_points(found)
    score, cost = (printable_name(m.name) for m in (found.trade_off.score, found.measure))
    texts = row_texts(found)[:MOST_ROWS]
    rows = [
        ("", score, cost, ""),
        *((fit_name(p.name, LABEL).rstrip(), *t) for p, t in zip(points, texts, strict=False)),
    ]
    more = len(points) - len(texts)
    return [
        [],
        *wrap_paragraph(Span("  "), front_sentence(found), width=columns, indent=2),
        *(line(f"  {text}".rstrip()) for text in align_rows(rows)),
        *([line(Span(f"  … {more:,} more (--json has them all)", "dim"))] if more > 0 else []),
        *quiet_lines(pairs_sentence(found), columns),
    ]


def sort_points(found: FurtherMeasure) -> list[TradePoint]:
    """Return the classifiers, best score first."""
    sign = -1.0 if found.trade_off.score.higher_is_better else 1.0
    return sorted(found.trade_off.points, key=lambda p: (sign * p.score.value, p.name))


def row_texts(found: FurtherMeasure) -> list[tuple[str, str, str]]:
    """Return each classifier by both measures, with intervals, and whether it is on the front; best score first."""
    points = sort_points(found)
    scores, costs = _column_texts([p.score for p in points]), _column_texts([p.cost for p in points])
    fronts = ["on the front" if p.on_front else "" for p in points]
    return list(zip(scores, costs, fronts, strict=True))


def front_sentence(found: FurtherMeasure) -> str:
    """Return who is on the front, by the means."""
    names = [printable_name(p.name) for p in sort_points(found) if p.on_front]
    score, cost = (printable_name(m.name) for m in (found.trade_off.score, found.measure))
    are = "is" if len(names) == 1 else "are"
    return (
        f"{score} and {cost}: {write_list(names, most=6)} {are} on the Pareto front (by the means, no other is better "
        "by one of the two and at least as good by the other)."
    )


def pairs_sentence(found: FurtherMeasure) -> str:
    """Return how many pairs are shown to differ by this measure; no test is between two that do not vary."""
    fixed = {p.name for p in found.trade_off.points if _is_fixed(p.cost)}
    judged = [pair for pair in found.pairs if not fixed.issuperset((pair.a, pair.b))]
    name = printable_name(found.measure.name)
    if not judged:
        return f"no test by {name}: its differences do not vary from answer to answer; less is better"
    decided = sum(pair.verdict is not Verdict.UNDECIDED for pair in judged)
    by = f"in {name}, tested by itself; less is better; each mean has an interval of its own"
    if len(found.pairs) == 1:
        a, b = printable_name(judged[0].a), printable_name(judged[0].b)
        return f"{b} is {'' if decided else 'not '}shown to differ from {a} {by}"
    which = share_of_pairs(decided, len(judged))
    untested = len(found.pairs) - len(judged)
    aside = f"; {write_count(untested, 'other pair')} needed no test, as neither varies" if untested else ""
    return f"{which} shown to differ {by}{aside}"


def share_of_pairs(decided: int, judged: int) -> str:
    """Return how many of several pairs are decided, with the verb.

    >>> share_of_pairs(3, 3), share_of_pairs(2, 2), share_of_pairs(1, 3), share_of_pairs(0, 3)
    ('all 3 pairs are', 'both pairs are', '1 of 3 pairs is', 'none of the 3 pairs is')
    """
    pairs = write_count(judged, "pair")
    if decided == judged > 1:
        return "both pairs are" if judged == 2 else f"all {pairs} are"
    return (
        f"{decided:,} of {pairs} {'is' if decided == 1 else 'are'}" if decided else f"none of the {pairs} is"
    )


def _is_fixed(measured: MeasuredClassifier) -> bool:
    """Say whether a classifier has the same value in every answer: its interval has no width."""
    if measured.low is None or measured.high is None:
        return False
    return isclose(measured.low, measured.high, rel_tol=1e-9, abs_tol=1e-300)


def further_measure_dict(found: FurtherMeasure) -> dict[str, Any]:
    """Return one further measure as JSON."""
    return {
        "column": found.column,
        "metric": found.measure.name,
        "higher_is_better": found.measure.higher_is_better,
        "classifiers": [
            {
                "classifier": p.name,
                "score": json_number(p.score.value),
                "value": json_number(p.cost.value),
                "low": json_number(p.cost.low),
                "high": json_number(p.cost.high),
                "on_front": p.on_front,
            }
            for p in found.trade_off.points
        ],
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                "advantage": json_number(pair.advantage),
                "low": json_number(pair.interval.low),
                "high": json_number(pair.interval.high),
                "p_adjusted": json_number(pair.p_value),
                "verdict": str(pair.verdict),
            }
            for pair in found.pairs
        ],
    }


def _column_texts(column: Sequence[MeasuredClassifier]) -> list[str]:
    """Return values with their intervals, all with the decimals that show the smallest value with three digits.

    Where one value is a thousand times another no decimals fit both, and each has its own.
    """
    sizes = [abs(m.value) for m in column if m.value and isfinite(m.value)]
    alike = not sizes or max(sizes) <= MOST_ALIKE * min(sizes)
    by = min(sizes, default=None) if alike else None
    if by is None:
        return [_value_text(*write_alike([m.value, m.low, m.high], digits=3)) for m in column]
    texts = write_alike([x for m in column for x in (m.value, m.low, m.high)], digits=3, by=by)
    return [_value_text(*texts[i : i + 3]) for i in range(0, len(texts), 3)]


def _value_text(value: str, low: str, high: str) -> str:
    return value if UNKNOWN in (low, high) else f"{value} ({low} to {high})"
