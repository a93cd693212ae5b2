"""Make the pages that the program itself knows: one for every code, one for every test, the API of procedures.

python docs/make_pages.py (the build of the documentation runs it)
"""

import inspect
import re
import tomllib
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import bakeoff
from bakeoff import procedures
from bakeoff.core.codes import CODES
from bakeoff.procedures.procedure import Procedure
from bakeoff.procedures.registry import REGISTRY

DOCS = Path(__file__).parent
MARK = "% made by docs/make_pages.py: edit docs/findings.toml, docs/tests/bodies or the docstring instead"
GROUPS = (
    ("BO1", "What could be wrong with the claim"),
    ("BO2", "What the evidence can show, and how it was made"),
    ("BO3", "How the evidence was read"),
    ("BO0", "Errors: reading, tests, the command line, predictions"),
    ("BO4", "Errors: figures, exports, datasets, stores, studies"),
    ("BO5", "Errors: the local page"),
)
ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "c": "\u0327",
    "v": "\u030c",
}


def main() -> None:
    """Write every made page."""
    handbook()
    catalogue()
    _write(DOCS / "made" / "measured.md", _measured())
    _write(
        DOCS / "made" / "public.rst",
        "\n".join(_public(name) for name in bakeoff.__all__ if name != "__version__"),
    )
    _write(DOCS / "made" / "procedures.rst", _functions())


def handbook() -> None:
    """Write a page for every code that docs/findings.toml explains, and the index of all codes."""
    for code, said in explained().items():
        _write(DOCS / "findings" / f"{code}.md", _finding_page(code, said))
    _write(DOCS / "findings" / "index.md", _finding_index())


def catalogue() -> None:
    """Write a page for every test, and the index of all tests."""
    for procedure in REGISTRY:
        _write(DOCS / "tests" / f"{procedure.key}.md", _test_page(procedure))
    _write(DOCS / "tests" / "index.md", _test_index())


def explained() -> dict[str, list[str]]:
    """Return what docs/findings.toml says of codes: what it means, and what to do."""
    return tomllib.loads((DOCS / "findings.toml").read_text(encoding="utf-8"))


def references() -> dict[str, str]:
    """Return every source of docs/refs.bib as a line of text, by its key."""
    blocks = re.split(r"^(?=@)", (DOCS / "refs.bib").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        block.partition("{")[2].partition(",")[0].strip(): _reference(block)
        for block in blocks
        if block.strip()
    }


def _finding_page(code: str, said: list[str]) -> str:
    kind = "Finding" if code[2] in "123" else "Error"
    means, do = said
    head = f"---\norphan: true\n---\n{MARK}\n\n# {code}: {CODES[code]}\n\n"
    return f"{head}{kind}. {means}\n\n**What to do.** {do}\n\n[All codes](index.md)\n"


def _finding_index() -> str:
    tables = "\n".join(_group(start, title) for start, title in GROUPS)
    return (
        f"{MARK}\n\n# Every code\n\nA finding is a remark about a claim, or about how the evidence was read. "
        "An error stops the command and says what is\nwrong, where, and how to mend it. "
        "Each code is one situation, and keeps its meaning.\n\n"
        f"{tables}\n```{{toctree}}\n:hidden:\n:glob:\nBO1*\nBO2*\n```\n"
    )


def _group(start: str, title: str) -> str:
    rows = "\n".join(f"| {_link(code)} | {said} |" for code, said in CODES.items() if code.startswith(start))
    return f"## {title}\n\n| code | situation |\n|---|---|\n{rows}\n"


def _link(code: str) -> str:
    return f"[{code}]({code}.md)" if (DOCS / "findings" / f"{code}.md").exists() else code


