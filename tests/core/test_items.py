"""Evidence of items keeps what it promises: order, codes, and a score exactly where something was answered."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.items import ANSWERED, STATUSES, AnswerStatus, ItemEvidence

FAILED = STATUSES.index(AnswerStatus.FAILED)


def small_evidence() -> ItemEvidence:
    """Two models, two tasks; model b has two attempts at the first item and failed at the last."""
    return ItemEvidence(
        models=("a", "b"),
        tasks=("sums", "words"),
        items=("1", "2", "1"),
        item_task=np.array([0, 0, 1]),
        model=np.array([0, 0, 0, 1, 1, 1, 1]),
        item=np.array([0, 1, 2, 0, 0, 1, 2]),
        attempt=np.array([0, 0, 0, 0, 1, 0, 0]),
        score=np.array([1.0, 0.0, 1.0, 1.0, 0.0, 1.0, np.nan]),
        status=np.array([ANSWERED] * 6 + [FAILED]),
        metric="acc",
        higher_is_better=True,
        source="made here",
    )


def test_attempts_are_averaged_within_the_item_before_items_are():
    evidence = small_evidence()
    np.testing.assert_array_equal(evidence.mean_by_item(), [[1.0, 0.0, 1.0], [0.5, 1.0, np.nan]])
    np.testing.assert_array_equal(evidence.mean_by_task(), [[0.5, 1.0], [0.75, np.nan]])
    assert evidence.attempts == 2


def test_failures_are_counted_apart_from_answers():
    counts = small_evidence().count_statuses()
    assert counts[:, ANSWERED].tolist() == [3, 3]
    assert counts[:, FAILED].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item_task": np.array([1, 0, 1])}, "do not stand together"),
        ({"items": ("1", "1", "1")}, "an id twice"),
        ({"attempt": np.zeros(7, dtype=np.intp)}, "an attempt twice"),
        ({"status": np.full(7, ANSWERED)}, "nothing was answered"),
        ({"model": np.array([0, 0, 0, 1, 1, 1, 2])}, "a model that there is not"),
        ({"models": ("a", "a")}, "models of one name"),
        ({"score": np.ones(6)}, "different lengths"),
        ({"item_digests": ("x",)}, "digests of other items"),
        ({"groups": ("g",), "item_group": np.array([0, 0, 1])}, "a group that there is not"),
    ],
)
def test_what_cannot_be_evidence_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        replace(small_evidence(), **change)
