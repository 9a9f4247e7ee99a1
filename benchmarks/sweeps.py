"""Drops of a ball by the thousand: `supple.ensemble` beside a plain loop over `simulate` and MuJoCo's threaded rollout.

Every member is a drop from another height with another mass, 5 s, until the ball is at rest: some forty impacts, of which
the height at the end, the restitution of the first two impacts and the peak force are kept. The loop does the same with
`read_scene` and `simulate` and keeps the numbers in a list.

Equal accuracy. MuJoCo has contacts of its own kind, so each program is held to its own converged answer: the height of the
first rebound of the drop from 1 m. supple at its default rtol 1e-6 is within 2e-6 of what rtol 1e-10 gives. MuJoCo's step
is the longest of STEPS that, with all shorter ones, is within 1 % of what steps of 1 us give, found by the benchmark as it
begins and printed with what it misses; its common step of 1 ms stands beside it, with what that misses. Its contact
rebounds to the same height and lasts 3 ms, forty times as long as that of the steel ball: one as short would need steps
forty times shorter, so this is in MuJoCo's favour, as is that it has one model and other heights only, and looks for no
impacts. It gives back all states.

CPU time is that of all processes and threads, the start of workers included; memory is what is resident. The number of
members of each contender is chosen such that all of it takes less than four minutes on two idle cores.
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
END, LOW, HIGH = 5.0, 0.2, 1.0
STEPS = (2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5)  # [s] of MuJoCo, longest first
COMMON = 1e-3  # [s]
FINEST, WITHIN = 1e-6, 0.01  # [s] step of its converged answer; of the height of the first rebound
MEMBERS, QUICK = 2000, 60
CHUNK = 100  # members that MuJoCo computes at once: it keeps all their states


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


def ensemble(asked, engine, workers):
    """The same by an engine."""

    def work(look):
        with tempfile.TemporaryDirectory() as folder:
            found = supple.ensemble(asked, Path(folder) / "out", engine=engine, workers=workers, progress=look)
            assert found.done == asked.table.size

    return work


# --- MuJoCo -------------------------------------------------------------------------------------------------------------
def model_of(step):
    """The nearest scene: the same ball above a plane."""
    import mujoco

    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{step}" integrator="RK4"/><worldbody><geom type="plane" size="1 1 1"/>
        <body pos="0 0 1"><freejoint/><geom type="sphere" size="0.0127" mass="0.066" solref="-1e6 -285"/></body>
        </worldbody></mujoco>"""
    )


def rebound(step):
    """Height that the ball reaches after its first impact [m]."""
    import mujoco

    model = model_of(step)
    data, touched, top = mujoco.MjData(model), False, 0.0
    while data.time < 1.2:
        mujoco.mj_step(model, data)
        touched |= data.ncon > 0
        if touched and data.qvel[2] > 0.0:
            top = max(top, data.qpos[2])
        elif top > 0.05:
            break
    return top


def steps():
    """(step, what it misses): the longest one that is accurate enough, as all shorter ones are; and the common one."""
    exact = rebound(FINEST)
    missed = {step: abs(rebound(step) / exact - 1.0) for step in STEPS}
    good = [step for step in STEPS if max(missed[one] for one in STEPS if one <= step) <= WITHIN]
    return [(step, missed[step]) for step in dict.fromkeys((good[0] if good else STEPS[-1], COMMON))]


def rollout(members, step, threads):
    """MuJoCo, from other heights."""
    import mujoco
    from mujoco.rollout import Rollout

    model = model_of(step)
    data = [mujoco.MjData(model) for _ in range(threads)]
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros((members, mujoco.mj_stateSize(model, kind)))
    mujoco.mj_getState(model, data[0], start[0], kind)
    start[:] = start[0]
    start[:, 3] = np.linspace(LOW, HIGH, members)  # time, then the position

    def work(look):
        kept = []
        with Rollout(nthread=threads) as pool:
            for first in range(0, members, CHUNK):
                states, _ = pool.rollout(model, data, start[first : first + CHUNK], nstep=round(END / step))
                kept.append(states[:, -1, 3].copy())
                look()

    return work


def parts(quick):
    """One block."""
    members = QUICK if quick else MEMBERS
    few, case = max(members // 2, 50), f"drop, {END:g} s"
    supple.simulate(supple.read_scene(SCENE).scene, END)
    rows = [measured(case, "loop over read_scene and simulate", loop(sweep(few)), few)]
    contenders = [("serial", 1), *((engine, n) for engine in ("threads", "processes") for n in (1, 2))]
    for engine, workers in [*contenders, *([("dask", 2)] if available("distributed") else [])]:
        rows.append(
            measured(case, f"ensemble, {engine}, {workers}", ensemble(sweep(members), engine, workers), members)
        )
    if available("mujoco"):
        for step, missed in steps():
            some = max(10, round(members / 5.0 * step / COMMON))
            for threads in (1, 2):
                who = f"MuJoCo rollout, {threads}, dt {step:g} s (first rebound missed by {missed:.1e})"
                rows.append(measured(case, who, rollout(some, step, threads), some))
    yield (__doc__ or "").splitlines()[0], rows


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
