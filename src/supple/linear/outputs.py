"""What is looked at: components of the state, accelerations, points of bodies, forces and indentations of contacts.

"arm.angle", "cart.speed"          a component of the state, as `run[...]` takes it
"acceleration of arm.angle"        of a coordinate, by its name or that of its velocity
"tool.position.z"                  of the origin of a body in the world [m]; .velocity [m/s]
PointMotion("tool", at=(...))      of another point of it: three outputs
"ball on ground.force"             normal force of a contact or stop [N, Nm], of a spring its force; .indentation
"ball on ground.friction.x"        friction [N] on the body named first, world axes
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from .._check import items, one_of, shown, text, vector
from ..elements.observed import O_DELTA, O_FORCE, O_FRICTION
from ..model.algorithms import Point
from ..trajectory.units import contact_units
from .differences import slope_by, slopes_of

AXES = "xyz"
FORCES = ("spring", "joint_spring", "torque")  # kinds that tell of one force; of a rotation it is a moment
ACCELERATION = "acceleration of "
STEP = 1e-3  # of an input, in its unit: what it does is linear, but for laws that depend on forces
SECOND = {"m/s": "m/s^2", "rad/s": "rad/s^2"}


@dataclass(frozen=True)
class PointMotion:
    """Position [m] or velocity [m/s] of a point of a body, world axes: three outputs."""

    body: str
    at: Sequence[float] = (0.0, 0.0, 0.0)  # [m] point of the body
    of: str = "position"
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", vector("at", self.at, 3, "m"))
        one_of("of", self.of, ("position", "velocity"))
        if self.name:
            text("name of an output", self.name)

    @property
    def label(self) -> str:
        """Its name, or what it is."""
        place = "" if self.at == (0.0, 0.0, 0.0) else f" at ({', '.join(f'{value:g}' for value in self.at)})"
        return self.name or f"{self.body}{place}.{self.of}"


class Output(NamedTuple):
    """One number that is looked at."""

    label: str
    unit: str
    kind: str  # "state", "rate", "point", "element"
    what: object  # place in y; in y'; (PointMotion, axis); (number of the element, column)


def find_outputs(point, wanted):
    """The outputs that names and PointMotions stand for, or a sentence."""
    if isinstance(wanted, str):
        raise TypeError(f"outputs must be a list of names, got {shown(wanted)}")
    known = _Known(point)
    return [output for one in items("outputs", wanted, "a list of names") for output in known.find(one)]


class _Known:
    """The outputs of a model, by name."""

    def __init__(self, point):
        model, layout = point.model, point.model.layout
        self.bodies = tuple(model.frames)
        self.names = {
            name: Output(name, layout.units[i], "state", i) for i, name in enumerate(layout.names[: layout.ledger])
        }
        coordinates = point.coordinates
        for v in range(layout.n_v):
            i = layout.n_q + v
            labels = [layout.names[i], *([layout.names[coordinates.q[v]]] if coordinates.q[v] >= 0 else [])]
            for label in labels:
                full = f"{ACCELERATION}{label}"
                self.names[full] = Output(full, SECOND.get(layout.units[i], f"{layout.units[i]}/s"), "rate", i)
        self._elements(point)
        for body in self.bodies:
            for of, unit in (("position", "m"), ("velocity", "m/s")):
                for k, axis in enumerate(AXES):
                    label = f"{body}.{of}.{axis}"
                    self.names.setdefault(label, Output(label, unit, "point", (PointMotion(body, of=of), k)))

    def _elements(self, point):
        model, units = point.model, contact_units(point.model)
        numbers = {**model.known, **{point.name_of(e): int(e) for e in point.touching}}
        for name, e in numbers.items():
            self._add(f"{name}.force", units[name].force, e, O_FORCE)
            self._add(f"{name}.indentation", units[name].indentation, e, O_DELTA)
            if e >= len(model.elements):
                for k, axis in enumerate(AXES):
                    self._add(f"{name}.friction.{axis}", "N", e, O_FRICTION + k)
        for e, one in enumerate(model.elements):
            if one.kind in FORCES:
                self._add(f"{one.name}.force", "N or Nm" if one.kind != "spring" else "N", e, O_FORCE)

    def _add(self, label, unit, e, column):
        self.names.setdefault(label, Output(label, unit, "element", (e, column)))

    def find(self, wanted):
        """One output of a name, three of a PointMotion."""
        if isinstance(wanted, PointMotion):
            one_of("body of a PointMotion", wanted.body, self.bodies)
            unit = "m" if wanted.of == "position" else "m/s"
            return [Output(f"{wanted.label}.{axis}", unit, "point", (wanted, k)) for k, axis in enumerate(AXES)]
        if not isinstance(wanted, str):
            raise TypeError(f"an output must be a name or a PointMotion, got {shown(wanted)}")
        return [self.names[one_of("output", wanted, self.names)]]


def output_rows(point, driven, outputs, basis, slopes, B):
    """C and D: by state, by inputs. `slopes` is dy'/dx and B dy'/du."""
    components, T, _ = basis
    C, D = np.zeros((len(outputs), len(components))), np.zeros((len(outputs), B.shape[1]))
    for i, one in enumerate(outputs):
        if one.kind == "state":
            C[i] = T[one.what]
        elif one.kind == "rate":
            C[i], D[i] = slopes[one.what], B[one.what]
    _points(point, outputs, components, T, C)
    _elements(point, driven, outputs, components, T, C, D)
    return C, D


def values(point, outputs):
    """The outputs at the point itself."""
    found, rate = np.zeros(len(outputs)), point.rate()
    for i, one in enumerate(outputs):
        if one.kind == "state":
            found[i] = point.y[one.what]
        elif one.kind == "rate":
            found[i] = rate[one.what]
        elif one.kind == "point":
            motion, axis = one.what
            found[i] = _motion(Point(point.model, motion.body, motion.at), motion, point.y)[axis]
        else:
            e, column = one.what
            found[i] = point.observe(point.y[None, :], [e])[0, 0, column]
    return found


def _motion(place, motion, y):
    """Position or velocity of a point at a state."""
    pose, J = place.at(y)
    layout = place.model.layout
    return pose.position if motion.of == "position" else J[3:] @ y[layout.n_q : layout.n_q + layout.n_v]


def _along(place, motion, axis, states):
    """One axis of that at many states, (states, 1)."""
    return np.array([_motion(place, motion, y)[axis : axis + 1] for y in states])


def _points(point, outputs, components, T, C):
    """Positions and velocities: by the Jacobian of the point, exactly; velocities by displacements by differences."""
    for i, one in enumerate(outputs):
        if one.kind != "point":
            continue
        motion, axis = one.what
        place = Point(point.model, motion.body, motion.at)
        J = place.at(point.y)[1][3 + axis]
        by = "dq" if motion.of == "position" else "v"
        layout = point.model.layout
        if motion.of == "velocity" and np.any(point.y[layout.n_q : layout.n_q + layout.n_v]):
            C[i] = slopes_of(partial(_along, place, motion, axis), point, components, T)[0]
        for k, component in enumerate(components):
            if component.kind == by:
                C[i, k] = J[component.place]


def _elements(point, driven, outputs, components, T, C, D):
    """Forces and indentations, by differences."""
    chosen = [i for i, one in enumerate(outputs) if one.kind == "element"]
    if not chosen:
        return
    which, columns = zip(*(outputs[i].what for i in chosen), strict=True)
    places = np.arange(len(chosen)), np.array(columns)

    def seen(states, P=None):
        return point.observe(states, which, P)[:, places[0], places[1]]

    C[chosen] = slopes_of(seen, point, components, T)
    for j in range(len(driven.inputs)):
        D[chosen, j] = slope_by(lambda by: seen(point.y[None, :], driven.shifted(point.P, j, by))[0], STEP)  # noqa: B023
