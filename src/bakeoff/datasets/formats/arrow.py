"""pyarrow, imported when it is used."""

from importlib import import_module
from typing import Any

from bakeoff.core.errors import DatasetError


def import_arrow(*parts: str) -> Any:  # noqa: ANN401 - pyarrow is untyped
    """Return pyarrow with some of its submodules."""
    try:
        library = import_module("pyarrow")
        for part in parts:
            import_module(f"pyarrow.{part}")
    except ImportError:
        raise DatasetError(
            "reading datasets needs pyarrow, which is not installed",
            where="this Python",
            fix="pip install '.[study]' in the folder of bakeoff",
            code="BO042",
        ) from None
    return library
