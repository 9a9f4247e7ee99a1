"""What motors have to do so that joints follow: closed forms, open loops, and sentences."""

import math
from itertools import pairwise

import numpy as np
import pytest
from amounts import amount
from scipy.integrate import solve_ivp

import supple as sp
from supple.motions import Fourier, Polynomial, Trapezoid
from supple.robots import biorob_x4, feed_forward
from supple.robots.chebyshev import fitted

STEP = Polynomial(times=(0.0, 0.6), values=(0.0, 1.2), degree=9)
MOTOR = {"resistance": 1.0, "torque_constant": 1.0, "source": "current"}


def pendulum(command=0.0, rotor=0.0, *, damper=0.0, elongation=0.03, inertia=0.0335, ratio=1.0, **more):
    """A link (0.08 kg m^2, 2.5 Nm sin q) behind cables of 25 Nm/rad: test D11 of the drives."""
    scene = sp.Scene(gravity=(0, 0, -10.0))
    joint = sp.Revolute(axis=(0, -1, 0))
    scene.body("link", mass=1.0, com=(0, 0, -0.25), inertia=(0.0175, 0.0175, 0.0175), joint=joint)
    scene.add(
        sp.Motor(**MOTOR, inertia=inertia, ratio=ratio, rotor="rotor", angle=rotor, command=command, name="motor")
    )
    spring = {"stiffness": 25.0 / (2 * 0.03**2)} | more
    scene.add(
        sp.SeriesElastic(
            rotor="rotor",
            joint="link",
            arm=0.03,
            elongation=elongation,
            parallel_damping=damper,
            name="cables",
            **spring,
        )
    )
    return scene


def plan(scene, motion=STEP, period=1e-3, end=0.6):
    return feed_forward(sp.build(scene), {"link": motion}, period=period, end=end)


def through(times, values, near=8):
    """A generator through samples, with the slope and the bend that they have at both ends."""
    fits = [
        np.polynomial.Polynomial.fit(times[part], values[part], near - 1) for part in (slice(near), slice(-near, None))
    ]
    ends = [tuple(float(fit.deriv(n)(t)) for n in (1, 2)) for fit, t in zip(fits, times[[0, -1]], strict=True)]
    return Polynomial(times=times, values=values, degree=5, start=ends[0], end=ends[1])


def followed(make, motion, period, end=0.6):
    """Largest distance of the link from its motion when the motor gets the planned current, open loop."""
    found = plan(make(), motion, period, end)
    scene = make(through(found.times, found.current[:, 0]), float(found.theta[0, 0]))
    run = sp.simulate(scene, end, rtol=1e-12, max_step=period)
    return np.abs(run["link.angle"] - motion.value(run.t)).max()


# --- D11 of the drives ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("t", "q", "theta", "rate", "torque", "motor"),
    [
        (0.15, 0.0587127685547, 0.153174422758, 2.30339987253, 2.36154135508, 2.94142970858),
        (0.3, 0.6, 0.65646424734, 3.92809487296, 1.41160618349, 1.36578360645),
        (0.45, 1.14128723145, 1.14361050984, 2.21278730502, 0.0580819598939, -0.475704857162),
    ],
)
def test_the_plan_of_one_elastic_joint(t, q, theta, rate, torque, motor):
    found, k = plan(pendulum()), round(t / 1e-3)
    ours = (found.q, found.theta, found.rate, found.torque, found.motor_torque, found.current)
    assert [one[k, 0] for one in ours] == pytest.approx([q, theta, rate, torque, motor, motor], rel=1e-11)


@pytest.mark.slow
def test_an_elastic_link_follows_in_an_open_loop():
    assert followed(pendulum, STEP, 1e-4) < 1e-10


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [
        {"damper": 0.4},
        {"damper": 0.4, "stiffness": 0.0, "curve": sp.PolynomialCurve(coefficients=(8e3, 0.0, 2e7))},
        {"stiffness": 0.0, "curve": sp.PolynomialCurve(coefficients=(8e3, 0.0, 2e7))},
        {"arm_rotor": 0.02, "ratio": 10.0, "inertia": 1e-4},
    ],
    ids=["damper", "damper and curve", "curve", "other pulley"],
)
def test_links_follow_behind_all_kinds_of_cables(more):
    def make(command=0.0, rotor=0.0):
        return pendulum(command, rotor, **more)

    assert followed(make, STEP, 2e-4) < 2e-9


