"""Many free balls falling on the ground: cost of a step against their number.

Every pair of balls and every ball with the ground is a possible contact, few touch at a time. A cost per ball that stays
level shows work that grows with bodies and active contacts, not with pairs.
"""

import time

import numpy as np
from common import Row, main, simulated

import supple

NUMBERS = (10, 49, 200)
RADIUS, END = 0.05, 0.3  # [m], [s]


def scene(n):
    """n balls on a square grid, each as high as chance wants, some of them above each other's edges."""
    rng = np.random.default_rng(n)
    s = supple.Scene(gravity=(0.0, 0.0, -9.81), name=f"{n} balls")
    s.ground(material="floor")
    side = int(np.ceil(np.sqrt(n)))
    for i in range(n):
        x, y = 2.2 * RADIUS * (i % side), 2.2 * RADIUS * (i // side)
        position = (x, y, rng.uniform(1.2 * RADIUS, 0.4))
        velocity = (*rng.uniform(-0.3, 0.3, size=2), 0.0)
        joint = supple.Free(position=position, velocity=velocity)
        s.body(f"ball{i}", mass=0.5, joint=joint, surfaces=[supple.Sphere(RADIUS, material="rubber")])
    law = supple.HuntCrossley.from_dissipation(k=1e6, d=0.2)
    s.contact("rubber", "floor", normal=law)
    s.contact("rubber", "rubber", normal=law)
    return s


def measure():
    """One row a number."""
    rows = []
    for n in NUMBERS:
        written = scene(n)
        start = time.process_time()
        model = supple.build(written)
        built = time.process_time() - start
        run, loop, _ = simulated(model, END, rtol=1e-4, method="ode45", repeat=3)
        s, touching = run.statistics, sum((i.what == "made") for i in run.events)
        rows.append(Row(f"{n} balls", "supple", {
            "possible contacts": len(model.contact_names), "contacts made": touching, "steps": s["steps"],
            "us per step": 1e6 * loop / s["steps"], "us per step and ball": 1e6 * loop / s["steps"] / n,
            "us a rhs and ball": 1e6 * loop / s["right-hand sides"] / n, "build s": built,
        }))  # fmt: skip
    return rows


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
