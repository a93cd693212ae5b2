"""A plan in items and attempts, in words."""

from bakeoff.core.answers.power import ItemPlan
from bakeoff.core.words import write_count
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text


def item_plan_sentences(plan: ItemPlan) -> list[str]:
    """Return the plan as a few sentences."""
    chance = f"chance {plan.power:.2g}, {level_text(plan.level)} level, two-sided, by Student's t over items"
    what = f"{write_count(plan.items, 'item')} with {write_count(plan.attempts, 'attempt')} of each model at every one"
    if plan.asked == "difference":
        first = f"{what} show a true difference of {plan.difference:.3g} or more ({chance})."
    elif plan.asked == "power":
        first = (
            f"{what} find a true difference of {plan.difference:g} with chance {plan.power:.3g} ({chance})."
        )
    else:
        first = f"{what} find a true difference of {plan.difference:g} ({chance})."
    return [first, *_item_plan_costs(plan), _where_from(plan)]


def _item_plan_costs(plan: ItemPlan) -> list[str]:
    if plan.asked != "items and attempts":
        return []
    if plan.attempts == 1:
        return [
            f"Cost {plan.cost:,.6g}. More attempts at fewer items would cost more: an item costs {plan.item_cost:g} "
            f"beyond its attempts, an attempt {plan.attempt_cost:g}."
        ]
    return [
        f"Cost {plan.cost:,.6g}; with one attempt it would take {write_count(plan.items_with_one_attempt, 'item')} and "
        f"cost {plan.cost_with_one_attempt:,.6g} (an item costs {plan.item_cost:g} beyond its attempts, an attempt "
        f"{plan.attempt_cost:g})."
    ]


def _where_from(plan: ItemPlan) -> str:
    attempts = "not known" if plan.attempt_sd is None else f"{plan.attempt_sd:.3g}"
    spread = f"standard deviation of items' true differences {plan.item_sd:.3g}, of attempts {attempts}"
    if plan.source is None:
        return f"With a {spread}."
    once = (
        " One attempt at an item tells nothing of more: log a second one to plan attempts."
        if plan.attempt_sd is None
        else ""
    )
    who = f"{printable_name(plan.b or '')} against {printable_name(plan.a or '')}"
    return (
        f"From a pilot of {write_count(plan.items_at_hand or 0, 'item')} × "
        f"{write_count(plan.attempts_at_hand or 1, 'attempt')} ({who}): {spread}, the former at its upper 80 % limit, "
        f"because plans from small pilots fall short.{once}"
    )
