"""The same tree in Pinocchio (Python and C++), MuJoCo and Drake, from the tables of a supple model.

For trees of revolute joints with at most one free root, whose nodes are numbered depth first. States for the peers have the
quaternion in the order that the peer wants; the checks use roots at rest without rotation, where all conventions agree.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from common import HERE, available, compiled

from supple.joints.free import Free
from supple.joints.registry import JOINTS
from supple.spatial.rotations import matrix_to_quaternion
from supple.tables import COM, INERTIA, KIND, MASS, PARENT, POS, E

# As its own build does: the algorithms come compiled with the wheel, and Boost's lists must hold all kinds of joints.
# Templates compiled here with -march=native took the same time.
PINOCCHIO = (
    "-DNDEBUG", "-DPINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION", "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
)  # fmt: skip
FREE = JOINTS.number(Free)
STATES = 64  # different states that every contender goes through in turn


def inertia_about_com(row):
    """3x3 inertia about the centre of mass, in node axes."""
    xx, yy, zz, xy, xz, yz = row[INERTIA : INERTIA + 6]
    m, c = row[MASS], row[COM : COM + 3]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))


def states(model, rng, spread=1.0):
    """STATES states and joint torques around the initial state; a free root stays in place and at rest."""
    n_q, n_v = model.layout.n_q, model.layout.n_v
    free = model.tables.tree.i[0, KIND] == FREE
    y = np.tile(model.y0, (STATES, 1))
    y[:, (7 if free else 0) : n_q] += spread * rng.normal(size=(STATES, n_q - 7 * free))
    y[:, n_q + 6 * free : n_q + n_v] += spread * rng.normal(size=(STATES, n_v - 6 * free))
    tau = rng.normal(size=(STATES, n_v))
    tau[:, : 6 * free] = 0.0
    return y, tau


def peer_states(model, y, tau):
    """q (scalar-last quaternion), v, tau of each state as contiguous arrays."""
    n_q, n_v = model.layout.n_q, model.layout.n_v
    q = y[:, :n_q].copy()
    if model.tables.tree.i[0, KIND] == FREE:
        q[:, 3:7] = np.roll(q[:, 3:7], -1, axis=1)
    return [np.ascontiguousarray(a) for a in (q, y[:, n_q : n_q + n_v], tau)]


def pinocchio_model(tree):
    """The tree as a Pinocchio model."""
    import pinocchio as pin

    model = pin.Model()
    model.gravity.linear = tree.gravity
    for i, row in enumerate(tree.f):
        free = tree.i[i, KIND] == FREE
        place = pin.SE3.Identity() if free else pin.SE3(row[E : E + 9].reshape(3, 3), row[POS : POS + 3])
        joint = pin.JointModelFreeFlyer() if free else pin.JointModelRZ()
        number = model.addJoint(int(tree.i[i, PARENT]) + 1, joint, place, f"node{i}")
        model.appendBodyToJoint(
            number, pin.Inertia(row[MASS], row[COM : COM + 3], inertia_about_com(row)), pin.SE3.Identity()
        )
    return model


def pinocchio_cpp(model, y, tau, calls):
    """(microseconds per call, accelerations of the first state) of Pinocchio in C++; None without compiler or headers."""
    program = _pinocchio_program()
    if program is None:
        return None
    tree = model.tables.tree
    words = [calls, *tree.gravity, len(tree.i)]
    for (kind, parent, *_), row in zip(tree.i, tree.f, strict=True):
        about = inertia_about_com(row)[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]
        words += [kind, parent, *row[E : E + 9], *row[POS : POS + 3], row[MASS], *row[COM : COM + 3], *about]
    words.append(len(y))
    for state in zip(*peer_states(model, y, tau), strict=True):
        words.extend(np.concatenate(state))
    text = " ".join(repr(float(x)) if isinstance(x, float) else str(int(x)) for x in words)
    out = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.split()
    return float(out[0]), np.array(out[1:], dtype=float)


def _pinocchio_program():
    if not available("pinocchio", "cmeel"):
        return None
    import pinocchio

    prefix = next(p for p in Path(pinocchio.__file__).parents if p.name == "cmeel.prefix")
    places = [os.environ.get("EIGEN_INCLUDE", ""), prefix / "include/eigen3", "/usr/include/eigen3"]
    eigen = next((str(p) for p in places if p and Path(p, "Eigen").exists()), None)
    if eigen is None:
        print("(Pinocchio from C++ left out: no Eigen headers; pip install cmeel-eigen, or set EIGEN_INCLUDE)")
        return None
    lib = prefix / "lib"
    return compiled(
        "peers/pinocchio_aba.cpp", "-std=c++17", *PINOCCHIO, f"-I{prefix}/include", f"-I{eigen}", f"-L{lib}",
        "-lpinocchio_default", f"-Wl,-rpath,{lib}", compiler="g++",
    )  # fmt: skip


def _numbers(values):
    return " ".join(repr(float(x)) for x in values)


def mjcf(tree, *, feet=None, radius=0.0):
    """The tree as MJCF text; `feet` maps nodes to the centres of spheres that touch a plane at z = 0."""
    feet = {} if feet is None else feet

    def body(i):
        row = tree.f[i]
        if tree.i[i, KIND] == FREE:
            joint, place = "<freejoint/>", ""
        else:
            joint = '<joint type="hinge" axis="0 0 1"/>'
            quaternion = matrix_to_quaternion(row[E : E + 9].reshape(3, 3))
            place = f'pos="{_numbers(row[POS : POS + 3])}" quat="{_numbers(quaternion)}"'
        about = inertia_about_com(row)[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        foot = f'<geom size="{radius}" pos="{_numbers(feet[i])}"/>' if i in feet else ""
        children = "".join(body(int(k)) for k in np.flatnonzero(tree.i[:, PARENT] == i))
        return (
            f'<body {place}>{joint}<inertial pos="{_numbers(row[COM : COM + 3])}" mass="{float(row[MASS])!r}" '
            f'fullinertia="{_numbers(about)}"/>{foot}{children}</body>'
        )

    roots = "".join(body(int(i)) for i in np.flatnonzero(tree.i[:, PARENT] == -1))
    plane = '<geom type="plane" size="5 5 0.1"/>' if feet else ""
    return (
        f'<mujoco model="tree"><compiler angle="radian"/><option gravity="{_numbers(tree.gravity)}"/>'
        f"<worldbody>{plane}{roots}</worldbody></mujoco>"
    )


def drake_forward_dynamics(model, y, tau):
    """(microseconds per call, accelerations of the first state) of Drake, in the Python of DRAKE_PYTHON, or None."""
    if model.tables.tree.i[0, KIND] == FREE:
        return None  # Drake orders the coordinates of a free body otherwise
    python = os.environ.get("DRAKE_PYTHON", sys.executable if available("pydrake") else None)
    if python is None:
        print("(Drake left out: not installed here, and DRAKE_PYTHON names no other Python that has it)")
        return None
    q, v, torque = peer_states(model, y, tau)
    text = "\n".join([mjcf(model.tables.tree).replace("\n", " "), *(_numbers(a.ravel()) for a in (q, v, torque))])
    done = subprocess.run([python, HERE / "peers/drake_forward.py"], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"(Drake left out: {done.stderr.strip().splitlines()[-1]})")
        return None
    out = done.stdout.split()
    return float(out[0]), np.array(out[1:], dtype=float)
