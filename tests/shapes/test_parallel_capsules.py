"""Nearly parallel capsules: the gap is a smooth function of the pose, and the load is its gradient."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from amounts import amount
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation
from shapes.bodies import Body, least_distance, t3

from supple.shapes.pairs import segment_segment
from supple.shapes.pairs.segment_segment import CROWN, FADE, ROUND

TILTS = (0.0, 1e-6, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
SEEDS = range(300)
MOST = 0.42 * CROWN  # the crown at its ends, in lengths of the shorter capsule


@dataclass
class Capsules:
    """A along x, B above it: lengths, radii, and bodies whose origins are anywhere."""

    l: tuple
    r: tuple
    A: Body
    B: Body
    ends: tuple  # of A and of B in body axes

    def at(self, time):
        return replace(self, A=self.A.at(time), B=self.B.at(time))

    def places(self):
        p_A, q_A, p_B, q_B = self.ends
        return self.A.place(p_A), self.A.place(q_A), self.B.place(p_B), self.B.place(q_B)

    def gap(self):
        p_A, q_A, p_B, q_B = self.places()
        return segment_segment.gap(p_A, q_A, self.r[0], p_B, q_B, self.r[1])

    def closest(self):
        return segment_segment.closest(*self.places())[:2]

    def crowned(self):
        p_A, q_A, p_B, q_B = self.places()
        return segment_segment.crown(t3(np.subtract(q_A, p_A)), t3(np.subtract(q_B, p_B)))[0] > 0.0

    def normal_rate(self):
        arguments = []
        for body, place in zip((self.A, self.A, self.B, self.B), self.places(), strict=True):
            arguments += [place, body.velocity(place)]
        return segment_segment.normal_rate(*arguments)

    def distance(self):
        return least_distance(*self.places())


def nearly_parallel(seed, *, apart=(0.5, 1.5)):
    """Capsules of 0.1 to 2 m at a random small tilt and twist, side by side, overhanging or one behind the other."""
    rng = np.random.default_rng(seed)
    l = t3(10 ** rng.uniform(-1.0, 0.3, 2))
    r = t3(10 ** rng.uniform(-2.0, -0.5, 2) * min(l))
    tilt, twist = rng.choice(TILTS, 2) * rng.choice([-1, 1], 2)
    turn = Rotation.from_rotvec((0, 0, rng.choice([0, np.pi]))) * Rotation.from_rotvec((0, tilt, twist))
    offset = rng.uniform(-0.7, 0.7) * sum(l), 0.0, rng.uniform(*apart) * sum(r)
    world, place = Rotation.random(rng=rng), rng.uniform(-1, 1, 3)
    bodies, ends = [], []
    for length, middle, axes in ((l[0], (0, 0, 0), Rotation.identity()), (l[1], offset, turn)):
        local = Rotation.random(rng=rng)  # of the body axes in the capsule
        origin = rng.uniform(-0.3, 0.3, 3)
        R = axes * local
        ends += [t3(local.inv().apply((s * length, 0, 0)) - origin) for s in (-0.5, 0.5)]
        body = Body(np.array(middle) + R.apply(origin), R, rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3))
        bodies.append(body.moved(world, place))
    return Capsules(l, r, *bodies, tuple(ends))


def test_the_rate_of_the_gap_is_that_of_the_load():
    """n . v at c + k . w and dn/dt against central differences of fourth order, wherever the contact is."""
    turned = []
    for seed in SEEDS:
        pair, h = nearly_parallel(seed), 1e-6
        if not pair.crowned():
            continue
        _, n, c, k = pair.gap()
        rate = np.dot(n, np.subtract(pair.B.velocity(c), pair.A.velocity(c)))
        turning = np.dot(k, pair.B.w - pair.A.w)
        at = {s: np.array((pair.at(s * h).gap()[0], *pair.at(s * h).gap()[1])) for s in (-2, -1, 1, 2)}
        slope = (8 * (at[1] - at[-1]) - (at[2] - at[-2])) / (12 * h)
        assert rate + turning == pytest.approx(slope[0], abs=1e-8), seed
        np.testing.assert_allclose(pair.normal_rate(), slope[1:], atol=1e-5, rtol=1e-6)
        turned.append(abs(turning))
    assert sum(a > 1e-5 for a in turned) > 50  # without the arm these would fail


def distance_and_crown(pair):
    """L + P of two parameters, by its definition."""
    p_A, q_A, p_B, q_B = map(np.array, pair.places())
    s_A, s_B, (l_A, l_B) = q_A - p_A, q_B - p_B, pair.l
    q = np.sum(np.cross(s_A / l_A, s_B / l_B) ** 2)
    chi = 2 * CROWN / min(l_A, l_B) * max(1 - q / FADE**2, 0.0) ** 2
    share, sign = l_B**3 / (l_A**3 + l_B**3), np.sign(s_A @ s_B)

    def cost(z):
        x = share * (z[0] - 0.5) * l_A + (1 - share) * (z[1] - 0.5) * l_B * sign
        ends = ROUND * (min(l_A, l_B) / 2) ** 2 * sum(1 - np.sqrt(1 - (2 * t - 1) ** 2) for t in z)
        return np.linalg.norm(p_B + z[1] * s_B - p_A - z[0] * s_A) + chi * (0.5 * x * x + ends)

    return cost


def test_the_two_points_minimise_distance_and_crown():
    """Against a general minimiser that knows only the definition of the crown."""
    for seed in SEEDS[:100]:
        pair = nearly_parallel(seed)
        cost, found = distance_and_crown(pair), pair.closest()
        assert pair.gap()[0] + sum(pair.r) == pytest.approx(cost(found), abs=1e-14)
        best = min(
            minimize(cost, z, bounds=[(0, 1)] * 2, method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-10}).fun
            for z in (found, (0.5, 0.5))
        )
        assert cost(found) < best + 1e-12


def test_the_crown_is_thin_and_fades():
    """0 <= gap - distance <= 0.42 CROWN of the shorter length; nothing where the sine exceeds FADE."""
    largest = 0.0
    for seed in SEEDS[:60]:
        pair = nearly_parallel(seed)
        g, _, _, k = pair.gap()
        extra = (g + sum(pair.r) - pair.distance()) / min(pair.l)
        assert -2e-8 < extra < MOST, seed
        if not pair.crowned():
            assert extra == pytest.approx(0.0, abs=2e-8)
            assert k == (0.0, 0.0, 0.0)
        assert np.linalg.norm(k) <= 0.007 * min(pair.l)
        largest = max(largest, extra)
    assert largest > 0.2 * CROWN


@pytest.mark.parametrize("seed", range(8))
def test_everything_is_continuous_on_paths_through_parallel(seed):
    """On a finer grid the largest change from point to point is smaller in proportion: there is no jump."""
    rng = np.random.default_rng(seed)
    pair = nearly_parallel(seed, apart=(0.9, 1.1))
    pair.B = replace(pair.B, v=pair.A.v, w=pair.A.w)
    start = pair.B.origin + pair.B.R.apply(np.mean(pair.ends[2:], axis=0))
    along = pair.A.R.apply(np.subtract(pair.ends[1], pair.ends[0])) / pair.l[0]
    up = np.cross(along, rng.standard_normal(3))
    tilt, slide = rng.uniform(-1, 1, 3) * 3 * CROWN, rng.uniform(-0.2, 0.2) * pair.l[1]

    def path(s):
        turn = Rotation.from_rotvec(s * tilt) * Rotation.from_rotvec(0.02 * s * up / np.linalg.norm(up))
        R = turn * pair.B.R
        middle = start + s * slide * along
        return replace(pair, B=replace(pair.B, R=R, origin=middle - R.apply(np.mean(pair.ends[2:], axis=0)))).gap()

    def largest(n):
        values = [path(s) for s in np.linspace(-1, 1, n + 1)]
        rows = np.array([(g, *n, *np.divide(c, min(pair.l)), *np.divide(k, min(pair.l))) for g, n, c, k in values])
        return np.abs(np.diff(rows, axis=0)).max(axis=0)

    coarse, fine = largest(300), largest(2400)
    assert np.all(fine < 0.2 * coarse + 1e-9), (coarse, fine)


def test_swapping_the_capsules_turns_normal_and_arm_round():
    for seed in SEEDS:
        pair = nearly_parallel(seed)
        p_A, q_A, p_B, q_B = pair.places()
        g, n, c, k = pair.gap()
        g2, n2, c2, k2 = segment_segment.gap(p_B, q_B, pair.r[1], p_A, q_A, pair.r[0])
        assert g2 == pytest.approx(g, abs=1e-15)
        np.testing.assert_allclose(n2, np.negative(n), atol=1e-11)
        np.testing.assert_allclose(c2, c, atol=1e-12)
        np.testing.assert_allclose(k2, np.negative(k), atol=1e-13)
        # nor does it matter which end of a capsule is called the first
        g3, n3, c3, k3 = segment_segment.gap(q_A, p_A, pair.r[0], p_B, q_B, pair.r[1])
        np.testing.assert_allclose((g3, *n3, *c3, *k3), (g, *n, *c, *k), atol=1e-11)


def test_rigid_motion_of_the_pair_changes_nothing():
    for seed in SEEDS:
        pair = nearly_parallel(seed)
        rng = np.random.default_rng(1000 + seed)
        Q, shift = Rotation.random(rng=rng), rng.uniform(-1, 1, 3)
        moved = replace(pair, A=pair.A.moved(Q, shift), B=pair.B.moved(Q, shift))
        (g, n, c, k), (g2, n2, c2, k2) = pair.gap(), moved.gap()
        assert g2 == pytest.approx(g, abs=1e-14)
        np.testing.assert_allclose(n2, Q.apply(n), atol=1e-11)
        np.testing.assert_allclose(c2, shift + Q.apply(c), atol=1e-11)
        np.testing.assert_allclose(k2, Q.apply(k), atol=1e-13)
        # carried along: the gap stays, the normal turns with both
        w = rng.uniform(-1, 1, 3)
        carried = [replace(body, v=np.cross(w, body.origin), w=w) for body in (moved.A, moved.B)]
        turning = replace(moved, A=carried[0], B=carried[1]).normal_rate()
        np.testing.assert_allclose(turning, np.cross(w, n2), atol=1e-8)


# --- by hand ------------------------------------------------------------------------------------------------------------
def tilted(angle, shift=0.4, length=1.0):
    """B beside A (1 m) at a distance of 0.3 m, turned by an angle in the common plane."""
    half = 0.5 * length * np.array((np.cos(angle), np.sin(angle), 0.0))
    centre = np.array((shift, 0.3, 0.0))
    return (-0.5, 0.0, 0.0), (0.5, 0.0, 0.0), 0.1, t3(centre - half), t3(centre + half), 0.1


def test_parallel_capsules_touch_in_the_middle_of_the_overlap():
    """At their true distance, and without a force along the axes, but for the rounding of the ends."""
    for shift in np.linspace(-0.9, 0.9, 19):
        g, n, c, k = segment_segment.gap(*tilted(0.0, shift))
        assert -1e-15 < g - 0.1 < ROUND * CROWN
        assert abs(n[0]) < ROUND * CROWN * abs(shift) / np.sqrt(1 - shift**2) + 1e-14
        np.testing.assert_allclose(c, (shift / 2, 0.15, 0.0), atol=ROUND * CROWN)
        assert k == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("length", [0.01, 0.1, 0.3, 0.5, 0.7, 0.9])
def test_a_short_capsule_beside_a_long_one_touches_near_its_middle(length):
    for shift in np.linspace(-0.5, 0.5, 21) * (1.0 - length):
        g, n, c, _ = segment_segment.gap(*tilted(0.0, shift, length))
        assert abs(c[0] - shift) < 0.07 * length
        assert -1e-15 < g - 0.1 < ROUND * CROWN * length
        assert abs(n[0]) < 2 * ROUND * CROWN


def test_the_contact_point_moves_with_the_tilt():
    """Alike to both sides, and to the ends of the overlap (0.6 m apart)."""
    x = [segment_segment.gap(*tilted(tilt * CROWN))[2][0] - 0.2 for tilt in (-3.0, -0.3, 0.0, 0.3, 3.0)]
    np.testing.assert_allclose(x, np.negative(x[::-1]), atol=1e-3)
    assert x[0] == pytest.approx(0.3, abs=1e-3)
    assert 0.1 < x[1] < 0.15


def test_parallel_capsules_that_slide_hardly_turn_the_normal():
    p_A, q_A, _, p_B, q_B, _ = tilted(0.0)
    still, slide = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)
    rate = segment_segment.normal_rate(p_A, still, q_A, still, p_B, slide, q_B, slide)
    np.testing.assert_allclose(rate, 0.0, atol=2 * ROUND * CROWN)


# --- degenerate: what has no length, no radius or no distance -----------------------------------------------------------
def test_every_degenerate_position_is_finite():
    rng = np.random.default_rng(3)
    for _ in range(amount(700, 2000)):
        l_A, l_B = rng.choice([0.0, 1e-300, 1e-13, 1e-9, 1e-3, 1.0, 1e3], 2)
        tilt, twist = rng.choice([0.0, 1e-18, 1e-9, 1e-4, 0.04, 0.2], 2)
        half = 0.5 * l_B * np.array((np.cos(tilt) * np.cos(twist), np.sin(twist), np.sin(tilt)))
        centre = np.array((rng.choice([0.0, 0.3, 0.5, 1.0]) * max(l_A, l_B), 0.0, rng.choice([0.0, 1e-16, 1e-13, 0.1])))
        ends = (-0.5 * l_A, 0.0, 0.0), (0.5 * l_A, 0.0, 0.0), t3(centre - half), t3(centre + half)
        g, n, c, k = segment_segment.gap(ends[0], ends[1], 0.0, ends[2], ends[3], 0.0)
        motion = [a for end in ends for a in (end, t3(rng.uniform(-1, 1, 3)))]
        assert np.all(np.isfinite((g, *n, *c, *k, *segment_segment.normal_rate(*motion))))
        assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-12)
        assert g >= -1e-12
        if min(l_A, l_B) >= 1e-3:
            assert g <= np.linalg.norm(centre) + MOST * min(l_A, l_B) + 1e-12


def test_capsules_end_to_end_meet_at_their_ends():
    for length in (0.05, 0.5, 1.0):
        p_A, q_A = (-0.5, 0.0, 0.0), (0.5, 0.0, 0.0)
        p_B, q_B = (0.7, 0.0, 0.0), (0.7 + length, 0.0, 0.0)
        g, n, c, k = segment_segment.gap(p_A, q_A, 0.1, p_B, q_B, 0.05)
        assert 0.05 - 1e-15 <= g <= 0.05 + MOST * length
        assert n == pytest.approx((1.0, 0.0, 0.0), abs=1e-15)
        assert c == pytest.approx((0.625, 0.0, 0.0))
        assert k == (0.0, 0.0, 0.0)


def test_a_capsule_without_length_is_a_ball():
    """Approached from short capsules as well."""
    for length in (0.0, 1e-15, 1e-9, 1e-6):
        g, n, c, k = segment_segment.gap((-0.5, 0, 0), (0.5, 0, 0), 0.1, (0.2, 0.3, 0.0), (0.2 + length, 0.3, 0), 0.1)
        assert g == pytest.approx(0.1, abs=1e-9)
        assert n == pytest.approx((0.0, 1.0, 0.0), abs=1e-9)
        assert c == pytest.approx((0.2, 0.15, 0.0), abs=1e-6)
        assert np.linalg.norm(k) < 1e-8
