"""OpenML over a server on this machine that gives recorded answers, fails, lies and hangs up."""

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.datasets import Task
from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import expand_reference, load_dataset
from bakeoff.datasets.sources.downloads import Downloads, cache_folder
from bakeoff.datasets.sources.openml import openml_server
from openml_answers import ARFF, answers, description, task


class Server:
    """A web server whose answers a test can change; it counts what it is asked for."""

    def __init__(self):
        self.asked: list[str] = []
        self.troubles: list[tuple[int, str]] = []  # answered first, one by one
        self.cut: set[str] = set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append(self.path)
                missing = (404, "not here")
                status, content = (
                    outer.troubles.pop(0) if outer.troubles else outer.answers.get(self.path, missing)
                )
                data = content if isinstance(content, bytes) else content.encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if self.path in outer.cut else data)

            def log_message(self, *arguments):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.root = f"http://127.0.0.1:{self.http.server_address[1]}"
        self.answers = answers(self.root)
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


@pytest.fixture
def server():
    made = Server()
    yield made
    made.close()


@pytest.fixture
def openml(server, tmp_path):
    downloads = Downloads(folder=tmp_path, timeout=5.0, sleep=lambda seconds: None)
    return openml_server(f"{server.root}/api/v1/json", downloads)


def parts(folder):
    return [path for path in folder.rglob("*") if path.suffix == ".part"]


def refused(code, call):
    with pytest.raises(DatasetError) as caught:
        call()
    assert caught.value.code == code
    return str(caught.value)


def test_a_dataset_comes_with_its_types_without_its_row_numbers(openml):
    dataset = openml.dataset(7)
    assert (dataset.name, dataset.source, dataset.rows) == ("tiny", "openml:7", 12)
    assert [c.name for c in dataset.features] == ["width", "colour"]
    assert dataset.features[1].levels == ("green", "red")
    assert dataset.classes == ("no", "yes")


def test_what_was_downloaded_once_needs_no_network(openml, server):
    first = openml.dataset(7)
    asked = len(server.asked)
    assert openml.dataset(7).digest == first.digest
    assert len(server.asked) == asked


def test_the_cached_copy_serves_when_the_network_is_down(openml, server, tmp_path):
    first = openml.dataset(7)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{probe.getsockname()[1]}/api/v1/json"
    downloads = Downloads(folder=tmp_path, sleep=lambda seconds: None)
    assert openml_server(closed, downloads).dataset(7).digest == first.digest


