"""The first batch: exports of trackers, leaderboards, reports, ablations, ratings, grids of names."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    items,
    markdown,
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
    # ratings and other graded scores of single answers
    "ratings from 1 to 5 by question": (
        csv(["question_id", *NAMES], beside(QUESTIONS, whole("rate", 24, 3, 1, 5))),
        items(NAMES, 24),
    ),
    "ratings from 1 to 10 by prompt": (
        csv(["prompt", "gpt-4o", "llama-3"], beside(QUESTIONS, whole("rate10", 24, 2, 1, 10))),
        items(["gpt-4o", "llama-3"], 24),
    ),
    "ratings with half points by item": (
        csv(
            ["item", *NAMES],
            [
                [q, *(f"{int(c) / 2:.1f}" for c in r)]
                for q, r in zip(QUESTIONS, whole("half", 24, 3, 2, 10), strict=True)
            ],
        ),
        items(NAMES, 24),
    ),
    "ratings, long": (
        csv(
            ["question_id", "model", "rating"],
            [
                [q, m, r[0]]
                for m in NAMES
                for q, r in zip(QUESTIONS, whole("l" + m, 24, 1, 1, 5), strict=True)
            ],
        ),
        items(NAMES, 24),
    ),
    "Likert of an annotator, long": (
        csv(
            ["example", "system", "fluency", "adequacy"],
            [[q, m, *r] for m in NAMES for q, r in zip(QUESTIONS, whole("f" + m, 24, 2, 1, 5), strict=True)],
        ),
        ASKED,
    ),
    "tests passed of each problem": (
        csv(["problem_id", *NAMES], beside(QUESTIONS, whole("pass", 24, 3, 0, 20))),
        items(NAMES, 24),
    ),
    "answers rated by people without an id": (
        csv(NAMES, whole("bare", 30, 3, 1, 5)),
        ASKED,
    ),
    "ratings in percent by query": (
        csv(["query_id", "BM25", "ColBERT", "SPLADE"], beside(QUESTIONS, draw("ndcg", 24, 3, 20, 90, 8, 1))),
        items(["BM25", "ColBERT", "SPLADE"], 24),
    ),
    "errors in seconds by clip": (
        csv(
            ["clip_id", "model_a", "model_b"],
            beside([f"clip{i}" for i in range(20)], draw("clip", 20, 2, 1, 9, 0.5, 2)),
        ),
        ASKED,
    ),
    "grades of essays by letters": (
        csv(
            ["essay", "human", "gpt", "claude"],
            [[f"e{i}", "ABCD"[i % 4], "ABCD"[(i * 3) % 4], "ABCD"[(i * 7 + 1) % 4]] for i in range(20)],
        ),
        ASKED,
    ),
    # grids of names
    "language, measure, system in names": (
        csv(
            ["fold", "en_bleu_base", "en_bleu_ours", "de_bleu_base", "de_bleu_ours"],
            beside(N10, draw("grid", 10, 4, 20, 35, 1, 1)),
        ),
        ASKED,
    ),
    "two languages of two systems by dataset": (
        csv(
            ["corpus", "base_en", "base_de", "ours_en", "ours_de"],
            beside([f"wmt{i}" for i in range(14, 24)], draw("grid2", 10, 4, 20, 35, 1, 1)),
        ),
        ASKED,
    ),
    "development and test in brackets": (
        csv(
            ["dataset", "BERT (dev)", "BERT (test)", "GPT (dev)", "GPT (test)"],
            beside(DATA, draw("dev", 10, 4)),
        ),
        ASKED,
    ),
    "shots of each": (
        csv(
            ["task", "llama 0-shot", "llama 5-shot", "mistral 0-shot", "mistral 5-shot"],
            beside(DATA, draw("shot", 10, 4)),
        ),
        ASKED,
    ),
    "mean and std in words": (
        csv(
            ["dataset", "RF mean", "RF std", "SVM mean", "SVM std"],
            [[d, a[0], "0.012", a[1], "0.020"] for d, a in zip(DATA, draw("ms", 10, 2), strict=True)],
        ),
        scores(["RF", "SVM"], 10, plain=True),
    ),
    "precision and recall of each": (
        csv(
            ["dataset", "A_precision", "A_recall", "B_precision", "B_recall"], beside(DATA, draw("pr", 10, 4))
        ),
        scores(["A", "B"], 10),
    ),
    "clean and noisy of each": (
        csv(
            ["dataset", "RF clean", "RF noisy", "SVM clean", "SVM noisy"], beside(DATA, draw("clean", 10, 4))
        ),
        ASKED,
    ),
    "before and after for two": (
        csv(
            ["patient_group", "before_A", "after_A", "before_B", "after_B"],
            beside([f"g{i}" for i in range(12)], draw("ba", 12, 4)),
        ),
        ASKED,
    ),
    "small, base, large of two families": (
        csv(
            ["task", "bert-base", "bert-large", "roberta-base", "roberta-large"],
            beside(["CoLA", "SST-2", "MRPC", "QQP", "MNLI", "QNLI", "RTE", "WNLI"], draw("bl", 8, 4)),
        ),
        scores(["bert-base", "bert-large", "roberta-base", "roberta-large"], 8),
    ),
    # exports
    "W&B runs with a model and a seed": (
        csv(
            ["Name", "State", "Runtime", "model", "seed", "test/acc", "test/loss"],
            [
                [f"run-{m}-{s}", "finished", 100 + s, m, s, r[0], f"{1 - float(r[0]):.3f}"]
                for m in NAMES
                for s, r in enumerate(draw(m, 5, 1))
            ],
        ),
        scores(NAMES, 1, 5),
    ),
    "MLflow search_runs": (
        csv(
            [
                "run_id",
                "experiment_id",
                "status",
                "metrics.accuracy",
                "metrics.f1",
                "params.model",
                "params.lr",
            ],
            [
                [f"{i:08x}ab", "1", "FINISHED", r[0], r[1], "rf" if i % 2 else "svm", 0.1]
                for i, r in enumerate(draw("mlf", 8, 2))
            ],
        ),
        ASKED,
    ),
    "Kaggle leaderboard": (
        csv(
            ["Rank", "TeamId", "TeamName", "LastSubmissionDate", "Score", "SubmissionCount"],
            [
                [i + 1, 1000 + i, f"team {i}", "2024-01-01 10:00:00", r[0], 5 + i]
                for i, r in enumerate(sorted(draw("kag", 12, 1), reverse=True))
            ],
        ),
        ASKED,
    ),
    "AutoGluon leaderboard": (
        csv(
            [
                "model",
                "score_test",
                "score_val",
                "eval_metric",
                "pred_time_test",
                "pred_time_val",
                "fit_time",
                "stack_level",
                "can_infer",
                "fit_order",
            ],
            [
                [m, *r, "accuracy", 0.1, 0.2, 12.5, 1, "True", i]
                for i, (m, r) in enumerate(
                    zip(
                        ["WeightedEnsemble_L2", "CatBoost", "LightGBM", "XGBoost"],
                        draw("ag", 4, 2),
                        strict=True,
                    )
                )
            ],
        ),
        ASKED,
    ),
    "PyCaret compare_models": (
        csv(
            ["", "Model", "Accuracy", "AUC", "Recall", "Prec.", "F1", "Kappa", "MCC", "TT (Sec)"],
            [
                [k, m, *r, "0.23"]
                for k, m, r in zip(
                    ["lr", "rf", "knn", "nb"],
                    [
                        "Logistic Regression",
                        "Random Forest Classifier",
                        "K Neighbors Classifier",
                        "Naive Bayes",
                    ],
                    draw("pyc", 4, 7),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "H2O leaderboard": (
        csv(
            ["model_id", "auc", "logloss", "aucpr", "mean_per_class_error", "rmse", "mse"],
            [[m, *r] for m, r in zip(["GBM_1", "DRF_1", "GLM_1", "XRT_1"], draw("h2o", 4, 6), strict=True)],
        ),
        ASKED,
    ),
    "Papers with code": (
        markdown(
            ["Rank", "Model", "Accuracy", "Extra Training Data", "Paper", "Year"],
            [
                [i + 1, m, r[0], "No", f"Paper {i}", 2015 + i]
                for i, (m, r) in enumerate(
                    zip(
                        ["ViT-H", "EffNet", "ResNet-152", "VGG"],
                        sorted(draw("pwc", 4, 1, 70, 90, 1, 1), reverse=True),
                        strict=True,
                    )
                )
            ],
        ),
        ASKED,
    ),
    "Open LLM leaderboard": (
        csv(
            [
                "Model",
                "Average",
                "ARC",
                "HellaSwag",
                "MMLU",
                "TruthfulQA",
                "Winogrande",
                "GSM8K",
                "#Params (B)",
                "Likes",
            ],
            [
                [m, f"{sum(map(float, r)) / 6:.2f}", *r, 7 + i, 100 * i + 3]
                for i, (m, r) in enumerate(
                    zip(
                        ["llama-7b", "mistral-7b", "qwen-7b", "gemma-7b"],
                        draw("ollm", 4, 6, 50, 80, 3, 2),
                        strict=True,
                    )
                )
            ],
        ),
        scores(["llama-7b", "mistral-7b", "qwen-7b", "gemma-7b"], 6),
    ),
    "Elo ratings": (
        csv(
            ["model", "elo", "ci_lower", "ci_upper", "votes"],
            [[f"m{i}", 1200 - 13 * i, 1190 - 13 * i, 1210 - 13 * i, 900 + i] for i in range(10)],
        ),
        ASKED,
    ),
    "wins, ties and losses": (
        csv(
            ["model", "wins", "ties", "losses"],
            beside([f"m{i}" for i in range(8)], whole("wtl", 8, 3, 1, 60)),
        ),
        ASKED,
    ),
    "wins by dataset": (
        csv(["dataset", "win", "tie", "loss"], beside(DATA, whole("wtl2", 10, 3, 1, 60))),
        ASKED,
    ),
    "Optuna trials": (
        csv(
            [
                "number",
                "value",
                "datetime_start",
                "datetime_complete",
                "duration",
                "params_lr",
                "params_n",
                "state",
            ],
            [
                [i, r[0], "2024-01-01", "2024-01-01", "0:01", 0.01 * i, 3 * i, "COMPLETE"]
                for i, r in enumerate(draw("opt", 9, 1))
            ],
        ),
        ASKED,
    ),
    "a sweep over two settings": (
        csv(
            ["lr", "batch_size", "accuracy", "loss"],
            [
                [lr, b, *r]
                for (lr, b), r in zip(
                    [(x, y) for x in (0.1, 0.01, 0.001) for y in (16, 32, 64)],
                    draw("sweep", 9, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "a sweep with models in columns": (
        csv(
            ["learning_rate", "ResNet", "VGG", "DenseNet"],
            [[lr, *r] for lr, r in zip((0.3, 0.1, 0.03, 0.01, 0.003, 0.001), draw("sw2", 6, 3), strict=True)],
        ),
        ASKED,
    ),
    "a learning curve": (
        csv(
            ["n_samples", "RF", "SVM", "NB"],
            [[n, *r] for n, r in zip((100, 200, 500, 1000, 2000, 5000), draw("lc", 6, 3), strict=True)],
        ),
        ASKED,
    ),
    "noise levels": (
        csv(
            ["noise", "RF", "SVM", "NB"],
            [[n, *r] for n, r in zip(("0%", "5%", "10%", "20%", "40%"), draw("noise", 5, 3), strict=True)],
        ),
        ASKED,
    ),
    "k of nearest neighbours": (
        csv(
            ["k", "iris", "wine", "glass"],
            [[k, *r] for k, r in zip((1, 3, 5, 7, 9, 11), draw("knn", 6, 3), strict=True)],
        ),
        ASKED,
    ),
    "a training log with two models": (
        csv(["epoch", "resnet_val_acc", "vgg_val_acc"], [[e, *r] for e, r in enumerate(draw("log", 12, 2))]),
        ASKED,
    ),
    "steps in thousands": (
        csv(
            ["Step", "run1 - eval/accuracy", "run1 - eval/accuracy__MIN", "run1 - eval/accuracy__MAX"],
            [[500 * e, r[0], r[0], r[0]] for e, r in enumerate(draw("wb", 12, 1))],
        ),
        ASKED,
    ),
}
