"""Gap, normal and contact point of every pair of features: against brute force, motion and symmetry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from shapes.bodies import Body, least_distance, t3

from supple.shapes.pairs import ball_ball, ball_plane, ball_segment, segment_segment

examples = settings(deadline=None, derandomize=True, max_examples=60)  # a compiled kernel is slow at its first call

number = st.floats(-1.0, 1.0, allow_subnormal=False)
point = st.tuples(number, number, number)
radius = st.floats(0.0, 0.3)


# --- the pairs seen alike: shape data in body axes, bodies with a pose and a twist ---------------------------------------
class Pair:
    """Two features on two bodies."""

    def __init__(self, kind, seed):
        rng = np.random.default_rng(seed)
        self.kind, self.A, self.B = kind, Body.random(rng), Body.random(rng)
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
        g, n, c, _ = segment_segment.gap(A.place(x[0]), A.place(x[1]), r_A, B.place(x[2]), B.place(x[3]), r_B)
        return g, n, c

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
            return segment_segment.closest(A.place(x[0]), A.place(x[1]), B.place(x[2]), B.place(x[3]))[:2]
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
        moved.A, moved.B = pair.A.moved(Q, shift), pair.B.moved(Q, shift)
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
@examples
@given(point, point, point, point, radius, radius)
def test_segments_against_minimisation(p_A, q_A, p_B, q_B, r_A, r_B):
    g, n, c, k = segment_segment.gap(p_A, q_A, r_A, p_B, q_B, r_B)
    distance = least_distance(p_A, q_A, p_B, q_B)
    if segment_segment.crown(t3(np.subtract(q_A, p_A)), t3(np.subtract(q_B, p_B)))[0] == 0.0:
        assert g + r_A + r_B == pytest.approx(distance, abs=2e-7)
        assert k == (0.0, 0.0, 0.0)
    else:
        assert -2e-7 < g + r_A + r_B - distance < 0.42 * segment_segment.CROWN * 2 * 3**0.5
    assert np.all(np.isfinite((*n, *c)))
    assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-12)


@examples
@given(point, point, point, radius, radius)
def test_ball_against_segment_against_search(x, p, q, r_A, r_B):
    g, _, _ = ball_segment.gap(x, r_A, p, q, r_B)
    assert g + r_A + r_B == pytest.approx(to_segment(x, p, q), abs=1e-9)


# --- swapping A and B --------------------------------------------------------------------------------------------------
@examples
@given(point, point, point, point, radius, radius)
def test_segments_swap(p_A, q_A, p_B, q_B, r_A, r_B):
    g, n, c, k = segment_segment.gap(p_A, q_A, r_A, p_B, q_B, r_B)
    g2, n2, c2, k2 = segment_segment.gap(p_B, q_B, r_B, p_A, q_A, r_A)
    assert g2 == pytest.approx(g, abs=2e-7)
    if g + r_A + r_B > 1e-3:
        np.testing.assert_allclose(n2, np.negative(n), atol=1e-7)
        np.testing.assert_allclose(c2, c, atol=1e-7)
        np.testing.assert_allclose(k2, np.negative(k), atol=1e-7)


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
    g, n, c = kernels.gap(*place)[:3]
    assert np.all(np.isfinite((g, *n, *c, *kernels.normal_rate(*motion))))
    assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-14)


def test_normal_of_crossing_axes_is_perpendicular_to_both():
    g, n, _, _ = segment_segment.gap(MINUS_X, X, 0.1, MINUS_Y, Y, 0.2)
    assert g == pytest.approx(-0.3)
    assert n == (0.0, 0.0, 1.0)
    _, n, _ = ball_segment.gap(O, 0.1, MINUS_X, X, 0.2)
    assert n[0] == 0.0
