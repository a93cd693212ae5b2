"""Rows that are resamples by their names are not taken for datasets; datasets with numbers in their names are."""

from collections.abc import Sequence

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import DesignError, ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions


def table(names: Sequence[str]) -> dict[str, list[object]]:
    rng = np.random.default_rng(len(names))
    a = rng.normal(80, 2, len(names)).round(2)
    b = (a + rng.normal(1.2, 1, len(names))).round(2)
    return {"dataset": list(names), "A": a.tolist(), "B": b.tolist()}


def read(names: Sequence[str], **options: str) -> Scores:
    made = read_evidence(table(names), options=ReadOptions(**options))  # type: ignore[arg-type]
    assert isinstance(made, Scores)
    return made


def numbered(form: str, *, first: int = 1, count: int = 10) -> list[str]:
    return [form.format(i) for i in range(first, first + count)]


@pytest.mark.parametrize(
    "form",
    [
        "glass run {}", "glass_run_{}", "glass-seed{}", "glass rep {}", "run {}", "seed={}", "trial #{}", "glassRun{}",
        "glass, repeat {} of 10", "iteration {}/10", "random_state {} (glass)", "bootstrap {} of glass", "seed{}_glass",
        "glass {}-run", "{}th seed of glass",
    ],
)  # fmt: skip
def test_runs_of_one_dataset_are_read_as_such(form: str) -> None:
    for first in (0, 1, 42):
        made = read(numbered(form, first=first))
        assert len(made.datasets) == 1
        assert made.resamples is not None
        assert made.resamples.repeat.tolist() == list(range(first, first + 10))
        assert [f.code for f in made.findings if f.code.startswith("BO20")] == ["BO206"]


@pytest.mark.parametrize(
    "form", ["fold {}", "glass fold{}", "Fold_{}", "split {}", "cv_fold {}", "resample {}"]
)
def test_folds_of_one_dataset_are_judged_by_the_corrected_test(form: str) -> None:
    compared = bakeoff.compare(table(numbered(form)))
    assert compared.design.name == "two-classifiers-one-dataset-resampled"
    assert compared.pairs[0].result.procedure == "corrected-t"


def test_runs_without_a_ratio_are_refused_with_the_reading_and_the_way_out() -> None:
    with pytest.raises(DesignError, match=r"10 rows are resamples of 1 dataset by their names") as error:
        bakeoff.compare(table(numbered("glass run {}", first=0)))
    assert error.value.code == "BO083"
    assert "rows_are datasets" in error.value.what
    assert "the ratio of test to training examples must be known" in error.value.what
    judged = bakeoff.compare(table(numbered("glass run {}", first=0)), test_train_ratio=3 / 7)
    assert judged.pairs[0].result.procedure == "corrected-t"


def test_several_datasets_count_once_each() -> None:
    names = [f"{stem}_rep{i}" for stem in ("iris", "wine", "glass") for i in range(1, 6)]
    made = read(names)
    assert made.datasets == ("iris", "wine", "glass")
    assert made.resamples is not None
    assert made.resamples.per_dataset == (5, 5)
    given = np.array(table(names)["A"], dtype=float).reshape(3, 5).mean(axis=1)
    assert made.values[:, 0] == pytest.approx(given)


def test_repeats_and_folds_are_told_apart() -> None:
    made = read([f"glass run {r} fold {f}" for r in (1, 2) for f in (1, 2, 3)])
    assert made.resamples is not None
    assert made.resamples.repeat.tolist() == [1, 1, 1, 2, 2, 2]
    assert made.resamples.fold.tolist() == [1, 2, 3, 1, 2, 3]


def test_runs_among_other_datasets_are_one_dataset() -> None:
    made = read(["iris", "wine", "glass run 0", "glass run 1", "glass run 2", "zoo", "sonar fold 3"])
    assert made.datasets == ("iris", "wine", "glass", "zoo", "sonar fold 3")


