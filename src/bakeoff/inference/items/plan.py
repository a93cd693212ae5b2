"""Plan an evaluation in items × attempts: from variances that are told, or from a pilot."""

from dataclasses import dataclass
from math import sqrt

from bakeoff.core.answers.power import ItemPlan
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.inference.bench.bench import PairIndex
from bakeoff.inference.items.bench import ItemBench
from bakeoff.inference.items.compare import lay_out_items
from bakeoff.inference.items.variance import components_of
from bakeoff.procedures.items.plans import (
    cheapest_plan,
    guarded_item_variance,
    items_needed,
    power_of_items,
    shown_difference,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemQuestion:
    """What is asked of a plan in items: any of these may be open."""

    difference: float | None = None
    items: int | None = None
    attempts: int | None = None
    item_cost: float = 0.0
    attempt_cost: float = 1.0
    power: float = 0.8
    level: float = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Variances:
    """Of one item's difference: between items, and of one attempt of each model; None where that is not known."""

    item: float
    attempt: float | None


def plan_items(question: ItemQuestion, variances: Variances, **pilot: object) -> ItemPlan:
    """Return items and attempts that find a difference at least cost, or the difference that so many show."""
    _require_question(question, variances)
    attempt = variances.attempt or 0.0
    if question.difference is None:
        n, e = question.items or 2, question.attempts or 1
        shown = shown_difference(
            n, e, item=variances.item, attempt=attempt, power=question.power, level=question.level
        )
        return _make_plan(question, variances, n, e, shown, asked="difference", pilot=pilot)
    wanted = abs(question.difference)
    if question.items is not None:
        e = question.attempts or 1
        return _make_plan(question, variances, question.items, e, wanted, asked="power", pilot=pilot)
    if question.attempts is not None or variances.attempt is None:
        e = question.attempts or 1
        n = items_needed(
            e,
            item=variances.item,
            attempt=attempt,
            difference=wanted,
            power=question.power,
            level=question.level,
        )
        return _make_plan(question, variances, n, e, wanted, asked="items", pilot=pilot)
    best = cheapest_plan(
        item=variances.item,
        attempt=attempt,
        difference=wanted,
        power=question.power,
        level=question.level,
        item_cost=question.item_cost,
        attempt_cost=question.attempt_cost,
    )
    return _make_plan(
        question, variances, best.items, best.attempts, wanted, asked="items and attempts", pilot=pilot
    )


def plan_items_from_pilot(
    evidence: ItemEvidence, settings: Settings, question: ItemQuestion, index: PairIndex
) -> ItemPlan:
    """Return the plan that a pilot gives, the variance of its items taken at its upper 80 % limit."""
    bench = lay_out_items(evidence, settings)
    parts = components_of(bench, index)
    if parts.attempt is None and (question.attempts or 1) > 1:
        raise UsageError(
            "a pilot with one attempt at each item cannot tell what more attempts would do",
            where=f"--attempts {question.attempts}, {evidence.source}",
            fix="log a second attempt of each model at the items of the pilot, or leave --attempts out",
            code="BO279",
        )
    # What a group's items share stays however many of them there are: it counts once for each group of the same size.
    shared = parts.group * parts.items / parts.groups if parts.groups else 0.0
    variances = Variances(item=guarded_item_variance(parts) + shared, attempt=parts.attempt)
    a, b = (evidence.models[i] for i in index)
    return plan_items(
        question, variances, a=a, b=b, source=evidence.source, metric=bench.evidence.metric, **_at_hand(bench)
    )


def _at_hand(bench: ItemBench) -> dict[str, object]:
    return {"items_at_hand": bench.design.items, "attempts_at_hand": bench.design.attempts}


def _make_plan(
    question: ItemQuestion,
    variances: Variances,
    items: int,
    attempts: int,
    difference: float,
    *,
    asked: str,
    pilot: dict[str, object],
) -> ItemPlan:
    attempt = variances.attempt or 0.0
    reached = power_of_items(
        items, attempts, item=variances.item, attempt=attempt, difference=difference, level=question.level
    )
    once = items_needed(
        1,
        item=variances.item,
        attempt=attempt,
        difference=difference,
        power=question.power,
        level=question.level,
    )
    return ItemPlan(
        items=items,
        attempts=attempts,
        difference=difference,
        power=reached,
        level=question.level,
        item_sd=sqrt(variances.item),
        attempt_sd=None if variances.attempt is None else sqrt(variances.attempt),
        item_cost=question.item_cost,
        attempt_cost=question.attempt_cost,
        cost=_plan_cost(question, items, attempts),
        items_with_one_attempt=once,
        cost_with_one_attempt=_plan_cost(question, once, 1),
        asked=asked,
        **pilot,  # type: ignore[arg-type]
    )


def _plan_cost(question: ItemQuestion, items: int, attempts: int) -> float:
    return items * (question.item_cost + 2 * attempts * question.attempt_cost)


def _require_question(question: ItemQuestion, variances: Variances) -> None:
    if question.difference is None and question.items is None:
        raise UsageError(
            "a plan in items says how many a difference needs, or which difference so many show: give one of them",
            where="plan",
            fix="give --difference or --items",
            code="BO072",
        )
    if question.difference == 0 or variances.item + (variances.attempt or 0.0) <= 0:
        raise UsageError(
            "no number of items shows a difference of 0"
            if question.difference == 0
            else "the differences of the pilot do not vary: nothing can be planned from it",
            where="plan",
            fix="give the difference to be found, and a pilot on which the models differ",
            code="BO279" if question.difference else "BO072",
        )
