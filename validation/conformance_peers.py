"""Values of other packages for docs/conformance.md; run by conformance.py with the interpreter of the peers.

Reads a folder of CSV files and prints one JSON document {package: {"version": …, case: value}}. A case that a package
refuses is a sentence instead of a number.
"""

import json
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
folder = Path(sys.argv[1])
table = {p.stem: np.loadtxt(p, delimiter=",", ndmin=2) for p in folder.glob("*.csv")}
d, u = table["bramer"].ravel(), table["untied"].ravel()
demsar, gh, right, p = table["demsar"], table["garcia_herrera"], table["right"], table["p_values"].ravel()
folds, ten_by_ten, five = (table[name].ravel() for name in ("folds", "ten_by_ten", "five_by_two"))
truth, scores_a, scores_b = table["ranking"].T
zeros = np.zeros_like(d)
long = pd.DataFrame(gh).reset_index().melt("index", var_name="c", value_name="y")


def f1(true, predicted):
    """Return the macro-averaged F1 of two classes, along the last axis."""
    hits = [np.sum((true == k) & (predicted == k), axis=-1) for k in (0, 1)]
    sizes = [np.sum(true == k, axis=-1) + np.sum(predicted == k, axis=-1) for k in (0, 1)]
    return sum(2 * hit / size for hit, size in zip(hits, sizes, strict=True)) / 2


def accuracy(true, predicted):
    """Return the share of examples that are right, along the last axis."""
    return np.mean(true == predicted, axis=-1)


def served(differences):
    """Return a scorer that gives two classifiers scores with these differences, one pair after the other."""
    turns = iter([score for difference in differences for score in (difference, 0.0)])
    return lambda estimator, X, y: next(turns)  # noqa: N803


def scipy():
    """Yield the cases of scipy."""
    from scipy import stats

    yield "paired-t", lambda: stats.ttest_1samp(d, 0).pvalue
    yield "wilcoxon-ties", lambda: stats.wilcoxon(d).pvalue
    yield "wilcoxon", lambda: stats.wilcoxon(u).pvalue
    yield "sign", lambda: stats.binomtest(int((d > 0).sum()), int((d != 0).sum())).pvalue
    yield "sign-flip", lambda: stats.permutation_test((d,), np.mean, permutation_type="samples").pvalue
    yield "friedman", lambda: stats.friedmanchisquare(*demsar.T).statistic
    yield "friedman-p", lambda: stats.friedmanchisquare(*demsar.T).pvalue
    yield "cochran-q", lambda: stats.friedmanchisquare(*right.T).statistic
    losses = [(s - truth) ** 2 for s in (scores_a, scores_b)]
    yield "paired-losses", lambda: stats.ttest_rel(*losses).pvalue
    few = table["few_classes"]
    for case, metric in (("paired-permutation", accuracy), ("paired-permutation-f1", f1)):
        gain = lambda a, b, axis, metric=metric: metric(few[:, 0], b) - metric(few[:, 0], a)  # noqa: E731
        kind = {"permutation_type": "samples", "n_resamples": 2**16, "vectorized": True, "batch": 2**12}
        yield case, lambda gain=gain, kind=kind: stats.permutation_test(few.T[1:], gain, **kind).pvalue
    gained = lambda x, a, b, axis: f1(x, b) - f1(x, a)  # noqa: E731
    drawn = {"paired": True, "method": "percentile", "rng": np.random.default_rng(1), "vectorized": True}
    yield (
        "paired-bootstrap",
        lambda: stats.bootstrap(table["classes"].T, gained, **drawn).confidence_interval.low,
    )
    yield "binomial", lambda: stats.binomtest(35, 50).pvalue
    yield "wilson", lambda: stats.binomtest(80, 100).proportion_ci(method="wilson").low
    yield "clopper-pearson", lambda: stats.binomtest(80, 100).proportion_ci(method="exact").low
    yield "BH", lambda: stats.false_discovery_control(p)[2]
    yield "tukey", lambda: stats.tukey_hsd(*gh.T).pvalue[0, 1]


