"""A simulation in words: the question, a bar for each rate that was measured, and what is to be learnt."""

from html import escape
from typing import Any

from bakeoff.core.answers.simulation import RatePoint, SimulatedRates
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph

BAR = 40  # columns of a rate of one


def simulation_lines(rates: SimulatedRates, columns: int) -> list[Line]:
    """Return the question, the rates as bars, and the lesson."""
    settings = ", ".join(f"{name} {value:g}" for name, value in rates.parameters.items())
    body: list[Line] = []
    for series in rates.series:
        width = max(len(f"{p.x:g}") for p in series.points)
        body += [[], line(f"  {series.name}")]
        body += [_bar_line(point, rates.nominal, width) for point in series.points]
    return [
        [],
        *wrap_paragraph(Span("  "), rates.question, width=columns, indent=2),
        *body,
        [],
        *quiet_lines(
            f"{rates.counts}, by {rates.axis}; │ the rate that is asked for, {_rate_text(rates.nominal)}; ± is the "
            f"standard error of the simulation ({settings})",
            columns,
        ),
        *wrap_paragraph(Span("  "), rates.lesson, width=columns, indent=2),
        [],
    ]


def _bar_line(point: RatePoint, nominal: float, width: int) -> Line:
    filled, mark = round(BAR * point.rate), min(BAR - 1, round(BAR * nominal))
    cells = ["■" if i < filled else " " for i in range(BAR)]
    cells[mark] = "│"
    return line(
        f"  {point.x:>{width}g} ",
        "".join(cells),
        f" {_rate_text(point.rate)} ",
        Span(f"± {_rate_text(point.error)}", "dim"),
    )


def _rate_text(rate: float) -> str:
    return f"{rate:.3f}".removeprefix("0") if rate < 1 else "1"


def simulation_html(rates: SimulatedRates, figure: str) -> str:
    """Return the simulation for a notebook: the question, the figure where it was drawn, the rates, the lesson."""
    heads = "".join(f"<th>{escape(s.name)}</th>" for s in rates.series)
    rows = "".join(
        f"<tr><td>{points[0].x:g}</td>"
        + "".join(f"<td>{_rate_text(p.rate)} ± {_rate_text(p.error)}</td>" for p in points)
        + "</tr>"
        for points in zip(*(s.points for s in rates.series), strict=True)
    )
    return (
        f"<div><p><b>{escape(rates.question)}</b></p>{figure}<table><thead><tr><th>{escape(rates.axis)}</th>{heads}"
        f"</tr></thead><tbody>{rows}</tbody></table><p>{escape(rates.lesson)}</p></div>"
    )


def simulation_dict(rates: SimulatedRates) -> dict[str, Any]:
    """Return the simulation as plain dicts, lists, strings and numbers."""
    return {
        "schema": "bakeoff/simulation/1",
        "key": rates.key,
        "question": rates.question,
        "parameters": dict(rates.parameters),
        "nominal": rates.nominal,
        "series": [
            {
                "name": s.name,
                "points": [
                    {"x": p.x, "rate": p.rate, "error": p.error, "trials": p.trials} for p in s.points
                ],
            }
            for s in rates.series
        ],
        "lesson": rates.lesson,
    }
