"""What a reading gives, and what all readers put into a scene."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..elements.cable import Cable
from ..elements.coordinate_damper import CoordinateDamper
from ..elements.levers.constant import Lever
from ..elements.motor import Motor
from ..joints.fixed import Fixed
from ..joints.free import Free
from ..scene.files import Setup, scene_from_toml, write_scene
from ..scene.parts import unused
from ..scene.scene import Scene
from ..scene.settings import join_name
from ..scene.writing import scene_to_toml
from .notes import Note

TENSION = 0.1  # [rad or m] by which both cables of a coupling are longer than at rest: they stay taut
ROTOR = 1e-15  # [kg m^2 or kg] a friction element has a rotor, which must not be felt


@dataclass(frozen=True)
class Imported:
    """A robot that was read: its scene, and what the file says that the scene does not."""

    scene: Scene
    notes: tuple[Note, ...]  # ignored, approximated or assumed, by name
    joints: dict[str, str]  # joint of the file -> body of the scene that it moves
    format: str  # "URDF", "MJCF" or "DH"
    parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)  # name -> paths of the values in a scene file

    def setup(self, set: Mapping[str, Any] | None = None) -> Setup:
        """The scene with other values of its parameters, as a Setup: `robot.setup({"start.knee": 0.5}).scene`."""
        return scene_from_toml(scene_to_toml(self.scene, parameters=self.parameters), set, self.scene.name)

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write a scene file whose start and laws are parameters; return its path."""
        return write_scene(self.scene, path, parameters=self.parameters)


class Making:
    """A scene in the making, with the names that follow from it."""

    def __init__(self, name, gravity, notes):
        self.scene = Scene(gravity=gravity, name=name or "robot")
        self.notes, self.joints, self.parameters = notes, {}, {}

    def name(self, wanted):
        """A name for a body that is not taken yet."""
        return wanted if wanted not in self.scene.bodies else unused(f"{wanted} {{}}", self.scene.bodies)

    def moves(self, joint, body):
        """Body `body` is moved by a joint of the file, whose start becomes a parameter."""
        self.joints[joint] = body
        written = self.scene.bodies[body].joint
        if written == Free():  # a file leaves it out
            return
        for key in ("angle", "displacement", "position"):
            if hasattr(written, key):
                self.parameters[join_name(("start", joint))] = (join_name(("bodies", body, "joint", key)),)
                return

    def contact(self, a, b, normal, friction, rolling=None):
        """A rule between materials whose numbers become parameters: `contact.mu`, `"contact 2".mu`."""
        number = len(self.scene.rules)
        name = f"contact {number + 1}" if number else "contact"
        self.scene.contact(a, b, normal=normal, friction=friction, rolling=rolling)
        for part, law in (("normal", normal), ("friction", friction)):
            for key in () if law is None else ("k", "lam", "mu", "kt", "bt"):
                if hasattr(law, key):
                    self.parameters[join_name((name, key))] = (f"contacts.{number}.{part}.{key}",)

    def apart(self, a, b):
        """Surfaces of two materials pass through each other; nothing is said where none could meet."""
        if self.can_meet(a, b):
            self.scene.no_contact(a, b)

    def can_meet(self, a, b):
        """Whether two bodies wear these materials that neither a joint nor a rule of their own keeps apart."""
        worn = [(body, {surface.material for surface in body.surfaces}) for body in self.scene.bodies.values()]
        settled = {frozenset((rule.a, rule.b)) for rule in (*self.scene.rules, *self.scene.apart) if rule.by_body}
        for one, of_one in worn:
            for other, of_other in worn if a in of_one else ():
                joined = one.parent == other.name or other.parent == one.name
                if b in of_other and not joined and self.stem(one.name) != self.stem(other.name):
                    if frozenset((one.name, other.name)) not in settled:
                        return True
        return False

    def stem(self, body):
        """The body that a body is fixed to, over any number of fixed joints."""
        while body != "world" and isinstance(self.scene.bodies[body].joint, Fixed):
            body = self.scene.bodies[body].parent
        return body

    def ground(self, taken=()):
        """The plane z = 0 of the material "ground", whose name is none of `taken`."""
        return self.scene.ground(material="ground", name=self.ground_name(taken))

    def ground_name(self, taken):
        """A name for what does not move."""
        return "ground" if "ground" not in taken else unused("ground {}", taken)

    def friction(self, joint, body, value):
        """Dry friction [Nm or N] of a joint: a motor without current, of which only the friction is left."""
        name = self.unused_element(f"friction of {joint}")
        self.scene.add(Motor(
            name=name, body=body, friction=value, source="current", command=0.0, resistance=1.0, torque_constant=1.0,
            inertia=ROTOR,
        ))  # fmt: skip

    def couple(self, name, arms, rest, stiffness, damping):
        """Hold sum of arm * coordinate at `rest`: two cables against each other, and a damper."""
        name = self.unused_element(name)
        for sign, part in ((1.0, "pull"), (-1.0, "push")):
            levers = tuple(Lever(body=body, arm=sign * arm) for body, arm in arms)
            self.scene.add(Cable(name=f"{name}.{part}", levers=levers, elongation=TENSION - sign * rest,
                                 stiffness=0.5 * stiffness))  # fmt: skip
        levers = tuple(Lever(body=body, arm=arm) for body, arm in arms)
        if damping > 0.0:
            self.scene.add(CoordinateDamper(name=f"{name}.damper", levers=levers, damping=damping))

    def unused_element(self, name):
        """A name for an element that is not taken, nor the beginning of one that is."""
        taken = {one.split(".pull")[0] for one in self.scene.elements}
        return name if name not in taken else unused(f"{name} {{}}", taken)

    def done(self, form):
        """What was read."""
        return Imported(self.scene, self.notes.told(), self.joints, form, self.parameters)
