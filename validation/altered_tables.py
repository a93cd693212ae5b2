"""Tables changed by machine: each is read as it was meant, or refused; none is judged on another reading.

    python -m validation.altered_tables [--shared DIR] [--each N]

Published tables (the bundled ones, and with --shared the wide ones of a folder) are cut at random and changed in
one of the ways that files of people differ. Counts by kind are written to docs/validity/altered_tables.json and .md.
"""

import argparse
import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.random import Generator

from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.published import PUBLISHED
from validation import stranger_tables
from validation.tables_as_meant import Table, Variant, write

TARGET = Path(__file__).parent.parent / "docs" / "validity"
SHARED = (
    "demsar2006_auc",
    "garcia_herrera2008_accuracy",
    "delgado2014_accuracy",
    "delgado2014_sklearn_extension",
    "aeon_example_default_split",
    "bakeoff2023_accuracy_mean30",
)

LOSSES = (
    "log_loss", "cross_entropy", "nll", "FPR", "FNR", "EER", "WER", "BER", "regret", "deviance", "rmse", "mae",
    "brier_score", "ece", "error_rate",
)  # fmt: skip


def plain(t: Table, rng: Generator) -> Variant:
    """Return the table changed: plain."""
    return _wide(t, [list(row) for row in t.cells], list(t.classifiers))


def _wide(t: Table, cells: list[list[str]], names: list[str], corner: str = "dataset") -> Variant:
    rows = [[d, *row] for d, row in zip(t.datasets, cells, strict=True)]
    scores = np.array([[float(c) for c in row] for row in t.cells])
    return Variant(write([corner, *names], rows), t.classifiers, len(t.datasets), scores=scores)


def _beside(t: Table, rng: Generator, name: str, column: list[str]) -> Variant:
    """Return the table with one more column at a random place."""
    at = int(rng.integers(0, len(t.classifiers) + 1))
    cells = [[*row[:at], cell, *row[at:]] for row, cell in zip(t.cells, column, strict=True)]
    return _wide(t, cells, [*t.classifiers[:at], name, *t.classifiers[at:]])


def time_column(t: Table, rng: Generator) -> Variant:
    """Return the table changed: time column."""
    name = str(rng.choice(["time", "runtime", "train_time", "Time (s)", "seconds", "Laufzeit"]))
    return _beside(t, rng, name, [f"{v:.2f}" for v in rng.uniform(0.1, 900, len(t.datasets))])


def times_of_each(t: Table, rng: Generator) -> Variant:
    """Return the table changed: times of each."""
    form = str(rng.choice(["time_{}", "{}_time", "{} (s)", "{} time"]))
    times = rng.uniform(0.1, 900, t.values.shape)
    cells = [[*row, *(f"{v:.2f}" for v in own)] for row, own in zip(t.cells, times, strict=True)]
    return _wide(t, cells, [*t.classifiers, *(form.format(c) for c in t.classifiers)])


def largest(t: Table, rng: Generator) -> Variant:
    """Return the table changed: largest."""
    name = str(rng.choice(["MAX", "Best", "max", "Oracle", "X", "Combined"]))
    return _beside(t, rng, name, [f"{v:.{t.digits}f}" for v in t.values.max(axis=1)])


def mean_column(t: Table, rng: Generator) -> Variant:
    """Return the table changed: mean column."""
    name = str(rng.choice(["Mean", "Average", "Mittelwert", "Moyenne", "avg", "All"]))
    means = np.array([[float(c) for c in row] for row in t.cells]).mean(axis=1)
    return _beside(t, rng, name, [f"{v:.{t.digits}f}" for v in means])


def rank_columns(t: Table, rng: Generator) -> Variant:
    """Return the table changed: rank columns."""
    form = str(rng.choice(["{} rank", "rank_{}", "{}.1", "R({})"]))
    written = np.array([[float(c) for c in row] for row in t.cells])
    ranks = (-written).argsort(axis=1, kind="stable").argsort(axis=1, kind="stable") + 1
    cells = [[*row, *map(str, own)] for row, own in zip(t.cells, ranks, strict=True)]
    return _wide(t, cells, [*t.classifiers, *(form.format(c) for c in t.classifiers)])


def id_column(t: Table, rng: Generator) -> Variant:
    """Return the table changed: id column."""
    start = int(rng.choice([0, 1, 100]))
    name = str(rng.choice(["id", "", "Unnamed: 0", "index", "ID"]))
    rows = [[str(i + start), d, *row] for i, (d, row) in enumerate(zip(t.datasets, t.cells, strict=True))]
    return Variant(write([name, "dataset", *t.classifiers], rows), t.classifiers, len(t.datasets))


