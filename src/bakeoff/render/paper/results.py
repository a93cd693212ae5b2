"""The results paragraph: the verdict, then the estimate with its interval, then the p-value. Undecided is undecided."""

from collections.abc import Iterator, Sequence

from bakeoff.core.answers.pair_order import find_focus, order_pairs, turn_pair, winner_of
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.predictions import TestSetCounts
from bakeoff.core.results import Alternative, Posterior, Verdict, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.render.cautions import caution_words
from bakeoff.render.items import item_question
from bakeoff.render.paper.calibration import calibration_result_sentences
from bakeoff.render.paper.further_measures import further_result_sentences
from bakeoff.render.paper.gate import gate_result_sentences
from bakeoff.render.paper.latex import escape_latex, escape_sentence
from bakeoff.render.paper.leaders import (
    baseline_sentences,
    best_sentences,
    evidence_of,
    leader_sentences,
    nearest_sentences,
    own_method_sentences,
    strength_of,
    winner_sentences,
)
from bakeoff.render.paper.numbers import (
    is_significant,
    spell_number,
    tex_level,
    tex_margin,
    tex_region,
    tex_uncertainty,
    tex_value,
)
from bakeoff.render.paper.phrases import PAIRS_LABEL, advantage_of
from bakeoff.render.paper.subgroups import subgroup_result_sentences
from bakeoff.render.paper.tables import fitting_pairs
from bakeoff.render.sentences import (
    look_level_text,
    pair_by_itself,
    training_text,
    units_left_out,
    units_with_omissions,
)
from bakeoff.render.text.pair_on_examples import OF_SCORES

MOST_ALIKE = 12  # pairs equivalent in practice that are named
MOST_LISTED = 6  # decided pairs that are told one by one
MOST_SPELLED = 2  # … with what their numbers are; more stand in parentheses


def results_paragraph(comparison: Comparison) -> str:
    """Return the results paragraph of a comparison, in LaTeX."""
    sentences = (
        _one_pair_sentences(comparison) if len(comparison.pairs) == 1 else _many_pairs_sentences(comparison)
    )
    beside = map(escape_latex, caution_words(comparison))
    return " ".join(
        [
            *sentences,
            *beside,
            *_evidence_left_sentences(comparison),
            *_too_few_sentences(comparison),
            *_missing_sentences(comparison),
            *subgroup_result_sentences(comparison),
            *calibration_result_sentences(comparison),
            *further_result_sentences(comparison),
            *gate_result_sentences(comparison),
        ]
    )


def _evidence_left_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield on how much of the evidence the results are, where something was left out."""
    if units_left_out(comparison):
        yield f"These results are on {escape_latex(units_with_omissions(comparison))}."


def _too_few_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield that the evidence could not have decided anything, or bounds nothing, for want of datasets."""
    few = next((f.detail for f in comparison.findings if f.code == "BO205"), None)
    if few is not None and isinstance(few["datasets"], int) and isinstance(few["smallest_p"], float):
        sides = "two" if comparison.settings.alternative is Alternative.TWO_SIDED else "one"
        p, level = (
            f"{v:.3g}".removeprefix("0") for v in (few["smallest_p"], significance(comparison.settings.level))
        )
        yield (
            f"With {spell_number(few['datasets'])} datasets no exact {sides}-sided test can reach $p < {level}$: the "
            f"smallest $p$-value is {p}."
        )
    if len(comparison.pairs) > 1 and all(p.result.estimate.interval.is_unbounded for p in comparison.pairs):
        yield "The data are too few for an interval with ends at this level."


def _one_pair_sentences(comparison: Comparison) -> Iterator[str]:
    pair = comparison.pairs[0]
    yield from _look_sentences(comparison)
    opening = "" if pair.verdict is Verdict.UNDECIDED else "We found that "
    yield f"{opening}{_verdict_clause(pair, comparison)}{_on_what(pair, comparison)}."
    subject = advantage_of(escape_latex(pair.b), escape_latex(pair.a), pair.result.estimate.of)
    evidence = f"({tex_uncertainty(pair, comparison)}; {strength_of(pair, comparison)})"
    yield f"{subject[:1].upper()}{subject[1:]} was {tex_value(pair, comparison)} {evidence}."
    yield from _small_difference_sentences(pair)
    if pair.flips is None or comparison.design.metric not in OF_SCORES:  # which have no right and wrong
        yield _counts_sentence(pair, comparison)


def _on_what(pair: Pair, comparison: Comparison) -> str:
    """Return what a verdict is about: these tasks, or tasks like these; learners trained on so many examples."""
    design = comparison.design
    if pair.verdict is Verdict.UNDECIDED:
        return ""
    if design.of_items:
        return f" on {escape_latex(item_question(design))}"
    return escape_sentence(training_text(design)) if design.of_resamples else ""


