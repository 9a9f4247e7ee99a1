"""The support functions: derivatives, bounds, and the solids they belong to."""

import math

import numpy as np
import pytest
from shapes.bodies import t3
from shapes.convex_pairs import full, semi_axes, unit

from supple.shapes.ellipsoid import Ellipsoid
from supple.shapes.superellipsoid import Superellipsoid
from supple.shapes.supports import WIDTH, ellipsoid, superellipsoid
from supple.shapes.supports.dispatch import POINT_PARAMETERS, support
from supple.shapes.supports.registry import SUPPORTS


def drawn(file, seed):
    """Parameters and half widths of a random body."""
    rng = np.random.default_rng(seed)
    a = semi_axes(rng, rng.choice([1.0, 1.5, 5.0, 20.0]), 10.0 ** rng.choice([-6, 0, 4]))
    if file == "ellipsoid":
        return ellipsoid.parameters(a), a, rng
    exponent = rng.choice([2.0, rng.uniform(2.0, 20.0)])
    return superellipsoid.parameters(a, exponent, rng.uniform(0.01, 0.99) * superellipsoid.widest(a, exponent)), a, rng


BY_KIND = pytest.mark.parametrize("file", ["ellipsoid", "superellipsoid"])


@BY_KIND
def test_gradient_and_second_derivatives(file):
    """h = s . u, Rm u = 0; s and Rm are the differences of the homogeneous h and of s."""
    kind = SUPPORTS.number_of_file(file)
    for seed in range(60):
        p, a, rng = drawn(file, seed)
        u = unit(rng)
        h, s, Rm = support(kind, t3(u), p)
        Rm, size = full(Rm), max(a)
        scale = np.abs(Rm).max()
        assert h == pytest.approx(u @ s, rel=1e-14)
        np.testing.assert_allclose(Rm @ u, 0.0, atol=1e-14 * scale + 1e-14 * size)

        def homogeneous(v, p=p):
            length = np.linalg.norm(v)
            h, s, _ = support(kind, t3(v / length), p)
            return length * h, np.array(s)

        step = 1e-5 * min(1.0, size / scale)
        ends = [(homogeneous(u + step * e), homogeneous(u - step * e)) for e in np.eye(3)]
        np.testing.assert_allclose(s, [(f - g) / (2 * step) for (f, _), (g, _) in ends], atol=1e-8 * size)
        np.testing.assert_allclose(Rm, [(f - g) / (2 * step) for (_, f), (_, g) in ends], atol=1e-4 * scale)


@BY_KIND
def test_bounds_hold_in_all_directions(file):
    """Radii, reach and depth; convex: every radius is positive."""
    kind, module = SUPPORTS.number_of_file(file), SUPPORTS.modules[SUPPORTS.number_of_file(file)]
    for seed in range(30):
        p, a, rng = drawn(file, seed)
        assert len(p) == WIDTH and p[-1] == module.smallest_radius(p) > 0.0
        least, most = module.smallest_radius(p), module.largest_radius(p)
        depth, reach = module.least_depth(p), module.reach(p)
        assert depth == pytest.approx(min(a), rel=1e-13)
        assert least <= depth <= reach * (1 + 1e-15)
        for _ in range(40):
            u = unit(rng) * rng.choice([1.0, 0.1, 1e-3], 3)  # often near an axis or a plane
            u /= np.linalg.norm(u)
            h, s, Rm = support(kind, t3(u), p)
            r = np.linalg.eigvalsh(full(Rm))
            assert least * (1 - 1e-9) <= r[1] and r[2] <= most * (1 + 1e-9)
            assert depth * (1 - 1e-13) <= h <= np.linalg.norm(s) * (1 + 1e-15) <= reach * (1 + 1e-12)
        widths = [support(kind, t3(e), p)[0] for e in np.eye(3)]
        np.testing.assert_allclose(widths, a, rtol=1e-13)


def test_the_bounds_are_reached():
    """By an ellipsoid at the ends of its axes; the reach by a superellipsoid too."""
    p = ellipsoid.parameters((0.3, 0.2, 0.1))
    assert full(ellipsoid.support((1.0, 0.0, 0.0), p)[2])[2, 2] == pytest.approx(
        ellipsoid.smallest_radius(p), rel=1e-14
    )
    assert full(ellipsoid.support((0.0, 0.0, 1.0), p)[2])[0, 0] == pytest.approx(ellipsoid.largest_radius(p), rel=1e-14)
    for seed in range(5):
        q, _, rng = drawn("superellipsoid", seed)
        tries = np.abs(rng.standard_normal((4000, 3)) * rng.choice([1.0, 0.1], (4000, 3)))
        found = max(superellipsoid.support(t3(u / np.linalg.norm(u)), q)[0] for u in tries)
        assert found <= superellipsoid.reach(q) * (1 + 1e-14) and found == pytest.approx(
            superellipsoid.reach(q), rel=1e-2
        )


