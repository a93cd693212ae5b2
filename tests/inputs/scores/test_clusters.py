"""Families of datasets that are given: every family counts once, in every output."""

import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.inference.claims.same_data import match_footprints, take_footprint
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions
from bakeoff.procedures import wilcoxon

PREDICTIONS = {"y_true": [0, 1] * 5, "a": [0, 1] * 5, "b": [1, 1] * 5, "g": [1, 2] * 5}
TURNED = {"method": ["a", "b"], "iris": [0.8, 0.9], "wine": [0.7, 0.8], "g": [1, 2]}
FAMILIES = {"t": 4, "u": 4, "v": 4, "w": 3, "x": 2, "y": 1, "z": 1}


def _table(seed: int = 1) -> dict[str, list]:
    rng = np.random.default_rng(seed)
    rows = [(f"{family}{i}x", family) for family, size in FAMILIES.items() for i in range(size)]
    shared = {family: rng.normal(0.02, 0.02) for family in FAMILIES}
    a = [round(float(x), 4) for x in rng.uniform(0.6, 0.9, len(rows))]
    b = [round(x + shared[f] + float(rng.normal(0, 0.005)), 4) for x, (_, f) in zip(a, rows, strict=True)]
    return {"dataset": [n for n, _ in rows], "family": [f for _, f in rows], "a": a, "b": b}


def _differences(table: dict[str, list]) -> list[float]:
    rows = list(zip(table["family"], table["a"], table["b"], strict=True))
    return [fmean(b - a for f, a, b in rows if f == family) for family in FAMILIES]


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = _table()
    lines = [",".join(table)] + [",".join(map(str, row)) for row in zip(*table.values(), strict=True)]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n")
    return "scores.csv"


def test_the_test_is_that_of_the_families_means():
    table = _table()
    made = bakeoff.compare(table, cluster_column="family")
    expected = wilcoxon(np.round(_differences(table), 12))
    assert made.pairs[0].p_value == pytest.approx(expected.p_value, rel=1e-12)
    assert (made.pairs[0].units, len(made.pairs[0].advantages)) == (tuple(FAMILIES), len(FAMILIES))


def test_several_classifiers_are_judged_by_families_too():
    rng = np.random.default_rng(0)
    table = _table() | {f"c{i}": rng.uniform(0.5, 0.9, 19).round(3).tolist() for i in range(3)}
    made = bakeoff.compare(table, cluster_column="family")
    assert (made.settings.test, made.design.datasets, made.design.members) == ("max-t", 7, 19)
    means = {"dataset": list(FAMILIES)}
    for name in made.evidence.classifiers:
        rows = list(zip(table["family"], table[name], strict=True))
        means[name] = [fmean(score for f, score in rows if f == family) for family in FAMILIES]
    assert [p.p_value for p in made.pairs] == pytest.approx([p.p_value for p in bakeoff.compare(means).pairs])


def test_a_long_table_with_folds_gives_the_same_families():
    table = _table()
    wide = bakeoff.compare(table, cluster_column="family")
    rows = zip(table["dataset"], table["family"], table["a"], table["b"], strict=True)
    long = [
        {"dataset": d, "family": f, "classifier": name, "fold": fold, "score": score + step}
        for d, f, a, b in rows
        for name, score in (("a", a), ("b", b))
        for fold, step in ((1, 0.01), (2, -0.01))
    ]
    made = bakeoff.compare(long, cluster_column="family")
    assert made.pairs[0].p_value == wide.pairs[0].p_value
    assert "the folds of single datasets are not used" in next(
        f.message for f in made.findings if f.code == "BO329"
    )


def test_numbers_may_name_families():
    table = _table()
    table["family"] = [ord(f) for f in table["family"]]
    assert bakeoff.compare(table, cluster_column="family").design.datasets == len(FAMILIES)


def test_a_dataset_without_a_family_is_one_of_its_own():
    table = _table()
    table["family"][-1] = ""
    made = bakeoff.compare(table, cluster_column="family")
    assert made.evidence.datasets == (*list(FAMILIES)[:-1], "z0x")


