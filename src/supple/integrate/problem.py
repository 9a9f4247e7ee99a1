"""What the integrator asks of a problem: generic functions, one implementation per class of `P`.

A problem is a NamedTuple of arrays. Its discrete state (modes, held values) lives in those arrays and changes in `jump`
and `at_stop` only; `rhs`, `guards` and `norm` never change it.
"""

from .._jit import generic


@generic
def rhs(t, y, P, dy):
    """Write dy/dt of every active component."""


@generic
def active(P, act):
    """Write the active components of the present mode into `act`; return (n_core, n_act).

    The first n_core take part in the dynamics; the rest are quadratures: no right-hand side depends on them.
    """


@generic
def guards(t, y, P, g, gd):
    """Write the guards of the present mode and their rates; return their number.

    g > 0 while the mode is right; an event is a guard that falls to zero. gd = dg/dt where known, else 0.
    """


@generic
def jump(t, y, P, hit, log):
    """Change modes for the guards with hit[i] = 1; return (flags, rows written to log).

    flags: 1 the right-hand side jumps or changes its time scale (restart the step size), 2 it is singular like a
    half-integer power of the time since the jump (start in the square root of time).
    """


@generic
def norm(P, S, y1, err):
    """Return (weighted error, index of what limits); accepted if the error is <= 1."""


@generic
def project(P, y):
    """Put y back on its manifold after an accepted step."""


@generic
def next_stop(t, P):
    """Return the next time > t at which a step must end (sample time, corner of an input), inf if none."""


@generic
def at_stop(t, y, P):
    """Act at a stop (sample, hold); return flags as `jump` does."""


@generic
def watch(t, y, P, reach):
    """Before a step of `reach` seconds: choose the guards to watch; return True if their list has changed."""
