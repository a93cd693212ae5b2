"""The procedures that judge predictions, and the conditions under which they may speak."""

from bakeoff.core.design import Design
from bakeoff.procedures.base.random_signs import FEW_GROUPS
from bakeoff.procedures.procedure import Condition, Kind, Procedure

ACCURACIES = frozenset({"accuracy", "error_rate"})
LOSSES = frozenset({"log_loss", "brier", "cost", "mean score"})


def _is_count_metric(design: Design) -> bool:
    if not design.on_examples:
        return False
    from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS  # scores of datasets do not wait for it

    return design.metric in COUNT_METRICS


ONE_TEST_SET = Condition(
    "it judges predictions on the examples of one test set",
    lambda d: d.on_examples and d.paired and not d.of_items,
)
RIGHT_OR_WRONG = Condition(  # the same words, and items of one task as well, or pooled
    "it judges predictions on the examples of one test set",
    lambda d: d.on_examples and d.paired and not d.by_task and not d.over_tasks and d.attempts == 1,
)
TWO_TEST_SETS = Condition(
    "it is for classifiers that were tested on different examples",
    lambda d: d.on_examples and not d.paired,
)
OF_ACCURACY = Condition("it judges accuracy; the metric is another", lambda d: d.metric in ACCURACIES)
ALL_EXAMPLES = Condition("it needs the predictions themselves, not their counts", lambda d: not d.counts_only)
UNWEIGHTED = Condition(
    "it counts every example once, and these have weights (paired-bootstrap and paired-permutation heed them)",
    lambda d: not d.weighted,
)
ALIKE = Condition(
    "it takes every example alike, and these have weights (metrics of predicted classes and losses heed them)",
    lambda d: not d.weighted,
)
INDEPENDENT = Condition(
    "the examples come in groups and are not independent: with groups of five on average McNemar's test was measured "
    "to reject a true null at 5 % in 20 to 22 % of trials",
    lambda d: not d.clustered,
    forcible=True,
)
IN_GROUPS = Condition("it is for examples that come in groups", lambda d: d.clustered)
ENOUGH_GROUPS = Condition(
    "with fewer than 20 groups its normal approximation was measured to reject a true null at 5 % in up to 7 % of "
    "trials, and to find less than flips of whole groups (paired-permutation), which are exact",
    lambda d: d.groups == 0 or d.groups >= FEW_GROUPS,
    forcible=True,
)
ONE_MODEL_EACH = Condition(
    "predictions pooled over folds are of several models that share training data: McNemar's mid-p test on them was "
    "measured to reject a true null at 5 % in 6 % of trials with naive Bayes, 9 to 14 % with trees and nearest "
    "neighbours, 15 to 21 % with stumps; the binomial test, and McNemar's with the continuity correction, in 5 %, 8 to "
    "12 % and 14 to 17 %",
    lambda d: not d.pooled_folds,
    forcible=True,
)
THREE = Condition("it compares three classifiers or more", lambda d: d.classifiers > 2)
OF_CLASSES = Condition("it judges metrics of predicted classes", _is_count_metric)
OF_LOSSES = Condition(
    "it judges means over examples: log_loss, brier, cost, or scores of answers", lambda d: d.metric in LOSSES
)
OF_RANKING = Condition(
    "it judges the area under the ROC curve (--metric roc_auc)", lambda d: d.metric == "roc_auc"
)
TWO_CLASSES = Condition("it is for two classes", lambda d: d.classes == 2)
CLASS_SCORES = Condition("it needs scores or probabilities of classes", lambda d: d.has_scores)


def _can_be_resampled(design: Design) -> bool:
    if not design.on_examples:
        return False
    # scores of datasets do not wait for it
    from bakeoff.procedures.bootstrap.rank_bootstrap import RANK_METRICS

    return _is_count_metric(design) or design.metric in RANK_METRICS


RESAMPLED = Condition("it judges metrics of predicted classes and of rankings", _can_be_resampled)
RANKED_ALIKE = Condition(
    "in rankings it takes every example alike, and these have weights (metrics of predicted classes and losses "
    "heed them)",
    lambda d: not d.weighted or _is_count_metric(d),
)

