"""Tables that hold no comparison, or stages and curves in place of classifiers and datasets."""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.measure_names import FILLERS, find_measure, measure_within, measure_words
from bakeoff.core.measures import lower_is_better
from bakeoff.core.readings import Shape, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ColumnsAre
from bakeoff.inputs.readings.columns import Judged, is_like_others
from bakeoff.inputs.readings.facts import Facts
from bakeoff.inputs.readings.folds import some_fold_columns
from bakeoff.inputs.readings.plans import Plan, name_list, refuse_ambiguous, refuse_shape
from bakeoff.inputs.readings.vocabulary import STAGES, Kind, is_statistic
from bakeoff.inputs.scores.families import measure_in_names, split_by_metric
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.roles import Roles, is_saved_index
from bakeoff.inputs.table.spellings import Role, is_spread, role_of, strip_summary_words

_MOMENTS = (
    {"before", "after"},
    {"pre", "post"},
    {"baseline", "followup"},
    {"vorher", "nachher"},
    {"avant", "après"},
)
_FEWEST_STATISTICS = 4
_MOST_STATISTICS = 200  # a table of more rows describes nothing
_SHORT = 3
_LONG_CURVE = 6
_RUN = re.compile(r"^(?:train|val|valid|eval|test|metrics|_)[_/.]", re.IGNORECASE)
_STEPS = re.compile(
    r"_?(?:global[ _])?(?:epoch|step)s?|(?:train(?:er)?|wall)[/_ ](?:global_)?(?:step|epoch|time)",
    re.IGNORECASE,
)


def refuse_no_comparison(
    plan: Plan, facts: Facts, judged: Judged, names: Column | None, roles: Roles
) -> None:
    """Refuse logs, exports of runs, leaderboards and statistics, whose columns are no classifiers."""
    if plan.options.columns_are == ColumnsAre.CLASSIFIERS or not facts.numeric:
        return
    every = facts.names()
    statistics = [n for n in every if is_statistic(n)]
    rows = [] if names is None else [t for t in map(str.strip, names.text()) if t]
    described = [r for r in rows if is_statistic(r)] if len(rows) < _MOST_STATISTICS else []
    if are_statistics(statistics, every) or are_statistics(described, rows):
        seen = statistics or rows
        offer_all(plan, every)
        raise refuse_shape(
            plan,
            Shape.STATISTICS,
            f"these are statistics of scores ({name_list(seen)}), not scores: nothing can be paired",
            "give the scores that they were computed from, one for each classifier and dataset or fold",
        )
    refuse_log(plan, facts, judged, roles)
    refuse_stages(plan, judged)
    plain = [n for n in judged.kept if n and (n not in judged.kinds or n in judged.slight)]
    measures = [n for n in judged.kept if judged.kinds.get(n) is Kind.MEASURE]
    if len(plain) >= 2 or split_by_metric(judged.kept) or len(every) < 2 or not measures:
        return
    if plain and Role.DATASET in roles and all(len(n) <= _SHORT for n in measures):
        return  # three letters of a classifier's name may be those of a measure
    if all(find_measure(n) is not None or is_spread(n) for n in judged.kept) and not _looks_like_runs(every):
        judged.doubted.clear()
        return  # measures and nothing else: the reader of wide tables says so
    offer_all(plan, every)
    shape = Shape.RUNS if _looks_like_runs(every) else Shape.LEADERBOARD
    what = (
        "each row is a run, and the columns are different measures and settings"
        if shape is Shape.RUNS
        else "there is one row for each entry, and the columns are different measures"
    )
    raise refuse_shape(
        plan,
        shape,
        f"{what} ({name_list(every)}): they are not classifiers to be compared",
        "give one measure for each classifier on each dataset, fold, seed or example; a long table names "
        "its columns with "
        "--classifier-column, --dataset-column and --score-column; if the columns are classifiers all the same:",
    )


def doubt_partial_folds(plan: Plan, kept: Sequence[str]) -> None:
    """Doubt columns of which some are resamples by their names and others are not: cv1 to cv5 beside a test score."""
    folds = some_fold_columns(kept)
    if not folds or plan.options.columns_are is not None:
        return
    rest = [name for name in kept if name not in folds]
    plan.doubt(
        f"{name_list(folds, most=3)} are resamples of one dataset by their names, and {name_list(rest, most=3)} "
        f"{'is' if len(rest) == 1 else 'are'} not",
        weight=Weight.SERIOUS,
    )
    words = [word for name in rest for word in ("--leave-aside", name)]
    plan.offer(f"only the resamples, without {name_list(rest, most=3)}", *words)
    refuse_ambiguous(plan)


