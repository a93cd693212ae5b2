"""The same table in another file: formats, orders, digits and languages that must not change a verdict.

    python -m validation.rewrites [--minutes 20] [--first 0] [--out docs/validity/rewrites.json]

A random table (scores, long scores with repeats, predictions) is written plainly and in three other ways at random.
Each is compared: another file gives the same verdict on every pair, the same estimate and the same number of datasets
or examples, or is refused with a message; never another verdict. What differs is printed with its seed, and the exit
code is 1.
"""

import argparse
import csv
import gzip
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

import bakeoff
from validation.cells import written

PLACE = Path("docs/validity/rewrites.json")
SAVED_EVERY = 50  # tables
SAME, REFUSED, OTHER = "same verdicts", "refused", "another verdict"
NAMES = ("random forest", "SVM", "naive Bayes", "k-NN", "C4.5", "logit")
LANGUAGES = {
    "dataset": ("Datensatz", "jeu de données", "conjunto de datos", "DATASET", "Data set"),
    "classifier": ("Klassifikator", "classifieur", "clasificador", "Classifier", "model"),
    "repeat": ("Wiederholung", "rep", "Repeat"),
    "accuracy": ("Genauigkeit", "exactitude", "Accuracy", "acc"),
    "y_true": ("y_true", "true label", "target"),
}


class Sheet(NamedTuple):
    """A table as cells of text: names first, then numbers."""

    kind: str
    head: list[str]
    rows: list[list[str]]
    names: int  # how many columns are names


def draw_sheet(rng: Generator) -> Sheet:
    """Return a random table of one of three kinds."""
    return (_wide, _wide, _long, _predictions)[int(rng.integers(4))](rng)


def _values(rng: Generator, n: int, k: int) -> list[list[str]]:
    """Return scores as text, some missing: shares or percent, of two to four digits."""
    scores = (
        rng.uniform(0.55, 0.85, (n, 1)) + rng.normal(0, 0.03, (n, k)) + np.arange(k) * rng.choice([0, 0.02])
    )
    unit, digits = (100, int(rng.choice([1, 2]))) if rng.random() < 0.4 else (1, int(rng.choice([2, 3, 4])))
    cells = [[f"{v:.{digits}f}" for v in row] for row in np.clip(scores, 0.01, 0.99) * unit]
    if rng.random() < 0.2:
        cells[int(rng.integers(n))][int(rng.integers(k))] = ""
    return cells


def _names(rng: Generator) -> list[str]:
    return [str(name) for name in rng.permutation(NAMES)[: int(rng.integers(2, 5))]]


def _wide(rng: Generator) -> Sheet:
    names, n = _names(rng), int(rng.integers(6, 20))
    rows = [[f"data-{i + 1}", *row] for i, row in enumerate(_values(rng, n, len(names)))]
    return Sheet("wide", ["dataset", *names], rows, 1)


def _long(rng: Generator) -> Sheet:
    names, n, repeats = _names(rng), int(rng.integers(6, 12)), int(rng.integers(1, 4))
    values = _values(rng, n * repeats, len(names))
    rows = [
        [f"data-{i // repeats + 1}", name, str(i % repeats + 1), cell]
        for i, row in enumerate(values)
        for name, cell in zip(names, row, strict=True)
        if cell
    ]
    return Sheet("long", ["dataset", "classifier", "repeat", "accuracy"], rows, 3)


def _predictions(rng: Generator) -> Sheet:
    names, n = _names(rng), int(rng.integers(20, 80))
    classes = [["yes", "no"], ["cat", "dog", "bird"]][int(rng.integers(2))]
    truth = rng.integers(0, len(classes), n)
    said = [
        np.where(rng.random(n) < s, truth, rng.integers(0, len(classes), n))
        for s in rng.uniform(0.5, 0.95, len(names))
    ]
    rows = [[classes[c] for c in row] for row in np.column_stack([truth, *said])]
    return Sheet("predictions", ["y_true", *names], rows, 1 + len(names))


def _delimited(sheet: Sheet, separator: str = ",", **options: Any) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n", **options).writerows([sheet.head, *sheet.rows])
    return out.getvalue()


