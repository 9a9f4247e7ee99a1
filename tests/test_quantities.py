"""Meaning, unit and range of a parameter are written once; sentences, help and schema follow."""

import inspect
from dataclasses import dataclass, fields
from typing import Annotated

import pytest

from supple.laws.registry import FRICTION, NORMAL
from supple.quantities import (
    NONNEGATIVE,
    POSITIVE,
    Quantity,
    between,
    check_quantities,
    described,
    quantities_of,
)
from supple.scene.words import USERS_OWN

LAWS = [kind for laws in (NORMAL, FRICTION) for kind in laws.classes if kind.__name__ not in USERS_OWN]


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
        others = {other: 2.0 for other in quantities_of(kind)} | {name: -1.0}
        with pytest.raises(ValueError, match=f"^{name} must be "):
            kind(**others)
