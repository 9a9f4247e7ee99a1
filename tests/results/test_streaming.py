"""Results written while the run goes on: the same bits, flat memory, kept on interruption, nothing lost that was there."""

import os
import resource  # noqa: F401  (for the child processes)
import signal
import subprocess
import sys

import numpy as np
import pytest
from processes import begun
from results.rows import parts

import supple as sp

pytestmark = pytest.mark.slow  # simulations
BOUND = 1800  # [s] after which a process is taken for one that never ends


def hopping(friction=None):
    """A ball that keeps its energy hops for ever; a box beside it comes to rest."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="hopping")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.03), velocity=(0.1, 0, 0))
    scene.body("ball", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="steel")])
    joint = sp.Free(position=(0.3, 0, 0.0499), attitude=(0.99, 0.1, 0, 0))
    scene.body("box", mass=1.0, joint=joint, surfaces=[sp.Box((0.1, 0.1, 0.1), material="wood")])
    scene.contact("steel", "floor", normal=sp.Hertz(k=1e6))
    scene.contact("wood", "floor", normal=sp.HuntCrossley(k=1e5, lam=1e5), friction=sp.StickSlip(mu=0.4, kt=1e5, bt=50))
    scene.no_contact("steel", "wood")
    return scene


@pytest.fixture(scope="module")
def whole():
    return sp.simulate(hopping(), 0.3)


def check_same(run, other):
    for one, two in zip(parts(run), parts(other), strict=True):
        assert one.dtype == two.dtype and one.tobytes() == two.tobytes()
    assert other.events == run.events and other.impacts == run.impacts and len(run.impacts) > 3
    assert other.ledger.residual.tobytes() == run.ledger.residual.tobytes()
    assert other.summary == run.summary
    assert {name: list(top) for name, top in other.peaks.items()} == run.peaks
    times = np.linspace(0.0, 0.3, 101)
    assert other.at(times).tobytes() == run.at(times).tobytes()


def test_a_run_written_while_it_runs_is_the_same_bit_for_bit(whole, tmp_path):
    check_same(whole, sp.simulate(hopping(), 0.3, out=tmp_path / "run.nc"))
    check_same(whole, sp.load(tmp_path / "run.nc"))
    assert list(tmp_path.iterdir()) == [tmp_path / "run.nc"]


@pytest.mark.parametrize("rows", [2, 100])
def test_where_a_run_is_cut_does_not_matter(whole, tmp_path, monkeypatch, rows):
    """Rows, energies, events, impacts and peaks, however few rows are held at a time."""
    monkeypatch.setattr("supple.simulation.CHUNK", rows)
    monkeypatch.setattr("supple.results.writer.GATHER", rows)
    check_same(whole, sp.simulate(hopping(), 0.3, out=tmp_path / "run.nc"))


def test_saving_later_writes_the_same_file_content(whole, tmp_path):
    import xarray as xr

    one = sp.simulate(hopping(), 0.3, out=tmp_path / "one.nc").to_xarray()
    other = sp.load(whole.save(tmp_path / "other.nc")).to_xarray()
    # how long it took is the only difference
    assert one.attrs.pop("statistics.wall_time") != other.attrs.pop("statistics.wall_time")
    xr.testing.assert_identical(one, other)
    xr.testing.assert_equal(
        other.drop_vars(("scene", "limits", "notes")), whole.to_xarray().drop_vars(("scene", "limits", "notes"))
    )


def test_the_scene_is_inside(whole, tmp_path):
    stored = sp.load(whole.save(tmp_path / "run.nc"))
    assert stored.scene == hopping()
    again = sp.simulate(stored.scene, **sp.scene_from_toml(stored.scene_toml).run)
    assert again.y.tobytes() == whole.y.tobytes()


def test_interruption_keeps_what_there_was(tmp_path):
    def press(fraction):
        if fraction > 0.1 and not pressed:
            pressed.append(fraction)
            os.kill(os.getpid(), signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background may ignore it
    for out in (None, tmp_path / "run.nc"):
        pressed = []
        run = sp.simulate(hopping(), 20.0, progress=press, out=out)
        assert run.status == sp.Status.INTERRUPTED and not run.success
        assert "interrupted" in run.message and f"t = {run.t[-1]:.9g} s" in run.message
        assert 0.0 < run.t[-1] < 20.0 and np.isfinite(run.y).all()
    assert sp.load(out).y.tobytes() == run.y.tobytes()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_failure_leaves_nothing(tmp_path):
    def fail(fraction):
        raise RuntimeError("the display broke")

    with pytest.raises(RuntimeError, match="display"):
        sp.simulate(hopping(), 1.0, progress=fail, out=tmp_path / "run.nc")
    assert list(tmp_path.iterdir()) == []


def child(code, *arguments, **options):
    """A Python process that knows the scene above."""
    tests = os.path.dirname(os.path.dirname(__file__))
    text = f"import sys; sys.path.insert(0, {tests!r})\nfrom results.test_streaming import *\n{code}"
    return begun([sys.executable, "-c", text, *map(str, arguments)], text=True, stdout=subprocess.PIPE, **options)


def test_a_full_disk_is_a_sentence_and_leaves_nothing(tmp_path):
    code = """
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
try:
    sp.simulate(hopping(), 0.3, out=sys.argv[1])
