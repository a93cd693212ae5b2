"""Further measures beside the score: the same evidence read by other columns, each compared by itself."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.api.logs import is_of_logs
from bakeoff.core import comparison as core
from bakeoff.core.answers.further_measures import FurtherMeasure
from bakeoff.core.comparison import AnyComparison, Missing, Settings
from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence
from bakeoff.core.readings import BESIDE, ColumnRole
from bakeoff.inputs.options import ReadOptions

UNTESTED = ("BO050",)  # differences that do not vary
OFFER = "BO924"  # that there are further measures to ask for
KEPT_SETTINGS = ("level", "baseline", "missing", "over", "average", "seed")


def with_further_measures(
    comparison: AnyComparison, evidence: object, options: ReadOptions, columns: Sequence[str]
) -> AnyComparison:
    """Return the comparison with further columns of the same evidence beside its score; lower is better by these."""
    beside = tuple(_measure_beside(comparison, evidence, options, column) for column in columns)
    findings = tuple(f for f in comparison.findings if f.code != OFFER)
    return replace(
        comparison, beside=beside, evidence=_with_roles(comparison.evidence, columns), findings=findings
    )


def _with_roles(evidence: Evidence, columns: Sequence[str]) -> Evidence:
    """Return evidence whose reading says that these columns stand beside the score, not that they were left aside."""
    reading = evidence.reading
    if reading is None or not isinstance(evidence, Scores | ItemEvidence):
        return evidence
    roles = [ColumnRole(name=c.name, role=BESIDE) if c.name in columns else c for c in reading.columns]
    return replace(evidence, reading=replace(reading, columns=tuple(roles)))


def _measure_beside(
    comparison: core.Comparison, evidence: object, options: ReadOptions, column: str
) -> FurtherMeasure:
    """Return one further measure: judged, or as plain means where the differences do not vary, as fixed prices do."""
    from bakeoff.inference.figure_data.trade_off import trade_off_figure_data

    # A log is read by its tool's reader as long as no column is named; it knows amounts by their names.
    is_log = is_of_logs(comparison.evidence)
    how = {"metric": column} if is_log else {"score_column": column, "metric": None}
    reading = replace(options, higher_is_better=False, **how)
    try:
        other = _compare_by(comparison, evidence, reading, is_log=is_log)
    except BakeoffError as error:
        plain = _measure_by_means(comparison, evidence, reading, column) if error.code in UNTESTED else None
        if plain is None:
            raise _refuse_column(column, error, is_log=is_log) from error
        return plain
    trade_off = trade_off_figure_data(comparison, other)
    return FurtherMeasure(
        column=column, measure=other.evidence.measure, trade_off=trade_off, pairs=other.pairs
    )


def _compare_by(
    comparison: core.Comparison, evidence: object, reading: ReadOptions, *, is_log: bool
) -> core.Comparison:
    """Return the comparison of the same evidence by another column, without a ledger and without a margin."""
    from bakeoff.api.compare import compare_evidence

    kept = {name: getattr(comparison.settings, name) for name in KEPT_SETTINGS}
    if is_log:  # what a failed answer would have taken has no bounds
        kept["missing"] = Missing.DROP_ITEM
    return compare_evidence(evidence, Settings(**kept), reading, recorded=None)


def _measure_by_means(
    comparison: core.Comparison, evidence: object, reading: ReadOptions, column: str
) -> FurtherMeasure | None:
    """Return the means by another column over tasks, without intervals and verdicts; None where there are no items."""
    from bakeoff.api.compare import as_evidence
    from bakeoff.inference.figure_data.trade_off import trade_off_by_means

    read = as_evidence(evidence, reading)
    if not isinstance(read, ItemEvidence):
        return None
    means = dict(zip(read.models, read.mean_by_task().mean(axis=1).tolist(), strict=True))
    trade_off = trade_off_by_means(comparison, read.measure, means)
    return FurtherMeasure(column=column, measure=read.measure, trade_off=trade_off, pairs=())


def _refuse_column(column: str, error: BakeoffError, *, is_log: bool) -> UsageError:
    of_table = "name a column of numbers of the same table, one for each answer: model, item, score, latency"
    return UsageError(
        f"{column!r} cannot be compared beside the score: {error.what}",
        where=f"--beside {column}",
        fix=error.fix if is_log else of_table,
        code="BO923",
    )