def refuse_stages(plan: Plan, judged: Judged) -> None:
    """Refuse columns that are training and test scores of one classifier."""
    words = {" ".join(measure_words(n)) for n in judged.kept}
    if len(judged.kept) == 2 and words in _MOMENTS and plan.options.columns_are is None:
        plan.doubt(
            f"{name_list(judged.kept)} are two moments of one thing, not two classifiers",
            weight=Weight.SERIOUS,
        )
        plan.offer("they are classifiers all the same", "--columns-are", "classifiers")
        refuse_ambiguous(plan)
    stages = [n for n in judged.kept if set(measure_words(n)) and set(measure_words(n)) <= STAGES]
    if len(stages) > 1 and len(stages) == len(judged.kept):
        offer_all(plan, judged.kept)
        raise refuse_shape(
            plan,
            Shape.RUNS,
            f"the columns ({name_list(stages)}) are stages of training and testing, not classifiers",
            "give the test scores of two classifiers or more; if the columns are classifiers all the same:",
        )


def refuse_measures(plan: Plan, columns: Sequence[str]) -> None:
    """Refuse a table with a row for each classifier whose columns are measures: these are no datasets."""
    measures = [name for name in columns if find_measure(strip_summary_words(name)) is not None]
    if len(measures) < 2 or len(measures) < len(columns) or plan.options.columns_are is not None:
        return
    plan.offer("these columns are datasets", "--rows-are", "classifiers", "--columns-are", "datasets")
    raise refuse_shape(
        plan,
        Shape.LEADERBOARD,
        f"there is one row for each classifier, and the columns are measures ({name_list(measures)}), not datasets",
        "give one measure for each classifier on each dataset, fold, seed or example;",
    )


def refuse_measure_rows(plan: Plan, names: Column | None, roles: Roles) -> None:
    """Refuse a table with one row for each measure: one score of each classifier by each says nothing of chance."""
    if names is not None or Role.METRIC not in roles or plan.options.rows_are is not None:
        return
    if {Role.DATASET, Role.FOLD, Role.REPEAT, Role.SEED} & set(roles):
        return
    column = plan.grid.columns[roles[Role.METRIC]]
    measures = [text.strip() for text in column.text()]
    if len(measures) < 2 or len(set(measures)) < len(measures):
        return
    raise refuse_shape(
        plan,
        Shape.LEADERBOARD,
        f"there is one row for each measure ({name_list(measures)}) in {quote_text(column.name)}: one score of each "
        "classifier by each of them says nothing about chance",
        "give one measure for each classifier on each dataset, fold, seed or example, or the predictions",
    )


def doubt_several_measures(plan: Plan, columns: Sequence[str]) -> None:
    """Doubt columns of datasets that each name a measure, and not all the same one."""
    measures = measure_in_names(columns)
    if len(measures) < 2 or plan.options.columns_are is not None or plan.options.columns:
        return
    plan.doubt(
        f"the columns ({name_list(list(columns))}) measure different things ({join_with_commas(measures)}), whose "
        "differences are not of one kind",
        weight=Weight.SERIOUS,
    )
    for measure in measures:
        some = [n for n in columns if (known := measure_within(n)) is not None and known.name == measure]
        if len(some) > 1 and not any("," in n for n in some):
            plan.offer(f"only the columns of {measure}", "--columns", ",".join(some))
    if len({lower_is_better(m) for m in measures}) == 1:
        plan.offer("all together, whatever they measure", "--columns-are", "datasets")
    refuse_ambiguous(plan)


def are_statistics(found: Sequence[str], every: Sequence[str]) -> bool:
    """Say whether names are those of statistics of a sample, as describe() makes them, and hardly anything else."""
    return (
        len(found) >= _FEWEST_STATISTICS and len(set(found)) == len(found) and len(found) >= 0.6 * len(every)
    )


def _looks_like_runs(names: Sequence[str]) -> bool:
    return sum(bool(_RUN.match(n)) for n in names) >= 2


def refuse_log(plan: Plan, facts: Facts, judged: Judged, roles: Roles) -> None:
    """Refuse the course of a training: a column counts epochs or steps, the others are measures of each."""
    steps = [c for c in plan.grid.columns if counts_steps(c)]
    if not steps or Role.DATASET in roles:
        return
    others = [n for n in facts.names() if n != steps[0].name.strip()]
    offer_all(plan, [n for n in others if n not in judged.aside])
    raise refuse_shape(
        plan,
        Shape.LOG,
        f"this is the course of a training: {quote_text(steps[0].name)} counts its steps, and the columns "
        f"({name_list(others)}) follow it",
        "steps of one training are no independent trials: give the final score of each model on each "
        "test set, fold or seed, or the "
        "predictions; if each row is a dataset of its own:",
    )


def counts_steps(column: Column) -> bool:
    """Say whether a column counts the epochs or steps of a training."""
    return bool(_STEPS.fullmatch(column.name.strip())) and _counts_up(column)


def _counts_up(column: Column) -> bool:
    try:
        numbers = [float(cell) for cell in column.cells if str(cell).strip()]
    except ValueError:
        return False
    return len(numbers) > 2 and all(b >= a for a, b in pairwise(numbers)) and numbers[0] < numbers[-1]