except OSError as error:
    print(error)
"""
    with child(code, tmp_path / "run.nc", stderr=subprocess.PIPE) as process:
        said, noise = process.communicate(timeout=BOUND)
    assert "run.nc" in said and "could not be written" in said, (said, noise)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.jit
def test_memory_does_not_grow_with_the_run(tmp_path):
    """Peak memory of a run and of one many times as long, in processes of their own."""
    code = """
run = sp.simulate(hopping(), float(sys.argv[2]), rtol=1e-9, out=sys.argv[1])
print(run.statistics["steps"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    found = []
    for end in (10.0, 180.0):
        with child(code, tmp_path / "run.nc", end) as process:
            found.append([int(word) for word in process.communicate(timeout=BOUND)[0].split()])
    (few, small), (many, large) = found
    rows = 8 * (many - few) * 110  # bytes of state, record and contacts of the additional steps
    assert rows > 50e6
    assert (large - small) * 1024 < 0.15 * rows


def test_replacing_is_told(whole, tmp_path):
    path = whole.save(tmp_path / "run.nc")
    with pytest.warns(match=r"run\.nc' was there before and was replaced"):
        sp.simulate(hopping(), 0.1, out=path)
    assert sp.load(path).t[-1] == 0.1
    with pytest.warns(match="replaced"):
        whole.save(path)
    assert sp.load(path).t[-1] == 0.3


@pytest.mark.parametrize("failing", [{"max_steps": 20}, {"rtol": 1e-3, "max_steps": 5}])
def test_a_run_that_fails_replaces_nothing(whole, tmp_path, failing):
    path = whole.save(tmp_path / "run.nc")
    before = path.read_bytes()
    with pytest.warns(match=r"run\.nc' was there before and is kept.*run\.nc\.part"):
        run = sp.simulate(hopping(), 0.3, out=path, **failing)
    assert run.status == sp.Status.MAX_STEPS and run.path == tmp_path / "run.nc.part"
    assert path.read_bytes() == before and sp.load(run.path).status == sp.Status.MAX_STEPS


def test_what_was_flushed_survives_a_failure(tmp_path, monkeypatch):
    """A run that breaks off, by an exception or on a full disk, leaves what it had flushed."""
    monkeypatch.setattr("supple.simulation.CHUNK", 16)
    monkeypatch.setattr("supple.results.writer.FLUSH", 0.0)

    def fail(fraction):
        if fraction > 0.5:
            raise RuntimeError("the display broke")

    with pytest.raises(RuntimeError, match="display"):
        sp.simulate(hopping(), 0.1, progress=fail, out=tmp_path / "run.nc")
    run = sp.load(tmp_path / "run.nc.part")
    assert run.status == sp.Status.UNFINISHED and 0.0 < run.t[-1] < 0.1


def test_returning_from_the_loop_changes_no_bit(whole, monkeypatch):
    """The loop is asked to return every millisecond."""
    monkeypatch.setattr("supple._interrupt.TICK", 1e-3)
    again = sp.simulate(hopping(), 0.3)
    assert again.y.tobytes() == whole.y.tobytes() and again.events == whole.events
