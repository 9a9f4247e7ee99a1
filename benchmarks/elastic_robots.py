"""BioRob-X4 that lands (1.5 s) and BioBiped1 that jogs (two strides, 1.3 s), beside MuJoCo and Drake.

Robots of `supple.robots` with their controllers at 1 kHz; peers are built from the same numbers, and must have the
same accelerations in flight or the run stops. peers/elastic_peers.py says what differs: contacts, friction, stops,
and strands that are about to become taut. So the answers differ: `from supple` is how far the converged ones are
apart, `peak N` the largest force of each. Each tool is judged against its own converged answer: `error` is the
largest error of the links' joint angles [rad] (and of the place of the hips [m]) at all samples, `peak %` that of the
largest sum of normal forces at a sample. At each level the cheapest setting counts, of those from which on both are
good enough: a relative tolerance of supple, an accuracy of Drake's integrators with error control, a number of steps
per sample (1 ms) of the others. All that count take turns. `real time` is simulated seconds per CPU second: of supple
the whole `simulate(model)` with controllers, events, ledger and all that it records; of peers their steps alone,
`control ms` is what their controllers in numpy and the reading of forces take besides.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from common import Row, main
from ellipsoids import enough
from peers.elastic_facts import Facts, facts
from peers.elastic_peers import (
    CONTINUOUS,
    Course,
    Depths,
    drake,
    drake_accelerations,
    mujoco,
    mujoco_accelerations,
)

import supple
from supple.motions import Polynomial

START, GOAL, SWING = (0.0, 0.9, 0.5, 0.4), (0.5, 1.92, 0.2, 0.2), 0.8  # [rad], [s]: the landing of docs/biorob-x4.md
STRIDE = 0.664  # [s]
ALOFT = 0.01  # [m] higher, to compare accelerations in flight
PUSHED = 0.1  # [rad] off their motion, and moving: joints of the arm for the same purpose
SAME = 1e-7  # [-] to which they must agree, of the largest
LEVELS = ((1e-2, 0.05), (1e-3, 0.01), (1e-4, 0.01))  # [rad], of the largest force
TOLERANCES = tuple(10.0**-i for i in range(2, 10))
STEPS = (1, 2, 5, 10, 20, 50, 100, 200)  # per sample
ACCURACIES = tuple(10.0 ** (-0.5 * i) for i in range(2, 11))
CONVERGED = {"supple": 1e-11, "MuJoCo": 400, "Drake, discrete": 200, "Drake": 1e-6}
PASSES = 3
SLOW = 4.0  # [s] beyond which a peer is not run at a tighter setting, and once only


class Case(NamedTuple):
    """A robot: its scene, the same in flight and moving, how long it runs [s], and typical depths of its contacts."""

    name: str
    scene: supple.Scene
    aloft: supple.Scene
    end: float
    depths: Depths


class Contender(NamedTuple):
    """Who runs, at which settings from loose to tight, and the converged answer."""

    name: str
    run: Callable
    settings: tuple
    converged: Course


# --- robots -------------------------------------------------------------------------------------------------------------
def landing(end=1.5):
    """BioRob-X4, which meets the ground at 0.56 s."""
    motions = [Polynomial(times=(0.0, SWING), values=ends, degree=9) for ends in zip(START, GOAL, strict=True)]
    scene, aloft = (supple.robots.biorob_x4(motions, end=1.5) for _ in range(2))
    for name in [name for name in aloft.bodies if name != "ground"]:
        body = aloft.bodies[name]
        aloft.bodies[name] = replace(body, joint=replace(body.joint, angle=body.joint.angle + PUSHED, rate=1.0))
    return Case("BioRob-X4", scene, aloft, end, Depths(contact=4e-3, stop=0.0))


def jogging(end=2.0 * STRIDE):
    """BioBiped1 on its cycle; it begins as a toe touches the ground."""
    numbers = supple.robots.biobiped1_numbers()
    numbers["cycle"]["position"][1] += ALOFT
    aloft = supple.robots.biobiped1(numbers=numbers)
    return Case("BioBiped1", supple.robots.biobiped1(), aloft, end, Depths(contact=12e-3, stop=0.02))


def channel(name):
    """The name in results of a coordinate of the facts."""
    return name if "." in name else f"{name}.angle"


def running(case, its: Facts):
    """The run of supple, a function of the relative tolerance."""
    model = supple.build(case.scene)
    times = np.arange(1, its.samples + 1) * its.period

    def run(rtol):
        start = time.process_time()
        done = supple.simulate(model, case.end, rtol=rtol)
        seconds = time.process_time() - start
        assert done.success, done.message
        at = np.minimum(times, done.t[-1])
        links = np.array([done.channel(channel(name), at) for name in its.names[: its.seen]]).T
        force = sum(done.contact(name, at).force for name in done.contacts if "/ground" in name)
        return Course(seconds, 0.0, links, force)

    return run


def accelerations(scene, names):
    """Of coordinates by name, at the start."""
    run = supple.simulate(scene, 1e-4)
    found = {}
    for name, body in scene.bodies.items():
        if name != "ground":
            rows = run.joint_accelerations(name, [0.0])[0]
            planar = isinstance(body.joint, supple.Planar)
            found |= {f"{name}.x": rows[0], f"{name}.y": rows[1]} if planar else {name: rows[0]}
    return np.array([found[name] for name in names])


def compare(case, who, theirs):
    """Stop if a peer has other accelerations of the links in flight."""
    its = facts(case.aloft, case.end)
    ours, theirs = accelerations(case.aloft, its.names[: its.seen]), theirs(its)[: its.seen]
    apart = np.abs(theirs - ours).max()
    if apart > SAME * max(1.0, np.abs(ours).max()):
        raise RuntimeError(f"{who}: accelerations of {case.name} differ by {apart:.3g} rad/s^2 or m/s^2 at the start")


# --- contenders ---------------------------------------------------------------------------------------------------------
def ours(case, settings=TOLERANCES):
    """Supple."""
    run = running(case, facts(case.scene, case.end))
    return Contender("supple", run, settings, run(CONVERGED["supple"]))


def peers(case, few=None):
    """All that are installed, with the first few settings; few: answers converge less, too."""
    its, found = facts(case.scene, case.end), []
    sooner = 1 if few is None else 20
    if (runs := mujoco(its, case.depths)) is not None:
        compare(case, "MuJoCo", partial(mujoco_accelerations, depths=case.depths))
        converged = runs["RK4"](CONVERGED["MuJoCo"] // sooner)
        found += [Contender(f"MuJoCo, {name}", run, STEPS[:few], converged) for name, run in runs.items()]
    if (runs := drake(its)) is not None:
        compare(case, "Drake", drake_accelerations)
        converged = runs["discrete"](CONVERGED["Drake, discrete"] // sooner)
        found.append(Contender("Drake, discrete", runs["discrete"], STEPS[:few], converged))
        converged = runs["runge_kutta3"](CONVERGED["Drake"] * sooner)
        for name in CONTINUOUS:
            settings = STEPS if name == "semi_explicit_euler" else ACCURACIES
            found.append(Contender(f"Drake, {name}", runs[name], settings[:few], converged))
    return found


def errors(course, converged):
    """Largest error of the links [rad, m], and of the largest force, of that."""
    peak = converged.force.max()
    away = np.abs(course.links - converged.links).max()
    return (away if np.isfinite(away) else np.inf), abs(course.force.max() - peak) / max(peak, 1e-9)


def climbed(who):
    """{setting: (errors, CPU time [s])} up to the first one that is slow."""
    found = {}
    for setting in who.settings:
        course = who.run(setting)
        found[setting] = errors(course, who.converged), course.seconds
        if course.seconds > SLOW:
            break
    return found


def cheapest(climb, level):
    """Of the settings from which on both errors are within a level the cheapest, or None."""
    worst = [(setting, max(a / b for a, b in zip(found, level, strict=True))) for setting, (found, _) in climb.items()]
    at = enough(worst, 1.0)
    if at is None:
        return None
    settings = list(climb)
    return min(settings[settings.index(at[0]) :], key=lambda setting: climb[setting][1])


def fastest(chosen, passes):
    """{(name, setting): course}, the fastest of some passes in which all take turns."""
    best = {}
    for _ in range(passes):
        for who, setting in chosen:
            key = who.name, setting
            if key not in best or best[key].seconds < SLOW:
                best[key] = _faster(best.get(key), who.run(setting))
    return best


def _faster(before, now):
    return now if before is None or now.seconds < before.seconds else before


def rows(case, them, passes=PASSES):
    """Of a robot, at each level of accuracy; supple is the first of them."""
    climbs = {who.name: climbed(who) for who in them}
    found = {(who.name, level): cheapest(climbs[who.name], level) for who in them for level in LEVELS}
    chosen = {(who.name, at): (who, at) for who in them for level in LEVELS if (at := found[who.name, level])}
    best, made = fastest(list(chosen.values()), passes), []
    for level in LEVELS:
        own = found[them[0].name, level]
        for who in them:
            at = found[who.name, level]
            shown = min(climbs[who.name], key=lambda s, c=climbs[who.name]: c[s]) if at is None else at
            (away, peak), _ = climbs[who.name][shown]
            figures = {"setting": "not reached" if at is None else at, "error": away, "peak %": 100.0 * peak}
            if at is not None:
                course = best[who.name, at]
                figures |= {"ms": 1e3 * course.seconds, "real time": case.end / course.seconds}
                if own is not None:
                    figures["x supple"] = course.seconds / best[them[0].name, own].seconds
                if course.control:
                    figures["control ms"] = 1e3 * course.control
            figures["from supple"] = np.abs(who.converged.links - them[0].converged.links).max()
            figures["peak N"] = who.converged.force.max()
            case_name = f"{case.name}, {level[0]:g} rad, {100.0 * level[1]:g} %"
            made.append(Row(case_name, who.name, figures))
    return made


def parts(quick):
    """A block per robot."""
    for case in (landing(0.6), jogging(0.1)) if quick else (landing(), jogging()):
        them = [ours(case), *peers(case, 2 if quick else None)]
        yield f"{case.name}, {case.end:g} s", rows(case, them, 1 if quick else PASSES)


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
