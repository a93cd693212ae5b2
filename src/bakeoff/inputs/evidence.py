"""One door for both kinds of evidence: scores of whole datasets, or predictions of single examples."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING

from bakeoff.core.errors import InputError, ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.omissions import EvidencePart, omitted_names
from bakeoff.core.predictions import Predictions
from bakeoff.core.readings import join_readings
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.formats.origin import Origin
from bakeoff.inputs.formats.reader import read_grid
from bakeoff.inputs.formats.weka import shorten_schemes
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.omissions import (
    Table,
    leave_datasets_out,
    omitted_classifiers,
    omitted_rows,
    reader_omissions,
)
from bakeoff.inputs.options import ReadOptions, RowsAre
from bakeoff.inputs.predictions.prediction_spellings import (
    ITEM_NAMES,
    prediction_role,
    snake_key,
    spellings_of,
)
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole as Spelled
from bakeoff.inputs.readings.row_words import RowKind, row_kind
from bakeoff.inputs.scores.clusters import average_families, name_members, refuse_clusters
from bakeoff.inputs.scores.layout import observe_scores, unfold_grid
from bakeoff.inputs.scores.observations import Observations, join_observations, leave_out_classifiers
from bakeoff.inputs.scores.renaming import name_by_files, rename, tables_in
from bakeoff.inputs.scores.resample_names import split_resamples
from bakeoff.inputs.scores.score_table import make_scores
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.heads import fill_merged, join_heads, read_arrows
from bakeoff.inputs.table.roles import join_name_columns, keep_only_rows, leave_columns_aside
from bakeoff.inputs.table.spellings import spelling_key
from bakeoff.inputs.unfollowed import refuse_unfollowed

if TYPE_CHECKING:
    from bakeoff.inputs.predictions.prediction_columns import PredictionColumns

_PEOPLE = re.compile(r"gold|human|people", re.IGNORECASE)  # whose scores correct those of a judge
_KEYS = (Spelled.DATASET, Spelled.ID, Spelled.ATTEMPT)  # what tells examples apart


def read_evidence(
    source: object, *, options: ReadOptions | None = None
) -> Scores | Predictions | ItemEvidence:
    """Read scores, predictions or items, whichever they are, from whatever a person has.

    Parameters
    ----------
    source
        A path, "-" for standard input, bytes, pasted text, a data frame, a dict, a list of records, an array;
        or a list of paths or data frames that belong together: files of scores, or predictions of one
        classifier each, which are joined on the ids of the examples.
    options
        What the user says about the tables; everything else is found out or asked for.

    Returns
    -------
    Scores, Predictions or ItemEvidence
        Items where columns are named so (model, item, score); predictions where the source has true and predicted
        classes of single examples, or says which answers were right; otherwise scores. Findings say how it was read.

    Raises
    ------
    BakeoffError
        When the source cannot be read as either, with what, where and how to mend it.

    Examples
    --------
    >>> made = read_evidence({"y_true": ["cat", "dog"], "rf": ["cat", "cat"], "svm": ["cat", "dog"]})
    >>> made.classifiers, made.correct.tolist()
    (('rf', 'svm'), [[True, True], [False, True]])
    """

    def read(by: ReadOptions) -> Scores | Predictions | ItemEvidence:
        return make_evidence(read_tables(source, options=by), options=by)

    options = options or ReadOptions()
    try:
        return read(options)
    except ReadingError as error:
        from bakeoff.inputs.offers import keep_readable_offers  # tables that are plain do not wait for it

        raise keep_readable_offers(error, source, options=options, read=read) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What was read of every source, before it is made into evidence."""

    sources: tuple[object, ...]
    whole: tuple[Grid, ...]  # with every row
    grids: tuple[Grid, ...]  # with the rows that are asked for, and names joined from several columns
    items: ItemEvidence | None  # where the first table holds items
    predictions: "tuple[PredictionColumns | None, ...]"  # None where a grid holds none


def read_tables(source: object, *, options: ReadOptions) -> Tables:
    """Read every table of a source, keep the rows that are asked for, and tell predictions from scores."""
    sources = [one for each in _list_sources(source) for one in tables_in(each, options)]
    read = [read_grid(_flatten_nested_predictions(one), options=options) for one in sources]
    whole = [unfold_grid(read_arrows(fill_merged(join_heads(grid)))) for grid in shorten_schemes(read)]
    grids = [join_name_columns(keep_only_rows(grid, options=options), options=options) for grid in whole]
    items = _find_items(whole, options)
    predictions = [
        None if items is not None else _recognise_predictions(grid, options=options) for grid in grids
    ]
    return Tables(
        sources=tuple(sources),
        whole=tuple(whole),
        grids=tuple(grids),
        items=items,
        predictions=tuple(predictions),
    )


