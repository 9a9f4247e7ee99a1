"""A mode as a motion to be looked at: rows of a run that nobody has simulated.

    q(t) = q_0 (+) a Re(shape e^(i omega t))        at uniform times over whole cycles; without damping

Contacts are open in it: at an amplitude that can be seen their forces would mean nothing.
"""

import numpy as np

from .._check import integer, positive
from ..elements.dispatch import CONTACT, LIMIT
from ..integrate.methods import choose_method
from ..integrate.solver import N_INT, N_REC_K, N_REC_R, REC_T, REC_T1
from ..integrate.status import Status
from ..model.algorithms import Point
from ..options import Options
from ..results.memory import Memory
from ..spatial.rotations import quaternion_to_matrix
from ..tables import EL_KIND
from ..trajectory import Trajectory
from ..trajectory.records import Recorded, watched_of

SEEN, TURNED = 0.12, 0.35  # [size of the scene], [rad] largest displacement and turn of a body in a picture
CYCLES, FRAMES = 2, 120
SLOW = 2.0  # [s] a cycle of what does not oscillate


def made_up(modes, k, amplitude, cycles, frames):
    """A trajectory with the motion of mode k."""
    model, instant = modes.model, modes.instant
    frequency = modes[k].frequency or 1.0 / SLOW
    span = integer("cycles", cycles) / frequency
    times = np.linspace(0.0, span, integer("frames", frames))
    amplitude = fitting(modes, k) if amplitude is None else positive("amplitude", amplitude)
    y = modes.states(k, amplitude, 2.0 * np.pi * frequency * times)
    r = np.zeros((times.size, N_REC_R))
    r[:, REC_T], r[:, REC_T1] = times, np.append(times[1:], times[-1])
    start = instant.discrete
    P = start.put_into(model.system(laws=False), instant.y.size)
    kinds = P.el_i[: len(start.mode), EL_KIND]
    mode = np.where(((kinds == CONTACT) | (kinds == LIMIT))[:, None], 0, start.mode)
    records = Recorded(
        r=r, k=np.zeros((times.size, N_REC_K), dtype=np.int64), y=y, log=np.zeros((0, model.log_width)),
        start=start._replace(mode=mode), watched=watched_of(model),
    )  # fmt: skip
    return Trajectory(
        Memory(
            model=model, method=choose_method("auto", 1e-6), options=Options(end=float(span)), records=records,
            status=Status.DONE, counters=np.zeros(N_INT, dtype=np.int64), wall=0.0,
        )
    )  # fmt: skip


def fitting(modes, k):
    """An amplitude with which a mode is well seen."""
    model, y, shape = modes.model, modes.instant.y, modes[k].shape
    world = model.tables.tree.i.shape[0]
    places, moved, turned = [], [0.0], [0.0]
    for name, frame in model.frames.items():
        if frame.node == world:  # grounds reach far
            continue
        for at in _points(model, name):
            pose, J = Point(model, name, at).at(y)
            places.append(pose.position)
            moved.append(float(np.linalg.norm(np.abs(J[3:] @ shape))))
            turned.append(float(np.linalg.norm(np.abs(J[:3] @ shape))))
    box = np.ptp(np.array(places).reshape(-1, 3), axis=0) if places else np.zeros(3)
    size = float(np.linalg.norm(box)) or float(np.linalg.norm(places[0] if places else 1.0)) or 1.0
    limits = [limit / most for limit, most in ((SEEN * size, max(moved)), (TURNED, max(turned))) if most > 0.0]
    return min(limits, default=1.0)


def _points(model, name):
    """Points of a body by which its motion is judged: origin, centre of mass, joints on it, ends of a beam."""
    found = [(0.0, 0.0, 0.0)]
    body = model.scene.bodies.get(name)
    if body is None:
        return found
    found.append(body.com)
    found += [other.joint.at for other in model.scene.bodies.values() if other.parent == name]
    found += [tuple(getattr(surface, "at", (0.0, 0.0, 0.0))) for surface in body.surfaces]
    if body.flexible is not None:
        beam = body.flexible
        Q = quaternion_to_matrix(beam.orientation)
        found += [tuple(np.array(beam.at) + Q @ (x, 0.0, 0.0)) for x in beam.span]
    return found
