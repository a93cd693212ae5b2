"""An explanation in words and as JSON."""

from typing import Any

from bakeoff.core.answers.explanation import Branch, Explanation, ForestRow, Leaf, Scale, Slope
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.findings import finding_dicts, finding_lines, json_number
from bakeoff.render.json.study import factors_dict
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import decimals_of, interval_text, level_text, p_text, signed_text
from bakeoff.render.text.study import factor_lines

SCHEMA = "bakeoff/explanation/1"
MOST_DATASETS = 8  # properties and datasets told one by one


def explanation_dict(made: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "a": made.a,
        "b": made.b,
        "metric": made.metric,
        "source": made.source,
        "properties_from": made.properties_from,
        "level": made.level,
        "datasets": made.n,
        "datasets_of_families": made.members or None,
        "weighted": made.weighted,
        "explained": made.explained,
        "permutations": made.permutations,
        "seed": made.seed,
        "detectable_correlation": json_number(made.detectable_correlation),
        "properties": [_slope_dict(s) for s in made.slopes],
        "split": None if made.split is None else _node_dict(made.split),
        "forest": [_row_dict(r) for r in made.forest],
        "population": _population_dict(made),
        "findings": finding_dicts(made.findings),
        "factors": None if made.factors is None else factors_dict(made.factors),
        "summary": made.summary,
    }


def explanation_lines(made: Explanation, *, columns: int) -> list[Line]:
    """Return an explanation as a screen: the answer, the datasets, the properties, the split."""
    return [
        [],
        *wrap_paragraph(Span("  "), printable_name(made.summary), width=columns, indent=2),
        [],
        *_next_dataset_lines(made, columns),
        *_forest_lines(made),
        [],
        *_slope_lines(made),
        *_split_lines(made, columns),
        [],
        *quiet_lines(_method_text(made), columns),
        *([] if made.factors is None else factor_lines(made.factors, columns)),
        [],
        *finding_lines([f for f in made.findings if f.message != made.summary], columns),
    ]


def _method_text(made: Explanation) -> str:
    by = "weighted by precision (Paule–Mandel, Knapp–Hartung)" if made.weighted else "equally weighted"
    return (
        f"{_units_text(made)}, {by}; p adjusted over all properties, lines and splits by "
        f"{made.permutations:,} permutations of {'them' if made.members else 'the datasets'}; a property "
        "that goes with the advantage need not cause it"
    )


def _units_text(made: Explanation) -> str:
    if not made.members:
        return write_count(made.n, "dataset")
    number = len(made.forest)
    families = f"{write_count(number, 'family')} ({write_count(made.members, 'dataset')})"
    return (
        f"{families if made.n == number else f'{made.n} of {families}'} by their means, properties likewise"
    )


def _next_dataset_lines(made: Explanation, columns: int) -> list[Line]:
    population = made.population
    if population is None:
        return []
    digits = decimals_of(population.mean)
    mean = f"mean advantage of {printable_name(made.b)} {signed_text(population.mean.value, digits)}"
    level = level_text(made.level)
    text = (
        f"{mean} ({level} interval {interval_text(population.mean.interval, digits)}); on the next "
        f"{'family' if made.members else 'dataset'} "
        f"{interval_text(population.next_dataset.interval, digits)}"
    )
    if population.heterogeneity is not None:
        share = population.heterogeneity.share
        text += f"; {100 * share:.0f} % of the variance lies between {'families' if made.members else 'datasets'} (I²)"
    return [*wrap_paragraph(Span("  "), text, width=columns, indent=2), []]


def _forest_lines(made: Explanation) -> list[Line]:
    order = sorted(made.forest, key=lambda r: -r.advantage)
    hidden = len(order) - 2 * MOST_DATASETS
    texts = order if hidden <= 0 else [*order[:MOST_DATASETS], *order[-MOST_DATASETS:]]
    label = min(24, max(width(printable_name(r.dataset)) for r in texts))
    rows = [line(f"  {fit_name(r.dataset, label)}  {_advantage_text(r)}") for r in texts]
    if hidden <= 0:
        return rows
    return [*rows[:MOST_DATASETS], line(Span(f"  … {hidden:,} more", "dim")), *rows[MOST_DATASETS:]]


