"""Relative links of the pages lead somewhere."""

import re

import pytest
from docs.check_links import broken

from bakeoff.core.codes import CODES
from bakeoff.procedures.registry import REGISTRY
from docs import make_validity
from docs.blocks import ROOT

DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
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
    *(DOCS / "made" / f"validity_{name}.svg" for name in make_validity.pages()),
    DOCS / "made" / "speed-time.svg",
    DOCS / "made" / "speed-memory.svg",
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


def test_links_in_the_texts_of_findings_lead_somewhere_from_the_folder_of_their_pages():
    for path in (ROOT / "src" / "bakeoff" / "render" / "pages").iterdir():
        if path.suffix in (".toml", ".md"):
            for target in re.findall(r"\]\((?![a-z]+:)([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
                there = (DOCS / "findings" / target).resolve()
                assert there.exists() or there in MADE, (path.name, target)


def test_every_page_stands_in_the_table_of_contents():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = {
        line
        for block in re.findall(r"^```\{toctree\}(.*?)^```", index, re.M | re.S)
        for line in block.split()
    }
    pages = {path.stem for path in DOCS.glob("*.md")} - {"index"}
    assert pages - listed == set()


def test_the_built_site_is_searched_for_links_that_lead_nowhere(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top">a</h1><a href="b.html#here">b</a><a href="https://x.org">x</a>'
    )
    (tmp_path / "b.html").write_text('<p id="there">b</p><a href="a.html#top">a</a><img src="none.png">')
    assert list(broken(tmp_path)) == ["a.html: no place b.html#here", "b.html: no none.png"]
