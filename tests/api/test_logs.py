"""Logs through the command line: what is shown, what is refused, and with which exit code."""

import json
import shutil
from io import StringIO
from pathlib import Path

import pytest

from bakeoff.api.logs import ReadingLine, show_reading
from bakeoff.cli.main import main
from bakeoff.inputs.logs.read import read_logs

EXAMPLES = Path(__file__).parents[1] / "inputs" / "logs" / "examples"


def run(capsys, *arguments):
    code = main(["compare", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def write_items(path, *, items=60):
    rows = [f"{m},q{i},{int((i * 7) % 10 < (8 if m == 'b' else 5))}" for m in "ab" for i in range(items)]
    path.write_text("model,input,score\n" + "\n".join(rows) + "\n")
    return path


def test_a_table_of_items_is_judged_as_items_and_not_as_datasets(tmp_path, capsys):
    code, out, _ = run(capsys, write_items(tmp_path / "items.csv"), "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["evidence"]["classifiers"] == ["a", "b"]
    assert answer["design"] == "two-models-one-task"
    assert answer["evidence"]["kind"] == "items"
    assert answer["evidence"]["items"] == 60
    assert answer["pairs"][0]["verdict"] == "better"


def test_a_folder_is_walked_and_what_was_read_is_said(capsys):
    code, out, _ = run(capsys, EXAMPLES / "helm")
    assert code == 0
    assert "read 2 files of HELM" in out


def test_several_tables_of_one_tool_are_one_comparison(capsys):
    code, out, _ = run(capsys, *sorted((EXAMPLES / "tsml_tables").glob("*.csv")))
    assert code == 0
    assert "RF" in out


@pytest.mark.parametrize(
    ("name", "code"),
    [("keras/history.csv", "BO541"), ("wandb/export.csv", "BO548"), ("leaderboard/board.csv", "BO543"),
     ("optuna_csv/trials.csv", "BO542"), ("arena/battles.csv", "BO043"), ("one_model/samples_t.jsonl", "BO022"),
     ("nothing_known", "BO540")],
)  # fmt: skip
def test_what_compares_nothing_ends_with_one_message(capsys, name, code):
    status, out, err = run(capsys, EXAMPLES / name)
    assert (status, out) == (2, "")
    assert err.startswith(f"error {code}: ")
    assert "fix:" in err


def test_a_folder_with_a_table_of_scores_is_read_as_that_table(tmp_path, capsys):
    (tmp_path / "scores.csv").write_text("dataset,A,B\niris,0.9,0.8\nwine,0.8,0.7\n")
    (tmp_path / "README.md").write_text("Scores of two classifiers.\n")
    code, out, _ = run(capsys, tmp_path)
    assert code == 0
    assert "2 datasets" in out


def test_a_table_beside_what_a_program_wrote_for_itself_is_answered_with_its_name(tmp_path, capsys):
    (tmp_path / "scores.csv").write_text("dataset,A,B\niris,0.9,0.8\nwine,0.8,0.7\n")
    (tmp_path / "state.json").write_text('{"layers": [1, 2], "name": "x"}')
    code, _, err = run(capsys, tmp_path)
    assert code == 2
    assert f"a table of scores is named by its file: {tmp_path / 'scores.csv'}" in err


def test_columns_that_the_user_names_are_read_as_a_table(tmp_path, capsys):
    text = "Name,State,Created,Runtime,seed,eval/acc\n" + "".join(
        f"{m},finished,x,1,s{i},0.{5 + k}{i}\n" for i in range(8) for k, m in enumerate("ab")
    )
    (tmp_path / "runs.csv").write_text(text)
    columns = ("--classifier-column", "Name", "--dataset-column", "seed", "--score-column", "eval/acc")
    code, out, _ = run(capsys, tmp_path / "runs.csv", *columns)
    assert code == 0
    assert "better" in out


def test_a_metric_is_chosen_by_name(tmp_path, capsys):
    shutil.copytree(EXAMPLES / "lm_eval", tmp_path / "logs")
    code, out, _ = run(capsys, tmp_path / "logs", "--metric", "exact_match,flexible-extract", "--json")
    assert code == 0
    means = {entry["classifier"]: entry["mean_score"] for entry in json.loads(out)["ranking"]}
    assert means == {"org/alpha": 1.0, "org/beta": 0.5}  # 0.75 and 0.25 by the other filter


def test_a_report_is_written_of_logs(tmp_path, capsys):
    code, _, _ = run(capsys, EXAMPLES / "helm", "--report", tmp_path / "report.html")
    assert code == 0
    assert "read 2 files of HELM" in (tmp_path / "report.html").read_text()


def test_a_small_log_shows_nothing():
    stream = StringIO()
    line = ReadingLine(stream)
    line("a.jsonl", 1_000)
    line.clear()
    assert stream.getvalue() == ""


def test_a_large_log_shows_how_much_was_read_and_is_cleared():
    stream = StringIO()
    line = ReadingLine(stream)
    for _ in range(45):
        line("a.jsonl", 1_000_000)
    line.clear()
    assert stream.getvalue().count("reading a.jsonl") == 9
    assert "40 MB" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[2K")


def test_nothing_is_written_where_nobody_looks():
    with show_reading() as line:
        assert line is None


def test_every_byte_of_a_log_is_counted(tmp_path):
    content = "model,input,score\n" + "".join(f"{m},q{i},1\n" for m in "ab" for i in range(1000))
    (tmp_path / "items.csv").write_text(content)
    seen = []
    read_logs(tmp_path, watch=lambda name, size: seen.append((name, size)))
    assert {name for name, _ in seen} == {"items.csv"}
    assert sum(size for _, size in seen) >= len(content)
