"""What the prose of a paper says of itself: parts by their titles, sentences of captions, names of what it proposes."""

import re
from collections.abc import Iterable, Iterator

from bakeoff.core.answers.paper import PaperTable, Part, Sentence

_PROPOSED = re.compile(
    r"\b(?i:we|this paper|this work)\s+(?:also |further |then |therefore )?(?:propose|introduce|present|"
    r"develop|call|name|term|describe|dub)s?\b"
    r"[^.;]{0,80}?\b([A-Z][A-Za-z]*[A-Z0-9][A-Za-z0-9+\-]*)"
)
_NAME = re.compile(r"[A-Z][A-Za-z0-9+\-]*[A-Z0-9][A-Za-z0-9+\-]*|[A-Z][a-z]+[A-Z]\w*")
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
    return re.match(r"(?:Table|Tab\.|TABLE)\s*[A-Z]?\.?(?:\d+|[IVX]+)\s*[.:|–—-]", text) is not None


def tables_named(text: str) -> tuple[int, ...]:
    """Return the tables that a sentence names by their numbers.

    >>> tables_named("Tables 1 and 3 show it; Table 4 does not.")
    (1, 3, 4)
    """
    found = re.finditer(r"\bTab(?:le|les|s?\.)\s*(\d+)(?:\s*(?:and|,|&)\s*(\d+))?", text)
    return tuple(dict.fromkeys(int(n) for match in found for n in match.groups() if n))


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
