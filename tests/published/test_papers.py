"""Published tables and documents as papers: what their sources state gets no alarm, their errata are found again."""

import csv
import gzip
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


def stated_of(shared, key):
    checks = json.loads((shared / "tables" / "EXPECTED.json").read_text(encoding="utf-8"))["checks"]
    return next(check["stated"] for check in checks if check["id"] == key)


def pivot(rows, dataset, classifier, score):
    """Return the mean score of each classifier on each dataset, as a table of texts."""
    cells = {}
    for row in rows:
        cells.setdefault((row[dataset], row[classifier]), []).append(float(row[score]))
    names = list(dict.fromkeys(row[classifier] for row in rows))
    sets = list(dict.fromkeys(row[dataset] for row in rows))
    body = [[s, *(f"{sum(cells[s, n]) / len(cells[s, n]):.8f}" for n in names)] for s in sets]
    return [["Dataset", *names], *body]


def read_rows(path):
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def with_summary(table, name, values, shift, digits):
    numbers = [values[column] for column in table[0][1:]]
    numbers[1] += shift
    return [*table, [name, *(f"{v:.{digits}f}" for v in numbers)]]


def wide_folds(rows):
    names = [n for n in rows[0] if n not in ("dataset", "fold")]
    return [{"dataset": r["dataset"], "classifier": n, "score": r[n]} for r in rows for n in names]


def averaged_tables(shared, shift):
    """Yield published tables with the mean, rank or wins that their sources state, one of them shifted."""
    folder = shared / "tables"
    blum = [
        r
        for r in read_rows(folder / "blum2015_mis_sizes.csv")
        if (r["Size"], r["Radius"]) == ("1000", "0.049")
    ]
    names = list(stated_of(shared, "blum2015-means")["Size=1000,Radius=0.049"])
    table = [["Instance", *names], *([f"i{r['instance']}", *(r[n] for n in names)] for r in blum)]
    yield (
        "BO710",
        with_summary(
            table, "Average", stated_of(shared, "blum2015-means")["Size=1000,Radius=0.049"], 5 * shift, 2
        ),
    )
    delgado = read_rows(folder / "delgado2014_accuracy.csv")
    names = sorted((n for n in delgado[0] if n != "dataset"), key=lambda n: sum(not r[n] for r in delgado))[
        :12
    ]
    table = [["Dataset", *names], *([r["dataset"], *(r[n] or "-" for n in names)] for r in delgado)]
    yield "BO710", with_summary(table, "Average", stated_of(shared, "delgado2014-mean-row"), 5 * shift, 1)
    deep = pivot(read_rows(folder / "dl4tsc_ucr85.csv.gz"), "dataset_name", "classifier_name", "accuracy")
    stated = stated_of(shared, "dl4tsc-ucr85-ranks")
    yield "BO712", with_summary(deep, "Mean rank", stated["average_ranks"], shift, 2)
    yield "BO713", with_summary(deep, "Wins", stated["strict_wins"], 9 * shift, 0)
    wainer = pivot(wide_folds(read_rows(folder / "wainer_base_4fold.csv")), "dataset", "classifier", "score")
    ranks = stated_of(shared, "wainer-base-demsar")["average_ranks"]
    yield "BO712", with_summary(wainer, "Mean rank", ranks, shift, 2)


def test_what_sources_state_of_their_tables_gets_no_alarm(shared, audit):
    assert [audit(table) for _, table in averaged_tables(shared, 0.0)] == [{}] * 5


def test_a_stated_mean_rank_or_count_that_was_changed_is_found(shared, audit):
    assert [set(audit(table)) for _, table in averaged_tables(shared, 0.9)] == [
        {code} for code, _ in averaged_tables(shared, 0.9)
    ]


STATED_TESTS = [
    ("χ2(4) = 39.647", "gh2008-friedman"),
    ("F(4, 116) = 14.309", "gh2008-iman"),
    ("χ2(4) = 41.691", "gh2008-aligned"),
    ("F(4, 116) = 10.802", "gh2008-quade"),
]


@pytest.mark.parametrize(("result", "key"), STATED_TESTS)
def test_the_stated_p_value_of_a_test_follows_and_a_changed_one_does_not(shared, tmp_path, result, key):
    p = stated_of(shared, key)["p"]
    for factor, expected in ((1, []), (3, ["BO720"])):
        path = tmp_path / "paper.md"
        path.write_text(
            f"# Paper\n\n## Results\n\nThe test was done ({result}, p = {factor * p:.3e}).\n\n"
            "| Method | Iris | Wine |\n|---|---|---|\n| A | 71.2 | 80.1 |\n| B | 75.1 | 84.2 |\n",
            encoding="utf-8",
        )
        assert [f.code for f in bakeoff.audit_paper(path).findings if f.code < "BO730"] == expected
