"""Inverse kinematics: joint coordinates that bring a point of a body to a place, and the body into an attitude.

    minimise  E(q) = |r|^2 / 2,     r = (p_target - p(q) ; L log(R_target R(q)^T))       rows of a pose, or the first three
    (J^T J + D) dq = J^T r,         D = (lambda + E / n) L^2 or 1 on the diagonal

Levenberg-Marquardt on the compiled Jacobian. D does not vanish before the error does, so that nothing grows at a singular
pose; a step that does not come nearer is refused and lambda raised. Limits are faces of a box: a coordinate that a step
would take out of it goes to the face, and the others make up for it. Where the slope vanishes away from the target (an arm
that is stretched out, a minimum at a limit) the joints are nudged, and the search goes on if that leads nearer.

Symbols   p [m], R  of the point;  L [m] length that an angle is worth: the reach of the chain;  log: rotation vector [rad]
          q is moved by velocities: of a quaternion by a rotation in axes of the body, so that its length stays 1
Source    Levenberg (1944), Marquardt (1963); lambda by what a step keeps of its promise: Nielsen, IMM-REP-1999-05;
          damping by the error: Sugihara, IEEE Trans. Robotics 27 (2011) 984.
Limits    a local method: where it ends without reaching the target, another start may reach it (`restarts`).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._check import integer, positive, vector
from ..joints.registry import JOINTS
from ..spatial.rotations import quaternion_matrix
from ..tables import KIND, PARENT, POS, VI
from .algorithms import Point, Pose, state_of
from .build import Model
from .coordinates import Coordinates

MOST, LEAST, FIRST = 1e12, 1e-14, 1e-3  # lambda
NOTHING = 1e-9  # of the square of the error: a step that promises less is at a minimum
NUDGE, BETTER = 0.1, 1e-6  # [rad, reach] how far a search that has ended is moved; what of the error must go by it
TURN = math.pi  # [rad] range of a start at random where a joint has no limits


class InverseKinematics(NamedTuple):
    """Where the search ended."""

    q: np.ndarray  # positions of all joints
    y: np.ndarray  # the state y0 with these positions
    position_error: float  # [m] distance of the point from its target
    rotation_error: float  # [rad] angle between the attitudes, 0 if none was asked for
    converged: bool  # both are within the tolerance
    message: str  # a sentence: what was reached, or why not
    steps: int
    starts: int


def inverse_kinematics(
    model: Model,
    body: str,
    position: Sequence[float],
    rotation: ArrayLike | None = None,
    y0: ArrayLike | None = None,
    *,
    point: Sequence[float] = (0.0, 0.0, 0.0),
    limits: bool = True,
    coordinates: Sequence[str] | None = None,
    tolerance: float = 1e-10,
    max_steps: int = 200,
    restarts: int = 0,
    seed: int = 0,
) -> InverseKinematics:
    """Positions of the joints that put a point of a body to a place, and the body into an attitude.

    position      of the point, world [m]
    rotation      of the body: 3x3 matrix, or quaternion (w, x, y, z); None: any
    y0            state to begin with; default: the initial state
    limits        whether the limits of joints hold; a start beyond them is put to the nearest one
    coordinates   what may move: names of bodies whose joints may, or of coordinates; default: all joints. Modes never do.
    tolerance     of position [m] and rotation [rad]
    restarts      other starts, at random from `seed`, if the target is not reached from y0
    """
    target = Pose(np.array(vector("position", position, 3, "m")), _rotation(rotation))
    search = _Search(model, Point(model, body, point), target, coordinates, limits, positive("tolerance", tolerance))
    most = _at_least("max_steps", max_steps, 1)
    start, best, steps = search.inside(state_of(model, y0).copy()), None, 0
    generator = np.random.default_rng(_at_least("seed", seed, 0))
    for number in range(1 + _at_least("restarts", restarts, 0)):
        found = search.run(start if number == 0 else search.anywhere(start, generator), most, generator)
        steps += found.steps
        if best is None or found.error < best.error:
            best = found
        if search.reached(best):
            break
    return search.result(best, steps, number + 1, most)


def _at_least(name, value, least):
    number = integer(name, value)
    if number < least:
        raise ValueError(f"{name} must be >= {least}, got {number}")
    return number


# --- rotations ----------------------------------------------------------------------------------------------------------
def _rotation(given):
    """A rotation matrix from one or from a quaternion, or a sentence."""
    if given is None:
        return None
    R = np.array(given, dtype=float)
    if R.shape == (4,) and np.all(np.isfinite(R)) and np.any(R):
        return np.array(quaternion_matrix(R)).reshape(3, 3)
    if R.shape != (3, 3) or not np.allclose(R.T @ R, np.eye(3), rtol=0.0, atol=1e-9) or np.linalg.det(R) < 0.0:
        raise ValueError(f"rotation must be a rotation matrix (3, 3) or a quaternion w, x, y, z, got {R.tolist()!r}")
    return R


def rotation_vector(R):
    """log R: axis times angle [rad], the angle from 0 to pi."""
    sine = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    size, cosine = float(np.linalg.norm(sine)), 0.5 * (np.trace(R) - 1.0)
    if cosine > -0.99 or size > 0.3:
        return sine * (math.atan2(size, cosine) / size) if size > 0.0 else sine
    axis = (
        0.5 * (R + R.T) + np.eye(3) * (1.0 - 0.5 * (np.trace(R) - 1.0)) - np.eye(3)
    )  # (1 - cos) a a^T, near a half turn
    axis = axis[:, int(np.argmax(np.diag(axis)))]
    axis = axis / np.linalg.norm(axis)
    return axis * math.copysign(math.atan2(size, cosine), 1.0 if axis @ sine >= 0.0 else -1.0)


# --- the search ---------------------------------------------------------------------------------------------------------
class _Found(NamedTuple):
    y: np.ndarray
    residual: np.ndarray
    error: float  # |r|
    steps: int


class _Search:
    """Levenberg-Marquardt from any start."""

    def __init__(self, model, point, target, coordinates, limits, tolerance):
        self.model, self.point, self.target, self.tolerance = model, point, target, tolerance
        self.joints = Coordinates(model, limits)
        self.moving = self.joints.chosen(coordinates)
        self.reach = _reach(model, point, self.joints)
        length = self.reach.length
        self.length = length if math.isfinite(length) and length > 0.0 else 1.0
        self.weight = np.where(self.joints.turns[self.moving], self.length**2, 1.0)

    def inside(self, y):
        """A state with what may move put inside of its limits."""
        return self.joints.moved(y, np.zeros(self.model.layout.n_v), self.moving)

    def anywhere(self, y, generator):
        """A state at random: inside the limits, where a joint has any."""
        low, high = self.joints.low[self.moving], self.joints.high[self.moving]
        here = np.nan_to_num(self.joints.now(y)[self.moving])
        turns = self.joints.turns[self.moving]
        width = np.where(turns, TURN, self.length)
        low, high = np.where(np.isfinite(low), low, here - width), np.where(np.isfinite(high), high, here + width)
        step = np.zeros(self.model.layout.n_v)
        step[self.moving] = generator.uniform(low, high) - here
        return self.joints.moved(y, step, self.moving)

    def _look(self, y):
        """Residual and its Jacobian by the coordinates that may move."""
        pose, J = self.point.at(y)
        r, J = self.target.position - pose.position, J[:, self.moving]
        if self.target.rotation is None:
            return r, J[3:]
        turn = rotation_vector(self.target.rotation @ pose.rotation.T)
        return np.concatenate([r, self.length * turn]), np.vstack([J[3:], self.length * J[:3]])

    def run(self, y, max_steps, generator):
        """Search from y; where it ends without reaching the target, nudge it as long as that leads nearer."""
        found = self._descend(y, max_steps)
        while not self.reached(found) and found.steps < max_steps:
            step = np.zeros(self.model.layout.n_v)
            step[self.moving] = generator.uniform(-NUDGE, NUDGE, self.moving.size) / np.sqrt(self.weight) * self.length
            other = self._descend(self.joints.moved(found.y, step, self.moving), max_steps - found.steps)
            better = other.error < (1.0 - BETTER) * found.error
            found = (other if better else found)._replace(steps=found.steps + other.steps)
            if not better:
                break
        return found

    def _descend(self, y, max_steps):
        """Steps of Levenberg and Marquardt from y until nothing comes nearer."""
        r, J = self._look(y)
        error, damping, growth, steps = float(np.linalg.norm(r)), FIRST, 2.0, 0
        while steps < max_steps and not self._within(r):
            D = self.weight * (damping + 0.5 * error * error / self.length**2)
            dq = self._step(y, r, J, D)
            promised = error * error - float(np.sum((r - J @ dq) ** 2))
            if promised <= NOTHING * error * error or damping > MOST:
                break
            steps += 1
            step = np.zeros(self.model.layout.n_v)
            step[self.moving] = dq
            new = self.joints.moved(y, step, self.moving)
            r_new, J_new = self._look(new)
            error_new = float(np.linalg.norm(r_new))
            if error_new < error:
                kept = (error * error - error_new * error_new) / promised
                damping, growth = max(damping * max(1.0 / 10.0, 1.0 - (2.0 * kept - 1.0) ** 3), LEAST), 2.0
                y, r, J, error = new, r_new, J_new, error_new
            else:
                damping, growth = growth * damping, 2.0 * growth
        return _Found(y, r, error, steps)

    def _step(self, y, r, J, D):
        """The damped step in the box of the limits: what would leave it goes to its face, and the others make up for it."""
        low, high = self.joints.room(y, self.moving)
        dq, free = np.zeros(self.moving.size), ~self.joints.held(y, self.moving, J.T @ r)
        while free.any():
            rest = r - J[:, ~free] @ dq[~free]
            A = J[:, free].T @ J[:, free] + np.diag(D[free])
            dq[free] = np.linalg.solve(A, J[:, free].T @ rest)
            out = free & ((dq < low) | (dq > high))
            if not out.any():
                break
            dq, free = np.where(out, np.clip(dq, low, high), np.where(free, 0.0, dq)), free & ~out
        return dq

    def _errors(self, r):
        return float(np.linalg.norm(r[:3])), float(np.linalg.norm(r[3:])) / self.length

    def _within(self, r):
        return max(self._errors(r)) <= self.tolerance

    def reached(self, found):
        """Whether a search has come to its target."""
        return self._within(found.residual)

    def result(self, found, steps, starts, max_steps):
        """What the caller gets."""
        y, (far, turned), done = found.y.copy(), self._errors(found.residual), self.reached(found)
        message = f"reached within {far:.2g} m" + (f" and {turned:.2g} rad" if self.target.rotation is not None else "")
        if not done:
            message = f"not reached, {far:.6g} m and {turned:.6g} rad are left: {self._why(found, max_steps)}"
        return InverseKinematics(y[: self.model.layout.n_q].copy(), y, far, turned, done, message, steps, starts)

    def _why(self, found, max_steps):
        """Why a search has ended, as a part of a sentence."""
        J = self._look(found.y)[1]
        if not J.any():
            return "nothing that may move moves the point"
        beyond = float(np.linalg.norm(self.target.position - self.reach.base)) - self.reach.length
        if beyond > 0.0:
            return f"the target is {beyond:.6g} m out of reach ({self.reach.length:.6g} m from the first joint)"
        if found.steps >= max_steps:
            return f"max_steps = {max_steps} were used up"
        held = self.joints.held(found.y, self.moving, J.T @ found.residual)
        names = [self.joints.names[i] for i in self.moving[held]]
        if names:
            return f"limits hold {', '.join(names)}, and no small motion of the others comes nearer"
        return "no small motion of the joints comes nearer; another start may"


class _Reach(NamedTuple):
    base: np.ndarray  # [m] the first joint, which stays where it is
    length: float  # [m] no point is further from there; infinite if that is not known


def _reach(model, point, joints):
    """How far the point can be from the first joint of its chain: the sum of the lengths between the joints."""
    tree, node, base = model.tables.tree, point.frame.node, np.zeros(3)
    if point.fixed:
        return _Reach(base, math.inf)
    length = float(np.linalg.norm(point.local))
    sliding = {JOINTS.number_of_file(file) for file in ("prismatic", "slider")}
    known = {JOINTS.number_of_file(file) for file in ("revolute", "spherical")} | sliding
    while node >= 0:
        row = tree.i[node]
        if row[KIND] not in known:
            return _Reach(base, math.inf)
        if row[KIND] in sliding:
            length += max(abs(joints.low[row[VI]]), abs(joints.high[row[VI]]))
        base = tree.f[node, POS : POS + 3]
        length += float(np.linalg.norm(base)) if row[PARENT] >= 0 else 0.0
        node = int(row[PARENT])
    return _Reach(base, length)
