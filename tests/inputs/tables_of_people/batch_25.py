"""The twenty-fifth batch: tables of other fields: images, speech, recommenders, forecasts, survival, detectors."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    markdown,
    scores,
    whole,
)

SEGMENT = ["U-Net", "TransUNet", "Swin-UNet", "nnU-Net"]
SCANS = ["Synapse", "ACDC", "ISIC17", "BUSI", "Kvasir"]
SPOKEN = ["de", "fr", "es", "it", "pl", "nl", "pt", "ru"]
TASTE = ["ML-1M", "Gowalla", "Yelp2018", "Amazon-Book"]
RECOMMEND = ["BPR-MF", "LightGCN", "SASRec", "BERT4Rec"]
SERIES = ["m4_hourly", "m4_weekly", "tourism_monthly", "nn5_daily", "electricity_hourly", "traffic_weekly"]
FORECAST = ["ETS", "Theta", "N-BEATS", "DeepAR"]
COHORTS = ["GBSG", "METABRIC", "SUPPORT", "FLCHAIN", "WHAS500"]
SURVIVAL = ["CoxPH", "RSF", "DeepSurv", "DeepHit"]
ODD = ["1_ALOI", "2_annthyroid", "4_breastw", "6_cardio", "10_cover", "18_Ionosphere", "23_mammography"]
DETECT = ["PCA", "OCSVM", "LOF", "CBLOF", "HBOS", "IForest"]
OUTSIDE = ["iNaturalist", "SUN", "Places", "Textures"]
SCORERS = ["MSP", "ODIN", "Energy", "ReAct"]
TABULAR = ["airfoil", "blood", "churn", "diabetes", "fitness", "heloc"]
BOOST = ["LightGBM", "CatBoost", "TabM"]
FAIR = ["adult", "compas", "german", "bank"]
STREET = ["road", "sidewalk", "building", "wall", "fence", "pole", "traffic light", "vegetation"]
WALKS = ["ETH", "HOTEL", "UNIV", "ZARA1", "ZARA2"]
UPSCALE = ["Set5", "Set14", "BSD100", "Urban100", "Manga109"]
MOLECULES = ["BBBP", "Tox21", "ClinTox", "BACE", "SIDER", "ESOL", "FreeSolv", "Lipo"]


def fold_rows(key, names, data, folds, **how):
    """Return rows of a dataset, a fold, a method and a score."""
    return [
        [d, f, m, v] for m in names for d in data for f, (v,) in enumerate(draw(key + m + d, folds, 1, **how))
    ]


TABLES = {
    "Dice in percent, networks down, sets of scans across": (
        markdown(["Method", *SCANS], beside(SEGMENT, draw("dic", 4, 5, 70, 93, 2, 2))),
        scores(SEGMENT, 5, plain=True),
    ),
    "Hausdorff distance in the caption": (
        "Table 2: 95% Hausdorff distance (mm)\n"
        + csv(["Dataset", *SEGMENT], beside(SCANS, draw("hdc", 5, 4, 5, 30, 3, 2))),
        scores(SEGMENT, 5, higher=False),
    ),
    "HD95 in the corner with an arrow": (
        csv(["HD95 (mm) ↓", *SEGMENT], beside(SCANS, draw("hda", 5, 4, 5, 30, 3, 2))),
        scores(SEGMENT, 5, higher=False),
    ),
    "Dice and HD95 under each set, networks down": (
        csv(
            ["Method", *(f"{d} {m}" for d in SCANS[:3] for m in ("Dice", "HD95"))],
            [
                [n, *(c for p, q in zip(a, b, strict=True) for c in (p, q))]
                for n, a, b in zip(
                    SEGMENT, draw("dhd", 4, 3, 70, 93, 2, 2), draw("dhh", 4, 3, 5, 30, 3, 2), strict=True
                )
            ],
        ),
        scores(SEGMENT, 3),
    ),
    "word error rates by language in the corner": (
        csv(["WER (%)", "wav2vec2", "conformer", "whisper"], beside(SPOKEN, draw("wla", 8, 3, 5, 25, 2, 1))),
        scores(["wav2vec2", "conformer", "whisper"], 8, higher=False),
    ),
    "recommenders by NDCG@10 in the caption": (
        "NDCG@10 on four datasets\n"
        + csv(["Model", *TASTE], beside(RECOMMEND, draw("ndc", 4, 4, 0.05, 0.3, 0.01, 4))),
        scores(RECOMMEND, 4, plain=True),
    ),
    "recall and NDCG at 20 under each dataset": (
        csv(
            ["Model", *(f"{d} {m}@20" for d in TASTE for m in ("Recall", "NDCG"))],
            beside(RECOMMEND, draw("rnd", 4, 8, 0.05, 0.3, 0.01, 4)),
        ),
        scores(RECOMMEND, 4),
    ),
    "MASE in the corner": (
        csv(["MASE", *FORECAST], beside(SERIES, draw("mas", 6, 4, 0.8, 1.5, 0.1, 3))),
        scores(FORECAST, 6, higher=False, plain=True),
    ),
    "an archive of forecasts by dataset, frequency and term": (
        csv(
            [
                "dataset",
                "model",
                "eval_metrics/MASE[0.5]",
                "eval_metrics/mean_weighted_sum_quantile_loss",
                "domain",
                "num_variates",
            ],
            [
                [f"{d}/H/short", m, a, b, "Energy", 1]
                for m in FORECAST
                for d, (a, b) in zip(SERIES, draw("gif" + m, 6, 2, 0.5, 0.9), strict=True)
            ],
        ),
        scores(FORECAST, 6, higher=False),
    ),
    "concordance by fold, named in the title": (
        "C-index, METABRIC, 5-fold CV\n" + csv(["fold", *SURVIVAL], beside(range(1, 6), draw("cin", 5, 4))),
        scores(SURVIVAL, 1, 5),
    ),
    "integrated Brier scores in the corner": (
        csv(["IBS", *SURVIVAL], beside(COHORTS, draw("ibs", 5, 4, 0.1, 0.25, 0.01, 3))),
        scores(SURVIVAL, 5, higher=False),
    ),
    "survival models down, C-index and Brier of each cohort": (
        csv(
            ["Model", *(f"{d} {m}" for d in COHORTS[:3] for m in ("C-index", "IBS"))],
            beside(SURVIVAL, draw("sbr", 4, 6)),
        ),
        scores(SURVIVAL, 3),
    ),
    "detectors of anomalies on numbered datasets": (
        csv(["", *DETECT], beside(ODD, draw("adb", 7, 6, 0.5, 0.95))),
        scores(DETECT, 7, plain=True),
    ),
    "seconds of detectors, named above": (
        "Runtime in seconds\n" + csv(["dataset", *DETECT], beside(ODD, draw("adt", 7, 6, 1, 90, 4, 2))),
        scores(DETECT, 7, higher=False),
    ),
    "FPR95 and AUROC under each outside set": (
        csv(
            ["Method", *(f"{d} {m}" for d in OUTSIDE for m in ("FPR95", "AUROC"))],
            beside(SCORERS, draw("ood", 4, 8, 30, 90, 4, 2)),
        ),
        ASKED,
    ),
    "FPR95 with an arrow above, outside sets across, and their average": (
        "FPR95 ↓\n"
        + csv(
            ["Method", *OUTSIDE, "Average"],
            [
                [m, *r, f"{sum(map(float, r)) / 4:.2f}"]
                for m, r in zip(SCORERS, draw("fpr", 4, 4, 30, 90, 4, 2), strict=True)
            ],
        ),
        scores(SCORERS, 4, higher=False),
    ),
    "fairness gaps beside accuracies, long": (
        csv(
            ["dataset", "method", "accuracy", "dp_difference", "eo_difference"],
            [
                [d, m, *r]
                for m in ("LR", "Reweighing", "ExpGrad")
                for d, r in zip(FAIR, draw("fai" + m, 4, 3), strict=True)
            ],
        ),
        scores(["LR", "Reweighing", "ExpGrad"], 4),
    ),
    "demographic parity differences in the corner": (
        csv(
            ["Demographic parity difference", "LR", "Reweighing", "ExpGrad"],
            beside(FAIR, draw("dpd", 4, 3, 0.02, 0.2, 0.01, 3)),
        ),
        scores(["LR", "Reweighing", "ExpGrad"], 4, higher=False),
    ),
    "benchmarks with their shots in the heads": (
        markdown(
            [
                "Model",
                "MMLU (5-shot)",
                "GSM8K (8-shot, CoT)",
                "HumanEval (0-shot)",
                "ARC-C (25-shot)",
                "BBH (3-shot)",
            ],
            beside(["Llama-2-13B", "Mistral-7B", "Qwen-14B"], draw("sho", 3, 5, 30, 75, 3, 1)),
        ),
        scores(["Llama-2-13B", "Mistral-7B", "Qwen-14B"], 5, plain=True),
    ),
    "benchmarks with category, shots and metric of each": (
        markdown(
            ["Category", "Benchmark", "# Shots", "Metric", "Llama 3 8B", "Gemma 7B", "Mistral 7B"],
            [
                [c, b, s, m, *r]
                for c, b, s, m, r in zip(
                    ["General", "General", "Math", "Code", "Reasoning"],
                    ["MMLU", "BBH", "GSM8K", "HumanEval", "DROP"],
                    [5, 3, 8, 0, 3],
                    ["macro_avg/acc", "average/em", "em_maj1@1", "pass@1", "f1"],
                    draw("lcm", 5, 3, 30, 75, 3, 1),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "experiments with cross-validation, public and private board": (
        csv(
            ["experiment", "model", "CV", "Public LB", "Private LB"],
            [
                [f"exp{i:03}", m, *r]
                for i, (m, r) in enumerate(
                    zip(["lgbm", "xgb", "cat", "nn", "blend"], draw("cvb", 5, 3), strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "metric_error of frameworks by dataset and fold with times": (
        csv(
            [
                "dataset",
                "fold",
                "framework",
                "metric_error",
                "metric",
                "problem_type",
                "time_train_s",
                "time_infer_s",
            ],
            [
                [d, f, m, v, "roc_auc", "binary", f"{12 + f}.{len(d)}", "0.4"]
                for d, f, m, v in fold_rows("mer", BOOST, TABULAR, 3, low=0.05, high=0.3)
            ],
        ),
        scores(BOOST, 6, 3, higher=False, plain=True),
    ),
    "a board of methods with Elo, its ends and rates of wins": (
        csv(
            [
                "method",
                "elo",
                "elo+",
                "elo-",
                "winrate",
                "rank",
                "improvability",
                "median_time_train_s_per_1K",
            ],
            [
                [
                    m,
                    1500 - 40 * i,
                    30,
                    28,
                    f"{0.7 - i / 20:.2f}",
                    f"{5.2 + i:.1f}",
                    f"{0.08 + i / 50:.2f}",
                    f"{3.5 * (i + 1):.1f}",
                ]
                for i, m in enumerate(
                    [
                        "RealMLP (tuned)",
                        "TabM (default)",
                        "CatBoost (tuned)",
                        "XGBoost (tuned)",
                        "KNN (default)",
                    ]
                )
            ],
        ),
        ASKED,
    ),
    "a search whose setting is the classifier": (
        csv(
            [
                "mean_fit_time",
                "std_fit_time",
                "param_clf",
                "split0_test_score",
                "split1_test_score",
                "split2_test_score",
                "split3_test_score",
                "split4_test_score",
                "mean_test_score",
                "std_test_score",
                "rank_test_score",
            ],
            [
                ["0.11", "0.01", m, *r, f"{sum(map(float, r)) / 5:.4f}", "0.01", i + 1]
                for i, (m, r) in enumerate(
                    zip(
                        ["SVC()", "RandomForestClassifier()", "LogisticRegression()"],
                        draw("scl", 3, 5),
                        strict=True,
                    )
                )
            ],
        ),
        scores(["clf=SVC()", "clf=RandomForestClassifier()", "clf=LogisticRegression()"], 1, 5),
    ),
    "reports of three models stacked": (
        csv(
            ["model", "class", "precision", "recall", "f1-score", "support"],
            [
                [m, c, *r, 50]
                for m in ("svm", "rf", "cnn")
                for c, r in zip(
                    ("cat", "dog", "horse", "macro avg"), draw("rep" + m, 4, 3, digits=2), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "a report turned round": (
        csv(
            ["", "cat", "dog", "horse", "macro avg", "weighted avg"],
            beside(["precision", "recall", "f1-score"], draw("rtu", 3, 5, digits=2)),
        ),
        ASKED,
    ),
    "parts added one after another, known datasets across": (
        markdown(
            ["Variant", "CIFAR-10", "CIFAR-100", "SVHN", "STL-10"],
            beside(["Baseline", "+ mixup", "+ mixup + EMA", "+ all"], draw("add", 4, 4, 70, 95, 1, 1)),
        ),
        scores(["Baseline", "+ mixup", "+ mixup + EMA", "+ all"], 4),
    ),
    "p, effect size and wins below the datasets": (
        csv(
            ["Dataset", "RF", "SVM", "Ours"],
            [
                *beside(TABULAR, draw("pew", 6, 3)),
                ["p-value (Wilcoxon)", "0.031", "0.016", "-"],
                ["Effect size r", "0.61", "0.72", "-"],
                ["# wins", 1, 0, 5],
            ],
        ),
        scores(["RF", "SVM", "Ours"], 6),
    ),
    "differences to the baseline after each": (
        csv(
            ["Dataset", "LR", "RF", "Δ RF vs LR", "XGB", "Δ XGB vs LR"],
            [
                [d, a, b, f"{float(b) - float(a):+.3f}", c, f"{float(c) - float(a):+.3f}"]
                for d, (a, b, c) in zip(TABULAR, draw("dvb", 6, 3), strict=True)
            ],
        ),
        scores(["LR", "RF", "XGB"], 6),
    ),
    "two heads: a model above, dev and test below": (
        csv(
            ["", "BERT", "BERT", "RoBERTa", "RoBERTa"],
            [
                ["task", "dev", "test", "dev", "test"],
                *beside(["RTE", "MRPC", "CoLA", "SST-2", "QNLI"], draw("dvt", 5, 4, 60, 95, 2, 1)),
            ],
        ),
        ASKED,
    ),
    "votes of people for one of two answers": (
        csv(
            ["prompt", "votes for A", "votes for B", "no preference"],
            beside([f"prompt {i}" for i in range(15)], whole("vot", 15, 3, 0, 9)),
        ),
        ASKED,
    ),
    "users with a variant and whether they bought": (
        csv(
            ["user_id", "variant", "purchased"], [[f"u{i}", "AB"[i % 2], int(i % 7 == 0)] for i in range(60)]
        ),
        ASKED,
    ),
    "IoU of each class, networks across": (
        csv(
            ["class", "DeepLabv3+", "SegFormer", "Mask2Former"],
            beside(STREET, draw("iou", 8, 3, 40, 95, 2, 1)),
        ),
        ASKED,
    ),
    "IoU of each class across, networks down, with their mean": (
        csv(
            ["Method", *STREET, "mIoU"],
            [
                [m, *r, f"{sum(map(float, r)) / 8:.1f}"]
                for m, r in zip(
                    ["DeepLabv3+", "SegFormer", "Mask2Former"], draw("iom", 3, 8, 40, 95, 2, 1), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "shares of labels down, models across": (
        csv(
            ["Labeled", "FixMatch", "MixMatch", "Supervised"],
            beside(["1%", "5%", "10%", "50%", "100%"], draw("lab", 5, 3, 50, 95, 2, 1)),
        ),
        ASKED,
    ),
    "displacements of pedestrians, two in a cell": (
        csv(
            ["Method", *WALKS],
            [
                [m, *(f"{v}/{float(v) * 1.9:.2f}" for v in r)]
                for m, r in zip(
                    ["S-LSTM", "S-GAN", "Trajectron++"], draw("ade", 3, 5, 0.2, 0.9, 0.05, 2), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "displacements of pedestrians, one, named above": (
        "ADE (m) after 4.8 s\n"
        + csv(
            ["Method", *WALKS, "AVG"],
            [
                [m, *r, f"{sum(map(float, r)) / 5:.2f}"]
                for m, r in zip(
                    ["S-LSTM", "S-GAN", "Trajectron++"], draw("ad1", 3, 5, 0.2, 0.9, 0.05, 2), strict=True
                )
            ],
        ),
        scores(["S-LSTM", "S-GAN", "Trajectron++"], 5, higher=False),
    ),
    "PSNR with the SSIM after a slash": (
        csv(
            ["Scale x4", *UPSCALE],
            [
                [m, *(f"{v}/0.{8 + i % 2}{i}12" for i, v in enumerate(r))]
                for m, r in zip(["EDSR", "RCAN", "SwinIR"], draw("psn", 3, 5, 25, 33, 0.3, 2), strict=True)
            ],
        ),
        ASKED,
    ),
    "molecules: areas under the curve and errors in one table": (
        markdown(
            ["Model", *MOLECULES],
            [
                [m, *a, *b]
                for m, a, b in zip(
                    ["D-MPNN", "AttentiveFP", "GROVER", "Uni-Mol"],
                    draw("mla", 4, 5, 60, 95, 1, 1),
                    draw("mlb", 4, 3, 0.6, 2.5, 0.05, 3),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "engines, their RMSE and the score of late alarms": (
        "Score on C-MAPSS\n"
        + csv(
            ["Method", "FD001", "FD002", "FD003", "FD004"],
            beside(["CNN", "LSTM", "DCNN", "AGCNN"], draw("cma", 4, 4, 200, 3000, 90, 1)),
        ),
        ASKED,
    ),
}
