"""Plan before running: which question the numbers given ask, its answer, and what looking at any time costs."""

from dataclasses import replace
from itertools import count as count_from

from bakeoff.core.answers.power import DatasetPlan, ExamplePlan, LookingCost, PilotExamplePlan, Plan
from bakeoff.core.errors import UsageError
from bakeoff.inference.choose import default_test_over_datasets
from bakeoff.inference.planning.resampling import plan_resampling
from bakeoff.procedures.many.multiplicity import multiplicity
from bakeoff.procedures.planning.dataset_power import (
    Question,
    count_datasets_needed,
    fewest_deciding_datasets,
    find_detectable_difference,
)
from bakeoff.procedures.planning.mcnemar_power import examples_needed, resolvable_difference
from bakeoff.procedures.planning.paired_t_power import datasets_needed
from bakeoff.procedures.sequential.stopping import stopping_of_flips


def answer_power_question(  # noqa: PLR0913 - what is known; the rest is the question
    *,
    tests: int | None = None,
    difference: float | None = None,
    sd: float | None = None,
    datasets: int | None = None,
    discordance: float | None = None,
    examples: int | None = None,
    step: float = 0.0,
    power: float = 0.8,
    level: float = 0.95,
) -> Plan:
    """Answer the one question that the arguments ask; the others are None."""
    questions = {
        name
        for name, value in {
            "tests": tests,
            "difference": difference,
            "sd": sd,
            "datasets": datasets,
            "discordance": discordance,
            "examples": examples,
        }.items()
        if value is not None
    }
    if questions == {"tests"} and tests is not None:
        return multiplicity(tests, level=level)
    if questions in ({"sd", "difference"}, {"sd", "datasets"}) and sd is not None:
        return _plan_over_datasets(sd, difference, datasets, step=step, level=level, power=power)
    if questions in ({"discordance", "difference"}, {"discordance", "examples"}) and discordance is not None:
        return _plan_over_examples(discordance, difference, examples, level=level, power=power)
    if questions == {"examples"} and examples is not None:
        return plan_resampling(examples)
    raise UsageError(
        f"these do not make a question: {', '.join(sorted(questions)) or 'nothing was given'}",
        where="plan",
        fix="give --tests; or --sd with --difference or --datasets; or --discordance with --difference or --examples; "
        "or --examples alone",
        code="BO072",
    )


def _plan_over_datasets(
    sd: float, difference: float | None, datasets: int | None, *, step: float, level: float, power: float
) -> DatasetPlan:
    question = Question(level=level, power=power, step=step)

    def test_for(count: int) -> str:
        return default_test_over_datasets(count, level=level)

    if difference is None:
        count, by_t = datasets or 2, None
        detectable = find_detectable_difference(test_for(count), sd, count, question=question)
    else:
        count, detectable = count_datasets_needed(test_for, difference, sd, question=question), difference
        by_t = datasets_needed(difference, sd, level=level, power=power)
    return DatasetPlan(
        sd=sd,
        step=step,
        level=level,
        power=power,
        test=test_for(count),
        difference=detectable,
        datasets=count,
        datasets_by_paired_t=by_t,
        fewest=fewest_datasets(level),
        asked="difference" if difference is None else "datasets",
    )


def fewest_datasets(level: float) -> int:
    """Return the smallest number of datasets over which the test that would judge them can decide.

    >>> fewest_datasets(0.95)
    6
    """
    return next(
        n
        for n in count_from(2)
        if n >= fewest_deciding_datasets(default_test_over_datasets(n, level=level), level)
    )


def _plan_over_examples(
    discordance: float, difference: float | None, examples: int | None, *, level: float, power: float
) -> ExamplePlan:
    if difference is not None:
        count = examples_needed(difference, discordance, level=level, power=power)
        return ExamplePlan(
            discordance=discordance,
            level=level,
            power=power,
            difference=difference,
            examples=count,
            asked="examples",
        )
    count = examples or 1
    detectable = resolvable_difference(count, discordance, level=level, power=power)
    return ExamplePlan(
        discordance=discordance,
        level=level,
        power=power,
        difference=detectable,
        examples=count,
        asked="difference",
    )


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
