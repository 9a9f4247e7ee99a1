"""Scenes with cylinders and coins: figures in test_cylinders.py and test_coins.py."""

import numpy as np

import supple as sp

G = 9.81
K = 1e8  # [N/m^1.5] of one row


def rotvec(*v):
    """Quaternion of a rotation vector."""
    angle = float(np.linalg.norm(v))
    if angle == 0.0:
        return (1.0, 0.0, 0.0, 0.0)
    return (float(np.cos(angle / 2)), *(np.sin(angle / 2) * np.array(v) / angle).tolist())


def scene_of(d=0.0, gravity=(0.0, 0.0, -G), friction=None, rolling=None, **rest):
    """A scene in which everything is of one material, F = k delta^1.5 (1 + d rate)."""
    scene = sp.Scene(gravity=gravity, **rest)
    normal = sp.HuntCrossley(k=K, lam=d * K, n=1.5)
    scene.contact("m", "m", normal=normal, friction=friction, rolling=rolling)
    return scene


def add_cylinder(scene, rho, H, r, name="C", mass=1.0, inertia=None, foot=None, free=None, **rest):
    """A body with a cylinder whose core has the radius rho and the half height H."""
    shape = sp.Cylinder(rho + r, 2.0 * (H + r), rounding=r, foot=foot, material="m")
    joint = sp.Free(**(free or {}))
    return scene.body(name, mass=mass, inertia=inertia, joint=joint, surfaces=[shape], **rest)


def add_table(scene):
    """A fixed board of 1.0 x 0.8 x 0.1 m around the origin."""
    scene.body("table", joint=sp.Fixed(), surfaces=[sp.Box((1.0, 0.8, 0.1), rounding=0.005, material="m")])


def energy_error(run):
    """Largest error of the energy over the largest energies that were turned over."""
    ledger = run.ledger
    return float(np.max(np.abs(ledger.residual))) / float(
        np.max(ledger.stored["kinetic"]) + np.max(ledger.stored["contact springs"])
    )


def tilt(run, t, name="C"):
    """Angle between the axis of a cylinder and the vertical [rad]."""
    a = run.rotation(name, t)[..., :, 2]
    return np.arctan2(np.hypot(a[..., 0], a[..., 1]), a[..., 2])
