"""Modes: roots, values at the ends, derivatives, orthogonality up to the sixtieth; users' shapes give the same beams."""

from math import pi

import numpy as np
import pytest
from registries import examples, shorter_by_one, without_a_line

from supple.flexible import Beam, Polynomials, Section, Tabulated
from supple.flexible.modes.registry import MODES

UNIT = Section(area=1.0, Iy=1.0, Iz=1.0, torsion=1.0, polar=1.0)
ROOTS = {
    "ClampedFree": (1.875104068712, 4.694091132974, 7.854757438238),
    "PinnedFree": (3.926602312048, 7.068582745629, 10.210176122813, 13.351768777754, 16.493361431346, 19.634954084936),
    "FreeFree": (4.730040744863, 7.853204624096, 10.995607838002),
    "FixedFree": (0.5 * pi, 1.5 * pi, 2.5 * pi),
    "FreeRod": (pi, 2.0 * pi, 3.0 * pi),
}
CONDITION = {
    "ClampedFree": lambda b: np.cos(b) + 1.0 / np.cosh(b),
    "PinnedFree": lambda b: np.sin(b) - np.tanh(b) * np.cos(b),
    "FreeFree": lambda b: np.cos(b) - 1.0 / np.cosh(b),
}


def beam(**given):
    return Beam(**{"length": 1.0, "density": 1.0, "E": 1.0, "G": 1.0, "section": UNIT, "planes": "xy"} | given)


def legendre(n):
    """x^2 times Legendre polynomials of 2x - 1: complete for a cantilever, and well apart."""
    rows = []
    for k in range(n):
        one = np.polynomial.Legendre.basis(k, domain=[0.0, 1.0]).convert(
            kind=np.polynomial.Polynomial, domain=[-1.0, 1.0]
        )
        rows.append(np.pad(np.concatenate([[0.0, 0.0], one.coef]), (0, n - 1 - k)))
    return Polynomials(rows)


def test_every_kind_of_modes_has_its_line_and_examples():
    assert without_a_line(MODES, "shapes") == []
    for missing, shorter in shorter_by_one(MODES):
        assert without_a_line(shorter, "shapes") == [missing]
    assert {type(one).__name__ for one in examples(MODES)} == set(MODES.names)


@pytest.mark.parametrize("name", ROOTS)
def test_roots_are_those_of_the_table(name):
    np.testing.assert_allclose(MODES.get(name)().roots(len(ROOTS[name])), ROOTS[name], rtol=3e-13)


@pytest.mark.parametrize("name", CONDITION)
def test_sixty_roots_are_zeros_within_the_last_bit(name):
    b = MODES.get(name)().roots(60)
    assert np.all(np.abs(CONDITION[name](b)) <= 2.0 * np.spacing(b))
    np.testing.assert_allclose(np.diff(b)[3:], pi, rtol=1e-4)


@pytest.mark.parametrize("name", ROOTS)
def test_modes_are_one_at_the_end_and_fulfil_their_conditions(name):
    modes, n = MODES.get(name)(), 60
    a, b = modes.span(2.0)
    value, slope, curvature = modes.shapes(n, [a, b], 2.0)
    scale = modes.roots(n) / 2.0
    np.testing.assert_allclose(value[:, 1], 1.0, rtol=5e-14)
    fixed, free = {
        "ClampedFree": ([value, slope / scale[:, None]], [curvature[:, 1] / scale**2]),
        "PinnedFree": ([value, curvature / scale[:, None] ** 2], [curvature[:, 1] / scale**2]),
        "FreeFree": ([curvature / scale[:, None] ** 2], [curvature[:, 1] / scale**2]),
        "FixedFree": ([value], [slope[:, 1] / scale]),
        "FreeRod": ([slope / scale[:, None]], [slope[:, 1] / scale]),
    }[name]
    assert max(np.abs(one[:, 0]).max() for one in fixed) < 1e-13
    assert max(np.abs(one).max() for one in free) < 1e-13


@pytest.mark.parametrize("modes", examples(MODES), ids=lambda modes: type(modes).__name__)
def test_derivatives_are_those_of_the_shapes(modes):
    n, h = modes.count or 60, 1e-6
    a, b = modes.span(1.0)
    x = np.linspace(a + 0.01, b - 0.01, 23)
    _, slope, curvature = modes.shapes(n, x, 1.0)
    (low, low_slope, _), (high, high_slope, _) = modes.shapes(n, x - h, 1.0), modes.shapes(n, x + h, 1.0)
    np.testing.assert_allclose((high - low) / (2.0 * h), slope, atol=1e-6 * np.abs(slope).max())
    np.testing.assert_allclose((high_slope - low_slope) / (2.0 * h), curvature, atol=1e-6 * np.abs(curvature).max())


def test_values_of_pinned_free_modes():
    value = MODES.get("PinnedFree")().shapes(2, [0.25, 0.5, 0.75], 1.0)[0]
    np.testing.assert_allclose(value[0], (-0.565510, -0.584748, 0.048695), atol=5e-7)
    np.testing.assert_allclose(value[1], (0.695940, -0.256021, -0.502531), atol=5e-7)


