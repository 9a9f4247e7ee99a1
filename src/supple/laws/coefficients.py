"""Coefficients of contact laws from the physics of the bodies.

    reduced modulus   1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2
    reduced radius    1/R  = 1/R1 + 1/R2                       (plate: R2 = inf)
    Hertz             k = (4/3) E* sqrt(R)                     [N/m^(3/2)]
    layer             k = E A / L                              [N/m]   of thickness L under the area A
    in series         1/k = 1/k1 + 1/k2 + ...
    Mindlin           kt = 8 G* a = r dF/ddelta                [N/m]   r = 4 G*/E*, dF/ddelta = 2 E* a at the force F,
                                                                       radius of the contact a = (3 F R/(4 E*))^(1/3)
    at rest           k = m g / depth^n                        [N/m^n]

Symbols   E modulus of elasticity [Pa], nu Poisson ratio [-], R radius [m], A area [m^2], L thickness [m].
Source    Hertz contact as in Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eq. 5 and section II-A; layers in
          series as in Lens, Radkhah & von Stryk (2011), section on the normal force; Mindlin, J. Appl. Mech. 16 (1949) 259,
          and Johnson, Contact Mechanics (1985), section 7.2.
Limits    Mindlin: no slip anywhere in the contact; the edge slips first, so that the tangent stiffness falls with the load.
          Hertz: smooth spheres, indentation small against the radius. The damping of Azad and Featherstone scales with
          sqrt(R) like the stiffness (their eq. 9), but no formula gives it: measure the restitution.
"""

import math

from .._check import finite, positive, within
from ..materials.combine import contact_modulus, reduced_modulus, shear_ratio
from ..materials.material import Material


def reduced_radius(R1: float, R2: float = math.inf) -> float:
    """Radius of the sphere that meets a plate as the sphere R1 meets the sphere R2 [m]; hollow: R2 < 0."""
    curvature = 1.0 / positive("R1", R1, "m")
    if R2 != math.inf:
        if finite("R2", R2, "m") == 0.0:
            raise ValueError(f"R2 must not be 0 m, got {R2!r}")
        curvature += 1.0 / R2
    if curvature <= 0.0:
        raise ValueError(f"R2 must be < -R1 (a hollow wider than the sphere) or > 0 m, got {R2!r} with R1 = {R1!r}")
    return 1.0 / curvature


def hertz_stiffness(E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf) -> float:
    """Stiffness k [N/m^(3/2)] of F = k delta^(3/2) between two spheres (R2 = inf: a plate)."""
    return 4.0 / 3.0 * reduced_modulus(E1, nu1, E2, nu2) * math.sqrt(reduced_radius(R1, R2))


def hertz_stiffness_of(a: Material | str, b: Material | str, R1: float, R2: float = math.inf) -> float:
    """The same for two materials, each a `Material` or a name of the table."""
    return 4.0 / 3.0 * contact_modulus(a, b) * math.sqrt(reduced_radius(R1, R2))


def layer_stiffness(E: float, A: float, L: float) -> float:
    """Stiffness [N/m] of a layer of modulus E [Pa] and thickness L [m] under a contact area A [m^2]."""
    return positive("E", E, "Pa") * positive("A", A, "m^2") / positive("L", L, "m")


def in_series(*stiffnesses: float) -> float:
    """Stiffness [N/m] of springs in series."""
    if not stiffnesses:
        raise ValueError("in_series needs at least one stiffness [N/m], got none")
    return 1.0 / sum(1.0 / positive(f"stiffness {i + 1}", k, "N/m") for i, k in enumerate(stiffnesses))


def stiffness_from_depth(depth: float, mass: float, n: float, g: float = 9.80665) -> float:
    """Stiffness [N/m^n] of F = k delta^n on which `mass` [kg] rests at `depth` [m] under gravity `g` [m/s^2]."""
    weight = positive("mass", mass, "kg") * positive("g", g, "m/s^2")
    return weight / within("depth", depth, 1e-12, 1e3, "m") ** within("n", n, 1.0, 10.0)


def tangential_stiffness(
    E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf, *, force: float
) -> float:
    """Tangential stiffness kt [N/m] of two spheres (R2 = inf: a plate) pressed together by `force` [N]."""
    return shear_ratio(E1, nu1, E2, nu2) * hertz_slope(reduced_modulus(E1, nu1, E2, nu2), reduced_radius(R1, R2), force)


def hertz_slope(modulus: float, radius: float, force: float) -> float:
    """Normal stiffness dF/ddelta = 2 E* a [N/m] of Hertz contact under `force` [N]."""
    return (6.0 * modulus * modulus * radius * positive("force", force, "N")) ** (1.0 / 3.0)
