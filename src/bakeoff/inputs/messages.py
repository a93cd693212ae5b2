"""Words that only messages about tables have: lists without an "and", questions at the head of a sentence, paths."""

from collections.abc import Iterable, Sequence

from bakeoff.core.words import quote_text, shorten

_LONGEST_PATH = 300


def shorten_path(path: object) -> str:
    """Return a path as it may be printed: whole, unless it is absurd."""
    return shorten(path, most=_LONGEST_PATH)


def join_with_commas(items: Iterable[str], *, most: int = 5) -> str:
    """Return the items with commas between them; the rest is counted when there are many.

    >>> join_with_commas(["a", "b", "c"], most=2)
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
    return f"did you mean {quote_text(near[0])}? " if near else ""
