"""A steel ball of 66 g dropped from 1 m (k = 1e10, lam = 1e5, g = 10, 5 s) beside a C program, SciPy and CVODE.

Accuracy is the error of the time at which the ball leaves the ground for its first bounce below 1 mm, after 8 impacts,
against a reference that has flights in closed form and integrates each impact by itself. Equal accuracy is what counts:
a peer is run at ever tighter tolerances, and shown at the loosest one from which on it is as accurate as supple. The C
program is shown at the same tolerance too, beside supple's ode45, which is its algorithm, and auto.
"""

import time

import numpy as np
from common import Row, available, c_program, main, simulated, times_c
from scipy.integrate import solve_ivp

import supple

MASS, G, K, LAM, HEIGHT, END = 0.066, 10.0, 1e10, 1e5, 1.0, 5.0
LOW = 1e-3  # [m]
TOLERANCES = (1e-3, 1e-6)
METHODS = ("auto", "ode45")
C = "C, Dormand-Prince 5(4)"
LADDER = tuple(10.0**-i for i in range(3, 13))
SLOW = 4.0  # [s] beyond which a peer gives up, and is not run at tighter tolerances


def scene():
    """The drop as a scene."""
    s = supple.Scene(gravity=(0.0, 0.0, -G), name="drop")
    s.ground(material="plate")
    s.body("ball", mass=MASS, joint=supple.Prismatic(displacement=HEIGHT), surfaces=[supple.Point(material="steel")])
    s.contact("steel", "plate", normal=supple.AzadFeatherstone(k=K, lam=LAM))
    return s


def first_low(releases):
    """Time of the first release (t, z, w) whose flight stays below LOW."""
    return next((t for t, z, w in releases if z + w * w / (2.0 * G) < LOW), np.nan)


# --- the equations for the peers: y = (z, w) ------------------------------------------------------------------------------
def force(z, w):
    """Contact force; beyond delta = 0 continued as an odd spring and an even damper."""
    root = np.sqrt(abs(z))
    return -(K * z + LAM * w) * root


def free(t, y):
    """Flight."""
    return (y[1], -G)


def touching(t, y):
    """Contact."""
    return (y[1], -G + force(y[0], y[1]) / MASS)


def holds(t, y):
    """Positive while touching: the force is positive."""
    return -(y[0] + LAM / K * y[1])


def leaves(t, y):
    """Positive while free: outside, or the force would pull."""
    return max(y[0], y[0] + LAM / K * y[1])


for guard in (holds, leaves):
    guard.terminal, guard.direction = True, -1


def reference():
    """first_low with flights in closed form and impacts at a relative tolerance of 1e-13."""
    t, speed, releases = np.sqrt(2.0 * HEIGHT / G), np.sqrt(2.0 * HEIGHT * G), []
    while not releases or np.isnan(first_low(releases)):
        start = (0.0, -speed)
        run = solve_ivp(touching, (0.0, 1.0), start, "DOP853", rtol=1e-13, atol=1e-19, events=holds, first_step=1e-9)
        t += run.t[-1]
        z, w = run.y[:, -1]
        releases.append((t, z, w))
        speed = np.sqrt(w * w + 2.0 * G * z)
        t += (w + speed) / G
    return first_low(releases)


# --- contenders: tolerance -> (seconds, steps, right-hand sides, first_low) -----------------------------------------------
def scipy(method):
    """solve_ivp, restarted at each event."""

    def run(rtol):
        start, t, y, mode, steps, rhs, releases = time.process_time(), 0.0, (HEIGHT, 0.0), free, 0, 0, []
        while t < END and time.process_time() - start < SLOW:
            s = solve_ivp(
                mode, (t, END), y, method, rtol=rtol, atol=1e-3 * rtol, events=leaves if mode is free else holds
            )
            steps, rhs, t, y = steps + len(s.t) - 1, rhs + s.nfev, s.t[-1], s.y[:, -1]
            if s.status != 1:
                break
            if mode is touching:
                releases.append((t, *y))
            mode = free if mode is touching else touching
        return time.process_time() - start, steps, rhs, first_low(releases)

    return run


