"""Judge other evidence as a comparison was judged: the same test, adjustment and level, and nothing beside it."""

from dataclasses import replace
from typing import NamedTuple

from bakeoff.core.comparison import Settings
from bakeoff.core.design import Design
from bakeoff.core.errors import DesignError, ProcedureError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Posterior, Verdict
from bakeoff.inference.adjust import with_simultaneous_intervals
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.choose import choose_procedure
from bakeoff.inference.judge import judge_test
from bakeoff.inference.recognise.benches import build_score_bench
from bakeoff.procedures.registry import find_procedure

PairNames = tuple[str, str]


class PairVerdict(NamedTuple):
    """The verdict on one pair, with what it rests on."""

    statistic: float | None
    p_value: float | None  # adjusted, where a family was judged
    verdict: Verdict | None  # None where the test has no answer


def rejudge_pairs(
    evidence: Scores, settings: Settings, *, by_default: bool = False
) -> dict[PairNames, PairVerdict] | None:
    """Return the verdict on every pair by the test and adjustment that the settings name.

    None where the test has no answer for this evidence, such as too few datasets. `settings` are those of a finished
    comparison, which name the test. `by_default`: the test is the one that is taken where none is named; evidence for
    which that is another one has no answer either, so that the same call gives the same.
    """
    carrying = find_procedure(str(settings.test))
    adjustment = str(settings.adjust) if len(evidence.classifiers) > 2 else "none"
    try:
        bench = build_score_bench(evidence, settings)
        if by_default and not is_default_test(bench.design, settings):
            return None
        tests = run_on_pairs(carrying, bench, adjustment=adjustment)
        adjusted_tests = with_simultaneous_intervals(tests, carrying, bench, adjustment=adjustment)
    except (DesignError, ProcedureError):
        return None
    verdicts = {}
    for test in adjusted_tests:
        verdict = judge_test(test, settings)
        statistic = None if isinstance(test.result, Posterior) else test.result.statistic
        verdicts[test.a, test.b] = PairVerdict(statistic, test.p_value, verdict)
    return verdicts


def is_default_test(design: Design, settings: Settings) -> bool:
    """Say whether the test that the settings name is the one that this design takes by itself."""
    try:
        return choose_procedure(design, replace(settings, test=None, adjust=None)).key == settings.test
    except (DesignError, UsageError):
        return False
