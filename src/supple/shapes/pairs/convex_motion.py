"""How normal and surface points of two convex bodies move: the derivative of the equation that pairs/convex.py solves.

    0 = d - s_B(n) - s_A(n) - gap n

With om = w_B - w_A, the velocity v of B relative to A at the surface point of B (both as material points), and its part v_t
in the plane normal to n:

    d gap/dt = n . v
    (Rm_A + Rm_B + gap 1) nu = v_t + Rm_B (om x n)          in the plane
    dn/dt = w_A x n + nu
    u_A = Rm_A nu                   velocity of the surface point of A over the surface of A [m/s]
    u_B = Rm_B (om x n - nu)        and of the surface point of B over that of B

For bodies that touch (gap = 0) these are Montana's equations of rolling and sliding, with L = 1/Rm:
u_A = (L_A + L_B)^-1 (L_B v_t + om x n); rolling without sliding has u_A = u_B. A half-space as A has nu = 0.

Source    Montana, Int. J. Robotics Research 7 (1988) 17; Stramigioli & Duindam, Port based modeling of spatial
          visco-elastic contacts (2004), eq. 4.
Limits    a solution that is no strict maximum (the matrix is not positive) has no rate: nu = 0 is returned.
"""

from ..._jit import inlined, kernel
from ...spatial.tangent import basis, eigenvalues, solved
from ...spatial.vectors import add, add_scaled, cross, dot, scale, sub
from ..curvature import surface

SINGULAR = 1e-15  # [-] ratio of the eigenvalues below which the matrix is not positive


@inlined
def product(M, v):
    """M v in the plane."""
    return M[0] * v[0] + M[1] * v[1], M[1] * v[0] + M[2] * v[1]


@inlined
def sliding(x_A, a, x_B, b, arm):
    """v [m/s] from points x [m] of the bodies, their motions, and the arm from x_B to the surface point of B."""
    v_B = add(b.start, cross(b.spin, arm))
    return sub(v_B, add(a.start, cross(a.spin, sub(add(x_B, arm), x_A))))


@kernel
def rates(A, a, B, b, n):
    """dn/dt [1/s], u_A and u_B [m/s] of two `Convex` bodies; of a motion, `start` is that of the centre.

    n is the normal that pairs/convex.py found; gap and surface points follow from it.
    """
    e_1, e_2 = basis(n)
    h_A, _, Rm_A = surface(A, n, e_1, e_2)
    h_B, s_B, Rm_B = surface(B, n, e_1, e_2)
    gap = dot(sub(B.centre, A.centre), n) - h_A - h_B
    v = sliding(A.centre, a, B.centre, b, scale(-1.0, s_B))
    turn = cross(sub(b.spin, a.spin), n)
    turn_1, turn_2 = dot(turn, e_1), dot(turn, e_2)
    M = Rm_A[0] + Rm_B[0] + gap, Rm_A[1] + Rm_B[1], Rm_A[2] + Rm_B[2] + gap
    low, high = eigenvalues(M)
    nu = 0.0, 0.0
    if low > SINGULAR * high:
        x, y = product(Rm_B, (turn_1, turn_2))
        nu = solved(M, dot(v, e_1) + x, dot(v, e_2) + y)
    x_A, y_A = product(Rm_A, nu)
    x_B, y_B = product(Rm_B, (turn_1 - nu[0], turn_2 - nu[1]))
    dn = add(cross(a.spin, n), add_scaled(scale(nu[0], e_1), nu[1], e_2))
    return dn, add_scaled(scale(x_A, e_1), y_A, e_2), add_scaled(scale(x_B, e_1), y_B, e_2)


@kernel
def plane_rates(A, a, B, b, n):
    """The same of a half-space, `start` of A a point of it, and a `Convex` body."""
    e_1, e_2 = basis(n)
    _, s_B, Rm_B = surface(B, n, e_1, e_2)
    v = sliding(A.start, a, B.centre, b, scale(-1.0, s_B))
    turn = cross(sub(b.spin, a.spin), n)
    x, y = product(Rm_B, (dot(turn, e_1), dot(turn, e_2)))
    u_B = add_scaled(scale(x, e_1), y, e_2)
    return cross(a.spin, n), add(add_scaled(v, -dot(v, n), n), u_B), u_B
