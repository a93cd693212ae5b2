import numpy as np
import pytest

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


def codes(scores: Scores) -> list[str]:
    return [finding.code for finding in scores.findings]


def table(header: str, *rows: str) -> str:
    return "\n".join([header, *rows]) + "\n"


ROWS = ("iris,rf,0.9", "sonar,rf,0.7", "iris,svm,0.8", "sonar,svm,0.6")


@pytest.mark.parametrize(
    "header",
    [
        "dataset,classifier,score",
        "dataset_name,classifier_name,accuracy",
        "data,model,auc",
        "Task,Framework,result",
        "problem,method,value",
        "DB,Algorithm,f1",
        "Data Set,Learner ID,Performance",
        "corpus,estimator,acc",
    ],
)
def test_the_usual_spellings_are_known(header: str) -> None:
    scores = read(table(header, *ROWS))
    assert (scores.classifiers, scores.datasets) == (("rf", "svm"), ("iris", "sonar"))
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert not scores.findings


def test_the_order_of_columns_and_rows_does_not_matter_for_the_numbers() -> None:
    scores = read(
        table("score,classifier,dataset", "0.6,svm,sonar", "0.9,rf,iris", "0.7,rf,sonar", "0.8,svm,iris")
    )
    assert scores.classifiers == ("svm", "rf")
    assert scores.datasets == ("sonar", "iris")
    assert scores.values.tolist() == [[0.6, 0.7], [0.8, 0.9]]


@pytest.mark.parametrize(
    ("column", "measure"),
    [("accuracy", "accuracy"), ("score", "score"), ("value", "score"), ("log_loss", "log_loss")],
)
def test_the_column_names_the_measure_unless_it_is_called_just_score(column: str, measure: str) -> None:
    assert read(table(f"dataset,classifier,{column}", *ROWS)).measure.name == measure


def test_a_loss_is_better_when_lower() -> None:
    measure = read(table("dataset,classifier,log_loss", *ROWS)).measure
    assert (measure.higher_is_better, measure.direction_from) == (False, "the name")


def test_columns_can_be_told() -> None:
    text = table(
        "where,who,when,how well", "iris,rf,1,0.9", "sonar,rf,2,0.7", "iris,svm,3,0.8", "sonar,svm,4,0.6"
    )
    options = ReadOptions(dataset_column="where", classifier_column="who", score_column="how well")
    scores = read(text, options=options)
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert scores.measure.name == "how well"


def test_a_lone_column_of_names_beside_the_classifier_is_the_dataset_and_that_is_said() -> None:
    scores = read(table("where,classifier,score", *ROWS))
    assert scores.datasets == ("iris", "sonar")
    assert codes(scores) == []


def test_one_metric_of_several_columns_is_chosen_and_that_is_said() -> None:
    text = table("dataset,classifier,auc,acc,time", *(f"{row},0.1,5" for row in ROWS))
    scores = read(text)
    assert scores.measure.name == "acc"
    finding = next(f for f in scores.findings if f.code == "BO308")
    assert finding.detail == {"metric": "acc", "others": ("auc", "time")}
    assert read(text, options=ReadOptions(metric="AUC")).values[0].tolist() == [0.9, 0.8]
    assert not read(text, options=ReadOptions(metric="time")).measure.higher_is_better


@pytest.mark.parametrize(
    ("measures", "chosen"),
    [
        ("train_acc,val_acc,test_acc", "test_acc"),
        ("val_acc,test_f1,fit_time", "test_f1"),
        ("train_acc,dev_acc", "dev_acc"),
        (
            "loss,accuracy,val_loss,val_accuracy,fit_time",
            "val_accuracy",
        ),  # a history of Keras: the first two are of training
        ("accuracy,val_accuracy", "accuracy"),
    ],
)
def test_what_was_held_out_is_the_score_before_validation_and_training(measures, chosen) -> None:
    rows = [
        f"{dataset},{model}," + ",".join(f"0.{70 + i + row}" for i in range(measures.count(",") + 1))
        for row, (dataset, model) in enumerate(row.split(",")[:2] for row in ROWS)
    ]
    assert read(table(f"dataset,model,{measures}", *rows)).measure.name == chosen


