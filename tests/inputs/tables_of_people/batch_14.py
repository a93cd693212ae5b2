"""The fourteenth batch, made after the thirteenth was mended."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    items,
    markdown,
    predictions,
    scores,
    whole,
)

SETS = [
    "arcene",
    "madelon",
    "gisette",
    "dorothea",
    "isolet",
    "musk",
    "semeion",
    "optdigits",
    "letter",
    "nursery",
]
RUNS = ["baseline", "augmented", "distilled"]

TABLES = {
    "a sweep of seeds for each variant": (
        csv(
            ["variant", "seed", "dev_f1", "test_f1"],
            [[v, s, *r] for v in RUNS for s, r in enumerate(draw("sv" + v, 5, 2))],
        ),
        scores(RUNS, 1, 5),
    ),
    "variants by dataset with mean and best": (
        csv(
            ["dataset", *RUNS, "best"],
            [[d, *r, max(r)] for d, r in zip(SETS, draw("vb", 10, 3), strict=True)],
        ),
        scores(RUNS, 10, plain=True),
    ),
    "a winner's name in the last column": (
        csv(
            ["dataset", *RUNS, "winner"],
            [
                [d, *r, RUNS[max(range(3), key=lambda j: r[j])]]
                for d, r in zip(SETS, draw("wn", 10, 3), strict=True)
            ],
        ),
        scores(RUNS, 10, plain=True),
    ),
    "significance marks in their own columns": (
        csv(
            ["dataset", "RF", "sig", "SVM"],
            [
                [d, r[0], "*" if i % 2 else "", r[1]]
                for i, (d, r) in enumerate(zip(SETS, draw("sg", 10, 2), strict=True))
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "difference and p beside two": (
        csv(
            ["dataset", "old", "new", "Δ", "p"],
            [
                [d, *r, f"{float(r[1]) - float(r[0]):.3f}", "0.04"]
                for d, r in zip(SETS, draw("dp2", 10, 2), strict=True)
            ],
        ),
        scores(["old", "new"], 10, plain=True),
    ),
    "per-mille errors without a name": (
        csv(["dataset", "A", "B"], beside(SETS, draw("pm", 10, 2, 0.001, 0.02, 0.001, 4))),
        ASKED,
    ),
    "losses named in the file's heads by a group": (
        csv(
            ["dataset", "loss RF", "loss SVM", "time RF", "time SVM"],
            beside(SETS, draw("lg", 10, 2, 0.2, 1.4, 0.05), draw("lgt", 10, 2, 1, 60, 4, 1)),
        ),
        scores(["RF", "SVM"], 10, higher=False),
    ),
    "negative scores of a search": (
        csv(
            ["dataset", "model", "neg_mean_squared_error"],
            [
                [d, m, f"-{r[0]}"]
                for m in ("ridge", "lasso")
                for d, r in zip(SETS, draw("nm" + m, 10, 1, 2, 30, 1, 2), strict=True)
            ],
        ),
        scores(["ridge", "lasso"], 10, plain=True),
    ),
    "log likelihoods": (
        csv(
            ["dataset", "model", "log_likelihood"],
            [
                [d, m, f"-{r[0]}"]
                for m in ("gmm", "flow")
                for d, r in zip(SETS, draw("lk" + m, 10, 1, 20, 90, 3, 2), strict=True)
            ],
        ),
        scores(["gmm", "flow"], 10, plain=True),
    ),
    "bits per dimension": (
        csv(
            ["dataset", "PixelCNN bpd", "Glow bpd"],
            beside(
                ["CIFAR-10", "ImageNet32", "ImageNet64", "MNIST", "CelebA"], draw("bpd", 5, 2, 2, 4, 0.1, 2)
            ),
        ),
        scores(["PixelCNN", "Glow"], 5, higher=False),
    ),
    "FID of generators": (
        csv(
            ["dataset", "StyleGAN FID", "DDPM FID"],
            beside(["FFHQ", "LSUN-church", "CelebA", "AFHQ", "CIFAR-10"], draw("fid", 5, 2, 3, 20, 1, 2)),
        ),
        scores(["StyleGAN", "DDPM"], 5, higher=False),
    ),
    "regret of optimisers": (
        csv(
            ["function", "TPE", "GP-EI", "random"],
            beside(
                ["branin", "hartmann6", "ackley", "levy", "rosenbrock"], draw("rgr", 5, 3, 0.01, 0.9, 0.02)
            ),
        ),
        ASKED,
    ),
    "MASE by frequency, models down": (
        csv(
            ["model", "MASE yearly", "MASE quarterly", "MASE monthly"],
            beside(["ARIMA", "ETS", "Theta"], draw("mase", 3, 3, 0.7, 1.4, 0.05)),
        ),
        ASKED,
    ),
    "a table that was sorted and numbered": (
        csv(
            ["#", "Data set", "kNN", "NB"],
            [[i + 1, d, *r] for i, (d, r) in enumerate(zip(SETS, draw("srt", 10, 2), strict=True))],
        ),
        scores(["kNN", "NB"], 10, plain=True),
    ),
    "sources and years beside": (
        csv(
            ["dataset", "source", "year", "kNN", "NB"],
            [[d, "UCI", 1990 + i, *r] for i, (d, r) in enumerate(zip(SETS, draw("src", 10, 2), strict=True))],
        ),
        scores(["kNN", "NB"], 10, plain=True),
    ),
    "sizes in words with thousands": (
        csv(
            ["dataset", "#train", "#test", "kNN", "NB"],
            [
                [d, f'"{i + 1},200"', f'"{i + 1},050"', *r]
                for i, (d, r) in enumerate(zip(SETS, draw("thn", 10, 2), strict=True))
            ],
        ),
        scores(["kNN", "NB"], 10, plain=True),
    ),
    "methods down, datasets across, two measures in each cell": (
        markdown(
            ["Method", "letter", "musk", "isolet"],
            [[m, *(f"{c} / {c}" for c in r)] for m, r in zip(["SVM", "RF"], draw("2c", 2, 3), strict=True)],
        ),
        ASKED,
    ),
    "rows grouped by a family of methods": (
        csv(
            ["Family", "Method", "letter", "musk", "isolet", "madelon"],
            [
                ["tree", "RF", *draw("fm1", 1, 4)[0]],
                ["", "XGB", *draw("fm2", 1, 4)[0]],
                ["linear", "LR", *draw("fm3", 1, 4)[0]],
                ["", "SVM", *draw("fm4", 1, 4)[0]],
            ],
        ),
        scores(["RF", "XGB", "LR", "SVM"], 4),
    ),
    "budget and method down": (
        csv(
            ["budget", "method", "letter", "musk", "isolet"],
            [[b, m, *draw(f"bm{b}{m}", 1, 3)[0]] for b in ("1h", "4h") for m in ("TPOT", "FLAML")],
        ),
        ASKED,
    ),
    "accuracy by size of the ensemble": (
        csv(["trees", "letter", "musk", "isolet"], beside([10, 50, 100, 500], draw("tr", 4, 3))),
        ASKED,
    ),
    "a quiz of students": (
        csv(
            ["student", "q1", "q2", "q3", "q4"],
            beside([f"st{i}" for i in range(12)], whole("qz", 12, 4, 0, 1)),
        ),
        ASKED,
    ),
    "symptoms of patients": (
        csv(
            ["patient", "fever", "cough", "fatigue"],
            beside([f"pt{i}" for i in range(20)], whole("sy", 20, 3, 0, 1)),
        ),
        ASKED,
    ),
    "features in zero and one with a class": (
        csv(["has_link", "has_money", "caps", "spam"], whole("spm", 30, 4, 0, 1)),
        ASKED,
    ),
    "multi-label truths and predictions": (
        csv(
            ["id", "true_cat", "true_dog", "pred_cat", "pred_dog"],
            [[i, *r] for i, r in enumerate(whole("ml", 20, 4, 0, 1))],
        ),
        ASKED,
    ),
    "images with labels of four models in words": (
        csv(
            ["image", "label", "resnet", "vit", "clip"],
            [
                [
                    f"{i}.png",
                    ["cat", "dog", "cow"][i % 3],
                    ["cat", "dog", "cow"][(i + (i % 4 == 0)) % 3],
                    ["cat", "dog", "cow"][i % 3],
                    ["cat", "dog", "cow"][(i + (i % 5 == 0)) % 3],
                ]
                for i in range(30)
            ],
        ),
        predictions(["resnet", "vit", "clip"], 30, plain=True),
    ),
    "answers by several annotators of one text": (
        csv(
            ["text", "annotator", "label"],
            [
                [f"t{i}", a, "pos" if (i + k) % 3 else "neg"]
                for i in range(10)
                for k, a in enumerate(("ann", "bob"))
            ],
        ),
        ASKED,
    ),
    "grades from a judge for two systems, long": (
        csv(
            ["prompt_id", "model", "judge_score"],
            [[f"p{i}", m, 5 + (i * k) % 5] for m, k in (("a", 3), ("b", 4)) for i in range(20)],
        ),
        items(["a", "b"], 20),
    ),
    "battles in rows": (
        csv(
            ["question_id", "model_a", "model_b", "winner", "judge"],
            [[i, "m1", "m2", ["model_a", "model_b", "tie"][i % 3], "human"] for i in range(20)],
        ),
        ASKED,
    ),
    "a search's best by iteration": (
        csv(["iteration", "best_so_far", "current"], beside(range(1, 16), draw("itr", 15, 2))),
        ASKED,
    ),
    "GPU memory and speed of models": (
        csv(
            ["Model", "Memory (GB)", "Speed (it/s)"],
            beside(["UNet", "SegFormer", "Mask2Former"], draw("mem", 3, 2, 2, 20, 1, 1)),
        ),
        ASKED,
    ),
    "weather by station": (
        csv(
            ["station", "tmin", "tmax", "rain"],
            beside(["KBOS", "KJFK", "KORD", "KSFO", "KMIA"], draw("wth", 5, 3, 1, 30, 3, 1)),
        ),
        ASKED,
    ),
    "blood values": (
        csv(
            ["", "Hb", "WBC", "Na", "K"],
            beside(["A01", "A02", "A03", "A04", "A05"], draw("bld", 5, 4, 3, 14, 1, 1)),
        ),
        ASKED,
    ),
    "budget of a project": (
        csv(
            ["Item", "Plan", "Actual"],
            beside(["travel", "staff", "books", "rent", "food"], whole("bgt", 5, 2, 50, 900)),
        ),
        ASKED,
    ),
    "exchange rates": (
        csv(
            ["currency", "2021", "2022", "2023"],
            beside(["EUR", "USD", "JPY", "GBP"], draw("exc", 4, 3, 0.8, 1.4, 0.05)),
        ),
        ASKED,
    ),
    "plain, with a byte order mark and blank lines": (
        "\ufeff\n" + csv(["dataset", "kNN", "NB"], beside(SETS, draw("bom", 10, 2))) + "\n\n",
        scores(["kNN", "NB"], 10, plain=True),
    ),
    "plain, quoted": (
        csv(
            ['"dataset"', '"kNN, k=3"', '"NB"'],
            [[f'"{d}"', *(f'"{c}"' for c in r)] for d, r in zip(SETS, draw("quo", 10, 2), strict=True)],
        ),
        scores(["kNN, k=3", "NB"], 10, plain=True),
    ),
    "plain, with a comment line": (
        "# results of 2024-05-01, seed 3\n" + csv(["dataset", "kNN", "NB"], beside(SETS, draw("cmt", 10, 2))),
        scores(["kNN", "NB"], 10, plain=True),
    ),
    "plain, Russian": (
        csv(["набор данных", "лес", "дерево"], beside(SETS, draw("rus", 10, 2))),
        scores(["лес", "дерево"], 10, plain=True),
    ),
    "plain, classifiers with settings in their names": (
        csv(["dataset", "SVM(C=1)", "SVM(C=10)", "RF(n=500)"], beside(SETS, draw("set", 10, 3))),
        scores(["SVM(C=1)", "SVM(C=10)", "RF(n=500)"], 10, plain=True),
    ),
    "plain, long with repeats and folds": (
        csv(
            ["dataset", "repeat", "fold", "algorithm", "auc"],
            [
                [d, a, b, m, r[0]]
                for d in SETS[:4]
                for m in ("knn", "nb")
                for a in (1, 2)
                for b, r in enumerate(draw(f"rf{d}{m}{a}", 3, 1), 1)
            ],
        ),
        scores(["knn", "nb"], 4, 6, plain=True),
    ),
}
