"""The likelihood of battles: Bradley and Terry's, and Davidson's with ties; on rows that stand for many battles.

x = s_left − s_right + position + covariates · slopes. Bradley–Terry: the left one wins with probability 1/(1 + e^−x), a
tie is half a win. Davidson: left, right and tie go as e^(x/2), e^(−x/2) and ν. Parameters are the strengths, the
position, the slopes, and log ν last.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import expit

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.preferences.battles import Battles, Codes

_STEPS = 100
_CLOSE = 1e-10
_LONGEST = 4.0  # of a step, in logits
_FLAT = 1e-10  # information this small beside the largest: a parameter has run away


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Battles gathered by who stood where: of each row how much was won, lost and tied."""

    left: Codes
    right: Codes
    outcomes: Floats  # rows × 3: left, right, tie (Davidson), or rows × 2 with ties as halves
    design: sparse.csr_array  # rows × (strengths, position, slopes)
    entries: int
    has_position: bool

    @property
    def with_ties(self) -> bool:
        """Whether ties have a parameter of their own."""
        return bool(self.outcomes.shape[1] == 3)

    @property
    def parameters(self) -> int:
        """How many parameters there are, the one of ties among them."""
        return int(self.design.shape[1]) + self.with_ties


def gather_rows(battles: Battles, *, position: bool, with_ties: bool) -> Rows:
    """Return the battles gathered by pair and side; each by itself where covariates tell them apart."""
    if battles.covariates is not None:
        left, right, outcomes = (
            battles.left,
            battles.right,
            _likelihood_outcomes(battles, with_ties=with_ties),
        )
    else:
        count = battles.entries
        table = _table_with_shares(battles) if battles.has_shares else battles.count_outcomes()
        met = np.flatnonzero(table.any(axis=1))
        left, right, outcomes = met // count, met % count, table[met]
    if not with_ties and outcomes.shape[1] == 3:
        outcomes = outcomes[:, :2] + outcomes[:, 2:] / 2
    return Rows(
        left=left,
        right=right,
        outcomes=outcomes,
        design=build_design(left, right, battles.entries, position=position, covariates=battles.covariates),
        entries=battles.entries,
        has_position=position,
    )


def _likelihood_outcomes(battles: Battles, *, with_ties: bool) -> Floats:
    weights, won = battles.weights[:, None], battles.won
    if not with_ties:
        return weights * np.column_stack([won, 1 - won])
    outcomes: Floats = weights * np.column_stack([won == 1, won == 0, won == 0.5])
    return outcomes


def _table_with_shares(battles: Battles) -> Floats:
    size = battles.entries**2
    codes = battles.left * battles.entries + battles.right
    shares = (battles.won, 1 - battles.won)
    return np.column_stack([np.bincount(codes, battles.weights * share, size) for share in shares])


