"""Estimates of a study against loops and formulas written out again here, and never against its own functions."""

from math import sqrt

import numpy as np
import pytest
import scipy.stats
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.study.cells.splits import make_splits
from bakeoff.study.execution import load_datasets
from study.inline_engine import InlineEngine

pytestmark = pytest.mark.usefixtures("in_this_process")

Z = scipy.stats.norm.ppf(0.975)
PLAIN = {"estimator": "GaussianNB", "preprocessing": "none"}
NOISY = "artificial:linear?n=60&features=4&noise=0.2&seed=2"


def ran(tmp_path, classifier=PLAIN, dataset=NOISY, **settings):
    study = Study({"it": classifier, "other": "DummyClassifier"}, [dataset], **settings)
    results = study.run(tmp_path / "s.db", engine=InlineEngine())
    return study, results, load_datasets(study.specification, base=tmp_path)[0]


def first_of(results):
    return results.estimates().each[0].each


def rows(study, dataset, repeat=0):
    splits = make_splits(dataset, study.specification.splitting, seed=0, repeat=repeat)
    return [(split.train, split.test) for split in splits]


def wrong(model, dataset, train, test):
    features, _ = dataset.matrix()
    fitted = model.fit(features[train], dataset.target[train])
    return (fitted.predict(features[test]) != dataset.target[test]).astype(float)


def test_repeated_folds_get_the_corrected_t_interval(tmp_path):
    study, results, dataset = ran(tmp_path, resampling={"folds": 5, "repeats": 3})
    accuracies = np.array(
        [1 - wrong(GaussianNB(), dataset, *fold).mean() for r in range(3) for fold in rows(study, dataset, r)]
    )
    made = first_of(results)[0]
    # Nadeau and Bengio: variance times 1/15 + 12/48, Student's t with 14 degrees of freedom.
    reach = scipy.stats.t.ppf(0.975, 14) * sqrt(accuracies.var(ddof=1) * (1 / 15 + 1 / 4))
    assert made.method == "corrected t over resamples"
    assert made.value == pytest.approx(accuracies.mean(), abs=1e-12)
    assert made.interval.low == pytest.approx(accuracies.mean() - reach, abs=1e-12)
    assert made.interval.high == pytest.approx(min(1.0, accuracies.mean() + reach), abs=1e-12)


def test_one_cross_validation_gets_the_interval_of_the_central_limit_theorem_by_name(tmp_path):
    study, results, dataset = ran(tmp_path, resampling={"folds": 5})
    right = 1 - np.concatenate([wrong(GaussianNB(), dataset, *fold) for fold in rows(study, dataset)])
    made = first_of(results)[0]
    reach = Z * sqrt(right.mean() * (1 - right.mean()) / 60)
    assert "Bayle" in made.method
    assert made.citation == "bayle2020"
    assert made.interval.low == pytest.approx(right.mean() - reach, abs=1e-12)
    assert first_of(results)[1].method == "corrected t over resamples"


def test_one_cross_validation_without_predictions_falls_back_on_the_corrected_t(tmp_path):
    _, results, _ = ran(tmp_path, resampling={"folds": 5}, keep="nothing")
    assert [each.method for each in first_of(results)] == ["corrected t over resamples"]


def test_nested_cross_validation_end_to_end(tmp_path):
    study, results, dataset = ran(tmp_path, resampling={"kind": "nested", "folds": 4, "repeats": 2})
    squares, variances, inner, outer = [], [], [], []
    for repeat in range(2):
        folds = [test for _, test in rows(study, dataset, repeat)]
        for k, held in enumerate(folds):
            own = wrong(GaussianNB(), dataset, np.setdiff1d(np.arange(60), held), held)
            within = np.concatenate(
                [
                    wrong(
                        GaussianNB(),
                        dataset,
                        np.setdiff1d(np.arange(60), np.append(held, folds[j])),
                        folds[j],
                    )
                    for j in range(4)
                    if j != k
                ]
            )
            squares.append((within.mean() - own.mean()) ** 2)
            variances.append(own.var(ddof=1) / own.size)
            inner.append(within)
            outer.append(own)
    losses = np.concatenate(inner)
    usual = np.concatenate(outer).mean()
    alone = losses.std(ddof=1) / sqrt(60)
    error = sqrt(3 / 4) * sqrt(max(0.0, np.mean(squares) - np.mean(variances)))
    error = max(alone, min(error, 2 * alone))
    value = losses.mean() - (1 + 2 / 4) * (losses.mean() - usual)
    made = first_of(results)[0]
    assert "nested" in made.method
    assert made.value == pytest.approx(1 - value, abs=1e-12)
    assert made.interval.low == pytest.approx(1 - value - Z * error, abs=1e-12)
    assert results.compare().design.resamples == 8  # pairs of folds are no resamples of the comparison


