"""A broad net: the numbers of whole answers for small evidence of every design, kept in `net.json`.

python tests/golden/net.py

writes them anew; then read `git diff tests/golden/net.json`. What is right about a number is said by `tests/reference`;
the net says that nothing has moved. Of words only the numbers in them are kept: another wording changes nothing.
"""

import contextlib
import dataclasses
import io
import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.cli.main import main

HERE = Path(__file__).parent
PLACE = HERE / "net.json"
ABOUT_THE_RUN = {
    "version",
    "seconds",
    "source",
    "used",
    "objections",
    "reading",
    "population",
}  # or words alone


def _wave(*places: int) -> float:
    """Return a number between -1 and 1 that has no pattern a test would notice."""
    return int.from_bytes(sha256(repr(places).encode()).digest()[:4], "big") / 2**31 - 1


def _table(head: str, rows: list[tuple[object, ...]]) -> str:
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


def _scores(datasets: int, classifiers: int, *, gap: float = 0.02, digits: int = 3) -> str:
    names = [f"m{j}" for j in range(classifiers)]
    rows = [
        (f"data{'abcdefghijklmnopqrstuvwxyz'[i]}",
         *(round(0.75 + 0.1 * _wave(i, 99) + gap * j + 0.03 * _wave(i, j), digits) for j in range(classifiers)))
        for i in range(datasets)
    ]  # fmt: skip
    return _table(",".join(["dataset", *names]), rows)


def _folds(datasets: int, classifiers: int, repeats: int, folds: int) -> str:
    rows = [
        (
            f"data{d}",
            f"m{j}",
            r,
            f,
            round(0.7 + 0.02 * j + 0.05 * _wave(d, r, f) + 0.03 * _wave(d, j, r, f), 4),
        )
        for d in range(datasets)
        for j in range(classifiers)
        for r in range(1, repeats + 1)
        for f in range(1, folds + 1)
    ]
    return _table("dataset,classifier,repeat,fold,accuracy", rows)


def _answers(examples: int, classes: int, classifiers: int, *, more: str = "", extra: object = None) -> str:
    rows = []
    for i in range(examples):
        truth = int((_wave(i, 5) + 1) / 2 * classes)
        said = [
            truth
            if _wave(i, j, 1) + 0.4 * _wave(i, 3) < 0.3 + 0.15 * j
            else (truth + 1 + (i + j) % max(1, classes - 1)) % classes
            for j in range(classifiers)
        ]
        rows.append((i, f"k{truth}", *(f"k{c}" for c in said), *(extra(i) if extra else ())))
    return _table(",".join(["id", "y_true", *(f"m{j}" for j in range(classifiers))]) + more, rows)


def _probabilities(examples: int) -> str:
    rows = []
    for i in range(examples):
        truth = int(_wave(i, 5) > -0.2)
        values = [
            min(0.99, max(0.01, 0.5 + (0.25 + 0.1 * j) * (2 * truth - 1) + 0.3 * _wave(i, j, 2)))
            for j in range(3)
        ]
        rows.append((i, truth, *(round(v, 2) for v in values)))
    return _table("id,y_true,m0,m1,m2", rows)


def _items(
    items: int, models: int, *, attempts: int = 1, tasks: int = 1, groups: int = 0, gaps: bool = False
) -> str:
    rows = []
    for i in range(items):
        for j in range(models):
            for t in range(attempts):
                right = int(_wave(i, 11) * 0.7 + 0.5 * _wave(i, j, t) < 0.1 + 0.15 * j)
                status = "error" if gaps and (7 * i + j) % 23 == 0 else "ok"
                row: tuple[object, ...] = (
                    f"q{i}",
                    f"m{j}",
                    t,
                    "" if status == "error" else right,
                    f"task{i % tasks}",
                )
                rows.append((*row, *((f"g{i // 4 % groups}",) if groups else ())))
    return _table("item,model,attempt,correct,task" + (",group" if groups else ""), rows)


