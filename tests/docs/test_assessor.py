"""The page for assessors has the evidence that the registry and the tests have, and its commands exist."""

import re
import runpy
from pathlib import Path

from bakeoff.cli.main import main
from bakeoff.procedures.registry import REGISTRY
from docs.blocks import ROOT

PAGE = ROOT / "docs" / "assessor.md"


def test_the_table_of_evidence_is_the_one_of_the_registry():
    made = runpy.run_path(str(ROOT / "docs" / "make_assessor.py"))
    page = PAGE.read_text(encoding="utf-8")
    assert made["page_with_table"](page) == page, "python docs/make_assessor.py writes it anew"
    assert all(f"| [{procedure.key}](" in page for procedure in REGISTRY)


def test_every_test_has_numbers_from_outside():
    rows = re.findall(
        r"^\| \[([\w-]+)\]\(.*?\) \| (.*?) \|", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert len(rows) == len(REGISTRY)
    assert [key for key, files in rows if files == "none"] == []


def test_a_self_test_writes_its_record(tmp_path, capsys):
    report = tmp_path / "selftest.md"
    assert main(["selftest", "--report", str(report)]) == 0
    text = Path(report).read_text(encoding="utf-8").replace("\\", "")
    out = capsys.readouterr().out
    (sentence,) = re.findall(r"Passed: .*?\.", text)
    assert sentence in out
    assert "FAILED" not in text
    assert all(
        word in text for word in ("| bakeoff | 0.1.0 |", "| numpy |", "| scipy |", "| system |", "NIST")
    )
    assert main(["selftest", "--report", str(tmp_path / "none" / "x.md")]) == 2
