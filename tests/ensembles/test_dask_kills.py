"""A sweep on a cluster of two workers (processes of their own, loopback), of which something is killed: equal bits."""

import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import amount
from commands import supple
from processes import BOUND, begun, children, wait_for_the_end, wait_until

import supple as sp
from supple.ensembles.engines import dask as engine
from supple.ensembles.engines import dask_worker

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.jit]

DROP = """
[parameters]
height = 0.5
[ground]
material = "floor"
[bodies.ball]
mass = 1.0
joint = { type = "Prismatic", axis = [0, 0, 1], displacement = "$height" }
surfaces = [{ type = "Sphere", radius = 0.1, material = "steel" }]
[[contacts]]
materials = ["steel", "floor"]
normal = { type = "HuntCrossley", from = "dissipation", k = 1e5, d = 0.2 }
[run]
end = 2.0
"""
BLOCKS, BLOCK = amount(70, 150), 3  # what is left after eight blocks takes far longer than to see that there are eight
SWEEP = f"""
scene = "drop.toml"
design = "latin"
members = {BLOCKS * BLOCK}
seed = 4
block = 3
[parameters]
height = {{ uniform = [-0.2, 2.0] }}
"bodies.ball.mass" = {{ log_uniform = [0.1, 10.0] }}
[outputs]
rest = {{ type = "Final", channel = "ball.displacement" }}
peak = {{ type = "Peak", contact = "ball/ground" }}
z = {{ type = "Channel", channel = "ball.displacement", every = 0.02 }}
"""


def content(path):
    """Every chunk of a result."""
    files = (file for file in Path(path).rglob("*") if file.is_file() and not file.name.startswith("."))
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


def marks(path):
    """Blocks that are complete -> when they were marked; a mark under way has another name, and may vanish."""
    files = (file for file in Path(path, "status").glob("[0-9]*") if file.name.isdigit())
    return {file.name: file.stat().st_mtime_ns for file in files}


def free_port():
    """One that stays free while nobody listens: the system gives those above to connections, of anybody."""
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class Cluster:
    """A scheduler and two workers."""

    def __init__(self, folder):
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._folder, self._all = folder, []
        self.begin()

    def begin(self):
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--dashboard-address",
                                     "127.0.0.1:0")  # fmt: skip
        self.workers = [self.add_worker() for _ in range(2)]

    def mend(self):
        """As it was in the beginning: what was killed is started again, what was added is ended."""
        if self.scheduler.poll() is not None:
            self.end()
            self.begin()
            return
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        self._end(process for process in self._all if process not in (self.scheduler, *self.workers))
        self.workers += [self.add_worker() for _ in range(2 - len(self.workers))]

    def wait(self):
        """Until the scheduler answers."""

        def answers():
            with socket.socket() as one:
                return one.connect_ex(("127.0.0.1", self.port)) == 0

        wait_until(answers, "a scheduler")

    def add_worker(self, **environment):
        """With variables of its environment."""
        words = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0")
        return self._start("worker", self.address, *words, "--local-directory", str(self._folder), **environment)

    def kill_workers(self):
        """All of them."""
        self._end(process for process in self._all if process is not self.scheduler)

    def end(self):
        self._end(reversed(self._all))

    def _start(self, *words, **environment):
        command = [sys.executable, "-m", "dask", *words]
        with open(self._folder / "cluster.log", "a") as log:
            self._all.append(subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | environment))
        return self._all[-1]

    def _end(self, processes):
        for process in list(processes):
            process.kill()
            process.wait()
            self._all.remove(process)


@pytest.fixture(scope="module")
def one_cluster(tmp_path_factory):
    """Of all tests: starting one takes longer than what most of them do with it."""
    one = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield one
    finally:
        one.end()


@pytest.fixture
def cluster(one_cluster):
    one_cluster.mend()
    return one_cluster


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """(specification, content) of the serial result."""
    folder = tmp_path_factory.mktemp("serial")
    (folder / "drop.toml").write_text(DROP)
    (folder / "sweep.toml").write_text(SWEEP)
    found = sp.ensemble(sp.read_sweep(folder / "sweep.toml"), folder / "serial", engine="serial")
    assert found.complete and found.failed > 0  # what begins deep in the ground
    return folder / "sweep.toml", content(found.path)


def when(blocks, act):
    """A function of a Progress that acts once, when so many blocks are complete."""
    acted = []

    def progress(at):
        if at.done >= BLOCK * blocks and not acted:
            acted.append(at)
            act()

    return progress


def test_a_worker_is_killed(cluster, reference, tmp_path):
    file, serial = reference
    act = when(8, lambda: os.kill(cluster.workers[0].pid, signal.SIGKILL))
    found = sp.ensemble(sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address, progress=act)
    assert cluster.workers[0].wait(BOUND) == -signal.SIGKILL
    assert found.complete and content(found.path) == serial


def test_both_workers_are_killed_and_another_comes(cluster, reference, tmp_path):
    file, serial = reference

    def act():
        for worker in cluster.workers:
            os.kill(worker.pid, signal.SIGKILL)
        cluster.add_worker()

    found = sp.ensemble(
        sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address, progress=when(8, act)
    )
    assert found.complete and content(found.path) == serial


def test_the_scheduler_is_restarted_at_once(cluster, reference, tmp_path):
    file, serial = reference

    def act():
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        cluster.begin()

    found = sp.ensemble(
        sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address, progress=when(8, act)
    )
    assert found.complete and content(found.path) == serial


