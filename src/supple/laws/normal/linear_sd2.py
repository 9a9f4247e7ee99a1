"""Spring in series with a spring-damper ('linear S-D 2'): a force without jump, and a surface that recovers.

    touching  F = k2 (delta - y),     b ydot = k2 (delta - y) - k1 y
              U = k1 y^2 / 2 + k2 (delta - y)^2 / 2,     D = b ydot^2
    free      b ydot + k1 y = 0, so y(t) = y_c exp(-(k1/b) t); the unloaded spring k2 carries the surface: s = y
    touched   again when delta reaches s

Symbols   delta  indentation                 [m]    positive inside (x in the paper)
          y      deflection of the damped spring  [m]    the memory z of the kernels
          k1     its stiffness               [N/m]  > 0
          k2     stiffness of the spring at the surface  [N/m]  > 0
          b      damping                     [Ns/m] > 0
Source    Taghipour Bibalan & Featherstone, A study of soft contact models in Simulink, ACRA 2009, eqs 4-5 and Table 1.
Release   F = 0, that is delta = y.
Measure   k2 from a fast, k1 k2/(k1 + k2) from a slow indentation; b from the time between the two.
Limits    adds the fast pole (k1 + k2)/b while touching.
"""

from dataclasses import dataclass

from ..._check import positive
from ..._jit import kernel
from .ids import NormalLaw, padded


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearSD2:
    """F = k2 (delta - y) with b ydot = k2 (delta - y) - k1 y.

    k1: stiffness beside the damper [N/m], > 0.
    k2: stiffness in series with both [N/m], > 0.
    b: damping [Ns/m], > 0.
    """

    k1: float
    k2: float
    b: float
    law = NormalLaw.LINEAR_SD2
    n_state = 1

    def __post_init__(self) -> None:
        positive("k1", self.k1, "N/m")
        positive("k2", self.k2, "N/m")
        positive("b", self.b, "Ns/m")

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k1, k2, b."""
        return padded(self.k1, self.k2, self.b)

    @property
    def singular_start(self) -> bool:
        """The force is linear."""
        return False


@kernel
def response(delta, rate, z, p):
    """Force [N], rate of the damped spring [m/s], dissipated power [W]."""
    force = p[1] * (delta - z)
    z_rate = (force - p[0] * z) / p[2]
    return force, z_rate, p[2] * z_rate * z_rate


@kernel
def energy(delta, z, p):
    """Energy of both springs [J]; with delta = z = s that of the free surface."""
    return 0.5 * p[0] * z * z + 0.5 * p[1] * (delta - z) * (delta - z)


@kernel
def holds(delta, rate, z, p):
    """Positive while the contact holds: F / k2 [m]."""
    return delta - z


@kernel
def parts(delta, rate, s, p):
    """Positive while free: distance from the surface [m]."""
    return s - delta


@kernel
def surface(delta, z, p):
    """The unloaded spring k2 carries the surface."""
    return z


@kernel
def relax_rate(p):
    """Rate of recovery [1/s]."""
    return p[0] / p[2]


@kernel
def remember(delta, s, p):
    """The damped spring is where the surface has relaxed to."""
    return s
