from pathlib import Path

import pytest

import bakeoff
from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence as read

FOLDS = "fold,RF,SVM\n1,0.91,0.90\n2,0.92,0.94\n3,0.95,0.93\n"
DATASETS = "dataset,RF,SVM\niris,0.91,0.90\nwine,0.92,0.94\nheart,0.85,0.83\n"
ONE = "dataset,accuracy\niris,0.91\nwine,0.92\nheart,0.85\n"


def folder_of(folder: Path, *names: str, text: str) -> Path:
    for i, name in enumerate(names):
        (folder / f"{name}.csv").write_text(text.replace("0.9", f"0.{7 + i}"))
    return folder


def scores_of(folder: Path) -> Scores:
    scores = read(folder)
    assert isinstance(scores, Scores)
    assert "BO362" in [finding.code for finding in scores.findings]
    return scores


def test_files_of_folds_that_are_called_like_datasets_are_these_datasets(tmp_path: Path) -> None:
    scores = scores_of(folder_of(tmp_path, "iris", "wine", "ours", text=FOLDS))
    assert scores.datasets == ("iris", "ours", "wine")
    assert scores.resamples is not None
    assert scores.resamples.per_dataset == (3, 3)


def test_files_of_folds_that_nothing_names_are_asked_about(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(folder_of(tmp_path, "a", "b", text=FOLDS))
    assert "name it in a column 'dataset'" in caught.value.fix


def test_files_that_are_called_like_seeds_are_resamples(tmp_path: Path) -> None:
    scores = scores_of(folder_of(tmp_path, "res_seed0", "res_seed1", "res_seed2", text=DATASETS))
    assert scores.datasets == ("iris", "wine", "heart")
    assert scores.resamples is not None
    assert scores.resamples.per_dataset == (3, 3)


@pytest.mark.parametrize("names", [("seed0", "seed1"), ("iris", "wine")])
def test_files_of_one_classifier_are_not_named_after_seeds_or_datasets(tmp_path: Path, names) -> None:
    with pytest.raises(InputError) as caught:
        read(folder_of(tmp_path, *names, text=ONE))
    assert caught.value.code == "BO901"


def test_files_of_one_classifier_are_named_after_it_and_hold_its_scores(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "RF", "SVM", text=ONE)
    assert scores_of(folder).classifiers == ("RF", "SVM")
    reading = bakeoff.read(folder).reading
    assert reading is not None
    assert reading.columns_of("score") == ("accuracy",)


@pytest.mark.parametrize(("first", "second"), [("acc", "accuracy"), ("Accuracy", "ACC"), ("accuracy", "SVM")])
def test_a_column_called_as_a_measure_names_no_classifier_beside_other_files(
    tmp_path: Path, first, second
) -> None:
    (tmp_path / "RF.csv").write_text(ONE.replace("accuracy", first))
    (tmp_path / "SVM.csv").write_text(ONE.replace("accuracy", second).replace("0.9", "0.7"))
    scores = scores_of(tmp_path)
    assert (scores.classifiers, scores.measure.name) == (("RF", "SVM"), first)


def test_files_with_one_measure_each_that_differ_are_refused(tmp_path: Path) -> None:
    (tmp_path / "RF.csv").write_text(ONE)
    (tmp_path / "SVM.csv").write_text(ONE.replace("accuracy", "f1"))
    with pytest.raises(InputError, match="the files hold different scores: 'accuracy', 'f1'"):
        read(tmp_path)
