"""Every verb of `import bakeoff` takes what users have, and refuses what cannot be meant in Python's words."""

import inspect

import numpy as np
import pandas as pd
import polars as pl
import pytest

import bakeoff
from bakeoff.core.comparison import Missing
from bakeoff.core.errors import BakeoffError
from bakeoff.core.results import Alternative

TABLE = np.round(np.random.default_rng(1).normal(0.8, 0.05, (9, 3)), 3)
COLUMNS = {f"c{i}": TABLE[:, i] for i in range(3)}
CALLS = {
    "compare": lambda **said: bakeoff.compare(COLUMNS, **said),
    "audit": lambda **said: bakeoff.audit(COLUMNS, **said),
    "audit_paper": lambda **said: bakeoff.audit_paper(**{"paper": "nofile.tex", **said}),
    "calibrate": lambda **said: bakeoff.calibrate(COLUMNS, **{"trials": 5, **said}),
    "estimate": lambda **said: bakeoff.estimate(**{"correct": 80, "total": 100, **said}),
    "explain": lambda **said: bakeoff.explain(
        COLUMNS, {f"{i + 1}": {"rows": 100 + i * i} for i in range(9)}, **said
    ),
    "leaderboard": lambda **said: bakeoff.leaderboard(COLUMNS, **said),
    "read": lambda **said: bakeoff.read(COLUMNS, **said),
    "plan": lambda **said: bakeoff.plan(**{"difference": 0.05, "sd": 0.1, **said}),
    "selftest": lambda **said: bakeoff.selftest(**{"share": 0.001, **said}),
    "simulate": lambda **said: bakeoff.simulate(**{"what": "null", "trials": 20, **said}),
    "plot_trade_off": lambda **said: bakeoff.plot_trade_off(**{"scores": 5, "costs": 5, **said}),
    "load_published": lambda **said: bakeoff.load_published(**said),
    "load_result": lambda **said: bakeoff.load_result(**said),
}
VERBS = [
    name
    for name in bakeoff.__all__
    if callable(getattr(bakeoff, name)) and not inspect.isclass(getattr(bakeoff, name))
]
SETTINGS = {
    "level": ["0.95", None, 1j, np.nan, np.inf, 95, [0.9]],
    "margin": ["a", None, -1, np.nan, np.inf, 1j],
    "alternative": ["banana", None, 5, ["less"]],
    "test": ["banana", 5, ["wilcoxon"]],
    "adjust": ["banana", 5],
    "only_if": ["banana", 5],
    "missing": ["banana", 5, None],
    "seed": ["a", 1.5, None, -1, 1j],
    "baseline": ["x", 5, ["c0"]],
    "test_train_ratio": ["a", -1, np.nan],
    "mute": [["BO101", 5], 5, None],
    "higher_is_better": ["False", 5],
    "transpose": ["False", 1],
    "dataset_column": [5],
    "metric": [5],
    "banana": [1],
}
NONSENSE = {
    "compare": {**SETTINGS, "costs": ["nofile", 5], "threshold": ["a"]},
    "audit": {
        "tests": ["a", 1.5, np.nan],
        "groups": ["a"],
        "test_records": ["a"],
        "tried": [5, {"c0": "a"}, {"x": 1}],
        "claim": ["banana", 5, [0.05]],
        "level": ["a"],
    },
    "audit_paper": {"level": ["a", 2, None], "author": ["a"], "paper": [5, None, "nofile.pdf", "nofile.csv"]},
    "read": {"metric": [5], "rows_are": ["banana"], "columns_are": ["banana"], "banana": [1]},
    "calibrate": {
        "trials": ["a", -1, 1.5, np.nan],
        "within": [5, "banana"],
        "seconds": ["a", -1, np.nan],
        "level": ["a"],
    },
    "estimate": {
        "correct": ["80", None, np.nan, -1, 1j, 200, np.inf],
        "total": ["100", np.nan, 0, 1j, np.inf],
        "level": ["a", None, 2],
        "upcoming": ["a", -1, 1.5, np.nan],
        "seed": ["a"],
    },
    "explain": {
        "pair": ["ab", 5, ("c0",)],
        "permutations": ["a", -1, 1.5],
        "landmarks": ["False"],
        "level": ["a"],
    },
    "leaderboard": {
        "level": ["a", None, 95, np.nan],
        "seed": ["a", 1.5, -1],
        "items": ["a", -1, 1.5],
        "ties": ["banana", 5],
        "posterior": ["False"],
        "metric": [5],
        "banana": [1],
    },
    "plan": {
        "tests": ["a", -1, np.nan],
        "difference": ["a", np.nan, 1j, np.inf],
        "sd": ["a", 0, np.nan],
        "power": ["a", 2, np.nan, 1j],
        "level": ["a", 2, np.nan],
    },
    "selftest": {"seed": ["a", 1.5], "share": ["a", -1, np.nan]},
    "simulate": {
        "what": ["banana", 5, None],
        "trials": ["a", -1, 1.5, np.nan],
        "seed": ["a", 1.5],
        "banana": [1],
    },
    "plot_trade_off": {"scores": [5, None], "costs": ["a"]},
    "load_published": {"name": ["demsar", 5, None, ["demsar-2006"]]},
    "load_result": {"path": ["nofile.json", 5, None, ["a.json"]]},
}


def masked(*, hidden):
    made = np.ma.array(TABLE.copy(), mask=np.zeros(TABLE.shape, dtype=bool))
    if hidden:
        made[0, 0] = np.ma.masked
        made.data[0, 0] = 99.0
    return made


