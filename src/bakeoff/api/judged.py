"""Judges: two models by a judge's scores corrected by people's labels, and which items to label next."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.core.answers import judged as core
from bakeoff.core.answers.judged import JudgedItems
from bakeoff.core.errors import UsageError
from bakeoff.core.reprs import describe_fields
from bakeoff.inference.leaderboard.judged import correct_judge, plan_labels
from bakeoff.inputs.formats.reader import read_grid
from bakeoff.inputs.judged_items import call_columns, read_judged_items
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.roles import keep_only_rows


@dataclass(frozen=True, slots=True)
class Judged:
    """A finished comparison by a judge, with the faces it shows: words and JSON."""

    answer: core.JudgedDifference
    gold_column: str = ""  # where people's scores stood

    @property
    def summary(self) -> str:
        """The answer in one sentence."""
        from bakeoff.render.answers.judged import judged_summary

        return judged_summary(self.answer)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        from bakeoff.render.answers.judged import judged_dict

        return judged_dict(self.answer)

    def to_html(self) -> str:
        """Return a page that stands alone."""
        from bakeoff.api.deliveries.report import library_versions
        from bakeoff.render.html.judged import judged_report

        call = f"bakeoff.compare(evidence, gold_column={self.gold_column!r})"
        return judged_report(self.answer, command=call, libraries=library_versions())

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML page that stands alone, and return its path."""
        from bakeoff.api.deliveries.files import write_whole
        from bakeoff.api.deliveries.report import require_page

        target = require_page(path)
        write_whole(target, self.to_html())
        return target

    def __repr__(self) -> str:
        return describe_fields(self.answer, ("a", "b", "verdict", "corrected", "labels", "items"))

    def __str__(self) -> str:
        from bakeoff.render.answers.judged import judged_lines
        from bakeoff.render.lines import plain_text

        return plain_text(judged_lines(self.answer))


# What decides otherwise, or says what a judge's comparison does not have.
NOT_TAKEN = (
    "predictions",
    "test",
    "adjust",
    "only_if",
    "costs",
    "threshold",
    "properties",
    "beside",
    "gate",
    "bound",
    "share",
)


def require_judged(arguments: Mapping[str, object]) -> None:
    """Refuse what a comparison by a judge does not take."""
    for name in NOT_TAKEN:
        if arguments.get(name) not in (None, False, ()):
            raise UsageError(
                f"a comparison by a judge takes no {name}",
                where=name,
                fix="leave it out, or compare the scores without gold",
                code="BO579",
            )


def compare_judged(  # noqa: PLR0913 - each a keyword
    evidence: object,
    *,
    gold_column: str | None = None,
    gold: object = None,
    baseline: str | None = None,
    level: float = 0.95,
    margin: float = 0.0,
    weigh_back: bool = False,
    options: ReadOptions | None = None,
) -> Judged:
    """Compare two models by a judge's scores of all items, corrected by people's scores of some.

    Parameters
    ----------
    evidence : path, dataframe, dict
        A row for each answer: id, model, score by the judge; and perhaps people's score in `gold_column`.
    gold_column : str, optional
        The column with people's scores; empty where there is none.
    gold : path, dataframe, dict, optional
        A second table with id, model and people's score, joined by id and model.
    baseline : str, optional
        Which model is a.
    level, margin
        Of the interval, and the smallest difference that matters.
    weigh_back : bool
        Labels were drawn at random within the judge's verdicts, at rates of their own.
    options
        How to read the tables.

    Examples
    --------
    >>> right = [(i, m, int((i + k) % 3 > 0)) for i in range(90) for k, m in enumerate("ab")]
    >>> rows = [(i, m, score, score if i % 5 == 0 else None) for i, m, score in right]
    >>> table = dict(zip(("id", "model", "score", "gold"), map(list, zip(*rows))))
    >>> compare_judged(table, gold_column="gold").answer.labels
    18
    """
    items = _read_judged(evidence, gold_column, gold, baseline, options or ReadOptions())
    found = correct_judge(items, level=level, margin=margin, weigh_back=weigh_back)
    return Judged(found, gold_column or "")


def plan_judged_labels(
    evidence: object,
    *,
    budget: int,
    gold_column: str | None = None,
    seed: int = 0,
    options: ReadOptions | None = None,
) -> core.LabelPlan:
    """Return which items people should label next, so that the difference between two models is known best."""
    return plan_labels(
        _read_judged(evidence, gold_column, None, None, options or ReadOptions(), needed=False),
        budget=budget,
        seed=seed,
    )


def _read_judged(
    evidence: object,
    gold_column: str | None,
    gold: object,
    baseline: str | None,
    options: ReadOptions,
    *,
    needed: bool = True,
) -> JudgedItems:
    named = {"id": options.id_column, "model": options.classifier_column}
    grid = call_columns(keep_only_rows(read_grid(evidence, options=options), options=options), named)
    labels = None if gold is None else call_columns(read_grid(gold, options=options), named, are_needed=False)
    return read_judged_items(
        grid,
        gold_column=gold_column,
        labels=labels,
        baseline=baseline,
        score_column=options.score_column,
        group_column=options.group_column or options.cluster_column,
        leave_out=options.leave_out,
        needs_labels=needed,
    )
