"""What a study may predict: quantities, ordered classes, sets of labels; with weights of rows, and from texts."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bakeoff.api.study.study import Study
from bakeoff.core.datasets import Task
from bakeoff.core.errors import BakeoffError, DesignError, UsageError
from bakeoff.core.outcomes import Scored
from bakeoff.datasets.assembly.arrays import dataset_from_arrays
from bakeoff.study.cells.tuning import Training, find_scorer, mean_inner_score, tune_model
from bakeoff.study.specification.specification import ClassifierSpec, Search, Tuning

ROWS = 90
RNG = np.random.default_rng(3)
X = RNG.normal(size=(ROWS, 3))
QUANTITY = X @ [1.0, 2.0, -1.0] + RNG.normal(size=ROWS)
GRADES = np.array(["low", "middle", "high"])[np.digitize(QUANTITY, [-1, 1])]
LABELS = np.c_[X[:, 0] > 0, X[:, 1] > 0, QUANTITY > 1].astype(int)
WEIGHTS = RNG.integers(1, 6, ROWS).astype(float)


def write_table(folder):
    names = ("sports", "politics", "economy")
    lines = ["a,b,c,n,sports,politics,economy,topics,grade,review,price"]
    for i in range(ROWS):
        topics = ";".join(name for name, is_in in zip(names, LABELS[i], strict=True) if is_in)
        review = "good fine plot" if QUANTITY[i] > 0 else "bad awful plot"
        numbers = ",".join(map(repr, X[i].tolist()))
        marks = ",".join(map(str, LABELS[i]))
        lines.append(f"{numbers},{WEIGHTS[i]:g},{marks},{topics},{GRADES[i]},{review},{QUANTITY[i].item()!r}")
    (folder / "table.csv").write_text("\n".join(lines) + "\n")


OTHERS = {"n", "sports", "politics", "economy", "topics", "grade", "review", "price"}


def reference(target, *, without=(), **options):
    drop = ",".join(sorted(OTHERS - {*target.split(","), *without, *options.values()}))
    more = "".join(f"&{key}={value}" for key, value in options.items())
    return f"table.csv#target={target}{more}&drop={drop}"


def load(tmp_path, text):
    write_table(tmp_path)
    (tmp_path / "study.toml").write_text(text)
    return Study.load(tmp_path / "study.toml")


def scored(study, here, tmp_path):
    results = study.run(tmp_path / "study.db", engine=here)
    assert results.tally.failed == 0, results.failures
    return [outcome for outcome in results.outcomes(predictions=True) if isinstance(outcome, Scored)]


REGRESSION = f"""
name = "prices"
datasets = ["{reference("price")}"]
metrics = ["rmse", "mae", "r2"]

[resampling]
folds = 3

[tuning]
folds = 2

[regressors.ridge]
estimator = "Ridge"
search = {{ alpha = [0.1, 10.0] }}

[regressors.mean]
estimator = "DummyRegressor"
"""


def test_a_regression_is_scored_as_scikit_learn_scores_what_was_predicted(here, tmp_path):
    for outcome in scored(load(tmp_path, REGRESSION), here, tmp_path):
        kept = outcome.predictions
        truth, said = (
            np.array([float(kept.classes[i]) for i in codes]) for codes in (kept.truth, kept.labels)
        )
        assert truth == pytest.approx(QUANTITY[kept.rows])
        assert outcome.scores["rmse"] == pytest.approx(metrics.root_mean_squared_error(truth, said))
        assert outcome.scores["mae"] == pytest.approx(metrics.mean_absolute_error(truth, said))
        assert outcome.scores["r2"] == pytest.approx(metrics.r2_score(truth, said))


def test_a_regression_has_plain_folds_and_small_errors_are_better(here, tmp_path):
    study = load(tmp_path, REGRESSION)
    assert study.specification.splitting.kind == "k-fold"
    scored(study, here, tmp_path)
    comparison = study.run(tmp_path / "study.db", engine=here).compare()
    assert not comparison.evidence.measure.higher_is_better
    better = {
        name: float(mean) for name, mean in zip(("ridge", "mean"), comparison.evidence.values[0], strict=True)
    }
    assert better["ridge"] < better["mean"]
    assert "classifier" not in str(comparison)


def test_predictions_of_a_regression_are_not_judged_as_right_or_wrong(here, tmp_path):
    study = load(tmp_path, REGRESSION)
    with pytest.raises(DesignError, match="neither right nor wrong"):
        study.run(tmp_path / "study.db", engine=here).compare(test="mcnemar")


def test_a_regression_by_groups_keeps_groups_together_in_repeats_that_differ(here, tmp_path):
    groups = np.arange(ROWS) % 12
    table = replace(dataset_from_arrays("d", X, QUANTITY, task=Task.QUANTITY), groups=groups)
    resampling = {"kind": "group-k-fold", "folds": 3, "repeats": 2}
    study = Study({"ridge": Ridge()}, [table], task="regression", resampling=resampling)
    tests = {(o.cell.repeat, o.cell.fold): o.predictions.rows for o in scored(study, here, tmp_path)}
    for repeat in (0, 1):
        folds = [set(groups[tests[repeat, fold]].tolist()) for fold in range(3)]
        assert sum(map(len, folds)) == len(set.union(*folds)) == 12
        assert np.sort(np.concatenate([tests[repeat, fold] for fold in range(3)])).tolist() == list(
            range(ROWS)
        )
    assert tests[0, 0].tolist() != tests[1, 0].tolist()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('metrics = ["accuracy"]', "accuracy is no metric of regression"),
        ('resampling = { kind = "stratified-k-fold" }', "no classes to stratify by"),
        ("conditions = { label_noise = [0.1] }", "no labels to change"),
    ],
)
def test_what_a_regression_cannot_have_is_refused_with_its_line(tmp_path, line, message):
    text = f'datasets = ["{reference("price")}"]\n{line}\n[regressors.ridge]\nestimator = "Ridge"\n'
    with pytest.raises(UsageError, match=message):
        load(tmp_path, text)


def test_a_classifier_is_no_regressor(tmp_path):
    text = f'datasets = ["{reference("price")}"]\n[regressors.tree]\nestimator = "DecisionTreeClassifier"\n'
    with pytest.raises(UsageError, match=r"regressors\.tree\.estimator: scikit-learn has no regressor"):
        load(tmp_path, text)


def test_a_quantity_that_is_no_number_is_refused(tmp_path):
    text = (
        f'task = "regression"\ndatasets = ["{reference("grade")}"]\n[regressors.ridge]\nestimator = "Ridge"\n'
    )
    with pytest.raises(BakeoffError, match="is not all numbers, and the task is regression"):
        load(tmp_path, text).cells()


ORDINAL = """
task = "ordinal"
datasets = ["{reference}"]
metrics = ["quadratic_kappa", "rank_mae", "accuracy"]
resampling = {{ folds = 3 }}

