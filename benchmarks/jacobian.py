"""Cost of one Jacobian in right-hand sides: made of the derivatives of the parts, and by differences of the whole.

The quadruped of `robots.py` with springs in its joints, on its four feet and in the air, and its arm; implicit methods then
take whole runs of the quadruped, the same two ways, in as many steps.
"""

import robots
from common import Row, main, race, simulated

import supple
from supple._jit import Reals, entry
from supple.integrate.jacobian import update_jacobian
from supple.integrate.problem import rhs
from supple.integrate.solver import JACOBIAN, Solver
from supple.model.derivatives import Differentiator
from supple.model.start import started
from supple.system.robot import Robot
from supple.tables import S_SLOPES

CALLS = 2000
SINK = 1e-4  # indentation of the feet [m]


@entry
def many_rhs(P: Robot, y: Reals, dy: Reals, calls: int) -> None:
    """The right-hand side again and again."""
    for _ in range(calls):
        rhs(0.0, y, P, dy)


@entry
def many_jacobians(P: Robot, S: Solver, calls: int) -> None:
    """The Jacobian again and again."""
    for _ in range(calls):
        S.k[JACOBIAN] = 0
        update_jacobian(P, S, 0.0)


def by_differences(scene):
    """A model that does not know its derivatives."""
    model = supple.build(scene)
    model.tables.size[S_SLOPES] = 0
    return model


def costs(case, scene):
    """Rows of one state."""
    ways = {"parts": supple.build(scene), "differences": by_differences(scene)}
    at, core = {}, {}
    for name, model in ways.items():
        P, y = started(model, model.system(), 0.0, model.y0)
        at[name] = Differentiator(model, P, 0.0)
        core[name] = at[name].at(0.0, y).core
    S = at["parts"].solver
    functions = {"rhs": lambda: many_rhs(at["parts"].P, S.y, S.f1, 10 * CALLS)}
    for name, one in at.items():
        functions[name] = lambda one=one: many_jacobians(one.P, one.solver, CALLS)
    times = race(functions)
    unit = times["rhs"] / (10 * CALLS)
    return [
        Row(f"Jacobian, {case}, {core[name]} components", name,
            {"us": 1e6 * times[name] / CALLS, "right-hand sides": times[name] / CALLS / unit})
        for name in ways
    ]  # fmt: skip


def runs():
    """Rows of whole runs."""
    rows = []
    for method in ("rodas5p", "ode23s", "trapezoid"):
        for name, model in (
            ("parts", supple.build(robots.quadruped())),
            ("differences", by_differences(robots.quadruped())),
        ):
            done = simulated(model, robots.END, rtol=1e-3, method=method, repeat=3)
            rows += done.rows(f"quadruped, {method}, rtol 1e-3", name, {"steps": done.run.statistics["steps"]})
    return rows


def measure():
    """All rows."""
    rows = costs("four feet on the ground", robots.quadruped(robots.STANDING - SINK))
    return rows + costs("in the air", robots.quadruped()) + costs("arm", robots.arm()) + runs()


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
