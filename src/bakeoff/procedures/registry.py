"""Which procedures exist, and which of them a design licenses: written by hand, in order of preference."""

from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean
from bakeoff.procedures.item_registry import ITEM_PROCEDURES
from bakeoff.procedures.prediction_registry import PREDICTION_PROCEDURES
from bakeoff.procedures.procedure import Condition, Kind, Procedure
from bakeoff.procedures.sequential_registry import SEQUENTIAL_PROCEDURES

MANY_DATASETS = Condition("it pairs the scores of several datasets", lambda d: d.datasets > 1)
NOT_OVER_FOLDS = Condition(
    "resamples of one dataset share training data and are not independent: over ten times ten folds the naive t-test "
    "rejects a true null in 55 to 69 % of trials, over one ten-fold cross validation in 6 to 17 %",
    lambda d: d.datasets > 1 or d.on_examples,
    forcible=True,
)
ONE_DATASET = Condition(
    "it judges the resamples of one dataset", lambda d: d.datasets == 1 and not d.on_examples
)
OF_SCORES = Condition("it compares scores, not predictions on one test set", lambda d: not d.on_examples)
KNOWN_RATIO = Condition(
    "the ratio of test to training examples must be known (--test-train-ratio, such as 0.111 for 10 folds)",
    lambda d: d.test_train_ratio is not None,
)
NOT_HALVED = Condition(
    "folds inside the halves of a dataset are judged by half-cv or halves-t", lambda d: d.halvings == 0
)
REPEATED_FOLDS = Condition(
    "it needs repeats of three folds or more, each repeat whole",
    lambda d: d.repeats > 1 and d.folds > 2 and d.resamples == d.repeats * d.folds,
)
HALVED = Condition(
    "it needs cross-validation inside the halves of a dataset (half-cv in a study), twenty halvings or more",
    lambda d: d.halvings >= 20,
)
KNOWN_EXAMPLES = Condition(
    "it needs to know which examples each classifier has right: the accuracy of a study that keeps predictions",
    lambda d: d.knows_examples,
)
FIVE_BY_TWO = Condition(
    "it needs five repeats of two-fold cross validation", lambda d: (d.repeats, d.folds) == (5, 2)
)
THREE_CLASSIFIERS = Condition("it compares three classifiers or more", lambda d: d.classifiers > 2)
ONE_PAIR = Condition(
    "max-t flips the signs of all pairs together; name it with --test to have each pair by itself",
    lambda d: d.classifiers == 2,
    forcible=True,
)
WITH_BASELINE = Condition("it compares with a baseline (--baseline)", lambda d: d.has_baseline)
ALL_PAIRS = Condition("it compares all pairs, not with a baseline", lambda d: not d.has_baseline)
COMPLETE = Condition("it needs a score in every cell", lambda d: d.complete)
INCOMPLETE = Condition("it is for tables with missing scores; this one is complete", lambda d: not d.complete)
WITH_MARGIN = Condition("it needs the smallest difference that matters (--margin)", lambda d: d.margin > 0)
WITH_RESAMPLES = Condition(
    "it needs the score of every resample on every dataset", lambda d: d.datasets > 1 and d.resamples > 1
)
TWO_SIDED = Condition("it has no one-sided form", lambda d: not d.one_sided)

# Their estimates are differences of mean ranks, whatever the unit of the scores.
RANK_TESTS = ("friedman-z", "aligned-z", "quade-z", "nemenyi", "bonferroni-dunn")
NAME_IT = "its mean ranks depend on which other classifiers are in the table; name it with --test to have it"
NAME_MODEL = "one model judges all pairs, each by the other classifiers, too; name it with --test to have it"

