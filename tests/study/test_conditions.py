"""What is done to data on purpose: curves, factors, distinct samples, and costs beyond the score."""

from math import exp, log, sqrt

import numpy as np
import pytest
import scipy.stats
from sklearn.datasets import load_wine
from sklearn.ensemble import BaggingClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from bakeoff.api.study.study import Study
from bakeoff.cli.study_output import show_distinct, show_study, study_document
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Measure, Unit
from bakeoff.inference.studies.resources import measure_resources
from bakeoff.render.json.comparison import comparison_dict
from bakeoff.study.specification.dataset_references import read_references
from study.inline_engine import InlineEngine

TWO = {"bayes": "GaussianNB", "tree": {"estimator": "DecisionTreeClassifier", "parameters": {"max_depth": 2}}}
NOISY = "artificial:linear?n=60&features=4&noise=0.2&seed=[1,2,3]"


def ran(tmp_path, datasets, classifiers=TWO, **settings):
    settings.setdefault("resampling", {"folds": 3})
    return Study(classifiers, datasets, **settings).run(tmp_path / "s.db", engine=InlineEngine())


def means(results, classifier, condition):
    found = {}
    for o in results.outcomes():
        if o.cell.classifier == classifier and o.cell.condition == condition:
            found.setdefault(o.cell.dataset, []).append(o.scores["accuracy"])
    return np.array([np.mean(v) for v in found.values()])


def test_a_curve_over_datasets_has_paired_t_intervals_of_the_change(tmp_path):
    results = ran(tmp_path, [NOISY], conditions={"label_noise": [0.2, 0.4]})
    curves = results.curves("label_noise")
    assert [c.classifier for c in curves.each] == ["bayes", "tree"]
    points = curves.each[0].points
    assert [p.rate for p in points] == [0.0, 0.2, 0.4]
    assert points[0].change is None
    base, noisy = means(results, "bayes", ""), means(results, "bayes", "label noise 0.4")
    assert points[2].mean == pytest.approx(noisy.mean(), abs=1e-12)
    ends = scipy.stats.ttest_rel(noisy, base).confidence_interval(0.95)
    assert (points[2].change.interval.low, points[2].change.interval.high) == pytest.approx(ends, abs=1e-9)
    assert "± " in str(curves)
    assert results.compare(condition="label noise 0.4").evidence.values[:, 0] == pytest.approx(noisy)
    with pytest.raises(DesignError) as unknown:
        results.compare(condition="label noise 0.5")
    assert unknown.value.what.startswith(
        "the study has no cells under the condition 'label noise 0.5'; did you mean "
    )
    assert unknown.value.fix == "use one of: label noise 0.2 and label noise 0.4"


def test_a_curve_on_one_dataset_pairs_the_splits_and_corrects_for_what_they_share(tmp_path):
    results = ran(tmp_path, [NOISY.replace("[1,2,3]", "1")], conditions={"training_share": [0.3]})
    curves = results.curves("training share")
    point = curves.each[1].points[0]
    scores = {
        condition: np.array(
            [
                o.scores["accuracy"]
                for o in results.outcomes()
                if o.cell.classifier == "tree" and o.cell.condition == condition
            ]
        )
        for condition in ("", "training share 0.3")
    }
    change = scores["training share 0.3"] - scores[""]
    reach = scipy.stats.t.ppf(0.975, 2) * sqrt(change.var(ddof=1) * (1 / 3 + 20 / 40))
    assert (curves.undisturbed, point.rate, point.n) == (1.0, 0.3, 3)
    assert point.change.value == pytest.approx(change.mean(), abs=1e-12)
    assert point.change.interval.high == pytest.approx(change.mean() + reach, abs=1e-9)


def test_a_curve_that_was_not_asked_for_says_how_to(tmp_path):
    results = ran(tmp_path, ["iris"])
    with pytest.raises(UsageError, match="no cells with label noise") as refused:
        results.curves("label noise")
    assert "label_noise = [0.1, 0.2]" in refused.value.fix
    with pytest.raises(UsageError, match="did you mean 'label noise'"):
        results.curves("lable noise")


