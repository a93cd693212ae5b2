"""BO344: what missing scores could change, held against filling them in."""

import numpy as np
import pytest

import bakeoff


def finding(comparison):
    return next(f for f in comparison.findings if f.code == "BO344")


def shaken(comparison):
    return set(finding(comparison).detail["verdicts_that_depend_on_them"])


def table_of(values):
    columns = dict(zip("ABC"[: values.shape[1]], values.T.tolist(), strict=True))
    return {"dataset": [f"d{i}" for i in range(len(values))], **columns}


def random_table(seed, *, datasets=12):
    rng = np.random.default_rng(seed)
    values = rng.uniform(0.5, 0.8, (datasets, 1)) + rng.normal([0.0, 0.03, 0.07], 0.03, (datasets, 3))
    return values.round(2)


def verdicts(values):
    comparison = bakeoff.compare(table_of(values), test="wilcoxon", adjust="holm")
    return {f"{p.b} over {p.a}": p.verdict for p in comparison.pairs}


@pytest.mark.parametrize("seed", range(4))
def test_a_verdict_that_is_said_to_stay_stays_whatever_is_filled_in(seed):
    values = random_table(seed)
    values[3, 1] = np.nan
    comparison = bakeoff.compare(table_of(values), test="wilcoxon", adjust="holm")
    now = {f"{p.b} over {p.a}": p.verdict for p in comparison.pairs}
    changed = set()
    for score in np.linspace(0.0, 1.0, 6):
        values[3, 1] = score
        changed |= {pair for pair, verdict in verdicts(values).items() if verdict != now[pair]}
    assert changed <= shaken(comparison)


def test_a_verdict_that_only_the_steps_of_holm_reach_is_named():
    # Of three pairs two are sure; the third has p between 5 % and a third of it, and its missing score could undo it.
    base = np.linspace(0.5, 0.7, 12)
    b = base + 0.01 * np.array([5, 4, 6, 3, 7, 2, 8, 1, 9, -3, -4, np.nan])
    c = base + 0.2 + 0.001 * np.arange(12)
    comparison = bakeoff.compare(table_of(np.column_stack([base, b, c])), test="wilcoxon", adjust="holm")
    pair = next(p for p in comparison.pairs if (p.a, p.b) == ("A", "B"))
    assert pair.verdict == "better"
    assert 0.05 / 3 < pair.result.p_value < 0.05
    assert "B over A" in shaken(comparison)


def test_a_pair_that_lacks_nothing_is_named_where_holm_decides_it_by_a_pair_that_does():
    base = np.linspace(0.5, 0.7, 12)
    b = base + 0.01 * np.array([5, 4, 6, 3, 7, 2, 8, 1, 9, -3, -4, 4])
    c = base + 0.2 + 0.001 * np.arange(12)
    c[:7] = np.nan
    comparison = bakeoff.compare(table_of(np.column_stack([base, b, c])), test="wilcoxon", adjust="holm")
    pair = next(p for p in comparison.pairs if (p.a, p.b) == ("A", "B"))
    assert pair.verdict == "undecided"
    assert 0.05 / 3 < pair.result.p_value < 0.05 / 2
    assert "B over A" in shaken(comparison)


def test_a_posterior_claims_nothing_about_missing_scores():
    values = random_table(1)[:, :2]
    values[3, 1] = np.nan
    comparison = bakeoff.compare(table_of(values), test="bayes-signed-rank", margin=0.01)
    assert "was not looked into" in finding(comparison).message
    assert finding(comparison).detail["verdicts_that_depend_on_them"] is None


def test_a_t_test_speaks_of_the_ends_of_the_range_only():
    values = random_table(2, datasets=40)[:, :2]
    values[:, 1] = values[:, 0] + np.tile([-0.1, 0.1], 20)
    values[3, 1] = np.nan
    assert "no verdict changes with the missing scores at either end" in (
        finding(bakeoff.compare(table_of(values), test="paired-t")).message
    )


def test_scores_without_bounds_are_taken_within_the_range_of_the_others():
    values = 100 + 10 * random_table(3)[:, :2]
    values[:, 1] = values[:, 0] + np.linspace(300.0, 400.0, 12)
    values[3, 1] = np.nan
    said = finding(bakeoff.compare(table_of(values), higher_is_better=False)).message
    assert "within the range of the others" in said


