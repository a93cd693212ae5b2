"""BO734 to BO738: differences inside the spread, missing scores, datasets left out, tests, what is not reported."""

import re
from collections.abc import Iterator, Sequence

from bakeoff.core.answers.paper import Heading, Number, Paper, Role, Spread, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.core.words import write_count, write_list
from bakeoff.pitfalls.papers.mentions import direction_of, lines_of, methods_of, own_of
from bakeoff.pitfalls.papers.repeated import normalise
from bakeoff.pitfalls.papers.sheet import Sheet
from bakeoff.pitfalls.papers.spread_verdicts import why_no_lines

_TESTS = (
    (
        re.compile(r"(?<!corrected )(?<!paired )\b(?:paired )?t-?\s?tests?\b", re.IGNORECASE),
        "a t-test",
        "differences over independent datasets; over folds or resamples of one dataset it rejects too often, "
        "and the corrected test is needed",
    ),
    (
        re.compile(r"\bWilcoxon\b", re.IGNORECASE),
        "Wilcoxon's signed-rank test",
        "one difference for each of several datasets, which are independent of each other",
    ),
    (
        re.compile(r"\bNemenyi\b", re.IGNORECASE),
        "Nemenyi's test",
        "mean ranks: the verdict on two methods depends on which others are in the table",
    ),
    (
        re.compile(r"\bMcNemar\b", re.IGNORECASE),
        "McNemar's test",
        "right and wrong answers of both methods on the same examples of one test set",
    ),
    (
        re.compile(r"\bANOVA\b"),
        "ANOVA",
        "equal spread of differences between all methods, which datasets seldom have",
    ),
)
_SIGNIFICANT = re.compile(r"\bstatistical(?:ly)? significan\w+|\bsignificant(?:ly)? \(?p\b", re.IGNORECASE)
_NAMED = re.compile(
    r"\bt-?\s?tests?\b|Wilcoxon|Friedman|Nemenyi|McNemar|ANOVA|bootstrap|permutation|sign test|Mann|Kruskal|"
    r"DeLong|binomial|χ2?|chi-?square|p\s*[<=]|credible|Bayesian",
    re.IGNORECASE,
)
_FOLDS = re.compile(r"\bfolds?\b|cross-?validat|\bCV\b", re.IGNORECASE)


def find_gaps(paper: Paper, readings: Sequence[TableReading]) -> Iterator[PaperFinding]:
    """Yield what the tables leave out, and what would have to be reported to decide."""
    for reading in readings:
        if own_of(reading):
            if why_no_lines(reading):  # else Welch's test says more
                yield from _find_inside_spread(reading)
            yield from _find_missing_scores(reading)
    yield from _find_dropped_datasets(readings)
    yield from _find_tests(paper)
    yield from _find_unsaid(readings)


