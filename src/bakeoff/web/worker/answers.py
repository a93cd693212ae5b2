"""What is seen first: the word, the sentence, and the numbers of the picture that shows the same."""

from collections.abc import Iterable
from math import isfinite
from typing import Any

from bakeoff.core.comparison import Comparison, Pair, Standing
from bakeoff.core.leaders import Leaders, find_leaders
from bakeoff.core.measures import Unit
from bakeoff.core.omissions import OmittedBy
from bakeoff.core.results import Estimate, Verdict
from bakeoff.core.words import write_count
from bakeoff.render.best import best_sentence, other_leaders
from bakeoff.render.gate import gate_line
from bakeoff.render.html.first_screen import DISTANCES, effect_sentence
from bakeoff.render.mean_scores import ranking_basis, shown_mean, uneven_counts
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import decimals_for, decimals_of, number_text, unit_of_estimate
from bakeoff.render.sentences import headline, kind_of_intervals, strength_text, summary, tally_words
from bakeoff.render.text.comparison import judgement_text

MOST_ROWS = 300  # classifiers that the picture of a ranking has
MOST_DOTS = 2_000  # datasets that the picture of one pair has
WORDS = {
    Verdict.BETTER: ("Better", "better"),
    Verdict.WORSE: ("Worse", "worse"),
    Verdict.EQUIVALENT: ("Practically equal", "equal"),
    Verdict.UNDECIDED: ("Not decided", "open"),
}
TURNED = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}


def answer_document(comparison: Comparison) -> dict[str, Any]:
    """Return the verdict as the page shows it first."""
    first, best = headline(comparison), best_sentence(comparison)
    word, tone = _word_of(comparison)
    return {
        "word": word,
        "tone": tone,
        "title": best or first,
        "support": [
            line for line in (other_leaders(comparison), _support_sentence(comparison, best)) if line
        ],
        "fine": _fine_print(comparison),
        "gate": gate_line(comparison) or "",
        "chips": _omission_chips(comparison),
        "picture": _answer_picture(comparison),
        "margin": comparison.settings.margin,
        "level": comparison.settings.level,
    }


def _support_sentence(comparison: Comparison, best: str | None) -> str:
    """Return the size of the effect; of many pairs how many are decided, with what else the terminal says first."""
    first = headline(comparison)
    if len(comparison.pairs) == 1:
        return effect_sentence(comparison.pairs[0], comparison)
    if best is None:
        return summary(comparison).removeprefix(first).strip()
    decided = sum(pair.verdict is not Verdict.UNDECIDED for pair in comparison.pairs)
    rest = first.removeprefix(best).strip() or f"{decided:,} of {len(comparison.pairs):,} pairs are decided."
    return f"{_distance_sentence(comparison)} {rest}".strip()


def _fine_print(comparison: Comparison) -> str:
    """Return by which test, of what scores; of one pair also p and who won how often, which no sentence above says."""
    how = judgement_text(comparison)
    if len(comparison.pairs) > 1:
        return how
    pair = comparison.pairs[0]
    return f"{strength_text(pair)} for the {how}; {tally_words(pair, comparison)}."


def _distance_sentence(comparison: Comparison) -> str:
    """Return how far the others are behind who is in front; nothing where one of them may not be, or by no score."""
    leaders = find_leaders(comparison)
    picture = None if leaders is None or comparison.settings.baseline else _answer_picture(comparison)
    if leaders is None or picture is None or picture["of"] not in DISTANCES:
        return ""
    others = [s.classifier for s in comparison.ranking if s.classifier not in leaders.names]
    gaps = {row["name"]: -row["value"] for row in picture["rows"] if row["verdict"] == str(Verdict.WORSE)}
    if not others or any(name not in gaps for name in others):
        return ""
    least, most = (number_text(f(gaps[name] for name in others), picture["decimals"]) for f in (min, max))
    distance = least if least == most else f"{least} to {most}"
    unit = f" {picture['unit'].removesuffix('s') if distance == '1' else picture['unit']}".rstrip()
    who = f"The other {len(others):,} are" if len(others) > 1 else f"{printable_name(others[0])} is"
    return f"{who} estimated to be {distance}{unit} behind {printable_name(leaders.names[0])}."


def _word_of(comparison: Comparison) -> tuple[str, str]:
    if len(comparison.pairs) == 1:
        return WORDS[comparison.pairs[0].verdict]
    leaders = find_leaders(comparison)
    if leaders is not None and len(leaders.names) < len(comparison.ranking):
        return _leading_word(leaders)
    verdicts = {pair.verdict for pair in comparison.pairs}
    if verdicts == {Verdict.UNDECIDED}:
        return WORDS[Verdict.UNDECIDED]
    return WORDS[Verdict.EQUIVALENT] if verdicts == {Verdict.EQUIVALENT} else ("Decided in part", "open")


def _leading_word(leaders: Leaders) -> tuple[str, str]:
    if len(leaders.names) > 1:
        return "Tied for best", "equal" if leaders.is_equal else "better"
    return ("Best" if leaders.beats_all else "In front"), "better"


def _omission_chips(comparison: Comparison) -> list[dict[str, str]]:
    """Return what was left out, by hand first; nothing else changes an answer in silence."""
    omissions = sorted(comparison.evidence.left_out, key=lambda o: o.by is not OmittedBy.USER)
    return [
        {
            "kind": "hand" if o.by is OmittedBy.USER else "plain",
            "text": f"{write_count(o.count, o.part)} left out by hand"
            if o.by is OmittedBy.USER
            else f"{write_count(o.count, o.part)} not used: {o.by}",
        }
        for o in omissions
    ]


