"""Contacts of MuJoCo -> materials and rules between them.

Shapes with equal contact parameters are of one material: "ground" (1, 2, ...) those of the world, "robot" the others. Two
materials touch if the type of one fits the affinity of the other, by parameters that are combined as MuJoCo combines
them. The laws follow by the rule of rules.py, for the mass of the heaviest tree: its weight on one contact sinks in as
deep as in MuJoCo.

Source    MuJoCo documentation, Computation: "Collision detection", filters and "Contact parameters".
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from ..laws.rolling import RollingResistance
from .rules import Softness, contact_laws

MU = 0.8  # of a ground that the caller asks for


class Kind(NamedTuple):
    """What shapes of one material have in common."""

    of_world: bool
    contype: int
    conaffinity: int
    condim: int
    priority: int
    solmix: float
    friction: tuple
    solref: tuple
    solimp: tuple
    margin: float
    gap: float


class Material(NamedTuple):
    """A material of the scene."""

    name: str
    kind: Kind


def materials_of(source):
    """{number of a geom: its material}, of those that can touch."""
    m, kinds, found = source.m, {}, {}
    paired = {*m.pair_geom1.tolist(), *m.pair_geom2.tolist()}
    for g in range(m.ngeom):
        if not (m.geom_contype[g] or m.geom_conaffinity[g] or g in paired):
            continue
        still = bool(m.geom_bodyid[g] == 0)
        numbers = (int(getattr(m, f"geom_{key}")[g]) for key in ("contype", "conaffinity", "condim", "priority"))
        rows = (tuple(getattr(m, f"geom_{key}")[g].tolist()) for key in ("friction", "solref", "solimp"))
        kind = Kind(still, *numbers, float(m.geom_solmix[g]), *rows, float(m.geom_margin[g]), float(m.geom_gap[g]))
        if kind not in kinds:
            word = "ground" if still else "robot"
            count = sum(one.of_world == still for one in kinds)
            kinds[kind] = Material(f"{word} {count + 1}" if count else word, kind)
        found[g] = kinds[kind]
    return found


def add_contacts(making, source, materials, *, ground):
    """Rules between materials and between bodies."""
    m, notes = source.m, making.notes
    kept = {surface.material for body in making.scene.bodies.values() for surface in body.surfaces}
    known = {one.name: one for one in materials.values() if one.name in kept}
    _keep_apart(making, source)
    roots = [i for i in range(1, m.nbody) if m.body_parentid[i] == 0]
    mass = max((float(m.body_subtreemass[i]) for i in roots), default=1.0) or 1.0
    for a, b in combinations_with_replacement(known.values(), 2):
        if source.disabled("CONTACT", "CONSTRAINT") or not _fit(a.kind, b.kind):
            making.apart(a.name, b.name)
        elif making.can_meet(a.name, b.name):
            _add_rule(making, a, b, mass)
    if ground:
        for name in (name for name in known if making.can_meet(name, "ground")):
            making.contact(name, "ground", *contact_laws(Softness(), mass, MU))
            notes.assumed("contact of", f"{name} and ground", f"mu = {MU}, stiffness by MuJoCo's defaults")
    for p in range(m.npair):
        _add_pair(making, source, p, mass)


def _fit(a, b):
    return bool((a.contype & b.conaffinity) or (b.contype & a.conaffinity))


def _add_rule(making, a, b, mass):
    """A rule by the parameters of two materials: of the one with priority, or mixed."""
    first, second = a.kind, b.kind
    if first.priority != second.priority:
        first = second = max(first, second, key=lambda one: one.priority)
    weight = first.solmix + second.solmix
    share = 0.5 if weight < 1e-15 else first.solmix / weight
    friction = np.maximum(first.friction, second.friction).tolist()
    refs = np.array([first.solref, second.solref])
    solref = share * refs[0] + (1.0 - share) * refs[1] if np.all(refs[:, 0] > 0.0) else refs.min(axis=0)
    impedance = share * first.solimp[1] + (1.0 - share) * second.solimp[1]
    laws = _laws(making, max(first.condim, second.condim), friction, Softness(*solref, impedance), mass,
                 f"{a.name} and {b.name}")  # fmt: skip
    making.contact(a.name, b.name, *laws)
    if any(one.margin or one.gap for one in (a.kind, b.kind)):
        making.notes.ignored("margin of the contact of", f"{a.name} and {b.name}", "bodies touch where surfaces do")


def _laws(making, condim, friction, softness, mass, between):
    """Normal law, friction law and rolling resistance."""
    mu = float(friction[0]) if condim > 1 else 0.0
    normal, tangential = contact_laws(softness, mass, mu)
    making.notes.approximated(
        "contact of", between, f"as stiff as MuJoCo's constraint for {mass:.6g} kg, with its restitution at 1 m/s but 0.1 "
        "at least; friction sticks on a spring"
    )  # fmt: skip
    if condim >= 4 and friction[1] > 0.0:
        making.notes.ignored("torsional friction of", between, "friction acts at a point")
    rolling = RollingResistance(arm=float(friction[2])) if condim == 6 and friction[2] > 0.0 else None
    return normal, tangential, rolling


# --- bodies -------------------------------------------------------------------------------------------------------------
def _keep_apart(making, source):
    """Bodies that are excluded, and those next to each other, where the scene does not know them as neighbours."""
    m, scene = source.m, making.scene
    excluded = {(int(s) >> 16, int(s) & 0xFFFF) for s in m.exclude_signature[: m.nexclude]}
    if not source.disabled("FILTERPARENT"):
        excluded |= _neighbours(m)
    for a, b in sorted({tuple(sorted(pair)) for pair in excluded}):
        one, other = source.wearer(a), source.wearer(b)
        if "world" in (one, other) or not (scene.bodies[one].surfaces and scene.bodies[other].surfaces):
            continue
        joined = scene.bodies[one].parent == other or scene.bodies[other].parent == one
        if not joined and making.stem(one) != making.stem(other):
            scene.no_pair(one, other)
    for i in range(1, m.nbody):
        parent = int(m.body_parentid[i])
        pair = source.bodies[i], source.bodies[parent]
        if parent and not m.body_weldid[parent] and m.body_weldid[i]:
            if scene.bodies[pair[0]].parent == pair[1] and all(scene.bodies[name].surfaces for name in pair):
                making.notes.ignored(
                    "contact of", " and ".join(pair), "a body does not touch the one that carries its joint"
                )


def _neighbours(m):
    """Pairs of bodies that are welded to a body and to its parent, the world excepted."""
    by_weld = {}
    for i in range(1, m.nbody):
        by_weld.setdefault(int(m.body_weldid[i]), []).append(i)
    found = set()
    for weld, bodies in by_weld.items():
        above = int(m.body_weldid[m.body_parentid[weld]])
        if weld and above:
            found |= {(a, b) for a in bodies for b in by_weld[above]}
    return found


def _add_pair(making, source, p, mass):
    """An explicit pair of shapes: a rule between their bodies."""
    m = source.m
    geoms = int(m.pair_geom1[p]), int(m.pair_geom2[p])
    names = [source.name("geom", g) for g in geoms]
    bodies = [source.wearer(int(m.geom_bodyid[g])) for g in geoms]
    settled = {frozenset((rule.a, rule.b)) for rule in (*making.scene.rules, *making.scene.apart) if rule.by_body}
    usable = bodies[0] != bodies[1] and frozenset(bodies) not in settled and "world" not in bodies
    if not usable or not all(making.scene.bodies[body].surfaces for body in bodies):
        making.notes.ignored("contact pair", f"{names[0]} and {names[1]}", "its bodies have a rule, or no shapes")
        return
    making.notes.approximated("contact pair", f"{names[0]} and {names[1]}", "it holds for all shapes of their bodies")
    softness = Softness(*m.pair_solref[p].tolist(), float(m.pair_solimp[p][1]))
    friction = [float(m.pair_friction[p][k]) for k in (0, 2, 3)]
    normal, tangential, rolling = _laws(making, int(m.pair_dim[p]), friction, softness, mass, " and ".join(names))
    making.scene.pair(*bodies, normal=normal, friction=tangential, rolling=rolling)
