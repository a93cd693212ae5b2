"""What a study file can say of its classifiers: how each is tuned, what stands inside another, code of one's own."""

import json
import sys
from pathlib import Path

import pytest

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from bakeoff.core.outcomes import Scored
from bakeoff.study.cells.estimators import make_estimator
from bakeoff.study.forecast import fits_per_cell
from bakeoff.study.specification.specification import Search

HEAD = 'datasets = ["iris"]\n[resampling]\nfolds = 2\n'


def study(folder, text, *, trust=False, head=HEAD):
    file = folder / "study.toml"
    file.write_text(head + text)
    return Study.load(file, trust=trust)


def refusal(folder, text, **options):
    with pytest.raises(UsageError) as caught:
        study(folder, text, **options)
    return caught.value.what


SEARCHES = """\
[tuning]
search = "grid"
folds = 2

[classifiers.tree]
estimator = "DecisionTreeClassifier"
search = { max_depth = [1, 2, 3] }

[classifiers.neighbours]
estimator = "KNeighborsClassifier"
search = { n_neighbors = { low = 1, high = 30, integer = true, log = true } }
tuning = { search = "random", trials = 4 }

[classifiers.bayes]
estimator = "GaussianNB"
search = { var_smoothing = { low = 1e-12, high = 1e-3, log = true } }
tuning = { search = "optuna", trials = 5, folds = 3, metric = "log_loss" }

[classifiers.untuned]
estimator = "LogisticRegression"
search = { C = [0.1, 1.0] }
tuning = { search = "none" }
"""


def test_each_classifier_is_searched_by_its_own_settings(tmp_path, here):
    made = study(tmp_path, SEARCHES)
    spec = made.specification
    searches = {c.name: spec.tuning_of(c).search for c in spec.classifiers}
    assert searches == {
        "tree": Search.GRID,
        "neighbours": Search.RANDOM,
        "bayes": Search.OPTUNA,
        "untuned": Search.NONE,
    }
    fits = {c.name: fits_per_cell(c, spec.tuning_of(c)) for c in spec.classifiers}
    assert fits == {"tree": 7, "neighbours": 9, "bayes": 16, "untuned": 1}
    results = made.run(tmp_path / "s.db", engine=here)
    tried = {o.cell.classifier: len(o.trials) for o in results.outcomes()}
    assert tried == {"tree": 3, "neighbours": 4, "bayes": 5, "untuned": 0}


def test_another_budget_of_one_classifier_concerns_its_cells_alone(tmp_path):
    before = {c.key: c.classifier for c in study(tmp_path, SEARCHES).cells()}
    after = {
        c.key: c.classifier for c in study(tmp_path, SEARCHES.replace("trials = 4", "trials = 5")).cells()
    }
    assert {after[key] for key in after.keys() - before.keys()} == {"neighbours"}


def test_a_budget_without_anything_to_search_is_a_mistake(tmp_path):
    what = refusal(tmp_path, '[classifiers.a]\nestimator = "GaussianNB"\ntuning = { trials = 9 }\n')
    assert "line 6, classifiers.a.tuning: it says how to search, and nothing says what" in what


def test_a_slip_in_the_tuning_of_a_classifier_is_named(tmp_path):
    what = refusal(
        tmp_path, '[classifiers.a]\nestimator = "GaussianNB"\n[classifiers.a.tuning]\nserach = "grid"\n'
    )
    assert "nothing is called 'serach' here; did you mean 'search'?" in what
    what = refusal(
        tmp_path,
        '[classifiers.a]\nestimator = "GaussianNB"\nsearch = { var_smoothing = [1e-9] }\n'
        'tuning = { metric = "acuracy" }\n',
    )
    assert "there is no metric 'acuracy'; did you mean 'accuracy'?" in what


def test_a_range_is_refused_where_the_search_of_its_classifier_is_a_grid(tmp_path):
    text = SEARCHES.replace('tuning = { search = "random", trials = 4 }', "tuning = { trials = 4 }")
    assert "a grid search needs a list of values, not a range" in refusal(tmp_path, text)


NESTED = """\
[classifiers.tree]
estimator = "DecisionTreeClassifier"
parameters = { max_depth = 3 }

[classifiers.bagged]
estimator = "BaggingClassifier"
parameters = { n_estimators = 5, estimator = { classifier = "tree" } }
search = { estimator__max_depth = [1, 3] }

[classifiers.boosted]
estimator = "AdaBoostClassifier"
[classifiers.boosted.parameters]
n_estimators = 5
estimator = { estimator = "DecisionTreeClassifier", parameters = { max_depth = 2 } }

[classifiers.voting]
estimator = "VotingClassifier"
parameters = { estimators = [["a", { classifier = "tree" }], ["b", { estimator = "GaussianNB" }]] }

[classifiers.piped]
estimator = "sklearn.pipeline.Pipeline"
[classifiers.piped.parameters]
steps = [["scale", { estimator = "MinMaxScaler" }], ["model", { estimator = "LogisticRegression" }]]
"""


