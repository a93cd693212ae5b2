"""The board from battles: strengths, ranks, and what else shapes who wins."""

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

import numpy as np

from bakeoff.core.answers.leaderboard import BattleFacts, BoardKind, Drift, Entry, Leaderboard, Step
from bakeoff.core.arrays import Bools, Ints
from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import DesignError
from bakeoff.core.words import write_count
from bakeoff.inference.leaderboard.board_findings import find_battle_findings, find_board_findings
from bakeoff.inference.leaderboard.separation import count_more_units, describe_addition, group_ties
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.rank_sets import RankSets, rank_sets_from_covariance
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.fit_checks import count_cycles, find_contrary, find_drift
from bakeoff.procedures.preferences.strengths import (
    BattleStrengths,
    Model,
    battle_strengths,
    compare_strengths,
)

ELO = 400 / log(10)  # points to a logit
ELO_MEAN = 1000.0


def rank_battles(
    evidence: BattleEvidence,
    *,
    level: float = 0.95,
    seed: int = 0,
    model: Model = "auto",
    added: Sequence[str] = (),
) -> Leaderboard:
    """Return the leaderboard of battles."""
    if evidence.left.size < 2:
        raise DesignError(
            "one battle says nothing of chance" if evidence.left.size else "there is no battle",
            where=evidence.source,
            fix="give several battles: left, right and winner",
            code="BO572",
        )
    battles = _as_arrays(evidence)
    if bool((battles.won == 0.5).all()):
        raise DesignError(
            f"all of {write_count(battles.left.size, 'battle')} are ties: nothing says who is stronger",
            where=evidence.source,
            fix="give battles that somebody won; that so many are ties says only that judges see no difference",
            code="BO620",
        )
    found = battle_strengths(battles, level=level, model=model)
    rng = np.random.default_rng(seed)
    ranked = _rank_parts(evidence, battles, found, rng)
    names = tuple(entry.name for entry in ranked.entries)
    place = [evidence.models.index(name) for name in names]

    def rerank(kept: Ints) -> Bools:
        """Return who is told apart without the others, in the order of the whole board."""
        inside = np.zeros(battles.entries, dtype=bool)
        inside[[place[i] for i in kept.tolist()]] = True
        own = battles.subset(inside)
        fitted = battle_strengths(own, level=level, model=model)
        number = np.cumsum(inside) - 1
        return _tell_apart(
            fitted, np.array([number[place[i]] for i in kept.tolist()]), np.random.default_rng(seed)
        )

    board = Leaderboard(
        kind=BoardKind.BATTLES,
        source=evidence.source,
        digest=evidence.digest,
        metric="strength",
        higher_is_better=True,
        unit="battle",
        units=battles.left.size,
        entries=ranked.entries,
        ladder=ranked.ladder,
        level=level,
        method=found.method,
        intervals_by="robust, with Student's t",
        steps_by="the robust t-test of two strengths",
        better=ranked.better,
        tie_groups=ranked.groups,
        pairs=ranked.pairs,
        addition=describe_addition(names, ranked.better, added, rerank),
        more_units=ranked.more,
        battle_facts=_collect_facts(evidence, battles, found, rng),
        findings=(*evidence.findings, *find_battle_findings(evidence, found)),
    )
    return find_board_findings(board)


def _as_arrays(evidence: BattleEvidence) -> Battles:
    return Battles(
        left=evidence.left,
        right=evidence.right,
        won=evidence.won_by_left,
        entries=len(evidence.models),
        weight=evidence.weight,
        prompt=evidence.prompt,
        annotator=evidence.annotator,
        covariates=evidence.control_values,
    )


class _Ranked(NamedTuple):
    entries: tuple[Entry, ...]
    ladder: tuple[Step, ...]
    better: Bools  # in the order of the entries
    groups: tuple[tuple[str, ...], ...]
    pairs: int
    more: int | None


def _rank_parts(
    evidence: BattleEvidence, battles: Battles, found: BattleStrengths, rng: np.random.Generator
) -> _Ranked:
    """Return the entries of every part, the largest part first, with its own ranks."""
    part = found.connections.part
    games = np.bincount(battles.left, minlength=battles.entries) + np.bincount(
        battles.right, minlength=battles.entries
    )
    sizes = [-int(games[part == each].sum()) for each in range(found.connections.parts)]
    entries: list[Entry] = []
    ladder: list[Step] = []
    groups: list[tuple[str, ...]] = []
    better = np.zeros((battles.entries, battles.entries), dtype=bool)
    pairs, more = 0, None
    for number, each in enumerate(np.argsort(sizes, kind="stable").tolist(), start=1):
        inside = np.flatnonzero(part == each)
        order = inside[np.argsort(-found.strengths[inside], kind="stable")]
        sets, start = _part_sets(found, order, rng), len(entries)
        entries += _make_entries(evidence.models, found, order, sets, number, games)
        ladder += _make_steps(evidence.models, found, order)
        pairs += order.size * (order.size - 1) // 2
        if sets is not None:
            span = slice(start, start + order.size)
            better[span, span] = sets.better
            groups += group_ties([evidence.models[i] for i in order.tolist()], sets.better)
            more = _count_more_battles(found, order, sets, battles.left.size) if number == 1 else more
    return _Ranked(tuple(entries), _adjust_steps(ladder), better, tuple(groups), pairs, more)