def _graded(items: int, models: int, *, metric: str = "score", near: float = 0.0) -> str:
    """Return scores of items between 0 and 1, the more of them right the nearer they are to 1."""
    rows = [
        (
            f"q{i}",
            f"m{j}",
            f"{max(near, min(1.0, 0.5 + near + 0.3 * _wave(i, 7) + 0.2 * _wave(i, j, 9) + 0.04 * j)):.2f}",
        )
        for i in range(items)
        for j in range(models)
    ]
    return _table(f"item,model,{metric}", rows)


def _slight(datasets: int, gap: float) -> str:
    """Return scores that hardly differ: by less than one record of the smallest test set, or of the largest."""
    rows = [
        (
            f"set{'abcdefghijklmnop'[i]}",
            f"m{j}",
            round(0.8 + 0.1 * _wave(i, 3) + gap * j * (1 + i % 3 / 10), 5),
            200 + 900 * i,
        )
        for i in range(datasets)
        for j in range(2)
    ]
    return _table("dataset,classifier,accuracy,n_test", rows)


def _beside(text: str, heads: str, extra: Callable[[int], tuple[object, ...]]) -> str:
    """Return a table with further columns."""
    head, *rows = text.splitlines()
    return _table(head + heads, [(row, *extra(i)) for i, row in enumerate(rows)])


def _battles(number: int) -> str:
    pairs = list(combinations(["ann", "bob", "cyd", "dan"], 2))
    rows = []
    for i in range(number):
        a, b = pairs[i % len(pairs)]
        wave = _wave(i, 17) + 0.2 * ("abcd".index(b[0]) - "abcd".index(a[0]))
        rows.append((a, b, "tie" if abs(wave) < 0.1 else "left" if wave < 0 else "right"))
    return _table("left,right,winner", rows)


def _judged(items: int) -> str:
    rows = []
    for i in range(items):
        for j in range(2):
            right = int(_wave(i, j, 4) < 0.1 + 0.3 * j)
            judge = right if _wave(i, j, 6) < 0.7 else 1 - right
            rows.append((f"q{i}", f"m{j}", judge, right if i % 3 == 0 else ""))
    return _table("id,model,score,gold", rows)


def _with_holes(text: str) -> str:
    lines = text.splitlines()
    lines[4] = ",".join([*lines[4].split(",")[:-1], ""])
    lines[7] = ",".join([*lines[7].split(",")[:-2], "", lines[7].split(",")[-1]])
    return "\n".join(lines) + "\n"


TWO, MANY = _scores(14, 2), _scores(12, 4)
TEN_FOLDS, HALVES = _folds(1, 2, 3, 10), _folds(1, 2, 5, 2)
BINARY = _answers(90, 2, 2)
GROUPED = _answers(90, 2, 2, more=",patient,sex", extra=lambda i: (f"p{i // 5}", "fm"[i % 2]))
WEIGHTED = _answers(90, 2, 3, more=",weight", extra=lambda i: (1 + i % 3,))
SETS = _table(
    "dataset,id,y_true,m0,m1",
    [(f"set{d}", *line.split(",")) for d in range(6) for line in _answers(20 + 7 * d, 2, 2).splitlines()[1:]],
)
PROPERTIES = _table(
    "dataset,rows,attributes",
    [(line.split(",")[0], 100 * (i + 1) ** 2, 3 + i % 4) for i, line in enumerate(TWO.splitlines()[1:])],
)
COSTS = "[costs.k0]\nk1 = 1\n[costs.k1]\nk0 = 5\n"
COSTS_OF_CALLS = "[costs.0]\n1 = 1\n[costs.1]\n0 = 4\n[priors]\n0 = 0.8\n1 = 0.2\n"
COSTS_OF_THREE = "[costs.k0]\nk1 = 1\nk2 = 2\n[costs.k1]\nk0 = 3\nk2 = 1\n[costs.k2]\nk0 = 4\nk1 = 0.5\n"
CALLS = _probabilities(70)
FAMILIES = _beside(TWO, ",family", lambda i: (f"f{i // 2}",))
LOSSES = _table(
    "dataset,m0,m1,m2",
    [
        (f"data{i}", *(round(2 + _wave(i, 41) + 0.2 * j + 0.3 * _wave(i, j, 42), 3) for j in range(3)))
        for i in range(11)
    ],
)
COUNTED = _table(
    "model,accuracy,n",
    [(f"m{j}", round(0.5 + 0.05 * j + 0.02 * _wave(j, 31), 3), 200 + 50 * (j % 3)) for j in range(6)],
)
ERRORS = _table(
    "model,elo,stderr", [(f"m{j}", 1000 + 20 * j + round(15 * _wave(j, 33)), 6 + j) for j in range(6)]
)
VOTES = _beside(_battles(180), ",annotator,date", lambda i: (f"p{i % 7}", f"2024-01-{1 + i % 28:02d}"))
SLOW = _beside(_items(60, 3), ",latency_s", lambda i: (round(2 + i % 3 + _wave(i, 61), 2),))
COMPARE, BOARD, AUDIT = (
    ["compare", "FILE", "--json"],
    ["leaderboard", "FILE", "--json"],
    ["audit", "FILE", "--json"],
)
SIMULATED = ["--trials", "200", "--json"]
FIGURED = (
    "t-distribution",
    "posterior",
    "power",
    "power-by-difference",
    "fragility",
)  # of their own mathematics
Case = tuple[list[str], str]


