"""No touch of a vibrating beam is missed: balls on its sections against planes and balls, long steps, loose tolerances.

The recorded motion of every run is sampled within its steps and must not overlap before the first touch (what judge.py
calls the own motion). A cantilever that only vibrates has a closed form as well: sums of sines, from which the first touch
follows. Half of the obstacles are so placed that the deepest overlap is a small part of the radius.
"""

import numpy as np
import pytest
from amounts import amount
from scipy.optimize import minimize_scalar

import supple as sp
from supple.model.build import assemble
from supple.model.flexible import section

METHODS = ("auto", "bogacki_shampine", "dormand_prince", "dop853", "rodas5p", "ode23s", "trapezoid")
RTOLS = (1e-2, 1e-3, 1e-4, 1e-6, 1e-8)
ROUNDING = 1e-12  # [m]
RADIUS, END = 0.02, 0.15  # [m], [s]


def vibrating(rng, joint):
    """A beam whose first modes swing by some centimetres, and the ball on it."""
    words = {
        "modes": 2,
        "torsion": 1,
        "inertia": "second-order",
        "ends": "pinned-free" if isinstance(joint, sp.Spherical) else "clamped-free",
    }
    free = sp.Beam(length=1.0, section=sp.Rectangle(0.02, 0.03), E=2e9, nu=0.3, density=1000.0, **words)
    omega = 2.0 * np.pi * free.frequencies()
    eta = rng.normal(size=5) * np.array([0.04, 0.004, 0.04, 0.004, 0.1]) * rng.choice([0.2, 1.0])
    rate = rng.normal(size=5) * np.abs(eta) * omega
    beam = sp.Beam(
        length=1.0, section=free.section, E=2e9, nu=0.3, density=1000.0, deflection=tuple(eta), speed=tuple(rate), **words
    )  # fmt: skip
    at = (rng.uniform(0.3, 1.0), rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05))
    return beam, at, omega


class Exact:
    """The closed form of a clamped beam without gravity: the centre of its ball."""

    def __init__(self, beam, at, omega):
        self.beam, self.at, self.omega = beam, at, omega
        self.eta, self.rate = np.array(beam.deflection), np.array(beam.speed)

    def __call__(self, t):
        angle = np.multiply.outer(t, self.omega)
        return section(self.beam, self.at, self.eta * np.cos(angle) + self.rate / self.omega * np.sin(angle)).point


def lowest(gap, t, g):
    """The least of a gap that is g at the times t."""
    k = int(np.argmin(g))
    bounds = t[max(k - 1, 0)], t[min(k + 1, t.size - 1)]
    best = minimize_scalar(lambda s: gap(np.array([s]))[0], bounds=bounds, method="bounded", options={"xatol": 1e-12})
    return min(best.fun, g[k])


def scene_with(joint, beam, at, wall, touching=True):
    scene = sp.Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("beam", joint=joint, flexible=beam, surfaces=[sp.Sphere(RADIUS, at=at, material="m")])
    scene.body("wall", joint=sp.Fixed(), surfaces=[wall])
    if touching:
        scene.contact("m", "m", normal=sp.Hertz(k=1e6))
    else:
        scene.no_contact("m", "m")
    return assemble(scene)  # two clamped shapes on a light hinge are worth a note, and right here


def depth_of(rng):
    size = RADIUS * 10.0 ** rng.uniform(-6.0, 0.0)
    return size if rng.random() < 0.5 else -size


def path_of(run, at):
    """The centre of the ball of a run."""
    return lambda t: run.position("beam", t, point=at)


def gap_to(wall, path):
    """Clearance between the ball on its path and a wall, over time."""
    if isinstance(wall, sp.HalfSpace):
        return lambda t: (path(t) - np.array(wall.at)) @ np.array(wall.normal) - RADIUS
    return lambda t: np.linalg.norm(path(t) - np.array(wall.at), axis=1) - RADIUS - wall.radius


def obstacle(rng, path):
    """A plane or a ball in the way of the path of a ball, and the gap to it."""
    normal = rng.normal(size=3)
    normal /= np.linalg.norm(normal)
    t = np.linspace(0.0, END, 4_001)
    places = path(t)
    if rng.random() < 0.5:

        def wall(place):
            return sp.HalfSpace(tuple(normal), tuple(place * normal), "m")

        place = lowest(gap_to(wall(0.0), path), t, gap_to(wall(0.0), lambda t: places)(t))
    else:
        r, far = RADIUS * rng.uniform(0.2, 3.0), places.mean(axis=0) - 5.0 * normal

        def wall(place):
            return sp.Sphere(r, at=tuple(far + place * normal), material="m")

        place = 0.0
        for _ in range(60):  # towards the path until it touches: never farther than the gap allows
            step = lowest(gap_to(wall(place), path), t, gap_to(wall(place), lambda t: places)(t))
            place += step
            if step < ROUNDING:
                break
    wall = wall(place + depth_of(rng))
    return wall, gap_to(wall, path)


