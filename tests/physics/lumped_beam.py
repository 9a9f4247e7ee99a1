"""A beam as a chain of rigid links with springs in their joints: what a flexible body is compared with.

N equal links of length h = L/N; the joint between two has the stiffness EI/h, the one at a clamped end twice that (the
curvature belongs to half a link). The error is of second order in h.
"""

from supple import Fixed, Revolute


def add_chain(scene, name, n, *, L=1.0, rhoA=1.0, EI=1.0, parent="world", joint=None, spread=None):
    """Add the links NAME.0, NAME.1, ...; the first sits in `joint`, clamped (Fixed) or hinged; return their names.

    spread   inertia of a link about its axis in the plane, over its mass and length squared; None: a slender rod.
    """
    h = L / n
    mass, about = rhoA * h, rhoA * h**3 * (1.0 / 12.0 if spread is None else spread)
    names = []
    for k in range(n):
        if k > 0:
            link = Revolute(axis=(0, 0, 1), at=(h, 0.0, 0.0), spring=EI / h)
        elif joint is None or isinstance(joint, Fixed):
            link = Revolute(axis=(0, 0, 1), at=(0.0, 0.0, 0.0), spring=2.0 * EI / h)
        else:
            link = joint
        name = scene.body(
            f"{name}.{k}", parent=parent, joint=link, mass=mass, com=(h / 2, 0.0, 0.0), inertia=(0.0, about, about)
        )
        names.append(name)
        parent = name
    return names


def extrapolated(coarse, fine, ratio=2.0, order=2):
    """Limit of figures whose errors fall with the order, from a chain and one with `ratio` times its links."""
    return fine + (fine - coarse) / (ratio**order - 1.0)
