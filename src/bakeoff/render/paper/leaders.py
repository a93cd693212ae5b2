"""Who is best or tied for best, and the pairs of the classifier that the table is about, each with its evidence."""

import re
from collections.abc import Iterator, Sequence

from bakeoff.core.answers.pair_order import OWN_METHOD, find_focus, order_pairs, turn_pair, winner_of
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.leaders import Leaders, find_leaders
from bakeoff.core.results import Alternative, Posterior, Verdict
from bakeoff.core.words import write_list
from bakeoff.render.items import noun_of
from bakeoff.render.paper.latex import escape_latex
from bakeoff.render.paper.numbers import (
    digits_in_paper,
    spell_number,
    tex_brackets,
    tex_chance,
    tex_level,
    tex_p,
    tex_region,
    tex_signed,
    tex_uncertainty,
    tex_value,
    unit_of,
)
from bakeoff.render.paper.phrases import PAIRS_LABEL, quantity_name
from bakeoff.render.sentences import OF_DISCOVERIES

MOST_LISTED = 8  # pairs that are told one by one
MOST_NAMES = 12  # of those tied for best
CITATION = r" \\cite\{[^}]*\}"


def best_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield who is best or tied for best, where every two were compared."""
    leaders = find_leaders(comparison)
    if leaders is not None:
        yield _best_sentence(leaders, comparison)


def leader_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield who is best or tied for best, and how the classifier that the table is about stands to the others."""
    yield from best_sentences(comparison)
    focus = find_focus(comparison)
    own = [turn_pair(p, b=focus) for p in order_pairs(comparison) if focus in (p.a, p.b)]
    yield _evidence_key(own[0], comparison)
    digits = digits_in_paper(comparison)
    subject = escape_latex(focus)
    role = f"We found that {subject}"
    for verdict, words in (
        (Verdict.WORSE, f"{role} was worse than"),
        (Verdict.BETTER, f"{role} was better than"),
        (Verdict.EQUIVALENT, f"{role} was equivalent in practice, {tex_region(comparison)}, to"),
        (Verdict.UNDECIDED, f"The data leave undecided how {subject} compares with"),
    ):
        pairs = [pair for pair in own if pair.verdict is verdict]
        if pairs:
            yield f"{words} {_list_pairs(pairs, digits)}."


def baseline_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how the others stand to the baseline, in the numbers of the table: theirs less the baseline's."""
    baseline = comparison.settings.baseline or ""
    pairs = order_pairs(comparison)
    others = [turn_pair(p, b=p.a if p.b == baseline else p.b) for p in pairs]
    yield _evidence_key(others[0], comparison)
    digits, name = digits_in_paper(comparison), escape_latex(baseline)
    for verdict, words in (
        (Verdict.BETTER, f"Better than the baseline {name} {{}}"),
        (Verdict.WORSE, f"Worse than the baseline {name} {{}}"),
        (Verdict.EQUIVALENT, f"Equivalent to {name} in practice, {tex_region(comparison)}, {{}}"),
        (Verdict.UNDECIDED, f"Undecided against {name} {{}}"),
    ):
        own = [pair for pair in others if pair.verdict is verdict]
        if own:
            yield f"{words.format('was' if len(own) == 1 else 'were')} {_list_pairs(own, digits, of_b=True)}."


def winner_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield who is best or tied for best, and every decided pair, by who is better than whom."""
    yield from best_sentences(comparison)
    pairs = [turn_pair(p, b=winner_of(p)) for p in order_pairs(comparison) if p.is_claim]
    yield _evidence_key(pairs[0], comparison)
    digits, place = digits_in_paper(comparison), [s.classifier for s in comparison.ranking]
    winners = sorted({pair.b for pair in pairs}, key=place.index)
    claims = [
        f"{escape_latex(name)} was better than {_list_pairs([p for p in pairs if p.b == name], digits)}"
        for name in winners
    ]
    yield f"We found that {'; '.join(claims)}."
    yield from own_method_sentences(comparison)


def own_method_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield that nothing was decided of the authors' own method, which readers look for, where that is so."""
    focus = find_focus(comparison)
    own = [pair for pair in comparison.pairs if focus in (pair.a, pair.b)]
    is_open = all(pair.verdict is Verdict.UNDECIDED for pair in own)
    if OWN_METHOD.search(focus) and comparison.settings.baseline is None and is_open:
        yield f"None of the {spell_number(len(own))} pairs with {escape_latex(focus)} was decided."


