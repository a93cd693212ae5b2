"""Shapes of 267 files from 126 repositories, with numbers made up: what misled the reading, and its neighbours."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    markdown,
    scores,
    whole,
)

DATA = [
    "ACSF1",
    "Adiac",
    "ArrowHead",
    "Beef",
    "BirdChicken",
    "Car",
    "Coffee",
    "Computers",
    "Earthquakes",
    "FaceAll",
    "GunPoint",
    "Ham",
]
CORPORA = ["AMI", "Earnings22", "Gigaspeech", "LS Clean", "LS Other", "SPGISpeech", "Tedlium", "Voxpopuli"]
SPEECH = ["canary-1b", "parakeet-0.6b", "whisper-large", "granite-2b", "moonshine", "wav2vec2-base"]
VISION = ["resnet50", "vit_base", "convnext_tiny", "efficientnet_b0", "swin_small", "deit_tiny"]
POOLS = ["base_10k", "PPV_base_10k", "LSPV+base_10k", "PPV+LSPV_base_10k", "PPV+LSPV+base_10k"]
PARTS = ["chu", "cop", "fro", "got", "grc", "hbo", "isl", "lat", "lzh", "orv", "san", "olt"]
DEFECTS = ["cm1", "kc1", "kc2", "pc1", "jm1", "mc2"]
MEMORY = ["Minimum GPU Memory Usage of Finetuning", "Minimum GPU Usage of Generating 2048 Tokens"]
ABOVE = ["+1.20%", "-0.18%", "+6.46%", "+2.33%", "+4.63%", "+0.40%", "+1.05%", "+3.10%", "+0.77%"]


def errors(key, rows, columns):
    """Return word error rates."""
    return draw(key, rows, columns, 3, 12, 0.4, 2)


def nested(key, models, rows):
    """Return a row for each task and model, with two settings and a score."""
    return [
        [d, s, o, m, v]
        for m in models
        for d in rows
        for s in ("1k", "10k")
        for o, [v] in zip((1, 2, 3), draw(key + m + d + s, 3, 1), strict=True)
    ]


TABLES = {
    "a variant that is another name with an S before it": (
        csv(
            ["dataset_name", "BOSS", "cBOSS", "S-BOSS", "WEASEL"],
            beside(DATA, draw("sbo", 12, 4)),
        ),
        scores(["BOSS", "cBOSS", "S-BOSS", "WEASEL"], 12, plain=True),
    ),
    "variants joined by plus signs, one part called like a measure": (
        csv(["dataset_name", *POOLS[2:], "MPV+LSPV_base_10k"], beside(DATA, draw("plu", 12, 4))),
        scores([*POOLS[2:], "MPV+LSPV_base_10k"], 12, plain=True),
    ),
    "speed, size and operations of models": (
        csv(
            [
                "model",
                "infer_samples_per_sec",
                "infer_step_time",
                "infer_batch_size",
                "infer_img_size",
                "infer_gmacs",
                "infer_macts",
                "param_count",
            ],
            [
                [m, *a, *b, *c]
                for m, a, b, c in zip(
                    VISION,
                    draw("spe", 6, 2, 20, 900, 30, 2),
                    whole("bat", 6, 2, 106, 1024),
                    draw("mac", 6, 3, 1, 90, 4, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "languages down, tasks of one system across": (
        csv(["Lang.", "POS tag.", "Morph. annot.", "Lemma."], beside(PARTS, draw("lan", 12, 3))),
        ASKED,
    ),
    "word error rates of models, each column named by corpus and WER": (
        csv(
            ["model", "Avg. WER", "RTFx", "Model size (B)", *(f"{c} WER" for c in CORPORA)],
            [
                [m, f"{sum(map(float, r)) / 8:.2f}", f, s, *r]
                for m, r, [f], [s] in zip(
                    SPEECH,
                    errors("wer", 6, 8),
                    draw("rtf", 6, 1, 60, 900, 9, 1),
                    whole("siz", 6, 1, 1, 8),
                    strict=True,
                )
            ],
        ),
        scores(SPEECH, 8, higher=False),
    ),
    "memory of models in two uses, with units": (
        markdown(
            ["Model", "Release Date", *MEMORY],
            [[m, "23.11.30", f"{5 + i}.8GB", f"{2 + i}.9GB"] for i, m in enumerate(VISION)],
        ),
        ASKED,
    ),
    "models and what they were trained on, in two columns, on benchmarks": (
        csv(
            ["name", "pretrained", "params (M)", "CIFAR-10", "CIFAR-100", "MNIST", "SVHN", "Food-101"],
            [
                [m, p, 86, *r]
                for p in ("openai", "laion2b")
                for m, r in zip(VISION, draw("cli" + p, 6, 5), strict=True)
            ],
        ),
        ASKED,
    ),
    "a score, its spread and what it is above the best": (
        markdown(
            ["", "Default CatBoost", "Tuned CatBoost", "Default XGBoost"],
            [
                [d, f"{a} (±0.0004) ({x})", f"_**{b}**_ (±0.0001)", f"{c} (±0.0000) ({x})"]
                for d, x, (a, b, c) in zip(
                    ["Adult", "Amazon", "Appet", "Click", "Internet", "KDD98", "Kick", "Churn", "Letter"],
                    ABOVE,
                    draw("cat", 9, 3, 0.7, 0.95, 0.02, 5),
                    strict=True,
                )
            ],
        ),
        scores(["Default CatBoost", "Tuned CatBoost", "Default XGBoost"], 9),
    ),
    "levels of noise beside an index that was saved": (
        csv(
            ["", "contamination", "outliergram", "muod", "ms", "msa"],
            [[i, f"{i / 20:.2f}", *r] for i, r in enumerate(draw("con", 7, 4))],
        ),
        ASKED,
    ),
    "an index, datasets called folds, and resamples by number": (
        csv(
            ["", "folds:", *range(10)],
            [[i, d, *r] for i, (d, r) in enumerate(zip(DATA, draw("fld", 12, 10), strict=True))],
        ),
        ASKED,
    ),
    "two settings that tell the rows of a task and an algorithm apart": (
        csv(
            ["task", "num_simulations", "num_observation", "algorithm", "C2ST"],
            nested("sbi", ("NPE", "NRE", "SMC-ABC"), ("slcp", "sir", "two_moons")),
        ),
        ASKED,
    ),
    "models with a licence and one row each": (
        csv(
            ["model", "interpolation", "top1", "top5", "param_count"],
            [
                [m, ("bicubic", "bilinear")[i % 2], *r, 20 + i]
                for i, (m, r) in enumerate(zip(VISION, draw("top", 6, 2, 60, 90, 3, 2), strict=True))
            ],
        ),
        ASKED,
    ),
    "strategies that are called neither classifiers nor models": (
        csv(
            ["", "metric_name", "corpus", "experiment_type", "strategy", "auc"],
            [
                [i, "test_f1", d, "performance", s, v]
                for i, (s, d, [v]) in enumerate(
                    (s, d, v)
                    for s in ("entropy", "diversity", "tag_count")
                    for d, v in zip(("AURC-7", "GermEval", "JNLPBA"), draw("str" + s, 3, 1), strict=True)
                )
            ],
        ),
        ASKED,
    ),
    "rows of a model, a label and a probability": (
        csv(
            ["id", "model", "label", "prob"],
            [[i, m, i % 2, v] for m in ("a", "b") for i, [v] in enumerate(draw("prb" + m, 40, 1, 0.1, 0.9))],
        ),
        ASKED,
    ),
    "times by stage and unit before each name": (
        csv(
            ["dataset", "fit_s_CART", "fit_s_kNN", "CART", "kNN", "n_rows"],
            [
                [d, *t, *r, *n]
                for d, t, r, n in zip(
                    DATA,
                    draw("fit", 12, 2, 1, 9, 0.5, 2),
                    draw("fsc", 12, 2),
                    whole("row", 12, 1, 90, 900),
                    strict=True,
                )
            ],
        ),
        scores(["CART", "kNN"], 12, plain=True),
    ),
    "datasets called d1 to d8, and a column that says classifier": (
        csv(["classifier", *(f"d{i}" for i in range(1, 9))], beside(VISION, draw("cou", 6, 8))),
        scores(VISION, 8, plain=True),
    ),
    "a part of the name of a benchmark is called Counts": (
        csv(
            ["model", "MNIST", "CIFAR-10", "CIFAR-100", "CLEVR Counts", "CLEVR Distance", "SVHN", "Food-101"],
            beside(VISION, draw("cle", 6, 7)),
        ),
        scores(VISION, 7),
    ),
    "a mean of performance over so many benchmarks": (
        csv(
            ["model", "params (M)", "Average perf. on 5 datasets", "MNIST", "CIFAR-10", "SVHN", "STL-10", "DTD"],
            [
                [m, 86, f"{sum(map(float, r)) / 5 + 0.004:.3f}", *r]
                for m, r in zip(VISION, draw("avp", 6, 5), strict=True)
            ],
        ),
        scores(VISION, 5),
    ),
    "a cross-validation with spreads and no names": (
        csv(
            ["fit_time", "score_time", "test_score", "train_score"],
            [[f"{a}(+/-0.011)" for a in r] for r in draw("crv", 4, 4)],
        ),
        ASKED,
    ),
    "runs that did not terminate": (
        markdown(
            ["dataset", "RF", "SVM", "kNN"],
            [
                [d, a, "OOM" if i == 2 else b, "DNT" if i in (1, 4) else c]
                for i, (d, (a, b, c)) in enumerate(zip(DATA, draw("dnt", 12, 3), strict=True))
            ],
        ),
        scores(["RF", "SVM", "kNN"], 12, plain=True),
    ),
    "samples, dimensions and the share of outliers before detectors": (
        csv(
            ["Data", "#Samples", "# Dimensions", "Outlier Perc", "ABOD", "HBOS", "IForest", "KNN"],
            [
                [d, *n, o, *r]
                for d, n, [o], r in zip(
                    DATA, whole("out", 12, 2, 20, 900), draw("per", 12, 1, 1, 36), draw("abo", 12, 4), strict=True
                )
            ],
        ),
        scores(["ABOD", "HBOS", "IForest", "KNN"], 12, plain=True),
    ),
    "an index that was saved twice, with nothing but zeros": (
        csv(
            ["", "Unnamed: 0", "Data", "Outlier Perc", "HBOS", "IForest", "KNN"],
            [
                [i, 0, d, o, *r]
                for i, (d, [o], r) in enumerate(
                    zip(DATA, draw("pe2", 12, 1, 1, 36), draw("ab2", 12, 3), strict=True)
                )
            ],
        ),
        scores(["HBOS", "IForest", "KNN"], 12),
    ),
    "systems below an empty corner, corpora across, the measure above": (
        "## WER\n"
        + markdown(
            ["", "Calls", "CORAA", "CV", "Fleurs"],
            beside(["Vosk Small", "Vosk FB", "Parakeet V3", "FunASR Nano", "Rover"], errors("vos", 5, 4)),
        ),
        ASKED,
    ),
    "a plain table of datasets under an empty corner": (
        csv(["", "ANN", "SVM", "NB", "TREE", "KNN"], beside(DEFECTS, draw("cmk", 6, 5))),
        scores(["ANN", "SVM", "NB", "TREE", "KNN"], 6, plain=True),
    ),
}  # fmt: skip
