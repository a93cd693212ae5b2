"""The twentieth batch: workbooks and exports with more beside the scores, boards, surveys, medicine, other trades."""

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
    "arrhythmia",
    "bank-marketing",
    "car",
    "dermatology",
    "kr-vs-kp",
    "letter",
    "optdigits",
    "segment",
    "spambase",
]
VISION = ["CIFAR-10", "CIFAR-100", "SVHN", "STL-10", "Food-101", "Flowers-102"]
BENCH = ["MMLU", "ARC-C", "HellaSwag", "GSM8K", "TruthfulQA", "WinoGrande"]
FOUR = ["LR", "RF", "GBM", "MLP"]


def long(key, names, data, more=1, **how):
    """Return rows of a dataset, a model and numbers."""
    return [
        [d, m, *row]
        for m in names
        for d, row in zip(data, draw(key + m, len(data), more, **how), strict=True)
    ]


TABLES = {
    "fine-tuning methods by task with trainable parameters": (
        markdown(
            ["Method", "# Trainable", *BENCH, "Avg."],
            [
                [m, p, *r, f"{sum(map(float, r)) / 6:.1f}"]
                for m, p, r in zip(
                    ["Full FT", "LoRA", "Adapter", "BitFit"],
                    ["7B", "4.2M", "7.1M", "0.1M"],
                    draw("ftm", 4, 6, 40, 80, 2, 1),
                    strict=True,
                )
            ],
        ),
        scores(["Full FT", "LoRA", "Adapter", "BitFit"], 6),
    ),
    "self-supervised pretraining, linear and fine-tuned": (
        csv(
            ["Method", "Linear", "Fine-tuned"],
            beside(["SimCLR", "MoCo v3", "DINO", "MAE"], draw("ssl", 4, 2, 60, 85, 2, 1)),
        ),
        ASKED,
    ),
    "detectors with AP, AP50 and frames per second": (
        csv(
            ["Detector", "Backbone", "AP", "AP50", "AP75", "FPS"],
            [
                [d, b, *r, f]
                for d, b, r, f in zip(
                    ["DETR", "YOLOv8", "RetinaNet"],
                    ["R50", "CSP", "R101"],
                    draw("det", 3, 3, 30, 60, 2, 1),
                    (28, 90, 18),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "public and private scores with submissions and a date": (
        csv(
            ["TeamName", "Score", "Entries", "Last"],
            [[f"team {i}", f"{0.91 - i / 500:.5f}", 20 + i, "2d"] for i in range(12)],
        ),
        ASKED,
    ),
    "models by test set, WER with insertions and deletions": (
        csv(
            ["test set", "model", "WER", "ins", "del", "sub"],
            [
                [d, m, f"{5 + i + k:.1f}", i, k, 3]
                for k, m in enumerate(("whisper", "conformer"))
                for i, d in enumerate(["test-clean", "test-other", "tedlium", "ami", "callhome"])
            ],
        ),
        scores(["whisper", "conformer"], 5, higher=False),
    ),
    "AUC of biomarkers by cohort": (
        csv(
            ["Biomarker", "Cohort 1", "Cohort 2", "Cohort 3"],
            beside(["CRP", "PCT", "IL-6", "lactate"], draw("bmk", 4, 3)),
        ),
        ASKED,
    ),
    "patients with readers' scores from 1 to 5 and a truth": (
        csv(
            ["case", "truth", "reader1", "reader2"],
            [[f"c{i}", int(i % 3 == 0), 1 + (i * 2) % 5, 1 + (i * 3) % 5] for i in range(40)],
        ),
        ASKED,
    ),
    "sensitivity of tests by virus": (
        csv(
            ["virus", "PCR", "antigen"],
            beside(["influenza A", "RSV", "SARS-CoV-2", "adenovirus"], draw("vir", 4, 2)),
        ),
        ASKED,
    ),
    "marks of classes by teacher": (
        csv(
            ["class", "Mr Smith", "Ms Jones"],
            beside(["7a", "7b", "8a", "8b", "9a"], draw("mct", 5, 2, 50, 80, 3, 1)),
        ),
        ASKED,
    ),
    "pre and post test of pupils": (
        csv(
            ["student", "pretest", "posttest"],
            beside([f"S{i:02}" for i in range(25)], whole("ppt", 25, 2, 20, 100)),
        ),
        ASKED,
    ),
    "a pandas melt with variable and value": (
        csv(["dataset", "variable", "value"], long("mlt", FOUR, DATA)),
        scores(FOUR, 9),
    ),
    "an index and a melt": (
        csv(["", "dataset", "classifier", "AUC"], [[i, *r] for i, r in enumerate(long("idx", FOUR, DATA))]),
        scores(FOUR, 9, plain=True),
    ),
    "accuracy, number of wins at the right": (
        csv(
            ["classifier", *DATA, "wins"],
            [[m, *r, w] for m, r, w in zip(FOUR, draw("wnr", 4, 9), (1, 3, 4, 1), strict=True)],
        ),
        scores(FOUR, 9),
    ),
    "best score in bold and second underlined, LaTeX": (
        "\\begin{tabular}{l|cccc}\n\\hline\nDataset & LR & RF & GBM & MLP \\\\ \\hline\n"
        + "".join(
            f"{d} & {a} & \\underline{{{b}}} & \\textbf{{{c}}} & {e}$^\\dagger$ \\\\\n"
            for d, (a, b, c, e) in zip(DATA, draw("bul", 9, 4), strict=True)
        )
        + "\\hline\n\\end{tabular}\n",
        scores(FOUR, 9, plain=True),
    ),
    "accuracy and macro F1 in one cell": (
        csv(
            ["dataset", "LR", "RF"],
            [
                [d, f"{a} / {b}", f"{c} / {e}"]
                for d, (a, b, c, e) in zip(DATA, draw("amf", 9, 4), strict=True)
            ],
        ),
        ASKED,
    ),
    "scores with standard deviations in the next row": (
        csv(
            ["dataset", "LR", "RF"],
            [
                row
                for d, r in zip(DATA[:4], draw("sdr", 4, 2), strict=True)
                for row in ([d, *r], ["", "(0.012)", "(0.009)"])
            ],
        ),
        ASKED,
    ),
    "an ablation by removing parts": (
        csv(
            ["Variant", *VISION],
            beside(
                ["Full", "w/o attention", "w/o augmentation", "w/o pretraining"],
                draw("abl", 4, 6, 60, 95, 2, 1),
            ),
        ),
        scores(["Full", "w/o attention", "w/o augmentation", "w/o pretraining"], 6),
    ),
    "tuning budgets of two learners by dataset": (
        csv(
            ["dataset", "budget", "XGB", "SVM"],
            [[d, b, *r] for d in DATA[:5] for b, r in zip((10, 50, 100), draw("tbd" + d, 3, 2), strict=True)],
        ),
        ASKED,
    ),
    "a matrix of agreement between models": (
        csv(
            ["", "GPT-4", "Claude", "Gemini"],
            [
                ["GPT-4", "1.00", "0.81", "0.77"],
                ["Claude", "0.81", "1.00", "0.79"],
                ["Gemini", "0.77", "0.79", "1.00"],
            ],
        ),
        ASKED,
    ),
    "toxicity by model and prompt set": (
        csv(
            ["prompt set", "LLaMA toxicity", "Falcon toxicity"],
            beside(["RealToxicityPrompts", "BOLD", "ToxiGen", "HolisticBias"], draw("tox", 4, 2, 0.05, 0.4)),
        ),
        scores(["LLaMA", "Falcon"], 4, higher=False),
    ),
    "refusals as yes and no with a label of harm": (
        csv(
            ["prompt_id", "harmful", "model_a_refused", "model_b_refused"],
            [
                [i, "yes" if i % 2 else "no", "yes" if i % 3 else "no", "yes" if i % 5 else "no"]
                for i in range(30)
            ],
        ),
        ASKED,
    ),
    "thumbs of users": (
        csv(
            ["conversation_id", "model", "thumbs_up"],
            [[f"c{i}", m, int((i * k) % 3 > 0)] for m, k in (("v1", 2), ("v2", 5)) for i in range(30)],
        ),
        ASKED,
    ),
    "a judge's points for each question, long, with a category": (
        csv(
            ["question_id", "category", "model", "judge_score"],
            [
                [i, ("writing", "coding")[i % 2], m, 1 + (i * k) % 10]
                for m, k in (("vicuna", 3), ("alpaca", 7))
                for i in range(40)
            ],
        ),
        items(["vicuna", "alpaca"], 40),
    ),
    "latency and score of providers": (
        csv(
            ["provider", "p50 latency (ms)", "p95 latency (ms)", "quality"],
            beside(["A", "B", "C"], draw("prv", 3, 3, 100, 900, 20, 0)),
        ),
        ASKED,
    ),
    "regression benchmark, RMSE in the file's first line": (
        "RMSE (lower is better)\n"
        + csv(
            ["dataset", "ridge", "GP", "GBM"],
            beside(
                ["concrete", "energy", "yacht", "wine-quality-red", "boston", "kin8nm"],
                draw("rgb", 6, 3, 1, 9, 0.4, 2),
            ),
        ),
        scores(["ridge", "GP", "GBM"], 6, higher=False),
    ),
    "forecasts, wQL by dataset": (
        csv(
            ["dataset", "model", "wQL"],
            long(
                "wql",
                ("Chronos", "DeepAR", "AutoARIMA"),
                ["m4_hourly", "electricity", "traffic", "exchange_rate", "solar"],
                low=0.05,
                high=0.3,
            ),
        ),
        ASKED,
    ),
    "RL returns by environment with steps": (
        csv(
            ["env", "steps", "PPO", "SAC", "TD3"],
            [
                [e, "1M", *r]
                for e, r in zip(
                    ["HalfCheetah", "Hopper", "Walker2d", "Ant", "Humanoid"],
                    draw("rlr", 5, 3, 1000, 6000, 200, 0),
                    strict=True,
                )
            ],
        ),
        scores(["PPO", "SAC", "TD3"], 5),
    ),
    "speedups over a baseline": (
        csv(
            ["kernel", "OpenMP", "CUDA"],
            beside(["gemm", "fft", "stencil", "spmv"], draw("spd", 4, 2, 2, 30, 2, 1)),
        ),
        ASKED,
    ),
    "water quality at sites": (
        csv(
            ["site", "pH", "turbidity", "nitrate"],
            beside([f"site {i}" for i in range(10)], draw("wqs", 10, 3, 2, 9, 1, 1)),
        ),
        ASKED,
    ),
    "Italian, decimal comma, mean row": (
        csv(
            ["Insieme di dati", "Albero", "Foresta"],
            [
                *[
                    [d, *(v.replace(".", ",") for v in r)]
                    for d, r in zip(DATA, draw("ita", 9, 2), strict=True)
                ],
                ["Media", "0,80", "0,82"],
            ],
            sep=";",
        ),
        scores(["Albero", "Foresta"], 9),
    ),
    "Arabic heads": (
        csv(["مجموعة البيانات", "SVM", "RF"], beside(DATA, draw("arb", 9, 2))),
        scores(["SVM", "RF"], 9),
    ),
    "Czech heads with accuracy": (
        csv(["datová sada", "přesnost SVM", "přesnost RF"], beside(DATA, draw("cze", 9, 2))),
        scores(["SVM", "RF"], 9),
    ),
    "Excel percent with trailing spaces and a note": (
        csv(
            ["Dataset ", " LR ", " RF "],
            [
                [f"{d} ", f" {a} %", f"{b}% "]
                for d, (a, b) in zip(DATA, draw("exp", 9, 2, 60, 95, 2, 2), strict=True)
            ]
            + [["Note: 10-fold CV", "", ""]],
        ),
        scores(["LR", "RF"], 9, plain=True),
    ),
    "two blocks of datasets with headings": (
        csv(
            ["dataset", "LR", "RF"],
            [
                ["Small datasets", "", ""],
                *beside(DATA[:4], draw("bl1", 4, 2)),
                ["Large datasets", "", ""],
                *beside(DATA[4:], draw("bl2", 5, 2)),
            ],
        ),
        scores(["LR", "RF"], 9),
    ),
    "seeds 42, 43 and 44 in columns with the dataset in rows": (
        csv(
            ["dataset", "model", "42", "43", "44"], [[*r] for r in long("sed", ("vgg", "resnet"), VISION, 3)]
        ),
        ASKED,
    ),
    "long, mean and std of five runs": (
        csv(
            ["dataset", "method", "acc_mean", "acc_std", "n_runs"],
            [[*r, "0.011", 5] for r in long("lms", FOUR, DATA)],
        ),
        scores(FOUR, 9, plain=True),
    ),
    "long, validation and test accuracy with a chosen epoch": (
        csv(
            ["dataset", "method", "val_acc", "test_acc", "best_epoch"],
            [[*r, 17 + i % 9] for i, r in enumerate(long("lvt", FOUR, DATA, 2))],
        ),
        scores(FOUR, 9, plain=True),
    ),
    "plain, many folds, long": (
        csv(
            ["dataset", "fold", "classifier", "f1_macro"],
            [
                [d, f, m, v]
                for d in DATA[:4]
                for m in FOUR
                for f, (v,) in enumerate(draw("pmf" + d + m, 5, 1))
            ],
        ),
        scores(FOUR, 4, 5, plain=True),
    ),
    "plain predictions of three models, words": (
        csv(
            ["id", "y_true", *FOUR[:3]],
            [
                [i, "spam" if i % 3 else "ham", *("spam" if (i * k) % 3 else "ham" for k in (1, 2, 4))]
                for i in range(50)
            ],
        ),
        predictions(FOUR[:3], 50, plain=True),
    ),
    "plain, benchmarks across, models down, Markdown with ranks": (
        markdown(
            ["Rank", "Model", *BENCH],
            [
                [i, m, *r]
                for i, (m, r) in enumerate(
                    zip(
                        ["Llama-3-8B", "Mistral-7B", "Qwen2-7B", "Gemma-7B"],
                        draw("pbm", 4, 6, 40, 80, 2, 1),
                        strict=True,
                    ),
                    1,
                )
            ],
        ),
        scores(["Llama-3-8B", "Mistral-7B", "Qwen2-7B", "Gemma-7B"], 6, plain=True),
    ),
}
