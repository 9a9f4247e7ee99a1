"""Users' functions as controllers: compiled and called, with one trajectory, and what happens where they fail."""

import math
import sys

import numpy as np
import pytest
from control.control_scenes import law, python_arm

import supple as sp


@pytest.mark.parametrize("delay", [0.0, 0.013])
def test_compiled_and_called_give_the_same_bits(delay):
    compiled, called = (sp.simulate(python_arm(compile=how, delay=delay), 1.0) for how in ("always", "never"))
    assert compiled.y.tobytes() == called.y.tobytes()
    assert compiled.outputs("own").values.tobytes() == called.outputs("own").values.tobytes()
    assert len(called.outputs("own").t) == (100 if delay == 0.0 else 99)


def test_a_builtin_pd_gives_the_same_trajectory():
    scene = python_arm(lambda t, measured: 20.0 * (0.1 - measured[0]) - 2.0 * measured[1])
    run = sp.simulate(scene, 0.5, rtol=1e-9)
    twin = python_arm()
    del twin.elements["own"]
    twin.add(sp.Tracking(body="arm", reference=0.1, proportional=20.0, derivative=2.0, period=0.01, name="own"))
    np.testing.assert_allclose(sp.simulate(twin, 0.5, rtol=1e-9).final[:2], run.final[:2], rtol=1e-9)


@pytest.mark.jit
def test_it_is_called_once_per_sample_and_never_afterwards(tmp_path):
    calls = []

    def counted(t, measured):
        calls.append(t)
        return law(t, measured)

    run = sp.simulate(python_arm(counted, compile="never"), 0.5, out=tmp_path / "run.nc")
    assert calls == [k * 0.01 for k in range(50)]
    run.at(np.linspace(0.0, 0.5, 11))
    run.element("own")
    sp.load(run.path).outputs("own")
    assert len(calls) == 50


def test_what_cannot_be_compiled_is_called():
    class Integrating:
        total = 0.0

        def __call__(self, t, measured):
            self.total += 0.01 * measured[0]
            return [-3.0 * self.total]

    run = sp.simulate(python_arm(Integrating()), 0.3)
    assert run.success and run.outputs("own").values[-1, 0] != 0.0
    with pytest.raises(ValueError, match="must be one that can be compiled"):
        sp.build(python_arm(Integrating(), compile="always"))


def test_outputs_are_clipped():
    run = sp.simulate(python_arm(lambda t, measured: (100.0, -100.0), outputs=2, limits=(-1.5, 2.5)), 0.05)
    out = run.outputs("own")
    assert out.values[0].tolist() == [2.5, -1.5] and out.saturated == 5


@pytest.mark.parametrize("how", ["auto", "never"])
@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda t, measured: 1.0 if t < 0.095 else math.sqrt(-1.0), "raised ValueError|not finite"),
        (lambda t, measured: 1.0 if t < 0.095 else math.nan, "not finite"),
        (lambda t, measured: measured[7] if t > 0.095 else 1.0, "raised IndexError"),
    ],
)
def test_a_function_that_fails_ends_the_run(how, function, said):
    run = sp.simulate(python_arm(function, compile=how), 0.5)
    assert run.status == sp.Status.INPUT_FAILED and not run.success
    assert run.t[-1] == pytest.approx(0.1) and len(run.outputs("own").t) == 10
    assert "'own'" in run.message and "at t = 0.1 s" in run.message
    assert any(word in run.message for word in said.split("|")), run.message


@pytest.mark.parametrize("value", [None, "up", (1.0, 2.0), [[1.0]]])
def test_what_is_no_output_is_said(value):
    run = sp.simulate(python_arm(lambda t, measured: value, compile="never"), 0.5)
    assert run.status == sp.Status.INPUT_FAILED and "'own'" in run.message and run.t[-1] == 0.0


def test_a_failed_run_keeps_its_rows_and_its_sentence_in_a_file(tmp_path):
    def fails(t, measured):
        raise RuntimeError("no signal")

    run = sp.simulate(python_arm(fails), 0.5, out=tmp_path / "run.nc")
    read = sp.load(run.path)
    assert "raised RuntimeError: no signal" in run.message and read.message == run.message
    assert read.status == sp.Status.INPUT_FAILED


@pytest.mark.jit
def test_a_result_from_a_file_cannot_go_on(tmp_path):
    read = sp.load(sp.simulate(python_arm(), 0.1).save(tmp_path / "run.nc"))
    with pytest.raises(ValueError, match="'own' is a Python function that no file keeps"):
        sp.simulate(read.model, 0.2, start=0.1, initial=read)
    rest = sp.simulate(python_arm(), 0.2, start=0.1, initial=read, max_step=1e-3)
    whole = sp.simulate(python_arm(), 0.2, max_step=1e-3)
    np.testing.assert_allclose(rest.final[:2], whole.final[:2], rtol=1e-6)


# --- by name, in scene files -------------------------------------------------------------------------------------------
@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of a user with a controller in it, which leaves a mark when it is imported."""
    (tmp_path / "my_control.py").write_text("def pd(t, measured):\n    return -20.0*measured[0] - 2.0*measured[1]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "my_control"
    sys.modules.pop("my_control", None)


def test_a_file_may_name_a_function_only_if_that_is_allowed(tmp_path, module):
    scene = python_arm("my_control:pd")
    path = sp.write_scene(scene, tmp_path / "scene.toml")
    with pytest.raises(ValueError, match="only where that is allowed"):
        sp.read_scene(path)
    assert module not in sys.modules
    read = sp.read_scene(path, allow_code=True).scene
    assert read == scene and module not in sys.modules
    run = sp.simulate(read, 0.2)
    assert run.success and module in sys.modules
    stored = sp.load(run.save(tmp_path / "run.nc"))
    assert stored.y.tobytes() == run.y.tobytes() and not hasattr(stored.scene, "elements")


def test_a_name_that_is_none_is_said():
    with pytest.raises(ValueError, match="can be imported, got 'nowhere:pd'"):
        sp.build(python_arm("nowhere:pd"))


def test_a_function_itself_cannot_be_written():
    with pytest.raises(sp.UserLawError, match="module:function"):
        sp.scene_to_toml(python_arm())


def test_controllers_come_back_from_scene_files():
    scene = sp.Scene()
    scene.body("arm", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 1, 0)))
    scene.body("shaft", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 1, 0)))
    scene.add(sp.Encoder(body="arm", resolution=0.01, name="encoder"))
    scene.add(sp.DeflectionSensor(a="shaft", b="arm", stiffness=5.0, name="torque"))
    scene.add(sp.ForceSensor(element="torque 9"))
    move = sp.motions.Polynomial(times=(0.0, 1.0), values=(0.0, 1.0))
    scene.add(sp.PID(sensor="encoder", reference=move, feed_forward=2.0, period=1e-3, limits=(-1, 2), name="pid"))
    scene.add(sp.Tracking(body="arm", reference=move, velocity=sp.motions.Sine(amplitude=1, omega=2), period=1e-3))
    scene.add(sp.GravityCompensation(bodies=("arm",), shafts=("shaft",), stiffness=(3,), iterations=5, period=0.01))
    scene.add(sp.Impedance(body="arm", shaft="shaft", torque_sensor="torque", torque_gain=2, gravity=True, period=0.01))
    scene.add(sp.Torque(body="shaft", command="pid", limit=3))
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene
