"""A point of 2 kg thrown onto the ground at 1 m/s (S-D 1 with stick-slip, 2 s) beside a C program and SciPy.

The case of Taghipour Bibalan & Featherstone (2009): falls 0.3 m, bounces, slides, sticks. Accuracy is the error of the
final position against REFERENCE, which was computed independently of supple. The C program must
locate the same events as supple's ode45, whose algorithm it is, in as many steps, or the run stops.
"""

import time

import numpy as np
from common import Row, c_program, main, simulated, times_c
from scipy.integrate import solve_ivp

import supple

MASS, G, HEIGHT, SPEED, END = 2.0, 9.81, 0.3, 1.0, 2.0
K, B, KT, BT, MU = 5e4, 180.0, 1e5, 100.0, 0.4
REFERENCE = 0.1794049267  # [m] x(2 s)
TOLERANCES = (1e-3, 1e-6)
METHODS = ("auto", "ode45")
AGREE = 0.02  # of the steps: today they are equal, but the last bit of a guard may move one


def scene():
    """Two prismatic joints, the first without mass of its own."""
    s = supple.Scene(gravity=(0.0, 0.0, -G), name="slide")
    s.ground(material="floor")
    s.body("along", joint=supple.Prismatic(axis=(1, 0, 0), speed=SPEED))
    point = [supple.Point(material="steel")]
    s.body(
        "point", parent="along", mass=MASS, joint=supple.Prismatic(axis=(0, 0, 1), displacement=HEIGHT), surfaces=point
    )
    s.contact("steel", "floor", normal=supple.LinearSD1(k=K, b=B), friction=supple.StickSlip(mu=MU, kt=KT, bt=BT))
    return s


# --- the same for SciPy: y = (x, z, vx, vz, s, u), modes FREE, STICK, SLIDE -----------------------------------------------
FREE, STICK, SLIDE = range(3)


def normal(y):
    """Force of the ground."""
    return -K * y[1] - B * y[3]


def trial(y):
    """Force of a sticking contact."""
    return -KT * y[5] - BT * y[2]


def rates(t, y, mode):
    """Right-hand side; surface s and deflection u of the free ground relax with K/B and KT/BT."""
    _, _, vx, vz, s, u = y
    if mode == FREE:
        return (vx, vz, 0.0, -G, -K / B * s, -KT / BT * u)
    f, slip = trial(y), vx
    if mode == SLIDE:
        f = np.sign(f) * MU * max(normal(y), 0.0)
        slip = -(f + KT * u) / BT
    return (vx, vz, f / MASS, -G + normal(y) / MASS, -vz, slip)


def lost(t, y, mode):
    """Contact: the force."""
    return normal(y)


def made(t, y, mode):
    """Free: above the surface, or a contact there would pull."""
    return max(y[4] + y[1], (K * y[1] + B * y[3]) / K)


def cone(t, y, mode):
    """Distance to the friction cone, positive on the side of the mode."""
    margin = MU * normal(y) - abs(trial(y))
    return margin if mode == STICK else -margin


for guard in (lost, made, cone):
    guard.terminal, guard.direction = True, -1


def scipy(method, rtol):
    """(seconds, steps, right-hand sides, x at the end) of solve_ivp, restarted at each event."""
    start, t, y, mode = time.process_time(), 0.0, np.array([0.0, HEIGHT, SPEED, 0.0, 0.0, 0.0]), FREE
    steps = rhs = 0
    atol = rtol * np.array([1e-3, 1e-3, 1e-3, 1e-3, 1e-6, 1e-6])
    while t < END:
        events = (made,) if mode == FREE else (lost, cone)
        s = solve_ivp(rates, (t, END), y, method, rtol=rtol, atol=atol, events=events, args=(mode,))
        steps, rhs, t, y = steps + len(s.t) - 1, rhs + s.nfev, s.t[-1], s.y[:, -1]
        if s.status != 1:
            break
        if mode == FREE:
            y[4] = -y[1]
            mode = STICK if abs(trial(y)) <= MU * normal(y) else SLIDE
        elif len(s.t_events[0]):
            mode = FREE
        else:
            mode = SLIDE if mode == STICK else STICK
        if time.process_time() - start > 20.0:
            return np.nan, steps, rhs, np.nan
    return time.process_time() - start, steps, rhs, y[0]


def alone(rtols=TOLERANCES):
    """Rows of supple alone."""
    written, rows = scene(), []
    for rtol in rtols:
        for method in METHODS:
            done = simulated(written, END, rtol=rtol, method=method)
            s, x = done.run.statistics, done.run["along.displacement"][-1]
            figures = {"steps": s["steps"], "rhs": s["right-hand sides"], "events": s["events"]}
            rows += done.rows(f"rtol {rtol:g}", f"supple {method}", {**figures, "error m": abs(x - REFERENCE)})
    return rows


def c_slide(program, rtol):
    """(seconds, figures) of the C program."""
    us, steps, rhs, events, x, *_ = program(rtol, 200)[0]
    return 1e-6 * us, {
        "ms": 1e-3 * us, "steps": int(steps), "rhs": int(rhs), "events": int(events), "error m": abs(x - REFERENCE),
    }  # fmt: skip


def measure():
    """Rows at each tolerance."""
    rows, program = [], c_program("slide.c")
    for rtol in TOLERANCES:
        case, seconds, some = f"rtol {rtol:g}", None, alone((rtol,))
        if program is not None:
            seconds, figures = c_slide(program, rtol)
            same = next(row.figures for row in some if row.who.startswith("supple ode45"))
            assert figures["events"] == same["events"], f"the C program located {figures['events']} events"
            assert abs(figures["steps"] / same["steps"] - 1.0) < AGREE, f"the C program took {figures['steps']} steps"
            some.append(Row(case, "C, Dormand-Prince 5(4)", figures))
        for method in ("RK45", "Radau", "LSODA"):
            spent, steps, rhs, x = min(scipy(method, rtol) for _ in range(3))
            figures = {"ms": 1e3 * spent, "steps": steps, "rhs": rhs, "error m": abs(x - REFERENCE)}
            some.append(Row(case, f"SciPy {method}", figures))
        rows += times_c(some, seconds)
    return rows


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
