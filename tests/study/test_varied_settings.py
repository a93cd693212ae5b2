"""Settings of classifiers as factors of a study: one classifier for each combination, and what the settings do."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import DesignError, UsageError

pytestmark = pytest.mark.usefixtures("in_this_process")

STUDY = """
name = "s"
datasets = {datasets}
{more}
[resampling]
folds = 2
[classifiers.tree]
estimator = "DecisionTreeClassifier"
{tree}
[classifiers.bayes]
estimator = "GaussianNB"
"""
NOISE = '["artificial:linear?n=80&noise=[0,0.3]&seed=[1,2,3]"]'


def written(folder, *, datasets=NOISE, tree="vary = { max_depth = [1, 4, 16] }", more=""):
    file = folder / "s.toml"
    file.write_text(STUDY.format(datasets=datasets, tree=tree, more=more))
    return file


def refusal(folder, **words):
    with pytest.raises(UsageError) as refused:
        bakeoff.Study.load(written(folder, **words))
    return str(refused.value)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("varied")
    file = written(folder)
    assert main(["run", str(file)]) == 0
    return folder


def table_of(results, names):
    found = {}
    for outcome in results.outcomes():
        found.setdefault((outcome.cell.classifier, outcome.cell.dataset), []).append(
            outcome.scores["accuracy"]
        )
    datasets = list(dict.fromkeys(d for _, d in found))
    return np.array([[np.mean(found[name, d]) for name in names] for d in datasets])


def test_every_combination_is_a_classifier_of_its_own(tmp_path):
    tree = (
        'vary = { max_depth = [1, 4], splitter = ["best", "random"] }\nparameters = { criterion = "entropy" }'
    )
    made = bakeoff.Study.load(written(tmp_path, tree=tree)).specification.classifiers
    assert [c.name for c in made] == [
        "tree max_depth=1 splitter=best",
        "tree max_depth=1 splitter=random",
        "tree max_depth=4 splitter=best",
        "tree max_depth=4 splitter=random",
        "bayes",
    ]
    assert made[1].parameters == {"criterion": "entropy", "max_depth": 1, "splitter": "random"}


def test_settings_and_their_interplay_with_noise_are_factors(ran):
    results = bakeoff.Study.load(ran / "s.toml").run(ran / "s.db")
    made = results.factors()
    names = ["noise", "classifier", "tree: max_depth", "classifier × noise", "tree: max_depth × noise"]
    assert [each.factor for each in made.each] == names
    lines = {each.factor: each for each in made.each}
    depths = table_of(results, [f"tree max_depth={d}" for d in (1, 4, 16)])
    # Within each dataset, over the three settings: the analysis of variance of repeated measures with two groups.
    groups = [depths[:3], depths[3:]]
    rest = sum(((g - g.mean(1, keepdims=True) - g.mean(0) + g.mean()) ** 2).sum() for g in groups)
    depth = len(depths) * ((depths.mean(0) - depths.mean()) ** 2).sum()
    assert lines["tree: max_depth"].df == 2
    assert lines["tree: max_depth"].residual_df == 8
    assert lines["tree: max_depth"].f == pytest.approx(depth / 2 / (rest / 8), rel=1e-9)
    assert lines["tree: max_depth"].p_value == pytest.approx(scipy.stats.f.sf(depth / 2 / (rest / 8), 2, 8))
    assert lines["tree: max_depth"].effects["4"] == pytest.approx(depths[:, 1].mean() - depths.mean())
    # The mean of the tree's settings against the other classifier, by groups of noise: a t-test, squared.
    gap = depths.mean(1) - table_of(results, ["bayes"])[:, 0]
    test = scipy.stats.ttest_ind(gap[:3], gap[3:])
    assert lines["classifier × noise"].p_value == pytest.approx(test.pvalue, rel=1e-9)


def test_the_command_line_and_json_have_the_factors(ran, capsys):
    file = ran / "s.toml"
    assert main(["run", str(file)]) == 0
    said = capsys.readouterr().out
    assert "What the properties of the data and settings do to accuracy" in said
    assert "tree: max_depth × noise" in said
    assert main(["run", str(file), "--json"]) == 0
    factors = json.loads(capsys.readouterr().out)["factors"]
    assert factors["settings"] == ["tree: max_depth"]
    assert factors["properties"] == ["noise"]


def test_explain_has_the_same_factors(ran, capsys):
    pair = ["--pair", "tree max_depth=1", "tree max_depth=16"]
    assert main(["run", str(ran / "s.toml"), "--json"]) == 0
    own = json.loads(capsys.readouterr().out)["factors"]
    assert main(["explain", str(ran / "s.db"), *pair, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["factors"] == own
    assert main(["explain", str(ran / "s.db"), *pair]) == 0
    assert "tree: max_depth × noise" in capsys.readouterr().out


def test_explain_does_not_say_that_nothing_explains_what_the_factors_show(tmp_path, capsys):
    datasets = '["artificial:linear?n=400&noise=[0,0.3]&seed=[1,2,3]"]'
    file = written(tmp_path, datasets=datasets, tree="vary = { max_depth = [1, 16] }", more="seed = 1")
    assert main(["run", str(file), "--json"]) == 0
    shown = {f["factor"]: f["p"] for f in json.loads(capsys.readouterr().out)["factors"]["factors"]}
    assert shown["tree: max_depth × noise"] < 0.05 < shown["classifier × noise"]
    assert main(["explain", str(tmp_path / "s.db"), "--pair", "tree max_depth=1", "tree max_depth=16"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Permutations of 6 datasets do not show where tree max_depth=16 beats tree max_depth=1" in said
    assert "the study's own factors do: tree: max_depth × noise (p = ." in said
    assert "Nothing we measured explains" not in said
    assert main(["explain", str(tmp_path / "s.db"), "--pair", "tree max_depth=16", "bayes"]) == 0
    assert "Nothing we measured explains" in " ".join(capsys.readouterr().out.split())


def test_settings_shared_by_all_classifiers_are_crossed_with_them(tmp_path):
    vary = {"max_depth": [1, 4]}
    study = bakeoff.Study(
        {
            "tree": {"estimator": "DecisionTreeClassifier", "vary": vary},
            "extra": {"estimator": "ExtraTreeClassifier", "vary": vary},
        },
        ["iris", "wine", "breast_cancer"],
        resampling={"folds": 2},
    )
    made = study.run(tmp_path / "s.db").factors()
    assert [each.factor for each in made.each] == ["classifier", "max_depth", "classifier × max_depth"]
    assert made.properties == ()
    assert made.settings == ("max_depth",)
    assert set(made.each[1].effects) == {"1", "4"}


def test_settings_on_one_dataset_are_not_judged(tmp_path, capsys):
    file = written(tmp_path, datasets='["iris"]', tree="vary = { max_depth = [1, 3] }")
    assert main(["run", str(file)]) == 0
    assert "no analysis of factors: settings are judged by datasets" in capsys.readouterr().err
    with pytest.raises(DesignError) as refused:
        bakeoff.Study.load(file).run(tmp_path / "s.db").factors()
    assert refused.value.code == "BO211"


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        ("vary = { max_depth = [] }", "it is an empty list"),
        ("vary = { max_depth = [1, 1] }", "a value stands in it twice"),
        ("vary = { max_dept = [1, 2] }", "did you mean 'max_depth'"),
        ("vary = { max_depth = [1, 2] }\nsearch = { max_depth = [1, 2] }", "it stands in search too"),
        (
            "parameters = { max_depth = [1, 4] }",
            "vary = { max_depth = [1, 4] } compares a classifier for each",
        ),
        (f"vary = {{ max_depth = {list(range(1, 300))} }}", "299 combinations"),
    ],
)
def test_what_cannot_be_varied_is_said_with_its_line(tmp_path, tree, said):
    found = refusal(tmp_path, tree=tree)
    assert said in found
    assert "line " in found


def test_a_baseline_is_one_setting(tmp_path):
    assert "name one of them, such as 'tree max_depth=1'" in refusal(tmp_path, more='baseline = "tree"')
    made = bakeoff.Study.load(written(tmp_path, more='baseline = "tree max_depth=4"'))
    assert made.specification.baseline == "tree max_depth=4"


def test_parameters_that_are_lists_stay_lists():
    made = bakeoff.Study(
        {
            "net": {"estimator": "MLPClassifier", "parameters": {"hidden_layer_sizes": [5, 5]}},
            "nets": {"estimator": "MLPClassifier", "vary": {"hidden_layer_sizes": [[5], [5, 5]]}},
        },
        ["iris"],
    ).specification.classifiers
    assert [c.name for c in made] == ["net", "nets hidden_layer_sizes=[5]", "nets hidden_layer_sizes=[5, 5]"]
    assert made[0].parameters["hidden_layer_sizes"] == [5, 5]


def test_a_list_for_an_estimator_that_is_given_says_how_to_vary_it():
    from sklearn.tree import DecisionTreeClassifier

    tree = {"estimator": DecisionTreeClassifier(), "parameters": {"max_depth": [1, 4]}}
    with pytest.raises(UsageError, match="vary = ") as refused:
        bakeoff.Study({"tree": tree}, ["iris"])
    assert refused.value.code == "BO210"


def test_an_estimator_that_is_given_is_varied():
    from sklearn.tree import DecisionTreeClassifier

    tree = {"estimator": DecisionTreeClassifier(criterion="entropy"), "vary": {"max_depth": np.array([1, 4])}}
    made = bakeoff.Study({"tree": tree}, ["iris"]).specification.classifiers
    assert [c.name for c in made] == ["tree max_depth=1", "tree max_depth=4"]
    with pytest.raises(UsageError, match="to vary; did you mean 'max_depth'"):
        bakeoff.Study({"tree": {**tree, "vary": {"max_dept": [1, 2]}}}, ["iris"])


def test_the_example_of_the_page_runs(tmp_path, capsys):
    page = Path(__file__).parents[2] / "docs" / "study.md"
    (text,) = (block for block in re.findall(r"```toml\n(.*?)```", page.read_text(), re.S) if "vary" in block)
    file = tmp_path / "study.toml"
    file.write_text(text)
    assert main(["run", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    for name in said["evidence"]["classifiers"]:
        assert f"`{name}`" in page.read_text()
    assert "tree: max_depth × noise" in [each["factor"] for each in said["factors"]["factors"]]
