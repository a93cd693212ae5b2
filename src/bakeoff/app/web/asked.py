"""What a request asks for, made into evidence and a comparison; inside a worker."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bakeoff.app.door import Comparison, compare_evidence, evidence_of
from bakeoff.app.ledger import entered
from bakeoff.app.settings import make_settings
from bakeoff.app.web.failures import refused
from bakeoff.app.web.uploaded_stores import evidence_of_store, is_store_content
from bakeoff.core.comparison import Comparison as Verdicts
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Evidence, TestSetCounts
from bakeoff.inference.compare import verdict_alone
from bakeoff.inputs.leaving_out import leave_datasets_out
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.sources import pickle_refused

MOST_BYTES = 20_000_000  # of an upload
MOST_UNPACKED = 200_000_000
MOST_CELLS = 2_000_000
PICKLES = (".pkl", ".pickle", ".joblib", ".dill", ".cloudpickle")
KEPT = 6  # comparisons that a worker remembers: figures and files of what was just looked at
SETTINGS = (
    "baseline", "margin", "level", "alternative", "test", "adjust", "only_if", "missing", "test_train_ratio", "metric",
    "positive", "seed",
)  # fmt: skip
LISTS = ("missing_marks", "leave_out")

_kept: OrderedDict[str, Comparison] = OrderedDict()
_read: dict[str, Evidence] = {}  # the last one only: evidence may be large


class Named(BytesIO):
    """Bytes that know what they were called; whatever the name says, nothing is opened by it."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def evidence_for(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Evidence:
    """Return the evidence of a request: uploaded, pasted, or a store; what was read last is remembered."""
    if fields.get("store") is not None:  # a store grows
        told = fields["options"]
        return evidence_of(Path(fields["store"]), read_options(told), test=told.get("test"))
    key = _key(fields, parts)
    if key not in _read:
        told = fields["options"]
        made = _read_anew(fields["names"], parts, read_options(told), test=told.get("test"))
        _read.clear()
        _read[key] = made
    return _read[key]


def _read_anew(
    names: Sequence[str], parts: Sequence[bytes], options: ReadOptions, *, test: str | None
) -> Evidence:
    for name in names:
        if name.lower().endswith(PICKLES):
            raise pickle_refused(name)
    if len(parts) == 1 and is_store_content(parts[0]):
        return evidence_of_store(parts[0], plain_name(names[0]), options, test=test)
    if len(parts) == 1:
        return evidence_of(Named(parts[0], names[0]), options)
    return _several(names, parts, options)


def comparison_for(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Comparison:
    """Return the comparison that a request asks for; what was asked for a moment ago is remembered."""
    key = _key(fields, parts)
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    evidence, settings = _question(fields, parts)
    # The page is for trying: what is tried there is not written into the project's ledger, and BO173 says so.
    made = compare_evidence(evidence, settings, ReadOptions(), recorded=False)
    if fields.get("store") is None:  # a store grows
        _kept[key] = made
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return made


def verdict_for(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Verdicts | None:
    """Return the verdicts that a request asks for, ahead of the rest; None for anything but a table of scores."""
    if (key := _key(fields, parts)) in _kept:
        return _kept[key]
    evidence, settings = _question(fields, parts)
    return entered(verdict_alone(evidence, settings), write=False) if isinstance(evidence, Scores) else None


def _question(fields: Mapping[str, Any], parts: Sequence[bytes]) -> tuple[Evidence, Settings]:
    options = fields["options"]
    settings = make_settings(**{name: options[name] for name in SETTINGS if name in options})
    evidence = evidence_for(fields, parts)
    names, seen = options.get("without", ()), options.get("after_seeing")
    if not names or isinstance(evidence, TestSetCounts):
        return evidence, settings
    try:
        return leave_datasets_out(evidence, names, how="--without", after_seeing=seen), settings
    except UsageError as error:
        raise refused(422, error.what, where="without", fix=error.fix, code="BO513") from None


def _key(fields: Mapping[str, Any], parts: Sequence[bytes]) -> str:
    told = {name: fields.get(name) for name in ("names", "store", "options")}
    digest = sha256(json.dumps(told, sort_keys=True).encode())
    for part in parts:
        digest.update(sha256(part).digest())
    return digest.hexdigest()


def read_options(options: Mapping[str, Any]) -> ReadOptions:
    """Return how to read what was uploaded, with limits that a stranger cannot pass."""
    known = {f for f in ReadOptions.__dataclass_fields__ if not f.startswith("max_")}
    told = {name: value for name, value in options.items() if name in known}
    for name in LISTS:
        told[name] = tuple(told.get(name, ()))
    told["without"] = ()  # left out when all is read: the page offers them to be put back
    told["only"] = tuple((column, value) for column, value in told.get("only", ()))
    return ReadOptions(max_bytes=MOST_BYTES, max_unpacked=MOST_UNPACKED, max_cells=MOST_CELLS, **told)


def _several(names: Sequence[str], parts: Sequence[bytes], options: ReadOptions) -> Evidence:
    """Read several files, under their own last names in a private folder: classifiers may be called by them."""
    with TemporaryDirectory(prefix="bakeoff-") as folder:
        paths = []
        for number, (name, part) in enumerate(zip(names, parts, strict=True)):
            path = Path(folder) / str(number) / plain_name(name)
            path.parent.mkdir()
            path.write_bytes(part)
            paths.append(str(path))
        made = evidence_of(paths, options)
    return replace(made, source=", ".join(map(plain_name, names[:3])) + (", …" if len(names) > 3 else ""))


def plain_name(name: str) -> str:
    r"""Return the last part of a name, of letters, digits and a few signs: no path, no device, nothing hidden.

    >>> plain_name("../../etc/passwd"), plain_name("a\\b.csv"), plain_name("..")
    ('passwd', 'b.csv', 'file')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(c if c.isalnum() or c in "-_.+()[] " else "_" for c in last).strip(". ")
    return kept[:80] or "file"
