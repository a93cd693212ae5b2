"""The Python door to estimates of single classifiers."""

from dataclasses import fields
from typing import Any

from bakeoff.app.counts import checked_count
from bakeoff.core import estimates as core
from bakeoff.core.errors import UsageError
from bakeoff.core.predictions import Predictions
from bakeoff.inference.estimate import estimate_counts
from bakeoff.inputs.options import ReadOptions


class Estimates(core.Estimates):
    """Finished estimates, with the faces they show: words and JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the estimates as the JSON of the contract."""
        from bakeoff.render.estimate import as_dict

        return as_dict(self)

    def __str__(self) -> str:
        from bakeoff.render.estimate import lines
        from bakeoff.render.screen import as_plain

        return as_plain(lines(self))


def estimate(  # noqa: PLR0913 - the names of the command line, each a keyword
    evidence: object = None,
    *,
    correct: float | None = None,
    total: float | None = None,
    level: float = 0.95,
    upcoming: int | None = None,
    with_sizes: bool = False,
    positive: str | None = None,
    seed: int = 0,
) -> Estimates:
    """Estimate how good a classifier is: from counts, or from predictions.

    Parameters
    ----------
    evidence : path, dataframe, dict, optional
        Predictions: every classifier is estimated by every measure they support.
    correct, total : float, optional
        In place of evidence: how many records are right, and how many there are.
    level : float
        Confidence level.
    upcoming : int, optional
        Also give the interval of the success rate in the next so many records.
    with_sizes : bool
        Also give the interval that the same rate would have on 20 to 5,000 records.
    positive : str, optional
        Of two classes the one that precision, recall and F1 speak of; by default the last.
    seed : int
        Seed of everything that is simulated.

    Returns
    -------
    Estimates
        Frozen; prints as the words of the command line.

    Examples
    --------
    >>> import bakeoff
    >>> interval = bakeoff.estimate(correct=80, total=100).each[0].intervals[0].interval
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.711, 0.867)
    """
    asked: dict[str, Any] = {"level": level, "upcoming": upcoming, "with_sizes": with_sizes}
    if evidence is None and correct is not None and total is not None:
        count = checked_count(correct, total, where="correct, total")
        return _faced(estimate_counts([(count.right, count.total)], **asked))
    if evidence is None or correct is not None or total is not None:
        raise UsageError(
            "an estimate is of evidence, or of correct and total",
            where="bakeoff.estimate",
            fix="give predictions, or correct=80, total=100",
            code="BO073",
        )
    return estimate_evidence(evidence, ReadOptions(), seed=seed, positive=positive, **asked)


def estimate_evidence(evidence: object, options: ReadOptions, **asked: Any) -> Estimates:  # noqa: ANN401
    """Read predictions and estimate every classifier."""
    from bakeoff.app.door import evidence_of
    from bakeoff.inference.estimate_predictions import estimate_predictions

    given = evidence_of(evidence, options)
    if not isinstance(given, Predictions):
        raise UsageError(
            "an accuracy is estimated from predictions or counts, and this is a table of scores",
            where=given.source,
            fix="give the predictions, or counts such as 80/100; bakeoff compare judges scores",
            code="BO074",
        )
    return _faced(estimate_predictions(given, **asked))


def _faced(made: core.Estimates) -> Estimates:
    return Estimates(**{f.name: getattr(made, f.name) for f in fields(made)})
