"""Explain: where does b beat a? The advantages against what is known of the datasets, and nothing claimed by chance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.answers.explanation import Branch, Explanation, ForestRow, Leaf, PropertyTable, Scale, Slope
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Family
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Alternative, Estimate, Interval, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.inference.bench.bench import PairIndex, ScoreBench, find_pair_index
from bakeoff.inference.explain.sentences import answer_sentence
from bakeoff.inference.findings.comparison_findings import omission_findings
from bakeoff.inference.pairs.by_dataset import estimate_population, standard_errors
from bakeoff.inference.recognise.benches import build_bench
from bakeoff.procedures.across.meta_regression import meta_regression
from bakeoff.procedures.across.property_tests import (
    BestSplit,
    PropertyTests,
    best_split,
    judge_properties,
    split_p_value,
)
from bakeoff.procedures.across.random_effects import random_effects
from bakeoff.procedures.base.distributions import t_interval

FEWEST_DATASETS = (
    6  # datasets below which no permutation of them reaches the usual levels over several properties
)
TENFOLDS = 20.0  # largest over smallest from which a positive property is taken by its logarithm


def explain_advantage(
    evidence: Evidence,
    settings: Settings,
    table: PropertyTable,
    *,
    a: str | None = None,
    b: str | None = None,
    permutations: int = 1999,
) -> Explanation:
    """Return which properties of the datasets go with the advantage of b over a, if any."""
    bench = build_bench(evidence, settings)
    if not isinstance(bench, ScoreBench) or bench.design.datasets < 2:
        raise DesignError(
            "what distinguishes datasets can be asked of several datasets, and this evidence is about one",
            where=evidence.source,
            fix="give a table of scores with one row for each dataset",
            code="BO458",
        )
    index = find_pair_index(bench.evidence.classifiers, a, b)
    table = average_properties(table, bench.evidence.families)
    known = _gather_known(bench, index, table)
    rng = np.random.default_rng(settings.seed)
    explained = judge_properties(
        known.advantages,
        known.values,
        weights=known.weights,
        rng=rng,
        level=settings.level,
        permutations=permutations,
    )
    slopes = _fit_slopes(known, explained, level=settings.level)
    branch = _split_datasets(known, explained, rng, level=settings.level, permutations=permutations)
    return _build_explanation(bench, index, known, explained, slopes, branch, table)


def average_properties(table: PropertyTable, families: Sequence[Family]) -> PropertyTable:
    """Return the properties of the families whose means are compared: the means of their datasets' properties.

    A family that the table names has what stands there. One of whose datasets the table lacks any is not known.

    >>> values = np.array([[1.0], [3.0], [5.0]])
    >>> table = PropertyTable(datasets=("x1", "x2", "y"), names=("rows",), values=values, source="")
    >>> average_properties(table, [Family("x", ("x1", "x2")), Family("z", ("y", "z2"))]).values.tolist()
    [[2.0]]
    """
    if not families:
        return table
    rows = {name: i for i, name in enumerate(table.datasets)}
    own = {f.name: [f.name] if f.name in rows else list(f.members) for f in families}
    known = {name: members for name, members in own.items() if all(member in rows for member in members)}
    means = [table.values[[rows[member] for member in members]].mean(axis=0) for members in known.values()]
    values = np.array(means, dtype=np.float64).reshape(len(known), len(table.names))
    return replace(table, datasets=tuple(known), values=values)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDatasets:
    """The datasets that have both an advantage and properties."""

    datasets: tuple[str, ...]
    advantages: Floats
    errors: Floats | None
    weights: Floats
    names: tuple[str, ...]
    values: Floats  # on the scale of the regression
    scales: tuple[Scale, ...]
    left_out: tuple[tuple[str, str], ...]  # property, why
    without: tuple[str, ...]  # datasets without properties


def _gather_known(bench: ScoreBench, index: PairIndex, table: PropertyTable) -> KnownDatasets:
    names, advantages = bench.names_of(index), bench.differences(index)
    # Data that were made by one recipe weigh alike: the errors of a few folds would only add their own noise.
    errors = None if table.designed else _standard_errors(bench, index, len(names))
    rows = {name: i for i, name in enumerate(table.datasets)}
    there = np.array([name in rows for name in names], dtype=np.bool_)
    _require_enough(int(there.sum()), names, table, noun=_unit_noun(bench))
    datasets = tuple(name for name in names if name in rows)
    raw = table.values[[rows[name] for name in datasets]]
    usable, left_out = _select_usable(raw, table.names)
    if not usable:
        raise DesignError(
            "no property is known of every dataset and differs between them",
            where=table.source,
            fix="give a column of numbers without gaps that is not the same everywhere",
            code="BO458",
        )
    scales = tuple(_choose_scale(raw[:, j]) for j in usable)
    values = np.column_stack(
        [np.log10(raw[:, j]) if s is Scale.LOG else raw[:, j] for j, s in zip(usable, scales, strict=True)]
    )
    known_errors = None if errors is None else errors[there]
    return KnownDatasets(
        datasets=datasets,
        advantages=advantages[there],
        errors=known_errors,
        weights=_precision_weights(advantages[there], known_errors),
        names=tuple(table.names[j] for j in usable),
        values=values,
        scales=scales,
        left_out=left_out,
        without=tuple(name for name in names if name not in rows),
    )


def _standard_errors(bench: ScoreBench, index: PairIndex, n: int) -> Floats | None:
    errors = standard_errors(bench, index)
    return errors if errors is not None and len(errors) == n and bool((errors > 0).all()) else None


def _precision_weights(advantages: Floats, errors: Floats | None) -> Floats:
    """Return weights by precision, with the variance between datasets that there is if nothing explains it."""
    if errors is None or not np.ptp(advantages):
        return np.ones_like(advantages)
    between = random_effects(advantages, standard_errors=errors).steps["tau2"]
    weights: Floats = 1 / (errors**2 + between)
    scaled: Floats = weights / weights.mean()
    return scaled


def _require_enough(count: int, names: Sequence[str], table: PropertyTable, *, noun: str) -> None:
    if count >= FEWEST_DATASETS:
        return
    raise DesignError(
        f"properties are known of {write_count(count, noun)} of the {len(names)}: fewer than "
        f"{FEWEST_DATASETS} explain nothing",
        where=table.source,
        fix=f"the names must be those of the scores{' or of the families' if noun == 'family' else ''}, such as "
        f"{write_list(list(names), most=3)}",
        code="BO458",
    )


def _select_usable(raw: Floats, names: Sequence[str]) -> tuple[list[int], tuple[tuple[str, str], ...]]:
    usable, left_out = [], []
    for j, name in enumerate(names):
        if not np.isfinite(raw[:, j]).all():
            left_out.append((name, "not known of every dataset"))
        elif np.ptp(raw[:, j]) == 0:
            left_out.append((name, "the same everywhere"))
        else:
            usable.append(j)
    return usable, tuple(left_out)


def _choose_scale(values: Floats) -> Scale:
    positive = values.min() > 0
    return Scale.LOG if positive and values.max() / values.min() >= TENFOLDS else Scale.PLAIN


def _fit_slopes(known: KnownDatasets, explained: PropertyTests, *, level: float) -> tuple[Slope, ...]:
    slopes = []
    for j, name in enumerate(known.names):
        fit = meta_regression(known.advantages, known.values[:, j], standard_errors=known.errors, level=level)
        slope = Estimate(of=f"change of the advantage with {name}", value=fit.slope, interval=fit.interval)
        slopes.append(
            Slope(
                property=name,
                scale=known.scales[j],
                slope=slope,
                t=fit.t,
                df=fit.df,
                p_value=fit.p_value,
                p_adjusted=float(explained.p_slopes[j]),
                correlation=float(explained.correlations[j]),
                between_variance=fit.between_variance,
            )
        )
    return tuple(sorted(slopes, key=lambda s: (s.p_adjusted, -abs(s.correlation))))


def _split_datasets(
    known: KnownDatasets,
    explained: PropertyTests,
    rng: np.random.Generator,
    *,
    level: float,
    permutations: int,
) -> Branch | None:
    """Return the best split; where it holds, each side is split again if that holds too, by permutations within it."""
    if explained.split is None:
        return None
    split = explained.split
    sides: list[Leaf | Branch] = []
    for rows in (split.low, ~split.low):
        leaf = _build_leaf(known, rows)
        again = best_split(known.advantages[rows], known.values[rows], weights=known.weights[rows])
        if explained.p_split >= significance(level) or again is None:
            sides.append(leaf)
            continue
        p = 2 * split_p_value(
            known.advantages[rows],
            known.values[rows],
            weights=known.weights[rows],
            rng=rng,
            permutations=permutations,
        )  # Bonferroni: there are two sides
        sides.append(
            _build_branch(known, again, np.flatnonzero(rows), p) if p < significance(level) else leaf
        )
    return _build_branch(known, split, np.arange(known.advantages.size), explained.p_split, *sides)


def _build_branch(
    known: KnownDatasets, split: BestSplit, rows: np.ndarray, p: float, *sides: Leaf | Branch
) -> Branch:
    if not sides:
        masks = [np.isin(np.arange(known.advantages.size), rows[part]) for part in (split.low, ~split.low)]
        sides = tuple(_build_leaf(known, mask) for mask in masks)
    is_log = known.scales[split.column] is Scale.LOG
    return Branch(
        property=known.names[split.column],
        threshold=10**split.threshold if is_log else split.threshold,
        share=split.share,
        p_adjusted=min(1.0, p),
        low=sides[0],
        high=sides[1],
    )


def _build_leaf(known: KnownDatasets, rows: np.ndarray) -> Leaf:
    names = tuple(name for name, here in zip(known.datasets, rows.tolist(), strict=True) if here)
    return Leaf(datasets=names, mean=float(np.average(known.advantages[rows], weights=known.weights[rows])))


def _forest_rows(bench: ScoreBench, index: PairIndex) -> tuple[ForestRow, ...]:
    names, advantages = bench.names_of(index), bench.differences(index)
    errors = _standard_errors(bench, index, len(names))
    counts = [d.size for d in bench.resampled_differences(index)]
    rows = []
    for i, (name, value) in enumerate(zip(names, advantages.tolist(), strict=True)):
        interval: Interval | None = None
        if errors is not None and counts[i] > 1:
            interval = t_interval(
                value,
                float(errors[i]),
                counts[i] - 1,
                level=bench.settings.level,
                alternative=Alternative.TWO_SIDED,
            )
        low, high = (interval.low, interval.high) if interval else (None, None)
        rows.append(ForestRow(dataset=name, advantage=value, low=low, high=high))
    return tuple(rows)


def _build_explanation(
    bench: ScoreBench,
    index: PairIndex,
    known: KnownDatasets,
    found: PropertyTests,
    slopes: tuple[Slope, ...],
    branch: Branch | None,
    table: PropertyTable,
) -> Explanation:
    a, b = (bench.evidence.classifiers[i] for i in index)
    alpha = significance(bench.settings.level)
    significant = [s for s in slopes if s.p_adjusted < alpha]
    split = branch if branch is not None and branch.p_adjusted < alpha else None
    message = answer_sentence(
        a,
        b,
        significant,
        split,
        found,
        units=write_count(len(known.datasets), _unit_noun(bench)),
        properties=len(known.names),
    )
    explained = bool(significant) or split is not None
    return Explanation(
        a=a,
        b=b,
        metric=bench.evidence.measure.name,
        source=bench.evidence.source,
        properties_from=table.source,
        level=bench.settings.level,
        n=len(known.datasets),
        members=bench.design.members,
        forest=_forest_rows(bench, index),
        population=estimate_population(bench, index),
        slopes=slopes,
        split=branch,
        permutations=found.permutations,
        detectable_correlation=found.critical_correlation,
        explained=explained,
        weighted=known.errors is not None,
        summary=message,
        findings=(
            *bench.evidence.findings,
            *omission_findings(bench.evidence),
            *_explanation_findings(
                message, known, "families" if bench.design.members else "datasets", explained=explained
            ),
        ),
        seed=bench.settings.seed,
    )


def _unit_noun(bench: ScoreBench) -> str:
    return "family" if bench.design.members else "dataset"


def _explanation_findings(
    said: str, known: KnownDatasets, plural: str, *, explained: bool
) -> tuple[Finding, ...]:
    main = Finding(
        code="BO161" if explained else "BO162",
        severity=Severity.NOTE,
        message=said,
        detail={"properties": list(known.names), "datasets": len(known.datasets)},
    )
    if not known.left_out and not known.without:
        return (main,)
    parts = [f"{name} ({why})" for name, why in known.left_out]
    if known.without:
        parts.append(f"{plural} without properties: {write_list(known.without)}")
    omission = Finding(
        code="BO163",
        severity=Severity.NOTE,
        message=f"Left out: {write_list(parts, most=8)}.",
        detail={"properties": dict(known.left_out), "datasets": list(known.without)},
    )
    return main, omission
