"""The codes of leaderboards and judges beyond BO579, with a short title: part of `CODES`."""

from collections.abc import Mapping
from types import MappingProxyType

BOARD_CODES: Mapping[str, str] = MappingProxyType(
    {
        "BO570": "a leaderboard of one dataset",
        "BO571": "entries without units in common",
        "BO572": "nothing to rank",
        "BO573": "battles without a winner",
        "BO574": "a leaderboard file that cannot be read",
        "BO575": "no such entry",
        "BO576": "labels that were not drawn at random",
        "BO577": "judged answers that cannot be compared",
        "BO578": "more labels than items without one",
        "BO579": "an option that a judge's comparison does not take",
        "BO620": "battles that are all ties",
        "BO621": "scores that are partly fractions, partly percentages",
        "BO622": "several columns that could be the score",
        "BO623": "a very small percentage",
        "BO625": "standard errors taken as they are given",
        "BO626": "a score that is no share of right answers",
        "BO627": "a property of answers that cannot be controlled for",
        "BO628": "entries added later that change others",
        "BO629": "strengths that drift",
        "BO630": "a judge that favours long answers, or short ones",
        "BO631": "a judge that favours a place",
        "BO632": "a judge that drifts",
        "BO633": "labels that all say the same",
        "BO634": "labels of few groups",
        "BO635": "labels of one model only",
        "BO636": "several rows that name the columns",
        "BO637": "merged cells that were filled",
        "BO658": "people's scores that were not used",
    }
)
