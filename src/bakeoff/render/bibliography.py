"""The sources of procedures: BibTeX entries by their keys."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from bakeoff.core.words import write_list

_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "c": "\u0327",
    "v": "\u030c",
}
_CITED = re.compile(r"\\cite\{([^}]*)\}")
_PLACES = ("journal", "booktitle", "publisher", "school", "note")
_MENTIONED = re.compile(r"`([a-z]+\d{4}[a-z]?)`")


def cited_keys(*texts: str) -> tuple[str, ...]:
    r"""Return the keys that texts cite, in order of appearance.

    >>> cited_keys(r"as in \\cite{holm1979,dunn1961}", r"and \\cite{holm1979}")
    ('holm1979', 'dunn1961')
    """
    keys = (key for text in texts for group in _CITED.findall(text) for key in group.split(","))
    return tuple(dict.fromkeys(key.strip() for key in keys))


def bibtex_entries(keys: Iterable[str]) -> str:
    """Return the BibTeX entries of these keys."""
    return "\n\n".join(_all_entries()[key] for key in keys) + "\n"


def sources_in(text: str) -> list[str]:
    """Return every source whose key stands in a text, as a line for people.

    >>> sources_in("as `holm1979` shows")
    ['Holm (1979). A Simple Sequentially Rejective Multiple Test Procedure. *Scandinavian Journal of Statistics*.']
    """
    mentioned = {key: reference for key, reference in references().items() if re.search(rf"\b{key}\b", text)}
    return list(mentioned.values())


def references() -> dict[str, str]:
    """Return every source as a line for people, by its key, in the order of authors and years."""
    lines = {key: _reference(block) for key, block in _all_entries().items()}
    return dict(sorted(lines.items(), key=lambda item: _without_accents(item[1]).casefold()))


def cite_by_authors(text: str, *, written: str = "{name}") -> str:
    """Return a text that names its sources by authors and year, where it had keys.

    >>> cite_by_authors("step by step (`holm1979`)")
    'step by step (Holm 1979)'
    >>> cite_by_authors("after `westfall1993`", written="[{name}](#{key})")
    'after [Westfall and Young 1993](#westfall1993)'
    """
    known = _all_entries()
    return _MENTIONED.sub(
        lambda m: written.format(name=_bibliography_name(known[m[1]]), key=m[1]) if m[1] in known else m[0],
        text,
    )


def _bibliography_name(block: str) -> str:
    fields = _bibliography_fields(block)
    authors = _bibliography_authors(fields)
    who = f"{authors[0]} et al." if len(authors) > 2 else " and ".join(authors)
    return f"{who} {fields.get('year', '')}"


def _reference(block: str) -> str:
    fields = _bibliography_fields(block)
    title = _bibliography_plain(fields["title"])
    parts = [
        f"{write_list(_bibliography_authors(fields), most=20)} ({fields.get('year', '')}).",
        title if title.endswith("?") else f"{title}.",
        *(f"*{_bibliography_plain(fields[kind])}*." for kind in _PLACES if kind in fields),
        *(f"doi:{doi}" for doi in [fields.get("doi")] if doi),
    ]
    return " ".join(parts)


def _bibliography_fields(block: str) -> dict[str, str]:
    return dict(re.findall(r"(\w+)\s*=\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", block))


def _bibliography_authors(found: dict[str, str]) -> list[str]:
    return [_bibliography_plain(name.partition(",")[0]) for name in found.get("author", "").split(" and ")]


def _without_accents(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))


def _bibliography_plain(text: str) -> str:
    """Return text without the marks of LaTeX."""
    text = (
        text.replace("{\\i}", "ı")
        .replace("\\i", "ı")
        .replace("{\\ss}", "ß")
        .replace("{\\o}", "ø")
        .replace("\\&", "&")
    )
    text = re.sub(
        r"\{?\\(['`\"^~cv])\s*\{?(\w)\}?\}?",
        lambda m: unicodedata.normalize("NFC", m[2] + _ACCENTS[m[1]]),
        text,
    )
    text = re.sub(r"[{}]", "", text).replace("--", "–").replace("~", " ")
    return text.replace("``", "“").replace("''", "”")


@cache
def _all_entries() -> dict[str, str]:
    text = files("bakeoff.render").joinpath("refs.bib").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=@)", text, flags=re.MULTILINE)
    return {
        block.partition("{")[2].partition(",")[0].strip(): block.strip() for block in blocks if block.strip()
    }
