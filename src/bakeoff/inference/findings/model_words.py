"""Words for tables of predicted numbers: what is compared by RMSE and the like is a model, not a classifier."""

from dataclasses import replace
from typing import TypeVar

from bakeoff.core.comparison import Comparison, PairTest
from bakeoff.core.results import OmnibusResult, Posterior, TestResult
from bakeoff.core.words import name_models

AnyResult = TypeVar("AnyResult", bound=OmnibusResult | TestResult | Posterior)


def with_model_words(comparison: Comparison) -> Comparison:
    """Return a comparison whose findings, objections and nulls speak of models, where numbers are predicted.

    A name that has the word in it could not be told from ours, and leaves all as it is.
    """
    if not comparison.design.of_quantities or has_word_in_names(comparison):
        return comparison
    return replace(
        comparison,
        findings=tuple(replace(f, message=name_models(f.message)) for f in comparison.findings),
        objections=tuple(replace(o, reason=name_models(o.reason)) for o in comparison.objections),
        omnibus=tuple(_rename_assumptions(result) for result in comparison.omnibus),
        pairs=tuple(replace(pair, result=_rename_assumptions(pair.result)) for pair in comparison.pairs),
        tests=tuple(_rename_test(test) for test in comparison.tests),
    )


def has_word_in_names(comparison: Comparison) -> bool:
    """Say whether a name holds the word that sentences of ours would be searched for."""
    names = (*comparison.evidence.classifiers, *comparison.evidence.datasets)
    return any("classifier" in name.lower() for name in names)


def _rename_test(test: PairTest) -> PairTest:
    return replace(test, result=_rename_assumptions(test.result))


def _rename_assumptions(result: AnyResult) -> AnyResult:
    assumptions = tuple(map(name_models, result.assumptions))
    if isinstance(result, Posterior):
        return replace(result, assumptions=assumptions)
    return replace(result, assumptions=assumptions, null=name_models(result.null))
