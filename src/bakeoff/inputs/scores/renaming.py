"""Names that the user gives: new ones for classifiers and datasets, and files that stand for classifiers."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.plain_names import plain_name
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import did_you_mean, quote_text, write_list
from bakeoff.inputs.formats.compression import is_table_name, unpack_tables
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.table.spellings import Role, is_measure, role_of

Evidence = Scores | Predictions

_ENDINGS = (".csv", ".tsv", ".txt", ".parquet", ".json", ".jsonl", ".xlsx", ".arff", ".tex", ".md", ".gz")


def rename(evidence: Evidence, pairs: Sequence[tuple[str, str]]) -> Evidence:
    """Return evidence with other names; refuse names that it lacks, and two things of one name."""
    for old, new in pairs:
        evidence = _rename_one(evidence, old, new.strip())
    return evidence


def _rename_one(evidence: Evidence, old: str, new: str) -> Evidence:
    kinds = {"classifiers": evidence.classifiers, "datasets": evidence.datasets}
    name = old.strip() if any(old.strip() in names for names in kinds.values()) else plain_name(old.strip())
    for kind, names in kinds.items():
        if name not in names:
            continue
        if not new or new in names:
            raise UsageError(
                f"{quote_text(old)} cannot be called {quote_text(new)}: "
                f"{'another one is' if new else 'that is no name'}",
                where=f"--rename, {evidence.source}",
                fix="give a name that nothing else has",
                code="BO045",
            )
        changed = tuple(new if each == name else each for each in names)
        finding = Finding(
            code="BO333",
            severity=Severity.NOTE,
            message=f"{quote_text(name)} is called {quote_text(new)}",
            detail={"old": name, "new": new},
        )
        if kind == "classifiers":
            return replace(evidence, findings=(*evidence.findings, finding), classifiers=changed)
        return replace(evidence, findings=(*evidence.findings, finding), datasets=changed)
    every = [*evidence.classifiers, *evidence.datasets]
    raise UsageError(
        f"there is no classifier or dataset {quote_text(old)} to be renamed{did_you_mean(old, every)}",
        where=f"--rename, {evidence.source}",
        fix=f"the classifiers are {write_list([quote_text(n) for n in evidence.classifiers], most=10)}",
        code="BO045",
    )


def name_by_files(parts: list[Observations]) -> list[Observations]:
    """Return observations with classifiers named after their files, where every file holds one and none is named."""
    if len(parts) < 2 or any(len(part.classifiers) != 1 or not part.name for part in parts):
        return parts
    names = [part.classifiers[0] for part in parts]
    if len(set(names)) > 1 or not (_is_no_name(names[0]) or len(names) > 1):
        return parts
    stems = [Path(part.name).name.partition(".")[0] for part in parts]
    if len(set(stems)) < len(stems):
        return parts
    measure = names[0] if is_measure(names[0]) else parts[0].measure
    message = f"the classifiers are named after their files: {write_list([quote_text(s) for s in stems])}"
    finding = Finding(code="BO362", severity=Severity.NOTE, message=message, detail={"names": tuple(stems)})
    return [
        replace(part, classifiers=(stem,), measure=measure, findings=(*part.findings, finding))
        for part, stem in zip(parts, stems, strict=True)
    ]


def _is_no_name(name: str) -> bool:
    return is_measure(name) or role_of(name)[0] is Role.SCORE


def tables_in(source: object, options: ReadOptions) -> list[object]:
    """Return the tables in a folder or a .zip file, in order of their names; anything else as it is."""
    if not isinstance(source, str | PathLike) or (
        isinstance(source, str) and ("\n" in source or len(source) > 4000)
    ):
        return [source]
    try:
        folder = Path(source)
        if folder.suffix.lower() == ".zip" and folder.is_file():
            return list(unpack_tables(folder, endings=_ENDINGS, options=options)) or [source]
        return list(_tables_of_folder(folder)) or [source] if folder.is_dir() else [source]
    except BakeoffError:
        raise
    except (OSError, ValueError):
        return [source]


def _tables_of_folder(folder: Path) -> list[Path]:
    """Return the tables of a folder; where it holds nothing but one other folder, those of that one."""
    inside = sorted(p for p in folder.iterdir() if p.name[0] != ".")
    found = [p for p in inside if p.is_file() and is_table_name(p.name, _ENDINGS)]
    folders = [p for p in inside if p.is_dir()]
    return _tables_of_folder(folders[0]) if not found and len(folders) == 1 else found
