"""A replication in words and as JSON: the first result, the new data alone, both together."""

from typing import Any

from bakeoff.core.answers.replication import Replication
from bakeoff.core.comparison import Comparison
from bakeoff.core.version import __version__
from bakeoff.render.findings import finding_dicts, finding_lines
from bakeoff.render.json.comparison import comparison_dict
from bakeoff.render.lines import Line, Span, wrap_paragraph
from bakeoff.render.sentences import summary

SCHEMA = "bakeoff/replication/1"


def replication_dict(made: Replication) -> dict[str, Any]:
    """Return a replication as JSON."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "pairs": [
            {
                "a": p.a,
                "b": p.b,
                "first": str(p.first),
                "replication": str(p.replication),
                "together": str(p.together),
                "p_replication": p.p_replication,
                "power": p.power,
                "outcome": str(p.outcome),
            }
            for p in made.pairs
        ],
        "findings": finding_dicts(made.findings),
        "first": comparison_dict(made.first),
        "replication": comparison_dict(made.replication),
        "together": comparison_dict(made.together),
    }


def replication_lines(made: Replication, *, columns: int) -> list[Line]:
    """Return a replication as a screen."""
    parts = (("first", made.first), ("new data", made.replication), ("together", made.together))
    return [
        [],
        *(each for name, part in parts for each in _part_lines(name, part, columns)),
        *finding_lines(made.findings, columns),
    ]


def _part_lines(name: str, part: Comparison, columns: int) -> list[Line]:
    return [*wrap_paragraph(Span(f"  {name}", "bold"), summary(part), width=columns, indent=13), []]
