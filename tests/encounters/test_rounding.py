"""Two balls that part by less than the rounding of their places do not touch again; a touch that is real is found.

One ball lies below a power of two, the other above it: the digits of its place are twice as coarse, and while both drift,
their gap jumps by more than it is. Beside them two balls meet in the first step: the search for that event sees the jumps.
"""

import math

import numpy as np
import pytest

import supple as sp

MASS = 0.03  # [kg]
SPEED, AWAY = 1e-3, 1e-9  # [m/s], [m] of the balls that meet
MEET = AWAY / SPEED  # [s]
CASES = (  # place [m], radius [m], drift and speed of parting [m/s]; of a search over 400 those that went wrong
    (63.9851637143912, 0.024533255657810962, 0.07780427911641837, 0.0005355524493563433),
    (15.985365260088905, 0.029128305322034233, 6.3601113451486135, 4.2093895257381166e-05),
    (65535.99167558848, 0.042121915357493295, -5.016511941356448, 2.922356406420199e-05),
)


def parting(x, radius, drift, speed):
    """Balls a and b, apart by the smallest gap there is; balls c and d, which meet."""
    scene = sp.Scene(gravity=(0, 0, 0), name="parting")
    y = x + 2.0 * radius
    while y - x - 2.0 * radius <= 0.0:
        y = float(np.nextafter(y, math.inf))
    motions = {
        "a": ((x, 0, 0), drift), "b": ((y, 0, 0), drift + speed),
        "c": ((0, 1, 0), SPEED), "d": ((2.0 * radius + AWAY, 1, 0), 0.0),
    }  # fmt: skip
    for name, (at, v) in motions.items():
        joint = sp.Free(position=at, velocity=(v, 0, 0))
        scene.body(name, mass=MASS, joint=joint, surfaces=[sp.Sphere(radius, material="ball")])
    scene.contact("ball", "ball", normal=sp.HuntCrossley(k=1e9, lam=1e8))
    return scene


def made(run, pair):
    """(time, rate) of every touch of a pair."""
    return [(e.time, e.rate) for e in run.events if e.what == "made" and set(e.contact.split("/")) == set(pair)]


@pytest.mark.parametrize("case", CASES)
def test_parting_balls_do_not_touch(case):
    run = sp.simulate(parting(*case), 3.0 * MEET, rtol=1e-3)
    assert run.status == sp.Status.DONE
    assert made(run, "ab") == []
    ((time, rate),) = made(run, "cd")
    assert time == pytest.approx(MEET, rel=1e-3)
    assert rate == pytest.approx(SPEED, rel=1e-6)


@pytest.mark.parametrize("periods", [0.02, 0.4, 2.0])
def test_parting_balls_that_come_back_touch(periods):
    """A spring brings them back, after the others have met or before."""
    scene = parting(*CASES[0])
    _, radius, _, speed = CASES[0]
    stiffness = 0.5 * MASS * (2.0 * math.pi * periods / MEET) ** 2  # so many swings until the others meet
    scene.add(sp.Spring(a="a", b="b", stiffness=stiffness, length=2.0 * radius))
    back = 0.5 * MEET / periods
    run = sp.simulate(scene, 1.2 * max(back, MEET), rtol=1e-6)
    time, rate = made(run, "ab")[0]
    assert time == pytest.approx(back, rel=1e-3)
    assert rate == pytest.approx(speed, rel=1e-3)
