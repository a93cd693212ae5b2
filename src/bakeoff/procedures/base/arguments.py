"""What users have, as what procedures compute with: one place converts the arguments of every public procedure.

A choice may be a string or its enum; numbers may come as a list, a Series, or any array. What hides a number (a mask)
is a missing one. What is no number is refused, never computed with.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import wraps
from numbers import Real
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, cast, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.words import did_you_mean, shorten
from bakeoff.procedures.base.checks import Pairs
from bakeoff.procedures.base.units import convert_unit, extreme_exponent, rescale_result

Convert = Callable[[object, str], object]
P = ParamSpec("P")
R = TypeVar("R")
LARGEST_WHOLE = 2**63
_FLOAT64 = np.dtype(np.float64)
_BOOL = np.dtype(np.bool_)


def check_arguments(procedure: Callable[P, R]) -> Callable[P, R]:
    """Return the procedure with every argument converted to what its annotation says, or refused.

    Numbers too large or too small to be squared are computed with in another unit; the result is in theirs again.

    >>> from bakeoff.procedures import wilcoxon
    >>> wilcoxon([0.1, 0.2, 0.3], alternative="greater").p_value
    0.125
    """
    converters = {
        name: convert
        for name, annotation in procedure.__annotations__.items()
        if name != "return" and (convert := converter(annotation)) is not None
    }
    names = procedure.__code__.co_varnames[: procedure.__code__.co_argcount]
    by_place = tuple((name, converters.get(name)) for name in names)
    known = procedure.__annotations__.keys() - {"return"}

    @wraps(procedure)
    def convert_and_run(*args: P.args, **kwargs: P.kwargs) -> R:
        positional: list[object] = list(args)
        for place, (name, convert) in enumerate(by_place[: len(positional)]):
            if convert is not None:
                positional[place] = convert(positional[place], name)
        for name, value in kwargs.items():
            if name not in known:
                raise _unknown_argument(procedure.__name__, name, sorted(known))
            convert_value = converters.get(name)
            if convert_value is not None:
                kwargs[name] = convert_value(value, name)
        call = cast("Callable[..., R]", procedure)
        exponent = extreme_exponent((*zip(names, positional, strict=False), *kwargs.items()))
        if exponent == 0:
            return call(*positional, **kwargs)
        small = [convert_unit(name, value, exponent) for name, value in zip(names, positional, strict=False)]
        keywords = {name: convert_unit(name, value, exponent) for name, value in kwargs.items()}
        return cast("R", rescale_result(call(*small, **keywords), exponent))

    return convert_and_run


def _unknown_argument(procedure: str, name: str, known: list[str]) -> ProcedureError:
    return ProcedureError(
        f"{procedure}() takes no argument {name!r}{did_you_mean(name, known)}",
        where=f"bakeoff.procedures.{procedure}",
        fix=f"give one of: {', '.join(known)}",
        code="BO066",
    )


def as_floats(values: object, name: str) -> Floats:
    """Return numbers as an array of floats, NaN where one is masked or missing, or refuse what is no number.

    >>> as_floats([1, None, 2.5], "differences").tolist()
    [1.0, nan, 2.5]
    """
    if type(values) is np.ndarray and values.dtype is _FLOAT64:
        return values
    array = _as_array(values, name)
    kind = array.dtype.kind
    if kind == "O":
        flat = [_as_number(value, name) for value in array.ravel().tolist()]
        return np.array(flat, dtype=np.float64).reshape(array.shape)
    if kind == "c":
        if np.any(array.imag != 0):
            raise _not_numbers(
                name, "complex numbers", "give real numbers; an imaginary part is never dropped"
            )
        array = array.real
    elif kind not in "fiub":
        raise _not_numbers(
            name, _NOT_NUMBERS.get(kind, f"values of type {array.dtype}"), "convert them first"
        )
    # Single precision is widened by way of its decimal digits: 0.9 stays 0.9, so that equal differences stay equal.
    plain = np.asarray(array)
    short = plain.dtype.kind == "f" and plain.dtype.itemsize < _FLOAT64.itemsize
    floats = (plain.astype(str) if short else plain).astype(np.float64)
    if isinstance(array, np.ma.MaskedArray):
        floats[np.ma.getmaskarray(array)] = np.nan
    return floats


def as_bools(values: object, name: str) -> Bools:
    """Return what is right and what is wrong as booleans, or refuse anything but True, False, 1 and 0.

    >>> as_bools([1, 0, True], "a_right").tolist()
    [True, False, True]
    """
    if type(values) is np.ndarray and values.dtype is _BOOL:
        return values
    numbers = as_floats(values, name)
    right: Bools = numbers == 1
    if not (right | (numbers == 0)).all():
        odd = numbers[~(right | (numbers == 0))].ravel()[0]
        what = "a missing value" if np.isnan(odd) else f"{odd:g}"
        raise ProcedureError(
            f"{name} says of each example whether it is right or wrong: {what} is neither",
            where=name,
            fix="give True and False, or 1 and 0, and leave out examples that have no answer",
            code="BO056",
        )
    return right


def as_whole_numbers(values: object, name: str) -> Ints:
    """Return whole numbers, such as counts or the numbers of classes, or refuse what is none.

    >>> as_whole_numbers([1.0, 2], "truth").tolist()
    [1, 2]
    """
    if type(values) is np.ndarray and values.dtype.kind in "iu":
        return values
    numbers = as_floats(values, name)
    if not (np.floor(numbers) == numbers).all() or np.isinf(numbers).any():
        raise _not_numbers(name, "fractions or gaps", "give whole numbers, and leave out what is missing")
    return numbers.astype(np.int64)


_NOT_NUMBERS = {"U": "text", "S": "bytes", "M": "dates", "m": "spans of time", "T": "text"}


def _as_array(values: object, name: str) -> NDArray[Any]:
    if isinstance(values, np.ndarray):
        return values
    if isinstance(values, (list, tuple)) and any(value is np.ma.masked for value in values):
        values = [None if value is np.ma.masked else value for value in values]
    try:
        return np.asarray(values)
    except (ValueError, TypeError):
        raise _not_numbers(
            name, "lists of different lengths", "give one number for each, in rows of equal length"
        ) from None


def _as_number(value: object, name: str) -> float:
    """Return one element of a mixed array as a float; NaN where it is missing."""
    if value is None or value is np.ma.masked or type(value).__name__ in ("NAType", "NaTType"):
        return float("nan")
    if isinstance(value, (str, bytes)):
        raise _not_numbers(name, f"text ({shorten(value)!r})", "convert it first")
    if isinstance(value, complex) and value.imag == 0:
        return value.real
    try:
        return float(cast("float", value))  # a Decimal, a Fraction, or whatever says that it is a number
    except (TypeError, ValueError, OverflowError):
        raise _not_numbers(name, shorten(repr(value)), "give numbers only") from None


def _not_numbers(name: str, what: str, fix: str) -> ProcedureError:
    return ProcedureError(f"{name} must be real numbers, not {what}", where=name, fix=fix, code="BO056")


def converter(annotation: object) -> Convert | None:
    """Return what turns an argument into what its annotation says; None where anything will do."""
    for known, convert in _ARRAYS:
        if annotation == known:
            return convert
    if get_origin(annotation) is Literal:
        return _choice_of(get_args(annotation))
    if isinstance(annotation, UnionType):
        return _converter_of_union(annotation)
    if get_origin(annotation) is tuple:
        return _tuple_of(get_args(annotation))
    kind = get_origin(annotation) or annotation
    return _converter_of_class(kind) if isinstance(kind, type) and kind is not object else None


def _converter_of_union(annotation: UnionType) -> Convert | None:
    kinds = get_args(annotation)
    choices = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, StrEnum)]
    if choices:
        return _converter_of_class(choices[0])
    rest = [kind for kind in kinds if kind is not NoneType]
    if len(rest) < len(kinds) and len(rest) == 1:
        convert = converter(rest[0])
        return (
            None if convert is None else lambda value, name: None if value is None else convert(value, name)
        )
    return _instance_of(tuple(kinds)) if all(isinstance(kind, type) for kind in kinds) else None


def _converter_of_class(kind: type) -> Convert:
    if issubclass(kind, StrEnum):
        return _member_of(kind)
    simple: dict[type, Convert] = {float: as_real, int: as_whole, bool: _as_bool}
    return simple.get(kind) or _instance_of((kind,))


def _as_samples(values: object, name: str) -> list[Floats]:
    if isinstance(values, np.ndarray) and values.ndim < 2:
        raise _not_numbers(name, "one list", "give a list of lists")
    try:
        parts = list(cast("Sequence[object]", values))
    except TypeError:
        raise _not_numbers(name, f"a {type(values).__name__}", "give a list of lists") from None
    return [as_floats(part, name) for part in parts]


def _as_pairs(value: object, name: str) -> Pairs:
    try:
        pairs = [(int(a), int(b)) for a, b in cast("Pairs", value) if (a, b) == (int(a), int(b))]
        if len(pairs) == len(cast("Pairs", value)):
            return pairs
    except (TypeError, ValueError):
        pass
    raise ProcedureError(
        "pairs are two numbers of columns each",
        where=f"{name} = {shorten(repr(value))}",
        fix="give a list such as [(0, 1), (0, 2)]",
        code="BO056",
    )


_ARRAYS: tuple[tuple[object, Convert], ...] = (
    (Floats, as_floats),
    (Bools, as_bools),
    (Ints, as_whole_numbers),
    (Sequence[Floats], _as_samples),
    (Pairs, _as_pairs),
)


def _member_of(kind: type[StrEnum]) -> Convert:
    def member(value: object, name: str) -> object:
        if type(value) is kind:
            return value
        try:
            return kind(cast("str", value))
        except ValueError:
            raise _no_choice(value, name, [str(choice) for choice in kind]) from None

    return member


def _choice_of(known: tuple[str, ...]) -> Convert:
    def choice(value: object, name: str) -> object:
        if isinstance(value, str) and value in known:
            return value
        raise _no_choice(value, name, known)

    return choice


def _no_choice(value: object, name: str, known: Sequence[str]) -> ProcedureError:
    hint = did_you_mean(value, known) if isinstance(value, str) else ""
    return ProcedureError(
        f"there is no {name}={shorten(repr(value))}{hint}",
        where=name,
        fix=f"use one of {', '.join(known)}",
        code="BO053",
    )


def as_real(value: object, name: str) -> float:
    """Return one number as a float, or refuse what is none."""
    if type(value) is float:
        return value
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise _argument_refusal(value, name, "a number of at most 308 digits") from None
    raise _argument_refusal(value, name, "a number")


def as_whole(value: object, name: str) -> int:
    """Return one whole number, or refuse what is none."""
    if type(value) is int:
        if abs(value) < LARGEST_WHOLE:
            return value
        raise _argument_refusal(value, name, "a whole number below 2**63")
    if isinstance(value, Real) and not isinstance(value, bool) and float(value).is_integer():
        return int(float(value))
    raise _argument_refusal(value, name, "a whole number")


def _as_bool(value: object, name: str) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise _argument_refusal(value, name, "True or False")


def _tuple_of(kinds: tuple[object, ...]) -> Convert:
    length = None if Ellipsis in kinds else len(kinds)

    def as_tuple(value: object, name: str) -> tuple[object, ...]:
        if isinstance(value, (list, tuple)) and length in (None, len(value)):
            return tuple(value)
        raise _argument_refusal(value, name, "a list" if length is None else f"a list of {length}")

    return as_tuple


def _instance_of(kinds: tuple[type, ...]) -> Convert:
    words = " or ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
    kinds = (*kinds, int) if float in kinds else kinds

    def instance(value: object, name: str) -> object:
        if isinstance(value, kinds) and (str in kinds or not isinstance(value, str)):
            return value
        raise _argument_refusal(value, name, f"of type {words}")

    return instance


def _argument_refusal(value: object, name: str, what: str) -> ProcedureError:
    return ProcedureError(
        f"{name} must be {what}, not {shorten(repr(value))}",
        where=name,
        fix=f"give {name} as {what}"
        if not what.startswith("of type")
        else f"make a {what.removeprefix('of type ')}",
        code="BO056",
    )
