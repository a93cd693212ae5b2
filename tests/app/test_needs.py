"""Without an extra, a command says which one to install, in the words of an error and not of a traceback."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bakeoff.app.needs import EXTRAS, missing_extra

ROOT = Path(__file__).parents[2]
BARE = "import sys; sys.modules.update(dict.fromkeys({missing!r})); "


def without(missing, code):
    given = BARE.format(missing=missing) + code
    return subprocess.run([sys.executable, "-c", given], capture_output=True, text=True, check=False)


def test_run_without_its_extra_says_what_to_install(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text('[study]\nname = "x"\n', encoding="utf-8")
    call = f"from bakeoff.app.cli import main; sys.exit(main(['run', {str(study)!r}]))"
    found = without(["sqlalchemy", "pydantic", "sklearn"], call)
    assert found.returncode == 2
    assert found.stderr.startswith("error BO042: this needs ")
    assert "pip install 'bakeoff[study]'" in found.stderr
    assert "Traceback" not in found.stderr


def test_the_python_door_says_the_same():
    asked = "try:\n    bakeoff.Study\nexcept bakeoff.BakeoffError as error:\n    print(error.code, error.fix)"
    found = without(["sqlalchemy"], f"import bakeoff\n{asked}")
    assert found.stdout == "BO042 pip install 'bakeoff[study]'\n"


def test_a_module_of_our_own_that_is_missing_stays_a_bug():
    assert missing_extra(ModuleNotFoundError(name="bakeoff.nothing"), where="here") is None


@pytest.mark.parametrize(("module", "extra"), EXTRAS.items())
def test_the_extra_that_is_named_brings_the_library(module, extra):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    package = {"sklearn": "scikit-learn", "joblib": "scikit-learn"}.get(module, module)
    assert any(text.startswith(package) for text in extras[extra])
