"""Without an extra, a command says which one to install, in the words of an error and not of a traceback."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bakeoff.api.extras import EXTRAS, missing_extra
from bakeoff.cli.main import main

ROOT = Path(__file__).parents[2]
BARE = "import sys; sys.modules.update(dict.fromkeys({missing!r})); "


def without(missing, code):
    given = BARE.format(missing=missing) + code
    return subprocess.run([sys.executable, "-c", given], capture_output=True, text=True, check=False)


def test_run_without_its_extra_says_what_to_install(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text('[study]\nname = "x"\n', encoding="utf-8")
    call = f"from bakeoff.cli.main import main; sys.exit(main(['run', {str(study)!r}]))"
    found = without(["sqlalchemy", "pydantic", "sklearn"], call)
    assert found.returncode == 2
    assert found.stderr.startswith("error BO042: this needs ")
    assert "pip install '.[study]' in the folder of bakeoff" in found.stderr
    assert "Traceback" not in found.stderr


def test_the_python_door_says_the_same():
    asked = "try:\n    bakeoff.Study\nexcept bakeoff.BakeoffError as error:\n    print(error.code, error.fix)"
    found = without(["sqlalchemy"], f"import bakeoff\n{asked}")
    assert found.stdout == "BO042 pip install '.[study]' in the folder of bakeoff\n"


def test_every_figure_of_the_python_door_says_what_to_install():
    drawn = ("c.plot()", "bakeoff.estimate('80/100').plot()", "bakeoff.plan(difference=1, sd=2).plot()")
    compared = "import bakeoff\nc = bakeoff.compare({'A': [1, 3, 2, 5], 'B': [2, 3, 5, 4]})\n"
    asked = "".join(
        f"try:\n    {each}\nexcept bakeoff.BakeoffError as error:\n    print(error.code, error.fix)\n"
        for each in (*drawn, "bakeoff.plot_trade_off(c, c)")
    )
    found = without(["matplotlib"], compared + asked)
    assert (found.stdout, found.stderr) == (4 * "BO070 pip install '.[plots]' in the folder of bakeoff\n", "")


def test_a_paper_kit_without_its_figure_says_why(tmp_path):
    (tmp_path / "s.csv").write_text("dataset,A,B\nx,1,2\ny,3,5\nz,4,4\n", encoding="utf-8")
    kit = ["compare", str(tmp_path / "s.csv"), "-q", "--higher-is-better", "--latex", str(tmp_path / "p.tex")]
    found = without(["matplotlib"], f"from bakeoff.cli.main import main; sys.exit(main({kit!r}))")
    assert found.returncode == 0
    assert found.stderr.endswith(
        "p.bib (no figure: it needs matplotlib, pip install '.[plots]' in the folder of bakeoff)\n"
    )


def test_a_search_without_its_library_is_refused_before_the_first_cell(tmp_path, capsys, monkeypatch):
    (tmp_path / "s.toml").write_text(
        'datasets = ["iris"]\n[resampling]\nfolds = 2\n[tuning]\nsearch = "optuna"\n[classifiers.tree]\n'
        'estimator = "DecisionTreeClassifier"\nsearch = { max_depth = [2, 4] }\n',
        encoding="utf-8",
    )
    monkeypatch.setitem(sys.modules, "optuna", None)
    assert main(["run", str(tmp_path / "s.toml")]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error BO475: the search is 'optuna', which is not installed")
    assert "pip install '.[optuna]' in the folder of bakeoff" in err


def test_a_module_of_our_own_that_is_missing_stays_a_bug():
    assert missing_extra(ModuleNotFoundError(name="bakeoff.nothing"), where="here") is None


@pytest.mark.parametrize(("module", "extra"), EXTRAS.items())
def test_the_extra_that_is_named_brings_the_library(module, extra):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    package = {"sklearn": "scikit-learn", "joblib": "scikit-learn"}.get(module, module)
    assert any(text.startswith(package) for text in extras[extra])
