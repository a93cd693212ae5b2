"""Logs as they lie about: folders, archives, compressed files, several runs of one model, cut-off files."""

import bz2
import gzip
import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pyarrow
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.core.items import STATUSES, AnswerStatus
from bakeoff.inputs.logs.read import read_logs, require_comparable
from bakeoff.inputs.logs.registry import FORMATS, recognise_log
from bakeoff.inputs.options import ReadOptions

EXAMPLES = Path(__file__).parent / "examples"


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def sample(number, score, *, metric="acc", chosen="none", text=None):
    """One line of lm-evaluation-harness."""
    content = f"{number if text is None else text}".encode().hex().zfill(16)
    return {
        "doc_id": number, "doc": {}, "target": "x", "arguments": [], "resps": [["x"]], "filtered_resps": ["x"],
        "filter": chosen, "metrics": [metric], "doc_hash": content, metric: score,
    }  # fmt: skip


def write_run(folder, scores, *, task="sums", **more):
    folder.mkdir(parents=True, exist_ok=True)
    records = [sample(i, s, **more) for i, s in enumerate(scores)]
    (folder / f"samples_{task}.jsonl").write_text(lines(records))
    return folder / f"samples_{task}.jsonl"


def test_every_kind_of_file_has_a_reader():
    assert all(callable(known.read) for known in FORMATS)
    assert all(known.check == "" or callable(known._member(known.check)) for known in FORMATS)


def test_a_file_is_recognised_by_what_it_holds_and_not_by_its_name(tmp_path):
    whole = next((EXAMPLES / "swe_bench").glob("agent-a*"))
    shutil.copy(whole, tmp_path / "whatever.txt")
    assert recognise_log(tmp_path / "whatever.txt").tool == "SWE-bench"
    (tmp_path / "means.json").write_text('{"score": 0.4, "score:std": 0.2}')
    assert recognise_log(tmp_path / "means.json").tool == "simple-evals"
    (tmp_path / "means.json").write_text('{"score": 0.4, "score:std": 0.2, "items": [{"id": 1, "f1": 0.4}]}')
    assert recognise_log(tmp_path / "means.json") is None
    (tmp_path / "samples_x.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    assert recognise_log(tmp_path / "samples_x.jsonl") is None


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"null", b"[]", b"{}", b"[1, 2]", b'{"results": 3, "versions": 1, "config": 2}', b"a,b\n",
     b'{"eval": 1}',
     b"\x00\x01\x02", b"PK\x03\x04", b"PAR1", b"SQLite format 3\0", b"{", b'{"a":\n', b"\xff\xfe\x00", b'{"eval": {}}',
     b'{"scores": {}, "task_name": 1, "mteb_version": 2}', b'{"testCases": null, "testPassed": 1}',
     b'{"op_code": 1}\n', b"winner,left,right\n", b"x\ty\tz\n", b'{"details": {"0": 1}}'],
)  # fmt: skip
def test_odd_files_are_recognised_or_refused_and_never_break(tmp_path, content):
    (tmp_path / "odd.json").write_bytes(content)
    with pytest.raises(BakeoffError):
        require_comparable(read_logs(tmp_path))


def test_a_folder_a_pattern_files_and_a_zip_give_the_same(tmp_path):
    write_run(tmp_path / "logs" / "a", [1, 0, 1])
    write_run(tmp_path / "logs" / "b", [1, 1, 1])
    files = sorted((tmp_path / "logs").rglob("*.jsonl"))
    with zipfile.ZipFile(tmp_path / "logs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.relative_to(tmp_path))
    given = [tmp_path / "logs", files, str(tmp_path / "logs" / "*" / "*.jsonl"), tmp_path / "logs.zip"]
    readings = [read_logs(one).evidence for one in given]
    assert len({evidence.digest for evidence in readings}) == 1
    assert readings[0].models == ("a", "b")


def test_compressed_logs_are_read(tmp_path):
    a, b, c = (write_run(tmp_path / name, [1, 0]) for name in "abc")
    (tmp_path / "a" / "samples_sums.jsonl.gz").write_bytes(gzip.compress(a.read_bytes()))
    (tmp_path / "b" / "samples_sums.jsonl.bz2").write_bytes(bz2.compress(b.read_bytes()))
    packed = pyarrow.Codec("zstd").compress(c.read_bytes(), asbytes=True)
    (tmp_path / "c" / "samples_sums.jsonl.zst").write_bytes(packed)
    for file in (a, b, c):
        file.unlink()
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks) == (("a", "b", "c"), ("sums",))
    np.testing.assert_array_equal(evidence.mean_by_task(), [[0.5]] * 3)


