"""What others state about published tables, continued; and that no statement in the file is passed over."""

import json
from math import exp
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from bakeoff.procedures.bayes.bayes_bradley_terry import bayes_bradley_terry, draw_strengths
from bakeoff.procedures.bayes.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank
from bakeoff.procedures.many.bradley_terry import bradley_terry
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.wilcoxon import wilcoxon

# What cannot be recomputed, and why.
OUT_OF_REACH = {
    "inceptiontime-cd": "the scores of the competitors were not published with the figure",
    "weka-tester-j48-nb": "the scores of the single folds were not published with Weka's verdicts",
}
# Covered through a parameter, so that the whole key stands nowhere in the tests.
BY_PARAMETER = {"gh2008-aligned-shaffer", "gh2008-aligned-bergmann-hommel"}


@pytest.fixture
def stated(shared):
    checks = json.loads((shared / "tables" / "EXPECTED.json").read_text(encoding="utf-8"))["checks"]
    return {check["id"]: check["stated"] for check in checks}


@pytest.fixture
def wainer(shared):
    folds = pd.read_csv(shared / "tables" / "wainer_base_4fold.csv")
    return folds.drop(columns="fold").groupby("dataset").mean().round(12)


def demsars_pair(shared):
    scores = pd.read_csv(shared / "tables" / "demsar2006_auc.csv", index_col=0)
    return np.round((scores["C4.5+m"] - scores["C4.5"]).to_numpy(), 9)


def test_every_statement_is_tested_or_out_of_reach(stated):
    written = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    named = {key for key in stated if f'"{key}"' in written}
    assert set(stated) == named | BY_PARAMETER


def test_demsars_signed_ranks(stated, shared):
    values = stated["demsar2006-wilcoxon"]
    result = wilcoxon(demsars_pair(shared), zeros="zsplit")
    assert result.steps["rank_sum_plus"] == values["R_plus"]
    assert result.steps["rank_sum_minus"] == values["R_minus"] <= values["critical_T_0.05_N14"]
    assert (result.p_value < 0.05) == values["reject"]


def test_demsars_sign_test_is_not_significant_exactly(stated, shared):
    # 11 of 14 is in his table of critical wins, by the normal approximation; exactly, p = .0574.
    values = stated["demsar2006-sign"]
    result = sign(demsars_pair(shared), ties="split")
    assert (result.steps["wins"] + 1, result.n) == (values["wins_second"], values["N"])
    assert values["significant_0.05"]
    assert result.p_value == pytest.approx(2 * 470 / 2**14)  # C(14,11) + C(14,12) + C(14,13) + 1 = 470


def test_the_matrix_of_synthetic_scores(stated, shared):
    scores = pd.read_csv(shared / "tables" / "mcm_example_SYNTHETIC.csv")
    values = stated["mcm-synthetic"]
    assert scores.mean().to_dict() == pytest.approx(values["mean"], abs=6e-5)
    for a, b, difference, wins, ties, losses, p in values["pairs"]:
        d = (scores[a] - scores[b]).to_numpy()
        assert d.mean() == pytest.approx(difference, abs=1e-4)
        assert ((d > 0).sum(), (d == 0).sum(), (d < 0).sum()) == (wins, ties, losses)
        # Theirs is the normal approximation (scipy's), printed; ours is exact for 128 datasets too.
        assert stats.wilcoxon(d, method="approx").pvalue == pytest.approx(p, abs=6e-5)
        assert wilcoxon(d).p_value == pytest.approx(p, abs=0.0025)


def test_scmamps_bayesian_correlated_t(stated, shared):
    folds = pd.read_csv(shared / "tables" / "scmamp_kcv_example.csv").query("DB == 5")
    values = stated["scmamp-kcv-bayes"]
    for names, (left, rope, right) in values.items():
        a, b = names.split("-")
        # Their correlation of .1 is ratio / (1 + ratio); their "right" is the first being better, our "worse".
        found = bayes_correlated_t(
            (folds[b] - folds[a]).to_numpy().round(9), test_train_ratio=1 / 9, margin=0.01
        )
        assert (found.better, found.equivalent, found.worse) == pytest.approx((left, rope, right), abs=1e-6)


