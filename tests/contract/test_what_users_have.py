"""Every public function takes what users have, and refuses what it cannot compute with.

Strings and enums, lists, tuples, Series, frames and arrays of any type give the result of the plain float array, or are
refused with a BakeoffError that is a ValueError. Nothing is computed with a hidden, imaginary or invented number.
"""

import inspect
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from typing import Literal, get_args, get_origin

import numpy as np
import pandas as pd
import polars as pl
import pytest

import bakeoff.procedures
from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import BakeoffError
from bakeoff.procedures.base import arguments, units
from bakeoff.procedures.base.example_flips import ClusterCounts, FourCounts, four_counts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.predictions.agreement import agreement
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts
from bakeoff.procedures.predictions.two_proportions import TwoTestSets
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.registry import REGISTRY

DIFFERENCES = np.array([0.05, -0.03, 0.01, 0.06, -0.11, -0.10, 0.04, 0.09, 0.02, 0.07])
TABLE = np.round(np.random.default_rng(1).normal(0.8, 0.1, (9, 4)), 3)
SEVERAL = [DIFFERENCES, DIFFERENCES / 2 + 0.01, DIFFERENCES[::-1] - 0.02]
RIGHT = np.random.default_rng(3).random((30, 4)) < 0.7
CLASSES = np.random.default_rng(4).integers(0, 3, (30, 3))
PAIRS = [(0, 1), (0, 2), (0, 3)]
CELLS = tabulate(CLASSES[:, 0], CLASSES[:, 1:], classes=3)
SCORED = ScoredExamples(truth=np.arange(24) % 2, scores=np.round(np.random.default_rng(5).random((24, 2)), 2))
# What each parameter without a default takes, in the form that the procedure computes with.
PLAIN = {
    "differences": DIFFERENCES,
    "fold_differences": DIFFERENCES,
    "repeats": 2,
    "half_differences": DIFFERENCES.reshape(5, 2),
    "half_examples": np.tile(DIFFERENCES, (4, 1)),
    "halves": np.array([np.roll(np.arange(10) % 2, shift) for shift in range(4)], dtype=np.float64),
    "resampled_differences": SEVERAL,
    "difference_lists": SEVERAL,
    "difference_columns": np.column_stack(SEVERAL),
    "groups": SEVERAL,
    "advantages": DIFFERENCES,
    "scores": TABLE,
    "sparse_scores": TABLE,
    "fold_scores": TABLE,
    "losses": TABLE[:, :2],
    "item_differences": DIFFERENCES,
    "item_scores": TABLE,
    "item_groups": np.arange(10) // 2,
    "item_tasks": np.arange(10) // 5,
    "right": np.array([0.0, 1.0, 4.0]),
    "attempts": np.array([5.0, 6.0, 5.0]),
    "p_values": np.array([0.01, 0.04, 0.03]),
    "wins": np.array([[0.0, 3, 2], [1, 0, 4], [2, 1, 0]]),
    "correct": RIGHT,
    "a_right": RIGHT[:, 0],
    "b_right": RIGHT[:, 1],
    "clusters": np.repeat(np.arange(10), 3),
    "truth": CLASSES[:, 0],
    "a": CLASSES[:, 1],
    "b": CLASSES[:, 2],
    "predictions": CLASSES[:, 1:],
    "classes": 3,
    "counts": FourCounts(both_right=20, mends=9, breaks=3, both_wrong=5),
    "cluster_counts": ClusterCounts(mends=np.array([1, 2, 0]), breaks=np.array([0, 1, 1]), sizes=np.array([4, 5, 6])),
    "test_sets": TwoTestSets(right_a=30, total_a=50, right_b=40, total_b=50),
    "scored": SCORED,
    "sample": CELLS,
    "cells": CELLS,
    "metric": "f1_macro",
    "method": "holm",
    "test": "paired-t",
    "unit_differences": DIFFERENCES,
    "e_values": np.array([30.0, 0.5, 200.0]),
    "first": np.array([0, 1, 2, 1, 0, 2]),
    "second": np.array([0, 1, 1, 1, 0, 2]),
    "parts": TABLE,
    "estimates": np.array([0.1, 0.3, 0.2]),
    "covariance": np.diag([0.01, 0.02, 0.01]),
    "units": 30,
    "judged": np.repeat([0.2, -0.1, 0.4, 0.0], 10),
    "gold": np.array([0.1, -0.2, 0.3, 0.1, 0.2, 0.0, -0.1, 0.2, 0.1, 0.3, 0.2, -0.1] + [np.nan] * 28),
    "errors": DIFFERENCES,
    "values": np.arange(10.0),
    "budget": 5,
    "battles": Battles(
        left=np.array([0, 1, 2, 0, 1, 2] * 4), right=np.array([1, 2, 0, 2, 0, 1] * 4),
        won=np.array([1.0, 0, 1, 0.5, 0, 1] * 4), entries=3,
    ),
    "pairs": PAIRS,
    "test_train_ratio": 1 / 9,
    "k": 4,
    "n": 14,
    "df": 9.0,
    "level": 0.95,
    "successes": 80.0,
    "total": 100.0,
    "mean": 0.01,
    "sd": 0.07,
    "apparent": 0.1,
    "out_of_bag": 0.3,
    "no_information": 0.5,
}  # fmt: skip
QUICK = {"draws": 200, "resamples": 200, "flips": 500}
EVERY = {
    **{n: f for n in bakeoff.procedures.__all__ if inspect.isfunction(f := getattr(bakeoff.procedures, n))},
    **{p.key: p.run for p in REGISTRY},
    **{f"{p.key}, all pairs": p.run_pairs for p in REGISTRY if p.run_pairs},
    "four_counts": four_counts,
    "cluster_counts": cluster_counts,
    "agreement": agreement,
    "tabulate": tabulate,
}
# Most functions of the registry are public by their own names as well: each is asked once.
PUBLIC = {name: function for function, name in {f: n for n, f in reversed(EVERY.items())}.items()}
every_function = pytest.mark.parametrize("name", PUBLIC)


