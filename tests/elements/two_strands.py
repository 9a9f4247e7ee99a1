"""An element for tests: a rotor and a joint, coupled by two pre-tensioned strands that may go slack, and a damper.

x = r (q_a - q_b),   e = e0 + x and e0 - x,   f = k e (1 + a e') while e > 0
"""

from registries import Addition

TEXT = '''"""Two strands and a damper between two joint coordinates: see the tests."""

from dataclasses import dataclass

from .._jit import inlined
from ..guards import UNKNOWN
from ..integrate.problem import RESTART
from ..tables import EL_A, EL_B, EL_ROW, L_SPRING, QI, S_LEDGER, S_NQ, VI
from .observed import LINKS

N_MODE, N_HOLD, N_GUARD = 3, 0, 2


@dataclass(frozen=True, kw_only=True)
class Strands:
    """Two strands.

    rotor: whose joint.
    joint: whose joint, too.
    arm: lever arm [m].
    stiffness: of a strand [N/m].
    stretch: of both where the coordinates are equal [m].
    damping: of a strand, per force [s/m].
    parallel: damper beside them [Nms/rad].
    name: for results.
    """

    rotor: str
    joint: str
    arm: float
    stiffness: float
    stretch: float
    damping: float
    parallel: float
    name: str = ""

    def place(self, table, name):
        row = table.parameters.add((self.arm, self.stiffness, self.stretch, self.damping, self.parallel))
        a, b = table.joint(self.rotor, 0), table.joint(self.joint, 0)
        table.add("two_strands", name, a=a, b=b, row=row, books=(L_SPRING,))


@inlined
def stretch(P, e, y, j):
    """Stretch of strand j and its rate."""
    p, n = P.par[P.el_i[e, EL_ROW]], P.size[S_NQ]
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    s = 1.0 - 2.0 * j
    x = p[0] * (y[P.tree.i[a, QI]] - y[P.tree.i[b, QI]])
    v = p[0] * (y[n + P.tree.i[a, VI]] - y[n + P.tree.i[b, VI]])
    return p[2] + s * x, s * v


@inlined
def load(P, e, t, y, dy):
    p, n = P.par[P.el_i[e, EL_ROW]], P.size[S_NQ]
    a, b = P.tree.i[P.el_i[e, EL_A], VI], P.tree.i[P.el_i[e, EL_B], VI]
    v = y[n + a] - y[n + b]
    pull, lost = p[4] * v, p[4] * v * v
    for j in range(2):
        if P.mode[e, 1 + j] == 1:
            l, rate = stretch(P, e, y, j)
            f = p[1] * l * (1.0 + p[3] * rate)
            pull += (1.0 - 2.0 * j) * p[0] * f
            lost += (f - p[1] * l) * rate
    P.tau[a] -= pull
    P.tau[b] += pull
    dy[P.size[S_LEDGER] + L_SPRING] += lost


@inlined
def begin(P, e, t, y):
    P.mode[e, 0] = 1
    for j in range(2):
        P.mode[e, 1 + j] = 1 if stretch(P, e, y, j)[0] > 0.0 else 0


@inlined
def watch(P, e, t, y, g, gd, i):
    for j in range(2):
        l, rate = stretch(P, e, y, j)
        s = 1.0 if P.mode[e, 1 + j] == 1 else -1.0
        g[i + j], gd[i + j] = s * l, s * rate


@inlined
def switch(P, e, t, y, hit, i):
    for j in range(2):
        if hit[i + j] == 1:
            P.mode[e, 1 + j] = 1 - P.mode[e, 1 + j]
    return RESTART, 0.0, 0.0


@inlined
def store(P, e, y, out):
    for j in range(2):
        l, _ = stretch(P, e, y, j)
        if l > 0.0:
            out[LINKS] += 0.5 * P.par[P.el_i[e, EL_ROW], 1] * l * l
'''


def strands(use):
    """The addition, with what to do with it."""
    return Addition("element", "elements", "two_strands.py", TEXT, "two_strands.Strands", "motion.Motion", use)
