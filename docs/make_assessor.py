"""Write the table of evidence of docs/assessor.md from the registry: python docs/make_assessor.py."""

import re
from pathlib import Path

from bakeoff.procedures.procedure import Procedure
from bakeoff.procedures.registry import REGISTRY

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "assessor.md"
START, END = "<!-- the table is made by make_assessor.py -->\n", "<!-- end of the table -->"


def evidence_table() -> str:
    """Return a row for each registered test: who else says its numbers, and what was simulated."""
    references = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests" / "reference").glob("test_*.py"))
    }
    conformance = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    rows = [
        "| test | numbers from outside | beside other programs | error rates, simulated |",
        "|---|---|---|---|",
    ]
    rows += [_row(procedure, references, conformance) for procedure in REGISTRY]
    return "\n".join(rows) + "\n"


def _row(procedure: Procedure, references: dict[str, str], conformance: str) -> str:
    function = procedure.home.rpartition(".")[2]
    called = re.compile(rf"import [^\n]*\b{function}\b|\b{function}\(|^    {function},$", re.MULTILINE)
    own = f"test_{function}.py"
    files = sorted(
        (name for name, text in references.items() if called.search(text)), key=lambda name: name != own
    )
    named = ", ".join(f"`{name}`" for name in files[:3]) or "none"
    beside = "[yes](conformance.md)" if f"(tests/{procedure.key}.md)" in conformance else "no"
    measured = procedure.measured.replace("|", "\\|").replace("\n", " ")
    return f"| [{procedure.key}](tests/{procedure.key}.md) | {named} | {beside} | {measured} |"


def page_with_table(page: str) -> str:
    """Return the page with its table made anew."""
    before, rest = page.split(START)
    return before + START + evidence_table() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
