"""The study file to start from: it runs as it is, and every line says what it is for."""

STARTER = """\
# A study: which classifiers, on which datasets, judged how. `bakeoff run study.toml` runs or resumes it;
# `bakeoff run study.toml --plan` shows what it will do. It is frozen before the first cell runs: later changes are
# recorded as amendments.

name = "{name}"
why_these_datasets = ""       # say it before you run: it is the reader's first question
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
kind = "stratified-k-fold"  # k-fold, group-k-fold, time-series, hold-out, leave-one-out, bootstrap, nested, given, 5x2
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


def starter(name: str) -> str:
    """Return the text of a study file with this name."""
    return STARTER.format(name=name)
