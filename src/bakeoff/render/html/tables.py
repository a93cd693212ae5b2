"""The tables of the report: pairs, ranking, every test, what was refused. Text for people, values for sorting."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from bakeoff.core.comparison import Comparison, Pair, PairTest, Standing
from bakeoff.core.results import Estimate, Posterior, TestResult
from bakeoff.core.words import write_alike
from bakeoff.render.bibliography import cite_by_authors
from bakeoff.render.mean_scores import shown_mean, uneven_counts
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    chances_text,
    counted_text,
    decimals_of,
    interval_text,
    p_text,
    pair_decimals,
    signed_text,
    unit_of_estimate,
)
from bakeoff.render.sentences import strength_text

NUMBERS = ("adjusted p", "p, not adjusted", "posterior: better, equal, worse")  # of the columns of tests
MOST_PAIRS = 500  # rows of a page that a browser still sorts at once


class PairRow(NamedTuple):
    """One pair as a row: what people read, and what a column is sorted by."""

    a: str
    b: str
    verdict: str
    alone: str  # what the look says by itself, where that does not stand over looks
    advantage: str
    value: float
    interval: str
    low: float | None
    strength: str
    strength_value: float
    wins: int
    draws: int
    losses: int


class ProcedureRow(NamedTuple):
    """What one procedure says of the only pair."""

    procedure: str
    carries: bool  # the verdict rests on it
    said: str
    estimate: str
    interval: str
    statistic: str
    n: int
    method: str


class ProcedureFacts(NamedTuple):
    """What a procedure tests, and under which conditions it may."""

    key: str
    null: str
    assumptions: tuple[str, ...]
    method: str
    source: str


class ProcedureMatrix(NamedTuple):
    """What every procedure says of every pair: one row for each pair, one column for each procedure."""

    procedures: tuple[str, ...]
    kinds: tuple[tuple[str, int], ...]  # what the numbers of neighbouring columns are, and of how many
    rows: tuple[tuple[str, str, tuple[tuple[str, float | None], ...]], ...]


class RankRow(NamedTuple):
    """One classifier's place, with what is known of its uncertainty."""

    classifier: str
    score: str
    scored_on: str
    score_interval: str
    rank: str
    rank_interval: str
    first: str
    strength: str
    groups: str


def _p_value_or_doubt(pair: Pair) -> float:
    result = pair.result
    if isinstance(result, Posterior):
        return 1.0 - max(result.better, result.equivalent, result.worse)
    return 1.0 if pair.p_value is None else pair.p_value


def pair_rows(pairs: Sequence[Pair], comparison: Comparison) -> list[PairRow]:
    """Return the rows of the table of pairs, at most as many as a page takes."""
    unit = comparison.evidence.measure.unit
    digits = pair_decimals(comparison)
    return [
        _pair_row(pair, unit_of_estimate(pair.result.estimate, unit), digits) for pair in pairs[:MOST_PAIRS]
    ]


def _pair_row(pair: Pair, unit: str, digits: int) -> PairRow:
    estimate = pair.result.estimate
    return PairRow(
        a=printable_name(pair.a),
        b=printable_name(pair.b),
        verdict=str(pair.verdict),
        alone="" if pair.alone is None else f" ({pair.alone} by itself)",
        advantage=counted_text(estimate.value, digits, unit),
        value=estimate.value,
        interval=interval_text(estimate.interval, digits),
        low=estimate.interval.low if isfinite(estimate.interval.low) else None,
        strength=strength_text(pair),
        strength_value=_p_value_or_doubt(pair),
        wins=pair.wins,
        draws=pair.draws,
        losses=pair.losses,
    )


def tests_of_one(comparison: Comparison) -> list[ProcedureRow]:
    """Return every test of the only pair, or nothing where there are several pairs."""
    if len(comparison.pairs) > 1:
        return []
    unit = comparison.evidence.measure.unit
    return [
        _procedure_row(test, comparison.settings.test, unit_of_estimate(test.result.estimate, unit))
        for test in comparison.tests
    ]


def _procedure_row(test: PairTest, carrying: str | None, unit: str) -> ProcedureRow:
    result, digits = test.result, decimals_of(test.result.estimate)
    return ProcedureRow(
        procedure=result.procedure,
        carries=result.procedure == carrying,
        said=_result_text(result),
        estimate=f"{result.estimate.of} {counted_text(result.estimate.value, digits, unit)}",
        interval=interval_text(result.estimate.interval, digits),
        statistic=_html_statistic(result),
        n=result.n,
        method=result.method,
    )


def _result_text(result: TestResult | Posterior) -> str:
    if isinstance(result, Posterior):
        return chances_text(result)
    return p_text(result.p_value)


