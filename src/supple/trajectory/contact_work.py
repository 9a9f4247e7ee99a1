"""Impulse and work of the normal force of every touch, while the indentation grows and while it falls.

Steps in which something touches are taken again, and the force F and the rate of indentation are looked at at POINTS places
of each, on the interpolant of the method. Inside a step nothing changes its mode. With s = 1 - (1 - u)^2 between 0 and 1 as
the place in the part of the step that counts, F is smooth in u to both ends: after a touch-down the step is in the square
root of time (or the force begins smoothly), before a loss u is. The places are those of Gauss in u, so that the values
there are the coefficients of Legendre series, by the orthogonality of the polynomials: exact up to degree 2 POINTS - 1.
Where the rate changes its sign inside a step the series are cut at its roots, without another look at the run.
"""

import numpy as np
from numpy.polynomial.legendre import leggauss, legvander

from ..integrate.solver import REC_H, REC_LOG, REC_ORIGIN, REC_T, REC_T1, REC_WARP, REC_X

POINTS = 12  # per step
COLUMNS = 4  # impulse of compression and of restitution, work of compression and of restitution
AT_ONCE = 20_000  # steps times contacts that are looked at together: some 10 MB
HALVINGS = 60  # of an interval in which the rate changes its sign

_X, _W = leggauss(POINTS)  # on [-1, 1]
U, WEIGHT = 0.5 * (1.0 + _X), 0.5 * _W
TO_SERIES = legvander(_X, POINTS - 1) * _W[:, None] * (np.arange(POINTS) + 0.5)  # values at U -> Legendre coefficients
ENDS = TO_SERIES @ legvander(np.array([-1.0, 1.0]), POINTS - 1).T  # values at U -> those at 0 and 1


def contact_work(replay, record, at_once=AT_ONCE):
    """{contact: (touches, COLUMNS)} of a record; touches from the start are left out."""
    touches = _Touches()
    for chunk in record.chunks(max(1, at_once // max(1, record.n_touching.max(initial=0)))):
        replay.roster.learn(chunk)
        touches.take(chunk, *_pieces(replay, chunk))
    return {replay.roster[element]: table for element, table in touches.tables().items()}


class _Touches:
    """Sums by touch: an element and how often it was made until then, 0 of a touch from the start."""

    def __init__(self):
        self._rows = {}  # (element, how often it was made) -> row of the sums
        self._made = {}  # element -> how often it was made
        self._sums = np.zeros((0, COLUMNS))

    def take(self, chunk, log_rows, elements, parts):
        """Add the parts of a chunk; log_rows are the changes of the chunk that were before."""
        changes = chunk.changes
        made = changes.select(changes.made > 0)
        wide = len(chunk.log) + 1
        keys = np.sort(made.element * wide + made.row)
        before = np.searchsorted(keys, elements * wide + log_rows) - np.searchsorted(keys, elements * wide)
        counts = [self._made.get(e, 0) for e in elements.tolist()] + before
        touches = zip(elements.tolist(), counts.tolist(), strict=True)
        rows = [self._rows.setdefault(touch, len(self._rows)) for touch in touches]
        self._sums = np.pad(self._sums, ((0, len(self._rows) - len(self._sums)), (0, 0)))
        np.add.at(self._sums, rows, parts)  # one after the other: where the record is cut does not matter
        for e in made.element.tolist():
            self._made[e] = self._made.get(e, 0) + 1

    def tables(self):
        """Element -> (touches, COLUMNS)."""
        tables = {element: np.zeros((count, COLUMNS)) for element, count in self._made.items()}
        for (element, count), row in self._rows.items():
            if count > 0:
                tables[element][count - 1] = self._sums[row]
        return tables


def _pieces(replay, chunk):
    """Per step and contact that touches in it: changes before, number of the contact, impulses and works."""
    counts = chunk.n_touching
    steps = np.flatnonzero((counts > 0) & (chunk.r[:, REC_T1] > chunk.r[:, REC_T]))
    r, warped = chunk.r[steps], chunk.k[steps, REC_WARP] > 0
    x, h = r[:, REC_X], r[:, REC_H]
    end = np.where(warped, np.sqrt(np.maximum(r[:, REC_T1] - r[:, REC_ORIGIN], 0.0)), r[:, REC_T1])
    share = np.clip((end - x) / h, 0.0, 1.0)[:, None]  # an event ends a step before its end
    places = share * (1.0 - (1.0 - U) ** 2)
    clock = np.where(warped[:, None], 2.0 * (x[:, None] + places * h[:, None]), 1.0)  # dt/dx
    seconds = clock * h[:, None] * share * 2.0 * (1.0 - U)  # dt/du
    elements, force, rate = replay.touching(chunk, steps, places, counts[steps])
    which = np.repeat(np.arange(len(steps)), counts[steps])
    return chunk.k[steps[which], REC_LOG], elements, _integrals(force * seconds[which], rate)


def _integrals(push, rate):
    """Impulses and works of pieces from F dt/du and the rate at the places U, (pieces, COLUMNS)."""
    out = np.zeros((len(push), COLUMNS))
    ends = _times(rate, ENDS)
    seen = np.column_stack([ends[:, 0], rate, ends[:, 1]])
    grows = seen > 0.0
    turns = grows[:, 1:] != grows[:, :-1]
    turning = turns.any(axis=1)
    whole = ~turning
    _add(out, np.flatnonzero(whole), push[whole], rate[whole], WEIGHT)
    if turning.any():
        _cut(out, np.flatnonzero(turning), push[turning], rate[turning], turns[turning])
    return out


def _times(rows, matrix):
    """rows @ matrix, each row with the same bits however many there are: BLAS rounds by their number."""
    return (rows[:, :, None] * matrix).sum(axis=1)


def _add(out, rows, push, rate, weight):
    """Add panels in which the rate keeps its sign to the columns of that sign."""
    weighted = push * weight
    falls = (rate.sum(axis=1) <= 0.0).astype(int)
    np.add.at(out, (rows, falls), weighted.sum(axis=1))
    np.add.at(out, (rows, 2 + falls), np.abs((weighted * rate).sum(axis=1)))


def _cut(out, rows, push, rate, turns):
    """The same of pieces in which it does not."""
    push, rate = _times(push, TO_SERIES), _times(rate, TO_SERIES)
    borders = np.concatenate([[0.0], U, [1.0]])
    piece, gap = np.nonzero(turns)
    roots = _roots(rate[piece], borders[gap], borders[gap + 1])
    n = len(rows)
    places = np.concatenate([np.zeros(n), roots, np.ones(n)])
    owner = np.concatenate([np.arange(n), piece, np.arange(n)])
    order = np.lexsort((places, owner))
    places, owner = places[order], owner[order]
    inside = owner[1:] == owner[:-1]
    a, b, owner = places[:-1][inside], places[1:][inside], owner[:-1][inside]
    u = a[:, None] + (b - a)[:, None] * U
    _add(out, rows[owner], _values(push[owner], u), _values(rate[owner], u), (b - a)[:, None] * WEIGHT)


def _roots(series, low, high):
    """Where series change their sign between low and high, by halving."""
    grows = _values(series, low[:, None])[:, 0] > 0.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        same = (_values(series, middle[:, None])[:, 0] > 0.0) == grows
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return 0.5 * (low + high)


def _values(series, u):
    """Series (n, POINTS) at places (n, m)."""
    return (legvander(2.0 * u - 1.0, POINTS - 1) * series[:, None, :]).sum(axis=2)
