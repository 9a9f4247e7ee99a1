"""The link of the paper as a scene, and one impact of it followed to its end.

A link turns about a pin at the origin and strikes a fixed block with its free end (Marghitu & Cojocaru, Fig. 1). The axis
y points INTO the block, so that a positive rate at pi/3 is an approach, and the force on the link is negative along y. The
plane of the block is GAP behind the tip: the contact is made in the run and not held from its start.

The impact may be several touches, because the link vibrates. It is over once the link turns back and its tip cannot reach
the block again by vibrating:

    y_s + q_p - L sin(theta) > 1.05 cos(theta) sum_i sqrt(q_i^2 + (q_i'/omega_i)^2),      theta' < 0,    in the air

A run that does not come to that is repeated with twice the time, up to MOST; a link that still touches then has jammed. A
run whose ledger does not close at its tolerance is repeated at a tenth of it.
The paper gives angle, rate and friction, and nothing else: what is marked "chosen" is ours.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ...flexible import Beam, Round
from ...integrate.status import Status
from ...joints.revolute import Revolute
from ...laws import Hertz, UserFriction
from ...laws.friction.coulomb import Coulomb
from ...laws.normal.elasto_plastic import ElastoPlastic
from ...scene.scene import Scene
from ...shapes.point import Point
from ...simulation import simulate
from ...trajectory import Trajectory
from ...trajectory.impact_events import ImpactEvent

# of the paper
ANGLE = math.pi / 3.0  # [rad] at the first touch
OMEGA = 10.0  # [rad/s] then
MU = 0.3  # [-] friction
# chosen
LENGTH, DIAMETER, DENSITY = 0.30, 0.020, 7800.0  # [m], [m] round, [kg/m^3]: chosen, steel
E, NU = 2.1e11, 0.3  # [Pa], [-]: chosen, link and block
TIP = 0.010  # [m] radius of the tip: chosen
YIELD, HARDNESS = 350e6, 200 * 9.80665e6  # [Pa]: chosen, 200 HB
GRAVITY = 9.81  # [m/s^2] into the block, where there is any
# derived
MASS = DENSITY * math.pi * DIAMETER**2 / 4.0 * LENGTH  # [kg]
INERTIA = MASS * LENGTH**2 / 3.0  # [kg m^2] about the pin
SLENDER = 1e-5  # inertia about its own axis over that across it, which nothing feels

CONTACT = "link/block"
GAP = 1e-12  # [m] between tip and block at the start
FIRST, MOST = 2e-3, 16e-3  # [s] of a first run, and of the last one
MARGIN = 1.05  # of the reach of a vibrating tip
RTOL, FINEST = 1e-9, 1e-12
POINTS = 4001  # at which the extremes of an impact are sought


@dataclass(frozen=True, slots=True)
class Case:
    """One impact: the link, how it strikes, and what is left out or put in."""

    modes: int = 5  # 0: the rigid link
    mu: float = MU
    omega: float = OMEGA  # [rad/s]
    damping: float = 0.0  # damping ratio of every mode
    gravity: bool = False
    rigid_block: bool = False  # else of the material of the link
    plastic: bool = True
    inertia: str = "second-order"  # of the flexible link, as in the program apart; or "full"
    smoothing: float | None = None  # [m/s] speed v_s of a friction without stick, mu v/sqrt(v^2 + v_s^2)

    @property
    def energy(self):
        """Kinetic energy at the first touch [J]."""
        return 0.5 * INERTIA * self.omega**2

    @property
    def speed(self):
        """Of approach of the tip [m/s]."""
        return LENGTH * self.omega * math.cos(ANGLE)


def beam_of(modes, damping=0.0, deflection=None, inertia="second-order"):
    """The flexible link, as in the program apart to second order; `deflection` [m] of its modes at the start."""
    return Beam(length=LENGTH, section=Round(diameter=DIAMETER), density=DENSITY, E=E, nu=NU, modes=modes, planes="xy",
                ends="pinned-free", damping=damping, deflection=deflection, inertia=inertia)  # fmt: skip


def law_of(rigid_block=False):
    """The elasto-plastic law of tip and block."""
    other = math.inf if rigid_block else E
    return ElastoPlastic.from_hertz(E1=E, nu1=NU, E2=other, nu2=NU, R1=TIP, yield_strength=YIELD, hardness=HARDNESS)


def smooth_coefficient(speed, force, p):
    """mu v/sqrt(v^2 + v_s^2), as users write a law."""
    return p[0] * speed / math.sqrt(speed * speed + p[1] * p[1])


def friction_of(case):
    """Coulomb's law, a smooth one, or none."""
    if case.mu == 0.0:
        return None
    if case.smoothing is None:
        return Coulomb(mu=case.mu)
    return UserFriction(coefficient=smooth_coefficient, parameters=(case.mu, case.smoothing))