def _answer_picture(comparison: Comparison) -> dict[str, Any] | None:
    """Return the numbers of the picture: one interval against zero, or everybody's against who is in front."""
    pairs = comparison.pairs
    if len(pairs) == 1:
        return _interval_picture(pairs[0], comparison)
    anchor = comparison.settings.baseline or _front_classifier(comparison)
    return _ranking_picture(anchor, comparison)


def _front_classifier(comparison: Comparison) -> str:
    leaders = find_leaders(comparison)
    return comparison.ranking[0].classifier if leaders is None else leaders.names[0]


def _interval_picture(pair: Pair, comparison: Comparison) -> dict[str, Any]:
    estimate, unit = pair.result.estimate, comparison.evidence.measure.unit
    counted = unit_of_estimate(estimate, unit)
    shares_axis = counted != "" or unit is not Unit.PERCENT
    few = 0 < len(pair.units) <= MOST_DOTS and "rank" not in estimate.of and "chance" not in estimate.of
    dots = zip(pair.units, pair.advantages.tolist(), strict=True) if few and shares_axis else ()
    return {
        "kind": "interval",
        "a": pair.a,
        "b": pair.b,
        **_answer_row(estimate, pair.verdict),
        "dots": [[name, value] for name, value in dots if isfinite(value)],
        **_answer_axis(comparison, [estimate]),
        "decimals": min(decimals_of(estimate), 6),
    }


def _ranking_picture(anchor: str, comparison: Comparison) -> dict[str, Any] | None:
    against = {
        _other_classifier(pair, anchor): pair for pair in comparison.pairs if anchor in (pair.a, pair.b)
    }
    if not against:
        return None
    leaders = find_leaders(comparison)
    best = () if leaders is None else leaders.names
    shown = _most_wanted(comparison.ranking, {anchor, *best})
    decimals, counts = _score_decimals(comparison.ranking), uneven_counts(comparison)
    rows = [
        {
            "name": standing.classifier,
            "mean": _score_text(standing, decimals)
            + (f" on {counts[standing.classifier]:,}" if standing.classifier in counts else ""),
            "leads": standing.classifier in best,
            **_row_of(standing.classifier, anchor, against),
        }
        for standing in shown
    ]
    place = {standing.classifier: i for i, standing in enumerate(shown)}
    return {
        "kind": "ranking",
        "anchor": anchor,
        "is_baseline": comparison.settings.baseline is not None,
        "rows": rows,
        "basis": ranking_basis(comparison),
        "classifiers": len(comparison.ranking),
        "order": "by score" if shown[0].mean_rank is None else "by mean rank",
        "groups": [
            [place[name] for name in group if name in place] for group in comparison.groups if len(group) > 1
        ],
        **_answer_axis(comparison, [pair.result.estimate for pair in against.values()]),
    }


def _most_wanted(ranking: Iterable[Standing], wanted: set[str]) -> list[Standing]:
    """Return as many classifiers as are drawn, best first; who is in front, and the baseline, are among them."""
    all_of_them = list(ranking)
    first = {s.classifier for s in all_of_them[: max(0, MOST_ROWS - len(wanted))]} | wanted
    return [standing for standing in all_of_them if standing.classifier in first][:MOST_ROWS]


def _other_classifier(pair: Pair, name: str) -> str:
    return pair.b if pair.a == name else pair.a


def _row_of(name: str, anchor: str, against: dict[str, Pair]) -> dict[str, Any]:
    if name == anchor:
        return {"value": 0.0, "low": None, "high": None, "verdict": "anchor"}
    pair = against.get(name)
    if pair is None:
        return {"value": None, "low": None, "high": None, "verdict": "undecided"}
    row = _answer_row(pair.result.estimate, pair.verdict)
    return row if pair.b == name else _turn_row(row)


def _answer_row(estimate: Estimate, verdict: Verdict) -> dict[str, Any]:
    return {
        "value": estimate.value,
        "low": _finite_or_none(estimate.interval.low),
        "high": _finite_or_none(estimate.interval.high),
        "verdict": str(verdict),
    }


def _turn_row(row: dict[str, Any]) -> dict[str, Any]:
    low, high = row["low"], row["high"]
    return {
        "value": -row["value"],
        "low": None if high is None else -high,
        "high": None if low is None else -low,
        "verdict": str(TURNED.get(Verdict(row["verdict"]), row["verdict"])),
    }


def _finite_or_none(value: float) -> float | None:
    return value if isfinite(value) else None


def _answer_axis(comparison: Comparison, estimates: list[Estimate]) -> dict[str, Any]:
    """Return what the axis counts, and one number of decimals for all that is written on it."""
    widths = [e.interval.high - e.interval.low for e in estimates]
    widths = sorted(width / 2 for width in widths if isfinite(width) and width > 0)
    middle = widths[len(widths) // 2] if widths else max((abs(e.value) for e in estimates), default=1.0)
    return {
        "unit": unit_of_estimate(estimates[0], comparison.evidence.measure.unit).strip(),
        "of": estimates[0].of,
        "decimals": min(decimals_for(middle), 6),
        "intervals": kind_of_intervals(comparison),
        "margin": comparison.settings.margin,
    }


def _score_decimals(ranking: Iterable[Standing]) -> int:
    """Return decimals that tell mean scores apart: those of three digits of their spread."""
    means = [mean for s in ranking if (mean := shown_mean(s)) is not None]
    spread = max(means, default=0.0) - min(means, default=0.0)
    return min(6, max(1, decimals_for(spread / 10))) if spread > 0 else 2


def _score_text(standing: Standing, decimals: int) -> str:
    mean = shown_mean(standing)
    return "" if mean is None else number_text(mean, decimals)
