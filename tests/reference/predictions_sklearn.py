"""Reference values of metrics of predictions: scikit-learn 1.9.1, 2026-11-15.

python tests/reference/predictions_sklearn.py > tests/reference/predictions_sklearn.csv
"""

import sys

import numpy as np

from prediction_cases import CASES


def values(case):
    """Yield the name and value of every metric of a case."""
    from sklearn import metrics  # only this generator needs it

    counts = {
        "accuracy": metrics.accuracy_score,
        "balanced_accuracy": metrics.balanced_accuracy_score,
        "kappa": metrics.cohen_kappa_score,
        "mcc": metrics.matthews_corrcoef,
    }
    averaged = {"precision": metrics.precision_score, "recall": metrics.recall_score, "f1": metrics.f1_score}
    truth, predicted, probabilities, weights = case
    for weighted, w in (("", None), (" weighted", weights)):
        for name, score in counts.items():
            yield name + weighted, score(truth, predicted, sample_weight=w)
        for name, score in averaged.items():
            for average in ("macro", "micro", "weighted"):
                value = score(truth, predicted, average=average, zero_division=0, sample_weight=w)
                yield f"{name}_{average}{weighted}", value
            if probabilities.shape[1] == 2:
                yield name + weighted, score(truth, predicted, zero_division=0, sample_weight=w)
    two = probabilities.shape[1] == 2
    yield "log_loss", metrics.log_loss(truth, probabilities, labels=np.arange(probabilities.shape[1]))
    one_hot = np.eye(probabilities.shape[1])[truth]
    brier = (
        metrics.brier_score_loss(truth, probabilities[:, 1])
        if two
        else np.mean(((probabilities - one_hot) ** 2).sum(1))
    )
    yield "brier", brier
    if two:
        yield "roc_auc", metrics.roc_auc_score(truth, probabilities[:, 1])
        yield "average_precision", metrics.average_precision_score(truth, probabilities[:, 1])
    else:
        yield "roc_auc", metrics.roc_auc_score(truth, probabilities, multi_class="ovr")
        yield "average_precision", metrics.average_precision_score(one_hot, probabilities, average="macro")


if __name__ == "__main__":
    lines = ["case,metric,value"]
    for key, data in CASES.items():
        lines += [f"{key},{metric},{float(number)!r}" for metric, number in values(data)]
    sys.stdout.write("\n".join(lines) + "\n")
