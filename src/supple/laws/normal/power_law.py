"""Power-law normal contact: spring and damper, each with its own power of the indentation.

    F = k delta^n + lam delta^p |rate|^q sgn(rate)     while touching, else 0
      = delta^m [k delta^(n-m) + lam delta^(p-m) |rate|^q sgn(rate)],     m = min(n, p)
    U = k delta^(n+1) / (n+1)                          elastic energy
    D = lam delta^p |rate|^(q+1)                       dissipated power

Symbols   delta  indentation            [m]    positive inside (z in the paper)
          rate   d(delta)/dt            [m/s]  positive while approaching
          k      stiffness              [N/m^n]                > 0
          n      exponent of the spring [-]                    >= 1
          lam    damping                [N s^q/m^(p+q)]        >= 0
          p      exponent of delta in the damper   [-]         >= 0
          q      exponent of rate in the damper    [-]         > 0
Source    general form: Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eq. 1; no tension: their eq. 11.
Cases     n=1 p=0 Kelvin-Voigt; n=p Hunt-Crossley; n=3/2 p=1 Lee-Wang; n=3/2 p=1/2 Azad-Featherstone; lam=0 Hertz.
Touching  if and only if delta > 0 and the bracket [..] > 0: the force is then positive and the ground never pulls. Where
          p < n the bracket vanishes before delta does, so the body leaves an indented surface, and the elastic energy
          left at that moment is lost. Where p >= n it leaves at delta = 0. The ground is flat again at once.
Measure   restitution against impact speed fixes lam for a given k (`supple.laws.restitution`).
Limits    small indentation, no adhesion, no internal state; with p = 0 the force jumps at touch-down.

The kernels neither clip nor choose a branch. Beyond delta = 0 the spring is continued as an odd and the damper as an even
function of delta, so an integrator that looks past an event sees a smooth and dissipative force.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...guards import UNKNOWN
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, between, check_quantities, described
from .._power import power


def power_row(k, n, lam, p, q=1.0):
    """The parameter row of the kernels below; without damper its exponent is set to n, so that release is at delta = 0."""
    return k, n, lam, p if lam > 0.0 else n, q


def is_fractional(*exponents):
    """Whether a power of the indentation is not smooth at touch-down."""
    return any(exponent != int(exponent) for exponent in exponents)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class PowerLaw:
    """F = k delta^n + lam delta^p |rate|^q sgn(rate), without tension."""

    k: Annotated[float, Quantity("stiffness", "N/m^n", POSITIVE)]
    n: Annotated[float, Quantity("exponent of the indentation in the spring", "-", between(1.0, 10.0))]
    lam: Annotated[float, Quantity("damping", "N s^q/m^(p+q)", NONNEGATIVE)]
    p: Annotated[float, Quantity("exponent of the indentation in the damper", "-", between(0.0, 10.0))]
    q: Annotated[float, Quantity("exponent of the rate", "-", POSITIVE)] = 1.0
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k, n, lam, p, q."""
        return power_row(self.k, self.n, self.lam, self.p, self.q)

    @property
    def exponents(self) -> tuple[float, float, float]:
        """n, p, q."""
        return self.n, self.p, self.q

    @property
    def singular_start(self) -> bool:
        """Whether the force has a non-integer power of delta at touch-down."""
        row = self.row()
        return is_fractional(row[1], row[3])


EXAMPLES = (
    PowerLaw(k=1e5, n=1.2, lam=300.0, p=0.7),
    PowerLaw(k=1e6, n=1.0, lam=50.0, p=0.0, q=2.0),
    PowerLaw(k=1e6, n=1.0, lam=1e6, p=1.5),
    PowerLaw(k=1e6, n=1.5, lam=0.0, p=0.0),
)


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    k, n, lam, p_, q = p[0], p[1], p[2], p[3], p[4]
    a = abs(delta)
    elastic = math.copysign(k * power(a, n), delta)
    damping = math.copysign(lam * power(a, p_) * power(abs(rate), q), rate)
    return elastic + damping, 0.0, damping * rate


@inlined
def energy(delta, z, p):
    """Elastic energy [J]."""
    k, n = p[0], p[1]
    a = abs(delta)
    return k * a * power(a, n) / (n + 1.0)


@inlined
def bracket(delta, rate, p):
    """Force divided by k delta^m: its sign at delta > 0, without the common power that vanishes at touch-down."""
    k, n, lam, p_, q = p[0], p[1], p[2], p[3], p[4]
    a = abs(delta)
    m = min(n, p_)
    damping = math.copysign(lam * power(a, p_ - m) * power(abs(rate), q), rate)
    return power(a, n - m) + damping / k


@inlined
def holds(delta, rate, z, p):
    """Positive while the contact holds [m]: the indentation, less where the damper takes more than half of the force.

    So the rate of this guard is known as long as nothing but the indentation can end the contact soon.
    """
    left = bracket(delta, rate, p)
    if delta <= 0.0 or left <= 0.0:
        return (delta, rate) if delta <= left else (left, UNKNOWN)
    share = 2.0 * left / power(delta, p[1] - min(p[1], p[3]))
    return (delta, rate) if share >= 1.0 else (delta * share, UNKNOWN)


@inlined
def release(root, rate, z, p):
    """Falls through zero where `holds` does, with root = sqrt(delta) > 0: root, less that at which F = 0 at this rate.

    Both are [m^(1/2)], so it is smooth where the body leaves and also beyond. Where p >= n the force does not vanish first:
    the closer it is to zero, the less the rate changes, and the damper fades with delta at least as fast as the spring.
    """
    k, n, lam, p_, q = p[0], p[1], p[2], p[3], p[4]
    if p_ >= n:
        return root
    unloaded = power(lam / k * power(abs(rate), q), 0.5 / (n - p_))
    return root + math.copysign(unloaded, rate)


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while free: where `holds` is not."""
    left = bracket(delta, rate, p)
    return (-delta, -rate) if delta <= left else (-left, UNKNOWN)
