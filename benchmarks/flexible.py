"""Flexible bodies: what modes cost, the impact of a link beside SciPy, a swinging beam beside a chain in MuJoCo, a robot.

link       a steel link on a hinge strikes a block at 10 rad/s (elasto-plastic, Coulomb): 2 ms with several collisions;
           n modes, 0: rigid. SciPy integrates the same equations, written in numpy for this one problem, phase by phase
pendulum   a slender beam on a hinge swings down for 1 s and bends under its own weight. MuJoCo has a chain of rigid links
           with springs between them: time at equal accuracy of the place of the tip
robot      the arm of `robots.py` with the link after its elbow rigid and flexible, 0.3 s before it strikes the ground
"""

import math
import time

import robots
from common import Row, available, main, simulated
from peers import link_impact as peer

import supple

MODES = (0, 1, 2, 3, 4, 5, 6, 8, 10)
BESIDE = (1, 3, 5)  # modes where SciPy takes part
TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
SETTINGS = tuple(
    (rtol, step) for step in (1e-4, 3e-5, 1e-5) for rtol in (1e-3, 1e-5, 1e-7)
)  # of SciPy: rtol, max_step [s]
GOAL = 1e-4  # relative error of e_rigid and of the largest force
IMPACT = 2e-3  # [s]
LENGTH, PER_LENGTH, STIFFNESS, GRAVITY, SWING = 1.0, 1.0, 20.0, 9.81, 1.0  # of the pendulum, [m], [kg/m], [N m^2], ...
CHAINS = (5, 10, 20, 40)
STEPS = (2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5)  # [s] of MuJoCo
PLACES = (1e-3, 1e-4, 1e-5)  # [m] errors of the tip


# --- the link -----------------------------------------------------------------------------------------------------------
def link(modes):
    """The link of `peers/link_impact.py`."""
    scene = supple.Scene(gravity=(0, 0, 0), name="link")
    joint = supple.Revolute(axis=(0, 0, 1), angle=peer.ANGLE, rate=peer.OMEGA)
    tip = [supple.Point(at=(peer.L, 0, 0), material="tip")]
    section = supple.Round(peer.DIAMETER)
    beam = supple.Beam(length=peer.L, section=section, density=peer.RHO, E=peer.E, modes=max(modes, 1), planes="xy",
                       ends="pinned-free")  # fmt: skip
    own = {"flexible": beam} if modes else _rigid(beam)
    scene.body("link", joint=joint, surfaces=tip, **own)
    scene.ground(normal=(0, -1, 0), at=(0, peer.SURFACE + 1e-12, 0), material="block")
    law = supple.ElastoPlastic.from_hertz(
        E1=peer.E,
        nu1=peer.NU,
        E2=peer.E,
        nu2=peer.NU,
        R1=peer.RADIUS,
        yield_strength=peer.YIELD,
        hardness=peer.HARDNESS,
    )
    scene.contact("tip", "block", normal=law, friction=supple.Coulomb(mu=peer.MU), centre=0.0)
    return scene


def _rigid(beam):
    turning = beam.mass * beam.length**2 / 12
    polar = beam.mass / beam.section.area * beam.section.polar
    return {"mass": beam.mass, "com": (beam.length / 2, 0, 0), "inertia": (polar, turning, turning)}


def outcome(run):
    """e_rigid and the largest force of an impact of the link."""
    hits = run.impacts
    return -run.channel("link.rate", [hits[-1].end])[0] / peer.OMEGA, max(hit.peak_force for hit in hits)


def cost(quick):
    """Time per impact and per right-hand side against the number of modes."""
    rows, rtol = [], 1e-6
    for modes in MODES[:4] if quick else MODES:
        done = simulated(link(modes), IMPACT, rtol=rtol, repeat=3 if quick else 15)
        s = done.run.statistics
        figures = {
            "ms per impact": 1e3 * done.loop, "ms simulate": 1e3 * done.total, "steps": s["steps"],
            "rhs": s["right-hand sides"], "us per rhs": 1e6 * done.loop / s["right-hand sides"],
            "status": done.run.status.name,
        }  # fmt: skip
        rows.append(Row(f"{modes} modes, rtol {rtol:g}", "supple", figures))
    return rows


