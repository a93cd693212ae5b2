"""Every public result shows itself in a Python shell in a few lines: what it is, and its verdict."""

from dataclasses import fields, is_dataclass

import numpy as np
import pytest

import bakeoff
import bakeoff.procedures
from bakeoff.core.answers.selftest import Check
from bakeoff.core.answers.selftest import Selftest as Checked
from bakeoff.core.reprs import describe_record, describe_value
from bakeoff.core.results import Verdict

MOST = 2000  # characters
RNG = np.random.default_rng(0)
NAMES = [f"classifier {i}" for i in range(12)]
DATASETS = [f"dataset {i}" for i in range(30)]
SCORES = {"dataset": DATASETS, **{n: RNG.normal(0.8, 0.05, 30).round(4) for n in NAMES}}
SCORES[NAMES[-1]] += 0.15
TWO = {name: SCORES[name] for name in ("dataset", "classifier 0", "classifier 1")}
TRUTH = RNG.integers(0, 2, 300)
ANSWERS = {name: np.where(RNG.random(300) < 0.8, TRUTH, 1 - TRUTH) for name in "ab"}
CHECKS = tuple(
    Check(group="g", name=f"check {i}", source="NIST", found=1.0, reference=1.0, digits=15.0, floor=9.0)
    for i in range(200)
)
PAPER = "# A paper\n\n| method | A | B | Avg. |\n|---|---|---|---|\n" + "".join(
    f"| method {i} | 0.{i:02d} | 0.{i + 1:02d} | 0.5 |\n" for i in range(60)
)
PROPERTIES = {name: {"rows": 100.0 + i} for i, name in enumerate(DATASETS)}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    paper = tmp_path_factory.mktemp("paper") / "paper.md"
    paper.write_text(PAPER, encoding="utf-8")
    many = bakeoff.compare(SCORES)
    two = bakeoff.compare(TWO)
    from sklearn.dummy import DummyClassifier

    study = bakeoff.Study({"most": DummyClassifier()}, ["iris"], resampling={"folds": 3})
    return {
        "Comparison": many,
        "Comparison of two": two,
        "Comparison by a posterior": bakeoff.compare(TWO, test="bayes-sign", margin=0.01),
        "Comparison of predictions": bakeoff.compare({"y_true": TRUTH, **ANSWERS}),
        "ReadEvidence": bakeoff.read(SCORES),
        "Audit": bakeoff.audit(two),
        "PaperAudit": bakeoff.audit_paper(paper),
        "Estimates": bakeoff.estimate({"y_true": TRUTH, **ANSWERS}),
        "Plan": bakeoff.plan(difference=0.7, sd=6.9),
        "Plan of a pilot": bakeoff.plan(TWO, difference=0.01),
        "Calibration": bakeoff.calibrate(TWO, trials=20),
        "Explanation": bakeoff.explain(TWO, PROPERTIES, permutations=99),
        "Leaderboard": bakeoff.leaderboard(SCORES),
        "Selftest": bakeoff.Selftest(Checked(checks=CHECKS, rates=(), versions={}, seed=0, seconds=1.0)),
        "SimulationResult": bakeoff.simulate("null", trials=200),
        "Study": study,
        "Results": bakeoff.Results("sqlite:///study.db", name="study"),
        "TestResult": bakeoff.procedures.wilcoxon(TWO["classifier 0"] - TWO["classifier 1"]),
        "OmnibusResult": bakeoff.procedures.friedman(np.column_stack([SCORES[n] for n in NAMES])),
    }


def records(value, seen):
    """Yield every record that a result holds."""
    if is_dataclass(value) and not isinstance(value, type) and id(value) not in seen:
        seen.add(id(value))
        yield value
        for field in fields(value):
            yield from records(getattr(value, field.name), seen)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from records(each, seen)


def test_every_public_result_is_shown_in_a_few_lines_that_say_what_it_is(results):
    # Issue: the comparison of 20 classifiers on 30 datasets showed itself in 1.6 million characters.
    for name, result in results.items():
        shown = repr(result)
        assert len(shown) < MOST, name
        assert name.split()[0] in shown, name
        assert " at 0x" not in shown, name


def test_every_class_of_result_that_the_package_offers_is_among_them(results):
    kinds = {
        name
        for name in bakeoff.__all__
        if isinstance(getattr(bakeoff, name), type) and name != "BakeoffError"
    }
    assert kinds <= {name.split()[0] for name in results}


def test_every_record_that_a_result_holds_is_shown_in_a_few_lines(results):
    long = {
        type(r).__name__ for whole in results.values() for r in records(whole, set()) if len(repr(r)) >= MOST
    }
    assert long == set()


def test_a_comparison_shows_its_verdicts(results):
    verdict = results["Comparison of two"].pairs[0].verdict
    assert f": {verdict}, " in repr(results["Comparison of two"])
    assert [p.verdict for p in results["Comparison"].pairs].count(Verdict.BETTER) == 11
    assert "66 pairs: 11 better, 55 undecided" in repr(results["Comparison"])
    assert f"verdict='{verdict}'" in repr(results["Comparison of two"].pairs[0])


def test_a_pair_has_the_p_value_that_counts_its_advantage_and_interval(results):
    pair = results["Comparison"].pairs[0]
    assert (pair.p_value, pair.advantage) == (pair.p_adjusted, pair.result.estimate.value)
    assert pair.interval is pair.result.estimate.interval
    assert pair.p_value != pair.result.p_value
    assert results["Comparison by a posterior"].pairs[0].p_value is None
    tests = [t for t in results["Comparison of two"].tests if t.p_adjusted is None]
    assert [t.p_value for t in tests] == [getattr(t.result, "p_value", None) for t in tests]


def test_a_long_value_is_shown_by_its_size(results):
    evidence = results["Comparison"].evidence
    assert "values=<array of 30 × 12>" in repr(evidence)
    assert "classifiers=<12 str>" in repr(evidence)
    assert describe_value({str(i): i for i in range(9)}) == "<9 entries>"
    assert len(describe_value("x" * 1000)) < 200
    assert describe_record(results["Comparison"].pairs[0]).count("array of 30") == 3
