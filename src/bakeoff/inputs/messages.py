"""How names and cells are shown in messages: quoted, short, and harmless to a terminal."""

from collections.abc import Iterable, Sequence

_LONGEST = 60
_LONGEST_PATH = 300


def quoted(text: str) -> str:
    r"""Return the text in quotes, with control characters visible and its middle cut if it is long.

    >>> print(quoted("rf"), quoted("a\x1b[31m"))
    'rf' 'a\x1b[31m'
    """
    return f"'{shown(text)}'"


def shown(text: str, *, most: int = _LONGEST) -> str:
    """Return the text as it may be printed: one line, control characters escaped, not too long."""
    if len(text) > most:
        text = text[: most * 2 // 3] + "…" + text[-most // 4 :]
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def shown_path(path: object) -> str:
    """Return a path as it may be printed: whole, unless it is absurd."""
    return shown(str(path), most=_LONGEST_PATH)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def listed(items: Iterable[str], *, most: int = 5) -> str:
    """Return the items with commas between them; the rest is counted when there are many.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    everything: Sequence[str] = list(items)
    text = ", ".join(everything[:most])
    return text if len(everything) <= most else f"{text} and {len(everything) - most:,} more"


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return a question that names the likeliest of `names`, or nothing.

    >>> did_you_mean("acuracy", ["accuracy", "auc"])
    "did you mean 'accuracy'? "
    """
    from difflib import get_close_matches

    near = get_close_matches(name, list(names), n=1, cutoff=0.5)
    return f"did you mean {quoted(near[0])}? " if near else ""


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "row"), count(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
