"""Rotating beams and beams under axial load: what the foreshortening makes of their stiffness."""

import numpy as np
import pytest
from beams.test_invariants import unit
from beams.test_modes import legendre


def lowest(stiffness, mass, number):
    """The lowest angular frequencies."""
    half = np.linalg.inv(np.linalg.cholesky(mass))
    return np.sqrt(np.linalg.eigvalsh(half @ stiffness @ half.T)[:number])


def spinning(beam, omega, number=2):
    """Angular frequencies of small vibrations of a beam whose frame turns about z at a constant rate."""
    inv = beam.invariants()
    return lowest(inv.K - omega**2 * inv.J2[..., 2, 2], inv.M, number)


PINNED = {0: (15.418206, 49.964862), 1: (15.592207, 50.133714), 6: (20.744096, 55.687626), 12: (31.555633, 69.813512)}
FLAP = {0: (3.516015, 22.034492), 2: (4.137320, 22.614922), 6: (7.360373, 26.809082), 12: (13.170151, 37.603113)}
LAG = {2: 3.621797, 6: 4.263226, 12: 5.427049}


@pytest.mark.parametrize("omega", PINNED)
def test_a_rotating_beam_on_a_hinge(omega):
    """Against 60 finite elements."""
    np.testing.assert_allclose(
        spinning(unit(ends="pinned-free", planes="xy", modes=12), omega), PINNED[omega], rtol=1e-6
    )


@pytest.mark.parametrize("omega", FLAP)
def test_flap_of_a_rotating_cantilever(omega):
    """Wright, Smith, Thresher & Wang 1982 and finite elements: with many polynomials to all digits, with modes nearly."""
    np.testing.assert_allclose(spinning(unit(ends=legendre(12), planes="xz"), omega), FLAP[omega], rtol=1e-6)
    assert spinning(unit(planes="xz", modes=10), omega)[0] == pytest.approx(FLAP[omega][0], rel=4e-5)


@pytest.mark.parametrize("omega", LAG)
def test_lag_of_a_rotating_cantilever(omega):
    assert spinning(unit(ends=legendre(12), planes="xy"), omega)[0] == pytest.approx(LAG[omega], rel=1e-6)


@pytest.mark.parametrize(("modes", "error"), [(4, 1e-3), (6, 2.4e-4), (10, 3e-5)])
def test_convergence_of_a_fast_rotating_cantilever(modes, error):
    found = spinning(unit(planes="xz", modes=modes), 12)[0] / FLAP[12][0] - 1.0
    assert 0.5 * error < found < 1.5 * error


@pytest.mark.parametrize(("modes", "load"), [(2, 2.481681), (4, 2.469719), (10, 2.467564)])
def test_buckling_under_a_load_at_the_end(modes, load):
    """Euler: pi^2/4 E I/L^2, from above."""
    beam = unit(planes="xy", modes=modes)
    assert lowest(beam.invariants().K, -beam.station(1.0).Psi, 1)[0] ** 2 == pytest.approx(load, abs=6e-7)


@pytest.mark.parametrize(("modes", "load"), [(4, 7.838163), (10, 7.837358)])
def test_buckling_under_its_own_weight(modes, load):
    """Greenhill: 7.837347 E I/L^3, from above."""
    inv = unit(planes="xy", modes=modes).invariants()
    assert lowest(inv.K, -inv.S2[..., 0], 1)[0] ** 2 == pytest.approx(load, abs=6e-7)
