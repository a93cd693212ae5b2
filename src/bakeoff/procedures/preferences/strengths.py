"""Strengths from battles: Bradley–Terry and Davidson, with errors that know of shared prompts and annotators."""

from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal

import numpy as np
from scipy import special, stats

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.preferences.battles import Battles, Connections, find_connections
from bakeoff.procedures.preferences.bounds import bound_entry
from bakeoff.procedures.preferences.likelihood import Fit, Rows, chances, fit_rows, gather_rows, weigh_rows
from bakeoff.procedures.preferences.sandwich import Clustering, cluster_covariance

Model = Literal["auto", "davidson", "bradley-terry"]
FEW_ANNOTATORS = 8  # fewer are "these judges", not a sample of annotators
_SINGULAR = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStrengths:
    """How strong each entry is, in logits about the mean of its part, and what else shapes who wins."""

    strengths: Floats
    low: Floats  # ends of intervals of each entry by itself; infinite where an entry never lost or never won
    high: Floats
    covariance: Floats  # of the strengths; only differences within a part mean anything
    connections: Connections
    position: (
        Estimate | None
    )  # what the left one gains; None where battles cannot tell, or it was not asked for
    slopes: tuple[Estimate, ...]  # of the covariates
    tie: float | None  # Davidson's ν: how readily ties are given; None where ties are half wins
    clustering: Clustering
    design_effect: float  # how many times larger variances are than if battles were independent
    level: float
    battles: int
    method: str

    @property
    def is_bounded(self) -> Bools:
        """Of each entry: whether its strength has two ends."""
        bounded: Bools = ~(self.connections.above | self.connections.below)
        return bounded

    def win_chances(self) -> Floats:
        """Return entries × entries: the chance that the row beats the column, ties aside, with no side favoured."""
        chances: Floats = special.expit(self.strengths[:, None] - self.strengths)
        return chances


@check_arguments
def battle_strengths(
    battles: Battles, *, level: float = 0.95, model: Model = "auto", position: bool = True
) -> BattleStrengths:
    """Return how strong entries are, from who won which battle.

    Model: the log-odds that the left entry beats the right one are the difference of their strengths, and what the left
    side gains. With ties, Davidson's: a tie is the likelier the closer the strengths; "bradley-terry" counts it as half
    a win each. Newton's method on the table of who met whom; its cost does not depend on the number of battles.

    Errors are robust ones, summed over prompts and over annotators where they are given, with Student's t by
    the fewer of both. Fewer than eight annotators are taken as they are: what is said holds for these judges.

    Entries that never met, not even through others, are rated apart. Who never lost or never won, alone or as a group,
    has no finite strength at the summit: it gets Firth's, with ties as half wins, and a bound instead of an interval,
    from the score test against opponents of the fitted strengths; the others are rated as if it were not there.

    Parameters
    ----------
    battles
        Who met whom, and who won.
    level
        Of each interval by itself.
    model
        "auto" is Davidson's where there are ties, otherwise Bradley and Terry's.
    position
        Whether the left side may have an advantage; left out where battles cannot tell.

    References
    ----------
    bradley1952, davidson1970, firth1993, cameron2011, ford1957

    Examples
    --------
    >>> left, right = np.array([0, 1, 0, 1, 0, 1] * 20), np.array([1, 2, 2, 0, 1, 0] * 20)
    >>> won = np.tile([1.0, 1.0, 1.0, 0.0, 0.0, 1.0], 20)
    >>> won[:3] = 0.0
    >>> found = battle_strengths(Battles(left=left, right=right, won=won, entries=3))
    >>> found.strengths.round(1).tolist()
    [1.0, 1.0, -2.0]
    """
    check_level(level)
    connections = find_connections(battles.count_wins())
    made = [
        _rate_part(battles, connections, part, level=level, model=model, position=position)
        for part in range(connections.parts)
        if np.count_nonzero(connections.part == part) > 1
    ]
    return _join_parts(made, battles, connections, level)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    inside: Bools
    rows: Bools  # of the battles
    strengths: Floats
    fit: Fit  # of the core
    covariance: Floats  # of the strengths, and of the core's other parameters where there is nobody else
    effects: Floats  # the covariance of all parameters of the core
    low: Floats
    high: Floats
    gathered: Rows
    clustering: Clustering
    design_effect: float


def _rate_part(
    battles: Battles, connections: Connections, part: int, *, level: float, model: Model, position: bool
) -> _Part:
    """Return the strengths of a part: its core by maximum likelihood, those who never lost or won around it."""
    inside = connections.part == part
    own = battles.subset(inside)
    core, all_in = connections.core[inside], bool(connections.core[inside].all())
    if all_in or core.sum() > 1:
        made = _fit_core(own.subset(core), level=level, model=model, position=position)
    else:
        made = _fit_by_firth(own, np.ones_like(core), level=level, effect=1.0)
    if not all_in and core.sum() > 1:
        made = _add_outsiders(made, own, core, level)
    low, high = _bound_ends(own, connections, inside, made, level=level)
    everywhere = np.ones(battles.left.size, dtype=np.bool_)
    rows = everywhere if inside.all() else inside[battles.left] & inside[battles.right]
    return replace(made, inside=inside, rows=rows, low=low, high=high)


