"""Tables in the shapes that people publish, with the reading that is right beside them: none is misread."""

import json
from pathlib import Path
from typing import Any

import pytest

from bakeoff.cli.main import main


def outcome(path: Path, options: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any] | None:
    """Return the JSON of a comparison, or None where it was refused."""
    code = main(["compare", str(path), "--json", *options])
    out, err = capsys.readouterr()
    assert code in (0, 2), err
    return json.loads(out) if code == 0 else None


def is_as_expected(document: dict[str, Any], expected: dict[str, Any]) -> bool:
    evidence = document["evidence"]
    same = [
        evidence[name] == expected[name]
        for name in ("datasets", "resamples", "examples", "higher_is_better")
        if name in expected
    ]
    if "classifiers" in expected:
        same.append(set(evidence["classifiers"]) == set(expected["classifiers"]))
    if "classifiers_count" in expected:
        same.append(len(evidence["classifiers"]) == expected["classifiers_count"])
    for pair, draws in expected.get("draws", {}).items():
        found = [p["draws"] for p in document["pairs"] if {p["a"], p["b"]} == set(pair.split("|"))]
        same.append(found == [draws])
    return all(same)


def test_no_wild_table_is_misread(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = json.loads((shared / "wild" / "EXPECTED.json").read_text(encoding="utf-8"))
    misread = {}
    for name, expected in every.items():
        document = outcome(shared / "wild" / name, expected.get("options", []), capsys)
        if document is None:
            if expected.get("must_read"):
                misread[name] = "refused"
        elif "refuse" in expected or not is_as_expected(document, expected.get("refuse_or", expected)):
            misread[name] = str(document["evidence"])
    assert misread == {}
