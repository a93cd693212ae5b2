"""Answers of other Python packages to the cases of the campaign; run by campaign.py with the peers' interpreter.

Reads the file of cases and writes another with one line for each answer: family, seed, package, quantity, value. A case
that a package refuses is a line with the name of its exception.
"""

import sys
import warnings
from itertools import combinations
from pathlib import Path

import autorank
import baycomp
import evalica
import numpy as np
import pandas as pd
import ppi_py
import scikit_posthocs
from mlxtend import evaluate
from scipy import stats
from sklearn import metrics
from sklearn.dummy import DummyClassifier
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.descriptivestats import sign_test
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint, test_proportions_2indep
from statsmodels.stats.weightstats import DescrStatsW

RATIO = 1 / 9
SHORT = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}


def pairs(x, side, level, seed):
    """Yield answers about differences of two classifiers."""
    d = x[:, 0]
    yield "scipy", "paired-t", lambda: stats.ttest_1samp(d, 0, alternative=side).pvalue
    yield (
        "scipy",
        "paired-t interval",
        lambda: stats.ttest_1samp(d, 0, alternative=side).confidence_interval(level),
    )
    yield "statsmodels", "paired-t", lambda: DescrStatsW(d).ttest_mean(0, alternative=SHORT[side])[1]
    yield "scipy", "wilcoxon", lambda: signed_rank(d, side, "wilcox")
    yield "scipy", "wilcoxon, Pratt", lambda: signed_rank(d, side, "pratt")
    plus, all_ = int((d > 0).sum()), int((d != 0).sum())
    if all_:
        yield "scipy", "sign", lambda: stats.binomtest(plus, all_, alternative=side).pvalue
    if side == "two-sided":
        yield "statsmodels", "sign", lambda: sign_test(d)[1]
    if side == "two-sided" and seed % 8 == 0 and d.size >= 5:
        both = pd.DataFrame({"a": 0.5 + 0 * d, "b": 0.5 + d})
        rank = {"force_mode": "nonparametric", "verbose": False}
        yield "autorank", "wilcoxon", lambda: autorank.autorank(both, **rank).pvalue


def signed_rank(d, side, zeros):
    """Return scipy's p-value, exact where it offers that."""
    tied = np.unique(np.abs(d[d != 0])).size < (d != 0).sum() or (d == 0).any()
    method = "auto" if tied else "exact"
    return stats.wilcoxon(d, zero_method=zeros, alternative=side, method=method).pvalue


def few_pairs(x, side, level, seed):
    """Yield answers that count every flip."""
    d = x[:, 0]
    counted = {"permutation_type": "samples", "alternative": side, "n_resamples": 5000, "vectorized": True}
    mean = lambda x, axis: np.round(x.sum(axis=axis), 9)  # noqa: E731
    yield "scipy", "sign-flip", lambda: stats.permutation_test((d,), mean, **counted).pvalue
    yield "scipy", "wilcoxon", lambda: counted_ranks(d, side, drop=True)
    yield "scipy", "wilcoxon, Pratt", lambda: counted_ranks(d, side, drop=False)
    if d.size <= 8 and side == "two-sided":
        exact = {"paired": True, "method": "exact"}
        yield "mlxtend", "sign-flip", lambda: evaluate.permutation_test(d, 0 * d, **exact)


def counted_ranks(d, side, drop):
    """Return the p-value of signed ranks by counting every flip of the ranks that scipy gives."""
    d = d[d != 0] if drop else d
    ranks = stats.rankdata(np.abs(d)) * np.sign(d)
    if not ranks.any():
        return 1.0
    flips = {"permutation_type": "samples", "alternative": side, "n_resamples": 5000, "vectorized": True}
    return stats.permutation_test((ranks,), lambda x, axis: x.sum(axis=axis), **flips).pvalue


