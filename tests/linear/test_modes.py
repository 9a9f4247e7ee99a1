"""Modes against closed forms, and against MuJoCo's linearisation."""

import mujoco
import numpy as np
import pytest
from linear.mechanisms import G, ball_on_ground, double_pendulum, elastic_arm, pendulum
from scipy.linalg import eigh

import supple as sp

TURN = 2.0 * np.pi


@pytest.mark.validation
def test_pendulum():
    found = sp.modes(pendulum(), sp.equilibrium(pendulum()))
    assert found.frequencies == pytest.approx([np.sqrt(2.0 * G * 0.5 / 0.6) / TURN], rel=1e-13)
    assert found.damping_ratios == pytest.approx([0.0], abs=1e-15)


@pytest.mark.validation
def test_pendulum_with_damper_and_upside_down():
    damped = sp.modes(pendulum(0.0, damping=0.3))
    natural, rate = np.sqrt(2.0 * G * 0.5 / 0.6), 0.3 / 0.6
    assert damped[0].natural_frequency == pytest.approx(natural / TURN, rel=1e-13)
    assert damped[0].damping_ratio == pytest.approx(0.5 * rate / natural, rel=1e-12)
    assert sp.modes(pendulum(0.0, damping=0.3), damped=False).frequencies == pytest.approx([natural / TURN], rel=1e-13)
    upright = sp.modes(pendulum(np.pi))
    assert [mode.kind for mode in upright] == ["decays", "grows"]
    assert upright.eigenvalues.real == pytest.approx([-natural, natural], rel=1e-12)


@pytest.mark.validation
def test_double_pendulum():
    M = np.array([[3.0 * 0.5**2, 2.0 * 0.5 * 0.3], [2.0 * 0.5 * 0.3, 2.0 * 0.3**2]])  # absolute angles
    K = G * np.diag([3.0 * 0.5, 2.0 * 0.3])
    scene = double_pendulum()
    found = sp.modes(scene, sp.equilibrium(scene))
    squares, shapes = eigh(K, M)
    assert found.frequencies == pytest.approx(np.sqrt(squares) / TURN, rel=1e-12)
    for k, shape in enumerate(shapes.T):
        relative = found.shape(k)["b.angle"] / found.shape(k)["a.angle"]
        assert relative == pytest.approx(shape[1] / shape[0] - 1.0, rel=1e-9)


@pytest.mark.validation
def test_one_elastic_joint_is_k_over_the_inertias():
    scene = sp.Scene(gravity=(0, 0, 0), name="joint")
    scene.body("rotor", mass=0.5, inertia=(0.1, 0.1, 0.2), joint=sp.Revolute(axis=(0, 0, 1)))
    scene.body("link", mass=3.0, com=(0.2, 0, 0), inertia=(0.01, 0.04, 0.04), parent="rotor",
               joint=sp.Revolute(axis=(0, 0, 1), spring=150.0))  # fmt: skip
    link = 0.04 + 3.0 * 0.2**2
    assert sp.modes(scene).frequencies == pytest.approx([np.sqrt(150.0 * (1.0 / 0.2 + 1.0 / link)) / TURN], rel=1e-12)
    locked = sp.modes(scene, held=["rotor"])
    assert locked.frequencies == pytest.approx([np.sqrt(150.0 / link) / TURN], rel=1e-12)


@pytest.mark.validation
def test_arm_with_elastic_joints():
    k, J, m, c, I, l = (150.0, 80.0), (0.2, 0.1), 3.0, 0.2, 0.04, 0.4
    # absolute angles of rotor, link, rotor, link, stretched out
    M = np.diag([J[0], I + m * c**2 + (m + 0.5) * l**2, J[1], I + m * c**2])
    M[1, 3] = M[3, 1] = m * l * c
    K = np.zeros((4, 4))
    for i, stiffness in zip((0, 2), k, strict=True):
        K[i : i + 2, i : i + 2] = stiffness * np.array([[1.0, -1.0], [-1.0, 1.0]])
    squares = eigh(K, M, eigvals_only=True)
    scene = elastic_arm(k, J)
    assert sp.modes(scene).frequencies == pytest.approx(np.sqrt(squares[2:]) / TURN, rel=1e-11)
    undamped = sp.modes(elastic_arm(k, J, damping=0.5), damped=False)
    assert undamped.frequencies == pytest.approx(np.sqrt(squares[2:]) / TURN, rel=1e-11)


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("k", [1e5, 1e7, pytest.param(1.1e10, marks=pytest.mark.jit)])
def test_ball_rests_on_hertz_contact(k):
    scene = ball_on_ground(k=k)
    rest = sp.equilibrium(scene)
    depth = (0.066 * G / k) ** (2.0 / 3.0)
    assert rest.contacts["ball/ground"] == pytest.approx((0.066 * G, depth), rel=1e-10)
    found = sp.modes(scene, rest)
    assert found.frequencies == pytest.approx([np.sqrt(1.5 * k * np.sqrt(depth) / 0.066) / TURN], rel=1e-10)


