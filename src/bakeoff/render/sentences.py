"""The answer in sentences: the one paragraph that terminal, JSON, page and notebook all say."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.core.answers.pair_order import loser_of, winner_of
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.design import Design
from bakeoff.core.evidence import Scores
from bakeoff.core.omissions import EvidencePart, OmittedBy, count_omitted, write_aside
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import Alternative, Estimate, Posterior, TestResult, Verdict, significance
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.render.approach import approach_answer
from bakeoff.render.best import MOST_NAMED, best_sentence, other_leaders
from bakeoff.render.cautions import caution_words, subgroup_words
from bakeoff.render.items import item_question, item_units, noun_of
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    chance_text,
    counted_text,
    decimals_of,
    interval_text,
    level_text,
    margin_text,
    p_text,
    unit_of_estimate,
)
from bakeoff.render.text.pair_on_examples import flips_words

if TYPE_CHECKING:
    from bakeoff.core.ledger import LookTaken

OF_DISCOVERIES = ("bh", "by")  # adjustments that control the false discovery rate, not the family-wise error
_SOUGHT = {Alternative.GREATER: "better", Alternative.LESS: "worse"}  # what a one-sided test looks for in b
MOST_WORDS = 240  # characters of a sentence that a person still reads


def summary(comparison: Comparison) -> str:
    """Return the answer of a comparison in one paragraph."""
    first = [] if comparison.approach is None else [printable_name(approach_answer(comparison.approach))]
    return " ".join([*first, headline(comparison), *_support_sentences(comparison)])


def headline(comparison: Comparison) -> str:
    """Return the one sentence that answers, and where subgroups were asked about, what holds in them."""
    return " ".join(headline_parts(comparison))


def headline_parts(comparison: Comparison) -> list[str]:
    """Return the sentence that answers, then each caution, then what holds in subgroups."""
    one = len(comparison.pairs) == 1
    sentence = _pair_headline(comparison.pairs[0], comparison) if one else _many_headline(comparison)
    more = _other_omissions_text(comparison, units_told=units_with_omissions(comparison) in sentence or one)
    first = f"{sentence.removesuffix('.')}; {more}." if more else sentence
    return [first, *caution_words(comparison), *subgroup_words(comparison)]


def _other_omissions_text(comparison: Comparison, *, units_told: bool) -> str:
    """Return what was left out that the sentence before does not tell: of several pairs it has not told the units."""
    omissions = comparison.evidence.left_out
    parts = [] if units_told or not units_left_out(comparison) else [f"on {units_with_omissions(comparison)}"]
    rows = [
        EvidencePart.CLASSIFIER,
        EvidencePart.COLUMN,
        EvidencePart.ROW,
        *([] if comparison.design.datasets > 1 else [EvidencePart.DATASET]),
    ]
    rows = [EvidencePart.MODEL, EvidencePart.TASK, EvidencePart.ITEM] if comparison.design.of_items else rows
    for part in rows:
        by_hand = [o for o in omissions if o.part is part and o.by is OmittedBy.USER]
        parts += [f"{write_count(sum(o.count for o in by_hand), part)} left out by hand"] if by_hand else []
    return "; ".join(parts)


def units_left_out(comparison: Comparison) -> str:
    """Return how many of the units were left out, and why; nothing where none were."""
    return write_aside(comparison.evidence.left_out, _unit(comparison.design))


def units_with_omissions(comparison: Comparison, *, shared: int | None = None) -> str:
    """Return the units with what was left out of them: '28 of 30 datasets, 2 left out by hand'.

    `shared` is how many datasets a pair has scores on, where that is asked for.
    """
    design, gone = comparison.design, units_left_out(comparison)
    if design.of_items:
        return item_question(design)
    if design.datasets < 2:
        return f"{units_of(design)}, {gone.replace(' ', ' more ', 1)}" if gone else units_of(design)
    number = design.datasets if shared is None else shared
    if design.members:
        return _families_of(comparison, number)
    if not gone:
        return write_count(number, "dataset")
    total = design.datasets + count_omitted(comparison.evidence.left_out, EvidencePart.DATASET)
    lacking = design.datasets - number
    more = f", {lacking:,} without a score of both" if lacking else ""
    return f"{number:,} of {write_count(total, 'dataset')}, {gone}{more}"


def _families_of(comparison: Comparison, number: int) -> str:
    """Return the families with how many datasets they are made of: '8 families (26 datasets)'."""
    design, gone = comparison.design, units_left_out(comparison)
    total = design.members + count_omitted(comparison.evidence.left_out, EvidencePart.DATASET)
    datasets = (
        f"{design.members:,} of {write_count(total, 'dataset')}, {gone}"
        if gone
        else write_count(total, "dataset")
    )
    lacking = f"{number:,} of " if number < design.datasets else ""
    return f"{lacking}{write_count(design.datasets, 'family')} ({datasets})"


def _unit(design: Design) -> EvidencePart:
    if design.datasets > 1:
        return EvidencePart.DATASET
    if design.of_items:
        return EvidencePart.ITEM
    return EvidencePart.EXAMPLE if design.on_examples else EvidencePart.RESAMPLE


def units_of(design: Design) -> str:
    """Return what the evidence consists of: '10 datasets', '100 resamples of one dataset', '500 test examples'."""
    if not design.paired:
        return "two independent test sets"
    if design.of_items:
        return item_units(design)
    if design.on_examples:
        return _examples_of(design)
    if design.members:
        return f"{write_count(design.datasets, 'family')} ({write_count(design.members, 'dataset')})"
    if design.datasets > 1:
        return write_count(design.datasets, "dataset")
    count = (
        f"{write_count(design.halvings or design.resamples, 'halving' if design.halvings else 'resample')}"
    )
    return f"{count} of one dataset{training_text(design)}"


def training_text(design: Design) -> str:
    """Return how many examples the claim is about being trained on; nothing where that is not known."""
    ratio = design.test_train_ratio
    fewest, most = design.train_range
    if most - fewest > 1:
        return f", trained on {fewest:,} to {write_count(most, 'example')}"
    share = "" if ratio is None else f", each trained on {100 / (1 + ratio):.0f} % of the examples"
    return f", each trained on {write_count(design.train_size, 'example')}" if design.train_size else share


def _examples_of(design: Design) -> str:
    """Return how many examples there are, first of all how many do not depend on each other.

    Such as '500 test examples', '5 patients (200 examples)' or '197 questions (591 attempts) in 40 documents'.
    """
    if design.flips_only:
        return f"{write_count(design.examples, 'example')} that only one gets right"
    if not design.groups:
        return write_count(design.examples, "test example")
    if not design.items:
        return f"{write_count(design.groups, design.group_noun)} ({write_count(design.examples, 'example')})"
    attempts = f"{write_count(design.items, design.item_noun)} ({write_count(design.examples, 'attempt')})"
    return (
        attempts
        if design.items == design.groups
        else f"{attempts} in {write_count(design.groups, design.group_noun)}"
    )


def resamples_each(comparison: Comparison) -> str:
    """Return over how many resamples the scores of datasets are means: '100', or '20 to 100' where they differ."""
    evidence = comparison.evidence
    resamples = evidence.resamples if isinstance(evidence, Scores) else None
    fewest, most = (comparison.design.resamples,) * 2 if resamples is None else resamples.per_dataset
    return f"{most}" if fewest == most else f"{fewest} to {most}"


def bars_note(comparison: Comparison) -> str:
    """Return that verdicts shown along mean ranks do not rest on ranks: 'by max-t on the scores, not on the ranks'.

    Nothing where they do, or where there are no ranks.
    """
    result = comparison.pairs[0].result
    by_ranks = isinstance(result, TestResult) and "rank" in result.estimate.of
    if by_ranks or all(s.mean_rank is None for s in comparison.ranking):
        return ""
    return f"by {result.procedure} on the scores, not on the ranks"


def difference_phrase(comparison: Comparison) -> str:
    """Return what two classifiers are that a verdict tells apart: equivalent ones may be shown to differ, by little."""
    return "called better or worse" if has_region(comparison) else "shown to differ"


def has_region(comparison: Comparison) -> bool:
    """Say whether classifiers may be called equivalent: by a margin, or by the test's own region."""
    result = comparison.pairs[0].result
    return comparison.settings.margin > 0 or (isinstance(result, Posterior) and bool(result.region))


