"""Which datasets to leave out so that a test that flips signs changes its mind: the largest of one sign.

With the other kept differences fixed, let N be the sum of the sizes of the negative ones and W the sum over
a random subset of all. The one-sided p-value is P(W <= N), for the sign test as well, where every size is
one. Let i be positive, j and l negative with j larger than l, and W₀ the sum without the two compared.

- Leaving out j gives P(W₀ <= N - j) and P(W₀ <= N - j - l), each with chance one half; leaving out l gives
  P(W₀ <= N - l) and P(W₀ <= N - l - j): j lowers the p-value at least as much.
- Leaving out i gives P(W₀ <= N) and P(W₀ <= N - j); j instead gives P(W₀ <= N - j) and
  P(W₀ <= N - j - i): a negative one lowers the p-value at least as much as a positive one, which raises it.

So to become significant the largest negative ones go, to lose it the largest positive ones, ties or not, and
the p-value moves one way as more of them go. Draws count for nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.bisection import first_count

Confirm = Callable[[Ints], bool]  # whether leaving these out changes the verdict


class Found(NamedTuple):
    """A smallest set of datasets to leave out, or none up to the size that was asked for.

    `exact` says that no smaller set does it; for none, that no set up to that size does.
    """

    indices: Ints | None
    exact: bool


class Goal(NamedTuple):
    """What is to be reached: the one-sided level below which b is called better, and from which side.

    `losing`: b is called better now and should no longer be; otherwise it should become so. Sets of more
    than `most` datasets are of no interest. `confirm` asks the test itself.
    """

    tail: float
    losing: bool
    most: int
    confirm: Confirm


def signed_removal(differences: Floats, goal: Goal) -> Found:
    """Return the smallest set of datasets without which the sign test or the sign-flip test changes."""
    order = leaving_order(differences, losing=goal.losing)
    most = min(goal.most, differences.size - 1, order.size)
    if most < 1 or not goal.confirm(order[:most]):
        return Found(None, exact=True)
    enough = first_count(lambda k: goal.confirm(order[:k]), 1, most)
    return Found(np.sort(order[:enough]), exact=True)


def leaving_order(differences: Floats, *, losing: bool) -> Ints:
    """Return the datasets of the sign that is to be weakened, the largest difference first."""
    against = differences if losing else -differences
    order = np.argsort(-against, kind="stable")
    return order[: np.count_nonzero(against > 0)]