def _tested(name: str, text: str, *tests: str) -> dict[str, Case]:
    """Return a case for each test that may carry the verdict."""
    return {
        f"{name}, {test}": (
            [*COMPARE, "--test", test, *(["--margin", "0.01"] if "bayes" in test else [])],
            text,
        )
        for test in tests
    }


CASES: dict[str, Case] = {
    "two": (COMPARE, TWO),
    "two, margin and level": ([*COMPARE, "--margin", "0.01", "--level", "0.9"], TWO),
    "two, greater": ([*COMPARE, "--alternative", "greater"], TWO),
    "two, less": ([*COMPARE, "--alternative", "less", "--margin", "0.05"], TWO),
    "two, coarse": (COMPARE, _scores(14, 2, digits=2)),
    "two, holes": (COMPARE, _with_holes(TWO)),
    "two, few": (COMPARE, _scores(6, 2, gap=0.05)),
    "two, slight": (COMPARE, _slight(12, 0.0004)),
    "two, hardly slight": (COMPARE, _slight(12, 0.0035)),
    "two, looks": ([*COMPARE, "--sequential"], TWO),
    **_tested("two", TWO, "paired-t", "sign-flip", "sign", "bayes-sign", "bayes-signed-rank"),
    "many": (COMPARE, MANY),
    "many, baseline": ([*COMPARE, "--baseline", "m1"], MANY),
    "many, holes": (COMPARE, _with_holes(MANY)),
    "many, shaffer": ([*COMPARE, "--test", "friedman-z", "--adjust", "shaffer", "--only-if", "friedman"], MANY),
    "many, bh": ([*COMPARE, "--test", "wilcoxon", "--adjust", "bh"], MANY),
    **_tested("many", MANY, "aligned-z", "quade-z", "nemenyi"),
    "folds": (COMPARE, TEN_FOLDS),
    "folds, ratio": ([*COMPARE, "--test-train-ratio", "0.2", "--alternative", "greater"], TEN_FOLDS),
    **_tested("folds", TEN_FOLDS, "guarded-t", "bayes-correlated-t"),
    **_tested("halves", HALVES, "t-5x2cv", "f-5x2cv"),
    "folds of three": (COMPARE, _folds(1, 3, 2, 5)),
    "folds of three, baseline": ([*COMPARE, "--baseline", "m0"], _folds(1, 3, 3, 5)),
    "folds of datasets": (COMPARE, _folds(7, 3, 1, 5)),
    "answers": (COMPARE, BINARY),
    "answers, f1": ([*COMPARE, "--metric", "f1", "--positive", "k1"], BINARY),
    "answers, balanced": ([*COMPARE, "--metric", "balanced_accuracy"], _answers(80, 3, 2)),
    **_tested("answers", BINARY, "binomial", "mcnemar", "paired-permutation"),
    "answers, groups": ([*COMPARE, "--subgroup-column", "sex"], GROUPED),
    "answers, subgroups": ([*COMPARE, "--subgroup-column", "sex", "--leave-aside", "patient"], GROUPED),
    "answers, weights": (COMPARE, WEIGHTED),
    "answers, three classes": (COMPARE, _answers(80, 3, 4)),
    "answers, datasets": (COMPARE, SETS),
    "probabilities, area": ([*COMPARE, "--metric", "roc_auc"], _probabilities(70)),
    "probabilities, log loss": ([*COMPARE, "--metric", "log_loss"], _probabilities(70)),
    "items": (COMPARE, _items(60, 2)),
    "items, attempts": (COMPARE, _items(40, 3, attempts=3)),
    "items, tasks": (COMPARE, _items(60, 2, tasks=4)),
    "items, over tasks": ([*COMPARE, "--over", "tasks"], _items(80, 2, tasks=8)),
    "items, groups": ([*COMPARE, "--group-column", "group"], _items(60, 2, groups=12)),
    "items, gaps": ([*COMPARE, "--missing", "bounds"], _items(60, 2, gaps=True)),
    "items, looks": ([*COMPARE, "--sequential"], _items(60, 2)),
    "items, looks of three": ([*COMPARE, "--sequential", "--adjust", "bonferroni"], _items(60, 3)),
    "items, seven groups": ([*COMPARE, "--group-column", "group", "--level", "0.99"], _items(56, 2, groups=7)),
    "items, graded": (COMPARE, _graded(50, 3)),
    "items, near 1": (COMPARE, _graded(60, 2, near=0.4)),
    "items, latency": (COMPARE, _graded(50, 2, metric="latency")),
    "judged": ([*COMPARE, "--gold-column", "gold"], _judged(60)),
    "two proportions": (["compare", "25/30", "70/100", "--json"], ""),
    "flips": (["compare", "--mends", "35", "--breaks", "15", "--total", "400", "--json"], ""),
    "sums": (["compare", "--sum-z", "9.2", "--sum-z2", "21.5", "--n", "10", "--json"], ""),
    "estimate": (["estimate", "80/100", "--next", "50", "--json"], ""),
    "estimate answers": (["estimate", "FILE", "--json"], BINARY),
    "estimate probabilities": (["estimate", "FILE", "--json"], _probabilities(70)),
    "plan datasets": (["plan", "--difference", "0.7", "--sd", "2", "--json"], ""),
    "plan examples": (["plan", "--examples", "500", "--discordance", "0.1", "--json"], ""),
    "plan from a pilot": (["plan", "FILE", "--difference", "0.02", "--json"], TWO),
    "plan items": (["plan", "--items", "500", "--attempts", "2", "--item-sd", "1", "--attempt-sd", ".6", "--json"], ""),
    "board of datasets": (BOARD, MANY),
    "board of answers": (BOARD, WEIGHTED),
    "board of items": (BOARD, _items(60, 4, tasks=3)),
    "board of scores of items": (BOARD, _scores(24, 4, digits=2)),
    "board of graded items": (BOARD, _graded(40, 4)),
    "board of battles": (BOARD, _battles(120)),
    "audit of two": ([*AUDIT, "--tests", "20"], TWO),
    "audit of many": (AUDIT, MANY),
    "audit of answers": (AUDIT, BINARY),
    "where": (["explain", "FILE", "--properties", "OTHER", "--json"], f"{TWO}\0{PROPERTIES}"),
    "simulate": (["simulate", "naive-t", "--trials", "200", "--json"], ""),
    "calibrate": (["calibrate", "FILE", "--json"], _scores(7, 2)),
    "costs": ([*COMPARE, "--costs", "OTHER"], f"{BINARY}\0{COSTS}"),
    "costs of three classes": ([*COMPARE, "--costs", "OTHER"], f"{_answers(80, 3, 2)}\0{COSTS_OF_THREE}"),
    "costs of datasets": ([*COMPARE, "--costs", "OTHER"], f"{SETS}\0{COSTS}"),
    "costs, thresholds chosen": ([*COMPARE, "--costs", "OTHER", "--threshold", "chosen"], f"{CALLS}\0{COSTS_OF_CALLS}"),
    "costs, thresholds of Bayes": (
        [*COMPARE, "--costs", "OTHER", "--threshold", "bayes"],
        f"{CALLS}\0{COSTS_OF_CALLS}",
    ),
    "estimate costs": (["estimate", "FILE", "--costs", "OTHER", "--json"], f"{BINARY}\0{COSTS}"),
    "estimate costs of probabilities": (
        ["estimate", "FILE", "--costs", "OTHER", "--json"],
        f"{CALLS}\0{COSTS_OF_CALLS}",
    ),
    "estimate three classes": (["estimate", "FILE", "--json"], _answers(80, 3, 2)),
    "estimate weights": (["estimate", "FILE", "--json"], WEIGHTED),
    "estimate groups": (["estimate", "FILE", "--group-column", "patient", "--json"], GROUPED),
    "estimate f1": (["estimate", "FILE", "--positive", "k1", "--json"], BINARY),
    "estimate by size": (["estimate", "80/100", "--table", "--json"], ""),
    "probabilities, a threshold": ([*COMPARE, "--threshold", "0.4"], CALLS),
    "probabilities, threshold of youden": ([*COMPARE, "--threshold", "youden"], CALLS),
    "probabilities, threshold of f1": ([*COMPARE, "--threshold", "f1", "--positive", "1"], CALLS),
    "probabilities, brier": ([*COMPARE, "--metric", "brier"], CALLS),
    "probabilities, weights": ([*COMPARE, "--metric", "brier"], _beside(CALLS, ",weight", lambda i: (1 + i % 3,))),
    "probabilities, groups": (
        [*COMPARE, "--metric", "roc_auc", "--group-column", "who"],
        _beside(CALLS, ",who", lambda i: (f"p{i // 4}",)),
    ),
    "answers, mcc": ([*COMPARE, "--metric", "mcc"], BINARY),
    "answers, kappa": ([*COMPARE, "--metric", "cohen_kappa"], BINARY),
    "answers, recall": ([*COMPARE, "--metric", "recall", "--positive", "k1"], BINARY),
    "answers, margin": ([*COMPARE, "--margin", "0.05"], BINARY),
    "answers, looks": ([*COMPARE, "--sequential", "--margin", "0.05"], BINARY),
    "answers, sites": (
        [*COMPARE, "--subgroup-column", "site"],
        _beside(_answers(90, 2, 2), ",site", lambda i: (f"s{i % 4}",)),
    ),
    "answers, datasets, margin": ([*COMPARE, "--margin", "0.02"], SETS),
    "items, drop": ([*COMPARE, "--missing", "drop-item"], _items(60, 2, gaps=True)),
    "items, wrong": ([*COMPARE, "--missing", "wrong"], _items(60, 2, gaps=True)),
    "items, as they are": (COMPARE, _items(60, 3, gaps=True)),
    "items, pass@2": ([*COMPARE, "--metric", "pass@2"], _items(40, 2, attempts=3)),
    "items, pooled": ([*COMPARE, "--average", "pooled"], _items(61, 2, tasks=4)),
    "items, attempts, tasks and groups": (
        [*COMPARE, "--group-column", "group"],
        _items(60, 2, attempts=2, tasks=3, groups=12),
    ),
    "items, margin": ([*COMPARE, "--margin", "0.05"], _items(60, 2)),
    "items, beside": ([*COMPARE, "--beside", "latency_s"], SLOW),
    "judged, greater": (
        [*COMPARE, "--gold-column", "gold", "--alternative", "greater", "--margin", "0.05"],
        _judged(90),
    ),
    "losses": ([*COMPARE, "--lower-is-better"], LOSSES),
    "families": ([*COMPARE, "--cluster-column", "family"], FAMILIES),
    "two, gate": ([*COMPARE, "--gate", "not-worse", "--margin", "0.02"], TWO),
    "two, gate by shares": (
        [*COMPARE, "--gate", "not-worse", "--margin", "0.02", "--bound", "share", "--share", "0.2"],
        TWO,
    ),
    "two, gate in range": ([*COMPARE, "--gate", "not-worse", "--margin", "0.02", "--bound", "mean-in-range"], TWO),
    "two, gate by test": ([*COMPARE, "--gate", "not-worse", "--margin", "0.02", "--bound", "test"], TWO),
    "many, gate": ([*COMPARE, "--gate", "better", "--baseline", "m0"], MANY),
    "many, drop": ([*COMPARE, "--missing", "drop-dataset"], _with_holes(MANY)),
    "many, margin": ([*COMPARE, "--margin", "0.05"], MANY),
    "folds of datasets, repeated": (COMPARE, _folds(3, 2, 2, 5)),
    "folds, margin": ([*COMPARE, "--margin", "0.01"], _folds(1, 2, 10, 10)),
    "summary with a standard error": (["compare", "--mean", "0.8", "--se", "0.3", "--n", "12", "--json"], ""),
    "summary with a standard deviation": (["compare", "--mean", "0.8", "--sd", "1.3", "--k", "10", "--json"], ""),
    "summary, a lecture's rule": (
        ["compare", "--mean", "0.8", "--se", "0.3", "--k", "12", "--df-rule", "k-2", "--json"],
        "",
    ),
    "sums of folds": (["compare", "--sum-z", "0.31", "--sum-z2", "0.05", "--k", "10", "--json"], ""),
    "two intervals": (["compare", "70±10", "60±10", "--json"], ""),
    "plan datasets in steps": (["plan", "--sd", "2", "--datasets", "20", "--step", "0.5", "--json"], ""),
    "plan datasets, power": (
        ["plan", "--sd", "2", "--difference", "0.7", "--step", "0.5", "--power", "0.9", "--json"],
        "",
    ),
    "plan tests": (["plan", "--tests", "30", "--json"], ""),
    "plan looks": (["plan", "--difference", "0.03", "--discordance", "0.1", "--sequential", "--json"], ""),
    "plan examples alone": (["plan", "--examples", "200", "--json"], ""),
    "plan items by cost": (
        ["plan", "--difference", "0.05", "--item-sd", ".4", "--attempt-sd", ".6", "--item-cost", "1",
         "--attempt-cost", "0.2", "--json"],
        "",
    ),
    "plan from folds": (["plan", "FILE", "--difference", "0.02", "--json"], _folds(7, 2, 2, 5)),
    "plan from answers": (["plan", "FILE", "--difference", "0.05", "--json"], BINARY),
    "plan from items": (["plan", "FILE", "--difference", "0.05", "--json"], _items(40, 2, attempts=3)),
    "board of counts": ([*BOARD, "--posterior"], COUNTED),
    "board of counts, level": ([*BOARD, "--level", "0.9", "--added", "m2"], COUNTED),
    "board of standard errors": (BOARD, ERRORS),
    "board of votes": (BOARD, VOTES),
    "board of votes, ties as halves": ([*BOARD, "--ties", "bradley-terry"], VOTES),
    "board of datasets, posterior": ([*BOARD, "--posterior", "--added", "m3"], MANY),
    "board of losses": ([*BOARD, "--lower-is-better"], LOSSES),
    "board of attempts": (BOARD, _items(40, 4, attempts=3)),
    "board of groups": ([*BOARD, "--group-column", "group"], _items(60, 4, groups=12)),
    "board of patients": ([*BOARD, "--group-column", "patient"], GROUPED),
    "audit of folds": (AUDIT, TEN_FOLDS),
    "audit of items": (AUDIT, _items(60, 2, tasks=4)),
    "audit of flips": (["audit", "--mends", "35", "--breaks", "15", "--total", "400", "--json"], ""),
    "audit of what was tried": ([*AUDIT, "--tried", "m1=20", "--groups", "3", "--test-records", "500"], TWO),
    "audit of datasets of answers": (AUDIT, SETS),
    "where, of many": (
        ["explain", "FILE", "--properties", "OTHER", "--pair", "m0", "m3", "--json"],
        f"{MANY}\0{PROPERTIES}",
    ),
    "simulate dropping": (["simulate", "dropping", *SIMULATED], ""),
    "simulate best-of-k": (["simulate", "best-of-k", *SIMULATED], ""),
    "simulate power": (["simulate", "power", *SIMULATED], ""),
    "simulate coverage": (["simulate", "coverage", *SIMULATED], ""),
    "simulate community": (["simulate", "community", *SIMULATED], ""),
    "calibrate answers": (["calibrate", "FILE", *SIMULATED], BINARY),
    "calibrate folds": (["calibrate", "FILE", *SIMULATED], _folds(7, 3, 1, 5)),
    "calibrate groups": (["calibrate", "FILE", "--group-column", "patient", *SIMULATED], GROUPED),
    "figures of two": (["figures", "paired-t"], TWO),
    "figures of two, posterior": (["figures", "bayes-signed-rank"], TWO),
    "figures of three": (["figures", "wilcoxon"], _scores(12, 3)),
    "figures of folds": (["figures", "corrected-t"], TEN_FOLDS),
    "figures of answers": (["figures", "mcnemar-midp"], BINARY),
    "label": (["label", "FILE", "--budget", "12", "--gold-column", "gold", "--json"], _judged(60)),
}  # fmt: skip


