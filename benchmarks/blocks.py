"""A stack of 5 cubes, 20 dominoes, a coin spun on its rim and a wall of 50 bricks hit by a ball, beside MuJoCo and Drake.

Sizes, masses, friction and start are the same; contacts are those that each tool has (peers/blocks.py), so the answers
differ. Each is judged by one figure against its own answer at a finer setting, `error`, and all at two settings: a relative
tolerance of supple, a step [s] of the others. Stiffnesses of the contacts are not matched.

stack       height of the top cube after 2 s [m]; `creep m`: its way sideways in the second half, at rest
dominoes    time at which the last one leans by 45 degrees [s]; nan: it never does
coin        height of its centre after 1 s [m], rolling on its rim; `exponent` of the angle to the ground over the time that
            is left, angle ~ (t_end - t)^n, of supple alone, to rest
wall        way of the centre of mass of the bricks in 0.1 s [m]. Later the fall of single bricks is chaotic: no tool
            has a converged answer there, and none is given.

`x supple` is the ratio of CPU times to supple's first setting, `real time` CPU seconds per second of the scene, `residual`
what supple's ledger does not account for, over the energy turned over. The wall has friction that is a damper at rest
(RegularisedCoulomb), as MuJoCo's is: with stick and slip of 400 corners events take all the time.
"""

import time

import numpy as np
from common import Row, main
from peers.blocks import CASES, STOPS, Film, G, drake, mujoco

import supple as sp

SETTINGS = {"supple": (1e-3, 1e-4), "MuJoCo": (1e-3, 2e-4), "Drake": (1e-3, 2e-4)}
FINE = {"supple": 1e-6, "MuJoCo": 2e-5, "Drake": 5e-5}
WALL = {"supple": (1e-3, 1e-4), "MuJoCo": (1e-3, 2e-4), "Drake": (1e-3, 5e-4)}
WALL_FINE = {"supple": 3e-5, "MuJoCo": 5e-5, "Drake": 2e-4}
LAWS = {
    "stack of 5": (sp.HuntCrossley(k=1e8, lam=5e9), sp.StickSlip(mu=0.5, kt=1e6, bt=500.0)),
    "20 dominoes": (sp.HuntCrossley(k=1e7, lam=2e7), sp.StickSlip(mu=0.2, kt=1e5, bt=10.0)),
    "coin": (sp.HuntCrossley(k=1e8, lam=3e8), sp.StickSlip(mu=0.4, kt=1e6, bt=100.0)),
    "wall of 50": (sp.HuntCrossley(k=1e7, lam=1e8), sp.RegularisedCoulomb(mu=0.6, v_s=0.01)),
}
SMALL = 0.35  # [rad] of the coin, from which on the exponent is fitted


def surface(block, rounding):
    """Of supple."""
    if block.kind == "sphere":
        return sp.Sphere(*block.size, material="m")
    kind = sp.Box if block.kind == "box" else sp.Cylinder
    given = (block.size,) if block.kind == "box" else block.size
    return kind(*given, rounding=rounding, material="m")


def scene(name):
    """A case as a scene."""
    case = CASES[name]()
    s = sp.Scene(gravity=(0.0, 0.0, -G), name=name)
    s.ground(material="m")
    normal, friction = LAWS[name]
    rolling = sp.RollingResistance(arm=case.arm, rate=0.1) if case.arm else None
    s.contact("m", "m", normal=normal, friction=friction, rolling=rolling)
    for i, b in enumerate(case.blocks):
        joint = sp.Free(position=b.at, attitude=b.turned, velocity=b.v, angular_velocity=b.w)
        s.body(f"b{i}", mass=b.mass, joint=joint, surfaces=[surface(b, case.rounding)])
    return s


