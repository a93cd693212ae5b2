"""Small pieces of English that messages in every room share."""

from collections.abc import Sequence
from difflib import get_close_matches
from math import floor, isfinite, log10


def listed(names: Sequence[str], *, most: int = 5) -> str:
    """Return names as a person lists them.

    >>> listed(["a", "b", "c"]), listed(list("abcdefg"), most=3)
    ('a, b and c', 'a, b, c and 4 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return a hint at the likeliest slip, or nothing.

    >>> did_you_mean("wilcoxn", ["wilcoxon", "sign"])
    "; did you mean 'wilcoxon'?"
    """
    close = get_close_matches(word, known, n=1)
    return f"; did you mean {str(close[0])!r}?" if close else ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the right form.

    >>> counted(1, "dataset"), counted(12, "dataset"), counted(2, "entry")
    ('1 dataset', '12 datasets', '2 entries')
    """
    if number == 1:
        return f"{number:,} {noun}"
    ends_in_y = noun.endswith("y") and noun[-2:-1] not in "aeiou"
    return f"{number:,} {noun.removesuffix('y') + 'ies' if ends_in_y else noun + 's'}"


def alike(values: Sequence[float | None], *, digits: int = 4, by: float | None = None) -> list[str]:
    """Return numbers that stand side by side, all with the same decimals.

    They are as many as show the largest number, or the one it goes `by`, with so many significant digits; fewer
    where all would end in zeros. What is not known is a dash.

    >>> alike([0.5, 0.4987]), alike([80.0, 75.0]), alike([1.234, 0.9, float("inf")], digits=3)
    (['0.5000', '0.4987'], ['80', '75'], ['1.23', '0.90', '∞'])
    """
    known = [v for v in values if v is not None and isfinite(v)]
    largest = max(map(abs, known), default=0.0) if by is None else abs(by)
    most = max(0, min(12, digits - 1 - floor(log10(largest)))) if largest else 0
    used = (f"{v:.{most}f}".rstrip("0").partition(".")[2] for v in known)
    decimals = max(map(len, used), default=0)
    return ["–" if v is None else _one_of(v, decimals) for v in values]


def _one_of(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}" if isfinite(value) else "∞" if value > 0 else "-∞"
    return text.removeprefix("-") if not float(text.replace("∞", "inf")) else text.replace("-", "−")
