"""What a reader should know about a comparison of items: gaps, groups, tasks, attempts, all as findings."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.comparison import Comparison, Missing
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.item_facts import Lacking, WorstAndBest
from bakeoff.core.results import Verdict, significance
from bakeoff.core.words import write_count, write_list, write_p_value, write_plural, write_signed
from bakeoff.inference.findings.comparison_findings import omission_findings
from bakeoff.inference.items.bench import ItemBench
from bakeoff.procedures.items.means import Strata, skewness

FEW_ITEMS = 10
SKEWED = 1.0  # of the groups' means: gains in few groups, where no method is valid
MANY_GROUPS = 40  # beyond which a sample seldom misses a kind of group that matters
OFTEN = 2  # attempts for each k of pass@k, below which it is a noisy choice


def item_findings(comparison: Comparison, bench: ItemBench) -> tuple[Finding, ...]:
    """Return the findings about these items and how they were judged."""
    return tuple(
        [
            *omission_findings(comparison.evidence),
            *_missing_answer_findings(comparison, bench),
            *_bound_findings(comparison),
            *_few_item_findings(bench),
            *_near_bound_findings(comparison, bench),
            *_few_group_findings(comparison),
            *_skewed_group_findings(comparison, bench),
            *_unseen_group_findings(comparison),
            *_group_weight_findings(comparison, bench),
            *_pooling_findings(comparison),
            *_disagreement_findings(comparison),
            *_attempt_findings(comparison, bench),
            *_identical_answer_findings(comparison),
            *_forced_test_findings(comparison),
        ]
    )


def _missing_answer_findings(comparison: Comparison, bench: ItemBench) -> Iterator[Finding]:
    facts = comparison.item_facts
    if facts is None or not facts.lacking:
        return
    rule = {
        Missing.BOUNDS: "a verdict is given where it holds for the worst and the best that they could have scored",
        Missing.DROP_ITEM: "each pair is judged on the items that both answered, as was asked for",
        Missing.WRONG: "they count as wrong, as was asked for",
    }[bench.settings.missing]
    yield Finding(
        code="BO264",
        severity=Severity.WARNING,
        message=f"Answers are missing: {'; '.join(_lacking_words(each) for each in facts.lacking[:4])}"
        + (f"; and {len(facts.lacking) - 4} more models" if len(facts.lacking) > 4 else "")
        + f". {rule[0].upper()}{rule[1:]}.",
        detail={
            "models": {
                each.model: {
                    **dict(each.statuses),
                    "no attempt": len(each.absent),
                    "items": list(each.absent[:100]),
                }
                for each in facts.lacking
            },
            "rule": str(bench.settings.missing),
        },
    )


def _lacking_words(lacking: Lacking) -> str:
    parts = [f"{count:,} {status}" for status, count in lacking.statuses.items()]
    if lacking.absent:
        parts.append(
            f"no attempt at {write_count(len(lacking.absent), 'item')} ({write_list(lacking.absent, most=3)})"
        )
    return f"{lacking.model}: {', '.join(parts)}"


def _bound_findings(comparison: Comparison) -> Iterator[Finding]:
    facts = comparison.item_facts
    changed = [] if facts is None else [b for b in facts.bounds if len(set(b.verdicts)) > 1]
    if not changed:
        return
    yield Finding(
        code="BO265",
        severity=Severity.PROBLEM,
        message=f"What is missing decides: {'; '.join(_bound_words(b) for b in changed[:3])}"
        + (f"; and {len(changed) - 3} more pairs" if len(changed) > 3 else "")
        + ". Log the answers, or say what they count: --missing drop-item or wrong.",
        detail={
            "pairs": [
                {
                    "a": b.a,
                    "b": b.b,
                    "items": b.items,
                    "answered": b.verdicts[0],
                    "worst": b.verdicts[1],
                    "best": b.verdicts[2],
                }
                for b in changed
            ]
        },
    )


def _bound_words(bound: WorstAndBest) -> str:
    answered, worst, best = bound.verdicts
    return (
        f"{bound.b} against {bound.a} is {answered} on the items that both answered, {worst} at the worst and {best} "
        f"at the best of {write_count(bound.items, 'missing answer')}"
    )


def _few_item_findings(bench: ItemBench) -> Iterator[Finding]:
    if bench.design.items >= FEW_ITEMS:
        return
    yield Finding(
        code="BO266",
        severity=Severity.WARNING,
        message=f"{write_count(bench.design.items, 'item')} can show little: with fewer than {FEW_ITEMS} no "
        "error rate of "
        "these tests was measured.",
        detail={"items": bench.design.items},
    )


NEAR = 0.15  # of 0 or 1: differences are skewed there
# Of each test: from how many items to how many (exclusive) its 95 % intervals of a real difference near a bound were
# measured to miss it more often than in .05 of trials, and how often at most (docs/validity/items.md).
TOO_OFTEN = {
    "items-t": (50, 100, 0.104),
    "items-clustered": (0, 500, 0.071),
    "mcnemar-midp": (100, 500, 0.060),
}


def _near_bound_findings(comparison: Comparison, bench: ItemBench) -> Iterator[Finding]:
    """Yield that intervals near 0 and 1 miss a little more often than they say, where that was measured."""
    low, high, most = TOO_OFTEN.get(str(comparison.settings.test), (0, 0, 0.0))
    means = {s.classifier: s.mean_score for s in comparison.ranking}
    if not low <= bench.design.items < high or bench.table.reach is None or bench.table.summary is not None:
        return
    near = []
    for pair in comparison.pairs:
        middle = ((means[pair.a] or 0.0) + (means[pair.b] or 0.0)) / 2
        if min(middle, 1 - middle) < NEAR and (pair.wins or pair.losses):
            near.append((pair.a, pair.b))
    if near:
        told = f"{write_list([f'{a} and {b}' for a, b in near], most=2)}"
        yield Finding(
            code="BO605",
            severity=Severity.NOTE,
            message=f"Mean scores lie near 0 or 1 ({told}): there, 95 % intervals of {comparison.settings.test} missed "
            f"a real difference in up to {most:.3f} of simulated trials, where .05 is promised.",
            detail={"pairs": [list(pair) for pair in near], "missed_at_most": most},
        )


def _few_group_findings(comparison: Comparison) -> Iterator[Finding]:
    design = comparison.design
    if not design.clustered:
        return
    least = 2.0 ** (1 - design.groups)
    alpha = significance(comparison.settings.level)
    if least < alpha and design.groups >= 6:
        return
    nouns = write_plural(design.group_noun)
    yield Finding(
        code="BO267",
        severity=Severity.WARNING,
        message=f"{write_count(design.groups, design.group_noun)} are too few for a claim that rests on them alone: "
        f"flips of whole {nouns} cannot reject below p = {write_p_value(least)}, and the interval rests on the means "
        f"of {nouns} that are about normal.",
        detail={"groups": design.groups, "smallest_p": least},
    )


def _skewed_group_findings(comparison: Comparison, bench: ItemBench) -> Iterator[Finding]:
    if not bench.design.clustered or len(bench.pairs) > 200:
        return
    skewed = []
    for pair in bench.pairs:
        chosen = bench.find_shared(pair)
        groups = bench.groups_of(chosen)
        if groups is not None and np.unique(groups).size > 2:
            found = skewness(bench.differences(pair), Strata(None, groups, int(chosen.sum())))
            if abs(found) > SKEWED:
                skewed.append((bench.evidence.models[pair[0]], bench.evidence.models[pair[1]], found))
    if not skewed:
        return
    a, b, found = skewed[0]
    nouns = write_plural(bench.design.group_noun)
    yield Finding(
        code="BO268",
        severity=Severity.WARNING,
        message=f"Differences lie in a few {nouns} (skewness {found:.1f} for {b} against {a}): where gains are "
        f"concentrated so, no method was measured to hold, and false claims came in .05 to .24 of trials. Say for "
        f"which {nouns} the claim is meant.",
        detail={"pairs": [{"a": a, "b": b, "skewness": s} for a, b, s in skewed]},
    )


def _unseen_group_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield what a decided difference over groups rests on, which no sample of them can show."""
    design = comparison.design
    if not design.clustered or design.groups > MANY_GROUPS:
        return
    if all(pair.verdict is Verdict.UNDECIDED for pair in comparison.pairs):
        return
    noun, nouns = design.group_noun, write_plural(design.group_noun)
    yield Finding(
        code="BO659",
        severity=Severity.NOTE,
        message=f"What is decided here holds for {nouns} like these {design.groups:,}. If a rare kind of {noun} is "
        f"quite different, so few {nouns} may hold none of it: in simulations with one such {noun} in seven and 6 "
        f"to 40 {nouns}, every method tried claimed a difference that was not there in .05 to .24 of trials.",
        detail={"groups": design.groups},
    )


