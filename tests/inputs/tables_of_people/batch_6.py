"""The sixth batch, made after the fifth was mended."""

from tests.inputs.tables_of_people.cases import ASKED, beside, csv, draw, items, scores, whole

DATA = [
    "bupa",
    "cmc",
    "crx",
    "dna",
    "flags",
    "hepatitis",
    "ionosphere",
    "krkopt",
    "labor",
    "mushroom",
    "pima",
    "tae",
]
TREES = ["CART", "CHAID", "QUEST", "GUIDE"]
PORTS = ["Bergen", "Cadiz", "Genoa", "Haifa", "Lagos", "Osaka", "Perth", "Quito"]

TABLES = {
    "coverage and width of intervals": (
        csv(
            ["dataset", "CP coverage", "CP width", "QR coverage", "QR width"],
            beside(DATA, draw("cov", 12, 4)),
        ),
        ASKED,
    ),
    "stations with three forecasters": (
        csv(
            ["station", "elevation_m", "ECMWF", "GFS", "ICON"],
            [
                [p, 10 + 137 * i, *r]
                for i, (p, r) in enumerate(zip(PORTS, draw("stat", 8, 3, 1, 4, 0.2, 2), strict=True))
            ],
        ),
        ASKED,
    ),
    "RMSE by station": (
        csv(
            ["station", "RMSE_ECMWF", "RMSE_GFS", "RMSE_ICON"],
            beside(PORTS, draw("stat2", 8, 3, 1, 4, 0.2, 2)),
        ),
        scores(["ECMWF", "GFS", "ICON"], 8, higher=False, plain=True),
    ),
    "a search by the hour": (
        csv(
            ["budget_s", "TPOT", "FLAML", "AutoGluon"],
            [[b, *r] for b, r in zip((60, 300, 600, 1800, 3600), draw("bud", 5, 3), strict=True)],
        ),
        ASKED,
    ),
    "AutoML with failures in words": (
        csv(
            ["task", "TPOT", "FLAML", "AutoGluon"],
            [
                [d, r[0] if i % 4 else "timeout", r[1], r[2] if i % 5 else "OOM"]
                for i, (d, r) in enumerate(zip(DATA, draw("fail", 12, 3), strict=True))
            ],
        ),
        scores(["TPOT", "FLAML", "AutoGluon"], 12, plain=True),
    ),
    "depth, leaves and accuracy": (
        csv(
            ["tree", "depth", "leaves", "train_acc", "test_acc"],
            [[t, *w, *r] for t, w, r in zip(TREES, whole("dl", 4, 2, 2, 30), draw("dla", 4, 2), strict=True)],
        ),
        ASKED,
    ),
    "accuracy by tree and dataset, one row each": (
        csv(
            ["dataset", "tree", "accuracy", "depth", "leaves"],
            [
                [d, t, r[0], *w]
                for t in TREES
                for d, r, w in zip(DATA, draw("ttd" + t, 12, 1), whole("w" + t, 12, 2, 2, 30), strict=True)
            ],
        ),
        scores(TREES, 12),
    ),
    "kappa between annotators": (
        csv(
            ["", "ann1", "ann2", "ann3"],
            [
                ["ann1", "1.00", "0.71", "0.65"],
                ["ann2", "0.71", "1.00", "0.69"],
                ["ann3", "0.65", "0.69", "1.00"],
            ],
        ),
        ASKED,
    ),
    "topics of a retrieval run": (
        csv(
            ["topic", "bm25", "dpr", "splade"],
            beside([str(301 + i) for i in range(25)], draw("top", 25, 3, 0.1, 0.7, 0.05)),
        ),
        items(["bm25", "dpr", "splade"], 25),
    ),
    "mean average precision by collection": (
        csv(
            ["collection", "bm25", "dpr", "splade"],
            beside(["robust04", "trec8", "gov2", "cw09", "wt10g", "msmarco"], draw("coll", 6, 3, 0.4, 0.7)),
        ),
        scores(["bm25", "dpr", "splade"], 6),
    ),
    "k in the name of each column": (
        csv(["dataset", "P@1", "P@5", "P@10"], beside(DATA, draw("pk", 12, 3))),
        ASKED,
    ),
    "systems by P@k": (
        csv(["system", "P@1", "P@5", "P@10"], beside(["s1", "s2", "s3", "s4"], draw("pk2", 4, 3))),
        ASKED,
    ),
    "a cell of two numbers": (
        csv(
            ["dataset", "RF", "SVM"],
            [[d, f"{r[0]}/{r[1]}", f"{r[2]}/{r[3]}"] for d, r in zip(DATA, draw("two", 12, 4), strict=True)],
        ),
        ASKED,
    ),
    "accuracy, then rank after a slash": (
        csv(
            ["dataset", "RF", "SVM", "NB"],
            [
                [d, f"{r[0]} / 1", f"{r[1]} / 2", f"{r[2]} / 3"]
                for d, r in zip(DATA, draw("sl", 12, 3), strict=True)
            ],
        ),
        ASKED,
    ),
    "scores with a question mark": (
        csv(
            ["dataset", "RF", "SVM", "NB"],
            [
                [d, *(c if (i + k) % 5 else "?" for k, c in enumerate(r))]
                for i, (d, r) in enumerate(zip(DATA, draw("qm", 12, 3), strict=True))
            ],
        ),
        scores(["RF", "SVM", "NB"], 12, plain=True),
    ),
    "a stray word in one cell": (
        csv(
            ["dataset", "RF", "SVM", "NB"],
            [
                [d, r[0], "see text" if i == 4 else r[1], r[2]]
                for i, (d, r) in enumerate(zip(DATA, draw("stray", 12, 3), strict=True))
            ],
        ),
        ASKED,
    ),
    "two tables one under the other": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                *beside(DATA[:6], draw("u1", 6, 2)),
                ["dataset", "RF", "SVM"],
                *beside(DATA[6:], draw("u2", 6, 2)),
            ],
        ),
        ASKED,
    ),
    "two tables side by side": (
        csv(
            ["dataset", "RF", "SVM", "dataset", "RF", "SVM"],
            [
                [a, *r, b, *q]
                for a, b, r, q in zip(DATA[:6], DATA[6:], draw("s1", 6, 2), draw("s2", 6, 2), strict=True)
            ],
        ),
        ASKED,
    ),
    "a name twice, once with a star": (
        csv(["dataset", "SVM", "SVM*", "RF"], beside(DATA, draw("star", 12, 3))),
        scores(["SVM", "SVM*", "RF"], 12),
    ),
    "gender and age in the rows": (
        csv(
            ["gender", "age", "model1", "model2"],
            [
                [g, a, *r]
                for (g, a), r in zip(
                    [(g, a) for g in ("f", "m") for a in ("young", "middle", "old")],
                    draw("ga", 6, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "intersectional groups, one measure each": (
        csv(
            ["subgroup", "n", "TPR_old", "TPR_new"],
            [
                [s, 100 + 7 * i, *r]
                for i, (s, r) in enumerate(
                    zip(
                        ["f-young", "f-old", "m-young", "m-old", "x-young", "x-old"],
                        draw("is", 6, 2),
                        strict=True,
                    )
                )
            ],
        ),
        scores(["old", "new"], 6),
    ),
    "Spanish with fold in words": (
        csv(["partición", "árbol", "bosque"], [[f"p{i}", *r] for i, r in enumerate(draw("es2", 10, 2), 1)]),
        scores(["árbol", "bosque"], 1, 10),
    ),
    "Italian": (
        csv(
            ["insieme di dati", "albero", "foresta", "tempo (s)"],
            [[d, *r, f"{1.5 + i}"] for i, (d, r) in enumerate(zip(DATA, draw("it", 12, 2), strict=True))],
        ),
        scores(["albero", "foresta"], 12, plain=True),
    ),
    "Dutch": (
        csv(["gegevensset", "boom", "woud"], beside(DATA, draw("nl", 12, 2))),
        scores(["boom", "woud"], 12, plain=True),
    ),
    "Turkish, with a rate of error": (
        csv(["veri kümesi", "ağaç hata", "orman hata"], beside(DATA, draw("tr", 12, 2, 0.05, 0.3))),
        scores(["ağaç", "orman"], 12, higher=False),
    ),
    "apostrophes for thousands": (
        csv(
            ["dataset", "n", "RF", "SVM"],
            [[d, f"1'{200 + i}", *r] for i, (d, r) in enumerate(zip(DATA, draw("ap", 12, 2), strict=True))],
        ),
        scores(["RF", "SVM"], 12),
    ),
    "percent in the header only": (
        csv(["dataset", "RF (%)", "SVM (%)"], beside(DATA, draw("ph", 12, 2, 60, 95, 2, 1))),
        scores(["RF (%)", "SVM (%)"], 12),
    ),
    "accuracy in the header of a group": (
        csv(
            ["", "Accuracy (%)", "", ""],
            [["dataset", "RF", "SVM", "NB"], *beside(DATA, draw("ag", 12, 3, 60, 95, 2, 1))],
        ),
        scores(["RF", "SVM", "NB"], 12, plain=True),
    ),
    "three rows of heads": (
        csv(
            ["", "Test", "", "Test", ""],
            [
                ["", "RF", "", "SVM", ""],
                ["dataset", "acc", "f1", "acc", "f1"],
                *beside(DATA, draw("three", 12, 4)),
            ],
        ),
        scores(["RF", "SVM"], 12),
    ),
    "ratings of a film by critics": (
        csv(
            ["film", "critic_a", "critic_b", "critic_c"],
            beside([f"film {i}" for i in range(15)], whole("film", 15, 3, 1, 10)),
        ),
        ASKED,
    ),
    "minutes of runners": (
        csv(
            ["runner", "race1", "race2", "race3"],
            beside([f"r{i}" for i in range(10)], draw("run", 10, 3, 30, 60, 2, 1)),
        ),
        ASKED,
    ),
    "yields of fields": (
        csv(
            ["field", "variety_a", "variety_b"],
            beside([f"field {i}" for i in range(10)], draw("yield", 10, 2, 3, 9, 0.4, 1)),
        ),
        ASKED,
    ),
    "blood pressure before and after": (
        csv(
            ["patient", "before", "after"], beside([f"p{i}" for i in range(15)], whole("bp", 15, 2, 110, 170))
        ),
        ASKED,
    ),
    "latency percentiles of services": (
        csv(["service", "p50", "p95", "p99"], beside(PORTS, draw("lat", 8, 3, 20, 400, 10, 0))),
        ASKED,
    ),
    "GPU benchmarks in frames per second": (
        csv(["scene", "GPU A (fps)", "GPU B (fps)"], beside(PORTS, draw("fps", 8, 2, 30, 140, 5, 1))),
        scores(["GPU A", "GPU B"], 8),
    ),
    "solved by two solvers, seconds": (
        csv(
            ["instance", "solver1 (s)", "solver2 (s)"],
            beside([f"inst{i}" for i in range(12)], draw("sol", 12, 2, 1, 500, 30, 2)),
        ),
        scores(["solver1 (s)", "solver2 (s)"], 12, higher=False),
    ),
    "plain with one strange dataset name": (
        csv(["dataset", "A1", "A2", "A3"], beside([*DATA[:11], "100%"], draw("odd", 12, 3))),
        scores(["A1", "A2", "A3"], 12, plain=True),
    ),
    "plain with many classifiers": (
        csv(["dataset", *(f"m{i}" for i in range(20))], beside(DATA, draw("many", 12, 20))),
        scores([f"m{i}" for i in range(20)], 12, plain=True),
    ),
    "plain with two classifiers": (
        csv(["dataset", "old", "new"], beside(DATA, draw("twoc", 12, 2))),
        scores(["old", "new"], 12, plain=True),
    ),
    "plain with few datasets": (
        csv(["dataset", *TREES], beside(DATA[:5], draw("few", 5, 4))),
        scores(TREES, 5, plain=True),
    ),
}