def build_design(
    left: Codes, right: Codes, entries: int, *, position: bool, covariates: Floats | None
) -> sparse.csr_array:
    """Return rows × (strengths, position, slopes)."""
    size = left.size
    places = np.arange(size)
    rows, columns = [places, places], [left, right]
    values = [np.ones(size), -np.ones(size)]
    extra = [np.ones((size, 1))] if position else []
    extra += [] if covariates is None else [covariates]
    width = entries
    for block in extra:
        for column in block.T:
            rows.append(places)
            columns.append(np.full(size, width))
            values.append(column)
            width += 1
    return sparse.csr_array(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(size, width)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """The summit of the likelihood: parameters, and the information there (strengths sum to zero)."""

    parameters: Floats
    information: Floats
    is_finite: bool


def fit_rows(rows: Rows, *, firth: bool = False) -> Fit:
    """Return the parameters that make the outcomes likeliest; with Firth's penalty they are always finite."""
    theta = np.zeros(rows.parameters)
    for _ in range(_STEPS):
        gradient, information = differentiate(rows, theta)
        pinned = pin_mean(information, rows.entries)
        if firth:
            gradient += _firth_gradient(rows, theta, pinned)
        step = _solve_newton_step(pinned, gradient)
        theta = theta + step * min(1.0, _LONGEST / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < _CLOSE:
            break
    theta[: rows.entries] -= theta[: rows.entries].mean()
    information = pin_mean(differentiate(rows, theta)[1], rows.entries)
    return Fit(parameters=theta, information=information, is_finite=not _is_flat(information))


def _is_flat(information: Floats) -> bool:
    own = np.sqrt(np.maximum(np.diag(information), 1e-300))
    values = np.linalg.eigvalsh(information / np.outer(own, own))
    return bool(values[0] < _FLAT * values[-1] or own.min() < _FLAT * own.max())


def pin_mean(information: Floats, entries: int) -> Floats:
    """Return the information with the mean of the strengths fixed at zero, which battles say nothing of."""
    pinned = information.copy()
    pinned[:entries, :entries] += max(float(np.trace(information[:entries, :entries])), 1e-12) / entries**2
    return pinned


def chances(rows_with_ties: bool, x: Floats, log_nu: float) -> Floats:  # noqa: FBT001 - which of two models
    """Return the chances of left, right (and tie) at each x."""
    if not rows_with_ties:
        left = expit(x)
        return np.column_stack([left, 1 - left])
    largest = np.maximum(np.abs(x) / 2, log_nu)
    left, right, tie = np.exp(x / 2 - largest), np.exp(-x / 2 - largest), np.exp(log_nu - largest)
    whole = left + right + tie
    return np.column_stack([left / whole, right / whole, tie / whole])


def differentiate(rows: Rows, theta: Floats) -> tuple[Floats, Floats]:
    """Return the gradient of the log-likelihood and its information."""
    width = rows.design.shape[1]
    x = rows.design @ theta[:width]
    total = rows.outcomes.sum(axis=1)
    p = chances(rows.with_ties, x, float(theta[-1]))
    slope, curve = _likelihood_slopes(rows.outcomes, total, p)
    gradient = rows.design.T @ slope
    information = weigh_rows(rows, curve)
    if not rows.with_ties:
        return gradient, information
    gradient = np.append(gradient, (rows.outcomes[:, 2] - total * p[:, 2]).sum())
    full = np.zeros((width + 1, width + 1))
    full[:width, :width] = information
    full[-1, -1] = (total * p[:, 2] * (1 - p[:, 2])).sum()
    full[-1, :width] = full[:width, -1] = rows.design.T @ (-total * p[:, 2] * (p[:, 0] - p[:, 1]) / 2)
    return gradient, full


def _likelihood_slopes(outcomes: Floats, total: Floats, p: Floats) -> tuple[Floats, Floats]:
    if p.shape[1] == 2:
        return outcomes[:, 0] - total * p[:, 0], total * p[:, 0] * p[:, 1]
    lead = p[:, 0] - p[:, 1]
    return (
        (outcomes[:, 0] - outcomes[:, 1] - total * lead) / 2,
        total * (p[:, 0] + p[:, 1] - lead**2) / 4,
    )


def weigh_rows(rows: Rows, curve: Floats) -> Floats:
    """Return designᵀ · curve · design."""
    if rows.design.shape[1] == rows.entries + rows.has_position:
        return _weigh_pairs(rows, curve)
    weighted = sparse.csr_array(
        (
            rows.design.data * np.repeat(curve, np.diff(rows.design.indptr)),
            rows.design.indices,
            rows.design.indptr,
        ),
        shape=rows.design.shape,
    )
    product: Floats = (rows.design.T @ weighted).toarray()
    return product


def _weigh_pairs(rows: Rows, curve: Floats) -> Floats:
    """Return the same of rows without covariates: sums over who met whom."""
    count, width = rows.entries, rows.design.shape[1]
    met = np.bincount(rows.left * count + rows.right, curve, count**2).reshape(count, count)
    product: Floats = np.zeros((width, width))
    product[:count, :count] = np.diag(met.sum(axis=0) + met.sum(axis=1)) - met - met.T
    if rows.has_position:
        product[-1, :count] = product[:count, -1] = met.sum(axis=1) - met.sum(axis=0)
        product[-1, -1] = met.sum()
    return product


def _firth_gradient(rows: Rows, theta: Floats, information: Floats) -> Floats:
    """Return the slope of ½ log det of the information: leverage times (½ − p), of battles without a tie parameter."""
    if rows.with_ties:
        raise ProcedureError(
            "Firth's penalty is for strengths with ties as half wins",
            where="firth",
            fix="gather the rows without a parameter of ties",
            code="BO053",
        )
    p = expit(rows.design @ theta)
    total = rows.outcomes.sum(axis=1)
    leverage = (
        total * p * (1 - p) * rows.design.multiply((np.linalg.inv(information) @ rows.design.T).T).sum(axis=1)
    )
    slope: Floats = rows.design.T @ (np.asarray(leverage).ravel() * (0.5 - p))
    return slope


def _solve_newton_step(information: Floats, gradient: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.solve(information, gradient), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(information, gradient, rcond=None)[0], dtype=np.float64)
