"""What an elastic robot of supple consists of, as plain numbers that its peers are built from.

Coordinates have one number each: links first, then rotors. All forces of drives are linear pieces of the state:

    strand   f = max(0, k (e0 + L q) + b L q'),       force on the coordinates -L f
    motor    f = clip(gain u - loss q', +-most),      on its rotor;  viscous friction of shafts is that of joints
    damper   f = d L q',                              force -L f
    control  u = clip(base(t_k) - kp q - kd q', +-limit) of a rotor, held over the period

Stops and contacts are given by the numbers of supple's laws: each peer takes of them what it has.
"""

from typing import NamedTuple

import numpy as np

import supple


class Stop(NamedTuple):
    """A joint stop at an angle [rad]: k x (1 + lam/k x') where side (q - angle) = x > 0."""

    coordinate: int
    side: float
    angle: float
    k: float
    lam: float


class Tip(NamedTuple):
    """A point of a body that meets the ground: k x (1 + lam/k x') and friction."""

    body: str
    at: tuple
    k: float
    lam: float
    mu_k: float
    mu_s: float
    v_stick: float


class Facts(NamedTuple):
    """The robot; `bodies` are dictionaries, matrices have a column per coordinate, tables a row per sample."""

    gravity: float
    names: tuple  # of the coordinates
    seen: int  # so many of them are those of links
    bodies: list
    q: np.ndarray
    v: np.ndarray
    damping: np.ndarray
    strands: dict  # L, e0, k, b
    dampers: dict  # L, d
    motors: dict  # rotor (numbers of coordinates), gain, loss, most
    control: dict  # base, kp, kd, limit
    stops: list
    tips: list
    period: float
    samples: int

    def command(self, sample, q, v):
        """What the motors are told at a sample, of all coordinates and their rates."""
        c, rotor = self.control, self.motors["rotor"]
        return np.clip(c["base"][sample] - c["kp"] * q[rotor] - c["kd"] * v[rotor], -c["limit"], c["limit"])

    def plain(self):
        """All of it in lists and numbers, for JSON."""
        return {name: _plain(value) for name, value in self._asdict().items()}


def _plain(value):
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {name: _plain(x) for name, x in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(x) for x in value]
    return value


def facts(scene, end):
    """Of a scene of `supple.robots` up to a time [s]: links on hinges, or on a planar joint whose angle is held."""
    links = [body for name, body in scene.bodies.items() if name != "ground"]
    motors = [element for element in scene.elements.values() if isinstance(element, supple.Motor)]
    rows = [row for body in links for row in _coordinates(body)]
    rows += [(motor.rotor, motor.angle, motor.rate, motor.ratio**2 * motor.damping) for motor in motors]
    names, q, v, damping = zip(*rows, strict=True)
    at = {name: i for i, name in enumerate(names)}
    bodies = [_body(body) for body in links] + [_rotor(motor) for motor in motors]
    controls = [scene.elements[motor.command] for motor in motors]
    period = controls[0].period
    samples = round(end / period)
    return Facts(
        gravity=-scene.gravity[2], names=names, seen=len(names) - len(motors), bodies=bodies, q=np.array(q),
        v=np.array(v), damping=np.array(damping), strands=_strands(scene, at), dampers=_dampers(scene, at),
        motors=_motors(motors, at), control=_control(controls, np.arange(samples) * period),
        stops=[stop for body in links for stop in _stops(body, at)], tips=_tips(scene), period=period, samples=samples,
    )  # fmt: skip


def _coordinates(body):
    """Name, start, speed and damping of the coordinates of a joint."""
    joint = body.joint
    if isinstance(joint, supple.Planar):
        return [(f"{body.name}.{a}", p, v, 0.0) for a, p, v in zip("xy", joint.position, joint.velocity, strict=True)]
    return [(body.name, joint.angle, joint.rate, joint.damping)]


