"""Where the findings about suspicious tables begin: on either side of every limit, a table that is just in or just out.

What is measured with these limits, how often nothing is wrong and a finding is raised, stands on the findings' pages.
"""

import string
from itertools import product

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.comparison import Settings
from bakeoff.core.findings import Severity
from bakeoff.inference.compare import compare
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions
from bakeoff.pitfalls.copied_scores import find_copied_scores
from bakeoff.pitfalls.related_datasets import find_related_datasets, group_families
from bakeoff.pitfalls.round_digits import find_round_digits


def evidence_of(values, names=None):
    columns = {f"c{j}": column.tolist() for j, column in enumerate(np.asarray(values, dtype=float).T)}
    rows = names or [f"dataset {i}" for i in range(len(values))]
    return read_evidence({"dataset": rows, **columns}, options=ReadOptions(metric="accuracy"))


# BO120: last digits that are 0 or 5


def digits_table(counts, n, *, first=30.0):
    """Return n scores with one decimal for each number in `counts`: so many of them end in 0 or 5."""
    whole = first + np.arange(n) % 60
    last = [np.where(np.arange(n) < count, 5, 1 + np.arange(n) % 4) for count in counts]
    return np.column_stack([whole + digit / 10 for digit in last])


def digits(values):
    return [finding.severity for finding in find_round_digits(evidence_of(values))]


@pytest.mark.parametrize(
    ("counts", "n", "said"), [((15, 5, 5, 5, 5, 5), 28, [Severity.WARNING]), ((18, 7, 7), 25, [])]
)
def test_round_digits_of_a_column_are_named_below_one_in_a_thousand_over_all_columns(counts, n, said):
    # The chance is hypergeometric, by scipy: .9994 and 1.0008 in a thousand.
    k = len(counts)
    chance = k * stats.hypergeom.sf(counts[0] - 1, n * k, sum(counts), n)
    assert chance == pytest.approx(0.001, rel=0.001)
    assert (chance < 0.001) == bool(said)
    assert digits(digits_table(counts, n)) == said


def test_round_digits_of_a_column_are_named_from_twenty_scores_of_it_and_of_the_others_on():
    assert digits(digits_table((18, 0, 0), 20)) == [Severity.WARNING]
    assert digits(digits_table((18, 0, 0), 19)) == []
    two = digits_table((16, 0), 20)
    assert digits(two) == [Severity.WARNING]
    two[19, 1] = np.nan
    assert digits(two) == []


def test_round_digits_of_a_whole_table_are_named_where_they_are_more_than_half():
    assert digits(digits_table((50, 50), 100)) == []
    assert digits(digits_table((51, 50), 100)) == [Severity.NOTE]


def test_round_digits_of_a_whole_table_are_named_from_twenty_scores_on():
    assert digits(digits_table((6, 5), 10)) == [Severity.NOTE]
    small = digits_table((6, 5), 10)
    small[9, 0] = np.nan
    assert digits(small) == []


def test_a_last_digit_is_the_third_or_a_later_one_and_no_later_than_the_eighth_decimal():
    assert digits(digits_table((10, 10), 10, first=10.0)) == [Severity.NOTE]  # 10.5: three digits
    nine = np.full((10, 2), 9.5)  # 9.5: two
    nine[0, 0] = 2.5
    assert digits(nine) == []
    eight, ninth = (
        0.1 + np.column_stack([np.arange(20), np.arange(20)]) * 10.0 ** -(places - 1) + 5 * 10.0**-places
        for places in (8, 9)
    )
    assert digits(np.round(eight, 8)) == [Severity.NOTE]
    assert digits(np.round(ninth, 9)) == []


# BO122: the same scores in two columns


def copies_table(ties, n, *, others=0, columns=2):
    """Return a table whose columns 0 and 1 are the same on `ties` of n datasets, and 0 and 2 on `others` besides.

    The best and the worst score of the table are in a row by themselves: they count for nobody.
    """
    values = 40 + np.arange(n)[:, None] / 2 + np.arange(columns) / 10
    values[:ties, 1] = values[:ties, 0]
    values[n - others : n, 2 : 2 + (others > 0)] = values[n - others : n, :1]
    return np.vstack([values, np.linspace(1, 99, columns)])


def copies(values):
    return [pair for f in find_copied_scores(evidence_of(values)) for pair in f.detail["pairs"]]


