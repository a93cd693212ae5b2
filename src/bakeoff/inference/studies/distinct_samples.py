"""Studies whose classifiers were run on distinct random samples: analysis of variance in place of pairs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from types import MappingProxyType

import numpy as np

from bakeoff.core.answers.studies import DistinctSamples, SampleAnova, Sharing
from bakeoff.core.arrays import Floats
from bakeoff.core.errors import DesignError, ProcedureError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.results import OmnibusResult
from bakeoff.core.words import write_list
from bakeoff.inference.studies.study_scores import (
    example_scores,
    find_measure,
    group_by_pair,
    mean_score,
    resample_scores,
    resampling_ratio,
)
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.many.anova import anova, corrected_one_way_anova, one_way_anova


def analyse_distinct_samples(
    outcomes: Iterable[Outcome],
    *,
    metric: str,
    level: float,
    source: str,
    sharing: Mapping[str, Sharing] = MappingProxyType({}),
) -> DistinctSamples:
    """Return the analysis of variance of every dataset and, where there are several, over datasets.

    `sharing` says of each dataset which samples have rows in common; where nothing is said, all may.
    """
    cells = group_by_pair(outcomes)
    names = list(dict.fromkeys(classifier for classifier, _ in cells))
    every = dict.fromkeys(dataset for _, dataset in cells)
    datasets = [d for d in every if all((name, d) in cells for name in names)]
    analyses = [
        (dataset, *analysis)
        for dataset in datasets
        if (
            analysis := _analyse_groups(
                [cells[name, dataset] for name in names], metric, _sharing_of(sharing, dataset)
            )
        )
    ]
    if not analyses:
        raise DesignError(
            "no dataset has varying scores or predictions of two classifiers or more, so there is nothing to analyse",
            where=source,
            fix="run two classifiers; with one hold-out each, keep their predictions (keep = 'labels')",
            code="BO492",
        )
    p_adjusted = adjust(np.array([corrected.p_value for _, _, corrected, _ in analyses]), Adjustment.HOLM)
    table = np.array([[mean_score(cells[name, d], metric) for name in names] for d in datasets])
    each = tuple(
        SampleAnova(
            dataset=dataset,
            by_the_book=book,
            corrected=corrected,
            p_adjusted=float(p),
            sharing=_sharing_of(sharing, dataset),
            over=over,
        )
        for (dataset, book, corrected, over), p in zip(analyses, p_adjusted, strict=True)
    )
    return DistinctSamples(
        measure=find_measure(metric),
        level=level,
        means=MappingProxyType(
            {n: fsum(column) / len(column) for n, column in zip(names, table.T, strict=True)}
        ),
        each=each,
        over_datasets=_anova_over_datasets(table),
        findings=tuple(_collect_findings(each)),
    )


def _sharing_of(sharing: Mapping[str, Sharing], dataset: str) -> Sharing:
    return sharing.get(dataset, Sharing.ALL)


def _analyse_groups(
    groups: Sequence[Sequence[Scored]], metric: str, shared: Sharing
) -> tuple[OmnibusResult, OmnibusResult, str] | None:
    """Return the test of the book, the one that heeds what samples share, and what both are over."""
    if max(len(group) for group in groups) == 1:
        examples = [example_scores(group[0].predictions, metric) for group in groups]
        results = (
            None
            if any(e is None for e in examples)
            else _textbook_anova([e for e in examples if e is not None])
        )
        return None if results is None else (results, results, "examples")
    scores = [resample_scores(group, metric) for group in groups]
    book = _textbook_anova(scores)
    if book is None:
        return None
    if shared is Sharing.NONE:
        return book, book, "resamples"
    return book, corrected_one_way_anova(scores, test_train_ratio=resampling_ratio(groups[0])), "resamples"


def _textbook_anova(groups: Sequence[Floats]) -> OmnibusResult | None:
    try:
        return one_way_anova(groups)
    except ProcedureError:  # no spread at all
        return None


def _anova_over_datasets(table: Floats) -> OmnibusResult | None:
    if len(table) < 2:
        return None
    try:
        return anova(table)
    except ProcedureError:  # the same difference on every dataset
        return None


def _collect_findings(each: Sequence[SampleAnova]) -> Iterator[Finding]:
    """Yield what the samples share, and what a single hold-out speaks of."""
    by_kind = {kind: [one.dataset for one in each if one.sharing is kind] for kind in Sharing}
    for kind, names in by_kind.items():
        if names and (kind is not Sharing.NONE):
            yield Finding(
                code="BO238",
                severity=Severity.WARNING,
                message=_SHARING_WORDS[kind].format(names=write_list(names, most=4)),
                detail={"sharing": str(kind), "datasets": names},
            )
    if apart := by_kind[Sharing.NONE]:
        yield Finding(
            code="BO251",
            severity=Severity.NOTE,
            message=f"no two samples of {write_list(apart, most=4)} share rows, in training or in testing, so "
            "that the F "
            "test of the book applies; each model has learnt from that much less data, and its score is one of such "
            "a model",
            detail={"datasets": apart},
        )
    if single := [one.dataset for one in each if one.over == "examples"]:
        yield Finding(
            code="BO252",
            severity=Severity.NOTE,
            message=f"one hold-out for each classifier on {write_list(single, most=4)}: the analysis is over "
            "test examples "
            "and speaks of the models that were trained, not of how the classifiers would do trained on other samples",
            detail={"datasets": single},
        )


_SHARING_WORDS = {
    Sharing.ALL: (
        "the samples of {names} share rows, within a classifier and between classifiers: the F test of the book takes "
        "them for independent and rejects too often; the corrected one allows for the rows that training sets share. "
        "The same splits for all classifiers (distinct = false) show smaller differences"
    ),
    Sharing.WITHIN: (
        "the classifiers have no rows of {names} in common, but the resamples of one classifier have: the F test of "
        "the book takes them for independent and rejects too often; the corrected one allows for the rows that "
        "training sets share"
    ),
}
