"""Columns that belong together: RF_mean and RF_std, or RF_accuracy and RF_time."""

import re
from collections.abc import Sequence
from itertools import takewhile

from bakeoff.core.measure_names import FILLERS, measure_within, measure_words
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.spellings import is_measure, is_spread, strip_summary_words

_FEW = 5  # of so many names one may be called like a measure
_PREPOSITION = re.compile(r"^(?:of|by|for)\s+(?=\S)", re.IGNORECASE)  # "PPL of GPT"
_COMPLEMENT = re.compile(r"(?:^|[\s_:/|.~-])1\s*[-−–]\s*$")
_UNIT = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*$")
_SIGNS = re.compile(r"[\s_:/|.~-]+")
_JOINTS = " _:/|.~-"
_SEPARATORS = ("_", " ", ":", "/", "|", ".", "-", "~")


def spread_columns(columns: Sequence[Column]) -> dict[str, Column]:
    """Return for each column of scores, by name, the column that holds its spread."""
    centres = {strip_summary_words(c.name): c.name for c in columns if not is_spread(c.name)}
    return {
        centres[strip_summary_words(c.name)]: c
        for c in columns
        if is_spread(c.name) and centres.get(strip_summary_words(c.name)) is not None
    }


def split_by_metric(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return {metric: {column: classifier}} if every name joins a classifier and a measure; else nothing.

    >>> split_by_metric(["RF_acc", "RF_time", "SVM_acc", "SVM_time"])
    {'acc': {'RF_acc': 'RF', 'SVM_acc': 'SVM'}, 'time': {'RF_time': 'RF', 'SVM_time': 'SVM'}}
    >>> split_by_metric(["RF", "SVM"])
    {}
    >>> split_by_metric(["RF error rate (%)", "SVM error rate (%)"])
    {'error rate (%)': {'RF error rate (%)': 'RF', 'SVM error rate (%)': 'SVM'}}
    >>> split_by_metric(["tasa de error RF", "tasa de error SVM"])
    {'tasa de error': {'tasa de error RF': 'RF', 'tasa de error SVM': 'SVM'}}
    """
    for separator in _SEPARATORS:
        for first in (False, True):
            families = _split_names(names, separator, measure_first=first)
            members = [set(columns.values()) for columns in families.values()]
            if families and len(members[0]) > 1 and all(m == members[0] for m in members):
                return _split_common_words(names) or families if len(families) == 1 else families
    return _split_common_words(names)


def _split_common_words(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the one family of names that share a measure of several words: RF error rate (%), tasa de error RF."""
    if len(names) < 2:
        return {}
    for first, turned in ((False, [name[::-1] for name in names]), (True, list(names))):
        alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*turned, strict=False))
        common = "".join(signs[0] for signs in alike)
        for sign in reversed([*_SIGNS.finditer(common)]):
            measure = common[: sign.start()][:: 1 if first else -1]
            rest = [name[sign.end() :][:: 1 if first else -1].strip(_JOINTS) for name in turned]
            if is_measure(_UNIT.sub("", measure)) and len(set(rest)) == len(rest):
                bad = any(not stem or is_measure(stem) or _is_no_name(stem) for stem in rest)
                bad = bad or any(measure_within(name) is None for name in names)
                return {} if bad else {measure: dict(zip(names, rest, strict=True))}
    return {}


def measure_in_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the measures that the names of all columns speak of, each with nothing beside it that all share.

    >>> measure_in_names(["gpt perplexity (val)", "pythia perplexity (val)"]), measure_in_names(["RF", "ppl SVM"])
    (('perplexity',), ())
    >>> measure_in_names(["error-correcting A", "error-correcting B"])
    ()
    """
    found = [measure_within(name) for name in names]
    if len(names) < 2 or None in found:
        return ()
    rest = [
        {w for w in measure_words(name) if w not in FILLERS and not w.isdecimal()} - set(known.name.split())
        for name, known in zip(names, found, strict=True)
        if known is not None
    ]
    if set.intersection(*rest):  # a longer phrase, of which the measure is a part
        return ()
    return tuple(dict.fromkeys(known.name for known in found if known is not None))


def _split_names(names: Sequence[str], separator: str, *, measure_first: bool) -> dict[str, dict[str, str]]:
    families: dict[str, dict[str, str]] = {}
    measures = 0
    for name in names:
        head, _, tail = name.partition(separator) if measure_first else name.rpartition(separator)
        measure, classifier = (head, tail) if measure_first else (tail, head)
        if not classifier.strip() or not is_measure(measure) or _is_no_name(classifier):
            return {}
        # Of "SVM 1 - accuracy" the measure begins with the number; an "attack success" is good for one side only.
        if _COMPLEMENT.search(classifier) or measure_within(name) is None:
            return {}
        measures += is_measure(classifier)  # one of many may be called like one: AMI is a corpus, too
        bare = _PREPOSITION.sub("", classifier.strip()) if measure_first else classifier.strip()
        families.setdefault(measure.strip(), {})[name] = bare or classifier.strip()
    return families if measures * _FEW < len(names) else {}


def _is_no_name(text: str) -> bool:
    """Say whether these are words for where or how a measure was taken: train and test are no classifiers."""
    letter = text.strip()
    is_short_name = (len(letter) == 1 and letter.isupper()) or letter == "GB"  # gradient boosting
    return set(measure_words(text)) <= FILLERS and not is_short_name