@pytest.mark.parametrize("bend", [0.0, 2e6], ids=["linear", "curved"])
@pytest.mark.parametrize("elongation", [0.0015, 0.0], ids=["a strand becomes slack", "one is always slack"])
def test_the_plan_where_strands_become_slack_is_that_of_scipy(elongation, bend):
    k, r, D = 25.0 / (2 * 0.03**2), 0.03, 0.4
    curve = sp.PolynomialCurve(coefficients=(k, bend))
    scene = pendulum(damper=D, elongation=elongation, stiffness=0.0, curve=curve)
    found = plan(scene, period=amount(4e-3, 1e-3))
    t = found.times

    def pull(delta):
        forward, back = max(elongation + r * delta, 0.0), max(elongation - r * delta, 0.0)
        return r * (k * (forward - back) + bend * (forward**2 - back**2))

    def rate(t, delta):
        return [(0.08 * STEP.value(t, 2) + 2.5 * np.sin(STEP.value(t)) - pull(delta[0])) / D]

    delta, ours = [0.0], found.theta[:, 0] - found.q[:, 0]
    for a, b in pairwise(t.tolist()):
        delta.append(solve_ivp(rate, (a, b), delta[-1:], rtol=1e-12, atol=1e-14, method="DOP853").y[0, -1])
    assert np.abs(ours).max() > max(elongation, 0.001) / r and np.abs(ours - delta).max() < 1e-11
    rates = np.array([rate(*one)[0] for one in zip(t, ours[:, None], strict=True)])
    assert np.abs(found.rate[:, 0] - STEP.value(t, 1) - rates).max() < 1e-11
    h = amount(2e-5, 1e-5)
    fine = plan(scene, period=h)
    slopes = (fine.rate[:-4] - 8 * fine.rate[1:-3] + 8 * fine.rate[3:-1] - fine.rate[4:]) / (12 * h)
    miss = np.abs(slopes - fine.acceleration[2:-2]) / np.abs(fine.acceleration).max()
    assert np.median(miss) < 1e-9 and np.mean(miss < 1e-7) > 0.999  # it jumps where a strand becomes slack


def test_a_motion_without_an_end_is_cut_where_that_is_needed():
    wave = Fourier(period=0.05, cosines=(0.1,), sines=(0.0, 0.02))
    found = plan(pendulum(damper=0.2), wave, end=2.0)
    t = found.times
    expected = 0.08 * wave.value(t, 2) + 2.5 * np.sin(wave.value(t))
    assert np.abs(found.torque[:, 0] - expected).max() < 1e-11 * np.abs(expected).max()


def test_cables_over_the_joint_before_pull_at_it():
    def scene():
        made = pendulum()
        joint = sp.Revolute(axis=(0, -1, 0), at=(0, 0, -0.5))
        made.body("tip", mass=0.5, com=(0, 0, -0.1), inertia=(1e-3, 1e-3, 1e-3), parent="link", joint=joint)
        made.add(sp.Motor(**MOTOR, inertia=0.01, rotor="second", name="other"))
        made.add(
            sp.SeriesElastic(
                rotor="second", joint="tip", arm=0.03, previous="link", arm_previous=0.012, stiffness=1e4, elongation=0.05,
                name="long",
            )
        )  # fmt: skip
        return made

    other = Polynomial(times=(0.0, 0.6), values=(0.2, -0.5), degree=9)
    model = sp.build(scene())
    found = feed_forward(model, {"link": STEP, "tip": other}, period=1e-3, end=0.6)
    k = 250
    names, y = model.layout.names, model.y0.copy()
    for name, value in zip(("link", "tip", "rotor", "second"), (*found.q[k], *found.theta[k]), strict=True):
        y[names.index(f"{name}.angle")] = value
    forces = 2.0 * 1e4 * (0.03 * y[names.index("second.angle")] - 0.03 * found.q[k, 1] - 0.012 * found.q[k, 0])
    tau = [motion.value(found.times[k], 2) for motion in (STEP, other)]
    for name, motion in (("link", STEP), ("tip", other)):
        y[names.index(f"{name}.rate")] = motion.value(found.times[k], 1)
    vdot = np.zeros(4)
    vdot[[names.index(f"{name}.rate") - 4 for name in ("link", "tip")]] = tau
    needed = sp.inverse_dynamics(model, vdot, y)
    link, tip = (needed[names.index(f"{name}.rate") - 4] for name in ("link", "tip"))
    assert 0.03 * forces == pytest.approx(tip, rel=1e-9)
    assert 25.0 * (found.theta[k, 0] - found.q[k, 0]) + 0.012 * forces == pytest.approx(link, rel=1e-9)


