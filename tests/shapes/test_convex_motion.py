"""Normal and surface points of convex bodies that move, and their curvature: differences, integration, closed forms."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation
from shapes.bodies import Body, t3
from shapes.convex_pairs import (
    ELLIPSOID,
    SUPERELLIPSOID,
    a_ball,
    an_ellipsoid,
    draw_body,
    full,
    move_rows,
    placed,
    plane_rows,
    row,
    solve_rows,
    support_in_world,
    surely,
    unit,
)

from supple.shapes.contract import Moving, Placed, surface_points
from supple.shapes.curvature import SHARP, principal, shape_operator
from supple.shapes.pairs import ball_ball, convex, convex_plane
from supple.shapes.pairs.convex import closest, lower_bound
from supple.shapes.pairs.convex_motion import plane_rates, rates
from supple.shapes.supports.dispatch import POINT

KINDS = [(ELLIPSOID, ELLIPSOID), (SUPERELLIPSOID, ELLIPSOID), (SUPERELLIPSOID, SUPERELLIPSOID), (POINT, ELLIPSOID)]


def where(one, moving):
    """A convex body carried by a moving one."""
    return one._replace(centre=t3(moving.origin), R=tuple(map(float, np.ravel(moving.R.as_matrix()))))


def motion(moving):
    return Moving(t3(moving.v), t3(moving.v), t3(moving.w))


class Pair:
    """Two convex bodies that move, from a known common normal on."""

    def __init__(self, seed, depth=0.5):
        rng = np.random.default_rng(seed)
        kinds = KINDS[seed % len(KINDS)]
        self.a, self.b = Body.random(rng), Body.random(rng)
        A = where(draw_body(rng, kinds[0], 3.0), self.a)
        B = where(draw_body(rng, kinds[1], 3.0), self.b)
        gap = rng.choice([-depth * surely(A, B), 0.0, rng.uniform(0, 0.5)])
        B = placed(A, B, unit(rng), gap)
        self.b.origin = np.array(B.centre)
        self.A, self.B = A, B

    def at(self, time):
        return where(self.A, self.a.at(time)), where(self.B, self.b.at(time))

    def rates(self):
        return rates(self.A, motion(self.a), self.B, motion(self.b), closest(self.A, self.B).normal)


# --- rates ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(24))
def test_rates_are_the_derivatives_of_the_solution(seed):
    """By central differences: gap, normal, and the surface points in the axes of their own bodies."""
    pair, step = Pair(seed), 1e-5
    found = closest(pair.A, pair.B)
    dn, u_A, u_B = pair.rates()
    later, sooner = (closest(*pair.at(time)) for time in (step, -step))
    scale = 1e-8 / found.least + 1e-8
    np.testing.assert_allclose(dn, np.subtract(later.normal, sooner.normal) / (2 * step), atol=scale)
    v = np.subtract(pair.b.velocity(found.point), pair.a.velocity(found.point))
    assert (later.gap - sooner.gap) / (2 * step) == pytest.approx(np.dot(found.normal, v), abs=1e-8)
    for moving, u, which in ((pair.a, u_A, 0), (pair.b, u_B, 1)):
        on = [moving.at(t).R.inv().apply(np.subtract(surface_points(at)[which], moving.at(t).origin))
              for t, at in ((step, later), (-step, sooner))]  # fmt: skip
        assert np.dot(u, found.normal) == pytest.approx(0.0, abs=1e-13)
        np.testing.assert_allclose(u, moving.R.apply(on[0] - on[1]) / (2 * step), atol=20 * scale)


@pytest.mark.validation
def test_the_integrated_equations_end_where_the_solver_is():
    """Two ellipsoids that come together, overlap and part; normal and surface points carried by their rates alone."""
    A = an_ellipsoid((0, 0, 0), np.eye(3), (0.3, 0.2, 0.15))
    B = an_ellipsoid((0, 0, 0), np.eye(3), (0.25, 0.2, 0.1))
    a = Body(
        np.zeros(3), Rotation.from_rotvec((0.3, -0.2, 0.5)), np.array([0.02, 0.0, 0.01]), np.array([0.3, -0.4, 0.5])
    )
    b = Body(np.array([0.2, 0.1, 0.45]), Rotation.from_rotvec((-0.4, 0.7, 0.1)), np.array([-0.05, -0.05, -0.15]),
             np.array([-0.6, 0.3, 0.8]))  # fmt: skip

    def slope(time, y):
        at_a, at_b = a.at(time), b.at(time)
        dn, u_A, u_B = rates(
            where(A, at_a), motion(at_a), where(B, at_b), motion(at_b), t3(y[:3] / np.linalg.norm(y[:3]))
        )
        return np.concatenate([dn, at_a.velocity(y[3:6]) + np.array(u_A), at_b.velocity(y[6:9]) + np.array(u_B)])

    def solved(time):
        found = closest(where(A, a.at(time)), where(B, b.at(time)))
        return found.gap, np.concatenate([found.normal, *surface_points(found)])

    run = solve_ivp(slope, (0.0, 2.2), solved(0.0)[1], method="DOP853", rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(run.y[:, -1], solved(2.2)[1], atol=1e-9)
    gaps = [solved(time)[0] for time in np.linspace(0.0, 2.2, 45)]
    assert min(gaps) < -0.02 and max(gaps) > 0.1  # it went through both


@pytest.mark.parametrize("seed", range(12))
def test_rolling_without_sliding_covers_equal_arcs(seed):
    """gap = 0 and no sliding at the contact point: u_A = u_B; and Montana's form of the equations."""
    pair = Pair(seed)
    n = unit(np.random.default_rng(seed))
    pair.B = placed(pair.A, pair.B, n, 0.0)
    pair.b.origin = np.array(pair.B.centre)
    c = closest(pair.A, pair.B).point
    slide = np.subtract(pair.a.velocity(c), pair.b.velocity(c))
    pair.b = replace(pair.b, v=pair.b.v + slide)
    _, u_A, u_B = pair.rates()
    np.testing.assert_allclose(u_A, u_B, atol=1e-11)
    if POINT not in (pair.A.kind, pair.B.kind):
        L = full(shape_operator(pair.A, t3(n))) + full(shape_operator(pair.B, t3(n)))
        np.testing.assert_allclose(L @ u_A, np.cross(pair.b.w - pair.a.w, n), atol=1e-9)


