"""The names that scripts import."""

import inspect
import re

import pytest

import bakeoff
import bakeoff.procedures


def test_the_mathematics_by_itself_is_functions():
    from bakeoff.procedures import corrected_t, mcnemar_midp

    assert inspect.isfunction(corrected_t)
    assert inspect.isfunction(mcnemar_midp)
    offered = {name: getattr(bakeoff.procedures, name) for name in bakeoff.procedures.__all__}
    records = {name for name, thing in offered.items() if inspect.isclass(thing)}
    assert records == {"Battles", "ClusterCounts", "FourCounts", "ScoredExamples", "TwoTestSets"}
    assert all(inspect.isfunction(thing) for name, thing in offered.items() if name not in records)


def test_the_package_offers_what_it_lists():
    assert all(hasattr(bakeoff, name) for name in bakeoff.__all__)
    assert set(dir(bakeoff)) == set(bakeoff.__all__)


def test_the_procedures_are_listed_and_nothing_else():
    assert set(dir(bakeoff.procedures)) == set(bakeoff.procedures.__all__)


@pytest.mark.parametrize(
    ("call", "slip", "meant"),
    [
        (bakeoff.compare, "dataset_colum", "dataset_column"),
        (bakeoff.audit, "basline", "baseline"),
        (bakeoff.calibrate, "levle", "level"),
        (bakeoff.explain, "permutation", "permutations"),
        (bakeoff.plan, "diference", "difference"),
        (bakeoff.estimate, "corect", "correct"),
        (bakeoff.selftest, "sed", "seed"),
        (bakeoff.procedures.wilcoxon, "alternativ", "alternative"),
    ],
)
def test_a_keyword_that_is_misspelt_is_refused_with_the_nearest_right_one(call, slip, meant):
    with pytest.raises(bakeoff.BakeoffError, match=f"did you mean '{meant}'") as caught:
        call([[1.0, 2.0]], **{slip: 1})
    assert "--" not in str(caught.value)


@pytest.mark.parametrize(
    "verb", [name for name in bakeoff.__all__ if name.islower() and name not in ("__version__", "audit")]
)
def test_every_verb_says_what_to_see_also_and_gives_an_example(verb):
    told = inspect.getdoc(getattr(bakeoff, verb))
    see = re.search(r"See Also\n-+\n(.*?)\n\n", told, re.DOTALL)
    assert see is not None
    assert {line.split(" : ")[0] for line in see[1].splitlines()} <= set(bakeoff.__all__)
    assert "Examples\n--------\n>>> import bakeoff" in told
