"""What the program quotes was measured: sentences, objections, tables and figures agree with docs/validity."""

import re

import numpy as np
import pytest
from validation import pages, quoted
from validation.many_peers import laid_out, peers
from validation.many_settings import SETTINGS
from validation.rank_z import statistics
from validation.rates import COVERAGE, FOLDER, KEYS, POWER, SIZE
from validation.runs import dates
from validation.summary import summary

from bakeoff.procedures.many.mean_rank_z import aligned_z, friedman_z, quade_z
from bakeoff.procedures.many.nemenyi import nemenyi
from bakeoff.procedures.many.tukey import tukey
from bakeoff.procedures.procedure import Kind
from bakeoff.procedures.registry import REGISTRY
from docs import make_validity

PHRASES = quoted.quoted()
CONDITIONS = {condition.says for procedure in REGISTRY for condition in procedure.requires}
FRACTION = re.compile(r"(?<!\d)\.\d|\d\.\d")


@pytest.mark.parametrize("procedure", REGISTRY, ids=lambda p: p.key)
def test_every_number_that_a_test_quotes_was_measured(procedure):
    rest = procedure.measured
    for phrase in PHRASES[procedure.key]:
        assert phrase in procedure.measured
        rest = rest.replace(phrase, "")
    for given in quoted.GIVEN:
        rest = rest.replace(given, "")
    assert not FRACTION.search(rest), rest


@pytest.mark.parametrize(("told_by", "phrases"), quoted.objections().items())
def test_every_rate_in_an_objection_was_measured(told_by, phrases):
    (says,) = [said for said in CONDITIONS if told_by in said]
    assert all(phrase in says for phrase in phrases)


def test_every_objection_with_a_rate_is_held_to_what_was_measured():
    with_rates = {said for said in CONDITIONS if re.search(r"\d %", said)}
    assert {said for said in with_rates if not any(word in said for word in quoted.objections())} == set()


def test_the_page_on_which_test_quotes_what_was_measured():
    page = (FOLDER.parent / "which.md").read_text(encoding="utf-8")
    for test, phrase in quoted.which():
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {test} |")]
        assert phrase in line


def test_every_rate_with_an_error_on_the_page_of_known_results_was_measured():
    page = (FOLDER.parent / "reproduced.md").read_text(encoding="utf-8")
    told = set(re.findall(r"(\.\d{3}) ± (\.\d{3})", page))
    assert told
    assert told <= {(quoted.shown(rate.share), quoted.shown(rate.error)) for rate in quoted.RATES}


@pytest.mark.parametrize("what", [SIZE, POWER, COVERAGE])
def test_every_procedure_has_a_measured_rate(what):
    measured = {rate.test for rate in quoted.RATES if rate.what == what}
    without_interval = {p.key for p in REGISTRY if p.kind is Kind.OMNIBUS} if what == COVERAGE else set()
    assert set(KEYS) - without_interval <= measured


@pytest.mark.parametrize("page", sorted(FOLDER.glob("*.md")), ids=lambda page: page.stem)
def test_the_tables_of_a_page_are_those_of_the_tallies(page):
    text = page.read_text(encoding="utf-8")
    if page.stem == "summary":
        # A run that is under way notes its date first, and makes the page at its end.
        assert text.partition("## Dates")[0] == summary(dates()).partition("## Dates")[0]
    assert pages.refreshed(text) == text


# Standard errors, settings and trials that are told beside the tables, and stand in none.
TOLD = {
    "cautions": {".02"},
    "ceilings": {".007"},
    "curves": {".78"},
    "gates": {".0035", ".011", ".52", "1.2"},
    "halves": {".625", ".019", ".02"},  # by what the features of b tell less; a truth and a margin
    "papers": {"0.5", "1.1", "0.36"},  # percent of judged tables, of two counts beside it; seconds
    "planning": {".003", ".005"},
    "all_pairs": {".005", ".05"},
    "few_datasets": {".005", ".05"},
    "leaderboards": {".003", ".005", ".007", ".015"},  # standard errors, and how far from nominal
    "many_datasets": {".005", "1.2", "1.4", "1.5"},
    "omnibus": {".006"},
    "one_dataset": {"0.75", "0.625", "1.5"},
    "posteriors": {".011", ".015", ".03"},
    "predictions": {".0005", "7.5"},
    "skewed": {".011", "1.4", ".05", ".19"},
    "two_classifiers": {".004", ".009"},
}


