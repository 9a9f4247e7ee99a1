"""Forces that are not contacts: springs and dampers of joints, applied forces.

    tau_j = -k (q - q0) - d qdot                     spring: one-coordinate joints; damper: every velocity coordinate
    input(t) = linear interpolation of its table, zero before its first and after its last row

Ledger: d qdot^2 is lost; the power of an input is work. Steps end at the corners of the tables.
"""

from .._jit import inlined
from ..joints.dispatch import n_velocity
from ..spatial.vectors import accumulate3, add, cross, dot, get3, get9, mat_vec
from ..tables import (
    DAMPING,
    I_COUNT,
    I_KIND,
    I_START,
    I_TARGET,
    JOINT_FORCE,
    KIND,
    L_JOINT,
    L_WORK,
    QI,
    REST,
    S_INPUTS,
    S_LEDGER,
    S_NODES,
    S_NQ,
    SPRING,
    VI,
    W_FEXT,
    W_R,
    W_V,
    W_W,
    WRENCH_BODY,
)

INFINITY = 1e300


@inlined
def add_joint_forces(P, y, dy):
    """Springs and dampers of all joints."""
    n_q = P.size[S_NQ]
    lost = 0.0
    for i in range(P.size[S_NODES]):
        k = P.tree.f[i, SPRING]
        d = P.tree.f[i, DAMPING]
        vi = P.tree.i[i, VI]
        if k != 0.0:
            P.tau[vi] -= k * (y[P.tree.i[i, QI]] - P.tree.f[i, REST])
        if d != 0.0:
            for j in range(vi, vi + n_velocity(P.tree.i[i, KIND])):
                v = y[n_q + j]
                P.tau[j] -= d * v
                lost += d * v * v
    dy[P.size[S_LEDGER] + L_JOINT] += lost


@inlined
def joint_energy(P, y):
    """Energy in the springs of all joints [J]."""
    total = 0.0
    for i in range(P.size[S_NODES]):
        k = P.tree.f[i, SPRING]
        if k != 0.0:
            x = y[P.tree.i[i, QI]] - P.tree.f[i, REST]
            total += 0.5 * k * x * x
    return total


@inlined
def select_rows(t, P):
    """Choose the row of each input's table that begins the interval [., .) around t, -1 outside its times.

    The choice is held during a step: a step that ends at a corner must not see what comes after it. Returns True if a
    choice has changed.
    """
    changed = False
    for i in range(P.size[S_INPUTS]):
        first = P.in_i[i, I_START]
        last = first + P.in_i[i, I_COUNT] - 1
        table = P.in_table
        if t < table[first, 0] or t >= table[last, 0]:
            changed = changed or P.in_row[i] != -1
            P.in_row[i] = -1
            continue
        low = first
        high = last
        while high - low > 1:
            middle = (low + high) // 2
            if table[middle, 0] <= t:
                low = middle
            else:
                high = middle
        changed = changed or P.in_row[i] != low
        P.in_row[i] = low
    return changed


@inlined
def _value(P, row, t, column):
    """Value at t of a column of a table, on the line through `row` and the next row."""
    a = P.in_table[row, column]
    t0 = P.in_table[row, 0]
    return a + (t - t0) / (P.in_table[row + 1, 0] - t0) * (P.in_table[row + 1, column] - a)


@inlined
def add_inputs(t, P, y, dy):
    """Applied forces and their power."""
    power = 0.0
    for i in range(P.size[S_INPUTS]):
        row = P.in_row[i]
        if row < 0:
            continue
        target = P.in_i[i, I_TARGET]
        if P.in_i[i, I_KIND] == JOINT_FORCE:
            force = _value(P, row, t, 1)
            P.tau[target] += force
            power += force * y[P.size[S_NQ] + target]
            continue
        f = (_value(P, row, t, 1), _value(P, row, t, 2), _value(P, row, t, 3))
        m = (_value(P, row, t, 4), _value(P, row, t, 5), _value(P, row, t, 6))
        R = get9(P.work, target, W_R)
        if P.in_i[i, I_KIND] == WRENCH_BODY:
            f = mat_vec(R, f)
            m = mat_vec(R, m)
        m = add(m, cross(mat_vec(R, get3(P.in_f, i, 0)), f))
        accumulate3(P.work, target, W_FEXT, m)
        accumulate3(P.work, target, W_FEXT + 3, f)
        power += dot(m, get3(P.work, target, W_W)) + dot(f, get3(P.work, target, W_V))
    dy[P.size[S_LEDGER] + L_WORK] += power


@inlined
def next_corner(t, P):
    """The next time > t at which an input has a corner."""
    best = INFINITY
    for i in range(P.size[S_INPUTS]):
        first = P.in_i[i, I_START]
        for row in range(first, first + P.in_i[i, I_COUNT]):
            corner = P.in_table[row, 0]
            if corner > t:
                best = min(best, corner)
                break
    return best
