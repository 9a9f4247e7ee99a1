"""Impacts with exact Coulomb friction: slip reversal and stick within a hundred microseconds."""

import math

import numpy as np
import pytest

import supple as sp

THETA = math.pi / 3
ABOVE = 1e-6  # [m]


def link(mu, *, k=1e12, length=0.3, mass=0.3, speed=10.0):
    """A rod on a pivot whose tip comes down on a plane at THETA from it, without gravity."""
    scene = sp.Scene(gravity=(0, 0, 0), name="link")
    scene.ground(material="plane")
    joint = sp.Revolute(axis=(0, 1, 0), at=(0, 0, length * math.sin(THETA) + ABOVE), angle=THETA, rate=speed)
    inertia = mass * length**2 / 12
    scene.body("link", mass=mass, com=(length / 2, 0, 0), inertia=(1e-3 * inertia, inertia, inertia), joint=joint,
               surfaces=[sp.Point((length, 0, 0), material="tip")])  # fmt: skip
    scene.contact("tip", "plane", normal=sp.Hertz(k=k), friction=sp.Coulomb(mu=mu))
    return scene


def landed(scene, end, **options):
    run = sp.simulate(scene, end, **options)
    assert run.success, run.message
    return run


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("mu", [0.0, 0.1, 0.3, 0.5])
def test_a_link_rebounds_with_the_closed_form(mu):
    """The slip reverses where the indentation turns: e^2 = (cos - mu sin)/(cos + mu sin), geometry at rest."""
    run = landed(link(mu), 1e-4, rtol=1e-9)
    c, s = math.cos(THETA), math.sin(THETA)
    assert run["link.rate"][-1] == pytest.approx(-10.0 * math.sqrt((c - mu * s) / (c + mu * s)), rel=1e-3)
    made, reversal, lost = run.events
    assert (made.what, reversal.what, lost.what) == ("made", "slide", "lost")
    contact = run.contact("link/ground")
    turning = np.argmin(np.abs(contact.t - reversal.time))
    assert contact.t[turning] == reversal.time
    assert abs(contact.rate[turning]) < 1e-4  # of 1.5 m/s: both velocities vanish at one instant


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("mu", [0.6, 0.9])
def test_a_link_jams_where_friction_is_more_than_the_cotangent(mu):
    """mu >= cot: it sticks where it turns and stays there, the spring pressed."""
    run = landed(link(mu), 1e-2, rtol=1e-9)
    assert [event.what for event in run.events] == ["made", "stick"]
    contact = run.contact("link/ground")
    assert contact.mode[-1] == "stick"
    assert abs(run["link.rate"][-1]) < 1e-5
    # the force along the rod's way must be that of the normal: no moment about the pivot
    assert abs(contact.friction[-1, 0]) == pytest.approx(contact.force[-1] / math.tan(THETA), rel=1e-3)


def bar(mu, angle, *, k=1e12, length=0.3, mass=0.3, speed=1.0):
    """A bar that falls on its end without gravity, at an angle from the plane."""
    scene = sp.Scene(gravity=(0, 0, 0), name="bar")
    scene.ground(material="plane")
    half = length / 2
    joint = sp.Planar(position=(0, half * math.sin(angle) + ABOVE), angle=0.0, velocity=(0, -speed))
    inertia = mass * length**2 / 12
    end = (-half * math.cos(angle), 0, -half * math.sin(angle))
    scene.body("bar", mass=mass, inertia=(inertia,) * 3, joint=joint, surfaces=[sp.Point(end, material="tip")])
    scene.contact("tip", "plane", normal=sp.Hertz(k=k), friction=sp.Coulomb(mu=mu))
    return scene


@pytest.mark.validation
@pytest.mark.parametrize(
    ("mu", "degrees", "what"), [(0.0, 45, "slide"), (0.3, 45, "slide"), (0.3, 60, "slide"), (0.3, 75, "stick")]
)
def test_a_dropped_bar_has_the_peak_of_the_closed_form(mu, degrees, what):
    """m_eff = 1/(A_nn - mu A_nt) while it slips, 1/(A_nn - A_nt^2/A_tt) while it sticks (mu >= A_nt/A_tt)."""
    angle, mass, k = math.radians(degrees), 0.3, 1e12
    s, c = math.sin(angle), math.cos(angle)
    A_nn, A_tt, A_nt = (1 + 3 * c * c) / mass, (1 + 3 * s * s) / mass, 3 * s * c / mass
    sticks = mu >= A_nt / A_tt
    assert sticks == (what == "stick")
    m_eff = 1 / (A_nn - A_nt**2 / A_tt if sticks else A_nn - mu * A_nt)
    run = landed(bar(mu, angle, k=k), 1e-4, rtol=1e-9)
    (only,) = run.impacts
    assert only.peak_force == pytest.approx(k * (5 * m_eff / (4 * k)) ** 0.6, rel=1e-3)
    contact = run.contact("bar/ground")
    assert contact.mode[np.argmax(contact.force)] == what


@pytest.mark.jit
@pytest.mark.parametrize("mu", [0.6, 2.0, 10.0])
@pytest.mark.parametrize("method", ["auto", "rodas5p"])
def test_a_rod_that_is_pushed_into_the_ground_does_not_hang(mu, method):
    """Painleve's rod: sliding with a large mu it jams; with a spring below it the run goes on or says why it does not."""
    scene = bar(mu, math.radians(60), k=1e9)
    scene.gravity = (0, 0, -9.81)
    run = sp.simulate(scene, 0.05, method=method, max_steps=20_000)
    assert run.success, run.message


@pytest.mark.jit
@pytest.mark.validation
def test_exact_stick_is_the_limit_of_a_stiff_spring():
    """Dropped bar that slips and sticks: StickSlip goes to it as its spring gets stiffer."""
    exact = landed(bar(0.4, math.radians(60), k=1e9), 1e-3, rtol=1e-9)
    errors = []
    for kt in (1e10, 1e12):
        scene = bar(0.4, math.radians(60), k=1e9)
        rule = scene.rules[0]
        friction = sp.StickSlip(mu=0.4, kt=kt, bt=2 * math.sqrt(kt * 0.05))
        scene.rules[0] = type(rule)(
            **{**{f: getattr(rule, f) for f in rule.__dataclass_fields__}, "friction": friction}
        )
        run = landed(scene, 1e-3, rtol=1e-9)
        errors.append(abs(run["bar.rate"][-1] - exact["bar.rate"][-1]))
    assert errors[1] < 0.3 * errors[0]
    assert errors[1] < 1e-3 * abs(exact["bar.rate"][-1])
