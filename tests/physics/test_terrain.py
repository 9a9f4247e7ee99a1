"""Motion on terrain: against an independent program, closed forms, energy; nothing is passed over; what ends a run."""

import math

import numpy as np
import pytest
from physics.boxes import add_box, elastic, energy_error, scene_of
from shapes.heights import hill_terrain, rolling

import supple as sp
from supple.shapes.solids import terrain as kernels
from supple.system.nearby import robot_watch
from supple.tables import EL_A, EL_B, N_NEAR

# thousands of steps; what the kernels compute is tested in plain Python too (tests/shapes)
pytestmark = pytest.mark.jit

SOFT = sp.HuntCrossley(k=1e6, lam=0.0, n=1.5)


def over(land, normal=SOFT, **rest):
    """A scene with a fixed terrain."""
    scene = scene_of(normal=normal, **rest)
    scene.body("land", joint=sp.Fixed(), surfaces=[land])
    return scene


def add_ball(scene, name, at, v=(0.0, 0.0, 0.0), radius=0.04, mass=0.5):
    """A free ball."""
    joint = sp.Free(position=tuple(at), velocity=tuple(v))
    scene.body(name, mass=mass, joint=joint, surfaces=[sp.Sphere(radius, material="m")])


def heights_under(land, places):
    """h at places in the world, of a terrain in the world without a turn."""
    data = np.array(land.field.numbers)
    return np.array([kernels.surface(data, 0, x - land.at[0], y - land.at[1])[0] for x, y in places])


def hilly(n=31, spacing=0.1, high=0.15, seed=1, **rest):
    """Smooth random hills."""
    return sp.Terrain(rolling(n, n, high, seed), spacing, **{"material": "m"} | rest)


# --- against another program ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("spacing", "off"), [(1 / 40, 4e-5), (1 / 160, 1e-6)])
def test_a_ball_on_hills_from_rest(spacing, off):
    """By scipy (DOP853) on the exact field: the spline of 160 heights a wave agrees to all digits that are known."""
    scene = over(hill_terrain(spacing), elastic())
    add_ball(scene, "ball", (0.13, 0.21, 0.2), radius=0.05, mass=1.0)
    run = sp.simulate(scene, 0.6, rtol=1e-11)
    np.testing.assert_allclose(run.position("ball")[-1], (0.1337385, 0.5248794, 0.1352638), atol=off)
    np.testing.assert_allclose(run.velocity("ball")[-1], (0.647827, 0.825330, 0.411431), atol=2 * off)
    assert energy_error(run) < 4e-11


# --- closed forms -----------------------------------------------------------------------------------------------------
def test_a_ball_rolls_down_a_slope():
    """Sticking: a = g sin/(1 + I/(m rc^2)), rc from the centre to the contact point; a plane is a plane to the spline."""
    angle, r, m = 0.3, 0.05, 0.5
    land = sp.Terrain([[-math.tan(angle) * 0.5 * i] * 9 for i in range(9)], 0.5, material="m")
    normal = sp.HuntCrossley(k=1e8, lam=0.0, n=1.5)
    friction = sp.Coulomb(mu=1.0)
    scene = over(land, normal, friction=friction)
    load = m * 9.81 * math.cos(angle)
    depth = (load / 1e8) ** (2.0 / 3.0)
    n = np.array([math.sin(angle), 0.0, math.cos(angle)])
    start = np.array([1.0, 2.0, -math.tan(angle)]) + (r - depth) * n
    add_ball(scene, "ball", start, radius=r, mass=m)
    run = sp.simulate(scene, 0.5, rtol=1e-9)
    rc = r - 0.5 * depth
    a = 9.81 * math.sin(angle) / (1.0 + 0.4 * r * r / rc**2)
    way = run.position("ball")[-1] - start
    np.testing.assert_allclose(way, 0.125 * a * np.array([math.cos(angle), 0.0, -math.sin(angle)]), atol=2e-7)


def test_a_ball_swings_in_a_valley():
    """Small swings without friction in z = k x^2/2: a pendulum of the length 1/k - r."""
    k, r = 1.0, 0.05
    land = sp.Terrain.from_function(lambda x, y: 0.5 * k * (x - 1.0) ** 2, (2.0, 1.0), 0.1, material="m")
    scene = over(land, sp.HuntCrossley(k=1e9, lam=0.0, n=1.5))
    start = 0.01  # of the foot
    S = math.hypot(1.0, k * start)
    depth = (0.5 * 9.81 / 1e9) ** (2.0 / 3.0)
    centre = np.array([1.0 + start, 0.5, 0.5 * k * start**2]) + (r - depth) * np.array([-k * start, 0.0, 1.0]) / S
    add_ball(scene, "ball", centre, radius=r)
    period = 2.0 * math.pi * math.sqrt((1.0 / k - r) / 9.81)
    run = sp.simulate(scene, period, rtol=1e-9)
    np.testing.assert_allclose(run.position("ball")[-1][:2], centre[:2], atol=3e-6)
    assert energy_error(run) < 1e-6