def tables(x, side, level, seed):
    """Yield answers about many classifiers."""
    n, k = x.shape
    yield "scipy", "friedman", lambda: stats.friedmanchisquare(*x.T).statistic
    yield "scipy", "friedman p", lambda: stats.friedmanchisquare(*x.T).pvalue
    if seed % 5 == 0:
        found = lambda: scikit_posthocs.posthoc_nemenyi_friedman(x).to_numpy()  # noqa: E731
        yield "scikit-posthocs", "nemenyi", lambda: [found()[i, j] for i, j in combinations(range(k), 2)]
    if seed % 10 == 0:
        long = pd.DataFrame(x).reset_index().melt("index", var_name="c", value_name="y")
        fit = lambda: AnovaRM(long, "y", "index", ["c"]).fit().anova_table  # noqa: E731
        yield "statsmodels", "anova", lambda: fit()["F Value"].iloc[0]
    if seed % 10 == 1 and n >= 5:
        named, mode = pd.DataFrame(x, columns=list("abcdefgh")[:k]), {"force_mode": "nonparametric"}
        made = autorank.autorank(named, verbose=False, **mode)
        yield "autorank", "friedman p", lambda: made.pvalue
        if made.cd is not None:
            yield "autorank", "critical-difference", lambda: made.cd


def flips(x, side, level, seed):
    """Yield answers about four counts."""
    both, mends, breaks, neither = (int(v) for v in x[0])
    counts = np.array([[both, mends], [breaks, neither]])
    if mends + breaks:
        yield "scipy", "binomial", lambda: stats.binomtest(mends, mends + breaks, alternative=side).pvalue
    if side == "two-sided":
        yield "statsmodels", "binomial", lambda: mcnemar(counts, exact=True).pvalue
        yield "mlxtend", "binomial", lambda: evaluate.mcnemar(counts, exact=True)[1]
    for name, corrected in (("mcnemar", True), ("mcnemar-uncorrected", False)):
        yield "statsmodels", name, lambda c=corrected: mcnemar(counts, exact=False, correction=c).pvalue
        yield "mlxtend", name, lambda c=corrected: evaluate.mcnemar(counts, corrected=c)[1]


def right(x, side, level, seed):
    """Yield answers about right and wrong of several."""
    yield "scipy", "cochran-q", lambda: stats.friedmanchisquare(*x.T).statistic
    yield "statsmodels", "cochran-q", lambda: cochrans_q(x).statistic
    yield "statsmodels", "cochran-q p", lambda: cochrans_q(x).pvalue
    yield "mlxtend", "cochran-q", lambda: evaluate.cochrans_q(np.ones(len(x), dtype=int), *x.astype(int).T)[0]


def proportions(x, side, level, seed):
    """Yield intervals of one accuracy."""
    k, n = (int(v) for v in x[0])
    names = {"wilson": "wilson", "clopper-pearson": "beta", "jeffreys": "jeffreys", "wald": "normal"}
    for ours, theirs in names.items():
        yield "statsmodels", ours, lambda m=theirs: proportion_confint(k, n, alpha=1 - level, method=m)
    for ours, theirs in (("wilson", "wilson"), ("clopper-pearson", "exact")):
        yield "scipy", ours, lambda m=theirs: stats.binomtest(k, n).proportion_ci(level, method=m)


def two_sets(x, side, level, seed):
    """Yield answers about two independent accuracies."""
    a, n, b, m = x[0]
    for ours, theirs in (("two-proportions", "score"), ("two-proportions-wald", "wald")):
        asked = {"method": theirs, "compare": "diff", "alternative": SHORT[side]}
        yield "statsmodels", ours, lambda asked=asked: test_proportions_2indep(b, m, a, n, **asked).pvalue
    if side == "less":
        theirs = lambda: evaluate.proportion_difference(b / m, a / n, int(m), int(n))[1]  # noqa: E731
        yield "mlxtend", "two-proportions-wald", theirs


