"""What a pull request, a step summary and the log of a workflow say of gates: Markdown, and annotations."""

from collections.abc import Iterable, Iterator, Sequence
from re import findall
from typing import NamedTuple

import numpy as np

from bakeoff.core.answers.gate import GateOutcome
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.render.exports import escape_markdown, markdown_text
from bakeoff.render.gate import OUTCOMES, gate_reason
from bakeoff.render.lines import plain_text
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    counted_text,
    decimals_of,
    interval_text,
    p_text,
    signed_text,
    unit_of_estimate,
)
from bakeoff.render.pull_request_picture import draw_bars, draw_intervals
from bakeoff.render.text.comparison import comparison_lines

MARKS = {
    GateOutcome.PASSED: "\N{WHITE HEAVY CHECK MARK}",
    GateOutcome.NOT_PASSED: "\N{CROSS MARK}",
    GateOutcome.UNDECIDED: "\N{BLACK QUESTION MARK ORNAMENT}",
}
LEVELS = {Severity.PROBLEM: "error", Severity.WARNING: "warning"}
MOST_MOVED = 5  # datasets at either end
MOST_ROWS = 10


class GateEntry(NamedTuple):
    """One comparison to be told: the name of its gate, if it has one, and where its evidence lies."""

    name: str
    comparison: Comparison
    file: str = ""


def run_markdown(entries: Sequence[GateEntry], *, closing: str = "") -> str:
    """Return what was judged as Markdown that stands in a step summary, and in a comment on a pull request."""
    parts = [_pull_request_heading(entries)]
    if len(entries) > 1:
        parts.append(_pull_request_overview(entries))
    parts += [_entry_markdown(entry, is_only=len(entries) == 1) for entry in entries]
    return "\n\n".join([*parts, *([escape_markdown(closing)] if closing else [])]) + "\n"


def _pull_request_outcome(comparison: Comparison) -> GateOutcome | None:
    return None if comparison.gate is None else comparison.gate.outcome


def _pull_request_heading(entries: Sequence[GateEntry]) -> str:
    outcomes = [_pull_request_outcome(entry.comparison) for entry in entries]
    for outcome in (GateOutcome.NOT_PASSED, GateOutcome.UNDECIDED, GateOutcome.PASSED):
        if outcome in outcomes:
            return f"### {MARKS[outcome]} bakeoff: {OUTCOMES[outcome]}"
    return "### bakeoff"


def _pull_request_overview(entries: Sequence[GateEntry]) -> str:
    rows = ["| gate | outcome | advantage |", "| --- | --- | --- |"]
    for name, comparison, _ in entries:
        outcome = _pull_request_outcome(comparison)
        said = "–" if outcome is None else f"{MARKS[outcome]} {OUTCOMES[outcome]}"
        rows.append(
            f"| {escape_markdown(name)} | {said} | {_pull_request_advantage(comparison.pairs[0], comparison)} |"
        )
    return "\n".join(rows)


def _pull_request_advantage(pair: Pair, comparison: Comparison) -> str:
    estimate = pair.result.estimate
    digits, unit = decimals_of(estimate), unit_of_estimate(estimate, comparison.evidence.measure.unit)
    return f"{counted_text(estimate.value, digits, unit)} ({interval_text(estimate.interval, digits)})"


def _entry_markdown(entry: GateEntry, *, is_only: bool) -> str:
    comparison = entry.comparison
    parts = [] if is_only or not entry.name else [f"#### {escape_markdown(entry.name)}"]
    parts.append(markdown_text(comparison).rstrip())
    parts += [drawn for drawn in (draw_intervals(comparison),) if drawn]
    parts += [
        text
        for text in (
            _moved(comparison),
            _pull_request_subgroups(comparison),
            _pull_request_findings(comparison.findings),
        )
        if text
    ]
    picture = plain_text(comparison_lines(comparison, columns=100)).strip("\n")
    fence = "`" * (1 + max([2, *map(len, findall("`+", picture))]))  # a name may have some of its own
    parts.append(_folded("The words of the terminal", f"{fence}text\n{picture}\n{fence}"))
    return "\n\n".join(parts)


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{body}\n\n</details>"


