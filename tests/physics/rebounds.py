"""Random impacts of rigid and flexible links, bars and arms: no impact gives back more than it was given.

    hinge   a link on a free hinge swings with its end against a wall                 pinned-free modes
    bar     a free bar falls on one end, perhaps turning                              free-free modes
    arm     an upper arm and a forearm, hinges with springs and dampers               clamped-free modes of the forearm,
                                                                                      which is fixed to a hub

Dimensions, materials, number of modes (0: rigid), angle, speed, friction, normal law, structural damping, gravity, flight
before the impact, tolerance and method are drawn from wide ranges. Judged is what the motion itself says, whatever is
booked as lost: the energy that is stored (kinetic, elastic, gravity) never grows; over an impact event the normal force
returns no more work than it took; a dent never becomes shallower; and the ledger closes.
"""

import math
from typing import NamedTuple

import numpy as np

import supple as sp

KINDS = ("hinge", "bar", "arm")
LAWS = ("ElastoPlastic", "flattened", "Hertz", "HuntCrossley")
METHODS = ("auto", "auto", "auto", "dormand_prince", "dop853", "rodas5p", "bogacki_shampine", "ode23s", "trapezoid")
LOW = ("bogacki_shampine", "ode23s", "trapezoid")  # of low order: for loose tolerances
LOOSE = 1e-6
MOST = 20_000  # steps
AUDIT = 10.0  # times rtol of the energy turned over: what a run may create, or its ledger miss
ROUNDING = 1e-13  # [m] of an indentation
FINER = 1e-2  # of the tolerance, where energies do not add up: an error goes away, created energy stays
SLOW = 3e-3  # of the speed of sound: faster impacts bend beams beyond what their kinematics can describe
HUB = 0.1  # of the inertia m L^2 of the forearm: shapes that are clamped to next to nothing describe small deflections only
FLIGHT = 30.0  # periods of the first mode that a long flight lasts at most


class Impacting(NamedTuple):
    """A scene and how to run it."""

    scene: sp.Scene
    kind: str
    law: str
    modes: int
    end: float  # [s]
    rtol: float
    method: str


class Verdict(NamedTuple):
    """What became of a motion."""

    kind: str
    law: str
    modes: int
    method: str
    status: str
    wrong: str  # "" or what was wrong
    again: str  # "" or what was wrong at first, where a finer tolerance was needed
    unfinished: str  # "" or why the run ended early; it is judged up to there
    excess: float  # energy created, of the energy turned over
    residual: float  # of the ledger, likewise
    restitution: float  # largest energetic coefficient of an event, 0 if none ended
    events: int
    collisions: int


def _log(rng, low, high):
    return float(10 ** rng.uniform(np.log10(low), np.log10(high)))


def _normal_law(rng, name, E, nu, R, speed):
    other = math.inf if rng.random() < 0.3 else E * _log(rng, 0.3, 3.0)
    pair = {"E1": E, "nu1": nu, "E2": other, "nu2": nu, "R1": R}
    if name == "Hertz":
        return sp.Hertz.from_hertz(**pair)
    if name == "HuntCrossley":
        k = sp.Hertz.from_hertz(**pair).k
        return sp.HuntCrossley.from_dissipation(k=k, d=float(rng.uniform(0.0, 1.0)) / speed)
    strength = E * _log(rng, 5e-4, 1e-2)
    return sp.ElastoPlastic.from_hertz(
        **pair, yield_strength=strength, hardness=strength * float(rng.uniform(2.5, 6.0)),
        unloading="flattened" if name == "flattened" else "same-radius",
    )  # fmt: skip


