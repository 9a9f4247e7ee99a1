"""Dahl friction, coefficient form: a bristle that saturates at the cone.

    zdot = v - sigma0 |v| z / mu,     f = -F sigma0 z

Symbols   v slip velocity [m/s], z bristle deflection [m], F normal force [N], f force on B [N],
          mu coefficient of friction [-] > 0, sigma0 bristle stiffness per normal force [1/m] > 0.
Source    Dahl (1968), as in Taghipour Bibalan & Featherstone, ACRA 2009, eq. 9, scaled by F.
Note      with u = sigma0 z this is the Bliman-Sorine law with sp = 3 mu / sigma0, so it uses its kernels.
Measure   F sigma0 is the slope of friction over displacement from rest; it is twice that just after a reversal.
Limits    as Bliman-Sorine.
"""

from dataclasses import dataclass
from typing import Annotated

from ...quantities import POSITIVE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Dahl:
    """A bristle of stiffness sigma0 F that saturates at mu F."""

    mu: Annotated[float, Quantity("coefficient of friction", "-", POSITIVE)]
    sigma0: Annotated[float, Quantity("stiffness per normal force", "1/m", POSITIVE)]
    kernels = "bliman_sorine"
    n_state = 3

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the Bliman-Sorine kernels: mu, 3/sp = sigma0/mu."""
        return self.mu, self.sigma0 / self.mu

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    coefficient_form = True  # the bristle is scaled by the load: its reversible work is a channel of its own
    state_unit = "-"

    def state_bound(self, F: float) -> float:
        """Largest |u| [-]: the internal state is the coefficient sigma0 z."""
        return self.mu


EXAMPLES = (Dahl(mu=0.4, sigma0=300.0),)
