"""Libraries that only datasets need, imported when they are used."""

from importlib import import_module
from typing import Any

from bakeoff.core.errors import DatasetError


def arrow(*parts: str) -> Any:  # noqa: ANN401 - pyarrow is untyped
    """Return pyarrow with some of its submodules."""
    return _library("pyarrow", parts)


def pandas() -> Any:  # noqa: ANN401 - pandas is not a dependency, and untyped here
    """Return pandas, which only frames need."""
    return _library("pandas", ())


def _library(name: str, parts: tuple[str, ...]) -> Any:  # noqa: ANN401
    try:
        found = import_module(name)
        for part in parts:
            import_module(f"{name}.{part}")
    except ImportError:
        raise DatasetError(
            f"reading datasets needs {name}, which is not installed",
            where="this Python",
            fix=f"pip install {'pandas' if name == 'pandas' else chr(39) + 'bakeoff[study]' + chr(39)}",
            code="BO042",
        ) from None
    return found
