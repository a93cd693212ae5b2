"""Small pieces of English that messages in every room share."""

from collections.abc import Sequence
from difflib import get_close_matches


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
