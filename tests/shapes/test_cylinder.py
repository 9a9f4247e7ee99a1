"""Cylinders and discs: distances, completeness, rates, symmetry and continuity of all their rows."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from shapes.cornered_pairs import Rows, bodies, core_distance, turned

import supple as sp
from supple.shapes import cylinder
from supple.shapes.contract import BALL, EDGE, RIM, SEGMENT, SIDE, SOLID
from supple.shapes.pairs import ball_solid, edge_edge, edge_side, flatness, rim_plane
from supple.shapes.pairs.ball_solid import Solid
from supple.shapes.solids.registry import SOLIDS

R = 0.02  # [m] every rounding
CAN = sp.Cylinder(0.2 + R, 0.3 + 2 * R, rounding=R, orientation=(1, 0.2, 0.3, 0.1), at=(0.1, 0, 0.05))
LOG, COIN = sp.Cylinder(0.1 + R, 0.8 + 2 * R, rounding=R), sp.Cylinder(0.3 + R, 2 * R, rounding=R)
BOX, ROD = sp.Box((0.4 + 2 * R, 0.3 + 2 * R, 0.2 + 2 * R), rounding=R), sp.Capsule((0, 0, -0.3), (0, 0, 0.3), R)
PLANE_ = sp.HalfSpace((0, 1, 1), (0, 0, -0.3))
PAIRS = {
    "half-space": (CAN, PLANE_), "box": (CAN, BOX), "capsule": (CAN, ROD), "cylinder": (CAN, LOG),
    "coin and box": (COIN, BOX), "coin and cylinder": (COIN, CAN),
}  # fmt: skip
BY_PAIR = pytest.mark.parametrize("name", PAIRS)


# --- figures of the specification: T2 -------------------------------------------------------------------------------------
def test_a_point_and_a_rim_of_a_cylinder():
    turn = Rotation.from_rotvec((0.3, -0.2, 0.5))
    kind = SOLIDS.number_of_file("cylinder")
    whole = Solid((0, 0, 0), tuple(turn.as_matrix().ravel()), kind, np.array([0.2, 0.1]), 0, 0.0)
    m = ball_solid.meet((0.4, 0.25, 0.3), 0.0, whole)
    assert m.gap == pytest.approx(0.341844471532, abs=1e-12)
    np.testing.assert_allclose(m.normal, (-0.749463784534, -0.501023701611, -0.432757768382), atol=1e-12)
    o, a = turn.apply((0, 0, -0.1)), turn.apply((0, 0, 1))
    m = rim_plane.meet((0, 0, -0.5), (0.0, 0.0, 1.0), tuple(o), tuple(a), 0.2, 0.0)
    assert m.gap == pytest.approx(0.336448288436, abs=1e-12)


# --- complete: the smallest row is the distance of the cores ------------------------------------------------------------
CORES = {"can": ((0.2, 0.2, 0.15), True), "log": ((0.1, 0.1, 0.4), True), "coin": ((0.3, 0.3, 0.0), True),
         "box": ((0.2, 0.15, 0.1), False), "rod": ((0.0, 0.0, 0.3), False)}  # fmt: skip


@pytest.mark.parametrize(
    "pair", [("can", "box"), ("can", "log"), ("can", "rod"), ("coin", "box"), ("coin", "can")], ids="-".join
)
def test_the_smallest_row_is_the_distance_of_the_cores(pair, monkeypatch):
    """Without what is cut off from edges and sides, and without feet."""
    monkeypatch.setattr(cylinder, "SIDE_CUT", 0.0)
    monkeypatch.setattr(edge_side, "SHORT", 0.0)
    monkeypatch.setattr(edge_edge, "SHORT", 0.0)
    shapes = {
        name: sp.Cylinder(s[0] + R, 2 * (s[2] + R), rounding=R, foot=0.0)
        for name, (s, round_) in CORES.items()
        if round_
    }
    shapes |= {"box": BOX, "rod": ROD}
    rows, rng, seen = Rows(*(shapes[name] for name in pair)), np.random.default_rng(3), 0
    for _ in range(40):
        A, B = bodies(rng, rng.uniform(0.3, 0.8))
        rows.put(A, B)
        true = core_distance(CORES[pair[0]], A, CORES[pair[1]], B)
        if true > 1e-3:
            assert rows.nearest() + 2 * R == pytest.approx(true, abs=1e-9)
            seen += 1
    assert seen > 20


# --- rates, symmetry, continuity ------------------------------------------------------------------------------------------
@BY_PAIR
def test_rates_are_the_derivatives(name):
    """Of gap, normal and contact point, against central differences; a few of many lie on a border of regions."""
    rows, rng, h, errors = Rows(*PAIRS[name]), np.random.default_rng(5), 1e-5, []
    for _ in range(12):
        A, B = bodies(rng, rng.uniform(0.4, 0.9))
        for pair in rows.pairs:
            ends = []
            for s in (-h, h):
                rows.put(A.at(s), B.at(s))
                ends.append(rows.meet(pair))
            rows.put(A, B)
            if rows.meet(pair).gap < -1.5 * R or rows.kinds(pair) in ((BALL, SOLID), (EDGE, EDGE), (SEGMENT, EDGE)):
                continue
            found = rows.rates(pair)
            slopes = [np.subtract(y, x) / (2 * h) for x, y in zip(*ends, strict=True)][:3]
            errors.append([np.max(np.abs(f - s)) for f, s in zip(found, slopes, strict=True)])
    errors = np.array(errors)
    assert len(errors) > 8
    assert np.all(np.max(errors, axis=0) < (1e-7, 2e-6, 2e-6)), np.max(errors, axis=0)


@BY_PAIR
def test_a_rigid_motion_of_the_pair_changes_nothing(name):
    rows, rng = Rows(*PAIRS[name]), np.random.default_rng(8)
    for _ in range(8):
        (A, B), (Q, shift) = bodies(rng, rng.uniform(0.4, 0.9)), turned(rng)
        rows.put(A, B)
        before = [(rows.meet(pair), rows.rates(pair)) for pair in rows.pairs]
        rows.put(A.moved(Q, shift), B.moved(Q, shift))
        for pair, (m, (rate, *_)) in zip(rows.pairs, before, strict=True):
            if m.gap < -1.5 * R:
                continue  # inside of a core
            n = rows.meet(pair)
            assert n.gap == pytest.approx(m.gap, abs=1e-12)
            np.testing.assert_allclose(n.normal, Q.apply(m.normal), atol=1e-9)
            np.testing.assert_allclose(n.point, shift + Q.apply(m.point), atol=1e-9)
            assert rows.rates(pair)[0] == pytest.approx(rate, abs=1e-9)


@pytest.mark.parametrize("name", ["box", "capsule", "cylinder", "coin and cylinder"])
def test_who_is_first_does_not_matter(name):
    one, other = PAIRS[name]
    rows, swapped, rng = Rows(one, other), Rows(other, one), np.random.default_rng(9)
    for _ in range(8):
        A, B = bodies(rng, rng.uniform(0.4, 0.9))
        rows.put(A, B)
        swapped.put(B, A)
        here = sorted((rows.kinds(pair), rows.meet(pair).gap) for pair in rows.pairs)
        there = sorted((swapped.kinds(pair), swapped.meet(pair).gap) for pair in swapped.pairs)
        for (kinds, gap), (others, back) in zip(here, there, strict=True):
            assert kinds == others
            if gap > -1.5 * R:
                assert back == pytest.approx(gap, abs=1e-12)


@BY_PAIR
def test_no_indentation_jumps(name):
    """Along straight paths that press the two together: no row changes by more than its points can move."""
    rows, rng, steps, deepest = Rows(*PAIRS[name]), np.random.default_rng(12), 80, 0.0
    for _ in range(4):
        A, B = bodies(rng, 0.6)
        B.v = A.v + A.origin - B.origin if name != "half-space" else B.v
        before = None
        for s in np.linspace(0.0, 0.6, steps):
            rows.put(A.at(s), B.at(s))
            if rows.nearest() < -1.6 * R:
                before = None
                continue
            now = rows.depths()
            if before is not None:
                way = 0.6 / (steps - 1) * sum(np.linalg.norm(b.v) + 0.9 * np.linalg.norm(b.w) for b in (A, B))
                angle = 0.6 / (steps - 1) * sum(np.linalg.norm(b.w) for b in (A, B))
                most = np.array([way + angle * rows.steepest_lift(pair) for pair in rows.pairs])
                if name == "half-space":
                    most *= 3.0  # it turns about a point that is farther away
                assert np.all(np.abs(now - before) <= most)
            before, deepest = now, max(deepest, now.max())
    assert deepest > 0.1 * R


# --- flat rims, and what a user may write ---------------------------------------------------------------------------------
def test_a_rim_that_lies_flat_has_no_kink():
    eps, h = 1e-4, 1e-9
    for s in (0.0, 0.3e-4, 0.99e-4, 1.01e-4, 0.1):
        slope = (flatness.reach(s + h, eps) - flatness.reach(abs(s - h), eps)) / (2 * h if s > 0 else h)
        q, dq = flatness.arm(s, eps)
        assert slope == pytest.approx(q * s, abs=2e-5)
        if s > 0.0:
            assert (flatness.arm(s + h, eps)[0] - flatness.arm(s - h, eps)[0]) / (2 * h) == pytest.approx(
                dq * s, rel=1e-3
            )
    m = rim_plane.meet((0, 0, 0), (0.0, 0.0, 1.0), (0.1, 0.2, 0.3), (0.0, 0.0, 1.0), 0.2, 0.01)
    assert m.point[:2] == (0.1, 0.2) and m.gap == pytest.approx(0.29 - 0.2 * 0.375e-4)


def test_what_a_cylinder_is_made_of():
    def kinds(shape):
        return sorted(part.kind for part in shape.features())

    assert kinds(sp.Cylinder(0.1, 0.3)) == [BALL] * 6 + [SOLID, RIM, RIM, SIDE]
    assert kinds(sp.Cylinder(0.1, 0.02, rounding=0.01)) == [BALL] * 6 + [SOLID, RIM]  # a disc
    assert kinds(sp.Cylinder(0.1, 0.3, rounding=0.0)) == [BALL] * 6 + [RIM, RIM]  # sharp: half-spaces only
    assert sp.Cylinder(0.1, 0.3).rounding == pytest.approx(0.002)
    assert sp.Cylinder(0.1, 0.3).foot == pytest.approx(0.0005 * 0.098)
    assert sp.Cylinder(0.1, 0.001).foot == pytest.approx(0.25 * 0.00001)
    assert sp.Cylinder(0.1, 0.3).inertia(12.0) == pytest.approx((0.12, 0.12, 0.06))
    with pytest.raises(ValueError, match="rounding"):
        sp.Cylinder(0.1, 0.02, rounding=0.0101)
