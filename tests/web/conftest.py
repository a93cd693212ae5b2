"""One server for all tests of this folder."""

import pytest

from serving import Server, StudyOnDisk


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    study = StudyOnDisk(folder / "study.db")
    study.go_on(30)
    running = Server(folder, "--max-upload", "2")
    running.study = study
    yield running
    assert running.stop() == 0
    assert running.tracebacks() == ""


@pytest.fixture(scope="session")
def client(server):
    with server.client() as made:
        yield made