def first_touch(run):
    return min((event.time for event in run.events if event.what == "made"), default=np.inf)


def deepest_before(run, gap, found):
    """The deepest overlap of the recorded motion before the first touch."""
    last = min(found, run.t[-1])
    steps = run.t[run.t < last]
    edges = np.append(steps, last)
    inside = np.linspace(0.0, 1.0, max(4, min(24, 10_000 // edges.size)), endpoint=False)  # in a short step fewer
    t = (edges[:-1, None] + np.diff(edges)[:, None] * inside).ravel()
    return -gap(t).min(initial=np.inf) if t.size else -np.inf


JOINTS = {
    "clamped": lambda rng: sp.Fixed(),
    "hinged": lambda rng: sp.Revolute(
        axis=tuple(rng.normal(size=3)), rate=rng.normal() * 3.0, spring=20.0, damping=0.1
    ),
    "slide": lambda rng: sp.Prismatic(axis=tuple(rng.normal(size=3)), speed=rng.normal()),
    "ball joint": lambda rng: sp.Spherical(angular_velocity=tuple(rng.normal(size=3) * 2.0)),
}


@pytest.mark.slow
@pytest.mark.validation
@pytest.mark.parametrize("kind", JOINTS)
def test_no_touch_of_a_beam_is_missed(kind):
    touched, seeds = 0, amount(6, 9)
    for seed in range(seeds):
        rng = np.random.default_rng([seed, sorted(JOINTS).index(kind)])
        joint = JOINTS[kind](rng)
        beam, at, omega = vibrating(rng, joint)
        far = sp.Sphere(0.01, at=(9.0, 9.0, 9.0), material="m")
        undisturbed = sp.simulate(scene_with(joint, beam, at, far), END, rtol=1e-9)
        wall, clearance = obstacle(rng, path_of(undisturbed, at))
        if clearance(np.zeros(1))[0] <= 0.0:  # they touch from the start
            continue
        scene = scene_with(joint, beam, at, wall)
        for method in METHODS:
            rtol = float(rng.choice(RTOLS))
            run = sp.simulate(scene, END, method=method, rtol=rtol, max_steps=4000)
            found = first_touch(run)

            slack = 1e-3 * rtol * RADIUS + ROUNDING
            assert deepest_before(run, gap_to(wall, path_of(run, at)), found) <= slack, (seed, method, rtol)
            touched += found < np.inf
    assert 9 * touched > 10 * seeds


@pytest.mark.slow
@pytest.mark.validation
def test_first_touches_of_a_cantilever_are_those_of_its_closed_form():
    touched = 0
    for seed in range(amount(15, 25)):
        rng = np.random.default_rng([seed, 9])
        beam, at, omega = vibrating(rng, sp.Fixed())
        exact = Exact(beam, at, omega)
        wall, gap = obstacle(rng, exact)
        run = sp.simulate(scene_with(sp.Fixed(), beam, at, wall), END, rtol=1e-10)
        found, slack = first_touch(run), 1e-8
        t = np.linspace(0.0, END, 100_001)
        g = gap(t)
        if g[0] <= 0.0:
            continue
        early, late = (t[np.argmax(g <= level)] if (g <= level).any() else np.inf for level in (slack, -slack))
        assert early - (t[1] - t[0]) <= found <= late, seed
        touched += found < np.inf
    assert touched > 5


@pytest.mark.slow
def test_the_judge_sees_a_missed_touch():
    """A beam that swings through a plane because no contact is given."""
    beam, at, _ = vibrating(np.random.default_rng(3), sp.Fixed())
    wall = sp.HalfSpace((0.0, 1.0, 0.0), (0.0, -0.02, 0.0), "m")
    run = sp.simulate(scene_with(sp.Fixed(), beam, at, wall, touching=False), END)
    assert first_touch(run) == np.inf
    assert deepest_before(run, gap_to(wall, path_of(run, at)), np.inf) > 1e-3
