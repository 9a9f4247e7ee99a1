"""A floating robot with 12 revolute joints standing on four feet: cost of one complete right-hand side.

Kinematics, four touching contacts (Hunt-Crossley, stick-slip with memory), energy ledger and articulated bodies, beside
the articulated bodies alone in other libraries, and MuJoCo's forward dynamics with its own four contacts for information.
"""

import math

import numpy as np
from common import Row, available, main, race
from forward_dynamics import measure_tree
from peers import trees

import supple
from supple._jit import entry
from supple.integrate.problem import rhs
from supple.problem.entries import begin
from supple.tables import M_NORMAL, TOUCHING

CALLS = 20_000
LINK, BEND, FOOT = 0.2, 0.5, 0.02  # length of a link [m], angle of the hips [rad], radius of a foot [m]
SINK = 1e-4  # indentation of the feet at the start [m]


def robot():
    """Trunk and four legs (two hips and a knee each) that end in spheres on the ground."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81))
    scene.ground(material="floor")
    height = 2.0 * LINK * math.cos(BEND) + FOOT - SINK
    trunk = supple.box_inertia(10.0, (0.5, 0.3, 0.1))
    scene.body("trunk", mass=10.0, inertia=trunk, joint=supple.Free(position=(0, 0, height)))
    rod, down, half = supple.rod_inertia(0.5, LINK), (0.0, 0.0, -LINK), (0.0, 0.0, -0.5 * LINK)
    for name, x, y in (("fl", 0.2, 0.15), ("fr", 0.2, -0.15), ("hl", -0.2, 0.15), ("hr", -0.2, -0.15)):
        hip = scene.body(
            f"{name}_hip", parent="trunk", mass=0.5, inertia=(1e-3, 1e-3, 1e-3),
            joint=supple.Revolute(axis=(1, 0, 0), at=(x, y, 0.0)),
        )  # fmt: skip
        thigh = scene.body(
            f"{name}_thigh",
            parent=hip,
            mass=0.5,
            com=half,
            inertia=rod,
            joint=supple.Revolute(axis=(0, 1, 0), angle=BEND),
        )
        scene.body(
            f"{name}_shank", parent=thigh, mass=0.5, com=half, inertia=rod,
            joint=supple.Revolute(axis=(0, 1, 0), at=down, angle=-2.0 * BEND),
            surfaces=[supple.Sphere(FOOT, down, "rubber")],
        )  # fmt: skip
    scene.contact(
        "rubber", "floor", normal=supple.HuntCrossley.from_dissipation(k=3e7, d=0.5),
        friction=supple.StickSlip(mu=0.8, kt=1e5, bt=200.0),
    )  # fmt: skip
    return supple.build(scene)


@entry
def many_rhs(P, y, dy, calls):
    """The right-hand side again and again, without Python in between."""
    for i in range(calls):
        rhs(0.0, y[i % y.shape[0]], P, dy)


def standing(model):
    """A problem in the discrete state of the start, all contacts in the list that is looked at."""
    P = model.problem()
    begin(P, 0.0, model.y0)
    P.near[:] = np.arange(P.near.size)
    P.near_n[:] = P.near.size, 1
    return P


def mujoco_contenders(model, y):
    """Forward dynamics with four contacts."""
    import mujoco

    shanks = [frame.node for body, frame in model.frames.items() if body.endswith("shank")]
    feet = {i: model.tables.feat_f[j, :3] for j, i in enumerate(model.tables.feat_i[:, 0]) if i in shanks}
    peer = mujoco.MjModel.from_xml_string(trees.mjcf(model.tables.tree, feet=feet, radius=FOOT))
    data, n_q, n_v = mujoco.MjData(peer), model.layout.n_q, model.layout.n_v

    def forward():
        for k in range(CALLS // 10):
            state = y[k % len(y)]
            data.qpos[:], data.qvel[:] = state[:n_q], state[n_q : n_q + n_v]
            mujoco.mj_forward(peer, data)

    forward()
    assert data.ncon == 4, f"MuJoCo has {data.ncon} contacts, not 4"
    return {"MuJoCo mj_forward, 4 contacts": forward}


def measure():
    """Rows of the standing and the flying robot and of the tree alone."""
    model = robot()
    stand, fly = standing(model), model.problem()
    assert np.all(stand.mode[:, M_NORMAL] == TOUCHING) and stand.mode.shape[0] == 4
    y, tau = trees.states(model, np.random.default_rng(0), spread=1e-5)
    dy = np.zeros(y.shape[1])
    functions = {
        "supple, 4 contacts": lambda: many_rhs(stand, y, dy, CALLS),
        "supple, no contact": lambda: many_rhs(fly, y, dy, CALLS),
    }
    calls = dict.fromkeys(functions, CALLS)
    if available("mujoco"):
        functions.update(mujoco_contenders(model, y))
    times = {name: 1e6 * t / calls.get(name, CALLS // 10) for name, t in race(functions).items()}
    us = times["supple, 4 contacts"]
    rows = [Row("complete right-hand side", name, {"us": t, "ratio to supple": t / us}) for name, t in times.items()]
    return rows + measure_tree("dynamics of the tree alone", model, y, tau, CALLS)


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
