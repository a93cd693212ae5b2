"""Files that are no store, are damaged, or cannot be written: refused with a diagnosis, and never overwritten."""

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, event, inspect

from bakeoff.core.errors import StoreError
from bakeoff.store.addresses import parse_address
from bakeoff.store.connections import is_shared_by_network
from bakeoff.store.open import is_store, open_store, open_store_to_read
from store.cases import cell, cells, kept, look, scored
from store.starting import child

VERSION_1 = Path(__file__).with_name("version_1.sql")
VERSION_2 = Path(__file__).with_name("version_2.sql")
VERSION_3 = Path(__file__).with_name("version_3.sql")
VERSION_4 = Path(__file__).with_name("version_4.sql")


def _refusal(address: object, **options: float) -> StoreError:
    with pytest.raises(StoreError) as refused:
        open_store(address, **options)
    assert refused.value.fix
    return refused.value


def _filled(path: Path, n: int = 200) -> Path:
    with open_store(path) as store:
        store.lock("first", text="t", digest="d")
        store.plan("first", cells(n))
        run = store.begin("first")
        for i in range(n):
            store.record(run, scored(cell(i)))
        store.end(run)
    return path


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"dataset,a,b\nsonar,1,2\n", "BO442"),
        (b"PK\x03\x04" + bytes(200), "BO442"),
        (bytes(4096), "BO444"),
        (b"SQLite format 3\0", "BO444"),
        (b"SQLite", "BO444"),
        (b"SQLite format 3\0" + bytes(range(1, 256)) * 16, "BO444"),
    ],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path, content, code):
    path = tmp_path / "study.db"
    path.write_bytes(content)
    assert _refusal(path).code == code
    assert path.read_bytes() == content
    assert not is_store(path)


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE store (version INTEGER)")
    connection.close()
    before = path.read_bytes()
    assert _refusal(path).code == "BO443"
    assert path.read_bytes() == before
    assert not is_store(path)


