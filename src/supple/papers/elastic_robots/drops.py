"""A metal object on soft rubber (LRS Fig. 5) and a tennis ball on a force plate (LRS Fig. 6): scenes and runs.

    F = (k_c + lam_c zdot) z,   z = -p_N           normal, without tension: `HuntCrossley` with n = 1 (eqs 5, 6)
    kinetic -mu_fk F, static -k_fs dp - d_fs v     tangential: `CollisionFriction` (eqs 8 to 11, Fig. 4)

Printed   all parameters below (Table I, captions of Figs 5 and 6) but the next ones.
Chosen    g = 9.81 m/s^2 (LRS does not say), and how long is simulated. The metal object is a free body that touches with
          its centre of mass, so that friction does not turn it (LRS moves a point); `centre` = 0 lets the force act there.
          The ball does not slide: it moves along one vertical axis, with the radius of a tennis ball, so that the
          picture shows one. Heights p_N here are those of the point that touches.
Errata    LRS prints lam_c = 2.4e4 Ns/m^2 for the tennis ball; 2.4e3 is that of one.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

from ...joints import Free, Prismatic
from ...laws import CollisionFriction, HuntCrossley
from ...scene.scene import Scene
from ...shapes import Point, Sphere
from ...simulation import simulate

GRAVITY = 9.81  # [m/s^2] chosen
CONTACT = "object/ground"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """An object above the ground; the defaults are those of Table I."""

    name: str
    mass: float = 1.0  # [kg]
    height: float = 1.0  # [m] p_N(0)
    speed: float = 1.0  # [m/s] along the ground
    stiffness: float = 1e4  # [N/m] k_c
    damping: float = 7.5e3  # [Ns/m^2] lam_c
    mu_k: float = 0.06
    mu_s: float = 0.1
    v_stick: float = 1e-3  # [m/s]
    static_stiffness: float = 1e4  # [N/m] k_fs
    static_damping: float = 40.0  # [Ns/m] d_fs
    radius: float = 0.0  # [m] 0: a point
    end: float = 2.2  # [s] chosen: it rests

    @property
    def normal(self):
        """The law of the normal force."""
        return HuntCrossley(k=self.stiffness, lam=self.damping, n=1.0)

    @property
    def friction(self):
        """The state machine of the tangential force."""
        return CollisionFriction(
            mu_k=self.mu_k, mu_s=self.mu_s, k=self.static_stiffness, d=self.static_damping, v_stick=self.v_stick
        )

    @property
    def impact_speed(self):
        """Of the first touch [m/s]."""
        return math.sqrt(2.0 * GRAVITY * self.height)


RUBBER = Drop(name="metal on rubber")
TENNIS = Drop(
    name="tennis ball", mass=0.05, height=0.7, speed=0.0, stiffness=1.7e4, damping=2.4e3, radius=0.033, end=2.5
)
PRINTED = replace(TENNIS, name="tennis ball, damping as printed", damping=2.4e4)


def scene_of(drop):
    """The object above the ground."""
    scene = Scene(gravity=(0.0, 0.0, -GRAVITY), name=drop.name)
    scene.ground(material="ground")
    if drop.radius > 0.0:
        joint, surface = Prismatic(displacement=drop.height + drop.radius), Sphere(drop.radius, material="object")
        scene.body("object", mass=drop.mass, joint=joint, surfaces=[surface])
    else:
        joint, surface = Free(position=(0, 0, drop.height), velocity=(drop.speed, 0, 0)), Point(material="object")
        scene.body("object", mass=drop.mass, inertia=(1e-3,) * 3, joint=joint, surfaces=[surface])
    scene.contact("object", "ground", normal=drop.normal, friction=drop.friction, centre=0.0)
    return scene


@cache
def fall(drop, rtol=1e-10):
    """The run of a drop."""
    return simulate(scene_of(drop), drop.end, rtol=rtol)


def closed_form(law, speed):
    """Restitution without weight: a (v + v') = ln((1 + a v)/(1 - a v')), a = lam/k (exact for this law)."""
    from scipy.optimize import brentq

    a = law.lam / law.k
    limit = min(speed, 1.0 / a) * (1.0 - 1e-12)
    return brentq(lambda back: a * (speed + back) - math.log((1.0 + a * speed) / (1.0 - a * back)), 1e-9, limit,
                  xtol=1e-15) / speed  # fmt: skip


def bounce(drop, speed, gravity=GRAVITY):
    """One impact, by scipy and the equation alone: rebound speed [m/s] and duration [s]."""
    from scipy.integrate import solve_ivp

    def rates(t, y):
        return y[1], gravity - max(0.0, (drop.stiffness + drop.damping * y[1]) * y[0]) / drop.mass

    def left(t, y):
        return y[0] if t > 0.0 else 1.0

    left.terminal, left.direction = True, -1
    scale = math.sqrt(drop.mass / drop.stiffness)
    found = solve_ivp(rates, (0.0, 100.0 * scale), (0.0, speed), "DOP853", events=left, rtol=1e-13,
                      atol=1e-16, max_step=0.05 * scale)  # fmt: skip
    (time,), (state,) = found.t_events[0], found.y_events[0]
    return -float(state[1]), float(time)


def heights(run, drop, t):
    """p_N [m] at times."""
    return run.position("object", t)[:, 2] - drop.radius
