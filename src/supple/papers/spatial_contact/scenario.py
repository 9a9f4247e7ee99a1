"""Two ellipsoids and a floor (Stramigioli & Duindam, section 5, Figs 4 to 6).

    (a) start          (b) the grey one touches the floor, (b') the black one the grey one, which is pressed in deeper
    (c) the black one begins to roll over the grey one     (d) it approaches the floor
    (e) it touches the floor                               (f) the two part

    D1 grey to floor, D2 black to grey, D3 black to floor [m]; negative where bodies overlap

The paper prints no number. Bodies, springs and dampers below were chosen so that (a) to (f) follow each other in this
order, and the expected values of `EXPECTED` were computed apart from supple, by a program of its own. (c) and (d) are not
events of the model; here (c) is where the black body first turns over the grey one, in the plane of contact, at 1 rad/s,
and (d) where D3 has halved since (c).

Open choices, `Choice`: which normal force limits the friction, where between the two surfaces the force acts, and how the
deflections of the tangential springs add up. The springs meet at k_2/(k_1 + k_2) of the way from body 1 to body 2; the
other places have the same springs in series and differ in nothing else.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...joints.free import Free
from ...laws import DirectionalKelvinVoigt, SpatialSlip
from ...scene.scene import Scene
from ...shapes.ellipsoid import Ellipsoid
from ...simulation import simulate
from ...trajectory import Trajectory
from ..study import judged

END = 1.5  # [s]
GRAVITY = 9.81  # [m/s^2]
RTOL = 1e-11
HALF = 0.025  # [rad] half of the black body's turn about y
SEMI_AXES = {"grey": (0.15, 0.12, 0.10), "black": (0.30, 0.20, 0.15)}  # [m]
NORMAL = {"floor": (8000.0, 240.0), "grey": (4000.0, 120.0), "black": (4000.0, 120.0)}  # [N/m], [Ns/m]
TANGENTIAL = {"floor": (5600.0, 40.0), "grey": (2800.0, 20.0), "black": (2800.0, 20.0)}
PAIRS = (("floor", "grey"), ("grey", "black"), ("floor", "black"))  # bodies 1 and 2
DISTANCES = {"D1": "grey/floor", "D2": "black/grey", "D3": "black/floor"}  # names of the contacts
PLACES = ("springs", "middle", "first", "second")
ROLLING = 1.0  # [rad/s] that counts as rolling over each other
SAMPLES = 30001

SOURCE = "SD section 5: computed apart"
# name -> value, unit, tolerance (absolute)
EXPECTED = {
    "D1 at (a)": (0.100000, "m", 1e-6),
    "D2 at (a)": (0.150940, "m", 1e-6),
    "D3 at (a)": (0.449439, "m", 1e-6),
    "time of (b)": (0.142784312, "s", 1e-6),
    "time of (b')": (0.228212721, "s", 1e-6),
    "time of (c)": (0.2625, "s", 1e-3),
    "time of (d)": (0.6365, "s", 1e-3),
    "time of (e)": (0.730313863, "s", 1e-6),
    "time of (f)": (0.740047546, "s", 1e-6),
    "smallest D1 before (b')": (-0.0130566, "m", 1e-6),
    "smallest D1": (-0.02116175, "m", 1e-6),
    "smallest D2": (-0.02042819, "m", 1e-6),
    "smallest D3": (-0.00716788, "m", 1e-6),
    "D2 at the end": (0.530941, "m", 1e-6),
    "kinetic energy at the end": (0.49652586, "J", 1e-6),
    "gravity at the end": (3.29189533, "J", 1e-6),
    "elastic energy at the end": (0.03316392, "J", 1e-6),
    "lost in normal dampers": (3.88307004, "J", 1e-6),
    "lost in friction": (0.04262996 + 0.09991740, "J", 1e-6),
    "released at (f)": (0.00079749, "J", 1e-7),
    "residual of the ledger": (0.0, "J", 1e-7),
}
ENDS = {"grey": (0.025972, -0.024774, 0.102258), "black": (0.422794, 0.691497, 0.233308)}  # [m]


@dataclass(frozen=True, slots=True)
class Choice:
    """What the paper leaves open."""

    cone: str = "elastic"
    place: str = "springs"
    storage: str = "flat"


OURS = Choice()
# choice -> times of (e) and (f) [s], D2 at the end [m] where they were computed apart, and within what
VARIANTS = {
    OURS: (0.7303139, 0.7400475, 0.530941),
    Choice(cone="total"): (0.7297897, 0.7383498, 0.471969),
    Choice(place="middle"): (0.7314292, 0.7411503, 0.532482),
    Choice(place="first"): None,
    Choice(place="second"): None,
    Choice(storage="spatial"): None,
    Choice(storage="body"): None,
}
WITHIN = 1e-6


def scene_of(choice=OURS):
    """The scene of a choice."""
    scene = Scene(gravity=(0.0, 0.0, -GRAVITY), name="two ellipsoids and a floor")
    scene.ground(name="floor")
    turned = (math.cos(HALF), 0.0, math.sin(HALF), 0.0)
    joints = {"grey": Free(position=(0.0, 0.0, 0.2)), "black": Free(position=(0.03, 0.01, 0.6), attitude=turned)}
    for name, axes in SEMI_AXES.items():
        scene.body(name, mass=1.0, joint=joints[name], surfaces=[Ellipsoid(axes)])
    for one, two in PAIRS:
        friction = _slip(one, two, choice)
        if choice.place == "first":  # the springs belong to body 2, so that the surface of body 1 stays where it is
            scene.pair(two, one, normal=_normal(one, two, choice.place), friction=friction)
        else:
            scene.pair(one, two, normal=_normal(one, two, choice.place), friction=friction)
    return scene


def _normal(one, two, place):
    """Springs and dampers of both bodies; the same in series, but shared out otherwise, for the other places."""
    (k, b), (k_b, b_b) = NORMAL[one], NORMAL[two]
    if place == "springs":
        return DirectionalKelvinVoigt(k=k, b=b, k_b=k_b, b_b=b_b)
    k, b = k * k_b / (k + k_b), b * b_b / (b + b_b)
    if place == "middle":
        return DirectionalKelvinVoigt(k=2.0 * k, b=2.0 * b, k_b=2.0 * k, b_b=2.0 * b)
    return DirectionalKelvinVoigt(k=k, b=b)


def _slip(one, two, choice):
    (kt, bt), (kt_b, bt_b) = TANGENTIAL[one], TANGENTIAL[two]
    return SpatialSlip(
        mu=0.5, kt=kt, bt=bt, kt_b=kt_b, bt_b=bt_b, spin_radius=0.02, cone=choice.cone, storage=choice.storage
    )


@dataclass(frozen=True)
class Fall:
    """A run, and what is read from it."""

    run: Trajectory

    @cached_property
    def t(self):
        """Even times [s]."""
        return np.linspace(0.0, END, SAMPLES)

    @cached_property
    def distances(self):
        """{D1, D2, D3: distance [m] at `t`}."""
        return {name: -self.run.contact(contact, self.t).delta for name, contact in DISTANCES.items()}

    @cached_property
    def times(self):
        """{letter: time [s]} of (a) to (f)."""
        t = {"a": 0.0, "b": self.event("D1", "made"), "b'": self.event("D2", "made")}
        t["c"] = self._first(self._rolling() > ROLLING)
        t["d"] = self._first((self.t > t["c"]) & (self.distances["D3"] < 0.5 * self.distance("D3", t["c"])))
        return t | {"e": self.event("D3", "made"), "f": self.event("D2", "lost")}

    def distance(self, name, time):
        """A distance [m] at a time."""
        return float(-self.run.contact(DISTANCES[name], [time]).delta[0])

    def lowest(self, name, before=END):
        """The smallest distance [m] until a time."""
        return float(np.min(self.distances[name][self.t <= before]))

    def event(self, name, what):
        """When a contact is "made" or "lost" for the first time [s]."""
        return next(e.time for e in self.run.events if e.contact == DISTANCES[name] and e.what == what)

    def _first(self, holds):
        return float(self.t[np.argmax(holds)])

    def _rolling(self):
        """Angular velocity of black over grey in the plane of contact [rad/s], 0 while they are apart."""
        states = self.run.at(self.t)
        columns = {name: [self.run.names.index(f"{name}.w{axis}") for axis in "xyz"] for name in SEMI_AXES}
        turning = {
            name: np.einsum("nij,nj->ni", self.run.rotation(name, self.t), states[:, at])
            for name, at in columns.items()
        }
        normal = self.run.contact(DISTANCES["D2"], self.t).normal
        w = turning["black"] - turning["grey"]
        w = w - np.sum(w * normal, axis=1)[:, None] * normal
        return np.where(self.distances["D2"] < 0.0, np.linalg.norm(w, axis=1), 0.0)

    def found(self):
        """What EXPECTED has, as this run has it."""
        ledger, times = self.run.ledger, self.times
        stored = {name: float(value[-1]) for name, value in ledger.stored.items()}
        lost = {name: float(value[-1]) for name, value in ledger.lost.items()}
        return {
            **{f"{name} at (a)": self.distance(name, 0.0) for name in DISTANCES},
            **{f"time of ({letter})": time for letter, time in times.items() if letter != "a"},
            "smallest D1 before (b')": self.lowest("D1", times["b'"]),
            **{f"smallest {name}": self.lowest(name) for name in DISTANCES},
            "D2 at the end": self.distance("D2", END),
            "kinetic energy at the end": stored["kinetic"],
            "gravity at the end": stored["gravity"],
            "elastic energy at the end": stored["contact springs"] + stored["tangential springs"],
            "lost in normal dampers": lost["contact damping"],
            "lost in friction": lost["friction"],
            "released at (f)": lost["released"],
            "residual of the ledger": float(np.max(np.abs(ledger.residual))),
        }


def fall(choice=OURS, rtol=RTOL):
    """The run of a choice."""
    return Fall(simulate(scene_of(choice), END, rtol=rtol))


def scenario_items(base):
    """Times, distances and energies of the run with our choices."""
    found = base.found()
    for name, (value, unit, tolerance) in EXPECTED.items():
        yield judged(name, value, found[name], unit, SOURCE, rule="absolute", tolerance=tolerance)
    for body, place in ENDS.items():
        apart = float(np.linalg.norm(base.run.position(body)[-1] - np.array(place)))
        yield judged(f"end of the {body} one, from where it should be", 0.0, apart, "m", SOURCE, rule="absolute",
                     tolerance=1e-6)  # fmt: skip


def outcome(one):
    """Times of (e) and (f) [s] and D2 at the end [m]."""
    return one.event("D3", "made"), one.event("D2", "lost"), one.distance("D2", END)


def sensitivity_items(falls):
    """What the open choices change; `falls` are runs by their choice."""
    base = outcome(falls[OURS])
    for choice, one in falls.items():
        if choice == OURS:
            continue
        name, found = named(choice), outcome(one)
        expected = VARIANTS[choice] or (None, None, None)
        where = "SD section 5, open choices" + (": computed apart" if VARIANTS[choice] else ": this study")
        for what, unit, value, ours, usual in zip(
            ("time of (e)", "time of (f)", "D2 at the end"), ("s", "s", "m"), expected, found, base, strict=True
        ):
            rule = "shown" if value is None else "absolute"
            note = f"{ours - usual:+.1e} {unit} against our choice"
            yield judged(f"{name}: {what}", value, ours, unit, where, rule=rule, tolerance=WITHIN, note=note)


def named(choice):
    """A choice in words."""
    words = {"middle": "halfway", "first": "on body 1", "second": "on body 2"}
    if choice.cone != "elastic":
        return "friction limited by the whole normal force"
    if choice.place != "springs":
        return f"force acts {words[choice.place]}"
    return "ours" if choice == OURS else f"deflections add up as SE(2), {choice.storage}"
