"""The surface of a terrain: spline, distance, normal, bounds, border; what is said of wrong heights."""

import math

import numpy as np
import pytest
from shapes.heights import LOW, above, data_of, hill_terrain, hills, nearest, rolling, rough

import supple as sp
from supple.shapes.height_field import field_of
from supple.shapes.solids import terrain

FOOT = (0.1382645599, 0.1867294840)  # under (.13, .21, .12): by scipy on the exact field


def of_hills(n):
    return np.array(hill_terrain(1.0 / n).field.numbers)


# --- the spline -----------------------------------------------------------------------------------------------------------
def test_distance_from_hills():
    X = (0.13 - LOW, 0.21 - LOW, 0.12)
    assert terrain.distance(of_hills(40), 0, X)[0] == pytest.approx(0.1080791855, abs=1e-10)
    d, N = terrain.distance(of_hills(320), 0, X)  # slopes are off by order l^3
    assert d == pytest.approx(0.1080791406, abs=1e-9)
    np.testing.assert_allclose(N, (-0.0764676686, 0.2153099650, 0.9735472842), rtol=0.0, atol=1e-8)
    np.testing.assert_allclose(
        np.array(X) - d * np.array(N), (FOOT[0] - LOW, FOOT[1] - LOW, X[2] - d * N[2]), atol=3e-8
    )


def test_the_error_of_the_spline_is_of_fourth_order():
    rng = np.random.default_rng(0)
    places = rng.uniform(0.0, 2.0, (300, 2)).tolist()
    errors = []
    for n in (20, 40, 80):
        data = of_hills(n)
        errors.append(max(abs(terrain.surface(data, 0, x, y)[0] - hills(x + LOW, y + LOW)) for x, y in places))
    inside = [2.5e-6, 1.6e-7, 9.8e-9]
    assert np.all(np.array(errors) < 6.0 * np.array(inside))  # up to the border, where it is largest
    assert np.log2(errors[0] / errors[2]) / 2.0 == pytest.approx(4.0, abs=0.3)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (3, 5), (4, 4), (7, 2), (9, 6)])
def test_it_goes_through_all_heights_and_reproduces_cubics(size):
    rng = np.random.default_rng(1)
    h = rng.normal(size=size)
    data = data_of(h, 0.3)
    seen = [[terrain.surface(data, 0, 0.3 * i, 0.3 * j)[0] for j in range(size[1])] for i in range(size[0])]
    np.testing.assert_allclose(seen, h, atol=1e-13)
    px, py = (np.polynomial.Polynomial(rng.normal(size=min(n, 4))) for n in size)
    data = data_of([[px(0.3 * i) * py(0.3 * j) for j in range(size[1])] for i in range(size[0])], 0.3)
    for x, y in rng.uniform(0.0, 0.3, (10, 2)) * (np.array(size) - 1):
        f = terrain.surface(data, 0, x, y)
        expected = (px(x) * py(y), px.deriv()(x) * py(y), px(x) * py.deriv()(y), px.deriv(2)(x) * py(y))
        np.testing.assert_allclose(f[:4], expected, rtol=1e-10, atol=1e-10)


def test_derivatives_and_the_border_is_smooth():
    rng, e = np.random.default_rng(2), 1e-6
    data = of_hills(20)
    for x, y in rng.uniform(-0.7, 2.7, (100, 2)):  # also where it bends to level beyond the border
        _, hx, hy, hxx, hxy, hyy = terrain.surface(data, 0, x, y)
        for step, expected in (((e, 0.0), (hx, hxx, hxy)), ((0.0, e), (hy, hxy, hyy))):
            low, high = (np.array(terrain.surface(data, 0, x + s * step[0], y + s * step[1])[:3]) for s in (-1, 1))
            np.testing.assert_allclose((high - low) / (2 * e), expected, atol=1e-6)
    for y in (0.3, 1.1):
        inside, outside = terrain.surface(data, 0, 2.0 - 1e-9, y), terrain.surface(data, 0, 2.0 + 1e-9, y)
        np.testing.assert_allclose(inside[:3], outside[:3], atol=1e-7)


# --- distance -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(12))
def test_within_the_radius_of_curvature_the_distance_is_exact(seed):
    rng = np.random.default_rng(seed)
    h, l = rough(rng)
    data = data_of(h, l)
    rho, rho_g = data[terrain.RHO], data[terrain.RHO_G]
    for _ in range(8):
        x, y = rng.uniform(-l, len(h) * l), rng.uniform(-l, len(h[0]) * l)
        for d in (rng.uniform(0.0, 0.95) * rho, -rng.uniform(0.0, 0.95) * rho_g):
            X, n = above(data, x, y, d)
            found, N = terrain.distance(data, 0, X)
            assert found == pytest.approx(d, abs=1e-11 * (abs(d) + l))
            np.testing.assert_allclose(N, n, atol=1e-10)


@pytest.mark.parametrize("seed", range(10))
def test_farther_away_it_is_a_lower_bound(seed):
    rng = np.random.default_rng(100 + seed)
    h, l = rough(rng)
    data = data_of(h, l)
    for _ in range(3):
        x, y = rng.uniform(-l, len(h) * l), rng.uniform(-l, len(h[0]) * l)
        high = l * 10.0 ** rng.uniform(-1, 1)
        X = (x, y, terrain.surface(data, 0, x, y)[0] + high)
        true = nearest(data, X, min(high, 30.0 * l))
        found, _ = terrain.distance(data, 0, X)
        assert 0.0 < found <= true * (1.0 + 1e-6) + 1e-9 * l