def p_values(x, side, level, seed):
    """Yield adjusted p-values."""
    names = {"bonferroni": "bonferroni", "sidak": "sidak", "holm": "holm", "holm-sidak": "holm-sidak",
             "hochberg": "simes-hochberg", "hommel": "hommel", "bh": "fdr_bh", "by": "fdr_by"}  # fmt: skip
    for ours, theirs in names.items():
        yield "statsmodels", ours, lambda m=theirs: multipletests(x[0], method=m)[1]
    for method in ("bh", "by"):
        yield "scipy", method, lambda m=method: stats.false_discovery_control(x[0], method=m)


def rankings(x, side, level, seed):
    """Yield areas under ROC curves."""
    yield "scikit-learn", "ROC areas", lambda: [metrics.roc_auc_score(x[:, 0], x[:, i]) for i in (1, 2)]


def folds(x, side, level, seed):
    """Yield answers about resamples of one dataset."""
    d = x[:, 0]
    found = lambda: baycomp.two_on_single(0 * d, d, rope=level, runs=1)  # noqa: E731
    if d.size == 10:
        yield "baycomp", "bayes-correlated-t", lambda: three(found())
        two = (DummyClassifier(), DummyClassifier(), np.zeros((20, 1)), np.arange(20) % 2)
        yield "mlxtend", "t-5x2cv", lambda: evaluate.paired_ttest_5x2cv(*two, scoring=served(d))[1]
        yield "mlxtend", "f-5x2cv", lambda: evaluate.combined_ftest_5x2cv(*two, scoring=served(d))[1]


def served(differences):
    """Return a scorer that gives two classifiers scores with these differences, one pair after the other."""
    turns = iter([score for difference in differences for score in (difference, 0.0)])
    return lambda estimator, X, y: next(turns)  # noqa: N803


def three(regions):
    """Return the chances of worse, equivalent and better; without a margin nothing is equivalent."""
    return (regions[0], 0.0, regions[1]) if len(regions) == 2 else regions


def posteriors(x, side, level, seed):
    """Yield posterior chances; simulated."""
    pair, drawn = (0 * x[:, 0], x[:, 0]), {"rope": level, "nsamples": 50000, "random_state": seed}
    yield "baycomp", "bayes-sign", lambda: three(baycomp.SignTest.probs(*pair, **drawn))
    yield "baycomp", "bayes-signed-rank", lambda: three(baycomp.SignedRankTest.probs(*pair, **drawn))


def battles(x, side, level, seed):
    """Yield strengths, centred."""
    winner = {1.0: evalica.Winner.X, 0.0: evalica.Winner.Y, 0.5: evalica.Winner.Draw}
    left, right = (x[:, i].astype(int).tolist() for i in (0, 1))

    def strengths():
        asked = {"tolerance": 1e-14, "limit": 100_000}
        found = evalica.bradley_terry(left, right, [winner[v] for v in x[:, 2]], **asked).scores
        logs = np.log(found.sort_index().to_numpy())
        return logs - logs.mean()

    yield "evalica", "bradley-terry", strengths


def judged(x, side, level, seed):
    """Yield what a judge corrected by labels says."""
    labelled = np.isfinite(x[:, 1])
    gold, own, rest = x[labelled, 1], x[labelled, 0], x[~labelled, 0]
    slope = np.cov(gold, own)[0, 1] / ((1 + gold.size / rest.size) * x[:, 0].var())
    weight = float(np.clip(slope, 0, 1))
    given = lambda **lam: ppi_py.ppi_mean_pointestimate(gold, own, rest, **lam)[0]  # noqa: E731
    yield "ppi-python", "corrected advantage", lambda: given(lam=weight)
    yield "ppi-python, own weight", "corrected advantage", given
    yield "ppi-python", "labels alone", lambda: given(lam=0)


