"""Documents that are gone through piece by piece give what reading them whole gives."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.inputs.logs import files, json_stream
from bakeoff.inputs.logs.json_stream import entries_at, outline_json, stream_entries
from bakeoff.inputs.logs.read import read_logs

EXAMPLES = Path(__file__).parent / "examples"
# Where documents, not lines or tables, hold the answers.
DOCUMENTS = ("deepeval", "evalplus", "helm", "inspect_ai", "opencompass", "promptfoo", "alpaca_eval")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.fixture
def small_pieces(monkeypatch):
    """Pieces of three bytes, and parts that are too large from a few characters on."""
    for name, size in (("_CHUNK", 3), ("_WHOLE", 20), ("_INSIDE", 5)):
        monkeypatch.setattr(json_stream, name, size)


@pytest.mark.usefixtures("small_pieces")
def test_an_outline_with_few_entries_is_the_document_and_entries_are_those_of_it():
    @given(value=VALUES, is_plain=st.booleans())
    def check(value, is_plain):
        document = {"a": 1.5e-7, "b": {"c": value}, "z": [value, 12]}
        content = json.dumps(document, ensure_ascii=is_plain, indent=1 if is_plain else None).encode(
            "utf-8", "replace"
        )
        document = json.loads(content)
        assert outline_json(BytesIO(content)) == document
        for path in ((), ("b",), ("b", "c"), ("z",), ("nowhere",)):
            assert list(stream_entries(BytesIO(content), *path)) == list(entries_at(document, *path))

    check()


@pytest.mark.usefixtures("small_pieces")
def test_a_large_part_is_outlined_by_its_first_entries():
    document = {"samples": [{"id": i, "text": "x" * 30} for i in range(100)], "eval": {"model": "m"}}
    outline = outline_json(BytesIO(json.dumps(document).encode()))
    assert outline == {"samples": document["samples"][:20], "eval": {"model": "m"}}


@pytest.mark.parametrize(
    "content", [b'{"a": [1, 2', b'{"a": 1} {"a": 2}', b'{"a" 1}', b"[1, ]", b'{"a": "\xff"}']
)
def test_what_is_not_json_is_said_so(content):
    with pytest.raises(ValueError, match=r"JSON|follows|decode"):
        outline_json(BytesIO(content))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("tool", DOCUMENTS)
def test_a_log_that_is_streamed_is_read_as_one_that_is_not(tool, monkeypatch):
    plain = read_logs(EXAMPLES / tool)
    monkeypatch.setattr(files, "_LARGE", 0)
    streamed = read_logs(EXAMPLES / tool)
    assert streamed.evidence.digest == plain.evidence.digest
    assert (streamed.used, streamed.left) == (plain.used, plain.left)
    assert streamed.evidence.findings == plain.evidence.findings


def test_a_document_on_one_long_line_is_no_log_of_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_LARGE", 0)
    monkeypatch.setattr(files, "_LONGEST_LINE", 1000)
    cases = [
        {"name": f"case {i}", "input": "x" * 900, "metricsData": [{"name": "m", "score": i % 2}]}
        for i in range(90)
    ]
    for model in "ab":
        whole = {"hyperparameters": {"model": model}, "testPassed": 1, "testCases": cases, "testFile": "t"}
        (tmp_path / f"{model}.json").write_text(json.dumps(whole))
    assert len(read_logs(tmp_path).evidence.items) == 90
