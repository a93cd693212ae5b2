"""Words that claim something of a comparison, and what the tables that are certainly meant make of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bakeoff.core.answers.paper import Paper, Part, Sentence, TableReading
from bakeoff.core.answers.paper_audit import Claim, LineVerdict, PaperFinding, Standing, TableVerdict
from bakeoff.core.words import shorten, write_count, write_list
from bakeoff.pitfalls.papers.claim_tables import (
    Leads,
    Scope,
    average_lines,
    count_leads,
    find_scopes,
    needs_verdict,
)
from bakeoff.pitfalls.papers.claim_words import Assertion, Kind, take_apart
from bakeoff.pitfalls.papers.mentions import is_named
from bakeoff.pitfalls.papers.text_numbers import find_right_numbers

_ELSEWHERE = re.compile(
    r"\b(?:recent|prior|previous|existing|recently|have been|has been|were shown|in the literature|future)\b",
    re.IGNORECASE,
)
_CITED = re.compile(r"\bet al\b|\((?:19|20)\d\d\)|\[\d+\]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?\s*(?:%|percent|points?\b|pp\b|×|x\b|times)")
_OWN = re.compile(r"\b(?:our|ours|we|proposed)\b", re.IGNORECASE)
_Judged = tuple[Standing, str]


def find_claims(
    paper: Paper,
    readings: Sequence[TableReading],
    verdicts: Sequence[TableVerdict],
    wrong: Sequence[PaperFinding],
    *,
    level: float,
) -> Iterator[Claim]:
    """Yield every sentence that claims something of a comparison, with what the tables make of it."""
    denied = {(str(r.place), r.detail.get("sentence")): r for r in wrong}
    has_unread = _has_unread_tables(paper, readings)
    for sentence in paper.sentences:
        assertion = take_apart(sentence.text)
        if assertion is None or assertion.is_unreal or (sentence.part is Part.BODY and not sentence.tables):
            continue
        scopes, why = find_scopes(sentence, assertion, readings, paper.names)
        if not (scopes or _speaks_of_own(sentence, assertion, paper.names)):
            continue
        finding = denied.get((str(sentence.place), shorten(sentence.text, most=300)))
        right = find_right_numbers(sentence, readings, paper.names)
        if finding is not None:
            standing, why, table = (
                Standing.CONTRADICTED,
                f"its number does not agree ({finding.code})",
                finding.table,
            )
        elif right is not None and assertion.kind is not Kind.SIGNIFICANT:
            standing, why, table = Standing.CARRIED, f"{right[1]}, as printed", right[0]
        else:
            if has_unread and not any(s.is_anchored for s in scopes):
                scopes, why = [], why or "a table with its method was not read for certain, and may be meant"
            standing, why, table = _judge(assertion, scopes, why, verdicts, level)
            if standing is Standing.CARRIED and _NUMBER.search(sentence.text):
                why = f"{why}; its numbers were not checked"
        yield Claim(sentence=sentence, word=str(assertion.kind), standing=standing, why=why, table=table)


def _has_unread_tables(paper: Paper, readings: Sequence[TableReading]) -> bool:
    """Say whether a table that names the paper's own method could not be read for certain."""
    certain = {reading.table.number for reading in readings}
    return any(
        _OWN.search(cell.text) or any(is_named(name, cell.text) for name in paper.names)
        for table in paper.tables
        if table.number not in certain
        for row in table.rows
        for cell in row
    )


def _speaks_of_own(sentence: Sentence, assertion: Assertion, names: Sequence[str]) -> bool:
    """Say whether a claim is of the paper's own work, and not of that of others."""
    own = bool(_OWN.search(assertion.left)) or any(is_named(name, sentence.text) for name in names)
    elsewhere = _ELSEWHERE.search(assertion.left) or (
        _CITED.search(assertion.left) and not _OWN.search(assertion.left)
    )
    return own and not (elsewhere and not sentence.tables)


