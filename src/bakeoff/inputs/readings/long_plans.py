"""Tables with a column of classifiers: a row for each score, or a row for each classifier."""

import re
from dataclasses import replace

import numpy as np

from bakeoff.core.readings import Shape, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.options import ColumnsAre, ReadOptions, RowsAre
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole, snake_key, spellings_of
from bakeoff.inputs.readings.columns import Judged, judge_columns
from bakeoff.inputs.readings.facts import find_facts
from bakeoff.inputs.readings.folds import fold_columns, unfold_columns
from bakeoff.inputs.readings.known_names import counted_names, share_of_datasets, share_of_methods
from bakeoff.inputs.readings.no_comparison import are_statistics, offer_all
from bakeoff.inputs.readings.plans import Plan, name_list, refuse_ambiguous, refuse_shape
from bakeoff.inputs.readings.row_heads import doubt_dataset_column
from bakeoff.inputs.readings.row_words import RowKind, row_kind
from bakeoff.inputs.readings.vocabulary import WHY, Kind, is_statistic
from bakeoff.inputs.readings.wide_plans import (
    doubt_dataset_columns,
    settle_named_columns,
    take_as_resamples,
    take_named_columns,
    turn,
)
from bakeoff.inputs.scores.families import split_by_metric
from bakeoff.inputs.scores.long import guess_datasets_beside, score_candidates
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.metric_choice import choose_metric
from bakeoff.inputs.table.roles import Roles
from bakeoff.inputs.table.spellings import (
    Role,
    is_measure,
    is_summary,
    role_of,
    spelling_key,
    strip_summary_words,
)

_STAGES = frozenset(
    {"train", "training", "test", "testing", "val", "valid", "validation", "dev", "eval", "holdout"}
)
_BESIDES = {Role.DATASET, Role.METRIC, Role.REPEAT, Role.FOLD, Role.SEED}
_SAMPLE = 2000
_PROBABILITY = re.compile(
    r"(?:y_?)?prob(?:a|s|ability|abilities)?(?:_?(?:1|pos|positive))?|p_?(?:1|pos|hat)", re.IGNORECASE
)
_MOST_CLASSES = 20


@np.errstate(over="ignore", invalid="ignore")  # scores beyond 1e60 are refused when they are read
def plan_long(grid: Grid, roles: Roles, *, options: ReadOptions) -> tuple[Plan, Roles]:
    """Return how a table with a column of classifiers is read; refuse what may be meant in several ways."""
    plan = Plan(grid=grid, options=options, shape=Shape.LONG)
    names = grid.columns[roles[Role.CLASSIFIER]]
    may_be_rows = not _BESIDES & set(roles) and options.score_column is None and _is_unique(names)
    if may_be_rows and (turned := _plan_rows(plan, names, roles)) is not None:
        return turned
    if (unfolded := _unfold_scores(plan, roles)) is not None:
        return unfolded
    _doubt_stacked_predictions(plan, roles)
    _refuse_stages(plan, roles)
    _refuse_mixed_measures(plan, roles)
    _doubt_examples(plan, roles)
    plan.reasons.append(f"the classifiers stand in the column {quote_text(names.name)}")
    return plan, roles


def _unfold_scores(plan: Plan, roles: Roles) -> tuple[Plan, Roles] | None:
    """Return the plan of a row for each dataset and classifier with its resamples in columns; None if it is another."""
    told = (
        plan.options.score_column or plan.options.metric or plan.options.columns or plan.options.leave_aside
    )
    if Role.DATASET not in roles or told or {Role.FOLD, Role.REPEAT, Role.SEED} & set(roles):
        return None
    scores = [plan.grid.columns[i].name.strip() for i in score_candidates(plan.grid, roles)]
    scores = [name for name in scores if not is_summary(name)]
    found = fold_columns(scores)
    if found is None or len({stem for stem, _ in found.values()}) > 1:
        return None
    measure = next(iter(found.values()))[0]
    plan.grid = unfold_columns(plan.grid, {name: (measure or "score", n) for name, (_, n) in found.items()})
    plan.resamples = frozenset(scores)
    plan.reasons.append(f"the columns ({name_list(scores, most=3)}) are resamples of each row by their names")
    return plan, {}


def _doubt_stacked_predictions(plan: Plan, roles: Roles) -> None:
    """Doubt that rows of a model, a label and a probability hold scores: they are predictions of single examples."""
    options, taken = plan.options, {Role.DATASET, Role.METRIC, Role.SCORE} & set(roles)
    if taken or options.score_column is not None or options.metric is not None:
        return
    columns = [c for i, c in enumerate(plan.grid.columns) if i != roles[Role.CLASSIFIER]]
    probabilities = [c for c in columns if _PROBABILITY.fullmatch(c.name.strip()) and looks_numeric(c)]
    truths = [c for c in columns if c not in probabilities and 1 < len(set(c.text())) <= _MOST_CLASSES]
    named = [c for c in truths if snake_key(c.name) in spellings_of(PredictionRole.TRUTH, certain=False)]
    if not probabilities or not truths or _is_unique(plan.grid.columns[roles[Role.CLASSIFIER]]):
        return
    plan.doubt(
        f"{quote_text(probabilities[0].name.strip())} holds probabilities of single examples by its name, and no "
        "column is known to hold the truth",
        weight=Weight.SERIOUS,
    )
    for column in (named or truths)[:4]:
        name = column.name.strip()
        plan.offer(f"the truth stands in {quote_text(name)}", "--truth-column", name)
    refuse_ambiguous(plan)