def counts(t: Table, rng: Generator) -> Variant:
    """Return the table changed: counts."""
    names = [["n_instances", "n_features"], ["numInst", "numAttr"], ["#Inst", "#Attr"], ["N", "classes"]][
        int(rng.integers(4))
    ]
    rows = [
        [d, str(rng.integers(100, 9000)), str(rng.integers(3, 200)), *row]
        for d, row in zip(t.datasets, t.cells, strict=True)
    ]
    return Variant(write(["dataset", *names, *t.classifiers], rows), t.classifiers, len(t.datasets))


def p_values(t: Table, rng: Generator) -> Variant:
    """Return the table changed: p values."""
    name = str(rng.choice(["p", "p-value", "p_value", "pval"]))
    return _beside(t, rng, name, [f"{v:.4f}" for v in rng.uniform(0, 1, len(t.datasets))])


def category(t: Table, rng: Generator) -> Variant:
    """Return the table changed: category."""
    words = rng.choice(["small", "large", "medium"], len(t.datasets))
    return _beside(t, rng, str(rng.choice(["size_class", "domain_kind", "region"])), [str(w) for w in words])


def second_measure(t: Table, rng: Generator) -> Variant:
    """Return the table changed: second measure."""
    other = t.values * rng.uniform(0.9, 0.99)
    form = str(rng.choice(["{}_f1", "f1_{}", "{} F1"]))
    cells = [[*row, *(f"{v:.{t.digits}f}" for v in own)] for row, own in zip(t.cells, other, strict=True)]
    return _wide(t, cells, [*t.classifiers, *(form.format(c) for c in t.classifiers)])


def fold_suffix(t: Table, rng: Generator) -> Variant:
    """Return the table changed: fold suffix."""
    form = str(
        rng.choice(["{} fold {}", "{}_fold{}", "{}-seed{}", "{} (run {})", "{}_cv{}", "{}_{}", "{}.{}"])
    )
    some, folds = t.datasets[:6], int(rng.integers(3, 6))
    noise = rng.normal(0, 0.01, (len(some), folds, len(t.classifiers)))
    rows = [
        [form.format(d, k + 1), *(f"{v:.{t.digits}f}" for v in t.values[i] + noise[i, k])]
        for i, d in enumerate(some)
        for k in range(folds)
    ]
    whole = "_cv" in form  # whole cross-validations count once
    return Variant(write(["dataset", *t.classifiers], rows), t.classifiers, len(some), 1 if whole else folds)


def fold_columns(t: Table, rng: Generator) -> Variant:
    """Return the table changed: fold columns."""
    form = str(rng.choice(["fold{}", "split{}", "run{}", "seed{}", "Fold {}", "rep_{}"]))
    corner = str(rng.choice(["classifier", "method", "model", "algorithm"]))
    n = int(rng.integers(4, 11))
    rows = [
        [c, *(f"{v:.{t.digits}f}" for v in t.values[0, j] + rng.normal(0, 0.01, n))]
        for j, c in enumerate(t.classifiers)
    ]
    return Variant(write([corner, *(form.format(i) for i in range(n))], rows), t.classifiers, 1, n)


def classifier_and_fold_columns(t: Table, rng: Generator) -> Variant:
    """Return the table changed: classifier and fold columns."""
    form = str(rng.choice(["{}_fold{}", "{} fold {}", "{}_seed{}"]))
    folds = 3
    noise = rng.normal(0, 0.01, (*t.values.shape, folds))
    rows = [
        [
            d,
            *(
                f"{t.values[i, j] + noise[i, j, k]:.{t.digits}f}"
                for j in range(len(t.classifiers))
                for k in range(folds)
            ),
        ]
        for i, d in enumerate(t.datasets)
    ]
    names = [form.format(c, k + 1) for c in t.classifiers for k in range(folds)]
    return Variant(write(["dataset", *names], rows), t.classifiers, len(t.datasets), folds)


def percent_for_some(t: Table, rng: Generator) -> Variant:
    """Return the table changed: percent for some."""
    share = t.values / (100 if t.values.max() > 1.5 else 1)
    some = rng.random(len(t.datasets)) < 0.4
    some[:2] = True, False
    cells = [[f"{100 * v:.2f}" if p else f"{v:.4f}" for v in row] for row, p in zip(share, some, strict=True)]
    return replace(_wide(t, cells, list(t.classifiers)), must_refuse=True)