def refuse_matrix(plan: Plan, facts: Facts, names: Column | None) -> None:
    """Refuse a square table whose rows have the names of its columns: confusions, correlations, p-values of pairs."""
    if names is None or role_of(names.name)[0] is Role.DATASET or plan.options.rows_are is not None:
        return
    if plan.grid.height != len(facts.numeric):
        return
    every = facts.names()
    rows = [t.strip() for t in names.text()]
    if len(every) > 2 and _is_triangle(np.isnan(facts.values)):
        plan.offer("the rows are datasets all the same", "--rows-are", "datasets")
        raise refuse_shape(
            plan,
            Shape.STATISTICS,
            "the cells on one side of the diagonal are empty: this is a matrix of pairs or of steps, not a table of "
            "scores",
            "give the scores or predictions that it was computed from;",
        )
    if len(every) > 1 and (set(rows) == set(every) or set(_strip_shared(rows)) == set(_strip_shared(every))):
        plan.offer("the rows are datasets all the same", "--rows-are", "datasets")
        raise refuse_shape(
            plan,
            Shape.STATISTICS,
            f"rows and columns have the same names ({name_list(every)}): this is a matrix of pairs, "
            "not a table of scores",
            "give the scores or predictions that it was computed from;",
        )


def _is_triangle(missing: Bools) -> bool:
    """Say whether all cells above, or all below, the diagonal of a square are missing, and no others off it."""
    above = np.triu(np.ones(missing.shape, dtype=bool), 1)
    off = missing & ~np.eye(len(missing), dtype=bool)
    return bool((off == above).all() or (off == above.T).all())


def _strip_shared(names: Sequence[str]) -> list[str]:
    """Return names without the words that all of them begin or end with: cat and dog of pred_cat and pred_dog."""
    split = [re.findall(r"[^\W_]+", name.casefold()) for name in names]
    while all(len(words) > 1 for words in split) and len({words[0] for words in split}) == 1:
        split = [words[1:] for words in split]
    while all(len(words) > 1 for words in split) and len({words[-1] for words in split}) == 1:
        split = [words[:-1] for words in split]
    return [" ".join(words) for words in split]


def doubt_curve(plan: Plan, facts: Facts, names: Column | None, roles: Roles) -> None:
    """Doubt rows that are values of a setting, one after another: a curve, not datasets."""
    if plan.options.rows_are is not None or {Role.DATASET, Role.REPEAT, Role.FOLD} & set(roles):
        return
    first = plan.grid.columns[roles[Role.N_TRAIN]] if Role.N_TRAIN in roles else None
    is_numbered = names is not None and is_saved_index(names)
    if is_numbered:
        names = None
    if names is None and first is None and len(facts.numeric) > 2:
        counts = (
            is_numbered and plan.grid.height >= _LONG_CURVE
        )  # so many numbers rise by chance in no column
        first = facts.numeric[0] if counts or not is_like_others(facts, 0) else None
    if first is None or (names is not None and Role.N_TRAIN not in roles) or not first.name.strip():
        return
    values = parse_numbers([first], decimal=plan.options.decimal).values[:, 0]
    steps = np.diff(values)
    if len(values) < 4 or not ((steps > 0).all() or (steps < 0).all()):
        return
    rest = [n for n in facts.names() if n != first.name.strip()]
    plan.doubt(
        f"the rows are not named, and {quote_text(first.name)} goes from {values[0]:g} to {values[-1]:g} step by step: "
        "they look like a curve of one dataset",
        weight=Weight.SERIOUS,
    )
    if len(rest) >= 2 and not any("," in n for n in rest):
        plan.offer(
            f"each row is a dataset, {quote_text(first.name)} is no classifier",
            "--rows-are",
            "datasets",
            "--columns",
            ",".join(rest),
        )
    refuse_ambiguous(plan)


def doubt_stages(plan: Plan, names: Sequence[str]) -> None:
    """Doubt columns that are scores of training and of testing of each classifier."""
    if plan.options.columns_are == ColumnsAre.CLASSIFIERS:
        return
    stages = [[w for w in measure_words(n) if w in STAGES] for n in names]
    stems = {tuple(w for w in measure_words(n) if w not in STAGES) for n in names}
    every = list(dict.fromkeys(own[0] for own in stages if len(own) == 1))
    plain = [s for s in stems if any(find_measure(w) is None and w not in FILLERS for w in s)]
    # A and B are fillers, and classifiers where each has every stage.
    paired = len(stems) > 1 and len(names) == len(stems) * len(every) and not all(map(_is_measure, stems))
    if len(every) < 2 or not all(len(own) == 1 for own in stages) or not (len(plain) > 1 or paired):
        return
    plan.doubt(
        f"the columns are scores of {', '.join(every)}: stages of one classifier are no classifiers",
        weight=Weight.SERIOUS,
    )
    for stage in every:
        own = [n for n, s in zip(names, stages, strict=True) if s == [stage]]
        if not any("," in n for n in own):
            plan.offer(f"only the scores of {stage}", "--columns", ",".join(own))
    refuse_ambiguous(plan)


def _is_measure(stem: tuple[str, ...]) -> bool:
    return find_measure(" ".join(stem)) is not None


def offer_all(plan: Plan, names: Sequence[str]) -> None:
    """Offer the reading that these columns are classifiers all the same."""
    named = [n for n in names if n]
    if len(named) >= 2 and not any("," in n for n in named):
        plan.offer("these columns are classifiers", "--columns", ",".join(named))
