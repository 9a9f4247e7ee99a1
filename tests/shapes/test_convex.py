"""Closest points of two convex bodies: manufactured, published, against optimisers, in all limits and symmetries."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from shapes.bodies import t3
from shapes.closest_oracle import Support, distance, largest_gap
from shapes.convex_pairs import (
    ELLIPSOID,
    GAP,
    LEAST,
    N_STEPS,
    NORMAL,
    POINT_AT,
    STATUS,
    SUPERELLIPSOID,
    a_ball,
    an_ellipsoid,
    body,
    draw_body,
    placed,
    radii_of_sum,
    solved,
    support_in_world,
    surely,
    unit,
)

from supple._jit import JIT
from supple.shapes.contract import surface_points
from supple.shapes.pairs import ball_ball, ball_plane, convex_plane
from supple.shapes.pairs.convex import CERTAIN, FAILED, SEARCHED, Closest, closest, lower_bound
from supple.shapes.supports import superellipsoid
from supple.shapes.supports.dispatch import POINT

MANY = 1000 if JIT else 100
KINDS = [(ELLIPSOID, ELLIPSOID), (ELLIPSOID, SUPERELLIPSOID), (SUPERELLIPSOID, SUPERELLIPSOID), (POINT, ELLIPSOID)]


def turned(*rotation_vector):
    return Rotation.from_rotvec(rotation_vector).as_matrix()


def egg(rng, low=0.1, high=0.5):
    return an_ellipsoid((0, 0, 0), Rotation.random(rng=rng).as_matrix(), rng.uniform(low, high, 3))


def drawn(seed, depth=0.5, aspect=3.0):
    """A pair of any kinds with a common normal at +- `depth` of the certain depth."""
    rng = np.random.default_rng(seed)
    kinds = KINDS[seed % len(KINDS)]
    A, B = (draw_body(rng, kind, aspect, centre=t3(rng.uniform(-1, 1, 3))) for kind in kinds)
    return A, placed(A, B, unit(rng), rng.choice([-depth * surely(A, B), rng.uniform(0.0, 1.0)])), rng


# --- manufactured and published -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("depth", [-2.0, 0.3])
def test_manufactured_pairs_are_recovered(depth):
    """A common normal at a gap up to 2 m, or at a depth up to 0.3 of where the solution turns round, from a cold start."""
    rng = np.random.default_rng(1)
    pairs, made = [], []
    for _ in range(MANY):
        A, B, n = egg(rng), egg(rng), unit(rng)
        gap = -depth * rng.random() * (radii_of_sum(A, B, n)[0] if depth > 0.0 else 1.0)
        pairs.append((A, placed(A, B, n, gap)))
        made.append((gap, *n))
    found, made = solved(pairs), np.array(made)
    other = found[:, GAP] > made[:, 0] + 1e-12  # a shallower common normal, where the made one is not the shallowest
    assert other.mean() <= (0.01 if depth > 0.0 else 0.0) and np.all(found[other, STATUS] != FAILED)
    np.testing.assert_allclose(found[~other, GAP], made[~other, 0], atol=1e-14)
    np.testing.assert_allclose(found[~other, NORMAL], made[~other, 1:], atol=1e-12)
    certain = found[:, STATUS] == CERTAIN
    assert found[certain & (found[:, N_STEPS] < 20), N_STEPS].max() <= 10
    assert np.all(certain) or depth > 0.0


@pytest.mark.validation
def test_two_ellipsoids_with_known_figures():
    """Of a prototype that shares no code with supple."""
    A = an_ellipsoid((0, 0, 0), turned(0.3, -0.2, 0.5), (0.3, 0.2, 0.15))
    B = an_ellipsoid((0.12, 0.05, 0.28), turned(-0.4, 0.7, 0.1), (0.25, 0.2, 0.1))
    found = closest(A, B)
    assert found.gap == pytest.approx(-0.04264557436540503, abs=1e-15) and found.status == CERTAIN
    assert found.normal == pytest.approx((0.358624207378, 0.100140203948, 0.928095155378), abs=1e-12)
    p_A, p_B = surface_points(found)
    assert p_A == pytest.approx((0.192166891430, 0.100365150531, 0.147407564492), abs=1e-12)
    assert p_B == pytest.approx((0.176873156125, 0.096094614017, 0.107828413525), abs=1e-12)
    assert found.least == pytest.approx(0.390523579 + found.gap, abs=1e-9)
    assert radii_of_sum(A, B, found.normal) == pytest.approx((0.390523579, 0.572700087), abs=1e-9)
    apart = closest(A, B._replace(centre=(0.2, 0.1, 0.45)))
    assert apart.gap == pytest.approx(0.14987353448769858, abs=1e-15)


# --- against optimisers ---------------------------------------------------------------------------------------------------
def support_of(one):
    """The same body for the oracle."""
    if one.kind == POINT:
        return Support(one, ())
    if one.kind == ELLIPSOID:
        return Support(one, t3(np.sqrt(one.p[:3])))
    q = one.p[4]
    return Support(one, (t3(superellipsoid.half_widths(one.p)), q / (q - 1.0), one.p[3] ** 0.5))


@pytest.mark.parametrize("aspect", [1.5, 20.0])
def test_distance_of_ellipsoids_as_a_convex_problem(aspect):
    rng = np.random.default_rng(int(aspect))
    pairs = []
    for _ in range(25):
        A, B = (draw_body(rng, ELLIPSOID, aspect)._replace(radius=0.0) for _ in range(2))
        pairs.append((A, placed(A, B, unit(rng), 10.0 ** rng.uniform(-3, 0.5))))
    for (A, B), row in zip(pairs, solved(pairs), strict=True):
        assert row[GAP] == pytest.approx(distance(support_of(A), support_of(B)), abs=1e-12)


@pytest.mark.parametrize("kinds", KINDS)
def test_no_larger_gap_is_found_on_a_fine_grid(kinds):
    """Overlapping up to coincident centres, aspect ratios up to 20: what is not certain is searched, and found."""
    rng = np.random.default_rng(5)
    pairs = []
    for _ in range(8):
        A, B = (draw_body(rng, kind, rng.choice([2.0, 20.0])) for kind in kinds)
        B = placed(A, B, unit(rng), 0.0)
        pairs.append((A, B._replace(centre=t3(rng.choice([0.0, 0.3, 0.9]) * np.array(B.centre)))))
    found = solved(pairs)
    assert {*found[:, STATUS]} <= {CERTAIN, SEARCHED}
    for (A, B), row in zip(pairs, found, strict=True):
        assert row[GAP] == pytest.approx(largest_gap(support_of(A), support_of(B)), abs=1e-12)


# --- what a solution is ---------------------------------------------------------------------------------------------------
def test_surface_points_are_on_their_surfaces_along_the_normal():
    for seed in range(40):
        A, B, _ = drawn(seed)
        found = closest(A, B)
        p_A, p_B = surface_points(found)
        (h_A, s_A, _), (h_B, s_B, _) = support_in_world(A, found.normal), support_in_world(B, found.normal)
        np.testing.assert_allclose(p_A, A.centre + s_A, atol=1e-13)
        np.testing.assert_allclose(p_B, B.centre - s_B, atol=1e-13)
        assert found.gap == pytest.approx(np.dot(np.subtract(B.centre, A.centre), found.normal) - h_A - h_B, abs=1e-14)
        assert found.least == pytest.approx(radii_of_sum(A, B, found.normal)[0] + found.gap, abs=1e-12)
        assert found.status == CERTAIN and found.least > 0.0


def test_what_is_certain_is_the_largest_of_all():
    """No direction at all gives a larger gap; deeper than the certain depth the status says that it was a search."""
    rng = np.random.default_rng(2)
    n = rng.standard_normal((4000, 3))
    n /= np.linalg.norm(n, axis=1)[:, None]
    for seed in range(20):
        A, B, _ = drawn(seed, depth=0.99)
        found = closest(A, B)
        assert found.status == CERTAIN and found.gap >= -surely(A, B)
        a, b = support_of(A), support_of(B)
        others = n @ (b.centre - a.centre) - a(n)[0] - b(n)[0]
        assert others.max() <= found.gap + 1e-14
    A, B = (an_ellipsoid((0, 0, 0), np.eye(3), (0.3, 0.2, 0.1)) for _ in range(2))
    for shift, status in ((0.15, CERTAIN), (0.1, SEARCHED)):  # certain to a depth of 2/30 m
        assert closest(A, B._replace(centre=(0.0, 0.0, shift))).status == status


@pytest.mark.parametrize("seed", range(6))
def test_the_gap_is_continuous_through_and_through(seed):
    """From apart to coincident centres and beyond: it changes no faster than the bodies move, and no slope is missed."""
    rng = np.random.default_rng(seed)
    A, B = (draw_body(rng, kind, 4.0) for kind in KINDS[seed % len(KINDS)])
    start, end = 2.5 * unit(rng), -1.5 * unit(rng)
    path = [(A, B._replace(centre=t3(start + s * (end - start)))) for s in np.linspace(0, 1, 400)]
    found = solved(path)
    assert np.all(found[:, STATUS] != FAILED)
    step = np.linalg.norm(end - start) / 399
    slope = np.diff(found[:, GAP]) / step
    assert np.abs(slope).max() <= 1.0 + 1e-9
    along = found[:, NORMAL] @ (end - start) / np.linalg.norm(end - start)  # d gap/ds
    between = np.minimum(along[:-1], along[1:]), np.maximum(along[:-1], along[1:])
    assert np.all((slope > between[0] - 0.02) & (slope < between[1] + 0.02))


def test_the_lower_bound_is_one():
    """Never more than the gap; the gap itself for balls."""
    for seed in range(40):
        A, B, _ = drawn(seed, depth=3.0)
        assert lower_bound(A, B) <= closest(A, B).gap + 1e-15
    A, B = a_ball((0, 0, 0), 0.3), a_ball((0.1, 0.2, 0.2), 0.1)
    assert lower_bound(A, B) == pytest.approx(closest(A, B).gap, abs=1e-16)
    assert lower_bound(A, A) == pytest.approx(-0.6)


def test_what_has_not_converged_says_so():
    """Aspect ratio 1000, about to turn round: either the gap is stationary to rounding, or the status is FAILED."""
    rng = np.random.default_rng(5)
    pairs = []
    for _ in range(3 * MANY // 10):
        A, B = (draw_body(rng, ELLIPSOID, 1000.0)._replace(radius=0.0) for _ in range(2))
        n = unit(rng)
        pairs.append((A, placed(A, B, n, -radii_of_sum(A, B, n)[0] * rng.random())))
    found = solved(pairs)
    assert np.isfinite(found).all() and (found[:, STATUS] == FAILED).mean() < 0.03
    for (A, B), row in zip(pairs, found, strict=True):
        n = row[NORMAL]
        s = np.subtract(B.centre, A.centre) - support_in_world(A, n)[1] - support_in_world(B, n)[1]
        noise = 2e-14 * 6.0 + 1e-15 * radii_of_sum(A, B, n)[1]
        assert row[STATUS] == FAILED or np.linalg.norm(s - (s @ n) * n) < 2 * noise


# --- limits ---------------------------------------------------------------------------------------------------------------
def test_balls_are_balls():
    """As points with a margin and as ellipsoids with equal axes, to the last digits of ball_ball."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        x, y, (r, s) = t3(rng.uniform(-1, 1, 3)), t3(rng.uniform(-1, 1, 3)), t3(rng.uniform(0.01, 1.0, 3))[:2]
        gap, n, c = ball_ball.gap(x, r, y, s)
        R = Rotation.random(rng=rng).as_matrix()
        for A in (a_ball(x, r), an_ellipsoid(x, R, (r, r, r)), an_ellipsoid(x, R, (r / 2, r / 2, r / 2), r / 2)):
            for B in (a_ball(y, s), an_ellipsoid(y, R, (s, s, s))):
                found = closest(A, B)
                assert (found.gap, *found.normal, *found.point) == pytest.approx((gap, *n, *c), abs=1e-14)
                assert found.status == CERTAIN


