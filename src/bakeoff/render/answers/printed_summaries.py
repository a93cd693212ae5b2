"""A verdict on what a text prints in place of scores: a summary of differences, or two intervals."""

from hashlib import sha256
from typing import Any

from bakeoff.core.answers.printed_summaries import SummaryTest, TwoIntervals, ValueAndReach
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, TestResult, Verdict
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count
from bakeoff.render.json.comparison import SCHEMA, result_dict
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import (
    decimals_of,
    interval_text,
    level_text,
    margin_text,
    number_text,
    p_text,
    plain_number,
    signed_text,
)
from bakeoff.render.text.calculation import t_test_lines

OVERLAP = (
    "it takes the folds as independent, which they are not: their training sets overlap, and it can reject a true null "
    "too often"
)


def summary_sentence(test: SummaryTest) -> str:
    """Return the answer in one paragraph."""
    result, digits = test.result, decimals_of(test.result.estimate)
    level = level_text(result.estimate.interval.level)
    return (
        f"{_summary_headline(test)} Advantage of b: {signed_text(result.estimate.value, digits)} ({level} interval "
        f"{interval_text(result.estimate.interval, digits)}), {p_text(result.p_value)} by {result.procedure} "
        f"({result.method}); from {test.summary.source}, where z is b − a."
    )


