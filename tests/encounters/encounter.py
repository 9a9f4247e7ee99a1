"""An encounter: bodies with their motions and surfaces, the scene of supple that they make, and how to let them graze."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

import supple as sp
from supple.model.start import start_of

from .oracle import Limit, first_touch, lowest, pairs_of

MATERIAL = "m"


@dataclass(frozen=True)
class Body:
    """A body of an encounter; the inertia is about its centre of mass, `com` where that is not the reference point."""

    name: str
    motion: object
    surfaces: tuple
    mass: float = 1.0
    inertia: tuple | None = None
    com: tuple | None = None


@dataclass(frozen=True)
class Encounter:
    """Bodies that move undisturbed until they touch. Without an `oracle` only the motion of the run itself is judged."""

    bodies: tuple
    end: float
    gravity: tuple = (0.0, 0.0, 0.0)
    speed: float = 1.0  # [m/s] about that of the touch: sets the stiffness
    ramps: tuple = ()  # (body, end of a force that grows from 0, force there)
    limits: tuple = ()  # joint stops, as the oracle sees them
    oracle: bool = True
    parents: dict = field(default_factory=dict)

    @cached_property
    def pairs(self):
        """Everything that could touch."""
        return [*self.limits, *pairs_of([(b.name, b.motion, b.surfaces) for b in self.bodies])]

    @property
    def law(self):
        """Elastic, and stiff enough to stop the bodies within a hundredth of their size."""
        size = min([pair.size for pair in self.pairs if not isinstance(pair, Limit)], default=1.0)
        mass = max(body.mass for body in self.bodies)
        return sp.Hertz(k=max(1.0, mass * self.speed**2) / (0.01 * size) ** 2.5)

    @cached_property
    def touch(self):
        """(time, pair) of the first touch, by the oracle."""
        return first_touch(self.pairs, self.end)

    @cached_property
    def scales(self):
        """Size, stray and extent [m] of every pair, as arrays."""
        rows = [(pair.size, pair.stray(self.end), pair.extent(self.end)) for pair in self.pairs]
        return tuple(np.array(rows).T)

    @cached_property
    def model(self):
        """The scene, ready to run."""
        return sp.build(self.scene())

    def scene(self):
        """The same for supple."""
        scene = sp.Scene(gravity=self.gravity, name="encounter")
        for body in self.bodies:
            centre = body.motion.centre if body.com is None else body.com
            still = not body.motion.moves
            scene.body(
                body.name, joint=body.motion.joint(), surfaces=body.surfaces, com=centre,
                mass=0.0 if still else body.mass, inertia=None if still else body.inertia,
                parent=self.parents.get(body.name, "world"),
            )  # fmt: skip
        if any(body.surfaces for body in self.bodies):
            scene.contact(MATERIAL, MATERIAL, normal=self.law)
        for name, until, force in self.ramps:
            scene.joint_force_table(name, (0.0, until), (0.0, force))
        return scene

    @cached_property
    def clear_at_start(self):
        """Whether all bodies are well apart at the start."""
        if not self.oracle:
            try:
                return not start_of(self.model)
            except ValueError:  # too deep to be simulated
                return False
        return all(pair.gap(np.zeros(1))[0] > 0.01 * pair.size for pair in self.pairs)

    def closest(self):
        """Time and value of the lowest gap of undisturbed bodies, as a grid shows it, and its pair."""
        found = [(*lowest(pair.gap, 0.0, self.end), pair) for pair in self.pairs]
        return min(found, key=lambda x: x[1])

    def moved(self, name, d):
        """The same with one body displaced."""
        bodies = tuple(replace(b, motion=b.motion.moved(d)) if b.name == name else b for b in self.bodies)
        return replace(self, bodies=bodies)

    def grazing(self, name, depth):
        """The same with the body `name` displaced so that the deepest overlap [m] is `depth` (negative: clearance)."""
        found = self
        for _ in range(6):
            t, low, pair = found.closest()
            wrong = -depth - low
            if abs(wrong) < 1e-3 * abs(depth):
                break
            step = max(1e-5 * pair.size, 1e-9)
            at = np.array([t])
            slope = []
            for axis in np.eye(3):
                pairs = found.moved(name, step * axis).pairs, found.moved(name, -step * axis).pairs
                ahead, behind = (min(p.gap(at)[0] for p in ps if p.names == pair.names) for ps in pairs)
                slope.append((ahead - behind) / (2.0 * step))
            slope = np.array(slope)
            if not slope @ slope > 0.25:
                break  # this body has no part in it
            found = found.moved(name, wrong * slope / (slope @ slope))
        return found
