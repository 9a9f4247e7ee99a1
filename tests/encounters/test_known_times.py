"""Encounters whose first touch is known in closed form, or from an independent solver to 12 digits.

Smooth motion makes steps long: all of these were once flown through, in a step or two, or found late.
"""

from dataclasses import dataclass
from math import asin, pi

import numpy as np
import pytest
from amounts import amount

import supple as sp

from .judge import EPS, IMPLICIT, METHODS, ROUNDING

HERTZ = sp.Hertz(k=1e8)
DOWN = (0.0, 0.0, -9.81)


def ball(radius, at=(0, 0, 0)):
    return sp.Sphere(radius, at, "m")


def rod(start, end, radius):
    return sp.Capsule(start, end, radius, "m")


def scene_of(*bodies, gravity=(0, 0, 0), ground=None):
    scene = sp.Scene(gravity=gravity, name="known")
    if ground is not None:
        scene.ground(material="m", at=(0, 0, ground))
    for i, (joint, surface, settings) in enumerate(bodies):
        fixed = isinstance(joint, sp.Fixed)
        scene.body(f"b{i}", joint=joint, surfaces=[surface], mass=0.0 if fixed else 1.0, **settings)
    scene.contact("m", "m", normal=HERTZ)
    return scene


def two_balls(start=-1.0, other=1.0, against=0.0):
    free = sp.Free(position=(start, 0, 0), velocity=(1, 0, 0))
    return scene_of((free, ball(0.1), {}), (sp.Free(position=(other, 0, 0), velocity=(against, 0, 0)), ball(0.1), {}))


def far_away():
    """A ball of 10 mm passes a fixed one a kilometre from the origin: their overlap of 50 um is small against that only."""
    free = sp.Free(position=(999, 0.02 - 5e-5, 0), velocity=(1, 0, 0))
    return scene_of((free, ball(0.01), {}), (sp.Fixed(at=(1000, 0, 0)), ball(0.01), {}))


def thrown(y, surface):
    free = sp.Free(position=(-2, y, 0), velocity=(4, 0, 2.5))
    return scene_of((free, ball(0.05), {}), (sp.Fixed(), surface, {}), gravity=DOWN)


def arm_on_peg():
    joint = sp.Revolute(axis=(0, 0, 1), rate=2.0)
    arm = (joint, ball(0.05, (0.5, 0, 0)), {"inertia": (1, 1, 1)})
    return scene_of(arm, (sp.Fixed(at=(0, 0.5, 0)), ball(0.02), {}))


def arm_on_ground():
    joint = sp.Revolute(axis=(0, 1, 0), rate=-3.0)
    return scene_of((joint, rod((0, 0, 0), (0.5, 0, 0), 0.02), {"inertia": (1, 1, 1)}), ground=-0.5)


def bar_on_ground():
    joint = sp.Planar(position=(0, 1), rate=300.0)
    bar = (joint, rod((-0.1, 0, 0), (0.1, 0, 0), 0.01), {"inertia": (0.01, 0.01, 0.01)})
    return scene_of(bar, gravity=DOWN, ground=0.0)


def rod_on_post():
    joint = sp.Free(position=(-1, 0, 0), velocity=(1, 0, 0), angular_velocity=(0, 0, 40))
    flying = (joint, rod((-0.2, 0, 0), (0.2, 0, 0), 0.01), {"inertia": (0.002, 0.02, 0.021)})
    return scene_of(flying, (sp.Fixed(), rod((0, 0, -0.5), (0, 0, 0.5), 0.02), {}))


def pendulum_on_ball():
    joint = sp.Revolute(axis=(0, 1, 0), angle=1.5)
    bob = (joint, ball(0.03, (0, 0, -0.5)), {"inertia": (0.01, 0.01, 0.01), "com": (0, 0, -0.5)})
    return scene_of(bob, (sp.Fixed(at=(0, 0.03, -0.5)), ball(0.01), {}), gravity=DOWN)


def slider_among_many():
    far = [(sp.Free(position=(0, 10.0 + i, 5)), ball(0.1), {}) for i in range(7)]
    slider = (sp.Prismatic(axis=(1, 0, 0)), ball(0.1), {})
    scene = scene_of(slider, (sp.Free(position=(3, 0, 0)), ball(0.1), {}), *far)
    scene.joint_force_table("b0", (0.0, 10.0), (0.0, 60.0))
    return scene


@dataclass(frozen=True)
class Known:
    """A scene, the time of its first touch [s], and by how much [s] a relative error of one would move it."""

    make: object
    time: float
    end: float
    stray: float = 0.0  # 0: explicit methods follow the motion exactly
    far: float = 0.0  # [s] largest coordinate over the speed of closing

    def allowed(self, method, rtol, steps):
        stray = max(self.stray, self.time, self.far) if method in IMPLICIT else self.stray
        return (ROUNDING + 4 * steps) * EPS * max(self.end, self.far) + 2.0 * rtol * (1 + steps) * stray


KNOWN = {
    "two balls": Known(two_balls, 1.8, 5.0),
    "two balls head-on": Known(lambda: two_balls(-1.0, 1.0, -1.0), 0.9, 5.0),
    "far away": Known(far_away, 1.0 - (5e-5 * (0.04 - 5e-5)) ** 0.5, 3.0, far=1e3 / 0.07),
    "ball on ball": Known(lambda: thrown(0.0, ball(0.1)), 0.470200851644, 3.0),
    "ball on capsule": Known(lambda: thrown(0.02, rod((0, -0.5, 0.05), (0, 0.5, 0.05), 0.02)), 0.482833020150, 3.0),
    "arm on peg": Known(arm_on_peg, (pi / 2 - 2 * asin(0.07)) / 2, 10.0),
    "arm on ground": Known(arm_on_ground, (pi + asin(0.96)) / 3, 10.0),
    "bar on ground": Known(bar_on_ground, 0.432130649607, 1.0),
    "rod on post": Known(rod_on_post, 0.782477796589, 2.0, stray=0.05),
    "pendulum on ball": Known(pendulum_on_ball, 0.411284943676, 5.0, stray=2.0),
    "slider among many": Known(slider_among_many, 2.8 ** (1 / 3), 3.0),
}
LOW_ORDER = amount(("bogacki_shampine", "ode23s", "trapezoid"), ())  # they take thousands of steps for 1e-9
CASES = [
    pytest.param(name, method, rtol, marks=() if (method, rtol) == ("auto", 1e-6) else pytest.mark.jit)
    for name in KNOWN
    for method in METHODS
    for rtol in (1e-2, 1e-3, 1e-6, 1e-9)[: 3 if method in LOW_ORDER else 4]
]


@pytest.mark.validation
@pytest.mark.parametrize(("name", "method", "rtol"), CASES)
def test_the_first_touch_is_found_when_it_happens(name, method, rtol):
    known = KNOWN[name]
    run = sp.simulate(known.make(), known.end, method=method, rtol=rtol, max_steps=200_000)
    touches = [event.time for event in run.events if event.what == "made"]
    assert touches, run.message
    steps = int(np.searchsorted(run.t, touches[0]))
    rounded = 1e-12 if known.time == round(known.time, 12) else 0.0  # a number of 12 digits
    assert abs(touches[0] - known.time) <= known.allowed(method, rtol, steps) + rounded
