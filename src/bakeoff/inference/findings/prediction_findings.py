"""What a reader should know about predictions on one test set, and about predictions that were pooled."""

from collections.abc import Iterator
from math import isclose, sqrt

import numpy as np

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import write_count, write_list, write_p_value
from bakeoff.inference.bench.bench import Bench, ScoreBench
from bakeoff.inference.bench.examples import ExampleBench, metric_value
from bakeoff.inference.findings.pair_findings import subgroup_findings
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.base.random_signs import FEW_GROUPS
from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS
from bakeoff.procedures.planning.mcnemar_power import examples_needed, resolvable_difference
from bakeoff.procedures.prediction_registry import ACCURACIES
from bakeoff.procedures.predictions.proportions import proportion_interval

RANKINGS = ("roc_auc", "average_precision")
RARE_FLIPS = 0.05  # share of flips below which agreement swamps the difference
GROUP_FLIP_TESTS = ("max-t-predictions", "paired-permutation")  # tests that flip whole groups
POWER = 0.8
FEW_OF_A_CLASS = 20  # up to which DeLong's normal approximation was measured to reject too often
FAR_BELOW_CHANCE = 5.0  # standard errors below chance that no bad luck explains


def prediction_findings(comparison: Comparison, bench: Bench) -> Iterator[Finding]:
    """Yield the findings that concern predictions."""
    yield from subgroup_findings(comparison)
    if isinstance(bench, ScoreBench):
        yield from _find_pooled_folds(comparison, bench)
        if bench.predictions is not None and bench.design.datasets == 1:
            yield from _find_worse_than_guessing(bench.predictions, metric=bench.design.metric)
        return
    yield from _find_unknown_total(comparison)
    if comparison.design.metric in ACCURACIES:  # other metrics see more than right and wrong
        yield from _find_no_flips(comparison)
        yield from _find_rare_flips(comparison)
    yield from _find_detectable_difference(comparison)
    yield from _find_rare_class(comparison)
    if isinstance(bench, ExampleBench):
        yield from _find_positive_class(bench)
        yield from _find_constant_predictions(bench)
        yield from _find_worse_than_guessing(bench.evidence, metric=bench.design.metric)
        yield from _find_few_groups(comparison, bench)
        yield from _find_weights(bench)


def _find_pooled_folds(comparison: Comparison, bench: ScoreBench) -> Iterator[Finding]:
    if not comparison.design.pooled_folds:
        return
    yield Finding(
        code="BO136",
        severity=Severity.NOTE,
        message=f"The predictions of {bench.design.folds} folds are judged by {comparison.design.metric} in each fold, "
        "not as one independent test set: each fold had a model of its own, trained on data that overlap, and on "
        "pooled predictions McNemar's mid-p test was measured to reject a true null at 5 % in 6 to 21 % of trials, by "
        "learner.",
        detail={"folds": bench.design.folds},
    )


def _find_unknown_total(comparison: Comparison) -> Iterator[Finding]:
    evidence = comparison.evidence
    if not isinstance(evidence, TestSetCounts) or evidence.total_known:
        return
    yield Finding(
        code="BO138",
        severity=Severity.NOTE,
        message="The number of examples was not given: the advantage is a share of the examples that exactly one of "
        "the two gets right. With --total it is the difference in accuracy; the p-value stays the same.",
        detail={"discordant": (evidence.mends or 0) + (evidence.breaks or 0)},
    )


def _find_no_flips(comparison: Comparison) -> Iterator[Finding]:
    for pair in comparison.pairs:
        if pair.flips is None or pair.flips.mends or pair.flips.breaks:
            continue
        yield Finding(
            code="BO134",
            severity=Severity.WARNING,
            message=f"{pair.a} and {pair.b} are both right or both wrong on every example "
            f"({comparison.design.examples:,}): nothing tells them apart, and p = 1. Is it the same model twice?",
            detail={"a": pair.a, "b": pair.b, "examples": comparison.design.examples},
        )