def test_an_empty_database_that_bears_the_number_of_another_program_is_refused(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA application_id = 42")
    connection.close()
    assert _refusal(path).code == "BO443"


def test_a_schema_of_our_name_that_is_not_ours_is_refused_on_a_server(database):
    with psycopg.connect(database) as connection:
        connection.execute("CREATE SCHEMA bakeoff; CREATE TABLE bakeoff.cakes (name TEXT)")
    assert _refusal(database).code == "BO443"


def test_a_store_is_known_by_its_first_bytes(tmp_path):
    path = tmp_path / "study.db"
    with open_store(path) as store:
        store.lock("first", text="t", digest="d")
        assert is_store(path)
    assert is_store(path)
    assert not is_store(tmp_path)
    assert not is_store(tmp_path / "nothing.db")


@pytest.mark.parametrize("keep", [0.5, 0.9, 0.999])
def test_a_truncated_store_is_refused(tmp_path, keep):
    path = _filled(tmp_path / "study.db")
    content = path.read_bytes()
    cut = content[: int(len(content) * keep)]
    path.write_bytes(cut)
    assert _refusal(path).code == "BO444"
    assert path.read_bytes() == cut


def test_any_zeroed_page_is_found_by_the_check_or_refused(tmp_path):
    path = _filled(tmp_path / "study.db", n=60)
    content = path.read_bytes()
    for start in range(0, len(content), 4096):
        path.write_bytes(content[:start] + bytes(4096) + content[start + 4096 :])
        try:
            with open_store(path) as store:
                found = store.check()
        except StoreError as error:
            found = (error.code,)
        assert found in (("BO444",),) or found[0].startswith("damage: "), start


def test_damage_that_is_met_while_reading_is_said_so(tmp_path):
    made = _filled(tmp_path / "empty.db", n=0).stat().st_size // 4096  # pages of the tables themselves
    path = _filled(tmp_path / "study.db")
    content = bytearray(path.read_bytes())
    for page in range(made, len(content) // 4096):
        content[page * 4096 : page * 4096 + 4096] = bytes(4096)
    path.write_bytes(content)
    with open_store(path) as store, pytest.raises(StoreError) as refused:
        list(store.outcomes("first"))
    assert refused.value.code == "BO444"


def test_a_newer_store_is_refused_and_left_alone(url):
    open_store(url).close()
    _make_version(url, 99)
    error = _refusal(url)
    assert error.code == "BO445"
    assert "version 99" in error.what
    assert "install a newer version" in error.fix


def test_a_store_that_another_program_has_locked_is_said_so(tmp_path):
    path = _filled(tmp_path / "study.db", n=2)
    other = sqlite3.connect(path, isolation_level=None)
    with open_store(path, patience=0.1) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as refused:
            store.begin("first")
        assert refused.value.code == "BO446"
        assert len(store.scored_keys("first")) == 2
        other.execute("ROLLBACK")
        assert store.begin("first")
    other.close()


def test_a_full_disk_is_said_so_and_the_store_goes_on_when_there_is_room(tmp_path):
    path = _filled(tmp_path / "study.db", n=2)
    with open_store(path) as store:
        run = store.begin("first")
        with store._reading() as connection:
            raw = connection.connection.dbapi_connection
            pages = raw.execute("PRAGMA page_count").fetchone()[0]
            raw.execute(f"PRAGMA max_page_count = {pages}")
        many = [f"a key that is long {i}" * 20 for i in range(400)]
        with pytest.raises(StoreError) as refused:
            store.claim(run, many)
        assert refused.value.code == "BO447"
        raw.execute("PRAGMA max_page_count = 1000000")
        assert store.claim(run, many) == set(many)
        assert store.check() == ()


def test_a_store_on_a_full_disk_can_still_be_read(tmp_path):
    path = _filled(tmp_path / "study.db", n=2)

    def lack_room(connection, _):
        if connection.execute("PRAGMA database_list").fetchone()[2] == str(path):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
            raise error

    event.listen(Engine, "connect", lack_room)
    try:
        with pytest.raises(StoreError, match="the disk is full") as refused:
            open_store(path)
        with open_store_to_read(path) as store:
            assert len(store.scored_keys("first")) == 2
    finally:
        event.remove(Engine, "connect", lack_room)
    assert refused.value.code == "BO447"


def test_a_folder_that_may_not_be_written_is_said_so():
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = _filled(folder / "study.db", n=1)
        before = path.read_bytes()
        path.chmod(0o444)
        folder.chmod(0o555)
        assert child("open_as_nobody", path) == "BO441"
        assert child("open_as_nobody", folder / "new.db") == "BO441"
        path.chmod(0o000)
        assert child("open_as_nobody", path) == "BO441"
        folder.chmod(0o700)
        path.chmod(0o600)
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("nowhere/study.db", "BO440"),
        (".", "BO440"),
        ("mysql://user@host/database", "BO448"),
        ("sqlite://", "BO448"),
        (":memory:", "BO448"),
        ("postgresql://user:secret@host:port/database", "BO448"),
    ],
)
def test_an_address_where_there_can_be_no_store_is_refused(tmp_path, monkeypatch, address, code):
    monkeypatch.chdir(tmp_path)
    error = _refusal(address)
    assert error.code == code


def test_a_server_that_does_not_answer_is_said_so_without_the_password():
    error = _refusal("postgresql://user:secret@127.0.0.1:1/database", patience=1)
    assert error.code == "BO449"
    assert "secret" not in str(error)


def test_a_database_that_is_not_there_and_a_user_without_rights_are_said_so(server, database):
    assert _refusal(f"{server}/nothing").code == "BO449"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN")
    assert _refusal(database.replace("bakeoff@", "guest@")).code == "BO441"


def test_a_server_that_drops_a_connection_costs_one_call(database):
    with open_store(database) as store:
        store.lock("first", text="t", digest="d")
        with psycopg.connect(database, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bakeoff'"
            )
        with pytest.raises(StoreError) as refused:
            store.begin("first")
        assert refused.value.code == "BO449"
        assert store.begin("first").study == "first"


def test_a_bare_name_and_an_address_mean_the_same_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    addresses = ("study.db", "sqlite:///study.db", Path("study.db"), f"sqlite:///{tmp_path}/study.db")
    for number, address in enumerate(addresses):
        with open_store(address) as store:
            store.lock(str(number), text="t", digest="d")
            assert len(store.studies()) == number + 1


