"""Linear equations of an implicit step on trees of bodies, by articulated bodies: linear in the nodes, without M and J.

A step by an implicit method asks for u with (sigma - df/dy) u = b. Let d be the displacements along S_k that belong to the
coordinates of u, v its velocities, and a = sigma v - b_v the accelerations that go with them. Beyond being carried along by

    xi  = sum S_k d_k                                     all sums: over the coordinates before a node and its own
    its velocity changes by        eta   = sum S_k v_k + Psi_k d_k
    its acceleration by            alpha = sum S_k a_k + T_k v_k + Psi'_k d_k

and the force in its joint, in axes at rest, by Phi = sum (I alpha + 2 B eta + xi x* f - dW), over all nodes behind; f: the
force that moves the node, dW: change of the wrench on it. What the joint feels is (S is carried along too)

    S_m . Phi + xi . (S_m x* F) + armature a_m = d tau_m

Displacements follow from velocities joint by joint, d = E v + e. So X = (xi, eta, alpha) of a node is that of its parent
plus G v + g, every Phi = A X + beta with 6 x 18 numbers A, and a joint is taken out of the equations as in the
articulated-body algorithm: leaves to roots for A, once per sigma; leaves to roots for beta and roots to leaves for X and v,
once per b.

A free joint is taken out in two stages, rotation and then translation. A coordinate whose acceleration is given has a = 0.

Symbols   sigma   [1/s] 1/(gamma h) and the like            column  (n_v,) rows of the coordinates, `C_*`
          small   (n_node,) rows of the nodes, `N_*`          E       1/sigma; for a quaternion that turns with w:
                                                                      E v = (sigma v + v x w / 2) / (sigma^2 + w^2 / 4)
Source    S, Psi, Psi', T, I, B, F: derivatives.py; elimination: Featherstone, Rigid Body Dynamics Algorithms (2008), ch. 7,
          carried over to X.
Limits    no flexible bodies, whose modes are more than a stage has room for (system/matrix.py). Pivots are those of
          joints, exchanged within a stage only; a matrix that is not definite may have a pivot near zero where the whole is
          regular: the step is then taken shorter.
"""

from .._jit import inlined, kernel
from ..joints.one_dof import is_given
from ..spatial.twists import cross_force
from ..spatial.vectors import add, cross, get3, put3, sub
from ..tables import ARMATURE, N_PLAIN, N_Q, N_V, PARENT, QI, VI, W_FEXT, W_P
from .composite import (
    C_PSI,
    C_PSI2,
    C_S,
    C_T,
    D_FORCE,
    D_H,
    D_J,
    D_K,
    D_MASS,
    D_MOMENTUM,
    D_ORIGIN,
    N_SLOPE,
    get_pair,
    put_pair,
)

X = 18  # numbers of a motion: xi, eta, alpha
ETA, ALPHA = 6, 12
# columns of a coordinate, behind those of derivatives.py
C_HAT = N_SLOPE  # 18 G: motion of what is behind it by its velocity
C_ROW = C_HAT + X  # 18 what its joint feels of X
C_GAIN = C_ROW + X  # 18 how its velocity follows X of what is before it
C_PUSH = C_GAIN + X  # 6 A G
C_LOCAL = C_PUSH + 6  # 3 forces of elements on it by velocities of its stage, displacements counted in
C_PIVOT, C_INVERSE = C_LOCAL + 3, C_LOCAL + 6  # 3, 3
C_START = C_INVERSE + 3  # e: displacement without velocity
C_GIVEN = C_START + 1  # b_v
C_FORCE = C_START + 2  # force of elements by their own internal state
C_U, C_MOVED = C_START + 3, C_START + 4  # v and d
C_HELD = C_START + 5  # force that holds it, where its acceleration is given
N_COLUMN = C_START + 6
# columns of a node, with respect to O of its tree
N_O, N_MASS, N_H, N_J, N_K, N_MOMENTUM = 0, 3, 4, 7, 13, 22  # O; mass, first moment, inertia, 2 B: derivatives.py
N_MOVING, N_JOINT = 25, 31  # 6 f; 6 F: force in its joint
N_A = 37  # 108 A, column by column: sums over its rows go side by side
N_BETA = N_A + 6 * X  # 6
N_X = N_BETA + 6  # 18
N_PHI = N_X + X  # 6
N_SMALL = N_PHI + 6


