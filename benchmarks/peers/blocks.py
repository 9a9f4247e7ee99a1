"""Four scenes of blocks in figures, and in MuJoCo and Drake: functions of a scene and a step to a `Film`.

Contacts are matched where a block rests. supple's law, F = k delta^1.5 (1 + d rate) on each corner, has the depth delta_0
under the load of one block, and the peers get the linear stiffness F/delta_0 of that place:

MuJoCo  a negative solref: stiffness and damping per contact, times the inverse masses of the two; the impedance is 0.01, so
        that they are that spring and damper to 1 % (as in two_ellipsoids.py). The damping has the restitution of supple's
        law at the speed of impacts of the scene; friction is a damper below its cone, with supple's coefficient (impratio).
        Faces meet in four points. The coin has friction against rolling (condim 6). Euler, elliptic cones. Such a spring is
        explicit, and its steps must be short; "MuJoCo, as it comes" has the default contacts, which are made for long steps
        and sink in deeper: what its users have, and another problem.
Drake   in a process of its own (drake_blocks.py), one run per line. Discrete, with Hunt and Crossley's damping and d of
        supple (lagged approximation). Boxes and the ball hydroelastic, compliant, with the modulus F h/(A delta_0), h half
        of the thickness and A the face that rests, on rigid ground: two boxes are half as stiff as box and ground. The
        coin has a point contact of that stiffness. Friction is regularised below 0.1 mm/s; there is none against rolling.
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
from scipy.optimize import brentq

G, STOPS = 9.81, 200
IMPEDANCE = 0.01  # of MuJoCo's contacts


class Block(NamedTuple):
    """A body: kind of its shape, full sizes [m] (of a cylinder radius and height), mass [kg], state at the start."""

    kind: str
    size: tuple
    mass: float
    at: tuple
    turned: tuple = (1.0, 0.0, 0.0, 0.0)
    v: tuple = (0.0, 0.0, 0.0)
    w: tuple = (0.0, 0.0, 0.0)  # in axes of the body


class Case(NamedTuple):
    """A scene: bodies, friction, end; rounding of edges where a tool has it; numbers of the contact of one corner."""

    blocks: tuple
    end: float  # [s]
    rounding: float  # [m]
    k: float  # [N/m^1.5] of supple's law
    d: float  # [s/m]
    corners: int  # that carry a block at rest
    speed: float  # [m/s] of impacts
    mu: float
    bt: float  # [N s/m] damping of friction that sticks
    arm: float = 0.0  # [m] of the rolling resistance

    @property
    def held(self):
        """Load of a corner of the first block at rest [N]."""
        return self.blocks[0].mass * G / self.corners

    @property
    def depth(self):
        """At rest [m]."""
        return (self.held / self.k) ** (2.0 / 3.0)

    @property
    def stiffness(self):
        """Of a linear spring with that depth [N/m]."""
        return self.held / self.depth

    @property
    def damping(self):
        """Of a linear damper beside it that has the restitution of supple's law [N s/m]."""
        x = self.d * self.speed
        e = brentq(
            lambda e: math.log((1.0 + x) / (1.0 - x * e)) - x * (1.0 + e), 1e-9, min(1.0, 1.0 / x) * (1.0 - 1e-12)
        )
        ratio = -math.log(e) / math.hypot(math.pi, math.log(e))
        return 2.0 * ratio * math.sqrt(self.stiffness * self.blocks[0].mass / self.corners)

    @property
    def modulus(self):
        """Of Drake's boxes [Pa]."""
        a, b, c = self.blocks[0].size
        return self.blocks[0].mass * G / (a * b) * 0.5 * min(a, b, c) / self.depth


class Film(NamedTuple):
    """A run: CPU time [s], places (stops, bodies, 3) [m] and cosines of the angle of the z axis to the vertical.

    residual: what supple's ledger does not account for, over the energy turned over.
    """

    seconds: float
    places: np.ndarray
    upright: np.ndarray
    residual: float | None = None


def stack(count=5):
    """Cubes, 1 mm above each other, every other one aside."""
    cubes = [
        Block("box", (0.1,) * 3, 1.0, (5e-4 * (-1) ** i, -5e-4 * (-1) ** i, 0.051 + 0.101 * i)) for i in range(count)
    ]
    return Case(tuple(cubes), 2.0, 0.002, k=1e8, d=50.0, corners=4, speed=0.1, mu=0.5, bt=500.0)


def dominoes(count=20):
    """A row; the first is pushed. Livelier ones (d = 2 s/m) are chaotic: docs/shapes.md."""
    row = [Block("box", (0.0075, 0.024, 0.048), 0.01, (0.024 * i, 0.0, 0.024)) for i in range(count)]
    row[0] = row[0]._replace(v=(0.144, 0.0, 0.0), w=(0.0, 6.0, 0.0))
    return Case(tuple(row), 0.9, 0.0005, k=1e7, d=20.0, corners=4, speed=0.5, mu=0.2, bt=10.0)


def coin():
    """A disc spun on its rim, at 60 degrees to the ground: at 80 one with sharp rims would be about to stand up."""
    turned = (math.cos(math.radians(30)), math.sin(math.radians(30)), 0.0, 0.0)
    disc = Block("cylinder", (0.0375, 0.0128), 0.44, (0.0, 0.0, 0.0358), turned, w=(0.0, 16.0, 0.0))
    return Case((disc,), 1.0, 0.001, k=1e8, d=3.0, corners=1, speed=0.05, mu=0.4, bt=100.0, arm=4e-4)


