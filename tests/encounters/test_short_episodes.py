"""Loss and slip that last a hundredth of a period: none is passed over by steps that are longer.

Flight     A mass on an elastic floor (linear, no loss) with amplitude (1 + e) of the static depth d0 = g/w^2 leaves it at
           every top of its oscillation with the speed w d0 sqrt((1 + e)^2 - 1): periodic, in closed form.
Slip       A block on a heavy platform that swings as A sin(w t), A w^2 = mu g (1 + e), slips twice per period: it begins
           where |sin| = 1/(1 + e) and ends where the relative velocity is zero again (Coulomb friction; the tangential
           spring is stiff, its own motion a ten-thousandth).
"""

import numpy as np
import pytest
from scipy.optimize import brentq

import supple as sp

from .judge import METHODS

G = 9.81
EXCESS = {
    1e-2: 0.2,
    1e-3: 0.03,
    1e-4: 3e-3,
    1e-6: 3e-5,
}  # what is left of an excess at this tolerance after three periods
CASES = [
    pytest.param(method, rtol, marks=() if (method, rtol) == ("auto", 1e-3) else pytest.mark.jit)
    for method in METHODS
    for rtol in EXCESS
]


def hopping(excess, w):
    """The mass starts at the lowest point."""
    scene = sp.Scene(gravity=(0, 0, -G), name="hopping")
    scene.ground(material="floor")
    joint = sp.Prismatic(displacement=-(2.0 + excess) * G / w**2)
    scene.body("mass", mass=1.0, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=sp.KelvinVoigt(k=w**2))
    return scene


@pytest.mark.validation
@pytest.mark.parametrize(("method", "rtol"), CASES)
def test_every_short_flight_is_seen(method, rtol):
    w, excess, periods = 100.0, EXCESS[rtol], 3
    up = np.pi - np.arccos(1.0 / (1.0 + excess))  # phase from the lowest point to the loss
    flight = 2.0 / w * np.sqrt((1.0 + excess) ** 2 - 1.0)
    period = 2.0 * up / w + flight
    run = sp.simulate(hopping(excess, w), periods * period, method=method, rtol=rtol, max_steps=100_000)
    assert [event.what for event in run.events] == ["lost", "made"] * periods
    lost, made = (np.array([e.time for e in run.events if e.what == what]) for what in ("lost", "made"))
    # the amplitude decays by what the tolerance admits, and the flights with it
    np.testing.assert_allclose(lost[0], up / w, atol=0.2 * flight)
    np.testing.assert_allclose((made - lost)[0], flight, rtol=0.3)


def swinging(excess, w, mu):
    scene = sp.Scene(gravity=(0, 0, -G), name="swinging")
    heavy, k = 1e8, 1e6
    speed = mu * G * (1.0 + excess) / w
    joint = sp.Prismatic(axis=(1, 0, 0), speed=speed, spring=heavy * w**2)
    scene.body("platform", mass=heavy, joint=joint, surfaces=[sp.HalfSpace(material="floor")])
    scene.body("guide", joint=sp.Prismatic(axis=(1, 0, 0), speed=speed))
    joint = sp.Prismatic(displacement=-G / k)
    scene.body("block", mass=1.0, parent="guide", joint=joint, surfaces=[sp.Point(material="tip")])
    kt = 1e4 * w**2
    friction = sp.StickSlip(mu=mu, kt=kt, bt=2.0 * np.sqrt(kt))
    scene.contact("tip", "floor", normal=sp.KelvinVoigt(k=k, b=2.0 * np.sqrt(k)), friction=friction)
    return scene


def episodes(events, blink):
    """Beginnings and ends of sliding; what is shorter than `blink` [s], sliding or not, is a doubt at the cone."""
    times = []
    for event in events:
        assert event.what == ("slide" if len(times) % 2 == 0 else "stick")
        times.append(event.time)
        if len(times) > 1 and times[-1] - times[-2] < blink:
            del times[-2:]
    return np.array(times[0::2]), np.array(times[1::2])


@pytest.mark.validation
@pytest.mark.parametrize(("method", "rtol"), CASES)
def test_every_short_slip_is_seen(method, rtol):
    w, mu, halves = 10.0, 0.3, 5
    excess = max(EXCESS[rtol], 3e-3)  # above what the spring of the contact does
    begin = np.arcsin(1.0 / (1.0 + excess))
    before = np.pi / 2 - begin
    # velocity of the platform against the block, by phase from the turning point
    end = brentq(lambda x: (1.0 + excess) * (np.sin(x) + np.sin(before)) - (x + before), 0.5 * before, 3.0 * before)
    run = sp.simulate(swinging(excess, w, mu), (halves * np.pi) / w, method=method, rtol=rtol, max_steps=100_000)
    slide, stick = episodes(run.events, 0.02 * (end + before) / w)
    assert len(slide) == len(stick) == halves
    turns = np.pi * np.arange(halves)
    np.testing.assert_allclose(slide * w, begin + turns, atol=0.3 * before)
    np.testing.assert_allclose(stick * w, np.pi / 2 + end + turns, atol=0.3 * before)