def _look_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield what does not stand over the looks of the project's ledger, and at what level it would."""
    fallen = [pair_by_itself(pair) for pair in comparison.pairs if pair.alone is not None]
    look = comparison.look
    if not fallen or look is None:
        return
    level = tex_level(comparison.settings.level)
    claims = "; ".join(_verdict_clause(pair, comparison) for pair in fallen[:MOST_LISTED])
    more = f"; and {spell_number(len(fallen) - MOST_LISTED)} more" if len(fallen) > MOST_LISTED else ""
    how = escape_sentence(look_level_text(look)).replace("<", "$<$")
    yield f"By this look alone, at {level}, {claims}{more}; this does not stand {how}."


def _verdict_clause(pair: Pair, comparison: Comparison) -> str:
    a, b = escape_latex(pair.a), escape_latex(pair.b)
    match pair.verdict:
        case Verdict.BETTER:
            return f"{b} was better than {a}"
        case Verdict.WORSE:
            return f"{b} was worse than {a}"
        case Verdict.EQUIVALENT:
            return f"{b} and {a} were equivalent in practice, {tex_region(comparison)}"
        case Verdict.UNDECIDED if pair.alone is not None and comparison.look is not None:
            return f"Over the looks of the project's ledger the comparison is undecided for {b} and {a}"
        case Verdict.UNDECIDED:
            return f"The comparison is undecided: {_undecided_clause(pair, comparison)}"


def _undecided_clause(pair: Pair, comparison: Comparison) -> str:
    a, b = escape_latex(pair.a), escape_latex(pair.b)
    if isinstance(pair.result, Posterior):
        return f"no verdict on {b} and {a} reaches the required posterior probability"
    match comparison.settings.alternative:
        case Alternative.GREATER:
            return f"the data do not show that {b} is better than {a}, which does not mean that it is not"
        case Alternative.LESS:
            return f"the data do not show that {b} is worse than {a}, which does not mean that it is not"
        case Alternative.TWO_SIDED if comparison.settings.margin > 0:
            within = f"within $\\pm${tex_margin(comparison)}"
            return f"the data show neither that {b} differs from {a} nor that the two are equivalent {within}"
        case Alternative.TWO_SIDED:
            return f"the data do not show that {b} differs from {a}, nor do they show that the two perform equally well"


def _small_difference_sentences(pair: Pair) -> Iterator[str]:
    """Yield what has to be said where a difference is both certain and smaller than what matters."""
    if pair.verdict is Verdict.EQUIVALENT and is_significant(pair):
        yield "The difference is distinguishable from zero, but smaller than the smallest one that matters."


def _counts_sentence(pair: Pair, comparison: Comparison) -> str:
    a, b, evidence, design = (
        escape_latex(pair.a),
        escape_latex(pair.b),
        comparison.evidence,
        comparison.design,
    )
    if isinstance(evidence, TestSetCounts) and not design.paired:
        shares = zip(evidence.classifiers, evidence.correct, evidence.total, strict=True)
        counts = [f"{escape_latex(name)} {right:,g} of {total:,g}" for name, right, total in shares]
        return f"Right answers: {', '.join(counts)}."
    if pair.flips is not None:
        noun = "item" if design.of_items else "attempt" if design.items else "example"
        examples = write_count(pair.flips.mends, noun)
        are = "is" if pair.flips.mends == 1 else "are"
        return (
            f"There {are} {examples} that {b} gets right and {a} wrong, and {pair.flips.breaks:,} that {a} gets right "
            f"and {b} wrong."
        )
    return _wins_sentence(pair, design.unit_noun)


def _wins_sentence(pair: Pair, noun: str) -> str:
    """Return on how many datasets or resamples each was better, and where both were equal."""
    total = pair.wins + pair.draws + pair.losses
    names = escape_latex(pair.b), escape_latex(pair.a)
    counts = [(name, n) for name, n in zip(names, (pair.wins, pair.losses), strict=True) if n]
    if max(pair.wins, pair.draws, pair.losses) == total:
        where = f"On all {spell_number(total)} {noun}s" if total > 1 else f"On the one {noun}"
        return f"{where} {counts[0][0]} was better." if counts else f"{where} both scored the same."
    better = " and ".join(
        f"{name} {'' if place else 'was better '}on {spell_number(n)}"
        for place, (name, n) in enumerate(counts)
    )
    same = f"; on {spell_number(pair.draws)} both scored the same" if pair.draws else ""
    return f"Of the {spell_number(total)} {noun}s, {better}{same}."


