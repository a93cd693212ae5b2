"""BO720: p-values that do not follow from the statistic and the degrees of freedom printed before them."""

import re
from collections.abc import Iterator

from scipy import stats

from bakeoff.core.answers.paper import Paper, Sentence
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity

_NUMBER = r"[-−–]?\s?\d*\.?\d+"
_P = r"\bp\s*(?P<sign>[=<>≤≥])\s*(?P<p>\d*\.\d+|\d+)(?:\s*[×x·*]\s*10\s*\^?\s*(?P<power>[-−–]?\s?\d+)|[eE](?P<e>-\d+))?"
_STATISTIC = re.compile(
    rf"(?:(?P<t>\bt)\s*\(\s*(?P<tdf>\d+(?:\.\d+)?)\s*\)|"
    rf"(?P<f>\bF)\s*\(\s*(?P<df1>\d+)\s*,\s*(?P<df2>\d+(?:\.\d+)?)\s*\)|"
    rf"(?P<chi>χ2?|\bchi-squared?|χ²)\s*\(\s*(?P<cdf>\d+)\s*(?:,\s*N\s*=\s*\d+\s*)?\)|"
    rf"(?P<z>\b[zZ]))\s*=\s*(?P<value>{_NUMBER})\s*[,;]\s*{_P}"
)
_ADJUSTED = re.compile(
    r"adjust|correct|Bonferroni|Holm|Tukey|FDR|Benjamini|permutation|bootstrap|exact", re.IGNORECASE
)


def find_wrong_p_values(paper: Paper) -> Iterator[PaperFinding]:
    """Yield results of tests whose p-value is not that of their statistic, on either or both sides, within rounding."""
    for sentence in paper.sentences:
        for match in _STATISTIC.finditer(sentence.text):
            if not _ADJUSTED.search(sentence.text):
                yield from _check(sentence, match)


def _check(sentence: Sentence, match: re.Match[str]) -> Iterator[PaperFinding]:
    text = match["value"].replace("−", "-").replace("–", "-").replace(" ", "")
    value, half = float(text), 0.5 * 10.0 ** -len(text.partition(".")[2])
    low, high = sorted(_p_value(match, abs(v)) for v in (abs(value) + half, max(0.0, abs(value) - half)))
    power = int((match["power"] or match["e"] or "0").replace("−", "-").replace("–", "-").replace(" ", ""))
    p = float(match["p"]) * 10.0**power
    step = 10.0 ** (power - len(match["p"].partition(".")[2]))
    if p > 1:
        return
    sides = (0.5, 1.0) if match["t"] or match["z"] else (1.0,)
    if any(_agrees(match["sign"], p, step, k * low, k * high) for k in sides):
        return
    exact = _p_value(match, abs(value))
    yield PaperFinding(
        code="BO720",
        chapter=Chapter.SUMS,
        severity=Severity.WARNING,
        place=sentence.place,
        message=f"“{match[0]}”: this statistic has p = {exact:.3g}.",
        calculation=f"From {value - half:g} to {value + half:g}, which round to {value:g}, p is between "
        f"{low:.3g} and {high:.3g} on two "
        f"sides{' and half of it on one' if len(sides) > 1 else ''}.",
        mend="Correct the p-value, the statistic or the degrees of freedom, or say how p was made.",
        detail={"printed": p, "computed": exact, "statistic": value},
    )


def _p_value(match: re.Match[str], value: float) -> float:
    if match["t"]:
        return float(2 * stats.t.sf(value, float(match["tdf"])))
    if match["f"]:
        return float(stats.f.sf(value, float(match["df1"]), float(match["df2"])))
    if match["chi"]:
        return float(stats.chi2.sf(value, float(match["cdf"])))
    return float(2 * stats.norm.sf(value))


def _agrees(sign: str, p: float, step: float, low: float, high: float) -> bool:
    """Say whether a printed p-value, rounded or cut off, is within the range of possible ones."""
    if sign in "<≤":
        return low <= p + 1e-12
    if sign in ">≥":
        return high >= p - 1e-12
    return low - step <= p <= high + step
