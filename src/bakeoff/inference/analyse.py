"""Analyse: run every procedure that is valid for the design, on every pair."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from bakeoff.core.comparison import Objection, PairTest
from bakeoff.core.errors import ProcedureError
from bakeoff.core.progress import tell_stage
from bakeoff.core.results import OmnibusResult, Posterior, TestResult
from bakeoff.core.words import write_count
from bakeoff.inference.bench.bench import Bench, parameter_names
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.item_registry import ITEM_PROCEDURES
from bakeoff.procedures.procedure import Kind, Procedure
from bakeoff.procedures.registry import REGISTRY
from bakeoff.procedures.sequential_registry import SEQUENTIAL

# Units × pairs beyond which only procedures that treat all pairs at once are run unasked.
AFFORDABLE = 50_000
OF_ITEMS = frozenset(procedure.key for procedure in ITEM_PROCEDURES)
MOST_UNITS_OF_COUNTS = 2_000  # units that a pair of predictions costs as much as, at most


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What every procedure said, and why the others were silent."""

    omnibus: tuple[OmnibusResult, ...]
    tests: tuple[PairTest, ...]
    objections: tuple[Objection, ...]


def analyse(bench: Bench, *, carrying: Procedure, adjustment: str) -> Analysis:
    """Run every licensed procedure, and in any case the one that carries the verdict."""
    consulted = [p for p in REGISTRY if _is_in_question(p, bench, carrying)]
    answers: list[OmnibusResult | PairTest | Objection] = []
    for number, procedure in enumerate(consulted):
        tell_stage("running the tests", number, len(consulted))
        answers += _consult_procedure(procedure, bench, carries=procedure is carrying, adjustment=adjustment)
    return Analysis(
        omnibus=tuple(word for word in answers if isinstance(word, OmnibusResult)),
        tests=tuple(_name_advantage(word, bench) for word in answers if isinstance(word, PairTest)),
        objections=tuple(word for word in answers if isinstance(word, Objection)),
    )


def _is_in_question(procedure: Procedure, bench: Bench, carrying: Procedure) -> bool:
    """Say whether anything is said of a procedure: not of items beside other evidence, nor of looks beside one look.

    Beside a test that holds at every look stands none that holds for one: its p-value would be read at each.
    """
    if procedure.key in SEQUENTIAL or carrying.key in SEQUENTIAL:
        return procedure is carrying
    return bench.design.of_items or procedure.key not in OF_ITEMS


def _name_advantage(test: PairTest, bench: Bench) -> PairTest:
    """Return a test with the advantage named for what it is: of flips alone, or of costs."""
    if bench.advantage_name is None:
        return test
    estimate = replace(test.result.estimate, of=bench.advantage_name)
    return replace(test, result=replace(test.result, estimate=estimate))


def run_on_pairs(
    procedure: Procedure, bench: Bench, *, adjustment: str, **changes: object
) -> tuple[PairTest, ...]:
    """Run one procedure on every pair, its p-values adjusted over the pairs.

    `changes` take the place of settings of the same name, such as the level.
    """
    results = _run_procedure(procedure, bench, changes)
    p_adjusted = _adjust_p_values(results, bench.design.classifiers, adjustment)
    names = bench.evidence.classifiers
    return tuple(
        PairTest(a=names[i], b=names[j], result=result, p_adjusted=p)
        for (i, j), result, p in zip(bench.pairs, results, p_adjusted, strict=True)
    )


def _consult_procedure(
    procedure: Procedure, bench: Bench, *, carries: bool, adjustment: str
) -> Sequence[OmnibusResult | PairTest | Objection]:
    reasons = () if carries else _reasons_against(procedure, bench)
    if reasons:
        return [Objection(test=procedure.key, reason="; ".join(reasons))]
    try:
        if procedure.kind is Kind.OMNIBUS:
            answer = procedure.run(**bench.arguments(procedure.run))
            return [answer] if isinstance(answer, OmnibusResult) else []
        return run_on_pairs(procedure, bench, adjustment=adjustment)
    except ProcedureError as error:
        if carries:
            raise
        return [Objection(test=procedure.key, reason=error.what)]


def _reasons_against(procedure: Procedure, bench: Bench) -> tuple[str, ...]:
    reasons = procedure.objections(bench.design)
    if not reasons and procedure.on_request is not None:
        return (procedure.on_request,)
    one_by_one = procedure.kind is Kind.PAIR or (
        procedure.kind is Kind.POSTERIOR and procedure.pairs_home is None
    )
    # Predictions are judged by their counts: what a pair costs does not grow with the examples.
    cost = min(bench.design.units, MOST_UNITS_OF_COUNTS) if bench.design.on_examples else bench.design.units
    if reasons or not one_by_one or len(bench.pairs) * cost <= AFFORDABLE:
        return reasons
    return (
        f"{write_count(bench.design.units, 'difference')} of {write_count(len(bench.pairs), 'pair')} take it "
        "long: name it "
        "with --test if it is worth the wait",
    )


def _run_procedure(
    procedure: Procedure, bench: Bench, changes: dict[str, object]
) -> Sequence[TestResult | Posterior]:
    if procedure.kind in (Kind.FAMILY, Kind.RANKED, Kind.POSTERIORS):
        return cast(
            "Sequence[TestResult | Posterior]", procedure.run(**bench.arguments(procedure.run, None, changes))
        )
    together = procedure.run_pairs if len(bench.pairs) > 1 else None
    if together is not None and (bench.design.complete or "difference_lists" in parameter_names(together)):
        return together(**bench.arguments(together, None, changes))
    answers = [procedure.run(**bench.arguments(procedure.run, pair, changes)) for pair in bench.pairs]
    return [answer for answer in answers if isinstance(answer, (TestResult, Posterior))]


def _adjust_p_values(
    results: Sequence[TestResult | Posterior], classifiers: int, method: str
) -> list[float | None]:
    """Return adjusted p-values: the family's own where there is one, none for a posterior."""
    tests = [r for r in results if isinstance(r, TestResult)]
    if len(tests) < len(results):
        return [None] * len(results)
    if all(r.p_adjusted is not None for r in tests):
        return [r.p_adjusted for r in tests]
    # Beside a family that adjusts by itself, single tests are adjusted by Holm's method.
    known = method if method in list(Adjustment) else Adjustment.HOLM
    return [float(p) for p in adjust(np.array([r.p_value for r in tests]), known, classifiers=classifiers)]
