"""Studies whose classifiers were run on distinct random samples: analysis of variance in place of pairs."""

from collections.abc import Iterable, Sequence
from math import fsum
from types import MappingProxyType

import numpy as np

from bakeoff.core.errors import DesignError, ProcedureError
from bakeoff.core.evidence import Floats
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.results import OmnibusResult
from bakeoff.core.studies import DistinctSamples, SampleAnova
from bakeoff.inference.study_outcomes import by_pair, mean_of, measure_of, ratio_of, scores_of
from bakeoff.procedures.adjust import Adjustment, adjust
from bakeoff.procedures.anova import anova, one_way_anova
from bakeoff.procedures.distinct_samples import corrected_one_way_anova


def distinct_samples(
    outcomes: Iterable[Outcome], *, metric: str, level: float, source: str
) -> DistinctSamples:
    """Return the analysis of variance of every dataset and, where there are several, over datasets."""
    cells = by_pair(outcomes)
    names = list(dict.fromkeys(classifier for classifier, _ in cells))
    every = dict.fromkeys(dataset for _, dataset in cells)
    datasets = [d for d in every if all((name, d) in cells for name in names)]
    tested = [
        (dataset, book, _corrected([cells[name, dataset] for name in names], metric))
        for dataset in datasets
        if (book := _by_the_book([cells[name, dataset] for name in names], metric)) is not None
    ]
    if not tested:
        raise DesignError(
            "no dataset has several varying scores of two classifiers or more, so there is nothing to analyse",
            where=source,
            fix="run two classifiers with several folds or repeats",
            code="BO492",
        )
    adjusted = adjust(np.array([corrected.p_value for _, _, corrected in tested]), Adjustment.HOLM)
    table = np.array([[mean_of(cells[name, d], metric) for name in names] for d in datasets])
    return DistinctSamples(
        measure=measure_of(metric),
        level=level,
        means=MappingProxyType(
            {n: fsum(column) / len(column) for n, column in zip(names, table.T, strict=True)}
        ),
        each=tuple(
            SampleAnova(dataset=dataset, by_the_book=book, corrected=corrected, p_adjusted=float(p))
            for (dataset, book, corrected), p in zip(tested, adjusted, strict=True)
        ),
        over_datasets=_over(table),
        findings=(_OVERLAP,),
    )


def _by_the_book(groups: Sequence[Sequence[Scored]], metric: str) -> OmnibusResult | None:
    try:
        return one_way_anova([scores_of(group, metric) for group in groups])
    except ProcedureError:  # one score each, or no spread at all
        return None


def _corrected(groups: Sequence[Sequence[Scored]], metric: str) -> OmnibusResult:
    return corrected_one_way_anova(
        [scores_of(group, metric) for group in groups], test_train_ratio=ratio_of(groups[0])
    )


def _over(table: Floats) -> OmnibusResult | None:
    if len(table) < 2:
        return None
    try:
        return anova(table)
    except ProcedureError:  # the same difference on every dataset
        return None


_OVERLAP = Finding(
    code="BO238",
    severity=Severity.WARNING,
    message=(
        "the samples of one dataset share rows, within a classifier and between classifiers: the F test of the book "
        "takes them for independent and rejects too often; the corrected one allows for the rows that training sets "
        "share. The same splits for all classifiers (distinct = false) show smaller differences"
    ),
)
