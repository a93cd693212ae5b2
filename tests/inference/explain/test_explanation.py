"""Where b beats a: said where it is so, and not where it is chance."""

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.procedures.across.property_tests import best_split, judge_properties

NAMES = [f"set {a}{b}" for a in "abcd" for b in "uvwxyz"]


def _tables(rng, *, effect):
    missing = np.where(np.arange(24) % 3 == 0, 0.3, 0.05) + rng.uniform(0, 0.05, 24)
    rows = 10 ** rng.uniform(2, 5, 24)
    advantage = np.where(missing > 0.2, effect, -effect / 3) + rng.normal(0, 1, 24)
    scores = {"dataset": NAMES, "tree": [80.0] * 24, "boost": (80 + advantage).tolist()}
    properties = {
        name: {"rows": float(r), "missing_share": float(m), "same": 1.0}
        for name, r, m in zip(NAMES, rows, missing, strict=True)
    }
    return scores, properties


def test_a_property_that_decides_is_named_with_its_threshold():
    made = bakeoff.explain(*_tables(np.random.default_rng(5), effect=4.0), permutations=499).answer
    assert made.explained
    assert made.summary.startswith("boost wins where the share of missing values is above ")
    assert 0.1 < made.split.threshold < 0.3
    assert made.split.p_adjusted < 0.05
    assert made.slopes[0].property == "missing_share"
    assert [f.code for f in made.findings] == ["BO161", "BO163"]


def test_where_nothing_is_there_nothing_is_said_but_what_could_have_been_seen():
    made = bakeoff.explain(*_tables(np.random.default_rng(6), effect=0.0), permutations=499).answer
    assert not made.explained
    assert "Nothing we measured explains where boost beats tree" in made.summary
    assert f"±{made.detectable_correlation:.2f}" in made.summary
    assert [f.code for f in made.findings] == ["BO162", "BO163"]
    assert made.findings[1].detail["properties"] == {"same": "the same everywhere"}


def test_the_weakest_correlation_that_would_be_called_is_where_the_p_value_crosses():
    rng = np.random.default_rng(8)
    y, x = rng.normal(size=30), rng.normal(size=(30, 4))
    found = judge_properties(y, x, weights=np.ones(30), rng=np.random.default_rng(1), permutations=499)
    assert (found.p_slopes < 0.05).tolist() == (
        np.abs(found.correlations) >= found.critical_correlation
    ).tolist()
    assert 0.36 < found.critical_correlation < 0.8  # one property alone: .361 (r for p = .05, 28 df)


def test_correlations_and_the_best_split_are_those_of_the_definition():
    rng = np.random.default_rng(9)
    y, x = rng.normal(size=20), rng.normal(size=(20, 3))
    found = judge_properties(y, x, weights=np.ones(20), rng=rng, permutations=99)
    # Source: scipy.stats.pearsonr; the split by trying every threshold with three datasets or more on both sides.
    assert found.correlations.tolist() == pytest.approx(
        [stats.pearsonr(x[:, j], y).statistic for j in range(3)]
    )
    best = max(
        ((y[x[:, j] <= t].mean() - y.mean()) ** 2 * (x[:, j] <= t).sum()
         + (y[x[:, j] > t].mean() - y.mean()) ** 2 * (x[:, j] > t).sum(), j)
        for j in range(3)
        for t in np.sort(x[:, j])[2:17]
    )  # fmt: skip
    split = best_split(y, x, weights=np.ones(20))
    assert split.column == best[1]
    assert split.share == pytest.approx(best[0] / ((y - y.mean()) ** 2).sum())


def test_one_property_without_splits_has_the_p_value_of_all_permutations():
    # Two values only, three datasets each: line and split are the same. Of the 720 orders those that put the three
    # largest (or smallest) advantages together are 2·3!·3! = 72: p = .1.
    y = np.array([5.0, 6.0, 7.0, 0.0, 1.0, 2.0])
    x = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])[:, None]
    found = judge_properties(y, x, weights=np.ones(6), rng=np.random.default_rng(0), permutations=4999)
    assert found.p_split == found.p_slopes[0] == pytest.approx(0.1, abs=4 * np.sqrt(0.09 / 5000))


