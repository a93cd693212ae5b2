"""The second batch, made after the first was mended: other shapes, other words."""

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

DATA = [
    "spambase",
    "vowel",
    "sonar",
    "heart-c",
    "letter",
    "wine",
    "zoo",
    "yeast",
    "segment",
    "glass",
    "vehicle",
    "iris",
]
A4 = ["kNN", "LogReg", "GBDT", "NaiveBayes"]
CITIES = ["Berlin", "Paris", "Madrid", "Rome", "Vienna", "Oslo", "Prague", "Dublin"]
N12 = [str(i) for i in range(12)]

TABLES = {
    "ratings with the annotator in a column": (
        csv(
            ["doc", "annotator", "summ_a", "summ_b"],
            [[f"d{i // 2}", "xy"[i % 2], *r] for i, r in enumerate(whole("an", 30, 2, 1, 5))],
        ),
        ASKED,
    ),
    "word errors of each utterance": (
        csv(
            ["utterance", "ref_words", "whisper_err", "conformer_err"],
            [[f"u{i}", 8 + i % 7, *r] for i, r in enumerate(whole("wer", 30, 2, 0, 6))],
        ),
        ASKED,
    ),
    "Dice of each scan": (
        csv(
            ["scan_id", "UNet", "nnUNet", "SwinUNETR"],
            beside([f"scan{i:03d}" for i in range(25)], draw("dice", 25, 3)),
        ),
        items(["UNet", "nnUNet", "SwinUNETR"], 25),
    ),
    "squared errors of each molecule": (
        csv(
            ["molecule", "GCN", "GIN"],
            beside([f"C{i}H{i + 2}" for i in range(20)], draw("mol", 20, 2, 0.2, 3, 0.3, 3)),
        ),
        ASKED,
    ),
    "a judge's verdict in words": (
        csv(
            ["prompt_id", "model_x", "model_y"],
            [
                [f"p{i}", *("good" if int(c) else "bad" for c in r)]
                for i, r in enumerate(whole("gb", 20, 2, 0, 1))
            ],
        ),
        ASKED,
    ),
    "questions in columns": (
        csv(
            ["model", *(f"Q{i}" for i in range(1, 13))],
            beside(["gpt", "llama", "qwen"], whole("qc", 3, 12, 0, 5)),
        ),
        ASKED,
    ),
    "questions in columns, right or wrong": (
        csv(
            ["model", *(f"q{i}" for i in range(1, 21))],
            beside(["gpt", "llama", "qwen"], whole("qc2", 3, 20, 0, 1)),
        ),
        ASKED,
    ),
    "hospitals and stages in names": (
        csv(
            ["hospital", "CNN internal", "CNN external", "ViT internal", "ViT external"],
            beside(CITIES, draw("hosp", 8, 4)),
        ),
        ASKED,
    ),
    "measure in brackets": (
        csv(["dataset", "RF (Acc)", "RF (F1)", "SVM (Acc)", "SVM (F1)"], beside(DATA, draw("br", 12, 4))),
        scores(["RF", "SVM"], 12),
    ),
    "sampling methods of two learners": (
        csv(["dataset", "RF+SMOTE", "RF+ROS", "SVM+SMOTE", "SVM+ROS"], beside(DATA, draw("sm", 12, 4))),
        scores(["RF+SMOTE", "RF+ROS", "SVM+SMOTE", "SVM+ROS"], 12, plain=True),
    ),
    "sizes of two families": (
        csv(["task", "qwen-7b", "qwen-14b", "llama-7b", "llama-14b"], beside(DATA, draw("siz", 12, 4))),
        scores(["qwen-7b", "qwen-14b", "llama-7b", "llama-14b"], 12, plain=True),
    ),
    "years of two systems": (
        csv(
            ["lang", "sysA_2022", "sysA_2023", "sysB_2022", "sysB_2023"],
            beside(["cs", "de", "fi", "ru", "tr", "zh", "et", "lv"], draw("yr", 8, 4, 15, 40, 2, 1)),
        ),
        ASKED,
    ),
    "a row of best hyperparameters": (
        csv(["", *A4], [*beside(DATA, draw("bh", 12, 4)), ["best k", "5", "1", "3", "7"]]),
        ASKED,
    ),
    "numbers of leaves beside accuracy": (
        csv(
            ["dataset", "CART", "CART leaves", "C4.5", "C4.5 leaves"],
            [
                [d, a[0], w[0], a[1], w[1]]
                for d, a, w in zip(DATA, draw("lea", 12, 2), whole("leaf", 12, 2, 5, 90), strict=True)
            ],
        ),
        scores(["CART", "C4.5"], 12),
    ),
    "energy beside accuracy": (
        csv(
            ["dataset", "CNN", "RNN", "energy_kWh"],
            [
                [d, *r, f"{0.2 + 0.1 * i:.1f}"]
                for i, (d, r) in enumerate(zip(DATA, draw("en", 12, 2), strict=True))
            ],
        ),
        scores(["CNN", "RNN"], 12),
    ),
    "a train size in thousands": (
        csv(
            ["size", "RF", "SVM", "MLP"],
            [[s, *r] for s, r in zip(("1k", "2k", "5k", "10k", "20k"), draw("tk", 5, 3), strict=True)],
        ),
        ASKED,
    ),
    "thresholds": (
        csv(
            ["threshold", "precision", "recall"],
            [[f"{t / 10:.1f}", *r] for t, r in zip(range(1, 10), draw("th", 9, 2), strict=True)],
        ),
        ASKED,
    ),
    "a ROC curve": (
        csv(
            ["fpr_RF", "tpr_RF", "fpr_SVM", "tpr_SVM"],
            [
                [f"{i / 20:.2f}", f"{min(1, i / 15):.2f}", f"{i / 20:.2f}", f"{min(1, i / 12):.2f}"]
                for i in range(21)
            ],
        ),
        ASKED,
    ),
    "dropout rates in the rows' names": (
        csv(
            ["config", "CIFAR-10", "CIFAR-100", "SVHN"],
            beside([f"dropout={d}" for d in (0.1, 0.2, 0.3, 0.4, 0.5)], draw("dr", 5, 3)),
        ),
        scores([f"dropout={d}" for d in (0.1, 0.2, 0.3, 0.4, 0.5)], 3),
    ),
    "ablation with ticks": (
        csv(
            ["attention", "pretraining", "augmentation", "accuracy", "F1"],
            [
                ["✓", "✓", "✓", 0.91, 0.9],
                ["✓", "✓", "", 0.9, 0.89],
                ["✓", "", "✓", 0.88, 0.87],
                ["", "✓", "✓", 0.86, 0.85],
            ],
        ),
        ASKED,
    ),
    "an ablation with a drop": (
        markdown(
            ["Variant", "Accuracy", "Drop"],
            [
                ["full", "91.2", "-"],
                ["w/o attention", "89.9", "-1.3"],
                ["w/o aug", "88.0", "-3.2"],
                ["w/o both", "85.1", "-6.1"],
            ],
        ),
        ASKED,
    ),
    "Elo by category": (
        csv(
            ["model", "overall", "coding", "math", "writing"],
            [[f"m{i}", 1250 - 11 * i, 1240 - 9 * i, 1230 - 12 * i, 1245 - 8 * i] for i in range(6)],
        ),
        scores([f"m{i}" for i in range(6)], 3),
    ),
    "head to head": (
        csv(["", "A", "B", "C"], [["A", "", "12", "15"], ["B", "8", "", "11"], ["C", "5", "9", ""]]),
        ASKED,
    ),
    "percentages of wins, ties and losses": (
        csv(
            ["opponent", "win", "tie", "lose"],
            [
                ["gpt", "40.0", "25.0", "35.0"],
                ["llama", "55.5", "14.5", "30.0"],
                ["qwen", "33.0", "30.0", "37.0"],
                ["gemma", "61.0", "9.0", "30.0"],
            ],
        ),
        ASKED,
    ),
    "shares of labels": (
        csv(
            ["dataset", "positive", "neutral", "negative"],
            [
                [d, f"{a:.2f}", f"{b:.2f}", f"{1 - a - b:.2f}"]
                for d, a, b in zip(
                    DATA,
                    [0.3, 0.4, 0.2, 0.5, 0.6, 0.1, 0.25, 0.35, 0.45, 0.15, 0.55, 0.33],
                    [0.3, 0.2, 0.5, 0.3, 0.1, 0.6, 0.25, 0.4, 0.3, 0.5, 0.2, 0.4],
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "sizes of datasets only": (
        csv(["dataset", "instances", "features", "classes"], beside(DATA, whole("ds", 12, 3, 2, 5000))),
        ASKED,
    ),
    "a timing table": (
        csv(
            ["dataset", "fit_time_rf", "fit_time_svm", "predict_time_rf", "predict_time_svm"],
            beside(DATA, draw("tt", 12, 4, 1, 60, 4, 2)),
        ),
        ASKED,
    ),
    "times with units in cells": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                [d, f"{float(a):.1f}s", f"{float(b):.1f}s"]
                for d, (a, b) in zip(DATA, draw("ts", 12, 2, 2, 90, 5, 1), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 12, higher=False),
    ),
    "accuracy and n in one cell": (
        csv(
            ["dataset", "RF", "SVM"],
            [[d, f"{50 + i}/100", f"{52 + (i * 3) % 20}/100"] for i, d in enumerate(DATA)],
        ),
        ASKED,
    ),
    "a rank in brackets": (
        csv(
            ["dataset", *A4],
            [
                [d, *(f"{c} ({k + 1})" for k, c in enumerate(r))]
                for d, r in zip(DATA, draw("rb", 12, 4), strict=True)
            ],
        ),
        scores(A4, 12),
    ),
    "stars of significance": (
        csv(
            ["dataset", *A4],
            [
                [d, *(c + ("*" if k == 1 else "") for k, c in enumerate(r))]
                for d, r in zip(DATA, draw("st", 12, 4), strict=True)
            ],
        ),
        scores(A4, 12, plain=True),
    ),
    "German with Güte and Rang": (
        csv(
            ["Datensatz", "Modell A", "Modell B", "Rang A", "Rang B"],
            [
                [d, *r, "1" if r[0] >= r[1] else "2", "2" if r[0] >= r[1] else "1"]
                for d, r in zip(DATA, draw("gr", 12, 2), strict=True)
            ],
        ),
        scores(["Modell A", "Modell B"], 12),
    ),
    "Russian": (
        csv(["набор данных", "случайный лес", "логистическая регрессия"], beside(DATA, draw("ru", 12, 2))),
        scores(["случайный лес", "логистическая регрессия"], 12),
    ),
    "Japanese with a time": (
        csv(
            ["データセット", "手法A", "手法B", "時間"],
            [[d, *r, f"{2.5 + i}"] for i, (d, r) in enumerate(zip(DATA, draw("ja", 12, 2), strict=True))],
        ),
        scores(["手法A", "手法B"], 12),
    ),
    "Portuguese, long": (
        csv(
            ["base", "modelo", "semente", "acurácia"],
            [
                [d, m, s, f"{0.7 + 0.01 * i + 0.02 * j + 0.001 * s:.3f}"]
                for i, d in enumerate(DATA[:6])
                for j, m in enumerate(("RF", "SVM"))
                for s in (1, 2, 3)
            ],
        ),
        scores(["RF", "SVM"], 6, 3),
    ),
    "patients with two readers and a truth": (
        csv(
            ["patient", "biopsy", "reader1", "reader2"],
            [
                [f"P{i}", *("malignant" if int(c) else "benign" for c in r)]
                for i, r in enumerate(whole("bio", 40, 3, 0, 1))
            ],
        ),
        predictions(["reader1", "reader2"], 40),
    ),
    "folds of a cross-validation by two names": (
        csv(
            ["outer", "inner", "RF", "SVM"],
            [
                [o, i, *r]
                for (o, i), r in zip(
                    [(o, i) for o in range(5) for i in range(3)], draw("oi", 15, 2), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "a group by of means and counts": (
        csv(
            ["model", "accuracy_mean", "accuracy_std", "accuracy_count"],
            [[m, *r, "0.01", "10"] for m, r in zip(A4, draw("gb", 4, 1), strict=True)],
        ),
        ASKED,
    ),
    "a correlation of measures by dataset": (
        csv(["dataset", "pearson", "spearman", "kendall"], beside(DATA, draw("cor", 12, 3))),
        ASKED,
    ),
    "quantiles of forecasts": (
        csv(
            ["date", "q10", "q50", "q90", "actual"],
            [[f"2024-01-{i + 1:02d}", *r, "0.7"] for i, r in enumerate(draw("qf", 12, 3))],
        ),
        ASKED,
    ),
    "a series of forecasts": (
        csv(
            ["month", "ARIMA", "Prophet", "LSTM"],
            [[f"2024-{i + 1:02d}", *r] for i, r in enumerate(draw("se", 12, 3, 100, 200, 9, 1))],
        ),
        ASKED,
    ),
    "stock of labels by annotator pair": (
        csv(
            ["annotator_1", "annotator_2", "kappa", "n"],
            [["ann", "bob", 0.7, 50], ["ann", "cid", 0.6, 60], ["bob", "cid", 0.65, 55]],
        ),
        ASKED,
    ),
    "a benchmark with the previous version": (
        csv(
            ["test", "v1.2", "v1.3"],
            beside([f"test_{i}" for i in range(10)], draw("ver", 10, 2, 5, 60, 3, 2)),
        ),
        ASKED,
    ),
    "scenarios by robustness": (
        csv(
            ["corruption", "ResNet-50", "ViT-B"],
            beside(["fog", "snow", "blur", "jpeg", "noise", "contrast"], draw("cor2", 6, 2)),
        ),
        scores(["ResNet-50", "ViT-B"], 6),
    ),
    "a plain table of AUCs": (
        csv(["Dataset", *A4], beside(DATA, draw("plain", 12, 4))),
        scores(A4, 12, plain=True),
    ),
    "a plain table in percent with names of people": (
        csv(
            ["Data", "Ours", "Smith et al.", "Lee (2020)"], beside(DATA, draw("plain2", 12, 3, 60, 95, 2, 1))
        ),
        scores(["Ours", "Smith et al.", "Lee (2020)"], 12, plain=True),
    ),
    "a plain long table": (
        csv(
            ["dataset", "classifier", "fold", "accuracy"],
            [
                [d, m, k, f"{0.7 + 0.01 * i + 0.02 * j + 0.003 * k:.3f}"]
                for i, d in enumerate(DATA)
                for j, m in enumerate(A4)
                for k in range(3)
            ],
        ),
        scores(A4, 12, 3, plain=True),
    ),
    "a plain table of error rates": (
        csv(["dataset", *(f"{m} error" for m in A4[:3])], beside(DATA, draw("err", 12, 3, 0.05, 0.4))),
        scores(A4[:3], 12, higher=False),
    ),
}
