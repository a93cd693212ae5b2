"""Pairs, each built once and complete: its verdict, what its scores or examples show, and cautions."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.comparison import Pair, PairTest, Settings, SubgroupInteraction, SubgroupVerdict
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.inference.bench.bench import Bench, ScoreBench
from bakeoff.inference.judge import Judgement
from bakeoff.inference.pairs.cautions import find_coarse_scores, find_slight_advantage
from bakeoff.inference.pairs.score_facts import collect_score_facts, tally_pair
from bakeoff.procedures.procedure import Procedure


def build_pairs(
    judgements: Sequence[Judgement],
    bench: Bench,
    carrying: Procedure,
    adjustment: str,
    tests: Sequence[PairTest],
) -> tuple[Pair, ...]:
    """Return the pairs with their verdicts, everything that scores or examples show of them, and cautions.

    `tests` are those of every procedure: what one of them has found already is not computed again.
    """
    facts = _collect_facts(bench, carrying, tests)
    subgroups, interactions = _judge_subgroups(bench, carrying)
    coarse = find_coarse_scores(judgements, bench, carrying, adjustment)
    slight = [
        find_slight_advantage(j, bench, index) for j, index in zip(judgements, bench.pairs, strict=True)
    ]
    return tuple(
        _build_pair(
            judgement, **fields, by_subgroup=verdicts, interaction=interaction, slight=most, coarse=rounding
        )
        for judgement, fields, verdicts, interaction, most, rounding in zip(
            judgements, facts, subgroups, interactions, slight, coarse, strict=True
        )
    )


def build_bare_pairs(
    judgements: Sequence[Judgement], bench: ScoreBench, carrying: Procedure, adjustment: str
) -> tuple[Pair, ...]:
    """Return the pairs with their verdicts, scores and cautions, without effect sizes and single datasets."""
    coarse = find_coarse_scores(judgements, bench, carrying, adjustment)
    return tuple(
        _build_pair(
            judgement,
            **tally_pair(bench, index),
            slight=find_slight_advantage(judgement, bench, index),
            coarse=rounding,
        )
        for judgement, index, rounding in zip(judgements, bench.pairs, coarse, strict=True)
    )


def _build_pair(judgement: Judgement, **fields: Any) -> Pair:  # noqa: ANN401 - the fields of `Pair`, by name
    test = judgement.test
    return Pair(
        a=test.a,
        b=test.b,
        result=test.result,
        p_adjusted=test.p_adjusted,
        verdict=judgement.verdict,
        verdicts_at=judgement.verdicts_at,
        **fields,
    )


def _collect_facts(bench: Bench, carrying: Procedure, tests: Sequence[PairTest]) -> list[dict[str, Any]]:
    """Return what the scores or the examples of every pair show, as fields of `Pair`."""
    if isinstance(bench, ScoreBench):
        names, shifts = bench.evidence.classifiers, _known_shifts(tests, bench.settings)
        return [
            collect_score_facts(bench, (i, j), carrying, shifts.get((names[i], names[j])))
            for i, j in bench.pairs
        ]
    from bakeoff.inference.pairs.example_facts import collect_test_set_facts

    return [collect_test_set_facts(bench, index, carrying) for index in bench.pairs]


def _judge_subgroups(
    bench: Bench, carrying: Procedure
) -> tuple[list[tuple[SubgroupVerdict, ...]], list[SubgroupInteraction | None]]:
    if isinstance(bench, ScoreBench):
        return [()] * len(bench.pairs), [None] * len(bench.pairs)
    from bakeoff.inference.pairs.by_subgroup import find_interactions, judge_subgroups

    subgroups = judge_subgroups(bench, carrying)
    return subgroups, find_interactions(bench, subgroups)


def _known_shifts(tests: Sequence[PairTest], settings: Settings) -> dict[tuple[str, str], Estimate]:
    """Return the pseudo-medians that a signed-rank test has found already, as effect sizes have them."""
    return {
        (test.a, test.b): test.result.estimate
        for test in tests
        if test.result.procedure == "wilcoxon"
        and isinstance(test.result, TestResult)
        and test.result.alternative is Alternative.TWO_SIDED
        and test.result.estimate.interval.level == settings.level
    }