def answer(name: str):
    """Return the numbers of one answer."""
    words, text = CASES[name]
    said = io.StringIO()
    with TemporaryDirectory() as folder:
        files = {"FILE": Path(folder, "evidence.csv"), "OTHER": Path(folder, "other.csv")}
        for path, part in zip(files.values(), text.split("\0"), strict=False):
            path.write_text(part, encoding="utf-8")
        if words[0] == "figures":
            return _draw_numbers(files["FILE"], words[1])
        given = [str(files[word]) if word in files else word for word in words]
        with contextlib.redirect_stdout(said), contextlib.chdir(folder):
            main([*given])
    return _without_words(json.loads(said.getvalue().replace(folder, "")))


def _draw_numbers(file: Path, test: str) -> dict[str, list[float]]:
    """Return of every figure that has mathematics of its own how many numbers it shows of the first pair, and some."""
    comparison = bakeoff.compare(file, test=test, **({"margin": 0.01} if "bayes" in test else {}))
    pair, made = comparison.pairs[0], {}
    for kind in FIGURES:
        if (
            kind.key in FIGURED
            and not kind.objection(comparison)
            and not kind.pair_objection(comparison, pair)
        ):
            numbers = list(_list_numbers(kind.data_of(comparison, pair)))
            some = numbers[:: max(1, len(numbers) // 40)]
            made[kind.key] = [float(len(numbers)), *(float(f"{number:.9g}") for number in some)]
    return made


def _list_numbers(value: object) -> Iterator[float]:
    if dataclasses.is_dataclass(value):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _list_numbers(part)
    elif isinstance(value, int | float) and np.isfinite(value):
        yield float(value)


def _without_words(value: object) -> object:
    """Return a document with twelve digits of its numbers, words of one piece, and of sentences their numbers."""
    if isinstance(value, dict):
        return {key: _without_words(inner) for key, inner in value.items() if key not in ABOUT_THE_RUN}
    if isinstance(value, list):
        return [_without_words(inner) for inner in value]
    if isinstance(value, str) and (" " in value or len(value) > 40):
        return [float(n) for n in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?", value)]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def write() -> None:
    """Write all answers anew, each part of an answer on a line of its own."""
    lines = [
        f" {json.dumps(name)}: {{\n"
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(part)}" for key, part in answer(name).items())
        + "\n }"
        for name in CASES
    ]
    PLACE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
