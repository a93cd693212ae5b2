"""Logs with odd values in every place: read or refused with a message, never broken."""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.logs.read import read_logs, require_comparable

EXAMPLES = Path(__file__).parents[1] / "inputs" / "logs" / "examples"
FOLDERS = sorted(p.parent for p in EXAMPLES.glob("*/EXPECTED.json") if any(p.parent.rglob("*.json*")))
ODD = (None, 1, "x", [], {}, [1], [None], {"a": 1}, {"a": None}, True, -1.5, [[]], [{}], "NaN", "\x1b[31m")
DEEPEST = 4


def places(value, above=()) -> Iterator[tuple[object, ...]]:
    """Yield the way to every value in a document, to the first one of each array."""
    inside = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    for key, below in inside:
        yield (*above, key)
        if len(above) < DEEPEST:
            yield from places(below, (*above, key))


def with_odd(document, place, odd):
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = odd
    return copy


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_odd_value_is_read_or_refused(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "logs")
    (tmp_path / "logs" / "EXPECTED.json").unlink()
    files = sorted(p for p in (tmp_path / "logs").rglob("*.json*"))
    rng = random.Random(folder.name)
    for file in files[:2]:
        whole = file.read_text(encoding="utf-8")
        is_lines = file.suffix == ".jsonl"
        document = [json.loads(line) for line in whole.splitlines()] if is_lines else json.loads(whole)
        ways = list(places(document))
        for place in rng.sample(ways, min(25, len(ways))):
            changed = with_odd(document, place, rng.choice(ODD))
            lines = (
                "".join(json.dumps(record) + "\n" for record in changed) if is_lines else json.dumps(changed)
            )
            file.write_text(lines, encoding="utf-8")
            read_or_refuse(tmp_path / "logs")
        file.write_text(whole, encoding="utf-8")


def read_or_refuse(folder):
    try:
        require_comparable(read_logs(folder))
    except BakeoffError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert "\x1b" not in refusal
