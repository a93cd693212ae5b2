"""Further measures of the same classifiers, such as latency, price and tokens. Made once; renderers only say it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.figure_data import TradeOffFigureData
from bakeoff.core.measures import Measure
from bakeoff.core.reprs import describe_record

if TYPE_CHECKING:
    from bakeoff.core.comparison import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherMeasure:
    """One further measure: how each classifier stands by both, and the pairs judged by it alone."""

    __repr__ = describe_record

    column: str
    measure: Measure
    trade_off: TradeOffFigureData
    pairs: "tuple[Pair, ...]"  # adjusted over the pairs of this measure
