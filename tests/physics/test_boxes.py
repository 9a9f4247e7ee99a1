"""Boxes on half-spaces, balls and boxes: motions against an independent program, rest, stacks, momentum.

The figures are those of a prototype in scipy (DOP853, tolerances a factor 100 apart, shown digits agree): F = k delta^1.5
with k = 1e8 N/m^1.5 a row, no damping or friction unless said.
"""

import numpy as np
import pytest
from physics.boxes import P_ROUND, P_SIZE, STATIC, G, K, add_box, add_table, energy_error, rotvec, scene_of
from scipy.spatial.transform import Rotation

import supple as sp

pytestmark = pytest.mark.validation
TIGHT = {"rtol": 1e-10, "atol": 1e-13}


def lowest(turned):
    """Height of the middle of P over its lowest point."""
    core = np.array(P_SIZE) / 2 - P_ROUND
    return float(np.abs(Rotation.from_rotvec(turned).as_matrix()[2]) @ core + P_ROUND)


def end(run, body="P"):
    """Position, velocity, angular velocity in body axes at the end."""
    t = run.t[-1:]
    R = run.rotation(body, t)[0]
    return run.position(body, t)[0], run.velocity(body, t)[0], R.T @ run.angular_velocity(body, t)[0]


def done(scene, time, **options):
    run = sp.simulate(scene, time, **(TIGHT | options))
    assert run.success, run.message
    return run


# --- T4: on a half-space ------------------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.parametrize(
    "turned, z, v_z, w",
    [
        ((0, 0, 0), 0.062588145688, -0.19804186829, (0, 0, 0)),
        ((0.6, 0, 0), 0.07139350998, -0.4625461623, (-9.409334268, 0, 0)),
        ((0.5, 0.4, 0.3), 0.0745259219, -0.2731441467, (-16.6297847, 4.4663094, 0.5767643)),
    ],
)
def test_dropped_on_a_half_space(turned, z, v_z, w):
    scene = scene_of()
    scene.ground(material="m")
    add_box(scene, at=(0, 0, lowest(turned) + 0.01), turned=turned, v=(0, 0, -0.3))
    run = done(scene, 0.1)
    p, v, spin = end(run)
    assert (p[2], v[2]) == (pytest.approx(z, abs=1e-9), pytest.approx(v_z, abs=1e-8))
    np.testing.assert_allclose(spin, w, atol=1e-6)
    assert energy_error(run) < 1e-9


# --- T5: on a ball ------------------------------------------------------------------------------------------------------
def test_dropped_on_a_ball():
    scene = scene_of()
    scene.body("ball", joint=sp.Fixed(), surfaces=[sp.Sphere(0.1, material="m")])
    add_box(scene, at=(0.01, 0.005, 0.16), v=(0, 0, -0.3))
    run = done(scene, 0.3)
    p, _, w = end(run)
    np.testing.assert_allclose(p, (0.0497532, 0.0256246, 0.1525721), atol=1e-7)
    np.testing.assert_allclose(w, (0.277554, 5.434626, 0.229248), atol=1e-6)
    assert energy_error(run) < 1e-9


# --- T6: over the edge of a table ---------------------------------------------------------------------------------------
@pytest.mark.jit
def test_slides_off_a_table():
    scene = scene_of()
    add_table(scene)
    add_box(scene, at=(0.3, 0.02, 0.1 - STATIC), v=(0.5, 0, 0))
    run = done(scene, 0.62, rtol=1e-11)
    p, _, w = end(run)
    np.testing.assert_allclose(p, (0.6176955467, 0.02, -0.0030539783), atol=1e-9)
    np.testing.assert_allclose(w, (0, 5.7235736, 0), atol=1e-6)
    assert energy_error(run) < 1e-11


@pytest.mark.jit
def test_edges_turn_through_parallel():
    scene = scene_of()
    add_table(scene)
    add_box(scene, at=(0.40, 0.02, 0.1 - STATIC), turned=(0, 0, -0.08), w=(0, 0, 1.0))
    run = done(scene, 0.16)
    np.testing.assert_allclose(end(run)[2], (0.0435569, -0.0010588, 0.9992985), atol=1e-7)
    assert energy_error(run) < 1e-10  # with the wrong sign of the couple 5e-3


