"""Motors, cables, controllers, contacts in one scene: runs that are continued, replayed or read have the same bits."""

import numpy as np
import pytest
from control.driven_leg import led_leg

import supple as sp

END, HALF = 0.4, 0.16  # [s]; at the cut samples of the hip wait
OPTIONS = {"method": "dormand_prince", "first_step": 4e-5, "max_step": 4e-5, "rtol": 1e-5}
STATE = 7  # angles, rates, current: the ledger is counted from the start of each run
ELEMENTS = {"hip": "current", "knee": "torque", "tendon": "tension", "belt.forward": "tension"}


def pd(t, measured):
    return 30.0 * (-0.5 * np.sin(7.0 * t) - measured[0]) - 1.0 * measured[1]


@pytest.fixture(scope="module", params=["elements", "python"])
def scene(request):
    return led_leg() if request.param == "elements" else led_leg(pd)


@pytest.fixture(scope="module")
def whole(scene):
    return sp.simulate(scene, END, **OPTIONS)


def same(one, other):
    """All that results show, bit by bit."""
    between = np.linspace(one.t[0], END, 331)
    assert other.y.tobytes() == one.y.tobytes() and other.at(between).tobytes() == one.at(between).tobytes()
    assert [(e.time, e.contact, e.what) for e in other.events] == [(e.time, e.contact, e.what) for e in one.events]
    for name, value in ELEMENTS.items():
        for times in (None, between):
            a, b = one.element(name, times), other.element(name, times)
            assert a.mode == b.mode and getattr(a, value).tobytes() == getattr(b, value).tobytes()
    for name in ("hip control", "knee control"):
        a, b = one.outputs(name), other.outputs(name)
        assert a.t.tobytes() == b.t.tobytes() and a.values.tobytes() == b.values.tobytes()
    assert other.ledger.residual.tobytes() == one.ledger.residual.tobytes()


@pytest.mark.jit
def test_everything_is_there(whole):
    seen = {(event.contact, event.what) for event in whole.events}
    assert {("hip", "limited"), ("knee", "limited"), ("tendon", "slack"), ("shank/ground", "made")} <= seen
    assert whole.success and whole.ledger.relative_residual < 1e-6


@pytest.mark.jit
def test_the_same_run_twice(scene, whole):
    same(whole, sp.simulate(scene, END, **OPTIONS))


@pytest.mark.jit
def test_through_files(scene, whole, tmp_path):
    """Saved, streamed while it runs, and by a scene file."""
    same(whole, sp.load(whole.save(tmp_path / "run.nc")))
    same(whole, sp.simulate(scene, END, out=tmp_path / "streamed.nc", **OPTIONS))
    if not any(isinstance(one, sp.PythonController) for one in scene.elements.values()):
        again = sp.scene_from_toml(sp.scene_to_toml(scene)).scene
        assert again == scene
        same(whole, sp.simulate(again, END, **OPTIONS))


@pytest.mark.jit
def test_going_on(scene, whole, tmp_path):
    """With the same step after the cut as before it, the bits are those of the whole; samples end steps in both."""
    half = sp.simulate(scene, HALF, **OPTIONS)
    rest = sp.simulate(scene, END, start=HALF, initial=half, **OPTIONS)
    for name in ("hip control", "knee control"):
        parts = [half.outputs(name), rest.outputs(name)]
        assert np.concatenate([part.t for part in parts]).tobytes() == whole.outputs(name).t.tobytes()
    assert rest.final[:STATE].tobytes() == whole.final[:STATE].tobytes()
    if any(isinstance(one, sp.PythonController) for one in scene.elements.values()):
        return  # a file keeps no code
    read = sp.load(half.save(tmp_path / "half.nc"))
    same(rest, sp.simulate(scene, END, start=HALF, initial=read, **OPTIONS))
    streamed = sp.simulate(scene, HALF, out=tmp_path / "streamed.nc", **OPTIONS)
    same(rest, sp.simulate(scene, END, start=HALF, initial=streamed, **OPTIONS))
