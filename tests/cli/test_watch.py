"""An evaluation under way is looked at until the question is decided; it is then ended, and what was saved is said."""

import json
import sys

import pytest

from bakeoff.cli.main import main

RIGHT = [i % 3 != 0 for i in range(300)]

EVALUATION = """
import pathlib, sys, time
right = [i % 3 != 0 for i in range(300)]
log = pathlib.Path("items.csv")
lines = ["id,model,score"] + [f"q{i},main,{int(r)}" for i, r in enumerate(right)]
for i in range(0, 300, 60):
    lines += [f"q{k},new,1" for k in range(i, i + 60)]
    part = log.with_suffix(".part")
    part.write_text("\\n".join(lines))
    part.replace(log)
    time.sleep(60 if i else 0.5)
pathlib.Path("finished").touch()
"""


def write_items(path, answered, *, wrong=False):
    lines = ["id,model,score", *(f"q{i},main,{int(r)}" for i, r in enumerate(RIGHT))]
    lines += [f"q{i},new,{0 if wrong else 1}" for i in range(answered)]
    path.write_text("\n".join(lines))


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("answered", "wrong", "code"), [(90, False, 0), (90, True, 1), (6, False, 3)])
def test_one_look_ends_with_the_gates_exit_code(tmp_path, capsys, answered, wrong, code):
    write_items(tmp_path / "items.csv", answered, wrong=wrong)
    assert main(["watch", "items.csv", "--gate", "better", "--once", "-q"]) == code
    told = capsys.readouterr()
    assert ("Undecided so far" in told.out) == (code == 3)
    assert ("210 items need not be run" in told.err) == (code != 3)


def test_it_ends_the_evaluation_when_the_question_is_decided(tmp_path, capsys):
    (tmp_path / "evaluate.py").write_text(EVALUATION)
    arguments = ["watch", "items.csv", "--gate", "better", "--every", "0.1", "--json"]
    assert main([*arguments, "--run", f"{sys.executable} evaluate.py"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["sequential"]["pairs"][0]["units"] in (60, 120)
    assert "saved:" in told.err
    assert not (tmp_path / "finished").exists()


def test_an_evaluation_that_decides_nothing_is_told_as_undecided(tmp_path, capsys):
    write_items(tmp_path / "items.csv", 6)
    arguments = ["watch", "items.csv", "--gate", "better", "--every", "0.1", "-q"]
    assert main([*arguments, "--run", f"{sys.executable} -c pass"]) == 3


def test_nothing_there_is_waited_for_or_told(tmp_path, capsys):
    arguments = ["watch", "items.csv", "--gate", "better"]
    assert main([*arguments, "--once"]) == 2
    assert "BO643" in capsys.readouterr().err
    assert main([*arguments, "--every", "0.1", "--run", f"{sys.executable} -c pass"]) == 3
    assert "nothing to compare" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [[], ["--gate", "not-worse"]])
def test_a_question_that_cannot_be_decided_is_refused(capsys, asked):
    assert main(["watch", "items.csv", *asked]) == 2
    assert "BO644" in capsys.readouterr().err


def test_a_command_that_cannot_be_started_is_refused(capsys):
    assert main(["watch", "items.csv", "--gate", "better", "--run", "no-such-program-anywhere"]) == 2
    assert "BO643" in capsys.readouterr().err


def test_a_group_counts_as_it_was_when_it_was_first_seen(tmp_path, capsys):
    from bakeoff.api.watch import Watch

    def write(rows):
        lines = ["id,model,document,score"]
        lines += [f"{i},{m},{g},{s}" for i, g, a, b in rows for m, s in (("main", a), ("new", b))]
        (tmp_path / "items.csv").write_text("\n".join(lines))

    rows = [(f"q{g}{k}", f"d{g}", 0, 1) for g in range(12) for k in range(2)]
    write(rows)
    watch = Watch(evidence=["items.csv"], gate="better", keywords={"margin": 0.0, "level": 0.95})
    first = watch.look().comparison.sequential.pairs[0]
    write([*rows, *((f"late{g}", f"d{g}", 1, 0) for g in range(12)), ("x", "d99", 0, 1), ("y", "d99", 0, 1)])
    second = watch.look().comparison.sequential.pairs[0]
    assert (first.units, second.units) == (12, 13)
    assert second.values[:12] == first.values