def test_balls_turn_their_normal_as_ball_ball_says():
    rng = np.random.default_rng(0)
    for _ in range(20):
        a, b = Body.random(rng), Body.random(rng)
        A, B = a_ball(a.origin, 0.3), an_ellipsoid(b.origin, np.eye(3), (0.2, 0.2, 0.2))
        n = closest(A, B).normal
        expected = ball_ball.normal_rate(t3(a.origin), t3(a.v), t3(b.origin), t3(b.v))
        np.testing.assert_allclose(convex.normal_rate_of(A, motion(a), B, motion(b), n), expected, atol=1e-13)


@pytest.mark.parametrize("seed", range(9))
def test_rates_on_a_plane(seed):
    """By central differences, and as the limit of a large sphere."""
    rng = np.random.default_rng(seed)
    floor, b = Body.random(rng), Body.random(rng)
    B = where(draw_body(rng, (ELLIPSOID, SUPERELLIPSOID, POINT)[seed % 3], 3.0), b)

    def plane(time):
        at = floor.at(time)
        return Placed(t3(at.origin), t3(at.R.apply((0.0, 0.0, 1.0))), 0.0)

    def points(time):
        A, at = plane(time), b.at(time)
        meeting = convex_plane.meet(A, where(B, at))
        p_A, p_B = surface_points(meeting)
        return floor.at(time).R.inv().apply(np.subtract(p_A, A.start)), at.R.inv().apply(np.subtract(p_B, at.origin))

    A = plane(0.0)
    dn, u_A, u_B = plane_rates(A, motion(floor), B, motion(b), A.end)
    step = 1e-5
    (later_A, later_B), (sooner_A, sooner_B) = points(step), points(-step)
    np.testing.assert_allclose(dn, np.cross(floor.w, A.end), atol=1e-15)
    assert dn == convex_plane.normal_rate_of(A, motion(floor), B, motion(b), A.end)
    np.testing.assert_allclose(u_A, floor.R.apply(later_A - sooner_A) / (2 * step), atol=1e-7)
    np.testing.assert_allclose(u_B, b.R.apply(later_B - sooner_B) / (2 * step), atol=1e-7)
    ball = an_ellipsoid(np.subtract(A.start, np.multiply(1e6, A.end)), np.eye(3), (1e6, 1e6, 1e6))
    moved = Moving(t3(floor.v - np.cross(floor.w, np.multiply(1e6, A.end))), (0.0,) * 3, t3(floor.w))
    for one, other in zip(rates(ball, moved, B, motion(b), A.end), (dn, u_A, u_B), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)


