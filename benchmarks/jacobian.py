"""Linear equations of implicit steps in right-hand sides: by structure, by a matrix of the derivatives of the parts, and by
one of differences of the whole.

The quadruped of `robots.py` with springs in its joints, on its four feet and in the air, and its arm: a Jacobian, its
factors for a step size, and one solution, of which a step of Rodas5P has eight. Implicit methods then take whole runs of
the quadruped.
"""

import robots
from common import Row, main, race, simulated

import supple
from supple._jit import Reals, entry
from supple.integrate.equations import prepare, solve
from supple.integrate.jacobian import update_jacobian
from supple.integrate.problem import rhs
from supple.integrate.solver import JACOBIAN, OWN, Solver
from supple.model.derivatives import Differentiator
from supple.model.room import made_ready
from supple.model.start import started
from supple.system.robot import Robot
from supple.tables import S_SLOPES

CALLS = 2000
SIGMA = 1e4  # [1/s] steps of half a millisecond
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


@entry
def many_factors(P: Robot, S: Solver, calls: int) -> None:
    """Its factors."""
    for _ in range(calls):
        prepare(P, S, 0.0, SIGMA)


@entry
def many_solutions(P: Robot, S: Solver, calls: int) -> None:
    """Solutions."""
    for _ in range(calls):
        for i in range(S.err.size):
            S.err[i] = 1.0
        solve(P, S, 0.0, SIGMA, S.err)


def by_differences(scene):
    """A model that does not know its derivatives."""
    model = supple.build(scene)
    model.tables.size[S_SLOPES] = 0
    return model


def costs(case, scene):
    """Rows of one state."""
    rows = []
    for name in ("structure", "matrix", "differences"):
        model = by_differences(scene) if name == "differences" else supple.build(scene)
        P, y = started(model, model.system(), 0.0, model.y0)
        at = Differentiator(model, P, 0.0)
        core, S = at.at(0.0, y).core, at.solver
        P = made_ready(P)
        S.k[OWN] = int(name == "structure")
        calls = {"right-hand side": lambda P=P, S=S: many_rhs(P, S.y, S.f1, CALLS)}
        for what, many in (("Jacobian", many_jacobians), ("factors", many_factors), ("solution", many_solutions)):
            calls[what] = lambda P=P, S=S, many=many: many(P, S, CALLS)
        times = race(calls)
        unit = times.pop("right-hand side")
        figures = {f"{what} [rhs]": seconds / unit for what, seconds in times.items()}
        total = times["Jacobian"] + times["factors"] + 8.0 * times["solution"]
        rows.append(Row(f"{case}, {core} components", name, {**figures, "step us": 1e6 * (total + 8.0 * unit) / CALLS}))
    return rows


def runs():
    """Rows of whole runs."""
    rows = []
    for method in ("rodas5p", "ode23s", "trapezoid"):
        for name, model in (
            ("structure", supple.build(robots.quadruped())),
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
