"""Two shapes on two bodies that move, and all their rows; the distance of their cores by an optimiser."""

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation
from shapes.bodies import Body

import supple as sp
from supple.elements.cornered import is_cornered, meeting, nearness, normal_rate, point_rate, steepest_lift
from supple.elements.places import velocity
from supple.shapes.contract import EDGE, PLANE, SIDE
from supple.shapes.roles import may_meet
from supple.tables import F_BODY, F_KIND, F_NODE, W_P, W_R, W_V, W_W


class Rows:
    """Body A and body B with a shape each, wherever they are put."""

    def __init__(self, shape_a, shape_b):
        scene = sp.Scene(name="pair")
        for name, shape in zip("AB", (shape_a, shape_b), strict=True):
            scene.body(name, mass=1.0, inertia=(1, 1, 1), joint=sp.Free(), surfaces=[shape])
        scene.pair("A", "B", normal=sp.Hertz(k=1e6))
        self.P = sp.build(scene).system(contact_error=True, laws=True)
        feat = self.P.feat_i
        pairs = [(a, b) for a in range(len(feat)) for b in range(len(feat)) if feat[a, F_BODY] < feat[b, F_BODY]]
        pairs = [(b, a) if feat[a, F_KIND] > feat[b, F_KIND] else (a, b) for a, b in pairs if may_meet(feat, a, b)]
        self.pairs = [(a, b) for a, b in pairs if is_cornered(feat[b, F_KIND])]

    def put(self, *bodies):
        """Put the two where they are, with their velocities."""
        for node, body in enumerate(bodies):
            row = self.P.work[node]
            row[W_R : W_R + 9], row[W_P : W_P + 3] = body.R.as_matrix().ravel(), body.origin
            row[W_W : W_W + 3], row[W_V : W_V + 3] = body.w, body.v

    def kinds(self, pair):
        """Which pair of kinds, as numbers."""
        return tuple(int(self.P.feat_i[f, F_KIND]) for f in pair)

    def of(self, *kinds):
        """The pairs of these kinds."""
        return [pair for pair in self.pairs if self.kinds(pair) == kinds]

    def meet(self, pair):
        """The Meeting of a pair."""
        return meeting(self.P, *pair)

    def nearest(self):
        """The smallest distance of all rows, without what is faded."""
        return min(nearness(self.P, *pair) for pair in self.pairs)

    def depths(self):
        """The indentations of all rows."""
        return np.array([max(-self.meet(pair).gap, 0.0) for pair in self.pairs])

    def steepest_lift(self, pair):
        """By how much the gap of what is nearly parallel may change with the angle [m], at most."""
        return steepest_lift(self.P, *pair) if self.kinds(pair)[1] in (EDGE, SIDE) else 0.0

    def rates(self, pair):
        """gap', dn/dt, dc/dt as the kernels have them."""
        m = self.meet(pair)
        a, b = (int(self.P.feat_i[f, F_NODE]) for f in pair)
        v = np.subtract(velocity(self.P, b, m.point), velocity(self.P, a, m.point))
        w = self.P.work[b, W_W : W_W + 3] - self.P.work[a, W_W : W_W + 3]
        vn = float(np.dot(m.normal, v))
        rate = -vn - float(np.dot(m.arm, w))
        plane = self.P.feat_i[pair[0], F_KIND] == PLANE  # its normal is fixed in its body
        turn = (
            tuple(np.cross(self.P.work[a, W_W : W_W + 3], m.normal)) if plane else normal_rate(self.P, *pair, m.normal)
        )
        return -rate, turn, point_rate(self.P, *pair, -m.gap, rate, m.normal, m.arm, turn)


def bodies(rng, apart=0.5):
    """Two bodies, turned at random, `apart` from each other, that move."""
    way = rng.normal(size=3)
    A, B = Body.random(rng), Body.random(rng)
    B.origin = A.origin + apart * way / np.linalg.norm(way)
    return A, B


def core_distance(one, A, other, B):
    """Distance of two cores by SLSQP; a core: half widths, and whether it is round about z."""
    (size_a, round_a), (size_b, round_b) = one, other

    def places(z):
        return A.origin + A.R.apply(z[:3]), B.origin + B.R.apply(z[3:])

    def cost(z):
        x, y = places(z)
        d = y - x
        return d @ d, 2.0 * np.concatenate([-A.R.inv().apply(d), B.R.inv().apply(d)])

    bounds = [(-s, s) for s in (*size_a, *size_b)]
    inside = [(i, size[0]) for i, (size, round_) in enumerate(((size_a, round_a), (size_b, round_b))) if round_]
    limits = [
        {
            "type": "ineq",
            "fun": lambda z, i=i, r=r: r * r - z[3 * i] ** 2 - z[3 * i + 1] ** 2,
            "jac": lambda z, i=i: np.concatenate(
                [np.zeros(3 * i), [-2 * z[3 * i], -2 * z[3 * i + 1], 0.0], np.zeros(3 - 3 * i)]
            ),
        }
        for i, r in inside
    ]
    best = np.inf
    for start in (np.zeros(6), 0.5 * np.array([*size_a, *size_b])):
        found = minimize(
            cost,
            start,
            jac=True,
            bounds=bounds,
            constraints=limits,
            method="SLSQP",
            options={"ftol": 1e-18, "maxiter": 500},
        )
        best = min(best, float(np.sqrt(max(found.fun, 0.0))))
    return best


def turned(rng):
    """A rotation and a shift of the world."""
    return Rotation.random(rng=rng), rng.uniform(-1, 1, 3)