def _off(found, exact):
    return max(abs(a / b - 1.0) for a, b in zip(found, exact, strict=True))


def loosest(attempts):
    """The first of the last tolerances that reach the goal: [(tolerance, error)] -> tolerance."""
    best = None
    for rtol, error in reversed(attempts):
        if not error <= GOAL:
            break
        best = rtol
    return best


def beside_scipy(quick):
    """supple at the loosest tolerance from which on it is within the goal, SciPy with the fastest setting that is."""
    rows = []
    for modes in BESIDE[:1] if quick else BESIDE:
        scene = link(modes)
        exact = outcome(supple.simulate(scene, IMPACT, rtol=1e-11))
        ours = [(rtol, _off(outcome(supple.simulate(scene, IMPACT, rtol=rtol)), exact)) for rtol in TOLERANCES]
        rtol = loosest(ours)
        done = simulated(scene, IMPACT, rtol=rtol, repeat=5)
        theirs = []
        for setting in SETTINGS[:2] if quick else SETTINGS:
            error = _off(peer.impact(modes, *setting)[:2], exact)
            theirs.append((_seconds(lambda n=modes, s=setting: peer.impact(n, *s), 2), error, setting))
        missed = sum(error > GOAL for _, error, _ in theirs)
        seconds, error, setting = min(one for one in theirs if one[1] <= GOAL)
        case, own = f"{modes} modes, errors < {GOAL:g}", {"error": dict(ours)[rtol], "with": f"rtol {rtol:g}"}
        said = f"rtol {setting[0]:g}, max_step {setting[1]:g} s ({missed} of {len(theirs)} settings miss the goal)"
        rows += [
            Row(case, "supple, loop", {"ms": 1e3 * done.loop, **own}),
            Row(case, "supple, simulate(scene)", {"ms": 1e3 * done.total, **own}),
            Row(case, "SciPy, solve_ivp", {"ms": 1e3 * seconds, "error": error, "with": said,
                                           "x simulate": seconds / done.total, "x loop": seconds / done.loop}),
        ]  # fmt: skip
    return rows


# --- the pendulum -------------------------------------------------------------------------------------------------------
def pendulum(modes):
    """A beam on a hinge, let go at the horizontal."""
    scene = supple.Scene(gravity=(0, 0, -GRAVITY), name="pendulum")
    # by its numbers: the radius is only that of a round rod with this stiffness and mass per length
    section = supple.Round(0.01)
    E, density = STIFFNESS / section.Iy, PER_LENGTH / section.area
    beam = supple.Beam(
        length=LENGTH, section=section, density=density, E=E, modes=modes, planes="xz", ends="pinned-free"
    )
    scene.body("beam", joint=supple.Revolute(axis=(0, 1, 0)), flexible=beam)
    scene.body("tip", parent="beam", mass=0.0, joint=supple.Fixed(at=(LENGTH, 0, 0)))
    return scene


def tip(run):
    """Place of the tip in the plane at the end."""
    x, _, z = run.position("tip", [SWING])[0]
    return x, z


def chain(links, step):
    """The same in MuJoCo: rigid links with springs EI/length between them; a function that gives the place of its tip."""
    import mujoco

    a = LENGTH / links
    mass, turning = PER_LENGTH * a, PER_LENGTH * a**3 / 12
    text, close = "", ""
    for i in range(links):
        spring = f'stiffness="{STIFFNESS / a}"' if i else ""
        text += (
            f'<body pos="{a if i else 0} 0 0"><joint type="hinge" axis="0 1 0" {spring}/>'
            f'<inertial pos="{a / 2} 0 0" mass="{mass}" diaginertia="{1e-6 * mass} {turning} {turning}"/>'
        )
        close += "</body>"
    text += f'<site name="tip" pos="{a} 0 0"/>'
    option = f'<option timestep="{step}" integrator="implicitfast" gravity="0 0 {-GRAVITY}"/>'
    model = mujoco.MjModel.from_xml_string(f"<mujoco>{option}<worldbody>{text}{close}</worldbody></mujoco>")
    data = mujoco.MjData(model)

    def swing():
        mujoco.mj_resetData(model, data)
        mujoco.mj_step(model, data, nstep=round(SWING / step))
        mujoco.mj_forward(model, data)
        return data.site("tip").xpos[[0, 2]].copy()

    return swing