WITH_TABLES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "limits")


@pytest.mark.parametrize("page", WITH_TABLES, ids=lambda page: page.stem)
def test_every_rate_that_a_page_tells_stands_in_its_tables(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = " ".join(line for line in lines if line.startswith("|"))
    measured = [float(number) for number in re.findall(r"\d*\.\d+", rows)]
    prose = " ".join(line for line in lines if not line.startswith(("|", "<!--", "- `")))
    told = set(re.findall(r"(?<![\w.])\d?\.\d+", prose)) - TOLD.get(page.stem, set())
    strange = {
        number
        for number in told
        if not any(
            abs(rate - float(number)) <= 0.5 * 10 ** -len(number.partition(".")[2]) + 1e-9
            for rate in measured
        )
    }
    assert strange == set()


def test_every_limit_has_its_numbers_from_the_page_that_it_names():
    text = (FOLDER / "limits.md").read_text(encoding="utf-8")
    items = [item.partition("\n\n")[0] for item in re.split(r"^- (?!`)", text, flags=re.MULTILINE)[1:]]
    assert len(items) > 12
    for item in items:
        named = re.findall(r"\]\((\w+)\.md\)", item)
        assert named, item
        there = " ".join((FOLDER / f"{name}.md").read_text(encoding="utf-8") for name in named)
        measured = {float(number) for number in re.findall(r"\d*\.\d+", there)}
        for number in re.findall(r"(?<![\w.])\d?\.\d+", item):
            digits = len(number.partition(".")[2])
            assert any(abs(rate - float(number)) <= 0.5 * 10**-digits + 1e-9 for rate in measured), (
                number,
                item,
            )


def test_every_table_stands_on_a_page():
    marked = {name for page in FOLDER.glob("*.md") for name in pages.MARKED.findall(page.read_text("utf-8"))}
    assert marked == set(pages.TABLES)


def test_every_figure_stands_on_a_page_and_shows_rates():
    text = "".join(page.read_text(encoding="utf-8") for page in FOLDER.glob("*.md"))
    for name, panels in make_validity.pages().items():
        assert f"(../made/validity_{name}.svg)" in text
        assert all(panel.rates for panel in panels[:2])


@pytest.mark.parametrize("setting", ["none differs, two noisy", "noisy among better", "half better, rounded"])
def test_the_peers_written_for_simulation_decide_as_the_package_does(setting):
    a, b = np.triu_indices(5, 1)
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    for seed in range(3):
        scores = SETTINGS[setting](np.random.default_rng(seed), 20, 5).scores
        found = peers(laid_out(scores, np.ones((1, 20))))
        for name, run in {"nemenyi": nemenyi, "anova + tukey": tukey}.items():
            results = run(scores, pairs=pairs)
            adjusted = [r.p_value if r.p_adjusted is None else r.p_adjusted for r in results]
            assert found[name].tolist() == [p < 0.05 for p in adjusted]


@pytest.mark.parametrize("setting", ["none differs, normal", "half better, rounded"])
def test_the_z_statistics_of_all_tables_at_once_are_those_of_the_package(setting):
    rng = np.random.default_rng(5)
    tables = np.array([SETTINGS[setting](rng, 10, 4)[0] for _ in range(20)])
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    found = statistics(tables)
    for key, test in (("friedman-z", friedman_z), ("aligned-z", aligned_z), ("quade-z", quade_z)):
        own = [[r.statistic for r in test(table, pairs=pairs)] for table in tables]
        assert found[key] == pytest.approx(np.array(own), rel=1e-9, abs=1e-12)
