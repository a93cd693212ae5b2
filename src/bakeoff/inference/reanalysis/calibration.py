"""Calibrate: run the test in use on copies of the evidence in which the classifiers have traded places."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.answers.calibration import Calibration, RateAgainstLevel, SwapBlock
from bakeoff.core.arrays import Ints
from bakeoff.core.comparison import PairTest, Settings
from bakeoff.core.errors import ProcedureError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Estimate, Interval, Posterior, significance
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.bench.bench import Bench
from bakeoff.inference.choose import choose_adjustment, choose_procedure
from bakeoff.inference.findings.comparison_findings import omission_findings
from bakeoff.inference.judge import judge_posterior
from bakeoff.inference.reanalysis.swapped_copies import (
    Blocks,
    draw_order,
    find_blocks,
    list_all_orders,
    swap_classifiers,
)
from bakeoff.inference.recognise.benches import build_bench
from bakeoff.procedures.predictions.proportions import proportion_interval
from bakeoff.procedures.procedure import Procedure

FEWEST_COPIES = 50  # copies that are judged however long they take


def calibrate(
    evidence: Evidence,
    settings: Settings,
    *,
    trials: int = 2000,
    within: SwapBlock | None = None,
    seconds: float = 60.0,
) -> Calibration:
    """Return how often the test rejects on swapped copies: in each block the classifiers are put in a random order.

    Under the null that the classifiers are exchangeable within blocks every such copy was as likely as the evidence.
    Two classifiers in few blocks are swapped in every possible way, which leaves no error of simulation.
    """
    bench = build_bench(evidence, settings)
    carrying = choose_procedure(bench.design, settings)
    adjustment = choose_adjustment(bench.design, settings, carrying)
    fixed_settings = replace(settings, test=carrying.key, adjust=settings.adjust)
    blocks = find_blocks(evidence, within)
    exact = len(evidence.classifiers) == 2 and blocks.present.all() and 2**blocks.count <= trials
    tally = _Tally()
    until = time.monotonic() + seconds
    for number, order in enumerate(_list_orders(blocks, settings.seed, trials, exact=bool(exact))):
        if number >= FEWEST_COPIES and time.monotonic() > until:
            break
        copy = swap_classifiers(evidence, blocks, order)
        tally.add(
            _test_copy(copy, replace(fixed_settings, seed=settings.seed + number), carrying, adjustment),
            settings.level,
        )
    copies = 2**blocks.count if exact else trials
    return _build_calibration(bench, carrying, adjustment, blocks, tally, asked=copies, exact=bool(exact))


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
        rejected = sum(_is_rejected(test, level) for test in tests)
        self.pairs += len(tests)
        self.pairs_rejected += rejected
        self.rejections += rejected > 0


def _list_orders(blocks: Blocks, seed: int, trials: int, *, exact: bool) -> Iterator[Ints]:
    if exact:
        yield from list_all_orders(blocks)
        return
    rng = np.random.default_rng(seed)
    for _ in range(trials):
        yield draw_order(blocks, rng)


def _test_copy(
    copy: Evidence, settings: Settings, carrying: Procedure, adjustment: str
) -> tuple[PairTest, ...] | None:
    """Return what the test says of a copy; None where it cannot say anything, as of differences that do not vary."""
    try:
        return run_on_pairs(carrying, build_bench(copy, settings), adjustment=adjustment)
    except ProcedureError:
        return None


def _is_rejected(test: PairTest, level: float) -> bool:
    if isinstance(test.result, Posterior):
        return judge_posterior(test.result, level=level).is_claim
    return test.p_value is not None and test.p_value < significance(level)


def _build_calibration(
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
    calibration = Calibration(
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
        kept=_compare_with_level(interval, significance(settings.level)),
        seed=settings.seed,
    )
    reading = (*bench.evidence.findings, *omission_findings(bench.evidence))
    return replace(calibration, findings=(*reading, *_collect_findings(calibration)))


def _compare_with_level(interval: Interval, nominal: float) -> RateAgainstLevel:
    # A share of few copies is a fraction with a small denominator: the last digit of alpha must not decide.
    slack = 1e-12
    if interval.low > nominal + slack:
        return RateAgainstLevel.ABOVE
    return RateAgainstLevel.BELOW if interval.high < nominal - slack else RateAgainstLevel.ABOUT


def _collect_findings(calibration: Calibration) -> Iterator[Finding]:
    nominal = significance(calibration.level)
    detail = {
        "rate": calibration.rate.value,
        "low": calibration.rate.interval.low,
        "nominal": nominal,
        "trials": calibration.trials,
    }
    if calibration.kept is RateAgainstLevel.ABOVE:
        yield Finding(
            code="BO155",
            severity=Severity.WARNING if calibration.rate.value > 1.5 * nominal else Severity.NOTE,
            message=f"{calibration.test} calls classifiers different that are not, more often than it says: in "
            f"{calibration.rate.value:.3g} of the swapped copies, where {nominal:g} is allowed.",
            detail=detail,
        )
    if calibration.within in (SwapBlock.REPEAT, SwapBlock.RESAMPLE):
        yield Finding(
            code="BO156",
            severity=Severity.WARNING,
            message=f"Each {calibration.within} was swapped by itself, as if {calibration.within}s were "
            "independent. They share "
            "training data, which no swap can show: the true error rate of a test that ignores it is higher than "
            "this one. docs/validity has rates from fresh data.",
            detail={"within": str(calibration.within), "blocks": calibration.blocks},
        )
    if calibration.trials < calibration.asked:
        yield Finding(
            code="BO157",
            severity=Severity.NOTE,
            message=f"The time was up after {calibration.trials:,} of {calibration.asked:,} swapped copies; "
            "--seconds gives more.",
            detail={"trials": calibration.trials, "asked": calibration.asked},
        )
