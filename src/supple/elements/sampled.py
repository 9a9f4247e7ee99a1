"""What sampled controllers have in common: their clock, their saturation, the queue of a delay.

    t_k = t_0 + k T          sample k is computed at t_k from what is measured there, and applied at t_k + T_d
    s = clip(u, low, high)

The outputs are held in the first columns of the row of the controller in P.hold, where others read them. Behind them are
its clock (next sample k, samples that wait to be applied, saturated samples), its own internal state, and the queue of
what waits. All of it is in the log, so that a run can be replayed, or go on, without the controller being asked again.

Symbols   T period [s] > 0, T_d delay [s] >= 0, t_0 time of the first sample [s]; all times are products, never sums
One stop  all sensors are read, then each controller, in the order of definition, computes and applies what is due.
          What is due within 1e-12 s is due now.
"""

import math
from typing import Annotated

from .._check import finite, is_number, shown
from .._jit import inlined, kernel
from ..integrate.problem import INPUT, NOTED
from ..motions.generator import GENERATOR
from ..motions.pieces import harmonics
from ..quantities import LOW_HIGH, NAME, NONNEGATIVE, POSITIVE, WHOLE, Quantity, Range, optional
from ..tables import EL_ROW, QI, S_NQ, VI
from .observed import see_motion
from .pieces_over_time import at, choose
from .pieces_over_time import place as place_pieces

TOGETHER = 1e-12  # [s] stops closer than this are one
PERIOD, DELAY, FIRST, OUTPUTS, STATES, LOW, HIGH, START, OWN = range(9)  # columns of the parameters; OWN: of its kind
NEXT, WAITING, SATURATED, HEAD = 0, 1, 2, 3  # held values behind the outputs; HEAD: its own ones, then the queue
ALWAYS = 1e300  # no limit


# --- what users write --------------------------------------------------------------------------------------------------
def _check_signal(name, value, unit):
    if is_number(value):
        return finite(name, value, unit)
    if isinstance(value, str):
        raise TypeError(f"{name} must be a number [{unit}] or a generator of motions, got {shown(value)}")
    return GENERATOR.check(name, value, unit)


SIGNAL = Range("a number or a generator of motions", _check_signal)

Body = Annotated[str, Quantity("whose joint, or shaft, it measures", "", optional(NAME, ""), note="default: a sensor")]
Coordinate = Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)]
SensorName = Annotated[str, Quantity("name of the sensor that it reads", "", optional(NAME, ""), note="default: none")]
Period = Annotated[float, Quantity("between samples", "s", POSITIVE)]
Delay = Annotated[float, Quantity("from a sample to its effect", "s", NONNEGATIVE)]
First = Annotated[float, Quantity("time of the first sample", "s")]
Start = Annotated[float, Quantity("output before the first one", "unit of the output")]
Limits = Annotated[
    tuple | None,
    Quantity("of each output: low and high", "unit of the output", optional(LOW_HIGH), note="default: none"),
]


def measured_place(body, sensor):
    """A controller measures a coordinate or reads a sensor: one of them must be given."""
    if bool(body) == bool(sensor):
        raise ValueError(f"either body or sensor must be given, got {body!r} and {sensor!r}")


def add_sampled(table, kind, name, controller, outputs, states):
    """Add the row of a controller with so many outputs and internal states; its parameters come with `connect_sampled`."""
    longest = math.floor(controller.delay / controller.period + 1e-9) + 2  # samples that wait at most
    e = table.add(kind, name, hold=outputs + HEAD + states + longest * outputs)
    table.outputs[e] = outputs


def connect_sampled(table, e, controller, outputs, states, own):
    """Its parameters, when all elements have their numbers."""
    low, high = controller.limits or (-ALWAYS, ALWAYS)
    common = controller.period, controller.delay, controller.first, outputs, states, low, high, controller.start
    table.set(e, EL_ROW, table.parameters.add((*common, *own)))


def sensor_number(table, what, name):
    """The number of a sensor, -1: none."""
    return table.referred(what, name, ("sensor",)) if name else -1


def node_of(table, body, coordinate):
    """The node of a coordinate, -1: none."""
    return table.joint(body, coordinate) if body else -1


def place_signal(table, signal):
    """The row of parameters of a number or a generator."""
    return place_pieces(table, harmonics([], signal) if is_number(signal) else signal.pieces())


# --- the clock ---------------------------------------------------------------------------------------------------------
@inlined
def head(P, e):
    """Where its clock is in its held values: behind the outputs."""
    return int(P.par[P.el_i[e, EL_ROW], OUTPUTS])


