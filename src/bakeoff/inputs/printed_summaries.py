"""Read what a text prints in place of scores: Σz, Σz² and n, a mean with its error and how many, or two intervals."""

import re
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import UsageError
from bakeoff.core.words import write_list

if TYPE_CHECKING:
    from bakeoff.core.answers.printed_summaries import DifferenceSummary, ValueAndReach

OPTIONS = ("sum_z", "sum_z2", "mean", "sd", "se", "n", "k")
FORMS = (
    "--sum-z 7 --sum-z2 437 --n 10, --mean 0.7 --sd 6.93 --n 10, or --mean 0.05 --se 0.002 --k 30 "
    "(--n counts datasets, --k the folds of one dataset)"
)
_OF_INTERVALS = {"level", "as_json", "quiet"}
_OF_SUMMARY = _OF_INTERVALS | {"alternative", "margin", "test", "test_train_ratio", "explain", "df_rule"}


def is_summary(options: dict[str, Any]) -> bool:
    """Say whether a summary of differences was given in place of a file."""
    return any(options[name] is not None for name in OPTIONS)


def read_summary(options: dict[str, Any]) -> "DifferenceSummary":
    """Return the summary that the options spell, or refuse what is none."""
    from bakeoff.core.answers.printed_summaries import DifferenceSummary  # a table does not wait for it

    numbers = {name: options[name] for name in OPTIONS if options[name] is not None}
    words = " ".join(f"--{name.replace('_', '-')} {value:g}" for name, value in numbers.items())
    count = numbers.get("n", numbers.get("k"))
    spread = (
        {"sum_z", "sum_z2"}
        if "sum_z" in numbers or "sum_z2" in numbers
        else {"mean", "sd" if "sd" in numbers else "se"}
    )
    if count is None or set(numbers) != {*spread, "k" if "k" in numbers else "n"} or count < 2:
        raise _unreadable_error(
            f"these do not make a mean, a spread and a number of at least 2: {words}", words
        )
    mean, sd = _printed_summary_moments(numbers, count)
    if not sd > 0:
        raise _unreadable_error(f"these differences do not vary: their variance is {sd:g}", words)
    return DifferenceSummary(mean=mean, sd=sd, n=count, over_folds="k" in numbers, source=words)


def require_answerable(options: dict[str, Any], said: set[str]) -> None:
    """Refuse what needs the scores themselves: a file beside the summary, and everything drawn or written from them."""
    of_summary = is_summary(options)
    if of_summary and options["evidence"]:
        raise _unreadable_error(
            "a summary takes the place of a file, and a file is given too", options["evidence"][0]
        )
    known = _OF_SUMMARY | set(OPTIONS) if of_summary else _OF_INTERVALS
    beyond = sorted(said - known - {"evidence"})
    if beyond:
        names = write_list([f"--{name.replace('_', '-')}" for name in beyond])
        takes = write_list(
            [f"--{name.replace('as_', '').replace('_', '-')}" for name in sorted(known - set(OPTIONS))],
            most=9,
        )
        raise UsageError(
            f"{names} cannot be had from {'a summary of the differences' if of_summary else 'two intervals'}",
            where="the command line",
            fix=f"give the scores themselves; without them it takes {takes}",
            code="BO531",
        )


def require_summary(options: dict[str, Any]) -> None:
    """Refuse a rule of degrees of freedom where scores are judged: it is a text's, to follow its calculation by."""
    if options["df_rule"] is not None:
        raise UsageError(
            f"the rule {options['df_rule']} follows a lecture's calculation from its summary, and judges no scores",
            where="--df-rule",
            fix="take mean and s from --explain and give them in place of the file: --mean 0.48 --sd 0.0789 --k 10 "
            "--test paired-t --df-rule k-2",
            code="BO531",
        )


def _printed_summary_moments(given: dict[str, Any], count: int) -> tuple[float, float]:
    if "sum_z" in given:
        mean = given["sum_z"] / count
        variance = (given["sum_z2"] - given["sum_z"] ** 2 / count) / (count - 1)
        return mean, sqrt(max(variance, 0.0))
    return given["mean"], given["sd"] if "sd" in given else given["se"] * sqrt(count)


def _unreadable_error(what: str, where: str) -> UsageError:
    return UsageError(what, where=where, fix=f"give {FORMS}", code="BO532")


_NUMBER = r"[-−]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?"
_ONE = re.compile(rf"(?:(?P<name>[^=]+)=)?\s*(?P<value>{_NUMBER})\s*(?:±|\+/?[-−])\s*(?P<reach>{_NUMBER})\s*")


def are_intervals(words: Sequence[str]) -> bool:
    """Say whether command-line words are values with their half-widths rather than names of files.

    >>> are_intervals(["70±10", "b=60+/-10"]), are_intervals(["scores.csv"])
    (True, False)
    """
    return bool(words) and all(_ONE.fullmatch(w) and not Path(w).is_file() for w in words)


def read_intervals(words: Sequence[str]) -> "tuple[ValueAndReach, ValueAndReach]":
    """Return the values of a and of b with the half-widths of their intervals, or refuse what is none."""
    a, b = (_parse_interval(word, name) for word, name in zip(_require_two(words), ("a", "b"), strict=True))
    return a, b


def _require_two(words: Sequence[str]) -> Sequence[str]:
    if len(words) != 2:
        raise UsageError(
            f"two intervals are read together, of a and of b; {len(words)} given",
            where=" ".join(words[:4]),
            fix="give two, such as 70±10 60±10",
            code="BO532",
        )
    return words


def _parse_interval(word: str, name: str) -> "ValueAndReach":
    from bakeoff.core.answers.printed_summaries import ValueAndReach

    match = _ONE.fullmatch(word)
    value, reach = (
        (float(match[part].replace("−", "-")) for part in ("value", "reach")) if match else (0.0, 0.0)
    )
    if not reach > 0:
        raise UsageError(
            f"{word!r} has no half-width above zero", where=word, fix="write 70±10 or 70+/-10", code="BO532"
        )
    return ValueAndReach(name=(match["name"] if match else None) or name, value=value, reach=reach)
