"""The approach that Salzberg (1997) recommends: what each of its steps asks for, and what a study did for it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import floor, prod
from typing import TYPE_CHECKING, Any

from bakeoff.api.study.stored import read_outcomes
from bakeoff.core.answers.studies import Approach, ApproachStep, FlipTest
from bakeoff.core.comparison import Comparison, Flips, FoldSpread, Pair
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.outcomes import Scored
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import TestResult, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.inference.pairs.by_dataset import measure_fold_spread
from bakeoff.inference.recognise.example_benches import FLIP_TESTS
from bakeoff.render.numbers import p_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bakeoff.core.outcomes import Outcome

K_FOLD = ("stratified-k-fold", "k-fold", "group-k-fold")
SMALL = 300  # rows up to which the paper's advice to choose a larger k is passed on
MOST_TESTS = 6  # told one by one in a sentence
LARGER = 20  # folds that are suggested then


def follows_approach(comparison: Comparison, test: str | None) -> bool:
    """Say whether a comparison of a stored study was asked for a test of the recommended approach."""
    return comparison.evidence.stored is not None and test in FLIP_TESTS


def approach_of(comparison: Comparison, stored: StoredStudy, *, test: str) -> Approach:
    """Return the steps of the approach, as a study in a store followed them."""
    plan, tried = stored.plan, _settings_tried(read_outcomes(stored))
    similar = plan.get("similar")
    tests = _flip_tests(comparison, tried, similar)
    experiments = sum(_combinations_tried(t.a, t.b, t.dataset, tried) for t in tests)
    most = {name: max(each.values(), default=1) for name, each in tried.items()}
    return Approach(
        answer=_answer_text(tests, similar, test),
        answer_all=_strict_answer_text(tests, experiments),
        steps=tuple(_approach_steps(plan, comparison, tests, most, test=test, experiments=experiments)),
        test=test,
        tests=tests,
        experiments=experiments,
        settings={c["name"]: most.get(c["name"], 1) for c in plan["classifiers"]},
        level=comparison.settings.level,
    )


Tried = Mapping[str, Mapping[str, int]]  # by classifier and dataset: different settings that tuning tried


def _settings_tried(outcomes: "Sequence[Outcome]") -> Tried:
    seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for outcome in outcomes:
        if isinstance(outcome, Scored) and not outcome.cell.condition:
            own = seen[outcome.cell.classifier][outcome.cell.dataset]
            own.update(trial.parameters for trial in outcome.trials)
    return {c: {d: max(1, len(each)) for d, each in own.items()} for c, own in seen.items()}


def _combinations_tried(a: str, b: str, dataset: str, tried: Tried) -> int:
    return prod(tried.get(name, {}).get(dataset, 1) for name in (a, b))


def _flip_tests(comparison: Comparison, tried: Tried, similar: str | None) -> tuple[FlipTest, ...]:
    """Return every test of flips, those against the most similar algorithm first."""
    flip_results = [
        (pair, dataset, result, flips)
        for pair in comparison.pairs
        for dataset, result, flips in _flips_of(pair, comparison)
    ]
    experiments = sum(_combinations_tried(p.a, p.b, dataset, tried) for p, dataset, _, _ in flip_results)
    alpha = significance(comparison.settings.level)
    tests = []
    for pair, dataset, result, flips in flip_results:
        adjusted, p_all = (min(1.0, count * result.p_value) for count in (len(flip_results), experiments))
        ahead = "better" if flips.mends > flips.breaks else "worse"
        tests.append(
            FlipTest(
                a=pair.a,
                b=pair.b,
                dataset=dataset,
                mends=flips.mends,
                breaks=flips.breaks,
                both_right=flips.both_right or 0,
                both_wrong=flips.both_wrong or 0,
                p_value=result.p_value,
                p_adjusted=adjusted,
                p_all=p_all,
                verdict=ahead if adjusted < alpha else "undecided",
                verdict_all=ahead if p_all < alpha else "undecided",
            )
        )
    return tuple(sorted(tests, key=lambda t: similar not in (t.a, t.b)))


def _flips_of(pair: Pair, comparison: Comparison) -> "Iterator[tuple[str, TestResult, Flips]]":
    if pair.flips is not None and isinstance(pair.result, TestResult):
        yield comparison.evidence.datasets[0], pair.result, pair.flips
    for each in pair.by_dataset:
        if each.flips is not None:
            yield each.dataset, each.result, each.flips


def _answer_text(tests: Sequence[FlipTest], similar: str | None, test: str) -> str:
    """Return what the tests say of each pair, that with the most similar algorithm first."""
    pairs = list(dict.fromkeys((t.a, t.b) for t in tests))
    sentences = []
    for a, b in pairs[:4]:
        own = [t for t in tests if (t.a, t.b) == (a, b)]
        parts = [
            f"{word} on {write_list([t.dataset for t in own if t.verdict == word], most=4)}"
            for word in ("better", "worse", "undecided")
            if any(t.verdict == word for t in own)
        ]
        mark = " (the most similar algorithm)"
        sentences.append(
            f"{b}{mark if b == similar else ''} against {a}{mark if a == similar else ''}: {write_list(parts)}"
        )
    more = f"; and {write_count(len(pairs) - 4, 'more pair')}" if len(pairs) > 4 else ""
    return f"By the {test} test on each dataset, adjusted by Bonferroni: {'; '.join(sentences)}{more}."


def _strict_answer_text(tests: Sequence[FlipTest], experiments: int) -> str:
    """Return what the verdicts would be if every run of the tuning were an experiment of its own."""
    if experiments <= len(tests):
        return "No settings were tuned, so there are no more experiments than these tests."
    more = f"{experiments:,} in place of {len(tests):,}"
    if len(tests) == 1:
        (one,) = tests
        return (
            f"If every combination of settings that tuning tried counted as an experiment ({more}), the verdict would "
            f"be {one.verdict_all} ({p_text(one.p_all)})."
        )
    each = [f"{t.b} against {t.a} on {t.dataset} {t.verdict_all} ({p_text(t.p_all)})" for t in tests]
    return (
        f"If every combination of settings that tuning tried counted as an experiment ({more}), the verdicts would be: "
        f"{write_list(each, most=MOST_TESTS)}."
    )


def _approach_steps(
    plan: Mapping[str, Any],
    comparison: Comparison,
    tests: Sequence[FlipTest],
    tried: Mapping[str, int],
    *,
    test: str,
    experiments: int,
) -> "Iterator[ApproachStep]":
    yield _similar_step(plan)
    yield _benchmark_step(plan)
    yield from _resampling_steps(plan)
    yield from _tuning_steps(plan, tried)
    yield _spread_step(comparison)
    yield _test_step(
        tests,
        test=test,
        experiments=experiments,
        level=comparison.settings.level,
        pooled=comparison.design.pooled_folds,
    )


def _similar_step(plan: Mapping[str, Any]) -> ApproachStep:
    names, similar = [c["name"] for c in plan["classifiers"]], plan.get("similar")
    done = f"compared: {write_list(names, most=8)}; " + (
        f"most similar: {similar}"
        if similar
        else "which of them is the most similar was not said (most_similar in the study file)"
    )
    asks = "choose other algorithms, and be sure to include the one most similar to the new algorithm"
    return ApproachStep(number="1", asks=asks, done=done, met=bool(similar))


def _benchmark_step(plan: Mapping[str, Any]) -> ApproachStep:
    purpose, why = (str(plan.get(key) or "").strip() for key in ("meant_for", "why_these_datasets"))
    names = write_list([str(d) for d in plan["datasets"]], most=6)
    parts = [f"datasets: {names}"]
    parts.append(f"what the new algorithm is for: {purpose}" if purpose else "what for: not said (meant_for)")
    parts.append(f"why these: {why}" if why else "why these: not said (why_these_datasets)")
    asks = "choose a benchmark dataset that shows the strengths of the new algorithm"
    return ApproachStep(number="2", asks=asks, done="; ".join(parts), met=bool(purpose and why))


def _resampling_steps(plan: Mapping[str, Any]) -> "Iterator[ApproachStep]":
    splitting = plan["splitting"]
    folds, kind, repeats = splitting["folds"], splitting["kind"], splitting["repeats"]
    rows = {name: content["rows"] for name, content in plan.get("contents", {}).items()}
    is_k_fold = kind in K_FOLD
    done = f"{folds} folds by {kind}" if is_k_fold else f"{kind}, which is no cross-validation into k subsets"
    small = [name for name, n in rows.items() if n <= SMALL and folds < min(LARGER, n)] if is_k_fold else []
    if small:
        n = rows[small[0]]
        done += (
            f"; {write_list(small, most=4)} {'is' if len(small) == 1 else 'are'} small: a larger k leaves more "
            "to train on "
            f"({LARGER} folds of {small[0]}: about {_training_rows(n, LARGER)} of {n} rows instead of "
            f"{_training_rows(n, folds)})"
        )
    asks = "divide the dataset into k subsets; 10 is typical, more may be better for a small dataset"
    yield ApproachStep(number="3", asks=asks, done=done, met=is_k_fold)
    again = (
        ""
        if repeats == 1
        else f"; of {repeats} repeats only the first is tested: they are no separate trials"
    )
    done = "the same splits for every classifier" if not splitting["distinct"] else "other splits for each"
    yield ApproachStep(
        number="4A", asks="for each subset k, train on T = D − k", done=done + again, met=is_k_fold
    )


def _training_rows(rows: int, folds: int) -> int:
    """Return how many rows a fold is trained on, on average."""
    return floor(rows - rows / folds + 0.5)


def _tuning_steps(plan: Mapping[str, Any], tried: Mapping[str, int]) -> "Iterator[ApproachStep]":
    tuning = plan["tuning"]
    tuned = {name: count for name, count in tried.items() if count > 1}
    if tuned:
        how = "one split into T1 and T2" if tuning["folds"] == 1 else f"{tuning['folds']} folds of T"
        counts = write_list(
            [f"{name} {count}{_tuned_parameters(plan, name)}" for name, count in tuned.items()], most=6
        )
        fixed = [c["name"] for c in plan["classifiers"] if c["name"] not in tuned]
        rest = f"; nothing was tuned of {write_list(fixed, most=6)}" if fixed else ""
        done = f"{tuning['search']} search by {how}; settings tried: {counts}{rest}"
    else:
        done = "nothing was tuned: every parameter was fixed beforehand"
    yield ApproachStep(
        number="4B",
        asks="divide T into T1 for training and T2 for tuning all parameters",
        done=done,
        met=True,
    )
    done = "trained again on the whole of T" if tuned else "trained once, on the whole of T"
    yield ApproachStep(
        number="4C", asks="with the parameters chosen, train again on the larger T", done=done, met=True
    )
    done = "the test subset had no part in training or tuning"
    yield ApproachStep(number="4D", asks="measure accuracy on k", done=done, met=True)


def _tuned_parameters(plan: Mapping[str, Any], name: str) -> str:
    """Return which parameters of a classifier were tuned, so that nobody has to guess which were not."""
    parameters = [key for c in plan["classifiers"] if c["name"] == name for key in c.get("search") or ()]
    return f" ({write_list(parameters, most=4)})" if parameters else ""


def _spread_step(comparison: Comparison) -> ApproachStep:
    spreads = [
        f"{name} on {dataset} {_spread_text(spread)}" for dataset, name, spread in _fold_spreads(comparison)
    ]
    k = max((spread.folds for _, _, spread in _fold_spreads(comparison)), default=1)
    done = f"mean ± standard deviation over folds: {'; '.join(spreads)}" if k > 1 else "; ".join(spreads)
    asks = "average over the k subsets; the k values also estimate the variance"
    return ApproachStep(number="4E", asks=asks, done=done, met=k > 1)


def _spread_text(spread: FoldSpread) -> str:
    return f"{spread.mean:.3f}" + (f" ± {spread.sd:.3f}" if spread.folds > 1 else "")


def _fold_spreads(comparison: Comparison) -> list[tuple[str, str, FoldSpread]]:
    evidence = comparison.predictions or comparison.evidence
    if not isinstance(evidence, Predictions):
        return []
    return [
        (dataset, name, measure_fold_spread(evidence.of(evidence.dataset == i), j))
        for i, dataset in enumerate(evidence.datasets)
        for j, name in enumerate(evidence.classifiers)
    ]


def _test_step(
    tests: Sequence[FlipTest], *, test: str, experiments: int, level: float, pooled: bool
) -> ApproachStep:
    alpha = significance(level)
    firm = sum(t.p_all < alpha for t in tests)
    decided = sum(t.verdict != "undecided" for t in tests)
    at = f"{'so each at' if len(tests) > 1 else 'at'} {alpha / max(1, len(tests)):.3g}"
    done = (
        f"{test} on the pooled test subsets of each dataset: {write_count(len(tests), 'test')}, {at}; "
        f"{decided} decided"
    )
    if pooled:
        done += " (that pooling lets it err more often than it says was measured: BO130)"
    if experiments > len(tests):
        done += (
            f". With every combination of settings that tuning tried counted as an experiment of its own there are "
            f"{experiments:,}, each at {alpha / experiments:.3g}, and {firm} stay decided; tuning inside T needs no "
            "such adjustment"
        )
    asks = "compare by the binomial test or McNemar's; over several datasets with the Bonferroni adjustment"
    return ApproachStep(number="5", asks=asks, done=done, met=True)
