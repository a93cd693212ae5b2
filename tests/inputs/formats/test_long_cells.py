"""Long texts in large tables are cut while they are read, and nothing else of the table is."""

import csv
import json
from io import StringIO

import pytest

from bakeoff.inputs.formats import long_cells
from bakeoff.inputs.formats.long_cells import cut_long_texts

LONG = 'He said ""no"", twice;\nand went, "" he said. ' * 60


@pytest.fixture(autouse=True)
def every_table_is_large(monkeypatch):
    monkeypatch.setattr(long_cells, "_LARGE", 0)


def pieces_of(text, size):
    content = text.encode()
    return [content[i : i + size] for i in range(0, len(content), size)]


@pytest.mark.parametrize("size", [1, 7, 5000, 10**9])
def test_cells_keep_their_places_and_short_ones_their_texts(size):
    rows = [["model", "item", "answer", "score"]] + [
        [f"m{i % 2}", f"q{i // 2}", LONG.replace('""', '"') + str(i // 4), i % 2] for i in range(12)
    ]
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    cut = cut_long_texts(pieces_of(text.getvalue(), size)).decode()
    read = list(csv.reader(StringIO(cut)))
    assert [[r[0], r[1], r[3]] for r in read] == [[r[0], r[1], str(r[3])] for r in rows]
    answers = [row[2] for row in read[1:]]
    assert max(map(len, answers)) < 300
    assert [answers.index(a) for a in answers] == [0] * 4 + [4] * 4 + [8] * 4  # as different as they were
    assert cut.count("\n") == text.getvalue().count("\n")  # messages name the right line


@pytest.mark.parametrize("size", [1, 7, 5000, 10**9])
def test_lines_of_json_stay_json(size):
    records = [{"id": i, "answer": LONG + '\\"\n' + str(i % 3), "score": 0.5} for i in range(9)]
    text = "\n".join(map(json.dumps, records)) + "\n"
    cut = [json.loads(line) for line in cut_long_texts(pieces_of(text, size)).decode().splitlines()]
    assert [(r["id"], r["score"]) for r in cut] == [(r["id"], r["score"]) for r in records]
    answers = [record["answer"] for record in cut]
    assert len(set(answers)) == 3
    assert max(map(len, answers)) < 200


def test_long_cells_without_quotes_are_cut_too():
    text = "item\tanswer\tscore\n" + "".join(f"q{i}\t{'word ' * 500}\t1\n" for i in range(3))
    cut = cut_long_texts(pieces_of(text, 64)).decode()
    assert len(cut) < 600
    assert [line.split("\t")[::2] for line in cut.splitlines()[1:]] == [[f"q{i}", "1"] for i in range(3)]


@pytest.mark.parametrize("start", [b"PAR1", b"PK\x03\x04", b"\xff\xfea\0"])
def test_what_is_no_text_is_left_alone(start):
    content = start + b'"' + b"x" * 5000 + b'"\n'
    assert cut_long_texts([content]) == content


def test_a_small_table_is_left_alone(monkeypatch):
    monkeypatch.setattr(long_cells, "_LARGE", 10**6)
    content = b'a,b\n"' + b"x" * 5000 + b'",1\n'
    assert cut_long_texts([content[:100], content[100:]]) == content


def test_a_quote_that_never_closes_costs_nothing_but_room():
    content = b'size,score\n5" disk,1\n' + b"y" * 3000 + b",2\n"
    assert cut_long_texts([content]).startswith(b"size,score\n5")
    assert cut_long_texts([content]).endswith(b",2\n")