@pytest.mark.parametrize("ends", ["clamped-free", "pinned-free", "free-free"])
def test_sixty_modes_are_orthogonal(ends):
    inv = beam(ends=ends, modes=60).invariants()
    np.testing.assert_allclose(inv.M, 0.25 * np.eye(60), atol=1e-13)
    b = beam(ends=ends).groups[0].shapes.roots(60)
    np.testing.assert_allclose(inv.K / np.outer(b * b, b * b), 0.25 * np.eye(60), atol=1e-13)


def test_modes_of_free_and_hinged_beams_hold_no_rigid_motion():
    free, hinged = beam(ends="free-free", modes=8).invariants(), beam(ends="pinned-free", modes=8).invariants()
    assert np.abs(free.S1).max() < 1e-14
    assert np.abs(free.h0).max() < 1e-14
    assert np.abs(hinged.h0).max() < 1e-14


def test_frequencies_of_torsion_and_stretch():
    """omega = b/L sqrt(G J/(rho polar)), b/L sqrt(E/rho)."""
    section = Section(area=2.0, Iz=1.0, torsion=3.0, polar=4.0)
    one = Beam(length=0.5, density=5.0, E=7.0, G=6.0, section=section, planes="xy", modes=0, torsion=3, stretch=2)
    b = (np.arange(3) + 0.5) * pi / 0.5
    expected = np.concatenate([b * np.sqrt(6.0 * 3.0 / (5.0 * 4.0)), b[:2] * np.sqrt(7.0 / 5.0)]) / (2.0 * pi)
    np.testing.assert_allclose(one.frequencies(), expected, rtol=1e-12)
    assert one.names == [("twist1", "rad"), ("twist2", "rad"), ("twist3", "rad"), ("stretch1", "m"), ("stretch2", "m")]


def test_frequencies_of_a_free_rod():
    one = beam(ends="free-free", modes=0, torsion=2, stretch=2)
    np.testing.assert_allclose(one.frequencies(), [0.5, 1.0, 0.5, 1.0], rtol=1e-12)
    assert np.abs(one.invariants().h0).max() < 1e-14
    assert np.abs(one.invariants().S1).max() < 1e-14


# --- shapes of users ----------------------------------------------------------------------------------------------------
def test_ten_polynomials_have_the_frequencies_of_a_cantilever():
    exact = beam(modes=3).frequencies()
    np.testing.assert_allclose(beam(ends=legendre(10)).frequencies()[:3], exact, rtol=1e-6)
    powers = Polynomials([[0.0] * k + [1.0] + [0.0] * (9 - k) for k in range(2, 10)])
    np.testing.assert_allclose(beam(ends=powers).frequencies()[:2], exact[:2], rtol=1e-6)


@pytest.mark.parametrize("ends", ["clamped-free", "pinned-free", "free-free"])
def test_a_table_of_exact_modes_is_the_beam_itself(ends):
    exact = beam(ends=ends, modes=3)
    a, b = exact.span
    x = np.linspace(a, b, 81)
    table = Tabulated(x, exact.groups[0].shapes.shapes(3, x, 1.0)[0])
    measured = beam(ends=table)
    np.testing.assert_allclose(measured.frequencies(), exact.frequencies(), rtol=1e-6)
    for ours, theirs in zip(measured.invariants()[:11], exact.invariants()[:11], strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-6 * max(1.0, np.max(np.abs(theirs))))
    np.testing.assert_allclose(measured.station(0.3).Psi, exact.station(0.3).Psi, atol=1e-6)


def test_shapes_from_another_origin():
    """A table and polynomials over -L/2 to L/2."""
    cubic = Polynomials([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]], start=-0.5)
    x = np.linspace(-0.5, 0.5, 9)
    one, two = beam(ends=cubic), beam(ends=Tabulated(x, [x**2, x**3]))
    assert one.span == two.span == (-0.5, 0.5)
    for ours, theirs in zip(one.invariants(), two.invariants(), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Polynomials([]), "coefficients must be rows of at least 1 numbers, one row per shape, got no row"),
        (lambda: Polynomials([[1.0], [1.0, 2.0]]), r"all of one length, got 2 numbers in coefficients\[1\]"),
        (lambda: Polynomials("x^2"), "coefficients must be rows"),
        (lambda: Polynomials([[0.0, float("nan")]]), r"coefficients\[0\]\[1\] must be finite"),
        (lambda: Tabulated(np.linspace(0.0, 2.0, 9), [np.ones(9)]), "x must reach over one length and hold 0"),
        (lambda: Tabulated(np.linspace(0.0, 1.0, 9), [np.ones(8)]), "one number per place x, 9, got 8"),
        (lambda: Tabulated(np.linspace(0.0, 1.0, 4), [np.ones(4)]), "rows of at least 6 numbers"),
        (
            lambda: beam(ends=Polynomials([[0, 0, 1]]), modes=2),
            "modes must be at most the number of shapes given, 1, got 2",
        ),
        (
            lambda: beam(ends=Polynomials([[0, 0, 1], [0, 0, 2]])).invariants(),
            "the shapes of y must not be combinations of each other",
        ),
        (lambda: beam(ends=Polynomials([[0, 1, 0]])).invariants(), "the shapes of y must not hold a rigid motion"),
        (lambda: beam(ends=Polynomials([[0, 0, 1]]), torsion=1), "ends_x must be given for torsion or stretch"),
    ],
)
def test_wrong_shapes_get_a_sentence(make, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        make()
