"""Which of several metrics is meant: the one that the user names, else accuracy, else the likeliest."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.errors import ReadingError, UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import is_known_measure
from bakeoff.core.readings import Alternative, Doubt, Weight
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import did_you_mean, join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.roles import Roles
from bakeoff.inputs.table.spellings import (
    Role,
    as_words,
    is_cost,
    is_of_validation,
    role_of,
    score_preference,
    spelling_key,
    without_validation_word,
)

_ALIASES = (
    ("accuracy", "acc", "percentcorrect", "testaccuracy", "pctcorrect"),
    ("auc", "auroc", "rocauc", "areaunderroc", "aucroc"),
    ("logloss", "neglogloss", "crossentropy", "nll"),
    ("f1", "fmeasure", "fscore", "f1score"),
    ("error", "errorrate", "percentincorrect", "err"),
)


def choose_metric(
    names: Sequence[str], *, wanted: str | None, source: str
) -> tuple[str, tuple[Finding, ...]]:
    """Return the metric to read and a finding if others were left aside."""
    if wanted is not None:
        match = find_metric(names, wanted)
        if match is None:
            raise unknown_metric_error(names, wanted, source)
        return match, ()
    likeliest = min(_not_of_training(names), key=score_preference)
    others = [name for name in names if name != likeliest]
    if not others:
        return likeliest, ()
    rest = join_with_commas(map(quote_text, others), most=6)
    message = f"the score is {quote_text(likeliest)}; also there: {rest} (--metric NAME reads another)"
    detail = {"metric": likeliest, "others": tuple(others)}
    return likeliest, (Finding(code="BO308", severity=Severity.NOTE, message=message, detail=detail),)


def _not_of_training(names: Sequence[str]) -> Sequence[str]:
    """Return the names without those of training, as a history of Keras has them: `loss` beside `val_loss`.

    >>> _not_of_training(["loss", "accuracy", "val_loss", "val_accuracy"])
    ['val_loss', 'val_accuracy']
    >>> _not_of_training(["accuracy", "f1", "val_accuracy"])
    ['accuracy', 'f1', 'val_accuracy']
    """
    validated = [name for name in names if is_of_validation(name)]
    others = sorted(as_words(name) for name in names if not is_of_validation(name) and not is_cost(name))
    twins = sorted(map(without_validation_word, validated))
    return validated if len(twins) > 1 and twins == others else names


def keep_one_metric(grid: Grid, roles: Roles, *, options: ReadOptions) -> Grid:
    """Return the rows of one metric where a column names the metric of each row."""
    if Role.METRIC not in roles:
        return grid
    cells = [cell.strip() for cell in grid.columns[roles[Role.METRIC]].text()]
    if options.metric is None and Role.DATASET in roles:
        _doubt_own_metrics(grid, [cell.strip() for cell in grid.columns[roles[Role.DATASET]].text()], cells)
    metric, findings = choose_metric(list(dict.fromkeys(cells)), wanted=options.metric, source=grid.source)
    selected = grid.keep(np.array([cell == metric for cell in cells], dtype=np.bool_))
    return replace(selected, metric=metric).with_findings(*findings)


def _doubt_own_metrics(grid: Grid, datasets: Sequence[str], metrics: Sequence[str]) -> None:
    """Ask which measure is meant where no dataset has more than one, so that each choice leaves datasets out."""
    pairs = set(zip(datasets, metrics, strict=True))
    counts = Counter(metric for _, metric in pairs)
    if len(counts) < 2 or len(pairs) > len(set(datasets)):
        return
    shown = join_with_commas(
        (f"{quote_text(m)} of {write_count(n, 'dataset')}" for m, n in counts.most_common()), most=4
    )
    message = f"no dataset has more than one measure, and they differ: {shown}"
    alternatives = tuple(
        Alternative(
            meaning=f"only the {write_count(n, 'dataset')} with {quote_text(metric)}",
            options=("--metric", metric),
            source=grid.source if grid.name else "FILE",
        )
        for metric, n in counts.most_common(4)
        if n > 1
    )
    raise ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which measure is meant:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=alternatives,
    )


def find_metric(names: Sequence[str], wanted: str) -> str | None:
    """Return the name that a user means by `wanted`: the same, spelled alike, or another word for it."""
    for same in (lambda name: name == wanted, lambda name: spelling_key(name) == spelling_key(wanted)):
        if match := next((name for name in names if same(name)), None):
            return match
    alias = next((group for group in _ALIASES if spelling_key(wanted) in group), ())
    return next((name for name in names if spelling_key(name) in alias), None)


def require_label(name: str, source: str, *, options: ReadOptions, has: Sequence[str] = ()) -> None:
    """Refuse a name for scores that the table does not have, unless it is a known measure or its direction is told."""
    if is_known_measure(name) or options.higher_is_better is not None or role_of(name)[0] is Role.SCORE:
        return
    raise UsageError(
        f"the table names no measure {quote_text(name)}, and no measure of this name is known",
        where=f"--metric, {source}",
        fix=(f"the table has {join_with_commas(map(quote_text, has), most=10)}; " if has else "")
        + "leave --metric out, or say which direction is better as well, if this is only what the scores are called: "
        "--higher-is-better or --lower-is-better",
        code="BO031",
    )


def unknown_metric_error(names: Sequence[str], wanted: str, source: str) -> UsageError:
    """Return the error for a metric that the table does not have."""
    return UsageError(
        f"there is no metric {quote_text(wanted)}",
        where=f"--metric, {source}",
        fix=f"{did_you_mean(wanted, names)}the table has {join_with_commas(map(quote_text, names), most=10)}",
        code="BO031",
    )
