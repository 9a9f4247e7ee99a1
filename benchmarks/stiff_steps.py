"""Cost of an implicit step (Rodas5P) against the number of separate balls at rest, and of links in a chain that hangs.

A step is taken out of a run of many, with its Jacobian, factors, stages, error, guards and record; beside it one by
Dormand-Prince. A growth of 1 is a cost that is linear in the bodies.
"""

import math

from common import Row, main, simulated

import supple

NUMBERS = (1, 10, 100, 1000)
LINKS = (10, 30, 100, 300, 1000)
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
    """Rows of growing numbers."""
    rows, last = [], None
    for n in numbers:
        implicit, said = cost(make(n), "rodas5p", step)
        explicit, _ = cost(make(n), "ode45", 0.01 * step)
        figures = {"us per step": implicit, "us per step and body": implicit / n, "explicit steps": implicit / explicit,
                   "Jacobians": said["Jacobians"], "growth": float("nan")}  # fmt: skip
        if last:
            figures["growth"] = math.log(implicit / last[1]) / math.log(n / last[0])
        last = n, implicit
        rows.append(Row(f"{n} {name}", "supple", figures))
    return rows


def measure(quick=False):
    """All rows."""
    return series("balls", balls, NUMBERS[:3] if quick else NUMBERS, 1e-3) + series(
        "links", chain, LINKS[:3] if quick else LINKS, 1e-3
    )


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
