"""Gap, normal and contact point of every pair of features: against brute force, motion and symmetry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from supple.surfaces import ball_ball, ball_plane, ball_segment, segment_segment

examples = settings(deadline=None, derandomize=True, max_examples=60)  # a compiled kernel is slow at its first call

number = st.floats(-1.0, 1.0, allow_subnormal=False)
point = st.tuples(number, number, number)
radius = st.floats(0.0, 0.3)


def t3(v):
    return tuple(float(x) for x in v)


# --- the pairs seen alike: shape data in body axes, bodies with a pose and a twist ---------------------------------------
class Body:
    """A rigid body that turns about its origin with w and moves with v."""

    def __init__(self, rng):
        self.origin, self.R = rng.uniform(-1, 1, 3), Rotation.random(rng=rng)
        self.v, self.w = rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3)

    def at(self, time):
        moved = object.__new__(Body)
        moved.origin, moved.R = self.origin + time * self.v, Rotation.from_rotvec(time * self.w) * self.R
        moved.v, moved.w = self.v, self.w
        return moved

    def place(self, x):
        return t3(self.origin + self.R.apply(x))

    def turn(self, x):
        return t3(self.R.apply(x))

    def velocity(self, x):
        return t3(self.v + np.cross(self.w, np.asarray(x) - self.origin))


class Pair:
    """Two features on two bodies."""

    def __init__(self, kind, seed):
        rng = np.random.default_rng(seed)
        self.kind, self.A, self.B = kind, Body(rng), Body(rng)
        self.r = t3(rng.uniform(0.0, 0.3, 2))
        self.x = rng.uniform(-1, 1, (4, 3))  # ends, or centre, of A and of B in body axes

    def at(self, time):
        moved = object.__new__(Pair)
        moved.kind, moved.r, moved.x = self.kind, self.r, self.x
        moved.A, moved.B = self.A.at(time), self.B.at(time)
        return moved

    def gap(self):
        A, B, x, (r_A, r_B) = self.A, self.B, self.x, self.r
        if self.kind == "ball_plane":
            return ball_plane.gap(A.place(x[0]), A.turn(x[1] / np.linalg.norm(x[1])), B.place(x[2]), r_B)
        if self.kind == "ball_ball":
            return ball_ball.gap(A.place(x[0]), r_A, B.place(x[2]), r_B)
        if self.kind == "ball_segment":
            return ball_segment.gap(A.place(x[0]), r_A, B.place(x[2]), B.place(x[3]), r_B)
        return segment_segment.gap(A.place(x[0]), A.place(x[1]), r_A, B.place(x[2]), B.place(x[3]), r_B)

    def normal_rate(self):
        A, B, x = self.A, self.B, self.x
        if self.kind == "ball_plane":
            return ball_plane.normal_rate(A.turn(x[1] / np.linalg.norm(x[1])), t3(A.w))
        ends = [(A, x[0]), (A, x[1]), (B, x[2]), (B, x[3])]
        used = {"ball_ball": (0, 2), "ball_segment": (0, 2, 3), "segment_segment": (0, 1, 2, 3)}[self.kind]
        arguments = []
        for body, local in (ends[i] for i in used):
            place = body.place(local)
            arguments += [place, body.velocity(place)]
        kernels = {"ball_ball": ball_ball, "ball_segment": ball_segment, "segment_segment": segment_segment}
        return kernels[self.kind].normal_rate(*arguments)

    def closest_parameters(self):
        A, B, x = self.A, self.B, self.x
        if self.kind == "segment_segment":
            return segment_segment.closest(A.place(x[0]), A.place(x[1]), B.place(x[2]), B.place(x[3]))
        if self.kind == "ball_segment":
            return (ball_segment.closest(A.place(x[0]), B.place(x[2]), B.place(x[3])),)
        return ()


KINDS = ("ball_plane", "ball_ball", "ball_segment", "segment_segment")
SEEDS = range(40)


def state(parameters):
    """Which of the closest points are at an end of their segment."""
    return tuple((t == 0.0) + 2 * (t == 1.0) for t in parameters)


@pytest.mark.parametrize("kind", KINDS)
def test_rates_are_the_derivatives(kind):
    """n . (v_B - v_A) at c and dn/dt against central differences, in every state of the closest points."""
    seen = set()
    for seed in SEEDS:
        pair, h = Pair(kind, seed), 1e-5
        states = {state(pair.at(s).closest_parameters()) for s in (-h, 0.0, h)}
        if len(states) > 1:
            continue
        (g0, n0, _), (_, n, c), (g1, n1, _) = pair.at(-h).gap(), pair.gap(), pair.at(h).gap()
        rate = np.dot(n, np.subtract(pair.B.velocity(c), pair.A.velocity(c)))
        assert rate == pytest.approx((g1 - g0) / (2 * h), abs=1e-8)
        np.testing.assert_allclose(pair.normal_rate(), np.subtract(n1, n0) / (2 * h), atol=1e-6)
        seen |= states
    wanted = {"ball_plane": 1, "ball_ball": 1, "ball_segment": 3, "segment_segment": 6}
    assert len(seen) >= wanted[kind], seen


@pytest.mark.parametrize("kind", KINDS)
def test_any_point_of_the_normal_line_gives_the_same_rate(kind):
    for seed in SEEDS:
        pair = Pair(kind, seed)
        _, n, c = pair.gap()
        c2 = t3(np.add(c, 0.7 * np.array(n)))
        at = [np.dot(n, np.subtract(pair.B.velocity(x), pair.A.velocity(x))) for x in (c, c2)]
        assert at[0] == pytest.approx(at[1], abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_rigid_motion_of_the_pair_changes_nothing(kind):
    for seed in SEEDS:
        pair = Pair(kind, seed)
        rng = np.random.default_rng(1000 + seed)
        Q, shift = Rotation.random(rng=rng), rng.uniform(-1, 1, 3)
        moved = pair.at(0.0)
        for body in (moved.A, moved.B):
            body.origin, body.R = shift + Q.apply(body.origin), Q * body.R
            body.v, body.w = Q.apply(body.v), Q.apply(body.w)
        g, n, c = pair.gap()
        g2, n2, c2 = moved.gap()
        assert g2 == pytest.approx(g, abs=1e-12)
        np.testing.assert_allclose(n2, Q.apply(n), atol=1e-12)
        np.testing.assert_allclose(c2, shift + Q.apply(c), atol=1e-12)
        np.testing.assert_allclose(moved.normal_rate(), Q.apply(pair.normal_rate()), atol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_contact_point_is_the_middle_between_the_surface_points(kind):
    """From c, half the gap along n leads to the surface of B and half of it back to the surface of A."""
    for seed in SEEDS:
        pair = Pair(kind, seed)
        g, n, c = pair.gap()
        assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-14)
        on_A, on_B = np.subtract(c, 0.5 * g * np.array(n)), np.add(c, 0.5 * g * np.array(n))
        A, B, x = pair.A, pair.B, pair.x
        if kind == "ball_plane":
            assert np.dot(n, on_A - A.place(x[0])) == pytest.approx(0.0, abs=1e-12)
        else:
            q = A.place(x[1]) if kind == "segment_segment" else A.place(x[0])
            assert to_segment(on_A, A.place(x[0]), q) == pytest.approx(pair.r[0], abs=1e-9)
        q = B.place(x[3]) if "segment" in kind else B.place(x[2])
        assert to_segment(on_B, B.place(x[2]), q) == pytest.approx(pair.r[1], abs=1e-9)


def to_segment(x, p, q):
    """Distance from a point to a segment, by ternary search: shares no formula with the kernels."""
    x, p, q = map(np.asarray, (x, p, q))
    low, high = 0.0, 1.0
    for _ in range(200):
        third = (high - low) / 3
        left, right = low + third, high - third
        if np.linalg.norm(p + left * (q - p) - x) < np.linalg.norm(p + right * (q - p) - x):
            high = right
        else:
            low = left
    return np.linalg.norm(p + low * (q - p) - x)


# --- brute force ------------------------------------------------------------------------------------------------------
def least_distance(p_A, q_A, p_B, q_B):
    """Smallest squared distance over the unit square: a convex quadratic, so that one start would do."""
    p_A, q_A, p_B, q_B = map(np.asarray, (p_A, q_A, p_B, q_B))

    def cost(z):
        d = p_B + z[1] * (q_B - p_B) - p_A - z[0] * (q_A - p_A)
        return d @ d, np.array([-2 * d @ (q_A - p_A), 2 * d @ (q_B - p_B)])

    options = {"ftol": 1e-16, "gtol": 1e-12, "maxiter": 1000}
    starts = ((0.5, 0.5), (0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0))
    bounds = [(0, 1), (0, 1)]
    return min(
        np.sqrt(minimize(cost, z, jac=True, bounds=bounds, method="L-BFGS-B", options=options).fun) for z in starts
    )


@examples
@given(point, point, point, point, radius, radius)
def test_segments_against_minimisation(p_A, q_A, p_B, q_B, r_A, r_B):
    g, n, c = segment_segment.gap(p_A, q_A, r_A, p_B, q_B, r_B)
    assert g + r_A + r_B == pytest.approx(least_distance(p_A, q_A, p_B, q_B), abs=2e-7)
    assert np.all(np.isfinite((*n, *c)))
    assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-12)


@examples
@given(point, point, point, radius, radius)
def test_ball_against_segment_against_search(x, p, q, r_A, r_B):
    g, _, _ = ball_segment.gap(x, r_A, p, q, r_B)
    assert g + r_A + r_B == pytest.approx(to_segment(x, p, q), abs=1e-9)


@pytest.mark.parametrize("angle", 10.0 ** np.arange(-12, 0))
@pytest.mark.parametrize("axis", [(0, 0, 1), (0, 1, 0)], ids=["tilt", "twist"])
def test_nearly_parallel_segments_against_minimisation(angle, axis):
    """The distance stays good where the crossing point of the lines is rounding noise."""
    turn = Rotation.from_rotvec(angle * np.array(axis))
    for middle in (-0.9, -0.2, 0.0, 0.4, 1.5):
        ends = [t3(turn.apply((s, 0, 0)) + np.array((middle, 0.3, 0))) for s in (-0.5, 0.5)]
        g, _, _ = segment_segment.gap((-0.5, 0.0, 0.0), (0.5, 0.0, 0.0), 0.0, *ends, 0.0)
        assert g == pytest.approx(least_distance((-0.5, 0, 0), (0.5, 0, 0), *ends), abs=2e-8)


# --- swapping A and B --------------------------------------------------------------------------------------------------
@examples
@given(point, point, point, point, radius, radius)
def test_segments_swap(p_A, q_A, p_B, q_B, r_A, r_B):
    g, n, c = segment_segment.gap(p_A, q_A, r_A, p_B, q_B, r_B)
    g2, n2, c2 = segment_segment.gap(p_B, q_B, r_B, p_A, q_A, r_A)
    assert g2 == pytest.approx(g, abs=2e-7)
    s_A, s_B = np.subtract(q_A, p_A), np.subtract(q_B, p_B)
    if g + r_A + r_B > 1e-3 and segment_segment.sine_squared(t3(s_A), t3(s_B)) > 1e-4:
        np.testing.assert_allclose(n2, np.negative(n), atol=1e-7)
        np.testing.assert_allclose(c2, c, atol=1e-7)


@examples
@given(point, point, radius, radius)
def test_balls_swap(x_A, x_B, r_A, r_B):
    g, n, c = ball_ball.gap(x_A, r_A, x_B, r_B)
    g2, n2, c2 = ball_ball.gap(x_B, r_B, x_A, r_A)
    assert g2 == g
    if g + r_A + r_B > 1e-9:
        np.testing.assert_allclose(n2, np.negative(n), atol=1e-15)
        np.testing.assert_allclose(c2, c, atol=1e-12)


# --- simple cases by hand -----------------------------------------------------------------------------------------------
def test_ball_on_a_plane_by_hand():
    g, n, c = ball_plane.gap((0.0, 0.0, 1.0), (0.0, 0.0, 1.0), (3.0, 4.0, 1.4), 0.5)
    assert (g, n) == (pytest.approx(-0.1), (0.0, 0.0, 1.0))
    assert c == pytest.approx((3.0, 4.0, 0.95))


def test_two_balls_by_hand():
    g, n, c = ball_ball.gap((0.0, 0.0, 0.0), 1.0, (3.0, 0.0, 0.0), 0.5)
    assert (g, n) == (pytest.approx(1.5), (1.0, 0.0, 0.0))
    assert c == pytest.approx((1.75, 0.0, 0.0))


# --- degenerate ---------------------------------------------------------------------------------------------------------
O, X, Y = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
V, W = (0.3, -0.2, 0.5), (-0.1, 0.7, 0.2)
MINUS_X, MINUS_Y, FAR = (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (2.0, 0.0, 0.0)
DEGENERATE = {
    "coincident balls": (ball_ball, (O, 0.1, O, 0.2), (O, V, O, W)),
    "centre on the axis": (ball_segment, (O, 0.1, MINUS_X, X, 0.2), (O, V, MINUS_X, W, X, V)),
    "segment without length": (ball_segment, (Y, 0.1, X, X, 0.2), (Y, V, X, W, X, W)),
    "ball on a segment without length": (ball_segment, (X, 0.1, X, X, 0.2), (X, V, X, W, X, W)),
    "crossing axes": (segment_segment, (MINUS_X, X, 0.1, MINUS_Y, Y, 0.2), (MINUS_X, V, X, W, MINUS_Y, W, Y, V)),
    "the same segment": (segment_segment, (O, X, 0.1, O, X, 0.2), (O, V, X, W, O, W, X, V)),
    "in one line": (segment_segment, (MINUS_X, O, 0.1, X, FAR, 0.2), (MINUS_X, V, O, W, X, W, FAR, V)),
    "touching at an end": (segment_segment, (O, X, 0.1, X, FAR, 0.2), (O, V, X, W, X, W, FAR, V)),
    "one without length": (segment_segment, (O, O, 0.1, X, FAR, 0.2), (O, V, O, V, X, W, FAR, V)),
    "both without length": (segment_segment, (O, O, 0.1, O, O, 0.2), (O, V, O, V, O, W, O, W)),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate_cases_are_finite(name):
    kernels, place, motion = DEGENERATE[name]
    g, n, c = kernels.gap(*place)
    assert np.all(np.isfinite((g, *n, *c, *kernels.normal_rate(*motion))))
    assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-14)


def test_normal_of_crossing_axes_is_perpendicular_to_both():
    g, n, _ = segment_segment.gap(MINUS_X, X, 0.1, MINUS_Y, Y, 0.2)
    assert g == pytest.approx(-0.3)
    assert n == (0.0, 0.0, 1.0)
    _, n, _ = ball_segment.gap(O, 0.1, MINUS_X, X, 0.2)
    assert n[0] == 0.0


# --- parallel segments ----------------------------------------------------------------------------------------------------
def tilted(angle, shift=0.4):
    """B beside A at a distance of 0.3, turned by an angle in the common plane."""
    half = 0.5 * np.array((np.cos(angle), np.sin(angle), 0.0))
    centre = np.array((shift, 0.3, 0.0))
    return (-0.5, 0.0, 0.0), (0.5, 0.0, 0.0), 0.1, t3(centre - half), t3(centre + half), 0.1


def test_parallel_segments_touch_in_the_middle_of_the_overlap():
    g, n, c = segment_segment.gap(*tilted(0.0))
    assert g == pytest.approx(0.1)
    assert n == pytest.approx((0.0, 1.0, 0.0))
    assert c == pytest.approx((0.2, 0.15, 0.0))


def test_contact_point_moves_without_a_jump():
    """Through the parallel position the point goes from end to end of the overlap (length 0.6), in small steps."""
    angles = np.linspace(-2, 2, 4001) * segment_segment.BLEND
    results = [segment_segment.gap(*tilted(angle)) for angle in angles]
    x = np.array([c[0] for _, _, c in results])
    assert abs(x[0] - x[-1]) == pytest.approx(0.6, abs=0.01)
    assert np.max(np.abs(np.diff(x))) < 2e-3
    assert np.max(np.abs(np.diff([g for g, _, _ in results]))) < 1e-6
    assert np.max(np.abs(np.diff([n for _, n, _ in results], axis=0))) < 1e-5


def test_parallel_segments_that_slide_or_turn_together():
    p_A, q_A, _, p_B, q_B, _ = tilted(0.0)
    slide = (1.0, 0.0, 0.0)
    still = segment_segment.normal_rate(p_A, O, q_A, O, p_B, slide, q_B, slide)
    np.testing.assert_allclose(still, 0.0, atol=1e-14)  # sliding along the axes does not turn the normal
    w = np.array((0.3, -0.4, 0.5))
    turning = [a for end in (p_A, q_A, p_B, q_B) for a in (end, t3(np.cross(w, end)))]
    np.testing.assert_allclose(segment_segment.normal_rate(*turning), np.cross(w, (0.0, 1.0, 0.0)), atol=1e-14)
