"""Random contact motions: energy that comes out of a contact never exceeds what was put in.

A body of random shape is led past another, or past a half-space that turns, along prescribed sines of all six coordinates:
contacts are made, slide, stick and are lost several times. Or two free bodies collide. By the work of what leads them and
by the kinetic energy alone,

    supplied(t) = work(t) - (kinetic(t) - kinetic(0)),     stored(0) + supplied(t) >= 0 for all t

whatever the contact says of itself. Beside that its own ledger must close. `PASSIVE` laws must obey; a coefficient that
multiplies the load (`OTHERS`: Bliman & Sorine, Dahl, LuGre) can give back more than it took when the load has grown in
between, which is in their formulas, and is counted apart.
"""

from typing import NamedTuple

import numpy as np

import supple as sp

FAR = 0.8  # [m] a distance at which nothing touches
LEADS = ("x", "y", "z", "yaw", "pitch", "roll")
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "yaw": (0, 0, 1), "pitch": (0, 1, 0), "roll": (1, 0, 0)}
END, RTOL, MOST = 1.0, 1e-6, 5000  # [s], [-], steps
FINER, SHORT = 0.01, 2e-4  # [of the tolerance], [s] longest step, where a ledger did not close
AUDIT = 10.0  # times rtol of the energy turned over: what the ledger of a run may miss
PASSIVE = ("SpatialSlip", "ElasticCoulomb", "StickSlip", "Mindlin", "CollisionFriction", "RegularisedCoulomb",
           "SmoothStribeck", "Frictionless")  # fmt: skip
OTHERS = ("BlimanSorine", "Dahl", "LuGre")
NORMALS = ("KelvinVoigt", "DirectionalKelvinVoigt", "HuntCrossley", "HertzPatch", "AzadFeatherstone", "LinearSD1")


class Verdict(NamedTuple):
    """What became of a motion."""

    friction: str
    normal: str
    wrong: str  # "" or what was wrong
    again: bool  # a finer tolerance was needed for the ledger to close
    unfinished: str  # "" or why the run ended early; it is judged up to there
    excess: float  # energy created, of the energy turned over
    residual: float  # of the ledger, likewise
    modes: frozenset  # that occurred


def _log(rng, low, high):
    return float(10 ** rng.uniform(np.log10(low), np.log10(high)))


def _directions(rng, low, high):
    """One number or three."""
    return _log(rng, low, high) if rng.random() < 0.3 else tuple(_log(rng, low, high) for _ in range(3))


def _unit(rng):
    q = rng.standard_normal(4)
    return tuple(q / np.linalg.norm(q))


def normal_law(rng, name):
    """A random law of this name; about 10 to 1000 N at a centimetre."""
    k = _log(rng, 1e3, 1e5)
    if name == "KelvinVoigt":
        return sp.KelvinVoigt(k=k, b=rng.uniform(0, 1e-2) * k)
    if name == "LinearSD1":
        return sp.LinearSD1(k=k, b=_log(rng, 1e-4, 1e-2) * k)
    if name == "DirectionalKelvinVoigt":
        second = {} if rng.random() < 0.4 else {"k_b": _directions(rng, 1e3, 1e5), "b_b": _directions(rng, 1, 100)}
        return sp.DirectionalKelvinVoigt(k=_directions(rng, 1e3, 1e5), b=_directions(rng, 1, 100), **second)
    if name == "HuntCrossley":
        return sp.HuntCrossley(k=10 * k, lam=rng.uniform(0, 10) * k, n=float(rng.choice([1.0, 1.5, 2.0])))
    if name == "AzadFeatherstone":
        return sp.AzadFeatherstone(k=10 * k, lam=_log(rng, 1e-3, 1e-2) * k)
    return sp.HertzPatch(modulus=10 * k, d=rng.uniform(0, 1))


