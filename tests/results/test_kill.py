"""A process that is killed while it writes a result: what was flushed is there, readable, and found.

The kills are real (SIGKILL) and come at chosen points of the writing, not at chosen times: a child counts the system calls
that change files and kills itself at the n-th, half way through it if it writes.
"""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
import xarray as xr
from amounts import amount

import supple as sp
from supple.results.disk import PAGE, journal_of, mend, write_journal

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="kills itself in a fork")]

CHILD = """
import os, signal, sys, tempfile
from pathlib import Path
import numpy as np
import supple as sp
from supple import simulation
from supple.results import disk, writer
from test_kill import END, scene

directory, every = Path(sys.argv[1]), int(sys.argv[2])
simulation.CHUNK = writer.GATHER = 15
writer.FLUSH = 0.0


def points(last):
    \"\"\"Count what changes files; at the last point, do half of it and be killed.\"\"\"
    count = [0]

    def die():
        count[0] += 1
        return count[0] == last

    def wrap(owner, name, half):
        whole = getattr(owner, name)

        def call(*args, **options):
            if die():
                half(whole, *args)
                os.kill(os.getpid(), signal.SIGKILL)
            return whole(*args, **options)

        setattr(owner, name, call)

    wrap(disk, "_write_at", lambda whole, file, offset, data: whole(file, offset, memoryview(data)[: len(data) // 2]))
    wrap(disk, "write_journal", lambda whole, file, size, pages: (file.write(b"half"), file.flush()))
    wrap(Path, "unlink", lambda *_: None)
    wrap(os, "fsync", lambda *_: None)
    wrap(os, "replace", lambda *_: None)
    return count


def commits(log):
    whole = disk.Disk.commit

    def commit(self):
        whole(self)
        with open(log, "a") as file:
            file.write("x")

    disk.Disk.commit = commit


with tempfile.TemporaryDirectory() as first:  # everything is compiled and imported before the first fork
    sp.simulate(scene(), END, method="ode45", out=Path(first) / "run.nc")
last = 0
while True:
    last += every
    place = directory / str(last)
    place.mkdir()
    child = os.fork()
    if child == 0:
        commits(place / "commits")
        points(last)
        sp.simulate(scene(), END, method="ode45", out=place / "run.nc")
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        print(last)  # more than there are points
        break
"""
END = 0.03


def scene():
    scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
    scene.ground(material="floor")
    scene.body("ball", mass=0.1, joint=sp.Free(position=(0, 0, 0.0201)), surfaces=[sp.Sphere(0.02, material="steel")])
    scene.contact("steel", "floor", normal=sp.Hertz(k=1e6), friction=sp.StickSlip(mu=0.4, kt=1e5, bt=50))
    return scene


def child(code, *arguments, **options):
    here = os.path.dirname(__file__)
    text = f"import sys; sys.path[:0] = [{here!r}, {os.path.dirname(here)!r}]\n{code}"
    command = [sys.executable, "-c", text, *map(str, arguments)]
    return subprocess.run(command, text=True, capture_output=True, check=True, **options)


@pytest.mark.jit
def test_kill_at_every_point_of_the_writing(tmp_path):
    whole = sp.simulate(scene(), END, method="ode45")
    child(CHILD, tmp_path, amount(53, 11))
    seen = {"nothing": 0, "part": 0, "mended": 0, "whole": 0}
    for place in sorted(tmp_path.iterdir(), key=lambda path: int(path.name)):
        commits = len((place / "commits").read_text()) if (place / "commits").exists() else 0
        path, part = place / "run.nc", place / "run.nc.part"
        assert path.exists() != part.exists(), list(place.iterdir())
        if path.exists():
            assert sp.load(path).success
            seen["whole"] += 1
            continue
        with pytest.raises(FileNotFoundError, match=r"run\.nc\.part.*supple\.load reads it"):
            sp.load(path)
        mended = journal_of(part).exists()
        try:
            run = sp.load(part)
        except ValueError as error:
            assert "nothing in it" in str(error) and commits == 0
            seen["nothing"] += 1
            continue
        seen["mended" if mended else "part"] += 1
        assert run.status in (sp.Status.UNFINISHED, sp.Status.DONE) and commits <= len(run.t)
        n = len(run.t)
        assert n >= 1 and run.y.tobytes() == whole.y[:n].tobytes()
        assert run.impacts[: len(run.impacts) - 1] == whole.impacts[: max(len(run.impacts) - 1, 0)]
        assert not journal_of(part).exists()
        with xr.open_dataset(part, engine="h5netcdf") as data:
            assert data.sizes["time"] == n and data.attrs["status"] == run.status.name
    assert all(seen.values()), seen


