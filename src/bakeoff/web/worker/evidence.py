"""What a request asks for, made into evidence and a comparison; and which column of a table was taken for what."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from bakeoff.api.compare import as_evidence, compare_evidence
from bakeoff.api.comparison import Comparison
from bakeoff.api.settings import make_settings
from bakeoff.core.comparison import Comparison as Verdicts
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.omissions import mark_seen
from bakeoff.core.options.table import READINGS, SETTINGS, select_values
from bakeoff.core.predictions import Evidence, TestSetCounts
from bakeoff.core.progress import tell_stage
from bakeoff.inference.compare import compare_verdicts_only
from bakeoff.inputs.evidence import Tables, make_evidence, read_tables
from bakeoff.inputs.formats.origin import pickle_error
from bakeoff.inputs.items.parts import leave_parts_out
from bakeoff.inputs.omissions import leave_datasets_out
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Grid
from bakeoff.project.ledger import record_look
from bakeoff.web.refusals import make_refusal
from bakeoff.web.worker.uploaded_logs import files_in_place, plain_name, uploaded_logs
from bakeoff.web.worker.uploaded_stores import is_store_content, uploaded_evidence

MOST_BYTES = 20_000_000  # of an upload
MOST_UNPACKED = 200_000_000
MOST_CELLS = 2_000_000
PICKLES = (".pkl", ".pickle", ".joblib", ".dill", ".cloudpickle")
MOST_REMEMBERED = 6  # comparisons that a worker remembers: figures and files of what was just looked at

_comparisons: OrderedDict[str, Comparison] = OrderedDict()
_last_evidence: dict[str, Evidence] = {}  # the last one only: evidence may be large
_last_logs: dict[str, Scores | ItemEvidence | None] = {}


class NamedBytes(BytesIO):
    """Bytes that know what they were called; whatever the name says, nothing is opened by it."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def requested_evidence(
    fields: Mapping[str, Any], parts: Sequence[bytes], tables: Tables | None = None
) -> Evidence:
    """Return the evidence of a request: uploaded, pasted, or a store; what was read last is remembered.

    `tables` are those of the request, where they were read already.
    """
    options = reading_from_fields(fields["options"])
    if fields.get("store") is not None:  # a store grows
        return as_evidence(Path(fields["store"]), options, test=fields["options"].get("test"))
    key = _request_key(fields, parts)
    if key not in _last_evidence:
        evidence = _make_evidence(fields, parts, tables or requested_tables(fields, parts), options)
        _last_evidence.clear()
        _last_evidence[key] = evidence
    return _last_evidence[key]


def _make_evidence(
    fields: Mapping[str, Any], parts: Sequence[bytes], tables: Tables | None, options: ReadOptions
) -> Evidence:
    names = fields["names"]
    if tables is None and (logs := requested_logs(fields, parts)) is not None:
        return logs
    if tables is None:
        return uploaded_evidence(parts[0], plain_name(names[0]), options, test=fields["options"].get("test"))
    evidence = replace(make_evidence(tables, options=options), read_with=options.said)
    if len(parts) == 1:
        return evidence
    return replace(evidence, source=", ".join(map(plain_name, names[:3])) + (", …" if len(names) > 3 else ""))


