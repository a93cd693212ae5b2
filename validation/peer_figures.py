"""The figures about other packages that docs/migration.md quotes, measured on their released versions.

    .venv-peers/bin/python validation/peer_figures.py

Run with the interpreter of the peers (`make bench` sets one up); writes docs/peer_figures.json.
"""

import contextlib
import io
import json
import warnings
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd

TARGET = Path(__file__).parents[1] / "docs" / "peer_figures.json"
TRIALS, DATASETS = 2_000, 30
RESAMPLED_TRIALS, ROWS = 150, 200


def autorank_two():
    """Return how often autorank rejects a true null of two classifiers at 5 %, and its medians' intervals cover."""
    from autorank import autorank

    rng, rejected, covered = np.random.default_rng(1), 0, 0
    for _ in range(TRIALS):
        table = pd.DataFrame(rng.normal(0, 1, (DATASETS, 2)), columns=["a", "b"])
        with contextlib.redirect_stdout(io.StringIO()):
            found = autorank(table, alpha=0.05, force_mode="nonparametric", verbose=False)
        rejected += found.pvalue < 0.05
        ends = found.rankdf.loc["a", ["ci_lower", "ci_upper"]].astype(float)
        covered += ends.iloc[0] <= 0 <= ends.iloc[1]
    return {"autorank rejects": rejected / TRIALS, "autorank median covers": covered / TRIALS}


def mlxtend_resampled():
    """Return how often the uncorrected resampled t-test rejects at 5 %: two learners, labels that are noise."""
    from mlxtend.evaluate import paired_ttest_resampled
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    rng, rejected = np.random.default_rng(2), 0
    for trial in range(RESAMPLED_TRIALS):
        features, labels = rng.normal(size=(ROWS, 5)), rng.integers(0, 2, ROWS)
        two = (DecisionTreeClassifier(random_state=trial), KNeighborsClassifier(5))
        rejected += paired_ttest_resampled(*two, features, labels, random_seed=trial)[1] < 0.05
    return {"mlxtend resampled rejects": rejected / RESAMPLED_TRIALS}


def mlxtend_small():
    """Return the p-values of mlxtend on two small cases, and its .632 of one neighbour on noise beside Efron's."""
    from mlxtend.evaluate import BootstrapOutOfBag, bootstrap_point632_score, mcnemar, proportion_difference
    from sklearn.neighbors import KNeighborsClassifier

    rng = np.random.default_rng(3)
    features, labels = rng.normal(size=(100, 5)), rng.integers(0, 2, 100)
    one = KNeighborsClassifier(1)
    theirs = bootstrap_point632_score(one, features, labels, n_splits=100, method=".632", random_seed=1)
    out_of_bag = [
        one.fit(features[train], labels[train]).score(features[test], labels[test])
        for train, test in BootstrapOutOfBag(100, random_seed=1).split(features)
    ]
    return {
        "mlxtend mcnemar without flips": float(mcnemar(np.array([[90, 0], [0, 10]]))[1]),
        "mlxtend proportions": float(proportion_difference(0.9, 0.8, 500, 500)[1]),
        "mlxtend .632": float(np.mean(theirs)),
        "Efron .632": float(0.368 * 1.0 + 0.632 * np.mean(out_of_bag)),  # one neighbour fits its own data
    }


def main():
    """Measure everything, and write it."""
    warnings.filterwarnings("ignore")
    made = {
        "date": datetime.now(UTC).date().isoformat(),
        "versions": {name: version(name) for name in ("autorank", "mlxtend", "scikit-posthocs")},
        "trials": {"autorank": TRIALS, "mlxtend resampled": RESAMPLED_TRIALS},
        "figures": {**mlxtend_small(), **mlxtend_resampled(), **autorank_two()},
    }
    TARGET.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(made["figures"], indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
