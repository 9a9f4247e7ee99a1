"""What acts from outside: generalised forces, forces at points of bodies, commands of motors, outputs of controllers.

    "torque on arm.angle"     generalised force on a coordinate [Nm]; "force on cart.displacement" [N]
    "torque on arm"           the same, of a joint with one coordinate; "torque on ball.wx" of an attitude (body axes)
    PointForce(...)           a force or moment on a body, in world axes
    "shoulder motor"          the command of a motor [V or A]
    "controller"              what a sampled controller holds; "controller[1]" its second output

Controllers are held: between two samples their outputs are constant, and a linear model in continuous time has no others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .._check import one_of, shown, text, unit_vector, vector
from ..elements.motor_columns import OUTPUT as MOTOR_OUTPUT
from ..elements.registry import ELEMENTS
from ..elements.torque import OUTPUT as TORQUE_OUTPUT
from ..model.coordinates import Coordinates
from ..scene.parts import AppliedForce, window
from ..tables import EL_A, EL_B, EL_ROW, VI

FORCES = {"rad/s": ("torque", "Nm"), "m/s": ("force", "N")}  # what does work on a velocity


@dataclass(frozen=True)
class PointForce:
    """A force [N], or with `moment` a moment [Nm], on a body in a fixed direction of the world."""

    body: str
    direction: Sequence[float]
    at: Sequence[float] = (0.0, 0.0, 0.0)  # [m] point of the body
    moment: bool = False
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "direction", unit_vector("direction", self.direction))
        object.__setattr__(self, "at", vector("at", self.at, 3, "m"))
        if self.name:
            text("name of an input", self.name)

    @property
    def label(self) -> str:
        """Its name, or what it is."""
        if self.name:
            return self.name
        what = "moment" if self.moment else "force"
        place = "" if self.at == (0.0, 0.0, 0.0) else f" at {_numbers(self.at)}"
        return f"{what} on {self.body}{place} along {_numbers(self.direction)}"

    def applied(self, value):
        """As a force of a scene."""
        along = tuple(value * part for part in self.direction)
        none = (0.0, 0.0, 0.0)
        row = (*none, *along) if self.moment else (*along, *none)
        return AppliedForce(
            body=self.body, kind="world", at=self.at, times=window(None, None), values=(row, row), coordinate=0
        )


def _numbers(values):
    axes = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}
    return axes.get(tuple(values)) or f"({', '.join(f'{value:g}' for value in values)})"


class JointForce(NamedTuple):
    """A generalised force on a velocity coordinate of the joint of a body."""

    label: str
    body: str
    coordinate: int

    def applied(self, value):
        """As a force of a scene."""
        row = (value, 0.0, 0.0, 0.0, 0.0, 0.0)
        none = (0.0, 0.0, 0.0)
        return AppliedForce(
            body=self.body,
            kind="joint",
            at=none,
            times=window(None, None),
            values=(row, row),
            coordinate=self.coordinate,
        )


class Command(NamedTuple):
    """A command: of a motor that nobody commands, or an output that a controller holds."""

    label: str
    element: str
    output: int  # of a controller; -1: the command of a motor itself


class Input(NamedTuple):
    """An input, and its unit."""

    what: PointForce | JointForce | Command
    unit: str

    @property
    def label(self):
        """Its name."""
        return self.what.label


class Catalogue:
    """The inputs that a model can have, by name."""

    def __init__(self, model):
        self.model = model
        self.forces = dict(_joint_forces(model))
        self.commands = dict(_commands(model))
        self._short = _short_names(self.forces)

    @property
    def names(self):
        """All that can be said as a text."""
        return (*self.forces, *self.commands)

    def find(self, wanted):
        """The input that a name, a (controller, output) or a PointForce stands for, or a sentence."""
        if isinstance(wanted, PointForce):
            one_of("body of a PointForce", wanted.body, tuple(self.model.scene.bodies))
            return Input(wanted, "Nm" if wanted.moment else "N")
        if isinstance(wanted, tuple) and len(wanted) == 2:
            wanted = f"{wanted[0]}[{wanted[1]}]"
        if not isinstance(wanted, str):
            raise TypeError(f"an input must be a name or a PointForce, got {shown(wanted)}")
        known = self.forces | self._short | self.commands
        return known[one_of("input", wanted, known)]


def _joint_forces(model):
    """Generalised forces of the joints of all bodies."""
    layout, coordinates = model.layout, Coordinates(model, limits=False)
    single = {v: layout.names[q] for v, q in enumerate(coordinates.q) if q >= 0}
    for v in range(layout.n_v):
        if coordinates.modal[v]:
            continue
        rate, unit = layout.names[layout.n_q + v], layout.units[layout.n_q + v]
        body = rate.rpartition(".")[0]
        first = min(k for k in range(layout.n_v) if layout.names[layout.n_q + k].rpartition(".")[0] == body)
        word, force_unit = FORCES[unit]
        label = f"{word} on {single.get(v, rate)}"
        yield label, Input(JointForce(label, body, v - first), force_unit)


def _short_names(forces):
    """'torque on arm' of joints with one coordinate."""
    bodies = [one.what.body for one in forces.values()]
    return {
        f"{label.split(' on ')[0]} on {one.what.body}": one
        for label, one in forces.items()
        if bodies.count(one.what.body) == 1
    }


def _commands(model):
    """Motors with a command of their own, and outputs of controllers with the unit of what they command."""
    t, units = model.tables, {}
    for e, one in enumerate(model.elements):
        row = t.par[t.el_i[e, EL_ROW]] if len(t.par) else ()
        if one.kind == "motor":
            unit = "A" if model.scene.elements[one.name].source == "current" else "V"
            if t.el_i[e, EL_B] < 0:
                yield one.name, Input(Command(one.name, one.name, -1), unit)
            else:
                units[int(t.el_i[e, EL_B]), int(row[MOTOR_OUTPUT])] = unit
        elif one.kind == "torque":
            rate = model.layout.units[model.layout.n_q + t.tree.i[t.el_i[e, EL_A], VI]]
            units[int(t.el_i[e, EL_B]), int(row[TORQUE_OUTPUT])] = FORCES[rate][1]
    for (e, output), unit in units.items():
        name = model.elements[e].name
        found = Input(Command(f"{name}[{output}]" if output else name, name, output), unit)
        yield found.label, found
        if not output:
            yield f"{name}[0]", found


def is_sampled(kind):
    """Whether a kind of elements is a sampled controller."""
    return hasattr(ELEMENTS.modules[ELEMENTS.number_of_file(kind)], "sample")
