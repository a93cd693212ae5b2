"""BO712 and BO713: mean ranks and counts of wins that the scores of the table do not give."""

from collections.abc import Iterator, Sequence

from bakeoff.core.answers.paper import Heading, Number, Role, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.pitfalls.papers.sheet import Sheet, both_sheets, followers, printed

_Range = tuple[float, float]
_EPSILON = 1e-9


def find_wrong_ranks(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield ranks and wins that most of their line follows from the scores and these cells do not."""
    for sheet in both_sheets(reading):
        for line in sheet.of(Role.RANK):
            yield from _check(sheet, line, list(_rank_ways(sheet, line)), "BO712", "rank")
        for line in sheet.of(Role.WINS):
            yield from _check(sheet, line, list(_win_ways(sheet, line)), "BO713", "number of wins")


def _rank_ways(sheet: Sheet, line: Heading) -> Iterator[tuple[str, dict[int, _Range]]]:
    for lines, items, values in _rank_scores(sheet, line):
        for up in (True, False):
            ranks = [_rank_ranges(row, higher=up) for row in values]
            means = {
                item.index: (
                    sum(r[k][0] for r in ranks) / len(ranks),
                    sum(r[k][1] for r in ranks) / len(ranks),
                )
                for k, item in enumerate(items)
            }
            yield f"The mean of the ranks in {len(lines)} lines, {'highest' if up else 'lowest'} first", means
            whole = all(n.decimals == 0 for i in items if (n := sheet.number(line, i)) is not None)
            for x, each in zip(lines, ranks, strict=True) if whole else ():
                yield f"The rank by “{x.name}”", {item.index: each[k] for k, item in enumerate(items)}


def _win_ways(sheet: Sheet, line: Heading) -> Iterator[tuple[str, dict[int, _Range]]]:
    for lines, items, values in _rank_scores(sheet, line):
        for up in (True, False):
            best = [max(row) if up else min(row) for row in values]
            shared = {
                item.index: float(sum(r[k] == b for r, b in zip(values, best, strict=True)))
                for k, item in enumerate(items)
            }
            alone = {
                item.index: float(
                    sum(r[k] == b and r.count(b) == 1 for r, b in zip(values, best, strict=True))
                )
                for k, item in enumerate(items)
            }
            word = f"The {'highest' if up else 'lowest'} of {len(lines)} lines"
            yield word, {k: (alone[k], shared[k]) for k in shared}


def _rank_scores(
    sheet: Sheet, line: Heading
) -> Iterator[tuple[list[Heading], list[Heading], list[list[float]]]]:
    """Yield the lines of scores that a rank may run over, the items that have them all, and the scores."""
    items = [i for i in sheet.items if sheet.number(line, i) is not None]
    scores = sheet.of(Role.SCORES)
    summaries = [x.index for x in sheet.of(Role.AVERAGE, Role.RANK, Role.TOTAL) if x.index < line.index]
    before = [x for x in scores if x.index < line.index]
    since = [x for x in before if x.index > max((i for i in summaries), default=-1)]
    for lines in (before, since, scores, sheet.of(Role.AVERAGE)):
        full = [x for x in lines if all(sheet.number(x, i) is not None for i in items)]
        lost = any(_has_lost_point([sheet.number(x, i) for i in items]) for x in full)
        if full and len(full) == len(lines) and len(items) > 1 and not lost:
            yield full, items, [[_rank_value(sheet.number(x, i)) for i in items] for x in full]


def _has_lost_point(numbers: Sequence[Number | None]) -> bool:
    """Say whether one number of a line is whole and far above all others, which have decimals: 297 among .301."""
    known = sorted((n for n in numbers if n is not None), key=lambda n: n.value)
    return (
        len(known) > 2
        and known[-1].decimals == 0
        and all(n.decimals for n in known[:-1])
        and known[-1].value > 50 * max(known[-2].value, 0.01)
    )


def _rank_value(number: Number | None) -> float:
    return number.value if number is not None else float("nan")


def _rank_ranges(values: Sequence[float], *, higher: bool) -> list[_Range]:
    """Return the lowest and highest rank of each value, however printed ties are broken."""
    signed = [-v if higher else v for v in values]
    return [
        (1.0 + sum(w < v for w in signed), float(sum(w <= v for w in signed)))
        for v in signed
    ]  # fmt: skip


_Miss = tuple[Heading, Number, _Range]


def _is_spread_out(sheet: Sheet, line: Heading) -> bool:
    """Say whether a line has numbers for few of its items: one count for several columns together."""
    items = [i for i in sheet.items if i.role is Role.SCORES]
    return 3 * sum(sheet.number(line, i) is not None for i in items) < 2 * len(items)


def _check(
    sheet: Sheet, line: Heading, ways: list[tuple[str, dict[int, _Range]]], code: str, word: str
) -> Iterator[PaperFinding]:
    if _is_spread_out(sheet, line):
        return
    fits = [(words, *_fit(sheet, line, ranges)) for words, ranges in ways]
    most = max((len(followed) for _, followed, _ in fits), default=0)
    best = [fit for fit in fits if len(fit[1]) == most]
    if most < 3 or len(best[0][2]) * 3 > most + 1:
        return
    explained = {index for _, followed, _ in best for index in followed}
    words, followed, missed = best[0]
    for item, number, (low, high) in missed:
        if item.index in explained:
            continue
        between = (
            f"{low:.4g}" if high - low < _EPSILON else f"between {low:.4g} and {high:.4g}, as ties are broken"
        )
        yield PaperFinding(
            code=code,
            chapter=Chapter.SUMS,
            severity=Severity.WARNING,
            place=sheet.place(line, item),
            table=sheet.reading.table.number,
            message=f"The {word} of {item.name} under “{line.name}” is printed as {printed(number)}; the "
            f"scores give {between}.",
            calculation=f"{words}: {between}; {followers(len(followed), line)} this rule.",
            mend=f"Correct the {word}, or say from which scores it comes.",
            detail={"printed": number.value, "computed": [low, high], "line": line.name, "item": item.name},
        )


def _fit(sheet: Sheet, line: Heading, ranges: dict[int, _Range]) -> tuple[set[int], list[_Miss]]:
    """Return the items whose printed number is within its range, and the others."""
    followed: set[int] = set()
    missed: list[_Miss] = []
    for item in sheet.items:
        target = sheet.number(line, item)
        if target is None or item.index not in ranges:
            continue
        low, high = ranges[item.index]
        slack = (2 * target.half if target.decimals else 0.0) + _EPSILON
        if low - slack <= target.value <= high + slack:
            followed.add(item.index)
        else:
            missed.append((item, target, (low, high)))
    return followed, missed
