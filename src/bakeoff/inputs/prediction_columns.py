"""Which column of a table of predictions is what, and whether it is one."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.answer_columns import (
    Answers,
    NumberColumn,
    labels_beside,
    looks_like_answers,
    numbers_in,
    sort_rest,
)
from bakeoff.inputs.grid import Column, Grid, without
from bakeoff.inputs.messages import listed
from bakeoff.inputs.metrics import unknown_metric
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.outcomes import Grade, grade, is_mostly_sure
from bakeoff.inputs.prediction_spellings import (
    Part,
    is_example_id,
    outcome_of,
    part_of,
    predictor,
    spelled,
    spellings_of,
)
from bakeoff.inputs.roles import unknown_column
from bakeoff.inputs.spellings import key
from bakeoff.inputs.words import words_of

Named = dict[Part, Column]

_TOLD = {
    Part.ID: "id_column",
    Part.TRUTH: "truth_column",
    Part.GROUP: "group_column",
    Part.SUBGROUP: "subgroup_column",
    Part.WEIGHT: "weight_column",
    Part.DATASET: "dataset_column",
    Part.CLASSIFIER: "classifier_column",
}
MOST_DATASETS = 100  # ids beyond so many are examples
_LAST = 1000  # after every spelling
_KEPT = (
    Part.ID,
    Part.DATASET,
    Part.CLASSIFIER,
    Part.GROUP,
    Part.SUBGROUP,
    Part.WEIGHT,
    Part.FOLD,
    Part.ATTEMPT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A table of predictions with its columns told apart.

    The classifier called "" is the one that the column of classifiers names, or else the file.
    """

    grid: Grid
    parts: Mapping[Part, Column]
    truth: Answers | None = None
    answers: Mapping[str, Answers]
    outcomes: Mapping[str, Column]
    numbers: tuple[NumberColumn, ...] = ()
    measure: str = "accuracy"


def recognise(grid: Grid, *, options: ReadOptions) -> Laid | None:
    """Return the columns of a table of predictions told apart; None if it is none."""
    named = _named(grid, options=options)
    if Part.TRUTH in named:
        return _labelled(grid, named, options=options)
    if log := _log(grid, named, options=options):
        return log
    truth = _possible_truth(grid, named)
    if truth is not None:
        return _labelled(grid, named | {Part.TRUTH: truth}, options=options)
    if {Part.PREDICTION, Part.ID} <= set(named) or {Part.PREDICTION, Part.CLASSIFIER} <= set(named):
        return _labelled(grid, named, options=options)
    return None


def _named(grid: Grid, *, options: ReadOptions) -> Named:
    """Return the columns that the user names, or that a spelling names which can mean nothing else."""
    found: dict[Part, tuple[int, Column]] = {}
    for column in grid.columns:
        part, rank = part_of(column.name)
        if part is None and not column.name.strip() and column is grid.columns[0]:
            part, rank = Part.ID, _LAST  # the index that a data frame was written with
        if part is not None and (part not in found or rank < found[part][0]):
            found[part] = (rank, column)
    named = {part: column for part, (_, column) in found.items()}
    for part, option in _TOLD.items():
        if (told := getattr(options, option)) is not None:
            column = _told(grid, told, option)
            named = {p: c for p, c in named.items() if c is not column} | {part: column}
    return named


def _told(grid: Grid, name: str, option: str) -> Column:
    exact = (c for c in grid.columns if c.name.strip() == name.strip())
    alike = (c for c in grid.columns if key(c.name) == key(name) != "")
    column = next(exact, next(alike, None))
    if column is None:
        raise unknown_column(grid, name, f"--{option.replace('_', '-')}")
    return column


def _by_key(grid: Grid, spellings: Iterable[str]) -> list[Column]:
    columns = {spelled(c.name): c for c in reversed(grid.columns)}
    return [columns[spelling] for spelling in spellings if spelling in columns]


def _possible_truth(grid: Grid, named: Named) -> Column | None:
    """Return a column called label, class, target or so, if others beside it hold the same labels."""
    for column in _by_key(grid, spellings_of(Part.TRUTH, certain=False)):
        others = [c for c in _free(grid, named) if c is not column]
        if Part.PREDICTION in named or any(looks_like_answers(c, column) for c in others):
            return column
    return None


def _free(grid: Grid, named: Named) -> list[Column]:
    known = [c for c in grid.columns if part_of(c.name)[0] is not None]
    return without(grid.columns, [*named.values(), *known])


def _log(grid: Grid, named: Named, *, options: ReadOptions) -> Laid | None:
    """Return the columns of a log that says right or wrong, where there is one."""
    if Part.ID in named and not named[Part.ID].name.strip():
        return None  # the names of rows of a data frame
    fields = _outcome_fields(grid, named)
    if fields:
        one, remarks = _field(grid, fields, options=options)
        return Laid(
            grid=grid.with_findings(*remarks),
            parts=_parts(_with_task(grid, named), besides=one),
            answers={},
            outcomes={"": one},
            measure=one.name.strip(),
        )
    columns = _outcome_columns(grid, named)
    return Laid(grid=grid, parts=_parts(named), answers={}, outcomes=columns) if columns else None


