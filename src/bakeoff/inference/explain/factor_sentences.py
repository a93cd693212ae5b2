"""What a study's own factors say of a pair, where permutations of its datasets could say nothing."""

from dataclasses import replace

from bakeoff.core.answers.explanation import Explanation
from bakeoff.core.answers.studies import FactorEffect, Factors
from bakeoff.core.results import significance
from bakeoff.core.words import write_count, write_list, write_p_value

TIMES = " × "  # between the names of an interplay


def add_factors(explanation: Explanation, factors: Factors | None) -> Explanation:
    """Return an explanation with the factors of its study; the answer names what they show and permutations do not."""
    explanation = replace(explanation, factors=factors)
    decided = [] if factors is None or explanation.explained else find_interplays(explanation, factors)
    if not decided:
        return explanation
    sentence = _write_sentence(explanation, decided)
    findings = tuple(
        replace(f, message=sentence) if f.message == explanation.summary else f for f in explanation.findings
    )
    return replace(explanation, summary=sentence, findings=findings)


def find_interplays(explanation: Explanation, factors: Factors) -> list[FactorEffect]:
    """Return what was varied of the data and changes the difference of this pair, by the factors' own analysis."""
    families = [name.partition(": ")[0] for name in factors.settings]
    alike = any(
        _is_variant(explanation.a, family) and _is_variant(explanation.b, family) for family in families
    )
    return [
        each
        for each in factors.each
        if each.p_value is not None
        and each.p_value < significance(explanation.level)
        and _is_about_pair(each.factor, explanation, alike=alike)
    ]


def _is_about_pair(factor: str, explanation: Explanation, *, alike: bool) -> bool:
    setting, times, _ = factor.partition(TIMES)
    if not times:
        return False
    family, of_one, _ = setting.partition(": ")
    if of_one:
        return _is_variant(explanation.a, family) and _is_variant(explanation.b, family)
    return not (setting == "classifier" and alike)


def _is_variant(name: str, family: str) -> bool:
    """Return whether a classifier is one of those that a setting explanation.

    >>> _is_variant("tree max_depth=3", "tree"), _is_variant("treelet", "tree")
    (True, False)
    """
    return name.startswith(f"{family} ")


def _write_sentence(explanation: Explanation, decided: list[FactorEffect]) -> str:
    named = write_list([f"{each.factor} ({_write_p(each.p_value)})" for each in decided])
    return (
        f"Permutations of {write_count(explanation.n, 'dataset')} do not show where {explanation.b} beats "
        f"{explanation.a}, but the study's own "
        f"factors do: {named}. They are of all classifiers together, and take deviations as normal."
    )


def _write_p(p: float | None) -> str:
    figures = write_p_value(1.0 if p is None else p)
    return f"p {figures}" if figures.startswith("<") else f"p = {figures}"
