"""Numbers of a pair, or of a body, from the constants of its materials.

    reduced modulus   1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2      [Pa]
    shear modulus     1/G* = (2 - nu1)/G1 + (2 - nu2)/G2,  G = E/(2 (1 + nu))
    shear ratio       r = 4 G*/E*                                 [-]    tangential over normal stiffness without slip;
                                                                         equal materials: 2 (1 - nu)/(2 - nu), 2/3 to 1
    reduced radius    1/R  = 1/R1 + 1/R2                          [m]    `supple.laws.reduced_radius`
    sphere            m = (4/3) pi R^3 density                    [kg]

Friction and restitution have NO such rule. Mean, minimum or product of two coefficients are conventions of game engines:
mu and e belong to a pair of surfaces with their roughness, films and speed. A pair is measured, or unknown.

Source    Hertz (1882), as in Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eq. 5; Mindlin, J. Appl. Mech. 16
          (1949) 259.
Limits    isotropic, elastic bodies: wood, bone and cork are not.
"""

import math
from itertools import product

from .._check import positive, within
from .material import Material
from .table import as_material


def reduced_modulus(E1: float, nu1: float, E2: float, nu2: float) -> float:
    """Modulus of the contact [Pa] of two elastic bodies; an infinite E2 is a rigid one."""
    positive("E1", E1, "Pa")
    within("nu1", nu1, -1.0, 0.5)
    within("nu2", nu2, -1.0, 0.5)
    compliance = (1.0 - nu1 * nu1) / E1
    if E2 != math.inf:
        compliance += (1.0 - nu2 * nu2) / positive("E2", E2, "Pa")
    if compliance == 0.0:
        raise ValueError(f"nu1 must be > -1 where the other body is rigid, got {nu1!r}")
    return 1.0 / compliance


def shear_ratio(E1: float, nu1: float, E2: float, nu2: float) -> float:
    """Tangential over normal stiffness [-] of the contact of two elastic bodies; an infinite E2 is a rigid one."""
    modulus = reduced_modulus(E1, nu1, E2, nu2)
    compliance = sum((2.0 - nu) * 2.0 * (1.0 + nu) / E for E, nu in ((E1, nu1), (E2, nu2)))
    if compliance == 0.0:
        raise ValueError(f"nu1 must be > -1 for a shear modulus, got {nu1!r}")
    return 4.0 / (compliance * modulus)


def contact_shear_ratio(a: Material | str, b: Material | str) -> float:
    """Tangential over normal stiffness [-] of two materials, each a `Material` or a name of the table."""
    a, b = as_material(a), as_material(b)
    return shear_ratio(a.known("E"), a.known("nu"), b.known("E"), b.known("nu"))


def contact_modulus(a: Material | str, b: Material | str) -> float:
    """E* [Pa] of two materials, each a `Material` or a name of the table."""
    a, b = as_material(a), as_material(b)
    return reduced_modulus(a.known("E"), a.known("nu"), b.known("E"), b.known("nu"))


def contact_modulus_range(a: Material | str, b: Material | str) -> tuple[float, float]:
    """(low, high) of E* [Pa] over the ranges that the sources give for E and nu."""
    a, b = as_material(a), as_material(b)
    ends = ((m.range(field) or (m.known(field),)) for m in (a, b) for field in ("E", "nu"))
    corners = [reduced_modulus(*corner) for corner in product(*ends)]  # E* is monotone in E and in nu^2
    return min(corners), max(corners)


def sphere_mass(material: Material | str, R: float) -> float:
    """Mass [kg] of a full sphere of radius R [m]."""
    return 4.0 / 3.0 * math.pi * positive("R", R, "m") ** 3 * as_material(material).known("density")
