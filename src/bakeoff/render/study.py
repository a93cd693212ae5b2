"""What a study says beyond its comparison, as lines of a screen."""

from collections.abc import Iterable, Sequence

from bakeoff.core.results import Estimate, Interval, OmnibusResult, significance
from bakeoff.core.studies import (
    CellEstimates,
    ConditionCurves,
    DistinctSamples,
    Factors,
    Randomization,
    Randomizations,
    SampleAnova,
    StudyEstimates,
)
from bakeoff.core.words import counted, listed
from bakeoff.render.findings import finding_lines
from bakeoff.render.names import fitted, shown, width
from bakeoff.render.numbers import decimals_for, level_text, p_text, plain, signed
from bakeoff.render.screen import Line, Span, line, quiet

MOST_ROWS = 24


def estimate_lines(made: StudyEstimates, columns: int) -> list[Line]:
    """Return the estimates of every classifier on every dataset, one line each."""
    rows = made.each[:MOST_ROWS]
    if not rows:
        return []
    labels = _widths([(one.dataset, one.classifier) for one in rows])
    head = f"  {'dataset':<{labels[0]}}  {'classifier':<{labels[1]}}  {shown(made.measure.name)}"
    methods = dict.fromkeys(one.each[0].method for one in rows)
    about = dict.fromkeys(one.each[0].of for one in rows)
    why = dict.fromkeys(e.why_no_interval for one in rows for e in one.each[:1] if e.why_no_interval)
    level = f", {level_text(made.level)} intervals" if any(one.each[0].interval for one in rows) else ""
    note = f"{listed(list(methods), most=3)}{level}; of {listed(list(about), most=3)}"
    return [
        [],
        line(Span("  How well each does on each dataset", "bold")),
        line(Span(head, "dim")),
        *(line(_estimate_row(one, labels)) for one in rows),
        *_more(len(made.each) - len(rows)),
        *quiet("; ".join([note, *why]), columns),
    ]


def _estimate_row(one: CellEstimates, labels: tuple[int, int]) -> str:
    first = one.each[0]
    digits = _digits(first.interval)
    names = f"  {fitted(one.dataset, labels[0])}  {fitted(one.classifier, labels[1])}  "
    if first.interval is not None:
        return f"{names}{plain(first.value, digits)}  {_range(first.interval, digits)}"
    others = ", ".join(f"{e.method} {plain(e.value, 3)}" for e in one.each[1:])
    return f"{names}{plain(first.value, 3)}{f'  ({others})' if others else ''}"


def randomization_lines(made: Randomizations, columns: int) -> list[Line]:
    """Return the randomization tests, one line each."""
    rows = made.each[:MOST_ROWS]
    if not rows:
        return []
    labels = _widths([(one.dataset, one.classifier) for one in rows])
    head = (
        f"  {'dataset':<{labels[0]}}  {'classifier':<{labels[1]}}  {'score':>6}  {'chance':>6}  "
        f"{'adjusted':>8}  {'p':>9}  {'Holm':>9}  permutations"
    )
    why = dict.fromkeys(one.why_not_adjusted for one in rows if one.why_not_adjusted)
    note = (
        "the whole method, tuning included, run again on permuted labels; chance: its mean score there; adjusted: the "
        "score without the optimism of the method's own estimate, which on permuted labels is known"
    )
    unfinished = sum(not one.finished for one in made.each)
    tail = [f"{counted(unfinished, 'test')} not finished: run the study on"] if unfinished else []
    return [
        [],
        line(Span("  Could it be chance: randomization tests", "bold")),
        line(Span(head, "dim")),
        *(line(_randomization_row(one, labels)) for one in rows),
        *_more(len(made.each) - len(rows)),
        *quiet("; ".join([note, *(f"not adjusted: {each}" for each in why), *tail]), columns),
        *_spaced(finding_lines(made.findings, columns)),
    ]


def _randomization_row(one: Randomization, labels: tuple[int, int]) -> str:
    chance = "–" if one.chance is None else plain(one.chance, 3)
    adjusted = "–" if one.adjusted is None else plain(one.adjusted, 3)
    ended = f"{one.permutations}, clear enough" if one.stopped else str(one.permutations)
    return (
        f"  {fitted(one.dataset, labels[0])}  {fitted(one.classifier, labels[1])}  {plain(one.observed, 3):>6}  "
        f"{chance:>6}  {adjusted:>8}  {p_text(one.p_value):>9}  {p_text(one.p_adjusted):>9}  {ended}"
    )


def curve_lines(made: ConditionCurves, columns: int) -> list[Line]:
    """Return the mean score of each classifier by rate, and under it the change from undisturbed data."""
    if not made.each:
        return []
    rates = [point.rate for point in made.each[0].points]
    label = min(24, max(width(shown(curve.classifier)) for curve in made.each))
    head = "".join(f"{rate:>16g}" for rate in rates)
    lines: list[Line] = [
        [],
        line(Span(f"  {_title(made.kind)}: mean {shown(made.measure.name)}", "bold")),
        line(Span(f"  {'':<{label}}{head}", "dim")),
    ]
    for curve in made.each:
        means = "".join(f"{plain(point.mean, 3):>16}" for point in curve.points)
        changes = "".join(f"{_change(point.change):>16}" for point in curve.points)
        lines += [line(f"  {fitted(curve.classifier, label)}{means}")]
        lines += [line(Span(f"  {'change':>{label}}{changes}", "dim"))] if changes.strip() else []
    note = f"change from undisturbed data ± half of the {level_text(made.level)} interval, {made.method}"
    return [*lines, *quiet(note, columns)]