def _test_page(procedure: Procedure) -> str:
    documentation = inspect.getdoc(procedure.run) or ""
    summary, notes = documentation.split("\n")[0], _notes(documentation)
    needs = "\n".join(f"- {condition.says}" for condition in procedure.requires if not condition.forcible)
    body = (DOCS / "tests" / "bodies" / f"{procedure.key}.md").read_text(encoding="utf-8")
    cited = "\n".join(
        f"- {text}" for key, text in references().items() if re.search(rf"\b{key}\b", documentation)
    )
    return (
        f"{MARK}\n\n# {procedure.key}: {procedure.name}\n\n{summary} It judges {procedure.kind}.\n\n"
        f"## Null, assumptions, and when another is better\n\n{notes}\n\n{body.strip()}\n\n"
        f"## Measured error rates\n\n{procedure.measured} See [measured validity](../validity/index.md).\n\n"
        f"## It speaks only where\n\n{needs}\n\n{_forced(procedure)}## Sources\n\n{cited}\n"
    )


def _forced(procedure: Procedure) -> str:
    """Say against which objections the test can be computed all the same."""
    objections = "\n".join(f"- {condition.says}" for condition in procedure.requires if condition.forcible)
    head = "It objects in these cases too, and is computed there only if it is named with `--test`:"
    return f"{head}\n\n{objections}\n\n" if objections else ""


def _notes(documentation: str) -> str:
    """Return what a docstring says of null and assumptions: its notes, or what stands before the parameters."""
    sections = re.split(r"^(\w[\w ]*)\n-{3,}\n", documentation, flags=re.MULTILINE)
    named = dict(zip(sections[1::2], sections[2::2], strict=True))
    said = named.get("Notes", sections[0].partition("\n")[2])
    return re.sub(r"\s*\(?Sources?: `[^)]*$", "", said.strip())


def _test_index() -> str:
    parts = [
        f"{MARK}\n\n# Every test\n\n`bakeoff tests KEY` shows the same on a terminal. "
        "[Which test, when](../which.md).\n"
    ]
    for kind, group in groupby(REGISTRY, key=lambda p: p.kind):
        rows = "\n".join(f"| [{p.key}]({p.key}.md) | {p.name} |" for p in group)
        parts.append(f"**{kind[0].upper()}{kind[1:]}**\n\n| key | test |\n|---|---|\n{rows}\n")
    keys = "\n".join(p.key for p in REGISTRY)
    return "\n".join([*parts, f"```{{toctree}}\n:hidden:\n{keys}\n```\n"])


def _measured() -> str:
    rows = "\n".join(f"| [{p.key}](tests/{p.key}.md) | {p.measured} |" for p in REGISTRY)
    return f"| test | measured |\n|---|---|\n{rows}\n"


def _public(name: str) -> str:
    if name == "audit":  # the verb has the name of the room in which it lives
        return ".. autofunction:: bakeoff.app.auditing.audit\n"
    if isinstance(getattr(bakeoff, name), type):
        return f".. autoclass:: bakeoff.{name}\n   :members:\n"
    return f".. autofunction:: bakeoff.{name}\n"


def _functions() -> str:
    return "\n".join(f".. autofunction:: bakeoff.procedures.{name}\n" for name in sorted(procedures.__all__))


def _reference(block: str) -> str:
    found = dict(re.findall(r"(\w+)\s*=\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", block))
    where = (
        found.get("journal") or found.get("booktitle") or found.get("publisher") or found.get("school") or ""
    )
    names = [_plain(name.partition(",")[0]) for name in found.get("author", "").split(" and ")]
    title = (
        f"{_listed(names)} ({found.get('year', '')}). {_plain(found.get('title', ''))}. *{_plain(where)}*."
    )
    doi = found.get("doi")
    return f"{title} doi:{doi}" if doi else title


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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
        lambda m: unicodedata.normalize("NFC", m[2] + ACCENTS[m[1]]),
        text,
    )
    return re.sub(r"[{}]", "", text).replace("--", "–").replace("~", " ")


def _write(path: Path, text: str) -> None:
    """Write a page if it changed, so that the build need not read it again."""
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def written_by_hand() -> Iterable[str]:
    """Return the codes whose pages are written by hand."""
    pages = (DOCS / "findings").glob("BO*.md")
    return sorted(page.stem for page in pages if MARK not in page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