def test_a_large_sphere_is_a_plane():
    """And the plane is in closed form; a ball against it is that of ball_plane."""
    rng = np.random.default_rng(4)
    for kind in (ELLIPSOID, SUPERELLIPSOID, POINT):
        for gap in (-0.1, 0.0, 0.5):
            B = draw_body(rng, kind, 2.0, 0.3)
            n = unit(rng)
            h, s, _ = support_in_world(B, n)
            B = B._replace(centre=t3(s + gap * n))
            g, m, c = convex_plane.gap((0.0, 0.0, 0.0), t3(n), B)
            assert g == pytest.approx(gap, abs=1e-15) and m == t3(n)
            np.testing.assert_allclose(c, 0.5 * gap * n, atol=1e-15)
            assert np.dot(n, B.centre) == pytest.approx(h + gap, abs=1e-15)
            A = an_ellipsoid(t3(-1e6 * n), np.eye(3), (1e6, 1e6, 1e6))
            found = closest(A, B)
            assert found.gap == pytest.approx(g, abs=1e-8) and found.normal == pytest.approx(m, abs=1e-6)
            if kind == POINT:
                of_ball = ball_plane.gap((0.0, 0.0, 0.0), t3(n), B.centre, B.radius)
                assert (g, *c) == pytest.approx((of_ball[0], *of_ball[2]), abs=1e-15)


