"""Plan a question that may be looked at at any time: what looking costs beside a size fixed beforehand."""

from dataclasses import replace

from bakeoff.core.answers.power import ExamplePlan, LookingCost, PilotExamplePlan, Plan
from bakeoff.core.errors import UsageError
from bakeoff.procedures.sequential.stopping import stopping_of_flips


def with_looking_cost(plan: Plan) -> Plan:
    """Return a plan over test examples with what a verdict takes that may be looked at at any time."""
    if not isinstance(plan, ExamplePlan | PilotExamplePlan):
        raise UsageError(
            "what looking at any time costs is planned for right and wrong answers on one test set",
            where="--sequential",
            fix="give --discordance with --difference or --examples, or a pilot of predictions; for other evidence "
            "compare a pilot with --sequential, which says how many units a verdict takes",
            code="BO072",
        )
    if plan.difference is None:
        return plan
    made = stopping_of_flips(abs(plan.difference), plan.discordance, level=plan.level)
    known = made.is_in_sight
    return replace(
        plan,
        sequential=LookingCost(
            expected=made.mean if known else None,
            enough=made.items_for(plan.power) if known else None,
            chance=made.chance_by(plan.examples) if known else None,
        ),
    )
