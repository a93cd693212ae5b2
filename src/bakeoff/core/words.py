"""Small pieces of English that messages in every room share, and how they show what others have written."""

from collections.abc import Sequence
from math import floor, isfinite, log10


def listed(names: Sequence[str], *, most: int = 5) -> str:
    """Return names as a person lists them.

    >>> listed(["a", "b", "c"]), listed(list("abcdefg"), most=3)
    ('a, b and c', 'a, b, c and 4 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def brief(text: object, *, most: int = 60) -> str:
    r"""Return a text as a message may print it: one line, control characters escaped, its middle cut if it is long.

    >>> brief("a\nb"), brief("x" * 70) == "x" * 40 + "…" + "x" * 15
    ('a\\nb', True)
    """
    whole = str(text)
    cut = whole if len(whole) <= most else f"{whole[: most * 2 // 3]}…{whole[-most // 4 :]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)


def quoted(text: object) -> str:
    r"""Return a text in quotes, as a message may print it.

    >>> print(quoted("rf"), quoted("a\x1b[31m"))
    'rf' 'a\x1b[31m'
    """
    return f"'{brief(text)}'"


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return a hint at the likeliest slip, or nothing.

    >>> did_you_mean("wilcoxn", ["wilcoxon", "sign"])
    "; did you mean 'wilcoxon'?"
    """
    from difflib import get_close_matches  # most messages have no slip to guess

    close = get_close_matches(word, known, n=1)
    return f"; did you mean {str(close[0])!r}?" if close else ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the right form.

    >>> counted(1, "dataset"), counted(1200, "row"), counted(2, "entry"), counted(2, "day"), counted(3, "class")
    ('1 dataset', '1,200 rows', '2 entries', '2 days', '3 classes')
    """
    if number == 1:
        return f"{number:,} {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{number:,} {noun.removesuffix('y')}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def p_figures(p: float) -> str:
    """Return a p-value with two digits, and one more where they would round it onto a usual level; never zero.

    >>> p_figures(0.7344), p_figures(0.0437), p_figures(3e-9), p_figures(0.0502), p_figures(1.0)
    ('.73', '.044', '< .0001', '.0502', '1')
    """
    if p < 0.0001:
        return "< .0001"
    digits = 2 if p >= 0.1 else 1 - floor(log10(p))
    rounded = round(p, digits)
    if any(p < level <= rounded or p > level >= rounded for level in (0.1, 0.05, 0.01, 0.001)):
        digits += 1
        rounded = floor(p * 10**digits) / 10**digits
    return f"{rounded:.{digits}f}".removeprefix("0") if rounded < 1 else "1"


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