def numbers(comparison):
    return [(p.p_adjusted, p.result.estimate.value, p.result.estimate.interval) for p in comparison.pairs]


def with_odd(odd, dtype):
    made = TABLE.astype(dtype)
    made[0, 0] = odd
    return made


# What can be asked of items only.
OF_ITEMS = (Missing.BOUNDS, Missing.DROP_ITEM, Missing.WRONG)


@pytest.mark.parametrize(
    "argument", [{"missing": m} for m in OF_ITEMS] + [{"over": "tasks"}, {"average": "pooled"}]
)
def test_what_is_asked_of_items_is_refused_for_datasets(argument):
    with pytest.raises(BakeoffError, match="items"):
        bakeoff.compare(COLUMNS, **argument)


def test_every_verb_has_its_nonsense():
    assert set(VERBS) == CALLS.keys() == NONSENSE.keys()


@pytest.mark.parametrize(
    ("verb", "argument", "odd"),
    [(verb, name, odd) for verb, known in NONSENSE.items() for name, odds in known.items() for odd in odds],
)
def test_nonsense_is_refused_in_pythons_words(verb, argument, odd):
    with pytest.raises(BakeoffError) as caught:
        CALLS[verb](**{argument: odd})
    assert isinstance(caught.value, ValueError)
    assert f"--{argument.replace('_', '-')}" not in str(caught.value)


@pytest.mark.parametrize(
    ("argument", "member"),
    [("alternative", m) for m in Alternative] + [("missing", m) for m in Missing if m not in OF_ITEMS],
)
def test_a_string_and_its_enum_compare_alike(argument, member):
    by_enum, by_text = (bakeoff.compare(COLUMNS, **{argument: given}) for given in (member, member.value))
    assert numbers(by_enum) == numbers(by_text)


SAME = {
    "array": TABLE,
    "list of rows": TABLE.tolist(),
    "tuple of rows": tuple(map(tuple, TABLE.tolist())),
    "pandas": pd.DataFrame(COLUMNS),
    "nullable pandas": pd.DataFrame(COLUMNS).convert_dtypes(),
    "polars": pl.DataFrame(COLUMNS),
    "lists": {name: column.tolist() for name, column in COLUMNS.items()},
    "Series": {name: pd.Series(column) for name, column in COLUMNS.items()},
    "objects": TABLE.astype(object),
    "complex without imaginary part": TABLE.astype(complex),
    "masked, nothing hidden": masked(hidden=False),
    "single precision": TABLE.astype(np.float32),
}
REFUSED = {
    "complex": TABLE + 1j,
    "a complex column": {**COLUMNS, "c0": COLUMNS["c0"] + 1j},
    "infinite": with_odd(np.inf, float),
    "an object": with_odd(object(), object),
    "text": with_odd("False", object),
    "empty": TABLE[:0],
    "an empty dict": {},
    "nothing": None,
    "a number": 5,
    "three dimensions": np.zeros((2, 2, 2)),
    "huge": TABLE * 1e300,
    "tiny": TABLE * 1e-300,
    "bytes": TABLE.astype("S"),
    "dates": np.zeros((9, 3), dtype="datetime64[D]"),
}
MISSING = {
    "None": with_odd(None, object),
    "masked": masked(hidden=True),
    "a masked column": {**COLUMNS, "c0": masked(hidden=True)[:, 0]},
    "pandas' NA": pd.DataFrame({**COLUMNS, "c0": pd.array([pd.NA, *TABLE[1:, 0]], dtype="Float64")}),
    "polars' null": pl.DataFrame({**COLUMNS, "c0": [None, *TABLE[1:, 0].tolist()]}),
}


@pytest.mark.parametrize("form", SAME)
def test_what_users_have_compares_as_the_plain_table(form):
    assert numbers(bakeoff.compare(SAME[form])) == numbers(bakeoff.compare(COLUMNS))


@pytest.mark.parametrize("form", MISSING)
def test_a_missing_score_is_missing_whatever_marks_it(form):
    assert numbers(bakeoff.compare(MISSING[form])) == numbers(bakeoff.compare(with_odd(np.nan, float)))


@pytest.mark.parametrize(
    "verb", ["compare", "audit", "calibrate", "estimate", "plan", "explain", "leaderboard"]
)
@pytest.mark.parametrize("form", REFUSED)
def test_evidence_that_is_no_table_of_real_numbers_is_refused(verb, form):
    said = {"plan": {"difference": 0.05}, "explain": {"properties": {"1": {"rows": 3}}}}.get(verb, {})
    with pytest.raises(BakeoffError):
        getattr(bakeoff, verb)(REFUSED[form], **said)


@pytest.mark.parametrize("scale", [2.0**-100, 2.0**100])
def test_the_unit_of_the_scores_changes_no_p_value(scale):
    one, other = bakeoff.compare(COLUMNS), bakeoff.compare(TABLE * scale, higher_is_better=True)
    assert [p.p_adjusted for p in other.pairs] == pytest.approx([p.p_adjusted for p in one.pairs], rel=1e-9)
    assert [p.verdict for p in other.pairs] == [p.verdict for p in one.pairs]


def test_an_integer_names_the_classifier_of_an_integer_column():
    frame = pd.DataFrame(TABLE, columns=[1, 2, 3])
    assert {pair.a for pair in bakeoff.compare(frame, baseline=2).pairs} == {"2"}


def test_a_study_is_made_of_named_estimators():
    with pytest.raises(BakeoffError, match="dict of name to estimator"):
        bakeoff.Study(5, ["iris"])
