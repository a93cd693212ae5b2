"""The first screen of the report: the answer in a word and a sentence, whom to choose, how much it is, what to do."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bakeoff.core.answers.pair_order import turn_pair
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.design import Design
from bakeoff.core.leaders import Leaders, find_leaders
from bakeoff.core.measures import Unit
from bakeoff.core.results import Estimate, Interval, Verdict
from bakeoff.core.words import write_alike, write_count, write_list
from bakeoff.render.best import best_sentence
from bakeoff.render.html.facts import FindingRow
from bakeoff.render.html.gap_picture import front_of, gap_picture
from bakeoff.render.items import noun_of
from bakeoff.render.mean_scores import ranking_basis, shown_mean, uneven_counts
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    decimals_of,
    interval_text,
    level_text,
    margin_text,
    number_text,
    unit_of_estimate,
)
from bakeoff.render.sentences import headline_parts, units_of

MOST_DOUBTS = 3  # findings of the first screen; the others are unfolded
MOST_NAMES = 12
# What was allowed for, or could not be looked into, or would be needed next: no reason to doubt the answer.
NO_DOUBTS = ("BO107", "BO112", "BO175", "BO204")
DISTANCES = ("mean advantage", "median advantage", "pseudo-median advantage")  # in units of the score
_SHARES_RIGHT = ("accuracy", "acc", "correct", "percent correct", "exact match")
_SHARES_WRONG = ("error", "error rate", "misclassification rate")
_MARKS = {"better": "▲", "worse": "▼", "equal": "═", "open": "○"}


class Badge(NamedTuple):
    """The answer in a word, with a shape, so that colour never stands alone."""

    word: str
    kind: str  # better, worse, equal, open

    @property
    def mark(self) -> str:
        """The shape."""
        return _MARKS[self.kind]


class Card(NamedTuple):
    """One number that a reader takes home, and what it says."""

    number: str
    text: str
    more: str = ""


class Step(NamedTuple):
    """What to do next, and when."""

    when: str
    what: str


def question_line(comparison: Comparison) -> str:
    """Return what was compared on what: '12 classifiers on 30 datasets, accuracy in percent'."""
    measure = comparison.evidence.measure
    unit = "" if measure.unit is Unit.PLAIN else f" in {measure.unit}"
    names = [printable_name(s.classifier) for s in comparison.ranking]
    who = write_count(len(names), noun_of(comparison.design))
    return f"{who} on {units_of(comparison.design)}, {printable_name(measure.name)}{unit}"


def answer_badge(comparison: Comparison) -> Badge:
    """Return the answer in a word."""
    leaders = find_leaders(comparison)
    verdicts = {pair.verdict for pair in comparison.pairs}
    if len(comparison.pairs) == 1:
        return _pair_badge(comparison.pairs[0].verdict)
    if verdicts == {Verdict.UNDECIDED}:
        return Badge("Not decided", "open")
    if verdicts <= {Verdict.EQUIVALENT, Verdict.UNDECIDED}:
        return Badge(
            "Practically equal, in part" if Verdict.UNDECIDED in verdicts else "Practically equal", "equal"
        )
    if leaders is None:
        return Badge("Decided" if Verdict.UNDECIDED not in verdicts else "Decided in part", "better")
    return Badge("Best", "better") if len(leaders.names) == 1 else Badge("Tied for best", "equal")


def _pair_badge(verdict: Verdict) -> Badge:
    return {
        Verdict.BETTER: Badge("Better", "better"),
        Verdict.WORSE: Badge("Worse", "worse"),
        Verdict.EQUIVALENT: Badge("Practically equal", "equal"),
        Verdict.UNDECIDED: Badge("Not decided", "open"),
    }[verdict]


def choice_sentence(comparison: Comparison) -> str:
    """Return whom to choose, or among whom; nothing where the question was another one."""
    leaders = find_leaders(comparison)
    if len(comparison.pairs) == 1:
        return _choice_of_two(comparison.pairs[0], _write_likeness(comparison.design))
    if leaders is None:
        return ""
    rest = len(comparison.ranking) - len(leaders.names)
    if len(leaders.names) == 1:
        return f"Choose {printable_name(leaders.names[0])}, if {_write_likeness(comparison.design)}."
    names = write_list([printable_name(name) for name in leaders.names], most=MOST_NAMES)
    others = (
        ""
        if not rest
        else " The other one is shown to be worse than at least one of them."
        if rest == 1
        else f" Each of the other {rest:,} is shown to be worse than at least one other."
    )
    apart = "they are practically equal" if leaders.is_equal else "these data do not tell them apart"
    between = "between" if len(leaders.names) == 2 else "among"
    return f"Choose {between} {names} by cost, speed or what you know best: {apart}.{others}"


def _write_likeness(design: Design, units: str = "") -> str:
    """Return what must hold where the verdict is to be used: data like these, and training sets as large."""
    if not design.of_resamples:
        return f"your data are like these {units}".rstrip()
    amount = f"about {write_count(design.train_size, 'example')}" if design.train_size else "as many examples"
    return f"your data are like these and you train on {amount}"


def _choice_of_two(pair: Pair, likeness: str) -> str:
    a, b = printable_name(pair.a), printable_name(pair.b)
    match pair.verdict:
        case Verdict.BETTER:
            return f"Choose {b}, if {likeness}."
        case Verdict.WORSE:
            return f"Stay with {a}, if {likeness}."
        case Verdict.EQUIVALENT:
            return f"Choose between {a} and {b} by cost, speed or what you know best."
        case Verdict.UNDECIDED:
            return f"These data do not tell {b} from {a}: that is not the same as equal."


def effect_cards(comparison: Comparison) -> list[Card]:
    """Return the size of the effect in words: what the one in front scores, and its gaps to the others."""
    if len(comparison.pairs) == 1:
        pair = comparison.pairs[0]
        return [
            *_level_cards(pair.b, comparison, pair.a),
            _gap_card(pair, comparison),
            *_tally_cards(pair, comparison),
        ]
    front = front_of(comparison)
    own = [turn_pair(p, b=front) for p in comparison.pairs if front in (p.a, p.b)]
    place = {s.classifier: i for i, s in enumerate(comparison.ranking)}
    own.sort(key=lambda p: place[p.a])
    behind = [p for p in own[1:] if p.verdict is Verdict.BETTER]
    chosen = [own[0], *(behind[:1] if own[0].verdict is not Verdict.BETTER else behind[-1:])]
    return [*_level_cards(front, comparison), *(_gap_card(p, comparison) for p in chosen)]


def _level_cards(name: str, comparison: Comparison, other: str = "") -> list[Card]:
    scores = {s.classifier: shown_mean(s) for s in comparison.ranking}
    if scores.get(name) is None:
        return []
    texts = dict(zip(scores, write_alike(list(scores.values())), strict=True))
    share = _share_word(comparison)
    average = " on average" if comparison.design.datasets > 1 or comparison.design.resamples > 1 else ""
    counts = uneven_counts(comparison)
    if every := _common_datasets(comparison):
        average += f" over the {every:,} datasets with every score"
    if name in counts:
        average += f" over {counts[name]:,} {'items' if comparison.design.of_items else 'datasets'}"
    measure = printable_name(comparison.evidence.measure.name)
    what = f"of cases are {share} with" if share else f"is the {measure} of"
    percent = " %" if comparison.evidence.measure.unit is Unit.PERCENT else ""
    more = f"{printable_name(other)}: {texts[other]}{percent}" if other in texts else ""
    more += f" over {counts[other]:,}" if other in counts else ""
    if share and not percent:
        return [
            Card(
                _hundredths(scores[name]),
                f"{what} {printable_name(name)}{average}.",
                _other_share(other, scores),
            )
        ]
    return [Card(f"{texts[name]}{percent}", f"{what} {printable_name(name)}{average}.", more)]


def _common_datasets(comparison: Comparison) -> int | None:
    return comparison.ranking[0].ranked_on if ranking_basis(comparison) else None


def _hundredths(score: float | None) -> str:
    return "–" if score is None else f"{100 * score:.1f} %"


def _other_share(other: str, scores: dict[str, float | None]) -> str:
    return f"{printable_name(other)}: {_hundredths(scores[other])}" if other else ""


def _share_word(comparison: Comparison) -> str:
    """Return what the score is a share of: cases that are right, or wrong; nothing where it is no such share."""
    measure = comparison.evidence.measure
    name = measure.name.replace("_", " ").replace("-", " ").strip().lower()
    if measure.unit is Unit.PLAIN:
        return ""
    return "right" if name in _SHARES_RIGHT else "wrong" if name in _SHARES_WRONG else ""


def _count_of_100(estimate: Estimate, comparison: Comparison) -> tuple[str, float, int]:
    """Return what a score is a share of, by what it is multiplied to be counted of 100 cases, and its decimals then."""
    share = _share_word(comparison) if "rank" not in estimate.of.split() else ""
    times = 100.0 if share and comparison.evidence.measure.unit is Unit.FRACTION else 1.0
    return share, times, max(0, decimals_of(estimate) - (2 if times > 1 else 0))


def _gap_card(pair: Pair, comparison: Comparison) -> Card:
    """Return the gap of a pair as a reader counts it: 'so many more of 100 would be right'."""
    estimate, unit = pair.result.estimate, comparison.evidence.measure.unit
    better, worse = (pair.b, pair.a) if estimate.value >= 0 else (pair.a, pair.b)
    up = estimate if estimate.value >= 0 else turn_pair(pair, b=pair.a).result.estimate
    share, times, digits = _count_of_100(up, comparison)
    value = number_text(times * up.value, digits)
    of_100 = {"right": f"{value} more of 100", "wrong": f"{value} fewer of 100"}.get(share)
    number = of_100 or f"{value}{unit_of_estimate(estimate, unit)}"
    told = " These data do not tell them apart." if pair.verdict is Verdict.UNDECIDED else ""
    if share:
        text = f"would be {share} with {printable_name(better)} in place of {printable_name(worse)}.{told}"
    else:
        text = f"is the {estimate.of} of {printable_name(better)} over {printable_name(worse)}.{told}"
    return Card(number, text, _range_words(up, comparison, times, digits))


def effect_sentence(pair: Pair, comparison: Comparison) -> str:
    """Return what b gains or loses with the signs of the picture, and how its range compares with what matters."""
    estimate, unit = pair.result.estimate, comparison.evidence.measure.unit
    a, b = printable_name(pair.a), printable_name(pair.b)
    share, times, digits = _count_of_100(estimate, comparison)
    size, is_ahead = number_text(times * abs(estimate.value), digits), estimate.value >= 0
    if share:
        more = "more" if is_ahead == (share == "right") else "fewer"
        first = f"{size} {more} of 100 would be {share} with {b} in place of {a}"
    elif estimate.of in DISTANCES and estimate.value:
        distance = f"{size}{unit_of_estimate(estimate, unit)}"
        first = f"{b} is estimated to be {distance} {'ahead of' if is_ahead else 'behind'} {a}"
    else:
        gap = f"{number_text(estimate.value, digits)}{unit_of_estimate(estimate, unit)}"
        first = f"The {estimate.of} of {b} over {a} is estimated to be {gap}"
    is_either = pair.verdict is Verdict.UNDECIDED and 0 in estimate.interval
    told = " Either may be ahead." if is_either else ""
    return f"{first}. {_range_words(estimate, comparison, times, digits)}{told}"


def _range_words(estimate: Estimate, comparison: Comparison, times: float, digits: int) -> str:
    """Return the range of a gap, and how it compares with what matters."""
    ends = estimate.interval
    shown = Interval(low=times * ends.low, high=times * ends.high, level=ends.level)
    margin = comparison.settings.margin
    text = f"{level_text(ends.level)} interval: {interval_text(shown, digits)}"
    if margin <= 0:
        return f"{text}."
    smallest = margin_text(margin, comparison.evidence.measure.unit)
    matters = "matter" if smallest.endswith("s") else "matters"
    if ends.low > margin or ends.high < -margin:
        return f"{text}: more than the {smallest} that {matters}."
    is_small = -margin < ends.low and ends.high < margin
    return (
        f"{text}: less than the {smallest} that {matters}." if is_small else f"{text}; {smallest} {matters}."
    )


def _tally_cards(pair: Pair, comparison: Comparison) -> list[Card]:
    total = pair.wins + pair.draws + pair.losses
    noun = comparison.design.unit_noun
    if pair.flips is not None:
        examples = "items" if comparison.design.of_items else "examples"
        text = f"{examples} only {printable_name(pair.b)} gets right."
        return [Card(f"{pair.flips.mends:,}", text, f"Only {printable_name(pair.a)}: {pair.flips.breaks:,}")]
    if not comparison.design.paired or not total or comparison.design.on_examples:
        return []
    are = "is" if total == 1 else "are"
    text = f"{noun if total == 1 else noun + 's'} {are} won by {printable_name(pair.b)}."
    more = f"{pair.losses:,} by {printable_name(pair.a)}, {write_count(pair.draws, 'draw')}"
    return [Card(f"{pair.wins:,} of {total:,}", text, more)]


def next_steps(comparison: Comparison) -> list[Step]:
    """Return what to do next: to choose now, to be surer, and to ask for what matters."""
    leaders = find_leaders(comparison)
    steps = _steps_to_choose(comparison, leaders)
    if comparison.settings.margin <= 0 and any(p.verdict is Verdict.UNDECIDED for p in comparison.pairs):
        what = "Say which difference would matter: then close ones can be shown to be practically equal."
        steps.append(Step("If close is good enough", what))
    return steps


def _steps_to_choose(comparison: Comparison, leaders: Leaders | None) -> list[Step]:
    units = units_of(comparison.design)
    alike = Step(
        "Before you rely on it",
        f"Ask whether {_write_likeness(comparison.design, units)}; if not, compare again on yours.",
    )
    tied = leaders is not None and len(leaders.names) > 1
    if tied or (comparison.pairs[0].verdict is Verdict.UNDECIDED and len(comparison.pairs) == 1):
        now = Step(
            "If a choice is needed now",
            f"{_choice_words(comparison, leaders)} the one that is cheapest to run: these data do not show that it is "
            "worse.",
        )
        more = Step(
            "If it must be the best one", "Collect more evidence: bakeoff plan says how much it takes."
        )
        return [now, more]
    return [alike]


def _choice_words(comparison: Comparison, leaders: Leaders | None) -> str:
    """Return how the choice begins: among those tied for best, where others are shown to be worse."""
    some_are_beaten = leaders is not None and len(leaders.names) < len(comparison.ranking)
    return "Take, of those tied for best," if some_are_beaten else "Take"


def first_screen_context(
    comparison: Comparison, findings: Sequence[FindingRow], reading: Sequence[FindingRow] = ()
) -> dict[str, Any]:
    """Return everything that the first screen shows; of `reading`, what could be wrong with how it was read."""
    worrying = [row for row in reading if row.severity != "note"]
    doubts = first_doubts([*findings, *worrying])
    return {
        "question": question_line(comparison),
        **_answer_sentences(comparison),
        "badge": answer_badge(comparison),
        "choice": choice_sentence(comparison),
        "picture": gap_picture(comparison),
        "cards": effect_cards(comparison),
        "doubts": doubts,
        "more_doubts": sum(row not in doubts for row in findings),
        "steps": next_steps(comparison),
        "unit_noun": comparison.design.unit_noun,
    }


def _answer_sentences(comparison: Comparison) -> dict[str, object]:
    """Return the sentence in large letters, who is best where that is known, and what else the answer says."""
    first, *more = headline_parts(comparison)
    best = best_sentence(comparison)
    return {"answer": best or first, "beside": [*([] if best in (None, first) else [first]), *more]}


def first_doubts(rows: Sequence[FindingRow]) -> list[FindingRow]:
    """Return the findings that worry most, one of each code, at most three; none that only tells what was done."""
    weight = {"problem": 0, "warning": 1}
    by_code = {row.code: row for row in reversed(rows)}
    worrying = sorted(
        (row for row in rows if by_code[row.code] is row and row.code not in NO_DOUBTS),
        key=lambda row: weight.get(row.severity, 2),
    )
    return worrying[:MOST_DOUBTS]