def call(name, **changes):
    """Call a public function on plain arguments, some of them changed."""
    function = PUBLIC[name]
    wanted = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == "rng":
            wanted["rng"] = np.random.default_rng(0)
        elif parameter.name in QUICK:
            wanted[parameter.name] = QUICK[parameter.name]
        elif parameter.default is inspect.Parameter.empty:
            wanted[parameter.name] = PLAIN[parameter.name]
    return function(**{**wanted, **changes})


@cache
def plain(name):
    """Return what a public function says of plain arguments."""
    return call(name)


def annotations(name):
    return {k: v for k, v in PUBLIC[name].__annotations__.items() if k != "return"}


def functions_with(holds):
    """Parametrize a test by the functions that have something to check."""
    return pytest.mark.parametrize("name", [name for name in PUBLIC if holds(name)])


def numbers(name):
    """Return the arguments of a function that are arrays of numbers, or several of them."""
    found = {k for k, v in annotations(name).items() if v == Floats or "list" in str(type(PLAIN.get(k)))}
    return sorted(found & PLAIN.keys() - {"pairs"})


def flat(result, path=""):
    """Yield every number and word of a result with its place."""
    if is_dataclass(result):
        for field in fields(result):
            yield from flat(getattr(result, field.name), f"{path}.{field.name}")
    elif isinstance(result, Mapping):
        for key, value in result.items():
            yield from flat(value, f"{path}[{key}]")
    elif isinstance(result, (tuple, list, np.ndarray)):
        for i, value in enumerate(result):
            yield from flat(value, f"{path}({i})")
    else:
        yield path, result


def assert_same(one, other, form=""):
    first, second = dict(flat(one)), dict(flat(other))
    assert first.keys() == second.keys(), form
    for place, value in first.items():
        if isinstance(value, (float, np.floating)) and second[place] != value:
            assert second[place] == pytest.approx(value, rel=1e-12, nan_ok=True), (form, place)
        elif not isinstance(value, (float, np.floating)):
            assert second[place] == value, (form, place)


def changed(argument, change):
    """Return what a user may have in place of one array, or of each of several."""
    value = PLAIN[argument]
    return [change(part) for part in value] if isinstance(value, list) else change(value)


def frame_or_series(values, library):
    if values.ndim == 1:
        return library.Series(values)
    return library.DataFrame({f"c{i}": values[:, i] for i in range(values.shape[1])})


