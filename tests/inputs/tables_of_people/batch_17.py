"""The seventeenth batch: what runs, sweeps, boards and programs of statistics write out."""

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

DATA = ["credit-g", "diabetes", "vehicle", "segment", "kr-vs-kp", "spambase", "vowel", "letter"]
TIMM = ["resnet50.a1_in1k", "vit_base_patch16_224", "convnext_tiny"]
TASKS = ["arc_easy", "boolq", "hellaswag", "piqa", "winogrande", "openbookqa"]
CHAT = ["gpt-4o-mini", "gemma-2-9b-it", "qwen2-7b-instruct"]


def long_of(key, head, models, order=("d", "m", "v"), low=0.6, high=0.95):
    """Return a row for each dataset and model, in some order of the columns."""
    rows = []
    for m in models:
        for d, (v,) in zip(DATA, draw(key + m, len(DATA), 1, low, high), strict=True):
            at = {"d": d, "m": m, "v": v}
            rows.append([at[c] for c in order])
    return csv(head, rows)


TABLES = {
    "W&B sweep with a summary": (
        csv(
            ["Name", "State", "Created", "Runtime", "lr", "batch_size", "val/acc", "val/loss"],
            [
                [f"glad-sea-{i}", "finished", "2024-05-01T10:00:00.000Z", 300 + i, 0.001 * (i + 1), 32, a, b]
                for i, (a, b) in enumerate(draw("wbs", 8, 2))
            ],
        ),
        ASKED,
    ),
    "W&B export of one curve for each run": (
        csv(
            [
                "Step",
                "resnet - val/acc",
                "resnet - val/acc__MIN",
                "resnet - val/acc__MAX",
                "vit - val/acc",
                "vit - val/acc__MIN",
                "vit - val/acc__MAX",
            ],
            [[i * 100, *(v for v in r for _ in range(3))] for i, r in enumerate(draw("wbc", 10, 2))],
        ),
        ASKED,
    ),
    "W&B runs with config, dataset and seed": (
        csv(
            ["Name", "config/model", "config/dataset", "config/seed", "test_acc"],
            [
                [f"run-{m}-{d}-{s}", m, d, s, v[s]]
                for m in ("mlp", "ft-transformer")
                for d, v in zip(DATA, draw("wbr" + m, 8, 3), strict=True)
                for s in range(3)
            ],
        ),
        scores(["mlp", "ft-transformer"], 8, 3),
    ),
    "MLflow runs with the classifier as a parameter and no dataset": (
        csv(
            ["run_id", "params.classifier", "params.C", "metrics.accuracy", "metrics.f1"],
            [
                [f"{i:032x}", m, 10**i, a, b]
                for i, (m, (a, b)) in enumerate(
                    zip(["svc", "lr", "rf", "knn"], draw("mlc", 4, 2), strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "Papers with Code leaderboard": (
        csv(
            ["Rank", "Model", "Top 1 Accuracy", "Number of params", "Extra Training Data", "Paper", "Year"],
            [
                [i + 1, f"M-{i}", f"{90 - i * 0.4:.1f}%", f"{100 + 7 * i}M", "✓", "A title", 2023 - i]
                for i in range(9)
            ],
        ),
        ASKED,
    ),
    "Kaggle public and private board": (
        csv(
            ["Rank", "TeamId", "TeamName", "LastSubmissionDate", "Score", "SubmissionCount"],
            [
                [i + 1, 9000 + i, f"team {i}", "2023-01-01", f"{0.91 - i / 500:.5f}", 10 + i]
                for i in range(12)
            ],
        ),
        ASKED,
    ),
    "timm results": (
        csv(
            [
                "model",
                "top1",
                "top1_err",
                "top5",
                "top5_err",
                "param_count",
                "img_size",
                "crop_pct",
                "interpolation",
            ],
            [
                [
                    m,
                    f"{80 + i:.3f}",
                    f"{20 - i:.3f}",
                    f"{95 + i / 3:.3f}",
                    f"{5 - i / 3:.3f}",
                    f"{25.5 + i}",
                    224,
                    0.95,
                    "bicubic",
                ]
                for i, m in enumerate(TIMM)
            ],
        ),
        ASKED,
    ),
    "timm on several test sets": (
        csv(
            ["model", "imagenet", "imagenet-v2", "imagenet-r", "imagenet-a", "sketch"],
            beside(TIMM, draw("tim", 3, 5, 30, 85, 3, 2)),
        ),
        scores(TIMM, 5),
    ),
    "OpenML evaluations": (
        csv(
            [
                "run_id",
                "task_id",
                "setup_id",
                "flow_id",
                "flow_name",
                "data_id",
                "data_name",
                "function",
                "value",
            ],
            [
                [1000 + i, 31, 5, 8, f, 31, d, "area_under_roc_curve", v]
                for i, (f, d, v) in enumerate(
                    (f, d, v)
                    for f in ("weka.J48(1)", "weka.RandomForest(2)")
                    for d, (v,) in zip(DATA, draw("oml" + f, 8, 1), strict=True)
                )
            ],
        ),
        scores(["weka.J48(1)", "weka.RandomForest(2)"], 8),
    ),
    "TabZilla-like, folds with validation and test": (
        csv(
            [
                "dataset_name",
                "alg_name",
                "dataset_fold_id",
                "Accuracy__val",
                "Accuracy__test",
                "training_time",
            ],
            [
                [d, a, f"{d}__fold_{f}", x, y, f"{1.5 + f:.2f}"]
                for a in ("CatBoost", "SAINT")
                for d in DATA[:4]
                for f, (x, y) in enumerate(draw(a + d, 3, 2))
            ],
        ),
        ASKED,
    ),
    "TabArena-like, with errors and times": (
        csv(
            [
                "dataset",
                "fold",
                "method",
                "metric_error",
                "time_train_s",
                "time_infer_s",
                "metric",
                "problem_type",
            ],
            [
                [d, f, m, v, "12.1", "0.3", "rmse", "regression"]
                for m in ("LightGBM", "TabPFN")
                for d in DATA[:5]
                for f, (v,) in enumerate(draw(m + d, 3, 1, 0.2, 0.9))
            ],
        ),
        scores(["LightGBM", "TabPFN"], 5, 3, higher=False),
    ),
    "lm-eval summary in Markdown": (
        markdown(["Tasks", *CHAT], [[t, *r] for t, r in zip(TASKS, draw("lms", 6, 3), strict=True)]),
        scores(CHAT, 6, plain=True),
    ),
    "AlpacaEval board": (
        csv(
            ["", "win_rate", "standard_error", "n_total", "avg_length", "length_controlled_winrate"],
            [
                [m, f"{50 - 5 * i}.2", "1.4", 805, 1800 + 40 * i, f"{48 - 4 * i}.1"]
                for i, m in enumerate(CHAT)
            ],
        ),
        ASKED,
    ),
    "Open LLM board, models down": (
        csv(
            [
                "Model",
                "Average ⬆️",
                "IFEval",
                "BBH",
                "MATH Lvl 5",
                "GPQA",
                "MUSR",
                "MMLU-PRO",
                "#Params (B)",
                "CO₂ cost (kg)",
            ],
            [
                [m, f"{sum(map(float, r)) / 6:.2f}", *r, p, "1.2"]
                for m, r, p in zip(CHAT, draw("oll", 3, 6, 10, 80, 3, 2), (8, 9, 7), strict=True)
            ],
        ),
        scores(CHAT, 6),
    ),
    "Weka's printed comparison": (
        "Dataset                   (1) rules.Ze | (2) trees (3) bayes\n"
        "----------------------------------------------------------\n"
        + "".join(
            f"{d:<24}(100)   {a} |   {b} v   {c}\n"
            for d, (a, b, c) in zip(DATA, draw("wek", 8, 3, 60, 90, 3, 2), strict=True)
        )
        + "----------------------------------------------------------\n"
        "                               (v/ /*) |   (8/0/0)   (8/0/0)\n",
        ASKED,
    ),
    "caret resamples, once more": (
        csv(
            ["Resample", "rf~Accuracy", "rf~Kappa", "svm~Accuracy", "svm~Kappa"],
            [[f"Fold{i:02}.Rep1", *r] for i, r in enumerate(draw("car", 10, 4), 1)],
        ),
        scores(["rf", "svm"], 1, 10),
    ),
    "mlr3 aggregated benchmark": (
        csv(
            ["nr", "task_id", "learner_id", "resampling_id", "iters", "classif.ce"],
            [
                [i, t, m, "cv", 10, v]
                for i, (t, m, v) in enumerate(
                    (
                        (t, m, v)
                        for m in ("classif.rpart", "classif.ranger")
                        for t, (v,) in zip(DATA, draw("mlr" + m, 8, 1, 0.05, 0.4), strict=True)
                    ),
                    1,
                )
            ],
        ),
        scores(["classif.rpart", "classif.ranger"], 8, higher=False),
    ),
    "pandas pivot with a name over the columns": (
        csv(["model", "lgbm", "xgb", "cat"], [["dataset", "", "", ""], *beside(DATA, draw("piv", 8, 3))]),
        scores(["lgbm", "xgb", "cat"], 8),
    ),
    "groupby agg with mean and std below the head": (
        csv(
            ["", "lgbm", "lgbm", "xgb", "xgb"],
            [
                ["", "mean", "std", "mean", "std"],
                ["dataset", "", "", "", ""],
                *[[d, a, "0.010", b, "0.012"] for d, (a, b) in zip(DATA, draw("gag", 8, 2), strict=True)],
            ],
        ),
        scores(["lgbm", "xgb"], 8),
    ),
    "describe of folds by model": (
        csv(
            ["model", "count", "mean", "std", "min", "25%", "50%", "75%", "max"],
            [[m, 10, *r] for m, r in zip(["rf", "svm", "nb"], draw("dsc", 3, 7), strict=True)],
        ),
        ASKED,
    ),
    "Optuna study of several objectives": (
        csv(
            ["number", "values_0", "values_1", "params_lr", "params_wd", "state"],
            [[i, a, b, "0.01", "0.1", "COMPLETE"] for i, (a, b) in enumerate(draw("opm", 12, 2))],
        ),
        ASKED,
    ),
    "PyCaret's compare_models, once more": (
        csv(
            ["", "Model", "Accuracy", "AUC", "Recall", "Prec.", "F1", "Kappa", "MCC", "TT (Sec)"],
            [
                [k, m, *r, "0.31"]
                for k, m, r in zip(
                    ["et", "lightgbm", "ridge"],
                    ["Extra Trees Classifier", "Light Gradient Boosting Machine", "Ridge Classifier"],
                    draw("pyc", 3, 7),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "AutoGluon board with times": (
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
                [m, a, b, "accuracy", "0.1", "2.3", 1, "True", i]
                for i, (m, (a, b)) in enumerate(
                    zip(
                        ["WeightedEnsemble_L2", "CatBoost", "NeuralNetFastAI"], draw("agl", 3, 2), strict=True
                    )
                )
            ],
        ),
        ASKED,
    ),
    "Lightning's metrics.csv": (
        csv(
            ["epoch", "step", "train_loss", "val_acc", "val_loss"],
            [[i, 100 * i, "0.41", a, b] for i, (a, b) in enumerate(draw("lmc", 12, 2))],
        ),
        ASKED,
    ),
    "confusion matrix of classes": (
        csv(
            ["true \\ pred", "cat", "dog", "bird"], beside(["cat", "dog", "bird"], whole("cfm", 3, 3, 2, 90))
        ),
        ASKED,
    ),
    "Spanish, long": (
        long_of("esp", ["conjunto de datos", "algoritmo", "exactitud"], ("bosque", "red")),
        scores(["bosque", "red"], 8),
    ),
    "French with a decimal comma and a mean": (
        csv(
            ["Jeu de données", "Forêt", "SVM", "Moyenne"],
            [
                [
                    d,
                    a.replace(".", ","),
                    b.replace(".", ","),
                    f"{(float(a) + float(b)) / 2:.4f}".replace(".", ","),
                ]
                for d, (a, b) in zip(DATA, draw("frm", 8, 2), strict=True)
            ],
            ";",
        ),
        scores(["Forêt", "SVM"], 8),
    ),
    "Chinese, wide, with samples and features": (
        csv(
            ["数据集", "样本数", "特征数", "决策树", "随机森林"],
            [
                [d, 100 + 13 * i, 5 + i, *r]
                for i, (d, r) in enumerate(zip(DATA, draw("chi", 8, 2), strict=True))
            ],
        ),
        scores(["决策树", "随机森林"], 8),
    ),
    "German error rates in percent": (
        csv(
            ["Datensatz", "J48 Fehlerrate (%)", "SMO Fehlerrate (%)"],
            beside(DATA, draw("deu", 8, 2, 5, 30, 1, 1)),
        ),
        scores(["J48", "SMO"], 8, higher=False),
    ),
    "LaTeX with multirow groups of datasets": (
        "\\begin{tabular}{llccc}\n\\toprule\nType & Dataset & RF & GBM & \\textbf{Ours} \\\\\n\\midrule\n"
        + "".join(
            (f"\\multirow{{4}}{{*}}{{{'small' if i == 0 else 'large'}}}" if i in (0, 4) else "")
            + f" & {d} & "
            + " & ".join(r)
            + " \\\\\n"
            for i, (d, r) in enumerate(zip(DATA, draw("lmr", 8, 3), strict=True))
        )
        + "\\bottomrule\n\\end{tabular}\n",
        scores(["RF", "GBM", "Ours"], 8),
    ),
    "LaTeX with two rows of heads and two measures": (
        "\\begin{tabular}{lcccc}\n\\toprule\n & \\multicolumn{2}{c}{RF} & \\multicolumn{2}{c}{GBM} \\\\\n"
        "Dataset & Acc & F1 & Acc & F1 \\\\\n\\midrule\n"
        + "".join(f"{d} & " + " & ".join(r) + " \\\\\n" for d, r in zip(DATA, draw("ltm", 8, 4), strict=True))
        + "\\bottomrule\n\\end{tabular}\n",
        scores(["RF", "GBM"], 8),
    ),
    "HELM instances of two models": (
        csv(
            ["instance_id", "split", "model", "exact_match"],
            [
                [f"id{i}", "test", m, (i * k + i // 3) % 2]
                for m, k in (("a-7b", 1), ("b-13b", 2))
                for i in range(30)
            ],
        ),
        items(["a-7b", "b-13b"], 30),
    ),
    "power of motors": (
        csv(
            ["motor", "torque", "speed", "current"],
            beside([f"M{i}" for i in range(6)], draw("mot", 6, 3, 1, 90, 4, 1)),
        ),
        ASKED,
    ),
    "exam marks of pupils": (
        csv(
            ["pupil", "maths", "physics", "history"],
            beside([f"pupil {i}" for i in range(10)], whole("exm", 10, 3, 40, 100)),
        ),
        ASKED,
    ),
    "ablation with ticks, once more": (
        csv(
            ["aug", "ema", "mixup", "CIFAR-10", "CIFAR-100"],
            [["✓", "", "", "94.1", "75.2"], ["✓", "✓", "", "94.9", "76.0"], ["✓", "✓", "✓", "95.3", "77.1"]],
        ),
        ASKED,
    ),
    "true and forecast temperature": (
        csv(
            ["date", "observed", "gfs", "ecmwf"],
            [[f"2024-01-{i + 1:02}", *r] for i, r in enumerate(draw("tmp", 20, 3, 1, 20, 1, 1))],
        ),
        ASKED,
    ),
    "plain, two boosters, tab separated with quotes": (
        csv(
            ['"dataset"', '"CatBoost"', '"LightGBM"'],
            [[f'"{d}"', *r] for d, r in zip(DATA, draw("qts", 8, 2), strict=True)],
            "\t",
        ),
        scores(["CatBoost", "LightGBM"], 8, plain=True),
    ),
    "plain, long with a balanced accuracy": (
        long_of("bac", ["learner", "balanced_accuracy", "task"], ("ranger", "svm"), order=("m", "v", "d")),
        scores(["ranger", "svm"], 8, plain=True),
    ),
    "plain, F1 of folds in rows": (
        csv(["fold", "RF_f1", "SVM_f1", "NB_f1"], beside(range(1, 11), draw("ffr", 10, 3))),
        scores(["RF", "SVM", "NB"], 1, 10, plain=True),
    ),
    "plain predictions, words": (
        csv(
            ["image_id", "ground_truth", "resnet", "vit"],
            [
                [
                    f"i{i}.png",
                    ("cat", "dog")[i % 2],
                    ("cat", "dog")[(i + (i % 7 == 0)) % 2],
                    ("cat", "dog")[(i + (i % 5 == 0)) % 2],
                ]
                for i in range(40)
            ],
        ),
        predictions(["resnet", "vit"], 40, plain=True),
    ),
}
