"""What a reader should know about the evidence and the tests: findings that need no further analysis."""

from collections.abc import Iterator, Sequence
from math import isinf

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.omissions import EvidencePart, Omission, OmittedBy
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Alternative, TestResult, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.inference.bench.bench import Bench, ScoreBench
from bakeoff.procedures.prediction_registry import INDEPENDENT, ONE_MODEL_EACH
from bakeoff.procedures.procedure import Procedure
from bakeoff.procedures.registry import RANK_TESTS

# Adjustments that ask for independent or positively dependent tests. Two-sided comparisons of normal means with one
# baseline are; those of all pairs are not.
BASELINE_ADJUSTMENTS = ("sidak", "holm-sidak", "holland", "hochberg", "hommel", "finner")
ROUNDING = 1e-12  # of a mean over folds, as a share of it


def omission_findings(evidence: Evidence) -> Iterator[Finding]:
    """Yield what was left out by hand, and whether that was after its answer was seen."""
    by_hand = [o for o in evidence.left_out if o.by is OmittedBy.USER]
    if by_hand:
        columns = (EvidencePart.CLASSIFIER, EvidencePart.MODEL, EvidencePart.COLUMN)
        units = any(o.part not in columns for o in by_hand)
        yield Finding(
            code="BO328",
            severity=Severity.WARNING if units else Severity.NOTE,
            message=f"{'; '.join(o.words for o in by_hand)}: the answer is about the rest",
            detail={"omissions": [_omission_detail(o) for o in by_hand]},
        )
    after_seeing = [o for o in by_hand if o.after_seeing]
    if after_seeing:
        number = sum(o.count for o in after_seeing)
        yield Finding(
            code="BO170",
            severity=Severity.WARNING,
            message=f"{write_count(number, 'dataset')} {'was' if number == 1 else 'were'} left out after the "
            "answer with "
            f"{'it' if number == 1 else 'them'} was seen: p-values and intervals do not allow for such a choice. The "
            "answer on all of the datasets is the one to report.",
            detail={"datasets": [name for o in after_seeing for name in o.names]},
        )


def _omission_detail(omission: Omission) -> dict[str, object]:
    names = ("part", "count", "names", "by", "how", "after_seeing")
    return {name: getattr(omission, name) for name in names}


def find_identical(comparison: Comparison) -> Iterator[Finding]:
    """Yield classifiers with one and the same score everywhere, on two datasets or more."""
    same = [pair for pair in comparison.pairs if len(pair.units) > 1 and not pair.advantages.any()]
    for group in _join_groups([(pair.a, pair.b) for pair in same]):
        amount = "all their" if len(group) > 2 else f"all {next(len(p.units) for p in same if p.a in group)}"
        yield Finding(
            code="BO341",
            severity=Severity.WARNING,
            message=f"{write_list(group, most=6)} have the same score on {amount} {_unit_noun(comparison)}"
            f"{_question_of_identical(comparison, group)}",
            detail={"classifiers": group},
        )


def _question_of_identical(comparison: Comparison, group: Sequence[str]) -> str:
    """Return what to ask of classifiers that tie everywhere: those that only rounding makes equal may differ."""
    evidence = comparison.evidence
    if isinstance(evidence, Scores):
        columns = evidence.values[..., [evidence.classifiers.index(name) for name in group]]
        known = columns[(columns == columns).any(axis=-1)]
        least, most = np.nanmin(known, axis=-1), np.nanmax(known, axis=-1)
        if (most - least > ROUNDING * np.abs(most)).any():
            return (
                " only at the coarser of the precisions that they are written with: give both with the same decimals, "
                "since an interval of 0 to 0 knows nothing below them."
            )
    times = "twice" if len(group) == 2 else f"{len(group)} times"
    return f": is it the same model {times}?"


def _join_groups(pairs: list[tuple[str, str]]) -> list[list[str]]:
    """Return groups of which every two are a pair; where scores are missing, two may be the same as a third only."""
    joined = {frozenset(pair) for pair in pairs}
    groups: list[list[str]] = []
    for pair in pairs:
        if any(set(pair) <= set(group) for group in groups):
            continue
        met = next(
            (g for g in groups if all(frozenset((m, n)) in joined for m in g for n in set(pair) - {m})), None
        )
        if met is None:
            groups.append(list(pair))
        else:
            met += [name for name in pair if name not in met]
    return groups