def _change(change: Estimate | None) -> str:
    if change is None:
        return ""
    half = (change.interval.high - change.interval.low) / 2
    digits = decimals_for(half)
    return f"{signed(change.value, digits)} ± {plain(half, digits)}"


def anova_lines(made: DistinctSamples, columns: int) -> list[Line]:
    """Return the analysis of variance of distinct samples."""
    means = ", ".join(f"{shown(name)} {plain(value, 3)}" for name, value in made.means.items())
    label = _widths([(one.dataset, "") for one in made.each[:MOST_ROWS]])[0]
    rows = [
        line(
            f"  {fitted(one.dataset, label)}  {_f(one.corrected)}, {p_text(one.p_adjusted)} by Holm",
            Span(_uncorrected(one), "dim"),
        )
        for one in made.each[:MOST_ROWS]
    ]
    over = made.over_datasets
    overall = [] if over is None else [line(f"  {'over datasets':<{label}}  {_f(over)}")]
    note = (
        f"one-way analysis of variance of each dataset, {_how_analysed(made)}"
        + ("; over datasets: repeated measures on the means of each" if over is not None else "")
        + f". Mean {shown(made.measure.name)}: {means}"
    )
    return [
        [],
        line(Span("  Distinct random samples for each classifier: do their means differ?", "bold")),
        *rows,
        *_more(len(made.each) - len(rows)),
        *overall,
        *quiet(note, columns),
        *_spaced(finding_lines(made.findings, columns)),
    ]


def anova_sentence(made: DistinctSamples) -> str:
    """Return what the analysis of distinct samples says, in one paragraph."""
    alpha = significance(made.level)
    means = ", ".join(f"{shown(name)} {plain(value, 3)}" for name, value in made.means.items())
    told = [
        f"{shown(one.dataset)}: {'they differ' if one.p_adjusted < alpha else 'no difference is shown'} "
        f"({_f(one.corrected)}, {p_text(one.p_adjusted)} by Holm)"
        for one in made.each[:MOST_ROWS]
    ]
    more = len(made.each) - len(told)
    rest = f"; and {counted(more, 'more dataset')}" if more > 0 else ""
    return f"Mean {shown(made.measure.name)} on samples of their own: {means}. On {'; on '.join(told)}{rest}."


def _uncorrected(one: SampleAnova) -> str:
    if one.by_the_book is one.corrected:
        return "   over test examples" if one.over == "examples" else "   samples without a row in common"
    return f"   without the correction {_f(one.by_the_book)}"


def _how_analysed(made: DistinctSamples) -> str:
    corrected = any(one.by_the_book is not one.corrected for one in made.each)
    return "corrected for the training rows that samples share" if corrected else "by the book"


def _f(result: OmnibusResult) -> str:
    df = ", ".join(f"{d:.3g}" for d in result.df)
    return f"F({df}) = {result.statistic:.3g}, {p_text(result.p_value)}"


def factor_lines(made: Factors, columns: int) -> list[Line]:
    """Return what each factor does to the score."""
    label = max(width(shown(one.factor)) for one in made.each)
    rows = []
    for one in made.each:
        effects = ", ".join(f"{shown(level)} {signed(value, 3)}" for level, value in one.effects.items())
        tested = (
            _unjudged(made)
            if one.f is None or one.p_value is None
            else f"F({one.df}, {one.residual_df}) = {one.f:.3g}, {p_text(one.p_value)}"
        )
        rows.append(line(f"  {fitted(one.factor, label)}  {tested}", Span(f"   {effects}", "dim")))
    held = (
        "properties held against deviations between datasets, the classifier and its interplay with them (×) against "
        "deviations within"
        if not made.settings
        else "each setting and its interplay (×) held against how its own effect deviates from dataset to dataset"
    )
    note = f"{held}; assumes that {listed(list(made.assumptions), most=3)}"
    of = [
        *(["the properties of the data"] if made.properties else []),
        *(["settings"] if made.settings else []),
    ]
    title = f"  What {listed(of)} do to {shown(made.measure.name)}"
    return [[], line(Span(title, "bold")), *rows, *quiet(note, columns)]


def _unjudged(made: Factors) -> str:
    if made.residual_df[0] == 0:
        return "no repetitions to judge it by (seed=[1,2,3])"
    return "no deviations to judge it by"


def _title(kind: str) -> str:
    return {"training share": "Learning curve, by share of the training set"}.get(
        kind, f"Robustness to {kind}"
    )


def _widths(names: Sequence[tuple[str, str]]) -> tuple[int, int]:
    first = max([7, *(width(shown(a)) for a, _ in names)])
    second = max([10, *(width(shown(b)) for _, b in names)])
    return min(32, first), min(24, second)


def _digits(interval: Interval | None) -> int:
    return 3 if interval is None else max(2, min(4, decimals_for((interval.high - interval.low) / 2)))


def _range(interval: Interval, digits: int) -> str:
    return f"{plain(interval.low, digits)} to {plain(interval.high, digits)}"


def _more(count: int) -> list[Line]:
    return [line(Span(f"  … and {count} more: --json, or the results in Python", "dim"))] if count > 0 else []


def _spaced(lines: Iterable[Line]) -> list[Line]:
    found = list(lines)
    return [[], *found[:-1]] if found else []
