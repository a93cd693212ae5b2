"""Study files to start from: one that says what every line is for, and one of the approach that Salzberg recommends."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType

STARTER = """\
# A study: which classifiers, on which datasets, judged how. `bakeoff run study.toml` runs or resumes it;
# `bakeoff run study.toml --plan` shows what it will do. It is frozen before the first cell runs: later changes are
# recorded as amendments.

name = "{name}"
why_these_datasets = ""       # say it before you run: it is the reader's first question
meant_for = ""                # what the new classifier is for; the datasets should show it
datasets = ["iris", "wine", "breast_cancer"]  # to see it run; give six or more: over fewer no exact test can decide
# also: files ("sonar.csv", "data/sonar.csv#target=class"), folders, "openml:31", "artificial:linear?n=500&noise=0.1",
# or a sample that was drawn by `bakeoff datasets sample`: datasets = "sample.toml"

metrics = ["accuracy"]        # the first one decides; also balanced_accuracy, f1_macro, mcc, roc_auc, log_loss, …
margin = 0.01                 # the smallest difference that matters
level = 0.95
baseline = "tree"             # leave it out to compare all pairs
most_similar = "tree"         # the known algorithm most like the new one: a fair study includes it
seed = 1
# mute = ["BO234"]            # findings that you have dealt with: listed as muted, without their words

[resampling]
# Also k-fold, group-k-fold, time-series, hold-out, leave-one-out, bootstrap, nested, given, 5x2, 50x2, half-cv. With
# one dataset leave this part out: 50x2 is for unstable learners, too (bakeoff plan --examples N).
kind = "stratified-k-fold"
folds = 10
repeats = 3

[tuning]                      # inside the training set only; every configuration that is tried is recorded
search = "grid"               # random, halving, optuna
folds = 3                     # 1: one split of the training set into T1 and T2

[classifiers.tree]
estimator = "DecisionTreeClassifier"          # any classifier of scikit-learn; or an import path
search = {{ max_depth = [2, 4, 8] }}

[classifiers.forest]
estimator = "RandomForestClassifier"
parameters = {{ n_estimators = 50 }}
search = {{ max_features = [0.3, 0.7] }}

# vary = {{ n_estimators = [10, 50] }}         # in place of a fixed or a tuned value: one classifier for each, compared

[classifiers.logistic]
estimator = "LogisticRegression"
parameters = {{ max_iter = 1000 }}
search = {{ C = [0.1, 1.0, 10.0] }}

[limits]
seconds = 600                 # one cell that takes longer is stopped and recorded as failed

# [conditions]                # how the classifiers stand up to worse data, and how they learn
# label_noise = [0.1, 0.2]
# missing_values = [0.1]
# training_share = [0.25, 0.5]
# permutations = 99           # of the labels: a randomization test of the whole method, tuning included
"""


def starter_text(name: str, datasets: Sequence[str] = ()) -> str:
    """Return the text of a study file with this name, for these datasets or for three that come with scikit-learn."""
    text = STARTER.format(name=name)
    if not datasets:
        return text
    before, _, after = text.partition("datasets = [")
    return (
        f"{before}datasets = {json.dumps(list(datasets), ensure_ascii=False)}\n{after.partition(chr(10))[2]}"
    )


# What is tuned of the usual classifiers inside each training set, where nothing else is said.
GRIDS: Mapping[str, str] = MappingProxyType(
    {
        "DecisionTreeClassifier": "max_depth = [2, 4, 8, 16]",
        "RandomForestClassifier": "max_features = [0.3, 0.6, 1.0]",
        "ExtraTreesClassifier": "max_features = [0.3, 0.6, 1.0]",
        "GradientBoostingClassifier": "learning_rate = [0.03, 0.1, 0.3]",
        "HistGradientBoostingClassifier": "learning_rate = [0.03, 0.1, 0.3]",
        "AdaBoostClassifier": "n_estimators = [25, 50, 100]",
        "BaggingClassifier": "max_samples = [0.5, 1.0]",
        "KNeighborsClassifier": "n_neighbors = [1, 3, 5, 9, 15]",
        "LogisticRegression": "C = [0.01, 0.1, 1.0, 10.0]",
        "LinearSVC": "C = [0.01, 0.1, 1.0, 10.0]",
        "SVC": "C = [0.1, 1.0, 10.0, 100.0]",
        "MLPClassifier": "alpha = [0.0001, 0.01, 1.0]",
        "GaussianNB": "var_smoothing = [1e-9, 1e-6, 1e-3]",
    }
)

RECOMMENDED = """\
# The approach that Salzberg (1997), section 3.5, recommends for a new algorithm. `bakeoff run {file} --recommended`
# runs or resumes it, and prints each of its steps with what was done for it.

name = {name}
meant_for = {meant_for}       # step 2: what the new algorithm is for, which the datasets should show
why_these_datasets = {why}    # step 2: why these, said before anything is run
datasets = {datasets}

metrics = ["accuracy"]
baseline = {new}              # every other one is compared with the new algorithm
most_similar = {similar}      # step 1
seed = 1
keep = "labels"               # step 5 needs to know which test examples each gets right

[resampling]                  # step 3: k subsets; more than 10 for a small dataset
kind = "stratified-k-fold"
folds = 10
repeats = 1                   # more cross-validations of the same data would be no further trials

[tuning]                      # step 4B: one split of each training set T into T1 for training and T2 for tuning
search = "grid"
folds = 1
"""


def recommended_text(
    words: Mapping[str, str], *, file: str, new: str, similar: str, datasets: Sequence[str]
) -> str:
    """Return the study file of the recommended approach.

    `words` has the name of the study, `meant_for` and `why`; classifiers are names of estimators, or NAME=ESTIMATOR;
    those under `also` are separated by commas.
    """
    others = [text for text in words.get("also", "").split(",") if text]
    classifiers = dict(_split_name(text) for text in (new, similar, *others))
    head = RECOMMENDED.format(
        file=file,
        name=_quote(words["name"]),
        meant_for=_quote(words.get("meant_for", "")),
        why=_quote(words.get("why", "")),
        datasets=json.dumps(list(datasets), ensure_ascii=False),
        new=_quote(_split_name(new)[0]),
        similar=_quote(_split_name(similar)[0]),
    )
    return head + "".join(_classifier_text(name, estimator) for name, estimator in classifiers.items())


def _split_name(text: str) -> tuple[str, str]:
    name, equals, estimator = text.partition("=")
    return (name, estimator) if equals else (text.rpartition(".")[2], text)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _classifier_text(name: str, estimator: str) -> str:
    grid = GRIDS.get(estimator.rpartition(".")[2])
    search = (
        f"search = {{ {grid} }}\n" if grid else "# search = { parameter = [values] }: what is to be tuned\n"
    )
    return f"\n[classifiers.{_quote(name)}]\nestimator = {_quote(estimator)}\n{search}"
