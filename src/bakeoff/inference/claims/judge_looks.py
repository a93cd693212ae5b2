"""Judge pairs over all looks at them: what a look has shown stands at every later one, at the level that it had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.answers.sequential import SequentialPair, Stream
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import AnyComparison, Comparison, Pair, PairTest
from bakeoff.core.results import Interval, TestResult, significance
from bakeoff.inference.adjust import with_family_level
from bakeoff.inference.judge import judge_test
from bakeoff.inference.ranking import group_undecided
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.registry import find_procedure
from bakeoff.procedures.sequential.capital import BetKind

SINGLE = ("item", "example")  # units that are no means of several
Key = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLooks:
    """All units of a pair that count, in their order, and after how many of them it was looked at."""

    values: Floats
    sizes: tuple[int, ...]
    stream: Stream  # its noun and its reach

    def only(self, sizes: Sequence[int]) -> "PairLooks":
        """Return some of the looks, with the units up to the last of them."""
        return replace(self, values=self.values[: sizes[-1]], sizes=tuple(sizes))


SeenPairs = Mapping[Key, PairLooks]


def judge_over_looks(comparison: AnyComparison, seen: SeenPairs) -> AnyComparison:
    """Return the comparison with every pair judged over all looks, each at the level of the comparison."""
    settings = comparison.settings
    judged = _test_pairs(settings.level, comparison, seen)
    others = {
        name: [
            judge_test(test, replace(settings, level=float(name)))
            for test in _test_pairs(float(name), comparison, seen)
        ]
        for name in comparison.pairs[0].verdicts_at
    }
    pairs = tuple(
        replace(
            pair,
            result=test.result,
            p_adjusted=test.p_adjusted,
            verdict=judge_test(test, settings),
            verdicts_at={name: verdicts[place] for name, verdicts in others.items()},
            equivalence_p=None,
        )
        for place, (pair, test) in enumerate(zip(comparison.pairs, judged, strict=True))
    )
    return _with_pairs(comparison, pairs, judged)


def judge_at_levels(comparison: AnyComparison, *, share: int = 1) -> AnyComparison:
    """Return a comparison with every pair judged at the level that its question had at each look.

    The level of a question may become laxer as others are claimed. A look is worth what its level was when it was
    taken: evidence that was not enough then, and has become weaker since, is not claimed afterwards. `share` divides
    what each level leaves, where several gates are asked at once.
    """
    if comparison.sequential is None:
        raise ValueError("a comparison for one look")
    known = {(p.a, p.b): p for p in comparison.sequential.pairs}
    levels = {key: _levels_of(pair, comparison, share) for key, pair in known.items()}
    distinct = sorted({level for each in levels.values() for level in each}, reverse=True)
    tests: dict[Key, list[PairTest]] = {key: [] for key in known}
    for level in distinct:
        seen = {
            key: looks.only(sizes)
            for key, pair in known.items()
            if (looks := _looks_of(pair))
            and (sizes := [s for s, its in zip(pair.looks, levels[key], strict=True) if its == level])
        }
        for test in _test_pairs(level, comparison, seen):
            if (test.a, test.b) in seen:
                tests[test.a, test.b].append(test)
    last = {key: each[-1] for key, each in levels.items()}
    judged = [_combine_levels(tests[pair.a, pair.b], level=last[pair.a, pair.b]) for pair in comparison.pairs]
    pairs = tuple(
        replace(
            pair,
            result=test.result,
            p_adjusted=test.p_adjusted,
            verdict=judge_test(test, comparison.settings),
            equivalence_p=None,
        )
        for pair, test in zip(comparison.pairs, judged, strict=True)
    )
    strictest = replace(comparison, settings=replace(comparison.settings, level=max(last.values())))
    return _with_pairs(strictest, pairs, judged)


def _levels_of(pair: SequentialPair, comparison: Comparison, share: int) -> tuple[float, ...]:
    own = pair.levels or (comparison.settings.level,) * len(pair.looks)
    return own if share == 1 else tuple(1 - significance(level) / share for level in own)


def _looks_of(pair: SequentialPair) -> PairLooks | None:
    if pair.stream is None:
        return None
    return PairLooks(values=np.array(pair.values), sizes=pair.looks, stream=pair.stream)


def _with_pairs(
    comparison: AnyComparison, pairs: tuple[Pair, ...], judged: Sequence[PairTest]
) -> AnyComparison:
    order = [s.classifier for s in comparison.ranking]
    groups = group_undecided(order, pairs) if comparison.groups else comparison.groups
    return replace(comparison, pairs=pairs, tests=tuple(judged), groups=groups)


def _test_pairs(level: float, comparison: Comparison, seen: SeenPairs) -> list[PairTest]:
    """Return what the test says of every pair that was seen, with p-values and intervals that hold together."""
    settings, run = comparison.settings, find_procedure(str(comparison.settings.test)).run
    count = len(comparison.pairs) if settings.adjust != "none" else 1
    results = {
        (pair.a, pair.b): run(
            unit_differences=looks.values,
            looks=np.array(looks.sizes),
            reach=looks.stream.reach,
            **_averaged_argument(comparison, looks.stream),
            of=pair.result.estimate.of,
            level=1 - significance(level) / count if count > 1 else level,
            alternative=settings.alternative,
        )
        for pair in comparison.pairs
        if (looks := seen.get((pair.a, pair.b)))
    }
    tests = {key: result for key, result in results.items() if isinstance(result, TestResult)}
    missing = [1.0] * (len(comparison.pairs) - len(tests))  # not looked at yet, at this level
    method = settings.adjust if settings.adjust in list(Adjustment) else Adjustment.HOLM
    adjusted = adjust(
        np.array([*(r.p_value for r in tests.values()), *missing]),
        str(method),
        classifiers=comparison.design.classifiers,
    )
    judged = [
        PairTest(a=a, b=b, result=result, p_adjusted=float(p))
        for ((a, b), result), p in zip(tests.items(), adjusted[: len(tests)], strict=True)
    ]
    return judged if count == 1 else [_with_level(test, level) for test in judged]


def _with_level(test: PairTest, level: float) -> PairTest:
    """Return a test whose interval has the family's level and agrees with p_adjusted on the side that was shown."""
    result = test.result
    if not isinstance(result, TestResult):
        return test
    estimate, interval = result.estimate, result.estimate.interval
    inside = min(max(estimate.value, interval.low), interval.high)
    if interval.low <= 0 <= interval.high and "most_better" in result.steps:
        # Holm's method may show what this interval, of Bonferroni's, does not: on the side with more evidence.
        side = result.steps["most_better"] - result.steps["most_worse"]
        inside = max(inside, 0.0) if side >= 0 else min(inside, 0.0)
    settled = with_family_level(
        replace(test, result=replace(result, estimate=replace(estimate, value=inside))), level
    )
    if not isinstance(settled.result, TestResult):
        return settled
    kept = replace(settled.result.estimate, value=estimate.value)
    return replace(settled, result=replace(settled.result, estimate=kept))


