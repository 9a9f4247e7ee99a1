"""What is printed in Stramigioli & Duindam (2004), and what it should be, as numbers.

    name    quantity that must vanish (or equal something known), with the printed formula and with the corrected one

Two kinds of slips are not here because nothing can be computed: names and labels (E1, E4, E6), and the side on which the
force of eq. (26) acts (E13). `docs/spatial-contact.md` has all fourteen.

Conventions   twist (omega; v), wrench (tau; f); Ad_H = [[R, 0], [p^ R, R]] takes twists from b to a for H = H_b^a
"""

import math

import numpy as np

from ...laws.contact_patch import patch_stiffness
from ..study import judged
from .scenario import DISTANCES

SEED = 2004
EXACT = 1e-12
P = np.array(  # (v_x, v_y, v_z, omega_z) of a twist at the contact
    [[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0]], dtype=float
)


def errata_items(base, naive):
    """Every erratum that can be computed, in order; `base` is the run of the two ellipsoids, `naive` a bounce."""
    by_chance = (relative_twist, common_normals, projection, storage, normalising, damping)
    items = [item for part in by_chance for item in part(np.random.default_rng(SEED))]
    items += [*commutation(), *curvature(), *place(base), *indentation(naive)]
    return sorted(items, key=lambda item: int(item.name.split()[0][1:]))


def _pair(erratum, what, claim, printed, corrected, unit="-", note=""):
    """Printed beside the claim of the paper, and corrected, which must hold."""
    source = f"{erratum}, {what}: "
    yield judged(
        f"{erratum} as printed", claim, float(printed), unit, source + "the paper's claim", rule="shown", note=note
    )
    yield judged(f"{erratum} corrected", claim, float(corrected), unit, source + "the paper's claim", rule="absolute",
                 tolerance=EXACT)  # fmt: skip


# --- frames and Dirac structures -----------------------------------------------------------------------------------------
def hat(w):
    """The matrix of w x."""
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def adjoint(H):
    """Ad of a pose (R, p)."""
    R, p = H
    return np.block([[R, np.zeros((3, 3))], [hat(p) @ R, R]])