def make_evidence(tables: Tables, *, options: ReadOptions) -> Table | ItemEvidence:
    """Make tables that were read into evidence, whichever they hold."""
    evidence = _make_evidence(tables, options)
    refuse_unfollowed(evidence, options)
    if len(tables.whole) == 1 and any(_PEOPLE.search(column.name) for column in tables.whole[0].columns):
        from bakeoff.inputs.judged_items import note_gold_column  # few tables have one

        return replace(evidence, findings=(*evidence.findings, *note_gold_column(tables.whole[0])))
    return evidence


def _make_evidence(tables: Tables, options: ReadOptions) -> Table | ItemEvidence:
    if tables.items is not None:
        return tables.items
    recognised = [table for table in tables.predictions if table is not None]
    if not recognised:
        return _make_scores(tables, options)
    if len(recognised) < len(tables.grids):
        odd = next(g for g, table in zip(tables.grids, tables.predictions, strict=True) if table is None)
        raise InputError(
            "some of the tables hold predictions of single examples, but this one does not look so",
            where=odd.source,
            fix="give only scores or only predictions; name the columns with --id-column and --truth-column",
            code="BO047",
        )
    refuse_clusters(options, what="these are predictions of single examples", where=tables.grids[0].source)
    # tables of scores do not wait for it
    from bakeoff.inputs.predictions.prediction_table import make_predictions
    from bakeoff.inputs.readings.examples import describe_predictions, refuse_stacked

    for table in recognised:
        refuse_stacked(table, options=options)
    evidence = make_predictions(recognised, places=[_path_of(one) for one in tables.sources], options=options)
    read = [
        (t.grid.source, write_count(t.grid.height, "row"), describe_predictions(t, given=grid))
        for t, grid in zip(recognised, tables.grids, strict=True)
    ]
    evidence = replace(evidence, reading=join_readings(read))
    return _attach_omissions(
        evidence, tables, options, lambda other: _find_predictors(tables, other), laid=recognised
    )


def _find_items(grids: Sequence[Grid], options: ReadOptions) -> ItemEvidence | None:
    """Return items where the columns of the first table are named as those of items are."""
    if options.pair_by == "position":
        from bakeoff.inputs.items.by_order import items_by_order

        return items_by_order(grids, options=options)
    if not _may_hold_items(grids[0], options):
        return None
    # other tables do not wait for it
    from bakeoff.inputs.items.tables import items_in, require_one_table

    items = items_in(grids[0], options=options)
    if items is not None:
        require_one_table(grids)
    return items


def _may_hold_items(grid: Grid, options: ReadOptions) -> bool:
    if options.rows_are is not None:
        return options.rows_are == RowsAre.EXAMPLES
    if options.id_column is not None:
        return True
    return any(snake_key(c.name) in ITEM_NAMES or row_kind(c.name) is RowKind.EXAMPLE for c in grid.columns)


def _make_scores(tables: Tables, options: ReadOptions) -> Table:
    def observe(by: ReadOptions) -> Observations:
        return join_observations(name_by_files([observe_scores(grid, options=by) for grid in tables.grids]))

    observations = split_resamples(leave_out_classifiers(observe(options), options=options), options=options)
    evidence = make_scores(observations, options=options)
    stated = _name_members(options, observations, evidence)
    left = _attach_omissions(evidence, tables, stated, lambda other: observe(other).classifiers)
    if options.cluster_column is None or not isinstance(left, Scores):
        return left
    return average_families(left, observations.clusters, column=options.cluster_column)


def _name_members(options: ReadOptions, observed: Observations, made: Scores) -> ReadOptions:
    """Return the options with every family that is to be left out replaced by its datasets."""
    left_out, without = (
        name_members(names, observed.clusters, made.datasets)
        for names in (options.leave_out, options.without)
    )
    return replace(options, leave_out=left_out, without=without) if observed.clusters else options


def _find_predictors(tables: Tables, options: ReadOptions) -> tuple[str, ...]:
    from bakeoff.inputs.predictions.prediction_table import make_predictions

    recognised = [
        table for grid in tables.grids if (table := _recognise_predictions(grid, options=options)) is not None
    ]
    places = [_path_of(one) for one in tables.sources]
    return make_predictions(recognised, places=places, options=options).classifiers


