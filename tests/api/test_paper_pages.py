"""Papers of tables of every size: the tables say what the text refers to, stand in order, and waste no pages."""

import re

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main


def write_table(path, names, scores):
    rows = [",".join([f"set-{i}", *(f"{v:.1f}" for v in row)]) for i, row in enumerate(scores)]
    path.write_text("\n".join([",".join(["dataset", *names]), *rows]) + "\n", encoding="utf-8")


def make_scores(datasets, gains, *, spread=3.0, seed=3):
    rng = np.random.default_rng(seed)
    return (
        55 + rng.normal(0, 5, (datasets, 1)) + np.array(gains) + rng.normal(0, spread, (datasets, len(gains)))
    )


def read_kit(folder, names, scores):
    """Return the kit that the command line writes of a table."""
    write_table(folder / "t.csv", names, scores)
    assert (
        main(["compare", str(folder / "t.csv"), "--metric", "accuracy", "--latex", str(folder / "kit.tex")])
        == 0
    )
    return (folder / "kit.tex").read_text(encoding="utf-8")


def section_of(kit, name):
    return kit.split(f"% ---- {name} ----\n")[1].split("\n% ---- ")[0]


@pytest.fixture(scope="module")
def kit_of_ours(tmp_path_factory):
    """The kit of 11 methods, of which one is ours and in the middle, the first is worst, and little is decided."""
    names = ["Old", *(f"M{j}" for j in range(9)), "Ours"]
    scores = make_scores(12, [-9, *([0.0] * 9), 0.3])
    return read_kit(tmp_path_factory.mktemp("kit"), names, scores)


def test_the_pairs_that_differ_are_in_the_table_that_the_text_names(kit_of_ours):
    results, pairs = (section_of(kit_of_ours, name) for name in ("results", "table of pairs"))
    claimed = re.search(r"(\w+) of the 55 pairs|Of the 55 pairs, (\w+)", results)
    assert claimed is not None
    assert "tab:bakeoff-pairs" in results
    assert "shows those of" not in results
    assert pairs.count("& better") + pairs.count("& worse") == 10
    assert "and the others that were found to differ are shown" in pairs


def test_the_marks_are_about_the_method_that_the_table_of_pairs_is_about(kit_of_ours):
    scores, pairs = (section_of(kit_of_ours, name) for name in ("table of scores", "table of pairs"))
    assert pairs.count("Ours vs.") == 10
    assert "worse than Ours" in scores
    assert "undecided against Ours" in scores
    marked = re.search(r"^Mean & (.*) \\\\$", scores, flags=re.MULTILINE)[1].split(" & ")
    assert [r"\dagger" in cell for cell in marked] == [True] + [False] * 10


def test_a_mark_takes_no_room_so_that_numbers_stay_below_each_other(kit_of_ours):
    marks = re.findall(r".{6}\$\^{\\dagger}\$(?=.? [&\\])", section_of(kit_of_ours, "table of scores"))
    assert marks
    assert all(mark.startswith(r"\rlap{") for mark in marks)


def test_p_values_have_their_points_below_each_other(kit_of_ours):
    rows = [line for line in section_of(kit_of_ours, "table of pairs").splitlines() if " vs." in line]
    cells = [row.split(" & ")[3].strip("$").replace(r"\phantom", "") for row in rows]
    assert len({len(re.sub("[{}]", "", cell).rpartition(".")[2]) for cell in cells}) == 1


def test_of_very_many_that_are_tied_the_few_others_are_named(tmp_path):
    names = [f"M{j:02d}" for j in range(16)]
    kit = read_kit(tmp_path, names, make_scores(10, [-20, *([0.0] * 15)], spread=2.0))
    results = " ".join(section_of(kit, "results").split())
    assert "Tied for best are 15 of the 16 classifiers, all but M00: no classifier" in results


def test_where_nothing_is_decided_the_nearest_pair_is_told_with_its_interval(tmp_path):
    names, scores = ["A", "B", "C"], make_scores(12, [0, 0.5, 0])
    write_table(tmp_path / "t.csv", names, scores)
    comparison = bakeoff.compare(tmp_path / "t.csv", metric="accuracy")
    results = comparison.paper().results
    p_values = {frozenset((p.a, p.b)): p.p_value for p in comparison.pairs}
    named = re.search(r"smallest adjusted \$p\$-value is that of (\w) over (\w) \((.*?)\)\.", results)
    assert named is not None
    assert p_values[frozenset(named.group(1, 2))] == min(p_values.values())
    assert named[3].startswith("mean advantage $+")
    assert r"simultaneous 95\% confidence interval" in named[3]


def test_our_method_is_told_of_where_none_of_its_pairs_is_decided(tmp_path):
    scores = make_scores(10, [-12, 0, 0, 0], spread=1.0)
    scores[:, 3] = scores[:, 0] + np.array(
        [30, -12, 25, -9, 14, -8, 13, -10, 20, -11]
    )  # ours is all over the place
    results = section_of(read_kit(tmp_path, ["Old", "RF", "SVM", "Ours"], scores), "results")
    assert "None of the three pairs with Ours was decided." in results


@pytest.mark.parametrize(("datasets", "classifiers", "is_turned"), [(44, 24, False), (12, 30, True)])
def test_parts_are_turned_or_upright_whichever_takes_fewer_pages(datasets, classifiers, is_turned, tmp_path):
    names = [f"Method {j:02d}" for j in range(classifiers)]
    write_table(tmp_path / "t.csv", names, make_scores(datasets, [0.0] * classifiers))
    target = tmp_path / "scores.tex"
    assert (
        main(["compare", str(tmp_path / "t.csv"), "--metric", "accuracy", "--export", f"scores={target}"])
        == 0
    )
    table = target.read_text(encoding="utf-8")
    assert (r"\begin{landscape}" in table) is is_turned
    assert re.search(r"The best of each row over (both|all) parts is in bold", table)


def test_a_long_table_of_pairs_does_not_overtake_the_tables_before_it(tmp_path):
    names = [f"Method {j:02d}" for j in range(53)]
    kit = read_kit(tmp_path, names, make_scores(44, np.linspace(0, 6, 53)))
    assert section_of(kit, "table of pairs").startswith("\\clearpage\n\\begingroup")
