import numpy as np
import pytest

from bakeoff.core.errors import BakeoffError, InputError, ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.core.plain_names import plain_name
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


def codes(scores: Scores) -> list[str]:
    return [finding.code for finding in scores.findings]


def wide(header: str, *rows: str) -> str:
    return "\n".join([header, *rows]) + "\n"


@pytest.mark.parametrize(
    "name", ["dataset", "Data set", "DATA", "task", "problem", "dataset_name", "Key_Dataset", "DB", ""]
)
def test_the_column_of_datasets_is_known_by_its_usual_names(name: str) -> None:
    scores = read(wide(f"{name},rf,svm", "iris,0.9,0.8", "sonar,0.7,0.6"))
    assert scores.datasets == ("iris", "sonar")
    assert not scores.findings


def test_the_column_of_datasets_need_not_be_the_first() -> None:
    scores = read(wide("type,task,rf,svm", "binary,iris,0.9,0.8", "multi,sonar,0.7,0.6"))
    assert scores.datasets == ("iris", "sonar")
    assert codes(scores) == ["BO304"]
    assert scores.findings[0].detail == {"columns": ("type",)}


def test_an_unknown_column_of_names_is_guessed_and_that_is_said() -> None:
    scores = read(wide("rf,svm,what", "0.9,0.8,iris", "0.7,0.6,sonar"))
    assert scores.datasets == ("iris", "sonar")
    assert codes(scores) == ["BO303"]


def test_a_column_that_counts_the_rows_is_the_datasets_and_that_is_said() -> None:
    scores = read(wide("nr,rf,svm", "1,0.9,0.8", "2,0.7,0.6", "3,0.5,0.4"))
    assert (scores.datasets, scores.classifiers) == (("1", "2", "3"), ("rf", "svm"))
    assert codes(scores) == ["BO303"]


def test_a_column_that_counts_the_rows_beside_names_is_left_aside() -> None:
    scores = read(wide("Unnamed: 0,dataset,rf,svm", "0,iris,0.9,0.8", "1,sonar,0.7,0.6"))
    assert scores.classifiers == ("rf", "svm")
    assert codes(scores) == ["BO304"]


def test_rows_without_names_are_numbered_and_that_is_said() -> None:
    scores = read(wide("rf,svm", "0.9,0.8", "0.7,0.6"))
    assert scores.datasets == ("row 1", "row 2")
    assert codes(scores) == ["BO302"]


def test_the_column_of_datasets_can_be_told() -> None:
    text = wide("rf,svm,nb", "1,0.8,0.9", "3,0.6,0.5")
    scores = read(text, options=ReadOptions(dataset_column="rf"))
    assert (scores.datasets, scores.classifiers) == (("1", "3"), ("svm", "nb"))


def test_two_columns_can_make_the_name() -> None:
    text = wide("a,b,rf,svm", "x,1,0.9,0.8", "x,2,0.7,0.6")
    scores = read(text, options=ReadOptions(dataset_column="a+b"))
    assert scores.datasets == ("x 1", "x 2")
    assert codes(scores) == ["BO326"]


@pytest.mark.parametrize(
    "name",
    [
        "average",
        "Mean",
        "Avg. rank",
        "Average_Rank",
        "Wins",
        "# wins",
        "W/T/L",
        "Total",
        "sum",
        "Friedman rank",
        "p-value",
    ],
)
def test_rows_that_summarise_are_left_out_and_that_is_said(name: str) -> None:
    scores = read(wide("dataset,rf,svm", "iris,0.9,0.8", "sonar,0.7,0.6", f"{name},3,4"))
    assert scores.datasets == ("iris", "sonar")
    assert codes(scores) == ["BO305"]


def test_a_summary_need_not_be_readable() -> None:
    scores = read(wide("dataset,rf,svm", "iris,0.9,0.8", "sonar,0.7,0.6", "Average,0.8,0.7", "W/T/L,-,1/0/1"))
    assert scores.datasets == ("iris", "sonar")


@pytest.mark.parametrize("name", ["wine", "rank-svm", "meander", "summit", "best-buy"])
def test_names_that_only_sound_like_summaries_stay(name: str) -> None:
    assert read(wide("dataset,rf,svm", "iris,0.9,0.8", f"{name},0.7,0.6")).datasets == ("iris", name)