def test_folds_give_weights_and_an_i_squared(tmp_path):
    rng = np.random.default_rng(3)
    lines = ["dataset,classifier,fold,accuracy"]
    for i, name in enumerate(NAMES[:10]):
        for fold in range(5):
            lines += [f"{name},a,{fold},{0.8 + rng.normal(0, 0.01):.4f}"]
            lines += [f"{name},b,{fold},{0.8 + 0.01 * i + rng.normal(0, 0.01):.4f}"]
    (tmp_path / "folds.csv").write_text("\n".join(lines))
    (tmp_path / "p.csv").write_text(
        "dataset;size\n" + "\n".join(f"{n};{i}" for i, n in enumerate(NAMES[:10]))
    )
    made = bakeoff.explain(tmp_path / "folds.csv", tmp_path / "p.csv", permutations=199)
    assert made.answer.weighted
    assert made.answer.explained
    document = made.to_dict()
    assert document["schema"] == "bakeoff/explanation/1"
    assert 0.5 < document["population"]["i2"] <= 1
    assert all(row["low"] < row["advantage"] < row["high"] for row in document["forest"])
    assert "I²" in str(made)


def test_columns_of_the_evidence_can_be_properties(tmp_path):
    rng = np.random.default_rng(3)
    rows = [
        f"{n},{80 + rng.normal():.2f},{80 + i / 2 + rng.normal():.2f},{i}" for i, n in enumerate(NAMES[:12])
    ]
    (tmp_path / "s.csv").write_text("\n".join(["dataset,a,b,size", *rows]))
    made = bakeoff.explain(tmp_path / "s.csv", ["size"], permutations=199).answer
    assert (made.a, made.b, [s.property for s in made.slopes]) == ("a", "b", ["size"])


def test_the_pair_must_be_named_where_there_are_more():
    scores, properties = _tables(np.random.default_rng(5), effect=4.0)
    scores["third"] = [81.0] * 24
    with pytest.raises(BakeoffError) as refused:
        bakeoff.explain(scores, properties)
    assert refused.value.code == "BO459"
    made = bakeoff.explain(scores, properties, pair=("boost", "tree"), permutations=99).answer
    assert (made.a, made.b) == ("boost", "tree")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dataset,size\nelsewhere,1\n",
        "dataset,size\n" + "\n".join(f"{n},1" for n in NAMES),
        "dataset,word\nset au,x",
    ],
)
def test_properties_that_tell_nothing_are_refused(tmp_path, text):
    scores, _ = _tables(np.random.default_rng(5), effect=4.0)
    (tmp_path / "p.csv").write_text(text)
    with pytest.raises(BakeoffError) as refused:
        bakeoff.explain(scores, tmp_path / "p.csv")
    assert refused.value.code == "BO458"


def test_a_study_is_explained_by_what_is_measured_of_its_datasets(tmp_path):
    recipes = [f"artificial:linear?n={60 + 20 * i}&seed={i}" for i in range(6)]
    study = bakeoff.Study(
        {"tree": "DecisionTreeClassifier", "bayes": "GaussianNB"},
        recipes,
        name="small",
        resampling={"folds": 3},
    )
    study.run(f"sqlite:///{tmp_path}/study.db")
    made = bakeoff.explain(f"sqlite:///{tmp_path}/study.db", permutations=99).answer
    assert "n" in [s.property for s in made.slopes]  # what artificial data were made with
    assert made.n == 6


def _families(tmp_path):
    rows = ["name,kind,A,B,size"]
    for f in range(8):
        rows += [
            f"n{f}{m},kind {f},0.7,{0.7 + 0.02 * f + 0.001 * m:.3f},{100 * (f + 1) + m}"
            for m in range(1 + f % 3)
        ]
    path = tmp_path / "families.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_families_are_explained_by_their_means_as_compare_judges_them(tmp_path):
    path = str(_families(tmp_path))
    said = {"dataset_column": "name", "cluster_column": "kind"}
    made = bakeoff.explain(path, ["size"], **said).answer
    compared = bakeoff.compare(path, leave_out=("size",), **said).pairs[0]
    assert [row.dataset for row in made.forest] == list(compared.units)
    assert [row.advantage for row in made.forest] == pytest.approx(compared.advantages.tolist())
    assert (made.n, made.members) == (8, 15)
    assert made.explained
    assert "8 families (15 datasets) by their means" in str(bakeoff.explain(path, ["size"], **said))


def test_a_family_without_all_properties_is_left_out_and_named(tmp_path):
    path = str(_families(tmp_path))
    properties = {
        f"n{f}{m}": {"size": 100.0 * f} for f in range(8) for m in range(1 + f % 3) if (f, m) != (2, 1)
    }
    made = bakeoff.explain(
        path, properties, dataset_column="name", cluster_column="kind", leave_out=("size",)
    ).answer
    assert made.n == 7
    assert any("families without properties: kind 2" in f.message for f in made.findings)
