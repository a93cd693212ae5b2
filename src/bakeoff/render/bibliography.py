"""The sources of procedures: BibTeX entries by their keys."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from bakeoff.core.words import listed

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


def cited(*texts: str) -> tuple[str, ...]:
    r"""Return the keys that texts cite, in order of appearance.

    >>> cited(r"as in \\cite{holm1979,dunn1961}", r"and \\cite{holm1979}")
    ('holm1979', 'dunn1961')
    """
    found = (key for text in texts for group in _CITED.findall(text) for key in group.split(","))
    return tuple(dict.fromkeys(key.strip() for key in found))


def entries(keys: Iterable[str]) -> str:
    """Return the BibTeX entries of these keys."""
    return "\n\n".join(_all()[key] for key in keys) + "\n"


def sources_in(text: str) -> list[str]:
    """Return every source whose key stands in a text, as a line for people.

    >>> sources_in("as `holm1979` shows")
    ['Holm (1979). A Simple Sequentially Rejective Multiple Test Procedure. *Scandinavian Journal of Statistics*.']
    """
    return [_reference(block) for key, block in _all().items() if re.search(rf"\b{key}\b", text)]


def _reference(block: str) -> str:
    found = dict(re.findall(r"(\w+)\s*=\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", block))
    where = (
        found.get("journal") or found.get("booktitle") or found.get("publisher") or found.get("school") or ""
    )
    names = [_plain(name.partition(",")[0]) for name in found.get("author", "").split(" and ")]
    title = f"{listed(names, most=20)} ({found.get('year', '')}). {_plain(found.get('title', ''))}. *{_plain(where)}*."
    doi = found.get("doi")
    return f"{title} doi:{doi}" if doi else title


def _plain(text: str) -> str:
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
    return re.sub(r"[{}]", "", text).replace("--", "–").replace("~", " ")


@cache
def _all() -> dict[str, str]:
    text = files("bakeoff.render").joinpath("refs.bib").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=@)", text, flags=re.MULTILINE)
    return {
        block.partition("{")[2].partition(",")[0].strip(): block.strip() for block in blocks if block.strip()
    }