def test_a_compressed_log_that_unpacks_to_too_much_is_refused(tmp_path):
    big = b" " * 60_000_000
    (tmp_path / "bomb.jsonl.gz").write_bytes(gzip.compress(b'{"a": "' + big + b'"}\n'))
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path / "bomb.jsonl.gz")
    assert caught.value.code == "BO005"


def test_two_filters_of_one_document_are_two_scores(tmp_path):
    for name, strict in (("a", [1, 0]), ("b", [0, 0])):
        records = [sample(i, s, chosen="strict") for i, s in enumerate(strict)]
        records += [sample(i, 1, chosen="loose") for i in range(2)]
        (tmp_path / name).mkdir()
        (tmp_path / name / "samples_t.jsonl").write_text(lines(records))
    strictly, loosely = (
        read_logs(tmp_path, options=ReadOptions(metric=f"acc,{name}")).evidence
        for name in ("strict", "loose")
    )
    assert (len(strictly.items), strictly.attempts) == (2, 1)
    np.testing.assert_array_equal(strictly.mean_by_task(), [[0.5], [0.0]])
    np.testing.assert_array_equal(loosely.mean_by_task(), [[1.0], [1.0]])
    with pytest.raises(BakeoffError, match="never mixed"):
        read_logs(tmp_path, options=ReadOptions(metric="acc"))


def test_a_metric_that_there_is_not_is_answered_with_those_that_there_are(tmp_path):
    write_run(tmp_path / "a", [1, 0])
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path, options=ReadOptions(metric="acuracy"))
    assert caught.value.code == "BO031"
    assert "'acc,none'" in caught.value.fix


def test_a_summary_of_attempts_is_not_a_metric_of_the_log(tmp_path):
    write_run(tmp_path / "a", [1, 0])
    assert read_logs(tmp_path, options=ReadOptions(metric="pass@2")).evidence.metric == "acc,none"


def test_the_same_items_under_other_ids_are_paired_by_content(tmp_path):
    write_run(tmp_path / "a", [1, 0, 1])
    moved = [sample(10 + i, s, text=i) for i, s in enumerate([0, 0, 1])]
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "samples_sums.jsonl").write_text(lines(moved))
    evidence = read_logs(tmp_path).evidence
    assert len(evidence.items) == 3
    assert "BO387" in {f.code for f in evidence.findings}
    np.testing.assert_array_equal(evidence.mean_by_item(), [[1, 0, 1], [0, 0, 1]])


def test_shuffled_ids_are_paired_by_content_too(tmp_path):
    write_run(tmp_path / "a", [1, 0, 1])
    moved = [sample((i + 1) % 3, s, text=i) for i, s in enumerate([0, 0, 1])]
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "samples_sums.jsonl").write_text(lines(moved))
    np.testing.assert_array_equal(read_logs(tmp_path).evidence.mean_by_item(), [[1, 0, 1], [0, 0, 1]])


def test_ids_that_stand_for_other_items_are_refused(tmp_path):
    write_run(tmp_path / "a", [1, 0, 1])
    other = [sample(i, 1, text=f"other {i}") for i in range(3)]
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "samples_sums.jsonl").write_text(lines(other))
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO544"


def test_a_subset_is_paired_on_what_is_common_and_the_rest_is_named(tmp_path):
    write_run(tmp_path / "a", [1, 0, 1])
    write_run(tmp_path / "b", [1, 0])
    evidence = read_logs(tmp_path).evidence
    lacking = next(f for f in evidence.findings if f.code == "BO386")
    assert "b lacks 1 item ('2')" in lacking.message


