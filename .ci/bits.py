"""Print digests of what runs give, bit for bit: equal prints mean equal bits.

    python .ci/bits.py examples/scenes > bits.txt
    python .ci/bits.py examples/scenes "in the package" > bits.txt      # machine code must come from there

Every scene runs with several methods and tolerances: alone, then every third of these runs two at a time in threads and in
processes, which must give the same; so must impacts with one worker and with two. Digests cover states, events, the ledger
and the forces of contacts. Where the package brings its machine code, numba is imported for the law of a user's only, which
comes last.
"""

import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

import supple
from supple.system import entries

SCENES = ("drop", "sliding_ball", "tumbling_box", "legged", "pendulum_stop", "driven_arm", "bar_in_a_plane")
RARE = ("series_elastic_arm", "flexible_arm", "rolling_ellipsoids", "dropped_bar")  # with units of their own
RUNS = (("auto", 1e-3), ("auto", 1e-6), ("dop853", 1e-9), ("rodas5p", 1e-5), ("trapezoid", 1e-3))
END = 0.6  # [s] of each run: the ball that is dropped has bounced
SPEEDS = np.geomspace(0.01, 10.0, 50)  # [m/s] of impacts
WORKERS = 2
AGAIN = 3  # every third run is repeated in threads and in processes: all scenes, all methods, not all pairs of them


def main(directory, origin=None):
    """Print a digest per case."""
    runs = [(name, run) for name in SCENES for run in RUNS] + [(name, RUNS[0]) for name in RARE]
    cases = [(str(Path(directory, f"{name}.toml")), *run) for name, run in runs]
    alone = list(map(run, cases))
    with ThreadPoolExecutor(WORKERS) as threads:
        same("threads", alone[::AGAIN], list(threads.map(run, cases[::AGAIN])))
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as processes:
        same("processes", alone[::AGAIN], list(processes.map(run, cases[::AGAIN])))
    one, two = impacts(1), impacts(WORKERS)
    same("workers", one, two)
    found = {
        f"{Path(path).stem} {method} {rtol:g}": bits for (path, method, rtol), bits in zip(cases, alone, strict=True)
    }
    if origin and (entries.run.origin != origin or "numba" in sys.modules):
        sys.exit(f"machine code must be {origin} and need no numba, got: {entries.run.origin}")
    print(json.dumps({**found, "impacts": one, "a law of a user's": users_law()}, indent=1))


def run(case):
    """Digest of a run: scene file, method, tolerance."""
    path, method, rtol = case
    return of_run(supple.simulate(supple.read_scene(path).scene, END, method=method, rtol=rtol))


def of_run(done):
    """Digest of a result: what was stepped, what is replayed, what is interpolated."""
    energies = (*done.ledger.stored.values(), *done.ledger.lost.values(), done.ledger.work)
    events = [(event.time, event.rate) for event in done.events]
    forces = [peak for _, peaks in sorted(done.peaks.items()) for peak in peaks]
    kinds = "".join(f"{event.contact} {event.what}\n" for event in done.events).encode()
    return digest(
        done.t, done.y, events, *energies, forces, done.at(np.linspace(0.0, END, 50)), np.frombuffer(kinds, "B")
    )


def impacts(workers):
    """Digest of impacts."""
    laws = [supple.AzadFeatherstone(k=1e10, lam=lam) for lam in (1e4, 1e5)]
    curve = supple.restitution_curve(supple.HuntCrossley(k=1e8, lam=1e6), SPEEDS, 0.1, workers=workers)
    return digest(supple.restitution_map(laws, SPEEDS, 0.066, workers=workers), curve.restitution, curve.peak_force)


def users_law():
    """Digest of a run with a law that is compiled here."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81))
    scene.ground(material="floor")
    point = [supple.Point(material="steel")]
    scene.body("ball", mass=1.0, joint=supple.Prismatic(displacement=0.1), surfaces=point)
    scene.contact("steel", "floor", normal=supple.UserNormal(force=stiffening, parameters=(1e5, 10.0)))
    return of_run(supple.simulate(scene, END))


def stiffening(depth, rate, p):
    """Force [N]."""
    return p[0] * depth**1.5 * (1.0 + 0.1 * rate) * (1.0 + p[1] * depth)


def digest(*parts):
    """Of arrays, and of what becomes one."""
    found = hashlib.sha256()
    for part in parts:
        found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()[:16]


def same(what, expected, found):
    """Two lists of digests must be equal."""
    if expected != found:
        sys.exit(f"{what} give other bits: {found}, alone: {expected}")


if __name__ == "__main__":
    main(*sys.argv[1:])
