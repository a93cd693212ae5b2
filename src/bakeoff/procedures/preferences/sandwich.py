"""Robust covariance of strengths: sums of scores over prompts, over annotators, or over both."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse, stats

from bakeoff.core.arrays import Floats
from bakeoff.core.results import significance
from bakeoff.procedures.preferences.battles import Battles, Codes
from bakeoff.procedures.preferences.likelihood import Fit, Rows, chances, weigh_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Clustering:
    """What battles are summed over before they count as independent."""

    by_prompt: bool
    by_annotator: bool
    prompts: int  # 0 where they are not known
    annotators: int
    units: int  # the fewer of those in use; the battles where none is

    def quantile(self, level: float) -> float:
        """Return Student's t for the units."""
        return float(stats.t.isf(significance(level) / 2, max(self.units - 1, 1)))

    def describe(self) -> str:
        """Return in words what errors are summed over."""
        over = [f"{self.prompts:,} prompts"] if self.by_prompt else []
        over += [f"{self.annotators:,} annotators"] if self.by_annotator else []
        return f"errors over {' and '.join(over)}" if over else "errors over battles taken as independent"


def cluster_covariance(
    battles: Battles, rows: Rows, fit: Fit, clustering: Clustering
) -> tuple[Floats, float]:
    """Return the covariance of all parameters, and how many times larger it is than of independent battles."""
    inverse = np.linalg.inv(fit.information)
    meat = by_battle = _battle_meat(battles, rows, fit)
    if clustering.by_prompt or clustering.by_annotator:
        scores = _battle_scores(battles, rows, fit)
        meats = [
            _sandwich_meat(_sum_scores(battles, rows, scores, group))
            for group, used in (
                (battles.prompt, clustering.by_prompt),
                (battles.annotator, clustering.by_annotator),
            )
            if used and group is not None
        ]
        meat = meats[0] if len(meats) == 1 else meats[0] + meats[1] - by_battle
    covariance = _drop_negative(inverse @ meat @ inverse)
    entries = rows.entries
    alone = np.trace((inverse @ by_battle @ inverse)[:entries, :entries])
    effect = float(np.trace(covariance[:entries, :entries]) / alone) if alone > 0 else 1.0
    return covariance, max(effect, 1.0)


def _sandwich_predictors(battles: Battles, rows: Rows, fit: Fit) -> Floats:
    """Return x of each battle."""
    x: Floats = rows.design @ fit.parameters[: rows.design.shape[1]]
    if battles.covariates is not None:
        return x
    table = np.zeros(rows.entries**2)
    table[rows.left * rows.entries + rows.right] = x
    by_battle: Floats = table[battles.left * rows.entries + battles.right]
    return by_battle


def _battle_meat(battles: Battles, rows: Rows, fit: Fit) -> Floats:
    """Return the sum over battles of the products of their scores, from the table of who met whom."""
    squares = _squared_weights(battles, rows)
    p = chances(
        rows.with_ties, rows.design @ fit.parameters[: rows.design.shape[1]], float(fit.parameters[-1])
    )
    if not rows.with_ties:
        first, second, total = squares.T  # Σ w² won², Σ w² won, Σ w²
        return weigh_rows(rows, first - 2 * p[:, 0] * second + p[:, 0] ** 2 * total)
    slopes = (np.array([1.0, -1.0, 0.0]) - (p[:, :1] - p[:, 1:2])) / 2  # by outcome
    ties = np.array([0.0, 0.0, 1.0]) - p[:, 2:]
    width = rows.design.shape[1]
    meat = np.zeros((width + 1, width + 1))
    meat[:width, :width] = weigh_rows(rows, (squares * slopes**2).sum(axis=1))
    meat[-1, :width] = meat[:width, -1] = rows.design.T @ (squares * slopes * ties).sum(axis=1)
    meat[-1, -1] = (squares * ties**2).sum()
    return meat


def _squared_weights(battles: Battles, rows: Rows) -> Floats:
    """Return of each row: squared weights by outcome; without a tie parameter Σ w² won², Σ w² won and Σ w²."""
    if battles.weight is None and not battles.has_shares and battles.covariates is None:
        table: Floats = battles.count_outcomes()[rows.left * rows.entries + rows.right]
        if rows.with_ties:
            return table
        return np.column_stack(
            [table[:, 0] + table[:, 2] / 4, table[:, 0] + table[:, 2] / 2, table.sum(axis=1)]
        )
    weights, won = battles.weights**2, battles.won
    kinds = (won == 1, won == 0, won == 0.5) if rows.with_ties else (won**2, won, np.ones_like(won))
    columns = [weights * kind for kind in kinds]
    if battles.covariates is not None:
        return np.column_stack(columns)
    codes = battles.left * rows.entries + battles.right
    sums = np.column_stack([np.bincount(codes, column, rows.entries**2) for column in columns])
    squares: Floats = sums[rows.left * rows.entries + rows.right]
    return squares


def _battle_scores(battles: Battles, rows: Rows, fit: Fit) -> tuple[Floats, Floats | None]:
    """Return the slopes of each battle's log-likelihood in x and in log ν."""
    p = chances(rows.with_ties, _sandwich_predictors(battles, rows, fit), float(fit.parameters[-1]))
    weights = battles.weights
    if not rows.with_ties:
        return weights * (battles.won - p[:, 0]), None
    slope = weights * ((2 * battles.won - 1) - (p[:, 0] - p[:, 1])) / 2
    return slope, weights * ((battles.won == 0.5) - p[:, 2])


def _sum_scores(
    battles: Battles, rows: Rows, scores: tuple[Floats, Floats | None], group: Codes
) -> sparse.csr_array:
    """Return the scores summed over groups: groups × parameters."""
    slope, tie_slope = scores
    place = np.unique(group, return_inverse=True)[1].reshape(-1)
    groups = int(place.max()) + 1
    others = [slope] if rows.has_position else []
    others += [] if battles.covariates is None else [slope * each for each in battles.covariates.T]
    others += [] if tie_slope is None else [tie_slope]
    strengths = sparse.coo_array(
        (
            np.concatenate([slope, -slope]),
            (np.concatenate([place, place]), np.concatenate([battles.left, battles.right])),
        ),
        shape=(groups, rows.entries),
    ).tocsr()
    columns = [np.bincount(place, each, groups) for each in others]
    return sparse.hstack([strengths, np.column_stack(columns)], format="csr") if columns else strengths


def _sandwich_meat(scores: sparse.csr_array) -> Floats:
    groups = scores.shape[0]
    product: Floats = (scores.T @ scores).toarray() * groups / (groups - 1)
    return product


def _drop_negative(covariance: Floats) -> Floats:
    """Return the covariance without the negative directions that a difference of sums may have."""
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    kept: Floats = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return kept
