"""The eighth batch, made after the seventh was mended."""

from tests.inputs.tables_of_people.cases import ASKED, beside, csv, draw, items, markdown, scores, whole

UCI = [
    "anneal",
    "bands",
    "chess",
    "digits",
    "eeg",
    "fertility",
    "german-credit",
    "hill-valley",
    "isolet",
    "jm1",
]
NETS = ["ResNet-50", "ViT-B", "ConvNeXt", "Swin-T"]
SMALL = ["A", "B", "C"]

TABLES = {
    "shots in columns": (
        csv(
            ["Model", "0-shot", "1-shot", "5-shot", "10-shot"],
            beside(["Llama-7B", "Mistral-7B", "Qwen-7B"], draw("shots", 3, 4, 30, 70, 3, 1)),
        ),
        ASKED,
    ),
    "attacks in columns": (
        csv(
            ["Method", "Clean", "FGSM", "PGD-20", "AutoAttack"],
            beside(["TRADES", "MART", "AWP"], draw("att", 3, 4, 40, 80, 3, 1)),
        ),
        ASKED,
    ),
    "noise in decibels across": (
        csv(
            ["System", "0 dB", "5 dB", "10 dB", "15 dB", "20 dB"],
            beside(["GMM", "DNN", "CNN"], draw("db", 3, 5, 40, 90, 3, 1)),
        ),
        ASKED,
    ),
    "label fractions across": (
        csv(
            ["Method", "1%", "5%", "10%", "50%", "100%"],
            beside(["SimCLR", "MoCo", "BYOL", "DINO"], draw("frac", 4, 5, 40, 90, 3, 1)),
        ),
        ASKED,
    ),
    "horizons of forecasts across": (
        csv(
            ["model", "96", "192", "336", "720"],
            beside(["DLinear", "PatchTST", "iTransformer"], draw("hor", 3, 4, 0.3, 0.6, 0.02)),
        ),
        ASKED,
    ),
    "datasets and horizons, measures beside": (
        csv(
            ["dataset", "horizon", "DLinear_MSE", "DLinear_MAE", "PatchTST_MSE", "PatchTST_MAE"],
            [
                [d, h, *r]
                for d in ("ETTh1", "ETTm1", "Weather")
                for h, r in zip((96, 192, 336, 720), draw("h" + d, 4, 4, 0.3, 0.6), strict=True)
            ],
        ),
        ASKED,
    ),
    "corruption kinds in rows": (
        csv(
            ["corruption", *NETS],
            beside(
                ["gaussian", "shot", "impulse", "defocus", "glass", "motion", "zoom", "snow"],
                draw("cor", 8, 4, 20, 60, 3, 1),
            ),
        ),
        ASKED,
    ),
    "long, by class": (
        csv(
            ["class", "model", "f1"],
            [
                [c, m, r[0]]
                for m in NETS
                for c, r in zip(["cat", "dog", "cow", "hen", "pig"], draw("lc" + m, 5, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "long, by country": (
        csv(
            ["country", "model", "mape"],
            [
                [c, m, r[0]]
                for m in ("ARIMA", "ETS")
                for c, r in zip(
                    ["Peru", "Chile", "Cuba", "Haiti", "Fiji", "Laos"],
                    draw("ctr" + m, 6, 1, 3, 12, 1, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "long with a value and a type of value": (
        csv(
            ["dataset", "algorithm", "variable", "value"],
            [
                [d, m, v, r[i]]
                for m in ("RF", "SVM")
                for d, r in zip(UCI, draw("melt" + m, 10, 2), strict=True)
                for i, v in enumerate(("accuracy", "f1"))
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "long with two settings of each": (
        csv(
            ["dataset", "classifier", "scaling", "accuracy"],
            [
                [d, m, s, r[i]]
                for m in ("kNN", "SVM")
                for d, r in zip(UCI, draw("scal" + m, 10, 2), strict=True)
                for i, s in enumerate(("none", "standard"))
            ],
        ),
        ASKED,
    ),
    "long with the train score first": (
        csv(
            ["dataset", "model", "train_score", "test_score"],
            [[d, m, *r] for m in NETS for d, r in zip(UCI, draw("tt" + m, 10, 2), strict=True)],
        ),
        scores(NETS, 10),
    ),
    "long without a head": (
        "\n".join(
            f"{d},{m},{r[0]}" for m in ("RF", "SVM") for d, r in zip(UCI, draw("noh" + m, 10, 1), strict=True)
        )
        + "\n",
        ASKED,
    ),
    "folds by model, long, of one dataset": (
        csv(
            ["model", "fold", "auc"], [[m, k, r[0]] for m in NETS for k, r in enumerate(draw("fm" + m, 5, 1))]
        ),
        scores(NETS, 1, 5, plain=True),
    ),
    "cross-validated searches of three": (
        csv(
            [
                "param_C",
                "split0_test_score",
                "split1_test_score",
                "split2_test_score",
                "mean_test_score",
                "rank_test_score",
            ],
            [
                [c, *r, f"{sum(map(float, r)) / 3:.3f}", i + 1]
                for i, (c, r) in enumerate(zip((0.1, 1, 10), draw("cvr", 3, 3), strict=True))
            ],
        ),
        scores(["C=0.1", "C=1", "C=10"], 1, 3),
    ),
    "metrics of a tracker": (
        csv(
            ["run_id", "key", "value", "timestamp", "step"],
            [
                [f"r{i % 3}", k, r[0], 1700000000 + i, i]
                for i, (k, r) in enumerate(zip(["acc", "loss"] * 6, draw("mlf", 12, 1), strict=True))
            ],
        ),
        ASKED,
    ),
    "a search of a tracker's server": (
        csv(
            ["run_id", "status", "start_time", "metrics.accuracy", "metrics.f1", "params.model", "params.lr"],
            [
                [f"{i:04x}", "FINISHED", "2024-05-01", *r, m, 0.1]
                for i, (m, r) in enumerate(zip(["rf", "svm", "nb", "knn"], draw("srch", 4, 2), strict=True))
            ],
        ),
        ASKED,
    ),
    "an emmeans output": (
        csv(
            ["contrast", "estimate", "SE", "df", "t.ratio", "p.value"],
            [
                [f"RF - {m}", f"0.0{i}", "0.01", "18", f"{i}.2", f"0.{i}1"]
                for i, m in enumerate(["SVM", "NB", "kNN"], 1)
            ],
        ),
        ASKED,
    ),
    "summary of resamples in R": (
        csv(
            ["", "Min.", "1st Qu.", "Median", "Mean", "3rd Qu.", "Max.", "NA's"],
            [[m, *sorted(r), 0] for m, r in zip(["rf", "svm", "gbm"], draw("rs", 3, 6), strict=True)],
        ),
        ASKED,
    ),
    "a regression table": (
        csv(
            ["term", "Model 1", "Model 2", "Model 3"],
            beside(
                ["(Intercept)", "age", "income", "education", "R2", "N"], draw("reg", 6, 3, -1, 2, 0.3, 3)
            ),
        ),
        ASKED,
    ),
    "feature importances by model": (
        csv(
            ["feature", "RF", "XGB", "LGBM"],
            beside(["age", "bmi", "glucose", "insulin", "bp"], draw("imp", 5, 3, 0.05, 0.3, 0.02)),
        ),
        ASKED,
    ),
    "ratings by judges of three systems": (
        csv(
            ["prompt_id", "judge", "sysA", "sysB", "sysC"],
            [[f"p{i}", j, *r] for j in ("j1", "j2") for i, r in enumerate(whole("jr" + j, 10, 3, 1, 5))],
        ),
        ASKED,
    ),
    "preferences of annotators": (
        csv(
            ["prompt", "model_a", "model_b", "winner"],
            [[f"p{i}", "gpt", "llama", ["model_a", "model_b", "tie"][i % 3]] for i in range(15)],
        ),
        ASKED,
    ),
    "houses with prices": (
        csv(
            ["sqft", "bedrooms", "bathrooms", "year_built", "price"],
            [[*w, 1950 + i, 100000 + 5000 * i] for i, w in enumerate(whole("hse", 20, 3, 1, 5))],
        ),
        ASKED,
    ),
    "passengers": (
        csv(
            ["PassengerId", "Survived", "Pclass", "Age", "Fare"],
            [[i + 1, i % 2, i % 3 + 1, 20 + i, f"{7 + i * 1.5:.2f}"] for i in range(25)],
        ),
        ASKED,
    ),
    "a submission": (
        csv(["id", "target"], [[i, f"{0.01 * i:.2f}"] for i in range(30)]),
        ASKED,
    ),
    "out-of-fold predictions of three models with a target": (
        csv(
            ["id", "target", "oof_lgb", "oof_xgb", "oof_nn"],
            [[i, int(float(r[0]) > 0.5), *r] for i, r in enumerate(draw("oof", 40, 3, 0.1, 0.9, 0.05))],
        ),
        ASKED,
    ),
    "temperatures by month": (
        csv(
            ["month", "Oslo", "Rome", "Cairo"],
            beside(["Jan", "Feb", "Mar", "Apr", "May", "Jun"], draw("tmp", 6, 3, 1, 30, 3, 1)),
        ),
        ASKED,
    ),
    "sales by product": (
        csv(
            ["", "North", "South", "East", "West"],
            beside(["chairs", "tables", "lamps", "sofas", "desks", "beds"], draw("sal", 6, 4, 10, 90, 8, 1)),
        ),
        ASKED,
    ),
    "countries without a head": (
        csv(
            ["", "GDP", "Population", "Area"],
            beside(["Chad", "Togo", "Benin", "Mali", "Niger"], draw("gdp", 5, 3, 10, 900, 90, 1)),
        ),
        ASKED,
    ),
    "points of teams": (
        csv(
            ["Name", "Round 1", "Round 2", "Round 3", "Total"],
            [
                [n, *r, sum(map(int, r))]
                for n, r in zip(["Ann", "Bob", "Cid", "Dee", "Eve"], whole("pts", 5, 3, 40, 99), strict=True)
            ],
        ),
        ASKED,
    ),
    "marks of pupils": (
        csv(
            ["Name", "Math", "Physics", "Art"],
            beside(["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"], whole("mrk", 8, 3, 55, 99)),
        ),
        ASKED,
    ),
    "a plain table with an accuracy corner": (
        csv(["Accuracy (%)", "RF", "SVM", "MLP"], beside(UCI, draw("corner", 10, 3, 60, 95, 2, 1))),
        scores(["RF", "SVM", "MLP"], 10, plain=True),
    ),
    "a plain Markdown table with bold best": (
        markdown(
            ["Dataset", "Base", "+Aug", "+Aug+EMA"],
            [
                [d, r[0], r[1], f"**{r[2]}**"]
                for d, r in zip(UCI, draw("mdb", 10, 3, 60, 95, 2, 1), strict=True)
            ],
        ),
        scores(["Base", "+Aug", "+Aug+EMA"], 10, plain=True),
    ),
    "a plain table with log loss in the title row": (
        csv(["logloss", "RF", "SVM", "MLP"], beside(UCI, draw("llc", 10, 3, 0.2, 0.9, 0.03))),
        scores(["RF", "SVM", "MLP"], 10, higher=False),
    ),
    "models down, benchmarks across, sizes beside": (
        csv(
            ["Model", "Size", "MMLU", "GSM8K", "HumanEval", "BBH"],
            [
                [m, s, *r]
                for m, s, r in zip(
                    ["Llama-2", "Mistral", "Gemma", "Phi-2"],
                    ["7B", "7B", "7B", "2.7B"],
                    draw("llm", 4, 4, 30, 70, 4, 1),
                    strict=True,
                )
            ],
        ),
        scores(["Llama-2", "Mistral", "Gemma", "Phi-2"], 4, plain=True),
    ),
    "seeds across for each model and dataset": (
        csv(
            ["dataset", "model", "seed0", "seed1", "seed2"],
            [[d, m, *r] for m in ("GCN", "GAT") for d, r in zip(UCI[:6], draw("sx" + m, 6, 3), strict=True)],
        ),
        scores(["GCN", "GAT"], 6, 3),
    ),
    "subjects of a study with two decoders": (
        csv(
            ["subject", "CSP+LDA", "EEGNet"], beside([f"S{i:02d}" for i in range(1, 13)], draw("sub", 12, 2))
        ),
        ASKED,
    ),
    "hospitals": (
        csv(
            ["hospital", "n", "AUROC new", "AUROC old"],
            [
                [h, 300 + 41 * i, *r]
                for i, (h, r) in enumerate(
                    zip(["Ulm", "Köln", "Bonn", "Kiel", "Mainz", "Jena"], draw("hos", 6, 2), strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "items with a task and a score each": (
        csv(
            ["task", "item", "gpt", "llama"],
            [[t, f"{t}{i}", *r] for t in ("qa", "sum", "code") for i, r in enumerate(draw("it" + t, 10, 2))],
        ),
        items(["gpt", "llama"], 30),
    ),
}
