"""What may be said of an explanation: only what holds over all properties that were looked at."""

from collections.abc import Sequence

from bakeoff.core.answers.explanation import Branch, Leaf, Scale, Slope
from bakeoff.core.words import write_count, write_list
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
