"""Evidence of items written as Every Eval Ever is read back as the same evidence."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from bakeoff import compare
from bakeoff.api.deliveries.every_eval_ever import write_every_eval_ever
from bakeoff.core.errors import BakeoffError
from bakeoff.core.items import STATUSES, AnswerStatus
from bakeoff.inputs.logs.read import read_logs

EXAMPLES = Path(__file__).parents[1] / "inputs" / "logs" / "examples"


@pytest.mark.parametrize(
    "name", ["inspect_ai", "item_table_long", "swe_bench", "deepeval", "evalplus", "trec"]
)
def test_what_is_written_is_read_back_the_same(name, tmp_path):
    evidence = read_logs(EXAMPLES / name).evidence
    write_every_eval_ever(evidence, tmp_path, retrieved="1700000000")
    again = read_logs(tmp_path).evidence
    assert set(again.models) == set(evidence.models)
    assert set(again.tasks) == set(evidence.tasks)
    assert again.higher_is_better is evidence.higher_is_better
    assert again.attempts == evidence.attempts
    order = [again.models.index(model) for model in evidence.models]
    tasks = [again.tasks.index(task) for task in evidence.tasks]
    np.testing.assert_allclose(again.mean_by_task()[order][:, tasks], evidence.mean_by_task())
    np.testing.assert_array_equal(again.count_statuses()[order], evidence.count_statuses())


def test_every_reason_for_no_score_survives(tmp_path):
    evidence = read_logs(EXAMPLES / "item_table_wide").evidence
    status, score = evidence.status.copy(), evidence.score.copy()
    status[1:4], score[1:4] = (
        [STATUSES.index(AnswerStatus(s)) for s in ("timed out", "filtered", "refused")],
        np.nan,
    )
    write_every_eval_ever(replace(evidence, status=status, score=score), tmp_path)
    again = read_logs(tmp_path).evidence
    assert [STATUSES[s].value for s in again.status[:4]] == ["answered", "timed out", "filtered", "refused"]


def test_the_aggregate_describes_its_samples(tmp_path):
    (path, _) = write_every_eval_ever(read_logs(EXAMPLES / "swe_bench").evidence, tmp_path)
    whole = json.loads(path.read_text())
    about = whole["detailed_evaluation_results"]
    content = (path.parent / about["file_path"]).read_bytes()
    assert about["checksum"] == sha256(content).hexdigest()
    assert about["total_rows"] == content.count(b"\n") == 3
    assert whole["evaluation_results"][0]["score_details"]["score"] == pytest.approx(1 / 3)


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(BakeoffError) as caught:
        write_every_eval_ever(read_logs(EXAMPLES / "swe_bench").evidence, tmp_path)
    assert caught.value.code == "BO411"


def test_a_comparison_of_logs_is_written_by_its_method(tmp_path):
    answers = [f"q{i},{model},{int(i % (3 + n) > 0)}" for n, model in enumerate("ab") for i in range(20)]
    (tmp_path / "items.csv").write_text("\n".join(["id,model,score", *answers]) + "\n")
    written = compare(tmp_path / "items.csv").to_every_eval_ever(tmp_path / "written")
    assert len(written) == 2
    again = read_logs(tmp_path / "written").evidence
    assert dict(zip(again.models, again.mean_by_task()[:, 0].tolist(), strict=True)) == {"a": 0.65, "b": 0.75}


def test_scores_on_datasets_are_no_answers_to_items(tmp_path):
    comparison = compare({"dataset": list("pqrst"), "A": [80, 73, 85, 68, 82], "B": [85, 70, 86, 74, 84]})
    with pytest.raises(BakeoffError, match="holds answers to items") as caught:
        comparison.to_every_eval_ever(tmp_path)
    assert caught.value.code == "BO416"
    assert not list(tmp_path.iterdir())
