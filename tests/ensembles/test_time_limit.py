"""Members that take too long: recorded with their sentence, on every engine, and the sweep goes on."""

import sys
import threading
import time

import numpy as np
import pytest
import sweep_parts as parts

import supple as sp
from supple._interrupt import Alarm
from supple.ensembles import Final, Reduction
from supple.ensembles.engines import processes

LIMIT = 0.5  # [s]: an ordinary member takes a fiftieth of it, also where others want the processor
BOUND = 120.0  # [s] after which something that has not happened is taken for one that never will
END = {"end": Final(channel="ball.displacement")}
SLOW = 1e-8  # [s] longest step: minutes for the whole run


def steps(limit=LIMIT):
    """A member that takes ever so many steps between two ordinary ones."""
    return sp.Sweep(
        scene=parts.drop, parameters={"run.max_step": [1e-2, SLOW, 2e-2]}, run={"end": 1.0}, outputs=END,
        time_limit=limit, block=3,
    )  # fmt: skip


@pytest.mark.parametrize("engine", ["serial", "threads", "processes", "dask"])
def test_a_member_that_takes_too_long_has_failed_and_the_others_are_computed(engine, tmp_path):
    if engine == "dask":
        pytest.importorskip("distributed")
    began = time.monotonic()
    found = sp.ensemble(steps(), tmp_path / "out", engine=engine, workers=1)
    assert (found.done, found.failed) == (2, 1) and time.monotonic() - began < BOUND
    data = found.dataset()
    assert data["status"].values.tolist() == [1, 2, 1] and np.isnan(data["end"].values[1])
    said = data["message"].values[1]
    assert said.startswith(f"TIME_LIMIT: it took longer than time_limit = {LIMIT} s; its run had come to t = 0.0")
    assert said.endswith(" s of 1 s")


def test_a_run_ends_with_the_status_and_keeps_what_it_has():
    began = time.monotonic()
    run = sp.simulate(parts.drop(), 1.0, max_step=SLOW, time_limit=0.2)
    assert time.monotonic() - began < BOUND
    assert run.status == sp.Status.TIME_LIMIT and not run.success and 0.0 < run.t[-1] < 1.0
    assert run.message.startswith("the time limit was reached; what was computed is kept at t = ")
    whole = sp.simulate(parts.drop(), 0.05, time_limit=1000.0)
    assert whole.success and np.array_equal(whole.y, sp.simulate(parts.drop(), 0.05).y)
    with pytest.raises(ValueError, match=r"time_limit must be > 0 s, got 0"):
        sp.simulate(parts.drop(), 1.0, time_limit=0)


def test_outputs_count(tmp_path):
    sweep = sp.Sweep(scene=parts.drop, parameters={"height": [0.5]}, run={"end": 0.01}, time_limit=LIMIT,
                     outputs=END | {"slow": Reduction(function=parts.slow)})  # fmt: skip
    found = sp.ensemble(sweep, tmp_path / "out", engine="serial")
    ((said, _),) = found.failures()
    assert said == (
        f"TIME_LIMIT: it took longer than time_limit = {LIMIT} s; its run was done, and output slow was being computed"
    )


def test_a_function_that_does_not_come_back_costs_a_process_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "GRACE", 0.3)
    sweep = sp.Sweep(scene=parts.drop, parameters={"height": [0.5, 0.6, 0.52]}, run={"end": 0.01}, time_limit=1.0,
                     outputs={"stuck": Reduction(function=parts.stuck)}, block=3)  # fmt: skip
    found = sp.ensemble(sweep, tmp_path / "out", engine="processes", workers=1)
    assert found.dataset()["status"].values.tolist() == [1, 2, 1]
    ((said, count),) = found.failures()
    assert count == 1 and said.endswith("time_limit = 1 s; it did not come back: its worker was ended")


def test_the_limit_is_no_part_of_what_is_resumed(tmp_path):
    first = sp.ensemble(steps(), tmp_path / "out", engine="serial")
    again = sp.ensemble(steps(limit=None), tmp_path / "out", engine="serial", resume=True)
    assert again.failed == first.failed == 1
    assert steps().hash == steps(limit=None).hash
    for wrong in (0, -1.0, float("inf")):
        with pytest.raises(ValueError, match="time_limit must be"):
            steps(limit=wrong)


def test_a_specification_may_say_it(tmp_path):
    parts.drop_file(tmp_path)
    (tmp_path / "spec.toml").write_text(
        'scene = "drop.toml"\ntime_limit = 2\n[parameters]\nheight = [0.2]\n'
        '[outputs]\nend = { type = "Final", channel = "ball.displacement" }\n'
    )
    assert sp.read_sweep(tmp_path / "spec.toml").time_limit == 2.0
    assert sp.read_sweep(tmp_path / "spec.toml", time_limit=3).time_limit == 3.0


# --- alarms -------------------------------------------------------------------------------------------------------------
def test_alarms_ring_for_those_that_last_and_for_nobody_else():
    rung, lasting = [], threading.Event()
    with Alarm(1000.0, lambda: rung.append("late")):
        for _ in range(100):
            with Alarm(0.5, lambda: rung.append("short")):
                pass
        with Alarm(0.05, lambda: (rung.append("long"), lasting.set())):
            assert lasting.wait(BOUND)
        time.sleep(0.6)
    assert rung == ["long"]


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_fork_has_alarms_of_its_own(tmp_path):
    import multiprocessing

    with Alarm(1000.0, lambda: None):
        process = multiprocessing.get_context("fork").Process(target=_rings, args=(tmp_path / "rung",))
        process.start()
        process.join(BOUND)
    assert process.exitcode == 0 and (tmp_path / "rung").exists()


def _rings(path):
    rung = threading.Event()
    with Alarm(0.05, rung.set):
        if rung.wait(BOUND):
            path.touch()
