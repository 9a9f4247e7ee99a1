"""BioBiped1: the equations of motion by other means, the numbers, the gait beside a planar prototype and beside humans."""

import math

import numpy as np
import pytest

import supple as sp
from supple.papers.elastic_robots import biobiped, jogging
from supple.robots.biobiped1 import JOINTS, SEGMENTS, SIDES, biobiped1, biobiped1_numbers, biobiped1_reference

compiled = [pytest.mark.jit, pytest.mark.validation]  # ten strides are 7000 samples of six controllers


# --- the model ----------------------------------------------------------------------------------------------------------
def down(a):
    """Direction of a segment with the absolute angle a, from its proximal end."""
    return np.array([math.sin(a), -math.cos(a)])


def ahead(a):
    return np.array([math.cos(a), math.sin(a)])


def stop_torque(its, angle, rate, limits):
    """On a joint, from both stops."""
    low, high = np.radians(limits)
    k, d = its["stiffness"], its["damping"] / its["stiffness"]
    up, lo = angle - high, low - angle
    torque = -k * up * max(0.0, 1.0 + d * rate) if up > 0.0 else 0.0
    return torque + (k * lo * max(0.0, 1.0 - d * rate) if lo > 0.0 else 0.0)


def plain_accelerations(numbers, q, v):
    """Of hip x and z, absolute angles of both legs, rotors: in flight, at time 0, with absolute angles as coordinates."""
    M, h, Q = np.zeros((14, 14)), np.zeros(14), np.zeros(14)
    g, pitch = np.array([0.0, -numbers["gravity"]["value"]]), math.radians(numbers["pitch"])
    M[0, 0] = M[1, 1] = numbers["torso"]["mass"]
    Q[:2] += numbers["torso"]["mass"] * g
    motor = numbers["motor"]
    for s, side in enumerate(SIDES):
        at = 2 + 3 * s
        J, bias = np.zeros((2, 14)), np.zeros(2)
        J[0, 0] = J[1, 1] = 1.0
        for i, segment in enumerate(SEGMENTS):
            its, a, w = numbers[segment], q[at + i], v[at + i]
            forward, below = (its["com"][0], -its["com"][1]) if segment == "foot" else (0.0, its["com"])
            Jc = J.copy()
            Jc[:, at + i] += below * ahead(a) - forward * down(a)  # d/da of down is ahead, of ahead is -down
            c = bias - w * w * (below * down(a) + forward * ahead(a))
            M += its["mass"] * Jc.T @ Jc
            M[at + i, at + i] += its["inertia"]
            h += its["mass"] * Jc.T @ c
            Q += its["mass"] * Jc.T @ g
            if segment != "foot":
                J[:, at + i] += its["length"] * ahead(a)
                bias = bias - its["length"] * w * w * down(a)
        th, thv = q[8 + 3 * s : 11 + 3 * s], v[8 + 3 * s : 11 + 3 * s]
        a, w = q[at : at + 3], v[at : at + 3]
        joint, rate = np.diff(a, prepend=pitch), np.diff(w, prepend=0.0)
        x = dict(zip((*JOINTS, *(f"rotor_{j}" for j in JOINTS)), (*joint, *th), strict=True))
        xv = dict(zip(x, (*rate, *thv), strict=True))
        torque = dict.fromkeys(x, 0.0)
        for name, cable in numbers["cables"].items():
            for sign in (1.0, -1.0) if name == "hip_drive" else (1.0,):
                arms = {key: sign * r for key, r in cable["arms"].items()}
                e = cable["elongation"] + sum(r * x[key] for key, r in arms.items())
                e_rate = sum(r * xv[key] for key, r in arms.items())
                T = max(0.0, cable["stiffness"] * (e + numbers["cable_damping"]["value"] * e_rate)) if e > 0.0 else 0.0
                for key, r in arms.items():
                    torque[key] -= r * T
        for i, name in enumerate(JOINTS):
            torque[name] -= numbers["viscosity"][name] * rate[i]
            torque[name] += stop_torque(numbers["stop"], joint[i], rate[i], numbers["limits"][name])
            # the joint turns a segment against the one before it
            Q[at + i] += torque[name]
            if i > 0:
                Q[at + i - 1] -= torque[name]
            N, kt, row = numbers["gear"][name], motor["torque_constant"], 8 + 3 * s + i
            reference = biobiped1_reference(side, name, of="motor", numbers=numbers)
            ref, ref_rate = reference.value(0.0), reference.value(0.0, 1)
            u = numbers["proportional"][name] * (ref - th[i]) + numbers["derivative"][name] * (ref_rate - thv[i])
            u = np.clip(u + kt * N * ref_rate, -motor["voltage_limit"], motor["voltage_limit"])
            current = np.clip(
                (u - kt * N * thv[i]) / motor["resistance"], -motor["current_limit"], motor["current_limit"]
            )
            M[row, row] = N * N * motor["inertia"]
            Q[row] += (
                motor["efficiency"] * N * kt * current - motor["output_damping"] * thv[i] + torque[f"rotor_{name}"]
            )
    return np.linalg.solve(M, Q - h)