def test_where_the_solution_turns_round_the_rate_is_finite():
    """Coincident balls have no normal to turn."""
    still = Moving((0.0,) * 3, (0.0,) * 3, (0.0, 0.0, 1.0))
    away = Moving((1.0, 2.0, 3.0), (0.0,) * 3, (1.0, 0.0, 0.0))
    ball = a_ball((0, 0, 0), 0.5)
    dn, u_A, u_B = rates(ball, still, ball, away, (1.0, 0.0, 0.0))
    assert dn == (0.0, 1.0, 0.0) and u_A == (0.0, 0.0, 0.0) and np.isfinite(u_B).all()


# --- curvature ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(12))
def test_the_shape_operator_is_the_inverse_of_the_radii(seed):
    rng = np.random.default_rng(seed)
    one, n = draw_body(rng, (ELLIPSOID, SUPERELLIPSOID)[seed % 2], 5.0), t3(unit(rng))
    L, (_, s, Rm) = full(shape_operator(one, n)), support_in_world(one, n)
    np.testing.assert_allclose(Rm @ L, np.eye(3) - np.outer(n, n), atol=1e-11)
    np.testing.assert_allclose(L @ n, 0.0, atol=1e-13 * np.abs(L).max())
    if one.kind == ELLIPSOID and one.radius == 0.0:  # Gauss curvature, and L from the point of the surface
        R, D = np.reshape(one.R, (3, 3)), np.array(one.p[:3])
        x = R.T @ s
        low, high, _, _ = principal(shape_operator(one, n), n)
        assert low * high == pytest.approx(1.0 / (np.prod(D) * np.sum(x**2 / D**2) ** 2), rel=1e-11)
        P, A = np.eye(3) - np.outer(n, n), R @ np.diag(1.0 / D) @ R.T
        np.testing.assert_allclose(L, P @ A @ P / np.linalg.norm(A @ s), rtol=1e-10, atol=1e-10)


def test_curvature_at_a_pole_and_of_balls_and_points():
    one = an_ellipsoid((0, 0, 0), np.eye(3), (0.3, 0.2, 0.1))
    low, high, t_low, t_high = principal(shape_operator(one, (0.0, 0.0, 1.0)), (0.0, 0.0, 1.0))
    assert (low, high) == pytest.approx((0.1 / 0.09, 2.5), rel=1e-14)
    assert np.abs(t_low) == pytest.approx((1.0, 0.0, 0.0)) and np.abs(t_high) == pytest.approx((0.0, 1.0, 0.0))
    for n in ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (0.6, 0.0, 0.8), t3(unit(np.random.default_rng(0)))):
        low, high, t_low, t_high = principal(shape_operator(a_ball((0, 0, 0), 0.25), n), n)
        assert (low, high) == pytest.approx((4.0, 4.0), rel=1e-14)  # umbilic: any two directions
        np.testing.assert_allclose(np.array([t_low, t_high, n]) @ np.array([t_low, t_high, n]).T, np.eye(3), atol=1e-15)
        assert principal(shape_operator(a_ball((0, 0, 0), 0.0), n), n)[0] == pytest.approx(1 / SHARP)