# --- rigid joints ---------------------------------------------------------------------------------------------------------
def test_a_rigid_joint_needs_its_armature_and_its_friction():
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("link", mass=1.0, inertia=(0.08, 0.08, 0.08), joint=sp.Revolute(axis=(0, 0, 1)))
    scene.add(sp.Motor(resistance=1.0, torque_constant=0.05, inertia=1e-5, damping=1e-5, ratio=50.0, body="link"))
    found = plan(scene)
    t = found.times
    assert np.abs(found.torque[:, 0] - 0.08 * STEP.value(t, 2)).max() < 1e-11
    wanted = (0.08 + 0.025) * STEP.value(t, 2) + 0.025 * STEP.value(t, 1)
    assert np.abs(found.motor_torque[:, 0] - wanted).max() < 1e-11
    assert np.abs(found.current[:, 0] - wanted / 2.5).max() < 1e-11
    assert np.array_equal(found.theta[:, 0], STEP.value(t))


# --- sentences ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("scene", "motion", "sentence"),
    [
        (pendulum(elongation=-0.001), STEP, "play has no inverse there, got -0.001 m"),
        (pendulum(), Polynomial(times=(0, 1), values=(0, 1)), "must have 4 continuous derivatives for a spring"),
        (pendulum(damper=0.1), Trapezoid(final=1.0, speed=1.0, acceleration=4.0), "got a Trapezoid with 1"),
        (pendulum(hysteresis=0.5), STEP, "no damping of their own"),
        (
            pendulum(stiffness=0.0, curve=sp.TableCurve(elongations=(0, 0.002, 0.005), tensions=(0, 4, 13))),
            STEP,
            "must be linear or a polynomial for a feed-forward, got a TableCurve",
        ),
        (pendulum(), 0.3, "must be a generator of motions"),
    ],
)
def test_what_has_no_feed_forward_is_a_sentence(scene, motion, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        plan(scene, motion)


def test_joints_without_motion_or_motor_are_named():
    scene = pendulum()
    scene.body("free", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 0, 1)))
    with pytest.raises(ValueError, match="got none for 'free'"):
        plan(scene)
    with pytest.raises(ValueError, match=r"joint 'free' must have a Motor"):
        feed_forward(sp.build(scene), {"link": STEP, "free": STEP}, period=1e-3, end=0.6)


def test_play_that_is_never_crossed_has_an_inverse():
    held = Polynomial(times=(0.0, 0.6), values=(0.5, 1.0), degree=9)
    scene = pendulum(elongation=-0.001, inertia=1e-3)
    found = plan(scene, held, end=0.1)
    assert found.torque.min() > 0.0
    strand = 25.0 / (2 * 0.03**2) * (0.03 * (found.theta - found.q) - 0.001)
    assert 0.03 * strand == pytest.approx(found.torque, rel=1e-10)


# --- parts ----------------------------------------------------------------------------------------------------------------
def test_series_have_the_derivatives_of_their_function_on_every_piece():
    (one,) = fitted(lambda t: np.array([abs(t - 0.3) ** 3 + math.sin(40 * t)]), (0.0, 0.3, 2.0), 1)
    t = np.linspace(0.0, 2.0, 301)
    assert np.abs(one.value(t, 1) - 3 * np.abs(t - 0.3) * (t - 0.3) - 40 * np.cos(40 * t)).max() < 1e-10


@pytest.mark.slow
def test_a_feed_forward_by_a_linear_law_hits_harder():
    """Low pre-tension: planned as if both strands were taut, the arm meets the ground with 55.2 instead of 43.0 N."""
    from supple.papers.elastic_robots.landing import END, Landing, motions
    from supple.robots.biorob_x4 import LINKS

    low = biorob_x4(motions(), end=END, slack_angles=(0.25, 0.15, 0.08, 0.02))
    linear = biorob_x4(motions(), end=END)
    for link in LINKS:
        low.elements[f"{link}.control"] = linear.elements[f"{link}.control"]
    run = Landing(sp.simulate(low, 0.7, rtol=1e-9), {})
    assert run.first_peak[1] == pytest.approx(55.2, abs=0.05)