def test_far_above_a_large_field_the_bound_is_the_height():
    h = rolling(200, 150, 2.0, 4)
    data = data_of(h, 0.5)
    found, _ = terrain.distance(data, 0, (40.0, 30.0, 50.0))
    assert 47.0 < found < 50.0 + h.min() + 4.0


def test_rates_against_differences():
    rng, e = np.random.default_rng(5), 1e-6
    for _ in range(30):
        data = data_of(0.1 * rng.normal(size=(8, 8)), 0.5)
        d = rng.uniform(-0.8 * data[terrain.RHO_G], 0.8 * data[terrain.RHO])
        X, n = above(data, *rng.uniform(-0.5, 4.0, 2), d)
        V = rng.normal(size=3)
        (d0, n0), (d1, n1) = (terrain.distance(data, 0, tuple((X + s * e * V).tolist())) for s in (-1, 1))
        assert (d1 - d0) / (2 * e) == pytest.approx(float(n @ V), abs=1e-7)
        turn = (np.array(n1) - np.array(n0)) / (2 * e)
        np.testing.assert_allclose(
            terrain.turn(data, 0, X, tuple(V.tolist())), turn, atol=3e-6 * (1 + np.abs(turn).max())
        )


def test_the_bound_that_clears_steps():
    """d(X + D) >= d + N.D - |D|^2/(2 (rho - d)) for every D: system/clearance.py."""
    rng, tightest = np.random.default_rng(6), math.inf
    for _ in range(6):
        h, l = rough(rng)
        data = data_of(h, l)
        rho = data[terrain.RHO]
        for _ in range(40):
            d = rng.uniform(0.0, 0.9) * rho
            X, n = above(data, *(rng.uniform(-0.5, 1.5, 2) * l * np.array(h.shape)), d)
            D = rng.normal(size=3) * 10.0 ** rng.uniform(-2, 1) * rho
            there, _ = terrain.distance(data, 0, tuple((X + D).tolist()))
            bound = d + n @ D - D @ D / (2.0 * (rho - d))
            if there < 0.9 * rho and there > -0.9 * data[terrain.RHO_G]:  # the distance itself
                assert there >= bound - 1e-9 * l
                tightest = min(tightest, (there - bound) / rho)
    assert tightest < 0.1


# --- what users write -----------------------------------------------------------------------------------------------------
def test_heights_are_checked():
    for heights, words in (
        ([[1.0, 2.0]], "at least 2 x 2"),
        ([[1.0, 2.0], [1.0]], "rows of one length"),
        ([[1.0, 2.0], [1.0, math.nan]], "finite"),
        ("hills", "rows of numbers"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            sp.Terrain(heights, 0.1)
    with pytest.raises(ValueError, match="spacing must be > 0"):
        sp.Terrain([[0, 0], [0, 0]], 0.0)


def test_arrays_lists_and_functions_are_alike():
    h = rolling(4, 5, 1.0, 1)
    assert sp.Terrain(h, 0.5) == sp.Terrain(h.tolist(), 0.5)
    same = sp.Terrain.from_function(lambda x, y: h[round(x / 0.5), round(y / 0.5)], (1.5, 2.0), 0.5)
    assert same == sp.Terrain(h, 0.5) and same.probing == 0.5


def test_from_a_file_in_a_scene_file(tmp_path):
    (tmp_path / "land.csv").write_text("# heights\n0, 0.1, 0\n0.1, 0.2, 0.1\n")
    surface = '{ type = "Terrain", from = "csv", file = "land.csv", spacing = 0.5 }'
    text = f'[bodies.land]\njoint = {{ type = "Fixed" }}\nsurfaces = [{surface}]\n'
    (tmp_path / "scene.toml").write_text(text)
    scene = sp.read_scene(tmp_path / "scene.toml").scene
    assert scene.bodies["land"].surfaces == (sp.Terrain([[0, 0.1, 0], [0.1, 0.2, 0.1]], 0.5),)
    again = sp.scene_from_toml(sp.scene_to_toml(scene)).scene  # with the numbers, not the file
    assert again.bodies["land"].surfaces == scene.bodies["land"].surfaces
    (tmp_path / "land.csv").write_text("0, 0.1\n0.1, x\n")
    with pytest.raises(ValueError, match=r"land.csv.*numbers"):
        sp.read_scene(tmp_path / "scene.toml")
    (tmp_path / "land.csv").write_text("0, 0.1\n0.1\n")
    with pytest.raises(ValueError, match="field"):
        sp.read_scene(tmp_path / "scene.toml")


def test_pictures_get_all_heights():
    (drawn,) = sp.Terrain(np.zeros((300, 20)), 0.1).drawing()
    assert drawn["kind"] == "terrain" and len(drawn["heights"]) == 300 and drawn["spacing"] == 0.1


def test_the_curvature_is_that_of_the_hills():
    field = hill_terrain(1.0 / 40.0).field
    exact = 0.05 * (2.0 * math.pi) ** 2
    assert exact <= field.valley * 1.001 and field.valley < 1.2 * exact  # a little more where the border bends
    flat = field_of(((1.0, 2.0), (1.5, 2.5)), 1.0)
    assert flat.valley < 0.2 and terrain.distance(np.array(flat.numbers), 0, (0.5, 0.5, 3.0))[0] > 0.0