def _fit_core(own: Battles, *, level: float, model: Model, position: bool) -> _Part:
    rows = _gather_part_rows(own, position=position, with_ties=_has_tie_parameter(own, model))
    fit = fit_rows(rows)
    if not fit.is_finite:  # a side or a covariate that decides every battle
        fit = fit_rows(rows := _gather_part_rows(own, position=position, with_ties=False), firth=True)
    clustering = _choose_clusters(own)
    covariance, effect = cluster_covariance(own, rows, fit, clustering)
    everybody = np.ones(own.entries, dtype=bool)
    return _make_part(
        fit.parameters[: own.entries],
        _strength_centre(covariance, rows.entries),
        clustering,
        level=level,
        inside=everybody,
        rows=everybody,
        fit=fit,
        gathered=rows,
        design_effect=effect,
    )


def _fit_by_firth(own: Battles, core: Bools, *, level: float, effect: float) -> _Part:
    """Return strengths that are always finite, about the mean of the core, with the model's own covariance."""
    rows = gather_rows(own, position=False, with_ties=False)
    fit = fit_rows(rows, firth=True)
    shift = np.eye(own.entries) - core / core.sum()
    covariance = shift @ _invert_information(fit.information)[: own.entries, : own.entries] @ shift.T * effect
    strengths = fit.parameters[: own.entries]
    return _make_part(
        strengths - strengths[core].mean(),
        covariance,
        _choose_clusters(own),
        level=level,
        inside=core,
        rows=core,
        fit=fit,
        gathered=rows,
        design_effect=effect,
    )


def _add_outsiders(made: _Part, own: Battles, core: Bools, level: float) -> _Part:
    """Return the core as it was, and the others with strengths by Firth's penalty beside it."""
    around = _fit_by_firth(own, core, level=level, effect=made.design_effect)
    strengths = np.where(core, 0.0, around.strengths)
    strengths[core] = made.strengths
    covariance = np.zeros((own.entries, own.entries))
    covariance[np.ix_(core, core)] = made.covariance[: int(core.sum()), : int(core.sum())]
    covariance[np.ix_(~core, ~core)] = around.covariance[np.ix_(~core, ~core)]
    return _make_part(
        strengths,
        covariance,
        made.clustering,
        level=level,
        inside=core,
        rows=core,
        fit=made.fit,
        gathered=made.gathered,
        design_effect=made.design_effect,
        effects=made.covariance,
    )


def _make_part(
    strengths: Floats,
    covariance: Floats,
    clustering: Clustering,
    *,
    level: float,
    effects: Floats | None = None,
    **parts: Any,  # noqa: ANN401 - the other fields
) -> _Part:
    reach = clustering.quantile(level) * np.sqrt(np.maximum(np.diag(covariance)[: strengths.size], 0.0))
    return _Part(
        strengths=strengths,
        covariance=covariance,
        effects=covariance if effects is None else effects,
        low=strengths - reach,
        high=strengths + reach,
        clustering=clustering,
        **parts,
    )


def _has_tie_parameter(battles: Battles, model: Model) -> bool:
    if model == "davidson" and battles.has_shares:
        raise ProcedureError(
            "Davidson's model needs a winner or a tie of each battle, and some have shares",
            where="model",
            fix="use bradley-terry, which takes shares",
            code="BO053",
        )
    return model != "bradley-terry" and not battles.has_shares and battles.has_ties


def _gather_part_rows(battles: Battles, *, position: bool, with_ties: bool) -> Rows:
    """Return the rows, without a position where battles cannot tell it from strengths."""
    for with_position in (True, False) if position else (False,):
        rows = gather_rows(battles, position=with_position, with_ties=with_ties)
        if _can_tell_apart(rows) or (battles.covariates is None and not with_position):
            return rows
    raise ProcedureError(
        "a covariate cannot be told from the strengths, or from another one",
        where="covariates",
        fix="leave out covariates that are the same in every battle of a pair",
        code="BO052",
    )


def _can_tell_apart(rows: Rows) -> bool:
    gram = weigh_rows(rows, np.ones(rows.left.size))
    values = np.linalg.eigvalsh(gram / np.maximum(np.sqrt(np.outer(np.diag(gram), np.diag(gram))), 1e-300))
    return bool(values[1] > _SINGULAR * values[-1])  # the first is the mean of the strengths


def _choose_clusters(battles: Battles) -> Clustering:
    prompts = 0 if battles.prompt is None else int(np.unique(battles.prompt).size)
    annotators = 0 if battles.annotator is None else int(np.unique(battles.annotator).size)
    by_annotator = annotators >= FEW_ANNOTATORS
    units = [n for n, used in ((prompts, prompts > 1), (annotators, by_annotator)) if used]
    return Clustering(
        by_prompt=prompts > 1,
        by_annotator=by_annotator,
        prompts=prompts,
        annotators=annotators,
        units=min(units, default=battles.left.size),
    )