def test_one_metric_of_several_rows_is_chosen() -> None:
    rows = [
        f"{d},{c},{m},{v}"
        for d in ("iris", "sonar")
        for c in ("rf", "svm")
        for m, v in (("auc", 0.1), ("accuracy", 0.2))
    ]
    text = table("dataset,classifier,metric,value", *rows)
    assert (read(text).measure.name, read(text).values[0, 0]) == ("accuracy", 0.2)
    assert read(text, options=ReadOptions(metric="auc")).values[0, 0] == 0.1


def test_a_metric_that_is_only_a_name_names_the_score() -> None:
    measure = read(table("dataset,classifier,value", *ROWS), options=ReadOptions(metric="error")).measure
    assert (measure.name, measure.higher_is_better) == ("error", False)


def test_repeats_and_folds_are_resamples_with_their_sizes() -> None:
    rows = [f"{d},{c},{r},{f},0.{r}{f},90,10" for d in "ab" for c in "xy" for r in (1, 2) for f in (0, 1)]
    scores = read(table("dataset,classifier,repeat,fold,score,n_train,n_test", *rows))
    assert scores.resamples is not None
    assert scores.resamples.values[:4, 0].tolist() == [0.1, 0.11, 0.2, 0.21]
    assert scores.resamples.n_train is not None
    assert scores.resamples.n_test is not None
    assert scores.resamples.n_train.tolist() == [90.0] * 8
    assert scores.resamples.n_test.tolist() == [10.0] * 8
    assert codes(scores) == ["BO323"]


def test_a_seed_counts_as_repeat_only_where_it_is_needed() -> None:
    header = "dataset,classifier,fold,seed,score"
    lone = read(table(header, "a,x,0,7,0.1", "a,y,0,8,0.2", "a,x,1,9,0.3", "a,y,1,10,0.4"))
    assert lone.resamples is not None
    assert lone.resamples.repeat.tolist() == [0, 0]
    rows = [f"a,{c},{f},{s},0.{f}{s}" for c in "xy" for f in (0, 1) for s in (1, 2)]
    needed = read(table(header, *rows))
    assert needed.resamples is not None
    assert needed.resamples.repeat.tolist() == [1, 1, 2, 2]


def test_a_classifier_without_any_score_on_a_dataset_is_a_missing_cell() -> None:
    rows = [f"{d},{c},{f},0.{f}5" for d in "ab" for c in "xy" for f in (1, 2) if (d, c) != ("b", "y")]
    scores = read(table("dataset,classifier,fold,score", *rows))
    assert np.isnan(scores.values[1, 1])
    assert scores.resamples is not None
    assert np.isnan(scores.resamples.of(1)[:, 1]).all()


def test_identical_rows_are_read_once_and_that_is_said() -> None:
    scores = read(table("dataset,classifier,score", *ROWS, ROWS[0]))
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert codes(scores) == ["BO311"]


def test_a_score_and_a_gap_for_the_same_thing_contradict_each_other() -> None:
    with pytest.raises(InputError, match=r"has 0\.9 and missing") as caught:
        read(table("dataset,classifier,score", *ROWS, "iris,rf,"))
    assert caught.value.code == "BO026"


def test_one_kind_of_rows_can_be_kept() -> None:
    rows = [f"{row},{kind}" for kind in ("a", "b") for row in ROWS]
    rows[4] = "iris,rf,0.1,b"
    text = table("dataset,classifier,score,kind", *rows)
    with pytest.raises(InputError, match="--only 'kind=a'"):
        read(text)
    assert read(text, options=ReadOptions(only=(("kind", "b"),))).values[0, 0] == 0.1
    joined = read(text, options=ReadOptions(classifier_column="classifier+kind"))
    assert joined.classifiers == ("rf a", "svm a", "rf b", "svm b")


def test_a_spread_in_a_column_of_its_own_is_read() -> None:
    scores = read(
        table(
            "dataset,classifier,accuracy,accuracy_std", *(f"{row},0.0{i + 1}" for i, row in enumerate(ROWS))
        )
    )
    assert scores.spread is not None
    assert scores.spread.tolist() == [[0.01, 0.03], [0.02, 0.04]]
    assert codes(scores) == ["BO321"]


def test_columns_that_are_not_needed_are_named() -> None:
    scores = read(
        table("id,dataset,classifier,score,info", *(f"o/{i},{row},ok" for i, row in enumerate(ROWS)))
    )
    assert codes(scores) == ["BO304"]
    assert scores.findings[0].detail == {"columns": ("id", "info")}


