"""Where the variance of each pair's difference comes from."""

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.item_facts import VarianceParts
from bakeoff.inference.bench.bench import PairIndex
from bakeoff.inference.items.bench import ItemBench
from bakeoff.procedures.items.components import Components, variance_components
from bakeoff.procedures.items.means import Strata

MOST_PAIRS = 50  # beyond which nobody reads it


def split_variances(bench: ItemBench) -> tuple[VarianceParts, ...]:
    """Return of each pair which share of its variance items, attempts and groups have; none of many pairs."""
    if len(bench.pairs) > MOST_PAIRS or bench.table.summary is not None:
        return ()
    if bench.design.attempts < 2 and not bench.design.clustered:
        return ()
    names = bench.evidence.models
    found = []
    for pair in bench.pairs:
        try:
            parts = components_of(bench, pair)
        except ProcedureError:  # nothing is known of a spread
            continue
        found.append(_variance_shares(parts, names[pair[0]], names[pair[1]]))
    return tuple(found)


def components_of(bench: ItemBench, pair: PairIndex) -> Components:
    """Return the variances of items, attempts and groups of one pair."""
    chosen = bench.find_shared(pair)
    strata = Strata(bench.tasks_of(chosen), bench.groups_of(chosen), int(chosen.sum()))
    counts = bench.table.attempts[list(pair)][:, chosen]
    repeated = bool((counts > 1).all())
    return variance_components(
        bench.differences(pair),
        attempt_variances=_attempt_variances(bench, pair)[chosen] if repeated else None,
        attempts=float(counts.size / (1 / counts).sum()),
        strata=strata,
    )


def _attempt_variances(bench: ItemBench, pair: PairIndex) -> Floats:
    """Return of each item the two models' variances over attempts, summed."""
    evidence = bench.evidence
    known = evidence.is_answered
    shape = (len(evidence.models), len(evidence.items))
    cells = (evidence.model * shape[1] + evidence.item)[known]
    score = evidence.score[known]
    counts = np.bincount(cells, minlength=shape[0] * shape[1])
    means = np.bincount(cells, weights=score, minlength=counts.size) / np.maximum(counts, 1)
    squares = np.bincount(cells, weights=(score - means[cells]) ** 2, minlength=counts.size)
    variances: Floats = (squares / np.maximum(counts - 1, 1)).reshape(shape)
    both: Floats = variances[list(pair)].sum(axis=0)
    return both


def _variance_shares(parts: Components, a: str, b: str) -> VarianceParts:
    attempt = 0.0 if parts.attempt is None else parts.attempt / parts.attempts
    # A group's part stays however many items it has: it counts as often as there are items in a group.
    size = parts.items / parts.groups if parts.groups else 1.0
    whole = parts.item + attempt + parts.group * size
    if whole == 0:
        return VarianceParts(a=a, b=b, items=1.0, attempts=None if parts.attempt is None else 0.0, groups=0.0)
    return VarianceParts(
        a=a,
        b=b,
        items=parts.item / whole,
        attempts=None if parts.attempt is None else attempt / whole,
        groups=parts.group * size / whole,
    )
