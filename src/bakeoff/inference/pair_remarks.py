"""What a reader should know about single pairs beside their verdict: subgroups that go against it or have none."""

from collections.abc import Iterator

from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Verdict
from bakeoff.core.words import counted, listed, p_figures

FEWEST = 5  # examples of a subgroup that is judged at all
OPPOSITE = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}


def unjudged(comparison: Comparison) -> tuple[str, ...]:
    """Return the subgroups that were named and that some pair has no verdict for, in order of appearance."""
    given = comparison.predictions or comparison.evidence
    names = given.subgroup if isinstance(given, Predictions) else None
    judged = [{s.subgroup for s in pair.by_subgroup} for pair in comparison.pairs]
    return tuple(name for name in dict.fromkeys(names or ()) if not all(name in each for each in judged))


def subgroup_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO180 where a subgroup goes against the verdict over all, and BO181 where some could not be judged."""
    against = [(pair, s) for pair in comparison.pairs for s in pair.by_subgroup if _goes_against(pair, s)]
    if against:
        told = [
            f"{pair.b} is {s.verdict} than {pair.a} in {s.subgroup} ({s.result.estimate.value:+.3g}, p "
            f"{_p(s.p_adjusted)}), over all {pair.verdict}"
            for pair, s in against
        ]
        yield Finding(
            code="BO180",
            severity=Severity.WARNING,
            message=f"Subgroups go against the verdict over all: {listed(told, most=4)}.",
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
    left = unjudged(comparison)
    if left:
        why = (
            f"fewer than {FEWEST} examples, or nothing that a test could tell apart"
            if comparison.design.on_examples
            else "subgroups are judged within one test set, and here are several datasets or folds"
        )
        yield Finding(
            code="BO181",
            severity=Severity.WARNING,
            message=f"No verdict on {counted(len(left), 'subgroup')}: {listed(left, most=6)} ({why}).",
            detail={"subgroups": list(left)},
        )


def _goes_against(pair: Pair, part: SubgroupVerdict) -> bool:
    """Say whether a subgroup is worse where the whole is not, or better where the whole is worse."""
    if part.verdict is Verdict.WORSE:
        return pair.verdict is not Verdict.WORSE
    return part.verdict in OPPOSITE and OPPOSITE[part.verdict] is pair.verdict


def _p(p: float) -> str:
    figures = p_figures(p)
    return figures if figures.startswith("<") else f"= {figures}"