def items(x, side, level, seed):
    """Yield answers about items."""
    d, group = x[:, 0], x[:, 1]
    yield "scipy", "items-t", lambda: stats.ttest_1samp(d, 0, alternative=side).pvalue
    means = [d[group == g].mean() for g in np.unique(group)]
    yield "scipy", "tasks-t", lambda: stats.ttest_1samp(means, 0, alternative=side).pvalue
    first, second = d[group == 0], -d[group > 0]
    welch = {"equal_var": False, "alternative": side}
    yield "scipy", "items-stratified", lambda: stats.ttest_ind(first, second, **welch).pvalue


def measures(x, side, level, seed):
    """Yield the advantage of the second classifier by measures."""
    named = {
        "accuracy": metrics.accuracy_score,
        "f1_macro": lambda t, p: metrics.f1_score(t, p, average="macro"),
        "balanced_accuracy": metrics.balanced_accuracy_score,
        "kappa": metrics.cohen_kappa_score,
        "mcc": metrics.matthews_corrcoef,
    }
    truth, one, two = x.astype(int).T
    for name, metric in named.items():
        yield "scikit-learn", name, lambda m=metric: m(truth, two) - m(truth, one)


def door(x, side, level, seed):
    """Yield p-values of all pairs, and adjusted ones."""
    k, scores = x.shape[1], x * level
    order = combinations(range(k), 2) if side == "two-sided" else ((0, i) for i in range(1, k))
    differences = [np.round(scores[:, j] - scores[:, i], 9) for i, j in order]
    test = (wilcoxon_of_file, t_of_file, sign_of_file)[seed % 3]
    adjust = ("holm", "hommel", None, "fdr_bh", "fdr_by")[seed % 5]
    found = lambda: [test(d[np.isfinite(d)], side) for d in differences]  # noqa: E731
    adjusted = lambda: found() if adjust is None else multipletests(found(), method=adjust)[1]  # noqa: E731
    yield "scipy", "compare, p_value", found
    yield "scipy, statsmodels", "compare, p_adjusted", adjusted


def wilcoxon_of_file(d, side):
    """Return the p-value by Pratt's rule, counted by flipping the ranks."""
    ranks = np.round(2 * stats.rankdata(np.abs(d)) * np.sign(d)).astype(int)
    chances, reach = np.ones(1), 0
    for rank in np.abs(ranks[ranks != 0]):  # the sum of positive ranks, flip by flip
        chances = (np.append(chances, np.zeros(rank)) + np.append(np.zeros(rank), chances)) / 2
        reach += rank
    plus = ranks[ranks > 0].sum()
    greater, less = chances[plus:].sum(), chances[: plus + 1].sum()
    return {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}[side]


def t_of_file(d, side):
    """Return Student's p-value."""
    return stats.ttest_1samp(d, 0, alternative=side).pvalue


def sign_of_file(d, side):
    """Return the p-value of the binomial test."""
    return stats.binomtest(int((d > 0).sum()), int((d != 0).sum()), alternative=side).pvalue


FAMILIES = {
    "pairs": pairs, "few pairs": few_pairs, "tables": tables, "flips": flips, "right": right,
    "proportions": proportions, "two sets": two_sets, "p-values": p_values, "rankings": rankings, "folds": folds,
    "posteriors": posteriors, "battles": battles, "judged": judged, "items": items, "measures": measures,
    "door": door,
}  # fmt: skip


def main():
    """Answer every case of a file."""
    warnings.filterwarnings("ignore")
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    with Path(sys.argv[2]).open("w", encoding="utf-8") as out:
        for line in lines:
            family, seed, side, number, columns, flat = line.split("\t")
            values = np.array([float(v) for v in flat.split()]).reshape(-1, int(columns))
            for package, quantity, ask in FAMILIES[family](values, side, float(number), int(seed)):
                out.write("\t".join((family, seed, package, quantity, written(ask))) + "\n")


def written(ask):
    """Return an answer as text, or the exception that a package raised."""
    try:
        return " ".join(f"{v:.17g}" for v in np.atleast_1d(np.asarray(ask(), dtype=float)))
    except Exception as error:  # what a package refuses is an answer too
        return type(error).__name__


if __name__ == "__main__":
    main()
