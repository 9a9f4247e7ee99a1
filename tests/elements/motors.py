"""A motor for tests: 12 V, 60 W, as in many small robots; alone in space, or on a joint."""

import supple as sp

DATA = {"resistance": 0.611, "torque_constant": 0.0259, "inertia": 3.35e-6, "damping": 1e-6}
L, TAU = 1.19e-4, 0.00425  # [H], [Nm]


def alone(**more):
    """A rotor `r` with its motor `m`, and nothing else."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.add(sp.Motor(**(DATA | {"rotor": "r", "name": "m"} | more)))
    return scene


def events(run):
    """Times and words."""
    return [(event.time, event.what) for event in run.events if event.contact == "m"]


def end(run, *names):
    """Last values of channels."""
    return [run[name][-1] for name in names]
