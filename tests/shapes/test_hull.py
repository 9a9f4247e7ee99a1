"""Hulls: distances, gradients and rates of the solid, completeness of the rows, rounding, moments, what is refused."""

from itertools import product

import numpy as np
import pytest
from amounts import amount
from scipy.spatial import Delaunay
from scipy.spatial.transform import Rotation
from shapes.hull_oracle import Placed, distance, point_distance, rows

import supple as sp
from supple.shapes.polytope import MOST, corners_of, moments, polytope, rounded
from supple.shapes.solids import box as box_solid
from supple.shapes.solids import hull as hull_solid

GOLDEN = (1.0 + 5.0**0.5) / 2.0


def box_points(size):
    return tuple(map(tuple, (0.5 * np.array(size) * np.array([*product((-1, 1), repeat=3)])).tolist()))


def icosahedron():
    points = [p for a, b in product((-1, 1), (-GOLDEN, GOLDEN)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    return np.array(points) / np.hypot(1.0, GOLDEN)


def dodecahedron():
    points = [*product((-1.0, 1.0), repeat=3)]
    for a, b in product((-1 / GOLDEN, 1 / GOLDEN), (-GOLDEN, GOLDEN)):
        points += [(0, a, b), (a, b, 0), (b, 0, a)]
    return np.array(points)


def prism(n, height=0.7):
    turn = 2 * np.pi * np.arange(n) / n
    return np.array([(np.cos(a), np.sin(a), z) for a in turn for z in (-height, height)])


TETRAHEDRON = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1.0)])
OCTAHEDRON = np.vstack([np.eye(3), -np.eye(3)])


def cloud(seed, count=20, stretch=(1.0, 1.0, 1.0)):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(count, 3))
    return np.array(stretch) * x / np.linalg.norm(x, axis=1)[:, None] * rng.uniform(0.7, 1.0, (count, 1))


BODIES = {
    "tetrahedron": TETRAHEDRON, "octahedron": OCTAHEDRON, "icosahedron": icosahedron(), "dodecahedron": dodecahedron(),
    "prism": prism(7), "box": np.array(box_points((0.2, 0.14, 0.1))), "cloud": cloud(1), "large cloud": cloud(2, 120),
    "needle": cloud(3, 15, (1.0, 1e-3, 1e-3)), "plate": cloud(4, 15, (1.0, 1.0, 1e-3)),
    "tiny": 1e-6 * cloud(5), "huge": 1e3 * cloud(6),
}  # fmt: skip


def solid_of(hull):
    """Numbers, centre and corners of the core."""
    part = hull.features()[-1]
    points = [corner.at for corner in hull.features() if corner.label.count("v") == 1]
    return np.array(part.solid[2]), np.array(part.at), np.array(points)


# --- a box given as a hull -----------------------------------------------------------------------------------------------
def test_a_box_given_as_a_hull_is_the_box():
    size, r = (0.2, 0.14, 0.1), 0.005
    hull, box = sp.Hull(box_points(size), rounding=r), sp.Box(size, rounding=r)
    data, _, _ = solid_of(hull)
    half = np.array(box.features()[-1].solid[2])
    rng = np.random.default_rng(1)
    for X in rng.uniform(-0.2, 0.2, (1500, 3)):
        X, V = tuple(X.tolist()), tuple(rng.normal(size=3).tolist())
        (d, N), (d_box, N_box) = hull_solid.distance(data, 0, X), box_solid.distance(half, 0, X)
        assert abs(d - d_box) < 2e-16 and max(abs(np.subtract(N, N_box))) < 1e-14
        turns = hull_solid.turn(data, 0, X, V), box_solid.turn(half, 0, X, V)
        assert max(abs(np.subtract(*turns))) * abs(d) < 1e-13
    assert np.abs(np.subtract(hull.inertia(2.0), np.diag(box.inertia(2.0)))).max() < 1e-17
    assert (hull.volume, hull.deepest, hull.inset) == pytest.approx((0.0028, box.deepest, 0.0), abs=1e-16)
    assert sp.Hull(box_points(size)).rounding == pytest.approx(sp.Box(size).rounding, rel=1e-15)
    kinds = [sorted(part.kind for part in shape.features()) for shape in (hull, box)]
    assert kinds[0] == kinds[1]


