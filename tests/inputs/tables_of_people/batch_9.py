"""The ninth batch, made after the eighth was mended."""

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

UCI = ["zoo", "yeast", "wilt", "vehicle", "titanic", "sonar", "ringnorm", "page-blocks", "nursery", "magic"]
OWN = ["fraud_2021", "fraud_2022", "churn_eu", "churn_us", "leads_q1", "leads_q2", "claims", "calls"]
TWO = ["champion", "challenger"]

TABLES = {
    "own datasets under a plain head, two pipelines": (
        csv(["dataset", *TWO], beside(OWN, draw("own", 8, 2))),
        scores(TWO, 8, plain=True),
    ),
    "own datasets across, models down": (
        csv(["model", *OWN], beside(["logreg_v1", "gbm_v2", "nn_v3"], draw("owna", 3, 8))),
        scores(["logreg_v1", "gbm_v2", "nn_v3"], 8, plain=True),
    ),
    "a confusion with counts of three": (
        csv(
            ["true\\pred", "setosa", "versicolor", "virginica"],
            [["setosa", 50, 0, 0], ["versicolor", 0, 47, 3], ["virginica", 0, 2, 48]],
        ),
        ASKED,
    ),
    "BLEU by direction": (
        csv(
            ["direction", "Google", "DeepL", "NLLB"],
            beside(["en-de", "de-en", "en-fr", "fr-en", "en-zh", "zh-en"], draw("mt", 6, 3, 20, 45, 1, 1)),
        ),
        ASKED,
    ),
    "translation by language pair with the measure in the file": (
        csv(
            ["language pair", "mBART BLEU", "NLLB BLEU"],
            beside(["en-de", "de-en", "en-fr", "fr-en", "en-zh", "zh-en"], draw("mt2", 6, 2, 20, 45, 1, 1)),
        ),
        scores(["mBART", "NLLB"], 6, plain=True),
    ),
    "perplexity under a name": (
        csv(
            ["corpus", "GPT-2 ppl", "OPT ppl", "Pythia ppl"],
            beside(["wikitext-2", "ptb", "lambada", "c4", "pile", "enron"], draw("ppl", 6, 3, 15, 60, 2, 2)),
        ),
        scores(["GPT-2", "OPT", "Pythia"], 6, higher=False, plain=True),
    ),
    "retrieval with measures across of three systems": (
        csv(
            ["system", "MRR@10", "nDCG@10", "Recall@100", "Latency (ms)"],
            beside(["BM25", "DPR", "ColBERT"], draw("ret", 3, 3), draw("retl", 3, 1, 10, 90, 5, 0)),
        ),
        ASKED,
    ),
    "average precision by class of a detector": (
        csv(
            ["Method", "aero", "bike", "bird", "boat", "bottle", "mAP"],
            [
                [m, *r, f"{sum(map(float, r)) / 5:.1f}"]
                for m, r in zip(["YOLOv3", "SSD", "DETR"], draw("voc", 3, 5, 50, 90, 3, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "detectors by sizes of objects": (
        csv(
            ["Backbone", "AP", "AP50", "AP75", "APs", "APm", "APl"],
            beside(["R50", "R101", "Swin-T"], draw("coco", 3, 6, 30, 60, 2, 1)),
        ),
        ASKED,
    ),
    "survival concordance by cancer": (
        csv(
            ["cohort", "Cox", "DeepSurv", "RSF"],
            beside(["BRCA", "LUAD", "GBM", "KIRC", "UCEC", "BLCA"], draw("surv", 6, 3, 0.55, 0.75)),
        ),
        ASKED,
    ),
    "IC50 of compounds": (
        csv(
            ["compound", "assay1", "assay2"],
            beside([f"CHEMBL{i}" for i in range(10)], draw("ic", 10, 2, 1, 9, 0.4, 2)),
        ),
        ASKED,
    ),
    "gene expression": (
        csv(
            ["gene", "ctrl_1", "ctrl_2", "treat_1", "treat_2"],
            beside(["TP53", "BRCA1", "MYC", "EGFR", "KRAS", "PTEN"], draw("gene", 6, 4, 2, 12, 0.5, 2)),
        ),
        ASKED,
    ),
    "stock prices": (
        csv(
            ["Date", "AAPL", "MSFT", "GOOG"],
            beside([f"2024-01-{i:02d}" for i in range(2, 12)], draw("stk", 10, 3, 150, 190, 3, 2)),
        ),
        ASKED,
    ),
    "grades of essays by models and a teacher": (
        csv(
            ["essay_id", "teacher", "gpt4", "claude"],
            [[f"e{i}", *r] for i, r in enumerate(whole("ess", 20, 3, 1, 6))],
        ),
        ASKED,
    ),
    "labels by two annotators": (
        csv(
            ["text_id", "ann_a", "ann_b"],
            [[i, ["pos", "neg"][i % 2], ["pos", "neg", "pos"][i % 3]] for i in range(20)],
        ),
        ASKED,
    ),
    "predictions with a column called gold": (
        csv(
            ["id", "gold", "bert", "roberta"],
            [[i, "abc"[i % 3], "abc"[(i * 2) % 3], "abc"[i % 3 if i % 5 else 0]] for i in range(30)],
        ),
        predictions(["bert", "roberta"], 30),
    ),
    "answers right or wrong in words": (
        csv(
            ["qid", "modelA", "modelB"],
            [
                [f"q{i}", "correct" if i % 3 else "incorrect", "correct" if i % 4 else "incorrect"]
                for i in range(25)
            ],
        ),
        predictions(["modelA", "modelB"], 25),
    ),
    "tests passed, true and false": (
        csv(["instance_id", "agent1", "agent2"], [[f"repo__{i}", i % 3 != 0, i % 4 != 0] for i in range(24)]),
        predictions(["agent1", "agent2"], 24),
    ),
    "points of a ROC curve": (
        csv(
            ["fpr", "tpr", "threshold"],
            [[f"{i / 20:.2f}", f"{min(1, i / 12):.2f}", f"{1 - i / 20:.2f}"] for i in range(20)],
        ),
        ASKED,
    ),
    "ROC points of two models": (
        csv(
            ["fpr", "tpr_rf", "tpr_svm"],
            [[f"{i / 20:.2f}", f"{min(1, i / 10):.2f}", f"{min(1, i / 14):.2f}"] for i in range(20)],
        ),
        ASKED,
    ),
    "validation curves over gamma": (
        csv(
            ["gamma", "train_mean", "test_mean"],
            beside(["1e-4", "1e-3", "1e-2", "1e-1", "1"], draw("gam", 5, 2)),
        ),
        ASKED,
    ),
    "grid of C and gamma": (
        csv(["C \\ gamma", "0.001", "0.01", "0.1", "1"], beside(["0.1", "1", "10", "100"], draw("cg", 4, 4))),
        ASKED,
    ),
    "p-values of a Nemenyi test by pairs": (
        csv(
            ["pair", "statistic", "p"],
            [[f"{a} vs {b}", "2.1", "0.03"] for a, b in (("RF", "SVM"), ("RF", "NB"), ("SVM", "NB"))],
        ),
        ASKED,
    ),
    "correlations of measures": (
        csv(["", "acc", "f1", "auc"], [["acc", 1, 0.9, 0.8], ["f1", 0.9, 1, 0.85], ["auc", 0.8, 0.85, 1]]),
        ASKED,
    ),
    "win, tie and loss against a baseline": (
        csv(["classifier", "win", "tie", "loss"], [["RF", 12, 3, 5], ["SVM", 10, 4, 6], ["NB", 3, 2, 15]]),
        ASKED,
    ),
    "mean ranks": (
        csv(["classifier", "mean_rank"], [["RF", 1.8], ["SVM", 2.1], ["NB", 3.2], ["kNN", 2.9]]),
        ASKED,
    ),
    "relative improvements in percent": (
        csv(
            ["dataset", "ours vs A", "ours vs B"],
            [
                [d, f"+{r[0]}%", f"+{r[1]}%"]
                for d, r in zip(UCI, draw("rel", 10, 2, 1, 9, 0.5, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "times only": (
        csv(["dataset", "RF_time", "SVM_time", "NB_time"], beside(UCI, draw("tim", 10, 3, 1, 90, 5, 2))),
        scores(["RF", "SVM", "NB"], 10, higher=False),
    ),
    "losses with negative numbers": (
        csv(
            ["dataset", "classifier", "neg_log_loss"],
            [
                [d, m, f"-{r[0]}"]
                for m in ("RF", "SVM")
                for d, r in zip(UCI, draw("nll" + m, 10, 1, 0.2, 0.9), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 10, plain=True),
    ),
    "errors as one minus accuracy": (
        csv(
            ["dataset", "classifier", "1-acc"],
            [
                [d, m, r[0]]
                for m in ("RF", "SVM")
                for d, r in zip(UCI, draw("oma" + m, 10, 1, 0.1, 0.4), strict=True)
            ],
        ),
        scores(["RF", "SVM"], 10, higher=False),
    ),
    "a Markdown table with arrows": (
        markdown(["Task", "Base ↓", "Ours ↓"], beside(UCI, draw("arr", 10, 2, 0.1, 0.4))),
        scores(["Base", "Ours"], 10, higher=False),
    ),
    "fairness gaps by dataset": (
        csv(["dataset", "DP gap RF", "DP gap LR"], beside(UCI, draw("fair", 10, 2, 0.05, 0.2))),
        ASKED,
    ),
    "clusterings by ARI": (
        csv(
            ["dataset", "kmeans_ARI", "dbscan_ARI", "spectral_ARI"], beside(UCI, draw("ari", 10, 3, 0.2, 0.8))
        ),
        scores(["kmeans", "dbscan", "spectral"], 10, plain=True),
    ),
    "two experiments under one head": (
        csv(
            ["dataset", "exp", "RF", "SVM"],
            [[d, e, *r] for e in ("small", "large") for d, r in zip(UCI, draw("ex" + e, 10, 2), strict=True)],
        ),
        ASKED,
    ),
    "seven folds with a summary row": (
        csv(["fold", "lgbm", "xgb"], [*beside(range(1, 8), draw("f7", 7, 2)), ["mean", "0.8", "0.81"]]),
        scores(["lgbm", "xgb"], 1, 7),
    ),
    "German marks with comma and a mean": (
        csv(
            ["Aufgabe", "Modell A", "Modell B"],
            [[f"A{i}", *(c.replace(".", ",") for c in r)] for i, r in enumerate(draw("auf", 8, 2))],
            ";",
        ),
        ASKED,
    ),
    "spam filter counts": (
        csv(
            ["filter", "TP", "FP", "TN", "FN"], beside(["bayes", "svm", "rules"], whole("spam", 3, 4, 5, 500))
        ),
        ASKED,
    ),
    "hours of sleep": (
        csv(
            ["", "Mon", "Tue", "Wed", "Thu"],
            beside(["Ann", "Bob", "Cid", "Dee"], draw("slp", 4, 4, 5, 9, 0.5, 1)),
        ),
        ASKED,
    ),
    "plain, three columns, one row in doubt": (
        csv(
            ["Data Set", "J48", "JRip", "IBk"],
            beside([*UCI[:9], "Others"], draw("weka", 10, 3, 60, 95, 2, 2)),
        ),
        scores(["J48", "JRip", "IBk"], 10, plain=True),
    ),
    "items of an exam by models, graded": (
        csv(
            ["item", "subject", "GPT", "Gemini"],
            [
                [f"i{k}", ["bio", "chem"][k % 2], *r]
                for k, r in enumerate(draw("exam", 24, 2, 0.2, 0.9, 0.1, 2))
            ],
        ),
        items(["GPT", "Gemini"], 24),
    ),
}
