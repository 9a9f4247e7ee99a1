"""Rows and slots grow while a run goes on: nothing else about it changes."""

import numpy as np
import pytest

import supple as sp
from supple.integrate.solver import BY_ELEMENT, REC_WHO
from supple.model.room import Room
from supple.tables import E_SLOT

LAW = sp.HuntCrossley(k=2e5, lam=1e5)
GRIP = sp.StickSlip(mu=0.4, kt=2e4, bt=5.0)


def heap(n):
    """Balls over a floor, thrown into each other."""
    scene, rng = sp.Scene(), np.random.default_rng(3)
    scene.ground(material="floor")
    for i in range(n):
        at = (0.11 * (i % 3) + 0.01 * rng.normal(), 0.11 * (i // 3 % 3) + 0.01 * rng.normal(), 0.06 + 0.11 * (i // 9))
        joint = sp.Free(position=at, velocity=tuple(rng.normal(size=3)))
        scene.body(f"b{i}", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.05, material="rubber")])
    scene.contact("rubber", "floor", normal=LAW, friction=GRIP)
    scene.contact("rubber", "rubber", normal=LAW, friction=GRIP)
    return scene


def states(run):
    """The record, but for the numbers of slots: which one is free depends on how many there are."""
    n, record = run.model.layout.size, run.records
    k, log = record.k.copy(), record.log.copy()
    slots = (k[:, REC_WHO] >= n) & (k[:, REC_WHO] < BY_ELEMENT)
    k[slots, REC_WHO] = n
    log[:, E_SLOT] = np.minimum(log[:, E_SLOT], 0)
    return record.r, k, record.y[:, :n], log


@pytest.mark.jit
@pytest.mark.parametrize("method", ["dormand_prince", "rodas5p"])
@pytest.mark.parametrize("listed", [True, False])
def test_a_run_does_not_depend_on_the_room_it_starts_with(listed, method, monkeypatch):
    if not listed:
        monkeypatch.setattr("supple.model.contacts.LISTED", 0)
    model = sp.build(heap(9))
    assert (model.contacts.listed is not None) == listed
    wide = sp.simulate(model, 0.08, rtol=1e-3, method=method)
    model = sp.build(heap(9))
    known = len(model.tables.el_i)
    monkeypatch.setitem(vars(model), "first_room", Room(known + (0 if listed else 1), 1))
    narrow = sp.simulate(model, 0.08, rtol=1e-3, method=method)
    assert len(wide.impacts) > 5 and wide.success
    assert narrow.records.y.shape[1] != wide.records.y.shape[1]
    for one, other in zip(states(wide), states(narrow), strict=True):
        assert one.tobytes() == other.tobytes()
    assert narrow.impacts == wide.impacts and narrow.events == wide.events
    assert narrow.ledger.residual.tobytes() == wide.ledger.residual.tobytes()


@pytest.mark.jit
def test_contacts_that_are_not_listed_are_the_same_contacts(monkeypatch):
    """Names, forces and energies of a run do not depend on whether its contacts were listed beforehand."""
    scene = heap(9)
    listed = sp.simulate(scene, 0.1, rtol=1e-6)
    monkeypatch.setattr("supple.model.contacts.LISTED", 0)
    found = sp.simulate(scene, 0.1, rtol=1e-6)
    assert found.model.contacts.listed is None and set(found.contacts) <= set(listed.contacts)
    np.testing.assert_allclose(found.final, listed.final, atol=1e-6)
    assert {i.contact for i in found.impacts} == {i.contact for i in listed.impacts}
    name = max(found.peaks, key=lambda name: found.peaks[name][0])
    times = np.linspace(0.0, 0.1, 50)
    np.testing.assert_allclose(found.contact(name, times).force, listed.contact(name, times).force, atol=1e-2)
    never = next(name for name in listed.contacts if name not in found.contacts)
    assert not np.any(found.contact(never).force) and np.all(found.contact(never).delta < 0.0)


@pytest.mark.jit
def test_a_run_goes_on_from_its_end_with_all_its_contacts(monkeypatch, tmp_path):
    monkeypatch.setattr("supple.model.contacts.LISTED", 0)
    scene = heap(9)
    half = sp.simulate(scene, 0.05, rtol=1e-6)
    half.save(tmp_path / "half.nc")
    rest = [
        sp.simulate(scene, 0.1, start=0.05, initial=one, rtol=1e-6) for one in (half, sp.load(tmp_path / "half.nc"))
    ]
    assert rest[0].y.tobytes() == rest[1].y.tobytes() and rest[0].success
    whole = sp.simulate(scene, 0.1, rtol=1e-6)
    np.testing.assert_allclose(rest[0].final, whole.final, atol=1e-5)


def test_the_state_grows_with_what_touches():
    scene = sp.Scene()
    for i in range(50):
        at = (0.3 * (i % 7), 0.3 * (i // 7), 0.2)
        scene.body(f"b{i}", mass=0.1, joint=sp.Free(position=at), surfaces=[sp.Sphere(0.05, material="rubber")])
    scene.ground(material="floor")
    scene.contact("rubber", "floor", normal=LAW, friction=GRIP)
    scene.contact("rubber", "rubber", normal=LAW, friction=GRIP)
    run = sp.simulate(scene, 0.01)
    assert run.records.y.shape[1] < 1000  # of 1,275 possible contacts; 4,483 components if each had its own
