"""Frequencies of beams that rotate, from the right-hand side of the tree: centrifugal stiffness, and whirl.

References: Wright, Smith, Thresher & Wang, J. Appl. Mech. 49 (1982) 197 (rotating cantilever; digits of a fine finite
element model), and the closed form of a rotating shaft with two stiffnesses.
"""

import numpy as np
import pytest
from physics.flexible_beams import beam, eigenvalues, frequencies, model_of, modes

from supple import Polynomials, Revolute, Scene, simulate

pytestmark = pytest.mark.validation

FLAP = {
    0.0: (3.516015, 22.034492),
    2.0: (4.137320, 22.614922),
    6.0: (7.360373, 26.809082),
    12.0: (13.170151, 37.603113),
}
LAG = {2.0: 3.621797, 6.0: 4.263226, 12.0: 5.427049}


def legendre(n):
    """x^2 times Legendre polynomials of 2x - 1, as powers of x: shapes of a cantilever that converge fast."""
    rows = np.zeros((n, n + 2))
    for k in range(n):
        shifted = np.polynomial.legendre.Legendre.basis(k, domain=[0.0, 1.0]).convert(kind=np.polynomial.Polynomial)
        rows[k, 2 : 3 + k] = shifted.coef
    return Polynomials(tuple(map(tuple, rows)))


def rotor(omega, **words):
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("blade", joint=Revolute(axis=(0, 0, 1), rate=omega), flexible=beam(EIz=1.0, EIy=1.0, **words))
    return model_of(scene)


@pytest.mark.jit
@pytest.mark.parametrize("omega", FLAP)
def test_rotating_cantilever_has_the_frequencies_of_the_literature(omega):
    model = rotor(omega, ends=legendre(9))
    q, v = modes(model, "blade")
    flap = frequencies(model, q[9:], v[9:])[:2]
    np.testing.assert_allclose(flap, FLAP[omega], rtol=0.0, atol=1e-6)
    if omega:
        assert frequencies(model, q[:9], v[:9])[0] == pytest.approx(LAG[omega], abs=1e-6)


@pytest.mark.jit
@pytest.mark.parametrize(("n", "error"), [(4, 1e-3), (6, 2.4e-4), (10, 3e-5)])
def test_cantilever_modes_converge_to_them(n, error):
    """Modes of the beam at rest: their error at omega = 12 is that of the reference study, to two digits."""
    model = rotor(12.0, modes=n)
    q, v = modes(model, "blade")
    found = frequencies(model, q[n:], v[n:])[0] / FLAP[12.0][0] - 1.0
    assert 0.5 * error < found < 1.05 * error


def shaft(omega, EIz=1.0, EIy=1.69):
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    words = {"modes": 1, "jx": 1e-3}
    scene.body("shaft", joint=Revolute(axis=(1, 0, 0), rate=omega), flexible=beam(EIz=EIz, EIy=EIy, **words))
    model = model_of(scene)
    return model, *modes(model, "shaft")


@pytest.mark.parametrize(("omega", "whirl"), [(1.0, (2.9024344005, 5.1798293420)), (3.0, (0.8901705386, 7.1036859357))])
def test_whirl_of_a_shaft_with_two_stiffnesses(omega, whirl):
    np.testing.assert_allclose(frequencies(*shaft(omega)), whirl, rtol=0.0, atol=1e-9)


def test_a_shaft_between_its_two_critical_speeds_grows():
    assert eigenvalues(*shaft(4.0)).real.max() == pytest.approx(0.5211495546, abs=1e-9)


def test_forward_and_backward_whirl_of_a_round_shaft():
    w1 = 3.5160152685
    np.testing.assert_allclose(frequencies(*shaft(2.0, EIy=1.0)), (w1 - 2.0, w1 + 2.0), rtol=0.0, atol=1e-8)


@pytest.mark.slow
def test_a_turning_horizontal_cantilever_stays_in_its_sag():
    """In space it is at rest: in its own axes every mode is a circle of the static deflection."""
    n, omega, g = 3, 1.7, 0.05
    bent = beam(EIz=1.0, EIy=1.0, modes=n, jx=1e-3)
    inv = bent.invariants()
    sag = np.linalg.solve(inv.K[n:, n:], -g * inv.S1[n:, 2])
    deflection, speed = np.concatenate([np.zeros(n), sag]), np.concatenate([omega * sag, np.zeros(n)])
    scene = Scene(gravity=(0.0, 0.0, -g))
    scene.body(
        "shaft",
        joint=Revolute(axis=(1, 0, 0), rate=omega),
        flexible=beam(EIz=1.0, EIy=1.0, modes=n, jx=1e-3, deflection=tuple(deflection), speed=tuple(speed)),
    )
    run = simulate(scene, 2.0, rtol=1e-11, atol=1e-13)
    tip = run.position("shaft", [0.0, 0.7, 1.3, 2.0], point=(1.0, 0.0, 0.0))
    np.testing.assert_allclose(tip, np.broadcast_to(tip[0], tip.shape), atol=1e-10)
    assert tip[0, 2] == pytest.approx(-g / 8.0, rel=2e-3)  # rho A g L^4/(8 EI); three modes have most of it
