"""Looks at the same data: which comparisons are one family, and what their p-values are worth together."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.ledger import Look, LookedPair, LookKind, Spending, fingerprint
from bakeoff.core.left_out import By, Part
from bakeoff.core.predictions import Evidence, Predictions, TestSetCounts
from bakeoff.core.results import Posterior, Verdict
from bakeoff.inference.same_data import SHARED, Match, are_numbered, footprint, match
from bakeoff.procedures.looks import holm_over_looks, spent_over_looks


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOverLooks:
    """One pair of the present look, by itself and among all looks at the same data."""

    a: str
    b: str
    p_value: float  # adjusted over the pairs of this look
    p_over_looks: float
    verdict: Verdict
    verdict_over_looks: Verdict


def look_of(comparison: Comparison, *, kind: LookKind) -> Look:
    """Return what the ledger keeps of a comparison."""
    evidence = comparison.predictions or comparison.evidence
    settings, data = _settings(comparison), footprint(evidence)
    # The digest is of all that was read: of a part of it, the part tells.
    taken = any(o.by is By.USER and o.part is not Part.CLASSIFIER for o in evidence.left_out)
    part = [list(evidence.datasets), data.to_dict()] if taken else []
    return Look(
        kind=kind,
        identity=fingerprint(str(kind), evidence.digest, list(evidence.classifiers), settings, *part),
        data=data,
        left_out=tuple(o.words for o in comparison.evidence.left_out),
        marks=marks_of(evidence),
        source=comparison.evidence.source,
        settings=settings,
        pairs=tuple(_looked(pair) for pair in comparison.pairs),
    )


def marks_of(evidence: Evidence) -> tuple[str, ...]:
    """Return what told data apart in ledgers of the first version, whose entries have nothing else.

    Fingerprints of test sets (the true classes of their examples in their order; where only right and wrong are known,
    name and size), else names of datasets, else fingerprints of columns of scores.
    """
    if isinstance(evidence, Predictions):
        return tuple(_test_set(evidence, i) for i in range(len(evidence.datasets)))
    if isinstance(evidence, TestSetCounts):
        return (f"counts {evidence.digest}",)
    if are_numbered(evidence):
        columns = evidence.values.T.tolist()
        return tuple(f"scores {fingerprint([None if x != x else x for x in column])}" for column in columns)
    return tuple(f"dataset {name.casefold().strip()}" for name in evidence.datasets)


def shared_data(look: Look, past: Look) -> Match | None:
    """Return what a look has in common with an earlier one; None where they are at other data.

    Two looks are at the same data if they share half of the smaller one, at least: of datasets by name, of examples
    by their ids and classes, of rows by their scores.
    """
    known = look.data is not None and past.data is not None
    found = match(look.data, past.data) if look.data is not None and past.data is not None else None
    if found is not None:
        return found
    one, other = (_first_marks(each, known=known) for each in (look, past))
    shared, small = len(one & other), min(len(one), len(other))
    if not shared or shared < SHARED * small:
        return None
    return Match(by="dataset" if len(one) > 1 else "test set", shared=shared, here=len(one), there=len(other))


def _first_marks(look: Look, *, known: bool) -> set[str]:
    """Return the marks of the first version; where examples are known better, a name and a size prove nothing."""
    better = known and look.data is not None and look.data.examples
    return {mark for mark in look.marks if not (better and mark.startswith("examples "))}


def over_looks(
    comparison: Comparison, earlier: Sequence[Look], *, spending: Spending, alpha: float
) -> tuple[PairOverLooks, ...]:
    """Return the pairs that have p-values, with p-values and verdicts that count the earlier looks too."""
    tested = [(p, x) for p in comparison.pairs if (x := _looked(p)).p_value is not None]
    within = [x.p_value if x.p_adjusted is None else x.p_adjusted for _, x in tested]
    own = np.array([p for p in within if p is not None], dtype=np.float64)
    raw = np.array([x.p_value for _, x in tested], dtype=np.float64)
    if spending is Spending.ALPHA:
        adjusted = spent_over_looks(own, look=len(earlier) + 1)
    else:
        before = [np.array(_p_values(look), dtype=np.float64) for look in earlier]
        adjusted = np.maximum(own, holm_over_looks(raw, before))
    return tuple(
        PairOverLooks(
            a=pair.a,
            b=pair.b,
            p_value=float(p),
            p_over_looks=float(q),
            verdict=pair.verdict,
            verdict_over_looks=_standing(pair.verdict, significant=bool(q < alpha)),
        )
        for (pair, _), p, q in zip(tested, own, adjusted, strict=True)
    )


def _standing(verdict: Verdict, *, significant: bool) -> Verdict:
    claims = verdict in (Verdict.BETTER, Verdict.WORSE)
    return Verdict.UNDECIDED if claims and not significant else verdict


def _p_values(look: Look) -> list[float]:
    return [pair.p_value for pair in look.pairs if pair.p_value is not None]


def _looked(pair: Pair) -> LookedPair:
    result = pair.result
    p_value = None if isinstance(result, Posterior) else float(result.p_value)
    return LookedPair(
        a=pair.a,
        b=pair.b,
        test=result.procedure,
        p_value=p_value,
        p_adjusted=None if pair.p_adjusted is None else float(pair.p_adjusted),
        verdict=str(pair.verdict),
    )


def _settings(comparison: Comparison) -> Mapping[str, Any]:
    plain = {name: _plain(value) for name, value in asdict(comparison.settings).items()}
    costs = None if comparison.costs is None else fingerprint(repr(comparison.costs))
    return {**plain, "metric": comparison.evidence.measure.name, "costs": costs}


def _plain(value: object) -> object:
    return value if value is None or type(value) in (bool, int, float) else str(value)


def _test_set(given: Predictions, index: int) -> str:
    here = given.dataset == index
    if given.truth is None:
        return f"examples {given.datasets[index].casefold()} {int(here.sum())}"
    truth = [given.classes[i] for i in given.truth[here].tolist()]
    return f"test set {fingerprint(truth)}"
