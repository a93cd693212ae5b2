"""Looks at the same data: which comparisons are one family, and what their p-values are worth together."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.comparison import Compared, Comparison, Pair
from bakeoff.core.ledger import Look, LookedPair, LookKind, LookTaken, Spending, fingerprint
from bakeoff.core.left_out import By, Part
from bakeoff.core.predictions import Evidence, Predictions, TestSetCounts
from bakeoff.core.results import Posterior, Verdict, significance
from bakeoff.inference.groups import groups_of
from bakeoff.inference.same_data import SHARED, Match, are_numbered, footprint, match
from bakeoff.procedures.looks import holm_over_looks, spent_level, spent_over_looks


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOverLooks:
    """One pair of the present look, by itself and among all looks at the same data."""

    a: str
    b: str
    p_value: float | None  # adjusted over the pairs of this look; None where the verdict rests on a posterior
    p_over_looks: float | None
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


def level_of_look(number: int, *, alpha: float, spending: Spending, level: float) -> float:
    """Return the level at which look `number` is judged: by what it may spend, or by its equal part of alpha.

    It is never below the level that the comparison itself has: a ledger takes claims back, and makes none.
    """
    left = spent_level(number, alpha=alpha) if spending is Spending.ALPHA else alpha / number
    return max(level, round(1 - left, 12))


def over_looks(
    comparison: Comparison, earlier: Sequence[Look], *, spending: Spending, alpha: float, level: float
) -> tuple[PairOverLooks, ...]:
    """Return the pairs, with p-values and verdicts that count the earlier looks too.

    A difference stands by its p-value over looks. Equivalence, a margin and posterior probabilities are judged again,
    at the `level` that the look has left.
    """
    looked = [_looked(pair) for pair in comparison.pairs]
    over = _p_over_looks(looked, earlier, spending=spending)
    anew = _judged_anew(comparison, level=level, spending=spending)
    made = []
    for pair, said in zip(comparison.pairs, looked, strict=True):
        p, q = over.get((pair.a, pair.b), (None, None))
        stands = q is None or q < alpha
        verdict = anew.get((pair.a, pair.b)) or (pair.verdict if stands else _without_claim(pair.verdict))
        made.append(
            PairOverLooks(
                a=pair.a,
                b=pair.b,
                p_value=said.p_value if p is None else p,
                p_over_looks=q,
                verdict=pair.verdict,
                verdict_over_looks=verdict,
            )
        )
    return tuple(made)


def _p_over_looks(
    looked: Sequence[LookedPair], earlier: Sequence[Look], *, spending: Spending
) -> dict[tuple[str, str], tuple[float, float]]:
    """Return of each pair that has one its p-value over the pairs of its look, and over looks as well."""
    tested = [x for x in looked if x.p_value is not None]
    within = [x.p_value if x.p_adjusted is None else x.p_adjusted for x in tested]
    own = np.array(within, dtype=np.float64)
    if spending is Spending.ALPHA:
        adjusted = spent_over_looks(own, look=len(earlier) + 1)
    else:
        raw = np.array([x.p_value for x in tested], dtype=np.float64)
        before = [np.array(_p_values(look), dtype=np.float64) for look in earlier]
        adjusted = np.maximum(own, holm_over_looks(raw, before))
    rows = zip(tested, own.tolist(), adjusted.tolist(), strict=True)
    return {(x.a, x.b): (p, q) for x, p, q in rows}


def _judged_anew(
    comparison: Comparison, *, level: float, spending: Spending
) -> dict[tuple[str, str], Verdict]:
    """Return the verdicts at the level of the look on pairs whose p-value does not settle them."""
    asked = [
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
    if not asked:
        return {}
    from bakeoff.inference.gate import judge_again

    again = judge_again(comparison, level=level)
    return {(p.a, p.b): p.verdict for p in again.pairs if (p.a, p.b) in asked}


def held_to_look(comparison: Compared, pairs: Sequence[PairOverLooks], taken: LookTaken) -> Compared:
    """Return a comparison with the verdicts that stand over looks; what it says by itself is kept beside them."""
    said = {(p.a, p.b): p.verdict_over_looks for p in pairs}
    held = tuple(_held(pair, said[pair.a, pair.b]) for pair in comparison.pairs)
    made = replace(comparison, pairs=held, look=taken)
    if comparison.settings.baseline is not None or len(held) < 2 or all(pair.alone is None for pair in held):
        return made
    return replace(made, groups=groups_of([s.classifier for s in comparison.ranking], held))


def _held(pair: Pair, verdict: Verdict) -> Pair:
    if verdict is pair.verdict:
        return pair
    return replace(pair, verdict=verdict, alone=pair.verdict, slight=None)


def written_pairs(look: Look, pairs: Sequence[PairOverLooks]) -> Look:
    """Return a look as it is written down: each pair with the verdict that stands, and the one by itself."""
    said = {(p.a, p.b): p.verdict_over_looks for p in pairs}
    return replace(
        look,
        pairs=tuple(replace(x, verdict=str(said[x.a, x.b]), alone=x.verdict) for x in look.pairs),
    )


def standing_pairs(look: Look, earlier: Sequence[Look], *, spending: Spending) -> tuple[LookedPair, ...]:
    """Return the pairs of an entry with the verdicts that stood; of older versions by the p-values that they have."""
    if all(pair.alone is not None for pair in look.pairs):
        return look.pairs
    level = look.settings.get("level")
    alpha = significance(level if isinstance(level, float) else 0.95)
    over = _p_over_looks(look.pairs, earlier, spending=spending)
    return tuple(
        replace(x, alone=x.verdict, verdict=str(_without_claim(Verdict(x.verdict))))
        if over.get((x.a, x.b), (0.0, 0.0))[1] >= alpha
        else replace(x, alone=x.verdict)
        for x in look.pairs
    )


def _without_claim(verdict: Verdict) -> Verdict:
    return Verdict.UNDECIDED if verdict in (Verdict.BETTER, Verdict.WORSE) else verdict


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