def _attach_omissions(
    made: Table,
    tables: Tables,
    options: ReadOptions,
    read_names: Callable[[ReadOptions], Iterable[str]],
    *,
    laid: "Sequence[PredictionColumns] | None" = None,
) -> Table:
    """Return evidence without the datasets that the user wants left out, and with the record of all that was."""
    columns = {c.name.strip() for grid in tables.whole for c in grid.columns}
    gone = omitted_classifiers(options, read_names, datasets=made.datasets, columns=columns)
    all_names = {*columns, *made.classifiers, *omitted_names(gone, EvidencePart.CLASSIFIER)}
    names = [name for name in options.leave_out if name not in all_names]
    named_by_options = (
        None
        if laid is None
        else [p.name.strip() for t in laid for part, p in t.parts.items() if part in _KEYS]
    )
    names_by_part = {EvidencePart.DATASET: made.datasets, EvidencePart.CLASSIFIER: made.classifiers}
    rows = omitted_rows(tables.whole, tables.grids, options, kept=names_by_part, examples=named_by_options)
    made = replace(
        made, left_out=reader_omissions(made.findings, drops=options.drop_incomplete) + gone + rows
    )
    made = leave_datasets_out(
        leave_datasets_out(made, names, how="--leave-out"), options.without, how="--without"
    )
    return rename(made, options.rename)


def _list_sources(source: object) -> list[object]:
    if isinstance(source, list | tuple) and source and all(map(_is_whole, source)):
        return list(source)
    return [source]


def _is_whole(one: object) -> bool:
    """Say whether this is a table of its own rather than a row of one."""
    return isinstance(one, str | PathLike) or hasattr(type(one), "columns")


def _path_of(source: object) -> str:
    if isinstance(source, Origin):
        return source.name
    if isinstance(source, PathLike):
        return str(fspath(source))
    is_path = (
        isinstance(source, str) and "\n" not in source and source != "-" and source.lstrip()[:1] not in "{["
    )
    return str(source) if is_path else ""


def _recognise_predictions(grid: Grid, *, options: ReadOptions) -> "PredictionColumns | None":
    grid = leave_columns_aside(grid, options=options) if options.leave_aside else grid
    predictions: PredictionColumns | None = None
    if _may_hold_predictions(grid, options=options):
        # a plain table of scores does not wait for it
        from bakeoff.inputs.predictions.prediction_columns import recognise_predictions

        predictions = recognise_predictions(grid, options=options)
    if predictions is None and _holds_outcomes(grid, options=options):
        from bakeoff.inputs.readings.examples import lay_outcomes

        predictions = lay_outcomes(grid, options=options)
    return predictions


def _holds_outcomes(grid: Grid, *, options: ReadOptions) -> bool:
    """Say whether the first row holds nothing but zeros and ones, and names: most tables do not."""
    first = [str(c.cells[0]).strip().casefold() for c in grid.columns if len(c.cells)]
    if all(text[:1] in "23456789" or text[:2] in ("0.", "1.") for text in first[1:]) and "0.0" not in first:
        return False
    from bakeoff.inputs.predictions.unclear_words import OUTCOMES
    from bakeoff.inputs.readings.examples import holds_outcomes

    return any(text in OUTCOMES for text in first) and holds_outcomes(grid, options=options)


def _may_hold_predictions(grid: Grid, *, options: ReadOptions) -> bool:
    """Say whether any column has a name that tables of predictions have, or the user names one."""
    named_columns = (
        options.id_column,
        options.truth_column,
        options.group_column,
        options.subgroup_column,
        options.weight_column,
    )
    if any(name is not None for name in named_columns):
        return True
    possible = spellings_of(Spelled.TRUTH, certain=False)
    return any(
        prediction_role(c.name)[0] not in (None, Spelled.DATASET) or spelling_key(c.name) in possible
        for c in grid.columns
    )


def _flatten_nested_predictions(source: object) -> object:
    """Return a dict of columns with the predictions of {"y_true": …, "predictions": {…}} beside the truth."""
    if not isinstance(source, Mapping) or not any(_is_truth(name) for name in source):
        return source
    flat: dict[str, object] = {}
    for name, value in source.items():
        flat |= {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else {str(name): value}
    lengths = {name: _length_of(value) for name, value in flat.items()}
    if None not in lengths.values() and len(set(lengths.values())) > 1:
        raise _length_error(lengths)
    return flat


def _is_truth(name: object) -> bool:
    return prediction_role(str(name))[0] is Spelled.TRUTH


def _length_of(value: object) -> int | None:
    return len(value) if isinstance(value, Sequence) or hasattr(value, "__len__") else None


def _length_error(lengths: Mapping[str, int | None]) -> InputError:
    some = join_with_commas(
        f"{quote_text(name)} has {write_count(n or 0, 'value')}" for name, n in lengths.items()
    )
    return InputError(
        f"there must be one prediction for each example: {some}",
        where="the given dict",
        fix="give lists of the same length, in the same order of examples",
        code="BO085",
    )