def test_a_last_line_that_is_cut_off_is_left_out_and_one_in_the_middle_is_refused(tmp_path):
    file = write_run(tmp_path / "a", [1, 0, 1])
    whole = file.read_text()
    file.write_text(whole[:-20])
    assert len(read_logs(file).evidence.items) == 2
    file.write_text(whole.replace('"doc_id": 1', '"doc_id" 1'))
    with pytest.raises(BakeoffError) as caught:
        read_logs(file)
    assert caught.value.code == "BO547"
    assert "line 2" in caught.value.what


def test_numbers_that_strict_json_lacks_are_read(tmp_path):
    record = sample(0, 1)
    text = lines([record]) + lines([sample(1, 1)]).replace('"acc": 1', '"acc": NaN')
    (tmp_path / "samples_t.jsonl").write_text(text)
    evidence = read_logs(tmp_path / "samples_t.jsonl").evidence
    assert [STATUSES[s] for s in evidence.status] == [AnswerStatus.ANSWERED, AnswerStatus.MISSING]


def inspect_log(model="m", *, created="2026-01-01T00:00:00", value="C", status="success", **more):
    samples = [
        {"id": i, "epoch": 1, "input": f"q{i}", "target": "a", "scores": {"match": {"value": value}}}
        for i in (1, 2)
    ]
    about = {"task": "t", "model": model, "created": created, "dataset": {"sample_ids": [1, 2, 3]}, **more}
    return {
        "version": 2,
        "status": status,
        "eval": about,
        "plan": {},
        "results": {},
        "stats": {},
        "samples": samples,
    }


def test_runs_of_one_name_are_told_apart_by_what_differs(tmp_path):
    cold = inspect_log(model_generate_config={"temperature": 0.0})
    warm = inspect_log(model_generate_config={"temperature": 1.0}, value="I")
    (tmp_path / "1.json").write_text(json.dumps(cold))
    (tmp_path / "2.json").write_text(json.dumps(warm))
    evidence = read_logs(tmp_path).evidence
    assert evidence.models == ("m (temperature 0)", "m (temperature 1)")
    assert "BO381" in {f.code for f in evidence.findings}


def test_runs_that_differ_in_their_date_only_are_named_by_it(tmp_path):
    (tmp_path / "1.json").write_text(json.dumps(inspect_log()))
    (tmp_path / "2.json").write_text(json.dumps(inspect_log(created="2026-01-02T00:00:00", value="I")))
    assert read_logs(tmp_path).evidence.models == ("m (2026-01-01T00:00:00)", "m (2026-01-02T00:00:00)")


def test_a_copy_of_a_log_is_read_once(tmp_path):
    for name in ("1.json", "copy of 1.json"):
        (tmp_path / name).write_text(json.dumps(inspect_log()))
    evidence = read_logs(tmp_path).evidence
    assert evidence.models == ("m",)
    assert "BO388" in {f.code for f in evidence.findings}


def test_items_that_a_stopped_run_did_not_reach_are_missing(tmp_path):
    (tmp_path / "1.json").write_text(json.dumps(inspect_log(status="cancelled")))
    evidence = read_logs(tmp_path).evidence
    assert [STATUSES[s] for s in evidence.status] == [AnswerStatus.ANSWERED] * 2 + [AnswerStatus.MISSING]
    assert any("did not end well" in f.message for f in evidence.findings)


def eval_archive(path, log, *, by_zstandard=False):
    """Write an .eval archive as the tool does: a header, summaries, samples that need not be opened."""
    header = {k: v for k, v in log.items() if k != "samples"}
    parts = {"header.json": header, "summaries.json": log["samples"], "samples/1_epoch_1.json": "not read"}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED if by_zstandard else zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            data = json.dumps(part).encode()
            archive.writestr(
                name, pyarrow.Codec("zstd").compress(data, asbytes=True) if by_zstandard else data
            )
    if by_zstandard:  # Python below 3.14 writes no such member: the method is put into the headers by hand
        content = bytearray(path.read_bytes())
        for magic, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            at = content.find(magic)
            while at >= 0:
                content[at + place : at + place + 2] = (93).to_bytes(2, "little")
                at = content.find(magic, at + 4)
        path.write_bytes(bytes(content))