def _moved(comparison: Comparison) -> str:
    """Return the datasets, folds or tasks that lose and gain most."""
    pair = comparison.pairs[0]
    if comparison.design.of_items:
        units = [v.dataset for v in pair.by_dataset]
        advantages = np.array([v.result.estimate.value for v in pair.by_dataset])
    else:
        units, advantages = list(pair.units), pair.advantages
    if len(units) < 2:
        return _pull_request_flips(pair)
    order = np.argsort(advantages, kind="stable")
    some = [*order] if len(order) <= 2 * MOST_MOVED else [*order[:MOST_MOVED], *order[-MOST_MOVED:]]
    digits = decimals_of(pair.result.estimate)
    unit = unit_of_estimate(pair.result.estimate, comparison.evidence.measure.unit)
    name = (
        "task" if comparison.design.of_items else "dataset" if comparison.design.datasets > 1 else "resample"
    )
    rows = [f"| {name} | advantage of {escape_markdown(pair.b)} |", "| --- | --- |"]
    rows += [
        f"| {escape_markdown(units[i])} | {signed_text(float(advantages[i]), digits)}{unit} |" for i in some
    ]
    what = "What moved" if len(some) == len(units) else f"What moved most, of {len(units)}"
    values = [float(advantages[i]) for i in some]
    bars = draw_bars([units[i] for i in some], values, [signed_text(v, digits) for v in values])
    return "\n\n".join([*([bars] if bars else []), _folded(what, "\n".join(rows))])


def _pull_request_flips(pair: Pair) -> str:
    if pair.flips is None:
        return ""
    a, b = escape_markdown(pair.a), escape_markdown(pair.b)
    return f"{b} mends {pair.flips.mends} and breaks {pair.flips.breaks} of the answers of {a}."


def _pull_request_subgroups(comparison: Comparison) -> str:
    rows = [
        f"| {escape_markdown(part.subgroup)} | {part.examples} | "
        f"{signed_text(part.result.estimate.value, decimals_of(part.result.estimate))} | "
        f"{p_text(part.p_adjusted).replace('<', '&lt;')} | {part.verdict} |"
        for part in comparison.pairs[0].by_subgroup
    ]
    if not rows:
        return ""
    head = ["| subgroup | examples | advantage | p, adjusted | verdict |", "| --- | --- | --- | --- | --- |"]
    estimates = [part.result.estimate for part in comparison.pairs[0].by_subgroup]
    bars = draw_bars(
        [part.subgroup for part in comparison.pairs[0].by_subgroup],
        [estimate.value for estimate in estimates],
        [signed_text(estimate.value, decimals_of(estimate)) for estimate in estimates],
    )
    return "\n\n".join([*([bars] if bars else []), _folded("Subgroups", "\n".join([*head, *rows]))])


def _pull_request_findings(findings: Iterable[Finding]) -> str:
    said = [f"- {f.code}: {escape_markdown(f.message)}" for f in findings if f.severity is not Severity.NOTE]
    return "" if not said else "\n".join(["Findings:", "", *said[:MOST_ROWS]])


def annotation_lines(entries: Iterable[GateEntry]) -> Iterator[str]:
    """Yield the workflow commands that mark findings, and gates that were not passed, in a log of GitHub."""
    for name, comparison, file in entries:
        gate = comparison.gate
        if gate is not None and not gate.passed:
            kind = "error" if gate.outcome is GateOutcome.NOT_PASSED else "warning"
            title = f"gate {name or gate.kind}: {OUTCOMES[gate.outcome]}"
            yield _pull_request_annotation(kind, title, gate_reason(gate, comparison), file)
        for finding in comparison.findings:
            if finding.severity in LEVELS:
                yield _pull_request_annotation(LEVELS[finding.severity], finding.code, finding.message, file)


def _pull_request_annotation(kind: str, title: str, message: str, file: str) -> str:
    r"""Return one workflow command.

    >>> _pull_request_annotation("warning", "BO1: x", "50 % of\nall", "a,b.csv")
    '::warning file=a%2Cb.csv,title=BO1%3A x::50 %25 of%0Aall'
    """
    place = f"file={_escape_property(file)}," if file else ""
    return f"::{kind} {place}title={_escape_property(printable_name(title))}::{_escape_data(message)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
