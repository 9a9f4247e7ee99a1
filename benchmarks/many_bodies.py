"""Many bodies, few of which touch: state and files, a box full of balls, a chain of beads.

pile    50 balls with friction between all of them in a box of five half-spaces: size of the state y with all its slots,
        bytes per step in memory and in a file, and a stiff method that goes on from there. Version 0.1.0 kept internal
        state for every possible pair: 4,483 components for 50 balls on one plane, 36 kB per step, no stiff method.
box     1,000 balls dropped into such a box, without and with friction: building the model, a step, memory. Each in a
        process of its own, whose memory is compared with that after a run of two balls.
chain   beads in a row that nearly touch, hit by a fast one at one end. All chains run for the same time, in which the wave
        does not come to the end of any and the steps are the same, and then for a time in proportion to their beads.
        `exponent` is that of the CPU time of a step over the number of beads, from the row before: 1 is linear. A step
        with an event costs several times one without, so see events and right-hand sides per step beside it.
"""

import multiprocessing
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import ceil, log
from pathlib import Path

import numpy as np
from common import Row, main

import supple

RADIUS, MASS = 0.02, 0.03  # [m], [kg]
SPACING = 2.3 * RADIUS  # of the balls of the box at the start [m]
LAW = supple.HuntCrossley(k=1e6, lam=5e5)
FRICTION = supple.StickSlip(mu=0.4, kt=2e4, bt=5.0)
GAP, SPEED = 1e-6, 1.0  # between the beads [m], of the one that hits [m/s]
SAME, PER_BEAD = 0.01, 4e-5  # [s] simulated: the same for all chains, or for each bead


# --- scenes -------------------------------------------------------------------------------------------------------------
def box(n, friction=None):
    """n balls on a cubic grid, a little beside their places, over the floor of a box of five half-spaces."""
    rng = np.random.default_rng(1)
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81), name=f"{n} balls")
    side = ceil(n ** (1.0 / 3.0))
    half = 0.5 * side * SPACING
    walls = [supple.HalfSpace(normal=(0, 0, 1), material="wall")]
    for axis, sign in product(((1, 0, 0), (0, 1, 0)), (-1, 1)):
        normal, at = (tuple(factor * x for x in axis) for factor in (sign, -sign * half))
        walls.append(supple.HalfSpace(normal=normal, at=at, material="wall"))
    scene.body("box", joint=supple.Fixed(), surfaces=walls)
    places = product(range(side), repeat=3)  # layer by layer
    for i, (layer, row, column) in zip(range(n), places, strict=False):
        at = np.array([(column + 0.5) * SPACING - half, (row + 0.5) * SPACING - half, 1.2 * RADIUS + layer * SPACING])
        joint = supple.Free(position=tuple(at + rng.normal(0.0, 0.05 * RADIUS, 3)))
        scene.body(f"ball{i}", mass=MASS, joint=joint, surfaces=[supple.Sphere(RADIUS, material="ball")])
    scene.contact("ball", "ball", normal=LAW, friction=friction)
    scene.contact("ball", "wall", normal=LAW, friction=friction)
    return scene


def chain(n):
    """n beads along x that nearly touch; the first comes flying."""
    scene = supple.Scene(gravity=(0.0, 0.0, 0.0), name=f"{n} beads")
    for i in range(n):
        joint = supple.Free(position=(i * (2.0 * RADIUS + GAP), 0, 0), velocity=(SPEED if i == 0 else 0.0, 0, 0))
        scene.body(f"bead{i}", mass=MASS, joint=joint, surfaces=[supple.Sphere(RADIUS, material="bead")])
    scene.contact("bead", "bead", normal=supple.HuntCrossley(k=1e9, lam=1e8))
    return scene


# --- figures ------------------------------------------------------------------------------------------------------------
def timed(function, *arguments, **options):
    """What a function returns, and the CPU time it takes [s]."""
    start = time.process_time()
    result = function(*arguments, **options)
    return result, time.process_time() - start


