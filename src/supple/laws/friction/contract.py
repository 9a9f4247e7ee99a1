"""What a friction law is told and what it answers, as small vectors in world axes.

    response(mode, load, slip, s, p) -> Pull          force, moment, rate of the internal state, powers
    energy(mode, s, p)                                stored energy [J], a function of the internal state alone
    guard(mode, load, slip, s, p) -> value, rate      positive while the mode is right
    next_mode(mode, load, slip, s, p) -> mode, s      after the guard has fired
    start(load, slip, s, p) -> mode                   at touch-down
    relax_rate(p)                                     of the internal state of a free surface [1/s]; DROPPED: forgotten

    tensors(n, R_a, R_b, p) -> N, B                   of a law that needs "tensors": from the normal and the turned bodies
    scales(mode, slip, s, p) -> v_0, u_0              slip [m/s] and deflection that it bends over: for derivatives
    settling(p)                                       of a law that needs "held": time in which a rest of slip dies out [s]

A law of one formula writes `response` alone. The parameters p are those of the law's `row()`, in its order. What of the
load a law wants besides force and indentation its file names in NEEDS: "elastic", "growth", "tensors", "held"; else it is
zero. A law that needs "held" sticks exactly: in STICK the system finds the force that keeps the slip at zero, and the law
is told (system/grips.py).
"""

from typing import Any, NamedTuple

from ...spatial.plane_tensors import NONE

SLIDE, STICK, BREAKAWAY = 1, 2, 3  # modes; 0: the contact is open, or its law has none
MODE_WORDS = {0: "touching", SLIDE: "slide", STICK: "stick", BREAKAWAY: "breakaway"}
DROPPED = -1.0  # relax_rate of an internal state that does not outlive the contact
ZERO = (0.0, 0.0, 0.0)


class Load(NamedTuple):
    """How the contact is pressed."""

    force: Any  # [N] normal force
    delta: Any  # [m] indentation
    elastic: Any = 0.0  # [N] what of the force would be there at rest
    growth: Any = 0.0  # [N/s] rate of that
    n: Any = ZERO  # unit normal from A to B, of a law that needs "tensors"
    N: Any = NONE  # square root of the stiffness of the plane, a tensor of space
    B: Any = NONE  # its damping
    held: Any = ZERO  # [N] (3) force on B that holds a contact which sticks exactly


class Slip(NamedTuple):
    """How B moves over A."""

    velocity: Any  # [m/s] in the contact plane (3)
    spin: Any  # [rad/s] about the normal from A to B


class Bristle(NamedTuple):
    """Internal state of the contact plane."""

    u: Any  # of the slip (3), carried along with the contact
    theta: Any  # of the spin


class Pull(NamedTuple):
    """What a friction law answers; forces on B."""

    force: Any  # [N] (3)
    moment: Any  # [Nm] about the normal from A to B
    rate: Any  # of the internal state, a Bristle, as seen by an observer who moves with the contact
    lost: Any  # [W] dissipated
    reversible: Any  # [W] into bristles whose energy is no function of the internal state alone


AT_REST = Bristle(ZERO, 0.0)
