import numpy as np
import pytest

from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


def table(gaps: dict[tuple[str, str], tuple[int, ...]]) -> str:
    rows = ["dataset,classifier,fold,accuracy"]
    for d in ("iris", "sonar"):
        for j, c in enumerate(("rf", "svm", "nb")):
            for fold in range(4):
                score = "" if fold in gaps.get((d, c), ()) else f"0.{fold + 1}{j}"
                rows.append(f"{d},{c},{fold},{score}")
    return "\n".join(rows) + "\n"


def dropped(gaps: dict[tuple[str, str], tuple[int, ...]]) -> Scores:
    return read(table(gaps), options=ReadOptions(drop_incomplete=True))


def test_missing_folds_are_listed_by_classifier_and_dataset() -> None:
    with pytest.raises(DesignError) as caught:
        read(table({("iris", "svm"): (1, 2, 3), ("sonar", "nb"): (0,)}))
    assert "4 resamples missing" in str(caught.value)
    assert "'svm' on 'iris' lacks fold 1, 2, 3; 'nb' on 'sonar' lacks fold 0" in str(caught.value)
    assert "--leave-out 'svm' keeps 7 of 8 resamples in place of 4" in str(caught.value)


def test_a_classifier_is_not_given_up_for_a_few_resamples() -> None:
    scores = read(table({("iris", "svm"): (1,)}))
    finding = next(f for f in scores.findings if f.code == "BO312")
    assert "7 of 8 are used" in finding.message
    assert "--leave-out" not in finding.message


def test_a_few_holes_do_not_stop_the_reading() -> None:
    scores = read(table({("iris", "svm"): (1,), ("sonar", "nb"): (0,)}))
    assert scores.resamples is not None
    assert scores.resamples.dataset.tolist() == [0, 0, 0, 1, 1, 1]
    finding = next(f for f in scores.findings if f.code == "BO312")
    assert "'svm' on 'iris' lacks fold 1; 'nb' on 'sonar' lacks fold 0; 6 of 8 are used" in finding.message
    assert [omission.how for omission in scores.left_out] == [""]


def test_seeds_that_number_the_resamples_are_not_said_to_be_left_aside() -> None:
    rows = [f"{d},{m},{seed},0.{8 - i}{seed}" for d in "ab" for i, m in enumerate("xy") for seed in range(4)]
    scores = read("\n".join(["dataset,model,seed,acc", *rows]))
    assert scores.resamples is not None
    assert "BO304" not in [finding.code for finding in scores.findings]


def test_a_classifier_without_any_fold_is_a_missing_cell() -> None:
    scores = read(table({("iris", "svm"): (0, 1, 2, 3)}))
    assert np.isnan(scores.values).tolist() == [[False, True, False], [False, False, False]]


def test_incomplete_folds_can_be_left_out_for_all() -> None:
    scores = dropped({("iris", "svm"): (1,), ("iris", "nb"): (3,)})
    assert scores.resamples is not None
    assert scores.resamples.dataset.tolist() == [0, 0, 1, 1, 1, 1]
    assert scores.resamples.fold.tolist() == [0, 2, 0, 1, 2, 3]
    assert scores.values[0].tolist() == [0.2, 0.21, 0.22]
    finding = next(f for f in scores.findings if f.code == "BO312")
    assert finding.detail == {"resamples": 2, "datasets": ("iris",)}


def test_where_no_fold_would_be_left_the_incomplete_classifiers_are_missing() -> None:
    scores = dropped({("iris", "svm"): (0, 1), ("iris", "nb"): (2, 3)})
    assert np.isnan(scores.values).tolist() == [[False, True, True], [False, False, False]]
    assert scores.resamples is not None
    assert len(scores.resamples.of(0)) == 4


def test_the_mean_does_not_depend_on_the_order_of_the_folds() -> None:
    rows = [f"a,{i},{score},0.5" for i, score in enumerate([0.1, 0.2, 0.3])]
    assert (0.1 + 0.2) + 0.3 != (0.3 + 0.2) + 0.1
    renumbered = [f"a,{i},{score},0.5" for i, score in enumerate([0.3, 0.2, 0.1])]
    tables = ["\n".join(["dataset,fold,x,y", *order]) + "\n" for order in (rows, rows[::-1], renumbered)]
    assert len({float(read(table).values[0, 0]) for table in tables}) == 1


def test_datasets_may_have_different_numbers_of_resamples() -> None:
    scores = read("dataset,fold,x,y\na,1,0.1,0.2\na,2,0.3,0.4\nb,1,0.5,0.6\n")
    assert scores.resamples is not None
    assert [len(scores.resamples.of(i)) for i in (0, 1)] == [2, 1]
