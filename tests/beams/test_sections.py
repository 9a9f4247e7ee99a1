"""Sections: their numbers against integrals over the area and against handbooks."""

import numpy as np
import pytest
from registries import examples, shorter_by_one, without_a_line

from supple.flexible import Rectangle, Round, Section, Tube
from supple.flexible.sections.registry import SECTIONS


def test_every_section_has_its_line_and_examples():
    assert without_a_line(SECTIONS, "shear_arm") == []
    for missing, shorter in shorter_by_one(SECTIONS):
        assert without_a_line(shorter, "shear_arm") == [missing]
    assert {type(one).__name__ for one in examples(SECTIONS)} == set(SECTIONS.names)


@pytest.mark.parametrize("section", [one for one in examples(SECTIONS) if not isinstance(one, Section)])
def test_moments_are_integrals_over_the_area(section):
    y, z = (np.linspace(-h, h, 1202)[:-1] + h / 1201 for h in section.half_widths)
    cell = (y[1] - y[0]) * (z[1] - z[0])
    y, z = np.meshgrid(y, z)
    inside = np.ones_like(y, bool)
    if isinstance(section, Round):
        inside = np.hypot(y, z) < section.diameter / 2
    if isinstance(section, Tube):
        inside = (np.hypot(y, z) < section.outer / 2) & (np.hypot(y, z) > section.inner / 2)
    for value, weight in (
        (section.area, 1.0), (section.Iz, y * y), (section.Iy, z * z), (section.polar, y * y + z * z),
    ):  # fmt: skip
        assert np.sum(inside * weight) * cell == pytest.approx(value, rel=2e-3)


@pytest.mark.parametrize(
    ("ratio", "J", "stress"), [(1, 0.1406, 0.208), (2, 0.229, 0.246), (4, 0.281, 0.282), (10, 0.312, 0.312)]
)
def test_torsion_of_rectangles_is_that_of_handbooks(ratio, J, stress):
    """Timoshenko & Goodier, table in section 109: J = k1 a b^3, greatest stress = torque/(k2 a b^2), amid the long side."""
    b, a = 0.01, 0.01 * ratio
    for section, y, z in ((Rectangle(b, a), b / 2, 0.0), (Rectangle(a, b), 0.0, b / 2)):
        assert section.torsion / (a * b**3) == pytest.approx(J, abs=6e-4)
        assert section.torsion / (section.shear_arm(y, z) * a * b**2) == pytest.approx(stress, abs=6e-4)


def test_shear_of_a_square():
    """No stress at corners and centre, the same amid all sides of a square."""
    square = Rectangle(0.02, 0.02)
    assert square.shear_arm(0.01, 0.01) < 1e-3 * square.shear_arm(0.01, 0.0)
    assert square.shear_arm(0.0, 0.0) == 0.0
    assert square.shear_arm(0.01, 0.0) == pytest.approx(square.shear_arm(0.0, -0.01), rel=1e-5)


def test_round_sections():
    rod, tube = Round(0.02), Tube(0.02, 0.0)
    assert (rod.area, rod.Iy, rod.torsion) == (tube.area, tube.Iy, tube.torsion)
    assert 2.1e11 * rod.Iz == pytest.approx(1649.3361, rel=1e-7)
    assert rod.shear_arm(0.003, 0.004) == pytest.approx(0.005)


def test_sections_by_numbers():
    section = Section(area=2.0, Iy=3.0, Iz=4.0)
    assert section.polar == 7.0
    assert section.half_widths == pytest.approx((6.0**0.5, 4.5**0.5))
    assert section.shear_arm(3.0, 4.0) == 5.0
    assert Section(area=1.0, arm=0.3).shear_arm(3.0, 4.0) == 0.3


def test_wrong_sections_get_a_sentence():
    with pytest.raises(ValueError, match=r"inner must be < outer = 0.02 m, got 0.03"):
        Tube(0.02, 0.03)
    with pytest.raises(ValueError, match=r"width must be > 0 m, got 0"):
        Rectangle(0, 0.1)
