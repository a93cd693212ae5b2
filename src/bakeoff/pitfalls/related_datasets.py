"""BO102: datasets that are versions, parts or relatives of each other, and how many there are in effect.

Names tell versions apart (`monks-1`, `monks-2`; `CricketX`, `CricketY`; `GunPoint`, `GunPointAgeSpan`). Any other
shared beginning of names counts only where the scores go together too: with eight classifiers or more, what is left of
the scores after each classifier's and each dataset's own level is correlated, and more so than almost all pairs of
datasets of the table. Scores alone are no evidence: easy datasets correlate whatever they are. The same scores for all
of three classifiers or more are.
"""

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import TestResult, significance
from bakeoff.core.words import write_list
from bakeoff.inference.reanalysis.removal_search import REMOVAL_TESTS
from bakeoff.pitfalls.wording import write_p_clause
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.base.quick_tests import QUICK_TESTS

_VERSION = re.compile(r"[\s_\-.]*(?:v|ver|version|rev|part|sample|subset)?[\s_\-.]*\d+[a-z]?$|\s*\([^)]*\)$")
_NEW_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])|[\s_\-.:]")
_ORDINARY = {
    "dataset", "data", "data set", "set", "d", "ds", "problem", "task", "fold", "id", "x", "case", "row",
}  # fmt: skip
_COLLECTIONS = (
    "statlog",
    "openml",
    "keel",
    "kddcup",
    "dataset",
    "synthetic",
)  # where data comes from, not what it is
TOGETHER = 0.8  # correlation of scores, beside a shared beginning of the name
LONG_NAME_SHARE = (
    0.015  # share of all pairs of datasets that may correlate as much, with a long beginning in common
)

SHORT_NAME_RATE = (
    0.015  # false discovery rate among the pairs with a short one, held against all pairs likewise
)
LONG = 8  # letters of a long beginning, and three fifths of the shorter name
FEWEST_CLASSIFIERS = 8  # whose scores can be correlated
FEWEST_LETTERS = 5  # that a shared beginning has
MOST_NAMES = 2_000  # datasets whose names are compared two by two
# Profiles of scores over the classifiers, held against those with signs drawn at random.
FEWEST_PROFILES = 8
MOST_PROFILES = 500
FEWEST_IN_PROFILE = 5  # classifiers that a profile needs
FLIPS = 199
COSINE_POWER = 7  # of cosines: close relatives count, and what all datasets share does not
ALARM = 0.05


def find_related_datasets(comparison: Comparison) -> Iterator[Finding]:
    """Yield the families of datasets, their number, and the verdict with each family counted once."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or not 3 <= len(evidence.datasets) <= MOST_NAMES:
        return
    family = group_families(evidence)
    groups = [[i for i, f in enumerate(family) if f == g] for g, size in Counter(family).items() if size > 1]
    if not groups:
        return
    names = [[evidence.datasets[i] for i in group] for group in groups]
    effective = len(set(family))
    texts = [" / ".join(group[:4]) + (" / …" if len(group) > 4 else "") for group in names]
    again, severity = _judge_families_once(comparison, dict(zip(evidence.datasets, family, strict=True)))
    yield Finding(
        code="BO102",
        severity=severity,
        message=f"Some datasets look like versions or relatives of each other: {write_list(texts, most=4)}. In effect "
        f"there are between {effective:,} and {len(family):,}.{again}",
        detail={"families": names, "datasets": len(family), "effective_at_least": effective},
    )


def find_related_profiles(comparison: Comparison) -> Iterator[Finding]:
    """Yield BO192 where datasets go together by their scores, whatever they are called."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores):
        return
    is_complete = np.asarray(~np.isnan(evidence.values).any(axis=1))
    names = [name for name, keep in zip(evidence.datasets, is_complete, strict=True) if keep]
    values = evidence.values[is_complete]
    if not FEWEST_PROFILES <= len(names) <= MOST_PROFILES or values.shape[1] < FEWEST_IN_PROFILE:
        return
    p_value = p_of_profiles(values)
    if p_value > ALARM:
        return
    near = _build_profiles(values) @ _build_profiles(values).T
    rows, columns = np.triu_indices(len(names), 1)
    closest = np.argsort(-near[rows, columns], kind="stable")[:3]
    pairs = [(names[rows[i]], names[columns[i]]) for i in closest]
    yield Finding(
        code="BO192",
        severity=Severity.WARNING,
        message="The datasets do not look independent: on some of them the classifiers do well and badly in the same "
        f"places, more than chance brings ({write_p_clause(p_value)}), most of all on "
        f"{write_list([f'{a} / {b}' for a, b in pairs])}. p-values that take each dataset for independent are then "
        "too small. Name the families in a column and give --cluster-column, or keep one dataset of each.",
        detail={
            "p_value": p_value,
            "closest": [list(pair) for pair in pairs],
            "measured": "docs/validity/relatives.md",
        },
    )


