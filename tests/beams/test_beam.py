"""Beams: stresses, energies, damping, drawing, sentences."""

import numpy as np
import pytest

from supple.flexible import Beam, Polynomials, Rectangle, Round, Section
from supple.materials import Material, find_material

STEEL = {"length": 0.5, "section": Round(0.01), "density": 7800.0, "E": 2.1e11, "nu": 0.3}


def steel(**given):
    return Beam(**STEEL | given)


# --- statics ----------------------------------------------------------------------------------------------------------
FORCE = 12.0  # [N] at the end, along y


def test_stress_of_a_cantilever_with_a_load_at_its_end():
    """F L/W at the root; x^2 and x^3 hold the exact deflection."""
    cubic = Polynomials([[0, 0, 1, 0], [0, 0, 0, 1]])
    beam = steel(ends=cubic, planes="xy")
    eta = np.linalg.solve(beam.invariants().K, FORCE * beam.station(0.5).Phi[:, 1])
    root = beam.stress([0.0, 0.2], eta, y=-0.005)
    W = beam.section.Iz / 0.005
    np.testing.assert_allclose(root.sigma, FORCE * np.array([0.5, 0.3]) / W, rtol=1e-12)
    np.testing.assert_allclose(root.moment_z, FORCE * np.array([0.5, 0.3]), rtol=1e-12)
    assert beam.shape(0.5, eta).place[0, 1] == pytest.approx(
        FORCE * 0.5**3 / (3.0 * 2.1e11 * beam.section.Iz), rel=1e-12
    )
    assert np.all(root.tau == 0.0)


def test_stress_by_modes_converges_as_their_number_squared():
    errors = []
    for n in (10, 20, 40):
        beam = steel(modes=n, planes="xz")
        eta = np.linalg.solve(beam.invariants().K, FORCE * beam.station(0.5).Phi[:, 2])
        errors.append(beam.stress(0.0, eta, z=-0.005).sigma[0] * beam.section.Iy / 0.005 / (FORCE * 0.5) - 1.0)
    assert abs(errors[2]) < 2e-3
    np.testing.assert_allclose(np.divide(errors[:2], errors[1:]), 4.0, rtol=0.1)


def test_torsion_and_stretch_under_loads_at_the_end():
    linear = Polynomials([[0.0, 1.0]])
    beam = steel(modes=0, torsion=1, stretch=1, ends_x=linear)
    inv, end = beam.invariants(), beam.station(0.5)
    eta = np.linalg.solve(inv.K, 3.0 * end.Theta[:, 0] + 100.0 * end.Phi[:, 0])
    found = beam.stress(0.25, eta, y=0.003, z=0.004)
    G = 2.1e11 / 2.6
    assert eta[0] == pytest.approx(3.0 * 0.5 / (G * beam.section.torsion), rel=1e-12)
    assert found.tau[0] == pytest.approx(3.0 * 0.005 / beam.section.torsion, rel=1e-12)
    assert found.torque[0] == pytest.approx(3.0, rel=1e-12)
    assert found.force[0] == pytest.approx(100.0, rel=1e-12)
    assert found.sigma[0] == pytest.approx(100.0 / beam.section.area, rel=1e-12)


def test_strain_energy_is_that_of_the_moments():
    beam = steel(modes=3, torsion=2, stretch=1, section=Rectangle(0.01, 0.02))
    rng = np.random.default_rng(1)
    eta = 1e-3 * rng.normal(size=(2, len(beam.names)))
    x, w = np.polynomial.legendre.leggauss(60)
    loads = beam.stress(0.25 * (x + 1.0), eta)
    (E, G, _), section = beam.constants, beam.section
    density = (
        loads.force**2 / (E * section.area) + loads.moment_y**2 / (E * section.Iy)
        + loads.moment_z**2 / (E * section.Iz) + loads.torque**2 / (G * section.torsion)
    )  # fmt: skip
    np.testing.assert_allclose(beam.strain_energy(eta), 0.5 * density @ (0.25 * w), rtol=1e-12)


# --- shape ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ends", ["clamped-free", "free-free"])
def test_the_bent_axis_keeps_its_length(ends):
    beam = steel(ends=ends, modes=2)
    eta = 0.3 * np.array([0.03, 0.004, 0.02, -0.003])
    x = np.linspace(*beam.span, 401)
    place = beam.shape(x, eta).place
    length = np.linalg.norm(np.diff(place, axis=0), axis=1).sum()
    assert length == pytest.approx(0.5, rel=1e-5)
    without = np.linalg.norm(np.diff(np.column_stack([x, place[:, 1:]]), axis=0), axis=1).sum()
    assert without > 0.5 * 1.0002


def test_the_turn_of_the_sections_is_the_slope_of_the_axis():
    beam, h = steel(modes=2, torsion=1), 1e-6
    eta = np.array([0.01, 0.002, -0.004, 0.001, 0.3])
    low, at, high = (beam.shape(0.2 + d, eta) for d in (-h, 0.0, h))
    slope = (high.place - low.place)[0] / (2.0 * h)
    np.testing.assert_allclose(at.turn[0, 1:], (-slope[2], slope[1]), rtol=1e-7)
    assert at.turn[0, 0] == pytest.approx(0.3 * np.sin(0.2 * np.pi))
    assert beam.shape([0.1, 0.2], np.zeros((7, 3, 5))).place.shape == (7, 3, 2, 3)