@pytest.mark.jit
@pytest.mark.parametrize("method", ["dormand_prince", "dop853"])
def test_the_ends_of_the_fading_are_smooth(method):
    """They are no events: with the square instead of the fourth power 73 and 10 rtol, and the ledger does not close."""
    scene = scene_of()
    add_table(scene)
    add_box(scene, at=(0.40, 0.02, 0.1 - STATIC), turned=(0, 0, -0.08), w=(0, 0, 1.0))
    run = done(scene, 0.16, rtol=1e-11, atol=None, method=method)
    reference = (0.0435568539407, -0.0010587922365, 0.9992985492038)  # at 1e-13, by two methods
    assert np.abs(end(run)[2] - reference).max() < 5e-11
    assert energy_error(run) < 5e-11


# --- T7: bars across each other, no corner over the other ---------------------------------------------------------------
@pytest.mark.jit
def test_crossed_bars_stand_on_four_edges():
    scene = scene_of()
    scene.body("below", joint=sp.Fixed(), surfaces=[sp.Box((0.06, 0.40, 0.04), rounding=0.005, material="m")])
    add_box(scene, size=(0.40, 0.06, 0.04), at=(0, 0, 0.04 - STATIC))
    run = done(scene, 0.2)
    assert len([name for name in run.contacts if run.contact(name).force[0].any()]) == 4
    p, v, _ = end(run)
    np.testing.assert_allclose(p, (0, 0, 0.04 - STATIC), atol=1e-13)
    np.testing.assert_allclose(v, 0, atol=1e-11)


# --- T8: edge on edge, free -----------------------------------------------------------------------------------------------
def test_two_free_boxes_collide_on_their_edges():
    scene = scene_of(gravity=0.0)
    add_box(scene, "A", turned=(np.pi / 4, 0, 0))
    add_box(
        scene,
        "B",
        size=(0.12,) * 3,
        mass=0.5,
        turned=(0, np.pi / 4, 0),
        at=(0.01, 0, 0.18),
        v=(0, 0, -1),
        w=(0.1, 0.2, 0.3),
    )
    run = done(scene, 0.1)
    _, v_A, w_A = end(run, "A")
    _, v_B, w_B = end(run, "B")
    np.testing.assert_allclose(v_A, (-1.126437e-4, 3.2136586e-3, -0.61029236), atol=1e-8)
    np.testing.assert_allclose(w_A, (-3.5866737, 1.1557047, -0.7261756), atol=1e-7)
    np.testing.assert_allclose(w_B, (5.0209684, 0.3132893, 5.2492389), atol=1e-7)
    np.testing.assert_allclose(v_A + 0.5 * v_B, (0, 0, -0.5), atol=1e-14)


# --- T11: stacks --------------------------------------------------------------------------------------------------------
def stack(count, offset=0.0, yaw=0.0, gap=0.0):
    """Cubes on the ground; every other one moved and turned."""
    scene = scene_of(normal=sp.HuntCrossley(k=K, lam=50.0 * K), friction=sp.StickSlip(mu=0.5, kt=1e6, bt=500.0))
    scene.ground(material="m")
    for i in range(count):
        side = (-1) ** i
        at = (0.5 * offset * side, -0.5 * offset * side, 0.05 + i * (0.1 + gap) + gap)
        add_box(scene, f"cube {i}", size=(0.1,) * 3, rounding=0.002, at=at, turned=(0, 0, yaw * side))
    return scene


def depth(run, i):
    """How deep a cube is in what is under it."""
    z = (
        [run.position(f"cube {j}", run.t[-1:])[0, 2] for j in (i - 1, i)]
        if i
        else [-0.05, run.position("cube 0", run.t[-1:])[0, 2]]
    )
    return 0.1 - (z[1] - z[0])


@pytest.mark.jit
def test_a_stack_of_five_stands_still():
    run = done(stack(5), 3.0, rtol=1e-6, atol=None)
    late = np.linspace(2.0, 3.0, 21)
    for i in range(5):
        p = run.position(f"cube {i}", late)
        assert np.ptp(p, axis=0).max() < 1e-12
        assert np.abs(run.velocity(f"cube {i}", late[-1:])).max() < 1e-9
    assert depth(run, 0) == pytest.approx((5 * G / (4 * K)) ** (2 / 3), rel=1e-6)
    # aligned cubes meet corner on corner: eight rows
    assert depth(run, 4) == pytest.approx((G / (8 * K)) ** (2 / 3), rel=1e-6)
    for i in (1, 2, 3):
        assert depth(run, i) == pytest.approx(((5 - i) * G / (8 * K)) ** (2 / 3), abs=1e-6)


