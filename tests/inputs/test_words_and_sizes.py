"""Labels that are words for right and wrong, and tables of models with their size: read as they are meant."""

import pytest

import bakeoff

ANSWERS = [
    ("yes", "yes", "no"),
    ("no", "no", "no"),
    ("yes", "no", "yes"),
    ("no", "no", "yes"),
    ("yes", "yes", "yes"),
]
MODELS = (
    "Model,Params (M),FLOPs (G),Top-1,Top-5\n"
    "ResNet,25.6,4.1,76.1,92.9\nViT,22.1,4.6,79.8,95.0\nSwin,28.3,4.5,81.3,95.5\n"
)


@pytest.mark.parametrize("name", ["label", "gold", "target", "class", "expected"])
@pytest.mark.parametrize("words", [("yes", "no"), ("true", "false"), ("pass", "fail"), ("t", "f")])
def test_words_that_also_say_right_are_labels_beside_a_column_of_true_ones(name, words):
    spelled = dict(zip(("yes", "no"), words, strict=True))
    rows = "".join(f"{i},{','.join(spelled[word] for word in row)}\n" for i, row in enumerate(ANSWERS))
    evidence = bakeoff.read(f"id,{name},a,b\n{rows}").evidence
    assert evidence.classifiers == ("a", "b")
    assert evidence.correct.mean(axis=0).tolist() == [0.8, 0.6]


def test_the_same_words_without_a_column_of_true_ones_say_who_was_right():
    rows = "".join(f"{i},{a},{b}\n" for i, (_, a, b) in enumerate(ANSWERS))
    evidence = bakeoff.read(f"id,a,b\n{rows}").evidence
    assert evidence.correct.mean(axis=0).tolist() == [0.4, 0.6]


@pytest.mark.parametrize("unit", ["FLOPs (G)", "MACs (G)", "GFLOPs", "Size (GB)", "Params (B)"])
def test_a_size_and_two_measures_are_no_datasets(unit):
    with pytest.raises(bakeoff.BakeoffError) as error:
        bakeoff.compare(MODELS.replace("FLOPs (G)", unit))
    assert error.value.code == "BO023"


def test_a_letter_in_brackets_is_the_name_of_a_variant():
    table = "dataset,Ours (A),Ours (B),Ours (G)\nx,80,81,82\ny,70,72,71\nz,60,61,62\n"
    assert bakeoff.read(table).evidence.classifiers == ("Ours (A)", "Ours (B)", "Ours (G)")


@pytest.mark.parametrize("numbers", [range(1, 7), range(100, 700, 100), (31, 7, 12, 90, 55, 4)])
def test_zeros_and_ones_beside_numbers_of_their_rows_are_outcomes(numbers):
    outcomes = [(0, 1), (0, 0), (1, 1), (0, 1), (1, 0), (0, 1)]
    rows = "".join(f"{number},{a},{b}\n" for number, (a, b) in zip(numbers, outcomes, strict=True))
    comparison = bakeoff.compare(f"user,control,treatment\n{rows}")
    assert comparison.design.on_examples
    assert "6 test examples" in comparison.summary
