"""Who is best, or tied for best, in one sentence with names."""

from bakeoff.core.comparison import Comparison
from bakeoff.core.leaders import Leaders, find_leaders
from bakeoff.core.words import write_list
from bakeoff.render.items import noun_of
from bakeoff.render.names import printable_name

MOST_NAMED = 4  # leaders that a sentence names
MOST_LETTERS = 110  # of the names that a sentence lists
MOST_LISTED = 12  # leaders that are listed below it


def best_sentence(comparison: Comparison) -> str | None:
    """Return who is best or tied for best; None where nobody was compared with everybody, or nothing is decided."""
    leaders = find_leaders(comparison)
    if leaders is None or len(leaders.names) == len(comparison.ranking):
        return None
    return _one_sentence(leaders, comparison) if len(leaders.names) == 1 else _tie(leaders, comparison)


def other_leaders(comparison: Comparison) -> str:
    """Return the names that the sentence has left out; nothing where it names all."""
    leaders = find_leaders(comparison)
    if leaders is None or _fits_sentence(leaders) or len(leaders.names) == len(comparison.ranking):
        return ""
    return f"Tied for best: {write_list([printable_name(n) for n in leaders.names], most=MOST_LISTED)}."


def _fits_sentence(leaders: Leaders) -> bool:
    """Say whether those in front are few, and their names short enough, to be named in the sentence itself."""
    names = [printable_name(name) for name in leaders.names]
    return len(names) == 1 or (len(names) <= MOST_NAMED and len(write_list(names)) <= MOST_LETTERS)


def _one_sentence(leaders: Leaders, comparison: Comparison) -> str:
    front, others = printable_name(leaders.names[0]), len(comparison.ranking) - 1
    if leaders.beats_all:
        return f"{front} is best: better than each of the other {others:,}."
    every = f"{others + 1:,} {noun_of(comparison.design)}s"
    return f"{front} is in front: the only one of {every} that no other is shown to be better than."


def _tie(leaders: Leaders, comparison: Comparison) -> str:
    names = [printable_name(name) for name in leaders.names]
    equal = " and equivalent in practice" if leaders.is_equal else ""
    if _fits_sentence(leaders):
        return f"{write_list(names)} are tied for best{equal}."
    return (
        f"{len(names):,} of {len(comparison.ranking):,} are tied for best{equal}, with {names[0]} in front."
    )
