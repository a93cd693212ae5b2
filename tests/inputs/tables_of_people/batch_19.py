"""The nineteenth batch: costs and budgets beside scores, deltas in columns, outcomes, exports and merged heads."""

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

DATA = ["abalone", "credit-g", "diabetes", "ecoli", "glass", "heart-statlog", "ionosphere", "vowel"]
NLP = ["MNLI", "QQP", "QNLI", "SST-2", "CoLA", "STS-B", "MRPC", "RTE"]
BOOST = ["XGBoost", "LightGBM", "CatBoost"]
NETS = ["ResNet-50", "ViT-B/16", "ConvNeXt-T"]


def long(key, names, data, more=1, **how):
    """Return rows of a dataset, a model and numbers."""
    return [
        [d, m, *row]
        for m in names
        for d, row in zip(data, draw(key + m, len(data), more, **how), strict=True)
    ]


TABLES = {
    "a plain table with a delta to the baseline": (
        csv(
            ["dataset", "baseline", "ours", "Δ"],
            [
                [d, f"{70 + 2 * i:.1f}", f"{71.4 + 2.1 * i:.1f}", f"+{1.4 + 0.1 * i:.1f}"]
                for i, d in enumerate(DATA)
            ],
        ),
        scores(["baseline", "ours"], 8, plain=True),
    ),
    "improvement in percent of the first": (
        csv(
            ["dataset", "RF acc", "XGB acc", "rel. improvement %"],
            [
                [
                    d,
                    f"{0.70 + i / 50:.3f}",
                    f"{0.72 + i / 52:.3f}",
                    f"{100 * (0.72 + i / 52) / (0.70 + i / 50) - 100:.1f}",
                ]
                for i, d in enumerate(DATA)
            ],
        ),
        scores(["RF", "XGB"], 8),
    ),
    "GLUE with an average and parameters": (
        csv(
            ["Model", "#Params", *NLP, "Avg"],
            [
                [m, p, *row, f"{sum(map(float, row)) / 8:.1f}"]
                for (m, p), row in zip(
                    [
                        ("BERT-base", "110M"),
                        ("RoBERTa-base", "125M"),
                        ("DeBERTa-v3-base", "184M"),
                        ("ALBERT-xxl", "235M"),
                    ],
                    draw("glu", 4, 8, 70, 92, 2, 1),
                    strict=True,
                )
            ],
        ),
        scores(["BERT-base", "RoBERTa-base", "DeBERTa-v3-base", "ALBERT-xxl"], 8),
    ),
    "a grid of epochs of two optimisers": (
        csv(["epoch", "Adam", "SGD"], beside(range(1, 21), draw("eps", 20, 2))),
        ASKED,
    ),
    "ImageNet and its shifts": (
        csv(
            ["model", "ImageNet", "ImageNet-V2", "ImageNet-R", "ImageNet-A", "ImageNet-Sketch"],
            beside(NETS, draw("ins", 3, 5, 30, 80, 4, 1)),
        ),
        scores(NETS, 5),
    ),
    "losses of training and validation by model": (
        csv(["model", "train_loss", "val_loss", "test_loss"], beside(BOOST, draw("tvl", 3, 3, 0.2, 0.5))),
        ASKED,
    ),
    "wall time, memory and accuracy of one model each": (
        csv(
            ["model", "wall time (s)", "peak memory (MB)", "accuracy"],
            [
                ["XGBoost", "12.1", "410", ".871"],
                ["LightGBM", "5.2", "380", ".873"],
                ["CatBoost", "44.0", "902", ".880"],
            ],
        ),
        ASKED,
    ),
    "long with accuracy and cost in dollars": (
        csv(
            ["task", "model", "accuracy", "cost_usd"],
            [
                [*r[:3], f"{0.1 + i / 9:.2f}"]
                for i, r in enumerate(long("lcd", ("gpt-4o", "claude-3-opus"), NLP))
            ],
        ),
        scores(["gpt-4o", "claude-3-opus"], 8),
    ),
    "prompts and judges of one model": (
        csv(
            ["prompt", "judge", "score"],
            [
                [f"prompt {i}", j, 1 + (i * k) % 5]
                for i in range(1, 21)
                for j, k in (("gpt-4", 2), ("claude", 3))
            ],
        ),
        ASKED,
    ),
    "ratings in words": (
        csv(
            ["item", "system A", "system B"],
            [
                [f"t{i}", ("good", "fair", "poor")[i % 3], ("fair", "good", "good")[(i * 2) % 3]]
                for i in range(24)
            ],
        ),
        ASKED,
    ),
    "Kaggle folds with mean and std": (
        csv(
            ["model", "fold_0", "fold_1", "fold_2", "fold_3", "fold_4", "mean", "std", "LB"],
            [
                [m, *row, f"{sum(map(float, row)) / 5:.5f}", "0.0021", f"{float(row[0]) - 0.003:.5f}"]
                for m, row in zip(
                    ["lgb_v1", "xgb_v3", "cat_v2"], draw("kfm", 3, 5, 0.8, 0.82, 0.004, 5), strict=True
                )
            ],
        ),
        scores(["lgb_v1", "xgb_v3", "cat_v2"], 1, 5),
    ),
    "sensitivity at a specificity by hospital": (
        csv(
            ["hospital", "n", "CNN sens@95spec", "Radiologist sens"],
            [
                [h, n, *r]
                for h, n, r in zip(
                    ["Oslo", "Bergen", "Tromsø", "Lund"], (120, 340, 98, 210), draw("ssh", 4, 2), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "a two-level pivot from Excel, merged cells": (
        csv(
            ["", "Accuracy", "", "", "F1", "", ""],
            [["dataset", "RF", "SVM", "kNN", "RF", "SVM", "kNN"], *beside(DATA, draw("pvx", 8, 6))],
        ),
        scores(["RF", "SVM", "kNN"], 8),
    ),
    "classes and supports of two reports": (
        csv(
            ["class", "precision_RF", "recall_RF", "precision_SVM", "recall_SVM", "support"],
            [[c, *r, n] for c, r, n in zip("ABCD", draw("csr", 4, 4), (30, 50, 22, 80), strict=True)],
        ),
        ASKED,
    ),
    "cross validation by scikit-learn, three frames joined": (
        csv(
            ["model", "fit_time", "score_time", "test_score", "train_score"],
            [[m, "0.12", "0.01", a, b] for m in ("lr", "rf", "svc") for a, b in draw("cvj" + m, 5, 2)],
        ),
        ASKED,
    ),
    "lm-eval groups with an acc_norm": (
        csv(
            ["Tasks", "Version", "Filter", "n-shot", "Metric", "Value", "Stderr"],
            [
                [t, 1, "none", 0, k, v, "0.014"]
                for t in ("arc_easy", "piqa", "hellaswag")
                for k, (v,) in zip(("acc", "acc_norm"), draw("lmg" + t, 2, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "TensorBoard scalars of two runs": (
        csv(
            ["Wall time", "Step", "Value"],
            [[f"17000{i:05}.12", i * 100, v] for i, (v,) in enumerate(draw("tbs", 20, 1))],
        ),
        ASKED,
    ),
    "Keras histories of two networks side by side": (
        csv(
            ["epoch", "cnn_val_accuracy", "mlp_val_accuracy"],
            beside(range(10), draw("khs", 10, 2)),
        ),
        ASKED,
    ),
    "dates of a forecast contest": (
        csv(
            ["date", "y", "prophet", "arima"],
            [[f"2024-01-{i + 1:02}", *r] for i, r in enumerate(draw("dfc", 25, 3, 100, 140, 4, 1))],
        ),
        ASKED,
    ),
    "patients with two scores of risk and an outcome": (
        csv(
            ["patient_id", "outcome", "logistic", "xgb"],
            [[f"P{i:03}", int(i % 4 == 0), *r] for i, r in enumerate(draw("prs", 60, 2, 0.1, 0.9, 0.1))],
        ),
        predictions(["logistic", "xgb"], 60),
    ),
    "words and their predicted tags": (
        csv(
            ["token", "gold", "spacy", "flair"],
            [
                [
                    f"w{i}",
                    ("O", "PER", "LOC")[i % 3],
                    ("O", "PER", "LOC")[(i + (i % 7 == 0)) % 3],
                    ("O", "PER", "LOC")[(i + (i % 9 == 0)) % 3],
                ]
                for i in range(45)
            ],
        ),
        predictions(["spacy", "flair"], 45),
    ),
    "errors in percent, German, with a rank row": (
        csv(
            ["Datensatz", "Entscheidungsbaum", "Naive Bayes", "SVM"],
            [
                *[
                    [d, *(v.replace(".", ",") for v in r)]
                    for d, r in zip(DATA, draw("epg", 8, 3, 60, 95, 2, 1), strict=True)
                ],
                ["Mittlerer Rang", "2,1", "2,4", "1,5"],
            ],
            sep=";",
        ),
        scores(["Entscheidungsbaum", "Naive Bayes", "SVM"], 8, plain=True),
    ),
    "Korean heads": (
        csv(["데이터셋", "랜덤 포레스트", "SVM"], beside(DATA, draw("kor", 8, 2))),
        scores(["랜덤 포레스트", "SVM"], 8),
    ),
    "Spanish errors": (
        csv(
            ["conjunto de datos", "tasa de error RF", "tasa de error SVM"],
            beside(DATA, draw("spe", 8, 2, 0.05, 0.3)),
        ),
        scores(["RF", "SVM"], 8, higher=False),
    ),
    "confidence intervals as columns": (
        csv(
            ["dataset", "RF", "RF_lo", "RF_hi", "SVM", "SVM_lo", "SVM_hi"],
            [
                [
                    d,
                    a,
                    f"{float(a) - 0.02:.3f}",
                    f"{float(a) + 0.02:.3f}",
                    b,
                    f"{float(b) - 0.02:.3f}",
                    f"{float(b) + 0.02:.3f}",
                ]
                for d, (a, b) in zip(DATA, draw("cic", 8, 2), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 8),
    ),
    "intervals in brackets in cells": (
        markdown(
            ["Dataset", "XGBoost", "TabPFN"],
            [
                [
                    d,
                    f"{a} [{float(a) - 0.02:.3f}, {float(a) + 0.02:.3f}]",
                    f"**{b}** [{float(b) - 0.02:.3f}, {float(b) + 0.02:.3f}]",
                ]
                for d, (a, b) in zip(DATA, draw("ibc", 8, 2), strict=True)
            ],
        ),
        scores(["XGBoost", "TabPFN"], 8),
    ),
    "marks of significance in cells": (
        csv(
            ["dataset", "C4.5", "NB", "SMO"],
            [
                [d, a, f"{b} v", f"{c} *"]
                for d, (a, b, c) in zip(DATA, draw("mos", 8, 3, 60, 95, 2, 2), strict=True)
            ],
        ),
        scores(["C4.5", "NB", "SMO"], 8),
    ),
    "F1 of two annotators and a model by document": (
        csv(
            ["document", "annotator 1", "annotator 2", "model"],
            beside([f"doc{i}" for i in range(12)], draw("f1d", 12, 3)),
        ),
        ASKED,
    ),
    "pupils with points in tasks and a total": (
        csv(
            ["pupil", "task 1", "task 2", "task 3", "total"],
            [[f"pupil {i}", *r, sum(map(int, r))] for i, r in enumerate(whole("pup", 22, 3, 0, 10), 1)],
        ),
        ASKED,
    ),
    "quantised models by benchmark": (
        csv(
            ["benchmark", "Llama-3-8B", "Llama-3-8B-Q4", "Llama-3-8B-Q8"],
            beside(
                ["MMLU", "GSM8K", "HumanEval", "ARC-C", "HellaSwag", "TruthfulQA"],
                draw("qnb", 6, 3, 40, 80, 2, 1),
            ),
        ),
        scores(["Llama-3-8B", "Llama-3-8B-Q4", "Llama-3-8B-Q8"], 6),
    ),
    "perplexities by corpus": (
        csv(
            ["corpus", "GPT-2 ppl", "GPT-Neo ppl", "OPT ppl"],
            beside(["WikiText-103", "PTB", "LAMBADA", "C4", "enwik8"], draw("ppl", 5, 3, 10, 60, 3, 2)),
        ),
        scores(["GPT-2", "GPT-Neo", "OPT"], 5, higher=False),
    ),
    "genes with fold changes": (
        csv(
            ["gene", "log2FC", "pvalue", "padj"],
            [[f"ENSG{i:05}", *r] for i, r in enumerate(draw("gfc", 20, 3))],
        ),
        ASKED,
    ),
    "C-index of survival models by cohort": (
        csv(
            ["cohort", "Cox", "RSF", "DeepSurv"],
            beside(["TCGA-BRCA", "METABRIC", "SUPPORT", "GBSG"], draw("cix", 4, 3)),
        ),
        ASKED,
    ),
    "Dice per fold, long, one dataset": (
        csv(
            ["fold", "method", "Dice"],
            [[f, m, v] for m in ("nnU-Net", "UNETR") for f, (v,) in enumerate(draw("dpf" + m, 5, 1))],
        ),
        scores(["nnU-Net", "UNETR"], 1, 5),
    ),
    "runs of an agent by task, resolved or not": (
        csv(
            ["instance_id", "agent", "resolved"],
            [
                [f"repo__{i}", a, bool((i * k) % 3)]
                for a, k in (("swe-agent", 2), ("aider", 5))
                for i in range(30)
            ],
        ),
        predictions(["swe-agent", "aider"], 30),
    ),
    "accuracy at each of five seeds, model and dataset in one cell": (
        csv(
            ["run", "seed1", "seed2", "seed3", "seed4", "seed5"],
            beside([f"{m}-{d}" for d in ("cifar10", "svhn") for m in ("vgg", "resnet")], draw("mdo", 4, 5)),
        ),
        ASKED,
    ),
    "a LaTeX table with colours and resizebox": (
        "\\begin{table}\n\\caption{Test accuracy (\\%)}\n\\resizebox{\\textwidth}{!}{\n"
        "\\begin{tabular}{lccc}\n\\toprule\n"
        "Dataset & XGBoost & LightGBM & CatBoost \\\\\n\\midrule\n"
        + "".join(
            f"{d} & {a} & \\cellcolor{{gray!20}}{b} & \\textbf{{{c}}} \\\\\n"
            for d, (a, b, c) in zip(DATA, draw("ltc2", 8, 3, 60, 95, 2, 1), strict=True)
        )
        + "\\bottomrule\n\\end{tabular}}\n\\end{table}\n",
        scores(BOOST, 8),
    ),
    "plain, with numbers of classes and of features": (
        csv(
            ["Dataset", "#Inst", "#Feat", "#Cls", *BOOST],
            [
                [d, 150 + 7 * i, 4 + i, 2 + i % 3, *r]
                for i, (d, r) in enumerate(zip(DATA, draw("pnc", 8, 3), strict=True))
            ],
        ),
        scores(BOOST, 8, plain=True),
    ),
    "plain, long, with a run's id and a date": (
        csv(
            ["run_id", "created_at", "dataset", "model", "auc"],
            [[f"r{i:04}", f"2025-03-{1 + i % 28:02}", *r] for i, r in enumerate(long("lid", BOOST, DATA))],
        ),
        scores(BOOST, 8, plain=True),
    ),
    "plain items with a subject": (
        csv(
            ["question_id", "subject", "model", "correct"],
            [
                [f"q{i}", ("law", "maths")[i % 2], m, int((i * k) % 4 > 0)]
                for m, k in (("phi", 3), ("qwen", 5))
                for i in range(40)
            ],
        ),
        items(["phi", "qwen"], 40, plain=True),
    ),
}
