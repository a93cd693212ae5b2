"""What a study says beyond its comparison, as lines of a screen: estimates, curves, factors, time and size."""

from collections.abc import Iterable, Mapping, Sequence

from bakeoff.core.answers.studies import (
    Beyond,
    CellEstimates,
    ClassifierCosts,
    ConditionCurves,
    DistinctSamples,
    Factors,
    Randomization,
    Randomizations,
    ResourceRatio,
    ResourceUse,
    SampleAnova,
    StudyEstimates,
)
from bakeoff.core.results import Estimate, Interval, OmnibusResult, significance
from bakeoff.core.words import write_alike, write_count, write_list
from bakeoff.render.findings import finding_lines
from bakeoff.render.items import noun_by_measure
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import decimals_for, level_text, number_text, p_text, signed_text

MOST_ROWS = 24


def estimate_lines(made: StudyEstimates, columns: int) -> list[Line]:
    """Return the estimates of every classifier on every dataset, one line each."""
    rows = made.each[:MOST_ROWS]
    if not rows:
        return []
    labels = _study_widths([(one.dataset, one.classifier) for one in rows])
    noun = noun_by_measure(made.measure.name)
    head = f"  {'dataset':<{labels[0]}}  {noun:<{labels[1]}}  {printable_name(made.measure.name)}"
    methods = dict.fromkeys(one.each[0].method for one in rows)
    about = dict.fromkeys(one.each[0].of for one in rows)
    why = dict.fromkeys(e.why_no_interval for one in rows for e in one.each[:1] if e.why_no_interval)
    level = f", {level_text(made.level)} intervals" if any(one.each[0].interval for one in rows) else ""
    note = f"{write_list(list(methods), most=3)}{level}; of {write_list(list(about), most=3)}"
    return [
        [],
        line(Span("  How well each does on each dataset", "bold")),
        line(Span(head, "dim")),
        *(line(_estimate_row(one, labels)) for one in rows),
        *_more_line(len(made.each) - len(rows)),
        *quiet_lines("; ".join([note, *why]), columns),
    ]


def _estimate_row(one: CellEstimates, labels: tuple[int, int]) -> str:
    first = one.each[0]
    digits = _study_digits(first.interval)
    names = f"  {fit_name(one.dataset, labels[0])}  {fit_name(one.classifier, labels[1])}  "
    if first.interval is not None:
        return f"{names}{number_text(first.value, digits)}  {_study_range(first.interval, digits)}"
    others = ", ".join(f"{e.method} {number_text(e.value, 3)}" for e in one.each[1:])
    return f"{names}{number_text(first.value, 3)}{f'  ({others})' if others else ''}"


def randomization_lines(made: Randomizations, columns: int) -> list[Line]:
    """Return the randomization tests, one line each."""
    rows = made.each[:MOST_ROWS]
    if not rows:
        return []
    labels = _study_widths([(one.dataset, one.classifier) for one in rows])
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
    tail = [f"{write_count(unfinished, 'test')} not finished: run the study on"] if unfinished else []
    return [
        [],
        line(Span("  Could it be chance: randomization tests", "bold")),
        line(Span(head, "dim")),
        *(line(_randomization_row(one, labels)) for one in rows),
        *_more_line(len(made.each) - len(rows)),
        *quiet_lines("; ".join([note, *(f"not adjusted: {each}" for each in why), *tail]), columns),
        *_space_lines(finding_lines(made.findings, columns)),
    ]


def _randomization_row(one: Randomization, labels: tuple[int, int]) -> str:
    chance = "–" if one.chance is None else number_text(one.chance, 3)
    adjusted = "–" if one.adjusted is None else number_text(one.adjusted, 3)
    ended = f"{one.permutations}, clear enough" if one.stopped else str(one.permutations)
    return (
        f"  {fit_name(one.dataset, labels[0])}  {fit_name(one.classifier, labels[1])}  "
        f"{number_text(one.observed, 3):>6}  "
        f"{chance:>6}  {adjusted:>8}  {p_text(one.p_value):>9}  {p_text(one.p_adjusted):>9}  {ended}"
    )


def curve_lines(made: ConditionCurves, columns: int) -> list[Line]:
    """Return the mean score of each classifier by rate, and under it the change from undisturbed data."""
    if not made.each:
        return []
    rates = [point.rate for point in made.each[0].points]
    label = min(24, max(width(printable_name(curve.classifier)) for curve in made.each))
    head = "".join(f"{rate:>16g}" for rate in rates)
    lines: list[Line] = [
        [],
        line(Span(f"  {_study_title(made.kind)}: mean {printable_name(made.measure.name)}", "bold")),
        line(Span(f"  {'':<{label}}{head}", "dim")),
    ]
    for curve in made.each:
        means = "".join(f"{number_text(point.mean, 3):>16}" for point in curve.points)
        changes = "".join(f"{_change_text(point.change):>16}" for point in curve.points)
        lines += [line(f"  {fit_name(curve.classifier, label)}{means}")]
        lines += [line(Span(f"  {'change':>{label}}{changes}", "dim"))] if changes.strip() else []
    note = f"change from undisturbed data ± half of the {level_text(made.level)} interval, {made.method}"
    return [*lines, *quiet_lines(note, columns)]


