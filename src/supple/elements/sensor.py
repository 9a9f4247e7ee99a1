"""Sensors: numbers that controllers read at their samples.

    PositionSensor     q of a joint coordinate, or of a shaft
    SpeedSensor        q'
    Encoder            D floor(q/D + 1/2)            resolution D; its speed is the difference of two readings
    DeflectionSensor   K (x_a - x_b)                 torque of a series elastic drive, by its deflection
    ForceSensor        force of another element, or normal force of a contact, as `run.element` and `run.contact` show it

Symbols   q coordinate [rad or m], D [rad or m] > 0, K [Nm/rad or N/m], x_a, x_b coordinates
Exact     but for the encoder; noise is not modelled.
Limits    the force that holds a prescribed motion follows from accelerations, which nobody knows at a sample.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from .._check import one_of
from .._jit import inlined
from ..quantities import NAME, POSITIVE, WHOLE, Quantity, check_quantities, described
from ..tables import EL_A, EL_B, EL_KIND, EL_ROW, QI, S_NQ, VI
from .observed import see_motion
from .registry import ELEMENTS
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 1, 0
POSITION, SPEED, ENCODER, DEFLECTION, FORCE = range(5)
WHAT, SCALE = 0, 1  # columns of the parameters: which sensor; resolution or stiffness
SENSOR = ELEMENTS.number_of_file("sensor")
Measured = Annotated[str, Quantity("whose joint, or shaft, it measures", "", NAME)]
Coordinate = Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)]


def _place(table, name, what, nodes, scale=1.0):
    """Add the row of a sensor."""
    a, b = (*nodes, -1, -1)[:2]
    table.add("sensor", name, a=a, b=b, row=table.parameters.add((what, scale)))


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSensor:
    """Reads a joint coordinate."""

    body: Measured
    coordinate: Coordinate = 0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        _place(table, name, POSITION, (table.joint(self.body, self.coordinate),))


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedSensor:
    """Reads the velocity of a joint coordinate."""

    body: Measured
    coordinate: Coordinate = 0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        _place(table, name, SPEED, (table.joint(self.body, self.coordinate),))


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Encoder:
    """Reads a joint coordinate in steps."""

    body: Measured
    coordinate: Coordinate = 0
    resolution: Annotated[float, Quantity("of a step", "rad or m", POSITIVE)]
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        _place(table, name, ENCODER, (table.joint(self.body, self.coordinate),), self.resolution)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class DeflectionSensor:
    """Reads the torque of a spring between a shaft and a joint by the difference of their coordinates."""

    a: Annotated[str, Quantity("body whose coordinate is added: the shaft", "", NAME)]
    b: Annotated[str, Quantity("body whose coordinate is subtracted: the joint", "", NAME)]
    stiffness: Annotated[float, Quantity("by which the difference is multiplied", "Nm/rad or N/m", POSITIVE)] = 1.0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        _place(table, name, DEFLECTION, (table.joint(self.a, 0), table.joint(self.b, 0)), self.stiffness)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class ForceSensor:
    """Reads the force of an element, or the normal force of a contact or a stop."""

    element: Annotated[str, Quantity('name of a spring, a bushing, ..., or of a contact: "ball/ground"', "", NAME)]
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        _place(table, name, FORCE, ())

    def connect(self, table, e):
        """Find the element that it measures; contacts have their numbers later."""
        kinds = {one.name: one.kind for one in table.elements}
        shown = [name for name, kind in kinds.items() if _has_force(kind)]
        if self.element in kinds:
            table.set(e, EL_B, table.numbers[one_of("element", self.element, shown)])
        else:
            table.of_contacts[e] = self.element


def _has_force(kind):
    """Whether a kind of elements has a force that is known at a sample."""
    module = ELEMENTS.modules[ELEMENTS.number_of_file(kind)]
    return kind != "sensor" and hasattr(module, "observe") and not hasattr(module, "react")


@inlined
def is_force(P, e):
    """Whether an element is a sensor of another one."""
    return P.el_i[e, EL_KIND] == SENSOR and P.par[P.el_i[e, EL_ROW], WHAT] == FORCE


@inlined
def _value(P, e, y):
    """What it reads in the state y; a sensor of an element what it read last."""
    row, a = P.el_i[e, EL_ROW], P.el_i[e, EL_A]
    what, scale = P.par[row, WHAT], P.par[row, SCALE]
    if what == FORCE:
        return P.hold[e, 0]
    if what == SPEED:
        return y[P.size[S_NQ] + P.tree.i[a, VI]]
    q = y[P.tree.i[a, QI]]
    if what == ENCODER:
        return scale * math.floor(q / scale + 0.5)
    if what == DEFLECTION:
        return scale * (q - y[P.tree.i[P.el_i[e, EL_B], QI]])
    return q


@inlined
def read(P, e, t, y):
    """Keep what it reads."""
    P.hold[e, 0] = _value(P, e, y)


@inlined
def observe(P, e, y, out):
    """What it would read."""
    see_motion(P, e, _value(P, e, y), 0.0, 0.0, out)