@pytest.mark.validation
def test_distances_of_the_specification():  # T1, T3
    R = Rotation.from_rotvec((0.3, -0.2, 0.5))
    A = Placed(sp.Hull(box_points((0.62, 0.42, 0.32)), rounding=0.01), R=R)
    solid = A.solid(128)
    for x, d, n in (
        ((0.4, 0.25, 0.3), 0.231864137271, (0.858140476593, 0.436005575228, 0.271097880486)),
        ((0.1, 0.05, 0.08), -0.103018817295, (-0.114916953936, -0.329794337692, 0.937032437285)),
    ):
        X = tuple(R.inv().apply(x).tolist())
        found, N = hull_solid.distance(solid.data, 0, X)
        assert found == pytest.approx(d, abs=1e-12)
        assert R.apply(N) == pytest.approx(n, abs=1e-11)
    for at, d in (((0.12, 0.05, 0.48), 0.005983798991), ((0.5, 0.3, 0.45), 0.265414523654)):
        turned = Rotation.from_rotvec((-0.4, 0.7, 0.1))
        B = Placed(sp.Hull(box_points((0.52, 0.42, 0.22)), rounding=0.01), at, turned)
        assert min(rows(A, B)) + 0.02 == pytest.approx(d, abs=1e-12)


# --- the solid -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", BODIES)
def test_distance_from_the_core(name):
    data, centre, core = solid_of(sp.Hull(BODIES[name]))
    rng, size = np.random.default_rng(7), np.ptp(core, axis=0)
    for share in rng.uniform(-0.9, 0.9, (60, 3)):
        x = centre + size * share
        found, N = hull_solid.distance(data, 0, tuple((x - centre).tolist()))
        thin = size.max() / size.min()  # planes of the oracle are as inexact as that
        assert found == pytest.approx(point_distance(x, core), abs=(2e-14 + 1e-16 * thin) * size.max())
        assert np.linalg.norm(N) == pytest.approx(1.0, abs=1e-14)
        # all of the core is behind the plane at the distance d: no point of it can be nearer (N has the digits of u over d)
        tolerance = 2e-16 * size.max() * (10.0 + size.max() / abs(found))
        assert np.max((core - x) @ N) == pytest.approx(-found, abs=tolerance)


@pytest.mark.parametrize("name", BODIES)
def test_nothing_jumps(name):
    """A distance falls no faster than the point moves: along random paths through faces, edges, corners and the inside."""
    data, centre, core = solid_of(sp.Hull(BODIES[name]))
    rng, size = np.random.default_rng(8), np.ptp(core, axis=0)
    for _ in range(6):
        start, end = (size * rng.uniform(-0.8, 0.8, 3) for _ in range(2))
        last = None
        for s in np.linspace(0.0, 1.0, 120):
            x = start + s * (end - start)
            d, N = hull_solid.distance(data, 0, tuple(x.tolist()))
            if last is not None:
                way = np.linalg.norm(x - last[0])
                assert abs(d - last[1]) <= way * (1 + 1e-12) + 1e-15 * size.max()
                if min(d, last[1]) > 0.0:
                    assert np.linalg.norm(np.subtract(N, last[2])) <= 2.0 * way / min(d, last[1]) + 1e-9
            last = x, d, N


@pytest.mark.parametrize("name", ["icosahedron", "cloud", "prism", "plate"])
def test_gradient_and_turn(name):
    data, _, core = solid_of(sp.Hull(BODIES[name]))
    rng, size = np.random.default_rng(9), np.ptp(core, axis=0)
    seen = set()
    for _ in range(80):
        X, V = size * rng.uniform(-0.9, 0.9, 3), rng.normal(size=3)
        d, N, what, _ = hull_solid._closest(data, 0, tuple(X.tolist()))
        h = 1e-6 * max(abs(d), 1e-3 * size.min())
        ends = [hull_solid._closest(data, 0, tuple((X + s * h * V).tolist())) for s in (1.0, -1.0)]
        if d < 0.0 or any(end[2] != what for end in ends):
            continue
        seen.add(what)
        assert (ends[0][0] - ends[1][0]) / (2 * h) == pytest.approx(np.dot(N, V), abs=1e-6)
        slope = np.subtract(ends[0][1], ends[1][1]) / (2 * h)
        assert hull_solid.turn(data, 0, tuple(X.tolist()), tuple(V.tolist())) == pytest.approx(
            slope, abs=1e-5 * (1 + 1 / d)
        )
    assert len(seen) == 3