def _change_text(change: Estimate | None) -> str:
    if change is None:
        return ""
    half = (change.interval.high - change.interval.low) / 2
    digits = decimals_for(half)
    return f"{signed_text(change.value, digits)} ± {number_text(half, digits)}"


def anova_lines(made: DistinctSamples, columns: int) -> list[Line]:
    """Return the analysis of variance of distinct samples."""
    means = ", ".join(f"{printable_name(name)} {number_text(value, 3)}" for name, value in made.means.items())
    label = _study_widths([(one.dataset, "") for one in made.each[:MOST_ROWS]])[0]
    rows = [
        line(
            f"  {fit_name(one.dataset, label)}  {_f_text(one.corrected)}, {p_text(one.p_adjusted)} by Holm",
            Span(_uncorrected_text(one), "dim"),
        )
        for one in made.each[:MOST_ROWS]
    ]
    over = made.over_datasets
    overall = [] if over is None else [line(f"  {'over datasets':<{label}}  {_f_text(over)}")]
    note = (
        f"one-way analysis of variance of each dataset, {_analysis_text(made)}"
        + ("; over datasets: repeated measures on the means of each" if over is not None else "")
        + f". Mean {printable_name(made.measure.name)}: {means}"
    )
    return [
        [],
        line(Span("  Distinct random samples for each classifier: do their means differ?", "bold")),
        *rows,
        *_more_line(len(made.each) - len(rows)),
        *overall,
        *quiet_lines(note, columns),
        *_space_lines(finding_lines(made.findings, columns)),
    ]


def anova_sentence(made: DistinctSamples) -> str:
    """Return what the analysis of distinct samples says, in one paragraph."""
    alpha = significance(made.level)
    means = ", ".join(f"{printable_name(name)} {number_text(value, 3)}" for name, value in made.means.items())
    sentences = [
        f"{printable_name(one.dataset)}: {'they differ' if one.p_adjusted < alpha else 'no difference is shown'} "
        f"({_f_text(one.corrected)}, {p_text(one.p_adjusted)} by Holm)"
        for one in made.each[:MOST_ROWS]
    ]
    more = len(made.each) - len(sentences)
    rest = f"; and {write_count(more, 'more dataset')}" if more > 0 else ""
    measure = printable_name(made.measure.name)
    return f"Mean {measure} on samples of their own: {means}. On {'; on '.join(sentences)}{rest}."


def _uncorrected_text(one: SampleAnova) -> str:
    if one.by_the_book is one.corrected:
        return "   over test examples" if one.over == "examples" else "   samples without a row in common"
    return f"   without the correction {_f_text(one.by_the_book)}"


def _analysis_text(made: DistinctSamples) -> str:
    corrected = any(one.by_the_book is not one.corrected for one in made.each)
    return "corrected for the training rows that samples share" if corrected else "by the book"


def _f_text(result: OmnibusResult) -> str:
    df = ", ".join(f"{d:.3g}" for d in result.df)
    return f"F({df}) = {result.statistic:.3g}, {p_text(result.p_value)}"


def factor_lines(made: Factors, columns: int) -> list[Line]:
    """Return what each factor does to the score."""
    label = max(width(printable_name(one.factor)) for one in made.each)
    rows = []
    for one in made.each:
        effects = ", ".join(
            f"{printable_name(level)} {signed_text(value, 3)}" for level, value in one.effects.items()
        )
        tested = (
            _unjudged_reason(made)
            if one.f is None or one.p_value is None
            else f"F({one.df}, {one.residual_df}) = {one.f:.3g}, {p_text(one.p_value)}"
        )
        rows.append(line(f"  {fit_name(one.factor, label)}  {tested}", Span(f"   {effects}", "dim")))
    held = (
        "properties held against deviations between datasets, the classifier and its interplay with them (×) against "
        "deviations within"
        if not made.settings
        else "each setting and its interplay (×) held against how its own effect deviates from dataset to dataset"
    )
    note = f"{held}; assumes that {write_list(list(made.assumptions), most=3)}"
    of = [
        *(["the properties of the data"] if made.properties else []),
        *(["settings"] if made.settings else []),
    ]
    title = f"  What {write_list(of)} do to {printable_name(made.measure.name)}"
    return [[], line(Span(title, "bold")), *rows, *quiet_lines(note, columns)]


def _unjudged_reason(made: Factors) -> str:
    if made.residual_df[0] == 0:
        return "no repetitions to judge it by (seed=[1,2,3])"
    return "no deviations to judge it by"


