"""Hertz's elliptical patch: published ratios, elliptic integrals by scipy, the circular limit."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ellipe, ellipkm1

from supple._jit import Reals2, entry
from supple.laws.coefficients import hertz_slope, hertz_stiffness
from supple.laws.contact_patch import integrals, patch, patch_stiffness, patch_under
from supple.materials.combine import reduced_modulus


@entry
def under(rows: Reals2, out: Reals2) -> None:
    """Stiffness, semi-axes and pressure for rows of force, L_a, L_b, modulus."""
    for i in range(rows.shape[0]):
        out[i, 0] = patch_stiffness(rows[i, 1], rows[i, 2], rows[i, 3])
        out[i, 1], out[i, 2], out[i, 3] = patch_under(rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3])


RATIOS = (1.0, 1.0 + 1e-12, 1.0 + 1e-6, 1.001, 1.3, 2.0, 5.0, 10.0, 100.0, 1e3, 1e4, 1e6)


@pytest.mark.validation
@pytest.mark.parametrize(
    ("ratio", "stiffer", "slender"),
    [(1, 1.0, 1.0), (2, 1.00999, 0.63060), (5, 1.05356, 0.34600), (10, 1.10904, 0.22225)],
)
def test_stiffness_over_that_of_the_circle(ratio, stiffer, slender):
    """k over that of a sphere of the radius sqrt(R' R''), and b/a."""
    q, _, _, R_e = patch(3.0, 3.0 * ratio)
    assert q == pytest.approx(slender, abs=6e-6)
    assert patch_stiffness(3.0, 3.0 * ratio, 1e9) / (4 / 3 * 1e9 * math.sqrt(R_e)) == pytest.approx(stiffer, abs=6e-6)


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_equations_of_hertz_hold(ratio):
    """As they are printed, with the integrals of scipy; where q is nearly 1 they lose digits, supple's form does not."""
    q, F_1, F_2, _ = patch(1.0, ratio)
    K, E = ellipkm1(q * q), ellipe(1.0 - q * q)
    assert integrals(q)[0] == pytest.approx(K, rel=4e-15)
    lost = 1e-15 / max(1.0 - q, 1e-15) + 2e-14
    if lost < 1e-3:
        one, other = E / q**2 - K, K - E
        assert one / other == pytest.approx(ratio, rel=10 * lost)
        assert F_1**3 == pytest.approx(4 / (math.pi * (1 - q * q)) * q**1.5 * math.sqrt(one * other), rel=10 * lost)
    assert F_2 == pytest.approx(2 / math.pi * math.sqrt(q) * K / F_1, rel=1e-14)
    small = math.log(ratio)
    if small < 1e-2:  # the series: q falls with 2/3 of the logarithm of the ratio, the stiffness rises with its square
        assert math.log(q) == pytest.approx(-2 / 3 * small, abs=1e-15 + small**2)
        assert F_2 == pytest.approx(1.0, abs=1e-15 + small**2)


def test_everything_is_continuous_and_monotonic_in_the_ratio():
    rows = np.array([patch(1.0, r)[:3] for r in 1.0 + np.concatenate([[0.0], np.logspace(-15, 8, 2000)])])
    assert np.diff(rows, axis=0).max() <= 1e-15
    assert np.abs(np.diff(np.log(rows), axis=0)).max() < 0.02


def test_a_sphere_is_the_circular_limit():
    """Of stiffness, radius, pressure; and dF/ddelta = 2 E* a."""
    modulus = reduced_modulus(2.1e11, 0.3, 7e10, 0.33)
    k = patch_stiffness(1 / 0.02, 1 / 0.02, modulus)
    assert k == pytest.approx(hertz_stiffness(2.1e11, 0.3, 7e10, 0.33, 0.02), rel=1e-15)
    a, b, pressure = patch_under(100.0, 1 / 0.02, 1 / 0.02, modulus)
    assert a == b == pytest.approx((0.75 * 100.0 * 0.02 / modulus) ** (1 / 3), rel=1e-15)
    assert 2 * modulus * a == pytest.approx(hertz_slope(modulus, 0.02, 100.0), rel=1e-14)
    assert pressure == pytest.approx(1.5 * 100.0 / (math.pi * a * a), rel=1e-15)
    assert patch_under(0.0, 50.0, 50.0, modulus) == (0.0, 0.0, 0.0)


@pytest.mark.jit
def test_compiled_and_plain_python_agree():
    rows = np.array([(50.0, 20.0, 20.0 * ratio, 1e9) for ratio in RATIOS])
    out = np.zeros((len(rows), 4))
    under(rows, out)
    for (force, *shape), got in zip(rows.tolist(), out, strict=True):
        assert got == pytest.approx((patch_stiffness(*shape), *patch_under(force, *shape)), rel=1e-14)


@pytest.mark.validation
@pytest.mark.parametrize("ratio", [1.0, 3.0, 40.0])
def test_the_patch_carries_its_load_and_bends_the_surface_to_the_gap(ratio):
    """Displacement u by Hertz's pressure + gap = indentation, at every x, y of the patch (Johnson, eq. 3.41):

    u = p_0 a b/(2 E*) int_0^inf (1 - x^2/(a^2 + w) - y^2/(b^2 + w)) dw/sqrt((a^2 + w)(b^2 + w) w).
    """
    L_a, L_b, modulus, force = 20.0, 20.0 * ratio, 1e9, 50.0
    a, b, p_0 = patch_under(force, L_a, L_b, modulus)
    delta = (force / patch_stiffness(L_a, L_b, modulus)) ** (2 / 3)

    def integral(power_a, power_b):
        """int (a^2 + w)^-power_a (b^2 + w)^-power_b dw/sqrt(w), with w = a b tan^2(t)."""

        def f(t):
            tan = math.tan(t)
            w = a * b * tan * tan
            return 2 * math.sqrt(a * b) * (1 + tan * tan) / ((a * a + w) ** power_a * (b * b + w) ** power_b)

        return quad(f, 0.0, math.pi / 2, epsabs=0.0, epsrel=1e-12)[0]

    c = p_0 * a * b / (2 * modulus)
    assert c * integral(0.5, 0.5) == pytest.approx(delta, rel=1e-9)
    assert c * integral(1.5, 0.5) == pytest.approx(L_a / 2, rel=1e-9)
    assert c * integral(0.5, 1.5) == pytest.approx(L_b / 2, rel=1e-9)
    assert 2 / 3 * math.pi * a * b * p_0 == pytest.approx(force, rel=1e-14)
