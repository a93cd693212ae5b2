"""The twenty-seventh batch: boards of language models, conditions across, other scripts, tables of other trades."""

from tests.inputs.tables_of_people.cases import (
    ASKED,
    beside,
    csv,
    draw,
    markdown,
    scores,
    whole,
)

UCI = ["anneal", "autos", "colic", "credit-a", "glass", "heart-c", "hepatitis", "iris", "labor", "lymph"]
THREE = ["NB", "SVM", "RF"]
CODERS = ["DeepSeek-Coder", "StarCoder2", "Code Llama", "Qwen2.5-Coder"]
BENCH = ["MMLU", "GSM8K", "HellaSwag", "ARC-C", "WinoGrande", "BoolQ"]
FEW = ["ProtoNet", "MatchingNet", "MAML", "RelationNet"]
SHIFTS = ["A→D", "A→W", "D→A", "D→W", "W→A", "W→D"]
SPANISH = ["Bosque aleatorio", "SVM", "Bayes ingenuo"]
RUSSIAN = ["Случайный лес", "SVM", "Логистическая регрессия"]
JAPANESE = ["ランダムフォレスト", "SVM", "ナイーブベイズ"]
ARABIC = ["الغابة العشوائية", "SVM", "بايز"]
CHINESE = ["随机森林", "支持向量机", "朴素贝叶斯"]
FRENCH = ["Forêt aléatoire", "SVM", "k-NN"]
CORRUPTIONS = ["gaussian noise", "shot noise", "motion blur", "snow", "fog", "contrast", "jpeg"]


def commas(rows):
    """Return rows with decimal commas."""
    return [[row[0], *(cell.replace(".", ",") for cell in row[1:])] for row in rows]


def mean_below(name, rows):
    """Return rows with their mean below them."""
    columns = zip(*[[float(cell.replace(",", ".")) for cell in row[1:]] for row in rows], strict=True)
    comma = "," in rows[0][1]
    means = [f"{sum(column) / len(rows):.3f}" for column in columns]
    return [*rows, [name, *(mean.replace(".", ",") if comma else mean for mean in means)]]


def ranked(rows):
    """Return rows whose cells carry their rank within the row."""
    found = []
    for name, *cells in rows:
        order = sorted(cells, reverse=True)
        found.append([name, *(f"{cell} ({order.index(cell) + 1})" for cell in cells)])
    return found


