"""BO730 to BO733 and BO740: what each table lets be said of the paper's own method, by the design that it allows.

Columns (or rows) of one measure are taken as datasets, and the own method is judged against every other by the very
test that `bakeoff compare` takes. Where they are too few, means with deviations over stated runs are tested line by
line. The level is shared out over the tables, so that the whole paper errs no more often
than one comparison would.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from bakeoff.core.answers.paper import Heading, Role, TableReading
from bakeoff.core.answers.paper_audit import Chapter, LineVerdict, PaperFinding, TableVerdict
from bakeoff.core.comparison import Comparison, Settings
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Severity
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count, write_list
from bakeoff.inference.compare import compare_verdicts_only
from bakeoff.pitfalls.fragility import measure_fragility
from bakeoff.pitfalls.papers.mentions import direction_of, lines_of, methods_of, own_of
from bakeoff.pitfalls.papers.sheet import Sheet
from bakeoff.pitfalls.papers.spread_verdicts import TEST, judge_lines, why_no_lines

_MOST_METHODS = 40


@dataclass(frozen=True, slots=True)
class Contest:
    """The own method and its rivals on the datasets of one table."""

    reading: TableReading
    own: Heading
    variants: int
    methods: tuple[Heading, ...]
    datasets: tuple[Heading, ...]
    higher_is_better: bool
    measure: str


def judge_tables(
    readings: Sequence[TableReading], *, level: float
) -> tuple[tuple[TableVerdict, ...], list[PaperFinding], int]:
    """Return each table's verdict on the own method, findings on them, and how many comparisons share the level."""
    contests = [(reading, find_contest(reading)) for reading in readings if own_of(reading)]
    judged = [c for _, c in contests if isinstance(c, Contest) and 2.0 ** (1 - len(c.datasets)) <= 1 - level]
    by_lines = [r for r, c in contests if c not in judged and not why_no_lines(r)]
    tables = max(1, len(judged) + len(by_lines))
    shared = 1 - (1 - level) / tables
    verdicts: list[TableVerdict] = []
    findings: list[PaperFinding] = []
    few: list[tuple[Contest, float]] = []
    for reading, contest in contests:
        lines = judge_lines(reading, level=shared) if reading in by_lines else ()
        if lines:
            verdicts.append(_verdict_by_lines(reading, lines))
            findings.extend(_finding_on_lines(reading, lines, tables))
            continue
        comparison = contest if isinstance(contest, str) else _compare(contest, shared)
        if isinstance(contest, str) or isinstance(comparison, str):
            verdicts.append(_without_verdict(reading, str(comparison)))
            continue
        verdict = _make_verdict(contest, comparison)
        verdicts.append(verdict)
        if 2.0 ** (1 - len(contest.datasets)) > 1 - comparison.settings.level + 1e-12:
            few.append((contest, comparison.settings.level))
        findings.extend(_finding_on(contest, comparison, verdict, tables))
    findings.extend(_finding_on_few(few))
    comparisons = sum(len(c.methods) - 1 for c in judged) + sum(len(v.lines) for v in verdicts)
    return tuple(verdicts), findings, comparisons


def find_contest(reading: TableReading) -> Contest | str:
    """Return what a table compares, or why it cannot be judged."""
    own, methods = own_of(reading), methods_of(reading)
    if len(methods) < 2 or len(methods) > _MOST_METHODS or len({h.name for h in methods}) < len(methods):
        return "which rows are methods is not certain"
    groups = _dataset_groups(reading)
    if not groups:
        return "it has one dataset, with one score for each method: the spread over datasets is not known"
    lines = max(groups, key=len)
    up = _carried_direction(reading, lines)
    if up is None:
        return "it does not say whether high or low is better"
    full = [m for m in methods if all(_carried_value(reading, m, line) is not None for line in lines)]
    best = [m for m in own if m in full]
    if not best or len(full) < 2:
        return "the own method, or every other, lacks scores"
    sign = 1.0 if up else -1.0
    main = max(best, key=lambda m: sign * sum(_carried_value(reading, m, x) or 0.0 for x in lines))
    rivals = [m for m in full if m not in own]
    if not rivals:
        return "no method of others is in it"
    return Contest(
        reading,
        main,
        len(own),
        (main, *rivals),
        tuple(lines),
        up,
        lines[0].measure or reading.measure or "score",
    )


