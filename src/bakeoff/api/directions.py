"""A measure that is not known: which direction is better is asked where the verdict would turn."""

from dataclasses import replace
from pathlib import PurePath

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.core.measure_names import KNOWN, Field, measure_within, speaks_of_small
from bakeoff.core.predictions import Evidence
from bakeoff.core.readings import Alternative, Doubt, Weight
from bakeoff.core.results import Verdict
from bakeoff.core.words import quote_text
from bakeoff.inputs.readings.known_names import shared_word
from bakeoff.inputs.readings.number_predictors import number_predictors
from bakeoff.inputs.readings.row_heads import says_datasets
from bakeoff.inputs.table.spellings import Role, role_of

TYPED = "the given "  # how the source of arrays, lists and dicts begins
LOW = 0.35  # of the scale: accuracies of whole benchmarks seldom lie below, errors mostly do
NEGATIVE = 0.1  # the share of scores below zero from which on nothing says what they measure
FEW_PERCENT = (
    10.0  # a largest score between 1 and this is of no accuracy in fractions, and hardly of one in percent
)
# Losses that may well be negative, and logarithms that mostly are.
SIGNED = frozenset(
    {"aic", "bic", "dic", "waic", "looic", "deviance", "mbe", "residual", "rmse log", "log rmse"}
)
LOGARITHMS = frozenset({"log likelihood", "loglik", "loglikelihood", "ll", "log evidence"})
DIFFER = (Field.FAIRNESS, Field.DECISION)  # measures that are differences
MOST = 100.0  # scores beyond are of no measure in fractions or percent


