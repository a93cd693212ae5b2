"""Columns called like another and more, like answers, numbers or scores: what they are is asked, or seen."""

import pytest
from tests.inputs.tables_of_people.cases import beside, csv, draw

import bakeoff
from bakeoff.core.errors import InputError, ReadingError

DATA = ["anneal", "autos", "colic", "credit-a", "glass", "heart-c", "hepatitis", "iris", "labor", "lymph"]


@pytest.fixture
def place(tmp_path):
    def write(text):
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", ["fit_RF", "train_RF", "RF test", "RF_val"])
def test_a_column_called_like_another_and_a_step_of_its_work_is_asked_about(place, name):
    path = place(csv(["dataset", "RF", "SVM", name], beside(DATA, draw("step", 10, 3))))
    with pytest.raises(ReadingError, match=f"'{name}' may be no classifier: its name is that of 'RF' with"):
        bakeoff.compare(path)
    assert bakeoff.read(path, leave_aside=[name]).evidence.classifiers == ("RF", "SVM")
    assert bakeoff.read(path, columns_are="classifiers").evidence.classifiers == ("RF", "SVM", name)


def test_words_of_work_beside_no_column_of_the_rest_of_the_name_are_names(place):
    path = place(csv(["dataset", "fit-net", "SVM", "RF"], beside(DATA, draw("name", 10, 3))))
    assert bakeoff.read(path).evidence.classifiers == ("fit-net", "SVM", "RF")


@pytest.mark.parametrize("word", ["Statement", "dataset"])
def test_answers_of_surveys_are_no_classifiers_unasked(place, word):
    head = [word, "Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
    rows = DATA if word == "dataset" else [f"Q{i}" for i in range(10)]
    path = place(csv(head, beside(rows, draw("likert", 10, 5, 2, 40, 6, 1))))
    with pytest.raises(ReadingError, match="are answers to a question by their names"):
        bakeoff.compare(path)


@pytest.mark.parametrize("names", [["2021", "2022", "2023"], ["10", "100", "500"]])
def test_columns_called_by_numbers_are_asked_about_in_a_file(place, names):
    path = place(csv(["dataset", *names], beside(DATA, draw("numbers", 10, 3))))
    with pytest.raises(ReadingError, match="called by numbers"):
        bakeoff.compare(path)
    assert bakeoff.read(path, columns_are="classifiers").evidence.classifiers == tuple(names)


def test_a_dataset_under_several_conditions_is_one_and_those_of_one_condition_may_be_chosen(place):
    head = ["Method", *(f"{d} {k}-shot" for d in ("miniImageNet", "tieredImageNet", "CUB") for k in (1, 5))]
    path = place(csv(head, beside(["ProtoNet", "MAML", "RelationNet"], draw("shots", 3, 6, 40, 80, 3, 2))))
    with pytest.raises(
        ReadingError, match="a dataset that is tested in several ways is one dataset"
    ) as refused:
        bakeoff.compare(path)
    assert "only the columns of '5-shot'" in str(refused.value)
    chosen = "miniImageNet 5-shot,tieredImageNet 5-shot,CUB 5-shot"
    assert len(bakeoff.read(path, columns=chosen).evidence.datasets) == 3


@pytest.mark.parametrize("kind", ["classes", "probabilities"])
def test_logit_beside_other_methods_is_a_classifier(place, kind):
    truth = [i % 2 for i in range(40)]
    names = ["Logit", "RF", "SVM"]
    classes = [[t ^ int(i % k == 0) for k in (7, 9, 5)] for i, t in enumerate(truth)]
    cells = classes if kind == "classes" else draw("logit", 40, 3, 0.2, 0.8)
    rows = [[i, t, *row] for i, (t, row) in enumerate(zip(truth, cells, strict=True))]
    path = place(csv(["id", "truth", *names], rows))
    assert set(bakeoff.read(path).evidence.classifiers) == set(names)


def test_logit_alone_is_a_column_of_scores(place):
    rows = [[i, i % 2, i % 2, v] for i, (v,) in enumerate(draw("alone", 40, 1, 0.2, 0.8))]
    seen = bakeoff.read(place(csv(["id", "truth", "pred", "logit"], rows)))
    assert "logit" not in seen.evidence.classifiers


def test_what_columns_hold_that_are_no_classifiers_is_told_of_each_kind(place):
    rows = [[d, f"0.{10 + i}", i + 2] for i, d in enumerate(DATA)]
    with pytest.raises(ReadingError, match="by their names: each holds results of a test"):
        bakeoff.read(place(csv(["dataset", "p-value", "statistic"], rows)))
    with pytest.raises(ReadingError, match="'p-value' holds results of a test and 'n_features' counts"):
        bakeoff.read(place(csv(["dataset", "p-value", "n_features"], rows)))


def test_notes_below_a_table_are_to_be_taken_out_and_not_filled_up(place):
    table = csv(["dataset", "NB", "SVM", "RF"], beside(DATA, draw("notes", 10, 3)))
    with pytest.raises(InputError, match="take notes below the table out of it") as refused:
        bakeoff.read(place(table + "* trained on half of the data\n† taken from the paper\n"))
    assert refused.value.code == "BO017"
    with pytest.raises(InputError, match="fill the row"):
        bakeoff.read(place(table + "car,0.5\n"))


MEANS = "المتوسط میانگین ממוצע 평균 औसत Ortalama Średnia Průměr Gemiddeld Medelvärde Gjennomsnitt Gennemsnit Keskiarvo"


@pytest.mark.parametrize("mean", [*MEANS.split(), "Átlag", "Medie", "Μέσος όρος", "Середнє", "Trung bình"])
def test_rows_of_means_are_known_in_other_languages(place, mean):
    rows = beside(DATA, draw("mean", 10, 3))
    means = [f"{sum(float(row[j]) for row in rows) / 10:.3f}" for j in (1, 2, 3)]
    read = bakeoff.read(place(csv(["dataset", "NB", "SVM", "RF"], [*rows, [mean, *means]])))
    assert read.evidence.datasets == tuple(DATA)
