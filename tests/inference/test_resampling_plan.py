"""How one dataset may be resampled: what the plan tells was measured."""

import pytest
from validation import half_rates

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.inference.planning.resampling import DESIGNS, KINDS_OF_DATA, LEARNERS

MEASURED = ("corrected-t, 50×2 evenly", "half-cv", "corrected-t, 10×10")


@pytest.mark.parametrize(("design", "test"), list(zip(DESIGNS, MEASURED, strict=True)), ids=MEASURED)
def test_every_rate_of_a_plan_is_the_one_that_was_measured(design, test):
    assert design.natural == pytest.approx(half_rates.span(test), abs=0.00051)
    assert design.adversaries == pytest.approx(half_rates.span(test, adversaries=True)[1], abs=0.00051)
    assert design.held == pytest.approx(half_rates.held(test, rare=False), abs=0.00051)
    assert design.held_where_rare == pytest.approx(half_rates.held(test, rare=True), abs=0.00051)
    power = [half_rates.relative_power(test, learner) for learner in ("naive Bayes", "tree of depth 6")]
    assert design.power == pytest.approx(power, abs=0.0051)


def test_a_plan_tells_how_much_was_tried():
    assert half_rates.extent() == (LEARNERS, KINDS_OF_DATA)


def test_a_plan_of_examples_alone_recommends_what_trains_on_half():
    plan = bakeoff.plan(examples=300)
    first = plan.answer.designs[0]
    assert (first.kind, first.trained_on, first.fits) == ("50x2", 150, 100)
    assert str(plan).count("kind =") == 3


def test_too_few_examples_to_be_halved_are_refused():
    with pytest.raises(BakeoffError, match="too few to be halved"):
        bakeoff.plan(examples=10)


@pytest.mark.parametrize(
    ("test", "share"),
    [
        ("halves-t", 0.4),
        ("half-cv", 0.4),
        ("half-cv, strict", 0.4),
        ("corrected-t, 50×2 evenly", 0.5),
        ("corrected-t, 10×2", 0.5),
        ("corrected-t, 10×10", 0.9),
        ("guarded-t, 10×10", 0.9),
    ],
)
def test_every_interval_is_held_against_the_truth_of_the_size_that_its_test_speaks_of(test, share):
    assert test in half_rates.COLUMNS
    assert half_rates.trained_share(test) == share
