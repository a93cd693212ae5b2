"""Judge other evidence as a comparison was judged: the same test, adjustment and level, and nothing beside it."""

from dataclasses import replace
from typing import NamedTuple

from bakeoff.core.comparison import Settings
from bakeoff.core.design import Design
from bakeoff.core.errors import DesignError, ProcedureError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Posterior, Verdict
from bakeoff.inference.analysis import pair_tests
from bakeoff.inference.choose import choose
from bakeoff.inference.family import simultaneous
from bakeoff.inference.layout import lay_out_scores
from bakeoff.inference.verdict import verdict_of
from bakeoff.procedures.registry import named

PairNames = tuple[str, str]


class Judged(NamedTuple):
    """The verdict on one pair, with what it rests on."""

    statistic: float | None
    p_value: float | None  # adjusted, where a family was judged
    verdict: Verdict | None  # None where the test has no answer


def rejudged(
    evidence: Scores, settings: Settings, *, by_default: bool = False
) -> dict[PairNames, Judged] | None:
    """Return the verdict on every pair by the test and adjustment that the settings name.

    None where the test has no answer for this evidence, such as too few datasets. `settings` are those of a finished
    comparison, which name the test. `by_default`: the test is the one that is taken where none is named; evidence for
    which that is another one has no answer either, so that the same call gives the same.
    """
    carrying = named(str(settings.test))
    adjustment = str(settings.adjust) if len(evidence.classifiers) > 2 else "none"
    try:
        bench = lay_out_scores(evidence, settings)
        if by_default and not is_default(bench.design, settings):
            return None
        tests = pair_tests(carrying, bench, adjustment=adjustment)
        held = simultaneous(tests, carrying, bench, adjustment=adjustment)
    except (DesignError, ProcedureError):
        return None
    found = {}
    for test in held:
        verdict = verdict_of(test, settings)
        statistic = None if isinstance(test.result, Posterior) else test.result.statistic
        found[test.a, test.b] = Judged(statistic, test.p_value, verdict)
    return found


def is_default(design: Design, settings: Settings) -> bool:
    """Say whether the test that the settings name is the one that this design takes by itself."""
    try:
        return choose(design, replace(settings, test=None, adjust=None)).key == settings.test
    except (DesignError, UsageError):
        return False
