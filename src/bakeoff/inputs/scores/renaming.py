"""Names that the user gives: new ones for classifiers and datasets, and files that stand for classifiers."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from bakeoff.core.errors import BakeoffError, InputError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.plain_names import plain_name
from bakeoff.core.predictions import Predictions
from bakeoff.core.readings import Reading
from bakeoff.core.words import did_you_mean, quote_text, write_list
from bakeoff.inputs.formats.compression import is_table_name, unpack_tables
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.readings.folds import fold_columns
from bakeoff.inputs.readings.known_names import is_dataset
from bakeoff.inputs.scores.keys import NAMELESS
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.table.metric_choice import find_metric
from bakeoff.inputs.table.spellings import is_measure

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
    """Return observations with what their files are named after: classifiers, resamples or datasets."""
    stems = [Path(part.name).name.partition(".")[0] for part in parts]
    if len(parts) < 2 or not all(stems) or len(set(stems)) < len(stems):
        return parts
    resamples = fold_columns(stems)
    if all(len(part.classifiers) == 1 for part in parts):
        _refuse_one_classifier(parts, stems)
        return _classifiers_by_files(parts, stems)
    if len({frozenset(part.classifiers) for part in parts}) > 1:
        return parts
    if resamples is not None and len({stem for stem, _ in resamples.values()}) == 1:
        return _resamples_by_files(parts, [resamples[stem][1] for stem in stems])
    return _datasets_by_files(parts, stems)


def _refuse_one_classifier(parts: list[Observations], stems: list[str]) -> None:
    """Refuse files with one classifier each that are called like resamples or datasets of one, not like classifiers."""
    called = "resamples" if fold_columns(stems) else "datasets" if all(map(is_dataset, stems)) else ""
    if not called or len({part.classifiers for part in parts}) > 1:
        return
    raise InputError(
        f"each file holds one classifier, and the files are called like {called} "
        f"({write_list([quote_text(s) for s in stems], most=3)}): nothing says which classifiers to compare",
        where=write_list([part.source for part in parts], most=3),
        fix="call the files after their classifiers, or give one table with a column 'classifier'",
        code="BO901",
    )


def _classifiers_by_files(parts: list[Observations], stems: list[str]) -> list[Observations]:
    """Return observations with classifiers named after their files, where every file holds one and none is named.

    A column that is called as a measure names no classifier, whatever the files beside it call theirs.
    """
    names = [part.classifiers[0] for part in parts]
    measures = [name for name in names if is_measure(name)]
    if len(set(names)) > 1 and not measures:
        return parts
    unnamed = set(measures) if len(set(names)) > 1 else set(names)
    finding = _files_finding(
        "classifiers", [s for s, name in zip(stems, names, strict=True) if name in unnamed]
    )
    return [
        replace(
            part,
            classifiers=(stem,) if name in unnamed else part.classifiers,
            measure=_common_measure(name, measures) or parts[0].measure,
            findings=(*part.findings, finding),
            reading=part.reading and (_as_scores(part.reading, name) if name in unnamed else part.reading),
        )
        for part, stem, name in zip(parts, stems, names, strict=True)
    ]


def _common_measure(name: str, measures: Sequence[str]) -> str:
    """Return how the first file calls the measure of this column, or what this column calls another one."""
    if not measures or name not in measures:
        return next(iter(measures), "")
    return measures[0] if find_metric(measures[:1], name) else name


def _as_scores(reading: Reading, name: str) -> Reading:
    """Return a reading in which the column of this name holds scores: the file names the classifier."""
    columns = tuple(replace(c, role="score") if c.name == name else c for c in reading.columns)
    return replace(reading, columns=columns)


def _resamples_by_files(parts: list[Observations], numbers: list[int]) -> list[Observations]:
    """Return observations of which each file is a resample by its name, if none says so itself."""
    if any(part.resampled for part in parts) or len({frozenset(part.datasets) for part in parts}) > 1:
        return parts
    finding = _files_finding("resamples", [Path(part.name).name for part in parts])
    return [
        replace(
            part,
            repeat=np.full_like(part.repeat, number),
            resampled=True,
            findings=(*part.findings, finding),
        )
        for part, number in zip(parts, numbers, strict=True)
    ]


def _datasets_by_files(parts: list[Observations], stems: list[str]) -> list[Observations]:
    """Return observations of which each file is a dataset, where no table names one and files are called like some."""
    nameless = all(part.resampled and part.datasets == (NAMELESS,) for part in parts)
    if not nameless or not any(map(is_dataset, stems)):
        return parts
    finding = _files_finding("datasets", stems)
    return [
        replace(part, datasets=(stem,), findings=(*part.findings, finding))
        for part, stem in zip(parts, stems, strict=True)
    ]


def _files_finding(what: str, stems: list[str]) -> Finding:
    message = f"the {what} are named after their files: {write_list([quote_text(s) for s in stems])}"
    return Finding(code="BO362", severity=Severity.NOTE, message=message, detail={"names": tuple(stems)})


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
