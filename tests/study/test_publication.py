"""A study as a folder: written whole, checked on another machine, repeated cell by cell, put together with others."""

import json
import shutil

import pandas as pd
import pytest

from bakeoff.api.study.publication.community import compare_folders
from bakeoff.api.study.publication.manifest import CONTENTS, MANIFEST, digest_file
from bakeoff.api.study.publication.verification import run_cells_again, verify_folder
from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import InputError, UsageError

STUDY = """\
datasets = ["iris", "wine"]
metrics = ["accuracy", "f1_macro", "log_loss"]
[resampling]
folds = 3
[tuning]
folds = 2
[classifiers.tree]
estimator = "DecisionTreeClassifier"
search = { max_depth = [1, 3] }
[classifiers.bayes]
estimator = "GaussianNB"
"""


def published(folder, here, name="A", *, text=STUDY, by="Lab A"):
    file = folder / f"{name}.toml"
    file.write_text(f'name = "shared"\n{text}')
    study = Study.load(file)
    results = study.run(folder / f"{name}.db", engine=here)
    return study.publish(results, folder / name, by=by, license_name="CC0")


@pytest.fixture(scope="module")
def original(tmp_path_factory, here):
    return published(tmp_path_factory.mktemp("published"), here)


@pytest.fixture
def folder(original, tmp_path):
    return shutil.copytree(original, tmp_path / "copy")


def change(folder, name, edit):
    """Change a table of a folder, and its digest in the manifest with it."""
    table = pd.read_parquet(folder / name)
    edit(table)
    table.to_parquet(folder / name, index=False)
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"][name]["digest"] = digest_file(folder / name)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def failed_checks(folder):
    return [check.check for check in verify_folder(folder).checks if not check.passed]


def test_the_folder_holds_everything_and_passes(original):
    assert {path.name for path in original.iterdir()} == {*CONTENTS, MANIFEST}
    verification = verify_folder(original)
    assert verification.passed, verification
    assert [check.check for check in verification.checks] == [
        "files",
        "specification",
        "cells",
        "splits",
        "scores",
        "comparison",
    ]