def _doubt_examples(plan: Plan, roles: Roles) -> None:
    """Doubt names of single examples that would be taken for datasets."""
    if Role.DATASET in roles or plan.options.rows_are is not None:
        return
    index, _ = guess_datasets_beside(plan.grid, roles)
    if index is None:
        return
    if row_kind(plan.grid.columns[index].name) is not RowKind.EXAMPLE:
        doubt_dataset_column(plan, plan.grid.columns[index])
        return
    name = plan.grid.columns[index].name.strip()
    plan.doubt(f"{quote_text(name)} names single examples, not datasets", weight=Weight.SERIOUS)
    scores = [plan.grid.columns[i].name.strip() for i in score_candidates(plan.grid, roles)]
    for score in scores[:4]:
        plan.offer(
            f"each row is the answer to an item, scored in {quote_text(score)}",
            "--id-column",
            name,
            "--score-column",
            score,
        )
    plan.offer("each counts as a dataset of its own", "--dataset-column", name)
    refuse_ambiguous(plan)


def _is_unique(column: Column) -> bool:
    cells = column.text()
    return len(set(cells)) == len(cells)


def _plan_rows(plan: Plan, names: Column, roles: Roles) -> tuple[Plan, Roles] | None:
    """Return the plan of classifiers in rows, with datasets or resamples in columns; None if the table is long."""
    options = plan.options
    known = [
        plan.grid.columns[i]
        for role, i in roles.items()
        if role not in (Role.SCORE, Role.PREDICTION, Role.TRUTH)
    ]
    facts = find_facts(plan.grid, known, options=options)
    if options.columns:
        take_named_columns(plan, facts)
        wanted = [n for n in facts.names() if n not in plan.aside]
        turn(plan, names, wanted, f"the rows are classifiers, as the column {quote_text(names.name)} says")
        return plan, {Role.DATASET: 0}
    _refuse_statistics(plan, facts.names())
    judged = judge_columns(facts, are_datasets=True)
    settle_named_columns(plan, judged)
    _leave_family_means(judged)
    plain = [n for n in judged.kept if n not in judged.kinds and not is_summary(n)]
    if len(plain) < 2 and fold_columns(judged.kept) is None and not split_by_metric(judged.kept):
        return None
    if len(judged.kept) < 2 or (fold_columns(judged.kept) is None and _is_long(judged.kept, options)):
        return None
    if _is_mislabelled(names, judged.kept) and options.rows_are is None:
        return None if _plan_corner(plan, names) is None else (plan, {Role.DATASET: roles[Role.CLASSIFIER]})
    doubt_dataset_columns(plan, judged)
    are_resamples = options.columns_are == ColumnsAre.RESAMPLES or (
        options.columns_are is None and fold_columns(judged.kept) is not None
    )
    family = split_by_metric(judged.kept)
    if family:
        _turn_family(plan, names, judged.kept)
    else:
        turn(
            plan, names, judged.kept, f"the rows are classifiers, as the column {quote_text(names.name)} says"
        )
    if are_resamples:
        take_as_resamples(plan, judged.kept)
    return plan, {Role.DATASET: 0}


def _leave_family_means(judged: Judged) -> None:
    """Let columns that all end with a measure be datasets, and leave aside their mean: Avg. WER beside AMI WER."""
    means = [n for n in judged.kept if spelling_key(strip_summary_words(n)) != spelling_key(n)]
    rest = [n for n in judged.kept if n not in means]
    families = split_by_metric(rest) if len(rest) > 1 else {}
    for name in (n for columns in families.values() for n in columns if judged.kinds.get(n) is Kind.MEASURE):
        judged.doubted.pop(name, None)  # the measure is that of all of them
    for metric in families:
        for name in means:
            if spelling_key(strip_summary_words(name)) == spelling_key(metric):
                judged.aside[name] = WHY[Kind.SUMMARY]
                judged.kept.remove(name)


def _refuse_statistics(plan: Plan, every: list[str]) -> None:
    """Refuse columns that are statistics of a sample, as describe() makes them."""
    statistics = [n for n in every if is_statistic(n)]
    if are_statistics(statistics, every):
        offer_all(plan, every)
        raise refuse_shape(
            plan,
            Shape.STATISTICS,
            f"these are statistics of scores ({name_list(statistics)}), not scores: nothing can be paired",
            "give the scores that they were computed from, one for each classifier and dataset or fold",
        )


