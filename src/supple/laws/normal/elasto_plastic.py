"""Elasto-plastic normal contact: Hertz up to yield, linear growth of a permanent indentation, elastic unloading.

    elastic      F = k (delta - z)^(3/2),     U = (2/5) k (delta - z)^(5/2),     as long as F < F_y(z) = F_c + z/eta
    yielding     F = F_y(z) and delta = z + d(F),  d = (F/k)^(2/3), as long as delta grows:   D = F dz/dt
    W = (2/5) F^(5/3)/k^(2/3) + eta (F^2 - F_c^2)/2      work of a first loading up to F > F_c: stored, and lost

Symbols   delta  total indentation          [m]        positive inside (q in the paper)
          z      permanent indentation      [m]        the internal state, q_p in the paper; never recovers
          k      stiffness                  [N/m^(3/2)] > 0, (4/3) E* sqrt(R)
          eta    plastic compliance         [m/N]      > 0, 1/(2 pi R H): the hardness H carries the area 2 pi R z
          F_c    force at first yield       [N]        > 0, 8 pi^3 R^3 Y^3/k^2: the mean pressure of Hertz is 2 Y there
          E*, R  reduced modulus and radius; Y yield strength, H hardness of the softer body
Source    Marghitu & Cojocaru, Impact of flexible links with friction, eqs 8-13, with eta in eq. 8 and for any two bodies:
          their 2/3 in k is a sphere on a plate of its own material, 4/3 is a rigid plate.
Loads     Yielding begins anew where it ended, z + d(F_y(z)), and goes on along the first loading curve. A surface that is
          left stays at z: the next touch is there.
Rebound   of a mass, without gravity: m v^2/2 = W(F_m), e^2 = W_el/W. Far beyond yield W_pl ~ F^2 and W_el ~ F^(5/3), so
          e ~ v^(-1/6): a body that is unloaded at its first radius springs back with more than Johnson's e ~ v^(-1/4).
Flattened With unloading="flattened" the radius of the dent grows as in Johnson, Contact Mechanics (1985), section 11.4:
          the contact has the area pi a^2, a^2 = R (q_c + 2 z), q_c = (F_c/k)^(2/3), at the end of loading, and unloads as
          spheres with that contact do,
              d = F/(k sqrt(q_c + 2 z)),    F = F_y(z) ((delta - z)/d(F_y))^(3/2),    U = (2/5) F_y d at the most,
          which is his (3/10) F^2/(a E*), with F = pi a^2 H far beyond yield: e ~ v^(-1/4). At z = 0 both are the same.
Measure   k as of Hertz; F_c and eta from restitution over speed (`supple fit`), or from Y and H (`from_hertz`).
Limits    no rate effects, no hardening, no loss below yield. F_c of the paper is a convention: by Hertz the first point
          below the surface yields at a mean pressure of 1.1 Y. Flattened: eta F_c/q_c (Y/H of a material) must be > 0.023,
          else a sharper spring would be left behind than was put into it.

While it yields, z is a function of delta and is not integrated: the kernels are asked with z = GROWING (`dispatch.py`).
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ..._check import positive
from ..._jit import inlined, kernel
from ...guards import UNKNOWN
from ...materials.material import Material
from ...materials.table import as_material
from ...quantities import POSITIVE, Quantity, check_quantities, choice, described
from ..coefficients import hertz_stiffness, hertz_stiffness_of, reduced_radius

SAME_RADIUS, FLATTENED = "same-radius", "flattened"
MOST = 60  # steps of Newton's rule, which takes about six
CLOSE = 1e-15  # of the root


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class ElastoPlastic:
    """F = k (delta - z)^(3/2) up to F_c + z/plastic_compliance, where the permanent indentation z grows."""

    k: Annotated[float, Quantity("stiffness", "N/m^(3/2)", POSITIVE)]
    plastic_compliance: Annotated[float, Quantity("permanent indentation per force beyond yield", "m/N", POSITIVE)]
    yield_force: Annotated[float, Quantity("force at which a surface yields first", "N", POSITIVE)]
    unloading: Annotated[
        str, Quantity("spring that is left after yielding", "", choice(SAME_RADIUS, FLATTENED))
    ] = SAME_RADIUS  # fmt: skip
    n_state = 1
    yields = True  # it has a phase in which z grows: kernels `phase` and `settled`

    def __post_init__(self) -> None:
        check_quantities(self)
        ratio = self.plastic_compliance * self.yield_force / self._first_deflection
        b = 0.2 / ratio  # the least of D/(dz/dt), over all z, is in proportion to 1.5 b - 0.6 - b^3/54 if b > 3
        if self.unloading == FLATTENED and b > 3.0 and b**3 > 54.0 * (1.5 * b - 0.6):
            raise ValueError(
                "plastic_compliance yield_force / (yield_force/k)^(2/3) must be > 0.023 for a flattened contact, got "
                f"{ratio:.3g}: it would give back more than it took"
            )

    @property
    def _first_deflection(self) -> float:
        return (self.yield_force / self.k) ** (2.0 / 3.0)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k, eta, F_c, k^(-2/3), q_c, 1 if flattened."""
        flattened = float(self.unloading == FLATTENED)
        soft = self.k ** (-2.0 / 3.0)
        return self.k, self.plastic_compliance, self.yield_force, soft, self._first_deflection, flattened

    @property
    def singular_start(self) -> bool:
        """The force starts as delta^(3/2)."""
        return True

    @classmethod
    def from_hertz(
        cls, *, E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf,
        yield_strength: float, hardness: float, unloading: str = SAME_RADIUS,
    ) -> Self:  # fmt: skip
        """From moduli [Pa], Poisson ratios and radii [m] of two spheres (R2 = inf: a plate, E2 = inf: a rigid one).

        yield_strength and hardness [Pa] are those of the softer body; 1 HB is 9.80665e6 Pa.
        """
        k = hertz_stiffness(E1, nu1, E2, nu2, R1, R2)
        return cls._of(k, reduced_radius(R1, R2), yield_strength, hardness, unloading)

    @classmethod
    def from_materials(
        cls, *, a: Material | str, b: Material | str, R1: float, R2: float = math.inf,
        yield_strength: float | None = None, hardness: float | None = None, unloading: str = SAME_RADIUS,
    ) -> Self:  # fmt: skip
        """From two materials (a `Material`, or a name of the table) and the radii [m] of their spheres.

        yield_strength and hardness [Pa] are the lower ones of the two materials where they are not given.
        """
        k = hertz_stiffness_of(a, b, R1, R2)
        strength = _lower("yield_strength", a, b) if yield_strength is None else yield_strength
        hard = _lower("hardness", a, b) if hardness is None else hardness
        return cls._of(k, reduced_radius(R1, R2), strength, hard, unloading)

    @classmethod
    def _of(cls, k, R, yield_strength, hardness, unloading):
        Y, H = positive("yield_strength", yield_strength, "Pa"), positive("hardness", hardness, "Pa")
        F_c = (2.0 * math.pi * R * Y) ** 3 / (k * k)
        return cls(k=k, plastic_compliance=1.0 / (2.0 * math.pi * R * H), yield_force=F_c, unloading=unloading)


