"""LuGre friction, coefficient form: bristles with a Stribeck curve, their own damping and a viscous term.

    g(v) = mu_k + (mu_s - mu_k) w,     w = exp(-(|v|/v_stribeck)^2)
    udot = v - sigma0 |v| u / g(v)
    f    = -F (sigma0 u + sigma1 w udot + sigma2 v)
    -f.v = D + W,     W = F sigma0 u.udot,     D = F (sigma0^2 |v| |u|^2 / g + sigma1 w udot.v + sigma2 |v|^2)

Symbols   v          slip velocity                  [m/s]  of B relative to A, in the contact plane
          u          bristle deflection             [m]    internal state, sigma0 |u| <= mu_s
          F          normal force                   [N]
          f          force on B                     [N]
          mu_s, mu_k static and kinetic coefficient [-]    mu_s >= mu_k > 0
          v_stribeck Stribeck speed                 [m/s]  > 0
          sigma0     bristle stiffness per F        [1/m]  > 0
          sigma1     bristle damping per F          [s/m]  >= 0
          sigma2     viscous friction per F         [s/m]  >= 0
Source    Canudas de Wit, Olsson, Astrom & Lischinsky, IEEE Trans. Automatic Control 40(3) (1995) 419, scaled by F as
          Taghipour Bibalan & Featherstone (2009) do for Bliman-Sorine.
Passive   with a constant sigma1 the law can create energy (unless sigma1 (mu_s - mu_k) <= sigma2 mu_k). As Olsson proposed,
          the bristle damping fades with the speed (the factor w). Then D >= 0 if sigma1 w |v| <= 4 mu_k, because
          x^2/(x - g) >= 4 g for a bristle x = sigma0 |u| beyond g; the constructor asks for that.
Measure   Stribeck curve from steady sliding, sigma0 from pre-sliding; sigma1 for a well damped bristle.
Limits    the bristle damping may push |f| a little above mu_s F; drifts under an oscillating load below mu_s F.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import add, add_scaled, dot, scale
from .contract import Bristle, Pull

FADED_SPEED = math.exp(-0.5) / math.sqrt(2.0)  # largest value of x exp(-x^2)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class LuGre:
    """Bristles with Stribeck curve, bristle damping and viscous friction, all in proportion to F."""

    mu_s: Annotated[float, Quantity("static coefficient of friction", "-", POSITIVE, least="mu_k")]
    mu_k: Annotated[float, Quantity("kinetic coefficient of friction", "-", POSITIVE)]
    v_stribeck: Annotated[float, Quantity("speed at which friction falls from static to kinetic", "m/s", POSITIVE)]
    sigma0: Annotated[float, Quantity("stiffness of the bristles per normal force", "1/m", POSITIVE)]
    sigma1: Annotated[float, Quantity("damping of the bristles per normal force", "s/m", NONNEGATIVE)] = 0.0
    sigma2: Annotated[float, Quantity("viscous friction per normal force", "s/m", NONNEGATIVE)] = 0.0
    n_state = 3

    def __post_init__(self) -> None:
        check_quantities(self)
        most = 4.0 * self.mu_k / (FADED_SPEED * self.v_stribeck)
        if self.sigma1 > most:
            raise ValueError(f"sigma1 must be <= {most:.6g} s/m to be passive, got {self.sigma1!r}")

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu_s, mu_k, v_stribeck, sigma0, sigma1, sigma2."""
        return self.mu_s, self.mu_k, self.v_stribeck, self.sigma0, self.sigma1, self.sigma2

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        fading = math.exp(-((speed / self.v_stribeck) ** 2))
        return self.mu_s + (self.sigma1 * fading * (1.0 + self.mu_s / self.mu_k) + self.sigma2) * speed

    coefficient_form = True  # the bristle is scaled by the load: its reversible work is a channel of its own
    state_unit = "m"

    def state_bound(self, F: float) -> float:
        """Largest |u| [m]."""
        return self.mu_s / self.sigma0


EXAMPLES = (
    LuGre(mu_s=0.6, mu_k=0.4, v_stribeck=0.01, sigma0=1e3, sigma1=5.0, sigma2=0.1),
    LuGre(mu_s=1.5, mu_k=0.3, v_stribeck=0.01, sigma0=1e3, sigma1=279.0),  # at the edge of passivity
)


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the bristle, powers."""
    mu_s, mu_k, v_stribeck, sigma0, sigma1, sigma2 = p[0], p[1], p[2], p[3], p[4], p[5]
    u, v, F = s.u, slip.velocity, max(load.force, 0.0)
    vv = dot(v, v)
    w = math.exp(-vv / (v_stribeck * v_stribeck))
    pull = sigma0 * math.sqrt(vv) / (mu_k + (mu_s - mu_k) * w)
    du = add_scaled(v, -pull, u)
    damping = sigma1 * w
    f = scale(-F, add(add_scaled(scale(sigma0, u), damping, du), scale(sigma2, v)))
    W = F * sigma0 * dot(u, du)
    D = F * (sigma0 * pull * dot(u, u) + damping * dot(du, v) + sigma2 * vv)
    return Pull(f, 0.0, Bristle(du, 0.0), D, W)


@inlined
def scales(mode, slip, s, p):
    """It is linear in u, which goes up to mu_s/sigma0."""
    return 1e-4, p[0] / p[3]