def test_a_row_in_the_middle_that_is_called_a_summary_and_is_none_by_its_numbers_is_asked_about() -> None:
    table = wide("dataset,rf,svm", "iris,0.9,0.8", "total,0.5,0.5", "sonar,0.7,0.6")
    with pytest.raises(ReadingError, match="'total' is called like a summary") as caught:
        read(table)
    assert [a.options for a in caught.value.alternatives] == [
        ("--without", "total"),
        ("--rows-are", "datasets"),
    ]
    assert len(read(table, options=ReadOptions(rows_are="datasets")).datasets) == 3
    assert read(table, options=ReadOptions(without=("total",))).datasets == ("iris", "sonar")


def test_columns_that_summarise_are_left_out_and_that_is_said() -> None:
    scores = read(wide("dataset,rf,svm,Mean,Best", "iris,0.9,0.8,0.85,0.9", "sonar,0.7,0.6,0.65,0.7"))
    assert scores.classifiers == ("rf", "svm")
    assert codes(scores) == ["BO305"]


def test_columns_that_describe_datasets_are_left_aside() -> None:
    scores = read(
        wide("dataset,#classes,n_features,Size,rf,svm", "iris,3,4,150,0.9,0.8", "sonar,2,60,208,0.7,0.6")
    )
    assert scores.classifiers == ("rf", "svm")
    assert codes(scores) == ["BO304"]


def test_rows_that_are_folds_become_resamples_and_means() -> None:
    rows = [f"{d},{r},{f},0.{d == 'a':d}{r}{f},0.5" for d in "ba" for f in (2, 1) for r in (1, 2)]
    scores = read(wide("dataset,Rep,Fold,x,y", *rows))
    assert scores.resamples is not None
    assert scores.datasets == ("b", "a")
    assert scores.resamples.dataset.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert scores.resamples.repeat.tolist() == [1, 1, 2, 2, 1, 1, 2, 2]
    assert scores.resamples.fold.tolist() == [1, 2, 1, 2, 1, 2, 1, 2]
    assert scores.resamples.values[:, 0].tolist() == [0.011, 0.012, 0.021, 0.022, 0.111, 0.112, 0.121, 0.122]
    assert scores.values[0, 0] == pytest.approx(0.0165, abs=1e-15)
    assert codes(scores) == ["BO323"]


def test_folds_may_have_labels() -> None:
    scores = read(wide("dataset,fold,x,y", "a,Fold02,0.1,0.2", "a,Fold01,0.3,0.4"))
    assert scores.resamples is not None
    assert scores.resamples.fold.tolist() == [1, 2]
    assert scores.resamples.values[:, 0].tolist() == [0.3, 0.1]


def test_folds_without_datasets_are_of_one_dataset() -> None:
    scores = read(wide("fold,x,y", "1,0.1,0.2", "2,0.3,0.4"))
    assert scores.datasets == ("dataset",)
    assert scores.resamples is not None


def test_seeds_are_repeats_where_nothing_else_is() -> None:
    scores = read(wide("dataset,seed,x,y", "a,7,0.1,0.2", "a,8,0.3,0.4"))
    assert scores.resamples is not None
    assert scores.resamples.repeat.tolist() == [7, 8]


def test_one_fold_for_each_dataset_is_no_resampling() -> None:
    assert read(wide("dataset,fold,x,y", "a,1,0.1,0.2", "b,1,0.3,0.4")).resamples is None


def test_a_metric_for_each_row_is_chosen_like_any_other() -> None:
    text = wide("dataset,metric,x,y", "a,auc,0.1,0.2", "a,acc,0.3,0.4", "b,auc,0.5,0.6", "b,acc,0.7,0.8")
    assert read(text).values.tolist() == [[0.3, 0.4], [0.7, 0.8]]
    told = read(text, options=ReadOptions(metric="AUC"))
    assert (told.values.tolist(), told.measure.name) == ([[0.1, 0.2], [0.5, 0.6]], "auc")


def test_classifiers_can_be_left_out() -> None:
    scores = read(wide("dataset,x,y,z", "a,0.1,0.2,9", "b,0.3,0.4,8"), options=ReadOptions(leave_out=("z",)))
    assert scores.classifiers == ("x", "y")


