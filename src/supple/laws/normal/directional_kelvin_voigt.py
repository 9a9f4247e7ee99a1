"""Linear spring and damper between two bodies, whose stiffness differs by the direction in which a body is pressed.

    F = max(0, k delta + b rate)           while delta > 0
    1/k = 1/k_a + 1/k_b,   1/b = 1/b_a + 1/b_b,     k_a = n . K_a n,  b_a = n . B_a n
    the force acts at alpha = k/k_a of the way from the surface of a to that of b: where the two springs meet
    U = k delta^2/2,     D = b rate^2, or -k delta rate where the damper would pull: it takes what the spring gives

K_a, B_a are tensors fixed in the body of side a, with the values k, b along its axes: a field over its surface. The values
are those of the normal n at touch-down and stay until the contact is lost (onset.py). The contact lasts until the surfaces
part, not only until the force has vanished (KelvinVoigt): the tangential springs live as long.

Symbols   delta  indentation [m], rate of it [m/s], k stiffness [N/m] > 0, b damping [Ns/m] > 0
Source    Stramigioli & Duindam (2004): contact by the sign of the distance, section 3; eqs (20), (28) for the series of the
          two bodies; (22) for the place of the force, whose alpha is printed upside down: P_n K(c)/P_n K_1 is
          k_b/(k_a + k_b), the compression of a over that of both; (29). That F does not pull is ours.
Limits    restitution does not depend on speed; the force jumps by b * speed at touch-down; (28) is exact where b is in
          proportion to k on both bodies.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import Quantity, check_quantities, described
from ..directions import DIRECTIONS, RIGID, SOFT, three


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionalKelvinVoigt:
    """F = k delta + b rate, without tension, k and b by direction; sides a and b as in the rule."""

    k: Annotated[float | tuple, Quantity("stiffness of a, also along the axes of its body", "N/m", DIRECTIONS)]
    b: Annotated[float | tuple, Quantity("damping of a, likewise", "Ns/m", DIRECTIONS)]
    k_b: Annotated[float | tuple | None, Quantity("stiffness of b, in series", "N/m", SOFT, note=RIGID)] = None
    b_b: Annotated[float | tuple | None, Quantity("damping of b, in series", "Ns/m", SOFT, note=RIGID)] = None
    onset = "directional_kelvin_voigt"
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)
        if (self.k_b is None) != (self.b_b is None):
            raise ValueError("k_b and b_b must be given together")

    def row(self) -> tuple[float, ...]:
        """k and b along x, then three values each of k, k_b, b, b_b for the place of touch-down."""
        k, k_b, b, b_b = map(three, (self.k, self.k_b, self.b, self.b_b))
        return _in_series(k[0], k_b[0]), _in_series(b[0], b_b[0]), *k, *k_b, *b, *b_b

    @property
    def singular_start(self) -> bool:
        """The force is linear."""
        return False


EXAMPLES = (
    DirectionalKelvinVoigt(k=4e4, b=120.0),
    DirectionalKelvinVoigt(k=(4e4, 2e4, 8e4), b=(40.0, 20.0, 80.0), k_b=3e4, b_b=30.0),
)


@inlined
def _in_series(a, b):
    """1/(1/a + 1/b); 0 is a rigid side."""
    return a if b == 0.0 else a * b / (a + b)


@inlined
def _along(n, p, first):
    """n . K n."""
    return n[0] * n[0] * p[first] + n[1] * n[1] * p[first + 1] + n[2] * n[2] * p[first + 2]


@inlined
def onset(at, p, out):
    """k and b of this direction, and where the force acts."""
    k_a = _along(at.n_a, p, 2)
    k = _in_series(k_a, _along(at.n_b, p, 5))
    out[0], out[1], out[5] = k, _in_series(_along(at.n_a, p, 8), _along(at.n_b, p, 11)), k / k_a


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    elastic = p[0] * delta
    damping = max(p[1] * rate, -abs(elastic))
    return elastic + damping, 0.0, damping * rate


@inlined
def energy(delta, z, p):
    """Elastic energy [J]."""
    return 0.5 * p[0] * delta * delta


@inlined
def holds(delta, rate, z, p):
    """Positive while the bodies overlap [m]."""
    return delta, rate


@inlined
def release(root, rate, z, p):
    """Falls through zero where `holds` does."""
    return root


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while they do not."""
    return -delta, -rate
