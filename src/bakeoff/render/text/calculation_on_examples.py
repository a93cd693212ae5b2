"""The calculation over test examples, step by step: eq. 4.14 and 4.15, the four counts, McNemar's statistic."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, isnan

import numpy as np

from bakeoff.core.comparison import AgreementMatrix, Comparison, PairTest
from bakeoff.core.costs import Costs
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import write_count
from bakeoff.render.lines import Line, Span, line
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import level_text

MOST_COLUMNS = 12  # of the matrix of agreements
MOST_FLIPS = 5000  # of which the binomial sum is written out
MOST_CLASSES = 6  # of a matrix of costs that is written out
MOST_CLASSIFIERS = 4  # whose costs are written out


def example_steps(tests: Sequence[PairTest]) -> list[Line]:
    """Return the steps of the tests that a textbook computes by hand, where they were run."""
    by_key = {t.result.procedure: t.result.steps for t in tests}
    lines: list[Line] = []
    if "two-proportions-wald" in by_key:
        lines += _two_test_set_lines(by_key["two-proportions-wald"])
    if "binomial" in by_key:
        lines += _flip_lines(by_key["binomial"])
    return lines


def agreement_lines(comparison: Comparison) -> list[Line]:
    """Return how far each two classifiers agree, best first: shares below the diagonal, kappa above it."""
    matrix = comparison.agreement
    if matrix is None:
        return []
    best_first = [matrix.classifiers.index(s.classifier) for s in comparison.ranking]
    names = best_first[:MOST_COLUMNS]
    label = min(28, max(width(printable_name(matrix.classifiers[i])) for i in names))
    rows = [_agreement_row(matrix, names, place, label) for place in range(len(names))]
    more = len(best_first) - len(names)
    what = "predict the same class" if matrix.of == "predicted class" else "are both right or both wrong"
    note = f"below the diagonal the share of examples on which two {what}, above it Cohen's kappa"
    rest = f"; {write_count(more, 'more classifier')} (--json has them all)" if more else ""
    head = "".join(f"{place:>6}" for place in range(1, len(names) + 1))
    return [
        [],
        line(Span("  How far they agree", "bold")),
        line(Span(f"  {'':>2}  {fit_name('', label)}{head}", "dim")),
        *rows,
        line(Span(f"  {note}{rest}", "dim")),
    ]


def _agreement_row(matrix: AgreementMatrix, chosen: Sequence[int], place: int, label: int) -> Line:
    i = chosen[place]
    cells: list[str | Span] = []
    for column, j in enumerate(chosen):
        text = _share_text(float(matrix.share[i, j])) if column < place else _kappa(float(matrix.kappa[i, j]))
        cells.append(Span(f"{'·':>6}", "dim") if column == place else f"{text:>6}")
    return line(Span(f"  {place + 1:>2}  ", "dim"), fit_name(matrix.classifiers[i], label), *cells)


def _share_text(value: float) -> str:
    return f"{value:.3f}" if value == 1 else f"{min(value, 0.999):.3f}"  # 1 is told only of all examples


def _kappa(value: float) -> str:
    return "–" if isnan(value) else f"{value:.2f}".replace("-", "−")


def _two_test_set_lines(s: Mapping[str, float]) -> list[Line]:
    a, b = _number(s["accuracy_a"]), _number(s["accuracy_b"])
    rows = [
        ("the difference", f"{b} − {a} = {_number(s['accuracy_b'] - s['accuracy_a'])}"),
        ("its variance (eq. 4.14)", f"σ² = {_variance_sum(s)}"),
        ("its standard error", f"σ = √{_decimal(s['sigma'] ** 2)} = {_number(s['sigma'])}"),
        ("z", f"{_number(s['accuracy_b'] - s['accuracy_a'])} / {_number(s['sigma'])} = {_number(s['z'])}"),
        (
            "half of the interval (eq. 4.15)",
            f"{_number(s['critical'])} σ = {_number(s['critical'] * s['sigma'])}",
        ),
        (
            "it becomes significant at",
            f"{level_text(round(s['two_sided_confidence'], 4))} two-sided, "
            f"{level_text(round(s['one_sided_confidence'], 4))} one-sided",
        ),
    ]
    return [[], line(Span("  Two independent test sets, as the textbook does it", "bold")), *_rows(rows)]


def _variance_sum(s: Mapping[str, float]) -> str:
    """Return the two terms of eq. 4.14 from the error rates, each as a product and as a number, and their sum."""
    sides = [(1 - s[f"accuracy_{x}"], s[f"total_{x}"]) for x in ("a", "b")]
    products = " + ".join(f"{_number(e)} × (1 − {_number(e)}) / {_number(n)}" for e, n in sides)
    terms = " + ".join(_decimal(e * (1 - e) / n) for e, n in sides)
    return f"{products} = {terms} = {_decimal(s['sigma'] ** 2)}"


def _decimal(value: float) -> str:
    """Return a small number with six significant digits and no exponent.

    >>> _decimal(3.75e-5), _decimal(0.0042875)
    ('0.0000375', '0.0042875')
    """
    return f"{float(f'{value:.6g}'):.15f}".rstrip("0").rstrip(".")


def _flip_lines(s: Mapping[str, float]) -> list[Line]:
    mends, breaks = s["mends"], s["breaks"]
    total = mends + breaks
    rows = [("examples that only one gets right", f"{mends:g} + {breaks:g} = {total:g}")]
    if total:
        rows.append(("right by chance", f"each way with probability 1/2: binomial with n = {total:g}"))
        rows += _binomial_sum(round(max(mends, breaks)), round(total))
        statistic = max(0.0, abs(mends - breaks) - 1) ** 2 / total
        rows.append(
            (
                "McNemar's statistic",
                f"(|{mends:g} − {breaks:g}| − 1)² / {total:g} = {_number(statistic)}, 1 df",
            )
        )
    return [[], line(Span("  The examples that tell them apart", "bold")), *_rows(rows)]


def _binomial_sum(most: int, total: int) -> list[tuple[str, str]]:
    """Return the tail of the binomial distribution, written out: n!/(s!(n − s)!) 0.5ⁿ, summed from s on."""
    if total > MOST_FLIPS:
        return []
    terms = [Fraction(comb(total, s), 2**total) for s in range(most, total + 1)]
    first = " + ".join(_number(float(term)) for term in terms[:3])
    more = " + …" if len(terms) > 3 else ""
    tail = float(sum(terms))
    return [
        ("the chance of exactly s of n", f"n!/(s!(n − s)!) × 0.5ⁿ; s = {most}: {_number(float(terms[0]))}"),
        (f"of {most} or more, one-sided", f"s = {most} to {total}: {first}{more} = {_number(tail)}"),
        ("two-sided: doubled, at most 1", f"{_number(min(1.0, 2 * tail))}"),
    ]


def cost_steps(comparison: Comparison) -> list[Line]:
    """Return how the expected cost of each classifier comes about: how often each error, times what it costs."""
    predictions, costs = comparison.evidence, comparison.costs
    return (
        cost_lines(predictions, costs) if costs is not None and isinstance(predictions, Predictions) else []
    )


def cost_lines(given: Predictions, costs: Costs) -> list[Line]:
    """Return the matrices of counts times costs, and their sums; nothing where examples do not count alike."""
    if costs.by_weight or given.weight is not None:
        return []
    if given.truth is None or given.labels is None or len(given.classes) > MOST_CLASSES:
        return []
    lines: list[Line] = [
        [],
        line(Span(f"  The {_costs_word(costs)}s, true class by predicted class", "bold")),
    ]
    for index, name in enumerate(given.classifiers[:MOST_CLASSIFIERS]):
        k = len(given.classes)
        counts = np.bincount(given.truth * k + given.labels[:, index], minlength=k * k).reshape(k, k)
        lines += _cost_matrix_lines(name, counts.tolist(), given.classes, costs)
    more = len(given.classifiers) - MOST_CLASSIFIERS
    return [*lines, *([line(Span(f"  … {write_count(more, 'more classifier')}", "dim"))] if more > 0 else [])]


def _cost_matrix_lines(
    name: str, counts: Sequence[Sequence[int]], classes: Sequence[str], costs: Costs
) -> list[Line]:
    each = [[costs.matrix.get(t, {}).get(p, 0.0) for p in classes] for t in classes]
    sums = [sum(n * c for n, c in zip(*rows, strict=True)) for rows in zip(counts, each, strict=True)]
    label = min(20, max(width(printable_name(c)) for c in classes))
    head = "".join(f"{printable_name(c):>16.15}" for c in classes)
    rows = [
        line(
            f"    {fit_name(truth, label)}"
            + "".join(f"{f'{n:,} × {_number(c)}':>16}" for n, c in zip(counts[i], each[i], strict=True))
            + f"  = {_number(sums[i])}"
        )
        for i, truth in enumerate(classes)
    ]
    return [
        line(f"  {printable_name(name)}"),
        line(Span(f"    {fit_name('', label)}{head}", "dim")),
        *rows,
        _expected_cost_line(counts, sums, classes, costs),
    ]


def _expected_cost_line(
    counts: Sequence[Sequence[int]], sums: Sequence[float], classes: Sequence[str], costs: Costs
) -> Line:
    total = sum(map(sum, counts))
    if not costs.priors:
        added = " + ".join(_number(x) for x in sums)
        return line(
            f"    expected {_costs_word(costs)}: ({added}) / {total:,} = {_number(sum(sums) / total)}"
        )
    sizes = [sum(row) for row in counts]
    shares = [costs.priors.get(c, 0.0) for c in classes]
    known = [(s, x, n) for s, x, n in zip(shares, sums, sizes, strict=True) if n]
    added = " + ".join(f"{_number(share)} × {_number(x)}/{n:,}" for share, x, n in known)
    value = sum(share * x / n for share, x, n in known)
    return line(f"    expected {_costs_word(costs)} in deployment: {added} = {_number(value)}")


def _costs_word(costs: Costs) -> str:
    return "benefit" if costs.benefit else "cost"


def _rows(rows: Sequence[tuple[str, str]]) -> list[Line]:
    return [line(Span(f"  {i}  ", "dim"), f"{what:<36}", how) for i, (what, how) in enumerate(rows, 1)]


def _number(value: float) -> str:
    return f"{value:.6g}".replace("-", "−")
