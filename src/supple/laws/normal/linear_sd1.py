"""Linear spring-damper with a surface that recovers ('linear S-D 1').

    touching  F = k delta + b rate,     U = k delta^2 / 2,     D = b rate^2
    free      b sdot + k s = 0, so s(t) = s_c exp(-(k/b) t)      position of the free surface
    touched   again when delta reaches s

Symbols   delta  indentation        [m]     positive inside
          rate   d(delta)/dt        [m/s]
          s      free surface       [m]     equals delta while touching (z in the paper)
          k      stiffness          [N/m]   > 0
          b      damping            [Ns/m]  > 0
Source    Taghipour Bibalan & Featherstone, A study of soft contact models in Simulink, ACRA 2009, eq. 3 and Table 1.
Release   F = 0; surface and body then move at the same speed and separate only as t^2, so the guard of the free phase
          also asks that the force of a contact there be positive.
Measure   with zeta = b / (2 sqrt(k m)) a mass m rebounds from the flat surface with e = exp(-2 zeta acos(zeta) /
          sqrt(1 - zeta^2)), at any speed.
Limits    the force jumps by b * speed at touch-down.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from ..._jit import inlined
from ...quantities import POSITIVE, Quantity, check_quantities, described
from ..coefficients import stiffness_from_depth
from ..restitution import damping
from .recovering import holds, parts, relax_rate, release, surface  # noqa: F401  (kernels of this law too)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class LinearSD1:
    """F = k delta + b rate on a surface that recovers with k/b."""

    k: Annotated[float, Quantity("stiffness", "N/m", POSITIVE)]
    b: Annotated[float, Quantity("damping", "Ns/m", POSITIVE)]
    exponents = (1.0, 0.0, 1.0)  # n, p, q of the power law that an impact follows
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k, b."""
        return (self.k, self.b)

    @property
    def singular_start(self) -> bool:
        """The force is linear."""
        return False

    @classmethod
    def from_restitution(cls, *, e: float, mass: float, k: float) -> Self:
        """The damping that gives restitution `e`, at any speed, to `mass` [kg] on the flat surface."""
        return cls(k=k, b=damping(e, 1.0, mass, k, n=1.0, p=0.0))

    @classmethod
    def from_static_penetration(cls, *, depth: float, mass: float, e: float, g: float = 9.80665) -> Self:
        """Stiffness such that `mass` at rest sinks in by `depth` [m], damping from restitution `e`."""
        return cls.from_restitution(e=e, mass=mass, k=stiffness_from_depth(depth, mass, 1.0, g))


EXAMPLES = (LinearSD1(k=5e4, b=180.0),)


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    k, b = p[0], p[1]
    damper = b * rate
    return k * delta + damper, 0.0, damper * rate


@inlined
def energy(delta, z, p):
    """Elastic energy [J]; with delta = s that of the free surface."""
    k = p[0]
    return 0.5 * k * delta * delta
