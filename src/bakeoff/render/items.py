"""Items in words: what was asked, on which tasks, what each task says, where the variance comes from."""

from typing import TYPE_CHECKING, Any

from bakeoff.core.comparison import Comparison, DatasetVerdict, Pair
from bakeoff.core.design import Design
from bakeoff.core.measures import is_of_quantities
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count
from bakeoff.render.findings import json_number
from bakeoff.render.lines import Line, Span, align_rows, line, quiet_lines
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import column_decimals, interval_text, level_text, p_text, signed_text

if TYPE_CHECKING:
    from bakeoff.core.item_facts import ItemFacts, Lacking, VarianceParts, WorstAndBest

MOST_TASKS = 12  # shown on a screen, the surest first
_STYLE = {Verdict.BETTER: "green", Verdict.WORSE: "red"}


def item_units(design: Design) -> str:
    """Return how much evidence there is: '220 items of 3 tasks, up to 3 attempts each, in 37 documents'."""
    tasks = f" of {write_count(design.tasks, 'task')}" if design.tasks > 1 else ""
    return f"{write_count(design.items, 'item')}{tasks}{_besides(design)}"


def item_question(design: Design) -> str:
    """Return what the claim is about: 'this task (1,000 items)', 'these 3 tasks, …', 'tasks like these 3 (…)'."""
    amount = f"{write_count(design.items, 'item')}{_besides(design)}"
    if design.tasks == 1:
        return f"this task ({amount})"
    if design.over_tasks:
        return f"tasks like these {design.tasks} ({amount})"
    if design.is_pooled:
        return f"the pooled items of these {design.tasks} tasks ({amount})"
    return f"these {design.tasks} tasks, each counted alike ({amount})"


def _besides(design: Design) -> str:
    most = "" if design.has_equal_attempts else "up to "
    attempts = f", {most}{write_count(design.attempts, 'attempt')} each" if design.attempts > 1 else ""
    groups = f", in {write_count(design.groups, design.group_noun)}" if design.clustered else ""
    return attempts + groups


def noun_of(design: Design) -> str:
    """Return what is compared: models, where answers to items are the evidence, or where numbers are predicted."""
    return "model" if design.of_items or design.of_quantities else "classifier"


def noun_by_measure(name: str) -> str:
    """Return what is compared by a measure: models, where it is one of predicted numbers."""
    return "model" if is_of_quantities(name) else "classifier"


def task_lines(pair: Pair, comparison: Comparison, columns: int) -> list[Line]:
    """Return what each task says by itself, adjusted over the tasks."""
    if not pair.by_dataset:
        return []
    level, facts = level_text(comparison.settings.level), comparison.item_facts
    shown = sorted(pair.by_dataset, key=lambda v: (v.p_adjusted, v.dataset))[:MOST_TASKS]
    more = len(pair.by_dataset) - len(shown)
    head = (
        f"by task, p adjusted over {len(pair.by_dataset)} by {pair.by_dataset[0].adjusted_by}; simultaneous "
        f"{level} intervals"
    )
    sizes = {} if facts is None else dict(zip(facts.tasks, facts.items_by_task, strict=True))
    digits = column_decimals([v.result.estimate for v in pair.by_dataset])
    rows = align_rows([_task_cells(v, sizes.get(v.dataset, v.result.n), digits) for v in shown])
    lines = [line(f"  {text}  ", _item_verdict(v)) for text, v in zip(rows, shown, strict=True)]
    rest = [line(Span(f"  … {more} more (--json has them all)", "dim"))] if more > 0 else []
    return [[], *quiet_lines(head, columns), *lines, *rest]


def _task_cells(verdict: DatasetVerdict, items: int, digits: int) -> tuple[str, ...]:
    estimate = verdict.result.estimate
    return (
        printable_name(verdict.dataset),
        write_count(items, "item"),
        signed_text(estimate.value, digits),
        interval_text(estimate.interval, digits),
        p_text(verdict.p_adjusted),
    )


def _item_verdict(verdict: DatasetVerdict) -> Span:
    return Span(str(verdict.verdict), _STYLE.get(verdict.verdict, ""))


def variance_lines(comparison: Comparison, columns: int) -> list[Line]:
    """Return where the variance of the only pair's difference comes from."""
    facts = comparison.item_facts
    if facts is None or len(comparison.pairs) != 1 or not facts.variance:
        return []
    return quiet_lines(f"variance of the difference: {variance_words(facts.variance[0], facts)}", columns)


def variance_words(parts: "VarianceParts", facts: "ItemFacts") -> str:
    """Return the shares of the variance: 'items 62 %, attempts 38 %'."""
    shares = [f"items {100 * parts.items:.0f} %"]
    if parts.attempts is not None:
        shares.append(f"attempts {100 * parts.attempts:.0f} %")
    if facts.groups:
        shares.append(f"{facts.group_noun}s {100 * parts.groups:.0f} %")
    return ", ".join(shares)


def items_dict(facts: "ItemFacts") -> dict[str, Any]:
    """Return what is known of the items beyond the pairs, for JSON."""
    return {
        "by_task": [
            {"task": task, "items": count}
            for task, count in zip(facts.tasks, facts.items_by_task, strict=True)
        ],
        "missing": [_lacking_dict(each) for each in facts.lacking],
        "worst_and_best": [_bound_dict(each) for each in facts.bounds],
        "variance": [
            {
                "a": each.a,
                "b": each.b,
                "items": json_number(each.items),
                "attempts": json_number(each.attempts),
                "groups": json_number(each.groups),
            }
            for each in facts.variance
        ],
        "disagreeing": [
            {"a": a, "b": b, "tasks": list(tasks)} for (a, b), tasks in facts.disagreeing.items()
        ],
    }


def _lacking_dict(lacking: "Lacking") -> dict[str, Any]:
    return {"model": lacking.model, "statuses": dict(lacking.statuses), "no_attempt": list(lacking.absent)}


def _bound_dict(bound: "WorstAndBest") -> dict[str, Any]:
    named = zip(
        ("answered", "worst", "best"), (bound.answered, bound.worst, bound.best), bound.verdicts, strict=True
    )
    return {
        "a": bound.a,
        "b": bound.b,
        "items": bound.items,
        **{
            name: {
                "value": json_number(result.estimate.value),
                "low": json_number(result.estimate.interval.low),
                "high": json_number(result.estimate.interval.high),
                "p_value": json_number(result.p_value),
                "verdict": str(verdict),
            }
            for name, result, verdict in named
        },
    }
