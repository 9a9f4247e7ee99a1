"""The friction laws as compiled code asks them: by the number of the law; see `contract.py`.

What a law does not say is as for a law of one formula, below: it always slides, stores nothing and forgets.
"""

from ..._jit import inlined, kernel
from ...guards import UNKNOWN, UNUSED
from ...spatial.plane_tensors import NONE
from ..registry import FRICTION
from .contract import AT_REST, DROPPED, SLIDE, ZERO, Load, Pull


# --- what a law need not say ----------------------------------------------------------------------------------------------
@inlined
def _response(mode, load, slip, s, p):
    """No friction."""
    return Pull(ZERO, 0.0, AT_REST, 0.0, 0.0)


@inlined
def _energy(mode, s, p):
    """No stored energy: bristles of coefficient form book their reversible work instead."""
    return 0.0


@inlined
def _guard(mode, load, slip, s, p):
    """The mode is always right."""
    return UNUSED, UNKNOWN


@inlined
def _next_mode(mode, load, slip, s, p):
    """There is no other mode."""
    return SLIDE, s


@inlined
def _start(load, slip, s, p):
    """The only mode."""
    return SLIDE


@inlined
def _relax_rate(p):
    """Nothing holds a bristle without a normal force."""
    return DROPPED


friction_response = kernel(FRICTION.choose("friction_response", "response", _response))
friction_energy = kernel(FRICTION.choose("friction_energy", "energy", _energy))
friction_guard = kernel(FRICTION.choose("friction_guard", "guard", _guard))
friction_next_mode = kernel(FRICTION.choose("friction_next_mode", "next_mode", _next_mode))
friction_start = kernel(FRICTION.choose("friction_start", "start", _start))


@inlined
def _tensors(n, R_a, R_b, p):
    """It has none."""
    return NONE, NONE


friction_tensors = kernel(FRICTION.choose("friction_tensors", "tensors", _tensors))
friction_relax_rate = kernel(FRICTION.choose("friction_relax_rate", "relax_rate", _relax_rate))


@inlined
def _scales(mode, slip, s, p):
    """What a law bends over, at least, if it does not say: its derivatives are differences in parts of that."""
    return 1e-4, 1e-6


friction_scales = kernel(FRICTION.choose("friction_scales", "scales", _scales))


@inlined
def _settling(p):
    """It does not stick exactly."""
    return 1.0


friction_settling = kernel(FRICTION.choose("friction_settling", "settling", _settling))


# --- by what they need --------------------------------------------------------------------------------------------------
def _needs_more(module):
    return bool(getattr(module, "NEEDS", ()))


def _needs_nothing(module):
    return not _needs_more(module)


_plain_response = inlined(FRICTION.choose("_plain_response", "response", _response, only=_needs_nothing))
_plain_guard = inlined(FRICTION.choose("_plain_guard", "guard", _guard, only=_needs_nothing))
full_response = kernel(FRICTION.choose("full_response", "response", _response, only=_needs_more))
full_guard = kernel(FRICTION.choose("full_guard", "guard", _guard, only=_needs_more))


@kernel
def plain_response(law, mode, F, delta, slip, s, p):
    """`friction_response` of a law that needs no more of the load than force and indentation: nothing else is passed."""
    return _plain_response(law, mode, Load(F, delta, 0.0, 0.0, ZERO, NONE, NONE, ZERO), slip, s, p)


@kernel
def plain_guard(law, mode, F, delta, slip, s, p):
    """`friction_guard` of such a law."""
    return _plain_guard(law, mode, Load(F, delta, 0.0, 0.0, ZERO, NONE, NONE, ZERO), slip, s, p)
