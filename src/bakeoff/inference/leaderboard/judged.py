"""Two models by a judge corrected by labels; and which items to label next."""

import numpy as np

from bakeoff.core.answers.judged import Agreement, JudgedDifference, JudgedItems, LabelPlan
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import DesignError
from bakeoff.core.results import Interval, Verdict
from bakeoff.inference.leaderboard.judge_checks import (
    STRATA,
    find_judge_findings,
    find_tendencies,
    refuse_chosen_labels,
    refuse_too_few,
)
from bakeoff.procedures.judges.corrected_difference import corrected_difference
from bakeoff.procedures.judges.label_choice import choose_labels
from bakeoff.procedures.judges.rater_agreement import rater_agreement

MOST_CLASSES = 10


def correct_judge(
    evidence: JudgedItems, *, level: float = 0.95, margin: float = 0.0, weigh_back: bool = False
) -> JudgedDifference:
    """Return the advantage of b over a that people's scores of all items would show."""
    judged, gold = _model_differences(evidence.judged), _model_differences(evidence.gold)
    strata = np.sign(judged).astype(np.int64) if evidence.drawn_in_strata or weigh_back else None
    refuse_too_few(evidence)
    if strata is None:
        refuse_chosen_labels(judged, evidence)
    if strata is not None and evidence.group is not None:
        raise DesignError(
            "labels drawn within verdicts cannot be corrected for groups as well",
            where=evidence.source,
            fix="leave out --cluster-column, or draw labels from all items alike",
            code="BO579",
        )
    reach = float(np.ptp(evidence.judged)) or 1.0
    found = corrected_difference(
        judged, gold, item_groups=evidence.group, strata=strata, level=level, reach=reach
    )
    tendencies = find_tendencies(evidence, judged, gold, level)
    return JudgedDifference(
        a=evidence.a,
        b=evidence.b,
        source=evidence.source,
        corrected=found.corrected,
        gold_only=found.gold_only,
        judge_only=found.judge_only,
        judge_bias=found.judge_bias,
        p_value=found.p_value,
        verdict=_judge_interval(found.corrected.interval, margin),
        weight=found.weight,
        labels=found.labels,
        items=found.items,
        method=found.method,
        level=level,
        agreement=_label_agreement(evidence, level),
        tendencies=tuple(tendencies.values()),
        groups=found.groups,
        findings=(*evidence.findings, *find_judge_findings(evidence, found, tendencies)),
    )


def plan_labels(evidence: JudgedItems, *, budget: int, seed: int = 0) -> LabelPlan:
    """Return which of the items without a label people should score next."""
    judged = _model_differences(evidence.judged)
    labelled = evidence.is_labelled
    open_items = np.flatnonzero(~labelled)
    if budget > open_items.size:
        raise DesignError(
            f"{open_items.size:,} items have no label yet, and {budget:,} are asked for",
            where=evidence.source,
            fix=f"ask for at most {open_items.size:,}",
            code="BO578",
        )
    errors = _error_spreads(judged, _model_differences(evidence.gold), labelled)
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


def _model_differences(scores: Floats) -> Floats:
    return np.asarray(scores[:, 1] - scores[:, 0], dtype=np.float64)


def _judge_interval(interval: Interval, margin: float) -> Verdict:
    if -margin < interval.low and interval.high < margin:
        return Verdict.EQUIVALENT
    if interval.low > 0:
        return Verdict.BETTER
    return Verdict.WORSE if interval.high < 0 else Verdict.UNDECIDED


def _label_agreement(evidence: JudgedItems, level: float) -> Agreement | None:
    """Return the agreement on labelled answers of both models; None where scores are no classes."""
    known = np.isfinite(evidence.gold) & np.isfinite(evidence.judged)
    judged, gold = evidence.judged[known], evidence.gold[known]
    values, codes = np.unique(np.concatenate([judged, gold]), return_inverse=True)
    if values.size > MOST_CLASSES or judged.size < 3 or np.unique(gold).size < 2:
        return None  # where people use one class only, agreement beyond chance has no value
    codes = codes.reshape(-1).astype(np.int64)
    found = rater_agreement(codes[: judged.size], codes[judged.size :], level=level)
    return Agreement(
        share=found.share, kappa=found.kappa, ac1=found.ac1, alpha=found.alpha, answers=judged.size
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
