"""The Action on a repository with a passing and a failing pull request: exit code, summary, comment, annotations."""

import json
import re
import subprocess

import pytest
import yaml

from action_runner import ROOT, Run
from bakeoff.api.pipelines.comment import LONGEST, comment_on_pull_request, shorten
from bakeoff.core.errors import UsageError
from github_server import serving
from pipeline_cases import predictions

GATES = """
[gate.accuracy]
evidence = "predictions.csv"
baseline_file = "main.csv"
kind = "not-worse"
margin = 0.02
subgroup_column = "region"

[gate.better]
evidence = "predictions.csv"
baseline_file = "main.csv"
kind = "better"
subgroup_column = "region"
"""


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """Return a repository whose branches hold a candidate that is better, worse, about the same, or unreadable."""
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init")
    (folder / "bakeoff.toml").write_text(GATES)
    (folder / "main.csv").write_text(predictions("forest", 0.8, region=True, count=600))
    git(folder, "add", ".")
    git(folder, "commit", "-m", "main")
    for branch, right in (("passing", 0.93), ("failing", 0.62), ("undecided", 0.8)):
        git(folder, "checkout", "-b", branch, "main")
        (folder / "predictions.csv").write_text(predictions("forest", right, region=True, count=600, seed=3))
        git(folder, "add", ".")
        git(folder, "commit", "-m", branch)
    git(folder, "checkout", "-b", "unreadable", "main")
    (folder / "predictions.csv").write_text("\x00")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "unreadable")
    return folder


@pytest.fixture(scope="module")
def judged():
    """Return runs by branch: each is judged once, and what the Action makes of the outcome is tried several times."""
    return {}


@pytest.fixture
def run(repository, tmp_path, judged):
    def run_branch(branch, server, *, again=True, **options):
        git(repository, "checkout", branch)
        temp = tmp_path / str(len(list(tmp_path.iterdir())))
        earlier = judged.get(branch) if again else None
        done = Run(repository, temp, api=server.address, judged=earlier, **options)
        if again:
            judged[branch] = done
        return done

    return run_branch


def test_a_passing_pull_request_passes_with_a_summary_and_one_comment(run):
    with serving(others=120) as server:  # more than a page of other people's comments
        done = run("passing", server)
        assert (done.code, done.outputs["judge"]["outcome"]) == (0, "passed"), done.log
        assert done.ran == ["judge", "upload", "comment", "verdict"]
        assert done.summary.startswith("### ✅ bakeoff: passed\n")
        (comment,) = server.ours
    assert comment.startswith("<!-- bakeoff: gate -->\n### ✅ bakeoff: passed\n")
    assert "| accuracy | ✅ passed |" in comment
    assert "<summary>Subgroups</summary>" in comment
    assert "| south | 200 |" in comment
    assert "forest mends" in comment
    assert re.search(r"```text\nforest against forest \(main\) +[╎ ]*│ *├─*●─*┤\n", comment), comment
    assert re.search(r"```text\nsouth +│■+ +\+0\.\d+\nnorth +│■+ +\+0\.\d+\n```", comment), comment
    assert "[report](https://example.org/octo/models/artifacts/1)" in comment
    assert {asked[2] for asked in server.asked} == {"Bearer token-of-the-job"}
    document = json.loads((done.temp / "bakeoff" / "result.json").read_text())
    assert document["schema"] == "bakeoff/gates/1"
    pages = sorted(p.name for p in (done.temp / "bakeoff" / "reports").iterdir())
    assert pages == ["accuracy.html", "better.html"]


def test_a_failing_pull_request_fails_and_writes_over_its_own_comment(run):
    with serving(others=2) as server:
        run("passing", server)
        done = run("failing", server)
        assert (done.code, done.outputs["judge"]["outcome"]) == (1, "not passed")
        (comment,) = server.ours
        assert [asked[0] for asked in server.asked] == ["GET", "POST", "GET", "PATCH"]
    assert "### ❌ bakeoff: not passed" in comment
    assert "❌ bakeoff: not passed" in done.summary
    errors = [line for line in done.log.splitlines() if line.startswith("::error ")]
    assert errors[0].startswith("::error file=predictions.csv,title=gate accuracy%3A not passed::")
    assert "%25" in errors[0]


def test_an_undecided_pull_request_fails_unless_it_is_told_to_pass(run):
    with serving() as server:
        done = run("undecided", server)
        assert (done.code, done.outputs["judge"]["exit-code"]) == (3, "3"), done.log
        assert "::warning " in done.log
        assert run("undecided", server, inputs={"undecided": "pass"}).code == 0


def test_bad_input_fails_with_its_message_and_writes_no_comment(run):
    with serving() as server:
        done = run("unreadable", server, again=False)
        assert (done.code, done.ran) == (2, ["judge", "verdict"])
        assert "error BO" in done.log
        assert server.asked == []


def test_evidence_can_be_named_in_place_of_a_project_file(run):
    words = "--baseline-file main.csv --gate not-worse --margin 0.02 --subgroup-column region"
    inputs = {"evidence": "predictions.csv", "arguments": words}
    with serving() as server:
        done = run("failing", server, again=False, inputs=inputs)
        assert done.code == 1, done.log
        assert (done.temp / "bakeoff" / "report.html").stat().st_size
        assert (
            "gate not\\-worse: not passed" in server.ours[0] or "gate not-worse: not passed" in server.ours[0]
        )


def test_a_push_has_a_summary_and_no_comment(run):
    with serving() as server:
        done = run("passing", server, event="push")
        assert (done.code, server.asked) == (0, [])
        assert "no pull request: no comment was written" in done.log
        assert done.summary


def test_a_fork_that_may_not_write_is_judged_all_the_same(run):
    with serving(refuse=403) as server:
        done = run("passing", server)
        assert done.code == 0
        assert "error BO677: the server refuses (403" in done.log
        assert "::warning title=bakeoff::the comment could not be written" in done.log


def test_every_action_that_it_uses_is_pinned_by_its_commit():
    uses = [
        s["uses"] for s in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"] if "uses" in s
    ]
    assert len(uses) == 2
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", use) for use in uses)


def test_no_input_is_pasted_into_a_script():
    """What users write reaches the shell as a variable: as text of a script it could be a command."""
    for step in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_a_comment_that_would_be_too_long_is_cut_at_a_line_with_its_blocks_closed():
    text = "<details>\n```text\n" + "a line of words\n" * 6000 + "```\n</details>\n"
    cut = shorten(text)
    assert len(cut) < LONGEST + 200
    assert cut.count("<details>") == cut.count("</details>") == 1
    assert cut.count("```") == 2


def test_without_a_token_the_message_says_what_to_give(tmp_path):
    environment = {"GITHUB_EVENT_PATH": str(ROOT / "tests" / "cli" / "events" / "pull_request.json")}
    with pytest.raises(UsageError, match="GITHUB_REPOSITORY is not set"):
        comment_on_pull_request("x", environment=environment)
    with pytest.raises(UsageError, match="there is no event"):
        comment_on_pull_request("x", environment={})
