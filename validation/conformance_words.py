"""What the conformance page compares, what papers print, and why values differ.

A case called as a registered procedure is its row; other cases are variants, intervals and adjustments.
"""

WHAT = {
    "paired-t": "Paired t-test, p: figure 15.2 of Bramer (2020), ten datasets",
    "wilcoxon-ties": "Signed-rank test, p: the same differences, with two zeros",
    "wilcoxon": "Signed-rank test, p: ten differences without ties",
    "sign": "Sign test, p: figure 15.2",
    "sign-flip": "Permutation of signs, p: figure 15.2",
    "corrected-t": "Corrected resampled t-test, p: ten times ten folds, a sawtooth of differences",
    "half-cv": "Cross-validation inside halves, p: waves of advantages in twenty halvings",
    "halves-t": "The same from the halves alone, p",
    "guarded-t": "Guarded t-test, p: ten times ten folds, a sawtooth of differences",
    "t-5x2cv": "5×2cv t-test, p: ten made-up differences",
    "f-5x2cv": "5×2cv F-test, p: the same",
    "max-t": "Step-down maximum of t over all pairs, p of C4.5 and C4.5+m: Demšar (2006), Table 6",
    "nemenyi": "Nemenyi's p, C4.5 and 1-NN: García and Herrera (2008)",
    "critical-difference": "Critical difference, four classifiers on 14 datasets, 5 %",
    "bonferroni-dunn": "Bonferroni–Dunn p, C4.5 (baseline) and CN2: García and Herrera (2008)",
    "friedman-z": "z-test of mean ranks, p of C4.5 and 1-NN: García and Herrera (2008)",
    "aligned-z": "z-test of mean aligned ranks, p of the same",
    "quade-z": "z-test of Quade's weighted mean ranks, p of the same",
    "tukey": "Tukey's p, C4.5 and 1-NN: García and Herrera (2008)",
    "iman-davenport": "Iman and Davenport's F: García and Herrera (2008)",
    "friedman": "Friedman's statistic: Demšar (2006), Table 6",
    "friedman-p": "Friedman's p: Demšar (2006), Table 6",
    "aligned-ranks": "Friedman's statistic of aligned ranks: García and Herrera (2008)",
    "quade": "Quade's F: García and Herrera (2008)",
    "anova": "Analysis of variance for repeated measures, F: García and Herrera (2008)",
    "skillings-mack": "Skillings and Mack's statistic: stuttering, one value missing (Hollander and Wolfe 1999)",
    "bayes-signed-rank": "Bayesian signed ranks, P(b better by more than .01): C4.5 and C4.5+m of Demšar (2006)",
    "bayes-sign": "Bayesian sign test, P(b better by more than .01): the same",
    "bayes-correlated-t": "Bayesian correlated t, P(b better by more than .01), ten folds",
    "bayes-hierarchical": "Bayesian hierarchical model, P(b better by more than .01): 12 datasets of ten folds",
    "bayes-bradley-terry": "Bayesian Bradley–Terry model, chance that 1-NN beats C4.5: García and Herrera (2008)",
    "mcnemar-midp": "Mid-p McNemar test, p: 35 against 15",
    "binomial": "Exact McNemar test, p: 35 against 15",
    "mcnemar": "McNemar's test with continuity correction, p: 35 against 15",
    "mcnemar-uncorrected": "McNemar's test without continuity correction, p: 35 against 15",
    "mcnemar-none": "McNemar's test with continuity correction, p: no discordant example",
    "mcnemar-clustered": "McNemar's test for clusters, chi-squared: thyroids of Obuchowski (1998)",
    "max-t-predictions": "Step-down maximum over all pairs on one test set, p: 14 examples, four classifiers",
    "cochran-q": "Cochran's Q: four classifiers on 40 made-up examples",
    "two-proportions": "Two independent accuracies by Miettinen and Nurminen, p: 80 of 100, 178 of 200",
    "two-proportions-wald": "Two independent accuracies as in the textbook, p: 80 of 100, 178 of 200",
    "delong": "DeLong's test, p: 60 made-up examples with ties",
    "paired-losses": "Student's t over losses, p: squared errors of the same scores",
    "paired-bootstrap": "Paired bootstrap, lower end for the difference of macro F1: 60 examples",
    "paired-permutation": "Paired permutation test of accuracy, p: 16 examples",
    "paired-permutation-f1": "Paired permutation test of macro F1, p: the same",
    "items-t": "Student's t over items, p: 30 made-up differences",
    "items-clustered": "Mean over items in groups (CR2, Satterthwaite), p: the same in six groups of five",
    "items-stratified": "Mean over two tasks of 10 and 20 items, p: the same; Welch's test in other words",
    "tasks-t": "Student's t over three tasks of 10 items, p: the same",
    "max-t-items": "Largest statistic over pairs of models, p of the first pair by itself: 45 items",
    "betting": "Bets on differences of items, e-value: 30 won, 10 lost, 160 alike",
    "sign-betting": "Bets on signs of differences, e-value: ten datasets",
    "wilson": "Wilson's interval of 80 of 100, lower end",
    "clopper-pearson": "Clopper and Pearson's interval of 80 of 100, lower end",
    "jeffreys": "Jeffreys' interval of 80 of 100, lower end",
    "blaker": "Blaker's interval of 80 of 100, lower end",
    "mid-p": "Mid-p interval of 80 of 100, lower end",
    "wald": "Wald's interval of 80 of 100, lower end",
    "holm": "Holm, third of the p-values .001, .04, .012, .03, .6",
    "hochberg": "Hochberg, the same",
    "hommel": "Hommel, the same",
    "BH": "Benjamini and Hochberg, the same",
}
# Printed by others, or recorded once: the source, and the value as it stands there.
PAPERS: dict[str, tuple[tuple[str, str], ...]] = {
    "friedman": (("Demšar (2006)", "9.28"),),
    "critical-difference": (("Demšar (2006)", "1.25"),),
    "friedman-z": (("R: scmamp, its vignette", ".004848763"),),
    "aligned-z": (("R: scmamp, its vignette; ties there depend on floating-point noise", ".00117485"),),
    "quade-z": (("R: scmamp, its vignette", ".0895800568"),),
    "skillings-mack": (("tlsfuzzer's tests, from R: PMCMRplus", "13.28095"),),
    "mcnemar-clustered": (("Durkalski et al. (2003)", "2.86"),),
    "wilson": (("Tan et al. (2005), 80 % of 100", ".711"),),
    "corrected-t": (("Weka 3.6.14, from its marks (tests/reference/corrected_t_weka.sh)", ".2127218"),),
}
WHY: dict[str, str] = {
    "wilcoxon-ties": (
        "Ours ranks the zeros and then drops them (Pratt's rule) and is exact with ties, and so is coin when asked for "
        'both; scipy, pingouin and exactRankTests drop zeros first and are exact too (`zeros="wilcox"` here gives '
        "their value); R drops them and takes the normal approximation with a continuity correction; autorank reports "
        "half of scipy's: it tests one-sided in the direction of the larger median."
    ),
    "corrected-t": (
        "mlxtend's `paired_ttest_kfold_cv` is not corrected for the training data that folds share: its p-value is "
        "that of the plain t-test. scmamp and Weka correct as we do. Weka prints no p-value; the smallest level at "
        "which it marks the difference was found by bisection."
    ),
    "max-t": (
        "The statistic here is t, as in multtest, so that the two can be compared; every flip is counted in both. The "
        "default statistic of `max-t` adapts to the tails, and nobody else offers it: it is checked against an "
        "enumeration written in R (`tests/reference/max_t.R`)."
    ),
    "max-t-predictions": (
        "multtest counts all 2¹⁴ flips; ours draws 100,000 of them, and the standard error is at most .0005."
    ),
    "iman-davenport": "scmamp's ranks are not corrected for ties; ours gives the same with `tie_correction=False`.",
    "aligned-ranks": (
        "Subtracting the mean of a dataset leaves noise in the last binary digits: differences that are equal on paper "
        "get different ranks in scmamp, and it does not correct for ties. With the noise rounded away its formula "
        "gives 41.72838, and so do we with `tie_correction=False`."
    ),
    "friedman": (
        "The paper's figure comes from ranks that need a digit it does not print, and without the correction for ties; "
        "from those ranks ours is 9.28 as well. scmamp does not correct for ties either: with `tie_correction=False` "
        "ours is the same."
    ),
    "quade": "scmamp's formula is that for tables without ties; ours gives the same with `tie_correction=False`.",
    "critical-difference": (
        "autorank takes the critical value from statsmodels' `qsturng`, an interpolation: 2.56902 there, 2.56903 here. "
        "scmamp takes k(N − 1) degrees of freedom where Demšar has infinitely many."
    ),
    "tukey": (
        "scipy, statsmodels and scikit-posthocs take the classifiers' scores as independent samples, and so count the "
        "difficulty of the datasets as noise; ours and R's TukeyHSD of the two-way layout respect the pairing. "
        "multcomp does too, and integrates the multivariate t by simulation."
    ),
    "mcnemar-none": (
        "Without a discordant example there is nothing to test: p = 1 here. statsmodels and mlxtend divide the "
        "continuity correction by zero and report p = 0 (their exact tests give 1); R divides and says so."
    ),
    "two-proportions-wald": (
        "mlxtend's `proportion_difference` gives the lower tail: p near 1 where the first model is better."
    ),
    "paired-bootstrap": (
        "scipy and R's boot take the plain percentile interval. Ours draws from the counts plus two examples of doubt "
        "and widens it as Student's t does for small samples, because the plain one covers too rarely; all three draw "
        "about 10,000 resamples."
    ),
    "paired-permutation-f1": (
        "scipy counts all 2¹⁶ flips. Ours draws 100,000 and is (b + 1)/(m + 1); MLstatkit draws 1,000 here and can "
        "say p = 0."
    ),
    "mid-p": (
        "exactci stops its search at R's default tolerance of 1.2e-4, PropCIs at four digits. scipy's binomial tails "
        "give .02500000 at our limit."
    ),
    "bayes-signed-rank": "Both draw 50,000 samples; the standard error of each is .002.",
    "bayes-sign": "Ours is computed exactly; baycomp draws 50,000 samples, with a standard error of .002.",
    "bayes-hierarchical": (
        "baycomp draws with Stan 3.10, with the priors of Corani et al. (2017); recorded on 2026-11-15 by "
        "`tests/reference/bayes_baycomp.py`, because Stan compiles its model. The two agree within their errors."
    ),
}
# Cases that have no value from outside, and why.
NOBODY: dict[str, str] = {
    "half-cv": "No package halves the data and cross-validates inside; checked against R's arithmetic (`halves.R`).",
    "halves-t": "As half-cv.",
    "guarded-t": "The factor is our own; checked against R's arithmetic (`halves.R`).",
    "betting": (
        "confseq bets with any stakes that it is given, and has no such mixture as its own. With our stakes it gives "
        "the same capital and the same ends to nine digits, and its Beta mixture for flips agrees within the step of "
        "the stakes (`tests/reference/sequential_confseq.py`)."
    ),
    "sign-betting": (
        "No package was found that bets on signs of symmetric differences. All 1,024 signs of ten differences were "
        "enumerated: the capital is 1 on average (`tests/reference/test_sequential.py`)."
    ),
    "max-t-items": (
        "No package was found that weighs items at random within tasks and groups for all pairs. The critical value "
        "agrees with a simulation from the items' covariance (`tests/reference/test_items.py`)."
    ),
    "bayes-bradley-terry": (
        "bbtcomp, Wainer's package, needs Stan and was not run. From the counts that his paper prints ours gives its "
        "ten chances within .006, printed there to two digits, and three classifiers were integrated on a grid "
        "(`tests/reference/bayes_bradley_terry_grid.py`)."
    ),
}
