"""Which table a claim is certainly about: who is ahead in it, of whom, and under which headings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.core.answers.paper import Heading, Role, Sentence, TableReading
from bakeoff.core.measure_names import find_measure
from bakeoff.pitfalls.papers.bold import is_reference
from bakeoff.pitfalls.papers.claim_words import NAME, Assertion, Kind
from bakeoff.pitfalls.papers.mentions import direction_of, is_named, lines_of, methods_of
from bakeoff.pitfalls.papers.sheet import Sheet

_OWN = re.compile(r"\b(?:our|ours|we|proposed)\b", re.IGNORECASE)
_COMMON = re.compile(
    r"(?:SOTA|SoTA|LLM|LM|PLM|VLM|MLLM|CNN|RNN|GNN|GAN|NN|DNN|ML|DL|RL|AI|NLP|CV|QA|MT|IR|GPU|CPU|TPU|3D|2D|OOD|"
    r"SFT|RAG|ICL|NLG|NLU|ASR|TTS)(?:-\w+)?"
)
_ABLATION = re.compile(
    r"\b(?:ablat\w+|variants?|components?|effect of|impact of|influence of)\b", re.IGNORECASE
)
_COMPARED = re.compile(r"\b(?:compared (?:to|with)|over|against|versus|vs\.?|than)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scope:
    """A table and the part of it that a claim is about."""

    reading: TableReading
    subject: tuple[Heading, ...]  # one method, or the variants of the own one
    rivals: tuple[Heading, ...]
    lines: tuple[Heading, ...]
    is_own: bool
    names_rivals: bool
    names_lines: bool
    is_referred: bool  # the sentence names the table itself

    @property
    def is_anchored(self) -> bool:
        """Say whether the sentence names something of this table."""
        return self.names_rivals or self.names_lines or self.is_referred


@dataclass(frozen=True, slots=True)
class Leads:
    """Under how many headings the subject is ahead of the best rival, level with it, or behind."""

    ahead: int
    level: int
    behind: int
    best_of_block: bool  # where it is behind, it is only behind rivals of other blocks of the table

    @property
    def lines(self) -> int:
        """How many headings there are."""
        return self.ahead + self.level + self.behind


def find_scopes(
    sentence: Sentence, assertion: Assertion, readings: Sequence[TableReading], names: Sequence[str]
) -> tuple[list[Scope], str]:
    """Return the tables that a claim may be about, each with its part; or why there is none."""
    referred = [r for r in readings if r.table.number in sentence.tables]
    if sentence.tables and not referred:
        return [], "the table that it names was not read for certain"
    scopes: list[Scope] = []
    reasons: list[str] = []
    for reading in referred or readings:
        found = _find_scope(sentence, assertion, reading, names)
        if isinstance(found, Scope):
            scopes.append(found)
        elif found:
            reasons.append(found)
    if scopes:
        return _narrow(scopes), ""
    return [], reasons[0] if reasons else "no table with the method that it speaks of was read for certain"


def _narrow(scopes: list[Scope]) -> list[Scope]:
    """Return the tables of which the sentence names the most; all where it names nothing."""
    score = [2 * s.is_referred + s.names_rivals + s.names_lines for s in scopes]
    return [s for s, points in zip(scopes, score, strict=True) if points == max(score)]


def _find_scope(
    sentence: Sentence, assertion: Assertion, reading: TableReading, names: Sequence[str]
) -> Scope | str:
    methods = methods_of(reading)
    subject = _find_subject(assertion, reading, methods, names)
    if not subject:
        return ""
    is_own = subject[0].name in reading.own
    lines = _named_lines(f"{assertion.left} {assertion.right}", reading)
    rivals = _find_rivals(assertion, reading, methods, subject)
    everyone = [m for m in methods if m not in subject and m.name not in reading.own and not is_reference(m)]
    is_referred = reading.table.number in sentence.tables
    if not rivals and not is_referred and _ABLATION.search(reading.table.caption):
        return ""  # variants of the own method are not the others
    if not rivals and not assertion.of_everybody and not assertion.of_best_rival:
        return "whom it is compared with is not said, or is not in the table"
    stranger = _find_stranger(assertion, reading, names)
    if stranger:
        return f"{stranger}, which it names, is not in the table"
    return Scope(
        reading=reading,
        subject=subject,
        rivals=rivals or tuple(everyone),
        lines=lines or tuple(h for h in lines_of(reading) if h.role is Role.SCORES) or lines_of(reading),
        is_own=is_own,
        names_rivals=bool(rivals),
        names_lines=bool(lines),
        is_referred=is_referred,
    )


def _find_subject(
    assertion: Assertion, reading: TableReading, methods: Sequence[Heading], names: Sequence[str]
) -> tuple[Heading, ...]:
    """Return who is said to be ahead: the own method, or the one method that is named before the verb."""
    own = tuple(m for m in methods if m.name in reading.own)
    named = tuple(m for m in methods if is_named(m.last, assertion.left))
    speaks_of_own = _OWN.search(assertion.left) or any(is_named(n, assertion.left) for n in names)
    if own and (speaks_of_own or any(m in own for m in named)):
        exact = tuple(m for m in own if m in named)
        return exact if len({m.last for m in exact}) == 1 else own
    if speaks_of_own or len({m.last for m in named}) != 1 or _COMPARED.search(assertion.left):
        return ()
    return named if len(named) == 1 else ()


def _find_rivals(
    assertion: Assertion, reading: TableReading, methods: Sequence[Heading], subject: Sequence[Heading]
) -> tuple[Heading, ...]:
    """Return the rivals that are named after the verb, or after “compared with” before it."""
    compared = _COMPARED.search(assertion.left)
    text = assertion.right + (" " + assertion.left[compared.end() :] if compared else "")
    others = [
        m
        for m in methods
        if m not in subject and not (subject[0].name in reading.own and m.name in reading.own)
    ]
    return tuple(m for m in others if is_named(m.last, text) or is_named(m.name, text))


def _named_lines(text: str, reading: TableReading) -> tuple[Heading, ...]:
    """Return the headings that a sentence names: those of which it names the most parts."""
    parts = {h: sum(is_named(part, text) for part in h.path) for h in lines_of(reading)}
    most = max(parts.values(), default=0)
    found = [h for h, count in parts.items() if count == most and most > 0]
    return tuple(found) if len(found) < len(parts) or len(parts) == 1 else ()


def _find_stranger(assertion: Assertion, reading: TableReading, names: Sequence[str]) -> str:
    """Return a name after the verb that neither the table nor its caption has: the claim is about something else."""
    known = " ".join(
        [reading.table.caption, *(part for h in (*reading.rows, *reading.columns) for part in h.path), *names]
    )
    for match in NAME.finditer(assertion.right):
        name = match[0].strip(".-")
        if name.rstrip("s") not in known and not find_measure(name) and not _is_common(name):
            return name
    return ""


def _is_common(name: str) -> bool:
    """Say whether a word in capitals names a kind of thing, not one thing.

    >>> _is_common("LLMs"), _is_common("LLM-based"), _is_common("SQuAD")
    (True, True, False)
    """
    return _COMMON.fullmatch(name) is not None or re.fullmatch(r"[A-Z]{2,}s(?:-\w+)?", name) is not None


def average_lines(scope: Scope) -> tuple[Heading, ...]:
    """Return the averages of a table: its columns, or its rows, that are called so."""
    return tuple(h for h in lines_of(scope.reading) if h.role is Role.AVERAGE)


def count_leads(scope: Scope) -> Leads | None:
    """Return how the subject stands in each line, None where a direction or a score is not known."""
    reading = scope.reading
    sheet = Sheet(reading, is_turned=not reading.methods_in_rows)
    leads = [_lead(sheet, line, scope) for line in scope.lines]
    known = [x for x in leads if x is not None]
    if not known or (scope.names_lines and len(known) < len(leads)):
        return None
    behind = [x for x in known if x[0] < 0]
    return Leads(
        ahead=sum(x[0] > 0 for x in known),
        level=sum(x[0] == 0 for x in known),
        behind=len(behind),
        best_of_block=bool(behind) and all(x[1] >= 0 for x in behind),
    )


def _lead(sheet: Sheet, line: Heading, scope: Scope) -> tuple[float, float] | None:
    """Return by how much the subject is ahead of the best rival, and of the best one of its own block."""
    up = direction_of(sheet.reading, line)
    own = [n.value for m in scope.subject if (n := sheet.number(line, m)) is not None]
    others = [(n.value, m.block) for m in scope.rivals if (n := sheet.number(line, m)) is not None]
    if up is None or not own or not others:
        return None
    sign = 1.0 if up else -1.0
    best = max(sign * v for v in own)
    blocks = {m.block for m in scope.subject}
    near = [sign * v for v, block in others if block in blocks]
    return best - max(sign * v for v, _ in others), best - max(near, default=best)


def needs_verdict(scope: Scope, assertion: Assertion) -> bool:
    """Say whether a claim goes beyond the printed scores: in general, or with significance."""
    if assertion.kind is Kind.SIGNIFICANT or not scope.is_anchored:
        return True
    return not (scope.names_lines or assertion.for_all or len(scope.lines) == 1)