def test_the_line_between_two_triangles_of_a_face_is_no_edge():
    data, _, _ = solid_of(sp.Hull(box_points((0.2, 0.14, 0.1)), rounding=0.005))
    for s in np.linspace(-0.9, 0.9, 41):
        for sign in (1.0, -1.0):
            X = (0.095 * s, 0.065 * s * sign, 0.08)
            assert hull_solid.turn(data, 0, X, (0.3, -0.5, 0.2)) == (0.0, 0.0, 0.0)
            assert hull_solid.distance(data, 0, X)[1] == pytest.approx((0.0, 0.0, 1.0), abs=1e-15)


# --- the rows are complete -----------------------------------------------------------------------------------------------
def _apart(A, B, points, others, rng):
    """Distance by the oracle, if they are apart, and the smallest row."""
    truth = distance([A.at(x) for x in points], [B.at(x) for x in others])
    return truth, min(rows(A, B))


def _check_pairs(one, other, points, others, seed, count, radii):
    rng, checked = np.random.default_rng(seed), 0
    for _ in range(count):
        away = rng.normal(size=3)
        A = Placed(one, R=Rotation.random(rng=rng))
        B = Placed(other, 2.0 * away / np.linalg.norm(away) * rng.uniform(0.6, 1.3), Rotation.random(rng=rng))
        truth, found = _apart(A, B, points, others, rng)
        if truth > 1e-9:
            assert found + radii == pytest.approx(truth, abs=5e-14)
            checked += 1
    assert checked > count // 3


HULL = sp.Hull(cloud(11, 14), rounding=0.02)
CORE = [part.at for part in HULL.features() if part.label.count("v") == 1]


@pytest.mark.parametrize(("seed", "count"), [(1, 12), pytest.param(2, amount(40, 200), marks=pytest.mark.slow)])
def test_rows_of_two_hulls_are_complete(seed, count):
    other = sp.Hull(dodecahedron() * 0.6, rounding=0.03)
    others = [part.at for part in other.features() if part.label.count("v") == 1]
    _check_pairs(HULL, other, CORE, others, seed, count, 0.05)


@pytest.mark.parametrize(("seed", "count"), [(3, 20), pytest.param(4, amount(50, 300), marks=pytest.mark.slow)])
def test_rows_of_hull_and_box_are_complete(seed, count):
    box = sp.Box((1.2, 0.8, 0.5), rounding=0.01)
    others = [part.at for part in box.features()[:8]]
    _check_pairs(HULL, box, CORE, others, seed, count, 0.03)


@pytest.mark.parametrize(("seed", "count"), [(5, 30), pytest.param(6, amount(60, 400), marks=pytest.mark.slow)])
def test_rows_of_hull_and_capsule_are_complete(seed, count):
    capsule = sp.Capsule((-0.6, 0.1, 0.0), (0.5, 0.0, 0.2), 0.1)
    rng, checked = np.random.default_rng(seed), 0
    for _ in range(count):
        away = rng.normal(size=3)
        A = Placed(HULL, R=Rotation.random(rng=rng))
        B = Placed(capsule, 2.0 * away / np.linalg.norm(away) * rng.uniform(0.5, 1.0), Rotation.random(rng=rng))
        ends = [B.at(capsule.start), B.at(capsule.end)]
        a, b = np.array([A.at(x) for x in CORE]), np.array(ends)
        differences = (b[:, None] - a[None]).reshape(-1, 3)
        truth = point_distance(np.zeros(3), differences)
        if truth > 1e-9:
            assert min(rows(A, B)) + 0.12 == pytest.approx(truth, abs=5e-14)
            checked += 1
    assert checked > count // 3


# --- corners, faces, edges ------------------------------------------------------------------------------------------------
SOLIDS = {  # corners, edges, faces
    "tetrahedron": (4, 6, 4), "octahedron": (6, 12, 8), "icosahedron": (12, 30, 20), "dodecahedron": (20, 30, 12),
    "prism": (14, 21, 9), "box": (8, 12, 6),
}  # fmt: skip


