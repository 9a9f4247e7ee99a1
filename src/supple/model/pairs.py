"""Which surfaces may touch, by the rules of a scene: counted first, then listed.

    a rule between two bodies goes before a rule between their materials, also that they never touch
    surfaces of one node never touch each other
    a body and its parent touch only by a rule that names both bodies

The work is proportional to the number of pairs, not to that of all pairs of bodies: surfaces are found by their material
and node. A hundred thousand balls on a floor are a hundred thousand pairs, but among themselves five thousand million, each
with rows, name and memory for the whole run. So pairs are counted from the numbers of surfaces before any is made:

    pairs of two materials = sum over kinds of n_a n_b w, minus the same sum within each node; half of it if a = b

with w the contacts that one pair of such surfaces has (eight for the corners of a box over a half-space).
"""

from collections import Counter
from typing import NamedTuple

from .._check import shown
from ..scene.scene import Body, ContactRule
from ..scene.surfaces import HalfSpace

BYTES = 3000  # of memory for each contact: rows of tables, name, state and its records
LARGEST = 1_000_000  # contacts: about 3 GB and half a minute


class Pair(NamedTuple):
    """Two surfaces and the rule between them; the bodies in the order of the scene."""

    rule: ContactRule
    a: Body
    surface_a: object
    b: Body
    surface_b: object


class _Worn(NamedTuple):
    """A surface: places of its body in the scene and of the surface on the body, for the order of pairs."""

    body_index: int
    surface_index: int
    body: Body
    surface: object


def pairs_of(scene, frames):
    """All pairs in the order of bodies and surfaces; a sentence if there are too many."""
    worn, bodies = _wearers(scene, frames)
    by_bodies = {frozenset((rule.a, rule.b)): rule for rule in scene.rules if rule.by_body}
    by_materials = [rule for rule in scene.rules if not rule.by_body and rule.a in worn and rule.b in worn]
    _check_number(worn, bodies, by_bodies, by_materials)
    decided = set(by_bodies) | {frozenset((rule.a, rule.b)) for rule in scene.apart if rule.by_body}
    found = []
    for rule in by_bodies.values():
        if frames[rule.a].node != frames[rule.b].node:
            found.extend((rule, x, y) for x in bodies[rule.a] for y in bodies[rule.b])
    for rule in by_materials:
        for x, y in _across_nodes(worn[rule.a], worn[rule.b], rule.a == rule.b):
            adjacent = x.body.parent == y.body.name or y.body.parent == x.body.name
            if not adjacent and frozenset((x.body.name, y.body.name)) not in decided:
                found.append((rule, x, y))
    ordered = [(rule, *((x, y) if x.body_index < y.body_index else (y, x))) for rule, x, y in found]
    ordered.sort(key=lambda pair: (*(worn.body_index for worn in pair[1:]), *(worn.surface_index for worn in pair[1:])))
    return [Pair(rule, x.body, x.surface, y.body, y.surface) for rule, x, y in ordered]


def _wearers(scene, frames):
    """{material: {node: surfaces}} and {body: surfaces}."""
    worn, bodies = {}, {}
    for i, (name, body) in enumerate(scene.bodies.items()):
        bodies[name] = [_Worn(i, j, body, surface) for j, surface in enumerate(body.surfaces)]
        for one in bodies[name]:
            if one.surface.material is not None:
                worn.setdefault(one.surface.material, {}).setdefault(frames[name].node, []).append(one)
    return worn, bodies


def _across_nodes(at_a, at_b, same):
    """Pairs of surfaces of two materials on different nodes; of one material each pair once."""
    for node_a, xs in at_a.items():
        for node_b, ys in at_b.items():
            if node_a < node_b or (node_a > node_b and not same):
                yield from ((x, y) for x in xs for y in ys)


# --- counting -----------------------------------------------------------------------------------------------------------
def _check_number(worn, bodies, by_bodies, by_materials):
    kinds = {name: {node: _kinds(ones) for node, ones in at.items()} for name, at in worn.items()}
    numbers = [(_number(kinds[rule.a], kinds[rule.b], rule.a == rule.b), rule) for rule in by_materials]
    for rule in by_bodies.values():
        numbers.append((_contacts(_kinds(bodies[rule.a]), _kinds(bodies[rule.b])), rule))
    total = sum(number for number, _ in numbers)
    if total > LARGEST:
        most, rule = max(numbers, key=lambda item: item[0])
        raise ValueError(
            f"contacts must be at most {LARGEST}, got {total}, {most} of them between {shown(rule.a)} and {shown(rule.b)}: "
            f"they would take about {total * BYTES / 1e9:.3g} GB; give fewer surfaces materials that touch each other"
        )


def _kinds(ones):
    """{kind of surface: (number, an example)}."""
    count = Counter(type(one.surface) for one in ones)
    example = {type(one.surface): one.surface for one in ones}
    return {kind: (number, example[kind]) for kind, number in count.items()}


def _number(at_a, at_b, same):
    """Contacts between two materials on different nodes."""
    everywhere = _contacts(_summed(at_a.values()), _summed(at_b.values()))
    within = sum(_contacts(kinds, at_b[node]) for node, kinds in at_a.items() if node in at_b)
    return (everywhere - within) // (2 if same else 1)


def _summed(groups):
    total = {}
    for kinds in groups:
        for kind, (number, example) in kinds.items():
            total[kind] = (total.get(kind, (0, None))[0] + number, example)
    return total


def _contacts(kinds_a, kinds_b):
    """Contacts of all pairs of two groups."""
    return sum(n * m * _of_pair(x, y) for n, x in kinds_a.values() for m, y in kinds_b.values())


def _of_pair(x, y):
    """Contacts of one pair of surfaces, or one for the pair itself where it has none."""
    planes = isinstance(x, HalfSpace) + isinstance(y, HalfSpace)
    if planes != 1:
        return 1
    return len((y if isinstance(x, HalfSpace) else x).balls())
