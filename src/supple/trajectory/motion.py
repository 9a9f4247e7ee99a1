"""How bodies move and what their joints transmit, by the kernels of the run itself.

    v_X = v + w x r + R u'
    a_X = a + alpha x r + w x (w x r) + 2 w x R u' + R u''          r = R x: from the origin of the node to the point

u is the displacement by bending, zero for a rigid body. Accelerations are those of the right-hand side in the state and the
discrete state there (`Replay.dynamics`), not differences of velocities. What a joint transmits follows from them by Newton
and Euler for all that it carries, with the loads of all elements.
"""

from typing import NamedTuple

import numpy as np

from .._check import one_of, vector
from ..elements.written import bodies_of
from ..model.flexible import is_flexible, modes_of, section, section_products
from ..tables import PARENT


class Wrench(NamedTuple):
    """Force and moment on a body, world axes."""

    force: np.ndarray  # (n, 3) [N]
    moment: np.ndarray  # (n, 3) [Nm]


class _Rows(NamedTuple):
    """A record, and the places of the rows that were asked for in it."""

    record: object
    places: object

    @property
    def y(self):
        return self.record.y


def _rows(run, times):
    """The record at given times in any order; None: at those of the steps."""
    if times is None:
        return _Rows(run.records, slice(None))
    times = np.atleast_1d(np.asarray(times, dtype=float))
    order = np.argsort(times, kind="stable")
    return _Rows(run._between(times[order]), np.argsort(order, kind="stable"))


class _Body:
    """A point of a body in all rows."""

    def __init__(self, run, body, times, point):
        model = run.model
        self.frame = model.frames[one_of("body", body, model.frames)]
        self.rows = _rows(run, times)
        node = run.replay.nodes(self.rows.y[:, : model.layout.size])[:, self.frame.node]
        self.R, self.w, self.v = node[:, :9].reshape(-1, 3, 3), node[:, 12:15], node[:, 15:18]
        x = self.frame.p + self.frame.R @ np.array(vector("point", point, 3, "m"))
        self.slide = self.products = np.zeros((len(node), 3))  # R u', and the part of R u'' by the rates
        self.modes = None
        if is_flexible(model, body):
            self.modes, beam = modes_of(model, body), model.scene.bodies[body].flexible
            eta, rate = self.rows.y[:, self.modes.q], self.rows.y[:, model.layout.n_q :][:, self.modes.v]
            bent = section(beam, x, eta)
            self.columns = self.R @ bent.moving
            self.slide = (self.columns @ rate[..., None])[..., 0]
            self.products = _turn(self.R, section_products(beam, x, eta, rate))
            x = bent.point
        self.r = _turn(self.R, np.broadcast_to(x, (len(node), 3)))


def _turn(R, vectors):
    return (R @ vectors[..., None])[..., 0]


def velocities(run, body, times, point):
    """Velocity of a point and angular velocity of its body, (n, 3) each."""
    at = _Body(run, body, times, point)
    return (at.v + np.cross(at.w, at.r) + at.slide)[at.rows.places], at.w[at.rows.places]


def accelerations(run, body, times, point):
    """Acceleration of a point, (n, 3)."""
    at = _Body(run, body, times, point)
    nodes, joints = _dynamics(run, at.rows, at.frame.node)
    alpha, a = nodes[:, :3], nodes[:, 3:6]
    carried = a + np.cross(alpha, at.r) + np.cross(at.w, np.cross(at.w, at.r) + 2.0 * at.slide) + at.products
    if at.modes is not None:
        carried += (at.columns @ joints[:, 0, at.modes.v][..., None])[..., 0]
    return carried[at.rows.places]


def angular_accelerations(run, body, times):
    """Angular acceleration of a body, (n, 3)."""
    rows, frame = _rows(run, times), run.model.frames[one_of("body", body, run.model.frames)]
    return _dynamics(run, rows, frame.node)[0][rows.places, :3]


def _dynamics(run, rows, node):
    """What is known of a node, (n, 12), and of all coordinates; the world does not move."""
    moves = node < run.model.tables.tree.i.shape[0]
    nodes, joints = run.replay.dynamics(rows.record, [node] if moves else [])
    return nodes[:, 0] if moves else np.zeros((len(joints), 12)), joints


# --- joints -------------------------------------------------------------------------------------------------------------
def joint_channel(run, body, times, which):
    """Accelerations (0) or generalised forces (1) of the joint of a body, (n, coordinates)."""
    brought = {one.name: one for element in run.scene.elements.values() for one in bodies_of(element)}  # rotors
    bodies = {**run.scene.bodies, **brought}
    layout, joint = run.model.layout, bodies[one_of("body", body, bodies)].joint
    if not joint.chain():
        raise ValueError(f"body must be one whose joint moves, got {body!r}, which is fixed to {_parent(run, body)}")
    columns = [layout.names.index(f"{body}.{name}") - layout.n_q for name, _ in joint.names[1]]
    rows = _rows(run, times)
    return run.replay.dynamics(rows.record, [])[1][rows.places, which][:, columns]


def reaction(run, body, times):
    """Force and moment that the joint of a body transmits to it."""
    tree, joint = run.model.tables.tree, run.scene.bodies[one_of("body", body, run.scene.bodies)].joint
    frame, flexible = run.model.frames[body], is_flexible(run.model, body)
    if not joint.chain() and not flexible:
        raise ValueError(
            f"body must be one with a joint that moves, got {body!r}, which is fixed to {_parent(run, body)}: the two are "
            "one in the equations"
        )
    node, origin = frame.node, frame.p
    if flexible and joint.chain():  # the joint moves a node of its own, in the origin of the body
        node, origin = int(tree.i[node, PARENT]), np.zeros(3)
    rows = _rows(run, times)
    found = _dynamics(run, rows, node)[0]
    moment, force = found[:, 6:9], found[:, 9:12]
    R = run.replay.nodes(rows.y[:, : run.model.layout.size])[:, node, :9].reshape(-1, 3, 3)
    moment = moment - np.cross(R @ origin, force)
    return Wrench(force[rows.places], moment[rows.places])


def _parent(run, body):
    return repr(run.scene.bodies[body].parent)
