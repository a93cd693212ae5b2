"""Further ways in which files of people differ: heads, units, footnotes, columns beside the scores, summaries.

`validation.altered_tables` reads every variant that is made here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from validation.tables_as_meant import Table, Variant, write


def _rows(t: Table) -> list[list[str]]:
    return [[d, *row] for d, row in zip(t.datasets, t.cells, strict=True)]


def _made(t: Table, header: Sequence[str], rows: list[list[str]], separator: str = ",") -> Variant:
    return Variant(write(list(header), rows, separator), t.classifiers, len(t.datasets), scores=_written(t))


def _written(t: Table) -> np.ndarray:
    return np.array([[float(c) for c in row] for row in t.cells])


def _share(t: Table) -> Table:
    return replace(t, values=t.values / (100 if t.values.max() > 1.5 else 1), digits=4)


def _percent(t: Table) -> Table:
    return replace(t, values=t.values * (1 if t.values.max() > 1.5 else 100), digits=2)


def _beside(t: Table, rng: Generator, name: str, column: Sequence[str]) -> Variant:
    at = int(rng.integers(1, len(t.classifiers) + 2))
    rows = [[*row[:at], cell, *row[at:]] for row, cell in zip(_rows(t), column, strict=True)]
    names = ["dataset", *t.classifiers]
    return _made(t, [*names[:at], name, *names[at:]], rows)


def two_header_rows(t: Table, rng: Generator) -> Variant:
    """Return the table with a row of groups above the names."""
    k = len(t.classifiers)
    form = int(rng.integers(3))
    first = (
        ["", "Baselines", *[""] * (k - 2), "Ours"]
        if form == 0
        else ["", *["accuracy"] * k]
        if form == 1
        else ["", "classical", *["classical"] * (k // 2), *["deep"] * (k - 1 - k // 2)]
    )
    return _made(t, first, [["dataset", *t.classifiers], *_rows(t)])


def unit_row(t: Table, rng: Generator) -> Variant:
    """Return the table with a row of units under the names."""
    unit = str(rng.choice(["%", "(%)", "[%]", "acc", "accuracy", "in %"]))
    t = _percent(t)
    corner = str(rng.choice(["", "-", "unit"]))
    return _made(t, ["dataset", *t.classifiers], [[corner, *[unit] * len(t.classifiers)], *_rows(t)])


def footnotes(t: Table, rng: Generator) -> Variant:
    """Return the table with notes under it."""
    k = len(t.classifiers)
    notes = [
        ["* mean of 10 runs", *[""] * k],
        ["Note: best results in bold", *[""] * k],
        ["Source: own computations", *[""] * k],
        ["† did not converge", *[""] * k],
    ]
    some = rng.choice(4, int(rng.integers(1, 3)), replace=False)
    return _made(t, ["dataset", *t.classifiers], [*_rows(t), *(notes[i] for i in some)])


def merged_cells(t: Table, rng: Generator) -> Variant:
    """Return the table with a row for each dataset and classifier, each dataset named once."""
    rows = []
    for i, d in enumerate(t.datasets):
        for j, c in enumerate(t.classifiers):
            rows.append([d if j == 0 else "", c, t.cells[i][j]])
    return _made(t, ["dataset", "classifier", "accuracy"], rows)


def totals_inside(t: Table, rng: Generator) -> Variant:
    """Return the table with rows of means between groups of datasets."""
    rows, half = _rows(t), len(t.datasets) // 2
    name = str(rng.choice(["Average", "Mean", "Subtotal", "Mittelwert", "avg"]))
    means = _written(t)
    made = []
    for part in (slice(0, half), slice(half, None)):
        made += [*rows[part], [name, *(f"{v:.{t.digits}f}" for v in means[part].mean(axis=0))]]
    return _made(t, ["dataset", *t.classifiers], made)


def comma_decimals(t: Table, rng: Generator) -> Variant:
    """Return the table with decimal commas, semicolons and percent signs."""
    t = _percent(t)
    sign = str(rng.choice(["", " %", "%"]))
    rows = [[d.replace(";", " "), *(c.replace(".", ",") + sign for c in row)] for d, *row in _rows(t)]
    return _made(t, [str(rng.choice(["dataset", "Datensatz", "jeu"])), *t.classifiers], rows, ";")


def thousands(t: Table, rng: Generator) -> Variant:
    """Return the table with a column of sizes that have separators of thousands."""
    form = str(rng.choice(["{:,}", "{:_}", "{:,} "]))
    mark = str(rng.choice([",", "'", " ", "."]))
    sizes = [
        form.format(v).replace("_", ",").replace(",", mark)
        for v in rng.integers(1_000, 90_000, len(t.datasets))
    ]
    name = str(rng.choice(["#instances", "size", "n", "examples"]))
    rows = [[d.replace(";", " "), s, *row] for (d, *row), s in zip(_rows(t), sizes, strict=True)]
    return _made(t, ["dataset", name, *t.classifiers], rows, ";")


def percent_signs_on_some(t: Table, rng: Generator) -> Variant:
    """Return the table in percent, with the sign on some cells only."""
    t = _percent(t)
    signed = rng.random(t.values.shape) < 0.4
    rows = [
        [d, *(c + "%" if s else c for c, s in zip(row, own, strict=True))]
        for (d, *row), own in zip(_rows(t), signed, strict=True)
    ]
    return _made(t, ["dataset", *t.classifiers], rows)


def rank_in_other_words(t: Table, rng: Generator) -> Variant:
    """Return the table with a column of ranks of its own name."""
    name = str(
        rng.choice(
            ["Rang", "Platz", "Position", "rang moyen", "puesto", "排名", "place", "Mean rank", "avg. rank"]
        )
    )
    whole = rng.random() < 0.5
    ranks = rng.integers(1, len(t.classifiers) + 1, len(t.datasets))
    column = [str(v) if whole else f"{v + rng.choice([0, 0.5]):.1f}" for v in ranks]
    return _beside(t, rng, name, column)


def sizes(t: Table, rng: Generator) -> Variant:
    """Return the table with the size of the training set."""
    name = str(
        rng.choice(["n", "n_train", "train size", "train_size", "#train", "N_test", "samples", "Anzahl", "m"])
    )
    return _beside(t, rng, name, [str(v) for v in rng.integers(50, 5000, len(t.datasets))])


def spreads_between(t: Table, rng: Generator) -> Variant:
    """Return the table with a column of spreads after each classifier."""
    form = str(rng.choice(["std", "std.{}", "{}_std", "{} std", "±", "sd", "{} ±", "σ", "stdev_{}", "+/-"]))
    spread = rng.uniform(0.001, 0.03, t.values.shape) * (100 if t.values.max() > 1.5 else 1)
    rows = [
        [d, *(x for c, s in zip(row, own, strict=True) for x in (c, f"{s:.{t.digits}f}"))]
        for (d, *row), own in zip(_rows(t), spread, strict=True)
    ]
    names = [x for c in t.classifiers for x in (c, form.format(c))]
    return _made(t, ["dataset", *names], rows)


def p_value_columns(t: Table, rng: Generator) -> Variant:
    """Return the table with p-values by other names."""
    name = str(
        rng.choice(
            ["p (Wilcoxon)", "Wilcoxon p", "signif.", "p-Wert", "t-test", "valeur p", "p adj", "p<0.05"]
        )
    )
    return _beside(t, rng, name, [f"{v:.3f}" for v in rng.uniform(0, 1, len(t.datasets))])


def year_column(t: Table, rng: Generator) -> Variant:
    """Return the table with a year for each dataset."""
    name = str(rng.choice(["year", "Year", "Jahr", "published", "année", "release"]))
    return _beside(t, rng, name, [str(v) for v in rng.integers(1987, 2024, len(t.datasets))])


def citations(t: Table, rng: Generator) -> Variant:
    """Return the table with citations and marks behind names."""
    form = str(
        rng.choice(["{} [{}]", "{}$^{}$", "{} (Author et al. 20{:02d})", "{}*", "{}†", "{} \\cite{{key{}}}"])
    )
    names = [form.format(c, i + 11) for i, c in enumerate(t.classifiers)]
    made = _made(t, ["dataset", *names], _rows(t))
    return replace(made, loose_names=True)


def metric_levels(t: Table, rng: Generator) -> Variant:
    """Return the table with two rows of heads: classifiers, and two measures under each."""
    other = t.values * 0.97
    rows = [
        [d, *(x for c, o in zip(row, own, strict=True) for x in (c, f"{o:.{t.digits}f}"))]
        for (d, *row), own in zip(_rows(t), other, strict=True)
    ]
    repeated = rng.random() < 0.5
    first = ["", *(x for c in t.classifiers for x in (c, c if repeated else ""))]
    second = ["dataset", *["acc", "f1"] * len(t.classifiers)]
    return _made(t, first, [second, *rows])


def blank_columns(t: Table, rng: Generator) -> Variant:
    """Return the table with empty columns between groups."""
    at = int(rng.integers(2, len(t.classifiers) + 1))
    rows = [[*row[:at], "", *row[at:]] for row in _rows(t)]
    names = ["dataset", *t.classifiers]
    return _made(t, [*names[:at], "", *names[at:]], rows)


def seeds_as_columns(t: Table, rng: Generator) -> Variant:
    """Return scores of one dataset: a row for each classifier, a column for each seed by its number."""
    n = int(rng.integers(4, 8))
    form = str(rng.choice(["{}", "seed={}", "s{}", "seed {}", "42{}"]))
    corner = str(rng.choice(["model", "method", "classifier"]))
    values = np.array(
        [[t.values[0, j] + rng.normal(0, 0.01) for _ in range(n)] for j in range(len(t.classifiers))]
    )
    rows = [[c, *(f"{v:.{t.digits}f}" for v in own)] for c, own in zip(t.classifiers, values, strict=True)]
    return Variant(write([corner, *(form.format(i) for i in range(n))], rows), t.classifiers, 1, n)


def datasets_as_numbers(t: Table, rng: Generator) -> Variant:
    """Return the table with whole numbers for names of datasets."""
    name = str(rng.choice(["dataset", "id", "dataset_id", "task_id", "did", "openml_id"]))
    ids = rng.choice(np.arange(3, 42_000), len(t.datasets), replace=False)
    rows = [[str(i), *row] for i, (_, *row) in zip(ids, _rows(t), strict=True)]
    return _made(t, [name, *t.classifiers], rows)


def saved_index(t: Table, rng: Generator) -> Variant:
    """Return the table with one or two index columns that pandas saved."""
    names = [["Unnamed: 0"], ["Unnamed: 0.1", "Unnamed: 0"], ["", "Unnamed: 0"], ["level_0"]][
        int(rng.integers(4))
    ]
    rows = [[*[str(i)] * len(names), *row] for i, row in enumerate(_rows(t))]
    return _made(t, [*names, "dataset", *t.classifiers], rows)


def negative_losses(t: Table, rng: Generator) -> Variant:
    """Return the table with losses whose sign was turned, by name."""
    name = str(rng.choice(["neg_log_loss", "neg_mean_squared_error", "log_likelihood", "neg_brier_score"]))
    values = -np.abs(np.log(np.clip(_share(t).values, 0.02, 0.999)))
    t = replace(t, values=values, digits=4)
    rows = [[d, c, t.cells[i][j]] for i, d in enumerate(t.datasets) for j, c in enumerate(t.classifiers)]
    return replace(_made(t, ["dataset", "classifier", name], rows), higher_is_better=True)


def log_losses(t: Table, rng: Generator) -> Variant:
    """Return a wide table of losses without bounds, with their name in the corner or nowhere."""
    values = 3 * np.abs(np.log(np.clip(_share(t).values, 0.02, 0.999))) + rng.uniform(0, 0.4, t.values.shape)
    t = replace(t, values=values, digits=4)
    name = str(rng.choice(["log_loss", "cross_entropy", "nll", "perplexity"]))
    rows = [[d, c, t.cells[i][j]] for i, d in enumerate(t.datasets) for j, c in enumerate(t.classifiers)]
    return replace(_made(t, ["dataset", "classifier", name], rows), higher_is_better=False)


SUMMARIES = (
    "Avg.", "Avg", "Mean rank", "Win/Tie/Loss", "Overall", "macro avg", "Gesamt", "Durchschnitt", "Moyenne",
    "Rang moyen", "Promedio", "Media", "平均", "平均值", "总体", "Total", "# wins", "W/T/L", "Average rank",
    "Geo. mean",
    "Mean ± std", "Ø", "Mittlerer Rang", "GMean", "weighted avg", "ranking medio", "Summe",
)  # fmt: skip


def summaries_by_other_names(t: Table, rng: Generator) -> Variant:
    """Return the table with a row of means, ranks or wins by other names."""
    name = str(rng.choice(SUMMARIES))
    values, k = _written(t), len(t.classifiers)
    low = name.casefold()
    if "/" in name:
        last = [f"{rng.integers(0, 9)}/{rng.integers(0, 3)}/{rng.integers(0, 9)}" for _ in range(k)]
    elif "rang" in low or "rank" in low:
        last = [f"{v:.2f}" for v in rng.uniform(1, k, k)]
    elif "win" in low:
        last = [str(v) for v in rng.integers(0, 9, k)]
    elif low in ("total", "summe"):
        last = [f"{v:.{t.digits}f}" for v in values.sum(axis=0)]
    elif "weighted" in low:
        last = [
            f"{v:.{t.digits}f}" for v in np.average(values, axis=0, weights=rng.uniform(1, 9, len(values)))
        ]
    elif low[0] == "g" and "mean" in low:
        last = [f"{v:.{t.digits}f}" for v in np.exp(np.log(np.maximum(values, 1e-3)).mean(axis=0))]
    elif "±" in low:
        last = [
            f"{m:.{t.digits}f} ± {s:.{t.digits}f}"
            for m, s in zip(values.mean(axis=0), values.std(axis=0), strict=True)
        ]
    else:
        last = [f"{v:.{t.digits}f}" for v in values.mean(axis=0)]
    return _made(t, ["dataset", *t.classifiers], [*_rows(t), [name, *last]])


def summary_columns_by_other_names(t: Table, rng: Generator) -> Variant:
    """Return classifiers in rows, with a column of means, ranks or wins by other names."""
    name = str(rng.choice([s for s in SUMMARIES if "/" not in s and "±" not in s]))
    values, low = _written(t).T, name.casefold()
    k = len(values)
    if "rang" in low or "rank" in low:
        last = [f"{v:.2f}" for v in rng.uniform(1, k, k)]
    elif "win" in low:
        last = [str(v) for v in rng.integers(0, 9, k)]
    elif low in ("total", "summe"):
        last = [f"{v:.{t.digits}f}" for v in values.sum(axis=1)]
    else:
        last = [f"{v:.{t.digits}f}" for v in values.mean(axis=1)]
    rows = [[c, *own, s] for c, own, s in zip(t.classifiers, zip(*t.cells, strict=True), last, strict=True)]
    return _made(t, [str(rng.choice(["method", "model", "Verfahren"])), *t.datasets, name], rows)


def second_measure_in_rows(t: Table, rng: Generator) -> Variant:
    """Return the table with each dataset twice: accuracy and F1, told apart by a column or by nothing."""
    told = rng.random() < 0.6
    name = str(rng.choice(["metric", "measure", "Maß", "metrique"]))
    rows = []
    for (d, *row), own in zip(_rows(t), t.values * 0.97, strict=True):
        rows.append([d, *(["accuracy"] if told else []), *row])
        rows.append([d, *(["f1"] if told else []), *(f"{v:.{t.digits}f}" for v in own)])
    head = ["dataset", *([name] if told else []), *t.classifiers]
    return replace(_made(t, head, rows), must_refuse=not told)


def markdown_page(t: Table, rng: Generator) -> Variant:
    """Return the table as Markdown with bold winners and links."""
    linked = rng.random() < 0.5
    best = _written(t).argmax(axis=1)
    rows = [
        [d, *(f"**{c}**" if j == b else c for j, c in enumerate(row))]
        for (d, *row), b in zip(_rows(t), best, strict=True)
    ]
    names = [f"[{c}](https://example.org/{i})" if linked else c for i, c in enumerate(t.classifiers)]
    lines = [["Dataset", *names], ["---", *[":-:"] * len(names)], *rows]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
    return Variant(text, t.classifiers, len(t.datasets), scores=_written(t))


def train_and_test(t: Table, rng: Generator) -> Variant:
    """Return the table with a training and a test score of each classifier."""
    train = np.minimum(t.values * 1.04, 100 if t.values.max() > 1.5 else 1)
    form = int(rng.integers(3))
    names = [
        x
        for c in t.classifiers
        for x in ((f"{c}_train", f"{c}_test"), (f"train {c}", f"test {c}"), (f"{c} (train)", f"{c} (test)"))[
            form
        ]
    ]
    rows = [
        [d, *(x for c, o in zip(row, own, strict=True) for x in (f"{o:.{t.digits}f}", c))]
        for (d, *row), own in zip(_rows(t), train, strict=True)
    ]
    return replace(_made(t, ["dataset", *names], rows), loose_names=True)


def many_measures_long(t: Table, rng: Generator) -> Variant:
    """Return a long table with several measures, times and counts in columns."""
    rows = []
    for i, d in enumerate(t.datasets):
        for j, c in enumerate(t.classifiers):
            rows.append(
                [c, d, t.cells[i][j], f"{t.values[i, j] * 0.96:.{t.digits}f}", f"{rng.uniform(0.1, 50):.2f}",
                 str(rng.integers(1, 90))]
            )  # fmt: skip
    heads = ["model", "dataset", "test_acc", "test_f1", "fit_time", "best_epoch"]
    return _made(t, heads, rows)


def best_and_gain(t: Table, rng: Generator) -> Variant:
    """Return the table with the gain of the last over the best of the others."""
    values = _written(t)
    gain = values[:, -1] - values[:, :-1].max(axis=1)
    name = str(rng.choice(["Δ", "Gain", "Improvement", "Diff", "Verbesserung", "gain (%)", "vs. best"]))
    return _beside(t, rng, name, [f"{v:+.{t.digits}f}" for v in gain])


def seeds_in_rows(t: Table, rng: Generator) -> Variant:
    """Return a long table with a seed in each row, by its number or its date."""
    name = str(rng.choice(["seed", "random_state", "run", "rep", "trial", "Wiederholung", "split_id"]))
    n = 3
    some = t.datasets[:5]
    numbers = [(s + 1) * 41 if name in ("seed", "random_state") else s for s in range(n)]
    rows = [
        [d, c, str(number), f"{t.values[i, j] + rng.normal(0, 0.005):.{t.digits}f}"]
        for i, d in enumerate(some)
        for j, c in enumerate(t.classifiers)
        for number in numbers
    ]
    return Variant(write(["dataset", "classifier", name, "accuracy"], rows), t.classifiers, len(some), n)


KINDS: dict[str, Callable[[Table, Generator], Variant]] = {
    "two rows of heads": two_header_rows,
    "a row of units": unit_row,
    "footnotes": footnotes,
    "merged cells": merged_cells,
    "means between groups of rows": totals_inside,
    "decimal commas and percent signs": comma_decimals,
    "separators of thousands": thousands,
    "percent signs on some cells": percent_signs_on_some,
    "ranks by other names": rank_in_other_words,
    "sizes of training sets": sizes,
    "spreads between the columns": spreads_between,
    "p-values by other names": p_value_columns,
    "a year": year_column,
    "citations behind names": citations,
    "classifiers over measures": metric_levels,
    "empty columns": blank_columns,
    "seeds in columns": seeds_as_columns,
    "numbers for datasets": datasets_as_numbers,
    "an index that was saved": saved_index,
    "losses with the sign turned": negative_losses,
    "losses without bounds": log_losses,
    "summaries by other names": summaries_by_other_names,
    "summary columns by other names": summary_columns_by_other_names,
    "two measures in rows": second_measure_in_rows,
    "Markdown": markdown_page,
    "training and test of each": train_and_test,
    "several measures, long": many_measures_long,
    "a gain over the best": best_and_gain,
    "seeds in rows": seeds_in_rows,
}  # fmt: skip
