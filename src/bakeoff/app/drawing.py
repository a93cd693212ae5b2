"""Figures on request: which kind, of which pair, on which axes, in the house's style."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bakeoff.app.gallery import FIGURES, FigureKind, main_figure
from bakeoff.app.needs import require_matplotlib
from bakeoff.app.placing import placed
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean, listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Drawable(Protocol):
    """What a figure needs to be drawn of its data; every kind of the gallery has it."""

    @property
    def draw(self) -> "Callable[[Any, Axes], Axes]":
        """The drawing step."""
        ...

    @property
    def size(self) -> Callable[[Any], tuple[float, float]]:
        """The inches that the data need."""
        ...


class Drawing(NamedTuple):
    """A drawing step and the inches it needs: the least that can be saved."""

    draw: "Callable[[Any, Axes], Axes]"
    size: Callable[[Any], tuple[float, float]]


def draw(
    comparison: Comparison, kind: str | None, names: tuple[str, str] | None, ax: "Axes | None"
) -> "Axes":
    """Draw one figure of a comparison, on the given axes or on a figure of its own."""
    require_matplotlib(where="plot")
    if kind == "dataset-space":
        comparison = placed(comparison)
    figure, pair = asked_for(comparison, kind, names)
    return drawn(figure.data_of(comparison, pair), figure, ax)


def drawn(data: Any, kind: Drawable, ax: "Axes | None") -> "Axes":  # noqa: ANN401 - each figure has its own
    """Draw a figure of its data in the house's style, on the given axes or on a figure of its own."""
    from bakeoff.render.figures.style import quiet_style, without_font_warnings

    with quiet_style():
        return without_font_warnings(kind.draw(data, ax if ax is not None else new_axes(kind.size(data))))


def asked_for(
    comparison: Comparison, kind: str | None, names: tuple[str, str] | None
) -> tuple[FigureKind, Pair | None]:
    """Return the figure that was asked for, and the pair that it is drawn of; None for a figure of all."""
    figure = _asked_for(comparison, kind, names)
    return figure, _chosen(comparison, names) if figure.of_pair else None


def new_axes(size: tuple[float, float]) -> "Axes":
    """Return the axes of a new figure of so many inches, bound to no window."""
    from matplotlib.figure import Figure

    return Figure(figsize=size).subplots()


def _asked_for(comparison: Comparison, kind: str | None, names: tuple[str, str] | None) -> FigureKind:
    """Return the kind that was named; else what answers first, about the pair where one was named."""
    if kind is not None:
        return _figure(kind, comparison)
    if names is None:
        return main_figure(comparison)
    return _figure("flips" if comparison.design.on_examples else "differences", comparison)


def _figure(key: str, comparison: Comparison) -> FigureKind:
    keys = [figure.key for figure in FIGURES]
    if key not in keys:
        raise UsageError(
            f"no figure is called {key!r}{did_you_mean(key, keys)}",
            where="plot",
            fix=f"take one of {listed(keys, most=len(keys))}",
            code="BO400",
        )
    figure = FIGURES[keys.index(key)]
    objection = figure.objection(comparison)
    if objection is not None:
        raise UsageError(
            f"this comparison has no figure {key!r}: {objection}",
            where="plot",
            fix="comparison.figures() lists those that it has",
            code="BO401",
        )
    return figure


def _chosen(comparison: Comparison, names: tuple[str, str] | None) -> Pair:
    if names is None and len(comparison.pairs) == 1:
        return comparison.pairs[0]
    for pair in comparison.pairs:
        if names is not None and set(names) == {pair.a, pair.b}:
            return pair
    raise UsageError(
        "several pairs were compared, and none of them was named" if names is None else f"no pair is {names}",
        where="plot",
        fix=f"name one of the pairs, such as {listed([f'({p.a!r}, {p.b!r})' for p in comparison.pairs], most=3)}",
        code="BO071",
    )
