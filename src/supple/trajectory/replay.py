"""Looking at a record: energies, contacts, bodies and states between the steps, by the kernels of the run itself.

The kernels replay the log forwards from the discrete state at the start of the record, so a record can be looked at in
one piece or chunk by chunk with the same numbers. What would call a user's law that is not in this process (`check_laws`)
is a sentence; bodies and the places of contacts need no law.
"""

from functools import cached_property

import numpy as np

from ..elements.observed import N_OBSERVED, N_STORED
from ..integrate.solver import EXPLICIT, N_REC_K, REC_KIND, REC_LOG, REC_T
from ..model.room import Room, state_size, with_room
from ..model.solver import ready_for_implicit, solver_of
from ..model.user_laws import check_laws
from ..system.entries import (
    contact_of,
    follow_peaks,
    interpolate,
    observe_dynamics,
    observe_elements,
    observe_energy,
    observe_nodes,
    observe_touching,
)
from ..system.peaks import N_PEAK
from ..tables import E_ELEMENT, KIND
from .roster import Roster


class Replay:
    """The system of a run, to be brought into any of its states."""

    def __init__(self, model, method, options):
        self.model, self.method, self.options = model, method, options
        self._solver = None

    @cached_property
    def system(self):
        """The system, with tables that grow as records ask for it."""
        return self.model.system(contact_error=self.options.atol is None, laws=False)

    @cached_property
    def roster(self):
        """Names of the elements that have been met."""
        return Roster(self.model)

    def _at_start(self, record):
        """The system as it was before the first row of a record, and the states of its rows as wide as its own."""
        self.roster.learn(record)
        known = int(record.log[:, E_ELEMENT].max()) + 1 if len(record.log) else 0
        P = self.system = record.start.put_into(self.system, record.y.shape[1], known)
        missing = state_size(P) - record.y.shape[1]
        return P, np.ascontiguousarray(np.pad(record.y, ((0, 0), (0, missing))) if missing else record.y)

    def number(self, name):
        """The number of a contact or stop by its name; None if there is none of that name."""
        found = self.roster.contacts.get(name)
        pair = None if found is not None else self.model.contacts.find(name)
        return found if pair is None else self._enrol(*pair)

    def _enrol(self, a, b, rule):
        """The number of a contact that has never been near."""
        e = contact_of(self.system, a, b, rule)
        if e < 0:
            self.system = with_room(self.system, Room(2 * len(self.system.el_i), len(self.system.tenant)))
            e = contact_of(self.system, a, b, rule)
        return e

    def stored(self, record):
        """Stored energies [J] of every row, (rows, N_STORED)."""
        check_laws(self.model)
        out = np.zeros((len(record.y), N_STORED))
        P, y = self._at_start(record)
        observe_energy(P, record.k, y, record.log, out)
        return out

    def contacts(self, record, which):
        """What the elements with these numbers do in every row, (rows, elements, N_OBSERVED)."""
        check_laws(self.model)
        return self._observe(record, which)

    def peaks(self, record, steps, times, peaks):
        """Go on with the rows of peaks of all elements, looked at at `times` in the rows `steps`, both increasing.

        Return them, and in the rows of the log those of what was lost there.
        """
        P, again = self._again_in_part(record)
        peaks = np.pad(peaks, ((0, len(P.el_i) - len(peaks)), (0, 0)))
        ended = np.zeros((len(record.log), N_PEAK))
        follow_peaks(*again, steps, times, peaks, ended)
        return peaks, ended

    def touching(self, record, steps, places, counts):
        """What touches in the rows `steps` (increasing), at the fractions `places` (steps, n) of them.

        One row per step and contact that touches in it (`counts` of the step): number of the contact, force [N or Nm] and
        rate of indentation [m/s or rad/s] at the places.
        """
        _, again = self._again_in_part(record)
        shape = int(counts.sum()), places.shape[1]
        who, force, rate = np.zeros(shape[0], dtype=np.int64), np.zeros(shape), np.zeros(shape)
        observe_touching(*again, steps, places, who, force, rate)
        return who, force, rate

    def _again_in_part(self, record):
        """The system before a record, and what an entry needs to take its steps again as far as contacts depend on them."""
        P, y = self._at_start(record)
        (P, solver), m = self._solver_for(P, record), self.method
        nodes = P.tree.i.copy()  # of its own, because nodes are put to sleep
        P = P._replace(tree=P.tree._replace(i=nodes))
        kinds = nodes[:, KIND].copy()
        return P, (P, solver, m.pairs, m.rosenbrock, m.trapezoid, kinds, record.r, record.k, y, record.log)

    def places(self, record, which):
        """The same as if all of them were open: where they are, without their laws."""
        return self._observe(record.opened(), which)

    def _observe(self, record, which):
        out = np.zeros((len(record.y), len(which), N_OBSERVED))
        P, y = self._at_start(record)
        observe_elements(
            P, np.asarray(which, dtype=np.int64), record.r, record.k, y, record.log, np.zeros(y.shape[1]), out
        )
        return out

    def nodes(self, y):
        """Rotation, position and velocities of every node in every state, (rows, nodes, 18)."""
        y = np.ascontiguousarray(y)
        out = np.zeros((len(y), self.model.tables.tree.i.shape[0] + 1, 18))
        observe_nodes(self.system, y, out)
        return out

    def dynamics(self, record, which):
        """Accelerations and wrenches of the nodes `which` (rows, nodes, 12), and of all coordinates (rows, 2, n_v)."""
        check_laws(self.model)
        P, y = self._at_start(record)
        nodes, joints = np.zeros((len(y), len(which), 12)), np.zeros((len(y), 2, self.model.layout.n_v))
        numbers = np.asarray(which, dtype=np.int64)
        observe_dynamics(P, numbers, record.r, record.k, y, record.log, np.zeros(y.shape[1]), nodes, joints)
        return nodes, joints

    def _solver_for(self, P, record):
        """The system, and a solver with which it can take the steps of a record again."""
        check_laws(self.model)
        if self._solver is None or self._solver.y.size != state_size(P):
            room = {"n_guard": 2, "capacity": 1, "log_capacity": 1}
            self._solver = solver_of(self.model, P, self.method, self.options, **room, later=True)
        if np.any(record.k[:, REC_KIND] > EXPLICIT):
            P = self.system = ready_for_implicit(P, self._solver)
        return P, self._solver

    def between(self, record, steps, times):
        """A record with the states at `times`, which lie in the rows `steps`; both increasing."""
        P, state = self._at_start(record)
        P, solver = self._solver_for(P, record)
        m = self.method
        y, rows = np.zeros((times.size, state.shape[1])), np.zeros(times.size, dtype=np.int64)
        interpolate(P, solver, m.pairs, m.rosenbrock, m.trapezoid, record.r, record.k, state, record.log,
                    steps, times, y, rows)  # fmt: skip
        k = np.zeros((times.size, N_REC_K), dtype=np.int64)
        k[:, REC_LOG] = rows
        r = record.r[steps]
        r[:, REC_T] = times
        return record._replace(r=r, k=k, y=y[:, : record.y.shape[1]])
