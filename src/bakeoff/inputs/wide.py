"""Wide tables: one row for each dataset (or resample of it), one column for each classifier."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.cells import integers, is_empty, looks_numeric, parse
from bakeoff.inputs.families import by_metric, spread_columns
from bakeoff.inputs.grid import Column, Grid, without
from bakeoff.inputs.keys import Keys, keys_of, missing_marks
from bakeoff.inputs.messages import listed
from bakeoff.inputs.metrics import choose_metric, only_metric
from bakeoff.inputs.names import clean, duplicates
from bakeoff.inputs.observations import Observations
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.refusals import refuse_bad, refuse_mixed_percent
from bakeoff.inputs.roles import Roles, guess_dataset, is_row_number
from bakeoff.inputs.spellings import Role, is_measure, is_property, is_summary
from bakeoff.inputs.spreads import decimal_remark, spread_of

_MEAN = re.compile(r"[\s_\-.(\[]{0,3}(?:mean|avg|average)[)\]]?$", re.IGNORECASE)
_KEYS = (Role.DATASET, Role.REPEAT, Role.FOLD, Role.METRIC, Role.N_TRAIN, Role.N_TEST, Role.SEED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """The columns of scores and the names of their classifiers."""

    columns: tuple[Column, ...]
    names: tuple[str, ...]
    measure: str | None = None
    spreads: tuple[Column | None, ...] = ()


def observe_wide(grid: Grid, roles: Roles, *, options: ReadOptions) -> Observations:
    """Return the observations of a wide table."""
    roles = {role: index for role, index in roles.items() if role in _KEYS}
    grid = only_metric(grid, roles, options=options)
    if Role.DATASET not in roles:
        index, grid = guess_dataset(grid, roles.values())
        roles |= {} if index is None else {Role.DATASET: index}
    grid = _without_summary_rows(grid, roles.get(Role.DATASET))
    grid, scored = _scored(grid, roles, options=options)
    names = clean(scored.names, kind="classifier", where=grid.source)
    _refuse_twins(grid, scored.columns, names.clean)
    roles = _resampled_by_seed(roles)
    keys = keys_of(grid, roles, options=options, number_rows=True)
    _refuse_repeated_datasets(grid, roles, keys)
    numbers = parse(scored.columns, decimal=options.decimal, missing=missing_marks(options))
    datasets, columns = keys.datasets, scored.columns
    refuse_bad(
        numbers,
        grid,
        columns,
        lambda cell: (
            f"{quoted(names.clean[cell.column])} on {quoted(datasets.names[datasets.codes[cell.row]])}"
        ),
    )
    refuse_mixed_percent(numbers, grid, columns)
    spread, remarks = spread_of(numbers, scored.spreads, options=options)
    remarks += names.findings + datasets.findings + decimal_remark(numbers, options=options)
    return Observations(
        classifiers=names.clean,
        datasets=datasets.names,
        dataset=datasets.codes,
        repeat=keys.repeat,
        fold=keys.fold,
        resampled=keys.resampled,
        values=numbers.values,
        spread=spread,
        percent=numbers.percent is not None,
        measure=_measure(grid, roles, scored, options=options),
        source=grid.source,
        name=grid.name,
        locate=lambda i, j: grid.where(i, columns[j]),
        n_train=keys.n_train,
        n_test=keys.n_test,
        findings=grid.with_findings(*remarks).findings,
    )


def _measure(grid: Grid, roles: Roles, scored: _Scored, *, options: ReadOptions) -> str:
    found = scored.measure or (grid.metric if Role.METRIC in roles else None)
    return found or options.metric or grid.metric or "score"


def _without_summary_rows(grid: Grid, dataset: int | None) -> Grid:
    if dataset is None:
        return grid
    names = grid.columns[dataset].text()
    last = len(names)
    while last > 0 and is_summary(names[last - 1]):
        last -= 1
    if last == len(names) or last < 1:
        return grid
    rows = np.arange(grid.height) < last
    gone = names[last:]
    message = (
        f"{counted(len(gone), 'row')} with a summary of the others left out: {listed(map(quoted, gone))}"
    )
    # What they print is kept: an audit adds the rows up again.
    printed: dict[str, dict[str, str]] = {name: {} for name in gone}
    for column in grid.columns:
        for name, cell in zip(gone, column.text()[last:], strict=True):
            printed[name][column.name.strip()] = cell.strip()
    detail = {"rows": tuple(gone), "printed": printed}
    finding = Finding(code="BO305", severity=Severity.NOTE, message=message, detail=detail)
    return grid.keep(rows).with_findings(finding)


def _scored(grid: Grid, roles: Roles, *, options: ReadOptions) -> tuple[Grid, _Scored]:
    """Return the columns that hold scores; say which columns were left aside."""
    taken = set(roles.values())
    rest = [c for i, c in enumerate(grid.columns) if i not in taken]
    rest = [c for c in rest if c.name.strip() not in options.leave_out]
    marks = missing_marks(options)
    numeric = [
        c for c in rest if looks_numeric(c, missing=marks) or (is_empty(c, missing=marks) and c.name.strip())
    ]
    summaries = [c for c in numeric[1:] if is_summary(c.name)] if len(numeric) > 2 else []
    columns = without([c for c in numeric if not _describes(c)], summaries)
    spreads = spread_columns(columns)
    columns = without(columns, spreads.values())
    aside = without(rest, [*columns, *summaries, *spreads.values()])
    grid = grid.with_findings(*_aside(aside, summaries))
    if not columns:
        raise _no_numbers(grid, aside)
    grid = _numbers_as_names(grid, columns, roles)
    return _by_family(grid, columns, spreads, options=options)


def _describes(column: Column) -> bool:
    return is_row_number(column) or (is_property(column.name) and integers(column) is not None)


def _aside(columns: Sequence[Column], summaries: Sequence[Column]) -> list[Finding]:
    findings = []
    named = [c.name for c in columns if c.name.strip()]
    if named:
        message = f"{counted(len(named), 'column')} without scores left aside: {listed(map(quoted, named))}"
        findings.append(
            Finding(code="BO304", severity=Severity.NOTE, message=message, detail={"columns": tuple(named)})
        )
    if summaries:
        gone = tuple(c.name for c in summaries)
        message = f"{counted(len(gone), 'column')} with a summary of the others left out: {listed(map(quoted, gone))}"
        findings.append(
            Finding(code="BO305", severity=Severity.NOTE, message=message, detail={"columns": gone})
        )
    return findings


def _no_numbers(grid: Grid, aside: Sequence[Column]) -> InputError:
    names = f"; there is text in {listed(quoted(c.name) for c in aside)}" if aside else ""
    return InputError(
        f"no column holds scores{names}",
        where=grid.source,
        fix="give a column of numbers for each classifier; if numbers have decimal commas, --decimal ','",
        code="BO021",
    )


def _numbers_as_names(grid: Grid, columns: Sequence[Column], roles: Roles) -> Grid:
    """Refuse a first line that is data, and resamples that pass for classifiers; doubt numbers in a frame."""
    try:
        numbers = [float(c.name.replace(",", ".")) for c in columns]
    except ValueError:
        return grid
    names = listed(c.name for c in columns)
    counted = numbers[0] in (0.0, 1.0) and numbers == [numbers[0] + i for i in range(len(numbers))]
    if grid.word != "line" or grid.is_turned:
        message = f"the classifiers have numbers for names: {names}"
        return grid.with_findings(Finding(code="BO317", severity=Severity.NOTE, message=message))
    if counted and len(numbers) > 2:
        raise InputError(
            f"the columns are numbered {columns[0].name} to {columns[-1].name}, like resamples of one classifier",
            where=f"{grid.source}, line {grid.header}",
            fix="name the classifiers in the header; resamples go into rows: dataset, classifier, fold, score",
            code="BO048",
        )
    if Role.DATASET not in roles or not _is_header(grid.columns[roles[Role.DATASET]].name):
        raise InputError(
            f"the first line holds numbers where the classifiers should be named: {names}",
            where=f"{grid.source}, line {grid.header}",
            fix="add a header line, such as dataset,A,B",
            code="BO020",
        )
    return grid


def _is_header(name: str) -> bool:
    return not name.strip() or bool(
        re.fullmatch(r"[a-z_ ]*(data ?set|data|task|problem|name|id)s?[a-z_ ]*", name.lower())
    )


def _by_family(
    grid: Grid, columns: list[Column], spreads: dict[str, Column], *, options: ReadOptions
) -> tuple[Grid, _Scored]:
    names = [c.name.strip() for c in columns]
    families = by_metric(names)
    if families:
        metric, remarks = choose_metric(list(families), wanted=options.metric, source=grid.source)
        grid = grid.with_findings(*remarks)
        columns = [c for c in columns if c.name.strip() in families[metric]]
        titles = tuple(families[metric][c.name.strip()] for c in columns)
        return grid, _Scored(
            columns=tuple(columns), names=titles, measure=metric, spreads=_own(columns, spreads)
        )
    if len(columns) > 1 and all(is_measure(name) for name in names):
        raise InputError(
            f"the columns are measures of one classifier, not classifiers: {listed(map(quoted, names))}",
            where=grid.source,
            fix="add a column that names the classifier, or give one column for each classifier",
            code="BO044",
        )
    return grid, _Scored(
        columns=tuple(columns), names=_without_mean(names, spreads), spreads=_own(columns, spreads)
    )


def _own(columns: Sequence[Column], spreads: dict[str, Column]) -> tuple[Column | None, ...]:
    return tuple(spreads.get(c.name) for c in columns) if spreads else ()


def _without_mean(names: Sequence[str], spreads: dict[str, Column]) -> tuple[str, ...]:
    """RF_mean beside RF_std is the classifier RF."""
    bare = tuple(_MEAN.sub("", name) for name in names) if spreads else ()
    return bare if spreads and all(bare) and len(set(bare)) == len(bare) else tuple(names)


def _refuse_twins(grid: Grid, columns: Sequence[Column], names: Sequence[str]) -> None:
    if "" in names:
        column = columns[names.index("")]
        raise InputError(
            f"column {column.position} has scores but no name",
            where=f"{grid.source}, {grid.word} {grid.header}",
            fix="write the name of the classifier into the header",
            code="BO040",
        )
    if twins := duplicates(names):
        some = listed(
            f"{quoted(name)} in columns {' and '.join(str(columns[i].position) for i in places)}"
            for name, places in twins.items()
        )
        raise InputError(
            f"{'two or more columns have' if len(twins) > 1 else 'columns have'} the same name: {some}",
            where=f"{grid.source}, {grid.word} {grid.header}",
            fix="give each classifier a name of its own",
            code="BO024",
        )


def _resampled_by_seed(roles: Roles) -> Roles:
    """Seeds tell repeats apart only where nothing else does."""
    if Role.SEED in roles and not {Role.REPEAT, Role.FOLD} & set(roles):
        return roles | {Role.REPEAT: roles[Role.SEED]}
    return roles


def _refuse_repeated_datasets(grid: Grid, roles: Roles, keys: Keys) -> None:
    if Role.DATASET not in roles or len(keys.datasets.names) == grid.height:
        return
    rows = keys.rows
    if np.unique(rows).size == rows.size:
        return
    places: dict[int, list[int]] = {}
    for row, code in enumerate(rows.tolist()):
        places.setdefault(code, []).append(row)
    repeated = [found for found in places.values() if len(found) > 1]
    column = grid.columns[roles[Role.DATASET]]
    some = listed(_twice(grid, keys, found) for found in repeated)
    raise InputError(
        f"{counted(len(repeated), 'dataset')} {'stands' if len(repeated) == 1 else 'stand'} in more than one row: "
        f"{some}",
        where=f"{grid.source}, column {quoted(column.name)}",
        fix="keep one row for each dataset, or add a column 'fold' (and 'repeat') if the rows are resamples",
        code="BO025",
    )


def _twice(grid: Grid, keys: Keys, rows: Collection[int]) -> str:
    first = next(iter(rows))
    name = quoted(keys.datasets.names[int(keys.datasets.codes[first])])
    if keys.resampled:
        name += f" (repeat {keys.repeat[first]}, fold {keys.fold[first]})"
    return f"{name} in {grid.word}s {' and '.join(f'{grid.lines[row]:,}' for row in list(rows)[:3])}"
