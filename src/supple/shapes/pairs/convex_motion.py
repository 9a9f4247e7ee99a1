"""How normal and surface points of two convex bodies move: the derivative of the equation that pairs/convex.py solves.

    0 = d - s_B(n) - s_A(n) - gap n

With om = w_B - w_A, v = velocity of B relative to A of the material points at the surface point of B, and its part v_t in the
plane normal to n:

    d gap/dt = n . v
    (Rm_A + Rm_B + gap 1) nu = v_t + Rm_B (om x n)                        in the plane
    dn/dt = w_A x n + nu
    u_A = Rm_A nu            velocity of the surface point of A over the surface of A [m/s]
    u_B = Rm_B (om x n - nu)     and of the surface point of B over that of B

For bodies that touch (gap = 0) these are Montana's equations of rolling and sliding, with L = 1/Rm:
u_A = (L_A + L_B)^-1 (L_B v_t + om x n); rolling without sliding has u_A = u_B.

Source    Montana, Int. J. Robotics Research 7 (1988) 17; Stramigioli & Duindam, section 2 of their contact model (2004), eq. 4.
Limits    a solution that is no strict maximum (the matrix is not positive) has no rate: nu = 0 is returned.
"""

from ..._jit import kernel
from ...spatial.vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sub
from ..curvature import radii
from ..supports.dispatch import support
from ..tangent import basis, eigenvalues, solved


@kernel
def rates(A, a, B, b, n):
    """dn/dt [1/s], u_A and u_B [m/s] of two `Convex` bodies; of the motions, `start` is that of the centre.

    n is the normal that pairs/convex.py found; gap and surface points follow from it.
    """
    e_1, e_2 = basis(n)
    h_A, _, _ = support(A.kind, mat_t_vec(A.R, n), A.p)
    h_B, s_B, _ = support(B.kind, mat_t_vec(B.R, n), B.p)
    d = sub(B.centre, A.centre)
    gap = dot(d, n) - h_A - h_B - (A.radius + B.radius)
    arm_B = add_scaled(scale(-1.0, mat_vec(B.R, s_B)), -B.radius, n)  # from the centre to the surface point of B
    v_B = add(b.start, cross(b.spin, arm_B))
    v = sub(v_B, add(a.start, cross(a.spin, add(d, arm_B))))
    turn = cross(sub(b.spin, a.spin), n)
    xx, xy, yy = radii(A, n, e_1, e_2)
    XX, XY, YY = radii(B, n, e_1, e_2)
    t_1, t_2 = dot(turn, e_1), dot(turn, e_2)
    M = xx + XX + gap, xy + XY, yy + YY + gap
    low, high = eigenvalues(M)
    if low <= 1e-15 * high:
        nu_1, nu_2 = 0.0, 0.0
    else:
        nu_1, nu_2 = solved(M, dot(v, e_1) + XX * t_1 + XY * t_2, dot(v, e_2) + XY * t_1 + YY * t_2)
    nu = add_scaled(scale(nu_1, e_1), nu_2, e_2)
    u_A = add_scaled(scale(xx * nu_1 + xy * nu_2, e_1), xy * nu_1 + yy * nu_2, e_2)
    m_1, m_2 = t_1 - nu_1, t_2 - nu_2
    u_B = add_scaled(scale(XX * m_1 + XY * m_2, e_1), XY * m_1 + YY * m_2, e_2)
    return add(cross(a.spin, n), nu), u_A, u_B


@kernel
def plane_rates(A_spin, v_A, B, b, n):
    """dn/dt [1/s], u_A and u_B [m/s] of a half-space and a `Convex` body: nu = 0, the normal is fixed in the half-space.

    v_A is the velocity [m/s] of the half-space's material at the surface point of B.
    """
    e_1, e_2 = basis(n)
    _, s_B, _ = support(B.kind, mat_t_vec(B.R, n), B.p)
    arm_B = add_scaled(scale(-1.0, mat_vec(B.R, s_B)), -B.radius, n)
    v = sub(add(b.start, cross(b.spin, arm_B)), v_A)
    turn = cross(sub(b.spin, A_spin), n)
    XX, XY, YY = radii(B, n, e_1, e_2)
    t_1, t_2 = dot(turn, e_1), dot(turn, e_2)
    u_B = add_scaled(scale(XX * t_1 + XY * t_2, e_1), XY * t_1 + YY * t_2, e_2)
    v_t = add_scaled(v, -dot(v, n), n)
    return cross(A_spin, n), add(v_t, u_B), u_B