def test_the_metadata_are_an_ro_crate(original):
    crate = json.loads((original / "ro-crate-metadata.json").read_text())
    assert crate["@context"] == "https://w3id.org/ro/crate/1.1/context"
    by_id = {each["@id"]: each for each in crate["@graph"]}
    assert by_id["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    assert by_id["./"]["@type"] == "Dataset"
    assert {"name", "description", "datePublished", "license", "author"} <= set(by_id["./"])
    assert {part["@id"] for part in by_id["./"]["hasPart"]} == set(CONTENTS) - {"ro-crate-metadata.json"}


def test_no_path_of_this_machine_is_in_the_folder(original):
    home = str(original.parent)
    for path in original.iterdir():
        if path.suffix in (".json", ".html", ".toml"):
            assert home not in path.read_text(), path.name


def test_files_that_are_changed_lost_or_added_are_named(folder):
    (folder / "scores.parquet").write_bytes(b"other")
    (folder / "ledger.json").unlink()
    (folder / "notes.txt").write_text("mine")
    (check,) = verify_folder(folder).checks
    assert check.said == "missing: ledger.json; changed: scores.parquet; not listed: notes.txt"


def test_a_score_that_its_predictions_do_not_give_is_found_even_with_a_new_digest(folder):
    change(
        folder,
        "scores.parquet",
        lambda table: table.__setitem__("score", table.score.where(table.index > 0, 0.5)),
    )
    assert "scores" in failed_checks(folder)


def test_other_splits_than_were_run_are_found(folder):
    change(folder, "splits.parquet", lambda table: table.__setitem__("row", table.row + (table.index == 0)))
    assert failed_checks(folder) == ["splits"]


def test_a_verdict_that_the_scores_do_not_give_is_found(folder):
    document = json.loads((folder / "comparison.json").read_text())
    document["pairs"][0]["verdict"] = "better"
    (folder / "comparison.json").write_text(json.dumps(document))
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"]["comparison.json"]["digest"] = digest_file(folder / "comparison.json")
    (folder / MANIFEST).write_text(json.dumps(manifest))
    assert failed_checks(folder) == ["comparison"]


def test_cells_are_run_again_and_give_the_same(original, tmp_path):
    check = run_cells_again(original, most=4, base=tmp_path, trust=False)
    assert (check.passed, check.said) == (True, "4 cells run again, with the same scores")


def test_a_cell_that_gives_another_score_is_named(folder, tmp_path):
    change(
        folder,
        "scores.parquet",
        lambda table: table.__setitem__("score", table.score.where(table.index > 0, 0.5)),
    )
    check = run_cells_again(folder, most=1, base=tmp_path, trust=False)
    assert not check.passed
    assert check.said == "1 cell run again; others: tree on iris, repeat 0, fold 0"


def test_several_labs_agree_where_both_ran_a_cell_and_add_what_others_lack(original, tmp_path, here):
    bayes = '[classifiers.bayes]\nestimator = "GaussianNB"\n'
    wider = STUDY.replace('"wine"]', '"wine", "breast_cancer"]').replace(bayes, "")
    other = published(tmp_path, here, "B", text=wider, by="Lab B")
    together, table = compare_folders([original, other])
    assert together.scores_by == {"Lab A": 36, "Lab B": 27}
    assert (together.agreed, together.once, together.conflicts) == (18, 27, ())
    assert table.ran_by.value_counts().to_dict() == {"Lab A; Lab B": 18, "Lab A": 18, "Lab B": 9}


def test_a_conflict_is_named_and_its_scores_are_left_out(original, folder, capsys, tmp_path):
    def edit(table):
        table.loc[(table.metric == "log_loss") & (table.index < 3), "score"] += 0.1

    change(
        folder, "scores.parquet", edit
    )  # whose probabilities it has not kept, or the folder would contradict itself
    change(folder, "predictions.parquet", lambda table: table.__setitem__("probabilities", None))
    out = tmp_path / "merged.csv"
    assert main(["verify", str(original), str(folder), "--merge", str(out)]) == 1
    said = capsys.readouterr().out
    assert "conflict: log_loss of tree on iris, repeat 0, fold 0: Lab A (1) " in said
    assert len(pd.read_csv(out)) == 35


def test_one_name_for_two_classifiers_cannot_be_put_together(original, tmp_path, here):
    other = published(tmp_path, here, "B", text=STUDY.replace("[1, 3]", "[1, 4]"), by="Lab B")
    with pytest.raises(InputError, match="classifier 'tree' is one thing in the folder of Lab A"):
        compare_folders([original, other])


def test_a_folder_that_is_no_study_or_not_empty_is_refused(tmp_path, capsys):
    assert main(["verify", str(tmp_path)]) == 2
    assert "this is no published study" in capsys.readouterr().err
    (tmp_path / "x").write_text("x")
    study = Study({"a": "GaussianNB"}, ["iris"])
    with pytest.raises(UsageError, match="is not empty"):
        study.publish(None, tmp_path)


BINARY = """\
datasets = ["breast_cancer"]
metrics = ["f1", "roc_auc", "log_loss", "brier", "average_precision"]
[resampling]
folds = 2
repeats = 2
[classifiers.tree]
estimator = "DecisionTreeClassifier"
parameters = { max_depth = 2 }
[classifiers.bayes]
estimator = "GaussianNB"
"""
QUANTITY = """\
datasets = ["sklearn:diabetes"]
metrics = ["rmse", "r2"]
[resampling]
folds = 2
repeats = 2
[regressors.ridge]
estimator = "Ridge"
[regressors.mean]
estimator = "DummyRegressor"
"""


@pytest.mark.parametrize(("text", "metrics"), [(BINARY, 5), (QUANTITY, 2)])
def test_scores_of_one_class_of_probabilities_and_of_quantities_are_computed_again(
    here, tmp_path, text, metrics
):
    folder = published(tmp_path, here, text=text)
    (check,) = [check for check in verify_folder(folder).checks if check.check == "scores"]
    assert check.said == f"{2 * 4 * metrics} scores computed again from predictions"
    change(folder, "scores.parquet", lambda table: table.__setitem__("score", table.score * 1.001))
    (check,) = [check for check in verify_folder(folder).checks if check.check == "scores"]
    assert not check.passed
