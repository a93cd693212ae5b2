"""The seventh batch, made after the sixth was mended."""

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

UCI = [
    "abalone",
    "balance",
    "cleveland",
    "dermatology",
    "ecoli",
    "flare",
    "glass",
    "haberman",
    "iris",
    "led7",
]
GLUE = ["CoLA", "SST-2", "MRPC", "STS-B", "QQP", "MNLI", "QNLI", "RTE"]
ENCODERS = ["BERT-base", "RoBERTa-base", "DeBERTa-v3", "ELECTRA", "ALBERT"]
UCR = ["Adiac", "Beef", "Coffee", "ECG200", "FordA", "GunPoint", "Ham", "Meat", "Plane", "Wafer"]
ORGANS = ["liver", "spleen", "pancreas", "left kidney", "right kidney", "stomach", "gallbladder", "esophagus"]
STATES = ["Bayern", "Berlin", "Bremen", "Hamburg", "Hessen", "Saarland", "Sachsen", "Thüringen"]


def iris_rows():
    """Return measured flowers, fifty of each kind."""
    kinds = ["setosa", "versicolor", "virginica"]
    rows = []
    for k, kind in enumerate(kinds):
        sepal = draw(f"sepal{kind}", 15, 2, 4.5 + k, 5.5 + k, 0.2, 1)
        petal = draw(f"petal{kind}", 15, 2, 1 + 2 * k, 1.6 + 2 * k, 0.2, 1)
        rows += [[*s, *p, kind] for s, p in zip(sepal, petal, strict=True)]
    return rows