def p_of_profiles(values: Floats) -> float:
    """Return how likely profiles of independent datasets go together as much as these, by random signs of them.

    >>> rng = np.random.default_rng(0)
    >>> p_of_profiles(np.repeat(rng.standard_normal((5, 8)), 4, axis=0))
    0.005
    """
    profiles = _build_profiles(values)
    together = (profiles @ profiles.T) ** COSINE_POWER
    signs = np.random.default_rng(0).choice([-1.0, 1.0], (FLIPS, len(values)))
    sums = ((signs @ together) * signs).sum(axis=1)
    return float((1 + (sums >= together.sum() - 1e-9).sum()) / (FLIPS + 1))


def _build_profiles(values: Floats) -> Floats:
    """Return the scores without each dataset's level and its multiple of the classifiers', every row of length one."""
    level = values.mean(axis=0) - values.mean()
    rest = values - values.mean(axis=1, keepdims=True)
    size = float(level @ level)
    if size > 0:
        rest = rest - np.outer(rest @ level / size, level)
    length = np.sqrt((rest**2).sum(axis=1, keepdims=True))
    scaled: Floats = np.where(length > 1e-12 * np.abs(values).max(initial=0.0), rest, 0.0) / np.where(
        length > 0, length, 1.0
    )
    return scaled


def group_families(evidence: Scores) -> list[int]:
    """Return for each dataset the number of its family."""
    n = len(evidence.datasets)
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    names = evidence.datasets
    by_name = (*_pairs_of_same_base(names), *_pairs_of_longer_name(names))
    for i, j in (*by_name, *_pairs_alike_by_name(evidence), *_pairs_of_same_scores(evidence.values)):
        parent[root(i)] = root(j)
    return [root(i) for i in range(n)]


def base_name(name: str) -> str:
    """Return a dataset's name without what tells versions apart.

    >>> [base_name(name) for name in ("monks-2", "CricketX", "adult (sample)", "wine-v1", "iris")]
    ['monks', 'cricket', 'adult', 'wine', 'iris']
    """
    whole = re.sub(r"_(?:eq|disc|nmv)$", "", name.strip())  # marks of how a series was prepared
    bare = re.sub(r"(?<=[a-z])[\s_\-.]?[A-Z]$", "", whole)
    return _VERSION.sub("", bare.casefold()).strip(" _-.")


