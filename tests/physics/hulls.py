"""Scenes with hulls, and the boxes of boxes.py given as hulls."""

from itertools import product

import numpy as np
from scipy.spatial.transform import Rotation

import supple as sp

G = 9.81
K = 1e8  # [N/m^1.5] of one row
P_SIZE, P_ROUND = (0.20, 0.14, 0.10), 0.005
STATIC = (1.0 * G / (4.0 * K)) ** (2.0 / 3.0)  # [m] depth of a box of 1 kg on four corners
GOLDEN = (1.0 + 5.0**0.5) / 2.0


def quaternion(*rotvec):
    """Of a rotation vector."""
    x, y, z, w = Rotation.from_rotvec(rotvec).as_quat().tolist()
    return w, x, y, z


def box_points(size):
    """The eight corners."""
    return tuple(map(tuple, (0.5 * np.array(size) * np.array([*product((-1, 1), repeat=3)])).tolist()))


def icosahedron(radius=1.0):
    """Twelve corners on a sphere."""
    points = [p for a, b in product((-1, 1), (-GOLDEN, GOLDEN)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    return radius * np.array(points) / np.hypot(1.0, GOLDEN)


def tetrahedron(radius=1.0):
    """Four corners on a sphere."""
    return radius * np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]) / 3.0**0.5


def random_points(rng, count, size=0.1, stretch=(1.0, 1.0, 1.0)):
    """Points of a body without symmetry."""
    x = rng.normal(size=(count, 3))
    return size * np.array(stretch) * x / np.linalg.norm(x, axis=1)[:, None] * rng.uniform(0.7, 1.0, (count, 1))


def scene_of(gravity=G, normal=None, friction=None):
    """A scene in which everything is of one material."""
    scene = sp.Scene(gravity=(0.0, 0.0, -gravity))
    scene.contact("m", "m", normal=normal or sp.HuntCrossley(k=K, lam=0.0, n=1.5), friction=friction)
    return scene


def add(scene, shape, name="P", mass=1.0, at=(0, 0, 0), turned=(0, 0, 0), v=(0, 0, 0), w=(0, 0, 0)):
    """A free body; w in body axes."""
    joint = sp.Free(position=at, attitude=quaternion(*turned), velocity=v, angular_velocity=w)
    return scene.body(name, mass=mass, joint=joint, surfaces=[shape])


def as_hull(size=P_SIZE, rounding=P_ROUND, **rest):
    """A box given as a hull."""
    return sp.Hull(box_points(size), rounding=rounding, material="m", **rest)


def energy_error(run):
    """Largest error of the energy over the largest energies that were turned over."""
    stored = run.ledger.stored
    turned = float(np.max(stored["kinetic"]) + np.max(stored["contact springs"]))
    return float(np.max(np.abs(run.ledger.residual))) / turned


def end_of(run, body="P"):
    """Position, velocity and angular velocity in body axes at the end."""
    last = run.t[-1:]
    R = run.rotation(body, last)[0]
    w = R.T @ run.angular_velocity(body, last)[0]
    return run.position(body, last)[0], run.velocity(body, last)[0], w
