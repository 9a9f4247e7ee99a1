"""Robots for the tests, and their kinematics by products of homogeneous matrices: no code of the package."""

import math

import numpy as np

import supple as sp


def rotation(axis, angle):
    """Homogeneous matrix of a rotation about x (0) or z (2)."""
    T, (i, j) = np.eye(4), ((1, 2), (2, 0), (0, 1))[axis]
    c, s = math.cos(angle), math.sin(angle)
    T[i, i], T[i, j], T[j, i], T[j, j] = c, -s, s, c
    return T


def shift(axis, distance):
    """Homogeneous matrix of a displacement along x (0) or z (2)."""
    T = np.eye(4)
    T[axis, 3] = distance
    return T


def frames(links, q, convention, base=None):
    """The frames of a table, one after the other."""
    T, found, q = np.eye(4) if base is None else base, [], list(q)
    for link in links:
        value = 0.0 if link.joint == "fixed" else q.pop(0)
        theta = link.theta + (value if link.joint == "revolute" else 0.0)
        d = link.d + (value if link.joint == "prismatic" else 0.0)
        z, x = rotation(2, theta) @ shift(2, d), shift(0, link.a) @ rotation(0, link.alpha)
        T = T @ (z @ x if convention == "standard" else x @ z)
        found.append(T)
    return found


def random_links(rng, n, kinds=("revolute", "prismatic"), **rest):
    """A table at random; every link has some mass."""
    return [
        sp.Link(a=rng.uniform(-0.5, 0.5), alpha=rng.uniform(-3, 3), d=rng.uniform(-0.5, 0.5), theta=rng.uniform(-3, 3),
                joint=str(rng.choice(kinds)), mass=rng.uniform(0.5, 2.0), com=tuple(rng.uniform(-0.2, 0.2, 3)),
                inertia=(0.03, 0.04, 0.05, 0.001, -0.002, 0.003), **rest)
        for _ in range(n)
    ]  # fmt: skip


def model_of(links, convention="standard", **rest):
    """The model of a robot `arm`, and its names."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    names = scene.robot("arm", links, convention=convention, **rest)
    return sp.build(scene), names


def state_of(model, q, v=None):
    """A state from positions and velocities."""
    y = model.y0.copy()
    y[: len(q)] = q
    if v is not None:
        y[model.layout.n_q : model.layout.n_q + len(v)] = v
    return y


# PUMA 560, Corke & Armstrong-Helouvry (1994) as in Corke's Robotics Toolbox (puma560). Inertias do not matter for gravity
# and kinematics: those printed of links 1 and 3, (0, 0.35, 0) and (0.066, 0.086, 0.0125), are those of no body
_A, _ALPHA, _D = (0, 0.4318, 0.0203, 0, 0, 0), (90, 0, -90, 90, -90, 0), (0, 0, 0.15005, 0.4318, 0, 0)
_MASS = 0.0, 17.4, 4.8, 0.82, 0.34, 0.09
_COM = ((0, 0, 0), (-0.3638, 0.006, 0.2275), (-0.0203, -0.0141, 0.070), (0, 0.019, 0), (0, 0, 0), (0, 0, 0.032))
_LIMITS = (160, 110, 135, 266, 100, 266)  # [deg]


def puma(limits=False):
    """Its links, angles in degrees."""
    return [
        sp.Link(a=a, alpha=alpha, d=d, mass=m, com=c, inertia=(0.1, 0.1, 0.1), limits=(-l, l) if limits else None)
        for a, alpha, d, m, c, l in zip(_A, _ALPHA, _D, _MASS, _COM, _LIMITS, strict=True)
    ]


STOP = sp.HuntCrossley(k=1e4, lam=1e3)
