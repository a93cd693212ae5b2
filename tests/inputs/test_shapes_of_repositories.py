"""Fifty shapes of tables as repositories have them, each judged by a person: read so, or asked about."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Predictions

D = ["adult", "bank", "car", "churn", "credit-g", "diabetes", "electricity", "higgs", "jasmine", "kc1"]
M = ["XGBoost", "LightGBM", "CatBoost", "MLP"]
ABLATED = ["Full", "w/o attention", "w/o pretraining", "w/o augmentation"]
PAIRS = ["en-de", "en-fr", "de-en", "fr-en", "en-cs", "cs-en", "en-ru", "ru-en", "en-zh", "zh-en"]
RNG = np.random.default_rng(7)
S = np.clip(RNG.uniform(0.7, 0.93, 10)[:, None] + RNG.normal(0, 0.015, (10, 4)), 0, 0.99)
ASKED, PREDICTIONS = "asked", "predictions"


def f(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}f}"


def csv(rows, sep=","):
    return "\n".join(sep.join(map(str, row)) for row in rows) + "\n"


def md(rows):
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in lines) + "\n"


def wide():
    return [["dataset", *M]] + [[d, *(f(v) for v in row)] for d, row in zip(D, S, strict=True)]


def latex():
    def cell(value, row):
        shown = f(100 * value, 1)
        return f"\\textbf{{{shown}}} $\\pm$ 0.5" if value == row.max() else f"{shown} $\\pm$ 0.7"

    rows = [f"{d} & {' & '.join(cell(v, row) for v in row)} \\\\" for d, row in zip(D, S, strict=True)]
    head = f"\\begin{{tabular}}{{lcccc}}\n\\toprule\nDataset & {' & '.join(M)} \\\\\n\\midrule"
    tail = "\\midrule\nAvg. Rank & 1.2 & 2.3 & 3.1 & 3.4 \\\\\n\\bottomrule\n\\end{tabular}"
    return "\n".join([head, *rows, tail])


LATEX = latex()
TABLES = {
    "models by measures on one test set": (
        md(
            [["Model", "Test Dataset", "Macro F1", "Micro F1"]]
            + [[m, "ParlaX", f(S[0, j], 3), f(S[1, j], 3)] for j, m in enumerate(M)]
        ),
        ASKED,
    ),
    "an index, models and three measures": (
        csv(
            [["Row", "ModelName", "Accuracy", "LogLoss", "F1Score"]]
            + [[i + 1, m, f(S[0, i]), f(0.3 + i * 0.1), f(S[1, i])] for i, m in enumerate(M)]
        ),
        ASKED,
    ),
    "parameters, top-1 and top-5 of models": (
        md(
            [["Model", "Params", "Top-1 Acc", "Top-5 Acc", "Train Time"]]
            + [
                [m, f"{5 + i * 3}M", f"{70 + i * 2.1:.1f}%", f"{90 + i:.1f}%", f"{40 + i * 9}s"]
                for i, m in enumerate(M)
            ]
        ),
        ASKED,
    ),
    "tasks in columns, with Avg.": (
        md(
            [["Model", "CoLA", "SST-2", "MRPC", "QQP", "MNLI", "Avg."]]
            + [
                [m, *(f(100 * S[k, j], 1) for k in range(5)), f(100 * S[:5, j].mean(), 1)]
                for j, m in enumerate(M)
            ]
        ),
        (M, 5),
    ),
    "means, spreads and times of one model": (
        csv(
            [
                [
                    "Dataset",
                    "Accuracy_Mean",
                    "Accuracy_Std",
                    "Baseline_Accuracy",
                    "Total_Improvement",
                    "Time_Mean_Seconds",
                ]
            ]
            + [[d, f(S[i, 0]), ".02", f(S[i, 1]), f(S[i, 0] - S[i, 1]), 60 + i] for i, d in enumerate(D)]
        ),
        ASKED,
    ),
    "dataset, model, seed, two measures, time": (
        csv(
            [["dataset", "model", "seed", "test_acc", "test_auc", "train_time"]]
            + [
                [d, m, s, f(S[i, j] + 0.002 * s), f(S[i, j] * 0.9), f(j + 1 + s)]
                for i, d in enumerate(D)
                for j, m in enumerate(M)
                for s in (0, 1, 2)
            ]
        ),
        (M, 10, 3),
    ),
    "two heads of a groupby": (
        csv(
            [
                ["", "accuracy", "accuracy", "f1", "f1"],
                ["", "mean", "std", "mean", "std"],
                ["model", "", "", "", ""],
            ]
            + [[m, f(S[0, j]), ".01", f(S[1, j]), ".02"] for j, m in enumerate(M)]
        ),
        ASKED,
    ),
    "a pivot table in full precision": (
        csv([["dataset", *M]] + [[d, *S[i].tolist()] for i, d in enumerate(D)]),
        (M, 10),
    ),
    "folds in rows": (csv([["fold", *M]] + [[k, *(f(v) for v in S[k])] for k in range(10)]), (M, 1, 10)),
    "an index without a name": (csv([["", *M]] + [[k, *(f(v) for v in S[k])] for k in range(10)]), ASKED),
    "folds, mean and std in rows": (
        csv(
            [["fold", *M]]
            + [[k + 1, *(f(v) for v in S[k])] for k in range(5)]
            + [["mean", *(f(v) for v in S[:5].mean(0))], ["std", *(f(v) for v in S[:5].std(0))]]
        ),
        (M, 1, 5),
    ),
    "LaTeX with bold, spreads and a row of ranks": (LATEX, (M, 10)),
    "ids of OpenML in rows": (
        csv([["did", *M]] + [[i * 37 + 3, *(f(v) for v in S[i])] for i in range(10)]),
        (M, 10),
    ),
    "task, fold, classifier, two measures": (
        csv(
            [["task_id", "fold", "classifier", "auc", "logloss"]]
            + [
                [i * 11 + 7, k, m, f(S[i, j] + k * 0.001), f(0.5 - S[i, j] * 0.3)]
                for i in range(6)
                for k in range(2)
                for j, m in enumerate(M)
            ]
        ),
        (M, 6, 2),
    ),
    "results of a benchmark of AutoML": (
        csv(
            [["id", "task", "framework", "constraint", "fold", "type", "result", "metric", "duration"]]
            + [
                [f"openml/{i}", d, m, "1h", k, "binary", f(S[i, j] + k * 0.001), "auc", 100 + j]
                for i, d in enumerate(D)
                for j, m in enumerate(M)
                for k in (0, 1)
            ]
        ),
        (M, 10, 2),
    ),
    "two metrics told apart by a column": (
        csv(
            [["task", "framework", "fold", "type", "result", "metric"]]
            + [
                [
                    d,
                    m,
                    k,
                    "binary" if i % 2 else "multiclass",
                    f(S[i, j] + k * 0.001) if i % 2 else f(0.2 + S[i, j]),
                    "auc" if i % 2 else "neg_logloss",
                ]
                for i, d in enumerate(D)
                for j, m in enumerate(M)
                for k in (0, 1)
            ]
        ),
        (M, 5, 2),
    ),
    "runs of a tracker": (
        csv(
            [["Name", "State", "epoch", "val_acc", "val_loss", "lr"]]
            + [[f"run-{i}", "finished", 20, f(S[i, 0]), f(1 - S[i, 0]), 0.001] for i in range(10)]
        ),
        ASKED,
    ),
    "the history of a training": (
        csv(
            [["epoch", "loss", "accuracy", "val_loss", "val_accuracy"]]
            + [
                [i, f(1 - 0.05 * i), f(0.5 + 0.04 * i), f(1.1 - 0.04 * i), f(0.5 + 0.03 * i)]
                for i in range(10)
            ]
        ),
        ASKED,
    ),
    "sizes by single letters": (
        csv(
            [["Dataset", "n", "d", "IR", *M]]
            + [[d, 100 * (i + 1), 5 + i, 1.5 + i, *(f(v) for v in S[i])] for i, d in enumerate(D)]
        ),
        ASKED,
    ),
    "an error in the corner, in percent": (
        csv([["error (%)", *M]] + [[d, *(f(100 * (1 - v), 1) for v in S[i])] for i, d in enumerate(D)]),
        (M, 10, 1, False),
    ),
    "semicolons, decimal commas, Mittelwert": (
        "\n".join(
            ";".join(r)
            for r in [["Datensatz", *M]]
            + [[d, *(f(100 * v, 2).replace(".", ",") for v in S[i])] for i, d in enumerate(D)]
            + [["Mittelwert", *(f(100 * v, 2).replace(".", ",") for v in S.mean(0))]]
        )
        + "\n",
        (M, 10),
    ),
    "a classification report": (
        csv(
            [
                ["", "precision", "recall", "f1-score", "support"],
                ["cat", 0.9, 0.8, 0.85, 100],
                ["dog", 0.8, 0.9, 0.85, 120],
                ["accuracy", "", "", 0.85, 220],
                ["macro avg", 0.85, 0.85, 0.85, 220],
                ["weighted avg", 0.85, 0.85, 0.85, 220],
            ]
        ),
        ASKED,
    ),
    "a confusion matrix": (
        csv([["", "cat", "dog", "cow"], ["cat", 50, 3, 2], ["dog", 4, 60, 1], ["cow", 2, 2, 40]]),
        ASKED,
    ),
    "a matrix of p-values": (
        csv(
            [["", *M]]
            + [
                [m, *(1.0 if a == b else f((a + 1) * (b + 1) % 7 / 10) for b in range(4))]
                for a, m in enumerate(M)
            ]
        ),
        ASKED,
    ),
    "trials of a search": (
        csv(
            [["number", "value", "params_lr", "params_depth", "state"]]
            + [[i, f(S[i, 0]), 0.001 * i, 3 + i, "COMPLETE"] for i in range(10)]
        ),
        ASKED,
    ),
    "a column of metrics": (
        csv(
            [["Dataset", "Method", "Metric", "Value"]]
            + [
                [d, m, q, f(S[i, j] * (1 if q == "accuracy" else 0.95))]
                for i, d in enumerate(D)
                for j, m in enumerate(M)
                for q in ("accuracy", "f1")
            ]
        ),
        (M, 10),
    ),
    "a column of train and test": (
        csv(
            [["dataset", "model", "split", "accuracy"]]
            + [
                [d, m, s, f(S[i, j] + (0.05 if s == "train" else 0))]
                for i, d in enumerate(D)
                for j, m in enumerate(M)
                for s in ("train", "test")
            ]
        ),
        ASKED,
    ),
    "train and test of each": (
        csv(
            [["dataset", *(f"{m}_{s}" for m in M for s in ("train", "test"))]]
            + [
                [
                    d,
                    *(
                        f(S[i, j] + (0.04 if s == "train" else 0))
                        for j in range(4)
                        for s in ("train", "test")
                    ),
                ]
                for i, d in enumerate(D)
            ]
        ),
        ASKED,
    ),
    "two measures of each": (
        csv(
            [["dataset", *(f"{q}_{m}" for q in ("acc", "auc") for m in M)]]
            + [
                [d, *(f(S[i, j] * (1 if q == "acc" else 0.97)) for q in ("acc", "auc") for j in range(4))]
                for i, d in enumerate(D)
            ]
        ),
        (M, 10),
    ),
    "sizes of train and test": (
        csv(
            [["Name", "Train", "Test", "Class", "Length", *M]]
            + [[d, 50 + i, 100 + i, 2 + i % 3, 80 + i, *(f(v) for v in S[i])] for i, d in enumerate(D)]
        ),
        ASKED,
    ),
    "the name of the winner": (
        csv(
            [["dataset", *M, "best_model"]]
            + [[d, *(f(v) for v in S[i]), M[S[i].argmax()]] for i, d in enumerate(D)]
        ),
        (M, 10),
    ),
    "labels of two classifiers": (
        csv([["id", "label", "rf", "svm"]] + [[i, i % 2, (i * 3) % 2, (i // 2) % 2] for i in range(30)]),
        PREDICTIONS,
    ),
    "probabilities of two classifiers": (
        csv(
            [["y_true", "rf_proba", "svm_proba"]]
            + [[i % 2, f((i * 37 % 100) / 100, 2), f((i * 53 % 100) / 100, 2)] for i in range(40)]
        ),
        PREDICTIONS,
    ),
    "seeds in rows": (
        csv([["seed", *M]] + [[s, *(f(v) for v in S[k])] for k, s in enumerate((0, 1, 2, 3, 4))]),
        (M, 1, 5),
    ),
    "errors of a regression by prefix": (
        csv(
            [["dataset", *(f"rmse_{m}" for m in M)]]
            + [[d, *(f(3 - 2 * v) for v in S[i])] for i, d in enumerate(D)]
        ),
        (M, 10, 1, False),
    ),
    "three measures of a regression": (
        csv(
            [["dataset", "model", "mse", "mae", "r2"]]
            + [
                [d, m, f(1 - S[i, j]), f(0.6 - 0.3 * S[i, j]), f(S[i, j])]
                for i, d in enumerate(D)
                for j, m in enumerate(M)
            ]
        ),
        (M, 10, 1, False),
    ),
    "scores of translations": (
        csv([["pair", *M]] + [[d, *(f(20 + 30 * v, 1) for v in S[i])] for i, d in enumerate(PAIRS)]),
        (M, 10),
    ),
    "a rate of errors in the corner": (
        csv([["WER", *M]] + [[d, *(f(30 * (1 - v), 2) for v in S[i])] for i, d in enumerate(D)]),
        (M, 10, 1, False),
    ),
    "a speedup": (
        csv(
            [["dataset", *M, "speedup"]]
            + [[d, *(f(v) for v in S[i]), f(1.2 + 0.3 * i, 2)] for i, d in enumerate(D)]
        ),
        (M, 10),
    ),
    "ranks alone": (
        csv([["dataset", *M]] + [[d, *((-S[i]).argsort().argsort() + 1)] for i, d in enumerate(D)]),
        ASKED,
    ),
    "people beside models": (
        csv(
            [["task", *M, "Human"]]
            + [[d, *(f(v) for v in S[i]), f(min(0.99, S[i].max() + 0.03))] for i, d in enumerate(D)]
        ),
        ([*M, "Human"], 10),
    ),
    "an ablation": (
        csv([["Method", *D[:6]]] + [[m, *(f(S[k, j]) for k in range(6))] for j, m in enumerate(ABLATED)]),
        (ABLATED, 6),
    ),
    "a title above the table": ("Results of experiment 3,,,,\n,,,,\n" + csv(wide()), (M, 10)),
    "a comma at every end": ("\n".join(line + "," for line in csv(wide()).splitlines()) + "\n", (M, 10)),
    "thousands in quotes": (
        csv(
            [["dataset", "instances", *M]]
            + [[d, f'"{1000 * (i + 1):,}"', *(f(v) for v in S[i])] for i, d in enumerate(D)]
        ),
        (M, 10),
    ),
    "columns by spaces": ("\n".join("  ".join(map(str, r)) for r in wide()) + "\n", (M, 10)),
    "the difference of two": (
        csv(
            [["dataset", "Ours", "Baseline", "Ours-Baseline"]]
            + [[d, f(S[i, 0]), f(S[i, 1]), f(S[i, 0] - S[i, 1])] for i, d in enumerate(D)]
        ),
        ASKED,
    ),
    "a domain before the dataset": (
        csv(
            [["domain", "dataset", *M]]
            + [["fin" if i % 2 else "med", d, *(f(v) for v in S[i])] for i, d in enumerate(D)]
        ),
        (M, 10),
    ),
    "datasets with spreads in columns": (
        csv(
            [["Method", *(x for d in D[:5] for x in (d, d + " std"))]]
            + [[m, *(x for k in range(5) for x in (f(S[k, j]), ".01"))] for j, m in enumerate(M)]
        ),
        (M, 5),
    ),
    "ends of intervals": (
        csv(
            [["dataset", *(x for m in M[:2] for x in (m, m + "_low", m + "_high"))]]
            + [
                [d, *(x for j in range(2) for x in (f(S[i, j]), f(S[i, j] - 0.02), f(S[i, j] + 0.02)))]
                for i, d in enumerate(D)
            ]
        ),
        (M[:2], 10),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_read_as_a_person_reads_it_or_asked_about(name, tmp_path):
    text, expected = TABLES[name]
    suffix = ".md" if text.startswith("|") else ".tex" if text.startswith("\\") else ".csv"
    path = tmp_path / f"table{suffix}"
    path.write_text(text)
    if expected == ASKED:
        with pytest.raises(BakeoffError):
            bakeoff.compare(path)
        return
    evidence = bakeoff.read(path).evidence
    if expected == PREDICTIONS:
        assert isinstance(evidence, Predictions)
        return
    assert isinstance(evidence, Scores)
    resamples = 1 if evidence.resamples is None else evidence.resamples.per_dataset[1]
    read = list(evidence.classifiers), len(evidence.datasets), resamples, evidence.measure.higher_is_better
    assert read[: len(expected)] == tuple(expected)
