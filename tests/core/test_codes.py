"""Every code that the source raises or finds is in the list, and nothing else is."""

import re
from pathlib import Path

import bakeoff
from bakeoff.core.codes import CODES

SOURCE = Path(bakeoff.__file__).parent


def test_every_code_in_use_is_listed_and_every_listed_code_is_in_use():
    texts = (p.read_text(encoding="utf-8") for p in SOURCE.rglob("*.py") if p.parent.name != "codes")
    used = {code for text in texts for code in re.findall(r"BO\d{3}", text)}
    assert used == set(CODES)


def test_every_code_has_one_meaning():
    assert len(set(CODES.values())) == len(CODES)