def _html_statistic(result: TestResult | Posterior) -> str:
    if isinstance(result, Posterior):
        return "–"
    df = "" if result.df is None else f" ({result.df:.4g} df)"
    return f"{result.statistic:.4g}{df}".replace("-", "−")


def tests_of_many(pairs: Sequence[Pair], comparison: Comparison) -> ProcedureMatrix | None:
    """Return what every procedure says of the first pairs, or nothing where there is only one pair."""
    if len(comparison.pairs) == 1:
        return None
    by_key = {(t.a, t.b, t.result.procedure): t for t in comparison.tests}
    kinds = {t.result.procedure: _kind_of_numbers(t) for t in comparison.tests}
    procedures = tuple(sorted(kinds, key=lambda key: NUMBERS.index(kinds[key])))
    return ProcedureMatrix(
        procedures=procedures,
        kinds=tuple((kind, n) for kind in NUMBERS if (n := list(kinds.values()).count(kind))),
        rows=tuple(
            (
                printable_name(p.b),
                printable_name(p.a),
                tuple(_matrix_cell(by_key.get((p.a, p.b, key))) for key in procedures),
            )
            for p in pairs[:MOST_PAIRS]
        ),
    )


def _kind_of_numbers(test: PairTest) -> str:
    if isinstance(test.result, Posterior):
        return NUMBERS[2]
    return NUMBERS[1] if test.p_adjusted is None else NUMBERS[0]


def _matrix_cell(test: PairTest | None) -> tuple[str, float | None]:
    if test is None:
        return "–", None
    if isinstance(test.result, Posterior):
        return _result_text(test.result), test.result.better
    return p_text(test.p_value).removeprefix("p ").removeprefix("= "), test.p_value


def procedures_of(comparison: Comparison) -> list[ProcedureFacts]:
    """Return what each procedure that spoke tests and assumes, once."""
    by_key: dict[str, ProcedureFacts] = {}
    for result in [*(t.result for t in comparison.tests), *comparison.omnibus]:
        if result.procedure not in by_key:
            null = "" if isinstance(result, Posterior) else result.null
            source = cite_by_authors(f"`{result.citation}`")
            by_key[result.procedure] = ProcedureFacts(
                result.procedure, null, result.assumptions, result.method, source
            )
    return list(by_key.values())


def unused_procedures(comparison: Comparison) -> list[tuple[str, str]]:
    """Return the procedures that were not used, gathered by the reason."""
    by_reason: dict[str, list[str]] = {}
    for objection in comparison.objections:
        by_reason.setdefault(objection.reason, []).append(objection.test)
    return [(", ".join(tests), reason) for reason, tests in by_reason.items()]


def rank_rows(comparison: Comparison) -> list[RankRow]:
    """Return the classifiers, best first."""
    ends = [
        end
        for s in comparison.ranking
        for end in ((s.score_interval.low, s.score_interval.high) if s.score_interval else (None, None))
    ]
    texts = write_alike([*(shown_mean(s) for s in comparison.ranking), *ends])
    count, counts = len(comparison.ranking), uneven_counts(comparison)
    return [
        _rank_row(s, comparison.groups, texts[i], texts[count + 2 * i : count + 2 * i + 2])._replace(
            scored_on=f"{counts[s.classifier]:,}" if s.classifier in counts else ""
        )
        for i, s in enumerate(comparison.ranking)
    ]


def _rank_row(
    standing: Standing, groups: tuple[tuple[str, ...], ...], score: str, ends: Sequence[str]
) -> RankRow:
    scored, ranked, strength = standing.score_interval, standing.rank_interval, standing.strength
    member = [i for i, group in enumerate(groups) if standing.classifier in group]
    return RankRow(
        classifier=printable_name(standing.classifier),
        score=score,
        scored_on="",
        score_interval="" if scored is None else " to ".join(ends),
        rank="" if standing.mean_rank is None else f"{standing.mean_rank:.2f}",
        rank_interval="" if ranked is None else f"{ranked.low:.2f} to {ranked.high:.2f}",
        first="" if standing.best is None else f"{100 * standing.best:.0f} %",
        strength=""
        if strength is None
        else f"{signed_text(strength.value, 2)} ({interval_text(strength.interval, 2)})",
        groups=" ".join(_html_letter(i) for i in member),
    )


def _html_letter(index: int) -> str:
    """Return the name of a group: a, b, … z, a2, b2, …."""
    turn, place = divmod(index, 26)
    return "abcdefghijklmnopqrstuvwxyz"[place] + (str(turn + 1) if turn else "")


def estimate_text(estimate: Estimate) -> str:
    """Return an estimate with its interval in parentheses."""
    digits = decimals_of(estimate)
    return f"{signed_text(estimate.value, digits)} ({interval_text(estimate.interval, digits)})"
