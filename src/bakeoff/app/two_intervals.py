"""Two intervals on the command line, such as 70±10 and 60±10, and how they may be read together."""

import re
from collections.abc import Sequence
from math import hypot, inf
from pathlib import Path

from bakeoff.core.errors import UsageError
from bakeoff.core.results import Alternative, Interval
from bakeoff.core.two_intervals import TwoIntervals, ValueAndReach

_NUMBER = r"[-−]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?"
_ONE = re.compile(rf"(?:(?P<name>[^=]+)=)?\s*(?P<value>{_NUMBER})\s*(?:±|\+/?[-−])\s*(?P<reach>{_NUMBER})\s*")


def are_intervals(words: Sequence[str]) -> bool:
    """Say whether command-line words are values with their half-widths rather than names of files.

    >>> are_intervals(["70±10", "b=60+/-10"]), are_intervals(["scores.csv"])
    (True, False)
    """
    return bool(words) and all(_ONE.fullmatch(w) and not Path(w).is_file() for w in words)


def read_intervals(words: Sequence[str], *, level: float) -> TwoIntervals:
    """Return what two intervals of this level say of the difference, if they are independent."""
    from bakeoff.inference.verdict import judge
    from bakeoff.procedures.distributions import t_p_value
    from bakeoff.procedures.paired_t import critical_t

    a, b = (_one(word, name) for word, name in zip(_two(words), ("a", "b"), strict=True))
    reach = hypot(a.reach, b.reach)
    difference = b.value - a.value
    z = critical_t(inf, level=level) * difference / reach
    interval = Interval(low=difference - reach, high=difference + reach, level=level)
    p_value = t_p_value(z, inf, Alternative.TWO_SIDED)
    return TwoIntervals(
        a=a,
        b=b,
        difference=difference,
        interval=interval,
        z=z,
        p_value=p_value,
        verdict=judge(interval, p_value=p_value, margin=0.0),
        differ_from=reach,
        apart_from=a.reach + b.reach,
    )


def _two(words: Sequence[str]) -> Sequence[str]:
    if len(words) != 2:
        raise UsageError(
            f"two intervals are read together, of a and of b; {len(words)} given",
            where=" ".join(words[:4]),
            fix="give two, such as 70±10 60±10",
            code="BO532",
        )
    return words


def _one(word: str, name: str) -> ValueAndReach:
    match = _ONE.fullmatch(word)
    value, reach = (
        (float(match[part].replace("−", "-")) for part in ("value", "reach")) if match else (0.0, 0.0)
    )
    if not reach > 0:
        raise UsageError(
            f"{word!r} has no half-width above zero", where=word, fix="write 70±10 or 70+/-10", code="BO532"
        )
    return ValueAndReach(name=(match["name"] if match else None) or name, value=value, reach=reach)