def _tell_apart(found: BattleStrengths, entries: Ints, rng: np.random.Generator) -> Bools:
    """Return whom of these entries each is proved better than; those of different parts are never told apart."""
    better = np.zeros((found.strengths.size, found.strengths.size), dtype=bool)
    for each in range(found.connections.parts):
        inside = np.flatnonzero(found.connections.part == each)
        sets = _part_sets(found, inside, rng)
        if sets is not None:
            better[np.ix_(inside, inside)] = sets.better
    return np.asarray(better[np.ix_(entries, entries)], dtype=np.bool_)


def _count_more_battles(found: BattleStrengths, order: Ints, sets: RankSets, battles: int) -> int | None:
    """Return how many more battles like these would separate the first two; None where a strength has no error."""
    if sets.better[0, 1]:
        return 0
    if np.isinf([*found.low[order[:2]], *found.high[order[:2]]]).any():
        return None
    gaps, errors, _ = compare_strengths(found, [(int(order[1]), int(order[0]))])
    return count_more_units(gap=float(gaps[0]), error=float(errors[0]), critical=sets.critical, units=battles)


def _part_sets(found: BattleStrengths, order: Ints, rng: np.random.Generator) -> RankSets | None:
    if order.size < 2:
        return None
    return rank_sets_from_covariance(
        found.strengths[order],
        found.covariance[np.ix_(order, order)],
        units=max(found.clustering.units, 2),
        rng=rng,
        level=found.level,
    )


def _make_entries(
    names: tuple[str, ...], found: BattleStrengths, order: Ints, sets: RankSets | None, part: int, games: Ints
) -> Iterator[Entry]:
    chances = found.win_chances()
    for place, i in enumerate(order.tolist()):
        others = order[order != i]
        span = (int(sets.best[place]), int(sets.worst[place])) if sets else (1, 1)
        alone = (int(sets.best_marginal[place]), int(sets.worst_marginal[place])) if sets else (1, 1)
        yield Entry(
            name=names[i],
            score=float(found.strengths[i]),
            low=float(found.low[i]),
            high=float(found.high[i]),
            rank=place + 1,
            rank_set=span,
            rank_set_marginal=alone,
            tied_for_best=span[0] == 1,
            n=int(games[i]),
            elo=ELO_MEAN + ELO * float(found.strengths[i]),
            win_chance=float(chances[i, others].mean()) if others.size else None,
            part=part,
        )


def _make_steps(names: tuple[str, ...], found: BattleStrengths, order: Ints) -> list[Step]:
    if order.size < 2:
        return []
    pairs = list(zip(order[1:].tolist(), order[:-1].tolist(), strict=True))
    gaps, _, p_values = compare_strengths(found, pairs)
    return [
        Step(above=names[b], below=names[a], gap=float(gap), p_value=float(p), p_adjusted=float(p))
        for (a, b), gap, p in zip(pairs, gaps, p_values, strict=True)
    ]


def _adjust_steps(ladder: list[Step]) -> tuple[Step, ...]:
    if not ladder:
        return ()
    adjusted = adjust(np.array([step.p_value for step in ladder]), "holm")
    return tuple(
        Step(above=s.above, below=s.below, gap=s.gap, p_value=s.p_value, p_adjusted=float(p))
        for s, p in zip(ladder, adjusted, strict=True)
    )


def _collect_facts(
    evidence: BattleEvidence, battles: Battles, found: BattleStrengths, rng: np.random.Generator
) -> BattleFacts:
    contrary = np.flatnonzero(find_contrary(battles, found))
    return BattleFacts(
        battles=found.battles,
        prompts=found.clustering.prompts,
        annotators=found.clustering.annotators,
        position=found.position,
        tie=found.tie,
        design_effect=found.design_effect,
        slopes=tuple(zip(evidence.controls, found.slopes, strict=True)),
        cycles=count_cycles(battles, found, rng=rng),
        contrary_annotators=tuple(evidence.annotators[i] for i in contrary.tolist()),
        drift=_describe_drift(evidence, battles),
    )


def _describe_drift(evidence: BattleEvidence, battles: Battles) -> Drift | None:
    if evidence.moment is None:
        return None
    found = find_drift(battles, evidence.moment)
    return (
        None
        if found is None
        else Drift(
            p_value=found.p_value,
            entry=evidence.models[found.entry],
            change=found.change,
            split=evidence.moments[found.split],
        )
    )
