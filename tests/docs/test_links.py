"""Relative links of the pages lead somewhere."""

import re

import pytest

from bakeoff.core.codes import CODES
from bakeoff.procedures.registry import REGISTRY
from docs.blocks import ROOT

DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    *(p for p in DOCS.rglob("*.md") if not {"_build", "made", "made_gallery"} & set(p.parts)),
]
MADE = {
    *(DOCS / "findings" / f"{code}.md" for code in CODES),
    *(DOCS / "tests" / f"{p.key}.md" for p in REGISTRY),
    DOCS / "findings" / "index.md",
    DOCS / "tests" / "index.md",
    DOCS / "made_gallery" / "index.rst",
    DOCS / "made" / "decision.svg",
    DOCS / "made" / "measured.md",
}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    # A body of a test is put into a page one folder above it.
    home = path.parent.parent if path.parent.name == "bodies" else path.parent
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not re.match(r"[a-z]+:", target):
            there = (home / target).resolve()
            assert there.exists() or there in MADE or there.with_suffix(".md").exists(), target
