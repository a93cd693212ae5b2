"""The sources of procedures: BibTeX entries by their keys."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

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


@cache
def _all() -> dict[str, str]:
    text = files("bakeoff.render").joinpath("refs.bib").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=@)", text, flags=re.MULTILINE)
    return {
        block.partition("{")[2].partition(",")[0].strip(): block.strip() for block in blocks if block.strip()
    }
