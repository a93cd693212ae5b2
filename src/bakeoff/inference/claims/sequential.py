"""Judge what may be looked at at any time: units of a pair, with those of earlier looks, and what they show."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from math import inf, log, sqrt

import numpy as np

from bakeoff.core.answers.sequential import Horizon, Sequential, SequentialPair, Stream
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import AnyComparison, Comparison, Pair
from bakeoff.core.items import ItemEvidence
from bakeoff.core.ledger import plain_name
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import TestResult
from bakeoff.inference.bench.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.bench.examples import ExampleBench
from bakeoff.inference.claims.judge_looks import PairLooks, judge_over_looks, kind_of_bets
from bakeoff.inference.items.bench import ItemBench
from bakeoff.procedures.base.intervals import tail_level
from bakeoff.procedures.sequential.capital import BetKind, log_capital, tally_values
from bakeoff.procedures.sequential.horizon import running_capital, units_of_one_look, units_to_verdict

MOST_STEPS = 100  # of a path that is drawn
FEWEST_FOR_DRIFT = 20

Streams = Mapping[tuple[str, str], Stream]


def take_streams(comparison: Comparison, bench: Bench) -> dict[tuple[str, str], Stream]:
    """Return the units of every pair, in their order."""
    names = bench.evidence.classifiers
    return {(names[i], names[j]): _take_stream(bench, (i, j)) for i, j in bench.pairs}


def _take_stream(bench: Bench, pair: PairIndex) -> Stream:
    if isinstance(bench, ItemBench):
        units = bench.units_of(pair)
        marks = _mark_items(bench.evidence)
        noun = bench.evidence.group_noun if units.noun == "group" else units.noun
        return Stream(
            members=tuple(tuple(marks[i] for i in part.tolist()) for part in units.members),
            values=tuple(units.values.tolist()),
            noun="block" if noun.startswith("block") else noun,
            reach=bench.table.reach or 1.0,
            left_over=units.left_over,
            tasks=tuple(sorted(bench.evidence.tasks)) if noun.startswith("block") else (),
        )
    if isinstance(bench, ExampleBench):
        units = bench.units_of(pair)
        marks, known_by = _mark_examples(bench.evidence)
        return Stream(
            members=tuple(tuple(marks[i] for i in part.tolist()) for part in units.members),
            values=tuple(units.values.tolist()),
            noun=units.noun,
            reach=1.0,
            known_by=known_by,
        )
    offers = bench.offers(pair)
    values = np.asarray(offers["unit_differences"](), dtype=np.float64)
    if isinstance(bench, ScoreBench):
        reach = offers["reach"]()
        return Stream(
            members=tuple((plain_name(name),) for name in bench.names_of(pair)),
            values=tuple(values.tolist()),
            noun="dataset",
            reach=reach if isinstance(reach, float) else 1.0,
            known_by="name",
        )
    places = tuple((f"place {i}",) for i in range(values.size))
    return Stream(members=places, values=tuple(values.tolist()), noun="example", reach=1.0, known_by="place")


def _mark_items(evidence: ItemEvidence) -> list[str]:
    digests = evidence.item_digests
    contents = (
        [""] * len(evidence.items) if digests is None else [str(d) if d else "" for d in digests.tolist()]
    )
    tasks = [evidence.tasks[i] for i in evidence.item_task.tolist()]
    return [_unit_mark(t, str(i), content=c) for t, i, c in zip(tasks, evidence.items, contents, strict=True)]


def _mark_examples(evidence: Predictions) -> tuple[list[str], str]:
    """Return a mark of each example: by its id and true class, else by its place."""
    places = np.arange(evidence.examples)
    ids = [str(i) for i in places.tolist()] if evidence.ids is None else evidence.ids.texts(places)
    truth = (
        [""] * len(ids) if evidence.truth is None else [evidence.classes[i] for i in evidence.truth.tolist()]
    )
    marks = [_unit_mark(i, content=t) for i, t in zip(ids, truth, strict=True)]
    return marks, "place" if evidence.ids is None else "id"


def _unit_mark(*parts: str, content: str) -> str:
    """Return a mark of an item: of its id, and behind a point of what it holds, where that is known."""
    return (
        f"{_digest_parts(*parts, '')}.{_digest_parts(content)[:8]}" if content else _digest_parts(*parts, "")
    )


def id_of(mark: str) -> str:
    """Return the part of a mark that stands for the id: by it an item is known again, whatever it holds now."""
    return mark.partition(".")[0]


def content_of(mark: str) -> str:
    """Return the part of a mark that stands for what the item holds; nothing where that is not known."""
    return mark.partition(".")[2]


def _digest_parts(*parts: str) -> str:
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def merge_stream(stream: Stream, earlier: Sequence[Stream]) -> tuple[Stream, int]:
    """Return what a stream adds to earlier ones, and how many of its units they had counted already.

    A unit any of whose items was counted before adds nothing: its first outcome stands.
    """
    seen = {id_of(mark) for past in earlier for members in past.members for mark in members}
    added = keep_fresh(stream, seen)
    return added, len(stream.values) - len(added.values)


def keep_fresh(stream: Stream, seen: Set[str]) -> Stream:
    """Return the units of a stream of which no item was counted before."""
    fresh = [i for i, members in enumerate(stream.members) if seen.isdisjoint(map(id_of, members))]
    return replace(
        stream,
        members=tuple(stream.members[i] for i in fresh),
        values=tuple(stream.values[i] for i in fresh),
    )


def count_looks(streams: Sequence[Stream]) -> tuple[int, ...]:
    """Return after how many units in all it was looked at; a look that added nothing is none of its own."""
    sizes = np.cumsum([len(stream.values) for stream in streams], dtype=np.int64)
    return tuple(size for size in np.unique(sizes).tolist() if size)


def _count_gone(stream: Stream, earlier: Sequence[Stream]) -> int:
    """Return how many units of earlier looks have no item left in the present evidence."""
    here = {id_of(mark) for members in stream.members for mark in members}
    return sum(here.isdisjoint(map(id_of, members)) for past in earlier for members in past.members)


def with_evidence(
    comparison: AnyComparison, streams: Streams, earlier: Mapping[tuple[str, str], Sequence[Stream]]
) -> AnyComparison:
    """Return a comparison with what holds at every look, over its own units and those of earlier looks."""
    added = {key: merge_stream(stream, earlier.get(key, ())) for key, stream in streams.items()}
    whole = {
        key: np.array([v for past in earlier.get(key, ()) for v in past.values] + list(new.values))
        for key, (new, _) in added.items()
    }
    looks = {key: count_looks([*earlier.get(key, ()), new]) for key, (new, _) in added.items()}
    if any(earlier.get(key) for key in streams):
        seen = {key: PairLooks(values=whole[key], sizes=looks[key], stream=streams[key]) for key in streams}
        comparison = judge_over_looks(comparison, seen)
    pairs = tuple(
        replace(
            _describe_pair(
                comparison, pair, whole[pair.a, pair.b], added[pair.a, pair.b], streams[pair.a, pair.b].reach
            ),
            looks=looks[pair.a, pair.b],
            gone=_count_gone(streams[pair.a, pair.b], earlier.get((pair.a, pair.b), ())),
        )
        for pair in comparison.pairs
    )
    first = next(iter(streams.values()))
    return replace(
        comparison,
        sequential=Sequential(
            noun=first.noun,
            pairs=pairs,
            left_over=max(stream.left_over for stream in streams.values()),
            known_by=first.known_by,
        ),
    )


def _describe_pair(
    comparison: Comparison, pair: Pair, values: Floats, added: tuple[Stream, int], reach: float
) -> SequentialPair:
    """Return the evidence on a pair: e-values, how long a verdict takes, and how it came about."""
    settings, (stream, again) = comparison.settings, added
    tally, kind = tally_values(values), kind_of_bets(comparison, stream)
    capital = partial(log_capital, kind=kind)
    margin, tail = settings.margin, _tail_of_each(comparison)
    nulls = [("difference", 0.0)] + ([("margin", -margin)] if margin > 0 else [])
    return SequentialPair(
        a=pair.a,
        b=pair.b,
        units=values.size,
        log10_better=capital(tally, 0.0, reach) / log(10),
        log10_worse=capital(tally.negate(), 0.0, reach) / log(10),
        log10_needed=-log(tail) / log(10),
        log10_within_margin=capital(tally, -margin, reach) / log(10) if margin > 0 else None,
        log10_beyond_margin=capital(tally.negate(), margin, reach) / log(10) if margin > 0 else None,
        horizons=tuple(
            _see_horizon(about, null, values, tail=tail, reach=reach, kind=kind) for about, null in nulls
        ),
        earlier=values.size - len(stream.values),
        again=again,
        drift=_measure_drift(values),
        path=_take_path(values, reach=reach, kind=kind),
        stream=replace(stream, reach=reach),
        values=tuple(values.tolist()),
        is_contradicted=isinstance(pair.result, TestResult) and "contradicts_itself" in pair.result.steps,
    )


def _tail_of_each(comparison: Comparison) -> float:
    """Return what the capital against one side must reach one over: of several pairs, the first step of Holm's."""
    settings = comparison.settings
    several = len(comparison.pairs) if settings.adjust != "none" else 1
    return tail_level(settings.level, settings.alternative) / several


