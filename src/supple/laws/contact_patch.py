"""Hertz contact of two smooth bodies of any curvature: stiffness, and the elliptical patch of contact under a load.

    F = k delta^(3/2)       k = (4/3) E* sqrt(R_e) F_2^(-3/2)           R_e = sqrt(R' R''),  R' = 1/L_a >= R'' = 1/L_b
    c = sqrt(a b) = (3 F R_e/(4 E*))^(1/3) F_1,    a = c/sqrt(q),  b = c sqrt(q)       semi-axes of the patch
    p_0 = 3 F/(2 pi a b)                                                               pressure in its middle

The ratio q = b/a <= 1 of the patch follows from that of the curvatures; with the complete elliptic integrals K, E of the
parameter m = 1 - q^2

    R'/R'' = (E/q^2 - K)/(K - E)
    F_1^3  = 4/(pi m) q^(3/2) sqrt((E/q^2 - K)(K - E))       F_2 = (2/pi) sqrt(q) K/F_1

All differences vanish at q = 1. The arithmetic-geometric mean (1, q), with its differences c_1 = (1 - q)/2, c_2, ..., gives
them without cancellation: K - E = K S, E - q^2 K = K (m - S), S = m/2 + (1 - q) t, (1 - q) t = c_1^2 + 2 c_2^2 + 4 c_3^2
+ ..., and everything can be divided by 1 - q:

    R'/R'' = (v - t)/(q^2 (v + t))      F_1^3 = 2 sqrt(q) K sqrt(v^2 - t^2)/(pi v),      v = (1 + q)/2

Symbols   L_a, L_b    principal relative curvatures, 0 < L_a <= L_b  [1/m]: of L_A + L_B, `shapes/curvature.py`
          E*          reduced modulus                                [Pa]
          a, b        semi-axes of the patch                         [m]  a along the direction of L_a
          k           stiffness                                      [N/m^(3/2)]
Source    Hertz (1882); Johnson, Contact Mechanics (1985), sec. 4.2, eq. 4.28 to 4.33; the mean: Abramowitz & Stegun, 17.6.
Limits    smooth bodies, a patch small against every radius. R'/R'' up to 1e8; what is longer is a line contact, whose
          indentation depends on the length of the bodies, not on their curvature.
"""

import math
from typing import NamedTuple

from .._check import nonnegative, positive
from .._jit import inlined, kernel
from ..quantities import POSITIVE, numbers

MEANS = 12  # steps of the mean: each doubles the digits
SECANTS = 20  # steps for q; 4 to 6 are taken
LONGEST = 1e8  # [-] ratio of the radii


@inlined
def integrals(q):
    """K [-] and t [-] of the ellipse with the ratio q of its axes, 0 < q <= 1."""
    a, b = 1.0, q
    c, over = 0.5 * (1.0 - q), 0.5  # c_1, and c_1 over 1 - q
    t, power = 0.0, 1.0
    for _mean in range(MEANS):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
        t += power * c * over
        if c <= 1e-17 * a:
            break
        power *= 2.0
        after = 0.5 * (a + b)  # the next a: c_n+1 = c_n^2/(4 a_n+1)
        over *= 0.25 * c / after
        c *= 0.25 * c / after
    return 0.5 * math.pi / a, t


@inlined
def log_ratio(log_q):
    """log of R'/R'' of the patch with this log of q."""
    q = math.exp(log_q)
    _, t = integrals(q)
    v = 0.5 * (1.0 + q)
    return math.log((v - t) / (v + t)) - 2.0 * log_q


@kernel
def patch(L_a, L_b):
    """q = b/a [-], F_1 [-], F_2 [-] and R_e [m] of the principal relative curvatures L_a <= L_b [1/m]."""
    wanted = math.log(min(L_b / L_a, LONGEST))
    x = -2.0 / 3.0 * wanted
    y = log_ratio(x) - wanted
    slope = -1.5
    for _secant in range(SECANTS):
        if abs(y) <= 4e-16 * (1.0 + wanted):
            break
        new = min(x - y / slope, 0.0)
        y_new = log_ratio(new) - wanted
        if new == x or y_new == y or abs(y_new) >= abs(y):
            break
        slope = (y_new - y) / (new - x)
        x, y = new, y_new
    q = math.exp(x)
    K, t = integrals(q)
    v = 0.5 * (1.0 + q)
    F_1 = (2.0 * math.sqrt(q) * K * math.sqrt(v * v - t * t) / (math.pi * v)) ** (1.0 / 3.0)
    return q, F_1, 2.0 / math.pi * math.sqrt(q) * K / F_1, 1.0 / math.sqrt(L_a * L_b)


@kernel
def patch_stiffness(L_a, L_b, modulus):
    """k [N/m^(3/2)] of F = k delta^(3/2) with the reduced modulus E* [Pa]."""
    _, _, F_2, R_e = patch(L_a, L_b)
    return 4.0 / 3.0 * modulus * math.sqrt(R_e / F_2) / F_2


@kernel
def patch_under(force, L_a, L_b, modulus):
    """Semi-axes a >= b [m] and pressure in the middle [Pa] under a force [N] >= 0."""
    q, F_1, _, R_e = patch(L_a, L_b)
    if force <= 0.0:
        return 0.0, 0.0, 0.0
    c = (0.75 * force * R_e / modulus) ** (1.0 / 3.0) * F_1
    root = math.sqrt(q)
    return c / root, c * root, 1.5 * force / (math.pi * c * c)


class Patch(NamedTuple):
    """The patch of contact of two curved bodies under a load."""

    a: float  # [m] longer semi-axis, along the direction of the smaller curvature
    b: float  # [m] shorter semi-axis
    pressure: float  # [Pa] in the middle
    stiffness: float  # [N/m^(3/2)] k of F = k delta^(3/2)
    depth: float  # [m] indentation


def elliptical_patch(*, force: float, modulus: float, curvatures: tuple[float, float]) -> Patch:
    """Hertz's patch under a `force` [N] with the reduced `modulus` E* [Pa].

    curvatures: principal curvatures of both surfaces together [1/m], > 0; against a half-space those of the body
    (`curvatures_of`), against a sphere 1/radius is added to both.
    """
    F, E = nonnegative("force", force, "N"), positive("modulus", modulus, "Pa")
    low, high = sorted(numbers(2, POSITIVE).check("curvatures", curvatures, "1/m"))
    k = patch_stiffness(low, high, E)
    return Patch(*map(float, (*patch_under(F, low, high, E), k, (F / k) ** (2.0 / 3.0))))
