"""Forward dynamics of a chain of revolute joints (kinematics and articulated bodies) beside other libraries.

All go through the same 64 states in turn, and the accelerations of the first are compared before anything is timed.
"""

import numpy as np
from common import Row, available, main, race
from peers import trees

import supple
from supple import _jit
from supple.dynamics.aba import aba
from supple.dynamics.entries import forward_dynamics
from supple.dynamics.kinematics import kinematics
from supple.tables import Tree

# 0.1.0, to which compare.py may compare, has no names for the kinds of arrays, and needs none
Reals, Reals2 = getattr(_jit, "Reals", None), getattr(_jit, "Reals2", None)
LENGTHS = (6, 12, 30, 100)
AGREE = 1e-7  # relative; chains of a hundred bodies are ill-conditioned


def chain(n):
    """A chain of n rods that hang from the world, axes x and y in turn."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81))
    parent = "world"
    for i in range(n):
        axis, at = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))[i % 2], (0.0, 0.0, -0.2 if i else 0.0)
        parent = scene.body(
            f"rod{i}", parent=parent, mass=1.0, com=(0.01, 0.0, -0.1), inertia=(4e-3, 4e-3, 1e-3),
            joint=supple.Revolute(axis=axis, at=at),
        )  # fmt: skip
    return supple.build(scene)


@_jit.entry
def many(tree: Tree, y: Reals2, n_q: int, tau: Reals2, work: Reals2, dy: Reals, calls: int) -> None:
    """Forward dynamics again and again, without Python in between."""
    for i in range(calls):
        k = i % y.shape[0]
        kinematics(tree, y[k], n_q, work)
        aba(tree, y[k], n_q, tau[k], work, dy)


def agree(name, a, b):
    """Raise if two accelerations differ."""
    if np.linalg.norm(a - b) > AGREE * np.linalg.norm(b):
        raise AssertionError(f"{name} gives other accelerations: {np.linalg.norm(a - b) / np.linalg.norm(b):.1e}")


def ours(model, y, tau, calls):
    """Functions of supple that make `calls` calls each, and the accelerations of the first state."""
    P, n_q = model.system(), model.layout.n_q
    dy = np.zeros(y.shape[1])
    forward_dynamics(P.tree, y[0], n_q, tau[0], P.work, dy)
    first = dy[n_q : n_q + model.layout.n_v].copy()
    rows, order = list(zip(y, tau, strict=True)), _order(y, calls)

    def from_python():
        for i in order:
            forward_dynamics(P.tree, rows[i][0], n_q, rows[i][1], P.work, dy)

    return {
        "supple, compiled loop": lambda: many(P.tree, y, n_q, tau, P.work, dy, calls),
        "supple from Python": from_python,
    }, first


def _order(y, calls):
    return [i % len(y) for i in range(calls)]


def peers(model, y, tau, calls, first):
    """The same of others."""
    found = {}
    if available("pinocchio"):
        found["Pinocchio from Python"] = _pinocchio(model, y, tau, _order(y, calls), first)
    if available("mujoco"):
        found["MuJoCo mj_forward from Python"] = _mujoco(model, y, tau, _order(y, calls), first)
    return found


def _pinocchio(model, y, tau, order, ours):
    import pinocchio as pin

    peer = trees.pinocchio_model(model.tables.tree)
    data, rows = peer.createData(), list(zip(*trees.peer_states(model, y, tau), strict=True))
    agree("Pinocchio", pin.aba(peer, data, *rows[0]), ours)

    def run():
        for i in order:
            q, v, torque = rows[i]
            pin.aba(peer, data, q, v, torque)

    return run


def _mujoco(model, y, tau, order, ours):
    import mujoco

    peer = mujoco.MjModel.from_xml_string(trees.mjcf(model.tables.tree))
    data, n_q, n_v = mujoco.MjData(peer), model.layout.n_q, model.layout.n_v
    rows = [(s[:n_q], s[n_q : n_q + n_v], t) for s, t in zip(y, tau, strict=True)]
    forward, q, v, torque = mujoco.mj_forward, data.qpos, data.qvel, data.qfrc_applied

    def run(which=order):
        for i in which:
            q[:], v[:], torque[:] = rows[i]
            forward(peer, data)

    run([0])
    agree("MuJoCo", data.qacc, ours)
    return run


def measure_tree(case, model, y, tau, calls):
    """Rows of all contenders on one tree."""
    functions, first = ours(model, y, tau, calls)
    functions |= peers(model, y, tau, calls, first)
    times = {name: 1e6 * t / calls for name, t in race(functions).items()}
    for name, peer in (
        ("Pinocchio from C++", trees.pinocchio_cpp(model, y, tau, calls)),
        ("Drake from Python", trees.drake_forward_dynamics(model, y, tau)),
    ):
        if peer is not None:
            times[name], acceleration = peer
            agree(name, acceleration, first)
    us = times["supple, compiled loop"]
    return [Row(case, name, {"us": t, "ratio to supple": t / us}) for name, t in times.items()]


def _chains():
    """(name, model, states, torques, calls) of each chain."""
    for n in LENGTHS:
        model = chain(n)
        yield f"{n} bodies", model, *trees.states(model, np.random.default_rng(n)), 60_000 // n


def alone():
    """Rows of supple alone."""
    rows = []
    for case, model, y, tau, calls in _chains():
        times = race(ours(model, y, tau, calls)[0])
        rows += [Row(case, name, {"us": 1e6 * seconds / calls}) for name, seconds in times.items()]
    return rows


def measure():
    """Rows of all chains."""
    return [row for one in _chains() for row in measure_tree(*one)]


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