def test_equivalence_is_held_against_the_ends_too():
    values = random_table(4)[:, :2]
    values[:, 1] = values[:, 0] + np.linspace(-0.004, 0.004, 12)
    values[3, 1] = np.nan
    comparison = bakeoff.compare(table_of(values), test="paired-t", margin=0.05)
    assert comparison.pairs[0].verdict == "equivalent"
    assert shaken(comparison) == {"B over A"}


def ten_classifiers(*, datasets=12, seed=5):
    rng = np.random.default_rng(seed)
    values = rng.uniform(0.5, 0.6, (datasets, 1)) + rng.normal(0.02 * np.arange(10), 0.03, (datasets, 10))
    return values.round(3)


def table_of_many(values):
    names = [f"c{j}" for j in range(values.shape[1])]
    rows = [f"d{i}" for i in range(len(values))]
    return {"dataset": rows, **dict(zip(names, values.T.tolist(), strict=True))}


def decided(comparison):
    return sum(pair.verdict in ("better", "worse") for pair in comparison.pairs)


def test_one_blank_cell_does_not_silence_the_other_pairs():
    # Nine datasets: the smallest p-value of Wilcoxon's test, times 45, is .18.
    values = ten_classifiers(datasets=9)
    complete = decided(bakeoff.compare(table_of_many(values)))
    values[3, 4] = np.nan
    comparison = bakeoff.compare(table_of_many(values))
    assert comparison.settings.test == "max-t"
    assert complete > 10
    assert abs(decided(comparison) - complete) <= 5
    assert decided(bakeoff.compare(table_of_many(values), test="wilcoxon", adjust="holm")) == 0


def test_verdicts_of_the_family_are_tried_again_in_filled_tables():
    values = random_table(6)
    values[3, 1] = values[5, 2] = np.nan
    comparison = bakeoff.compare(table_of(values))
    now = {f"{p.b} over {p.a}": p.verdict for p in comparison.pairs}
    changed = set()
    for at_b, at_c in ((0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)):
        filled = values.copy()
        filled[3, 1], filled[5, 2] = at_b, at_c
        again = bakeoff.compare(table_of(filled))
        changed |= {f"{p.b} over {p.a}" for p in again.pairs if p.verdict != now[f"{p.b} over {p.a}"]}
    assert changed
    assert shaken(comparison) == changed


def test_what_was_tried_is_said_and_no_more():
    values = random_table(7)
    values[:, 2] = values[:, 0] + 0.3
    values[:, 1] = values[:, 0] - np.linspace(0.15, 0.2, 12)
    values[3, 1] = np.nan
    said = finding(bakeoff.compare({**table_of(values), "D": (values[:, 0] + 0.15).tolist()})).message
    assert shaken(bakeoff.compare(table_of(values))) or "tables that were tried" in said
    assert "whatever" not in said


def test_too_many_pairs_to_try_again_are_not_spoken_of():
    values = np.random.default_rng(0).normal(0.5, 0.1, (6, 50)).round(3)
    values[0, 0] = np.nan
    assert finding(bakeoff.compare(table_of_many(values))).detail["verdicts_that_depend_on_them"] is None


def codes(comparison):
    return {f.code for f in comparison.findings}


def test_scores_that_are_missing_where_it_is_hard_are_pointed_out():
    values = ten_classifiers(datasets=20)
    values += np.linspace(-0.3, 0.3, 20)[:, None]
    hard = values.copy()
    hard[:5, 3] = hard[:4, 6] = np.nan
    found = next(f for f in bakeoff.compare(table_of_many(hard)).findings if f.code == "BO346")
    assert "harder" in found.message
    assert found.detail["p_value"] < 0.05
    easy = values.copy()
    easy[-5:, 3] = easy[-4:, 6] = np.nan
    assert "easier" in next(
        f.message
        for f in bakeoff.compare(table_of_many(1 - easy), higher_is_better=False).findings
        if f.code == "BO346"
    )
    scattered = values.copy()
    scattered[[1, 7, 12, 18], [3, 3, 6, 6]] = np.nan
    assert "BO346" not in codes(bakeoff.compare(table_of_many(scattered)))
