"""Every removal that any output claims is run again, and every output claims the same."""

import csv
import json
from functools import cache

import pytest
from validation.removals import again, claims_of, random_table, spare_rows, without

import bakeoff
from bakeoff.cli.main import main
from bakeoff.pitfalls.fragility import measure_fragilities
from bakeoff.render.numbers import p_text

# seed, datasets, classifiers, missing, ties, options: two to eight classifiers on five to fifty datasets.
TABLES = [
    (1, 5, 3, False, False, {}),
    (2, 12, 2, False, False, {}),
    (3, 50, 2, False, True, {}),
    (4, 25, 2, True, False, {"margin": 0.01}),
    (5, 14, 4, False, True, {}),
    (6, 22, 4, True, False, {}),
    (7, 30, 3, False, False, {"test": "wilcoxon"}),
    (8, 24, 3, False, False, {"test": "paired-t", "adjust": "hochberg", "alternative": "greater"}),
    (9, 20, 3, True, True, {"test": "sign"}),
    (10, 50, 3, False, False, {}),
    (11, 12, 8, False, False, {}),
    (12, 16, 3, False, False, {"margin": 0.02}),
    (13, 10, 4, False, False, {"test": "nemenyi"}),
]


@cache
def compared(row):
    seed, datasets, classifiers, missing, ties, options = TABLES[row]
    table = random_table(seed, datasets=datasets, classifiers=classifiers, missing=missing, ties=ties)
    comparison = bakeoff.compare(table, **options)
    return table, comparison, claims_of(comparison), options


@pytest.mark.parametrize("row", range(len(TABLES)))
def test_the_very_call_without_the_named_datasets_gives_the_verdict_and_p_that_are_claimed(row):
    table, comparison, claims, options = compared(row)
    known = {}
    for claim in claims:
        assert len(set(claim.removing)) == claim.count
        carries = claim.test == comparison.settings.test
        asked = options if carries else options | {"test": claim.test}
        key = (claim.a, claim.b, claim.test, claim.removing)
        if key not in known:
            known[key] = again(table, claim, **asked)
        verdict, p = known[key]
        assert verdict == claim.becomes, claim
        if claim.p_after is not None:
            assert p == pytest.approx(claim.p_after, rel=1e-9), claim
        if carries and claim.p_before is not None:
            pair = next(p for p in comparison.pairs if (p.a, p.b) == (claim.a, claim.b))
            assert pair.p_adjusted == pytest.approx(claim.p_before, rel=1e-12), claim
            assert pair.verdict != claim.becomes


@pytest.mark.parametrize("row", range(len(TABLES)))
def test_every_output_states_the_same_removal_of_a_pair(row):
    _, comparison, claims, _ = compared(row)
    by_pair = {}
    for claim in claims:
        if claim.test == comparison.settings.test:
            by_pair.setdefault((claim.a, claim.b), set()).add((claim.count, claim.removing, claim.becomes))
    assert all(len(told) == 1 for told in by_pair.values()), by_pair


@pytest.mark.parametrize("row", [1, 5, 6])
def test_the_report_states_the_numbers_and_p_values_of_the_audit(row):
    _, comparison, _, _ = compared(row)
    rows = spare_rows(comparison)
    found = measure_fragilities(comparison)
    assert found
    for f in found:
        without_text, p = rows[f.a, f.b]
        if f.flips_with is None:
            assert without_text.startswith("no removal")
            continue
        assert without_text == f"{'' if f.exact else 'at most '}{f.flips_with} of {f.datasets}"
        before, after = (
            p_text(x).removeprefix("p ").removeprefix("= ") for x in (f.p_value, f.p_value_after)
        )
        assert p.replace("&lt;", "<") == f"{before} → {after}"


def test_the_command_line_says_of_the_rest_what_the_audit_claims(tmp_path, capsys):
    table, comparison, _, _ = compared(4)
    told = next(f for f in measure_fragilities(comparison) if f.flips_with)
    path = tmp_path / "rest.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rest = without(table, told.removing)
        csv.writer(file).writerows([list(rest), *zip(*rest.values(), strict=True)])
    main(["compare", str(path), "--json"])
    pairs = json.loads(capsys.readouterr().out)["pairs"]
    pair = next(p for p in pairs if (p["a"], p["b"]) == (told.a, told.b))
    assert pair["verdict"] == told.becomes
    assert pair["p_adjusted"] == pytest.approx(told.p_value_after, rel=1e-9)


@pytest.mark.parametrize("row", [0, 4])
def test_a_smallest_removal_is_one_by_trying_them_all(row):
    from itertools import combinations

    table, comparison, _, options = compared(row)
    exact = [f for f in measure_fragilities(comparison) if f.exact and (f.flips_with or 0) == 2]
    for f in exact[:1]:
        for names in combinations(table["dataset"], 1):
            made = bakeoff.compare(without(table, names), **options)
            assert next(p for p in made.pairs if (p.a, p.b) == (f.a, f.b)).verdict == f.verdict


def test_a_table_too_large_to_judge_again_says_so_and_claims_nothing(monkeypatch):
    from bakeoff.inference.reanalysis import removal_search

    monkeypatch.setattr(removal_search, "SECONDS_OF_WORK", 0.0)
    table = random_table(1, datasets=12, classifiers=3, missing=False, ties=False)
    audit = bakeoff.audit(table)
    assert audit.fragility == ()
    (finding,) = (f for f in audit.findings if f.code == "BO175")
    assert "none of the 3 main pairs" in finding.message
