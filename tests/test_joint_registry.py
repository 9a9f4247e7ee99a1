"""One file and one line: what a new joint costs, and what happens without the line."""

from importlib import import_module

import pytest
from registries import Addition, check_addition, examples, shorter_by_one, without_a_line

from supple.joints.registry import JOINTS
from supple.spatial.vectors import ZERO
from supple.tables import Tree

NEEDED = ("place", "subspace", "accelerate", "displace", "sweep")


def test_every_joint_of_the_folder_has_its_line():
    assert without_a_line(JOINTS, "chain") == []
    for missing, shorter in shorter_by_one(JOINTS):
        assert without_a_line(shorter, "chain") == [missing]


def test_every_joint_brings_examples():
    assert {type(joint).__name__ for joint in examples(JOINTS)} == set(JOINTS.names)


@pytest.mark.parametrize("joint", examples(JOINTS), ids=lambda joint: type(joint).__name__)
def test_every_node_of_a_joint_has_kernels(joint):
    """What is left out has no effect: a joint that forgot its sweep would pass through walls."""
    for primitive, _ in joint.chain():
        module = import_module(JOINTS.home(primitive.__name__))
        assert [name for name in NEEDED if not hasattr(module, name)] == []


def test_a_kind_that_is_no_joint_does_not_move():
    from supple.joints import dispatch

    assert dispatch.subspace(0, 0, 0, None, None) == (ZERO, ZERO)
    assert dispatch.displace(0, 0, Tree(None, None, None, None, None, None), None, None, None, (1.0, 2.0, 3.0), ZERO)[
        0
    ] == (
        1.0,
        2.0,
        3.0,
    )
    assert dispatch.n_position(0) == dispatch.n_velocity(0) == 1


# --- a joint that is added ----------------------------------------------------------------------------------------------
SCREW = '''"""Screw joint: rotation by q about the z axis of the joint frame and translation by p q along it.

    R = R_J Rz(q)         a = z axis of J          rho = R_P pos + a p q           S = (a ; p a)
    w = w_P + a qd        v = v_P + w_P x rho + a p qd
    bias = (w_P x a qd ; w_P x (w_P x rho) + 2 w_P x a p qd)
"""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import inlined
from ..quantities import Quantity, check_quantities, described
from ..spatial.inertia import get_blocks
from ..spatial.vectors import add, add_scaled, cross, dot, get3, mat_t_vec, mat_vec, put3, put9, scale, sym_vec
from ..tables import QI, VI, W_ACC, W_AXIS, W_BIAS, W_P, W_PA, W_R, W_RHO, W_V, W_W
from .frame import carried_acceleration, joint_frame, parent_motion
from .one_dof import eliminate_column, solve_column
from .sweep import B_A, B_N1, B_N2, B_V, lever
from .written import IDENTITY, NO_STOPS, ORIGIN, STOP_LAW, STOPS, Axis, Place, Turn, check_stops

PITCH = 0.05  # [m/rad]


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Screw:
    """One angle about an axis, and a displacement along it."""

    axis: Axis = (0.0, 0.0, 1.0)
    at: Place = ORIGIN
    orientation: Turn = IDENTITY
    angle: Annotated[float, Quantity("at the start", "rad")] = 0.0
    rate: Annotated[float, Quantity("at the start", "rad/s")] = 0.0
    limits: Annotated[tuple | None, Quantity("low and high end of the range", "rad", STOPS, note=NO_STOPS)] = None
    limit_law: Annotated[Any, Quantity("normal contact law of the stops", "", STOP_LAW)] = None
    damping = 0.0
    spring = 0.0

    def __post_init__(self):
        check_quantities(self)
        check_stops(self)

    def chain(self):
        """One node."""
        return ((Screw, self.axis),)

    def start(self):
        """Initial positions and velocities."""
        return (self.angle,), (self.rate,)

    names = (("angle", "rad"),), (("rate", "rad/s"),)


EXAMPLES = (Screw(axis=(1, 0.5, 2), at=(0.1, 0, 0.4), orientation=(1, 0.2, 0, 0.5)),)


@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i from those of its parent."""
    q, qd = y[tree.i[i, QI]], y[n_q + tree.i[i, VI]]
    s, c = math.sin(q), math.cos(q)
    J, r = joint_frame(i, tree, work)
    p_P, w_P, v_P = parent_motion(i, tree, work)
    axis = (J[2], J[5], J[8])
    R = (
        c * J[0] + s * J[1], c * J[1] - s * J[0], J[2],
        c * J[3] + s * J[4], c * J[4] - s * J[3], J[5],
        c * J[6] + s * J[7], c * J[7] - s * J[6], J[8],
    )
    rho = add_scaled(r, PITCH * q, axis)
    turn, slide, carry = scale(qd, axis), scale(PITCH * qd, axis), cross(w_P, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, add(w_P, turn))
    put3(work, i, W_V, add(add(v_P, carry), slide))
    put3(work, i, W_AXIS, axis)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, cross(w_P, turn))
    put3(work, i, W_BIAS + 3, cross(w_P, add_scaled(carry, 2.0, slide)))


@inlined
def subspace(i, k, tree, work):
    """S: motion of the node (angular, linear) per unit of velocity."""
    axis = get3(work, i, W_AXIS)
    return axis, scale(PITCH, axis)


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm."""
    blocks = get_blocks(work, i)
    axis = get3(work, i, W_AXIS)
    U_m = add_scaled(sym_vec(blocks[0], axis), PITCH, mat_vec(blocks[1], axis))
    U_f = add_scaled(mat_t_vec(blocks[1], axis), PITCH, sym_vec(blocks[2], axis))
    u = tau[tree.i[i, VI]] - dot(axis, get3(work, i, W_PA)) - PITCH * dot(axis, get3(work, i, W_PA + 3))
    eliminate_column(i, tree, work, blocks, (U_m, U_f, dot(axis, U_m) + PITCH * dot(axis, U_f), u))


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    qdd = solve_column(i, tree, work, alpha, a)
    dy[n_q + tree.i[i, VI]] = qdd
    axis = get3(work, i, W_AXIS)
    put3(work, i, W_ACC, add_scaled(alpha, qdd, axis))
    put3(work, i, W_ACC + 3, add(add_scaled(a, PITCH * qdd, axis), g))


@inlined
def displace(i, tree, y, e, work, turn, shift):
    """Rotation and displacement of the node by the error e, from what the parent carries along."""
    error, axis = e[tree.i[i, QI]], get3(work, i, W_AXIS)
    return add_scaled(turn, error, axis), add_scaled(shift, PITCH * error, axis)


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step: a turn and a slide."""
    V, A, N1, N2 = work[parent, B_V], work[parent, B_A], work[parent, B_N1], work[parent, B_N2]
    L = lever(i, tree) + PITCH * (abs(y[tree.i[i, QI]]) + s1)
    work[i, B_V], work[i, B_A] = V + N1 * L + PITCH * s1, A + N2 * L + PITCH * (2.0 * N1 * s1 + s2)
    work[i, B_N1], work[i, B_N2] = N1 + s1, N2 + 2.0 * N1 * s1 + s2 + s1 * s1
'''

