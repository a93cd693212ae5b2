# ruff: noqa: NPY002 - compiled code has the old generator alone
"""Learners for simulations of cross-validation on one dataset, compiled: some millions of fits are made of them.

Each takes all features and classes (0 and 1), the rows to train on and the rows to test on, and writes the class that
it gives each test row. What it draws at random, it draws from the generator of the compiled code, seeded by the trial.
"""

from collections.abc import Callable

import numpy as np
from numba import njit

RIDGE = 1e-3


@njit(cache=True)
def majority(x, y, train, test, out):
    """Give the class that most training examples have."""
    ones = 0
    for i in train:
        ones += y[i]
    for i in test:
        out[i] = 2 * ones > len(train)


@njit(cache=True)
def _moments(x, y, train):
    d = x.shape[1]
    mean, square, count = np.zeros((2, d)), np.zeros((2, d)), np.zeros(2)
    for i in train:
        count[y[i]] += 1
        for j in range(d):
            mean[y[i], j] += x[i, j]
            square[y[i], j] += x[i, j] ** 2
    for c in range(2):
        if count[c] > 0:
            mean[c] /= count[c]
            square[c] = square[c] / count[c] - mean[c] ** 2
    return mean, square, count


@njit(cache=True)
def naive_bayes(x, y, train, test, out):
    """Learn Gaussian naive Bayes."""
    mean, variance, count = _moments(x, y, train)
    if count.min() == 0:
        majority(x, y, train, test, out)
        return
    variance += 1e-6
    for i in test:
        odds = np.log(count[1] / count[0])
        for j in range(x.shape[1]):
            for c in range(2):
                sign = 2 * c - 1
                odds -= sign * 0.5 * ((x[i, j] - mean[c, j]) ** 2 / variance[c, j] + np.log(variance[c, j]))
        out[i] = odds > 0


@njit(cache=True)
def centroid(x, y, train, test, out):
    """Give the class whose mean is nearer."""
    mean, _, count = _moments(x, y, train)
    if count.min() == 0:
        majority(x, y, train, test, out)
        return
    for i in test:
        out[i] = ((x[i] - mean[0]) ** 2).sum() > ((x[i] - mean[1]) ** 2).sum()


@njit(cache=True)
def discriminant(x, y, train, test, out):
    """Learn Fisher's linear discriminant, with a little ridge."""
    mean, _, count = _moments(x, y, train)
    if count.min() == 0:
        majority(x, y, train, test, out)
        return
    d = x.shape[1]
    pooled = np.eye(d) * RIDGE
    for i in train:
        row = x[i] - mean[y[i]]
        for j in range(d):
            for k in range(d):
                pooled[j, k] += row[j] * row[k] / len(train)
    weights = np.linalg.solve(pooled, mean[1] - mean[0])
    middle = (weights * (mean[0] + mean[1])).sum() / 2 - np.log(count[1] / count[0])
    for i in test:
        out[i] = (weights * x[i]).sum() > middle


@njit(cache=True)
def logistic(x, y, train, test, out):
    """Learn a logistic regression with a ridge of 1, by eight Newton steps."""
    d = x.shape[1]
    weights = np.zeros(d + 1)
    for _ in range(8):
        slope, curve = np.zeros(d + 1), np.eye(d + 1)
        curve[d, d] = 1e-6
        slope[:d] = -weights[:d]
        for i in train:
            total = weights[d] + (weights[:d] * x[i]).sum()
            chance = 1 / (1 + np.exp(-total))
            for j in range(d + 1):
                own = x[i, j] if j < d else 1.0
                slope[j] += (y[i] - chance) * own
                for k in range(d + 1):
                    curve[j, k] += chance * (1 - chance) * own * (x[i, k] if k < d else 1.0)
        weights += np.linalg.solve(curve, slope)
    for i in test:
        out[i] = weights[d] + (weights[:d] * x[i]).sum() > 0


