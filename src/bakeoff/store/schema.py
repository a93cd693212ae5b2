"""The tables of a store, version 5.

An outcome belongs to the key of its cell, not to a study: two studies that plan the same cell share it. What a study
plans is a list of keys with the names that this study uses for them.
"""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

# "BAKE": in the header of every SQLite store, and the number of the lock on PostgreSQL
APPLICATION_ID = 0x42414B45
VERSION = 5
POSTGRES_SCHEMA = "bakeoff"

metadata = MetaData()


def _cell_columns() -> tuple[Column[str] | Column[int], ...]:
    return (
        Column("classifier", Text, nullable=False),
        Column("dataset", Text, nullable=False),
        Column("repeat", Integer, nullable=False),
        Column("fold", Integer, nullable=False),
        Column("split", Text, nullable=False),
        Column("condition", Text, nullable=False),
    )


def _real_check(column: str) -> CheckConstraint:
    # SQLite keeps text in a column of numbers without complaint. STRICT tables would do the same as this check, and
    # shut out SQLite before 3.37.
    check = CheckConstraint(f"typeof({column}) IN ('real', 'null')")
    check.ddl_if(dialect="sqlite")
    return check


store = Table(
    "store",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("digest", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("plan", Text, nullable=False),  # digest of the current plan
)

amendments = Table(
    "amendments",
    metadata,
    Column("study", ForeignKey(studies.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("cells_seen", Integer, nullable=False),
    sqlite_with_rowid=False,
)

planned = Table(
    "planned",
    metadata,
    Column("study", ForeignKey(studies.c.id), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    *_cell_columns(),
    sqlite_with_rowid=False,
)

environments = Table(
    "environments",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("study", ForeignKey(studies.c.id), nullable=False),
    Column("host", Text, nullable=False),
    Column("machine", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("started", Text, nullable=False),
    Column("since", Text, nullable=False),
    Column("beat", Double, nullable=False),
    Column("ended", Boolean(create_constraint=False), nullable=False),
    Column("environment", ForeignKey(environments.c.digest)),
)

outcomes = Table(
    "outcomes",
    metadata,
    Column("key", Text, primary_key=True),
    Column("run", ForeignKey(runs.c.id), nullable=False),
    Column("attempts", Integer, nullable=False),
    *_cell_columns(),
    Column("reason", Text),  # NULL: the cell was scored
    Column("message", Text),
    Column("detail", Text),
    Column("seconds", Double),
    Column("n_train", Integer),
    Column("n_test", Integer),
    Column("measured", Text),
    Column("complexity", Text),
    Column("warnings", Text),
    _real_check("seconds"),
)

scores = Table(
    "scores",
    metadata,
    Column("key", ForeignKey(outcomes.c.key), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("metric", Text, nullable=False),
    Column("score", Double, nullable=False),
    _real_check("score"),
    sqlite_with_rowid=False,
)

trials = Table(
    "trials",
    metadata,
    Column("key", ForeignKey(outcomes.c.key), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("parameters", Text, nullable=False),
    Column("score", Double),
    Column("chosen", Boolean(create_constraint=False), nullable=False),
    _real_check("score"),
    sqlite_with_rowid=False,
)

predictions = Table(
    "predictions",
    metadata,
    Column("key", ForeignKey(outcomes.c.key), primary_key=True),
    Column("arrow", LargeBinary, nullable=False),
)

claims = Table(
    "claims",
    metadata,
    Column("key", Text, primary_key=True),
    Column("run", ForeignKey(runs.c.id), nullable=False),
    sqlite_with_rowid=False,
)

ledger = Table(
    "ledger",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=False),  # 1, 2, … without a gap
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),  # canonical JSON
    Column("previous", Text, nullable=False, unique=True),  # no entry has two successors
    Column("hash", Text, nullable=False, unique=True),
)

findings = Table(
    "findings",
    metadata,
    Column("study", ForeignKey(studies.c.id), primary_key=True),
    Column("origin", Text, primary_key=True),  # the check that made it
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("code", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("detail", Text, nullable=False),  # JSON
    Column("cells", Text, nullable=False),  # JSON: the keys of the cells that it rests on
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("study", ForeignKey(studies.c.id), primary_key=True),
    Column("plan", Text, nullable=False),  # digest of the plan that it is of
    Column("runs", Integer, nullable=False),  # that had begun: it holds until the next one begins
    Column("content", LargeBinary, nullable=False),
)

planned_outcomes = planned.join(outcomes, planned.c.key == outcomes.c.key)
