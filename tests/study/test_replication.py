"""A replication is the locked study on data it has not seen, and nothing else."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.inference.claims.replication import judge_replication
from bakeoff.store.open import open_store

pytestmark = pytest.mark.usefixtures("in_this_process")

NEW = [f"artificial:linear?n=60&seed={100 + i}" for i in range(6)]
STUDY = """\
name = "first"
datasets = [{names}, "first.csv"]
[resampling]
folds = 3
[classifiers.dummy]
estimator = "DummyClassifier"
[classifiers.bayes]
estimator = "GaussianNB"
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A study that was run, with one dataset in a file, and its replication."""
    folder = tmp_path_factory.mktemp("replication")
    rng = np.random.default_rng(1)
    rows = [f"{x:.6f},{y:.6f},{'b' if x + y > 0 else 'a'}" for x, y in rng.normal(size=(120, 2)).tolist()]
    for name, chosen in {"first": rows[:80], "part": rows[40:], "other": rows[80:]}.items():
        (folder / f"{name}.csv").write_text("\n".join(["x,y,class", *chosen]))
    names = ", ".join(f'"artificial:linear?n=60&seed={i}"' for i in range(6))
    (folder / "study.toml").write_text(STUDY.format(names=names))
    study = bakeoff.Study.load(folder / "study.toml")
    study.run(folder / "study.db")
    return folder, study, study.replicate(NEW, folder / "study.db").answer


def test_new_datasets_are_judged_alone_and_together_and_kept_apart_in_the_store(project):
    folder, _, made = project
    assert (made.first.design.datasets, made.replication.design.datasets) == (7, 6)
    assert made.together.design.datasets == 13
    (pair,) = made.pairs
    assert pair.p_replication == made.replication.pairs[0].result.p_value
    assert (pair.first, pair.replication, pair.together, pair.outcome) == (
        "better",
        "better",
        "better",
        "replicated",
    )
    assert 0 < pair.power <= 1
    assert [f.code for f in made.findings] == ["BO164"]
    with open_store(folder / "study.db") as store:
        assert [lock.name for lock in store.studies()] == ["first", "first (replication)"]


def test_the_command_goes_on_with_the_same_replication_and_prints_three_verdicts(project, capsys):
    folder, *_ = project
    words = ["run", str(folder / "study.toml"), *(word for name in NEW for word in ("--replicate", name))]
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "bakeoff/replication/1"
    assert document["pairs"][0]["outcome"] == "replicated"
    assert main(words) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {word} " in out for word in ("first", "new data", "together", "BO164"))
    with open_store(folder / "study.db") as store:
        assert len(store.studies()) == 2


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("artificial:linear?n=60&seed=3", "same content"),
        ("artificial:linear?n=60&seed=104", "same content"),  # of the replication
        ("first.csv", "same content"),
        ("part.csv", "50 % of the rows"),
    ],
)
def test_data_that_was_used_is_refused_whole_or_in_part(project, new, why):
    folder, study, _ = project
    with pytest.raises(BakeoffError) as refused:
        study.replicate([new], folder / "study.db")
    assert refused.value.code == "BO457"
    assert why in refused.value.what


def test_a_study_that_was_not_run_or_was_changed_is_refused(project, tmp_path):
    folder, study, _ = project
    with pytest.raises(BakeoffError, match="has not been run"):
        study.replicate(["other.csv"], tmp_path / "empty.db")
    changed = (folder / "study.toml").read_text().replace("folds = 3", "folds = 4")
    (folder / "changed.toml").write_text(changed)
    with pytest.raises(BakeoffError, match="not the one that was run"):
        bakeoff.Study.load(folder / "changed.toml").replicate(["other.csv"], folder / "study.db")


def _compared(advantages):
    names = [f"set {chr(97 + i)}" for i in range(len(advantages))]
    return bakeoff.compare({"dataset": names, "A": [70.0] * len(names), "B": [70.0 + x for x in advantages]})


CLAIM = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]


@pytest.mark.parametrize(
    ("first", "again", "outcome", "words"),
    [
        (CLAIM, CLAIM, "replicated", "the verdict is the same, judged by the new data alone"),
        (CLAIM, [-2.0, 1.0, -3.0, 4.0], "not replicated", "not shown to be false, but it is no longer shown"),
        (CLAIM, [-x for x in CLAIM], "contradicted", "better at first, worse on new data"),
        ([-2.0, 1.0, -3.0, 4.0], CLAIM, "nothing claimed", "claimed nothing"),
    ],
)
def test_the_new_data_alone_decide_what_became_of_a_claim(first, again, outcome, words):
    made = judge_replication(_compared(first), _compared(again), _compared([*first, *again]))
    assert made.pairs[0].outcome == outcome
    assert words in made.findings[0].message