def ours(name):
    """supple: a function of the relative tolerance to a film, and of the last run."""
    model, last = sp.build(scene(name)), {}

    def run(case, rtol):
        start = time.process_time()
        done = sp.simulate(model, case.end, rtol=rtol)
        seconds = time.process_time() - start
        assert done.success, done.message
        last["run"] = done
        times = case.end * np.arange(1, STOPS + 1) / STOPS
        names = [f"b{i}" for i in range(len(case.blocks))]
        places = np.stack([done.position(n, times) for n in names], axis=1)
        R = np.stack([done.rotation(n, times) for n in names], axis=1)
        return Film(seconds, places, R[..., 2, 2])

    return run, last


def upright(film):
    """Cosine of the angle between each body's z axis and the vertical."""
    if film.attitudes.ndim == 2:
        return film.attitudes
    _, x, y, _ = np.moveaxis(film.attitudes, -1, 0)
    return 1.0 - 2.0 * (x * x + y * y)


def figure(name, case, film):
    """The one figure by which a case is judged."""
    if name == "stack of 5":
        return film.places[-1, -1, 2]
    if name == "coin":
        return film.places[-1, 0, 2]
    if name == "wall of 50":
        return film.places[-1, :-1, 1].mean()
    lean = upright(film)[:, -1]
    times = case.end * np.arange(1, STOPS + 1) / STOPS
    down = np.flatnonzero(lean < np.cos(0.25 * np.pi))
    if down.size == 0 or down[0] == 0:
        return np.nan
    i = down[0]
    return float(np.interp(np.cos(0.25 * np.pi), [lean[i], lean[i - 1]], [times[i], times[i - 1]]))


def creep(film):
    """Way of the last body sideways in the second half [m]."""
    return float(np.ptp(film.places[STOPS // 2 :, -1, :2], axis=0).max())


def exponent():
    """n of angle ~ (t_end - t)^n of the coin in supple, over the last decade above the feet it comes to lie on."""
    run = sp.simulate(scene("coin"), 5.0, rtol=1e-6)
    times = np.linspace(0.0, run.t[-1], 20001)
    angle = np.arccos(np.clip(np.abs(run.rotation("b0", times)[:, 2, 2]), 0.0, 1.0))
    flat = np.flatnonzero(angle > 0.01)[-1] + 1
    if flat == times.size:
        return {"exponent": np.nan, "rest s": np.nan}
    keep = np.flatnonzero((angle[:flat] < SMALL) & (times[:flat] < times[flat] - 0.01))
    left, n = times[flat] - times[keep], np.nan
    if keep.size > 10:
        n = float(np.polyfit(np.log(left), np.log(angle[keep]), 1)[0])
    return {"exponent": n, "rest s": float(times[flat])}


def parts(quick):
    """A block of rows per case, in which the contenders take turns."""
    peers = {"MuJoCo": mujoco(), "Drake": drake()}
    for name, make in CASES.items():
        if quick and name == "wall of 50":
            continue
        rows = []
        case, (run, last) = make(), ours(name)
        who = {"supple": run, **{key: peer for key, peer in peers.items() if peer is not None}}
        settings, fine = (WALL, WALL_FINE) if name == "wall of 50" else (SETTINGS, FINE)
        best = {key: figure(name, case, go(case, fine[key])) for key, go in who.items()}
        base = None
        for setting in range(2):
            for key, go in who.items():
                film = go(case, settings[key][setting])
                base = base or film.seconds
                more = {"residual": last["run"].summary.relative_residual} if key == "supple" else {}
                if name == "stack of 5":
                    more["creep m"] = creep(film)
                rows.append(
                    Row(name, key, {
                        "setting": settings[key][setting], "ms": 1e3 * film.seconds, "x supple": film.seconds / base,
                        "real time": film.seconds / case.end, "figure": best[key],
                        "error": abs(figure(name, case, film) - best[key]), **more,
                    })
                )  # fmt: skip
        if name == "coin":
            rows.append(Row(name, "supple, to rest", exponent()))
        yield name, rows


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
