"""Settings studied as factors: what properties of artificial data do to the scores, and to whose."""

from collections.abc import Iterable, Mapping
from math import fsum
from types import MappingProxyType

import numpy as np

from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Floats
from bakeoff.core.outcomes import Outcome
from bakeoff.core.studies import FactorEffect, Factors
from bakeoff.inference.study_outcomes import by_pair, mean_of, measure_of
from bakeoff.procedures.split_plot import Effect, split_plot

ASSUMPTIONS = (
    "the datasets are independent draws with the properties that were set",
    "the effects of the properties add up",
    "deviations are roughly normal, and any two classifiers differ equally variably",
)


def factors(
    outcomes: Iterable[Outcome], *, metric: str, properties: Mapping[str, Mapping[str, object]], source: str
) -> Factors:
    """Return the analysis of variance of scores by the properties of the datasets and by the classifier.

    `properties` holds, for each dataset, the level of every property; those that vary are factors.
    """
    cells = by_pair(outcomes)
    names = list(dict.fromkeys(classifier for classifier, _ in cells))
    datasets = [d for d in properties if all((name, d) in cells for name in names)]
    levels = {
        name: [properties[d][name] for d in datasets]
        for name in next(iter(properties.values()), {})
        if len({properties[d][name] for d in datasets}) > 1
    }
    if len(names) < 2 or not levels:
        raise DesignError(
            "factors need two classifiers or more, on artificial datasets that differ in a property",
            where=source,
            fix='give a list in a reference, such as datasets = ["artificial:linear?n=200&noise=[0,0.1,0.2]"]',
            code="BO493",
        )
    table = np.array([[mean_of(cells[name, d], metric) for name in names] for d in datasets])
    made = split_plot(table, properties=levels)
    lines = [
        *(_line(effect, _by_level(table, levels[effect.factor])) for effect in made.properties),
        _line(made.classifier, _by_column(table, names)),
        *(_line(effect, {}) for effect in made.interplays),
    ]
    return Factors(
        measure=measure_of(metric),
        each=tuple(lines),
        residual_df=(made.between_df, made.within_df),
        assumptions=ASSUMPTIONS,
    )


def _line(effect: Effect, effects: Mapping[str, float]) -> FactorEffect:
    return FactorEffect(
        factor=effect.factor,
        effects=MappingProxyType(dict(effects)),
        sum_of_squares=effect.sum_of_squares,
        df=effect.df,
        f=effect.f,
        p_value=effect.p_value,
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


def _by_column(table: Floats, names: list[str]) -> dict[str, float]:
    grand = fsum(table.ravel()) / table.size
    return {name: fsum(column) / len(column) - grand for name, column in zip(names, table.T, strict=True)}
