from pathlib import Path

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read

HC2 = "Resamples:,0,1,2\nACSF1,0.91,0.8,0.83\nAdiac,0.5,0.25,0.75\n"


def test_one_file_for_each_classifier_makes_one_table(tmp_path: Path) -> None:
    (tmp_path / "HC2_accuracy.csv").write_text(HC2)
    (tmp_path / "ROCKET_accuracy.csv").write_text(HC2.replace("0.91", "0.9").replace("0.25", "0.5"))
    scores = read([tmp_path / "HC2_accuracy.csv", tmp_path / "ROCKET_accuracy.csv"])
    assert scores.classifiers == ("HC2", "ROCKET")
    assert scores.datasets == ("ACSF1", "Adiac")
    assert scores.resamples is not None
    assert scores.resamples.values.tolist() == [
        [0.91, 0.9],
        [0.8, 0.8],
        [0.83, 0.83],
        [0.5, 0.5],
        [0.25, 0.5],
        [0.75, 0.75],
    ]
    assert scores.values[1].tolist() == [0.5, 1.75 / 3]


def test_one_file_alone_asks_for_another() -> None:
    with pytest.raises(BakeoffError, match="or give its file too") as caught:
        read(HC2)
    assert caught.value.code == "BO022"


def test_a_bad_cell_is_found_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "HC2_accuracy.csv"
    path.write_text(HC2.replace("0.25", "so so"))
    with pytest.raises(BakeoffError, match=r"'HC2' on 'Adiac'[^\n]*\n[^\n]*line 3"):
        read(path)
