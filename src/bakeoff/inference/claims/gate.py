"""Judge a gate: what a pipeline asks of a comparison, by a test that can say no."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bakeoff.core.answers.gate import Bound, Gate, GateKind, GatePair, GateRequest, WorseSubgroup
from bakeoff.core.arrays import Floats, rounding_step
from bakeoff.core.comparison import Comparison, Pair, Settings
from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Unit
from bakeoff.core.predictions import Evidence, Predictions, TestSetCounts
from bakeoff.core.results import Alternative, Posterior, Verdict, significance
from bakeoff.core.words import write_count
from bakeoff.inference.compare import compare
from bakeoff.inference.findings.pair_findings import unjudged_subgroups
from bakeoff.procedures.paired.mean_bounds import in_range_bound, largest_share, skew_adjusted_bound
from bakeoff.procedures.sequential_registry import SEQUENTIAL

REACH = {Unit.FRACTION: 1.0, Unit.PERCENT: 100.0}  # of a difference of two scores
OVER_DATASETS = {
    Bound.MEAN: ("mean advantage over datasets", "Student's t or Hall's for skew, the smaller"),
    Bound.MEAN_IN_RANGE: (
        "mean advantage over datasets",
        "by betting, whatever the shape within the score's range",
    ),
}


def judge_gate(comparison: Comparison, request: GateRequest) -> Gate:
    """Return the answer of a gate, or refuse one that cannot be meant.

    `better` asks that b is shown to be better. `not-worse` with a margin asks that b is shown to lose less than the
    margin; without one, only that b is not shown to be worse, by a test that could have shown it.
    """
    check_gate_request(comparison, request)
    bound, margin = _choose_bound(comparison, request), comparison.settings.margin
    rejudged = _with_fallible_test(comparison, request, bound)
    if request.kind is GateKind.NOT_WORSE and bound is None:
        _require_power(rejudged)
    pairs = tuple(_judge_gate_pair(pair, rejudged, request, bound) for pair in rejudged.pairs)
    if request.subgroups:
        _require_subgroups(rejudged)
    worse = tuple(_find_worse_subgroups(rejudged)) if request.subgroups else ()
    return Gate(
        kind=request.kind,
        passed=all(pair.passed for pair in pairs) and not worse,
        margin=margin,
        bound=bound,
        share=request.share,
        pairs=pairs,
        subgroups_count=request.subgroups,
        subgroups=sum(len(pair.by_subgroup) for pair in rejudged.pairs),
        worse_subgroups=worse,
        unjudged_subgroups=unjudged_subgroups(rejudged),
        judged_two_sided=rejudged.settings.alternative is not comparison.settings.alternative,
    )


def check_gate_request(comparison: Comparison, request: GateRequest) -> None:
    """Refuse a gate that contradicts itself, the settings or the evidence."""
    settings = comparison.settings
    _require_one_verdict(comparison)
    if settings.test in SEQUENTIAL:
        _check_at_any_time(settings, request)
    if request.kind is GateKind.BETTER:
        if settings.alternative is Alternative.LESS:
            raise _contradiction_error(
                "a test that looks only for a worse b can never show that b is better",
                "--gate better --alternative less",
                "leave --alternative out, or use greater",
            )
        if request.bound is not None or request.share is not None:
            raise _contradiction_error(
                "--bound and --share say what not-worse holds against the margin",
                "--gate better",
                "leave them out, or use --gate not-worse",
            )
        return
    _check_bound(request, margin=settings.margin)
    if request.bound not in (None, Bound.TEST) and comparison.design.datasets < 2:
        raise _unfit_error(
            f"--bound {request.bound} is about several datasets, and this evidence "
            f"{'is items' if comparison.design.of_items else 'has one'}",
            f"leave --bound out: what is bounded is the {comparison.pairs[0].result.estimate.of}",
        )
    if request.bound is Bound.MEAN_IN_RANGE and comparison.evidence.measure.unit not in REACH:
        raise _unfit_error(
            f"--bound mean-in-range needs a score with a known range, and {comparison.evidence.measure.name} has none",
            "use --bound mean, or scores that are fractions or percentages",
        )


def _check_at_any_time(settings: Settings, request: GateRequest) -> None:
    """Refuse what holds for one look only, or cannot be shown, where one may look at any time."""
    if request.kind is GateKind.NOT_WORSE and settings.margin == 0:
        raise UsageError(
            "at any time it can be shown that b loses less than a margin, and none was given: without one this gate "
            "would pass until a loss is shown, and passing would say nothing",
            where="--sequential --gate not-worse",
            fix="give --margin, such as --margin 0.01, or ask for --gate better",
            code="BO641",
        )
    if request.bound not in (None, Bound.TEST) or (
        request.kind is GateKind.NOT_WORSE and settings.alternative is Alternative.LESS
    ):
        raise UsageError(
            "what is asked of the gate holds for one look, or cannot be shown by this alternative",
            where="--sequential, --bound, --alternative",
            fix="leave --bound and --alternative out: the bound is that of the confidence sequence",
            code="BO641",
        )


def _require_one_verdict(comparison: Comparison) -> None:
    """Refuse a gate by a test of flips over several datasets: it gives each a verdict, and none to all of them."""
    each = comparison.pairs[0].by_dataset
    if comparison.design.datasets < 2 or not each or each[0].flips is None:
        return
    test = each[0].result.procedure
    raise UsageError(
        f"{test} judges every dataset by itself, so there are {len(each)} verdicts on a pair and none over the "
        "datasets that a gate could follow",
        where=f"--gate, --test {test}",
        fix="leave --test out: the gate then judges over the datasets; or keep one dataset (--without)",
        code="BO255",
    )


def _check_bound(request: GateRequest, *, margin: float) -> None:
    if (request.share is None) != (request.bound is not Bound.SHARE):
        raise _contradiction_error(
            "--bound share and --share S belong together: S is the largest share of datasets that may lose more "
            "than the margin",
            "--bound, --share",
            "give both, such as --bound share --share 0.2, or neither",
        )
    if request.share is not None and not 0 < request.share < 1:
        raise _contradiction_error(
            f"a share of {request.share:g} is not possible", "--share", "use a number between 0 and 1"
        )
    if margin == 0 and request.bound not in (None, Bound.SHARE):
        raise _contradiction_error(
            f"--bound {request.bound} is held against a margin, and none was given",
            f"--gate not-worse --bound {request.bound}",
            "give --margin as well, or leave --bound out",
        )


def _contradiction_error(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO407")


def _unfit_error(what: str, fix: str) -> UsageError:
    return UsageError(what, where="--bound", fix=fix, code="BO408")


def _choose_bound(comparison: Comparison, request: GateRequest) -> Bound | None:
    """Return what is bounded: over datasets the mean, unless another was asked for; None where the verdict decides."""
    if request.kind is GateKind.BETTER:
        return None
    if request.bound is not None or comparison.settings.margin == 0:
        return request.bound
    by_posterior = isinstance(comparison.pairs[0].result, Posterior)
    if comparison.settings.test in SEQUENTIAL:
        return Bound.TEST  # the others hold for one look
    return Bound.MEAN if comparison.design.datasets > 1 and not by_posterior else Bound.TEST


def judge_again(comparison: Comparison, **changes: object) -> Comparison:
    """Return the comparison as other settings would have it, by the same test."""
    settings = comparison.settings
    own = settings.adjust == settings.test  # a family that adjusts by itself
    changed = replace(settings, **{"adjust": None if own else settings.adjust, **changes})  # type: ignore[arg-type]
    return compare(comparison.predictions or comparison.evidence, changed, costs=comparison.costs)


def _with_fallible_test(comparison: Comparison, request: GateRequest, bound: Bound | None) -> Comparison:
    """Return the comparison by a test that can show a loss, whichever alternative was asked for."""
    if request.kind is GateKind.BETTER or bound not in (None, Bound.TEST):
        return comparison
    blind = Alternative.GREATER if bound is None else Alternative.LESS
    if comparison.settings.alternative is not blind or isinstance(comparison.pairs[0].result, Posterior):
        return comparison
    return judge_again(comparison, alternative=Alternative.TWO_SIDED)


def _bound_error(settings: Settings) -> float:
    """Return the error of a lower bound: half of what the level leaves, unless only one side was asked about."""
    outside = significance(settings.level)
    return outside if settings.alternative is Alternative.GREATER else outside / 2


def _judge_gate_pair(
    pair: Pair, comparison: Comparison, request: GateRequest, bound: Bound | None
) -> GatePair:
    gate_pair = replace(
        GatePair(a=pair.a, b=pair.b, passed=False, verdict=pair.verdict),
        **_gate_losses(pair, comparison),  # type: ignore[arg-type]
    )
    if request.kind is GateKind.BETTER:
        refuted = pair.verdict in (Verdict.WORSE, Verdict.EQUIVALENT)
        return replace(gate_pair, passed=pair.verdict is Verdict.BETTER, is_refuted=refuted)
    gate_pair = replace(gate_pair, is_refuted=pair.verdict is Verdict.WORSE)
    judged = _judge_against_margin(gate_pair, pair, comparison, request.share, bound)
    return replace(judged, is_refuted=judged.is_refuted and not judged.passed)


def _judge_against_margin(
    gate_pair: GatePair, pair: Pair, comparison: Comparison, share: float | None, bound: Bound | None
) -> GatePair:
    settings = comparison.settings
    match bound:
        case None:
            return replace(gate_pair, passed=pair.verdict is not Verdict.WORSE)
        case Bound.SHARE:
            families = comparison.design.members > 0
            return _judge_by_share(gate_pair, settings, share or 0.0, families=families)
        case Bound.TEST:
            return _judge_by_test(gate_pair, pair, settings)
        case _:
            return _judge_by_mean(gate_pair, pair, comparison, bound)


def _gate_losses(pair: Pair, comparison: Comparison) -> dict[str, object]:
    """Return the unit that loses most, and of datasets how many lose more than the margin."""
    if comparison.design.of_items:
        return _gate_losses_by_task(pair)
    if not len(pair.units):
        return {}
    place = int(np.argmin(pair.advantages))
    worst = {"worst": (pair.units[place], float(pair.advantages[place])), "units": len(pair.units)}
    if comparison.design.datasets < 2:
        return worst
    settings = comparison.settings
    losing = int(np.count_nonzero(pair.advantages < -settings.margin))
    share = largest_share(losing, len(pair.units), tail=_bound_error(settings))
    return {**worst, "losing": losing, "losing_at_most": share}


def _gate_losses_by_task(pair: Pair) -> dict[str, object]:
    """Return the task that loses most; of one task nothing, as an item is no unit to lose on."""
    if not pair.by_dataset:
        return {}
    worst = min(pair.by_dataset, key=lambda verdict: verdict.result.estimate.value)
    return {"worst": (worst.dataset, worst.result.estimate.value), "units": len(pair.by_dataset)}


def _judge_by_share(gate_pair: GatePair, settings: Settings, share: float, *, families: bool) -> GatePair:
    most, losing, units = gate_pair.losing_at_most or 0.0, gate_pair.losing or 0, gate_pair.units or 1
    least = 1 - largest_share(units - losing, units, tail=_bound_error(settings))
    return replace(
        gate_pair,
        passed=most <= share,
        is_refuted=least > share,  # a mean that is worse says nothing of the share
        bounded=f"share of {'families' if families else 'datasets'} that lose more than the margin",
        value=losing / units,
        bound=most,
        level=1 - _bound_error(settings),
        method="Clopper and Pearson, exact",
    )


def _judge_by_test(gate_pair: GatePair, pair: Pair, settings: Settings) -> GatePair:
    result = pair.result
    if isinstance(result, Posterior):
        return replace(
            gate_pair,
            passed=1 - result.worse >= settings.level,
            is_refuted=result.worse >= settings.level,
            bounded="posterior probability of a loss beyond the margin",
            value=result.worse,
            bound=result.worse,
            level=settings.level,
            method=result.procedure,
        )
    low = result.estimate.interval.low
    if result.procedure in SEQUENTIAL:  # more may come: only a loss of the margin or more settles it
        gate_pair = replace(gate_pair, is_refuted=result.estimate.interval.high <= -settings.margin)
    return replace(
        gate_pair,
        passed=low > -settings.margin,
        bounded=result.estimate.of,
        value=result.estimate.value,
        bound=low if np.isfinite(low) else None,
        level=1 - _bound_error(settings),
        method=result.procedure,
    )


def _judge_by_mean(gate_pair: GatePair, pair: Pair, comparison: Comparison, bound: Bound) -> GatePair:
    settings, tail, values = comparison.settings, _bound_error(comparison.settings), pair.advantages
    low, mirrored = (_bound_of_mean(sign * values, pair, comparison, bound) for sign in (1.0, -1.0))
    name, method = OVER_DATASETS[bound]
    if comparison.design.members:
        name = name.replace("datasets", "families of datasets")
    return replace(
        gate_pair,
        passed=low > -settings.margin,
        is_refuted=gate_pair.is_refuted or -mirrored <= -settings.margin,
        bounded=name,
        value=float(values.mean()),
        bound=low if np.isfinite(low) else None,
        level=1 - tail,
        method=method,
    )


def _bound_of_mean(values: Floats, pair: Pair, comparison: Comparison, bound: Bound) -> float:
    """Return the lower bound of the mean; of values with their sign turned, the upper one with its sign turned."""
    tail = _bound_error(comparison.settings)
    if bound is Bound.MEAN_IN_RANGE:
        return in_range_bound(values, tail=tail, reach=REACH[comparison.evidence.measure.unit])
    step = rounding_step(pair.a_scores, pair.b_scores)
    return skew_adjusted_bound(values, tail=tail, unit=step or 0.0)


def _require_subgroups(comparison: Comparison) -> None:
    """Refuse to let subgroups count that were named and that no test can judge: passing would say nothing of them."""
    not_judged = unjudged_subgroups(comparison)
    if not_judged and not any(pair.by_subgroup for pair in comparison.pairs):
        raise UsageError(
            f"{write_count(len(not_judged), 'subgroup')} should count in the gate, and none of them can be judged",
            where="--gate, --subgroup-column",
            fix="compare on one test set, with five examples or more in each subgroup; or pass --ignore-subgroups",
            code="BO408",
        )


def _find_worse_subgroups(comparison: Comparison) -> Iterator[WorseSubgroup]:
    for pair in comparison.pairs:
        for part in pair.by_subgroup:
            if part.verdict is Verdict.WORSE:
                yield WorseSubgroup(
                    a=pair.a,
                    b=pair.b,
                    subgroup=part.subgroup,
                    advantage=part.result.estimate.value,
                    p_adjusted=part.p_adjusted,
                )


def _require_power(comparison: Comparison) -> None:
    """Refuse a gate that nothing could close: so little evidence that even a b that always loses is not shown worse."""
    planted = _plant_losses(comparison)
    if planted is None:
        return
    try:
        worst = judge_again(replace(comparison, evidence=planted, predictions=None, costs=None))
    except BakeoffError:
        return  # the test has nothing to say of evidence that is so clear
    if all(pair.verdict is Verdict.WORSE for pair in worst.pairs):
        return
    settings = comparison.settings
    raise UsageError(
        f"this gate could not fail: {_write_amount(comparison)} cannot show that b is worse at "
        f"{100 * settings.level:g} % "
        f"by {settings.test}, not even where b always loses",
        where="--gate not-worse without a margin",
        fix="give --margin, so that it must be shown that the loss is smaller; or bring more evidence",
        code="BO409",
    )


def _write_amount(comparison: Comparison) -> str:
    design = comparison.design
    over = f" and {write_count(len(comparison.pairs), 'pair')}" if len(comparison.pairs) > 1 else ""
    units = (
        write_count(design.groups, design.group_noun)
        if design.groups
        else write_count(design.units, design.unit_noun)
    )
    return f"{units}{over}"


def _plant_losses(comparison: Comparison) -> Evidence | None:
    """Return evidence of the same shape in which b loses to a everywhere; None where it cannot be made up."""
    evidence = comparison.evidence
    names = evidence.classifiers
    first = 0 if comparison.settings.baseline is None else names.index(comparison.settings.baseline)
    handicap = np.arange(len(names), dtype=np.float64) + 1
    handicap[first] = 0.0
    if isinstance(evidence, Scores):
        sign = -1.0 if evidence.measure.higher_is_better else 1.0
        folds = evidence.resamples
        return replace(
            evidence,
            values=_make_b_lose(evidence.values, sign * handicap),
            resamples=None
            if folds is None
            else replace(folds, values=_make_b_lose(folds.values, sign * handicap)),
            findings=(),
        )
    if isinstance(evidence, Predictions) and comparison.design.metric == "accuracy" and len(names) == 2:
        correct = np.zeros_like(evidence.correct)
        correct[:, first] = True
        return replace(
            evidence, correct=correct, truth=None, labels=None, classes=(), probabilities=None, scores=None,
            outcome=None, subgroup=None, findings=(),
        )  # fmt: skip
    if isinstance(evidence, TestSetCounts) and evidence.shared:
        flips = (evidence.mends or 0) + (evidence.breaks or 0)
        flips = round(evidence.total[0]) if evidence.total_known else flips
        return replace(evidence, mends=0, breaks=flips, correct=(float(flips), 0.0))
    return None


def _make_b_lose(values: Floats, handicap: Floats) -> Floats:
    """Return scores that differ by the handicap of each classifier, a little more from unit to unit; gaps stay."""
    grows = 1 + 0.3 * np.arange(len(values)) / max(1, len(values) - 1)
    losing: Floats = np.where(np.isnan(values), np.nan, np.outer(grows, handicap))
    return losing
