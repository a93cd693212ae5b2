"""Settings studied as factors: what properties of artificial data and settings of classifiers do to the scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, prod
from types import MappingProxyType

import numpy as np

from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Floats
from bakeoff.core.outcomes import Outcome
from bakeoff.core.studies import FactorEffect, Factors, Varied
from bakeoff.core.words import listed
from bakeoff.inference.study_outcomes import by_pair, mean_of, measure_of
from bakeoff.procedures.split_plot import Effect, split_plot

DRAWN = "the datasets are independent draws with the properties that were set"
AT_HAND = "the datasets are independent draws"
ADDITIVE = "the effects of the properties add up"
NORMAL = "deviations are roughly normal, and any two classifiers differ equally variably"
NORMAL_PARTS = "deviations are roughly normal, and any two levels of one factor differ equally variably"


def factors(
    outcomes: Iterable[Outcome],
    *,
    metric: str,
    properties: Mapping[str, Mapping[str, object]],
    varied: Mapping[str, Varied],
    source: str,
) -> Factors:
    """Return the analysis of variance of scores by properties of the datasets, the classifier and its settings.

    `properties` holds, for each dataset, the level of every property; those that vary are factors. `varied` holds the
    settings of classifiers that the study varies.
    """
    cells = by_pair(outcomes)
    names = list(dict.fromkeys(classifier for classifier, _ in cells))
    datasets = [d for d in properties if all((name, d) in cells for name in names)]
    levels = {
        name: [properties[d][name] for d in datasets]
        for name in next(iter(properties.values()), {})
        if len({properties[d].get(name) for d in datasets}) > 1
    }
    _require_factors(names, datasets, levels, varied, source)
    table = np.array([[mean_of(cells[name, d], metric) for name in names] for d in datasets])
    parts = _parts(names, varied)
    made = split_plot(table, properties=levels, contrasts={part.name: part.basis for part in parts})
    effects = {part.name: _of_part(table, part) for part in parts}
    lines = [
        *(_line(effect, _by_level(table, levels[effect.factor])) for effect in made.properties),
        *(_line(effect, effects[effect.factor]) for effect in made.classifiers),
        *(_line(effect, {}) for effect in made.interplays),
    ]
    assumed = (DRAWN, ADDITIVE) if levels else (AT_HAND,)
    return Factors(
        measure=measure_of(metric),
        properties=tuple(levels),
        settings=tuple(part.name for part in parts if part.settings and len(part.levels[0]) == 1),
        each=tuple(lines),
        residual_df=(made.between_df, made.within_df),
        assumptions=(*assumed, NORMAL_PARTS if varied else NORMAL),
    )


def _require_factors(
    names: Sequence[str],
    datasets: Sequence[str],
    levels: Mapping[str, object],
    varied: Mapping[str, Varied],
    source: str,
) -> None:
    gone = [name for name in varied if name not in names]
    if varied and (gone or len(datasets) < 2):
        lacks = f"{listed(gone, most=4)} has no score at all" if gone else "fewer than two have every score"
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
    settings: bool  # of a classifier's own


def _parts(names: Sequence[str], varied: Mapping[str, Varied]) -> list[_Part]:
    """Return the differences between classifiers, taken apart: between those of other names, and between settings.

    Where every classifier is varied over the same settings, these are factors across all of them; otherwise the
    settings of each are factors of its own. Both ways every combination is there once, so that the parts are
    orthogonal.
    """
    everything = tuple(range(len(names)))
    families = [varied[name].of if name in varied else name for name in names]
    if not varied:
        return _factorial(everything, {"classifier": list(names)}, len(names), settings=())
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
        return _factorial(everything, {**between, **own}, len(names), settings=keys)
    parts = _factorial(everything, {"classifier": families}, len(names), settings=())
    for family, grid in grids.items():
        columns = tuple(i for i in everything if families[i] == family)
        levels = {f"{family}: {key}": [dict(each)[key] for each in grid] for key, _ in grid[0]}
        parts += _factorial(columns, levels, len(names), settings=list(levels))
    return parts


def _factorial(
    columns: Sequence[int], levels: Mapping[str, Sequence[str]], k: int, *, settings: Sequence[str]
) -> list[_Part]:
    """Return the factors of some classifiers and all interplays of them, as orthonormal contrasts."""
    factors = {name: each for name, each in levels.items() if len(set(each)) > 1}
    parts = []
    for size in range(1, len(factors) + 1):
        for chosen in combinations(factors, size):
            inside = _contrasts([factors[name] for name in chosen])
            basis = np.zeros((k, inside.shape[1]))
            basis[list(columns)] = inside
            parts.append(
                _Part(
                    name=" × ".join(chosen),
                    basis=basis,
                    columns=tuple(columns),
                    levels=tuple(zip(*(factors[name] for name in chosen), strict=True)),
                    settings=any(name in settings for name in chosen),
                )
            )
    return parts


def _contrasts(levels: Sequence[Sequence[str]]) -> Floats:
    """Return what the combination of some factors adds to the parts of it, as orthonormal columns."""
    each = [_centred(column) for column in levels]
    n = len(levels[0])
    products = np.ones((n, 1))
    for part in each:
        products = (products[:, :, None] * part[:, None, :]).reshape(n, -1)
    rank = prod(part.shape[1] for part in each)
    left, _, _ = np.linalg.svd(products, full_matrices=False)
    made: Floats = left[:, :rank]
    return made


def _centred(levels: Sequence[str]) -> Floats:
    names = list(dict.fromkeys(levels))
    dummies = np.array([[float(level == name) for name in names[1:]] for level in levels])
    made: Floats = dummies - dummies.mean(axis=0)
    return made


def _line(effect: Effect, effects: Mapping[str, float]) -> FactorEffect:
    return FactorEffect(
        factor=effect.factor,
        effects=MappingProxyType(dict(effects)),
        sum_of_squares=effect.sum_of_squares,
        df=effect.df,
        f=effect.f,
        p_value=effect.p_value,
        residual_df=effect.residual_df,
    )


def _by_level(table: Floats, levels: list[object]) -> dict[str, float]:
    grand = fsum(table.ravel()) / table.size
    found = {}
    for level in dict.fromkeys(levels):
        part = table[[each == level for each in levels]]
        found[f"{level:g}" if isinstance(level, int | float) else str(level)] = (
            fsum(part.ravel()) / part.size - grand
        )
    return found


def _of_part(table: Floats, part: _Part) -> dict[str, float]:
    """Return the mean at each level of a factor less the mean of all classifiers that it is about."""
    if len(part.levels[0]) > 1:
        return {}
    own = table[:, list(part.columns)]
    grand, found = fsum(own.ravel()) / own.size, {}
    for level in dict.fromkeys(part.levels):
        at = own[:, [each == level for each in part.levels]]
        found[level[0]] = fsum(at.ravel()) / at.size - grand
    return found