def pose(rng):
    """Any pose."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    R = q * np.sign(np.diag(r))
    return R * np.linalg.det(R), rng.normal(size=3)


def defect(E, F):
    """max |E F^T + F E^T|, which vanishes for a Dirac structure."""
    return np.max(np.abs(E @ F.T + F @ E.T))


def relative_twist(rng):
    """(5) to (7): which adjoint."""
    Ad, none, one = adjoint(pose(rng)), np.zeros((6, 6)), np.eye(6)
    F = np.block([[one, -one, Ad], [none] * 3, [none] * 3])

    def E(back):
        return np.block([[none] * 3, [one, none, -back.T], [none, one, back.T]])

    note = "the other reading of Ad_H0: that of H_1^0, as in the line below"
    yield from _pair(
        "E2", "(6), (7), max |E F' + F E'|", 0.0, defect(E(Ad), F), defect(E(np.linalg.inv(Ad)), F), note=note
    )


def projection(rng):
    """(10) to (15): the orientation of the inner port, and the whole structure."""
    A = P @ adjoint(pose(rng))

    def parts(sign):
        E, F = np.zeros((14, 14)), np.zeros((14, 14))
        E[8:, :6], E[8:, 6:10], E[8:, 10:] = sign * np.eye(6), -A.T, -A.T
        F[:4, :6], F[4:8, :6], F[:4, 6:10], F[4:8, 10:] = A, A, -np.eye(4), -np.eye(4)
        return E, F

    yield from _pair("E5", "(11), (12), max |E F' + F E'|", 0.0, defect(*parts(1.0)), defect(*parts(-1.0)))
    for s in (0.0, 1.0):
        E, F = whole(A, s)
        name = f"E5 (14), (15), {'apart' if s else 'in contact'}"
        source = "E5, the whole structure, which is right: "
        yield judged(name, 0.0, defect(E, F), "-", source + "defect", rule="absolute", tolerance=EXACT)
        yield judged(
            f"{name}, rank", 20, int(np.linalg.matrix_rank(np.hstack([E, F]))), "-", source + "rank", tolerance=0.0
        )


def whole(A, s):
    """E and F of (14), (15) with A = P Ad; s = 1 while the bodies are apart."""
    E, F, closed = np.zeros((20, 20)), np.zeros((20, 20)), 1.0 - s
    E[:12, :12] = np.eye(12)
    E[:6, 12:] = -closed * np.hstack([A.T, A.T])
    E[6:12, 12:] = closed * np.hstack([A.T, A.T])
    F[12:, :6], F[12:, 6:12] = -closed * np.vstack([A, A]), closed * np.vstack([A, A])
    F[12:, 12:] = -np.eye(8)
    return E, F


# --- geometry ------------------------------------------------------------------------------------------------------------
def common_normals(rng):
    """Common normals of two equal ellipsoids whose centres nearly coincide: both ends of the shortest axis are one."""
    axes, shift = np.array((0.2, 0.2, 0.1)), 1e-3

    def gap(n):  # d.n - h(n) - h(-n), which a common normal makes stationary and the wanted one largest
        return shift * n[..., 2] - 2.0 * np.sqrt(np.sum((axes * n) ** 2, axis=-1))

    found = 0
    for end in (np.array((0.0, 0.0, 1.0)), np.array((0.0, 0.0, -1.0))):
        around = end + 0.05 * rng.normal(size=(1000, 3))
        found += bool(np.all(gap(around / np.linalg.norm(around, axis=1)[:, None]) < gap(end)))
    yield judged("E3 common normals", 1, found, "-", "E3, deep overlap: the paper's claim", rule="shown",
                 note="both are local maxima of the distance; they differ by 2 mm in depth")  # fmt: skip


def curvature():
    """(18): curvatures add, radii do not; seen in Hertz's stiffness of a ball on a plate."""
    R, modulus = 0.1, 1e9
    hertz = 4.0 / 3.0 * modulus * math.sqrt(R)
    ours = patch_stiffness(1.0 / R, 1.0 / R, modulus)
    source = "E9, (18), stiffness of a ball on a plate: Hertz"
    yield judged(
        "E9 curvatures add", hertz, ours, "N/m^(3/2)", source, tolerance=1e-10, note="a sum of radii would be infinite"
    )


# --- elastic part --------------------------------------------------------------------------------------------------------
def storage(rng):
    """(16): power of the wrench against the growth of V, for V = q.M q/2 in q = (theta, x, y, z)."""
    theta, x, y, z = q = 0.5 * rng.normal(size=4)
    M = rng.normal(size=(4, 4))
    dV = (M @ M.T + np.eye(4)) @ q
    turn = np.array([[math.cos(theta), -math.sin(theta)], [math.sin(theta), math.cos(theta)]])
    w, *v = twist = rng.normal(size=4)
    v = np.array(v)
    R = np.eye(3)
    R[:2, :2] = turn
    as_printed = (adjoint((R, np.array((x, y, z)))).T @ np.concatenate([(0.0, 0.0), dV]))[2:]
    spatial = dV @ (w, v[0] - w * y, v[1] + w * x, v[2])  # Hbar' = T Hbar
    body = dV @ (w, *(turn @ v[:2]), v[2])  # Hbar' = Hbar T
    right = np.array((dV[0] + x * dV[2] - y * dV[1], *dV[1:]))
    note = f"with Hbar' = Hbar T: {as_printed @ twist - body:+.2f} W"
    yield from _pair("E7", "(16), power of the wrench less dV/dt", 0.0, as_printed @ twist - spatial,
                     right @ twist - spatial, "W", note)  # fmt: skip
    other = np.array((dV[0], *(turn.T @ dV[1:3]), dV[3]))
    yield judged("E7 corrected, body form", 0.0, float(other @ twist - body), "W", "E7, (16), Hbar' = Hbar T: dV/dt",
                 rule="absolute", tolerance=EXACT)  # fmt: skip


