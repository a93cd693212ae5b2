"""Datasets by reference: what is recognised, what is refused, and what is noticed on the way."""

import gzip
import json
import pickle

import numpy as np
import pytest

from bakeoff.core.datasets import CategoricalColumn, NumericColumn, make_dataset
from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import expand_reference, load_dataset
from bakeoff.datasets.sources.bundled import BUNDLED


def written(folder, text, name="data.csv"):
    (folder / name).write_text(text, encoding="utf-8")
    return name


def codes(dataset):
    return [finding.code for finding in dataset.findings]


def refused(code, reference, base):
    with pytest.raises(DatasetError) as caught:
        load_dataset(reference, base=base)
    assert caught.value.code == code
    return str(caught.value)


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_datasets_are_what_the_catalogue_says(name, tmp_path):
    dataset = load_dataset(name, base=tmp_path)
    known = BUNDLED[name]
    assert (dataset.rows, len(dataset.features), len(dataset.classes)) == (
        known.rows,
        known.attributes,
        known.classes,
    )
    assert load_dataset(f"sklearn:{name}", base=tmp_path).digest == dataset.digest


def test_a_csv_file_is_read_with_its_types(tmp_path):
    written(tmp_path, "age,city,class\n1,ulm,yes\n2.5,,no\n?,bonn,yes\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    age, city = dataset.features
    assert isinstance(age, NumericColumn)
    np.testing.assert_array_equal(age.values, [1, 2.5, np.nan])
    assert isinstance(city, CategoricalColumn)
    assert (city.levels, city.codes.tolist()) == (("bonn", "ulm"), [1, -1, 0])
    assert (dataset.name, dataset.classes, dataset.target.tolist()) == ("data", ("no", "yes"), [1, 0, 1])


def test_the_matrix_has_codes_for_categories_and_nan_for_missing(tmp_path):
    written(tmp_path, "age,city,class\n1,ulm,yes\n2.5,,no\n?,bonn,yes\n")
    table, categorical = load_dataset("data.csv", base=tmp_path).matrix()
    np.testing.assert_array_equal(table, [[1, 1], [2.5, np.nan], [np.nan, 0]])
    assert categorical.tolist() == [False, True]


def test_the_same_content_has_the_same_digest_packed_or_not_and_by_tabs_or_commas(tmp_path):
    text = "a,b,class\n1,x,p\n2,y,q\n"
    written(tmp_path, text)
    written(tmp_path, text.replace(",", "\t"), "data.tsv")
    written(tmp_path, text.replace(",", ";"), "semi.csv")
    (tmp_path / "packed.csv.gz").write_bytes(gzip.compress(text.encode()))
    arff = (
        "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute class {p,q}\n@data\n1,x,p\n2,y,q\n"
    )
    written(tmp_path, arff, "data.arff")
    names = ("data.csv", "data.tsv", "semi.csv", "packed.csv.gz", "data.arff")
    assert len({load_dataset(name, base=tmp_path).digest for name in names}) == 1


def test_the_digest_sees_every_change(tmp_path):
    texts = [
        "a,class\n1,p\n2,q\n",
        "a,class\n1,p\n3,q\n",
        "b,class\n1,p\n2,q\n",
        "a,class\n1,p\n2,r\n",
        "a,class\n2,q\n1,p\n",
    ]
    digests = {load_dataset(written(tmp_path, text), base=tmp_path).digest for text in texts}
    assert len(digests) == len(texts)


def test_options_name_target_groups_times_types_and_what_to_leave_out(tmp_path):
    rows = "".join(f"{i},{i % 3},{i % 2 + 5},p{i % 4},2026-01-{i + 1:02d},{'ab'[i % 2]}\n" for i in range(12))
    written(tmp_path, "id,x,zip,patient,day,kind\n" + rows)
    reference = "data.csv#target=kind&group=patient&time=day&categorical=zip&drop=id"
    dataset = load_dataset(reference, base=tmp_path)
    assert [c.name for c in dataset.features] == ["x", "zip"]
    assert isinstance(dataset.features[1], CategoricalColumn)
    assert dataset.groups.tolist() == [0, 1, 2, 3] * 3
    assert np.diff(dataset.times).tolist() == [1.0] * 11


def test_classes_are_text_and_equal_numbers_are_one_class(tmp_path):
    written(tmp_path, "x,class\n1,1.0\n2,1\n3,2\n4,2.0\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert dataset.classes == ("1", "2")
    assert dataset.target.tolist() == [0, 0, 1, 1]
    assert codes(dataset) == ["BO229"]


def test_classes_that_are_numbers_are_in_the_order_of_numbers(tmp_path):
    written(tmp_path, "x,class\n1,10\n2,9\n3,2\n")
    assert load_dataset("data.csv", base=tmp_path).classes == ("2", "9", "10")


def test_rows_without_a_class_are_left_out_and_said_so(tmp_path):
    written(tmp_path, "x,class\n1,a\n2,\n3,b\n4,?\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert dataset.features[0].values.tolist() == [1, 3]
    assert "BO220" in codes(dataset)


def test_a_class_column_in_the_middle_is_found_by_its_name_and_said_so(tmp_path):
    written(tmp_path, "x,label,z\n1,a,5\n2,b,6\n3,a,7\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert [c.name for c in dataset.features] == ["x", "z"]
    assert "BO228" in codes(dataset)


def test_traps_are_noticed(tmp_path):
    lines = [f"{i},n{i},{i % 5},,{10**20 + i},2026-01-{i % 28 + 1:02d},{'ab'[i % 2]}" for i in range(60)]
    lines.append("60,n60,1,,5,2026-02-01,lonely")
    written(tmp_path, "row,name,grade,empty,big,day,class\n" + "\n".join(lines) + "\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert set(codes(dataset)) == {"BO221", "BO222", "BO223", "BO225", "BO226", "BO227"}
    by_code = {f.code: f.detail for f in dataset.findings}
    assert by_code["BO223"]["columns"] == ["grade"]
    assert by_code["BO227"]["columns"] == ["row", "name"]
    assert by_code["BO221"]["classes"] == ["lonely"]


def test_infinite_numbers_are_taken_as_missing_and_said_so(tmp_path):
    written(tmp_path, "x,class\n1,a\ninf,b\n1e400,a\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert np.isnan(dataset.features[0].values).tolist() == [False, True, True]
    assert "BO226" in codes(dataset)


def test_columns_of_the_same_name_are_numbered(tmp_path):
    written(tmp_path, "x,x,,class\n1,2,3,a\n4,5,6,b\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert [c.name for c in dataset.features] == ["x", "x.2", "column 3"]
    assert "BO224" in codes(dataset)


def test_quoted_cells_blanks_and_line_breaks_survive(tmp_path):
    written(tmp_path, '"a, b",note,class\r\n1,"x\ny",p\r\n 2 , z ,q\r\n\r\n')
    dataset = load_dataset("data.csv", base=tmp_path)
    assert dataset.features[0].values.tolist() == [1, 2]
    assert set(dataset.features[1].levels) == {"x\ny", "z"}


def test_nan_and_null_are_missing_among_numbers_and_names_elsewhere(tmp_path):
    written(tmp_path, "x,drug,class\n1,none,a\nNaN,aspirin,b\nnull,none,a\n")
    x, drug = load_dataset("data.csv", base=tmp_path).features
    assert np.isnan(x.values).tolist() == [False, True, True]
    assert drug.levels == ("aspirin", "none")


def test_numbers_with_underscores_are_names(tmp_path):
    written(tmp_path, "x,class\n1_000,a\n2_000,b\n")
    assert load_dataset("data.csv", base=tmp_path).features[0].levels == ("1_000", "2_000")


def test_a_folder_is_read_by_its_types_file_and_only_what_that_lists(tmp_path):
    written(tmp_path, "a,kind,b\n1,p,1\n2,q,2\n", "one.csv")
    written(tmp_path, "not,a,dataset\n", "catalogue.csv")
    types = {"one": {"target": "kind", "columns": {"a": "categorical", "b": "numeric"}}}
    written(tmp_path, json.dumps(types), "types.json")
    (dataset,) = (load_dataset(each, base=tmp_path) for each in expand_reference(".", base=tmp_path))
    assert isinstance(dataset.features[0], CategoricalColumn)
    assert dataset.classes == ("p", "q")
    assert load_dataset("one.csv", base=tmp_path).digest == dataset.digest


def test_a_folder_without_types_holds_every_file_of_a_known_kind(tmp_path):
    written(tmp_path, "a,class\n1,p\n2,q\n", "b.csv")
    written(tmp_path, "a\tclass\n1\tp\n2\tq\n", "a.tsv")
    written(tmp_path, "nothing", "README.md")
    found = expand_reference(".", base=tmp_path)
    assert [load_dataset(each, base=tmp_path).name for each in found] == ["a", "b"]
    refused("BO437", ".", tmp_path)


def test_a_dataset_travels_to_another_process(tmp_path):
    written(tmp_path, "x,class\n1,a\n2,\n3,b\n")
    dataset = load_dataset("data.csv", base=tmp_path)
    again = pickle.loads(pickle.dumps(dataset))
    assert again.digest == dataset.digest
    assert again.findings == dataset.findings


def test_arrays_of_a_dataset_cannot_be_written_to(tmp_path):
    dataset = load_dataset("iris", base=tmp_path)
    with pytest.raises(ValueError, match="read-only"):
        dataset.target[0] = 1


def test_a_file_is_not_taken_for_one_that_has_no_more_than_its_ending(tmp_path):
    written(tmp_path, "x,class\n1,a\n2,b\n", "scores.csv")
    with pytest.raises(DatasetError) as missing:
        load_dataset("nofile.csv", base=tmp_path)
    assert "did you mean" not in missing.value.what


@pytest.mark.parametrize(
    ("code", "reference", "word"),
    [
        ("BO420", "irs", "did you mean 'iris'"),
        ("BO420", "sklearn:irs", "did you mean 'iris'"),
        ("BO420", "dtaa.csv", "did you mean 'data.csv'"),
        ("BO420", "notes.txt", "its ending says nothing"),
        ("BO421", "data.csv#targt=x", "did you mean 'target'"),
        ("BO421", "openml:iris", "no number of OpenML"),
        ("BO421", "  ", "empty"),
        ("BO422", "data.csv#target=clas", "did you mean 'class'"),
        ("BO422", "data.csv#group=patient", "no column 'patient'"),
        ("BO423", "ragged.csv", "do not fit the header"),
        ("BO423", "latin.csv", "#encoding=latin-1"),
        ("BO423", "cut.csv.gz", "cut off"),
        ("BO423", "nul.csv", "NUL"),
        ("BO423", "void.csv", "nothing in it"),
        ("BO424", "header.csv", "no row has a class"),
        ("BO424", "single.csv", "no column beside the class"),
        ("BO425", "data.csv#target=one", "all 3 rows"),
        ("BO426", "regression.csv", "looks like a quantity"),
        ("BO428", "data.csv#numeric=text", "holds 'v'"),
        ("BO438", "empty", "no dataset in the folder"),
        ("BO439", "bad", "not valid JSON"),
        ("BO433", "list.toml", "not valid TOML"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_way_out(code, reference, word, tmp_path):
    written(tmp_path, "x,one,text,class\n1,k,u,a\n2,k,v,b\n3,k,w,a\n".replace("u", "5"))
    written(tmp_path, "x,class\n1,a\n2,b,c\n", "ragged.csv")
    written(tmp_path, "nothing", "notes.txt")
    written(tmp_path, "", "void.csv")
    written(tmp_path, "x,class\n", "header.csv")
    written(tmp_path, "class\na\nb\n", "single.csv")
    written(tmp_path, "x,class\n1,a\0\n", "nul.csv")
    written(tmp_path, "x,y\n" + "".join(f"{i},{i / 7}\n" for i in range(50)), "regression.csv")
    written(tmp_path, "not = = toml", "list.toml")
    (tmp_path / "latin.csv").write_bytes("x,class\n1,é\n2,b\n".encode("latin-1"))
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(b"x,class\n1,a\n2,b\n" * 50)[:-12])
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad").mkdir()
    written(tmp_path / "bad", "{", "types.json")
    assert word in refused(code, reference, tmp_path)


def test_an_encoding_can_be_told(tmp_path):
    (tmp_path / "latin.csv").write_bytes("x,class\n1,é\n2,b\n".encode("latin-1"))
    assert load_dataset("latin.csv#encoding=latin-1", base=tmp_path).classes == ("b", "é")


def test_two_thousand_attributes_are_no_trouble(tmp_path):
    header = ",".join(f"x{j}" for j in range(2000))
    rows = "".join(",".join(str((i * j) % 7) for j in range(2000)) + f",{'ab'[i % 2]}\n" for i in range(30))
    written(tmp_path, f"{header},class\n{rows}")
    dataset = load_dataset("data.csv", base=tmp_path)
    assert dataset.matrix()[0].shape == (30, 2000)


def test_references_of_a_folder_are_absolute(tmp_path):
    written(tmp_path, "a,class\n1,p\n2,q\n", "b.csv")
    assert expand_reference(".", base=tmp_path) == (str(tmp_path / "b.csv"),)


def test_zeros_and_missing_values_have_one_spelling_in_the_digest():
    other_nan = np.array([0x7FF8000000000001], dtype=np.uint64).view(np.float64)[0]

    def digest(*values):
        column = NumericColumn(name="x", values=np.array(values))
        return make_dataset(
            name="d", features=[column], target=np.array([0, 1]), classes="ab", source=""
        ).digest

    assert digest(0.0, np.nan) == digest(-0.0, other_nan)