def find_constant_difference(comparison: Comparison) -> Iterator[Finding]:
    """Yield pairs whose scores differ by the same everywhere."""
    for pair in comparison.pairs:
        d = pair.advantages
        if len(d) > 1 and d[0] != 0 and (d == d[0]).all():
            yield Finding(
                code="BO342",
                severity=Severity.WARNING,
                message=f"{pair.b} differs from {pair.a} by the same {d[0]:g} on all {len(d)} "
                f"{_unit_noun(comparison)}: "
                "real scores vary, so look for a copied column; a t-test does not exist here.",
                detail={"a": pair.a, "b": pair.b, "difference": float(d[0])},
            )


def find_constant_columns(comparison: Comparison) -> Iterator[Finding]:
    """Yield classifiers with one score on every dataset."""
    if not isinstance(comparison.evidence, Scores):
        return
    values = comparison.evidence.values
    if len(values) < 3:
        return
    for name, column in zip(comparison.evidence.classifiers, values.T, strict=True):
        present = column[~np.isnan(column)]
        if len(present) > 2 and (present == present[0]).all():
            yield Finding(
                code="BO343",
                severity=Severity.WARNING,
                message=f"{name} scores {present[0]:g} on all {len(present)} datasets{_with_score(column)}: a constant "
                "predictor, or a failed run?",
                detail={"classifier": name, "score": float(present[0])},
            )


def _with_score(column: Floats) -> str:
    return " that it has a score on" if np.isnan(column).any() else ""


def find_forced_test(comparison: Comparison, carrying: Procedure) -> Iterator[Finding]:
    """Yield why the design does not license the test that was named."""
    for reason in carrying.objections(comparison.design):
        yield Finding(
            code="BO130",
            severity=Severity.PROBLEM,
            message=f"{carrying.key} was named, but this design does not license it: {reason}.",
            detail={"test": carrying.key, "reason": reason},
        )


def find_forced_on_datasets(bench: Bench) -> Iterator[Finding]:
    """Yield what pooled folds do to a test of flips that was named for every dataset."""
    if not isinstance(bench, ScoreBench) or bench.each is None or bench.predictions is None:
        return
    broken = []
    if bench.design.pooled_folds:
        broken.append(ONE_MODEL_EACH)
    if bench.predictions.group is not None:
        broken.append(INDEPENDENT)
    for condition in broken:
        yield Finding(
            code="BO130",
            severity=Severity.PROBLEM,
            message=f"{bench.each} was named for every dataset, but this design does not license it: {condition.says}.",
            detail={"test": bench.each, "reason": condition.says},
        )


def find_disagreement(comparison: Comparison) -> Iterator[Finding]:
    """Yield where tests of one pair differ in verdict, unless it is only the sign test's lack of power."""
    if len(comparison.pairs) > 1:
        return
    alpha = significance(comparison.settings.level)
    results = [t.result for t in comparison.tests if isinstance(t.result, TestResult)]
    deciding = [r for r in results if r.p_value < alpha]
    silent = [r for r in results if r.p_value >= alpha]
    if not deciding or all(r.procedure == "sign" for r in silent):
        return
    spoken_of = list(dict.fromkeys(r.estimate.of for r in results))
    if len(spoken_of) < 2:  # tests of one quantity differ in caution only
        return
    shared = {r.estimate.of for r in deciding} & {r.estimate.of for r in silent}
    why = f"they speak of different things ({write_list(spoken_of)})" + (
        " and suppose different things" if shared else ""
    )
    yield Finding(
        code="BO131",
        severity=Severity.NOTE,
        message=f"{_write_test_results(deciding)} would call this decided, {_write_test_results(silent)} would not: "
        f"{why}. The verdict stays with "
        f"{comparison.settings.test}.",
        detail={"decided": [r.procedure for r in deciding], "undecided": [r.procedure for r in silent]},
    )


def _write_test_results(results: list[TestResult]) -> str:
    return write_list([r.procedure for r in results])


