"""The answer in sentences: the one paragraph that terminal, JSON, page and notebook all say."""

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.design import Design
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Estimate, Posterior, TestResult, Verdict
from bakeoff.core.words import counted, listed
from bakeoff.render.examples import flips_words
from bakeoff.render.names import shown
from bakeoff.render.numbers import (
    decimals_of,
    interval_text,
    level_text,
    margin_text,
    p_text,
    signed,
    unit_text,
)

MOST_WORDS = 240  # characters of a sentence that a person still reads


def summary(comparison: Comparison) -> str:
    """Return the answer of a comparison in one paragraph."""
    return " ".join([headline(comparison), *_support(comparison)])


def headline(comparison: Comparison) -> str:
    """Return the one sentence that answers."""
    if len(comparison.pairs) == 1:
        return _pair_headline(comparison.pairs[0], comparison)
    return _many_headline(comparison)


def units_of(design: Design) -> str:
    """Return what the evidence consists of: '10 datasets', '100 resamples of one dataset', '500 test examples'."""
    if not design.paired:
        return "two independent test sets"
    if design.on_examples:
        only = " that only one gets right" if design.flips_only else ""
        return f"{counted(design.examples, 'example' if only else 'test example')}{only}"
    if design.datasets > 1:
        return counted(design.datasets, "dataset")
    return f"{counted(design.resamples, 'resample')} of one dataset"


def counted_by(comparison: Comparison) -> str:
    """Return which columns say what examples belong together and how much they count, with a leading comma."""
    evidence = comparison.evidence
    how = evidence.counted_by if isinstance(evidence, Predictions) else ()
    return "".join(f", {shown(each)}" for each in how)


def advantage_text(estimate: Estimate, comparison: Comparison) -> str:
    """Return an estimate with its interval: '+1.5 points (95 % interval −5.0 to +6.0)'."""
    digits = decimals_of(estimate)
    unit = unit_text(comparison.evidence.measure.unit)
    interval = interval_text(estimate.interval, digits)
    return (
        f"{signed(estimate.value, digits)}{unit} ({level_text(estimate.interval.level)} interval {interval})"
    )


def evidence_for(pair: Pair) -> str:
    """Return the strength of the evidence about one pair: its p-value or its probability."""
    if isinstance(pair.result, Posterior):
        chances = {"better": pair.result.better, "equal": pair.result.equivalent, "worse": pair.result.worse}
        word, chance = max(chances.items(), key=lambda item: item[1])
        return f"probability {chance:.3f} of {word}"
    return p_text(pair.result.p_value if pair.p_adjusted is None else pair.p_adjusted)


def _pair_headline(pair: Pair, comparison: Comparison) -> str:
    a, b = shown(pair.a), shown(pair.b)
    units = _these_units(pair, comparison)
    match pair.verdict:
        case Verdict.BETTER:
            return f"{b} is better than {a} on {units}."
        case Verdict.WORSE:
            return f"{b} is worse than {a} on {units}."
        case Verdict.EQUIVALENT:
            margin = _margin_text(comparison)
            return f"{b} and {a} are equivalent in practice: they differ by less than {margin} on {units}."
        case Verdict.UNDECIDED:
            return f"Undecided: {_these_do(units)} not show that {b} differs from {a}."


def _these_units(pair: Pair, comparison: Comparison) -> str:
    if comparison.design.datasets > 1:
        return counted(len(pair.units), "dataset")
    return units_of(comparison.design)


def _these_do(units: str) -> str:
    return f"this {units.removeprefix('1 ')} does" if units.startswith("1 ") else f"these {units} do"


def _margin_text(comparison: Comparison) -> str:
    return margin_text(comparison.settings.margin, comparison.evidence.measure.unit)


def _support(comparison: Comparison) -> list[str]:
    if len(comparison.pairs) > 1:
        return []
    pair = comparison.pairs[0]
    wins = (
        flips_words(pair, comparison)
        if comparison.design.on_examples
        else f"{shown(pair.b)} wins {pair.wins}, draws {pair.draws}, loses {pair.losses}"
    )
    said = f"Advantage of {shown(pair.b)}: {advantage_text(pair.result.estimate, comparison)}, {evidence_for(pair)}"
    return [f"{said} by {name_of(pair.result)}; {wins}."]


def name_of(result: TestResult | Posterior) -> str:
    """Return how a sentence names the procedure."""
    return f"{result.procedure} ({result.method})"


def _many_headline(comparison: Comparison) -> str:
    """Return the decided pairs in one sentence: all of them where they are few, else how many."""
    claims = _claims(comparison)
    undecided = sum(p.verdict is Verdict.UNDECIDED for p in comparison.pairs)
    if not claims:
        units, pairs = units_of(comparison.design), counted(len(comparison.pairs), "pair")
        return f"Undecided: these {units} do not show a difference in any of the {pairs}."
    rest = "nothing else is decided" if undecided else "every pair is decided"
    told = f"{'; '.join([*claims, rest])}."
    return told if len(told) <= MOST_WORDS else _counted_headline(comparison, undecided)


def _claims(comparison: Comparison) -> list[str]:
    """Return the decided pairs, gathered by who is better than whom."""
    beaten_by: dict[str, list[str]] = {}
    for pair in comparison.pairs:
        if pair.verdict in (Verdict.BETTER, Verdict.WORSE):
            better, worse = (pair.b, pair.a) if pair.verdict is Verdict.BETTER else (pair.a, pair.b)
            beaten_by.setdefault(shown(worse), []).append(shown(better))
    losers: dict[tuple[str, ...], list[str]] = {}
    for worse, winners in beaten_by.items():
        losers.setdefault(tuple(winners), []).append(worse)
    claims = [
        f"{listed(winners)} {'is' if len(winners) == 1 else 'are'} better than {listed(worse)}"
        for winners, worse in sorted(losers.items(), key=lambda item: -len(item[0]) * len(item[1]))
    ]
    same = [p for p in comparison.pairs if p.verdict is Verdict.EQUIVALENT]
    return claims + [f"{shown(p.a)} and {shown(p.b)} are equivalent in practice" for p in same]


def _counted_headline(comparison: Comparison, undecided: int) -> str:
    total = len(comparison.pairs)
    first = comparison.ranking[0].classifier
    beats = sum(
        (p.verdict is Verdict.BETTER and p.b == first) or (p.verdict is Verdict.WORSE and p.a == first)
        for p in comparison.pairs
    )
    others = sum(first in (p.a, p.b) for p in comparison.pairs)
    lead = f"{shown(first)} ranks first and is better than {beats} of the {others} it is compared with"
    return f"{lead}; {total - undecided:,} of {total:,} pairs are decided."
