"""A plan in words and as JSON, from numbers or from a pilot."""

from dataclasses import asdict
from typing import Any

from bakeoff.core.answers.power import (
    DatasetPlan,
    ExamplePlan,
    Family,
    ItemPlan,
    LookingCost,
    PilotExamplePlan,
    PilotFoldPlan,
    PilotPlan,
    Plan,
    ResamplingDesign,
    ResamplingPlan,
    write_test_name,
)
from bakeoff.core.version import __version__
from bakeoff.core.words import write_alike, write_count
from bakeoff.render.item_plan import item_plan_sentences
from bakeoff.render.lines import Line, Span, wrap_paragraph
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

KINDS = {"Family": "multiplicity", "DatasetPlan": "datasets", "ExamplePlan": "examples"} | {
    "PilotPlan": "datasets, from a pilot",
    "PilotFoldPlan": "resamples, from a pilot",
    "PilotExamplePlan": "examples, from a pilot",
    "ItemPlan": "items and attempts",
    "ResamplingPlan": "resampling of one dataset",
}


def plan_dict(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON."""
    return {
        "schema": "bakeoff/plan/1",
        "version": __version__,
        "question": KINDS[type(plan).__name__],
        **asdict(plan),
    }


def plan_lines(plan: Plan, *, columns: int = 100) -> list[Line]:
    """Return a plan as a few sentences."""
    paragraphs = [
        wrap_paragraph(Span("  "), text, width=columns, indent=2) for text in _power_sentences(plan)
    ]
    return [[], *(each for paragraph in paragraphs for each in paragraph), []]


def _power_sentences(plan: Plan) -> list[str]:
    if isinstance(plan, Family):
        alpha, expected = f"{1 - plan.level:.4g}", f"{plan.expected_false_positives:.3g}"
        times = f"{(1 - plan.level) / plan.sidak_level:.3g}"
        strictness = f", {times} times as strict as {alpha}" if plan.tests > 1 else ""
        return [
            f"{write_count(plan.tests, 'test')} at {alpha}, no true difference anywhere:",
            f"expect {expected} false positive{'' if expected == '1' else 's'}; at least one with chance "
            f"{plan.at_least_one:.4f} if the tests are independent.",
            f"To keep the chance of any at {alpha}, each p-value must be below {plan.bonferroni_level:.3g} "
            f"(Bonferroni; {plan.sidak_level:.3g} by Šidák for independent tests{strictness}).",
            "Holm's method does so too and finds more; max-t finds more still where tests are correlated.",
        ]
    if isinstance(plan, ItemPlan):
        return item_plan_sentences(plan)
    if isinstance(plan, ResamplingPlan):
        return _resampling_sentences(plan)
    if isinstance(plan, PilotPlan | PilotFoldPlan | PilotExamplePlan):
        sentences = pilot_sentences(plan)
    else:
        sentences = _design_sentences(plan)
    if isinstance(plan, ExamplePlan | PilotExamplePlan) and plan.sequential is not None:
        return [*sentences, *_looking_sentences(plan.sequential, plan.examples, plan.power)]
    return sentences


def _looking_sentences(cost: LookingCost, fixed: int, power: float) -> list[str]:
    """Return what looking at any time costs, beside one look at a size fixed beforehand."""
    if cost.expected is None or cost.enough is None or cost.chance is None:
        return [
            "Looked at at any time (--sequential), a verdict takes more examples than can be followed here."
        ]
    return [
        f"Looked at at any time (--sequential), a verdict comes after {cost.expected:,.0f} examples on average, and "
        f"after {cost.enough:,} with chance {power:g}; by {fixed:,}, where one look has chance {power:g}, it is there "
        f"with chance {cost.chance:.2f}.",
        "So one look at a fixed size is cheaper where both can be kept, and looking where it may end early.",
    ]


def _resampling_sentences(plan: ResamplingPlan) -> list[str]:
    first, *others = (_write_design(design) for design in plan.designs)
    return [
        f"One dataset of {write_count(plan.examples, 'example')}, to compare learners on it before anything is run.",
        f"Recommended: {first}",
        *(f"Or: {other}" for other in others),
        f"Measured with {plan.learners} learners on {plan.kinds_of_data} kinds of data, 60 to 300 examples, and on "
        "samples of 150 to 400 examples of real data, where intervals held least for naive Bayes with a feature that "
        "hardly varies: it fails on some samples and not on others (docs/validity/halves.md). No test of learners "
        "trained on 90 % of the examples is valid for all of them. Predictions on a test set that no model has seen "
        "answer another question: which of these fitted models is better.",
    ]


def _write_design(design: ResamplingDesign) -> str:
    rates = f"{_write_rate(design.rejected_least)} to {_write_rate(design.rejected_most)}"
    power = (
        ""
        if design.power_naive_bayes == design.power_tree == 1
        else f" It finds {design.power_naive_bayes:.0%} of what 10 × 10 folds find for naive Bayes, and "
        f"{design.power_tree:.0%} for deep trees."
    )
    return (
        f'{design.name} (kind = "{design.kind}" in a study), judged by {design.test}: which learner is better when '
        f"trained on {write_count(design.trained_on, 'example')}. {design.fits} fits of each learner. At 5 % it "
        f"rejects true nulls in {rates} of cases, and in up to {_write_rate(design.rejected_for_adversaries)} for "
        f"learners built to deceive such tests; on samples of real data its 95 % interval held the truth in "
        f"{_write_rate(design.held_least)} to {_write_rate(design.held_most)} of trials, and in "
        f"{_write_rate(design.held_least_where_rare)} to {_write_rate(design.held_most_where_rare)} with fewer than 10 "
        f"examples of a class.{power}"
    )


def _write_rate(rate: float) -> str:
    return f"{rate:.3f}".removeprefix("0")


def _design_sentences(plan: DatasetPlan | ExamplePlan) -> list[str]:
    chance = f"chance {plan.power:g}, {level_text(plan.level)} level, two-sided"
    if isinstance(plan, DatasetPlan):
        return _dataset_sentences(plan, chance)
    if plan.difference is None:
        return [f"{write_count(plan.examples, 'example')} cannot show any difference so surely ({chance})."]
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


def _dataset_sentences(plan: DatasetPlan, chance: str) -> list[str]:
    test = write_test_name(plan.test)
    if plan.difference is None:
        return [
            f"{write_count(plan.datasets, 'dataset')} cannot show any difference, however large: {test}, which would "
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


def pilot_sentences(plan: PilotPlan | PilotFoldPlan | PilotExamplePlan) -> list[str]:
    """Return a plan from a pilot as a few sentences."""
    if isinstance(plan, PilotPlan):
        return _pilot_dataset_sentences(plan)
    if isinstance(plan, PilotFoldPlan):
        return _pilot_resample_sentences(plan)
    return _pilot_example_sentences(plan)


def _chance_text(plan: PilotPlan | PilotFoldPlan | PilotExamplePlan) -> str:
    return f"chance {plan.power:g}, {level_text(plan.level)} level, two-sided"


def _pilot_dataset_sentences(plan: PilotPlan) -> list[str]:
    more = plan.datasets - plan.datasets_at_hand
    need = f"{more:,} more" if more > 0 else "no more"
    sd, low, high = write_alike([plan.sd, plan.sd_low, plan.sd_high], digits=3, by=plan.sd)
    sentences = [
        f"Pilot: {printable_name(plan.b)} against {printable_name(plan.a)} on {plan.datasets_at_hand} datasets; the "
        "advantage varies by "
        f"{sd} over datasets (80 % interval {low} to {high}).",
        _detectable_now(plan),
        f"For {plan.difference:g} you need {plan.datasets:,} datasets, {need} ({write_test_name(plan.test)}; "
        f"{plan.datasets_by_paired_t:,} by the paired t-test);",
        f"as little as the pilot knows of the variation, it may be {plan.datasets_low:,} to {plan.datasets_high:,}.",
    ]
    if plan.members:
        return [
            *sentences,
            f"Each of these datasets is a family, which counts once by the mean of its scores; they are made of "
            f"{write_count(plan.members, 'dataset')}.",
        ]
    if plan.between_sd is None or plan.endless_sd is None:
        return [
            *sentences,
            "One score for each dataset cannot tell variation between datasets from noise within: give every fold.",
        ]
    return [
        *sentences,
        f"Between datasets the true advantage varies by {plan.between_sd:.3g}; the {plan.resamples} resamples of a "
        f"dataset leave it uncertain by {plan.within_sd:.3g}.",
        f"More folds buy little beyond that: with endlessly many the advantages would still vary by "
        f"{plan.endless_sd:.3g}, and {plan.datasets_endless:,} datasets be needed.",
        "The rest is differences between datasets, and training data that the folds share: only datasets lessen it.",
    ]


def _detectable_now(plan: PilotPlan) -> str:
    if plan.shown_now is None or plan.shown_high is None:
        return f"So few cannot show any difference, however large: {write_test_name(plan.test_now)} cannot decide."
    return (
        f"They show a true difference of {plan.shown_now:.3g} or more ({_chance_text(plan)}, "
        f"{write_test_name(plan.test_now)}) if the variation is as seen, of "
        f"{plan.shown_high:.3g} if it is as large as that interval allows."
    )


def _pilot_resample_sentences(plan: PilotFoldPlan) -> list[str]:
    sentences = [
        f"Pilot: {printable_name(plan.b)} against {printable_name(plan.a)} on {plan.resamples} resamples of "
        "one dataset; the advantage "
        f"varies by {plan.sd:.3g} over them.",
        f"They show a true difference of {plan.shown_now:.3g} or more ({_chance_text(plan)}, corrected "
        "t-test); endlessly "
        f"many resamples would show {plan.shown_endless:.3g}, since they share their training data.",
    ]
    if plan.resamples_needed is None:
        return [
            *sentences,
            f"So no number of resamples of this dataset shows {plan.difference:g}: take a larger one, or more "
            "datasets.",
        ]
    return [
        *sentences,
        f"For {plan.difference:g} you need {plan.resamples_needed:,} resamples. They speak of this dataset alone.",
    ]


def _pilot_example_sentences(plan: PilotExamplePlan) -> list[str]:
    now = (
        f"show a true difference of {plan.shown_now:.3g} in accuracy or more"
        if plan.shown_now is not None
        else "cannot show any difference"
    )
    return [
        f"Pilot: {printable_name(plan.b)} against {printable_name(plan.a)} on {plan.examples_at_hand:,} test examples; "
        "one alone is "
        f"right on a share of {plan.discordance:.3g}.",
        f"They {now} ({_chance_text(plan)}).",
        f"For {plan.difference:g} you need {plan.examples:,} test examples (McNemar's mid-p test).",
    ]
