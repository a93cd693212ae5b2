"""`bakeoff.estimate`: how good a single classifier is."""

import re
from os.path import exists
from typing import TYPE_CHECKING, Any

from bakeoff.api.counts import are_counts, check_count, parse_counts
from bakeoff.api.views import with_views
from bakeoff.core.answers import estimates as core
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.inference.estimates.accuracy import estimate_counts
from bakeoff.inputs.options import ReadOptions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.render.figures.interval_by_n import IntervalByNData
    from bakeoff.render.lines import Line


BARE_NUMBER = re.compile(r"\d+([.,]\d*)?\s*%?")


class Estimates(core.Estimates):
    """Finished estimates, with the faces they show: words, JSON, and the interval against the size of a test set."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the estimates as the JSON of the contract."""
        from bakeoff.render.answers.estimates import estimates_dict

        return estimates_dict(self)

    def plot(self, classifier: str | None = None, *, ax: "Axes | None" = None) -> "Axes":
        """Draw the interval of an accuracy against the size of the test set, and return the axes.

        `classifier` names one where several were estimated; `ax` is a matplotlib axes to draw on.
        """
        from bakeoff.api.deliveries.figures import Drawing, draw_data
        from bakeoff.api.extras import require_matplotlib
        from bakeoff.render.figures.interval_by_n import draw_interval_by_n, interval_by_n_size

        require_matplotlib(where="plot")
        data = interval_figure(_choose_classifier(self, classifier), level=self.level)
        return draw_data(data, Drawing(draw_interval_by_n, interval_by_n_size), ax)

    def __repr__(self) -> str:
        from bakeoff.render.answers.estimates import one_line_estimates

        return f"<Estimates of {one_line_estimates(self)}>"

    def __str__(self) -> str:
        from bakeoff.render.answers.estimates import estimates_lines
        from bakeoff.render.lines import plain_text

        return plain_text(estimates_lines(self))


def estimate(  # noqa: PLR0913 - the names of the command line, each a keyword
    evidence: object = None,
    *,
    correct: float | None = None,
    total: float | None = None,
    level: float = 0.95,
    upcoming: int | None = None,
    with_sizes: bool = False,
    positive: str | None = None,
    costs: object = None,
    seed: int = 0,
) -> Estimates:
    """Estimate how good a classifier is: from counts, or from predictions.

    Parameters
    ----------
    evidence : path, dataframe, dict, optional
        Predictions: every classifier is estimated by every measure they support. Or a count, such as "80/100".
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
    costs : path or dict, optional
        What errors cost, as `bakeoff.compare` takes them: predictions get their expected cost too.
    seed : int
        Seed of everything that is simulated.

    Returns
    -------
    Estimates
        Frozen; prints as the words of the command line.

    See Also
    --------
    compare : Two classifiers or more.
    plan : How many examples a difference needs.

    Examples
    --------
    >>> import bakeoff
    >>> interval = bakeoff.estimate(correct=80, total=100).each[0].intervals[0].interval
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.711, 0.867)
    """
    arguments: dict[str, Any] = {"level": level, "upcoming": upcoming, "with_sizes": with_sizes}
    if isinstance(evidence, str) and are_counts([evidence]):
        return with_views(
            Estimates, estimate_counts([(c.right, c.total) for c in parse_counts([evidence])], **arguments)
        )
    if evidence is None and correct is not None and total is not None:
        count = check_count(correct, total, where="correct, total")
        return with_views(Estimates, estimate_counts([(count.right, count.total)], **arguments))
    if evidence is None or correct is not None or total is not None:
        raise UsageError(
            "an estimate is of evidence, or of correct and total",
            where="bakeoff.estimate",
            fix="give predictions, or correct=80, total=100",
            code="BO073",
        )
    return estimate_evidence(evidence, ReadOptions(), seed=seed, positive=positive, costs=costs, **arguments)


def estimate_evidence(evidence: object, options: ReadOptions, **arguments: Any) -> Estimates:  # noqa: ANN401
    """Read predictions and estimate every classifier."""
    return estimate_given(read_given(evidence, options), **arguments)


