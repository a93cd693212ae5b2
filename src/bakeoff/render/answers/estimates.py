"""Estimates in words and as JSON."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.answers.estimates import AccuracyEstimate, Estimates
from bakeoff.core.results import Estimate, Interval
from bakeoff.core.version import __version__
from bakeoff.core.words import quote_text, write_count
from bakeoff.render.findings import finding_dicts, finding_lines
from bakeoff.render.json.values import interval_dict
from bakeoff.render.lines import Line, Span, hint_lines, line, quiet_lines
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import decimals_of, level_text, number_text

SCHEMA = "bakeoff/estimate/1"
METHOD_NOTES = {
    "wilson": "right on average over rates; the default",
    "clopper-pearson": "never covers less than it says; wide",
    "jeffreys": "right on average over rates",
    "blaker": "never covers less than it says; narrower",
    "mid-p": "hardly ever covers less than it says",
    "wald": "for teaching: covers far too little near 0 and 1",
}

# Of several classifiers the screen shows these measures; JSON has them all.
BRIEF = ("balanced_accuracy", "f1", "f1_macro", "mcc", "roc_auc", "average_precision", "log_loss", "brier")


def estimates_dict(estimates: Estimates) -> dict[str, Any]:
    """Return estimates as JSON: one of them by itself, several as a list."""
    head = {"schema": SCHEMA, "version": __version__}
    bodies = [_estimate_dict(each) for each in estimates.each]
    if len(bodies) == 1:
        return {**head, **bodies[0], "findings": finding_dicts(estimates.findings)}
    return {
        **head,
        "source": estimates.source,
        "estimates": bodies,
        "findings": finding_dicts(estimates.findings),
    }


def one_line_estimates(estimates: Estimates) -> str:
    """Return the first few estimates with their intervals, as a Python shell shows them."""
    texts = []
    for each in estimates.each[:4]:
        best = each.intervals[0]
        name = "" if each.classifier is None else f"{quote_text(each.classifier)}: "
        ends = f"{best.interval.low:.4g} to {best.interval.high:.4g} ({best.method})"
        texts.append(f"{name}{each.accuracy:.4g}, {100 * estimates.level:g} % interval {ends}")
    more = len(estimates.each) - len(texts)
    return "; ".join([*texts, *([f"{more:,} more"] if more else [])])


def estimates_lines(estimates: Estimates, *, columns: int = 100) -> list[Line]:
    """Return what a person sees."""
    several = len(estimates.each) > 1
    body = [each for one in estimates.each for each in _classifier_lines(one, columns=columns, brief=several)]
    hint = quiet_lines("--json every measure of every classifier", columns) if several else []
    by = [printable_name(how) for how in estimates.counted_by]
    how = [[], *quiet_lines(f"Intervals by a bootstrap, {', '.join(by)}.", columns)] if by else []
    return [*body, *how, [], *finding_lines(estimates.findings, columns), *hint, *([[]] if hint else [])]


def _estimate_dict(one: AccuracyEstimate) -> dict[str, Any]:
    expected = one.next_records
    return {
        **({} if one.classifier is None else {"classifier": one.classifier}),
        "correct": one.correct,
        "total": one.total,
        "accuracy": one.accuracy,
        "error_rate": (one.total - one.correct) / one.total,
        "intervals": [{"method": i.method, **interval_dict(i.interval)} for i in one.intervals],
        "next": None
        if expected is None
        else {"records": expected.records, **interval_dict(expected.interval)},
        "table": [{"total": row.total, **interval_dict(row.interval)} for row in one.by_size] or None,
        "metrics": [{"metric": m.of, "value": m.value, **interval_dict(m.interval)} for m in one.metrics],
    }


def _classifier_lines(one: AccuracyEstimate, *, columns: int, brief: bool) -> list[Line]:
    first = one.intervals[0]
    estimate = Estimate(of="accuracy", value=one.accuracy, interval=first.interval)
    digits = max(3, min(4, decimals_of(estimate)))
    level = level_text(first.interval.level)
    whose = "" if one.classifier is None else f"{printable_name(one.classifier)}: "
    by_weight = first.method.endswith("of weighted examples")
    right = (
        f"{one.total:,.6g} weighted examples"
        if by_weight
        else f"{one.correct:,.6g} of {one.total:,.6g} right"
    )
    head = f"  {whose}{right}: accuracy {one.accuracy:.{digits}f}, {level} interval {_range(first.interval, digits)}"
    wrong = Interval(low=1 - first.interval.high, high=1 - first.interval.low, level=first.interval.level)
    error = f"  error rate {1 - one.accuracy:.{digits}f}, {_range(wrong, digits)}"
    return [
        [],
        line(Span(head, "bold")),
        line(error),
        *_metric_lines(
            [m for m in one.metrics if not brief or m.of in BRIEF or m.of.startswith(("mean ", "expected "))]
        ),
        *([] if brief or one.metrics else _method_lines(one, digits)),
        *_next_records_lines(one),
        *_size_lines(one, digits),
        *([] if brief else _closing_lines(one, columns)),
    ]


def _range(interval: Interval, digits: int) -> str:
    return f"{number_text(interval.low, digits)} to {number_text(interval.high, digits)}"


def _method_lines(one: AccuracyEstimate, digits: int) -> list[Line]:
    return [
        [],
        *(
            line(
                f"  {i.method:<16}{_range(i.interval, digits)}   ",
                Span(METHOD_NOTES.get(i.method, ""), "dim"),
            )
            for i in one.intervals
        ),
    ]


def _metric_lines(metrics: Sequence[Estimate]) -> list[Line]:
    label = max((width(m.of) for m in metrics), default=0)
    rows = []
    for metric in metrics:
        digits = max(3, min(4, decimals_of(metric)))
        value = f"{number_text(metric.value, digits):>8}"
        rows.append(line(f"  {fit_name(metric.of, label)}{value}   {_range(metric.interval, digits)}"))
    return [[], *rows] if rows else []


def _next_records_lines(one: AccuracyEstimate) -> list[Line]:
    expected = one.next_records
    if expected is None:
        return []
    low, high = (round(end * expected.records) for end in (expected.interval.low, expected.interval.high))
    text = f"  in the next {write_count(expected.records, 'record')}: {low:,} to {high:,} right"
    share = f"   {_range(expected.interval, 3)}, {level_text(expected.interval.level)}"
    return [[], line(text, Span(share, "dim"))]


def _size_lines(one: AccuracyEstimate, digits: int) -> list[Line]:
    if not one.by_size:
        return []
    rows = [line(f"  {row.total:>8,}   {_range(row.interval, digits)}") for row in one.by_size]
    head = f"  {'records':>8}   interval of an accuracy of {one.accuracy:.{digits}f} (wilson)"
    return [[], line(Span(head, "dim")), *rows]


def _closing_lines(one: AccuracyEstimate, columns: int) -> list[Line]:
    steps = ["--json every number"]
    if one.next_records is None:
        steps.insert(0, "--next M the rate in the next M records")
    if not one.by_size:
        steps.insert(0, "--table other sizes of test set")
    assumed = "Intervals hold for records drawn independently from the population that the claim is about."
    return [[], *quiet_lines(assumed, columns), *hint_lines(steps, columns)]
