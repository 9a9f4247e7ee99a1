"""A stack of 5 cubes, 20 dominoes, a coin spun on its rim and a wall of 50 bricks hit by a ball, beside MuJoCo and Drake.

Sizes, masses, friction and start are the same, and a block at rest sinks in by the same depth (`depth um`, rows "at rest").
Contacts are otherwise those that each tool has (peers/blocks.py), so the answers differ; each tool is judged by one figure
against its own converged answer (FINE), at settings that were fixed beforehand (SETTINGS): a relative tolerance of supple,
a step [s] of the others. At each level of relative error the cheapest setting counts, of those from which on the error is
no greater; those that count take turns, and the lowest CPU time of some passes is shown. A tool that is slow is not run at
tighter settings. Every run is printed when it is done.

stack       how much lower the top cube lies after 2 s than without contact deformation [m]; `creep m`: its way sideways in
            the second half, at rest
dominoes    time at which the last one leans by 45 degrees [s]
coin        height of its centre after 1 s, rolling on its rim [m]
wall        way of the centre of mass of the bricks in 0.05 s [m]. Later the fall of single bricks is chaotic: no tool
            has a converged answer there, and none is given.

`x supple` is the ratio of CPU times to supple at the same level, `real time` CPU seconds per second of the scene,
`residual` what supple's ledger does not account for, over the energy turned over. The wall has friction that is a damper at
rest (RegularisedCoulomb), as MuJoCo's is: with stick and slip of 400 corners events take all the time.

The coin to rest, supple alone: n of angle ~ (t_end - t)^n. A thin disc of radius R that rolls around at a small angle th
turns at Om^2 = 4g/(R th) about the vertical and has the energy 3/2 m g R th. Rolling resistance, a couple of constant arm
a, takes a m g Om th, so th' = -(4a/3R) sqrt(g/R) sqrt(th): n = 2. (A loss ~ th^-p has n = 1/(1 + p): here p = -1/2.
Moffatt's 1/3 is air squeezed under the disc, p = 2; a constant couple against the way of the contact along the rim has
p = 1/2 and n = 2/3: supple has neither.) `thick` is the n of a disc with this thickness in steady precession, over the
same angles.
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from common import Row, main
from elastic_robots import cheapest
from peers.blocks import CASES, STOPS, Film, G, drake, mujoco, resting

import supple as sp

LEVELS = (1e-2, 1e-3)  # relative error
SETTINGS = {
    "supple": (1e-2, 1e-3, 1e-4, 1e-5),
    "MuJoCo": (1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5),
    "MuJoCo, as it comes": (5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5),
    "Drake": (5e-3, 2e-3, 1e-3, 5e-4, 2e-4),
}
FINE = {  # converged: supple, MuJoCo, the same as it comes, Drake
    "stack of 5": (1e-7, 5e-6, 1e-5, 1e-4),
    "20 dominoes": (1e-6, 5e-6, 1e-5, 1e-4),
    "coin": (1e-8, 2e-6, 2e-6, 2e-5),
    "wall of 50": (1e-6, 5e-6, 1e-5, 1e-4),
}
FRICTION = {
    "stack of 5": sp.StickSlip(mu=0.5, kt=1e6, bt=500.0),
    "20 dominoes": sp.StickSlip(mu=0.2, kt=1e5, bt=10.0),
    "coin": sp.StickSlip(mu=0.4, kt=1e6, bt=100.0),
    "wall of 50": sp.RegularisedCoulomb(mu=0.6, v_s=0.01),
}
REST = {"supple": 1e-6, "MuJoCo": 1e-4, "MuJoCo, as it comes": 1e-4, "Drake": 2e-4}  # settings of the block at rest
PASSES = 3
SLOW, ONCE = 40.0, 5.0  # [s] beyond which a tool is not run at a tighter setting; beyond which it is run once only
FITTED = (
    (0.1, 0.01),
    (0.1, 0.02),
    (0.2, 0.02),
)  # [rad] of the coin, over which n is fitted; the spread is its error
TO_REST = 10.0  # [s] in which the coin comes to lie


# --- supple ---------------------------------------------------------------------------------------------------------------
def surface(block, rounding):
    """Of supple."""
    if block.kind == "sphere":
        return sp.Sphere(*block.size, material="m")
    kind = sp.Box if block.kind == "box" else sp.Cylinder
    given = (block.size,) if block.kind == "box" else block.size
    return kind(*given, rounding=rounding, material="m")


def scene(case, friction):
    """A case as a scene."""
    s = sp.Scene(gravity=(0.0, 0.0, -G), name="blocks")
    s.ground(material="m")
    rolling = sp.RollingResistance(arm=case.arm, rate=0.1) if case.arm else None
    s.contact("m", "m", normal=sp.HuntCrossley(k=case.k, lam=case.k * case.d), friction=friction, rolling=rolling)
    for i, b in enumerate(case.blocks):
        joint = sp.Free(position=b.at, attitude=b.turned, velocity=b.v, angular_velocity=b.w)
        s.body(f"b{i}", mass=b.mass, joint=joint, surfaces=[surface(b, case.rounding)])
    return s


def ours(friction):
    """supple: a function of a case and a relative tolerance to a film."""
    models = {}

    def run(case, rtol):
        if case not in models:
            models[case] = sp.build(scene(case, friction))
        start = time.process_time()
        done = sp.simulate(models[case], case.end, rtol=rtol)
        seconds = time.process_time() - start
        assert done.success, done.message
        times = case.end * np.arange(1, STOPS + 1) / STOPS
        places, R = done.poses([f"b{i}" for i in range(len(case.blocks))], times)
        return Film(seconds, places, R[..., 2, 2], done.summary.relative_residual)

    return run


# --- figures --------------------------------------------------------------------------------------------------------------
def figure(name, case, film):
    """The one figure by which a case is judged."""
    if name == "stack of 5":
        return (len(case.blocks) - 0.5) * case.blocks[0].size[2] - film.places[-1, -1, 2]
    if name == "coin":
        return film.places[-1, 0, 2]
    if name == "wall of 50":
        return film.places[-1, :-1, 1].mean()
    lean = film.upright[:, -1]
    times = case.end * np.arange(1, STOPS + 1) / STOPS
    down = np.flatnonzero(lean < np.cos(0.25 * np.pi))
    if down.size == 0 or down[0] == 0:
        return np.nan
    i = down[0]
    return float(np.interp(np.cos(0.25 * np.pi), [lean[i], lean[i - 1]], [times[i], times[i - 1]]))


def further(name, film):
    """Residual, and of the stack the way of the last body sideways in the second half [m]."""
    found = {} if film.residual is None else {"residual": film.residual}
    if name == "stack of 5":
        found["creep m"] = float(np.ptp(film.places[STOPS // 2 :, -1, :2], axis=0).max())
    return found


# --- the coin to rest -----------------------------------------------------------------------------------------------------
def exponent(times, angles, high, low):
    """n of a fit of angle = c (t_end - t)^n, from the last time above `high` [rad] to the last time above `low`."""
    from scipy.optimize import curve_fit

    first, last = (int(np.flatnonzero(angles > angle)[-1]) for angle in (high, low))
    t, a = times[first : last + 1], angles[first : last + 1]
    span = t[-1] - t[0]

    def law(t, c, left, n):
        return c + n * np.log(t[-1] + left - t)

    guess = (np.log(low / (0.5 * span) ** 2), 0.5 * span, 2.0)
    return float(
        curve_fit(law, t, np.log(a), guess, bounds=((-30.0, 1e-3 * span, 0.1), (30.0, 10.0 * span, 10.0)))[0][2]
    )


def thick(case, high, low):
    """The same of a disc in steady precession without spin about its axis, whose energy rolling resistance takes.

    Om^2 = m g (rho cos th - H sin th)/(I sin th cos th),   E = m g (rho sin th + H cos th) + I Om^2 sin^2 th/2
    """
    disc = case.blocks[0]
    (radius, height), m, r = disc.size, disc.mass, case.rounding
    rho, H, I = radius - r, 0.5 * height - r, m * (3.0 * radius**2 + height**2) / 12.0
    th = np.linspace(high, low, 100_001)
    turn = np.sqrt(m * G * (rho * np.cos(th) - H * np.sin(th)) / (I * np.sin(th) * np.cos(th)))
    energy = m * G * (rho * np.sin(th) + H * np.cos(th)) + 0.5 * I * (turn * np.sin(th)) ** 2
    lost = case.arm * m * G * turn * np.sin(th) * np.cos(th)
    steps = -np.diff(energy) / (0.5 * (lost[1:] + lost[:-1]))
    times = np.concatenate([[0.0], np.cumsum(steps)])
    even = np.linspace(0.0, times[-1], 4001)
    return exponent(even, np.interp(even, times, th), high - 1e-9, low - 1e-9)


def to_rest():
    """The coin until it lies."""
    case = CASES["coin"]()
    run = sp.simulate(scene(case, FRICTION["coin"]), TO_REST, rtol=1e-6)
    times = np.linspace(0.0, run.t[-1], 40_001)
    angles = np.arccos(np.clip(np.abs(run.rotation("b0", times)[:, 2, 2]), 0.0, 1.0))
    if angles[-1] > FITTED[0][1]:
        return {"exponent": math.nan, "rest s": math.nan}
    found = [exponent(times, angles, *between) for between in FITTED]
    rest = times[np.flatnonzero(angles > 1e-3)[-1]]
    return {
        "exponent": found[0],
        "+-": float(np.ptp(found)),
        "theory": 2.0,
        "thick": thick(case, *FITTED[0]),
        "rest s": rest,
    }


# --- the race -------------------------------------------------------------------------------------------------------------
class Climb(NamedTuple):
    """A tool: its runs, its converged figure, {setting: ((error,), CPU time [s])}, {setting: further figures}."""

    run: Callable
    best: float
    found: dict
    more: dict


def climbed(name, case, who, run, quick):
    """All settings up to the first one that is slow; each run is printed."""
    settings = SETTINGS[who][:2] if quick else SETTINGS[who]
    fine = 0.1 * settings[-1] if quick else FINE[name][list(SETTINGS).index(who)]
    film = run(case, fine)
    climb = Climb(run, figure(name, case, film), {}, {})
    print(f"  {name}, {who} at {fine:g}: {1e3 * film.seconds:.4g} ms, {climb.best:.7g} is converged", flush=True)
    for setting in settings:
        film = run(case, setting)
        error = abs(figure(name, case, film) / climb.best - 1.0)
        error = error if np.isfinite(error) else np.inf
        climb.found[setting], climb.more[setting] = ((error,), film.seconds), further(name, film)
        print(f"  {name}, {who} at {setting:g}: {1e3 * film.seconds:.4g} ms, error {error:.2g}", flush=True)
        if film.seconds > SLOW:
            break
    return climb


def raced(case, climbs, passes):
    """{(who, setting): seconds} of the settings that count at any level, fastest of some passes in turns."""
    chosen = {(who, cheapest(climb.found, (level,))) for who, climb in climbs.items() for level in LEVELS}
    best = {(who, at): climbs[who].found[at][1] for who, at in chosen if at is not None}
    for _ in range(passes - 1):
        for who, at in sorted(best):
            if best[who, at] < ONCE:
                best[who, at] = min(best[who, at], climbs[who].run(case, at).seconds)
    return best


def at_rest(name, case, runs):
    """How deep one block of a case lies, in each tool."""
    alone = resting(case)
    for who, run in runs.items():
        depth = 0.5 * alone.blocks[0].size[2] - run(alone, REST[who]).places[-1, 0, 2]
        yield Row(f"{name}, one at rest", who, {"depth um": 1e6 * depth})


def rows_of(name, case, runs, quick):
    """Rows of each tool at each level."""
    climbs = {who: climbed(name, case, who, run, quick) for who, run in runs.items()}
    seconds = raced(case, climbs, 1 if quick else PASSES)
    for level in LEVELS:
        base = None
        for who, climb in climbs.items():
            at = cheapest(climb.found, (level,))
            if at is None:
                yield Row(f"{name}, {level:g}", who, {"figure": climb.best, "setting": "none"})
                continue
            spent = seconds[who, at]
            base = spent if who == "supple" else base
            ratio = {} if base is None else {"x supple": spent / base}
            yield Row(f"{name}, {level:g}", who, {
                "figure": climb.best, "setting": at, "error": climb.found[at][0][0], "ms": 1e3 * spent, **ratio,
                "real time": spent / case.end, **climb.more[at],
            })  # fmt: skip


def parts(quick):
    """A block of rows per case."""
    peers = mujoco() | drake()
    for name in ("stack of 5", "coin") if quick else CASES:
        case, runs = CASES[name](), {"supple": ours(FRICTION[name]), **peers}
        if case.blocks[0].kind == "box":
            yield f"{name}, at rest", list(at_rest(name, case, runs))
        yield name, list(rows_of(name, case, runs, quick))
        if name == "coin":
            yield "coin to rest", [Row(name, "supple", to_rest())]


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
