"""Arms with one flexible link: stiff links move as rigid ones, and a last link that bends takes the peak off an impact."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

import supple as sp

LENGTH, DIAMETER, RHO, STEEL = 0.35, 0.03, 7800.0, 2.1e11
JOINTS = (  # name, axis, angle at the start [rad], length of the link that follows [m], mass [kg]
    ("waist", (0, 0, 1), 0.0, 0.0, 2.0),
    ("shoulder", (0, 1, 0), 0.35, 0.4, 3.0),
    ("elbow", (0, 1, 0), 0.2, LENGTH, None),
    ("roll", (1, 0, 0), 0.3, 0.1, 0.5),
    ("pitch", (0, 1, 0), 0.2, 0.1, 0.5),
)


def rod(beam):
    """Mass, centre of mass and inertia of the rigid body that a beam along x would be."""
    inv = beam.invariants()
    com = inv.S0 / inv.mass
    turning = inv.J0[1, 1] - inv.mass * com[0] ** 2
    return {"mass": inv.mass, "com": tuple(com), "inertia": (inv.J0[0, 0], turning, turning)}


def robot(E, modes=2):
    """Five joints with dampers, stretched out below the horizontal and let go; the link at the elbow bends. None: rigid."""
    scene = sp.Scene(gravity=(0.0, 0.0, -9.81), name="arm")
    beam = sp.Beam(length=LENGTH, section=sp.Round(DIAMETER), density=RHO, E=E or STEEL, nu=0.3, modes=modes, torsion=1)
    parent, at = "world", (0.0, 0.0, 0.0)
    for name, axis, angle, length, mass in JOINTS:
        own = {"mass": mass or 0.4, "com": (0.5 * length if mass else 0.0, 0.0, 0.0), "inertia": (2e-3, 2e-2, 2e-2)}
        joint = sp.Revolute(axis=axis, at=at, angle=angle, rate=1.0 if name == "waist" else 0.0, damping=0.5)
        parent = scene.body(name, parent=parent, joint=joint, **own)
        if mass is None:  # a hub, and fixed to it the link that is swapped
            link = {"flexible": beam} if E else rod(beam)
            parent = scene.body("link", parent=parent, joint=sp.Fixed(), **link)
        at = (length, 0.0, 0.0)
    return scene


@pytest.mark.jit
@pytest.mark.slow
def test_a_stiff_link_moves_as_a_rigid_one():
    """The difference falls as 1/E."""
    times, there = np.linspace(0.0, 0.25, 26), (0.1, 0.0, 0.0)

    def path(E):
        run = sp.simulate(robot(E), times[-1], rtol=1e-10)
        assert run.success, run.message
        assert run.ledger.relative_residual < 1e-8
        return run.position("pitch", point=there, times=times)

    rigid = path(None)
    off = [np.abs(path(E) - rigid).max() for E in (2.1e10, 2.1e11, 2.1e12)]
    assert 1e-6 < off[1] < 1e-4
    assert off[0] / off[1] == pytest.approx(10.0, rel=0.2)
    assert off[1] / off[2] == pytest.approx(10.0, rel=0.2)


# --- a last link that strikes a stop ------------------------------------------------------------------------------------
REACH, ROUND = 0.4, 0.016  # [m] of each link
LAW = sp.HuntCrossley.from_dissipation(k=3e7, d=0.3)  # hard rubber: its time of impact is some of the first periods


class Struck(NamedTuple):
    """What the first impact event of the tip was."""

    force: float  # [N] largest
    e: float  # energetic coefficient
    vibration: float  # kinetic and bending energy of the forearm's bending over the energy at touch-down
    residual: float


@cache
def struck(modes):
    """Shoulder and elbow of steel rods fall from the horizontal, 0.1 s later the tip strikes a floor."""
    scene = sp.Scene(gravity=(0.0, 0.0, -9.81), name="arm on a stop")
    scene.ground(at=(0.0, 0.0, -0.12), material="floor")
    beam = sp.Beam(length=REACH, section=sp.Round(ROUND), density=RHO, E=STEEL, modes=max(modes, 1), planes="xz")
    scene.body("upper", joint=sp.Revolute(axis=(0, 1, 0), damping=0.01), **rod(beam))
    own = {"flexible": beam} if modes else rod(beam)
    joint = sp.Revolute(axis=(0, 1, 0), at=(REACH, 0.0, 0.0), damping=0.01)
    hub = 0.1 * beam.mass * REACH**2
    scene.body("elbow", parent="upper", mass=0.3, inertia=(hub, hub, hub), joint=joint)
    tip = [sp.Point(at=(REACH, 0, 0), material="tip")]
    scene.body("fore", parent="elbow", joint=sp.Fixed(), surfaces=tip, **own)
    scene.contact("tip", "floor", normal=LAW, friction=sp.Coulomb(mu=0.2), centre=0.0)
    run = sp.simulate(scene, 0.2, rtol=1e-9)
    assert run.success, run.message
    event = run.impact_events()[0]
    ledger = run.ledger
    touch, left = (np.searchsorted(run.t, time) for time in (event.start, event.end))
    bent = ledger.stored["flexible bodies"][left - 1 : left + 400].max()
    return Struck(event.peak_force, event.e_energetic, bent / ledger.stored["kinetic"][touch], ledger.relative_residual)


@pytest.mark.jit
@pytest.mark.slow
def test_a_last_link_that_bends_takes_the_peak_off_an_impact():
    found = [struck(modes) for modes in range(6)]
    forces = [one.force for one in found]
    assert all(one.residual < 1e-7 and one.e <= 1.0 + 1e-7 for one in found)
    assert found[0].vibration == 0.0 and all(one.vibration > 0.03 for one in found[2:])
    assert max(forces[2:]) < 0.5 * forces[0]
    assert forces[4] == pytest.approx(forces[5], rel=1e-3) and forces[2] > 1.1 * forces[5]
    assert found[4].e == pytest.approx(found[5].e, rel=2e-3) and found[0].e < found[5].e - 0.05