def test_with_exponent_two_it_is_the_ellipsoid():
    rng = np.random.default_rng(0)
    for rounding in (1e-3, 0.05, 0.1):
        a, u = (0.3, 0.5, 0.2), t3(unit(rng))
        p, q = superellipsoid.parameters(a, 2.0, rounding), ellipsoid.parameters(a)
        for one, other in zip(superellipsoid.support(u, p), ellipsoid.support(u, q), strict=True):
            np.testing.assert_allclose(one, other, atol=1e-15)
        for name in ("smallest_radius", "reach", "volume", "inertia"):
            assert getattr(superellipsoid, name)(p) == pytest.approx(getattr(ellipsoid, name)(q), rel=1e-13)


def test_without_rounding_it_is_the_superellipsoid():
    """Points of the surface satisfy sum |x/a|^m = 1, and the volume is the closed form, but for terms of the order e^q."""
    a, m = (0.3, 0.5, 0.2), 4.0
    exact = 8 * math.prod(a) * math.gamma(1 + 1 / m) ** 3 / math.gamma(1 + 3 / m)
    for rounding in (1e-2, 1e-3, 1e-4):
        near = 4.0 * (rounding / min(a)) ** (m / (m - 1.0))
        p = superellipsoid.parameters(a, m, rounding)
        _, s, _ = superellipsoid.support(t3(np.array((1.0, 2.0, -2.0)) / 3.0), p)
        assert sum(abs(x / A) ** m for x, A in zip(s, a, strict=True)) == pytest.approx(1.0, abs=near)
        assert superellipsoid.volume(p) == pytest.approx(exact, rel=near)


SOLIDS = (ellipsoid.parameters((0.3, 0.2, 0.1)), superellipsoid.parameters((0.3, 0.2, 0.1), 6.0, 0.01))


@pytest.mark.parametrize("p", SOLIDS)
def test_volume_and_inertia_of_the_solid(p):
    """Against the points of a grid that no direction of the support function separates from the body."""
    file = ellipsoid if p[4] == 0.0 else superellipsoid
    rng = np.random.default_rng(0)
    u = np.abs(rng.standard_normal((3000, 3)) / np.sqrt(p[:3]))
    u /= np.linalg.norm(u, axis=1)[:, None]
    h = np.array([file.support(t3(one), p)[0] for one in u])
    half = np.array([file.support(t3(e), p)[0] for e in np.eye(3)])
    n = 24
    x = np.stack(np.meshgrid(*((np.arange(n) + 0.5) / n,) * 3, indexing="ij"), axis=-1).reshape(-1, 3) * half
    inside = x[((x @ u.T) <= h).all(axis=1)]
    share = len(inside) / n**3
    assert file.volume(p) == pytest.approx(8 * np.prod(half) * share, rel=0.02)
    xx, yy, zz = (inside**2).mean(axis=0)
    assert file.inertia(p) == pytest.approx((yy + zz, xx + zz, xx + yy), rel=0.02)


def test_number_zero_is_a_point():
    assert support(0, (0.0, 0.6, 0.8), POINT_PARAMETERS) == (0.0, (0.0,) * 3, (0.0,) * 6)


# --- as users write them --------------------------------------------------------------------------------------------------
def test_shapes_say_what_their_support_functions_say():
    egg = Ellipsoid((0.3, 0.2, 0.1), orientation=(2, 0, 0, 0))
    assert egg.support_of() == (1, ellipsoid.parameters((0.3, 0.2, 0.1)), (1.0, 0.0, 0.0, 0.0))
    assert egg.inertia(5.0) == pytest.approx((0.05, 0.1, 0.13)) and egg.deepest == 0.1
    quarter = Ellipsoid((0.3, 0.2, 0.1), orientation=(1, 0, 0, 1))  # x to y
    np.testing.assert_allclose(quarter.inertia(5.0), np.diag((0.1, 0.05, 0.13)), atol=1e-15)
    soap = Superellipsoid((0.3, 0.2, 0.1), exponent=2)
    assert soap.rounding == pytest.approx(0.01) and soap.inertia(5.0) == pytest.approx((0.05, 0.1, 0.13), rel=1e-12)
    assert soap.support_of()[:2] == (2, superellipsoid.parameters((0.3, 0.2, 0.1), 2.0, soap.rounding))


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Ellipsoid((0.3, -0.2, 0.1)), r"semi_axes\[1\] must be > 0 m, got -0.2"),
        (lambda: Superellipsoid((0.3, 0.2, 0.1), exponent=1.5), "exponent must be between 2.0 and 20.0, got 1.5"),
        (lambda: Superellipsoid((0.3, 0.2, 0.1), rounding=0.2), "rounding must be between .* m, got 0.2"),
        (lambda: Superellipsoid((0.3, 0.2, 0.1), rounding=0.0), "rounding must be > 0 m, got 0.0"),
    ],
)
def test_wrong_values_are_sentences(build, sentence):
    with pytest.raises(ValueError, match=sentence):
        build()
