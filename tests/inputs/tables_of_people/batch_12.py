"""The twelfth batch, made after the eleventh was mended."""

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

NAMES = [
    "hypothyroid",
    "hepatitis",
    "lymph",
    "primary-tumor",
    "segment",
    "sick",
    "soybean",
    "splice",
    "waveform",
    "vowel",
]
LLMS = ["gpt-4o", "claude-3", "llama-3-70b", "mixtral"]

TABLES = {
    "an evaluation harness as a table in Markdown": (
        markdown(
            ["Tasks", "Version", "Filter", "n-shot", "Metric", "Value", "Stderr"],
            [
                [t, "1", "none", "0", "acc", r[0], "0.01"]
                for t, r in zip(["arc_easy", "boolq", "piqa"], draw("harn", 3, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "open leaderboard with average and type": (
        csv(
            ["T", "Model", "Average", "IFEval", "BBH", "MATH", "GPQA", "MMLU-PRO"],
            [
                ["chat", m, f"{sum(map(float, r)) / 5:.2f}", *r]
                for m, r in zip(LLMS, draw("olb", 4, 5, 30, 80, 4, 2), strict=True)
            ],
        ),
        scores(LLMS, 5, plain=True),
    ),
    "win rates of models against each other and length": (
        csv(
            ["model", "win_rate", "lc_win_rate", "avg_length"],
            beside(LLMS, draw("alp", 4, 2, 20, 60, 3, 1), whole("alpl", 4, 1, 1000, 2500)),
        ),
        ASKED,
    ),
    "arena with elo and intervals": (
        csv(
            ["Rank", "Model", "Elo", "95% CI", "Votes"],
            [[i + 1, m, 1200 - 20 * i, "+5/-4", 10000 + i] for i, m in enumerate(LLMS)],
        ),
        ASKED,
    ),
    "medical folds with sensitivity and specificity": (
        csv(
            ["fold", "sens_cnn", "spec_cnn", "sens_vit", "spec_vit"], beside(range(1, 6), draw("sens", 5, 4))
        ),
        ASKED,
    ),
    "dice in folds by two nets with hd95": (
        csv(
            ["fold", "Dice_UNet", "Dice_nnUNet", "HD95_UNet", "HD95_nnUNet"],
            beside(range(1, 6), draw("dhd", 5, 2), draw("dhd2", 5, 2, 3, 9, 0.4, 2)),
        ),
        scores(["UNet", "nnUNet"], 1, 5),
    ),
    "lesions with a volume": (
        csv(
            ["lesion", "volume_ml", "modelA", "modelB"],
            [[f"L{i}", f"{0.5 + i * 0.4:.1f}", *r] for i, r in enumerate(draw("les", 14, 2))],
        ),
        ASKED,
    ),
    "a benchmark of databases": (
        csv(
            ["query", "postgres_ms", "mysql_ms"],
            beside([f"Q{i}" for i in range(1, 13)], draw("sql", 12, 2, 20, 400, 20, 1)),
        ),
        items(["postgres", "mysql"], 12, higher=False),
    ),
    "solvers with a status": (
        csv(
            ["instance", "kissat", "kissat_status", "cadical", "cadical_status"],
            [
                [f"i{i}", r[0], "SAT", r[1], "UNSAT" if i % 3 else "SAT"]
                for i, r in enumerate(draw("sat", 12, 2, 1, 900, 50, 1))
            ],
        ),
        ASKED,
    ),
    "throughput of libraries": (
        csv(
            ["size", "numpy", "jax", "torch"],
            beside([64, 128, 256, 512, 1024], draw("thr2", 5, 3, 10, 90, 5, 1)),
        ),
        ASKED,
    ),
    "games of agents": (
        csv(
            ["Game", "Random", "Human", "DQN", "Rainbow"],
            beside(["Alien", "Amidar", "Assault", "Asterix", "Boxing"], draw("ata", 5, 4, 100, 3000, 200, 1)),
        ),
        ASKED,
    ),
    "normalised scores by environment": (
        csv(
            ["environment", "SAC", "TD3", "PPO"],
            beside(
                ["HalfCheetah-v4", "Hopper-v4", "Walker2d-v4", "Ant-v4", "Humanoid-v4"],
                draw("mjc", 5, 3, 2000, 9000, 300, 0),
            ),
        ),
        scores(["SAC", "TD3", "PPO"], 5),
    ),
    "continual learning after each task": (
        csv(
            ["after task", "task1", "task2", "task3"],
            [["1", "0.95", "", ""], ["2", "0.90", "0.93", ""], ["3", "0.85", "0.88", "0.94"]],
        ),
        ASKED,
    ),
    "transfer from source to target": (
        csv(
            ["source\\target", "photo", "sketch", "cartoon"],
            [
                ["photo", "0.95", "0.61", "0.70"],
                ["sketch", "0.55", "0.93", "0.66"],
                ["cartoon", "0.72", "0.69", "0.94"],
            ],
        ),
        ASKED,
    ),
    "domains of adaptation": (
        csv(
            ["Method", "A→C", "A→P", "C→A", "C→P", "P→A"],
            beside(["DANN", "CDAN", "MCD"], draw("da", 3, 5, 40, 80, 3, 1)),
        ),
        ASKED,
    ),
    "leave one out by domain": (
        csv(
            ["Algorithm", "A", "C", "P", "S", "Avg"],
            [
                [m, *r, f"{sum(map(float, r)) / 4:.1f}"]
                for m, r in zip(["ERM", "IRM", "CORAL"], draw("lodo", 3, 4, 60, 90, 3, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "classes of satellite images": (
        csv(
            ["Method", "Forest", "River", "Highway", "Pasture", "OA"],
            [
                [m, *r, r[0]]
                for m, r in zip(["SVM", "RF", "CNN"], draw("sat2", 3, 4, 60, 95, 3, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "producer's and user's accuracy": (
        csv(
            ["Class", "RF PA", "RF UA", "SVM PA", "SVM UA"],
            beside(["water", "urban", "forest", "crop"], draw("pa", 4, 4, 60, 95, 3, 1)),
        ),
        ASKED,
    ),
    "a credit score by decile": (
        csv(
            ["decile", "bad_rate_old", "bad_rate_new"],
            beside(range(1, 11), draw("dec", 10, 2, 0.01, 0.3, 0.01)),
        ),
        ASKED,
    ),
    "lift by percentile": (
        csv(
            ["percentile", "lift_lr", "lift_gbm"],
            beside([10, 20, 30, 40, 50, 60], draw("lft", 6, 2, 1, 4, 0.2, 2)),
        ),
        ASKED,
    ),
    "backtest by month": (
        csv(
            ["period", "naive", "theta", "prophet"],
            beside(
                ["2023-01", "2023-02", "2023-03", "2023-04", "2023-05", "2023-06"],
                draw("bt", 6, 3, 5, 20, 1, 2),
            ),
        ),
        ASKED,
    ),
    "series of a forecasting contest": (
        csv(
            ["series_id", "naive2", "theta", "ets"],
            beside([f"M{i}" for i in range(1, 16)], draw("m4s", 15, 3, 3, 20, 1, 2)),
        ),
        ASKED,
    ),
    "sMAPE of a contest by series": (
        csv(
            ["series", "sMAPE_naive2", "sMAPE_theta"],
            beside([f"M{i}" for i in range(1, 16)], draw("m4m", 15, 2, 3, 20, 1, 2)),
        ),
        ASKED,
    ),
    "frequencies of a contest": (
        csv(
            ["Method", "Yearly", "Quarterly", "Monthly", "Weekly", "Daily", "Hourly"],
            beside(["Theta", "ES-RNN", "N-BEATS"], draw("m4f", 3, 6, 2, 20, 1, 2)),
        ),
        ASKED,
    ),
    "one measure for each fairness group, two models": (
        csv(["group", "TPR model1", "TPR model2"], beside(["female", "male", "other"], draw("fgr", 3, 2))),
        ASKED,
    ),
    "scenes rated by people on a slider": (
        csv(
            ["scene", "method_a", "method_b", "method_c"],
            beside([f"scene{i}" for i in range(12)], draw("mos", 12, 3, 20, 90, 6, 0)),
        ),
        ASKED,
    ),
    "PSNR by scene": (
        csv(
            ["Scene", "NeRF", "Mip-NeRF", "3DGS"],
            beside(["chair", "drums", "ficus", "hotdog", "lego", "ship"], draw("psnr", 6, 3, 24, 36, 1, 2)),
        ),
        ASKED,
    ),
    "PSNR by name of the head": (
        csv(
            ["PSNR ↑", "NeRF", "Mip-NeRF", "3DGS"],
            beside(["chair", "drums", "ficus", "hotdog", "lego", "ship"], draw("psn2", 6, 3, 24, 36, 1, 2)),
        ),
        scores(["NeRF", "Mip-NeRF", "3DGS"], 6),
    ),
    "answers to a quiz by language models with a category": (
        csv(
            ["question_id", "category", *LLMS],
            [[f"q{i}", ["a", "b", "c"][i % 3], *r] for i, r in enumerate(whole("quiz", 24, 4, 0, 1))],
        ),
        items(LLMS, 24),
    ),
    "likert of two interfaces": (
        csv(
            ["question", "interface A", "interface B"],
            beside(
                ["easy to use", "fast", "pretty", "useful", "would recommend"],
                draw("lik", 5, 2, 2, 5, 0.3, 2),
            ),
        ),
        ASKED,
    ),
    "mutants killed": (
        csv(
            ["project", "mutants", "EvoSuite", "Randoop"],
            [
                [p, 100 + 13 * i, *r]
                for i, (p, r) in enumerate(
                    zip(
                        ["Lang", "Math", "Time", "Chart", "Closure", "Mockito"],
                        draw("mut", 6, 2),
                        strict=True,
                    )
                )
            ],
        ),
        ASKED,
    ),
    "a plain table with links to papers": (
        markdown(["Dataset", "[RF](http://a.b)", "[SVM](http://c.d)"], beside(NAMES, draw("link", 10, 2))),
        scores(["RF", "SVM"], 10),
    ),
    "a plain table in German, with mean row and rank row": (
        csv(
            ["Datensatz", "NB", "SVM", "kNN"],
            [
                *beside(NAMES, draw("grr", 10, 3)),
                ["Mittelwert", "0.8", "0.8", "0.8"],
                ["mittlerer Rang", "1.9", "2.0", "2.1"],
            ],
        ),
        scores(["NB", "SVM", "kNN"], 10, plain=True),
    ),
    "a plain table, numbers without a leading zero": (
        csv(
            ["dataset", "NB", "SVM"],
            [[d, *(c.lstrip("0") for c in r)] for d, r in zip(NAMES, draw("nlz", 10, 2), strict=True)],
        ),
        scores(["NB", "SVM"], 10, plain=True),
    ),
    "a plain table with stars for the best and a dash": (
        csv(
            ["dataset", "NB", "SVM", "RF"],
            [
                [d, f"{r[0]}*", r[1], "–" if i == 3 else r[2]]
                for i, (d, r) in enumerate(zip(NAMES, draw("stb", 10, 3), strict=True))
            ],
        ),
        scores(["NB", "SVM", "RF"], 10, plain=True),
    ),
    "a plain long table with German heads": (
        csv(
            ["Datensatz", "Verfahren", "Fehlerrate"],
            [
                [d, m, r[0]]
                for m in ("Baum", "Wald")
                for d, r in zip(NAMES, draw("fr2" + m, 10, 1, 0.05, 0.3), strict=True)
            ],
            ";",
        ),
        scores(["Baum", "Wald"], 10, higher=False, plain=True),
    ),
    "a plain table of losses, named by the head of the rows": (
        csv(["dataset (MSE)", "OLS", "Ridge", "Lasso"], beside(NAMES, draw("mse", 10, 3, 2, 30, 1, 2))),
        scores(["OLS", "Ridge", "Lasso"], 10, higher=False),
    ),
    "truth, prediction and model, long": (
        csv(
            ["id", "model", "y_true", "y_pred"],
            [[i, m, i % 2, (i + (i % k == 0)) % 2] for m, k in (("a", 4), ("b", 5)) for i in range(30)],
        ),
        predictions(["a", "b"], 30, plain=True),
    ),
    "seeds with the name of the model in the same cell": (
        csv(
            ["run", "accuracy"],
            [[f"{m}-seed{s}", r[0]] for m in ("gcn", "gat") for s, r in enumerate(draw("mc" + m, 5, 1))],
        ),
        ASKED,
    ),
    "two studies stacked with a title between": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                *beside(NAMES[:5], draw("st1", 5, 2)),
                ["Study 2", "", ""],
                *beside(NAMES[5:], draw("st2", 5, 2)),
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
}