def _turn_family(plan: Plan, names: Column, kept: list[str]) -> None:
    """Turn a table with a column for each dataset and measure: one measure is read."""
    families = split_by_metric(kept)
    metric, findings = choose_metric(list(families), wanted=plan.options.metric, source=plan.grid.source)
    titles = families[metric]
    columns = tuple(
        c if c is names else replace(c, name=titles[c.name.strip()])
        for c in plan.grid.columns
        if c is names or c.name.strip() in titles
    )
    plan.aside |= {n: "another measure" for n in kept if n not in titles}
    plan.grid = replace(plan.grid, columns=columns, metric=metric).with_findings(*findings)
    turn(
        plan,
        names,
        list(titles.values()),
        f"the rows are classifiers, the columns datasets by {quote_text(metric)}",
    )


def _is_long(kept: list[str], options: ReadOptions) -> bool:
    """Say whether the columns are measures, so that each row has one score of each."""
    if options.columns_are == ColumnsAre.DATASETS or options.rows_are == RowsAre.CLASSIFIERS:
        return False
    counted = counted_names(kept)
    measures = [n for n in kept if n not in counted and (is_measure(n) or role_of(n)[0] is Role.SCORE)]
    return bool(measures) and not split_by_metric(kept)


def _is_mislabelled(names: Column, kept: list[str]) -> bool:
    """Say whether rows are datasets and columns classifiers, although the corner of the table says 'classifier'."""
    rows = [t.strip() for t in names.text()]
    return share_of_datasets(rows) >= 0.5 and share_of_methods(rows) < 0.2 and share_of_methods(kept) >= 0.5


def _plan_corner(plan: Plan, names: Column) -> Plan | None:
    plan.doubt(
        f"the column {quote_text(names.name)} holds names of datasets, and the other columns are named like "
        "classifiers",
        weight=Weight.SERIOUS,
    )
    plan.offer("the rows are datasets, the columns classifiers", "--dataset-column", names.name.strip())
    plan.offer("the rows are classifiers, the columns datasets", "--rows-are", "classifiers")
    refuse_ambiguous(plan)
    return None


def _refuse_stages(plan: Plan, roles: Roles) -> None:
    """Refuse scores of training and testing in one column, told apart by a column that passes for folds."""
    for column in plan.grid.columns:
        if looks_numeric(column) or role_of(column.name)[0] not in (Role.FOLD, Role.METRIC, None):
            continue
        if role_of(column.name)[0] is None and spelling_key(column.name) not in (
            "set",
            "stage",
            "phase",
            "subset",
            "part",
            "mode",
            "datasplit",
        ):
            continue
        texts = {t.strip() for t in set(column.text()[:_SAMPLE])}
        stages = sorted(t for t in texts if spelling_key(t) in _STAGES)
        if len(stages) < 2 or len(stages) < len(texts):
            continue
        filtered = [name for name, _ in plan.options.only]
        if column.name.strip() in filtered:
            continue
        plan.doubt(
            f"{quote_text(column.name)} says whether a score is of {', '.join(stages)}: these are no resamples",
            weight=Weight.SERIOUS,
        )
        for stage in stages:
            plan.offer(f"only the scores of {quote_text(stage)}", "--only", f"{column.name.strip()}={stage}")
        refuse_ambiguous(plan)


def _refuse_mixed_measures(plan: Plan, roles: Roles) -> None:
    """Refuse a column of scores that repeats one measure on some rows and another on the others."""
    wanted = plan.options.score_column or plan.options.metric
    scores = [c for c in plan.grid.columns if role_of(c.name)[0] is Role.SCORE and looks_numeric(c)]
    if wanted is not None:
        scores = [c for c in scores if spelling_key(c.name) == spelling_key(wanted)]
    measures = [c for c in plan.grid.columns if is_measure(c.name) and looks_numeric(c)]
    if not scores or len(measures) < 2:
        return
    facts = find_facts(
        plan.grid, [c for c in plan.grid.columns if c not in (scores[0], *measures)], options=plan.options
    )
    place = {id(c): i for i, c in enumerate(facts.numeric)}
    values = facts.values[:, place[id(scores[0])]]
    same = {
        c.name.strip(): np.isclose(facts.values[:, place[id(c)]], np.abs(values), rtol=1e-6, atol=1e-9)
        for c in measures
        if id(c) in place
    }
    given = np.isfinite(values)
    covers = {n: (rows & given) for n, rows in same.items() if 0 < (rows & given).sum() < 0.95 * given.sum()}
    both = [(a, b) for a in covers for b in covers if a < b and (covers[a] | covers[b])[given].mean() > 0.9]
    both = [
        (a, b) for a, b in both if (covers[a] & ~covers[b]).sum() > 1 and (covers[b] & ~covers[a]).sum() > 1
    ]
    if not both:
        return
    a, b = both[0]
    name = scores[0].name.strip()
    plan.doubt(
        f"{quote_text(name)} holds {quote_text(a)} in some rows and {quote_text(b)} in others: two measures in "
        "one column",
        weight=Weight.SERIOUS,
    )
    for one in (a, b):
        plan.offer(f"only {one}", "--score-column", one)
    refuse_ambiguous(plan)
