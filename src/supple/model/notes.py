"""What a scene leaves unsaid, or says in vain: sentences for people, because a body that falls through the floor is silent.

    a contact between materials that no surface has, or between bodies that have no surfaces
    a contact by which no two surfaces can touch: they are parts of one body, or of a body and its parent
    two materials whose surfaces can meet and that have neither a contact nor a no_contact
    shapes that can meet and have no contact in this version: a box and anything but a half-space
    a half-space without material in a scene without any contact: everything falls through

Silence is right for surfaces without a material: they are drawn, and give a body its inertia. It is right for surfaces that
move together, for a body and its parent, for two points (which never meet), and where `no_contact` or `no_pair` says so.

One sentence speaks of all pairs of its kind and names the first few. Bodies are looked at by material and node, never pair
by pair: a search ends at its first find, and what it passes over (a body and its parent, pairs with a rule of their own)
are as many as bodies and rules.
"""

import warnings
from difflib import get_close_matches
from itertools import chain

from .._check import shown
from ..shapes.touching import NEVER_MEET, no_contact_of, touch_of

MOST = 5  # cases that a sentence names
ENOUGH = 100  # pairs of materials whose shapes have no contact that are looked at


class SceneWarning(UserWarning):
    """Something in a scene has no effect, or was probably forgotten."""


def warn_of(model, stacklevel):
    """One warning with all notes of a model, if there are any."""
    if model.notes:
        text = "; ".join(model.notes)
        warnings.warn(f"{shown(model.scene.name)}: {text}", SceneWarning, stacklevel=stacklevel + 1)


def notes_of(scene, frames):
    """The notes of a scene, as sentences."""
    return tuple(_Look(scene, frames).notes())