def _find_inside_spread(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield how often the own method is ahead by less than the spread that is printed."""
    sheet = Sheet(reading, is_turned=not reading.methods_in_rows)
    inside, ahead = list[str](), 0
    for line in lines_of(reading):
        pair = _leader_and_next(sheet, line, reading)
        if pair is not None:
            ahead += 1
            own, rival = pair
            if abs(own.value - rival.value) < max(own.spread or 0.0, rival.spread or 0.0):
                inside.append(line.name)
    if inside and ahead:
        yield PaperFinding(
            code="BO734",
            chapter=Chapter.CARRIED,
            severity=Severity.NOTE,
            place=reading.table.place,
            table=reading.table.number,
            message=f"In {reading.table.name} the own method leads under {write_count(ahead, 'heading')}; "
            f"under {len(inside)} of them by less than the ± that is printed.",
            calculation=f"The lead over the next method is smaller than the larger of the two spreads: "
            f"{write_list(inside, most=4)}.",
            mend="Say what ± is and over how many runs, and test the differences of paired runs.",
        )


def _leader_and_next(sheet: Sheet, line: Heading, reading: TableReading) -> tuple[Number, Number] | None:
    """Return the number of the own method and of the next one, where the own leads and both have a spread."""
    own = [n for m in own_of(reading) if (n := sheet.number(line, m)) is not None and n.spread is not None]
    rivals = [
        n
        for m in methods_of(reading)
        if m.name not in reading.own and (n := sheet.number(line, m)) is not None and n.spread is not None
    ]
    up = direction_of(reading, line)
    if not own or not rivals or up is None:
        return None
    sign = 1 if up else -1
    best, second = max(own, key=lambda n: sign * n.value), max(rivals, key=lambda n: sign * n.value)
    return (best, second) if sign * (best.value - second.value) > 0 else None


def _find_missing_scores(reading: TableReading) -> Iterator[PaperFinding]:
    sheet = Sheet(reading, is_turned=not reading.methods_in_rows)
    methods = methods_of(reading)
    lines = [h for h in lines_of(reading) if h.role is Role.SCORES]
    if len(methods) < 3 or len(lines) < 2:
        return
    missing = {
        m.name: sum(sheet.number(x, m) is None for x in lines) for m in methods if m.name not in reading.own
    }
    some = [name for name, count in missing.items() if 0 < count < len(lines)]
    if some and 2 * len(some) <= len(methods):
        cells = sum(missing[name] for name in some)
        yield PaperFinding(
            code="BO735",
            chapter=Chapter.CARRIED,
            severity=Severity.NOTE,
            place=reading.table.place,
            table=reading.table.number,
            message=f"{reading.table.name.capitalize()} lacks {write_count(cells, 'score')} of "
            f"{write_list(some, most=4)}, where others have them.",
            calculation=f"{len(some)} of {len(methods)} methods have no number in some of {len(lines)} lines.",
            mend="Say why they are missing: not run, failed, or not reported by others.",
        )


def _find_dropped_datasets(readings: Sequence[TableReading]) -> Iterator[PaperFinding]:
    """Yield tables that compare the same methods on some of the datasets of an earlier one."""
    known = [
        (
            r,
            {normalise(h.name): h.name for h in lines_of(r) if h.role is Role.SCORES and h.measure is None},
            {normalise(h.name) for h in methods_of(r)},
        )
        for r in readings
        if own_of(r)
    ]
    for index, (reading, lines, methods) in enumerate(known):
        for earlier, before, rivals in known[:index]:
            shared = set(lines) & set(before)
            gone = [before[key] for key in before if key not in lines]
            if len(shared) >= 3 and set(lines) <= set(before) and gone and len(methods & rivals) >= 3:
                yield PaperFinding(
                    code="BO736",
                    chapter=Chapter.CARRIED,
                    severity=Severity.NOTE,
                    place=reading.table.place,
                    table=reading.table.number,
                    message=f"{reading.table.name.capitalize()} leaves out {write_list(gone, most=4)}, "
                    f"which {earlier.table.name} has for the same methods.",
                    calculation=f"{len(shared)} of {len(before)} datasets are in both tables.",
                    mend="Say how the datasets of the later table were chosen.",
                )
                break


def _find_tests(paper: Paper) -> Iterator[PaperFinding]:
    named = False
    seen: set[str] = set()
    for sentence in paper.sentences:
        named = named or bool(_NAMED.search(sentence.text))
        for pattern, name, needs in _TESTS:
            if name in seen or not pattern.search(sentence.text):
                continue
            seen.add(name)
            over_folds = name == "a t-test" and _FOLDS.search(sentence.text)
            yield PaperFinding(
                code="BO737",
                chapter=Chapter.CARRIED,
                severity=Severity.WARNING if over_folds else Severity.NOTE,
                place=sentence.place,
                message=f"The paper uses {name}" + (" over folds." if over_folds else "."),
                calculation=f"It needs {needs}.",
                mend="Say what was paired, and how many pairs there were."
                + (
                    " Use the corrected resampled t-test (bakeoff compare on the folds takes it)."
                    if over_folds
                    else ""
                ),
            )
    if not named:
        claim = next((s for s in paper.sentences if _SIGNIFICANT.search(s.text)), None)
        if claim is not None:
            yield PaperFinding(
                code="BO737",
                chapter=Chapter.CARRIED,
                severity=Severity.WARNING,
                place=claim.place,
                message="Statistical significance is claimed, and no test is named in the paper.",
                calculation="No name of a test and no p-value was found in the text or the captions.",
                mend="Name the test, what was paired, and the number of pairs.",
            )


def _find_unsaid(readings: Sequence[TableReading]) -> Iterator[PaperFinding]:
    unsaid = [r for r in readings if r.spread is Spread.UNSAID]
    if unsaid:
        yield PaperFinding(
            code="BO738",
            chapter=Chapter.REPORTED,
            severity=Severity.NOTE,
            place=unsaid[0].table.place,
            table=unsaid[0].table.number,
            message=f"{write_count(len(unsaid), 'table')} {'prints' if len(unsaid) == 1 else 'print'} ± and "
            f"the caption does not say what it is: {write_list([r.table.name for r in unsaid], most=6)}.",
            calculation="A standard deviation, a standard error and half an interval differ by factors that "
            "depend on the number of runs.",
            mend="Say in the caption what ± is, and over how many runs.",
        )
