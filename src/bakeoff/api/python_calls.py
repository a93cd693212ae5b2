"""The verbs as Python calls them: arguments converted and checked once, errors that speak of Python's names."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from math import isfinite
from typing import Any, ParamSpec, TypeVar, cast, get_args

from bakeoff.api.settings import require_arguments
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import BakeoffError, ProcedureError, ReadingError, UsageError
from bakeoff.core.options.option import Kind
from bakeoff.core.options.table import OPTIONS
from bakeoff.inputs.options import ReadOptions
from bakeoff.procedures.base.arguments import Convert, converter

P = ParamSpec("P")
R = TypeVar("R")
_OPTION = re.compile(r"--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_VALUE = r"(?:'[^']*'|(?!--)[^\s;]+)"
_COMMAND = re.compile(rf"bakeoff ([a-z]+) ({_VALUE})((?: --[a-z][a-z0-9-]*(?: {_VALUE})?)+)")
_WORDS = re.compile(rf"--([a-z][a-z0-9-]*)(?: ({_VALUE}))?")
_OTHERWISE = {"lower-is-better": "higher_is_better=False"}
# Names of classifiers and classes are text, also where a frame has numbers for them.
_NAMES = tuple(option.name for option in OPTIONS.values() if option.kind is Kind.NAME)


def open_to_python(verb: Callable[P, R]) -> Callable[P, R]:
    """Return the verb with its arguments checked by its annotations, and its errors in Python's words."""
    annotations = {**Settings.__annotations__, **ReadOptions.__annotations__, **_verb_annotations(verb)}
    converters = {name: convert for name, of in annotations.items() if (convert := converter(of)) is not None}
    places = [
        p.name for p in signature(verb).parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD
    ]

    keywords = _verb_keywords(verb)

    @wraps(verb)
    def check_and_run(*args: P.args, **kwargs: P.kwargs) -> R:
        require_arguments(kwargs, keywords, of=verb.__name__)
        try:
            checked_values = [
                _check_argument(name, value, converters) for name, value in zip(places, args, strict=False)
            ]
            for name, value in kwargs.items():
                kwargs[name] = _check_argument(name, value, converters)
            return cast("Callable[..., R]", verb)(*checked_values, *args[len(checked_values) :], **kwargs)
        except BakeoffError as error:
            raise translate_error(error, annotations).with_traceback(error.__traceback__) from None

    return check_and_run


def translate_error(error: BakeoffError, names: Mapping[str, object]) -> BakeoffError:
    """Return the error with every option that Python has under another spelling named as Python does.

    >>> error = UsageError("no such metric", where="--metric", fix="leave --metric out", code="BO075")
    >>> print(translate_error(error, {"metric": str}))
    no such metric
      where: metric
      fix:   leave metric out
    >>> error = UsageError("which", where="x", fix="run bakeoff compare x.csv --rows-are datasets", code="BO208")
    >>> translate_error(error, {"rows_are": str}).fix
    "run bakeoff.compare('x.csv', rows_are='datasets')"
    >>> error = UsageError("which", where="x", fix="bakeoff compare x.csv --leave-aside 'CO2 (kg)'", code="BO208")
    >>> translate_error(error, {"leave_aside": str}).fix
    "bakeoff.compare('x.csv', leave_aside='CO2 (kg)')"
    >>> error = UsageError("which", where="x", fix="bakeoff compare x.csv --lower-is-better", code="BO562")
    >>> translate_error(error, {"higher_is_better": bool}).fix
    "bakeoff.compare('x.csv', higher_is_better=False)"
    >>> error = UsageError("which", where="x", fix="bakeoff compare x.csv --columns 'A b,C'", code="BO560")
    >>> translate_error(error, {"columns": str}).fix
    "bakeoff.compare('x.csv', columns='A b,C')"
    """

    def reword(text: str) -> str:
        called = _COMMAND.sub(lambda found: _python_call(found, names), text)
        return _OPTION.sub(lambda found: _python_name(found[1], names) or found[0], called)

    made = type(error)(reword(error.what), where=reword(error.where), fix=reword(error.fix), code=error.code)
    if isinstance(error, ReadingError) and isinstance(made, ReadingError):
        made.advice, made.doubts, made.alternatives = error.advice, error.doubts, error.alternatives
    return made


