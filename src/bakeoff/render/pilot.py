"""A plan from a pilot, in sentences."""

from bakeoff.core.plans import PilotExamplePlan, PilotFoldPlan, PilotPlan, words_for_test
from bakeoff.core.words import alike
from bakeoff.render.names import shown
from bakeoff.render.numbers import level_text


def pilot_sentences(plan: PilotPlan | PilotFoldPlan | PilotExamplePlan) -> list[str]:
    """Return a plan from a pilot as a few sentences."""
    if isinstance(plan, PilotPlan):
        return _over_datasets(plan)
    if isinstance(plan, PilotFoldPlan):
        return _over_resamples(plan)
    return _over_examples(plan)


def _chance(plan: PilotPlan | PilotFoldPlan | PilotExamplePlan) -> str:
    return f"chance {plan.power:g}, {level_text(plan.level)} level, two-sided"


def _over_datasets(plan: PilotPlan) -> list[str]:
    more = plan.datasets - plan.datasets_at_hand
    need = f"{more:,} more" if more > 0 else "no more"
    sd, low, high = alike([plan.sd, plan.sd_low, plan.sd_high], digits=3, by=plan.sd)
    said = [
        f"Pilot: {shown(plan.b)} against {shown(plan.a)} on {plan.datasets_at_hand} datasets; the advantage varies by "
        f"{sd} over datasets (80 % interval {low} to {high}).",
        _shown_now(plan),
        f"For {plan.difference:g} you need {plan.datasets:,} datasets, {need} ({words_for_test(plan.test)}; "
        f"{plan.datasets_by_paired_t:,} by the paired t-test);",
        f"as little as the pilot knows of the variation, it may be {plan.datasets_low:,} to {plan.datasets_high:,}.",
    ]
    if plan.between_sd is None or plan.endless_sd is None:
        return [
            *said,
            "One score for each dataset cannot tell variation between datasets from noise within: give every fold.",
        ]
    return [
        *said,
        f"Between datasets the true advantage varies by {plan.between_sd:.3g}; the {plan.resamples} resamples of a "
        f"dataset leave it uncertain by {plan.within_sd:.3g}.",
        f"More folds buy little beyond that: with endlessly many the advantages would still vary by "
        f"{plan.endless_sd:.3g}, and {plan.datasets_endless:,} datasets be needed.",
        "The rest is differences between datasets, and training data that the folds share: only datasets lessen it.",
    ]


def _shown_now(plan: PilotPlan) -> str:
    if plan.shown_now is None or plan.shown_high is None:
        return f"So few cannot show any difference, however large: {words_for_test(plan.test_now)} cannot decide."
    return (
        f"They show a true difference of {plan.shown_now:.3g} or more ({_chance(plan)}, "
        f"{words_for_test(plan.test_now)}) if the variation is as seen, of "
        f"{plan.shown_high:.3g} if it is as large as that interval allows."
    )


def _over_resamples(plan: PilotFoldPlan) -> list[str]:
    said = [
        f"Pilot: {shown(plan.b)} against {shown(plan.a)} on {plan.resamples} resamples of one dataset; the advantage "
        f"varies by {plan.sd:.3g} over them.",
        f"They show a true difference of {plan.shown_now:.3g} or more ({_chance(plan)}, corrected t-test); endlessly "
        f"many resamples would show {plan.shown_endless:.3g}, since they share their training data.",
    ]
    if plan.resamples_needed is None:
        return [
            *said,
            f"So no number of resamples of this dataset shows {plan.difference:g}: take a larger one, or more "
            "datasets.",
        ]
    return [
        *said,
        f"For {plan.difference:g} you need {plan.resamples_needed:,} resamples. They speak of this dataset alone.",
    ]


def _over_examples(plan: PilotExamplePlan) -> list[str]:
    now = (
        f"show a true difference of {plan.shown_now:.3g} in accuracy or more"
        if plan.shown_now is not None
        else "cannot show any difference"
    )
    return [
        f"Pilot: {shown(plan.b)} against {shown(plan.a)} on {plan.examples_at_hand:,} test examples; one alone is "
        f"right on a share of {plan.discordance:.3g}.",
        f"They {now} ({_chance(plan)}).",
        f"For {plan.difference:g} you need {plan.examples:,} test examples (McNemar's mid-p test).",
    ]