def test_the_scheduler_is_restarted_too_late_and_the_sweep_resumed(cluster, reference, tmp_path, monkeypatch):
    file, serial = reference
    cluster.wait()
    monkeypatch.setattr(engine, "PATIENCE", 5.0)
    with pytest.raises(ConnectionError, match=r"went away, and none answered there within 5 s; .*resume"):
        sp.ensemble(
            sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address,
            progress=when(8, cluster.scheduler.kill),
        )  # fmt: skip
    before = marks(tmp_path / "out")
    assert 8 <= len(before) < BLOCKS
    monkeypatch.undo()
    cluster.begin()
    found = sp.ensemble(sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address, resume=True)
    assert found.complete and content(found.path) == serial
    after = marks(found.path)
    assert {name: after[name] for name in before} == before  # nothing twice


@pytest.mark.parametrize("local", [False, True])
def test_the_client_is_killed_and_the_sweep_resumed(local, request, reference, tmp_path):
    file, serial = reference
    out = tmp_path / "out"
    where = ["--workers", "2"] if local else ["--scheduler", request.getfixturevalue("cluster").address]
    command = [sys.executable, "-m", "supple", "sweep", str(file), "--out", str(out), "--engine", "dask", *where]
    with begun(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
        wait_until(lambda: len(marks(out)) >= 8, "eight blocks")
        started = children(client)
        client.kill()
    before = marks(out)
    assert 8 <= len(before) < BLOCKS
    assert bool(started) == local
    wait_for_the_end(started)
    again = supple(*command[3:], "--resume")  # in this process, which has loaded what it needs
    assert again.returncode == 0, again.stderr
    assert "supple: dashboard http://" in again.stderr
    assert content(out) == serial
    after = marks(out)
    assert {name: after[name] for name in before} == before


@pytest.mark.skipif(os.name == "nt", reason="groups of processes are POSIX")
def test_ctrl_c_ends_a_local_cluster_and_says_how_to_go_on(reference, tmp_path):
    """It reaches the workers too, as in a terminal: they leave it to the process that started them."""
    file, serial = reference
    out = tmp_path / "out"
    command = [sys.executable, "-m", "supple", "sweep", str(file), "--out", str(out), "--engine", "dask"]
    with begun(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as client:
        wait_until(lambda: len(marks(out)) >= 8, "eight blocks")
        started = children(client)
        os.killpg(client.pid, signal.SIGINT)
        said = client.communicate(timeout=BOUND)[1]
    assert client.returncode == 130
    assert "--resume goes on with it" in said and "Traceback" not in said
    wait_for_the_end(started)
    found = sp.ensemble(sp.read_sweep(file), out, engine="serial", resume=True)  # by another engine
    assert content(found.path) == serial


def test_a_member_that_ends_its_workers_has_failed(tmp_path, reference):
    """Its neighbours are as they would be."""
    file, _ = reference
    heights = [0.5, 0.6, 0.25, 0.7, 0.8, 0.9]
    outputs = {"rest": {"type": "Reduction", "function": "dask_parts:deadly"}}

    def sweep(heights):
        return sp.Sweep(
            scene=file.parent / "drop.toml", parameters={"height": heights}, outputs=outputs, block=3, allow_code=True,
            run={"end": 0.1},
        )  # fmt: skip

    found = sp.ensemble(sweep(heights), tmp_path / "out", engine="dask", workers=2).dataset().load()
    fine = sp.ensemble(sweep([h for h in heights if h > 0.3]), tmp_path / "fine", engine="serial").dataset().load()
    assert found["status"].values.tolist() == [1, 1, 2, 1, 1, 1]
    assert str(found["message"].values[2]) == "its worker process died, 2 times"
    assert found["rest"].values[[0, 1, 3, 4, 5]].tobytes() == fine["rest"].values.tobytes()


def test_a_worker_with_other_versions_is_refused(cluster, reference, tmp_path, monkeypatch):
    file, _ = reference
    known = dask_worker._versions
    monkeypatch.setattr(dask_worker, "_versions", lambda: known() | {"numpy": "1.0"})
    with pytest.raises(ValueError, match=r"the worker tcp://\S+ must have numpy 1.0 as this process does, got \d"):
        sp.ensemble(sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address)


def test_a_worker_without_supple_says_so(cluster, reference, tmp_path):
    file, _ = reference
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "supple.py").write_text("raise ImportError(\"No module named 'supple'\")")
    cluster.kill_workers()
    cluster.add_worker(PYTHONPATH=str(tmp_path / "none"))
    with pytest.raises(ImportError, match=r"the worker tcp://\S+ must have supple as this process does, got No module"):
        sp.ensemble(sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address)


def test_a_cluster_without_workers_is_told_and_waited_for(cluster, reference, tmp_path, monkeypatch):
    """One comes when it was told, whenever that is."""
    file, serial = reference
    monkeypatch.setattr(engine, "LONELY", 1.0)
    look, added = engine._Tasks._look_for_workers, []

    def then_add(tasks):
        look(tasks)
        if tasks._told and not added:
            added.append(cluster.add_worker())

    monkeypatch.setattr(engine._Tasks, "_look_for_workers", then_add)
    cluster.kill_workers()
    with pytest.warns(UserWarning, match="has no workers: the sweep waits for one"):
        found = sp.ensemble(sp.read_sweep(file), tmp_path / "out", engine="dask", scheduler=cluster.address)
    assert content(found.path) == serial
