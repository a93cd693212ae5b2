"""The eleventh batch, made after the tenth was mended."""

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

PMLB = ["car", "chess", "cmc", "colic", "crx", "derm", "ecoli", "flags", "glass", "heart-h"]
UEA = ["BasicMotions", "Cricket", "Epilepsy", "ERing", "Handwriting", "Heartbeat", "Libras", "NATOPS"]
LEARN = ["GaussianNB", "DecisionTreeClassifier", "LogisticRegression"]

TABLES = {
    "multivariate series with a default": (
        csv(["Problem", "DTW_D", "ROCKET", "HC2"], beside(UEA, draw("uea", 8, 3))),
        scores(["DTW_D", "ROCKET", "HC2"], 8, plain=True),
    ),
    "estimators of a library by dataset": (
        csv(["dataset", *LEARN], beside(PMLB, draw("skl", 10, 3))),
        scores(LEARN, 10, plain=True),
    ),
    "estimators down with mean and deviation": (
        csv(["estimator", "mean", "std"], beside(LEARN, draw("estm", 3, 2))),
        ASKED,
    ),
    "nested columns of a pivot by measure and model": (
        csv(["dataset", "acc/RF", "acc/SVM", "f1/RF", "f1/SVM"], beside(PMLB, draw("nest", 10, 4))),
        scores(["RF", "SVM"], 10),
    ),
    "a workbook with totals at the right and below": (
        csv(
            ["dataset", "RF", "SVM", "Total"],
            [
                *[
                    [d, *r, f"{sum(map(float, r)):.3f}"]
                    for d, r in zip(PMLB, draw("totl", 10, 2), strict=True)
                ],
                ["Total", "8.1", "8.2", "16.3"],
            ],
        ),
        scores(["RF", "SVM"], 10),
    ),
    "an experiment by person": (
        csv(
            ["participant", "control", "treatment"],
            beside([f"P{i}" for i in range(1, 16)], draw("par", 15, 2, 300, 600, 30, 0)),
        ),
        ASKED,
    ),
    "tasks of a language benchmark by prompt": (
        csv(
            ["task", "prompt1", "prompt2", "prompt3"],
            beside(["boolq", "rte", "copa", "wic", "cb", "piqa"], draw("prm", 6, 3)),
        ),
        scores(["prompt1", "prompt2", "prompt3"], 6),
    ),
    "checkpoints across tasks": (
        csv(
            ["task", "step_1000", "step_2000", "step_4000", "step_8000"],
            beside(["boolq", "rte", "copa", "wic", "cb", "piqa"], draw("ckp", 6, 4)),
        ),
        ASKED,
    ),
    "temperatures of sampling across tasks": (
        csv(
            ["task", "T=0.0", "T=0.5", "T=1.0"],
            beside(["boolq", "rte", "copa", "wic", "cb", "piqa"], draw("tem", 6, 3)),
        ),
        ASKED,
    ),
    "bits of quantisation": (
        csv(
            ["model", "fp16", "int8", "int4"],
            beside(["llama", "mistral", "qwen", "gemma", "phi"], draw("bits", 5, 3, 50, 70, 2, 1)),
        ),
        ASKED,
    ),
    "bits of quantisation by task": (
        csv(
            ["benchmark", "fp16", "int8", "int4"],
            beside(["boolq", "rte", "copa", "wic", "cb", "piqa"], draw("bit2", 6, 3)),
        ),
        scores(["fp16", "int8", "int4"], 6, plain=True),
    ),
    "parameters and perplexity of models": (
        markdown(
            ["Model", "#Params", "PPL", "Tokens/s"],
            [
                [m, p, r[0], str(100 + i)]
                for i, (m, p, r) in enumerate(
                    zip(
                        ["GPT-2", "OPT", "Pythia"],
                        ["124M", "125M", "160M"],
                        draw("pp", 3, 1, 20, 40, 2, 1),
                        strict=True,
                    )
                )
            ],
        ),
        ASKED,
    ),
    "RMSE for each target of one model": (
        csv(
            ["target", "RMSE", "MAE", "R2"],
            beside(["mu", "alpha", "homo", "lumo", "gap"], draw("tgt", 5, 3, 0.1, 0.9)),
        ),
        ASKED,
    ),
    "targets of molecules by model": (
        csv(
            ["target", "SchNet", "DimeNet", "PaiNN"],
            beside(["mu", "alpha", "homo", "lumo", "gap"], draw("tg2", 5, 3, 10, 60, 2, 1)),
        ),
        ASKED,
    ),
    "F1 of entity types": (
        csv(
            ["entity", "spaCy", "Flair", "Stanza"],
            beside(["PER", "LOC", "ORG", "MISC", "DATE"], draw("ner", 5, 3)),
        ),
        ASKED,
    ),
    "scores by aspect": (
        csv(
            ["Aspect", "System A", "System B"],
            beside(["fluency", "coherence", "relevance", "faithfulness"], draw("asp", 4, 2, 3, 4.8, 0.1, 2)),
        ),
        ASKED,
    ),
    "categories of a benchmark of judges": (
        csv(
            ["Category", "GPT-4", "Claude", "Vicuna"],
            beside(
                ["writing", "roleplay", "math", "coding", "stem", "humanities"],
                draw("mtb", 6, 3, 6, 9.5, 0.3, 1),
            ),
        ),
        ASKED,
    ),
    "subsets of a benchmark of robustness": (
        csv(
            ["subset", "RN50", "ViT"],
            beside(
                ["ImageNet-A", "ImageNet-R", "ImageNet-V2", "ImageNet-Sketch", "ObjectNet"],
                draw("rob", 5, 2, 20, 70, 3, 1),
            ),
        ),
        scores(["RN50", "ViT"], 5),
    ),
    "sites of a federated study with a size each": (
        csv(
            ["client", "n", "FedAvg", "FedProx"],
            [[f"client{i}", 100 + 17 * i, *r] for i, r in enumerate(draw("fed", 10, 2))],
        ),
        ASKED,
    ),
    "predictors across a fold": (
        csv(
            ["fold_id", "n_val", "rf_auc", "gbm_auc"],
            [[i, 200, *r] for i, r in enumerate(draw("fid", 10, 2))],
        ),
        scores(["rf", "gbm"], 1, 10),
    ),
    "repeats of two learners in one cell each": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                [d, "; ".join(a), "; ".join(b)]
                for d, a, b in zip(PMLB, draw("ra", 10, 3), draw("rb", 10, 3), strict=True)
            ],
        ),
        ASKED,
    ),
    "lists in cells": (
        csv(
            ["dataset", "RF", "SVM"],
            [
                [d, "[" + " ".join(a) + "]", "[" + " ".join(b) + "]"]
                for d, a, b in zip(PMLB, draw("la", 10, 3), draw("lb", 10, 3), strict=True)
            ],
        ),
        ASKED,
    ),
    "wins counted by dataset": (
        csv(["dataset", "RF wins", "SVM wins", "ties"], beside(PMLB, whole("wns", 10, 3, 0, 10))),
        ASKED,
    ),
    "long, two targets, one model twice": (
        csv(
            ["target", "model", "rmse"],
            [
                [t, m, r[0]]
                for m in ("xgb", "mlp")
                for t, r in zip(
                    ["height", "weight", "age", "income"], draw("tgl" + m, 4, 1, 1, 9, 0.4, 2), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "long with noise level and seed": (
        csv(
            ["noise", "seed", "model", "accuracy"],
            [
                [n, s, m, r[0]]
                for m in ("cnn", "vit")
                for n in (0.0, 0.1, 0.2)
                for s, r in enumerate(draw(f"ns{m}{n}", 3, 1))
            ],
        ),
        ASKED,
    ),
    "long with a date of the run": (
        csv(
            ["date", "dataset", "model", "accuracy"],
            [
                ["2024-02-01", d, m, r[0]]
                for m in LEARN
                for d, r in zip(PMLB, draw("dt" + m, 10, 1), strict=True)
            ],
        ),
        scores(LEARN, 10, plain=True),
    ),
    "long with an accuracy and a time": (
        csv(
            ["Dataset", "Algorithm", "Accuracy (%)", "Train time (s)", "Model size (MB)"],
            [
                [d, m, r[0], f"{1 + i}", "2"]
                for m in LEARN
                for i, (d, r) in enumerate(zip(PMLB, draw("at" + m, 10, 1, 60, 95, 2, 1), strict=True))
            ],
        ),
        scores(LEARN, 10, plain=True),
    ),
    "JSON-like names of pipelines": (
        csv(
            ["dataset", "{'clf': 'rf', 'k': 3}", "{'clf': 'svm'; 'C': 1}".replace(";", " ")],
            beside(PMLB, draw("js", 10, 2)),
        ).replace("{'clf': 'rf', 'k': 3}", "\"{'clf': 'rf', 'k': 3}\""),
        scores(["{'clf': 'rf', 'k': 3}", "{'clf': 'svm'  'C': 1}"], 10),
    ),
    "outcome of trades": (
        csv(
            ["trade_id", "entry", "exit", "profit"],
            [
                [i, *r, f"{float(r[1]) - float(r[0]):.2f}"]
                for i, r in enumerate(draw("trd", 20, 2, 90, 110, 2, 2))
            ],
        ),
        ASKED,
    ),
    "three sensors by the hour": (
        csv(
            ["time", "sensor1", "sensor2", "sensor3"],
            beside([f"{h:02d}:00" for h in range(10)], draw("sns", 10, 3, 18, 25, 0.4, 1)),
        ),
        ASKED,
    ),
    "players": (
        csv(
            ["Player", "Goals", "Assists", "Minutes"],
            beside(["Ada", "Bea", "Cleo", "Dora", "Eva"], whole("ply", 5, 3, 1, 90)),
        ),
        ASKED,
    ),
    "expenses by month": (
        csv(
            ["Category", "Jan", "Feb", "Mar"],
            beside(["rent", "food", "travel", "books"], whole("exp", 4, 3, 50, 900)),
        ),
        ASKED,
    ),
    "test items with answers and a key": (
        csv(
            ["item", "key", "gpt", "llama"],
            [[f"i{i}", "ABCD"[i % 4], "ABCD"[(i * 3) % 4], "ABCD"[i % 4 if i % 3 else 0]] for i in range(24)],
        ),
        ASKED,
    ),
    "labels and two raters": (
        csv(
            ["case", "diagnosis", "reader1", "reader2"],
            [[i, i % 2, (i // 2) % 2, i % 2 if i % 5 else 0] for i in range(30)],
        ),
        predictions(["reader1", "reader2"], 30),
    ),
    "truth and three predictions": (
        csv(
            ["", "y_test", "knn", "tree", "svm"],
            [[i, i % 3, (i + i // 7) % 3, (i + i // 5) % 3, i % 3] for i in range(40)],
        ),
        predictions(["knn", "tree", "svm"], 40, plain=True),
    ),
    "words error by utterance": (
        csv(
            ["utterance_id", "wer_whisper", "wer_kaldi"],
            beside([f"utt{i}" for i in range(20)], draw("utt", 20, 2, 0.05, 0.4)),
        ),
        items(["whisper", "kaldi"], 20, higher=False),
    ),
    "plain, with ids of datasets": (
        csv(
            ["did", "xgboost", "lightgbm", "catboost"],
            beside(["3", "31", "37", "44", "50", "151", "1461", "1590"], draw("did", 8, 3)),
        ),
        scores(["xgboost", "lightgbm", "catboost"], 8, plain=True),
    ),
    "plain, percent with commas": (
        csv(
            ["Datensatz", "k-NN", "SVM"],
            [
                [d, *(c.replace(".", ",") + " %" for c in r)]
                for d, r in zip(PMLB, draw("pct", 10, 2, 60, 95, 2, 1), strict=True)
            ],
            ";",
        ),
        scores(["k-NN", "SVM"], 10, plain=True),
    ),
    "plain, errors by name in the head of a group": (
        csv(
            ["", "Error rate", "", ""],
            [["Dataset", "RF", "SVM", "NB"], *beside(PMLB, draw("erg", 10, 3, 0.05, 0.3))],
        ),
        scores(["RF", "SVM", "NB"], 10, higher=False),
    ),
    "plain, turned, with a footnote mark on names": (
        markdown(
            ["Method", "SST-2", "MRPC", "CoLA", "RTE"],
            beside(["BERT*", "RoBERTa†", "Ours"], draw("fn", 3, 4, 60, 95, 2, 1)),
        ),
        scores(["BERT*", "RoBERTa†", "Ours"], 4, plain=True),
    ),
}
