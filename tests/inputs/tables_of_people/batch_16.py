"""The sixteenth batch, made after the fifteenth was mended: exports of tools, cells with marks, other languages."""

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

KEEL = ["appendicitis", "bupa", "cleveland", "ecoli", "glass", "haberman", "hepatitis", "iris"]
MTEB = ["Banking77", "EmotionClassification", "ImdbClassification", "ToxicConversations", "TweetSentiment"]
ENCODERS = ["bge-base-en", "e5-large-v2", "gte-base"]
LLMS = ["Llama-3-8B", "Mistral-7B", "Qwen2-7B"]
TASKS = ["arc_challenge", "hellaswag", "mmlu", "truthfulqa_mc2", "winogrande", "gsm8k"]


def spread(cells, form):
    """Return scores with something beside each."""
    return [[form.format(cell) for cell in row] for row in cells]


TABLES = {
    "spreads as subscripts of LaTeX in a CSV": (
        csv(["dataset", "RF", "SVM", "NB"], beside(KEEL, spread(draw("sl", 8, 3), "{}_{{0.012}}")), "\t"),
        scores(["RF", "SVM", "NB"], 8, plain=True),
    ),
    "footnotes as raised digits of HTML": (
        csv(["dataset", "RF", "SVM"], beside(KEEL, spread(draw("fh", 8, 2, digits=2), "{}<sup>1</sup>"))),
        scores(["RF", "SVM"], 8, plain=True),
    ),
    "Lancet decimals": (
        csv(
            ["cohort", "APACHE", "SAPS", "LSTM"],
            beside(
                [f"Hospital {c}" for c in "ABCDEF"],
                [[c.replace(".", "·") for c in row] for row in draw("la", 6, 3)],
            ),
        ),
        scores(["APACHE", "SAPS", "LSTM"], 6),
    ),
    "lm-eval with stderr columns": (
        csv(
            ["task", *(f"{m}{s}" for m in LLMS for s in ("", "_stderr"))],
            [
                [t, *(x for c in r for x in (c, "0.012"))]
                for t, r in zip(TASKS, draw("le", 6, 3), strict=True)
            ],
        ),
        scores(LLMS, 6, plain=True),
    ),
    "lm-eval's printed table": (
        "|Tasks|Version|Filter|n-shot|Metric| |Value| |Stderr|\n|---|---:|---|---:|---|---|---:|---|---:|\n"
        + "".join(
            f"|{t}|1|none|0|acc|↑|{v[0]}|±|0.0123|\n" for t, v in zip(TASKS, draw("lp", 6, 1), strict=True)
        ),
        ASKED,
    ),
    "MTEB by task": (
        csv(["task_name", *ENCODERS], beside(MTEB, draw("mt", 5, 3, 60, 90, 2, 2))),
        scores(ENCODERS, 5, plain=True),
    ),
    "MTEB with models down and an average": (
        csv(
            [
                "Model",
                "Model Size (Million Parameters)",
                "Embedding Dimensions",
                "Average (5 datasets)",
                *MTEB,
            ],
            [
                [m, s, d, f"{sum(map(float, r)) / 5:.2f}", *r]
                for m, s, d, r in zip(
                    ENCODERS, (109, 335, 109), (768, 1024, 768), draw("ma", 3, 5, 60, 90, 2, 2), strict=True
                )
            ],
        ),
        scores(ENCODERS, 5, plain=True),
    ),
    "HELM scenarios with a mean win rate": (
        csv(
            [
                "Model",
                "Mean win rate",
                "MMLU - EM",
                "BoolQ - EM",
                "NarrativeQA - F1",
                "NaturalQuestions - F1",
            ],
            beside(LLMS, draw("hw", 3, 1), draw("hs", 3, 4)),
        ),
        ASKED,
    ),
    "MLflow runs": (
        csv(
            [
                "run_id",
                "experiment_id",
                "status",
                "metrics.val_acc",
                "metrics.val_loss",
                "params.model",
                "params.lr",
                "tags.mlflow.runName",
            ],
            [
                [f"a{i}f3", "1", "FINISHED", a[0], b[0], m, "0.01", f"run-{i}"]
                for i, (a, b, m) in enumerate(
                    zip(draw("ml", 6, 1), draw("mm", 6, 1, 0.2, 0.8), ["cnn", "vit"] * 3, strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "MLflow runs with datasets": (
        csv(
            ["run_id", "status", "metrics.test_acc", "params.model", "params.dataset"],
            [
                [f"a{i}", "FINISHED", v[0], m, d]
                for i, ((d, m), v) in enumerate(
                    zip([(d, m) for d in KEEL for m in ("cnn", "vit")], draw("mr", 16, 1), strict=True)
                )
            ],
        ),
        scores(["cnn", "vit"], 8),
    ),
    "Weka's Experimenter, key fields": (
        csv(
            ["Key_Dataset", "Key_Run", "Key_Fold", "Key_Scheme", "Percent_correct"],
            [
                [d, 1, f, s, f"{80 + 3 * i + f / 7:.3f}"]
                for d in KEEL[:4]
                for f in range(1, 6)
                for i, s in enumerate(("J48", "IBk"))
            ],
        ),
        scores(["J48", "IBk"], 4, 5, plain=True),
    ),
    "KEEL's summary with test and train": (
        csv(
            ["Dataset", "C4.5 Tra", "C4.5 Tst", "CN2 Tra", "CN2 Tst"],
            beside(KEEL, draw("kt", 8, 4, 60, 95, 2, 2)),
        ),
        ASKED,
    ),
    "Kaggle leaderboard, another": (
        csv(
            ["Rank", "TeamId", "TeamName", "LastSubmissionDate", "Score", "SubmissionCount"],
            [
                [i + 1, 10000 + i, f"team {c}", "2024-05-01 10:00:00", v[0], 10 + i]
                for i, (c, v) in enumerate(zip("abcdef", draw("kl", 6, 1), strict=True))
            ],
        ),
        ASKED,
    ),
    "Kaggle submission": (
        csv(["id", "target"], [[i, v[0]] for i, v in enumerate(draw("ks", 30, 1, 0.1, 0.9))]),
        ASKED,
    ),
    "AutoGluon leaderboard, another": (
        csv(
            [
                "model",
                "score_test",
                "score_val",
                "eval_metric",
                "pred_time_test",
                "fit_time",
                "stack_level",
                "can_infer",
                "fit_order",
            ],
            [
                [m, *r, "accuracy", "0.1", "3.2", 1, "True", i]
                for i, (m, r) in enumerate(
                    zip(
                        ["LightGBM", "CatBoost", "XGBoost", "WeightedEnsemble_L2"],
                        draw("ag", 4, 2),
                        strict=True,
                    )
                )
            ],
        ),
        ASKED,
    ),
    "AMLB results": (
        csv(
            [
                "id",
                "task",
                "framework",
                "constraint",
                "fold",
                "type",
                "result",
                "metric",
                "mode",
                "version",
                "duration",
                "training_duration",
                "predict_duration",
                "seed",
                "info",
            ],
            [
                [
                    f"openml.org/t/{t}",
                    d,
                    f,
                    "1h8c",
                    k,
                    "binary",
                    f"{0.8 + i / 30 + k / 300 + t / 9000:.5f}",
                    "auc",
                    "local",
                    "1.0",
                    "3601.2",
                    "3590.1",
                    "1.2",
                    k,
                    "",
                ]
                for t, d in enumerate(KEEL[:5])
                for i, f in enumerate(("flaml", "h2oautoml"))
                for k in range(3)
            ],
        ),
        scores(["flaml", "h2oautoml"], 5, 3, plain=True),
    ),
    "PyCaret's compare_models": (
        csv(
            ["", "Model", "Accuracy", "AUC", "Recall", "Prec.", "F1", "Kappa", "MCC", "TT (Sec)"],
            [
                [k, m, *r, "0.21"]
                for k, m, r in zip(
                    ["lr", "rf", "nb"],
                    ["Logistic Regression", "Random Forest", "Naive Bayes"],
                    draw("pc", 3, 7),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "sensitivity and specificity of readers": (
        csv(
            ["Reader", "Sensitivity", "Specificity"],
            beside([f"Reader {i}" for i in range(1, 8)], draw("ss", 7, 2)),
        ),
        ASKED,
    ),
    "AUC by hospital with patients": (
        csv(
            ["hospital", "n_patients", "logistic regression", "XGBoost", "TabNet"],
            beside([f"site {c}" for c in "ABCDEFG"], whole("np", 7, 1, 120, 3000), draw("ah", 7, 3)),
        ),
        scores(["logistic regression", "XGBoost", "TabNet"], 7),
    ),
    "radiologists and a model, case by case": (
        csv(
            ["case", "ground_truth", "radiologist_1", "radiologist_2", "CNN"],
            beside([f"c{i:03}" for i in range(40)], whole("rr", 40, 4, 0, 1)),
        ),
        predictions(["radiologist_1", "radiologist_2", "CNN"], 40, plain=True),
    ),
    "dice by organ": (
        csv(
            ["organ", "nnU-Net", "Swin-UNETR", "MedSAM"],
            beside(["spleen", "liver", "pancreas", "aorta", "stomach"], draw("do", 5, 3)),
        ),
        ASKED,
    ),
    "German, comma decimals, semicolons": (
        csv(
            ["Datensatz", "Entscheidungsbaum", "Zufallswald", "Naiver Bayes"],
            [[d, *(c.replace(".", ",") for c in r)] for d, r in zip(KEEL, draw("ge", 8, 3), strict=True)],
            ";",
        ),
        scores(["Entscheidungsbaum", "Zufallswald", "Naiver Bayes"], 8, plain=True),
    ),
    "French, long": (
        csv(
            ["jeu de données", "modèle", "exactitude"],
            [
                [d, m, f"{0.7 + i / 20 + len(d) / 200:.3f}"]
                for d in KEEL
                for i, m in enumerate(("forêt", "SVM"))
            ],
        ),
        scores(["forêt", "SVM"], 8, plain=True),
    ),
    "Japanese error rates": (
        csv(["データセット", "決定木", "SVM", "ランダムフォレスト"], beside(KEEL, draw("ja", 8, 3))).replace(
            "データセット", "データセット", 1
        ),
        scores(["決定木", "SVM", "ランダムフォレスト"], 8, plain=True),
    ),
    "Chinese, long, with error rate": (
        csv(
            ["数据集", "模型", "错误率"],
            [
                [d, m, f"{0.1 + i / 20 + len(d) / 200:.3f}"]
                for d in KEEL
                for i, m in enumerate(("随机森林", "SVM"))
            ],
        ),
        scores(["随机森林", "SVM"], 8, higher=False),
    ),
    "Portuguese with means below": (
        csv(
            ["Base de dados", "Árvore", "Floresta", "SVM"],
            [
                *beside(KEEL, (v := draw("po", 8, 3))),
                ["Média", *(f"{sum(float(r[j]) for r in v) / 8:.3f}" for j in range(3))],
            ],
        ),
        scores(["Árvore", "Floresta", "SVM"], 8, plain=True),
    ),
    "WER by test set with two systems": (
        csv(
            ["Test set", "Whisper-large-v3", "Conformer-CTC"],
            beside(
                ["LS clean", "LS other", "TED-LIUM", "AMI", "GigaSpeech", "Earnings22"],
                draw("we", 6, 2, 3, 20, 1, 1),
            ),
        ),
        ASKED,
    ),
    "WER in the caption": (
        "WER (%) of ASR systems\n"
        + csv(
            ["Test set", "Whisper-large-v3", "Conformer-CTC"],
            beside(
                ["LS clean", "LS other", "TED-LIUM", "AMI", "GigaSpeech", "Earnings22"],
                draw("wc", 6, 2, 3, 20, 1, 1),
            ),
        ),
        scores(["Whisper-large-v3", "Conformer-CTC"], 6, higher=False),
    ),
    "latency in ms and s": (
        csv(["dataset", "ours", "baseline"], [[d, f"{8 + i}.5 ms", f"0.1{i} s"] for i, d in enumerate(KEEL)]),
        ASKED,
    ),
    "win, tie and loss of each": (
        csv(
            ["Algorithm", "Win", "Tie", "Loss"], beside(["RF", "SVM", "NB", "kNN"], whole("wt", 4, 3, 2, 20))
        ),
        ASKED,
    ),
    "p-values of a post hoc": (
        csv(
            ["", "RF", "SVM", "NB"],
            [
                ["RF", "1.000", "0.012", "0.340"],
                ["SVM", "0.012", "1.000", "0.201"],
                ["NB", "0.340", "0.201", "1.000"],
            ],
        ),
        ASKED,
    ),
    "Optuna trials, another": (
        csv(
            ["number", "value", "datetime_start", "duration", "params_lr", "params_depth", "state"],
            [
                [i, v[0], "2024-01-01 00:00:00", "0:00:12", "0.01", 3 + i % 4, "COMPLETE"]
                for i, v in enumerate(draw("op", 12, 1))
            ],
        ),
        ASKED,
    ),
    "confusion counts by model": (
        csv(["model", "TP", "FP", "FN", "TN"], beside(["A", "B", "C"], whole("cm", 3, 4, 20, 300))),
        ASKED,
    ),
    "questions with scores of models and a category": (
        csv(
            ["question_id", "category", "gpt-4o", "claude-3-opus"],
            [[i, ("math", "code")[i % 2], *r] for i, r in enumerate(whole("qs", 40, 2, 0, 1))],
        ),
        items(["gpt-4o", "claude-3-opus"], 40),
    ),
    "TabArena-like long table with ranks": (
        csv(
            ["method", "dataset", "fold", "metric_error", "metric", "rank"],
            [
                [m, d, f, f"{0.1 + i / 30 + f / 300 + len(d) / 400:.4f}", "log_loss", i + 1]
                for d in KEEL[:5]
                for f in range(3)
                for i, m in enumerate(("RealMLP", "TabM", "CatBoost"))
            ],
        ),
        scores(["RealMLP", "TabM", "CatBoost"], 5, 3, higher=False),
    ),
    "ROC points": (
        csv(
            ["fpr", "tpr", "threshold"],
            [[f"{i / 20:.2f}", f"{(i / 20) ** 0.5:.3f}", f"{1 - i / 20:.2f}"] for i in range(21)],
        ),
        ASKED,
    ),
    "calibration by bin": (
        csv(
            ["bin", "mean_predicted", "fraction_of_positives", "count"],
            [[i, f"{i / 10 + 0.05:.2f}", f"{i / 10 + 0.03:.2f}", 100 + i] for i in range(10)],
        ),
        ASKED,
    ),
    "Markdown with bold and an arrow in the heads": (
        markdown(
            ["Dataset", "Baseline ↑", "Ours ↑"],
            [[d, r[0], f"**{r[1]}**"] for d, r in zip(KEEL, draw("mb", 8, 2), strict=True)],
        ),
        scores(["Baseline", "Ours"], 8),
    ),
    "LaTeX, models down with cite and makecell": (
        "\\begin{tabular}{lccccc}\n\\toprule\nMethod & iris & wine & glass & sonar & heart \\\\\n\\midrule\n"
        + "".join(
            f"{m}~\\cite{{x}} & " + " & ".join(r) + " \\\\\n"
            for m, r in zip(["RF", "SVM", "\\textbf{Ours}"], draw("lm", 3, 5), strict=True)
        )
        + "\\bottomrule\n\\end{tabular}\n",
        scores(["RF", "SVM", "Ours"], 5, plain=True),
    ),
    "negative log losses of scikit-learn by name": (
        csv(
            ["dataset", "model", "neg_log_loss"],
            [[d, m, f"-{0.3 + i / 20 + len(d) / 200:.3f}"] for d in KEEL for i, m in enumerate(("lr", "rf"))],
        ),
        scores(["lr", "rf"], 8, plain=True),
    ),
}