@pytest.mark.validation
def test_clamped_beam():
    """Euler and Bernoulli: roots of cos b cosh b = -1."""
    section = sp.Rectangle(width=0.02, height=0.01)
    beam = sp.Beam(length=0.8, section=section, E=2e11, density=7800.0, modes=3, ends="clamped-free")
    scene = sp.Scene(gravity=(0, 0, 0), name="beam")
    scene.body("beam", flexible=beam, joint=sp.Fixed())
    roots = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613])
    found = []
    for a, b in ((0.02, 0.01), (0.01, 0.02)):
        found.extend(roots**2 * np.sqrt(2e11 * (a * b**3 / 12.0) / (7800.0 * a * b)) / 0.8**2 / TURN)
    assert sp.modes(scene, damped=False).frequencies == pytest.approx(sorted(found), rel=1e-8)


ARM = """<mujoco><compiler angle="radian"/><option gravity="0 0 -9.81">
<flag contact="disable" eulerdamp="disable"/></option><worldbody>
<body name="r1" pos="0 0 0.3"><joint name="m1" axis="0 0 1" armature="0.3"/>
<inertial pos="0 0 0" mass="0.5" diaginertia="0.002 0.002 0.003"/>
<body name="l1"><joint name="e1" axis="0 0 1" stiffness="300" damping="0.4"/>
<inertial pos="0 0 0.1" mass="4" diaginertia="0.03 0.03 0.02"/>
<body name="r2" pos="0 0 0.2"><joint name="m2" axis="0 1 0" stiffness="900" armature="0.25"/>
<inertial pos="0 0 0" mass="0.5" diaginertia="0.002 0.003 0.002"/>
<body name="l2"><joint name="e2" axis="0 1 0" stiffness="250" damping="0.3"/>
<inertial pos="0.2 0 0.05" mass="3" diaginertia="0.01 0.05 0.05"/>
<body name="r3" pos="0.4 0 0.05"><joint name="m3" axis="0 1 0" stiffness="500" armature="0.1"/>
<inertial pos="0 0 0" mass="0.3" diaginertia="0.001 0.002 0.001"/>
<body name="l3"><joint name="e3" axis="0 1 0" stiffness="120" damping="0.2"/>
<inertial pos="0.15 0.02 0" mass="2" diaginertia="0.005 0.02 0.02"/>
</body></body></body></body></body></body></worldbody></mujoco>"""


@pytest.mark.validation
def test_elastic_arm_under_gravity_against_mujoco(tmp_path):
    """Three axes, each with a rotor and an elastic joint: its rest position, and MuJoCo's derivatives of a step there.

    A step of its semi-implicit Euler method is v1 = v + h a(q, v), q1 = q + h v1, so that the derivatives of a are those of
    v1 over h.
    """
    path = tmp_path / "arm.xml"
    path.write_text(ARM)
    scene = sp.read(path).scene
    rest = sp.equilibrium(scene)
    model = mujoco.MjModel.from_xml_string(ARM)
    data = mujoco.MjData(model)
    order = [rest.model.layout.names.index(name) for name in rest.model.layout.names[: model.nq]]
    data.qpos[:] = rest.y[order]
    mujoco.mj_forward(model, data)
    assert np.abs(data.qacc).max() < 1e-8
    n, h = model.nv, model.opt.timestep
    A = np.zeros((2 * n, 2 * n))
    mujoco.mjd_transitionFD(model, data, 1e-6, True, A, None, None, None)
    theirs = np.block([[np.zeros((n, n)), np.eye(n)], [A[n:, :n] / h, (A[n:, n:] - np.eye(n)) / h]])
    ours = sp.linearise(scene, rest)
    assert np.abs(ours.A - theirs).max() < 1e-9 * np.abs(theirs).max()  # what their differences leave
    values = np.linalg.eigvals(theirs)
    fast = np.sort(np.abs(values.imag[values.imag > 1.0])) / TURN
    assert sp.modes(scene, rest).frequencies == pytest.approx(fast, rel=1e-9)


def test_modes_print_as_a_table_and_move():
    scene = double_pendulum()
    found = sp.modes(scene, sp.equilibrium(scene))
    lines = str(found).splitlines()
    assert len(lines) == 2 + len(found) and "f [Hz]" in lines[1] and "a.angle 1" in lines[2]
    states = found.states(1, 0.1, [0.0, np.pi / 2.0, np.pi])
    shape = found.shape(1)
    assert states[0, :2] - found.instant.y[:2] == pytest.approx([0.1 * shape[n].real for n in ("a.angle", "b.angle")])
    assert states[1, :2] == pytest.approx(found.instant.y[:2], abs=1e-12)


@pytest.mark.jit
def test_equal_real_eigenvalues_are_two_modes():
    scene = ball_on_ground(friction=sp.StickSlip(mu=0.3, kt=1e5, bt=100.0))
    found = sp.modes(scene, sp.equilibrium(scene))
    assert sum(mode.kind == "decays" for mode in found) == 4
    assert len(found.frequencies) == 1