def _lower(field, a, b):
    """The lower of the numbers of two materials, which both must be known."""
    found = []
    for material in map(as_material, (a, b)):
        value = getattr(material, field)
        if value is None or (field == "yield_strength" and material.strength_kind != "yield"):
            raise ValueError(f"{field} must be given [Pa]: that of {material.name!r} is not known")
        found.append(value)
    return min(found)


EXAMPLES = (
    ElastoPlastic(k=1.5e10, plastic_compliance=8e-9, yield_force=45.0),
    ElastoPlastic(k=1.5e10, plastic_compliance=8e-9, yield_force=45.0, unloading=FLATTENED),
    ElastoPlastic(k=1e6, plastic_compliance=1e-6, yield_force=10.0),
    ElastoPlastic(k=1e6, plastic_compliance=5e-5, yield_force=1.0, unloading=FLATTENED),
)


# --- the yield surface --------------------------------------------------------------------------------------------------
@inlined
def yield_force(z, p):
    """Force at which z grows [N]."""
    eta, F_c = p[1], p[2]
    return F_c + z / eta


@inlined
def give(z, p):
    """Elastic deflection at that force [m]."""
    F = yield_force(z, p)
    if p[5] == 0.0:
        return p[3] * F ** (2.0 / 3.0)
    return F / (p[0] * math.sqrt(p[4] + 2.0 * z))


@inlined
def stiffness(z, p):
    """Stiffness of the elastic line with the permanent indentation z [N/m^(3/2)]."""
    if p[5] == 0.0:
        return p[0]
    slope = p[0] * math.sqrt(p[4] + 2.0 * z)
    return slope * math.sqrt(slope / yield_force(z, p))


