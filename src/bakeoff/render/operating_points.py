"""For which operating points who is preferable: in words, and as JSON."""

from typing import Any

from bakeoff.core.answers.operating_points import CostDifference, OperatingPoints, Region
from bakeoff.core.costs import Costs
from bakeoff.core.words import write_list
from bakeoff.render.findings import json_number
from bakeoff.render.lines import Line, Span, quiet_lines, wrap_paragraph
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

MOST_PAIRS = 4


def operating_lines(found: OperatingPoints, columns: int) -> list[Line]:
    """Return two or three lines that say where which classifier is preferable."""
    decided = [d for d in found.differences if any(r.preferable for r in d.regions)]
    differences = found.differences if len(found.differences) == 1 else decided[:MOST_PAIRS]
    rest = len(found.differences) - len(differences)
    more = (
        f"{rest} more pairs{'' if len(decided) > len(differences) else ': decided nowhere'}" if rest else ""
    )
    lines = [
        each
        for d in differences
        for each in wrap_paragraph(Span("  "), _operating_point_sentence(d, found), width=columns, indent=2)
    ]
    return [[], *lines, *quiet_lines(f"{_method_text(found)}{'; ' + more if more else ''}", columns)]


def operating_dict(found: OperatingPoints | None) -> dict[str, Any] | None:
    """Return the operating points as JSON."""
    if found is None:
        return None
    return {
        "positive": found.positive,
        "negative": found.negative,
        "share": json_number(found.share),
        "operating_point": json_number(found.operating_point),
        "level": found.level,
        "pairs": [_difference_dict(d) for d in found.differences],
    }


def costs_dict(costs: Costs | None) -> dict[str, Any] | None:
    """Return the costs as they were given."""
    if costs is None:
        return None
    return {
        "benefits" if costs.benefit else "costs": {t: dict(row) for t, row in costs.matrix.items()},
        "priors": dict(costs.priors),
        "errors_cost": "weight" if costs.by_weight else None,
        "threshold": costs.threshold,
        "source": costs.source,
    }


def _difference_dict(difference: CostDifference) -> dict[str, Any]:
    return {
        "a": difference.a,
        "b": difference.b,
        "level": json_number(difference.level),
        "p_value": json_number(difference.p_value),
        "preferable_here": difference.here,
        "regions": [{"low": r.low, "high": r.high, "preferable": r.preferable} for r in difference.regions],
        "probability_cost": difference.probability_costs.tolist(),
        "advantage": difference.advantage.tolist(),
        "low": difference.low.tolist(),
        "high": difference.high.tolist(),
    }


def _operating_point_sentence(difference: CostDifference, found: OperatingPoints) -> str:
    parts = [
        f"{printable_name(name)} costs less at {_operating_point_ranges(difference, name)}"
        for name in (difference.a, difference.b)
        if any(r.preferable == name for r in difference.regions)
    ]
    pair = f"{printable_name(difference.a)} and {printable_name(difference.b)}"
    if not parts:
        return f"{pair}: at no operating point is either shown to cost less at its best threshold"
    here = _here_text(difference, found)
    return f"At its best threshold {' and '.join(parts)}; elsewhere {pair} are not decided{here}."


def _operating_point_ranges(difference: CostDifference, name: str) -> str:
    return write_list([_operating_point_range(r) for r in difference.regions if r.preferable == name], most=3)


def _operating_point_range(region: Region) -> str:
    low, high = _point(region.low), _point(region.high)
    return low if low == high else f"{low} to {high}"


def _here_text(difference: CostDifference, found: OperatingPoints) -> str:
    if found.operating_point is None:
        return ""
    who = "undecided" if difference.here is None else printable_name(difference.here)
    return f"; these costs stand at {_point(found.operating_point)}: {who}"


def _method_text(found: OperatingPoints) -> str:
    level = level_text(found.level)
    pairs = "" if len(found.differences) == 1 else " and all pairs"
    return (
        f"operating point: the part of {printable_name(found.positive)} in the cost if all were wrong; {level} "
        "confidence for "
        f"all operating points{pairs} at once"
    )


def _point(value: float) -> str:
    return f"{value:.3f}".rstrip("0").removeprefix("0") if 0 < value < 1 else f"{value:g}"
