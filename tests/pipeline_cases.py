"""Evidence of a main branch and of pull requests, as pipelines have it."""

import numpy as np


def predictions(name, right, *, count=300, seed=0, first=0, flip_truth=(), region=False):
    """Return a table of one classifier's predictions: so many of the examples are answered rightly."""
    rng = np.random.default_rng(seed)
    wrong = set(rng.permutation(count)[round(right * count) :].tolist())
    rows = [
        f"q{first + i},{(i + (i in flip_truth)) % 2},{(i + (i in wrong)) % 2}"
        + (f",{'north' if i % 3 else 'south'}" if region else "")
        for i in range(count)
    ]
    return "\n".join([f"id,y_true,{name}{',region' if region else ''}", *rows]) + "\n"


def scores(name, mean, *, datasets=12, seed=0, first=0):
    """Return a table of one classifier's scores in percent."""
    values = np.round(mean + np.random.default_rng(seed).normal(0, 1.5, datasets), 1)
    return f"dataset,{name}\n" + "".join(f"d{first + i},{v}\n" for i, v in enumerate(values))


def items(name, mean, *, count=300, seed=0, tasks=2):
    """Return a table of one model's scores of items, right or wrong."""
    right = np.random.default_rng(seed).random(count) < mean
    rows = [f"{name},t{i % tasks},q{i},{int(r)}" for i, r in enumerate(right)]
    return "model,task,item,score\n" + "\n".join(rows) + "\n"
