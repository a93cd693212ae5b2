"""The calculation, step by step; how firm the ranking is; every test, and why the others are not valid here."""

from collections.abc import Mapping, Sequence
from math import fsum, isinf, sqrt
from statistics import stdev

from bakeoff.core.comparison import Comparison, Objection, Pair, PairTest, Standing
from bakeoff.core.results import Posterior, TestResult
from bakeoff.core.words import write_count, write_list
from bakeoff.render.items import noun_of
from bakeoff.render.lines import Line, Span, line, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import (
    MINUS,
    chances_text,
    counted_text,
    decimals_of,
    interval_text,
    level_text,
    p_text,
    plain_number,
    signed_text,
    unit_text,
)
from bakeoff.render.text.bootstrap import bootstrap_lines
from bakeoff.render.text.calculation_on_examples import agreement_lines, cost_steps, example_steps

MOST_UNITS = 60  # rows of the table of differences
MOST_TESTS = 120  # lines of the list of tests


def full_calculation_lines(comparison: Comparison, *, columns: int = 100) -> list[Line]:
    """Return the whole calculation, every test and every objection as lines for a terminal."""
    return [
        *calculation_lines(comparison),
        *_all_test_lines(comparison.tests),
        *_objection_lines(comparison.objections, columns),
    ]


def calculation_lines(comparison: Comparison) -> list[Line]:
    """Return the steps of the calculation alone."""
    t_tests = [t.result for t in comparison.tests if t.result.procedure in ("paired-t", "corrected-t")]
    lines: list[Line] = []
    if len(comparison.pairs) == 1:
        lines += _difference_lines(comparison.pairs[0], comparison) if comparison.pairs[0].units else []
        lines += [each for result in t_tests[:1] for each in t_test_lines(result)]
        lines += example_steps(comparison.tests)
        lines += _other_level_lines(comparison.pairs[0])
    lines += bootstrap_lines(comparison.bootstrap)
    lines += cost_steps(comparison)
    lines += _omnibus_lines(comparison)
    lines += _mean_rank_lines(comparison)
    lines += agreement_lines(comparison)
    lines += generalisation_lines(comparison)
    return lines


def _calculation_heading(text: str) -> list[Line]:
    return [[], line(Span(f"  {text}", "bold"))]


def _difference_lines(pair: Pair, comparison: Comparison) -> list[Line]:
    lower = " (lower is better)" if not comparison.evidence.measure.higher_is_better else ""
    order = "z = a − b" if lower else "z = b − a"
    heading = f"The differences: a is {printable_name(pair.a)}, b is {printable_name(pair.b)}, {order}{lower}"
    columns = [pair.a_scores.tolist(), pair.b_scores.tolist(), pair.advantages.tolist()]
    squares = [z * z for z in columns[2]]
    rows = list(zip(pair.units, *columns, squares, strict=True))
    hidden = len(rows) - MOST_UNITS
    label = min(32, max(width(printable_name(name)) for name in (*pair.units[:MOST_UNITS], "average")))
    lines = [
        _difference_row(name, values, label) for name, *values in (rows if hidden <= 0 else rows[:MOST_UNITS])
    ]
    if hidden > 0:
        lines.append(line(f"  … {hidden:,} more"))
    totals = [fsum(values) for values in (*columns, squares)]
    averages = [total / len(rows) for total in totals]
    head = line(Span(f"  {fit_name('', label)}{'a':>12}{'b':>12}{'z':>12}{'z²':>12}", "dim"))
    ends = [_difference_row("total", totals, label), _difference_row("average", averages, label)]
    lowest, highest = (plain_number(edge(columns[2]) - averages[2]) for edge in (min, max))
    spread = line(f"  z less its average: {lowest} to {highest}{_times_average(columns[2])}")
    return [*_calculation_heading(heading), head, *lines, *ends, spread]


def _times_average(z: Sequence[float]) -> str:
    """Return how the spread of the differences compares with their average; nothing where that is zero."""
    average = fsum(z) / len(z)
    return f"; s is {stdev(z) / abs(average):.2g} times the average" if len(z) > 1 and average else ""


def _difference_row(name: str, values: Sequence[float], label: int) -> Line:
    return line(f"  {fit_name(name, label)}" + "".join(f"{plain_number(v):>12}" for v in values))


def t_test_lines(result: TestResult | Posterior) -> list[Line]:
    """Return the steps of a t-test, plain or corrected for shared training data."""
    return _paired_t_lines(result) if "sum_z" in result.steps else _corrected_t_lines(result)