@pytest.mark.parametrize("kinds", KINDS)
def test_coincident_and_nearly_coincident_centres_are_finite(kinds):
    rng = np.random.default_rng(6)
    A, B = (draw_body(rng, kind, 3.0) for kind in kinds)
    shifts = [np.zeros(3), 5e-324 * np.ones(3), 1e-200 * unit(rng), 1e-16 * unit(rng), 1e-9 * unit(rng)]
    found = solved([(A, B._replace(centre=t3(shift))) for shift in shifts])
    assert np.isfinite(found).all() and np.all(found[:, STATUS] != FAILED)
    np.testing.assert_allclose(found[:, GAP], found[0, GAP], atol=2e-9)
    np.testing.assert_allclose(np.linalg.norm(found[:, NORMAL], axis=1), 1.0, atol=1e-15)
    balls = closest(a_ball((0, 0, 0), 0.5), a_ball((0, 0, 0), 0.25))
    assert balls == Closest(-0.75, (0.0, 0.0, 1.0), (0.0, 0.0, 0.125), 0.0, CERTAIN, 0)


def test_aligned_bodies_leave_their_saddles():
    """Axes and centres on one line: the start is stationary, and no maximum."""
    A = an_ellipsoid((0, 0, 0), np.eye(3), (1.0, 0.5, 0.1))
    for x in (0.0, 0.5, 1.0):
        found = closest(A, A._replace(centre=(x, 0.0, 0.0)))
        # of an ellipse with the semi-axes 2, 0.2 seen from (x, 0) inside: the least distance, in closed form
        assert found.gap == pytest.approx(-0.2 * np.sqrt(1.0 - x * x / (4.0 - 0.04)), abs=1e-14)
        assert found.status == SEARCHED