@inlined
def _loading_same(delta, p):
    """z and dz/d delta of the first loading curve: u = F^(1/3) solves eta u^3 + k^(-2/3) u^2 = eta F_c + delta."""
    eta, F_c, soft = p[1], p[2], p[3]
    c = eta * F_c + delta
    if c <= 0.0:
        return -eta * F_c, 0.0
    # a bound from above, from which Newton's rule falls towards the root of a convex function
    u = min((c / eta) ** (1.0 / 3.0), math.sqrt(c / soft))
    for _ in range(MOST):
        step = ((eta * u + soft) * u * u - c) / ((3.0 * eta * u + 2.0 * soft) * u)
        u -= step
        if step <= CLOSE * u:
            break
    return eta * (u * u * u - F_c), eta / (eta + 2.0 / 3.0 * soft / u)


@inlined
def _loading_flattened(delta, p):
    """The same: w = sqrt(q_c + 2 z) solves w^3/2 + w^2/(2 eta k) - (q_c/2 + delta) w + (F_c - q_c/(2 eta))/k = 0."""
    k, eta, F_c, q_c = p[0], p[1], p[2], p[4]
    b, first = 0.5 / (eta * k), max(delta, q_c)
    last = (F_c - 0.5 * q_c / eta) / k
    w = math.sqrt(q_c + 2.0 * first)  # as above
    for _ in range(MOST):
        step = (((0.5 * w + b) * w - 0.5 * q_c - first) * w + last) / ((1.5 * w + 2.0 * b) * w - 0.5 * q_c - first)
        w -= step
        if step <= CLOSE * w:
            break
    z = 0.5 * (w * w - q_c)
    F = yield_force(z, p)
    slope = 1.0 / (1.0 + (1.0 / eta - F / (w * w)) / (k * w))
    return z + slope * (delta - first), slope  # before the first yield along the tangent


@kernel
def loading(delta, p):
    """z and dz/d delta of the first loading curve, smooth also before its yield, where z < 0."""
    return _loading_same(delta, p) if p[5] == 0.0 else _loading_flattened(delta, p)


# --- what a contact asks ------------------------------------------------------------------------------------------------
@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    if z >= 0.0:
        d = delta - z
        return stiffness(z, p) * d * math.sqrt(abs(d)), 0.0, 0.0
    z, slope = loading(delta, p)
    F = yield_force(z, p)
    lost = F
    if p[5] != 0.0:
        d = give(max(z, 0.0), p)
        lost += 0.2 * d / p[1] - 0.6 * d / (p[4] + 2.0 * max(z, 0.0)) * F
    return F, 0.0, lost * slope * rate


@inlined
def energy(delta, z, p):
    """Elastic energy [J]."""
    if z < 0.0:
        z = loading(delta, p)[0]
        return 0.4 * yield_force(z, p) * give(z, p) if z > 0.0 else 0.4 * p[0] * delta * delta * math.sqrt(abs(delta))
    d = abs(delta - z)
    return 0.4 * stiffness(z, p) * d * d * math.sqrt(d)


@inlined
def holds(delta, rate, z, p):
    """Positive while the contact holds: the elastic deflection [m]."""
    if z >= 0.0:
        return delta - z, rate
    z, slope = loading(delta, p)
    return delta - z, (1.0 - slope) * rate


@inlined
def release(root, rate, z, p):
    """Falls through zero where `holds` does, with root = sqrt(delta)."""
    return holds(root * abs(root), rate, z, p)[0]


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while free: distance from the surface [m]."""
    return s - delta, s_rate - rate


@inlined
def phase(delta, rate, z, p):
    """Positive while the phase is right: what is left up to yield [m]; while it yields, the rate of indentation [m/s]."""
    if z < 0.0:
        return rate, UNKNOWN
    return z + give(z, p) - delta, -rate


@inlined
def settled(delta, p):
    """The permanent indentation where yielding ends [m]."""
    return max(loading(delta, p)[0], 0.0)


@inlined
def surface(delta, z, p):
    """The dent stays."""
    return z if z >= 0.0 else settled(delta, p)


@inlined
def remember(delta, s, p):
    """The dent as it was left; that of a first loading where a run begins with more."""
    return max(s, 0.0 if delta <= p[4] else settled(delta, p))
