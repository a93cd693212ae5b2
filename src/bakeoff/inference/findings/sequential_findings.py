"""What to know of a comparison that may be looked at at any time: the evidence, what it costs, and what it covers."""

from collections.abc import Iterator, Sequence
from math import log10

from bakeoff.core.answers.sequential import Decision, Horizon, Sequential, SequentialPair
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict, significance
from bakeoff.core.words import write_count, write_list, write_signed
from bakeoff.inference.findings.pipeline import Finder

MOST_PAIRS = 3
STRONG_DRIFT = 3.5
LARGE = 1e6


def find_evidence(comparison: Comparison) -> Iterator[Finding]:
    """Yield the e-values, and what they cover."""
    sequential = comparison.sequential
    if sequential is None:
        return
    words = [_evidence_words(pair) for pair in sequential.pairs[:MOST_PAIRS]]
    more = (
        f", and {len(sequential.pairs) - MOST_PAIRS} more pairs" if len(sequential.pairs) > MOST_PAIRS else ""
    )
    needed = _write_e(sequential.pairs[0].log10_needed)
    yield Finding(
        code="BO650",
        severity=Severity.NOTE,
        message=f"Evidence as e-values: {write_list(words, most=MOST_PAIRS)}{more}; {needed} decides. Verdict and "
        "interval hold at every look and whenever one stops, for models, measure and margin that were named before "
        "looking; not for any that were chosen by what a look showed.",
        detail={"pairs": [_pair_detail(pair) for pair in sequential.pairs]},
    )


def find_cost(comparison: Comparison) -> Iterator[Finding]:
    """Yield how long a verdict takes, beside a test that looks once."""
    sequential = comparison.sequential
    if sequential is None or len(sequential.pairs) > 1:
        return
    pair, verdict = sequential.pairs[0], comparison.pairs[0]
    words = [
        text for h in pair.horizons if (text := _horizon_words(h, pair, verdict, sequential, comparison))
    ]
    if words:
        yield Finding(
            code="BO651",
            severity=Severity.NOTE,
            message=f"{' '.join(words)} The first is what looking at any time costs; a size fixed beforehand and one "
            "look (without --sequential) is the cheaper choice where both can be kept.",
            detail={
                "horizons": [
                    {"about": h.about, "units": h.units, "one_look": h.one_look} for h in pair.horizons
                ],
                "units": pair.units,
            },
        )


def find_order(comparison: Comparison) -> Iterator[Finding]:
    """Yield what is assumed of the order of units, and that they drift where they do."""
    sequential = comparison.sequential
    if sequential is None:
        return
    noun = sequential.noun
    drifting = [pair for pair in sequential.pairs if abs(pair.drift) > STRONG_DRIFT]
    if drifting:
        yield Finding(
            code="BO653",
            severity=Severity.WARNING,
            message=f"The difference drifts along the order of the {noun}s (trend of {drifting[0].drift:+.1f} standard "
            "errors): early ones are not like late ones. While more are to come, what is there is no random part of "
            "all; shuffle them before they are run, or wait until all are there.",
            detail={"drift": [{"a": p.a, "b": p.b, "z": p.drift} for p in drifting]},
        )
        return
    yield Finding(
        code="BO652",
        severity=Severity.NOTE,
        message=f"It is assumed that the {noun}s come in an order that does not depend on how they come out: at "
        "random, by time or by place in the file, not sorted by result, difficulty or topic while more come. The "
        f"order of the {noun}s that are there changes nothing.",
    )


def find_units(comparison: Comparison) -> Iterator[Finding]:
    """Yield that groups or blocks are what is bet on, and which items wait."""
    sequential = comparison.sequential
    if sequential is None:
        return
    noun, said = sequential.noun, []
    if noun == "block":
        said.append(
            "One item of each task makes a block, in their order, so that every task counts alike: the blocks are the "
            "units."
        )
    elif noun not in ("item", "example", "dataset"):
        said.append(
            f"The units are whole {noun}s, each counted alike whatever its size: the claim is about the mean over "
            f"{noun}s."
        )
    if sequential.left_over:
        said.append(
            f"{write_count(sequential.left_over, 'item')} of larger tasks "
            f"{'waits' if sequential.left_over == 1 else 'wait'} for others to make a block."
        )
    if sequential.waiting:
        said.append(
            f"{write_count(sequential.waiting, 'item')} that not every model has tried "
            f"{'is' if sequential.waiting == 1 else 'are'} left aside until all have; an answer that failed counts "
            f"as {'wrong' if str(comparison.settings.missing) == 'wrong' else 'missing'}."
        )
    if said:
        yield Finding(
            code="BO654",
            severity=Severity.NOTE,
            message=" ".join(said),
            detail={"unit": noun, "left_over": sequential.left_over, "waiting": sequential.waiting},
        )


