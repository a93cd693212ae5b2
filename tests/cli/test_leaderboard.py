"""`bakeoff leaderboard` through its door."""

import json
import subprocess
import sys

import numpy as np
import pytest

from bakeoff.cli.main import main


@pytest.fixture
def items(tmp_path):
    rng = np.random.default_rng(0)
    rows = (rng.random((120, 3)) < np.array([0.9, 0.85, 0.3])).astype(int)
    path = tmp_path / "items.csv"
    lines = ["item,A,B,C", *(f"q{i}," + ",".join(map(str, row)) for i, row in enumerate(rows))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_screen_and_the_json_say_the_same(items, capsys):
    assert main(["leaderboard", str(items)]) == 0
    screen = capsys.readouterr().out
    assert main(["leaderboard", str(items), "--json"]) == 0
    board = json.loads(capsys.readouterr().out)
    assert " ".join(screen.split()).startswith(board["summary"])
    for entry in board["entries"]:
        best, worst = entry["rank_set"]
        assert (f"{best}–{worst}" if best != worst else str(best)) in screen


def test_every_export_is_written(items, tmp_path, capsys):
    forms = ("md", "html", "tex", "csv", "json", "svg")
    told = [word for form in forms for word in ("--export", str(tmp_path / f"board.{form}"))]
    assert (
        main(
            [
                "leaderboard",
                str(items),
                "-q",
                *told,
                "--badge",
                str(tmp_path / "badge.svg"),
                "--badge-of",
                "C",
            ]
        )
        == 0
    )
    assert all((tmp_path / f"board.{form}").stat().st_size > 100 for form in forms)
    assert "3 of 3" in (tmp_path / "badge.svg").read_text(encoding="utf-8")
    assert "written:" in capsys.readouterr().err


def test_an_unknown_ending_is_refused_before_anything_is_read(tmp_path, capsys):
    assert main(["leaderboard", "no such file.csv", "--export", str(tmp_path / "board.doc")]) == 2
    shown = capsys.readouterr()
    assert "BO412" in shown.err
    assert shown.out == ""


def test_a_badge_of_nobody_is_refused_and_nothing_is_written(items, tmp_path, capsys):
    assert main(["leaderboard", str(items), "--badge", str(tmp_path / "b.svg"), "--badge-of", "Z"]) == 2
    shown = capsys.readouterr()
    assert "no entry is called 'Z'" in shown.err
    assert shown.out == ""
    assert not (tmp_path / "b.svg").exists()


def test_one_score_each_asks_for_the_number_of_items(tmp_path, capsys):
    path = tmp_path / "board.csv"
    path.write_text("model,resolved\nx,60\ny,50\nz,20\n", encoding="utf-8")
    assert main(["leaderboard", str(path)]) == 2
    assert "--items N" in capsys.readouterr().err
    assert main(["leaderboard", str(path), "--items", "300"]) == 0


def test_battles_without_a_winner_say_what_is_in_the_column(tmp_path, capsys):
    path = tmp_path / "battles.csv"
    path.write_text("left,right,winner\nx,y,?\ny,x,?\n", encoding="utf-8")
    assert main(["leaderboard", str(path)]) == 2
    assert "BO573" in capsys.readouterr().err


def test_the_evidence_is_not_overwritten(items, capsys):
    assert main(["leaderboard", str(items), "--export", str(items)]) == 2
    assert "not overwritten" in capsys.readouterr().err


def test_standard_input_is_read_once_for_all_readers(items):
    told = [sys.executable, "-m", "bakeoff", "leaderboard", "-", "-q"]
    done = subprocess.run(told, input=items.read_bytes(), capture_output=True, check=True)
    assert b"of 3 entries on 120 items" in done.stdout


def test_screen_json_report_and_paper_say_the_same(items, tmp_path, capsys):
    page, article = tmp_path / "board.html", tmp_path / "board.tex"
    command = ["leaderboard", str(items), "--added", "C"]
    assert main([*command, "--report", str(page), "--latex", str(article)]) == 0
    screen = " ".join(capsys.readouterr().out.split())
    assert main([*command, "--json"]) == 0
    board = json.loads(capsys.readouterr().out)
    html, tex = page.read_text(encoding="utf-8"), article.read_text(encoding="utf-8")
    for entry in board["entries"]:
        best, worst = entry["rank_set"]
        ranks = f"{best}–{worst}" if best != worst else str(best)
        assert f">{ranks}</td>" in html
        assert f"& {ranks.replace('–', '{}--{}')} \\\\" in tex
    assert board["addition"]["added"] == ["C"]
    words = "With C added, 2 more pairs are judged together; who of the others is separated from whom does not change."
    assert words in screen
    assert words in html
    assert "The best score of three entries on 120 items was that of A" in tex
    assert "Tied with it for best is B" in tex
    assert "One of the two steps from one neighbour to the next is shown to be real" in tex
    assert f"bakeoff leaderboard {items} --added C</code>" in html
    assert "board.html" not in html  # the command repeats the board, not where it went
    assert (tmp_path / "board.bib").read_text(encoding="utf-8").count("@") >= 3
    assert (tmp_path / "board-figure.pdf").read_bytes().startswith(b"%PDF")


def test_names_are_text_in_every_form(tmp_path, capsys):
    names = ["<b>x</b>", "a_b & 50%", "=1+1", "{{7*7}}"]
    rng = np.random.default_rng(1)
    rows = (rng.random((60, 4)) < np.array([0.8, 0.7, 0.5, 0.3])).astype(int)
    path = tmp_path / "odd.csv"
    path.write_text(
        "\n".join(
            [f"item,{','.join(names)}", *(f"q{i},{','.join(map(str, r))}" for i, r in enumerate(rows))]
        ),
        encoding="utf-8",
    )
    page, article = tmp_path / "o.html", tmp_path / "o.tex"
    assert main(["leaderboard", str(path), "-q", "--report", str(page), "--latex", str(article)]) == 0
    html, tex = page.read_text(encoding="utf-8"), article.read_text(encoding="utf-8")
    assert "<b>x</b>" not in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html
    assert "49" not in html.partition("</h1>")[0].partition("<h1")[2]
    assert r"a\_b \& 50\%" in tex


def test_a_report_that_is_no_page_is_refused_before_anything_is_read(items, tmp_path, capsys):
    assert main(["leaderboard", str(items), "--report", str(tmp_path / "board.csv")]) == 2
    assert "BO4" in capsys.readouterr().err
    assert not (tmp_path / "board.csv").exists()


def test_a_judged_table_says_that_people_have_scored_some_answers(tmp_path, capsys):
    rows = [
        f"{i},{m},{(i * k) % 3 > 0:d},{i % 2 if i < 9 else ''}"
        for i in range(40)
        for m, k in (("a", 1), ("b", 2))
    ]
    (tmp_path / "judged.csv").write_text("\n".join(["id,model,score,gold", *rows]) + "\n", encoding="utf-8")
    for verb in ("leaderboard", "compare"):
        assert main([verb, str(tmp_path / "judged.csv"), "--json"]) == 0
        found = [f for f in json.loads(capsys.readouterr().out)["findings"] if f["code"] == "BO658"]
        assert "bakeoff compare FILE --gold-column 'gold'" in found[0]["message"]


@pytest.mark.parametrize(
    ("told", "words"), [([], "as the log says"), (["--higher-is-better"], "as was said")]
)
def test_read_says_who_said_that_a_higher_score_is_better(items, capsys, told, words):
    assert main(["read", str(items), *told]) == 0
    assert words in capsys.readouterr().out
