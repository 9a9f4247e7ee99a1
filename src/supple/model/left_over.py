"""What a run leaves behind serves the next one of the same model.

A run has some ninety arrays, of which compiled code knows the addresses. Making them and writing these down takes as long
as the loop of a short run; to clear them takes a twentieth of that, and memory that was used before is there already.

    model.left_over.take(key)          (P, S) as before a run, or None; key: method and length of the buffers
    model.left_over.leave(key, P, S)   of a run that is over, which nobody uses any more

Nothing is left by a run whose tables had to grow, that is large, or has code of a user's, which may not have come back.
"""

from ..integrate.solver import WRITTEN_FIRST

MOST = 2  # runs with the last key
LARGE = 4 * 2**20  # [bytes] of what grows with a model, of one

# what every run has of its own, besides the scratch space of implicit steps
OWN = (
    "size", "clock", "count", "order", "key", "skin", "work", "tau", "column", "local", "told", "el_i", "mode", "hold",
    "tenant", "near", "first", "seen", "sweep", "hash", "held", "grip", "mobility", "rate", "ahead",
)  # fmt: skip
CONSTANT = "of"  # in that scratch space: all else begins as zeros


class LeftOver:
    """Tables and arrays of runs of a model that are over; `new`: the tables of one that has not begun."""

    def __init__(self, new):
        self._new = new
        self._left = None, []  # key, [(P, S)]: exchanged as a whole, for several threads may run a model

    def take(self, key):
        """A system and arrays of the integrator as before a run, of one with the same key; None: there are none."""
        left_with, kept = self._left
        if key is None or left_with != key:
            return None
        try:
            P, S = kept.pop()
        except IndexError:  # the last one, or another thread was faster
            return None
        return self._cleared(P), _cleared(S)

    def leave(self, key, P, S):
        """Keep what a run has used; key None: nothing."""
        if key is None or len(P.el_i) != len(self._new.el_i) or len(P.tenant) != len(self._new.tenant):
            return
        grow = P.work, P.hold, P.skin, P.mobility, P.small.matrix, P.small.block, S.rec_y, S.log, S.K, S.J
        if sum(array.nbytes for array in grow) > LARGE:
            return
        if self._left[0] != key:
            self._left = key, []
        if len(self._left[1]) < MOST:
            self._left[1].append((P, S))

    def _cleared(self, P):
        for array, new in zip(_own(P), _own(self._new), strict=True):
            array[...] = new
        for name, array in zip(P.small._fields, P.small, strict=True):
            if name != CONSTANT:
                array.fill(0)
        return P


def _own(P):
    return (P.tree.bent, *(getattr(P, name) for name in OWN))


def _cleared(S):
    for name, array in zip(S._fields, S, strict=True):
        if name not in WRITTEN_FIRST:
            array.fill(0)
    return S
