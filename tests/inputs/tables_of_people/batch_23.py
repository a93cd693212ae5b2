"""The twenty-third batch: plain files with one odd thing each, boards, ratings, trackers, medicine, courses."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    items,
    predictions,
    scores,
    whole,
)

DATA = [
    "appendicitis",
    "banana",
    "cleveland",
    "dermatology",
    "hepatitis",
    "newthyroid",
    "pima",
    "titanic",
    "wdbc",
    "yeast",
]
BENCH = ["MMLU-Pro", "GPQA", "MATH", "IFEval", "BBH", "MuSR"]
LLMS = ["Qwen2.5-7B", "Llama-3.1-8B", "Phi-4", "Gemma-2-9B"]
ML = ["Decision tree", "Random forest", "Gradient boosting"]


def rows(key, names, data, more=1, **how):
    """Return rows of a dataset, a model and numbers."""
    return [
        [d, m, *row]
        for m in names
        for d, row in zip(data, draw(key + m, len(data), more, **how), strict=True)
    ]


TABLES = {
    "a board with licences, sizes and dates": (
        csv(
            ["Model", "Params (B)", "License", "Released", *BENCH],
            [
                [m, p, "apache-2.0", "2024-09", *r]
                for m, p, r in zip(LLMS, (7.6, 8.0, 14.7, 9.2), draw("bld", 4, 6, 20, 70, 3, 2), strict=True)
            ],
        ),
        scores(LLMS, 6),
    ),
    "benchmarks down, thinking on and off for two models": (
        csv(
            [
                "benchmark",
                "Qwen3 (thinking)",
                "Qwen3 (non-thinking)",
                "DeepSeek (thinking)",
                "DeepSeek (non-thinking)",
            ],
            beside(BENCH, draw("tho", 6, 4, 30, 80, 3, 1)),
        ),
        ASKED,
    ),
    "human baseline as a row": (
        csv(["system", *BENCH], beside(["Human", *LLMS[:3]], draw("hbr", 4, 6, 30, 90, 3, 1))),
        scores(["Human", *LLMS[:3]], 6),
    ),
    "state of the art as the first column": (
        csv(["Dataset", "SOTA", *ML], beside(DATA, draw("sot", 10, 4))),
        scores(["SOTA", *ML], 10),
    ),
    "scores and their years in brackets": (
        csv(
            ["dataset", "ours", "previous best"],
            [[d, a, f"{b} (2021)"] for d, (a, b) in zip(DATA, draw("syb", 10, 2), strict=True)],
        ),
        scores(["ours", "previous best"], 10),
    ),
    "cells with a star for significantly better": (
        csv(
            ["dataset", *ML],
            [[d, a, f"{b}*", f"{c}**"] for d, (a, b, c) in zip(DATA, draw("csb", 10, 3), strict=True)],
        ),
        scores(ML, 10, plain=True),
    ),
    "a blank column between two blocks of methods": (
        csv(
            ["dataset", "Decision tree", "Random forest", "", "Gradient boosting", "XGBoost"],
            [[d, a, b, "", c, e] for d, (a, b, c, e) in zip(DATA, draw("bcb", 10, 4), strict=True)],
        ),
        scores(["Decision tree", "Random forest", "Gradient boosting", "XGBoost"], 10),
    ),
    "AUC and its rank for each method in turn": (
        csv(
            ["dataset", "RF AUC", "RF rank", "GB AUC", "GB rank"],
            [
                [d, a, 1 if a > b else 2, b, 2 if a > b else 1]
                for d, (a, b) in zip(DATA, draw("aur", 10, 2), strict=True)
            ],
        ),
        scores(["RF", "GB"], 10),
    ),
    "error rates, named in a title of two lines": (
        "Table 3\nTest error rates (%)\n"
        + csv(["Dataset", *ML], beside(DATA, draw("ert", 10, 3, 5, 30, 2, 1))),
        scores(ML, 10, higher=False),
    ),
    "long with train and test sizes": (
        csv(
            ["dataset", "n_train", "n_test", "model", "accuracy"],
            [[d, 700, 300, m, v] for d, m, v in rows("lts", ("rf", "gb"), DATA)],
        ),
        scores(["rf", "gb"], 10, plain=True),
    ),
    "long with a preprocessing and a model": (
        csv(
            ["dataset", "preprocessing", "model", "accuracy"],
            [[d, p, m, v] for p in ("none", "pca") for d, m, v in rows("lpm" + p, ("rf", "gb"), DATA)],
        ),
        ASKED,
    ),
    "long with an imputation that is always the same": (
        csv(
            ["dataset", "imputation", "model", "accuracy"],
            [[d, "median", m, v] for d, m, v in rows("lia", ("rf", "gb"), DATA)],
        ),
        scores(["rf", "gb"], 10, plain=True),
    ),
    "wide with seeds in rows of each dataset": (
        csv(
            ["dataset", "seed", *ML],
            [[d, s, *r] for d in DATA[:4] for s, r in zip((1, 2, 3), draw("wsr" + d, 3, 3), strict=True)],
        ),
        scores(ML, 4, 3, plain=True),
    ),
    "an AUC for each of ten outer folds and a mean": (
        csv(
            ["outer fold", *ML], [*beside(range(1, 11), draw("aof", 10, 3)), ["mean", "0.8", "0.81", "0.82"]]
        ),
        scores(ML, 1, 10),
    ),
    "leave-one-subject-out accuracies": (
        csv(
            ["subject", "LDA", "CSP+SVM", "EEGNet"],
            beside([f"S{i:02}" for i in range(1, 16)], draw("los", 15, 3)),
        ),
        ASKED,
    ),
    "decoding by participant and session": (
        csv(
            ["participant", "session", "LDA", "EEGNet"],
            [[p, s, *r] for p in range(1, 7) for s, r in enumerate(draw(f"dps{p}", 2, 2), 1)],
        ),
        ASKED,
    ),
    "epochs of two runs stacked": (
        csv(
            ["run", "epoch", "val_acc"],
            [[r, e, v] for r in ("resnet", "vit") for e, (v,) in enumerate(draw("ers" + r, 10, 1))],
        ),
        ASKED,
    ),
    "Comet export": (
        csv(
            ["experimentKey", "name", "dataset", "model", "accuracy", "duration"],
            [
                [f"{i:05x}", f"exp_{i}", *r, 120 + i]
                for i, r in enumerate(rows("cmt", ("rf", "gb", "nn"), DATA))
            ],
        ),
        scores(["rf", "gb", "nn"], 10),
    ),
    "Neptune export": (
        csv(
            ["sys/id", "parameters/model", "parameters/dataset", "metrics/test/acc"],
            [[f"RUN-{i}", m, d, v] for i, (d, m, v) in enumerate(rows("npt", ("rf", "gb"), DATA))],
        ),
        scores(["rf", "gb"], 10),
    ),
    "Ray Tune results": (
        csv(
            [
                "trial_id",
                "config/lr",
                "config/batch_size",
                "mean_accuracy",
                "training_iteration",
                "time_total_s",
            ],
            [[f"t{i}", "0.01", 32, v, 10, "33.2"] for i, (v,) in enumerate(draw("ray", 10, 1))],
        ),
        ASKED,
    ),
    "Weka CSV with percentages and key fields": (
        csv(
            ["Key_Dataset", "Key_Run", "Key_Fold", "Key_Scheme", "Percent_correct"],
            [
                [d, 1, f, m, v]
                for d in DATA[:3]
                for m in ("J48", "SMO")
                for f, (v,) in enumerate(draw("wka" + d + m, 4, 1, 70, 90, 2, 3), 1)
            ],
        ),
        scores(["J48", "SMO"], 3, 4),
    ),
    "answers with rating A and rating B": (
        csv(
            ["question", "answer A rating", "answer B rating"],
            beside([f"Q{i}" for i in range(25)], whole("aab", 25, 2, 1, 5)),
        ),
        items(["answer A", "answer B"], 25),
    ),
    "ratings of models by three judges, long": (
        csv(
            ["prompt_id", "judge", "model", "rating"],
            [
                [i, j, m, 1 + (i * k + len(j)) % 5]
                for i in range(12)
                for j in ("ann", "bob", "cleo")
                for m, k in (("x", 2), ("y", 3))
            ],
        ),
        ASKED,
    ),
    "essay grades by model and teacher": (
        csv(
            ["essay_id", "teacher", "gpt-4", "claude"],
            beside([f"e{i}" for i in range(20)], whole("egt", 20, 3, 1, 6)),
        ),
        ASKED,
    ),
    "labels with agreement": (
        csv(
            ["id", "label_annotator1", "label_annotator2", "agree"],
            [[i, "ab"[i % 2], "ab"[(i + (i % 4 == 0)) % 2], int(i % 4 > 0)] for i in range(30)],
        ),
        ASKED,
    ),
    "probabilities of rain and what fell": (
        csv(
            ["date", "rain", "model_a", "model_b"],
            [
                [f"2023-05-{1 + i:02}", int(i % 3 == 0), *r]
                for i, r in enumerate(draw("rai", 28, 2, 0.1, 0.9, 0.1, 2))
            ],
        ),
        ASKED,
    ),
    "credit defaults with scores of two bureaus": (
        csv(
            ["customer_id", "default", "bureau_1", "bureau_2"],
            [[1000 + i, int(i % 5 == 0), *r] for i, r in enumerate(whole("crd", 40, 2, 300, 850))],
        ),
        ASKED,
    ),
    "lab values before and after": (
        csv(
            ["patient_id", "HbA1c before", "HbA1c after"],
            beside([f"P{i}" for i in range(20)], draw("lab", 20, 2, 6, 9, 0.4, 1)),
        ),
        ASKED,
    ),
    "sensitivity and specificity of three tests": (
        csv(
            ["test", "sensitivity", "specificity", "PPV", "NPV"],
            beside(["RDT", "PCR", "culture"], draw("sst", 3, 4)),
        ),
        ASKED,
    ),
    "AUC by subgroup": (
        csv(["subgroup", "Model 1", "Model 2"], beside(["female", "male", "<65", "≥65"], draw("sbg", 4, 2))),
        ASKED,
    ),
    "species counts in plots": (
        csv(
            ["plot", "oak", "beech", "birch"],
            beside([f"plot {i}" for i in range(12)], whole("spc", 12, 3, 0, 30)),
        ),
        ASKED,
    ),
    "throughput of databases by workload": (
        csv(
            ["workload", "Postgres (ops/s)", "MySQL (ops/s)"],
            beside(["A", "B", "C", "D", "F"], whole("thr", 5, 2, 1000, 9000)),
        ),
        ASKED,
    ),
    "compile times by project": (
        csv(
            ["project", "gcc time (s)", "clang time (s)"],
            beside(["linux", "llvm", "redis", "nginx"], draw("cpl", 4, 2, 20, 90, 4, 1)),
        ),
        ASKED,
    ),
    "French, long, with folds in words": (
        csv(
            ["Jeu de données", "Pli", "Méthode", "Exactitude"],
            [
                [d, f"pli {f}", m, v.replace(".", ",")]
                for d in DATA[:4]
                for m in ("Arbre", "Forêt")
                for f, (v,) in enumerate(draw("frl" + d + m, 3, 1), 1)
            ],
            sep=";",
        ),
        scores(["Arbre", "Forêt"], 4, 3),
    ),
    "Russian, with a mean": (
        csv(
            ["Набор данных", "Дерево", "Лес", "Среднее"],
            [
                [d, a, b, f"{(float(a) + float(b)) / 2:.4f}"]
                for d, (a, b) in zip(DATA, draw("rus", 10, 2), strict=True)
            ],
        ),
        scores(["Дерево", "Лес"], 10),
    ),
    "Vietnamese and Indonesian heads": (
        csv(["dataset", "akurasi SVM", "akurasi RF"], beside(DATA, draw("vie", 10, 2))),
        scores(["SVM", "RF"], 10),
    ),
    "plain, datasets in capitals and a trailing comma": (
        csv(
            ["DATASET", *ML, ""], [[d.upper(), *r, ""] for d, r in zip(DATA, draw("pdc", 10, 3), strict=True)]
        ),
        scores(ML, 10, plain=True),
    ),
    "plain, Markdown with alignment and code names": (
        "| Dataset | `rf` | `gb` |\n|:---|---:|:---:|\n"
        + "".join(f"| `{d}` | {a} | **{b}** |\n" for d, (a, b) in zip(DATA, draw("pma", 10, 2), strict=True)),
        scores(["rf", "gb"], 10, plain=True),
    ),
    "plain, scores in fractions of sixteen digits": (
        csv(["dataset", "rf", "gb"], beside(DATA, draw("psd", 10, 2, digits=16))),
        scores(["rf", "gb"], 10, plain=True),
    ),
    "plain predictions, truth last": (
        csv(
            ["id", "rf", "gb", "y_true"],
            [[i, i % 3, (i + (i % 7 == 0)) % 3, (i + (i % 5 == 0)) % 3] for i in range(45)],
        ),
        predictions(["rf", "gb"], 45, plain=True),
    ),
}