def _group_weight_findings(comparison: Comparison, bench: ItemBench) -> Iterator[Finding]:
    """Yield where the mean over groups is more than a standard error from the mean over items."""
    if not bench.design.clustered or len(comparison.pairs) > 1 or bench.design.by_task:
        return
    pair, index = comparison.pairs[0], bench.pairs[0]
    groups = bench.groups_of(bench.find_shared(index))
    steps = getattr(pair.result, "steps", {})
    if groups is None or "se" not in steps:
        return
    codes = np.unique(groups, return_inverse=True)[1]
    over = float((np.bincount(codes, weights=bench.differences(index)) / np.bincount(codes)).mean())
    if abs(over - pair.advantage) <= steps["se"]:
        return
    nouns = write_plural(bench.design.group_noun)
    yield Finding(
        code="BO269",
        severity=Severity.NOTE,
        message=f"The mean over {nouns}, each counted alike, is {write_signed(over)}; the verdict is about the mean "
        f"over items, {write_signed(pair.advantage)}. They are two questions where size and difference go together.",
        detail={"over_items": pair.advantage, "over_groups": over},
    )


def _pooling_findings(comparison: Comparison) -> Iterator[Finding]:
    facts, design = comparison.item_facts, comparison.design
    if facts is None or design.tasks < 2:
        return
    sizes = facts.items_by_task
    if design.is_pooled:
        yield Finding(
            code="BO270",
            severity=Severity.NOTE,
            message=f"Items of {design.tasks} tasks are pooled, as was asked for: a task counts by its items "
            f"({min(sizes):,} to {max(sizes):,}). This is no average over tasks.",
            detail={"tasks": dict(zip(facts.tasks, sizes, strict=True))},
        )


