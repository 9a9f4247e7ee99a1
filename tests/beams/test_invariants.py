"""Invariants: printed figures of an independent program, and the integrals of the moving beam itself."""

import numpy as np
import pytest
from beams.reference import accelerations, body_terms, mass_matrix, station_terms, tilde

from supple.flexible import Beam, Round, Section, placed


def unit(**given):
    """A beam with L = rho A = E Iz = E Iy = G J = 1 and inertia 1e-3 of the sections, but for what is given."""
    numbers = {"Iz": 1.0, "Iy": 1.0, "polar": 1e-3}
    section = Section(area=1.0, torsion=1.0, **{name: given.pop(name, value) for name, value in numbers.items()})
    return Beam(length=1.0, density=1.0, E=1.0, G=1.0, section=section, **given)


# --- a cantilever with two, one and one modes: all printed digits -----------------------------------------------------
CANTILEVER = unit(modes=2, modes_z=1, torsion=1)
ETA, RATE, W = np.array([0.02, -0.003, 0.01, 0.05]), np.array([0.1, 0.2, -0.3, 0.4]), np.array([1.0, 2.0, 3.0])
PRINTED = 6e-11  # half of the last digit, and a little


def test_names_and_order_of_the_coordinates():
    assert CANTILEVER.names == [("y1", "m"), ("y2", "m"), ("z1", "m"), ("twist1", "rad")]


def test_terms_of_a_body():
    terms = body_terms(CANTILEVER.invariants(), ETA, RATE, W)
    xx, yy, zz, xy, xz, yz = 0.00112725, 0.3332151659, 0.3332924159, -0.0058244076, -0.0028441287, -0.00005
    expected = {
        "S": (0.4998984269, 0.0084808214, 0.0039149588),
        "J": ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)),
        "angular": (0.0116984654, -1.0940176398, 0.8806161645),
        "linear": (-7.0442706593, 1.1811707868, 1.5173208334),
        "modal": (0.7547055190, -0.1018488859, 0.9595220477, 0.0),
    }
    for name, value in expected.items():
        np.testing.assert_allclose(getattr(terms, name), value, rtol=0, atol=PRINTED, err_msg=name)
    assert terms.T(np.zeros(3), W) == pytest.approx(2.3911148237, abs=PRINTED)


def test_accelerations_of_a_free_body():
    expected = (412.0577956, 1.2041408, 285.4711782, 7.055998883, -19.766499448, -0.548660954)
    modal = (-292.7454470, 36.4083231, -9.8629400, -648.0183351)
    found = accelerations(CANTILEVER.invariants(), ETA, RATE, W)
    np.testing.assert_allclose(found, (*expected, *modal), rtol=0, atol=6e-8)


def test_motion_of_a_station():
    terms = station_terms(CANTILEVER.station(1.0), ETA, RATE, W, np.eye(3))
    expected = {
        "p": (0.9997837424, 0.017, 0.01),
        "v": (-0.0318018302, 3.2893512272, -2.2825674848),
        "w": (1.3894700904, 2.3879663194, 4.1060912388),
        "linear": (-16.4473558523, 2.4847565037, 3.6545585480),
        "angular": (1.0426907272, 0.0567478345, -0.4068573365),
    }
    for name, value in expected.items():
        np.testing.assert_allclose(getattr(terms, name), value, rtol=0, atol=PRINTED, err_msg=name)


# --- a link on a hinge ------------------------------------------------------------------------------------------------
LINK = Beam(length=0.3, section=Round(0.02), density=7800.0, E=2.1e11, nu=0.3, ends="pinned-free", planes="xy")


