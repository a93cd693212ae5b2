"""Every command that reads evidence reads it as compare does, or refuses in words."""

import json

import pytest

from bakeoff.cli.main import main

ROWS = [
    "name;family;A;B;size",
    *(
        f"n{f}{m};kind {f};0,{70 + f};0,{71 + 2 * f + m};{100 * (f + 1)}"
        for f in range(7)
        for m in range(1 + f % 2)
    ),
]
READ = ("--dataset-column", "name", "--cluster-column", "family", "--columns", "A,B")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    return str(path)


def answer(capsys, *words):
    code = main([*words, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return json.loads(out)


def test_explain_shows_the_families_that_the_verdict_of_compare_rests_on(table, capsys, tmp_path):
    compared = answer(capsys, "compare", table, *READ)
    properties = tmp_path / "properties.csv"
    properties.write_text("name,size\n" + "\n".join(f"kind {f},{f + 1}" for f in range(7)) + "\n")
    explained = answer(capsys, "explain", table, *READ, "--properties", str(properties))
    assert explained["datasets"] == compared["pairs"][0]["n"] == 7
    assert explained["datasets_of_families"] == 10
    advantages = [row["advantage"] for row in explained["forest"]]
    assert sum(advantages) / 7 == pytest.approx(explained["population"]["mean"])


def test_calibrate_and_plan_read_families_too(table, capsys):
    calibrated = answer(capsys, "calibrate", table, *READ, "--seconds", "5")
    assert calibrated["blocks"] == 7
    planned = answer(capsys, "plan", table, *READ, "--difference", "0.02")
    assert (planned["datasets_at_hand"], planned["members"]) == (7, 10)


def test_a_pilot_that_is_not_there_is_not_read(capsys):
    assert main(["plan", "--difference", "0.02", "--sd", "0.05", "--cluster-column", "family"]) == 2
    assert "BO580" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("80/100", "--only", "region=n"), ("p.csv", "--subgroup-column", "region")]
)
def test_an_estimate_refuses_what_it_would_not_follow(words, capsys):
    assert main(["estimate", *words]) == 2
    assert "BO582" in capsys.readouterr().err


def test_an_estimate_reads_some_rows_of_predictions(tmp_path, capsys):
    path = tmp_path / "p.csv"
    path.write_text("id,truth,A,region\n1,x,x,n\n2,y,x,s\n3,x,x,n\n4,y,y,s\n", encoding="utf-8")
    assert main(["estimate", str(path), "--only", "region=n"]) == 0
    assert "2 of 2 right" in capsys.readouterr().out


@pytest.mark.parametrize("bound", [(), ("--bound", "share", "--share", "0.5")])
def test_a_gate_over_families_counts_families(table, capsys, tmp_path, bound):
    kit = tmp_path / "kit.tex"
    main(
        [
            "compare",
            table,
            *READ,
            "--gate",
            "not-worse",
            "--margin",
            "0.05",
            *bound,
            "-q",
            "--latex",
            str(kit),
        ]
    )
    line = capsys.readouterr().err.splitlines()[-1]
    said = kit.read_text().split("The gate (")[1].split("\n")[0]
    for text in (line, said):
        assert "families" in text
        assert "of 7 datasets" not in text
        assert "in 7 datasets" not in text
        assert "such datasets" not in text
