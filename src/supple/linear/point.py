"""A system at one state, in held modes: rates there, changes of mode, and its own small coordinates.

    x = [ dq | v | own | internal state of what touches ]         y = y_0 + T x to first order,    x' = L y'

dq is the displacement along the velocity coordinates: of an attitude three small angles about the axes of the body instead
of four numbers, theta = 2 vec(q_0* q), so that dq/dtheta = q_0 (0, theta)/2 and theta' = 2 vec(q_0* q'). A tangential state
u is a vector of the contact plane with two components along fixed tangents; along the normal nothing depends on it.
Coordinates that are prescribed or held take no part, nor does the ledger.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from .._interrupt import aside
from ..elements.dispatch import CONTACT, LIMIT
from ..elements.observed import N_OBSERVED, O_NORMAL
from ..integrate.solver import N_REC_K, N_REC_R
from ..laws.friction.contract import STICK
from ..model.build import Model
from ..model.coordinates import Coordinates
from ..model.room import grown, guard_size, state_size, with_room
from ..system.entries import look, observe_elements, rates, renew
from ..system.robot import Robot
from ..tables import (
    AT_TIMES,
    EL_A,
    EL_B,
    EL_GUARDS,
    EL_HOME,
    EL_KIND,
    EL_RULE,
    EL_SLOT,
    EL_STATES,
    HELD,
    LED,
    M_FRICTION,
    M_NORMAL,
    N_NEAR,
    N_V,
    OPEN,
    OWN,
    PRESCRIBED,
    R_NEEDS,
    R_STATE,
    R_STATE_F,
    SHORT,
    VI,
    W_HELD,
)
from ..trajectory import Instant
from ..trajectory.discrete import Discrete

ROUNDS = 50  # times that modes may change at one state
DISCRETE = ("el_i", "mode", "hold", "tenant", "count", "near", "first", "order", "key", "hash", "skin", "seen", "sweep")


class Component(NamedTuple):
    """A component of the small state."""

    name: str
    unit: str
    size: float  # the smallest magnitude that matters
    extent: float  # of what it is added to
    place: int  # its velocity coordinate, or its place in y
    kind: str  # "dq", "v", "z"


@dataclass
class OperatingPoint:
    """A model at a time t [s] and a state y; P has its modes."""

    model: Model
    P: Robot
    t: float
    y: np.ndarray

    @property
    def instant(self):
        """State and discrete state, to simulate from."""
        return Instant(self.model, self.t, self.y.copy(), Discrete.of(self.P))

    # --- modes ----------------------------------------------------------------------------------------------------------
    def copy(self):
        """Another one in the same state, to be changed."""
        P = self.P._replace(**{name: getattr(self.P, name).copy() for name in DISCRETE})
        return OperatingPoint(self.model, P, self.t, self.y.copy())

    def look(self):
        """List what is near and return the guards of all that is watched."""
        g, gd = np.zeros((2, guard_size(self.P)))
        n = aside(lambda: look(self.P, self.t, self.y, g, gd))
        return g[:n]

    def watched(self):
        """Of every guard the number of its element, and which of its guards it is."""
        near = self.P.near[: self.P.count[N_NEAR]]
        counts = self.P.el_i[near, EL_GUARDS]
        return np.repeat(near, counts), np.concatenate([np.arange(n) for n in counts] or [np.zeros(0, int)])

    def renew(self):
        """Let all modes change whose guards have fallen, until none has; return whether that came to an end."""
        for _ in range(ROUNDS):
            size = guard_size(self.P)
            g, gd = np.zeros((2, size))
            hit, log = np.zeros(size, dtype=np.int64), np.zeros((2 * size, self.model.log_width))
            P, y = self.P, self.y
            changes = aside(lambda: renew(P, self.t, y, g, gd, hit, log))  # noqa: B023
            if self.P.count[SHORT] != 0:
                self.P = with_room(self.P, grown(self.P))
                self.y = np.pad(self.y, (0, state_size(self.P) - self.y.size))
            elif changes == 0:
                return True
        return False

    def stick(self):
        """At rest: contacts that can stick exactly do, until `renew` finds that they hold too much."""
        exact = [e for e in self.touching if self.P.rule_i[self.P.el_i[e, EL_RULE], R_NEEDS] & HELD]
        self.P.mode[exact, M_FRICTION] = STICK

    def name_of(self, e):
        """Name of an element or contact."""
        return self.model.name_of(e, *self.P.el_i[e, [EL_A, EL_B]])

    @property
    def touching(self):
        """Numbers of the contacts and stops that touch."""
        kind = self.P.el_i[:, EL_KIND]
        return np.flatnonzero(((kind == CONTACT) | (kind == LIMIT)) & (self.P.mode[:, M_NORMAL] != OPEN))

    # --- rates ----------------------------------------------------------------------------------------------------------
    def rates(self, states, P=None):
        """y' in every row of states, in the modes of now."""
        states = np.ascontiguousarray(states)
        out = np.zeros_like(states)
        aside(lambda: rates(self.P if P is None else P, self.t, states, out))
        return out

    def rate(self):
        """y' here."""
        return self.rates(self.y[None, :])[0]

    def observe(self, states, which, P=None):
        """What the elements with these numbers do in every row of states, (rows, elements, N_OBSERVED)."""
        n, which = len(states), np.asarray(which, dtype=np.int64)
        out, P = np.zeros((n, which.size, N_OBSERVED)), self.P if P is None else P
        r = np.full((n, N_REC_R), self.t)
        k, log = np.zeros((n, N_REC_K), dtype=np.int64), np.zeros((0, self.model.log_width))
        aside(lambda: observe_elements(P, which, r, k, np.ascontiguousarray(states), log, np.zeros(self.y.size), out))
        return out

    # --- small coordinates ----------------------------------------------------------------------------------------------
    @cached_property
    def coordinates(self):
        """Velocity coordinates and the positions that they move."""
        return Coordinates(self.model, limits=False)

    def free(self):
        """Velocity coordinates that are neither prescribed nor held."""
        free = np.ones(self.model.layout.n_v, dtype=bool)
        for row, work in zip(self.P.tree.i, self.P.work, strict=False):
            held = row[PRESCRIBED] == LED or (row[PRESCRIBED] == AT_TIMES and work[W_HELD] == 1.0)
            if held:
                free[row[VI] : row[VI] + row[N_V]] = False
        return np.flatnonzero(free)

    def basis(self):
        """(components, T, L): the small state, how it moves y, and how it is read from y'. Rates must be known here."""
        return _Basis(self).made()

    def moved(self, dx, basis):
        """The point displaced by dx, at rest."""
        components, T, _ = basis
        kinds = np.array([one.kind for one in components])
        step = np.zeros(self.model.layout.n_v)
        step[[one.place for one in components if one.kind == "dq"]] = dx[kinds == "dq"]
        new = self.copy()
        n_q = self.model.layout.n_q
        everything = np.arange(self.model.layout.n_v)
        new.y[:n_q] = self.coordinates.moved(self.y, step, everything)[:n_q]
        z = kinds == "z"
        new.y += T[:, z] @ dx[z]
        return new