def kind_of_intervals(comparison: Comparison) -> str:
    """Return what the intervals of several pairs hold for: all together, each by itself, or a share of those chosen."""
    level = level_text(comparison.settings.level)
    if comparison.settings.adjust == "none":
        return f"each interval by itself at {level}"
    if comparison.settings.adjust in OF_DISCOVERIES:
        return (
            f"intervals with a false coverage rate of {level_text(significance(comparison.settings.level))}"
        )
    return f"simultaneous {level} intervals"


def item_pairing(comparison: Comparison) -> str:
    """Return what pairs the answers of items: the item, or their order where that was asked for."""
    by = getattr(comparison.evidence, "paired_by", "item id")
    return "item" if by == "item id" else by


def grouping_text(comparison: Comparison) -> str:
    """Return which columns say what examples belong together and how much they count, with a leading comma."""
    evidence = comparison.evidence
    how = evidence.counted_by if isinstance(evidence, Predictions) else ()
    return "".join(f", {printable_name(each)}" for each in how)


def advantage_text(estimate: Estimate, comparison: Comparison) -> str:
    """Return an estimate with its interval: '+1.5 points (95 % interval −5.0 to +6.0)'."""
    digits = decimals_of(estimate)
    unit = unit_of_estimate(estimate, comparison.evidence.measure.unit)
    interval = interval_text(estimate.interval, digits)
    return f"{counted_text(estimate.value, digits, unit)} ({level_text(estimate.interval.level)} interval {interval})"


