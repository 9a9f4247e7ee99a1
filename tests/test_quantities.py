"""Meaning, unit and range of a parameter are written once; sentences, help and schema follow."""

import inspect
import re
from dataclasses import dataclass, fields
from typing import Annotated

import numpy as np
import pytest

import supple as sp
from supple.elements.curves.registry import CURVES
from supple.elements.levers.registry import LEVERS
from supple.elements.registry import ELEMENTS
from supple.joints.registry import JOINTS
from supple.laws.registry import FRICTION, NORMAL
from supple.motions.registry import MOTIONS
from supple.quantities import (
    INCREASING,
    LOW_HIGH,
    NAME,
    NONNEGATIVE,
    POSITIVE,
    QUATERNION,
    SWITCH,
    UNIT_VECTOR,
    WHOLE,
    Quantity,
    between,
    check_quantities,
    described,
    numbers,
    optional,
    quantities_of,
)
from supple.scene.words import USERS_OWN
from supple.shapes.registry import SHAPES

LAWS = [kind for laws in (NORMAL, FRICTION) for kind in laws.classes if kind.__name__ not in USERS_OWN]
OTHERS = [
    kind for family in (JOINTS, SHAPES, ELEMENTS, MOTIONS, CURVES, LEVERS) for kind in map(family.get, family.names)
]
LEVER = sp.Lever(body="a", arm=1)
PAIR = dict(rotor="a", joint="b")
POINTS = dict(times=(0, 1), values=(0, 1))
NEEDED = {
    "Sphere": dict(radius=1), "Capsule": dict(start=(0, 0, 0), end=(0, 0, 1), radius=1), "Box": dict(size=(1, 2, 3)),
    "Ellipsoid": dict(semi_axes=(1, 2, 3)), "Superellipsoid": dict(semi_axes=(1, 2, 3)),
    "Cylinder": dict(radius=1, height=2), "Hull": dict(vertices=[(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]),
    "Terrain": dict(heights=[[0, 0], [0, 0]], spacing=1),
    "Spring": dict(a="a", b="b"), "Bushing": dict(a="a", b="b"), "Motion": dict(body="a"),
    "Cable": dict(levers=[LEVER], stiffness=1), "CoordinateDamper": dict(levers=[LEVER], damping=1),
    "SeriesElastic": dict(**PAIR, arm=1, stiffness=1), "UnidirectionalCable": dict(**PAIR, arm=1, stiffness=1),
    "Backlash": dict(**PAIR, width=1, stiffness=1), "LinearCurve": dict(stiffness=1),
    "PolynomialCurve": dict(coefficients=[1]), "TableCurve": dict(elongations=(0, 1), tensions=(0, 1)),
    "Lever": dict(body="a", arm=1), "LeverTable": dict(body="a", positions=(0, 1, 2), arms=(1, 1, 1)),
    "Motor": dict(resistance=1, torque_constant=1, inertia=1, rotor="r"),
    "PositionSensor": dict(body="a"), "SpeedSensor": dict(body="a"), "Encoder": dict(body="a", resolution=1),
    "DeflectionSensor": dict(a="a", b="b"), "ForceSensor": dict(element="a"), "PID": dict(body="a", period=1),
    "Tracking": dict(body="a", period=1), "GravityCompensation": dict(bodies=["a"], period=1),
    "Impedance": dict(body="a", period=1), "PythonController": dict(function=min, period=1),
    "Torque": dict(body="a", command="a"),
    "Polynomial": POINTS, "Spline": POINTS, "Table": POINTS, "Trapezoid": dict(final=1, speed=1, acceleration=1),
    "Fourier": dict(period=1), "Sine": dict(amplitude=1, omega=1),
    "Sum": dict(motions=[sp.motions.Sine(amplitude=1, omega=1)] * 2),
    "Sequence": dict(motions=[sp.motions.Table(times=(0, 1), values=(0, 0))] * 2),
}  # fmt: skip


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """A pad."""

    k: Annotated[float, Quantity("stiffness", "N/m", POSITIVE)]
    b: Annotated[float, Quantity("damping", "Ns/m", NONNEGATIVE)] = 0.0
    n: Annotated[float, Quantity("exponent", "-", between(1.0, 3.0))] = 1.0
    thick: Annotated[float, Quantity("thickness", "m", POSITIVE, least="thin")] = 2.0
    thin: Annotated[float, Quantity("thickness when pressed", "m")] = 1.0
    name: str = "pad"

    def __post_init__(self):
        check_quantities(self)


def test_docstring_and_signature():
    assert inspect.getdoc(Pad).splitlines() == [
        "A pad.",
        "",
        "k: stiffness [N/m], > 0.",
        "b: damping [Ns/m], >= 0.",
        "n: exponent [-], 1 to 3.",
        "thick: thickness [m], >= thin.",
        "thin: thickness when pressed [m].",
    ]
    assert {p.annotation for p in inspect.signature(Pad).parameters.values()} == {float, str}
    assert list(quantities_of(Pad)) == ["k", "b", "n", "thick", "thin"]


@pytest.mark.parametrize(
    ("values", "error", "sentence"),
    [
        (dict(k=0.0), ValueError, "k must be > 0 N/m, got 0.0"),
        (dict(k="1"), TypeError, r"k must be a number \[N/m\], got '1'"),
        (dict(k=1.0, b=-1.0), ValueError, "b must be >= 0 Ns/m, got -1.0"),
        (dict(k=1.0, n=4.0), ValueError, "n must be between 1.0 and 3.0, got 4.0"),
        (dict(k=1.0, thin=float("nan")), ValueError, r"thin must be finite \[m\], got nan"),
        (dict(k=1.0, thin=3.0), ValueError, r"thick must be >= thin = 3.0 m, got 2.0"),
    ],
)
def test_what_is_out_of_range_is_a_sentence(values, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        Pad(**values)


@pytest.mark.parametrize("kind", LAWS, ids=lambda kind: kind.__name__)
def test_every_parameter_of_a_law_is_a_quantity_and_is_checked(kind):
    assert list(quantities_of(kind)) == [field.name for field in fields(kind)]
    for name in quantities_of(kind):
        words = {"cone": "total", "storage": "flat"}
        others = {other: words.get(other, 2.0) for other in quantities_of(kind)} | {name: -1.0}
        with pytest.raises(ValueError, match=f"^{name} must be "):
            kind(**others)


# --- kinds of ranges ----------------------------------------------------------------------------------------------------
KEPT = {
    "number": (POSITIVE, 3, 3.0),
    "whole": (WHOLE, np.int64(2), 2),
    "numbers": (numbers(3), [1, 2, 3], (1.0, 2.0, 3.0)),
    "numbers in a range": (numbers(2, NONNEGATIVE), np.array([0, 1]), (0.0, 1.0)),
    "any numbers": (numbers(), [], ()),
    "unit vector": (UNIT_VECTOR, (0, 3, 4), (0.0, 0.6, 0.8)),
    "quaternion": (QUATERNION, [0, 0, 2, 0], (0.0, 0.0, 1.0, 0.0)),
    "low and high": (LOW_HIGH, [0, 1], (0.0, 1.0)),
    "increasing": (INCREASING, [0, 1, 3], (0.0, 1.0, 3.0)),
    "no times": (INCREASING, (), ()),
    "name": (NAME, "a", "a"),
    "switch": (SWITCH, False, False),
    "none": (optional(numbers(3)), None, None),
    "not none": (optional(numbers(3)), [1, 2, 3], (1.0, 2.0, 3.0)),
    "no name": (optional(NAME, ""), "", ""),
}
REFUSED = {
    "whole": (WHOLE, 0.5, "x must be a whole number, got 0.5"),
    "below": (WHOLE, -1, "x must be >= 0, got -1"),
    "too few": (numbers(3), [1, 2], "x must be 3 numbers [m], got 2: [1, 2]"),
    "one is wrong": (numbers(2, POSITIVE), (1, 0), "x[1] must be > 0 m, got 0.0"),
    "no numbers": (numbers(), 3, "x must be numbers [m], got 3"),
    "zero": (UNIT_VECTOR, (0, 0, 0), "x must not be the zero vector, got (0, 0, 0)"),
    "three": (QUATERNION, (1, 0, 0), "x must be 4 numbers, got 3: (1, 0, 0)"),
    "falling": (LOW_HIGH, [1, 0], "x must be (low, high) with low < high [m], got [1, 0]"),
    "one time": (INCREASING, [1], "x must be two or more increasing numbers [m], got (1.0,)"),
    "empty": (NAME, "", "x must be a non-empty text, got ''"),
    "a number": (SWITCH, 1, "x must be true or false, got 1"),
    "neither": (optional(POSITIVE), 0, "x must be > 0 m, got 0"),
    "an array": (optional(NAME, ""), np.zeros(2), "x must be a non-empty text, got array([0., 0.])"),
}


@pytest.mark.parametrize("case", KEPT)
def test_what_is_in_range_is_returned_as_it_is_kept(case):
    range, given, kept = KEPT[case]
    found = range.check("x", given, "m")
    assert found == kept and type(found) is type(kept) and repr(found) == repr(kept)


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_out_of_a_range_is_a_sentence(case):
    range, given, sentence = REFUSED[case]
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(sentence)}$"):
        range.check("x", given, "m")


def test_words_of_a_quantity():
    words = {
        Quantity("edges", "m", numbers(3, POSITIVE)): "edges [m], 3 numbers > 0",
        Quantity("ends", "rad", optional(LOW_HIGH), note="None: no stops"): "ends [rad], low < high; None: no stops",
        Quantity(
            "for results", "", optional(NAME, ""), note="default: one is made"
        ): "for results; default: one is made",
    }
    assert [quantity.words for quantity in words] == list(words.values())


def test_what_is_stored_is_what_the_check_returns():
    assert repr(sp.KelvinVoigt(k=1000, b=np.float64(2))) == "KelvinVoigt(k=1000.0, b=2.0)"
    spring = sp.Spring(a="a", b="b", at_a=[1, 2, 3], stiffness=5)
    assert (spring.at_a, repr(spring.stiffness)) == ((1.0, 2.0, 3.0), "5.0")
    assert sp.Revolute(axis=[0, 0, 2]).axis == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("kind", OTHERS, ids=lambda kind: kind.__name__)
def test_every_parameter_of_a_joint_shape_element_or_motion_is_checked(kind):
    kind(**NEEDED.get(kind.__name__, {}))
    for name, quantity in quantities_of(kind).items():
        wrong = (
            ValueError
            if quantity.range.words.startswith(("clamped or ", "spline or ", "auto or ", "voltage or "))
            else TypeError
        )  # one of words
        with pytest.raises(wrong, match=f"^{name} must be "):
            kind(**NEEDED.get(kind.__name__, {}) | {name: object()})
