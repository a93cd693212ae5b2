"""The fifth batch, made after the fourth was mended."""

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

DATA = ["boston", "concrete", "energy", "kin8nm", "naval", "power", "protein", "wine-red", "yacht", "year"]
NETS = ["MC-Dropout", "Ensemble", "SWAG", "Laplace"]
WARDS = ["cardiology", "neurology", "oncology", "surgery", "urology", "icu", "er", "radiology"]

TABLES = {
    "RMSE and log likelihood of each": (
        csv(
            ["dataset", *(f"{m} {q}" for m in NETS[:2] for q in ("RMSE", "LL"))],
            beside(DATA, draw("uci", 10, 4, 1, 9, 0.4, 2)),
        ),
        scores(NETS[:2], 10, higher=False),
    ),
    "RMSE by dataset, named in the header": (
        csv(["Dataset (RMSE)", *NETS], beside(DATA, draw("rm", 10, 4, 1, 9, 0.4, 2))),
        scores(NETS, 10, higher=False),
    ),
    "R2, some negative": (
        csv(
            ["dataset", *(f"{m}_r2" for m in NETS)],
            [
                [d, *r[:3], "-0.12" if i == 4 else r[3]]
                for i, (d, r) in enumerate(zip(DATA, draw("r2", 10, 4), strict=True))
            ],
        ),
        scores(NETS, 10),
    ),
    "wards of one hospital": (
        csv(
            ["ward", "beds", "old_score", "new_score"],
            [[w, 10 + 3 * i, *r] for i, (w, r) in enumerate(zip(WARDS, draw("ward", 8, 2), strict=True))],
        ),
        ASKED,
    ),
    "AUC of a model and of doctors": (
        csv(
            ["ward", "AUC_model", "AUC_doctors", "n"],
            [[w, *r, 100 + i] for i, (w, r) in enumerate(zip(WARDS, draw("doc", 8, 2), strict=True))],
        ),
        scores(["model", "doctors"], 8),
    ),
    "odds ratios with intervals": (
        csv(
            ["variable", "OR", "CI low", "CI high"],
            [
                [w, *r]
                for w, r in zip(
                    ["age", "sex", "bmi", "smoker", "bp"], draw("or", 5, 3, 0.5, 2, 0.1), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "calibration bins": (
        csv(
            ["bin", "confidence", "accuracy", "count"],
            [[f"({i / 10:.1f}, {(i + 1) / 10:.1f}]", *r, 50 + i] for i, r in enumerate(draw("cal", 10, 2))],
        ),
        ASKED,
    ),
    "lift by decile": (
        csv(
            ["decile", "model_a", "model_b"],
            [[i, *r] for i, r in enumerate(draw("dec", 10, 2, 0.5, 3, 0.1, 2), 1)],
        ),
        ASKED,
    ),
    "gains of two campaigns": (
        csv(
            ["campaign", "control_rate", "treated_rate"],
            beside([f"c{i}" for i in range(8)], draw("camp", 8, 2, 0.02, 0.2, 0.01)),
        ),
        ASKED,
    ),
    "SHAP values by row": (
        csv(
            ["row_id", "age", "income", "bmi", "prediction"],
            [[i, *r] for i, r in enumerate(draw("shap", 20, 4, 0.0, 0.5, 0.2))],
        ),
        ASKED,
    ),
    "embeddings": (
        csv(
            ["word", "d0", "d1", "d2", "d3"],
            beside(
                ["king", "queen", "man", "woman", "car", "dog"],
                [[f"{float(c) - 0.8:.3f}" for c in r] for r in draw("emb", 6, 4)],
            ),
        ),
        ASKED,
    ),
    "a design of experiments": (
        csv(
            ["run", "factor_A", "factor_B", "response"],
            [[i, i % 2, (i // 2) % 2, r[0]] for i, r in enumerate(draw("doe", 8, 1), 1)],
        ),
        ASKED,
    ),
    "sensor readings": (
        csv(
            ["timestamp", "sensor_1", "sensor_2", "sensor_3"],
            [[f"2024-03-01 10:{i:02d}:00", *r] for i, r in enumerate(draw("sen", 15, 3, 18, 25, 0.3, 1))],
        ),
        ASKED,
    ),
    "prices": (
        csv(
            ["product", "shop_a", "shop_b", "shop_c"],
            beside([f"item {i}" for i in range(10)], draw("pri", 10, 3, 3, 90, 2, 2)),
        ),
        ASKED,
    ),
    "marks of students": (
        csv(
            ["student", "math", "physics", "latin"],
            beside([f"s{i}" for i in range(15)], whole("mark", 15, 3, 40, 99)),
        ),
        ASKED,
    ),
    "football": (
        csv(
            ["team", "played", "won", "drawn", "lost", "points"],
            [
                [f"FC {c}", 30, *w, 3 * int(w[0]) + int(w[1])]
                for c, w in zip("ABCDEF", whole("fb", 6, 3, 3, 15), strict=True)
            ],
        ),
        ASKED,
    ),
    "election": (
        csv(
            ["district", "red", "blue", "green"],
            [
                [f"D{i}", f"{a:.1f}", f"{b:.1f}", f"{100 - a - b:.1f}"]
                for i, (a, b) in enumerate([(40, 35), (30.5, 50), (45, 33.3), (38, 41), (29, 55.5), (50, 30)])
            ],
        ),
        ASKED,
    ),
    "iris itself": (
        csv(
            ["sepal_length", "sepal_width", "petal_length", "petal_width", "species"],
            [
                [
                    f"{5 + i / 10:.1f}",
                    f"{3 + i / 20:.1f}",
                    f"{1.4 + i / 5:.1f}",
                    f"{0.2 + i / 10:.1f}",
                    ["setosa", "versicolor", "virginica"][i % 3],
                ]
                for i in range(15)
            ],
        ),
        ASKED,
    ),
    "titanic": (
        csv(
            ["PassengerId", "Survived", "Pclass", "Age", "SibSp", "Fare"],
            [[i + 1, i % 2, 1 + i % 3, 20 + i, i % 4, f"{7.25 + 3 * i:.2f}"] for i in range(20)],
        ),
        ASKED,
    ),
    "housing": (
        csv(["crim", "zn", "indus", "rm", "medv"], draw("house", 20, 5, 1, 50, 5, 2)),
        ASKED,
    ),
    "expenses": (
        csv(
            ["month", "rent", "food", "travel"],
            [
                [m, *r]
                for m, r in zip(
                    ["Jan", "Feb", "Mar", "Apr", "May", "Jun"],
                    draw("exp", 6, 3, 100, 900, 20, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "a Markdown table with arrows in the header": (
        markdown(
            ["Dataset", "Ours ↑", "Base ↑", "Time ↓"],
            [
                [d, *r, f"{i + 2}.5"]
                for i, (d, r) in enumerate(zip(DATA, draw("arr", 10, 2, 60, 95, 2, 1), strict=True))
            ],
        ),
        scores(["Ours", "Base"], 10),
    ),
    "errors with an arrow down": (
        markdown(["Dataset", "Ours ↓", "Base ↓", "Old ↓"], beside(DATA, draw("arr2", 10, 3, 5, 40, 2, 1))),
        scores(["Ours", "Base", "Old"], 10, higher=False),
    ),
    "bold and underlined in Markdown": (
        markdown(
            ["Dataset", *NETS],
            [
                [d, f"**{r[0]}**", f"<u>{r[1]}</u>", *r[2:]]
                for d, r in zip(DATA, draw("bold", 10, 4, 60, 95, 2, 1), strict=True)
            ],
        ),
        scores(NETS, 10, plain=True),
    ),
    "a caption and a source below": (
        csv(["dataset", *NETS], [*beside(DATA, draw("cap", 10, 4)), ["Source: own runs", "", "", "", ""]]),
        scores(NETS, 10),
    ),
    "group headings between rows": (
        csv(
            ["dataset", *NETS],
            [
                ["Small", "", "", "", ""],
                *beside(DATA[:5], draw("gh", 5, 4)),
                ["Large", "", "", "", ""],
                *beside(DATA[5:], draw("gh2", 5, 4)),
            ],
        ),
        scores(NETS, 10),
    ),
    "numbers as text with a unit": (
        csv(
            ["dataset", *NETS],
            [
                [d, *(f"{c} %" for c in r)]
                for d, r in zip(DATA, draw("unit", 10, 4, 60, 95, 2, 1), strict=True)
            ],
        ),
        scores(NETS, 10, plain=True),
    ),
    "fractions for some rows": (
        csv(
            ["dataset", *NETS],
            [
                [d, *(c if i % 2 else f"{100 * float(c):.1f}" for c in r)]
                for i, (d, r) in enumerate(zip(DATA, draw("half", 10, 4), strict=True))
            ],
        ),
        ASKED,
    ),
    "the same table twice": (
        csv(["dataset", *NETS, *NETS], beside(DATA, draw("tw", 10, 4), draw("tw2", 10, 4))),
        ASKED,
    ),
    "a pivot with two measures above": (
        csv(
            ["", "accuracy", "", "f1", ""],
            [["dataset", "RF", "SVM", "RF", "SVM"], *beside(DATA, draw("pv", 10, 4))],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "a pivot with two languages above": (
        csv(
            ["", "English", "", "German", ""],
            [["dataset", "RF", "SVM", "RF", "SVM"], *beside(DATA, draw("pv2", 10, 4))],
        ),
        ASKED,
    ),
    "Weka's output of a significance test": (
        csv(
            ["Dataset", "(1) trees.J48", "(2) bayes.NaiveBayes", "(3) rules.ZeroR"],
            [
                [d, r[0], f"{r[1]} *", f"{r[2]} v"]
                for d, r in zip(DATA, draw("weka", 10, 3, 60, 95, 2, 2), strict=True)
            ],
        ),
        scores(["(1) trees.J48", "(2) bayes.NaiveBayes", "(3) rules.ZeroR"], 10),
    ),
    "caret resamples": (
        csv(
            ["Resample", "rf~Accuracy", "rf~Kappa", "svm~Accuracy", "svm~Kappa"],
            [[f"Fold{i:02d}.Rep1", *r] for i, r in enumerate(draw("caret", 10, 4), 1)],
        ),
        scores(["rf", "svm"], 1, 10, plain=True),
    ),
    "mlr3": (
        csv(
            ["nr", "task_id", "learner_id", "resampling_id", "iteration", "classif.ce"],
            [
                [n, t, m, "cv", k, f"{0.1 + 0.01 * k + 0.02 * j + 0.03 * i:.3f}"]
                for n, (i, t, j, m, k) in enumerate(
                    [
                        (i, t, j, m, k)
                        for i, t in enumerate(("sonar", "spam", "pima"))
                        for j, m in enumerate(("rpart", "ranger"))
                        for k in (1, 2, 3)
                    ]
                )
            ],
        ),
        scores(["rpart", "ranger"], 3, 3, higher=False),
    ),
    "sklearn cross_validate of two": (
        csv(["", "rf", "svm"], [[i, *r] for i, r in enumerate(draw("cv", 10, 2))]),
        ASKED,
    ),
    "predictions with probabilities": (
        csv(
            ["id", "y_true", "rf_proba", "svm_proba"],
            [
                [i, w[0], *r]
                for i, (w, r) in enumerate(
                    zip(whole("pw", 40, 1, 0, 1), draw("pr2", 40, 2, 0.1, 0.9, 0.1), strict=True)
                )
            ],
        ),
        predictions(["rf", "svm"], 40, plain=True),
    ),
    "predicted classes in words": (
        csv(
            ["text_id", "gold", "bert", "rules"],
            [
                [f"t{i}", *(("pos", "neg", "neu")[int(c)] for c in r)]
                for i, r in enumerate(whole("pw2", 40, 3, 0, 2))
            ],
        ),
        predictions(["bert", "rules"], 40, plain=True),
    ),
    "right and wrong as true and false": (
        csv(
            ["question_id", "gpt", "llama"],
            [
                [f"q{i}", *("true" if int(c) else "false" for c in r)]
                for i, r in enumerate(whole("tf", 30, 2, 0, 1))
            ],
        ),
        predictions(["gpt", "llama"], 30),
    ),
    "fractions of tests passed by problem": (
        csv(
            ["problem_id", "gpt", "llama"],
            beside([f"p{i}" for i in range(20)], draw("fr", 20, 2, 0.1, 0.9, 0.1, 2)),
        ),
        items(["gpt", "llama"], 20, plain=True),
    ),
    "ROUGE of each document": (
        csv(
            ["doc_id", "lead3", "bart", "pegasus"],
            beside([f"d{i}" for i in range(20)], draw("rouge", 20, 3, 0.2, 0.5)),
        ),
        items(["lead3", "bart", "pegasus"], 20),
    ),
}
