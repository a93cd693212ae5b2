"""The twenty-first batch: what stands in shared folders of labs, companies and courses."""

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
    "australian",
    "breast-w",
    "chess",
    "cmc",
    "flags",
    "hayes-roth",
    "ilpd",
    "mushroom",
    "nursery",
    "page-blocks",
]
GRAPHS = ["Cora", "Citeseer", "PubMed", "ogbn-arxiv", "Amazon-Photo"]
LANGS = ["de", "fr", "es", "zh", "ja", "ar", "sw"]
NETS = ["GCN", "GAT", "GraphSAGE"]


def rows(key, names, data, more=1, **how):
    """Return rows of a dataset, a model and numbers."""
    return [
        [d, m, *row]
        for m in names
        for d, row in zip(data, draw(key + m, len(data), more, **how), strict=True)
    ]


TABLES = {
    "node classification with spreads and an out of memory": (
        markdown(
            ["Model", *GRAPHS],
            [
                [
                    m,
                    *(f"{v} ± 0.{k + 3}" for k, v in enumerate(r[:4])),
                    "OOM" if m == "GAT" else f"{r[4]} ± 0.5",
                ]
                for m, r in zip(NETS, draw("ncs", 3, 5, 60, 90, 2, 1), strict=True)
            ],
        ),
        scores(NETS, 5, plain=True),
    ),
    "zero-shot transfer by language with the source": (
        csv(
            ["model", "en (source)", *LANGS],
            beside(["mBERT", "XLM-R", "mT5"], draw("zst", 3, 8, 50, 85, 3, 1)),
        ),
        scores(["mBERT", "XLM-R", "mT5"], 8),
    ),
    "a gain in brackets beside each": (
        csv(
            ["dataset", "base", "ours"],
            [
                [d, a, f"{b} (+{abs(float(b) - float(a)):.1f})"]
                for d, (a, b) in zip(DATA, draw("gib", 10, 2, 60, 95, 2, 1), strict=True)
            ],
        ),
        scores(["base", "ours"], 10),
    ),
    "experiments with a status and a note": (
        csv(
            ["exp", "status", "dataset", "model", "acc", "notes"],
            [
                [f"exp{i:03}", "done", *r, ("", "re-run", "ok")[i % 3]]
                for i, r in enumerate(rows("ews", NETS, GRAPHS))
            ],
        ),
        scores(NETS, 5, plain=True),
    ),
    "experiments of which some failed": (
        csv(
            ["status", "dataset", "model", "acc"],
            [
                ["failed" if i == 4 else "finished", d, m, "" if i == 4 else v]
                for i, (d, m, v) in enumerate(rows("ewf", NETS, GRAPHS))
            ],
        ),
        scores(NETS, 5, plain=True),
    ),
    "classifier in rows, one dataset per sheet with measures": (
        csv(
            ["classifier", "acc", "prec", "rec", "f1", "auc"],
            beside(["NB", "SVM", "RF", "kNN"], draw("cro", 4, 5)),
        ),
        ASKED,
    ),
    "dataset by classifier with kappa below accuracy": (
        csv(
            ["dataset", "measure", "NB", "SVM", "RF"],
            [
                [d, k, *r]
                for d in DATA
                for k, r in zip(("accuracy", "kappa"), draw("dkb" + d, 2, 3), strict=True)
            ],
        ),
        scores(["NB", "SVM", "RF"], 10),
    ),
    "dataset by classifier with accuracy and time in rows": (
        csv(
            ["dataset", "", "NB", "SVM"],
            [
                [d, k, *r]
                for d in DATA[:5]
                for k, r in zip(("acc", "time"), draw("dat" + d, 2, 2), strict=True)
            ],
        ),
        ASKED,
    ),
    "hyperparameters as columns before scores of folds": (
        csv(
            ["C", "kernel", "fold1", "fold2", "fold3"],
            [
                [c, k, *r]
                for c, k, r in zip(
                    (0.1, 1, 10, 100), ("rbf", "rbf", "linear", "linear"), draw("hyp", 4, 3), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "GridSearchCV results as pandas writes them": (
        csv(
            [
                "",
                "mean_fit_time",
                "std_fit_time",
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
                [
                    i,
                    "0.01",
                    "0.001",
                    d,
                    f"\"{{'max_depth': {d}}}\"",
                    *r,
                    f"{sum(map(float, r)) / 3:.4f}",
                    "0.01",
                    i + 1,
                ]
                for i, (d, r) in enumerate(zip((3, 5, 7, 9), draw("gsc", 4, 3), strict=True))
            ],
        ),
        scores([f"max_depth={d}" for d in (3, 5, 7, 9)], 1, 3),
    ),
    "MLflow runs, tags and metrics of two datasets": (
        csv(
            [
                "run_id",
                "tags.mlflow.runName",
                "params.dataset",
                "params.model",
                "metrics.accuracy",
                "metrics.f1",
            ],
            [[f"{i:08x}", f"run-{i}", *r] for i, r in enumerate(rows("mlf", ("rf", "xgb", "svm"), DATA, 2))],
        ),
        scores(["rf", "xgb", "svm"], 10),
    ),
    "W&B grouped export with min and max": (
        csv(
            [
                "Step",
                "resnet - val_acc",
                "resnet - val_acc__MIN",
                "resnet - val_acc__MAX",
                "vit - val_acc",
                "vit - val_acc__MIN",
                "vit - val_acc__MAX",
            ],
            beside(range(0, 1000, 100), draw("wbg", 10, 6)),
        ),
        ASKED,
    ),
    "a churn campaign by segment": (
        csv(
            ["segment", "control", "treatment"],
            beside(["new", "loyal", "dormant", "premium"], draw("chn", 4, 2, 0.05, 0.3)),
        ),
        ASKED,
    ),
    "quality checks of three vendors by document type": (
        csv(
            ["document type", "Vendor A", "Vendor B", "Vendor C"],
            beside(["invoice", "receipt", "contract", "letter"], draw("qcv", 4, 3)),
        ),
        ASKED,
    ),
    "OCR character error by document": (
        csv(
            ["file", "tesseract CER", "trocr CER"],
            beside([f"scan_{i:03}.png" for i in range(20)], draw("ocr", 20, 2, 0.02, 0.2)),
        ),
        items(["tesseract", "trocr"], 20, higher=False),
    ),
    "radiologists with and without help": (
        csv(
            ["reader", "AUC unaided", "AUC aided"],
            beside([f"R{i}" for i in range(1, 11)], draw("rad", 10, 2)),
        ),
        ASKED,
    ),
    "trial sites with an intervention": (
        csv(
            ["site", "intervention", "control", "n_intervention", "n_control"],
            [[f"site {i}", *r, 30 + i, 28 + i] for i, r in enumerate(draw("trs", 8, 2))],
        ),
        ASKED,
    ),
    "a confusion of predicted and true with totals": (
        csv(
            ["true \\ pred", "cat", "dog", "total"],
            [["cat", 40, 10, 50], ["dog", 5, 45, 50], ["total", 45, 55, 100]],
        ),
        ASKED,
    ),
    "truth and predictions with confidence of each": (
        csv(
            ["image", "label", "resnet_pred", "resnet_conf", "vit_pred", "vit_conf"],
            [
                [f"img{i}.jpg", "cd"[i % 2], "cd"[(i + (i % 6 == 0)) % 2], a, "cd"[(i + (i % 8 == 0)) % 2], b]
                for i, (a, b) in enumerate(draw("tpc", 40, 2))
            ],
        ),
        predictions(["resnet", "vit"], 40),
    ),
    "features and a label of one model's predictions": (
        csv(
            ["age", "income", "y_true", "y_pred"],
            [[20 + i, 1000 + 37 * i, i % 2, (i + (i % 5 == 0)) % 2] for i in range(40)],
        ),
        ASKED,
    ),
    "two models' predictions of prices": (
        csv(
            ["house_id", "price", "pred_lgbm", "pred_ridge"],
            [[i, 200000 + 1000 * i, 201000 + 990 * i, 195000 + 1010 * i] for i in range(30)],
        ),
        ASKED,
    ),
    "homework points by question": (
        csv(
            ["name", "Q1", "Q2", "Q3", "Q4"],
            beside([f"student {i}" for i in range(18)], whole("hwp", 18, 4, 0, 10)),
        ),
        ASKED,
    ),
    "final marks of two years": (
        csv(
            ["student id", "2023", "2024"], beside([f"s{i}" for i in range(20)], whole("fmy", 20, 2, 40, 100))
        ),
        ASKED,
    ),
    "mean opinion scores by system and utterance, wide": (
        csv(
            ["utt_id", "tacotron", "vits", "ground truth"],
            beside([f"utt{i}" for i in range(15)], draw("mos", 15, 3, 3, 4.6, 0.2, 1)),
        ),
        ASKED,
    ),
    "preference counts of pairs": (
        csv(
            ["system A", "system B", "prefers A", "prefers B", "no preference"],
            [["x", "y", 20, 12, 8], ["x", "z", 18, 18, 4], ["y", "z", 9, 25, 6]],
        ),
        ASKED,
    ),
    "attack success by defence": (
        csv(
            ["Defense", "GCG", "PAIR", "AutoDAN"],
            beside(["none", "SmoothLLM", "perplexity filter", "paraphrase"], draw("atk", 4, 3, 0.1, 0.9)),
        ),
        ASKED,
    ),
    "retrieval with nDCG at ten, BEIR": (
        csv(
            ["Dataset", "BM25", "DPR", "ColBERTv2", "E5"],
            beside(
                ["TREC-COVID", "NFCorpus", "NQ", "HotpotQA", "FiQA-2018", "SciFact"],
                draw("bei", 6, 4, 0.2, 0.8),
            ),
        ),
        scores(["BM25", "DPR", "ColBERTv2", "E5"], 6),
    ),
    "training costs in GPU hours by model and dataset": (
        csv(["dataset", "GPU hours GCN", "GPU hours GAT"], beside(GRAPHS, draw("gph", 5, 2, 1, 40, 2, 1))),
        scores(["GCN", "GAT"], 5, higher=False),
    ),
    "energy of devices": (
        csv(
            ["device", "idle (W)", "load (W)"],
            beside(["Pi 4", "Jetson", "NUC", "Coral"], draw("dev", 4, 2, 2, 30, 2, 1)),
        ),
        ASKED,
    ),
    "Portuguese, tab separated, with sensitivity": (
        csv(
            ["Conjunto de dados", "Árvore", "Floresta", "Rede neural"],
            [[d, *(v.replace(".", ",") for v in r)] for d, r in zip(DATA, draw("prt", 10, 3), strict=True)],
            sep="\t",
        ),
        scores(["Árvore", "Floresta", "Rede neural"], 10),
    ),
    "Japanese, long": (
        csv(["データセット", "手法", "正解率"], rows("jpl", ("SVM", "RF", "提案手法"), DATA)),
        scores(["SVM", "RF", "提案手法"], 10, plain=True),
    ),
    "Chinese with improvement": (
        csv(
            ["数据集", "基线", "本文方法", "提升"],
            [
                [d, f"{70 + i:.1f}", f"{71.5 + 1.1 * i:.1f}", f"{1.5 + 0.1 * i:.1f}"]
                for i, d in enumerate(DATA)
            ],
        ),
        scores(["基线", "本文方法"], 10),
    ),
    "Swedish errors": (
        csv(["datamängd", "felfrekvens SVM", "felfrekvens RF"], beside(DATA, draw("swe", 10, 2, 0.05, 0.3))),
        scores(["SVM", "RF"], 10, higher=False),
    ),
    "LaTeX, siunitx and a multicolumn head": (
        "\\begin{tabular}{lS[table-format=2.1]S[table-format=2.1]}\n\\toprule\n"
        " & \\multicolumn{2}{c}{Accuracy (\\%)} \\\\\n"
        "\\cmidrule{2-3}\n{Dataset} & {SVM} & {RF} \\\\\n\\midrule\n"
        + "".join(
            f"{d} & {a} & \\bfseries {b} \\\\\n"
            for d, (a, b) in zip(DATA, draw("six", 10, 2, 60, 95, 2, 1), strict=True)
        )
        + "\\bottomrule\n\\end{tabular}\n",
        scores(["SVM", "RF"], 10, plain=True),
    ),
    "a number before each dataset and the winner after": (
        csv(
            ["No.", "Dataset", "SVM", "RF", "Winner"],
            [
                [i, d, a, b, "RF" if b > a else "SVM"]
                for i, (d, (a, b)) in enumerate(zip(DATA, draw("nbw", 10, 2), strict=True), 1)
            ],
        ),
        scores(["SVM", "RF"], 10, plain=True),
    ),
    "p and effect size behind": (
        csv(
            ["dataset", "SVM", "RF", "p", "Cohen's d"],
            [
                [d, *r, f"{0.01 + i / 40:.3f}", f"{0.2 + i / 20:.2f}"]
                for i, (d, r) in enumerate(zip(DATA, draw("pes", 10, 2), strict=True))
            ],
        ),
        scores(["SVM", "RF"], 10),
    ),
    "domains of an adaptation, long with a target": (
        csv(
            ["source", "target", "method", "accuracy"],
            [
                [s, t, m, v]
                for m in ("DANN", "CDAN")
                for (s, t), (v,) in zip(
                    [("A", "W"), ("A", "D"), ("W", "A"), ("D", "A")], draw("dom" + m, 4, 1), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "plain, long, regression with R2 and RMSE": (
        csv(
            ["dataset", "model", "r2", "rmse"],
            [[*r, f"{2 + i / 9:.2f}"] for i, r in enumerate(rows("prr", ("ridge", "gbm"), DATA))],
        ),
        scores(["ridge", "gbm"], 10, plain=True),
    ),
    "plain, fractions with an odd blank line and a total": (
        csv(["Dataset", "SVM", "RF", "kNN"], beside(DATA, draw("pbl", 10, 3)))
        + ",,,\nAverage,0.80,0.81,0.79\n",
        scores(["SVM", "RF", "kNN"], 10, plain=True),
    ),
    "plain, repeated folds of one dataset, wide": (
        csv(
            ["repeat", "fold", "SVM", "RF"],
            [[r, f, *v] for r in range(2) for f, v in enumerate(draw(f"prf{r}", 5, 2))],
        ),
        scores(["SVM", "RF"], 1, 10, plain=True),
    ),
}