def test_versions_are_no_scores() -> None:
    scores = read(
        table(
            "dataset,classifier,acc,version",
            *(f"{row},{v}" for row, v in zip(ROWS, ("0.5.1", "0.9", "1.2.3", "0.1.1"), strict=True)),
        )
    )
    assert scores.measure.name == "acc"
    assert codes(scores) == ["BO304"]


def test_rows_of_classifiers_with_columns_of_datasets_are_turned_round() -> None:
    text = table("model,iris,sonar,glass", "rf,0.9,0.7,0.5", "svm,0.8,0.6,oops")
    with pytest.raises(InputError, match=r"'svm' on 'glass'[^\n]*\n[^\n]*line 3, column 4"):
        read(text)
    scores = read(text.replace("oops", "0.4"))
    assert (scores.classifiers, scores.datasets) == (("rf", "svm"), ("iris", "sonar", "glass"))
    assert codes(scores) == ["BO307"]


def test_models_with_measures_are_one_dataset() -> None:
    with pytest.raises(BakeoffError) as caught:
        read(table("model,accuracy,auc", "rf,0.9,0.7", "svm,0.8,0.6"))
    assert caught.value.code == "BO023"


def test_a_hundred_thousand_rows_are_pivoted() -> None:
    rng = np.random.default_rng(0)
    values = rng.random((500, 10, 20))
    rows = [
        f"d{i},c{j},{f},{float(values[i, f, j])!r}" for i in range(500) for f in range(10) for j in range(20)
    ]
    scores = read(table("dataset,classifier,fold,accuracy", *rows))
    assert scores.resamples is not None
    assert np.array_equal(scores.resamples.values, values.reshape(5000, 20))


RUNS = """run_id,params.model,params.dataset,metrics.acc
a1,cnn,iris,0.80
a2,vit,iris,0.83
a3,cnn,wine,0.70
a4,vit,wine,0.73
"""


def test_a_tracker_s_runs_are_read_by_the_settings_that_name_model_and_dataset() -> None:
    scores = read(RUNS)
    assert isinstance(scores, Scores)
    assert scores.classifiers == ("cnn", "vit")
    assert scores.datasets == ("iris", "wine")
    assert scores.resamples is None


def test_runs_that_only_their_id_tells_apart_are_not_offered_one_by_one() -> None:
    with pytest.raises(BakeoffError) as caught:
        read(RUNS + "a5,cnn,iris,0.81\n")
    assert "run_id" not in caught.value.fix


def test_columns_that_tell_rows_apart_only_together_are_named_with_what_to_type() -> None:
    rows = [
        f"{task},{size},{draw},{name},0.{7 + i % 2}{draw}{size}"
        for i, name in enumerate(("npe", "nre"))
        for task in ("slcp", "sir")
        for size in (10, 100)
        for draw in (1, 2, 3)
    ]
    text = table("task,simulations,observation,algorithm,accuracy", *rows)
    with pytest.raises(BakeoffError) as caught:
        read(text)
    assert caught.value.code == "BO026"
    assert "tell them apart together" in caught.value.fix
    assert "'simulations'" in caught.value.fix
    assert "'observation'" in caught.value.fix


def test_of_columns_that_tell_rows_apart_together_words_go_to_the_classifier_and_numbers_to_the_dataset() -> (
    None
):
    rows = [
        f"{task},{size},{kind},{name},0.{7 + i % 2}{len(kind)}{size}"
        for i, name in enumerate(("npe", "nre"))
        for task in ("slcp", "sir")
        for size in (10, 100)
        for kind in ("plain", "boosted", "bagged")
    ]
    text = table("task,simulations,flavour,algorithm,accuracy", *rows)
    with pytest.raises(BakeoffError) as caught:
        read(text)
    assert "--classifier-column 'algorithm+flavour' --dataset-column 'task+simulations'" in caught.value.fix


def test_a_column_whose_numbers_hardly_come_back_is_no_name_for_the_rows() -> None:
    distances = (0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.57, 0.51)
    cases = [(d, m, k) for d in ("iris", "sonar") for m in ("rf", "svm") for k in (1, 2)]
    rows = [f"{d},{m},{z},0.7{i}{k}" for i, ((d, m, k), z) in enumerate(zip(cases, distances, strict=True))]
    with pytest.raises(BakeoffError) as caught:
        read(table("dataset,classifier,C2ST_Z,accuracy", *rows))
    assert caught.value.code == "BO026"
    assert "C2ST_Z" not in caught.value.fix
