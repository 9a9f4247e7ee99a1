"""One contact between two free ellipsoids, taken apart: twists, wrenches, flows and efforts of the right-hand side."""

from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

import supple as sp
from supple.elements import contact
from supple.elements.features import motion, nodes
from supple.elements.normal import normal_at
from supple.elements.pressed import pressed_by
from supple.laws.friction.dispatch import friction_response
from supple.laws.friction.spatial_slip import torsion
from supple.model.start import started
from supple.spatial.tangent import basis
from supple.spatial.vectors import sym_vec
from supple.system.rhs import robot_rhs
from supple.tables import EL_ROW_F, EL_SLOT, TOUCHING, W_FEXT, W_P, W_V, W_W

NORMAL = sp.DirectionalKelvinVoigt(k=(4e3, 5e3, 6e3), b=(30.0, 40.0, 50.0), k_b=4e3, b_b=20.0)
SLIP = {"mu": 0.4, "kt": (3e3, 1e3, 2e3), "bt": (8.0, 4.0, 6.0), "kt_b": (1e3, 4e3, 2e3), "bt_b": 5.0}
CENTRES = np.array([[0.0, 0.0, 0.0], [0.12, 0.05, 0.31]])  # [m]: about 1 cm deep
TURNS = np.array([[0.3, -0.2, 0.5], [-0.4, 0.7, 0.1]])
AXES = ((0.3, 0.2, 0.15), (0.25, 0.2, 0.1))


class Pair(NamedTuple):
    """Where the bodies are and how they move, in world axes."""

    p: Any = CENTRES  # (2, 3)
    R: Any = Rotation.from_rotvec(TURNS)
    v: Any = np.zeros((2, 3))
    w: Any = np.zeros((2, 3))
    eta: Any = np.zeros(3)  # internal state, as wanted; the part along the normal does not count
    eta_w: float = 0.0

    def seen_from(self, Q, shift):
        """The same from a frame that is turned and moved."""
        return Pair(
            Q.apply(self.p) + shift, Q * self.R, Q.apply(self.v), Q.apply(self.w), Q.apply(self.eta), self.eta_w
        )

    def carried(self, W, V):
        """The same on a carousel that turns by W about the origin and moves by V."""
        return self._replace(v=self.v + np.cross(W, self.p) + V, w=self.w + W)


class Found(NamedTuple):
    """What supple computes, about the world origin and in world axes; order of the ports (x, y, z, theta)."""

    closed: bool
    H: Any  # axes e1, e2, n as columns (3, 3)
    c: Any  # [m] centre of the contact
    twists: Any  # (2, 6) omega, v of the point at the origin
    wrenches: Any  # (2, 6) moment about the origin, force
    flow: Any  # (4,) slip, d(distance)/dt, spin
    stored: Any  # (4,) effort into the springs
    lost: Any  # (4,) effort into dampers and slip
    rate: Any  # (4,) of the internal state


def take_apart(pair, normal=NORMAL, friction=None):
    """The contact of such a pair."""
    scene = sp.Scene(gravity=(0, 0, 0), name="pair")
    quaternions = pair.R.as_quat()[:, [3, 0, 1, 2]]
    for i, name in enumerate("ab"):
        local = pair.R[i].inv().apply(pair.w[i])
        joint = sp.Free(position=tuple(pair.p[i]), attitude=tuple(quaternions[i]), velocity=tuple(pair.v[i]),
                        angular_velocity=tuple(local))  # fmt: skip
        scene.body(name, mass=1.0, joint=joint, surfaces=[sp.Ellipsoid(AXES[i], material=name)])
    scene.contact("a", "b", normal=normal, friction=friction or sp.SpatialSlip(**SLIP, spin_radius=0.02))
    model = sp.build(scene)
    P, y = started(model, model.system(), 0.0, model.y0)
    return _found(P, y, model.known["b/a"], pair)


def _found(P, y, e, pair):
    dy, slot = np.zeros_like(y), P.el_i[e, EL_SLOT]
    closed = bool(P.mode[e, 0] == TOUCHING)
    if closed:
        y[slot : slot + 4] = *pair.eta, pair.eta_w
        P.mode[e, 1] = contact.friction_start(contact._law(P, e), *_state(P, e, y)[:3], P.par[P.el_i[e, EL_ROW_F]])
    robot_rhs(0.0, y, P, dy)
    m = motion(P, e)
    stored, effort = np.zeros(4), np.zeros(4)
    e1, e2 = (np.array(x) for x in basis(m.n))
    if closed:
        load, slip, s, F = _state(P, e, y)
        row = P.par[P.el_i[e, EL_ROW_F]]
        pull = friction_response(contact._law(P, e), P.mode[e, 1], load, slip, s, row)
        f, spring = -np.array(pull.force), np.array(sym_vec(load.N, s.u))
        stored[:] = e1 @ spring, e2 @ spring, -load.elastic, torsion(load, load.B, row)[0] * s.theta
        effort[:] = e1 @ f, e2 @ f, -F, -pull.moment
    v = np.array(m.v)
    flow = np.array([e1 @ v, e2 @ v, -m.rate, m.spin]) if closed else np.zeros(4)
    work = P.work[list(nodes(P, e))]
    p, force = work[:, W_P : W_P + 3], work[:, W_FEXT + 3 : W_FEXT + 6]
    moment = work[:, W_FEXT : W_FEXT + 3] + np.cross(p, force)
    turning = work[:, W_W : W_W + 3]
    at_origin = work[:, W_V : W_V + 3] - np.cross(turning, p)
    return Found(
        closed, np.column_stack([e1, e2, m.n]), np.array(m.point), np.hstack([turning, at_origin]),
        np.hstack([moment, force]), flow, stored, effort - stored, dy[slot : slot + 4] if closed else np.zeros(4),
    )  # fmt: skip


def _state(P, e, y):
    """Load, slip and internal state as the friction law gets them, and the normal force."""
    robot_rhs(0.0, y, P, np.zeros_like(y))
    m = motion(P, e)
    F, _, _ = normal_at(P, e, y, m.delta, m.rate)
    return pressed_by(P, e, m, F, 0.0), contact._slip(m), contact.bristle(P, e, y, m.n), F
