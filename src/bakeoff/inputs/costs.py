"""Costs from a TOML file, or from a dict that holds what such a file would."""

import tomllib
from collections.abc import Mapping, Sequence
from math import isfinite, nan
from os import PathLike, fspath
from pathlib import Path
from typing import Any, cast

from bakeoff.core.costs import RULES, THRESHOLDS, Costs, Threshold
from bakeoff.core.errors import InputError, UsageError
from bakeoff.inputs.formats.origin import load_origin
from bakeoff.inputs.options import ReadOptions

_KEYS = ("costs", "benefits", "priors", "errors_cost", "threshold")
_FIX = "costs are TOML: [costs.TRUE] with PREDICTED = number, or [benefits.…]; perhaps [priors] with CLASS = share"


def read_costs(source: object) -> Costs:
    """Return the costs of a TOML file, or of a dict.

    The tables `costs` (or `benefits`) hold, by true class, what each predicted class costs (or brings);
    `priors` the shares of the classes in deployment; `errors_cost = "weight"` says that an error costs the
    weight of its example; `threshold` how scores become decisions: "as-predicted", "chosen" (by the least cost, on
    other examples than those it is judged on), "bayes" (the least expected cost by the probabilities), or a number.

    >>> read_costs({"costs": {"sick": {"well": 10}, "well": {"sick": 1}}}).matrix["sick"]["well"]
    10.0
    """
    if isinstance(source, Mapping):
        return _read_document(source, "the costs given")
    if not isinstance(source, (str, PathLike)):
        raise _costs_error(f"costs are a file or a dict, not {type(source).__name__}", "the costs given")
    path = Path(fspath(source))
    try:
        document = tomllib.loads(load_origin(path, options=ReadOptions()).data.decode("utf-8"))
    except InputError as error:
        raise InputError(
            f"no costs: {error.what}", where=error.where, fix=f"{error.fix}; {_FIX}", code=error.code
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _costs_error(f"the costs are not valid TOML: {error}", str(path)) from None
    return _read_document(document, str(path))


def _read_document(document: Mapping[str, Any], source: str) -> Costs:
    unknown = [key for key in document if key not in _KEYS]
    tables_present = [key for key in ("costs", "benefits", "errors_cost") if key in document]
    if unknown or len(tables_present) != 1:
        what = (
            f"{unknown[0]!r} is none of {', '.join(_KEYS)}"
            if unknown
            else "give one of costs, benefits, errors_cost"
        )
        raise _costs_error(what, source)
    if "errors_cost" in document and document["errors_cost"] != "weight":
        raise _costs_error("errors_cost can only be 'weight', the column of weights", source)
    matrix = {
        str(truth): _require_numbers(row, f"{tables_present[0]}.{truth}", source)
        for truth, row in _require_table(document.get(tables_present[0]), tables_present[0], source).items()
    }
    return Costs(
        matrix=matrix,
        benefit="benefits" in document,
        priors=_read_priors(document.get("priors", {}), source),
        by_weight="errors_cost" in document,
        threshold=read_threshold(document.get("threshold", "as-predicted"), source),
        source=source,
    )


def read_rule(given: object, where: str) -> float | str:
    """Return how scores become decisions without costs: a number, or the rule by which one is chosen.

    >>> read_rule("0.3", "--threshold"), read_rule("f1", "--threshold")
    (0.3, 'f1')
    """
    if given in RULES:
        return str(given)
    if given in THRESHOLDS:
        raise UsageError(
            f"the threshold {str(given)!r} decides by what errors cost, and no costs are given",
            where=where,
            fix=f"give --costs FILE as well, a number such as 0.3, or a rule: {', '.join(RULES)}",
            code="BO402",
        )
    return float(_read_number(given, where, words=RULES))


def read_threshold(given: object, where: str) -> Threshold:
    """Return how scores become decisions, from a word or a number.

    >>> read_threshold("0.3", "--threshold"), read_threshold("chosen", "--threshold")
    (0.3, 'chosen')
    """
    if given in THRESHOLDS:
        return cast("Threshold", given)
    return _read_number(given, where, words=THRESHOLDS)


def _read_number(given: object, where: str, *, words: Sequence[str]) -> float:
    try:
        number = float(given) if isinstance(given, (int, float, str)) and not isinstance(given, bool) else nan
    except ValueError:
        number = nan
    if not isfinite(number):
        raise InputError(
            f"threshold = {given!r} is not possible",
            where=where,
            fix=f"use one of {', '.join(words)}, or the number from which on a score means the positive class",
            code="BO402",
        )
    return number


def _read_priors(given: object, source: str) -> dict[str, float]:
    priors = _require_numbers(given, "priors", source)
    if priors and (min(priors.values()) < 0 or not any(priors.values())):
        raise _costs_error("shares of classes are not negative, and not all zero", source)
    return priors


def _require_table(given: object, name: str, source: str) -> Mapping[str, Any]:
    if name == "errors_cost":
        return {}
    if not isinstance(given, Mapping) or not given:
        raise _costs_error(f"{name} is not a table by true class", source)
    return given


def _require_numbers(given: object, name: str, source: str) -> dict[str, float]:
    if not isinstance(given, Mapping):
        raise _costs_error(f"{name} is not a table", source)
    for key, value in given.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
            raise _costs_error(f"{name}.{key} = {value!r} is not a number", source)
    return {str(key): float(value) for key, value in given.items()}


def _costs_error(what: str, where: str) -> InputError:
    return InputError(what, where=where, fix=_FIX, code="BO079")
