"""PD controller along a given motion, with a feed-forward, sampled.

    u = ff(t_k) + Kp (q_d(t_k) - q) + Kd (q_d'(t_k) - q')

Symbols   q_d, q_d' reference, from one generator, or q_d' from one of its own; ff feed-forward [Nm or N]
          Kp [Nm/rad], Kd [Nms/rad]
Speed     q' of the coordinate, or what a sensor of speed reads, or the difference of two readings of an encoder per period
          (0 at the first sample).
Use       the motor side of an elastic robot: the feed-forward is computed beforehand by inverse dynamics and given at the
          samples (supple.motions.Table).
Limits    held outputs (clock, delay and limits: sampled.py).
"""

from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import kernel
from ..integrate.problem import NOTED
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described, optional
from ..tables import EL_ROW
from .sampled import (
    OWN,
    PERIOD,
    SIGNAL,
    Body,
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
    measured_place,
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
NODE, SENSOR, SPEED_SENSOR, KP, KD, REFERENCE, VELOCITY, FORWARD = range(OWN, OWN + 8)  # columns of the parameters
BEFORE, SEEN, STATES = 0, 1, 2  # internal state: last reading, whether there was one


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Tracking:
    """A PD controller that follows a motion, with a feed-forward."""

    body: Body = ""
    coordinate: Coordinate = 0
    sensor: SensorName = ""
    speed_sensor: SensorName = ""
    reference: Annotated[Any, Quantity("position that it follows", "rad or m", SIGNAL)] = 0.0
    velocity: Annotated[
        Any, Quantity("that it follows", "rad/s or m/s", optional(SIGNAL), note="default: that of the reference")
    ] = None
    feed_forward: Annotated[Any, Quantity("added to the output", "Nm or N", SIGNAL)] = 0.0
    proportional: Annotated[float, Quantity("gain Kp", "Nm/rad or N/m", NONNEGATIVE)] = 0.0
    derivative: Annotated[float, Quantity("gain Kd", "Nms/rad or Ns/m", NONNEGATIVE)] = 0.0
    period: Period
    delay: Delay = 0.0
    first: First = 0.0
    start: Start = 0.0
    limits: Limits = None
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        measured_place(self.body, self.sensor)

    def place(self, table, name):
        """Add its row to the table of elements."""
        add_sampled(table, "tracking", name, self, 1, STATES)

    def connect(self, table, e):
        """Its parameters."""
        sensors = [sensor_number(table, what, getattr(self, what)) for what in ("sensor", "speed_sensor")]
        reference, forward = place_signal(table, self.reference), place_signal(table, self.feed_forward)
        velocity = -1 if self.velocity is None else place_signal(table, self.velocity)
        node = node_of(table, self.body, self.coordinate)
        own = node, *sensors, self.proportional, self.derivative, reference, velocity, forward
        connect_sampled(table, e, self, 1, STATES, own)


@kernel
def _speed(P, e, p, q, y):
    """Measured speed; the reading is kept for the next one."""
    z = own(P, e)
    before = P.hold[e, z + BEFORE] if P.hold[e, z + SEEN] != 0.0 else q
    P.hold[e, z + BEFORE], P.hold[e, z + SEEN] = q, 1.0
    if p[SPEED_SENSOR] >= 0.0:
        return P.hold[int(p[SPEED_SENSOR]), 0]
    return (q - before) / p[PERIOD] if p[SENSOR] >= 0.0 else speed(P, int(p[NODE]), y)


@kernel
def sample(P, e, t, y):
    """Compute and apply what is due; return flags."""
    flags = 0
    if due(P, e, t):
        p = P.par[P.el_i[e, EL_ROW]]
        q = position(P, int(p[NODE]), int(p[SENSOR]), y)
        v = _speed(P, e, p, q, y)
        q_d, v_d, _ = signal(P, int(p[REFERENCE]), t)
        if p[VELOCITY] >= 0.0:
            v_d = signal(P, int(p[VELOCITY]), t)[0]
        u = signal(P, int(p[FORWARD]), t)[0] + p[KP] * (q_d - q) + p[KD] * (v_d - v)
        s = clipped(P, e, u)
        P.hold[e, new_output(P, e)] = s
        computed(P, e, s != u)
        flags = NOTED
    return flags | apply(P, e, t)