@pytest.mark.validation
def test_relative_curvature_with_known_figures():
    """Of a prototype that shares no code with supple."""
    A = an_ellipsoid((0, 0, 0), Rotation.from_rotvec((0.3, -0.2, 0.5)).as_matrix(), (0.3, 0.2, 0.15))
    B = an_ellipsoid((0.12, 0.05, 0.28), Rotation.from_rotvec((-0.4, 0.7, 0.1)).as_matrix(), (0.25, 0.2, 0.1))
    n = closest(A, B).normal
    L, M = shape_operator(A, n), shape_operator(B, n)
    low, high, t_low, t_high = principal(tuple(x + y for x, y in zip(L, M, strict=True)), n)
    assert (low, high) == pytest.approx((7.644121069, 10.335210401), abs=1e-9)
    both = full(L) + full(M)
    np.testing.assert_allclose(both @ t_low, low * np.array(t_low), atol=1e-13)
    np.testing.assert_allclose(both @ t_high, high * np.array(t_high), atol=1e-13)


def test_principal_directions_near_an_umbilic():
    """Every symmetric 2x2 matrix, however close to a multiple of 1."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        n = t3(unit(rng))
        P = np.eye(3) - np.outer(n, n)
        S = rng.standard_normal((3, 3)) * 10.0 ** rng.uniform(-18, 0)
        S = P @ (S + S.T) @ P + 5.0 * P
        low, high, t_low, t_high = principal((S[0, 0], S[1, 1], S[2, 2], S[0, 1], S[0, 2], S[1, 2]), n)
        assert low <= high
        np.testing.assert_allclose(S @ t_low, low * np.array(t_low), atol=1e-14)
        np.testing.assert_allclose(S @ t_high, high * np.array(t_high), atol=1e-14)
        np.testing.assert_allclose(np.array([t_low, t_high, n]) @ np.array([t_low, t_high, n]).T, np.eye(3), atol=1e-15)


@pytest.mark.jit
def test_compiled_and_plain_python_agree():
    pairs = [Pair(seed) for seed in range(12)]
    rows = np.array([row(pair.A, pair.B) for pair in pairs])
    motions = np.array([(*pair.a.v, *pair.a.w, *pair.b.v, *pair.b.w) for pair in pairs])
    found, out, flat = (np.zeros((len(pairs), width)) for width in (10, 11, 17))
    solve_rows(rows, 1, found)
    move_rows(rows, motions, found, out)
    plane_rows(rows, motions, flat)
    for pair, got, at, on_plane in zip(pairs, out, found, flat, strict=True):
        A, B, a, b = pair.A, pair.B, motion(pair.a), motion(pair.b)
        plane = Placed(A.centre, A.R[2::3], 0.0)
        meeting = convex_plane.meet(plane, B)
        expected = meeting.gap, *meeting.point, *np.ravel(plane_rates(plane, a, B, b, meeting.normal))
        np.testing.assert_allclose(on_plane[:14], (*expected, lower_bound(A, B)), atol=1e-12)
        np.testing.assert_allclose(on_plane[14:], pair.rates()[0], atol=1e-10)
        np.testing.assert_allclose(got[:9], np.ravel(pair.rates()), atol=1e-10)
        n = t3(at[1:4])
        L = [x + y for x, y in zip(shape_operator(pair.A, n), shape_operator(pair.B, n), strict=True)]
        np.testing.assert_allclose(got[9:], principal(tuple(L), n)[:2], rtol=1e-11)