@pytest.mark.parametrize("by_zstandard", [False, True])
def test_an_archive_of_inspect_is_read_by_its_summaries(tmp_path, by_zstandard):
    eval_archive(tmp_path / "a.eval", inspect_log("a"), by_zstandard=by_zstandard)
    eval_archive(tmp_path / "b.eval", inspect_log("b", value="I"), by_zstandard=by_zstandard)
    evidence = read_logs(tmp_path).evidence
    assert evidence.models == ("a", "b")
    np.testing.assert_array_equal(evidence.mean_by_task(), [[1.0], [0.0]])


def test_without_a_library_for_zstandard_the_message_names_one(tmp_path, monkeypatch):
    eval_archive(tmp_path / "a.eval", inspect_log("a"), by_zstandard=True)
    for library in ("compression.zstd", "zstandard", "pyarrow"):
        monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path / "a.eval")
    assert caught.value.code == "BO042"
    assert "inspect log convert" in caught.value.fix


def test_names_with_control_characters_are_refused(tmp_path):
    (tmp_path / "1.json").write_text(json.dumps(inspect_log("m\x1b[31m")))
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO039"


def test_tasks_with_metrics_of_their_own_stand_side_by_side_where_all_are_shares(tmp_path):
    for name in "ab":
        write_run(tmp_path / name, [1, 0], task="x", metric="acc")
        write_run(tmp_path / name, [0.5, 1], task="y", metric="f1")
        write_run(tmp_path / name, [12.0, 40.0], task="z", metric="points")
    evidence = read_logs(tmp_path).evidence
    assert evidence.tasks == ("x", "y")
    assert evidence.metric == "score"
    assert {"BO384", "BO316"} <= {f.code for f in evidence.findings}


def test_a_name_to_leave_out_that_there_is_not_is_refused(tmp_path):
    write_run(tmp_path / "alpha", [1, 0])
    with pytest.raises(BakeoffError, match="did you mean 'alpha'"):
        read_logs(tmp_path, options=ReadOptions(leave_out=("alfa",)))


def test_two_models_on_different_items_are_not_compared(tmp_path):
    write_run(tmp_path / "a", [1, 0, 1, 1])
    moved = [sample(3 + i, 1) for i in range(4)]
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "samples_sums.jsonl").write_text(lines(moved))
    with pytest.raises(BakeoffError) as caught:
        require_comparable(read_logs(tmp_path))
    assert caught.value.code == "BO550"


@pytest.mark.parametrize("value", ["1" + "0" * 400, "[" * 3000 + "]" * 3000])
def test_absurd_values_do_not_break_the_reader(tmp_path, value):
    text = lines([sample(0, 1)]) + lines([sample(1, 5)]).replace('"acc": 5', f'"acc": {value}')
    (tmp_path / "samples_t.jsonl").write_text(text)
    evidence = read_logs(tmp_path / "samples_t.jsonl").evidence
    assert evidence.mean_by_item()[0, 0] == 1.0


def test_names_of_metrics_are_no_code_for_a_terminal(tmp_path):
    write_run(tmp_path / "a", [1.0, 0.0], metric="acc\x1b[31m")
    assert read_logs(tmp_path).evidence.metric.isprintable()


def test_a_model_or_task_can_be_left_out(tmp_path):
    for name in "abc":
        write_run(tmp_path / name, [1, 0], task="x")
        write_run(tmp_path / name, [1, 0], task="y")
    options = ReadOptions(leave_out=("b",), without=("y",))
    evidence = read_logs(tmp_path, options=options).evidence
    assert (evidence.models, evidence.tasks) == (("a", "c"), ("x",))
    assert [omission.names for omission in evidence.left_out] == [("b",), ("y",)]
