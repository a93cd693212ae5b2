"""Many classifiers: what runs beside the test that carries the verdict, and how it is adjusted."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.results import TestResult, Verdict
from bakeoff.inputs.published import PUBLISHED
from bakeoff.procedures.base.adjust import adjust


@pytest.fixture(scope="module")
def demsar():
    return bakeoff.compare(PUBLISHED["demsar-2006"].text, metric="AUC")


def by_test(comparison, key):
    return [t for t in comparison.tests if t.result.procedure == key]


def test_every_licensed_test_speaks_of_every_pair(demsar):
    keys = {t.result.procedure for t in demsar.tests}
    assert keys == {"max-t", "wilcoxon", "paired-t", "sign", "nemenyi", "tukey"}
    assert all(len(by_test(demsar, key)) == 6 for key in keys)


def test_single_tests_beside_the_family_are_adjusted_by_holm(demsar):
    tests = by_test(demsar, "wilcoxon")
    expected = adjust(np.array([t.result.p_value for t in tests]), "holm")
    assert [t.p_adjusted for t in tests] == pytest.approx(expected.tolist())


@pytest.mark.parametrize("test", ["paired-t", "wilcoxon", "sign"])
@pytest.mark.parametrize("method", ["holm", "hochberg", "shaffer", "bonferroni", "sidak", "bh", "by", "none"])
def test_intervals_agree_with_the_p_values_they_stand_beside(test, method):
    comparison = bakeoff.compare(PUBLISHED["garcia-herrera-2008"].text, test=test, adjust=method)
    for pair in comparison.pairs:
        interval = pair.result.estimate.interval
        assert isinstance(pair.result, TestResult)
        assert interval.level == 0.95
        if pair.p_adjusted < 0.05:
            assert not interval.low < 0 < interval.high
            assert pair.verdict in (Verdict.BETTER, Verdict.WORSE)
        else:
            assert interval.low <= 0 <= interval.high
            assert pair.verdict is Verdict.UNDECIDED


def test_a_verdict_on_a_pair_alone_does_not_depend_on_who_else_is_in_the_table(demsar):
    alone = bakeoff.compare(PUBLISHED["demsar-2006"].text, metric="AUC", leave_out=("C4.5+cf", "C4.5+m+cf"))
    there = next(t for t in by_test(demsar, "wilcoxon") if (t.a, t.b) == ("C4.5", "C4.5+m"))
    assert alone.pairs[0].result.p_value == pytest.approx(there.result.p_value, rel=1e-12)


def test_a_bar_never_joins_a_pair_that_is_decided(demsar):
    decided = {frozenset((p.a, p.b)) for p in demsar.pairs if p.verdict in (Verdict.BETTER, Verdict.WORSE)}
    assert decided
    for group in demsar.groups:
        assert not any(pair <= set(group) for pair in decided)


def test_the_baseline_is_a_in_every_pair():
    comparison = bakeoff.compare(PUBLISHED["demsar-2006"].text, baseline="C4.5+cf")
    assert {p.a for p in comparison.pairs} == {"C4.5+cf"}
    assert len(comparison.pairs) == 3
    assert {t.result.procedure for t in comparison.tests} >= {"max-t", "bonferroni-dunn", "wilcoxon"}


def test_a_missing_score_leaves_the_pairs_that_do_not_need_it_complete():
    text = PUBLISHED["demsar-2006"].text.replace("0.763", "", 1)
    comparison = bakeoff.compare(text)
    used = {(p.a, p.b): len(p.units) for p in comparison.pairs}
    assert used[("C4.5", "C4.5+m")] == 13
    assert used[("C4.5+m", "C4.5+cf")] == 14
    assert comparison.settings.test == "max-t"
    assert {(p.a, p.b): p.result.n for p in comparison.pairs} == used
    assert [o.procedure for o in comparison.omnibus] == ["skillings-mack"]
    assert "BO344" in {f.code for f in comparison.findings}


def test_an_omnibus_test_gates_the_pairs_only_where_it_is_asked_to():
    text = PUBLISHED["demsar-2006"].text
    free, gated = bakeoff.compare(text), bakeoff.compare(text, only_if="friedman")
    strict = bakeoff.compare(text, only_if="friedman", level=0.99)
    p_friedman = next(o.p_value for o in free.omnibus if o.procedure == "friedman")
    expected = [max(p.p_adjusted, p_friedman) for p in free.pairs]
    assert [p.p_adjusted for p in gated.pairs] == pytest.approx(expected, rel=1e-12)
    assert {p.verdict for p in strict.pairs} == {Verdict.UNDECIDED}
    assert all(p.result.estimate.interval.low <= 0 <= p.result.estimate.interval.high for p in strict.pairs)


def test_a_gate_that_is_no_omnibus_test_is_refused():
    with pytest.raises(bakeoff.BakeoffError, match="does not ask whether any classifiers differ"):
        bakeoff.compare(PUBLISHED["demsar-2006"].text, only_if="wilcoxon")


def test_classifiers_with_the_same_scores_are_named_once_in_one_group():
    rows = "".join(f"d{i},{i + 60},{i + 60},{70 + i % 3},{i + 60},{70 + i % 3}\n" for i in range(8))
    made = bakeoff.compare(f"dataset,a,b,c,d,e\n{rows}")
    told = [f for f in made.findings if f.code == "BO341"]
    assert [f.detail["classifiers"] for f in told] == [["a", "b", "d"], ["c", "e"]]
    assert (
        "a, b and d have the same score on all their datasets: is it the same model 3 times?"
        in told[0].message
    )
    assert "c and e have the same score on all 8 datasets: is it the same model twice?" in told[1].message
