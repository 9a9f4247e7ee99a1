"""What every generator of a motion becomes: polynomials one after the other, harmonics, and a constant, added up.

    s(t) = sum_j c_ij (t - t_i)^j  for t_i <= t < t_(i+1)  +  sum_k A_k sin(W_k t + p_k)  +  mean          j = 0 ... 9

The last row begins where the last polynomial ends: it holds the value there. Before t_0 the value at t_0 is held. With a
period the polynomials go on for ever, both ways. Without polynomials there is one row of zeros.

Symbols   t [s], c_ij [unit/s^j], A_k, mean [unit], W_k [rad/s], p_k [rad]
Limits    a jump below 1e-9 of the terms that should cancel is taken for rounding.
"""

from math import comb, perm
from typing import NamedTuple

import numpy as np

DEGREE = 9  # largest, of a polynomial
HIGHEST = 4  # derivative that is asked for
ROUNDING = 1e-9  # of the terms of a derivative on both sides of a knot
EPS = 2.0**-52


class Pieces(NamedTuple):
    """A motion as numbers."""

    starts: np.ndarray  # (n + 1,) [s] increasing
    coefficients: np.ndarray  # (n + 1, 10), of (t - start)^0 ... ^9; last row: what is held afterwards
    harmonics: np.ndarray  # (m, 3): A, W, p
    mean: float = 0.0
    period: float = 0.0  # [s], 0: none


NO_HARMONICS = np.zeros((0, 3))


def polynomials(starts, coefficients, last, period=0.0):
    """Pieces of polynomials: n + 1 times, n rows of coefficients from the lowest on, and the last value."""
    rows = np.zeros((len(starts), DEGREE + 1))
    given = np.asarray(coefficients, float).reshape(len(starts) - 1, -1)
    rows[:-1, : given.shape[1]] = given
    rows[-1, 0] = last
    return Pieces(np.array(starts, float), rows, NO_HARMONICS, period=period)


def harmonics(rows, mean=0.0):
    """Pieces of harmonics (A, W, p) alone."""
    return Pieces(np.zeros(1), np.zeros((1, DEGREE + 1)), np.array(rows, float).reshape(-1, 3), mean=mean)


def shortest(times):
    """The least distance [s] at which two times are not one but for rounding."""
    return 64.0 * EPS * np.abs(times).max()


def are_finite(pieces):
    """Whether all numbers are, and what follows from them between the times."""
    terms, lengths = np.abs(pieces.coefficients[:-1]).T, np.diff(pieces.starts)
    sizes = [_derivative(terms, lengths, d) for d in range(HIGHEST + 1)]
    return all(np.isfinite(part).all() for part in (*pieces, *sizes, lengths**HIGHEST))


# --- values -------------------------------------------------------------------------------------------------------------
@np.errstate(all="ignore")  # of times too large
def evaluate(pieces, t, derivative=0):
    """A derivative at the times t, an array."""
    found = _polynomial(pieces, t, derivative) + (pieces.mean if derivative == 0 else 0.0)
    for amplitude, omega, phase in pieces.harmonics:
        found = found + amplitude * omega**derivative * _turned(omega * t + phase, derivative)
    return found


def _turned(angle, derivative):
    """A derivative of the sine."""
    return (1.0, 1.0, -1.0, -1.0)[derivative % 4] * (np.cos(angle) if derivative % 2 else np.sin(angle))


def _polynomial(pieces, t, derivative):
    starts, rows = pieces.starts, pieces.coefficients
    shift = _cycle(pieces, t) * pieces.period if pieces.period else np.zeros_like(t)
    i = np.searchsorted(starts, t - shift, side="right") - 1
    before = i < 0
    i = np.clip(i, 0, len(starts) - (2 if pieces.period else 1))
    found = _derivative(rows.T[:, i], t - (starts[i] + shift), derivative)
    return np.where(before & (pieces.period == 0.0), rows[0, 0] if derivative == 0 else 0.0, found)