def test_headline_quiet_json_report_and_latex_count_families(file, capsys):
    assert (
        main(
            [
                "compare",
                file,
                "--cluster-column",
                "family",
                "--json",
                "--report",
                "r.html",
                "--latex",
                "k.tex",
            ]
        )
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert document["summary"].startswith("b is better than a on 7 families (19 datasets).")
    assert (document["evidence"]["datasets"], document["pairs"][0]["n"]) == (19, 7)
    assert {name: len(own) for name, own in document["evidence"]["families"].items()} == FAMILIES
    main(["compare", file, "--cluster-column", "family", "-q"])
    assert capsys.readouterr().out.split(". ")[0] == "b is better than a on 7 families (19 datasets)"
    page, kit = Path("r.html").read_text(), Path("k.tex").read_text()
    assert "7 families (19 datasets), paired by family" in page
    assert "--cluster-column family" in page
    assert "on 19 datasets in seven families, each family counting once" in kit


def test_the_screen_is_paired_by_family(file, capsys):
    main(["compare", file, "--cluster-column", "family"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "paired by family of datasets" in shown
    assert (
        "BO329 each family of datasets counts once, by the mean of its scores: 19 datasets in 7 families"
        in shown
    )


def test_a_family_or_a_dataset_of_it_can_be_left_out(file, capsys):
    main(["compare", file, "--cluster-column", "family", "--without", "v", "-q"])
    assert "6 families (15 of 19 datasets, 4 left out by hand)" in capsys.readouterr().out
    main(["compare", file, "--cluster-column", "family", "--leave-out", "t1x", "-q"])
    assert "7 families (18 of 19 datasets, 1 left out by hand)" in capsys.readouterr().out


def test_a_family_that_is_unticked_is_recorded_by_its_datasets():
    made = read_evidence(_table(), options=ReadOptions(cluster_column="family"))
    some = made.subset(np.array([name != "w" for name in made.datasets]))
    assert some.left_out[-1].names == ("w0x", "w1x", "w2x")
    assert [f.name for f in some.families] == list(some.datasets)


def test_what_the_audit_says_of_removed_families_holds_when_they_are_left_out():
    table = _table()
    made = bakeoff.compare(table, cluster_column="family")
    claims = [f for f in bakeoff.audit(made).fragility if f.removing]
    assert claims
    for claim in claims:
        again = bakeoff.compare(table, cluster_column="family", without=claim.removing)
        assert (again.pairs[0].verdict, again.pairs[0].p_value) == (claim.becomes, claim.p_value_after)


def test_a_family_is_averaged_over_the_datasets_that_every_classifier_has():
    table = _table()
    table["b"][0] = None
    made = read_evidence(table, options=ReadOptions(cluster_column="family"))
    assert made.families[0].members == ("t1x", "t2x", "t3x")
    assert made.left_out[-1].names == ("t0x",)
    assert made.values[0].tolist() == pytest.approx([fmean(table["a"][1:4]), fmean(table["b"][1:4])])


def test_a_family_without_a_complete_dataset_has_a_gap():
    table = _table()
    table["b"][15], table["a"][16] = None, None
    made = read_evidence(table, options=ReadOptions(cluster_column="family"))
    assert np.isnan(made.values[4]).all()


def test_the_ledger_knows_the_datasets_of_families_again():
    whole, families = (
        read_evidence(_table()),
        read_evidence(_table(), options=ReadOptions(cluster_column="family")),
    )
    found = match_footprints(take_footprint(families), take_footprint(whole))
    assert found is not None
    assert (found.by, found.shared) == ("dataset", 19)


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        (_table(), {"cluster_column": "famly"}, "there is no column 'famly'"),
        (_table() | {"family": ["one"] * 19}, {"cluster_column": "family"}, "all 19 datasets are of one family"),
        (_table(), {"cluster_column": "family", "dataset_column": "family"}, "'family' cannot be used"),
        (PREDICTIONS, {"cluster_column": "g"}, "predictions of single examples"),
        (TURNED, {"cluster_column": "g"}, "the rows of this table are classifiers"),
    ],
)  # fmt: skip
def test_what_has_no_families_is_refused(table, options, words):
    with pytest.raises(BakeoffError, match=words):
        bakeoff.compare(table, **options)


def test_a_dataset_in_two_families_is_refused():
    rows = [
        {"dataset": d, "family": f, "classifier": c, "score": s}
        for d, f, c, s in [
            ("i", "p", "a", 0.8),
            ("i", "q", "b", 0.9),
            ("j", "p", "a", 0.7),
            ("j", "p", "b", 0.6),
        ]
    ]
    with pytest.raises(BakeoffError, match="'i' is in two families, 'p' and 'q'"):
        bakeoff.compare(rows, cluster_column="family")


def test_evidence_that_was_read_already_has_no_column_of_families():
    made = replace(read_evidence(_table()), findings=())
    with pytest.raises(BakeoffError, match="families are of datasets"):
        bakeoff.compare(made, cluster_column="family")


def test_tables_for_other_programs_list_the_families(file, capsys):
    main(
        [
            "compare",
            file,
            "--cluster-column",
            "family",
            "-q",
            "--export",
            "all.xlsx",
            "--export",
            "summary=s.csv",
        ]
    )
    assert Path("all.xlsx").stat().st_size > 0
    assert "x: x0x, x1x; y: y0x; z: z0x" in Path("s.csv").read_text()