@pytest.mark.parametrize("gap", [0.0, 1e-16, -1e-16, 1e-14, -1e-14, 1e-9])
def test_nearly_touching(gap):
    rng = np.random.default_rng(7)
    for seed in range(12):
        A, B = (draw_body(rng, kind, 5.0) for kind in KINDS[seed % len(KINDS)])
        n = unit(rng)
        found = closest(A, placed(A, B, n, gap))
        assert found.gap == pytest.approx(gap, abs=4e-15)
        np.testing.assert_allclose(found.normal, n, atol=1e-12)
        assert found.status == CERTAIN


@pytest.mark.parametrize("size", [1e-6, 1e4])
def test_size_does_not_matter(size):
    """Lengths times a factor give gaps times the factor."""

    def larger(one):
        if one.kind == POINT:
            p = one.p
        elif one.kind == ELLIPSOID:
            p = (*(size * size * x for x in one.p[:3]), 0.0, 0.0, size * one.p[5])
        else:
            p = (*(size * size * x for x in one.p[:4]), one.p[4], size * one.p[5])
        return body(size * np.array(one.centre), one.R, one.kind, p, size * one.radius)

    for seed in range(12):
        for depth in (0.5, 5.0):
            A, B, _ = drawn(seed, depth)
            one, other = closest(A, B), closest(larger(A), larger(B))
            assert other.gap / size == pytest.approx(one.gap, abs=1e-14)
            assert other.normal == pytest.approx(one.normal, abs=1e-11)
            assert np.divide(other.point, size) == pytest.approx(one.point, abs=1e-11)
            assert other.status == one.status


