import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

WIDE = "dataset,rf,svm\niris,0.9,0.8\nsonar,0.7,0.6\nglass,0.5,0.4\n"
TURNED = "x,iris,sonar,glass\nRandom Forest,0.9,0.7,0.5\nSVM,0.8,0.6,0.4\n"


def test_a_table_whose_rows_are_named_like_classifiers_is_turned_round_and_says_so() -> None:
    scores = read(TURNED)
    assert [finding.code for finding in scores.findings] == ["BO307"]
    assert (scores.classifiers, scores.datasets) == (("Random Forest", "SVM"), ("iris", "sonar", "glass"))
    told = read(TURNED, options=ReadOptions(transpose=True))
    assert told.digest == scores.digest
    as_it_stands = read(TURNED, options=ReadOptions(rows_are="datasets"))
    assert as_it_stands.values.tolist() == scores.values.T.tolist()


def test_many_classifiers_on_few_datasets_are_doubted() -> None:
    text = (
        "dataset,"
        + ",".join(f"c{i}" for i in range(20))
        + "\n"
        + "".join(f"d{i}{',0.5' * 20}\n" for i in range(5))
    )
    assert [finding.code for finding in read(text).findings] == ["BO306"]


def test_turning_twice_gives_the_table_back() -> None:
    turned = read(WIDE, options=ReadOptions(transpose=True))
    assert turned.datasets == ("rf", "svm")
    again = "dataset," + ",".join(turned.classifiers) + "\n"
    again += "".join(
        f"{d},{','.join(map(str, row))}\n" for d, row in zip(turned.datasets, turned.values, strict=True)
    )
    assert read(again, options=ReadOptions(transpose=True)).digest == read(WIDE).digest


def test_places_in_messages_stay_those_of_the_file_when_turned() -> None:
    with pytest.raises(BakeoffError, match=r"'SVM' on 'sonar'[^\n]*\n[^\n]*line 3, column 3"):
        read(TURNED.replace("0.6", "x"), options=ReadOptions(transpose=True))


def test_a_truth_called_y_is_known_beside_named_probabilities_of_its_classes() -> None:
    made = read("y,prob_rf,prob_svm\n1,0.9,0.7\n0,0.8,0.2\n0,0.1,0.3\n")
    assert made.correct.tolist() == [[True, True], [False, True], [True, True]]


def test_predictions_with_a_doubtful_truth_are_read_once_their_column_is_named() -> None:
    text = "y,prob_rf,prob_svm\n1.5,0.9,0.7\n0,0.8,0.2\n0.2,0.1,0.3\n"
    with pytest.raises(BakeoffError) as caught:
        read(text)
    assert (caught.value.code, "--truth-column y" in caught.value.fix) == ("BO560", True)


def test_a_dataset_called_y_is_no_prediction() -> None:
    assert read("dataset,y,z\niris,0.9,0.8\nsonar,0.7,0.6\n").classifiers == ("y", "z")
