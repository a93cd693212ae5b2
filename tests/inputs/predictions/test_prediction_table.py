"""Predictions of single examples, however they are laid out."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions

TRUTH = ["cat", "dog", "cat", "dog", "cat"]
RF = ["cat", "dog", "dog", "dog", "cat"]
SVM = ["cat", "cat", "cat", "dog", "dog"]
RIGHT = [[True, True], [True, False], [False, True], [True, True], [True, False]]


def wide(ids=(1, 2, 3, 4, 5), *, order=range(5)):
    rows = [f"{ids[i]},{TRUTH[i]},{RF[i]},{SVM[i]}" for i in order]
    return "\n".join(["id,y_true,rf,svm", *rows]) + "\n"


def codes(made):
    return [f.code for f in made.findings]


def read(source, **options):
    made = read_evidence(source, options=ReadOptions(**options))
    assert isinstance(made, Predictions)
    return made


def test_a_wide_table_has_a_column_for_each_classifier():
    made = read(wide())
    assert made.classifiers == ("rf", "svm")
    assert made.correct.tolist() == RIGHT
    assert made.classes == ("cat", "dog")
    assert [made.classes[i] for i in made.truth] == TRUTH
    assert [made.classes[i] for i in made.labels[:, 1]] == SVM
    assert (made.examples, made.measure.name, codes(made)) == (5, "accuracy", [])


def test_a_long_table_has_a_row_for_each_classifier_and_example():
    rows = [
        f"{i},{c},{t},{p}"
        for c, own in (("rf", RF), ("svm", SVM))
        for i, (t, p) in enumerate(zip(TRUTH, own, strict=True))
    ]
    made = read("\n".join(["id,classifier,y_true,y_pred", *rows[::-1]]) + "\n")
    assert sorted(made.classifiers) == ["rf", "svm"]
    order = [made.classifiers.index(name) for name in ("rf", "svm")]
    assert made.correct[::-1, order].tolist() == RIGHT


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, dict])
def test_frames_and_dicts_are_read_like_files(frame):
    data = {"y_true": TRUTH, "rf": RF, "svm": SVM}
    made = read(frame(data))
    assert made.correct.tolist() == RIGHT
    assert codes(made) == ["BO350"]  # the rows themselves are the examples, and that is said
    assert made.digest == read({"y_true": TRUTH, "predictions": {"rf": RF, "svm": SVM}}).digest


def test_what_is_no_prediction_is_read_as_scores():
    made = read_evidence("dataset,rf,svm\niris,0.95,0.96\nsonar,0.87,0.86\nglass,0.71,0.69\n")
    assert isinstance(made, Scores)


@pytest.mark.parametrize("title", ["label", "target", "class", "gold", "y"])
def test_a_word_that_may_mean_the_truth_does_so_beside_columns_with_the_same_labels(title):
    assert read(wide().replace("y_true", title)).correct.tolist() == RIGHT


@pytest.mark.parametrize(
    "names", ["pred_rf,pred_svm", "rf_pred,svm_pred", "y_pred_rf,y_pred_svm", "rf prediction,svm prediction"]
)
def test_names_of_columns_may_say_that_they_are_predictions(names):
    made = read(wide().replace("rf,svm", names))
    assert made.classifiers == ("rf", "svm")
    assert made.correct.tolist() == RIGHT


class TestJoining:
    def test_two_files_are_joined_on_the_id_whatever_the_order_of_rows(self, tmp_path):
        (tmp_path / "rf.csv").write_text(
            "id,y_true,y_pred\n" + "".join(f"e{i},{TRUTH[i]},{RF[i]}\n" for i in range(5))
        )
        (tmp_path / "svm.csv").write_text(
            "id,y_true,y_pred\n" + "".join(f"e{i},{TRUTH[i]},{SVM[i]}\n" for i in (3, 0, 4, 2, 1))
        )
        made = read([tmp_path / "rf.csv", str(tmp_path / "svm.csv")])
        assert made.classifiers == ("rf", "svm")
        assert made.correct.tolist() == RIGHT
        assert codes(made) == ["BO362"]

    def test_the_truth_may_be_in_a_file_of_its_own(self, tmp_path):
        (tmp_path / "truth.csv").write_text("id,y_true\n2,dog\n1,cat\n")
        (tmp_path / "rf.csv").write_text("id,y_pred\n1,cat\n2,cat\n")
        made = read([tmp_path / "rf.csv", tmp_path / "truth.csv"])
        assert (made.classifiers, made.correct.tolist()) == (("rf",), [[True], [False]])

    def test_files_of_one_name_are_told_apart_by_their_folders(self, tmp_path):
        for folder in ("gpt", "llama"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "samples.jsonl").write_text(
                '{"id": 1, "correct": true}\n{"id": 2, "correct": false}\n'
            )
        made = read([tmp_path / "gpt" / "samples.jsonl", tmp_path / "llama" / "samples.jsonl"])
        assert made.classifiers == ("gpt", "llama")

    def test_a_column_of_models_names_the_classifier_rather_than_the_file(self, tmp_path):
        for model in ("big", "small"):
            (tmp_path / f"run-{model}.csv").write_text(
                f"id,model,y_true,y_pred\n1,{model},a,a\n2,{model},b,a\n"
            )
        assert read([tmp_path / "run-big.csv", tmp_path / "run-small.csv"]).classifiers == ("big", "small")

    def test_ids_of_whole_numbers_are_the_same_in_every_format(self, tmp_path):
        (tmp_path / "rf.csv").write_text("id,y_true,y_pred\n10,a,a\n9,b,b\n")
        (tmp_path / "svm.json").write_text(
            '[{"id": 9, "y_true": "b", "y_pred": "a"}, {"id": 10, "y_true": "a", "y_pred": "a"}]'
        )
        made = read([tmp_path / "rf.csv", tmp_path / "svm.json"])
        assert made.correct.tolist() == [[True, True], [True, False]]

    def test_leading_zeros_are_part_of_an_id(self):
        made = read("id,y_true,rf\n007,a,a\n7,b,b\n07,a,b\n")
        assert made.examples == 3

    def test_without_ids_equal_truths_allow_the_order_of_rows_and_it_is_said(self, tmp_path):
        for name, own in (("rf", RF), ("svm", SVM)):
            (tmp_path / f"{name}.csv").write_text(
                "y_true,y_pred\n" + "".join(f"{t},{p}\n" for t, p in zip(TRUTH, own, strict=True))
            )
        made = read([tmp_path / "rf.csv", tmp_path / "svm.csv"])
        assert made.correct.tolist() == RIGHT
        assert "BO357" in codes(made)

    def test_the_shared_examples_are_kept_on_request(self):
        text = "id,model,y_true,y_pred\n1,a,x,x\n2,a,y,x\n1,b,x,x\n2,b,y,y\n3,b,y,y\n"
        made = read(text, drop_incomplete=True)
        assert (made.examples, made.correct.tolist()) == (2, [[True, True], [False, True]])
        assert "BO353" in codes(made)

    def test_identical_rows_are_read_once_and_it_is_said(self):
        made = read("id,y_true,rf,svm\n1,a,a,b\n1,a,a,b\n2,b,b,b\n")
        assert (made.examples, codes(made)) == (2, ["BO354"])
        assert made.findings[0].detail == {"rows": 1}

    def test_several_attempts_at_an_example_are_a_group(self):
        made = read(
            "id,epoch,model,correct\n"
            + "".join(f"{i},{e},{m},1\n" for i in (1, 2) for e in (1, 2) for m in "ab")
        )
        assert (made.examples, made.group.tolist(), codes(made)) == (4, [0, 0, 1, 1], ["BO365"])

    def test_the_same_id_in_two_datasets_is_two_examples(self):
        made = read("dataset,id,y_true,rf,svm\nvote,1,a,a,a\nvote,2,b,b,b\nlabor,1,x,x,y\nlabor,2,y,y,y\n")
        assert made.datasets == ("vote", "labor")
        assert made.dataset.tolist() == [0, 0, 1, 1]


class TestLabels:
    def test_one_is_one_however_it_is_written_and_it_is_said(self):
        made = read({"y_true": [1, 0, 1], "rf": ["1", "0", "0"], "svm": ["1.0", "0.0", "1.0"]})
        assert made.classes == ("0", "1")
        assert made.correct.tolist() == [[True, True], [True, True], [False, True]]
        assert "BO352" in codes(made)

    def test_true_is_one_where_other_columns_have_numbers(self):
        made = read({"y_true": [True, False], "rf": [1, 1], "svm": [0, 0]})
        assert made.correct.tolist() == [[True, False], [False, True]]
        assert "BO352" in codes(made)

    def test_one_and_one_point_zero_in_one_column_stay_apart(self):
        made = read("id,y_true,rf\n1,1,1\n2,1.0,1.0\n3,2,2\n")
        assert made.classes == ("1", "1.0", "2")

    def test_a_class_that_is_never_true_may_be_predicted_and_it_is_said(self):
        made = read("id,y_true,rf,svm\n1,a,a,c\n2,b,b,b\n")
        assert made.classes == ("a", "b", "c")
        finding = next(f for f in made.findings if f.code == "BO351")
        assert finding.detail == {"classifier": "svm", "classes": ("c",), "examples": 1}

    def test_a_test_set_of_one_class_is_said(self):
        made = read("id,y_true,rf,svm\n1,a,a,b\n2,a,b,a\n")
        assert "BO355" in codes(made)

    def test_classes_that_are_numbers_are_in_the_order_of_numbers(self):
        assert read("id,y_true,rf\n1,10,10\n2,9,9\n3,-1,9\n").classes == ("-1", "9", "10")

    def test_a_class_may_be_called_none_where_the_truth_has_it(self):
        made = read("id,y_true,rf\n1,None,None\n2,spam,None\n")
        assert made.classes == ("None", "spam")

    def test_numbers_that_weka_puts_before_labels_are_taken_off(self):
        text = "inst#,actual,predicted,error,prediction\n1,1:dem,1:dem,,0.9\n2,2:rep,1:dem,+,0.6\n"
        made = read(text)
        assert made.classes == ("dem", "rep")
        assert made.correct.tolist() == [[True], [False]]
        # 'prediction' is the probability of the predicted class
        assert made.probabilities[:, 0].tolist() == [[0.9, pytest.approx(0.1)], [0.6, pytest.approx(0.4)]]


class TestNumbers:
    def test_a_column_for_each_classifier_and_class_holds_probabilities(self):
        made = read("id,y_true,rf:a,rf:b,svm:a,svm:b\n1,a,0.7,0.3,0.2,0.8\n2,b,0.4,0.6,0.1,0.9\n")
        assert made.classifiers == ("rf", "svm")
        assert made.probabilities[0].tolist() == [[0.7, 0.3], [0.2, 0.8]]
        assert made.correct.tolist() == [[True, False], [True, True]]
        assert "BO358" in codes(made)

    def test_labels_and_probabilities_may_stand_side_by_side(self):
        made = read(
            "id,y_true,y_pred,prob_a,prob_b,prob_c\n1,a,a,0.7,0.2,0.1\n2,b,b,0.4,0.3,0.3\n3,c,c,0,0,1\n"
        )
        assert made.probabilities.shape == (3, 1, 3)
        finding = next(f for f in made.findings if f.code == "BO363")
        assert finding.detail["examples"] == 1  # b is predicted where a is more likely

    def test_of_two_classes_one_probability_is_enough(self):
        made = read("id,y_true,pred_rf,prob1_rf\n1,1,1,0.75\n2,0,0,0.25\n")
        assert made.probabilities[:, 0].tolist() == [[0.25, 0.75], [0.75, 0.25]]

    def test_fractions_beside_zero_and_one_are_probabilities_of_one(self):
        made = read({"y_true": [1, 0], "rf": [0.9, 0.6], "svm": [0.4, 0.1]})
        assert made.correct.tolist() == [[True, False], [False, True]]

    def test_scores_without_bounds_are_kept_for_ranking(self):
        made = read("id,y_true,pred_svm,svm_score\n1,1,1,3.5\n2,0,0,-2\n")
        assert made.probabilities is None
        assert made.scores.tolist() == [[3.5], [-2.0]]

    def test_a_classifier_without_probabilities_has_none(self):
        made = read("id,y_true,pred_rf,pred_svm,prob1_rf\n1,1,1,0,0.75\n2,0,0,0,0.25\n")
        assert np.isnan(made.probabilities[:, 1]).all()


class TestWhatElseIsKnown:
    def test_groups_weights_subgroups_and_folds_are_read(self):
        text = "id,y_true,rf,svm,patient,weight,fold,ward\n1,a,a,a,p1,1,1,x\n2,b,b,a,p1,2,2,y\n3,a,b,a,p2,0.5,2,x\n"
        made = read(text, subgroup_column="ward")
        assert made.classifiers == ("rf", "svm")
        assert made.group.tolist() == [0, 0, 1]
        assert made.weight.tolist() == [1.0, 2.0, 0.5]
        assert made.subgroup == ("x", "y", "x")
        assert made.fold.tolist() == [0, 1, 1]

    def test_the_user_may_name_the_columns(self):
        text = "nr,wahr,rf,svm,praxis\nu,a,a,a,p\nv,b,b,a,p\nw,a,b,a,q\n"
        made = read(text, id_column="nr", truth_column="wahr", group_column="praxis")
        assert (made.classifiers, made.group.tolist()) == (("rf", "svm"), [0, 0, 1])

    def test_it_is_said_by_which_columns_examples_count_and_whether_somebody_named_them(self):
        text = "id,y_true,rf,svm,patient,weight\n1,a,a,b,u,1\n2,b,b,b,u,2\n3,a,a,a,v,1\n"
        assert read(text).counted_by == (
            "grouped by patient (found by its name)",
            "weighted by weight (found by its name)",
        )
        assert read(text, group_column="patient").counted_by[0] == "grouped by patient"
        assert read("id,y_true,rf,subject\n1,a,a,u\n2,b,b,v\n").counted_by == ()

    def test_a_group_for_each_example_is_none(self):
        assert read("id,y_true,rf,subject\n1,a,a,u\n2,b,b,v\n").group is None

    def test_a_column_that_says_test_is_no_fold(self):
        made = read("id,y_true,rf,split\n1,a,a,test\n2,b,b,test\n")
        assert (made.fold, codes(made)) == (None, [])

    def test_training_examples_are_a_problem(self):
        assert "BO366" in codes(read("id,y_true,rf,split\n1,a,a,test\n2,b,b,train\n"))

    def test_rows_and_classifiers_can_be_chosen(self):
        made = read(wide(), only=(("y_true", "cat"),), leave_out=("svm",))
        assert (made.classifiers, made.examples) == (("rf",), 3)

    def test_columns_of_features_are_left_aside_and_it_is_said(self):
        rows = "".join(f"{i},{'ab'[i % 2]},{'ab'[i % 3 % 2]},text number {i},{i * 0.37}\n" for i in range(40))
        made = read("id,y_true,rf,words,length\n" + rows)
        assert made.classifiers == ("rf",)
        assert codes(made) == ["BO304"]


class TestTimeSeriesFiles:
    HEAD = "Gun,TSF,TEST,0,MILLISECONDS,PREDICTIONS,made by hand\n{}\n0.5,1,1,1,1,2,,-1,-1\n"

    def test_the_first_line_names_dataset_and_classifier(self):
        made = read(self.HEAD + "0,0,,0.9,0.1\n1,0,,0.6,0.4\n")
        assert (made.classifiers, made.datasets) == (("TSF",), ("Gun",))
        assert made.correct.tolist() == [[True], [False]]
        assert made.probabilities[1, 0].tolist() == [0.6, 0.4]

    def test_probabilities_may_be_absent(self):
        assert read(self.HEAD + "0,0\n1,0\n").probabilities is None


def test_a_large_table_is_read_as_a_small_one_is(tmp_path):
    rows = 120_000  # above the size from which cells are kept as numbers
    rng = np.random.default_rng(4)
    data = rng.integers(0, 3, size=(rows, 3))
    lines = (f"{i},c{t},c{a},c{b}\n" for i, (t, a, b) in enumerate(data.tolist()))
    (tmp_path / "large.csv").write_text("id,y_true,rf,svm\n" + "".join(lines))
    made = read(tmp_path / "large.csv")
    frame = pd.DataFrame(
        {"id": range(rows)}
        | {n: [f"c{v}" for v in data[:, j]] for j, n in enumerate(["y_true", "rf", "svm"])}
    )
    assert made.digest == read(frame).digest
    assert (made.correct == (data[:, 1:] == data[:, :1])).all()


def test_labels_beside_probabilities_of_the_same_classifiers_are_its_predictions():
    text = "id,y_true,A,B,A:no,A:yes,B:no,B:yes\n" + "".join(
        f"{i},{'yes' if i % 2 else 'no'},yes,no,0.6,0.4,0.3,0.7\n" for i in range(6)
    )
    made = read(text)
    assert made.classifiers == ("A", "B")
    assert made.correct.sum(axis=0).tolist() == [3, 3]
    assert [made.classes[i] for i in made.labels[0]] == ["yes", "no"]  # not the most likely class
    assert made.probabilities[0, 0].tolist() == [0.6, 0.4]
    assert "BO304" not in codes(made)


@pytest.mark.parametrize(
    ("third", "taken"), [("0.33", True), ("0.333", True), ("0.30", False), ("0.3", False)]
)
def test_probabilities_that_miss_one_by_their_rounding_are_taken(third, taken):
    text = "id,y_true,A:x,A:y,A:z\n" + "".join(
        f"{i},{'xyz'[i % 3]},{third},{third},{third}\n" for i in range(6)
    )
    if taken:
        assert read(text).probabilities[0, 0].sum() == pytest.approx(3 * float(third))
        return
    with pytest.raises(BakeoffError) as refused:
        read(text)
    assert refused.value.code == "BO095"


@pytest.mark.parametrize("names", ["{who}.{label}", "{who}_{label}", "{label} {who}", "{who}-{label}"])
def test_a_column_for_each_classifier_and_class_holds_probabilities_whatever_joins_them(names):
    head = [
        "y_true",
        *(names.format(who=who, label=label) for who in ("rf", "svm") for label in ("cat", "dog")),
    ]
    cells = {"cat": "0.8,0.2", "dog": "0.3,0.7"}
    rows = [f"{t},{cells[a]},{cells[b]}" for t, a, b in zip(TRUTH, RF, SVM, strict=True)]
    made = read("\n".join([",".join(head), *rows]) + "\n")
    assert made.classifiers == ("rf", "svm")
    assert made.correct.tolist() == RIGHT


def test_deciles_are_no_predicted_classes():
    rows = [f"{i % 2},{i % 10 + 1},{(i * 3) % 10 + 1}" for i in range(40)]
    with pytest.raises(BakeoffError) as caught:
        read("\n".join(["y_true,decile_a,decile_b", *rows]) + "\n")
    assert "decision scores need the predicted class beside them" in caught.value.fix


def test_rows_without_names_beside_a_label_may_be_examples_and_the_command_is_offered(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("target,P(a),P(b)\n" + "".join(f"{i % 2},0.{i + 10},0.{i + 20}\n" for i in range(30)))
    with pytest.raises(BakeoffError) as caught:
        read(path)
    assert any("--truth-column" in offered.options for offered in caught.value.alternatives)