@njit(cache=True)
def _neighbours(x, y, train, test, out, k):
    nearest_distance, nearest_class = np.empty(k), np.empty(k, np.int64)
    for i in test:
        nearest_distance[:] = np.inf
        nearest_class[:] = 0
        for other in train:
            distance = 0.0
            for j in range(x.shape[1]):
                distance += (x[i, j] - x[other, j]) ** 2
            place = k
            while place > 0 and distance < nearest_distance[place - 1]:
                place -= 1
            if place < k:
                for later in range(k - 1, place, -1):
                    nearest_distance[later] = nearest_distance[later - 1]
                    nearest_class[later] = nearest_class[later - 1]
                nearest_distance[place], nearest_class[place] = distance, y[other]
        out[i] = 2 * nearest_class.sum() > min(k, len(train))


@njit(cache=True)
def nearest(x, y, train, test, out):
    """Ask the nearest neighbour."""
    _neighbours(x, y, train, test, out, 1)


@njit(cache=True)
def five_nearest(x, y, train, test, out):
    """Ask the five nearest neighbours."""
    _neighbours(x, y, train, test, out, 5)


@njit(cache=True)
def _best_cut(x, y, weight, rows, columns):
    """Return the feature, the cut and the gain of the split with the least weighted Gini impurity; -1: none."""
    feature, cut, best = -1, 0.0, 1e-12
    total, ones = 0.0, 0.0
    for i in rows:
        total += weight[i]
        ones += weight[i] * y[i]
    if ones <= 0 or ones >= total:
        return feature, cut
    whole = (ones**2 + (total - ones) ** 2) / total
    for j in columns:
        order = rows[np.argsort(x[rows, j])]
        left, left_ones = 0.0, 0.0
        for place in range(len(order) - 1):
            i = order[place]
            left += weight[i]
            left_ones += weight[i] * y[i]
            here, after = x[i, j], x[order[place + 1], j]
            if after <= here or left <= 0 or left >= total:
                continue
            right, right_ones = total - left, ones - left_ones
            gain = (left_ones**2 + (left - left_ones) ** 2) / left
            gain += (right_ones**2 + (right - right_ones) ** 2) / right - whole
            if gain > best:
                feature, cut, best = j, (here + after) / 2, gain
    return feature, cut


