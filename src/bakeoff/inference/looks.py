"""Looks at the same data: which comparisons are one family, and what their p-values are worth together."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.ledger import Look, LookedPair, LookKind, Spending, fingerprint
from bakeoff.core.predictions import Evidence, Predictions, TestSetCounts
from bakeoff.core.results import Posterior, Verdict
from bakeoff.procedures.looks import holm_over_looks, spent_over_looks

NUMBERED = "BO302"  # the finding by which datasets had no names
NUMBER = re.compile(r"(data ?set|data|set|d)?[ _#-]*\d+")  # a name that any table might use
SHARED = 0.5  # of the smaller set of marks: so much in common makes two looks one family


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
    settings = _settings(comparison)
    return Look(
        kind=kind,
        identity=fingerprint(str(kind), evidence.digest, list(evidence.classifiers), settings),
        marks=marks_of(evidence),
        source=comparison.evidence.source,
        settings=settings,
        pairs=tuple(_looked(pair) for pair in comparison.pairs),
    )


def marks_of(evidence: Evidence) -> tuple[str, ...]:
    """Return what tells the data apart: fingerprints of test sets, else names of datasets, else of the scores.

    A test set is known by the true classes of its examples in their order, whatever was predicted; where only right
    and wrong are known, by its name and size.
    """
    if isinstance(evidence, Predictions):
        return tuple(_test_set(evidence, i) for i in range(len(evidence.datasets)))
    if isinstance(evidence, TestSetCounts):
        return (f"counts {evidence.digest}",)
    if _are_numbered(evidence):
        columns = evidence.values.T.tolist()
        return tuple(f"scores {fingerprint([None if x != x else x for x in column])}" for column in columns)
    return tuple(f"dataset {name.casefold().strip()}" for name in evidence.datasets)


def _are_numbered(evidence: Scores) -> bool:
    names = (name.casefold().strip() for name in evidence.datasets)
    return any(f.code == NUMBERED for f in evidence.findings) or all(map(NUMBER.fullmatch, names))


def same_family(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether two looks are at the same data: half of the smaller set of marks, at least, is in common.

    >>> same_family(["dataset iris", "dataset wine"], ["dataset wine"])
    True
    """
    smaller = min(len(set(one)), len(set(other)))
    return smaller > 0 and len(set(one) & set(other)) >= SHARED * smaller


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
