"""Findings about suspicious tables, on tables with which nothing is wrong: how often each is raised all the same.

    python -m validation.false_alarms --out docs/validity/false_alarms.json

Every table is honest: unrelated datasets, different classifiers, each score the share of right answers on a test set,
printed with one or two decimals of a percent. Classifiers differ in skill, datasets in difficulty, and kinds of
classifiers suit kinds of datasets; answers to one example go together (correlation .5, or .8 for classifiers that are
much alike). The names are those of public datasets, one of each family, several of which begin alike.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
from scipy import special

from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions
from bakeoff.pitfalls.copied_scores import find_copied_scores
from bakeoff.pitfalls.related_datasets import group_families
from bakeoff.pitfalls.round_digits import find_round_digits

NAMES = [
    "abalone", "adult", "annealing", "arrhythmia", "audiology", "australian", "autos", "balance", "balloons", "bank",
    "blood", "breast-cancer", "breast-tissue", "bridges", "bupa", "car", "cardiotocography", "chess", "cleveland",
    "congressional-voting", "connect-4", "contraceptive", "contact-lenses", "credit-approval", "cylinder-bands",
    "dermatology", "diabetes", "echocardiogram", "ecoli", "energy", "eucalyptus", "fertility", "flags", "german",
    "glass", "haberman", "hayes-roth", "heart-disease", "hepatitis", "hill-valley", "horse-colic", "hypothyroid",
    "image-segmentation", "ionosphere", "iris", "kddcup", "labor", "landsat", "led-display", "lenses", "letter",
    "libras", "liver-disorders", "lung-cancer", "lymphography", "magic", "mammographic", "mammography", "miniboone",
    "molecular-promoters", "molecular-splice", "mushroom", "musk", "nursery", "optical-digits", "ozone",
    "page-blocks", "parkinsons", "pen-digits", "phoneme", "planning", "plant-margin", "post-operative",
    "primary-tumor", "ringnorm", "satellite", "seeds", "segment", "semeion", "shuttle", "sick", "solar-flare",
    "sonar", "soybean", "spambase", "spectrometer", "splice", "statlog-heart", "statlog-vehicle", "steel-plates",
    "synthetic-control", "teaching", "thyroid", "tic-tac-toe", "titanic", "trains", "twonorm", "vertebral", "vote",
    "vowel", "wall-following", "waveform", "wine", "wine-quality", "yeast", "zoo",
]  # fmt: skip
SIZES = {"test sets of 20 to 200": (20, 200), "test sets of 200 to 2,000": (200, 2000)}
ALIKE = {"different classifiers": 0.5, "classifiers much alike": 0.8}
CODES = ("BO102", "BO120", "BO122")


def table(
    rng: np.random.Generator, n: int, k: int, *, sizes: tuple[int, int], alike: float, decimals: int
) -> Scores:
    """Draw an honest table of accuracies in percent."""
    level = (
        rng.normal(1.5, 1.0, (n, 1))
        + rng.normal(0, 0.25, k)
        + rng.normal(size=(n, 2)) @ rng.normal(0, 0.3, (2, k))
    )
    chance = special.ndtri(special.expit(level))
    records = np.exp(rng.uniform(*np.log(sizes), n)).astype(int)
    values = np.empty((n, k))
    for i, m in enumerate(records):
        answers = sqrt(alike) * rng.standard_normal((m, 1)) + sqrt(1 - alike) * rng.standard_normal((m, k))
        values[i] = np.round(100 * (answers < chance[i]).mean(axis=0), decimals)
    columns = {f"c{j}": values[:, j].tolist() for j in range(k)}
    names = rng.choice(NAMES, n, replace=False).tolist()
    return read_evidence({"dataset": names, **columns}, options=ReadOptions(metric="accuracy"))  # type: ignore[return-value]


def alarms(evidence: Scores) -> set[str]:
    """Return the codes of the findings that are raised."""
    raised = {f.code for f in (*find_round_digits(evidence), *find_copied_scores(evidence))}
    related = group_families(evidence)
    return raised | ({"BO102"} if len(set(related)) < len(related) else set())


def settings() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield every setting by name."""
    for (size, sizes), (like, alike), n, k, decimals in product(
        SIZES.items(), ALIKE.items(), (10, 100), (2, 12), (1, 2)
    ):
        name = f"{n} datasets, {k} classifiers, {size}, {like}, {decimals} decimals"
        yield name, {"n": n, "k": k, "sizes": sizes, "alike": alike, "decimals": decimals}


def main() -> None:
    """Measure, print and write."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--trials", type=int, default=60, help="tables for each setting")
    asked.add_argument("--out", type=Path)
    told = asked.parse_args()
    found: dict[str, dict[str, float]] = {}
    for number, (name, setting) in enumerate(settings()):
        rng = np.random.default_rng([20261116, number])
        raised = [alarms(table(rng, **setting)) for _ in range(told.trials)]  # type: ignore[arg-type]
        found[name] = {code: sum(code in one for one in raised) / told.trials for code in CODES}
        print(name, found[name], flush=True)
    overall = {code: round(float(np.mean([rates[code] for rates in found.values()])), 4) for code in CODES}
    highest = {code: max(rates[code] for rates in found.values()) for code in CODES}
    print("over all", overall, "highest", highest)
    if told.out:
        document = {"trials": told.trials, "overall": overall, "highest": highest, "settings": found}
        told.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
