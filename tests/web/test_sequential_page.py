"""What may be looked at at any time can be asked for on the page, and is what the command line says."""

import json

import bakeoff
from bakeoff.web.fields import page_fields
from bakeoff.web.worker.evidence import requested_comparison, requested_verdict
from pipeline_cases import predictions

OLD, NEW = (
    predictions(name, right, seed=seed).splitlines()
    for name, right, seed in (("old", 0.7, 0), ("new", 0.9, 1))
)
TABLE = "\n".join(f"{a},{b.rpartition(',')[2]}" for a, b in zip(OLD, NEW, strict=True))
ASKED = {"names": ["p.csv"], "options": {"sequential": True, "margin": 0.02}}


def test_the_page_judges_as_the_command_line_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "p.csv"
    file.write_text(TABLE)
    here = requested_comparison(ASKED, [TABLE.encode()]).to_dict()
    there = bakeoff.compare(file, sequential=True, margin=0.02).to_dict()
    for part in ("pairs", "sequential", "settings", "summary"):
        assert json.dumps(here[part]) == json.dumps(there[part])
    assert here["settings"]["test"] == "betting"


def test_no_verdict_of_one_look_is_shown_ahead_of_it():
    scores = "dataset,A,B\n" + "\n".join(f"d{i},0.8{i},0.9{i}" for i in range(8))
    asked = {"names": ["s.csv"], "options": {"sequential": True}}
    assert requested_verdict(asked, [scores.encode()]) is None
    assert requested_verdict({**asked, "options": {}}, [scores.encode()]) is not None


def test_there_is_a_tick_for_it():
    (tick,) = [field for part in page_fields() for field in part if field.name == "sequential"]
    assert tick.form == "check"
