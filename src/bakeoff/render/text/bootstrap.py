"""The .632 bootstrap step by step: per sample as a textbook has it, per example as its author has it."""

from bakeoff.core.answers.studies import BootstrapSteps, CellEstimates, PlusSteps, StudyEstimates
from bakeoff.render.lines import Line, Span, line
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import plain_number

MOST_SAMPLES = 20  # of which the score is listed
MOST_CELLS = 6  # classifiers on datasets whose calculation is written out


def bootstrap_lines(made: StudyEstimates | None) -> list[Line]:
    """Return the calculation of every classifier on every dataset of a bootstrap study."""
    known = [one for one in made.each if one.steps is not None] if made is not None else []
    lines = [
        each for one in known[:MOST_CELLS] for each in _estimate_lines(one, made.measure.name if made else "")
    ]
    more = len(known) - MOST_CELLS
    return [*lines, *([line(Span(f"  … and {more} more: --json has them all", "dim"))] if more > 0 else [])]


def _estimate_lines(one: CellEstimates, measure: str) -> list[Line]:
    steps = one.steps
    if steps is None:
        return []
    names = f"{printable_name(one.classifier)} on {printable_name(one.dataset)}"
    title = f"  The .632 bootstrap of {names}: {printable_name(measure)}"
    sign = "err_s" if measure == "error_rate" else "acc_s"
    rows = [*_per_sample_steps(steps, sign), *_per_example_steps(steps), *_plus_steps(steps.plus)]
    return [
        [],
        line(Span(title, "bold")),
        *_sample_lines(steps, sign),
        *(line(Span(f"  {i}  ", "dim"), f"{what:<34}", how) for i, (what, how) in enumerate(rows, 1)),
    ]


def _sample_lines(steps: BootstrapSteps, sign: str) -> list[Line]:
    """Return each sample with its score on the rows that it leaves out, and its term of the textbook's sum."""
    acc = steps.apparent
    rows = [
        line(
            f"  {i:>6}{each.rows:>15,}{plain_number(each.score):>12}"
            f"{plain_number(0.632 * each.score + 0.368 * acc):>26}"
        )
        for i, each in enumerate(steps.samples[:MOST_SAMPLES], 1)
    ]
    more = len(steps.samples) - MOST_SAMPLES
    head = f"  {'sample':>6}{'rows left out':>15}{'εᵢ':>12}{f'0.632 εᵢ + 0.368 {sign}':>26}"
    rest = [line(Span(f"  … and {more:,} more: --json has them all", "dim"))] if more > 0 else []
    return [line(Span(head, "dim")), *rows, *rest]


def _per_sample_steps(steps: BootstrapSteps, sign: str) -> list[tuple[str, str]]:
    b, acc = len(steps.samples), plain_number(steps.apparent)
    mean = plain_number(steps.out_by_sample)
    return [
        (f"{sign}: the apparent score", f"{acc}, trained on all {steps.rows:,} rows and tested on them"),
        (f"the mean of εᵢ over {b:,} samples", f"(1/b) Σ εᵢ = {mean}"),
        (
            ".632 per sample (Tan, eq. 4.11)",
            f"(1/b) Σ (0.632 εᵢ + 0.368 {sign}) = 0.632 × {mean} + 0.368 × {acc} = {plain_number(steps.by_sample)}",
        ),
    ]


def _per_example_steps(steps: BootstrapSteps) -> list[tuple[str, str]]:
    if steps.out_by_example is None or steps.by_example is None:
        return []
    acc, mean = plain_number(steps.apparent), plain_number(steps.out_by_example)
    apart = plain_number(steps.by_example - steps.by_sample)
    return [
        (
            "the mean of ε over examples",
            f"each over the samples that lack it, then over {steps.examples:,} examples: {mean}",
        ),
        (
            ".632 per example (Efron)",
            f"0.632 × {mean} + 0.368 × {acc} = {plain_number(steps.by_example)}",
        ),
        (
            "per example less per sample",
            f"{apart}: in eq. 4.11 every sample counts alike, here every example does",
        ),
    ]


def _plus_steps(plus: PlusSteps | None) -> list[tuple[str, str]]:
    if plus is None:
        return []
    rate, weight = plain_number(plus.overfitting), plain_number(plus.weight)
    return [
        ("error without information", f"γ = {plain_number(plus.no_information)}"),
        (
            "overfitting, between 0 and 1",
            f"R = (out-of-bag − apparent error) / (γ − apparent error) = {rate}",
        ),
        (
            ".632+ (Efron and Tibshirani)",
            f"w = 0.632 / (1 − 0.368 R) = {weight} in place of 0.632: {plain_number(plus.score)}",
        ),
    ]
