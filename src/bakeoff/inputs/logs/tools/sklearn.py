"""scikit-learn: results of cross_validate saved as one table for each model, named by its file."""

from collections.abc import Sequence
from itertools import takewhile
from math import isnan

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_count
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import as_number
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import rows_of
from bakeoff.inputs.options import ReadOptions


def is_folds(peek: Peek) -> bool:
    """Say whether a table has a row for each split: test scores beside the times, and no names or statistics."""
    own = {name for name in peek.header if name and not name.startswith(("test_", "train_"))}
    first = [line.split(",")[0] for line in peek.first_lines[1:]]
    if any(
        isnan(as_number(cell)) for line in peek.first_lines[1:2] for cell in line.split(",") if cell.strip()
    ):
        return False  # 0.737 (+/- 0.02): a summary of the splits of each model
    return (
        own <= {"fit_time", "score_time", "Unnamed: 0", "index", "fold", "split"}
        and any(name.startswith("test_") for name in peek.header)
        and "count" not in first
        and "mean" not in first
    )


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the test scores of every split; that the splits are the same is not in the files, and is said."""
    peeks = parts.get("folds", ())
    names = name_by_file([peek.file.place.stem for peek in peeks])
    tables = [list(rows_of(peek)) for peek in peeks]
    splits = [_without_copies(table) for table in tables]
    copies = sum(len(table) for table in tables) - sum(map(len, splits))
    rows = [
        ScoreRow("dataset", name, column.removeprefix("test_"), as_number(cell), str(split))
        for name, table in zip(names, splits, strict=True)
        for split, row in enumerate(table)
        for column, cell in row.items()
        if column.startswith("test_")
    ]
    message = (
        f"models were named after {write_count(len(peeks), 'file')}, and rows of the same number taken as the "
        "same split; "
        "the files do not say that the same cv with a fixed random_state was used"
    )
    note = Finding(code="BO362", severity=Severity.WARNING, message=message)
    return Harvest(rows=rows, findings=[note, *_say_copies(copies)], preferred=("score", "accuracy"))


def _without_copies(table: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rows without those that repeat another: no two fits take the same time to the last digit."""
    index = ("Unnamed: 0", "index", "fold", "split", "")
    return list(
        {tuple(v for k, v in row.items() if k not in index): row for row in reversed(table)}.values()
    )[::-1]


def _say_copies(copies: int) -> list[Finding]:
    if not copies:
        return []
    message = f"{write_count(copies, 'row')} that repeat another in scores and times, and were read once"
    return [Finding(code="BO607", severity=Severity.WARNING, message=message)]


def name_by_file(stems: Sequence[str]) -> list[str]:
    """Return what differs between the names of files, from the last separator on that they share.

    >>> name_by_file(["cross_validate_nb", "cross_validate_tree"]), name_by_file(["svm"])
    (['nb', 'tree'], ['svm'])
    """
    if len(stems) < 2:
        return list(stems)
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*stems, strict=False))
    shared = "".join(letters[0] for letters in alike)
    start = max(shared.rfind(mark) for mark in "_-. ") + 1
    return [stem[start:] or stem for stem in stems]
