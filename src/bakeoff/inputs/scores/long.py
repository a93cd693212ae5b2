"""Long tables: one row for each score, with columns that say which classifier and dataset it belongs to."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats, Ints, rank_codes
from bakeoff.core.errors import InputError, ReadingError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import is_known_measure, lower_is_better
from bakeoff.core.readings import Alternative, Doubt, Weight
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.readings.vocabulary import Kind, kind_of
from bakeoff.inputs.scores.clusters import clusters_of
from bakeoff.inputs.scores.families import spread_columns
from bakeoff.inputs.scores.keys import CodedNames, Keys, missing_marks, read_keys, read_names
from bakeoff.inputs.scores.observations import Observations, different_splits_error
from bakeoff.inputs.scores.refusals import refuse_bad_cells, refuse_mixed_percent
from bakeoff.inputs.scores.spreads import (
    cell_findings,
    decimal_findings,
    measure_by_unit,
    read_spread,
    refuse_mixed_units,
)
from bakeoff.inputs.table.cell_numbers import Numbers, looks_numeric, parse_numbers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.metric_choice import (
    choose_metric,
    find_metric,
    keep_one_metric,
    require_label,
    unknown_metric_error,
)
from bakeoff.inputs.table.precision import settle_decimals, written_decimals
from bakeoff.inputs.table.roles import Roles, guess_dataset_column, is_row_number
from bakeoff.inputs.table.spellings import Role, is_measure, is_property, is_spread, role_of

_NO_SCORES = (Kind.IDENTITY, Kind.STEP, Kind.SETTING, Kind.DATE, Kind.COUNT, Kind.P_VALUE, Kind.INTERVAL)
_ROLES_USED = (
    Role.DATASET,
    Role.CLASSIFIER,
    Role.REPEAT,
    Role.FOLD,
    Role.METRIC,
    Role.N_TRAIN,
    Role.N_TEST,
    Role.CLUSTER,
)

_MOST_JOINED_FROM, _MOST_JOINED, _MOST_ROWS_JOINED = 20, 4, 20_000  # columns, columns, rows


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pivot:
    """Where each row of a long table goes: rows are resamples of datasets, columns are classifiers."""

    row: Ints
    first: Ints  # for each row of the pivot, a row of the grid that belongs to it
    column: Ints
    shape: tuple[int, int]

    @property
    def cell(self) -> Ints:
        """One number for each place in the pivot."""
        return self.row * self.shape[1] + self.column

    def place_values(self, values: Floats) -> Floats:
        """Return the values at their places, NaN elsewhere; where a place has several, the last number stays."""
        table = np.full(self.shape, np.nan)
        is_present = ~np.isnan(values)
        table[self.row[is_present], self.column[is_present]] = values[is_present]
        return table


def observe_long(grid: Grid, roles: Roles, *, options: ReadOptions) -> Observations:
    """Return the observations of a long table."""
    grid = keep_one_metric(grid, roles, options=options)
    grid, score, measure = _score_column(grid, roles, options=options)
    roles = {role: index for role, index in roles.items() if role in (*_ROLES_USED, Role.SEED)}
    if Role.DATASET not in roles:
        index, grid = guess_datasets_beside(grid, roles, score)
        roles |= {} if index is None else {Role.DATASET: index}
    classifiers = read_names(grid, grid.columns[roles[Role.CLASSIFIER]], kind="classifier")
    keys, pivot, used = _arrange_rows(grid, roles, classifiers, options=options)
    grid = _report_unused_columns(grid, used, score)
    column = grid.columns[score]
    numbers = parse_numbers([column], decimal=options.decimal, missing=missing_marks(options))
    datasets = keys.datasets
    refuse_bad_cells(
        numbers,
        grid,
        [column],
        lambda cell: (
            f"{quote_text(classifiers.names[classifiers.codes[cell.row]])}"
            f" on {quote_text(datasets.names[datasets.codes[cell.row]])}"
        ),
    )
    repeated = _merge_repeated(grid, roles, numbers, classifiers, keys, pivot)
    refuse_mixed_percent(numbers, grid, [column])
    refuse_mixed_units(numbers, grid.source)
    spread, findings = read_spread(numbers, [_find_spread_column(grid, column)], options=options)
    origin = np.full(pivot.shape, -1, dtype=np.int64)
    origin[pivot.row, pivot.column] = np.arange(grid.height)
    findings += (
        repeated + classifiers.findings + datasets.findings + decimal_findings(numbers, options=options)
    )
    findings += cell_findings(numbers)
    return Observations(
        classifiers=classifiers.names,
        datasets=datasets.names,
        dataset=datasets.codes[pivot.first],
        repeat=keys.repeat[pivot.first],
        fold=keys.fold[pivot.first],
        resampled=keys.resampled,
        values=pivot.place_values(numbers.values[:, 0]),
        spread=None if spread is None else pivot.place_values(spread[:, 0]),
        percent=numbers.percent is not None,
        measure=measure_by_unit(measure, numbers.units),
        source=grid.source,
        name=grid.name,
        locate=lambda i, j: grid.where(int(origin[i, j]), column),
        n_train=_common_sizes(keys.n_train, pivot, classifiers, grid),
        n_test=_common_sizes(keys.n_test, pivot, classifiers, grid),
        findings=grid.with_findings(*findings).findings,
        clusters=clusters_of(grid, roles, datasets),
        decimals=None if keys.resampled or column.is_numeric else _long_decimals(column, classifiers),
    )


def _long_decimals(column: Column, classifiers: CodedNames) -> tuple[int | None, ...] | None:
    cells = column.text()
    own: list[list[str]] = [[] for _ in classifiers.names]
    for code, cell in zip(classifiers.codes.tolist(), cells, strict=True):
        own[code].append(cell)
    return settle_decimals([written_decimals(some) for some in own])


def _score_column(grid: Grid, roles: Roles, *, options: ReadOptions) -> tuple[Grid, int, str]:
    """Return which column holds the scores, and what they are called."""
    if options.score_column is not None:
        index = roles[Role.SCORE]
        return grid, index, options.metric or _measure_name(grid, grid.columns[index])
    candidates = score_candidates(grid, roles)
    if not candidates:
        raise InputError(
            f"no column holds scores; the columns are {join_with_commas(quote_text(c.name) for c in grid.columns)}",
            where=grid.source,
            fix="name it with --score-column, or give it a usual name such as 'score' or 'accuracy'",
            code="BO021",
        )
    names = {grid.columns[i].name: i for i in reversed(candidates)}
    generic = [name for name in names if _is_generic(name)]
    metric_option = None if grid.metric else options.metric
    if (
        metric_option is None
        and not generic
        and len(names) > 1
        and not any(is_known_measure(name) for name in names)
    ):
        raise _which_score(grid, list(reversed(names)))
    if metric_option is not None and find_metric(list(names), metric_option) is None:
        if not generic and (len(names) > 1 or is_measure(next(iter(names)))):
            raise unknown_metric_error(list(names), metric_option, grid.source)
        require_label(metric_option, grid.source, options=options, has=list(names))
        return grid, names[(generic or list(names))[0]], metric_option
    if grid.metric and generic:
        return grid, names[generic[-1]], _measure_name(grid, grid.columns[names[generic[-1]]])
    metric, findings = choose_metric(list(reversed(names)), wanted=metric_option, source=grid.source)
    return grid.with_findings(*findings), names[metric], _measure_name(grid, grid.columns[names[metric]])


def _which_score(grid: Grid, names: list[str]) -> ReadingError:
    message = (
        f"the score may be any of the columns {join_with_commas(map(quote_text, names))}: none of them is a "
        f"measure that is known"
    )
    source = grid.source if grid.name else "FILE"
    return ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which is meant:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=tuple(
            Alternative(
                meaning=f"the score is {quote_text(name)}",
                options=("--score-column", name.strip()),
                source=source,
            )
            for name in names[:6]
        ),
    )


def score_candidates(grid: Grid, roles: Roles) -> list[int]:
    """Return the columns of a long table that may hold its scores."""
    taken = {index for role, index in roles.items() if role is not Role.SCORE}
    return [i for i, c in enumerate(grid.columns) if i not in taken and _may_be_score(c)]


def _may_be_score(column: Column) -> bool:
    if is_row_number(column) or is_property(column.name) or is_spread(column.name):
        return False
    if kind_of(column.name) in _NO_SCORES:
        return False
    # A column with another name has to be nearly all numbers: versions such as 0.9 and 0.5.1 are not.
    is_named = is_measure(column.name) or _is_generic(column.name)
    return looks_numeric(column, share=0.2 if is_named else 0.8)


def _is_generic(name: str) -> bool:
    return role_of(name)[0] is Role.SCORE


def _measure_name(grid: Grid, column: Column) -> str:
    if (
        grid.metric
        and is_known_measure(column.name)
        and lower_is_better(column.name) != lower_is_better(grid.metric)
    ):
        return column.name.strip()  # metric_error of roc_auc
    return grid.metric or ("score" if _is_generic(column.name) else column.name.strip()) or "score"


def guess_datasets_beside(grid: Grid, roles: Roles, score: int | None = None) -> tuple[int | None, Grid]:
    """Return the column of names that tells the scores of each classifier apart, if there is one."""
    taken = {*roles.values(), score}
    names = [i for i, c in enumerate(grid.columns) if i not in taken and not looks_numeric(c)]
    classifiers = grid.columns[roles[Role.CLASSIFIER]].text()
    for i in names:
        cells = grid.columns[i].text()
        if len(set(cells)) > 1 and len(set(zip(cells, classifiers, strict=True))) > len(set(classifiers)):
            return guess_dataset_column(grid, {j for j in range(len(grid.columns)) if j != i})
    return None, grid


def _report_unused_columns(grid: Grid, roles: Roles, score: int) -> Grid:
    used = {*(i for role, i in roles.items() if role is not Role.SEED), score, *score_candidates(grid, roles)}
    rest = [
        c.name
        for i, c in enumerate(grid.columns)
        if i not in used and c.name.strip() and not is_spread(c.name)
    ]
    if not rest:
        return grid
    message = (
        f"{write_count(len(rest), 'column')} not needed and left aside: "
        f"{join_with_commas(map(quote_text, rest), most=8)}"
    )
    finding = Finding(code="BO304", severity=Severity.NOTE, message=message, detail={"columns": tuple(rest)})
    return grid.with_findings(finding)


def _arrange_rows(
    grid: Grid, roles: Roles, classifiers: CodedNames, *, options: ReadOptions
) -> tuple[Keys, _Pivot, Roles]:
    """Return where each row belongs, and the roles by which that was found: seeds are repeats where rows need them."""
    keys = read_keys(grid, roles, options=options)
    pivot = _make_pivot(keys, classifiers)
    if Role.SEED in roles and Role.REPEAT not in roles and np.unique(pivot.cell).size < grid.height:
        roles = roles | {Role.REPEAT: roles[Role.SEED]}
        keys = read_keys(grid, roles, options=options)
        pivot = _make_pivot(keys, classifiers)
    return keys, pivot, roles


def _make_pivot(keys: Keys, classifiers: CodedNames) -> _Pivot:
    row = rank_codes(keys.rows)
    first = np.empty(int(row.max(initial=-1)) + 1, dtype=np.int64)
    first[row[::-1]] = np.arange(row.size)[::-1]  # of several, the last that is written stays
    return _Pivot(row=row, first=first, column=classifiers.codes, shape=(first.size, len(classifiers.names)))


def _find_spread_column(grid: Grid, score: Column) -> Column | None:
    own = spread_columns([c for c in grid.columns if looks_numeric(c)]).get(score.name)
    alone = [c for c in grid.columns if is_spread(c.name) and looks_numeric(c)]
    return own or (alone[0] if len(alone) == 1 and _is_generic(score.name) else None)


def _merge_repeated(
    grid: Grid, roles: Roles, numbers: Numbers, classifiers: CodedNames, keys: Keys, pivot: _Pivot
) -> tuple[Finding, ...]:
    """Say that identical rows were read once; refuse rows that contradict each other."""
    order = np.argsort(pivot.cell, kind="stable")
    same = np.diff(pivot.cell[order]) == 0
    if not same.any():
        return ()
    values = numbers.values[order, 0]
    differ = same & ~((values[1:] == values[:-1]) | (np.isnan(values[1:]) & np.isnan(values[:-1])))
    if not differ.any():
        message = f"{write_count(int(same.sum()), 'row')} repeated exactly, and read once"
        return (Finding(code="BO311", severity=Severity.NOTE, message=message),)
    _, first = np.unique(pivot.cell[order][1:][differ], return_index=True)
    at = np.flatnonzero(differ)[np.sort(first)]
    some = [(int(order[i]), int(order[i + 1])) for i in at[:3].tolist()]
    raise InputError(
        f"{write_count(at.size, 'score')} {'is' if at.size == 1 else 'are'} given more than once, with "
        "different numbers: "
        + "; ".join(_contradiction_text(numbers, classifiers, keys, pair) for pair in some),
        where=f"{grid.source}, {'; '.join(f'{grid.word}s {grid.lines[a]:,} and {grid.lines[b]:,}' for a, b in some)}",
        fix=_find_distinguishing_column(grid, roles, pivot) + _ask_for_order(numbers),
        code="BO026",
    )


def _contradiction_text(numbers: Numbers, classifiers: CodedNames, keys: Keys, pair: tuple[int, int]) -> str:
    a, b = pair
    name = classifiers.names[int(classifiers.codes[a])]
    dataset = keys.datasets.names[int(keys.datasets.codes[a])]
    resample = f" (repeat {keys.repeat[a]}, fold {keys.fold[a]})" if keys.resampled else ""
    texts = [f"{v:g}" if v == v else "missing" for v in (numbers.values[a, 0], numbers.values[b, 0])]
    return f"{quote_text(name)} on {quote_text(dataset)}{resample} has {texts[0]} and {texts[1]}"


def _ask_for_order(numbers: Numbers) -> str:
    """Return how to read rows of right and wrong answers without ids, where these may be such."""
    known = numbers.values[~np.isnan(numbers.values)]
    if not ((known == 0) | (known == 1)).all():
        return ""
    return "; if the rows are answers to items, in the same order for every model: --pair-by position"


def _find_distinguishing_column(grid: Grid, roles: Roles, pivot: _Pivot) -> str:
    """Name the column that tells the rows apart, if there is one, or several that do so together."""
    taken = {index for role, index in roles.items() if role is not Role.SEED}
    free = [c for i, c in enumerate(grid.columns) if i not in taken and not looks_numeric(c)]
    for column in free:
        values = list(dict.fromkeys(column.text()))
        number = {value: i for i, value in enumerate(values)}
        codes = np.array([number[value] for value in column.text()], dtype=np.int64)
        some = 1 < len(values) < grid.height  # a name for each row tells none of two kinds
        if some and np.unique(pivot.cell * len(values) + codes).size == grid.height:
            classifier = grid.columns[roles[Role.CLASSIFIER]].name
            return (
                f"the column {quote_text(column.name)} tells them apart: keep one kind with "
                f"--only {quote_text(f'{column.name}={values[0]}')}, or make it part of the name with "
                f"--classifier-column {quote_text(f'{classifier}+{column.name}')}"
            )
    for column in (c for i, c in enumerate(grid.columns) if i not in taken and _may_tell_apart(c)):
        values = list(dict.fromkeys(column.text()))
        number = {value: i for i, value in enumerate(values)}
        codes = np.array([number[value] for value in column.text()], dtype=np.int64)
        if Role.DATASET in roles and np.unique(pivot.cell * len(values) + codes).size == grid.height:
            dataset = grid.columns[roles[Role.DATASET]].name
            return (
                f"the column {quote_text(column.name)} tells them apart: keep one of its values with "
                f"--only {quote_text(f'{column.name}={values[0]}')}, or make it part of the name of the dataset with "
                f"--dataset-column {quote_text(f'{dataset}+{column.name}')}"
            )
    if several := _find_distinguishing_columns(grid, roles, pivot):
        return several
    if {Role.REPEAT, Role.FOLD} & set(roles):
        return "give each score once"
    return "give each score once, or add a column 'fold' (and 'repeat') if the rows are resamples"


def _may_tell_apart(column: Column) -> bool:
    """Say whether a column of numbers may say of what a row is: its numbers come back, as those of a setting do."""
    if not looks_numeric(column) or is_measure(column.name) or _is_generic(column.name):
        return False
    return 1 < len(set(column.text())) <= len(column.cells) // 2


def _find_distinguishing_columns(grid: Grid, roles: Roles, pivot: _Pivot) -> str:
    """Return how to join the fewest columns that together tell the rows apart; nothing if none do, or any would."""
    taken = {index for role, index in roles.items() if role is not Role.SEED}
    free = [
        c
        for i, c in enumerate(grid.columns)
        if i not in taken and c.name.strip() and "+" not in c.name
        and (_may_tell_apart(c) if looks_numeric(c) else 1 < len(set(c.text())) < grid.height)
    ][:_MOST_JOINED_FROM]  # fmt: skip
    if Role.DATASET not in roles or grid.height > _MOST_ROWS_JOINED:
        return ""
    cells, chosen = pivot.cell, list[Column]()
    while np.unique(cells).size < grid.height and len(chosen) < _MOST_JOINED and free:
        joined = [np.unique([cells, np.unique(c.text(), return_inverse=True)[1]], axis=1, return_inverse=True)[1]
                  for c in free]  # fmt: skip
        best = max(range(len(free)), key=lambda i: int(joined[i].max()))
        cells = joined[best].ravel()
        chosen.append(free.pop(best))
    if np.unique(cells).size < grid.height or not chosen:
        return ""
    settings = [c for c in chosen if not looks_numeric(c)]
    options = [
        f"--{option}-column {quote_text('+'.join([grid.columns[roles[role]].name, *(c.name for c in some)]))}"
        for option, role, some in (
            ("classifier", Role.CLASSIFIER, settings),
            ("dataset", Role.DATASET, [c for c in chosen if c not in settings]),
        )
        if some
    ]
    return (
        f"the columns {join_with_commas(quote_text(c.name) for c in chosen)} tell them apart together: make them "
        f"part of the names, as with {' '.join(options)}, or keep one kind with --only"
    )


def _common_sizes(sizes: Floats | None, pivot: _Pivot, classifiers: CodedNames, grid: Grid) -> Floats | None:
    """Return the size of each split, which must be the same for all classifiers."""
    if sizes is None:
        return None
    table = pivot.place_values(sizes)
    is_known = ~np.isnan(table)
    first = np.where(is_known.any(axis=1), table[np.arange(pivot.shape[0]), is_known.argmax(axis=1)], np.nan)
    differs = is_known & (table != first[:, None])
    if differs.any():
        row, column = (int(i) for i in np.argwhere(differs)[0])
        a, b = classifiers.names[int(is_known[row].argmax())], classifiers.names[column]
        raise different_splits_error(
            a, b, f"{grid.source}, {grid.word} {grid.lines[int(pivot.first[row])]:,}"
        )
    return first