# --- friction and rolling: exact rates --------------------------------------------------------------------------------
@pytest.mark.parametrize("moving", [False, True])
def test_friction_on_terrain_keeps_its_books(moving):
    """Bristles are carried along by dn/dt, exact stick by dc/dt: wrong rates show in the ledger."""
    for friction in (sp.Coulomb(mu=0.5), sp.Dahl(mu=0.5, sigma0=1e4)):
        land = hilly(at=(-1.5, -1.5, 0.0))
        scene = scene_of(normal=sp.HuntCrossley(k=1e6, lam=1e5, n=1.5), friction=friction)
        joint = sp.Revolute(axis=(0.2, 1.0, 0.3), spring=2000.0, rate=0.3) if moving else sp.Fixed()
        more = {"mass": 20.0, "inertia": (10.0, 10.0, 10.0)} if moving else {}
        scene.body("land", joint=joint, surfaces=[land], **more)
        add_ball(scene, "ball", (0.2, 0.3, 0.2), (0.4, 0.2, 0.0))
        run = sp.simulate(scene, 0.4, rtol=1e-9)
        assert run.success and run.summary.contacts_made >= 1
        assert energy_error(run) < 2e-7


# --- nothing is passed over -------------------------------------------------------------------------------------------
def balls_over(land, n, seed, speed=0.5):
    """Balls above a terrain, thrown in all directions."""
    rng = np.random.default_rng(seed)
    scene = sp.Scene(gravity=(0.0, 0.0, -9.81))
    scene.body("land", joint=sp.Fixed(), surfaces=[land])
    scene.no_contact("b", "b")
    scene.contact("b", "m", normal=SOFT)
    span = (len(land.heights) - 1) * land.spacing
    for i in range(n):
        at = (*rng.uniform(0.35 * span, 0.65 * span, 2), 0.35 + 0.1 * i)
        joint = sp.Free(position=at, velocity=(*(speed * rng.normal(size=2)), -1.0))
        scene.body(f"b{i}", mass=0.5, joint=joint, surfaces=[sp.Sphere(0.04, material="b")])
    return scene


def lowest(run, land, n):
    """The least height of a centre over the surface below it [m]."""
    return min(
        float(np.min(run.position(f"b{i}")[:, 2] - heights_under(land, run.position(f"b{i}")[:, :2]))) for i in range(n)
    )


METHODS = ("bogacki_shampine", "dormand_prince", "dop853", "ode23s", "rodas5p", "trapezoid", "auto")


@pytest.mark.parametrize("method", METHODS)
def test_balls_dropped_on_hills_by_every_method(method):
    land = hilly()
    ledger = []
    for rtol in (1e-3, 1e-6):
        run = sp.simulate(balls_over(land, 5, 3), 0.45, rtol=rtol, method=method)
        assert run.success and run.summary.contacts_made >= 4
        assert lowest(run, land, 5) > 0.0
        ledger.append(energy_error(run))
    assert ledger[0] < 2e-2 and ledger[1] < 2e-5


def test_balls_dropped_on_random_hills():
    for seed in range(6):
        land = hilly(seed=seed, high=0.1)
        run = sp.simulate(balls_over(land, 8, seed), 0.5, rtol=1e-8, method="dormand_prince")
        assert run.success and run.summary.contacts_made >= 6
        assert lowest(run, land, 8) > 0.0 and energy_error(run) < 1e-8


@pytest.mark.parametrize("speed", [3.0, 30.0, 300.0])
def test_a_fast_ball_does_not_pass_a_ridge(speed):
    """A thin ridge across the way: long steps before it, a touch at it."""
    land = sp.Terrain.from_function(
        lambda x, y: math.exp(-(((x - 5.0) / 0.4) ** 2)), (10.0, 2.0), 0.1, material="m"
    )  # fmt: skip
    scene = over(land, sp.HuntCrossley(k=1e9, lam=0.0, n=1.5), gravity=0.0)
    add_ball(scene, "ball", (0.5, 1.0, 0.9), (speed, 0.0, 0.0))
    run = sp.simulate(scene, 4.4 / speed, rtol=1e-6, max_step=math.inf)
    (made,) = [event for event in run.events if event.what == "made"]
    x, _, z = run.position("ball", made.time)[0]
    foot = np.array(land.field.numbers)
    assert kernels.distance(foot, 0, (float(x), 1.0, float(z)))[0] == pytest.approx(0.04, abs=1e-7)
    assert energy_error(run) < 1e-5


def test_the_list_does_not_grow_with_what_is_far_above():
    """Of fifty balls high above a terrain none is watched; the one near it is."""
    land = hilly(101)
    scene = over(land)
    for i in range(50):
        add_ball(scene, f"b{i}", (0.1 * i + 2.0, 5.0, 3.0 + 0.2 * i))
    add_ball(scene, "low", (5.0, 5.5, 0.0405 + float(heights_under(land, [(5.0, 5.5)])[0])))
    model = sp.build(scene)
    P = model.system()
    robot_watch(0.0, model.y0, P, 0.01)
    near = [model.name_of(e, *P.el_i[e, [EL_A, EL_B]]) for e in P.near[: P.count[N_NEAR]].tolist()]
    assert near == ["land/low"]