def nearest_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield the pair with the smallest p-value where nothing was decided: what is nearest to a difference."""
    tested = [p for p in order_pairs(comparison) if p.p_value is not None and p.alone is None]
    if isinstance(comparison.pairs[0].result, Posterior) or not tested:
        return
    nearest = min(tested, key=lambda pair: pair.p_value or 0.0)
    if not nearest.result.estimate.value or nearest.result.estimate.interval.is_unbounded:
        return
    if comparison.settings.alternative is Alternative.TWO_SIDED and comparison.settings.baseline is None:
        nearest = turn_pair(nearest, b=nearest.b if nearest.advantage > 0 else nearest.a)
    name = "smallest adjusted $p$-value" if _is_adjusted(comparison) else "smallest $p$-value"
    names = f"{escape_latex(nearest.b)} over {escape_latex(nearest.a)}"
    yield f"The {name} is that of {names} ({evidence_of(nearest, comparison)})."


def strength_of(pair: Pair, comparison: Comparison) -> str:
    """Return the strength of the evidence: posterior probabilities, or the p-value and whether it is adjusted."""
    if isinstance(pair.result, Posterior):
        return f"posterior probability {_chances_text(pair.result)}"
    return f"adjusted {tex_p(pair.p_value)}" if _is_adjusted(comparison) else tex_p(pair.p_value)


def evidence_of(pair: Pair, comparison: Comparison) -> str:
    """Return the estimate with its name, its interval and the strength of the evidence."""
    of = pair.result.estimate.of
    name = escape_latex(of) if of.endswith("advantage") else quantity_name(of).removeprefix("the ")
    uncertainty = f"{_together_word(comparison)}{tex_uncertainty(pair, comparison)}"
    return f"{name} {tex_value(pair, comparison)}, {uncertainty}, {strength_of(pair, comparison)}"


def _best_sentence(leaders: Leaders, comparison: Comparison) -> str:
    names = [escape_latex(name) for name in leaders.names]
    noun = noun_of(comparison.design)
    if leaders.beats_all:
        return f"The best was {names[0]}, which was better than each of the other {noun}s."
    if len(names) == 1:
        return f"Only {names[0]} was outperformed by no other {noun}."
    them = "either of them" if len(names) == 2 else "any of them"
    return (
        f"Tied for best are {_tied_names(names, comparison)}: no {noun} was found to be better than {them}."
    )


def _tied_names(names: Sequence[str], comparison: Comparison) -> str:
    """Return those tied for best by name; of very many how many they are, and the few that are not among them."""
    if len(names) <= MOST_NAMES + 1:
        return _list_names(names)
    others = [escape_latex(s.classifier) for s in comparison.ranking]
    beaten = [name for name in others if name not in names]
    of = f"{len(names):,} of the {len(others):,} {noun_of(comparison.design)}s"
    if len(beaten) <= MOST_NAMES:
        return f"{of}, all but {write_list(beaten, most=len(beaten))}"
    return f"{of}, {_list_names(names)}"


def _list_names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    if more <= 1:  # one more is named, not counted
        return write_list(names, most=len(names))
    return f"{', '.join(names[:MOST_NAMES])} and {spell_number(more)} more"


def _evidence_key(pair: Pair, comparison: Comparison) -> str:
    """Return what the numbers in parentheses are."""
    estimate = pair.result.estimate
    about = re.sub(CITATION, "", quantity_name(estimate.of))
    unit = unit_of(estimate, comparison)
    what = f"{about}, in{unit}" if unit else about
    level = tex_level(estimate.interval.level)
    if isinstance(pair.result, Posterior):
        last = "the posterior probabilities of better, practically equivalent and worse"
        return f"In parentheses: {what}, its {level} credible interval, and {last}."
    p_value = "the adjusted $p$-value" if _is_adjusted(comparison) else "the $p$-value, not adjusted"
    return (
        f"In parentheses: {what}, its {_together_word(comparison)}{level} confidence interval, and {p_value}."
    )


def _together_word(comparison: Comparison) -> str:
    """Return the word for intervals that hold together, for all pairs at once."""
    of_discoveries = comparison.settings.adjust in OF_DISCOVERIES
    is_posterior = isinstance(comparison.pairs[0].result, Posterior)
    return "" if is_posterior or of_discoveries or not _is_adjusted(comparison) else "simultaneous "


def _list_pairs(pairs: Sequence[Pair], digits: int, *, of_b: bool = False) -> str:
    """Return the names of the others, or of the first in each pair, each with its numbers."""
    texts = [f"{escape_latex(p.b if of_b else p.a)} ({_numbers_of(p, digits)})" for p in pairs]
    more = len(pairs) - MOST_LISTED
    if more <= 1:  # one more is told, not counted
        return write_list(texts, most=len(texts))
    return rf"{', '.join(texts[:MOST_LISTED])} and {spell_number(more)} more (Table~\ref{{{PAIRS_LABEL}}})"


def _numbers_of(pair: Pair, digits: int) -> str:
    value = tex_signed(pair.result.estimate.value, digits)
    strength = _chances_text(pair.result) if isinstance(pair.result, Posterior) else tex_p(pair.p_value)
    return f"{value}, {tex_brackets(pair, digits)}, {strength}"


def _chances_text(posterior: Posterior) -> str:
    return (
        f"{tex_chance(posterior.better)} of better, {tex_chance(posterior.equivalent)} of practically equivalent, "
        f"{tex_chance(posterior.worse)} of worse"
    )


def _is_adjusted(comparison: Comparison) -> bool:
    return len(comparison.pairs) > 1 and comparison.settings.adjust != "none"
