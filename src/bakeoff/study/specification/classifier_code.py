"""The code that a classifier's cells run: the user's own sources, and the versions of the packages it comes from.

A cell's key holds it: when the code changes, what the old code yielded is no longer the cell's outcome.
"""

import sys
import sysconfig
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from bakeoff.study.cells.estimators import find_estimator_class, is_trusted
from bakeoff.study.specification.nested_estimators import is_nested, list_nested
from bakeoff.study.specification.specification import ClassifierSpec

OURS = "bakeoff"  # what we change gets another form of the keys
MAIN = "__main__"  # a script or a notebook: of it what the classifier uses is told, not what stands around it
_MADE_BY_PYTHON = frozenset(
    {"__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__firstlineno__", "__static_attributes__"}
)  # fmt: skip

# Values of their classes are data: no code of anybody's.
_PLAIN = {"builtins", "numpy", *sys.stdlib_module_names} - {MAIN}
_DISTRIBUTION_NAMES = {
    "sklearn": "scikit-learn",
    "imblearn": "imbalanced-learn",
}  # others are called as they are imported, mostly

Code = dict[str, dict[str, str]]


def find_code(spec: ClassifierSpec) -> Code:
    """Return the code of a classifier: by module a digest of its source, by package its version.

    Followed are the estimator's class with all that it inherits from, estimators and functions among its parameters,
    and the modules of the user's that these modules use. Of what is written in a script or a notebook, what the
    class uses.
    """
    nested = [v["estimator"] for _, v in list_nested(spec.parameters) if is_nested(v)]
    paths = [spec.estimator, *nested] if isinstance(spec.estimator, str) else nested
    if isinstance(spec.estimator, str) and all(map(is_trusted, paths)):
        packages = {path.split(".")[0] if "." in path else "sklearn" for path in paths}
        return {"sources": {}, "packages": _find_versions(packages)}
    collector = _CodeCollector()
    for path in paths:
        collector.add(find_estimator_class(path))
    if not isinstance(spec.estimator, str):
        collector.add(spec.estimator)
    collector.add(spec.parameters)
    return collector.code()