def read_given(evidence: object, options: ReadOptions) -> Predictions:
    """Read predictions, and refuse whatever else it is."""
    from bakeoff.api.compare import as_evidence

    _require_no_number(evidence)
    try:
        given = as_evidence(evidence, options)
    except DesignError as error:
        if error.code != "BO022":  # one column of scores, which a comparison refuses for another reason
            raise
        raise _scores_given_error(error.where) from None
    if isinstance(given, ItemEvidence):
        raise DesignError(
            "bakeoff estimate is of predictions and counts; of items, bakeoff compare gives each model's mean with its "
            "interval",
            where=given.source,
            fix="use bakeoff compare; its table and its JSON (ranking, score_interval) have them",
            code="BO074",
        )
    if not isinstance(given, Predictions):
        raise _scores_given_error(given.source)
    return given


def estimate_given(given: Predictions, *, costs: object = None, **asked: Any) -> Estimates:  # noqa: ANN401
    """Estimate every classifier of predictions, and what it costs where costs are given."""
    from bakeoff.inference.estimates.prediction_measures import estimate_predictions

    if costs is not None:
        from bakeoff.inputs.costs import read_costs

        asked["costs"] = read_costs(costs)
    return with_views(Estimates, estimate_predictions(given, **asked))


def explain_estimates(made: core.Estimates, given: Predictions | None, costs: object) -> "list[Line]":
    """Return the steps of what was estimated: of the costs, and of the intervals that a textbook computes by hand."""
    from bakeoff.inputs.costs import read_costs
    from bakeoff.procedures.predictions.proportions import wilson_steps
    from bakeoff.render.text.calculation_on_examples import cost_lines
    from bakeoff.render.text.estimate_steps import accuracy_steps

    lines = [] if given is None or costs is None else cost_lines(given, read_costs(costs))
    for one in made.each:
        if one.intervals[0].method == "wilson":
            steps = wilson_steps(one.correct, one.total, level=made.level)
            lines += accuracy_steps(steps, level=made.level, classifier=one.classifier)
    return [*lines, []]


def _scores_given_error(where: str) -> UsageError:
    return UsageError(
        "an accuracy is estimated from predictions or counts, and this is a table of scores",
        where=where,
        fix="give the predictions, or counts such as 80/100; bakeoff compare judges the scores of two or more",
        code="BO074",
    )


def _require_no_number(evidence: object) -> None:
    """Refuse a bare number or percentage: how surely it is known depends on how many records it is of."""
    if isinstance(evidence, str) and BARE_NUMBER.fullmatch(evidence) and not exists(evidence):
        raise UsageError(
            f"{evidence!r} does not say of how many records",
            where=evidence,
            fix="give how many are right and how many there are, such as 80/100",
            code="BO074",
        )


def save_estimate_figures(made: core.Estimates, directory: str) -> int:
    """Write the interval by size of every classifier into a folder, and return how many files they are."""
    from bakeoff.api.deliveries.figures import Drawing, save_figures
    from bakeoff.render.figures.interval_by_n import draw_interval_by_n, interval_by_n_size

    kind = Drawing(draw_interval_by_n, interval_by_n_size)
    several = len(made.each) > 1
    figures = {
        f"interval-by-n {one.classifier or number}" if several else "interval-by-n": (
            interval_figure(one, level=made.level),
            kind,
        )
        for number, one in enumerate(made.each, 1)
    }
    return len(save_figures(figures, directory))


def interval_figure(one: core.AccuracyEstimate, *, level: float) -> "IntervalByNData":
    """Return the interval of an accuracy against the size of the test set, as a picture."""
    from bakeoff.inference.figure_data.densities import interval_figure_data
    from bakeoff.render.figures.interval_by_n import interval_by_n_data

    return interval_by_n_data(interval_figure_data(one, level=level))


def _choose_classifier(made: core.Estimates, classifier: str | None) -> core.AccuracyEstimate:
    if classifier is None and len(made.each) == 1:
        return made.each[0]
    names = [one.classifier or str(number) for number, one in enumerate(made.each, 1)]
    if classifier in names:
        return made.each[names.index(classifier)]
    raise UsageError(
        "several classifiers were estimated, and none of them was named"
        if classifier is None
        else f"no classifier {classifier!r} was estimated{did_you_mean(classifier, names)}",
        where="plot",
        fix=f"name one of {write_list(names)}",
        code="BO071",
    )