[classifiers.logistic]
estimator = "LogisticRegression"
"""


def test_ordered_classes_are_scored_by_their_ranks(here, tmp_path):
    study = load(tmp_path, ORDINAL.format(reference=reference("grade", order="low,middle,high")))
    rank = {"low": 0, "middle": 1, "high": 2}
    for outcome in scored(study, here, tmp_path):
        kept = outcome.predictions
        truth, said = ([rank[kept.classes[i]] for i in codes] for codes in (kept.truth, kept.labels))
        assert outcome.scores["rank_mae"] == pytest.approx(np.abs(np.subtract(truth, said)).mean())
        kappa = metrics.cohen_kappa_score(truth, said, weights="quadratic")
        assert outcome.scores["quadratic_kappa"] == pytest.approx(kappa)


@pytest.mark.parametrize("order", ["low,high", "low,middle,high,top", "low,low,middle,high"])
def test_an_order_names_every_class_once(tmp_path, order):
    study = load(tmp_path, ORDINAL.format(reference=reference("grade", order=order)))
    with pytest.raises(BakeoffError, match="and the order names"):
        study.cells()


def test_classes_without_an_order_are_not_ordinal(tmp_path):
    study = load(tmp_path, ORDINAL.format(reference=reference("grade")))
    with pytest.raises(BakeoffError, match="nothing says in which order"):
        study.cells()


MULTI_LABEL = """
task = "multi-label"
datasets = ["{reference}"]
metrics = ["subset_accuracy", "hamming_loss", "f1_micro", "f1_macro"]
resampling = {{ folds = 3 }}
tuning = {{ folds = 2, metric = "hamming_loss" }}

