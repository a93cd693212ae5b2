"""Two models by a judge corrected by labels; and which items to label next."""

from collections.abc import Iterator

import numpy as np
from scipy import stats

from bakeoff.core.answers.judged import Agreement, JudgedDifference, JudgedItems, LabelPlan
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Interval, Verdict
from bakeoff.core.words import write_p_value
from bakeoff.procedures.judges.corrected_difference import CorrectedDifference, corrected_difference
from bakeoff.procedures.judges.label_choice import choose_labels
from bakeoff.procedures.judges.rater_agreement import rater_agreement

MOST_CLASSES = 10
NOT_AT_RANDOM = 0.001
STRATA = {-1: "a better", 0: "alike", 1: "b better"}


def correct_judge(
    evidence: JudgedItems, *, level: float = 0.95, margin: float = 0.0, weigh_back: bool = False
) -> JudgedDifference:
    """Return the advantage of b over a that people's scores of all items would show."""
    judged, gold = _differences(evidence.judged), _differences(evidence.gold)
    strata = np.sign(judged).astype(np.int64) if evidence.drawn_in_strata or weigh_back else None
    if strata is None:
        _refuse_chosen_labels(judged, evidence)
    reach = float(np.ptp(evidence.judged)) or 1.0
    found = corrected_difference(judged, gold, groups=evidence.group, strata=strata, level=level, reach=reach)
    return JudgedDifference(
        a=evidence.a,
        b=evidence.b,
        source=evidence.source,
        corrected=found.corrected,
        gold_only=found.gold_only,
        judge_only=found.judge_only,
        judge_bias=found.judge_bias,
        p_value=found.p_value,
        verdict=_judge(found.corrected.interval, margin),
        weight=found.weight,
        labels=found.labels,
        items=found.items,
        method=found.method,
        level=level,
        agreement=_agree(evidence, level),
        findings=(*evidence.findings, *_find(evidence, found)),
    )


def plan_labels(evidence: JudgedItems, *, budget: int, seed: int = 0) -> LabelPlan:
    """Return which of the items without a label people should score next."""
    judged = _differences(evidence.judged)
    labelled = evidence.is_labelled
    open_items = np.flatnonzero(~labelled)
    if budget > open_items.size:
        raise DesignError(
            f"{open_items.size:,} items have no label yet, and {budget:,} are asked for",
            where=evidence.source,
            fix=f"ask for at most {open_items.size:,}",
            code="BO578",
        )
    errors = _error_spreads(judged, _differences(evidence.gold), labelled)
    chosen = choose_labels(judged[open_items], budget=budget, rng=np.random.default_rng(seed), errors=errors)
    signs = np.sign(judged[open_items]).astype(np.int64)
    codes = np.unique(signs)
    return LabelPlan(
        a=evidence.a,
        b=evidence.b,
        source=evidence.source,
        ids=tuple(evidence.ids[i] for i in open_items[chosen.items].tolist()),
        stratum=tuple(STRATA[int(s)] for s in signs[chosen.items]),
        chance=tuple(chosen.chance[chosen.items].tolist()),
        planned=tuple(
            (STRATA[int(code)], int((signs == code).sum()), int(count))
            for code, count in zip(codes, chosen.planned, strict=True)
        ),
        expected_width=_expect_width(errors, chosen.planned, signs, codes),
        seed=seed,
    )


def _differences(scores: Floats) -> Floats:
    return np.asarray(scores[:, 1] - scores[:, 0], dtype=np.float64)


def _judge(interval: Interval, margin: float) -> Verdict:
    if -margin < interval.low and interval.high < margin:
        return Verdict.EQUIVALENT
    if interval.low > 0:
        return Verdict.BETTER
    return Verdict.WORSE if interval.high < 0 else Verdict.UNDECIDED


def _refuse_chosen_labels(judged: Floats, evidence: JudgedItems) -> None:
    """Refuse labels that go with the judge's verdict: they were not drawn at random from all items."""
    labelled = evidence.is_labelled
    table = np.array(
        [
            [(labelled & (np.sign(judged) == s)).sum(), (~labelled & (np.sign(judged) == s)).sum()]
            for s in STRATA
        ]
    )
    table = table[table.sum(axis=1) > 0]
    if len(table) < 2 or table.sum(axis=0).min() == 0:
        return
    p = float(stats.chi2_contingency(table, correction=False).pvalue)
    written = write_p_value(p) if p < NOT_AT_RANDOM / 10 else f"= {write_p_value(p)}"
    if p < NOT_AT_RANDOM:
        raise DesignError(
            "the labelled items were not drawn at random: they go with the judge's verdict "
            f"(p {written}), so that no correction from all items holds",
            where=evidence.source,
            fix="draw them with `bakeoff label`, or give --weigh-back if they were drawn at random within verdicts",
            code="BO576",
        )


def _agree(evidence: JudgedItems, level: float) -> Agreement | None:
    """Return the agreement on labelled answers of both models; None where scores are no classes."""
    known = np.isfinite(evidence.gold) & np.isfinite(evidence.judged)
    judged, gold = evidence.judged[known], evidence.gold[known]
    values, codes = np.unique(np.concatenate([judged, gold]), return_inverse=True)
    if values.size > MOST_CLASSES or judged.size < 3:
        return None
    codes = codes.reshape(-1).astype(np.int64)
    found = rater_agreement(codes[: judged.size], codes[judged.size :], level=level)
    return Agreement(
        share=found.share, kappa=found.kappa, ac1=found.ac1, alpha=found.alpha, answers=judged.size
    )


def _find(evidence: JudgedItems, found: CorrectedDifference) -> Iterator[Finding]:
    labelled = evidence.is_labelled
    if labelled[: found.labels].all() and found.labels < found.items:
        yield Finding(
            code="BO292",
            severity=Severity.WARNING,
            message=f"the labelled items are the first {found.labels:,} of the table: if it is in an order, they are "
            "no random part of it",
            detail={"labels": found.labels},
        )
    bias = found.judge_bias
    if 0 not in bias.interval:
        favoured = evidence.b if bias.value > 0 else evidence.a
        yield Finding(
            code="BO294",
            severity=Severity.WARNING,
            message=f"the judge favours {favoured}: by {abs(bias.value):.3f} against people's scores of the same items",
            detail={"bias": bias.value, "low": bias.interval.low, "high": bias.interval.high},
        )


def _error_spreads(
    judged: Floats, gold: Floats, labelled: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
) -> Floats | None:
    """Return the spread of labels in each stratum, where five or more are known in all; None: take the usual ones."""
    spreads = []
    for sign in STRATA:
        inside = labelled & (np.sign(judged) == sign)
        if (np.sign(judged) == sign).any() and inside.sum() < 5:
            return None
        spreads.append(max(float(gold[inside].std(ddof=1)), 0.1) if inside.sum() > 1 else 1.0)
    return np.array(spreads)


def _expect_width(errors: Floats | None, planned: Ints, signs: Ints, codes: Ints) -> float | None:
    if errors is None:
        return None
    shares = np.array([(signs == code).mean() for code in codes])
    spreads = errors[np.asarray(codes, dtype=np.int64) + 1]
    return float(2 * 1.96 * np.sqrt((shares**2 * spreads**2 / np.maximum(planned, 1)).sum()))
