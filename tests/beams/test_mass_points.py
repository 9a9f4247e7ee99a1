"""The mass of a beam as points gives the integrals that its kinetic energy to second order is made of."""

import numpy as np
import pytest

from supple.flexible import Beam, Section

SECTION = Section(area=1.0, Iy=1.3, Iz=1.0, torsion=1.0, polar=2e-3)


@pytest.mark.parametrize("modes", [1, 3, 8])
@pytest.mark.parametrize("ends", ["clamped-free", "pinned-free", "free-free"])
def test_points_give_the_same_integrals(ends, modes):
    beam = Beam(length=1.0, density=1.0, E=1.0, G=1.0, section=SECTION, ends=ends, modes=modes, torsion=2, stretch=1)
    inv, points = beam.invariants(), beam.mass_points()
    g, r0, Phi, Psi = points.mass, points.r0, points.Phi, points.Psi
    assert g.sum() == pytest.approx(beam.mass, rel=1e-14) and np.all(g > 0.0)
    np.testing.assert_allclose(g @ r0, inv.S0, atol=1e-13)
    np.testing.assert_allclose(np.einsum("g,gia->ia", g, Phi), inv.S1, atol=1e-10)
    np.testing.assert_allclose(np.einsum("g,gia,gja->ij", g, Phi, Phi) + points.M, inv.M, atol=1e-10)
    np.testing.assert_allclose(np.einsum("g,gia->ia", g, np.cross(r0[:, None, :], Phi)) + points.h, inv.h0, atol=1e-10)
    squares = np.einsum("g,ga,ga->", g, r0, r0) * np.eye(3) - np.einsum("g,ga,gb->ab", g, r0, r0)
    np.testing.assert_allclose(squares + points.J, inv.J0, atol=1e-13)
    np.testing.assert_allclose(np.einsum("g,gij->ij", g, Psi), inv.S2[..., 0], rtol=1e-9, atol=1e-9)