def spatial_slip(rng):
    """Springs and dampers by direction on one or both bodies, all storages and cones."""
    second = {} if rng.random() < 0.4 else {"kt_b": _directions(rng, 1e3, 1e5), "bt_b": _directions(rng, 1, 100)}
    return sp.SpatialSlip(
        mu=float(rng.uniform(0, 1.5)) if rng.random() < 0.9 else None, kt=_directions(rng, 1e3, 1e5),
        bt=_directions(rng, 1, 100), **second, spin_radius=float(rng.choice([0.0, _log(rng, 1e-3, 0.05)])),
        cone=str(rng.choice(["elastic", "total"])), storage=str(rng.choice(["flat", "spatial", "body"])),
    )  # fmt: skip


def friction_law(rng, name):
    """A random law of this name."""
    mu, kt = float(rng.uniform(0.05, 1.2)), _log(rng, 1e3, 1e5)
    makers = {
        "SpatialSlip": lambda: spatial_slip(rng),
        "ElasticCoulomb": lambda: sp.ElasticCoulomb(mu=mu, kt=kt, spin_radius=float(rng.choice([0.0, 0.01]))),
        "StickSlip": lambda: sp.StickSlip(mu=mu, kt=kt, bt=_log(rng, 1e-4, 1e-2) * kt),
        "Mindlin": lambda: sp.Mindlin(mu=mu, kappa=10 * kt, tau=_log(rng, 1e-4, 1e-2)),
        "CollisionFriction": lambda: sp.CollisionFriction(mu_k=mu, mu_s=1.3 * mu, k=kt, d=1e-3 * kt, v_stick=1e-3),
        "RegularisedCoulomb": lambda: sp.RegularisedCoulomb(mu=mu, v_s=_log(rng, 1e-3, 0.1)),
        "SmoothStribeck": lambda: sp.SmoothStribeck(mu_s=1.3 * mu, mu_k=mu, v_t=_log(rng, 1e-3, 0.1), mu_v=0.1),
        "BlimanSorine": lambda: sp.BlimanSorine(mu=mu, sp=_log(rng, 1e-3, 1e-2)),
        "Dahl": lambda: sp.Dahl(mu=mu, sigma0=_log(rng, 100, 1000)),
        "LuGre": lambda: sp.LuGre(mu_s=1.3 * mu, mu_k=mu, v_stribeck=0.01, sigma0=_log(rng, 100, 1000), sigma1=1.0),
        "Frictionless": lambda: None,
    }
    return makers[name]()


def shape(rng, material, solid):
    """A body of 5 to 20 cm; `solid`: one that can touch any other."""
    axes = tuple(float(x) for x in rng.uniform(0.05, 0.2, 3))
    kind = rng.integers(3 if solid else 4)
    if kind == 0:
        return sp.Sphere(axes[0], material=material)
    if kind == 1:
        return sp.Ellipsoid(axes, orientation=_unit(rng), material=material)
    if kind == 2:
        return sp.Superellipsoid(axes, float(rng.uniform(2, 6)), orientation=_unit(rng), material=material)
    return sp.Capsule((0, -axes[1], 0.02), (0, axes[2], 0), axes[0] / 2, material=material)


def _lead(rng, scene, surface, height):
    """A body at the end of a chain of six joints that are led along sines."""
    parent = "world"
    for word in LEADS:
        straight = len(word) == 1
        own = {"mass": 0.5, "inertia": (1e-3, 1e-3, 1e-3), "surfaces": [surface]} if word == LEADS[-1] else {}
        joint = (sp.Prismatic if straight else sp.Revolute)(axis=AXES[word])
        parent = scene.body(f"led {word}", parent=parent, joint=joint, **own)
        amplitude = float(rng.uniform(0.0 if word != "z" else 0.01, 0.02 if straight else 0.4))
        scene.add(sp.Motion(body=parent, amplitude=amplitude, omega=float(rng.uniform(3, 25)),
                            phase=float(rng.uniform(0, 6.28)), offset=height if word == "z" else 0.0))  # fmt: skip


def draw(seed):
    """A scene with one contact, the names of its laws; what is led begins about a centimetre in or out."""
    scene, friction, normal = _drawn(seed, FAR)
    if "other" in scene.bodies:
        far = sp.simulate(scene, 0.0)
        gap = min(-history.delta[0] for history in far.histories(far.contacts))
        scene, _, _ = _drawn(seed, FAR - gap + np.random.default_rng(seed).uniform(-0.012, 0.02))
    return scene, friction, normal