def _paired_t_lines(result: TestResult | Posterior) -> list[Line]:
    s = {name: plain_number(value) for name, value in result.steps.items()}
    n, df = s["n"], s["df"]
    squared = plain_number(result.steps["sum_z"] ** 2 / result.steps["n"])
    left = plain_number(result.steps["sum_z2"] - result.steps["sum_z"] ** 2 / result.steps["n"])
    steps = [
        ("the average of z", f"Σz / n = {s['sum_z']} / {n} = {s['mean']}"),
        ("the square of the sum, over n", f"(Σz)² / n = {_square_text(s['sum_z'])} / {n} = {squared}"),
        ("taken from the sum of squares", f"Σz² − (Σz)² / n = {s['sum_z2']} − {squared} = {left}"),
        ("the sample variance", f"s² = {left} / (n − 1) = {s['variance']}"),
        ("the sample standard deviation", f"s = √{s['variance']} = {s['sd']}"),
        ("the standard error", f"s / √n = {s['sd']} / √{n} = {s['se']}"),
        ("t", f"{s['mean']} / {s['se']} = {s['t']}, with {df} degrees of freedom"),
    ]
    sums = line(f"  Σz = {s['sum_z']}, Σz² = {s['sum_z2']}, n = {n}")
    return [
        *_calculation_heading("The paired t-test in seven steps"),
        sums,
        *_number_steps(steps),
        *_t_judgement_lines(result, s),
    ]


def _corrected_t_lines(result: TestResult | Posterior) -> list[Line]:
    """Return the steps of the corrected t-test: the same mean, and an error that allows for shared training data."""
    s = {name: plain_number(value) for name, value in result.steps.items()}
    plain_error = plain_number(sqrt(result.steps["variance"] / result.steps["n"]))
    interval = result.estimate.interval
    steps = [
        ("the average of z over the folds", f"{s['mean']}, n = {s['n']}"),
        ("the sample variance", f"s² = {s['variance']}, s = {s['sd']}"),
        ("test size over training size", f"r = {s['ratio']}"),
        ("the standard error", f"√((1/n + r) s²) = {s['se']} (without r it would be {plain_error})"),
        ("t", f"{s['mean']} / {s['se']} = {s['t']}, with {s['df']} degrees of freedom"),
        (f"the interval, {level_text(interval.level)}", _reach_text(result, s)),
    ]
    return [*_calculation_heading("The corrected t-test, step by step"), *_number_steps(steps)]


def _reach_text(result: TestResult | Posterior, s: Mapping[str, str]) -> str:
    ends = result.estimate.interval
    if isinf(ends.low) or isinf(ends.high):
        return f"one-sided, t = {s['critical']}: {interval_text(ends, 6)}"
    return f"{s['mean']} ± {s['critical']} × {s['se']}: {plain_number(ends.low)} to {plain_number(ends.high)}"


def _number_steps(steps: Sequence[tuple[str, str]]) -> list[Line]:
    return [line(Span(f"  {i}  ", "dim"), f"{what:<32}", how) for i, (what, how) in enumerate(steps, 1)]


def _square_text(number: str) -> str:
    """Return a number under its square, a negative one in brackets: −3² would be −9."""
    return f"({number})²" if number.startswith(MINUS) else f"{number}²"


# As in the tables of bakeoff tests: confidence in one tail and in two, the probability beyond two; and whose value.
_CRITICAL = (
    ("90 %", "80 %", ".2", "one_tailed_0.10"),
    ("95 %", "90 %", ".1", "two_tailed_0.10"),
    ("97.5 %", "95 %", ".05", "two_tailed_0.05"),
    ("99 %", "98 %", ".02", "one_tailed_0.01"),
    ("99.5 %", "99 %", ".01", "two_tailed_0.01"),
)


def _critical_lines(s: Mapping[str, str]) -> list[Line]:
    """Return the critical values of t, headed as in a textbook's table."""
    one, two, beyond, keys = zip(*_CRITICAL, strict=True)
    heads = (("one-tailed", one), ("two-tailed", two), ("probability", beyond))
    values = "".join(f"{s[f'critical_{key}']:>10}" for key in keys)
    return [
        line(
            "  critical values of t: confidence in one tail and in two, and the probability beyond two tails"
        ),
        *(
            line(Span(f"  {name:<12}" + "".join(f"{cell:>10}" for cell in cells), "dim"))
            for name, cells in heads
        ),
        line(f"  {s['df'] + ' df':<12}{values}"),
    ]