def unfinished(directory, steps=30):
    """What a kill leaves: a run whose third flush is not followed by anything."""
    code = f"""
import os, signal
import supple as sp
from supple import simulation
from supple.results import writer
from test_kill import END, scene
simulation.CHUNK = writer.GATHER = {steps // 3}
writer.FLUSH = 0.0
flush, flushes = writer.ResultWriter._flush, []
def counted(self, counters):
    flush(self, counters)
    flushes.append(1)
    if len(flushes) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
writer.ResultWriter._flush = counted
sp.simulate(scene(), END, method="ode45", out=sys.argv[1])
"""
    with pytest.raises(subprocess.CalledProcessError) as ended:
        child(code, directory / "run.nc")
    assert ended.value.returncode == -signal.SIGKILL, ended.value.stderr
    return directory / "run.nc.part"


def test_what_a_killed_run_leaves_is_a_trajectory(tmp_path):
    part = unfinished(tmp_path)
    run = sp.load(part)
    assert run.status == sp.Status.UNFINISHED and not run.success and "killed" in run.message
    whole = sp.simulate(scene(), END, method="ode45")
    assert run.y.tobytes() == whole.y[: len(run.t)].tobytes() and len(run.t) == 30
    times = np.linspace(0.0, run.t[-2], 50)
    assert run.at(times).tobytes() == whole.at(times).tobytes()
    assert run.ledger.residual.tobytes() == whole.ledger.residual[:30].tobytes()
    assert run.contact("ball/ground").force.tobytes() == whole.contact("ball/ground").force[:30].tobytes()
    going_on = sp.simulate(run.model, END, start=run.t[-1], initial=run)
    assert np.allclose(going_on.final[:3], whole.final[:3], atol=1e-6)
    rescued = sp.load(run.save(tmp_path / "rescued.nc"))
    assert rescued.y.tobytes() == run.y.tobytes()


def test_what_was_left_is_named_and_kept(tmp_path):
    part = unfinished(tmp_path)
    before = part.read_bytes()
    (tmp_path / ".run.nc.abcd").mkdir()
    with pytest.warns(match=r"run\.nc\.part.*killed.*supple\.load reads it"), pytest.warns(match="half a file"):
        run = sp.simulate(scene(), END, out=tmp_path / "run.nc")
    assert run.success
    assert part.read_bytes() == before
    with pytest.warns(match=r"run\.nc\.part"), pytest.warns(match="half a file"):
        sp.load(tmp_path / "run.nc")


def test_a_commit_that_was_not_carried_out_is(tmp_path):
    """A whole journal is applied, half a journal is dropped; one that a living process holds is left alone."""
    part = tmp_path / "run.nc.part"
    for damage, after in ((b"", b"y"), (b"?", b"x")):
        part.write_bytes(b"x" * 10000)
        with open(journal_of(part), "wb") as file:
            write_journal(file, 9000, {1: b"y" * PAGE})
            file.write(damage)
        mend(part)
        assert part.read_bytes()[PAGE : PAGE + 1] == after and not journal_of(part).exists()
        assert len(part.read_bytes()) == (9000 if after == b"y" else 10000)
    with open(journal_of(part), "wb") as file:
        import fcntl

        write_journal(file, 9000, {1: b"z" * PAGE})
        code = "from supple.results.disk import mend; mend(sys.argv[1])"
        fcntl.flock(file, fcntl.LOCK_EX)
        child(code, part)
    assert b"z" not in part.read_bytes() and journal_of(part).exists()
