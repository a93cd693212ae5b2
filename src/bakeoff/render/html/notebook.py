"""A comparison in a notebook: the same words as in the terminal, as a small piece of HTML."""

from html import escape

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count
from bakeoff.render.gate import gate_line
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import counted_text, decimals_of, interval_text, unit_of_estimate
from bakeoff.render.sentences import strength_text, summary, verdict_text

MOST_PAIRS = 30


def notebook_html(comparison: Comparison, *, figure: str = "") -> str:
    """Return the answer, the figure that was drawn, the pairs and the findings; names are text, never markup."""
    pairs = sorted(comparison.pairs, key=lambda p: p.verdict is Verdict.UNDECIDED)
    rows = "".join(_notebook_row(pair, comparison) for pair in pairs[:MOST_PAIRS])
    more = (
        f"<p>… and {write_count(len(pairs) - MOST_PAIRS, 'more pair')}</p>" if len(pairs) > MOST_PAIRS else ""
    )
    heads = "".join(
        f'<th style="text-align:left">{h}</th>'
        for h in ("pair", "verdict", "advantage", "interval", "evidence", "wins · draws · losses")
    )
    items = "".join(
        f"<li><b>{escape(f.code)}</b> {escape(printable_name(f.message))}</li>" for f in comparison.findings
    )
    findings = f"<ul>{items}</ul>" if items else ""
    gate = f"<p>{escape(gate_line(comparison))}</p>" if comparison.gate is not None else ""
    return (
        f"<div><p><b>{escape(summary(comparison))}</b></p>{gate}{figure}"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}{findings}</div>"
    )


def _notebook_row(pair: Pair, comparison: Comparison) -> str:
    estimate = pair.result.estimate
    digits = decimals_of(estimate)
    cells = (
        f"{printable_name(pair.b)} over {printable_name(pair.a)}",
        verdict_text(pair),
        counted_text(estimate.value, digits, unit_of_estimate(estimate, comparison.evidence.measure.unit)),
        interval_text(estimate.interval, digits),
        strength_text(pair),
        f"{pair.wins} · {pair.draws} · {pair.losses}",
    )
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