REGISTRY: tuple[Procedure, ...] = (
    Procedure(
        key="max-t",
        name="maximum over pairs, by sign flips within datasets, closed or step-down",
        kind=Kind.FAMILY,
        home="many.max_t.max_t",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS),
        measured=(
            "Family-wise error at 5 %: closed, .040 to .052 where none differs and at most .058 where some do "
            "(52 settings of 5 and 8 classifiers, 10 to 50 datasets); .08 to .13 where one classifier's "
            "advantages are skewed about a mean of zero. With more than 8 classifiers step-down, at most .056 where "
            "some differ (up to 20 classifiers and 50 datasets). Simultaneous: all intervals hold in .870 "
            "to .998 of tables."
        ),
    ),
    Procedure(
        key="wilcoxon",
        name="Wilcoxon's signed-rank test, exact with ties and zeros",
        kind=Kind.PAIR,
        home="paired.wilcoxon.wilcoxon",
        pairs_home="paired.wilcoxon.wilcoxon_pairs",
        requires=(MANY_DATASETS, NOT_OVER_FOLDS),
        measured=(
            "Rejects a true null at 5 % in .032 to .051 of trials (normal, heavy-tailed, contaminated, rounded; "
            "10 to 50 datasets; s.e. .004); power .59/.55/.79 where the t-test has .61/.57/.80, and .61 against "
            ".21 with outliers."
        ),
    ),
    Procedure(
        key="paired-t",
        name="Student's paired t-test",
        kind=Kind.PAIR,
        home="paired.paired_t.paired_t",
        requires=(OF_SCORES, NOT_OVER_FOLDS),
        measured=(
            "Rejects a true null at 5 % in .022 to .051 of trials over datasets (normal, heavy-tailed, "
            "contaminated, rounded; 10 to 50 datasets; s.e. .004). Over ten times ten folds of one dataset: in "
            ".55 to .69."
        ),
    ),
    Procedure(
        key="sign-flip",
        name="permutation test of the mean difference by flipping signs",
        kind=Kind.PAIR,
        home="paired.sign_flip.sign_flip",
        requires=(OF_SCORES, NOT_OVER_FOLDS, ONE_PAIR),
        measured=(
            "Rejects a true null at 5 % in .030 to .059 of trials (normal, heavy-tailed, contaminated, rounded; "
            "10 to 50 datasets; s.e. .004)."
        ),
    ),
    Procedure(
        key="sign",
        name="sign test: the binomial test of wins and losses",
        kind=Kind.PAIR,
        home="paired.sign.sign",
        requires=(OF_SCORES, NOT_OVER_FOLDS),
        measured=(
            "Rejects a true null at 5 % in .018 to .042 of trials (few p-values are possible); power .33/.38/.53 "
            "where the t-test has .61/.57/.80."
        ),
    ),
    Procedure(
        key="corrected-t",
        name="corrected resampled t-test of Nadeau and Bengio",
        kind=Kind.PAIR,
        home="resampled.corrected_t.corrected_t",
        requires=(ONE_DATASET, KNOWN_RATIO, NOT_HALVED),
        measured=(
            "Rejects a true null at 5 % in .044 of trials for naive Bayes and .058 for trees, but in .124 for "
            "nearest neighbour and .150 for stumps (ten times ten folds, 100 examples; s.e. .003 to .016). Over fifty "
            "times two folds in .000 to .055 of trials, with 12 learners; on samples of real data its 95 % interval "
            "held the truth there in .855 to 1.000 of trials, and in .360 to .995 where a class is rare."
        ),
    ),
    Procedure(
        key="half-cv",
        name="t-test of cross-validation inside halves, by examples",
        kind=Kind.PAIR,
        home="resampled.half_cv.half_cv",
        requires=(ONE_DATASET, HALVED, KNOWN_EXAMPLES),
        measured=(
            "Rejects a true null at 5 % in .000 to .051 of trials, over 12 learners and 6 kinds of data with 60 to 300 "
            "examples (s.e. .000 to .010), and in up to .083 for learners built to deceive such tests. On samples of "
            "real data its 95 % interval held the truth in .830 to .997 of trials, and in .953 to 1.000 where a class "
            "is rare; least for naive Bayes with a feature that hardly varies."
        ),
    ),
    Procedure(
        key="halves-t",
        name="t-test of cross-validation inside halves, by halves alone",
        kind=Kind.PAIR,
        home="resampled.half_cv.halves_t",
        requires=(ONE_DATASET, HALVED),
        measured=(
            "Rejects a true null at 5 % in .000 to .033 of trials, over 12 learners and 6 kinds of data with 60 to 300 "
            "examples (s.e. .000 to .008), and in up to .069 for learners built to deceive such tests. On samples of "
            "real data its 95 % interval held the truth in .885 to 1.000 of trials, and in .630 to 1.000 where a class "
            "is rare."
        ),
    ),
    Procedure(
        key="guarded-t",
        name="corrected t-test with its variance inflated for the instability that repeats show",
        kind=Kind.PAIR,
        home="resampled.guarded_t.guarded_t",
        requires=(ONE_DATASET, KNOWN_RATIO, NOT_HALVED, REPEATED_FOLDS),
        measured=(
            "Rejects a true null at 5 % in .000 to .080 of trials, over 12 learners and 6 kinds of data with 60 to 300 "
            "examples (s.e. .000 to .014), and in up to .333 for learners built to deceive such tests. On samples of "
            "real data its 95 % interval held the truth in .490 to 1.000 of trials, and in .565 to .983 where a class "
            "is rare."
        ),
    ),
    Procedure(
        key="t-5x2cv",
        name="Dietterich's 5×2cv paired t-test",
        kind=Kind.PAIR,
        home="resampled.five_by_two.t_5x2cv",
        requires=(ONE_DATASET, FIVE_BY_TWO),
        measured=(
            "Rejects a true null at 5 % in .046 to .110 of trials; with the mean of the folds as numerator in "
            ".020 to .052 (s.e. .004 to .014)."
        ),
    ),
    Procedure(
        key="f-5x2cv",
        name="Alpaydın's combined 5×2cv F-test",
        kind=Kind.PAIR,
        home="resampled.five_by_two.f_5x2cv",
        requires=(ONE_DATASET, FIVE_BY_TWO, TWO_SIDED),
        measured=(
            "Rejects a true null at 5 % in .058 to .118 of trials, and declines in up to 1.45 % (s.e. .004 to "
            ".014)."
        ),
    ),
    Procedure(
        key="bayes-signed-rank",
        name="Bayesian signed-rank test with a region of practical equivalence",
        kind=Kind.POSTERIOR,
        home="bayes.bayes_signed_rank.bayes_signed_rank",
        pairs_home="bayes.bayes_signed_rank.bayes_signed_rank_pairs",
        requires=(MANY_DATASETS, WITH_MARGIN),
        measured=(
            "With no true difference, .08 to .14 of runs gave one side a probability of .95 or more (nominal "
            ".10); 95 % credible intervals held the truth in .912 to .960 (400 runs a setting)."
        ),
    ),
    Procedure(
        key="bayes-sign",
        name="Bayesian sign test with a region of practical equivalence",
        kind=Kind.POSTERIOR,
        home="bayes.bayes_sign.bayes_sign",
        requires=(MANY_DATASETS, WITH_MARGIN),
        measured=(
            "With no true difference, .09 to .15 of runs gave one side a probability of .95 or more (nominal "
            ".10); 95 % credible intervals held the truth in .953 to .985 (400 runs a setting)."
        ),
    ),
    Procedure(
        key="bayes-correlated-t",
        name="Bayesian correlated t-test over the resamples of one dataset",
        kind=Kind.POSTERIOR,
        home="bayes.bayes_correlated_t.bayes_correlated_t",
        requires=(ONE_DATASET, KNOWN_RATIO, NOT_HALVED, WITH_MARGIN),
        measured=(
            "With no true difference and the correlation it assumes, .095 of runs gave one side a probability of "
            ".95 or more (nominal .10); 95 % credible intervals held the truth in .950 (400 runs)."
        ),
    ),
    Procedure(
        key="bayes-hierarchical",
        name="Bayesian hierarchical model over datasets and their resamples",
        kind=Kind.POSTERIOR,
        home="bayes.bayes_hierarchical.bayes_hierarchical",
        requires=(WITH_RESAMPLES, KNOWN_RATIO, WITH_MARGIN),
        measured=(
            "With no true difference, .07 to .10 of runs gave one side a probability of .95 or more (nominal "
            ".10); 95 % credible intervals held the truth in .950 to .960 (100 runs a setting)."
        ),
    ),
    Procedure(
        key="bayes-bradley-terry",
        name="Bayesian Bradley–Terry model of who wins, with a region of practical equivalence",
        kind=Kind.POSTERIORS,
        home="bayes.bayes_bradley_terry.bayes_bradley_terry",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS),
        on_request=NAME_MODEL,
        measured=(
            "With no true difference between two of five classifiers, .04 to .10 of tables of 10 to 50 datasets gave "
            "one side a probability of .95 or more, and .20 to .27 where one of the two is noisier than all others; "
            "95 % credible intervals held the truth in .847 to .875, there in .533 to .755 (2,000 tables a setting)."
        ),
    ),
    Procedure(
        key="nemenyi",
        name="Nemenyi's test of mean ranks",
        kind=Kind.FAMILY,
        home="many.nemenyi.nemenyi",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE, ALL_PAIRS, TWO_SIDED),
        measured=(
            "Family-wise error at 5 % up to .29 where a noisy classifier and a calm one are equal among better "
            "ones: mean ranks depend on who else takes part."
        ),
    ),
    Procedure(
        key="bonferroni-dunn",
        name="Bonferroni–Dunn test of mean ranks against a baseline",
        kind=Kind.FAMILY,
        home="many.nemenyi.bonferroni_dunn",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE, WITH_BASELINE, TWO_SIDED),
        measured=(
            "Any false claim at 5 % in .015 to .091 of tables where none of 5 classifiers differs on 10 to 50 "
            "datasets, in .000 to .266 where some do, most where noisy ones stand among better ones (s.e. at most "
            ".010). It rests on mean ranks as Nemenyi's test does, whose family-wise error reached .29."
        ),
    ),
    Procedure(
        key="friedman-z",
        name="z-tests of mean ranks, as after Friedman's test",
        kind=Kind.RANKED,
        home="many.mean_rank_z.friedman_z",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        on_request=NAME_IT,
        measured=(
            "Any false claim of 5 classifiers on 10 to 50 datasets at 5 %, by Holm's method in .012 to .061 where "
            "none differs and .001 to .340 where some do; against a baseline in .015 to .101 where none differs "
            "and .004 to .341 where some do; most where a noisy one stands among better ones."
        ),
    ),
    Procedure(
        key="aligned-z",
        name="z-tests of mean aligned ranks",
        kind=Kind.RANKED,
        home="many.mean_rank_z.aligned_z",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        on_request=NAME_IT,
        measured=(
            "Any false claim of 5 classifiers on 10 to 50 datasets at 5 %, by Holm's method in .054 to .088 where "
            "none differs and .007 to .100 where some do; against a baseline in .065 to .124 where none differs "
            "and .011 to .126 where some do; its standard error is too small."
        ),
    ),
    Procedure(
        key="quade-z",
        name="z-tests of Quade's weighted mean ranks",
        kind=Kind.RANKED,
        home="many.mean_rank_z.quade_z",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        on_request=NAME_IT,
        measured=(
            "Any false claim of 5 classifiers on 10 to 50 datasets at 5 %, by Holm's method in .000 to .004 where "
            "none differs and .000 to .001 where some do; against a baseline in .000 to .018 where none differs "
            "and .000 to .004 where some do; its standard error is too large for more than three classifiers."
        ),
    ),
    Procedure(
        key="tukey",
        name="Tukey's range test in the two-way layout, which respects pairing",
        kind=Kind.FAMILY,
        home="many.tukey.tukey",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE, ALL_PAIRS, TWO_SIDED),
        measured=(
            "Family-wise error at 5 % up to .36 where two classifiers are noisier than the others: it takes the "
            "noise of all pairs as equal."
        ),
    ),
    Procedure(
        key="iman-davenport",
        name="Iman and Davenport's F from Friedman's ranks",
        kind=Kind.OMNIBUS,
        home="many.friedman.iman_davenport",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        measured=(
            "Rejects tables without a difference at 5 % in .047 to .060 (normal, heavy-tailed, rounded; s.e. "
            ".006), in .067 to .073 where two classifiers are noisier than the others."
        ),
    ),
    Procedure(
        key="friedman",
        name="Friedman's test of mean ranks",
        kind=Kind.OMNIBUS,
        home="many.friedman.friedman",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        measured=(
            "Rejects tables without a difference at 5 % in .037 to .057 (normal, heavy-tailed, rounded; s.e. "
            ".006), in .062 to .069 where two classifiers are noisier than the others."
        ),
    ),
    Procedure(
        key="aligned-ranks",
        name="Friedman's test with aligned ranks",
        kind=Kind.OMNIBUS,
        home="many.aligned_ranks.aligned_ranks",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        measured=(
            "Rejects tables without a difference at 5 % in .039 to .061 (normal, heavy-tailed, rounded; s.e. "
            ".006), in .059 to .068 where two classifiers are noisier than the others."
        ),
    ),
    Procedure(
        key="quade",
        name="Quade's test",
        kind=Kind.OMNIBUS,
        home="many.quade.quade",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        measured=(
            "Rejects tables without a difference at 5 % in .043 to .069 (normal, heavy-tailed, rounded; s.e. "
            ".006), in .065 to .073 where two classifiers are noisier than the others."
        ),
    ),
    Procedure(
        key="anova",
        name="analysis of variance for repeated measures",
        kind=Kind.OMNIBUS,
        home="many.anova.anova",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, COMPLETE),
        measured=(
            "Rejects tables without a difference at 5 % in .017 to .055 (normal, heavy-tailed, rounded; s.e. "
            ".006), in .047 to .051 where two classifiers are noisier than the others."
        ),
    ),
    Procedure(
        key="skillings-mack",
        name="Skillings and Mack's test for incomplete tables",
        kind=Kind.OMNIBUS,
        home="many.skillings_mack.skillings_mack",
        requires=(MANY_DATASETS, THREE_CLASSIFIERS, INCOMPLETE),
        measured=(
            "Rejects tables without a difference at 5 % in .039 to .062 (normal, heavy-tailed, rounded; s.e. "
            ".006), in .053 to .059 where two classifiers are noisier than the others."
        ),
    ),
    *PREDICTION_PROCEDURES,
    *ITEM_PROCEDURES,
    *SEQUENTIAL_PROCEDURES,
)


def find_procedure(key: str) -> Procedure:
    """Return the procedure of this key, or say which was likely meant."""
    keys = [p.key for p in REGISTRY]
    if key not in keys:
        raise UsageError(
            f"there is no test called {key!r}{did_you_mean(key, keys)}",
            where="the name of a test",
            fix="bakeoff tests lists every test with its key",
            code="BO060",
        )
    return REGISTRY[keys.index(key)]
