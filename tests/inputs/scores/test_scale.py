import pytest

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Unit
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions


def scores_of(*columns: list[float], **options: object) -> Scores:
    table = {f"c{i}": column for i, column in enumerate(columns)}
    return read(table, options=ReadOptions(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("columns", "metric", "unit"),
    [
        (([0.5, 0.9], [0.0, 1.0]), None, Unit.FRACTION),
        (([50.0, 90.0], [0.0, 100.0]), None, Unit.PERCENT),
        (([50.0, 0.9], [80.0, 70.0]), "accuracy", Unit.PERCENT),
        (([0.5, 0.9], [0.2, 0.1]), "log_loss", Unit.PLAIN),
        (([223.0, 90.0], [0.0, 100.0]), None, Unit.PLAIN),
        (([-0.5, 0.9], [0.0, 1.0]), None, Unit.PLAIN),
        (([0.5, 1.7], [0.2, 0.1]), None, Unit.PLAIN),
        (([0.5, 0.9], [0.2, 0.1]), "error", Unit.FRACTION),
    ],
)
def test_the_unit_is_seen_from_the_name_and_the_numbers(
    columns: tuple[list[float], ...], metric: str | None, unit: Unit
) -> None:
    assert scores_of(*columns, metric=metric).measure.unit is unit


def test_percent_signs_make_percent_even_below_one() -> None:
    assert read("dataset,a,b\nx,0.5%,0.4%\ny,0.3%,0.2%\n").measure.unit is Unit.PERCENT


@pytest.mark.parametrize(
    ("options", "higher", "source"),
    [
        ({}, True, "assumed"),
        ({"metric": "accuracy"}, True, "the name"),
        ({"metric": "error rate"}, False, "the name"),
        ({"metric": "neg_log_loss"}, True, "the name"),
        ({"higher_is_better": False}, False, "told"),
        ({"metric": "error", "higher_is_better": True}, True, "told"),
    ],
)
def test_the_direction_is_told_known_by_name_or_assumed(
    options: dict[str, object], higher: object, source: str
) -> None:
    measure = scores_of([0.5, 0.9], [0.2, 0.1], **options).measure
    assert (measure.higher_is_better, measure.direction_from) == (higher, source)


def test_a_mixed_table_is_refused_unless_allowed() -> None:
    with pytest.raises(InputError) as caught:
        scores_of([0.5, 0.9], [70.0, 80.0])
    assert caught.value.code == "BO028"
    assert scores_of([0.5, 0.9], [70.0, 80.0], allow_mixed_scale=True).classifiers == ("c0", "c1")


def test_losses_may_differ_in_size() -> None:
    assert scores_of([0.5, 0.9], [2.0, 3.0], metric="log_loss")


def test_a_hard_dataset_of_an_unnamed_loss_is_not_taken_for_percent() -> None:
    assert scores_of([0.5, 0.9, 3.0], [0.2, 0.1, 2.5])


def test_rounding_above_one_is_allowed() -> None:
    assert scores_of([0.5, 1.0000000000000002], [0.2, 0.1], metric="accuracy").measure.unit is Unit.FRACTION


def test_a_column_on_a_scale_of_its_own_is_asked_about() -> None:
    columns = [220.0, 230.0], [210.0, 200.0], [0.05, 0.06], [215.0, 190.0]
    with pytest.raises(InputError, match="'c2' may be no classifier") as caught:
        scores_of(*columns)
    assert caught.value.code == "BO560"
    told = scores_of(*columns, columns_are="classifiers")
    assert [f.detail for f in told.findings if f.code == "BO318"] == [{"columns": ("c2",)}]
    assert scores_of(*columns, leave_aside="c2").classifiers == ("c0", "c1", "c3")


def test_a_file_called_loss_with_an_assumed_direction_is_doubted(tmp_path: object) -> None:
    path = tmp_path / "mean_logloss.csv"  # type: ignore[operator]
    path.write_text("dataset,a,b\nx,0.5,0.4\ny,0.3,0.2\n")
    assert [finding.code for finding in read(path).findings] == ["BO327"]
    assert not read(path, options=ReadOptions(higher_is_better=False)).findings
