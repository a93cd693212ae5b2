"""Keywords of the Python doors: a slip is told with the word that was meant, before anything is read."""

import pytest

import bakeoff
from bakeoff.core.errors import UsageError

SCORES = {"dataset": ["v", "w", "x"], "A": [80, 73, 85], "B": [85, 70, 84]}


@pytest.mark.parametrize("door", ["compare", "calibrate", "explain", "audit"])
@pytest.mark.parametrize(("slip", "meant"), [("tset", "test"), ("dataset_colum", "dataset_column")])
def test_a_slip_in_a_keyword_is_told_with_the_word_that_was_meant(door, slip, meant):
    with pytest.raises(UsageError, match=f"takes no argument '{slip}'; did you mean '{meant}'") as caught:
        getattr(bakeoff, door)(SCORES, **{slip: "x"})
    assert caught.value.code == "BO066"


@pytest.mark.parametrize("slip", ["cost", "treshold", "propertys", "mutes"])
def test_a_slip_in_a_keyword_that_compare_names_itself_is_told_too(slip):
    with pytest.raises(UsageError, match=rf"compare\(\) takes no argument '{slip}'; did you mean"):
        bakeoff.compare(SCORES, **{slip: "x"})
