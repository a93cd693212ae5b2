"""The runs that make validation complete, and which of them are finished."""

import json
from typing import Any

from validation.limits import describe_lack
from validation.rates import FOLDER

# Those that share out their cells by themselves.
ON_CELLS = (
    ("two_classifiers", "--out", "docs/validity/two_classifiers.json"),
    ("many_datasets", "--full", "--out", "docs/validity/many_datasets.csv"),
    ("all_pairs", "--out", "docs/validity/all_pairs.json"),
    ("few_datasets", "--out", "docs/validity/few_datasets.json"),
    ("families", "--out", "docs/validity/families.json"),
    ("rank_z", "--out", "docs/validity/rank_z.json"),
    ("omnibus", "--trials", "1500", "--out", "docs/validity/omnibus.json"),
    ("posteriors", "--out", "docs/validity/posteriors.json"),
    ("one_dataset", "--full", "--out", "docs/validity/one_dataset.json"),
    ("one_dataset_splits", "--out", "docs/validity/one_dataset_splits.json"),
    ("fold_designs", "--out", "docs/validity/fold_designs.json"),
    ("predictions", "--full", "--out", "docs/validity/predictions.json"),
    ("predictions_pooled", "--out", "docs/validity/predictions_pooled.json"),
    ("predictions_power", "--out", "docs/validity/predictions_power.json"),
    ("cochran", "--out", "docs/validity/cochran.json"),
    ("curves", "--trials", "1000", "--out", "docs/validity/curves.json"),
    ("gates", "--out", "docs/validity/gates.json"),
    ("study_intervals", "--out", "docs/validity/study_intervals.json"),
    ("plans", "--out", "docs/validity/plans.json"),
    ("next_dataset", "--out", "docs/validity/next_dataset.json"),
    ("few_groups", "--out", "docs/validity/few_groups.json"),
    ("few_positives", "--out", "docs/validity/few_positives.json"),
    ("interaction", "--out", "docs/validity/interaction.json"),
    ("thresholds", "--trials", "150", "--out", "docs/validity/thresholds.json"),
    ("calibration", "--out", "docs/validity/calibration.json"),
    ("ceilings", "--out", "docs/validity/ceilings.json"),
    ("skewed", "--out", "docs/validity/skewed.json"),
    ("cautions", "--out", "docs/validity/cautions.json"),
    ("relatives", "--out", "docs/validity/relatives.json"),
    ("items", "--out", "docs/validity/items.json"),
    ("skewed_items", "--out", "docs/validity/skewed_items.json"),
    ("leaderboards", "--trials", "2000", "--out", "docs/validity/leaderboards.json"),
)
# Each of these is one cell.
WHOLE = (
    ("halves", "--out", "docs/validity/halves.json"),
    ("best_of_k", "--out", "docs/validity/best_of_k.json"),
    ("explained_by", "--out", "docs/validity/explained_by.json"),
    ("ledger", "--out", "docs/validity/ledger.json"),
    ("sequential", "--out", "docs/validity/sequential.json"),
    ("standings", "--trials", "1000"),
    ("false_alarms", "--out", "docs/validity/false_alarms.json"),
    ("fragility", "brute", "--tables", "10000", "--out", "docs/validity/fragility_brute.json"),
    ("fragility", "series"),
    ("fragility", "rates", "--out", "docs/validity/fragility.json"),
)
DONE = FOLDER / "runs.json"


def done() -> dict[str, dict[str, Any]]:
    """Return what is noted of finished runs: date and seconds."""
    found: dict[str, dict[str, Any]] = json.loads(DONE.read_text(encoding="utf-8")) if DONE.exists() else {}
    return found


def dates() -> dict[str, str]:
    """Return the date of every run, or what it lacks."""
    known, names = done(), [" ".join(run) for run in (*ON_CELLS, *WHOLE)]
    return {name: known[name]["date"] if name in known else describe_lack(name) for name in names}
