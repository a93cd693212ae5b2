"""Every test of a store runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from bakeoff.store.open import open_store
from bakeoff.store.schema import VERSION
from bakeoff.store.store import Store
from store.server import private_server


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with private_server() as address:
        yield address


@pytest.fixture
def database(server: str) -> str:
    """The address of a database that is empty."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        kept = ", ".join(f"bakeoff_version_{version}" for version in range(1, VERSION))
        connection.execute(f"DROP SCHEMA IF EXISTS bakeoff, {kept} CASCADE")
    return f"{server}/postgres"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet."""
    return (
        str(request.getfixturevalue("database"))
        if request.param == "postgresql"
        else f"sqlite:///{tmp_path}/study.db"
    )


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as opened:
        opened.lock("first", text="[study]", digest="d1")
        yield opened
