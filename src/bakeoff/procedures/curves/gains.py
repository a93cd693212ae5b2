"""Cumulative gains and lift: how many of the positives are among the examples with the highest scores."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.procedures.curves.roc import Roc


@dataclass(frozen=True, slots=True, kw_only=True)
class Gains:
    """The share of all examples that are taken, the share of positives among them, and the lift."""

    depth: Floats
    gain: Floats

    @property
    def lift(self) -> Floats:
        """How many times as many positives as among as many random examples; at depth 0 as at the next point."""
        lift = np.divide(self.gain, self.depth, out=np.zeros(self.gain.size), where=self.depth > 0)
        lift[0] = lift[1]
        return lift


def cumulative_gains(roc: Roc) -> Gains:
    """Return the share of positives that each share of highest scores holds.

    References
    ----------
    witten2011

    Examples
    --------
    >>> from bakeoff.procedures.curves.roc import roc_curve
    >>> positive = np.array([True, True, False, False, False])
    >>> curve = cumulative_gains(roc_curve(np.array([0.9, 0.7, 0.8, 0.2, 0.1]), positive=positive))
    >>> curve.gain.tolist(), curve.lift.round(3).tolist()
    ([0.0, 0.5, 0.5, 1.0, 1.0, 1.0], [2.5, 2.5, 1.25, 1.667, 1.25, 1.0])
    """
    taken = roc.true_positives + roc.false_positives
    return Gains(depth=taken / taken[-1], gain=roc.true_rate)


def lift_at(gains: Gains, depth: Floats) -> Floats:
    """Return the lift at any depth above 0; among equal scores as if their order were drawn by lot."""
    lift: Floats = np.interp(depth, gains.depth, gains.gain) / depth
    return lift