[classifiers.tree]
estimator = "DecisionTreeClassifier"
search = {{ max_depth = [1, 3] }}
"""


@pytest.mark.parametrize("target", ["sports,politics,economy", "topics"])
def test_sets_of_labels_are_scored_as_scikit_learn_scores_them(here, tmp_path, target):
    study = load(tmp_path, MULTI_LABEL.format(reference=reference(target)))
    for outcome in scored(study, here, tmp_path):
        kept = outcome.predictions
        sets = [set(filter(None, text.split(";"))) for text in kept.classes]
        names = ("sports", "politics", "economy")
        truth, said = (
            np.array([[name in sets[i] for name in names] for i in codes])
            for codes in (kept.truth, kept.labels)
        )
        assert (truth == LABELS[kept.rows].astype(bool)).all()
        assert outcome.scores["subset_accuracy"] == pytest.approx((truth == said).all(axis=1).mean())
        assert outcome.scores["hamming_loss"] == pytest.approx((truth != said).mean())
        assert outcome.scores["f1_micro"] == pytest.approx(metrics.f1_score(truth, said, average="micro"))


def test_a_label_is_0_or_1(tmp_path):
    study = load(tmp_path, MULTI_LABEL.format(reference=reference("sports,n")))
    with pytest.raises(BakeoffError, match="'n' is not 0 or 1 in every row"):
        study.cells()


def test_weights_go_into_training_and_into_scores(here, tmp_path):
    study = Study(
        {"tree": DecisionTreeClassifier(max_depth=2, random_state=0)},
        {"d": (X, GRADES, WEIGHTS)},
        resampling={"kind": "k-fold", "folds": 3},
    )
    for outcome in scored(study, here, tmp_path):
        test = outcome.predictions.rows
        train = np.setdiff1d(np.arange(ROWS), test)
        model = make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=2, random_state=0))
        model.fit(X[train], GRADES[train], decisiontreeclassifier__sample_weight=WEIGHTS[train])
        expected = metrics.accuracy_score(GRADES[test], model.predict(X[test]), sample_weight=WEIGHTS[test])
        assert outcome.scores["accuracy"] == pytest.approx(expected)


@pytest.mark.parametrize("search", [Search.GRID, Search.RANDOM])
def test_equal_weights_choose_what_scikit_learn_chooses_without_weights(search):
    spec = ClassifierSpec(name="tree", estimator="", search={"max_depth": (1, 2, 3, 4)})
    codes = np.unique(GRADES, return_inverse=True)[1]

    def tune(weights):
        training = Training(features=X, target=codes, strata=codes, weights=weights)
        tuning = Tuning(search=search, folds=3, trials=3)
        tree = DecisionTreeClassifier(random_state=0)
        return tune_model(tree, spec, tuning, metric="log_loss", training=training, seed=7)[1]

    equal, without = tune(np.full(ROWS, 2.0)), tune(None)
    assert [trial.parameters for trial in equal] == [trial.parameters for trial in without]
    assert [trial.score for trial in equal] == pytest.approx([trial.score for trial in without])
    assert [trial.chosen for trial in equal] == [trial.chosen for trial in without]


def test_a_row_of_weight_0_counts_for_nothing_in_a_search():
    codes = np.unique(GRADES, return_inverse=True)[1]
    noise = RNG.permutation(codes)
    doubled = Training(
        features=np.r_[X, X],
        target=np.r_[codes, noise],
        strata=np.r_[codes, noise],
        weights=np.r_[np.ones(ROWS), np.zeros(ROWS)],
    )
    fold = np.arange(ROWS) % 2
    splits = [
        (np.flatnonzero(np.r_[fold, fold] != k), np.flatnonzero(np.r_[fold, fold] == k)) for k in (0, 1)
    ]
    single = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in (0, 1)]
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    scorer = find_scorer("accuracy")
    alone = Training(features=X, target=codes, strata=codes, weights=np.ones(ROWS))
    assert mean_inner_score(tree, scorer, splits, doubled) == pytest.approx(
        mean_inner_score(tree, scorer, single, alone)
    )


def test_what_takes_no_weights_is_refused_unless_it_is_said_to_do_without(here, tmp_path):
    table = {"d": (X, GRADES, WEIGHTS)}
    with pytest.raises(UsageError, match="'near' takes no sample weights in fit, and 'd' has some"):
        Study({"near": KNeighborsClassifier()}, table).run(tmp_path / "a.db", engine=here)
    near = {"estimator": KNeighborsClassifier(), "sample_weights": False}
    study = Study({"near": near, "logistic": LogisticRegression()}, table, resampling={"folds": 3})
    results = study.run(tmp_path / "b.db", engine=here)
    assert results.tally.failed == 0
    (note,) = [f for f in results.compare().findings if f.code == "BO947"]
    assert note.detail == {"datasets": ["d"], "trained_without": ["near"]}


def test_weights_are_not_judged_example_by_example(here, tmp_path):
    study = Study({"a": LogisticRegression(), "b": DecisionTreeClassifier()}, {"d": (X, GRADES, WEIGHTS)},
                  resampling={"folds": 3})  # fmt: skip
    results = study.run(tmp_path / "a.db", engine=here)
    with pytest.raises(DesignError, match="its rows have weights"):
        results.compare(test="mcnemar")
    assert {one.method for each in results.estimates().each for one in each.each} == {
        "corrected t over resamples"
    }


def test_texts_are_read_word_by_word_by_default_and_by_name_in_a_pipeline_of_ones_own(here, tmp_path):
    text = f"""
datasets = ["{reference("grade", text="review")}"]
resampling = {{ folds = 3 }}

[classifiers.bayes]
estimator = "GaussianNB"

[classifiers.words]
estimator = "sklearn.pipeline.Pipeline"
search = {{ model__C = [0.1, 1.0] }}
[classifiers.words.parameters]
steps = [
  ["columns", {{ estimator = "ColumnTransformer", parameters = {{ transformers = [
    ["words", {{ estimator = "TfidfVectorizer", parameters = {{ ngram_range = [1, 2] }} }}, "review"],
  ] }} }}],
  ["model", {{ estimator = "LogisticRegression" }}],
]
"""
    outcomes = scored(load(tmp_path, text), here, tmp_path)
    largest = max(np.mean(name == GRADES) for name in ("low", "middle", "high"))
    for name in ("bayes", "words"):
        mean = np.mean([o.scores["accuracy"] for o in outcomes if o.cell.classifier == name])
        assert mean > largest + 0.05  # the reviews tell high from low