def find_question(comparison: Comparison) -> Iterator[Finding]:
    """Yield which of the project's questions it is, what of it was counted before, and its level."""
    sequential = comparison.sequential
    if sequential is None or sequential.question is None:
        return
    pair, noun = sequential.pairs[0], sequential.noun
    several = len(sequential.pairs) > 1
    said = [
        f"This is question {sequential.question} of {sequential.questions} in the project's ledger"
        + (f" (entry {sequential.entry})." if sequential.entry else ", tried and not written down.")
    ]
    if pair.earlier or pair.again:
        new = pair.units - pair.earlier
        said.append(
            f"{'Of the first pair, ' if several else ''}{write_count(pair.earlier, noun)} of earlier looks count, "
            f"{new:,} {'is' if new == 1 else 'are'} new, and {pair.again:,} here were counted before and add nothing."
        )
        if pair.gone:
            said.append(
                f"{write_count(pair.gone, noun)} of earlier looks {'is' if pair.gone == 1 else 'are'} not in this "
                "evidence any more and still count: what was seen is not taken back."
            )
    if sequential.over_questions == "e-lond" and sequential.level is not None:
        said.append(
            f"Among the project's questions it is judged at p < {significance(sequential.level):.2g} (e-LOND), "
            "so that of all that is ever claimed few are false; looks at a question cost nothing, new questions do."
        )
    if pair.decision is not None and pair.decision.entry != sequential.entry:
        said.append(_decision_words(pair, sequential))
    yield Finding(
        code="BO655",
        severity=Severity.NOTE,
        message=" ".join(said),
        detail={
            "question": sequential.question,
            "questions": sequential.questions,
            "entry": sequential.entry,
            "level": sequential.level,
            "over_questions": sequential.over_questions,
            "earlier": pair.earlier,
            "again": pair.again,
            "gone": pair.gone,
            "decision": decision_detail(pair.decision),
        },
    )


def _decision_words(pair: SequentialPair, sequential: Sequential) -> str:
    decision = pair.decision
    if decision is None:
        return ""
    word = "equivalent" if decision.verdict == "equivalent" else f"{decision.verdict} than {pair.a}"
    text = (
        f"A look on {(decision.at or '')[:10]} (entry {decision.entry}, after "
        f"{write_count(decision.units, sequential.noun)}) decided it: {pair.b} is {word}. What one look has shown "
        "stands at every later one."
    )
    now = {"better": pair.log10_better, "worse": pair.log10_worse}.get(decision.verdict)
    if now is not None and now < pair.log10_needed:
        text += f" The evidence has become weaker since: e {_write_e(now)} where {_write_e(pair.log10_needed)} decides."
    return text


def decision_detail(decision: Decision | None) -> dict[str, object] | None:
    """Return the look that decided, as JSON has it."""
    if decision is None:
        return None
    return {
        "verdict": decision.verdict,
        "units": decision.units,
        "at": decision.at,
        "entry": decision.entry,
    }


def find_contradiction(comparison: Comparison) -> Iterator[Finding]:
    """Yield that looks contradict each other, or that the mean of now is one that an earlier look has disproved."""
    sequential = comparison.sequential
    if sequential is None:
        return
    noun = sequential.noun
    odd = [pair for pair in sequential.pairs if pair.is_contradicted]
    if odd:
        yield Finding(
            code="BO660",
            severity=Severity.WARNING,
            message=f"Looks contradict each other on {_name_pairs(odd)}: no difference agrees with all of them, which "
            f"chance alone brings about less often than the level allows. Early {noun}s are not like late ones, or the "
            "models were changed under their names. Nothing is claimed; what was claimed before is to be doubted.",
            detail={"pairs": [{"a": pair.a, "b": pair.b} for pair in odd]},
        )
    outside = [p for p in comparison.pairs if _mean_is_disproved(p)]
    if outside:
        estimate = outside[0].result.estimate
        yield Finding(
            code="BO661",
            severity=Severity.NOTE,
            message=f"The mean of all {noun}s ({write_signed(estimate.value)}) lies outside the interval, which holds "
            "what no look has disproved: an earlier look stood further off. The claim holds at its level over all "
            "looks; the size of the difference is likelier near the end of the interval that is next to the mean.",
            detail={"pairs": [{"a": p.a, "b": p.b} for p in outside]},
        )