def draw(seed):
    """A scene with one impact or several, and the options of its run."""
    rng = np.random.default_rng([12, seed])
    kind, law, modes = str(rng.choice(KINDS)), str(rng.choice(LAWS)), int(rng.integers(6))
    L, E, rho, nu = _log(rng, 3e-3, 5.0), _log(rng, 1e9, 4e11), _log(rng, 500.0, 2e4), float(rng.uniform(0.0, 0.45))
    d = L / float(rng.uniform(8.0, 60.0))
    speed = min(_log(rng, 1e-2, 10.0), SLOW * math.sqrt(E / rho))
    angle = math.radians(rng.uniform(3.0, 87.0))
    damping = 0.0 if rng.random() < 0.5 else _log(rng, 1e-3, 0.2)
    ends = {"hinge": "pinned-free", "bar": "free-free", "arm": "clamped-free"}[kind]
    section = sp.Round(d) if rng.random() < 0.6 else sp.Rectangle(d, d * float(rng.uniform(0.5, 2.0)))
    beam = sp.Beam(length=L, section=section, density=rho, E=E, nu=nu, modes=max(modes, 1), planes="xz", ends=ends,
                   damping=damping)  # fmt: skip
    period = 1.0 / float(beam.frequencies()[0])
    flight = period * (_log(rng, 1e-6, 1e-1) if rng.random() < 0.9 else float(rng.uniform(1.0, FLIGHT)))
    flight = min(flight, 0.2 * L * math.sin(angle) / speed)
    normal = _normal_law(rng, law, E, nu, d * float(rng.uniform(0.3, 2.0)), speed)
    contact = _time_of_impact(normal.k, beam.mass, speed)
    gravity = 0.0 if rng.random() < 0.6 else 9.81
    scene = sp.Scene(gravity=(0.0, 0.0, -gravity), name=f"impact {seed}")
    {"hinge": _hinge, "bar": _bar, "arm": _arm}[kind](rng, scene, beam, modes, angle, speed, flight)
    mu = 0.0 if rng.random() < 0.15 else float(rng.uniform(0.0, 1.2))
    scene.contact("tip", "wall", normal=normal, friction=sp.Coulomb(mu=mu) if mu > 0.0 else None, centre=0.0)
    end = flight + float(rng.uniform(1.0, 4.0)) * period + 3.0 * contact
    method = str(rng.choice(METHODS))
    rtol = _log(rng, LOOSE if method in LOW else 1e-9, 1e-4)
    return Impacting(scene, kind, law, modes, end, rtol, method)


def _time_of_impact(k, mass, speed):
    """Of Hertz [s], of a body as heavy as the beam."""
    return 2.94 * (1.25 * mass * speed**2 / k) ** 0.4 / speed


def _body(scene, name, joint, beam, modes, end, **more):
    """A beam, or the rigid body that it would be without modes, with a point at its end."""
    tip = [sp.Point(at=(end, 0.0, 0.0), material="tip")]
    if modes:
        scene.body(name, joint=joint, flexible=beam, surfaces=tip, **more)
        return
    inv = beam.invariants()
    com = np.asarray(inv.S0) / inv.mass
    lean = 1e-4 * beam.mass * beam.length**2
    turning = inv.J0[2, 2] - beam.mass * com[0] ** 2
    scene.body(
        name, joint=joint, mass=beam.mass, com=tuple(com), inertia=(lean, turning, turning), surfaces=tip, **more
    )


def _hinge(rng, scene, beam, modes, angle, speed, flight):
    """The end is at the angle below the horizontal and comes down; the ground is just below it."""
    rate, L = speed / (beam.length * math.cos(angle)), beam.length
    start = angle - rate * flight
    _body(scene, "link", sp.Revolute(axis=(0, 1, 0), angle=start, rate=rate), beam, modes, L)
    scene.ground(at=(0.0, 0.0, -L * math.sin(angle)), material="wall")


def _bar(rng, scene, beam, modes, angle, speed, flight):
    half = 0.5 * beam.length
    rate, along = (0.0, 0.0) if rng.random() < 0.4 else (rng.normal() * speed / beam.length, rng.normal() * speed)
    height = half * math.sin(angle) + speed * flight
    # down by `speed` at its end
    fall = -speed - rate * half * math.cos(angle)
    joint = sp.Planar(position=(0.0, height), angle=-angle, velocity=(float(along), float(fall)), rate=float(rate))
    _body(scene, "bar", joint, beam, modes, half)
    scene.ground(material="wall")


