"""Whether the shapes of a flexible body fit its joint: what the joint holds must not move by the modes.

The frame of a body is where its joint leaves it, and forces of the joint act on the frame. A mode that moves the section at
the joint against the frame is right only if the joint lets it (pinned-free shapes on a hinge, free-free shapes on a free
joint), and only if nothing drives the joint there, for that would have to act on the mode as well.

The other way round, a joint that can move where clamped shapes can as well is a matter of inertia: what the frame moves
beyond the modes is a small rest, 3e-4 of all for five clamped modes on a hinge. From it foreshortening, which is of second
order, takes 0.15 (deflection/length)^2 there, more in space, and an inertia to second order loses its sign
(spatial/second_order.py).
"""

import numpy as np

from .._check import shown
from ..elements.registry import ELEMENTS
from ..flexible.beam import FULL, SECOND_ORDER
from ..flexible.invariants import placed
from ..joints.free import Free
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from ..spatial.rotations import quaternion_to_matrix
from .flexible import section

ROUNDING = 1e-9  # of the largest motion of a shape, or of the modal masses: less is rounding
STEEP = 0.2  # [length] deflection from which on the equations are not accurate anyway


def _moving_parts(scene):
    return (body for body in scene.bodies.values() if body.flexible is not None)


def _freedoms(joint):
    """Motions of the body that a joint allows (angular, linear), in its own axes: orthogonal columns, (6, n)."""
    columns = []
    for kind, axis in joint.chain():
        if kind is Free:
            return np.eye(6)
        if kind is Revolute:
            columns.append([*axis, 0.0, 0.0, 0.0])
        elif kind is Prismatic:
            columns.append([0.0, 0.0, 0.0, *axis])
        else:
            columns.extend(np.eye(6)[:3])
    return np.linalg.qr(np.array(columns).T)[0] if columns else np.zeros((6, 0))


def _at_joint(body):
    """How the modes move the section at the joint, in axes of the body: (6, m), lengths over that of the beam.

    A body without freedom is held wherever one likes: at the origin of its beam.
    """
    beam = body.flexible
    Q = quaternion_to_matrix(beam.orientation)
    place = -Q.T @ np.array(beam.at) if body.joint.chain() else np.zeros(3)
    bent = section(beam, place, np.zeros(len(beam.names)))
    return np.vstack([Q @ bent.turning * beam.length, Q @ bent.moving])


def _sizes(beam):
    """The largest motion of each mode at the ends of the beam, in the same measure."""
    ends = [section(beam, (x, 0.0, 0.0), np.zeros(len(beam.names))) for x in beam.span]
    parts = [np.vstack([one.turning * beam.length, one.moving]) for one in ends]
    return np.max([np.linalg.norm(part, axis=0) for part in parts], axis=0)


def _driven(scene, body):
    """What acts on the joint of a body, in words."""
    joint = body.joint
    yield from (word for word in ("spring", "damping", "limits") if getattr(joint, word, None) not in (None, 0.0, ()))
    yield from ("joint_force" for force in scene.forces if force.kind == "joint" and force.body == body.name)
    yield from ("Motion" for one in _motions(scene) if one.body == body.name)


def _motions(scene):
    return (one for one in scene.elements.values() if type(one) is ELEMENTS.get("Motion"))


def check_flexible(scene):
    """Shapes must not move what their joint holds, nor where it is driven."""
    for body in _moving_parts(scene):
        beam, allowed = body.flexible, _freedoms(body.joint)
        moved, sizes = _at_joint(body), _sizes(body.flexible)
        held = moved - allowed @ (allowed.T @ moved)
        wrong = np.flatnonzero(np.linalg.norm(held, axis=0) > ROUNDING * sizes)
        if wrong.size:
            k = wrong[0]
            turns = np.linalg.norm(held[:3, k]) > ROUNDING * sizes[k]
            axis = held[:3, k] if turns else held[3:, k]
            axis = np.abs(axis) / np.linalg.norm(axis)
            raise ValueError(
                f"shapes of {body.name!r} must be still where its {type(body.joint).__name__} joint holds the beam, got "
                f"{_ends(beam)}: {beam.names[k][0]} {'turns it about' if turns else 'moves it along'} "
                f"({', '.join(f'{part:.3g}' for part in axis)}); clamped-free shapes are still at their origin"
            )
        driven = next(_driven(scene, body), None)
        if driven and np.any(np.linalg.norm(moved, axis=0) > ROUNDING * sizes):
            raise ValueError(
                f"shapes of {body.name!r} must be clamped where its joint is driven ({driven}), got {_ends(beam)}: "
                "the moment of a joint acts on the frame of a body, not on its slope"
            )


def _ends(beam):
    ends = [shown(beam.ends)] + ([f"in the xz-plane {shown(beam.ends_z)}"] if beam.ends_z is not None else [])
    return " and ".join(ends)


def flexible_notes(scene):
    """Sentences on joints that clamped shapes leave almost nothing to move."""
    prescribed = {one.body for one in _motions(scene)}
    for body in _moving_parts(scene):
        beam, S = body.flexible, _freedoms(body.joint)
        if beam.inertia != SECOND_ORDER or body.name in prescribed or not S.size:
            continue
        bent = _largest_bend(beam, S)
        if bent is not None:
            yield (
                f"the shapes of {shown(body.name)} can do almost all that its {type(body.joint).__name__} joint does: "
                f"where they bend by about {bent:.2g} m nothing is left for the joint to move, and a run ends; "
                f"{'free-free' if len(S.T) == 6 else 'pinned-free'} shapes have no such limit, nor has inertia={FULL!r}"
            )


def _largest_bend(beam, S):
    """The coordinate of a first bending mode [m] from which on the mass matrix is not positive; None: beyond STEEP."""
    inv = placed(beam.invariants(), np.array(beam.at), quaternion_to_matrix(beam.orientation))
    names = [name for name, _ in beam.names]
    found = []
    for mode in (names.index(name) for name in ("y1", "z1") if name in names):
        low, high = 0.0, STEEP * beam.length
        if _is_positive(inv, S, mode, high):
            continue
        while high - low > 1e-3 * high:
            middle = 0.5 * (low + high)
            low, high = (middle, high) if _is_positive(inv, S, mode, middle) else (low, middle)
        found.append(low)
    return min(found, default=None)


def _is_positive(inv, S, mode, eta):
    """Whether the mass matrix of the freedoms S and the modes is positive where one mode has the coordinate eta."""
    x, y, z = inv.S0 + eta * (inv.S1[mode] + 0.5 * eta * inv.S2[mode, mode])
    J = inv.J0 + eta * (inv.J1[mode] + eta * inv.J2[mode, mode])
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    rigid = S.T @ np.block([[J, cross], [cross.T, inv.mass * np.eye(3)]]) @ S
    F = np.hstack([inv.h0 + eta * inv.B[:, mode], inv.S1 + eta * inv.S2[:, mode]]) @ S
    return np.linalg.eigvalsh(np.block([[rigid, F.T], [F, inv.M]]))[0] > -ROUNDING * np.trace(inv.M)
