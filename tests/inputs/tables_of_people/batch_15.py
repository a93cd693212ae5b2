"""The fifteenth batch, made after the fourteenth was mended."""

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

WORK = [
    "abalone",
    "adult",
    "bank-marketing",
    "covertype",
    "electricity",
    "higgs",
    "jasmine",
    "nomao",
    "phoneme",
    "sylvine",
]
TS = ["ETTh1", "ETTh2", "ETTm1", "Weather", "ECL", "Traffic"]
FORE = ["PatchTST", "DLinear", "Informer"]

TABLES = {
    "AutoML ranks by dataset, half ranks": (
        csv(
            ["dataset", "H2O", "TPOT", "FLAML"],
            [[d, *(("1", "2.5", "2.5") if i % 2 else ("3", "1.5", "1.5"))] for i, d in enumerate(WORK)],
        ),
        ASKED,
    ),
    "AutoML scores with a failure code": (
        csv(
            ["dataset", "H2O", "TPOT", "FLAML"],
            [
                [d, r[0], "-1" if i == 2 else r[1], r[2]]
                for i, (d, r) in enumerate(zip(WORK, draw("fc", 10, 3), strict=True))
            ],
        ),
        ASKED,
    ),
    "AutoML with a constant predictor": (
        csv(
            ["task", "constantpredictor", "TunedRF", "AutoGluon"],
            [[d, "0.500", *r] for d, r in zip(WORK, draw("cp", 10, 2), strict=True)],
        ),
        scores(["constantpredictor", "TunedRF", "AutoGluon"], 10, plain=True),
    ),
    "forecasts by dataset with MSE in the title": (
        "Multivariate forecasting (MSE)\n" + csv(["dataset", *FORE], beside(TS, draw("fm", 6, 3, 0.2, 0.8))),
        scores(FORE, 6, higher=False, plain=True),
    ),
    "forecasts: models over measures": (
        csv(
            ["", "PatchTST", "", "DLinear", ""],
            [["dataset", "MSE", "MAE", "MSE", "MAE"], *beside(TS, draw("fmm", 6, 4, 0.2, 0.8))],
        ),
        scores(["PatchTST", "DLinear"], 6, higher=False),
    ),
    "horizons under each dataset": (
        csv(
            ["dataset", "horizon", *FORE],
            [
                [d, h, *r]
                for d in TS[:3]
                for h, r in zip((96, 192), draw("hz" + d, 2, 3, 0.2, 0.8), strict=True)
            ],
        ),
        ASKED,
    ),
    "a table of Kaggle folds with the competition's metric": (
        csv(["fold", "lgbm_rmsle", "catboost_rmsle"], beside(range(5), draw("kf", 5, 2, 0.1, 0.2, 0.005, 5))),
        scores(["lgbm", "catboost"], 1, 5, higher=False, plain=True),
    ),
    "out-of-fold scores by seed and fold": (
        csv(
            ["seed", "fold", "lgbm", "catboost"],
            [[s, f, *r] for s in (1, 2, 3) for f, r in enumerate(draw(f"sf{s}", 5, 2, 0.8, 0.9, 0.005, 4))],
        ),
        scores(["lgbm", "catboost"], 1, 15, plain=True),
    ),
    "a diary of submissions": (
        csv(
            ["date", "model", "cv", "public", "private"],
            [[f"2024-0{i + 1}-01", f"v{i}", *r] for i, r in enumerate(draw("dry", 6, 3, 0.7, 0.8, 0.01, 4))],
        ),
        ASKED,
    ),
    "counts of tokens by tokenizer": (
        csv(
            ["language", "BPE", "Unigram", "WordPiece"],
            beside(["en", "de", "fr", "zh", "ar"], whole("tok", 5, 3, 1000, 4000)),
        ),
        ASKED,
    ),
    "compression ratios": (
        csv(
            ["file", "gzip", "zstd", "brotli"],
            beside(["a.txt", "b.bin", "c.log", "d.json", "e.csv"], draw("cmp", 5, 3, 2, 6, 0.2, 2)),
        ),
        ASKED,
    ),
    "mean opinion scores with intervals by system": (
        csv(
            ["System", "MOS", "CI"],
            [["Tacotron", "4.01", "0.08"], ["FastSpeech", "3.91", "0.09"], ["VITS", "4.20", "0.07"]],
        ),
        ASKED,
    ),
    "speaker verification by trial list": (
        csv(
            ["trials", "x-vector EER", "ECAPA EER", "ResNet EER"],
            beside(["Vox1-O", "Vox1-E", "Vox1-H", "SITW", "CN-Celeb"], draw("sv", 5, 3, 1, 12, 0.4, 2)),
        ),
        ASKED,
    ),
    "EEG subjects across sessions, long": (
        csv(
            ["subject", "session", "pipeline", "score"],
            [
                [s, k, p, r[0]]
                for p in ("csp", "riemann")
                for s in range(1, 6)
                for k, r in enumerate(draw(f"eeg{p}{s}", 2, 1))
            ],
        ),
        ASKED,
    ),
    "MOABB with a dataset": (
        csv(
            ["dataset", "subject", "session", "pipeline", "score"],
            [
                [d, s, "0", p, r[0]]
                for p in ("csp", "riemann")
                for d in ("BNCI2014001", "Cho2017", "Weibo2014")
                for s, r in enumerate(draw(f"moa{p}{d}", 4, 1), 1)
            ],
        ),
        scores(["csp", "riemann"], 3, 4),
    ),
    "plots of a learning curve by model and size, long": (
        csv(
            ["model", "train_size", "score"],
            [
                [m, n, r[0]]
                for m in ("rf", "svm")
                for n, r in zip((100, 200, 400, 800), draw("lcl" + m, 4, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "validation and test of each, long": (
        csv(
            ["dataset", "model", "split", "accuracy"],
            [
                [d, m, s, r[0]]
                for m in ("rf", "svm")
                for d in WORK
                for s, r in zip(("val", "test"), draw(f"vt{m}{d}", 2, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "a column for each class probability and a label": (
        csv(
            ["id", "label", "prob_a", "prob_b", "prob_c"],
            [[i, "abc"[i % 3], "0.5", "0.3", "0.2"] for i in range(15)],
        ),
        ASKED,
    ),
    "decision scores of two models with a truth": (
        csv(
            ["y_true", "svm_decision", "lr_decision"],
            [
                [i % 2, f"{(i % 2) - 0.4 + 0.01 * i:.2f}", f"{(i % 2) - 0.6 + 0.02 * i:.2f}"]
                for i in range(30)
            ],
        ),
        ASKED,
    ),
    "truth and answers of one model by temperature": (
        csv(
            ["qid", "answer", "T0", "T1"],
            [[f"q{i}", "ABCD"[i % 4], "ABCD"[i % 4], "ABCD"[(i + (i % 3 == 0)) % 4]] for i in range(24)],
        ),
        ASKED,
    ),
    "letters of grades": (
        csv(
            ["essay", "grader1", "grader2"], [[f"e{i}", "ABC"[i % 3], "ABC"[(i * 2) % 3]] for i in range(15)]
        ),
        ASKED,
    ),
    "pairwise accuracies of judges": (
        csv(
            ["judge", "Chat", "Chat Hard", "Safety", "Reasoning"],
            beside(["gpt-4", "llama-3-70b", "prometheus"], draw("rwb", 3, 4, 60, 97, 3, 1)),
        ),
        ASKED,
    ),
    "categories of harm": (
        csv(
            ["model", "hate", "violence", "self-harm", "sexual"],
            beside(["llama-guard", "shieldgemma", "openai-mod"], draw("hrm", 3, 4, 0.6, 0.95)),
        ),
        ASKED,
    ),
    "languages across, models down": (
        csv(
            ["Model", "en", "de", "fr", "zh", "avg"],
            [
                [m, *r, f"{sum(map(float, r)) / 4:.1f}"]
                for m, r in zip(["mBERT", "XLM-R", "mT5"], draw("lng", 3, 4, 60, 90, 2, 1), strict=True)
            ],
        ),
        scores(["mBERT", "XLM-R", "mT5"], 4),
    ),
    "a table with scores and their ranks in brackets": (
        csv(
            ["dataset", "RF", "SVM", "NB"],
            [
                [d, f"{r[0]} (1)", f"{r[1]} (2)", f"{r[2]} (3)"]
                for d, r in zip(WORK, draw("rib", 10, 3), strict=True)
            ],
        ),
        scores(["RF", "SVM", "NB"], 10),
    ),
    "means with counts in brackets": (
        csv(
            ["dataset", "RF", "SVM"],
            [[d, f"{r[0]} (n=10)", f"{r[1]} (n=10)"] for d, r in zip(WORK, draw("mnc", 10, 2), strict=True)],
        ),
        ASKED,
    ),
    "hyperparameters chosen beside scores": (
        csv(
            ["dataset", "svm_C", "svm_acc", "rf_trees", "rf_acc"],
            [
                [d, 10 ** (i % 3), r[0], 100 * (i % 4 + 1), r[1]]
                for i, (d, r) in enumerate(zip(WORK, draw("hyp", 10, 2), strict=True))
            ],
        ),
        ASKED,
    ),
    "a contrast matrix of effects": (
        csv(
            ["", "RF-SVM", "RF-NB", "SVM-NB"],
            beside(["estimate", "lower", "upper", "p"], draw("cmx", 4, 3, 0.01, 0.2, 0.02)),
        ),
        ASKED,
    ),
    "an ANOVA table": (
        csv(
            ["", "df", "sum_sq", "mean_sq", "F", "PR(>F)"],
            [
                ["C(model)", 2, "0.5", "0.25", "12.1", "0.001"],
                ["C(dataset)", 9, "3.1", "0.34", "16.2", "0.0001"],
                ["Residual", 18, "0.4", "0.02", "", ""],
            ],
        ),
        ASKED,
    ),
    "costs of vendors": (
        csv(
            ["service", "AWS ($)", "GCP ($)", "Azure ($)"],
            beside(["compute", "storage", "network", "db"], draw("vnd", 4, 3, 10, 300, 9, 2)),
        ),
        ASKED,
    ),
    "heights of children": (
        csv(
            ["child", "age2", "age4", "age8"],
            beside([f"c{i}" for i in range(8)], draw("hgt", 8, 3, 80, 130, 3, 1)),
        ),
        ASKED,
    ),
    "results of athletes": (
        csv(
            ["Name", "100m", "200m", "400m"],
            beside(["Lee", "Kim", "Ono", "Paz", "Roy"], draw("ath", 5, 3, 10, 50, 1, 2)),
        ),
        ASKED,
    ),
    "nutrients": (
        csv(
            ["food", "protein", "fat", "carbs"],
            beside(["egg", "rice", "bean", "milk", "oat"], draw("nut", 5, 3, 1, 60, 3, 1)),
        ),
        ASKED,
    ),
    "plain, Polish": (
        csv(["zbiór danych", "las", "drzewo"], beside(WORK, draw("pol", 10, 2))),
        scores(["las", "drzewo"], 10, plain=True),
    ),
    "plain, a wide table with a p-value row": (
        csv(["dataset", "RF", "SVM"], [*beside(WORK, draw("pvr", 10, 2)), ["p-value", "0.03", ""]]),
        scores(["RF", "SVM"], 10),
    ),
    "plain, in Markdown with spreads": (
        markdown(
            ["Dataset", "GBDT", "MLP"],
            [[d, f"{r[0]} ± 0.01", f"{r[1]} ± 0.02"] for d, r in zip(WORK, draw("mds", 10, 2), strict=True)],
        ),
        scores(["GBDT", "MLP"], 10, plain=True),
    ),
    "plain, long with a column of errors": (
        csv(
            ["Dataset", "Classifier", "Error"],
            [
                [d, m, r[0]]
                for m in ("J48", "SMO")
                for d, r in zip(WORK, draw("ler" + m, 10, 1, 0.05, 0.3), strict=True)
            ],
        ),
        scores(["J48", "SMO"], 10, higher=False, plain=True),
    ),
    "plain, semicolons and points": (
        csv(["dataset", "J48", "SMO"], beside(WORK, draw("smc", 10, 2)), ";"),
        scores(["J48", "SMO"], 10, plain=True),
    ),
    "plain predictions with groups": (
        csv(
            ["id", "patient", "y_true", "cnn", "vit"],
            [[i, f"p{i // 4}", i % 2, (i + (i % 5 == 0)) % 2, (i + (i % 7 == 0)) % 2] for i in range(40)],
        ),
        predictions(["cnn", "vit"], 40, plain=True),
    ),
    "plain items, long": (
        csv(
            ["model", "item_id", "score"],
            [[m, f"i{i}", (i * k) % 2] for m, k in (("a", 3), ("b", 5)) for i in range(20)],
        ),
        items(["a", "b"], 20, plain=True),
    ),
}
