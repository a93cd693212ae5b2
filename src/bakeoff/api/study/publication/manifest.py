"""The manifest of a published study: what lies in its folder, with sizes and digests; and as RO-Crate metadata."""

import json
from collections.abc import Mapping
from hashlib import file_digest
from pathlib import Path
from typing import Any

from bakeoff.core.errors import InputError
from bakeoff.core.version import __version__

SCHEMA = "bakeoff/published-study/1"
MANIFEST = "manifest.json"
CRATE = "ro-crate-metadata.json"

# The files of a folder, and what each holds.
CONTENTS: Mapping[str, str] = {
    "specification.json": "what the study lays down, as it was frozen, with its amendments",
    "study.toml": "the study file",
    "environment.json": "versions of the libraries, and how many cells each set of them yielded",
    "splits.parquet": "the training and test rows of every split",
    "targets.json": "of every dataset its classes in order, or its labels, and the weights of its rows",
    "cells.parquet": "every cell: its key, its split, whether it failed and why",
    "scores.parquet": "the scores of every cell by every metric",
    "measured.parquet": "times, sizes and complexity of every cell",
    "trials.parquet": "every configuration that tuning tried",
    "predictions.parquet": "what every classifier said of every test example, where it was kept",
    "ledger.json": "the looks at the data that the store has recorded",
    "comparison.json": "the comparison by the margin, level and baseline of the study",
    "report.html": "the comparison as a page",
    CRATE: "this folder as an RO-Crate",
}
_KINDS = {
    ".json": "application/json",
    ".toml": "application/toml",
    ".html": "text/html",
    ".parquet": "application/vnd.apache.parquet",
}


def digest_file(path: Path) -> str:
    """Return the fingerprint of a file."""
    with path.open("rb") as file:
        return f"sha256:{file_digest(file, 'sha256').hexdigest()}"


def write_manifest(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write the RO-Crate metadata, and the manifest of all files that are there."""
    (folder / CRATE).write_text(_json_text(_make_crate(folder, facts)), encoding="utf-8")
    files = {
        name: {"bytes": (folder / name).stat().st_size, "digest": digest_file(folder / name), "what": what}
        for name, what in CONTENTS.items()
        if (folder / name).exists()
    }
    manifest = {"schema": SCHEMA, "version": __version__, **facts, "files": files}
    (folder / MANIFEST).write_text(_json_text(manifest), encoding="utf-8")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a published study, or refuse a folder that is none."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _no_study_error(folder, f"its {MANIFEST} cannot be read ({type(error).__name__})") from None
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        raise _no_study_error(folder, f"its {MANIFEST} is not of the kind {SCHEMA}")
    files = manifest.get("files")
    if not isinstance(files, dict) or not set(files) <= set(CONTENTS):
        raise _no_study_error(folder, f"its {MANIFEST} lists files that such a folder does not have")
    return manifest


def _no_study_error(folder: Path, why: str) -> InputError:
    return InputError(
        f"this is no published study: {why}",
        where=str(folder),
        fix="give a folder that `bakeoff run STUDY.toml --publish FOLDER` has written",
        code="BO855",
    )


def _json_text(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _make_crate(folder: Path, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata of RO-Crate 1.1 (https://w3id.org/ro/crate/1.1)."""
    files = [name for name in CONTENTS if name != CRATE and (folder / name).exists()]
    root = {
        "@id": "./",
        "@type": "Dataset",
        "name": facts["study"],
        "description": f"The study {facts['study']}: specification, environment, splits, scores and predictions.",
        "datePublished": facts["at"],
        "license": facts["license"] or "not stated",
        "hasPart": [{"@id": name} for name in files],
    }
    author = {"@id": "#author", "@type": "Organization", "name": facts["by"]}
    if facts["by"]:
        root["author"] = {"@id": "#author"}
    parts = [
        {
            "@id": name,
            "@type": "File",
            "name": name,
            "description": CONTENTS[name],
            "encodingFormat": _KINDS[Path(name).suffix],
            "contentSize": str((folder / name).stat().st_size),
        }
        for name in files
    ]
    about = {
        "@id": CRATE,
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        "about": {"@id": "./"},
    }
    graph = [about, root, *([author] if facts["by"] else []), *parts]
    return {"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph}