def _see_horizon(
    about: str, null: float, values: Floats, *, tail: float, reach: float, kind: BetKind
) -> Horizon:
    """Return how many units it takes to show that the mean lies above a null, or below where it looks so."""
    turned = values if values.mean() >= null else -values
    bound = null if values.mean() >= null else -null
    tally = tally_values(turned)
    units = units_to_verdict(tally, null=bound, tail=tail, reach=reach, kind=kind)
    once = units_of_one_look(tally, null=bound, tail=tail)
    return Horizon(about=about, units=None if units == inf else units, one_look=None if once == inf else once)


def _measure_drift(values: Floats) -> float:
    """Return how far differences drift along their order, in standard errors of no drift; 0 where they are few."""
    if values.size < FEWEST_FOR_DRIFT or not values.std():
        return 0.0
    places = np.arange(values.size)
    return float(np.corrcoef(places, values)[0, 1]) * sqrt(values.size - 1)


def _take_path(values: Floats, *, reach: float, kind: BetKind) -> tuple[tuple[int, float, float], ...]:
    """Return the e-values after more and more units, as powers of ten: against "not better", and "not worse"."""
    looks = np.unique(np.linspace(1, values.size, min(MOST_STEPS, values.size)).round().astype(np.int64))
    better, worse = (
        running_capital(sign * values, null=0.0, reach=reach, looks=looks, kind=kind) / log(10)
        for sign in (1.0, -1.0)
    )
    return tuple(zip(looks.tolist(), better.tolist(), worse.tolist(), strict=True))
