"""Every code and every test has its page, and no page is about something that does not exist."""

import re
import tomllib

from bakeoff.cli.main import main
from bakeoff.core.codes import CODES
from bakeoff.core.words import write_list
from bakeoff.procedures.registry import REGISTRY
from bakeoff.render.handbook import GROUPS, PAGES, paragraphs
from docs.blocks import ROOT

DOCS = ROOT / "docs"


def _explained():
    return tomllib.loads((PAGES / "findings.toml").read_text(encoding="utf-8"))


def _by_hand():
    return {page.stem: page.read_text(encoding="utf-8") for page in PAGES.glob("*.md")}


def test_every_code_has_its_page_and_no_page_lacks_a_code():
    paged = set(_explained()) | set(_by_hand())
    assert set(CODES) == paged, f"pages of codes belong into {PAGES.relative_to(ROOT)}"


def test_no_code_is_explained_twice():
    assert not set(_explained()) & set(_by_hand())


def test_every_code_is_in_one_group():
    assert all(sum(code.startswith(start) for start, _ in GROUPS) == 1 for code in CODES)


def test_every_page_is_plain_text_on_a_terminal():
    for code in CODES:
        found = paragraphs(code)
        assert found, code
        for paragraph in found:
            assert paragraph.example or not re.search(r"\*\*|`|\]\(|^#", paragraph.text), (
                code,
                paragraph.text,
            )


def test_the_command_line_shows_the_page_of_a_code(capsys):
    assert main(["codes", "bo101"]) == 0
    out = capsys.readouterr().out
    assert out.lstrip().startswith("BO101   how many datasets must be removed to change the verdict")
    assert all(head in out for head in ("What it means", "Why it matters", "What to do"))


def test_the_command_line_lists_all_codes(capsys):
    assert main(["codes"]) == 0
    out = capsys.readouterr().out
    assert all(code in out for code in CODES), write_list([c for c in CODES if c not in out])


def test_an_unknown_code_is_refused_with_a_hint(capsys):
    assert main(["codes", "BO1010"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "there is no code 'BO1010'; did you mean" in err


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
        assert "{math}" in text.partition("## Formula")[2].partition("\n## ")[0], path.name
        assert "## Worked example" in text, path.name
