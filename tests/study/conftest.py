"""One worker for all tests that need one: starting it takes longer than a small study."""

import pytest

from bakeoff.study.engines.engine import LocalEngine
from store.conftest import database, server, url  # noqa: F401 - the private server, where a study runs on it
from study.here import Here


@pytest.fixture(scope="session")
def worker():
    engine = LocalEngine(1)
    yield engine
    engine.close(now=True)


@pytest.fixture(scope="session")
def here():
    return Here()


@pytest.fixture(scope="module")
def in_this_process():
    """Studies that name no engine run here: for tests of what is made of results, by the doors that users take."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bakeoff.study.execution.open_engine", lambda *_, **__: Here())
        yield