def statsmodels():
    """Yield the cases of statsmodels."""
    from statsmodels.stats.anova import AnovaRM
    from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
    from statsmodels.stats.multicomp import pairwise_tukeyhsd
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import proportion_confint, test_proportions_2indep
    from statsmodels.stats.weightstats import DescrStatsW

    counts = [[40, 35], [15, 10]]
    yield "paired-t", lambda: DescrStatsW(d).ttest_mean(0)[1]
    yield "mcnemar", lambda: mcnemar(counts, exact=False).pvalue
    yield "mcnemar-none", lambda: mcnemar([[90, 0], [0, 10]], exact=False).pvalue
    yield "binomial", lambda: mcnemar(counts, exact=True).pvalue
    yield "cochran-q", lambda: cochrans_q(right).statistic
    for ours, theirs in (
        ("holm", "holm"),
        ("hochberg", "simes-hochberg"),
        ("hommel", "hommel"),
        ("BH", "fdr_bh"),
    ):
        yield ours, lambda theirs=theirs: multipletests(p, method=theirs)[1][2]
    yield "mcnemar-uncorrected", lambda: mcnemar(counts, exact=False, correction=False).pvalue
    methods = {"wilson": "wilson", "clopper-pearson": "beta", "jeffreys": "jeffreys", "wald": "normal"}
    for ours, theirs in methods.items():
        yield ours, lambda theirs=theirs: proportion_confint(80, 100, method=theirs)[0]
    two = (178, 200, 80, 100)
    yield "two-proportions", lambda: test_proportions_2indep(*two, method="score", compare="diff").pvalue
    yield "two-proportions-wald", lambda: test_proportions_2indep(*two, method="wald", compare="diff").pvalue
    yield "anova", lambda: AnovaRM(long, "y", "index", ["c"]).fit().anova_table["F Value"].iloc[0]
    yield "tukey", lambda: pairwise_tukeyhsd(long["y"], long["c"].astype(str)).pvalues[0]


def posthocs():
    """Yield the cases of scikit-posthocs."""
    import scikit_posthocs as sp

    yield "nemenyi", lambda: sp.posthoc_nemenyi_friedman(gh).iloc[0, 1]
    named = pd.DataFrame(gh, columns=list("abcde"))
    many_to_one = {"control": "a", "p_adjust": "bonferroni", "to_matrix": False}
    yield "bonferroni-dunn", lambda: sp.posthoc_demsar(named, **many_to_one)["a", "e"]
    melted = pd.DataFrame(gh).melt()
    yield "tukey", lambda: sp.posthoc_tukey(melted, val_col="value", group_col="variable").iloc[0, 1]


def mlxtend():
    """Yield the cases of mlxtend; tests that fit classifiers get their scores from a scorer that we serve."""
    from mlxtend import evaluate
    from mlxtend.evaluate import cochrans_q, mcnemar
    from sklearn.dummy import DummyClassifier

    counts = np.array([[40, 35], [15, 10]])
    yield "mcnemar", lambda: mcnemar(counts, corrected=True)[1]
    yield "binomial", lambda: mcnemar(counts, exact=True)[1]
    yield "mcnemar-uncorrected", lambda: mcnemar(counts, corrected=False)[1]
    ones = np.ones(len(right), dtype=int)
    yield "cochran-q", lambda: cochrans_q(ones, *right.astype(int).T)[0]
    two = (DummyClassifier(), DummyClassifier(), np.zeros((200, 1)), np.arange(200) % 2)
    yield "t-5x2cv", lambda: evaluate.paired_ttest_5x2cv(*two, scoring=served(five))[1]
    yield "f-5x2cv", lambda: evaluate.combined_ftest_5x2cv(*two, scoring=served(five))[1]
    yield (
        "corrected-t",
        lambda: evaluate.paired_ttest_kfold_cv(*two, cv=100, scoring=served(ten_by_ten))[1],
    )
    yield "two-proportions-wald", lambda: evaluate.proportion_difference(0.89, 0.8, 200, 100)[1]
    yield "sign-flip", lambda: evaluate.permutation_test(d, zeros, paired=True, method="exact")
    none = np.array([[90, 0], [0, 10]])
    yield "mcnemar-none", lambda: mcnemar(none, corrected=True)[1]