def percent_for_a_column(t: Table, rng: Generator) -> Variant:
    """Return the table changed: percent for a column."""
    share = t.values / (100 if t.values.max() > 1.5 else 1)
    cells = [[f"{100 * row[0]:.2f}", *(f"{v:.4f}" for v in row[1:])] for row in share]
    return replace(_wide(t, cells, list(t.classifiers)), must_refuse=True)


def transposed(t: Table, rng: Generator) -> Variant:
    """Return the table changed: transposed."""
    corner = str(rng.choice(["", "method", "classifier", "name", "Algorithm"]))
    rows = [[c, *col] for c, col in zip(t.classifiers, zip(*t.cells, strict=True), strict=True)]
    return Variant(write([corner, *t.datasets], rows), t.classifiers, len(t.datasets))


def shuffled(t: Table, rng: Generator) -> Variant:
    """Return the table changed: shuffled."""
    rows, columns = rng.permutation(len(t.datasets)), rng.permutation(len(t.classifiers))
    cells = [[t.datasets[i], *(t.cells[i][j] for j in columns)] for i in rows]
    return Variant(
        write(["dataset", *(t.classifiers[j] for j in columns)], cells), t.classifiers, len(t.datasets)
    )


def other_language(t: Table, rng: Generator) -> Variant:
    """Return the table changed: other language."""
    corner = str(
        rng.choice(
            ["Datensatz", "jeu de données", "conjunto de datos", "数据集", "データセット", "набор данных"]
        )
    )
    comma = [[c.replace(".", ",") for c in row] for row in t.cells]
    rows = [[d.replace(";", " "), *row] for d, row in zip(t.datasets, comma, strict=True)]
    return Variant(write([corner, *t.classifiers], rows, ";"), t.classifiers, len(t.datasets))


def long_in_other_language(t: Table, rng: Generator) -> Variant:
    """Return the table changed: long in other language."""
    heads = [
        ("Datensatz", "Verfahren", "Genauigkeit"), ("jeu de données", "méthode", "exactitude"),
        ("conjunto de datos", "clasificador", "exactitud"), ("数据集", "方法", "准确率"), ("eins", "zwei", "drei"),
    ]  # fmt: skip
    return _long(t, heads[int(rng.integers(len(heads)))])


def _long(t: Table, head: tuple[str, str, str], *, higher: bool | None = None) -> Variant:
    rows = [[d, c, t.cells[i][j]] for i, d in enumerate(t.datasets) for j, c in enumerate(t.classifiers)]
    return Variant(write(list(head), rows), t.classifiers, len(t.datasets), higher_is_better=higher)


def loss_by_name(t: Table, rng: Generator) -> Variant:
    """Return the table changed: loss by name."""
    name = str(rng.choice(LOSSES))
    share = replace(t, values=np.clip(t.values / (100 if t.values.max() > 1.5 else 1), 0, 1))
    return _long(share, ("dataset", "classifier", name), higher=False)


def without_header(t: Table, rng: Generator) -> Variant:
    """Return the table changed: without header."""
    text = plain(t, rng).text.partition("\n")[2]
    return Variant(text, t.classifiers, len(t.datasets), must_refuse=True)


def mixed_precision(t: Table, rng: Generator) -> Variant:
    """Return the table changed: mixed precision."""
    digits = rng.integers(2, 9, len(t.classifiers))
    cells = [
        [f"{v:.{d}f}" for v, d in zip(row, digits, strict=True)]
        for row in t.values + rng.normal(0, 1e-4, t.values.shape)
    ]
    return replace(_wide(t, cells, list(t.classifiers)), scores=None)


def contrary_rows(t: Table, rng: Generator) -> Variant:
    """Return the table changed: contrary rows."""
    rows = [[d, *row] for d, row in zip(t.datasets, t.cells, strict=True)]
    twin = [rows[0][0], *(f"{v:.{t.digits}f}" for v in t.values[0] * 0.9)]
    at = int(rng.integers(1, len(rows) + 1))
    return Variant(
        write(["dataset", *t.classifiers], [*rows[:at], twin, *rows[at:]]),
        t.classifiers,
        len(rows),
        must_refuse=True,
    )


def summary_row(t: Table, rng: Generator) -> Variant:
    """Return the table changed: summary row."""
    name = str(rng.choice(["Average", "Mean", "Mittelwert", "Avg. rank", "all of them"]))
    means = np.array([[float(c) for c in row] for row in t.cells]).mean(axis=0)
    last = [
        name,
        *(f"{v:.{t.digits}f}" for v in (means if "rank" not in name else rng.uniform(1, 4, means.size))),
    ]
    rows = [[d, *row] for d, row in zip(t.datasets, t.cells, strict=True)]
    return Variant(write(["dataset", *t.classifiers], [*rows, last]), t.classifiers, len(t.datasets))