def plain(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table as it is: comma-separated."""
    return _delimited(sheet).encode()


def tabs(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: tabs."""
    return _delimited(sheet, "\t").encode()


def decimal_commas(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: semicolons and decimal commas."""
    rows = [[*row[: sheet.names], *(c.replace(".", ",") for c in row[sheet.names :])] for row in sheet.rows]
    return _delimited(sheet._replace(rows=rows), ";").encode()


def quoted(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: quoted cells, a byte-order mark, lines that end as in DOS."""
    text = _delimited(sheet, quoting=csv.QUOTE_ALL).replace("\n", "\r\n")
    return text.encode("utf-8-sig")


def wide_characters(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: UTF-16."""
    return _delimited(sheet).encode("utf-16")


def packed(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: gzip."""
    return gzip.compress(plain(sheet, rng), mtime=0)


def workbook(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: a workbook."""
    from xlsxwriter import Workbook

    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True})
    page = book.add_worksheet("scores")
    for i, row in enumerate([list[object](sheet.head), *_typed(sheet)]):
        for j, cell in enumerate(row):
            if cell is not None:
                page.write(i, j, cell)
    book.close()
    return stream.getvalue()


def parquet(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = dict(zip(sheet.head, map(list, zip(*_typed(sheet), strict=True)), strict=True))
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream)
    return stream.getvalue()


def records(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: JSON, an object for each row."""
    return json.dumps([dict(zip(sheet.head, row, strict=True)) for row in _typed(sheet)]).encode()


def json_lines(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: JSON Lines."""
    rows = (dict(zip(sheet.head, row, strict=True)) for row in _typed(sheet))
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def json_columns(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: JSON, a list for each column."""
    return json.dumps(
        dict(zip(sheet.head, map(list, zip(*_typed(sheet), strict=True)), strict=True))
    ).encode()


def latex(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: LaTeX."""
    lines = [
        " & ".join(c.replace("_", "\\_") or "--" for c in row) + " \\\\" for row in [sheet.head, *sheet.rows]
    ]
    body = "\n".join([lines[0], "\\midrule", *lines[1:]])
    head = f"\\begin{{tabular}}{{{'l' * len(sheet.head)}}}\n\\toprule\n"
    return f"{head}{body}\n\\bottomrule\n\\end{{tabular}}\n".encode()


def markdown(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: Markdown."""
    lines = ["| " + " | ".join(row) + " |" for row in [sheet.head, ["---"] * len(sheet.head), *sheet.rows]]
    return ("\n".join(lines) + "\n").encode()


def rows_shuffled(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: rows in another order."""
    return plain(sheet._replace(rows=[sheet.rows[i] for i in rng.permutation(len(sheet.rows))]), rng)


def columns_shuffled(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: columns of classifiers in another order; of a long table all."""
    fixed = 0 if sheet.kind == "long" else 1
    order = [*range(fixed), *(fixed + rng.permutation(len(sheet.head) - fixed))]
    rows = [[row[i] for i in order] for row in sheet.rows]
    return plain(sheet._replace(head=[sheet.head[i] for i in order], rows=rows), rng)


def more_digits(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: scores with zeros behind."""
    zeros = "0" * int(rng.integers(1, 6))
    rows = [
        [*row[: sheet.names], *(c + zeros if "." in c else c for c in row[sheet.names :])]
        for row in sheet.rows
    ]
    return plain(sheet._replace(rows=rows), rng)


def other_language(sheet: Sheet, rng: Generator) -> bytes:
    """Return the table: headers in other languages."""
    head = [str(rng.choice(LANGUAGES.get(name, (name,)))) for name in sheet.head]
    return plain(sheet._replace(head=head), rng)


def _typed(sheet: Sheet) -> list[list[object]]:
    """Return rows with numbers where the text has them; whole ones stay whole."""
    return [[_number(cell) if j >= 1 and sheet.kind != "predictions" else cell for j, cell in enumerate(row)]
            for row in sheet.rows]  # fmt: skip


def _number(cell: str) -> object:
    if not cell:
        return None
    try:
        return int(cell) if cell.isdigit() else float(cell)
    except ValueError:
        return cell


WAYS: dict[str, Callable[[Sheet, Generator], bytes]] = {
    "tabs": tabs, "semicolons and decimal commas": decimal_commas, "quoted, CRLF, byte-order mark": quoted,
    "UTF-16": wide_characters, "gzip": packed, "workbook": workbook, "Parquet": parquet, "JSON records": records,
    "JSON Lines": json_lines, "JSON columns": json_columns, "LaTeX": latex, "Markdown": markdown,
    "rows in another order": rows_shuffled, "columns in another order": columns_shuffled, "more digits": more_digits,
    "header in another language": other_language,
}  # fmt: skip


def judge_file(data: bytes) -> dict[str, tuple[str, float, int]] | None:
    """Return of every pair who is better or what is said, by how much and from how many; None: refused."""
    try:
        pairs = bakeoff.compare(data).to_dict()["pairs"]
    except bakeoff.BakeoffError:
        return None
    found = {}
    for pair in pairs:
        turn = pair["b"] > pair["a"]
        verdict = {"better": "b", "worse": "a"}.get(pair["verdict"])
        said = pair["verdict"] if verdict is None else pair[verdict]
        advantage = pair["estimate"]["value"] * (1 if turn else -1)
        found[" | ".join(sorted((pair["a"], pair["b"])))] = (said, round(advantage, 7), pair["n"])
    return found


def compare_ways(seed: int) -> dict[str, str]:
    """Return what became of one table written in three other ways; nothing where the plain one is refused."""
    rng = np.random.default_rng([17, seed])
    sheet = draw_sheet(rng)
    expected = judge_file(plain(sheet, rng))
    if expected is None:
        return {"as it is": REFUSED}
    found = {"as it is": SAME}
    for way in rng.permutation(list(WAYS))[:3]:
        judged = judge_file(WAYS[str(way)](sheet, rng))
        found[str(way)] = REFUSED if judged is None else SAME if judged == expected else OTHER
    return found


def report() -> str:
    """Return the table of the page."""
    made = json.loads(PLACE.read_text(encoding="utf-8"))["ways"]
    lines = ["| written with | same verdicts | refused | another verdict |", "|---|---:|---:|---:|"]
    lines += [f"| {way} | " + " | ".join(f"{of.get(what, 0):,}" for what in (SAME, REFUSED, OTHER)) + " |"
              for way, of in made.items()]  # fmt: skip
    return "\n".join(lines)


def main() -> int:
    """Write and compare tables until the time is over, and note the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out", type=Path, default=PLACE)
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = {way: Counter() for way in ("as it is", *WAYS)}
    seed, end = options.first, time.process_time() + 60 * options.minutes
    while time.process_time() < end:
        for way, outcome in compare_ways(seed).items():
            counts[way][outcome] += 1
            if outcome == OTHER:
                print(f"seed {seed}: {way}", flush=True)
        seed += 1
        if time.process_time() >= end or seed % SAVED_EVERY == 0:
            written({"tables": seed - options.first, "minutes": options.minutes, "ways": counts}, options.out)
    return 1 if any(of[OTHER] for of in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
