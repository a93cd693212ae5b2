"""What the prose of a paper says of itself: parts by their titles, sentences of captions, names of what it proposes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bakeoff.core.answers.paper import PaperTable, Part, Sentence

_PROPOSED = re.compile(
    r"\b(?i:we|this paper|this work)\s+(?:also |further |then |therefore )?(?:propose|introduce|present|"
    r"develop|call|name|term|describe|dub)s?\b"
    r"[^.;]{0,80}?\b([A-Z][A-Za-z]*[A-Z0-9][A-Za-z0-9+\-]*)"
)
_NAME = re.compile(r"[A-Z][A-Za-z0-9+\-]*[A-Z0-9][A-Za-z0-9+\-]*|[A-Z][a-z]+[A-Z]\w*")
_CAPTION = re.compile(r"(?:Table|Tab\.|TABLE)\s*[A-Z]?\.?(\d+|[IVX]+)\s*[.:|–—-]")
_NAMED = re.compile(r"\b(?:Tab(?:le|les|s?\.)|TABLE)\s*(\d+|[IVX]+\b)(?:\s*(?:and|,|&)\s*(\d+|[IVX]+\b))?")
_ROMAN = {"I": 1, "V": 5, "X": 10}
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“(†‡*])")
_KNOWN = frozenset(
    [
        "AI",
        "ML",
        "NLP",
        "CNN",
        "RNN",
        "LSTM",
        "GAN",
        "GANs",
        "LLM",
        "LLMs",
        "BERT",
        "GPU",
        "CPU",
        "SOTA",
        "RL",
        "SVM",
        "DNN",
        "VAE",
        "GNN",
        "GNNs",
        "RAG",
        "MLP",
        "QA",
        "3D",
        "2D",
        "API",
    ]
)


def part_of_section(title: str) -> Part:
    """Return where a section of this title belongs.

    >>> part_of_section("1 Introduction"), part_of_section("Conclusions and future work"), part_of_section("Method")
    (<Part.INTRODUCTION: 'introduction'>, <Part.CONCLUSION: 'conclusion'>, <Part.BODY: 'body'>)
    """
    text = title.lower()
    if "abstract" in text:
        return Part.ABSTRACT
    if "introduction" in text:
        return Part.INTRODUCTION
    if "conclusion" in text or "concluding" in text or text.strip(" 0123456789.") == "summary":
        return Part.CONCLUSION
    return Part.BODY


def caption_sentences(table: PaperTable) -> Iterator[Sentence]:
    """Yield the sentences of a caption."""
    for text in _SENTENCE.split(table.caption):
        if len(text) > 15:
            yield Sentence(text=text, place=table.place, part=Part.CAPTION, tables=(table.number,))


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph of plain text."""
    return [part for part in _SENTENCE.split(" ".join(text.split())) if len(part) > 15]


def is_caption(text: str) -> bool:
    """Say whether a paragraph is the caption of a table: it begins with its number.

    >>> is_caption("Table 2: Accuracy of all methods."), is_caption("Table 2 shows that ours is best.")
    (True, False)
    """
    return _CAPTION.match(text) is not None


def printed_number(caption: str) -> int | None:
    """Return the number that a caption begins with; Roman ones too.

    >>> printed_number("Table 12: Accuracy."), printed_number("TABLE IV. Results"), printed_number("Accuracy.")
    (12, 4, None)
    """
    match = _CAPTION.match(caption)
    return _parse_table_number(match[1]) if match else None


def tables_named(text: str) -> tuple[int, ...]:
    """Return the tables that a sentence names by their numbers.

    >>> tables_named("Tables 1 and 3 show it; Table IV does not.")
    (1, 3, 4)
    """
    found = (_parse_table_number(n) for match in _NAMED.finditer(text) for n in match.groups() if n)
    return tuple(dict.fromkeys(n for n in found if n is not None))


def refer_to_tables(sentences: Iterable[Sentence], tables: Iterable[PaperTable]) -> list[Sentence]:
    """Return sentences with the tables they name, by the numbers that captions print or else by their order."""
    known = {number: t.number for t in tables if (number := printed_number(t.caption)) is not None}
    numbers = known or {t.number: t.number for t in tables}
    return [
        replace(s, tables=tuple(numbers[n] for n in tables_named(s.text) if n in numbers)) for s in sentences
    ]


def _parse_table_number(text: str) -> int | None:
    if text.isdigit():
        return int(text)
    values = [_ROMAN[letter] for letter in text]
    return sum(-v if any(w > v for w in values[k + 1 : k + 2]) else v for k, v in enumerate(values))


def find_own_names(title: str, sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """Return the names that a paper gives to what it proposes: before the colon of its title, or after “we propose”."""
    head, colon, _ = title.partition(":")
    found = (
        [head.strip()]
        if colon and len(head.split()) <= 2 and _NAME.fullmatch(head.split()[0] if head.split() else "")
        else []
    )
    for sentence in sentences:
        if sentence.part in (Part.ABSTRACT, Part.INTRODUCTION):
            found += [m[1] for m in _PROPOSED.finditer(sentence.text) if m[1][0].isupper()]
    return tuple(dict.fromkeys(name for name in found if name and name not in _KNOWN))
