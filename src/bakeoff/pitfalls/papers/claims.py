"""Words that claim something of a comparison, and what the table that is certainly meant makes of them."""

import re
from collections.abc import Iterator, Sequence

from bakeoff.core.answers.paper import Heading, Paper, Part, Role, Sentence, TableReading
from bakeoff.core.answers.paper_audit import Claim, PaperFinding, Standing, TableVerdict
from bakeoff.core.words import shorten, write_count, write_list
from bakeoff.pitfalls.papers.mentions import Mention, direction_of, find_mentions, lines_of, methods_of
from bakeoff.pitfalls.papers.sheet import Sheet

_WORDS = (
    ("significantly", re.compile(r"\b(?:statistically )?significant(?:ly)? (?:better|outperform\w*|"
                                 r"improve\w*|higher|lower|superior|reduc\w*|surpass\w*|exceed\w*)|"
                                 r"\bstatistically significant", re.IGNORECASE)),
    ("state of the art", re.compile(r"\b(?:new |achieves? |achieving |sets? a new |"
                                    r"beats? )(?:the )?state[- ]of[- ]the[- ]art\b|\bnew SOTA\b|"
                                    r"\bachieves? SOTA\b", re.IGNORECASE)),
    ("outperforms", re.compile(r"\boutperform(?:s|ed|ing)?\b|\bsurpass(?:es|ed|ing)?\b|\bsuperior (?:to|"
                               r"performance)\b|\bbetter than\b|\bbeats?\b", re.IGNORECASE)),
    ("best", re.compile(r"\b(?:achieves?|obtains?|attains?|yields?|gives?|has|reaches|"
                        r"shows?) (?:the )?(?:overall )?(?:best|highest|lowest)\b", re.IGNORECASE)),
    ("improves", re.compile(r"\bimproves? (?:over|upon)\b|\breduces? (?:the )?error\b", re.IGNORECASE)),
    ("comparable", re.compile(r"\bcomparable (?:to|with|performance|results)\b|\bon par with\b|"
                              r"\bcompetitive (?:with|performance|results)\b", re.IGNORECASE)),
)  # fmt: skip
_ALL = re.compile(r"\b(?:all|every|consistently|always|across the board|uniformly|each)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:recent|prior|previous|existing|recently|have been|has been|were shown|in the literature|future)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:our|ours|we|proposed)\b", re.IGNORECASE)


def find_claims(
    paper: Paper,
    readings: Sequence[TableReading],
    verdicts: Sequence[TableVerdict],
    wrong: Sequence[PaperFinding],
    *,
    level: float,
) -> Iterator[Claim]:
    """Yield every sentence that claims something of the own method, with what the tables make of it."""
    denied = {(str(r.place), r.detail.get("sentence")): r for r in wrong}
    for sentence in paper.sentences:
        word = next((name for name, pattern in _WORDS if pattern.search(sentence.text)), None)
        if word is None or not _speaks_of_own(sentence, paper.names):
            continue
        if sentence.part is Part.BODY and not sentence.tables:
            continue
        finding = denied.get((str(sentence.place), shorten(sentence.text, most=300)))
        if finding is not None:
            why = f"its number does not agree ({finding.code})"
            yield Claim(
                sentence=sentence, word=word, standing=Standing.CONTRADICTED, why=why, table=finding.table
            )
            continue
        mentions = find_mentions(sentence, readings, paper.names)
        yield _judge(sentence, word, mentions, verdicts, level)


def _speaks_of_own(sentence: Sentence, names: Sequence[str]) -> bool:
    own = bool(_OWN.search(sentence.text)) or any(name in sentence.text for name in names)
    return own and not (_ELSEWHERE.search(sentence.text) and not sentence.tables)