def require_direction(comparison: Comparison) -> None:
    """Refuse a verdict that would be the opposite if lower were better, where nobody said which is."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or (why := _why_asked(evidence)) is None:
        return
    is_decided = any(p.verdict in (Verdict.BETTER, Verdict.WORSE) for p in comparison.pairs)
    if not (is_decided or _are_ranks(evidence) or _is_odd(evidence) or _go_beyond(evidence)):
        return
    raise ReadingError(
        f"{why}, so that higher or lower may be better; the verdict would be the opposite",
        where=evidence.source,
        fix="say which is better:",
        code="BO562",
        doubts=(_direction_doubt(why),),
        alternatives=_directions(evidence.source),
    )


def doubt_direction(evidence: Evidence) -> Evidence:
    """Return evidence whose reading says why its direction is not plain, where it is not."""
    if not isinstance(evidence, Scores) or evidence.reading is None or (why := _why_asked(evidence)) is None:
        return evidence
    reading = replace(
        evidence.reading,
        doubts=(*evidence.reading.doubts, _direction_doubt(why)),
        alternatives=(*evidence.reading.alternatives, *_directions(evidence.source)),
    )
    return replace(evidence, reading=reading)


def _direction_doubt(why: str) -> Doubt:
    return Doubt(weight=Weight.SERIOUS, message=f"{why}: higher or lower may be better")


def _directions(origin: str) -> tuple[Alternative, ...]:
    source = origin if PurePath(origin).suffix else "FILE"
    return tuple(
        Alternative(meaning=f"{which} scores are better", options=(f"--{which}-is-better",), source=source)
        for which in ("higher", "lower")
    )


def _why_asked(evidence: Scores) -> str | None:
    """Return why the direction of scores is asked for; None where it was told or is plain enough."""
    if evidence.measure.direction_from == "told" or evidence.stored is not None:
        return None
    return _why_open(evidence) if evidence.measure.direction_from == "assumed" else _why_contrary(evidence)


def _why_open(evidence: Scores) -> str | None:
    """Return why the direction of scores is open; None where it is plain enough."""
    name = evidence.measure.name
    if role_of(name)[0] is not Role.SCORE:
        return f"{quote_text(name)} is no measure that is known"
    if (said := _said_by_names(evidence)) is not None:
        return said
    if _are_ranks(evidence):
        return f"every row holds the ranks 1 to {len(evidence.classifiers)}"
    given = evidence.values[np.isfinite(evidence.values)]
    if not _is_odd(evidence):
        largest = float(given.max(initial=0.0))
        return f"the scores have no name and go up to {largest:.4g}" if largest > MOST + 1e-9 else None
    if _are_negative(evidence.values):
        return f"the scores have no name and many are negative ({given.min():.3g} to {given.max():.3g})"
    reach = f"{given.min():.3g} to {given.max():.3g}"
    if 1 < given.max() < FEW_PERCENT:
        return f"the scores have no name and are neither fractions nor usual percentages ({reach})"
    return f"the scores have no name and are low ({reach}), as errors are"


def _said_by_names(evidence: Scores) -> str | None:
    """Return why the names of file, classifiers and datasets say that scores may be small where good; else None."""
    file = PurePath(evidence.source).stem
    spoken = measure_within(file.partition(".")[0])
    if spoken is not None and not spoken.higher_is_better and spoken.field not in (Field.TIME, Field.COST):
        return (
            f"the file is called {quote_text(PurePath(evidence.source).name)}, which speaks of something "
            f"that should be small"
        )
    if (shared := shared_word(evidence.classifiers)) is not None:
        return (
            f"all classifiers share the word {quote_text(shared)}, which may be a measure that is not known"
        )
    if evidence.source.startswith(TYPED):
        return None
    if (beside := _said_beside(evidence)) is not None:
        return beside
    # Errors of numbers that differ from dataset to dataset do not all lie where accuracies in percent do.
    datasets = () if _are_percentages(evidence.values) else evidence.datasets
    said = number_predictors(evidence.classifiers, datasets)
    return None if said is None else f"the scores have no name and {said}, which is mostly judged by errors"


def _said_beside(evidence: Scores) -> str | None:
    """Return why a line above the table, or the word above the datasets, may name a measure that should be small."""
    titles = [
        str(title)
        for finding in evidence.findings
        if finding.code == "BO322" and isinstance(given := finding.detail.get("titles"), tuple)
        for title in given
    ]
    for title in titles:
        if (small := speaks_of_small(title)) is not None:
            return f"the line above the table ({quote_text(title)}) speaks of {quote_text(small)}"
    heads = evidence.reading.columns_of("dataset") if evidence.reading is not None else ()
    # Where the classifiers stand in rows, every column is a dataset.
    if len(heads) == 1 and not says_datasets(heads[0]) and role_of(heads[0])[0] is None:
        return f"{quote_text(heads[0])} stands above the names of the datasets and may be a measure that is not known"
    return None


def _why_contrary(evidence: Scores) -> str | None:
    """Return why the signs of all scores are not those of the measure that they are named by; else None.

    Whoever names scores of scikit-learn's neg_log_loss a log loss turns every verdict round.
    """
    measure, given = evidence.measure, evidence.values[np.isfinite(evidence.values) & (evidence.values != 0)]
    known = measure_within(measure.name)
    if known is None or not given.size or (given.min() < 0 < given.max()):
        return None
    is_negative = bool(given.min() < 0)
    sign = "negative" if is_negative else "positive"
    said = f"all scores of {quote_text(measure.name)} are {sign} ({given.min():.3g} to {given.max():.3g})"
    is_turned = KNOWN[known.name].higher_is_better != known.higher_is_better
    if is_negative and not known.higher_is_better and known.name not in SIGNED and known.field not in DIFFER:
        return f"{said}, as those of a loss with its sign turned are"
    if is_negative and known.name == "likelihood":
        return f"{said}, which no likelihood is: they may be logarithms, or have their sign turned"
    if not is_negative and known.higher_is_better and is_turned and not known.is_bounded:
        return f"{said}, as those of the loss itself are"
    if not is_negative and known.higher_is_better and known.name in LOGARITHMS:
        return f"{said}, as those of a negative log likelihood mostly are"
    return None


def _is_odd(evidence: Scores) -> bool:
    """Say whether scores of a file are as accuracies are not; whoever types arrays in Python knows what they hold."""
    is_typed = evidence.source.startswith(TYPED)
    return not is_typed and (_are_low(evidence.values) or _are_negative(evidence.values))


def _go_beyond(evidence: Scores) -> bool:
    """Say whether most scores of a file are larger than any percentage."""
    given = np.sort(evidence.values[np.isfinite(evidence.values)])
    return bool(given.size and given[given.size // 2] > MOST) and not evidence.source.startswith(TYPED)


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


def _are_percentages(values: Floats) -> bool:
    """Say whether all scores lie where accuracies in percent lie."""
    given = values[np.isfinite(values)]
    return bool(given.size and given.min() >= LOW * MOST and given.max() <= MOST)


def _are_ranks(evidence: Scores) -> bool:
    """Say whether the scores of every dataset are ranks: 1 to k, equal ones with their mean."""
    values, k = evidence.values, len(evidence.classifiers)
    if k < 3 or len(values) < 3 or not np.isfinite(values).all():
        return False
    within = (values >= 1).all() and (values <= k).all() and (values * 2 == np.rint(values * 2)).all()
    return bool(within and np.allclose(values.sum(axis=1), k * (k + 1) / 2))
