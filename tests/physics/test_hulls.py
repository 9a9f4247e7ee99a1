"""Hulls in motion: boxes given as hulls, against an independent program; energy, momentum, rest, other methods."""

import numpy as np
import pytest
from amounts import amount
from physics.hulls import (
    P_ROUND,
    P_SIZE,
    STATIC,
    add,
    as_hull,
    end_of,
    energy_error,
    icosahedron,
    random_points,
    scene_of,
    tetrahedron,
)
from scipy.spatial.transform import Rotation

import supple as sp

# thousands of steps; what the kernels compute is tested in plain Python too (tests/shapes)
pytestmark = pytest.mark.jit


def run_of(scene, end, rtol=1e-11, **rest):
    run = sp.simulate(scene, end=end, rtol=rtol, **rest)
    assert run.status.name == "DONE", run.message
    return run


# --- figures of an independent program (scipy, DOP853): every digit shown is the same for two tolerances ------------------
FALLS = {
    (0.0, 0.0, 0.0): ((0.062588145688, -0.19804186829), (0.0, 0.0, 0.0)),
    (0.6, 0.0, 0.0): ((0.07139350998, -0.4625461623), (-9.409334268, 0.0, 0.0)),
    (0.5, 0.4, 0.3): ((0.0745259219, -0.2731441467), (-16.6297847, 4.4663094, 0.5767643)),
}


@pytest.mark.validation
@pytest.mark.parametrize("turned", FALLS)
def test_a_box_given_as_a_hull_falls_on_the_ground(turned):  # T4
    core = np.array(P_SIZE) / 2 - P_ROUND
    height = np.abs(Rotation.from_rotvec(turned).as_matrix()[2]) @ core + P_ROUND + 0.01
    scene = scene_of()
    scene.ground(material="m")
    add(scene, as_hull(), at=(0, 0, height), turned=turned, v=(0, 0, -0.3))
    run = run_of(scene, 0.1)
    (p, v, w), ((z, v_z), spin) = end_of(run), FALLS[turned]
    assert (p[2], v[2]) == pytest.approx((z, v_z), abs=1e-9)
    assert w == pytest.approx(spin, abs=1e-7)
    assert energy_error(run) < 1e-10


@pytest.mark.validation
def test_a_box_given_as_a_hull_falls_on_a_ball():  # T5
    scene = scene_of()
    scene.body("ball", joint=sp.Fixed(), surfaces=[sp.Sphere(0.1, material="m")])
    add(scene, as_hull(), at=(0.01, 0.005, 0.16), v=(0, 0, -0.3))
    run = run_of(scene, 0.3)
    p, _, w = end_of(run)
    assert p == pytest.approx((0.0497532, 0.0256246, 0.1525721), abs=1e-7)
    assert w == pytest.approx((0.277554, 5.434626, 0.229248), abs=1e-6)
    assert energy_error(run) < 1e-10


def table_of(scene):
    scene.body("table", joint=sp.Fixed(), surfaces=[as_hull((1.0, 0.8, 0.1))])


@pytest.mark.validation
@pytest.mark.slow
def test_a_box_given_as_a_hull_slides_off_a_table():  # T6
    scene = scene_of()
    table_of(scene)
    add(scene, as_hull(), at=(0.3, 0.02, 0.1 - STATIC), v=(0.5, 0, 0))
    run = run_of(scene, 0.62)
    p, _, w = end_of(run)
    assert p == pytest.approx((0.6176955467, 0.02, -0.0030539783), abs=1e-9)
    assert w == pytest.approx((0.0, 5.7235736, 0.0), abs=1e-7)
    assert energy_error(run) < 1e-12


@pytest.mark.validation
def test_edges_turn_through_parallel():  # T6b
    scene = scene_of()
    table_of(scene)
    add(scene, as_hull(), at=(0.40, 0.02, 0.1 - STATIC), turned=(0, 0, -0.08), w=(0, 0, 1))
    run = run_of(scene, 0.16, rtol=1e-12)
    assert end_of(run)[2] == pytest.approx((0.0435569, -0.0010588, 0.9992985), abs=1e-7)
    assert energy_error(run) < 1e-10