class _Look:
    """Who wears which material, and who may meet whom."""

    def __init__(self, scene, frames):
        self._scene, self._frames = scene, frames
        self._worn = {}  # material -> whom a surface can touch -> node -> bodies
        for body in scene.bodies.values():
            node = frames[body.name].node
            for surface in body.surfaces:
                kinds = self._worn.setdefault(surface.material, {})
                wearers = kinds.setdefault(touch_of(surface), {}).setdefault(node, [])
                if not wearers or wearers[-1] is not body:
                    wearers.append(body)
        rules = [*scene.rules, *scene.apart]
        self._settled = {frozenset((rule.a, rule.b)) for rule in rules if rule.by_body}
        self._ruled = {frozenset((rule.a, rule.b)) for rule in scene.rules if not rule.by_body}
        self._apart = {frozenset((rule.a, rule.b)) for rule in scene.apart if not rule.by_body}

    def notes(self):
        """All sentences."""
        rules = (*self._scene.rules, *self._scene.apart)
        left_out = {}  # why -> pairs of bodies
        idle = [rule for rule in rules if self._is_idle(rule, left_out)]
        yield from map(self._why_idle, idle[:MOST])
        if len(idle) > MOST:
            yield f"{len(idle) - MOST} more contacts have no effect"
        yield from self._unruled(left_out)
        for why, cases in left_out.items():
            yield f"{why}: {_few(cases)} pass through each other"
        yield from self._bare_ground()

    # --- contacts without effect ----------------------------------------------------------------------------------------
    def _is_idle(self, rule, left_out):
        """Whether a contact has no effect; what its shapes cannot do goes to `left_out`."""
        if self._missing(rule):
            return True
        met = list(self._met_by_bodies(rule) if rule.by_body else self._met(rule.a, rule.b))
        for why, names in met:
            if why and rule.normal is not None:
                left_out.setdefault(why, []).append(names)
        return not met

    def _missing(self, rule):
        """Bodies without surfaces, materials that no surface has."""
        if rule.by_body:
            return [name for name in (rule.a, rule.b) if not self._scene.bodies[name].surfaces]
        return [name for name in (rule.a, rule.b) if name not in self._worn]

    def _why_idle(self, rule):
        what = "contact" if rule.normal is not None else "no_contact"
        text = f"the {what} between the {'bodies' if rule.by_body else 'materials'} {shown(rule.a)} and {shown(rule.b)}"
        missing = self._missing(rule)
        if not missing:
            where = "they are on one body, on a body and its parent, or on bodies with a rule of their own"
            return f"{text} has no effect: no two surfaces can touch by it, {where}"
        if rule.by_body:
            return f"{text} has no effect: {shown(missing[0])} has no surfaces"
        near = get_close_matches(missing[0], [name for name in self._worn if name is not None], n=1)
        hint = f", did you mean {shown(near[0])}?" if near else ""
        return f"{text} has no effect: no surface is of {shown(missing[0])}{hint}"

    def _met_by_bodies(self, rule):
        a, b = self._scene.bodies[rule.a], self._scene.bodies[rule.b]
        if self._frames[a.name].node != self._frames[b.name].node:
            whys = (no_contact_of(touch_of(sa), touch_of(sb)) for sa in a.surfaces for sb in b.surfaces)
            for why in dict.fromkeys(whys):
                yield why, (a.name, b.name)

    # --- materials that can meet ----------------------------------------------------------------------------------------
    def _met(self, material_a, material_b):
        """(why their shapes have no contact or "", an example), for each reason."""
        seen = set()
        for kind_a, at_a in self._worn[material_a].items():
            for kind_b, at_b in self._worn[material_b].items():
                why = no_contact_of(kind_a, kind_b)
                names = self._example(at_a, at_b) if why not in seen else None
                if names:
                    seen.add(why)
                    yield why, names

    def _example(self, at_a, at_b):
        """Two bodies that no rule of their own and no joint keeps apart, or None."""
        for node_a, bodies_a in at_a.items():
            for node_b, bodies_b in at_b.items():
                if node_a == node_b:
                    continue
                for a in bodies_a:
                    for b in bodies_b:
                        adjacent = a.parent == b.name or b.parent == a.name
                        if not adjacent and frozenset((a.name, b.name)) not in self._settled:
                            return a.name, b.name
        return None

    def _unruled(self, left_out):
        """Pairs of materials without a word about their contact."""
        found = []
        for a, b in self._pairs_of_materials():
            if frozenset((a, b)) in self._ruled or frozenset((a, b)) in self._apart:
                continue
            met = dict(self._met(a, b))
            if "" in met:
                found.append(((a, b), met[""]))
            else:
                for why in (why for why in met if why not in NEVER_MEET):
                    left_out.setdefault(why, []).append(met[why])
            if len(found) > MOST or any(len(cases) > ENOUGH for cases in left_out.values()):
                break
        if found:
            (x, y), pairs = found[0][1], [pair for pair, _ in found]
            yield (
                f"no contact is given between the materials {_few(pairs)}: their surfaces pass through each other, such "
                f"as those of {shown(x)} and {shown(y)}; give a contact, or no_contact if that is meant"
            )

    def _pairs_of_materials(self):
        """Pairs of materials but those whose surfaces all move as one body; each once."""
        homes = {}  # the only node of a material, or None -> materials
        for material, kinds in self._worn.items():
            if material is not None:
                nodes = {node for at in kinds.values() for node in at}
                homes.setdefault(nodes.pop() if len(nodes) == 1 else None, []).append(material)
        groups = list(homes.items())
        for i, (home, group) in enumerate(groups):
            for j, a in enumerate(group):
                here = group[j:] if home is None else ()
                for b in chain(here, *(others for _, others in groups[i + 1 :])):
                    yield a, b

    # --- a ground that nobody can stand on -------------------------------------------------------------------------------
    def _bare_ground(self):
        planes = next((at for kind, at in self._worn.get(None, {}).items() if kind.plane), {})
        if not planes or self._scene.rules or self._scene.apart:
            return
        others = [at for kinds in self._worn.values() for kind, at in kinds.items() if not kind.plane]
        names = next((found for at in others if (found := self._example(planes, at))), None)
        if names:
            yield (
                f"nothing touches the half-space of {shown(names[0])}: it has no material, and the scene has no contact; "
                f"{shown(names[1])} passes through it"
            )


def _few(pairs):
    """The first pairs in words."""
    named = ", ".join(f"{shown(a)} and {shown(b)}" for a, b in pairs[:MOST])
    return named + (" and others" if len(pairs) > MOST else "")
