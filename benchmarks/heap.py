"""Heaps of ellipsoids in a trough: 50 come to rest, and the cost of a step against the contacts that touch.

Semi-axes from 1:1:1 to 1:1/3:1/3 and attitudes as chance wants, in layers of five abreast over a trough of five
half-spaces, which is as long as they are many: all heaps of as many layers fall alike.

rest    50 ellipsoids in five layers: `kinetic` is the kinetic energy at the end over the energy turned over; a heap is at
        rest from the time on from which it is less than REST. `residual` is what the ledger does not account for, over
        the same.
cost    50, 100 and 200 ellipsoids in two layers, while they fall and after. `exponent` is that of the CPU time of a step
        over the contacts that touch (mean over the steps), from the row before: 1 is linear. All take turns, the lowest
        time of some passes counts. A step with an event costs several times one without, so see events and right-hand
        sides per step beside it.
"""

from itertools import pairwise, product
from math import ceil, log, pi, prod

import numpy as np
from common import Row, main
from many_bodies import met, timed

import supple

SIZE, DENSITY = 0.03, 1000.0  # longest semi-axis [m], [kg/m^3]
THINNEST = 1.0 / 3.0  # shortest semi-axis over the longest
PITCH = 2.1 * SIZE  # of the places at the start [m]
WIDE = 5  # places across the trough
LAW = supple.KelvinVoigt(k=2000.0, b=2.0)
FRICTION = supple.SpatialSlip(mu=0.5, kt=1400.0, bt=1.0, spin_radius=0.003)
REST = 1e-6  # [-]
PASSES = 2


def scene(n, layers):
    """n ellipsoids over the floor of a trough, whose length goes with n so that all fall alike."""
    rng = np.random.default_rng(1)
    s = supple.Scene(gravity=(0.0, 0.0, -9.81), name=f"{n} ellipsoids")
    size = WIDE * PITCH, ceil(n / (WIDE * layers)) * PITCH
    walls = [supple.HalfSpace(normal=(0, 0, 1), material="wall")]
    for axis, sign in product((0, 1), (-1, 1)):
        normal, at = ([factor if i == axis else 0.0 for i in range(3)] for factor in (sign, -0.5 * sign * size[axis]))
        walls.append(supple.HalfSpace(normal=tuple(normal), at=tuple(at), material="wall"))
    s.body("box", joint=supple.Fixed(), surfaces=walls)
    for i in range(n):
        along, layer, across = i // (WIDE * layers), i // WIDE % layers, i % WIDE
        at = (across + 0.5) * PITCH - 0.5 * size[0], (along + 0.5) * PITCH - 0.5 * size[1], 1.1 * SIZE + layer * PITCH
        axes = SIZE, *(SIZE * float(x) for x in rng.uniform(THINNEST, 1.0, size=2))
        q = rng.normal(size=4)
        joint = supple.Free(position=at, attitude=tuple(q / np.linalg.norm(q)))
        body = [supple.Ellipsoid(axes, material="body")]
        s.body(f"body{i}", mass=DENSITY * 4.0 / 3.0 * pi * prod(axes), joint=joint, surfaces=body)
    for other in ("wall", "body"):
        s.contact(other, "body", normal=LAW, friction=FRICTION)
    return s


def at_rest(ledger):
    """The time from which on the kinetic energy is below REST of the energy turned over [s]; nan if it is not."""
    moving = np.flatnonzero(ledger.stored["kinetic"] >= REST * ledger.turnover)
    return float(np.append(ledger.t, np.nan)[moving[-1] + 1])


def row(n, layers, run, seconds):
    """A row of a run of a heap that took some CPU time."""
    ledger, steps, touching = run.ledger, run.statistics["steps"], run.records.n_touching
    return Row(f"{n} ellipsoids, {layers} layers", f"{run.options.end:g} s", {
        "CPU s": seconds, "steps": steps, "events/step": run.statistics["events"] / steps,
        "rhs/step": run.statistics["right-hand sides"] / steps, "us/step": 1e6 * seconds / steps,
        "contacts met": met(run), "touching": float(np.mean(touching)), "at the end": int(touching[-1]),
        "us/step and touching": 1e6 * seconds / steps / np.mean(touching), "status": run.status.name,
        "at rest from s": at_rest(ledger), "kinetic": ledger.stored["kinetic"][-1] / ledger.turnover,
        "residual": ledger.relative_residual,
    })  # fmt: skip


def rest(n=50, layers=5, end=2.0):
    """The row of a heap that comes to rest."""
    model = supple.build(scene(n, layers))
    supple.simulate(model, 1e-6, rtol=1e-4)  # compiled
    return [row(n, layers, *timed(supple.simulate, model, end, rtol=1e-4))]


def cost(numbers=(50, 100, 200), layers=2, end=0.12):
    """A row per number of ellipsoids."""
    models = {n: supple.build(scene(n, layers)) for n in numbers}
    supple.simulate(models[numbers[0]], 1e-6, rtol=1e-3)  # compiled
    best = {}
    for _ in range(PASSES):
        for n, model in models.items():
            run, seconds = timed(supple.simulate, model, end, rtol=1e-3)
            best[n] = run, min(seconds, best.get(n, (run, seconds))[1])
    rows = [row(n, layers, *best[n]) for n in numbers]
    for before, now in pairwise(row.figures for row in rows):
        now["exponent"] = log(now["us/step"] / before["us/step"]) / log(now["touching"] / before["touching"])
    return rows


def parts(quick=False):
    """(title, rows) of the two parts; quick: so small that they only show that all of it works."""
    yield "A heap of ellipsoids comes to rest", rest(8, 2, 1.2) if quick else rest()
    yield "The cost of a step in a heap", cost((8, 16)) if quick else cost()


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
