"""Two ellipsoids of 1 kg, one dropped on the other and both on the floor (1.5 s), beside MuJoCo and Drake.

The scene of Stramigioli & Duindam (2004): grey lands on the floor, black on grey, rolls off it and lands on the floor.
Bodies, start, stiffness, damping and friction are the same as far as each tool has them; peers/two_ellipsoids.py says
what it has not. So the answers differ: `from supple m` is how far the converged ones are apart at 0.6 s. Each tool is
judged against its own converged answer: `error m` is the largest error of both centres at 15 equal times up to the end. At
each level the loosest setting counts from which on the error is no greater: a relative tolerance of supple, a step of
MuJoCo and of Drake's discrete plant, an accuracy of its continuous one. All that count take turns, and the lowest CPU time
of some passes is shown. `x supple` is the ratio to the whole `simulate(model)`, with all that it records.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from common import Row, main
from peers.two_ellipsoids import (
    AXES,
    BT,
    END,
    KT,
    MU,
    PLACES,
    SPIN_RADIUS,
    STOPS,
    TURNED,
    B,
    Flight,
    G,
    K,
    drake,
    mujoco,
)  # fmt: skip

import supple

LEVELS = (1e-2, 1e-3, 1e-4, 1e-5)  # [m]
TOLERANCES = tuple(10.0**-i for i in range(2, 11))
STEPS = tuple(END / STOPS / n for n in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000))  # [s]
ACCURACIES = tuple(10.0 ** (-0.5 * i) for i in range(2, 11))
PASSES = 5
SLOW = 4.0  # [s] beyond which a peer is not run at a tighter setting, and once only
SOON = 5  # number of the stop at which the answers of the tools are compared: 0.6 s


def scene():
    """The two ellipsoids above the floor."""
    s = supple.Scene(gravity=(0.0, 0.0, -G), name="two ellipsoids")
    s.ground(material="floor")
    for name, axes in AXES.items():
        joint = supple.Free(position=PLACES[name], attitude=TURNED[name])
        s.body(name, mass=1.0, joint=joint, surfaces=[supple.Ellipsoid(axes, material="soft")])
    for a, side in (("floor", 0), ("soft", 1)):
        normal = supple.DirectionalKelvinVoigt(k=K[side], b=B[side], k_b=K[1], b_b=B[1])
        friction = supple.SpatialSlip(mu=MU, spin_radius=SPIN_RADIUS, kt=KT[side], bt=BT[side], kt_b=KT[1], bt_b=BT[1])
        s.contact(a, "soft", normal=normal, friction=friction)
    return s


def flying(model):
    """The run of supple, a function of the relative tolerance."""
    times = np.linspace(0.0, END, STOPS + 1)[1:]

    def run(rtol):
        start = time.process_time()
        done = supple.simulate(model, END, rtol=rtol)
        seconds = time.process_time() - start
        assert done.success, done.message
        return Flight(seconds, np.hstack([done.position(name, times) for name in AXES]))

    return run


class Contender(NamedTuple):
    """Who runs, at which settings from loose to tight, and what is taken as the converged answer."""

    name: str
    run: Callable
    settings: tuple
    converged: np.ndarray


def contenders():
    """All that are installed, supple first."""
    run = flying(supple.build(scene()))
    found = [Contender("supple", run, TOLERANCES, run(1e-12).centres)]
    if (runs := mujoco()) is not None:
        converged = runs["RK4"](END / STOPS / 20000).centres
        found += [Contender(f"MuJoCo, {name}", run, STEPS, converged) for name, run in runs.items()]
    if (runs := drake()) is not None:
        for kind, settings, finest in (("sap", STEPS, END / STOPS / 10000), ("continuous", ACCURACIES, 1e-6)):
            found.append(Contender(f"Drake, {kind}", runs[kind], settings, runs[kind](finest).centres))
    return found


def climbed(who):
    """[(setting, error [m])] up to the first one that is slow."""
    found = []
    for setting in who.settings:
        flight = who.run(setting)
        found.append((setting, np.abs(flight.centres - who.converged).max()))
        if flight.seconds > SLOW:
            break
    return found


def enough(climb, level):
    """(setting, error) from which on the error is no greater than the level, or None."""
    good = len(climb)
    while good > 0 and climb[good - 1][1] <= level:
        good -= 1
    return climb[good] if good < len(climb) else None


def fastest(chosen):
    """{(name, setting): CPU time [s]}, the best of some passes in which all take turns."""
    best = dict.fromkeys(((who.name, setting) for who, setting in chosen), float("inf"))
    for _ in range(PASSES):
        for who, setting in chosen:
            if np.isinf(best[who.name, setting]) or best[who.name, setting] < SLOW:
                best[who.name, setting] = min(best[who.name, setting], who.run(setting).seconds)
    return best


def measure():
    """Rows at each level of accuracy."""
    them = contenders()
    climbs = {who.name: climbed(who) for who in them}
    found = {(who.name, level): enough(climbs[who.name], level) for who in them for level in LEVELS}
    chosen = {(who.name, at[0]): (who, at[0]) for who in them for level in LEVELS if (at := found[who.name, level])}
    seconds = fastest(list(chosen.values()))
    ours, rows = them[0], []
    for level in LEVELS:
        own = found[ours.name, level]
        for who in them:
            at = found[who.name, level]
            if at is None:
                figures = {"setting": "not reached", "error m": min(error for _, error in climbs[who.name])}
            else:
                spent = seconds[who.name, at[0]]
                figures = {"setting": at[0], "error m": at[1], "ms": 1e3 * spent}
                if own is not None:
                    figures["x supple"] = spent / seconds[ours.name, own[0]]
            apart = np.abs(who.converged[SOON] - ours.converged[SOON]).max()
            rows.append(Row(f"to {level:g} m", who.name, {**figures, "from supple m": apart}))
    return rows


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
