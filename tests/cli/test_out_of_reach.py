"""Tables of so many classifiers that not every two can be compared: what is said, and that what it says works."""

import json
import shlex

import numpy as np
import pytest

from bakeoff.cli.main import main
from bakeoff.inference import ranking, reach
from bakeoff.inference.leaderboard import board


@pytest.fixture
def write_scores(tmp_path):
    def write(datasets):
        rng = np.random.default_rng(0)
        values = rng.normal(0.8, 0.02, (datasets, 12)) + np.linspace(0, 0.1, 12)
        lines = ["dataset," + ",".join(f"c{i}" for i in range(12))]
        lines += [f"d{i}," + ",".join(f"{x:.3f}" for x in row) for i, row in enumerate(values)]
        path = tmp_path / "my scores.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture
def few_in_reach(monkeypatch):
    monkeypatch.setattr(reach, "MOST_PAIRS", 65)  # 12 classifiers make 66


@pytest.mark.parametrize("datasets", [3, 8])
def test_too_many_pairs_are_refused_with_commands_that_answer(write_scores, few_in_reach, capsys, datasets):
    path = write_scores(datasets)
    assert main(["compare", str(path)]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "BO535" in told
    assert "12 classifiers make 66 pairs" in told
    assert ("takes many minutes" in told) == (datasets == 8)
    for command in ("leaderboard {}", "compare {} --baseline NAME"):
        typed = command.format(shlex.quote(path.name))
        assert f"bakeoff {typed}" in told.replace(str(path.parent) + "/", "")
    assert main(["leaderboard", str(path)]) == 0
    assert main(["compare", str(path), "--baseline", "c3"]) == 0


def test_nothing_is_refused_at_the_limit(write_scores, monkeypatch, capsys):
    monkeypatch.setattr(reach, "MOST_PAIRS", 66)
    assert main(["compare", str(write_scores(3)), "-q"]) == 0


def test_one_dataset_has_no_leaderboard_to_go_to(write_scores, few_in_reach, capsys):
    path = write_scores(10)
    header, *rows = path.read_text(encoding="utf-8").splitlines()
    folds = [f"d,{fold},{row.partition(',')[2]}" for fold, row in enumerate(rows)]
    path.write_text("\n".join([header.replace("dataset", "dataset,fold"), *folds]), encoding="utf-8")
    assert main(["compare", str(path)]) == 2
    told = capsys.readouterr().err
    assert "--baseline" in told
    assert "leaderboard" not in told


def test_of_too_many_classifiers_ranks_stand_without_strengths(write_scores, monkeypatch, capsys):
    command = ["compare", str(write_scores(8)), "--baseline", "c3", "--json"]
    assert main(command) == 0
    rated = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(ranking, "MOST_RATED", 11)
    assert main(command) == 0
    unrated = json.loads(capsys.readouterr().out)
    assert all(standing.pop("strength") is not None for standing in rated["ranking"])
    assert all(standing.pop("strength") is None for standing in unrated["ranking"])
    assert unrated["ranking"] == rated["ranking"]
    assert unrated["pairs"] == rated["pairs"]
    assert main([*command[:-1], "--explain"]) == 0
    assert "How firm the ranking is" in capsys.readouterr().out


def test_of_too_many_entries_only_the_forecast_is_left_out(write_scores, monkeypatch, capsys):
    command = ["leaderboard", str(write_scores(4)), "--json"]
    assert main(command) == 0
    foretold = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(board, "MOST_FORETOLD", 11)
    assert main(command) == 0
    other = json.loads(capsys.readouterr().out)
    assert foretold.pop("more_units_to_separate_first_two") > 0
    assert other.pop("more_units_to_separate_first_two") is None
    assert other == foretold
