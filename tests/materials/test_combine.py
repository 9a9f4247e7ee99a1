"""From materials to coefficients: reduced modulus, masses, contact laws."""

import math
import re
from pathlib import Path

import pytest

import supple as sp
from supple.laws.coefficients import hertz_stiffness_of
from supple.laws.restitution import damping
from supple.materials import (
    Material,
    contact_modulus,
    contact_modulus_range,
    find_material,
    reduced_modulus,
    sphere_mass,
)
from supple.materials._read import sources
from supple.materials.combine import shear_ratio

BRASS, STEEL, CORK = (1.05e11, 0.34, 8500.0), (2e11, 0.29, 7850.0), (1.7e7, 0.0, 170.0)
IRON, LEAD = (1.1e11, 0.25, 7200.0), (1.61e10, 0.44, 11350.0)
# pairs of spheres, or of a sphere and a plate, of Azad & Featherstone (2014), Fig. 5, with handbook constants:
# body 1, body 2, R1, R2, E* [Pa], k [N/m^(3/2)], reduced mass [kg]
CASES = {
    "brass on brass": (BRASS, BRASS, 0.015, 0.015, 5.936e10, 6.855e9, 0.06008),
    "steel on cast iron": (STEEL, IRON, 0.0127, math.inf, 7.632e10, 1.147e10, 0.06735),
    "cork on cork": (CORK, CORK, 0.0166, 0.0166, 8.5e6, 1.033e6, 0.001629),
    "steel on cork": (STEEL, CORK, 0.0165, math.inf, 1.7e7, 2.911e6, 0.1477),
    "steel on brass": (STEEL, BRASS, 0.0127, math.inf, 7.691e10, 1.156e10, 0.06735),
    "steel on lead": (STEEL, LEAD, 0.0127, math.inf, 1.829e10, 2.749e9, 0.06735),
}
LAWS = {sp.HuntCrossley: 1.5, sp.AzadFeatherstone: 0.5, sp.LeeWang: 1.0}  # exponent of the damper


def material(numbers):
    E, nu, density = numbers
    return Material(name="sphere", E=E, nu=nu, density=density)


@pytest.mark.validation
@pytest.mark.parametrize("case", CASES)
def test_hertz_of_known_pairs(case):
    one, two, R1, R2, modulus, k, mass = CASES[case]
    a, b = material(one), material(two)
    assert contact_modulus(a, b) == pytest.approx(modulus, rel=2e-4)
    assert hertz_stiffness_of(a, b, R1, R2) == pytest.approx(k, rel=5e-4)
    assert sp.hertz_stiffness(*one[:2], *two[:2], R1, R2) == pytest.approx(k, rel=5e-4)
    masses = [sphere_mass(a, R1)] + ([sphere_mass(b, R2)] if R2 < math.inf else [])
    assert 1.0 / sum(1.0 / m for m in masses) == pytest.approx(mass, rel=5e-4)


def test_the_number_of_the_documentation():
    """A 12.7 mm steel ball on cast iron, docs/materials.md."""
    assert contact_modulus("steel", "cast iron") == pytest.approx(83.81e9, rel=1e-4)
    assert sp.Hertz.from_materials(a="steel", b="cast iron", R1=0.0127).k == pytest.approx(1.259e10, rel=5e-4)


