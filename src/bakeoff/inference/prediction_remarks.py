"""What a reader should know about predictions on one test set, and about predictions that were pooled."""

from collections.abc import Iterator
from math import isclose, sqrt

import numpy as np

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import counted, listed, p_figures
from bakeoff.inference.bench import Bench, ScoreBench
from bakeoff.inference.examples import ExampleBench, metric_value
from bakeoff.inference.pair_remarks import subgroup_findings
from bakeoff.procedures.distributions import t_p_value
from bakeoff.procedures.mcnemar_power import examples_needed, resolvable_difference
from bakeoff.procedures.metrics import COUNT_METRICS
from bakeoff.procedures.prediction_registry import ACCURACIES
from bakeoff.procedures.proportions import proportion_interval
from bakeoff.procedures.subset_sums import FEW_GROUPS

RANKINGS = ("roc_auc", "average_precision")
RARELY = 0.05  # share of flips below which agreement swamps the difference
FLIPPING = ("max-t-predictions", "paired-permutation")  # tests that flip whole groups
POWER = 0.8
FEW_OF_A_CLASS = 20  # up to which DeLong's normal approximation was measured to reject too often
FAR = 5.0  # standard errors below chance that no bad luck explains


def prediction_remarks(comparison: Comparison, bench: Bench) -> Iterator[Finding]:
    """Yield the findings that concern predictions."""
    yield from subgroup_findings(comparison)
    if isinstance(bench, ScoreBench):
        yield from _pooled(comparison, bench)
        if bench.predictions is not None and bench.design.datasets == 1:
            yield from _worse_than_guessing(bench.predictions, metric=bench.design.metric)
        return
    yield from _without_total(comparison)
    if comparison.design.metric in ACCURACIES:  # other metrics see more than right and wrong
        yield from _no_flips(comparison)
        yield from _mostly_agreed(comparison)
    yield from _what_could_be_seen(comparison)
    yield from _few_of_a_class(comparison)
    if isinstance(bench, ExampleBench):
        yield from _positive_class(bench)
        yield from _constant_predictions(bench)
        yield from _worse_than_guessing(bench.evidence, metric=bench.design.metric)
        yield from _few_groups(comparison, bench)
        yield from _weights(bench)


def _pooled(comparison: Comparison, bench: ScoreBench) -> Iterator[Finding]:
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


def _without_total(comparison: Comparison) -> Iterator[Finding]:
    given = comparison.evidence
    if not isinstance(given, TestSetCounts) or given.total_known:
        return
    yield Finding(
        code="BO138",
        severity=Severity.NOTE,
        message="The number of examples was not given: the advantage is a share of the examples that exactly one of "
        "the two gets right. With --total it is the difference in accuracy; the p-value stays the same.",
        detail={"discordant": (given.mends or 0) + (given.breaks or 0)},
    )


def _no_flips(comparison: Comparison) -> Iterator[Finding]:
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


def _mostly_agreed(comparison: Comparison) -> Iterator[Finding]:
    """Yield how few examples the verdicts rest on, where agreements swamp disagreements."""
    given = comparison.evidence
    if isinstance(given, TestSetCounts) and not given.total_known:
        return
    rare = []
    for pair in comparison.pairs:
        flips = 0 if pair.flips is None else pair.flips.mends + pair.flips.breaks
        if 0 < flips < RARELY * comparison.design.examples:
            rare.append((flips, pair))
    if not rare:
        return
    flips, pair = min(rare, key=lambda item: item[0])
    n = comparison.design.examples
    alike = f"{pair.b} and {pair.a} are both right or both wrong on {n - flips:,} of the {n:,} examples"
    others = f"; {len(rare) - 1} of the other pairs are nearly as alike" if len(rare) > 1 else ""
    yield Finding(
        code="BO135",
        severity=Severity.NOTE,
        message=f"{alike}: what is said of them rests on the other {flips:,}{others}. Tests of accuracies that take "
        "the examples as different ones would drown such a difference in what the classifiers share.",
        detail={"a": pair.a, "b": pair.b, "discordant": flips, "examples": n, "pairs": len(rare)},
    )


