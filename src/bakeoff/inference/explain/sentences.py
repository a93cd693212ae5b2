"""What may be said of an explanation: only what holds over all properties looked at; and what a study adds."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core.answers.explanation import Branch, Explanation, Leaf, Scale, Slope
from bakeoff.core.answers.studies import FactorEffect, Factors
from bakeoff.core.results import significance
from bakeoff.core.words import write_count, write_list, write_p_value
from bakeoff.procedures.across.property_tests import PropertyTests

LABELS = {
    "rows": "the number of rows",
    "attributes": "the number of attributes",
    "categorical_share": "the share of categorical attributes",
    "classes": "the number of classes",
    "majority_share": "the share of the largest class",
    "entropy": "the balance of the classes",
    "missing_share": "the share of missing values",
    "dimensionality": "the number of attributes per row",
    "noise_floor": "the share of rows that contradict others",
    "difficulty": "the difficulty",
    "bayes_error_guess": "the error that cannot be avoided",
}
SHARES = frozenset({"categorical_share", "majority_share", "missing_share", "noise_floor"})
TIMES = " × "  # between the names of an interplay


def answer_sentence(
    a: str,
    b: str,
    significant: Sequence[Slope],
    split: Branch | None,
    explained: PropertyTests,
    *,
    units: str,
    properties: int,
) -> str:
    """Return the answer to "where does b beat a?" in a few words."""
    parts = []
    if split is not None:
        parts.append(_say_split(a, b, split))
    if significant:
        parts.append(_say_slopes(b, significant))
    if parts:
        return " ".join(parts)
    return (
        f"Nothing we measured explains where {b} beats {a}: of {write_count(properties, 'property')} "
        f"none goes with the advantage beyond what {units} show by chance. "
        f"{_say_detectable(explained.critical_correlation, units)}"
    )


def _say_detectable(critical: float, units: str) -> str:
    """Return what the search was able to find.

    >>> _say_detectable(0.731, "20 datasets"), _say_detectable(0.9971, "7 datasets")
    ('A correlation beyond ±0.73 would have been called.', 'A correlation beyond ±0.997 would have been called.')
    >>> _say_detectable(1.0, "6 datasets")
    'With 6 datasets no correlation, however strong, could have been called.'
    """
    if critical >= 1:
        return f"With {units} no correlation, however strong, could have been called."
    digits = next((d for d in range(2, 9) if round(critical, d) < 1), 9)
    return f"A correlation beyond ±{critical:.{digits}f} would have been called."


def property_label(name: str) -> str:
    """Return what a property is called in a sentence.

    >>> property_label("missing_share"), property_label("spikes")
    ('the share of missing values', 'spikes')
    """
    return LABELS.get(name, name)


def write_amount(name: str, value: float) -> str:
    """Return a value of a property as a person writes it.

    >>> write_amount("missing_share", 0.2), write_amount("rows", 1234.5)
    ('20 %', '1,200')
    """
    if name in SHARES:
        return f"{100 * value:.2g} %"
    rounded = float(f"{value:.2g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 100 else f"{rounded:g}"


def _say_split(a: str, b: str, split: Branch) -> str:
    low, high = _side_mean(split.low), _side_mean(split.high)
    here = f"{property_label(split.property)} is above {write_amount(split.property, split.threshold)}"
    there = f"{property_label(split.property)} is at most {write_amount(split.property, split.threshold)}"
    better, worse = (here, there) if high > low else (there, here)
    top, bottom = max(low, high), min(low, high)
    numbers = f"mean advantage {top:+.3g} there, {bottom:+.3g} elsewhere, adjusted p = {split.p_adjusted:.2g}"
    if top > 0 > bottom:
        return f"{b} wins where {better} ({numbers})."
    if top <= 0:
        return f"{a} wins most where {worse}, and less elsewhere ({numbers})."
    return f"{b} wins most where {better} ({numbers})."


def _side_mean(side: Leaf | Branch) -> float:
    if isinstance(side, Leaf):
        return side.mean
    sizes = [_side_size(part) for part in (side.low, side.high)]
    return (sizes[0] * _side_mean(side.low) + sizes[1] * _side_mean(side.high)) / sum(sizes)


def _side_size(side: Leaf | Branch) -> int:
    return len(side.datasets) if isinstance(side, Leaf) else _side_size(side.low) + _side_size(side.high)


def _say_slopes(b: str, significant: Sequence[Slope]) -> str:
    phrases = [
        f"{property_label(s.property)} ({s.slope.value:+.3g} per {'tenfold' if s.scale is Scale.LOG else 'unit'}, "
        f"adjusted p = {s.p_adjusted:.2g})"
        for s in significant
    ]
    return f"The advantage of {b} changes with {write_list(phrases, most=3)}."


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
    """Return whether a classifier is one of those that a family's settings make.

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