def _find_rare_flips(comparison: Comparison) -> Iterator[Finding]:
    """Yield how few examples the verdicts rest on, where agreements swamp disagreements."""
    evidence = comparison.evidence
    if isinstance(evidence, TestSetCounts) and not evidence.total_known:
        return
    rare = []
    for pair in comparison.pairs:
        flips = 0 if pair.flips is None else pair.flips.mends + pair.flips.breaks
        if 0 < flips < RARE_FLIPS * comparison.design.examples:
            rare.append((flips, pair))
    if not rare:
        return
    flips, pair = min(rare, key=lambda item: item[0])
    n = comparison.design.examples
    alike = f"{pair.b} and {pair.a} are both right or both wrong on {n - flips:,} of the {n:,} examples"
    are = "is" if len(rare) == 2 else "are"
    others = f"; {len(rare) - 1} of the other pairs {are} nearly as alike" if len(rare) > 1 else ""
    yield Finding(
        code="BO135",
        severity=Severity.NOTE,
        message=f"{alike}: what is said of them rests on the other {flips:,}{others}. Tests of accuracies that take "
        "the examples as different ones would drown such a difference in what the classifiers share.",
        detail={"a": pair.a, "b": pair.b, "discordant": flips, "examples": n, "pairs": len(rare)},
    )


def _find_detectable_difference(comparison: Comparison) -> Iterator[Finding]:
    """Yield what an undecided pair's test set could have shown, and how many examples would be needed."""
    design, settings = comparison.design, comparison.settings
    if len(comparison.pairs) > 1 or settings.test != "mcnemar-midp" or design.clustered:
        return  # in groups the examples are not what is drawn: their number says nothing of this kind
    pair = comparison.pairs[0]
    if pair.verdict is not Verdict.UNDECIDED or settings.alternative is not Alternative.TWO_SIDED:
        return
    flips = 0 if pair.flips is None else pair.flips.mends + pair.flips.breaks
    evidence = comparison.evidence
    if not flips or (isinstance(evidence, TestSetCounts) and not evidence.total_known):
        return
    n, level, margin = design.examples, settings.level, settings.margin
    discordance = flips / n
    share = proportion_interval(flips, n, method="wilson", level=0.8)
    detectable, low, high = (
        resolvable_difference(n, d, level=level, power=POWER) for d in (discordance, share.low, share.high)
    )
    asks_for_margin = (
        0 < margin < discordance and not isclose(margin, discordance) and margin < (detectable or discordance)
    )
    needed = examples_needed(margin, discordance, level=level, power=POWER) if asks_for_margin else None
    what = (
        "can hardly show any difference, however large"
        if detectable is None
        else f"find a true difference of {detectable:.2g} in 80 % of cases"
    )
    roughly = (
        "" if detectable is None or low is None or high is None else f" (or one of {low:.2g} to {high:.2g})"
    )
    more = (
        f"; to find one of the size of the margin, {margin:.2g}, you would need about {float(f'{needed:.2g}'):,.0f}"
        if needed
        else ""
    )
    yield Finding(
        code="BO139",
        severity=Severity.NOTE,
        message=f"{write_count(n, 'such example')} {what}{roughly}, if one alone is right as often as here{more}.",
        detail={
            "discordance": discordance,
            "detectable_difference": detectable,
            "detectable_low": low,
            "detectable_high": high,
            "margin": margin or None,
            "examples_needed": needed,
            "power": POWER,
        },
    )


