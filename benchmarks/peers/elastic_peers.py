"""The elastic robots of `elastic_robots.py` in MuJoCo and Drake: functions of a setting to a `Course`.

Both     bodies, joints, rotors, levers, motors and dampers are those of supple: in flight their accelerations agree. A
         strand with damping b pulls wherever k e + b e' > 0, where supple's waits until it is taut (e > 0).
MuJoCo   strands: fixed tendons, whose spring has a dead band, or with damping actuators that are clipped at 0; motors are
         actuators. Contacts and joint stops are soft constraints: a negative solref with a small impedance is a linear
         spring and damper, k as in supple and b = lam x at half of a typical depth, in place of k x (1 + lam/k x').
         Friction: mu_k, elliptic cone, below it a damper without a spring. Fixed steps.
Drake    in a process of its own (drake_elastic.py), which does one run per line that it reads. Strands and motors: compiled
         blocks (affine systems, saturation) between the state and the generalised forces. Contact: k x (1 + lam/k x'),
         the same as that of supple, with regularised friction (continuous: mu_s, mu_k, v_stick; discrete: mu_k). Stops:
         springs without damping. discrete: fixed steps, "lagged", its approximation of this contact law; the others
         integrate the continuous plant, semi_explicit_euler in fixed steps, the others with error control.

Controllers are arithmetic in numpy every period, and forces are read there; both are timed apart.
"""

import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np
from common import HERE, available

IMPEDANCE = 1e-3  # of MuJoCo's constraints
FRICTION_RATIO = 10.0  # its impratio: how much stiffer friction is
WIDE = 1e9  # no limit
CONTINUOUS = ("semi_explicit_euler", "runge_kutta3", "implicit_euler")  # Drake's integrators


class Course(NamedTuple):
    """A run: CPU time of steps and of controllers [s], link coordinates [rad, m] and sum of the normal forces [N].

    Coordinates have a row, forces a number per sample, at its end.
    """

    seconds: float
    control: float
    links: np.ndarray
    force: np.ndarray


class Depths(NamedTuple):
    """Where MuJoCo's linear damping equals that of Hunt and Crossley: of contacts [m], of stops [rad]."""

    contact: float
    stop: float


def _words(values):
    return " ".join(repr(float(x)) for x in np.atleast_1d(values))


# --- MuJoCo -------------------------------------------------------------------------------------------------------------
def _tree(facts, parent):
    """The bodies below one, nested."""
    text = ""
    for body in (body for body in facts.bodies if body["parent"] == parent):
        text += f'<body name="{body["name"]}" pos="{_words(body["at"])}">'
        for kind, name, axis in body["joints"]:
            damping = float(facts.damping[facts.names.index(name)])
            stops = sorted(stop.angle for stop in facts.stops if facts.names[stop.coordinate] == name)
            limits = f'limited="true" range="{_words(stops)}"' if stops else 'limited="false"'
            text += f'<joint name="{name}" type="{kind}" axis="{_words(axis)}" damping="{damping!r}" {limits}/>'
        inertia = _words(body["inertia"])
        text += f'<inertial pos="{_words(body["com"])}" mass="{body["mass"]!r}" diaginertia="{inertia}"/>'
        for i, tip in enumerate(facts.tips):
            if tip.body == body["name"]:
                text += f'<geom name="tip{i}" type="sphere" size="1e-6" pos="{_words(tip.at)}" mass="0"'
                text += ' contype="0" conaffinity="0"/>'
        text += f"{_tree(facts, body['name'])}</body>"
    return text


def _tendon(name, row, names, attributes):
    at = np.flatnonzero(row)
    joints = "".join(f'<joint joint="{names[j]}" coef="{float(row[j])!r}"/>' for j in at)
    return f'<fixed name="{name}" {attributes}>{joints}</fixed>'


def _mjcf(facts, step, integrator):
    tendons, actuators, strands = "", "", facts.strands
    for i, rotor in enumerate(facts.motors["rotor"]):
        gain, loss, most = (float(facts.motors[name][i]) for name in ("gain", "loss", "most"))
        actuators += (
            f'<general joint="{facts.names[rotor]}" gainprm="{gain!r}" biastype="affine" biasprm="0 0 {-loss!r}"'
            f' forcelimited="true" forcerange="{-most!r} {most!r}"/>'
        )
    for i, row in enumerate(strands["L"]):
        e0, k, b = (float(strands[name][i]) for name in ("e0", "k", "b"))
        spring = "" if b else f'stiffness="{k!r}" springlength="{-WIDE!r} {-e0!r}"'
        tendons += _tendon(f"strand{i}", row, facts.names, spring)
        if b:
            actuators += (
                f'<general tendon="strand{i}" gainprm="0" biastype="affine" biasprm="{-k * e0!r} {-k!r} {-b!r}"'
                f' forcelimited="true" forcerange="{-WIDE!r} 0"/>'
            )
    for i, (row, d) in enumerate(zip(facts.dampers["L"], facts.dampers["d"], strict=True)):
        tendons += _tendon(f"damper{i}", row, facts.names, f'damping="{float(d)!r}"')
    pairs = "".join(
        f'<pair geom1="floor" geom2="tip{i}" condim="3" friction="{_words([tip.mu_k, tip.mu_k, 0, 0, 0])}"/>'
        for i, tip in enumerate(facts.tips)
    )
    return (
        f'<mujoco><compiler angle="radian" balanceinertia="false" boundinertia="0"/>'
        f'<option timestep="{step!r}" integrator="{integrator}" cone="elliptic" impratio="{FRICTION_RATIO!r}"'
        f' gravity="0 0 {-facts.gravity!r}"/>'
        f'<worldbody><geom name="floor" type="plane" size="50 50 0.1" contype="0" conaffinity="0"/>'
        f"{_tree(facts, 'world')}</worldbody>"
        f"<contact>{pairs}</contact><tendon>{tendons}</tendon><actuator>{actuators}</actuator></mujoco>"
    )


