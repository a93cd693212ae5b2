"""Small pieces of English that messages in every room share, and how they show what others have written."""

import re
from collections.abc import Sequence
from math import floor, isfinite, log10


def write_list(names: Sequence[str], *, most: int = 5) -> str:
    """Return names as a person lists them.

    >>> write_list(["a", "b", "c"]), write_list(list("abcdefg"), most=3)
    ('a, b and c', 'a, b, c and 4 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most:,} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def name_models(text: str) -> str:
    """Return a sentence about classifiers as one about models, which predict numbers; options keep their names.

    >>> name_models("Any two classifiers differ: name the column (--classifier-column).")
    'Any two models differ: name the column (--classifier-column).'
    """
    return re.sub(
        r"(?<![-\w])([Cc])lassifier(?=s?(?![-\w]))",
        lambda found: "Model" if found[1] == "C" else "model",
        text,
    )


def shorten(text: object, *, most: int = 60) -> str:
    r"""Return a text as a message may print it: one line, control characters escaped, its middle cut if it is long.

    >>> shorten("a\nb"), shorten("x" * 70) == "x" * 40 + "…" + "x" * 15
    ('a\\nb', True)
    """
    whole = str(text)
    fitting = whole if len(whole) <= most else f"{whole[: most * 2 // 3]}…{whole[-most // 4 :]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in fitting)


def quote_text(text: object) -> str:
    r"""Return a text in quotes, as a message may print it.

    >>> print(quote_text("rf"), quote_text("a\x1b[31m"))
    'rf' 'a\x1b[31m'
    """
    return f"'{shorten(text)}'"


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """Return a hint at the likeliest slip, or nothing.

    >>> did_you_mean("wilcoxn", ["wilcoxon", "sign"])
    "; did you mean 'wilcoxon'?"
    """
    from difflib import get_close_matches  # most messages have no slip to guess

    close = get_close_matches(word, known, n=1)
    return f"; did you mean {str(close[0])!r}?" if close else ""


def write_count(number: int, noun: str) -> str:
    """Return a number with its noun in the right form.

    >>> write_count(1, "dataset"), write_count(1200, "row"), write_count(2, "entry"), write_count(3, "class")
    ('1 dataset', '1,200 rows', '2 entries', '3 classes')
    """
    if number == 1:
        return f"{number:,} {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{number:,} {noun.removesuffix('y')}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def write_plural(noun: str) -> str:
    """Return a noun of several.

    >>> write_plural("dataset"), write_plural("family")
    ('datasets', 'families')
    """
    return write_count(2, noun).removeprefix("2 ")


def write_p_value(p: float) -> str:
    """Return a p-value with two digits, and one more where they would round it onto a usual level; never zero.

    >>> write_p_value(0.7344), write_p_value(0.0437), write_p_value(3e-9), write_p_value(0.0502), write_p_value(1.0)
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


def write_p_relation(p: float) -> str:
    """Return a p-value with the sign that stands between it and the letter.

    >>> write_p_relation(0.0437), write_p_relation(3e-9)
    ('= .044', '< .0001')
    """
    figures = write_p_value(p)
    return figures if figures.startswith("<") else f"= {figures}"


def write_signed(value: float, *, digits: int = 3) -> str:
    """Return a number with its sign and a true minus, with so many significant digits.

    >>> write_signed(-0.1134), write_signed(2.0), write_signed(0.0)
    ('−0.113', '+2', '0')
    """
    return f"{value:+.{digits}g}".replace("-", "−") if value else "0"


def write_alike(values: Sequence[float | None], *, digits: int = 4, by: float | None = None) -> list[str]:
    """Return numbers that stand side by side, all with the same decimals.

    They are as many as show the largest number, or the one it goes `by`, with so many significant digits; fewer
    where all would end in zeros. What is not known is a dash.

    >>> write_alike([0.5, 0.4987]), write_alike([80.0, 75.0]), write_alike([1.234, 0.9, float("inf")], digits=3)
    (['0.5000', '0.4987'], ['80', '75'], ['1.23', '0.90', '∞'])
    """
    known = [v for v in values if v is not None and isfinite(v)]
    largest = max(map(abs, known), default=0.0) if by is None else abs(by)
    most = max(0, min(12, digits - 1 - floor(log10(largest)))) if largest else 0
    fractions = (f"{v:.{most}f}".rstrip("0").partition(".")[2] for v in known)
    decimals = max(map(len, fractions), default=0)
    return ["–" if v is None else _write_number(v, decimals) for v in values]


def _write_number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}" if isfinite(value) else "∞" if value > 0 else "-∞"
    return text.removeprefix("-") if not float(text.replace("∞", "inf")) else text.replace("-", "−")


def duration_text(seconds: float) -> str:
    """Return about how long something takes, in words.

    >>> duration_text(1), duration_text(100), duration_text(9000)
    ('a second or two', '100 seconds', '2 hours')
    """
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} seconds" if seconds >= 2 else "a second or two"