def _with_task(grid: Grid, named: Named) -> Named:
    """Return the parts with tasks as examples where nothing else is: programs are tested on tasks."""
    tasks = _by_key(grid, spellings_of(Part.ID, certain=False))
    return named if Part.ID in named or not tasks else named | {Part.ID: tasks[0]}


def _field(grid: Grid, fields: list[Column], *, options: ReadOptions) -> tuple[Column, tuple[Finding, ...]]:
    """Return the column that says what is right: the one that the user names, or the likeliest."""
    told = options.score_column or options.metric
    others = tuple(c.name for c in fields[1:])
    if told is None or spelled(told) == "accuracy":
        return fields[0], _chose(fields[0].name, others) if others else ()
    chosen = [c for c in grid.columns if key(c.name) == key(told)]
    if not chosen:
        raise unknown_metric([c.name for c in fields], told, grid.source)
    return chosen[0], ()


def _parts(named: Named, *, besides: Column | None = None) -> Named:
    return {part: named[part] for part in _KEPT if part in named and named[part] is not besides}


def _outcome_fields(grid: Grid, named: Named) -> list[Column]:
    """Return the columns that say right or wrong of one classifier, the likeliest first."""
    sure = {Grade.WORDS, Grade.ZERO_ONE}
    found = _by_key(grid, spellings_of(Part.OUTCOME, certain=True))
    possible = _by_key(grid, spellings_of(Part.OUTCOME, certain=False))
    if Part.ID not in named:
        return [c for c in found if grade(c) in sure]
    if is_example_id(named[Part.ID].name):
        return found + possible
    # An id beside classifiers and fractions may number the runs or datasets of a benchmark, unless most are 0 or 1,
    # or there are more of them than benchmarks have.
    many = Part.DATASET not in named and len(words_of(named[Part.ID]).texts) > MOST_DATASETS
    plain = Part.CLASSIFIER not in named or many
    return found + [
        c
        for c in possible
        if (graded := grade(c)) in sure or (graded is Grade.FRACTIONS and (plain or is_mostly_sure(c)))
    ]


def _chose(name: str, others: tuple[str, ...]) -> tuple[Finding]:
    message = (
        f"what is right is read from {quoted(name)}; {listed(map(quoted, others))} would be other measures "
        "(--metric chooses)"
    )
    detail = {"chosen": name, "others": others}
    return (Finding(code="BO359", severity=Severity.NOTE, message=message, detail=detail),)


def _outcome_columns(grid: Grid, named: Named) -> dict[str, Column]:
    """Return the columns that say right or wrong, one for each classifier: rf_correct, or true and false."""
    if Part.ID not in named:
        return {}
    free = _free(grid, named)
    sure = (Grade.WORDS, Grade.ZERO_ONE)
    affixed = {who: c for c in free if (who := outcome_of(c.name)) and grade(c) in sure}
    return affixed or {c.name.strip(): c for c in free if not c.is_numeric and grade(c) is Grade.WORDS}


def _labelled(grid: Grid, named: Named, *, options: ReadOptions) -> Laid:
    """Return the columns of a table with predicted labels or probabilities."""
    named = _weka_confidence(grid, named)
    free = [c for c in _free(grid, named) if c.name.strip() not in options.leave_out]
    truth = Answers.of(named[Part.TRUTH]) if Part.TRUTH in named else None
    columns = {"": named[Part.PREDICTION]} if Part.PREDICTION in named else {}
    columns |= {who: c for c in free if (who := predictor(c.name))}
    answers = {who: Answers.of(column) for who, column in columns.items()}
    free = without(free, columns.values())
    numbers = numbers_in(free, named, truth=truth, answers=answers)
    free = without(free, [n.column for n in numbers])
    if truth is not None and not answers and numbers:
        answers = labels_beside(numbers, free, truth)
        free = without(free, [a.column for a in answers.values()])
    elif truth is not None and not answers:
        answers, more = sort_rest(free, truth)
        numbers += more
        free = without(free, [a.column for a in answers.values()] + [n.column for n in more])
    return Laid(
        grid=grid.with_findings(*_aside(free)),
        parts=_parts(named),
        truth=truth,
        answers=answers,
        outcomes={},
        numbers=numbers,
    )


def _weka_confidence(grid: Grid, named: Named) -> Named:
    """Weka calls the class 'predicted' and the probability of that class 'prediction'."""
    keys = {spelled(c.name): c for c in grid.columns}
    if {"actual", "predicted", "error", "prediction"} <= set(keys):
        return named | {Part.CONFIDENCE: keys["prediction"]}
    return named


def _aside(columns: Collection[Column]) -> tuple[Finding, ...]:
    names = tuple(c.name for c in columns if c.name.strip())
    if not names:
        return ()
    message = f"{counted(len(names), 'column')} without predictions left aside: {listed(map(quoted, names))}"
    return (Finding(code="BO304", severity=Severity.NOTE, message=message, detail={"columns": names}),)