# --- what is known of a node, whatever sigma -----------------------------------------------------------------------------
@kernel
def keep_node(i, work, small):
    """Keep what `write_own` has left in work, before anybody else uses that."""
    O = get3(work, i, D_ORIGIN)
    put3(small, i, N_O, O)
    small[i, N_MASS] = work[i, D_MASS]
    for k in range(3):
        small[i, N_H + k] = work[i, D_H + k]
        small[i, N_MOMENTUM + k] = work[i, D_MOMENTUM + k]
    for k in range(6):
        small[i, N_J + k] = work[i, D_J + k]
    for k in range(9):
        small[i, N_K + k] = work[i, D_K + k]
    moment, force = get_pair(work, i, D_FORCE)
    put_pair(small, i, N_JOINT, (moment, force))
    outer = get3(work, i, W_FEXT + 3)
    turned = add(get3(work, i, W_FEXT), cross(sub(get3(work, i, W_P), O), outer))
    put_pair(small, i, N_MOVING, (add(moment, turned), add(force, outer)))


@kernel
def _put_skew(small, i, row, k, factor, v):
    """factor * (v x) into A, from a row and a column on."""
    a, b, c, at = factor * v[0], factor * v[1], factor * v[2], N_A + 6 * k + row
    small[i, at], small[i, at + 1], small[i, at + 2] = 0.0, c, -b
    small[i, at + 6], small[i, at + 7], small[i, at + 8] = -c, 0.0, a
    small[i, at + 12], small[i, at + 13], small[i, at + 14] = b, -a, 0.0


@kernel
def start_node(i, small):
    """A of a node alone."""
    for k in range(N_A, N_BETA):
        small[i, k] = 0.0
    moment, force = get3(small, i, N_MOVING), get3(small, i, N_MOVING + 3)
    _put_skew(small, i, 0, 0, -1.0, moment)
    _put_skew(small, i, 0, 3, -1.0, force)
    _put_skew(small, i, 3, 0, -1.0, force)
    for r in range(3):
        for k in range(3):
            small[i, N_A + 6 * (ETA + k) + r] = small[i, N_K + 3 * r + k]
            # xx yy zz xy xz yz
            small[i, N_A + 6 * (ALPHA + k) + r] = small[i, N_J + (r if r == k else r + k + 2)]
        small[i, N_A + 6 * (ALPHA + 3 + r) + 3 + r] = small[i, N_MASS]
    _put_skew(small, i, 3, ETA, -2.0, get3(small, i, N_MOMENTUM))
    h = get3(small, i, N_H)
    _put_skew(small, i, 0, ALPHA + 3, 1.0, h)
    _put_skew(small, i, 3, ALPHA, -1.0, h)


# --- coordinates --------------------------------------------------------------------------------------------------------
@inlined
def turns(i, tree):
    """Whether a node has a quaternion."""
    return tree.i[i, N_Q] > tree.i[i, N_V]


@inlined
def stage_of(i, s, tree):
    """(first coordinate, their number) of stage s of a node; stages from the parent outwards, 0: there is none."""
    first, n, plain = tree.i[i, VI], tree.i[i, N_V], tree.i[i, N_PLAIN]
    if turns(i, tree) and plain > 0:
        return (first, plain) if s == 0 else (first + plain, n - plain)
    return (first, n) if s == 0 else (first, 0)


@inlined
def _spin(i, tree, y, n_q):
    """Angular velocity of a quaternion in its own axes."""
    v = n_q + tree.i[i, VI] + tree.i[i, N_PLAIN]
    return y[v], y[v + 1], y[v + 2]