@njit(cache=True)
def _grow(x, y, weight, rows, test, out, depth, tried):  # noqa: PLR0913 - compiled: no records
    """Grow a tree of some depth on weighted rows and write what it gives the test rows; `tried` features at a cut."""
    d = x.shape[1]
    nodes = 2 ** (depth + 1)
    side = np.ones(len(x), np.int64)
    features, cuts, label = -np.ones(nodes, np.int64), np.zeros(nodes), np.zeros(nodes, np.int64)
    for node in range(1, nodes):
        own = rows[side[rows] == node]
        total, ones = 0.0, 0.0
        for i in own:
            total += weight[i]
            ones += weight[i] * y[i]
        label[node] = (2 * ones > total) if total > 0 else label[node // 2]
        if node >= nodes // 2 or len(own) < 2:
            continue
        columns = np.arange(d) if tried >= d else np.random.permutation(d)[:tried]
        features[node], cuts[node] = _best_cut(x, y, weight, own, columns)
        if features[node] >= 0:
            for i in own:
                side[i] = 2 * node + (x[i, features[node]] > cuts[node])
    for i in test:
        node = 1
        while features[node] >= 0:
            node = 2 * node + (x[i, features[node]] > cuts[node])
        out[i] = label[node]


@njit(cache=True)
def stump(x, y, train, test, out):
    """Grow a tree with one cut."""
    _grow(x, y, np.ones(len(x)), train, test, out, 1, x.shape[1])


@njit(cache=True)
def tree_3(x, y, train, test, out):
    """Grow a tree of depth 3."""
    _grow(x, y, np.ones(len(x)), train, test, out, 3, x.shape[1])


@njit(cache=True)
def tree_6(x, y, train, test, out):
    """Grow a tree of depth 6."""
    _grow(x, y, np.ones(len(x)), train, test, out, 6, x.shape[1])


@njit(cache=True)
def forest(x, y, train, test, out):
    """Grow ten trees of depth 4 on bootstrap samples, each cut among a third of the features."""
    votes, told = np.zeros(len(x)), np.zeros(len(x), np.int64)
    for _ in range(10):
        weight = np.zeros(len(x))
        for _ in train:
            weight[train[np.random.randint(len(train))]] += 1
        drawn = train[weight[train] > 0]
        _grow(x, y, weight, drawn, test, told, 4, max(1, x.shape[1] // 3))
        for i in test:
            votes[i] += told[i]
    for i in test:
        out[i] = votes[i] > 5


@njit(cache=True)
def boosting(x, y, train, test, out):
    """Boost ten stumps by AdaBoost."""
    weight = np.ones(len(x)) / len(train)
    votes, told = np.zeros(len(x)), np.zeros(len(x), np.int64)
    both = np.concatenate((train, test))
    for _ in range(10):
        _grow(x, y, weight, train, both, told, 1, x.shape[1])
        error = 1e-9
        for i in train:
            error += weight[i] * (told[i] != y[i])
        if error >= 0.5:
            break
        say = 0.5 * np.log((1 - error) / error)
        total = 0.0
        for i in train:
            weight[i] *= np.exp(say if told[i] != y[i] else -say)
            total += weight[i]
        weight /= total
        for i in test:
            votes[i] += say * (2 * told[i] - 1)
    for i in test:
        out[i] = votes[i] > 0


@njit(cache=True)
def network(x, y, train, test, out):
    """Train a network with four hidden units, by thirty passes of stochastic gradient descent from a random start."""
    d, hidden = x.shape[1], 4
    first, second = np.random.normal(0, 0.5, (hidden, d + 1)), np.random.normal(0, 0.5, hidden + 1)
    held = np.empty(hidden)
    for step in range(30):
        for i in np.random.permutation(train):
            total = second[hidden]
            for h in range(hidden):
                held[h] = np.tanh(first[h, d] + (first[h, :d] * x[i]).sum())
                total += second[h] * held[h]
            slope = y[i] - 1 / (1 + np.exp(-total))
            rate = 0.1 / (1 + step / 10)
            for h in range(hidden):
                back = slope * second[h] * (1 - held[h] ** 2)
                second[h] += rate * slope * held[h]
                first[h, d] += rate * back
                for j in range(d):
                    first[h, j] += rate * back * x[i, j]
            second[hidden] += rate * slope
    for i in test:
        total = second[hidden]
        for h in range(hidden):
            total += second[h] * np.tanh(first[h, d] + (first[h, :d] * x[i]).sum())
        out[i] = total > 0


@njit(cache=True)
def switch(x, y, train, test, out):
    """Be an adversary: which of two features is used hangs on the training mean of a third that tells nothing."""
    total = 0.0
    for i in train:
        total += x[i, 2]
    for i in test:
        out[i] = x[i, 0 if total > 0 else 1] > 0


@njit(cache=True)
def aligned(x, y, train, test, out):
    """Be an adversary: an example with a large third feature helps the others in training, and itself in testing."""
    total = 0.0
    for i in train:
        total += x[i, 2]
    for i in test:
        out[i] = x[i, 0 if x[i, 2] + 2 * total / len(train) > 0 else 1] > 0


LEARNERS: dict[str, Callable[..., None]] = {
    "naive Bayes": naive_bayes,
    "nearest centroid": centroid,
    "linear discriminant": discriminant,
    "logistic regression": logistic,
    "nearest neighbour": nearest,
    "5 nearest neighbours": five_nearest,
    "stump": stump,
    "tree of depth 3": tree_3,
    "tree of depth 6": tree_6,
    "forest of 10 trees": forest,
    "boosting of 10 stumps": boosting,
    "network of 4 units": network,
    "adversary 'switch'": switch,
    "adversary 'aligned'": aligned,
}
