"""The third batch, made after the second was mended."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    scores,
    whole,
)

DATA = ["Cora", "Citeseer", "Pubmed", "Reddit", "PPI", "ogbn-arxiv", "Computers", "Photo", "CS", "Physics"]
GNN = ["GCN", "GAT", "GraphSAGE", "GIN"]
STATES = ["Ohio", "Texas", "Utah", "Iowa", "Maine", "Idaho", "Nevada", "Oregon", "Alaska"]

TABLES = {
    "accuracy of models by site": (
        csv(
            ["site", "n_patients", "CNN", "Radiomics"],
            [[s, 40 + 11 * i, *r] for i, (s, r) in enumerate(zip(STATES, draw("site", 9, 2), strict=True))],
        ),
        scores(["CNN", "Radiomics"], 9),
    ),
    "sensitivity and specificity of two readers by site": (
        csv(["site", "sens_AI", "spec_AI", "sens_MD", "spec_MD"], beside(STATES, draw("ss", 9, 4))),
        ASKED,
    ),
    "AUC with ends of an interval in one cell by site": (
        csv(
            ["site", "AI", "MD"],
            [
                [s, *(f"{c} ({float(c) - 0.05:.3f}-{min(1, float(c) + 0.04):.3f})" for c in r)]
                for s, r in zip(STATES, draw("aucci", 9, 2, 0.6, 0.9), strict=True)
            ],
        ),
        scores(["AI", "MD"], 9),
    ),
    "hazard ratios": (
        csv(
            ["covariate", "HR", "lower .95", "upper .95", "p"],
            [
                [c, *r]
                for c, r in zip(
                    ["age", "sex", "stage", "bmi", "smoking"], draw("hr", 5, 4, 0.5, 2, 0.1), strict=True
                )
            ],
        ),
        ASKED,
    ),
    "a Kaggle grid of public and private": (
        csv(
            ["submission", "public_score", "private_score"],
            [[f"sub_{i}.csv", *r] for i, r in enumerate(draw("pp", 8, 2))],
        ),
        ASKED,
    ),
    "out-of-fold and leaderboard": (
        csv(
            ["model", "cv", "lb"],
            [[m, *r] for m, r in zip(["lgb", "xgb", "cat", "nn", "blend"], draw("cvlb", 5, 2), strict=True)],
        ),
        ASKED,
    ),
    "ensemble weights": (
        csv(
            ["fold", "w_lgb", "w_xgb", "w_nn"],
            [
                [k, f"{a:.2f}", f"{b:.2f}", f"{1 - a - b:.2f}"]
                for k, (a, b) in enumerate([(0.2, 0.5), (0.3, 0.3), (0.25, 0.4), (0.1, 0.6), (0.4, 0.4)])
            ],
        ),
        ASKED,
    ),
    "nodes and edges beside GNNs": (
        csv(
            ["dataset", "#nodes", "#edges", *GNN],
            [
                [d, 2708 * (i + 1), 5429 * (i + 2), *r]
                for i, (d, r) in enumerate(zip(DATA, draw("gnn", 10, 4, 60, 95, 2, 1), strict=True))
            ],
        ),
        scores(GNN, 10, plain=True),
    ),
    "GNNs in rows with spreads in LaTeX": (
        "\\begin{tabular}{lccc}\nMethod & Cora & Citeseer & Pubmed \\\\\n\\hline\n"
        + "".join(
            f"{m} & ${a}_{{\\pm 0.5}}$ & ${b}_{{\\pm 0.7}}$ & ${c}_{{\\pm 0.3}}$ \\\\\n"
            for m, (a, b, c) in zip(GNN, draw("gtex", 4, 3, 60, 90, 2, 1), strict=True)
        )
        + "\\end{tabular}\n",
        scores(GNN, 3),
    ),
    "homophily beside": (
        csv(
            ["dataset", "homophily", *GNN[:3]],
            [
                [d, f"{0.2 + 0.07 * i:.2f}", *r]
                for i, (d, r) in enumerate(zip(DATA, draw("homo", 10, 3), strict=True))
            ],
        ),
        ASKED,
    ),
    "a metric in the title above": (
        "Table 2: F1 scores (%)\n" + csv(["", *GNN], beside(DATA, draw("title", 10, 4, 60, 95, 2, 1))),
        scores(GNN, 10),
    ),
    "improvement in percent as last column": (
        csv(
            ["Dataset", "Baseline", "Proposed", "Improvement (%)"],
            [
                [d, r[0], r[1], f"{100 * (float(r[1]) / float(r[0]) - 1):.2f}"]
                for d, r in zip(DATA, draw("impr", 10, 2), strict=True)
            ],
        ),
        scores(["Baseline", "Proposed"], 10),
    ),
    "human evaluation: mean and agreement": (
        csv(
            ["system", "fluency", "adequacy", "kappa", "n_raters"],
            [[f"sys{i}", *r, "0.6", "3"] for i, r in enumerate(draw("he", 5, 2, 2, 5, 0.2, 2))],
        ),
        ASKED,
    ),
    "A/B test by variant": (
        csv(
            ["variant", "users", "conversions", "rate"],
            [["control", 1000, 120, 0.12], ["treatment", 1010, 140, 0.139]],
        ),
        ASKED,
    ),
    "A/B test by day": (
        csv(
            ["day", "control", "treatment"],
            [[f"2024-05-{i + 1:02d}", *r] for i, r in enumerate(draw("ab", 14, 2, 0.1, 0.2, 0.01))],
        ),
        ASKED,
    ),
    "bandit rewards by round": (
        csv(
            ["round", "epsilon-greedy", "UCB", "Thompson"],
            [[i, *r] for i, r in enumerate(draw("ban", 20, 3, 0.2, 0.8))],
        ),
        ASKED,
    ),
    "RL returns by seed and game": (
        csv(
            ["game", "seed", "DQN", "PPO"],
            [
                [g, s, *r]
                for (g, s), r in zip(
                    [
                        (g, s)
                        for g in ("Pong", "Breakout", "Qbert", "Seaquest", "Freeway", "Alien")
                        for s in (1, 2, 3)
                    ],
                    draw("rl", 18, 2, 20, 900, 40, 1),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "human-normalised scores by game": (
        csv(
            ["game", "random", "human", "DQN", "PPO"],
            beside(
                ["Pong", "Breakout", "Qbert", "Seaquest", "Freeway", "Alien"],
                draw("hns", 6, 4, 20, 900, 40, 1),
            ),
        ),
        ASKED,
    ),
    "recommendations at three cuts": (
        csv(
            ["model", "Recall@5", "Recall@10", "NDCG@5", "NDCG@10"],
            beside(["BPR", "NCF", "LightGCN", "SASRec"], draw("rec", 4, 4, 0.1, 0.4)),
        ),
        ASKED,
    ),
    "recommendations by dataset and measure": (
        csv(
            ["model", "ML-1M_NDCG", "ML-1M_HR", "Yelp_NDCG", "Yelp_HR"],
            beside(["BPR", "NCF", "LightGCN", "SASRec"], draw("rec2", 4, 4, 0.1, 0.4)),
        ),
        scores(["BPR", "NCF", "LightGCN", "SASRec"], 2),
    ),
    "object detection by class": (
        csv(
            ["category", "YOLOv5", "YOLOv8", "DETR"],
            beside(["car", "bus", "person", "bike", "dog", "cat"], draw("ap", 6, 3, 0.3, 0.7)),
        ),
        ASKED,
    ),
    "COCO measures": (
        csv(
            ["Model", "AP", "AP50", "AP75", "APs", "APm", "APl"],
            beside(["YOLOv5", "YOLOv8", "DETR"], draw("coco", 3, 6, 30, 60, 3, 1)),
        ),
        ASKED,
    ),
    "speech by speaker": (
        csv(
            ["speaker", "wav2vec", "whisper"],
            beside([f"spk{i:02d}" for i in range(12)], draw("spk", 12, 2, 3, 15, 1, 1)),
        ),
        ASKED,
    ),
    "BLEU in the header of each": (
        csv(
            ["testset", "BLEU base", "BLEU big"],
            beside([f"newstest20{y}" for y in range(10, 19)], draw("bleu", 9, 2, 20, 35, 1, 1)),
        ),
        scores(["base", "big"], 9),
    ),
    "chrF and BLEU of each": (
        csv(
            ["testset", "base BLEU", "base chrF", "big BLEU", "big chrF"],
            beside([f"newstest20{y}" for y in range(10, 19)], draw("bleu2", 9, 4, 20, 35, 1, 1)),
        ),
        scores(["base", "big"], 9),
    ),
    "languages in columns, models in rows": (
        csv(
            ["model", "en", "de", "fr", "es", "ru", "zh", "avg"],
            [
                [m, *r, f"{sum(map(float, r)) / 6:.1f}"]
                for m, r in zip(["mBERT", "XLM-R", "mT5"], draw("lang", 3, 6, 60, 85, 2, 1), strict=True)
            ],
        ),
        scores(["mBERT", "XLM-R", "mT5"], 6),
    ),
    "languages in rows": (
        csv(
            ["language", "mBERT", "XLM-R", "mT5"],
            beside(["en", "de", "fr", "es", "ru", "zh", "hi", "ar"], draw("lang2", 8, 3, 60, 85, 2, 1)),
        ),
        scores(["mBERT", "XLM-R", "mT5"], 8, plain=True),
    ),
    "forecast errors by horizon": (
        csv(
            ["horizon", "Informer", "Autoformer", "DLinear"],
            [[h, *r] for h, r in zip((96, 192, 336, 720), draw("hor", 4, 3, 0.3, 0.6), strict=True)],
        ),
        ASKED,
    ),
    "forecasts by dataset and horizon, MSE and MAE": (
        csv(
            ["dataset", "horizon", "Informer MSE", "Informer MAE", "DLinear MSE", "DLinear MAE"],
            [
                [d, h, *r]
                for (d, h), r in zip(
                    [(d, h) for d in ("ETTh1", "ETTh2", "Weather", "Traffic") for h in (96, 192, 336)],
                    draw("hor2", 12, 4, 0.3, 0.6),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "uncertainty: accuracy, NLL and ECE": (
        csv(
            ["dataset", "acc MC", "nll MC", "ece MC", "acc Ens", "nll Ens", "ece Ens"],
            beside(DATA, draw("unc", 10, 6)),
        ),
        scores(["MC", "Ens"], 10),
    ),
    "attack success by attack": (
        csv(
            ["attack", "ResNet", "WRN", "ViT"],
            beside(["FGSM", "PGD-20", "CW", "AutoAttack", "Square", "MIM"], draw("adv", 6, 3, 0.1, 0.6)),
        ),
        ASKED,
    ),
    "fairness by group": (
        csv(
            ["group", "accuracy", "FPR", "FNR", "selection_rate"],
            beside(["white", "black", "asian", "other"], draw("fair", 4, 4)),
        ),
        ASKED,
    ),
    "users rate two systems": (
        csv(
            ["participant", "System A", "System B"],
            beside([f"P{i}" for i in range(1, 21)], whole("sus", 20, 2, 30, 95)),
        ),
        ASKED,
    ),
    "preferences in words": (
        csv(["prompt", "preferred"], [[f"p{i}", "AB"[i % 2]] for i in range(20)]),
        ASKED,
    ),
    "battles": (
        csv(
            ["prompt", "model_a", "model_b", "winner"],
            [[f"p{i}", "x", "y", ("model_a", "model_b", "tie")[i % 3]] for i in range(30)],
        ),
        ASKED,
    ),
    "unit tests passed by repository": (
        csv(
            ["repo", "agent1_passed", "agent1_total", "agent2_passed", "agent2_total"],
            [[f"repo{i}", w[0], 50, w[1], 50] for i, w in enumerate(whole("ut", 12, 2, 10, 50))],
        ),
        ASKED,
    ),
    "pass rates by repository": (
        csv(
            ["repo", "agent1", "agent2"],
            [[f"org/repo{i}", *r] for i, r in enumerate(draw("prr", 12, 2, 0.2, 0.9))],
        ),
        scores(["agent1", "agent2"], 12),
    ),
    "tokens and cost beside a score, long": (
        csv(
            ["task", "model", "score", "input_tokens", "output_tokens", "cost_usd"],
            [
                [t, m, r[0], 1000, 200, 0.01]
                for m in ("gpt", "claude")
                for t, r in zip([f"t{i}" for i in range(8)], draw("tok" + m, 8, 1), strict=True)
            ],
        ),
        scores(["gpt", "claude"], 8),
    ),
    "pairs of models by rows": (
        csv(
            ["dataset", "model1", "model2", "acc1", "acc2"],
            [[d, "RF", "SVM", *r] for d, r in zip(DATA, draw("pm", 10, 2), strict=True)],
        ),
        ASKED,
    ),
    "Bayes factors": (
        csv(
            ["model pair", "BF10", "posterior"],
            [["A vs B", 3.1, 0.75], ["A vs C", 0.4, 0.28], ["B vs C", 1.2, 0.55], ["B vs D", 9.0, 0.9]],
        ),
        ASKED,
    ),
    "percent with blanks for not run": (
        csv(
            ["dataset", *GNN],
            [
                [d, *(c if (i + k) % 7 else "" for k, c in enumerate(r))]
                for i, (d, r) in enumerate(zip(DATA, draw("bl", 10, 4, 60, 95, 2, 1), strict=True))
            ],
        ),
        scores(GNN, 10, plain=True),
    ),
    "a first column without a name and named rows": (
        csv(["", *GNN], beside(DATA, draw("fc", 10, 4))),
        scores(GNN, 10, plain=True),
    ),
    "letters for classifiers": (
        csv(["dataset", "A", "B", "C", "D"], beside(DATA, draw("abcd", 10, 4))),
        scores(["A", "B", "C", "D"], 10, plain=True),
    ),
    "methods with options in brackets": (
        csv(
            ["dataset", "SVM (linear)", "SVM (rbf)", "kNN (k=1)", "kNN (k=5)"],
            beside(DATA, draw("opt", 10, 4)),
        ),
        scores(["SVM (linear)", "SVM (rbf)", "kNN (k=1)", "kNN (k=5)"], 10, plain=True),
    ),
    "with and without a step": (
        csv(["dataset", "RF", "RF + FS", "SVM", "SVM + FS"], beside(DATA, draw("fs", 10, 4))),
        scores(["RF", "RF + FS", "SVM", "SVM + FS"], 10, plain=True),
    ),
}
