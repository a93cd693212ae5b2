"""What the conformance page compares, what papers print, and why values differ."""

WHAT = {
    "paired-t": "Paired t-test, p: figure 15.2 of Bramer (2020), ten datasets",
    "wilcoxon-ties": "Signed-rank test, p: the same differences, with two zeros",
    "wilcoxon-untied": "Signed-rank test, p: ten differences without ties",
    "sign": "Sign test, p: figure 15.2",
    "sign-flip": "Permutation of signs, p: figure 15.2",
    "friedman": "Friedman's statistic: Demšar (2006), Table 6",
    "friedman-p": "Friedman's p: Demšar (2006), Table 6",
    "quade": "Quade's F: García and Herrera (2008)",
    "anova": "Analysis of variance for repeated measures, F: García and Herrera (2008)",
    "critical-difference": "Critical difference, four classifiers on 14 datasets, 5 %",
    "nemenyi": "Nemenyi's p, C4.5 and 1-NN: García and Herrera (2008)",
    "tukey": "Tukey's p, C4.5 and 1-NN: García and Herrera (2008)",
    "holm": "Holm, third of the p-values .001, .04, .012, .03, .6",
    "hochberg": "Hochberg, the same",
    "hommel": "Hommel, the same",
    "BH": "Benjamini and Hochberg, the same",
    "mcnemar": "McNemar's test with continuity correction, p: 35 against 15",
    "binomial": "Exact McNemar test, p: 35 against 15",
    "mcnemar-none": "McNemar's test with continuity correction, p: no discordant example",
    "cochran-q": "Cochran's Q: four classifiers on 40 made-up examples",
    "wilson": "Wilson's interval of 80 of 100, lower end",
    "clopper-pearson": "Clopper and Pearson's interval of 80 of 100, lower end",
    "bayes-correlated-t": "Bayesian correlated t, P(b better by more than .01), ten folds",
    "bayes-signed-rank": "Bayesian signed ranks, P(b better by more than .01): C4.5 and C4.5+m of Demšar (2006)",
}
PAPERS: dict[str, tuple[tuple[str, str], ...]] = {
    "friedman": (("Demšar (2006)", "9.28"),),
    "quade": (("scmamp 0.3.2, vignette", "10.802"),),
    "critical-difference": (("Demšar (2006)", "1.25"),),
}
WHY: dict[str, str] = {
    "wilcoxon-ties": (
        "Ours ranks the zeros and then drops them (Pratt's rule) and is exact with ties; scipy and pingouin drop zeros "
        'first and are exact too (`zeros="wilcox"` here gives their value); R drops them and takes the normal '
        "approximation with a continuity correction; autorank reports half of scipy's: it tests one-sided in the "
        "direction of the larger median."
    ),
    "friedman": (
        "The paper's figure comes from ranks that need a digit it does not print, and without the correction for ties; "
        "from those ranks ours is 9.28 as well."
    ),
    "quade": "scmamp's formula is that for tables without ties; ours gives the same with `tie_correction=False`.",
    "critical-difference": (
        "autorank takes the critical value from statsmodels' `qsturng`, an interpolation: 2.56902 there, 2.56903 here."
    ),
    "tukey": (
        "scipy, statsmodels and scikit-posthocs take the classifiers' scores as independent samples, and so count the "
        "difficulty of the datasets as noise; ours and R's TukeyHSD of the two-way layout respect the pairing."
    ),
    "mcnemar-none": (
        "Without a discordant example there is nothing to test: p = 1 here. statsmodels and mlxtend divide the "
        "continuity correction by zero and report p = 0 (their exact tests give 1); R divides and says so."
    ),
    "bayes-signed-rank": "Both draw 50,000 samples; the standard error of each is .002.",
}
