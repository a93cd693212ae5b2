"""Groups of classifiers among whom nothing is decided: the bars of a diagram, the letters of a table."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.comparison import Pair
from bakeoff.core.results import Verdict
from bakeoff.procedures.cliques import bars, cliques

MOST_IN_GROUPS = 40  # classifiers whose groups are looked for among all sets, not only neighbours in rank


def groups_of(ordered: Sequence[str], pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of classifiers among whom no pair is decided, each and all of them best first.

    Verdicts need not follow the ranks, so that a group may skip a classifier that ranks between its members. Where
    that makes more groups than classifiers, only runs of neighbours in rank are returned.
    """
    places = {name: place for place, name in enumerate(ordered)}
    differs = np.zeros((len(ordered), len(ordered)), dtype=bool)
    for pair in pairs:
        i, j = places[pair.a], places[pair.b]
        differs[i, j] = differs[j, i] = pair.verdict in (Verdict.BETTER, Verdict.WORSE)
    found = cliques(differs) if len(ordered) <= MOST_IN_GROUPS else None
    if found is None or len(found) > len(ordered):
        found = bars(range(len(ordered)), differs)
    return tuple(tuple(ordered[place] for place in group) for group in found)
