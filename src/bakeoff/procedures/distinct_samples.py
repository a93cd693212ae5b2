"""Distinct random samples of one dataset for each classifier: an analysis of variance that heeds what samples share."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.anova import one_way_anova
from bakeoff.procedures.distributions import f_sf
from bakeoff.procedures.resamples import check_ratio


def corrected_one_way_anova(groups: Sequence[Floats], *, test_train_ratio: float) -> OmnibusResult:
    """Test that classifiers which were run on random samples of their own score equally well on one dataset.

    Parameters
    ----------
    groups : sequence of 1-D arrays
        One for each classifier, all of the same size: the scores of its resamples.
    test_train_ratio : float
        Size of a test set over the size of a training set.

    Returns
    -------
    OmnibusResult
        `steps` holds the F of `one_way_anova` as `f_uncorrected`.

    Notes
    -----
    Null: trained on samples of this size, all classifiers have the same expected score. The resamples of a classifier
    share training rows, so that its mean varies by 1/n + n_test/n_train of the variance of one resample rather than
    1/n (`nadeau2003`); the plain F takes them for independent and rejects far too often. F is divided by
    1 + n·n_test/n_train. Classifiers on one dataset share rows with each other as well, which makes the test careful.
    Classifiers on the same splits, and the corrected t over them, have more power.

    Examples
    --------
    >>> groups = [np.array([0.8, 0.9, 0.7]), np.array([0.5, 0.6, 0.4])]
    >>> made = corrected_one_way_anova(groups, test_train_ratio=0.5)
    >>> round(made.steps["f_uncorrected"], 3), round(made.statistic, 3)
    (13.5, 5.4)
    """
    check_ratio(test_train_ratio)
    plain = one_way_anova(groups)
    sizes = {np.asarray(group).size for group in groups}
    if len(sizes) != 1:
        raise ProcedureError(
            f"the classifiers have {sorted(sizes)} resamples, and the correction is for equal numbers",
            where="groups",
            fix="run the same number of resamples of every classifier",
            code="BO052",
        )
    statistic = plain.statistic / (1 + sizes.pop() * test_train_ratio)
    return replace(
        plain,
        procedure="corrected-one-way-anova",
        null="trained on samples of this size, all classifiers have the same expected score",
        statistic=statistic,
        p_value=f_sf(statistic, *plain.df),
        method="F, divided by 1 + n·n_test/n_train for the training rows that resamples share",
        assumptions=(
            "resamples of one classifier are correlated by n_test / (n_test + n_train)",
            "the samples of different classifiers are independent",
            "scores are roughly normal, of equal variance",
        ),
        citation="nadeau2003",
        steps=MappingProxyType({**plain.steps, "f_uncorrected": plain.statistic, "ratio": test_train_ratio}),
    )
