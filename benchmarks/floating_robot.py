"""A floating robot with 12 revolute joints standing on four feet: cost of one complete right-hand side.

Kinematics, four touching contacts (Hunt-Crossley, stick-slip with memory), energy ledger and articulated bodies, beside
the articulated bodies alone in other libraries, and MuJoCo's forward dynamics with its own four contacts for information.
"""

import numpy as np
import robots
from common import Row, available, main, race
from forward_dynamics import measure_tree
from peers import trees

import supple
from supple._jit import Reals, Reals2, entry
from supple.integrate.problem import rhs
from supple.system.entries import begin
from supple.system.robot import Robot
from supple.tables import LISTED, M_NORMAL, N_NEAR, TOUCHING

CALLS = 20_000
SINK = 1e-4  # indentation of the feet at the start [m]


def robot():
    """The quadruped without joint springs, its feet a little inside the ground."""
    return supple.build(robots.quadruped(robots.STANDING - SINK, spring=0.0, damping=0.0))


@entry
def many_rhs(P: Robot, y: Reals2, dy: Reals, calls: int) -> None:
    """The right-hand side again and again, without Python in between."""
    for i in range(calls):
        rhs(0.0, y[i % y.shape[0]], P, dy)


def standing(model):
    """A problem in the discrete state of the start, all contacts in the list that is looked at."""
    P = model.system()
    begin(P, 0.0, model.y0)
    P.near[:] = np.arange(P.near.size)
    P.count[N_NEAR], P.count[LISTED] = P.near.size, 1
    return P


def mujoco_contenders(model, y):
    """Forward dynamics with four contacts."""
    import mujoco

    shanks = [frame.node for body, frame in model.frames.items() if body.endswith("shank")]
    feet = {i: model.tables.feat_f[j, :3] for j, i in enumerate(model.tables.feat_i[:, 0]) if i in shanks}
    peer = mujoco.MjModel.from_xml_string(trees.mjcf(model.tables.tree, feet=feet, radius=robots.FOOT))
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
    stand, fly = standing(model), model.system()
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
