"""Values for test_corrected_difference.py and test_rater_agreement.py, from ppi-python, krippendorff and irrCAC.

    pip install ppi-python krippendorff irrCAC && python judges_ppi.py

Recorded: ppi-python 0.2.3, krippendorff and irrCAC of the same day, 2026-11-17.
"""

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np


def judged_items(seed, n, size, accuracy):
    rng = np.random.default_rng(seed)
    truth = rng.choice([-1.0, 0.0, 1.0], p=[0.15, 0.6, 0.25], size=size)
    judged = np.where(rng.random(size) < accuracy, truth, rng.choice([-1.0, 0.0, 1.0], size=size))
    return truth[:n], judged[:n], judged[n:]


def corrected_differences():
    from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

    facts = {}
    for seed, n, size, accuracy in ((1, 50, 1000, 0.85), (2, 200, 5000, 0.95), (3, 100, 400, 0.6)):
        gold, on_gold, rest = judged_items(seed, n, size, accuracy)
        # ppi-python does not cut its tuned weight at 1 and uses other sums: it is compared at weight 1 too
        low, high = ppi_mean_ci(gold, on_gold, rest, alpha=0.05, lam=1)
        facts[f"{seed}"] = {
            "gold": gold.tolist(),
            "on_gold": on_gold.tolist(),
            "rest": rest.tolist(),
            "lambda_1": float(np.ravel(ppi_mean_pointestimate(gold, on_gold, rest, lam=1))[0]),
            "lambda_1_interval": [float(np.ravel(low)[0]), float(np.ravel(high)[0])],
            "tuned": float(np.ravel(ppi_mean_pointestimate(gold, on_gold, rest))[0]),
        }
    return facts


def agreements():
    import krippendorff
    import pandas as pd
    from irrCAC.raw import CAC

    ratings = {}
    for name, table in {
        "even": [[20, 5], [10, 15]],
        "rare": [[90, 4], [5, 1]],
        "three": [[20, 3, 1], [2, 14, 4], [0, 5, 11]],
    }.items():
        pairs = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
        frame = pd.DataFrame(pairs, columns=["a", "b"])
        cac = CAC(frame, digits=12)
        ratings[name] = {
            "table": table,
            "kappa": cac.conger()["est"]["coefficient_value"],
            "ac1": cac.gwet()["est"]["coefficient_value"],
            "ac1_error": cac.gwet()["est"]["se"],
            "alpha": float(krippendorff.alpha(np.array(pairs).T, level_of_measurement="nominal")),
        }
    return ratings


if __name__ == "__main__":
    values = {
        "versions": {name: version(name) for name in ("ppi-python", "krippendorff", "irrCAC")},
        "differences": corrected_differences(),
        "ratings": agreements(),
    }
    Path(__file__).with_suffix(".json").write_text(json.dumps(values) + "\n", encoding="utf-8")
