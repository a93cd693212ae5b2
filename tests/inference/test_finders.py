"""Findings are collected by one list of finders, in the order of the list."""

from inspect import signature

import bakeoff
from bakeoff.api.findings import FINDERS
from bakeoff.core.codes import CODES
from bakeoff.inference.findings.pipeline import FINDERS as OF_EVIDENCE_AND_TESTS
from bakeoff.pitfalls.checklist import OF_COMPARISONS, OF_TABLES
from bakeoff.project.look_findings import LOOK_FINDERS

KNOWN = {"comparison", "evidence", "bench", "carrying"}
KNOWN_OF_AN_AUDIT = {"comparison", "evidence", "context", "fragility"}
KNOWN_OF_A_LOOK = {"comparison", "alone", "recorded"}
SCORES = {
    "dataset": list("vwxyz"),
    "A": [80, 73, 85, None, 70],
    "B": [85, 73, 85, 74, 70],
    "C": [85, 73, 85, 74, 70],
}


def test_every_finder_asks_for_what_the_list_can_give():
    for find in FINDERS:
        assert set(signature(find).parameters) <= KNOWN, find.__name__
    for find in OF_COMPARISONS:
        assert set(signature(find).parameters) <= KNOWN_OF_AN_AUDIT, find.__name__
    for find in OF_TABLES:
        assert set(signature(find).parameters) <= {"evidence", "context"}, find.__name__
    for find in LOOK_FINDERS:
        assert set(signature(find).parameters) <= KNOWN_OF_A_LOOK, find.__name__


def test_no_finder_is_listed_twice_and_each_says_what_it_looks_for():
    every = [*FINDERS, *LOOK_FINDERS, *OF_COMPARISONS, *OF_TABLES]
    assert len(set(every)) == len(every)
    assert all(find.__doc__ for find in every)


def test_what_a_comparison_shows_is_what_the_finders_find_in_their_order():
    comparison = bakeoff.compare(SCORES, leave_out=["z"])
    codes = [finding.code for finding in comparison.findings]
    assert set(codes) <= set(CODES)
    assert codes.index("BO341") < codes.index("BO344")  # the same score everywhere, then what is missing
    assert FINDERS[: len(OF_EVIDENCE_AND_TESTS)] == OF_EVIDENCE_AND_TESTS