def with_odd(values, odd, dtype):
    """Return the array with its first number replaced by something odd."""
    made = values.astype(dtype)
    made[(0,) * made.ndim] = odd
    return made


def masked(values, *, hidden):
    made = np.ma.array(values.astype(float), mask=np.zeros(values.shape, dtype=bool))
    if hidden:
        made[(0,) * made.ndim] = np.ma.masked
        made.data[(0,) * made.ndim] = 99.0
    return made


def as_fractions(values):
    """Return numbers as fractions, and gaps as they are."""
    made = values.astype(object)
    for place, value in np.ndenumerate(values):
        made[place] = value if np.isnan(value) else Fraction(value)
    return made


SAME = {
    "list": lambda x: x.tolist(),
    "tuple": lambda x: tuple(map(tuple, x.tolist())) if x.ndim == 2 else tuple(x.tolist()),
    "pandas": partial(frame_or_series, library=pd),
    "polars": partial(frame_or_series, library=pl),
    "nullable pandas": lambda x: frame_or_series(x, pd).convert_dtypes(),
    "objects": lambda x: x.astype(object),
    "fractions": as_fractions,
    "complex without imaginary part": lambda x: x.astype(complex),
    "masked, nothing hidden": partial(masked, hidden=False),
    "Fortran order": np.asfortranarray,
    "read only": lambda x: np.frombuffer(x.tobytes(), dtype=x.dtype).reshape(x.shape),
    "long doubles": lambda x: x.astype(np.longdouble),
}
REFUSED = {
    "text": lambda x: x.astype(str),
    "text among numbers": lambda x: with_odd(x, "0.5", object),
    "False as text": lambda x: with_odd(x, "False", object),
    "bytes": lambda x: x.astype("S"),
    "dates": lambda x: np.zeros(x.shape, dtype="datetime64[D]"),
    "complex": lambda x: x + 1j,
    "complex objects": lambda x: with_odd(x, 1 + 2j, object),
    "an object": lambda x: with_odd(x, object(), object),
    "infinite": lambda x: with_odd(x, np.inf, float),
    "empty": lambda x: x[:0],
    "a dict": lambda x: {"a": x},
    "nothing": lambda x: None,
    "a word": lambda x: "banana",
    "three dimensions": lambda x: np.zeros((2, 2, 2)),
    "ragged": lambda x: [[1.0, 2.0], [3.0]],
}
# A missing number is refused, or left out where a gap is part of the method.
WITH_GAPS = {
    "skillings_mack", "skillings-mack", "max_t", "max-t", "bayes_bradley_terry", "bayes-bradley-terry",
    "corrected_difference, gold",  # an item without a label
}  # fmt: skip
MISSING = {
    "NaN": lambda x: with_odd(x, np.nan, float),
    "None": lambda x: with_odd(x, None, object),
    "pandas' NA": lambda x: with_odd(x, pd.NA, object),
    "a masked 99": partial(masked, hidden=True),
}


def refuses(name, argument, value, form):
    """Say whether a public function refuses a value, with an error that is a ValueError too."""
    try:
        call(name, **{argument: value})
    except BakeoffError as error:
        return isinstance(error, ValueError)
    pytest.fail(f"{name} computes with {argument} = {form}")


def test_every_function_that_the_registry_runs_is_asked():
    assert set(map(id, PUBLIC.values())) == set(map(id, EVERY.values()))


@every_function
def test_every_public_function_converts_its_arguments(name):
    assert PUBLIC[name].__wrapped__.__annotations__ == PUBLIC[name].__annotations__
    plain(name)


@functions_with(numbers)
def test_what_users_have_gives_what_plain_floats_give(name):
    for argument in numbers(name):
        for form, change in SAME.items():
            assert_same(
                plain(name), call(name, **{argument: changed(argument, change)}), f"{argument}: {form}"
            )


@functions_with(numbers)
def test_what_is_no_number_is_refused(name):
    for argument in numbers(name):
        for form, change in REFUSED.items():
            if form == "empty" and name == "adjust":
                continue  # no comparison needs no adjustment
            assert refuses(name, argument, changed(argument, change), form)