def _what_could_be_seen(comparison: Comparison) -> Iterator[Finding]:
    """Yield what an undecided pair's test set could have shown, and how many examples would be needed."""
    design, settings = comparison.design, comparison.settings
    if len(comparison.pairs) > 1 or settings.test != "mcnemar-midp" or design.clustered:
        return  # in groups the examples are not what is drawn: their number says nothing of this kind
    pair = comparison.pairs[0]
    if pair.verdict is not Verdict.UNDECIDED or settings.alternative is not Alternative.TWO_SIDED:
        return
    flips = 0 if pair.flips is None else pair.flips.mends + pair.flips.breaks
    given = comparison.evidence
    if not flips or (isinstance(given, TestSetCounts) and not given.total_known):
        return
    n, level, margin = design.examples, settings.level, settings.margin
    discordance = flips / n
    share = proportion_interval(flips, n, method="wilson", level=0.8)
    seen, low, high = (
        resolvable_difference(n, d, level=level, power=POWER) for d in (discordance, share.low, share.high)
    )
    wanted = 0 < margin < discordance and not isclose(margin, discordance) and margin < (seen or discordance)
    needed = examples_needed(margin, discordance, level=level, power=POWER) if wanted else None
    what = (
        "can hardly show any difference, however large"
        if seen is None
        else f"find a true difference of {seen:.2g} in 80 % of cases"
    )
    roughly = "" if seen is None or low is None or high is None else f" (or one of {low:.2g} to {high:.2g})"
    more = (
        f"; to find one of the size of the margin, {margin:.2g}, you would need about {float(f'{needed:.2g}'):,.0f}"
        if needed
        else ""
    )
    yield Finding(
        code="BO139",
        severity=Severity.NOTE,
        message=f"{counted(n, 'such example')} {what}{roughly}, if one alone is right as often as here{more}.",
        detail={
            "discordance": discordance,
            "detectable_difference": seen,
            "detectable_low": low,
            "detectable_high": high,
            "margin": margin or None,
            "examples_needed": needed,
            "power": POWER,
        },
    )


def _few_of_a_class(comparison: Comparison) -> Iterator[Finding]:
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
            message=f"One class has only {counted(rarer, 'example')}: with 10 against 100 DeLong's test called equal "
            f"areas different in .068 of trials at 5 %. By Student's t with {counted(rarer - 1, 'degree')} of freedom, "
            f"which kept the level, p = {by_t:.2g} for {pair.b} against {pair.a} in place of {result.p_value:.2g}"
            f"{': that would not decide it' if turned else ''}.",
            detail={"a": pair.a, "b": pair.b, "rarer": rarer, "p_value": result.p_value, "p_by_t": by_t},
        )
        return


def _positive_class(bench: ExampleBench) -> Iterator[Finding]:
    metric, classes = bench.design.metric, bench.evidence.classes
    one_sided = metric == "average_precision" or (
        metric in COUNT_METRICS and COUNT_METRICS[metric].two_classes
    )
    if len(classes) == 2 and one_sided:
        yield positive_class([metric], classes)


def positive_class(metrics: list[str], classes: tuple[str, ...]) -> Finding:
    """Return the finding that says which of two classes some metrics speak of."""
    speaks = "speaks" if len(metrics) == 1 else "speak"
    return Finding(
        code="BO143",
        severity=Severity.NOTE,
        message=f"{listed(metrics)} {speaks} of class {classes[1]}, against {classes[0]}; --positive "
        "names the other one.",
        detail={"positive": classes[1], "negative": classes[0]},
    )


def _constant_predictions(bench: ExampleBench) -> Iterator[Finding]:
    given = bench.evidence
    if given.labels is None or given.truth is None or np.unique(given.truth).size < 2:
        return
    same = np.flatnonzero((given.labels == given.labels[0]).all(axis=0)).tolist()
    if not same:
        return
    told = [f"{given.classifiers[i]} ({given.classes[int(given.labels[0, i])]})" for i in same]
    yield Finding(
        code="BO140",
        severity=Severity.WARNING,
        message=f"Predicts one class for every example: {listed(told)}.",
        detail={"classifiers": [given.classifiers[i] for i in same]},
    )


def _worse_than_guessing(given: Predictions, *, metric: str) -> Iterator[Finding]:
    """Yield the classifiers that tell the classes apart, but the wrong way round."""
    if given.truth is None or np.unique(given.truth).size < 2:
        return
    told = [*_disagreeing(given), *(_ranking_backwards(given) if metric in RANKINGS else ())]
    if not told:
        return
    names = list(dict.fromkeys(name for name, _ in told))
    yield Finding(
        code="BO367",
        severity=Severity.WARNING,
        message=f"Worse than guessing: {listed([f'{name} ({what})' for name, what in told])}. Are the classes swapped, "
        "or is it the probability of the other one?",
        detail={"classifiers": names},
    )


