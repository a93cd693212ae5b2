"""Posterior probabilities by baycomp, written to bayes_baycomp.json.

Run on 2026-11-15 with Python 3.11, baycomp 1.0.3, numpy 2.4.6, pystan 3.10.0 and g++, in an environment of their own:

    pip install baycomp pystan setuptools
    python bayes_baycomp.py

The sign and signed-rank tests are seeded. The hierarchical test is not: baycomp does not hand its seed on to Stan. It
caches draws in the working directory under a key without the number of draws, hence the temporary directories. Its
priors for the degrees of freedom are set to those of Corani et al. (2017).
"""

import json
import os
import tempfile
from pathlib import Path

import numpy as np

SEED, DRAWS, STAN_DRAWS = 1, 50_000, 10_000
PAPER = {"lower_alpha": 0.5, "upper_alpha": 5, "lower_beta": 0.05, "upper_beta": 0.15}


def over_datasets():
    """Return differences on datasets, by name; no average of two ties with the margins asked for."""
    rng = np.random.default_rng(20261115)
    return {
        "ties and zeros": [0.02, 0.03, -0.01, 0.05, 0.0, 0.02, 0.0, -0.02, 0.01, 0.04, -0.03, 0.02],
        "normal": np.round(rng.normal(0.006, 0.02, 30), 4).tolist(),
        "heavy tails": np.round(0.004 + 0.01 * rng.standard_t(2, 25), 4).tolist(),
        "two": [0.01, -0.03],
    }


def over_resamples():
    """Return differences on ten folds of each dataset, by name."""
    rng = np.random.default_rng(20261116)
    gentle = rng.normal(0.01, 0.02, (12, 1)) + rng.normal(0, 0.03, (12, 10))
    heavy = 0.01 + 0.01 * rng.standard_t(1.5, (20, 1)) + rng.normal(0, 0.015, (20, 10))
    alike = rng.normal(0.008, 0.03, (15, 10))
    return {
        name: np.round(x, 4).tolist() for name, x in (("gentle", gentle), ("heavy", heavy), ("alike", alike))
    }


def nonparametric(name, differences, margin):
    """Return what baycomp says of one pair over datasets."""
    import baycomp

    b = np.array(differences)
    found = {"name": name, "differences": differences, "margin": margin, "draws": DRAWS}
    for key, test in (("sign", baycomp.SignTest), ("signed rank", baycomp.SignedRankTest)):
        probabilities = test.probs(np.zeros_like(b), b, margin, nsamples=DRAWS, random_state=SEED)
        found[key] = [float(p) for p in probabilities]
    return found


def hierarchical(name, differences, margin):
    """Return what baycomp and Stan say of one pair over datasets and folds, with errors by batches."""
    import baycomp

    b = np.array(differences)
    os.chdir(tempfile.mkdtemp())
    chances = baycomp.HierarchicalTest.sample(np.zeros_like(b), b, margin, nsamples=STAN_DRAWS, **PAPER)
    regions = np.eye(3)[chances.argmax(axis=1)]
    return {
        "name": name,
        "differences": differences,
        "margin": margin,
        "likeliest": regions.mean(axis=0).tolist(),
        "likeliest error": by_batches(regions),
        "next": chances.mean(axis=0).tolist(),
        "next error": by_batches(chances),
    }


def by_batches(draws):
    """Return standard errors of means from forty batches of successive draws."""
    means = np.array([batch.mean(axis=0) for batch in np.array_split(draws, 40)])
    return (means.std(axis=0, ddof=1) / np.sqrt(40)).tolist()


if __name__ == "__main__":
    target = Path(__file__).resolve().with_suffix(".json")
    values = {
        "over datasets": [nonparametric(n, d, m) for n, d in over_datasets().items() for m in (0.0, 0.0101)],
        "over resamples": [hierarchical(n, d, 0.01) for n, d in over_resamples().items()],
    }
    target.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