@functions_with(numbers)
def test_a_missing_number_is_never_computed_with(name):
    for argument in numbers(name):
        gap = (
            call(name, **{argument: changed(argument, MISSING["NaN"])})
            if {name, f"{name}, {argument}"} & WITH_GAPS
            else None
        )
        for form, change in MISSING.items():
            given = changed(argument, change)
            if gap is None:
                assert refuses(name, argument, given, form)
            elif form != "NaN":
                assert_same(gap, call(name, **{argument: given}), f"{argument}: {form}")


def choices(annotation):
    members = [annotation, *get_args(annotation)]
    for member in members:
        if isinstance(member, type) and issubclass(member, StrEnum):
            return [(choice, choice.value) for choice in member]
    return [(c, c) for c in get_args(annotation)] if get_origin(annotation) is Literal else []


def chosen(name):
    """Return the arguments of a function that are choices."""
    return [argument for argument, annotation in annotations(name).items() if choices(annotation)]


def scalars(name, *kinds):
    """Return the arguments of a function that are one number, or yes or no."""
    return [argument for argument, annotation in annotations(name).items() if annotation in kinds]


@functions_with(chosen)
def test_a_string_and_its_enum_give_the_same_result(name):
    for argument, annotation in annotations(name).items():
        for member, text in choices(annotation):
            answers = []
            for given in (member, text):
                try:
                    answers.append(call(name, **{argument: given}))
                except BakeoffError as error:  # such as shaffer without all pairs
                    answers.append(str(error))
            assert_same(*answers)


@functions_with(chosen)
def test_an_unknown_choice_is_refused(name):
    for argument in chosen(name):
        for odd in ("banana", 5, None, 0.5, ["two-sided"]):
            with pytest.raises(BakeoffError, match=argument):
                call(name, **{argument: odd})


@functions_with(lambda name: scalars(name, float, int, bool))
def test_a_parameter_of_the_wrong_type_is_refused(name):
    for argument in scalars(name, float, int, bool):
        for odd in ("0.95", "banana", 1j, [0.95], None):
            with pytest.raises(BakeoffError, match=argument):
                call(name, **{argument: odd})


@functions_with(lambda name: scalars(name, float, int))
def test_a_parameter_that_is_not_finite_is_refused(name):
    for argument in scalars(name, float, int):
        for odd in (np.nan, np.inf, -np.inf):
            if (name, argument, odd) != ("critical_t", "df", np.inf):  # that is the normal distribution
                assert refuses(name, argument, odd, odd)


@functions_with(lambda name: scalars(name, float, int))
def test_a_number_that_no_float_can_hold_is_refused(name):
    for argument in scalars(name, float, int):
        assert refuses(name, argument, 10**400, 10**400)


def test_standard_errors_whose_squares_are_no_numbers_are_refused():
    with pytest.raises(BakeoffError, match="one positive standard error"):
        bakeoff.procedures.random_effects([0.1, 0.2, 0.3], standard_errors=[1e-301, 2e-301, 1e-301])


@functions_with(lambda name: "pairs" in annotations(name))
def test_pairs_that_cannot_be_are_refused(name):
    for odd in ([(0, 0)], [(0, 9)], "ab", [(0,)], [(0.5, 1)], 3):
        assert refuses(name, "pairs", odd, odd)


@functions_with(lambda name: "pairs" in annotations(name))
def test_a_pair_that_is_named_twice_changes_nothing_or_is_refused(name):
    for again in ((0, 1), (0, 3)):
        with suppress(BakeoffError):
            assert_same(plain(name), call(name, pairs=[*PAIRS, again])[: len(PAIRS)])


def records_of(name):
    """Return the arguments of a function that are records or generators."""
    return sorted(
        {"counts", "cluster_counts", "test_sets", "scored", "sample", "cells", "rng"}
        & annotations(name).keys()
    )


@functions_with(records_of)
def test_records_and_generators_of_another_type_are_refused(name):
    for argument in records_of(name):
        for odd in (None, 5, "counts", {"mends": 3}):
            with pytest.raises(BakeoffError, match=argument):
                call(name, **{argument: odd})


def measured(name):
    """Return the arguments of a function that are in the unit of the scores."""
    return [argument for argument in numbers(name) if argument in units.ARGUMENTS]


