"""Flexible bodies in pictures: where all bodies are, the surface of a bent beam, and how far its deflection is magnified.

A beam is its cross-section swept along the bent axis. A picture may magnify the deflection: the modal coordinates are then
those of the run times a factor, and what sits on a section goes with it, children and their children too. Contact points
and forces stay where they are.
"""

from dataclasses import dataclass
from math import floor, log10

import numpy as np

from .._check import positive
from ..model.flexible import section
from ..spatial.rotations import quaternion_to_matrix

RINGS = 33  # sections of a beam that are drawn
AROUND = 24  # facets around a round one
SEEN = 0.1  # [length] deflection that a magnified picture shows at most,
STEEP = 0.3  # [rad] and turn of a section
HARDLY = 0.01  # [length] a deflection below this is hardly seen
AT_ONCE = 4096  # rows of a run looked at together


def flexible_bodies(run):
    """{name: Beam} of the flexible bodies of a run."""
    bodies = getattr(run.model.scene, "bodies", {})
    return {name: body.flexible for name, body in bodies.items() if body.flexible is not None}


# --- how far a beam bends -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Extremes:
    """The largest values of a flexible body in a run, over all of its length."""

    deflection: float  # [m]
    turn: float  # [rad] of a section
    stress: float  # [Pa] normal stress of the outermost fibres
    energy: float  # [J]

    def factor(self, length):
        """1, 2, 5, 10, 20 ...: by how much the deflection may be magnified and still looks like that of a beam."""
        sizes = [limit / size for limit, size in ((SEEN * length, self.deflection), (STEEP, self.turn)) if size > 0.0]
        most = min(sizes, default=1.0)
        power = 10.0 ** floor(log10(most)) if most > 1.0 else 1.0
        return max([n * power for n in (1.0, 2.0, 5.0) if n * power <= most], default=1.0)


def extremes(run, name):
    """Extremes of a flexible body over the times of the steps."""
    beam, eta = run.model.scene.bodies[name].flexible, run.modal(name)
    x = places(beam)
    found = np.zeros(4)
    for first in range(0, len(eta), AT_ONCE):
        some = eta[first : first + AT_ONCE]
        shape = beam.shape(x, some)
        moved = shape.place - x[:, None] * (1.0, 0.0, 0.0)
        parts = (*(np.linalg.norm(v, axis=-1) for v in (moved, shape.turn)), fibre_stress(beam, x, some))
        found = np.maximum(
            found, [*(part.max(initial=0.0) for part in parts), beam.strain_energy(some).max(initial=0.0)]
        )
    return Extremes(*found.tolist())


def fibre_stress(beam, x, eta):
    """Largest normal stress [Pa] over the outline of the sections at x, of either sign; (..., places)."""
    y, z = beam.section.half_widths
    axial = beam.stress(x, eta).sigma
    along_y, along_z = (np.abs(beam.stress(x, eta, *at).sigma - axial) for at in ((y, 0.0), (0.0, z)))
    return np.abs(axial) + (np.hypot(along_y, along_z) if beam.section.rounded else along_y + along_z)


def factor_of(run, magnify):
    """The factor of a picture: as given, or one that fits if it is None."""
    if magnify is not None:
        return positive("magnify", magnify)
    fitting = [extremes(run, name).factor(beam.length) for name, beam in flexible_bodies(run).items()]
    return min(fitting, default=1.0)


def magnified(run, factor):
    """What a picture says of its factor."""
    return f"   deflection \u00d7 {factor:g}" if factor != 1.0 and flexible_bodies(run) else ""


