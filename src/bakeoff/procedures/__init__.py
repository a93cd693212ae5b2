"""The mathematics, by the question that is asked: one file for each procedure or family; arrays in, result out.

`from bakeoff.procedures import wilcoxon, corrected_t` gives the functions by themselves, each
imported when it is asked for.
"""

from importlib import import_module

_HOMES = {
    "adjust": "base.adjust",
    "aligned_ranks": "many.aligned_ranks",
    "aligned_z": "many.mean_rank_z",
    "all_pairs_items": "items.many_models",
    "anova": "many.anova",
    "battle_strengths": "preferences.strengths",
    "bayes_bradley_terry": "bayes.bayes_bradley_terry",
    "bayes_correlated_t": "bayes.bayes_correlated_t",
    "bayes_hierarchical": "bayes.bayes_hierarchical",
    "bayes_sign": "bayes.bayes_sign",
    "bayes_signed_rank": "bayes.bayes_signed_rank",
    "betting": "sequential.betting",
    "binomial": "predictions.mcnemar",
    "bonferroni_dunn": "many.nemenyi",
    "bradley_terry": "many.bradley_terry",
    "choose_labels": "judges.label_choice",
    "cochran_q": "predictions.cochran_q",
    "corrected_difference": "judges.corrected_difference",
    "corrected_family": "resampled.corrected_t",
    "corrected_t": "resampled.corrected_t",
    "corrected_t_of_summary": "resampled.corrected_t",
    "critical_difference": "many.nemenyi",
    "critical_t": "paired.paired_t",
    "delong": "predictions.roc_area",
    "e_bh": "sequential.questions",
    "e_lond": "sequential.questions",
    "effect_sizes": "paired.effect_sizes",
    "f_5x2cv": "resampled.five_by_two",
    "friedman": "many.friedman",
    "friedman_z": "many.mean_rank_z",
    "guarded_t": "resampled.guarded_t",
    "half_cv": "resampled.half_cv",
    "halves_t": "resampled.half_cv",
    "iman_davenport": "many.friedman",
    "items_clustered": "items.paired_means",
    "items_stratified": "items.paired_means",
    "items_t": "items.paired_means",
    "judge_tendency": "judges.judge_tendency",
    "majority_of_k": "items.attempts",
    "max_t": "many.max_t",
    "mcnemar": "predictions.mcnemar",
    "mcnemar_clustered": "predictions.clustered_mcnemar",
    "mcnemar_midp": "predictions.mcnemar",
    "mcnemar_uncorrected": "predictions.mcnemar",
    "nemenyi": "many.nemenyi",
    "one_way_anova": "many.anova",
    "paired_losses": "predictions.losses",
    "paired_t": "paired.paired_t",
    "paired_t_of_summary": "paired.paired_t",
    "partial_conjunction": "across.partial_conjunction",
    "pass_all_k": "items.attempts",
    "pass_at_k": "items.attempts",
    "point_632": "resampled.bootstrap_632",
    "point_632_plus": "resampled.bootstrap_632",
    "proportion_interval": "predictions.proportions",
    "quade": "many.quade",
    "quade_z": "many.mean_rank_z",
    "random_effects": "across.random_effects",
    "rank_sets": "many.rank_sets",
    "rank_sets_from_covariance": "many.rank_sets",
    "rank_uncertainty": "many.rank_uncertainty",
    "rater_agreement": "judges.rater_agreement",
    "sign": "paired.sign",
    "sign_betting": "sequential.betting",
    "sign_flip": "paired.sign_flip",
    "skillings_mack": "many.skillings_mack",
    "smallest_flip": "fragility.verdict_changes",
    "strengths_from_wins": "many.bradley_terry",
    "t_5x2cv": "resampled.five_by_two",
    "tasks_t": "items.paired_means",
    "tukey": "many.tukey",
    "two_proportions": "predictions.two_proportions",
    "two_proportions_wald": "predictions.two_proportions",
    "wilcoxon": "paired.wilcoxon",
    "wilcoxon_p_values": "paired.wilcoxon_p_values",
}
# What some of them take: counts and scores that belong together.
_RECORDS = {
    "Battles": "preferences.battles",
    "ClusterCounts": "base.example_flips",
    "FourCounts": "base.example_flips",
    "ScoredExamples": "base.scored_examples",
    "TwoTestSets": "predictions.two_proportions",
}
__all__ = [*_HOMES, *_RECORDS]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name) or _RECORDS.get(name)
    if home is None:
        raise AttributeError(f"module 'bakeoff.procedures' has no attribute {name!r}")
    return getattr(import_module(f"bakeoff.procedures.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