def test_distinct_samples_are_judged_by_the_analysis_of_variance(tmp_path, capsys):
    results = ran(tmp_path, [NOISY], resampling={"folds": 4, "distinct": True})
    made = results.anova()
    for each in made.each:
        groups = [
            [o.scores["accuracy"] for o in results.outcomes() if (o.cell.classifier, o.cell.dataset) == at]
            for at in (("bayes", each.dataset), ("tree", each.dataset))
        ]
        expected = scipy.stats.f_oneway(*groups)
        assert each.by_the_book.statistic == pytest.approx(expected.statistic, rel=1e-9)
        assert each.by_the_book.p_value == pytest.approx(expected.pvalue, rel=1e-9)
        # Each classifier has 30 of the 60 rows; four resamples, 7 or 8 test rows and the others for training.
        ratio = (7 / 23 + 7 / 23 + 8 / 22 + 8 / 22) / 4
        corrected = expected.statistic / (1 + 4 * ratio)
        assert each.corrected.statistic == pytest.approx(corrected, rel=1e-9)
        assert each.corrected.p_value == pytest.approx(scipy.stats.f.sf(corrected, 1, 6), rel=1e-9)
    assert made.over_datasets is not None
    with pytest.raises(DesignError, match="cannot be paired"):
        results.compare()
    show_distinct(results, as_json=False, quiet=False)
    shown = capsys.readouterr().out
    assert "do their means differ?" in shown
    assert "BO238" in shown


def test_lists_of_properties_become_datasets_in_every_combination(tmp_path):
    references = read_references(
        ["artificial:linear?n=[50,100]&noise=[0,0.1]", "iris"], base=tmp_path
    ).references
    assert references == (
        "artificial:linear?n=50&noise=0",
        "artificial:linear?n=50&noise=0.1",
        "artificial:linear?n=100&noise=0",
        "artificial:linear?n=100&noise=0.1",
        "sklearn:iris",
    )


@pytest.mark.parametrize("text", ["artificial:linear?n=[50", "artificial:linear?n=[]", "artificial:[a]?n=3"])
def test_lists_that_cannot_be_understood_are_refused(tmp_path, text):
    with pytest.raises(UsageError) as refused:
        read_references([text], base=tmp_path)
    assert refused.value.code == "BO494"


def test_properties_of_artificial_data_are_factors(tmp_path):
    grid = "artificial:linear?n=60&features=3&noise=[0,0.3]&seed=[1,2,3]"
    results = ran(tmp_path, [grid])
    made = results.factors()
    assert [each.factor for each in made.each] == ["noise", "classifier", "classifier × noise"]
    assert made.residual_df == (4, 4)
    # The property against the spread between datasets: the t-test of the datasets' means, squared.
    table = np.column_stack([means(results, name, "") for name in ("bayes", "tree")])
    noise = np.array([0, 0, 0, 1, 1, 1])
    test = scipy.stats.ttest_ind(table[noise == 0].mean(axis=1), table[noise == 1].mean(axis=1))
    assert made.each[0].f == pytest.approx(test.statistic**2, rel=1e-9)
    assert made.each[0].p_value == pytest.approx(test.pvalue, rel=1e-9)
    # Its interplay with the classifier: the t-test of the differences of the two classifiers, squared.
    gap = table[:, 0] - table[:, 1]
    test = scipy.stats.ttest_ind(gap[noise == 0], gap[noise == 1])
    assert made.each[2].p_value == pytest.approx(test.pvalue, rel=1e-9)
    assert made.each[0].effects["0"] == pytest.approx(table[:3].mean() - table.mean())
    assert "F(1, 4)" in str(made)


def test_factors_need_data_that_differ_in_a_property(tmp_path):
    with pytest.raises(DesignError) as refused:
        ran(tmp_path, ["iris"]).factors()
    assert refused.value.code == "BO493"


