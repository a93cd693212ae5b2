"""Which column is what: by what the user says, by the usual spellings, or by what it holds."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.plain_names import plain_name
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import did_you_mean, join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.readings.known_names import share_of_methods
from bakeoff.inputs.table.cell_numbers import is_text, looks_numeric, read_integers
from bakeoff.inputs.table.coded_cells import CodedCells
from bakeoff.inputs.table.grid import Column, Grid, exclude_columns
from bakeoff.inputs.table.spellings import Role, is_counter, is_id, is_measure, role_of, spelling_key

Roles = dict[Role, int]  # which column, by its place among the columns of the grid, is what

_NAMES = (Role.DATASET, Role.CLASSIFIER)
_MOST_MEASURES = 50
_MOSTLY = 0.5  # names that are known say what the others are
_CERTAIN = 6  # so many of the preferred spellings can mean nothing else, whatever the column holds
_OPTIONS = {
    Role.DATASET: "dataset_column",
    Role.CLASSIFIER: "classifier_column",
    Role.SCORE: "score_column",
    Role.CLUSTER: "cluster_column",
    Role.FOLD: "fold_column",
    Role.REPEAT: "repeat_column",
}


def find_roles(grid: Grid, *, options: ReadOptions) -> Roles:
    """Return the columns with a role, told or recognised by their spelling."""
    preferred: dict[Role, tuple[int, int]] = {}
    for index, column in enumerate(grid.columns):
        role, rank = role_of(column.name)
        if role is None or (role in preferred and preferred[role][0] <= rank):
            continue
        if (role in _NAMES and rank < _CERTAIN) or _may_be(role, column):
            preferred[role] = (rank, index)
    roles = _that_vary(grid, {role: index for role, (_, index) in preferred.items()})
    roles = _that_pair(grid, roles)
    if Role.SCORE in roles:
        roles |= _names_in_cells(grid, roles)
    for role, option in _OPTIONS.items():
        if (column_name := getattr(options, option)) is not None:
            place = _column_index(grid, column_name)
            if place is None:
                raise unknown_column_error(grid, column_name, f"--{option.replace('_', '-')}")
            roles = {r: i for r, i in roles.items() if i != place} | {role: place}
    return roles


def _names_in_cells(grid: Grid, roles: Roles) -> Roles:
    """Return the columns of a melted table that hold classifiers or measures by what stands in their cells."""
    if Role.CLASSIFIER not in roles:
        return _methods_in_cells(grid, roles) if Role.DATASET in roles else {}
    return {} if Role.METRIC in roles else _measures_in_cells(grid, set(roles.values()))


def _measures_in_cells(grid: Grid, taken: Collection[int]) -> Roles:
    """Return the column whose cells are names of measures, as a melted table has it under any name."""
    for index, column in enumerate(grid.columns):
        if index in taken or column.is_numeric or not grid.height or not is_measure(str(column.cells[0])):
            continue
        texts = {text.strip() for text in column.text()}
        if 1 < len(texts) <= _MOST_MEASURES and all(map(is_measure, texts)):
            return {Role.METRIC: index}
    return {}


def _methods_in_cells(grid: Grid, roles: Roles) -> Roles:
    """Return the column whose cells are names of classifiers, as a melted table has it under any name."""
    datasets = grid.columns[roles[Role.DATASET]].text()
    if len(set(datasets)) == len(datasets):
        return {}
    for index, column in enumerate(grid.columns):
        if index in roles.values() or column.is_numeric or not is_text(column):
            continue
        texts = {text.strip() for text in column.text()}
        if 1 < len(texts) <= _MOST_MEASURES and share_of_methods(texts, generic=False) >= _MOSTLY:
            return {Role.CLASSIFIER: index}
    return {}


def _that_vary(grid: Grid, roles: Roles) -> Roles:
    """Return the roles with columns of names that differ, where another spelling says always the same."""
    for role in _NAMES:
        if role not in roles or grid.height < 2 or _varies(grid.columns[roles[role]]):
            continue
        others = [
            i
            for i, c in enumerate(grid.columns)
            if i not in roles.values() and role_of(c.name)[0] is role and is_text(c) and _varies(c)
        ]
        roles = roles | {role: others[0]} if others else roles
    return roles


def _varies(column: Column) -> bool:
    """Say whether two cells of a column have different texts."""
    if isinstance(column.cells, CodedCells):
        return len(column.cells.texts) > 1
    return len(set(column.text())) > 1


def _that_pair(grid: Grid, roles: Roles) -> Roles:
    """Return the roles without a repeat that no two rows share: it names the runs, and pairs none."""
    if Role.CLASSIFIER not in roles or Role.REPEAT not in roles:
        return roles
    runs = grid.columns[roles[Role.REPEAT]].text()
    if len(set(runs)) < len(runs) or len(runs) < 2:
        return roles
    return {role: index for role, index in roles.items() if role is not Role.REPEAT}


def _may_be(role: Role, column: Column) -> bool:
    if role in (Role.SCORE, Role.N_TRAIN, Role.N_TEST):
        return looks_numeric(column)
    if role in _NAMES and not column.name.isascii():  # spellings of other languages are of columns of names
        return is_text(column)
    # Names and numbers of folds are text or whole numbers; a column of fractions is a score.
    return role is Role.PREDICTION or is_text(column) or read_integers(column) is not None


def join_name_columns(grid: Grid, *, options: ReadOptions) -> Grid:
    """Return the grid with a column for each name that the user wants joined from several: --dataset-column a+b."""
    for column_names in (options.dataset_column, options.classifier_column):
        if column_names is None or "+" not in column_names or _column_index(grid, column_names) is not None:
            continue
        indices = [_column_index(grid, part) for part in column_names.split("+")]
        parts = [grid.columns[i] for i in indices if i is not None]
        if len(parts) < len(indices):
            continue  # find_roles will say so
        cells = [" ".join(row) for row in zip(*(part.text() for part in parts), strict=True)]
        joined = Column(name=column_names, cells=cells, position=parts[0].position)
        rest = exclude_columns(grid.columns, parts)
        message = f"names were joined from the columns {join_with_commas(quote_text(p.name) for p in parts)}"
        finding = Finding(
            code="BO326", severity=Severity.NOTE, message=message, detail={"column": column_names}
        )
        grid = replace(grid, columns=(joined, *rest)).with_findings(finding)
    return grid


def _column_index(grid: Grid, name: str) -> int | None:
    exact = (i for i, c in enumerate(grid.columns) if c.name.strip() == name.strip())
    alike = (i for i, c in enumerate(grid.columns) if spelling_key(c.name) == spelling_key(name) != "")
    return next(exact, next(alike, None))


def unknown_column_error(grid: Grid, name: str, option: str) -> UsageError:
    """Return the error for a column that the user named and the table does not have."""
    names = [c.name for c in grid.columns]
    return UsageError(
        f"there is no column {quote_text(name)}",
        where=f"{option}, {grid.source}",
        fix=f"{did_you_mean(name, names)}the columns are {join_with_commas(map(quote_text, names), most=10)}",
        code="BO030",
    )


def keep_only_rows(grid: Grid, *, options: ReadOptions) -> Grid:
    """Return the rows that the user asked for with --only COLUMN=VALUE."""
    for name, value in options.only:
        index = _column_index(grid, name)
        if index is None:
            raise unknown_column_error(grid, name, "--only")
        cells = [cell.strip() for cell in grid.columns[index].text()]
        rows = np.array([cell == value for cell in cells], dtype=np.bool_)
        if not rows.any():
            raise UsageError(
                f"no row has {quote_text(value)} in the column {quote_text(name)}",
                where=f"--only, {grid.source}",
                fix=f"the values there are {join_with_commas(map(quote_text, dict.fromkeys(cells)))}",
                code="BO045",
            )
        grid = grid.keep(rows)
    return grid


def leave_columns_aside(grid: Grid, *, options: ReadOptions) -> Grid:
    """Return a grid without the columns that were said to be left aside."""
    gone = find_named_columns(
        options.leave_aside, [c.name.strip() for c in grid.columns], grid.source, "--leave-aside"
    )
    if not gone:
        return grid
    return replace(grid, columns=tuple(c for c in grid.columns if c.name.strip() not in gone))


def find_named_columns(told: Sequence[str], names: Sequence[str], source: str, option: str) -> list[str]:
    """Return the columns that a user names one by one or with commas between them; refuse what is not there."""
    found: list[str] = []
    by_spelling = {plain_name(name): name for name in names} | {name: name for name in names}
    for text in told:
        parts = [text.strip()] if text.strip() in by_spelling else [p.strip() for p in text.split(",")]
        for part in parts:
            if part not in by_spelling:
                raise UsageError(
                    f"there is no column {quote_text(part)}",
                    where=f"{option}, {source}",
                    fix=f"{did_you_mean(part, names)}the columns are "
                    f"{join_with_commas(map(quote_text, names), most=10)}",
                    code="BO030",
                )
            found.append(by_spelling[part])
    return found


def guess_dataset_column(grid: Grid, taken: Collection[int]) -> tuple[int | None, Grid]:
    """Return the column that must name the datasets although its header does not say so."""
    free = [i for i, c in enumerate(grid.columns) if i not in taken and not is_row_number(c)]
    names = [i for i in free if is_text(grid.columns[i], share=0.5) and _has_text(grid.columns[i])]
    if names:
        unique = [i for i in names if len(set(grid.columns[i].text())) == grid.height]
        index = (unique or names)[0]
        first = index == next(i for i in range(len(grid.columns)) if i not in taken)
        return index, grid if first else grid.with_findings(
            _guess_finding(grid.columns[index], "the first column of names")
        )
    free = [i for i in range(len(grid.columns)) if i not in taken]
    if len(free) > 1 and _counts_upwards(grid.columns[free[0]]):
        return free[0], grid.with_findings(_guess_finding(grid.columns[free[0]], "it numbers the rows"))
    return None, grid


def _has_text(column: Column) -> bool:
    return any(cell.strip() for cell in column.text())


def _counts_upwards(column: Column) -> bool:
    """Say whether a column counts upwards in whole numbers, as identifiers do and scores do not."""
    numbers = read_integers(column)
    if numbers is None or any(b <= a for a, b in pairwise(numbers)):
        return False
    return is_id(column.name) or (_is_consecutive(numbers) and len(numbers) > 2)


def _is_consecutive(numbers: list[int]) -> bool:
    return numbers[0] in (0, 1) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _guess_finding(column: Column, why: str) -> Finding:
    name = f"column {quote_text(column.name)}" if column.name.strip() else f"column {column.position}"
    message = f"the {name} is taken as the datasets: {why} (--dataset-column says otherwise)"
    return Finding(code="BO303", severity=Severity.NOTE, message=message, detail={"column": column.name})


def numbering_columns(grid: Grid, names: Column | None) -> list[Column]:
    """Return the columns that stand before the names of the rows and number them, whatever they are called."""
    if names is None:
        return []
    before = [
        c for c in grid.columns if c.position < names.position and c.name.strip() and not is_row_number(c)
    ]
    found = [(c, read_integers(c)) for c in before]
    return [
        c for c, numbers in found if numbers is not None and len(numbers) > 2 and _is_consecutive(numbers)
    ]


def is_numbered(column: Column) -> bool:
    """Say whether a column numbers the rows from 0 or 1 on, whatever it is called."""
    numbers = read_integers(column)
    return numbers is not None and len(numbers) > 2 and _is_consecutive(numbers)


def is_saved_index(column: Column) -> bool:
    """Say whether this is an index that was saved without a name."""
    return is_row_number(column) and column.name.strip().casefold().startswith(
        ("", "unnamed")[column.name.strip() != ""]
    )


def is_row_number(column: Column) -> bool:
    """Say whether a column only numbers the rows."""
    if not (is_id(column.name) or is_counter(column.name)) or (numbers := read_integers(column)) is None:
        return False
    return _is_consecutive(numbers) or (is_id(column.name) and len(set(numbers)) == len(numbers))