PREDICTION_PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        key="mcnemar-midp",
        name="McNemar's test of flips, mid-p",
        kind=Kind.PAIR,
        home="predictions.mcnemar.mcnemar_midp",
        requires=(RIGHT_OR_WRONG, OF_ACCURACY, UNWEIGHTED, INDEPENDENT, ONE_MODEL_EACH),
        measured="Size at 5 % by exact enumeration over 1,170 combinations of 10 to 200 examples and discordance .02 "
        "to .6: at most .0496.",
    ),
    Procedure(
        key="max-t-predictions",
        name="maximum over pairs, by flips of examples, step-down",
        kind=Kind.FAMILY,
        home="predictions.all_pairs_flips.all_pairs_flips",
        requires=(ONE_TEST_SET, OF_ACCURACY, UNWEIGHTED, ALL_EXAMPLES, THREE, ONE_MODEL_EACH),
        measured=(
            "Any false claim at 5 % in .034 to .044 of trials where none of 5 or 8 classifiers differs (50 and "
            "300 examples), in .008 to .038 where some do (s.e. .004 to .009)."
        ),
    ),
    Procedure(
        key="mcnemar-clustered",
        name="McNemar's test for examples in groups (Obuchowski)",
        kind=Kind.PAIR,
        home="predictions.clustered_mcnemar.mcnemar_clustered",
        requires=(
            ONE_TEST_SET,
            OF_ACCURACY,
            UNWEIGHTED,
            ALL_EXAMPLES,
            IN_GROUPS,
            ENOUGH_GROUPS,
            ONE_MODEL_EACH,
        ),
        measured=(
            "Rejects a true null at 5 % in .043 and .059 of trials with 20 and 50 groups of five examples on "
            "average, in .024 with ten groups, where the plain test rejects in .20 to .22 (s.e. .005 to .013)."
        ),
    ),
    Procedure(
        key="binomial",
        name="exact binomial test of flips",
        kind=Kind.PAIR,
        home="predictions.mcnemar.binomial",
        requires=(RIGHT_OR_WRONG, OF_ACCURACY, UNWEIGHTED, INDEPENDENT, ONE_MODEL_EACH),
        measured="Size at 5 % by exact enumeration over 1,170 combinations of 10 to 200 examples and discordance .02 "
        "to .6: at most .040.",
    ),
    Procedure(
        key="mcnemar",
        name="McNemar's chi-squared test with continuity correction",
        kind=Kind.PAIR,
        home="predictions.mcnemar.mcnemar",
        requires=(RIGHT_OR_WRONG, OF_ACCURACY, UNWEIGHTED, INDEPENDENT, ONE_MODEL_EACH),
        measured="Size at 5 % by exact enumeration over 1,170 combinations of 10 to 200 examples and discordance .02 "
        "to .6: at most .040.",
    ),
    Procedure(
        key="mcnemar-uncorrected",
        name="McNemar's chi-squared test without continuity correction",
        kind=Kind.PAIR,
        home="predictions.mcnemar.mcnemar_uncorrected",
        requires=(RIGHT_OR_WRONG, OF_ACCURACY, UNWEIGHTED, INDEPENDENT, ONE_MODEL_EACH),
        measured="Size at 5 % by exact enumeration over 1,170 combinations of 10 to 200 examples and discordance .02 "
        "to .6: at most .054, and above 5 % in 447 of them.",
    ),
    Procedure(
        key="two-proportions",
        name="score test of two independent accuracies (Miettinen and Nurminen)",
        kind=Kind.PAIR,
        home="predictions.two_proportions.two_proportions",
        requires=(TWO_TEST_SETS, OF_ACCURACY),
        measured="Size at 5 % by exact enumeration over five pairs of sizes from 30 to 5,000 records and accuracies of "
        ".80, .90 and .95: .028 to .054; .052 at worst for 30 records against 5,000.",
    ),
    Procedure(
        key="two-proportions-wald",
        name="the textbook's test of two independent accuracies",
        kind=Kind.PAIR,
        home="predictions.two_proportions.two_proportions_wald",
        requires=(TWO_TEST_SETS, OF_ACCURACY),
        measured="Size at 5 % by exact enumeration over five pairs of sizes from 30 to 5,000 records and accuracies of "
        ".80, .90 and .95: .028 to .218; .218, .145 and .062 for 30 records against 5,000 at .95, .90 and .80.",
    ),
    Procedure(
        key="delong",
        name="DeLong's test of two areas under the ROC curve",
        kind=Kind.PAIR,
        home="predictions.roc_area.delong",
        requires=(ONE_TEST_SET, OF_RANKING, CLASS_SCORES, TWO_CLASSES, ALIKE, ONE_MODEL_EACH),
        measured=(
            "Its 95 % interval holds the true difference in .927 to 1.000 of trials with 15 to 100 examples of "
            "each class; least, .927 to .944, with 20 of one class among 180 of the other (s.e. .008)."
        ),
    ),
    Procedure(
        key="paired-losses",
        name="Student's t over the examples' differences of loss",
        kind=Kind.PAIR,
        home="predictions.losses.paired_losses",
        requires=(ONE_TEST_SET, OF_LOSSES, ONE_MODEL_EACH),
        measured=(
            "Rejects a true null at 5 % in .039 to .049 of trials with 20 to 500 examples of skewed losses (s.e. "
            ".005), in .044 to .063 over 6 to 50 groups (s.e. .008)."
        ),
    ),
    Procedure(
        key="paired-bootstrap",
        name="paired bootstrap of any metric",
        kind=Kind.PAIR,
        home="bootstrap.sample_bootstrap.sample_bootstrap",
        requires=(ONE_TEST_SET, ALL_EXAMPLES, RESAMPLED, RANKED_ALIKE, ONE_MODEL_EACH),
        measured=(
            "Its 95 % interval of a difference holds the truth in .947 to 1.000 of trials, by accuracy and "
            "macro-F1 (two classes, 50 to 300 examples); conservative where errors are rare."
        ),
    ),
    Procedure(
        key="paired-permutation",
        name="paired permutation test of any metric of predicted classes",
        kind=Kind.PAIR,
        home="bootstrap.permutation.paired_permutation",
        requires=(ONE_TEST_SET, ALL_EXAMPLES, OF_CLASSES, ONE_MODEL_EACH),
        measured=(
            "Exact under its null, whatever the metric; rejects a true null at 5 % in .000 to .051 of trials, by "
            "accuracy and macro-F1 with 50 to 300 examples (s.e. at most .007)."
        ),
    ),
    Procedure(
        key="cochran-q",
        name="Cochran's Q",
        kind=Kind.OMNIBUS,
        home="predictions.cochran_q.cochran_q",
        requires=(ONE_TEST_SET, OF_ACCURACY, UNWEIGHTED, ALL_EXAMPLES, THREE, INDEPENDENT, ONE_MODEL_EACH),
        measured=(
            "Rejects a true null at 5 % in .048 to .051 of trials with 3 or 5 classifiers and 30 or 100 examples "
            "(s.e. .005)."
        ),
    ),
)
