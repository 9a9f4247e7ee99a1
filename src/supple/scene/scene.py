"""The scene: bodies in trees, surfaces of materials, laws between materials or bodies, forces.

    scene = Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    scene.body("ball", mass=0.066, joint=Free(position=(0, 0, 1)), surfaces=[Sphere(0.0127, material="steel")])
    scene.contact("steel", "floor", normal=..., friction=...)

Nothing is computed here: every part is checked, named and kept; `supple.model` turns the whole into numbers. Scene files
read the arguments of these methods and what their docstrings say of them: `words.py`, `schema.py`.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .._check import finite, integer, items, nonnegative, one_of, shown, text, unit_vector, vector, within
from ..elements.registry import ELEMENTS
from ..elements.written import bodies_of
from ..joints.fixed import Fixed
from ..joints.free import Free
from ..joints.written import IDENTITY, ORIGIN, normal_law
from ..laws.friction.none import Frictionless
from ..laws.registry import FRICTION
from ..laws.rolling import RollingResistance
from ..materials.material import Material
from ..shapes.half_space import HalfSpace
from ..shapes.registry import SHAPES
from .dh import Chain, add_robot
from .inertia import as_matrix, off_centre, solid_inertia
from .parts import WORLD, AppliedForce, Body, ContactRule, check_flexible, column, increasing, unused, window


@dataclass
class Scene:
    """What a user writes; see the module for an example."""

    gravity: Sequence[float] = (0.0, 0.0, -9.80665)  # [m/s^2]
    name: str = "scene"
    bodies: dict = field(default_factory=dict)
    rules: list = field(default_factory=list)
    apart: list = field(default_factory=list)  # rules without laws
    forces: list = field(default_factory=list)  # those on bodies before those on joints
    elements: dict = field(default_factory=dict)  # springs, bushings, motions, ... by name
    materials: dict = field(default_factory=dict)  # what is known of some materials; their names are free labels
    _given: set = field(default_factory=set, init=False, repr=False, compare=False)  # who has a rule already

    def __post_init__(self) -> None:
        self.gravity = vector("gravity", self.gravity, 3, "m/s^2")
        text("name of a scene", self.name)

    def material(
        self,
        name: str,
        *,
        E: float | None = None,
        nu: float | None = None,
        density: float | None = None,
        yield_strength: float | None = None,
        hardness: float | None = None,
        source: str = "",
    ) -> str:
        """Say what is known of a material; return its name. A material needs no such entry: its name is a label.

        name: of the material.
        E: Young's modulus [Pa], > 0.
        nu: Poisson's ratio [-], -1 to 0.5.
        density: mass per volume [kg/m^3], > 0.
        yield_strength: stress at which it yields [Pa], > 0.
        hardness: Brinell [Pa], > 0.
        source: where the numbers come from.
        """
        text("name of a material", name)
        if name in self.materials:
            raise ValueError(f"name of a material must be new, got {name!r} again")
        if not isinstance(source, str):
            raise TypeError(f"source of {name!r} must be a text, got {shown(source)}")
        self.materials[name] = Material(
            name=name, E=E, nu=nu, density=density, yield_strength=yield_strength, hardness=hardness, source=source
        )
        return name

    def body(
        self,
        name: str,
        *,
        mass: float = 0.0,
        joint: Any = None,
        parent: str = WORLD,
        surfaces: Sequence = (),
        inertia: Sequence | None = None,
        com: Sequence[float] = ORIGIN,
        flexible: Any = None,
    ) -> str:
        """Add a body; return its name.

        The inertia is about the centre of mass in body axes; by default that of the first surface with a volume, as a
        solid of this mass, and zero for points.

        name: of the body.
        mass: of the body [kg], >= 0; none is allowed where others move with it.
        joint: to the parent; default: Free for a root, Fixed for a child.
        parent: name of another body, or "world".
        surfaces: what can touch others.
        inertia: three moments, six entries (xx, yy, zz, xy, xz, yz) or a matrix [kg m^2].
        com: centre of mass in the body frame [m].
        flexible: Beam(...) for a body that bends; its mass is that of the beam, and what is heavy besides is another body.
        """
        text("name of a body", name)
        if name in self.bodies or name == WORLD or name in self._own_bodies():
            raise ValueError(f"name of a body must be new, got {name!r} again")
        if parent != WORLD and not (isinstance(parent, str) and parent in self.bodies):
            one_of(f"parent of {name!r}", parent, (WORLD, *self.bodies))
        mass = nonnegative(f"mass of {name!r}", mass, "kg")
        if joint is None:
            joint = Free() if parent == WORLD else Fixed()
        if isinstance(joint, type) or not hasattr(joint, "chain"):
            raise TypeError(f"joint of {name!r} must be a joint such as Revolute(axis=...), got {shown(joint)}")
        if isinstance(joint, Free) and parent != WORLD:
            raise ValueError(f"parent of {name!r} must be the world for a Free joint, got {parent!r}")
        shapes = items(f"surfaces of {name!r}", surfaces, "a list of surfaces such as [Sphere(0.1)]")
        for i, surface in enumerate(shapes):
            if not isinstance(surface, SHAPES.classes):
                kinds = ", ".join(SHAPES.names)
                raise TypeError(f"surfaces[{i}] of {name!r} must be one of {kinds}, got {shown(surface)}")
        if flexible is not None:
            check_flexible(name, flexible, mass, inertia)
        centre = vector(f"com of {name!r}", com, 3, "m")
        if inertia is None and (off := off_centre(mass, shapes, centre)) is not None:
            raise ValueError(
                f"com of {name!r} must be the centroid {shown(off.centroid)} m of its {off.name} if its inertia is that of "
                f"the {off.name}, got {shown(centre)}: give com=shape.centroid, use shape.centred(), or give the inertia"
            )
        self.bodies[name] = Body(
            name=name,
            mass=mass,
            inertia=as_matrix(f"inertia of {name!r}", solid_inertia(mass, shapes) if inertia is None else inertia),
            com=centre,
            joint=joint,
            parent=parent,
            surfaces=shapes,
            flexible=flexible,
        )
        return name

    def ground(
        self,
        *,
        material: str | None = None,
        normal: Sequence[float] = (0.0, 0.0, 1.0),
        at: Sequence[float] = ORIGIN,
        name: str = "ground",
    ) -> str:
        """Add a fixed half-space; return its name.

        material: of its surface.
        normal: direction out of the ground [-].
        at: a point of the plane [m].
        name: of the body.
        """
        plane = HalfSpace(unit_vector("normal", normal), vector("at", at, 3, "m"), material, "surface")
        return self.body(name, joint=Fixed(), surfaces=[plane])

    def robot(
        self,
        name: str,
        table: Sequence,
        *,
        convention: str = "standard",
        angles: str = "rad",
        parent: str = WORLD,
        at: Sequence[float] = ORIGIN,
        orientation: Sequence[float] = IDENTITY,
        limit_law: Any = None,
    ) -> Chain:
        """Add the bodies of a robot by a table of Denavit and Hartenberg; return their names.

        name: of the robot; its bodies are name.link and name.link.joint.
        table: links such as Link(a=0.4, mass=1.0), from the base on; `read_dh` reads them from a CSV file.
        convention: "standard" (Paul) or "modified" (Craig).
        angles: unit of the angles in the table: "rad" or "deg".
        parent: body that carries the base, or "world".
        at: place of frame 0 in the parent [m].
        orientation: of frame 0 in the parent: quaternion w, x, y, z.
        limit_law: normal contact law of the stops of links that have limits and no law of their own.
        """
        return add_robot(self, name, table, convention=convention, angles=angles, parent=parent, at=at,
                         orientation=orientation, limit_law=limit_law)  # fmt: skip

    def contact(
        self, material_a: str, material_b: str, *, normal: Any, friction: Any = None,
        rolling: Any = None, centre: float = 0.5,
    ) -> None:  # fmt: skip
        """Say how two materials touch each other.

        material_a: name of one material.
        material_b: name of the other, or the same.
        normal: normal contact law such as HuntCrossley(k=..., lam=...).
        friction: friction law such as StickSlip(mu=..., kt=..., bt=...); default: none.
        rolling: RollingResistance(arm=...); default: none.
        centre: where the force acts, from the surface of the first (0) to that of the second (1) [-].
        """
        text("material_a", material_a)
        text("material_b", material_b)
        self._rule(material_a, material_b, normal, friction, rolling, centre, by_body=False)

    def pair(
        self, body_a: str, body_b: str, *, normal: Any, friction: Any = None,
        rolling: Any = None, centre: float = 0.5,
    ) -> None:  # fmt: skip
        """Say how two bodies touch each other; goes before any rule between their materials.

        body_a: name of one body.
        body_b: name of the other.
        normal: normal contact law such as HuntCrossley(k=..., lam=...).
        friction: friction law such as StickSlip(mu=..., kt=..., bt=...); default: none.
        rolling: RollingResistance(arm=...); default: none.
        centre: where the force acts, from the surface of the first (0) to that of the second (1) [-].
        """
        self._two_bodies(body_a, body_b)
        self._rule(body_a, body_b, normal, friction, rolling, centre, by_body=True)

    def no_contact(self, material_a: str, material_b: str) -> None:
        """Say that surfaces of two materials pass through each other, so that nobody is warned of it.

        material_a: name of one material.
        material_b: name of the other, or the same.
        """
        text("material_a", material_a)
        text("material_b", material_b)
        self._once(material_a, material_b, by_body=False)
        self.apart.append(ContactRule(a=material_a, b=material_b, by_body=False))

    def no_pair(self, body_a: str, body_b: str) -> None:
        """Say that two bodies pass through each other; goes before any rule between their materials.

        body_a: name of one body.
        body_b: name of the other.
        """
        self._two_bodies(body_a, body_b)
        self._once(body_a, body_b, by_body=True)
        self.apart.append(ContactRule(a=body_a, b=body_b, by_body=True))

    def _two_bodies(self, body_a, body_b):
        one_of("body_a", body_a, self.bodies)
        one_of("body_b", body_b, self.bodies)
        if body_a == body_b:
            raise ValueError(f"body_b must be another body than body_a, got {body_b!r} twice")

    def _once(self, a, b, by_body):
        if len(self._given) != len(self.rules) + len(self.apart):  # rules were put into the lists by hand
            self._given = {(rule.by_body, frozenset((rule.a, rule.b))) for rule in (*self.rules, *self.apart)}
        if (by_body, frozenset((a, b))) in self._given:
            raise ValueError(f"a contact between {a!r} and {b!r} must be given once, got it again")
        self._given.add((by_body, frozenset((a, b))))

    def _rule(self, a, b, normal, friction, rolling, centre, by_body):
        normal_law("normal", normal)
        friction = Frictionless() if friction is None else friction
        if isinstance(friction, type) or friction not in FRICTION:
            raise TypeError(f"friction must be a friction law such as StickSlip(mu=...), got {shown(friction)}")
        if rolling is not None and not isinstance(rolling, RollingResistance):
            raise TypeError(f"rolling must be RollingResistance(arm=...), got {shown(rolling)}")
        if "growth" in getattr(friction, "needs", ()) and normal.n_state and not getattr(normal, "yields", False):
            law, other = type(friction).__name__, type(normal).__name__
            raise ValueError(f"{law} needs a normal law without internal state, got {other}")
        centre = within("centre", centre, 0.0, 1.0)
        self._once(a, b, by_body)
        self.rules.append(
            ContactRule(a=a, b=b, normal=normal, friction=friction, rolling=rolling, centre=centre, by_body=by_body)
        )

    def add(self, element: Any) -> str:
        """Add an element: a Spring, a Bushing, a Motion, a Cable, a Motor; return its name.

        element: what acts.
        """
        if isinstance(element, type) or element not in ELEMENTS:
            raise TypeError(f"element must be one such as Spring(a=..., b=..., stiffness=...), got {shown(element)}")
        known = (*self.bodies, *self._own_bodies(), WORLD)
        for part in ("a", "b", "body"):
            if getattr(element, part, ""):
                one_of(part, getattr(element, part), known)
        name = element.name or unused(f"{type(element).__name__.lower()} {{}}", self.elements)
        text("name of an element", name)
        if name in self.elements:
            raise ValueError(f"name of an element must be new, got {name!r} again")
        kept = replace(element, name=name)  # as a scene file has it
        for body in bodies_of(kept):
            if body.name in known:
                raise ValueError(f"name of a body must be new, got {body.name!r} again")
        self.elements[name] = kept
        return name

    def _own_bodies(self):
        """Names of the bodies that elements bring."""
        return [body.name for element in self.elements.values() for body in bodies_of(element)]

    def force(
        self,
        body: str,
        force: Sequence[float] = ORIGIN,
        *,
        moment: Sequence[float] = ORIGIN,
        at: Sequence[float] = ORIGIN,
        axes: str = "world",
        start: float | None = None,
        stop: float | None = None,
    ) -> None:
        """A constant force and moment on a body, applied at a point of it, from `start` to `stop`.

        body: name of the body.
        force: on the body [N].
        moment: on the body [Nm].
        at: point of the body [m].
        axes: of force and moment: "world" or "body".
        start: first time [s]; default: always.
        stop: last time [s]; default: for ever.
        """
        row = (*vector("force", force, 3, "N"), *vector("moment", moment, 3, "Nm"))
        self._add_force(body, one_of("axes", axes, ("world", "body")), at, window(start, stop), (row, row), 0)

    def force_table(
        self,
        body: str,
        times: Sequence[float],
        forces: Sequence,
        *,
        moments: Sequence | None = None,
        at: Sequence[float] = ORIGIN,
        axes: str = "world",
    ) -> None:
        """A force over time: linear between the rows of the table, zero outside.

        body: name of the body.
        times: increasing [s].
        forces: one row of three numbers for each time [N].
        moments: the same [Nm]; default: none.
        at: point of the body [m].
        axes: of forces and moments: "world" or "body".
        """
        times = increasing(times)
        pushes = [vector("forces", row, 3, "N") for row in column("forces", forces, times)]
        turns = [(0.0, 0.0, 0.0)] * len(times)
        if moments is not None:
            turns = [vector("moments", row, 3, "Nm") for row in column("moments", moments, times)]
        rows = tuple((*f, *m) for f, m in zip(pushes, turns, strict=True))
        self._add_force(body, one_of("axes", axes, ("world", "body")), at, times, rows, 0)

    def joint_force(
        self,
        body: str,
        value: float,
        *,
        coordinate: int = 0,
        start: float | None = None,
        stop: float | None = None,
    ) -> None:
        """A constant generalised force on a velocity coordinate of the joint of a body.

        body: name of the body.
        value: generalised force [N or Nm].
        coordinate: which velocity coordinate of the joint, from 0.
        start: first time [s]; default: always.
        stop: last time [s]; default: for ever.
        """
        row = (finite("value", value, "N or Nm"), 0.0, 0.0, 0.0, 0.0, 0.0)
        self._add_force(body, "joint", ORIGIN, window(start, stop), (row, row), coordinate)

    def joint_force_table(
        self,
        body: str,
        times: Sequence[float],
        values: Sequence[float],
        *,
        coordinate: int = 0,
    ) -> None:
        """A generalised force over time on a velocity coordinate of the joint of a body.

        body: name of the body.
        times: increasing [s].
        values: one for each time [N or Nm].
        coordinate: which velocity coordinate of the joint, from 0.
        """
        times = increasing(times)
        rows = tuple((finite("values", v, "N or Nm"), 0.0, 0.0, 0.0, 0.0, 0.0) for v in column("values", values, times))
        self._add_force(body, "joint", ORIGIN, times, rows, coordinate)

    def _add_force(self, body, kind, at, times, rows, coordinate):
        own = {one.name: one for element in self.elements.values() for one in bodies_of(element)}
        joint = (self.bodies | own)[one_of("body", body, (*self.bodies, *own))].joint
        coordinate = integer("coordinate", coordinate)
        size = len(joint.names[1]) if joint.chain() else 0
        if kind == "joint" and not 0 <= coordinate < size:
            condition = f"between 0 and {size - 1}" if size else "left out: the joint is fixed"
            raise ValueError(f"coordinate of the joint of {body!r} must be {condition}, got {coordinate}")
        force = AppliedForce(
            body=body, kind=kind, at=vector("at", at, 3, "m"), times=times, values=rows, coordinate=coordinate
        )
        # in the order of a scene file, which has one list for bodies and one for joints
        first = bisect_left(self.forces, True, key=lambda other: other.kind == "joint")
        self.forces.insert(len(self.forces) if kind == "joint" else first, force)
