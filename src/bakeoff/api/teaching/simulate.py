"""The verb `simulate`: data in which the truth is known, and how often a test finds it, or is fooled."""

from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from bakeoff.api.extras import require_matplotlib
from bakeoff.core.answers.simulation import RatePoint, RateSeries, SimulatedRates
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean, write_list

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.inference.simulations import Simulation, Slider


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SimulationResult(SimulatedRates):
    """The rates of a simulation, which show themselves in a shell and in a notebook."""

    def __str__(self) -> str:
        """Return the bars of the terminal."""
        from bakeoff.render.answers.simulation import simulation_lines
        from bakeoff.render.lines import plain_text

        return plain_text(simulation_lines(self, 100))

    def plot(self, *, ax: "Axes | None" = None) -> "Axes":
        """Draw the rates, on the given axes or on a figure of their own."""
        require_matplotlib(where="plot")
        from bakeoff.api.deliveries.figures import draw_data

        return draw_data(self, _simulate_drawing(), ax)

    def save_figures(self, directory: str | Path) -> tuple[Path, ...]:
        """Write the figure as PNG, SVG and PDF, and return the paths."""
        require_matplotlib(where=str(directory))
        from bakeoff.api.deliveries.figures import save_figures

        return save_figures({self.key: (self, _simulate_drawing())}, directory)

    def to_dict(self) -> dict[str, Any]:
        """Return what --json prints."""
        from bakeoff.render.answers.simulation import simulation_dict

        return simulation_dict(self)

    def _repr_html_(self) -> str:
        from importlib.util import find_spec

        from bakeoff.render.answers.simulation import simulation_html

        figure = ""
        if find_spec("matplotlib") is not None:
            from bakeoff.api.deliveries.figures import figure_bytes
            from bakeoff.render.html.svg import inline_svg

            svg = figure_bytes(self, _simulate_drawing(), "svg")
            figure = inline_svg(svg, prefix=f"{self.key}-", label=self.title, tips=(), themed=False)
        return simulation_html(self, figure)


class SimulationSettings(TypedDict, total=False):
    """Everything that a simulation lets one set; each takes some of it."""

    datasets: int
    examples: int
    resamples: int
    groups: int
    variants: int
    dropped: int
    effect: float
    accuracy: float
    trials: int
    seed: int


def simulate(what: str, **settings: Unpack[SimulationSettings]) -> SimulationResult:
    """Simulate data in which the truth is known, and count how often a test finds it, or is fooled.

    Parameters
    ----------
    what : str
        One of "null" (how often a true null is rejected), "power", "best-of-k", "naive-t", "community", "coverage",
        "dropping".
    **settings : int or float
        What the simulation lets one set, such as `datasets`, `trials` and `seed`; a slip is answered with their names.

    Returns
    -------
    SimulationResult
        The rates with their standard errors: printed as bars, drawn by `plot()`, shown as a table in a notebook.

    See Also
    --------
    plan : The chance of finding a difference, computed for your own evidence.
    calibrate : How often the test of a comparison is fooled on your own design.

    Examples
    --------
    >>> import bakeoff
    >>> rates = bakeoff.simulate("best-of-k", variants=20, trials=400)
    >>> best, named = (series.points[-1].rate for series in rates.series)
    >>> best > 3 * named
    True
    """
    simulation = _find_simulation(what)
    chosen = {name: _as_number(value) for name, value in settings.items()}
    for name, value in chosen.items():
        _require_setting(simulation, name, value)
    measured = simulation.run(**chosen)
    return SimulationResult(
        key=simulation.key,
        title=simulation.title,
        question=simulation.question,
        lesson=simulation.lesson,
        axis=simulation.axis,
        counts=simulation.rate,
        parameters=measured["parameters"],
        nominal=measured["nominal"],
        series=tuple(
            RateSeries(name=s["name"], points=tuple(RatePoint(**p) for p in s["points"]))
            for s in measured["series"]
        ),
    )


def _as_number(value: object) -> float:
    """Return what was given as a number; what is none is NaN, which no setting takes."""
    try:
        return float(str(value))
    except ValueError:
        return nan


def list_simulations() -> "tuple[Simulation, ...]":
    """Return every simulation, with what it asks and what can be set."""
    from bakeoff.inference.simulations import SIMULATIONS

    return tuple(SIMULATIONS.values())


def _find_simulation(what: str) -> "Simulation":
    known = {s.key: s for s in list_simulations()}
    if what in known:
        return known[what]
    raise UsageError(
        f"there is no simulation {what!r}{did_you_mean(what, list(known))}",
        where="simulate",
        fix=f"take one of {write_list(list(known), most=len(known))}",
        code="BO781",
    )


def _require_setting(simulation: "Simulation", name: str, value: float) -> None:
    """Refuse a setting that a simulation has not, or a value outside its range."""
    sliders: dict[str, Slider] = {s.name: s for s in simulation.sliders}
    if name not in sliders:
        raise UsageError(
            f"the simulation {simulation.key!r} has no setting {name!r}{did_you_mean(name, list(sliders))}",
            where=name,
            fix=f"it has {write_list(list(sliders), most=len(sliders))}",
            code="BO782",
        )
    slider = sliders[name]
    if not slider.low <= value <= slider.high:
        raise UsageError(
            f"{name} is {value:g}, outside of what this simulation takes",
            where=name,
            fix=f"give {slider.low:g} to {slider.high:g}",
            code="BO782",
        )


def _simulate_drawing() -> Any:  # noqa: ANN401 - a drawing step and the inches it needs
    from bakeoff.api.deliveries.figures import Drawing
    from bakeoff.render.figures.rates import draw_rates, rates_size

    return Drawing(draw_rates, rates_size)