def test_without_network_and_cache_the_error_says_so(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{probe.getsockname()[1]}/api/v1/json"
    waits = []
    server = openml_server(closed, Downloads(folder=tmp_path, sleep=waits.append))
    message = refused("BO429", lambda: server.dataset(7))
    assert "4 attempts" in message
    assert waits == [0.5, 1.0, 2.0]
    assert parts(tmp_path) == []


def test_a_server_in_trouble_is_asked_again(openml, server):
    server.troubles = [(503, "busy"), (500, "oh"), (429, "slower")]
    assert openml.dataset(7).rows == 12
    assert server.asked[:4] == ["/api/v1/json/data/7"] * 4


def test_a_server_that_stays_in_trouble_is_given_up(openml, server):
    server.troubles = [(503, "busy")] * 4
    assert "503" in refused("BO429", lambda: openml.dataset(7))


def test_an_unknown_number_is_refused_in_the_words_of_the_server_and_not_asked_again(openml, server):
    assert "Unknown dataset (error 111)" in refused("BO431", lambda: openml.dataset(8))
    assert server.asked == ["/api/v1/json/data/8"]


def test_a_download_that_is_cut_off_leaves_nothing_behind(openml, server, tmp_path):
    server.cut.add("/data/v1/download/7/tiny.arff")
    assert "cut off after" in refused("BO430", lambda: openml.dataset(7))
    assert parts(tmp_path) == []
    assert not (tmp_path / "openml/data/7.arff").exists()


def test_a_wrong_checksum_is_refused_and_leaves_nothing_behind(openml, server, tmp_path):
    server.answers["/data/v1/download/7/tiny.arff"] = (200, ARFF.replace("red", "rot"))
    assert "checksum" in refused("BO430", lambda: openml.dataset(7))
    assert parts(tmp_path) == []
    assert not (tmp_path / "openml/data/7.arff").exists()


def test_a_damaged_copy_in_the_cache_is_fetched_again(openml, tmp_path):
    first = openml.dataset(7)
    path = tmp_path / "openml/data/7.arff"
    path.write_text(ARFF[:200], encoding="utf-8")
    assert openml.dataset(7).digest == first.digest
    assert path.read_text(encoding="utf-8") == ARFF


def test_an_answer_that_is_no_json_is_refused_and_forgotten(openml, server):
    server.answers["/api/v1/json/data/7"] = (200, "<html>maintenance</html>")
    refused("BO432", lambda: openml.dataset(7))
    server.answers = answers(server.root)
    assert openml.dataset(7).rows == 12


def test_addresses_outside_the_web_are_not_opened(openml, server):
    server.answers["/api/v1/json/data/7"] = (200, description(server.root, url="file:///etc/hostname"))
    assert "no address of the web" in refused("BO432", lambda: openml.dataset(7))


def test_a_dataset_in_parquet_only_is_read_from_there(openml, server, tmp_path):
    rows = 12
    table = pa.table(
        {
            "id": list(range(rows)),
            "width": [i * 0.5 for i in range(rows)],
            "colour": pa.array([("red", "green", None)[i % 3] for i in range(rows)]).dictionary_encode(),
            "class": [("no", "yes")[i % 2] for i in range(rows)],
        }
    )
    pq.write_table(table, tmp_path / "made.pq")
    server.answers["/api/v1/json/data/7"] = (200, description(server.root, format="parquet", url=""))
    server.answers["/datasets/0000/0007/dataset_7.pq"] = (200, (tmp_path / "made.pq").read_bytes())
    parquet = openml.dataset(7)
    server.answers = answers(server.root)
    again = openml_server(openml.base, Downloads(folder=tmp_path / "other"))
    assert parquet.digest == again.dataset(7).digest


def test_a_task_brings_its_own_splits(openml):
    dataset = openml.task(70)
    assert dataset.source == "openml-task:70"
    assert [(s.repeat, s.fold) for s in dataset.splits] == [(0, 0), (0, 1), (0, 2)]
    assert dataset.splits[1].test.tolist() == [4, 5, 6, 7]
    for split in dataset.splits:
        assert np.sort(np.concatenate([split.train, split.test])).tolist() == list(range(12))


def test_a_task_of_another_kind_is_refused(openml, server):
    server.answers["/api/v1/json/task/70"] = (200, task(server.root, kind="Supervised Regression"))
    assert "Supervised Regression" in refused("BO432", lambda: openml.task(70))


def test_a_task_of_regression_brings_its_quantity_and_its_splits_to_a_study_of_regression(openml, server):
    told = task(server.root, kind="Supervised Regression").replace(
        '"target_feature": "class"', '"target_feature": "width"'
    )
    server.answers["/api/v1/json/task/70"] = (200, told)
    dataset = openml.task(70, task=Task.QUANTITY)
    assert dataset.task is Task.QUANTITY
    assert dataset.decode_target(dataset.target).dtype.kind == "f"
    assert len(dataset.splits) == 3
    assert "width" not in [c.name for c in dataset.features]


def test_splits_of_rows_that_are_not_there_are_refused(openml, server):
    wrong = answers(server.root)["/api_splits/get/70/Task_70_splits.arff"][1].replace("TEST,0,", "TEST,12,")
    server.answers["/api_splits/get/70/Task_70_splits.arff"] = (200, wrong)
    assert "row 12" in refused("BO432", lambda: openml.task(70))


def test_a_suite_stands_for_its_tasks(server, tmp_path, monkeypatch):
    monkeypatch.setenv("BAKEOFF_OPENML", f"{server.root}/api/v1/json")
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    assert cache_folder() == tmp_path / "cache"
    assert expand_reference("openml-suite:99", base=tmp_path) == ("openml-task:70",)
    assert len(load_dataset("openml-suite:99", base=tmp_path).splits) == 3
    assert load_dataset("openml:7", base=tmp_path).rows == 12


def test_a_dataset_without_a_class_is_refused(openml, server):
    server.answers["/api/v1/json/data/7"] = (200, description(server.root, default_target_attribute=None))
    assert "which one column is the class" in refused("BO432", lambda: openml.dataset(7))


def test_columns_to_be_ignored_are_left_out_in_every_spelling(openml, server):
    server.answers["/api/v1/json/data/7"] = (
        200,
        description(server.root, row_id_attribute=None, ignore_attribute="colour,nowhere"),
    )
    assert [c.name for c in openml.dataset(7).features] == ["width"]


def test_a_regression_problem_is_refused(openml, server):
    server.answers["/api/v1/json/data/7"] = (200, description(server.root, default_target_attribute="width"))
    assert "regression" in refused("BO432", lambda: openml.dataset(7))
