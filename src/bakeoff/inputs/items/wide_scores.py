"""Which columns of a table with an item in each row hold the scores of models, and whether higher is better."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ReadingError
from bakeoff.core.findings import Finding
from bakeoff.core.measure_names import measure_words
from bakeoff.core.measures import is_known_measure
from bakeoff.core.readings import Doubt, Shape, Weight
from bakeoff.inputs.items.columns import OUTCOMES
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.prediction_spellings import predictor_name, snake_key
from bakeoff.inputs.readings.columns import Judged, judge_columns
from bakeoff.inputs.readings.conditions import doubt_conditions
from bakeoff.inputs.readings.facts import find_facts
from bakeoff.inputs.readings.name_grids import doubt_name_grid
from bakeoff.inputs.readings.plans import Plan, offer, refuse_ambiguous
from bakeoff.inputs.readings.row_doubts import doubt_kinds_of_examples
from bakeoff.inputs.readings.vocabulary import WHY, Kind, kind_of
from bakeoff.inputs.readings.wide_plans import doubt_columns, settle_named_columns
from bakeoff.inputs.scores.families import split_by_metric
from bakeoff.inputs.scores.keys import missing_marks
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.metric_choice import choose_metric
from bakeoff.inputs.table.roles import find_named_columns, is_row_number
from bakeoff.inputs.table.spellings import is_measure

MOST_RATING = 10.0  # whole and half numbers up to here are ratings
_NO_SCORES = (Kind.IDENTITY, Kind.STEP, Kind.DATE, Kind.SETTING, Kind.P_VALUE)
_PEOPLE = frozenset(
    [
        "human",
        "humans",
        "teacher",
        "expert",
        "experts",
        "gold",
        "reference",
        "people",
        "person",
        "annotator",
        "rater",
        "grader",
        "marker",
        "examiner",
        "assessor",
        "evaluator",
        "judge",
        "reviewer",
        "reader",
        "coder",
        "doctor",
        "physician",
        "clinician",
        "radiologist",
        "pathologist",
        "student",
        "participant",
    ]
)
_PROPERTIES = frozenset(
    ["difficulty", "discrimination", "weight", "weights", "chance", "guessing", "similarity", "frequency"]
)
_LOW = 40.0  # percentages mostly below may be errors


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemScores:
    """Scores of models on items, and the columns that hold none."""

    scores: Mapping[str, Floats]
    columns: tuple[str, ...]
    aside: Mapping[str, str]
    metric: str | None = None  # where the names of the columns say it
    doubts: tuple[Doubt, ...] = ()
    findings: tuple[Finding, ...] = ()


def find_item_scores(grid: Grid, keys: Sequence[Column], *, options: ReadOptions) -> ItemScores | None:
    """Return the columns of a table of items that hold scores of models; None where they are something else."""
    keys = [*keys, *(c for c in grid.columns if is_row_number(c) or kind_of(c.name) in _NO_SCORES)]
    facts = find_facts(grid, keys, options=options)
    named = [c.name.strip() for c in facts.numeric]
    texts = [c for c in grid.columns if c not in facts.numeric and c not in keys]
    if any(2 * len(set(c.text())) > grid.height for c in texts):  # answers or their text, not a category
        return None
    if len(named) < 2 or any(
        _is_number(n) or is_measure(n) or snake_key(n) in OUTCOMES or predictor_name(n) for n in named
    ):
        return None
    judged = _judge(grid, keys, options)
    if options.columns:
        wanted = find_named_columns(options.columns, named, grid.source, "--columns")
        judged.aside |= {n: "other columns were named" for n in named if n not in wanted}
        judged.kept = wanted
    families = split_by_metric(judged.kept)
    metric, findings = (
        choose_metric(list(families), wanted=options.metric, source=grid.source) if families else (None, ())
    )
    models = families[metric] if metric else {name: name for name in judged.kept}
    aside = {**judged.aside, **{n: "another measure" for n in judged.kept if n not in models}}
    columns = [c for c in facts.numeric if c.name.strip() in models]
    if len(columns) < 2:
        return None
    values = parse_numbers(columns, decimal=options.decimal, missing=missing_marks(options)).values
    if _holds_truth(values):
        return None
    doubts = _require_direction(grid, values, options, metric=metric or options.metric or "")
    scores = {models[c.name.strip()]: values[:, j] for j, c in enumerate(columns)}
    return ItemScores(
        scores=scores,
        columns=tuple(models),
        aside=aside,
        metric=metric,
        doubts=doubts,
        findings=findings,
    )


def _is_number(name: str) -> bool:
    """Say whether a name is a number: a table without a header."""
    return not name or bool(re.fullmatch(r"[-+]?\d*[.,]?\d+", name))


def _judge(grid: Grid, keys: Sequence[Column], options: ReadOptions) -> Judged:
    """Return which columns are models; ask about those that may be something else."""
    facts = find_facts(grid, keys, options=options)
    given = facts.values[np.isfinite(facts.values)]
    is_graded = given.size and given.min() >= 0 and given.max() <= 1  # right, wrong and parts of it
    judged = Judged(kept=facts.names()) if is_graded else judge_columns(facts)
    judged.doubted |= {n: why for n in judged.kept if (why := _why_no_model(n)) and n not in judged.doubted}
    plan = Plan(grid=grid, options=options, shape=Shape.ITEMS)
    settle_named_columns(plan, judged)
    if not options.columns:
        doubt_kinds_of_examples(plan, keys[0])
        if not split_by_metric(judged.kept):
            doubt_name_grid(plan, judged.kept)
        doubt_columns(plan, judged)
        doubt_conditions(plan, judged.kept, are="classifiers")
        refuse_ambiguous(plan)
    return judged


def _why_no_model(name: str) -> str:
    """Return why a column of a table of items may hold no scores of a model by its name; nothing where it may."""
    words = set(measure_words(name))
    if words & _PEOPLE:
        return "by its name a person's score, which may be the truth and not a model's"
    if kind_of(name) is Kind.COUNT:
        return f"by its name {WHY[Kind.COUNT]}"
    return "by its name it tells what the item is like" if words & _PROPERTIES else ""


def _holds_truth(values: Floats) -> bool:
    """Say whether some columns hold only zeros and ones where others hold fractions: a truth beside probabilities."""
    given = np.where(np.isnan(values), 0.0, values)
    if given.max(initial=0.0) > 1 or given.min(initial=0.0) < 0:
        return False
    sure = np.isin(given, (0.0, 1.0)).mean(axis=0)
    return bool((sure == 1).any() and (sure < 0.5).any())


def _require_direction(grid: Grid, values: Floats, options: ReadOptions, *, metric: str) -> tuple[Doubt, ...]:
    """Ask whether higher is better where neither a name nor the numbers say it."""
    given = values[np.isfinite(values)]
    if options.higher_is_better is not None or is_known_measure(metric) or not given.size:
        return ()
    if given.min() >= 0 and given.max() <= 1:
        return ()
    said = f"no name says what the scores from {given.min():g} to {given.max():g} measure"
    ratings = given.min() >= 0 and given.max() <= MOST_RATING and (given * 2 == np.rint(given * 2)).all()
    percent = given.min() >= 0 and 50 < given.max() <= 100 and float(np.median(given)) >= _LOW
    if (ratings and not _are_ranks(values)) or percent:
        return (Doubt(weight=Weight.SLIGHT, message=f"{said}; higher is taken as better"),)
    raise ReadingError(
        f"{said}, so that higher or lower may be better; the verdict would be the opposite",
        where=grid.source,
        fix="say which is better:",
        code="BO562",
        doubts=(Doubt(weight=Weight.SERIOUS, message=f"{said}: the direction is not known"),),
        alternatives=(
            offer(grid, "higher scores are better", "--higher-is-better"),
            offer(grid, "lower scores are better", "--lower-is-better"),
        ),
    )


def _are_ranks(values: Floats) -> bool:
    """Say whether every row holds the ranks 1 to k."""
    k = values.shape[1]
    return k > 1 and bool(
        (values >= 1).all() and (values <= k).all() and np.allclose(values.sum(axis=1), k * (k + 1) / 2)
    )
