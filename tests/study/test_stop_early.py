"""A study that ends when its question is decided says how much was saved."""

import pytest

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import RunError
from study.faulty import Majority
from study.inline_engine import InlineEngine

TOML = """
name = "early"
datasets = [{datasets}]
metrics = ["accuracy"]
seed = 1
[resampling]
folds = 3
[classifiers.dummy]
estimator = "DummyClassifier"
[classifiers.bayes]
estimator = "GaussianNB"
"""


def test_it_ends_when_every_pair_is_decided_and_can_be_finished_later(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ", ".join(f'"artificial:linear?n=60&seed={seed}"' for seed in range(12))
    (tmp_path / "s.toml").write_text(TOML.format(datasets=names))
    assert main(["run", "s.toml", "--stop-early", "-q"]) == 0
    told = capsys.readouterr()
    assert "bayes is better than dummy" in told.out
    assert "decided after" in told.err
    spared = int(told.err.split("datasets: ")[1].split(" cells")[0])
    assert 0 < spared < 72
    assert main(["run", "s.toml", "-q"]) == 0
    assert "on 12 datasets" in capsys.readouterr().out


@pytest.mark.parametrize(("classifiers", "datasets"), [("a", 3), ("ab", 1)])
def test_a_study_without_datasets_one_after_the_other_is_refused(tmp_path, classifiers, datasets):
    data = [f"artificial:linear?n=40&seed={seed}" for seed in range(datasets)]
    plan = Study({name: Majority() for name in classifiers}, data, resampling={"folds": 2})
    with pytest.raises(RunError, match="cannot be stopped early"):
        plan.run(tmp_path / "s.db", engine=InlineEngine(), stop_early=True)