def summary_lines(test: SummaryTest, *, explain: bool, columns: int) -> list[Line]:
    """Return the answer as a screen; with every step of the calculation where that is asked for."""
    result, digits = test.result, decimals_of(test.result.estimate)
    level = level_text(result.estimate.interval.level)
    text = (
        f"  advantage of b   {signed_text(result.estimate.value, digits)}   {level} interval "
        f"{interval_text(result.estimate.interval, digits)}   {p_text(result.p_value)}"
    )
    steps = (
        [*t_test_lines(test.result), *(t_test_lines(test.plain) if test.plain is not None else [])]
        if explain
        else []
    )
    return [
        [],
        *wrap_paragraph(Span("  "), _summary_headline(test), width=columns, indent=2),
        [],
        line(text),
        *quiet_lines(
            f"mean advantage by {result.procedure} ({result.method}), from {test.summary.source}", columns
        ),
        *quiet_lines(
            "the differences z are taken as b − a: a mean above 0 says that b is better; where a text has a − b, turn "
            "its sign round",
            columns,
        ),
        *_textbook_lines(test, columns),
        *steps,
        [],
        *quiet_lines(
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


def _summary_headline(test: SummaryTest) -> str:
    over = (
        write_count(test.summary.n, "fold") + " of one dataset"
        if test.summary.over_folds
        else write_count(test.summary.n, "dataset")
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


def _textbook_lines(test: SummaryTest, columns: int) -> list[Line]:
    """Return what the textbook's calculation gives beside the verdict, or why it should not carry it."""
    lines = _lecture_lines(test, columns)
    if test.forced:
        return [*lines, *quiet_lines(f"paired-t was asked for over folds: {OVERLAP}", columns)]
    if test.plain is None:
        return lines
    text = "textbook" if test.right is None else "lecture"
    sentence = f"as the {text} has it: {_reach_text(test.plain)} by paired-t; {OVERLAP}"
    return [*lines, *quiet_lines(sentence, columns)]


def _lecture_lines(test: SummaryTest, columns: int) -> list[Line]:
    """Return what the lecture's degrees of freedom do, beside those that are right."""
    taught = test.plain or test.result
    if test.right is None:
        return []
    k = taught.n
    sentence = (
        f"paired-t with k − 2 = {k - 2} degrees of freedom, as the lecture has it: t = {taught.steps['critical']:.4g}, "
        f"the mean is significant outside {_acceptance_text(taught)}; that rule is wrong: {k} paired "
        "differences have k − 1 = "
        f"{k - 1}, which makes it t = {test.right.steps['critical']:.4g} and {_acceptance_text(test.right)}"
    )
    return quiet_lines(sentence, columns)


def _acceptance_text(result: TestResult) -> str:
    low, high = result.steps["acceptance_low"], result.steps["acceptance_high"]
    return f"[{plain_number(low)}, {plain_number(high)}]"


def _reach_text(result: TestResult) -> str:
    mean, se, critical = result.estimate.value, result.steps["se"], result.steps["critical"]
    ends = result.estimate.interval
    reach = f"{plain_number(mean)} ± {critical:.3f} × {plain_number(se)}"
    if result.alternative is not Alternative.TWO_SIDED:
        return f"{reach} on one side"
    return f"{reach}, {plain_number(ends.low)} to {plain_number(ends.high)}"


_WIDE = 48  # letters of the picture


def intervals_sentence(made: TwoIntervals) -> str:
    """Return what the two intervals say, in one paragraph."""
    level = level_text(made.interval.level)
    return (
        f"{_intervals_headline(made)} Advantage of {printable_name(made.b.name)}: {plain_number(made.difference)} "
        f"({level} interval "
        f"{plain_number(made.interval.low)} to {plain_number(made.interval.high)}), {p_text(made.p_value)} by z, if "
        "the two were measured independently and a higher value is better."
    )


def intervals_lines(made: TwoIntervals, *, columns: int) -> list[Line]:
    """Return the two intervals as the slide draws them, the difference, and how to read an overlap."""
    label = max(width(printable_name(made.a.name)), width(printable_name(made.b.name)))
    low = min(made.a.value - made.a.reach, made.b.value - made.b.reach)
    high = max(made.a.value + made.a.reach, made.b.value + made.b.reach)
    level = level_text(made.interval.level)
    return [
        [],
        *wrap_paragraph(Span("  "), _intervals_headline(made), width=columns, indent=2),
        [],
        *(_draw_interval(each, label, low, high) for each in (made.a, made.b)),
        [],
        line(
            f"  the difference   {plain_number(made.difference)} ± {plain_number(made.differ_from)} ({level})   "
            f"z = {number_text(made.z, 3)}   {p_text(made.p_value)}"
        ),
        *quiet_lines(_how_to_read(made), columns),
        [],
    ]


def intervals_dict(made: TwoIntervals) -> dict[str, Any]:
    """Return what two intervals say as the JSON of a comparison."""
    result = {
        "test": "z",
        "statistic": made.z,
        "df": None,
        "p_value": made.p_value,
        "p_adjusted": None,
        "estimate": {
            "of": "difference of two independent values",
            "value": made.difference,
            "low": made.interval.low,
            "high": made.interval.high,
            "level": made.interval.level,
        },
        "steps": {"differ_from": made.differ_from, "apart_from": made.apart_from},
    }
    pair = {"a": made.a.name, "b": made.b.name, **result}
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {"kind": "summary", "source": f"{_value_text(made.a)} and {_value_text(made.b)}",
                     "classifiers": [made.a.name, made.b.name], "datasets": 1, "metric": "score",
                     "higher_is_better": True},
        "design": "two-classifiers-independent-test-sets",
        "settings": {"level": made.interval.level, "margin": 0.0, "alternative": "two-sided", "test": "z"},
        "omnibus": None,
        "pairs": [{**pair, "wins": None, "draws": None, "losses": None, "verdict": str(made.verdict)}],
        "tests": [pair],
        "objections": [],
        "findings": [],
        "ranking": [],
        "summary": intervals_sentence(made),
    }  # fmt: skip


def _intervals_headline(made: TwoIntervals) -> str:
    a, b = printable_name(made.a.name), printable_name(made.b.name)
    both = f"{_value_text(made.a)} and {_value_text(made.b)}"
    if made.verdict is Verdict.UNDECIDED:
        return f"Undecided: {both} do not show that {b} differs from {a}."
    return f"{b} is {made.verdict} than {a}, if {both} were measured independently."


def _how_to_read(made: TwoIntervals) -> str:
    differ, apart = plain_number(made.differ_from), plain_number(made.apart_from)
    return (
        f"The errors of two independent values add as squares: with these, values that are more than {differ} "
        f"apart are shown to differ, while the intervals overlap until they are {apart} apart. So intervals that do "
        "not overlap show a difference, and intervals that do overlap do not show that there is none. Where both were "
        "measured on the same datasets, folds or examples neither rule holds: compare the differences."
    )


def _draw_interval(each: ValueAndReach, label: int, low: float, high: float) -> Line:
    def at(value: float) -> int:
        return round((value - low) / (high - low) * (_WIDE - 1))

    start, middle, end = at(each.value - each.reach), at(each.value), at(each.value + each.reach)
    bar = "".join("●" if i == middle else "─" if start <= i <= end else " " for i in range(_WIDE))
    return line(f"  {fit_name(each.name, label)}  {bar}  {_value_text(each)}")


def _value_text(each: ValueAndReach) -> str:
    return f"{plain_number(each.value)} ± {plain_number(each.reach)}"
