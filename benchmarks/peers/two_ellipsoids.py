"""The two ellipsoids of `ellipsoids.py` in figures, and in MuJoCo and Drake: functions of a setting to a `Flight`.

MuJoCo  a negative solref is stiffness and damping times the inverse mass of the pair, which makes the normal force a linear
        spring and damper where the impedance is small: with 0.01 it is that law to 1 %. The elliptic cone with condim 4
        is the limit surface of supple's SpatialSlip; below it friction is a damper, without a spring. Euler or RK4 with a
        fixed step, tolerances as they come.
Drake   in a process of its own (drake_ellipsoids.py), which does one run per line that it reads. sap: a discrete plant
        with the same linear spring and damper (relaxation time b/k), friction regularised, first order in the step.
        continuous: Hunt and Crossley's damping, friction viscous below 1 mm/s, a Runge-Kutta method of order 3 with
        error control. Neither has friction against spin.
"""

import json
import math
import os
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np
from common import HERE, available

G, END, STOPS = 9.81, 1.5, 15
AXES = {"grey": (0.15, 0.12, 0.10), "black": (0.30, 0.20, 0.15)}  # semi-axes [m] of bodies of 1 kg
PLACES = {"grey": (0.0, 0.0, 0.2), "black": (0.03, 0.01, 0.6)}  # [m]
TURNED = {"grey": (1.0, 0.0, 0.0, 0.0), "black": (math.cos(0.025), 0.0, math.sin(0.025), 0.0)}
K, B, KT, BT = (8000.0, 4000.0), (240.0, 120.0), (5600.0, 2800.0), (40.0, 20.0)  # of the floor and of a body, in series
MU, SPIN_RADIUS = 0.5, 0.02  # [-], [m]
IMPEDANCE = 0.01  # of MuJoCo's contacts


class Flight(NamedTuple):
    """A run: CPU time [s] and centres of both bodies at STOPS equal times up to END [m]."""

    seconds: float
    centres: np.ndarray


def in_series(a, b):
    """Of two springs or dampers."""
    return a * b / (a + b)


def inertia(axes):
    """Of a solid ellipsoid of 1 kg [m^2]."""
    a, b, c = (x * x for x in axes)
    return 0.2 * (b + c), 0.2 * (a + c), 0.2 * (a + b)


def _words(values):
    return " ".join(repr(float(x)) for x in values)


def _mjcf(step, integrator):
    def body(name):
        return (
            f'<body pos="{_words(PLACES[name])}" quat="{_words(TURNED[name])}"><freejoint/>'
            f'<inertial pos="0 0 0" mass="1" diaginertia="{_words(inertia(AXES[name]))}"/>'
            f'<geom name="{name}" type="ellipsoid" size="{_words(AXES[name])}"/></body>'
        )

    def pair(a, b, inverse_mass, k, damping):
        friction, impedance = _words((MU, MU, MU * SPIN_RADIUS, 0, 0)), _words((IMPEDANCE, IMPEDANCE, 1e-3))
        solref = _words((-inverse_mass * k, -inverse_mass * damping))
        return (
            f'<pair geom1="{a}" geom2="{b}" condim="4" friction="{friction}" solref="{solref}" solimp="{impedance}"/>'
        )

    floor, bodies = (in_series(*K), in_series(*B)), (in_series(K[1], K[1]), in_series(B[1], B[1]))
    pairs = (
        pair("floor", "grey", 1.0, *floor) + pair("floor", "black", 1.0, *floor) + pair("grey", "black", 2.0, *bodies)
    )
    return (
        f'<mujoco><option timestep="{step!r}" integrator="{integrator}" cone="elliptic" gravity="0 0 {-G}"/><worldbody>'
        f'<geom name="floor" type="plane" size="5 5 0.1"/>{body("grey")}{body("black")}</worldbody>'
        f"<contact>{pairs}</contact></mujoco>"
    )


def mujoco():
    """{integrator: a function of the step [s]}, or None."""
    if not available("mujoco"):
        print("(MuJoCo left out: not installed)")
        return None
    import mujoco as mj

    def of(integrator):
        def run(step):
            model = mj.MjModel.from_xml_string(_mjcf(step, integrator))
            data, centres = mj.MjData(model), np.empty((STOPS, 6))
            start = time.process_time()
            for i in range(STOPS):
                mj.mj_step(model, data, nstep=round(END / STOPS / step))
                centres[i] = *data.qpos[:3], *data.qpos[7:10]
            return Flight(time.process_time() - start, centres)

        return run

    return {integrator: of(integrator) for integrator in ("Euler", "RK4")}


def drake():
    """{kind: a function of the step [s] or of the accuracy [-]}, or None."""
    python = os.environ.get("DRAKE_PYTHON", sys.executable if available("pydrake") else None)
    if python is None:
        print("(Drake left out: not installed here, and DRAKE_PYTHON names no other Python that has it)")
        return None
    command = [python, HERE / "peers" / "drake_ellipsoids.py"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    facts = {
        "g": G, "end": END, "stops": STOPS, "axes": AXES, "places": PLACES, "turned": TURNED, "k": K, "mu": MU,
        "relaxation": in_series(*B) / in_series(*K), "inertia": {name: inertia(axes) for name, axes in AXES.items()},
    }  # fmt: skip
    process.stdin.write(json.dumps(facts) + "\n")

    def of(kind):
        def run(setting):
            process.stdin.write(f"{kind} {setting!r}\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"Drake ended with status {process.wait()} in a {kind} run at {setting!r}")
            seconds, centres = json.loads(line)
            return Flight(seconds, np.array(centres))

        return run

    return {kind: of(kind) for kind in ("sap", "continuous")}
