"""How a paper names procedures, adjustments and quantities: phrases in LaTeX, each with its source."""

from collections.abc import Mapping
from types import MappingProxyType

from bakeoff.render.paper.latex import escape_latex

PAIRS_LABEL = "tab:bakeoff-pairs"  # of the table of pairs
# By the key of the procedure; the source is the result's own citation, cited right after the phrase.
TESTS: Mapping[str, str] = MappingProxyType(
    {
        "max-t": "a permutation test of all pairs together",
        "wilcoxon": "Wilcoxon's signed-rank test",
        "paired-t": "Student's paired $t$-test",
        "sign-flip": "a permutation test of the mean difference by sign flips",
        "sign": "the sign test",
        "corrected-t": "the corrected resampled $t$-test",
        "half-cv": "a $t$-test of cross-validation inside the halves of the dataset",
        "halves-t": "a $t$-test of cross-validation inside the halves of the dataset",
        "guarded-t": "the corrected resampled $t$-test with its variance inflated for the instability between repeats",
        "t-5x2cv": r"the $5\times2$cv paired $t$-test",
        "f-5x2cv": r"the combined $5\times2$cv $F$-test",
        "bayes-signed-rank": "the Bayesian signed-rank test",
        "bayes-sign": "the Bayesian sign test",
        "bayes-correlated-t": "the Bayesian correlated $t$-test",
        "bayes-hierarchical": "a Bayesian hierarchical model of datasets and their resamples",
        "bayes-bradley-terry": "a Bayesian Bradley--Terry model",
        "nemenyi": "Nemenyi's test of mean ranks",
        "bonferroni-dunn": "the Bonferroni--Dunn test of mean ranks",
        "friedman-z": "$z$-tests of mean ranks",
        "aligned-z": "$z$-tests of mean aligned ranks",
        "quade-z": "$z$-tests of Quade's weighted mean ranks",
        "tukey": "Tukey's range test in the two-way layout of classifiers and datasets",
        "iman-davenport": "Iman and Davenport's test",
        "friedman": "Friedman's test",
        "aligned-ranks": "Friedman's test with aligned ranks",
        "quade": "Quade's test",
        "anova": "an analysis of variance for repeated measures",
        "skillings-mack": "Skillings and Mack's test",
        "mcnemar-midp": "McNemar's test in its mid-$p$ form",
        "max-t-predictions": "a step-down permutation test of all pairs together",
        "mcnemar-clustered": "McNemar's test for clustered examples",
        "binomial": "the exact binomial test of the examples that exactly one of the two gets right",
        "mcnemar": "McNemar's $\\chi^2$ test with continuity correction",
        "mcnemar-uncorrected": "McNemar's $\\chi^2$ test without continuity correction",
        "two-proportions": "the score test of two independent proportions",
        "two-proportions-wald": "the Wald test of two independent proportions",
        "delong": "DeLong's test of two areas under the ROC curve",
        "paired-losses": "Student's paired $t$-test over the losses of the examples",
        "paired-bootstrap": "the paired bootstrap",
        "paired-permutation": "a paired permutation test",
        "cochran-q": "Cochran's $Q$ test",
        "items-t": "Student's paired $t$-test over the items",
        "items-clustered": "Student's $t$-test over groups of items with a bias-reduced cluster-robust variance",
        "items-stratified": "Student's $t$-test over items within tasks",
        "tasks-t": "Student's paired $t$-test over the tasks",
        "max-t-items": "a step-down test of all pairs together",
        "betting": "an e-process of bets on the differences",
        "sign-betting": "an e-process of bets on the signs of the differences",
    }
)
# What a reader has to know of a procedure that its name does not say.
TEST_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "max-t": r"Each difference is replaced by a signed score of its size, a rank or a normal score, whichever "
        r"suits the tails of the differences \cite{chernoff1958,hogg1974}; the scores of a pair are summed over the "
        r"datasets, on a scale between a common one and the pair's own \cite{opgenrhein2007}. The signs of all "
        "differences on a dataset are flipped together, which keeps the dependence between the pairs, and the largest "
        "sum over the pairs gives $p$-values that are adjusted for their number.",
        "max-t-predictions": r"It takes the largest of McNemar's statistics \cite{mcnemar1947} over the pairs. The "
        "signs of all differences on an example are flipped together, which keeps the dependence between the pairs "
        "and gives $p$-values that are adjusted for the number of pairs.",
        "corrected-t": "It allows for the training data that resamples share.",
        "bayes-correlated-t": "It allows for the training data that resamples share.",
        "bayes-bradley-terry": "Each classifier has one strength, which says how likely it is to win against another; "
        "draws count half for both, strengths are normal about zero and the logarithm of their spread is normal with a "
        "standard deviation of 0.5. One model judges all pairs, without a further adjustment.",
        "mcnemar-clustered": "It allows for the dependence of examples within groups.",
        "items-t": "The attempts at an item are averaged first; where items are few, or a few differences are far "
        "larger than the others, two pseudo-items guard the interval.",
        "items-clustered": r"The variance is CR2 and the degrees of freedom are Bell and McCaffrey's, at the estimated "
        r"correlation within groups \cite{imbens2016}; the attempts at an item are averaged first.",
        "items-stratified": "The tasks are taken as a fixed list and averaged with equal weights, the items as a "
        "sample within each; the attempts at an item are averaged first.",
        "tasks-t": "The tasks are taken as a sample of tasks like them.",
        "betting": r"The verdict, its $p$-value and its interval hold at every look at the data and whenever one stops "
        r"\cite{ramdas2023}: the results may be looked at while they come in. Stakes were fixed beforehand.",
        "sign-betting": r"The verdict, its $p$-value and its interval hold at every look at the data and whenever one "
        r"stops \cite{ramdas2023}, if differences are symmetric where there is no effect.",
        "max-t-items": "Items (or groups of items) within tasks are weighted at random, for all models alike, which "
        "keeps the dependence between the pairs; the largest statistic over the pairs gives $p$-values that are "
        "adjusted for their number.",
        "nemenyi": "The test allows for the number of pairs by itself.",
        "bonferroni-dunn": "The test allows for the number of comparisons with the baseline by itself.",
        "tukey": "The test allows for the number of pairs by itself.",
    }
)
_POSITIVE = ", if the tests are independent or positively dependent"
# By the name of the adjustment: how it is called, and what it asks of the tests.
ADJUSTMENTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "bonferroni": (r"Bonferroni's method \cite{dunn1961}", ""),
        "sidak": (r"\v{S}id\'{a}k's method \cite{sidak1967}", _POSITIVE),
        "holm": (r"Holm's method \cite{holm1979}", ""),
        "holm-sidak": (r"the step-down \v{S}id\'{a}k method \cite{holland1987}", _POSITIVE),
        "holland": (r"Holland and Copenhaver's method \cite{holland1987}", _POSITIVE),
        "rom": (r"Rom's method \cite{rom1990}", ", if the tests are independent"),
        "hochberg": (r"Hochberg's method \cite{hochberg1988}", _POSITIVE),
        "hommel": (r"Hommel's method \cite{hommel1988}", _POSITIVE),
        "finner": (r"Finner's method \cite{finner1993}", _POSITIVE),
        "li": (r"Li's method \cite{li2008}", ", if the tests are independent"),
        "shaffer": (r"Shaffer's method \cite{shaffer1986}", ""),
        "bergmann-hommel": (r"Bergmann and Hommel's method \cite{bergmann1988}", ""),
        "bh": (r"Benjamini and Hochberg's method \cite{benjamini1995}", _POSITIVE),
        "by": (r"Benjamini and Yekutieli's method \cite{benjamini2001}", ""),
    }
)
QUANTITIES: Mapping[str, str] = MappingProxyType(
    {
        "mean advantage": "the mean of the differences",
        "median advantage": "the median of the differences",
        "pseudo-median advantage": r"the pseudo-median (Hodges--Lehmann estimate) of the differences \cite{hodges1963}",
        "mean rank advantage": "the difference in mean rank",
        "mean advantage over datasets": "the mean advantage over the population of datasets",
        "advantage as a share of the flips": "the difference as a share of the examples that exactly one of the two "
        "gets right",
    }
)
# What is computed from predictions, by the name of the metric.
METRICS: Mapping[str, str] = MappingProxyType(
    {
        "error_rate": "error rate",
        "f1": "$F_1$ score",
        "f1_macro": "macro-averaged $F_1$ score",
        "f1_micro": "micro-averaged $F_1$ score",
        "f1_weighted": "weighted $F_1$ score",
        "roc_auc": "area under the ROC curve",
        "average_precision": "average precision",
        "balanced_accuracy": "balanced accuracy",
        "log_loss": "log loss",
        "brier": "Brier score",
        "mcc": "Matthews correlation coefficient",
        "kappa": "Cohen's kappa",
        "correct": "share of right answers",
        "is_correct": "share of right answers",
        "rmse": "RMSE",
        "mse": "MSE",
        "mae": "MAE",
        "mape": "MAPE",
        "r2": "$R^2$",
    }
)
# Metrics that speak of the positive class.
OF_ONE_CLASS = ("f1", "precision", "recall", "specificity", "average_precision")
# Procedures whose phrase says the method.
NAMED_BY_METHOD = ("mcnemar-midp", "two-proportions", "two-proportions-wald", "paired-losses")


def metric_name(name: str) -> str:
    """Return a metric as a sentence names it."""
    return METRICS.get(name, escape_latex(name))


def quantity_name(of: str) -> str:
    """Return what an estimate is of, as a sentence names it."""
    before, difference, metric = of.partition("difference in ")
    if of in QUANTITIES or before or not difference:
        return QUANTITIES.get(of, f"the {escape_latex(of)}")
    return f"the difference in {metric_name(metric)}"


def advantage_of(b: str, a: str, of: str) -> str:
    """Return the subject of a sentence about an estimate: 'the mean advantage of b over a'."""
    if of.endswith("advantage"):
        return f"the {escape_latex(of)} of {b} over {a}"
    return f"the advantage of {b} over {a}, {quantity_name(of)},"
