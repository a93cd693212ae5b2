"""Which rows and columns of which table a sentence speaks of; certain, or nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.core.answers.paper import Heading, Role, Sentence, TableReading
from bakeoff.pitfalls.papers.sheet import Sheet

_OURS = re.compile(r"\b(?:our|ours|we|proposed)\b", re.IGNORECASE)
_WORD = r"[A-Za-z0-9α-ωΑ-Ω]"
_VAGUE = frozenset(
    [
        "method",
        "methods",
        "model",
        "models",
        "baseline",
        "baselines",
        "all",
        "our",
        "ours",
        "the",
        "proposed",
        "average",
        "avg",
        "mean",
        "score",
        "scores",
        "test",
        "train",
    ]
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A table of which a sentence speaks: the own method, and the rivals and lines that it names."""

    reading: TableReading
    own: Heading
    rivals: tuple[Heading, ...]
    lines: tuple[Heading, ...]
    is_referred: bool  # the sentence names the table itself


def methods_of(reading: TableReading) -> tuple[Heading, ...]:
    """Return the headings of methods, where the table says which side they are on."""
    if reading.methods_in_rows is None:
        return ()
    side = reading.rows if reading.methods_in_rows else reading.columns
    return tuple(h for h in side if h.role is Role.SCORES)


def lines_of(reading: TableReading) -> tuple[Heading, ...]:
    """Return the headings of the other side: datasets, measures, averages."""
    side = reading.columns if reading.methods_in_rows else reading.rows
    return tuple(h for h in side if h.role in (Role.SCORES, Role.AVERAGE))


def own_of(reading: TableReading) -> tuple[Heading, ...]:
    """Return the paper's own methods."""
    return tuple(h for h in methods_of(reading) if h.name in reading.own)


def direction_of(reading: TableReading, line: Heading) -> bool | None:
    """Return whether higher is better in a line: by its heading, the caption, or where the bold stands."""
    if line.higher_is_better is not None:
        return line.higher_is_better
    if reading.higher_is_better is not None:
        return reading.higher_is_better
    if any(h.measure is not None for h in lines_of(reading)):
        return None
    votes = [vote for each in lines_of(reading) if (vote := _bold_vote(reading, each)) is not None]
    return votes[0] if len(votes) >= 2 and len(set(votes)) == 1 else None


def _bold_vote(reading: TableReading, line: Heading) -> bool | None:
    sheet = Sheet(reading, is_turned=not reading.methods_in_rows)
    cells = [
        (n.value, sheet.cell(line, m).bold)
        for m in methods_of(reading)
        if (n := sheet.number(line, m)) is not None
    ]
    bold = {value for value, is_bold in cells if is_bold}
    values = [value for value, _ in cells]
    if len(bold) != 1 or len(set(values)) < 2:
        return None
    (value,) = bold
    return True if value == max(values) else False if value == min(values) else None


def find_mentions(
    sentence: Sentence, readings: Sequence[TableReading], names: Sequence[str]
) -> list[Mention]:
    """Return the tables of which a sentence about the paper's own method speaks: named by it, or by what it names."""
    if not (_OURS.search(sentence.text) or any(is_named(name, sentence.text) for name in names)):
        return []
    mentions = []
    for reading in readings:
        own = own_of(reading)
        if reading.doubts or not own:
            continue
        named = [h for h in own if is_named(h.last, sentence.text)] or (list(own) if len(own) == 1 else [])
        if len(named) != 1:
            continue
        rivals = tuple(h for h in methods_of(reading) if h not in own and is_named(h.last, sentence.text))
        lines = tuple(h for h in lines_of(reading) if any(is_named(part, sentence.text) for part in h.path))
        mentions.append(Mention(reading, named[0], rivals, lines, reading.table.number in sentence.tables))
    return mentions


def is_named(name: str, text: str) -> bool:
    """Say whether a text names something: as a whole word, and not by a word that could be anything.

    >>> is_named("CIFAR-10", "on CIFAR-10, and"), is_named("CIFAR-1", "on CIFAR-10"), is_named("Model", "our model")
    (True, False, False)
    """
    bare = re.sub(r"\s*[(\[][^()\[\]]*[)\]]|[↑↓*†‡%]", "", name).strip(" .:")
    if len(bare) < 2 or bare.lower() in _VAGUE or not re.search(r"[A-Za-z]", bare):
        return False
    return (
        re.search(rf"(?<!{_WORD})(?<!{_WORD}[-.]){re.escape(bare)}(?!{_WORD})(?![-.]{_WORD})", text)
        is not None
    )