def test_a_classifier_and_a_dataset_without_scores_are_left_out_and_that_is_said() -> None:
    scores = read(wide("dataset,x,y,z", "a,0.1,0.2,", "b,0.3,0.4,-", "c,,NA,"))
    assert (scores.classifiers, scores.datasets) == (("x", "y"), ("a", "b"))
    finding = next(f for f in scores.findings if f.code == "BO316")
    assert finding.detail == {"classifiers": ("z",), "datasets": ("c",)}


def test_missing_scores_stay_missing() -> None:
    scores = read(wide("dataset,x,y", "a,0.1,", "b,?,0.4", "c,0.5,0.6"))
    assert np.array_equal(scores.values, [[0.1, np.nan], [np.nan, 0.4], [0.5, 0.6]], equal_nan=True)


def test_text_marks_are_gaps_when_told() -> None:
    text = wide("dataset,x,y", "a,0.1,n/a", "b,0.3,timeout", "c,0.5,0.6")
    scores = read(text, options=ReadOptions(missing_marks=("n/a", "timeout")))
    assert np.isnan(scores.values[:2, 1]).all()


def test_names_that_look_like_missing_marks_or_numbers_are_names() -> None:
    names = ("NA", "null", "None", "nan", "True", "007", "1e5", "-", "?")
    scores = read(
        wide(f"dataset,{','.join(names)}", *(f"{n},{','.join(['0.5'] * len(names))}" for n in names))
    )
    assert scores.classifiers == names
    assert scores.datasets == names


def test_all_bad_cells_are_shown_at_once_up_to_five() -> None:
    rows = [f"d{i},bad{i},0.5" for i in range(7)] + [f"e{i},0.5,0.5" for i in range(7)]
    with pytest.raises(InputError, match="7 scores are not numbers") as caught:
        read(wide("dataset,x,y", *rows))
    assert "'bad4'" in str(caught.value)
    assert "'bad5'" not in str(caught.value)
    assert "and 2 more" in str(caught.value)
    assert "line 2, column 2; line 3, column 2" in str(caught.value)


def test_the_message_is_the_one_of_the_handbook() -> None:
    rows = [f"d{i},0.5,0.5,0.5" for i in range(12)]
    with pytest.raises(InputError) as caught:
        read(wide("dataset,rf,nb,svm", *rows, "sonar,0.5,0.5,so so").encode())
    assert caught.value.code == "BO012"
    assert str(caught.value) == (
        "the score of 'svm' on 'sonar' is not a number: 'so so'\n"
        "  where: the given bytes, line 14, column 4\n"
        "  fix:   leave the cell empty if the run failed, or name such marks with --missing-marks 'so so'"
    )


def test_hundreds_of_long_names_are_read() -> None:
    names = [f"classifier {i} " + "x" * 300 for i in range(200)]
    text = wide(",".join(["dataset", *names]), *(",".join([f"d{i}", *["0.5"] * 200]) for i in range(150)))
    assert read(text).classifiers == tuple(names)


def test_a_frame_with_numbered_columns_is_read() -> None:
    import pandas as pd

    scores = read(pd.DataFrame([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]))
    assert scores.classifiers == ("0", "1", "2")
    assert codes(scores) == ["BO317", "BO302"]


def test_one_column_is_no_table() -> None:
    with pytest.raises(BakeoffError):
        read("x\n1\n2\n")


@pytest.mark.parametrize("name", ["]]>", "../../x", "x", "no", "<data>", "(task)", "$model$", "n", "number"])
def test_a_name_that_only_resembles_another_is_a_classifier(name: str) -> None:
    scores = read({"dataset": ["a", "b", "c"], name: [85, 70, 90], "other": [80, 75, 60]})
    assert scores.classifiers == (plain_name(name), "other")
    assert not scores.findings


def test_the_column_that_may_name_the_classifiers_is_offered_where_datasets_come_back() -> None:
    rows = [f"{d},{s},0.{70 + i}" for i, (d, s) in enumerate((d, s) for s in "ab" for d in ("ner", "pos"))]
    with pytest.raises(InputError) as caught:
        read("\n".join(["corpus,strategy,auc", *rows]) + "\n")
    assert caught.value.code == "BO025"
    assert "--classifier-column 'strategy'" in caught.value.fix