def add_link(scene, beam, *, rate, surfaces=()):
    """The link on its pin; no beam: rigid."""
    joint = Revolute(axis=(0.0, 0.0, 1.0), angle=ANGLE, rate=rate)
    if beam is not None:
        scene.body("link", joint=joint, flexible=beam, surfaces=surfaces)
        return
    across = MASS * LENGTH**2 / 12.0
    scene.body("link", joint=joint, mass=MASS, com=(LENGTH / 2.0, 0.0, 0.0), inertia=(SLENDER * across, across, across),
               surfaces=surfaces)  # fmt: skip


def scene_of(case):
    """The scene of a case."""
    scene = Scene(gravity=(0.0, GRAVITY if case.gravity else 0.0, 0.0), name="a link strikes a block")
    tip = [Point(at=(LENGTH, 0.0, 0.0), material="tip")]
    beam = beam_of(case.modes, case.damping, inertia=case.inertia) if case.modes else None
    add_link(scene, beam, rate=case.omega, surfaces=tip)
    surface = LENGTH * math.sin(ANGLE) + GAP
    scene.ground(normal=(0.0, -1.0, 0.0), at=(0.0, surface, 0.0), material="block", name="block")
    law = law_of(case.rigid_block)
    normal = law if case.plastic else Hertz(k=law.k)
    scene.contact("tip", "block", normal=normal, friction=friction_of(case), centre=0.0)
    return scene


