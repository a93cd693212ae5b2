"""A plan in words and as JSON."""

from dataclasses import asdict
from typing import Any

from bakeoff.core.plans import (
    DatasetPlan,
    ExamplePlan,
    Family,
    PilotExamplePlan,
    PilotFoldPlan,
    PilotPlan,
    Plan,
    words_for_test,
)
from bakeoff.core.version import __version__
from bakeoff.core.words import counted
from bakeoff.render.numbers import level_text
from bakeoff.render.pilot import pilot_sentences
from bakeoff.render.screen import Line, Span, wrapped

KINDS = {"Family": "multiplicity", "DatasetPlan": "datasets", "ExamplePlan": "examples"} | {
    "PilotPlan": "datasets, from a pilot",
    "PilotFoldPlan": "resamples, from a pilot",
    "PilotExamplePlan": "examples, from a pilot",
}


def as_dict(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON."""
    return {
        "schema": "bakeoff/plan/1",
        "version": __version__,
        "question": KINDS[type(plan).__name__],
        **asdict(plan),
    }


def lines(plan: Plan, *, columns: int = 100) -> list[Line]:
    """Return a plan as a few sentences."""
    paragraphs = [wrapped(Span("  "), text, width=columns, indent=2) for text in _sentences(plan)]
    return [[], *(each for paragraph in paragraphs for each in paragraph), []]


def _sentences(plan: Plan) -> list[str]:
    if isinstance(plan, Family):
        alpha, expected = f"{1 - plan.level:.4g}", f"{plan.expected_false_positives:.3g}"
        times = f"{(1 - plan.level) / plan.sidak_level:.3g}"
        strictness = f", {times} times as strict as {alpha}" if plan.tests > 1 else ""
        return [
            f"{counted(plan.tests, 'test')} at {alpha}, no true difference anywhere:",
            f"expect {expected} false positive{'' if expected == '1' else 's'}; at least one with chance "
            f"{plan.at_least_one:.4f} if the tests are independent.",
            f"To keep the chance of any at {alpha}, each p-value must be below {plan.bonferroni_level:.3g} "
            f"(Bonferroni; {plan.sidak_level:.3g} by Šidák for independent tests{strictness}).",
            "Holm's method does so too and finds more; max-t finds more still where tests are correlated.",
        ]
    if isinstance(plan, PilotPlan | PilotFoldPlan | PilotExamplePlan):
        return pilot_sentences(plan)
    return _told_sentences(plan)


def _told_sentences(plan: DatasetPlan | ExamplePlan) -> list[str]:
    chance = f"chance {plan.power:g}, {level_text(plan.level)} level, two-sided"
    if isinstance(plan, DatasetPlan):
        return _over_datasets(plan, chance)
    if plan.difference is None:
        return [f"{counted(plan.examples, 'example')} cannot show any difference so surely ({chance})."]
    if plan.asked == "examples":
        return [
            f"{plan.examples:,} test examples are needed by McNemar's mid-p test,",
            f"to find a true difference of {plan.difference:g} in accuracy where one alone is right on a share of "
            f"{plan.discordance:g} ({chance}).",
        ]
    return [
        f"{plan.examples:,} test examples, of which one alone is right on a share of {plan.discordance:g}, show a "
        f"true difference of {plan.difference:.3g} in accuracy or more ({chance})."
    ]


def _over_datasets(plan: DatasetPlan, chance: str) -> list[str]:
    test = words_for_test(plan.test)
    if plan.difference is None:
        return [
            f"{counted(plan.datasets, 'dataset')} cannot show any difference, however large: {test}, which would "
            f"judge them, cannot decide with fewer than {plan.fewest} ({level_text(plan.level)} level, two-sided)."
        ]
    rounded = f", rounded to steps of {plan.step:g}" if plan.step else ""
    fine = (
        []
        if plan.step
        else ["Rounded scores need more, as draws say nothing: give --step, such as 1 for whole points."]
    )
    if plan.asked == "datasets":
        return [
            f"{plan.datasets:,} datasets are needed by {test}, which would judge them "
            f"({plan.datasets_by_paired_t:,} by the paired t-test),",
            f"to find a true difference of {plan.difference:g} where differences vary by {plan.sd:g} over datasets"
            f"{rounded} ({chance}).",
            *fine,
        ]
    return [
        f"{plan.datasets:,} datasets, over which differences vary by {plan.sd:g}{rounded}, show a true difference of "
        f"{plan.difference:.3g} or more by {test} ({chance}).",
        *fine,
    ]
