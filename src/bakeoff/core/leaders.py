"""Who may be best: the classifiers that no other is shown to be better than."""

from dataclasses import dataclass

from bakeoff.core.comparison import Comparison
from bakeoff.core.results import Alternative, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaders:
    """The classifiers that no other is shown to be better than, and how they stand to each other and to the rest."""

    names: tuple[str, ...]  # in the order of the ranking
    beats_all: bool  # there is one, and it is shown to be better than each of the others
    is_equal: bool  # there are several, and every two of them are equivalent in practice


def find_leaders(comparison: Comparison) -> Leaders | None:
    """Return who may be best; None where not every two classifiers were compared both ways, or where all are beaten."""
    order = [standing.classifier for standing in comparison.ranking]
    every_pair = len(comparison.pairs) == len(order) * (len(order) - 1) // 2
    if len(order) < 3 or not every_pair or comparison.settings.alternative is not Alternative.TWO_SIDED:
        return None
    beaten: dict[str, set[str]] = {}
    for pair in comparison.pairs:
        if pair.verdict.is_claim:
            better, worse = (pair.b, pair.a) if pair.verdict is Verdict.BETTER else (pair.a, pair.b)
            beaten.setdefault(worse, set()).add(better)
    names = tuple(name for name in order if name not in beaten)
    if not names:
        return None
    front = names[0]
    return Leaders(
        names=names,
        beats_all=len(names) == 1 and all(front in beaten[name] for name in order if name != front),
        is_equal=len(names) > 1 and _are_all_equal(comparison, set(names)),
    )


def _are_all_equal(comparison: Comparison, names: set[str]) -> bool:
    inside = [pair for pair in comparison.pairs if {pair.a, pair.b} <= names]
    return all(pair.verdict is Verdict.EQUIVALENT for pair in inside)
