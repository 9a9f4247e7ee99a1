"""Slip and spin on tangential springs that may differ by direction, on either body, up to a limit surface.

    trial   f_tr = N eta + B v,            tau_tr = sqrt(k_w) eta_w + b_w w
    stick   f = f_tr, tau = tau_tr,        slip s = 0                              while |f|_M <= mu F
    slide   f = f_tr - B s,  tau = tau_tr - b_w s_w,     s = lam f, s_w = lam tau/r^2, lam >= 0,     |f|_M = mu F
    eta' = N (v - s),   eta_w' = sqrt(k_w) (w - s_w),    |f|_M = sqrt(|f|^2 + (tau/r)^2)
    U = |eta|^2/2 + eta_w^2/2,     D = (v - s).B (v - s) + b_w (w - s_w)^2 + f.s + tau s_w

    N = K^(1/2),  K = (K_a^-1 + K_b^-1)^-1,  B = delta^m (B_a^-1 + B_b^-1)^-1,  k_w = r^2 tr K/2,  b_w = r^2 tr B/2

`storage` "flat" is this, R^4. As elements of the group SE(2) deflection and twist do not commute: eta' gets the term
+ (w - s_w) n x eta ("spatial", Hbar' = T Hbar) or - (w - s_w) n x eta ("body", Hbar' = Hbar T). It does no work.

B feels -f and the moment -tau about the normal. K_a, B_a are the parts in the contact plane of tensors fixed in body a,
with the values kt, bt along its axes: fields over its whole surface. So a grain, a tread or a fabric needs no coordinates
on the surface.

Symbols   v, w   slip velocity [m/s] and spin [rad/s] of B over A
          eta    deflection times N [J^(1/2)], internal state, with eta_w of the spin
          F      elastic part of the normal force [N] (`cone = "elastic"`), or all of it ("total")
          mu     coefficient of friction [-] >= 0, or None: no slip
          r      radius of the patch for the spin [m] >= 0 (0: no moment)
Source    Stramigioli & Duindam (2004), section 4.2: normalised storage on R^4 (eqs 24 to 26), series of the two bodies
          (20), (28), slip where the stored energy reaches a threshold (31) to (33); here V_slip = |f|_M^2/(2 k) and the
          threshold (mu F)^2/(2 k), which for equal stiffness in all directions is Coulomb's law.
Passive   dU/dt = eta.N (v - s) + ... holds for any N(t), so turning bodies create nothing; B has no negative value: with
          the indentation (m > 0: Hunt-Crossley) it is N^T S B_n S N, S = delta^(m/2), the symmetric form of eq. (30).
Measure   kt of a body: 2 (1 - nu)/(2 - nu) of its normal stiffness (Mindlin); r = 3 pi/16 of the radius of the patch.
Limits    m > 0 leaves no damping at touch-down: for contacts that last; a collision then needs very short steps, or the
          run says that it ran out of them. The state does not outlive the contact. (28) is exact where bt is in
          proportion to kt on both bodies.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined, kernel
from ...guards import UNKNOWN, UNUSED
from ...quantities import NONNEGATIVE, Quantity, between, check_quantities, choice, described, optional
from ...spatial.plane_tensors import in_series, part_in_plane, product, root, trace
from ...spatial.tangent import basis, expanded
from ...spatial.vectors import ZERO, add, add_scaled, cross, dot, scale, sub, sym_vec
from ..directions import DIRECTIONS, RIGID, SOFT, three
from .contract import SLIDE, STICK, Bristle, Pull

STORAGES = {"flat": 0.0, "spatial": 1.0, "body": -1.0}  # how the twist of the ground turns its deflection
MU, RADIUS, EXPONENT, TOTAL, TURN, KT_A, KT_B, BT_A, BT_B = 0, 1, 2, 3, 4, 5, 8, 11, 14  # columns of the row
MOST = 60  # steps of Newton's method
NO_SLIP = -1.0  # mu in the row of a contact that holds whatever happens
TINY = 1e-300  # a damping below this is none
NEEDS = ("elastic", "tensors")  # of the load: contract.py


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class SpatialSlip:
    """Stick on springs of the contact plane and of the spin, slide on the limit surface; sides a and b as in the rule."""

    mu: Annotated[float | None, Quantity("coefficient of friction", "-", optional(NONNEGATIVE), note="None: no slip")]
    kt: Annotated[
        float | tuple, Quantity("tangential stiffness of a, also along the axes of its body", "N/m", DIRECTIONS)
    ]
    bt: Annotated[float | tuple, Quantity("tangential damping of a, likewise", "Ns/m^(1+exponent)", DIRECTIONS)]
    kt_b: Annotated[float | tuple | None, Quantity("stiffness of b, in series", "N/m", SOFT, note=RIGID)] = None
    bt_b: Annotated[
        float | tuple | None, Quantity("damping of b, in series", "Ns/m^(1+exponent)", SOFT, note=RIGID)
    ] = None
    spin_radius: Annotated[float, Quantity("radius of the patch for the moment about the normal", "m", NONNEGATIVE)] = (
        0.0
    )
    exponent: Annotated[float, Quantity("power of the indentation in the damping", "-", between(0.0, 10.0))] = 0.0
    cone: Annotated[str, Quantity("normal force that counts for the limit", "", choice("elastic", "total"))] = "elastic"
    storage: Annotated[str, Quantity("how deflections add up", "", choice(*STORAGES))] = "flat"
    needs = NEEDS

    def __post_init__(self) -> None:
        check_quantities(self)
        if (self.kt_b is None) != (self.bt_b is None):
            raise ValueError("kt_b and bt_b must be given together")

    @property
    def n_state(self) -> int:
        """Deflection in the plane, and of the spin if it has a moment."""
        return 4 if self.spin_radius > 0.0 else 3

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, r, m, cone, storage, and three values each of kt, kt_b, bt, bt_b."""
        sides = (three(x) for x in (self.kt, self.kt_b, self.bt, self.bt_b))
        options = float(self.cone == "total"), STORAGES[self.storage]
        mu = NO_SLIP if self.mu is None else self.mu
        return mu, self.spin_radius, self.exponent, *options, *(x for side in sides for x in side)

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return UNUSED if self.mu is None else self.mu

    state_unit = "J^(1/2)"

    def state_bound(self, F: float) -> float:
        """Largest |eta| [J^(1/2)] under a normal force that never exceeds F [N]; without slip that of mu = 1."""
        mu = 1.0 if self.mu is None else self.mu
        softest = 1.0 / sum(1.0 / min(side) for side in (three(self.kt), three(self.kt_b)) if side != ZERO)
        return mu * F / math.sqrt(softest)


