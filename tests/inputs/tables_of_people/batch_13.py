"""The thirteenth batch, made after the twelfth was mended."""

from tests.inputs.tables_of_people.cases import ASKED, beside, csv, draw, items, predictions, scores, whole

BASES = [
    "autos",
    "balance-scale",
    "breast-w",
    "colic",
    "credit-a",
    "diabetes",
    "glass",
    "heart-statlog",
    "labor",
    "vehicle",
]
NLP = ["SST-2", "MRPC", "QQP", "RTE", "WNLI"]

TABLES = {
    "clean and noisy accuracies of one model": (
        csv(["dataset", "clean_acc", "noisy_acc"], beside(BASES, draw("cna", 10, 2))),
        ASKED,
    ),
    "folds of two learners by class": (
        csv(
            ["class", "rf_fold1", "rf_fold2", "rf_fold3", "svm_fold1", "svm_fold2", "svm_fold3"],
            beside(["yes", "no", "maybe"], draw("fcl", 3, 6)),
        ),
        ASKED,
    ),
    "folds of two learners by dataset": (
        csv(
            ["dataset", "rf_fold1", "rf_fold2", "rf_fold3", "svm_fold1", "svm_fold2", "svm_fold3"],
            beside(BASES, draw("fds", 10, 6)),
        ),
        scores(["rf", "svm"], 10, 3, plain=True),
    ),
    "a cv_results_ of two settings": (
        csv(
            [
                "mean_fit_time",
                "param_max_depth",
                "params",
                "split0_test_score",
                "split1_test_score",
                "split2_test_score",
                "mean_test_score",
                "std_test_score",
                "rank_test_score",
            ],
            [
                ["0.1", d, f"{{'max_depth': {d}}}", *r, "0.8", "0.01", i + 1]
                for i, (d, r) in enumerate(zip((3, 5, 7), draw("cvx", 3, 3), strict=True))
            ],
        ),
        scores(["max_depth=3", "max_depth=5", "max_depth=7"], 1, 3),
    ),
    "a groupby with two levels of rows": (
        csv(
            ["dataset", "model", "mean", "std", "count"],
            [
                [d, m, r[0], "0.01", 10]
                for d in BASES
                for m, r in zip(("rf", "svm"), draw("gb2" + d, 2, 1), strict=True)
            ],
        ),
        scores(["rf", "svm"], 10),
    ),
    "describe of each model": (
        csv(
            ["", "rf", "svm"],
            beside(["count", "mean", "std", "min", "25%", "50%", "75%", "max"], draw("dsc", 8, 2)),
        ),
        ASKED,
    ),
    "value counts": (
        csv(["label", "count"], [["spam", 500], ["ham", 1500], ["other", 40]]),
        ASKED,
    ),
    "a crosstab": (
        csv(["actual", "cat", "dog", "All"], [["cat", 40, 10, 50], ["dog", 5, 45, 50], ["All", 45, 55, 100]]),
        ASKED,
    ),
    "accuracy before and after a change, by team": (
        csv(["team", "before", "after"], beside(["red", "blue", "green", "gold", "grey"], draw("bfa", 5, 2))),
        ASKED,
    ),
    "layers of a probe": (
        csv(["layer", "BERT", "RoBERTa"], beside(range(1, 13), draw("lay", 12, 2))),
        ASKED,
    ),
    "layers across tasks": (
        csv(["task", "layer 1", "layer 6", "layer 12"], beside(NLP, draw("lay2", 5, 3))),
        ASKED,
    ),
    "embeddings and tasks with dimensions": (
        csv(
            ["Embedding", "Dim", "SST-2", "MRPC", "QQP", "RTE"],
            [
                [e, d, *r]
                for e, d, r in zip(
                    ["GloVe", "fastText", "ELMo"],
                    (300, 300, 1024),
                    draw("emb", 3, 4, 60, 90, 2, 1),
                    strict=True,
                )
            ],
        ),
        scores(["GloVe", "fastText", "ELMo"], 4, plain=True),
    ),
    "optimizers down, networks across": (
        csv(
            ["Optimizer", "ResNet-18", "VGG-16", "DenseNet"],
            beside(["SGD", "Adam", "AdamW", "Lion"], draw("opt", 4, 3, 88, 95, 0.5, 2)),
        ),
        ASKED,
    ),
    "samplers by dataset": (
        csv(["dataset", "none", "ROS", "RUS", "SMOTE"], beside(BASES, draw("smp", 10, 4))),
        scores(["none", "ROS", "RUS", "SMOTE"], 10, plain=True),
    ),
    "imputers by missing share": (
        csv(
            ["missing", "mean", "kNN", "MICE"],
            beside(["10%", "20%", "30%", "40%"], draw("imp2", 4, 3, 0.1, 0.5)),
        ),
        ASKED,
    ),
    "feature selection by number kept": (
        csv(["k", "chi2", "mutual_info", "RFE"], beside([5, 10, 20, 50, 100], draw("fsel", 5, 3))),
        ASKED,
    ),
    "budgets of labels": (
        csv(["labels", "random", "entropy", "BALD"], beside([100, 200, 400, 800, 1600], draw("al", 5, 3))),
        ASKED,
    ),
    "privacy levels across": (
        csv(["dataset", "ε=1", "ε=3", "ε=8", "ε=∞"], beside(BASES, draw("dp", 10, 4))),
        ASKED,
    ),
    "clients and rounds": (
        csv(["round", "FedAvg", "FedProx"], beside([1, 10, 20, 50, 100], draw("rnd", 5, 2))),
        ASKED,
    ),
    "agents by task with success in counts": (
        csv(
            ["task", "agent_A", "agent_B"],
            [
                [t, f"{a}/20", f"{b}/20"]
                for t, (a, b) in zip(
                    ["open door", "pick cube", "stack", "pour", "fold"],
                    whole("succ", 5, 2, 3, 19),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "trials of robots": (
        csv(["trial", "policy1", "policy2"], beside(range(1, 11), whole("trl", 10, 2, 0, 1))),
        ASKED,
    ),
    "reaction times of people": (
        csv(
            ["subject", "condition", "rt"],
            [[f"s{i}", c, 300 + 7 * i + (20 if c == "b" else 0)] for i in range(8) for c in ("a", "b")],
        ),
        ASKED,
    ),
    "two assays of patients": (
        csv(
            ["patient_id", "assay_new", "assay_ref", "disease"],
            [[f"p{i}", i % 2, (i // 2) % 2, i % 3 == 0] for i in range(24)],
        ),
        predictions(["assay_new", "assay_ref"], 24),
    ),
    "diagnoses by doctors and a model in words": (
        csv(
            ["case_id", "truth", "doctor", "model"],
            [
                [i, "pos" if i % 2 else "neg", "pos" if i % 3 else "neg", "pos" if i % 5 % 2 else "neg"]
                for i in range(30)
            ],
        ),
        predictions(["doctor", "model"], 30, plain=True),
    ),
    "probabilities with the class in the name": (
        csv(
            ["y_true", "rf:0", "rf:1", "lr:0", "lr:1"],
            [
                [
                    i % 2,
                    *(("0.3", "0.7") if i % 3 else ("0.6", "0.4")),
                    *(("0.2", "0.8") if i % 2 else ("0.7", "0.3")),
                ]
                for i in range(24)
            ],
        ),
        predictions(["rf", "lr"], 24, plain=True),
    ),
    "regression targets and predictions": (
        csv(
            ["y_true", "ols", "forest"],
            [[f"{v:.2f}", f"{v + 0.1:.2f}", f"{v - 0.2:.2f}"] for v in (1.5 * i for i in range(1, 21))],
        ),
        ASKED,
    ),
    "price forecasts": (
        csv(["actual", "model1", "model2"], [[100 + i, 101 + i, 99 + 2 * i] for i in range(15)]),
        ASKED,
    ),
    "quantile losses by quantile": (
        csv(
            ["quantile", "QRF", "DeepAR"],
            beside(["0.1", "0.25", "0.5", "0.75", "0.9"], draw("ql", 5, 2, 0.1, 0.5)),
        ),
        ASKED,
    ),
    "measures of clusterings across, methods down": (
        csv(
            ["Method", "ARI", "NMI", "Silhouette", "DBI"],
            beside(["kmeans", "GMM", "HDBSCAN"], draw("clu", 3, 4)),
        ),
        ASKED,
    ),
    "BLEU and COMET of each system by pair": (
        csv(
            ["lp", "A_BLEU", "A_COMET", "B_BLEU", "B_COMET"],
            beside(["en-de", "en-ru", "zh-en", "cs-uk", "en-ja"], draw("wmt", 5, 4, 20, 90, 2, 1)),
        ),
        scores(["A", "B"], 5),
    ),
    "retrieval by collection and measure in the head": (
        csv(
            ["nDCG@10", "BM25", "DPR", "SPLADE"],
            beside(["NFCorpus", "FiQA", "SciFact", "Quora", "ArguAna"], draw("beir", 5, 3, 0.2, 0.8)),
        ),
        scores(["BM25", "DPR", "SPLADE"], 5, plain=True),
    ),
    "exact matches in percent by models, questions down": (
        csv(
            ["question", "T5", "BART"],
            beside([f"question {i}?" for i in range(20)], whole("emq", 20, 2, 0, 1)),
        ),
        items(["T5", "BART"], 20),
    ),
    "a table from a PDF with spaces": (
        "dataset      RF     SVM    NB\n"
        + "".join(f"{d:<13}{r[0]}  {r[1]}  {r[2]}\n" for d, r in zip(BASES, draw("pdf", 10, 3), strict=True)),
        scores(["RF", "SVM", "NB"], 10),
    ),
    "a plain LaTeX table with a caption and bold": (
        "\\begin{table}\\caption{Accuracy of three learners}\\begin{tabular}{lrrr}\n"
        "Data & \\textbf{RF} & SVM & NB \\\\ \\hline\n"
        + "".join(
            f"{d} & \\textbf{{{r[0]}}} & {r[1]} & {r[2]} \\\\\n"
            for d, r in zip(BASES, draw("ltx", 10, 3), strict=True)
        )
        + "\\end{tabular}\\end{table}\n",
        scores(["RF", "SVM", "NB"], 10, plain=True),
    ),
    "a LaTeX table of errors by its caption": (
        "\\begin{table}\\caption{Test error of three learners}\\begin{tabular}{lrrr}\n"
        "Data & RF & SVM & NB \\\\ \\hline\n"
        + "".join(
            f"{d} & {r[0]} & {r[1]} & {r[2]} \\\\\n"
            for d, r in zip(BASES, draw("lte", 10, 3, 0.35, 0.6), strict=True)
        )
        + "\\end{tabular}\\end{table}\n",
        scores(["RF", "SVM", "NB"], 10, higher=False),
    ),
    "errors by the words above the table, high ones": (
        "# error rates of three learners\n"
        + csv(["dataset", "RF", "SVM", "NB"], beside(BASES, draw("hae", 10, 3, 0.5, 0.9))),
        scores(["RF", "SVM", "NB"], 10, higher=False),
    ),
    "ages by group": (
        csv(["", "mean age", "n"], [["control", "54.1", 40], ["treated", "55.0", 42]]),
        ASKED,
    ),
    "votes in a poll": (
        csv(
            ["pollster", "Party A", "Party B", "Party C"],
            beside(["Forsa", "Infratest", "Allensbach", "YouGov", "INSA"], draw("poll", 5, 3, 15, 40, 2, 1)),
        ),
        ASKED,
    ),
    "plain, many rows and mixed case": (
        csv(["DataSet", "rF", "Svm"], beside([f"D{i}" for i in range(1, 26)], draw("mix", 25, 2))),
        scores(["rF", "Svm"], 25, plain=True),
    ),
    "items with a truth that is no model": (
        csv(
            ["item_id", "gold", "gpt", "llama"],
            [[f"i{i}", *r] for i, r in enumerate(whole("gld", 20, 3, 0, 1))],
        ),
        predictions(["gpt", "llama"], 20),
    ),
}