def test_632_and_632_plus_end_to_end_by_the_formulas_of_efron_and_tibshirani(tmp_path):
    nearest = {"estimator": KNeighborsClassifier(1), "preprocessing": "none"}
    study, results, dataset = ran(tmp_path, nearest, resampling={"kind": "bootstrap", "repeats": 8})
    n = 60
    held, missed, by_sample = np.zeros(n), np.zeros(n), []
    for repeat in range(8):
        ((train, test),) = rows(study, dataset, repeat)
        held[test] += 1
        losses = wrong(KNeighborsClassifier(1), dataset, train, test)
        missed[test] += losses
        by_sample.append(losses.mean())
    tested = held > 0
    out_of_bag = (missed[tested] / held[tested]).mean()  # by example, as they define it
    apparent = wrong(KNeighborsClassifier(1), dataset, np.arange(n), np.arange(n)).mean()
    assert (
        apparent == 0.0
    )  # of the model that saw all rows; that of the bootstrap models, a peer's choice, is not 0
    shares = np.bincount(dataset.target) / n
    no_information = (shares * (1 - shares)).sum()  # it says of every row what the row is
    bounded = min(out_of_bag, no_information)
    rate = bounded / no_information
    weight = 0.632 / (1 - 0.368 * rate)
    each = {made.method: made for made in first_of(results)}
    assert list(each) == [
        ".632+ bootstrap",
        ".632 bootstrap",
        "out-of-bag, mean over examples",
        ".632, mean over samples",
    ]
    # Tan, Steinbach and Kumar, eq. 4.11: every sample counts alike, however many rows it leaves out.
    textbook = np.mean([0.632 * (1 - error) + 0.368 * (1 - apparent) for error in by_sample])
    assert each[".632, mean over samples"].value == pytest.approx(textbook, abs=1e-12)
    assert each[".632, mean over samples"].value != pytest.approx(each[".632 bootstrap"].value, abs=1e-6)
    assert each["out-of-bag, mean over examples"].value == pytest.approx(1 - out_of_bag, abs=1e-12)
    assert each[".632 bootstrap"].value == pytest.approx(1 - 0.632 * out_of_bag, abs=1e-12)
    assert each[".632+ bootstrap"].value == pytest.approx(1 - weight * bounded, abs=1e-12)
    assert each[".632+ bootstrap"].interval is None
    assert "no interval" in each[".632+ bootstrap"].why_no_interval
    steps = results.estimates().each[0].steps
    assert [one.score for one in steps.samples] == pytest.approx([1 - error for error in by_sample])
    assert (steps.apparent, steps.examples) == (1.0, int(tested.sum()))
    assert steps.by_sample == pytest.approx(textbook, abs=1e-12)
    assert steps.by_example == pytest.approx(1 - 0.632 * out_of_bag, abs=1e-12)
    assert (steps.plus.overfitting, steps.plus.weight) == pytest.approx((rate, weight))
    assert steps.plus.score == pytest.approx(1 - weight * bounded, abs=1e-12)


def test_the_632_bootstrap_is_written_out_wherever_a_study_is_explained(tmp_path, capsys):
    _, results, _ = ran(tmp_path, resampling={"kind": "bootstrap", "repeats": 4})
    assert main(["compare", str(tmp_path / "s.db"), "--explain", "--report", str(tmp_path / "r.html")]) == 0
    out = capsys.readouterr().out
    steps = results.estimates().each[0].steps
    for told in (out, results.compare().explain(), (tmp_path / "r.html").read_text(encoding="utf-8")):
        assert "The .632 bootstrap of it on" in told
        assert ".632 per sample (Tan, eq. 4.11)" in told
        assert f"= {steps.by_sample:.6g}" in told
        assert f"= {steps.by_example:.6g}" in told
        assert "in eq. 4.11 every sample counts alike, here every example does" in told
    document = results.compare().to_dict()["bootstrap"]["each"][0]["steps"]
    assert document["by_sample"] == pytest.approx(steps.by_sample)
    (tmp_path / "folds").mkdir()
    _, folded, _ = ran(tmp_path / "folds", resampling={"folds": 3})
    assert "bootstrap" not in folded.compare().to_dict()


def test_a_single_classifier_is_explained_too(tmp_path, capsys):
    (tmp_path / "one.toml").write_text(
        'name = "one"\ndatasets = ["iris"]\nwhy_these_datasets = "at hand"\nmetrics = ["error_rate"]\n'
        '[resampling]\nkind = "bootstrap"\nrepeats = 2\n[classifiers.bayes]\nestimator = "GaussianNB"\n',
        encoding="utf-8",
    )
    assert main(["run", str(tmp_path / "one.toml"), "--explain"]) == 0
    assert "0.368 err_s" in capsys.readouterr().out


def test_a_classifier_that_is_always_right_still_has_an_interval(tmp_path):
    easy = {"easy": (np.repeat([[0.0], [9.0]], 10, axis=0), np.repeat([0, 1], 10))}
    study = Study({"it": PLAIN, "other": "DummyClassifier"}, easy, resampling={"folds": 2})
    made = first_of(study.run(tmp_path / "s.db", engine=InlineEngine()))[0]
    # Wilson's interval of 20 of 20: 1 / (1 + z²/20).
    assert made.value == 1.0
    assert made.interval.low == pytest.approx(1 / (1 + Z**2 / 20), abs=1e-12)


def test_a_time_series_has_no_interval_and_says_why(tmp_path):
    _, results, _ = ran(tmp_path, resampling={"kind": "time-series", "folds": 3})
    made = first_of(results)
    assert made[0].interval is None
    assert "dependent rows" in made[0].why_no_interval


def test_the_words_name_method_and_level(tmp_path):
    _, results, _ = ran(tmp_path, resampling={"folds": 5, "repeats": 2})
    text = str(results.estimates())
    assert "corrected t over resamples, 95 % intervals" in text
    assert results.estimates().to_dict()["each"][0]["estimates"][0]["citation"] == "nadeau2003"