def _dataset_groups(reading: TableReading) -> list[list[Heading]]:
    """Return the lines that are datasets of one measure; none where each measure has a single line."""
    lines = [h for h in lines_of(reading) if h.role is Role.SCORES]
    by_measure: dict[tuple[str | None, bool | None], list[Heading]] = {}
    for line in lines:
        by_measure.setdefault((line.measure, line.higher_is_better), []).append(line)
    return [
        group
        for group in by_measure.values()
        if len(group) > 1 and len({h.name for h in group}) == len(group)
    ]


def _carried_direction(reading: TableReading, lines: Sequence[Heading]) -> bool | None:
    """Return which direction is better in all of these lines."""
    found = {direction_of(reading, line) for line in lines}
    return found.pop() if len(found) == 1 else None


def _carried_value(reading: TableReading, method: Heading, line: Heading) -> float | None:
    number = Sheet(reading, is_turned=not reading.methods_in_rows).number(line, method)
    return None if number is None else number.value


def _compare(contest: Contest, level: float) -> Comparison | str:
    values = np.array(
        [
            [_carried_value(contest.reading, m, line) or 0.0 for m in contest.methods]
            for line in contest.datasets
        ]
    )
    unit = Unit.PERCENT if 1 < values.max() <= 100 and values.min() >= 0 else Unit.PLAIN
    evidence = Scores(
        classifiers=tuple(m.name for m in contest.methods),
        datasets=tuple(line.name for line in contest.datasets),
        values=values,
        measure=Measure(
            name=contest.measure, higher_is_better=contest.higher_is_better, unit=unit, direction_from="told"
        ),
        source=contest.reading.table.name,
        digest=f"sha256:{sha256(values.tobytes()).hexdigest()}",
    )
    try:
        return compare_verdicts_only(evidence, Settings(level=level, baseline=contest.own.name))
    except BakeoffError as error:
        return error.what


def _make_verdict(contest: Contest, comparison: Comparison) -> TableVerdict:
    # b is the rival: it is worse where the own method is better.
    found = {verdict: tuple(p.b for p in comparison.pairs if p.verdict is verdict) for verdict in Verdict}
    p_values = [p.p_adjusted for p in comparison.pairs if p.p_adjusted is not None]
    return TableVerdict(
        table=contest.reading.table.number,
        method=contest.own.name,
        rivals=len(comparison.pairs),
        datasets=len(contest.datasets),
        better=found[Verdict.WORSE],
        undecided=(*found[Verdict.UNDECIDED], *found[Verdict.EQUIVALENT]),
        worse=found[Verdict.BETTER],
        test=str(comparison.settings.test),
        smallest_p=min(p_values, default=None),
    )


def _verdict_by_lines(reading: TableReading, lines: tuple[LineVerdict, ...]) -> TableVerdict:
    """Return a verdict in which a rival is beaten where it is beaten in every line."""
    rivals = list(dict.fromkeys(x.rival for x in lines))
    of = {rival: [x for x in lines if x.rival == rival] for rival in rivals}
    better = tuple(r for r in rivals if all(x.is_better for x in of[r]))
    worse = tuple(r for r in rivals if all(x.is_worse for x in of[r]))
    return TableVerdict(
        table=reading.table.number,
        method=lines[0].method,
        rivals=len(rivals),
        datasets=len({x.line for x in lines}),
        better=better,
        undecided=tuple(r for r in rivals if r not in better and r not in worse),
        worse=worse,
        test=TEST,
        smallest_p=min(x.p_adjusted for x in lines),
        lines=lines,
        runs=reading.runs,
    )


def _without_verdict(reading: TableReading, why: str) -> TableVerdict:
    own = own_of(reading)
    return TableVerdict(
        table=reading.table.number, method=own[0].name if own else "", rivals=0, datasets=0, better=(), undecided=(),
        worse=(), test="", smallest_p=None, why_not=why,
    )  # fmt: skip