@pytest.mark.parametrize(
    ("ties", "n", "named"),
    [(8, 16, True), (8, 17, False), (5, 6, True), (4, 5, False), (9, 10, True), (10, 10, False)],
    ids=["half", "under half", "five", "four", "all but one", "all"],
)
def test_two_columns_are_copies_from_half_of_the_datasets_and_five_on_but_not_on_all(ties, n, named):
    assert [(p["a"], p["b"], p["same"], p["datasets"]) for p in copies(copies_table(ties, n))] == (
        [("c0", "c1", ties, n)] if named else []
    )


def test_ties_at_the_best_and_the_worst_score_of_a_table_are_no_copies():
    values = copies_table(5, 10)
    assert len(copies(values)) == 1
    for extreme in (99.0, 1.0):
        tied = values.copy()
        tied[0] = extreme
        assert copies(tied) == []


@pytest.mark.parametrize(("ties", "others", "named"), [(20, 5, True), (20, 6, False), (24, 6, True)])
def test_copies_are_four_times_as_many_as_those_of_the_median_pair(ties, others, named):
    # The pairs c0-c1, c0-c2 and c1-c2: the median is the second, with 5 or 6 ties on 40 datasets.
    found = copies(copies_table(ties, 40, others=others, columns=3))
    assert [(p["a"], p["b"]) for p in found] == ([("c0", "c1")] if named else [])


@pytest.mark.parametrize(("ties", "n", "named"), [(11, 22, True), (8, 13, False)])
def test_copies_among_three_are_rarer_than_one_in_a_thousand_over_all_pairs(ties, n, named):
    # No other pair ties, so half a tie of three pairs is the chance on each dataset: .95 and 1.04 in a thousand.
    chance = 3 * stats.binom.sf(ties - 1, n, 0.5 / 3)
    assert chance == pytest.approx(0.001, rel=0.05)
    assert (chance < 0.001) == named
    assert len(copies(copies_table(ties, n, columns=3))) == named


# BO102: datasets that are relatives


OTHERS = [
    "".join(letters) for letters in product(string.ascii_lowercase[::3], repeat=4)
]  # share four letters at most


def related(names, values):
    """Return the families of two datasets or more."""
    family = group_families(evidence_of(values, list(names)))
    groups = [
        [name for name, of in zip(names, family, strict=True) if of == one] for one in dict.fromkeys(family)
    ]
    return [group for group in groups if len(group) > 1]


def by_names(*names, n=10):
    """Return the families that names make among n datasets with scores of two classifiers, which say nothing."""
    every = [*names, *OTHERS][: max(n, len(names))]
    return related(every, np.random.default_rng(1).uniform(50, 90, (len(every), 2)).round(2))


def test_a_base_of_three_letters_makes_versions():
    assert by_names("abc-1", "abc-2") == [["abc-1", "abc-2"]]
    assert by_names("ab-1", "ab-2") == []


def test_a_base_that_more_than_half_of_a_table_has_is_a_way_to_number():
    five = [f"monks-{i}" for i in range(5)]
    assert by_names(*five, n=10) == [five]
    assert by_names(*five, n=9) == []
    assert by_names("monks-1", "monks-2", n=3) == [["monks-1", "monks-2"]]
    assert by_names("monks-1", "monks-2", "monks-3", n=5) == []


def test_a_whole_name_of_five_letters_with_more_words_is_a_family():
    assert by_names("glass", "glass-new") == [["glass", "glass-new"]]
    assert by_names("Glass", "glassNew", "glass_old") == [["Glass", "glassNew", "glass_old"]]
    assert by_names("wine", "wine-quality") == []  # four letters
    assert by_names("glass", "glassware") == []  # no new word
    assert by_names("problem", "problem-hard") == []  # a word for any dataset


def test_families_are_looked_for_among_three_to_two_thousand_datasets():
    def said(n):
        names = ["monks-1", "monks-2", *(f"{chr(97 + i % 26)}{i}q" for i in range(n - 2))]
        values = np.random.default_rng(2).uniform(50, 90, (n, 2)).round(2)
        return [
            finding.code for finding in find_related_datasets(compare(evidence_of(values, names), Settings()))
        ]

    assert [said(n) for n in (2, 3, 2000, 2001)] == [[], ["BO102"], ["BO102"], []]