def _body(body):
    joint, inertia = body.joint, np.diag(body.inertia)
    slides = isinstance(joint, supple.Planar)
    joints = (
        [("slide", f"{body.name}.x", (1, 0, 0)), ("slide", f"{body.name}.y", (0, 0, 1))]
        if slides
        else [("hinge", body.name, joint.axis)]
    )
    return {
        "name": body.name, "parent": body.parent, "at": (0.0, 0.0, 0.0) if slides else joint.at, "mass": body.mass,
        "com": body.com, "inertia": inertia, "joints": joints,
    }  # fmt: skip


def _rotor(motor):
    inertia = motor.ratio**2 * motor.inertia
    return {
        "name": motor.rotor, "parent": "world", "at": (0.0, 0.0, 0.0), "mass": 1.0, "com": (0.0, 0.0, 0.0),
        "inertia": (inertia,) * 3, "joints": [("hinge", motor.rotor, (0, 0, 1))],
    }  # fmt: skip


def _matrix(rows, at):
    made = np.zeros((len(rows), len(at)))
    for i, levers in enumerate(rows):
        for name, arm in levers.items():
            made[i, at[name]] = arm
    return made


def _levers(drive):
    return {drive.rotor: drive.arm if drive.arm_rotor is None else drive.arm_rotor, drive.joint: -drive.arm}


def _strands(scene, at):
    """Those of cables, and two of each series elastic drive."""
    rows = []
    for element in scene.elements.values():
        if isinstance(element, supple.SeriesElastic):
            both = [{name: sign * arm for name, arm in _levers(element).items()} for sign in (1.0, -1.0)]
        elif isinstance(element, supple.Cable):
            both = [{lever.body: lever.arm for lever in element.levers}]
        else:
            continue
        rows += [(levers, element.elongation, element.stiffness, element.damping) for levers in both]
    levers, e0, k, b = zip(*rows, strict=True)
    return {"L": _matrix(levers, at), "e0": np.array(e0), "k": np.array(k), "b": np.array(b)}


def _dampers(scene, at):
    """Beside the strands of series elastic drives."""
    drives = [e for e in scene.elements.values() if isinstance(e, supple.SeriesElastic) and e.parallel_damping > 0.0]
    levers = [{name: arm / drive.arm for name, arm in _levers(drive).items()} for drive in drives]
    return {"L": _matrix(levers, at), "d": np.array([drive.parallel_damping for drive in drives])}


def _motors(motors, at):
    gain, loss, most = [], [], []
    for motor in motors:
        per_current = motor.ratio * motor.torque_constant
        voltage = motor.source == "voltage"
        gain.append(per_current / motor.resistance if voltage else per_current)
        loss.append(per_current**2 / motor.resistance if voltage else 0.0)
        most.append(per_current * motor.current_limit if motor.current_limit else 1e9)
    rotor = np.array([at[motor.rotor] for motor in motors])
    return {"rotor": rotor, "gain": np.array(gain), "loss": np.array(loss), "most": np.array(most)}


def _control(controls, times):
    def value(signal, derivative=0):
        if isinstance(signal, int | float):
            return np.full(len(times), 0.0 if derivative else float(signal))
        return np.asarray(signal.value(times, derivative) if derivative else signal.value(times))

    base = [
        value(c.feed_forward)
        + c.proportional * value(c.reference)
        + c.derivative * (value(c.reference, 1) if c.velocity is None else value(c.velocity))
        for c in controls
    ]
    kp, kd, limit = zip(*((c.proportional, c.derivative, c.limits[1]) for c in controls), strict=True)
    return {"base": np.array(base).T, "kp": np.array(kp), "kd": np.array(kd), "limit": np.array(limit)}


def _stops(body, at):
    limits = getattr(body.joint, "limits", None)
    if limits is None:
        return []
    law = body.joint.limit_law
    return [Stop(at[body.name], side, angle, law.k, law.lam) for side, angle in zip((-1.0, 1.0), limits, strict=True)]


def _tips(scene):
    rule = next(rule for rule in scene.rules if rule.friction is not None)
    law, rubs = rule.normal, rule.friction
    return [
        Tip(body.name, surface.at, law.k, law.lam, rubs.mu_k, rubs.mu_s, rubs.v_stick)
        for body in scene.bodies.values()
        for surface in body.surfaces
        if isinstance(surface, supple.Point)
    ]
