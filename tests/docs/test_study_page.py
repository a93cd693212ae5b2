"""The page on studies: every piece of a study file that it shows is one that a study file takes."""

import tomllib

import pytest

from bakeoff.study.specification.study_file import with_classifiers
from bakeoff.study.specification.study_mistakes import find_mistakes
from bakeoff.study.specification.study_parts import StudyPart
from docs.blocks import ROOT, blocks

PIECES = [b for b in blocks((ROOT / "docs" / "study.md").read_text()) if b.language == "toml"]
REST = {"datasets": ["iris"], "classifiers": {"bayes": {"estimator": "GaussianNB"}}}


@pytest.mark.parametrize("piece", PIECES, ids=lambda b: f"line {b.line}")
def test_a_piece_of_a_study_file_on_the_page_is_understood(piece):
    plain = tomllib.loads(piece.text)
    rest = {key: value for key, value in REST.items() if key != "classifiers" or "regressors" not in plain}
    part = StudyPart.model_validate(with_classifiers(rest | plain))
    assert find_mistakes(part, trust=True) == []


def test_the_page_shows_every_key_of_a_study_file():
    text = (ROOT / "docs" / "study.md").read_text()
    parts = [StudyPart, *(f.annotation for f in StudyPart.model_fields.values())]
    keys = {key for part in parts for key in getattr(part, "model_fields", {})}
    assert sorted(key for key in keys if key not in text) == []