def _t_judgement_lines(result: TestResult | Posterior, s: Mapping[str, str]) -> list[Line]:
    level = level_text(result.estimate.interval.level)
    lines = [[], *_critical_lines(s)]
    if isinstance(result, TestResult):
        lines.append(line(f"  t = {s['t']}: {p_text(result.p_value)} ({result.alternative})"))
    return [
        *lines,
        line(
            f"  acceptance interval of the average around 0, {level}: {s['acceptance_low']} to {s['acceptance_high']}"
        ),
        line(f"  interval of the true mean advantage, {level}: {_reach_text(result, s)}"),
    ]


def _other_level_lines(pair: Pair) -> list[Line]:
    verdicts = ", ".join(
        f"{verdict} at {level_text(1 - float(level))}" for level, verdict in pair.verdicts_at.items()
    )
    lines = [*_calculation_heading(f"The verdict by {pair.result.procedure}"), line(f"  {verdicts}")]
    if pair.alone is not None:
        lines.append(line("  these are of this look by itself; over the looks of the ledger: undecided"))
    for effect in pair.effects:
        digits = decimals_of(effect)
        value, interval = signed_text(effect.value, digits), interval_text(effect.interval, digits)
        if "share" in effect.of:
            value, interval = value.replace("+", ""), interval.replace("+", "")
        lines.append(line(f"  {effect.of}: {value} ({level_text(effect.interval.level)} {interval})"))
    return lines


def _omnibus_lines(comparison: Comparison) -> list[Line]:
    results = comparison.omnibus
    if not results:
        return []
    rows = [
        line(
            f"  {r.procedure:<21} {plain_number(r.statistic):>10}  {p_text(r.p_value):<10}  ",
            Span(r.method, "dim"),
        )
        for r in results
    ]
    note = line(Span("  These inform; they do not decide whether pairs are looked at.", "dim"))
    return [*_calculation_heading(f"Does any {noun_of(comparison.design)} differ?"), *rows, note]


def _mean_rank_lines(comparison: Comparison) -> list[Line]:
    """Return the mean ranks that the verdicts rest on, and the statistic of each pair before any adjustment."""
    tests = [
        t
        for t in comparison.tests
        if t.result.procedure == comparison.settings.test and "mean_rank_a" in t.result.steps
    ]
    if not tests:
        return []
    steps = [(t, t.result.steps) for t in tests]
    means = {t.a: s["mean_rank_a"] for t, s in steps} | {t.b: s["mean_rank_b"] for t, s in steps}
    of = tests[0].result.estimate.of.removesuffix(" advantage")
    label = min(32, max(width(printable_name(name)) for name in means))
    ranks = [
        line(f"  {fit_name(name, label)}{plain_number(mean):>12}")
        for name, mean in sorted(means.items(), key=lambda item: item[1])
    ]
    rows = [
        line(
            f"  {fit_name(f'{printable_name(t.b)} over {printable_name(t.a)}', 34)} z = {plain_number(s['z']):>9}   "
            f"{_unadjusted_p_text(t.result)}"
        )
        for t, s in steps[:MOST_TESTS]
    ]
    error = plain_number(steps[0][1]["standard_error"])
    note = line(Span(f"  z: the difference over its standard error, {error}; p before any adjustment", "dim"))
    return [
        *_calculation_heading(f"The {of} of each {noun_of(comparison.design)}, best first"),
        *ranks,
        *_calculation_heading("z of each pair"),
        *rows,
        note,
    ]


def _unadjusted_p_text(result: TestResult | Posterior) -> str:
    return p_text(result.p_value) if isinstance(result, TestResult) else ""


def _all_test_lines(tests: Sequence[PairTest]) -> list[Line]:
    several = len({(t.a, t.b) for t in tests}) > 1
    rows = [_test_row(t, several=several) for t in tests[:MOST_TESTS]]
    if len(tests) > MOST_TESTS:
        rows.append(line(f"  … {len(tests) - MOST_TESTS} more (--json has them all)"))
    return [*_calculation_heading("Every test that is valid for this design"), *rows]


def _test_row(test: PairTest, *, several: bool) -> Line:
    result, digits = test.result, decimals_of(test.result.estimate)
    pair = f"{fit_name(f'{printable_name(test.b)} over {printable_name(test.a)}', 34)} " if several else ""
    interval = interval_text(result.estimate.interval, digits)
    if isinstance(result, Posterior):
        strength = chances_text(result)
    else:
        strength = p_text(result.p_value)
        if several and test.p_adjusted is not None:
            strength += f", adjusted {p_text(test.p_adjusted).removeprefix('p ').removeprefix('= ')}"
    value = f"{result.estimate.of} {signed_text(result.estimate.value, digits)}, {interval}"
    return line(f"  {result.procedure:<21} {pair}{strength:<14}  {value}  ", Span(result.method, "dim"))


