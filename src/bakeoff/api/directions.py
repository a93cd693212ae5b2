"""A measure that is not known: which direction is better is asked where the verdict would turn."""

from pathlib import PurePath

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.core.measure_names import Field, measure_within
from bakeoff.core.readings import Alternative, Doubt, Weight
from bakeoff.core.results import Verdict
from bakeoff.core.words import quote_text
from bakeoff.inputs.table.spellings import Role, role_of

TYPED = "the given "  # how the source of arrays, lists and dicts begins
LOW = 0.35  # of the scale: accuracies of whole benchmarks seldom lie below, errors mostly do
NEGATIVE = 0.1  # the share of scores below zero from which on nothing says what they measure
MOST = 100.0  # scores beyond are of no measure in fractions or percent


def require_direction(comparison: Comparison) -> None:
    """Refuse a verdict that would be the opposite if lower were better, where nobody said which is."""
    evidence = comparison.evidence
    if (
        not isinstance(evidence, Scores)
        or evidence.measure.direction_from != "assumed"
        or evidence.stored is not None
    ):
        return
    why = _why_open(evidence)
    is_decided = any(p.verdict in (Verdict.BETTER, Verdict.WORSE) for p in comparison.pairs)
    if why is None or not (is_decided or _are_ranks(evidence) or _is_odd(evidence)):
        return
    source = evidence.source if PurePath(evidence.source).suffix else "FILE"
    raise ReadingError(
        f"{why}, so that higher or lower may be better; the verdict would be the opposite",
        where=evidence.source,
        fix="say which is better:",
        code="BO562",
        doubts=(Doubt(weight=Weight.SERIOUS, message=f"{why}: its direction is not known"),),
        alternatives=(
            Alternative(meaning="higher scores are better", options=("--higher-is-better",), source=source),
            Alternative(meaning="lower scores are better", options=("--lower-is-better",), source=source),
        ),
    )


def _why_open(evidence: Scores) -> str | None:
    """Return why the direction of scores is open; None where it is plain enough."""
    name = evidence.measure.name
    if role_of(name)[0] is not Role.SCORE:
        return f"{quote_text(name)} is no measure that is known"
    file = PurePath(evidence.source).stem
    spoken = measure_within(file.partition(".")[0])
    if spoken is not None and not spoken.higher_is_better and spoken.field not in (Field.TIME, Field.COST):
        return (
            f"the file is called {quote_text(PurePath(evidence.source).name)}, which speaks of something "
            f"that should be small"
        )
    if _are_ranks(evidence):
        return f"every row holds the ranks 1 to {len(evidence.classifiers)}"
    given = evidence.values[np.isfinite(evidence.values)]
    if not _is_odd(evidence):
        largest = float(given.max(initial=0.0))
        return f"the scores have no name and go up to {largest:.4g}" if largest > MOST + 1e-9 else None
    if _are_negative(evidence.values):
        return f"the scores have no name and many are negative ({given.min():.3g} to {given.max():.3g})"
    return f"the scores have no name and are low ({given.min():.3g} to {given.max():.3g}), as errors are"


def _is_odd(evidence: Scores) -> bool:
    """Say whether scores of a file are as accuracies are not; whoever types arrays in Python knows what they hold."""
    is_typed = evidence.source.startswith(TYPED)
    return not is_typed and (_are_low(evidence.values) or _are_negative(evidence.values))


def _are_negative(values: Floats) -> bool:
    """Say whether a tenth of the scores or more are below zero, where accuracies never are."""
    given = values[np.isfinite(values)]
    return bool(given.size and (given < 0).mean() >= NEGATIVE)


def _are_low(values: Floats) -> bool:
    """Say whether most scores lie low on their scale, where accuracies seldom lie and errors mostly do."""
    given = np.sort(values[np.isfinite(values)])
    if not given.size or given[0] < 0 or given[-1] > MOST:
        return False
    scale = 1.0 if given[-1] <= 1 else MOST
    return bool(given[given.size // 2] < LOW * scale)


def _are_ranks(evidence: Scores) -> bool:
    """Say whether the scores of every dataset are ranks: 1 to k, equal ones with their mean."""
    values, k = evidence.values, len(evidence.classifiers)
    if k < 3 or len(values) < 3 or not np.isfinite(values).all():
        return False
    within = (values >= 1).all() and (values <= k).all() and (values * 2 == np.rint(values * 2)).all()
    return bool(within and np.allclose(values.sum(axis=1), k * (k + 1) / 2))