def _drawn(seed, height):
    rng = np.random.default_rng([7, seed])
    new = rng.random() < 0.6
    friction = "SpatialSlip" if new else str(rng.choice([*PASSIVE[1:], *OTHERS]))
    growing = friction == "ElasticCoulomb"
    normal = str(rng.choice(NORMALS[:-1] if new or growing else NORMALS))  # the last has an internal state
    laws = {"normal": normal_law(rng, normal), "friction": friction_law(rng, friction)}
    if rng.random() < 0.3:
        laws["rolling"] = sp.RollingResistance(arm=_log(rng, 1e-4, 1e-2), rate=_log(rng, 1e-2, 1.0))
    if rng.random() < 0.5:
        laws["centre"] = float(rng.uniform(0, 1))
    scene = sp.Scene(gravity=(0, 0, 0), name=f"motion {seed}")
    if rng.random() < 0.7:
        _led(rng, scene, normal == "HertzPatch", height)
    else:
        _free(rng, scene)
    scene.contact(*rng.permutation(["one", "two"]).tolist(), **laws)
    return scene, friction, normal


def _led(rng, scene, solid, height):
    other = sp.HalfSpace(material="two")
    if rng.random() < 0.5:
        other, solid = shape(rng, "two", True), True
    axis = rng.standard_normal(3)
    joint = sp.Revolute(axis=tuple(axis / np.linalg.norm(axis)))
    scene.body("other", mass=1.0, joint=joint, inertia=(1e-2, 1e-2, 1e-2), surfaces=[other])
    scene.add(sp.Motion(body="other", amplitude=float(rng.uniform(0, 0.2)), omega=float(rng.uniform(1, 10))))
    _lead(rng, scene, shape(rng, "one", solid), height)


def _free(rng, scene):
    for name, side in (("one", 1.0), ("two", -1.0)):
        joint = sp.Free(
            position=(*rng.uniform(-0.05, 0.05, 2), 0.3 * side),
            velocity=(*rng.uniform(-0.5, 0.5, 2), -rng.uniform(0.5, 2) * side),
            attitude=_unit(rng), angular_velocity=tuple(rng.uniform(-10, 10, 3)),
        )  # fmt: skip
        scene.body(name, mass=float(rng.uniform(0.2, 2)), joint=joint, surfaces=[shape(rng, name, True)])


def judge(seed, rtol=RTOL):
    """Run a motion and look at its energies; once more with short steps if they do not add up.

    Where all coordinates are prescribed nothing in the error control feels the contact, and the integrals of the ledger are
    as good as the steps happen to be. Such an error goes away with short steps; energy that a law creates stays.
    """
    scene, friction, normal = draw(seed)
    verdict = _judge(scene, friction, normal, rtol=rtol, max_steps=MOST)
    if verdict.wrong:
        finer = {"rtol": FINER * rtol, "max_step": SHORT, "max_steps": 10 * MOST}
        verdict = _judge(scene, friction, normal, **finer)._replace(again=True)
    return verdict


def _judge(scene, friction, normal, **options):
    run = sp.simulate(scene, END, **options)
    modes = frozenset(event.what for event in run.events)
    ledger = run.ledger
    kinetic = ledger.stored["kinetic"]
    springs = ledger.stored["contact springs"][0] + ledger.stored["tangential springs"][0]
    supplied = ledger.work - ledger.work[0] - (kinetic - kinetic[0])
    turnover = max(ledger.turnover, 1e-12)
    excess = max(0.0, -float(np.min(springs + supplied))) / turnover
    unfinished = "" if run.t[-1] == END else run.message
    wrong = "" if run.success or unfinished else run.message
    if not wrong and friction not in OTHERS and excess > AUDIT * options["rtol"]:
        wrong = f"creates {excess:.1e} of the energy turned over"
    return Verdict(friction, normal, wrong, False, unfinished, excess, ledger.relative_residual, modes)
