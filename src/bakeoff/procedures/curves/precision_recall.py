"""Precision against recall, with what lies between two thresholds drawn as it is: curved."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.procedures.curves.roc import Roc


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecisionRecall:
    """Recall and precision at every threshold, highest first; the first catches nothing and is left out."""

    recall: Floats
    precision: Floats

    @property
    def average_precision(self) -> float:
        """The mean, over positive examples, of the precision down to their score: no interpolation."""
        return float(np.dot(np.diff(self.recall, prepend=0.0), self.precision))


def precision_recall_curve(roc: Roc) -> PrecisionRecall:
    """Return precision and recall at every threshold.

    References
    ----------
    davis2006

    Examples
    --------
    >>> from bakeoff.procedures.curves.roc import roc_curve
    >>> positive = np.array([False, False, True, True])
    >>> curve = precision_recall_curve(roc_curve(np.array([0.1, 0.4, 0.35, 0.8]), positive=positive))
    >>> curve.recall.tolist(), round(curve.average_precision, 6)
    ([0.5, 0.5, 1.0, 1.0], 0.833333)
    """
    caught, taken = roc.true_positives[1:], (roc.true_positives + roc.false_positives)[1:]
    return PrecisionRecall(recall=caught / roc.positives, precision=caught / taken)


def precision_at(roc: Roc, recall: Floats) -> Floats:
    """Return the precision at any recall above 0: between two thresholds, of a coin between them.

    True and false positives grow in proportion between two points; their ratio does not. A straight line between two
    points of the precision-recall plane claims a precision that no coin reaches (Davis & Goadrich 2006).

    Examples
    --------
    >>> from bakeoff.procedures.curves.roc import Roc
    >>> # Davis and Goadrich (2006): 20 positives; from 5 true and 5 false positives to 10 and 30.
    >>> curve = Roc(thresholds=np.zeros(4), true_positives=np.array([0, 5, 10, 20]),
    ...             false_positives=np.array([0, 5, 30, 2000]))
    >>> precision_at(curve, np.array([0.3, 0.35, 0.4, 0.45])).round(3).tolist()
    [0.375, 0.318, 0.286, 0.265]
    """
    caught = np.asarray(recall, dtype=np.float64) * roc.positives
    # Of several thresholds with the same recall the highest has the best precision.
    firsts = np.flatnonzero(np.append([True], np.diff(roc.true_positives) > 0))
    lasts = np.append(firsts[1:] - 1, roc.true_positives.size - 1)
    i = np.clip(np.searchsorted(roc.true_positives[firsts], caught), 1, firsts.size - 1)
    start, end = lasts[i - 1], firsts[i]
    share = (caught - roc.true_positives[start]) / (roc.true_positives[end] - roc.true_positives[start])
    false = roc.false_positives[start] + share * (roc.false_positives[end] - roc.false_positives[start])
    precision: Floats = caught / (caught + false)
    return precision
