"""Nearly parallel edges and sides: how late they touch, how smooth and how steep the lift of their gap is."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation
from shapes.bodies import Body
from shapes.cornered_pairs import Rows

import supple as sp
from supple.shapes.contract import EDGE, SIDE
from supple.shapes.pairs import edge_edge, fading
from supple.shapes.pairs.edge_edge import Edge
from supple.shapes.pairs.fading import LATE, STEEPEST, WIDEST, faded, width

R = 0.02  # [m] sum of the roundings
LONG, SHORT = sp.Box((2.0, 0.1, 0.1), rounding=R / 2), sp.Box((0.2, 0.2, 0.2), rounding=R / 2)
LOG = sp.Cylinder(0.1, 2.0, rounding=R / 2, orientation=(1, 0, 1, 0))
ROD = sp.Capsule((-1, 0, 0), (1, 0, 0), R / 2)
HEIGHTS = {LONG: 0.04 * 2**0.5 + R / 2, SHORT: 0.09 * 2**0.5 + R / 2, LOG: 0.1, ROD: R / 2}  # [m] standing on an edge
PAIRS = {"bars": (LONG, LONG), "bar and box": (LONG, SHORT), "bar and log": (LONG, LOG), "logs": (LOG, LOG),
         "rod and bar": (ROD, LONG)}  # fmt: skip


# --- the function -------------------------------------------------------------------------------------------------------
def lift(s, w=0.04):
    """eta and the component of k across two directions at an angle of the sine s."""
    eta, k = faded(R, w, (1.0, 0.0, 0.0), (float(np.sqrt(1 - s * s)), float(s), 0.0))
    return eta, k[2]


def test_the_lift_is_smooth_at_its_end():
    """(1 - z)^4 and its slope: 1/16 of a quarter of the way from the end at half of that, and so on."""
    w, h = 0.04, 1e-3
    assert lift(w) == (0.0, 0.0) and lift(1.01 * w) == (0.0, 0.0)
    (near, slope), (far, steeper) = lift(w * (1 - h)), lift(w * (1 - 2 * h))
    assert far / near == pytest.approx(16.0, rel=5e-3) and steeper / slope == pytest.approx(8.0, rel=5e-3)


def test_the_couple_is_the_slope_of_the_lift():
    for angle in (0.0, 0.003, 0.011, 0.029, 0.0395):
        h = 1e-7
        slope = (lift(np.sin(angle + h))[0] - lift(np.sin(abs(angle - h)))[0]) / (2 * h)
        assert lift(np.sin(angle))[1] == pytest.approx(slope if angle else 0.0, abs=1e-7)


def test_no_lift_is_steeper_than_stated():
    for w in (WIDEST, 0.01, 1e-3):
        steepest = max(abs(lift(s, w)[1]) for s in np.linspace(0.0, w, 2001))
        assert 0.99 < steepest / (STEEPEST * R / w) <= 1.0


def test_as_wide_as_the_ends_are_off():
    assert width(R, R, 0.05) == WIDEST
    assert width(R, R, 2.0) == pytest.approx(0.5 * R / 2.0)
    z = brentq(lambda z: (1 - z) ** 4 - fading.OFFSET**2 / 8 * z, 0.0, 1.0)
    assert 0.99 < (1 - z) ** 4 / LATE <= 1.0


def test_a_shorter_edge_decides():
    def edge(l, angle):
        half = 0.5 * l * np.array([np.cos(angle), np.sin(angle), 0.0])
        return half

    for s in (0.5, 0.98, 1.02):
        w = width(R, R, 0.3)
        a, b = edge(2.0, 0.0), edge(0.3, np.arcsin(s * w))
        up = np.array([0.0, 0.0, R])
        m = edge_edge.meet(Edge(tuple(-a), tuple(a), R / 2, R / 2), Edge(tuple(up - b), tuple(up + b), R / 2, R / 2))
        assert m.gap == pytest.approx(R * max(1 - s * s, 0.0) ** 4, abs=1e-12)


# --- what touches late --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PAIRS)
def test_what_crosses_at_a_small_angle_touches_late_by_little(name):
    """Edge on edge, pressed together by LATE R: a row touches, at every angle. By the angle alone, 0.99 R were needed."""
    one, other = PAIRS[name]
    rows, first = Rows(one, other), HEIGHTS[one] + HEIGHTS[other]
    lean = Rotation.from_rotvec((np.pi / 4, 0, 0))
    A, B = Body.random(np.random.default_rng(1)), Body.random(np.random.default_rng(2))
    A.origin, A.R, late = np.zeros(3), lean, []

    def deepest(z):
        B.origin = np.array([0.0, 0.0, z])
        rows.put(A, B)
        return max(-rows.meet(pair).gap for pair in near)

    for angle in (0.0, *np.geomspace(1e-4, 0.1, 30)):
        B.R = Rotation.from_rotvec((0, 0, angle)) * lean
        near = rows.pairs
        deepest(first)
        near = [pair for pair in rows.pairs if rows.meet(pair).gap < 2.0 * R]
        assert deepest(first + 1e-9) < 0.0  # apart
        late.append((first - brentq(deepest, first - 0.3 * R, first + 1e-9, xtol=1e-7 * R)) / R)
    assert max(late) <= LATE + 1e-6, late
    assert any(rows.kinds(pair)[1] in (EDGE, SIDE) for pair in near)


@pytest.mark.jit
@pytest.mark.parametrize("sine", [0.001, 0.005, 0.01, 0.03])
def test_long_bars_are_held_by_their_edges(sine):
    """They came 0.06, 1.0, 0.98 and 0.46 R deep, in runs that succeeded; the law stops them within 0.05 R."""
    rounding, v = 1e-3, 0.5
    diagonal = (0.05 - rounding) * np.sqrt(2) + rounding
    lean = Rotation.from_rotvec((np.pi / 4, 0, 0))
    scene = sp.Scene(gravity=(0, 0, 0))
    bar = sp.Box((1.0, 0.1, 0.1), rounding=rounding, material="m")
    turn = Rotation.from_rotvec((0, 0, np.arcsin(sine))) * lean
    for name, z, speed, about, mass in (("a", 2 * diagonal + 0.01, -v, turn, 1.0), ("b", 0.0, 0.0, lean, 1e6)):
        joint = sp.Free(
            position=(0, 0, z), velocity=(0, 0, speed), attitude=tuple(about.as_quat(scalar_first=True).tolist())
        )
        scene.body(name, mass=mass, joint=joint, surfaces=[bar])
    scene.contact("m", "m", normal=sp.Hertz(k=v**2 / (0.05 * 2 * rounding) ** 2.5))
    run = sp.simulate(scene, 0.05, rtol=1e-6)
    z = run.position("a", np.linspace(0.0, 0.05, 5001))[:, 2]
    assert run.success and 0.04 < (2 * diagonal - z.min()) / (2 * rounding) < 0.07
