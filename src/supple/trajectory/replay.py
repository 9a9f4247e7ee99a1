"""Looking at a record: energies, contacts, bodies and states between the steps, by the kernels of the run itself.

The kernels replay the log forwards from the discrete state at the start of the record, so a record can be looked at in
one piece or chunk by chunk with the same numbers. What would call a user's law that is not in this process (`check_laws`)
is a sentence; bodies and the places of contacts need no law.
"""

import numpy as np

from ..integrate.solver import N_REC_K, REC_LOG, REC_T
from ..model.solver import solver_of
from ..model.user_laws import check_laws
from ..system.energy import N_STORED
from ..system.entries import N_OBSERVED, interpolate, observe_contacts, observe_energy, observe_nodes


class Replay:
    """The problem of a run, to be brought into any of its states."""

    def __init__(self, model, method, options):
        self.model, self.method, self.options = model, method, options
        self.problem = model.problem(contact_error=options.atol is None, laws=False)
        self._solver = None

    def _at_start(self, record):
        P = self.problem
        P.mode[:], P.hold[:] = record.mode, record.hold
        return P

    def stored(self, record):
        """Stored energies [J] of every row, (rows, N_STORED)."""
        check_laws(self.model)
        out = np.zeros((len(record.y), N_STORED))
        observe_energy(self._at_start(record), record.k, np.ascontiguousarray(record.y), record.log, out)
        return out

    def contacts(self, record, which):
        """What the contacts with these indices do in every row, (rows, contacts, N_OBSERVED)."""
        check_laws(self.model)
        return self._observe(record, which)

    def places(self, record, which):
        """The same as if all of them were open: where they are, without their laws."""
        return self._observe(record.opened(), which)

    def _observe(self, record, which):
        out = np.zeros((len(record.y), len(which), N_OBSERVED))
        which, y = np.asarray(which, dtype=np.int64), np.ascontiguousarray(record.y)
        observe_contacts(self._at_start(record), which, record.k, y, record.log, out)
        return out

    def nodes(self, y):
        """Rotation, position and velocities of every node in every state, (rows, nodes, 18)."""
        y = np.ascontiguousarray(y)
        out = np.zeros((len(y), self.model.tables.tree.i.shape[0] + 1, 18))
        observe_nodes(self.problem, y, out)
        return out

    def between(self, record, steps, times):
        """A record with the states at `times`, which lie in the rows `steps`; both increasing."""
        check_laws(self.model)
        if self._solver is None:
            self._solver = solver_of(self.model, self.method, self.options, n_guard=2, capacity=1, log_capacity=1)
        m = self.method
        y, rows = np.zeros((times.size, record.y.shape[1])), np.zeros(times.size, dtype=np.int64)
        P, state = self._at_start(record), np.ascontiguousarray(record.y)
        interpolate(P, self._solver, m.explicit, m.rosenbrock, m.trapezoid, record.r, record.k, state, record.log,
                    steps, times, y, rows)  # fmt: skip
        k = np.zeros((times.size, N_REC_K), dtype=np.int64)
        k[:, REC_LOG] = rows
        r = record.r[steps]
        r[:, REC_T] = times
        return record._replace(r=r, k=k, y=y)
