"""The door to the self-test: references, enumerations, published figures and A/A on this machine."""

import platform
import time
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from bakeoff.core.answers import selftest as core
from bakeoff.core.errors import UsageError
from bakeoff.core.reprs import describe_fields
from bakeoff.core.version import __version__


@dataclass(frozen=True, slots=True)
class Selftest:
    """A finished self-test, with the faces it shows: words and JSON."""

    answer: core.Selftest

    @property
    def passed(self) -> bool:
        """Whether nothing fell below its floor."""
        return self.answer.passed

    def to_dict(self) -> dict[str, Any]:
        """Return the self-test as JSON."""
        from bakeoff.render.answers.selftest import selftest_dict

        return selftest_dict(self.answer)

    def __repr__(self) -> str:
        return describe_fields(self.answer, ("passed", "checks", "rates", "seed", "seconds"))

    def __str__(self) -> str:
        from bakeoff.render.answers.selftest import selftest_lines
        from bakeoff.render.lines import plain_text

        return plain_text(selftest_lines(self.answer, columns=100))


def selftest(*, seed: int = 0, share: float = 1.0) -> Selftest:
    """Return how many digits agree with references from outside, and how often the defaults claim what is not there.

    Parameters
    ----------
    seed : int
        Of the tables without a difference; another seed is another A/A check.
    share : float
        The share of those tables that is judged, above 0 to 1; the references are checked all the same.

    See Also
    --------
    calibrate : The error rate of a test on your own design.

    Examples
    --------
    >>> import bakeoff
    >>> bakeoff.selftest(share=0.05).passed
    True
    """
    from bakeoff.api.selftest.enumerations import enumeration_checks
    from bakeoff.api.selftest.identical import null_rates
    from bakeoff.api.selftest.nist import nist_checks
    from bakeoff.api.selftest.published import published_checks
    from bakeoff.api.selftest.tails import example_checks, tail_checks

    if seed < 0 or not 0 < share <= 1:
        raise UsageError(
            f"seed = {seed}, share = {share} is not possible",
            where="seed, share",
            fix="use a seed of 0 or more, and a share above 0, 1 at most",
            code="BO530",
        )
    start = time.perf_counter()
    sources = (nist_checks, tail_checks, example_checks, enumeration_checks, published_checks)
    checks = tuple(check for source in sources for check in source())
    rates = tuple(null_rates(seed=seed, share=share))
    seconds = time.perf_counter() - start
    return Selftest(
        core.Selftest(checks=checks, rates=rates, versions=_package_versions(), seed=seed, seconds=seconds)
    )


def _package_versions() -> dict[str, str]:
    return {
        "bakeoff": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
        "machine": f"{platform.system()} {platform.machine()}",
    }
