"""Resamples that pass for datasets: rows called "glass run 0" to "glass run 9" are one dataset, tested ten times.

A name is taken apart into words and numbers. A word for a resample with its number (the words are those that a column
of repeats, folds or seeds may have) says which resample a row is; what is left of the name is the dataset. A bare
number may count resamples or datasets (`monks-1`, `page-blocks0`): only where all rows are numbered from 0 or 1 on,
and every stem alike, is the user asked which it is.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum, isnan, nan
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.errors import DesignError, ReadingError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.readings import Alternative, Doubt, Reading, Shape, Weight
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ColumnsAre, ReadOptions, RowsAre
from bakeoff.inputs.scores.clusters import merge_clusters
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.table.spellings import Role, role_of, spellings_of

_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|[^\w\s]|_|\s+")
_BREAK = "\x1f"  # between a small and a capital letter
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Whole cross-validations, each of them a mean over folds; and further words for one drawing among several.
_WHOLE = frozenset({"cv", "xval", "crossval", "crossvalidation"})
_DRAWN = frozenset(
    {"shuffle", "bootstrap", "replication", "realization", "realisation", "rerun", "holdout", "partition"}
)
# Every phrase for a resample ends in one of these; most names have none of them, and are done with.
_LAST = {word.rpartition("_")[2] for word in spellings_of(Role.REPEAT, Role.FOLD, Role.SEED)} - {"id"}
_MAY_MARK = re.compile(
    "|".join(map(re.escape, sorted(_LAST | _WHOLE | _DRAWN | {"id"})))
)  # of names in lower case
_TUPLE = re.compile(r"\(\s*(?P<stem>.*[^\W\d_].*?)\s*,\s*(?P<last>\d+)\s*\)")  # a row of several index levels
_JOINED = re.compile(r"(?P<stem>.*[^\W\d_])(?P<last>\d+)")
_SHORT_PAIR = re.compile(
    r"(?<![^\W_])r(?:ep)?(?P<repeat>\d+)[ _.-]?f(?P<fold>\d+)(?![^\W_])", re.IGNORECASE
)  # r0f3
_NUMBER_FIRST = re.compile(  # 3-fold of glass, 2nd run
    r"(?<!\w)(?P<number>\d+)(?:st|nd|rd|th)?[ _-](?P<word>fold|run|repeat|rep|seed|split|trial)(?![^\W_])(?: of\b)?",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?P<stem>.*[^\W\d_].*?)(?:\s*[(\[{]\s*(?P<copy>\d+)\s*[)\]}]|\s*#\s*(?P<hash>\d+)|[\s_\-.:/|]+v?(?P<last>\d+))"
)
_DIGITS, _COUNTER_SIGNS, _CLOSING = "0123456789", " _-.:/|", tuple(")]}")
# Numbers behind these words tell things of their own apart: dataset 3, figure 3, patient 3.
_OWN = frozenset({
    "data", "set", "d", "ds", "row", "case", "x", "id", "no", "nr", "number", "figure", "fig", "table", "tab",
    "example", "exercise", "question", "scenario", "setting", "subject", "patient", "participant",
    "person", "user", "client", "customer", "site", "centre", "center", "hospital", "group",
    "category", "topic", "language", "year", "month", "week", "day", "function", "sim",
    "simulation", "instance", "synthetic", "artificial", "generated", "stream", "series", "file", "sheet",
    "experiment", "level", "version", "part",
})  # fmt: skip
FEWEST_OF_ONE = 5  # rows of a single stem that look like resamples: monks-1 to monks-3 are three datasets
_WHOLE_WORDS = 0x2E80  # signs from here on are words of Chinese, Japanese and Korean, no abbreviations
LONGEST = 200  # letters of a name that a person would number
FEWEST_OF_MANY = 3  # numbers of each stem


class Place(NamedTuple):
    """Which resample of which dataset a name says."""

    stem: str
    repeat: int | None = None
    fold: int | None = None
    whole: bool = False  # a whole cross-validation


def split_resamples(observed: Observations, *, options: ReadOptions) -> Observations:
    """Return the observations with rows that are resamples by their names as resamples; refuse what may be either."""
    if observed.resampled or _are_said_to_be_datasets(options):
        return observed
    if min(len(observed.datasets), len(observed.classifiers)) < 2:  # nothing to compare
        return observed
    marked = _find_places(observed.datasets)
    if _has_several_resamples(marked):
        return _regroup_as_resamples(observed, marked)
    if options.rows_are == RowsAre.RESAMPLES:
        return _regroup_as_resamples(observed, _number_resamples(observed.datasets))
    if (bare := _find_counted_places(map(_split_counter, observed.datasets))) is not None:
        raise _ambiguous_error(observed, bare)
    joined = _find_counted_places(_split_counter(name, _JOINED) for name in observed.datasets)
    if joined is None:
        return observed
    if len({place.stem for place in joined}) > 1:
        raise _ambiguous_error(observed, joined)
    return replace(observed, findings=(*observed.findings, _one_name_finding(observed, joined)))


def _are_said_to_be_datasets(options: ReadOptions) -> bool:
    """Say whether the user calls the rows or, of classifiers in rows, the columns datasets."""
    told = options.rows_are == RowsAre.DATASETS or options.columns_are == ColumnsAre.DATASETS
    return told or "+" in (options.dataset_column or "")


def _find_places(names: Sequence[str]) -> Sequence[Place | None]:
    if not _may_mark("\n".join(names)):  # in one go, as nothing that marks has a line's end in it
        return [None] * len(names)
    return [resample_place(name) for name in names]


def _may_mark(text: str) -> bool:
    return bool(_MAY_MARK.search(text.lower()) or _SHORT_PAIR.search(text))


def resample_place(name: str) -> Place | None:
    """Return which resample of which dataset a name says by its words, if it does; short forms are written out.

    >>> resample_place("glass r0f3"), resample_place("2-fold of glass")
    (Place(stem='glass', repeat=0, fold=3, whole=False), Place(stem='glass', repeat=None, fold=2, whole=False))
    """
    if len(name) > LONGEST or not _may_mark(name):
        return None  # as mostly
    place = _place_by_words(name)
    if place is not None:
        return place
    written_out = _NUMBER_FIRST.sub(r"\g<word> \g<number> ", name)
    written_out = _SHORT_PAIR.sub(r"repeat \g<repeat> fold \g<fold>", written_out)
    return None if written_out == name else _place_by_words(written_out)


def _place_by_words(name: str) -> Place | None:
    """Return which resample of which dataset a name says where words stand before their numbers.

    >>> _place_by_words("glass run 3"), _place_by_words("iris_rep2_fold4"), _place_by_words("seed=7/wine")
    (Place(stem='glass', repeat=3, fold=None, whole=False), Place(stem='iris', repeat=2, fold=4, whole=False), \
Place(stem='wine', repeat=7, fold=None, whole=False))
    >>> _place_by_words("cv 1"), _place_by_words("page-blocks0"), _place_by_words("monks-1")
    (Place(stem='', repeat=1, fold=None, whole=True), None, None)
    """
    tokens = _TOKEN.findall(_CAMEL.sub(_BREAK, name))
    words: list[str] = []
    numbers: dict[Role, int] = {}
    whole = False
    i = 0
    while i < len(tokens):
        kind, after = _read_marker(tokens, i)
        if kind is None or kind in numbers:
            words.append(tokens[i])
            i += 1
            continue
        whole |= tokens[i].casefold() in _WHOLE
        numbers[kind] = int(tokens[after])
        i = _skip_total(tokens, after + 1)
    if not numbers:
        return None
    stem = _trim("".join(words).replace(_BREAK, ""))
    return Place(
        stem, numbers.get(Role.REPEAT), numbers.get(Role.FOLD), whole=whole and Role.FOLD not in numbers
    )


def _trim(stem: str) -> str:
    """Return what is left of a name without the signs that stood around the number of the resample."""
    text = re.sub(r"[(\[{]\s*[)\]}]", "", stem)
    text = re.sub(r"^(?:[\s_\-:/|,;.=#@]|of\b|on\b)+|(?:[\s_\-:/|,;.=#@]|\bof|\bon)+$", "", text).strip()
    return text if re.search(r"\w", text) else ""


def _read_marker(tokens: Sequence[str], i: int) -> tuple[Role | None, int]:
    """Return the role of a word for a resample that begins here, and where its number stands."""
    for words in (3, 2, 1):
        text, after = _join_words(tokens, i, words)
        if not text or after >= len(tokens) or not re.fullmatch(r"\d{1,9}", tokens[after]):
            continue
        if (kind := _resample_role(text)) is not None:
            return kind, after
    return None, i


def _join_words(tokens: Sequence[str], i: int, words: int) -> tuple[str, int]:
    """Return so many words from here, joined, and where the next token stands that is no separator."""
    joined = ""
    for _ in range(words):
        if i >= len(tokens) or not tokens[i].isalpha():
            return "", i
        joined += tokens[i]
        i += 1
        while i < len(tokens) and re.fullmatch(r"[\s_\-=:#.\x1f]+", tokens[i]):
            i += 1
    return joined, i


def _resample_role(text: str) -> Role | None:
    if text.casefold() in _WHOLE | _DRAWN:
        return Role.REPEAT
    role = role_of(text)[0]
    if role is Role.SEED:
        return Role.REPEAT
    return role if role in (Role.REPEAT, Role.FOLD) else None


def _skip_total(tokens: Sequence[str], i: int) -> int:
    """Step over how many there are in all: fold 3/10, run 3 of 10."""
    rest = re.match(r"\s*(?:/|of)\s*\d+", "".join(tokens[i : i + 5]))
    if rest is None:
        return i
    length, end = 0, i
    while length < rest.end():
        length += len(tokens[end])
        end += 1
    return end


def _has_several_resamples(places: Sequence[Place | None]) -> bool:
    """Say whether some dataset has several resamples, each with a number of its own."""
    marked = [place for place in places if place is not None]
    return len(set(marked)) == len(marked) and len({place.stem.casefold() for place in marked}) < len(marked)


def _number_resamples(names: Sequence[str]) -> list[Place | None]:
    """Return the places of rows that the user calls resamples: by their numbers, else in their order."""
    places = [_split_counter(name) for name in names]
    if None not in places and _has_several_resamples(places):
        return places
    return [Place("", i) for i in range(len(names))]


def _split_counter(name: str, *forms: re.Pattern[str]) -> Place | None:
    """Return what stands before the last number of a name, and the number: by default one that stands apart.

    >>> _split_counter("iris (3)"), _split_counter("('glass', 7)"), _split_counter("glass1")
    (Place(stem='iris', repeat=3, fold=None, whole=False), Place(stem='glass', repeat=7, fold=None, whole=False), None)
    """
    if len(name) > LONGEST:
        return None
    if not forms and (plain := _split_plain_counter(name)) is not None:
        return plain or None
    match = next(filter(None, (form.fullmatch(name) for form in forms or (_TUPLE, _BARE))), None)
    if match is None:
        return None
    number = next(text for key, text in match.groupdict().items() if key != "stem" and text is not None)
    return Place(match["stem"].replace("'", "").replace('"', "").strip(), int(number))


def _split_plain_counter(name: str) -> Place | Literal[False] | None:
    """Return what stands before a number at the end and a sign, as in "iris_3"; False where no number ends the name.

    None is for names that need a closer look.
    """
    head = name.rstrip(_DIGITS)
    if head == name:
        return None if name[-1:] in _CLOSING or name[-1:].isdigit() else False
    stem = head.rstrip(_COUNTER_SIGNS)
    if (
        stem == head
        or "#" in name
        or not stem[-1:].isalnum()
        or not stem.isascii()
        or stem.upper() == stem.lower()
    ):
        return None
    return Place(stem.replace("'", "").replace('"', "").strip(), int(name[len(head) :]))


def _find_counted_places(found: Iterable[Place | None]) -> list[Place] | None:
    """Return the places of rows that numbers count, in the same way for every stem; None where they do not."""
    places: list[Place] = []
    for place in found:
        if place is None or (
            not places and _tells_datasets_apart(place.stem)
        ):  # no need to look at the others
            return None
        places.append(place)
    by_stem: dict[str, list[int]] = {}
    for place in places:
        by_stem.setdefault(place.stem.casefold(), []).append(place.repeat or 0)
    numbers = sorted(next(iter(by_stem.values())))
    fewest = FEWEST_OF_ONE if len(by_stem) == 1 else FEWEST_OF_MANY
    if len(numbers) < fewest or numbers[0] not in (0, 1) or numbers[-1] - numbers[0] != len(numbers) - 1:
        return None
    if any(sorted(own) != numbers for own in by_stem.values()) or any(
        _is_dataset_word(stem, several=len(by_stem) > 1) for stem in by_stem
    ):
        return None
    return places


def counted_word(names: Sequence[str]) -> str | None:
    """Return the one word that all names are, but for a number that counts them; None where it tells datasets apart.

    >>> counted_word([f"pliegue{i}" for i in range(1, 6)]), counted_word([f"第{i}折" for i in range(5)])
    ('pliegue', '第 折')
    >>> counted_word([f"dataset{i}" for i in range(1, 6)]), counted_word([f"Scenario {i} - EM" for i in range(5)])
    (None, None)
    >>> counted_word(["glass1", "glass3", "glass5"]) is None
    True
    """
    parts = [re.split(r"(\d{1,9})", name.strip()) for name in names]
    words = {(before.strip(), after.strip()) for before, _, after in (p for p in parts if len(p) == 3)}
    numbers = sorted(int(p[1]) for p in parts if len(p) == 3)
    if len(words) != 1 or len(numbers) < max(len(names), FEWEST_OF_ONE):
        return None
    around = list(filter(None, words.pop()))  # before the number and after it: Scenario 3 - EM
    word = " ".join(around)
    counted = numbers[0] in (0, 1) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    own = any(_is_dataset_word(part.casefold(), several=False) for part in around)
    is_name = re.search(r"[^\W\d_]", word) and not own
    return word.strip(" _-.:#()[]") if counted and is_name else None


def _tells_datasets_apart(stem: str) -> bool:
    """Say whether numbers behind this word tell datasets apart, whatever the others are called."""
    return not re.search(r"\d", stem) and _is_dataset_word(stem.casefold(), several=False)


def _is_dataset_word(stem: str, *, several: bool) -> bool:
    """Say whether numbers behind this word tell datasets apart: dataset 3, UCI problem 3, figure 15.3."""
    if several and re.search(r"\d", stem):  # dataset 3_1: the second number is of something else
        return False
    words = re.findall(r"[^\W\d_]+", stem)
    whole, last = "".join(words), words[-1]
    return (len(whole) == 1 and ord(whole) < _WHOLE_WORDS) or any(
        role_of(text)[0] in (Role.DATASET, Role.CLASSIFIER)
        or (text in _OWN and len(text) > 1)
        or whole in _OWN
        for text in (whole, last)
    )


def _regroup_as_resamples(observed: Observations, places: Sequence[Place | None]) -> Observations:
    counts = Counter(place.stem.casefold() for place in places if place is not None)
    # A name whose stem no other row has stays as it is.
    row_places = [
        place._replace(stem=place.stem or "dataset")
        if place is not None and counts[place.stem.casefold()] > 1
        else Place(name)
        for place, name in zip(places, observed.datasets, strict=True)
    ]
    spellings = {place.stem.casefold(): place.stem for place in reversed(row_places)}
    order = {key: i for i, key in enumerate(dict.fromkeys(place.stem.casefold() for place in row_places))}
    at = np.array(
        [[order[p.stem.casefold()], p.repeat or 0, p.fold or 0] for p in row_places], dtype=np.int64
    )
    stems = tuple(spellings[key] for key in order)
    named = {
        name: spellings[place.stem.casefold()]
        for name, place in zip(observed.datasets, row_places, strict=True)
    }
    regrouped = replace(
        observed,
        datasets=stems,
        dataset=at[observed.dataset, 0],
        repeat=at[observed.dataset, 1],
        fold=at[observed.dataset, 2],
        resampled=True,
        findings=(*observed.findings, _resamples_finding(observed, stems)),
        reading=_read_as_resamples(observed.reading, observed.datasets[0])
        if len(stems) == 1
        else observed.reading,
        clusters=merge_clusters(((named[d], f) for d, f in observed.clusters.items()), where=observed.source),
    )
    return _average_cross_validations(regrouped) if any(place.whole for place in row_places) else regrouped


def _read_as_resamples(reading: Reading | None, name: str) -> Reading | None:
    """Return the reading of a wide table whose rows are resamples of one dataset: their names name no datasets."""
    if reading is None or reading.shape is not Shape.WIDE:
        return reading
    return replace(
        reading,
        columns=tuple(replace(c, role="resample") if c.role == "dataset" else c for c in reading.columns),
        reasons=(
            f"each row is a resample of one dataset, such as {quote_text(name)}; each other column of numbers is "
            "a classifier",
        ),
    )


def _average_cross_validations(observed: Observations) -> Observations:
    """Return the mean over whole cross-validations of each dataset: they say nothing of how far a score would vary."""
    if len(observed.datasets) == 1:
        raise DesignError(
            f"the rows are {write_count(observed.dataset.size, 'cross-validation')} of one dataset by their "
            "names: they "
            "share all their examples, so their spread says nothing of chance, and no test of them is valid",
            where=observed.source,
            fix="give the score of every fold (columns 'repeat' and 'fold'), or the predictions; if every row is a "
            f"dataset of its own: --rows-are {RowsAre.DATASETS}",
            code="BO207",
        )
    rows = [np.flatnonzero(observed.dataset == i) for i in range(len(observed.datasets))]
    first = np.array([own[0] for own in rows], dtype=np.int64)
    first_rows = observed.keep(rows=first, columns=np.arange(len(observed.classifiers)))
    means = np.array(
        [[_resample_name_mean(column) for column in observed.values[own].T.tolist()] for own in rows]
    )
    return replace(first_rows, values=means, spread=None, resampled=False, repeat=first_rows.repeat * 0)


def _resample_name_mean(scores: list[float]) -> float:
    return nan if any(map(isnan, scores)) else fsum(scores) / len(scores)


def _resamples_finding(observed: Observations, stems: Sequence[str]) -> Finding:
    rows, sets = len(observed.datasets), len(stems)
    message = (
        f"the {rows} rows are resamples of {write_count(sets, 'dataset')} by their names (such as "
        f"{join_with_commas(map(quote_text, observed.datasets), most=2)}), not {rows} datasets; if every row "
        "is a dataset of "
        f"its own: --rows-are {RowsAre.DATASETS}"
    )
    detail = {"rows": rows, "datasets": tuple(stems)}
    return Finding(code="BO206", severity=Severity.WARNING, message=message, detail=detail)


def _one_name_finding(observed: Observations, places: Sequence[Place]) -> Finding:
    message = (
        f"all {len(places)} rows are called {quote_text(places[0].stem)} and a number: they are taken for datasets; "
        f"if they are resamples of one: --rows-are {RowsAre.RESAMPLES}"
    )
    return Finding(code="BO209", severity=Severity.WARNING, message=message, detail={"rows": len(places)})


def _ambiguous_error(observed: Observations, places: Sequence[Place]) -> ReadingError:
    stems = list(dict.fromkeys(place.stem for place in places))
    each = len(places) // len(stems)
    of = (
        quote_text(stems[0])
        if len(stems) == 1
        else f"each of {join_with_commas(map(quote_text, stems), most=3)}"
    )
    names = join_with_commas(map(quote_text, observed.datasets), most=2)
    message = (
        f"the names ({names}) do not say whether these are {len(places)} datasets or {each} resamples of {of}"
    )
    source = observed.source if observed.name else "FILE"
    return ReadingError(
        f"{message}: resamples of one dataset share its examples and are no independent trials",
        where=observed.source,
        fix="say which is meant:",
        code="BO208",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=(
            Alternative(
                meaning=f"the rows are resamples of {join_with_commas(map(quote_text, stems), most=3)}",
                options=("--rows-are", str(RowsAre.RESAMPLES)),
                source=source,
            ),
            Alternative(
                meaning="each row is a dataset", options=("--rows-are", str(RowsAre.DATASETS)), source=source
            ),
        ),
    )
