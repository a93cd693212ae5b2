"""Calibrate: run the test in use on copies of the evidence in which the classifiers have traded places."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.calibration import Calibration, Kept, Within
from bakeoff.core.comparison import PairTest, Settings
from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Estimate, Interval, Posterior, Verdict, significance
from bakeoff.inference.analysis import pair_tests
from bakeoff.inference.bench import Bench
from bakeoff.inference.choose import choose, choose_adjustment
from bakeoff.inference.layout import lay_out
from bakeoff.inference.remarks import left_out_remarks
from bakeoff.inference.swapping import Blocks, blocks_of, every_order, random_order, swapped
from bakeoff.inference.verdict import judge_posterior
from bakeoff.procedures.procedure import Procedure
from bakeoff.procedures.proportions import proportion_interval

FEWEST = 50  # copies that are judged however long they take


def calibrate(
    evidence: Evidence,
    settings: Settings,
    *,
    trials: int = 2000,
    within: Within | None = None,
    seconds: float = 60.0,
) -> Calibration:
    """Return how often the test rejects on swapped copies: in each block the classifiers are put in a random order.

    Under the null that the classifiers are exchangeable within blocks every such copy was as likely as the evidence.
    Two classifiers in few blocks are swapped in every possible way, which leaves no error of simulation.
    """
    bench = lay_out(evidence, settings)
    carrying = choose(bench.design, settings)
    adjustment = choose_adjustment(bench.design, settings, carrying)
    asked = replace(settings, test=carrying.key, adjust=settings.adjust)
    blocks = blocks_of(evidence, within)
    exact = len(evidence.classifiers) == 2 and blocks.present.all() and 2**blocks.count <= trials
    tally = _Tally()
    until = time.monotonic() + seconds
    for number, order in enumerate(_orders(blocks, settings.seed, trials, exact=bool(exact))):
        if number >= FEWEST and time.monotonic() > until:
            break
        copy = swapped(evidence, blocks, order)
        tally.add(
            _judged(copy, replace(asked, seed=settings.seed + number), carrying, adjustment), settings.level
        )
    wanted = 2**blocks.count if exact else trials
    return _calibration(bench, carrying, adjustment, blocks, tally, asked=wanted, exact=bool(exact))


@dataclass(slots=True)
class _Tally:
    """What became of the copies."""

    trials: int = 0
    rejections: int = 0
    declined: int = 0
    pairs: int = 0
    pairs_rejected: int = 0

    def add(self, tests: tuple[PairTest, ...] | None, level: float) -> None:
        self.trials += 1
        if tests is None:
            self.declined += 1
            return
        rejected = sum(_rejects(test, level) for test in tests)
        self.pairs += len(tests)
        self.pairs_rejected += rejected
        self.rejections += rejected > 0


def _orders(blocks: Blocks, seed: int, trials: int, *, exact: bool) -> Iterator[Ints]:
    if exact:
        yield from every_order(blocks)
        return
    rng = np.random.default_rng(seed)
    for _ in range(trials):
        yield random_order(blocks, rng)


def _judged(
    copy: Evidence, settings: Settings, carrying: Procedure, adjustment: str
) -> tuple[PairTest, ...] | None:
    """Return what the test says of a copy; None where it cannot say anything, as of differences that do not vary."""
    try:
        return pair_tests(carrying, lay_out(copy, settings), adjustment=adjustment)
    except ProcedureError:
        return None


def _rejects(test: PairTest, level: float) -> bool:
    if isinstance(test.result, Posterior):
        return judge_posterior(test.result, level=level) in (Verdict.BETTER, Verdict.WORSE)
    return test.p_value is not None and test.p_value < significance(level)


def _calibration(
    bench: Bench,
    carrying: Procedure,
    adjustment: str,
    blocks: Blocks,
    tally: _Tally,
    *,
    asked: int,
    exact: bool,
) -> Calibration:
    settings, share = bench.settings, tally.rejections / tally.trials
    whole = exact and tally.trials == asked
    interval = (
        Interval(low=share, high=share, level=0.95)
        if whole
        else proportion_interval(tally.rejections, tally.trials, method="clopper-pearson")
    )
    made = Calibration(
        test=carrying.key,
        adjust=adjustment,
        level=settings.level,
        alternative=settings.alternative,
        source=bench.evidence.source,
        digest=bench.evidence.digest,
        design=str(bench.design.name),
        classifiers=bench.design.classifiers,
        pairs=len(bench.pairs),
        within=blocks.within,
        blocks=blocks.count,
        trials=tally.trials,
        asked=asked,
        exact=whole,
        rejections=tally.rejections,
        declined=tally.declined,
        rate=Estimate(of="share of swapped copies that are rejected", value=share, interval=interval),
        pair_rate=tally.pairs_rejected / tally.pairs if tally.pairs else 0.0,
        kept=_kept(interval, significance(settings.level)),
        seed=settings.seed,
    )
    reading = (*bench.evidence.findings, *left_out_remarks(bench.evidence))
    return replace(made, findings=(*reading, *_remarks(made)))


def _kept(interval: Interval, nominal: float) -> Kept:
    # A share of few copies is a fraction with a small denominator: the last digit of alpha must not decide.
    slack = 1e-12
    if interval.low > nominal + slack:
        return Kept.ABOVE
    return Kept.BELOW if interval.high < nominal - slack else Kept.ABOUT


def _remarks(made: Calibration) -> Iterator[Finding]:
    nominal = significance(made.level)
    detail = {
        "rate": made.rate.value,
        "low": made.rate.interval.low,
        "nominal": nominal,
        "trials": made.trials,
    }
    if made.kept is Kept.ABOVE:
        yield Finding(
            code="BO155",
            severity=Severity.WARNING if made.rate.value > 1.5 * nominal else Severity.NOTE,
            message=f"{made.test} calls classifiers different that are not, more often than it says: in "
            f"{made.rate.value:.3g} of the swapped copies, where {nominal:g} is allowed.",
            detail=detail,
        )
    if made.within in (Within.REPEAT, Within.RESAMPLE):
        yield Finding(
            code="BO156",
            severity=Severity.WARNING,
            message=f"Each {made.within} was swapped by itself, as if {made.within}s were independent. They share "
            "training data, which no swap can show: the true error rate of a test that ignores it is higher than "
            "this one. docs/validity has rates from fresh data.",
            detail={"within": str(made.within), "blocks": made.blocks},
        )
    if made.trials < made.asked:
        yield Finding(
            code="BO157",
            severity=Severity.NOTE,
            message=f"The time was up after {made.trials:,} of {made.asked:,} swapped copies; --seconds gives more.",
            detail={"trials": made.trials, "asked": made.asked},
        )
