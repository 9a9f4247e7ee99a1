"""Scenes with boxes whose motion was computed by an independent program (scipy, DOP853): figures in test_boxes.py."""

import numpy as np

import supple as sp

G = 9.81
K = 1e8  # [N/m^1.5] of one row
P_SIZE, P_ROUND = (0.20, 0.14, 0.10), 0.005
STATIC = (1.0 * G / (4.0 * K)) ** (2.0 / 3.0)  # [m] depth of a box of 1 kg on four corners


def rotvec(*v):
    """Quaternion of a rotation vector."""
    angle = np.linalg.norm(v)
    if angle == 0.0:
        return (1.0, 0.0, 0.0, 0.0)
    return (float(np.cos(angle / 2)), *(np.sin(angle / 2) * np.array(v) / angle).tolist())


def elastic():
    """F = k delta^1.5, nothing lost."""
    return sp.HuntCrossley(k=K, lam=0.0, n=1.5)


def scene_of(gravity=G, normal=None, friction=None, **rest):
    """A scene in which everything is of one material."""
    scene = sp.Scene(gravity=(0.0, 0.0, -gravity), **rest)
    scene.contact("m", "m", normal=normal or elastic(), friction=friction)
    return scene


def add_box(
    scene, name="P", size=P_SIZE, rounding=P_ROUND, mass=1.0, at=(0, 0, 0), turned=(0, 0, 0), v=(0, 0, 0), w=(0, 0, 0)
):
    """A free box; w in body axes."""
    return scene.body(
        name,
        mass=mass,
        joint=sp.Free(position=at, attitude=rotvec(*turned), velocity=v, angular_velocity=w),
        surfaces=[sp.Box(size, rounding=rounding, material="m")],
    )


def add_table(scene):
    """A fixed board of 1.0 x 0.8 x 0.1 m around the origin."""
    scene.body("table", joint=sp.Fixed(), surfaces=[sp.Box((1.0, 0.8, 0.1), rounding=0.005, material="m")])


def energy_error(run):
    """Largest error of the energy over the largest energies that were turned over."""
    ledger = run.ledger
    in_play = ledger.stored["kinetic"].max() + ledger.stored["contact springs"].max()
    return float(np.max(np.abs(ledger.residual)) / in_play)
