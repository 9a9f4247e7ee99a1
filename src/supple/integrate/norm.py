"""The error norm of Matlab's suite: what problems measure the error of a step by, alone or among other things.

    largest |e_i| / max(atol_i, rtol max(|y0_i|, |y1_i|, past_i))       over the components that take part in the dynamics

past_i is the magnitude that a component had some steps ago, 0 with the classical control (FADE = 0).

Source    Shampine & Reichelt, The Matlab ODE suite, SIAM J. Sci. Comput. 18 (1997) 1, section 2.
"""

from .._jit import inlined
from .solver import N_CORE, RTOL


@inlined
def component_norm(S, y1, err):
    """Return (largest error of a component in units of its tolerance, that component); not a number if one is not."""
    worst = 0.0
    who = 0
    rtol = S.r[RTOL]
    for m in range(S.k[N_CORE]):
        i = S.act[m]
        value = abs(err[i]) / max(S.atol[i], rtol * max(abs(S.y[i]), abs(y1[i]), S.past[i]))
        if value > worst or value != value:
            worst = value
            who = i
    return worst, who
