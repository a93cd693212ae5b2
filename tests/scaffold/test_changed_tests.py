"""What `make quick` runs: the tests of what changed, and no slow ones that did not."""

from pathlib import Path

from scaffold.changed_tests import ALWAYS, needed_tests


def test_a_module_brings_the_tests_of_its_name_and_those_that_import_it():
    needed = needed_tests([Path("src/bakeoff/procedures/paired/sign.py")])
    assert "tests/reference/test_sign.py" in needed
    assert "tests/properties/test_paired_tests.py" in needed
    assert not any(path.startswith("tests/browser") for path in needed)


def test_a_changed_test_is_run_even_where_it_is_slow():
    assert needed_tests([Path("tests/browser/test_page.py")]) == [*ALWAYS, "tests/browser/test_page.py"]


def test_what_is_always_run_is_there():
    root = Path(__file__).parents[2]
    assert all((root / path).exists() for path in ALWAYS)