def _combine_levels(tests: Sequence[PairTest], *, level: float) -> PairTest:
    """Return what looks at several levels show together, in terms of the last level."""
    if len(tests) == 1:
        return tests[0]
    results = [t.result for t in tests if isinstance(t.result, TestResult)]
    intervals = [r.estimate.interval for r in results]
    low, high = max(i.low for i in intervals), min(i.high for i in intervals)
    # In terms of the last level: enough at its own is enough.
    p = min(
        1.0,
        min(
            (t.p_adjusted or 0.0) * significance(level) / significance(i.level)
            for t, i in zip(tests, intervals, strict=True)
        ),
    )
    if low > high:
        low, high, p = min(high, 0.0), max(low, 0.0), 1.0
    last = results[-1]
    estimate = replace(last.estimate, interval=Interval(low=low, high=high, level=level))
    return replace(tests[-1], result=replace(last, estimate=estimate, p_value=p), p_adjusted=p)


def kind_of_bets(comparison: Comparison, stream: Stream) -> BetKind:
    """Return what is bet on in a stream."""
    if comparison.settings.test != "betting":
        return BetKind.SIGNS
    return BetKind.UNITS if stream.noun in SINGLE else BetKind.MEANS


def _averaged_argument(comparison: Comparison, stream: Stream) -> dict[str, bool]:
    """Return whether units are means, for the test that asks."""
    kind = kind_of_bets(comparison, stream)
    return {} if kind is BetKind.SIGNS else {"averaged": kind is BetKind.MEANS}