def test_integrals_of_a_hinged_link():
    inv, m = LINK.invariants(), LINK.mass
    assert m == inv.mass == pytest.approx(0.73513268, rel=1e-8)
    assert inv.J0[2, 2] == pytest.approx(0.02205398, rel=1e-6)
    np.testing.assert_allclose(inv.M, m / 4.0 * np.eye(5), atol=1e-12 * m)
    assert np.abs(inv.h0).max() < 1e-12 * m
    np.testing.assert_allclose(LINK.frequencies(), (707.365, 2292.317, 4782.736, 8178.762, 12480.395), rtol=1e-6)
    np.testing.assert_allclose(np.diag(inv.K), m / 4.0 * (2.0 * np.pi * LINK.frequencies()) ** 2, rtol=1e-12)


def test_foreshortening_of_a_hinged_link():
    inv = LINK.invariants()
    S = (inv.M - inv.J2[..., 2, 2])[:3, :3] / inv.mass
    expected = [[1.599349, -0.465280, -0.091455], [-0.465280, 4.476251, -1.548666], [-0.091455, -1.548666, 8.999808]]
    np.testing.assert_allclose(S, expected, atol=5.1e-7)
    G = -LINK.station(0.3).Psi[:3, :3] * 0.3
    expected = [[6.807787, 3.599301, 3.789200], [3.599301, 17.792696, 6.131688], [3.789200, 6.131688, 33.719556]]
    np.testing.assert_allclose(G, expected, atol=5.1e-7)


# --- the moving beam itself -------------------------------------------------------------------------------------------
BEAMS = {
    "clamped": unit(modes=3, torsion=2, stretch=2, Iy=1.7),
    "mixed": unit(modes=2, ends="pinned-free", ends_z="clamped-free", torsion=1),
    "free": unit(modes=3, ends="free-free", torsion=2, stretch=2),
}


@pytest.fixture(params=BEAMS)
def moving(request):
    """A beam in motion, with deflections of the order of 1."""
    beam, rng = BEAMS[request.param], np.random.default_rng(3)
    m = len(beam.names)
    return beam, 0.1 * rng.normal(size=m), rng.normal(size=m), rng.normal(size=3), rng.normal(size=3)


def points(beam):
    """Places and weights along a beam; its sides apart."""
    x, w = np.polynomial.legendre.leggauss(40)
    a, b = beam.span
    sides = [(low, high) for low, high in ((a, 0.0), (0.0, b)) if high > low]
    return (
        np.concatenate([0.5 * (h - l) * part + offset * (h + l) for l, h in sides])
        for part, offset in ((x, 0.5), (w, 0.0))
    )


def direct_energy(beam, eta, rate, v, w):
    """Kinetic energy by the motion of every section."""
    x, weights = points(beam)
    jx = beam.constants.density * beam.section.polar
    energy = 0.0
    for place, weight in zip(x, weights, strict=True):
        at = beam.station(place)
        r = at.r0 + eta @ at.Phi
        r[0] += 0.5 * eta @ at.Psi @ eta
        speed = v + np.cross(w, r) + rate @ at.Phi
        speed[0] += rate @ at.Psi @ eta
        spin = w[0] + rate @ at.Theta[:, 0]
        energy += 0.5 * weight * (speed @ speed + jx * spin * spin)
    return energy


def test_kinetic_energy_differs_in_the_third_order_only(moving):
    """That of (1) has terms of third and fourth order in eta, that of the invariants has none."""
    beam, eta, rate, v, w = moving
    differences = []
    for scale in (1e-1, 1e-2):
        ours = body_terms(beam.invariants(), scale * eta, scale * rate, w).T(v, w)
        differences.append(abs(ours - direct_energy(beam, scale * eta, scale * rate, v, w)))
    assert differences[1] < 2e-3 * differences[0]
    assert differences[0] < 0.1


def test_first_and_second_moments_of_the_bent_beam(moving):
    beam, eta, *_ = moving
    x, weights = points(beam)
    for scale, bound in ((1e-1, 2e-3), (1e-2, 2e-6)):
        terms = body_terms(beam.invariants(), scale * eta, 0.0 * eta, np.zeros(3))
        r = beam.shape(x, scale * eta).place
        np.testing.assert_allclose(terms.S, weights @ r, atol=1e-13)  # no third order in it
        Q = np.einsum("q,qa,qb->ab", weights, r, r)
        own = np.diag([beam.invariants().J0[0, 0], 0.0, 0.0])
        np.testing.assert_allclose(terms.J, np.trace(Q) * np.eye(3) - Q + own, atol=bound)


