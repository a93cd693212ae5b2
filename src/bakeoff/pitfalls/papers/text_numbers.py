"""BO721, BO722, BO723 and BO725: numbers of the text that the tables, or the sentence itself, do not give."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from bakeoff.core.answers.paper import Heading, Number, Paper, Role, Sentence, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.core.words import shorten
from bakeoff.pitfalls.papers.mentions import (
    Mention,
    direction_of,
    find_mentions,
    is_named,
    lines_of,
    methods_of,
)
from bakeoff.pitfalls.papers.sheet import printed

_N = r"(\d+(?:\.\d+)?)"
_FROM_TO = re.compile(rf"\bfrom\s+{_N}\s*%?\s+to\s+{_N}(?!\s*[-–]|\d)\s*%?")
_BY = re.compile(
    rf"\b(?:by|improvement of|gain of|reduction of|increase of|drop of|decrease of)\s+(?:a\s+)?{_N}\s*(%|"
    rf"percentage points|percent|points?|pp\b)(?!\s*(?:and|to|[-–])\s*\d)"
)
_HEDGED = re.compile(
    r"\b(?:up to|at least|at most|more than|less than|over(?=\s+\d)|about|around|roughly|nearly|approximately|almost|"
    r"between|on average|averag\w*|"
    r"respectively|relative|factor|times|each|median|mean|~|≈)\b|[~≈]",
    re.IGNORECASE,
)
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
_COUNT = rf"(\d{{1,3}}|{'|'.join(_WORDS)})"
_WINS = re.compile(
    r"\b(?:wins?|best|better|outperforms?|improves?|superior|highest|lowest|surpasses|ahead|first)\b[^.;]{0,60}?"
    rf"\b(?:on|in|for|across|under)\s+{_COUNT}(?:\s+(?:out\s+)?of\s+|\s*/\s*)(?:the\s+|all\s+)?{_COUNT}\s+(?:\w+\s+)?"
    r"(?:datasets|tasks|benchmarks|problems|languages|cases|settings|domains|metrics|measures|test sets|columns)",
    re.IGNORECASE,
)
_LOSES = re.compile(
    r"\b(?:trails?|lags?|loses?|falls? (?:behind|short)|worse|behind|underperforms?)\b", re.IGNORECASE
)
_OURS = re.compile(r"\b(?:our|ours|we|proposed)\b", re.IGNORECASE)
_VALUE = re.compile(
    rf"\b(?:achieves?|reaches|reach|obtains?|attains?|yields?|scores?|accuracy of|score of|"
    rf"with)\s+(?:an?\s+|the\s+)?(?:[A-Za-z0-9\-]+\s+){{0,4}}?(?:of\s+)?{_N}\s*(%)?"
)


def find_wrong_text_numbers(paper: Paper, readings: Sequence[TableReading]) -> Iterator[PaperFinding]:
    """Yield statements of improvements, wins and values that do not agree with the tables they are certainly about."""
    for sentence in paper.sentences:
        yield from _check_from_to(sentence)
        mentions = find_mentions(sentence, readings, paper.names)
        if mentions:
            yield from _check_improvement(sentence, mentions)
            yield from _check_wins(sentence, mentions)
            yield from _check_value(sentence, mentions, readings)


def _text_number_finding(
    code: str, sentence: Sentence, message: str, calculation: str, mend: str, table: int | None = None
) -> PaperFinding:
    return PaperFinding(
        code=code,
        chapter=Chapter.SUMS,
        severity=Severity.WARNING,
        place=sentence.place,
        message=message,
        calculation=calculation,
        mend=mend,
        table=table,
        detail={"sentence": shorten(sentence.text, most=300)},
    )


def _check_from_to(sentence: Sentence) -> Iterator[PaperFinding]:
    """Check “from x to y, by z” against itself."""
    spans, changes = _FROM_TO.findall(sentence.text), _BY.findall(sentence.text)
    if len(spans) != 1 or len(changes) != 1 or _HEDGED.search(sentence.text):
        return
    (start, end), (change, unit) = spans[0], changes[0]
    if _text_number_gap(sentence.text) > 60:
        return
    x, y, z = float(start), float(end), float(change)
    slack = _text_number_half(start) + _text_number_half(end) + 2 * _text_number_half(change)
    ways = {"the difference": abs(y - x)}
    if unit in ("%", "percent"):
        ways |= {
            "relative to the first": 100 * abs(y - x) / x if x else 0.0,
            "relative to the second": 100 * abs(y - x) / y if y else 0.0,
        }
        ways["the difference of shares in percent"] = 100 * abs(y - x)
        ways["the share of errors that is gone"] = 100 * abs(y - x) / (100 - x) if x < 100 else 0.0
    near = any(
        abs(z - value) <= slack * (1 if key.split()[-1] == "difference" else 100 / max(x, 1e-9)) + 1e-9
        for key, value in ways.items()
    )
    if not near:
        shown = ", ".join(f"{key} {value:.3g}" for key, value in ways.items())
        yield _text_number_finding(
            "BO721",
            sentence,
            f"“from {start} to {end}” is not a change of {change} {unit}.",
            f"{shown}.",
            "Correct the number that is wrong, or say what the change is relative to.",
        )


def _text_number_gap(text: str) -> int:
    """Return how many characters lie between the range and the change that are said of it."""
    span, change = _FROM_TO.search(text), _BY.search(text)
    if span is None or change is None:
        return 10**6
    return max(change.start() - span.end(), span.start() - change.end())


def _text_number_half(text: str) -> float:
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


def _certain(mentions: list[Mention]) -> Mention | None:
    """Return the one table that is meant: the one that the sentence refers to, or the only one."""
    referred = [m for m in mentions if m.is_referred]
    chosen = referred or mentions
    return chosen[0] if len(chosen) == 1 else None


def _check_improvement(sentence: Sentence, mentions: list[Mention]) -> Iterator[PaperFinding]:
    """Check “outperforms B by 2.3 points on D” against the cells of the table."""
    found = _compare_improvement(sentence, mentions)
    if found is not None and not found.agrees:
        yield _text_number_finding(
            "BO722",
            sentence,
            f"An improvement of {found.change} over {found.rival} is stated; "
            f"{found.mention.reading.table.name} does not show it.",
            "; ".join(found.shown[:4]) + ".",
            "Correct the number in the text or in the table, or name the cells that are meant.",
            found.mention.reading.table.number,
        )


@dataclass(frozen=True, slots=True)
class _Improvement:
    """A change that a sentence states, beside the cells that it must come from."""

    mention: Mention
    change: str
    rival: str
    shown: tuple[str, ...]  # the cells that agree, or all where none does
    agrees: bool


def _compare_improvement(sentence: Sentence, mentions: list[Mention]) -> _Improvement | None:
    """Return a stated improvement with the cells of the one table that is meant; None where that is not certain."""
    changes = _BY.findall(sentence.text)
    mention = _certain([m for m in mentions if len(m.rivals) == 1])
    if (
        len(changes) != 1
        or mention is None
        or _HEDGED.search(sentence.text)
        or _FROM_TO.search(sentence.text)
    ):
        return None
    lines = mention.lines or (lines_of(mention.reading) if len(lines_of(mention.reading)) == 1 else ())
    if not lines or (not mention.lines and not mention.is_referred):
        return None
    change, unit = changes[0]
    rivals = [h for h in methods_of(mention.reading) if h.last == mention.rivals[0].last]
    shown: list[str] = []
    for line, rival in product(lines, rivals):
        a, b = _number(mention.reading, mention.own, line), _number(mention.reading, rival, line)
        if a is None or b is None:
            return None
        words = (
            f"{printed(a)} against {printed(b)} of {rival.last} under “{line.name}”: "
            f"{abs(a.value - b.value):.{max(a.decimals, b.decimals)}f}"
        )
        if _is_change(float(change), _text_number_half(change), a, b, is_percent=unit in ("%", "percent")):
            return _Improvement(mention, change, rival.last, (words,), agrees=True)
        shown.append(words)
    return _Improvement(mention, change, mention.rivals[0].last, tuple(shown), agrees=False)


def find_right_numbers(
    sentence: Sentence, readings: Sequence[TableReading], names: Sequence[str]
) -> tuple[int, str] | None:
    """Return the table and the cells that give the improvement, or the count of wins, which a sentence states."""
    mentions = find_mentions(sentence, readings, names)
    improvement = _compare_improvement(sentence, mentions)
    if improvement is not None and improvement.agrees and _is_forward(improvement):
        return improvement.mention.reading.table.number, improvement.shown[0]
    wins = _compare_wins(sentence, mentions)
    if wins is not None and wins.agrees:
        return wins.mention.reading.table.number, f"{wins.mention.own.name}: {wins.shown}"
    return None


def _is_forward(improvement: _Improvement) -> bool:
    """Say whether it is of two certain cells, and the own method is on the better side of them."""
    reading = improvement.mention.reading
    rivals = [h for h in methods_of(reading) if h.last == improvement.rival]
    lines = improvement.mention.lines or lines_of(reading)
    if len(rivals) != 1 or len(lines) != 1:
        return False
    up = direction_of(reading, lines[0])
    a, b = (_number(reading, h, lines[0]) for h in (improvement.mention.own, rivals[0]))
    return (
        up is not None
        and a is not None
        and b is not None
        and (a.value > b.value if up else a.value < b.value)
    )


def _is_change(change: float, half: float, a: Number, b: Number, *, is_percent: bool) -> bool:
    """Say whether a change may be the one from b to a: a difference; percent also of either, or of what is left."""
    gap, slack = abs(a.value - b.value), a.half + b.half
    scales = [1.0, 100.0] if max(a.value, b.value) <= 1 else [1.0]
    if any(abs(change - k * gap) <= 2 * half + k * slack for k in scales):
        return True
    bases = [b.value, a.value, 100 - b.value, 1 - b.value] if is_percent else []
    return any(base > 0 and abs(change - 100 * gap / base) <= 2 * half + 200 * slack / base for base in bases)


def _number(reading: TableReading, method: Heading, line: Heading) -> Number | None:
    return (
        reading.number(method.index, line.index)
        if reading.methods_in_rows
        else reading.number(line.index, method.index)
    )


def _check_wins(sentence: Sentence, mentions: list[Mention]) -> Iterator[PaperFinding]:
    """Check “better on 18 of 20 datasets” against a table with as many."""
    found = _compare_wins(sentence, mentions)
    if found is not None and not found.agrees:
        yield _text_number_finding(
            "BO723",
            sentence,
            f"{found.stated} is stated; {found.mention.reading.table.name} gives another count.",
            f"{found.mention.own.name}: {found.shown}.",
            "Correct the count, or say which comparison it is of.",
            found.mention.reading.table.number,
        )


@dataclass(frozen=True, slots=True)
class _Wins:
    """A count of wins that a sentence states, beside every count that the table gives."""

    mention: Mention
    stated: str
    agrees: bool
    shown: str


def _compare_wins(sentence: Sentence, mentions: list[Mention]) -> _Wins | None:
    found = list(_WINS.finditer(sentence.text))
    if len(found) != 1 or _LOSES.search(found[0][0]):
        return None
    wins, total = (_WORDS.get(word.lower()) or int(word) for word in found[0].groups())
    before = sentence.text[: found[0].start()]
    fitting = [
        m
        for m in mentions
        if sum(h.role is Role.SCORES for h in lines_of(m.reading)) == total
        and (_OURS.search(before) or is_named(m.own.last, before))
    ]
    mention = _certain(fitting)
    counts = _count_wins(mention) if mention is not None else {}
    if mention is None or not counts:
        return None
    agreeing = {key: value for key, value in counts.items() if value == wins}
    shown = ", ".join(f"{value} {key}" for key, value in (agreeing or counts).items())
    return _Wins(mention, f"{wins} of {total}", bool(agreeing), shown)


def _count_wins(mention: Mention) -> dict[str, int]:
    """Return how often the own method is ahead, by every way to count."""
    reading = mention.reading
    names = [h.last for h in methods_of(reading)]
    if len(set(names)) < len(names):  # under several models: which of them is meant is not said
        return {}
    rivals = mention.rivals or tuple(h for h in methods_of(reading) if h.name not in reading.own)
    near = tuple(h for h in rivals if h.block == mention.own.block)
    counts: dict[str, int] = {}
    for others, where in (
        ((rivals, ""), (near, " in its block")) if 0 < len(near) < len(rivals) else ((rivals, ""),)
    ):
        for word in ("highest", "lowest", "best"):
            found = _count_leads(mention, others, word)
            if found is None:
                continue
            alone, tied = found
            counts[f"times {word} alone{where}"] = alone
            if tied:
                counts[f"times {word} or tied{where}"] = alone + tied
    return counts


def _count_leads(mention: Mention, rivals: Sequence[Heading], word: str) -> tuple[int, int] | None:
    """Return in how many lines the own method is first alone, and in how many tied; None where a score is missing."""
    reading, alone, tied = mention.reading, 0, 0
    for line in (h for h in lines_of(reading) if h.role is Role.SCORES):
        own = _number(reading, mention.own, line)
        others = [n.value for h in rivals if (n := _number(reading, h, line)) is not None]
        up = {"highest": True, "lowest": False}.get(word, direction_of(reading, line))
        if own is None or not others or up is None:
            return None
        best = max(others) if up else min(others)
        alone += own.value > best if up else own.value < best
        tied += own.value == best
    return alone, tied


def _check_value(
    sentence: Sentence, mentions: list[Mention], readings: Sequence[TableReading]
) -> Iterator[PaperFinding]:
    """Check “achieves 93.1 % on D” against every cell of every table."""
    found = _VALUE.findall(sentence.text)
    if (
        len(found) != 1
        or "." not in found[0][0]
        or _HEDGED.search(sentence.text)
        or len(re.findall(r"\d+\.\d+", sentence.text)) != 1
    ):
        return
    value, half = float(found[0][0]), _text_number_half(found[0][0])
    mention = next((m for m in mentions if len(m.lines) == 1 and not m.rivals), None)
    if mention is None or any(_is_printed(value, half, n) for r in readings for n in r.numbers.values()):
        return
    number = _number(mention.reading, mention.own, mention.lines[0])
    if number is not None and abs(number.value - value) <= 0.2 * abs(number.value):
        yield _text_number_finding(
            "BO725",
            sentence,
            f"{found[0][0]} is stated for {mention.own.name} on {mention.lines[0].name}; "
            f"{mention.reading.table.name} has {printed(number)}.",
            f"No cell of any table that could be read is {found[0][0]}, or rounds to it.",
            "Print the same number in the text and in the table.",
            mention.reading.table.number,
        )


def _is_printed(value: float, half: float, number: Number) -> bool:
    """Say whether a cell prints a value, perhaps with more digits, or as a share where the text has percents."""
    scales = [1.0, 100.0] if number.value <= 1 and number.decimals > 1 else [1.0]
    return any(abs(value - k * number.value) <= 2 * half + k * number.half for k in scales)
