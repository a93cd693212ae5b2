"""Splits that come with the data: a column of folds or of the words train and test, and tasks of OpenML."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.datasets import Split
from bakeoff.core.errors import DatasetError, UsageError
from bakeoff.core.outcomes import Scored
from bakeoff.datasets.loaders import load_dataset
from bakeoff.study.specification.resampling_names import RESAMPLINGS, make_splitting
from bakeoff.study.specification.specification import Resampling

ROWS = 24


def table(folder, values, name="d"):
    lines = [f"{i * 0.5},{'ab'[i % 2]},{values[i % len(values)]}" for i in range(ROWS)]
    file = folder / f"{name}.csv"
    file.write_text("\n".join(["x,class,part", *lines]) + "\n")
    return f"{file}#target=class&split=part"


def loaded(folder, values):
    return load_dataset(table(folder, values), base=Path())


def test_numbers_are_the_folds_that_rows_are_tested_in(tmp_path):
    splits = loaded(tmp_path, ["3", "1", "2", "-1"]).splits
    assert [split.fold for split in splits] == [0, 1, 2]
    for split, value in zip(splits, (1, 2, 0), strict=True):  # in the order of the numbers 1, 2 and 3
        assert split.test.tolist() == list(range(value, ROWS, 4))
        assert sorted([*split.train, *split.test]) == list(range(ROWS))


def test_the_words_train_and_test_are_one_split(tmp_path):
    (split,) = loaded(tmp_path, ["train", "Test", "training"]).splits
    assert split.test.tolist() == list(range(1, ROWS, 3))


def test_the_column_of_splits_is_no_attribute(tmp_path):
    assert [column.name for column in loaded(tmp_path, ["1", "2"]).features] == ["x"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["train", "test", "dev"], "beside train and test it has dev"),
        (["train", "test", ""], "8 rows have no value"),
        (["1"], "it names fewer than two folds"),
        (["test"], "all rows are on one side"),
    ],
)
def test_a_column_that_lays_down_no_splits_is_refused(tmp_path, values, said):
    with pytest.raises(DatasetError, match=said):
        loaded(tmp_path, values)


def test_a_study_is_run_on_predefined_splits(tmp_path, here):
    study = Study(
        {"a": "GaussianNB", "b": {"estimator": "DecisionTreeClassifier", "search": {"max_depth": [1, 2]}}},
        [table(tmp_path, ["1", "2", "3"])],
        resampling={"kind": "predefined"},
        tuning={"folds": 2},
    )
    outcomes = list(study.run(tmp_path / "s.db", engine=here).outcomes())
    assert [type(o) for o in outcomes] == [Scored] * 6
    assert {o.n_test for o in outcomes} == {8}


def test_cells_of_other_splits_of_the_same_rows_are_other_cells(tmp_path):
    dataset = loaded(tmp_path, ["1", "2"])
    rows = np.arange(ROWS)
    other = replace(dataset, splits=(Split(repeat=0, fold=0, train=rows[:12], test=rows[12:]),) * 2)
    keys = [
        {cell.key for cell in Study({"a": "GaussianNB"}, [each], resampling={"kind": "given"}).cells()}
        for each in (dataset, other)
    ]
    assert not keys[0] & keys[1]


def test_every_name_of_a_resampling_stands_for_a_kind():
    assert set(Resampling) <= set(RESAMPLINGS)
    assert make_splitting("stratified-group-k-fold", folds=4).kind is Resampling.GROUPED
    with pytest.raises(UsageError, match="there is no resampling 'stratified'; did you mean"):
        Study({"a": "GaussianNB"}, ["iris"], resampling={"kind": "stratified"})


def test_a_folder_of_tables_is_a_study_in_one_line(tmp_path, capsys):
    for name in ("one", "two"):
        table(tmp_path, ["1", "2"], name)
    file = tmp_path / "study.toml"
    assert main(["run", "--new", str(file), "--on", str(tmp_path)]) == 0
    assert f"wrote {file}" in capsys.readouterr().err
    names = [Path(reference).name for reference in Study.load(file).specification.datasets]
    assert names == ["one.csv", "two.csv"]