@functions_with(measured)
def test_the_unit_of_the_scores_changes_nothing_but_the_unit(name):
    # Powers of two change no digit. At ±30 the procedure computes in that unit itself: the table of units is right.
    for exponent in (-1000, -300, -30, 30, 300, 1000):
        given = {a: changed(a, lambda x, exponent=exponent: np.ldexp(x, exponent)) for a in measured(name)}
        wanted = dict(flat(units.rescale_result(plain(name), exponent)))
        found = dict(flat(call(name, **given)))
        assert wanted.keys() == found.keys()
        for place, value in wanted.items():
            if isinstance(value, (float, np.floating)) and place != ".margin" and found[place] != value:
                assert found[place] == pytest.approx(value, rel=1e-8, abs=0, nan_ok=True), (exponent, place)


def test_a_margin_is_in_the_unit_of_the_scores():
    plain = bakeoff.procedures.bayes_sign(DIFFERENCES, margin=0.05)
    tiny = bakeoff.procedures.bayes_sign(np.ldexp(DIFFERENCES, -1000), margin=np.ldexp(0.05, -1000))
    assert (tiny.worse, tiny.equivalent, tiny.better) == (plain.worse, plain.equivalent, plain.better)
    assert tiny.margin == np.ldexp(0.05, -1000)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_scores_near_the_ends_of_what_a_float_can_hold_give_the_usual_p_value(scale):
    # Issue: scores near 1e-300 ended in ZeroDivisionError.
    usual = bakeoff.procedures.paired_t(DIFFERENCES)
    result = bakeoff.procedures.paired_t(DIFFERENCES * scale)
    assert result.p_value == pytest.approx(usual.p_value, rel=1e-9)
    assert result.estimate.interval.high == pytest.approx(usual.estimate.interval.high * scale, rel=1e-9)


@pytest.mark.parametrize("name", ["four_counts", "cluster_counts", "cochran_q", "max-t-predictions"])
@pytest.mark.parametrize(
    "odd",
    [np.nan, "False", "True", 2, 0.5, None, 1j],
    ids=["NaN", "False", "True", "2", "half", "None", "complex"],
)
def test_what_is_neither_right_nor_wrong_is_refused(name, odd):
    for argument, annotation in annotations(name).items():
        if annotation == Bools:
            with pytest.raises(BakeoffError):
                call(name, **{argument: with_odd(PLAIN[argument], odd, object)})


@pytest.mark.parametrize("name", ["four_counts", "cluster_counts", "cochran_q", "max-t-predictions"])
@pytest.mark.parametrize("dtype", [int, float, object, np.uint8])
def test_right_and_wrong_may_be_ones_and_zeros(name, dtype):
    given = {k: PLAIN[k].astype(dtype) for k, v in annotations(name).items() if v == Bools}
    assert_same(plain(name), call(name, **given))


@pytest.mark.parametrize("odd", [np.nan, "3", None, 1.5, np.inf, [3], 2j])
def test_counts_are_whole_numbers(odd):
    with pytest.raises(BakeoffError):
        FourCounts(both_right=odd, mends=1, breaks=1, both_wrong=1)


@pytest.mark.parametrize("odd", [np.nan, "3", None, np.inf, [3], 2j])
def test_totals_are_numbers(odd):
    with pytest.raises(BakeoffError):
        TwoTestSets(right_a=1, total_a=odd, right_b=1, total_b=3)


def test_a_masked_99_does_not_move_the_p_value():
    # Issue: a masked 99 moved p from .027 to .014.
    hidden = np.ma.array([0.1, 0.2, 0.3, 0.1, 0.4, 99.0], mask=[0, 0, 0, 0, 0, 1])
    with pytest.raises(BakeoffError, match="1 of the 6"):
        bakeoff.procedures.wilcoxon(hidden)


def test_the_interval_is_that_of_its_level_whether_the_side_is_a_string_or_an_enum():
    result = bakeoff.procedures.wilcoxon(DIFFERENCES, alternative="two-sided")
    assert result.estimate.interval == bakeoff.procedures.wilcoxon(DIFFERENCES).estimate.interval


def test_a_list_of_masked_elements_counts_as_missing():
    assert np.isnan(arguments.as_floats([1.0, np.ma.masked, 2.0], "x")).tolist() == [False, True, False]