def _pairs_of_same_base(names: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    first: dict[str, int] = {}
    bases = [base_name(name) for name in names]
    sizes = Counter(bases)
    for i, base in enumerate(bases):
        # A base that half of the table shares is a way to number datasets, not a family.
        if len(base) < 3 or base in _ORDINARY or sizes[base] > max(2, len(names) // 2):
            continue
        if base in first:
            yield first[base], i
        first.setdefault(base, i)


def _pairs_of_longer_name(names: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield datasets of which one has the whole name of the other, and words after it."""
    place = {name.casefold(): i for i, name in enumerate(names) if len(name) >= FEWEST_LETTERS}
    for j, name in enumerate(names):
        for end in (m.start() for m in _NEW_WORD.finditer(name)):
            i = place.get(name[:end].casefold())
            if i is not None and i != j and name[:end].casefold() not in _ORDINARY:
                yield i, j


def _pairs_alike_by_name(evidence: Scores) -> Iterator[tuple[int, int]]:
    """Yield datasets whose names begin alike and whose scores go together."""
    is_complete = ~np.isnan(evidence.values).any(axis=0)
    if is_complete.sum() < FEWEST_CLASSIFIERS:
        return
    names = [re.sub(r"[^a-z0-9]", "", name.casefold()) for name in evidence.datasets]
    order = sorted(range(len(names)), key=lambda i: names[i])
    named = list(_pairs_beginning_alike(names, order))
    together = _related_dataset_residuals(evidence.values[:, is_complete])
    together = together @ together.T
    every = np.sort(together[np.triu_indices(len(names), 1)])
    here = np.array([together[i, j] for i, j in named], dtype=np.float64)
    as_high = (every.size - np.searchsorted(every, here - 1e-12)) / max(1, every.size)
    is_long = np.array([_is_long(names[i], names[j]) for i, j in named], dtype=np.bool_)
    rare = is_long & (as_high <= LONG_NAME_SHARE)
    if not is_long.all():
        rare[~is_long] = adjust(as_high[~is_long], "bh") <= SHORT_NAME_RATE
    yield from (pair for pair, r, is_rare in zip(named, here, rare, strict=True) if is_rare and r >= TOGETHER)


def _is_long(a: str, b: str) -> bool:
    shared = _shared_beginning(a, b)
    return shared >= LONG and shared >= 0.6 * min(len(a), len(b))


def _pairs_beginning_alike(names: list[str], order: list[int]) -> Iterator[tuple[int, int]]:
    for p, i in enumerate(order):
        for j in order[p + 1 :]:
            shared = _shared_beginning(names[i], names[j])
            if shared < FEWEST_LETTERS:
                break
            if shared >= 0.4 * min(len(names[i]), len(names[j])) and not names[i].startswith(_COLLECTIONS):
                yield i, j


def _shared_beginning(a: str, b: str) -> int:
    return next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _related_dataset_residuals(values: Floats) -> Floats:
    """Return the scores without each classifier's and each dataset's own level, every row of length one."""
    rest = values - values.mean(axis=0)
    rest = rest - rest.mean(axis=1, keepdims=True)
    length = np.sqrt((rest**2).sum(axis=1, keepdims=True))
    scaled: Floats = rest / np.where(length > 0, length, 1.0)
    return scaled


def _pairs_of_same_scores(values: Floats) -> Iterator[tuple[int, int]]:
    """Yield rows that are the same for three different scores or more."""
    first: dict[bytes, int] = {}
    for i, row in enumerate(values):
        if np.isnan(row).any() or np.unique(row).size < 3:
            continue
        key = row.tobytes()
        if key in first:
            yield first[key], i
        first.setdefault(key, i)


def _judge_families_once(comparison: Comparison, family: dict[str, int]) -> tuple[str, Severity]:
    """Return what the test of a single pair says with the mean of each family in place of its members."""
    pair = comparison.pairs[0]
    if (
        len(comparison.pairs) > 1
        or not isinstance(pair.result, TestResult)
        or pair.result.procedure not in REMOVAL_TESTS
    ):
        return "", Severity.NOTE
    answer = QUICK_TESTS[pair.result.procedure](_family_means(pair, family), pair.result.alternative)
    if answer is None:
        return "", Severity.NOTE
    alpha = significance(pair.result.estimate.interval.level)
    changed = (answer[1] < alpha) != (pair.result.p_value < alpha)
    once = f" With each family counted once: {write_p_clause(answer[1])}, not {write_p_clause(pair.result.p_value)}"
    return (
        f"{once}{': the verdict changes' if changed else ''}.",
        Severity.WARNING if changed else Severity.NOTE,
    )


def _family_means(pair: Pair, family: dict[str, int]) -> Floats:
    groups: dict[int, list[float]] = {}
    for name, value in zip(pair.units, pair.advantages.tolist(), strict=True):
        groups.setdefault(family[name], []).append(value)
    return np.array([sum(g) / len(g) for g in groups.values()])