@inlined
def _share(j, k, sigma, turning, w):
    """E_jk of the coordinates j and k of a stage."""
    if not turning:
        return 1.0 / sigma if j == k else 0.0
    scale = 1.0 / (sigma * sigma + 0.25 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]))
    if j == k:
        return sigma * scale
    other = w[3 - j - k]
    return 0.5 * scale * (other if (k - j) % 3 == 1 else -other)


@kernel
def write_hats(i, s, tree, y, n_q, sigma, column):
    """G of the coordinates of a stage."""
    first, n = stage_of(i, s, tree)
    turning = turns(i, tree) and first == tree.i[i, VI] + tree.i[i, N_PLAIN]
    w = _spin(i, tree, y, n_q) if turning else (0.0, 0.0, 0.0)
    for k in range(n):
        m = first + k
        for r in range(6):
            column[m, C_HAT + r] = 0.0
            column[m, C_HAT + ETA + r] = column[m, C_S + r]
            column[m, C_HAT + ALPHA + r] = column[m, C_T + r] + sigma * column[m, C_S + r]
        for j in range(n):
            part = _share(j, k, sigma, turning, w)
            for r in range(6):
                column[m, C_HAT + r] += part * column[first + j, C_S + r]
                column[m, C_HAT + ETA + r] += part * column[first + j, C_PSI + r]
                column[m, C_HAT + ALPHA + r] += part * column[first + j, C_PSI2 + r]


@inlined
def _times(p, w):
    """The quaternion p (0, w)."""
    s, a, b, c = p
    return (
        -a * w[0] - b * w[1] - c * w[2],
        s * w[0] + b * w[2] - c * w[1],
        s * w[1] + c * w[0] - a * w[2],
        s * w[2] + a * w[1] - b * w[0],
    )


@inlined
def _solved(p, w, sigma):
    """(sigma p + p (0, w) / 2) / (sigma^2 + w^2 / 4)."""
    t = _times(p, w)
    scale = 1.0 / (sigma * sigma + 0.25 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]))
    return (
        scale * (sigma * p[0] + 0.5 * t[0]),
        scale * (sigma * p[1] + 0.5 * t[1]),
        scale * (sigma * p[2] + 0.5 * t[2]),
        scale * (sigma * p[3] + 0.5 * t[3]),
    )


@kernel
def begin_node(i, tree, y, n_q, sigma, column, b):
    """e and b_v of the coordinates of a node."""
    q, v, plain = tree.i[i, QI], tree.i[i, VI], tree.i[i, N_PLAIN]
    for k in range(tree.i[i, N_V]):
        column[v + k, C_START] = b[q + k] / sigma
        column[v + k, C_GIVEN] = b[n_q + v + k]
    if turns(i, tree):
        q, v = q + plain, v + plain
        s, x, u, z = y[q], y[q + 1], y[q + 2], y[q + 3]
        p = _solved((b[q], b[q + 1], b[q + 2], b[q + 3]), _spin(i, tree, y, n_q), sigma)
        f = 2.0 / (s * s + x * x + u * u + z * z)
        column[v, C_START] = f * (-x * p[0] + s * p[1] + z * p[2] - u * p[3])
        column[v + 1, C_START] = f * (-u * p[0] - z * p[1] + s * p[2] + x * p[3])
        column[v + 2, C_START] = f * (-z * p[0] + u * p[1] - x * p[2] + s * p[3])


@kernel
def write_node(i, tree, y, n_q, sigma, column, b):
    """Velocities, displacements and coordinates of a node, whose C_U is known; b becomes u."""
    q, first, plain = tree.i[i, QI], tree.i[i, VI], tree.i[i, N_PLAIN]
    for k in range(tree.i[i, N_V]):
        m = first + k
        b[n_q + m] = column[m, C_U]
        column[m, C_MOVED] = column[m, C_START] + column[m, C_U] / sigma
    if not turns(i, tree):
        plain = tree.i[i, N_V]
    for k in range(plain):
        b[q + k] = column[first + k, C_MOVED]
    if turns(i, tree):
        m, q = first + plain, q + plain
        w = _spin(i, tree, y, n_q)
        u = (column[m, C_U], column[m + 1, C_U], column[m + 2, C_U])
        for j in range(3):
            moved = column[m + j, C_START]
            for k in range(3):
                moved += _share(j, k, sigma, True, w) * u[k]
            column[m + j, C_MOVED] = moved
        t = _times((y[q], y[q + 1], y[q + 2], y[q + 3]), u)
        z = (b[q] + 0.5 * t[0], b[q + 1] + 0.5 * t[1], b[q + 2] + 0.5 * t[2], b[q + 3] + 0.5 * t[3])
        b[q], b[q + 1], b[q + 2], b[q + 3] = _solved(z, w, sigma)