@pytest.mark.jit
@pytest.mark.parametrize("yaw", [0.0, 0.02])
def test_a_crooked_stack_comes_to_rest(yaw):
    run = done(stack(5, offset=1e-3, yaw=yaw), 6.0, rtol=1e-6, atol=None)
    late = np.linspace(4.0, 6.0, 21)
    drift = max(np.ptp(run.position(f"cube {i}", late), axis=0).max() for i in range(5))
    assert drift < 1e-9
    assert max(np.abs(run.velocity(f"cube {i}", late[-1:])).max() for i in range(5)) < 1e-9


@pytest.mark.jit
@pytest.mark.parametrize("method", ["ode45", "rodas5p"])
def test_corners_that_hover_above_an_edge_do_not_stop_the_clock(method):
    """Their gap is positive by less than may be passed over: it was followed in a thousand looks per step of 4e-11 s."""
    run = done(stack(5, offset=1e-3, yaw=0.02), 0.003, rtol=1e-6, atol=None, method=method, max_steps=1000)
    assert sum(event.what == "made" for event in run.events) > 30


@pytest.mark.jit
def test_corners_that_land_at_one_instant_do_not_stop_the_clock():
    """Four corners meet a face, one is found first: the rest of the way of the others is rounding."""
    run = done(stack(5, offset=1e-3, gap=1e-3), 0.05, rtol=1e-4, atol=None, max_steps=2000)
    assert max(run.position(f"cube {i}", run.t[-1:])[0, 2] for i in range(5)) < 0.452


@pytest.mark.jit
def test_two_corners_that_land_together_do_not_take_turns():
    """Dominoes: both corners of the lower edge land again and again, to the last bit at one instant or nearly so."""
    scene = scene_of(normal=sp.HuntCrossley(k=1e7, lam=2e7), friction=sp.StickSlip(mu=0.2, kt=1e5, bt=10.0))
    scene.ground(material="m")
    size = (0.0075, 0.024, 0.048)
    for i in range(8):
        pushed = {"v": (0.144, 0, 0), "w": (0, 6.0, 0)} if i == 0 else {}
        add_box(scene, f"domino {i}", size=size, rounding=0.0005, mass=0.01, at=(0.024 * i, 0, 0.024), **pushed)
    run = done(scene, 0.2, rtol=1e-4, atol=None)
    assert run.rotation("domino 1", run.t[-1:])[0, 2, 2] < 0.8


@pytest.mark.slow
def test_a_stack_does_not_creep_in_100_s():
    run = done(stack(5, offset=1e-3), 100.0, rtol=1e-6, atol=None)
    early, late = np.array([10.0]), np.array([100.0])
    for i in range(5):
        assert np.abs(run.position(f"cube {i}", late) - run.position(f"cube {i}", early)).max() < 1e-9


# --- deeper than the rounding -------------------------------------------------------------------------------------------
def test_deeper_than_the_roundings_ends_with_a_sentence():
    scene = scene_of(normal=sp.HuntCrossley(k=1e4))
    add_table(scene)
    add_box(scene, at=(0, 0, 0.11), v=(0, 0, -5.0))
    run = sp.simulate(scene, 1.0)
    assert not run.success
    assert "rounding" in run.message


def test_an_oriented_box_is_the_box_on_a_turned_body():
    turned = (0.5, 0.4, 0.3)
    scene = scene_of()
    scene.ground(material="m")
    scene.body(
        "P",
        mass=1.0,
        joint=sp.Free(position=(0, 0, lowest(turned) + 0.01), velocity=(0, 0, -0.3)),
        surfaces=[sp.Box(P_SIZE, rounding=P_ROUND, orientation=rotvec(*turned), material="m")],
    )
    p, v, _ = end(done(scene, 0.1))
    assert (p[2], v[2]) == (pytest.approx(0.0745259219, abs=1e-9), pytest.approx(-0.2731441467, abs=1e-8))
