"""A verdict on a summary of differences: in one sentence, on the screen, and as JSON."""

from hashlib import sha256
from typing import Any

from bakeoff.core.difference_summary import SummaryTest
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, TestResult, Verdict
from bakeoff.core.version import __version__
from bakeoff.core.words import counted
from bakeoff.render.explain import t_steps
from bakeoff.render.json import SCHEMA, result_dict
from bakeoff.render.numbers import (
    decimals_of,
    interval_text,
    level_text,
    margin_text,
    p_text,
    plain_number,
    signed,
)
from bakeoff.render.screen import Line, Span, line, quiet, wrapped

OVERLAP = (
    "it takes the folds as independent, which they are not: their training sets overlap, and it can reject a true null "
    "too often"
)


def summary_sentence(test: SummaryTest) -> str:
    """Return the answer in one paragraph."""
    result, digits = test.result, decimals_of(test.result.estimate)
    level = level_text(result.estimate.interval.level)
    return (
        f"{_headline(test)} Advantage of b: {signed(result.estimate.value, digits)} ({level} interval "
        f"{interval_text(result.estimate.interval, digits)}), {p_text(result.p_value)} by {result.procedure} "
        f"({result.method}); from {test.summary.source}, where z is b − a."
    )


def summary_lines(test: SummaryTest, *, explain: bool, columns: int) -> list[Line]:
    """Return the answer as a screen; with every step of the calculation where that is asked for."""
    result, digits = test.result, decimals_of(test.result.estimate)
    level = level_text(result.estimate.interval.level)
    told = (
        f"  advantage of b   {signed(result.estimate.value, digits)}   {level} interval "
        f"{interval_text(result.estimate.interval, digits)}   {p_text(result.p_value)}"
    )
    steps = (
        [*t_steps(test.result), *(t_steps(test.plain) if test.plain is not None else [])] if explain else []
    )
    return [
        [],
        *wrapped(Span("  "), _headline(test), width=columns, indent=2),
        [],
        line(told),
        *quiet(
            f"mean advantage by {result.procedure} ({result.method}), from {test.summary.source}", columns
        ),
        *quiet(
            "the differences z are taken as b − a: a mean above 0 says that b is better; where a text has a − b, turn "
            "its sign round",
            columns,
        ),
        *_beside(test, columns),
        *steps,
        [],
        *quiet(
            "--explain the calculation · --json every number · with the scores themselves more can be said",
            columns,
        ),
        [],
    ]


def summary_dict(test: SummaryTest) -> dict[str, Any]:
    """Return the answer as the JSON of a comparison, with nothing in it that a summary cannot know."""
    summary = test.summary
    tests = [test.result, *([test.plain] if test.plain is not None else [])]
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {
            "kind": "summary",
            "source": summary.source,
            "classifiers": ["a", "b"],
            "datasets": 1 if summary.over_folds else summary.n,
            "resamples": summary.n if summary.over_folds else 1,
            "metric": "score",
            "higher_is_better": True,
            "differences": "b - a",
            "digest": f"sha256:{sha256(repr((summary.mean, summary.sd, summary.n)).encode()).hexdigest()}",
        },
        "design": f"two-classifiers-{'one-dataset-resampled' if summary.over_folds else 'many-datasets'}",
        "settings": {
            "level": test.result.estimate.interval.level,
            "margin": test.margin,
            "alternative": str(test.result.alternative),
            "test": test.result.procedure,
            "adjust": "none",
            "df_rule": "n-1" if test.right is None else "k-2",
        },
        "omnibus": None,
        "pairs": [{"a": "a", "b": "b", **result_dict(test.result, None), "wins": None, "draws": None,
                   "losses": None, "verdict": str(test.verdict)}],
        "tests": [{"a": "a", "b": "b", **result_dict(each, None)} for each in tests],
        "objections": [],
        "findings": [],
        "ranking": [],
        "summary": summary_sentence(test),
    }  # fmt: skip


def _headline(test: SummaryTest) -> str:
    over = (
        counted(test.summary.n, "fold") + " of one dataset"
        if test.summary.over_folds
        else counted(test.summary.n, "dataset")
    )
    if test.verdict is Verdict.EQUIVALENT:
        return (
            f"b and a are equivalent in the mean over {over}: within {margin_text(test.margin, Unit.PLAIN)}."
        )
    if test.verdict is Verdict.UNDECIDED:
        asks = {Alternative.GREATER: "is better than", Alternative.LESS: "is worse than"}
        word = asks.get(test.result.alternative, "differs from")
        return f"Undecided: the mean over {over} does not show that b {word} a."
    return f"b is {test.verdict} than a in the mean over {over}."


def _beside(test: SummaryTest, columns: int) -> list[Line]:
    """Return what the textbook's calculation gives beside the verdict, or why it should not carry it."""
    lines = _of_the_lecture(test, columns)
    if test.forced:
        return [*lines, *quiet(f"paired-t was asked for over folds: {OVERLAP}", columns)]
    if test.plain is None:
        return lines
    text = "textbook" if test.right is None else "lecture"
    told = f"as the {text} has it: {_with_reach(test.plain)} by paired-t; {OVERLAP}"
    return [*lines, *quiet(told, columns)]


def _of_the_lecture(test: SummaryTest, columns: int) -> list[Line]:
    """Return what the lecture's degrees of freedom do, beside those that are right."""
    taught = test.plain or test.result
    if test.right is None:
        return []
    k = taught.n
    told = (
        f"paired-t with k − 2 = {k - 2} degrees of freedom, as the lecture has it: t = {taught.steps['critical']:.4g}, "
        f"the mean is significant outside {_accepted(taught)}; that rule is wrong: {k} paired differences have k − 1 = "
        f"{k - 1}, which makes it t = {test.right.steps['critical']:.4g} and {_accepted(test.right)}"
    )
    return quiet(told, columns)


def _accepted(result: TestResult) -> str:
    low, high = result.steps["acceptance_low"], result.steps["acceptance_high"]
    return f"[{plain_number(low)}, {plain_number(high)}]"


def _with_reach(result: TestResult) -> str:
    mean, se, critical = result.estimate.value, result.steps["se"], result.steps["critical"]
    ends = result.estimate.interval
    reach = f"{plain_number(mean)} ± {critical:.3f} × {plain_number(se)}"
    if result.alternative is not Alternative.TWO_SIDED:
        return f"{reach} on one side"
    return f"{reach}, {plain_number(ends.low)} to {plain_number(ends.high)}"
