"""Groups of classifiers among whom nothing is decided."""

from types import SimpleNamespace

from bakeoff.core.results import Verdict
from bakeoff.inference.ranking import group_undecided


def _pair(a, b, verdict=Verdict.UNDECIDED):
    return SimpleNamespace(a=a, b=b, verdict=verdict)


def test_a_group_may_skip_a_classifier_between_its_members():
    pairs = [_pair("x", "y", Verdict.WORSE), _pair("x", "z"), _pair("y", "z", Verdict.EQUIVALENT)]
    assert group_undecided(["x", "y", "z"], pairs) == (("x", "z"), ("y", "z"))


def test_where_nothing_is_decided_all_are_one_group():
    assert group_undecided(["x", "y", "z"], [_pair("x", "y"), _pair("x", "z"), _pair("y", "z")]) == (
        ("x", "y", "z"),
    )