def test_estimators_stand_inside_estimators(tmp_path, here):
    made = study(tmp_path, NESTED)
    models = {c.name: make_estimator(c) for c in made.specification.classifiers}
    assert models["bagged"].estimator.max_depth == 3
    assert models["boosted"].estimator.max_depth == 2
    assert [type(e).__name__ for _, e in models["voting"].estimators] == [
        "DecisionTreeClassifier",
        "GaussianNB",
    ]
    assert type(models["piped"].named_steps["scale"]).__name__ == "MinMaxScaler"
    results = made.run(tmp_path / "s.db", engine=here)
    assert [type(o) for o in results.outcomes()] == [Scored] * 10
    depths = {
        json.loads(t.parameters)["estimator__max_depth"]
        for o in results.outcomes()
        if o.cell.classifier == "bagged"
        for t in o.trials
    }
    assert depths == {1, 3}


def test_the_cells_of_an_ensemble_depend_on_what_is_inside_it(tmp_path):
    before = {c.key: c.classifier for c in study(tmp_path, NESTED).cells()}
    after = {
        c.key: c.classifier for c in study(tmp_path, NESTED.replace("max_depth = 3", "max_depth = 4")).cells()
    }
    assert {after[key] for key in after.keys() - before.keys()} == {"tree", "bagged", "voting"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'classifier = "tree" } }',
            'classifier = "tee" } }',
            "no classifier is called 'tee'; did you mean 'tree'?",
        ),
        (
            '{ classifier = "tree" } }',
            '{ classifier = "bagged" } }',
            "it would stand inside itself: bagged → bagged",
        ),
        ('"MinMaxScaler"', '"MinMaxScaller"', "scikit-learn has no estimator 'MinMaxScaller'; did you mean"),
        ("{ max_depth = 2 }", "{ max_dept = 2 }", "DecisionTreeClassifier has no parameter 'max_dept'"),
        ('"MinMaxScaler"', '"os.system"', "'os.system' lies outside the packages that a file may name"),
    ],
)
def test_mistakes_inside_estimators_are_named(tmp_path, old, new, said):
    assert said in refusal(tmp_path, NESTED.replace(old, new))


LOCAL = (
    '[classifiers.mine]\nestimator = "beside_the_study.Mine"\n[classifiers.bayes]\nestimator = "GaussianNB"\n'
)
MODULE = """\
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

class Mine(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])
"""


@pytest.fixture
def own_modules():
    before = list(sys.path)
    yield
    sys.path[:] = before
    sys.modules.pop("beside_the_study", None)


@pytest.mark.usefixtures("own_modules")
def test_a_module_beside_the_study_file_is_found_by_the_run_and_its_workers(tmp_path, worker):
    (tmp_path / "beside_the_study.py").write_text(MODULE)
    assert "add --trust" in refusal(tmp_path, LOCAL)
    assert str(tmp_path) not in sys.path
    results = study(tmp_path, LOCAL, trust=True).run(tmp_path / "s.db", engine=worker)
    assert [type(o) for o in results.outcomes()] == [Scored] * 4


@pytest.mark.usefixtures("own_modules")
def test_a_module_that_cannot_be_imported_is_no_traceback(tmp_path, capsys):
    (tmp_path / "beside_the_study.py").write_text("this is no Python")
    file = tmp_path / "study.toml"
    file.write_text(HEAD + LOCAL)
    assert main(["run", str(file), "--plan", "--trust"]) == 2
    captured = capsys.readouterr()
    assert "mine: cannot be made" in captured.out
    assert "Traceback" not in captured.err
    assert "the module of 'beside_the_study.Mine' cannot be imported: SyntaxError" in captured.err


def test_a_plan_tries_every_import_and_names_all_that_fail(tmp_path, capsys):
    file = tmp_path / "study.toml"
    file.write_text(
        HEAD
        + '[classifiers.a]\nestimator = "aeon.no_such.Thing"\n[classifiers.b]\nestimator = "sktime.none.Such"\n'
        '[classifiers.c]\nestimator = "GaussianNB"\n'
    )
    assert main(["run", str(file), "--plan"]) == 2
    captured = capsys.readouterr()
    assert "1 classifier × " in captured.out
    assert "a and b: cannot be made" in captured.out
    assert "2 classifiers cannot be made" in captured.err
    assert "aeon.no_such.Thing" in captured.err
    assert "sktime.none.Such" in captured.err
    assert [path.name for path in Path(tmp_path).iterdir()] == ["study.toml"]
