"""Every output gives the same answer: a slice of what validation.agreement draws."""

import pytest
from validation.agreement import compare_outputs
from validation.agreement_checks import contradictions, contradicts, gate_contradictions, sentence_contradicts

SEEDS = (182, 265, 21, 183, 264, 243, 71, 19, 236, 157, 51, 27)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_output_gives_the_same_answer(seed):
    _, found = compare_outputs(seed, report=False)
    assert found == []


def pair(**changed):
    estimate = {"value": 0.016, "low": 0.0004, "high": 0.032}
    told = {
        "a": "x",
        "b": "y",
        "verdict": "better",
        "p_value": 0.02,
        "p_adjusted": 0.04,
        "estimate": estimate,
        "n": 20,
    }
    return told | changed


def document(**changed):
    settings = {"level": 0.95, "margin": 0.01, "only_if": None}
    return {"settings": settings, "pairs": [pair()], "gate": None} | changed


@pytest.mark.parametrize(
    "printed",
    [
        ("+0.016", "+0.000 to +0.032", "p = .040"),
        ("+0.016", "+0.0004 to +0.042", "p = .040"),
        ("+0.026", "+0.0004 to +0.032", "p = .040"),
        ("+0.016", "+0.0004 to +0.032", "p = .050"),
        ("+0.016", "+0.0004 to +0.032", "p < .0001"),
    ],
)
def test_a_printed_row_that_contradicts_is_noticed(printed):
    assert list(contradicts("+0.016", "above 0 to +0.032", "p = .040", pair(), 0.05)) == []
    assert list(contradicts(*printed, pair(), 0.05))


def test_a_verdict_against_its_own_numbers_is_noticed():
    assert list(contradictions(document())) == []
    for wrong in (
        {"verdict": "undecided"},
        {"verdict": "worse"},
        {"verdict": "equivalent"},
        {"p_adjusted": 0.06},
    ):
        assert list(contradictions(document(pairs=[pair(**wrong)])))


def test_a_gate_and_a_sentence_against_the_verdict_are_noticed():
    judged = {"a": "x", "b": "y", "passed": True, "verdict": "undecided", "bound": -0.02}
    gate = {"gate": "not-worse", "passed": True, "margin": 0.01, "bound": "mean", "judged_two_sided": False}
    assert len(list(gate_contradictions(document(gate=gate | {"pairs": [judged]}), 1, "", "not-worse"))) == 3
    assert list(sentence_contradicts("Undecided: these 20 datasets do not show it.", document()))
    assert list(sentence_contradicts("y is better than x on these 19 datasets.", document()))