def _study_title(kind: str) -> str:
    return {"training share": "Learning curve, by share of the training set"}.get(
        kind, f"Robustness to {kind}"
    )


def _study_widths(names: Sequence[tuple[str, str]]) -> tuple[int, int]:
    first = max([7, *(width(printable_name(a)) for a, _ in names)])
    second = max([10, *(width(printable_name(b)) for _, b in names)])
    return min(32, first), min(24, second)


def _study_digits(interval: Interval | None) -> int:
    return 3 if interval is None else max(2, min(4, decimals_for((interval.high - interval.low) / 2)))


def _study_range(interval: Interval, digits: int) -> str:
    return f"{number_text(interval.low, digits)} to {number_text(interval.high, digits)}"


def _more_line(count: int) -> list[Line]:
    return [line(Span(f"  … and {count} more: --json, or the results in Python", "dim"))] if count > 0 else []


def _space_lines(lines: Iterable[Line]) -> list[Line]:
    rows = list(lines)
    return [[], *rows[:-1]] if rows else []


MOST_RATIOS = 4
TITLES = {
    "fit_seconds": "fit",
    "predict_seconds": "predict",
    "peak_memory_bytes": "memory",
    "size_bytes": "size",
}
WORDS = {
    "fit_seconds": "time to fit",
    "predict_seconds": "time to predict",
    "peak_memory_bytes": "peak memory",
    "size_bytes": "size of the model",
}


def resource_lines(made: Beyond, columns: int) -> list[Line]:
    """Return a table of what each classifier takes, and which of them take more."""
    label = min(24, max(10, *(width(printable_name(one.classifier)) for one in made.classifiers)))
    score = max(6, width(printable_name(made.measure.name)))
    heads = "".join(f"  {TITLES.get(use.name, use.name):>9}" for use in made.resources)
    noun = noun_by_measure(made.measure.name)
    head = f"  {noun:<{label}}  {printable_name(made.measure.name):>{score}}{heads}  complexity"
    use = {u.name: {m.classifier: m.mean for m in u.means} for u in made.resources}
    rows = [line(_resource_row(one, use, label, score)) for one in made.classifiers]
    compared = len(made.classifiers) > 1
    ratio_lines = (
        [each for u in made.resources for each in _resource_comparison_lines(u, columns)] if compared else []
    )
    note = (
        f"geometric means over datasets; ratios by the tests of scores on logarithms, {level_text(made.level)} "
        "intervals that hold together for one resource; times are of this machine; complexity is not compared, since "
        "leaves and coefficients are different things"
        if compared
        else "geometric means over datasets; times are of this machine; not tested, since there is nothing to compare"
    )
    return [
        [],
        line(Span("  Beyond the score", "bold")),
        line(Span(head, "dim")),
        *rows,
        *ratio_lines,
        *quiet_lines(note, columns),
    ]


def _resource_row(
    one: ClassifierCosts, use: Mapping[str, Mapping[str, float]], label: int, score: int
) -> str:
    cells = "".join(f"  {resource_text(name, means.get(one.classifier)):>9}" for name, means in use.items())
    return (
        f"  {fit_name(one.classifier, label)}  "
        f"{number_text(one.score, 3):>{score}}{cells}  {_complexity(one.complexity)}"
    )


def _complexity(found: Mapping[str, float]) -> str:
    return ", ".join(f"{value:.4g} {name.replace('_', ' ')}" for name, value in found.items()) or "–"


def resource_text(name: str, value: float | None) -> str:
    """Return a time or a size for people.

    >>> resource_text("fit_seconds", 0.0123), resource_text("size_bytes", 12345.0), resource_text("fit_seconds", None)
    ('12.3 ms', '12.3 kB', '–')
    """
    if value is None:
        return "–"
    bytes_ = name.endswith("bytes")
    steps = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")) if bytes_ else ((1.0, "s"), (1e-3, "ms"))
    for size, unit in steps:
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f} B" if bytes_ else f"{value * 1e6:.3g} µs"


def _resource_comparison_lines(use: ResourceUse, columns: int) -> list[Line]:
    word = WORDS.get(use.name, use.name)
    if use.why_untested:
        text = f"not tested: {use.why_untested}"
    else:
        differing = sorted((r for r in use.ratios if r.differs), key=lambda r: -r.ratio)
        text = (
            write_list([_study_ratio(r) for r in differing], most=MOST_RATIOS)
            if differing
            else "no difference is shown"
        )
    return wrap_paragraph(Span(f"  {word}"), text, width=columns, indent=21)


def _study_ratio(ratio: ResourceRatio) -> str:
    ends = [] if ratio.interval is None else [ratio.interval.low, ratio.interval.high]
    times, *texts = write_alike([ratio.ratio, *ends], digits=3, by=ratio.ratio)
    around = f" ({' to '.join(texts)})" if texts else ""
    return f"{printable_name(ratio.classifier)} {times}{around} times {printable_name(ratio.against)}"