def spreads_in_cells(t: Table, rng: Generator) -> Variant:
    """Return the table changed: spreads in cells."""
    form = str(rng.choice(["{} ± {}", "{}(+/-{})", "{} ({})", "{}\\pm{}"]))
    cells = [[form.format(c, f"{rng.uniform(0.001, 0.03):.3f}") for c in row] for row in t.cells]
    return _wide(t, cells, list(t.classifiers))


def missing_marks(t: Table, rng: Generator) -> Variant:
    """Return the table changed: missing marks."""
    marks = ["n/a", "N/A", "#N/A", "--", "—", "OOM", "timeout", "failed", "", "nan"]
    cells = [list(row) for row in t.cells]
    for i in rng.choice(np.arange(2, len(cells)), 2, replace=False):
        j = int(rng.integers(len(cells[0])))
        cells[i][j] = str(rng.choice(marks))
    return _wide(t, cells, list(t.classifiers))


def training_stages(t: Table, rng: Generator) -> Variant:
    """Return the table changed: training stages."""
    rows = [
        [d, c, s, t.cells[i][j]]
        for i, d in enumerate(t.datasets)
        for j, c in enumerate(t.classifiers)
        for s in ("train", "test")
    ]
    name = str(rng.choice(["split", "set", "phase"]))
    return Variant(
        write(["dataset", "classifier", name, "accuracy"], rows),
        t.classifiers,
        len(t.datasets),
        must_refuse=True,
    )


def two_measures_in_one(t: Table, rng: Generator) -> Variant:
    """Return the table changed: two measures in one."""
    rows = []
    for i, d in enumerate(t.datasets):
        for j, c in enumerate(t.classifiers):
            first = i % 2 == 0
            auc, loss = t.cells[i][j], f"{rng.uniform(0.2, 1.4):.4f}"
            rows.append([d, c, auc if first else loss, auc if first else "", "" if first else loss])
    return Variant(
        write(["task", "framework", "result", "auc", "logloss"], rows),
        t.classifiers,
        len(t.datasets),
        must_refuse=True,
    )


KINDS: dict[str, Callable[[Table, Generator], Variant]] = {
    "as it is": plain,
    "a column of time": time_column,
    "times of each classifier": times_of_each,
    "a column with the largest": largest,
    "a column with the mean": mean_column,
    "ranks of each classifier": rank_columns,
    "a column of ids": id_column,
    "columns of counts": counts,
    "a column of p-values": p_values,
    "a category": category,
    "a second measure": second_measure,
    "resamples in the names of rows": fold_suffix,
    "resamples in columns": fold_columns,
    "classifiers and resamples in columns": classifier_and_fold_columns,
    "percent for some rows": percent_for_some,
    "percent for one column": percent_for_a_column,
    "transposed": transposed,
    "shuffled": shuffled,
    "headers in other languages": other_language,
    "long, in other languages": long_in_other_language,
    "a loss by its name": loss_by_name,
    "no header": without_header,
    "mixed precisions": mixed_precision,
    "a row twice, with contrary scores": contrary_rows,
    "a row that summarises": summary_row,
    "spreads in cells": spreads_in_cells,
    "marks of missing scores": missing_marks,
    "training and test in one column": training_stages,
    "two measures in one column": two_measures_in_one,
    **stranger_tables.KINDS,
}


def bundled() -> list[Table]:
    """Return the bundled tables with three classifiers or more, and those with two."""
    found = []
    for name, table in PUBLISHED.items():
        if "fold" in table.classifiers:  # resamples already
            continue
        digits = max(
            len(c.partition(".")[2]) for line in table.text.splitlines()[1:] for c in line.split(",")[1:]
        )
        found.append(Table(name, table.classifiers, table.datasets, table.scores, digits))
    return found


def shared(folder: Path) -> list[Table]:
    """Return the wide tables of a folder."""
    found = []
    for name in SHARED:
        with (folder / f"{name}.csv").open(encoding="utf-8") as stream:
            rows = list(csv.reader(stream))
        body = [row for row in rows[1:] if all(row)]
        values = np.array([[float(c) for c in row[1:]] for row in body])
        found.append(Table(name, tuple(rows[0][1:]), tuple(row[0] for row in body), values))
    return found