def _disagreeing(given: Predictions) -> Iterator[tuple[str, str]]:
    """Yield who is right far less often than labels in random order would be."""
    if given.labels is None or given.truth is None:
        return
    true = np.bincount(given.truth, minlength=len(given.classes)) / given.examples
    for name, labels, right in zip(given.classifiers, given.labels.T, given.correct.T, strict=True):
        shares = np.bincount(labels, minlength=len(given.classes)) / given.examples
        chance = float(true @ shares)
        error = sqrt(chance * (1 - chance) / _independent(given))
        if float(right.mean()) < chance - FAR * error:
            yield name, f"accuracy {right.mean():.2g}, {chance:.2g} by chance"


def _ranking_backwards(given: Predictions) -> Iterator[tuple[str, str]]:
    """Yield whose scores rank the two classes far worse than at random (the null variance of Mann and Whitney)."""
    if given.truth is None or len(given.classes) != 2:
        return
    positive = int(given.truth.sum())
    negative = given.examples - positive
    error = sqrt((given.examples + 1) / (12 * positive * negative) * given.examples / _independent(given))
    for i, name in enumerate(given.classifiers):
        area = metric_value(given, i, "roc_auc")
        if area < 0.5 - FAR * error:
            yield name, f"ROC AUC {area:.2g}"


def _independent(given: Predictions) -> int:
    """Return how many examples there are at the least that do not depend on each other: one of each group."""
    return given.examples if given.group is None else np.unique(given.group).size


def _few_groups(comparison: Comparison, bench: ExampleBench) -> Iterator[Finding]:
    """Yield that groups are few: what can decide then, and how many groups it takes where nothing can."""
    design, settings = comparison.design, comparison.settings
    if not 0 < design.groups < FEW_GROUPS:
        return
    many, alpha, telling = _many(design.group_noun), significance(settings.level), _telling_groups(bench)
    pairs = 1 if settings.test == "max-t-predictions" else len(comparison.pairs)
    least = _least_p(telling, comparison, pairs=pairs)
    needed = next(g for g in range(1, 100) if _least_p(g, comparison, pairs=pairs) < alpha)
    adjusted = "" if pairs == 1 else f", adjusted for {pairs} pairs,"
    few = (
        f"The examples come from {counted(design.groups, design.group_noun)} only, and {many} are what varies"
    )
    flips = settings.test in FLIPPING
    doubt = "" if flips else f": below {FEW_GROUPS} the normal approximation is doubtful"
    if least < alpha:
        what = f"{settings.test} flips" if flips else "--test paired-permutation instead flips"
        rest = f"{what} whole {many}, and its smallest p{adjusted} is {p_figures(least)} here"
    else:
        differ = "" if telling == design.groups else f", of which {telling} tell the two apart,"
        rest = (
            f"No exact test of so few{differ} can decide, whatever the {design.examples:,} examples say: by flips of "
            f"whole {many} the smallest p{adjusted} is {p_figures(least)}, and it takes {needed} {many} or more"
        )
    told = f"{few}{doubt}. {rest}."
    yield Finding(
        code="BO141",
        severity=Severity.WARNING,
        message=told,
        detail={
            "groups": design.groups,
            "groups_that_differ": telling,
            "smallest_p": least,
            "groups_needed": needed,
            "examples": design.examples,
        },
    )


def _telling_groups(bench: ExampleBench) -> int:
    """Return in how many groups two classifiers differ, of the pair that differs in most; all, of other metrics."""
    given = bench.evidence
    if given.group is None or bench.design.metric not in ACCURACIES:
        return bench.design.groups
    sums = np.column_stack([np.bincount(given.group, weights=right) for right in given.correct.T])
    return max(int(np.count_nonzero(sums[:, a] != sums[:, b])) for a, b in bench.pairs)


def _least_p(groups: int, comparison: Comparison, *, pairs: int) -> float:
    """Return the smallest p-value of flipping so many groups: they all point one way."""
    sides = 2 if comparison.settings.alternative is Alternative.TWO_SIDED else 1
    return min(1.0, pairs * sides * 0.5**groups)


def _many(noun: str) -> str:
    return counted(2, noun).removeprefix("2 ")


def _weights(bench: ExampleBench) -> Iterator[Finding]:
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