# --- leaves to roots, once per sigma --------------------------------------------------------------------------------------
@inlined
def sum_of_6(table, i, at, other, j, to):
    """Sum of products of six numbers in two rows."""
    total = table[i, at] * other[j, to]
    for k in range(1, 6):
        total += table[i, at + k] * other[j, to + k]
    return total


@inlined
def sum_of_18(table, i, at, other, j, to):
    """The same of eighteen, in three sums that do not wait for each other."""
    a = sum_of_6(table, i, at, other, j, to)
    b = sum_of_6(table, i, at + 6, other, j, to + 6)
    return a + b + sum_of_6(table, i, at + 12, other, j, to + 12)


@inlined
def add_product(small, i, table, j, at, out, o, to):
    """Add A of node i times the motion in a row of a table to the six numbers of another from `to` on."""
    a, b, c = out[o, to], out[o, to + 1], out[o, to + 2]
    d, e, f = out[o, to + 3], out[o, to + 4], out[o, to + 5]
    for k in range(X):
        x, m = table[j, at + k], N_A + 6 * k
        a += small[i, m] * x
        b += small[i, m + 1] * x
        c += small[i, m + 2] * x
        d += small[i, m + 3] * x
        e += small[i, m + 4] * x
        f += small[i, m + 5] * x
    out[o, to], out[o, to + 1], out[o, to + 2] = a, b, c
    out[o, to + 3], out[o, to + 4], out[o, to + 5] = d, e, f


@kernel
def write_felt(i, m, small, column):
    """C_ROW of a coordinate from A of its node."""
    for k in range(X):
        column[m, C_ROW + k] = sum_of_6(column, m, C_S, small, i, N_A + 6 * k)
    turned = cross_force(get_pair(column, m, C_S), get_pair(small, i, N_JOINT))
    for k in range(3):
        column[m, C_ROW + k] += turned[0][k]
        column[m, C_ROW + 3 + k] += turned[1][k]


@kernel
def invert(table, first, n, at, to):
    """The n x n numbers from column `at` on in rows first, ... inverted into those from `to` on; False: singular."""
    for j in range(n):
        for k in range(n):
            table[first + j, to + k] = 1.0 if j == k else 0.0
    for j in range(n):
        best = j
        for m in range(j + 1, n):
            if abs(table[first + m, at + j]) > abs(table[first + best, at + j]):
                best = m
        if not abs(table[first + best, at + j]) > 0.0:
            return False
        p = first + j
        if best != j:
            for k in range(n):
                o = first + best
                table[p, at + k], table[o, at + k] = table[o, at + k], table[p, at + k]
                table[p, to + k], table[o, to + k] = table[o, to + k], table[p, to + k]
        inverse = 1.0 / table[p, at + j]
        for k in range(n):
            table[p, at + k] *= inverse
            table[p, to + k] *= inverse
        for m in range(n):
            factor = table[first + m, at + j]
            if m != j and factor != 0.0:
                for k in range(n):
                    table[first + m, at + k] -= factor * table[p, at + k]
                    table[first + m, to + k] -= factor * table[p, to + k]
    return True