def test_a_body_in_another_frame_has_the_same_energy(moving):
    beam, eta, rate, v, w = moving
    rng = np.random.default_rng(5)
    R, at = np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.normal(size=3)
    R *= np.linalg.det(R)
    ours = body_terms(beam.invariants(), eta, rate, R.T @ w).T(R.T @ (v + np.cross(w, at)), R.T @ w)
    moved = placed(beam.invariants(), at, R)
    assert body_terms(moved, eta, rate, w).T(v, w) == pytest.approx(ours, rel=1e-12)
    here = accelerations(beam.invariants(), 0.1 * eta, rate, R.T @ w)
    there = accelerations(moved, 0.1 * eta, rate, w)
    np.testing.assert_allclose(there[:3], R @ here[:3], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(there[6:], here[6:], rtol=1e-9, atol=1e-9)


def test_symmetries(moving):
    inv = moving[0].invariants()
    for name in ("M", "K", "C", "S2", "J2"):
        table = getattr(inv, name)
        assert np.array_equal(table, np.swapaxes(table, 0, 1)), name
    assert np.array_equal(inv.J2, np.swapaxes(inv.J2, 2, 3))
    assert np.array_equal(inv.B, -np.swapaxes(inv.B, 0, 1))
    assert np.linalg.eigvalsh(mass_matrix(inv, 1e-3 * moving[1])).min() > 0.0


def test_kept_arrays_cannot_be_written_to():
    inv = CANTILEVER.invariants()
    assert CANTILEVER.invariants() is inv
    with pytest.raises(ValueError, match="read-only"):
        inv.M[0, 0] = 1.0
    station = CANTILEVER.station(0.25)
    assert CANTILEVER.station(0.25) is station and CANTILEVER.station(0.5) is not station
    with pytest.raises(ValueError, match="read-only"):
        station.Phi[0, 0] = 1.0


# --- a free spinning beam in time -------------------------------------------------------------------------------------
def test_a_free_spinning_beam():
    """Place of an end after 0.1 s, from an independent program; energy and momenta stay."""
    from scipy.integrate import solve_ivp

    beam = unit(ends="free-free", modes=3, Iz=20.0, Iy=30.0, polar=2e-3)
    inv, end = beam.invariants(), beam.station(0.5)
    start = np.concatenate(
        [np.eye(3).ravel(), [0.3, -0.2, 0.1], [40.0, 3.0, -2.0], (0.02, -0.005, 0.001, 0.01, 0.004, -0.001)]
    )

    def parts(y):
        return y[:9].reshape(3, 3), y[9:12], y[12:15], y[15:18], y[18:24], y[24:30]

    def rhs(t, y):
        R, _, v, w, eta, rate = parts(y)
        found = accelerations(inv, eta, rate, w)
        return np.concatenate([(R @ tilde(w)).ravel(), R @ v, found[3:6] - np.cross(w, v), found[:3], rate, found[6:]])

    def energy(y):
        *_, v, w, eta, rate = parts(y)
        return body_terms(inv, eta, rate, w).T(v, w) + beam.strain_energy(eta)

    y0 = np.concatenate([start[:9], np.zeros(3), start[9:], np.zeros(6)])
    run = solve_ivp(rhs, (0.0, 0.1), y0, method="DOP853", rtol=1e-10, atol=1e-13)
    y = run.y[:, -1]
    assert energy(y0) == pytest.approx(3.5635364778, abs=6e-11)
    assert energy(y) == pytest.approx(energy(y0), rel=1e-8)
    R, p, _, w, eta, rate = parts(y)
    tip = p + station_terms(end, eta, rate, R @ w, R).p
    np.testing.assert_allclose(tip, (0.4981528082, -0.1069710495, -0.1421872696), atol=1e-8)