def commutation():
    """Remark 1: the group is said to commute."""
    turn, shift = np.zeros((4, 4)), np.zeros((4, 4))
    turn[:2, :2], shift[0, 3] = ((0.0, -1.0), (1.0, 0.0)), 1.0
    bracket = turn @ shift - shift @ turn
    yield judged("E8 |[r_z, t_x]|", 0.0, float(np.linalg.norm(bracket)), "-", "E8, SE(2) x T commutes: the paper's claim",
                 rule="shown", note="it is t_y; flat and group storage differ: see the open choices")  # fmt: skip


def place(base):
    """(22): where the force acts, from body 1 to body 2, in the run itself: floor 8000, grey body 4000 N/m."""
    k1, k2 = 8000.0, 4000.0
    k = k1 * k2 / (k1 + k2)
    touching = base.run.contact(DISTANCES["D1"], [0.3])  # the floor is z = 0
    found = -touching.point[0, 2] / touching.delta[0]
    source = "E10, (22), alpha of floor and grey body: compression of body 1 over that of both"
    note = "outside the overlap; the two forms agree only where body 2 is hard"
    share = (k / k1) / (k / k1 + k / k2)
    yield judged("E10 as printed", share, k1 / k, "-", source, rule="shown", note=note)
    yield judged("E10 corrected, in the run", share, float(found), "-", source, tolerance=1e-9)


def normalising(rng):
    """(24): N takes a twist to coordinates in which K is 1, so N' N = K."""
    M = rng.normal(size=(4, 4))
    K = M @ M.T + np.eye(4)
    basis = np.linalg.inv(np.linalg.cholesky(K)).T  # columns with basis' K basis = 1
    printed, right = basis, np.linalg.inv(basis)
    yield from _pair("E11", "(24), max |N' N - K|", 0.0, np.max(np.abs(printed.T @ printed - K)),
                     np.max(np.abs(right.T @ right - K)))  # fmt: skip


# --- damping, indentation ------------------------------------------------------------------------------------------------
def damping(rng):
    """(30): smallest dissipation v.B_H v of unit v over states and tensors; |.|^n, as x^n has no sign to trust."""
    worst, best = np.inf, np.inf
    for _ in range(200):
        M, L = rng.normal(size=(2, 4, 4))
        N, B = np.linalg.cholesky(M @ M.T + 0.1 * np.eye(4)).T, L @ L.T + 0.1 * np.eye(4)
        S = np.diag(np.abs(rng.normal(size=4)) ** 1.5)
        printed = B @ np.linalg.inv(N) @ S @ N
        inner = np.linalg.inv(N).T @ B @ np.linalg.inv(N)
        right = N.T @ np.sqrt(S) @ inner @ np.sqrt(S) @ N
        worst, best = (min(low, _smallest(m)) for low, m in ((worst, printed), (best, right)))
    source = "E12, (30), smallest dissipation at unit speed: passive"
    note = "with |.|; as it stands a negative deflection gives negative damping, or no number"
    yield judged("E12 as printed", 0.0, worst, "W", source, rule="shown", note=note)
    yield judged("E12 corrected, how far below 0", 0.0, min(best, 0.0), "W", source, rule="absolute", tolerance=EXACT)


def _smallest(m):
    return float(np.linalg.eigvalsh(0.5 * (m + m.T))[0])


def indentation(naive):
    """Section 4.2.1.3: the integrated normal state is said to be the indentation."""
    note = f"{100.0 * abs(naive.integrated / naive.deepest):.0f} % of its largest value; z is tied to Delta here"
    source = "E14, z' = N Delta' where k differs by place: the force ends with the contact"
    yield judged("E14 integrated z when bodies part", 0.0, naive.integrated, "J^(1/2)", source, rule="shown", note=note)
