"""The gates of a project file: each is asked, errors are shared by Holm's method, and one exit code says it all."""

import json
from math import sqrt

import pytest
from scipy import stats

from bakeoff.api.pipelines.gates import judge_gates
from bakeoff.cli.main import main
from pipeline_cases import predictions, scores


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    for name, mean in (("same", 80), ("up", 84), ("down", 76)):
        (tmp_path / f"{name}.csv").write_text(scores("model", mean, seed=len(name)))
    (tmp_path / "main.csv").write_text(scores("model", 80))
    return tmp_path


def ask(folder, **questions):
    text = ""
    for name, lines in questions.items():
        text += f"[gate.{name}]\nbaseline_file = 'main.csv'\n{lines}\n"
    (folder / "bakeoff.toml").write_text(text)


UP, SAME, DOWN = (f"evidence = '{name}.csv'\nkind = 'better'" for name in ("up", "same", "down"))


def test_one_exit_code_says_the_worst_of_all_gates(project, capsys):
    ask(project, up=UP, loose="evidence = 'same.csv'\nmargin = 5.0")
    assert main(["gate"]) == 0
    ask(project, up=UP, same=SAME)
    assert main(["gate"]) == 3
    ask(project, up=UP, same=SAME, down=DOWN)
    assert main(["gate"]) == 1
    lines = capsys.readouterr().out.splitlines()[-4:]
    assert [line.split(": ")[:3] for line in lines[:3]] == [
        ["up", "better", "passed"],
        ["same", "better", "not passed, undecided"],
        ["down", "better", "not passed"],
    ]
    assert lines[3] == (
        "1 of 3 gates passed; 1 undecided; adjusted by Holm's method over the 3 that ask for proof, at 95 %"
    )
    assert main(["gate", "up"]) == 0  # one that is named


