"""Options of the test suite."""

import os
import signal
from pathlib import Path

import pytest
import scipy.linalg  # noqa: F401 - it has linear algebra of its own beside numpy's: loaded before both are limited
from hypothesis import HealthCheck, settings
from threadpoolctl import threadpool_limits

# Files of other people may not be copied into the project. These tests read them where they lie, and are not
# collected (rather than skipped) where they are not.
NEEDS_SHARED = Path(__file__).parent / "published"
# Programs, not tests: they are run where the packages of other people are, which `make test` does not install.
collect_ignore = ["tools", "reference/sequential_confseq.py"]


# The same examples on every machine: a green run stays green. `--hypothesis-profile=explore` looks for new ones.
# How long an example takes is no matter of theirs: it depends on what else the machine does.
CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("repeatable", derandomize=True, **CALM)
settings.register_profile("explore", max_examples=1_000, **CALM)
settings.load_profile("repeatable")


# Each worker of a run of all tests has one core: with more threads than cores, matrices this small are waited for
# more than they are multiplied. What tests start has what users have.
threadpool_limits(limits=1, user_api="blas")

# A shell without job control starts what runs in the background with interrupts ignored, and children inherit that:
# those that tests interrupt would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shared",
        metavar="DIR",
        default=os.environ.get("BAKEOFF_SHARED"),
        help="a folder with published tables and result files of other programs",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    needs_shared = NEEDS_SHARED in (collection_path, *collection_path.parents)
    return True if needs_shared and config.getoption("--shared") is None else None


@pytest.fixture(scope="session")
def shared(request: pytest.FixtureRequest) -> Path:
    folder = request.config.getoption("--shared")
    if folder is None:
        raise pytest.UsageError("these tests need --shared DIR")
    return Path(folder)