def mujoco_model(facts, depths, step, integrator):
    """The model and its data at the start, and the places of the coordinates there."""
    import mujoco as mj

    model = mj.MjModel.from_xml_string(_mjcf(facts, step, integrator))
    impedance = (IMPEDANCE, IMPEDANCE, 1e-3, 0.5, 2.0)
    at = np.array([model.joint(name).qposadr[0] for name in facts.names])

    def solref(law, depth, inverse_mass):
        return -inverse_mass * (1.0 - IMPEDANCE) * np.array([law.k, 0.5 * depth * law.lam])

    for i, tip in enumerate(facts.tips):
        model.pair_solref[i] = solref(tip, depths.contact, model.body_invweight0[model.body(tip.body).id, 0])
        model.pair_solimp[i] = impedance
    for stop in facts.stops:
        j = at[stop.coordinate]
        model.jnt_solref[j] = solref(stop, depths.stop, model.dof_invweight0[j])
        model.jnt_solimp[j] = impedance
    data = mj.MjData(model)
    data.qpos[at], data.qvel[at] = facts.q, facts.v
    return model, data, at


def mujoco_accelerations(facts, depths):
    """Of all coordinates at the start, with the first commands."""
    import mujoco as mj

    model, data, at = mujoco_model(facts, depths, facts.period, "RK4")
    data.ctrl[: len(facts.motors["rotor"])] = facts.command(0, facts.q, facts.v)
    mj.mj_forward(model, data)
    return data.qacc[at]


def mujoco(facts, depths):
    """{integrator: a function of the steps per sample}, or None."""
    if not available("mujoco"):
        print("(MuJoCo left out: not installed)")
        return None
    import mujoco as mj

    def of(integrator):
        def run(steps):
            model, data, at = mujoco_model(facts, depths, facts.period / steps, integrator)
            links, force = np.empty((facts.samples, facts.seen)), np.zeros(facts.samples)
            motors, spent, own = len(facts.motors["rotor"]), 0.0, time.process_time()
            for i in range(facts.samples):
                data.ctrl[:motors] = facts.command(i, data.qpos[at], data.qvel[at])
                start = time.process_time()
                mj.mj_step(model, data, nstep=steps)
                spent += time.process_time() - start
                links[i] = data.qpos[at[: facts.seen]]
                if data.ncon:
                    force[i] = data.efc_force[data.contact.efc_address].sum()
            return Course(spent, time.process_time() - own - spent, links, force)

        return run

    return {integrator: of(integrator) for integrator in ("implicitfast", "RK4")}


# --- Drake --------------------------------------------------------------------------------------------------------------
def _drake(facts):
    """A function that sends a line to a process with the robot and returns its answer, or None."""
    python = os.environ.get("DRAKE_PYTHON", sys.executable if available("pydrake") else None)
    if python is None:
        print("(Drake left out: not installed here, and DRAKE_PYTHON names no other Python that has it)")
        return None
    command = [python, HERE / "peers" / "drake_elastic.py"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    process.stdin.write(json.dumps(facts.plain()) + "\n")

    def ask(line):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise RuntimeError(f"Drake ended with status {process.wait()} after {line!r}")
        return json.loads(answer)

    return ask


def drake_accelerations(facts):
    """Of all coordinates at the start, with the first commands; or None."""
    ask = _drake(facts)
    return None if ask is None else np.array(ask("accelerations 0"))


def drake(facts):
    """{kind: a function of the steps per sample or of the accuracy}, or None."""
    ask = _drake(facts)
    if ask is None:
        return None

    def of(kind):
        def run(setting):
            seconds, control, links, force = ask(f"{kind} {setting!r}")
            return Course(seconds, control, np.array(links), np.array(force))

        return run

    return {kind: of(kind) for kind in ("discrete", *CONTINUOUS)}
