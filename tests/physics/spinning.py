"""Scenes of spinning bodies from the examples, and what is read off their runs."""

from pathlib import Path

import numpy as np

import supple as sp
from supple.spatial.rotations import quaternion_to_matrix

SCENES = Path(__file__).parents[2] / "examples" / "scenes"


def run_scene(name, *, rtol=None, end=None, **settings):
    """A run of an example; settings by their names, with __ for a dot."""
    setup = sp.read_scene(SCENES / f"{name}.toml", set={key.replace("__", "."): x for key, x in settings.items()})
    options = setup.run | ({} if rtol is None else {"rtol": rtol}) | ({} if end is None else {"end": end})
    run = sp.simulate(setup.scene, **options)
    assert run.success, run.message
    return run


def rattleback(k, *, rtol=1e-9, end=4.0):
    """The rattleback on a floor of stiffness k [N/m], its damping in proportion to sqrt(k), as deep as at rest."""
    return run_scene("rattleback", rtol=rtol, end=end, k=k, b=100.0 * (k / 1e7) ** 0.5, height=0.02 - 9.81 / k)


def rotations(run, body, times):
    """Rotation matrices of a body, shape (n, 3, 3), and its angular velocity in world axes [rad/s]."""
    columns = [run.names.index(f"{body}.{name}") for name in ("qw", "qx", "qy", "qz", "wx", "wy", "wz")]
    states = run.at(times)[:, columns]
    R = np.array([quaternion_to_matrix(tuple(y[:4])) for y in states])
    return R, np.einsum("tij,tj->ti", R, states[:, 4:])


def spin(run, body, times):
    """Angular velocity about the vertical [rad/s]."""
    return rotations(run, body, times)[1][:, 2]


def inclination(run, body, axis, times):
    """Angle of an axis of the body to the vertical [deg]."""
    return np.degrees(np.arccos(np.clip(rotations(run, body, times)[0][:, 2, axis], -1.0, 1.0)))


def reversals(times, values):
    """Where the values change sign [s], linear between the times."""
    i = np.flatnonzero(np.sign(values[1:]) != np.sign(values[:-1]))
    return times[i] - values[i] * (times[i + 1] - times[i]) / (values[i + 1] - values[i])