def test_the_json_has_every_answer_and_the_exit_code(project, capsys):
    ask(project, up=UP, same=SAME)
    assert main(["gate", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "bakeoff/gates/1"
    assert (document["exit_code"], document["outcome"], document["passed"]) == (3, "undecided", False)
    assert [g["outcome"] for g in document["gates"]] == ["passed", "undecided"]
    assert document["gates"][0]["comparison"]["gate"]["passed"] is True


@pytest.fixture
def mended(project):
    """Three gates on predictions with so many mends and none broken: their p-values are known."""

    def table(mends):
        rows = [f"q{i},{i % 2},{(i + (i < mends)) % 2},{i % 2}" for i in range(60)]
        return "\n".join(["id,y_true,old,new", *rows]) + "\n"

    questions = {}
    for mends in (5, 6, 7):
        (project / f"m{mends}.csv").write_text(table(mends))
        questions[f"m{mends}"] = f"evidence = 'm{mends}.csv'\nkind = 'better'"
    text = "".join(f"[gate.{name}]\n{lines}\n" for name, lines in questions.items())
    (project / "bakeoff.toml").write_text(text)
    return project


def test_errors_are_shared_as_holm_shares_them(mended):
    # Source: mid-p of k mends and no break is 2 · .5^k − .5^k = .5^k: .031, .0156, .0078. Holm at .05 over three:
    # .0078 < .05/3 passes, .0156 < .05/2 passes, .031 < .05/1 passes. At .01: .0078 > .01/3, and nothing passes.
    assert [0.5**k for k in (5, 6, 7)] == pytest.approx([0.03125, 0.015625, 0.0078125])
    assert [a.gate.passed for a in judge_gates().answers] == [True, True, True]
    assert [a.share for a in judge_gates().answers] == [1, 3, 3]  # .0156 is below .05/3 as well
    settings = (mended / "bakeoff.toml").read_text()
    (mended / "bakeoff.toml").write_text("[gate]\nlevel = 0.98\n" + settings)
    # .0078 > .02/3 = .0067: none passes, although the first two would alone.
    assert [a.gate.passed for a in judge_gates().answers] == [False, False, False]
    (mended / "bakeoff.toml").write_text("[gate]\nlevel = 0.98\nadjust = 'none'\n" + settings)
    assert [a.gate.passed for a in judge_gates().answers] == [False, True, True]


def test_a_bound_is_made_at_the_level_that_is_left(project):
    ask(
        project,
        one="evidence = 'same.csv'\nmargin = 0.1",
        two="evidence = 'down.csv'\nmargin = 0.1\nbound = 'mean'",
    )
    answers = judge_gates().answers
    assert [a.gate.pairs[0].level for a in answers] == pytest.approx([1 - 0.025 / 2] * 2)
    pair = answers[0].comparison.pairs[0]
    student = pair.advantages.mean() - stats.t.ppf(1 - 0.0125, 11) * pair.advantages.std(ddof=1) / sqrt(12)
    assert answers[0].gate.pairs[0].bound <= student + 1e-9


def test_a_gate_that_asks_for_no_proof_is_not_adjusted(project):
    ask(project, up=UP, weak="evidence = 'same.csv'\nkind = 'not-worse'")
    answers = judge_gates()
    assert (answers.family, [a.share for a in answers.answers]) == (1, [1, 1])


BAD = {
    "there is no gate 'upp'; did you mean 'up'?": ("", ["upp"]),
    "the gate has no evidence": ("[gate.x]\nkind = 'better'\n", []),
    "the gate does not say what it asks": ("[gate.x]\nevidence = 'up.csv'\n", []),
    "kind = 'best' is not known": ("[gate.x]\nevidence = 'up.csv'\nkind = 'best'\n", []),
    "a gate has no setting 'marginn'; did you mean 'margin'?": (
        "[gate.x]\nevidence = 'up.csv'\nmarginn = 1\n",
        [],
    ),
    "[gate] has no setting 'evidence'": (
        "[gate]\nevidence = 'up.csv'\n[gate.x]\nevidence = 'a'\nkind='better'\n",
        [],
    ),
    "level = 95 must lie between 0.5 and 1": (
        "[gate]\nlevel = 95\n[gate.x]\nevidence = 'a'\nkind='better'\n",
        [],
    ),
    "there is no file": ("[gate.x]\nevidence = 'none.csv'\nkind = 'better'\n", []),
    "the project file asks for no gate": ("[ledger]\nstore = 'x.db'\n", []),
}


@pytest.mark.parametrize("message", BAD)
def test_a_question_that_cannot_be_asked_is_refused_with_its_section(message, project, capsys):
    text, names = BAD[message]
    ask(project, up=UP)
    if text:
        (project / "bakeoff.toml").write_text(text)
    assert main(["gate", *names]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "bakeoff.toml" in err


def test_without_a_project_file_the_message_has_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["gate"]) == 2
    assert "[gate.accuracy]" in capsys.readouterr().err


def test_paths_are_those_of_the_project_file_wherever_one_stands(project, monkeypatch):
    ask(project, up=UP)
    (project / "deep").mkdir()
    monkeypatch.chdir(project / "deep")
    assert main(["gate"]) == 0


def test_a_ledger_takes_one_look_at_each_question(project, capsys):
    ask(project, up=UP, same=SAME)
    (project / "bakeoff.toml").write_text(
        "[ledger]\nstore = 'l.db'\n" + (project / "bakeoff.toml").read_text()
    )
    main(["gate"])
    capsys.readouterr()
    main(["ledger", "--json"])
    assert len(json.loads(capsys.readouterr().out)["entries"]) == 2


def test_a_page_is_written_for_each_gate_and_the_summary_wherever_one_is_named(project, monkeypatch):
    ask(project, up=UP, down=DOWN)
    (project / "sub.csv").write_text(predictions("new", 0.9, region=True))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(project / "summary.md"))
    assert main(["gate", "--report", "pages"]) == 1
    assert sorted(p.name for p in (project / "pages").iterdir()) == ["down.html", "up.html"]
    text = (project / "summary.md").read_text(encoding="utf-8")
    assert "bakeoff: not passed" in text
    assert "| up |" in text
    assert "What moved most, of 12" in text
