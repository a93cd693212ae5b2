"""Recognise the design of predictions and of counts: what was tested on what."""

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.core.comparison import Settings
from bakeoff.core.design import Design, DesignName, EvidenceKind
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Alternative
from bakeoff.inference.bench.prediction_metrics import has_scores, is_pooled
from bakeoff.inference.recognise.score_design import require_two


def recognise_examples(predictions: Predictions, settings: Settings, *, metric: str) -> Design:
    """Say how predictions on one test set were made, or refuse what cannot be compared."""
    require_two(predictions.classifiers, predictions.source)
    return Design(
        name=DesignName.TWO_ONE_TEST_SET
        if len(predictions.classifiers) == 2
        else DesignName.MANY_ONE_TEST_SET,
        kind=EvidenceKind.PREDICTIONS,
        classifiers=len(predictions.classifiers),
        datasets=1,
        units=predictions.examples,
        resamples=1,
        has_baseline=settings.baseline is not None,
        margin=settings.margin,
        one_sided=settings.alternative is not Alternative.TWO_SIDED,
        examples=predictions.examples,
        classes=len(predictions.classes),
        metric=metric,
        has_scores=has_scores(predictions),
        clustered=predictions.group is not None,
        groups=_count_distinct(predictions.group),
        group_noun=predictions.group_noun,
        items=_count_distinct(predictions.item),
        item_noun=predictions.item_noun,
        weighted=predictions.weight is not None,
        pooled_folds=is_pooled(predictions),
    )


def _count_distinct(codes: Ints | None) -> int:
    return 0 if codes is None else int(np.unique(codes).size)


def recognise_counts(counts: TestSetCounts, settings: Settings) -> Design:
    """Say whether two counts of right answers are about one test set or two."""
    examples = round(counts.total[0]) if counts.shared else round(sum(counts.total))
    return Design(
        name=DesignName.TWO_ONE_TEST_SET if counts.shared else DesignName.TWO_INDEPENDENT_TEST_SETS,
        kind=EvidenceKind.PREDICTIONS,
        classifiers=2,
        datasets=1,
        units=examples,
        resamples=1,
        has_baseline=settings.baseline is not None,
        margin=settings.margin,
        one_sided=settings.alternative is not Alternative.TWO_SIDED,
        examples=examples,
        paired=counts.shared,
        counts_only=True,
        flips_only=counts.shared and not counts.total_known,
    )