# --- where everything is --------------------------------------------------------------------------------------------------
class Places:
    """All bodies of a run at a time, with the deflection of flexible ones magnified."""

    def __init__(self, run, time, magnify=1.0):
        self._bodies = run.model.scene.bodies
        p, R = run.poses(list(self._bodies), [time])
        true = {name: (p[0, i], R[0, i]) for i, name in enumerate(self._bodies)}
        self._eta = {name: run.modal(name, [time])[0] for name in flexible_bodies(run)}
        self._pose = dict(true) if magnify != 1.0 and self._eta else true
        if self._pose is not true:
            straight, self._eta = self._eta, {name: magnify * eta for name, eta in self._eta.items()}
            moved = {}  # bodies that are elsewhere in the picture; parents come first
            for name, body in self._bodies.items():
                at = body.joint.at
                if body.parent in straight:
                    before = _seen(self._bodies[body.parent].flexible, true[body.parent], straight[body.parent], at)
                    moved[name] = _after(self.frame(body.parent, at), before)
                elif body.parent in moved:
                    moved[name] = moved[body.parent]
                if name in moved:
                    shift, turn = moved[name]
                    self._pose[name] = shift + turn @ true[name][0], turn @ true[name][1]

    def frame(self, body, point=(0.0, 0.0, 0.0)):
        """Position [m] and rotation of the frame of a body; of a flexible one as the section of a point of it has it."""
        if body not in self._pose:
            return np.zeros(3), np.eye(3)  # the world
        if body not in self._eta:
            return self._pose[body]
        return _seen(self._bodies[body].flexible, self._pose[body], self._eta[body], point)

    def point(self, body, point):
        """Where a point of a body is [m]."""
        p, R = self.frame(body, point)
        return p + R @ np.asarray(point, dtype=float)

    def straight(self, body, shape):
        """What a shape on a body draws, seen from the section of its `at`: each end of a rod goes with its own section."""
        if body not in self._eta or shape["kind"] != "rod":
            return shape
        p, R = self.frame(body, shape["at"])
        return shape | {"end": R.T @ (self.point(body, shape["end"]) - p)}

    def facets(self, body):
        """Corners (n, 4, 3) [m], normals and tones of the surface of a flexible body."""
        beam = self._bodies[body].flexible
        x = places(beam)
        p, R = self._pose[body]
        Q, bent = quaternion_to_matrix(beam.orientation), [section(beam, (one, 0.0, 0.0), self._eta[body]) for one in x]
        axis = p + (beam.at + np.array([one.point for one in bent]) @ Q.T) @ R.T
        return swept(beam.section, axis, R @ Q @ np.array([one.rotation for one in bent]))

    def arm(self, body):
        """Where a line from the parent of a body to its joint begins [m]: its origin, or the axis of a flexible one."""
        beam = self._bodies[body.parent].flexible
        if beam is None:
            return self.frame(body.parent)[0]
        Q = quaternion_to_matrix(beam.orientation)
        x = np.clip((np.array(body.joint.at) - beam.at) @ Q[:, 0], *beam.span)
        return self.point(body.parent, beam.at + x * Q[:, 0])


def _seen(beam, pose, eta, point):
    """The frame of a body as one of its sections sees it: a point of that section is at p + R @ point."""
    (p, R), Q, point = pose, quaternion_to_matrix(beam.orientation), np.asarray(point, dtype=float)
    bent = section(beam, Q.T @ (point - beam.at), eta)
    turn = R @ Q @ bent.rotation @ Q.T
    return p + R @ (beam.at + Q @ bent.point) - turn @ point, turn


def _after(pose, before):
    """The motion from one pose to another: shift and turn."""
    turn = pose[1] @ before[1].T
    return pose[0] - turn @ before[0], turn


# --- the surface of a beam ------------------------------------------------------------------------------------------------
def places(beam):
    """Where a beam is drawn [m], from one end to the other."""
    return np.linspace(*beam.span, RINGS)


def outline(section):
    """Facets around a section: both ends of each with y, z [m] and the normal (n, 2, 4), and their tones (n,)."""
    y, z = section.half_widths
    if section.rounded:
        angle = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)
        c, s = np.cos(angle), np.sin(angle)
        rows = np.stack([y * c, z * s, c, s], axis=-1)
        rows = np.stack([rows[:-1], rows[1:]], axis=1)
        return rows, (rows[:, :, 2].sum(axis=1) * rows[:, :, 3].sum(axis=1) > 0.0).astype(int)
    corners = np.array([(y, z), (-y, z), (-y, -z), (y, -z), (y, z)])
    normals = np.array([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)])
    sides = [[(*corners[i], *normals[i]), (*corners[i + 1], *normals[i])] for i in range(4)]
    return np.array(sides), np.ones(4, dtype=int)


def swept(section, axis, turn):
    """Corners (n, 4, 3), normals (n, 3) and tones (n,) of a section along an axis (rings, 3) with its rotations."""
    rows, tones = outline(section)
    walls = [(1.0, 1.0)] if section.hole == 0.0 else [(1.0, 1.0), (section.hole, -1.0)]
    corners, normals, shades = [], [], []
    for size, outward in walls:
        ring = axis[:, None, None] + size * np.einsum("kij,nej->knei", turn[:, :, 1:], rows[:, :, :2])
        corners.append(np.concatenate([ring[:-1], ring[1:, :, ::-1]], axis=2).reshape(-1, 4, 3))
        across = np.einsum("kij,nj->kni", turn[:, :, 1:], outward * rows[:, :, 2:].mean(axis=1))
        normals.append((across[:-1] + across[1:]).reshape(-1, 3))
        shades.append(np.tile(tones, len(axis) - 1))
    for end, outward in ((0, -1.0), (-1, 1.0)):
        ring = np.einsum("ij,nej->nei", turn[end, :, 1:], rows[:, :, :2])
        corners.append(axis[end] + np.concatenate([ring, section.hole * ring[:, ::-1]], axis=1))
        normals.append(np.tile(outward * turn[end, :, 0], (len(rows), 1)))
        shades.append(np.ones(len(rows), dtype=int))
    normals = np.concatenate(normals)
    return np.concatenate(corners), normals / np.linalg.norm(normals, axis=1, keepdims=True), np.concatenate(shades)
