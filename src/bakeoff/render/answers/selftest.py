"""A self-test in words and as JSON."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from bakeoff.core.answers.selftest import Check, NullRate, Selftest
from bakeoff.core.words import write_count
from bakeoff.render.lines import Line, Span, line, quiet_lines

SCHEMA = "bakeoff/selftest/1"
ABOUT = (
    "Digits: those in which our number and the reference agree, 15 at most; below its floor a check has failed. What "
    "NIST certifies for numbers with many leading digits cannot be had with more: their decimals do not fit a double."
)


def selftest_dict(made: Selftest) -> dict[str, Any]:
    """Return a self-test as JSON."""
    return {
        "schema": SCHEMA,
        "version": made.versions["bakeoff"],
        "versions": made.versions,
        "passed": made.passed,
        "checks": [
            {
                "group": c.group,
                "name": c.name,
                "source": c.source,
                "found": c.found,
                "reference": c.reference,
                "digits": c.digits,
                "floor": c.floor,
                "passed": c.passed,
            }
            for c in made.checks
        ],
        "null_rates": [
            {
                "of": r.of,
                "design": r.design,
                "test": r.test,
                "trials": r.trials,
                "claims": r.claims,
                "rate": r.rate,
                "nominal": r.nominal,
                "low": r.interval.low,
                "high": r.interval.high,
                "level": r.interval.level,
                "passed": r.passed,
            }
            for r in made.rates
        ],
        "seed": made.seed,
        "seconds": made.seconds,
        "summary": selftest_sentence(made),
    }


def selftest_sentence(made: Selftest) -> str:
    """Return what was found, in one sentence."""
    failed = sum(not c.passed for c in made.checks) + sum(not r.passed for r in made.rates)
    of = f"{write_count(len(made.checks), 'reference')} and {write_count(len(made.rates), 'A/A check')}"
    return f"Passed: {of}." if not failed else f"FAILED: {failed} of {of}."


def selftest_lines(made: Selftest, *, columns: int, every: bool = False) -> list[Line]:
    """Return a self-test as a screen: digits by group, what failed, and the A/A rates; `every` check if asked."""
    style = "bold green" if made.passed else "bold red"
    versions = ", ".join(f"{name} {number}" for name, number in made.versions.items())
    return [
        [],
        line("  ", Span(selftest_sentence(made), style), f" {made.seconds:.1f} s"),
        [],
        *_digit_lines(made.checks),
        *_check_lines([c for c in made.checks if every or not c.passed]),
        [],
        *_rate_lines(made.rates),
        [],
        *quiet_lines(f"{ABOUT} {versions}.", columns),
        [],
    ]


def _digit_lines(checks: Sequence[Check]) -> Iterator[Line]:
    yield line(Span(f"  {'reference':<14}{'checks':>8}{'fewest':>9}{'median':>9}{'failed':>9}", "bold"))
    for group, members in groupby(checks, key=lambda c: c.group):
        of = list(members)
        digits = sorted(c.digits for c in of)
        failed = sum(not c.passed for c in of)
        figures = f"{len(of):>8}{digits[0]:>9.1f}{digits[len(digits) // 2]:>9.1f}"
        yield line(f"  {group:<14}{figures}", Span(f"{failed:>9}", "bold red" if failed else ""))


def _check_lines(checks: Sequence[Check]) -> Iterator[Line]:
    if checks:
        yield []
        yield line(Span(f"  {'check':<52}{'digits':>8}{'floor':>7}   source", "bold"))
    for c in checks:
        mark = Span(f"{c.digits:>8.1f}", "" if c.passed else "bold red")
        yield line(f"  {c.name:<52}", mark, f"{c.floor:>7.1f}   {c.source}")


def _rate_lines(rates: Sequence[NullRate]) -> Iterator[Line]:
    head = f"  {'nothing differs (A/A)':<32}{'test':<20}{'false claims':>14}{'rate':>8}{'allowed':>9}"
    yield line(Span(f"{head}   {100 * rates[0].interval.level:g} % interval", "bold"))
    for r in rates:
        rate = Span(f"{r.rate:>8.3f}", "" if r.passed else "bold red")
        claims = f"{r.claims} of {r.trials}"
        interval = f"{r.interval.low:.3f} to {r.interval.high:.3f}"
        yield line(f"  {r.of:<32}{r.test:<20}{claims:>14}", rate, f"{r.nominal:>9.2f}   {interval}")