def wall(rows=10, columns=5):
    """Bricks laid in bond, and a ball."""
    bricks = [
        Block("box", (0.2, 0.1, 0.06), 2.0, (0.201 * (c - 0.5 * (columns - 1)) + 0.05 * (-1) ** r, 0.0, 0.03 + 0.05999 * r))
        for r in range(rows)
        for c in range(columns)
    ]  # fmt: skip
    ball = Block("sphere", (0.08,), 3.0, (0.03, -0.2, 0.036 * rows), v=(0.0, 6.0, 0.0))
    return Case((*bricks, ball), 0.05, 0.004, k=1e7, d=10.0, corners=4, speed=3.0, mu=0.6, bt=290.0)


CASES = {"stack of 5": stack, "20 dominoes": dominoes, "coin": coin, "wall of 50": wall}


def resting(case):
    """The first block of a case alone, laid down on the ground: how deep does it sink?"""
    block = case.blocks[0]._replace(at=(0.0, 0.0, 0.5 * case.blocks[0].size[2]), v=(0.0,) * 3, w=(0.0,) * 3)
    return case._replace(blocks=(block,), end=0.5)


def upright(quaternions):
    """Cosine of the angle between each body's z axis and the vertical."""
    _, x, y, _ = np.moveaxis(quaternions, -1, 0)
    return 1.0 - 2.0 * (x * x + y * y)


def _words(values):
    return " ".join(repr(float(x)) for x in values)


def _matched(case, inverse_mass):
    """Attributes of a contact that is supple's spring and damper."""
    solref = _words((-case.stiffness * inverse_mass, -case.damping * inverse_mass))
    return f'solref="{solref}" solimp="{_words((IMPEDANCE, IMPEDANCE, 1e-3))}"'


def _default(case, inverse_mass):
    """Those of MuJoCo."""
    return ""


def _mjcf(case, step, solver):
    """The contact of the ground counts against any body (priority), that of two bodies is the mean of theirs."""

    def contact(inverse_mass, priority=0):
        return (
            f'friction="{_words((case.mu, 0.0, case.arm))}" condim="{6 if case.arm else 3}" priority="{priority}" '
            f"{solver(case, inverse_mass)}"
        )

    def geom(block):
        size = block.size if block.kind == "sphere" else [0.5 * x for x in block.size]
        if block.kind == "cylinder":
            size = (block.size[0], 0.5 * block.size[1])
        # 1/m + 1/m of two alike; the ball, so that the mean is 1/brick + 1/ball
        return f'<geom type="{block.kind}" size="{_words(size)}" mass="{block.mass}" {contact(2.0 / block.mass)}/>'

    bodies = "".join(
        f'<body pos="{_words(b.at)}" quat="{_words(b.turned)}"><freejoint/>{geom(b)}</body>' for b in case.blocks
    )
    return (
        f'<mujoco><option timestep="{step!r}" cone="elliptic" gravity="0 0 {-G}" '
        f'impratio="{case.bt / case.damping if solver is _matched else 1.0}"/><worldbody>'
        f'<geom type="plane" size="5 5 0.1" {contact(1.0 / case.blocks[0].mass, 1)}/>{bodies}</worldbody></mujoco>'
    )


def mujoco():
    """{name: a function of a case and a step [s]}."""
    if not available("mujoco"):
        print("(MuJoCo left out: not installed)")
        return {}
    import mujoco as mj

    mj.set_mju_user_warning(lambda text: None)  # steps that are too long: their error tells

    def of(solver):
        def run(case, step):
            model = mj.MjModel.from_xml_string(_mjcf(case, step, solver))
            data, rows = mj.MjData(model), np.empty((STOPS, len(case.blocks), 7))
            data.qvel[:] = np.ravel([(*b.v, *b.w) for b in case.blocks])
            start, done = time.process_time(), 0
            for i in range(STOPS):
                until = round(case.end * (i + 1) / STOPS / step)
                if until > done:
                    mj.mj_step(model, data, nstep=until - done)
                done = until
                rows[i] = data.qpos.reshape(-1, 7)
            return Film(time.process_time() - start, rows[:, :, :3], upright(rows[:, :, 3:]))

        return run

    return {"MuJoCo": of(_matched), "MuJoCo, as it comes": of(_default)}


def drake():
    """{name: a function of a case and a step [s]}."""
    python = os.environ.get("DRAKE_PYTHON", sys.executable if available("pydrake") else None)
    if python is None:
        print("(Drake left out: not installed here, and DRAKE_PYTHON names no other Python that has it)")
        return {}
    command = [python, HERE / "peers" / "drake_blocks.py"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )

    def run(case, step):
        boxes = case.blocks[0].kind == "box"
        facts = {
            "blocks": [b._asdict() for b in case.blocks], "g": G, "stops": STOPS, "step": step, "end": case.end,
            "mu": case.mu, "dissipation": case.d, "modulus": case.modulus if boxes else None, "k": case.stiffness,
        }  # fmt: skip
        process.stdin.write(json.dumps(facts) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"Drake ended with status {process.wait()} at a step of {step!r} s")
        seconds, rows = json.loads(line)
        rows = np.array(rows)
        return Film(seconds, rows[:, :, :3], upright(rows[:, :, 3:]))

    return {"Drake": run}
