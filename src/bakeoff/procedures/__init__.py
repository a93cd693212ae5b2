"""The mathematics: one file for each procedure or family; arrays in, result out.

`from bakeoff.procedures import wilcoxon, corrected_t` gives the functions by themselves, each
imported when it is asked for.
"""

import sys
from importlib import import_module
from types import ModuleType

_HOMES = {
    "adjust": "adjust",
    "aligned_ranks": "aligned_ranks",
    "aligned_z": "mean_rank_z",
    "anova": "anova",
    "bayes_bradley_terry": "bayes_bradley_terry",
    "bayes_correlated_t": "bayes_correlated_t",
    "bayes_hierarchical": "bayes_hierarchical",
    "bayes_sign": "bayes_sign",
    "bayes_signed_rank": "bayes_signed_rank",
    "binomial": "mcnemar",
    "bonferroni_dunn": "nemenyi",
    "bradley_terry": "bradley_terry",
    "cochran_q": "cochran_q",
    "corrected_family": "corrected_t",
    "corrected_t": "corrected_t",
    "corrected_t_of_summary": "corrected_t",
    "critical_difference": "nemenyi",
    "critical_t": "paired_t",
    "delong": "delong",
    "effect_sizes": "effects",
    "f_5x2cv": "five_by_two",
    "friedman": "friedman",
    "friedman_z": "mean_rank_z",
    "iman_davenport": "friedman",
    "max_t": "max_t",
    "mcnemar": "mcnemar",
    "mcnemar_clustered": "clustered_mcnemar",
    "mcnemar_midp": "mcnemar",
    "mcnemar_uncorrected": "mcnemar",
    "nemenyi": "nemenyi",
    "one_way_anova": "anova",
    "paired_losses": "losses",
    "paired_t": "paired_t",
    "paired_t_of_summary": "paired_t",
    "partial_conjunction": "partial_conjunction",
    "point_632": "bootstrap_632",
    "point_632_plus": "bootstrap_632",
    "proportion_interval": "proportions",
    "quade": "quade",
    "quade_z": "mean_rank_z",
    "random_effects": "random_effects",
    "rank_uncertainty": "rank_uncertainty",
    "sign": "sign",
    "sign_flip": "sign_flip",
    "skillings_mack": "skillings_mack",
    "smallest_flip": "fragility",
    "strengths_from_wins": "bradley_terry",
    "t_5x2cv": "five_by_two",
    "tukey": "tukey",
    "two_proportions": "two_proportions",
    "two_proportions_wald": "two_proportions_wald",
    "wilcoxon": "signed_rank",
    "wilcoxon_p_values": "signed_rank_pairs",
}
# What some of them take: counts and scores that belong together.
_RECORDS = {
    "ClusterCounts": "paired_score",
    "FourCounts": "paired_score",
    "ScoredExamples": "scored_examples",
    "TwoTestSets": "two_proportions",
}
__all__ = [*_HOMES, *_RECORDS]


class _Functions(ModuleType):
    """The package itself, in which a function is found under its name even where its file is called the same."""

    def __setattr__(self, name: str, value: object) -> None:
        # The import system puts every imported file here under its name; the function is what one asks for.
        if isinstance(value, ModuleType) and _HOMES.get(name) == name:
            value = getattr(value, name)
        super().__setattr__(name, value)


def __getattr__(name: str) -> object:
    home = _HOMES.get(name) or _RECORDS.get(name)
    if home is None:
        raise AttributeError(f"module 'bakeoff.procedures' has no attribute {name!r}")
    return getattr(import_module(f"bakeoff.procedures.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


sys.modules[__name__].__class__ = _Functions
