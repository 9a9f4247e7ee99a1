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