def _mean_is_disproved(pair: Pair) -> bool:
    interval, value = pair.result.estimate.interval, pair.result.estimate.value
    return not interval.low - 1e-12 <= value <= interval.high + 1e-12


def _name_pairs(pairs: Sequence[SequentialPair]) -> str:
    return write_list([f"{pair.b} against {pair.a}" for pair in pairs], most=MOST_PAIRS)


def find_known_by_place(comparison: Comparison) -> Iterator[Finding]:
    """Yield that units without ids are known again by their place, and that answers changed under the same names."""
    sequential = comparison.sequential
    if sequential is None or sequential.question is None:
        return
    if sequential.known_by == "place":
        yield Finding(
            code="BO656",
            severity=Severity.WARNING,
            message=f"The {sequential.noun}s have no ids: in the ledger they are known by their place in the file, so "
            "that new ones must be added at its end. Give a column id.",
        )
    if sequential.variant > 1:
        yield Finding(
            code="BO657",
            severity=Severity.WARNING,
            message=_altered_words(sequential),
            detail={"variant": sequential.variant, "altered": sequential.altered},
        )


def _altered_words(sequential: Sequential) -> str:
    place = (
        f"another question (the {_write_ordinal(sequential.variant)} under these names), judged from its first "
        f"{sequential.noun} on"
    )
    if sequential.altered == "contents":
        return (
            f"Under these names the ledger has {sequential.noun}s with the same ids and another content, so this is "
            f"{place}: what was shown before does not carry over. Give {sequential.noun}s that were changed new ids."
        )
    return (
        f"Under these names the ledger has other answers to the same {sequential.noun}s, so this is {place}: what was "
        "shown before does not carry over. Give every version of a model a name of its own."
    )


def _write_ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _evidence_words(pair: SequentialPair) -> str:
    better = pair.log10_better >= pair.log10_worse
    e = _write_e(max(pair.log10_better, pair.log10_worse))
    text = f"{e} that {pair.b} is {'better' if better else 'worse'} than {pair.a}"
    if pair.log10_within_margin is not None and pair.log10_beyond_margin is not None:
        within = pair.log10_within_margin >= pair.log10_beyond_margin
        most = _write_e(max(pair.log10_within_margin, pair.log10_beyond_margin))
        text += f", {most} that it loses {'less than' if within else 'at least'} the margin"
    return text


def _write_e(power: float) -> str:
    """Return an e-value as a person reads it: '43', '0.2', '10^8'."""
    if power > log10(LARGE):
        return f"10^{power:.0f}"
    e = 10.0**power
    return f"{e:,.0f}" if e >= 10 else f"{e:.2g}"


def _horizon_words(
    horizon: Horizon, pair: SequentialPair, judged: Pair, sequential: Sequential, comparison: Comparison
) -> str:
    """Return how long it takes to settle one thing; nothing of what is settled, or not asked about."""
    noun, about_margin = sequential.noun, horizon.about == "margin"
    if about_margin:
        shown = max(pair.log10_within_margin or 0, pair.log10_beyond_margin or 0) >= pair.log10_needed
        what = "whether it loses the margin or more"
    else:
        shown = judged.verdict in (Verdict.BETTER, Verdict.WORSE)
        what = "which of the two is better"
    if comparison.settings.margin > 0 and not about_margin and shown is False:
        return ""  # with a margin, the margin is what was asked about
    if horizon.units is None:
        return f"As it goes, {what} is not in sight: the difference is too small for any number of {noun}s."
    once = (
        ""
        if horizon.one_look is None
        else (
            f" a test that looks once at a size fixed beforehand needs about {horizon.one_look:,.0f} (power .8)."
        )
    )
    if shown:
        return f"As it went, {what} took about {horizon.units:,.0f} {noun}s, looking at any time;{once}"
    return (
        f"If the difference stays as it is, {what} is to be expected after about {horizon.units:,.0f} {noun}s in all "
        f"(there are {pair.units:,}), looking at any time;{once}"
    )


def _pair_detail(pair: SequentialPair) -> dict[str, object]:
    return {
        "a": pair.a,
        "b": pair.b,
        "units": pair.units,
        "log10_e_better": pair.log10_better,
        "log10_e_worse": pair.log10_worse,
        "log10_e_needed": pair.log10_needed,
        "log10_e_within_margin": pair.log10_within_margin,
        "log10_e_beyond_margin": pair.log10_beyond_margin,
    }


SEQUENTIAL_FINDERS: tuple[Finder, ...] = (
    find_evidence,
    find_cost,
    find_units,
    find_order,
    find_question,
    find_contradiction,
    find_known_by_place,
)