def requested_tables(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Tables | None:
    """Return the tables of a request as they are read; None where it is a store, or logs."""
    if fields.get("store") is not None:
        return None
    names, options = fields["names"], reading_from_fields(fields["options"])
    for name in names:
        if name.lower().endswith(PICKLES):
            raise pickle_error(name)
    if requested_logs(fields, parts) is not None or (len(parts) == 1 and is_store_content(parts[0])):
        return None
    if len(parts) == 1:
        return read_tables(NamedBytes(parts[0], names[0]), options=options)
    return _read_several(names, parts, options)


def requested_logs(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Scores | ItemEvidence | None:
    """Return what the uploaded logs of a request hold, remembered as the last one; None where they are none."""
    if (key := _request_key(fields, parts)) not in _last_logs:
        read = uploaded_logs(fields["names"], parts, reading_from_fields(fields["options"]))
        _last_logs.clear()
        _last_logs[key] = read
    return _last_logs[key]


def requested_comparison(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Comparison:
    """Return the comparison that a request asks for; what was asked for a moment ago is remembered."""
    key = _request_key(fields, parts)
    if key in _comparisons:
        _comparisons.move_to_end(key)
        return _comparisons[key]
    evidence, settings = _evidence_and_settings(fields, parts)
    # The page is for trying: what is tried there is not written into the project's ledger, and BO173 says so.
    comparison = compare_evidence(
        evidence,
        settings,
        ReadOptions(),
        sequential=bool(fields["options"].get("sequential")),
        recorded=False,
    )
    if fields.get("store") is None:  # a store grows
        _comparisons[key] = comparison
    while len(_comparisons) > MOST_REMEMBERED:
        _comparisons.popitem(last=False)
    return comparison


def requested_verdict(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Verdicts | None:
    """Return the verdicts that a request asks for, ahead of the rest; None for anything but a table of scores."""
    if (key := _request_key(fields, parts)) in _comparisons:
        return _comparisons[key]
    evidence, settings = _evidence_and_settings(fields, parts)
    if not isinstance(evidence, Scores) or fields["options"].get("sequential"):
        return None
    return record_look(compare_verdicts_only(evidence, settings), write=False)


def _evidence_and_settings(fields: Mapping[str, Any], parts: Sequence[bytes]) -> tuple[Evidence, Settings]:
    tell_stage("reading")
    options = fields["options"]
    settings = make_settings(**select_values(options, SETTINGS))
    evidence = requested_evidence(fields, parts)
    names, seen = options.get("without", ()), options.get("after_seeing")
    if not names or isinstance(evidence, TestSetCounts):
        return evidence, settings
    if isinstance(evidence, ItemEvidence):
        return leave_parts_out(evidence, ReadOptions(without=tuple(names))), settings
    if members := _upload_members(evidence, names):
        evidence = _read_without(members, fields, parts)
        names = [name for name in names if name not in members]
    try:
        return leave_datasets_out(evidence, names, how="--without", after_seeing=seen), settings
    except UsageError as error:
        raise make_refusal(422, error.what, where="without", fix=error.fix, code="BO513") from None


def _read_without(members: Sequence[str], fields: Mapping[str, Any], parts: Sequence[bytes]) -> Scores:
    """Read again, without datasets of families."""
    options = replace(reading_from_fields(fields["options"]), without=tuple(members))
    scores = cast("Scores", _make_evidence(fields, parts, requested_tables(fields, parts), options))
    if not fields["options"].get("after_seeing"):
        return scores
    return replace(scores, left_out=mark_seen(scores.left_out, members))


def _upload_members(evidence: Evidence, names: Sequence[str]) -> tuple[str, ...]:
    """Return the datasets among names that are part of a family: they have to be left out before it is averaged."""
    families = evidence.families if isinstance(evidence, Scores) else ()
    whole = {family.name for family in families}
    inside = {name for family in families for name in family.members} - whole
    return tuple(name for name in names if name in inside)


def _request_key(fields: Mapping[str, Any], parts: Sequence[bytes]) -> str:
    request = {name: fields.get(name) for name in ("names", "store", "options")}
    digest = sha256(json.dumps(request, sort_keys=True).encode())
    for part in parts:
        digest.update(sha256(part).digest())
    return digest.hexdigest()


def reading_from_fields(options: Mapping[str, Any]) -> ReadOptions:
    """Return how to read what was uploaded, with limits that a stranger cannot pass."""
    arguments = select_values(options, READINGS)
    arguments["without"] = ()  # left out when all is read: the page offers them to be put back
    arguments |= {"max_bytes": MOST_BYTES, "max_unpacked": MOST_UNPACKED, "max_cells": MOST_CELLS}
    return ReadOptions(**arguments)


def _read_several(names: Sequence[str], parts: Sequence[bytes], options: ReadOptions) -> Tables:
    """Read several files by their own last names: classifiers may be called by them, and what is said names them."""
    with files_in_place([plain_name(name) for name in names], parts) as paths:
        return read_tables(list(map(str, paths)), options=options)


MOST_COLUMNS = 400


def columns_of(tables: Tables, options: ReadOptions) -> dict[str, Any]:
    """Return the columns of the first table, and which was taken for what; none where the user names one wrongly."""
    names = [column.name for column in tables.whole[0].columns[:MOST_COLUMNS]]
    try:
        return {"columns": names, "roles": _upload_roles(tables, options)}
    except BakeoffError:
        return {"columns": names, "roles": {}}


def _upload_roles(tables: Tables, options: ReadOptions) -> dict[str, str]:
    """Return the columns that were taken for something, by the option that would say otherwise."""
    laid = tables.predictions[0]
    if laid is None:
        return _score_roles(tables.grids[0], options)
    roles = {f"{part}_column": column.name for part, column in laid.parts.items()}
    return roles if laid.truth is None else roles | {"truth_column": laid.truth.column.name}


def _score_roles(grid: Grid, options: ReadOptions) -> dict[str, str]:
    from bakeoff.inputs.table.roles import find_roles, guess_dataset_column
    from bakeoff.inputs.table.spellings import Role

    roles = find_roles(grid, options=options)
    guessed = None if Role.DATASET in roles else guess_dataset_column(grid, roles.values())[0]
    by_option = {f"{role}_column": grid.columns[index].name for role, index in roles.items()}
    return by_option if guessed is None else by_option | {"dataset_column": grid.columns[guessed].name}
