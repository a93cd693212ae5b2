"""Our answers to the cases of the campaign, by the procedures' public names and by the door."""

import csv
import io
import json
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import bakeoff
from bakeoff.cli.main import main as command_line
from bakeoff.core.results import Alternative
from validation.campaign_cases import Case

of: Any = import_module("bakeoff.procedures")
compare: Any = bakeoff.compare
Value = float | list[float] | None  # None: refused
RATIO = 1 / 9
AT_THE_COMMAND_LINE = 200  # cases of the door that are typed as commands
METRICS = ("accuracy", "f1_macro", "balanced_accuracy", "kappa", "mcc")


def answer(case: Case) -> dict[str, Value]:
    """Return our value of every quantity of a case."""
    found: dict[str, Value] = {}
    for name, ask in ASKED[case.family](case).items():
        try:
            value = ask()
            found[name] = [float(v) for v in value] if np.ndim(value) else float(value)
        except bakeoff.BakeoffError:
            found[name] = None
    return found


Asked = dict[str, Any]  # functions without arguments


def _ends(result: object) -> list[float]:
    interval = result.estimate.interval  # type: ignore[attr-defined]
    return [interval.low, interval.high]


def _pairs(case: Case) -> Asked:
    d, side = case.values[:, 0], {"alternative": Alternative(case.alternative)}
    return {
        "paired-t": lambda: of.paired_t(d, **side).p_value,
        "paired-t interval": lambda: _ends(of.paired_t(d, level=case.number, **side)),
        "wilcoxon": lambda: of.wilcoxon(d, zeros="wilcox", **side).p_value,
        "wilcoxon, Pratt": lambda: of.wilcoxon(d, **side).p_value,
        "sign": lambda: of.sign(d, **side).p_value,
    }


def _few_pairs(case: Case) -> Asked:
    d, side = case.values[:, 0], {"alternative": Alternative(case.alternative)}
    return {
        "sign-flip": lambda: of.sign_flip(d, rng=np.random.default_rng(0), **side).p_value,
        "wilcoxon": lambda: of.wilcoxon(d, zeros="wilcox", **side).p_value,
        "wilcoxon, Pratt": lambda: of.wilcoxon(d, **side).p_value,
    }


def _tables(case: Case) -> Asked:
    x = case.values
    pairs = list(combinations(range(x.shape[1]), 2))
    return {
        "friedman": lambda: of.friedman(x).statistic,
        "friedman p": lambda: of.friedman(x, reference="approximate").p_value,
        "iman-davenport": lambda: of.iman_davenport(x).statistic,
        "quade": lambda: of.quade(x).statistic,
        "anova": lambda: of.anova(x).statistic,
        "nemenyi": lambda: [r.p_adjusted for r in of.nemenyi(x, pairs=pairs)],
        "tukey": lambda: [r.p_adjusted for r in of.tukey(x, pairs=pairs)],
        "critical-difference": lambda: of.critical_difference(x.shape[1], x.shape[0]),
    }


def _flips(case: Case) -> Asked:
    counts = of.FourCounts(**dict(zip(("both_right", "mends", "breaks", "both_wrong"), map(int, case.values[0]),
                                      strict=True)))  # fmt: skip
    side = {"alternative": Alternative(case.alternative)}
    return {
        "binomial": lambda: of.binomial(counts, **side).p_value,
        "mcnemar-midp": lambda: of.mcnemar_midp(counts, **side).p_value,
        "mcnemar": lambda: of.mcnemar(counts).p_value,
        "mcnemar-uncorrected": lambda: of.mcnemar_uncorrected(counts).p_value,
    }


def _right(case: Case) -> Asked:
    right = case.values.astype(bool)
    return {
        "cochran-q": lambda: of.cochran_q(right).statistic,
        "cochran-q p": lambda: of.cochran_q(right).p_value,
    }


def _proportions(case: Case) -> Asked:
    def ends(method: str) -> list[float]:
        interval = of.proportion_interval(*case.values[0], method=method, level=case.number)
        return [interval.low, interval.high]

    methods = ("wilson", "clopper-pearson", "jeffreys", "wald")
    return {method: lambda method=method: ends(method) for method in methods}


def _two_sets(case: Case) -> Asked:
    names = ("right_a", "total_a", "right_b", "total_b")
    sets = of.TwoTestSets(**dict(zip(names, case.values[0].tolist(), strict=True)))
    side = {"alternative": Alternative(case.alternative)}
    return {
        "two-proportions": lambda: of.two_proportions(sets, **side).p_value,
        "two-proportions-wald": lambda: of.two_proportions_wald(sets, **side).p_value,
    }


def _p_values(case: Case) -> Asked:
    methods = ("bonferroni", "sidak", "holm", "holm-sidak", "hochberg", "hommel", "bh", "by")
    return {method: lambda method=method: of.adjust(case.values[0], method) for method in methods}


def _rankings(case: Case) -> Asked:
    scored = of.ScoredExamples(truth=case.values[:, 0].astype(np.int64), scores=case.values[:, 1:])
    side = Alternative(case.alternative)
    return {
        "delong": lambda: of.delong(scored, alternative=side).p_value,
        "ROC areas": lambda: [of.delong(scored).steps[name] for name in ("auc_a", "auc_b")],
    }