TABLES = {
    "the flowers themselves": (
        csv(["sepal_length", "sepal_width", "petal_length", "petal_width", "species"], iris_rows()),
        ASKED,
    ),
    "a leaderboard of encoders by task, with the average": (
        csv(
            ["Model", *GLUE, "Avg"],
            [
                [m, *r, f"{sum(map(float, r)) / 8:.1f}"]
                for m, r in zip(ENCODERS, draw("glue", 5, 8, 60, 92, 3, 1), strict=True)
            ],
        ),
        scores(ENCODERS, 8, plain=True),
    ),
    "competitors with public and private scores": (
        csv(
            ["team", "public_lb", "private_lb", "entries"],
            [[f"team{i}", *r, 10 + 3 * i] for i, r in enumerate(draw("lb", 12, 2, 0.78, 0.82, 0.003, 5))],
        ),
        ASKED,
    ),
    "five folds of a competition, the mean beside them": (
        csv(
            ["model", "cv1", "cv2", "cv3", "cv4", "cv5", "cv_mean", "LB"],
            [
                [m, *r, f"{sum(map(float, r)) / 5:.4f}", r[0]]
                for m, r in zip(["lgb", "xgb", "cat"], draw("cv", 3, 5, 0.8, 0.85, 0.004, 4), strict=True)
            ],
        ),
        ASKED,
    ),
    "Dice by organ": (
        csv(["organ", "nnU-Net", "SwinUNETR", "TransUNet"], beside(ORGANS, draw("organ", 8, 3))),
        ASKED,
    ),
    "Dice by case": (
        csv(
            ["case_id", "nnU-Net", "SwinUNETR"],
            beside([f"case_{i:04d}" for i in range(20)], draw("case", 20, 2)),
        ),
        items(["nnU-Net", "SwinUNETR"], 20),
    ),
    "folds of one hospital's images": (
        csv(
            ["fold", "nnU-Net", "SwinUNETR", "TransUNet"],
            beside([0, 1, 2, 3, 4], draw("hosp", 5, 3, 0.8, 0.9)),
        ),
        scores(["nnU-Net", "SwinUNETR", "TransUNet"], 1, 5, plain=True),
    ),
    "time series archive with error rates in the name": (
        csv(
            ["Name", "ED", "DTW (learned_w)", "DTW (w=100)", "Default rate"],
            beside(UCR, draw("ucr", 10, 4, 0.1, 0.4)),
        ),
        ASKED,
    ),
    "AutoML export, one row a task and framework": (
        csv(
            ["id", "task", "framework", "constraint", "fold", "result", "metric", "duration", "info"],
            [
                [f"openml/{i}", d, f, "1h8c", k, r[0], "auc", 3600 + 7 * k + i, ""]
                for f in ("TPOT", "FLAML")
                for i, d in enumerate(UCI)
                for k, r in enumerate(draw(f + d, 3, 1))
            ],
        ),
        scores(["TPOT", "FLAML"], 10, 3),
    ),
    "merged heads of a workbook": (
        csv(
            ["", "Train", "", "Test", ""],
            [["dataset", "RF", "SVM", "RF", "SVM"], *beside(UCI, draw("merged", 10, 4))],
        ),
        ASKED,
    ),
    "LaTeX with footnotes and a dagger": (
        "\\begin{tabular}{lccc}\n\\toprule\nDataset & RF & SVM$^\\dagger$ & Ours\\footnotemark[1] \\\\\n\\midrule\n"
        + "".join(
            f"{d}$^{{{i % 3 + 1}}}$ & {r[0]} & {r[1]}$^*$ & \\textbf{{{r[2]}}} \\\\\n"
            for i, (d, r) in enumerate(zip(UCI, draw("latexf", 10, 3, 60, 95, 2, 1), strict=True))
        )
        + "\\bottomrule\n\\end{tabular}\n",
        scores(["RF", "SVM†", "Ours"], 10),
    ),
    "German with commas and semicolons": (
        csv(
            ["Datensatz", "Entscheidungsbaum", "Zufallswald", "Stützvektoren"],
            [[d, *(c.replace(".", ",") for c in r)] for d, r in zip(UCI, draw("german", 10, 3), strict=True)],
            ";",
        ),
        scores(["Entscheidungsbaum", "Zufallswald", "Stützvektoren"], 10, plain=True),
    ),
    "French error rates by method": (
        csv(
            ["Jeu de données", "Taux d'erreur arbre", "Taux d'erreur forêt"],
            [
                [d, *(c.replace(".", ",") for c in r)]
                for d, r in zip(UCI, draw("fr", 10, 2, 0.1, 0.3), strict=True)
            ],
            ";",
        ),
        scores(["arbre", "forêt"], 10, higher=False),
    ),
    "a tracker's runs with a group each": (
        csv(
            ["Name", "State", "Runtime", "dataset", "model", "seed", "test/acc", "test/loss"],
            [
                [f"run-{d}-{m}-{s}", "finished", 100 + 7 * s, d, m, s, r[s], f"{1 - float(r[s]):.3f}"]
                for m in ("gcn", "gat")
                for d, r in zip(UCI[:6], draw("wb" + m, 6, 3), strict=True)
                for s in range(3)
            ],
        ),
        scores(["gcn", "gat"], 6, 3),
    ),
    "a sweep over rate and batch": (
        csv(
            ["lr", "batch_size", "val_acc", "test_acc"],
            [
                [lr, b, *r]
                for (lr, b), r in zip(
                    [(x, y) for x in (0.1, 0.01, 0.001) for y in (16, 32, 64)],
                    draw("sweep", 9, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "trials of a search": (
        csv(
            ["number", "value", "datetime_start", "params_max_depth", "params_learning_rate", "state"],
            [
                [i, r[0], f"2024-01-{i + 1:02d} 10:00:00", i % 5 + 2, 0.1 / (i + 1), "COMPLETE"]
                for i, r in enumerate(draw("optuna", 12, 1))
            ],
        ),
        ASKED,
    ),
    "grouped means with their index": (
        csv(
            ["classifier", "accuracy", "f1", "auc"],
            beside(["RF", "SVM", "NB", "kNN"], draw("grouped", 4, 3)),
        ),
        ASKED,
    ),
    "pivot with two heads from pandas": (
        csv(
            ["", "score", "score", "score"],
            [["classifier", "NB", "RF", "SVM"], ["dataset", "", "", ""], *beside(UCI, draw("pivot", 10, 3))],
        ),
        scores(["NB", "RF", "SVM"], 10, plain=True),
    ),
    "ablation with check marks": (
        csv(
            ["aug", "pretrain", "ema", "CIFAR-10", "CIFAR-100", "SVHN"],
            [
                [*(("✓" if i >> b & 1 else "✗") for b in range(3)), *r]
                for i, r in enumerate(draw("abl", 8, 3, 70, 95, 3, 1))
            ],
        ),
        ASKED,
    ),
    "ablation by name": (
        markdown(
            ["Variant", "Cora", "Citeseer", "Pubmed", "Avg."],
            [
                [v, *r, f"{sum(map(float, r)) / 3:.1f}"]
                for v, r in zip(
                    ["full", "w/o attention", "w/o residual", "w/o norm"],
                    draw("ablname", 4, 3, 70, 88, 2, 1),
                    strict=True,
                )
            ],
        ),
        scores(["full", "w/o attention", "w/o residual", "w/o norm"], 3, plain=True),
    ),
    "a report for each class": (
        csv(
            ["", "precision", "recall", "f1-score", "support"],
            [
                [c, *r, 20 + i]
                for i, (c, r) in enumerate(
                    zip(["cat", "dog", "horse", "macro avg"], draw("rep", 4, 3), strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "F1 for each class and model": (
        csv(
            ["Klasse", "Modell A", "Modell B", "Modell C"],
            beside(["Katze", "Hund", "Pferd", "Kuh", "Schaf"], draw("perclass", 5, 3)),
        ),
        ASKED,
    ),
    "counts of confusions with totals": (
        csv(
            ["actual", "pred_yes", "pred_no", "total"],
            [["yes", 50, 10, 60], ["no", 5, 100, 105], ["total", 55, 110, 165]],
        ),
        ASKED,
    ),
    "cost per thousand calls": (
        csv(
            ["task", "gpt-small", "gpt-large", "cost small ($)", "cost large ($)"],
            beside(GLUE, draw("gpt", 8, 2), draw("gptcost", 8, 2, 0.1, 3, 0.05, 2)),
        ),
        scores(["gpt-small", "gpt-large"], 8),
    ),
    "ranks for each dataset": (
        csv(
            ["dataset", "RF", "SVM", "NB", "kNN"],
            [[d, *((j + i) % 4 + 1 for j in range(4))] for i, d in enumerate(UCI)],
        ),
        ASKED,
    ),
    "mean and deviation in brackets, in percent": (
        csv(
            ["Dataset", "RF", "SVM"],
            [
                [d, f"{r[0]}% (1.{i}%)", f"{r[1]}% (0.{i}%)"]
                for i, (d, r) in enumerate(zip(UCI, draw("brk", 10, 2, 60, 95, 2, 1), strict=True))
            ],
        ),
        scores(["RF", "SVM"], 10, plain=True),
    ),
    "seeds down, models across, dataset in the title column": (
        csv(
            ["dataset", "seed", "GCN", "GAT", "SAGE"],
            [
                [d, s, *r]
                for d in ("Cora", "Citeseer", "Pubmed", "Photo")
                for s, r in enumerate(draw("gnn" + d, 5, 3))
            ],
        ),
        scores(["GCN", "GAT", "SAGE"], 4, 5, plain=True),
    ),
    "who was right, by question": (
        csv(
            ["question_id", "subject", "gpt_correct", "llama_correct"],
            [[f"q{i}", ["math", "law"][i % 2], *r] for i, r in enumerate(whole("qc", 30, 2, 0, 1))],
        ),
        items(["gpt", "llama"], 30),
    ),
    "stars by reviewers": (
        csv(
            ["product", "store_a_stars", "store_b_stars"],
            beside([f"item{i}" for i in range(12)], draw("stars", 12, 2, 3, 4.8, 0.2, 1)),
        ),
        ASKED,
    ),
    "wins of row over column": (
        csv(["", "RF", "SVM", "NB"], [["RF", "-", 7, 9], ["SVM", 3, "-", 6], ["NB", 1, 4, "-"]]),
        ASKED,
    ),
    "p-values of pairs, lower half": (
        csv(
            ["", "RF", "SVM", "NB", "kNN"],
            [
                ["RF", "", "", "", ""],
                ["SVM", 0.03, "", "", ""],
                ["NB", 0.001, 0.2, "", ""],
                ["kNN", 0.5, 0.04, 0.01, ""],
            ],
        ),
        ASKED,
    ),
    "words as vectors": (
        csv(
            ["word", *(f"d{i}" for i in range(8))],
            beside(["king", "queen", "man", "woman", "child", "crown"], draw("vec", 6, 8, -1, 1, 0.3, 4)),
        ),
        ASKED,
    ),
    "learning curves of three models": (
        csv(["n_samples", "RF", "SVM", "NB"], beside([100, 200, 500, 1000, 2000, 5000], draw("lc", 6, 3))),
        ASKED,
    ),
    "answers in a survey": (
        csv(
            ["timestamp", "age", "q1", "q2", "q3"],
            [[f"2024-03-{i + 1:02d}", 20 + i, *r] for i, r in enumerate(whole("survey", 15, 3, 1, 5))],
        ),
        ASKED,
    ),
    "bins of a calibration": (
        csv(
            ["bin", "confidence", "accuracy", "count"],
            [
                [f"{i / 10:.1f}-{(i + 1) / 10:.1f}", f"{i / 10 + 0.05:.2f}", f"{i / 10 + 0.03:.2f}", 100 + i]
                for i in range(10)
            ],
        ),
        ASKED,
    ),
    "thresholds with two models": (
        csv(
            ["threshold", "precision", "recall", "f1"],
            beside([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], draw("thr", 6, 3)),
        ),
        ASKED,
    ),
    "votes by state": (
        csv(["Land", "CDU", "SPD", "Grüne", "FDP"], beside(STATES, draw("votes", 8, 4, 8, 32, 4, 1))),
        ASKED,
    ),
    "prices in shops": (
        csv(
            ["product", "Aldi", "Lidl", "Rewe"],
            beside(
                ["milk", "bread", "butter", "eggs", "flour", "rice"], draw("prices", 6, 3, 0.8, 3.5, 0.1, 2)
            ),
        ),
        ASKED,
    ),
    "an R output of resamples": (
        csv(
            ["", "rf~Accuracy", "rf~Kappa", "svm~Accuracy", "svm~Kappa"],
            [[f"Fold{i:02d}.Rep1", *r] for i, r in enumerate(draw("caret", 10, 4), 1)],
        ),
        scores(["rf", "svm"], 1, 10),
    ),
    "word error by speaker group": (
        csv(
            ["test set", "Whisper WER", "wav2vec WER", "Conformer WER"],
            beside(
                ["clean", "other", "tedlium", "ami", "callhome", "voxpopuli"], draw("wer", 6, 3, 3, 20, 1, 1)
            ),
        ),
        scores(["Whisper", "wav2vec", "Conformer"], 6, higher=False, plain=True),
    ),
}
