"""The numbers of whole answers for small evidence of every design are those that are kept."""

import importlib.util
import json
from math import isclose
from pathlib import Path

import pytest

HERE = Path(__file__).parent
spec = importlib.util.spec_from_file_location("net", HERE / "net.py")
net = importlib.util.module_from_spec(spec)
spec.loader.exec_module(net)
KEPT = json.loads(net.PLACE.read_text(encoding="utf-8"))


def differences(way, kept, found):
    """Yield where two documents differ, and what is there."""
    if isinstance(kept, dict) and isinstance(found, dict) and list(kept) == list(found):
        for key, inner in kept.items():
            yield from differences(f"{way}/{key}", inner, found[key])
    elif isinstance(kept, list) and isinstance(found, list) and len(kept) == len(found):
        for place, inner in enumerate(kept):
            yield from differences(f"{way}/{place}", inner, found[place])
    elif not is_same(kept, found):
        yield way, kept, found


def is_same(kept, found):
    if isinstance(kept, bool) or not isinstance(kept, float | int) or not isinstance(found, float | int):
        return type(kept) is type(found) and kept == found
    # Flips are summed in single precision first, which another processor rounds otherwise: intervals move by 2e-7.
    return isclose(kept, found, rel_tol=1e-6, abs_tol=1e-9)


@pytest.mark.parametrize("name", net.CASES)
def test_no_number_of_the_answer_has_moved(name):
    assert list(differences("", KEPT[name], net.answer(name))) == []


def test_every_kept_answer_has_a_case():
    assert list(KEPT) == list(net.CASES)
