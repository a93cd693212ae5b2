"""What a sentence asserts of a comparison: who is said to be ahead of whom, where, how often, and how surely."""

import re
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What makes a sentence a claim."""

    SIGNIFICANT = "significantly"
    STATE_OF_THE_ART = "state of the art"
    OUTPERFORMS = "outperforms"
    BEST = "best"
    IMPROVES = "improves"
    COMPARABLE = "comparable"


_KINDS = (
    (Kind.STATE_OF_THE_ART, r"\b(?:new |achiev(?:e|es|ed|ing) |sets? a |obtain(?:s|ing)? |reach(?:es|ing)? |"
                            r"beat(?:s|ing)? )"
                            r"(?:the |a |new )*(?:state[- ]?of[- ]?the[- ]?art|SOTA)\b"),
    (Kind.OUTPERFORMS, r"\boutperform(?:s|ed|ing)?\b|\bsurpass(?:es|ed|ing)?\b|\bsuperior (?:to|performance|"
                       r"results)\b|"
                       r"\b(?:performs?|performed|performing|is|are|was|were) (?:\w+ly |much |far )?better than\b|"
                       r"\bbeats?\b|\bexceeds?\b|\b(?:is|are) (?:\w+ly )?(?:more accurate|higher) than\b"),
    (Kind.BEST, r"\b(?:achiev(?:e|es|ed|ing)|obtain(?:s|ed|ing)?|attain(?:s|ed|ing)?|yield(?:s|ed|ing)?|"
                r"giv(?:es?|ing)|ha(?:s|ve)|"
                r"reach(?:es|ed|ing)?|shows?|get(?:s|ting)?|is|are|performs?) (?:the )?(?:overall |"
                r"very )?(?:best|highest|lowest)\b|\brank(?:s|ed|ing)? (?:the )?(?:first|best)\b"),
    (Kind.IMPROVES, r"\bimprov(?:es?|ed|ing|ement) (?:over(?! time\b)|upon|on top of)\b|\breduc(?:es?|ed|ing) "
                    r"(?:the )?(?:\w+ )?error\b|"
                    r"\bgains? (?:over|of)\b|\bimproves? [^.;]{0,80}\bby (?:(?:up to|over|about|around|nearly|"
                    r"roughly|more than|at least|as much as|an?|the|approximately|average|~) ?)*(?:of )?"
                    r"(?:\d|(?:\w+ )?margin)"),
    (Kind.COMPARABLE, r"\bcomparable (?:to|with|performance|results)\b|\bon par with\b|\bcompetitive (?:with|"
                      r"performance|results)\b"),
)  # fmt: skip
_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS)
_SIGNIFICANT = re.compile(
    r"\b(?:statistically )?significant(?:ly)? (?:better|outperform\w*|improve\w*|higher|lower|superior|"
    r"reduc\w* (?:the )?(?:\w+ )?(?:error|loss|perplexity)|surpass\w*|exceed\w*)|\bstatistical(?:ly)? significan\w+",
    re.IGNORECASE,
)
_REVERSED = re.compile(
    r"\b(?:is|are|was|were|being|been) (?:\w+ly )?(?:outperformed|surpassed|beaten|exceeded)\b", re.IGNORECASE
)
_BY_OTHERS = re.compile(
    r"\s+by\b(?! (?:an?|\d|up|more|about|over|roughly|nearly|around|as much|~|large|wide|"
    r"significant))"
)
_UNREAL = re.compile(
    r"\b(?:not|never|cannot|can't|doesn't|don't|fails? to|failed to|unable to|whether|if|would|could|should|"
    r"might|may|"
    r"aims? to|in order to|hope|expect\w*|hypothesi[sz]e\w*|assum\w+|suggest that|instead of|rather than|nor|"
    r"neither|unless|"
    r"why|question|conjecture\w*|potential(?:ly)? to|(?:in )?bold(?:face)?|underlin\w*)\b",
    re.IGNORECASE,
)
_TURN = re.compile(  # what follows, or precedes with a comma, is another clause
    r"[,;:]?\s*\b(?:while|whereas|but|although|though|however|despite|even though|nevertheless|yet|whilst|"
    r"even when)\b",
    re.IGNORECASE,
)
_FOUND = re.compile(  # who found it is not who is ahead: "We show that X", "Our results indicate that X"
    r"^.*\b(?:shows?|showed|shown|find|finds|found|demonstrates?|demonstrated|indicates?|observed?|reveals?|suggests?|"
    r"confirms?|proves?|verif(?:y|ies)|illustrates?|see|note|report|validates?|conclude)"
    r"(?: (?:from|in|by) [^,;]{1,25}?)? (?:\w+ly )?that\b",
    re.IGNORECASE,
)
_DIVIDED = re.compile(
    r"\b(?:respectively|except|apart from|unlike|in contrast|on the other hand)\b", re.IGNORECASE
)
_ALL = re.compile(
    r"\b(?:consistently|always|across the board|uniformly)\b|\b(?:on|across|in|for|over|under) (?:all|every|"
    r"each|both)\b|\bat all (?:\w+ )?(?:metrics|measures|thresholds|scales|levels|datasets|tasks)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:on|across|in|for|over) (?:the |these )?(?:all |both )?(?:two|three|four|five|six|seven|eight|nine|"
    r"ten|\d{1,2})"
    r"(?! (?:out )?of) (?:\w+ )?(?:datasets|tasks|benchmarks|languages|domains|metrics|settings|test sets)\b",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:most|majority|mostly|many|some|several|generally|often|usually|in general|typically|largely|nearly|almost|"
    r"especially|on average|overall|average[ds]?|sometimes|up to|similarly or|half of|few of|certain|various)\b",
    re.IGNORECASE,
)
_NARROWED = re.compile(
    r"\b(?:among|amongst|within|other than|of (?:the )?same|similar(?:ly)?[- ]sized|open(?:[- ]source)?|"
    r"publicly|light-?weight|single|"
    r"unsupervised|supervised|"
    r"zero-shot|few-shot|without|with(?:out)? (?:fewer|less|additional|extra)|when|in terms of|comparable size|"
    r"smaller|larger|"
    r"non-\w+|trained on|in the \w+ setting|variants?|ablat\w+|respect to|for (?:small|large|short|long)\w*|"
    r"in the case of|especially)\b",
    re.IGNORECASE,
)
_MAJORITY = re.compile(
    r"\b(?:on|in|across|for|under|over) (?:the |a )?(?:vast )?(?:most|majority)(?: of)?(?: the)? (?:\w+ ){0,2}?"
    r"(?:datasets|tasks|benchmarks|metrics|settings|cases|experiments|languages|domains|measures|test sets|columns|"
    r"categories|scenarios|problems)\b",
    re.IGNORECASE,
)
_AVERAGE = re.compile(
    r"\b(?:on|in) average\b|\b(?:best|highest|lowest|better|higher|lower) (?:overall )?(?:average|mean|avg)\b|"
    r"\b(?:average|mean) (?:score|accuracy|performance|F1|rank(?:ing)?)\b|\bmacro[- ]average\b",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"\b(?:all|other|others|every|existing|previous|prior|competing|strong|the|these|both|baseline|several|"
    r"advanced|recent|leading|current|various|multiple|alternative|compared|mainstream|traditional|conventional|"
    r"state-of-the-art|SOTA)\b[^,;.]{0,40}\b(?:baselines?|methods|models|approaches|competitors|systems|techniques|"
    r"algorithms|classifiers|networks|works?|counterparts|others|rivals|results|performance|alternatives|"
    r"methodologies|solutions|schemes)\b|\b(?:others|baselines|all|SOTAs|alternatives|competitors)\b|"
    r"\b(?:the|current|previous|prior|existing) (?:current )?(?:state[- ]?of[- ]?the[- ]?art|SOTA)"
    r"(?=\s*[,.;]|\s*$| (?:in|on|by|across|with|for|under|over)\b)",
    re.IGNORECASE,
)
_EVERY_RIVAL = re.compile(
    r"\b(?:all|every|any)\b[^,;.]{0,40}\b(?:baselines?|methods?|models?|approaches|competitors|systems|others?|"
    r"rivals?)\b|\ball others\b",
    re.IGNORECASE,
)
_BEST_RIVAL = re.compile(
    r"\b(?:best|strongest|second[- ]best|next[- ]best|top)(?:[- ]performing)? (?:\w+ )?(?:baseline|method|model|"
    r"approach|"
    r"competitor|system|result|rival)\b|\brunner-up\b|\bprevious (?:best|state[- ]of[- ]the[- ]art|SOTA)\b",
    re.IGNORECASE,
)
_TESTED = re.compile(
    r"\bp\s*[<=≤]|p-values?|\bt-?tests?\b|Wilcoxon|bootstrap|permutation|McNemar|sign test|ANOVA",
    re.IGNORECASE,
)
NAME = re.compile(  # two capitals or a capital and a digit in one word: CIFAR-10, ResNet, WMT14
    r"(?<![\w.-])(?=[A-Za-z0-9.+-]*[A-Z])(?:[A-Z]|[a-z]+[A-Z])[A-Za-z]*[A-Z0-9][A-Za-z0-9]*(?:[-.+][A-Za-z0-9]+)*|"
    r"(?<![\w-])[A-Z][a-z]+(?:-[A-Z0-9][A-Za-z0-9]*)+"
)


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim taken apart at its verb."""

    kind: Kind
    left: str  # of the verb
    right: str
    is_reversed: bool  # the one before the verb is behind
    is_unreal: bool  # denied, asked, wished
    is_divided: bool  # it speaks of several things one by one, or takes something out
    has_second: bool  # another verb of comparison follows
    for_all: bool  # on every line of the table
    is_limited: bool  # most, on average, among some: not every line or rival
    for_most: bool  # on most lines of the table, and nothing else limits it
    on_average: bool  # by an average over the lines, and nothing else limits it
    of_everybody: bool  # the others in general
    of_every_rival: bool  # all others, in so many words
    of_best_rival: bool
    is_tested: bool  # with a test of the paper's own


