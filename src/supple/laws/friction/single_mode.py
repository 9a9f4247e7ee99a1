"""The mode kernels that all friction laws with a single formula share: they always slide and drop their memory."""

from ..._jit import kernel
from .ids import DROPPED, SLIDE


@kernel
def energy(mode, ux, uy, uz, p):
    """No stored energy: bristles of coefficient form book their reversible work in W instead."""
    return 0.0


@kernel
def guard(mode, F, vx, vy, vz, ux, uy, uz, p):
    """The mode is always right."""
    return 1.0


@kernel
def next_mode(mode, F, vx, vy, vz, ux, uy, uz, p):
    """There is no other mode."""
    return SLIDE, ux, uy, uz


@kernel
def start(F, vx, vy, vz, ux, uy, uz, p):
    """The only mode."""
    return SLIDE


@kernel
def relax_rate(p):
    """Nothing holds a bristle without a normal force."""
    return DROPPED
