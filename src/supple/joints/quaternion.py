"""A quaternion among the coordinates of a joint: its length, its error, what its rates bound.

With r1, r2 bounds of the lengths of q' and q'' over a step (by s, the fraction of the step), and m the smallest |q|,

    n1 = 2 r1/m,     n2 = 2 (r2/m + (r1/m)^2)        bounds of the norms of R', R'' of the rotation

The quaternion q(s) lies within r1/2 of one of the two unit quaternions at the ends: m = 1 - r1/2, SHORTEST at least. The
one assumption is that its length changes slowly, which the error control sees to.
"""

from .._jit import inlined, kernel

SHORTEST = 0.75  # length of a quaternion inside a step


@inlined
def normalise(y, q):
    """Make the quaternion at y[q:] one of length 1."""
    length = (y[q] * y[q] + y[q + 1] * y[q + 1] + y[q + 2] * y[q + 2] + y[q + 3] * y[q + 3]) ** 0.5
    for j in range(q, q + 4):
        y[j] /= length


@kernel
def rotation_error(y, e, i):
    """Rotation vector in node axes that turns the quaternion at y[i:] by its error e[i:]."""
    w, x, yy, z = y[i], y[i + 1], y[i + 2], y[i + 3]
    ew, ex, ey, ez = e[i], e[i + 1], e[i + 2], e[i + 3]
    return (
        2.0 * (w * ex - x * ew - yy * ez + z * ey),
        2.0 * (w * ey + x * ez - yy * ew - z * ex),
        2.0 * (w * ez - x * ey + yy * ex - z * ew),
    )


@inlined
def turn_bounds(r1, r2):
    """n1, n2."""
    m = max(1.0 - 0.5 * r1, SHORTEST)
    return 2.0 * r1 / m, 2.0 * (r2 / m + r1 * r1 / (m * m))
