"""The Python door to plans: what a design can show before it is run."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import UsageError
from bakeoff.core.pictures import Against
from bakeoff.core.plans import Family, Plan
from bakeoff.inference.plan import plan as infer

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.render.figures.power import PowerData

FIGURES = {"power": Against.NUMBER, "power-by-difference": Against.DIFFERENCE}


@dataclass(frozen=True, slots=True)
class Planned:
    """A finished plan, with the faces it shows: words, JSON and power curves."""

    answer: Plan

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as the JSON of the contract."""
        from bakeoff.render.plan import as_dict

        return as_dict(self.answer)

    def figures(self) -> tuple[str, ...]:
        """Return the kinds of figures that this plan can be drawn as."""
        return () if isinstance(self.answer, Family) else tuple(FIGURES)

    def plot(self, kind: str = "power", *, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance of finding the difference, and return the axes.

        `kind` is "power", against the number of datasets or examples, or "power-by-difference"; `ax` is a matplotlib
        axes to draw on.
        """
        from bakeoff.app.drawing import new_axes
        from bakeoff.render.figures.power import draw_power, power_size
        from bakeoff.render.figures.style import quiet_style

        data = power_figure(self.answer, kind)
        with quiet_style():
            return draw_power(data, ax if ax is not None else new_axes(power_size(data)))

    def __str__(self) -> str:
        from bakeoff.render.plan import lines
        from bakeoff.render.screen import as_plain

        return as_plain(lines(self.answer))


def plan(  # noqa: PLR0913 - the names of the command line, each a keyword
    *,
    tests: int | None = None,
    difference: float | None = None,
    sd: float | None = None,
    datasets: int | None = None,
    discordance: float | None = None,
    examples: int | None = None,
    power: float = 0.8,
    level: float = 0.95,
) -> Planned:
    """Say what a number of tests, datasets or examples can show, or how many a difference needs.

    Parameters
    ----------
    tests : int, optional
        So many tests: what to expect by chance, and which level each needs.
    difference : float, optional
        The true difference to be found: with `sd` over datasets, with `discordance` over test examples.
    sd : float, optional
        Standard deviation of the differences over datasets.
    datasets, examples : int, optional
        In place of a difference: which one so many show.
    discordance : float, optional
        Share of test examples that one classifier alone gets right.
    power : float
        Chance of finding the difference.
    level : float
        Confidence level of the test.

    Returns
    -------
    Planned
        Frozen; prints as the words of the command line; `answer` holds the numbers.

    Examples
    --------
    >>> import bakeoff
    >>> bakeoff.plan(difference=0.7, sd=6.929).answer.datasets
    771
    """
    return Planned(
        infer(
            tests=tests,
            difference=difference,
            sd=sd,
            datasets=datasets,
            discordance=discordance,
            examples=examples,
            power=power,
            level=level,
        )
    )


def power_figure(answer: Plan, kind: str) -> "PowerData":
    """Return the data of one figure of a plan."""
    from bakeoff.inference.power_pictures import plan_picture
    from bakeoff.render.figures.power import power_data

    if isinstance(answer, Family):
        raise UsageError(
            "a plan of tests has no power curve",
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
    return power_data(plan_picture(answer, FIGURES[kind]))


def save_plan_figures(planned: Planned, directory: str) -> int:
    """Write every figure of a plan into a folder, and return how many files they are."""
    from bakeoff.app.figure_files import Drawing, save_figures
    from bakeoff.render.figures.power import draw_power, power_size

    kind = Drawing(draw_power, power_size)
    return len(save_figures({key: (power_figure(planned.answer, key), kind) for key in FIGURES}, directory))
