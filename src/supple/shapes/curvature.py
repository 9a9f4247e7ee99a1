"""Curvature of convex bodies where they meet.

    Rm      radii map, Rm = Hess h + r (1 - n n^T) with the margin r; its eigenvalues in the plane are the radii  [m]
    L       shape operator, the inverse of Rm in the plane, zero along n: curvatures                              [1/m]
    L_A + L_B   relative curvature: to Hertz's theory, two bodies are one with this curvature against a plane

Radii add where bodies are added (pairs/convex.py), curvatures where they touch. A plane has L = 0, a ball 1/r; a point
without a margin counts as a ball of radius SHARP.
"""

from .._jit import inlined, kernel
from ..spatial.tangent import basis, compressed, eigenvalues, eigenvector, expanded
from ..spatial.vectors import add_scaled, mat_t_vec, mat_vec, scale
from .supports.dispatch import support

SHARP = 1e-12  # [m]


@inlined
def surface(body, n, e_1, e_2):
    """h [m], s [m] from the centre and Rm [m] (3) in the plane of a `Convex` body where its outward normal is n."""
    h, s, Rm = support(body.kind, mat_t_vec(body.R, n), body.p)
    a, b, c = compressed(Rm, mat_t_vec(body.R, e_1), mat_t_vec(body.R, e_2))
    r = body.radius
    return h + r, add_scaled(mat_vec(body.R, s), r, n), (a + r, b, c + r)


@kernel
def shape_operator(body, n):
    """L [1/m] (6) of a `Convex` body where its outward normal is n or -n, in world axes."""
    e_1, e_2 = basis(n)
    _, _, (a, b, c) = surface(body, n, e_1, e_2)
    if a < SHARP or c < SHARP:
        a, b, c = SHARP, 0.0, SHARP
    f = 1.0 / (a * c - b * b)
    return expanded((f * c, -f * b, f * a), e_1, e_2)


@kernel
def principal(L, n):
    """Principal curvatures of L (6) in the plane normal to n, the smaller first [1/m], and their unit directions.

    Where the two are equal the directions are any, perpendicular to each other and to n.
    """
    e_1, e_2 = basis(n)
    M = compressed(L, e_1, e_2)
    low, high = eigenvalues(M)
    x, y = eigenvector(M)
    return low, high, add_scaled(scale(x, e_1), y, e_2), add_scaled(scale(-y, e_1), x, e_2)
