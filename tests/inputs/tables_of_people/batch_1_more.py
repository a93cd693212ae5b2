"""The first batch, continued: reports, matrices, columns beside scores, outcomes, other languages."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    markdown,
    predictions,
    scores,
    whole,
)

DATA = ["adult", "bank", "car", "churn", "credit-g", "diabetes", "electricity", "higgs", "jasmine", "kc1"]
LEARNERS = ["XGBoost", "RandomForest", "SVM", "MLP"]
NAMES = ["model-a", "model-b", "model-c"]
N10 = [str(i + 1) for i in range(10)]
CLASSES = ["cat", "dog", "bird", "fish", "horse", "deer"]
QUESTIONS = [f"q{i + 1}" for i in range(24)]

TABLES = {
    # reports and matrices
    "per-class F1 of three": (
        csv(["class", "RF", "SVM", "MLP"], beside(CLASSES, draw("pc", 6, 3))),
        ASKED,
    ),
    "classification report": (
        csv(
            ["", "precision", "recall", "f1-score", "support"],
            [
                *beside(CLASSES, draw("rep", 6, 3, digits=2), whole("sup", 6, 1, 20, 90)),
                ["accuracy", "", "", "0.83", "300"],
                ["macro avg", "0.81", "0.82", "0.82", "300"],
                ["weighted avg", "0.83", "0.83", "0.83", "300"],
            ],
        ),
        ASKED,
    ),
    "confusion matrix with words": (
        csv(["true\\pred", *CLASSES], beside(CLASSES, whole("conf", 6, 6, 0, 40))),
        ASKED,
    ),
    "confusion matrix with other headers": (
        csv(
            ["", *(f"pred_{c}" for c in CLASSES)],
            beside([f"true_{c}" for c in CLASSES], whole("conf2", 6, 6, 0, 40)),
        ),
        ASKED,
    ),
    "counts of errors": (
        csv(["model", "TP", "FP", "TN", "FN"], beside(LEARNERS, whole("tp", 4, 4, 10, 300))),
        ASKED,
    ),
    "counts of errors by dataset": (
        csv(["dataset", "TP", "FP", "TN", "FN"], beside(DATA, whole("tp2", 10, 4, 10, 300))),
        ASKED,
    ),
    "feature importances": (
        csv(
            ["feature", "RF", "XGBoost", "LightGBM"],
            beside(
                ["age", "income", "bmi", "glucose", "bp", "height", "zip"], draw("imp", 7, 3, 0.01, 0.3, 0.01)
            ),
        ),
        ASKED,
    ),
    "correlations": (
        csv(["", "acc", "f1", "auc"], [["acc", 1, 0.9, 0.8], ["f1", 0.9, 1, 0.7], ["auc", 0.8, 0.7, 1]]),
        ASKED,
    ),
    "p-values of pairs": (
        csv(
            ["pair", "wilcoxon_p", "t_p", "sign_p"],
            beside(["A-B", "A-C", "B-C", "A-D", "B-D", "C-D"], draw("pp", 6, 3, 0.0, 0.4)),
        ),
        ASKED,
    ),
    "results of a Friedman test": (
        csv(
            ["comparison", "statistic", "p", "p_holm", "significant"],
            [[f"A{i} vs B", r[0], r[1], r[2], "yes"] for i, r in enumerate(draw("fr", 6, 3, 0.0, 0.4))],
        ),
        ASKED,
    ),
    "average ranks": (
        csv(["method", "avg rank", "wins"], [[m, f"{1.5 + i}", 10 - i] for i, m in enumerate(LEARNERS)]),
        ASKED,
    ),
    # columns beside
    "parameters and FLOPs beside benchmarks": (
        csv(
            [
                "Model",
                "Params (M)",
                "FLOPs (G)",
                "Latency (ms)",
                "ImageNet",
                "CIFAR-10",
                "CIFAR-100",
                "Flowers",
                "Pets",
                "Food",
            ],
            [
                [m, 25.6 + i, 4.1 + i, 12 + i, *r]
                for i, (m, r) in enumerate(
                    zip(
                        ["ResNet-50", "EfficientNet-B0", "ViT-S", "MobileNet"],
                        draw("par", 4, 6, 70, 95, 2, 1),
                        strict=True,
                    )
                )
            ],
        ),
        scores(["ResNet-50", "EfficientNet-B0", "ViT-S", "MobileNet"], 6),
    ),
    "deltas to a baseline": (
        markdown(
            ["Dataset", "Baseline", "Ours", "Δ"],
            [
                [d, r[0], r[1], f"{float(r[1]) - float(r[0]):+.1f}"]
                for d, r in zip(DATA, draw("delta", 10, 2, 70, 95, 1, 1), strict=True)
            ],
        ),
        scores(["Baseline", "Ours"], 10),
    ),
    "deltas in brackets": (
        markdown(
            ["Dataset", "Baseline", "Ours"],
            [
                [d, r[0], f"{r[1]} ({float(r[1]) - float(r[0]):+.1f})"]
                for d, r in zip(DATA, draw("delta2", 10, 2, 70, 95, 1, 1), strict=True)
            ],
        ),
        scores(["Baseline", "Ours"], 10),
    ),
    "only deltas": (
        csv(
            ["dataset", "A", "B", "C"],
            [
                [d, *(f"{float(c) - 80:+.1f}" for c in r)]
                for d, r in zip(DATA, draw("delta3", 10, 3, 70, 95, 2, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "intervals in columns": (
        csv(
            ["dataset", "RF", "RF_ci_low", "RF_ci_high", "SVM", "SVM_ci_low", "SVM_ci_high"],
            [
                [
                    d,
                    r[0],
                    f"{float(r[0]) - 0.02:.3f}",
                    f"{float(r[0]) + 0.02:.3f}",
                    r[1],
                    f"{float(r[1]) - 0.02:.3f}",
                    f"{float(r[1]) + 0.02:.3f}",
                ]
                for d, r in zip(DATA, draw("ci", 10, 2, 0.6, 0.9), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "intervals in cells": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                [d, *(f'"{c} [{float(c) - 0.02:.3f}, {float(c) + 0.02:.3f}]"' for c in r)]
                for d, r in zip(DATA, draw("ci2", 10, 2, 0.6, 0.9), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "n of each dataset, lower case": (
        csv(
            ["dataset", "n", "A", "B", "C"],
            [[d, 120 + 37 * i, *r] for i, (d, r) in enumerate(zip(DATA, draw("n", 10, 3), strict=True))],
        ),
        scores(["A", "B", "C"], 10),
    ),
    "support beside": (
        csv(
            ["subset", "support", "baseline", "finetuned"],
            [[d, 50 + 7 * i, *r] for i, (d, r) in enumerate(zip(CLASSES, draw("supp", 6, 2), strict=True))],
        ),
        scores(["baseline", "finetuned"], 6),
    ),
    "percent and fractions mixed by column": (
        csv(
            ["dataset", "A", "B", "C"],
            [
                [d, r[0], f"{100 * float(r[1]):.1f}", r[2]]
                for d, r in zip(DATA, draw("mixcol", 10, 3), strict=True)
            ],
        ),
        ASKED,
    ),
    "a date and a version": (
        csv(
            ["dataset", "date", "version", "A", "B"],
            [[d, "2024-03-05", "1.2", *r] for d, r in zip(DATA, draw("date", 10, 2), strict=True)],
        ),
        scores(["A", "B"], 10, plain=True),
    ),
    "a commit and a timestamp": (
        csv(
            ["commit", "timestamp", "dataset", "A", "B"],
            [
                ["a1b2c3d", 1700000000 + i, d, *r]
                for i, (d, r) in enumerate(zip(DATA, draw("commit", 10, 2), strict=True))
            ],
        ),
        scores(["A", "B"], 10),
    ),
    "which was significant": (
        csv(
            ["dataset", "A", "B", "significant"],
            [
                [d, *r, "yes" if i % 2 else "no"]
                for i, (d, r) in enumerate(zip(DATA, draw("sig", 10, 2), strict=True))
            ],
        ),
        scores(["A", "B"], 10, plain=True),
    ),
    "train, validation and test": (
        csv(["model", "train", "val", "test"], beside(LEARNERS, draw("tvt", 4, 3))),
        ASKED,
    ),
    "train, validation and test by dataset": (
        csv(["dataset", "train_acc", "val_acc", "test_acc"], beside(DATA, draw("tvt2", 10, 3))),
        ASKED,
    ),
    # outcomes
    "passed and failed": (
        csv(
            ["test", *NAMES],
            [
                [q, *("pass" if int(c) else "fail" for c in r)]
                for q, r in zip(QUESTIONS, whole("pf", 24, 3, 0, 1), strict=True)
            ],
        ),
        predictions(NAMES, 24),
    ),
    "ticks and crosses": (
        csv(
            ["question", *NAMES],
            [
                [q, *("✓" if int(c) else "✗" for c in r)]
                for q, r in zip(QUESTIONS, whole("tick", 24, 3, 0, 1), strict=True)
            ],
        ),
        predictions(NAMES, 24),
    ),
    "yes and no": (
        csv(
            ["task_id", "agent_a", "agent_b"],
            [
                [q, *("yes" if int(c) else "no" for c in r)]
                for q, r in zip(QUESTIONS, whole("yn", 24, 2, 0, 1), strict=True)
            ],
        ),
        predictions(["agent_a", "agent_b"], 24),
    ),
    "attempts that solved a task": (
        csv(["task_id", "agent_a", "agent_b"], beside(QUESTIONS, whole("att", 24, 2, 0, 5))),
        ASKED,
    ),
    # groups, patients, folds
    "patients with folds and predictions": (
        csv(
            ["patient_id", "fold", "diagnosis", "pred_cnn", "pred_radiologist"],
            [[f"p{i}", i % 5, r[0], r[1], r[2]] for i, r in enumerate(whole("pat", 40, 3, 0, 1))],
        ),
        predictions(["cnn", "radiologist"], 40),
    ),
    "probabilities beside an outcome": (
        csv(
            ["subject", "died", "model_1", "model_2"],
            [
                [f"s{i}", w[0], *r]
                for i, (w, r) in enumerate(
                    zip(whole("died", 40, 1, 0, 1), draw("surv", 40, 2, 0.05, 0.95, 0.1), strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "subjects in rows of two pipelines": (
        csv(["subject", "CSP+LDA", "EEGNet"], beside([f"S{i:02d}" for i in range(15)], draw("eeg", 15, 2))),
        scores(["CSP+LDA", "EEGNet"], 15),
    ),
    "subject and session": (
        csv(
            ["subject", "session", "CSP+LDA", "EEGNet"],
            [[f"S{i // 2:02d}", i % 2, *r] for i, r in enumerate(draw("eeg2", 20, 2))],
        ),
        ASKED,
    ),
    "regression predictions": (
        csv(["id", "y", "lin", "gbm"], [[i, *r] for i, r in enumerate(draw("reg", 30, 3, 100, 300, 20, 1))]),
        ASKED,
    ),
    # transposed, other languages, other marks
    "semicolons and commas, German": (
        csv(
            ["Datensatz", "Entscheidungsbaum", "Zufallswald", "Laufzeit (s)"],
            [
                [d, *(c.replace(".", ",") for c in r), f"{3 + i},5"]
                for i, (d, r) in enumerate(zip(DATA, draw("de", 10, 2), strict=True))
            ],
            sep=";",
        ),
        scores(["Entscheidungsbaum", "Zufallswald"], 10, plain=True),
    ),
    "French with a mean below": (
        csv(
            ["Jeu de données", "Forêt aléatoire", "Arbre", "SVM"],
            [*beside(DATA, draw("fr2", 10, 3)), ["Moyenne", "0.8", "0.79", "0.81"]],
        ),
        scores(["Forêt aléatoire", "Arbre", "SVM"], 10, plain=True),
    ),
    "Spanish, models in rows": (
        csv(["Modelo", "Exactitud", "Precisión", "Sensibilidad"], beside(LEARNERS, draw("es", 4, 3))),
        ASKED,
    ),
    "Chinese": (
        csv(
            ["数据集", "随机森林", "支持向量机", "训练时间"],
            [[d, *r, f"{3.5 + i}"] for i, (d, r) in enumerate(zip(DATA, draw("zh", 10, 2), strict=True))],
        ),
        scores(["随机森林", "支持向量机"], 10, plain=True),
    ),
    "unnamed index beside datasets": (
        csv(
            ["Unnamed: 0", "dataset", "A", "B"],
            [[i, d, *r] for i, (d, r) in enumerate(zip(DATA, draw("un", 10, 2), strict=True))],
        ),
        scores(["A", "B"], 10, plain=True),
    ),
    "pandas with two levels of columns": (
        "model,RF,RF,SVM,SVM\nmetric,acc,f1,acc,f1\ndataset,,,,\n"
        + csv(["abalone", "0.7", "0.71", "0.72", "0.7"], beside(DATA[1:], draw("mi", 9, 4))),
        scores(["RF", "SVM"], 10),
    ),
    "pivot of a spreadsheet with a total": (
        csv(
            ["Row Labels", "Average of RF", "Average of SVM"],
            [*beside(DATA, draw("piv", 10, 2)), ["Grand Total", "0.801", "0.812"]],
        ),
        scores(["Average of RF", "Average of SVM"], 10),
    ),
    "merged labels of groups": (
        csv(
            ["domain", "dataset", "RF", "SVM"],
            [
                ["medical" if i == 0 else "finance" if i == 5 else "", d, *r]
                for i, (d, r) in enumerate(zip(DATA, draw("mer", 10, 2), strict=True))
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "merged labels of datasets with two measures": (
        csv(
            ["dataset", "measure", "RF", "SVM"],
            [
                [d if m == "acc" else "", m, *r]
                for (d, m), r in zip(
                    [(d, m) for d in DATA for m in ("acc", "f1")], draw("mer2", 20, 2), strict=True
                )
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "survey answers": (
        csv(
            ["respondent", "Q1", "Q2", "Q3", "Q4"],
            beside([f"r{i}" for i in range(30)], whole("sur", 30, 4, 1, 5)),
        ),
        ASKED,
    ),
    "survival times": (
        csv(
            ["dataset", "CoxPH", "RSF", "DeepSurv"],
            beside(["gbsg", "metabric", "support", "flchain", "whas", "nwtco"], draw("cidx", 6, 3, 0.6, 0.8)),
        ),
        scores(["CoxPH", "RSF", "DeepSurv"], 6),
    ),
    "seeds as rows of an ensemble": (
        csv(
            ["seed", "single", "ensemble", "ensemble_std"],
            [[s, *r, "0.01"] for s, r in zip((1, 2, 3, 42, 1337), draw("ens", 5, 2), strict=True)],
        ),
        scores(["single", "ensemble"], 1, 5),
    ),
    "hyperparameters of each dataset's best": (
        csv(
            ["dataset", "best_C", "best_gamma", "accuracy_svm", "accuracy_rf"],
            [
                [d, 10 ** (i % 3), 0.1, *r]
                for i, (d, r) in enumerate(zip(DATA, draw("hp", 10, 2), strict=True))
            ],
        ),
        scores(["svm", "rf"], 10),
    ),
    "perplexities of models on corpora": (
        csv(
            ["corpus", "GPT-2", "Pythia", "OPT"],
            beside(["wikitext", "c4", "ptb", "lambada", "pile", "arxiv"], draw("ppl", 6, 3, 12, 40, 2, 2)),
        ),
        ASKED,
    ),
    "perplexity in the corner": (
        csv(
            ["perplexity", "GPT-2", "Pythia", "OPT"],
            beside(["wikitext", "c4", "ptb", "lambada", "pile", "arxiv"], draw("ppl2", 6, 3, 12, 40, 2, 2)),
        ),
        scores(["GPT-2", "Pythia", "OPT"], 6, higher=False, plain=True),
    ),
    "times of algorithms by instance": (
        csv(
            ["instance", "CPLEX_time", "Gurobi_time"],
            beside([f"p{i}.mps" for i in range(12)], draw("solver", 12, 2, 2, 300, 20, 2)),
        ),
        scores(["CPLEX", "Gurobi"], 12, higher=False),
    ),
    "cost in dollars beside scores": (
        csv(
            ["task", "gpt-4o", "haiku", "cost_gpt-4o", "cost_haiku"],
            beside(DATA, draw("c1", 10, 2), draw("c2", 10, 2, 0.1, 0.5)),
        ),
        scores(["gpt-4o", "haiku"], 10),
    ),
}