@pytest.mark.validation
def test_an_edge_hits_an_edge():  # T8
    scene = scene_of(gravity=0.0)
    add(scene, as_hull(), turned=(np.pi / 4, 0, 0))
    cube = as_hull((0.12, 0.12, 0.12))
    add(scene, cube, name="Q", mass=0.5, turned=(0, np.pi / 4, 0), at=(0.01, 0, 0.18), v=(0, 0, -1), w=(0.1, 0.2, 0.3))
    run = run_of(scene, 0.1)
    _, v, w = end_of(run)
    _, v_Q, w_Q = end_of(run, "Q")
    assert v == pytest.approx((-1.126437e-4, 3.2136586e-3, -0.61029236), abs=1e-8)
    assert w == pytest.approx((-3.5866737, 1.1557047, -0.7261756), abs=1e-7)
    assert w_Q == pytest.approx((5.0209684, 0.3132893, 5.2492389), abs=1e-7)
    assert v + 0.5 * v_Q == pytest.approx((0.0, 0.0, -0.5), abs=1e-15)
    assert {impact.contact.count("-v") for impact in run.impacts} == {2}  # an edge and an edge


# --- encounters -----------------------------------------------------------------------------------------------------------
OTHERS = {
    "hull": lambda rng: sp.Hull(random_points(rng, 12), material="m", rounding=0.003).centred(),
    "box": lambda rng: sp.Box((0.15, 0.1, 0.12), rounding=0.003, material="m"),
    "capsule": lambda rng: sp.Capsule((-0.1, 0, 0), (0.1, 0, 0), 0.03, material="m"),
    "ball": lambda rng: sp.Sphere(0.08, material="m"),
}


def meet(rng, other):
    """A hull and something that flies at it."""
    scene, way = scene_of(gravity=0.0), rng.normal(size=3)
    way /= np.linalg.norm(way)
    add(scene, OTHERS["hull"](rng), turned=rng.normal(size=3), w=3 * rng.normal(size=3))
    at, spin = 0.35 * way + 0.03 * rng.normal(size=3), 3 * rng.normal(size=3)
    add(scene, OTHERS[other](rng), "Q", 0.7, at, turned=rng.normal(size=3), v=-1.5 * way, w=spin)
    return scene


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize(("seed", "count"), [(1, 3), pytest.param(2, amount(20, 60), marks=pytest.mark.slow)])
def test_encounters_keep_energy_and_momentum(other, seed, count):
    rng, touched = np.random.default_rng(seed), 0
    for _ in range(count):
        run = run_of(meet(rng, other), 0.4, rtol=1e-9, method="dop853")
        assert energy_error(run) < 1e-8  # ten rtol: what the audit of a run allows
        before, after = (run.velocity("P", [t])[0] + 0.7 * run.velocity("Q", [t])[0] for t in (0.0, 0.4))
        assert after == pytest.approx(before, abs=1e-14)
        touched += len(run.impacts) > 0
        # apart again, on either side: nothing is stuck in the other or was passed through
        assert run.ledger.stored["contact springs"][-1] == pytest.approx(0.0, abs=1e-12)
    assert touched >= 0.8 * count