def test_a_store_has_a_write_ahead_log_and_another_journal_where_there_can_be_none(tmp_path):
    with open_store(tmp_path / "study.db") as store:
        assert store.journal == "wal"
    # This way of locking has no shared memory, as a network has none.
    with open_store(f"sqlite:///file:{tmp_path}/far.db?vfs=unix-dotfile&uri=true") as store:
        assert store.journal == "delete"
        store.lock("first", text="t", digest="d")
        store.plan("first", cells(2))
        assert store.record(store.begin("first"), scored(cell(0)))
        with store._reading() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_network_is_known_by_its_kind_of_file_system():
    mounts = (
        "/dev/sda / ext4 rw 0 0\nserver:/home /home nfs4 rw 0 0\n/dev/sdb /home/local\\040disk xfs rw 0 0\n"
    )
    assert not is_shared_by_network(Path("/srv/study.db"), mounts=mounts)
    assert is_shared_by_network(Path("/home/me/study.db"), mounts=mounts)
    assert not is_shared_by_network(Path("/home/local disk/study.db"), mounts=mounts)
    assert not is_shared_by_network(Path("/homes/study.db"), mounts=mounts)


def _written(path, script, *, besides=""):
    """Write a store as an older version left it, perhaps with something in its way, and return its bytes."""
    connection = sqlite3.connect(path)
    connection.executescript(f"{script.read_text(encoding='utf-8')}\n{besides};")
    connection.close()
    return path.read_bytes()


def test_an_older_store_is_migrated_after_a_copy_was_kept(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_1)
    with open_store(path) as store:
        assert [type(o).__name__ for o in store.outcomes("old")] == ["Scored", "Failed"]
        assert store.outcome("k000") == scored(cell(0), accuracy=0.1 + 0.2)
        run = store.begin("old")
        store.environment(run, "{}")
        assert store.record(run, scored(cell(2)))
        assert store.environments("old") == {"": 2, "{}": 1}
        assert store.check() == ()
    assert (tmp_path / "study.db.version-1").read_bytes()[100:] == before[100:]
    assert _columns(path) == _columns_of_new(tmp_path)


def test_a_migration_that_fails_leaves_the_store_as_it_was(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_1, besides="CREATE TABLE environments (in_the_way INTEGER)")
    assert _refusal(path).code == "BO453"
    assert path.read_bytes() == before


def test_an_older_store_on_a_server_is_migrated_after_a_copy_was_kept(database):
    with open_store(database) as store:
        store.lock("old", text="t", digest="d")
        store.plan("old", cells(1))
        store.record(store.begin("old"), scored(cell(0)))
    with psycopg.connect(database) as connection:
        connection.execute(
            "ALTER TABLE bakeoff.runs DROP COLUMN environment; DROP TABLE bakeoff.environments; "
            "DROP TABLE bakeoff.ledger; DROP TABLE bakeoff.findings; DROP TABLE bakeoff.snapshots"
        )
    _make_version(database, 1)
    with open_store(database) as store:
        run = store.begin("old")
        store.environment(run, "{}")
        assert store.environments("old") == {"": 1}
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT version FROM bakeoff_version_1.store").fetchall() == [(1,)]
        assert connection.execute("SELECT count(*) FROM bakeoff_version_1.outcomes").fetchall() == [(1,)]


def test_a_store_of_version_2_gets_a_ledger_after_a_copy_was_kept(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_2)
    with open_store(path) as store:
        assert [type(o).__name__ for o in store.outcomes("old")] == ["Scored", "Failed"]
        assert store.outcome("k000") == scored(cell(0), accuracy=0.1 + 0.2)
        assert store.environments("old") == {"{}": 2}
        assert store.ledger() == ()
        assert store.enter(look("first"))[0].sequence == 1
        assert store.check() == ()
    assert (tmp_path / "study.db.version-2").read_bytes()[100:] == before[100:]
    assert not (tmp_path / "study.db.version-1").exists()
    assert _columns(path) == _columns_of_new(tmp_path)


def test_a_migration_to_version_3_that_fails_leaves_the_store_as_it_was(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_2, besides="CREATE TABLE ledger (in_the_way INTEGER)")
    assert _refusal(path).code == "BO453"
    assert path.read_bytes() == before


def test_a_store_of_version_2_on_a_server_gets_a_ledger_after_a_copy_was_kept(database):
    with open_store(database) as store:
        store.lock("old", text="t", digest="d")
    with psycopg.connect(database) as connection:
        connection.execute(
            "DROP TABLE bakeoff.ledger; DROP TABLE bakeoff.findings; DROP TABLE bakeoff.snapshots"
        )
    _make_version(database, 2)
    with open_store(database) as store:
        assert store.enter(look("first"))[0].sequence == 1
        assert [study.name for study in store.studies()] == ["old"]
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT version FROM bakeoff_version_2.store").fetchall() == [(2,)]
        assert connection.execute("SELECT count(*) FROM bakeoff_version_2.studies").fetchall() == [(1,)]