class _Basis:
    """Collects the components of the small state."""

    def __init__(self, point):
        self.point, self.layout = point, point.model.layout
        self.columns, self.rows, self.components = [], [], []

    def made(self):
        free = self.point.free()
        self._displacements(free)
        layout = self.layout
        for v in free:
            self._single(layout.n_q + v, layout.names[layout.n_q + v], layout.units[layout.n_q + v], "v", int(v))
        for i in range(layout.n_q + layout.n_v, layout.ledger):
            self._single(i, layout.names[i], layout.units[i], "z", i)
        for e in self.point.touching:
            self._slot(e)
        n = self.point.y.size
        T, L = (np.array(part).reshape(len(part), n) for part in (self.columns, self.rows))
        return tuple(self.components), T.T.copy(), L

    def _add(self, column, row, name, unit, size, extent, place, kind):
        self.columns.append(column)
        self.rows.append(row)
        self.components.append(Component(name, unit, float(size), float(extent), place, kind))

    def _single(self, i, name, unit, kind, place):
        one = np.zeros(self.point.y.size)
        one[i] = 1.0
        inside = i < self.layout.size
        size = self.layout.resolution[i] if inside else 1.0
        self._add(one, one, name, unit, size, self.layout.extent[i if inside else -1], place, kind)

    def _displacements(self, free):
        coordinates, layout, y = self.point.coordinates, self.layout, self.point.y
        first = {v + k: (q, k) for q, v in coordinates.quaternions for k in range(3)}
        for v in free:
            if v not in first:
                q = coordinates.q[v]
                self._single(q, layout.names[q], layout.units[q], "dq", int(v))
                continue
            q, k = first[v]
            row = np.zeros(y.size)
            row[q : q + 4] = _turn_column(y[q : q + 4], k)
            body = layout.names[q].rpartition(".")[0]
            size, extent = layout.resolution[q], layout.extent[q]
            self._add(0.5 * row, 2.0 * row, f"{body}.r{'xyz'[k]}", "rad", size, extent, int(v), "dq")

    def _slot(self, e):
        """Internal state of the laws of a contact that touches."""
        P, model = self.point.P, self.point.model
        slot = int(P.el_i[e, EL_SLOT])
        if slot < 0 or P.el_i[e, EL_HOME] == OWN or P.el_i[e, EL_STATES] == 0:
            return
        name, rule = self.point.name_of(e), P.el_i[e, EL_RULE]
        laws = model.rules[rule]
        normal, friction = int(P.rule_i[rule, R_STATE]), int(P.rule_i[rule, R_STATE_F])
        for j in range(normal):
            self._single(slot + j, f"{name}.surface", "m", "z", slot + j)
        if friction == 0:
            return
        n = self.point.observe(self.point.y[None, :], [e])[0, 0, O_NORMAL : O_NORMAL + 3]
        unit = getattr(laws.friction, "state_unit", "-")
        for k, tangent in enumerate(_tangents(n)):
            one = np.zeros(self.point.y.size)
            one[slot + normal : slot + normal + 3] = tangent
            self._add(one, one, f"{name}.u{k + 1}", unit, 1e-6, 1.0, slot + normal, "z")
        if friction > 3:
            self._single(slot + normal + 3, f"{name}.spin", unit, "z", slot + normal + 3)


def _turn_column(q, k):
    """q (0, e_k) as four numbers."""
    w, x, y, z = q / np.linalg.norm(q)
    return np.array([(-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w)][k])


def _tangents(n):
    """Two unit vectors perpendicular to n: the first as near to the x axis as can be, or to the y axis."""
    axis = np.array([1.0, 0.0, 0.0]) if abs(n[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = axis - (axis @ n) * n
    first /= np.linalg.norm(first)
    return first, np.cross(n, first)
