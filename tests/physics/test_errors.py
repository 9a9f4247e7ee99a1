"""Bad input gives a sentence with the name and the value, before anything runs."""

import pytest
from physics.scenes import drop

import supple as sp


def body(**options):
    return sp.Scene().body("ball", **options)


def twice():
    scene = sp.Scene()
    scene.body("ball", mass=1.0)
    scene.body("ball", mass=1.0)


def massless_rotation():
    scene = sp.Scene()
    scene.body("ball", mass=1.0, surfaces=[sp.Point()])
    sp.build(scene)


def deep():
    scene = sp.Scene()
    scene.ground(material="floor")
    scene.body("ball", mass=1.0, joint=sp.Free(position=(0, 0, -0.02)), surfaces=[sp.Sphere(0.05, material="ball")])
    scene.contact("ball", "floor", normal=sp.Hertz(k=1e4))
    return scene


CASES = {
    "negative mass": (lambda: body(mass=-1.0), ValueError, ("mass of 'ball'", "-1.0", "kg")),
    "mass is a text": (lambda: body(mass="heavy"), TypeError, ("mass of 'ball'", "'heavy'")),
    "triangle": (lambda: body(mass=1.0, inertia=(1, 1, 3)), ValueError, ("inertia of 'ball'", "triangle", "3")),
    "negative moment": (lambda: body(mass=1.0, inertia=(-1, 1, 1)), ValueError, ("inertia of 'ball'", "-1")),
    "unknown parent": (
        lambda: body(mass=1.0, parent="wrld"),
        ValueError,
        ("parent of 'ball'", "'wrld'", "did you mean"),
    ),
    "unknown body": (lambda: drop().force("bal", (1, 0, 0)), ValueError, ("body", "'bal'", "did you mean 'ball'")),
    "duplicate name": (twice, ValueError, ("name", "'ball'", "again")),
    "no inertia": (massless_rotation, ValueError, ("'ball.wx'", "inertia", "got 0")),
    "end before start": (lambda: sp.simulate(drop(), 1.0, start=2.0), ValueError, ("end", "2.0", "1.0")),
    "rtol too large": (lambda: sp.simulate(drop(), 1.0, rtol=0.5), ValueError, ("rtol", "0.5")),
    "unknown method": (
        lambda: sp.simulate(drop(), 1.0, method="ode54"),
        ValueError,
        ("method", "'ode54'", "did you mean 'ode45'"),
    ),
    "sample below the resolution": (
        lambda: sp.simulate(drop(), 1.0, sample=1e-20),
        ValueError,
        ("sample must be >=", "resolution of time", "1e-20"),
    ),
    "max_step below the resolution": (
        lambda: sp.simulate(drop(), 1.0, max_step=1e-18),
        ValueError,
        ("max_step must be >=", "1e-18"),
    ),
    "deep start": (lambda: sp.simulate(deep(), 1.0), ValueError, ("'ball/ground'", "at the start", "0.05 m", "0.07")),
    "violent start": (
        lambda: sp.simulate(drop(height=-1e-2), 1.0),
        ValueError,
        ("'ball/ground'", "100 m/s", "0.01 m", "move the bodies apart"),
    ),
    "NaN position": (lambda: sp.Free(position=(0, 0, float("nan"))), ValueError, ("position[2]", "nan")),
    "limits without law": (lambda: sp.Revolute(limits=(-1, 1)), ValueError, ("limit_law", "None")),
    "limits reversed": (lambda: sp.Prismatic(limits=(1, -1)), ValueError, ("low < high", "(1, -1)")),
    "vector length": (lambda: sp.Free(velocity=(1, 2)), ValueError, ("velocity", "3 numbers", "(1, 2)")),
    "zero axis": (lambda: sp.Revolute(axis=(0, 0, 0)), ValueError, ("axis", "zero vector")),
    "stiffness": (lambda: sp.Hertz(k=-5.0), ValueError, ("k", "-5.0")),
    "initial state": (lambda: sp.simulate(drop(), 1.0, initial=[1.0]), ValueError, ("initial", "(1,)")),
    "channel": (lambda: sp.simulate(drop(), 0.0)["ball.speeed"], ValueError, ("channel", "'ball.speed'")),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input_gives_a_sentence(name):
    act, kind, words = CASES[name]
    with pytest.raises(kind) as caught:
        act()
    assert [word for word in words if word not in str(caught.value)] == []


def sprung():
    scene = sp.Scene()
    scene.body("arm", inertia=(1, 1, 1), mass=1.0, joint=sp.Revolute(spring=1e40, angle=0.1))
    return scene


STUCK = {
    "spring": (
        sprung,
        {"method": "ode45"},
        sp.Status.STEP_UNDERFLOW,
        "accuracy of arm.rate (its spring has 1e+40 N/m or Nm/rad)",
    ),
    "contact": (
        lambda: drop(5e-4, sp.HuntCrossley(k=1e60, lam=1e50)),
        {},
        sp.Status.STEP_UNDERFLOW,
        "contact ball/ground",
    ),
    "event": (drop, {"max_steps": 3}, sp.Status.MAX_STEPS, "events (the last one at contact ball/ground)"),
    "sample": (drop, {"sample": 1e-3, "max_steps": 100}, sp.Status.MAX_STEPS, "samples every 0.001 s"),
}


@pytest.mark.parametrize("name", STUCK)
def test_a_run_that_can_not_go_on_names_the_cause(name):
    make, options, status, words = STUCK[name]
    run = sp.simulate(make(), 1.0, start=0.5, **options)
    assert run.status == status and words in run.message


def test_moments_with_few_digits_are_no_error():
    """A body so light that its moments are subnormal numbers: what rounding leaves of them may have any sign."""
    capsule = sp.Capsule((-2.3, -0.2, -1.2), (-0.7, -0.5, -0.3), 1e-9, material="dust")
    sp.Scene().body("mote", mass=2.0**-1060, joint=sp.Free(), surfaces=[capsule])