def _find_rare_class(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO190: DeLong's normal approximation with few examples of a class, and what Student's t says instead."""
    alpha = significance(comparison.settings.level)
    for pair in comparison.pairs:
        result = pair.result
        if not isinstance(result, TestResult) or result.procedure != "delong" or comparison.design.clustered:
            continue
        rarer = int(min(result.steps["positives"], result.steps["negatives"]))
        if not 2 <= rarer <= FEW_OF_A_CLASS or result.p_value == 1:
            continue
        by_t = t_p_value(result.statistic, rarer - 1, result.alternative)
        turned = result.p_value < alpha <= by_t
        yield Finding(
            code="BO190",
            severity=Severity.WARNING if turned else Severity.NOTE,
            message=f"One class has only {write_count(rarer, 'example')}: with 10 against 100 DeLong's test "
            "called equal "
            f"areas different in .068 of trials at 5 %. By Student's t with {write_count(rarer - 1, 'degree')} "
            "of freedom, "
            f"which kept the level, p = {by_t:.2g} for {pair.b} against {pair.a} in place of {result.p_value:.2g}"
            f"{': that would not decide it' if turned else ''}.",
            detail={"a": pair.a, "b": pair.b, "rarer": rarer, "p_value": result.p_value, "p_by_t": by_t},
        )
        return


def _find_positive_class(bench: ExampleBench) -> Iterator[Finding]:
    metric, classes = bench.design.metric, bench.evidence.classes
    one_sided = metric == "average_precision" or (
        metric in COUNT_METRICS and COUNT_METRICS[metric].two_classes
    )
    if len(classes) == 2 and one_sided:
        yield positive_class_finding([metric], classes)


def positive_class_finding(metrics: list[str], classes: tuple[str, ...]) -> Finding:
    """Return the finding that says which of two classes some metrics speak of."""
    speaks = "speaks" if len(metrics) == 1 else "speak"
    return Finding(
        code="BO143",
        severity=Severity.NOTE,
        message=f"{write_list(metrics)} {speaks} of class {classes[1]}, against {classes[0]}; --positive "
        "names the other one.",
        detail={"positive": classes[1], "negative": classes[0]},
    )


def _find_constant_predictions(bench: ExampleBench) -> Iterator[Finding]:
    predictions = bench.evidence
    if predictions.labels is None or predictions.truth is None or np.unique(predictions.truth).size < 2:
        return
    same = np.flatnonzero((predictions.labels == predictions.labels[0]).all(axis=0)).tolist()
    if not same:
        return
    phrases = [
        f"{predictions.classifiers[i]} ({predictions.classes[int(predictions.labels[0, i])]})" for i in same
    ]
    yield Finding(
        code="BO140",
        severity=Severity.WARNING,
        message=f"Predicts one class for every example: {write_list(phrases)}.",
        detail={"classifiers": [predictions.classifiers[i] for i in same]},
    )


def _find_worse_than_guessing(predictions: Predictions, *, metric: str) -> Iterator[Finding]:
    """Yield the classifiers that tell the classes apart, but the wrong way round."""
    if predictions.truth is None or np.unique(predictions.truth).size < 2:
        return
    classifiers = [
        *_list_disagreeing(predictions),
        *(_list_ranking_backwards(predictions) if metric in RANKINGS else ()),
    ]
    if not classifiers:
        return
    names = list(dict.fromkeys(name for name, _ in classifiers))
    yield Finding(
        code="BO367",
        severity=Severity.WARNING,
        message=f"Worse than guessing: {write_list([f'{name} ({what})' for name, what in classifiers])}. Are "
        "the classes swapped, "
        "or is it the probability of the other one?",
        detail={"classifiers": names},
    )


def _list_disagreeing(predictions: Predictions) -> Iterator[tuple[str, str]]:
    """Yield who is right far less often than labels in random order would be."""
    if predictions.labels is None or predictions.truth is None:
        return
    true = np.bincount(predictions.truth, minlength=len(predictions.classes)) / predictions.examples
    for name, labels, right in zip(
        predictions.classifiers, predictions.labels.T, predictions.correct.T, strict=True
    ):
        shares = np.bincount(labels, minlength=len(predictions.classes)) / predictions.examples
        chance = float(true @ shares)
        error = sqrt(chance * (1 - chance) / _count_independent(predictions))
        if float(right.mean()) < chance - FAR_BELOW_CHANCE * error:
            yield name, f"accuracy {right.mean():.2g}, {chance:.2g} by chance"


def _list_ranking_backwards(predictions: Predictions) -> Iterator[tuple[str, str]]:
    """Yield whose scores rank the two classes far worse than at random (the null variance of Mann and Whitney)."""
    if predictions.truth is None or len(predictions.classes) != 2:
        return
    positive = int(predictions.truth.sum())
    negative = predictions.examples - positive
    error = sqrt(
        (predictions.examples + 1)
        / (12 * positive * negative)
        * predictions.examples
        / _count_independent(predictions)
    )
    for i, name in enumerate(predictions.classifiers):
        area = metric_value(predictions, i, "roc_auc")
        if area < 0.5 - FAR_BELOW_CHANCE * error:
            yield name, f"ROC AUC {area:.2g}"


def _count_independent(predictions: Predictions) -> int:
    """Return how many examples there are at the least that do not depend on each other: one of each group."""
    return predictions.examples if predictions.group is None else np.unique(predictions.group).size


def _find_few_groups(comparison: Comparison, bench: ExampleBench) -> Iterator[Finding]:
    """Yield that groups are few: what can decide then, and how many groups it takes where nothing can."""
    design, settings = comparison.design, comparison.settings
    if not 0 < design.groups < FEW_GROUPS:
        return
    many, alpha, telling = (
        _plural_noun(design.group_noun),
        significance(settings.level),
        _count_differing_groups(bench),
    )
    pairs = 1 if settings.test == "max-t-predictions" else len(comparison.pairs)
    least = _least_p(telling, comparison, pairs=pairs)
    needed = next(g for g in range(1, 100) if _least_p(g, comparison, pairs=pairs) < alpha)
    adjustment_note = "" if pairs == 1 else f", adjusted for {pairs} pairs,"
    few = f"The examples come from {write_count(design.groups, design.group_noun)} only, and {many} are what varies"
    flips = settings.test in GROUP_FLIP_TESTS
    doubt = "" if flips else f": below {FEW_GROUPS} the normal approximation is doubtful"
    if least < alpha:
        what = f"{settings.test} flips" if flips else "--test paired-permutation instead flips"
        rest = f"{what} whole {many}, and its smallest p{adjustment_note} is {write_p_value(least)} here"
    else:
        differ = "" if telling == design.groups else f", of which {telling} tell the two apart,"
        rest = (
            f"No exact test of so few{differ} can decide, whatever the {design.examples:,} examples say: by flips of "
            f"whole {many} the smallest p{adjustment_note} is {write_p_value(least)}, and it takes {needed} "
            f"{many} or more"
        )
    message = f"{few}{doubt}. {rest}."
    yield Finding(
        code="BO141",
        severity=Severity.WARNING,
        message=message,
        detail={
            "groups": design.groups,
            "groups_that_differ": telling,
            "smallest_p": least,
            "groups_needed": needed,
            "examples": design.examples,
        },
    )


def _count_differing_groups(bench: ExampleBench) -> int:
    """Return in how many groups two classifiers differ, of the pair that differs in most; all, of other metrics."""
    predictions = bench.evidence
    if predictions.group is None or bench.design.metric not in ACCURACIES:
        return bench.design.groups
    sums = np.column_stack([np.bincount(predictions.group, weights=right) for right in predictions.correct.T])
    return max(int(np.count_nonzero(sums[:, a] != sums[:, b])) for a, b in bench.pairs)


def _least_p(groups: int, comparison: Comparison, *, pairs: int) -> float:
    """Return the smallest p-value of flipping so many groups: they all point one way."""
    sides = 2 if comparison.settings.alternative is Alternative.TWO_SIDED else 1
    return min(1.0, pairs * sides * 0.5**groups)


def _plural_noun(noun: str) -> str:
    return write_count(2, noun).removeprefix("2 ")


def _find_weights(bench: ExampleBench) -> Iterator[Finding]:
    weight = bench.evidence.weight
    if weight is None:
        return
    # Kish's effective sample size: as many examples of equal weight would estimate a share as well.
    worth = float(weight.sum() ** 2 / (weight @ weight))
    yield Finding(
        code="BO150",
        severity=Severity.NOTE,
        message=f"Scores, advantages and tests count the examples by their weights: {bench.evidence.examples:,} of "
        f"them tell as much as {worth:,.0f} of equal weight. Flips, agreement and kappa count every example once.",
        detail={"examples": bench.evidence.examples, "effective_examples": worth},
    )
