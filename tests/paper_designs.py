"""Evidence of every design that people write papers about, for what the paragraphs say of it."""

from functools import cache

import numpy as np

import bakeoff
from kit_cases import EVERY_ADJUSTMENT


def score_table(classifiers, datasets, *, seed=0, spread=0.02, step=0.01, holes=0):
    """Return a wide table of accuracies in which later columns are better by `step` each."""
    rng = np.random.default_rng(seed)
    names = [f"c{i + 1}" for i in range(classifiers)]
    hard = rng.uniform(0.6, 0.85, size=(datasets, 1))
    values = hard + step * np.arange(classifiers) + spread * rng.standard_normal((datasets, classifiers))
    cells = np.clip(values, 0, 1).round(4).astype(str)
    for place in range(holes):
        cells[place, place % classifiers] = ""
    rows = [f"d{i + 1},{','.join(row)}" for i, row in enumerate(cells)]
    return "\n".join([",".join(["dataset", *names]), *rows]) + "\n"


def folds_of(*, datasets=1, classifiers=2, repeats=1, folds=10, seed=1, gap=0.02, measure="accuracy"):
    """Return a long table of scores by resample."""
    rng = np.random.default_rng(seed)
    rows = [f"dataset,classifier,repeat,fold,{measure}"]
    for d in range(datasets):
        for r in range(repeats):
            for f in range(folds):
                level = 0.75 + 0.03 * rng.standard_normal()
                rows += [
                    f"d{d + 1},c{c + 1},{r + 1},{f + 1},{level + gap * c + 0.01 * rng.standard_normal():.4f}"
                    for c in range(classifiers)
                ]
    return "\n".join(rows) + "\n"


def predictions_of(*, classifiers=2, examples=200, seed=2, groups=0, right=(0.75, 0.85, 0.8, 0.9)):
    """Return predicted classes of one test set, perhaps with the patient of each example."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, examples)
    names = [f"c{i + 1}" for i in range(classifiers)]
    columns = [np.where(rng.random(examples) < right[i], truth, 1 - truth) for i in range(classifiers)]
    head = ["id", *(["patient"] if groups else []), "y_true", *names]
    rows = [
        [f"e{i}", *([f"p{i % groups}"] if groups else []), f"k{truth[i]}", *(f"k{c[i]}" for c in columns)]
        for i in range(examples)
    ]
    return "\n".join(",".join(row) for row in [head, *rows]) + "\n"


def probabilities_of(*, examples=200, seed=3, classifiers=2):
    """Return probabilities of one test set of two classes, a column for each classifier and class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, examples)
    names = [f"c{i + 1}" for i in range(classifiers)]
    columns = [
        1 / (1 + np.exp(-(2 * truth - 1) * (0.5 + 0.7 * i) - rng.standard_normal(examples)))
        for i in range(classifiers)
    ]
    rows = [
        ",".join([f"e{i}", f"k{truth[i]}", *(f"{1 - c[i]:.5f},{c[i]:.5f}" for c in columns)])
        for i in range(examples)
    ]
    return "\n".join(["id,y_true," + ",".join(f"{n}_k0,{n}_k1" for n in names), *rows]) + "\n"


def answers_of(*, models=2, items=120, seed=4, right=(0.6, 0.75, 0.65), tasks=1, attempts=2, per_group=1):
    """Return answers to items as a long table: task, item, document, model, attempt, right or wrong."""
    rng = np.random.default_rng(seed)
    rows = [
        "task,item,document,model,attempt,correct" if per_group > 1 else "task,item,model,attempt,correct"
    ]
    for i in range(items):
        ease = rng.standard_normal()
        document = f"doc{i // per_group}," if per_group > 1 else ""
        rows += [
            f"t{i % tasks},q{i},{document}m{m + 1},{k + 1},{int(ease + rng.standard_normal() < 4 * right[m] - 2)}"
            for m in range(models)
            for k in range(attempts)
        ]
    return "\n".join(rows) + "\n"


