"""What a caption says of its table: what bold means, what ± is, over how many runs, on how many test examples."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bakeoff.core.answers.paper import Spread
from bakeoff.core.measure_names import Field, find_measure, measure_within

_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twenty": 20,
}  # fmt: skip
_COUNT = rf"(\d{{1,3}}|{'|'.join(_WORDS)})"
_RUNS = re.compile(
    rf"\b{_COUNT}\s+(?:different |independent |random |repeated |separate |training )*"
    r"(?:runs|seeds|random seeds|repetitions|trials|repeats|initiali[sz]ations|folds|splits|restarts)\b|"
    rf"\b{_COUNT}-(?:run|seed) (?:mean|average)|\brun {_COUNT} times\b|\bn\s*=\s*(\d{{1,3}}) (?:runs|seeds)\b",
    re.IGNORECASE,
)
_SHARED = re.compile(r"\bfolds?\b|\bsplits?\b|cross[- ]?validat|\bCV\b", re.IGNORECASE)
_TEST_SIZE = re.compile(
    r"\b(?:test(?:ing)? set (?:of|with|has|contains)|tested on|evaluated on|(?:each )?of|on|over|across)\s+(?:the\s+)?"
    r"(\d{1,3}(?:,\d{3})+|\d{2,6})\s+(?:held-out |unseen |labell?ed |human |annotated )*"
    r"(?:test(?:ing)? (?:examples|images|samples|instances|cases|questions|items|records|sentences)|test set)\b",
    re.IGNORECASE,
)
_BOLD_BEST = re.compile(
    r"\b(?:best|highest|lowest|top|winning)\b[^.;]{0,80}\b(?:bold|boldface|bolded)\b|\bbold(?:face|"
    r"ed)?\b[^.;]{0,60}\b(?:best|highest|lowest|top)\b",
    re.IGNORECASE,
)
_BOLD_OTHER = re.compile(
    r"\bbold[a-z]*\b[^.;]{0,80}\b(?:significan|statistic|ours|our |proposed|within|comparable|default|"
    r"selected|improve)|"
    r"\b(?:significan\w*|within|improve\w*|comparable)\b[^.;]{0,80}\bbold",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\b(?:higher|larger|greater|more) (?:is|are|values? (?:is|are)|scores? (?:is|are)|=) better\b|↑",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:lower|smaller|less) (?:is|are|values? (?:is|are)|scores? (?:is|are)|=) better\b|↓", re.IGNORECASE
)
_SPREADS = (
    (Spread.ERROR, re.compile(r"standard errors?|std\.? ?err|\bs\.?e\.?m\.?\b|±\s*SE\b", re.IGNORECASE)),
    (Spread.INTERVAL, re.compile(r"confidence intervals?|\bCIs?\b|credible interval", re.IGNORECASE)),
    (Spread.DEVIATION, re.compile(r"standard deviations?|\bstd\b|\bstdev\b|\bs\.d\.|±\s*SD\b|\bSD\b", re.IGNORECASE)),
)  # fmt: skip
_COMMON = frozenset(  # words that are measures elsewhere, and anything in a sentence
    [
        "pass",
        "correct",
        "match",
        "loss",
        "cost",
        "gain",
        "rank",
        "time",
        "score",
        "scores",
        "length",
        "size",
        "error",
    ]
)
_MARK = re.compile(
    r"([†‡*§¶])\s*(?:=|:|denotes?|indicates?|means?|marks?|represents?|stands for)?\s*([^.;†‡*§¶]{4,120})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What a caption says."""

    measure: str | None
    higher_is_better: bool | None
    spread: Spread
    runs: int | None
    shares_training: bool  # the runs are folds or splits of the same data
    test_size: int | None
    bold_is_best: bool | None
    marks: Mapping[str, str]


def read_caption(text: str, has_spread: bool) -> Caption:  # noqa: FBT001 - a fact of the table
    """Return what a caption says of the numbers under it."""
    known = measure_within(text) if len(text) < 200 else None
    return Caption(
        measure=known.name if known else None,
        higher_is_better=up if (up := _caption_direction(text)) is not None else _measured_direction(text),
        spread=_caption_spread(text) if has_spread else Spread.NONE,
        runs=_only_number(_RUNS, text),
        shares_training=_SHARED.search(text) is not None,
        test_size=_only_number(_TEST_SIZE, text),
        bold_is_best=False if _BOLD_OTHER.search(text) else True if _BOLD_BEST.search(text) else None,
        marks=find_marks(text),
    )


def find_marks(text: str) -> dict[str, str]:
    """Return what a caption, or a note under a table, says that marks mean.

    >>> find_marks("Accuracy. † denotes our rerun; * from the original paper.")
    {'†': 'our rerun', '*': 'from the original paper'}
    """
    return {m[1]: m[2].strip() for m in _MARK.finditer(text)}


def find_runs(texts: Iterable[str]) -> tuple[Spread, int] | None:
    """Return what ± is and over how many runs, where sentences of the text say one such thing and no other.

    >>> find_runs(["We report the mean and standard deviation over 5 random seeds.", "It has 3 layers."])
    (<Spread.DEVIATION: 'standard deviation'>, 5)
    """
    found = {
        (spread, runs)
        for text in texts
        if (runs := _only_number(_RUNS, text)) is not None
        and not _SHARED.search(text)
        and (spread := _caption_spread(text)) is not Spread.UNSAID
    }
    return found.pop() if len(found) == 1 else None


def _caption_direction(text: str) -> bool | None:
    up, down = bool(_UP.search(text)), bool(_DOWN.search(text))
    return None if up == down else up


def _measured_direction(text: str) -> bool | None:
    """Return which direction is better by the measures that a caption names, where they agree.

    >>> _measured_direction("Accuracy and F1 on three datasets."), _measured_direction("Accuracy and perplexity.")
    (True, None)
    """
    words = re.findall(r"[A-Za-z][A-Za-z0-9@-]*", text)
    phrases = [" ".join(words[k : k + n]) for n in (2, 1) for k in range(len(words) - n + 1)]
    known = [find_measure(phrase) for phrase in phrases if len(phrase) > 2 and phrase.lower() not in _COMMON]
    found = {m.higher_is_better for m in known if m is not None and m.field not in (Field.TIME, Field.COST)}
    return found.pop() if len(found) == 1 else None


def _caption_spread(text: str) -> Spread:
    return next((kind for kind, pattern in _SPREADS if pattern.search(text)), Spread.UNSAID)


def _only_number(pattern: re.Pattern[str], text: str) -> int | None:
    """Return the number that a pattern finds, where it finds but one."""
    groups = (g for m in pattern.finditer(text) for g in m.groups() if g)
    found = {g.lower().replace(",", "") for g in groups}
    if len(found) != 1:
        return None
    word = found.pop()
    return _WORDS.get(word) or int(word)