def _bound_ends(
    battles: Battles, connections: Connections, inside: Bools, made: _Part, *, level: float
) -> tuple[Floats, Floats]:
    """Return ends of which one is infinite for those who never lost, or never won."""
    low, high = made.low.copy(), made.high.copy()
    above, below = connections.above[inside], connections.below[inside]
    wins = battles.count_wins() if (above | below).any() else np.zeros((0, 0))
    for entry in np.flatnonzero(above | below):
        if not wins[:, entry].any() or not wins[entry].any():
            low[entry], high[entry] = bound_entry(
                wins, made.strengths, int(entry), level=level, effect=made.design_effect
            )
        low[entry] = -inf if below[entry] else low[entry]
        high[entry] = inf if above[entry] else high[entry]
    return low, high


def _strength_centre(covariance: Floats, entries: int) -> Floats:
    """Return the covariance of strengths about their mean, and of the other parameters."""
    shift = np.eye(len(covariance))
    shift[:entries, :entries] -= 1 / entries
    centred: Floats = shift @ covariance @ shift.T
    return centred


def _invert_information(matrix: Floats) -> Floats:
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def _join_parts(
    made: list[_Part], battles: Battles, connections: Connections, level: float
) -> BattleStrengths:
    count = battles.entries
    strengths, low, high = np.zeros(count), np.full(count, -inf), np.full(count, inf)
    covariance = np.zeros((count, count))
    for part in made:
        entries = part.strengths.size
        strengths[part.inside] = part.strengths
        low[part.inside], high[part.inside] = part.low, part.high
        covariance[np.ix_(part.inside, part.inside)] = part.covariance[:entries, :entries]
    main = max(made, key=lambda part: int(part.rows.sum()))
    position, slopes = _part_effects(main, level)
    return BattleStrengths(
        strengths=strengths,
        low=low,
        high=high,
        covariance=covariance,
        connections=connections,
        position=position,
        slopes=slopes,
        tie=float(np.exp(main.fit.parameters[-1])) if main.gathered.with_ties else None,
        clustering=main.clustering,
        design_effect=main.design_effect,
        level=level,
        battles=battles.left.size,
        method=_describe_model(main, connections),
    )


def _part_effects(part: _Part, level: float) -> tuple[Estimate | None, tuple[Estimate, ...]]:
    """Return the effects of position and covariates, with their intervals."""
    rows, quantile = part.gathered, part.clustering.quantile(level)
    errors = np.sqrt(np.maximum(np.diag(part.effects), 0.0))
    estimates = [
        Estimate(
            of="gain of the left side"
            if rows.has_position and place == rows.entries
            else "slope of a covariate",
            value=float(value),
            interval=Interval(
                low=float(value - quantile * errors[place]),
                high=float(value + quantile * errors[place]),
                level=level,
            ),
        )
        for place, value in enumerate(part.fit.parameters[: rows.design.shape[1]])
        if place >= rows.entries
    ]
    return (estimates[0], tuple(estimates[1:])) if rows.has_position else (None, tuple(estimates))


def _describe_model(part: _Part, connections: Connections) -> str:
    model = "Davidson's model" if part.gathered.with_ties else "Bradley and Terry's model, ties as half wins"
    penalty = "" if connections.core.all() else ", Firth's penalty for those who never lost or never won"
    return f"{model}{penalty}; {part.clustering.describe()}"


def expect_shares(battles: Battles, found: BattleStrengths) -> Floats:
    """Return how much the left one was expected to win of each battle, a tie being half a win."""
    if battles.covariates is None and battles.entries**2 < battles.left.size:
        pairs = np.subtract.outer(found.strengths, found.strengths).ravel()
        by_battle: Floats = _expect_at(pairs, found)[battles.left * battles.entries + battles.right]
        return by_battle
    x = found.strengths[battles.left] - found.strengths[battles.right]
    if battles.covariates is not None:
        x = x + battles.covariates @ np.array([slope.value for slope in found.slopes])
    return _expect_at(x, found)


def _expect_at(x: Floats, found: BattleStrengths) -> Floats:
    """Return what the left one was to win where it is stronger by x, with what its side gains."""
    x = x + (0.0 if found.position is None else found.position.value)
    p = chances(found.tie is not None, x, float(np.log(found.tie)) if found.tie else 0.0)
    shares: Floats = p[:, 0] + p[:, 2] / 2 if found.tie is not None else p[:, 0]
    return shares


def compare_strengths(
    found: BattleStrengths, pairs: "list[tuple[int, int]]"
) -> tuple[Floats, Floats, Floats]:
    """Return of each pair (a, b) how much stronger b is, its standard error, and its p-value by Student's t."""
    a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    own = np.diag(found.covariance)
    errors = np.sqrt(np.maximum(own[a] + own[b] - 2 * found.covariance[a, b], 0.0))
    gaps = found.strengths[b] - found.strengths[a]
    t = np.divide(gaps, errors, out=np.zeros_like(gaps), where=errors > 0)
    return gaps, errors, 2 * stats.t.sf(np.abs(t), found.clustering.units - 1)