def one_line_comparison(comparison: Comparison) -> str:
    """Return what was compared and the verdict, as a Python shell shows it."""
    names = write_list([quote_text(name) for name in comparison.evidence.classifiers], most=4)
    subject = f"{names} on {units_of(comparison.design)} by {comparison.settings.test}"
    if len(comparison.pairs) > 1:
        tally = Counter(pair.verdict for pair in comparison.pairs)
        verdicts = ", ".join(f"{tally[verdict]:,} {verdict}" for verdict in Verdict if tally[verdict])
        return f"{subject}; {len(comparison.pairs):,} pairs: {verdicts}"
    pair = comparison.pairs[0]
    low, high, level = pair.interval.low, pair.interval.high, pair.interval.level
    return (
        f"{subject}; {quote_text(pair.b)} against {quote_text(pair.a)}: {pair.verdict}, {pair.result.estimate.of} "
        f"{pair.advantage:+.4g}, {100 * level:g} % interval {low:.4g} to {high:.4g}, {strength_text(pair)}"
    )


def strength_text(pair: Pair) -> str:
    """Return the strength of the evidence about one pair: its p-value or its probability."""
    if isinstance(pair.result, Posterior):
        chances = {"better": pair.result.better, "equal": pair.result.equivalent, "worse": pair.result.worse}
        word, chance = max(chances.items(), key=lambda item: item[1])
        return f"probability {chance_text(chance)} of {word}"
    return p_text(pair.p_value)


def _pair_headline(pair: Pair, comparison: Comparison) -> str:
    a, b = printable_name(pair.a), printable_name(pair.b)
    units = _these_units(pair, comparison)
    if pair.alone is not None and comparison.look is not None:
        then = _pair_headline(pair_by_itself(pair), replace(comparison, look=None)).removesuffix(".")
        lead = "Undecided" if pair.verdict is Verdict.UNDECIDED else f"{b} is {pair.verdict} than {a}"
        alone = level_text(comparison.settings.level)
        return f"{lead} {look_level_text(comparison.look)}; at {alone}, by this look alone, {then}."
    match pair.verdict:
        case Verdict.BETTER:
            return f"{b} is better than {a} on {units}{_decided_text(pair, comparison)}."
        case Verdict.WORSE:
            return f"{b} is worse than {a} on {units}{_decided_text(pair, comparison)}."
        case Verdict.EQUIVALENT:
            region = isinstance(pair.result, Posterior) and pair.result.region
            within = (
                region or f"the {pair.result.estimate.of} is less than {_margin_text(comparison)} either way"
            )
            return f"{b} and {a} are equivalent in practice on {units}: {within}."
        case Verdict.UNDECIDED:
            so_far = "" if comparison.sequential is None else " so far"
            return f"Undecided{so_far}: {_undecided_sentence(pair, comparison, units)}."


def _decided_text(pair: Pair, comparison: Comparison) -> str:
    """Return when an earlier look decided it: ', as a look after 120 items showed (2026-11-17)'; else nothing."""
    pairs = () if comparison.sequential is None else comparison.sequential.pairs
    here = next((p for p in pairs if (p.a, p.b) == (pair.a, pair.b)), None)
    if here is None or comparison.sequential is None or here.decision is None or here.decision.at is None:
        return ""
    if here.decision.units == here.units or here.decision.verdict != pair.verdict:
        return ""
    after = write_count(here.decision.units, comparison.sequential.noun)
    return f", as a look after {after} showed ({here.decision.at[:10]})"


def pair_by_itself(pair: Pair) -> Pair:
    """Return a pair with the verdict of its own look."""
    return pair if pair.alone is None else replace(pair, verdict=pair.alone, alone=None)


