"""DC motor with gear on one joint coordinate: a rotor of its own, or a rigid joint whose armature is the rotor.

    L i' = u - R i - k w,      motor torque k i,      w = N q'          (L = 0: i = (u - k w)/R)
    generalised force on the coordinate   N (k i - d w - T_f),          inertia of the rotor there   N^2 J

Friction  located   SLIP(s): T_f = s T, T = tau_C + c |tl/N|, guard s w;   STICK: w = 0 and w' = 0 exactly, by the mechanism
                    of prescribed motions, T_f is what that takes, guard tau_s + c |tl/N| - |T_f|
          bristle   z' = w - (sigma/tau_C) z |w|,  T_f = sigma z (Dahl); the sign of w is a mode, guard s w
Source    voltage   u = command, clipped to U_max;  LIMIT(s): from |i| = i_max on i is constant, u_a = R i + k w, guard
                    s (u - R i - k w)
          current   i = command, clipped to i_max, u_a = R i + k w (L is not used);  LIMIT(s): from |u_a| = U_max on
                    i = (s U_max - k w)/R, guard s (command - i)
Gear      tl, torque that the transmission takes from the gear output: all that acts on the rotor's coordinate besides the
          motor, which is therefore placed last. c by the sign of tl w: driving c = 1/eta - 1, back-driven the same or
          1 - eta_back; its kink at tl = 0 is a mode, guard s tl.
Thermal   C_w T_w' = R i^2 - (T_w - T_h)/R_wh,  C_h T_h' = (T_w - T_h)/R_wh - T_h/R_ha   above ambient, output only

Symbols   i [A], u [V] voltage, w [rad/s] speed of the shaft, q coordinate (gear output), N [-] or [rad/m] ratio, k [Nm/A],
          R [ohm], L [H], J [kg m^2], d [Nms/rad], tau_C, tau_s [Nm] at the shaft, sigma [Nm/rad], C = tau/R_th [J/K]
Ledger    u_a i is work (negative: it feeds back); R i^2 motor heat; d w^2 + T_f w drive friction; stored: L i^2/2, bristle
After     Spong, J. Dyn. Syst. Meas. Control 109 (1987) 310: the rotor spins about its own axis, its reaction on the link
          that carries it is neglected; Dahl (1968).
Limits    gear losses need an elastic transmission behind a rotor: rigid, they would be an algebraic loop.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import inlined, kernel
from ..guards import UNKNOWN, UNUSED
from ..integrate.problem import NOTED, RESTART
from ..joints.dispatch import subspace
from ..joints.revolute import Revolute
from ..quantities import (
    NAME,
    NONNEGATIVE,
    POSITIVE,
    WHOLE,
    Quantity,
    between,
    check_quantities,
    choice,
    described,
    numbers,
    optional,
)
from ..spatial.vectors import dot, get3
from ..tables import (
    EL_A,
    EL_ROW,
    EL_ROW_F,
    EL_SLOT,
    KIND,
    L_DRIVE,
    L_HEAT,
    L_WORK,
    QI,
    S_LEDGER,
    S_NQ,
    VI,
    W_FEXT,
    W_HELD,
    W_WANT,
)
from .commands import COMMAND, connect_command, is_generator, output_of
from .motor_columns import (
    AT_BRISTLE,
    AT_HEAT,
    BACK,
    BRISTLE,
    C_HOUSING,
    C_WINDING,
    CONSTANT,
    CURRENT,
    DAMPING,
    DRIVEN,
    DRIVING,
    FORWARD,
    INDUCTANCE,
    LOAD,
    M_CLIP,
    M_LOAD,
    M_SLIP,
    M_SOURCE,
    RATIO,
    RESISTANCE,
    STUCK,
    TO_AIR,
    TO_HOUSING,
    VOLTAGE,
)
from .motor_data import check_motor, datasheet
from .motor_friction import grip_of, loss_per_load, lossy, renew_friction, slipping, switch_friction
from .motor_seen import history, see_motor, tell  # noqa: F401  (history, tell: what a result asks of a kind)
from .motor_source import asked, clip_guard, electric, renew_source, sign, source_guard, speed, switch_source
from .observed import DRIVES
from .pieces_over_time import next_start
from .pieces_over_time import place as place_pieces
from .slopes import BOOK, book_row, over_coordinates
from .tables_over_time import INFINITY
from .written import Name, OwnBody

N_MODE, N_HOLD, N_GUARD = 5, 0, 4
TIME_DEPENDENT = True
SMALL_CURRENT, SMALL_BRISTLE, SMALL_HEAT = 1e-3, 1e-3, 1e-3  # [A], [tau_C/sigma], [K] that matter


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Motor:
    """A DC motor with gear that drives a coordinate of a joint, or a rotor of its own."""

    resistance: Annotated[float, Quantity("of the winding", "ohm", POSITIVE)]
    torque_constant: Annotated[float, Quantity("torque per current, and voltage per speed", "Nm/A", POSITIVE)]
    inertia: Annotated[float, Quantity("of the rotor about its axis", "kg m^2", POSITIVE)]
    body: Annotated[
        str, Quantity("whose joint it drives rigidly", "", optional(NAME, ""), note="default: a rotor of its own")
    ] = ""
    coordinate: Annotated[int, Quantity("which coordinate of that joint", "", WHOLE)] = 0
    rotor: Annotated[
        str, Quantity("name of the body that it makes: the rotor as seen at the gear output", "", optional(NAME, ""))
    ] = ""
    angle: Annotated[float, Quantity("of that body at the start", "rad")] = 0.0
    rate: Annotated[float, Quantity("of that body at the start", "rad/s")] = 0.0
    ratio: Annotated[float, Quantity("of the gear: speed of the shaft per speed of the coordinate, not 0", "-")] = 1.0
    inductance: Annotated[
        float, Quantity("of the winding", "H", NONNEGATIVE, note="0: the current follows at once")
    ] = 0.0
    damping: Annotated[float, Quantity("viscous friction of the shaft", "Nms/rad", NONNEGATIVE)] = 0.0
    friction: Annotated[float, Quantity("Coulomb friction of the shaft", "Nm", NONNEGATIVE)] = 0.0
    stick_friction: Annotated[
        float | None, Quantity("what it takes to break away", "Nm", optional(NONNEGATIVE), note="None: friction")
    ] = None
    bristle: Annotated[
        float,
        Quantity("stiffness of the friction before it slides", "Nm/rad", NONNEGATIVE, note="0: it sticks exactly"),
    ] = 0.0
    efficiency: Annotated[float, Quantity("of the gear when it drives, not 0", "-", between(0.0, 1.0))] = 1.0
    back_efficiency: Annotated[
        float | None,
        Quantity(
            "of the gear when it is driven",
            "-",
            optional(between(0.0, 1.0)),
            note="None: by the same loss; 0: it locks",
        ),
    ] = None
    source: Annotated[str, Quantity("what the command is", "", choice("voltage", "current"))] = "voltage"
    command: Annotated[Any, Quantity("voltage or current over time", "V or A", COMMAND)] = 0.0
    voltage_limit: Annotated[
        float | None, Quantity("of the source", "V", optional(POSITIVE), note="None: no limit")
    ] = None
    current_limit: Annotated[
        float | None, Quantity("of the source", "A", optional(POSITIVE), note="None: no limit")
    ] = None
    thermal: Annotated[
        tuple,
        Quantity(
            "resistances winding to housing and housing to air, time constants of winding and housing", "K/W, K/W, s, s",
            optional(numbers(4, POSITIVE), ()), note="default: temperatures are not asked for",
        ),
    ] = ()  # fmt: skip
    name: Name = ""

    PLACED = 1  # behind all that acts on its coordinate

    def __post_init__(self) -> None:
        check_quantities(self)
        check_motor(self)

    from_datasheet = classmethod(datasheet)

    def own_bodies(self):
        """The rotor, if it makes one."""
        if not self.rotor:
            return ()
        return (OwnBody(self.rotor, Revolute(angle=self.angle, rate=self.rate, armature=self.ratio**2 * self.inertia)),)

    @property
    def losses(self):
        """Friction of the gear per load at the shaft: driving, and driven."""
        driving = 1.0 / self.efficiency - 1.0
        return driving, driving if self.back_efficiency is None else 1.0 - self.back_efficiency

    def place(self, table, name):
        """Add its row to the table of elements, and the armature to its joint."""
        node = table.joint(self.rotor or self.body, self.coordinate)
        table.drive(node, name, "motor")
        if not self.rotor:
            table.arm(node, self.ratio**2 * self.inertia)
        static = self.friction if self.stick_friction is None else self.stick_friction
        sticks = not self.bristle and (static > 0.0 or max(self.losses) > 0.0)
        if sticks:
            table.prescribe(node, name, always=False)
        by_current = self.source == "current"
        states = [] if by_current or self.inductance == 0.0 else [("current", "A", SMALL_CURRENT, 0.0)]
        at_bristle = len(states)
        if self.bristle:
            states.append(("bristle", "rad", SMALL_BRISTLE * self.friction / self.bristle, 0.0))
        at_heat = len(states)
        if self.thermal:
            states += [(part, "K", SMALL_HEAT, 0.0) for part in ("winding_temperature", "housing_temperature")]
        to_housing, to_air, slow_winding, slow_housing = self.thermal or (0.0, 0.0, 0.0, 0.0)
        capacities = (slow_winding / to_housing, slow_housing / to_air) if self.thermal else (0.0, 0.0)
        generator = is_generator(self.command)
        row = table.parameters.add(
            (self.resistance, 0.0 if by_current else self.inductance, self.torque_constant, self.damping, self.friction,
             static, self.bristle, self.ratio, *self.losses, self.command if isinstance(self.command, float) else 0.0,
             output_of(self.command), by_current, _limit(self.voltage_limit), _limit(self.current_limit), at_bristle,
             at_heat, to_housing, to_air, *capacities)
        )  # fmt: skip
        table.add(
            "motor", name, a=node, row=row, row_f=place_pieces(table, self.command.pieces()) if generator else 0,
            books=(L_WORK, L_HEAT, L_DRIVE), states=tuple(states), feels=sticks,
        )  # fmt: skip

    def connect(self, table, e):
        """Find the controller that commands it."""
        connect_command(table, e, self.command)


def _limit(value):
    return math.inf if value is None else value


# --- the protocol -------------------------------------------------------------------------------------------------------
@inlined
def _pushed(P, node):
    """Generalised force of what acts on the body of the coordinate itself."""
    angular, linear = subspace(P.tree.i[node, KIND], node, 0, P.tree, P.work)
    return dot(angular, get3(P.work, node, W_FEXT)) + dot(linear, get3(P.work, node, W_FEXT + 3))


@inlined
def load(P, e, t, y, dy):
    """Torque, rates of its internal state, powers; what its gear output feels is what all others have added up."""
    node, row, ledger, slot = P.el_i[e, EL_A], P.el_i[e, EL_ROW], P.size[S_LEDGER], P.el_i[e, EL_SLOT]
    R, k, d, N = P.par[row, RESISTANCE], P.par[row, CONSTANT], P.par[row, DAMPING], P.par[row, RATIO]
    v, w = P.tree.i[node, VI], speed(P, e, y)
    felt = -P.tau[v] - _pushed(P, node)
    i, u, rate = electric(P, e, t, y, w)
    P.work[node, LOAD], P.work[node, CURRENT], P.work[node, VOLTAGE] = felt, i, u
    if P.mode[e, M_SLIP] == STUCK:
        P.work[node, W_HELD], P.work[node, W_WANT] = 1.0, 0.0
        P.tau[v] += N * k * i
    else:
        P.work[node, W_HELD] = 0.0
        T, lost, bend = slipping(P, e, y, w, felt)
        P.tau[v] += N * (k * i - d * w - T)
        dy[ledger + L_DRIVE] += d * w * w + lost
        if P.par[row, BRISTLE] > 0.0:
            dy[slot + int(P.par[row, AT_BRISTLE])] = bend
    dy[ledger + L_WORK] += u * i
    dy[ledger + L_HEAT] += R * i * i
    if P.par[row, INDUCTANCE] > 0.0:
        dy[slot] = rate
    if P.par[row, TO_HOUSING] > 0.0:
        first = slot + int(P.par[row, AT_HEAT])
        across, out = (y[first] - y[first + 1]) / P.par[row, TO_HOUSING], y[first + 1] / P.par[row, TO_AIR]
        dy[first], dy[first + 1] = (R * i * i - across) / P.par[row, C_WINDING], (across - out) / P.par[row, C_HOUSING]


@inlined
def coordinate(P, e, j):
    """Its node; it has one coordinate."""
    return P.el_i[e, EL_A] if j == 0 else -1


@inlined
def _others(P, e, j):
    """What others have put on its coordinate: the load, but for what acts on the body of the coordinate."""
    node = P.el_i[e, EL_A]
    return -P.work[node, LOAD] - _pushed(P, node)


slopes = over_coordinates(load, coordinate, _others)


@kernel
def slopes_across(P, e, y, J, core):
    """By the load, d tl = -(row of the coordinate in J, which has all others by now): T_f = ... + c |tl/N|."""
    node, row, mode = P.el_i[e, EL_A], P.el_i[e, EL_ROW], P.mode[e, M_SLIP]
    if (mode != FORWARD and mode != BACK) or P.par[row, BRISTLE] > 0.0 or not lossy(P, row):
        return
    s, felt, w = 1.0 if mode == FORWARD else -1.0, P.work[node, LOAD], speed(P, e, y)
    part = s * sign(felt) * loss_per_load(P, row, felt, s)  # s dT_f / d tl
    force, book = P.size[S_NQ] + P.tree.i[node, VI], core + book_row(P, L_DRIVE) - BOOK
    for c in range(core):
        J[book, c] -= w * part * J[force, c]
        J[force, c] *= 1.0 + P.par[row, RATIO] * part


def is_across(p):
    """Whether no block can say what it does: losses that follow the load depend on what all others do."""
    return p[DRIVING] > 0.0 or p[DRIVEN] > 0.0


@inlined
def dictate(P, e, t, y):
    """A shaft that sticks stands still."""
    if P.mode[e, M_SLIP] == STUCK:
        y[P.size[S_NQ] + P.tree.i[P.el_i[e, EL_A], VI]] = 0.0


@inlined
def feels(P, e):
    """Guards of a shaft that sticks, and of a gear with losses, depend on the load."""
    return P.mode[e, M_SLIP] == STUCK or lossy(P, P.el_i[e, EL_ROW])


@inlined
def watch(P, e, t, y, g, gd, i):
    """Source, friction, sign of the load, command."""
    w, mode, load = speed(P, e, y), P.mode[e, M_SLIP], P.work[P.el_i[e, EL_A], LOAD]
    for j in range(N_GUARD):
        g[i + j], gd[i + j] = UNUSED, UNKNOWN
    g[i] = source_guard(P, e, t, y, w)
    if mode == STUCK:
        grip, takes = grip_of(P, e)
        g[i + 1] = grip - abs(takes)
    elif mode != 0:
        g[i + 1] = w if mode == FORWARD else -w
    if P.mode[e, M_LOAD] != 0 and load != 0.0:
        g[i + 2] = P.mode[e, M_LOAD] * load
    g[i + 3] = clip_guard(P, e, t)


@inlined
def switch(P, e, t, y, hit, i):
    """Whatever has fired; the sign of the load when all others have changed (`mend`): a cable may have taken it away."""
    w = speed(P, e, y)
    if hit[i] == 1:
        switch_source(P, e, t, y, w)
    if hit[i + 1] == 1:
        switch_friction(P, e, y)
    if hit[i + 3] == 1:
        P.mode[e, M_CLIP] = 0 if P.mode[e, M_CLIP] != 0 else int(sign(asked(P, e, t)))
    kinks_only = hit[i] == 0 and hit[i + 1] == 0
    return (0 if kinks_only else RESTART), y[P.tree.i[P.el_i[e, EL_A], QI]], w


@inlined
def misfit(P, e, t, y):
    """A shaft that sticks and cannot; a sign of the load that is not that of the load."""
    wrong = 0.0
    if P.mode[e, M_SLIP] == STUCK:
        grip, takes = grip_of(P, e)
        if abs(takes) > grip:
            wrong = (abs(takes) - grip) / abs(takes)
    load = P.work[P.el_i[e, EL_A], LOAD]
    if lossy(P, P.el_i[e, EL_ROW]) and load != 0.0 and P.mode[e, M_LOAD] != int(sign(load)):
        wrong = max(wrong, 1.0)
    return wrong


@inlined
def mend(P, e, t, y):
    """Sign of the load first, since friction depends on it."""
    load = P.work[P.el_i[e, EL_A], LOAD]
    if lossy(P, P.el_i[e, EL_ROW]) and load != 0.0 and P.mode[e, M_LOAD] != int(sign(load)):
        P.mode[e, M_LOAD] = int(sign(load))
    elif P.mode[e, M_SLIP] == STUCK:
        P.mode[e, M_SLIP] = FORWARD if grip_of(P, e)[1] > 0.0 else BACK


# --- held inputs --------------------------------------------------------------------------------------------------------
@inlined
def _renew(P, e, t, y):
    """Modes where held inputs may have changed, or all is new."""
    renew_source(P, e, t, y)
    renew_friction(P, e, y)


@inlined
def begin(P, e, t, y):
    """Modes at the start."""
    for j in range(N_MODE):
        P.mode[e, j] = 0
    _renew(P, e, t, y)


@inlined
def next_stop(P, e, t):
    """Where a piece of the command begins."""
    if P.el_i[e, EL_ROW_F] == 0:
        return INFINITY
    return next_start(P.table, P.par[P.el_i[e, EL_ROW_F]], P.mode[e, 0], t)


@inlined
def at_stop(P, e, t, y):
    """A command may have changed: modes are chosen anew."""
    a, b, c, d = P.mode[e, 0], P.mode[e, M_SLIP], P.mode[e, M_SOURCE], P.mode[e, M_CLIP]
    _renew(P, e, t, y)
    same = a == P.mode[e, 0] and b == P.mode[e, M_SLIP] and c == P.mode[e, M_SOURCE] and d == P.mode[e, M_CLIP]
    return 0 if same else RESTART | NOTED


# --- results ------------------------------------------------------------------------------------------------------------
@inlined
def store(P, e, y, out):
    """Energy of the inductance and of the bristle."""
    row, slot = P.el_i[e, EL_ROW], P.el_i[e, EL_SLOT]
    L, sigma = P.par[row, INDUCTANCE], P.par[row, BRISTLE]
    if L > 0.0:
        out[DRIVES] += 0.5 * L * y[slot] * y[slot]
    if sigma > 0.0:
        z = y[slot + int(P.par[row, AT_BRISTLE])]
        out[DRIVES] += 0.5 * sigma * z * z


@inlined
def observe(P, e, y, out):
    """After the accelerations: coordinate, speed, torques, current, voltage, load."""
    node, row, w = P.el_i[e, EL_A], P.el_i[e, EL_ROW], speed(P, e, y)
    felt, i = P.work[node, LOAD], P.work[node, CURRENT]
    if P.mode[e, M_SLIP] == STUCK:
        T = grip_of(P, e)[1]
    else:
        T = slipping(P, e, y, w, felt)[0]
    driving = P.par[row, RATIO] * (P.par[row, CONSTANT] * i - P.par[row, DAMPING] * w - T)
    see_motor(P, e, y[P.tree.i[node, QI]], w, driving, (i, P.work[node, VOLTAGE], T, felt), out)
