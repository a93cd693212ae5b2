"""The environment: the versions that results may depend on."""

import json
import platform
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("bakeoff", "numpy", "scipy", "scikit-learn", "xgboost", "lightgbm", "catboost")


def environment_text() -> str:
    """Return the versions of Python and of the packages that fit, as JSON."""
    versions = {name: _find_version(name) for name in PACKAGES}
    versions["python"] = ".".join(platform.python_version_tuple()[:2])
    return json.dumps({name: v for name, v in versions.items() if v is not None}, sort_keys=True)


def _find_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
