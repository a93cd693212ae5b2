"""Assertions for tests of models: passed where something is shown, and a readable failure where it is not."""

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any, Unpack, cast

from bakeoff.api.compare import compare
from bakeoff.api.comparison import Comparison
from bakeoff.api.settings import CompareKeywords
from bakeoff.core.errors import UsageError


class NotShownError(AssertionError):
    """A gate that was not passed; `comparison` has everything that it rests on."""

    def __init__(self, message: str, comparison: Comparison) -> None:
        super().__init__(message)
        self.comparison = comparison


def assert_not_worse(
    a: object,
    b: object,
    *,
    margin: float,
    y_true: object = None,
    of: str = "items",
    **keywords: Any,  # noqa: ANN401 - of `bakeoff.compare`, but the margin
) -> Comparison:
    """Assert that b is shown to lose less than the margin against a, and return the comparison.

    Parameters
    ----------
    a, b : sequences, dicts, paths
        What the model in use and the candidate scored: one number for each item, in the same order; or id to number; or
        files, one for each. With `y_true`: what each predicted.
    margin : float
        The smallest loss that would matter, in units of the score.
    y_true : sequence, optional
        The true classes, where a and b are predictions.
    of : {"items", "datasets"}
        What the numbers are scores of.
    **keywords
        Of `bakeoff.compare`.
    """
    __tracebackhide__ = True
    return _require_gate(_compare_two(a, b, y_true, of, {**keywords, "margin": margin, "gate": "not-worse"}))


def assert_better(
    a: object, b: object, *, y_true: object = None, of: str = "items", **keywords: Unpack[CompareKeywords]
) -> Comparison:
    """Assert that b is shown to be better than a, and return the comparison; as in `assert_not_worse`."""
    __tracebackhide__ = True
    return _require_gate(_compare_two(a, b, y_true, of, {**keywords, "gate": "better"}))


def _require_gate(comparison: Comparison) -> Comparison:
    __tracebackhide__ = True
    from bakeoff.render.gate import gate_line

    if comparison.gate is not None and comparison.gate.passed:
        return comparison
    raise NotShownError(f"{gate_line(comparison)}\n{comparison}", comparison)


def _compare_two(a: object, b: object, y_true: object, of: str, keywords: Mapping[str, Any]) -> Comparison:
    if y_true is not None:
        return compare(y_true, {"a": a, "b": b}, baseline="a", **keywords)
    if isinstance(a, str | PathLike) and isinstance(b, str | PathLike):
        return compare(b, baseline_file=a, **keywords)
    return cast("Comparison", compare(_table_of_two(a, b, of), **keywords))


def _table_of_two(a: object, b: object, of: str) -> dict[str, list[Any]]:
    if of not in ("items", "datasets"):
        raise UsageError(
            f"of = {of!r} is not one of the choices", where="of", fix="use items or datasets", code="BO678"
        )
    left, right = _by_id(a), _by_id(b)
    if list(left) != list(right) and set(left) != set(right):
        raise UsageError(
            f"a has {len(left)} scores and b {len(right)}, and they are not of the same {of}",
            where="a, b",
            fix=f"give the scores of the same {of}, in the same order, or by their ids",
            code="BO678",
        )
    scores = [*left.values(), *(right[key] for key in left)]
    models = ["a"] * len(left) + ["b"] * len(left)
    if of == "items":
        return {"model": models, "item": [*left, *left], "score": scores}
    return {"dataset": [*left, *left], "classifier": models, "score": scores}


def _by_id(scores: object) -> dict[str, float]:
    if isinstance(scores, Mapping):
        pairs = [(str(key), value) for key, value in scores.items()]
    elif isinstance(scores, Iterable):
        pairs = [(str(i), value) for i, value in enumerate(scores)]
    else:
        pairs = []
    try:
        return {key: float(value) for key, value in pairs}
    except (TypeError, ValueError):
        raise UsageError(
            "the scores must be numbers, right or wrong counting as 1 and 0",
            where="a, b",
            fix="give one number for each item; of predicted classes give y_true as well",
            code="BO678",
        ) from None
