"""The first screen: the answer, its evidence, a small diagram, findings, what to run next."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bakeoff.core.answers.pair_order import order_pairs
from bakeoff.core.comparison import Comparison, FoldSpread, Pair
from bakeoff.core.design import Design
from bakeoff.core.measures import Unit
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Alternative, Posterior, TestResult, Verdict, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.render.answers.reading import reading_line
from bakeoff.render.approach import approach_answer, approach_lines
from bakeoff.render.findings import finding_lines
from bakeoff.render.items import noun_of, task_lines, variance_lines
from bakeoff.render.lines import Line, Span, align_rows, hint_lines, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import (
    counted_text,
    decimals_of,
    interval_text,
    level_text,
    margin_text,
    p_text,
    pair_decimals,
    signed_text,
    unit_of_estimate,
)
from bakeoff.render.sentences import (
    grouping_text,
    has_region,
    headline,
    item_pairing,
    kind_of_intervals,
    resamples_each,
    strength_text,
    tied_names,
    units_of,
)
from bakeoff.render.text.pair_on_examples import OF_SCORES, example_lines
from bakeoff.render.text.rank_line import standing_lines

COLOUR = {
    Verdict.BETTER: "bold green",
    Verdict.WORSE: "bold red",
    Verdict.EQUIVALENT: "bold cyan",
    Verdict.UNDECIDED: "bold",
}
MOST_ROWS = 12  # of the diagram: the largest advantages at both ends
MOST_PAIRS = 12  # decided pairs told one by one
AXIS = 41  # columns of the diagram


def comparison_lines(comparison: Comparison, *, columns: int = 100) -> list[Line]:
    """Return what a person sees first."""
    pair = comparison.pairs[0]
    body = (
        _pair_lines(pair, comparison, columns)
        if len(comparison.pairs) == 1
        else _many_pairs_lines(comparison, columns)
    )
    return [
        [],
        *_approach_answer_lines(comparison, columns),
        *wrap_paragraph(Span("  "), headline(comparison), width=columns, indent=2),
        *(each for names in tied_names(comparison) for each in quiet_lines(names, columns)),
        [],
        *body,
        *_read_as(comparison, columns),
        *approach_lines(comparison.approach, columns),
        *_operating_lines(comparison, columns),
        *_reliability_lines(comparison, columns),
        *_further_lines(comparison, columns),
        [],
        *finding_lines(comparison.findings, columns),
        *_next_step_lines(comparison, columns),
        [],
    ]


def _read_as(comparison: Comparison, columns: int) -> list[Line]:
    """Return in one line how the evidence was read."""
    return (
        []
        if comparison.evidence.reading is None
        else quiet_lines(f"read: {reading_line(comparison.evidence)}", columns)
    )


def _approach_answer_lines(comparison: Comparison, columns: int) -> list[Line]:
    """Return what the tests of the recommended approach say, where they were asked for."""
    if comparison.approach is None:
        return []
    return [
        *wrap_paragraph(
            Span("  "), printable_name(approach_answer(comparison.approach)), width=columns, indent=2
        ),
        [],
    ]


def _pair_lines(pair: Pair, comparison: Comparison, columns: int) -> list[Line]:
    measure, estimate = comparison.evidence.measure, pair.result.estimate
    digits = decimals_of(estimate)
    interval = f"{level_text(estimate.interval.level)} interval {interval_text(estimate.interval, digits)}"
    value = counted_text(estimate.value, digits, unit_of_estimate(estimate, measure.unit))
    return [
        line(
            f"  advantage of {printable_name(pair.b)}   ",
            Span(value, COLOUR[pair.verdict]),
            f"   {interval}   {strength_text(pair)}",
        ),
        *([] if comparison.design.on_examples else [_wins_line(pair)]),
        *_equivalence_line(pair, comparison),
        *quiet_lines(judgement_text(comparison), columns),
        [],
        *(example_lines(pair, comparison) if comparison.design.on_examples else _diagram(pair)),
        *_single_dataset_lines(pair, comparison, columns),
    ]


def _wins_line(pair: Pair) -> Line:
    return line(f"  {printable_name(pair.b)} wins {pair.wins} · draws {pair.draws} · loses {pair.losses}")


def _single_dataset_lines(pair: Pair, comparison: Comparison, columns: int) -> list[Line]:
    """Return on which datasets the examples by themselves show a difference."""
    if comparison.design.of_items:
        return [*task_lines(pair, comparison, columns), *variance_lines(comparison, columns)]
    decided = [d for d in pair.by_dataset if d.verdict is not Verdict.UNDECIDED]
    if not pair.by_dataset or pair.datasets_differing is None:
        return []
    texts = [f"{printable_name(d.dataset)} ({d.verdict}, {p_text(d.p_adjusted)})" for d in decided]
    names = f": {write_list(texts, most=6)}" if texts else ""
    how = pair.by_dataset[0].result.procedure
    count = f"{len(decided)} of the" if decided else "none of the"
    adjusted = pair.by_dataset[0].adjusted_by
    text = (
        f"by themselves {count} {len(pair.by_dataset)} datasets decide{names} ({how}, adjusted by {adjusted})"
    )
    table = _four_count_lines(pair) if comparison.approach is None else []  # which has the same table
    return [[], *quiet_lines(text, columns), *table]


def _four_count_lines(pair: Pair) -> list[Line]:
    """Return the table of flips of each dataset, where a test of flips was named."""
    if not pair.by_dataset or pair.by_dataset[0].flips is None:
        return []
    a, b = printable_name(pair.a), printable_name(pair.b)
    rows = [
        (printable_name(d.dataset), _spread_text(d.spread, 0), _spread_text(d.spread, 1), f"{d.flips.both_right}",
         f"{d.flips.mends}", f"{d.flips.breaks}", f"{d.flips.both_wrong}", p_text(d.result.p_value),
         p_text(d.p_adjusted))
        for d in pair.by_dataset
        if d.flips is not None
    ]  # fmt: skip
    head = ("dataset", a, b, "both right", f"only {b}", f"only {a}", "neither", "p", "adjusted")
    return [[], *(line(f"  {text}") for text in align_rows([head, *rows]))]


def _spread_text(spread: tuple[FoldSpread, FoldSpread] | None, which: int) -> str:
    if spread is None:
        return ""
    own = spread[which]
    return f"{own.mean:.3f}" if own.folds < 2 else f"{own.mean:.3f} ± {own.sd:.3f}"


def _pairing(design: Design) -> str:
    if design.members:
        return "family of datasets"
    return "dataset" if design.datasets > 1 else "resample"


def _measure_text(comparison: Comparison) -> str:
    measure, design = comparison.evidence.measure, comparison.design
    unit = "" if measure.unit is Unit.PLAIN else f" in {measure.unit}"
    direction = "higher" if measure.higher_is_better else "lower"
    taken = {"told": "", "the name": " (by its name)"}.get(measure.direction_from, " (assumed)")
    if not design.paired:
        return f"{printable_name(measure.name)}{unit}, {direction} is better{taken}, on two independent test sets"
    of_examples = "example" if design.on_examples else _pairing(design)
    paired = item_pairing(comparison) if design.of_items else of_examples
    over = (
        f", means over {resamples_each(comparison)} resamples"
        if design.datasets > 1 and design.resamples > 1
        else ""
    )
    paired += f"{over}{grouping_text(comparison)}"
    return f"{printable_name(measure.name)}{unit}, {direction} is better{taken}, paired by {paired}"


def _equivalence_line(pair: Pair, comparison: Comparison) -> list[Line]:
    settings = comparison.settings
    if pair.equivalence_p is None or settings.alternative is not Alternative.TWO_SIDED:
        return []  # an interval that is open on one side lies within no margin
    margin = f"±{margin_text(settings.margin, comparison.evidence.measure.unit)}"
    # The interval has 1 − level outside, half of it on either side: so each of the two tests is judged at that half.
    each = f"{round(significance(settings.level) / 2, 9):g}".removeprefix("0")
    return [
        line(
            f"  equivalence within {margin}: {p_text(pair.equivalence_p)} ",
            Span(f"(two one-sided tests, each at {each})", "dim"),
        )
    ]


def _diagram(pair: Pair) -> list[Line]:
    """Return a row for each dataset, largest advantage first, with a dot to the right or left of zero."""
    order = (-pair.advantages).argsort(kind="stable").tolist()
    half = MOST_ROWS // 2
    hidden = len(order) - MOST_ROWS
    texts = order if hidden <= 0 else [*order[:half], *order[-half:]]
    values = [float(pair.advantages[i]) for i in texts]
    names = [pair.units[i] for i in texts]
    label = min(24, max(width(printable_name(name)) for name in names))
    reach = min(0.0, *values), max(0.0, *values)
    digits = _digits_of(values)
    rows = [
        line(f"  {fit_name(name, label)} ", *_screen_axis(value, *reach), f" {signed_text(value, digits)}")
        for name, value in zip(names, values, strict=True)
    ]
    if hidden <= 0:
        return rows
    return [*rows[:half], line(Span(f"  … {hidden:,} more", "dim")), *rows[half:]]


def _screen_axis(value: float, low: float, high: float) -> list[Span]:
    def place(x: float) -> int:
        return round((x - low) / (high - low) * (AXIS - 1)) if high > low else AXIS // 2

    zero, dot = place(0.0), place(value)
    mark = Span("●", "green" if value > 0 else "red" if value < 0 else "dim")
    if zero == dot:
        return [Span(" " * dot), mark, Span(" " * (AXIS - 1 - dot))]
    first, second = (Span("·", "dim"), mark) if zero < dot else (mark, Span("·", "dim"))
    left, right = min(zero, dot), max(zero, dot)
    return [Span(" " * left), first, Span(" " * (right - left - 1)), second, Span(" " * (AXIS - 1 - right))]


def _digits_of(values: Iterable[float]) -> int:
    """Return how many decimals the scores themselves were given with, at most four."""
    texts = (f"{abs(v):.4f}".rstrip("0").partition(".")[2] for v in values)
    return max(map(len, texts), default=0)


def _next_step_lines(comparison: Comparison, columns: int) -> list[Line]:
    steps = ["--explain the calculation", "--report a page", "--json data"]
    if not isinstance(comparison.evidence, TestSetCounts):
        steps.append("bakeoff audit FILE what could be wrong")
    if not has_region(comparison):
        steps.insert(1, "--margin the difference that matters")
    if len(comparison.pairs) > 1 and comparison.settings.baseline is None:
        steps.insert(1, f"--baseline one {noun_of(comparison.design)} against the others")
    if comparison.findings:
        steps.append(f"bakeoff codes {comparison.findings[0].code} what it means")
    return hint_lines(steps, columns)


def _many_pairs_lines(comparison: Comparison, columns: int) -> list[Line]:
    return [
        *standing_lines(comparison, columns),
        [],
        *_decided_lines(comparison),
        *quiet_lines(judgement_text(comparison), columns),
    ]


def _decided_lines(comparison: Comparison) -> list[Line]:
    decided = [p for p in order_pairs(comparison) if p.verdict is not Verdict.UNDECIDED]
    if not decided:
        return []
    shown_pairs = decided[:MOST_PAIRS]
    texts = [_pair_text(p) for p in shown_pairs]
    label = min(60, max(width(t) for t in texts))
    rows = _decided_rows(list(zip(shown_pairs, texts, strict=True)), label, comparison)
    if len(decided) > MOST_PAIRS:
        rows.append(
            line(
                Span(
                    f"  … and {write_count(len(decided) - MOST_PAIRS, 'more decided pair')} (--json has them all)",
                    "dim",
                )
            )
        )
    return [*rows, []]


def _pair_text(pair: Pair) -> str:
    a, b = printable_name(pair.a), printable_name(pair.b)
    if pair.verdict is Verdict.EQUIVALENT:
        return f"{b} equivalent to {a}"
    return f"{b} better than {a}" if pair.verdict is Verdict.BETTER else f"{a} better than {b}"


def _decided_rows(shown: Sequence[tuple[Pair, str]], label: int, comparison: Comparison) -> list[Line]:
    """Return a line for each decided pair, its numbers below those of the others."""
    digits = pair_decimals(comparison)
    intervals = [_interval_of_winner(pair, digits) for pair, _ in shown]
    strengths = [strength_text(pair) for pair, _ in shown]
    wide, wide_strength = max(map(len, intervals)), max(map(len, strengths))
    return [
        _decided_row(
            pair,
            f"  {fit_name(text, label)}  ",
            (digits, f"{interval:<{wide}}  {strength:<{wide_strength}}"),
            comparison,
        )
        for (pair, text), interval, strength in zip(shown, intervals, strengths, strict=True)
    ]


def _interval_of_winner(pair: Pair, digits: int) -> str:
    sign = -1.0 if pair.verdict is Verdict.WORSE else 1.0
    interval = pair.result.estimate.interval
    low, high = sorted((sign * interval.low, sign * interval.high))
    return interval_text(replace(interval, low=low, high=high), digits)


def _decided_row(
    pair: Pair, label: str, digits_and_evidence: tuple[int, str], comparison: Comparison
) -> Line:
    estimate, (digits, evidence) = pair.result.estimate, digits_and_evidence
    sign = -1.0 if pair.verdict is Verdict.WORSE else 1.0
    unit = unit_of_estimate(estimate, comparison.evidence.measure.unit)
    wins, losses = (pair.wins, pair.losses) if sign > 0 else (pair.losses, pair.wins)
    return line(
        label,
        Span(f"{signed_text(sign * estimate.value, digits):>8}{unit}", COLOUR[Verdict.BETTER]),
        f"  {evidence}  ",
        Span(
            "" if comparison.design.metric in OF_SCORES and pair.flips else _tally_text(pair, wins, losses),
            "dim",
        ),
    )


def _tally_text(pair: Pair, wins: int, losses: int) -> str:
    if pair.flips is not None:
        return f"mends {wins:,}, breaks {losses:,}"
    return f"wins {wins}, draws {pair.draws}, losses {losses}"


def _operating_lines(comparison: Comparison, columns: int) -> list[Line]:
    if comparison.operating_points is None:
        return []
    from bakeoff.render.operating_points import operating_lines  # most comparisons have no costs

    return operating_lines(comparison.operating_points, columns)


def _further_lines(comparison: Comparison, columns: int) -> list[Line]:
    if not comparison.beside:
        return []
    from bakeoff.render.further_measures import further_measure_lines  # few comparisons have any

    return [each for found in comparison.beside for each in further_measure_lines(found, columns)]


def _reliability_lines(comparison: Comparison, columns: int) -> list[Line]:
    if comparison.reliability is None:
        return []
    from bakeoff.render.reliability import reliability_lines  # most comparisons have no probabilities

    return reliability_lines(comparison.reliability, columns)


def judgement_text(comparison: Comparison) -> str:
    """Return by which procedure the verdict was reached, and of what scores."""
    result = comparison.pairs[0].result
    if len(comparison.pairs) == 1:
        text = f"{result.estimate.of} by {result.procedure} ({result.method})"
    else:
        text = _family_judgement_text(comparison, result)
    return f"{text}; {_measure_text(comparison)}{_decisions_text(comparison)}"


def _decisions_text(comparison: Comparison) -> str:
    evidence = comparison.predictions or comparison.evidence
    how = evidence.decided_by if isinstance(evidence, Predictions) else ""
    return f"; {printable_name(how)}" if how else ""


def _family_judgement_text(comparison: Comparison, result: TestResult | Posterior) -> str:
    level = level_text(comparison.settings.level)
    if isinstance(result, Posterior):
        region = f"; equal: {result.region}" if result.region else ""
        of = f"{result.estimate.of} " if result.region else ""
        return (
            f"{of}by {result.procedure} ({result.method}); a verdict needs a probability of {level}{region}"
        )
    count = f"{len(comparison.pairs):,} pairs"
    how = "not adjusted for" if comparison.settings.adjust == "none" else "adjusted for"
    by = "" if comparison.settings.adjust == "none" else f" by {comparison.settings.adjust}"
    return (
        f"{result.estimate.of} by {result.procedure} ({result.method}), {how} {count}{by}; "
        f"{kind_of_intervals(comparison)}; {units_of(comparison.design)}"
    )
