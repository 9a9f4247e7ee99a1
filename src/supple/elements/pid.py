"""PID controller, sampled.

    e = r - y,   u = Kp (beta r - y) + I + D + ff,   s = clip(u),   then  I += T Ki e_i + T K_b (s - u)
    D = A D + Kd (1 - A)/T (e - e_before),   A = exp(-T/T_f), 0 without filter;  e_before = e at the first sample

Symbols   r reference, y measured, e_i = r - (what the integral reads), ff feed-forward [Nm or N]
          Kp [Nm/rad], Ki [Nm/(rad s)], Kd [Nm s/rad], K_b anti-windup [1/s], beta weight of the reference [-]
          T period, T_f time constant of the derivative filter [s]: Kd s/(1 + T_f s), exact for a piecewise linear input
Source    Astrom & Murray, Feedback Systems (2008), sections 10.3 to 10.5.
Limits    held outputs (clock, delay and limits: sampled.py).
"""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import kernel
from ..integrate.problem import NOTED
from ..quantities import NONNEGATIVE, SWITCH, Quantity, check_quantities, described
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
    begin,  # noqa: F401  (part of the kind, as due, next_stop and resynchronise)
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
)
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
# columns of the parameters
NODE, SENSOR, INTEGRAL, KP, KI, KD, KB, BETA, FILTER, ON_OUTPUT, REFERENCE, FORWARD = range(OWN, OWN + 12)
SUM, RATE, ERROR, SEEN, STATES = 0, 1, 2, 3, 4  # internal state: I, D, e before, whether there was one


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class PID:
    """A PID controller on a joint, a shaft or what a sensor reads."""

    body: Body = ""
    coordinate: Coordinate = 0
    sensor: SensorName = ""
    integral_sensor: Annotated[
        str, Quantity("what the integral reads", "", SensorName.__metadata__[0].range, note="default: the same")
    ] = ""
    reference: Annotated[Any, Quantity("what the measured value should be", "rad or m", SIGNAL)] = 0.0
    feed_forward: Annotated[Any, Quantity("added to the output", "Nm or N", SIGNAL)] = 0.0
    proportional: Annotated[float, Quantity("gain Kp", "Nm/rad or N/m", NONNEGATIVE)] = 0.0
    integral: Annotated[float, Quantity("gain Ki", "Nm/(rad s) or N/(m s)", NONNEGATIVE)] = 0.0
    derivative: Annotated[float, Quantity("gain Kd", "Nms/rad or Ns/m", NONNEGATIVE)] = 0.0
    anti_windup: Annotated[float, Quantity("gain K_b of what the limits cut off", "1/s", NONNEGATIVE)] = 0.0
    weight: Annotated[float, Quantity("beta of the reference in the proportional part", "-", NONNEGATIVE)] = 1.0
    filter: Annotated[float, Quantity("time constant of the derivative", "s", NONNEGATIVE)] = 0.0
    derivative_on_output: Annotated[bool, Quantity("whether the derivative is that of -y", "", SWITCH)] = False
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
        add_sampled(table, "pid", name, self, 1, STATES)

    def connect(self, table, e):
        """Its parameters."""
        decay = math.exp(-self.period / self.filter) if self.filter > 0.0 else 0.0
        sensor = sensor_number(table, "sensor", self.sensor)
        integral = sensor_number(table, "integral_sensor", self.integral_sensor or self.sensor)
        gains = self.proportional, self.integral, self.derivative, self.anti_windup, self.weight
        signals = place_signal(table, self.reference), place_signal(table, self.feed_forward)
        node = node_of(table, self.body, self.coordinate)
        own = node, sensor, integral, *gains, decay, self.derivative_on_output, *signals
        connect_sampled(table, e, self, 1, STATES, own)


@kernel
def sample(P, e, t, y):
    """Compute and apply what is due; return flags."""
    flags = 0
    if due(P, e, t):
        p, z = P.par[P.el_i[e, EL_ROW]], own(P, e)
        measured = position(P, int(p[NODE]), int(p[SENSOR]), y)
        r = signal(P, int(p[REFERENCE]), t)[0]
        error = r - measured
        slope_of = -measured if p[ON_OUTPUT] != 0.0 else error
        if P.hold[e, z + SEEN] == 0.0:
            P.hold[e, z + SEEN] = 1.0
            P.hold[e, z + ERROR] = slope_of
        decay = p[FILTER]
        change = p[KD] * (1.0 - decay) / p[PERIOD] * (slope_of - P.hold[e, z + ERROR])
        P.hold[e, z + RATE] = decay * P.hold[e, z + RATE] + change
        P.hold[e, z + ERROR] = slope_of
        u = p[KP] * (p[BETA] * r - measured) + P.hold[e, z + SUM] + P.hold[e, z + RATE]
        u += signal(P, int(p[FORWARD]), t)[0]
        s = clipped(P, e, u)
        slow = r - position(P, int(p[NODE]), int(p[INTEGRAL]), y)
        P.hold[e, z + SUM] += p[PERIOD] * p[KI] * slow + p[PERIOD] * p[KB] * (s - u)
        P.hold[e, new_output(P, e)] = s
        computed(P, e, s != u)
        flags = NOTED
    return flags | apply(P, e, t)