def _arm(rng, scene, beam, modes, angle, speed, flight):
    L, m = beam.length, beam.mass
    stiff = float(rng.choice([0.0, 1.0])) * _log(rng, 1e-3, 10.0) * m * speed**2
    damping = float(rng.choice([0.0, 1.0])) * _log(rng, 1e-3, 1.0) * m * L * speed
    upper, elbow = float(rng.uniform(-1.0, 1.0)), float(rng.uniform(0.0, 0.5))
    rate = speed / (L * math.cos(angle))
    more = {"spring": stiff, "damping": damping}
    scene.body("upper", mass=m * _log(rng, 0.3, 10.0), com=(0.5 * L, 0.0, 0.0),
               inertia=(1e-2 * m * L**2, 0.1 * m * L**2, 0.1 * m * L**2),
               joint=sp.Revolute(axis=(0, 1, 0), angle=upper, rest=upper, **more))  # fmt: skip
    start = angle - rate * flight
    joint = sp.Revolute(
        axis=(0, 1, 0), at=(L, 0.0, 0.0), angle=start - upper, rest=start - upper + elbow, rate=rate, **more
    )
    hub = HUB * m * L**2 * _log(rng, 1.0, 10.0)
    scene.body("elbow", parent="upper", mass=0.3 * m, inertia=(hub, hub, hub), joint=joint)
    _body(scene, "forearm", sp.Fixed(), beam, modes, L, parent="elbow")
    scene.ground(at=(0.0, 0.0, -L * (math.sin(upper) + math.sin(angle))), material="wall")


def judge(seed, **options):
    """Run a motion and look at its energies; once more by the usual method at a finer tolerance if they do not add up."""
    case = draw(seed)
    rtol, method = options.get("rtol", case.rtol), options.get("method", case.method)
    verdict = verdict_of(case._replace(method=method), rtol)
    if verdict.wrong:
        verdict = verdict_of(case._replace(method="auto"), FINER * rtol)._replace(again=verdict.wrong)
    return verdict


def verdict_of(case, rtol):
    """Run a motion at a tolerance and look at its energies, its impact events and its dents."""
    run = sp.simulate(case.scene, case.end, rtol=rtol, method=case.method, max_steps=MOST)
    ledger = run.ledger
    turnover = max(ledger.turnover, 1e-300)
    total = ledger.total
    excess = float(np.max(total - np.minimum.accumulate(total))) / turnover
    events = run.impact_events()
    ended = [event.e_energetic for event in events if event.e_energetic is not None]
    restitution = max(ended, default=0.0)
    unfinished = "" if run.t[-1] == case.end else run.message
    wrong = "" if run.success or unfinished else run.message
    if not run.success and not run.message.strip():
        wrong = "failed without a sentence"
    allowed = AUDIT * rtol
    # what Coulomb may give where it slides against its direction, slower than rest_speed/20 (its page, Limits)
    impulse = sum(event.impulse_compression + event.impulse_restitution for event in events)
    given = sum(
        rule.friction.mu * rule.friction.rest_speed for rule in case.scene.rules if hasattr(rule.friction, "mu")
    )
    given *= impulse / 20.0 / turnover
    if not wrong and excess > allowed + given:
        wrong = f"creates {excess:.1e} of the energy turned over (rtol {rtol:.0e})"
    if not wrong and restitution > 1.0 + allowed:
        wrong = f"energetic coefficient of restitution 1 + {restitution - 1.0:.1e} (rtol {rtol:.0e})"
    if not wrong and case.law in ("ElastoPlastic", "flattened"):
        wrong = _dents(run, rtol)
    return Verdict(case.kind, case.law, case.modes, case.method, run.status.name, wrong, "", unfinished, excess,
                   ledger.relative_residual, restitution, len(events), len(run.impacts))  # fmt: skip


def _dents(run, rtol):
    """A contact is lost where its dent is, and made again there."""
    changes = [event for event in run.events if event.what in ("made", "lost")]
    if not changes:
        return ""
    name = changes[0].contact
    depth = run.contact(name, [event.time for event in changes]).delta
    allowed = AUDIT * rtol * max(impact.max_indentation for impact in run.impacts) + ROUNDING
    dent = 0.0
    for event, delta in zip(changes, depth, strict=True):
        if event.what == "made" and abs(delta - dent) > allowed:
            return f"made at {delta:.6e} m, where the dent was left at {dent:.6e} m"
        if event.what == "lost":
            if delta < dent - allowed:
                return f"the dent fell from {dent:.6e} to {delta:.6e} m"
            dent = delta
    return ""
