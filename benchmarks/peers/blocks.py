"""Four scenes of blocks in figures, and in MuJoCo and Drake: functions of a scene and a step to a `Film`.

MuJoCo  elliptic cone, solref (5 ms, 1) for all contacts at any step, so that there is an answer to converge to; friction a
        damper below its cone. The coin has friction against rolling (condim 6).
Drake   in a process of its own (drake_blocks.py), one run per line. A discrete plant (SAP) with point contacts: of two
        boxes there is one point, where they overlap most. No friction against rolling.
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

G, STOPS = 9.81, 200


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
    """A scene: bodies, friction, arm of the rolling resistance [m], end [s]; rounding of edges [m] where a tool has it."""

    blocks: tuple
    mu: float
    arm: float
    end: float
    rounding: float


class Film(NamedTuple):
    """A run: CPU time [s], places (stops, bodies, 3) [m] and attitudes (stops, bodies, 4) at STOPS equal times."""

    seconds: float
    places: np.ndarray
    attitudes: np.ndarray


def stack(count=5):
    """Cubes, 1 mm above each other, every other one aside."""
    cubes = [
        Block("box", (0.1,) * 3, 1.0, (5e-4 * (-1) ** i, -5e-4 * (-1) ** i, 0.051 + 0.101 * i)) for i in range(count)
    ]
    return Case(tuple(cubes), 0.5, 0.0, 2.0, 0.002)


def dominoes(count=20):
    """A row; the first is pushed."""
    row = [Block("box", (0.0075, 0.024, 0.048), 0.01, (0.024 * i, 0.0, 0.024)) for i in range(count)]
    row[0] = row[0]._replace(v=(0.144, 0.0, 0.0), w=(0.0, 6.0, 0.0))
    return Case(tuple(row), 0.2, 0.0, 1.2, 0.0005)


def coin():
    """A disc spun on its rim."""
    turned = (math.cos(math.radians(40)), math.sin(math.radians(40)), 0.0, 0.0)
    disc = Block("cylinder", (0.0375, 0.0128), 0.44, (0.0, 0.0, 0.0381), turned, w=(0.0, 16.0, 0.0))
    return Case((disc,), 0.4, 4e-4, 1.0, 0.001)


def wall(rows=10, columns=5):
    """Bricks laid in bond, and a ball."""
    bricks = [
        Block("box", (0.2, 0.1, 0.06), 2.0, (0.201 * (c - 0.5 * (columns - 1)) + 0.05 * (-1) ** r, 0.0, 0.03 + 0.05999 * r))
        for r in range(rows)
        for c in range(columns)
    ]  # fmt: skip
    ball = Block("sphere", (0.08,), 3.0, (0.03, -0.2, 0.036 * rows), v=(0.0, 6.0, 0.0))
    return Case((*bricks, ball), 0.6, 0.0, 0.1, 0.004)


CASES = {"stack of 5": stack, "20 dominoes": dominoes, "coin": coin, "wall of 50": wall}


def _words(values):
    return " ".join(repr(float(x)) for x in values)


def _mjcf(case, step):
    friction = f'friction="{_words((case.mu, 0.0, case.arm))}" condim="{6 if case.arm else 3}" solref="0.005 1"'

    def geom(block):
        size = block.size if block.kind == "sphere" else [0.5 * x for x in block.size]
        if block.kind == "cylinder":
            size = (block.size[0], 0.5 * block.size[1])
        return f'<geom type="{block.kind}" size="{_words(size)}" mass="{block.mass}" {friction}/>'

    bodies = "".join(
        f'<body pos="{_words(b.at)}" quat="{_words(b.turned)}"><freejoint/>{geom(b)}</body>' for b in case.blocks
    )
    return (
        f'<mujoco><option timestep="{step!r}" cone="elliptic" gravity="0 0 {-G}"/><worldbody>'
        f'<geom type="plane" size="5 5 0.1" {friction}/>{bodies}</worldbody></mujoco>'
    )


def mujoco():
    """A function of a case and a step [s], or None."""
    if not available("mujoco"):
        print("(MuJoCo left out: not installed)")
        return None
    import mujoco as mj

    def run(case, step):
        model = mj.MjModel.from_xml_string(_mjcf(case, step))
        data, rows = mj.MjData(model), np.empty((STOPS, len(case.blocks), 7))
        data.qvel[:] = np.ravel([(*b.v, *b.w) for b in case.blocks])
        start, done = time.process_time(), 0
        for i in range(STOPS):
            until = round(case.end * (i + 1) / STOPS / step)
            if until > done:
                mj.mj_step(model, data, nstep=until - done)
            done = until
            rows[i] = data.qpos.reshape(-1, 7)
        return Film(time.process_time() - start, rows[:, :, :3], rows[:, :, 3:])

    return run


def drake():
    """A function of a case and a step [s], or None."""
    python = os.environ.get("DRAKE_PYTHON", sys.executable if available("pydrake") else None)
    if python is None:
        print("(Drake left out: not installed here, and DRAKE_PYTHON names no other Python that has it)")
        return None
    command = [python, HERE / "peers" / "drake_blocks.py"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )

    def run(case, step):
        facts = {**case._asdict(), "blocks": [b._asdict() for b in case.blocks], "g": G, "stops": STOPS, "step": step}
        process.stdin.write(json.dumps(facts) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"Drake ended with status {process.wait()} at a step of {step!r} s")
        seconds, rows = json.loads(line)
        rows = np.array(rows)
        return Film(seconds, rows[:, :, :3], rows[:, :, 3:])

    return run
