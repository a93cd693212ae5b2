"""What a reader should know about single pairs beside their verdict: subgroups that go against it, rounding, size."""

from collections.abc import Iterator

from bakeoff.core.comparison import FEWEST_IN_SUBGROUP, Coarseness, Comparison, Pair, SubgroupVerdict
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count, write_list, write_p_relation, write_signed

NOISE = 1e-6  # of a step of the scores
OPPOSITE = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}


def unjudged_subgroups(comparison: Comparison) -> tuple[str, ...]:
    """Return the subgroups that were named and that some pair has no verdict for, in order of appearance."""
    evidence = comparison.predictions or comparison.evidence
    names = evidence.subgroup if isinstance(evidence, Predictions) else None
    judged_by_pair = [{s.subgroup for s in pair.by_subgroup} for pair in comparison.pairs]
    return tuple(
        name for name in dict.fromkeys(names or ()) if not all(name in each for each in judged_by_pair)
    )


def subgroup_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO180 where a subgroup goes against the verdict over all, and BO181 where some could not be judged."""
    against = [(pair, s) for pair in comparison.pairs for s in pair.by_subgroup if _goes_against(pair, s)]
    if against:
        phrases = [
            f"{pair.b} is {s.verdict} than {pair.a} in {s.subgroup} ({write_signed(s.result.estimate.value)}, p "
            f"{write_p_relation(s.p_adjusted)}), over all {pair.verdict}"
            for pair, s in against
        ]
        yield Finding(
            code="BO180",
            severity=Severity.WARNING,
            message=f"Subgroups go against the verdict over all: {write_list(phrases, most=4)}.",
            detail={
                "subgroups": [
                    {
                        "a": pair.a,
                        "b": pair.b,
                        "subgroup": s.subgroup,
                        "verdict": str(s.verdict),
                        "over_all": str(pair.verdict),
                        "advantage": s.result.estimate.value,
                        "p_adjusted": s.p_adjusted,
                    }
                    for pair, s in against
                ]
            },
        )
    yield from _interaction_findings(comparison)
    not_judged = unjudged_subgroups(comparison)
    if not_judged:
        why = (
            f"fewer than {FEWEST_IN_SUBGROUP} examples, or nothing that a test could tell apart"
            if comparison.design.on_examples
            else "subgroups are judged within one test set, and here are several datasets or folds"
        )
        yield Finding(
            code="BO181",
            severity=Severity.WARNING,
            message=f"No verdict on {write_count(len(not_judged), 'subgroup')}: "
            f"{write_list(not_judged, most=6)} ({why}).",
            detail={"subgroups": list(not_judged)},
        )


def _interaction_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO920 where the winner turns: better in one subgroup, worse in another, and an interaction is shown."""
    turned = [
        p for p in comparison.pairs if p.interaction is not None and p.interaction.differs and _turns(p)
    ]
    if not turned:
        return
    phrases = [
        f"{pair.b} is better than {pair.a} in {_names_of(pair, Verdict.BETTER)} and worse in "
        f"{_names_of(pair, Verdict.WORSE)} (interaction: p {write_p_relation(pair.interaction.p_adjusted)})"
        for pair in turned
        if pair.interaction is not None
    ]
    yield Finding(
        code="BO920",
        severity=Severity.WARNING,
        message=f"The winner depends on the subgroup: {write_list(phrases, most=4)}. One verdict "
        "over all examples does not describe each of them.",
        detail={
            "pairs": [
                {
                    "a": p.a,
                    "b": p.b,
                    "p_adjusted": None if p.interaction is None else p.interaction.p_adjusted,
                }
                for p in turned
            ]
        },
    )


def _turns(pair: Pair) -> bool:
    """Say whether b is shown to be better in one subgroup and worse in another."""
    return {Verdict.BETTER, Verdict.WORSE} <= {part.verdict for part in pair.by_subgroup}


def _names_of(pair: Pair, verdict: Verdict) -> str:
    return write_list([part.subgroup for part in pair.by_subgroup if part.verdict is verdict], most=4)


def _goes_against(pair: Pair, part: SubgroupVerdict) -> bool:
    """Say whether a subgroup is worse where the whole is not, or better where the whole is worse."""
    if part.verdict is Verdict.WORSE:
        return pair.verdict is not Verdict.WORSE
    return part.verdict in OPPOSITE and OPPOSITE[part.verdict] is pair.verdict


def caution_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO182 where scores are too coarse, and BO183 where an advantage is too slight to matter for certain."""
    for pair in comparison.pairs:
        if pair.coarse is not None:
            yield _coarse_finding(pair, pair.coarse)
    slight = [pair for pair in comparison.pairs if pair.slight is not None]
    if slight:
        of = slight[0].result.estimate.of
        phrases = [f"{pair.b} against {pair.a}, at most {pair.slight:.2g}" for pair in slight]
        yield Finding(
            code="BO183",
            severity=Severity.NOTE,
            message=f"Shown, and perhaps too small to matter ({of}): {write_list(phrases, most=4)}. Give the smallest "
            "difference that matters with --margin.",
            detail={"pairs": [{"a": p.a, "b": p.b, "at_most": p.slight} for p in slight]},
        )


def _end_text(end: float, step: float) -> str:
    """Return an end of an interval; one that is moved next to zero, which is outside, has no digits worth showing."""
    if 0 < abs(end) < NOISE * step:
        return "above 0" if end > 0 else "below 0"
    return write_signed(end, digits=2)


def _coarse_finding(pair: Pair, coarse: Coarseness) -> Finding:
    low, high = (_end_text(end, coarse.step) for end in (coarse.interval.low, coarse.interval.high))
    ends = f"at least {low}" if high == "+inf" else f"at most {high}" if low == "-inf" else f"{low} to {high}"
    other = (
        f"the verdict changes in {coarse.other_verdicts} of {coarse.draws} draws"
        if coarse.other_verdicts
        else f"the verdict is the same in all {coarse.draws} draws"
    )
    return Finding(
        code="BO182",
        severity=Severity.WARNING if coarse.shakes_verdict or coarse.narrow else Severity.NOTE,
        message=f"The scores of {pair.a} and {pair.b} come in steps of {coarse.step:g}: if they were rounded, each "
        f"difference is known to ±{coarse.step:g} only. With the rounding drawn anew the interval is {ends}, and "
        f"{other}. Give the scores with more digits.",
        detail={
            "a": pair.a,
            "b": pair.b,
            "step": coarse.step,
            "draws": coarse.draws,
            "other_verdicts": coarse.other_verdicts,
            "low": coarse.interval.low,
            "high": coarse.interval.high,
        },
    )
