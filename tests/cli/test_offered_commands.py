"""Where evidence can be read in several ways, the commands offered begin with the verb that was typed, and work."""

import shlex

import pytest

from bakeoff.cli.main import main

ROWS = [("iris", 91, 92, 88), ("wine", 93, 90, 87), ("glass", 71, 69, 66), ("sonar", 81, 84, 70),
        ("vote", 95, 94, 90), ("zoo", 96, 92, 93), ("ecoli", 85, 86, 80), ("yeast", 60, 58, 55)]  # fmt: skip
SUMMARY = "dataset,RF,SVM,NB,X\n" + "".join(f"{d},.{a},.{b},.{c},.{max(a, b, c)}\n" for d, a, b, c in ROWS)
NUMBERS = "model,0,1,2,3,4,5,6,7\n" + "".join(
    f"{m},{','.join(f'.{row[k + 1]}' for row in ROWS)}\n" for k, m in enumerate(("RF", "SVM", "NB"))
)
STAGES = "dataset,RF_train,RF_test,SVM_train,SVM_test\n" + "".join(
    f"{d},.{a},.{a - 5},.{b},.{b - 7}\n" for d, a, b, _ in ROWS
)
TOTAL = "dataset,RF,SVM\niris,.9,.8\ntotal,.5,.6\nsonar,.7,.6\nzoo,.8,.7\nvote,.9,.93\nwine,.8,.82\n"
TABLES = {"summary": SUMMARY, "numbers": NUMBERS, "stages": STAGES, "total": TOTAL}
PROPERTIES = "dataset,rows,classes\n" + "".join(
    f"{d},{100 + 17 * i},{2 + i % 4}\n" for i, (d, *_) in enumerate([*ROWS, ("total",), *"01234567"])
)
VERBS = {
    "compare": [],
    "read": [],
    "audit": [],
    "leaderboard": [],
    "calibrate": ["--trials", "20", "--seconds", "5"],
    "explain": ["--properties", "properties.csv", "--permutations", "99"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in TABLES.items():
        (tmp_path / f"{name}.csv").write_text(text)
    (tmp_path / "properties.csv").write_text(PROPERTIES)
    return tmp_path


def offered_by(words: list[str], capsys) -> list[str]:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return [line.strip() for line in err.splitlines() if line.strip().startswith("bakeoff ")]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", TABLES)
def test_each_command_repeats_the_verb_and_its_options_and_works_when_it_is_pasted(
    verb, name, folder, capsys
):
    typed = [verb, f"{name}.csv", *VERBS[verb]]
    if verb == "explain":
        typed += ["--pair", *(("RF_test", "SVM_test") if name == "stages" else ("RF", "SVM"))]
    commands = offered_by(typed, capsys)
    assert len(commands) >= 2
    tried = 0
    for command in commands:
        assert command.startswith(f"bakeoff {verb} {name}.csv")
        words = shlex.split(command)[1:]
        assert words[: len(typed)] == typed or set(typed) <= set(words)
        code = main(words)
        err = capsys.readouterr().err
        # What cannot be explained or swapped on such a design says so: it is no question of reading any more.
        assert code == 0 or not any(f"error {c}" in err for c in ("BO560", "BO561", "BO030", "BO045")), err
        tried += code == 0
    assert tried
