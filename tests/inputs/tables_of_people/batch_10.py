"""The tenth batch, made after the ninth was mended."""

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

KEEL = [
    "appendicitis",
    "bupa",
    "cleveland",
    "contraceptive",
    "dermatology",
    "ecoli",
    "heart",
    "ionosphere",
    "led7",
    "mammographic",
]
GNN = ["Cora", "Citeseer", "Pubmed", "ogbn-arxiv", "Chameleon"]
DEEP = ["MLP", "ResNet", "FT-T", "TabNet"]


def pm(rows, spread="0.8"):
    """Return cells with a spread."""
    return [[f"{c} ± {spread}" for c in row] for row in rows]


TABLES = {
    "tabular deep learning in rows, lower and higher beside each other": (
        csv(
            ["", "California ↓", "Adult ↑", "Helena ↑", "Year ↓", "Covtype ↑"],
            beside(DEEP, draw("tab", 4, 5)),
        ),
        ASKED,
    ),
    "graphs across with spreads and a rank": (
        markdown(
            ["Method", *GNN, "Avg. Rank"],
            [
                [m, *r, str(i + 1)]
                for i, (m, r) in enumerate(
                    zip(["GCN", "GAT", "H2GCN"], pm(draw("gg", 3, 5, 60, 90, 2, 1)), strict=True)
                )
            ],
        ),
        scores(["GCN", "GAT", "H2GCN"], 5, plain=True),
    ),
    "years across": (
        csv(
            ["model", "2018", "2019", "2020", "2021", "2022"],
            beside(["ARIMA", "LSTM", "Prophet"], draw("yrs", 3, 5, 0.7, 0.9)),
        ),
        ASKED,
    ),
    "quarters down": (
        csv(
            ["quarter", "old", "new"],
            beside(["2023Q1", "2023Q2", "2023Q3", "2023Q4", "2024Q1", "2024Q2"], draw("qtr", 6, 2)),
        ),
        ASKED,
    ),
    "ablation of losses across datasets with deltas in cells": (
        csv(
            ["Variant", "CIFAR-10", "CIFAR-100", "SVHN"],
            [
                ["full", "95.1", "77.2", "96.0"],
                ["no mixup", "94.8 (-0.3)", "76.1 (-1.1)", "95.9 (-0.1)"],
                ["no ema", "94.0 (-1.1)", "75.9 (-1.3)", "95.2 (-0.8)"],
            ],
        ),
        ASKED,
    ),
    "teacher and student by dataset": (
        csv(["dataset", "teacher", "student", "KD student"], beside(KEEL, draw("kd", 10, 3))),
        scores(["teacher", "student", "KD student"], 10, plain=True),
    ),
    "human performance beside models, by task": (
        csv(
            ["task", "Human", "GPT-4", "PaLM"],
            beside(["BoolQ", "PIQA", "SIQA", "RACE", "DROP", "COPA"], draw("hum", 6, 3, 60, 95, 2, 1)),
        ),
        scores(["Human", "GPT-4", "PaLM"], 6, plain=True),
    ),
    "accuracy and number of rules of three learners": (
        csv(
            ["dataset", "acc RIPPER", "acc PART", "acc CN2", "rules RIPPER", "rules PART", "rules CN2"],
            [
                [d, *a, *w]
                for d, a, w in zip(KEEL, draw("rul", 10, 3), whole("rulw", 10, 3, 3, 60), strict=True)
            ],
        ),
        scores(["RIPPER", "PART", "CN2"], 10),
    ),
    "AUC with intervals in two more columns each": (
        csv(
            ["dataset", "LR", "LR_lo", "LR_hi", "RF", "RF_lo", "RF_hi"],
            [
                [
                    d,
                    r[0],
                    f"{float(r[0]) - 0.03:.3f}",
                    f"{float(r[0]) + 0.03:.3f}",
                    r[1],
                    f"{float(r[1]) - 0.03:.3f}",
                    f"{float(r[1]) + 0.03:.3f}",
                ]
                for d, r in zip(KEEL, draw("aucci", 10, 2), strict=True)
            ],
        ),
        scores(["LR", "RF"], 10, plain=True),
    ),
    "interval in one cell": (
        csv(
            ["dataset", "LR", "RF"],
            [
                [
                    d,
                    f"{r[0]} [{float(r[0]) - 0.03:.3f}, {float(r[0]) + 0.03:.3f}]".replace(",", ";"),
                    f"{r[1]} [{float(r[1]) - 0.03:.3f}; {float(r[1]) + 0.03:.3f}]",
                ]
                for d, r in zip(KEEL, draw("ci1", 10, 2), strict=True)
            ],
        ),
        scores(["LR", "RF"], 10),
    ),
    "two metrics under each dataset, models down": (
        csv(
            ["Model", "heart AUC", "heart F1", "ecoli AUC", "ecoli F1", "bupa AUC", "bupa F1"],
            beside(["XGBoost", "CatBoost", "TabPFN"], draw("2m", 3, 6)),
        ),
        scores(["XGBoost", "CatBoost", "TabPFN"], 3),
    ),
    "a pivot of means by family": (
        csv(["family", "accuracy", "f1"], beside(["trees", "linear", "neural"], draw("fam", 3, 2))),
        ASKED,
    ),
    "hyperparameters of one learner across datasets": (
        csv(["dataset", "k=1", "k=3", "k=5", "k=7"], beside(KEEL, draw("knn", 10, 4))),
        ASKED,
    ),
    "kernels of a machine": (
        csv(["dataset", "linear", "poly", "rbf", "sigmoid"], beside(KEEL, draw("krn", 10, 4))),
        scores(["linear", "poly", "rbf", "sigmoid"], 10, plain=True),
    ),
    "feature sets of one learner": (
        csv(["dataset", "raw", "PCA", "raw+PCA"], beside(KEEL, draw("fs", 10, 3))),
        scores(["raw", "PCA", "raw+PCA"], 10, plain=True),
    ),
    "with and without oversampling": (
        csv(["dataset", "without SMOTE", "with SMOTE"], beside(KEEL, draw("smo", 10, 2))),
        scores(["without SMOTE", "with SMOTE"], 10, plain=True),
    ),
    "seeds in brackets behind the dataset": (
        csv(
            ["dataset", "A", "B"],
            [[f"{d} (seed {s})", *r] for d in KEEL[:4] for s, r in enumerate(draw("sb" + d, 3, 2))],
        ),
        scores(["A", "B"], 4, 3, plain=True),
    ),
    "ten times ten folds, long": (
        csv(
            ["rep", "fold", "learner", "acc"],
            [
                [r, f, m, v[0]]
                for m in ("rpart", "ranger")
                for r in range(1, 4)
                for f, v in enumerate(draw(f"10{m}{r}", 5, 1), 1)
            ],
        ),
        scores(["rpart", "ranger"], 1, 15),
    ),
    "an mlr3 benchmark": (
        csv(
            ["nr", "task_id", "learner_id", "resampling_id", "iters", "classif.ce"],
            [
                [i + 1, t, m, "cv", 10, r[0]]
                for m in ("classif.rpart", "classif.ranger")
                for i, (t, r) in enumerate(zip(KEEL, draw("mlr" + m, 10, 1, 0.1, 0.4), strict=True))
            ],
        ),
        scores(["classif.rpart", "classif.ranger"], 10, higher=False),
    ),
    "a tidymodels export": (
        csv(
            [".metric", ".estimator", "mean", "n", "std_err", "wflow_id"],
            [
                [k, "binary", r[0], 10, "0.01", m]
                for m in ("rf", "svm")
                for k, r in zip(["accuracy", "roc_auc"], draw("tidy" + m, 2, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "resamples of a tidymodels fit": (
        csv(
            ["id", ".metric", ".estimate", "wflow_id"],
            [
                [f"Fold{i:02d}", "accuracy", r[0], m]
                for m in ("rf", "svm")
                for i, r in enumerate(draw("tidr" + m, 10, 1), 1)
            ],
        ),
        scores(["rf", "svm"], 1, 10),
    ),
    "an openml export of runs": (
        csv(
            ["run_id", "task_id", "setup_id", "flow_name", "data_name", "value"],
            [
                [1000 + i, 3 + i, 7, f, d, r[0]]
                for f in ("weka.J48", "weka.SMO")
                for i, (d, r) in enumerate(zip(KEEL, draw("oml" + f, 10, 1), strict=True))
            ],
        ),
        scores(["weka.J48", "weka.SMO"], 10),
    ),
    "a leaderboard of AutoML with the best model each": (
        csv(
            ["model", "score_test", "score_val", "pred_time_test", "fit_time", "stack_level"],
            beside(
                ["WeightedEnsemble_L2", "CatBoost", "LightGBM"],
                draw("ag", 3, 2),
                draw("agt", 3, 2, 1, 90, 3, 2),
                whole("agl", 3, 1, 1, 2),
            ),
        ),
        ASKED,
    ),
    "Keras history": (
        csv(["", "loss", "accuracy", "val_loss", "val_accuracy"], beside(range(8), draw("ker", 8, 4))),
        ASKED,
    ),
    "lightning's metrics": (
        csv(
            ["epoch", "step", "train_loss", "val_acc"],
            [[i, 100 * i, *r] for i, r in enumerate(draw("pl", 8, 2))],
        ),
        ASKED,
    ),
    "probabilities of three classes by one model": (
        csv(
            ["id", "p_cat", "p_dog", "p_cow"],
            [[i, "0.2", "0.3", "0.5"] if i % 2 else [i, "0.6", "0.3", "0.1"] for i in range(20)],
        ),
        ASKED,
    ),
    "probabilities of two models and a truth": (
        csv(
            ["y", "rf_prob", "lr_prob"],
            [[int(float(r[0]) > 0.5), *r] for r in draw("pr2", 40, 2, 0.1, 0.9, 0.08)],
        ),
        predictions(["rf", "lr"], 40),
    ),
    "attributes and a class": (
        csv(
            ["Age", "BMI", "Glucose", "Outcome"],
            [[20 + i, f"{20 + i * 0.3:.1f}", 80 + 2 * i, i % 2] for i in range(30)],
        ),
        ASKED,
    ),
    "wine": (
        csv(
            ["fixed acidity", "volatile acidity", "citric acid", "pH", "quality"],
            [[*r, 5 + i % 3] for i, r in enumerate(draw("wine", 25, 4, 0.3, 3.5, 0.2, 2))],
        ),
        ASKED,
    ),
    "distances between cities": (
        csv(
            ["city", "Oslo", "Rome", "Bern"],
            [["Oslo", 0, 2008, 1650], ["Rome", 2008, 0, 690], ["Bern", 1650, 690, 0]],
        ),
        ASKED,
    ),
    "arena votes as a matrix": (
        csv(
            ["model", "gpt", "claude", "llama"],
            [["gpt", "", "0.52", "0.71"], ["claude", "0.48", "", "0.69"], ["llama", "0.29", "0.31", ""]],
        ),
        ASKED,
    ),
    "quality and price of laptops": (
        csv(
            ["Name", "Battery", "Display", "Speed"],
            beside(["X1", "T14", "XPS", "Air", "Zen", "Yoga"], draw("lap", 6, 3, 60, 95, 4, 0)),
        ),
        ASKED,
    ),
    "recipes in grams": (
        csv(
            ["", "flour", "sugar", "butter"],
            beside(["cookie", "cake", "bread", "tart", "scone"], whole("rec", 5, 3, 20, 500)),
        ),
        ASKED,
    ),
    "answers with a rubric of each model": (
        csv(
            ["question", "gpt_clarity", "gpt_depth", "llama_clarity", "llama_depth"],
            beside([f"Q{i}" for i in range(12)], whole("rub", 12, 4, 1, 5)),
        ),
        ASKED,
    ),
    "scores with text of the answers": (
        csv(
            ["id", "answer_a", "answer_b", "score_a", "score_b"],
            [[i, f"text {i}", f"words {i}", *r] for i, r in enumerate(whole("txt", 15, 2, 1, 10))],
        ),
        ASKED,
    ),
    "exam points by item": (
        csv(
            ["item_id", "modelA", "modelB", "max_points"],
            [[f"i{i}", *r, 5] for i, r in enumerate(whole("xp", 15, 2, 0, 5))],
        ),
        items(["modelA", "modelB"], 15),
    ),
    "pass at k by problem": (
        csv(
            ["problem_id", "n", "c_gpt", "c_llama"],
            [[f"HE/{i}", 10, *r] for i, r in enumerate(whole("pk", 20, 2, 0, 10))],
        ),
        items(["c_gpt", "c_llama"], 20),
    ),
    "plain with a note at the end": (
        csv(["dataset", "C4.5", "NB"], beside(KEEL, draw("note", 10, 2)))
        + "Note: ten-fold cross-validation,,\n",
        scores(["C4.5", "NB"], 10),
    ),
    "plain, tab separated, percent signs": (
        csv(
            ["Dataset", "GBDT", "LR"],
            [[d, *(f"{c}%" for c in r)] for d, r in zip(KEEL, draw("tsv", 10, 2, 60, 95, 2, 1), strict=True)],
            "\t",
        ),
        scores(["GBDT", "LR"], 10, plain=True),
    ),
    "plain, long, Spanish": (
        csv(
            ["conjunto_de_datos", "algoritmo", "exactitud"],
            [
                [d, m, r[0]]
                for m in ("bosque", "árbol")
                for d, r in zip(KEEL, draw("esl" + m, 10, 1), strict=True)
            ],
        ),
        scores(["bosque", "árbol"], 10, plain=True),
    ),
    "F1 by item for two taggers": (
        csv(
            ["sentence_id", "tagger1_f1", "tagger2_f1"],
            beside([f"s{i}" for i in range(30)], draw("tagf", 30, 2, 0.4, 0.95, 0.05)),
        ),
        items(["tagger1", "tagger2"], 30),
    ),
}