def _judge(
    assertion: Assertion, scopes: list[Scope], why: str, verdicts: Sequence[TableVerdict], level: float
) -> tuple[Standing, str, int | None]:
    """Return the standing of a claim, why, and the table; where several may be meant, all must agree."""
    if assertion.is_divided or assertion.is_reversed:
        return Standing.NOT_CHECKABLE, "it says more than one thing", None
    if not scopes:
        return Standing.NOT_CHECKABLE, why, None
    judged = [(s, *_weigh(assertion, s, verdicts, level)) for s in scopes]
    standings = {standing for _, standing, _ in judged}
    if len(standings) > 1:
        tables = write_list([s.reading.table.name for s, _, _ in judged], most=4)
        return (
            Standing.NOT_CHECKABLE,
            f"which table is meant is not said, and {tables} do not agree on it",
            None,
        )
    scope, standing, words = judged[0]
    if len(judged) > 1 and standing is not Standing.NOT_CHECKABLE:
        others = write_list([s.reading.table.name for s, _, _ in judged[1:]], most=3)
        words = f"{words}; {others} may be meant and agree"
    return standing, words, scope.reading.table.number


def _weigh(assertion: Assertion, scope: Scope, verdicts: Sequence[TableVerdict], level: float) -> _Judged:
    """Return the standing of a claim on one table, and why."""
    name = scope.reading.table.name
    leads = count_leads(scope)
    if leads is None:
        return Standing.NOT_CHECKABLE, f"{name} does not say whether high or low is better, or lacks scores"
    shown = _describe(leads, scope)
    qualified = _weigh_qualified(assertion, scope, leads, shown)
    if qualified is not None:
        return qualified
    if _is_denied(leads, assertion, scope):
        return (
            Standing.CONTRADICTED,
            f"{shown}, not under all" if leads.ahead and not scope.names_lines else shown,
        )
    if assertion.has_second and scope.names_lines:
        return Standing.NOT_CHECKABLE, f"{shown}; it says more than one thing"
    number = scope.reading.table.number
    verdict = next((v for v in verdicts if v.table == number), None) if scope.is_own else None
    if leads.behind and not _is_decided_by_test(verdict, assertion, scope, level):
        return Standing.NOT_CHECKABLE, f"{shown}; whether that is meant is not said"
    if verdict is not None and verdict.lines:
        return _weigh_lines(verdict, scope, shown)
    if not needs_verdict(scope, assertion):
        return Standing.CARRIED, f"{shown}, as printed; one score each does not say how far chance goes"
    return _weigh_verdict(assertion, scope, verdict, shown, level)


def _weigh_qualified(assertion: Assertion, scope: Scope, leads: Leads, shown: str) -> _Judged | None:
    """Return the standing of a claim that is less than “ahead everywhere”: comparable, on average, mostly."""
    if assertion.kind is Kind.COMPARABLE:
        return _weigh_comparable(leads, shown)
    if scope.names_lines or assertion.kind is Kind.SIGNIFICANT:
        return None
    if assertion.on_average and scope.is_anchored:
        return _weigh_average(scope, shown)
    if assertion.for_most and scope.is_referred and leads.lines > 2:
        return _weigh_majority(leads, shown)
    return None


def _weigh_comparable(leads: Leads, shown: str) -> _Judged:
    """Return what the scores make of “comparable”: at least as good is comparable by any measure."""
    if not leads.behind:
        return Standing.CARRIED, f"{shown} and nowhere behind, as printed"
    return Standing.NOT_CHECKABLE, f"{shown}; how much worse would still be comparable is not said"


def _weigh_average(scope: Scope, shown: str) -> _Judged:
    """Return what the printed averages of a table make of a claim about the average."""
    lines = average_lines(scope)
    leads = count_leads(replace(scope, lines=lines, names_lines=True)) if lines else None
    if leads is None:
        return Standing.NOT_CHECKABLE, f"{shown}; {scope.reading.table.name} prints no average of all of them"
    names = write_list([h.name for h in lines], most=3)
    if not leads.behind:
        how = "level with the best" if leads.level else "ahead"
        return Standing.CARRIED, f"in {scope.reading.table.name} it is {how} under {names}, as printed"
    words = f"in {scope.reading.table.name} it is ahead under {leads.ahead} of {names}"
    is_contrary = leads.behind == leads.lines and scope.is_referred and not leads.best_of_block
    return (Standing.CONTRADICTED if is_contrary else Standing.NOT_CHECKABLE), words


def _weigh_majority(leads: Leads, shown: str) -> _Judged:
    """Return what the scores make of “on most datasets”: more than half of them."""
    if 2 * leads.ahead > leads.lines:
        return Standing.CARRIED, f"{shown}, which is most of them, as printed"
    if 2 * (leads.ahead + leads.level) > leads.lines or leads.best_of_block:
        return Standing.NOT_CHECKABLE, f"{shown}; whether that is meant is not said"
    return Standing.CONTRADICTED, f"{shown}, which is not most of them"