def test_the_examples_of_the_documentation_run():
    text = (Path(__file__).parents[2] / "docs" / "materials.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    space = {}
    for block in blocks:
        exec(compile(block, "docs/materials.md", "exec"), space)


def test_the_table_of_sources_is_in_the_documentation():
    text = (Path(__file__).parents[2] / "docs" / "materials.md").read_text(encoding="utf-8")
    assert [row for row in (f"| {name} | {words} |" for name, words in sources().items()) if row not in text] == []


def test_the_range_of_a_modulus_holds_its_value():
    low, high = contact_modulus_range("steel", "cast iron")
    assert low < contact_modulus("steel", "cast iron") < high
    assert low == pytest.approx(reduced_modulus(2e11, 0.29, 83e9, 0.2))
    assert high == pytest.approx(reduced_modulus(2e11, 0.29, 172e9, 0.3))
    exact = contact_modulus_range("nylon 6-6", "polystyrene")
    assert exact[0] == exact[1] == contact_modulus("nylon 6-6", "polystyrene")


def test_order_does_not_matter():
    assert contact_modulus("steel", "cork") == pytest.approx(contact_modulus("cork", "steel"), rel=1e-15)


@pytest.mark.parametrize("law", LAWS)
def test_laws_from_materials(law):
    numbers = {"e": 0.7, "speed": 2.0, "mass": 0.066}
    made = law.from_materials(a="steel", b=find_material("brass"), R1=0.0127, R2=0.02, **numbers)
    assert made.k == pytest.approx(hertz_stiffness_of("steel", "brass", 0.0127, 0.02))
    assert made.k < law.from_materials(a="steel", b="brass", R1=0.0127, **numbers).k
    assert made.lam == pytest.approx(damping(0.7, 2.0, 0.066, made.k, n=1.5, p=LAWS[law]))
    assert made == law.from_restitution(k=made.k, **numbers)


@pytest.mark.parametrize("law", [sp.Hertz, *LAWS])
def test_laws_say_what_is_missing(law):
    numbers = {} if law is sp.Hertz else {"e": 0.7, "speed": 2.0, "mass": 0.066}
    with pytest.raises(
        ValueError, match=r"nu of 'lead, pure' is not known: give a Material with it, e\.g\. Material\(name="
    ):
        law.from_materials(a="steel", b="lead, pure", R1=0.0127, **numbers)
    with pytest.raises(ValueError, match="E of 'shod foot pad' is not known"):
        law.from_materials(a="shod foot", b="steel", R1=0.0127, **numbers)
    with pytest.raises(ValueError, match="did you mean 'steel'"):
        law.from_materials(a="stel", b="steel", R1=0.0127, **numbers)


def test_mass_of_a_sphere():
    assert sphere_mass("steel", 0.1) == pytest.approx(7860.0 * 4.18879020e-3)
    with pytest.raises(ValueError, match=r"density of 'cork, agglomerate CR-12J' is not known: .*density=\.\.\."):
        sphere_mass("agglomerated cork", 0.1)
    with pytest.raises(ValueError, match="R must be > 0 m, got 0"):
        sphere_mass("steel", 0)


def test_a_pair_without_any_compliance_is_refused():
    with pytest.raises(ValueError, match="nu1 must be > -1 where the other body is rigid, got -1"):
        reduced_modulus(1e9, -1.0, math.inf, 0.3)


# --- Mindlin ------------------------------------------------------------------------------------------------------------
@pytest.mark.validation
@pytest.mark.parametrize("nu", [0.0, 0.29, 0.5])
def test_the_shear_ratio_of_equal_materials_has_a_closed_form(nu):
    """kt/kn = 2 (1 - nu)/(2 - nu), from 1 to 2/3, whatever the modulus."""
    for E in (1e6, 2e11):
        assert shear_ratio(E, nu, E, nu) == pytest.approx(2 * (1 - nu) / (2 - nu), rel=1e-14)


@pytest.mark.validation
def test_tangential_stiffness_is_8_G_a():
    """Two spheres: kt = 8 G* a with the radius a of Hertz's contact, and the ratio times dF/ddelta of Hertz's force."""
    E1, nu1, E2, nu2, R1, R2, F = 2e11, 0.29, 7e10, 0.33, 0.0127, 0.05, 300.0
    G1, G2 = E1 / (2 * (1 + nu1)), E2 / (2 * (1 + nu2))
    G = 1 / ((2 - nu1) / G1 + (2 - nu2) / G2)
    E, R = reduced_modulus(E1, nu1, E2, nu2), 1 / (1 / R1 + 1 / R2)
    a = (3 * F * R / (4 * E)) ** (1 / 3)
    kt = sp.tangential_stiffness(E1, nu1, E2, nu2, R1, R2, force=F)
    assert kt == pytest.approx(8 * G * a, rel=1e-13)
    k = sp.hertz_stiffness(E1, nu1, E2, nu2, R1, R2)
    depth, h = (F / k) ** (2 / 3), 1e-10
    slope = k * ((depth + h) ** 1.5 - (depth - h) ** 1.5) / (2 * h)
    assert kt / slope == pytest.approx(shear_ratio(E1, nu1, E2, nu2), rel=1e-6)
    rigid = sp.tangential_stiffness(E1, nu1, math.inf, 0.3, R1, force=F)
    assert rigid > sp.tangential_stiffness(E1, nu1, E2, nu2, R1, force=F)


def test_stick_slip_from_moduli_and_from_materials():
    steel = find_material("steel")
    moduli = {"E1": steel.E, "nu1": steel.nu, "E2": steel.E, "nu2": steel.nu}
    one = sp.StickSlip.from_moduli(mu=0.3, **moduli, R1=0.0127, force=500.0, relaxation=1e-5)
    two = sp.StickSlip.from_materials(mu=0.3, a="steel", b=steel, R1=0.0127, force=500.0, relaxation=1e-5)
    assert one == two and one.bt == pytest.approx(1e-5 * one.kt)
    k = sp.hertz_stiffness(*moduli.values(), 0.0127)
    normal = 1.5 * k * (500.0 / k) ** (1 / 3)
    assert one.kt == pytest.approx(2 * (1 - steel.nu) / (2 - steel.nu) * normal)
    for name, value, words in (
        ("force", 0.0, "force must be > 0 N, got 0.0"),
        ("relaxation", -1.0, "relaxation must be > 0 s"),
    ):
        with pytest.raises(ValueError, match=words):
            sp.StickSlip.from_moduli(**{"mu": 0.3, **moduli, "R1": 0.01, "force": 1.0, "relaxation": 1.0, name: value})


def test_stick_slip_from_materials_in_a_file():
    text = """
[materials."my pad"]
E = 1e7
nu = 0.45
[[contacts]]
materials = ["my pad", "steel"]
normal = { type = "Hertz", from = "materials", a = "my pad", b = "steel", R1 = 0.02 }
[contacts.friction]
type = "StickSlip"
from = "materials"
mu = 0.5
a = "my pad"
b = "steel"
R1 = 0.02
force = 10
relaxation = 1e-4
"""
    (rule,) = sp.scene_from_toml(text).scene.rules
    pad = sp.Material(name="my pad", E=1e7, nu=0.45)
    assert rule.friction == sp.StickSlip.from_materials(mu=0.5, a=pad, b="steel", R1=0.02, force=10, relaxation=1e-4)
    with pytest.raises(TypeError, match=r"friction\.force must be a number, got 'ten'"):
        sp.scene_from_toml(text.replace("force = 10", 'force = "ten"'))