def _judge(
    sentence: Sentence, word: str, mentions: list[Mention], verdicts: Sequence[TableVerdict], level: float
) -> Claim:
    named = [m for m in mentions if m.rivals or m.lines]
    referred = [m for m in mentions if m.is_referred] or (named if len(named) == 1 else [])
    if not referred:
        why = (
            "no table with the own method was read for certain"
            if not mentions
            else "which table is meant is not said"
        )
        return Claim(sentence=sentence, word=word, standing=Standing.NOT_CHECKABLE, why=why)
    if len(referred) > 1:
        return Claim(
            sentence=sentence,
            word=word,
            standing=Standing.NOT_CHECKABLE,
            why="it speaks of several tables at once",
        )
    mention = referred[0]
    table = mention.reading.table.number
    verdict = next((v for v in verdicts if v.table == table), None)
    standing, why = _weigh(sentence, word, mention, verdict, level)
    return Claim(sentence=sentence, word=word, standing=standing, why=why, table=table)


def _weigh(
    sentence: Sentence, word: str, mention: Mention, verdict: TableVerdict | None, level: float
) -> tuple[Standing, str]:
    """Return the standing of a claim on one table, and why."""
    name = mention.reading.table.name
    if word == "comparable":
        return Standing.NOT_CHECKABLE, "how much worse would still be comparable is not said"
    counts = _count_leads(mention)
    if counts is None:
        return Standing.NOT_CHECKABLE, f"{name} does not say whether high or low is better, or lacks scores"
    leads, ties, lines = counts
    if leads + ties == 0 and mention.is_referred:
        return (
            Standing.CONTRADICTED,
            f"in {name} the own method leads under none of {write_count(lines, 'heading')}",
        )
    if _ALL.search(sentence.text) and leads + ties < lines and mention.is_referred and not mention.lines:
        return (
            Standing.CONTRADICTED,
            f"in {name} the own method leads under {leads} of {write_count(lines, 'heading')}, not under all",
        )
    return _weigh_verdict(
        mention, verdict, f"in {name} it leads under {leads} of {write_count(lines, 'heading')}", level
    )


def _weigh_verdict(
    mention: Mention, verdict: TableVerdict | None, shown: str, level: float
) -> tuple[Standing, str]:
    if verdict is None or verdict.why_not:
        why = verdict.why_not if verdict is not None else "nothing could be judged"
        return Standing.NOT_CHECKABLE, f"{shown}; beyond these numbers nothing can be said, as {why}"
    wanted = {r.name for r in mention.rivals} or {*verdict.better, *verdict.undecided, *verdict.worse}
    if wanted <= set(verdict.better):
        return (
            Standing.CARRIED,
            f"{shown}; by {verdict.test} over {verdict.datasets} datasets it is better than "
            f"{write_list(sorted(wanted), most=3)}",
        )
    if 2.0 ** (1 - verdict.datasets) > 1 - level:
        few = write_count(verdict.datasets, "dataset")
        return Standing.NOT_CHECKABLE, f"{shown}; {few} do not allow a verdict"
    open_ = sorted(wanted - set(verdict.better))
    return (
        Standing.NOT_CARRIED,
        f"{shown}; by {verdict.test} over {write_count(verdict.datasets, 'dataset')} it is not shown to be "
        f"better than {write_list(open_, most=3)}",
    )


def _count_leads(mention: Mention) -> tuple[int, int, int] | None:
    """Return under how many lines the own method leads or ties with the best, and how many lines there are."""
    reading = mention.reading
    sheet = Sheet(reading, is_turned=not reading.methods_in_rows)
    lines = mention.lines or tuple(h for h in lines_of(reading) if h.role is Role.SCORES)
    rivals = mention.rivals or tuple(h for h in methods_of(reading) if h.name not in reading.own)
    leads = ties = 0
    for line in lines:
        found = _lead(sheet, line, mention.own, rivals)
        if found is None:
            return None
        leads += found > 0
        ties += found == 0
    return (leads, ties, len(lines)) if lines else None


def _lead(sheet: Sheet, line: Heading, own: Heading, rivals: Sequence[Heading]) -> float | None:
    """Return by how much the own method is ahead of the best rival."""
    up = direction_of(sheet.reading, line)
    number = sheet.number(line, own)
    others = [n.value for r in rivals if (n := sheet.number(line, r)) is not None]
    if up is None or number is None or not others:
        return None
    return number.value - max(others) if up else min(others) - number.value
