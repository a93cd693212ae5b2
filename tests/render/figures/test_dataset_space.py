"""The figure of datasets among those that are known, the finding beside it, and where properties come from."""

import json

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.answers.catalogue_space import SpaceAxis
from bakeoff.core.errors import BakeoffError
from bakeoff.render.figures.dataset_space import (
    axis_words,
    dataset_space_data,
    dataset_space_size,
    draw_dataset_space,
    names_with_room,
)

NAMES = ["iris", "wine", "breast_cancer", "digits"]
SCORES = {"dataset": NAMES, "A": [90, 91, 95, 88], "B": [93, 92, 96, 94]}
OTHERS = {f"other {c}": {"rows": 100.0 * i + 50, "attributes": 2.0 * i + 3, "classes": 2.0 + i % 3}
          for i, c in enumerate("abcdefg")}  # fmt: skip
OWN = {"iris": {"rows": 150, "attributes": 4, "classes": 3}, "wine": {"rows": 178, "attributes": 13, "classes": 3},
       "breast_cancer": {"rows": 569, "attributes": 30, "classes": 2},
       "digits": {"rows": 1797, "attributes": 64, "classes": 10}}  # fmt: skip


def _drawn(data):
    from matplotlib.figure import Figure

    ax = Figure(figsize=dataset_space_size(data)).subplots()
    draw_dataset_space(data, ax)
    ax.figure.draw_without_rendering()
    return ax


def test_given_properties_show_the_compared_datasets_among_the_others():
    comparison = bakeoff.compare(SCORES, properties=OWN | OTHERS)
    assert "dataset-space" in comparison.figures()
    data = dataset_space_data(comparison)
    assert [d.name for d in data.compared] == NAMES
    assert len(data.within) + len(data.beyond) == 7
    ax = _drawn(data)
    assert sum(len(c.get_offsets()) for c in ax.collections) == len(data.tips) == 11
    assert {t.get_text() for t in ax.texts} == {name for _, name in names_with_room(data)} != set()


def test_a_file_of_properties_is_read_by_compare_and_audit(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{n},{p['rows']},{p['attributes']},{p['classes']}" for n, p in (OWN | OTHERS).items()]
    (tmp_path / "known.csv").write_text("dataset,rows,attributes,classes\n" + "\n".join(rows) + "\n")
    lines = [",".join(map(str, row)) for row in zip(*SCORES.values(), strict=True)]
    (tmp_path / "scores.csv").write_text("dataset,A,B\n" + "\n".join(lines) + "\n")
    assert main(["audit", "scores.csv", "--properties", "known.csv", "--json", "--figures", "drawn"]) == 0
    (found,) = [f for f in json.loads(capsys.readouterr().out)["findings"] if f["code"] == "BO165"]
    assert found["detail"]["ranges"]["rows"] == {"low": 150.0, "high": 1797.0, "beyond": 1}
    assert "150 to 1,797 rows" in found["message"]
    assert (tmp_path / "drawn" / "dataset-space.png").exists()


def test_datasets_are_looked_up_by_name_in_the_catalogue_of_the_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "dataset-space" not in bakeoff.compare(SCORES).figures()
    entries = "".join(
        f'\n[[dataset]]\nname = "{n}"\nreference = "{i}.csv"\nrows = {int(p["rows"])}\n'
        f'attributes = {int(p["attributes"])}\nclasses = {int(p["classes"])}\nmissing_share = 0.0\ndigest = ""\n'
        for i, (n, p) in enumerate(OTHERS.items())
    )
    (tmp_path / "bakeoff-datasets.toml").write_text('schema = "bakeoff/datasets/1"\n' + entries)
    comparison = bakeoff.compare(SCORES)
    assert "dataset-space" in comparison.figures()
    assert (
        comparison.plot("dataset-space").get_title(loc="left").startswith("4 datasets of this table among 7")
    )
    (tmp_path / "bakeoff-datasets.toml").write_text("this is no catalogue")
    assert "dataset-space" not in bakeoff.compare(SCORES).figures()


def test_without_properties_the_refusal_says_how_to_give_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare({"A": [80, 73, 85, 68], "B": [85, 70, 85, 74]}).plot("dataset-space")
    assert "--properties FILE" in str(refused.value)


def test_an_axis_is_named_by_what_moves_most_along_it():
    axis = SpaceAxis(share=0.5, loadings=(("rows", 0.3), ("majority_share", 0.8), ("classes", -0.5)))
    assert axis_words(axis) == "larger share of the largest class, fewer classes (50 %)"