@dataclass(frozen=True)
class Rebound:
    """A run to the end of the impact (or to MOST), and what is read from it; times since the first touch."""

    case: Case
    run: Trajectory

    @cached_property
    def event(self) -> ImpactEvent:
        """All touches as one event."""
        return self.run.impact_events(within=MOST)[0]

    @property
    def touches(self):
        """The touches one by one."""
        return self.run.impacts

    @property
    def jammed(self):
        """Whether it never leaves."""
        return self.touches[-1].end is None

    @property
    def start(self):
        """Time of the first touch in the run [s]."""
        return self.touches[0].start

    @property
    def end(self):
        """Time of the final separation in the run [s]; of the end of the run if it has jammed."""
        return float(self.run.t[-1]) if self.jammed else self.touches[-1].end

    @property
    def t_f(self):
        """Time of the final separation [s]."""
        return self.end - self.start

    @property
    def e(self):
        """Normal speed of the tip after over before: the paper's coefficient; nan if it has jammed."""
        return math.nan if self.jammed else self.touches[-1].rebound / self.touches[0].speed

    @property
    def e_rigid(self):
        """The same of the angular rate: what is left once the vibration has died out."""
        return math.nan if self.jammed else -float(self.run.channel("link.rate", [self.end])[0]) / self.case.omega

    @property
    def collisions(self):
        """Number of touches."""
        return len(self.touches)

    @property
    def peak(self):
        """Largest normal force [N]."""
        return max(touch.peak_force for touch in self.touches)

    @property
    def depth(self):
        """Largest indentation [m]."""
        return max(touch.max_indentation for touch in self.touches)

    @property
    def in_contact(self):
        """Time in contact [s]."""
        return math.fsum((touch.end or self.end) - touch.start for touch in self.touches)

    @property
    def permanent(self):
        """Permanent indentation [m]: where the tip leaves the block."""
        return math.nan if self.jammed else float(self.run.contact(CONTACT, [self.end]).delta[0])

    @property
    def friction(self):
        """Energy lost to friction [J]."""
        return float(self.run.ledger.lost["friction"][-1])

    @property
    def plastic(self):
        """Energy lost to plastic indentation [J]."""
        return float(self.run.ledger.lost["plastic work"][-1])

    @property
    def bending(self):
        """Bending energy at the final separation [J]."""
        return float(self.beam.strain_energy(self.bent([self.end]))[0]) if self.case.modes else 0.0

    @property
    def audit(self):
        """Largest residual of the ledger over the energy at the first touch."""
        return float(np.max(np.abs(self.run.ledger.residual))) / self.case.energy

    @property
    def log(self):
        """[(time since the first touch [s], what)]."""
        said = [(event.time - self.start, event.what) for event in self.run.events]
        # a slide whose direction is held anew is the same slide
        return [one for before, one in pairwise([(0.0, ""), *said]) if one[1] != "slide" or before[1] != "slide"]

    @cached_property
    def beam(self):
        """The flexible link."""
        return beam_of(self.case.modes, self.case.damping, inertia=self.case.inertia)

    def bent(self, times):
        """Modal coordinates [m] at times of the run."""
        first = 1 + self.run.names.index("link.angle")
        return self.run.at(times)[:, first : first + self.case.modes]

    @cached_property
    def times(self):
        """Even times of the run over the impact [s]."""
        return np.linspace(self.start, self.end, POINTS)

    def angle(self, times):
        """Angle of the link [rad]."""
        return self.run.channel("link.angle", times)

    def deflection(self, times):
        """Elastic displacement of the tip along the normal of the block [m]; every mode is 1 there, across the link."""
        return np.sum(self.bent(times), axis=1) * np.cos(self.angle(times))

    @property
    def angle_most(self):
        """Largest angle during the impact [rad]."""
        return highest(self.angle(self.times))

    @property
    def deflection_least(self):
        """Smallest elastic displacement of the tip during the impact [m]."""
        return -highest(-self.deflection(self.times))


def highest(values):
    """The largest of evenly spaced values, by the parabola through three."""
    i = int(np.argmax(values))
    if not 0 < i < len(values) - 1:
        return float(values[i])
    left, top, right = values[i - 1 : i + 2]
    bend = left - 2.0 * top + right
    return float(top if bend == 0.0 else top - (right - left) ** 2 / (8.0 * bend))


def clear(case, run):
    """Whether the impact is over at the end of a run; see above."""
    touches = run.impacts
    if not touches or touches[-1].end is None:
        return False
    angle, rate = (float(run[name][-1]) for name in ("link.angle", "link.rate"))
    reach = 0.0
    if case.modes:
        first, half = 1 + run.names.index("link.angle"), 1 + run.names.index("link.rate")
        q, speed = run.final[first : first + case.modes], run.final[half : half + case.modes]
        omega = 2.0 * math.pi * beam_of(case.modes).frequencies()
        reach = MARGIN * math.cos(angle) * float(np.sum(np.hypot(q, speed / omega)))
    dent = float(run.contact(CONTACT, [touches[-1].end]).delta[0])
    return rate < 0.0 and LENGTH * math.sin(ANGLE) + GAP + dent - LENGTH * math.sin(angle) > reach


def rebound(case, rtol=RTOL, method="auto"):
    """Follow the impact of a case to its end."""
    scene, duration = scene_of(case), FIRST
    while True:
        run = simulate(scene, duration, rtol=rtol, method=method)
        if run.status == Status.ENERGY and rtol > FINEST:
            rtol *= 0.1
        elif not run.success:
            raise RuntimeError(f"the impact of {case} must end well, got: {run.message}")
        elif duration >= MOST or clear(case, run):
            return Rebound(case, run)
        else:
            duration *= 2.0
