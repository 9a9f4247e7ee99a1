"""BioRob-X4 meets the ground: every figure that was computed apart, and what a second integration says."""

import numpy as np
import pytest
from amounts import amount
from biorobots.landings import land
from biorobots.second_landing import acceleration, command, integrated

from supple.papers.elastic_robots import biorob
from supple.papers.elastic_robots.biorob import (
    AFTER_SAMPLE,
    DISPUTED,
    EXPECTED,
    VARIANTS,
    harder_items,
    landing_items,
    stiffer_items,
)

pytestmark = pytest.mark.slow
# computed apart: all touches [s], angles at the end [rad]
TOUCHES = {
    "elastic": (0.564818486311, 0.84057216969, 0.917954431949, 0.994815943501, 1.04346099304, 1.08233143409),
    "rigid": (0.564996801392, 0.661002294915, 0.709097224047),
    "low pre-tension": (0.56483767614, 0.851307197881, 0.924896472731, 1.01304050132, 1.06693027368, 1.11025544291),
    "losses": (0.566881780498, 0.858944962515, 0.990494046022, 1.09649422053),
    "losses and encoders": (0.566781929521, 0.859192789587, 0.990465832036, 1.09585377331),
}
FINAL = {
    "elastic": (0.500631243597, 1.86785304049, 0.15966438233, 0.182460573472),
    "rigid": (0.498798585734, 1.8643365209, 0.169949042161, 0.175175994255),
    "low pre-tension": (0.500147481283, 1.86769816302, 0.159900237772, 0.182735437168),
    "losses": (0.496830634426, 1.86594558902, 0.163013805681, 0.182655298849),
    "losses and encoders": (0.496842157849, 1.86592453122, 0.163049627635, 0.182665983483),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_figure_of_a_variant(name):
    one = land(**VARIANTS[name])
    found = landing_items(name, one)
    assert [item for item in found if not item.ok] == [] and len(found) > len(EXPECTED[name])
    if name in TOUCHES:
        assert one.touches == pytest.approx(TOUCHES[name], abs=1e-9)
        assert one.angles(1.5) == pytest.approx(FINAL[name], abs=1e-8)


def test_harder_ground():
    found = harder_items()
    assert all(item.ok for item in found)
    soft, hard = (found[i].measured / found[i + 1].measured for i in (0, 2))
    assert 0.79 > soft > hard > np.sqrt(0.28458610291 / 0.60265421486)  # the limit of an impact


def test_stiff_cables_are_rigid_joints_in_the_limit(monkeypatch):
    """The stiffest takes as long as all others together."""
    stiffer = {S: biorob.STIFFER[S] for S in amount((10, 100, 1000), tuple(biorob.STIFFER))}
    monkeypatch.setattr(biorob, "STIFFER", stiffer)
    found = stiffer_items()
    assert all(item.ok for item in found) and len(found) == len(stiffer)
    away = {S: EXPECTED["rigid"]["peak force"] - item.measured for S, item in zip(stiffer, found, strict=True)}
    last = max(stiffer)
    assert away[last // 10] / away[last] == pytest.approx(10.0, rel=0.25)  # like 1/S


def test_the_torque_that_is_disputed_is_that_of_another_integration():
    """The largest wrist torque of the rigid arm is after the sample at 0.574 s, not after the one before it."""
    rigid, torques = land(joints="rigid", end=0.6), {}
    begin = amount(0.5, 0.0)  # [s]; before the touch
    start = rigid.run.at([begin])[0, :8] if begin else None
    for t, y in integrated(AFTER_SAMPLE, AFTER_SAMPLE + 1e-3, begin=begin, y=start).items():
        torques[t] = acceleration(y, command(t, y))[1][3]
        assert rigid.torque(3, [t + 1e-10])[0] == pytest.approx(torques[t], rel=1e-7)
        assert rigid.run.at([t])[0, :4] == pytest.approx(y[:4], abs=1e-11)
    first, second = torques.values()
    assert first == pytest.approx(EXPECTED[DISPUTED[0]][DISPUTED[1]], rel=1e-9) and second > 1.002 * first
