"""The calculation, step by step, with this table's numbers; then every test, and why the others were silent."""

from collections.abc import Mapping, Sequence
from math import fsum, isinf, sqrt

from bakeoff.core.comparison import Comparison, Objection, Pair, PairTest
from bakeoff.core.results import OmnibusResult, Posterior, TestResult
from bakeoff.render.beyond import beyond
from bakeoff.render.bootstrap import bootstrap_lines
from bakeoff.render.explain_examples import agreement_lines, cost_steps, example_steps
from bakeoff.render.names import fitted, shown, width
from bakeoff.render.numbers import (
    MINUS,
    chances_text,
    decimals_of,
    interval_text,
    level_text,
    p_text,
    plain_number,
    signed,
)
from bakeoff.render.screen import Line, Span, line, wrapped

MOST_UNITS = 60  # rows of the table of differences
MOST_TESTS = 120  # lines of the list of tests


def explanation(comparison: Comparison, *, columns: int = 100) -> list[Line]:
    """Return the whole calculation, every test and every objection as lines for a terminal."""
    return [
        *calculation(comparison),
        *_all_tests(comparison.tests),
        *_objections(comparison.objections, columns),
    ]


def calculation(comparison: Comparison) -> list[Line]:
    """Return the steps of the calculation alone."""
    t_tests = [t.result for t in comparison.tests if t.result.procedure in ("paired-t", "corrected-t")]
    lines: list[Line] = []
    if len(comparison.pairs) == 1:
        lines += _differences(comparison.pairs[0], comparison) if comparison.pairs[0].units else []
        lines += [each for result in t_tests[:1] for each in t_steps(result)]
        lines += example_steps(comparison.tests)
        lines += _at_other_levels(comparison.pairs[0])
    lines += bootstrap_lines(comparison.bootstrap)
    lines += cost_steps(comparison)
    lines += _omnibus(comparison.omnibus)
    lines += _mean_ranks(comparison)
    lines += agreement_lines(comparison)
    lines += beyond(comparison)
    return lines


def _heading(text: str) -> list[Line]:
    return [[], line(Span(f"  {text}", "bold"))]


def _differences(pair: Pair, comparison: Comparison) -> list[Line]:
    lower = " (lower is better)" if not comparison.evidence.measure.higher_is_better else ""
    order = "z = a − b" if lower else "z = b − a"
    heading = f"The differences: a is {shown(pair.a)}, b is {shown(pair.b)}, {order}{lower}"
    columns = [pair.a_scores.tolist(), pair.b_scores.tolist(), pair.advantages.tolist()]
    squares = [z * z for z in columns[2]]
    rows = list(zip(pair.units, *columns, squares, strict=True))
    hidden = len(rows) - MOST_UNITS
    label = min(32, max(width(shown(name)) for name in (*pair.units[:MOST_UNITS], "average")))
    lines = [
        _difference_row(name, values, label) for name, *values in (rows if hidden <= 0 else rows[:MOST_UNITS])
    ]
    if hidden > 0:
        lines.append(line(f"  … {hidden:,} more"))
    totals = [fsum(values) for values in (*columns, squares)]
    averages = [total / len(rows) for total in totals]
    head = line(Span(f"  {fitted('', label)}{'a':>12}{'b':>12}{'z':>12}{'z²':>12}", "dim"))
    ends = [_difference_row("total", totals, label), _difference_row("average", averages, label)]
    lowest, highest = (plain_number(edge(columns[2]) - averages[2]) for edge in (min, max))
    spread = line(f"  z less its average: {lowest} to {highest}")
    return [*_heading(heading), head, *lines, *ends, spread]


def _difference_row(name: str, values: Sequence[float], label: int) -> Line:
    return line(f"  {fitted(name, label)}" + "".join(f"{plain_number(v):>12}" for v in values))


def t_steps(result: TestResult | Posterior) -> list[Line]:
    """Return the steps of a t-test, plain or corrected for shared training data."""
    return _seven_steps(result) if "sum_z" in result.steps else _corrected_steps(result)


def _seven_steps(result: TestResult | Posterior) -> list[Line]:
    s = {name: plain_number(value) for name, value in result.steps.items()}
    n, df = s["n"], s["df"]
    squared = plain_number(result.steps["sum_z"] ** 2 / result.steps["n"])
    left = plain_number(result.steps["sum_z2"] - result.steps["sum_z"] ** 2 / result.steps["n"])
    steps = [
        ("the average of z", f"Σz / n = {s['sum_z']} / {n} = {s['mean']}"),
        ("the square of the sum, over n", f"(Σz)² / n = {_squared(s['sum_z'])} / {n} = {squared}"),
        ("taken from the sum of squares", f"Σz² − (Σz)² / n = {s['sum_z2']} − {squared} = {left}"),
        ("the sample variance", f"s² = {left} / (n − 1) = {s['variance']}"),
        ("the sample standard deviation", f"s = √{s['variance']} = {s['sd']}"),
        ("the standard error", f"s / √n = {s['sd']} / √{n} = {s['se']}"),
        ("t", f"{s['mean']} / {s['se']} = {s['t']}, with {df} degrees of freedom"),
    ]
    sums = line(f"  Σz = {s['sum_z']}, Σz² = {s['sum_z2']}, n = {n}")
    return [
        *_heading("The paired t-test in seven steps"),
        sums,
        *_numbered(steps),
        *_t_judged(result, s),
    ]


def _corrected_steps(result: TestResult | Posterior) -> list[Line]:
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
        (f"the interval, {level_text(interval.level)}", _reach(result, s)),
    ]
    return [*_heading("The corrected t-test, step by step"), *_numbered(steps)]


