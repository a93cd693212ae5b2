"""The board from battles: strengths, ranks, and what else shapes who wins."""

from collections.abc import Iterator, Mapping
from math import log

import numpy as np

from bakeoff.core.answers.leaderboard import BattleFacts, BoardKind, Entry, Leaderboard, Step
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_count, write_list
from bakeoff.inference.leaderboard.board_findings import find_board_findings
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.rank_sets import RankSets, rank_sets_from_covariance
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.fit_checks import count_cycles, find_contrary
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
    covariates: Mapping[str, Floats] | None = None,
) -> Leaderboard:
    """Return the leaderboard of battles."""
    if evidence.left.size == 0:
        raise DesignError(
            "there is no battle", where=evidence.source, fix="give left, right and winner", code="BO572"
        )
    battles = Battles(
        left=evidence.left,
        right=evidence.right,
        won=evidence.won_by_left,
        entries=len(evidence.models),
        weight=evidence.weight,
        prompt=evidence.prompt,
        annotator=evidence.annotator,
        covariates=np.column_stack(list(covariates.values())) if covariates else None,
    )
    found = battle_strengths(battles, level=level, model=model)
    rng = np.random.default_rng(seed)
    entries, ladder, separated = _rank_parts(evidence, battles, found, rng)
    board = Leaderboard(
        kind=BoardKind.BATTLES,
        source=evidence.source,
        digest=evidence.digest,
        metric="strength",
        higher_is_better=True,
        unit="battle",
        units=battles.left.size,
        entries=entries,
        ladder=ladder,
        level=level,
        method=found.method,
        separated_pairs=separated,
        pairs=len(entries) * (len(entries) - 1) // 2,
        battle_facts=_collect_facts(evidence, battles, found, tuple(covariates or ()), rng),
        findings=(*evidence.findings, *_find_battle_findings(evidence, found)),
    )
    return find_board_findings(board)


def _rank_parts(
    evidence: BattleEvidence, battles: Battles, found: BattleStrengths, rng: np.random.Generator
) -> tuple[tuple[Entry, ...], tuple[Step, ...], int]:
    """Return the entries of every part, the largest part first, with its own ranks."""
    part = found.connections.part
    games = np.bincount(battles.left, minlength=battles.entries) + np.bincount(
        battles.right, minlength=battles.entries
    )
    sizes = [-int(games[part == each].sum()) for each in range(found.connections.parts)]
    entries: list[Entry] = []
    ladder: list[Step] = []
    separated = 0
    for number, each in enumerate(np.argsort(sizes, kind="stable").tolist(), start=1):
        inside = np.flatnonzero(part == each)
        order = inside[np.argsort(-found.strengths[inside], kind="stable")]
        sets = _part_sets(found, order, rng)
        separated += int(sets.better.sum()) if sets is not None else 0
        entries += _make_entries(evidence.models, found, order, sets, number, games)
        ladder += _make_steps(evidence.models, found, order)
    return tuple(entries), _adjust_steps(ladder), separated


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
    evidence: BattleEvidence,
    battles: Battles,
    found: BattleStrengths,
    names: tuple[str, ...],
    rng: np.random.Generator,
) -> BattleFacts:
    contrary = np.flatnonzero(find_contrary(battles, found))
    return BattleFacts(
        battles=found.battles,
        prompts=found.clustering.prompts,
        annotators=found.clustering.annotators,
        position=found.position,
        tie=found.tie,
        design_effect=found.design_effect,
        slopes=tuple(zip(names, found.slopes, strict=True)),
        cycles=count_cycles(battles, found, rng=rng),
        contrary_annotators=tuple(evidence.annotators[i] for i in contrary.tolist()),
    )


def _find_battle_findings(evidence: BattleEvidence, found: BattleStrengths) -> Iterator[Finding]:
    connections = found.connections
    if connections.parts > 1:
        yield Finding(
            code="BO285",
            severity=Severity.PROBLEM,
            message=f"the entries fall into {connections.parts} parts that never met, not even through others; each is "
            "ranked by itself",
            detail={"parts": connections.parts},
        )
    for flags, what in ((connections.above, "never lost"), (connections.below, "never won")):
        names = [evidence.models[i] for i in np.flatnonzero(flags).tolist()]
        if names:
            yield Finding(
                code="BO286",
                severity=Severity.WARNING,
                message=f"{write_list(names)} {what}: a strength has a bound there, and no interval",
                detail={"entries": names},
            )
    if found.position is None:
        yield Finding(
            code="BO287",
            severity=Severity.WARNING,
            message="every pair is shown one way round, so that what the left side gains cannot be told from strength",
            detail={},
        )
    elif 0 not in found.position.interval:
        side = "left" if found.position.value > 0 else "right"
        yield Finding(
            code="BO288",
            severity=Severity.NOTE,
            message=f"the {side} side gains: {abs(found.position.value):.2f} in logits; strengths are corrected for it",
            detail={"gain": found.position.value},
        )
    clustering = found.clustering
    if clustering.annotators > 0 and not clustering.by_annotator:
        yield Finding(
            code="BO289",
            severity=Severity.NOTE,
            message=f"{write_count(clustering.annotators, 'annotator')}: too few to speak of annotators at large; "
            "what is said holds for these",
            detail={"annotators": clustering.annotators},
        )
