"""BO721, BO722, BO723 and BO725: numbers of the text that the tables, or the sentence itself, do not give."""

import re
from collections.abc import Iterator, Sequence
from itertools import product

from bakeoff.core.answers.paper import Heading, Number, Paper, Role, Sentence, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.core.words import shorten
from bakeoff.pitfalls.papers.mentions import Mention, find_mentions, lines_of, methods_of
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
_WINS = re.compile(
    r"\b(?:wins?|best|better|outperforms?|improves?|superior|highest|lowest)\b[^.;]{0,60}?\b(?:on|in|"
    r"for)\s+(\d{1,3})\s+(?:out\s+)?of\s+(?:the\s+|all\s+)?(\d{1,3})\s+(?:datasets|tasks|benchmarks|"
    r"problems|languages|cases|settings|domains)",
    re.IGNORECASE,
)
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


def _finding(
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
    if _gap(sentence.text) > 60:
        return
    x, y, z = float(start), float(end), float(change)
    slack = _half(start) + _half(end) + 2 * _half(change)
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
        yield _finding(
            "BO721",
            sentence,
            f"“from {start} to {end}” is not a change of {change} {unit}.",
            f"{shown}.",
            "Correct the number that is wrong, or say what the change is relative to.",
        )


def _gap(text: str) -> int:
    """Return how many characters lie between the range and the change that are said of it."""
    span, change = _FROM_TO.search(text), _BY.search(text)
    if span is None or change is None:
        return 10**6
    return max(change.start() - span.end(), span.start() - change.end())


def _half(text: str) -> float:
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


def _certain(mentions: list[Mention]) -> Mention | None:
    """Return the one table that is meant: the one that the sentence refers to, or the only one."""
    referred = [m for m in mentions if m.is_referred]
    chosen = referred or mentions
    return chosen[0] if len(chosen) == 1 else None


def _check_improvement(sentence: Sentence, mentions: list[Mention]) -> Iterator[PaperFinding]:
    """Check “outperforms B by 2.3 points on D” against the cells of the table."""
    changes = _BY.findall(sentence.text)
    mention = _certain([m for m in mentions if len(m.rivals) == 1])
    if (
        len(changes) != 1
        or mention is None
        or _HEDGED.search(sentence.text)
        or _FROM_TO.search(sentence.text)
    ):
        return
    lines = mention.lines or (lines_of(mention.reading) if len(lines_of(mention.reading)) == 1 else ())
    if not lines or (not mention.lines and not mention.is_referred):
        return
    change, unit = changes[0]
    is_percent = unit in ("%", "percent")
    rivals = [h for h in methods_of(mention.reading) if h.last == mention.rivals[0].last]
    shown: list[str] = []
    for line, rival in product(lines, rivals):
        a, b = _number(mention.reading, mention.own, line), _number(mention.reading, rival, line)
        if a is None or b is None:
            return
        if _is_change(float(change), _half(change), a, b, is_percent=is_percent):
            return
        shown.append(
            f"{printed(a)} against {printed(b)} of {rival.last} under “{line.name}”: "
            f"{abs(a.value - b.value):.{max(a.decimals, b.decimals)}f}"
        )
    if shown:
        yield _finding(
            "BO722",
            sentence,
            f"An improvement of {change} over {mention.rivals[0].last} is stated; "
            f"{mention.reading.table.name} does not show it.",
            "; ".join(shown[:4]) + ".",
            "Correct the number in the text or in the table, or name the cells that are meant.",
            mention.reading.table.number,
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
    found = _WINS.findall(sentence.text)
    if len(found) != 1:
        return
    wins, total = map(int, found[0])
    fitting = [m for m in mentions if sum(h.role is Role.SCORES for h in lines_of(m.reading)) == total]
    mention = _certain(fitting)
    if mention is None:
        return
    counts = _count_wins(mention)
    if counts and wins not in counts.values():
        shown = ", ".join(f"{value} {key}" for key, value in counts.items())
        yield _finding(
            "BO723",
            sentence,
            f"{wins} of {total} is stated; {mention.reading.table.name} gives another count.",
            f"{mention.own.name}: {shown}.",
            "Correct the count, or say which comparison it is of.",
            mention.reading.table.number,
        )


def _count_wins(mention: Mention) -> dict[str, int]:
    """Return how often the own method is ahead, by every way to count."""
    reading = mention.reading
    lines = [h for h in lines_of(reading) if h.role is Role.SCORES]
    rivals = mention.rivals or tuple(h for h in methods_of(reading) if h.name not in reading.own)
    counts: dict[str, int] = {}
    for up, word in ((True, "highest"), (False, "lowest")):
        strict = ties = 0
        for line in lines:
            own = _number(reading, mention.own, line)
            others = [n.value for h in rivals if (n := _number(reading, h, line)) is not None]
            if own is None or not others:
                return {}
            best = max(others) if up else min(others)
            strict += own.value > best if up else own.value < best
            ties += own.value == best
        counts[f"times {word} alone"] = strict
        if ties:
            counts[f"times {word} or tied"] = strict + ties
    return counts


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
    value, half = float(found[0][0]), _half(found[0][0])
    mention = next((m for m in mentions if len(m.lines) == 1 and not m.rivals), None)
    if mention is None or any(_is_printed(value, half, n) for r in readings for n in r.numbers.values()):
        return
    number = _number(mention.reading, mention.own, mention.lines[0])
    if number is not None and abs(number.value - value) <= 0.2 * abs(number.value):
        yield _finding(
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