TABLES = {
    "pass@1 and pass@10 under each benchmark of code": (
        csv(
            ["Model", *(f"{d} pass@{k}" for d in ("HumanEval", "MBPP", "DS-1000") for k in (1, 10))],
            beside(CODERS, draw("pas", 4, 6, 30, 90, 3, 1)),
        ),
        scores(CODERS, 3),
    ),
    "win rates, length and refusals of models": (
        csv(
            ["Model", "LC win rate", "Win rate", "Avg length", "Refusal rate"],
            [
                [m, *r, 1500 + 90 * i, f"{2.5 * i + 1:.1f}"]
                for i, (m, r) in enumerate(zip(CODERS, draw("lcw", 4, 2, 10, 60, 3, 1), strict=True))
            ],
        ),
        ASKED,
    ),
    "sizes of one model as names": (
        csv(["Benchmark", "7B", "13B", "70B"], beside(BENCH, draw("siz", 6, 3, 40, 85, 3, 1))),
        scores(["7B", "13B", "70B"], 6),
    ),
    "years across, datasets down": (
        csv(["dataset", "2021", "2022", "2023"], beside(UCI, draw("yea", 10, 3))),
        ASKED,
    ),
    "versions of one system as names": (
        csv(["dataset", "v1", "v2", "v3"], beside(UCI, draw("ver", 10, 3))),
        scores(["v1", "v2", "v3"], 10),
    ),
    "models down, years of a challenge across": (
        csv(["model", "2019", "2020", "2021", "2022"], beside(["SVM", "RF", "MLP"], draw("cha", 3, 4))),
        scores(["SVM", "RF", "MLP"], 4),
    ),
    "datasets by their number at OpenML": (
        csv(["dataset", *THREE], beside([3, 6, 11, 12, 14, 15, 16, 18, 22, 23], draw("oml", 10, 3))),
        scores(THREE, 10, plain=True),
    ),
    "columns with numbers for names": (
        csv(["dataset", "1", "2", "3"], beside(UCI, draw("num", 10, 3))),
        ASKED,
    ),
    "an ablation with check marks before two datasets": (
        markdown(
            ["Mixup", "EMA", "SAM", "CIFAR-100", "Food-101"],
            [
                [*marks, *r]
                for marks, r in zip(
                    (("✗", "✗", "✗"), ("✓", "✗", "✗"), ("✓", "✓", "✗"), ("✓", "✓", "✓")),
                    draw("chk", 4, 2, 70, 90, 1, 1),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "shares of the training data across": (
        csv(["Model", "1%", "5%", "10%", "50%", "100%"], beside(THREE, draw("sha", 3, 5))),
        ASKED,
    ),
    "datasets at three shares of the training data": (
        csv(
            ["dataset", "train_fraction", "SVM", "RF"],
            [
                [d, f, *r]
                for d in UCI[:5]
                for f, r in zip((0.1, 0.5, 1.0), draw("frc" + d, 3, 2), strict=True)
            ],
        ),
        ASKED,
    ),
    "a sweep with two sets of test images": (
        csv(
            ["lr", "batch_size", "weight_decay", "cifar10", "svhn"],
            [
                [lr, bs, wd, *r]
                for (lr, bs, wd), r in zip(
                    [(a, b, c) for a in (0.1, 0.01) for b in (64, 128) for c in (0.0, 0.0005)],
                    draw("swp", 8, 2),
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "F1 of each class, models across, averages and support": (
        csv(
            ["class", "SVM", "BiLSTM", "BERT", "support"],
            [
                [c, *r, n]
                for c, r, n in zip(
                    ["anger", "fear", "joy", "sadness", "macro avg", "weighted avg"],
                    draw("pcl", 6, 3),
                    [275, 224, 695, 581, 1775, 1775],
                    strict=True,
                )
            ],
        ),
        ASKED,
    ),
    "AP of each class across and their mean": (
        csv(
            ["Method", "aero", "bike", "bird", "boat", "bottle", "bus", "mAP"],
            [
                [m, *r, f"{sum(map(float, r)) / 6:.1f}"]
                for m, r in zip(["SSD", "YOLOv3", "DETR"], draw("voc", 3, 6, 50, 88, 3, 1), strict=True)
            ],
        ),
        ASKED,
    ),
    "a confusion matrix in shares": (
        csv(
            ["", "cat", "dog", "ship", "truck"],
            [
                ["cat", "0.82", "0.14", "0.01", "0.03"],
                ["dog", "0.11", "0.85", "0.01", "0.03"],
                ["ship", "0.02", "0.01", "0.93", "0.04"],
                ["truck", "0.01", "0.02", "0.06", "0.91"],
            ],
        ),
        ASKED,
    ),
    "severities across with a clean column": (
        csv(
            ["Method", "Clean", "1", "2", "3", "4", "5"],
            beside(["Standard", "AugMix", "PixMix"], draw("sev", 3, 6)),
        ),
        ASKED,
    ),
    "errors under each corruption, mCE below": (
        csv(
            ["Corruption", "ResNet-50", "AugMix", "DeepAugment"],
            [*beside(CORRUPTIONS, draw("cor", 7, 3, 30, 80, 3, 1)), ["mCE", "76.7", "65.3", "60.4"]],
        ),
        ASKED,
    ),
    "one, five and ten shots across": (
        csv(["Method", "1-shot", "5-shot", "10-shot"], beside(FEW, draw("few", 4, 3, 40, 80, 3, 2))),
        ASKED,
    ),
    "shots under each of three datasets": (
        markdown(
            ["Method", *(f"{d} {k}-shot" for d in ("miniImageNet", "tieredImageNet", "CUB") for k in (1, 5))],
            beside(FEW, draw("fes", 4, 6, 40, 80, 3, 2)),
        ),
        ASKED,
    ),
    "sources down, targets across, in languages": (
        csv(
            ["source\\target", "en", "de", "fr", "zh"],
            beside(["en", "de", "fr", "zh"], draw("xli", 4, 4)),
        ),
        ASKED,
    ),
    "trained on one, tested on the other": (
        csv(
            ["Train \\ Test", "PH2", "ISIC", "HAM10000", "Derm7pt"],
            beside(["PH2", "ISIC", "HAM10000", "Derm7pt"], draw("dom", 4, 4)),
        ),
        ASKED,
    ),
    "methods of adaptation with arrows between domains": (
        csv(
            ["Method", *SHIFTS, "Avg"],
            [
                [m, *r, f"{sum(map(float, r)) / 6:.1f}"]
                for m, r in zip(["DANN", "CDAN", "MCC"], draw("off", 3, 6, 60, 97, 2, 1), strict=True)
            ],
        ),
        scores(["DANN", "CDAN", "MCC"], 6),
    ),
    "clients of a federation down": (
        csv(
            ["Client", "FedAvg", "FedProx", "SCAFFOLD"],
            beside([f"Client {i}" for i in range(1, 11)], draw("fed", 10, 3)),
        ),
        ASKED,
    ),
    "accuracy and energy of each classifier": (
        csv(
            ["dataset", "RF acc", "RF kWh", "SVM acc", "SVM kWh", "MLP acc", "MLP kWh"],
            [
                [d, a, "0.12", b, "0.31", c, "0.87"]
                for d, (a, b, c) in zip(UCI, draw("kwh", 10, 3), strict=True)
            ],
        ),
        scores(["RF", "SVM", "MLP"], 10),
    ),
    "Spanish with a title, decimal commas and a mean": (
        "Exactitud de los clasificadores\n"
        + csv(
            ["Conjunto de datos", *SPANISH],
            mean_below("Promedio", commas(beside(UCI, draw("esp", 10, 3)))),
            ";",
        ),
        scores(SPANISH, 10),
    ),
    "Russian with decimal commas and a mean": (
        csv(["Набор данных", *RUSSIAN], mean_below("Среднее", commas(beside(UCI, draw("rus", 10, 3)))), ";"),
        scores(RUSSIAN, 10),
    ),
    "Japanese with a mean": (
        csv(["データセット", *JAPANESE], mean_below("平均", beside(UCI, draw("jap", 10, 3)))),
        scores(JAPANESE, 10),
    ),
    "Arabic with a mean": (
        csv(["مجموعة البيانات", *ARABIC], mean_below("المتوسط", beside(UCI, draw("ara", 10, 3)))),
        scores(ARABIC, 10),
    ),
    "Chinese with a rate of errors in the title": (
        "错误率(%)\n" + csv(["数据集", *CHINESE], beside(UCI, draw("chi", 10, 3, 5, 40, 2, 1))),
        scores(CHINESE, 10, higher=False),
    ),
    "French with a rate of errors in the title and a mean": (
        "Taux d'erreur (%)\n"
        + csv(
            ["Jeu de données", *FRENCH],
            mean_below("Moyenne", commas(beside(UCI, draw("fra", 10, 3, 5, 40, 2, 1)))),
            ";",
        ),
        scores(FRENCH, 10, higher=False),
    ),
    "a row of units below the head and footnotes at the end": (
        csv(["dataset", *THREE], [["", "(%)", "(%)", "(%)"], *beside(UCI, draw("uni", 10, 3, 60, 95, 2, 1))])
        + "* trained on half of the data\n† taken from the paper\n",
        scores(THREE, 10),
    ),
    "odds of bookmakers": (
        csv(
            ["match", "Bet365", "Pinnacle", "William Hill"],
            beside(
                ["ARS-CHE", "LIV-MCI", "TOT-MUN", "EVE-NEW", "AVL-BHA", "WHU-FUL"],
                draw("odd", 6, 3, 1.3, 4, 0.1, 2),
            ),
        ),
        ASKED,
    ),
    "symptoms of patients under placebo and two drugs": (
        csv(
            ["Patient", "placebo", "drug A", "drug B"],
            beside([f"P{i:02}" for i in range(1, 16)], draw("pla", 15, 3, 0.2, 0.9)),
        ),
        ASKED,
    ),
    "Likert shares of statements": (
        csv(
            ["Statement", "Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
            beside(["Easy to use", "I would use it", "It is fast", "I trust it"], whole("lik", 4, 5, 2, 40)),
        ),
        ASKED,
    ),
    "two variants with visitors and conversions by country": (
        csv(
            ["country", "A visitors", "A conversions", "B visitors", "B conversions"],
            beside(["DE", "FR", "ES", "IT", "PL", "NL"], whole("abc", 6, 4, 100, 3000)),
        ),
        ASKED,
    ),
    "marks of pupils by subject": (
        csv(
            ["Student", "Maths", "Physics", "Chemistry", "English"],
            beside(["Anna", "Ben", "Carla", "David", "Emma", "Finn"], whole("pup", 6, 4, 40, 99)),
        ),
        ASKED,
    ),
    "intervals in square brackets": (
        markdown(
            ["Dataset", *THREE],
            [
                [d, *(f"{v} [{float(v) - 0.02:.3f}, {float(v) + 0.02:.3f}]" for v in r)]
                for d, r in zip(UCI, draw("ivb", 10, 3), strict=True)
            ],
        ),
        scores(THREE, 10, plain=True),
    ),
    "ranks in parentheses in the cells": (
        csv(["Dataset", *THREE], ranked(beside(UCI, draw("rkp", 10, 3)))),
        scores(THREE, 10),
    ),
    "datasets over two measures in LaTeX": (
        "\\begin{tabular}{lcccccc}\n\\toprule\n"
        "\\multirow{2}{*}{Method} & \\multicolumn{2}{c}{IMDB} & \\multicolumn{2}{c}{SST-2}"
        " & \\multicolumn{2}{c}{Yelp} \\\\\n"
        "\\cmidrule(lr){2-3}\\cmidrule(lr){4-5}\\cmidrule(lr){6-7}\n"
        " & Acc & F1 & Acc & F1 & Acc & F1 \\\\\n\\midrule\n"
        + "".join(
            " & ".join(row) + " \\\\\n"
            for row in beside(["LSTM", "BERT", "RoBERTa"], draw("ltx", 3, 6, 80, 96, 1, 1))
        )
        + "\\bottomrule\n\\end{tabular}\n",
        scores(["LSTM", "BERT", "RoBERTa"], 3),
    ),
    "a share in some cells and a percent sign in others": (
        csv(
            ["dataset", *THREE],
            [
                [d, *(f"{100 * float(v):.1f}%" if (i + j) % 3 == 0 else v for j, v in enumerate(r))]
                for i, (d, r) in enumerate(zip(UCI, draw("mix", 10, 3), strict=True))
            ],
        ),
        scores(THREE, 10),
    ),
}