def baycomp():
    """Yield the cases of baycomp."""
    import baycomp as bc

    yield "bayes-correlated-t", lambda: bc.two_on_single(zeros, folds, rope=0.01, runs=1)[2]
    pair = (demsar[:, 0], demsar[:, 1])
    yield (
        "bayes-signed-rank",
        lambda: bc.SignedRankTest.probs(*pair, rope=0.01, nsamples=50000, random_state=0)[2],
    )

    yield "bayes-sign", lambda: bc.SignTest.probs(*pair, rope=0.01, nsamples=50000, random_state=0)[2]


def mlstatkit():
    """Yield the cases of MLstatkit."""
    from MLstatkit import Delong_test, Permutation_test

    yield "delong", lambda: Delong_test(truth, scores_a, scores_b, return_ci=False, return_auc=False)[1]
    few = table["few_classes"].T
    yield "paired-permutation-f1", lambda: Permutation_test(*few, metric_str="f1", n_bootstraps=1000)[2]


def pingouin():
    """Yield the cases of pingouin."""
    import pingouin as pg

    yield "paired-t", lambda: pg.ttest(d, zeros, paired=True).filter(regex="p.val").iloc[0, 0]
    yield "wilcoxon-ties", lambda: pg.wilcoxon(d, zeros).filter(regex="p.val").iloc[0, 0]
    wide = pd.DataFrame(demsar)
    yield "friedman", lambda: pg.friedman(wide).filter(regex="^Q$").iloc[0, 0]
    yield "iman-davenport", lambda: pg.friedman(pd.DataFrame(gh), method="f").filter(regex="^F$").iloc[0, 0]
    yield "anova", lambda: pg.rm_anova(pd.DataFrame(gh)).filter(regex="^F$").iloc[0, 0]
    yield "cochran-q", lambda: pg.cochran(pd.DataFrame(right)).filter(regex="^Q$").iloc[0, 0]
    yield "holm", lambda: pg.multicomp(p, method="holm")[1][2]


def autorank():
    """Yield the cases of autorank."""
    from autorank import autorank as rank

    made = rank(pd.DataFrame(demsar, columns=list("abcd")), force_mode="nonparametric", verbose=False)
    yield "friedman-p", lambda: made.pvalue
    yield "critical-difference", lambda: made.cd
    pair = pd.DataFrame({"a": table["bramer_a"].ravel(), "b": table["bramer_b"].ravel()})
    two = rank(pair, force_mode="nonparametric", verbose=False)
    yield "wilcoxon-ties", lambda: two.pvalue


def _values(cases):
    found = {}
    try:
        for case, run in cases():
            try:
                value = float(run())
                found[case] = value if np.isfinite(value) else str(value)
            except Exception as error:  # what a package refuses is a result too
                found[case] = f"{type(error).__name__}: {error}"[:200]
    except Exception as error:
        found["import"] = f"{type(error).__name__}: {error}"[:200]
    return found


PACKAGES = {
    "scipy": scipy, "statsmodels": statsmodels, "scikit-posthocs": posthocs, "mlxtend": mlxtend, "baycomp": baycomp,
    "MLstatkit": mlstatkit, "pingouin": pingouin, "autorank": autorank,
}  # fmt: skip
print(json.dumps({name: {"version": version(name), **_values(cases)} for name, cases in PACKAGES.items()}))
