"""How far a leaning rim reaches down, without the kink where it lies flat.

    sigma(s) = s                                              s >= eps
    sigma(s) = eps (3/8 + 3/4 z^2 - z^4/8),   z = s/eps       s < eps:   value, slope and bend as at s = eps

The lowest point of a circle of radius rho, whose axis leans from the normal by an angle with the sine s, is rho s below its
centre: a cone in the two angles of its lean. What lands flat, deeper than its feet stand out, would jump around the tip of
it. With rho sigma it rocks in a bowl instead. The force acts at the distance rho sigma'(s) from the axis, on the side that
is low: then it is the gradient of the gap, and no energy is lost.

Symbols   s     sine of the angle between axis and normal [-]
          eps   from which angle on the rim is what it is [-]
Error     a rim that lies flat is met 3/8 rho eps early.
"""

from ..._jit import inlined


@inlined
def reach(s, eps):
    """sigma [-]."""
    if s >= eps:
        return s
    z = (s / eps) ** 2
    return eps * (0.375 + 0.75 * z - 0.125 * z * z)


@inlined
def arm(s, eps):
    """sigma'(s)/s [-] and its derivative by s over s: both finite where s = 0."""
    if s >= eps:
        return 1.0 / s, -1.0 / (s * s * s)
    return (1.5 - 0.5 * (s / eps) ** 2) / eps, -1.0 / (eps * eps * eps)
