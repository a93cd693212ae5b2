"""Distinct random samples for each classifier: without a row in common where the data allow it."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.outcomes import Scored
from bakeoff.datasets.loaders import load_dataset
from bakeoff.study.cells.splits import make_splits, row_sample
from bakeoff.study.specification.specification import Resampling, Splitting

pytestmark = pytest.mark.usefixtures("in_this_process")

NAMES = ["a", "b", "c"]


def samples(reference, *, kind=Resampling.HOLD_OUT, repeats=1, folds=3):
    """Return the rows of every split, by classifier and repeat."""
    dataset = load_dataset(reference, base=Path())
    splitting = Splitting(kind=kind, repeats=repeats, folds=folds, distinct=True, apart=True)
    return {
        (name, repeat): make_splits(dataset, splitting, seed=3, repeat=repeat, sample=row_sample(NAMES, name))
        for name in NAMES
        for repeat in range(repeats)
    }


def rows_of(splits):
    return set(np.concatenate([np.concatenate([split.train, split.test]) for split in splits]).tolist())


def test_no_two_hold_outs_share_a_row_where_there_are_enough():
    made = samples("breast_cancer", repeats=5)
    rows = {at: rows_of(splits) for at, splits in made.items()}
    assert all(not rows[x] & rows[y] for x, y in combinations(rows, 2))
    assert len(set().union(*rows.values())) == 569


def test_with_fewer_rows_only_the_classifiers_are_kept_apart():
    made = samples("iris", repeats=5)
    by_name = {name: set().union(*(rows_of(made[name, r]) for r in range(5))) for name in NAMES}
    assert all(not by_name[x] & by_name[y] for x, y in combinations(NAMES, 2))
    assert rows_of(made["a", 0]) & rows_of(made["a", 1])


def test_with_too_few_rows_samples_overlap_as_before():
    made = samples("artificial:linear?n=60&seed=1")
    assert rows_of(made["a", 0]) & rows_of(made["b", 0])


def test_folds_stay_within_the_rows_of_their_classifier():
    made = samples("iris", kind=Resampling.STRATIFIED)
    for name in NAMES:
        tested = np.concatenate([split.test for split in made[name, 0]])
        assert sorted(tested.tolist()) == sorted(rows_of(made[name, 0]))
        classes = load_dataset("iris", base=Path()).target[tested]
        assert np.ptp(np.bincount(classes)) <= 1


def study(repeats, **settings):
    return bakeoff.Study(
        {"bayes": "GaussianNB", "tree": "DecisionTreeClassifier"},
        ["breast_cancer"],
        resampling={"kind": "hold-out", "repeats": repeats, "distinct": True},
        **settings,
    )


def test_one_hold_out_each_is_analysed_over_its_examples(tmp_path):
    results = study(1).run(tmp_path / "s.db")
    made = results.anova()
    right = [o.predictions.truth == o.predictions.labels for o in results.outcomes(predictions=True)]
    # For two groups F is the square of Student's t: computed here from its textbook formula.
    n = [r.size for r in right]
    pooled = sum(((r - r.mean()) ** 2).sum() for r in right) / (sum(n) - 2)
    t = (right[0].mean() - right[1].mean()) / np.sqrt(pooled * (1 / n[0] + 1 / n[1]))
    assert made.each[0].corrected.statistic == pytest.approx(t**2)
    assert made.each[0].over == "examples"
    assert {f.code for f in made.findings} >= {"BO251", "BO252"}
    assert results.anova().to_dict()["datasets"][0]["over"] == "examples"


def test_one_hold_out_each_without_predictions_says_what_is_missing(tmp_path):
    results = study(1, keep="nothing").run(tmp_path / "s.db")
    with pytest.raises(bakeoff.BakeoffError, match="nothing to analyse") as error:
        results.anova()
    assert error.value.code == "BO492"


def test_independent_hold_outs_are_judged_by_the_test_of_the_book(tmp_path):
    results = study(4).run(tmp_path / "s.db")
    one = results.anova().each[0]
    assert one.corrected.procedure == one.by_the_book.procedure == "one-way-anova"
    assert one.sharing == "no samples share rows"
    scored = [o for o in results.outcomes() if isinstance(o, Scored)]
    assert {o.n_train + o.n_test for o in scored} <= {71, 72}


STUDY = """
name = "one hold-out each"
datasets = ["artificial:linear?n=200&noise=0.1&seed=1"]
why_these_datasets = "made for it"
seed = 1
[resampling]
kind = "hold-out"
distinct = true
[classifiers.bayes]
estimator = "GaussianNB"
"""
ANOTHER = '[classifiers.guess]\nestimator = "DummyClassifier"\n'


def test_quiet_is_one_sentence_and_json_has_it(tmp_path, capsys):
    file = tmp_path / "study.toml"
    file.write_text(STUDY + ANOTHER, encoding="utf-8")
    assert main(["run", str(file), "--quiet"]) == 0
    (sentence,) = capsys.readouterr().out.splitlines()
    assert "on samples of their own: bayes 0." in sentence
    assert "by Holm)" in sentence
    assert main(["run", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["summary"] == sentence


@pytest.mark.parametrize("text", [STUDY + ANOTHER, STUDY.replace("distinct = true\n", "")])
def test_a_report_that_would_not_be_written_is_refused_before_anything_is_run(tmp_path, capsys, text):
    file = tmp_path / "study.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["run", str(file), "--report", str(tmp_path / "page.html")]) == 2
    assert "BO257" in capsys.readouterr().err
    assert not (tmp_path / "study.db").exists()
