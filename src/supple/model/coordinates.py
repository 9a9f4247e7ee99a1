"""The velocity coordinates of a model and the positions that they move: q moved by a small or large step of velocities.

    q (+) s      a coordinate with one position: q + s;   a quaternion: q (cos |s|/2, sin |s|/2 s/|s|), in axes of the body

So a quaternion has three coordinates as everywhere in dynamics, and its length stays 1.
"""

import math

import numpy as np

from .._check import one_of
from ..joints.registry import JOINTS
from ..tables import KIND, N_PLAIN, N_Q, N_V, QI, VI


class Coordinates:
    """The velocity coordinates of a model, and the positions that they move."""

    def __init__(self, model, limits):
        self.model, layout = model, model.layout
        n = layout.n_v
        self.names = layout.names[layout.n_q : layout.n_q + n]
        self._numbers = {name: v for v, name in enumerate(self.names)}
        self.q = np.full(n, -1)  # position that a coordinate is the rate of, -1: a quaternion
        self.low, self.high = np.full(n, -np.inf), np.full(n, np.inf)
        self.turns = np.array([unit == "rad/s" for unit in layout.units[layout.n_q : layout.n_q + n]], dtype=bool)
        self.modal = np.zeros(n, dtype=bool)
        self.quaternions = []  # (first position, first velocity)
        flexible = JOINTS.number_of_file("flexible")
        for row in model.tables.tree.i:
            plain, v = int(row[N_PLAIN]), int(row[VI])
            self.q[v : v + plain] = row[QI] + np.arange(plain)
            self.modal[v : v + row[N_V]] = row[KIND] == flexible
            if row[N_Q] > plain:
                self.quaternions.append((int(row[QI]) + plain, v + plain))
        if limits:
            self._limit()

    def _limit(self):
        """Limits of joints with one coordinate."""
        for name, body in self.model.scene.bodies.items():
            if getattr(body.joint, "limits", None) is not None:
                v = self.of_body(name)
                self.low[v], self.high[v] = body.joint.limits

    def of_body(self, name):
        """The coordinates of the joint of a body."""
        joint = self.model.scene.bodies[name].joint
        return [self._numbers[f"{name}.{part}"] for part, _ in joint.names[1]] if joint.chain() else []

    def chosen(self, coordinates):
        """Numbers of the coordinates that may move."""
        if coordinates is None:
            return np.flatnonzero(~self.modal)
        layout, found = self.model.layout, set()
        if isinstance(coordinates, str):
            raise TypeError(f"coordinates must be a list of names, got {coordinates!r}")
        single = {layout.names[q]: v for v, q in enumerate(self.q) if q >= 0 and not self.modal[v]}
        for name in coordinates:
            if name in self.model.scene.bodies:
                found.update(self.of_body(name))
            else:
                found.add(single[one_of("coordinates", name, (*self.model.scene.bodies, *single))])
        return np.array(sorted(found), dtype=int)

    def now(self, y):
        """The positions of all coordinates; nan of those that are quaternions."""
        return np.where(self.q >= 0, y[self.q], np.nan)

    def held(self, y, which, push):
        """Which coordinates are at a limit and pushed out."""
        here = self.now(y)[which]
        return ((here <= self.low[which]) & (push < 0.0)) | ((here >= self.high[which]) & (push > 0.0))

    def room(self, y, which):
        """How far coordinates may move down and up."""
        here = np.nan_to_num(self.now(y)[which])  # a quaternion has no limits
        return self.low[which] - here, self.high[which] - here

    def moved(self, y, step, which):
        """The state moved by a step of the coordinates `which`, and not beyond limits."""
        new = y.copy()
        plain = which[self.q[which] >= 0]
        new[self.q[plain]] = np.clip(y[self.q[plain]] + step[plain], self.low[plain], self.high[plain])
        for q, v in self.quaternions:
            turn = step[v : v + 3]
            angle = float(np.linalg.norm(turn))
            if angle > 0.0:
                new[q : q + 4] = _turned(new[q : q + 4], turn / angle, angle)
        return new


def _turned(q, axis, angle):
    """A quaternion turned about an axis of the body."""
    w, x, y, z = q / np.linalg.norm(q)
    c, (a, b, d) = math.cos(0.5 * angle), math.sin(0.5 * angle) * axis
    return np.array([
        w * c - x * a - y * b - z * d, w * a + x * c + y * d - z * b,
        w * b - x * d + y * c + z * a, w * d + x * b - y * a + z * c,
    ])  # fmt: skip
