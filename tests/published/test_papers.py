"""Published tables and documents as papers: what their sources state gets no alarm, their errata are found again."""

import csv
import json
import re

import pytest

import bakeoff

RANKED = {
    "demsar2006-ranks-paper": "demsar2006_auc.csv",
    "demsar2006-ranks-printed": "demsar2006_auc.csv",
    "gh2008-ranks": "garcia_herrera2008_accuracy.csv",
}


@pytest.fixture
def audit(tmp_path):
    def review(rows, caption="Accuracy of all. Higher is better."):
        lines = [
            f"| {' | '.join(rows[0])} |",
            "|---" * len(rows[0]) + "|",
            *(f"| {' | '.join(r)} |" for r in rows[1:]),
        ]
        path = tmp_path / "paper.md"
        path.write_text(f"# Paper\n\nTable 1: {caption}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
        found = bakeoff.audit_paper(path).findings
        return {f.code: f.detail for f in found if f.code < "BO730"}

    return review


def table_with_ranks(shared, key, *, shift=0.0):
    checks = json.loads((shared / "tables" / "EXPECTED.json").read_text(encoding="utf-8"))["checks"]
    stated = next(check["stated"] for check in checks if check["id"] == key)
    with (shared / "tables" / RANKED[key]).open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    ranks = [f"{stated[name]:.3f}" for name in rows[0][1:]]
    ranks[0] = f"{float(ranks[0]) + shift:.3f}"
    return [*rows, ["Mean rank", *ranks]]


@pytest.mark.parametrize("key", RANKED)
def test_the_stated_mean_ranks_of_a_published_table_get_no_alarm(shared, audit, key):
    assert audit(table_with_ranks(shared, key)) == {}


@pytest.mark.parametrize("key", RANKED)
def test_a_mean_rank_that_was_changed_is_found(shared, audit, key):
    assert set(audit(table_with_ranks(shared, key, shift=0.9))) == {"BO712"}


def rows_of(text, first, width):
    """Return the lines of a document after a heading, split at tabs, as long as they have so many cells."""
    lines = [line.split("\t") for line in text.splitlines()]
    start = next(k for k, line in enumerate(lines) if line[0] == first and len(line) == width) + 1
    end = next(k for k in range(start, len(lines)) if len(lines[k]) != width)
    return lines[start:end]


def test_the_wrong_difference_of_the_lecture_is_found_in_its_own_text(shared, audit):
    text = (shared / "seeds" / "001_73528518e91f87ac.txt").read_text(encoding="utf-8", errors="replace")
    rows = rows_of(text, "Dataset", 4)
    assert len(rows) == 10
    found = audit([["Fold", "A", "B", "Difference"], *rows])
    assert set(found) == {"BO714"}
    assert found["BO714"]["item"] == "8"


def test_the_wrong_total_of_the_book_is_found_in_its_own_text(shared, audit):
    text = (shared / "seeds" / "000_13bbfe1de9787871.txt").read_text(encoding="utf-8", errors="replace")
    end = text.index("Total\t704")
    block = [*text[:end].rstrip().splitlines()[-10:], text[end:].splitlines()[0]]
    rows = [re.split(r"\t", line) for line in block]
    assert {len(row) for row in rows} == {5}
    found = audit([["Dataset", "A", "B", "z", "z squared"], *rows], caption="Percent correct.")
    assert "BO711" in found
    assert found["BO711"]["printed"] == 704
