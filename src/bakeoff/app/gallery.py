"""The gallery: every figure of a comparison, the question it answers, and when it may be drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.render.figures.differences import differences_data, differences_size, draw_differences

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _always(comparison: Comparison) -> str | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureKind:
    """One kind of figure: a data step, which is tested, and a drawing step, which is looked at.

    `data` takes the comparison, and for a figure of one pair the pair as well; `size` gives the inches that the
    data need, so that nothing collides.
    """

    key: str
    question: str  # that the figure answers: its caption in reports
    data: Callable[..., Any]
    draw: "Callable[[Any, Axes], Axes]"
    size: Callable[[Any], tuple[float, float]]
    objection: Callable[[Comparison], str | None] = _always  # why it cannot be drawn of this comparison
    of_pair: bool = False

    def data_of(self, comparison: Comparison, pair: Pair | None) -> Any:  # noqa: ANN401 - each figure has its own
        """Return what the figure shows."""
        return self.data(comparison, pair) if self.of_pair else self.data(comparison)


FIGURES: tuple[FigureKind, ...] = (
    FigureKind(
        key="differences",
        question="By how much is b better than a, and on which datasets?",
        data=differences_data,
        draw=draw_differences,
        size=differences_size,
        of_pair=True,
    ),
)


def drawable(comparison: Comparison) -> tuple[FigureKind, ...]:
    """Return the figures that this comparison can be drawn as, in the order of the gallery."""
    return tuple(figure for figure in FIGURES if figure.objection(comparison) is None)