def _many_pairs_sentences(comparison: Comparison) -> Iterator[str]:
    pairs = comparison.pairs
    yield from _look_sentences(comparison)
    differing = [p for p in pairs if p.is_claim]
    alike = [p for p in pairs if p.verdict is Verdict.EQUIVALENT]
    open_pairs = [p for p in pairs if p.verdict is Verdict.UNDECIDED]
    if len(open_pairs) == len(pairs):
        yield f"{_no_pair(comparison)} was decided{_table_words(comparison)}: {_open_reason(comparison)}."
        yield from nearest_sentences(comparison)
        return
    few = 0 < len(differing) <= MOST_SPELLED
    yield _outcome_words(comparison, differing) + (f": {_differing_pairs_text(comparison)}." if few else ".")
    if few:
        yield from best_sentences(comparison)
        yield from own_method_sentences(comparison)
    elif 0 < len(differing) <= MOST_LISTED and comparison.settings.baseline is None:
        yield from winner_sentences(comparison)
    elif differing and comparison.settings.baseline is not None:
        yield from baseline_sentences(comparison)
    elif differing:
        yield from leader_sentences(comparison)
    if alike:
        yield _alike_sentence(comparison, alike)
    if open_pairs:
        yield _open_pairs_sentence(comparison, open_pairs)


def _alike_sentence(comparison: Comparison, alike: Sequence[Pair]) -> str:
    were = "was" if len(alike) == 1 else "were"
    opening = f"Equivalent in practice, {tex_region(comparison)}, {were}"
    if len(alike) > MOST_ALIKE:
        total = spell_number(len(comparison.pairs))
        return f"{opening} {spell_number(len(alike))} of the {total} pairs{_table_words(comparison)}."
    names = "; ".join(f"{escape_latex(p.b)} and {escape_latex(p.a)}" for p in alike)
    return f"{opening}: {names}."


def _outcome_words(comparison: Comparison, differing: Sequence[Pair]) -> str:
    number = len(differing)
    were = "were" if number > 1 else "was"
    total = f"the {spell_number(len(comparison.pairs))} pairs"
    if number == len(comparison.pairs):
        both = "Both pairs" if number == 2 else f"All {spell_number(number)} pairs"
        return f"{both} were found to differ{_table_words(comparison)}"
    if number > MOST_LISTED:  # a sentence does not begin with figures
        return f"Of {total}, {spell_number(number)} were found to differ{_table_words(comparison)}"
    which = f"{spell_number(number).capitalize()} of {total}" if differing else _no_pair(comparison)
    return f"{which} {were} found to differ{_table_words(comparison)}"


def _no_pair(comparison: Comparison) -> str:
    number = len(comparison.pairs)
    return f"{'Neither' if number == 2 else 'None'} of the {spell_number(number)} pairs"


def _table_words(comparison: Comparison) -> str:
    """Return where the pairs stand; whose, where the table has no room for all that were decided."""
    shown, _ = fitting_pairs(comparison)
    pairs = comparison.pairs
    decided = [sum(pair.is_claim for pair in each) for each in (shown, pairs)]
    has_them = decided[0] == decided[1] > 0 or len(shown) == len(pairs)
    whose = "" if has_them else f" shows those of {escape_latex(find_focus(comparison))}"
    return rf" (Table~\ref{{{PAIRS_LABEL}}}{whose})"


def _differing_pairs_text(comparison: Comparison) -> str:
    """Return the pairs that differ, as a reader asks for them, the better one named first, each with its evidence."""
    pairs = [turn_pair(p, b=winner_of(p)) for p in order_pairs(comparison) if p.is_claim]
    return "; ".join(f"{_verdict_clause(p, comparison)} ({evidence_of(p, comparison)})" for p in pairs)


def _open_pairs_sentence(comparison: Comparison, open_pairs: Sequence[Pair]) -> str:
    number, total = len(open_pairs), len(comparison.pairs)
    listed = MOST_SPELLED if comparison.settings.baseline is not None else MOST_LISTED
    if number > 1 and total - number > listed:  # some of them are told one by one already
        share = f"{spell_number(number)} of the {spell_number(total)} pairs"
        return f"In all, {share} are undecided: {_open_reason(comparison)}."
    which = f"The other {spell_number(number)} pairs are" if number > 1 else "The other pair is"
    return f"{which} undecided: {_open_reason(comparison)}."


def _open_reason(comparison: Comparison) -> str:
    if any(pair.alone is not None for pair in comparison.pairs):
        return "the data do not show a difference at the level that counts over looks"
    if isinstance(comparison.pairs[0].result, Posterior):
        return "no verdict reaches the required posterior probability"
    if comparison.settings.alternative is not Alternative.TWO_SIDED:
        return "the data do not show the advantage that the one-sided test looks for"
    if comparison.settings.margin > 0:
        return f"the data show neither a difference nor equivalence within $\\pm${tex_margin(comparison)}"
    return "the data neither show a difference nor rule one out"


def _missing_sentences(comparison: Comparison) -> Iterator[str]:
    for finding in comparison.findings:
        shaken = finding.detail.get("verdicts_that_depend_on_them") if finding.code == "BO344" else None
        if isinstance(shaken, list | tuple) and shaken:
            names = write_list([escape_latex(str(name)) for name in shaken], most=MOST_LISTED)
            verdict = "verdict on" if len(shaken) == 1 else "verdicts on"
            yield f"The {verdict} {names} could be different if the missing scores were known."
