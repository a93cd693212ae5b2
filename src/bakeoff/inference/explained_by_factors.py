"""What a study's own factors say of a pair, where permutations of its datasets could say nothing."""

from dataclasses import replace

from bakeoff.core.answers.explanation import Explanation
from bakeoff.core.answers.studies import FactorEffect, Factors
from bakeoff.core.results import significance
from bakeoff.core.words import write_count, write_list, write_p_value

TIMES = " × "  # between the names of an interplay


def add_factors(made: Explanation, factors: Factors | None) -> Explanation:
    """Return an explanation with the factors of its study; the answer names what they show and permutations do not."""
    made = replace(made, factors=factors)
    decided = [] if factors is None or made.explained else find_interplays(made, factors)
    if not decided:
        return made
    said = _weigh(made, decided)
    findings = tuple(replace(f, message=said) if f.message == made.summary else f for f in made.findings)
    return replace(made, summary=said, findings=findings)


def find_interplays(made: Explanation, factors: Factors) -> list[FactorEffect]:
    """Return what was varied of the data and changes the difference of this pair, by the factors' own analysis."""
    families = [name.partition(": ")[0] for name in factors.settings]
    alike = any(_is_of(made.a, family) and _is_of(made.b, family) for family in families)
    return [
        each
        for each in factors.each
        if each.p_value is not None
        and each.p_value < significance(made.level)
        and _concerns(each.factor, made, alike=alike)
    ]


def _concerns(factor: str, made: Explanation, *, alike: bool) -> bool:
    setting, times, _ = factor.partition(TIMES)
    if not times:
        return False
    family, of_one, _ = setting.partition(": ")
    if of_one:
        return _is_of(made.a, family) and _is_of(made.b, family)
    return not (setting == "classifier" and alike)


def _is_of(name: str, family: str) -> bool:
    """Return whether a classifier is one of those that a setting made.

    >>> _is_of("tree max_depth=3", "tree"), _is_of("treelet", "tree")
    (True, False)
    """
    return name.startswith(f"{family} ")


def _weigh(made: Explanation, decided: list[FactorEffect]) -> str:
    named = write_list([f"{each.factor} ({_p(each.p_value)})" for each in decided])
    return (
        f"Permutations of {write_count(made.n, 'dataset')} do not show where {made.b} beats {made.a}, but the study's own "
        f"factors do: {named}. They are of all classifiers together, and take deviations as normal."
    )


def _p(p: float | None) -> str:
    figures = write_p_value(1.0 if p is None else p)
    return f"p {figures}" if figures.startswith("<") else f"p = {figures}"