def look_level_text(look: "LookTaken") -> str:
    """Return at what level a look is judged: 'at the level that look 2 at this data has left (p < .0076)'."""
    if look.spending == "holm":
        return f"by Holm's method over {write_count(look.number, 'look')} at this data"
    left = f"{significance(look.level):.2g}".removeprefix("0")
    if look.spending == "e-lond":
        return f"at the level that question {look.number} of this project has (p < {left})"
    return f"at the level that look {look.number} at this data has left (p < {left})"


def verdict_text(pair: Pair) -> str:
    """Return the verdict as a table has it: the one that counts, and what its look says by itself."""
    return str(pair.verdict) if pair.alone is None else f"{pair.verdict} ({pair.alone} by itself)"


def _these_units(pair: Pair, comparison: Comparison) -> str:
    units = units_with_omissions(comparison, shared=len(pair.units))
    if comparison.sequential is None:
        return units
    here = next(p for p in comparison.sequential.pairs if (p.a, p.b) == (pair.a, pair.b))
    if not here.earlier:
        return units
    return f"{write_count(here.units, comparison.sequential.noun)} over all looks"


def _undecided_sentence(pair: Pair, comparison: Comparison, units: str) -> str:
    """Return what the evidence on an undecided pair leaves open: what was asked for, and no more."""
    a, b, settings = printable_name(pair.a), printable_name(pair.b), comparison.settings
    if alike := _same_everywhere_text(pair, comparison):
        return f"on {units} {b} and {a} {alike}"
    if isinstance(pair.result, Posterior):
        return f"on {units} no verdict on {b} and {a} reaches a probability of {settings.level:g}"
    if settings.alternative is not Alternative.TWO_SIDED:
        return f"{_subject(units, 'do')} not show that {b} is {_SOUGHT[settings.alternative]} than {a}"
    if settings.margin > 0:
        within = f"±{_margin_text(comparison)}"
        return (
            f"{_subject(units, 'show')} neither that {b} differs from {a} nor that they are equivalent "
            f"within {within}"
        )
    return f"{_subject(units, 'do')} not show that {b} differs from {a}"


def _same_everywhere_text(pair: Pair, comparison: Comparison) -> str:
    """Return in what two classifiers are the same everywhere; nothing where they are not."""
    if len(pair.units) and not pair.advantages.any():
        return "have the same score everywhere"
    flips = pair.flips if comparison.design.metric == "accuracy" else None
    same = flips is not None and flips.mends == flips.breaks == 0
    return "are right and wrong in the same places" if same else ""


def _subject(units: str, verb: str) -> str:
    """Return the evidence as the subject of a sentence.

    >>> _subject("10 datasets", "do"), _subject("1 dataset", "do"), _subject("1 test example", "show")
    ('these 10 datasets do', 'this dataset does', 'this test example shows')
    """
    if units.startswith(("this task (", "these ", "tasks like these", "the pooled items")):
        return f"on {units} the answers {verb}"
    units = f"{units}," if ", " in units and not units.endswith(")") else units
    if not units.startswith("1 "):
        return f"these {units} {verb}"
    return f"this {units.removeprefix('1 ')} {'does' if verb == 'do' else verb + 's'}"


def _margin_text(comparison: Comparison) -> str:
    return margin_text(comparison.settings.margin, comparison.evidence.measure.unit)


def _support_sentences(comparison: Comparison) -> list[str]:
    if len(comparison.pairs) > 1:
        return tied_names(comparison)
    pair = comparison.pairs[0]
    sentence = (
        f"Advantage of {printable_name(pair.b)}: {advantage_text(pair.result.estimate, comparison)}, "
        f"{strength_text(pair)}"
    )
    return [f"{sentence} by {procedure_name(pair.result)}; {tally_words(pair, comparison)}."]


def tally_words(pair: Pair, comparison: Comparison) -> str:
    """Return how often b scored higher, or which answers it mends and breaks."""
    if comparison.design.on_examples:
        return flips_words(pair, comparison)
    return f"{printable_name(pair.b)} wins {pair.wins}, draws {pair.draws}, loses {pair.losses}"


def tied_names(comparison: Comparison) -> list[str]:
    """Return the names of those tied for best, as a sentence, where the one that answers only counts them."""
    names = other_leaders(comparison)
    return [names] if names and "tied for best" in headline(comparison) else []


def procedure_name(result: TestResult | Posterior) -> str:
    """Return how a sentence names the procedure."""
    return f"{result.procedure} ({result.method})"


