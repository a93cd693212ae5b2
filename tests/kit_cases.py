"""Comparisons of every design and verdict, for what papers, tables and pages say of them."""

import importlib.util
from functools import cache
from pathlib import Path

import bakeoff
from bakeoff.api.counts import flips_on_test_set, two_test_sets
from bakeoff.inputs.published import PUBLISHED

_spec = importlib.util.spec_from_file_location("golden_cases", Path(__file__).parent / "golden" / "cases.py")
_golden = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_golden)

TWO, BETTER, ONE_SIDED = (PUBLISHED[name].text for name in ("figure-15.2", "figure-15.7", "exercise-15"))
FOUR, FIVE = PUBLISHED["demsar-2006"].text, PUBLISHED["garcia-herrera-2008"].text
ERRORS = "dataset,A,B\n" + "".join(f"d{i},{0.2 + i / 100},{0.1 + i / 90}\n" for i in range(8))
LACKING = "dataset,A,B,C\n" + "".join(
    f"d{i},{70 + i},{'' if i == 3 else 72 + i},{71 + (i * 7) % 5}\n" for i in range(9)
)
FIVE_BY_TWO = "dataset,classifier,repeat,fold,accuracy\n" + "".join(
    f"iris,{name},{repeat},{fold},{base + ((repeat * 3 + fold * step) % 7) / 100:.2f}\n"
    for name, base, step in (("a", 0.7, 5), ("b", 0.8, 10))
    for repeat in range(1, 6)
    for fold in (1, 2)
)
EVERY_ADJUSTMENT = (
    "none", "bonferroni", "sidak", "holm", "holm-sidak", "holland", "hochberg", "hommel", "rom", "finner", "li",
    "shaffer", "bergmann-hommel", "bh", "by",
)  # fmt: skip


def _on_scores():
    return {
        "undecided": (TWO, {}),
        "undecided with a margin": (TWO, {"margin": 1}),
        "better": (BETTER, {}),
        "worse": (BETTER.replace("dataset,A,B", "dataset,B,A"), {"baseline": "A"}),
        "equivalent": (BETTER, {"margin": 10}),
        "one-sided": (ONE_SIDED, {"alternative": "greater"}),
        "one-sided, undecided": (TWO, {"alternative": "less"}),
        "paired t": (TWO, {"test": "paired-t"}),
        "sign": (TWO, {"test": "sign"}),
        "sign flips": (TWO, {"test": "sign-flip"}),
        "posterior": (TWO, {"test": "bayes-signed-rank", "margin": 1}),
        "posterior, better": (BETTER, {"test": "bayes-signed-rank", "margin": 0.1, "level": 0.9}),
        "lower is better": (ERRORS, {"metric": "error"}),
        "missing": (_golden.MISSING, {}),
        "missing, left out": (_golden.MISSING, {"missing": "drop-dataset"}),
        "folds": (_golden.FOLDS, {}),
        "folds, forced": (_golden.FOLDS, {"test": "paired-t"}),
        "five by two": (FIVE_BY_TWO, {"test": "t-5x2cv"}),
        "five by two, F": (FIVE_BY_TWO, {"test": "f-5x2cv"}),
    }


def _on_many():
    auc = {"metric": "AUC"}
    return {
        "many": (FOUR, auc),
        "many, one-sided": (FOUR, {**auc, "alternative": "greater"}),
        "many, one-sided, baseline": (FIVE, {"alternative": "less", "baseline": "C4.5"}),
        "many, baseline": (FIVE, {"baseline": "C4.5"}),
        "many, missing": (LACKING, {}),
        "many, posterior": (FOUR, {**auc, "test": "bayes-sign", "margin": 0.01}),
        "many, equivalent": (FOUR, {**auc, "adjust": "holm", "margin": 0.05}),
        "many, gated": (FOUR, {**auc, "only_if": "friedman"}),
        "nemenyi": (FOUR, {**auc, "test": "nemenyi"}),
        "friedman-z": (FOUR, {**auc, "test": "friedman-z", "adjust": "bergmann-hommel"}),
        "aligned-z": (FOUR, {**auc, "test": "aligned-z"}),
        "quade-z": (FIVE, {"test": "quade-z", "adjust": "rom", "baseline": "C4.5"}),
        "tukey": (FOUR, {**auc, "test": "tukey"}),
        "bonferroni-dunn": (FIVE, {"test": "bonferroni-dunn", "baseline": "C4.5"}),
        **{
            f"adjusted by {how}": (FOUR, {**auc, "test": "wilcoxon", "adjust": how})
            for how in EVERY_ADJUSTMENT
        },
    }


def _on_examples():
    return {
        "one test set": (_golden.PREDICTIONS, {}),
        "one test set, F1": (_golden.PREDICTIONS, {"metric": "f1", "positive": "sick"}),
        "groups": (_golden.GROUPED, {"subgroup_column": "sex"}),
        "many on one test set": (_golden.MANY, {}),
        "test sets": (_golden.SEVERAL, {}),
        "flips": (flips_on_test_set(35, 15, None), {}),
        "flips, none": (flips_on_test_set(3, 4, 500), {}),
        "two test sets": (two_test_sets(("book=25.5/30", "ours=3750/5000")), {}),
    }


CASES = {**_on_scores(), **_on_many(), **_on_examples()}


@cache
def comparison_of(name):
    evidence, options = CASES[name]
    return bakeoff.compare(evidence, **options)


@cache
def kit_of(name):
    return comparison_of(name).paper()
