"""One door for both kinds of evidence: scores of whole datasets, or predictions of single examples."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import TYPE_CHECKING

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Scores
from bakeoff.core.left_out import Part, names_of
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.layout import observe, unfold
from bakeoff.inputs.leaving_out import (
    Table,
    classifiers_left_out,
    leave_datasets_out,
    reader_omissions,
    rows_left_out,
)
from bakeoff.inputs.messages import listed
from bakeoff.inputs.observations import Observations, join, leave_out
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.prediction_spellings import Part as Spelled
from bakeoff.inputs.prediction_spellings import part_of, spellings_of
from bakeoff.inputs.read import read_grid
from bakeoff.inputs.resample_names import split_resamples
from bakeoff.inputs.roles import keep_only, with_joined_names
from bakeoff.inputs.spellings import key
from bakeoff.inputs.table import scores_of
from bakeoff.inputs.weka import with_short_schemes

if TYPE_CHECKING:
    from bakeoff.inputs.prediction_columns import Laid

_KEYS = (Spelled.DATASET, Spelled.ID, Spelled.ATTEMPT)  # what tells examples apart


def read_evidence(source: object, *, options: ReadOptions | None = None) -> Scores | Predictions:
    """Read scores or predictions, whichever they are, from whatever a person has.

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
    Scores or Predictions
        Predictions where the source has true and predicted classes of single examples, or says which answers
        were right; otherwise scores. Findings say how it was read.

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
    options = options or ReadOptions()
    sources = _several(source)
    grids = [read_grid(_flattened(one), options=options) for one in sources]
    tables = [_recognised(grid, options=options) for grid in grids]
    laid = [table for table in tables if table is not None]
    if not laid:
        return _scores(grids, options)
    if len(laid) < len(tables):
        odd = next(grid for grid, table in zip(grids, tables, strict=True) if table is None)
        raise InputError(
            "some of the tables hold predictions of single examples, but this one does not look so",
            where=odd.source,
            fix="give only scores or only predictions; name the columns with --id-column and --truth-column",
            code="BO047",
        )
    from bakeoff.inputs.predictions import predictions_of  # tables of scores do not wait for it

    made = predictions_of(laid, places=[_place(one) for one in sources], options=options)
    return _with_record(made, grids, options, lambda other: _predictors(grids, sources, other), laid=laid)


def _scores(grids: Sequence[Grid], options: ReadOptions) -> Table:
    def observed(by: ReadOptions) -> Observations:
        return join([observe(grid, options=by) for grid in with_short_schemes(grids)])

    kept = split_resamples(leave_out(observed(options), options=options), options=options)
    made = scores_of(kept, options=options)
    whole = [unfold(grid) for grid in grids]
    return _with_record(made, whole, options, lambda other: observed(other).classifiers)


def _predictors(grids: Sequence[Grid], sources: Sequence[object], options: ReadOptions) -> set[str]:
    from bakeoff.inputs.sheets import sheets_of

    laid = [table for grid in grids if (table := _recognised(grid, options=options)) is not None]
    sheets, _ = sheets_of(laid, [_place(one) for one in sources])
    return {name for sheet in sheets for name in sheet.classifiers}


def _with_record(
    made: Table,
    grids: Sequence[Grid],
    options: ReadOptions,
    read_names: Callable[[ReadOptions], Iterable[str]],
    *,
    laid: "Sequence[Laid] | None" = None,
) -> Table:
    """Return evidence without the datasets that the user wants left out, and with the record of all that was."""
    columns = {c.name.strip() for grid in grids for c in grid.columns}
    gone = classifiers_left_out(options, read_names, datasets=made.datasets)
    taken = {*columns, *made.classifiers, *names_of(gone, Part.CLASSIFIER)}
    names = [name for name in options.leave_out if name not in taken]
    told = (
        None
        if laid is None
        else [p.name.strip() for t in laid for part, p in t.parts.items() if part in _KEYS]
    )
    kept = {Part.DATASET: made.datasets, Part.CLASSIFIER: made.classifiers}
    rows = rows_left_out(grids, options, kept=kept, examples=told)
    made = replace(made, left_out=reader_omissions(made.findings) + gone + rows)
    return leave_datasets_out(
        leave_datasets_out(made, names, how="--leave-out"), options.without, how="--without"
    )


def _several(source: object) -> list[object]:
    if isinstance(source, list | tuple) and source and all(map(_is_whole, source)):
        return list(source)
    return [source]


def _is_whole(one: object) -> bool:
    """Say whether this is a table of its own rather than a row of one."""
    return isinstance(one, str | PathLike) or hasattr(type(one), "columns")


def _place(source: object) -> str:
    if isinstance(source, PathLike):
        return str(fspath(source))
    is_path = (
        isinstance(source, str) and "\n" not in source and source != "-" and source.lstrip()[:1] not in "{["
    )
    return str(source) if is_path else ""


def _recognised(grid: Grid, *, options: ReadOptions) -> "Laid | None":
    chosen = with_joined_names(keep_only(grid, options=options), options=options)
    if not _may_hold_predictions(chosen, options=options):
        return None
    from bakeoff.inputs.prediction_columns import recognise  # a plain table of scores does not wait for it

    return recognise(chosen, options=options)


def _may_hold_predictions(grid: Grid, *, options: ReadOptions) -> bool:
    """Say whether any column has a name that tables of predictions have, or the user names one."""
    told = (
        options.id_column,
        options.truth_column,
        options.group_column,
        options.subgroup_column,
        options.weight_column,
    )
    if any(name is not None for name in told):
        return True
    possible = spellings_of(Spelled.TRUTH, certain=False)
    return any(
        part_of(c.name)[0] not in (None, Spelled.DATASET) or key(c.name) in possible for c in grid.columns
    )


def _flattened(source: object) -> object:
    """Return a dict of columns with the predictions of {"y_true": …, "predictions": {…}} beside the truth."""
    if not isinstance(source, Mapping) or not any(_is_truth(name) for name in source):
        return source
    flat: dict[str, object] = {}
    for name, value in source.items():
        flat |= {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else {str(name): value}
    lengths = {name: _length(value) for name, value in flat.items()}
    if None not in lengths.values() and len(set(lengths.values())) > 1:
        raise _wrong_lengths(lengths)
    return flat


def _is_truth(name: object) -> bool:
    return part_of(str(name))[0] is Spelled.TRUTH


def _length(value: object) -> int | None:
    return len(value) if isinstance(value, Sequence) or hasattr(value, "__len__") else None


def _wrong_lengths(lengths: Mapping[str, int | None]) -> InputError:
    some = listed(f"{quoted(name)} has {counted(n or 0, 'value')}" for name, n in lengths.items())
    return InputError(
        f"there must be one prediction for each example: {some}",
        where="the given dict",
        fix="give lists of the same length, in the same order of examples",
        code="BO085",
    )
