"""The arm and the quadruped of `robots.py` (1 s) at equal accuracy, beside CVODE on the same equations, MuJoCo and Drake.

Error is the largest error of all joint angles [rad] and of the place of a free trunk [m] at 20 equal times up to the end,
over the largest way that any of them has gone, each tool against its own converged answer: contacts of MuJoCo and Drake
are others (peers/robot_race.py says how they were matched), and `from supple` is how far their answers are off ours. CVODE
has supple's own compiled right-hand side, guards and changes of mode (peers/cvode_robots.py), and supple's answer.

At each level the cheapest setting counts, of those from which on the error is within it: a relative tolerance of supple
and of CVODE, an accuracy of Drake's integrators with error control, a number of steps per stop (50 ms) of the others, which
doubles until a run takes longer than SLOW. Those that count take turns; the lowest CPU time of some passes is shown.
"not reached": `ms` is what the finest run took, and the ratio is a lower bound. A converged answer is `known to` the
difference of its last two; below five times that the setting is "not known", and `ms` is that of the finest run.

supple, loop              the compiled loop alone: steps, events, energy ledger, records
supple, simulate(model)   all of a run but building the model: this is what `x supple` relates to. Of peers, too, the model
                          is there when the clock starts, but they keep nothing except coordinates at the stops
supple, simulate(scene)   with building the model
CVODE                     from C, without Python between its steps; `rhs ms` is what its right-hand sides take in flight
CVODE, from Python        by way of scikit-sundae; `calls ms` is what the calls add to those right-hand sides
MuJoCo, as it comes       its default contacts, much softer: another problem, the one that its users have

The last block sets supple beside the fastest of each kind; "best of MuJoCo and Drake" have matched contacts.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import robots
from common import Row, main, simulated
from elastic_robots import accelerations, cheapest
from peers.cvode_robots import Course, call_cost, cvode
from peers.robot_race import CONTINUOUS, drake, facts, mujoco, mujoco_accelerations, seen

import supple

LEVELS = (1e-2, 1e-3, 1e-6)  # relative error
STOPS = 20
TIMES = robots.END * np.arange(1, STOPS + 1) / STOPS
TOLERANCES = tuple(10.0 ** (-0.25 * i) for i in range(4, 33))  # 0.1 to 1e-8
LOOSE = tuple(10.0 ** (-0.5 * i) for i in range(4, 23))  # of CVODE, 1e-2 to 3e-11
ACCURACIES = tuple(10.0 ** (-0.5 * i) for i in range(2, 13))
STEPS = tuple(5 * 2**i for i in range(12))  # per stop
CONVERGED = {"supple": (1e-9, 1e-10), "MuJoCo": (10240, 20480), "Drake, discrete": (1280, 2560), "Drake": (1e-8, 1e-9)}
SURE = 5.0  # how much larger than what is unknown of the converged answer an error must be
PASSES = 5
SLOW = 2.0  # [s] beyond which a peer is not run at a tighter setting, and once only
BRIEF = 0.1  # [s] below which a setting is chosen by the fastest of LOOKS runs: one may be slow by accident
LOOKS = 5
SAME = 1e-7  # [-] to which accelerations in flight must agree, of the largest
PUSHED = 0.1  # [rad] off the start, and moving, to compare them
OURS = "supple, simulate(model)"


class Contender(NamedTuple):
    """Who runs, at which settings from loose to tight; the converged answer, and to which relative error it is known."""

    name: str
    run: Callable
    settings: tuple
    converged: np.ndarray
    known: float


# --- contenders -----------------------------------------------------------------------------------------------------------
def running(model, names):
    """supple, a function of the relative tolerance."""

    def run(rtol):
        start = time.process_time()
        done = supple.simulate(model, robots.END, rtol=rtol)
        seconds = time.process_time() - start
        assert done.success, done.message
        links = np.array([done.channel(name, TIMES) for name in names]).T
        s = done.statistics
        return Course(seconds, links, {"steps": s["steps"], "rhs": s["right-hand sides"], "events": s["events"]})

    return run


def converged(run, settings, way):
    """The converged answer, and how far it is off the one before."""
    before, last = (run(setting).links for setting in settings)
    return last, np.abs(last - before).max() / way


def compare(scene, its, who, theirs):
    """Stop if a peer has other accelerations of the joints in flight."""
    names = [body["name"] for body in its.bodies if not body["free"]]
    ours = accelerations(scene, names)
    apart = np.abs(theirs - ours).max()
    if apart > SAME * np.abs(ours).max():
        raise RuntimeError(f"{who}: accelerations of the {scene.name} differ by {apart:.3g} rad/s^2 in flight")


def pushed(scene):
    """The scene with its joints off their start, and moving."""
    for name, body in list(scene.bodies.items()):
        if isinstance(body.joint, supple.Revolute):
            joint = replace(body.joint, angle=body.joint.angle + PUSHED, rate=1.0)
            scene.bodies[name] = replace(body, joint=joint)
    return scene


def peers(make, its, way, few):
    """All that are installed of MuJoCo and Drake; few: settings, and answers converge less, too."""
    found, sooner = [], 1 if few is None else 64
    aloft = pushed(make())
    moving = its._replace(bodies=facts(aloft, 1e-3).bodies)
    groups = [group for group in mujoco(its, TIMES) if group]
    if groups:
        compare(aloft, its, "MuJoCo", mujoco_accelerations(moving))
    for group in groups:
        answer = converged(next(iter(group.values())), [n // sooner for n in CONVERGED["MuJoCo"]], way)
        found += [Contender(name, run, STEPS[:few], *answer) for name, run in group.items()]
    if (made := drake(its, TIMES)) is not None:
        runs, _ = made
        compare(aloft, its, "Drake", drake(moving, TIMES)[1]())
        answer = converged(runs["discrete"], [n // sooner for n in CONVERGED["Drake, discrete"]], way)
        found.append(Contender("Drake, discrete", runs["discrete"], STEPS[:few], *answer))
        answer = converged(runs["runge_kutta3"], [a * sooner for a in CONVERGED["Drake"]], way)
        found += [Contender(f"Drake, {kind}", runs[kind], ACCURACIES[:few], *answer) for kind in CONTINUOUS]
    return found


# --- the race -------------------------------------------------------------------------------------------------------------
def climbed(who, way):
    """{setting: ((error,), CPU time [s])} up to the first one that is slow."""
    found = {}
    for setting in who.settings:
        course = who.run(setting)
        error = np.abs(course.links - who.converged).max() / way
        again = [who.run(setting).seconds for _ in range(LOOKS - 1 if course.seconds < BRIEF else 0)]
        found[setting] = (error if np.isfinite(error) else np.inf,), min(course.seconds, *again, np.inf)
        if course.seconds > SLOW:
            break
    return found


def fastest(chosen, passes):
    """{(name, setting): course}, the fastest of some passes in which all take turns."""
    best = {}
    for _ in range(passes):
        for who, setting in chosen:
            key = who.name, setting
            if key not in best or best[key].seconds < SLOW:
                course = who.run(setting)
                best[key] = min(best.get(key, course), course, key=lambda course: course.seconds)
    return best


def own_rows(case, scene, model, at, error, passes):
    """Rows of supple at a tolerance, and the CPU time [s] of the loop and of `simulate(model)`."""
    built, whole = (simulated(it, robots.END, rtol=at, repeat=3 * passes) for it in (model, scene))
    s = built.run.statistics
    figures = {
        "error": error, "steps": s["steps"], "rhs": s["right-hand sides"], "events": s["events"],
        "implicit": s["implicit steps"],
    }  # fmt: skip
    loop, total = min(built.loop, whole.loop), built.total
    pairs = (("supple, loop", loop), (OURS, total), ("supple, simulate(scene)", whole.total))
    return [
        Row(case, name, {"setting": at, "ms": 1e3 * t, "x supple": t / total, "x loop": t / loop, **figures})
        for name, t in pairs
    ], (loop, total)


def theirs(who, climb, at, best, costs):
    """Figures of a peer at a level, without ratios: seconds, and figures by name."""
    if not is_setting(at):
        (error,), seconds = list(climb.values())[-1]
        return seconds, {"setting": at or "not reached", "error": error}
    course = best[who.name, at]
    (error,), _ = climb[at]
    figures = {"setting": at, "error": error, **course.counts}
    if "rhs" in course.counts:
        alone, called = costs
        figures["rhs ms"] = 1e3 * alone * course.counts["rhs"]
        if "Python" in who.name:
            figures["calls ms"] = 1e3 * (called - alone) * course.counts["rhs"]
    return course.seconds, figures


def reached(who, climb, level):
    """The cheapest setting of a contender at a level, or None; "not known": nothing can be said."""
    return "not known" if SURE * who.known > level else cheapest(climb, (level,))


def race(make, quick):
    """Rows of a robot at each level, and rows of the summary."""
    scene, few, passes = make(), 3 if quick else None, 1 if quick else PASSES
    model = supple.build(scene)
    deep = supple.simulate(model, robots.END, rtol=1e-8).impacts[0].max_indentation
    its = facts(scene, deep)
    names = seen(its)
    run = running(model, names)
    answers = [run(rtol).links for rtol in CONVERGED["supple"]]
    way = largest_way(model, names, answers[1])
    known = np.abs(answers[1] - answers[0]).max() / way
    ours = Contender(OURS, run, TOLERANCES, answers[1], known)
    kept = [model.layout.names.index(name) for name in names]
    them = [
        Contender(name, run, LOOSE[:few], answers[1], known) for name, run in cvode(model, TIMES, kept, SLOW).items()
    ]
    them += peers(make, its, way, few)
    costs = call_cost(model)
    climbs = {who.name: climbed(who, way) for who in (ours, *them)}
    found = {(who.name, level): reached(who, climbs[who.name], level) for who in (ours, *them) for level in LEVELS}
    chosen = {(who.name, at): (who, at) for who in them for level in LEVELS if is_setting(at := found[who.name, level])}
    best, rows, summary = fastest(list(chosen.values()), passes), [], []
    for level in LEVELS:
        case, at = f"{scene.name}, {level:g}", found[OURS, level]
        (error,), _ = climbs[OURS][at]
        own, (loop, total) = own_rows(case, scene, model, at, error, passes)
        rows += own
        spent = {}
        for who in them:
            at = found[who.name, level]
            apart = {"from supple": np.abs(who.converged - ours.converged).max() / way, "known to": who.known}
            seconds, figures = theirs(who, climbs[who.name], at, best, costs)
            ratios = {"ms": 1e3 * seconds}
            if at != "not known":
                ratios |= {"x supple": seconds / total, "x loop": seconds / loop}
            rows.append(Row(case, who.name, {"setting": figures.pop("setting"), **ratios, **figures, **apart}))
            if is_setting(at):
                spent[who.name] = seconds
        summary += list(summed(case, spent, loop, total))
    return rows, summary


def largest_way(model, names, links):
    """The largest way of any coordinate from its start."""
    start = model.y0[[model.layout.names.index(name) for name in names]]
    return np.abs(links - start).max()


def is_setting(at):
    """Whether a level was reached."""
    return at is not None and at != "not known"


def summed(case, spent, loop, total):
    """supple beside the fastest of each kind at a level."""
    kinds = {
        "best of MuJoCo and Drake": lambda name: "CVODE" not in name and "as it comes" not in name,
        "MuJoCo, implicitfast": lambda name: name == "MuJoCo, implicitfast",
        "MuJoCo, implicitfast, as it comes": lambda name: name == "MuJoCo, implicitfast, as it comes",
        "best of MuJoCo, as it comes": lambda name: "as it comes" in name,
        "CVODE from C": lambda name: "CVODE" in name and "Python" not in name,
    }
    for kind, wanted in kinds.items():
        name = min(filter(wanted, spent), key=spent.get, default=None)
        if name is None:
            yield Row(case, kind, {"by": "not reached"})
        else:
            t = spent[name]
            yield Row(case, kind, {"by": name, "ms": 1e3 * t, "x supple": t / total, "x loop": t / loop})


def parts(quick):
    """A block per robot, and what comes of both."""
    summary = []
    for make in (robots.arm, robots.quadruped):
        rows, more = race(make, quick)
        summary += more
        yield f"{make.__name__}, {robots.END:g} s at equal accuracy", rows
    yield "supple beside the fastest", summary


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