def accelerations(run):
    """The same of a run at its start."""
    found = list(run.joint_accelerations("torso", [0.0])[0, :2])
    for side in SIDES:
        found += list(np.cumsum([run.joint_accelerations(f"{side}_{segment}", [0.0])[0, 0] for segment in SEGMENTS]))
    rotors = [f"{side}_{joint}_rotor" for side in SIDES for joint in JOINTS]
    return np.array([*found, *(run.angular_acceleration(rotor, [0.0])[0, 2] for rotor in rotors)])


@pytest.mark.parametrize(("which", "change"), [("A", None), ("B", None), ("A", "limits"), ("A", "stops")])
def test_accelerations_are_those_of_absolute_angles(which, change):
    """Legs, cables, motors, controllers; with motors at their limits; with joints beyond their stops."""
    numbers = biobiped1_numbers(which)
    if change == "limits":  # of current and voltage
        numbers["cold"]["position"][8:10] = [0.4, -0.8]
    if change == "stops":
        numbers["limits"].update(hip=[-60, 5], knee=[-20, 0], ankle=[-4, 4])
    start = numbers["cold"]
    run = sp.simulate(biobiped1(start="cold", numbers=numbers), 1e-5)
    expected = plain_accelerations(numbers, np.array(start["position"]), np.array(start["velocity"]))
    np.testing.assert_allclose(accelerations(run), expected, rtol=1e-9, atol=1e-7)
    if change == "limits":
        assert run.element("right_hip", [0.0]).limited[0] and run.outputs("right_knee_control").values[0] == 24.0
    if change == "stops":
        assert run.contact("left_shank.limit.low", [0.0]).force[0] > 10.0


def test_start_on_the_references():
    """The cold start: joints and rotors are where their references are."""
    numbers = biobiped1_numbers("A")
    model = sp.build(biobiped1(start="cold"))
    first = dict(zip(model.layout.names, model.y0, strict=False))
    for side in SIDES:
        for segment, joint in zip(SEGMENTS, JOINTS, strict=True):
            wanted = biobiped1_reference(side, joint, numbers=numbers)
            assert first[f"{side}_{segment}.angle"] == pytest.approx(wanted.value(0.0), abs=2e-4)
            assert first[f"{side}_{segment}.rate"] == pytest.approx(wanted.value(0.0, 1), abs=2e-2)


def test_numbers_have_sources_and_are_ones_own():
    numbers = biobiped1_numbers("A")
    groups = [key for key, value in numbers.items() if isinstance(value, dict) and "mass" in value] + [
        "contact",
        "motor",
    ]
    assert all(numbers[group]["source"] for group in groups) and numbers["source"].startswith("chosen")
    assert sum(numbers[s]["mass"] for s in SEGMENTS) * 2 + numbers["torso"]["mass"] == pytest.approx(9.0)
    numbers["contact"]["k"] = 1.0
    assert biobiped1_numbers("A")["contact"]["k"] == 1.5e4


def test_variants():
    with pytest.raises(ValueError, match="start"):
        biobiped1(start="hot")
    with pytest.raises(ValueError, match="which"):
        biobiped1("C")
    assert "guide" in biobiped1().elements and "guide" not in biobiped1(pitch="free").elements
    scene = biobiped1("B")
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene
    assert callable(sp.robots.biobiped1)


# --- the gait -----------------------------------------------------------------------------------------------------------
def off(items, close=0.02):
    """What is judged and wrong, and what is shown beside a figure and further from it than now."""
    shown = [item for item in items if item.rule == "shown" and item.source == biobiped.PROTOTYPE]
    wrong = [item for item in shown if abs(item.measured - item.published) > close * (abs(item.published) or 1.0)]
    return [item for item in items if not item.ok] + wrong


@pytest.mark.parametrize("which", ["A", "B"])
class TestGait:
    pytestmark = compiled

    def test_table(self, which):
        """30 strides from a cold start beside the prototype: force, duty, speed, tracking, motors, guide, ledger."""
        wrong = off(biobiped.gait_items(which, jogging.jog(which)))
        assert not wrong, wrong

    def test_never_falls(self, which):
        gait = jogging.jog(which)
        stances = [stance for stance in gait.all_stances if stance.end - stance.start > 0.1]
        assert gait.run.success and gait.lowest > 0.6 and len(stances) >= 59 and gait.heel_share == 0.0


class TestTenStrides:
    pytestmark = compiled

    def test_beside_humans(self):
        wrong = off(biobiped.human_items(jogging.ten_strides()))
        assert not wrong, wrong

    def test_the_cycle_closes(self):
        """After a stride all is as before, but for where it is."""
        gait = jogging.ten_strides()
        names = [name for name in gait.run.names if "." in name and not name.startswith(("ledger", "torso.x"))]
        last = gait.stride * (jogging.TEN - np.array([1.0, 0.0]))
        before, after = np.array([gait.run.channel(name, last) for name in names]).T
        np.testing.assert_allclose(after, before, atol=0.02)
        assert gait.run.ledger.relative_residual < 1e-6

    def test_a_push_fades_as_expected(self):
        wrong = off(biobiped.push_items())
        assert not wrong, wrong

    def test_the_guide_does_no_work(self):
        gait = jogging.ten_strides()
        assert np.all(gait.run["torso.angle"] == 0.0) and gait.guide[1] > 5.0


@pytest.mark.slow
def test_other_contacts_friction_and_control():
    wrong = off(biobiped.sensitivity_items())
    assert not wrong, wrong