def cvode(rtol):
    """CVODE (BDF) through scikit-sundae, restarted at each event."""
    from sksundae.cvode import CVODE

    def solver(rates, guard):
        def rhs(t, y, dy):
            dy[:] = rates(t, y)

        def events(t, y, g):
            g[0] = guard(t, y)

        events.terminal, events.direction = [True], [-1]
        return CVODE(rhs, rtol=max(rtol, 1e-12), atol=1e-3 * rtol, eventsfn=events, num_events=1, max_num_steps=10**6)

    start, t, y, mode, steps, rhs, releases = time.process_time(), 0.0, np.array([HEIGHT, 0.0]), free, 0, 0, []
    solvers = {free: solver(free, leaves), touching: solver(touching, holds)}
    while t < END and time.process_time() - start < SLOW:
        s = solvers[mode].solve(np.array([t, END]), y)
        steps, rhs = steps + len(s.t) - 1, rhs + s.nfev
        if s.t_events is None or not len(s.t_events):
            break
        t, y = s.t_events[-1], s.y_events[-1]
        if mode is touching:
            releases.append((t, *y))
        mode = free if mode is touching else touching
    return time.process_time() - start, steps, rhs, first_low(releases)


def c_drop():
    """The C program, or None."""
    program = c_program("drop.c")

    def run(rtol):
        (us, steps, rhs), *releases = program(rtol, 1e-3 * rtol, 15)
        return 1e-6 * us, int(steps), int(rhs), first_low(releases)

    return run if program else None


def alone(rtols=TOLERANCES, true=None):
    """Rows of supple alone."""
    written, rows, true = scene(), [], reference() if true is None else true
    for rtol in rtols:
        for method in METHODS:
            done = simulated(written, END, rtol=rtol, method=method)
            s, error = done.run.statistics, abs(first_low(releases_of(done.run)) - true)
            figures = {"rtol": rtol, "steps": s["steps"], "rhs": s["right-hand sides"], "error s": error}
            rows += done.rows(f"rtol {rtol:g}", f"supple {method}", figures)
    return rows


def releases_of(run):
    """(t, z, w) at each loss of contact."""
    times = [event.time for event in run.events if event.what == "lost"]
    after = np.searchsorted(run.t, times)
    return zip(times, run["ball.displacement"][after], run["ball.speed"][after], strict=True)


def ladder(run, true):
    """[(rtol, seconds, steps, rhs, error)] at ever tighter tolerances."""
    found = []
    for rtol in LADDER:
        seconds, steps, rhs, low = run(rtol)
        if seconds > SLOW:
            break
        if seconds < 0.1 * SLOW:
            seconds = min(seconds, run(rtol)[0])
        found.append((rtol, seconds, steps, rhs, abs(low - true)))
    return found


def measure():
    """Rows of supple and the C program at each tolerance, followed by the peers at the accuracy of supple's auto."""
    true, rows, program = reference(), [], c_drop()
    peers = {C: program, **{f"SciPy {m}": scipy(m) for m in ("RK45", "Radau", "LSODA")}}
    if available("sksundae"):
        peers["CVODE BDF"] = cvode
    climbs = {name: ladder(run, true) for name, run in peers.items() if run is not None}
    for rtol in TOLERANCES:
        same, ours = None, alone((rtol,), true)
        error = ours[0].figures["error s"]
        if program is not None:
            same, steps, rhs, low = program(rtol)
            figures = {"rtol": rtol, "ms": 1e3 * same, "steps": steps, "rhs": rhs, "error s": abs(low - true)}
            ours.append(Row(f"rtol {rtol:g}", C, figures))
        theirs = [Row(f"as auto at {rtol:g}", name, _equal(climb, error)) for name, climb in climbs.items()]
        rows += times_c(ours + theirs, same)
    return rows


def _equal(climb, error):
    """Figures of the loosest tolerance from which on the error is no greater than `error`."""
    good = len(climb)
    while good > 0 and climb[good - 1][4] <= error:
        good -= 1
    if good == len(climb):
        return {"rtol": "not reached", "error s": min((line[4] for line in climb), default=float("nan"))}
    rtol, seconds, steps, rhs, reached = climb[good]
    return {"rtol": rtol, "ms": 1e3 * seconds, "steps": steps, "rhs": rhs, "error s": reached}


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
