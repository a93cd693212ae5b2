"""What a judge tends to, and whether the labels that it is corrected by can be a random part of the items."""

from collections.abc import Iterator, Mapping

import numpy as np
from scipy import stats

from bakeoff.core.answers.judged import JudgedItems
from bakeoff.core.arrays import Floats
from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Estimate
from bakeoff.core.words import write_count, write_p_value
from bakeoff.procedures.judges.corrected_difference import LEAST_LABELS, CorrectedDifference
from bakeoff.procedures.judges.judge_tendency import judge_tendency

NOT_AT_RANDOM = 0.001
FEW_GROUPS = 15
STRATA = {-1: "a better", 0: "alike", 1: "b better"}
LENGTH, PLACE, DRIFT = "length", "place", "drift"


def refuse_too_few(evidence: JudgedItems) -> None:
    """Refuse where fewer items than can correct anything have labels of both models."""
    known = np.isfinite(evidence.gold)
    both, of_a, of_b = (int(n) for n in (known.all(axis=1).sum(), *known.sum(axis=0)))
    if both >= LEAST_LABELS:
        return
    if max(of_a, of_b) >= LEAST_LABELS:
        raise DesignError(
            f"{of_a:,} answers of {evidence.a} have a label and {of_b:,} of {evidence.b}, and only {both:,} items have "
            "both: a difference needs both",
            where=evidence.source,
            fix="label the answers of both models on the same items; `bakeoff label` draws them",
            code="BO051",
        )
    raise DesignError(
        f"{write_count(both, 'item')} with labels of both models: too few to correct a judge by",
        where=evidence.source,
        fix=f"label {LEAST_LABELS} items or more, drawn at random with `bakeoff label`; 50 are a good start",
        code="BO051",
    )


def refuse_chosen_labels(judged: Floats, evidence: JudgedItems) -> None:
    """Refuse labels that go with something known of all items: they were not drawn at random from all of them.

    Looked at: the judge's verdict, its score of both models together, the length of the answers, and when they were
    judged; each by its own test, all together at one in a thousand.
    """
    labelled = evidence.is_labelled
    if labelled.all() or not labelled.any():
        return
    checks: dict[str, float] = {"the judge's verdict": _compare_verdicts(judged, evidence)}
    if evidence.group is None:  # whole groups are drawn together, and differ
        beside: dict[str, Floats | None] = {
            "how high the judge scores both models": evidence.judged.sum(axis=1),
            "the length of the answers": None if evidence.length is None else evidence.length.sum(axis=1),
            "when they were judged": None if evidence.moment is None else evidence.moment.astype(np.float64),
        }
        checks |= {
            name: float(stats.mannwhitneyu(values[labelled], values[~labelled]).pvalue)
            for name, values in beside.items()
            if values is not None and np.ptp(values) > 0
        }
    name, p = min(checks.items(), key=lambda item: item[1])
    if p >= NOT_AT_RANDOM / len(checks):
        return
    written = write_p_value(p) if p < NOT_AT_RANDOM / 10 else f"= {write_p_value(p)}"
    by_verdict = name == "the judge's verdict"
    raise DesignError(
        f"the labelled items were not drawn at random: they go with {name} (p {written}), so that no correction from "
        "all items holds",
        where=evidence.source,
        fix="draw them with `bakeoff label`"
        + (", or give --weigh-back if they were drawn at random within verdicts" if by_verdict else ""),
        code="BO576",
    )


def _compare_verdicts(judged: Floats, evidence: JudgedItems) -> float:
    labelled, signs = evidence.is_labelled, np.sign(judged)
    table = np.array([[(labelled & (signs == s)).sum(), (~labelled & (signs == s)).sum()] for s in STRATA])
    table = table[table.sum(axis=1) > 0]
    return 1.0 if len(table) < 2 else float(stats.chi2_contingency(table, correction=False).pvalue)


def find_tendencies(evidence: JudgedItems, judged: Floats, gold: Floats, level: float) -> dict[str, Estimate]:
    """Return what the judge's error on labelled items goes with: length, place, and time."""
    labelled = evidence.is_labelled
    errors = (judged - gold)[labelled]
    found: dict[str, Estimate] = {}
    for key, (values, words) in _answer_properties(evidence).items():
        own = values[labelled]
        known = np.isfinite(own)
        if known.sum() < LEAST_LABELS or np.ptp(own[known]) == 0:
            continue
        groups = None if evidence.group is None else evidence.group[labelled][known]
        estimate = judge_tendency(errors[known], own[known], item_groups=groups, level=level)
        found[key] = Estimate(of=words, value=estimate.value, interval=estimate.interval)
    return found


