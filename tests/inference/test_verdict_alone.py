"""The verdict alone: what is shown ahead of the rest must be what the rest confirms."""

import numpy as np
import pytest

from bakeoff.api.settings import make_settings
from bakeoff.inference.compare import compare, compare_verdicts_only
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.sentences import summary
from bakeoff.render.text.comparison import judgement_text


def folds() -> str:
    rng = np.random.default_rng(3)
    rows = (f"d{d},{f},{c},{0.7 + 0.1 * (c == 'B') + rng.normal(0, 0.05):.3f}" for d in range(4) for f in range(5)
            for c in "ABC")  # fmt: skip
    return "\n".join(["dataset,fold,classifier,accuracy", *rows])


TABLES = {
    "two": PUBLISHED["figure-15.2"].text,
    "four": PUBLISHED["demsar-2006"].text,
    "five": PUBLISHED["garcia-herrera-2008"].text,
    "folds": folds(),
    "holes": "dataset,A,B,C\nr,71,,69\ns,65,70,66\nv,80,85,81\nw,73,70,72\nx,85,85,86\ny,68,74,73\nz,64,73,66\n",
}
ASKED = [
    {},
    {"margin": 0.02},
    {"baseline": "first"},
    {"level": 0.8, "alternative": "greater"},
    {"test": "wilcoxon", "adjust": "shaffer"},
    {"only_if": "friedman"},
]


@pytest.mark.parametrize("asked", ASKED, ids=str)
@pytest.mark.parametrize("table", TABLES)
def test_it_says_what_the_whole_comparison_says(table, asked):
    evidence = read_evidence(TABLES[table], options=ReadOptions())
    if asked.get("baseline"):
        asked = {"baseline": evidence.classifiers[0]}
    if len(evidence.classifiers) == 2:
        asked = {name: value for name, value in asked.items() if name not in ("only_if", "adjust")}
    if table == "holes" and "only_if" in asked:  # the gate takes complete tables
        asked = {**asked, "missing": "drop-dataset"}
    settings = make_settings(**asked)
    early, whole = compare_verdicts_only(evidence, settings), compare(evidence, settings)
    assert summary(early) == summary(whole)
    assert judgement_text(early) == judgement_text(whole)
    assert early.settings == whole.settings
    assert [(s.classifier, s.mean_rank) for s in early.ranking] == [
        (s.classifier, s.mean_rank) for s in whole.ranking
    ]
    for a, b in zip(early.pairs, whole.pairs, strict=True):
        assert (a.a, a.b, a.result, a.p_adjusted, a.verdict, a.verdicts_at) == (
            b.a, b.b, b.result, b.p_adjusted, b.verdict, b.verdicts_at)  # fmt: skip
        assert (a.wins, a.draws, a.losses, a.units) == (b.wins, b.draws, b.losses, b.units)