# --- other shapes -----------------------------------------------------------------------------------------------------
@pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")
def test_boxes_capsules_and_points_fall_on_hills():
    land = hilly(probing=0.05)
    shapes = {
        "capsule": sp.Capsule((-0.2, 0.0, 0.0), (0.2, 0.0, 0.0), 0.04, material="m"),
        "sharp": sp.Box((0.1, 0.1, 0.1), rounding=0.0, material="m"),
        "point": sp.Point(material="m"),
    }
    for name, shape in shapes.items():
        scene = over(land)
        scene.body(
            name, mass=1.0, inertia=(0.01, 0.01, 0.01), joint=sp.Free(position=(1.5, 1.5, 0.5)), surfaces=[shape]
        )
        run = sp.simulate(scene, 0.6, rtol=1e-8)
        assert run.success and run.summary.contacts_made >= 1
        assert energy_error(run) < 2e-8
    scene = over(land)
    add_box(scene, at=(1.5, 1.5, 0.5), turned=(0.3, 0.2, 0.1))
    run = sp.simulate(scene, 0.6, rtol=1e-8)
    assert run.success and run.summary.contacts_made >= 2 and energy_error(run) < 2e-8


def test_a_capsule_lies_across_a_ridge():
    """Its ends hang free: points along its axis hold it."""
    land = sp.Terrain.from_function(
        lambda x, y: 0.2 * math.exp(-(((x - 1.0) / 0.2) ** 2)), (2.0, 2.0), 0.05, material="m"
    )
    scene = over(land, sp.HuntCrossley(k=1e7, lam=1e7, n=1.5), friction=sp.Dahl(mu=0.8, sigma0=1e5))
    rod = sp.Capsule((-0.3, 0.0, 0.0), (0.3, 0.0, 0.0), 0.03, material="m")
    scene.body("rod", mass=1.0, joint=sp.Free(position=(1.0, 1.0, 0.231)), surfaces=[rod])
    run = sp.simulate(scene, 0.3, rtol=1e-6)
    assert run.success
    assert run.position("rod")[-1][2] == pytest.approx(0.23, abs=1e-3)


# --- what ends a run, or is said before -------------------------------------------------------------------------------
def test_beyond_the_border_the_run_ends():
    scene = over(hilly())
    add_ball(scene, "ball", (2.8, 1.5, 0.4), (2.0, 0.0, 0.0))
    run = sp.simulate(scene, 1.0)
    assert run.status is sp.Status.TOO_DEEP and "beyond the border of the terrain" in run.message
    assert run.position("ball")[-1][0] > 3.0


def test_a_ball_that_is_below_at_the_start():
    scene = over(hilly())
    add_ball(scene, "ball", (1.5, 1.5, -0.5))
    with pytest.raises(ValueError, match=r"at the start must be < 0\.04 m"):
        sp.simulate(scene, 0.1)


def test_a_ball_that_does_not_fit_into_the_valleys():
    scene = over(hilly())
    add_ball(scene, "ball", (1.5, 1.5, 0.5), radius=0.25)
    with pytest.raises(ValueError, match=r"radius of 'ball' must be < 0\.1.* m to fit into the valleys"):
        sp.simulate(scene, 0.1)
    scene.no_pair("ball", "land")
    add_ball(scene, "other", (1.5, 2.0, 0.5))
    assert sp.simulate(scene, 0.1).success


def test_an_ellipsoid_has_no_contact_and_a_face_is_blind():
    scene = over(hilly())
    scene.body(
        "egg",
        mass=1.0,
        joint=sp.Free(position=(1.5, 1.5, 0.5)),
        surfaces=[sp.Ellipsoid((0.1, 0.1, 0.05), material="m")],
    )
    with pytest.warns(UserWarning, match="an ellipsoid touches no terrain"):
        sp.build(scene)
    scene = over(hilly())
    add_box(scene, at=(1.5, 1.5, 0.5))
    with pytest.warns(UserWarning, match=r"a peak may reach .* m into a face of the box unseen"):
        sp.build(scene)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e4])
def test_every_size_is_alike(size):
    """Lengths by L, masses by 1, times by sqrt(L): with k of F = k delta^1.5 by L^-1.5 the motion is the same."""
    land = sp.Terrain(size * rolling(31, 31, 0.15, 1), 0.1 * size, material="m")
    scene = over(land, sp.HuntCrossley(k=1e6 / size**1.5, lam=0.0, n=1.5))
    add_ball(scene, "ball", (1.5 * size, 1.4 * size, 0.4 * size), radius=0.04 * size)
    run = sp.simulate(scene, 0.5 * math.sqrt(size), rtol=1e-9)
    assert run.success and energy_error(run) < 1e-8
    expected = test_every_size_is_alike.__dict__.setdefault("seen", run.position("ball")[-1] / size)
    np.testing.assert_allclose(run.position("ball")[-1] / size, expected, atol=1e-6)
