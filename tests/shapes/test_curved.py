"""Curvature and Hertz's patch, as people ask for them."""

import math

import numpy as np
import pytest

import supple as sp


def test_the_poles_of_an_ellipsoid_and_a_ball():
    a, b, c = 0.3, 0.2, 0.1
    egg = sp.Ellipsoid((a, b, c), orientation=(1, 2, 3, 4))  # asked in its own axes
    for axis, radii in enumerate(((b * b / a, c * c / a), (a * a / b, c * c / b), (a * a / c, b * b / c))):
        expected = sorted(1.0 / r for r in radii)
        np.testing.assert_allclose(sp.curvatures_of(egg, np.eye(3)[axis]), expected, rtol=1e-13)
    np.testing.assert_allclose(sp.curvatures_of(sp.Sphere(0.5), (1, 2, 3)), (2.0, 2.0), rtol=1e-14)
    assert sp.curvatures_of(sp.HalfSpace(), (0, 0, 1)) == (0.0, 0.0)
    with pytest.raises(ValueError, match=r"^shape must be a half-space, a sphere or a convex body, got Box"):
        sp.curvatures_of(sp.Box((1, 1, 1)), (0, 0, 1))


def test_a_round_patch_is_hertz_and_a_long_one_carries_its_load():
    F, E, R = 100.0, 1e9, 0.5
    found = sp.elliptical_patch(force=F, modulus=E, curvatures=(1 / R, 1 / R))
    radius = (0.75 * F * R / E) ** (1 / 3)
    np.testing.assert_allclose((found.a, found.b, found.depth), (radius, radius, radius**2 / R), rtol=1e-12)
    long = sp.elliptical_patch(force=F, modulus=E, curvatures=(0.2, 2.0))
    assert long.a > 4.0 * long.b
    assert math.isclose(2.0 / 3.0 * math.pi * long.a * long.b * long.pressure, F, rel_tol=1e-12)
    assert math.isclose(long.stiffness * long.depth**1.5, F, rel_tol=1e-12)
    for wrong in (dict(force=-1.0), dict(modulus=0.0), dict(curvatures=(0.0, 1.0))):
        with pytest.raises(ValueError, match=f"^{next(iter(wrong))}"):
            sp.elliptical_patch(**dict(force=F, modulus=E, curvatures=(1.0, 1.0)) | wrong)
