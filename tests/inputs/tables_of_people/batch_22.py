"""The twenty-second batch: conditions under each model, checkpoints, tools' summaries, boards of sites."""

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
    "balloons",
    "bupa",
    "contraceptive",
    "coil2000",
    "haberman",
    "led7digit",
    "magic",
    "monk-2",
    "phoneme",
    "ring",
]
TASKS = ["BoolQ", "CB", "COPA", "MultiRC", "ReCoRD", "RTE", "WiC", "WSC"]
LLMS = ["Llama-2-7b", "Mistral-7B-v0.1", "gemma-7b"]
ML = ["AdaBoost", "ExtraTrees", "QDA"]


def rows(key, names, data, more=1, **how):
    """Return rows of a dataset, a model and numbers."""
    return [
        [d, m, *row]
        for m in names
        for d, row in zip(data, draw(key + m, len(data), more, **how), strict=True)
    ]


TABLES = {
    "models down, tasks across, dev and test of each": (
        csv(
            ["Model", *(f"{t} {s}" for t in TASKS[:3] for s in ("dev", "test"))],
            beside(LLMS, draw("mdt", 3, 6, 50, 90, 2, 1)),
        ),
        ASKED,
    ),
    "tasks down, models across, with a random baseline": (
        csv(["Task", "Random", *LLMS], beside(TASKS, draw("tdr", 8, 4, 50, 90, 2, 1))),
        scores(["Random", *LLMS], 8),
    ),
    "tasks down with number of examples and metric": (
        csv(
            ["Task", "Metric", "N", *LLMS],
            [
                [t, "acc", 200 + 13 * i, *r]
                for i, (t, r) in enumerate(zip(TASKS, draw("tdn", 8, 3), strict=True))
            ],
        ),
        scores(LLMS, 8, plain=True),
    ),
    "tasks down with different metrics": (
        csv(
            ["Task", "Metric", *LLMS],
            [
                [t, m, *r]
                for t, m, r in zip(
                    TASKS,
                    ("acc", "f1", "acc", "f1a", "em", "acc", "acc", "acc"),
                    draw("tdm", 8, 3),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "checkpoints of one run over tasks": (
        csv(
            ["checkpoint", *TASKS],
            beside(["step1000", "step5000", "step10000", "step50000"], draw("cpt", 4, 8)),
        ),
        ASKED,
    ),
    "prompts of one model over tasks": (
        csv(["prompt template", *TASKS], beside(["plain", "CoT", "few-shot", "role"], draw("ptm", 4, 8))),
        scores(["plain", "CoT", "few-shot", "role"], 8),
    ),
    "acc,none and stderr of lm-eval as JSON turned to CSV": (
        csv(
            ["task", "alias", "acc,none", "acc_stderr,none"],
            [[t, t, f'"{a}"', "0.01"] for t, (a,) in zip(TASKS, draw("acn", 8, 1), strict=True)],
        ),
        ASKED,
    ),
    "HF AutoTrain runs": (
        csv(
            ["model", "loss", "eval_accuracy", "eval_runtime", "eval_samples_per_second", "epoch"],
            [
                ["a", ".31", ".88", "12.1", "300", "3"],
                ["b", ".29", ".89", "13.5", "280", "3"],
                ["c", ".30", ".90", "15.0", "250", "3"],
            ],
        ),
        ASKED,
    ),
    "YOLO results per epoch": (
        csv(
            [
                "epoch",
                "train/box_loss",
                "train/cls_loss",
                "metrics/precision(B)",
                "metrics/recall(B)",
                "metrics/mAP50(B)",
                "lr/pg0",
            ],
            beside(range(1, 11), draw("yol", 10, 6)),
        ),
        ASKED,
    ),
    "an AutoML leaderboard with stacks": (
        csv(
            ["model_id", "auc", "logloss", "aucpr", "mean_per_class_error", "rmse", "mse"],
            beside(["StackedEnsemble_All", "GBM_1", "XRT_1", "DRF_1"], draw("h2o", 4, 6)),
        ),
        ASKED,
    ),
    "FLAML history": (
        csv(
            ["record_id", "iter", "logged_metric", "trial_time", "wall_clock_time", "learner"],
            [
                [i, i, v, "1.2", f"{i * 1.3:.1f}", ("lgbm", "rf", "xgboost")[i % 3]]
                for i, (v,) in enumerate(draw("fla", 12, 1))
            ],
        ),
        ASKED,
    ),
    "a tidy table from R with estimate and conf.low": (
        csv(
            ["dataset", "model", ".metric", ".estimate", "conf.low", "conf.high"],
            [
                [d, m, "roc_auc", v, f"{float(v) - 0.02:.3f}", f"{float(v) + 0.02:.3f}"]
                for d, m, v in rows("tid", ("glmnet", "ranger"), DATA)
            ],
        ),
        scores(["glmnet", "ranger"], 10),
    ),
    "dplyr summary of means": (
        csv(
            ["method", "n", "mean_acc", "sd_acc", "se_acc", "ci_low", "ci_high"],
            [
                ["a", 30, ".81", ".03", ".005", ".80", ".82"],
                ["b", 30, ".83", ".02", ".004", ".82", ".84"],
                ["c", 30, ".79", ".04", ".007", ".78", ".81"],
            ],
        ),
        ASKED,
    ),
    "emmeans contrasts": (
        csv(
            ["contrast", "estimate", "SE", "df", "t.ratio", "p.value"],
            [["a - b", "-.02", ".005", "29", "-4.0", ".0004"], ["a - c", ".02", ".006", "29", "3.3", ".002"]],
        ),
        ASKED,
    ),
    "Dice and Hausdorff of each method by case": (
        csv(
            ["case_id", "unet_dice", "unet_hd95", "swin_dice", "swin_hd95"],
            [
                [f"case_{i:03}", a, f"{3 + i / 7:.1f}", b, f"{2.5 + i / 8:.1f}"]
                for i, (a, b) in enumerate(draw("dhm", 20, 2))
            ],
        ),
        ASKED,
    ),
    "positive and negative results of two tests by patient": (
        csv(
            ["patient", "PCR", "LFT"],
            [[f"p{i}", "pos" if i % 3 else "neg", "pos" if i % 4 else "neg"] for i in range(30)],
        ),
        ASKED,
    ),
    "diagnosis, reference and two algorithms": (
        csv(
            ["record", "reference", "algo1", "algo2"],
            [
                [
                    f"rec{i}",
                    ("N", "AF", "O")[i % 3],
                    ("N", "AF", "O")[(i + (i % 7 == 0)) % 3],
                    ("N", "AF", "O")[(i + (i % 5 == 0)) % 3],
                ]
                for i in range(42)
            ],
        ),
        predictions(["algo1", "algo2"], 42),
    ),
    "survival times of two arms": (
        csv(["patient", "arm", "months", "event"], [[i, "AB"[i % 2], 3 + i, i % 3 == 0] for i in range(30)]),
        ASKED,
    ),
    "AUC of models by disease": (
        csv(
            ["Pathology", "DenseNet-121", "ViT-B"],
            beside(["Atelectasis", "Cardiomegaly", "Effusion", "Pneumonia", "Edema"], draw("pat", 5, 2)),
        ),
        ASKED,
    ),
    "external validation at hospitals": (
        csv(
            ["Centre", "Model A AUC", "Model B AUC", "Patients"],
            [
                [c, *r, n]
                for c, r, n in zip(
                    ["Leeds", "York", "Hull", "Bath"], draw("ext", 4, 2), (230, 110, 95, 410), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "class sizes and mean marks by school": (
        csv(
            ["school", "class size", "maths", "english"],
            [[f"school {i}", 20 + i, *r] for i, r in enumerate(draw("sch", 9, 2, 50, 80, 3, 1))],
        ),
        ASKED,
    ),
    "rubric points of essays by two graders": (
        csv(
            ["essay", "grader 1", "grader 2"], beside([f"e{i}" for i in range(20)], whole("ess", 20, 2, 1, 6))
        ),
        ASKED,
    ),
    "item scores of models with an expected difficulty": (
        csv(
            ["item", "difficulty", "gpt-4", "claude-3", "gemini"],
            [[f"i{i}", f"{i / 40:.2f}", int(i % 2), int(i % 3 > 0), int(i % 4 > 0)] for i in range(40)],
        ),
        ASKED,
    ),
    "unit tests by problem and model, passed of total": (
        csv(
            ["problem", "gpt-4", "deepseek-coder"],
            [[f"HumanEval/{i}", f"{(i * 3) % 8}/8", f"{(i * 5) % 8}/8"] for i in range(20)],
        ),
        items(["gpt-4", "deepseek-coder"], 20),
    ),
    "battles with a winner in words": (
        csv(
            ["model_a", "model_b", "winner"],
            [["x", "y", ("model_a", "model_b", "tie")[i % 3]] for i in range(20)],
        ),
        ASKED,
    ),
    "scores by month of a model in production": (
        csv(
            ["month", "champion", "challenger"],
            beside([f"2024-{i:02}" for i in range(1, 13)], draw("mon", 12, 2)),
        ),
        ASKED,
    ),
    "A/B tests by experiment": (
        csv(
            ["test", "conversion A", "conversion B", "n A", "n B", "p"],
            [
                [f"test {i}", *r, 1000 + i, 990 + i, "0.04"]
                for i, r in enumerate(draw("abt", 8, 2, 0.02, 0.1))
            ],
        ),
        ASKED,
    ),
    "prices of models per million tokens": (
        csv(
            ["model", "input price", "output price", "context"],
            [["a", "2.5", "10", "128000"], ["b", "3", "15", "200000"], ["c", "0.1", "0.4", "32000"]],
        ),
        ASKED,
    ),
    "log loss in the name of the file's heading, German": (
        "Log-Loss je Datensatz\n" + csv(["Datensatz", *ML], beside(DATA, draw("lld", 10, 3, 0.2, 0.7))),
        scores(ML, 10, higher=False),
    ),
    "error in percent and standard deviation by +-": (
        csv(
            ["Dataset", *(f"{m} error" for m in ML)],
            [
                [d, *(f"{v}+-{1.1}" for v in r)]
                for d, r in zip(DATA, draw("epm", 10, 3, 5, 30, 1, 1), strict=True)
            ],
        ),
        scores(ML, 10, higher=False),
    ),
    "Finnish heads": (
        csv(["aineisto", "tarkkuus SVM", "tarkkuus RF"], beside(DATA, draw("fin", 10, 2))),
        scores(["SVM", "RF"], 10),
    ),
    "Hungarian errors in percent": (
        csv(
            ["adathalmaz", "hiba SVM", "hiba RF"],
            [
                [d, *(v.replace(".", ",") for v in r)]
                for d, r in zip(DATA, draw("hun", 10, 2, 55, 80, 2, 1), strict=True)
            ],
            sep=";",
        ),
        scores(["SVM", "RF"], 10, higher=False),
    ),
    "a pivot with the measure's name above the names": (
        csv(["accuracy", "", "", ""], [["dataset", *ML], *beside(DATA, draw("pmn", 10, 3))]),
        scores(ML, 10),
    ),
    "long with an error message where it failed": (
        csv(
            ["dataset", "model", "accuracy", "error"],
            [
                [d, m, "" if i == 3 else v, "MemoryError" if i == 3 else ""]
                for i, (d, m, v) in enumerate(rows("lem", ML, DATA))
            ],
        ),
        scores(ML, 10),
    ),
    "long with a git commit and a hostname": (
        csv(
            ["commit", "host", "dataset", "model", "macro_f1"],
            [[f"{i * 7919 % 65536:04x}", "node1", *r] for i, r in enumerate(rows("lgc", ML, DATA))],
        ),
        scores(ML, 10, plain=True),
    ),
    "numbered datasets and letters of methods": (
        csv(["D", "A", "B", "C"], beside([f"D{i}" for i in range(1, 11)], draw("ndl", 10, 3))),
        scores(["A", "B", "C"], 10),
    ),
    "methods in rows, folds in columns, German": (
        csv(
            ["Verfahren", *(f"Fold {i}" for i in range(1, 6)), "Mittelwert"],
            [[m, *r, f"{sum(map(float, r)) / 5:.3f}"] for m, r in zip(ML, draw("mfg", 3, 5), strict=True)],
        ),
        scores(ML, 1, 5),
    ),
    "plain, Markdown with a caption and emoji": (
        markdown(
            ["Dataset", *ML],
            [[d, a, f"{b} 🥇", c] for d, (a, b, c) in zip(DATA, draw("pme", 10, 3), strict=True)],
        ),
        scores(ML, 10, plain=True),
    ),
    "plain, long, ids of datasets and of folds": (
        csv(
            ["dataset_id", "alg_name", "fold_id", "bal_acc"],
            [
                [i, m, f, v]
                for i in (3, 6, 11, 12)
                for m in ML
                for f, (v,) in enumerate(draw(f"pif{i}{m}", 3, 1))
            ],
        ),
        scores(ML, 4, 3, plain=True),
    ),
    "plain, percentages without a sign, tabs": (
        csv(
            ["dataset", *ML, "avg"],
            [
                [d, *r, f"{sum(map(float, r)) / 3:.2f}"]
                for d, r in zip(DATA, draw("ppt2", 10, 3, 60, 95, 2, 2), strict=True)
            ],
            sep="\t",
        ),
        scores(ML, 10, plain=True),
    ),
}