def test_wainers_wins_are_those_of_float_noise(stated, wainer):
    # Means over four folds that are equal differ by 1e-16 in two of the ten pairs, and count as wins there.
    differ = set()
    for pair, counts in stated["wainer-base-wins"].items():
        a, b = (wainer[name] for name in pair.split("-"))
        if [(a > b).sum(), (a < b).sum(), (a == b).sum()] != counts:
            differ.add(pair)
    assert differ == {"lda-svm", "lgbm-xgb"}


def test_wainers_bradley_terry_model(stated, wainer):
    # His posterior means are drawn towards one half by a prior; ours with no prior are up to .045 farther from it.
    fitted = bradley_terry(wainer.to_numpy(), prior=0.0).strengths
    strength = dict(zip(wainer.columns, (s.value for s in fitted), strict=True))
    for pair, theirs in stated["wainer-base-bbt"].items():
        a, b = pair.split(">")
        ours = 1 / (1 + exp(strength[b] - strength[a]))
        assert 0 <= ours - theirs <= 0.045


def test_wainers_bayesian_bradley_terry_model(stated, wainer):
    # He rounds half draws up, and counts float noise as wins: his counts differ from ours by up to one and a half.
    names = list(wainer.columns)
    pairs = [pair.split(">") for pair in stated["wainer-base-bbt"]]
    found = bayes_bradley_terry(
        wainer.to_numpy(),
        pairs=[(names.index(b), names.index(a)) for a, b in pairs],
        rng=np.random.default_rng(0),
    )
    ours = [result.steps["chance_of_winning"] for result in found]
    assert ours == pytest.approx(list(stated["wainer-base-bbt"].values()), abs=0.03)
    # From his own counts, of the table twin2 of the paper's sources: dt, lda, lgbm, xgb, svm.
    wins = np.array(
        [[0, 7, 2, 2, 6], [14, 0, 7, 6, 5], [19, 14, 0, 11, 11], [19, 15, 10, 0, 12], [15, 15, 10, 9, 0]],
        dtype=float,
    )
    drawn = draw_strengths(wins, rng=np.random.default_rng(0), draws=20_000)
    order = ["dt", "lda", "lgbm", "xgb", "svm"]
    for (a, b), theirs in zip(pairs, stated["wainer-base-bbt"].values(), strict=True):
        apart = drawn.strengths[:, order.index(a)] - drawn.strengths[:, order.index(b)]
        mean = float(np.average(1 / (1 + np.exp(-apart)), weights=drawn.weights))
        assert mean == pytest.approx(theirs, abs=0.0075)  # he prints two digits, from 4,000 draws


def test_wainers_bayesian_signed_ranks(stated, wainer):
    for pair, (above, rope, beyond) in stated["wainer-base-bsr"].items():
        a, b = pair.split(">")
        d = (wainer[a] - wainer[b]).to_numpy()
        rng = np.random.default_rng(0)
        assert bayes_signed_rank(d, rng=rng).better == pytest.approx(above, abs=0.03)
        found = bayes_signed_rank(d, margin=0.01, rng=rng)
        assert (found.equivalent, found.better) == pytest.approx((rope, beyond), abs=0.03)


def test_the_abstract_of_179_classifiers_counts_a_missing_score_as_zero(stated, shared):
    scores = pd.read_csv(shared / "tables" / "delgado2014_accuracy.csv", index_col=0)
    values = stated["delgado2014-abstract"]
    share = 100 * scores.div(scores.max(axis=1), axis=0)
    forest = share["parRF_caret"]
    assert forest.mean() == pytest.approx(values["parRF_caret mean % of max"], abs=0.06)
    assert (forest >= 90).mean() == pytest.approx(
        values["parRF_caret share of datasets >= 90 % of max"], abs=6e-4
    )
    assert share["svm_C"].fillna(0).mean() == pytest.approx(values["svm_C mean % of max"], abs=0.06)
    assert share["svm_C"].mean() == pytest.approx(93.81, abs=0.005)
