"""The twenty-sixth batch: exports of tools, annotation sheets, boards of other tasks, names of rare measures."""

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

VOX = ["Vox1-O", "Vox1-E", "Vox1-H"]
SPEAKER = ["x-vector", "ResNet34", "ECAPA-TDNN"]
UCI = ["anneal", "autos", "colic", "credit-a", "glass", "heart-c", "hepatitis", "iris", "labor", "lymph"]
THREE = ["NB", "SVM", "RF"]
GRAPHS = ["FB15k-237", "WN18RR", "YAGO3-10", "NELL-995"]
LINKS = ["TransE", "RotatE", "ComplEx", "CompGCN"]
QUANT = ["FP16", "RTN", "GPTQ", "AWQ"]
CORPORA = ["WikiText-2", "PTB", "C4"]
TOURS = ["berlin52", "eil51", "kroA100", "pr76", "st70", "rat99"]
DEFENCES = ["None", "SmoothLLM", "PPL filter", "Self-Reminder"]
ATTACKS = ["GCG", "PAIR", "AutoDAN", "TAP"]
LLMS = ["Llama-3.1-8B", "Qwen2.5-7B", "Gemma-2-9B"]
BENCH = ["MMLU", "GSM8K", "HellaSwag", "TruthfulQA", "WinoGrande"]
CAUSAL = ["IHDP", "ACIC", "Twins", "Jobs"]


def long(key, names, data, more=1, **how):
    """Return rows of a dataset, a model and numbers."""
    return [
        [d, m, *row]
        for m in names
        for d, row in zip(data, draw(key + m, len(data), more, **how), strict=True)
    ]


