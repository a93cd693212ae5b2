"""Doubts about what the rows are: single examples, people, classes, features, comparisons of others."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from bakeoff.core.measure_names import measure_words
from bakeoff.core.readings import Shape, Weight
from bakeoff.core.words import quote_text, write_list
from bakeoff.inputs.predictions.prediction_spellings import (
    PredictionRole,
    names_probability,
    predictor_name,
    snake_key,
    spellings_of,
)
from bakeoff.inputs.readings.columns import Judged
from bakeoff.inputs.readings.facts import Facts
from bakeoff.inputs.readings.folds import fold_columns
from bakeoff.inputs.readings.no_comparison import counts_steps
from bakeoff.inputs.readings.plans import Plan, name_list, refuse_ambiguous, refuse_shape
from bakeoff.inputs.readings.row_words import RowKind, row_kind
from bakeoff.inputs.readings.vocabulary import WHY, Kind, kind_of
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.marks import MISSING
from bakeoff.inputs.table.roles import Roles
from bakeoff.inputs.table.spellings import Role, is_summary

MOST_RESAMPLES = 100  # of one dataset: more rows without names are seldom resamples
FEWEST = 5  # rows from which on the size of numbers says something
_CODES = (-1.0, -9.0, -99.0, -999.0, -9999.0, 999.0, 9999.0)
_MOST_CODES = 0.2  # the share of cells that may be codes
MOST_RATING = 50.0  # whole numbers below are counts or ratings rather than percentages
_CLASSIFIER = re.compile(r"(?<![a-z])(classifier|model|method|algorithm|learner)(?![a-z])", re.IGNORECASE)
_VERSUS = re.compile(r"\S\s+(?:vs?\.?|versus|gegen|contre)\s+\S", re.IGNORECASE)
_DATE = re.compile(
    r"(?:19|20)\d\d(?:[-/.]?(?:q[1-4]|w?\d{1,2})){0,2}(?:[T ]\d.*)?|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ .-]*(?:\d{2,4})?|q[1-4][ -]?(?:19|20)\d\d",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"[^\W\d]*[\s=_<>≤≥~:]*(-?\d+(?:\.\d+)?(?:e-?\d+)?|∞|inf)[\s-]?(k|m|%|[^\W\d]{0,6})", re.IGNORECASE
)
_LONGEST_STEP = 60  # characters
_RANGE = re.compile(
    r"[<>≤≥]=?\s*\d[\d.,]*|\d[\d.,]*\s*\+|[(\[]?\d[\d.,]*\s*(?:-|–|to|bis|\.\.|,)\s*\d[\d.,]*[)\]]?",
    re.IGNORECASE,
)
_ORDERED = (Kind.STEP, Kind.SETTING, Kind.DATE, Kind.TIME, Kind.COUNT)
_LIKE_SCORE = re.compile(
    r"(?:\\[a-zA-Z]+(?:\[[^]]*\])?\{)?(?:<[^<>]*>|\W){0,3}(?:0?[.,]\d+|\d{1,2}[.,]\d{1,4})"
    r"(?![\d.,:]|/\d+(?![\d.,]))(?!\s*[-–]\s*\d)"
)
_MOST_CELLS = 200
_TIMES = {"k": 1e3, "m": 1e6}
_FEWEST_STEPS = 4
_MOST_KINDS = 12  # kinds of examples in a table
_RESAMPLED = {Role.FOLD, Role.REPEAT, Role.SEED}
_NO_SCORES = (
    Kind.P_VALUE,
    Kind.STEP,
    Kind.COUNT,
    Kind.INTERVAL,
    Kind.RANK,
    Kind.DIFFERENCE,
    Kind.SETTING,
    Kind.DATE,
)
_RIGHT = frozenset({"correct", "right", "passed", "solved", "hits", "resolved"})
_COUNTS = ({"tp", "fp"}, {"tp", "fn"}, {"tn", "fp"}, {"tn", "fn"})


def doubt_row_words(plan: Plan, names: Column | None) -> None:
    """Doubt rows that are no datasets by the word above their names."""
    if names is None or plan.options.rows_are is not None or plan.options.dataset_column is not None:
        return
    kind = row_kind(names.name)
    if kind is None and _are_contrasts(names):
        kind = RowKind.COMPARISON
    if kind is None:
        return
    what = f"each row is a {kind} by the name of its column, {quote_text(names.name)}"
    if kind in (RowKind.FEATURE, RowKind.COMPARISON):
        plan.offer("the rows are datasets all the same", "--rows-are", "datasets")
        raise refuse_shape(
            plan,
            Shape.STATISTICS,
            f"{what}: these are no scores of classifiers on datasets",
            "give the scores or predictions that it was computed from;",
        )
    plan.doubt(what, weight=Weight.SERIOUS)
    if kind in (RowKind.EXAMPLE, RowKind.PERSON):
        plan.offer("each row is an item that every classifier has a score on", "--rows-are", "examples")
    plan.offer("each row counts as a dataset of its own", "--rows-are", "datasets")
    refuse_ambiguous(plan)


def doubt_kinds_of_examples(plan: Plan, names: Column) -> None:
    """Doubt a few rows called by plain words that would be single examples: new and loyal are groups of customers."""
    if plan.options.rows_are is not None or plan.options.id_column is not None or not plan.grid.name:
        return
    rows = list(dict.fromkeys(text.strip() for text in names.text()))
    if len(rows) > _MOST_KINDS or any(re.search(r"\d", row) or len(row.split()) > 3 for row in rows):
        return
    plan.doubt(
        f"the rows ({name_list(rows, most=3)}) may be single examples, as their column "
        f"{quote_text(names.name.strip())} says, or kinds of examples",
        weight=Weight.SERIOUS,
    )
    plan.offer("each row is an item that every classifier has a score on", "--rows-are", "examples")
    plan.offer("each row counts as a dataset of its own", "--rows-are", "datasets")
    refuse_ambiguous(plan)


def _are_contrasts(names: Column) -> bool:
    rows = names.text()[:50]
    return 2 * sum(bool(_VERSUS.search(row)) for row in rows) > len(rows)


def refuse_columns_of_kinds(plan: Plan, judged: Judged) -> None:
    """Refuse a table whose every column is a count, a result of a test, or an end of an interval by its name."""
    if fold_columns(judged.kept) is not None or all(_CLASSIFIER.search(name) for name in judged.kept):
        return  # "classifier number 1", "model with 3 parameters": the other word is a part of the name
    said = {n: judged.kinds[n] for n in judged.kept if n in judged.kinds and n not in judged.slight}
    words = {name.strip().casefold() for name in judged.kept}
    are_counts = any(pair <= words for pair in _COUNTS)
    if not are_counts and (len(said) < len(judged.kept) or not set(said.values()) <= set(_NO_SCORES)):
        return
    if len(judged.kept) < 2 or plan.options.columns_are is not None or plan.options.columns:
        return
    why = "they count right and wrong answers" if are_counts else _why_no_scores(said)
    if not any("," in n for n in judged.kept):
        plan.offer("these columns are classifiers", "--columns", ",".join(judged.kept))
    raise refuse_shape(
        plan,
        Shape.STATISTICS,
        f"the columns ({name_list(judged.kept)}) are no classifiers by their names: {why}",
        "give a column of scores for each classifier; if these are classifiers all the same:",
    )


def _why_no_scores(said: Mapping[str, Kind]) -> str:
    """Return what all columns hold, or, of several kinds, what the first of each holds."""
    firsts = {kind: name for name, kind in reversed(list(said.items()))}
    if len(firsts) == 1:
        return WHY[next(iter(firsts))].replace("it ", "each ", 1)
    return write_list(
        [
            f"{quote_text(name)} {WHY[kind].removeprefix('it ')}"
            for kind, name in reversed(list(firsts.items()))
        ]
    )


def doubt_values(plan: Plan, facts: Facts, judged: Judged, names: Column | None, roles: Roles) -> None:
    """Doubt numbers that are no scores of datasets: ratings and counts, differences, shares of a whole."""
    names_kept = frozenset(judged.kept).difference(judged.doubted)
    kept = [j for j, name in enumerate(facts.names()) if name in names_kept]
    if len(kept) < 2 or plan.options.columns_are is not None:
        return
    if not plan.options.metric and not plan.grid.metric:
        _doubt_ratings(plan, facts, kept, roles)
        _doubt_amounts(plan, facts, kept, names)
        _doubt_signs(plan, facts, kept)
    _doubt_codes(plan, facts, kept)
    _doubt_shares(plan, facts, kept)
    refuse_ambiguous(plan)


def _doubt_ratings(plan: Plan, facts: Facts, kept: Sequence[int], roles: Roles) -> None:
    """Doubt few small whole numbers: ratings, ranks or counts of items, not scores of datasets."""
    values = facts.values[:, kept]
    given = values[np.isfinite(values)]
    if (
        plan.options.rows_are is not None
        or plan.grid.source.startswith("the given ")  # whoever types arrays in Python knows what they hold
        or _RESAMPLED & set(roles)
        or len(facts.rows) < FEWEST
        or not given.size
    ):
        return
    whole = (given * 2 == np.rint(given * 2)).all() and given.min() >= 0
    if not whole or given.max() <= 1 or given.max() >= MOST_RATING:
        return
    plan.doubt(
        f"all numbers are whole or half ones from {given.min():g} to {given.max():g}, as ratings, ranks or counts of "
        "single items are",
        weight=Weight.SERIOUS,
    )
    plan.offer("each row is an item that every classifier has a score on", "--rows-are", "examples")
    plan.offer("each row is a dataset", "--rows-are", "datasets")


def _doubt_amounts(plan: Plan, facts: Facts, kept: Sequence[int], names: Column | None) -> None:
    """Doubt whole numbers beyond a hundred that no measure names: counts and amounts, of which fewer may be better."""
    if not facts.is_whole[list(kept)].all():
        return
    rows = names.text() if names is not None else []
    totals = [i for i, row in enumerate(rows[: len(facts.values)]) if is_summary(row.strip())]
    values = np.delete(facts.values, totals, axis=0)[:, kept]
    given = values[np.isfinite(values)]
    typed = plan.grid.source.startswith("the given ") or plan.options.higher_is_better is not None
    if typed or not given.size or given.min() < 0 or given.max() <= 100:
        return
    if any("," in str(cell) for place in kept for cell in facts.sampled[place].cells):
        return  # 1,234 may be a decimal comma, which is asked about first
    plan.doubt(
        f"all numbers are whole ones up to {given.max():g}, as counts and amounts are, and no name says what they "
        "measure",
        weight=Weight.SERIOUS,
    )
    plan.offer("they are scores, and higher is better", "--higher-is-better")
    plan.offer("they are scores, and lower is better", "--lower-is-better")


def _doubt_codes(plan: Plan, facts: Facts, kept: Sequence[int]) -> None:
    """Doubt a few cells of -1 or the like among fractions or percentages: codes of failures, not scores."""
    values = facts.values[:, kept]
    if not ((values < 0) | (values > 100)).any():
        return
    is_code = np.isin(values, _CODES)
    rest = values[np.isfinite(values) & ~is_code]
    if (
        not is_code.any()
        or not rest.size
        or rest.min() < 0
        or rest.max() > 100
        or is_code.mean() > _MOST_CODES
    ):
        return
    code = values[is_code][0]
    plan.doubt(
        f"{int(is_code.sum())} of the numbers {'is' if is_code.sum() == 1 else 'are'} {code:g} where all others lie "
        f"between {rest.min():g} and {rest.max():g}: this may be a code for a missing score",
        weight=Weight.SERIOUS,
    )
    plan.offer("it stands for a missing score", "--missing-marks", f"{code:g}")
    plan.offer("it is a score", "--columns-are", "classifiers")


def _doubt_signs(plan: Plan, facts: Facts, kept: Sequence[int]) -> None:
    """Doubt numbers that are written with a plus: differences to something that is not in the table."""
    columns = [facts.sampled[j] for j in kept]
    if plan.options.higher_is_better is not None or any(c.is_numeric for c in columns):
        return
    if sum(cell.lstrip().startswith("+") for c in columns for cell in c.text() if "+" in cell) < 3:
        return
    plan.doubt(
        "numbers are written with + and −, as differences to something else are: their columns may not be scores",
        weight=Weight.SERIOUS,
    )
    plan.offer("they are scores, and higher is better", "--higher-is-better")
    plan.offer("they are scores, and lower is better", "--lower-is-better")


def _doubt_shares(plan: Plan, facts: Facts, kept: Sequence[int]) -> None:
    """Doubt numbers that add up to a whole in every column, or in every row: shares, importances, probabilities."""
    values = facts.values[:, kept]
    if len(facts.rows) < facts.grid.height or not np.isfinite(values).all() or values.min() < 0:
        return
    step = 10.0 ** -min(facts.decimals[j] for j in kept)
    for what, axis in (("column", 0), ("row", 1)):
        n, others = values.shape[axis], values.shape[1 - axis]
        sums = values.sum(axis=axis)
        slack = 0.5 * n * step + 1e-9
        if n < 3 or others < 3 or slack > 0.05 * sums.max() or np.ptp(values, axis=axis).min() == 0:
            continue
        whole = 1.0 if abs(sums[0] - 1) <= slack else 100.0
        if (np.abs(sums - whole) > slack).any():
            continue
        plan.doubt(
            f"the numbers of every {what} add up to {whole:g}: they are shares of a whole, and may be no scores",
            weight=Weight.SERIOUS,
        )
        plan.offer("they are scores all the same", "--columns-are", "classifiers")
        return


def doubt_predictions(plan: Plan, facts: Facts, names: Column | None) -> None:
    """Doubt columns that hold predictions of single examples by their names, where no truth was found."""
    every = facts.names()
    predicted = [name for name in every if predictor_name(name) or names_probability(name)]
    if len(predicted) < 2 or plan.options.columns_are is not None or plan.options.rows_are is not None:
        return
    rest = [c.name.strip() for c in plan.grid.columns if c.name.strip() not in predicted and c is not names]
    plan.doubt(
        f"{name_list(predicted, most=3)} are predictions of single examples by their names, and no column is known "
        "to hold the truth",
        weight=Weight.SERIOUS,
    )
    for name in rest[:4]:
        plan.offer(f"the truth stands in {quote_text(name)}", "--truth-column", name)
    plan.offer("the columns are classifiers, the rows datasets", "--rows-are", "datasets")
    refuse_ambiguous(plan)


def doubt_nameless(plan: Plan, names: Column | None, roles: Roles) -> None:
    """Doubt the rows of a file that nothing names: datasets, resamples of one, single examples, points of a curve."""
    told = plan.options.rows_are is not None or {Role.DATASET, *_RESAMPLED} & set(roles)
    if names is not None or told or not plan.grid.name or not 2 <= plan.grid.height <= MOST_RESAMPLES:
        return
    plan.doubt(
        f"no column names the {plan.grid.height:,} rows, which may be datasets, resamples of one dataset (folds, "
        "seeds), or single examples",
        weight=Weight.SERIOUS,
    )
    for name in _possible_truths(plan):
        plan.offer(f"the truth of single examples stands in {quote_text(name)}", "--truth-column", name)
    plan.offer("each row is a dataset", "--rows-are", "datasets")
    plan.offer("each row is a resample of one dataset", "--rows-are", "resamples")
    plan.offer("each row is an item that every classifier has a score on", "--rows-are", "examples")
    refuse_ambiguous(plan)


def _possible_truths(plan: Plan) -> list[str]:
    """Return the columns that may hold the truth by their names: label, target, y."""
    words = spellings_of(PredictionRole.TRUTH, certain=False)
    return [c.name.strip() for c in plan.grid.columns if snake_key(c.name) in words][:2]


def doubt_steps(plan: Plan, names: Column | None, roles: Roles) -> None:
    """Doubt rows that are dates, or sizes and shares one after another: a series or a curve, not datasets."""
    told = plan.options.rows_are is not None or {Role.DATASET, *_RESAMPLED} & set(roles)
    if names is None or told or plan.options.dataset_column is not None or counts_steps(names):
        return
    rows = [text.strip() for text in names.text()]
    if len(rows) < _FEWEST_STEPS:
        return
    kind = kind_of(names.name)
    if all(_DATE.fullmatch(row) for row in rows):
        what = f"the rows are dates ({rows[0]} to {rows[-1]})"
    elif kind in _ORDERED and all(re.search(r"\d", row) for row in rows):
        what = f"{quote_text(names.name)} goes from {rows[0]} to {rows[-1]}"
    elif sum(bool(_RANGE.fullmatch(row)) for row in rows) >= 0.8 * len(rows):
        what = f"the rows are ranges of numbers ({rows[0]} to {rows[-1]})"
    elif go_on(rows):
        what = f"the rows go from {rows[0]} to {rows[-1]} step by step"
    else:
        return
    plan.doubt(f"{what}: they look like a series or a curve of one dataset", weight=Weight.SERIOUS)
    plan.offer("each row counts as a dataset of its own", "--rows-are", "datasets")
    refuse_ambiguous(plan)


def go_on(rows: Sequence[str]) -> bool:
    """Say whether rows are numbers with one unit or word that rise or fall, with steps that differ."""
    found = [_STEP.fullmatch(row) if len(row) <= _LONGEST_STEP else None for row in rows]
    if not all(found):
        return False
    matches = [match for match in found if match]
    words = {re.sub(r"[\d.,e+-]+", "#", row.casefold().replace("k", "").replace("m", "")) for row in rows}
    values = [float(m[1].replace("∞", "inf")) * _TIMES.get(m[2].casefold(), 1.0) for m in matches]
    if len(set(values)) < len(values):  # two that are equal, or endless
        return False
    steps = np.diff(values)
    rises = bool((steps > 0).all() or (steps < 0).all())
    # d1, d2, d3 are names that are counted; 1k, 2k, 5k and 10 %, 20 % are sizes and shares.
    counted = bool((steps == 1).all()) or not any(m[2] or "=" in m[0] for m in matches)
    return len(words) <= 2 and rises and not counted


def doubt_counts(plan: Plan, facts: Facts) -> None:
    """Doubt whole numbers of right answers: of how many, they do not say."""
    named = [n for n in facts.names() if _RIGHT & set(measure_words(n)) and "percent" not in measure_words(n)]
    if len(named) < 2 or plan.options.columns_are is not None or not facts.is_whole.all():
        return
    if np.nanmax(facts.values) <= 1:
        return
    plan.doubt(
        f"{name_list(named, most=3)} are numbers of right answers, and rows may have different numbers of examples",
        weight=Weight.SERIOUS,
    )
    plan.offer("every row has the same number of examples", "--columns-are", "classifiers")
    refuse_ambiguous(plan)


def doubt_unread_scores(plan: Plan, facts: Facts, names: Column | None, roles: Roles) -> None:
    """Doubt columns of text most of whose cells begin with a decimal number: scores with marks that are not known."""
    known = {c.position for c in facts.numeric} | {plan.grid.columns[i].position for i in roles.values()}
    for column in plan.grid.columns:
        name = column.name.strip()
        if (
            column is names
            or column.position in known
            or name in plan.options.leave_aside
            or column.is_numeric
        ):
            continue
        cells = [text for text in map(str.strip, column.text()[:_MOST_CELLS]) if text and text not in MISSING]
        like = [text for text in cells if _LIKE_SCORE.match(text)]
        if kind_of(name) is not None or len(like) < 3 or len(like) < 0.6 * len(cells):
            continue
        plan.doubt(
            f"{quote_text(name)} may hold scores, but its cells, such as {quote_text(like[0])}, are no numbers",
            weight=Weight.SERIOUS,
        )
        plan.offer(f"{quote_text(name)} holds no scores", "--leave-aside", name)