@pytest.mark.parametrize("name", SOLIDS)
def test_faces_stay_where_they_are(name):
    hull = sp.Hull(BODIES[name])
    built = rounded(hull.vertices, hull.rounding)
    for body in (built.outer, built.core):
        assert (len(body.points), len(body.edges), len(body.faces)) == SOLIDS[name]
    assert hull.inset < 1e-15
    below = built.outer.planes[:, 3] - np.max(built.core.points @ built.outer.planes[:, :3].T, axis=0)
    assert below == pytest.approx(hull.rounding, abs=1e-15)
    drawn = hull.drawing()[0]
    normals = []
    for face in drawn["faces"]:  # counter-clockwise
        a, b, c = np.array(drawn["vertices"])[list(face[:3])]
        normals.append(np.dot(np.cross(b - a, c - a), (a + b + c)))
    assert min(normals) > 0.0


@pytest.mark.parametrize("name", ["cloud", "large cloud", "needle", "plate", "tiny", "huge"])
def test_the_surface_never_leaves_the_hull(name):
    hull = sp.Hull(BODIES[name])
    built = rounded(hull.vertices, hull.rounding)
    heights = built.core.points @ built.outer.planes[:, :3].T - built.outer.planes[:, 3] + hull.rounding
    assert heights.max() < 1e-12 * hull.deepest
    assert 0.0 <= hull.inset < 2.0 * hull.rounding


def test_points_that_are_no_corners_are_left_out():
    grid = np.array([*product(np.linspace(-1, 1, 5), repeat=3)])
    hull = sp.Hull(grid * [0.3, 0.2, 0.1])
    assert len(hull.vertices) == 8 and len(hull.features()) == 8 + 12 + 1
    noise = np.random.default_rng(1).normal(size=grid.shape) * 2e-8  # as single precision leaves it
    assert len(sp.Hull((grid + noise) * [0.3, 0.2, 0.1]).features()) == 8 + 12 + 1
    twice = sp.Hull([*BODIES["box"], *(BODIES["box"] * (1 + 1e-9))])
    assert len(twice.vertices) == 8
    assert sp.Hull(twice.vertices) == twice
    again = sp.Hull(BODIES["large cloud"])
    assert sp.Hull(again.vertices) == again


@pytest.mark.validation
def test_bumps_of_an_icosphere():  # T12
    points, triangles = icosahedron(), polytope(icosahedron()).triangles
    for level, bump in enumerate((0.2053455277, 0.0658276410, 0.0177530536, 0.0045283676, 0.0011378833)):
        if level:
            middles = [points[triangles[:, i]] + points[triangles[:, j]] for i, j in ((0, 1), (1, 2), (2, 0))]
            more = [m / np.linalg.norm(m, axis=1)[:, None] for m in middles]
            points = np.unique(np.round(np.vstack([points, *more]), 12), axis=0)
        points = points / np.linalg.norm(points, axis=1)[:, None]
        body = polytope(points)
        assert 1.0 - body.planes[:, 3].min() == pytest.approx(bump, abs=2e-10)
        triangles = body.triangles
        if len(points) <= MOST:
            hull = sp.Hull(points)
            assert len(hull.vertices) == len(points) == 10 * 4**level + 2


@pytest.mark.parametrize("name", BODIES)
def test_moments(name):
    points = BODIES[name]
    hull = sp.Hull(points)
    volume, centre, second = 0.0, np.zeros(3), np.zeros((3, 3))
    options = "QJ Pp" if name in SOLIDS else None
    for corners in [points] if len(points) == 4 else points[Delaunay(points, qhull_options=options).simplices]:
        part = abs(np.linalg.det(corners[1:] - corners[0])) / 6.0
        s = corners.sum(axis=0)
        volume, centre = volume + part, centre + part * s / 4.0
        second += part / 20.0 * (corners.T @ corners + np.outer(s, s))
    centre /= volume
    second = second / volume - np.outer(centre, centre)
    assert hull.volume == pytest.approx(volume, rel=1e-9)
    assert hull.centroid == pytest.approx(centre, abs=1e-9 * hull.deepest)
    expected = np.trace(second) * np.eye(3) - second
    assert hull.inertia(3.0) == pytest.approx(3.0 * expected, abs=1e-8 * np.abs(expected).max())


