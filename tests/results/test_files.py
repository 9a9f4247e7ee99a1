"""Results as files: bit for bit, self-describing, complete or not at all."""

import json
from dataclasses import fields

import numpy as np
import pytest
import xarray as xr
from results.rows import parts

import supple as sp

pytestmark = pytest.mark.slow  # a simulation each


def drop(normal=None, friction=None):
    scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.1), velocity=(0.5, 0, 0))
    scene.body("ball", mass=0.066, joint=joint, surfaces=[sp.Sphere(0.0127, material="steel")])
    scene.body("tail", parent="ball", joint=sp.Fixed(at=(0.01, 0, 0)))
    law = sp.AzadFeatherstone.from_restitution(e=0.7, speed=2.0, mass=0.066, k=1e7)
    scene.contact("steel", "floor", normal=normal or law, friction=friction or sp.StickSlip(mu=0.3, kt=1e5, bt=10))
    return scene


@pytest.fixture(scope="module")
def run():
    return sp.simulate(drop(), 0.4)


@pytest.fixture
def stored(run, tmp_path):
    return sp.load(run.save(tmp_path / "run.nc"))


def same(a, b):
    return np.array_equal(a, b)


def test_same_inputs_give_the_same_bits(run):
    again = sp.simulate(drop(), 0.4)
    for one, other in zip(parts(run), parts(again), strict=True):
        assert one.tobytes() == other.tobytes()


def test_a_loaded_trajectory_is_the_same_bit_for_bit(run, stored):
    times = np.linspace(0.0, 0.4, 301)
    assert stored.at(times).tobytes() == run.at(times).tobytes()
    for one, other in zip(parts(run), parts(stored), strict=True):
        assert one.dtype == other.dtype and one.tobytes() == other.tobytes()
    assert same(stored.position("tail", times), run.position("tail", times))
    assert stored.events == run.events and stored.impacts == run.impacts
    assert same(stored.ledger.residual, run.ledger.residual)
    for name in run.contacts:
        one, other = run.contact(name, times), stored.contact(name, times)
        assert all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "name")


def test_a_loaded_trajectory_says_what_made_it(run, stored):
    assert stored.provenance == run.provenance
    assert stored.citation() == run.citation()
    assert stored.statistics == run.statistics and stored.limits == run.limits
    assert str(stored) == str(run)
    normal, friction = stored.model.rules[0]
    assert normal.name == "AzadFeatherstone" and dict(friction.parameters)["mu"] == 0.3


def test_a_loaded_trajectory_is_of_no_other_kind(run, stored, tmp_path):
    assert type(stored) is type(run) is sp.Trajectory and type(stored.model) is type(run.model) is sp.Model
    assert run.path is None and stored.path == (tmp_path / "run.nc").resolve()


def test_a_loaded_run_can_go_on(run, stored):
    one = sp.simulate(run.model, 0.5, start=0.4, initial=run)
    other = sp.simulate(stored.model, 0.5, start=0.4, initial=stored)
    assert one.y.tobytes() == other.y.tobytes()


def test_a_loaded_run_can_be_saved_again(run, stored, tmp_path):
    again = sp.load(stored.save(tmp_path / "again.nc"))
    assert str(again) == str(run) and again.y.tobytes() == run.y.tobytes()


def test_the_file_is_readable_without_supple(run, tmp_path):
    with xr.open_dataset(run.save(tmp_path / "run.nc"), engine="h5netcdf") as data:
        assert same(data["time"].values, run.t) and data["time"].attrs["units"] == "s"
        assert same(data["state"].sel(component="ball.z").values, run["ball.z"])
        assert data["unit"].sel(component="ball.vz").item() == "m/s"
        assert same(data["normal_force"].sel(contact="ball/ground").values, run.contact("ball/ground").force)
        words = np.array(data["contact_mode"].attrs["flag_meanings"].split())[data["contact_mode"].values[:, 0]]
        assert tuple(words) == run.contact("ball/ground").mode
        assert data.sizes["event"] == len(run.events) and data.sizes["impact"] == len(run.impacts)
        assert data.attrs["status"] == "DONE" and data.attrs["statistics.steps"] == run.statistics["steps"]
        assert json.loads(data["limits"].item()) == run.limits


