"""The fourth batch, made after the third was mended."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    items,
    markdown,
    scores,
    whole,
)

DATA = [
    "abalone",
    "balance",
    "cleveland",
    "dermatology",
    "ecoli",
    "flare",
    "hayes-roth",
    "lymphography",
    "nursery",
    "thyroid",
]
FIVE = ["RIPPER", "C4.5", "CBA", "PART", "1R"]
TOWNS = ["north", "south", "east", "west", "centre", "coast", "hills", "lakes"]

TABLES = {
    "cells with counts of right answers": (
        csv(
            ["dataset", "n_test", "RF_correct", "SVM_correct"],
            [[d, 100, *w] for d, w in zip(DATA, whole("rc", 10, 2, 50, 99), strict=True)],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "rules and conditions of each": (
        csv(
            ["Dataset", "Acc.", "#Rules", "#Cond."],
            [
                [d, r[0], *w]
                for d, r, w in zip(DATA, draw("rul", 10, 1), whole("rule", 10, 2, 3, 60), strict=True)
            ],
        ),
        ASKED,
    ),
    "accuracy and rules of two learners": (
        csv(
            ["Dataset", "RIPPER Acc", "RIPPER #Rules", "PART Acc", "PART #Rules"],
            [
                [d, a[0], w[0], a[1], w[1]]
                for d, a, w in zip(DATA, draw("rp", 10, 2), whole("rpw", 10, 2, 3, 60), strict=True)
            ],
        ),
        scores(["RIPPER", "PART"], 10),
    ),
    "a summary row of wins/ties/losses": (
        csv(
            ["Dataset", *FIVE],
            [
                *beside(DATA, draw("wtl", 10, 5, 60, 95, 2, 1)),
                ["W/T/L", "3/1/6", "5/0/5", "2/2/6", "4/1/5", "0/0/10"],
            ],
        ),
        scores(FIVE, 10),
    ),
    "several summary rows": (
        csv(
            ["Dataset", *FIVE],
            [
                *beside(DATA, draw("sev", 10, 5, 60, 95, 2, 2)),
                ["Average", *["80.00"] * 5],
                ["Avg. rank", "2.1", "3.3", "2.9", "3.1", "3.6"],
                ["p-value", "-", "0.03", "0.2", "0.1", "0.01"],
            ],
        ),
        scores(FIVE, 10, plain=True),
    ),
    "regions of one country": (
        csv(["region", "model_old", "model_new"], beside(TOWNS, draw("reg", 8, 2))),
        scores(["model_old", "model_new"], 8),
    ),
    "train and test regions": (
        csv(
            ["train_region", "test_region", "CNN", "RF"],
            [
                [a, b, *r]
                for (a, b), r in zip(
                    [(a, b) for a in TOWNS[:4] for b in TOWNS[:4] if a != b], draw("trte", 12, 2), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "a matrix of transfer": (
        csv(["train \\ test", *TOWNS[:5]], beside(TOWNS[:5], draw("tm", 5, 5))),
        ASKED,
    ),
    "batches of a production line": (
        csv(["batch", "inspector", "camera"], [[f"B-{i:03d}", *r] for i, r in enumerate(draw("bat", 15, 2))]),
        scores(["inspector", "camera"], 15),
    ),
    "weeks": (
        csv(["week", "old", "new"], [[f"W{i:02d}", *r] for i, r in enumerate(draw("wk", 12, 2))]),
        ASKED,
    ),
    "hours": (
        csv(["hour", "old", "new"], [[i, *r] for i, r in enumerate(draw("hr2", 24, 2))]),
        ASKED,
    ),
    "temperature of sampling": (
        csv(
            ["temperature", "gpt", "claude"],
            [[t, *r] for t, r in zip(("0.0", "0.2", "0.5", "0.7", "1.0"), draw("tmp", 5, 2), strict=True)],
        ),
        ASKED,
    ),
    "number of shots": (
        csv(
            ["shots", "gpt", "claude"],
            [[t, *r] for t, r in zip((0, 1, 2, 4, 8), draw("sh", 5, 2), strict=True)],
        ),
        ASKED,
    ),
    "layers probed": (
        csv(["layer", "BERT", "RoBERTa"], [[i, *r] for i, r in enumerate(draw("lay", 12, 2))]),
        ASKED,
    ),
    "checkpoints": (
        csv(
            ["checkpoint", "task_a", "task_b"],
            [[f"step-{1000 * i}", *r] for i, r in enumerate(draw("ck", 8, 2), 1)],
        ),
        ASKED,
    ),
    "age groups": (
        csv(
            ["age_group", "model_1", "model_2"],
            beside(["0-17", "18-29", "30-44", "45-59", "60-74", "75+"], draw("age", 6, 2)),
        ),
        ASKED,
    ),
    "bins of length": (
        csv(
            ["length", "LSTM", "Transformer"],
            beside(["0-10", "10-20", "20-30", "30-40", "40-50"], draw("len", 5, 2)),
        ),
        ASKED,
    ),
    "relations of a knowledge graph": (
        csv(
            ["relation", "TransE", "RotatE"],
            beside(["bornIn", "worksFor", "capitalOf", "memberOf", "partOf", "knows"], draw("kg", 6, 2)),
        ),
        scores(["TransE", "RotatE"], 6),
    ),
    "drugs": (
        csv(
            ["target", "docking", "GNN"],
            beside(["EGFR", "BRAF", "CDK2", "HSP90", "JAK2", "ESR1", "AR"], draw("drug", 7, 2)),
        ),
        scores(["docking", "GNN"], 7),
    ),
    "a leaderboard by hand": (
        markdown(
            ["#", "Team", "Task A", "Task B", "Task C", "Mean"],
            [
                [i + 1, f"Team {n}", *r, f"{sum(map(float, r)) / 3:.2f}"]
                for i, (n, r) in enumerate(zip("XYZW", draw("team", 4, 3, 50, 90, 3, 2), strict=True))
            ],
        ),
        scores([f"Team {n}" for n in "XYZW"], 3),
    ),
    "shared task with teams": (
        csv(
            ["team", "subtask1", "subtask2", "subtask3", "subtask4", "subtask5", "subtask6"],
            beside([f"team{i}" for i in range(5)], draw("sub", 5, 6)),
        ),
        scores([f"team{i}" for i in range(5)], 6),
    ),
    "stability: mean, min and max of each": (
        csv(
            ["dataset", "RF_mean", "RF_min", "RF_max", "SVM_mean", "SVM_min", "SVM_max"],
            [
                [
                    d,
                    r[0],
                    f"{float(r[0]) - 0.03:.3f}",
                    f"{float(r[0]) + 0.03:.3f}",
                    r[1],
                    f"{float(r[1]) - 0.03:.3f}",
                    f"{float(r[1]) + 0.03:.3f}",
                ]
                for d, r in zip(DATA, draw("mmm", 10, 2, 0.6, 0.9), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "quartiles of each": (
        csv(
            ["dataset", "A_q25", "A_median", "A_q75", "B_q25", "B_median", "B_q75"],
            [
                [
                    d,
                    f"{float(r[0]) - 0.03:.3f}",
                    r[0],
                    f"{float(r[0]) + 0.03:.3f}",
                    f"{float(r[1]) - 0.03:.3f}",
                    r[1],
                    f"{float(r[1]) + 0.03:.3f}",
                ]
                for d, r in zip(DATA, draw("qua", 10, 2, 0.6, 0.9), strict=True)
            ],
        ),
        scores(["A", "B"], 10),
    ),
    "standard errors in brackets below": (
        csv(
            ["dataset", "A", "B"],
            [
                row
                for d, r in zip(DATA, draw("seb", 10, 2), strict=True)
                for row in ([d, *r], ["", "(0.01)", "(0.02)"])
            ],
        ),
        ASKED,
    ),
    "log losses with a name in the file's title": (
        "Log loss on the test sets\n"
        + csv(["dataset", "A", "B", "C"], beside(DATA, draw("ll", 10, 3, 0.3, 1.2))),
        scores(["A", "B", "C"], 10, higher=False),
    ),
    "negative log likelihoods without a name": (
        csv(
            ["dataset", "A", "B", "C"],
            beside(DATA, [[f"-{c}" for c in r] for r in draw("nll", 10, 3, 10, 90, 3, 2)]),
        ),
        ASKED,
    ),
    "errors in per mille": (
        csv(
            ["dataset", "A", "B"],
            [[d, *(f"{c}‰" for c in r)] for d, r in zip(DATA, draw("pm", 10, 2, 3, 40, 2, 1), strict=True)],
        ),
        ASKED,
    ),
    "scientific notation": (
        csv(
            ["dataset", "A", "B"],
            [[d, *(f"{float(c):.3e}" for c in r)] for d, r in zip(DATA, draw("sci", 10, 2), strict=True)],
        ),
        scores(["A", "B"], 10, plain=True),
    ),
    "MSE in scientific notation": (
        csv(
            ["problem", "PINN_mse", "FNO_mse"],
            [
                [d, *(f"{float(c) * 1e-4:.2e}" for c in r)]
                for d, r in zip(DATA, draw("mse", 10, 2, 1, 9, 0.5, 2), strict=True)
            ],
        ),
        scores(["PINN", "FNO"], 10, higher=False, plain=True),
    ),
    "quotes around everything": (
        csv(
            ['"dataset"', *(f'"{m}"' for m in FIVE)],
            [[f'"{d}"', *(f'"{c}"' for c in r)] for d, r in zip(DATA, draw("quo", 10, 5), strict=True)],
        ),
        scores(FIVE, 10, plain=True),
    ),
    "tabs": (
        csv(["dataset", *FIVE], beside(DATA, draw("tab", 10, 5)), sep="\t"),
        scores(FIVE, 10, plain=True),
    ),
    "spaces around cells": (
        csv(
            ["dataset ", *(f" {m} " for m in FIVE)],
            [[f" {d}", *(f" {c} " for c in r)] for d, r in zip(DATA, draw("spa", 10, 5), strict=True)],
        ),
        scores(FIVE, 10, plain=True),
    ),
    "a note in the last column": (
        csv(
            ["dataset", "A", "B", "note"],
            [
                [d, *r, "rerun" if i == 3 else ""]
                for i, (d, r) in enumerate(zip(DATA, draw("note", 10, 2), strict=True))
            ],
        ),
        scores(["A", "B"], 10, plain=True),
    ),
    "a licence and a link": (
        csv(
            ["dataset", "url", "licence", "A", "B"],
            [[d, f"https://x.org/{d}", "CC-BY", *r] for d, r in zip(DATA, draw("lic", 10, 2), strict=True)],
        ),
        scores(["A", "B"], 10, plain=True),
    ),
    "long with model and metric columns of W&B": (
        csv(
            ["model", "dataset", "_step", "_runtime", "test_accuracy"],
            [
                [m, d, 1000, 55.5, r[0]]
                for m in ("a1", "b1")
                for d, r in zip(DATA, draw("wb" + m, 10, 1), strict=True)
            ],
        ),
        scores(["a1", "b1"], 10),
    ),
    "long with an unknown setting repeated": (
        csv(
            ["dataset", "model", "lr", "accuracy"],
            [
                [d, m, lr, f"{0.7 + 0.01 * i + 0.02 * (m == 'b1') + lr:.3f}"]
                for m in ("a1", "b1")
                for i, d in enumerate(DATA)
                for lr in (0.01, 0.02)
            ],
        ),
        ASKED,
    ),
    "long with a prompt style": (
        csv(
            ["task", "model", "prompt_style", "accuracy"],
            [
                [d, m, s, f"{0.7 + 0.01 * i + 0.02 * (m == 'b1') + 0.01 * (s == 'cot'):.3f}"]
                for m in ("a1", "b1")
                for i, d in enumerate(DATA)
                for s in ("plain", "cot")
            ],
        ),
        ASKED,
    ),
    "long with items and a rating by two people": (
        csv(
            ["item", "model", "rater", "rating"],
            [
                [f"i{i}", m, p, 1 + (i * 3 + len(m) + ord(p)) % 5]
                for m in ("a", "bb")
                for i in range(12)
                for p in "xy"
            ],
        ),
        ASKED,
    ),
    "long with ratings of items": (
        csv(
            ["sentence_id", "system", "score"],
            [[f"s{i}", m, 1 + (i * 7 + 3 * len(m)) % 5] for m in ("a", "bb") for i in range(15)],
        ),
        items(["a", "bb"], 15),
    ),
    "long with losses of images": (
        csv(
            ["image", "model", "loss"],
            [
                [f"img{i}.png", m, f"{0.3 + 0.05 * ((i * 7 + len(m)) % 9):.2f}"]
                for m in ("a", "bb")
                for i in range(15)
            ],
        ),
        items(["a", "bb"], 15, higher=False),
    ),
}
