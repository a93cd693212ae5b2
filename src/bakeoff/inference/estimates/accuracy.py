"""One classifier at a time: how often it is right, and between which rates the truth may lie."""

from collections.abc import Iterator, Sequence

from bakeoff.core.answers.estimates import (
    AccuracyEstimate,
    Estimates,
    MethodInterval,
    NextRecords,
    SizedInterval,
)
from bakeoff.core.errors import ProcedureError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.procedures.predictions.proportions import (
    ProportionMethod,
    intervals_by_size,
    next_records_interval,
    proportion_interval,
)


def estimate_counts(
    counts: Sequence[tuple[float, float]],
    *,
    level: float,
    upcoming: int | None = None,
    with_sizes: bool = False,
) -> Estimates:
    """Estimate the accuracy behind each (right, total)."""
    each = tuple(
        estimate_accuracy(right, total, level=level, upcoming=upcoming, with_sizes=with_sizes)
        for right, total in counts
    )
    return Estimates(
        each=each,
        level=level,
        source="the counts given",
        findings=tuple(f for one in each for f in _find_omitted_methods(one)),
    )


def _find_omitted_methods(one: AccuracyEstimate) -> Iterator[Finding]:
    """Yield BO151 where methods that count records one by one were left out."""
    missing = [m.value for m in ProportionMethod if m.value not in {i.method for i in one.intervals}]
    if missing:
        yield Finding(
            code="BO151",
            severity=Severity.NOTE,
            message=f"{write_list(missing)} {'is' if len(missing) == 1 else 'are'} left out for {one.correct:g} of "
            f"{one.total:g}: whole records only can be counted.",
            detail={"methods": missing, "correct": one.correct, "total": one.total},
        )


def estimate_accuracy(
    right: float, total: float, *, level: float, upcoming: int | None, with_sizes: bool
) -> AccuracyEstimate:
    """Return the accuracy with its intervals by every method that takes such counts."""
    sizes = intervals_by_size(right / total, level=level) if with_sizes else ()
    return AccuracyEstimate(
        correct=right,
        total=total,
        intervals=_method_intervals(right, total, level),
        next_records=None if upcoming is None else _predict_next_records(right, total, upcoming, level),
        by_size=tuple(SizedInterval(total=n, interval=interval) for n, interval in sizes),
    )


def _method_intervals(right: float, total: float, level: float) -> tuple[MethodInterval, ...]:
    intervals = []
    for method in ProportionMethod:
        try:
            interval = proportion_interval(right, total, method=method, level=level)
        except ProcedureError:
            if method is ProportionMethod.WILSON:  # takes whatever is a proportion at all
                raise
            continue  # counts records one by one, and 25.5 of 30 is no such count
        intervals.append(MethodInterval(method=method.value, interval=interval))
    return tuple(intervals)


def _predict_next_records(right: float, total: float, upcoming: int, level: float) -> NextRecords:
    if right != int(right) or total != int(total):
        raise ProcedureError(
            f"{right:g} of {total:g} are not whole records, so the next {upcoming} cannot be counted either",
            where="--next",
            fix="give whole counts of records",
            code="BO052",
        )
    interval = next_records_interval(int(right), int(total), upcoming=upcoming, level=level)
    return NextRecords(records=upcoming, interval=interval)