USE = """
import json
import math
import supple as sp
from registries import examples
from supple.joints.registry import JOINTS
from supple.scene.schema import schema
from supple.show.animation import animation
from supple.testing import check_joint

assert "Screw" in sp.__all__ and '"Screw"' in json.dumps(schema())  # exports, schema
for joint in examples(JOINTS)[-1:]:  # what all suites run on
    assert isinstance(joint, sp.Screw)
    check_joint(joint)
text = '''
gravity = [0, 0, -9.81]
[ground]
material = "floor"
[bodies.nut]
mass = 1.0
inertia = [0.01, 0.01, 0.01]
joint = { type = "Screw", angle = 2.0, limits = [0.5, 9.0], limit_law = { type = "HuntCrossley", k = 1e3, lam = 10.0 } }
[bodies.bolt]
mass = 1.0
inertia = [0.01, 0.01, 0.01]
joint = { type = "Screw", at = [1, 0, 0], angle = 2.0 }
surfaces = [{ type = "Sphere", radius = 0.01, at = [0.1, 0, 0], material = "steel" }]
[[contacts]]
materials = ["steel", "floor"]
normal = { type = "HuntCrossley", k = 1e6, lam = 1e5 }
'''
scene = sp.scene_from_toml(text).scene  # words of a file
assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene.bodies == scene.bodies
run = sp.simulate(scene, 0.4, rtol=1e-6)
assert run.success and run.contact_units["nut.limit.low"].force == "Nm", run
first = {impact.contact: impact.start for impact in reversed(run.impacts)}
fall = 9.81 / (1.0 + 0.01 / 0.05**2)  # as a mass m + J/p^2 with the weight m g
for contact, way in (("nut.limit.low", 0.05 * 1.5), ("bolt/ground", 0.05 * 2.0 - 0.01)):
    assert abs(first[contact] - math.sqrt(2.0 * way / fall)) < 1e-6, first
drawn = animation(run, 10)
assert [body["hinge"] for body in drawn["bodies"]] == [False] * 3
"""

ADDED = Addition("joint", "joints", "screw.py", SCREW, "screw.Screw", "spherical.Spherical", USE)


def test_a_joint_is_one_file_and_one_line(tmp_path):
    check_addition(tmp_path, ADDED)
