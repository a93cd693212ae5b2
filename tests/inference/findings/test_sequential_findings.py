"""What is said beside a verdict that may be looked at at any time."""

from types import SimpleNamespace

import pytest

from bakeoff.core.answers.sequential import Decision, Sequential, SequentialPair
from bakeoff.inference.findings.sequential_findings import _decision_words, find_units


@pytest.mark.parametrize(
    ("left_over", "waiting", "words"),
    [
        (1, 0, ["1 item of larger tasks waits for others to make a block."]),
        (2, 0, ["2 items of larger tasks wait for others to make a block."]),
        (0, 1, ["1 item that not every model has tried is left aside until all have"]),
        (0, 3, ["3 items that not every model has tried are left aside until all have"]),
    ],
)
def test_items_that_wait_are_counted_in_words(left_over, waiting, words):
    sequential = Sequential(noun="block", pairs=(), left_over=left_over, waiting=waiting)
    asked = SimpleNamespace(sequential=sequential, settings=SimpleNamespace(missing="wrong"))
    (finding,) = find_units(asked)
    assert all(each in finding.message for each in words)


@pytest.mark.parametrize(("now", "weaker"), [(1.0, True), (1.31, False)])
def test_evidence_that_became_weaker_since_the_decision_is_told(now, weaker):
    decision = Decision(verdict="better", units=40, at="2026-03-01T00:00:00Z", entry=3)
    pair = SequentialPair(
        a="A", b="B", units=60, log10_better=now, log10_worse=-2.0, log10_needed=1.3, decision=decision
    )
    words = _decision_words(pair, Sequential(noun="item", pairs=(pair,)))
    assert "B is better than A" in words
    assert ("has become weaker" in words) is weaker


def test_equivalence_has_no_evidence_of_its_own_that_could_become_weaker():
    decision = Decision(verdict="equivalent", units=40, at=None, entry=None)
    pair = SequentialPair(
        a="A", b="B", units=60, log10_better=0.1, log10_worse=0.1, log10_needed=1.3, decision=decision
    )
    words = _decision_words(pair, Sequential(noun="item", pairs=(pair,)))
    assert words.count("equivalent") == 1
    assert "weaker" not in words
