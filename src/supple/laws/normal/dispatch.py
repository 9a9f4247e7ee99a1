"""The normal laws as compiled code asks them: by the number of the law, with its parameters in a row.

    delta  indentation [m]      rate  of it [m/s]      z  internal state      s  free surface [m]      p  parameters
    at     where the contact is made (`onset.py`)

A law answers `response` and `energy`, says when it holds and when it stays open, and what its surface does while free.
What a law does not say is as for a ground that is flat again at once, below. No law at all never touches.

A law that `yields` has a second phase, in which its internal state, a permanent indentation z >= 0, is a function of delta
that is not integrated: its kernels are asked with z = GROWING. `phase` is its guard in both phases, and `settled` says what
z is when it has ended. In the first one z is constant.
"""

from functools import partial

from ..._jit import inlined
from ...guards import UNKNOWN, UNUSED
from ..registry import NORMAL
from .faults import Kernels

GROWING = -1.0  # z of a law that yields, while it does; its kernels take every z < 0 for it


# --- what a law need not say ----------------------------------------------------------------------------------------------
@inlined
def _response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    return 0.0, 0.0, 0.0


@inlined
def _energy(delta, z, p):
    """Stored energy [J]."""
    return 0.0


@inlined
def _holds(delta, rate, z, p):
    """Guard while touching: positive while the contact holds."""
    return -1.0, UNKNOWN


@inlined
def _parts(delta, rate, s, s_rate, p):
    """Guard while free: positive while the contact stays open; s_rate is the rate of the free surface."""
    return 1.0, UNKNOWN


@inlined
def _release(root, rate, z, p):
    """Falls through zero where `holds` does, smooth in root = sqrt(delta), odd beyond 0: to find the place."""
    return root


@inlined
def _surface(delta, z, p):
    """Position of the free surface at the moment of loss [m]."""
    return 0.0


@inlined
def _relax_rate(p):
    """Rate at which the free surface recovers [1/s]."""
    return 0.0


@inlined
def _remember(delta, s, p):
    """Internal state at touch-down."""
    return 0.0


@inlined
def _phase(delta, rate, z, p):
    """Guard of the phase while touching: positive while it is right."""
    return UNUSED, UNKNOWN


@inlined
def _settled(delta, p):
    """Internal state when yielding has ended."""
    return 0.0


@inlined
def _onset(at, p, out):
    """The parameters do not depend on the place."""


normal_response = inlined(NORMAL.choose("normal_response", "response", _response))
normal_energy = inlined(NORMAL.choose("normal_energy", "energy", _energy))
normal_holds = inlined(NORMAL.choose("normal_holds", "holds", _holds))
normal_release = inlined(NORMAL.choose("normal_release", "release", _release))
normal_parts = inlined(NORMAL.choose("normal_parts", "parts", _parts))
normal_surface = inlined(NORMAL.choose("normal_surface", "surface", _surface))
normal_relax_rate = inlined(NORMAL.choose("normal_relax_rate", "relax_rate", _relax_rate))
normal_remember = inlined(NORMAL.choose("normal_remember", "remember", _remember))
normal_phase = inlined(NORMAL.choose("normal_phase", "phase", _phase))
normal_settled = inlined(NORMAL.choose("normal_settled", "settled", _settled))
normal_onset = inlined(NORMAL.choose("normal_onset", "onset", _onset))


def kernels_of(law):
    """The kernels of a law object, for Python."""
    number = NORMAL.number(law)
    return Kernels(*(partial(globals()[f"normal_{name}"], number) for name in Kernels._fields))