EXAMPLES = (
    SpatialSlip(mu=0.5, kt=1e5, bt=100.0),
    SpatialSlip(mu=0.4, kt=2e5, bt=150.0, kt_b=1e5, bt_b=80.0, spin_radius=5e-3),
    SpatialSlip(mu=0.4, kt=(4e4, 1e4, 2e4), bt=(40.0, 10.0, 20.0), spin_radius=0.01, cone="total"),
)


@kernel
def tensors(n, R_a, R_b, p):
    """N and the damping without its power of the indentation, as tensors of space; R of the bodies of sides a and b."""
    e1, e2 = basis(n)
    K_a = part_in_plane(R_a, (p[KT_A], p[KT_A + 1], p[KT_A + 2]), e1, e2)
    K_b = part_in_plane(R_b, (p[KT_B], p[KT_B + 1], p[KT_B + 2]), e1, e2)
    B_a = part_in_plane(R_a, (p[BT_A], p[BT_A + 1], p[BT_A + 2]), e1, e2)
    B_b = part_in_plane(R_b, (p[BT_B], p[BT_B + 1], p[BT_B + 2]), e1, e2)
    return expanded(root(in_series(K_a, K_b)), e1, e2), expanded(in_series(B_a, B_b), e1, e2)


@inlined
def limit(load, p):
    """mu F [N]."""
    if p[MU] == NO_SLIP:
        return UNUSED
    return p[MU] * max(load.force if p[TOTAL] > 0.0 else load.elastic, 0.0)


@inlined
def damping(load, p):
    """B at this indentation."""
    if p[EXPONENT] == 0.0:
        return load.B
    part = max(load.delta, 0.0) ** p[EXPONENT]
    xx, yy, zz, xy, xz, yz = load.B
    return part * xx, part * yy, part * zz, part * xy, part * xz, part * yz


@inlined
def torsion(load, B, p):
    """sqrt(k_w) and b_w."""
    xx, yy, zz, xy, xz, yz = load.N
    squares = xx * xx + yy * yy + zz * zz + 2.0 * (xy * xy + xz * xz + yz * yz)  # tr K
    return p[RADIUS] * math.sqrt(0.5 * squares), 0.5 * p[RADIUS] ** 2 * trace(B)


