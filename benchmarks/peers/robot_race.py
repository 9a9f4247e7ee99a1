"""The arm and the quadruped of `robots.py` in MuJoCo and Drake: functions of a setting to a `Course`.

Both     bodies, joints, springs and dampers are those of supple: in flight their accelerations agree (robot_race.py stops
         if not). Contacts are linear springs in place of k delta^1.5: K takes as much energy as supple's at the largest
         depth of its first impact, K = 0.8 k delta^0.5.
MuJoCo   a negative solref with a small impedance is a spring and a damper (elastic_peers.py): K, and B = d K delta/2, the
         damping of Hunt and Crossley at half of that depth. Friction: an elliptic cone with supple's coefficient, below it
         a damper of supple's bt (impratio), without a spring. The force jumps at touch-down, by B times the speed.
         "as it comes": its default contacts, which are much softer and made for long steps: what its users have, and
         another problem.
Drake    in a process of its own (drake_robots.py), which does one run per line that it reads. Hunt and Crossley's damping
         with supple's d. Friction viscous below the slip at which it has supple's bt under the weight that a foot carries.
         discrete: fixed steps, "lagged", its approximation of this law; the others integrate the continuous plant with
         error control.

Fixed steps are numbers of steps per stop.
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

from peers.cvode_robots import Course
from supple import Free

IMPEDANCE = 1e-3  # of MuJoCo's contacts
INTEGRATORS = ("RK4", "implicitfast", "Euler")  # of MuJoCo
CONTINUOUS = ("runge_kutta3", "radau3")  # of Drake, with error control


class Facts(NamedTuple):
    """A robot in figures: its bodies, parents first, gravity [m/s^2], and its contacts, spheres against a plane at z = 0.

    bodies     {name, parent, mass, com, inertia (principal, about com), free: position of a free joint, or at, axis, angle,
               rate, spring, rest, damping of a revolute one; ball: radius and place of a sphere, or None}
    K, B       [N/m], [N s/m] of the linear contact;  d  [s/m] of Hunt and Crossley
    mu, bt     of friction, 0: none;  viscous  slip [m/s] below which friction is a damper
    """

    bodies: list
    gravity: float
    K: float
    B: float
    d: float
    mu: float
    bt: float
    viscous: float


def facts(scene, depth):
    """Of a scene of free and revolute joints, whose first impact was so deep [m]."""
    bodies, gravity = [], -float(scene.gravity[2])
    for body in list(scene.bodies.values()):
        if body.name == "ground":
            continue
        one = {"name": body.name, "parent": body.parent, "mass": body.mass, "com": body.com, "free": None}
        one["inertia"] = [body.inertia[i][i] for i in range(3)]
        one["ball"] = next(((ball.radius, ball.at) for ball in body.surfaces), None)
        if isinstance(body.joint, Free):
            one["free"] = body.joint.position
        else:
            names = ("at", "axis", "angle", "rate", "spring", "rest", "damping")
            one |= {name: getattr(body.joint, name) for name in names}
        bodies.append(one)
    (rule,) = (rule for rule in scene.rules if rule.normal is not None)
    law, friction = rule.normal, rule.friction
    K, d = 0.8 * law.k * math.sqrt(depth), law.lam / law.k
    mu, bt = (friction.mu, friction.bt) if hasattr(friction, "bt") else (0.0, 0.0)
    weight = gravity * sum(body["mass"] for body in bodies) / sum(body["ball"] is not None for body in bodies)
    return Facts(bodies, gravity, K, 0.5 * d * K * depth, d, mu, bt, mu * weight / bt if bt else 1e-3)


def seen(its):
    """Names of the coordinates that are looked at: all angles, and the place of a free body."""
    free = [f"{body['name']}.{axis}" for body in its.bodies if body["free"] for axis in "xyz"]
    return free + [f"{body['name']}.angle" for body in its.bodies if not body["free"]]


def _words(values):
    return " ".join(repr(float(x)) for x in np.atleast_1d(values))


# --- MuJoCo -------------------------------------------------------------------------------------------------------------
def _tree(its, parent):
    """The bodies below one, nested."""
    text = ""
    for body in (body for body in its.bodies if body["parent"] == parent):
        name = body["name"]
        text += f'<body name="{name}" pos="{_words(body["free"] or body["at"])}">'
        if body["free"]:
            text += f'<freejoint name="{name}"/>'
        else:
            text += (
                f'<joint name="{name}" type="hinge" axis="{_words(body["axis"])}" damping="{body["damping"]!r}"'
                f' stiffness="{body["spring"]!r}" springref="{body["rest"]!r}"/>'
            )
        text += (
            f'<inertial pos="{_words(body["com"])}" mass="{body["mass"]!r}" diaginertia="{_words(body["inertia"])}"/>'
        )
        if body["ball"]:
            radius, at = body["ball"]
            text += f'<geom name="{name}" size="{radius!r}" pos="{_words(at)}" contype="0" conaffinity="0"/>'
        text += f"{_tree(its, name)}</body>"
    return text


def _mjcf(its, step, integrator, matched):
    mu, condim = _words((its.mu, its.mu, 0, 0, 0)), 3 if its.mu else 1
    friction = f'friction="{mu}"' if its.mu else ""
    pairs = "".join(
        f'<pair geom1="floor" geom2="{body["name"]}" condim="{condim}" {friction}/>'
        for body in its.bodies
        if body["ball"]
    )
    ratio = its.bt / its.B if matched and its.mu else 1.0
    return (
        f'<mujoco><compiler angle="radian" balanceinertia="false" boundinertia="0"/>'
        f'<option timestep="{step!r}" integrator="{integrator}" cone="elliptic" impratio="{ratio!r}"'
        f' gravity="0 0 {-its.gravity!r}"/>'
        f'<worldbody><geom name="floor" type="plane" size="50 50 0.1" contype="0" conaffinity="0"/>'
        f"{_tree(its, 'world')}</worldbody><contact>{pairs}</contact></mujoco>"
    )


def mujoco_model(its, step, integrator, matched=True):
    """The model, its data at the start, and places of the coordinates that are looked at."""
    import mujoco as mj

    model = mj.MjModel.from_xml_string(_mjcf(its, step, integrator, matched))
    data, at = mj.MjData(model), []
    for body in its.bodies:
        joint = model.joint(body["name"])
        if body["free"]:
            at[:0] = range(joint.qposadr[0], joint.qposadr[0] + 3)
        else:
            at.append(joint.qposadr[0])
            data.qpos[joint.qposadr[0]], data.qvel[joint.dofadr[0]] = body["angle"], body["rate"]
    touching = [body["name"] for body in its.bodies if body["ball"]]
    if matched:
        for i, name in enumerate(touching):
            inverse_mass = model.body_invweight0[model.body(name).id, 0]
            model.pair_solref[i] = -inverse_mass * (1.0 - IMPEDANCE) * np.array([its.K, its.B])
            model.pair_solimp[i] = IMPEDANCE, IMPEDANCE, 1e-3, 0.5, 2.0
    return model, data, np.array(at)


def mujoco_accelerations(its):
    """Of all revolute joints at the start."""
    import mujoco as mj

    model, data, _ = mujoco_model(its, 1e-3, "RK4")
    mj.mj_forward(model, data)
    return np.array([data.qacc[model.joint(b["name"]).dofadr[0]] for b in its.bodies if not b["free"]])


def mujoco(its, times):
    """{name: a function of the steps per stop}; the first is of the highest order. The second group is as it comes."""
    if not available("mujoco"):
        print("(MuJoCo left out: not installed)")
        return {}, {}
    import mujoco as mj

    mj.set_mju_user_warning(lambda text: None)  # steps that are too long: their error tells

    def of(integrator, matched):
        def run(steps):
            model, data, at = mujoco_model(its, float(times[0]) / steps, integrator, matched)
            links, start = np.empty((times.size, at.size)), time.process_time()
            for i in range(times.size):
                mj.mj_step(model, data, nstep=steps)
                links[i] = data.qpos[at]
            return Course(time.process_time() - start, links, {"steps": steps * times.size})

        return run

    return (
        {f"MuJoCo, {integrator}": of(integrator, True) for integrator in INTEGRATORS},
        {f"MuJoCo, {integrator}, as it comes": of(integrator, False) for integrator in INTEGRATORS},
    )


# --- Drake --------------------------------------------------------------------------------------------------------------
def drake(its, times):
    """({kind: a function of the steps per stop or of the accuracy}, a function to the accelerations), or None."""
    python = os.environ.get("DRAKE_PYTHON", sys.executable if available("pydrake") else None)
    if python is None:
        print("(Drake left out: not installed here, and DRAKE_PYTHON names no other Python that has it)")
        return None
    command = [python, HERE / "peers" / "drake_robots.py"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    process.stdin.write(json.dumps(its._asdict() | {"times": times.tolist()}) + "\n")

    def ask(line):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise RuntimeError(f"Drake ended with status {process.wait()} after {line!r}")
        return json.loads(answer)

    def of(kind):
        def run(setting):
            seconds, steps, links = ask(f"{kind} {setting!r}")
            return Course(seconds, np.array(links, dtype=float), {"steps": steps})

        return run

    return {kind: of(kind) for kind in ("discrete", *CONTINUOUS)}, lambda: np.array(ask("accelerations 0"))