def _disagreement_findings(comparison: Comparison) -> Iterator[Finding]:
    facts = comparison.item_facts
    if facts is None or not facts.disagreeing:
        return
    disagreements = [f"{b} against {a} on {write_list(tasks)}" for (a, b), tasks in facts.disagreeing.items()]
    yield Finding(
        code="BO271",
        severity=Severity.WARNING,
        message="Tasks disagree: by themselves some decide against the others or the whole "
        f"({'; '.join(disagreements[:3])}). An average over tasks hides that.",
        detail={"pairs": [{"a": a, "b": b, "tasks": list(t)} for (a, b), t in facts.disagreeing.items()]},
    )


def _attempt_findings(comparison: Comparison, bench: ItemBench) -> Iterator[Finding]:
    summary, attempts = bench.table.summary, bench.table.attempts
    known = attempts[attempts > 0]
    if summary is not None and known.size and known.min() < OFTEN * summary.k and summary.k > 1:
        yield Finding(
            code="BO272",
            severity=Severity.NOTE,
            message=f"{summary} from {int(known.min())} attempts: with fewer than {OFTEN * summary.k} it is a noisy "
            "measure of an item.",
            detail={"k": summary.k, "attempts": int(known.min())},
        )
    if summary is None and known.size and known.max() > 1:
        fewest, most = int(known.min()), int(known.max())
        how_many = f"{most}" if fewest == most else f"{fewest} to {most}"
        yield Finding(
            code="BO273",
            severity=Severity.NOTE,
            message=f"{how_many} attempts at an item are averaged: the item is what is independent, not the attempt.",
            detail={"fewest": fewest, "most": most},
        )


def _identical_answer_findings(comparison: Comparison) -> Iterator[Finding]:
    same = [p for p in comparison.pairs if not p.wins and not p.losses and p.draws]
    if not same:
        return
    names = [f"{p.a} and {p.b}" for p in same]
    yield Finding(
        code="BO274",
        severity=Severity.WARNING,
        message=f"{write_list(names, most=3)} score the same on every item: is it the same model twice? That no item "
        "differs is not that none would.",
        detail={"pairs": [[p.a, p.b] for p in same]},
    )


def _forced_test_findings(comparison: Comparison) -> Iterator[Finding]:
    from bakeoff.procedures.registry import find_procedure

    test = find_procedure(str(comparison.settings.test))
    for reason in test.objections(comparison.design):
        yield Finding(
            code="BO130",
            severity=Severity.PROBLEM,
            message=f"{test.key} was named, but this design does not license it: {reason}.",
            detail={"test": test.key, "reason": reason},
        )