def find_open_interval(comparison: Comparison) -> Iterator[Finding]:
    """Yield pairs whose interval has no end, for want of data."""
    for pair in comparison.pairs:
        interval = pair.result.estimate.interval
        if not (isinf(interval.low) or isinf(interval.high)):
            continue
        if comparison.settings.alternative is not Alternative.TWO_SIDED and not interval.is_unbounded:
            why = "A one-sided test bounds the advantage on one side only; the other end does not exist."
        else:
            why = (
                f"{write_count(len(pair.units), 'pair')} of scores cannot bound the advantage at "
                f"{100 * interval.level:.10g} %: the interval is open."
            )
        yield Finding(code="BO340", severity=Severity.NOTE, message=why, detail={"a": pair.a, "b": pair.b})
        return


def find_rank_disagreement(comparison: Comparison) -> Iterator[Finding]:
    """Yield where mean ranks tell another story than the pairs: ranks depend on who else takes part."""
    if comparison.settings.test in RANK_TESTS:
        return
    alpha = significance(comparison.settings.level)
    by_ranks = {
        (t.a, t.b): t for t in comparison.tests if t.result.procedure in ("nemenyi", "bonferroni-dunn")
    }
    differing = []
    for pair in comparison.pairs:
        view = by_ranks.get((pair.a, pair.b))
        if view is None or view.p_value is None or pair.p_value is None:
            continue
        if (view.p_value < alpha) != (pair.p_value < alpha):
            differing.append((pair, view.p_value < alpha))
    if not differing:
        return
    only_ranks = [f"{p.b} from {p.a}" for p, by_rank in differing if by_rank]
    only_pairs = [f"{p.b} from {p.a}" for p, by_rank in differing if not by_rank]
    phrases = [
        *([f"only mean ranks tell {write_list(only_ranks, most=3)}"] if only_ranks else []),
        *([f"only the pairs' own scores tell {write_list(only_pairs, most=3)}"] if only_pairs else []),
    ]
    yield Finding(
        code="BO133",
        severity=Severity.NOTE,
        message=f"The rank-based view differs: {'; '.join(phrases)}. A mean rank depends on which other "
        "classifiers are "
        "in the table; the verdicts here do not rest on it.",
        detail={"only_ranks": only_ranks, "only_pairs": only_pairs},
    )


def find_verdicts_by_ranks(comparison: Comparison) -> Iterator[Finding]:
    """Yield that the verdicts rest on mean ranks, which are not a property of the two that are compared."""
    test = comparison.settings.test
    if test not in RANK_TESTS:
        return
    yield Finding(
        code="BO200",
        severity=Severity.WARNING,
        message=f"The verdicts rest on mean ranks ({test}): the rank of a classifier, and so the verdict on a pair, "
        "depends on which other classifiers are in the table. max-t, the default, judges each pair by its own scores.",
        detail={"test": test, "measured": "docs/validity/many_datasets.md"},
    )


def find_verdicts_by_strengths(comparison: Comparison) -> Iterator[Finding]:
    """Yield that the verdicts rest on a model in which a win over one classifier counts against all."""
    test = comparison.settings.test
    if test != "bayes-bradley-terry":
        return
    yield Finding(
        code="BO202",
        severity=Severity.WARNING,
        message=f"The verdicts rest on one strength for each classifier ({test}): what a classifier does against "
        "others moves its chance of winning against this one, and a verdict depends on which others are in the table. "
        "max-t, the default, judges each pair by its own scores.",
        detail={"test": test, "measured": "docs/validity/posteriors.md"},
    )


def find_unproven_adjustment(comparison: Comparison) -> Iterator[Finding]:
    """Yield an adjustment whose proof does not cover these comparisons."""
    adjust = comparison.settings.adjust
    against_one = comparison.settings.baseline is not None
    independent = adjust in ("rom", "li")
    if len(comparison.pairs) < 2 or not (independent or (adjust in BASELINE_ADJUSTMENTS and not against_one)):
        return
    asks = "independent tests" if independent else "independent or positively dependent tests"
    which = (
        "comparisons with one baseline share it"
        if against_one
        else "the pairs of one table share classifiers"
    )
    yield Finding(
        code="BO201",
        severity=Severity.NOTE,
        message=f"The adjustment {adjust} is proven for {asks}, and {which}: its error rate is not guaranteed here. "
        + (
            "holm needs no such condition."
            if against_one
            else "holm, shaffer and bergmann-hommel need no such condition."
        ),
        detail={"adjust": adjust, "baseline": comparison.settings.baseline},
    )


def _unit_noun(comparison: Comparison) -> str:
    return "datasets" if comparison.design.datasets > 1 else "resamples"