def cut(table: Table, rng: Generator) -> Table:
    """Return some rows and columns of a table, with commas and equal scores of all out of the way."""
    n, k = len(table.datasets), len(table.classifiers)
    rows = np.sort(rng.choice(n, min(n, int(rng.integers(8, 31))), replace=False))
    columns = np.sort(rng.choice(k, min(k, int(rng.integers(3, 8))), replace=False))
    names = [d.replace(",", " ") for d in table.datasets]
    return replace(
        table,
        classifiers=tuple(table.classifiers[j].replace(",", " ") for j in columns),
        datasets=tuple(names[i] for i in rows),
        values=table.values[np.ix_(rows, columns)],
    )


def judge(variant: Variant) -> str:
    """Return 'right', 'refused' or 'wrong': how a variant is read."""
    try:
        made = read_evidence(variant.text, options=variant.options)
    except BakeoffError:
        return "refused"
    if variant.must_refuse or not isinstance(made, Scores):
        return "wrong"
    resamples = 1 if made.resamples is None else made.resamples.per_dataset[1]
    names = len(variant.classifiers), set(variant.classifiers)
    same = (
        names[: 1 if variant.loose_names else 2]
        == (len(made.classifiers), set(made.classifiers))[: 1 if variant.loose_names else 2]
        and len(made.datasets) == variant.datasets
        and variant.resamples in (None, resamples)
        and variant.higher_is_better in (None, made.measure.higher_is_better)
        and _has_scores(made, variant)
    )
    return "right" if same else "wrong"


def _has_scores(made: Scores, variant: Variant) -> bool:
    """Say whether the scores that were meant were read, in percent or as fractions; a missing one is no other."""
    if variant.scores is None:
        return True
    places = (
        list(range(len(variant.classifiers)))
        if variant.loose_names
        else [made.classifiers.index(c) for c in variant.classifiers]
    )
    read = made.values[:, places]
    known = np.isfinite(read)
    return any(np.allclose(read[known], (variant.scores * by)[known], rtol=1e-6) for by in (1, 100, 0.01))


def run(tables: list[Table], *, each: int) -> Iterator[tuple[str, str, str, Variant]]:
    """Yield the kind, the table, the outcome and the variant of every changed table."""
    for kind, change in KINDS.items():
        for number, table in enumerate(tables):
            for seed in range(each):
                rng = np.random.default_rng([list(KINDS).index(kind), number, seed])
                variant = change(cut(table, rng), rng)
                yield kind, table.name, judge(variant), variant


def main() -> None:
    """Read every variant and write the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, help="a folder with published tables")
    parser.add_argument("--each", type=int, default=6, help="variants of each kind and table")
    parser.add_argument("--kind", help="variants of this kind only; nothing is written")
    parser.add_argument("--show", action="store_true", help="print what was read wrongly")
    options = parser.parse_args()
    tables = bundled() + (shared(options.shared) if options.shared else [])
    counted = {kind: {"right": 0, "refused": 0, "wrong": 0} for kind in KINDS}
    for kind, name, outcome, variant in run(tables, each=options.each):
        counted[kind][outcome] += 1
        if outcome == "wrong" and options.show:
            print(f"{kind} · {name}\n{variant.text[:300]}\n")
    total = sum(sum(own.values()) for own in counted.values())
    content = {"tables": [t.name for t in tables], "each": options.each, "variants": total, "kinds": counted}
    (TARGET / "altered_tables.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    (TARGET / "altered_tables.md").write_text(page(content), encoding="utf-8")
    print(
        json.dumps(counted, indent=1),
        total,
        {k: sum(own[k] for own in counted.values()) for k in ("right", "refused", "wrong")},
    )


def page(content: dict) -> str:  # type: ignore[type-arg]
    """Return the page with the counts by kind."""
    rows = [
        f"| {kind} | {own['right']} | {own['refused']} | {own['wrong']} |"
        for kind, own in content["kinds"].items()
    ]
    return "\n".join(
        [
            "# Tables changed by machine",
            "",
            f"{content['variants']:,} variants of {len(content['tables'])} published tables: each was cut "
            f"at random and changed in one way that files of",
            "people differ. *Right* is read with the classifiers, datasets, resamples and direction that "
            "were meant; *refused* ends with exit",
            "code 2 and a message; *wrong* would have been judged on another reading. `python -m "
            "validation.altered_tables --shared DIR` makes",
            "them again.",
            "",
            "| changed by | right | refused | wrong |",
            "|---|---:|---:|---:|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    main()