def _many_headline(comparison: Comparison) -> str:
    """Return the decided pairs in one sentence: all of them where they are few, else how many."""
    claims = _claims(comparison.pairs)
    undecided = sum(p.verdict is Verdict.UNDECIDED for p in comparison.pairs)
    fallen = _fallen_text(comparison)
    if not claims:
        return f"Undecided{fallen}." if fallen else f"Undecided: {_undecided_headline(comparison)}."
    rest = "nothing else is decided" if undecided else "every pair is decided"
    sentence = f"{'; '.join([*claims, rest])}{fallen}."
    said = sentence if len(sentence) <= MOST_WORDS else _count_headline(comparison, undecided, fallen)
    return f"On {units_with_omissions(comparison)}: {said}" if comparison.design.of_items else said


def _fallen_text(comparison: Comparison) -> str:
    """Return what the pairs say by this look alone that do not stand over looks; nothing where all stand."""
    fallen = [pair_by_itself(pair) for pair in comparison.pairs if pair.alone is not None]
    if not fallen or comparison.look is None:
        return ""
    claims = "; ".join(_claims(fallen))
    if len(claims) > MOST_WORDS // 2:
        claims = f"{write_count(len(fallen), 'pair')} more would be decided"
    alone = level_text(comparison.settings.level)
    return f" {look_level_text(comparison.look)}; at {alone}, by this look alone, {claims}"


def _undecided_headline(comparison: Comparison) -> str:
    """Return what is left open where no pair is decided."""
    units, settings = units_with_omissions(comparison), comparison.settings
    pairs = f"any of the {write_count(len(comparison.pairs), 'pair')}"
    if isinstance(comparison.pairs[0].result, Posterior):
        return f"on {units} no verdict on {pairs} reaches a probability of {settings.level:g}"
    if settings.alternative is not Alternative.TWO_SIDED:
        sought = _SOUGHT[settings.alternative]
        if settings.baseline is not None:
            baseline = printable_name(settings.baseline)
            return f"{_subject(units, 'do')} not show that any other is {sought} than {baseline}"
        noun = noun_of(comparison.design)
        return f"{_subject(units, 'do')} not show in {pairs} that the later {noun} is {sought} than the earlier one"
    if settings.margin > 0:
        return f"{_subject(units, 'show')} neither a difference nor equivalence in {pairs}"
    return f"{_subject(units, 'do')} not show a difference in {pairs}"


def _claims(pairs: Sequence[Pair]) -> list[str]:
    """Return the decided pairs, gathered by who is better than whom."""
    beaten_by: dict[str, list[str]] = {}
    for pair in pairs:
        if pair.is_claim:
            better, worse = (pair.b, pair.a) if pair.verdict is Verdict.BETTER else (pair.a, pair.b)
            beaten_by.setdefault(printable_name(worse), []).append(printable_name(better))
    losers: dict[tuple[str, ...], list[str]] = {}
    for worse, winners in beaten_by.items():
        losers.setdefault(tuple(winners), []).append(worse)
    claims = [
        f"{write_list(winners)} {'is' if len(winners) == 1 else 'are'} better than {write_list(worse)}"
        for winners, worse in sorted(losers.items(), key=lambda item: -len(item[0]) * len(item[1]))
    ]
    same = [p for p in pairs if p.verdict is Verdict.EQUIVALENT]
    return claims + [
        f"{printable_name(p.a)} and {printable_name(p.b)} are equivalent in practice" for p in same
    ]


def _count_headline(comparison: Comparison, undecided: int, fallen: str) -> str:
    """Return who is best or tied for best; against a baseline, how many are better and worse than it."""
    if sentence := best_sentence(comparison):
        return f"{sentence.removesuffix('.')}{fallen}."
    if comparison.settings.baseline is not None:
        return f"{_baseline_sentence(comparison)}{fallen}."
    total = len(comparison.pairs)
    lead = f"{printable_name(comparison.ranking[0].classifier)} ranks first"
    return f"{lead}; {total - undecided:,} of {total:,} pairs are decided{fallen}."


def _baseline_sentence(comparison: Comparison) -> str:
    """Return how many are better than the baseline, those by name where they are few, and how many are worse."""
    baseline = comparison.settings.baseline or ""
    claims = [p for p in comparison.pairs if p.is_claim]
    above = [printable_name(winner_of(p)) for p in claims if loser_of(p) == baseline]
    names = f" ({write_list(above)})" if 0 < len(above) <= MOST_NAMED else ""
    parts = [
        f"{_count_are(len(above))} better than {printable_name(baseline)}{names}",
        f"{_count_are(len(claims) - len(above))} worse",
        f"{_count_are(len(comparison.pairs) - len(claims))} not decided",
    ]
    return f"Of the {len(comparison.pairs):,} others {write_list(parts)}"


def _count_are(number: int) -> str:
    return "1 is" if number == 1 else f"{number:,} are"
