"""Judge other evidence as a comparison was judged: the same test, adjustment and level, and nothing beside it."""

from typing import NamedTuple

from bakeoff.core.comparison import Settings
from bakeoff.core.errors import DesignError, ProcedureError
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Posterior, Verdict
from bakeoff.inference.analysis import pair_tests
from bakeoff.inference.family import simultaneous
from bakeoff.inference.layout import lay_out
from bakeoff.inference.verdict import judge, judge_posterior
from bakeoff.procedures.registry import named

PairNames = tuple[str, str]


class Judged(NamedTuple):
    """The verdict on one pair, with what it rests on."""

    statistic: float | None
    p_value: float | None  # adjusted, where a family was judged
    verdict: Verdict | None  # None where the test has no answer


def rejudged(evidence: Scores, settings: Settings) -> dict[PairNames, Judged] | None:
    """Return the verdict on every pair by the test and adjustment that the settings name.

    None where the test has no answer for this evidence, such as too few datasets. `settings` are those of a finished
    comparison, which name the test.
    """
    carrying = named(str(settings.test))
    adjustment = str(settings.adjust) if len(evidence.classifiers) > 2 else "none"
    try:
        bench = lay_out(evidence, settings)
        tests = pair_tests(carrying, bench, adjustment=adjustment)
        held = simultaneous(tests, carrying, bench, adjustment=adjustment)
    except (DesignError, ProcedureError):
        return None
    found = {}
    for test in held:
        if isinstance(test.result, Posterior):
            verdict = judge_posterior(test.result, level=settings.level)
            found[test.a, test.b] = Judged(None, None, verdict)
            continue
        p_value = test.result.p_value if test.p_adjusted is None else test.p_adjusted
        verdict = judge(test.result.estimate.interval, p_value=p_value, margin=settings.margin)
        found[test.a, test.b] = Judged(test.result.statistic, p_value, verdict)
    return found