def battles_of(*, models=4, battles=400, seed=5):
    """Return battles of models: who met whom, and who won."""
    rng = np.random.default_rng(seed)
    rows = ["model_a,model_b,winner"]
    for _ in range(battles):
        a, b = rng.choice(models, 2, replace=False)
        won = "model_a" if rng.random() < 1 / (1 + np.exp(0.6 * (b - a))) else "model_b"
        rows.append(f"m{a + 1},m{b + 1},{'tie' if rng.random() < 0.1 else won}")
    return "\n".join(rows) + "\n"


def _on_tables():
    auc = score_table(4, 14)
    return {
        "two": (score_table(2, 14), {}),
        "two, no difference": (score_table(2, 14, step=0.0), {}),
        "three": (score_table(3, 12), {}),
        "12 × 30": (score_table(12, 30, step=0.004), {}),
        "40 × 60": (score_table(40, 60, step=0.001), {"test": "friedman-z"}),
        "baseline": (score_table(5, 15), {"baseline": "c1"}),
        "baseline of many": (score_table(10, 15), {"baseline": "c1", "level": 0.9}),
        "margin": (score_table(4, 20, step=0.004, spread=0.01), {"margin": 0.01}),
        "everything within the margin": (score_table(4, 20, step=0.0, spread=0.01), {"margin": 0.1}),
        "posterior": (score_table(3, 20), {"test": "bayes-signed-rank", "margin": 0.01}),
        "posterior, two": (score_table(2, 20), {"test": "bayes-sign", "margin": 0.01, "level": 0.9}),
        "one model": (score_table(4, 20), {"test": "bayes-bradley-terry"}),
        "missing, two": (score_table(2, 12, holes=1), {}),
        "missing, many": (score_table(4, 12, holes=3), {}),
        "errors": (score_table(3, 12), {"metric": "RMSE"}),
        "gate": (score_table(2, 14), {"gate": "not-worse", "margin": 0.01}),
        **{f"adjusted by {how}": (auc, {"test": "wilcoxon", "adjust": how}) for how in EVERY_ADJUSTMENT},
    }


def _on_resamples():
    return {
        "folds": (folds_of(), {}),
        "folds, three": (folds_of(classifiers=3), {"level": 0.99}),
        "repeated folds": (folds_of(repeats=10), {}),
        "halves": (folds_of(repeats=50, folds=2), {}),
        "five halves": (folds_of(repeats=5, folds=2), {"test": "f-5x2cv"}),
        "folds of many": (folds_of(datasets=12, folds=5), {}),
        "folds of many, three": (folds_of(datasets=9, folds=5, classifiers=3), {}),
        "posterior of folds": (folds_of(), {"test": "bayes-correlated-t", "margin": 0.01}),
    }


def _on_examples():
    return {
        "predictions": (predictions_of(), {}),
        "predictions, many": (predictions_of(classifiers=4), {}),
        "predictions in groups": (predictions_of(groups=40), {"group_column": "patient"}),
        "F1": (predictions_of(), {"metric": "f1", "positive": "k1"}),
        "ROC AUC": (probabilities_of(), {"metric": "roc_auc"}),
        "ROC AUC, three": (probabilities_of(classifiers=3), {"metric": "roc_auc"}),
        "average precision": (probabilities_of(), {"metric": "average_precision"}),
        "log loss": (probabilities_of(), {"metric": "log_loss"}),
        "looks": (predictions_of(examples=400), {"sequential": True}),
        "answers": (answers_of(), {}),
        "answers, three models": (answers_of(models=3, tasks=4, items=160), {}),
        "answers in groups": (answers_of(per_group=4), {"group_column": "document"}),
    }


DESIGNS = {**_on_tables(), **_on_resamples(), **_on_examples()}


@cache
def compare_design(name):
    evidence, options = DESIGNS[name]
    return bakeoff.compare(evidence, **options)