def peak():
    """The most memory that this process has had [MB]; nan where /proc does not tell."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else ()
    return next((int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmHWM")), float("nan"))


def met(run):
    """How many different contacts have been made."""
    return len({event.contact for event in run.events if event.what == "made"})


# --- parts --------------------------------------------------------------------------------------------------------------
def pile(n=50, end=0.3, further=2e-3):
    """State, memory and file of a run, and a stiff method from its end on."""
    model = supple.build(box(n, FRICTION))
    supple.simulate(model, 1e-6, rtol=1e-3)  # compiled
    run, seconds = timed(supple.simulate, model, end, rtol=1e-3)
    steps = run.statistics["steps"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pile.nc")
        supple.simulate(model, end, rtol=1e-3, out=path)
        in_file = path.stat().st_size / steps
    record = run.records
    in_memory = sum(part.nbytes for part in (record.r, record.k, record.y, record.log)) / steps
    shared = {"y": record.y.shape[1], "B/step": in_memory, "B/step in a file": in_file}
    stiff, stiff_seconds = timed(supple.simulate, model, further, rtol=1e-3, method="rodas5p", initial=run)
    rows = ((run, seconds, shared), (stiff, stiff_seconds, {"y": stiff.records.y.shape[1]}))
    return [
        Row(f"{n} balls, {one.options.end:g} s", one.method.name, {
            **figures, "CPU s": s, "steps": one.statistics["steps"], "contacts met": met(one),
            "touching at the end": int(one.records.n_touching[-1]), "status": one.status.name,
            "residual": one.ledger.relative_residual,
        })
        for one, s, figures in rows
    ]  # fmt: skip


def filled_box(n, with_friction, end):
    """A row of a box in this process."""
    supple.simulate(box(2, FRICTION), 1e-6)  # loaded
    at_first = peak()
    model, built = timed(supple.build, box(n, FRICTION if with_friction else None))
    run, seconds = timed(supple.simulate, model, end, rtol=1e-3)
    steps, most = run.statistics["steps"], peak() - at_first
    ledger, audited = timed(lambda: run.ledger)
    impacts, told = timed(lambda: run.impacts)
    return Row(f"{n} balls, {end:g} s", "with friction" if with_friction else "without friction", {
        "build CPU s": built, "run CPU s": seconds, "steps": steps, "ms/step": 1e3 * seconds / steps,
        "us/step and ball": 1e6 * seconds / steps / n, "y": run.records.y.shape[1], "MB": most,
        "MB recorded": run.records.y.nbytes / 1e6, "events": run.statistics["events"], "contacts met": met(run),
        "impacts": len(impacts), "ledger / run": audited / seconds, "impacts / run": told / seconds,
        "status": run.status.name, "residual": ledger.relative_residual,
    })  # fmt: skip


def boxes(n=1000, end=0.07):
    """Rows without and with friction, each from a new process."""
    rows = []
    for with_friction in (False, True):
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
            rows.append(process.submit(filled_box, n, with_friction, end).result())
    return rows


def struck(n, end, repeat):
    """A row of a chain; the run with the lowest time of some counts."""
    model, built = timed(supple.build, chain(n))
    supple.simulate(model, 1e-9, rtol=1e-3)  # compiled
    runs = [timed(supple.simulate, model, end, rtol=1e-3) for _ in range(repeat)]
    run, seconds = min(runs, key=lambda pair: pair[1])
    statistics = run.statistics
    steps = statistics["steps"]
    ledger, audited = timed(lambda: run.ledger)
    impacts, told = timed(lambda: run.impacts)
    return Row(f"{n} beads", f"{end:g} s", {
        "build CPU s": built, "run CPU s": seconds, "steps": steps, "events/step": statistics["events"] / steps,
        "rhs/step": statistics["right-hand sides"] / steps, "us/step": 1e6 * seconds / steps,
        "us/step and bead": 1e6 * seconds / steps / n, "contacts met": met(run), "impacts": len(impacts),
        "ledger / run": audited / seconds, "impacts / run": told / seconds, "status": run.status.name,
        "residual": ledger.relative_residual,
    })  # fmt: skip


def chains(numbers=(200, 400, 800)):
    """A row per number of beads: for the same time, and for the same time per bead."""
    rows = []
    for repeat, ends in ((5, [SAME] * len(numbers)), (1, [n * PER_BEAD for n in numbers])):
        before = None
        for n, end in zip(numbers, ends, strict=True):
            row = struck(n, end, repeat)
            if before is not None:
                row.figures["exponent"] = log(row.figures["us/step"] / before[1]) / log(n / before[0])
            before = n, row.figures["us/step"]
            rows.append(row)
    return rows


def parts(quick=False):
    """(title, rows) of the three parts; quick: so small that they only show that all of it works."""
    yield "A pile with friction: state and files", pile(8, 0.1, 1e-3) if quick else pile()
    yield "A box full of balls", [filled_box(27, True, 0.05)] if quick else boxes()
    yield "A chain of beads, hit at one end", chains((10, 20)) if quick else chains()


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
