"""Small files in the shape of every tool: read as their EXPECTED.json says, or refused with the code there."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.inputs.logs.read import read_logs, require_comparable
from bakeoff.inputs.options import ReadOptions

EXAMPLES = Path(__file__).parent / "examples"
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/EXPECTED.json"))
EXPECTED = {folder: json.loads((folder / "EXPECTED.json").read_text(encoding="utf-8")) for folder in FOLDERS}
READ = [folder for folder in FOLDERS if "refuse" not in EXPECTED[folder]]
REFUSED = [folder for folder in FOLDERS if "refuse" in EXPECTED[folder]]


def name_of(folder: Path) -> str:
    return folder.name


@pytest.mark.parametrize("folder", READ, ids=name_of)
def test_a_folder_is_read_as_expected(folder):
    wanted = EXPECTED[folder]
    reading = read_logs(folder, options=ReadOptions(metric=wanted.get("asked", wanted.get("metric"))))
    evidence = reading.evidence
    assert list(evidence.models if hasattr(evidence, "models") else evidence.classifiers) == wanted["models"]
    if wanted.get("kind") == "scores":
        check_scores(evidence, wanted)
    elif wanted.get("kind") == "battles":
        check_battles(evidence, wanted)
    else:
        check_items(evidence, wanted)


def check_items(evidence, wanted):
    assert isinstance(evidence, ItemEvidence)
    assert (list(evidence.tasks), len(evidence.items), evidence.attempts) == (
        wanted["tasks"],
        wanted["items"],
        wanted["attempts"],
    )
    assert (evidence.metric, evidence.higher_is_better) == (wanted["metric"], wanted["higher_is_better"])
    np.testing.assert_allclose(evidence.mean_by_task(), wanted["means"], atol=1e-12)
    assert sorted({f.code for f in evidence.findings}) == wanted["codes"]
    assert list(evidence.groups) == wanted.get("groups", [])


def check_scores(evidence, wanted):
    assert isinstance(evidence, Scores)
    assert (evidence.measure.name, evidence.measure.higher_is_better) == (
        wanted["metric"],
        wanted["higher_is_better"],
    )
    assert len(evidence.datasets) == wanted["tasks"]
    np.testing.assert_allclose(evidence.values.mean(axis=0), wanted["means"], atol=1e-12)


def check_battles(evidence, wanted):
    assert isinstance(evidence, BattleEvidence)
    assert evidence.left.size == wanted["battles"]
    np.testing.assert_allclose(evidence.mean_share(), wanted["shares"])


@pytest.mark.parametrize("folder", REFUSED, ids=name_of)
def test_what_compares_nothing_is_refused_with_what_would(folder):
    with pytest.raises(BakeoffError) as caught:
        require_comparable(read_logs(folder))
    assert caught.value.code == EXPECTED[folder]["refuse"]
    assert caught.value.fix
