"""Drops of a ball by the thousand: `supple.ensemble` beside a plain loop over `simulate` and MuJoCo's threaded rollout.

Every member is a drop from another height with another mass, 0.6 s, of which the height at the end, the restitution of the
first two impacts and the peak force are kept. The loop does the same with `read_scene` and `simulate` and keeps the numbers
in a list. MuJoCo has one model and other heights, contacts of its own kind, fixed steps, and gives back all states.
CPU time is that of all processes and threads, the start of workers included; memory is what is resident, the largest worker
by itself.
"""

import os
import resource
import tempfile
import time
from pathlib import Path

import numpy as np
from common import HERE, Row, available, main

import supple

SCENE = HERE.parent / "examples" / "scenes" / "drop.toml"
END, WORKERS, LOW, HIGH = 0.6, 2, 0.2, 1.0
STEPS = (1e-3, 1e-4)  # [s] of MuJoCo
MEMBERS, QUICK = 4000, 200
CHUNK = 500  # members that MuJoCo computes at once: it keeps all their states


def sweep(members):
    """The specification."""
    return supple.Sweep(
        scene=SCENE, design="latin", members=members, seed=1, run={"end": END},
        parameters={"height": {"uniform": [LOW, HIGH]}, "bodies.ball.mass": {"log_uniform": [0.01, 0.2]}},
        outputs={
            "rest": {"type": "Final", "channel": "ball.z"},
            "e": {"type": "Impacts", "value": "restitution", "first": 2},
            "peak": {"type": "Peak", "contact": "ball/ground"},
        },
    )  # fmt: skip


# --- what it took -------------------------------------------------------------------------------------------------------
def cpu():
    """CPU time of this process and of those that it has waited for [s]."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def resident():
    """Memory of this process [MB]."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(case, who, work, members):
    """A row of what `work(look)` takes; it calls look() now and then."""
    seen, before, wall = [], cpu(), time.perf_counter()
    work(lambda *_: seen.append(resident()))
    wall, spent = time.perf_counter() - wall, cpu() - before
    quarter, end = seen[len(seen) // 4], seen[-1]
    return Row(case, who, {
        "members": members, "per second": members / wall, "CPU ms per member": 1e3 * spent / members,
        "CPU / wall": spent / wall, "MB at a quarter": quarter, "MB at the end": end,
    })  # fmt: skip


# --- contenders ---------------------------------------------------------------------------------------------------------
def loop(asked):
    """A plain Python loop, as one writes it."""

    def work(look):
        kept, names = [], tuple(asked.parameters)
        for k, values in enumerate(asked.table.rows(0, asked.table.size)):
            setup = supple.read_scene(SCENE, set=dict(zip(names, values, strict=True)) | {"run.end": END})
            run = supple.simulate(setup.scene, **setup.run)
            assert run.success
            e = [impact.restitution for impact in run.impacts[:2]]
            kept.append((run["ball.z"][-1], e, run.peaks.get("ball/ground")))
            if k % 50 == 0:
                look()
        look()

    return work


def ensemble(asked, engine):
    """The same by an engine."""

    def work(look):
        with tempfile.TemporaryDirectory() as folder:
            workers = 1 if engine == "serial" else WORKERS
            found = supple.ensemble(asked, Path(folder) / "out", engine=engine, workers=workers, progress=look)
            assert found.done == asked.table.size

    return work


def rollout(members, step):
    """MuJoCo, from other heights."""
    import mujoco
    from mujoco.rollout import Rollout

    text = f"""<mujoco><option timestep="{step}" integrator="RK4"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 1"><freejoint/><geom type="sphere" size="0.0127" mass="0.066" solref="-1e6 -20"/></body>
    </worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(text)
    data = [mujoco.MjData(model) for _ in range(WORKERS)]
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros((members, mujoco.mj_stateSize(model, kind)))
    mujoco.mj_getState(model, data[0], start[0], kind)
    start[:] = start[0]
    start[:, 3] = np.linspace(LOW, HIGH, members)  # time, then the position

    def work(look):
        kept = []
        with Rollout(nthread=WORKERS) as pool:
            for first in range(0, members, CHUNK):
                states, _ = pool.rollout(model, data, start[first : first + CHUNK], nstep=round(END / step))
                kept.append(states[:, -1, 3].copy())
                look()

    return work


def parts(quick):
    """One block."""
    members = QUICK if quick else MEMBERS
    few = max(members // 10, 50)
    case = f"drop, {END} s"
    supple.simulate(supple.read_scene(SCENE).scene, END)
    rows = [measured(case, "loop over read_scene and simulate", loop(sweep(few)), few)]
    for engine in ("serial", "threads", "processes", *(("dask",) if available("distributed") else ())):
        label = engine if engine == "serial" else f"{engine}, {WORKERS} workers"
        rows.append(measured(case, f"ensemble, {label}", ensemble(sweep(members), engine), members))
    for step in STEPS if available("mujoco") else ():
        rows.append(
            measured(case, f"MuJoCo rollout, {WORKERS} threads, dt {step:g} s", rollout(members, step), members)
        )
    yield (__doc__ or "").splitlines()[0], rows


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