def _is_decided_by_test(
    verdict: TableVerdict | None, assertion: Assertion, scope: Scope, level: float
) -> bool:
    """Say whether a claim that some headings speak against is one in general, on which a test over datasets decides."""
    return (
        verdict is not None
        and bool(verdict.test)
        and not verdict.lines
        and assertion.kind is not Kind.STATE_OF_THE_ART  # by one heading, and which is not said
        and not assertion.is_limited
        and needs_verdict(scope, assertion)
        and 2.0 ** (1 - verdict.datasets) <= 1 - level
    )


def _describe(leads: Leads, scope: Scope) -> str:
    name = scope.reading.table.name
    where = (
        f"under {write_list([h.name for h in scope.lines], most=3)}"
        if scope.names_lines
        else f"under {leads.ahead} of {write_count(leads.lines, 'heading')}"
    )
    level = f", level with the best under {leads.level}" if leads.level else ""
    if scope.names_lines and leads.behind:
        named = write_count(leads.lines, "heading")
        return f"in {name} it is ahead under {leads.ahead} of {named} that are named{level}"
    return f"in {name} it is ahead {where}{level}"


def _is_denied(leads: Leads, assertion: Assertion, scope: Scope) -> bool:
    """Say whether the printed scores say the contrary: every other reading of the claim is granted."""
    if not scope.is_anchored or assertion.is_limited or leads.best_of_block or not leads.behind:
        return False
    if assertion.kind is Kind.STATE_OF_THE_ART or not (scope.names_rivals or assertion.of_every_rival):
        return False
    if leads.behind == leads.lines:
        return scope.is_referred or (scope.names_rivals and scope.names_lines)
    return assertion.for_all and scope.is_referred


def _weigh_lines(verdict: TableVerdict, scope: Scope, shown: str) -> _Judged:
    """Return what means and deviations of so many runs make of a claim."""
    rivals, lines = {h.name for h in scope.rivals}, {h.name for h in scope.lines}
    asked = [x for x in verdict.lines if x.rival in rivals and x.line in lines]
    open_ = [x for x in asked if not x.is_better]
    how = f"by {verdict.test} on means and spreads of {verdict.runs} runs"
    if not asked:
        return Standing.NOT_CHECKABLE, f"{shown}; the spreads of these scores are not printed"
    if not open_:
        return Standing.CARRIED, f"{shown}, and {how} it is better than {_name_rivals(asked)} on these data"
    return Standing.NOT_CARRIED, f"{shown}; {how} it is not shown to be better than {_name_rivals(open_)}"


def _name_rivals(lines: Sequence[LineVerdict]) -> str:
    return write_list(list(dict.fromkeys(x.rival for x in lines)), most=3)


def _weigh_verdict(
    assertion: Assertion, scope: Scope, verdict: TableVerdict | None, shown: str, level: float
) -> _Judged:
    if assertion.kind is Kind.SIGNIFICANT and assertion.is_tested:
        return Standing.NOT_CHECKABLE, f"{shown}; the paper's test is on scores that the table does not have"
    if verdict is None or verdict.why_not:
        why = verdict.why_not if verdict is not None else "it is not of the paper's own method"
        return Standing.NOT_CHECKABLE, f"{shown}; beyond these numbers nothing can be said, as {why}"
    wanted = {h.name for h in scope.rivals} & {*verdict.better, *verdict.undecided, *verdict.worse}
    few = write_count(verdict.datasets, "dataset")
    if not wanted:
        return Standing.NOT_CHECKABLE, f"{shown}; the test over {few} is not of these comparisons"
    if wanted <= set(verdict.better):
        rivals = write_list(sorted(wanted), most=3)
        return Standing.CARRIED, f"{shown}; by {verdict.test} over {few} it is better than {rivals}"
    if 2.0 ** (1 - verdict.datasets) > 1 - level:
        chance = 2.0 ** (1 - verdict.datasets)
        # whether so few lines are datasets, or kinds of one measure, the table does not say
        standing = Standing.NOT_CARRIED if assertion.kind is Kind.SIGNIFICANT else Standing.NOT_CHECKABLE
        return (
            standing,
            f"{shown}; {write_count(verdict.datasets, 'line')}, taken as datasets, are too few for any test: all "
            f"differences have one sign by chance alone in {chance:.3g} of cases",
        )
    open_ = write_list(sorted(wanted - set(verdict.better)), most=3)
    return (
        Standing.NOT_CARRIED,
        f"{shown}; by {verdict.test} over {few} it is not shown to be better than {open_}",
    )