def test_resampling_is_uniform_and_from_the_interpolant(run):
    data = run.resample(0.01)
    assert data.sizes["time"] == 41 and data["time"].values[-1] == 0.4
    assert same(data["state"].values, run.at(data["time"].values))
    assert np.abs(data["energy_residual"]).max() < 1e-5 * run.ledger.turnover
    with pytest.raises(ValueError, match="dt must be > 0"):
        run.resample(0.0)


def test_a_scene_without_contacts(tmp_path):
    scene = sp.Scene(name="flight")
    scene.body("stone", mass=1.0, inertia=(1.0, 1.0, 1.0), joint=sp.Free(velocity=(1, 0, 5)))
    run = sp.simulate(scene, 0.5)
    stored = sp.load(run.save(tmp_path / "flight.nc"))
    assert stored.impacts == [] and stored.events == []
    assert stored.at([0.1, 0.3]).tobytes() == run.at([0.1, 0.3]).tobytes()


def spring(delta, rate, p):
    return p[0] * delta * (1.0 + 0.1 * rate)


def test_users_laws_keep_what_was_stored(tmp_path):
    scene = drop(normal=sp.UserNormal(force=spring, parameters=(1e5,)))
    run = sp.simulate(scene, 0.3)
    stored = sp.load(run.save(tmp_path / "mine.nc"))
    assert stored.y.tobytes() == run.y.tobytes() and stored.impacts == run.impacts and stored.impacts
    assert same(stored.ledger.residual, run.ledger.residual)
    assert same(stored.position("ball"), run.position("ball"))
    one, other = run.contact("ball/ground"), stored.contact("ball/ground")
    assert all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "name")
    assert str(stored) == str(run)
    for again in (lambda: stored.at([0.1]), lambda: stored.contact("ball/ground", [0.1]), lambda: stored.resample(0.1),
                  lambda: sp.simulate(stored.model, 0.1), lambda: stored.replay.stored(stored.records),
                  lambda: stored.replay.contacts(stored.records, [0]), lambda: stored.model.system()):  # fmt: skip
        with pytest.raises(ValueError, match="user's own law"):
            again()


def test_what_cannot_be_loaded_is_a_sentence(run, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"missing\.nc"):
        sp.load(tmp_path / "missing.nc")
    text = tmp_path / "text.nc"
    text.write_text("not a result")
    with pytest.raises(ValueError, match=r"text\.nc.*not a result of supple"):
        sp.load(text)
    other = tmp_path / "other.nc"
    xr.Dataset({"a": ("x", [1.0])}).to_netcdf(other, engine="h5netcdf")
    with pytest.raises(ValueError, match=r"other\.nc.*not a result of supple"):
        sp.load(other)
    whole = run.save(tmp_path / "whole.nc").read_bytes()
    cut = tmp_path / "cut.nc"
    for part in (len(whole) // 2, len(whole) - 100):
        cut.write_bytes(whole[:part])
        with pytest.raises(OSError, match=r"cut\.nc.*truncated or damaged"):
            sp.load(cut)


def test_changed_numbers_are_noticed(run, tmp_path):
    import h5py

    path = run.save(tmp_path / "run.nc")
    with h5py.File(path, "a") as file:
        file["supple/tables.el_i"][0, 1] = 77
    with pytest.raises(ValueError, match="damaged or was changed"):
        sp.load(path)


def test_a_failure_leaves_the_old_file_and_nothing_else(run, tmp_path, monkeypatch):
    path = run.save(tmp_path / "run.nc")
    before = path.read_bytes()

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        run.save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_where_a_result_may_go(run, tmp_path):
    with pytest.raises(FileNotFoundError, match="directory of"):
        run.save(tmp_path / "nowhere" / "run.nc")
    with pytest.raises(IsADirectoryError, match="must be a file"):
        run.save(tmp_path)
