import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.read import ReadOptions, read

WIDE = "dataset,rf,svm\niris,0.9,0.8\nsonar,0.7,0.6\nglass,0.5,0.4\n"
TURNED = "x,iris,sonar,glass\nRandom Forest,0.9,0.7,0.5\nSVM,0.8,0.6,0.4\n"


def test_a_turned_table_is_offered_to_be_turned_back() -> None:
    scores = read(TURNED)
    assert [finding.code for finding in scores.findings] == ["BO306"]
    turned = read(TURNED, options=ReadOptions(transpose=True))
    assert (turned.classifiers, turned.datasets) == (("Random Forest", "SVM"), ("iris", "sonar", "glass"))
    assert turned.values.tolist() == scores.values.T.tolist()
    assert not turned.findings


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


@pytest.mark.parametrize(
    "text",
    [
        "id,y_true,rf,svm\n1,a,a,b\n2,b,b,b\n",
        "dataset,id,classifier,y_true,y_pred\nd,1,rf,a,a\nd,2,rf,b,b\n",
        "example,y_true,pred_rf,prob_rf\n1,1,1,0.9\n2,0,1,0.8\n",
        "y_true,rf,svm\n1,1,0\n0,0,0\n",
    ],
)
def test_predictions_are_recognised(text: str) -> None:
    with pytest.raises(BakeoffError) as caught:
        read(text)
    assert caught.value.code == "BO043"


def test_a_dataset_called_y_is_no_prediction() -> None:
    assert read("dataset,y,z\niris,0.9,0.8\nsonar,0.7,0.6\n").classifiers == ("y", "z")
