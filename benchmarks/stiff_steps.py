"""Cost of an implicit step (Rodas5P) against the number of balls at rest, apart or touching, and of links in a chain.

A step is taken out of a run of many, with its Jacobian, factors, stages, error, guards and record; beside it one by
Dormand-Prince. A growth of 1 is a cost that is linear in the bodies. Balls that touch stand in a row, in a square or in a
heap: layers on the floor, in a cubic lattice. What is tied to all others is the worst case: one dense matrix.
"""

import math

import numpy as np
from common import Row, main, simulated

import supple

NUMBERS = (1, 10, 100, 1000)
LINKS = (10, 30, 100, 300, 1000)
ROWS = ((2, 1, 1), (3, 1, 1), (5, 1, 1), (10, 1, 1), (100, 1, 1), (1000, 1, 1))
SQUARES = ((3, 3, 1), (10, 10, 1), (30, 30, 1))
HEAPS = ((2, 2, 2), (3, 3, 3), (5, 5, 5), (8, 8, 8))
TIED = (2, 5, 10, 20, 40)
STEPS = 40
RADIUS = 0.05  # [m]


def balls(n):
    """n balls on a floor, which rest but for a small push, none near another."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81), name=f"{n} balls")
    scene.ground(material="floor")
    side = math.ceil(math.sqrt(n))
    law = supple.HuntCrossley.from_dissipation(k=1e7, d=0.2)
    depth = (0.5 * 9.81 / 1e7) ** (2.0 / 3.0)  # at rest
    for i in range(n):
        at = (4.0 * RADIUS * (i % side), 4.0 * RADIUS * (i // side), RADIUS - depth)
        joint = supple.Free(position=at, velocity=(1e-3, 0.0, 0.0))
        scene.body(f"ball{i}", mass=0.5, joint=joint, surfaces=[supple.Sphere(RADIUS, material="rubber")])
    scene.contact("rubber", "floor", normal=law, friction=supple.StickSlip(mu=0.6, kt=1e5, bt=50.0))
    scene.no_contact("rubber", "rubber")
    return scene


def touching(shape):
    """Balls in columns at rest on a floor, each a little pressed against those beside it: less than friction holds."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81), name="x".join(map(str, shape)) + " balls")
    scene.ground(material="floor")
    law = supple.HuntCrossley.from_dissipation(k=1e7, d=0.2)
    depth = (0.5 * 9.81 * np.arange(shape[2], 0, -1) / 1e7) ** (2.0 / 3.0)  # of all that stands on it
    height = RADIUS * (1.0 + 2.0 * np.arange(shape[2])) - np.cumsum(depth)
    pitch = 2.0 * RADIUS - 0.05 * depth[-1]
    for i, j, k in np.ndindex(shape):
        joint = supple.Free(position=(pitch * i, pitch * j, height[k]), velocity=(1e-5, 0.0, 0.0))
        surface = supple.Sphere(RADIUS, material="rubber")
        scene.body(f"ball{i}_{j}_{k}", mass=0.5, joint=joint, surfaces=[surface])
    for other in ("floor", "rubber"):
        scene.contact("rubber", other, normal=law, friction=supple.StickSlip(mu=0.6, kt=1e5, bt=50.0))
    return scene


def tied(n):
    """n bodies with a spring between any two."""
    scene = supple.Scene(name=f"{n} tied")
    where = np.random.default_rng(1).normal(size=(n, 3))
    for i in range(n):
        joint = supple.Free(position=where[i])
        scene.body(f"body{i}", mass=0.5, inertia=(1e-3, 1e-3, 1e-3), joint=joint)
        for j in range(i):
            length = float(np.linalg.norm(where[i] - where[j]))
            ends = {"a": f"body{j}", "b": f"body{i}", "at_a": (0.01, 0.0, 0.0)}
            scene.add(supple.Spring(**ends, stiffness=1e4, damping=10.0, length=length))
    return scene


def chain(n):
    """n links with springs and dampers in their joints, a little out of the vertical."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81), name=f"{n} links")
    parent = {}
    for i in range(n):
        at = (0.0, 0.0, -0.1 if parent else 0.0)
        joint = supple.Revolute(axis=(0.0, 1.0, 0.0), at=at, angle=0.01, spring=50.0, damping=5.0)
        scene.body(f"link{i}", mass=0.1, com=(0.0, 0.0, -0.05), inertia=(1e-4, 1e-4, 1e-5), joint=joint, **parent)
        parent = {"parent": f"link{i}"}
    return scene


def cost(scene, method, step):
    """Microseconds per step, of steps of one length [s]."""
    model = supple.build(scene)
    end = STEPS * step
    done = simulated(model, end, rtol=1e-2, method=method, repeat=3, max_step=step)
    return 1e6 * done.loop / done.run.statistics["steps"], done.run.statistics


def series(name, make, numbers, step):
    """Rows of growing numbers, or shapes."""
    rows, last = [], None
    for shape in numbers:
        n = int(np.prod(shape))
        implicit, said = cost(make(shape), "rodas5p", step)
        explicit, _ = cost(make(shape), "ode45", 0.01 * step)
        figures = {"us per step": implicit, "us per step and body": implicit / n, "explicit steps": implicit / explicit,
                   "Jacobians": said["Jacobians"], "growth": float("nan")}  # fmt: skip
        if last:
            figures["growth"] = math.log(implicit / last[1]) / math.log(n / last[0])
        last = n, implicit
        label = n if np.ndim(shape) == 0 else "x".join(map(str, shape))
        rows.append(Row(f"{label} {name}", "supple", figures))
    return rows


def parts(quick=False):
    """(title, rows) of each series."""
    for title, name, make, numbers, step in (
        ("balls apart", "balls", balls, NUMBERS, 1e-3),
        ("a chain that hangs", "links", chain, LINKS, 1e-3),
        ("balls in a row", "balls", touching, ROWS, 1e-4),  # none slips or loses a neighbour in so short a time
        ("balls in a square", "balls", touching, SQUARES, 1e-4),
        ("a heap of balls", "balls", touching, HEAPS, 1e-4),
        ("each tied to each", "bodies", tied, TIED, 1e-3),
    ):
        yield title, series(name, make, numbers[:-1] if quick else numbers, step)


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
