"""Which extra brings a library that was not found: the verbs import what is behind them when it is used."""

from importlib.util import find_spec

from bakeoff.core.errors import UsageError

EXTRAS = {
    "cloudpickle": "study",
    "joblib": "study",
    "loky": "study",
    "matplotlib": "plots",
    "numba": "fast",
    "psycopg": "postgres",
    "pyarrow": "study",
    "pydantic": "study",
    "pypdfium2": "papers",
    "sklearn": "study",
    "sqlalchemy": "study",
    "starlette": "web",
    "threadpoolctl": "study",
    "uvicorn": "web",
    "xlsxwriter": "excel",
}


def require_matplotlib(*, where: str) -> None:
    """Refuse to draw where there is nothing to draw with, before anything is computed."""
    if find_spec("matplotlib") is None:
        raise UsageError(
            "figures need matplotlib, which is not installed",
            where=where,
            fix="pip install '.[plots]' in the folder of bakeoff",
            code="BO070",
        )


def missing_extra(error: ModuleNotFoundError, *, where: str) -> UsageError | None:
    """Return what to tell the caller of a library that an extra brings, None for every other module.

    >>> missing_extra(ModuleNotFoundError(name="sqlalchemy.orm"), where="bakeoff run").fix
    "pip install '.[study]' in the folder of bakeoff"
    """
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return None
    return UsageError(
        f"this needs {library}, which is not installed",
        where=where,
        fix=f"pip install '.[{EXTRAS[library]}]' in the folder of bakeoff",
        code="BO042",
    )