def seconds(values, names=("fast", "slow")):
    return Scores(
        classifiers=names,
        datasets=tuple(f"d{i}" for i in range(len(values))),
        values=np.array(values, dtype=float),
        measure=Measure(name="fit_seconds", higher_is_better=False, unit=Unit.PLAIN, direction_from="told"),
        source="here",
        digest="sha256:0",
    )


def test_times_are_compared_as_ratios():
    rng = np.random.default_rng(1)
    size = 10.0 ** rng.uniform(-3, 2, 12)  # from a millisecond to minutes
    factor = 3.0 * np.exp(rng.normal(0, 0.1, 12))
    table = seconds(np.column_stack([size, size * factor]))
    made = measure_resources(table, {"fit_seconds": table}, [], settings=Settings())
    (use,) = made.resources
    (ratio,) = use.ratios
    assert (ratio.classifier, ratio.against, ratio.differs) == ("slow", "fast", True)
    # The pseudo-median of the log ratios by brute force: the median of all means of two.
    logs = np.log(factor)
    walsh = [(logs[i] + logs[j]) / 2 for i in range(12) for j in range(i, 12)]
    assert ratio.ratio == pytest.approx(exp(np.median(walsh)), rel=1e-6)
    assert ratio.interval.low < 3 < ratio.interval.high
    assert use.means[0].mean == pytest.approx(exp(np.mean([log(s) for s in size])))


def test_a_resource_that_was_too_little_to_measure_has_no_ratio():
    table = seconds([[0.0, 1.0], [1.0, 2.0], [1.0, 3.0]])
    (use,) = measure_resources(table, {"fit_seconds": table}, [], settings=Settings()).resources
    assert use.ratios == ()
    assert "no ratio" in use.why_untested


def test_the_run_ends_with_what_lies_beyond_the_score(tmp_path, capsys):
    results = ran(tmp_path, [NOISY], conditions={"missing_values": [0.2], "permutations": 2})
    comparison = results.compare()
    show_study(results, comparison, as_json=False, quiet=False)
    text = capsys.readouterr().out
    headings = [
        "How well each does on each dataset",
        "randomization tests",
        "Robustness to missing values",
        "Beyond the score",
    ]
    places = [text.index(heading) for heading in headings]
    assert places == sorted(places)
    assert "leaves" in text
    made = study_document(results, comparison_dict(comparison))
    assert set(made) >= {"schema", "pairs", "estimates", "randomization", "curves", "beyond"}
    assert len(made["randomization"]["each"][0]["reference"]) == 2
    assert {use["name"] for use in made["beyond"]["resources"]} >= {"fit_seconds", "size_bytes"}


def test_the_leaves_of_an_ensemble_are_those_that_scikit_learn_counts(tmp_path):
    ensembles = {
        "forest": RandomForestClassifier(5, random_state=0),
        "best first": RandomForestClassifier(5, max_leaf_nodes=7, random_state=0),
        "pruned": RandomForestClassifier(5, ccp_alpha=0.05, random_state=0),
        "boosted": GradientBoostingClassifier(n_estimators=3, random_state=0),
        "bagged": BaggingClassifier(DecisionTreeClassifier(max_depth=3), n_estimators=3, random_state=0),
    }
    classifiers = {n: {"estimator": e, "preprocessing": "none"} for n, e in ensembles.items()}
    results = ran(tmp_path, ["wine"], classifiers, resampling={"kind": "bootstrap", "repeats": 1})
    on_all_rows = {o.cell.classifier: o for o in results.outcomes() if o.n_train == o.n_test == 178}
    X, y = load_wine(return_X_y=True)  # noqa: N806
    for name, ensemble in ensembles.items():
        trees = np.ravel(ensemble.fit(X, y).estimators_)
        assert on_all_rows[name].complexity["leaves"] == sum(tree.get_n_leaves() for tree in trees)


def test_sizes_are_compared_although_only_the_first_repeat_measures_them(tmp_path):
    results = ran(tmp_path, [NOISY], resampling={"folds": 2, "repeats": 2})
    assert np.isfinite(results.scores("size_bytes").values).all()
    assert results.trade_off("size_bytes").get_xscale() == "log"
