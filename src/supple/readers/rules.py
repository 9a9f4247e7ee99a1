"""Stiffness and damping where a file has MuJoCo's numbers, or none: one rule for stops, contacts, loops and couplings.

MuJoCo lets a constraint that is violated by r at the rate r' accelerate back with

    a = (1 - d) a0 + d (-b r' - k r),       b = 2/(d T),   k = 1/(d T^2 z^2)          (d at its largest)

a0 being the acceleration without it, so that it holds a mass m against a force by a spring and a damper of

    stiffness  m k d/(1 - d),       damping  m b d/(1 - d)

Stops, loops and couplings are these (Kelvin and Voigt). A contact has this stiffness for the mass of the whole robot, and
the restitution of spring and damper as its own at 1 m/s, but not less than 0.1 (Hunt and Crossley, n = 1): a damper for
the whole robot would stop a foot at once, with a force that steps. Tangentially it is as stiff, and critically damped.

Symbols   T, z   time constant [s] and damping ratio [-]: solref;  given as two numbers < 0 they are -k d and -b d
          d      impedance, 0 to 1: the second number of solimp;   m  mass or inertia that the constraint feels
Source    MuJoCo documentation, Computation: constraint model, "Reference"; Modeling: "Solver parameters".
Limits    MuJoCo's m is that of the moment, ours is constant: what each caller says. The width of solimp is not used.
Without   numbers (URDF, tables) those of MuJoCo's defaults are taken: T = 0.02 s, z = 1, d = 0.95. A weight that rests on
          one contact sinks in by g T^2 (1 - d) = 0.2 mm, a joint that is pressed into its stop by its own weight likewise.
"""

import math
from typing import NamedTuple

from ..laws.friction.stick_slip import StickSlip
from ..laws.normal.hunt_crossley import HuntCrossley
from ..laws.normal.kelvin_voigt import KelvinVoigt
from ..laws.restitution import kelvin_voigt_restitution

LARGEST = 0.9999  # of an impedance: MuJoCo's own limit
LEAST, SPEED = 0.1, 1.0  # [-] least restitution of a contact at this speed [m/s]


class Softness(NamedTuple):
    """solref and the largest impedance of solimp."""

    time: float = 0.02  # [s]
    ratio: float = 1.0  # [-]
    impedance: float = 0.95  # [-]

    def per_mass(self):
        """Stiffness [1/s^2] and damping [1/s] per mass."""
        d = min(max(self.impedance, 1.0 - LARGEST), LARGEST)
        if self.time <= 0.0 or self.ratio <= 0.0:
            k, b = -self.time / d, -self.ratio / d
        else:
            k, b = 1.0 / (d * (self.time * self.ratio) ** 2), 2.0 / (d * self.time)
        return k * d / (1.0 - d), b * d / (1.0 - d)

    def spring(self, mass):
        """Stiffness [N/m] and damping [Ns/m] for a mass [kg]; or [Nm/rad] and [Nms/rad] for an inertia [kg m^2]."""
        return tuple(_rounded(mass * one) for one in self.per_mass())


def _rounded(value):
    """Four digits: the rule knows no more, and people read them."""
    return float(f"{value:.4g}")


def stop_law(softness, inertia):
    """The law of a stop that is felt by an inertia [kg m^2] or mass [kg]."""
    k, b = softness.spring(inertia)
    return KelvinVoigt(k=k, b=b)


def contact_laws(softness, mass, mu):
    """Normal law and friction law (None without friction) of a contact that carries a mass [kg]."""
    k, b = softness.spring(mass)
    e = max(kelvin_voigt_restitution(b / (2.0 * math.sqrt(k * mass))), LEAST)
    lam = HuntCrossley.from_restitution(e=e, speed=SPEED, mass=mass, k=k, n=1.0).lam
    normal = HuntCrossley(k=k, lam=_rounded(lam), n=1.0)
    return normal, StickSlip(mu=mu, kt=k, bt=_rounded(2.0 * math.sqrt(k * mass))) if mu > 0.0 else None
