"""Wide tables: one row for each dataset (or resample of it), one column for each classifier."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import ends_in_measure
from bakeoff.core.measures import lower_is_better
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.clusters import clusters_of
from bakeoff.inputs.scores.families import measure_in_names, split_by_metric, spread_columns
from bakeoff.inputs.scores.keys import Keys, missing_marks, read_keys
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.scores.refusals import refuse_bad_cells, refuse_mixed_percent
from bakeoff.inputs.scores.spreads import (
    cell_findings,
    decimal_findings,
    measure_by_unit,
    read_spread,
    refuse_mixed_units,
)
from bakeoff.inputs.table.cell_numbers import is_empty, is_text, looks_numeric, parse_numbers, read_integers
from bakeoff.inputs.table.clean_names import clean_names, find_duplicates
from bakeoff.inputs.table.grid import Column, Grid, exclude_columns
from bakeoff.inputs.table.metric_choice import (
    choose_metric,
    find_metric,
    keep_one_metric,
    require_label,
    unknown_metric_error,
)
from bakeoff.inputs.table.precision import settle_decimals, written_decimals
from bakeoff.inputs.table.roles import Roles, guess_dataset_column, is_row_number
from bakeoff.inputs.table.spellings import Role, is_measure, is_property, is_summary

_MEAN = re.compile(r"[\s_\-.|/~:(\[]{0,3}(?:mean|avg|average|median)[)\]]?$", re.IGNORECASE)
_KEYS = (
    Role.DATASET,
    Role.REPEAT,
    Role.FOLD,
    Role.METRIC,
    Role.N_TRAIN,
    Role.N_TEST,
    Role.SEED,
    Role.CLUSTER,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ScoreColumns:
    """The columns of scores and the names of their classifiers."""

    columns: tuple[Column, ...]
    names: tuple[str, ...]
    measure: str | None = None
    spreads: tuple[Column | None, ...] = ()


def observe_wide(grid: Grid, roles: Roles, *, options: ReadOptions) -> Observations:
    """Return the observations of a wide table."""
    roles = {role: index for role, index in roles.items() if role in _KEYS}
    grid = keep_one_metric(grid, roles, options=options)
    if Role.DATASET not in roles:
        index, grid = guess_dataset_column(grid, roles.values())
        roles |= {} if index is None else {Role.DATASET: index}
    for role in (Role.DATASET, Role.FOLD, Role.REPEAT, Role.SEED):
        grid = _drop_summary_rows(grid, roles.get(role))
    grid, scored = _find_score_columns(grid, roles, options=options)
    names = clean_names(scored.names, kind="classifier", where=grid.source)
    _refuse_twins(grid, scored.columns, names.clean)
    roles = _take_seed_as_repeat(roles)
    keys = read_keys(grid, roles, options=options, number_rows=True)
    _refuse_repeated_datasets(grid, roles, keys)
    numbers = parse_numbers(scored.columns, decimal=options.decimal, missing=missing_marks(options))
    datasets, columns = keys.datasets, scored.columns
    refuse_bad_cells(
        numbers,
        grid,
        columns,
        lambda cell: (
            f"{quote_text(names.clean[cell.column])} on {quote_text(datasets.names[datasets.codes[cell.row]])}"
        ),
    )
    refuse_mixed_percent(numbers, grid, columns)
    refuse_mixed_units(numbers, grid.source)
    spread, findings = read_spread(numbers, scored.spreads, options=options)
    findings += names.findings + datasets.findings + decimal_findings(numbers, options=options)
    findings += cell_findings(numbers)
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
        measure=measure_by_unit(_find_measure(grid, roles, scored, options=options), numbers.units),
        source=grid.source,
        name=grid.name,
        locate=lambda i, j: grid.where(i, columns[j]),
        n_train=keys.n_train,
        n_test=keys.n_test,
        findings=grid.with_findings(*findings).findings,
        clusters=clusters_of(grid, roles, datasets),
        decimals=None if keys.resampled else _wide_decimals(columns),
    )


def _wide_decimals(columns: Sequence[Column]) -> tuple[int | None, ...] | None:
    if any(column.is_numeric for column in columns):
        return None
    return settle_decimals([written_decimals(list(column.cells)) for column in columns])


def _find_measure(grid: Grid, roles: Roles, scored: _ScoreColumns, *, options: ReadOptions) -> str:
    name = scored.measure or (grid.metric if Role.METRIC in roles else None)
    if name is None and options.metric is not None:
        if grid.metric is not None and find_metric([grid.metric], options.metric) is None:
            raise unknown_metric_error([grid.metric], options.metric, grid.source)
        require_label(options.metric, grid.source, options=options)
    return name or options.metric or grid.metric or _corner_measure(grid, roles) or "score"


def _corner_measure(grid: Grid, roles: Roles) -> str | None:
    """Return the measure that stands in the corner of a table, above the names of the datasets."""
    index = roles.get(Role.DATASET)
    corner = "" if index is None else grid.columns[index].name.strip()
    return corner if corner and (is_measure(corner) or ends_in_measure(corner)) else None


def _drop_summary_rows(grid: Grid, dataset: int | None) -> Grid:
    if dataset is None:
        return grid
    names = grid.columns[dataset].text()
    summaries = summary_rows(grid, names, dataset)
    if not summaries or 2 * len(summaries) > len(names):
        return grid
    rows = np.ones(grid.height, dtype=np.bool_)
    rows[summaries] = False
    gone = [names[i] for i in summaries]
    message = (
        f"{write_count(len(gone), 'row')} with a summary of the others left out: "
        f"{join_with_commas(map(quote_text, gone))}"
    )
    # What they print is kept: an audit adds the rows up again.
    printed: dict[str, dict[str, str]] = {name: {} for name in gone}
    for column in grid.columns:
        cells = column.text()
        for i in summaries:
            printed[names[i]][column.name.strip()] = cells[i].strip()
    places = tuple((grid.lines[i], names[i].strip()) for i in summaries)
    detail = {"rows": tuple(gone), "printed": printed, "lines_of_rows": places}
    finding = Finding(code="BO305", severity=Severity.NOTE, message=message, detail=detail)
    return grid.keep(rows).with_findings(finding)


def summary_rows(grid: Grid, names: list[str], dataset: int) -> list[int]:
    """Return the rows that summarise others: at the end by their names, elsewhere by their numbers as well."""
    named = [i for i, name in enumerate(names) if is_summary(name)]
    last = len(names)
    while last > 0 and last - 1 in named:
        last -= 1
    within = [i for i in named if i < last]
    if not within:
        return named
    columns = [c for i, c in enumerate(grid.columns) if i != dataset and looks_numeric(c)]
    if not columns:
        return [i for i in named if i >= last]
    values = parse_numbers(columns, decimal=None).values
    slack = np.array(
        [0.51 * 10.0 ** -written_decimals(c.text()).decimals if not c.is_numeric else 0.0 for c in columns]
    )
    plain = [i for i in range(len(names)) if i not in named]
    before = {i: [j for j in plain if max([-1, *(k for k in named if k < i)]) < j < i] for i in within}
    return [
        i
        for i in named
        if i >= last or _is_mean(values, i, plain, slack) or _is_mean(values, i, before[i], slack)
    ]


def _is_mean(values: Floats, row: int, others: list[int], slack: Floats) -> bool:
    """Say whether a row holds the means of others, as far as it has numbers."""
    if len(others) < 2:
        return False
    with np.errstate(all="ignore"):
        off = np.abs(values[row] - values[others].mean(axis=0))
    known = np.isfinite(off)
    most = 0.006 * max(1.0, float(np.abs(values[row][known]).max(initial=0.0)))
    return bool(known.any() and (off[known] <= np.maximum(most, slack[known])).all())


def _find_score_columns(grid: Grid, roles: Roles, *, options: ReadOptions) -> tuple[Grid, _ScoreColumns]:
    """Return the columns that hold scores; say which columns were left aside."""
    role_indices = set(roles.values())
    rest = [c for i, c in enumerate(grid.columns) if i not in role_indices]
    rest = [c for c in rest if c.name.strip() not in options.leave_out]
    unwanted = [c for c in rest if c.name.strip() in options.leave_aside]
    rest = exclude_columns(rest, unwanted)
    marks = missing_marks(options)
    numeric = [
        c for c in rest if looks_numeric(c, missing=marks) or (is_empty(c, missing=marks) and c.name.strip())
    ]
    summaries = [c for c in numeric[1:] if is_summary(c.name)] if len(numeric) > 2 else []
    columns = exclude_columns([c for c in numeric if not _describes(c)], summaries)
    spreads = spread_columns(columns)
    columns = exclude_columns(columns, spreads.values())
    aside = exclude_columns(rest, [*columns, *summaries, *spreads.values()])
    grid = grid.with_findings(
        *_unused_findings(sorted([*aside, *unwanted], key=lambda c: c.position), summaries)
    )
    if not columns:
        raise _no_scores_error(grid, aside)
    grid = _check_number_names(grid, columns, roles)
    return _choose_family(grid, columns, spreads, options=options)


def _describes(column: Column) -> bool:
    return is_row_number(column) or (is_property(column.name) and read_integers(column) is not None)


def _unused_findings(columns: Sequence[Column], summaries: Sequence[Column]) -> list[Finding]:
    findings = []
    names = [c.name for c in columns if c.name.strip()]
    if names:
        message = (
            f"{write_count(len(names), 'column')} without scores left aside: "
            f"{join_with_commas(map(quote_text, names))}"
        )
        findings.append(
            Finding(code="BO304", severity=Severity.NOTE, message=message, detail={"columns": tuple(names)})
        )
    if summaries:
        gone = tuple(c.name for c in summaries)
        message = (
            f"{write_count(len(gone), 'column')} with a summary of the others left out: "
            f"{join_with_commas(map(quote_text, gone))}"
        )
        findings.append(
            Finding(code="BO305", severity=Severity.NOTE, message=message, detail={"columns": gone})
        )
    return findings


def _no_scores_error(grid: Grid, aside: Sequence[Column]) -> InputError:
    names = f"; there is text in {join_with_commas(quote_text(c.name) for c in aside)}" if aside else ""
    return InputError(
        f"no column holds scores{names}",
        where=grid.source,
        fix="give a column of numbers for each classifier; if numbers have decimal commas, --decimal ','",
        code="BO021",
    )


def _check_number_names(grid: Grid, columns: Sequence[Column], roles: Roles) -> Grid:
    """Refuse a first line that is data, and resamples that pass for classifiers; doubt numbers in a frame."""
    try:
        numbers = [float(c.name.replace(",", ".")) for c in columns]
    except ValueError:
        return grid
    names = join_with_commas(c.name for c in columns)
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


def _choose_family(
    grid: Grid, columns: list[Column], spreads: dict[str, Column], *, options: ReadOptions
) -> tuple[Grid, _ScoreColumns]:
    names = [c.name.strip() for c in columns]
    families = split_by_metric(names)
    if families:
        metric, findings = choose_metric(list(families), wanted=options.metric, source=grid.source)
        grid = grid.with_findings(*findings)
        columns = [c for c in columns if c.name.strip() in families[metric]]
        titles = tuple(families[metric][c.name.strip()] for c in columns)
        return grid, _ScoreColumns(
            columns=tuple(columns), names=titles, measure=metric, spreads=_spreads_of(columns, spreads)
        )
    if len(columns) > 1 and not options.columns and all(is_measure(name) for name in names):
        raise InputError(
            f"the columns are named as measures, not as classifiers: {join_with_commas(map(quote_text, names))}",
            where=grid.source,
            fix="add a column that names the classifier; or, if each holds the scores of a classifier, "
            "name them with --columns",
            code="BO044",
        )
    return grid, _ScoreColumns(
        columns=tuple(columns),
        names=_strip_mean(names, spreads),
        spreads=_spreads_of(columns, spreads),
        measure=None if options.metric is not None or grid.metric is not None else _measure_of(names, grid),
    )


def _measure_of(names: Sequence[str], grid: Grid) -> str | None:
    """Return the measure that the names of all columns speak of; refuse measures of contrary directions."""
    spoken = measure_in_names(names)
    if len({lower_is_better(name) for name in spoken}) > 1:
        raise InputError(
            f"the columns are measures of which some should be high and others low: "
            f"{join_with_commas(map(quote_text, names))}",
            where=grid.source,
            fix="name columns of one measure with --columns",
            code="BO044",
        )
    return " / ".join(spoken) or None


def _spreads_of(columns: Sequence[Column], spreads: dict[str, Column]) -> tuple[Column | None, ...]:
    return tuple(spreads.get(c.name) for c in columns) if spreads else ()


def _strip_mean(names: Sequence[str], spreads: dict[str, Column]) -> tuple[str, ...]:
    """RF_mean beside RF_std is the classifier RF."""
    said = bool(spreads) or all(_MEAN.search(name) for name in names)
    bare = tuple(_MEAN.sub("", name) for name in names) if said else ()
    return bare if said and all(bare) and len(set(bare)) == len(bare) else tuple(names)


def _refuse_twins(grid: Grid, columns: Sequence[Column], names: Sequence[str]) -> None:
    if "" in names:
        column = columns[names.index("")]
        raise InputError(
            f"column {column.position} has scores but no name",
            where=f"{grid.source}, {grid.word} {grid.header}",
            fix="write the name of the classifier into the header",
            code="BO040",
        )
    if twins := find_duplicates(names):
        some = join_with_commas(
            f"{quote_text(name)} in columns {' and '.join(str(columns[i].position) for i in places)}"
            for name, places in twins.items()
        )
        raise InputError(
            f"{'two or more columns have' if len(twins) > 1 else 'columns have'} the same name: {some}",
            where=f"{grid.source}, {grid.word} {grid.header}",
            fix="give each classifier a name of its own",
            code="BO024",
        )


def _take_seed_as_repeat(roles: Roles) -> Roles:
    """Seeds tell repeats apart only where nothing else does."""
    if Role.SEED in roles and not {Role.REPEAT, Role.FOLD} & set(roles):
        return roles | {Role.REPEAT: roles[Role.SEED]}
    return roles


def _find_what_differs(grid: Grid, names: Column, keys: Keys) -> str:
    """Name the column of text that tells rows of one dataset apart, and may name the classifiers."""
    for column in grid.columns:
        if column is names or not column.name.strip() or not is_text(column) or "+" in column.name:
            continue
        cells = list(zip(keys.rows.tolist(), column.text(), strict=True))
        if 1 < len(set(column.text())) < grid.height and len(set(cells)) == len(cells):
            both = quote_text(f"{names.name.strip()}+{column.name.strip()}")
            return (
                f"the column {quote_text(column.name)} tells them apart: if it names the classifiers, "
                f"--classifier-column {quote_text(column.name.strip())}; if it is a part of the dataset, "
                f"--dataset-column {both}; else "
            )
    return ""


def _refuse_repeated_datasets(grid: Grid, roles: Roles, keys: Keys) -> None:
    if Role.DATASET not in roles or len(keys.datasets.names) == grid.height:
        return
    rows = keys.rows
    if np.unique(rows).size == rows.size:
        return
    places: dict[int, list[int]] = {}
    for row, code in enumerate(rows.tolist()):
        places.setdefault(code, []).append(row)
    repeated = [repeated_rows for repeated_rows in places.values() if len(repeated_rows) > 1]
    column = grid.columns[roles[Role.DATASET]]
    some = join_with_commas(_repeated_text(grid, keys, repeated_rows) for repeated_rows in repeated)
    raise InputError(
        f"{write_count(len(repeated), 'dataset')} {'stands' if len(repeated) == 1 else 'stand'} in more than one row: "
        f"{some}",
        where=f"{grid.source}, column {quote_text(column.name)}",
        fix=_find_what_differs(grid, column, keys)
        + "keep one row for each dataset, or add a column 'fold' (and 'repeat') if the rows are resamples",
        code="BO025",
    )


def _repeated_text(grid: Grid, keys: Keys, rows: Collection[int]) -> str:
    first = next(iter(rows))
    name = quote_text(keys.datasets.names[int(keys.datasets.codes[first])])
    if keys.resampled:
        name += f" (repeat {keys.repeat[first]}, fold {keys.fold[first]})"
    return f"{name} in {grid.word}s {' and '.join(f'{grid.lines[row]:,}' for row in list(rows)[:3])}"