# --- symmetries -----------------------------------------------------------------------------------------------------------
def same(one, other, turn=None, shift=(0.0, 0.0, 0.0), sign=1.0):
    turn = np.eye(3) if turn is None else turn
    assert other.gap == pytest.approx(one.gap, abs=1e-14)
    np.testing.assert_allclose(other.normal, sign * turn @ one.normal, atol=1e-12)
    np.testing.assert_allclose(other.point, shift + turn @ one.point, atol=1e-12)
    assert other.least == pytest.approx(one.least, abs=1e-12) and other.status == one.status


@pytest.mark.parametrize("depth", [0.5, 3.0])
def test_swapped_moved_and_mirrored_pairs(depth):
    mirror = np.diag([-1.0, 1.0, 1.0])
    for seed in range(16):
        A, B, rng = drawn(seed, depth)
        found = closest(A, B)
        same(found, closest(B, A), sign=-1.0)
        Q, shift = Rotation.random(rng=rng).as_matrix(), rng.uniform(-1, 1, 3)
        moved = [body(shift + Q @ one.centre, Q @ np.reshape(one.R, (3, 3)), *one[2:]) for one in (A, B)]
        same(found, closest(*moved), Q, shift)
        seen = [body(mirror @ one.centre, mirror @ np.reshape(one.R, (3, 3)) @ mirror, *one[2:]) for one in (A, B)]
        same(found, closest(*seen), mirror)


@pytest.mark.jit
def test_compiled_and_plain_python_agree():
    pairs = [drawn(seed, depth)[:2] for seed in range(20) for depth in (0.5, 3.0)]
    for (A, B), row in zip(pairs, solved(pairs), strict=True):
        found = closest(A, B)
        np.testing.assert_allclose(row[[GAP, LEAST]], (found.gap, found.least), atol=1e-13)
        np.testing.assert_allclose(row[NORMAL], found.normal, atol=1e-12)
        np.testing.assert_allclose(row[POINT_AT], found.point, atol=1e-12)
        assert row[STATUS] == found.status


def test_a_solution_depends_on_nothing_but_the_pose():
    """The same bits in any order."""
    pairs = [drawn(seed, 2.0)[:2] for seed in range(10)]
    forward, backward = solved(pairs), solved(pairs[::-1])
    np.testing.assert_array_equal(forward, backward[::-1])
    assert all(np.array_equal(a, b) for a, b in pairwise(solved([pairs[0]] * 4)))