TABLES = {
    "truth, labels and probabilities of two networks": (
        csv(
            ["image", "label", "pred_resnet", "prob_resnet", "pred_vit", "prob_vit"],
            [
                [f"img_{i:03}.png", i % 3, (i + (i % 6 == 0)) % 3, a, (i + (i % 9 == 0)) % 3, b]
                for i, (a, b) in enumerate(draw("tlp", 45, 2, 0.4, 0.98))
            ],
        ),
        predictions(["resnet", "vit"], 45),
    ),
    "bootstraps by number": (
        csv(["bootstrap", "auc_lr", "auc_rf"], beside(range(1, 41), draw("boo", 40, 2))),
        ASKED,
    ),
    "two annotators and who settled it": (
        csv(
            ["text", "label_a", "label_b", "adjudicated"],
            [
                [
                    f"a sentence, no. {i}".replace(",", ";"),
                    "pn"[i % 2],
                    "pn"[(i + (i % 5 == 0)) % 2],
                    "pn"[i % 2],
                ]
                for i in range(30)
            ],
        ),
        ASKED,
    ),
    "entailment: gold and two models in words": (
        csv(
            ["premise_id", "gold", "bert", "roberta"],
            [
                [
                    i,
                    *(
                        ("entailment", "neutral", "contradiction")[(i + (i % k == 0)) % 3]
                        for k in (100, 6, 9)
                    ),
                ]
                for i in range(1, 46)
            ],
        ),
        predictions(["bert", "roberta"], 45, plain=True),
    ),
    "a scalar of TensorBoard": (
        csv(
            ["Wall time", "Step", "Value"],
            [[f"1700000{i:03}.5", i * 10, v] for i, (v,) in enumerate(draw("tbs", 20, 1))],
        ),
        ASKED,
    ),
    "a panel of W&B with runs in columns": (
        csv(
            [
                "Step",
                "resnet - val_acc",
                "resnet - val_acc__MIN",
                "resnet - val_acc__MAX",
                "vit - val_acc",
                "vit - val_acc__MIN",
                "vit - val_acc__MAX",
            ],
            [[i, a, a, a, b, b, b] for i, (a, b) in enumerate(draw("wbp", 12, 2))],
        ),
        ASKED,
    ),
    "bars of W&B, one for each run": (
        csv(
            ["Name", "test_acc"],
            beside(["sunny-lake-3", "deep-fog-4", "icy-moon-5", "wise-tree-6"], draw("wbb", 4, 1)),
        ),
        ASKED,
    ),
    "what dvc exp show prints": (
        csv(
            ["Experiment", "Created", "State", "acc", "loss", "train.lr", "train.epochs"],
            [
                ["workspace", "", "", "0.91", "0.31", "0.01", 10],
                ["main", "Jan 11", "", "0.90", "0.33", "0.01", 10],
                ["exp-a1", "Jan 12", "Success", "0.92", "0.28", "0.005", 20],
                ["exp-b2", "Jan 12", "Success", "0.89", "0.35", "0.1", 10],
            ],
        ),
        ASKED,
    ),
    "what dvc metrics diff prints": (
        markdown(
            ["Path", "Metric", "HEAD", "workspace", "Change"],
            [
                ["metrics.json", m, a, b, f"{float(b) - float(a):.3f}"]
                for m, (a, b) in zip(["accuracy", "auc", "f1", "recall"], draw("dvc", 4, 2), strict=True)
            ],
        ),
        ASKED,
    ),
    "timings of pytest-benchmark": (
        csv(
            ["name", "min", "max", "mean", "stddev", "rounds"],
            [
                [f"test_{n}", *r, 100]
                for n, r in zip(["fit_rf", "fit_svm", "fit_knn"], draw("pyb", 3, 4), strict=True)
            ],
        ),
        ASKED,
    ),
    "a frame of R with quoted names and one name fewer in the head": (
        '"NB" "SVM" "RF"\n'
        + "".join(f'"{d}" {" ".join(r)}\n' for d, r in zip(UCI, draw("rfr", 10, 3), strict=True)),
        scores(THREE, 10, plain=True),
    ),
    "KEEL, training and test accuracy in columns, long": (
        csv(
            ["Algorithm", "Dataset", "Acc_tra", "Acc_tst"],
            [[m, d, *r] for d, m, *r in long("kee", ("C4.5-C", "1NN-C", "SMO-C"), UCI, 2)],
        ),
        scores(["C4.5-C", "1NN-C", "SMO-C"], 10),
    ),
    "a workbook with an empty first row and column": (
        ",,,,\n,Dataset,NB,SVM,RF\n"
        + "".join(f",{d},{','.join(r)}\n" for d, r in zip(UCI, draw("emp", 10, 3), strict=True)),
        scores(THREE, 10, plain=True),
    ),
    "long with a metric, BLEU, chrF and TER": (
        csv(
            ["system", "language_pair", "metric", "score"],
            [
                [s, p, m, v]
                for s in ("online-A", "online-B", "NLLB")
                for p in ("en-de", "en-ru", "de-en", "zh-en", "en-ja")
                for m, (v,) in zip(
                    ("BLEU", "chrF", "TER"), draw("wmt" + s + p, 3, 1, 20, 60, 3, 1), strict=True
                )
            ],
        ),
        scores(["online-A", "online-B", "NLLB"], 5),
    ),
    "equal error rates in the title": (
        "EER (%)\n" + csv(["System", *VOX], beside(SPEAKER, draw("eer", 3, 3, 0.8, 5, 0.1, 2))),
        scores(SPEAKER, 3, higher=False),
    ),
    "EER and minDCF under each trial list": (
        csv(
            ["System", *(f"{d} {m}" for d in VOX for m in ("EER", "minDCF"))],
            beside(SPEAKER, draw("eed", 3, 6, 0.1, 5, 0.1, 3)),
        ),
        scores(SPEAKER, 3, higher=False),
    ),
    "diarisation errors by corpus": (
        markdown(
            ["DER (%)", "AMI", "CALLHOME", "DIHARD III", "VoxConverse"],
            beside(["pyannote 3.1", "NeMo", "EEND-EDA"], draw("dia", 3, 4, 5, 30, 1, 1)),
        ),
        scores(["pyannote 3.1", "NeMo", "EEND-EDA"], 4, higher=False),
    ),
    "mean rank of the right link, in the caption": (
        "Mean rank (MR) of link prediction\n"
        + csv(["Model", *GRAPHS], beside(LINKS, whole("mrl", 4, 4, 150, 3000))),
        scores(LINKS, 4, higher=False),
    ),
    "MRR of link prediction": (
        csv(["Model", *GRAPHS], beside(LINKS, draw("mrr", 4, 4, 0.25, 0.55, 0.01, 3))),
        scores(LINKS, 4),
    ),
    "perplexities of quantised models, arrows in the heads": (
        markdown(
            ["Method", *(f"{c} PPL ↓" for c in CORPORA)], beside(QUANT, draw("qpp", 4, 3, 5, 20, 0.5, 2))
        ),
        scores(QUANT, 3, higher=False),
    ),
    "depth: errors and thresholds of methods": (
        csv(
            ["Method", "AbsRel", "SqRel", "RMSE", "RMSElog", "δ<1.25"],
            beside(["Monodepth2", "PackNet", "AdaBins"], draw("dep", 3, 5, 0.05, 0.9)),
        ),
        ASKED,
    ),
    "gaps to the best known tour in percent": (
        csv(
            ["instance", "NN+2opt gap (%)", "LKH gap (%)", "POMO gap (%)"],
            beside(TOURS, draw("gap", 6, 3, 0.1, 9, 0.3, 2)),
        ),
        scores(["NN+2opt", "LKH", "POMO"], 6, higher=False),
    ),
    "lengths of tours": (
        csv(["instance", "NN", "Christofides", "LKH"], beside(TOURS, draw("len", 6, 3, 600, 20000, 90, 1))),
        ASKED,
    ),
    "success of attacks by defence": (
        csv(["Attack success rate (%)", *DEFENCES], beside(ATTACKS, draw("asr", 4, 4, 5, 90, 4, 1))),
        ASKED,
    ),
    "refusals of models by benchmark": (
        csv(["Model", *BENCH], beside(LLMS, draw("ref", 3, 5, 1, 12, 0.5, 1))),
        ASKED,
    ),
    "causal effects: root of PEHE in the corner": (
        csv(
            ["√PEHE", "T-learner", "X-learner", "TARNet", "Causal forest"],
            beside(CAUSAL, draw("peh", 4, 4, 0.5, 3, 0.1, 2)),
        ),
        scores(["T-learner", "X-learner", "TARNet", "Causal forest"], 4, higher=False),
    ),
    "regret of optimisers on functions": (
        csv(
            ["function", "Random", "TPE", "GP-BO", "SMAC"],
            beside(
                ["Branin", "Hartmann6", "Ackley10", "Levy5", "Rosenbrock4"],
                draw("reg", 5, 4, 0.01, 0.9, 0.05, 3),
            ),
        ),
        ASKED,
    ),
    "answers with the confidence of each model": (
        csv(
            ["qid", "gpt_correct", "gpt_confidence", "claude_correct", "claude_confidence"],
            [
                [f"q{i}", int(i % 3 > 0), a, int(i % 4 > 0), b]
                for i, (a, b) in enumerate(draw("ans", 40, 2, 0.4, 0.98, 0.05, 2))
            ],
        ),
        predictions(["gpt", "claude"], 40),
    ),
    "an autorank summary": (
        csv(
            ["", "MR", "MED", "MAD", "CI", "γ", "Magnitude"],
            [
                ["RF", "1.4", "0.91", "0.02", "[0.89; 0.93]", "0.0", "negligible"],
                ["SVM", "2.1", "0.90", "0.03", "[0.87; 0.92]", "0.4", "small"],
                ["NB", "2.5", "0.85", "0.04", "[0.80; 0.88]", "1.7", "large"],
            ],
        ),
        ASKED,
    ),
    "signed-rank sums of pairs": (
        csv(
            ["Ours vs.", "R+", "R-", "p-value"],
            [["SVM", "48", "7", "0.037"], ["RF", "40.5", "14.5", "0.19"], ["NB", "55", "0", "0.002"]],
        ),
        ASKED,
    ),
    "nearest neighbours: recall and queries per second": (
        csv(
            ["algorithm", "dataset", "recall", "qps", "build_time"],
            [
                [m, d, *r]
                for d, m, *r in long(
                    "ann", ("hnsw", "ivf", "scann"), ("sift-128", "glove-100", "gist-960"), 3
                )
            ],
        ),
        scores(["hnsw", "ivf", "scann"], 3),
    ),
    "translations: z-scores of people": (
        csv(
            ["Rank", "Ave. %", "Ave. z", "System"],
            [
                ["1", "87.2", "0.21", "Online-W"],
                ["2", "85.0", "0.14", "Facebook-AI"],
                ["3", "80.1", "-0.02", "NEMO"],
            ],
        ),
        ASKED,
    ),
    "quality and price of models by task, price in the heads": (
        csv(
            ["task", *(f"{m} (${p}/1M)" for m, p in zip(LLMS, ("0.05", "0.07", "0.20"), strict=True))],
            beside(BENCH, draw("prc", 5, 3, 40, 85, 2, 1)),
        ),
        scores([f"{m} (${p}/1M)" for m, p in zip(LLMS, ("0.05", "0.07", "0.20"), strict=True)], 5),
    ),
    "miss rates of pedestrians": (
        "Log-average miss rate\n"
        + csv(
            ["Method", "Caltech", "CityPersons", "KITTI", "EuroCity"],
            beside(["ACF", "Faster R-CNN", "CSP"], draw("mis", 3, 4, 8, 60, 2, 1)),
        ),
        scores(["ACF", "Faster R-CNN", "CSP"], 4, higher=False),
    ),
    "attacks on faces: ACER by protocol": (
        csv(
            ["Method", "APCER", "BPCER", "ACER"],
            beside(["CDCN", "STDN", "Auxiliary"], draw("ace", 3, 3, 1, 12, 0.5, 1)),
        ),
        ASKED,
    ),
    "features used and accuracy of each selection": (
        csv(
            ["Dataset", "All acc", "All #feat", "ReliefF acc", "ReliefF #feat", "GA acc", "GA #feat"],
            [[d, a, 60, b, 12, c, 17] for d, (a, b, c) in zip(UCI, draw("fea", 10, 3), strict=True)],
        ),
        scores(["All", "ReliefF", "GA"], 10),
    ),
    "users who liked each list, by page": (
        csv(
            ["page", "control_ctr", "treatment_ctr", "impressions"],
            [[f"/p{i}", *r, 1000 + i] for i, r in enumerate(draw("ctr", 12, 2, 0.01, 0.09, 0.003, 4))],
        ),
        ASKED,
    ),
    "plain, a space in names and a note in a last cell": (
        csv(
            ["Data set", "Naive Bayes", "Random Forest", "Linear SVM", "Comment"],
            [
                [d, *r, "" if i else "rerun in May"]
                for i, (d, r) in enumerate(zip(UCI, draw("psn", 10, 3), strict=True))
            ],
        ),
        scores(["Naive Bayes", "Random Forest", "Linear SVM"], 10, plain=True),
    ),
    "plain, long, JSON Lines": (
        "".join(
            f'{{"dataset": "{d}", "model": "{m}", "accuracy": {v}}}\n' for d, m, v in long("pjl", THREE, UCI)
        ),
        scores(THREE, 10, plain=True),
    ),
    "plain items, models by question with a topic": (
        csv(
            ["question_id", "topic", *LLMS],
            [
                [f"q{i}", ("bio", "law", "math")[i % 3], int(i % 3 > 0), int(i % 4 > 0), int(i % 5 > 0)]
                for i in range(60)
            ],
        ),
        items(LLMS, 60, plain=True),
    ),
}
