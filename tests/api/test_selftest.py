"""The self-test passes here, and does not where digits are lost or a claim is false."""

import json
from pathlib import Path

import numpy as np
import pytest
import scipy
from validation.selftest_references import module

import bakeoff
from bakeoff.api.selftest import mpmath_values, nist
from bakeoff.api.selftest.digits import agreeing_digits, check, check_printed
from bakeoff.cli.main import main
from bakeoff.core.answers.selftest import NullRate, Selftest
from bakeoff.core.results import Interval
from bakeoff.render.answers.selftest import selftest_sentence


@pytest.fixture(scope="module")
def made():
    return bakeoff.selftest(share=0.05)


def test_it_passes_on_this_machine(made):
    assert made.passed, str(made)


def test_every_kind_of_reference_is_there(made):
    groups = {c.group for c in made.answer.checks}
    assert groups == {"NIST StRD", "mpmath", "textbook", "enumeration", "published"}
    assert {c.name for c in made.answer.checks if c.name.startswith("SmLs")} == {
        f"SmLs0{i}, F" for i in range(1, 10)
    }


def test_no_check_has_the_name_of_another(made):
    names = [(c.group, c.name) for c in made.answer.checks]
    assert len(names) == len(set(names))


def test_one_classifier_under_two_names_is_never_better(made):
    twice = [r for r in made.answer.rates if r.of.startswith("one twice")]
    assert [r.claims for r in twice] == [0, 0, 0]


def test_the_json_is_strict_and_says_what_the_screen_says(made):
    document = json.loads(json.dumps(made.to_dict(), allow_nan=False))
    assert document["schema"] == "bakeoff/selftest/1"
    assert document["passed"] is True
    assert document["summary"] in str(made)
    assert len(document["checks"]) == len(made.answer.checks)


def test_the_references_are_those_that_the_generator_writes():
    written: dict[str, object] = {}
    exec(module(), written)
    names = [name for name in vars(mpmath_values) if name.isupper()]
    assert len(names) == 10
    assert {name: written[name] for name in names} == {name: getattr(mpmath_values, name) for name in names}


def test_the_made_series_are_the_files_of_nist():
    # Source: SmLs04.dat has 9 treatments of 21; the first starts 1000000.4, .3, .5; its mean is the first value.
    groups = nist._simon_lesage("1000000", 21)
    assert [g.size for g in groups] == [21] * 9
    assert groups[0][:3].tolist() == [1000000.4, 1000000.3, 1000000.5]
    assert groups[1][:3].tolist() == [1000000.3, 1000000.2, 1000000.4]


def test_every_number_typed_or_made_is_that_of_the_files_of_nist():
    # Source: the files themselves, as scipy's wheel carries them.
    folder = Path(scipy.__file__).parent / "stats" / "tests" / "data" / "nist_anova"
    made = {f"SmLs0{3 * i + j + 1}": nist._simon_lesage(leading, n) for i, (leading, _) in enumerate(nist.LEADING)
            for j, n in enumerate(nist.CERTIFIED_F)}  # fmt: skip
    made["AtmWtAg"] = [[float(f"107.8681{d}") for d in row.split()] for row in nist.SILVER]
    made["SiRstv"] = nist.SILICON
    assert len(made) == 11
    for name, groups in made.items():
        lines = (folder / f"{name}.dat").read_text(encoding="ascii").splitlines()[60:]
        assert [v for g in groups for v in g] == [float(x.split()[1]) for x in lines if x.strip()], name


def test_sums_of_squares_without_centring_would_fail():
    # The textbook formula keeps 1.7 digits of SmLs04, where the floor is 10.
    groups = nist._simon_lesage("1000000", 21)
    n, k = 189, 9
    everything = np.concatenate(groups)
    correction = everything.sum() ** 2 / n
    between = sum(g.sum() ** 2 / g.size for g in groups) - correction
    within = (everything**2).sum() - correction - between
    naive = (between / (k - 1)) / (within / (n - k))
    assert not check("NIST StRD", "SmLs04", "", (naive, 21.0), floor=10).passed


@pytest.mark.parametrize(
    ("found", "reference", "digits"),
    [(1.0, 1.0, 15), (1.001, 1.0, 3), (0.0, 1e-20, 0), (float("nan"), 1.0, 0)],
)
def test_digits_of_agreement(found, reference, digits):
    assert agreeing_digits(found, reference) == digits


def test_a_printed_figure_must_be_rounded_to():
    assert check_printed("published", "", "", (9.2757, "9.28")).passed
    assert not check_printed("published", "", "", (9.2857, "9.28")).passed


def test_a_rate_above_its_interval_fails_the_whole(made):
    # Source: 60 of 500 at .05 has a binomial tail of 3e-10.
    interval = Interval(low=0.078, high=0.174, level=0.999)
    rate = NullRate(of="x", design="d", test="t", trials=500, claims=60, nominal=0.05, interval=interval)
    failed = Selftest(checks=made.answer.checks, rates=(rate,), versions={}, seed=0, seconds=0.0)
    assert not failed.passed
    assert selftest_sentence(failed).startswith("FAILED: 1 of")


def test_a_share_that_cannot_be_meant_is_refused():
    with pytest.raises(bakeoff.BakeoffError) as error:
        bakeoff.selftest(share=0)
    assert error.value.code == "BO530"


def test_the_command_says_what_it_takes(capsys):
    assert main(["selftest", "--help"]) == 0
    assert "Exit code 1" in capsys.readouterr().out
