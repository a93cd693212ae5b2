"""Settings studied as factors: what properties of artificial data and settings of classifiers do to the scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, prod
from types import MappingProxyType

import numpy as np

from bakeoff.core.answers.studies import FactorEffect, Factors, VariedSettings
from bakeoff.core.arrays import Floats
from bakeoff.core.errors import DesignError
from bakeoff.core.outcomes import Outcome
from bakeoff.core.words import write_list
from bakeoff.inference.studies.study_scores import find_measure, group_by_pair, mean_score
from bakeoff.procedures.many.split_plot import Effect, split_plot

DRAWN_WITH_PROPERTIES = "the datasets are independent draws with the properties that were set"
INDEPENDENT_DRAWS = "the datasets are independent draws"
ADDITIVE = "the effects of the properties add up"
NORMAL = "deviations are roughly normal, and any two classifiers differ equally variably"
NORMAL_PARTS = "deviations are roughly normal, and any two levels of one factor differ equally variably"


def analyse_factors(
    outcomes: Iterable[Outcome],
    *,
    metric: str,
    properties: Mapping[str, Mapping[str, object]],
    varied: Mapping[str, VariedSettings],
    source: str,
) -> Factors:
    """Return the analysis of variance of scores by properties of the datasets, the classifier and its settings.

    `properties` holds, for each dataset, the level of every property; those that vary are factors. `varied` holds the
    settings of classifiers that the study varies.
    """
    cells = group_by_pair(outcomes)
    names = list(dict.fromkeys(classifier for classifier, _ in cells))
    datasets = [d for d in properties if all((name, d) in cells for name in names)]
    levels = {
        name: [properties[d][name] for d in datasets]
        for name in next(iter(properties.values()), {})
        if len({properties[d].get(name) for d in datasets}) > 1
    }
    _require_factors(names, datasets, levels, varied, source)
    table = np.array([[mean_score(cells[name, d], metric) for name in names] for d in datasets])
    parts = _split_differences(names, varied)
    analysis = split_plot(table, properties=levels, contrasts={part.name: part.basis for part in parts})
    effects = {part.name: _part_means(table, part) for part in parts}
    lines = [
        *(
            _effect_line(effect, _means_by_level(table, levels[effect.factor]))
            for effect in analysis.properties
        ),
        *(_effect_line(effect, effects[effect.factor]) for effect in analysis.classifiers),
        *(_effect_line(effect, {}) for effect in analysis.interplays),
    ]
    assumed = (DRAWN_WITH_PROPERTIES, ADDITIVE) if levels else (INDEPENDENT_DRAWS,)
    return Factors(
        measure=find_measure(metric),
        properties=tuple(levels),
        settings=tuple(part.name for part in parts if part.is_setting),
        each=tuple(lines),
        residual_df=(analysis.between_df, analysis.within_df),
        assumptions=(*assumed, NORMAL_PARTS if varied else NORMAL),
    )


def _require_factors(
    names: Sequence[str],
    datasets: Sequence[str],
    levels: Mapping[str, object],
    varied: Mapping[str, VariedSettings],
    source: str,
) -> None:
    gone = [name for name in varied if name not in names]
    if varied and (gone or len(datasets) < 2):
        lacks = (
            f"{write_list(gone, most=4)} has no score at all" if gone else "fewer than two have every score"
        )
        raise DesignError(
            f"settings are judged by datasets on which every classifier has a score, and {lacks}",
            where=source,
            fix="give more datasets, or see `bakeoff run STUDY.toml --failures`",
            code="BO211",
        )
    if len(names) < 2 or not (levels or varied):
        raise DesignError(
            "factors need two classifiers or more, on artificial datasets that differ in a property, or a classifier "
            "with settings that are varied",
            where=source,
            fix='give a list in a reference, such as datasets = ["artificial:linear?n=200&noise=[0,0.1,0.2]"], or '
            "vary = { max_depth = [1, 4, 16] } for a classifier",
            code="BO493",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A part of the differences between classifiers: one factor among them, or an interplay of several."""

    name: str
    basis: Floats  # a row for each classifier; orthonormal columns
    columns: tuple[int, ...]  # the classifiers that it is about
    levels: tuple[tuple[str, ...], ...]  # of each of these: one text for a factor, several for an interplay
    is_setting: bool  # one setting of a classifier, by itself


