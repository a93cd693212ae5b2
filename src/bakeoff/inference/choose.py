"""Choose the procedure that carries the verdict: by the design alone, never by looking at the scores."""

from collections.abc import Sequence
from math import inf

from bakeoff.core.comparison import PairTest, Settings
from bakeoff.core.design import Design, DesignName, EvidenceKind
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.words import did_you_mean
from bakeoff.inference.bench.bench import Bench
from bakeoff.procedures.base.adjust import Adjustment
from bakeoff.procedures.prediction_registry import ENOUGH_GROUPS
from bakeoff.procedures.procedure import Condition, Kind, Procedure
from bakeoff.procedures.registry import HALVED, KNOWN_RATIO, find_procedure

_RATIO_ADVICE = (
    "say how large the test parts are beside the training parts: --test-train-ratio 0.25 where a fifth was tested, or "
    "columns 'n_train' and 'n_test'; seeds of training on one fixed split tell nothing about other data: give "
    "the predictions of each model on its test set instead"
)

# In order of preference; measured in docs/validity. The first that the design licenses carries the verdict.
DEFAULTS = {
    DesignName.TWO_INDEPENDENT_TEST_SETS: ("two-proportions",),
    DesignName.TWO_ONE_TEST_SET: (
        "mcnemar-midp",
        "mcnemar-clustered",
        "delong",
        "paired-losses",
        "paired-bootstrap",
    ),
    DesignName.MANY_ONE_TEST_SET: (
        "max-t-predictions",
        "mcnemar-midp",
        "mcnemar-clustered",
        "delong",
        "paired-losses",
        "paired-bootstrap",
    ),
    DesignName.TWO_ONE_TASK: ("mcnemar-midp", "items-t", "items-clustered"),
    DesignName.TWO_MANY_TASKS: ("items-stratified", "items-clustered", "tasks-t", "mcnemar-midp", "items-t"),
    DesignName.MANY_ONE_TASK: ("max-t-items", "mcnemar-midp", "items-t", "items-clustered"),
    DesignName.MANY_MANY_TASKS: (
        "max-t-items",
        "items-stratified",
        "items-clustered",
        "tasks-t",
        "mcnemar-midp",
        "items-t",
    ),
    DesignName.TWO_MANY_DATASETS: ("wilcoxon",),
    DesignName.MANY_MANY_DATASETS: ("max-t", "wilcoxon"),
    DesignName.TWO_ONE_DATASET_RESAMPLED: ("half-cv", "halves-t", "corrected-t"),
    DesignName.MANY_ONE_DATASET_RESAMPLED: ("half-cv", "halves-t", "corrected-t"),
}


def choose_test(bench: Bench) -> tuple[Procedure, str]:
    """Return the test that carries the verdict, and how its p-values are adjusted."""
    reading = next((f.message for f in bench.evidence.findings if f.code == "BO206"), "")
    carrying = choose_procedure(bench.design, bench.settings, reading=reading)
    check_margin(bench.evidence.measure, bench.settings)
    check_omnibus_first(bench.design, bench.settings)
    return carrying, choose_adjustment(bench.design, bench.settings, carrying)


def choose_procedure(design: Design, settings: Settings, *, reading: str = "") -> Procedure:
    """Return the procedure that carries the verdict: the one named, else the design's default.

    `reading` says how the rows were understood, for a user who meant something else by them.
    """
    if settings.test is not None:
        return _find_named_test(settings.test, design)
    # An adjustment over single tests was asked for: a family that adjusts by itself is passed over.
    wants_single = settings.adjust not in (None, "max-t")
    known = [find_procedure(_replace_for_few_groups(key, design)) for key in DEFAULTS[design.name]]
    candidates = [p for p in known if not (wants_single and p.kind is Kind.FAMILY)]
    for procedure in candidates:
        if not procedure.objections(design):
            return procedure
    nearest = min(
        candidates, key=lambda p: (len(p.objections(design)), _is_of_halves(p) and not design.halvings)
    )
    objection = nearest.objections(design)[0]
    raise DesignError(
        f"no test may judge this evidence: {nearest.name} objects that {objection}"
        + (f"; {reading}" if reading else ""),
        where=f"the design {design.name}",
        fix=_RATIO_ADVICE
        if objection == KNOWN_RATIO.says
        else "give what is missing, or name a test with --test (bakeoff tests lists them)",
        code="BO083",
    )


def _is_of_halves(procedure: Procedure) -> bool:
    """Say whether a test is for halved data alone: what it lacks elsewhere is no advice."""
    return HALVED in procedure.requires


def _replace_for_few_groups(key: str, design: Design) -> str:
    """Return the exact test in place of the one that only lacks enough groups."""
    few = key == "mcnemar-clustered" and find_procedure(key).objections(design) == (ENOUGH_GROUPS.says,)
    return "paired-permutation" if few else key