def _folds(case: Case) -> Asked:
    d, side = case.values[:, 0], {"alternative": Alternative(case.alternative)}
    asked: Asked = {
        "corrected-t": lambda: of.corrected_t(d, test_train_ratio=RATIO, **side).p_value,
        "bayes-correlated-t": lambda: _regions(
            of.bayes_correlated_t(d, test_train_ratio=RATIO, margin=case.number)
        ),
    }
    if d.size == 10:
        asked["t-5x2cv"] = lambda: of.t_5x2cv(d).p_value
        asked["f-5x2cv"] = lambda: of.f_5x2cv(d).p_value
    return asked


def _regions(posterior: object) -> list[float]:
    return [getattr(posterior, name) for name in ("worse", "equivalent", "better")]


def _posteriors(case: Case) -> Asked:
    d, rng = case.values[:, 0], np.random.default_rng(case.seed)
    return {
        "bayes-sign": lambda: _regions(of.bayes_sign(d, margin=case.number)),
        "bayes-signed-rank": lambda: _regions(of.bayes_signed_rank(d, margin=case.number, rng=rng)),
    }


def _battles(case: Case) -> Asked:
    left, right = (case.values[:, i].astype(np.intp) for i in (0, 1))
    battles = of.Battles(left=left, right=right, won=case.values[:, 2], entries=int(case.number))

    def strengths() -> list[float]:
        found = of.battle_strengths(battles, model="bradley-terry", position=False)
        if found.connections.parts > 1 or not found.is_bounded.all():
            raise bakeoff.BakeoffError(
                "no finite strengths", where="battles", fix="more battles", code="BO053"
            )
        return list(found.strengths - found.strengths.mean())

    return {"bradley-terry": strengths}


def _judged(case: Case) -> Asked:
    judged, gold = case.values.T
    return {
        "corrected advantage": lambda: of.corrected_difference(judged, gold).corrected.value,
        "labels alone": lambda: of.corrected_difference(judged, gold).gold_only.value,
    }


def _items(case: Case) -> Asked:
    d, group = case.values[:, 0], case.values[:, 1].astype(np.int64)
    side = {"alternative": Alternative(case.alternative)}
    return {
        "items-t": lambda: of.items_t(d, **side).p_value,
        "items-clustered": lambda: of.items_clustered(d, item_groups=group, **side).p_value,
        "items-clustered t": lambda: of.items_clustered(d, item_groups=group).statistic,
        "items-stratified": lambda: of.items_stratified(d, item_tasks=np.minimum(group, 1), **side).p_value,
        "tasks-t": lambda: of.tasks_t(d, item_tasks=group, **side).p_value,
    }


def _measures(case: Case) -> Asked:
    head = ["y_true", "one", "two"]
    columns = dict(zip(head, ([f"c{int(v)}" for v in column] for column in case.values.T), strict=True))

    def advantage(metric: str) -> float:
        (pair,) = compare(columns, metric=metric).to_dict()["pairs"]
        return float(pair["estimate"]["value"]) * (1 if pair["b"] == "two" else -1)

    return {metric: lambda metric=metric: advantage(metric) for metric in METRICS}


def _door(case: Case) -> Asked:
    tests = ("wilcoxon", "paired-t", "sign")
    test, adjust = tests[case.seed % 3], ("holm", "hommel", "none", "bh", "by")[case.seed % 5]
    options = {"test": test, "adjust": adjust}
    names = [f"model {letter}" for letter in "abcdefgh"[: case.values.shape[1]]]
    if case.alternative != "two-sided":
        options |= {"alternative": case.alternative, "baseline": names[0]}
    against_one = [(names[0], name) for name in names[1:]]
    order = list(combinations(names, 2)) if case.alternative == "two-sided" else against_one
    compare = cache(lambda: _compare_file(case, names, options))

    def p_values(name: str) -> list[float]:
        by_pair = {frozenset((p["a"], p["b"])): p[name] for p in compare()["pairs"]}
        return [by_pair[frozenset(pair)] for pair in order]

    return {f"compare, {what}": lambda what=what: p_values(what) for what in ("p_value", "p_adjusted")}


def _compare_file(case: Case, names: list[str], options: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """Return the document of one comparison: in Python, and for the first cases at the command line."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "table.csv"
        place.write_text(_table(case, names), encoding="utf-8")
        if case.seed >= AT_THE_COMMAND_LINE:
            found: dict[str, list[dict[str, Any]]] = compare(str(place), **options).to_dict()
            return found
        out = io.StringIO()
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        with redirect_stdout(out):
            code = command_line(["compare", str(place), *words, "--json"])
        if code == 2:
            raise bakeoff.BakeoffError("refused", where="the command", fix="read its message", code="BO001")
        document: dict[str, list[dict[str, Any]]] = json.loads(out.getvalue())
    return document


def _table(case: Case, names: list[str]) -> str:
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(["dataset", *names])
    for i, row in enumerate(np.round(case.values * case.number, 6)):
        write([f"data {i + 1}", *("" if np.isnan(v) else f"{v:.6g}" for v in row)])
    return out.getvalue()


ASKED: dict[str, Callable[[Case], Asked]] = {
    "pairs": _pairs, "few pairs": _few_pairs, "tables": _tables, "flips": _flips, "right": _right,
    "proportions": _proportions, "two sets": _two_sets, "p-values": _p_values, "rankings": _rankings,
    "folds": _folds, "posteriors": _posteriors, "battles": _battles, "judged": _judged, "items": _items,
    "measures": _measures, "door": _door,
}  # fmt: skip
