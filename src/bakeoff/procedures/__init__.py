"""The mathematics: one file for each procedure or family; arrays in, result out.

`from bakeoff.procedures import wilcoxon, corrected_t` gives the functions by themselves. They have their own
names here, some of which are also the names of the files they live in: the function is what one asks for.
"""

from bakeoff.procedures.adjust import adjust
from bakeoff.procedures.aligned_ranks import aligned_ranks
from bakeoff.procedures.anova import anova, one_way_anova
from bakeoff.procedures.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes_sign import bayes_sign
from bakeoff.procedures.bayes_signed_rank import bayes_signed_rank
from bakeoff.procedures.bootstrap_632 import point_632, point_632_plus
from bakeoff.procedures.bradley_terry import bradley_terry
from bakeoff.procedures.cochran_q import cochran_q
from bakeoff.procedures.corrected_t import corrected_t
from bakeoff.procedures.effects import effect_sizes
from bakeoff.procedures.five_by_two import f_5x2cv, t_5x2cv
from bakeoff.procedures.fragility import smallest_flip
from bakeoff.procedures.friedman import friedman, iman_davenport
from bakeoff.procedures.max_t import max_t
from bakeoff.procedures.mcnemar import binomial, mcnemar, mcnemar_midp
from bakeoff.procedures.nemenyi import bonferroni_dunn, critical_difference, nemenyi
from bakeoff.procedures.paired_t import critical_t, paired_t
from bakeoff.procedures.partial_conjunction import partial_conjunction
from bakeoff.procedures.proportions import proportion_interval
from bakeoff.procedures.quade import quade
from bakeoff.procedures.random_effects import random_effects
from bakeoff.procedures.rank_uncertainty import rank_uncertainty
from bakeoff.procedures.sign import sign
from bakeoff.procedures.sign_flip import sign_flip
from bakeoff.procedures.signed_rank import wilcoxon
from bakeoff.procedures.signed_rank_pairs import wilcoxon_p_values
from bakeoff.procedures.skillings_mack import skillings_mack
from bakeoff.procedures.tukey import tukey
from bakeoff.procedures.two_proportions import two_proportions

__all__ = [
    "adjust",
    "aligned_ranks",
    "anova",
    "bayes_correlated_t",
    "bayes_hierarchical",
    "bayes_sign",
    "bayes_signed_rank",
    "binomial",
    "bonferroni_dunn",
    "bradley_terry",
    "cochran_q",
    "corrected_t",
    "critical_difference",
    "critical_t",
    "effect_sizes",
    "f_5x2cv",
    "friedman",
    "iman_davenport",
    "max_t",
    "mcnemar",
    "mcnemar_midp",
    "nemenyi",
    "one_way_anova",
    "paired_t",
    "partial_conjunction",
    "point_632",
    "point_632_plus",
    "proportion_interval",
    "quade",
    "random_effects",
    "rank_uncertainty",
    "sign",
    "sign_flip",
    "skillings_mack",
    "smallest_flip",
    "t_5x2cv",
    "tukey",
    "two_proportions",
    "wilcoxon",
    "wilcoxon_p_values",
]
