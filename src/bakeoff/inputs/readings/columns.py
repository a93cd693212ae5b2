"""Which columns of numbers are classifiers: by their names, by their numbers, by what follows from others."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.measure_names import FILLERS, find_measure
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.readings.arithmetic import find_derived
from bakeoff.inputs.readings.facts import Facts
from bakeoff.inputs.readings.known_names import counted_names, is_method
from bakeoff.inputs.readings.vocabulary import STAGES, WHY, Kind, is_timed, kind_of, kind_of_words, unit_kind
from bakeoff.inputs.scores.families import spread_columns
from bakeoff.inputs.table.spellings import is_summary

FEWEST = 6  # rows from which on a correlation says something
_FOLLOWS = 0.3
_MANY = 10  # rows from which on a column that goes its own way stands out
_FEW = 3  # columns of which two that go together may do so by chance
_TOGETHER, _APART = 0.75, 0.2
_MOST_COLUMNS = 1000
_ENOUGH = 40  # others that a column is held against
# Names of so few letters are abbreviations of classifiers as often as of anything else.
_SHORT = 3
_MOST_WORDS = 8  # that name a kind: mean training time in seconds per fold
_SIGNS = re.compile(
    r"(?:_|[^\w+&])+"
)  # A+B and A&B are names of their own: what a sign adds is a part, no unit
_UNITS_OF_TIME = (("s",), ("sec",), ("ms",))
_CENTRES = frozenset({"mean", "avg", "average", "median"})
_STEPS_OF_WORK = STAGES | {
    "fit",
    "fitting",
    "fitted",
    "trained",
    "tested",
    "predict",
    "predicting",
    "inference",
}
# These cannot be meant otherwise where the name says nothing else.
_LOOSE = (Kind.COUNT, Kind.SUMMARY, Kind.DIFFERENCE, Kind.P_VALUE)
_OTHERWISE_SIZED = (Kind.TIME, Kind.COST, Kind.RANK)  # whose numbers have no reason to be those of the scores
_SURE = (Kind.TIME, Kind.RANK, Kind.P_VALUE, Kind.STEP, Kind.DATE, Kind.SUMMARY)


@dataclass(slots=True, kw_only=True)
class Judged:
    """What was found out about the columns of numbers."""

    aside: dict[str, str] = field(default_factory=dict)  # name: why
    doubted: dict[str, str] = field(default_factory=dict)  # name: why it may be no classifier
    slight: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)  # of all columns whose name says one
    kept: list[str] = field(default_factory=list)
    letters: bool = False  # another column is called by a single letter, too

    def names_of(self, *kinds: Kind) -> list[str]:
        """Return the columns whose names say one of these kinds."""
        return [name for name, kind in self.kinds.items() if kind in kinds]


def judge_columns(facts: Facts, *, are_datasets: bool = False) -> Judged:
    """Return which columns of numbers are classifiers (or datasets), which are not, and which may be either."""
    with np.errstate(all="ignore"):  # numbers of any size, and cells of all kinds
        return _judge(facts, are_datasets=are_datasets)


def _judge(facts: Facts, *, are_datasets: bool) -> Judged:
    judged = Judged()
    names = facts.names()
    judged.kinds = {n: k for n in names if n and (k := kind_of(n) or unit_kind(n)) is not None}
    judged.kinds |= {n: Kind.SUMMARY for n in names if n not in judged.kinds and is_summary(n)}
    counted = counted_names(names)
    judged.kinds = {n: k for n, k in judged.kinds.items() if k is not Kind.MEASURE or n not in counted}
    _drop_contradicted(names, facts, judged)
    letters = [n for n in names if len(n) == 1]
    judged.letters = len(letters) > 1
    if len(letters) > 2:  # A, B, …, N, …, P are names; n beside A and B is none
        judged.kinds = {n: k for n, k in judged.kinds.items() if len(n) > 1 or _is_odd_case(n, letters)}
    extras = _column_extras(names)
    _by_extra(names, extras, facts, judged)
    _by_stage(names, judged)
    _by_name(names, facts, judged, are_datasets=are_datasets)
    _by_arithmetic(names, facts, judged)
    if are_datasets:  # which differ in how hard they are
        _by_bounds(names, facts, judged)
    else:
        _by_scale(names, facts, judged)
    judged.kept = [n for n in names if n not in judged.aside]
    return judged


def _drop_contradicted(names: Sequence[str], facts: Facts, judged: Judged) -> None:
    """Forget what a name says where the numbers say otherwise: dates and identifiers are no fractions."""
    for j, name in enumerate(names):
        if judged.kinds.get(name) not in (Kind.DATE, Kind.IDENTITY) or facts.is_whole[j]:
            continue
        own = facts.values[:, j]
        if np.nanmax(own) <= 100 and np.nanmin(own) >= 0:
            del judged.kinds[name]


def _is_odd_case(letter: str, letters: Sequence[str]) -> bool:
    """Say whether a letter is the only one of its case among several."""
    return sum(other.isupper() == letter.isupper() for other in letters) == 1


def _column_extras(names: Sequence[str]) -> dict[str, tuple[str, Kind, str]]:
    """Return {name: (stem, kind, words)} of names that are another name, or share a stem with one, and say more.

    >>> _column_extras(["RF", "SVM", "time_RF", "SVM rank"])
    {'time_RF': ('rf', <Kind.TIME: 'time'>, 'time'), 'SVM rank': ('svm', <Kind.RANK: 'rank'>, 'rank')}
    """
    split = {name: _apart(name) for name in names}
    wholes = {" ".join(words): name for name, words in split.items()}
    parts = {name: _split_stem_and_kind(words) for name, words in split.items()}
    stems = Counter(stem for found in parts.values() for stem in {stem for stem, _, _ in found})
    made: dict[str, tuple[str, Kind, str]] = {}
    for name, found in parts.items():
        own = [p for p in found if p[0] in wholes and wholes[p[0]] != name]
        own = own or [
            p for p in found if stems[p[0]] > 1 and (len(p[0]) == 1 or not set(p[0].split()) <= FILLERS)
        ]
        if own:
            made[name] = max(own, key=lambda part: len(part[2]))
    return made


def _apart(name: str) -> tuple[str, ...]:
    """Return the words of a name that signs or spaces part: InceptionTime is one."""
    return tuple(_SIGNS.sub(" ", name.replace("#", " n ").replace("+/-", " std ")).casefold().split())


def _split_stem_and_kind(words: tuple[str, ...]) -> list[tuple[str, Kind, str]]:
    """Return the ways in which words are a stem and, before or after it, words that name a kind."""
    found = []
    cuts = range(1, len(words))
    for cut in sorted({*cuts[:_MOST_WORDS], *cuts[-_MOST_WORDS:]}):
        for stem, extra in ((words[:cut], words[cut:]), (words[cut:], words[:cut])):
            is_unit = extra in _UNITS_OF_TIME  # which stands behind a name: S-BOSS is another BOSS
            if len(extra) > _MOST_WORDS or (is_unit and extra == words[:cut]):
                continue
            kind = Kind.TIME if is_unit or is_timed(extra) else _kind_of_extra(extra)
            if kind is not None:
                found.append((" ".join(stem), kind, " ".join(extra)))
    return found


def _kind_of_extra(extra: tuple[str, ...]) -> Kind | None:
    kind = kind_of_words(extra)
    if kind in (Kind.STEP, Kind.SETTING, Kind.DATE, Kind.IDENTITY):
        return None
    if kind is None and find_measure(" ".join(extra)) is not None:
        kind = Kind.MEASURE
    return kind


def _by_extra(
    names: Sequence[str], extras: dict[str, tuple[str, Kind, str]], facts: Facts, judged: Judged
) -> None:
    """Leave aside what says more of another column: time_RF beside RF, RF rank beside RF."""
    bare = {" ".join(_apart(n)): n for n in names if n not in extras}
    scored = {
        stem for stem, kind, words in extras.values() if kind is Kind.MEASURE or set(words.split()) & _CENTRES
    }
    for name, (stem, kind, words) in extras.items():
        judged.kinds.setdefault(name, kind)
        is_centre = set(words.split()) & _CENTRES and not set(words.split()) - _CENTRES - FILLERS
        if kind is Kind.SPREAD or (is_centre and stem not in bare):
            continue  # the reader of wide tables knows means and spreads
        if stem in bare:
            why = f"{WHY[kind] if kind is not Kind.MEASURE else 'another measure'}, beside {quote_text(bare[stem])}"
            others = [names.index(n) for n in list(bare.values())[:_ENOUGH]]
            own, twin = names.index(name), names.index(bare[stem])
            if (kind in _LOOSE and _is_alike(facts, own, others)) or (
                kind in _OTHERWISE_SIZED and _is_twin(facts, own, twin)
            ):
                judged.doubted[name] = f"by its name {why}"
            else:
                judged.aside[name] = why
        elif kind is not Kind.MEASURE and not is_centre and stem in scored:
            own = names.index(name)
            fractions = not facts.is_whole[own] and _is_alike(
                facts, own, [j for j in range(len(names)) if j != own][:_ENOUGH]
            )
            if kind is Kind.COUNT and fractions and unit_kind(name) is None:
                judged.doubted[name] = f"by its name {WHY[kind]}"
            else:
                judged.aside[name] = WHY[kind]


def _by_stage(names: Sequence[str], judged: Judged) -> None:
    """Doubt columns called like another and a step of its work: fit_RF beside RF, RF train beside RF."""
    words = {name: _apart(name) for name in names}
    whole = {own: name for name, own in words.items()}
    for name, own in words.items():
        if len(own) < 2 or name in judged.aside:
            continue
        for step, rest in ((own[0], own[1:]), (own[-1], own[:-1])):
            if step in _STEPS_OF_WORK and rest in whole:
                of = f"{quote_text(whole[rest])} with {quote_text(step)}"
                judged.doubted[name] = f"its name is that of {of}, a step of training or testing"


def _is_twin(facts: Facts, own: int, other: int) -> bool:
    """Say whether two columns hold numbers of one size that rise and fall together, as two classifiers do."""
    pair = facts.values[:, [own, other]]
    pair = pair[np.isfinite(pair).all(axis=1)]
    if len(pair) < FEWEST or facts.is_whole[[own, other]].any() or (np.ptp(pair, axis=0) == 0).any():
        return False
    a, b = np.median(np.abs(pair), axis=0)
    return bool(0.67 * b <= a <= 1.5 * b and np.corrcoef(pair[:, 0], pair[:, 1])[0, 1] >= _TOGETHER)


def _by_name(names: Sequence[str], facts: Facts, judged: Judged, *, are_datasets: bool) -> None:
    plain = [j for j, n in enumerate(names) if n not in judged.kinds and n not in judged.aside]
    # Whole numbers beside fractions are not what others are held against.
    plain = ([j for j in plain if not facts.is_whole[j]] or plain)[:_ENOUGH]
    _leave_spreads(names, facts, judged, are_datasets=are_datasets)
    named = [
        (j, n) for j, n in enumerate(names) if n in judged.kinds and n not in judged.aside
        and judged.kinds[n] is not Kind.SPREAD
    ]  # fmt: skip
    for j, name in named:
        if len(plain) < 2:
            _by_name_alone(j, name, facts, plain, judged)
            continue
        others = [i for i in plain if i != j]
        alike = _is_near(facts, j, others) if are_datasets else _is_alike(facts, j, others)
        _settle(name, judged, alike=alike)


def _leave_spreads(names: Sequence[str], facts: Facts, judged: Judged, *, are_datasets: bool) -> None:
    """Leave aside spreads that belong to no column by their names; those of a classifier stay with it."""
    known = set(map(id, spread_columns(facts.numeric).values()))
    for j, name in enumerate(names):
        if are_datasets and id(facts.numeric[j]) in known:
            judged.aside[name] = WHY[Kind.SPREAD]
        elif judged.kinds.get(name) is Kind.SPREAD and j > 0 and id(facts.numeric[j]) not in known:
            judged.aside.setdefault(name, WHY[Kind.SPREAD])


def _by_name_alone(j: int, name: str, facts: Facts, plain: Sequence[int], judged: Judged) -> None:
    """Judge a column where there is hardly another to hold it against: only what its name cannot mean otherwise."""
    kind = judged.kinds[name]
    counts = kind is Kind.COUNT and facts.is_whole[j] and not facts.is_whole[list(plain)].any()
    if plain and len(name) > _SHORT and (kind in _SURE or counts):
        judged.aside[name] = WHY[kind]


def _settle(name: str, judged: Judged, *, alike: bool) -> None:
    kind = judged.kinds[name]
    is_sure = unit_kind(name) is not None or (kind in _SURE and len(name) > _SHORT) or is_summary(name)
    is_sure = is_sure or (name == "p" and not judged.letters)
    if not alike or is_sure:
        judged.aside[name] = WHY[kind]
    elif (
        kind not in _SURE and name != "n" and (is_method(name) or len(name) <= _SHORT or kind is Kind.SETTING)
    ):
        judged.slight[name] = f"its name may say that {WHY[kind]}"
    else:
        judged.doubted[name] = f"by its name {WHY[kind]}" if kind is not Kind.MEASURE else WHY[kind]


def is_like_others(facts: Facts, j: int) -> bool:
    """Say whether a column holds numbers like those of all others."""
    with np.errstate(all="ignore"):
        return _is_alike(facts, j, [i for i in range(len(facts.numeric)) if i != j][:_ENOUGH])


def _is_near(facts: Facts, j: int, others: Sequence[int]) -> bool:
    """Say whether a column holds numbers in the range of others."""
    rest, own = facts.values[:, list(others)], facts.values[:, j]
    given, mine = rest[np.isfinite(rest)], own[np.isfinite(own)]
    if not given.size or not mine.size:
        return True
    low, high = min(0.0, float(given.min())), float(given.max())
    top = 1.0 if high <= 1 else 100.0 if high <= 100 else 2 * high
    return bool((mine >= low).all() and (mine <= top).all()) and not (
        bool(facts.is_whole[j]) and not facts.is_whole[list(others)].any()
    )


def _is_alike(facts: Facts, j: int, others: Sequence[int]) -> bool:
    """Say whether a column holds numbers like those of others: of their size, and high where they are high."""
    if not others:
        return True
    rest, own = facts.values[:, list(others)], facts.values[:, j]
    given = rest[np.isfinite(rest)]
    mine = own[np.isfinite(own)]
    if not given.size or not mine.size:
        return True
    low, high = float(given.min()), float(given.max())
    slack = 0.25 * (high - low) + 1e-9
    if float(((mine >= low - slack) & (mine <= high + slack)).mean()) < 0.8:
        return False
    if (
        facts.is_whole[j]
        and not facts.is_whole[list(others)].any()
        and np.unique(mine).size > 1
        and high <= 1
    ):
        return False
    return _follows(own, rest)


def _follows(own: Floats, rest: Floats) -> bool:
    rows = np.isfinite(own) & np.isfinite(rest).all(axis=1)
    if rows.sum() < FEWEST:
        return True
    middle = np.sort(rest[rows], axis=1)[:, rest.shape[1] // 2]
    mine = own[rows]
    if middle.std() == 0 or mine.std() == 0:
        return bool(mine.std() > 0 or middle.std() == 0)
    if _typical_correlation(rest[rows]) < 2 * _FOLLOWS:  # the others do not go together either
        return True
    return bool(np.corrcoef(mine, middle)[0, 1] >= _FOLLOWS)


def _typical_correlation(rest: Floats) -> float:
    """Return how much one of the others goes with the rest of them: little, where datasets hardly differ."""
    k = rest.shape[1]
    if k < 2:
        return 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        each = [
            np.corrcoef(rest[:, i], np.delete(rest, i, axis=1).mean(axis=1))[0, 1] for i in range(min(k, 6))
        ]
    known = [r for r in each if r == r]
    return sorted(known)[len(known) // 2] if known else 0.0


def _by_arithmetic(names: Sequence[str], facts: Facts, judged: Judged) -> None:
    left = [j for j, n in enumerate(names) if n not in judged.aside]
    if len(left) < 2:
        return
    for derived in find_derived(facts.values[:, left], [facts.decimals[j] for j in left]):
        name = names[left[derived.column]]
        of = join_with_commas(quote_text(names[left[i]]) for i in derived.of)
        why = f"it is {derived.what}{f' ({of})' if of else ''} in every row"
        named = judged.kinds.get(name) in (Kind.SUMMARY, Kind.RANK, Kind.DIFFERENCE) or is_summary(name)
        if named or derived.what == "the rank of another":
            judged.aside[name] = why
            judged.doubted.pop(name, None)
        else:
            judged.doubted[name] = why


def _by_scale(names: Sequence[str], facts: Facts, judged: Judged) -> None:
    """Doubt columns of quite another size than the others, and whole numbers among fractions."""
    left = [j for j, n in enumerate(names) if n not in judged.aside and n not in judged.doubted]
    spreads = [j for j in left if judged.kinds.get(names[j]) is Kind.SPREAD]
    left = [j for j in left if j not in spreads and np.isfinite(facts.values[:, j]).any()]
    if len(left) < 3:
        return
    _doubt_strangers(names, facts, left, judged)
    left = [j for j in left if names[j] not in judged.doubted]
    values = facts.values[:, left]
    given = np.isfinite(values)
    low, high = np.where(given, values, np.inf).min(axis=0), np.where(given, values, -np.inf).max(axis=0)
    if (low >= 0).all() and (high <= 1 + 1e-9).all():
        return
    odd = _odd_ones(values, low, high)
    odd += [i for i in _beyond_percent(values, high) if i not in odd]
    for i in odd:
        judged.doubted[names[left[i]]] = (
            f"its numbers ({low[i]:.3g} to {high[i]:.3g}) are of another size than those of the others"
        )
    if facts.is_whole[left].all() or len(left) > _MOST_COLUMNS:
        return
    for i, j in enumerate(left):
        if (
            i not in odd
            and facts.is_whole[j]
            and _is_odd_whole(facts, j, [left[x] for x in range(len(left)) if x != i and x not in odd])
        ):
            judged.doubted[names[j]] = "it holds whole numbers where the others have decimals"


def _by_bounds(names: Sequence[str], facts: Facts, judged: Judged) -> None:
    """Doubt columns with numbers above one where all others are fractions, and whole numbers where none other is."""
    left = [j for j, n in enumerate(names) if n not in judged.aside and n not in judged.doubted]
    left = [
        j
        for j in left
        if judged.kinds.get(names[j]) is not Kind.SPREAD and np.isfinite(facts.values[:, j]).any()
    ]
    if not 3 <= len(left) <= _MOST_COLUMNS:
        return
    high = np.nanmax(facts.values[:, left], axis=0)
    low = np.nanmin(facts.values[:, left], axis=0)
    whole = facts.is_whole[left]
    for i, j in enumerate(left):
        others = np.delete(high, i)
        if others.max() <= 1 + 1e-9 and (high[i] > 1 + 1e-9 or low[i] < 0 <= np.delete(low, i).min()):
            judged.doubted[names[j]] = (
                f"its numbers ({low[i]:.3g} to {high[i]:.3g}) leave the range of the others, which are fractions"
            )
        elif high[i] > 100 and low[i] >= 0 and (np.delete(low, i) >= 0).all() and others.min() <= 1 + 1e-9:
            judged.doubted[names[j]] = (
                f"its numbers go up to {high[i]:.4g} where other columns hold fractions"
            )
        elif whole[i] and not np.delete(whole, i).any() and 1 < others.max() <= 100 < high[i]:
            judged.doubted[names[j]] = "it holds whole numbers beyond 100 where the others have percentages"


def _doubt_strangers(names: Sequence[str], facts: Facts, left: Sequence[int], judged: Judged) -> None:
    """Doubt flags of 0 and 1 among fractions, and a column that does not go with others that go together."""
    if len(facts.rows) < FEWEST or len(left) > _ENOUGH:
        return
    whole = facts.is_whole[list(left)]
    if whole.sum() == 1:
        j = left[int(np.flatnonzero(whole)[0])]
        if set(_distinct(facts, j)) == {0.0, 1.0}:
            judged.doubted[names[j]] = "it holds only 0 and 1 where the others have decimals"
    for i in _alone(facts.values[:, list(left)]):
        name = names[left[i]]
        enough = len(left) > _FEW or all(is_method(names[j]) for j in left if names[j] != name)
        if enough and name not in judged.doubted and not is_method(name):
            judged.doubted[name] = "its numbers do not go with those of the others, which go together"


def _distinct(facts: Facts, j: int) -> list[float]:
    own = facts.values[:, j]
    found: list[float] = np.unique(own[np.isfinite(own)]).tolist()
    return found


def _alone(table: Floats) -> list[int]:
    """Return the columns that are not high where others are, if all others are high and low together."""
    complete = table[np.isfinite(table).all(axis=1)]
    if len(complete) < _MANY or (np.ptp(complete, axis=0) == 0).any():
        return []
    goes = np.atleast_2d(np.corrcoef(complete, rowvar=False))
    k = len(goes)
    # Each column goes with itself as well as any other does, and so stands last here.
    apart = np.flatnonzero(np.sort(goes, axis=1)[:, (k - 1) // 2] <= _APART).tolist()
    return [i for i in apart if _go_together(np.delete(np.delete(goes, i, axis=0), i, axis=1))]


def _go_together(goes: Floats) -> bool:
    pairs = np.sort(goes[np.triu_indices(len(goes), 1)])
    return bool(pairs.size and pairs[pairs.size // 2] >= _TOGETHER)


def _odd_ones(values: Floats, low: Floats, high: Floats) -> list[int]:
    """Return the columns, fewer than half, whose range lies far from that of all others."""
    k = values.shape[1]
    if k > _MOST_COLUMNS:
        return []
    middles = np.array([_middle(np.abs(column)) for column in values.T])
    bounded = (low >= 0) & (high <= 100 + 1e-9)
    apart = (high[:, None] < low[None, :]) | (low[:, None] > high[None, :])
    ratio = np.maximum.outer(middles, middles) / np.maximum(np.minimum.outer(middles, middles), 1e-12)
    far = apart & (ratio > np.where(np.logical_and.outer(bounded, bounded), 20, 5))
    odd = np.flatnonzero(far.sum(axis=1) * 2 > k - 1).tolist()
    return odd if len(odd) * 2 < k else []


def _beyond_percent(values: Floats, high: Floats) -> list[int]:
    """Return the column whose numbers go beyond a hundred, mostly, where those of all others may be percentages."""
    beyond = np.flatnonzero(high > 100 + 1e-9).tolist()
    return beyond if len(beyond) == 1 and _middle(values[:, beyond[0]]) > 100 else []


def _middle(column: Floats) -> float:
    given = np.sort(column[np.isfinite(column)])
    return float(given[given.size // 2]) if given.size else 0.0


def _is_odd_whole(facts: Facts, j: int, others: Sequence[int]) -> bool:
    """Say whether a column holds whole numbers among columns of decimals, and does not go with them."""
    if (
        len(others) < 2
        or not facts.is_whole[j]
        or len(facts.rows) < FEWEST
        or facts.is_whole[list(others)].any()
    ):
        return False
    return not _is_alike(facts, j, others)