# --- damping ----------------------------------------------------------------------------------------------------------
def test_modal_damping_is_that_ratio_of_every_mode():
    beam = steel(modes=3, torsion=1, damping=0.02)
    inv, omega = beam.invariants(), 2.0 * np.pi * beam.frequencies()
    np.testing.assert_allclose(inv.C, np.diag(0.04 * omega * np.diag(inv.M)), atol=1e-9 * inv.C.max())


def test_modal_damping_of_shapes_that_are_no_modes():
    """Every vibration has the ratio, whatever it is written in."""
    beam = steel(ends=Polynomials([[0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]), planes="xy", damping=0.05)
    inv = beam.invariants()
    zero, one = np.zeros((3, 3)), np.eye(3)
    inverse = np.linalg.inv(inv.M)
    s = np.linalg.eigvals(np.block([[zero, one], [-inverse @ inv.K, -inverse @ inv.C]]))
    np.testing.assert_allclose(-s.real / np.abs(s), 0.05, rtol=1e-6)


def test_proportional_damping():
    inv = steel(modes=2, alpha=3.0, beta=1e-4).invariants()
    np.testing.assert_allclose(inv.C, 3.0 * inv.M + 1e-4 * inv.K, rtol=1e-12)


# --- what it is made of -----------------------------------------------------------------------------------------------
def test_constants_from_the_table_of_materials():
    beam, table = Beam(length=1.0, section=Round(0.01), material="steel", torsion=1), find_material("steel")
    assert beam.constants == (table.E, table.E / (2.0 * (1.0 + table.nu)), table.density)
    other = Beam(length=1.0, section=Round(0.01), material="steel", E=1e9, G=2e9, density=3.0)
    assert other.constants == (1e9, 2e9, 3.0)
    own = Beam(length=1.0, section=Round(0.01), material=Material(name="mine", E=5.0, density=2.0))
    assert own.constants == (5.0, 0.0, 2.0)


def test_planes_and_numbers_of_modes():
    def names(**given):
        return [name for name, _ in steel(**given).names]

    assert names() == [f"{axis}{i}" for axis in "yz" for i in range(1, 6)]
    assert names(planes="xz", modes=2) == ["z1", "z2"]
    assert names(modes=1, modes_z=2, torsion=1, stretch=1) == ["y1", "z1", "z2", "twist1", "stretch1"]
    assert names(modes=0, modes_z=1) == ["z1"]
    beam = steel(modes=1, deflection=[1, 2], speed=(0.0, 3))
    assert (beam.deflection, beam.speed) == ((1.0, 2.0), (0.0, 3.0))


def test_a_note_on_modes_that_are_too_short():
    assert steel(modes=5).notes() == ()
    (note,) = steel(section=Rectangle(0.001, 0.05)).notes()
    assert note.startswith("bending mode z5 is too short for a slender beam")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"ends": "clampd-free"}, "ends must be one of .* did you mean 'clamped-free'"),
        ({"ends": "fixed-free"}, "ends must be one of clamped-free, pinned-free, free-free, got 'fixed-free'"),
        ({"ends": 3}, "or Polynomials or Tabulated, got 3"),
        ({"ends": "free-free", "ends_z": "pinned-free"}, "all shapes must have one origin"),
        ({"modes": 61}, "the modes of y must be at most 60, got 61"),
        ({"modes": -1}, "modes must be >= 0, got -1"),
        ({"modes": 0}, "a beam must have at least one mode"),
        ({"E": None}, r"E must be given \[Pa\], or a material that has it"),
        ({"density": None}, r"density must be given \[kg/m\^3\], or a material that has it"),
        ({"nu": None, "torsion": 1}, "nu or G must be given for torsion=1"),
        ({"G": 8e10}, "nu or G must be given, not both"),
        ({"material": "stel"}, "did you mean 'steel'"),
        ({"material": Material(name="foam", E=1e6), "density": None}, "density of 'foam' is not known"),
        ({"section": 0.01}, "section must be one of Round, Tube, Rectangle, Section, got 0.01"),
        ({"section": Section(area=1e-4, Iz=1e-9)}, r"Iy of the section must be > 0 m\^4 for modes of z"),
        (
            {"section": Section(area=1e-4, Iz=1e-9), "planes": "xy", "torsion": 1},
            r"torsion of the section must be > 0 m\^4",
        ),
        ({"deflection": (1.0, 2.0), "modes": 2}, r"deflection must be 4 numbers \(y1, y2, z1, z2\), got 2"),
        ({"planes": "yz"}, "planes must be one of xy, xz, both"),
        ({"length": 0.0}, "length must be > 0 m"),
    ],
)
def test_wrong_beams_get_a_sentence(given, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        steel(**given)


def test_places_and_coordinates_outside_get_a_sentence():
    beam = steel(modes=1)
    for x in (-0.01, 0.51, float("nan")):
        with pytest.raises(ValueError, match=r"x must be on the beam, between 0.0 and 0.5 m"):
            beam.station(x)
    with pytest.raises(ValueError, match=r"eta must have 2 coordinates in its last axis, got the shape \(3,\)"):
        beam.strain_energy(np.zeros(3))
    free = steel(ends="free-free", modes=1)
    assert free.span == (-0.25, 0.25)
    with pytest.raises(ValueError, match=r"between -0\.25 and 0\.25 m"):
        free.station(0.3)