@kernel
def take_out(i, s, tree, work, sigma, small, column):
    """Take a stage of node i out of the equations: A becomes that of what is before it. False: the pivot is singular."""
    first, n = stage_of(i, s, tree)
    if is_given(i, tree, work):
        for m in range(first, first + n):
            for k in range(X):
                column[m, C_GAIN + k] = 0.0
        return True
    for m in range(first, first + n):
        write_felt(i, m, small, column)
        for r in range(6):
            column[m, C_PUSH + r] = 0.0
        add_product(small, i, column, m, C_HAT, column, m, C_PUSH)
        for k in range(n):
            column[m, C_PIVOT + k] = sum_of_18(column, m, C_ROW, column, first + k, C_HAT) - column[m, C_LOCAL + k]
        column[m, C_PIVOT + m - first] += sigma * tree.f[i, ARMATURE]
    if not invert(column, first, n, C_PIVOT, C_INVERSE):
        return False
    for m in range(first, first + n):
        for k in range(X):
            total = 0.0
            for j in range(n):
                total += column[m, C_INVERSE + j] * column[first + j, C_ROW + k]
            column[m, C_GAIN + k] = total
    for m in range(first, first + n):
        for k in range(X):
            gain = column[m, C_GAIN + k]
            for r in range(6):
                small[i, N_A + 6 * k + r] -= gain * column[m, C_PUSH + r]
    return True


@inlined
def hand_on(i, parent, at, n, small):
    """Add n numbers of a node to those of its parent."""
    for k in range(at, at + n):
        small[parent, k] += small[i, k]


# --- leaves to roots and back, once per b ---------------------------------------------------------------------------------
@kernel
def add_free(i, first, n, small, column):
    """X += g of a stage."""
    for m in range(first, first + n):
        e, b = column[m, C_START], column[m, C_GIVEN]
        for r in range(6):
            small[i, N_X + r] += e * column[m, C_S + r]
            small[i, N_X + ETA + r] += e * column[m, C_PSI + r]
            small[i, N_X + ALPHA + r] += e * column[m, C_PSI2 + r] - b * column[m, C_S + r]


@kernel
def add_driven(i, first, n, small, column):
    """X += G v of a stage."""
    for m in range(first, first + n):
        for k in range(X):
            small[i, N_X + k] += column[m, C_HAT + k] * column[m, C_U]


@kernel
def hand_up(i, s, tree, work, sigma, small, column):
    """beta of node i becomes that of what is before a stage; C_U: its velocities if nothing before it moves."""
    first, n = stage_of(i, s, tree)
    given, armature = is_given(i, tree, work), tree.f[i, ARMATURE]
    for k in range(N_X, N_X + X):
        small[i, k] = 0.0
    add_free(i, first, n, small, column)
    if given:
        for m in range(first, first + n):
            column[m, C_U] = column[m, C_GIVEN] / sigma
        add_driven(i, first, n, small, column)
    else:
        for m in range(first, first + n):
            felt = sum_of_18(column, m, C_ROW, small, i, N_X) + sum_of_6(column, m, C_S, small, i, N_BETA)
            column[m, C_PIVOT] = column[m, C_FORCE] + armature * column[m, C_GIVEN] - felt
        for m in range(first, first + n):
            total = 0.0
            for j in range(n):
                total += column[m, C_INVERSE + j] * column[first + j, C_PIVOT]
            column[m, C_U] = total
    add_product(small, i, small, i, N_X, small, i, N_BETA)
    if given:
        return
    # A has lost what this stage and the one before it have taken out of it
    for m in range(tree.i[i, VI], first + n):
        push = sum_of_18(column, m, C_GAIN, small, i, N_X) + (column[m, C_U] if m >= first else 0.0)
        for r in range(6):
            small[i, N_BETA + r] += push * column[m, C_PUSH + r]


@kernel
def come_down(i, s, tree, small, column):
    """Velocities of a stage from X of what is before it; X becomes that of what is behind it."""
    first, n = stage_of(i, s, tree)
    for m in range(first, first + n):
        column[m, C_U] -= sum_of_18(column, m, C_GAIN, small, i, N_X)
    add_free(i, first, n, small, column)
    add_driven(i, first, n, small, column)


@inlined
def take_parent(i, tree, small):
    """X of a node before its joint: that of its parent."""
    parent = tree.i[i, PARENT]
    for k in range(N_X, N_X + X):
        small[i, k] = small[parent, k] if parent >= 0 else 0.0
