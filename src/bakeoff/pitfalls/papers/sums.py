"""BO710, BO711 and BO714: averages, totals and differences that do not follow from the numbers beside them.

Which cells a summary runs over is not assumed: of several ways to compute it, the one that most of the summary's own
cells follow is taken. Where none fits most of them, it may be weighted or over something else, and nothing is said.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import fsum

from bakeoff.core.answers.paper import Heading, Number, Role, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.pitfalls.papers.sheet import (
    Sheet,
    both_sheets,
    followers,
    is_shifted,
    is_stand_in,
    printed,
    rounded,
)

_MOST_LINES = 14  # of a table whose differences are looked for among all pairs of its lines
_MANY = 8  # cells that leave nothing to chance


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to compute a summary: over which lines, and how."""

    words: str
    lines: tuple[Heading, ...]
    compute: Callable[[list[Number]], float]
    slack: Callable[[list[Number]], float]  # by which rounded cells may shift the result


@dataclass(frozen=True, slots=True)
class _Fit:
    way: _Way
    followed: tuple[Heading, ...]
    missed: tuple[tuple[Heading, Number, float], ...]  # item, what is printed, what it computes to


def find_wrong_sums(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield averages, totals and differences that most of their line follows and these cells do not."""
    for sheet in both_sheets(reading):
        for line in sheet.of(Role.AVERAGE):
            yield from _report(
                sheet, line, _sum_best(sheet, line, list(_mean_ways(sheet, line))), "BO710", "average"
            )
        for line in sheet.of(Role.TOTAL):
            yield from _report(
                sheet, line, _sum_best(sheet, line, list(_total_ways(sheet, line))), "BO711", "total"
            )
        for line in sheet.of(Role.DIFFERENCE):
            ways = list(_difference_ways(sheet, line))
            yield from _report(sheet, line, _sum_best(sheet, line, ways, strict=True), "BO714", "difference")
            yield from _report_inexact(sheet, line, ways)


def _mean_ways(sheet: Sheet, line: Heading) -> Iterator[_Way]:
    for lines in _sum_groups(sheet, line):
        yield _Way(
            f"The mean of {len(lines)} numbers",
            lines,
            lambda n: fsum(x.value for x in n) / len(n),
            _largest_half,
        )


def _total_ways(sheet: Sheet, line: Heading) -> Iterator[_Way]:
    for lines in _sum_groups(sheet, line, others=True):
        yield _Way(
            f"The sum of {len(lines)} numbers",
            lines,
            lambda n: fsum(x.value for x in n),
            lambda n: fsum(x.half for x in n if x.decimals),
        )


def _largest_half(numbers: list[Number]) -> float:
    return max(x.half for x in numbers)


def _sum_groups(sheet: Sheet, line: Heading, *, others: bool = False) -> Iterator[tuple[Heading, ...]]:
    """Yield the sets of lines that a summary may run over."""
    every = {Role.SCORES, Role.OTHER}
    yield from _groups_among(sheet, line, every if others else {Role.SCORES})
    if not others:  # a code of a language, Hi or Id, has the name of something else
        before = tuple(x for x in sheet.lines if x.role in every and x.index < line.index)
        yield from [before] if len(before) > 1 else []


def _groups_among(sheet: Sheet, line: Heading, kinds: set[Role]) -> Iterator[tuple[Heading, ...]]:
    """Yield the sets of lines of these roles that stand before a summary, beside it, in its block, or all."""
    scores = [x for x in sheet.lines if x.role in kinds]
    summaries = [x.index for x in sheet.lines if x.role is line.role and x.index != line.index]
    before = max((i for i in summaries if i < line.index), default=-1)
    after = min((i for i in summaries if i > line.index), default=10**6)
    same_end = [x for x in scores if x.last == line.last]
    candidates = [
        [x for x in scores if before < x.index < line.index],
        [x for x in scores if line.index < x.index < after],
        scores,
        [x for x in scores if x.index < line.index],
        [x for x in scores if x.block == line.block],
        [x for x in scores if x.block == line.block - 1],
        same_end,
        [x for x in same_end if before < x.index < line.index],
        [x for x in scores if x.measure == line.measure and x.measure is not None],
        [x for x in sheet.lines if x.role is line.role and x.index != line.index],
    ]
    # A first or last line may stand outside: what is clean, or easy, or without a method.
    candidates += [part for lines in candidates if len(lines) > 3 for part in (lines[1:], lines[:-1])]
    seen = set()
    for lines in candidates:
        key = tuple(x.index for x in lines)
        if len(lines) > 1 and key not in seen:
            seen.add(key)
            yield tuple(lines)


def _difference_ways(sheet: Sheet, line: Heading) -> Iterator[_Way]:
    lines = [x for x in sheet.lines if x.role in (Role.SCORES, Role.AVERAGE)]
    yield from _lead_ways(sheet, line)
    if len(lines) > _MOST_LINES:
        return
    for a, b in permutations(lines, 2):
        yield _Way(
            f"{a.last or a.name} − {b.last or b.name}",
            (a, b),
            lambda n: n[0].value - n[1].value,
            lambda n: n[0].half + n[1].half,
        )
        yield _Way(
            f"({a.last or a.name} − {b.last or b.name}) / {b.last or b.name} in percent",
            (a, b),
            lambda n: _relative(n[0].value, n[1].value),
            lambda n: _relative_slack(n[0], n[1]),
        )


def _lead_ways(sheet: Sheet, line: Heading) -> Iterator[_Way]:
    """Yield the lead of a line before a difference over the highest, or the lowest, of the others there."""
    for own, others in _lead_groups(sheet, line):
        for word, pick in (("highest", max), ("lowest", min)):
            yield _Way(
                f"{own.last or own.name} − the {word} of the others",
                (own, *others),
                lambda n, pick=pick: n[0].value - pick(x.value for x in n[1:]),  # type: ignore[misc]
                lambda n: n[0].half + _largest_half(n),
            )
            yield _Way(
                f"({own.last or own.name} − the {word} of the others) / that in percent",
                (own, *others),
                lambda n, pick=pick: _relative(n[0].value, pick(x.value for x in n[1:])),  # type: ignore[misc]
                lambda n, pick=pick: _relative_slack(n[0], pick(n[1:], key=lambda x: x.value)),  # type: ignore[misc]
            )


def _lead_groups(sheet: Sheet, line: Heading) -> list[tuple[Heading, tuple[Heading, ...]]]:
    """Return a line that may be ahead, and the others: of its block, of all before, with and without own variants."""
    scores = [x for x in sheet.lines if x.role is Role.SCORES and x.index < line.index]
    groups = [[x for x in scores if x.block == line.block], scores]
    found = {
        (own, tuple(x for x in group if x is not own and not (spare and _is_kin(x, own, sheet.reading))))
        for group in groups
        for own in group
        for spare in (False, True)
    }
    return sorted((f for f in found if f[1]), key=lambda f: (len(f[1]), f[0].index))


def _is_kin(line: Heading, own: Heading, reading: TableReading) -> bool:
    """Say whether a line is the paper's own too, or a variant by its name."""
    return line.name in reading.own or line.last.startswith(own.last) or own.last.startswith(line.last)


def _relative(value: float, base: float) -> float:
    return 100 * (value - base) / base if base else float("inf")


def _relative_slack(value: Number, base: Number) -> float:
    if not base.value:
        return 0.0
    return 100 * (value.half + base.half) / abs(base.value) * (1 + abs(value.value / base.value))


def _sum_best(sheet: Sheet, line: Heading, ways: list[_Way], *, strict: bool = False) -> _Fit | None:
    """Return the way that most cells of a line follow, with the cells that no way explains; None where none is sure."""
    fits = [_fit(sheet, line, way, strict=strict) for way in ways]
    best = max(fits, key=lambda f: (len(f.followed), -len(f.missed)), default=None)
    if best is None or not best.missed:
        return None
    # Over some of the numbers one cell computes to the same by chance; two that do are another rule.
    others = (
        set() if strict else {item.index for fit in fits if len(fit.followed) > 1 for item in fit.followed}
    )
    missed = tuple(m for m in best.missed if m[0].index not in others)
    if not strict:
        missed = tuple(m for m in missed if not _stands_apart(sheet, m[0], best))
    sure = _is_sure(best, strict=strict)
    return _Fit(best.way, best.followed, missed) if sure and missed else None


def _stands_apart(sheet: Sheet, item: Heading, fit: _Fit) -> bool:
    """Say whether an item comes after an average and all that follow the rule do not: it holds something else."""
    averages = [i.index for i in sheet.items if i.role is Role.AVERAGE and i.index < item.index]
    return bool(averages) and all(i.index <= averages[-1] for i in fit.followed)


def _is_sure(fit: _Fit, *, strict: bool) -> bool:
    """Say whether so many cells follow a way that the others must be slips."""
    followed = len(fit.followed)
    if strict:
        return followed >= 3 and len(fit.missed) * 3 <= followed
    if followed == 1:  # over many numbers one cell does not follow a wrong rule by chance
        return len(fit.missed) == 1 and len(fit.way.lines) >= _MANY
    return followed >= 2 and len(fit.missed) * 2 <= followed


def _fit(sheet: Sheet, line: Heading, way: _Way, *, strict: bool) -> _Fit:
    followed, missed = [], []
    for item in sheet.items:
        target = sheet.number(line, item)
        numbers = [sheet.number(x, item) for x in way.lines]
        known = [n for n in numbers if n is not None and n.is_exact]
        if (
            target is None
            or not target.is_exact
            or len(known) < len(numbers)
            or item.role in (Role.OTHER, Role.SPREAD)
            or (line.role is Role.TOTAL and (item.role is Role.AVERAGE or _is_between(target, known)))
            or is_shifted(sheet, item)
            or any(is_stand_in(sheet, x, item) for x in (line, *way.lines))
        ):
            continue
        value = way.compute(known)
        signed = strict and not sheet.cell(line, item).text.lstrip().startswith(("+", "-", "−", "–"))
        near = _is_near(target, value, way.slack(known)) or (
            signed and _is_near(target, abs(value), way.slack(known))
        )
        if near:
            followed.append(item)
        else:
            missed.append((item, target, value))
    return _Fit(way, tuple(followed), tuple(missed))


def _is_between(total: Number, parts: list[Number]) -> bool:
    """Say whether a “total” is no larger than one of its positive parts: a share or a mean over all, not a sum."""
    return len(parts) > 1 and min(x.value for x in parts) > 0 and total.value <= max(x.value for x in parts)


def _report_inexact(sheet: Sheet, line: Heading, ways: list[_Way]) -> Iterator[PaperFinding]:
    """Yield the one difference that rounding may explain, where all others are exactly those of the printed numbers."""
    fits = [_fit(sheet, line, way, strict=True) for way in ways]
    for fit in (f for f in fits if len(f.followed) >= _MANY and not f.missed):
        off = [x for item in fit.followed if (x := _deviation(sheet, line, item, fit.way)) is not None]
        if len(off) == 1:
            item, number, value = off[0]
            yield PaperFinding(
                code="BO714",
                chapter=Chapter.SUMS,
                severity=Severity.NOTE,
                place=sheet.place(line, item),
                table=sheet.reading.table.number,
                message=f"The difference of {item.name or 'this line'} under “{line.name}” is printed as "
                f"{printed(number)}; that of the printed numbers is {value:.{number.decimals}f}.",
                calculation=f"{fit.way.words}; the other {len(fit.followed) - 1} cells are exactly that of the printed "
                "numbers. Numbers rounded after the difference was taken may explain it.",
                mend="Correct the difference, or say that it was taken before rounding.",
                detail={"printed": number.value, "computed": value, "line": line.name, "item": item.name},
            )
        if len(off) <= 1:
            return


def _deviation(sheet: Sheet, line: Heading, item: Heading, way: _Way) -> tuple[Heading, Number, float] | None:
    """Return a printed difference and the computed one, where they are not the same to the last digit."""
    target = sheet.number(line, item)
    numbers = [n for x in way.lines if (n := sheet.number(x, item)) is not None]
    if target is None:
        return None
    value = way.compute(numbers)
    signed = sheet.cell(line, item).text.lstrip().startswith(("+", "-", "−", "–"))
    near = abs(target.value - (value if signed else abs(value))) < target.half + 1e-9
    return None if near else (item, target, value)


def _is_near(target: Number, value: float, slack: float) -> bool:
    """Say whether a printed number is a computed one, rounded or cut off, from cells that are rounded themselves."""
    return abs(target.value - value) <= 2 * target.half + slack + 1e-9


def _report(sheet: Sheet, line: Heading, fit: _Fit | None, code: str, word: str) -> Iterator[PaperFinding]:
    if fit is None:
        return
    for item, number, value in fit.missed:
        numbers = [n for x in fit.way.lines if (n := sheet.number(x, item)) is not None]
        shown = ", ".join(printed(n) for n in numbers[:12]) + (", …" if len(numbers) > 12 else "")
        yield PaperFinding(
            code=code,
            chapter=Chapter.SUMS,
            severity=Severity.WARNING,
            place=sheet.place(line, item),
            table=sheet.reading.table.number,
            message=f"The {word} of {item.name or 'this line'} under “{line.name}” is printed as {printed(number)}; "
            f"it computes to {rounded(value, number)}.",
            calculation=f"{fit.way.words} ({shown}) is {rounded(value, number)}; "
            f"{followers(len(fit.followed), line)} this rule within rounding.",
            mend=f"Correct the {word}, or the cell that it runs over, or say how it is computed.",
            detail={"printed": number.value, "computed": value, "line": line.name, "item": item.name},
        )
