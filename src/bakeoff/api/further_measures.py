"""Further measures beside the score: the same evidence read by other columns, each compared by itself."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core import comparison as core
from bakeoff.core.answers.further_measures import FurtherMeasure
from bakeoff.core.comparison import AnyComparison, Settings
from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.inputs.options import ReadOptions

KEPT_SETTINGS = ("level", "baseline", "missing", "over", "average", "seed")


def with_further_measures(
    comparison: AnyComparison, evidence: object, options: ReadOptions, columns: Sequence[str]
) -> AnyComparison:
    """Return the comparison with further columns of the same evidence beside its score; lower is better by these."""
    beside = tuple(_measure_beside(comparison, evidence, options, column) for column in columns)
    return replace(comparison, beside=beside)


def _measure_beside(
    comparison: core.Comparison, evidence: object, options: ReadOptions, column: str
) -> FurtherMeasure:
    from bakeoff.inference.figure_data.trade_off import trade_off_figure_data

    other = _compare_by(comparison, evidence, options, column)
    return FurtherMeasure(
        column=column,
        measure=other.evidence.measure,
        trade_off=trade_off_figure_data(comparison, other),
        pairs=other.pairs,
    )


def _compare_by(
    comparison: core.Comparison, evidence: object, options: ReadOptions, column: str
) -> core.Comparison:
    """Return the comparison of the same evidence by another column, without a ledger and without a margin."""
    from bakeoff.api.compare import compare_evidence

    kept = {name: getattr(comparison.settings, name) for name in KEPT_SETTINGS}
    reading = replace(options, score_column=column, metric=None, higher_is_better=False)
    try:
        return compare_evidence(evidence, Settings(**kept), reading, recorded=None)
    except BakeoffError as error:
        raise UsageError(
            f"the column {column!r} cannot be compared beside the score: {error.what}",
            where=f"--beside {column}",
            fix="name a column of numbers of the same table, one for each answer: model, item, score, latency",
            code="BO923",
        ) from error
