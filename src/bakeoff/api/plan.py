"""`bakeoff.plan`: what a design can show before it is run."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core.answers import power as core
from bakeoff.core.answers.figure_data import PowerAxis
from bakeoff.core.answers.power import Family, ItemPlan, PilotFoldPlan, ResamplingPlan
from bakeoff.core.errors import UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.reprs import describe_record
from bakeoff.inference.items.plan import ItemQuestion, Variances, plan_items, plan_items_from_pilot
from bakeoff.inference.planning.power import answer_power_question as infer
from bakeoff.inference.planning.power import with_looking_cost

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.render.figures.power import PowerData

FIGURES = {"power": PowerAxis.NUMBER, "power-by-difference": PowerAxis.DIFFERENCE}


@dataclass(frozen=True, slots=True)
class Plan:
    """A finished plan, with the faces it shows: words, JSON and power curves."""

    answer: core.Plan

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as the JSON of the contract."""
        from bakeoff.render.answers.power import plan_dict

        return plan_dict(self.answer)

    def figures(self) -> tuple[str, ...]:
        """Return the kinds of figures that this plan can be drawn as."""
        return (
            ()
            if isinstance(self.answer, Family | PilotFoldPlan | ItemPlan | ResamplingPlan)
            else tuple(FIGURES)
        )

    def plot(self, kind: str = "power", *, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance of finding the difference, and return the axes.

        `kind` is "power", against the number of datasets or examples, or "power-by-difference"; `ax` is a matplotlib
        axes to draw on.
        """
        from bakeoff.api.deliveries.figures import Drawing, draw_data
        from bakeoff.api.extras import require_matplotlib
        from bakeoff.render.figures.power import draw_power, power_size

        require_matplotlib(where="plot")
        return draw_data(power_figure(self.answer, kind), Drawing(draw_power, power_size), ax)

    def __repr__(self) -> str:
        return f"Plan({describe_record(self.answer)})"

    def __str__(self) -> str:
        from bakeoff.render.answers.power import plan_lines
        from bakeoff.render.lines import plain_text

        return plain_text(plan_lines(self.answer))


def plan(  # noqa: PLR0913 - the names of the command line, each a keyword
    pilot: object = None,
    *,
    tests: int | None = None,
    difference: float | None = None,
    sd: float | None = None,
    datasets: int | None = None,
    discordance: float | None = None,
    examples: int | None = None,
    items: int | None = None,
    attempts: int | None = None,
    item_sd: float | None = None,
    attempt_sd: float | None = None,
    item_cost: float = 0.0,
    attempt_cost: float = 1.0,
    step: float = 0.0,
    power: float = 0.8,
    level: float = 0.95,
    pair: tuple[str, str] | None = None,
    metric: str | None = None,
    sequential: bool = False,
) -> Plan:
    """Say what a number of tests, datasets or examples can show, or how many a difference needs.

    Parameters
    ----------
    pilot : path, dataframe, dict, optional
        Scores or predictions of a first, small comparison: with `difference`, what the study to come needs, from the
        variance within and between the pilot's datasets.
    tests : int, optional
        So many tests: what to expect by chance, and which level each needs.
    difference : float, optional
        The true difference to be found: with `sd` over datasets, with `discordance` over test examples.
    sd : float, optional
        Standard deviation of the differences over datasets.
    datasets, examples : int, optional
        In place of a difference: which one so many show. `examples` alone: how a dataset of so many may be resampled to
        compare learners on it.
    discordance : float, optional
        Share of test examples that one classifier alone gets right.
    items, attempts : int, optional
        Of items: so many, with so many attempts of each model at every one; what is not given is found, at least cost.
    item_sd, attempt_sd : float, optional
        Of items: the standard deviation of the items' true differences, and that of one attempt of each model; a pilot
        with two attempts at each item tells both.
    item_cost, attempt_cost : float
        What an item costs beyond its attempts, and what an attempt costs.
    step : float
        With `sd`: what the differences are rounded to, such as 1 for whole points. Draws and ties cost power. A pilot
        shows its own.
    power : float
        Chance of finding the difference.
    level : float
        Confidence level of the test.
    pair : (str, str), optional
        Of a pilot: which two classifiers, where there are more.
    metric : str, optional
        Of a pilot: which score.
    sequential : bool
        Of test examples: also how many a verdict takes that may be looked at at any time.

    Returns
    -------
    Plan
        Frozen; prints as the words of the command line; `answer` holds the numbers.

    See Also
    --------
    compare : The comparison once the scores are there.
    Study : The experiment itself.

    Examples
    --------
    >>> import bakeoff
    >>> bakeoff.plan(difference=0.7, sd=6.929).answer.datasets
    808
    """
    made = _answer_plan(**{name: value for name, value in locals().items() if name != "sequential"})
    return Plan(with_looking_cost(made) if sequential else made)


def _answer_plan(  # noqa: PLR0913 - what `plan` takes
    pilot: object,
    *,
    tests: int | None,
    difference: float | None,
    sd: float | None,
    datasets: int | None,
    discordance: float | None,
    examples: int | None,
    items: int | None,
    attempts: int | None,
    item_sd: float | None,
    attempt_sd: float | None,
    item_cost: float,
    attempt_cost: float,
    step: float,
    power: float,
    level: float,
    pair: tuple[str, str] | None,
    metric: str | None,
) -> core.Plan:
    question = ItemQuestion(
        difference=difference,
        items=items,
        attempts=attempts,
        item_cost=item_cost,
        attempt_cost=attempt_cost,
        power=power,
        level=level,
    )
    if pilot is None and (item_sd is not None or attempt_sd is not None):
        variances = Variances(
            item=(item_sd or 0.0) ** 2, attempt=None if attempt_sd is None else attempt_sd**2
        )
        return plan_items(question, variances)
    if pilot is None and (items is not None or attempts is not None):
        raise UsageError(
            "a plan in items needs to know how much they vary",
            where="--items, --attempts",
            fix="give a pilot of items, or --item-sd and --attempt-sd",
            code="BO072",
        )
    if pilot is not None:
        read = read_pilot(pilot, metric=metric)
        if isinstance(read, ItemEvidence):
            return _plan_of_items(read, question, pair=pair, metric=metric)
        pilot = read
        design = {
            "tests": tests,
            "sd": sd,
            "datasets": datasets,
            "discordance": discordance,
            "examples": examples,
            "step": step or None,
        }
        return plan_on_pilot(pilot, difference, design, level=level, power=power, pair=pair, metric=metric)
    return infer(
        tests=tests,
        difference=difference,
        sd=sd,
        datasets=datasets,
        discordance=discordance,
        examples=examples,
        step=step,
        power=power,
        level=level,
    )


def read_pilot(pilot: object, *, metric: str | None, **reading: Any) -> object:  # noqa: ANN401 - as ReadOptions takes it
    """Return the evidence of a pilot, read as `compare` reads it; evidence that was read stays as it is."""
    from bakeoff.api.compare import as_evidence
    from bakeoff.api.settings import without_made_metric
    from bakeoff.inputs.options import ReadOptions

    return as_evidence(pilot, ReadOptions(**without_made_metric({"metric": metric, **reading})))


def _plan_of_items(
    evidence: ItemEvidence, question: ItemQuestion, *, pair: tuple[str, str] | None, metric: str | None
) -> core.Plan:
    from bakeoff.api.settings import make_settings
    from bakeoff.inference.bench.bench import find_pair_index

    settings = make_settings(level=question.level, metric=metric)
    index = find_pair_index(evidence.models, *(pair or (None, None)))
    return plan_items_from_pilot(evidence, settings, question, index)


def plan_on_pilot(
    pilot: object,
    difference: float | None,
    options: dict[str, Any],
    *,
    level: float,
    power: float,
    pair: tuple[str, str] | None,
    metric: str | None,
) -> core.Plan:
    """Read a pilot and plan from it; what the pilot itself tells may not be told again."""
    from bakeoff.api.compare import as_evidence
    from bakeoff.api.settings import make_settings
    from bakeoff.inference.planning.pilot import plan_from_pilot
    from bakeoff.inputs.options import ReadOptions

    again = [name for name, value in options.items() if value is not None]
    if difference is None or again:
        raise UsageError(
            f"a pilot tells {again[0]} by itself"
            if again
            else "a pilot tells what a difference needs: which one?",
            where="plan",
            fix="give the pilot with --difference, and nothing else",
            code="BO072",
        )
    evidence = as_evidence(pilot, ReadOptions(metric=metric))
    settings = make_settings(level=level, metric=metric)
    return plan_from_pilot(evidence, settings, difference=difference, power=power, pair=pair)


def power_figure(answer: core.Plan, kind: str) -> "PowerData":
    """Return the data of one figure of a plan."""
    from bakeoff.inference.figure_data.power_curves import plan_figure_data
    from bakeoff.render.figures.power import power_data

    if isinstance(answer, Family | PilotFoldPlan | ItemPlan | ResamplingPlan):
        raise UsageError(
            "a plan of tests, resamples or items has no power curve",
            where="plot",
            fix="plan datasets (sd) or examples (discordance) to have one",
            code="BO401",
        )
    if kind not in FIGURES:
        raise UsageError(
            f"no figure of a plan is called {kind!r}",
            where="plot",
            fix=f"take one of {', '.join(FIGURES)}",
            code="BO400",
        )
    return power_data(plan_figure_data(answer, FIGURES[kind]))


def save_plan_figures(planned: Plan, directory: str) -> int:
    """Write every figure of a plan into a folder, and return how many files they are."""
    from bakeoff.api.deliveries.figures import Drawing, save_figures
    from bakeoff.render.figures.power import draw_power, power_size

    kind = Drawing(draw_power, power_size)
    kinds = planned.figures() or tuple(FIGURES)  # where there is none, the first says why
    return len(save_figures({key: (power_figure(planned.answer, key), kind) for key in kinds}, directory))
