"""The names that scripts import."""

import inspect

import bakeoff
import bakeoff.procedures


def test_the_mathematics_by_itself_is_functions():
    from bakeoff.procedures import corrected_t, mcnemar_midp

    assert inspect.isfunction(corrected_t)
    assert inspect.isfunction(mcnemar_midp)
    assert all(inspect.isfunction(getattr(bakeoff.procedures, name)) for name in bakeoff.procedures.__all__)


def test_the_package_offers_what_it_lists():
    assert all(hasattr(bakeoff, name) for name in bakeoff.__all__)
    assert set(dir(bakeoff)) == set(bakeoff.__all__)
