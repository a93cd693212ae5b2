"""A study that ends when its question is decided: after each dataset, by a test that holds at every look."""

from typing import TYPE_CHECKING

from bakeoff.core.errors import BakeoffError, RunError
from bakeoff.core.results import Verdict
from bakeoff.study.specification.specification import Specification

if TYPE_CHECKING:
    from bakeoff.api.comparison import Comparison
    from bakeoff.api.study.study import Results

FEWEST = 2  # datasets


def require_early_end(spec: Specification) -> None:
    """Refuse to stop a study early whose datasets do not come one after the other, or that compares nothing."""
    why = (
        "each classifier has samples of its own"
        if spec.splitting.distinct
        else "one classifier is compared with nothing"
        if len(spec.classifiers) == 1
        else "it has one dataset, whose folds are not independent of each other"
        if len(spec.datasets) < FEWEST
        else "permutations are planned from the results of all datasets"
        if spec.permutations
        else None
    )
    if why is not None:
        raise RunError(
            f"this study cannot be stopped early: {why}",
            where="--stop-early",
            fix="leave --stop-early out",
            code="BO645",
        )


def verdicts_stand(results: "Results") -> bool:
    """Say whether the datasets that are complete decide every pair."""
    try:
        comparison = judge_so_far(results, recorded=False)
    except BakeoffError:
        return False  # one dataset, or nothing that can be compared yet
    return all(pair.verdict is not Verdict.UNDECIDED for pair in comparison.pairs)


def judge_so_far(results: "Results", *, recorded: bool) -> "Comparison":
    """Compare the classifiers on the datasets so far, so that it holds at every look."""
    from bakeoff.api.compare import compare_evidence
    from bakeoff.api.settings import make_settings
    from bakeoff.inputs.options import ReadOptions

    spec = results.specification
    settings = (
        make_settings()
        if spec is None
        else make_settings(margin=spec.margin, level=spec.level, baseline=spec.baseline, seed=spec.seed)
    )
    return compare_evidence(
        results.scores(), settings, ReadOptions(), sequential=True, recorded=recorded, mute=results.mute
    )