def test_neither_place_nor_direction_nor_order_matter():
    ends = []
    for case in range(3):
        rng = np.random.default_rng(3)
        A, B = OTHERS["hull"](rng), OTHERS["hull"](rng)
        Q = Rotation.from_rotvec((0.4, -1.1, 0.7)) if case == 1 else Rotation.identity()
        shift = np.array((3.0, -2.0, 1.0)) if case == 1 else np.zeros(3)
        bodies = [
            (A, "P", 1.0, np.zeros(3), Rotation.identity(), np.zeros(3), (1, 2, 3)),
            (
                B,
                "Q",
                0.6,
                np.array((0.02, 0.01, 0.3)),
                Rotation.from_rotvec((1, 0, 1)),
                np.array((0, 0, -1.0)),
                (-2, 1, 2),
            ),
        ]
        scene = scene_of(gravity=0.0)
        for shape, name, mass, at, R, v, w in bodies[:: -1 if case == 2 else 1]:
            add(scene, shape, name, mass, shift + Q.apply(at), (Q * R).as_rotvec(), Q.apply(v), w)
        run = run_of(scene, 0.3, rtol=1e-10)
        assert len(run.impacts) > 0
        p, v, w = end_of(run)
        ends.append(np.concatenate([Q.inv().apply(p - shift), Q.inv().apply(v), w]))
    assert ends[1] == pytest.approx(ends[0], abs=1e-8)
    assert ends[2] == pytest.approx(ends[0], abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bogacki_shampine", "dormand_prince", "dop853", "ode23s", "rodas5p", "trapezoid"])
def test_every_method(method):
    speeds = []
    for rtol in (1e-3, 1e-5, 1e-6):
        scene = meet(np.random.default_rng(7), "hull")
        run = run_of(scene, 0.4, rtol=rtol, method=method)
        assert energy_error(run) < 10.0 * rtol
        speeds.append(end_of(run)[1])
    exact = end_of(run_of(meet(np.random.default_rng(7), "hull"), 0.4, rtol=1e-11))[1]
    assert speeds[2] == pytest.approx(exact, abs=2e-4)


# --- rest -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("points", "corners"), [(tetrahedron(0.02), 3), (icosahedron(0.02), 3)], ids=["D4", "D20"])
def test_a_tossed_die_comes_to_rest_on_a_face(points, corners):
    normal = sp.HuntCrossley(k=1e7, lam=3e7, n=1.5)
    scene = scene_of(normal=normal, friction=sp.StickSlip(mu=0.4, kt=1e5, bt=20.0))
    scene.ground(material="m")
    die = sp.Hull(points, material="m").centred()
    add(scene, die, mass=0.02, at=(0, 0, 0.06), turned=(0.3, 0.5, 0.2), v=(0.3, 0.1, 0), w=(15, 4, 7))
    run = run_of(scene, 1.5, rtol=1e-6)
    p, v, w = end_of(run)
    assert np.abs(v).max() < 1e-4 and np.abs(w).max() < 1e-2
    faces = np.array([n for *n, _ in np.array(planes_of(die))])
    downmost = np.min(run.rotation("P", run.t[-1:])[0][2] @ faces.T)
    assert downmost == pytest.approx(-1.0, abs=1e-8)
    depth = (0.02 * 9.81 / (corners * 1e7)) ** (2.0 / 3.0)
    height = np.min([b for *_, b in planes_of(die)])
    assert p[2] == pytest.approx(height - depth, abs=1e-8)


def planes_of(hull):
    from supple.shapes.polytope import polytope

    return polytope(np.array(hull.vertices)).planes.tolist()


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.013, 0.007)], ids=["aligned", "shifted"])
def test_a_hull_flat_on_a_hull(shift):
    scene = scene_of(normal=sp.HuntCrossley(k=1e8, lam=50e8, n=1.5))
    scene.body("table", joint=sp.Fixed(), surfaces=[as_hull((0.4, 0.3, 0.1) if any(shift) else P_SIZE)])
    add(scene, as_hull(), at=(*shift, 0.1 - STATIC))
    run = run_of(scene, 0.2, rtol=1e-8)
    p, _, w = end_of(run)
    assert p[:2] == pytest.approx(shift, abs=1e-12) and np.abs(w).max() < 1e-9
    # on four corners; aligned, the corners of both touch: eight rows
    rows = 4 if any(shift) else 8
    assert 0.1 - p[2] == pytest.approx((9.81 / (rows * 1e8)) ** (2.0 / 3.0), abs=1e-9)


def test_a_corner_on_a_corner():
    octahedron = 0.1 * np.vstack([np.eye(3), -np.eye(3)])
    scene = scene_of(gravity=0.0)
    add(scene, sp.Hull(octahedron, material="m"), "Q")
    add(scene, sp.Hull(octahedron, material="m"), at=(0, 0, 0.21), v=(0, 0, -1))
    run = run_of(scene, 0.05, rtol=1e-9)
    (_, v, w), (_, v_Q, _) = end_of(run), end_of(run, "Q")
    assert v == pytest.approx((0, 0, 0), abs=1e-8) and v_Q == pytest.approx((0, 0, -1), abs=1e-8)
    assert np.abs(w).max() < 1e-9


def bounced(size):
    """Position and velocity, in units of the size, of a hull that fell on a hull."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.contact("m", "m", normal=sp.HuntCrossley(k=1e6 * size**1.5, lam=0.0, n=1.5))
    scene.body("table", joint=sp.Fixed(), surfaces=[sp.Hull(icosahedron(size), material="m")])
    points = random_points(np.random.default_rng(4), 10, size)
    add(scene, sp.Hull(points, material="m").centred(), mass=size**3, at=(0.1 * size, 0.05 * size, 2.0 * size))
    run = run_of(scene, 0.8 * size**0.5, rtol=1e-9)
    assert len(run.impacts) > 0 and energy_error(run) < 1e-8
    p, v, _ = end_of(run)
    return np.concatenate([p / size, v / size**0.5])


@pytest.mark.parametrize("size", [1e-6, 1e-3, 1e3])
def test_all_sizes_bounce_alike(size):
    """Lengths times s, times by sqrt(s), masses by s^3, stiffnesses by s^1.5: the same motion."""
    assert bounced(size) == pytest.approx(bounced(1.0), abs=1e-6)