@inlined
def own(P, e):
    """Where its internal state is in its held values."""
    return head(P, e) + HEAD


@inlined
def queue(P, e):
    """Where what waits is in its held values."""
    return head(P, e) + HEAD + int(P.par[P.el_i[e, EL_ROW], STATES])


@inlined
def sample_time(P, e, k):
    """Time [s] of sample k."""
    row = P.el_i[e, EL_ROW]
    return P.par[row, FIRST] + k * P.par[row, PERIOD]


@kernel
def first_from(P, e, t):
    """Number of the first sample that is not before t."""
    row = P.el_i[e, EL_ROW]
    k = max(math.floor((t - P.par[row, FIRST]) / P.par[row, PERIOD]) - 1.0, 0.0)
    while sample_time(P, e, k) < t - TOGETHER:
        k += 1.0
    return k


@inlined
def due(P, e, t):
    """Whether a sample is due."""
    return sample_time(P, e, P.hold[e, head(P, e) + NEXT]) <= t + TOGETHER


@kernel
def next_stop(P, e, t):
    """The next sample, or the next time at which one takes effect."""
    h = head(P, e)
    k, waiting = P.hold[e, h + NEXT], P.hold[e, h + WAITING]
    stop = sample_time(P, e, k)
    if waiting > 0.0:
        stop = min(stop, sample_time(P, e, k - waiting) + P.par[P.el_i[e, EL_ROW], DELAY])
    return stop


@kernel
def begin(P, e, t, y):
    """Before the first sample."""
    P.mode[e, 0] = 1
    h = head(P, e)
    for j in range(P.hold.shape[1]):
        P.hold[e, j] = P.par[P.el_i[e, EL_ROW], START] if j < h else 0.0
    P.hold[e, h + NEXT] = first_from(P, e, t)


@kernel
def resynchronise(P, e, t):
    """A run goes on at t: what waits goes on waiting as long."""
    P.hold[e, head(P, e) + NEXT] = first_from(P, e, t)


# --- outputs -----------------------------------------------------------------------------------------------------------
@inlined
def new_output(P, e):
    """Where the outputs of the present sample go: the end of the queue."""
    h = head(P, e)
    return queue(P, e) + int(P.hold[e, h + WAITING]) * h


@inlined
def clipped(P, e, u):
    """An output within its limits."""
    row = P.el_i[e, EL_ROW]
    return min(max(u, P.par[row, LOW]), P.par[row, HIGH])


@inlined
def computed(P, e, saturated):
    """The outputs of the present sample are in the queue."""
    h = head(P, e)
    P.hold[e, h + NEXT] += 1.0
    P.hold[e, h + WAITING] += 1.0
    if saturated:
        P.hold[e, h + SATURATED] += 1.0


@kernel
def apply(P, e, t):
    """Apply what is due; return flags."""
    h = head(P, e)
    first = queue(P, e)
    flags = 0
    while P.hold[e, h + WAITING] > 0.0:
        waiting = int(P.hold[e, h + WAITING])
        when = sample_time(P, e, P.hold[e, h + NEXT] - waiting) + P.par[P.el_i[e, EL_ROW], DELAY]
        if when > t + TOGETHER:
            break
        for j in range(h):
            if P.hold[e, j] != P.hold[e, first + j]:
                flags = INPUT
            P.hold[e, j] = P.hold[e, first + j]
        for j in range(first, first + (waiting - 1) * h):
            P.hold[e, j] = P.hold[e, j + h]
        for j in range(first + (waiting - 1) * h, first + waiting * h):
            P.hold[e, j] = 0.0
        P.hold[e, h + WAITING] -= 1.0
        flags |= NOTED
    return flags


@inlined
def observe(P, e, y, out):
    """Its first output as the force."""
    see_motion(P, e, 0.0, 0.0, P.hold[e, 0], out)


# --- what it measures and wants ----------------------------------------------------------------------------------------
@inlined
def position(P, node, sensor, y):
    """What a sensor reads, or a coordinate."""
    return P.hold[sensor, 0] if sensor >= 0 else y[P.tree.i[node, QI]]


@inlined
def speed(P, node, y):
    """Velocity of a coordinate."""
    return y[P.size[S_NQ] + P.tree.i[node, VI]]


@kernel
def signal(P, row, t):
    """Value and two derivatives of a reference at t."""
    p = P.par[row]
    return at(P.table, p, choose(P.table, p, t), t)
