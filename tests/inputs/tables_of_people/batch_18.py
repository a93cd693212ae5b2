"""The eighteenth batch: grids of settings, classes and countries, files that were joined or merged, cells of words."""

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

DATA = ["anneal", "autos", "balance-scale", "colic", "hepatitis", "lymph", "sick", "zoo"]
PAIRS = ["en-de", "en-fr", "en-cs", "en-ru", "en-zh", "en-ja"]
THREE = ["RF", "SVM", "kNN"]


def filled(rows):
    """Return rows whose first cell is empty where it repeats the one above."""
    return [["" if i and rows[i - 1][0] == r[0] else r[0], *r[1:]] for i, r in enumerate(rows)]


TABLES = {
    "classification report of one model": (
        csv(
            ["", "precision", "recall", "f1-score", "support"],
            [
                ["cat", ".91", ".88", ".90", 120],
                ["dog", ".85", ".87", ".86", 98],
                ["accuracy", "", "", ".88", 218],
            ],
        ),
        ASKED,
    ),
    "F1 of each class by model": (
        csv(
            ["class", "BERT", "RoBERTa", "DeBERTa"],
            beside(["joy", "anger", "fear", "sadness", "surprise"], draw("fec", 5, 3)),
        ),
        ASKED,
    ),
    "a grid of C and gamma": (
        csv(
            ["C \\ gamma", "0.001", "0.01", "0.1", "1"], beside(["0.1", "1", "10", "100"], draw("cga", 4, 4))
        ),
        ASKED,
    ),
    "accuracy by size of training in columns": (
        csv(["model", "n=100", "n=1000", "n=10000"], beside(THREE, draw("asz", 3, 3))),
        ASKED,
    ),
    "importance of features by model": (
        csv(
            ["feature", "RF", "XGB"],
            beside(["age", "income", "height", "weight", "bmi"], draw("imp", 5, 2, 0.05, 0.4)),
        ),
        ASKED,
    ),
    "accuracy by country": (
        csv(
            ["country", "GPT", "Claude", "Gemini"],
            beside(["France", "Kenya", "India", "Brazil", "Japan"], draw("cty", 5, 3)),
        ),
        ASKED,
    ),
    "sales by year": (
        csv(
            ["product", "2019", "2020", "2021"],
            beside(["lamp", "chair", "table", "shelf"], whole("sly", 4, 3, 100, 900)),
        ),
        ASKED,
    ),
    "who beats whom": (
        csv(["", *THREE], [["RF", "-", "7", "9"], ["SVM", "3", "-", "6"], ["kNN", "1", "4", "-"]]),
        ASKED,
    ),
    "Elo ratings with intervals": (
        csv(
            ["model", "elo", "lower", "upper", "battles"],
            [
                ["a-1", 1210, 1200, 1221, 5000],
                ["b-2", 1188, 1175, 1201, 4100],
                ["c-3", 1150, 1139, 1160, 3900],
            ],
        ),
        ASKED,
    ),
    "correlations of models": (
        csv(
            ["", *THREE],
            [
                ["RF", "1.00", "0.83", "0.71"],
                ["SVM", "0.83", "1.00", "0.64"],
                ["kNN", "0.71", "0.64", "1.00"],
            ],
        ),
        ASKED,
    ),
    "tests of pairs, long": (
        csv(
            ["model_a", "model_b", "statistic", "p_value"],
            [["RF", "SVM", "12.0", "0.04"], ["RF", "kNN", "3.0", "0.01"], ["SVM", "kNN", "20.5", "0.40"]],
        ),
        ASKED,
    ),
    "durations as clock times": (
        csv(
            ["dataset", "RF", "SVM"],
            [[d, f"0:0{i % 6}:1{i}", f"0:1{i % 6}:0{i}"] for i, d in enumerate(DATA)],
        ),
        ASKED,
    ),
    "scores as so many of twenty": (
        csv(["dataset", "RF", "SVM"], [[d, f"{12 + i}/20", f"{10 + i}/20"] for i, d in enumerate(DATA)]),
        scores(["RF", "SVM"], 8),
    ),
    "a row of units under the head": (
        csv(
            ["dataset", "RF", "SVM"],
            [["", "acc [%]", "acc [%]"], *beside(DATA, draw("unt", 8, 2, 60, 95, 2, 1))],
        ),
        scores(["RF", "SVM"], 8),
    ),
    "noise in rows": (
        csv(["noise", "RF", "SVM", "kNN"], beside(["0%", "10%", "20%", "30%"], draw("noi", 4, 3))),
        ASKED,
    ),
    "bootstraps of one test set": (
        csv(["bootstrap", "RF", "SVM"], beside(range(1, 31), draw("bts", 30, 2))),
        ASKED,
    ),
    "layers of two encoders": (
        csv(["layer", "bert", "gpt2"], beside(range(12), draw("lay", 12, 2))),
        ASKED,
    ),
    "BLEU by pair of languages in the title": (
        "BLEU scores\n"
        + csv(["pair", "Transformer", "mBART", "NLLB"], beside(PAIRS, draw("blu", 6, 3, 15, 40, 1, 1))),
        scores(["Transformer", "mBART", "NLLB"], 6),
    ),
    "ranks only, mean below": (
        csv(
            ["dataset", *THREE],
            [
                *[[d, *((1, 2, 3) if i % 3 else (2, 1, 3))] for i, d in enumerate(DATA)],
                ["Average rank", "1.4", "1.6", "3.0"],
            ],
        ),
        ASKED,
    ),
    "datasets in the middle": (
        csv(["RF", "dataset", "SVM"], [[a, d, b] for d, (a, b) in zip(DATA, draw("mid", 8, 2), strict=True)]),
        scores(["RF", "SVM"], 8),
    ),
    "long with two metrics": (
        csv(
            ["dataset", "model", "metric", "value"],
            [
                [d, m, k, v]
                for m in ("rf", "svm")
                for d, r in zip(DATA, draw("ltw" + m, 8, 2), strict=True)
                for k, v in zip(("accuracy", "auc"), r, strict=True)
            ],
        ),
        scores(["rf", "svm"], 8),
    ),
    "long with a loss and an accuracy as metrics": (
        csv(
            ["dataset", "model", "metric", "value"],
            [
                [d, m, k, v]
                for m in ("rf", "svm")
                for d, r in zip(DATA, draw("lla" + m, 8, 2), strict=True)
                for k, v in zip(("log_loss", "accuracy"), r, strict=True)
            ],
        ),
        scores(["rf", "svm"], 8),
    ),
    "long, always the test": (
        csv(
            ["split", "dataset", "model", "acc"],
            [
                ["test", d, m, v]
                for m in ("rf", "svm")
                for d, (v,) in zip(DATA, draw("lat" + m, 8, 1), strict=True)
            ],
        ),
        scores(["rf", "svm"], 8),
    ),
    "long with accuracies of training and test": (
        csv(
            ["dataset", "model", "train_acc", "test_acc"],
            [
                [d, m, a, b]
                for m in ("rf", "svm")
                for d, (a, b) in zip(DATA, draw("ltt" + m, 8, 2), strict=True)
            ],
        ),
        scores(["rf", "svm"], 8),
    ),
    "merged cells of datasets over folds": (
        csv(
            ["dataset", "fold", "RF", "SVM"],
            filled([[d, f, *r] for d in DATA[:4] for f, r in enumerate(draw("mrg" + d, 5, 2), 1)]),
        ),
        scores(["RF", "SVM"], 4, 5),
    ),
    "two files joined, head in the midst": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                *beside(DATA[:4], draw("jn1", 4, 2)),
                ["dataset", "RF", "SVM"],
                *beside(DATA[4:], draw("jn2", 4, 2)),
            ],
        ),
        scores(["RF", "SVM"], 8),
    ),
    "comments before and after": (
        "# generated by run_all.py\n# seed 3\n"
        + csv(["dataset", "RF", "SVM"], beside(DATA, draw("cmt", 8, 2)))
        + "# end\n",
        scores(["RF", "SVM"], 8),
    ),
    "wins below": (
        csv(["dataset", "RF", "SVM"], [*beside(DATA, draw("wib", 8, 2)), ["Total wins", "5", "3"]]),
        scores(["RF", "SVM"], 8),
    ),
    "names as links in Markdown": (
        markdown(
            ["Dataset", "[RF](https://a.b/c)", "[SVM](https://a.b/d)"],
            [[f"[{d}](https://x.y)", *r] for d, r in zip(DATA, draw("lnk", 8, 2), strict=True)],
        ),
        scores(["RF", "SVM"], 8),
    ),
    "R squared below zero": (
        csv(
            ["dataset", "model", "r2"],
            [
                [d, m, f"{-0.2 + i / 6 + k / 20:.3f}"]
                for k, m in enumerate(("ridge", "gp"))
                for i, d in enumerate(DATA)
            ],
        ),
        scores(["ridge", "gp"], 8),
    ),
    "best model in words": (
        csv(
            ["dataset", "best model", "best score"],
            [[d, THREE[i % 3], v] for i, (d, (v,)) in enumerate(zip(DATA, draw("bmw", 8, 1), strict=True))],
        ),
        ASKED,
    ),
    "versions of one dataset": (
        csv(["dataset", "RF", "SVM"], beside([f"adult_v{i}" for i in range(1, 9)], draw("ver", 8, 2))),
        ASKED,
    ),
    "Likert answers to two designs": (
        csv(
            ["participant", "design A", "design B"],
            beside([f"P{i}" for i in range(20)], whole("lik", 20, 2, 1, 7)),
        ),
        ASKED,
    ),
    "an answer key and three models": (
        csv(
            ["question", "answer_key", "m-small", "m-base", "m-large"],
            [
                [
                    f"q{i}",
                    "ABCD"[i % 4],
                    "ABCD"[(i + (i % 3 == 0)) % 4],
                    "ABCD"[(i + (i % 5 == 0)) % 4],
                    "ABCD"[i % 4],
                ]
                for i in range(40)
            ],
        ),
        predictions(["m-small", "m-base", "m-large"], 40),
    ),
    "right and wrong by question, yes and no": (
        csv(
            ["question_id", "m-small", "m-large"],
            [[f"q{i}", "yes" if i % 3 else "no", "yes" if i % 5 else "no"] for i in range(30)],
        ),
        ASKED,
    ),
    "single answers with partial credit": (
        csv(
            ["prompt_id", "model", "score"],
            [[f"p{i}", m, f"{((i * k) % 5) / 4:.2f}"] for m, k in (("x", 2), ("y", 3)) for i in range(25)],
        ),
        items(["x", "y"], 25),
    ),
    "latency in milliseconds by test set": (
        csv(["dataset", "RF latency (ms)", "SVM latency (ms)"], beside(DATA, draw("ltc", 8, 2, 3, 40, 1, 1))),
        scores(["RF", "SVM"], 8, higher=False),
    ),
    "plain, percent signs and a bold best": (
        markdown(
            ["Dataset", "Logistic regression", "XGBoost"],
            [
                [d, f"{a}%", f"**{b}%**"]
                for d, (a, b) in zip(DATA, draw("pcb", 8, 2, 60, 95, 2, 1), strict=True)
            ],
        ),
        scores(["Logistic regression", "XGBoost"], 8, plain=True),
    ),
    "plain, AUC in the heads": (
        csv(["dataset", "AUC_RF", "AUC_SVM", "AUC_kNN"], beside(DATA, draw("auh", 8, 3))),
        scores(THREE, 8, plain=True),
    ),
    "plain, seeds in columns of each": (
        csv(
            ["dataset", "RF_s1", "RF_s2", "RF_s3", "SVM_s1", "SVM_s2", "SVM_s3"],
            beside(DATA, draw("sdc", 8, 6)),
        ),
        scores(["RF", "SVM"], 8, 3),
    ),
}