def _answer_properties(evidence: JudgedItems) -> Mapping[str, tuple[Floats, str]]:
    found: dict[str, tuple[Floats, str]] = {}
    if evidence.length is not None:
        total = evidence.length.sum(axis=1)
        apart = evidence.length[:, 1] - evidence.length[:, 0]
        relative = np.divide(apart, total, out=np.zeros(total.size), where=total > 0)
        spread = float(relative.std()) or 1.0
        found[LENGTH] = relative / spread, "judge, for length"  # by one standard deviation
    if evidence.is_first is not None:
        found[PLACE] = 0.5 - evidence.is_first, "judge, for the first place"  # b first less a first
    if evidence.moment is not None:
        later = evidence.moment >= np.sort(evidence.moment)[evidence.moment.size // 2]
        found[DRIFT] = later.astype(np.float64), f"judge, from {_split_of(evidence)} on"
    return found


def _split_of(evidence: JudgedItems) -> str:
    if evidence.moment is None:
        return ""
    return evidence.moments[int(np.sort(evidence.moment)[evidence.moment.size // 2])]


def find_judge_findings(
    evidence: JudgedItems, found: CorrectedDifference, tendencies: Mapping[str, Estimate]
) -> Iterator[Finding]:
    """Yield what a reader of a corrected judge should know."""
    yield from _find_label_findings(evidence, found)
    bias = found.judge_bias
    if 0 not in bias.interval:
        favoured = evidence.b if bias.value > 0 else evidence.a
        yield _judge_finding(
            "BO294",
            Severity.WARNING,
            f"the judge favours {favoured}: by {abs(bias.value):.3f} against people's scores of the same items",
            bias,
        )
    sizes = {name: f"{abs(estimate.value):.3f}" for name, estimate in tendencies.items()}
    for name, estimate in tendencies.items():
        if 0 in estimate.interval:
            continue
        up = estimate.value > 0
        if name == LENGTH:
            yield _judge_finding(
                "BO630",
                Severity.WARNING,
                f"the judge favours {'longer' if up else 'shorter'} answers: by {sizes[name]} for a standard deviation "
                "of the difference in length, against people's scores of the same items",
                estimate,
            )
        elif name == PLACE:
            yield _judge_finding(
                "BO631",
                Severity.WARNING,
                f"the judge favours the answer it sees {'first' if up else 'second'}: by {sizes[name]} against "
                "people's scores of the same items",
                estimate,
            )
        else:
            favoured = evidence.b if up else evidence.a
            yield _judge_finding(
                "BO632",
                Severity.WARNING,
                f"the judge's bias changed: from {_split_of(evidence)} on it favours {favoured} by {sizes[name]} more "
                "than before, against people's scores of the same items",
                estimate,
            )


def _find_label_findings(evidence: JudgedItems, found: CorrectedDifference) -> Iterator[Finding]:
    labelled, known = evidence.is_labelled, np.isfinite(evidence.gold)
    if labelled[: found.labels].all() and found.labels < found.items:
        yield Finding(
            code="BO292",
            severity=Severity.WARNING,
            message=f"the labelled items are the first {found.labels:,} of the table: if it is in an order, they are "
            "no random part of it",
            detail={"labels": found.labels},
        )
    single = int((known.any(axis=1) & ~known.all(axis=1)).sum())
    if single:
        yield Finding(
            code="BO635",
            severity=Severity.WARNING,
            message=f"{write_count(single, 'item')} with a label of one model only left out: a difference needs both",
            detail={"items": single},
        )
    if np.unique(evidence.gold[known]).size == 1:
        yield Finding(
            code="BO633",
            severity=Severity.WARNING,
            message="people gave every labelled answer the same score: the difference rests on the number of labels "
            "alone, and agreement beyond chance has no value",
            detail={"score": float(evidence.gold[known][0])},
        )
    if found.groups is not None and found.groups < FEW_GROUPS:
        yield Finding(
            code="BO634",
            severity=Severity.WARNING,
            message=f"the labels are of {write_count(found.groups, evidence.group_noun)} only: the "
            "interval is wide with so few, and further groups narrow it more than further labels",
            detail={"groups": found.groups},
        )


def _judge_finding(code: str, severity: Severity, message: str, estimate: Estimate) -> Finding:
    detail = {"value": estimate.value, "low": estimate.interval.low, "high": estimate.interval.high}
    return Finding(code=code, severity=severity, message=message, detail=detail)
