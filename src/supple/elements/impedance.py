"""Impedance controller of an elastic joint, sampled: the joint is to answer like a spring and a damper.

    tau_r = K_c (q_d - q) - D_c q' + g,      u = tau_r + K_t (tau_r - tau_s) - K_w theta'

Symbols   q joint coordinate, theta shaft behind the spring, tau_s torque of the spring by a sensor [Nm or N]
          K_c [Nm/rad], D_c [Nms/rad] of the joint; K_t gain of the torque [-], K_w damping of the shaft [Nms/rad]
          g load of gravity on the joint, if it is asked for
Source    Albu-Schaeffer, Ott & Hirzinger, Int. J. Robotics Research 26 (2007) 23: torque feedback scales the rotor inertia.
Limits    held outputs (clock, delay and limits: sampled.py).
"""

from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import kernel
from ..integrate.problem import NOTED
from ..quantities import NAME, NONNEGATIVE, SWITCH, Quantity, check_quantities, described, optional
from ..tables import EL_ROW, S_NV, VI
from .gravity_load import gravity_load, moving, still
from .sampled import (
    OWN,
    SIGNAL,
    Coordinate,
    Delay,
    First,
    Limits,
    Period,
    SensorName,
    Start,
    add_sampled,
    apply,
    begin,  # noqa: F401  (part of the kind, as next_stop, observe and resynchronise)
    clipped,
    computed,
    connect_sampled,
    due,
    new_output,
    next_stop,  # noqa: F401
    node_of,
    observe,  # noqa: F401
    own,
    place_signal,
    position,
    resynchronise,  # noqa: F401
    sensor_number,
    signal,
    speed,
)
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
NODE, SHAFT, SENSOR, KC, DC, KT, KW, GRAVITY, REFERENCE = range(OWN, OWN + 9)  # columns of the parameters


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Impedance:
    """The joint of a body answers like a spring and a damper; the output drives the shaft behind its spring."""

    body: Annotated[str, Quantity("whose joint it is", "", NAME)]
    coordinate: Coordinate = 0
    shaft: Annotated[
        str, Quantity("body of the shaft that it drives", "", optional(NAME, ""), note="default: none")
    ] = ""
    torque_sensor: SensorName = ""
    reference: Annotated[Any, Quantity("position q_d at which the spring is free", "rad or m", SIGNAL)] = 0.0
    stiffness: Annotated[float, Quantity("K_c of the joint", "Nm/rad or N/m", NONNEGATIVE)] = 0.0
    damping: Annotated[float, Quantity("D_c of the joint", "Nms/rad or Ns/m", NONNEGATIVE)] = 0.0
    torque_gain: Annotated[float, Quantity("K_t, with a sensor", "-", NONNEGATIVE)] = 0.0
    shaft_damping: Annotated[float, Quantity("K_w, with a shaft", "Nms/rad or Ns/m", NONNEGATIVE)] = 0.0
    gravity: Annotated[bool, Quantity("whether the load of gravity is added", "", SWITCH)] = False
    period: Period
    delay: Delay = 0.0
    first: First = 0.0
    start: Start = 0.0
    limits: Limits = None
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        for gain, what, unit in (("torque_gain", "torque_sensor", "-"), ("shaft_damping", "shaft", "Nms/rad")):
            if getattr(self, gain) > 0.0 and not getattr(self, what):
                raise ValueError(f"{what} must be given with a {gain} of {getattr(self, gain)!r} {unit}, got none")

    def place(self, table, name):
        """Add its row to the table of elements."""
        add_sampled(table, "impedance", name, self, 1, table.n_v if self.gravity else 0)

    def connect(self, table, e):
        """Its parameters."""
        nodes = table.joint(self.body, self.coordinate), node_of(table, self.shaft, 0)
        gains = self.stiffness, self.damping, self.torque_gain, self.shaft_damping
        sensor = sensor_number(table, "torque_sensor", self.torque_sensor)
        own = *nodes, sensor, *gains, self.gravity, place_signal(table, self.reference)
        connect_sampled(table, e, self, 1, table.n_v if self.gravity else 0, own)


@kernel
def _load(P, e, node, y):
    """Load of gravity on a coordinate."""
    z = own(P, e)
    g = P.hold[e, z : z + P.size[S_NV]]
    still(P, y)
    gravity_load(P, y, g)
    moving(P, y)
    return g[P.tree.i[node, VI]]


@kernel
def sample(P, e, t, y):
    """Compute and apply what is due; return flags."""
    flags = 0
    if due(P, e, t):
        p = P.par[P.el_i[e, EL_ROW]]
        node, shaft, sensor = int(p[NODE]), int(p[SHAFT]), int(p[SENSOR])
        wanted = p[KC] * (signal(P, int(p[REFERENCE]), t)[0] - position(P, node, -1, y)) - p[DC] * speed(P, node, y)
        if p[GRAVITY] != 0.0:
            wanted += _load(P, e, node, y)
        u = wanted
        if sensor >= 0:
            u += p[KT] * (wanted - P.hold[sensor, 0])
        if shaft >= 0:
            u -= p[KW] * speed(P, shaft, y)
        s = clipped(P, e, u)
        P.hold[e, new_output(P, e)] = s
        computed(P, e, s != u)
        flags = NOTED
    return flags | apply(P, e, t)
