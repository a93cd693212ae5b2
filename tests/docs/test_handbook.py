"""Every code and every test has its page, and no page is about something that does not exist."""

import re
import tomllib

from bakeoff.core.codes import CODES
from bakeoff.procedures.registry import REGISTRY
from bakeoff.render.handbook import page_of
from docs.blocks import ROOT

DOCS = ROOT / "docs"
MADE = "% made by docs/make_pages.py"


def _explained():
    return tomllib.loads((DOCS / "findings.toml").read_text(encoding="utf-8"))


def _by_hand():
    pages = (DOCS / "findings").glob("BO*.md")
    return {page.stem: text for page in pages if MADE not in (text := page.read_text(encoding="utf-8"))}


def test_every_code_has_its_page_and_no_page_lacks_a_code():
    assert set(CODES) == set(_explained()) | set(_by_hand())


def test_no_code_is_explained_twice():
    assert not set(_explained()) & set(_by_hand())


def test_a_page_is_called_what_the_report_links_to():
    assert all(page_of(code).endswith(f"/findings/{code}.html") for code in CODES)


def test_every_entry_says_what_it_means_and_what_to_do():
    for code, said in _explained().items():
        assert len(said) == 2, code
        assert all(text.strip() == text != "" for text in said), code


def test_pages_by_hand_are_titled_by_their_code():
    for code, text in _by_hand().items():
        assert re.search(rf"^# {code}\b", text, flags=re.MULTILINE), code


def test_every_test_has_a_body_and_no_body_lacks_a_test():
    assert {p.key for p in REGISTRY} == {path.stem for path in (DOCS / "tests" / "bodies").glob("*.md")}


def test_every_body_has_a_formula_and_a_worked_example():
    for path in (DOCS / "tests" / "bodies").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert "## Formula" in text, path.name
        assert "## Worked example" in text, path.name


def test_the_page_of_licences_names_every_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [*project["project"]["optional-dependencies"].values(), *project["dependency-groups"].values()]
    wanted = [*project["project"]["dependencies"], *(text for group in groups for text in group)]
    names = {re.match(r"[\w-]+", text)[0] for text in wanted} - {"bakeoff"}
    told = set(
        re.findall(r"^\| ([\w-]+) \|", (DOCS / "licences.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    assert told - {"name"} == names