def _finding_on(
    contest: Contest, comparison: Comparison, verdict: TableVerdict, tables: int
) -> Iterator[PaperFinding]:
    n, reading = len(contest.datasets), contest.reading
    shared = f" (the level is shared out over {write_count(tables, 'table')})" if tables > 1 else ""
    if contest.variants > 1:
        yield _make_finding(
            "BO733", contest, Severity.NOTE,
            f"{contest.own.name} is the best of {contest.variants} variants of the own method in {reading.table.name}.",
            "The best of several is ahead by chance more often than one that was fixed before.",
            "Say which variant was fixed before the test scores were seen, and how.",
        )  # fmt: skip
    if 2.0 ** (1 - n) > 1 - comparison.settings.level + 1e-12:
        return
    if verdict.undecided and not verdict.worse:
        yield _make_finding(
            "BO730", contest, Severity.WARNING,
            f"{reading.table.name.capitalize()}: {contest.own.name} is not shown to be better than "
            f"{write_list(list(verdict.undecided), most=4)}.",
            f"By {verdict.test} over {n} lines, taken as datasets, adjusted for "
            f"{write_count(verdict.rivals, 'comparison')}{shared}; it is better than "
            f"{write_list(list(verdict.better), most=4) if verdict.better else 'none'}.",
            "Word the claim for the pairs that are decided, or add datasets.",
        )  # fmt: skip
    yield from _finding_on_fragility(contest, comparison)


def _finding_on_lines(
    reading: TableReading, lines: tuple[LineVerdict, ...], tables: int
) -> Iterator[PaperFinding]:
    """Yield the leads that so many runs with such spreads do not show."""
    leads = [x for x in lines if x.lead > 0]
    open_ = [x for x in leads if not x.is_better]
    if not open_:
        return
    shared = f", the level shared out over {write_count(tables, 'table')}" if tables > 1 else ""
    shown = [f"{x.rival} under “{x.line}”" for x in sorted(open_, key=lambda x: x.lead)]
    table = reading.table.name.capitalize()
    yield PaperFinding(
        code="BO740",
        chapter=Chapter.CARRIED,
        severity=Severity.NOTE,
        place=reading.table.place,
        table=reading.table.number,
        message=f"{table}: {len(open_)} of {write_count(len(leads), 'lead')} of the own method "
        f"{'is' if len(open_) == 1 else 'are'} not shown by {reading.runs} runs with the printed spread: over "
        f"{write_list(shown, most=3)}.",
        calculation=f"By {TEST} on the printed means and spreads, adjusted for {write_count(len(lines), 'comparison')} "
        f"(Holm){shared}. It speaks of further runs on the same data, not of other data.",
        mend="Report more runs, or the runs themselves, so that runs with the same seed can be paired.",
    )


def _finding_on_few(few: Sequence[tuple[Contest, float]]) -> Iterator[PaperFinding]:
    """Yield which tables have too few datasets for any verdict, once for all of them."""
    if few:
        contest, level = max(few, key=lambda each: len(each[0].datasets))
        n = len(contest.datasets)
        tables = write_list([c.reading.table.name for c, _ in few], most=8)
        yield _make_finding(
            "BO731", contest, Severity.NOTE,
            f"{tables.capitalize()}: too few datasets to tell the own method from another.",
            f"On {n}, the most of them, all differences have one sign by chance alone in 2/2^{n} = "
            f"{2 / 2**n:.3g} of cases; {1 - level:.3g} is allowed.",
            "Report more datasets, or the scores of single runs or examples, on which differences can be judged.",
        )  # fmt: skip


def _finding_on_fragility(contest: Contest, comparison: Comparison) -> Iterator[PaperFinding]:
    decided = [p for p in comparison.pairs if p.verdict is Verdict.WORSE]
    found = [f for p in decided[:1] if (f := measure_fragility(comparison, p)) is not None and f.flips_with]
    few = [f for f in found if f.flips_with is not None and f.flips_with <= 2]
    for fragility in few[:1]:
        yield _make_finding(
            "BO732", contest, Severity.NOTE,
            f"That {contest.own.name} is better than {fragility.b} hangs on "
            f"{write_count(fragility.flips_with or 0, 'dataset')} of {fragility.datasets}.",
            f"Without {write_list(list(fragility.removing))} the same test is undecided"
            + ("; no smaller set does it." if fragility.exact else "; a smaller set may do it."),
            "Say so, or add datasets of the same kind.",
        )  # fmt: skip


def _make_finding(
    code: str, contest: Contest, severity: Severity, message: str, calculation: str, mend: str
) -> PaperFinding:
    return PaperFinding(
        code=code, chapter=Chapter.CARRIED, severity=severity, place=contest.reading.table.place, message=message,
        calculation=calculation, mend=mend, table=contest.reading.table.number,
    )  # fmt: skip