def beside_mujoco(quick):
    """The fastest setting of each that is within an error of the place of the tip after a second."""
    exact = tip(supple.simulate(pendulum(8), SWING, rtol=1e-10))

    def off(place):
        return math.dist(place, exact)

    ours = []
    for modes in (1, 2, 3, 4):
        for rtol in (1e-3, 1e-4, 1e-5, 1e-6):
            run = supple.simulate(pendulum(modes), SWING, rtol=rtol)
            ours.append((_seconds(lambda m=modes, r=rtol: supple.simulate(pendulum(m), SWING, rtol=r)), off(tip(run)),
                         f"{modes} modes, rtol {rtol:g}"))  # fmt: skip
    theirs = []
    if available("mujoco"):
        for links in CHAINS[:2] if quick else CHAINS:
            for step in STEPS:
                if step * 4.0 * math.sqrt(STIFFNESS / PER_LENGTH) * (links / LENGTH) ** 2 > 1.0:
                    continue  # its springs are explicit: half as much again is unstable
                swing = chain(links, step)
                theirs.append((_seconds(swing), off(swing()), f"{links} links, step {step:g} s"))
    rows = []
    for goal in PLACES[:1] if quick else PLACES:
        for who, tried in (("supple, simulate(scene)", ours), ("MuJoCo, mj_step", theirs)):
            enough = [one for one in tried if one[1] <= goal]
            if enough:
                seconds, error, setting = min(enough)
                rows.append(Row(f"tip within {goal:g} m", who, {"ms": 1e3 * seconds, "error": error, "with": setting}))
    return rows


def _seconds(function, repeat=3):
    best = math.inf
    for _ in range(repeat):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return best


# --- the robot ----------------------------------------------------------------------------------------------------------
def swapped(modes):
    """The arm with a rod of steel fixed to its elbow, rigid (0) or in so many modes per plane."""
    beam = supple.Beam(length=0.35, section=supple.Round(0.0305), density=7800.0, E=2.1e11, modes=max(modes, 1))
    old, new = robots.arm(), supple.Scene(gravity=(0.0, 0.0, -9.81), name="arm")
    new.ground(material="floor")
    new.rules.extend(old.rules)
    for name, body in old.bodies.items():
        if name == "ground":
            continue
        parent = "link" if body.parent == "elbow" else body.parent
        own = {"mass": body.mass, "com": body.com, "inertia": body.inertia}
        if name == "elbow":
            own = {"mass": 0.2, "inertia": (2e-2, 2e-2, 2e-2)}  # the hub
        new.body(name, parent=parent, joint=body.joint, surfaces=body.surfaces, **own)
        if name == "elbow":
            link = {"flexible": beam} if modes else _rigid(beam)
            new.body("link", parent="elbow", joint=supple.Fixed(), **link)
    return new


def robot(quick):
    """Steps and time of the arm with more and more modes."""
    rows = []
    for modes in (0, 1) if quick else (0, 1, 2, 3):
        done = simulated(swapped(modes), 0.3, rtol=1e-5, repeat=3 if quick else 9)
        s = done.run.statistics
        figures = {"ms": 1e3 * done.loop, "steps": s["steps"], "us per step": 1e6 * done.loop / s["steps"],
                   "us per rhs": 1e6 * done.loop / s["right-hand sides"], "status": done.run.status.name}  # fmt: skip
        rows.append(Row(f"{modes} modes per plane", "supple, loop", figures))
    return rows


def parts(quick):
    """Four tables."""
    yield "Flexible link: cost of an impact against the number of modes", cost(quick)
    yield "Flexible link: the impact at equal accuracy", beside_scipy(quick)
    yield "Swinging beam: the tip at equal accuracy", beside_mujoco(quick)
    yield "Arm with a flexible link: cost of a step", robot(quick)


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
