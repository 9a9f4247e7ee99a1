"""Hertz contact of curved bodies, with Hunt and Crossley's damping: the stiffness comes from the shapes where they touch.

    F = k delta^(3/2) (1 + d rate),     k = (4/3) E* sqrt(R_e) F_2^(-3/2)          laws/contact_patch.py

k is taken from the principal curvatures of the two surfaces together at the place where the contact is made, and kept until
it is lost (onset.py).

Symbols   delta  indentation [m], rate of it [m/s]
          E*     reduced modulus [Pa] > 0:  1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2
          d      damping over stiffness [s/m] >= 0
Source    Hertz (1882); Johnson, Contact Mechanics (1985), section 4.2; Hunt & Crossley, J. Appl. Mech. 42 (1975) 440.
Measure   E* from two materials; d = 3/2 alpha with e = 1 - alpha v of slow impacts (Hunt & Crossley).
Limits    the patch is small against every radius; half-spaces, spheres, ellipsoids and superellipsoids.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from ..._jit import inlined
from ...materials.combine import contact_modulus
from ...materials.material import Material
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ..contact_patch import patch_stiffness
from .power_law import power_row


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class HertzPatch:
    """F = k delta^(3/2) (1 + d rate), k from the curvatures at the place of contact."""

    modulus: Annotated[float, Quantity("reduced modulus E*", "Pa", POSITIVE)]
    d: Annotated[float, Quantity("damping over stiffness", "s/m", NONNEGATIVE)] = 0.0
    kernels = "power_law"
    onset = "hertz_patch"
    by_curvature = True
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the power-law kernels, as of a sphere of 1 m on a plate: only signs matter before touch-down."""
        k = 4.0 / 3.0 * self.modulus
        return power_row(k, 1.5, k * self.d, 1.5)

    @property
    def singular_start(self) -> bool:
        """The force starts as delta^(3/2)."""
        return True

    @classmethod
    def from_materials(cls, *, a: Material | str, b: Material | str, d: float = 0.0) -> Self:
        """The modulus of two materials (a `Material`, or a name of the table)."""
        return cls(modulus=contact_modulus(a, b), d=d)


EXAMPLES = (HertzPatch(modulus=1e9), HertzPatch(modulus=1e7, d=0.3))


@inlined
def onset(at, p, out):
    """The row with the stiffness of this place."""
    k = patch_stiffness(at.low, at.high, 0.75 * p[0])
    out[0], out[1], out[2], out[3], out[4] = k, p[1], k * p[2] / p[0], p[3], p[4]
