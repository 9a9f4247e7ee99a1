"""Spring in series with a spring-damper ('linear S-D 2'): a force without jump, and a surface that recovers.

    touching  F = k2 (delta - y),     b ydot = k2 (delta - y) - k1 y
              U = k1 y^2 / 2 + k2 (delta - y)^2 / 2,     D = b ydot^2
    free      b ydot + k1 y = 0, so y(t) = y_c exp(-(k1/b) t); the unloaded spring k2 carries the surface: s = y
    touched   again when delta reaches s

Symbols   delta  indentation                 [m]    positive inside (x in the paper)
          y      deflection of the damped spring  [m]    the internal state z of the kernels
          k1     its stiffness               [N/m]  > 0
          k2     stiffness of the spring at the surface  [N/m]  > 0
          b      damping                     [Ns/m] > 0
Source    Taghipour Bibalan & Featherstone, A study of soft contact models in Simulink, ACRA 2009, eqs 4-5 and Table 1.
Release   F = 0, that is delta = y.
Measure   k2 from a fast, k1 k2/(k1 + k2) from a slow indentation; b from the time between the two.
Limits    adds the fast pole (k1 + k2)/b while touching.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...guards import UNKNOWN
from ...quantities import POSITIVE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class LinearSD2:
    """F = k2 (delta - y) with b ydot = k2 (delta - y) - k1 y."""

    k1: Annotated[float, Quantity("stiffness beside the damper", "N/m", POSITIVE)]
    k2: Annotated[float, Quantity("stiffness in series with both", "N/m", POSITIVE)]
    b: Annotated[float, Quantity("damping", "Ns/m", POSITIVE)]
    n_state = 1

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k1, k2, b."""
        return (self.k1, self.k2, self.b)

    @property
    def singular_start(self) -> bool:
        """The force is linear."""
        return False


EXAMPLES = (LinearSD2(k1=5e4, k2=2.5e5, b=250.0),)


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the damped spring [m/s], dissipated power [W]."""
    k1, k2, b = p[0], p[1], p[2]
    force = k2 * (delta - z)
    z_rate = (force - k1 * z) / b
    return force, z_rate, b * z_rate * z_rate


@inlined
def energy(delta, z, p):
    """Energy of both springs [J]; with delta = z = s that of the free surface."""
    k1, k2 = p[0], p[1]
    return 0.5 * k1 * z * z + 0.5 * k2 * (delta - z) * (delta - z)


@inlined
def holds(delta, rate, z, p):
    """Positive while the contact holds: F / k2 [m]."""
    return delta - z, UNKNOWN


@inlined
def release(root, rate, z, p):
    """Falls through zero where `holds` does, with root = sqrt(delta)."""
    return root * abs(root) - z


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while free: distance from the surface [m]."""
    return s - delta, s_rate - rate


@inlined
def surface(delta, z, p):
    """The unloaded spring k2 carries the surface."""
    return z


@inlined
def relax_rate(p):
    """Rate of recovery [1/s]."""
    k1, b = p[0], p[2]
    return k1 / b


@inlined
def remember(delta, s, p):
    """The damped spring is where the surface has relaxed to."""
    return s