def default_test_over_datasets(datasets: int, *, level: float) -> str:
    """Return the key of the test that judges two classifiers on so many datasets where none is named.

    >>> default_test_over_datasets(50, level=0.95)
    'wilcoxon'
    """
    design = Design(
        name=DesignName.TWO_MANY_DATASETS,
        kind=EvidenceKind.SCORES,
        classifiers=2,
        datasets=datasets,
        units=datasets,
        resamples=1,
    )
    return choose_procedure(design, Settings(level=level)).key


def choose_adjustment(design: Design, settings: Settings, carrying: Procedure) -> str:
    """Return the adjustment over pairs: the one named, else Holm's, or the family's own."""
    if settings.adjust is None:
        return carrying.key if carrying.kind is Kind.FAMILY else "holm" if design.classifiers > 2 else "none"
    known = (*map(str, Adjustment), "bonferroni-dunn", "max-t")
    if settings.adjust not in known:
        raise UsageError(
            f"there is no adjustment called {settings.adjust!r}{did_you_mean(settings.adjust, known)}",
            where="--adjust",
            fix=f"use one of: {', '.join(known)}",
            code="BO062",
        )
    own = carrying.kind is Kind.FAMILY
    by_maximum = carrying.key in ("max-t", "max-t-predictions", "max-t-items")
    if own != (settings.adjust == "max-t") or (own and not by_maximum):
        raise UsageError(
            f"{carrying.key} cannot be adjusted by {settings.adjust}",
            where=f"--adjust {settings.adjust}",
            fix="max-t, nemenyi, bonferroni-dunn and tukey adjust by themselves; the other tests take "
            f"{', '.join(Adjustment)}",
            code="BO064",
        )
    # Bonferroni and Dunn's is Bonferroni's adjustment, of comparisons with a baseline.
    return "bonferroni" if settings.adjust == "bonferroni-dunn" else settings.adjust


def check_margin(measure: Measure, settings: Settings) -> None:
    """Refuse a margin that no two scores can differ by: percent written where the scores are fractions, or beyond."""
    reach = {Unit.FRACTION: 1.0, Unit.PERCENT: 100.0}.get(measure.unit, inf)
    if settings.margin < reach:
        return
    unit_noun = "fractions" if measure.unit is Unit.FRACTION else "percentages"
    raise UsageError(
        f"within a margin of {settings.margin:g} any two classifiers are equivalent: these scores are "
        f"{unit_noun}, which "
        f"differ by {reach:g} at most",
        where="margin",
        fix=f"give the smallest difference that matters in the unit of the scores, such as {reach / 100:g}",
        code="BO067",
    )


def check_units(tests: Sequence[PairTest], settings: Settings) -> None:
    """Refuse a margin where the test estimates no difference of scores, such as one of mean ranks."""
    of = tests[0].result.estimate.of if tests else ""
    if settings.margin == 0 or not ("rank advantage" in of or of.startswith("chance of winning")):
        return
    test = tests[0].result
    raise UsageError(
        f"{test.procedure} estimates a {test.estimate.of}, and the margin of {settings.margin:g} is in units of the "
        "score",
        where=f"--test {test.procedure} --margin {settings.margin:g}",
        fix="leave --test out, or name a test of the scores, such as max-t or wilcoxon; or leave --margin out",
        code="BO055",
    )


def check_omnibus_first(design: Design, settings: Settings) -> None:
    """Refuse an omnibus test that cannot come before the pairs of this design."""
    if settings.only_if is None:
        return
    gate = find_procedure(settings.only_if)
    reasons = list(gate.objections(design))
    if gate.kind is not Kind.OMNIBUS:
        reasons.append("it does not ask whether any classifiers differ")
    if reasons:
        raise DesignError(
            f"{gate.key} cannot come before the pairs: {'; '.join(reasons)}",
            where=f"--only-if {gate.key}",
            fix="name an omnibus test that is valid for this design, such as friedman, or leave --only-if out",
            code="BO061",
        )


def broken_conditions(procedure: Procedure, design: Design) -> tuple[Condition, ...]:
    """Return the conditions that a procedure named by the user breaks."""
    return tuple(c for c in procedure.requires if not c.holds(design))


def _find_named_test(key: str, design: Design) -> Procedure:
    procedure = find_procedure(key)
    broken = [c.says for c in broken_conditions(procedure, design) if not c.forcible]
    if procedure.kind is Kind.OMNIBUS:
        broken.append("it asks whether any classifiers differ, so it cannot judge a pair")
    if broken:
        raise DesignError(
            f"{key} cannot judge this evidence: {'; '.join(broken)}",
            where=f"--test {key}, the design {design.name}",
            fix="leave --test out for the design's default; bakeoff tests lists what each test needs",
            code="BO061",
        )
    return procedure
