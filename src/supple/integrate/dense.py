"""The interpolant of a step as a polynomial in s = (x - x0)/h, and bounds of its derivatives.

y(s) = y0 + sum_j Q_j s^(j+1),   Q_j = h sum_i k_i P_ij   (explicit, trapezoid)   or   sum_i u_i P_ij   (Rosenbrock)

A polynomial sum_j a_j s^j of degree n stays, for s in [0, 1], in the convex hull of its Bernstein coefficients

    b_k = sum_{j<=k} a_j C(k, j)/C(n, j),        C(k, j)/C(n, j) = prod_{i=1..j} (k - i + 1)/(n - i + 1)

so that the longest of them bounds the length of a vector of polynomials: here of y' and y'', by s.
Source: Farouki, Comput. Aided Geom. Design 29 (2012) 379, section 3.
"""

import math

from .._jit import inlined, kernel
from .explicit import explicit_extra_stages
from .solver import EXPLICIT, KIND, N_ACT, ROSENBROCK


@kernel
def combine(S, dense, scale):
    """Write S.Q from the stages S.K."""
    degree = dense.shape[1]
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        for j in range(degree):
            total = 0.0
            for s in range(dense.shape[0]):
                total += S.K[s, i] * dense[s, j]
            S.Q[j, i] = scale * total
        for j in range(degree, S.Q.shape[0]):
            S.Q[j, i] = 0.0


@kernel
def build_interpolant(P, S, M, R, D, x, h):
    """Write S.Q for the step just computed; M, R, D are the explicit, Rosenbrock and trapezoidal methods."""
    if S.k[KIND] <= EXPLICIT:
        explicit_extra_stages(P, S, M, x, h)
        combine(S, M.dense, h)
    elif S.k[KIND] == ROSENBROCK:
        combine(S, R.dense, 1.0)
    else:
        combine(S, D, h)


@inlined
def component_at(S, i, s):
    """Component i at s in [0, 1] of the step just computed."""
    total = 0.0
    for j in range(S.Q.shape[0] - 1, -1, -1):
        total = (total + S.Q[j, i]) * s
    return S.y[i] + total


@kernel
def evaluate_interpolant(S, s, y):
    """Write the state at s in [0, 1] of the step just computed into the active components of y."""
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        y[i] = component_at(S, i, s)


@inlined
def component_with_rate(S, i, s):
    """Component i at s in [0, 1], and its derivative by s."""
    value, slope = 0.0, 0.0
    for j in range(S.Q.shape[0] - 1, -1, -1):
        value = (value + S.Q[j, i]) * s
        slope = slope * s + (j + 1.0) * S.Q[j, i]
    return S.y[i] + value, slope


@kernel
def evaluate_with_rate(S, n, s, y, rate):
    """Write the first n components at s in [0, 1] into y, and their derivatives by s into `rate`."""
    for i in range(n):
        y[i], rate[i] = component_with_rate(S, i, s)


@inlined
def _bernstein(Q, i, k, order):
    """Bernstein coefficient k of the derivative `order` (1 or 2) of component i."""
    n = Q.shape[0] - order
    total = 0.0
    ratio = 1.0
    for j in range(k + 1):
        if j > 0:
            ratio *= (k - j + 1.0) / (n - j + 1.0)
        a = (j + 1.0) * Q[j, i] if order == 1 else (j + 1.0) * (j + 2.0) * Q[j + 1, i]
        total += ratio * a
    return total


@kernel
def hull(Q, i, count, order):
    """Bound of the length of the derivative `order` by s of the components i, ..., i + count - 1 inside the step.

    Takes the coefficients Q alone: it is called several times per node, and a call costs what its arguments cost.
    """
    largest = 0.0
    for k in range(Q.shape[0] - order + 1):
        square = 0.0
        for m in range(i, i + count):
            b = _bernstein(Q, m, k, order)
            square += b * b
        largest = max(largest, square)
    return math.sqrt(largest)