def test_a_store_of_version_3_keeps_findings_after_a_copy_was_kept(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_3)
    with open_store(path) as store:
        assert [type(o).__name__ for o in store.outcomes("old")] == ["Scored", "Failed"]
        assert store.outcome("k000") == scored(cell(0), accuracy=0.1 + 0.2)
        assert [entry.sequence for entry in store.ledger()] == [1]
        assert store.findings("old") == ()
        store.keep_findings("old", origin="check", found=[kept("BO370", "k000")])
        assert store.findings("old") == (kept("BO370", "k000").finding,)
        assert store.check() == ()
    assert (tmp_path / "study.db.version-3").read_bytes()[100:] == before[100:]
    assert not (tmp_path / "study.db.version-2").exists()
    assert _columns(path) == _columns_of_new(tmp_path)


def test_a_migration_to_version_4_that_fails_leaves_the_store_as_it_was(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_3, besides="CREATE TABLE findings (in_the_way INTEGER)")
    assert _refusal(path).code == "BO453"
    assert path.read_bytes() == before


def test_a_store_of_version_3_on_a_server_keeps_findings_after_a_copy_was_kept(database):
    with open_store(database) as store:
        store.lock("old", text="t", digest="d")
        store.plan("old", cells(1))
    with psycopg.connect(database) as connection:
        connection.execute("DROP TABLE bakeoff.findings; DROP TABLE bakeoff.snapshots")
    _make_version(database, 3)
    with open_store(database) as store:
        store.keep_findings("old", origin="check", found=[kept("BO370", "k000")])
        assert store.findings("old") == (kept("BO370", "k000").finding,)
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT version FROM bakeoff_version_3.store").fetchall() == [(3,)]
        assert connection.execute("SELECT count(*) FROM bakeoff_version_3.studies").fetchall() == [(1,)]


def test_a_store_of_version_4_keeps_snapshots_after_a_copy_was_kept(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_4)
    with open_store(path) as store:
        assert store.outcome("k000") == scored(cell(0), accuracy=0.1 + 0.2)
        assert store.findings("old") == (kept("BO370", "k000").finding,)
        assert len(store.columns("old")) == 2
        store.end(store.begin("old"))
        assert len(store.columns("old")) == 2
        assert store.check() == ()
    assert (tmp_path / "study.db.version-4").read_bytes()[100:] == before[100:]
    assert _columns(path) == _columns_of_new(tmp_path)


def test_a_migration_to_version_5_that_fails_leaves_the_store_as_it_was(tmp_path):
    path = tmp_path / "study.db"
    before = _written(path, VERSION_4, besides="CREATE TABLE snapshots (in_the_way INTEGER)")
    assert _refusal(path).code == "BO453"
    assert path.read_bytes() == before


def test_a_store_of_version_4_on_a_server_keeps_snapshots_after_a_copy_was_kept(database):
    with open_store(database) as store:
        store.lock("old", text="t", digest="d")
        store.plan("old", cells(1))
    with psycopg.connect(database) as connection:
        connection.execute("DROP TABLE bakeoff.snapshots")
    _make_version(database, 4)
    with open_store(database) as store:
        run = store.begin("old")
        store.record(run, scored(cell(0)))
        store.end(run)
        assert len(store.columns("old")) == 1
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT version FROM bakeoff_version_4.store").fetchall() == [(4,)]


def _make_version(url: str, version: int) -> None:
    engine = create_engine(parse_address(url).url)
    table = "bakeoff.store" if engine.dialect.name == "postgresql" else "store"
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {table} SET version = {version}")
    engine.dispose()


def _columns_of_new(folder: Path) -> dict[str, list[tuple[str, str, bool]]]:
    open_store(folder / "new.db").close()
    return _columns(folder / "new.db")


def _columns(path: Path) -> dict[str, list[tuple[str, str, bool]]]:
    engine = create_engine(f"sqlite:///{path}")
    try:
        seen = inspect(engine)
        return {
            table: [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(table)]
            for table in seen.get_table_names()
        }
    finally:
        engine.dispose()
