"""Certified values of NIST's Statistical Reference Datasets (https://www.itl.nist.gov/div898/strd/).

SmLs01 to SmLs09 (Simon and Lesage 1989) and NumAcc1 to NumAcc4 are defined by a rule and are made here from it, as
their files print them; AtmWtAg and SiRstv are measurements, typed.
"""

from collections.abc import Iterator

import numpy as np

from bakeoff.api.selftest.digits import check
from bakeoff.core.answers.selftest import Check
from bakeoff.core.arrays import Floats
from bakeoff.procedures.many.anova import one_way_anova
from bakeoff.procedures.paired.paired_t import paired_t

GROUP = "NIST StRD"
SILVER = (  # AtmWtAg: what follows 107.8681, for each of two instruments
    "568 465 572 785 446 903 526 494 616 587 519 486 419 569 508 672 385 518 662 424 360 333 610 477",
    "079 344 513 197 604 385 642 365 151 082 517 448 198 482 334 609 101 512 469 360 254 261 450 368",
)
SILICON = (  # SiRstv: five instruments
    (196.3052, 196.1240, 196.1890, 196.2569, 196.3403),
    (196.3042, 196.3825, 196.1669, 196.3257, 196.0422),
    (196.1303, 196.2005, 196.2889, 196.0343, 196.1811),
    (196.2795, 196.1748, 196.1494, 196.1485, 195.9885),
    (196.2119, 196.1051, 196.1850, 196.0052, 196.2090),
)
CENTRES = (4, 3, 5, 3, 5, 3, 5, 3, 5)  # SmLs: tenths in the middle of each treatment
# The leading digits take from what a double can hold: 13, 10 and 4 digits of F are left.
LEADING = (("1", 13), ("1000000", 10), ("1000000000000", 4))
CERTIFIED_F = {21: 21.0, 201: 201.0, 2001: 2001.0}
# Name, whole part, tenths of the first value; then one tenth less and one more, five hundred times.
ALTERNATING = (("NumAcc2", "1", 13), ("NumAcc3", "1000000", 9), ("NumAcc4", "10000000", 8))


def nist_checks() -> Iterator[Check]:
    """Yield the analysis of variance, means and standard deviations beside their certified values."""
    silver = [np.array([float(f"107.8681{d}") for d in row.split()]) for row in SILVER]
    yield _check_anova("AtmWtAg", silver, 15.9467335677930, floor=10)
    yield _check_anova("SiRstv", [np.array(row) for row in SILICON], 1.18046237440255, floor=13)
    for i, (leading, floor) in enumerate(LEADING):
        for j, (replicates, certified) in enumerate(CERTIFIED_F.items()):
            yield _check_anova(
                f"SmLs0{3 * i + j + 1}", _simon_lesage(leading, replicates), certified, floor=floor
            )
    yield from _check_moments(
        "NumAcc1", np.array([10000001.0, 10000003.0, 10000002.0]), 10000002.0, 1.0, floor=15
    )
    for name, whole, floor in ALTERNATING:
        values = _alternating_values(whole, 2, 1001)
        yield from _check_moments(name, values, float(f"{whole}.2"), 0.1, floor=floor)


def _check_anova(name: str, groups: list[Floats], certified: float, *, floor: float) -> Check:
    return check(
        GROUP, f"{name}, F", "one-way anova", (one_way_anova(groups).statistic, certified), floor=floor
    )


def _simon_lesage(leading: str, replicates: int) -> list[Floats]:
    return [_alternating_values(leading, centre, replicates) for centre in CENTRES]


def _alternating_values(whole: str, tenths: int, count: int) -> Floats:
    """Return a value, then in turn a tenth less and a tenth more, each the double nearest to its decimals."""
    values = [tenths, *(tenths + (1 if i % 2 else -1) for i in range(count - 1))]
    return np.array([float(f"{whole}.{t}") for t in values])


def _check_moments(name: str, values: Floats, mean: float, sd: float, *, floor: float) -> Iterator[Check]:
    steps = paired_t(values).steps
    yield check(GROUP, f"{name}, mean", "paired t, step 3", (steps["mean"], mean), floor=14)
    yield check(GROUP, f"{name}, standard deviation", "paired t, step 5", (steps["sd"], sd), floor=floor)