def _objection_lines(objections: Sequence[Objection], columns: int) -> list[Line]:
    if not objections:
        return []
    by_reason: dict[str, list[str]] = {}
    for objection in objections:
        by_reason.setdefault(objection.reason, []).append(objection.test)
    rows = [each for reason, tests in by_reason.items() for each in _reason_lines(tests, reason, columns)]
    return [*_calculation_heading("Not used, and why"), *rows]


def _reason_lines(tests: Sequence[str], reason: str, columns: int) -> list[Line]:
    if len(tests) == 1:
        return wrap_paragraph(Span(f"  {tests[0]}"), reason, width=columns, indent=22)
    return [
        *wrap_paragraph(Span("  "), ", ".join(tests), width=columns, indent=2),
        *wrap_paragraph(Span(""), reason, width=columns, indent=22),
    ]


MOST_PAIRS = 20


def generalisation_lines(comparison: Comparison) -> list[Line]:
    """Return the ranking with its uncertainty, and the summaries over datasets."""
    return [*_ranking_lines(comparison.ranking), *_population_lines(comparison)]


def _ranking_lines(standings: Sequence[Standing]) -> list[Line]:
    firm = [s for s in standings if s.rank_interval is not None]
    if not firm:
        return []
    label = min(28, max(width(printable_name(s.classifier)) for s in firm))
    head = f"  {'':<{label}}  {'mean rank':>9}  {'interval':>14}  {'first':>6}  {'strength':>16}"
    rows = [line(_standing_text(s, label)) for s in firm]
    over = write_count(firm[0].ranked_on or 0, "dataset")
    note = f"  over {over}; interval and share of first places over draws of them; strength: Bradley–Terry log-odds"
    return [
        [],
        line(Span("  How firm the ranking is", "bold")),
        line(Span(head, "dim")),
        *rows,
        line(Span(note, "dim")),
    ]


def _standing_text(standing: Standing, label: int) -> str:
    interval, strength = standing.rank_interval, standing.strength
    if interval is None or standing.mean_rank is None:
        return f"  {fit_name(standing.classifier, label)}"
    ranks = f"{interval.low:.2f} to {interval.high:.2f}"
    first = f"{100 * (standing.best or 0):.0f} %"
    known = f"  {fit_name(standing.classifier, label)}  {standing.mean_rank:>9.2f}  {ranks:>14}  {first:>6}"
    if strength is None:
        return known
    arm = max(strength.value - strength.interval.low, strength.interval.high - strength.value)
    return f"{known}  {signed_text(strength.value, 2):>8} ± {arm:.2f}"


def _population_lines(comparison: Comparison) -> list[Line]:
    pairs = [p for p in comparison.pairs if p.population is not None][:MOST_PAIRS]
    if not pairs:
        return []
    rows = [each for pair in pairs for each in _next_dataset_lines(pair, comparison)]
    return [[], line(Span("  What to expect on the next dataset, if it is one like these", "bold")), *rows]


def _next_dataset_lines(pair: Pair, comparison: Comparison) -> list[Line]:
    if pair.population is None:
        return []
    expected = pair.population.next_dataset
    digits = decimals_of(expected)
    unit = unit_text(comparison.evidence.measure.unit)
    interval = interval_text(expected.interval, digits)
    spread = pair.population.heterogeneity
    share = f"; {100 * spread.share:.0f} % of the variance is between datasets" if spread else ""
    names = f"{printable_name(pair.b)} over {printable_name(pair.a)}"
    text = f"  {names}: {counted_text(expected.value, digits, unit)}, {interval}"
    lines = [line(text, Span(f" ({level_text(expected.interval.level)} prediction interval{share})", "dim"))]
    if pair.datasets_differing is not None:
        decided = [d.dataset for d in pair.by_dataset if d.verdict.is_claim]
        named = f", by themselves {write_list([printable_name(name) for name in decided])}" if decided else ""
        count = f"    at least {pair.datasets_differing.at_least} of {pair.datasets_differing.n} datasets differ{named}"
        lines.append(
            line(count, Span(" (corrected t over the resamples of each, Holm over datasets)", "dim"))
        )
    return lines
