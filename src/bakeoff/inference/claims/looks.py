"""Looks at the same data: which comparisons are one family, and what their p-values are worth together."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.comparison import AnyComparison, Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.ledger import Look, LookedPair, LookKind, LookTaken, Spending, fingerprint
from bakeoff.core.omissions import EvidencePart, OmittedBy
from bakeoff.core.predictions import Evidence, Predictions, TestSetCounts
from bakeoff.core.results import Posterior, Verdict, significance
from bakeoff.inference.claims.same_data import (
    SHARED_AT_LEAST,
    DataMatch,
    are_numbered,
    match_footprints,
    take_footprint,
)
from bakeoff.inference.ranking import group_undecided
from bakeoff.procedures.many.looks import holm_over_looks, spend_over_looks, spent_level


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOverLooks:
    """One pair of the present look, by itself and among all looks at the same data."""

    a: str
    b: str
    p_value: float | None  # adjusted over the pairs of this look; None where the verdict rests on a posterior
    p_over_looks: float | None
    verdict: Verdict
    verdict_over_looks: Verdict


def build_look(comparison: Comparison, *, kind: LookKind) -> Look:
    """Return what the ledger keeps of a comparison."""
    evidence = comparison.predictions or comparison.evidence
    settings, data = _plain_settings(comparison), take_footprint(evidence)
    # The digest is of all that was read: of a part of it, the part tells.
    is_part = any(
        o.by is OmittedBy.USER and o.part not in (EvidencePart.CLASSIFIER, EvidencePart.COLUMN)
        for o in evidence.left_out
    )
    part: list[object] = [list(evidence.datasets), data.to_dict()] if is_part else []
    part += _data_divisions(evidence)
    return Look(
        kind=kind,
        identity=fingerprint(str(kind), evidence.digest, list(evidence.classifiers), settings, *part),
        data=data,
        left_out=tuple(o.words for o in comparison.evidence.left_out),
        marks=legacy_marks(evidence),
        source=comparison.evidence.source,
        settings=settings,
        pairs=tuple(_describe_looked_pair(pair) for pair in comparison.pairs),
    )


def _data_divisions(evidence: Evidence) -> list[object]:
    """Return how the data are divided, which the digest does not tell: into families, or into subgroups."""
    if isinstance(evidence, Scores) and evidence.families:
        return [[[f.name, *f.members] for f in evidence.families]]
    if isinstance(evidence, Predictions) and evidence.subgroup is not None:
        return [list(evidence.subgroup)]
    return []


def legacy_marks(evidence: Evidence) -> tuple[str, ...]:
    """Return what told data apart in ledgers of the first version, whose entries have nothing else.

    Fingerprints of test sets (the true classes of their examples in their order; where only right and wrong are known,
    name and size), else names of datasets, else fingerprints of columns of scores.
    """
    if isinstance(evidence, Predictions):
        return tuple(_fingerprint_test_set(evidence, i) for i in range(len(evidence.datasets)))
    if isinstance(evidence, TestSetCounts):
        return (f"counts {evidence.digest}",)
    if isinstance(evidence, ItemEvidence):
        return tuple(f"task {name.casefold().strip()}" for name in evidence.tasks)
    if are_numbered(evidence):
        columns = evidence.values.T.tolist()
        return tuple(f"scores {fingerprint([None if x != x else x for x in column])}" for column in columns)
    return tuple(f"dataset {name.casefold().strip()}" for name in evidence.datasets)


def match_looks(look: Look, past: Look) -> DataMatch | None:
    """Return what a look has in common with an earlier one; None where they are at other data.

    Two looks are at the same data if they share half of the smaller one, at least: of datasets by name, of examples
    by their ids and classes, of rows by their scores.
    """
    known = look.data is not None and past.data is not None
    matched = (
        match_footprints(look.data, past.data) if look.data is not None and past.data is not None else None
    )
    if matched is not None:
        return matched
    one, other = (_usable_legacy_marks(each, known=known) for each in (look, past))
    shared, small = len(one & other), min(len(one), len(other))
    if not shared or shared < SHARED_AT_LEAST * small:
        return None
    return DataMatch(
        by="dataset" if len(one) > 1 else "test set", shared=shared, here=len(one), there=len(other)
    )


def _usable_legacy_marks(look: Look, *, known: bool) -> set[str]:
    """Return the marks of the first version; where examples are known better, a name and a size prove nothing."""
    better = known and look.data is not None and look.data.examples
    return {mark for mark in look.marks if not (better and mark.startswith("examples "))}


def level_of_look(number: int, *, alpha: float, spending: Spending, level: float) -> float:
    """Return the level at which look `number` is judged: by what it may spend, or by its equal part of alpha.

    It is never below the level that the comparison itself has: a ledger takes claims back, and makes none.
    """
    spent = spent_level(number, alpha=alpha) if spending is Spending.ALPHA else alpha / number
    return max(level, round(1 - spent, 12))


def judge_over_looks(
    comparison: Comparison, earlier: Sequence[Look], *, spending: Spending, alpha: float, level: float
) -> tuple[PairOverLooks, ...]:
    """Return the pairs, with p-values and verdicts that count the earlier looks too.

    A difference stands by its p-value over looks. Equivalence, a margin and posterior probabilities are judged again,
    at the `level` that the look has left.
    """
    looked_pairs = [_describe_looked_pair(pair) for pair in comparison.pairs]
    over = _p_over_looks(looked_pairs, earlier, spending=spending)
    anew = _rejudge_at_level(comparison, level=level, spending=spending)
    pairs = []
    for pair, looked_pair in zip(comparison.pairs, looked_pairs, strict=True):
        p, q = over.get((pair.a, pair.b), (None, None))
        stands = q is None or q < alpha
        verdict = anew.get((pair.a, pair.b)) or (pair.verdict if stands else _withdraw_claim(pair.verdict))
        pairs.append(
            PairOverLooks(
                a=pair.a,
                b=pair.b,
                p_value=looked_pair.p_value if p is None else p,
                p_over_looks=q,
                verdict=pair.verdict,
                verdict_over_looks=verdict,
            )
        )
    return tuple(pairs)


def _p_over_looks(
    looked_pairs: Sequence[LookedPair], earlier: Sequence[Look], *, spending: Spending
) -> dict[tuple[str, str], tuple[float, float]]:
    """Return of each pair that has one its p-value over the pairs of its look, and over looks as well."""
    with_p = [x for x in looked_pairs if x.p_value is not None]
    own = np.array([x.p_within for x in with_p], dtype=np.float64)
    if spending is Spending.ALPHA:
        p_over = spend_over_looks(own, look=len(earlier) + 1)
    else:
        raw = np.array([x.p_value for x in with_p], dtype=np.float64)
        before = [np.array(_p_values(look), dtype=np.float64) for look in earlier]
        p_over = np.maximum(own, holm_over_looks(raw, before))
    rows = zip(with_p, own.tolist(), p_over.tolist(), strict=True)
    return {(x.a, x.b): (p, q) for x, p, q in rows}


def _rejudge_at_level(
    comparison: Comparison, *, level: float, spending: Spending
) -> dict[tuple[str, str], Verdict]:
    """Return the verdicts at the level of the look on pairs whose p-value does not settle them."""
    names = [
        (pair.a, pair.b)
        for pair in comparison.pairs
        if pair.verdict is Verdict.EQUIVALENT
        or (pair.verdict is not Verdict.UNDECIDED and isinstance(pair.result, Posterior))
        or (
            pair.verdict is not Verdict.UNDECIDED
            and comparison.settings.margin > 0
            and spending is Spending.ALPHA
        )
    ]
    if not names:
        return {}
    from bakeoff.inference.claims.gate import judge_again

    again = judge_again(comparison, level=level)
    return {(p.a, p.b): p.verdict for p in again.pairs if (p.a, p.b) in names}


def with_verdicts_over_looks(
    comparison: AnyComparison, pairs: Sequence[PairOverLooks], look: LookTaken
) -> AnyComparison:
    """Return a comparison with the verdicts that stand over looks; what it says by itself is kept beside them."""
    verdicts = {(p.a, p.b): p.verdict_over_looks for p in pairs}
    pairs_held = tuple(_with_verdict(pair, verdicts[pair.a, pair.b]) for pair in comparison.pairs)
    result = replace(comparison, pairs=pairs_held, look=look)
    if (
        comparison.settings.baseline is not None
        or len(pairs_held) < 2
        or all(pair.alone is None for pair in pairs_held)
    ):
        return result
    return replace(result, groups=group_undecided([s.classifier for s in comparison.ranking], pairs_held))


def _with_verdict(pair: Pair, verdict: Verdict) -> Pair:
    if verdict is pair.verdict:
        return pair
    return replace(pair, verdict=verdict, alone=pair.verdict, slight=None)


def with_written_pairs(look: Look, pairs: Sequence[PairOverLooks]) -> Look:
    """Return a look as it is written down: each pair with the verdict that stands, and the one by itself."""
    verdicts = {(p.a, p.b): p.verdict_over_looks for p in pairs}
    return replace(
        look,
        pairs=tuple(replace(x, verdict=str(verdicts[x.a, x.b]), alone=x.verdict) for x in look.pairs),
    )


def standing_pairs(look: Look, earlier: Sequence[Look], *, spending: Spending) -> tuple[LookedPair, ...]:
    """Return the pairs of an entry with the verdicts that stood; of older versions by the p-values that they have."""
    if all(pair.alone is not None for pair in look.pairs):
        return look.pairs
    level = look.settings.get("level")
    alpha = significance(level if isinstance(level, float) else 0.95)
    over = _p_over_looks(look.pairs, earlier, spending=spending)
    return tuple(
        replace(x, alone=x.verdict, verdict=str(_withdraw_claim(Verdict(x.verdict))))
        if over.get((x.a, x.b), (0.0, 0.0))[1] >= alpha
        else replace(x, alone=x.verdict)
        for x in look.pairs
    )


def _withdraw_claim(verdict: Verdict) -> Verdict:
    return Verdict.UNDECIDED if verdict.is_claim else verdict


def _p_values(look: Look) -> list[float]:
    return [pair.p_value for pair in look.pairs if pair.p_value is not None]


def _describe_looked_pair(pair: Pair) -> LookedPair:
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


def _plain_settings(comparison: Comparison) -> Mapping[str, Any]:
    plain = {name: _plain_setting(value) for name, value in asdict(comparison.settings).items()}
    costs = None if comparison.costs is None else fingerprint(repr(comparison.costs))
    return {**plain, "metric": comparison.evidence.measure.name, "costs": costs}


def _plain_setting(value: object) -> object:
    return value if value is None or type(value) in (bool, int, float) else str(value)


def _fingerprint_test_set(predictions: Predictions, index: int) -> str:
    here = predictions.dataset == index
    if predictions.truth is None:
        return f"examples {predictions.datasets[index].casefold()} {int(here.sum())}"
    truth = [predictions.classes[i] for i in predictions.truth[here].tolist()]
    return f"test set {fingerprint(truth)}"