@pytest.mark.parametrize(("different", "named"), [(3, True), (2, False)])
def test_the_same_scores_are_a_family_where_three_of_them_differ(different, named):
    values = np.random.default_rng(3).uniform(50, 90, (10, 4)).round(2)
    values[:2] = 60 + np.minimum(np.arange(4), different - 1)
    assert related(OTHERS[:10], values) == ([OTHERS[:2]] if named else [])


def alike(n, k, planted, *, seed=4):
    """Return scores of n datasets by k classifiers; the rows of planted pairs correlate as told after centring."""
    values = np.random.default_rng(seed).normal(size=(n, k))
    for (i, j), of in planted.items():
        noise = values[j].copy()
        low, high = 0.0, 1.0
        while high - low > 1e-12:
            share = (low + high) / 2
            values[j] = share * values[i] + np.sqrt(1 - share**2) * noise
            r = np.corrcoef(values - values.mean(axis=0))[i, j]
            low, high = (share, high) if r < of else (low, share)
    return values


def together(first, second, *, of=0.9, k=12, more=0, besides=()):
    """Return the families of 30 datasets, the first two of which have these names, and go together as told.

    Of the 435 pairs of datasets, `more` with unrelated names correlate more highly; `besides` are names of two more.
    """
    names = [first, second, *besides, *OTHERS][:30]
    others = {(i, i + 1): 0.97 for i in range(6, 6 + 2 * more, 2)}
    values = alike(30, k, {**others, (0, 1): of})
    every = np.corrcoef(values - values.mean(axis=0))[np.triu_indices(30, 1)]
    assert (every >= of - 1e-9).sum() == more + 1
    return related(names, 70 + values) == [[first, second]]


SHORT = ("abcdekkk", "abcdeqqq")  # begin alike for five of eight letters
LONG_NAMES = ("abcdefghkkkkk", "abcdefghqqqqq")  # for eight of thirteen


@pytest.mark.parametrize("names", [SHORT, LONG_NAMES])
def test_names_that_begin_alike_are_a_family_where_scores_correlate_from_eight_tenths_on(names):
    assert together(*names, of=0.801)
    assert not together(*names, of=0.799)


@pytest.mark.parametrize("names", [SHORT, LONG_NAMES])
def test_names_that_begin_alike_are_held_against_the_highest_fifteen_in_a_thousand_of_all_pairs(names):
    assert together(*names, more=5)  # 6 of 435 pairs: .0138
    assert not together(*names, more=6)  # 7 of 435: .0161


def test_short_beginnings_share_the_rate_of_false_discoveries_and_long_ones_do_not():
    another = ("vwxyzaaa", "vwxyzbbb")  # begin alike too, and do not go together
    assert together(*LONG_NAMES, more=5, besides=another)
    assert together(*SHORT, more=2, besides=another)  # 3 of 435, twice: .0138
    assert not together(*SHORT, more=3, besides=another)  # 4 of 435, twice: .0184


@pytest.mark.parametrize(
    ("names", "is_long"),
    [
        (LONG_NAMES, True),
        (("abcdefgkkkk", "abcdefgqqqq"), False),  # seven letters
        (("abcdefghkkkkkk", "abcdefghqqqqqq"), False),  # eight of fourteen: less than three fifths
    ],
)
def test_a_long_beginning_has_eight_letters_and_three_fifths_of_the_name(names, is_long):
    assert together(*names, more=5, besides=("vwxyzaaa", "vwxyzbbb")) is is_long


@pytest.mark.parametrize(
    ("names", "named"),
    [
        (SHORT, True),
        (("abcdkkkk", "abcdqqqq"), False),  # four letters
        (("abcdekkkkkkk", "abcdeqqqqqqq"), True),  # five of twelve
        (("abcdekkkkkkkk", "abcdeqqqqqqqq"), False),  # five of thirteen: less than two fifths
        (("statlog-kkk", "statlog-qqq"), False),  # a collection
    ],
)
def test_a_beginning_has_five_letters_and_two_fifths_of_the_name_and_is_no_collection(names, named):
    assert together(*names) is named


def test_scores_go_together_over_eight_classifiers_or_more():
    assert together(*SHORT, k=8, of=0.99)
    assert not together(*SHORT, k=7, of=0.99)
