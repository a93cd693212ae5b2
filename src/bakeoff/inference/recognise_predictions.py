"""Recognise the design of predictions and of counts: what was tested on what."""

import numpy as np

from bakeoff.core.comparison import Settings
from bakeoff.core.design import Design, DesignName, EvidenceKind
from bakeoff.core.evidence import Ints
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Alternative
from bakeoff.inference.recognise import require_two
from bakeoff.inference.tested import has_scores, is_pooled


def recognise_examples(given: Predictions, settings: Settings, *, metric: str) -> Design:
    """Say how predictions on one test set were made, or refuse what cannot be compared."""
    require_two(given.classifiers, given.source)
    return Design(
        name=DesignName.TWO_ONE_TEST_SET if len(given.classifiers) == 2 else DesignName.MANY_ONE_TEST_SET,
        kind=EvidenceKind.PREDICTIONS,
        classifiers=len(given.classifiers),
        datasets=1,
        units=given.examples,
        resamples=1,
        has_baseline=settings.baseline is not None,
        margin=settings.margin,
        one_sided=settings.alternative is not Alternative.TWO_SIDED,
        examples=given.examples,
        classes=len(given.classes),
        metric=metric,
        has_scores=has_scores(given),
        clustered=given.group is not None,
        groups=_distinct(given.group),
        group_noun=given.group_noun,
        items=_distinct(given.item),
        item_noun=given.item_noun,
        weighted=given.weight is not None,
        pooled_folds=is_pooled(given),
    )


def _distinct(codes: Ints | None) -> int:
    return 0 if codes is None else int(np.unique(codes).size)


def recognise_counts(given: TestSetCounts, settings: Settings) -> Design:
    """Say whether two counts of right answers are about one test set or two."""
    examples = round(given.total[0]) if given.shared else round(sum(given.total))
    return Design(
        name=DesignName.TWO_ONE_TEST_SET if given.shared else DesignName.TWO_INDEPENDENT_TEST_SETS,
        kind=EvidenceKind.PREDICTIONS,
        classifiers=2,
        datasets=1,
        units=examples,
        resamples=1,
        has_baseline=settings.baseline is not None,
        margin=settings.margin,
        one_sided=settings.alternative is not Alternative.TWO_SIDED,
        examples=examples,
        paired=given.shared,
        counts_only=True,
        flips_only=given.shared and not given.total_known,
    )
