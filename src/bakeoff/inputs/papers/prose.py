"""What the prose of a paper says of itself: parts by their titles, sentences of captions, names of what it proposes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bakeoff.core.answers.paper import PaperTable, Part, Sentence

_NAME = r"[A-Za-z]*[A-Z0-9][A-Za-z0-9]*(?:[-+][A-Za-z0-9+]+)*\+*"
_NEW = r"(?:(?:also|further|then|therefore|here|thus) )?(?:propose|introduce|present|develop|design|devise)s?"
_CALLED = (
    r"(?:called|named|termed|dubbed|namely|abbreviated as|denoted as|referred to as|"
    r"which we (?:call|name|term|dub|refer to as))"
)
_PROPOSED = (  # each says for certain that the name is the paper's own
    re.compile(
        rf"\b(?i:we|this paper|this work|this article) {_NEW} (?:(?i:a|an|the|our|novel|new|"
        rf"simple) )*({_NAME})(?=[ ,:;.)]*(?:$|,|\(|:| \(|\. |"
        r" (?:as|to|which|that|for|a|an|the|is|framework|model|method|algorithm|network|approach|system)\b))"
    ),
    re.compile(
        rf"\b(?i:we|our|this paper|this work|novel|new)\b[^.;]{{0,200}}?\b{_CALLED},? "
        rf"(?:as )?(?:the )?[“\"‘']?({_NAME}|[A-Z][a-z]{{2,}}(?=[,.;:”’)]))"
    ),
    re.compile(
        rf"\b(?i:we) (?:call|name|term|dub|refer to) (?:it|this|our|the|these)\b[^.;,]{{0,60}}? "
        rf"(?:as )?[“\"‘']?({_NAME})\b"
    ),
    re.compile(
        rf"\b(?i:our|the proposed)\s+(?:proposed\s+|novel\s+)?(?:(?:method|model|approach|framework|system|"
        rf"algorithm|network),?\s+)({_NAME})(?=[,. ])"
    ),
    re.compile(
        rf"\b(?i:our|the proposed)\s+(?:proposed\s+|novel\s+)?({_NAME})\s+(?:method|model|approach|framework|"
        rf"system|algorithm|network)\b"
    ),
)
_ABBREVIATED = re.compile(rf"\b(?i:we|this paper|this work) {_NEW}\b([^.;()]{{5,160}})\(({_NAME})\)")
_NO_METHOD = (
    r"(?:datasets?|benchmarks?|corpus|corpora|testbed|librar(?:y|ies)|toolkit|survey|metrics?|challenge)"
)
_AFTER_NAME = re.compile(
    rf"\W{{0,9}}(?:\([^)]{{0,99}}\)\W{{0,9}})?(?:which is |is )?(?:[\w-]{{1,60}}\s{{1,9}}){{0,7}}?{_NO_METHOD}\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"(?:Table|Tab\.|TABLE)\s*(?:[A-Z]\.?(?=\d))?(\d+|[IVX]+)\s*[.:|–—-]")
_NAMED = re.compile(r"\b(?:Tab(?:le|les|s?\.)|TABLE)\s*(\d+|[IVX]+\b)(?:\s*(?:and|,|&)\s*(\d+|[IVX]+\b))?")
_ROMAN = {"I": 1, "V": 5, "X": 10}
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z“(†‡*])")
_KNOWN = frozenset(
    re.findall(
        r"\S+",
        """AI ML NLP CNN CNNs RNN RNNs LSTM GAN GANs LLM LLMs LM LMs BERT GPT GPT-2 GPT-3 GPT-4 GPU CPU SOTA SoTA RL SVM
        DNN DNNs VAE GNN GNNs RAG MLP MLPs QA 3D 2D 1D API NLI NMT MT IR CV OOD ICL VLM VLMs PLM PLMs MLLM MLLMs NER KG
        KGs TKG QG VQA IE RE ASR TTS OCR SGD Adam US UK EU English RQ1 RQ2 RQ3 MSE MAE ReLU""",
    )
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


def number_tables(tables: Iterable[PaperTable]) -> list[PaperTable]:
    """Return tables with the numbers that their captions print; those without one follow after the last."""
    found = list(tables)
    printed = [printed_number(t.caption) for t in found]
    taken: set[int] = set()
    last = max((n for n in printed if n is not None), default=0)
    numbered = []
    for table, number in zip(found, printed, strict=True):
        if number is None or number in taken:
            last += 1
            number = last
        taken.add(number)
        numbered.append(replace(table, number=number, label=f"Table {number}"))
    return numbered


def refer_to_tables(sentences: Iterable[Sentence], tables: Iterable[PaperTable]) -> list[Sentence]:
    """Return sentences with the tables that they name by their numbers."""
    known = {t.number for t in tables}
    return [replace(s, tables=tuple(n for n in tables_named(s.text) if n in known)) for s in sentences]


def _parse_table_number(text: str) -> int | None:
    if text.isdecimal():
        return int(text[:9])
    values = [_ROMAN[letter] for letter in text]
    return sum(-v if any(w > v for w in values[k + 1 : k + 2]) else v for k, v in enumerate(values))


def find_own_names(title: str, sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """Return the names that a paper gives to what it proposes: before the colon of its title, or in so many words."""
    head, colon, rest = title.partition(":")
    words = head.split()
    is_named = colon and 0 < len(words) <= 2 and re.fullmatch(_NAME, words[0])
    found = [head.strip()] if is_named and not re.search(rf"\b{_NO_METHOD}\b", rest, re.IGNORECASE) else []
    for sentence in sentences:
        is_front = sentence.part in (Part.ABSTRACT, Part.INTRODUCTION, Part.CONCLUSION)
        matches = [m for p in (_PROPOSED if is_front else _PROPOSED[-2:]) for m in p.finditer(sentence.text)]
        found += [m[1] for m in matches if _is_method(m, 1)]
        matches = list(_ABBREVIATED.finditer(sentence.text)) if is_front else []
        found += [m[2] for m in matches if _abbreviates(m[2], m[1]) and _is_method(m, 2)]
    return tuple(dict.fromkeys(name.strip() for name in found if _is_name(name)))


def _is_method(match: re.Match[str], group: int) -> bool:
    """Say whether what is named is no dataset, measure or program."""
    before = match.string[match.start() : match.start(group)]
    return (
        re.search(rf"\b{_NO_METHOD}\b", before, re.IGNORECASE) is None
        and _AFTER_NAME.match(match.string, match.end(group)) is None
    )


def _is_name(name: str) -> bool:
    return len(name) > 1 and name not in _KNOWN and not name.isdigit() and bool(re.search(r"[A-Z]", name))


def _abbreviates(name: str, phrase: str) -> bool:
    """Say whether the capitals of a name begin words of a phrase, in order.

    >>> _abbreviates("GAT", "a graph attention network"), _abbreviates("BERT", "an analysis of models")
    (True, False)
    """
    letters = [c.lower() for c in name if c.isupper()]
    initials = iter(part[0].lower() for part in re.split(r"[\s\-–/]+", phrase) if part)
    found = sum(any(initial == letter for initial in initials) for letter in letters)
    return len(letters) > 1 and found + 1 >= len(letters) > 0