def take_apart(text: str) -> Assertion | None:
    """Return what a sentence asserts of a comparison, None where it asserts nothing of the kind.

    >>> found = take_apart("OakNet outperforms all baselines on every dataset.")
    >>> str(found.kind), found.left, found.for_all, found.of_everybody
    ('outperforms', 'OakNet ', True, True)
    """
    found = next(((kind, match) for kind, pattern in _PATTERNS if (match := pattern.search(text))), None)
    significant = _SIGNIFICANT.search(text)
    if found is None and significant is None:
        return None
    kind, match = found or (Kind.SIGNIFICANT, significant)
    assert match is not None  # noqa: S101 - one of the two is there
    left, right = _cut_clauses(_FOUND.sub("", text[: match.start()]), text[match.end() :])
    clause = left + match[0] + right
    return Assertion(
        kind=Kind.SIGNIFICANT if significant and kind is not Kind.COMPARABLE else kind,
        left=left,
        right=right,
        is_reversed=_REVERSED.search(clause) is not None or bool(_BY_OTHERS.match(right)),
        is_unreal=_UNREAL.search(clause) is not None,
        is_divided=_DIVIDED.search(clause) is not None,
        has_second=any(pattern.search(right) for _, pattern in _PATTERNS),
        for_all=_ALL.search(clause) is not None or _COUNTED.search(clause) is not None,
        is_limited=_MOST.search(clause) is not None or _NARROWED.search(clause) is not None,
        for_most=_is_only(_MAJORITY, clause),
        on_average=_is_only(_AVERAGE, clause),
        of_everybody=_EVERYBODY.search(right) is not None or kind in (Kind.BEST, Kind.STATE_OF_THE_ART),
        of_every_rival=_EVERY_RIVAL.search(right) is not None,
        of_best_rival=_BEST_RIVAL.search(right) is not None,
        is_tested=_TESTED.search(text) is not None,
    )


def _is_only(pattern: re.Pattern[str], clause: str) -> bool:
    """Say whether a clause is limited in one way, and in no other.

    >>> _is_only(_MAJORITY, "it wins on most datasets"), _is_only(_MAJORITY, "on most small datasets, among trees")
    (True, False)
    """
    match = pattern.search(clause)
    if match is None:
        return False
    rest = clause[: match.start()] + clause[match.end() :]
    return not (_MOST.search(rest) or _NARROWED.search(rest) or _ALL.search(rest))


def _cut_clauses(left: str, right: str) -> tuple[str, str]:
    """Return what stands before and after the verb, without clauses that begin with while, but, although.

    >>> _cut_clauses("Although it is small, OakNet ", " Stump on Wine, while being faster.")
    (' OakNet ', ' Stump on Wine')
    """
    turn = _TURN.search(right)
    right = right[: turn.start()] if turn else right
    turn = next(reversed(list(_TURN.finditer(left))), None)
    if turn is not None:
        comma = left.find(",", turn.end())
        left = left[comma + 1 :] if comma >= 0 else left[turn.end() :]
    return left, right