def _advantage_text(row: ForestRow) -> str:
    text = f"{row.advantage:+.4g}".replace("-", "−")
    if row.low is None or row.high is None:
        return text
    return f"{text}  ({row.low:+.3g} to {row.high:+.3g})".replace("-", "−")


def _slope_lines(made: Explanation) -> list[Line]:
    label = max(8, *(width(printable_name(s.property)) for s in made.slopes))
    head = f"  {'property':<{label}}  {'r':>6}  {'slope':>10}  p alone     p adjusted"
    rows = [
        line(
            f"  {fit_name(s.property, label)}  {s.correlation:>+6.2f}  {s.slope.value:>+10.3g}  "
            f"{p_text(s.p_value):<10}  {p_text(s.p_adjusted):<10}"
            f"{'  per tenfold' if s.scale is Scale.LOG else ''}".replace("-", "−")
        )
        for s in made.slopes[:MOST_DATASETS]
    ]
    more = len(made.slopes) - MOST_DATASETS
    return [line(Span(head, "dim")), *rows, *([line(Span(f"  … {more} more", "dim"))] if more > 0 else [])]


def _split_lines(made: Explanation, columns: int) -> list[Line]:
    if made.split is None:
        return []
    return [[], *_node_lines(made.split, columns, "family" if made.members else "dataset", depth=0)]


def _node_lines(node: Leaf | Branch, columns: int, noun: str, *, depth: int) -> list[Line]:
    gap = "  " * (depth + 1)
    if isinstance(node, Leaf):
        names = write_list([printable_name(name) for name in node.datasets], most=4)
        text = f"mean {node.mean:+.3g} on {write_count(len(node.datasets), noun)}: {names}"
        return wrap_paragraph(Span(gap), text.replace("-", "−"), width=columns, indent=len(gap))
    word = "best split" if depth == 0 else "then"
    value = f"{node.threshold:.4g}"
    name = printable_name(node.property)
    return [
        line(
            f"{gap}{word}: {name} at {value} ({100 * node.share:.0f} % of the variation, {p_text(node.p_adjusted)})"
        ),
        line(f"{gap}  {name} ≤ {value}"),
        *_node_lines(node.low, columns, noun, depth=depth + 2),
        line(f"{gap}  {name} > {value}"),
        *_node_lines(node.high, columns, noun, depth=depth + 2),
    ]


def _slope_dict(s: Slope) -> dict[str, Any]:
    return {
        "property": s.property,
        "scale": str(s.scale),
        "slope": {
            "value": json_number(s.slope.value),
            "low": json_number(s.slope.interval.low),
            "high": json_number(s.slope.interval.high),
            "level": s.slope.interval.level,
        },
        "correlation": json_number(s.correlation),
        "t": json_number(s.t),
        "df": s.df,
        "p_value": s.p_value,
        "p_adjusted": s.p_adjusted,
        "between_variance": s.between_variance,
    }


def _node_dict(node: Leaf | Branch) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return {"datasets": list(node.datasets), "mean": node.mean}
    return {
        "property": node.property,
        "threshold": node.threshold,
        "share": node.share,
        "p_adjusted": node.p_adjusted,
        "at_most": _node_dict(node.low),
        "above": _node_dict(node.high),
    }


def _row_dict(row: ForestRow) -> dict[str, Any]:
    return {"dataset": row.dataset, "advantage": row.advantage, "low": row.low, "high": row.high}


def _population_dict(made: Explanation) -> dict[str, Any] | None:
    population = made.population
    if population is None:
        return None
    spread = population.heterogeneity
    return {
        "mean": population.mean.value,
        "low": json_number(population.mean.interval.low),
        "high": json_number(population.mean.interval.high),
        "next_low": json_number(population.next_dataset.interval.low),
        "next_high": json_number(population.next_dataset.interval.high),
        "i2": None if spread is None else spread.share,
        "tau2": None if spread is None else spread.between_variance,
        "method": population.method,
    }