class _CodeCollector:
    """What a classifier's code was found to consist of."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.packages: set[str] = set()
        self.texts: dict[str, str] = {}  # of what has no file: by name, the code itself
        self.held: dict[int, Any] = {}  # by identity, so that nothing is looked at twice

    def code(self) -> Code:
        sources = {name: _digest_file(_module_file(sys.modules[name]) or "") for name in self.modules}
        sources |= {name: sha256(text.encode()).hexdigest() for name, text in self.texts.items()}
        return {"sources": dict(sorted(sources.items())), "packages": _find_versions(self.packages)}

    def add(self, value: Any) -> None:  # noqa: ANN401 - whatever an estimator or its parameters hold
        if id(value) in self.held:
            return
        self.held[id(value)] = value
        match value:
            case ModuleType():
                self._add_module(value.__name__)
            case type() | FunctionType():
                self._add_definition(value)
            case Mapping() | list() | tuple() | set() | frozenset() | MethodType() | partial():
                self._add_all(_list_contents(value))
            case _ if type(value).__module__.partition(".")[0] not in _PLAIN:
                self.add(type(value))
                self._add_all(_object_parts(value).values())

    def _add_all(self, values: Iterable[Any]) -> None:
        for value in values:
            self.add(value)

    def _add_definition(self, value: Any) -> None:  # noqa: ANN401 - a class or a function
        for kind in value.__mro__ if isinstance(value, type) else (value,):
            module = sys.modules.get(kind.__module__ or "")
            if module is None or kind.__module__ == MAIN or _module_file(module) is None:
                self._add_text(kind)
            else:
                self._add_module(module.__name__)

    def _add_module(self, name: str) -> None:
        module = sys.modules.get(name)
        top = name.partition(".")[0]
        if module is None or top == OURS or name == MAIN or name in self.modules:
            return
        file = _module_file(module)
        if file is None or _is_installed(file):
            if top not in sys.stdlib_module_names:
                self.packages.add(top)
            return
        self.modules.add(name)
        for value in list(vars(module).values()):
            if isinstance(value, ModuleType | type | FunctionType):
                self.add(value)

    def _add_text(self, value: Any) -> None:  # noqa: ANN401
        name = f"{value.__module__}.{value.__qualname__}"
        if value.__module__ in sys.builtin_module_names or name in self.texts:
            return
        self.texts[name] = ""  # while it is looked at: it may use itself
        self.texts[name] = self._class_text(value) if isinstance(value, type) else self._function_text(value)

    def _class_text(self, kind: type) -> str:
        lines = [
            f"{name} = {self._text(value)}"
            for name, value in sorted(vars(kind).items())
            if name not in _MADE_BY_PYTHON
        ]
        return "\n".join(lines)

    def _function_text(self, function: FunctionType) -> str:
        used = {
            name: function.__globals__[name]
            for name in _used_names(function.__code__)
            if name in function.__globals__
        }
        inside = [cell.cell_contents for cell in function.__closure__ or () if _is_full(cell)]
        parts = [
            _code_text(function.__code__),
            *map(self._text, (function.__defaults__, function.__kwdefaults__)),
        ]
        parts += [f"{name}: {self._text(value)}" for name, value in sorted(used.items())]
        return "\n".join([*parts, *map(self._text, inside)])

    def _text(self, value: Any) -> str:  # noqa: ANN401
        """Return what a value that code uses is: functions by their code, plain values by themselves."""
        match value:
            case FunctionType() if value.__module__ == MAIN:
                return self._function_text(value) if self._is_new(value) else value.__qualname__
            case staticmethod() | classmethod():
                return self._text(value.__func__)
            case property():
                return " ".join(map(self._text, (value.fget, value.fset, value.fdel)))
            case str() | bytes() | int() | float() | complex() | bool() | None:
                return repr(value)
            case list() | tuple():
                return f"[{', '.join(map(self._text, value))}]"
            case dict():
                return f"{{{', '.join(f'{k!r}: {self._text(v)}' for k, v in value.items())}}}"
        self.add(value)
        return f"{type(value).__module__}.{type(value).__qualname__}"

    def _is_new(self, value: Any) -> bool:  # noqa: ANN401
        new = id(value) not in self.held
        self.held[id(value)] = value
        return new


def _list_contents(value: Any) -> Iterable[Any]:  # noqa: ANN401
    match value:
        case Mapping():
            return value.values()
        case MethodType():
            return (value.__func__, value.__self__)
        case partial():
            return (value.func, value.args, value.keywords)
        case _:
            return tuple(value)


def _object_parts(value: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """Return what an estimator, or another object of the user's own classes, is made of."""
    if hasattr(value, "get_params"):
        return dict(value.get_params(deep=False))
    module = sys.modules.get(type(value).__module__)
    file = None if module is None else _module_file(module)
    return {} if file is not None and _is_installed(file) else dict(getattr(value, "__dict__", {}))


def _code_text(code: CodeType) -> str:
    """Return the code of a function, whatever line it stands on."""
    constants = [_code_text(c) if isinstance(c, CodeType) else _constant_text(c) for c in code.co_consts]
    return " ".join([code.co_code.hex(), *code.co_names, *code.co_varnames, *constants])


def _constant_text(value: object) -> str:
    return " ".join(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def _used_names(code: CodeType) -> set[str]:
    inner = (c for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*map(_used_names, inner))


def _is_full(cell: Any) -> bool:  # noqa: ANN401 - a cell of a closure
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _module_file(module: ModuleType) -> str | None:
    file = getattr(module, "__file__", None)
    return str(file) if file else None


@lru_cache(maxsize=4096)
def _is_installed(file: str) -> bool:
    """Say whether a file belongs to Python or to a package that was installed, which a version tells."""
    places = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    path = Path(file).resolve()
    return (
        any(path.is_relative_to(Path(place).resolve()) for place in places) or "dist-packages" in path.parts
    )


def _digest_file(file: str) -> str:
    try:
        stat = Path(file).stat()
    except OSError:
        return ""  # of a module that lies in an archive, or was deleted
    return _digest_file_as_of(file, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=4096)
def _digest_file_as_of(file: str, changed: int, size: int) -> str:
    return sha256(Path(file).read_bytes()).hexdigest()


def _find_versions(packages: Iterable[str]) -> dict[str, str]:
    versions = {name: _find_version(name) for package in packages for name in _find_distributions(package)}
    return {name: number for name, number in sorted(versions.items()) if number is not None}


@lru_cache(maxsize=256)
def _find_distributions(package: str) -> tuple[str, ...]:
    usual = _DISTRIBUTION_NAMES.get(package, package)
    if _find_version(usual) is not None:
        return (usual,)
    return tuple(packages_distributions().get(package, ()))  # which reads the list of files of every package


@lru_cache(maxsize=256)
def _find_version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