def test_a_turned_hull_turns_its_inertia():
    q = np.array((1.0, 2.0, 3.0, 4.0)) / 30.0**0.5
    R = Rotation.from_quat((*q[1:], q[0]))
    hull, turned = sp.Hull(BODIES["cloud"]), sp.Hull(BODIES["cloud"], at=(1.0, 2.0, 3.0), orientation=q)
    assert turned.centroid == pytest.approx(R.apply(hull.centroid) + (1.0, 2.0, 3.0), abs=1e-15)
    assert turned.inertia(1.0) == pytest.approx(R.as_matrix() @ hull.inertia(1.0) @ R.as_matrix().T, abs=1e-15)
    assert turned.centred().centroid == pytest.approx((1.0, 2.0, 3.0), abs=1e-15)
    assert turned.centred().inertia(1.0) == pytest.approx(turned.inertia(1.0), abs=1e-15)


# --- what is refused ------------------------------------------------------------------------------------------------------
REFUSED = {
    "three points": (np.eye(3), "must span a body"),
    "one point": ([(1.0, 2.0, 3.0)] * 20, "must span a body"),
    "a plane": ([(x, y, 0.0) for x in range(3) for y in range(3)], "must span a body"),
    "nearly a plane": ([(x, y, 1e-9 * x * y * y) for x in range(3) for y in range(3)], "must span a body"),
    "a line": ([(x, x, x) for x in range(9)], "must span a body"),
    "thin": ([(x, y, 4e-6 * z) for x in range(2) for y in range(2) for z in range(2)], "must span a body thicker"),
    "nan": ([*np.eye(3), (0, 0, np.nan)], "must be finite"),
    "two numbers": ([*np.eye(3), (0, 0)], "must be 3 numbers"),
    "far away": ([*np.eye(3), (0, 0, 1e200)], "within 1e100"),
    "no points": (5, "must be 4 or more points"),
    "a text": ("abcd", "must be 4 or more points"),
    "too many corners": (
        cloud(1, 700) / np.linalg.norm(cloud(1, 700), axis=1)[:, None],
        "at most 500 corners, got 700",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_spans_no_body_is_refused(name):
    points, why = REFUSED[name]
    with pytest.raises((ValueError, TypeError), match=why):
        sp.Hull(points)


def test_too_much_rounding_is_refused():
    with pytest.raises(ValueError, match=r"rounding must be between 0.0 and 0.04500.* m, got 0.05"):
        sp.Hull(box_points((0.2, 0.14, 0.1)), rounding=0.05)
    assert sp.Hull(TETRAHEDRON, rounding=0.5).rounding == 0.5  # the ball inside has 0.577
    with pytest.raises(ValueError, match="rounding"):
        sp.Hull(TETRAHEDRON, rounding=0.55)


def test_rounding_of_almost_all_keeps_the_core():
    for name in ("tetrahedron", "cloud", "prism"):
        body = polytope(BODIES[name][corners_of(BODIES[name])])
        r = 0.8 * 0.25 * body.thickness
        hull = sp.Hull(BODIES[name], rounding=r)
        assert len(hull.features()) > 8
        assert moments(body.points, body.triangles)[0] == pytest.approx(hull.volume)


def test_a_body_has_its_mass_in_the_centroid():
    hull = sp.Hull(BODIES["cloud"], at=(0.1, 0.0, 0.0))
    scene = sp.Scene()
    with pytest.raises(ValueError, match="com of 'a' must be the centroid"):
        scene.body("a", mass=1.0, surfaces=[hull])
    scene.body("a", mass=1.0, surfaces=[hull], com=hull.centroid)
    scene.body("b", mass=1.0, surfaces=[hull], inertia=(1, 1, 1))
    scene.body("c", mass=1.0, surfaces=[sp.Hull(hull.vertices).centred()])
    scene.body("d", surfaces=[hull], joint=sp.Fixed())
    again = sp.scene_from_toml(sp.scene_to_toml(scene)).scene
    assert repr(again.bodies) == repr(scene.bodies)