def _split_differences(names: Sequence[str], varied: Mapping[str, VariedSettings]) -> list[_Part]:
    """Return the differences between classifiers, taken apart: between those of other names, and between settings.

    Where every classifier is varied over the same settings, these are factors across all of them; otherwise the
    settings of each are factors of its own. Both ways every combination is there once, so that the parts are
    orthogonal.
    """
    everything = tuple(range(len(names)))
    families = [varied[name].of if name in varied else name for name in names]
    if not varied:
        return _factorial_parts(everything, {"classifier": list(names)}, len(names), settings=())
    grids = {
        family: [
            tuple(varied[name].settings.items()) if name in varied else ()
            for name, own in zip(names, families, strict=True)
            if own == family
        ]
        for family in dict.fromkeys(families)
    }
    if len({tuple(grid) for grid in grids.values()}) == 1:
        keys = [key for key, _ in next(iter(grids.values()))[0]]
        own = {key: [varied[name].settings[key] for name in names] for key in keys}
        between = {"classifier": families} if len(grids) > 1 else {}
        return _factorial_parts(everything, {**between, **own}, len(names), settings=keys)
    parts = _factorial_parts(everything, {"classifier": families}, len(names), settings=())
    for family, grid in grids.items():
        columns = tuple(i for i in everything if families[i] == family)
        levels = {f"{family}: {key}": [dict(each)[key] for each in grid] for key, _ in grid[0]}
        parts += _factorial_parts(columns, levels, len(names), settings=list(levels))
    return parts


def _factorial_parts(
    columns: Sequence[int], levels: Mapping[str, Sequence[str]], k: int, *, settings: Sequence[str]
) -> list[_Part]:
    """Return the factors of some classifiers and all interplays of them, as orthonormal contrasts."""
    factors = {name: each for name, each in levels.items() if len(set(each)) > 1}
    parts = []
    for size in range(1, len(factors) + 1):
        for combination in combinations(factors, size):
            inside = _factor_contrasts([factors[name] for name in combination])
            basis = np.zeros((k, inside.shape[1]))
            basis[list(columns)] = inside
            parts.append(
                _Part(
                    name=" × ".join(combination),
                    basis=basis,
                    columns=tuple(columns),
                    levels=tuple(zip(*(factors[name] for name in combination), strict=True)),
                    is_setting=size == 1 and combination[0] in settings,
                )
            )
    return parts


def _factor_contrasts(levels: Sequence[Sequence[str]]) -> Floats:
    """Return what the combination of some factors adds to the parts of it, as orthonormal columns."""
    each = [_centre_dummies(column) for column in levels]
    n = len(levels[0])
    products = np.ones((n, 1))
    for part in each:
        products = (products[:, :, None] * part[:, None, :]).reshape(n, -1)
    rank = prod(part.shape[1] for part in each)
    basis, _, _ = np.linalg.svd(products, full_matrices=False)
    contrasts: Floats = basis[:, :rank]
    return contrasts


def _centre_dummies(levels: Sequence[str]) -> Floats:
    names = list(dict.fromkeys(levels))
    dummies = np.array([[float(level == name) for name in names[1:]] for level in levels])
    centred: Floats = dummies - dummies.mean(axis=0)
    return centred


def _effect_line(effect: Effect, effects: Mapping[str, float]) -> FactorEffect:
    return FactorEffect(
        factor=effect.factor,
        effects=MappingProxyType(dict(effects)),
        sum_of_squares=effect.sum_of_squares,
        df=effect.df,
        f=effect.f,
        p_value=effect.p_value,
        residual_df=effect.residual_df,
    )


def _means_by_level(table: Floats, levels: list[object]) -> dict[str, float]:
    grand = fsum(table.ravel()) / table.size
    means = {}
    for level in dict.fromkeys(levels):
        part = table[[each == level for each in levels]]
        means[f"{level:g}" if isinstance(level, int | float) else str(level)] = (
            fsum(part.ravel()) / part.size - grand
        )
    return means


def _part_means(table: Floats, part: _Part) -> dict[str, float]:
    """Return the mean at each level of a factor less the mean of all classifiers that it is about."""
    if len(part.levels[0]) > 1:
        return {}
    own = table[:, list(part.columns)]
    grand, means = fsum(own.ravel()) / own.size, {}
    for level in dict.fromkeys(part.levels):
        at = own[:, [each == level for each in part.levels]]
        means[level[0]] = fsum(at.ravel()) / at.size - grand
    return means
