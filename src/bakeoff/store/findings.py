"""Findings of checks on a study: those of the last check, as long as the cells they rest on are in the plan."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, select

from bakeoff.core.codes import CODES
from bakeoff.core.errors import StoreError
from bakeoff.core.findings import Finding, Severity
from bakeoff.store.locks import study_id
from bakeoff.store.packing import escape_text, pack_texts, unpack_texts
from bakeoff.store.schema import findings, planned, studies
from bakeoff.store.study_records import StoredFinding

_BATCH = 500  # keys in one statement; SQLite before 3.32 takes 999 values


def replace_findings(
    connection: Connection, name: str, *, origin: str, found: Sequence[StoredFinding]
) -> None:
    """Keep what a check has found in the place of what it found before."""
    study = study_id(connection, name)
    # On PostgreSQL the row is ours until the end of the transaction, so that two checks take their turns.
    connection.execute(select(studies.c.id).where(studies.c.id == study).with_for_update())
    connection.execute(delete(findings).where(findings.c.study == study, findings.c.origin == origin))
    rows = [
        {"study": study, "origin": origin, "position": i, **_finding_values(finding)}
        for i, finding in enumerate(found)
    ]
    if rows:
        connection.execute(findings.insert(), rows)


def read_findings(connection: Connection, name: str) -> tuple[Finding, ...]:
    """Return the findings all of whose cells are in the plan of a study, in the order in which they were made."""
    study = study_id(connection, name)
    query = select(findings).where(findings.c.study == study)
    rows = connection.execute(query.order_by(findings.c.origin, findings.c.position)).all()
    cells = [unpack_texts(row.cells) for row in rows]
    present = _planned_keys(connection, study, sorted({key for keys in cells for key in keys}))
    return tuple(
        _read_finding(row) for row, keys in zip(rows, cells, strict=True) if present.issuperset(keys)
    )


def _read_finding(row: Row[Any]) -> Finding:
    try:
        detail = json.loads(row.detail)
        severity = Severity(row.severity)
    except ValueError:  # JSON's own error is one
        detail = severity = None
    if row.code not in CODES or severity is None or not isinstance(detail, dict):
        raise StoreError(
            f"a finding of the store cannot be read: {row.code}",
            where="the store",
            fix="keep the file and copy back the last good one; it was changed by something else than bakeoff",
            code="BO444",
        )
    return Finding(code=row.code, severity=severity, message=row.message, detail=detail)


def _finding_values(kept: StoredFinding) -> dict[str, str]:
    finding = kept.finding
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": escape_text(finding.message),
        "detail": json.dumps(dict(finding.detail)),
        "cells": pack_texts(kept.cells),
    }


def _planned_keys(connection: Connection, study: int, keys: Sequence[str]) -> frozenset[str]:
    """Return those of some keys that are in the plan."""
    return frozenset(
        key
        for first in range(0, len(keys), _BATCH)
        for key in connection.execute(
            select(planned.c.key).where(
                planned.c.study == study, planned.c.key.in_(keys[first : first + _BATCH])
            )
        ).scalars()
    )
