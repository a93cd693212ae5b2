"""What captions say of the numbers under them."""

import pytest

from bakeoff.core.answers.paper import Spread
from bakeoff.inputs.papers.captions import find_runs, read_caption

WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.mark.parametrize(
    ("word", "number"), [*((word, i) for i, word in enumerate(WORDS, start=2)), ("twenty", 20), ("15", 15)]
)
@pytest.mark.parametrize("phrase", ["over {} random seeds", "run {} times", "a {}-run average"])
def test_numbers_of_runs_are_read_in_words_and_digits(word, number, phrase):
    said = f"Accuracy, mean and standard deviation, {phrase.format(word)}."
    assert read_caption(said, has_spread=True).runs == number
    assert find_runs([said]) == (Spread.DEVIATION, number)


def test_two_numbers_of_runs_are_none():
    assert read_caption("Accuracy over five runs, and over ten seeds.", has_spread=True).runs is None
