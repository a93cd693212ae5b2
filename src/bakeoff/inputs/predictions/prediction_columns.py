"""Which column of a table of predictions is what, and whether it is one."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.chance_columns import doubt_chance_columns
from bakeoff.inputs.predictions.class_labels import is_fraction
from bakeoff.inputs.predictions.classifier_columns import (
    LabelColumn,
    NumberColumn,
    are_probabilities,
    label_columns_beside,
    looks_like_labels,
    number_columns,
    sort_unnamed_columns,
)
from bakeoff.inputs.predictions.grades import Grade, grade_column, is_mostly_sure
from bakeoff.inputs.predictions.measured_truths import refuse_measured_truth
from bakeoff.inputs.predictions.prediction_spellings import (
    PredictionRole,
    graded_classifier,
    is_example_id,
    names_probability,
    prediction_role,
    predictor_name,
    snake_key,
    spellings_of,
)
from bakeoff.inputs.predictions.summed_probabilities import refuse_classes_as_classifiers
from bakeoff.inputs.predictions.unclear_words import doubt_outcome, doubt_words
from bakeoff.inputs.readings.known_names import is_method
from bakeoff.inputs.table.cell_numbers import is_empty, looks_numeric
from bakeoff.inputs.table.grid import Column, Grid, exclude_columns
from bakeoff.inputs.table.metric_choice import unknown_metric_error
from bakeoff.inputs.table.roles import find_named_columns, unknown_column_error
from bakeoff.inputs.table.spellings import spelling_key
from bakeoff.inputs.table.word_columns import read_words

RoleColumns = dict[PredictionRole, Column]

_OPTIONS = {
    PredictionRole.ID: "id_column",
    PredictionRole.TRUTH: "truth_column",
    PredictionRole.GROUP: "group_column",
    PredictionRole.SUBGROUP: "subgroup_column",
    PredictionRole.WEIGHT: "weight_column",
    PredictionRole.DATASET: "dataset_column",
    PredictionRole.CLASSIFIER: "classifier_column",
    PredictionRole.FOLD: "fold_column",
    PredictionRole.ATTEMPT: "repeat_column",
}
MOST_DATASETS = 100  # ids beyond so many are examples
_LAST = 1000  # after every spelling
_EVENTS = frozenset({"outcome", "success"})  # what happened to a patient, or whether an answer was right
_NUMBER_ROLES = (PredictionRole.SCORE, PredictionRole.CONFIDENCE)
_KEPT_ROLES = (
    PredictionRole.ID,
    PredictionRole.DATASET,
    PredictionRole.CLASSIFIER,
    PredictionRole.GROUP,
    PredictionRole.SUBGROUP,
    PredictionRole.WEIGHT,
    PredictionRole.FOLD,
    PredictionRole.ATTEMPT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionColumns:
    """A table of predictions with its columns told apart.

    The classifier called "" is the one that the column of classifiers names, or else the file.
    """

    grid: Grid
    parts: Mapping[PredictionRole, Column]
    truth: LabelColumn | None = None
    answers: Mapping[str, LabelColumn]
    outcomes: Mapping[str, Column]
    numbers: tuple[NumberColumn, ...] = ()
    measure: str = "accuracy"


def recognise_predictions(grid: Grid, *, options: ReadOptions) -> PredictionColumns | None:
    """Return the columns of a table of predictions told apart; None if it is none."""
    role_columns = _find_role_columns(grid, options=options)
    if PredictionRole.TRUTH in role_columns:
        return _recognise_labels(grid, role_columns, options=options)
    log, truth = _recognise_log(grid, role_columns, options=options), _guess_truth(grid, role_columns)
    # Labels may be words that also say right and wrong: yes and no beside a column of true ones are labels.
    if log is not None and (truth is None or truth.name not in log.outcomes):
        truth = _outcome_as_truth(log, role_columns, options)
        if truth is None:
            return log
    if truth is not None:
        return _recognise_labels(grid, role_columns | {PredictionRole.TRUTH: truth}, options=options)
    if {PredictionRole.PREDICTION, PredictionRole.ID} <= set(role_columns) or {
        PredictionRole.PREDICTION,
        PredictionRole.CLASSIFIER,
    } <= set(role_columns):
        return _recognise_labels(grid, role_columns, options=options)
    return None


def _outcome_as_truth(log: PredictionColumns, named: RoleColumns, options: ReadOptions) -> Column | None:
    """Return the column of a log that is what happened, not whether an answer was right: probabilities stand beside.

    Raises an error where columns of fractions stand beside it that may be probabilities, or properties.
    """
    column = log.outcomes.get("")
    if column is None or snake_key(column.name) not in _EVENTS or PredictionRole.CLASSIFIER in named:
        return None
    if options.score_column or options.metric or options.rows_are is not None:
        return None
    beside = [c for c in _free_columns(log.grid, named) if c is not column and are_probabilities(c)]
    if grade_column(column) is Grade.FRACTIONS or len(beside) < 2:
        return None
    if not all(is_method(c.name) for c in beside):
        doubt_outcome(log.grid, column, beside)
    return column


def _find_role_columns(grid: Grid, *, options: ReadOptions) -> RoleColumns:
    """Return the columns that the user names, or that a spelling names which can mean nothing else."""
    preferred: dict[PredictionRole, tuple[int, Column]] = {}
    for column in grid.columns:
        part, rank = _find_role(column)
        if part is None and not column.name.strip() and column is grid.columns[0]:
            part, rank = PredictionRole.ID, _LAST  # the index that a data frame was written with
        if part is not None and (part not in preferred or rank < preferred[part][0]):
            preferred[part] = (rank, column)
    role_columns = {part: column for part, (_, column) in preferred.items()}
    scores = role_columns.get(PredictionRole.SCORE)
    if scores is not None and _is_one_of_methods(grid, scores):
        del role_columns[PredictionRole.SCORE]
    for part, option in _OPTIONS.items():
        if (column_name := getattr(options, option)) is not None:
            column = _find_named_column(grid, column_name, option)
            role_columns = {p: c for p, c in role_columns.items() if c is not column} | {part: column}
    return role_columns


def _is_one_of_methods(grid: Grid, scores: Column) -> bool:
    """Say whether a column called like scores is a classifier, as others are by their names: Logit beside RF."""
    return is_method(scores.name) and any(
        c is not scores and _find_role(c)[0] is None and is_method(c.name) for c in grid.columns
    )


def _find_role(column: Column) -> tuple[PredictionRole | None, int]:
    """Return what a column is by its name; words under the name of a number are what a classifier predicted."""
    part, rank = prediction_role(column.name)
    holds_words = part in _NUMBER_ROLES and not looks_numeric(column) and not is_empty(column)
    return (None, 0) if holds_words else (part, rank)


def _find_named_column(grid: Grid, name: str, option: str) -> Column:
    exact = (c for c in grid.columns if c.name.strip() == name.strip())
    alike = (c for c in grid.columns if spelling_key(c.name) == spelling_key(name) != "")
    column = next(exact, next(alike, None))
    if column is None:
        raise unknown_column_error(grid, name, f"--{option.replace('_', '-')}")
    return column


def _find_by_spelling(grid: Grid, spellings: Iterable[str]) -> list[Column]:
    columns = {snake_key(c.name): c for c in reversed(grid.columns)}
    return [columns[spelling] for spelling in spellings if spelling in columns]


def _guess_truth(grid: Grid, named: RoleColumns) -> Column | None:
    """Return a column called label, class, target or so, if others hold the same labels, or probabilities by name."""
    for column in _find_by_spelling(grid, spellings_of(PredictionRole.TRUTH, certain=False)):
        others = [c for c in _free_columns(grid, named) if c is not column]
        if PredictionRole.PREDICTION in named or any(looks_like_labels(c, column) for c in others):
            return column
        if any(names_probability(c.name) and looks_numeric(c) for c in others) and _holds_classes(column):
            return column
    return None


def _holds_classes(column: Column) -> bool:
    """Say whether a column holds a few labels, each of them often, and no numbers that are measured."""
    texts = read_words(column).texts
    return 2 <= len(texts) <= max(2, len(column.cells) // 3) and not any(map(is_fraction, texts))


def _free_columns(grid: Grid, named: RoleColumns) -> list[Column]:
    spelled_columns = [
        c
        for c in grid.columns
        if (part := _find_role(c)[0]) is not None
        and not (part is PredictionRole.SCORE and _is_one_of_methods(grid, c))
    ]
    return exclude_columns(grid.columns, [*named.values(), *spelled_columns])


def _recognise_log(grid: Grid, named: RoleColumns, *, options: ReadOptions) -> PredictionColumns | None:
    """Return the columns of a log that says right or wrong, where there is one."""
    if PredictionRole.ID in named and not named[PredictionRole.ID].name.strip():
        return None  # the names of rows of a data frame
    fields = _grade_fields(grid, named)
    if fields:
        one, findings = _choose_grade_column(grid, fields, options=options)
        return PredictionColumns(
            grid=grid.with_findings(*findings),
            parts=_select_extras(_take_task_as_id(grid, named), besides=one),
            answers={},
            outcomes={"": one},
            measure=one.name.strip(),
        )
    columns = _grade_columns(grid, named)
    doubt_words(grid, columns, options=options)
    return (
        PredictionColumns(grid=grid, parts=_select_extras(named), answers={}, outcomes=columns)
        if columns
        else None
    )


def _take_task_as_id(grid: Grid, named: RoleColumns) -> RoleColumns:
    """Return the parts with tasks as examples where nothing else is: programs are tested on tasks."""
    tasks = _find_by_spelling(grid, spellings_of(PredictionRole.ID, certain=False))
    return named if PredictionRole.ID in named or not tasks else named | {PredictionRole.ID: tasks[0]}


def _choose_grade_column(
    grid: Grid, fields: list[Column], *, options: ReadOptions
) -> tuple[Column, tuple[Finding, ...]]:
    """Return the column that says what is right: the one that the user names, or the likeliest."""
    wanted_name = options.score_column or options.metric
    others = tuple(c.name for c in fields[1:])
    if wanted_name is None or snake_key(wanted_name) == "accuracy":
        return fields[0], _choice_findings(fields[0].name, others) if others else ()
    matches = [c for c in grid.columns if spelling_key(c.name) == spelling_key(wanted_name)]
    if not matches:
        raise unknown_metric_error([c.name for c in fields], wanted_name, grid.source)
    return matches[0], ()


def _select_extras(named: RoleColumns, *, besides: Column | None = None) -> RoleColumns:
    return {part: named[part] for part in _KEPT_ROLES if part in named and named[part] is not besides}


def _grade_fields(grid: Grid, named: RoleColumns) -> list[Column]:
    """Return the columns that say right or wrong of one classifier, the likeliest first."""
    sure = {Grade.WORDS, Grade.ZERO_ONE}
    fields = _find_by_spelling(grid, spellings_of(PredictionRole.OUTCOME, certain=True))
    possible = _find_by_spelling(grid, spellings_of(PredictionRole.OUTCOME, certain=False))
    if PredictionRole.ID not in named:
        return [c for c in fields if grade_column(c) in sure]
    if is_example_id(named[PredictionRole.ID].name):
        return fields + possible
    # An id beside classifiers and fractions may number the runs or datasets of a benchmark, unless most are 0 or 1,
    # or there are more of them than benchmarks have.
    many = (
        PredictionRole.DATASET not in named
        and len(read_words(named[PredictionRole.ID]).texts) > MOST_DATASETS
    )
    plain = PredictionRole.CLASSIFIER not in named or many
    return fields + [
        c
        for c in possible
        if (graded := grade_column(c)) in sure or (graded is Grade.FRACTIONS and (plain or is_mostly_sure(c)))
    ]


def _choice_findings(name: str, others: tuple[str, ...]) -> tuple[Finding]:
    message = (
        f"what is right is read from {quote_text(name)}; {join_with_commas(map(quote_text, others))} would be "
        "other measures "
        "(--metric chooses)"
    )
    detail = {"chosen": name, "others": others}
    return (Finding(code="BO359", severity=Severity.NOTE, message=message, detail=detail),)


def _grade_columns(grid: Grid, named: RoleColumns) -> dict[str, Column]:
    """Return the columns that say right or wrong, one for each classifier: rf_correct, or true and false."""
    if PredictionRole.ID not in named:
        return {}
    free = _free_columns(grid, named)
    sure = (Grade.WORDS, Grade.ZERO_ONE)
    affixed = {who: c for c in free if (who := graded_classifier(c.name)) and grade_column(c) in sure}
    return affixed or {c.name.strip(): c for c in free if not c.is_numeric and grade_column(c) is Grade.WORDS}


def _recognise_labels(grid: Grid, named: RoleColumns, *, options: ReadOptions) -> PredictionColumns:
    """Return the columns of a table with predicted labels or probabilities."""
    named = _rename_weka_confidence(grid, named)
    answering = _answers_called_classifier(named, options)
    named = {part: column for part, column in named.items() if not any(column is c for c in answering)}
    free = [c for c in (*_free_columns(grid, named), *answering) if c.name.strip() not in options.leave_out]
    free = _keep_named(grid, free, options)
    truth = LabelColumn.of(named[PredictionRole.TRUTH]) if PredictionRole.TRUTH in named else None
    columns = {"": named[PredictionRole.PREDICTION]} if PredictionRole.PREDICTION in named else {}
    columns |= {who: c for c in free if (who := predictor_name(c.name))}
    answers = {who: LabelColumn.of(column) for who, column in columns.items()}
    free = exclude_columns(free, columns.values())
    numbers = number_columns(free, named, truth=truth, answers=answers)
    free = exclude_columns(free, [n.column for n in numbers])
    if truth is not None and not answers and numbers:
        answers = label_columns_beside(numbers, free, truth)
        free = exclude_columns(free, [a.column for a in answers.values()])
    elif truth is not None and not answers:
        answers, more = sort_unnamed_columns(free, truth)
        doubt_chance_columns(grid, answers, truth, options=options)
        numbers += more
        free = exclude_columns(free, [a.column for a in answers.values()] + [n.column for n in more])
    if truth is not None:
        refuse_measured_truth(grid, truth, answers.values())
        refuse_classes_as_classifiers(grid, numbers)
    return PredictionColumns(
        grid=grid.with_findings(*_unused_findings(free)),
        parts=_select_extras(named),
        truth=truth,
        answers=answers,
        outcomes={},
        numbers=numbers,
    )


def _keep_named(grid: Grid, free: list[Column], options: ReadOptions) -> list[Column]:
    """Return the columns that the user names as those of classifiers, or all where nothing is said."""
    if not options.columns:
        return free
    names = [c.name.strip() for c in grid.columns]
    wanted = find_named_columns(options.columns, names, grid.source, "--columns")
    return [c for c in free if c.name.strip() in wanted]


def _answers_called_classifier(named: RoleColumns, options: ReadOptions) -> list[Column]:
    """Return the column that is called as one of classifiers and holds labels: the answers of 'model'."""
    names, truth = named.get(PredictionRole.CLASSIFIER), named.get(PredictionRole.TRUTH)
    if names is None or truth is None or options.classifier_column is not None:
        return []
    return [] if PredictionRole.PREDICTION in named or not looks_like_labels(names, truth) else [names]


def _rename_weka_confidence(grid: Grid, named: RoleColumns) -> RoleColumns:
    """Weka calls the class 'predicted' and the probability of that class 'prediction'."""
    keys = {snake_key(c.name): c for c in grid.columns}
    if {"actual", "predicted", "error", "prediction"} <= set(keys):
        return named | {PredictionRole.CONFIDENCE: keys["prediction"]}
    return named


def _unused_findings(columns: Collection[Column]) -> tuple[Finding, ...]:
    names = tuple(c.name for c in columns if c.name.strip())
    if not names:
        return ()
    message = (
        f"{write_count(len(names), 'column')} without predictions left aside: "
        f"{join_with_commas(map(quote_text, names))}"
    )
    return (Finding(code="BO304", severity=Severity.NOTE, message=message, detail={"columns": names}),)
