"""Pairs made from differences, judged by one test as a comparison would."""

from collections.abc import Callable

import numpy as np
import pytest

from bakeoff.core.comparison import Pair
from bakeoff.core.results import Alternative
from bakeoff.inference.judge import judge
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.wilcoxon import wilcoxon

PROCEDURES = {"paired-t": paired_t, "sign": sign, "wilcoxon": wilcoxon}


@pytest.fixture
def pair_of() -> Callable[..., Pair]:
    """Return a function that judges B against A by their differences on datasets d1, d2, …"""

    def build(differences, *, test="wilcoxon", level=0.95, margin=0.0, alternative=Alternative.TWO_SIDED):
        d = np.asarray(differences, dtype=float)
        result = PROCEDURES[test](d, level=level, alternative=alternative)
        p_adjusted = result.p_value
        return Pair(
            a="A",
            b="B",
            result=result,
            p_adjusted=p_adjusted,
            wins=int((d > 0).sum()),
            draws=int((d == 0).sum()),
            losses=int((d < 0).sum()),
            verdict=judge(result.estimate.interval, p_value=p_adjusted, margin=margin),
            verdicts_at={},
            effects=(),
            equivalence_p=None,
            units=tuple(f"d{i + 1}" for i in range(d.size)),
            advantages=d,
            a_scores=np.full(d.size, 50.0),
            b_scores=50.0 + d,
        )

    return build