@inlined
def trial(load, slip, s, p):
    """f, tau of a sticking contact, and |f|_M."""
    B = damping(load, p)
    root_w, b_w = torsion(load, B, p)
    f = add(sym_vec(load.N, s.u), sym_vec(B, slip.velocity))
    tau = root_w * s.theta + b_w * slip.spin
    arm = tau / p[RADIUS] if p[RADIUS] > 0.0 else 0.0
    return f, tau, math.sqrt(dot(f, f) + arm * arm)


@kernel
def yielded(f_tr, tau_tr, B, r, size, most):
    """f, tau on the limit surface |f|_M = most < size: (1 + lam B) f = f_tr, (1 + lam b) tau = tau_tr, b = tr B/2.

    In a plane (1 + lam B)^-1 = ((1 + lam tr B) - lam B)/(1 + lam tr B + lam^2 det B). 1/|f|_M grows almost in proportion to
    lam, exactly where B has one value: Newton's method from 0 goes up and does not pass the root.
    """
    if most <= 0.0:
        return ZERO, 0.0
    T, det = trace(B), product(B)
    if T <= TINY or T * T - 4.0 * det <= 1e-14 * T * T:
        part = most / size
        return scale(part, f_tr), part * tau_tr
    g = sym_vec(B, f_tr)
    lam, f, tau = 0.0, f_tr, tau_tr
    for _newton in range(MOST):
        below = 1.0 + lam * (T + lam * det)
        f = scale(1.0 / below, add_scaled(scale(1.0 + lam * T, f_tr), -lam, g))
        tau = tau_tr / (1.0 + 0.5 * lam * T)
        arm = tau / r if r > 0.0 else 0.0
        square = dot(f, f) + arm * arm
        length = math.sqrt(square)
        if abs(length - most) <= 4e-16 * most:
            break
        # d(f, tau)/dlam = -(B (1 + lam B)^-1 f, b tau/(1 + lam b))
        df = scale(1.0 / below, add_scaled(scale(1.0 + lam * T, sym_vec(B, f)), -lam, sym_vec(B, sym_vec(B, f))))
        fall = dot(f, df) + arm * arm * 0.5 * T / (1.0 + 0.5 * lam * T)
        step = square * (length / most - 1.0) / fall
        if lam + step == lam:
            break
        lam += step
    return f, tau


@inlined
def elastic_part(f, load, B, s):
    """v - s in the plane: B^-1 (f - N eta), B^-1 = (tr B - B)/det B in a plane."""
    det = product(B)
    if det <= TINY:
        return ZERO
    rest = sub(f, sym_vec(load.N, s.u))
    return scale(1.0 / det, sub(scale(trace(B), rest), sym_vec(B, rest)))


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the internal state, powers."""
    v, w = slip.velocity, slip.spin
    f, tau, size = trial(load, slip, s, p)
    B = damping(load, p)
    root_w, b_w = torsion(load, B, p)
    u, u_w = v, w if p[RADIUS] > 0.0 else 0.0  # a ground without a moment is not twisted
    if mode != STICK:
        most = limit(load, p)
        if size > 0.0:
            f, tau = yielded(f, tau, B, p[RADIUS], size, most)
        u = elastic_part(f, load, B, s)
        u_w = (tau - root_w * s.theta) / b_w if b_w > TINY else 0.0
    lost = dot(u, sym_vec(B, u)) + b_w * u_w * u_w + dot(f, sub(v, u)) + tau * (w - u_w)
    rate = add_scaled(sym_vec(load.N, u), p[TURN] * u_w, cross(load.n, s.u))
    return Pull(scale(-1.0, f), -tau, Bristle(rate, root_w * u_w), lost, 0.0)


@inlined
def scales(mode, slip, s, p):
    """Linear while it sticks."""
    return (1.0, 1e-2) if mode == STICK else (1e-4, 1e-6)


@inlined
def energy(mode, s, p):
    """Energy of the springs [J]."""
    return 0.5 * (dot(s.u, s.u) + s.theta * s.theta)


@inlined
def guard(mode, load, slip, s, p):
    """Distance to the limit surface [N], positive on the side of the mode."""
    margin = limit(load, p) - trial(load, slip, s, p)[2]
    return (margin if mode == STICK else -margin), UNKNOWN


@inlined
def next_mode(mode, load, slip, s, p):
    """The other mode; the internal state is continuous."""
    return (SLIDE if mode == STICK else STICK), s


@inlined
def start(load, slip, s, p):
    """Stick if springs and dampers can hold, else slide."""
    return STICK if trial(load, slip, s, p)[2] <= limit(load, p) else SLIDE