def test_whole_cross_validations_of_one_dataset_are_refused() -> None:
    for form in ("cv {}", "glass 10-fold cv {}", "crossvalidation {} (glass)"):
        with pytest.raises(DesignError, match="share all their examples") as error:
            read(numbered(form))
        assert error.value.code == "BO207"
    several = read([f"{stem} cv {i}" for stem in ("iris", "wine", "glass") for i in (1, 2)])
    assert several.datasets == ("iris", "wine", "glass")
    assert several.resamples is None  # their spread is none that a test may use


@pytest.mark.parametrize(
    "form", ["iris ({})", "iris [{}]", "iris #{}", "iris_{}", "iris-{}", "iris {}", "('iris', {})"]
)
def test_bare_numbers_are_asked_about_with_a_command_for_each_reading(form: str) -> None:
    with pytest.raises(
        ReadingError, match=r"do not say whether these are 10 datasets or 10 resamples"
    ) as error:
        read(numbered(form))
    assert error.value.code == "BO208"
    assert "--rows-are resamples" in error.value.fix
    assert "--rows-are datasets" in error.value.fix
    assert read(numbered(form), rows_are="datasets").datasets == tuple(numbered(form))
    runs = read(numbered(form), rows_are="resamples")
    assert runs.datasets == ("iris",)
    assert runs.resamples is not None
    assert runs.resamples.repeat.tolist() == list(range(1, 11))


def test_several_stems_with_the_same_numbers_are_asked_about() -> None:
    names = [f"{stem}-{i}" for stem in ("iris", "wine", "glass") for i in range(4)]
    with pytest.raises(ReadingError, match=r"12 datasets or 4 resamples of each of 'iris', 'wine'"):
        read(names)
    assert read([*names, "zoo"]).datasets == (*names, "zoo")  # not every row is numbered


KEEL = "segment0 yeast1 yeast3 yeast4 yeast5 yeast6 vowel0 glass0 glass1 glass2 glass4 glass5 glass6 page-blocks0"


@pytest.mark.parametrize(
    "names",
    [
        KEEL.split(), ["vehicle0", "vehicle1", "vehicle2", "vehicle3", "ecoli1", "ecoli2", "ecoli3", "ecoli4"],
        ["led7", "led24", "waveform-21", "waveform-40"], ["monks-1", "monks-2", "monks-3"],
        numbered("dataset {}"), numbered("Dataset{}"), numbered("data set {}"), numbered("{}"), numbered("D{}"),
        numbered("UCI problem {}"), numbered("Figure 15.{}"), numbered("task_{}"), numbered("Patient {}"),
        numbered("Table {}"), ["iris", "seeds", "splice", "2d-fold", "run-or-walk", "trial"],
        ["census 2010", "census 2011", "census 2012", "census 2013", "census 2014"], numbered("model-{}"),
        ["iris fold 1", "wine fold 1", "zoo fold 1"],
    ],
)  # fmt: skip
def test_datasets_with_numbers_in_their_names_stay_datasets(names: list[str]) -> None:
    made = read(names)
    assert made.datasets == tuple(names)
    assert not [f for f in made.findings if f.code.startswith("BO20")]


def test_one_name_with_numbers_joined_to_it_is_found() -> None:
    made = read(numbered("glass{}"))
    assert len(made.datasets) == 10
    assert [f.code for f in made.findings if f.code.startswith("BO20")] == ["BO209"]
    assert read(numbered("glass{}"), rows_are="datasets").findings == ()


def test_rows_that_the_user_calls_resamples_need_no_numbers() -> None:
    made = read(["alpha", "beta", "gamma"], rows_are="resamples")
    assert made.resamples is not None
    assert made.resamples.repeat.tolist() == [0, 1, 2]


def test_a_column_of_folds_is_believed_whatever_the_datasets_are_called() -> None:
    given = table(["glass 1", "glass 1", "glass 2", "glass 2"]) | {"fold": [1, 2, 1, 2]}
    assert read_evidence(given).datasets == ("glass 1", "glass 2")
