"""What must stand beside a verdict: that it may not matter, that scores are too coarse, what holds in subgroups."""

from collections.abc import Iterator, Sequence
from typing import Any

from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count, write_list
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import p_text, unit_text

MOST_CAUTIONS = 3  # pairs that are named


def caution_words(comparison: Comparison) -> Iterator[str]:
    """Yield the sentences that a headline needs so as not to say more than was shown."""
    unit = unit_text(comparison.evidence.measure.unit)
    slight = [pair for pair in comparison.pairs if pair.slight is not None]
    if slight and len(comparison.pairs) == 1:
        lead = _opening_words(slight[0], comparison)
        yield f"{lead} at most {slight[0].slight:.2g}{unit}, which may not matter: give a margin."
    elif slight:
        pairs = [
            f"{printable_name(p.b)} and {printable_name(p.a)} (at most {p.slight:.2g}{unit})" for p in slight
        ]
        yield f"By so little that it may not matter: {write_list(pairs, most=MOST_CAUTIONS)}; give a margin."
    coarse = [
        p for p in comparison.pairs if p.coarse is not None and (p.coarse.shakes_verdict or p.coarse.narrow)
    ]
    if coarse:
        yield _coarse_sentence(coarse, comparison, unit)
    yield from _not_by_the_mean(comparison)


def _not_by_the_mean(comparison: Comparison) -> Iterator[str]:
    """Yield that the mean says something else than the verdicts, where it was found to."""
    said: Any = next((f.detail for f in comparison.findings if f.code == "BO194"), {})
    pairs = [(printable_name(pair["b"]), printable_name(pair["a"])) for pair in said.get("pairs", ())]
    if pairs and len(comparison.pairs) == 1:
        yield "The mean advantage does not bear this out."
    elif pairs:
        names = write_list([f"{b} and {a}" for b, a in pairs], most=MOST_CAUTIONS)
        yield f"The mean advantage does not bear out the verdict on {names}."


def _opening_words(pair: Pair, comparison: Comparison) -> str:
    """Return how the sentence begins: where one is ahead everywhere, that it is."""
    units = "dataset" if comparison.design.datasets > 1 else "resample"
    if len(pair.units) and len(pair.units) in (pair.wins, pair.losses):
        ahead = pair.b if pair.wins else pair.a
        return f"{printable_name(ahead)} is ahead on all {write_count(len(pair.units), units)}, but its advantage is"
    return "The advantage is"


def _coarse_sentence(coarse: Sequence[Pair], comparison: Comparison, unit: str) -> str:
    steps = [pair.coarse.step for pair in coarse if pair.coarse is not None]
    step = f"{steps[0]:g}{' point' if unit and steps[0] == 1 else unit}"
    shaken = [p for p in coarse if p.coarse is not None and p.coarse.shakes_verdict]
    names = write_list(
        [f"{printable_name(p.b)} and {printable_name(p.a)}" for p in shaken or coarse], most=MOST_CAUTIONS
    )
    what = "verdict" if shaken else "interval"
    which = f"this {what}" if len(comparison.pairs) == 1 else f"the {what} on {names}"
    return f"The scores come in steps of {step}; if they were rounded, that is too coarse for {which}."


MOST_SUBGROUPS = 4  # subgroups that are named
VERDICT_WORDS = {Verdict.WORSE: "worse", Verdict.BETTER: "better", Verdict.EQUIVALENT: "equivalent"}


def subgroup_words(comparison: Comparison) -> Iterator[str]:
    """Yield one sentence on the subgroups, where there are verdicts on any."""
    judged = [(pair, part) for pair in comparison.pairs for part in pair.by_subgroup]
    if not judged:
        return
    decided = [(pair, part) for pair, part in judged if part.verdict is not Verdict.UNDECIDED]
    # Over the looks of a ledger the verdict over all is judged more strictly, and those on subgroups are not.
    lead = "By subgroup" if comparison.look is None else "By subgroup, by this look alone"
    if not decided:
        yield f"{lead}: none of {len(judged)} is decided."
    elif len(comparison.pairs) == 1:
        yield f"{lead}: {_one_pair_sentence(comparison.pairs[0], [part for _, part in decided], len(judged))}."
    else:
        yield f"{lead}: {_many_pairs_sentence(decided, len(judged))}."


def interaction_text(pair: Pair) -> str:
    """Return whether the advantage of a pair is shown to differ between subgroups; nothing where it was not tested."""
    if pair.interaction is None:
        return ""
    is_shown = (
        "is not the same in all subgroups"
        if pair.interaction.differs
        else "is not shown to differ by subgroup"
    )
    p = p_text(pair.interaction.p_adjusted)
    return f"The advantage of {printable_name(pair.b)} {is_shown} (Welch's test of interaction, {p})."


def _one_pair_sentence(pair: Pair, decided: list[SubgroupVerdict], judged: int) -> str:
    parts = []
    for verdict, word in VERDICT_WORDS.items():
        names = [printable_name(part.subgroup) for part in decided if part.verdict is verdict]
        if names:
            parts.append(f"{word} in {write_list(names, most=MOST_SUBGROUPS)}")
    left = judged - len(decided)
    rest = f"; undecided in {'the other' if left == 1 else f'the other {left}'}" if left else ""
    return f"{printable_name(pair.b)} is {', '.join(parts)}{rest}"


def _many_pairs_sentence(decided: list[tuple[Pair, SubgroupVerdict]], judged: int) -> str:
    """Return the subgroups in which somebody is worse first: that is what a reader must not miss."""
    worst_first = sorted(decided, key=lambda each: list(VERDICT_WORDS).index(each[1].verdict))
    parts = [
        f"{printable_name(pair.b)} is "
        f"{'equivalent to' if part.verdict is Verdict.EQUIVALENT else f'{part.verdict} than'} "
        f"{printable_name(pair.a)} in {printable_name(part.subgroup)}"
        for pair, part in worst_first
    ]
    left = judged - len(decided)
    rest = f"; {write_count(left, 'verdict')} of {judged} undecided" if left else ""
    return f"{write_list(parts, most=MOST_SUBGROUPS)}{rest}"
