"""What papers print about tables that come with bakeoff: ours must round to the same digits."""

from collections.abc import Iterator
from itertools import combinations
from math import sqrt

import numpy as np

from bakeoff.api.selftest.digits import check, check_printed
from bakeoff.core.answers.selftest import Check
from bakeoff.core.arrays import Floats
from bakeoff.inputs.published import PUBLISHED
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.anova import anova
from bakeoff.procedures.many.friedman import friedman, iman_davenport
from bakeoff.procedures.many.mean_rank_z import friedman_z
from bakeoff.procedures.many.nemenyi import critical_difference
from bakeoff.procedures.many.quade import quade
from bakeoff.procedures.many.ranks import mean_ranks
from bakeoff.procedures.many.studentized_range import quantile
from bakeoff.procedures.paired.wilcoxon import wilcoxon

GROUP = "published"
# How many of García and Herrera's (2008) ten pairs each adjustment rejects at 5 %, by way of the unit tests of STAC's
# precursor; their other figures by way of the vignette of scmamp, which prints R's output for the same table.
REJECTED = {"bonferroni": "4", "holm": "5", "hochberg": "5", "shaffer": "6", "finner": "8"}
# Demšar (2006), critical values for k = 2 to 10. He prints 2.343 and 2.949 at k = 3 and 7: they are 2.3437 and 2.9483.
MISPRINTED = (3, 7)
CRITICAL = ("1.960", "2.344", "2.569", "2.728", "2.850", "2.948", "3.031", "3.102", "3.164")


def published_checks() -> Iterator[Check]:
    """Yield the figures of Demšar (2006) and of García and Herrera (2008), and of R for the same tables."""
    yield from _check_demsar(_published_scores("demsar-2006"))
    yield from _garcia_herrera(_published_scores("garcia-herrera-2008"))
    yield from _critical_values()


def _published_scores(name: str) -> Floats:
    rows = PUBLISHED[name].text.splitlines()[1:]
    return np.array([[float(cell) for cell in row.split(",")[1:]] for row in rows])


def _check_demsar(scores: Floats) -> Iterator[Check]:
    # In the row "voting" the paper ranks C4.5+cf before C4.5+m+cf, by digits that it does not print.
    as_ranked = scores.copy()
    as_ranked[12, 2] += 1e-4
    source = "demsar2006, 3.2.2"
    for name, rank, text in zip(
        "abcd", mean_ranks(as_ranked), ("3.143", "2.000", "2.893", "1.964"), strict=True
    ):
        yield check_printed(GROUP, f"Demšar, mean rank {name}", source, (rank, text))
    chi2 = friedman(as_ranked, tie_correction=False, reference="approximate")
    yield check_printed(GROUP, "Demšar, Friedman", source, (chi2.statistic, "9.28"))
    f = iman_davenport(as_ranked, tie_correction=False)
    yield check_printed(GROUP, "Demšar, Iman–Davenport", source, (f.statistic, "3.69"))
    yield check_printed(GROUP, "Demšar, critical difference", source, (critical_difference(4, 14), "1.25"))
    yield check_printed(
        GROUP, "Demšar, critical difference, 10 %", source, (critical_difference(4, 14, 0.9), "1.12")
    )
    steps = wilcoxon(np.round(scores[:, 1] - scores[:, 0], 9), zeros="zsplit").steps
    yield check_printed(GROUP, "Demšar, R−", "demsar2006", (steps["rank_sum_minus"], "12"))
    # Source: many_classifiers.R, R 4.2.2, 2026-11-15.
    yield check(
        GROUP, "Demšar, Friedman, ties", "R 4.2.2", (friedman(scores).statistic, 10.952380952380953), floor=13
    )


def _garcia_herrera(scores: Floats) -> Iterator[Check]:
    source, adjusted = "garcia2008, by scmamp 0.3.2", "garcia2008, by STAC"
    chi2 = friedman(scores, tie_correction=False)
    yield check_printed(GROUP, "García–Herrera, Friedman", source, (chi2.statistic, "39.647"))
    f = iman_davenport(scores, tie_correction=False)
    yield check_printed(GROUP, "García–Herrera, Iman–Davenport", source, (f.statistic, "14.309"))
    for name, rank, text in zip(
        "abcde", mean_ranks(scores), ("2.100", "3.250", "2.200", "4.333", "3.117"), strict=True
    ):
        yield check_printed(GROUP, f"García–Herrera, mean rank {name}", source, (rank, text))
    raw = np.array([r.p_value for r in friedman_z(scores, pairs=list(combinations(range(5), 2)))])
    for method, count in REJECTED.items():
        rejected = int((adjust(raw, method, classifiers=5) < 0.05).sum())
        yield check_printed(GROUP, f"García–Herrera, pairs rejected by {method}", adjusted, (rejected, count))
    # Source of the next: many_classifiers.R, R 4.2.2, 2026-11-15.
    known = (
        (friedman(scores), 39.912751677852349),
        (quade(scores), 10.943404105520097),
        (anova(scores), 12.04475243411942),
    )
    for result, reference in known:
        name = f"García–Herrera, {result.procedure}, ties"
        yield check(GROUP, name, "R 4.2.2", (result.statistic, reference), floor=12)


def _critical_values() -> Iterator[Check]:
    for k, text in enumerate(CRITICAL, start=2):
        source = "computed; demsar2006 misprints it" if k in MISPRINTED else "demsar2006"
        value = quantile(0.95, k) / sqrt(2)
        yield check_printed(GROUP, f"critical value of {k} mean ranks", source, (value, text))
