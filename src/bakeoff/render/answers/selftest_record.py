"""A self-test as a record to be kept: where it was run, every reference and its digits, and the A/A checks."""

from collections.abc import Mapping

from bakeoff.core.answers.selftest import Selftest
from bakeoff.render.answers.selftest import ABOUT, selftest_sentence
from bakeoff.render.exports import escape_markdown


def selftest_record(made: Selftest, *, system: Mapping[str, str]) -> str:
    """Return the record as Markdown."""
    where = [f"| {name} | {escape_markdown(value)} |" for name, value in {**system, **made.versions}.items()]
    checks = [
        f"| {escape_markdown(c.group)} | {escape_markdown(c.name)} | {escape_markdown(c.source)} | {c.found!r} | "
        f"{c.reference!r} | {c.digits:.1f} | {c.floor:g} | {_selftest_record_word(passed=c.passed)} |"
        for c in made.checks
    ]
    rates = [
        f"| {escape_markdown(r.of)} | {r.test} | {r.claims} of {r.trials} | {r.nominal:g} | "
        f"{r.interval.low:.3f} to {r.interval.high:.3f} | {_selftest_record_word(passed=r.passed)} |"
        for r in made.rates
    ]
    head = [
        "| group | what | source | found | reference | digits | floor | |",
        "|---|---|---|---|---|---|---|---|",
    ]
    rate_head = [
        "| evidence without a difference | test | claims | allowed | interval of the rate | |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join(
        [
            "# Record of a self-test of bakeoff", "", selftest_sentence(made), "",
            "## Where", "", "| | |", "|---|---|", *where, f"| seed | {made.seed} |", "",
            "## References", "", ABOUT, "", *head, *checks, "",
            "## Evidence without a difference", "", *rate_head, *rates, "",
        ]
    )  # fmt: skip


def _selftest_record_word(*, passed: bool) -> str:
    return "passed" if passed else "FAILED"