def _reach(result: TestResult | Posterior, s: Mapping[str, str]) -> str:
    ends = result.estimate.interval
    if isinf(ends.low) or isinf(ends.high):
        return f"one-sided, t = {s['critical']}: {interval_text(ends, 6)}"
    return f"{s['mean']} ± {s['critical']} × {s['se']}: {plain_number(ends.low)} to {plain_number(ends.high)}"


def _numbered(steps: Sequence[tuple[str, str]]) -> list[Line]:
    return [line(Span(f"  {i}  ", "dim"), f"{what:<32}", how) for i, (what, how) in enumerate(steps, 1)]


def _squared(number: str) -> str:
    """Return a number under its square, a negative one in brackets: −3² would be −9."""
    return f"({number})²" if number.startswith(MINUS) else f"{number}²"


def _t_judged(result: TestResult | Posterior, s: Mapping[str, str]) -> list[Line]:
    level = level_text(result.estimate.interval.level)
    levels = {"0.10": "90 %", "0.05": "95 %", "0.01": "99 %"}
    head = f"critical values of t, {s['df']} df"
    lines = [
        [],
        line(Span(f"  {head:<31}" + "".join(f"{x:>10}" for x in levels.values()), "dim")),
        *(
            line(
                f"  {f'{tails}-tailed':<31}"
                + "".join(f"{s[f'critical_{tails}_tailed_{x}']:>10}" for x in levels)
            )
            for tails in ("two", "one")
        ),
    ]
    if isinstance(result, TestResult):
        lines.append(line(f"  t = {s['t']}: {p_text(result.p_value)} ({result.alternative})"))
    return [
        *lines,
        line(
            f"  acceptance interval of the average around 0, {level}: {s['acceptance_low']} to {s['acceptance_high']}"
        ),
        line(f"  interval of the true mean advantage, {level}: {_reach(result, s)}"),
    ]


def _at_other_levels(pair: Pair) -> list[Line]:
    told = ", ".join(
        f"{verdict} at {level_text(1 - float(level))}" for level, verdict in pair.verdicts_at.items()
    )
    lines = [*_heading(f"The verdict by {pair.result.procedure}"), line(f"  {told}")]
    if pair.alone is not None:
        lines.append(line("  these are of this look by itself; over the looks of the ledger: undecided"))
    for effect in pair.effects:
        digits = decimals_of(effect)
        value, interval = signed(effect.value, digits), interval_text(effect.interval, digits)
        if "share" in effect.of:
            value, interval = value.replace("+", ""), interval.replace("+", "")
        lines.append(line(f"  {effect.of}: {value} ({level_text(effect.interval.level)} {interval})"))
    return lines


def _omnibus(results: Sequence[OmnibusResult]) -> list[Line]:
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
    return [*_heading("Does any classifier differ?"), *rows, note]


def _mean_ranks(comparison: Comparison) -> list[Line]:
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
    label = min(32, max(width(shown(name)) for name in means))
    ranks = [
        line(f"  {fitted(name, label)}{plain_number(mean):>12}")
        for name, mean in sorted(means.items(), key=lambda item: item[1])
    ]
    rows = [
        line(
            f"  {fitted(f'{shown(t.b)} over {shown(t.a)}', 34)} z = {plain_number(s['z']):>9}   "
            f"{_p_unadjusted(t.result)}"
        )
        for t, s in steps[:MOST_TESTS]
    ]
    error = plain_number(steps[0][1]["standard_error"])
    note = line(Span(f"  z: the difference over its standard error, {error}; p before any adjustment", "dim"))
    return [
        *_heading(f"The {of} of each classifier, best first"),
        *ranks,
        *_heading("z of each pair"),
        *rows,
        note,
    ]


def _p_unadjusted(result: TestResult | Posterior) -> str:
    return p_text(result.p_value) if isinstance(result, TestResult) else ""


def _all_tests(tests: Sequence[PairTest]) -> list[Line]:
    several = len({(t.a, t.b) for t in tests}) > 1
    rows = [_test_row(t, several=several) for t in tests[:MOST_TESTS]]
    if len(tests) > MOST_TESTS:
        rows.append(line(f"  … {len(tests) - MOST_TESTS} more (--json has them all)"))
    return [*_heading("Every test that this design licenses"), *rows]


def _test_row(test: PairTest, *, several: bool) -> Line:
    result, digits = test.result, decimals_of(test.result.estimate)
    pair = f"{fitted(f'{shown(test.b)} over {shown(test.a)}', 34)} " if several else ""
    interval = interval_text(result.estimate.interval, digits)
    if isinstance(result, Posterior):
        said = chances_text(result)
    else:
        said = p_text(result.p_value)
        if several and test.p_adjusted is not None:
            said += f", adjusted {p_text(test.p_adjusted).removeprefix('p ').removeprefix('= ')}"
    value = f"{result.estimate.of} {signed(result.estimate.value, digits)}, {interval}"
    return line(f"  {result.procedure:<21} {pair}{said:<14}  {value}  ", Span(result.method, "dim"))


def _objections(objections: Sequence[Objection], columns: int) -> list[Line]:
    if not objections:
        return []
    by_reason: dict[str, list[str]] = {}
    for objection in objections:
        by_reason.setdefault(objection.reason, []).append(objection.test)
    rows = [each for reason, tests in by_reason.items() for each in _objection(tests, reason, columns)]
    return [*_heading("Not used, and why"), *rows]


def _objection(tests: Sequence[str], reason: str, columns: int) -> list[Line]:
    if len(tests) == 1:
        return wrapped(Span(f"  {tests[0]}"), reason, width=columns, indent=22)
    return [
        *wrapped(Span("  "), ", ".join(tests), width=columns, indent=2),
        *wrapped(Span(""), reason, width=columns, indent=22),
    ]