def _python_call(command: re.Match[str], names: Mapping[str, object]) -> str:
    """Return a whole command as the call that does the same, where Python has all of its options."""
    verb, file, options = command.groups()
    words: dict[str, list[str]] = {}
    for option, value in _WORDS.findall(options):
        words.setdefault(option, []).append(value.strip("'"))
    if any(option.replace("-", "_") not in names and option not in _OTHERWISE for option in words):
        return command[0]
    arguments = [_python_argument(option, values) for option, values in words.items()]
    return f"bakeoff.{verb}({', '.join([repr(file.strip(chr(39))), *arguments])})"


def _python_argument(option: str, values: list[str]) -> str:
    if option in _OTHERWISE:
        return _OTHERWISE[option]
    name = option.replace("-", "_")
    if name in OPTIONS and OPTIONS[name].kind is Kind.CELLS:  # COLUMN=VALUE
        return f"{name}={[tuple(value.split('=', 1)) for value in values]!r}"
    return f"{name}={_python_literal(values[0]) if len(values) == 1 else repr(values)}"


def _python_literal(value: str) -> str:
    try:
        return str(float(value)) and value
    except ValueError:
        return repr(value) if value else "True"


def _python_name(option: str, names: Mapping[str, object]) -> str | None:
    name = option.replace("-", "_")
    return _OTHERWISE.get(option) or (name if name in names else None)


def _verb_annotations(verb: Callable[..., object]) -> dict[str, object]:
    kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return {p.name: p.annotation for p in signature(verb).parameters.values() if p.kind in kinds}


def _verb_keywords(verb: Callable[..., object]) -> list[str]:
    """Return the names of all keywords that a verb takes, those of `**options: Unpack[Options]` among them."""
    names: list[str] = []
    for parameter in signature(verb).parameters.values():
        if parameter.kind is Parameter.VAR_KEYWORD:
            names += get_args(parameter.annotation)[0].__annotations__
        else:
            names.append(parameter.name)
    return names


def _check_argument(name: str, value: Any, converters: Mapping[str, Convert]) -> Any:  # noqa: ANN401 - whatever a user gives
    if name in _NAMES and isinstance(value, int):
        return str(value)
    kind = OPTIONS[name].kind if name in OPTIONS else None
    if kind is Kind.CELLS:
        value = _as_cells(name, value)
    elif kind is Kind.TEXTS and isinstance(
        value, str
    ):  # one name, or several with commas as a command line has them
        value = [value]
    convert = converters.get(name)
    if convert is None:
        return value
    try:
        result = convert(value, name)
    except ProcedureError as error:  # of a verb's argument, not of a procedure's
        raise UsageError(error.what, where=error.where, fix=error.fix, code=error.code) from None
    if isinstance(result, float) and not isfinite(result):
        raise UsageError(
            f"{name} = {result:g} is not possible", where=name, fix="give a finite number", code="BO067"
        )
    return result


def _as_cells(name: str, value: object) -> list[tuple[str, str]]:
    """Return pairs of texts that are given as a dict, as pairs, or as the command line has them."""
    items: list[object] = list(value.items()) if isinstance(value, Mapping) else []
    if not isinstance(value, Mapping):
        items = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    cells = [_as_cell(name, item) for item in items]
    if None in cells:
        raise UsageError(
            f"{name} = {value!r} does not say two texts for each",
            where=name,
            fix=f"give pairs, such as {name}={{'old': 'new'}} or {name}=[('old', 'new')]",
            code="BO067",
        )
    return [cell for cell in cells if cell is not None]


def _as_cell(name: str, item: object) -> tuple[str, str] | None:
    if isinstance(item, str):
        # a name may hold the sign itself: "C=1=linear" renames C=1
        left, equals, right = item.rpartition("=") if name == "rename" else item.partition("=")
        return (left, right) if equals and left else None
    if not isinstance(item, Sequence) or len(item) != 2:
        return None
    return (str(item[0]), str(item[1]))