def _cycle(pieces, t):
    """How many periods have passed since the first start; the start of a period belongs to it."""
    first = pieces.starts[0]
    n = np.floor((t - first) / pieces.period)
    n = n - (t < first + n * pieces.period)
    return n + (t >= first + (n + 1.0) * pieces.period)


def _derivative(c, x, d):
    """A derivative of sum_j c[j] x^j."""
    found = 0.0 * x
    for j in range(DEGREE, d - 1, -1):
        found = found * x + perm(j, d) * c[j]
    return found


# --- where it is not smooth ---------------------------------------------------------------------------------------------
@np.errstate(all="ignore")
def jumps(pieces, derivative):
    """(times, by how much) of the jumps of a derivative; of a periodic motion those of one period."""
    d, starts, rows = derivative, pieces.starts, pieces.coefficients
    if len(starts) == 1:
        return np.zeros(0), np.zeros(0)
    lengths = np.diff(starts)
    ends = _derivative(rows[:-1].T, lengths, d)
    terms = _derivative(np.abs(rows[:-1]).T, lengths, d)
    if pieces.period:
        left, size, right, near = np.roll(ends, 1), np.roll(terms, 1), rows[:-1, d], np.roll(lengths, 1)
        times, near = starts[:-1], np.minimum(lengths, near)
    else:
        held = rows[0, 0] if d == 0 else 0.0
        left, size, right = np.append(held, ends), np.append(abs(held), terms), rows[:, d]
        times, near = starts, np.minimum(np.append(lengths, lengths[-1]), np.append(lengths[0], lengths))
    jump = perm(d, d) * right - left
    values = np.abs(rows[:, 0]).max()
    real = np.abs(jump) > ROUNDING * (size + perm(d, d) * np.abs(right)) + 64.0 * EPS * values / near**d
    return times[real], jump[real]


def smoothness(pieces):
    """How many derivatives are continuous, at most HIGHEST; -1: the value jumps."""
    return next((d - 1 for d in range(HIGHEST + 1) if len(jumps(pieces, d)[0])), HIGHEST)


# --- sums and sequences -------------------------------------------------------------------------------------------------
def _about(c, x):
    """Coefficients of the same polynomial in powers of (t - x)."""
    return np.array([sum(comb(j, k) * c[j] * x ** (j - k) for j in range(k, len(c))) for k in range(len(c))])


def added(parts):
    """The sum of motions; one polynomial alone keeps its numbers."""
    moving = [part for part in parts if len(part.starts) > 1]
    whole = moving[0] if len(moving) == 1 else _merged(moving)
    return whole._replace(
        harmonics=np.vstack([part.harmonics for part in parts]), mean=float(sum(part.mean for part in parts))
    )


def _merged(parts):
    """Polynomials added up; times that rounding has made different are one."""
    every = np.unique(np.concatenate([np.zeros(0 if parts else 1), *(part.starts for part in parts)]))
    near = shortest(every)
    starts = every[np.diff(every, prepend=-np.inf) > near]
    rows = np.zeros((len(starts), DEGREE + 1))
    for part in parts:
        which = np.searchsorted(part.starts, starts + near, side="right") - 1
        rows[which < 0, 0] += part.coefficients[0, 0]
        for i in np.flatnonzero(which >= 0):
            rows[i] += _about(part.coefficients[which[i]], starts[i] - part.starts[which[i]])
    return Pieces(starts, rows, NO_HARMONICS)


def joined(parts):
    """Motions one after the other: each is moved in time to begin where the one before it ends."""
    starts, rows = [parts[0].starts[0]], []
    for part in parts:
        mean = part.mean * (np.arange(DEGREE + 1) == 0)
        starts += [*(starts[-1] + (part.starts[1:] - part.starts[0]))]
        rows += [*(part.coefficients[:-1] + mean)]
    return polynomials(starts, rows, parts[-1].coefficients[-1, 0] + parts[-1].mean)
