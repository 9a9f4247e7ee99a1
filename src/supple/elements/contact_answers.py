"""What the laws of a contact answer to a change of their inputs: differences of fourth order (contact_slopes.py).

    (F, z', lost) by (delta, rate, z)          (f, m, u', theta', powers) by (F, delta, rate, z, v, spin, u, theta)

D stands in the rows from LAWS on of P.local; what a contact is made of changes in the rows behind it.
"""

import math

from .._jit import inlined, kernel
from ..laws.friction.contract import Bristle, Slip
from ..laws.friction.dispatch import friction_scales
from ..spatial.vectors import dot
from ..tables import EL_ROW_F, EL_RULE, ELASTIC, GROWTH, M_FRICTION, R_FRICTION, R_NEEDS, R_STATE_F, R_STEP
from .features import Motion
from .pressed import response_under
from .slopes import LAWS, PARTS, SIDES

# rows of P.local: a change of what a contact is made of, one column per column of E
C_DELTA, C_N, C_POINT, C_ARM = LAWS + 14, LAWS + 15, LAWS + 18, LAWS + 21
C_V, C_W, C_BOTH = LAWS + 24, LAWS + 27, LAWS + 30  # of v_B - v_A at the contact point, w_B - w_A, w_A + w_B
C_TURN, C_Z, C_U, C_THETA = LAWS + 33, LAWS + 36, LAWS + 37, LAWS + 40  # of dn/dt; of the internal state
N_CHANGES = 27
# rows of D, from LAWS on: answers of the laws
A_F, A_Z, A_DAMPED, A_PULL, A_MOMENT, A_U, A_THETA, A_LOST, A_BRISTLE, N_ANSWERS = 0, 1, 2, 3, 6, 7, 10, 11, 12, 13
# columns: their inputs
I_DELTA, I_RATE, I_Z, I_V, I_SPIN, I_U, I_THETA, I_FORCE, N_INPUTS = 0, 1, 2, 3, 6, 7, 10, 11, 12
LEAST = 1e-9  # [m, m/s, N ...] what anything is taken for that is zero now: a contact begins so
SPIN, THETA = 0.1, 1e-3  # [rad/s], [rad] steps of spin are taken in, at least


@inlined
def pull_to(P, e, m, x):
    """What the friction law answers to x, the inputs I_*, as nine numbers."""
    there = Motion(x[0], x[1], m.n, m.point, m.v, m.spin, m.arm)
    slip, s = Slip((x[3], x[4], x[5]), x[6]), Bristle((x[7], x[8], x[9]), x[10])
    p = response_under(P, e, P.mode[e, M_FRICTION], there, x[11], x[2], slip, s)
    f, u = p.force, p.rate.u
    return f[0], f[1], f[2], p.moment, u[0], u[1], u[2], p.rate.theta, p.lost, p.reversible


@inlined
def _asked(x, j, h):
    """The inputs, the j-th of them changed by h."""
    return (
        x[0] + h * (j == 0), x[1] + h * (j == 1), x[2] + h * (j == 2), x[3] + h * (j == 3), x[4] + h * (j == 4),
        x[5] + h * (j == 5), x[6] + h * (j == 6), x[7] + h * (j == 7), x[8] + h * (j == 8), x[9] + h * (j == 9),
        x[10] + h * (j == 10), x[11] + h * (j == 11),
    )  # fmt: skip


@kernel
def slopes_of_friction(P, e, m, x):
    """Rows A_PULL to A_BRISTLE of D."""
    D, rule = P.local, P.el_i[e, EL_RULE]
    needs, states = P.rule_i[rule, R_NEEDS], P.rule_i[rule, R_STATE_F]
    law, row = P.rule_i[rule, R_FRICTION], P.par[P.el_i[e, EL_ROW_F]]
    slip, s = Slip((x[3], x[4], x[5]), x[6]), Bristle((x[7], x[8], x[9]), x[10])
    v_0, u_0 = friction_scales(law, P.mode[e, M_FRICTION], slip, s, row)
    speed, way = math.sqrt(dot(slip.velocity, slip.velocity)), math.sqrt(dot(s.u, s.u))
    for j in range(N_INPUTS):
        if (j == I_RATE or j == I_Z) and needs & (ELASTIC | GROWTH) == 0:
            continue
        if j >= I_U and j < I_FORCE and (states == 0 or (j == I_THETA and states < 4)):
            continue
        h = abs(x[0])
        if j == I_RATE:
            h = max(abs(x[1]), 0.1)
        elif j == I_Z:
            h = max(abs(x[2]), abs(x[0]))
        elif j >= I_V and j < I_SPIN:
            h = max(speed, v_0)
        elif j == I_SPIN:
            h = max(abs(x[6]), SPIN)
        elif j >= I_U and j < I_THETA:
            h = max(way, u_0)
        elif j == I_THETA:
            h = max(abs(x[10]), THETA)
        elif j == I_FORCE:
            h = abs(x[11])
        h = P.rule_f[rule, R_STEP] * max(h, LEAST)
        for k in range(4):
            answer, part = pull_to(P, e, m, _asked(x, j, SIDES[k] * h)), PARTS[k] / h
            size = 0.0
            for i in range(N_ANSWERS - A_PULL):
                D[LAWS + A_PULL + i, j] += part * answer[i]
                size += abs(D[LAWS + A_PULL + i, j])
            if k == 1 and size == 0.0:  # it does not look at this one
                break
    for i in range(A_PULL, N_ANSWERS):  # F follows from delta, rate and z
        for j in range(3):
            D[LAWS + i, j] += D[LAWS + i, I_FORCE] * D[LAWS + A_F, j]


@inlined
def answer_to(D, i, x, stateful):
    """Change of answer i by the changes x of the inputs."""
    r = LAWS + i
    moved = D[r, 0] * x[0] + D[r, 1] * x[1] + D[r, 2] * x[2] + D[r, 6] * x[6]
    moved += D[r, 3] * x[3] + D[r, 4] * x[4] + D[r, 5] * x[5]
    if not stateful:
        return moved
    return moved + D[r, 7] * x[7] + D[r, 8] * x[8] + D[r, 9] * x[9] + D[r, 10] * x[10]
